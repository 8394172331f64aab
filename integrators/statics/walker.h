/// Internals of a static walk, shared by its two kinds of steps: load steps (walk.c) and path steps
/// (walk_path.c). All functions are collective unless marked "Local".
#ifndef GB_INTEGRATORS_STATICS_WALKER_H
#define GB_INTEGRATORS_STATICS_WALKER_H

#include "integrators/statics/bordered.h"
#include "integrators/statics/fall.h"
#include "integrators/trajectory.h"

#include "base/arena.h"

// The next four structs are written to restart files as one block each; members of eight bytes
// leave no gaps.

/// Step sizes of one kind of steps. Steps are cut when they fail and grow while Newton's method
/// converges fast.
typedef struct gb_walk_pace {
  double next;              ///< size of the next step
  double largest, smallest; ///< limits of the size
  double shortest;          ///< smallest size tried so far
  int64_t failed;           ///< whether the last attempt failed
} gb_walk_pace;

/// Largest ratio of a path step to the first one, so that limit points are not skipped.
enum { GB_LONGEST_STEP = 2 };

/// The last three states.
typedef struct gb_walk_last {
  double t, t_before,
      t_older;            ///< load parameters of the last state, the one before, the one before
  double distance;        ///< distance between the last state and the one before
  double distance_before; ///< distance between the two states before the last; 0: unknown
  int64_t known;    ///< whether the state before the last exists and no attempt has failed since
  int64_t straight; ///< whether the line through the two states before predicts the last one well
} gb_walk_last;

/// Displacement control.
typedef struct gb_walk_control {
  double direction; ///< sign of the change of the displacement: 1 or -1
  double remaining; ///< remaining change of the displacement; 0: the walk ends at the final load
} gb_walk_control;

/// Path steps.
typedef struct gb_walk_path {
  gb_walk_pace pace; ///< `shortest` is 0 while the walk takes load steps
  double goal;       ///< load parameter at which path steps end
  double size;       ///< |q| at the last state
  double unit[2];    ///< length and change of the load parameter of the first step; 0: none yet
} gb_walk_path;

/// Path steps with displacement control and their system.
typedef struct gb_walk_follower {
  gb_walk_path steps;
  gb_walk_control control;
  gb_bordered *bordered; ///< system of path steps; NULL: load steps only
} gb_walk_follower;

/// Load steps beside their sizes.
typedef struct gb_walk_loading {
  double start_fraction; ///< fraction of the loads at load parameter 0 that the start state carries
  gb_fall fall;          ///< the last one
  gb_approach_walk falling; ///< gb_fall_walk with `fall`
  bool heads;               ///< `heading` and `energy` are known
  gb_scalar *heading; ///< opposite of the direction in which the next load step begins, [n + m]
  double size;        ///< of the load step to which `heading` belongs
  double energy;      ///< lost along this direction, by the square of the step's size
  bool loses;         ///< the falling step was found to end in an unstable state
  bool in_vain;       ///< the present load step found no stable state by a fall
} gb_walk_loading;

typedef struct gb_walker {
  gb_trajectory *trajectory;
  gb_table *table;
  const gb_walk_settings *settings;
  const gb_observer *observer;
  gb_walk_loading *loading;
  gb_walk_pace loads; ///< load steps
  gb_walk_follower *path;
  gb_walk_last last;
  gb_scalar *w, *before[2]; ///< unknowns of the last state and of the two before it, [n + m] each
} gb_walker;

/// Number of unknowns, n + m. Local.
static inline size_t gb_walk_length(const gb_walker *walk) {
  return gb_system_length(walk->trajectory->system);
}
/// The final load parameter. Local.
double gb_walk_end(const gb_walk_settings *settings);
/// Load steps end at each multiple of this load parameter. Local.
double gb_walk_grid(const gb_walk_settings *settings);

/// Largest number of bisections of a step. Local.
int gb_walk_bisections(const gb_walker *walk);
/// Set the size of the next step after a step of this size that took so many corrections. Local.
void gb_walk_grow(gb_walk_pace *pace, double size, int64_t corrections);
/// Set the size of the next attempt after a failed step. Local. @return whether it is shorter
bool gb_walk_shorten(gb_walk_pace *pace, double size);
/// Whether the number of attempts exceeds the limit. Local.
bool gb_walk_exceeds_attempts(const gb_walker *walk);
/// End the walk after a failure, with a message that tells how far it came and what may help.
/// @return the status
int gb_walk_fail(const gb_walker *walk, int status, const gb_error *failure, gb_error *error);
/// The next multiple of `grid`, or the final load parameter. Local.
double gb_walk_next_grid_load(const gb_walker *walk);
/// Whether the walk counts negative eigenvalues. Local.
bool gb_walk_counts(const gb_walker *walk);
/// Count the negative eigenvalues of the stiffness at a state. If the stiffness is singular, the
/// number is that of the state before.
int gb_walk_count(gb_walker *walk, const gb_state *state, int64_t *negative, gb_error *error);
/// Add the count at load parameter t, and whether the model snapped there, to the stability report,
/// and end the walk with an error if stability was lost and time.unstable is `stop`.
int gb_walk_judge(gb_walker *walk, int64_t negative, bool snapped, double t, gb_error *error);
/// Count the negative eigenvalues of the stiffness at the last state, whose load parameter is t,
/// and add the count to the stability report. errors: GB_UNSTABLE if time.unstable is `stop`
int gb_walk_assess(gb_walker *walk, double t, gb_error *error);
/// Compute the direction in which the next load step begins, if it is not known yet: -K^-1 R(q, t)
/// with q and the factor of the last state, which was counted, and t of the next stage; and the
/// energy that the step loses along it, R . K^-1 R / 2.
int gb_walk_head(gb_walker *walk, gb_error *error);
/// Compare the motion of a load step of this size with the direction in which it began, by their
/// scalar product and the ratio of their lengths, relative to the model's size; zeros if it is
/// unknown, or if the model hardly moved, for example under constant loads.
int gb_walk_compare(gb_walker *walk, double size, double *along, double *longer, gb_error *error);
/// Accept the state that the trajectory has found for load parameter t as the last state.
int gb_walk_accept(gb_walker *walk, double t, gb_error *error);

/// Begin path steps of this size; the longest is `longest` times as long. Local.
void gb_walk_set_path(gb_walker *walk, double size, double longest);
/// Try one path step. @param[out] done whether it has found a state
int gb_walk_follow(gb_walker *walk, bool *done, gb_error *error);
/// Switch to the branch: the unstable state found last, at t, is just beyond a bifurcation. Step
/// along its critical vector, to the side of the last stable state, and follow the branch by path
/// steps up to the next grid load.
int gb_walk_switch_branch(gb_walker *walk, double t, bool *done, gb_error *error);

#endif
