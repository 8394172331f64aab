/// A finite-element model as a system for the drivers of integrators/.
#ifndef GB_SYSTEM_MODEL_SYSTEM_H
#define GB_SYSTEM_MODEL_SYSTEM_H

#include "base/timer.h"
#include "solve/system.h"
#include "system/admissible.h"
#include "system/preconditioner.h"
#include "system/start.h"
#include "system/state_report.h"

/// What a system is made for. Borrowed for the life of the system but for design and enforcement.
typedef struct gb_model_system_request {
  const gb_scalar *design;    ///< values of the designs, [designs]
  gb_enforcement enforcement; ///< of constraints, after the first stage
  int functionals;
  const gb_functional *functional; ///< to evaluate, [functionals]
  double duration;                 ///< of the march: functionals of controls are integrals over it
  gb_timers *timers;
  double memory; ///< bytes over all ranks for factors beyond the one in use
  bool whole;    ///< factors leave nothing out, in double precision
  double settle; ///< a time that resolves motions, see gb_equilibrium_create; 0: the start is not
                 ///< an equilibrium
} gb_model_system_request;

/// Collective. The model must outlive the system.
int gb_model_system_create(const gb_model *model, const gb_model_system_request *request,
                           gb_system **out, gb_error *error);
void gb_model_system_destroy(gb_system **system);

/// Forces among the quantities are those of the system made linear at its reference. Collective.
/// errors: GB_FILE (memory)
int gb_model_system_linear(gb_system *system, gb_error *error);
/// Functionals that depend on one state of a march alone, found elsewhere from it, by their
/// derivatives there.
typedef struct gb_state_bars {
  int count;
  bool first;        ///< the state is the start of the march, else its end
  const double *bar; ///< by q and by the multipliers of the constraint equations, [count][n + m]
} gb_state_bars;
/// From now on the system's functionals are these, whose values count as 0. Borrowed.
/// @param scale of the march's multipliers, gb_enforcement.column
void gb_model_system_give(gb_system *system, const gb_state_bars *bars, double scale);
/// In a static march given motions move their points but have no rates: t is no time.
void gb_model_system_at_rest(gb_system *system);

/// What the system works with, for others of this folder; borrowed. Local.
typedef struct gb_model_loan {
  const gb_model *model;
  gb_nodal *nodal;
  gb_assembly *assembly;
  gb_timers *timers;
} gb_model_loan;
gb_model_loan gb_model_system_lend(gb_system *system);
/// Nodal values of q, v and a of a state, in the system's own memory. Collective.
int gb_model_system_gather(gb_system *system, const gb_state *state, gb_nodal_state *nodal,
                           gb_error *error);

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

/// The power that dampers take at a state, the same on every rank. Collective.
int gb_model_system_damping_power(gb_system *system, const gb_state *state, double *power,
                                  gb_error *error);

/// Keep the largest pull of beams at a state: see gb_pull_find. Collective.
int gb_model_system_pull(gb_system *system, const gb_state *state, gb_pull *worst, gb_error *error);

/// After the start: how constraints changed the initial velocities (zeros without constraints), and
/// the equilibrium.
/// Collective.
int gb_model_system_start_report(gb_system *system, gb_start_report *report, gb_error *error);
/// See gb_drift_raise. Collective.
int gb_model_system_drift(gb_system *system, const gb_state *state, double drift[3],
                          gb_error *error);
/// value[values of the model's quantities] = this rank's share of each at a state. Collective.
int gb_model_system_quantities(gb_system *system, const gb_state *state, double value[],
                               gb_error *error);
/// Sums of the functionals and origins of the factors, written, or read and factored again.
/// Collective.
int gb_model_system_archive(gb_system *system, gb_archive *archive, gb_error *error);
int gb_model_system_factorisations(const gb_system *system);
double gb_model_system_factor_bytes(const gb_system *system);

#endif
