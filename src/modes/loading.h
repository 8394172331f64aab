/// The path on which a model deforms under increasing loads, linearised at a base state: about the
/// reference the path of linear statics under the loads at the end of the case, otherwise the
/// tangent of the equilibrium path by the load parameter. Source: docs/theory.md, the section on
/// buckling.
#ifndef GB_MODES_LOADING_H
#define GB_MODES_LOADING_H

#include "modes/workshop.h"

typedef struct gb_loading gb_loading;

/// Difference of K x and K^T x, as a part of K x, that counts as none.
static const double GB_LOADING_SYMMETRY = 1e-8;

/// Set up the path of a workshop, which is borrowed; make its base state that of the loading; find
/// the derivative of the state by the load factor; and let the pencil represent the loading (see
/// gb_pencil_load), with a factor of K. Collective. errors: GB_USAGE; GB_DIVERGED: the base state
/// is not stable; GB_SINGULAR; GB_FILE
int gb_loading_create(gb_workshop *workshop, gb_loading **out, gb_error *error);
/// Free a loading; *loading may be NULL. Local.
void gb_loading_destroy(gb_loading **loading);
/// Number of factorisations made. Local.
int gb_loading_factorisations(const gb_loading *loading);
/// Distance of load factors at which the displacements along the path are small, and which
/// differences along it use. Local.
double gb_loading_distance(const gb_loading *loading);
/// Largest change (see gb_small_change) of the path per unit of the load factor. Local.
double gb_loading_change(const gb_loading *loading);
/// Use a shorter distance in differences; nothing changes if it is not shorter. Local.
void gb_loading_shorten(gb_loading *loading, double distance);
/// Whether the path begins at the reference. Then it is that of linear statics, and the derivative
/// of K along it is the stiffness of its stresses alone. Local.
bool gb_loading_is_linear(const gb_loading *loading);
/// The state at the load factor s of the path plus e x, valid until the next call. Local.
/// @param x [n + m]; NULL: zero
const gb_state *gb_loading_near(const gb_loading *loading, double s, double e, const double x[]);
/// Shorten a distance e until no law of a spring or contact changes its side, as one that begins to
/// touch, between the states at -2 e and 2 e from the base state. Nothing changes about the
/// reference, where laws are linear. Collective.
/// @param x direction, [n + m]; NULL: along the path
/// errors: GB_WRONG_TIME: a law changes its side at the base state itself; GB_FILE
int gb_loading_keep_sides(const gb_loading *loading, const double x[], double *e, gb_error *error);
/// The same state with strains that are linear in its displacements, about the reference. Local.
const gb_state *gb_loading_strained(const gb_loading *loading, double s, double e,
                                    const double x[]);
/// Whether there are following loads whose stiffness grows in proportion to the load factor, and
/// which states near the path leave out. Local.
bool gb_loading_follows(const gb_loading *loading);
/// The reference whose operator is the stiffness of following loads alone. Local.
const gb_state *gb_loading_following(const gb_loading *loading);
/// gradient[designs] += psi . d/dx of the equation that determines the rate, at fixed rate and base
/// state; this rank's share. Collective. errors: GB_FILE
int gb_loading_design_product(const gb_loading *loading, const double psi[], double gradient[],
                              gb_error *error);

#endif
