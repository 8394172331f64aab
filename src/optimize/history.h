/// The evaluations of an optimisation, in memory and in a file. The file is complete after each
/// evaluation. A later run can replay it: the methods are deterministic, so that they request the
/// same points in the same order and get the stored values without a march. All functions are local
/// and called on one rank.
#ifndef GB_OPTIMIZE_HISTORY_H
#define GB_OPTIMIZE_HISTORY_H

#include "base/error.h"

/// An evaluation of the functions at a point.
typedef struct gb_evaluation {
  bool failed;       ///< the functions have no value at the point
  bool replayed;     ///< the evaluation comes from the file
  int iteration;     ///< number of the iteration that ended at the point; -1: none
  double seconds;    ///< time of the evaluation and of its gradient
  double objective;  ///< value of the objective, not scaled
  double violation;  ///< largest violation of the constraints, scaled
  double optimality; ///< see gb_optimisation_optimality; NAN: not known
  double *design;    ///< [designs]
  double *value;     ///< [functions]; NULL: failed
  double *gradient;  ///< [functions][designs]; NULL: not requested, or failed
} gb_evaluation;

/// Identity of the optimisation problem. A history can be replayed only for the same problem.
typedef struct gb_history_owner {
  int designs, functions, identities;
  const double *identity; ///< numbers that must agree, [identities]
} gb_history_owner;

typedef struct gb_history gb_history;

/// Create the file `path`; an existing one is renamed to PATH.old. `path` is borrowed.
/// @param from  file to replay, which may be `path` itself; NULL: none
/// errors: GB_USAGE: `from` is no history, or belongs to another problem; GB_FILE
int gb_history_open(const char *path, const char *from, const gb_history_owner *owner,
                    gb_history **out, gb_error *error);
/// Close the file and free the history; *history may be NULL.
void gb_history_close(gb_history **history);

/// Return the next evaluation of the replayed file, if it is at this point. Otherwise return NULL:
/// the caller must evaluate the functions and add them. The rest of the replayed file is dropped at
/// the first difference.
const gb_evaluation *gb_history_replay(gb_history *history, const double design[]);
/// Return the last evaluation with its gradient, if the next entry of the replayed file is a
/// gradient; otherwise NULL, as above.
const gb_evaluation *gb_history_replay_gradient(gb_history *history);
/// Add an evaluation in memory and in the file. errors: GB_FILE
/// @param value  [functions]; NULL: the evaluation failed
int gb_history_add(gb_history *history, const double design[], const double value[], double seconds,
                   gb_error *error);
/// Add the gradient of the last evaluation in memory and in the file. errors: GB_FILE
/// @param gradient  [functions][designs]; NULL: the computation failed
int gb_history_add_gradient(gb_history *history, const double gradient[], double seconds,
                            gb_error *error);

/// The number of evaluations.
int gb_history_count(const gb_history *history);
/// The evaluation with this index. The address is valid until the next evaluation is added.
gb_evaluation *gb_history_entry(const gb_history *history, int index);
/// The last evaluation with this design; NULL if there is none.
gb_evaluation *gb_history_find(const gb_history *history, const double design[]);

#endif
