/// Stability of static states: an equilibrium is stable if the stiffness matrix is positive
/// definite on the motions that satisfy the constraints. Source: docs/theory.md, the section on the
/// stability of static states.
#ifndef GB_INTEGRATORS_STATICS_STABILITY_H
#define GB_INTEGRATORS_STATICS_STABILITY_H

#include "integrators/drivers.h"

/// Count the negative eigenvalues of the stiffness at a state, with a new factor, which the next
/// solve may use. An eigenvalue that is zero to round-off is not counted, for example of a bent
/// column that may rotate about its axis. Collective. errors: GB_SINGULAR, GB_FILE
/// @param scale |smallest eigenvalue| at the beginning of the march; much smaller ones are zero
/// @param[in,out] negative number of negative eigenvalues at the state before, then at this state
int gb_stability_count(gb_system *system, const gb_state *state, double scale,
                       gb_march_report *report, int64_t *negative, gb_error *error);

/// Add to the report the number of negative eigenvalues at load parameter t. `before` is the load
/// parameter of the state before. Local.
/// @return whether more eigenvalues are negative than at the state before
bool gb_stability_add(gb_stability_report *report, int64_t negative, double before, double t);

/// Add to the report a loss of stability between two load parameters. Local.
void gb_stability_add_loss(gb_stability_report *report, double before, double t);

/// Add to the report a snap from one stable state to another, which is a loss too. Local.
void gb_stability_add_snap(gb_stability_report *report, double before, double t);

/// Compute the eigenvector of the stiffness whose eigenvalue is nearest to zero, by inverse
/// iteration with the last factor. The start vector does not depend on the number of ranks.
/// @param[out] x     unit vector, [n + m]; multipliers, last, are zero
/// @param[out] value x . K x
/// Collective. errors: as of precondition and product
int gb_stability_vector(gb_system *system, const gb_state *state, gb_scalar x[], double *value,
                        gb_error *error);

/// Compute the eigenvector of the negative eigenvalue that is nearest to zero, also where positive
/// eigenvalues are nearer, by inverse iteration with the last factor as gb_stability_vector does.
/// The model loses energy along this vector.
/// @param zero  eigenvalues down to -zero do not count as negative
/// @param[out] value x . K x; not negative if none was found
/// Collective. errors: as of precondition and product
int gb_stability_descent(gb_system *system, const gb_state *state, double zero, gb_scalar x[],
                         double *value, gb_error *error);

/// A comparison of a motion with a direction, in units of the model's size.
typedef struct gb_comparison {
  double along;                    ///< scalar product of the motion and the direction
  double motion, direction, state; ///< norms of both, and of the unknowns after the motion
} gb_comparison;

/// Compare the motion between two states with a direction x, [n + m] each, without multipliers. If
/// x is NULL, its norm is 0. Collective.
int gb_stability_compare(gb_system *system, const gb_scalar from[], const gb_scalar to[],
                         const gb_scalar x[], gb_comparison *out, gb_error *error);

/// Choose the direction along a critical vector at an unstable state: back to the side of the last
/// stable state. An unstable equilibrium of an imperfect structure is a pass of its energy, and the
/// last stable state lies in the valley before the pass. Local.
/// @param c the motion from the last stable state to the unstable one, compared with the vector
/// @return 1 or -1; 1 where the motion has no part along the vector
double gb_stability_side(const gb_comparison *c);

/// Check, after the solve of a linear system, that its stiffness has no negative eigenvalues.
/// Collective. errors: GB_SINGULAR naming the position of the largest motion of the unstable mode
int gb_stability_check_linear(gb_system *system, const gb_state *state, gb_error *error);

#endif
