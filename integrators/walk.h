/// A static walk from inside: what its two kinds of steps, of the load parameter (walk.c) and along
/// the path (walk_path.c), share. All functions are collective but where they are said to be local.
#ifndef GB_INTEGRATORS_WALK_H
#define GB_INTEGRATORS_WALK_H

#include "integrators/bordered.h"
#include "integrators/trajectory.h"

#include "base/arena.h"

// The next four are written to restart files as they are: members of eight bytes leave no gaps.

/// Steps of one kind: they are cut where they fail and grow again while Newton's method is quick.
typedef struct gb_walk_pace {
  double next;              ///< to be tried
  double largest, smallest; ///< that are tried
  double shortest;          ///< that was tried
  int64_t failed;           ///< whether the last attempt did
} gb_walk_pace;

/// Steps along the path grow to so many times the first one, so that limit points are not passed
/// over.
enum { GB_LONGEST_STEP = 2 };

/// The last state, the one before it and the one before that.
typedef struct gb_walk_last {
  double t, t_before, t_older;
  double distance;        ///< between the last two
  double distance_before; ///< between the two before; 0: unknown
  int64_t known;          ///< whether the one before is, and no attempt failed since
  int64_t straight; ///< whether the line through the two before would have led to the last one
} gb_walk_last;

/// A displacement that is driven.
typedef struct gb_walk_control {
  double direction; ///< 1 or -1
  double remaining; ///< to be driven; 0: the walk ends at the end load
} gb_walk_control;

/// Steps along the path.
typedef struct gb_walk_path {
  gb_walk_pace pace; ///< `shortest` is 0 while the walk is on none
  double goal;       ///< load parameter at which they end
  double size;       ///< |q| at the state measured last
  double rate;       ///< |dq/dt| where the walk begins; 0: unknown
  double unit[2];    ///< the first step's distance and change of the load parameter; 0: none
} gb_walk_path;

typedef struct gb_walker {
  gb_trajectory *trajectory;
  gb_table *table;
  const gb_walk_settings *settings;
  const gb_observer *observer;
  double borne;       ///< part of what acts at the load parameter 0 from which the walk begins
  double end;         ///< of the load parameter
  double grid;        ///< its multiples are not passed over
  gb_walk_pace loads; ///< steps of the load parameter
  gb_walk_path path;
  size_t length;   ///< n + m
  gb_arena memory; ///< of its arrays
  gb_walk_last last;
  gb_scalar *w, *before[2]; ///< their unknowns, [n + m], the last state's first
  gb_walk_control control;
  gb_bordered *bordered; ///< NULL: steps of the load parameter alone
} gb_walker;

/// Bisections of a step at most. Local.
int gb_walk_bisections(const gb_walk_settings *settings);
/// The next step after one of this size, which took so many corrections. Local.
void gb_walk_grow(gb_walk_pace *pace, double size, int64_t corrections);
/// The next step after one of this size that failed. @return whether it is shorter. Local.
bool gb_walk_shorten(gb_walk_pace *pace, double size);
/// Whether there were more attempts than any walk needs. Local.
bool gb_walk_is_hopeless(const gb_walker *walk);
/// End the walk with a failure, and say how far it came.
int gb_walk_give_up(const gb_walker *walk, int status, const gb_error *failure, gb_error *error);
/// The user's next load parameter. Local.
double gb_walk_barrier(const gb_walker *walk);
/// Count the negative eigenvalues of the stiffness at the state found last, whose load parameter is
/// t, and take the count in. errors: GB_UNSTABLE with time.unstable: stop
int gb_walk_assess(gb_walker *walk, double t, gb_error *error);
/// Take the state found last, whose load parameter is t.
int gb_walk_learn(gb_walker *walk, double t, gb_error *error);

/// Steps along the path, the longest so many times as long as this one. Local.
void gb_walk_set_path(gb_walker *walk, double size, double longest);
/// One step along the path. @param[out] done  whether it has led to a state
int gb_walk_follow(gb_walker *walk, bool *done, gb_error *error);
/// The unstable state found last, at t, lies just beyond a bifurcation: go on along its critical
/// vector, to the side to which the way there leads, until the load is that of the next level.
int gb_walk_leave(gb_walker *walk, double t, bool *done, gb_error *error);

#endif
