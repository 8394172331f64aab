/// What is reported of a state, in the user's words and numbers.
#ifndef GB_SYSTEM_STATE_REPORT_H
#define GB_SYSTEM_STATE_REPORT_H

#include "system/assembly.h"

/// The node value whose unknown has the largest entry of r, and the element that contributes most
/// to it at this state: "node 17 (u_z), element 30". Collective; text on every rank.
/// @param r [owned unknowns]
/// errors: GB_FILE (memory)
int gb_residual_report(const gb_model *model, gb_assembly *assembly, const gb_nodal_state *state,
                       const gb_scalar r[], size_t size, char *text, gb_error *error);

/// The largest displacement among nodal values z[nodal values] of mesh nodes, points and
/// bodies, and the words of its node.
/// Collective; text on every rank. @return its magnitude
double gb_largest_motion(const gb_model *model, const gb_scalar z[], size_t size, char *text);

/// The largest |Phi|, |Phi'| and |Phi''| of constraints so far, the largest |Phi| of those that are
/// lengths and of the others, which are products of unit vectors.
typedef enum gb_drift {
  GB_DRIFT_POSITION,
  GB_DRIFT_LENGTH = 3,
  GB_DRIFT_COSINE,
  GB_DRIFTS
} gb_drift;

/// Raise drift[GB_DRIFTS] by this rank's constraints at a state with all components. Local.
void gb_drift_raise(gb_assembly *assembly, const gb_nodal_state *state, double drift[]);
/// The larger of lengths by the model's largest extent along an axis, and of cosines, of all ranks.
/// Collective.
double gb_drift_opening(const gb_model *model, const double drift[]);

/// The joints that positions (level 0) or velocities (1) break, largest first, with their |Phi| or
/// |Phi'|: "joint 'axle' (0.3)"; positions down to a tenth of the largest; velocities "": none by
/// more than round-off of the largest speed. Collective; errors: GB_FILE (memory)
int gb_joint_report_broken(const gb_model *model, gb_assembly *assembly,
                           const gb_nodal_state *state, int level, size_t size, char *text,
                           gb_error *error);

/// Energies and momenta of a state, in global axes about the origin.
typedef struct gb_balance {
  double kinetic, strain;
  double lost; ///< in frames, the energy that dampers took up to there; else 0
  double momentum[3], angular_momentum[3];
} gb_balance;

/// The strain energy of springs is their potential; of the others it is the work of the
/// elastic forces, exact by a two-point Gauss rule along the path s q, on which they are cubic in
/// s.
/// @param state of which q, v, a and whether it is linear count; v and a are the arrays below
/// @param v, a, work [nodal values], overwritten
/// Collective.
int gb_balance_find(gb_assembly *assembly, const gb_nodal_state *state, gb_scalar v[],
                    gb_scalar a[], gb_scalar work[], gb_balance *balance, gb_error *error);

#endif
