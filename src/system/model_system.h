/// A finite-element model as a system for the drivers of integrators/. Its reports are declared in
/// model_reports.h.
#ifndef GB_SYSTEM_MODEL_SYSTEM_H
#define GB_SYSTEM_MODEL_SYSTEM_H

#include "base/timer.h"
#include "solve/system.h"
#include "system/assembly/shape_sensitivity.h"
#include "system/nodal_values/step_inputs.h"
#include "system/preconditioner/preconditioner.h"
#include "system/start/start.h"

/// Input of gb_model_system_create. Except for design and enforcement, it is borrowed for the life
/// of the system.
typedef struct gb_model_system_request {
  const gb_scalar *design;    ///< values of the designs, [designs]
  gb_enforcement enforcement; ///< form of the constraints after the first stage
  int functionals;
  const gb_functional *functional; ///< functionals to evaluate, [functionals]
  double duration; ///< duration of the march: functionals of controls are integrals over it
  gb_timers *timers;
  double memory; ///< memory in bytes over all ranks for factors besides the one in use
  bool whole;    ///< use full factors in double precision
  bool linear;   ///< linear statics: forces, strains and energies of states are those of the system
                 ///< linearised about its reference
  bool apart; ///< all elements take changes of their reference by designs apart from displacements,
              ///< as linear strains need it
  double settle; ///< a time that resolves motions, see gb_equilibrium_create; 0: do not start from
                 ///< an equilibrium
} gb_model_system_request;

/// Create the system of a model, which must outlive it. Collective. errors: GB_FILE and those of
/// its parts
int gb_model_system_create(const gb_model *model, const gb_model_system_request *request,
                           gb_system **out, gb_error *error);
void gb_model_system_destroy(gb_system **system);

/// Take the factors of another system of the same model and the same operator, which has none
/// afterwards and must be destroyed. Collective.
void gb_model_system_take_factors(gb_system *system, gb_system *from);

/// Use the equations of statics: prescribed motions move their points but have no rates because t
/// is not a time. Local.
void gb_model_system_at_rest(gb_system *system);

/// Use inputs that differ from step to step, and find out whether some of them are given motions;
/// borrowed. Local.
void gb_model_system_set_inputs(gb_system *system, gb_step_inputs *inputs);

/// Parts of a system for other files of this folder; borrowed.
typedef struct gb_model_access {
  const gb_model *model;
  gb_nodal *nodal;
  gb_shape_sensitivity *shape;
  gb_assembly *assembly;
  gb_timers *timers;
} gb_model_access;
gb_model_access gb_model_system_access(gb_system *system);
/// Compute the nodal values of q, v and a of a state, in memory of the system. Collective.
int gb_model_system_gather(gb_system *system, const gb_state *state, gb_nodal_state *nodal,
                           gb_error *error);

/// gradient[designs] += bar[nodal values] times the derivatives of the prescribed motions of q at a
/// time, this rank's share. Local.
void gb_model_system_motion_designs(gb_system *system, double t, const gb_scalar bar[],
                                    gb_scalar gradient[]);

/// Write sums of functionals and origins of factors, or read them and factor again. Collective.
int gb_model_system_archive(gb_system *system, gb_archive *archive, gb_error *error);

#endif
