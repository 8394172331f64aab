/// A finite-element model as a system for the drivers of integrators/. Its reports are in
/// model_reports.h.
#ifndef GB_SYSTEM_MODEL_SYSTEM_H
#define GB_SYSTEM_MODEL_SYSTEM_H

#include "base/timer.h"
#include "solve/system.h"
#include "system/preconditioner.h"
#include "system/start.h"

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
  bool linear;   ///< for linear statics: forces, strains and energies that it finds of a state are
                 ///< those of the system made linear at its reference
  double settle; ///< a time that resolves motions, see gb_equilibrium_create; 0: the start is not
                 ///< an equilibrium
} gb_model_system_request;

/// Collective. The model must outlive the system.
int gb_model_system_create(const gb_model *model, const gb_model_system_request *request,
                           gb_system **out, gb_error *error);
void gb_model_system_destroy(gb_system **system);

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

/// Sums of the functionals and origins of the factors, written, or read and factored again.
/// Collective.
int gb_model_system_archive(gb_system *system, gb_archive *archive, gb_error *error);

#endif
