/// The evaluations of an optimisation, in memory and in a file that is complete after each of them:
/// what a run that was ended had found is handed to the next one in the same order, bit for bit,
/// and the methods, which are deterministic, go the same way without marching it again. Local: one
/// rank has it.
#ifndef GB_OPTIMIZE_HISTORY_H
#define GB_OPTIMIZE_HISTORY_H

#include "base/error.h"

/// A point whose functions were asked for.
typedef struct gb_evaluation {
  bool failed;       ///< the functions have no value there
  bool replayed;     ///< found in the file
  int iteration;     ///< that it ended; -1: none
  double seconds;    ///< that it took, with its gradient
  double objective;  ///< not scaled
  double violation;  ///< of the constraints, scaled
  double optimality; ///< see gb_optimisation_optimality; NAN: not known
  double *design;    ///< [designs]
  double *value;     ///< [functions]; NULL: failed
  double *gradient;  ///< [functions][designs]; NULL: not asked for, or failed
} gb_evaluation;

/// Of whom the evaluations are: they are handed on to nobody else.
typedef struct gb_history_owner {
  int designs, functions, identities;
  const double *identity; ///< numbers that must agree, [identities]
} gb_history_owner;

typedef struct gb_history gb_history;

/// Begin the file at `path`; one that is there is renamed to PATH.old. Or go on from `from`, which
/// may be that very file; another one is copied first.
/// @param from  NULL: begin
/// errors: GB_USAGE for a file that is no history or is of another case; GB_FILE
int gb_history_open(const char *path, const char *from, const gb_history_owner *owner,
                    gb_history **out, gb_error *error);
void gb_history_close(gb_history **history);

/// The next evaluation of the file, if it is of this point, or the gradient of the last one; NULL:
/// it has to be found, and added. From the first one that differs on, the rest of the file is
/// dropped.
const gb_evaluation *gb_history_replay(gb_history *history, const double design[]);
const gb_evaluation *gb_history_replay_gradient(gb_history *history);
/// Add an evaluation, or the gradient of the last one, here and in the file. NULL: it failed.
int gb_history_add(gb_history *history, const double design[], const double value[], double seconds,
                   gb_error *error);
int gb_history_add_gradient(gb_history *history, const double gradient[], double seconds,
                            gb_error *error);

/// How many points there are, and one of them. Addresses last until the next is added.
int gb_history_count(const gb_history *history);
gb_evaluation *gb_history_entry(const gb_history *history, int index);
/// The last point with this design; NULL: none.
gb_evaluation *gb_history_find(const gb_history *history, const double design[]);

#endif
