/// Stiffness and mass of a model about a state: K = R_q with the rows and columns of the
/// constraints on positions, M = R_a with zeros in these rows and columns, and factors of K - s M.
/// Source: docs/theory.md, the section on modes.
#ifndef GB_SYSTEM_PENCIL_H
#define GB_SYSTEM_PENCIL_H

#include "solve/system.h"

typedef struct gb_pencil gb_pencil;

/// @param system system of a model that enforces positions only; system and state are borrowed
/// Collective. errors: GB_FILE
int gb_pencil_create(gb_system *system, const gb_state *state, gb_pencil **out, gb_error *error);
void gb_pencil_destroy(gb_pencil **pencil);

// Multi-vectors have the shape [count][n + m] on this rank, with multipliers last. All functions
// are collective unless stated otherwise.

/// y = K x, or K^T x (overwrites).
int gb_pencil_stiffness(gb_pencil *pencil, bool transpose, int count, const gb_scalar x[],
                        gb_scalar y[], gb_error *error);
/// y = M x (overwrites).
int gb_pencil_mass(gb_pencil *pencil, int count, const gb_scalar x[], gb_scalar y[],
                   gb_error *error);
/// y = R_v x (overwrites).
int gb_pencil_damping(gb_pencil *pencil, int count, const gb_scalar x[], gb_scalar y[],
                      gb_error *error);
/// Diagonals of K and M, [n + m] each (overwrites).
int gb_pencil_diagonals(gb_pencil *pencil, gb_scalar K[], gb_scalar M[], gb_error *error);
/// States at the distances h, -h, 2 h and -2 h along a path of increasing loads.
enum { GB_PATH_STATES = 4, GB_PATH_TERMS = GB_PATH_STATES + 1 };
typedef struct gb_load_path {
  const gb_state *near[GB_PATH_STATES];
  double h;
  int states; ///< of the difference: the first 2, or 4
  /// State whose operator is the stiffness of following loads in proportion to the load factor, if
  /// the states near it leave these loads out; NULL: they do not.
  const gb_state *following;
} gb_load_path;
/// Replace K by K', its derivative along the path, and M by K, each without the rows and columns of
/// multipliers; NULL: undo this. An eigenvalue is then -1 / load factor, and factors, which contain
/// the constraints of the pencil's state, need a negative shift. M has a further term that sees
/// violations of constraints and vanishes where there are none. `path` is borrowed. Collective.
/// errors: GB_FILE
int gb_pencil_load(gb_pencil *pencil, const gb_load_path *path, gb_error *error);
/// Choose whether products with K' use its symmetric part, which the factors represent, or the
/// whole of K'. Local.
void gb_pencil_even(gb_pencil *pencil, bool even);

/// Keep the elements of contacts that a search finds at the pencil's state at all other states of
/// its system from now on. Collective. errors: GB_OUT_OF_MEMORY
int gb_pencil_hold_contacts(gb_pencil *pencil, gb_error *error);

/// Factor K - shift M. @param[out] negative number of its negative eigenvalues, including those due
/// to multipliers
/// errors: GB_SINGULAR; GB_FILE
int gb_pencil_factor(gb_pencil *pencil, double shift, int64_t *negative, gb_error *error);
/// x <- (K - shift M)^-1 x with the last factor.
int gb_pencil_solve(gb_pencil *pencil, int count, gb_scalar x[], gb_error *error);
/// Inertia forces of unit accelerations of the whole model, including fixed nodes, along x, y and
/// z: force[3][n + m]; and the mass along each axis.
int gb_pencil_translations(gb_pencil *pencil, gb_scalar force[], double mass[3], gb_error *error);
// The following functions use a frame that turns steadily about an axis through `about`. The
// unknowns are vectors in this frame.

/// Add the inertia of the rotation to K: K + M W^2 with W v = spin x v. NULL: the frame does not
/// turn. Borrowed. Local.
void gb_pencil_spin(gb_pencil *pencil, const double *spin);
/// y = 2 M W x (overwrites).
int gb_pencil_gyroscopic(gb_pencil *pencil, const gb_scalar x[], gb_scalar y[], gb_error *error);
/// y = M W^2 z for positions z relative to `about` and directors z in the pencil's state
/// (overwrites).
int gb_pencil_centrifugal(gb_pencil *pencil, const double about[3], gb_scalar y[], gb_error *error);
/// gradient[designs] += psi . R_x, this rank's share, of a state whose accelerations and `velocity`
/// [n + m] (for the Coriolis force) are measured in the frame. Valid for designs that do not change
/// reference positions.
int gb_pencil_turning_designs(gb_pencil *pencil, const gb_state *near, const double about[3],
                              const gb_scalar velocity[], const gb_scalar psi[],
                              gb_scalar gradient[], gb_error *error);

/// gradient[designs] += x . K_x x at a state about the reference at fixed unknowns, this rank's
/// share, for x [n + m]. The nodal values of the state count as fixed; if its unknowns are not
/// zero, gb_pencil_map_designs gives the rest.
int gb_pencil_stiffness_designs(gb_pencil *pencil, const gb_state *state, const gb_scalar x[],
                                gb_scalar gradient[], gb_error *error);
/// bar[nodal values] += weight K T x at a state, this rank's share, in nodal values.
int gb_pencil_add_forces(gb_pencil *pencil, const gb_state *state, const gb_scalar x[],
                         double weight, gb_scalar bar[], gb_error *error);
/// y = T^T bar (overwrites).
int gb_pencil_scatter(gb_pencil *pencil, const gb_scalar bar[], gb_scalar y[], gb_error *error);
/// gradient[designs] += bar . T_x y for bar [nodal values] and unknowns y, this rank's share.
int gb_pencil_map_designs(gb_pencil *pencil, const gb_scalar y[], const gb_scalar bar[],
                          gb_scalar gradient[], gb_error *error);

/// z[count][nodal values] = T x.
int gb_pencil_nodal(gb_pencil *pencil, int count, const gb_scalar x[], gb_scalar z[],
                    gb_error *error);

#endif
