/// Functionals and gradients of one session at any designs. The model is rebuilt where designs
/// change the reference configuration.
#ifndef GB_SESSION_EVALUATOR_H
#define GB_SESSION_EVALUATOR_H

#include "session/session.h"

typedef struct gb_evaluator {
  gb_session *session;   ///< its request must keep the mesh
  gb_analysis *analysis; ///< that of the session, or one with other functionals
  gb_arena memory;
  bool fixed;          ///< the model serves all designs
  int *first;          ///< design of each entry of the case, [entries + 1]
  double *design;      ///< of the last march, [designs]
  bool coupled;        ///< the last march is by steps
  gb_run *run;         ///< the last march; NULL: there is none that could be differentiated
  gb_outcome *outcome; ///< of the last march
} gb_evaluator;

/// Create an evaluator, which borrows the session and the analysis, and sets the model of both
/// where it is built anew. Collective. errors: GB_FILE
int gb_evaluator_create(gb_session *session, gb_analysis *analysis, gb_evaluator **out,
                        gb_error *error);
/// Destroy an evaluator. Collective.
void gb_evaluator_destroy(gb_evaluator **evaluator);

/// March with these designs, the same on all ranks. Collective. errors: those of the engine and the
/// model
/// @param keeps use the factors of the last march, if there is one, in linear statics of which only
/// loads have changed since
int gb_evaluator_march(gb_evaluator *e, const double design[], bool keeps, gb_error *error);
/// Begin a march by steps, which the engine's coupling continues with e->run. Collective.
/// errors: as of gb_evaluator_march and of the coupling
int gb_evaluator_couple(gb_evaluator *e, const double design[], const gb_coupled_inputs *inputs,
                        gb_error *error);
/// End a march by steps that failed. Collective.
void gb_evaluator_drop(gb_evaluator *e);
/// Add the gradient to the outcome of the last march, once, by the method that the analysis had
/// then. Collective. errors: those of the engine
/// @param keeps keep the factors for the next march
int gb_evaluator_differentiate(gb_evaluator *e, bool keeps, gb_error *error);
/// Find the modes at these designs, the same on all ranks, about the state that the case asks for.
/// The last march can still be differentiated, unless the model must be built anew. Collective.
/// errors: those of gb_modes_find and of the model
/// @param count number of modes; 0: the number that the case asks for
int gb_evaluator_modes(gb_evaluator *e, const double design[], int count, gb_modes *out,
                       gb_error *error);

#endif
