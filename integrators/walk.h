/// Private to static walks: one under way, and how long its steps are. walk.c is the driver,
/// walk_loads.c takes steps of the load parameter, walk_path.c steps along the path.
#ifndef GB_INTEGRATORS_WALK_H
#define GB_INTEGRATORS_WALK_H

#include "integrators/bordered.h"
#include "integrators/trajectory.h"

/// Steps of one kind: they are cut where they fail and grow again while Newton's method is quick.
typedef struct gb_pace {
  double next;              ///< to be tried
  double largest, smallest; ///< that are tried
  double shortest;          ///< that was tried
  bool failed;              ///< the last attempt did
} gb_pace;

/// A step of this size took so many corrections.
void gb_pace_grow(gb_pace *pace, double size, int64_t corrections);
/// A step of this size failed. @return whether a shorter one is left
bool gb_pace_cut(gb_pace *pace, double size);

typedef struct gb_walk_state {
  gb_trajectory *s;
  gb_table *table;
  const gb_walk_settings *settings;
  const gb_observer *observer;
  double end;              ///< of the load parameter
  double grid;             ///< its multiples are not passed over
  gb_pace loads, path;     ///< steps of the load parameter, and along the path
  double t, before;        ///< load parameters of the last state, and of the one before it
  int halvings;            ///< of a step at most
  double made;             ///< how far the last state is from the one before it
  double way;              ///< 1 or -1: which way the driven displacement goes
  double left;             ///< of the driven displacement; 0: the walk ends at the end load
  bool known;              ///< the state before the last one is, and no attempt failed since
  bool straight;           ///< the line through the two would have led to the last one
  size_t length;           ///< n + m
  gb_scalar *w, *w_before; ///< unknowns of the two states
  gb_bordered *bordered;   ///< NULL: steps of the load parameter alone
} gb_walk_state;

/// Whether a walk that has taken so many attempts is without hope.
bool gb_walk_is_hopeless(const gb_walk_state *k);
/// The message of a walk that ends early.
int gb_walk_give_up(const gb_walk_state *k, int status, const char *reason, gb_error *error);
/// Go on from the state that was found last, whose load parameter is t. Collective.
int gb_walk_learn(gb_walk_state *k, double t, gb_error *error);

/// One attempt at a step: *done when it has found a state. Collective. errors: GB_DIVERGED or
/// GB_SINGULAR when the step is not to be cut; those of the system
int gb_walk_try_load(gb_walk_state *k, bool *done, gb_error *error);
int gb_walk_try_path(gb_walk_state *k, bool *done, gb_error *error);

#endif
