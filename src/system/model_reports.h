/// What a model's system tells of its states and of itself: values for output, energies, forces,
/// warnings.
#ifndef GB_SYSTEM_MODEL_REPORTS_H
#define GB_SYSTEM_MODEL_REPORTS_H

#include "solve/system.h"
#include "system/admissible.h"
#include "system/start.h"
#include "system/state_report.h"

/// Room for the values of all quantities. Local. errors: GB_FILE (memory)
int gb_model_reports_create(gb_system *system, gb_error *error);

/// Nodal values of a component GB_Q, GB_V or GB_A of a state, for output: z[nodal values].
/// Collective.
int gb_model_system_nodal(gb_system *system, const gb_state *state, int component, gb_scalar z[],
                          gb_error *error);
/// The same of the derivative of a state along dx[designs], of which `derivative` is that of its
/// unknowns: of displacements, velocities or accelerations.
int gb_model_system_nodal_derivative(gb_system *system, const gb_state *state, const gb_scalar dx[],
                                     const gb_state *derivative, int component, gb_scalar z[],
                                     gb_error *error);
/// Failure indices of each shell of this rank at increments q, [gb_model_failures][cells].
/// Collective.
int gb_model_system_failure(gb_system *system, const gb_state *state, double failure[],
                            gb_error *error);
/// Forces, moments, strains and stresses of sections at increments q, [GB_SECTION_VALUES][cells],
/// see gb_assembly_sections. Collective.
int gb_model_system_sections(gb_system *system, const gb_state *state, double value[],
                             gb_error *error);

/// A probe's displacement along a direction is row . q: *row[n + m] is the
/// caller's to free. Collective.
int gb_model_system_displacement(gb_system *system, int probe, const double direction[3],
                                 gb_scalar **row, gb_error *error);

/// Energies and momenta of a state. Collective.
int gb_model_system_balance(gb_system *system, const gb_state *state, gb_balance *balance,
                            gb_error *error);

/// The power that dampers take at a gathered state, the same on every rank. Collective.
double gb_model_system_damping_power(gb_system *system, const gb_nodal_state *nodal);

/// Keep the largest excess of elements at a state, [GB_BOUNDS]: see gb_excess_find. Collective.
int gb_model_system_excess(gb_system *system, const gb_state *state, gb_excess worst[],
                           gb_error *error);

/// After the start: how constraints changed the initial velocities (zeros without constraints), and
/// the equilibrium.
/// Collective.
int gb_model_system_start_report(gb_system *system, gb_start_report *report, gb_error *error);
/// See gb_drift_raise. Local.
void gb_model_system_drift(gb_system *system, const gb_nodal_state *nodal, double drift[]);
/// The joints that are open in a state, largest first: see gb_joint_report_broken. Collective.
int gb_model_system_opened(gb_system *system, const gb_state *state, size_t size, char *text,
                           gb_error *error);
/// value[values of the model's quantities] = this rank's share of each at a gathered state.
/// Collective.
int gb_model_system_quantities(gb_system *system, const gb_nodal_state *nodal, double value[],
                               gb_error *error);
int gb_model_system_factorisations(const gb_system *system);
double gb_model_system_factor_bytes(const gb_system *system);

#endif
