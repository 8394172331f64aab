/// The verb `optimize`: what its parts share. Rank 0 runs the method; whenever this wants functions
/// of new designs, all ranks march.
#ifndef GB_COMMAND_OPTIMIZE_H
#define GB_COMMAND_OPTIMIZE_H

#include "command/refine.h"
#include "optimize/history.h"
#include "optimize/optimisation.h"
#include "session/evaluator.h"

/// How it ended, in one word of the JSON file.
typedef enum gb_optimum_status {
  GB_OPTIMUM,
  GB_OPTIMUM_INFEASIBLE,
  GB_OPTIMUM_LIMIT,
  GB_OPTIMUM_STALLED,
  GB_OPTIMUM_STOPPED
} gb_optimum_status;

/// The functions that the problem has, without the case's others. A function may be a list, each of
/// whose values is a constraint.
typedef struct gb_wanted_functions {
  int count, *index; ///< among the case's, [count]
  int values;        ///< of all of them
  const char **name; ///< NAME, or NAME[k] of a list, [values]
  int *row;          ///< which value the objective is, and each constraint, [1 + constraints]
  const int *entry;  ///< of the case's constraints, [1 + constraints]; of the objective -1
  double *size;      ///< by which they are divided, [1 + constraints]
} gb_wanted_functions;

/// How far it is; of rank 0.
typedef struct gb_optimize_progress {
  gb_history *history;
  FILE *table;      ///< CASE.history.csv
  int written;      ///< evaluations in it
  int iterations;   ///< that have ended
  int reached;      ///< the evaluation that is the optimum; -1: none yet
  double largest;   ///< entry of the objective's scaled gradients at the points that were best
  double *previous; ///< designs at the end of the last one, [designs]
  double *unscaled; ///< [designs]
  int status;       ///< GB_OK, or what ends everything
  gb_error error;   ///< of that
} gb_optimize_progress;

typedef struct gb_optimize {
  const gb_command *command;
  gb_session *session; ///< of the command
  gb_arena memory;
  gb_wanted_functions wanted;
  gb_optimisation problem; ///< scaled
  double *scale;           ///< of the designs, [designs]
  double deadline;
  gb_evaluator live; ///< of the wanted functions
  gb_optimize_progress at;
  gb_refinement refinement; ///< of the point where it ended, with --refine
} gb_optimize;

/// Make ready to march. Collective.
int gb_optimize_march_open(gb_optimize *o, gb_error *error);
/// On rank 0: march with these designs, or differentiate that march, on all ranks, the others being
/// in gb_optimize_serve. Values and gradient are in o->live.outcome. errors: of the engine and the
/// model, among them GB_PAUSED
int gb_optimize_march(gb_optimize *o, const double design[], gb_error *error);
int gb_optimize_turn_back(gb_optimize *o, gb_error *error);
/// On rank 0: both with half the time step, into o->refinement, at the designs of an evaluation.
/// errors: GB_FILE (memory); those of the march are in o->refinement.failure
int gb_optimize_refine(gb_optimize *o, const gb_evaluation *at, gb_error *error);
/// On the other ranks: do what rank 0 wants, until it calls gb_optimize_dismiss.
void gb_optimize_serve(gb_optimize *o);
void gb_optimize_dismiss(const gb_optimize *o);

/// Of rank 0. Begin CASE.history.csv, or write the evaluations that it has not.
int gb_optimize_table_open(gb_optimize *o, gb_error *error);
int gb_optimize_table_write(gb_optimize *o, gb_error *error);
/// CASE.optimum.yaml; CASE.history.h5 and CASE.history.svg; the file of --json.
int gb_optimize_write_case(const gb_optimize *o, const gb_evaluation *best, gb_error *error);
int gb_optimize_write_history(const gb_optimize *o, gb_error *error);
int gb_optimize_draw(const gb_optimize *o, gb_error *error);
/// Print the functions and designs of the best evaluation. @param stopped  only the history was
/// written
void gb_optimize_print(const gb_optimize *o, const gb_evaluation *best, bool stopped);
int gb_optimize_write_json(const gb_optimize *o, const gb_evaluation *best,
                           gb_optimum_status status, const char *words, gb_error *error);

#endif
