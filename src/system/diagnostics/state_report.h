/// Reports about a state, in the user's names and numbers.
#ifndef GB_SYSTEM_DIAGNOSTICS_STATE_REPORT_H
#define GB_SYSTEM_DIAGNOSTICS_STATE_REPORT_H

#include "system/assembly/assembly.h"

/// Describe the node value whose unknown has the largest entry of r, and the element that
/// contributes most to it: "node 17 (u_z), element 30". Collective; text on all ranks.
/// @param r residual, [owned unknowns]
/// errors: GB_FILE
int gb_residual_report(const gb_model *model, gb_assembly *assembly, const gb_nodal_state *state,
                       const gb_scalar r[], size_t size, char *text, gb_error *error);

/// The model's largest extent along an axis. Collective.
double gb_model_extent(const gb_model *model);
/// Find the largest displacement of mesh nodes, points and bodies in nodal values z[nodal values],
/// and describe its node in `text`. Collective; text on all ranks. @return its magnitude
double gb_largest_motion(const gb_model *model, const gb_scalar z[], size_t size, char *text);

/// Largest |Phi|, |Phi'| and |Phi''| of the constraints so far (GB_DRIFT_POSITION to + 2), and
/// largest |Phi| of the constraints that are lengths and of those that are products of unit
/// vectors.
typedef enum gb_drift {
  GB_DRIFT_POSITION,
  GB_DRIFT_LENGTH = 3,
  GB_DRIFT_COSINE,
  GB_DRIFTS
} gb_drift;

/// Update drift[GB_DRIFTS] by this rank's constraints at a state with all components. Local.
void gb_drift_raise(gb_assembly *assembly, const gb_nodal_state *state, double drift[]);
/// @return the larger one of the drift of lengths relative to the model's largest extent along an
///   axis and the drift of cosines, over all ranks. Collective.
double gb_drift_opening(const gb_model *model, const double drift[]);

/// Check the rows that were left out because others said what they say: they must not be off by
/// more than 1e-6 of the model's size, or an angle of as much. Collective. errors: GB_LEFT_OUT,
/// which names both entries
/// @param where the march in the case
int gb_left_out_check(gb_assembly *assembly, const gb_nodal_state *state, const char *where,
                      gb_error *error);

/// List the joints whose constraints are violated in positions (level 0) or velocities (level 1),
/// largest first, with |Phi| or |Phi'|: "joint 'axle' (0.3)". Positions are listed down to a tenth
/// of the largest violation, velocities if they exceed round-off of the largest speed; "": none.
/// Collective. errors: GB_FILE
int gb_joint_report_broken(const gb_model *model, gb_assembly *assembly,
                           const gb_nodal_state *state, int level, size_t size, char *text,
                           gb_error *error);

/// Energies and momenta of a state, in global axes about the origin.
typedef struct gb_balance {
  double kinetic, strain;
  double lost; ///< energy dissipated by dampers so far, in output frames; else 0
  double momentum[3], angular_momentum[3];
} gb_balance;

/// Compute energies and momenta. The strain energy is what elements sample, as functionals of type
/// `energy` do. For shells it is the work of the elastic forces along the path s q, on which they
/// are cubic in s: a two-point Gauss rule is exact.
/// @param state its q, v, a and linearity are used; v and a are the arrays below
/// @param v, a, work [nodal values], overwritten
/// Collective.
int gb_balance_find(gb_assembly *assembly, const gb_nodal_state *state, gb_scalar v[],
                    gb_scalar a[], gb_scalar work[], gb_balance *balance, gb_error *error);

#endif
