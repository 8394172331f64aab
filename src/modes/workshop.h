/// Parts that the searches for vibration modes and for load factors have in common: the state, its
/// pencil, the check of its tangent, and the shapes.
#ifndef GB_MODES_WORKSHOP_H
#define GB_MODES_WORKSHOP_H

#include "modes/base_state.h"
#include "modes/finder.h"

/// Data for computing the modes of one state.
typedef struct gb_workshop {
  const gb_modes_request *request;
  const gb_model *model;
  gb_base_state base;
  gb_pencil *pencil;
  gb_finder *finder;
  size_t length; ///< unknowns and multipliers that this rank owns, n + m
} gb_workshop;

/// Find the base state and create its pencil. Collective. errors: those of the march; GB_FILE
int gb_workshop_open(const gb_modes_request *request, gb_workshop *out, gb_error *error);
/// Free what gb_workshop_open and the caller created. Local.
void gb_workshop_close(gb_workshop *workshop);
/// Data for a search for all eigenvalues of the pencil. Local.
gb_spectrum gb_workshop_spectrum(const gb_workshop *workshop);
/// Largest difference of K x and K^T x, as a part of the largest entry of K x. Collective.
/// errors: GB_FILE (memory)
/// @param of_mass part of the largest entry of M x that is round-off of K x, where K is a
/// difference of matrices of the size of M
int gb_workshop_asymmetry(const gb_workshop *workshop, double of_mass, double *asymmetry,
                          gb_error *error);
/// Refuse a tangent that is not symmetric by a part of its size. Local.
int gb_workshop_refuse(const gb_workshop *workshop, double asymmetry, gb_error *error);
/// Check that K of the pencil is symmetric up to an accepted part. Collective. errors: GB_USAGE;
/// GB_FILE (memory)
int gb_workshop_examine(const gb_workshop *workshop, double accepted, gb_error *error);
/// Find out whether the model has damping. Collective. errors: GB_FILE (memory)
int gb_workshop_damping(const gb_workshop *workshop, bool *damped, gb_error *error);
/// Whether two frequencies or load factors count as equal. Local.
bool gb_workshop_is_near(double a, double b);
/// Set the shapes of modes->count eigenvectors [count][n + m], scaled to the largest displacement
/// 1, and the nodal values of the base state if modes->about.base is not NULL. Collective. errors:
/// GB_FILE
int gb_workshop_shapes(const gb_workshop *workshop, const double vectors[], gb_modes *modes,
                       gb_error *error);

#endif
