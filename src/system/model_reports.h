/// Reports of a model's system about its states: values for output, energies, forces, warnings.
#ifndef GB_SYSTEM_MODEL_REPORTS_H
#define GB_SYSTEM_MODEL_REPORTS_H

#include "solve/system.h"
#include "system/diagnostics/admissible.h"
#include "system/diagnostics/state_report.h"
#include "system/start/start.h"

/// Allocate memory for the values of all quantities. Local. errors: GB_FILE
int gb_model_reports_create(gb_system *system, gb_error *error);

/// z[nodal values] = component GB_Q, GB_V or GB_A of a state, for output. Collective.
int gb_model_system_nodal(gb_system *system, const gb_state *state, int component, gb_scalar z[],
                          gb_error *error);
/// z[nodal values] = derivative of a component of a state along dx[designs]. `derivative` contains
/// the derivative of the unknowns. Collective.
int gb_model_system_nodal_derivative(gb_system *system, const gb_state *state, const gb_scalar dx[],
                                     const gb_state *derivative, int component, gb_scalar z[],
                                     gb_error *error);
/// Failure indices of each shell of this rank, failure[gb_model_failures][cells]. Collective.
int gb_model_system_failure(gb_system *system, const gb_state *state, double failure[],
                            gb_error *error);
/// Forces, moments, strains and stresses of sections, value[GB_SECTION_VALUES][cells], see
/// gb_assembly_sections. Collective.
int gb_model_system_sections(gb_system *system, const gb_state *state, double value[],
                             gb_error *error);
/// Values of contacts at their nodes, see gb_assembly_touch. Collective.
int gb_model_system_touch(gb_system *system, const gb_state *state, double value[],
                          gb_error *error);

/// Find the row of a probe's displacement along a direction: the displacement is row . q. The
/// caller frees *row[n + m]. Collective. errors: GB_FILE
int gb_model_system_displacement(gb_system *system, int probe, const double direction[3],
                                 gb_scalar **row, gb_error *error);

/// Compute energies and momenta of a state. Collective.
int gb_model_system_balance(gb_system *system, const gb_state *state, gb_balance *balance,
                            gb_error *error);

/// Find the share of the preload of a linear system that supports and springs do not balance among
/// themselves: the norm of its residual by the unknowns divided by that of its elements' residuals,
/// 0 without preload. Multipliers of bodies and joints, which are zero in K(0), or displacements
/// balance this share, so that K(0) lacks the terms by which it turns. Collective.
int gb_model_system_preload(gb_system *system, const gb_state *state, double *share,
                            gb_error *error);

/// Power dissipated by dampers at a gathered state, the same on all ranks. Collective.
double gb_model_system_damping_power(gb_system *system, const gb_nodal_state *nodal);

/// Energy that elements with a memory dissipated in the step that ends at a gathered state, the
/// same on all ranks. Collective.
double gb_model_system_spent(gb_system *system, const gb_nodal_state *nodal);

/// Update the largest excess of elements by a state, worst[GB_BOUNDS], see gb_excess_find.
/// Collective.
int gb_model_system_excess(gb_system *system, const gb_state *state, gb_excess worst[],
                           gb_error *error);

/// Report how constraints changed the initial velocities (zeros without constraints) and how the
/// initial equilibrium was found. Call it after the start. Collective.
int gb_model_system_start_report(gb_system *system, gb_start_report *report, gb_error *error);
/// See gb_drift_raise. Local.
void gb_model_system_drift(gb_system *system, const gb_nodal_state *nodal, double drift[]);
/// Check the rows that were left out, see gb_left_out_check. Collective. errors: GB_LEFT_OUT
int gb_model_system_left_out(gb_system *system, const gb_nodal_state *nodal, const char *where,
                             gb_error *error);
/// Describe the joints that are open in a state, largest gap first, see gb_joint_report_broken.
/// Collective.
int gb_model_system_opened(gb_system *system, const gb_state *state, size_t size, char *text,
                           gb_error *error);
/// value[values of the model's quantities] = this rank's contribution to each at a gathered state.
/// Collective.
int gb_model_system_quantities(gb_system *system, const gb_nodal_state *nodal, double value[],
                               gb_error *error);
/// Number of factorisations so far; bytes of all stored factors. Local.
int gb_model_system_factorisations(const gb_system *system);
double gb_model_system_factor_bytes(const gb_system *system);

/// Report the acceleration of inertia relief at a state, of the mass centre of the reference.
/// Collective.
int gb_model_system_relief(gb_system *system, const gb_state *state, gb_relief_report *report,
                           gb_error *error);

#endif
