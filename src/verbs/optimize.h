/// Data of the verb `optimize`. Rank 0 runs the method; all ranks march whenever it needs functions
/// of new designs.
#ifndef GB_VERBS_OPTIMIZE_H
#define GB_VERBS_OPTIMIZE_H

#include "command/report/refine.h"
#include "optimize/history.h"
#include "optimize/optimisation.h"
#include "session/evaluator.h"

/// The status of the optimisation in the JSON file.
typedef enum gb_optimum_status {
  GB_OPTIMUM,
  GB_OPTIMUM_INFEASIBLE,
  GB_OPTIMUM_LIMIT,
  GB_OPTIMUM_STALLED,
  GB_OPTIMUM_STOPPED
} gb_optimum_status;

/// The functions of the case that are the objective or constrained. Each value of a list is a
/// constraint.
typedef struct gb_wanted_functions {
  int count, *index; ///< of each among the case's functions, [count]
  int values;        ///< number of their values
  const char **name; ///< NAME, or NAME[k] of a list, [values]
  int *row; ///< index of the value of the objective and of each constraint, [1 + constraints]
  const int *entry; ///< entry of optimize.constraints, [1 + constraints]; -1: the objective
  double *size;     ///< scale of each row, [1 + constraints]
} gb_wanted_functions;

/// The progress of the optimisation, on rank 0.
typedef struct gb_optimize_progress {
  gb_history *history;
  FILE *table;      ///< CASE.history.csv
  int written;      ///< evaluations in the table
  int iterations;   ///< number of completed iterations
  int reached;      ///< the evaluation that is the optimum; -1: none yet
  double largest;   ///< largest entry of the objective's scaled gradients at the best points so far
  double *previous; ///< designs at the end of the last iteration, [designs]
  int status;       ///< GB_OK, or the status that ends the optimisation
  gb_error error;   ///< its message
} gb_optimize_progress;

/// The parts of an optimisation, which the verb owns.
typedef struct gb_optimize {
  const gb_command *command;
  gb_session *session; ///< of the command
  gb_arena memory;
  gb_wanted_functions wanted;
  gb_optimisation *problem; ///< scaled
  double *scale;            ///< of the designs, [designs]
  double *unscaled;         ///< designs of the next march, [designs]
  double deadline;
  gb_analysis *analysis; ///< of the wanted functions
  gb_evaluator *live;    ///< evaluates them
  gb_optimize_progress *at;
  gb_refinement *refinement; ///< of the last point, with --refine; NULL: none
} gb_optimize;

/// Prepare the marches. Collective.
int gb_optimize_march_open(gb_optimize *o, gb_error *error);
/// On rank 0: march with these designs, or differentiate that march, on all ranks, the others being
/// in gb_optimize_serve. Values and gradient are in o->live->outcome-> errors: of the engine and
/// the model, among them GB_PAUSED
int gb_optimize_march(gb_optimize *o, const double design[], gb_error *error);
int gb_optimize_turn_back(gb_optimize *o, gb_error *error);
/// On rank 0: both with half the time step, into o->refinement, at the designs of an evaluation.
/// errors: GB_FILE (memory); those of the march are in o->refinement->failure
int gb_optimize_refine(gb_optimize *o, const gb_evaluation *at, gb_error *error);
/// On the other ranks: execute the orders of rank 0 until it calls gb_optimize_dismiss.
void gb_optimize_serve(gb_optimize *o);
void gb_optimize_dismiss(const gb_optimize *o);

/// On rank 0: begin CASE.history.csv; append the evaluations that are not in it.
int gb_optimize_table_open(gb_optimize *o, gb_error *error);
int gb_optimize_table_write(gb_optimize *o, gb_error *error);
/// Write CASE.optimum.yaml, CASE.history.h5, CASE.history.svg and the file of --json.
int gb_optimize_write_case(const gb_optimize *o, const gb_evaluation *best, gb_error *error);
int gb_optimize_write_history(const gb_optimize *o, gb_error *error);
int gb_optimize_draw(const gb_optimize *o, gb_error *error);
/// Print the functions and designs of the best evaluation. @param stopped  only the history was
/// written
void gb_optimize_print(const gb_optimize *o, const gb_evaluation *best, bool stopped);
int gb_optimize_write_json(const gb_optimize *o, const gb_evaluation *best,
                           gb_optimum_status status, const char *words, gb_error *error);

#endif
