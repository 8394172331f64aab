/// Facts about a model that `check` prints and writes.
#ifndef GB_COMMAND_REPORT_FACTS_H
#define GB_COMMAND_REPORT_FACTS_H

#include "command/command.h"
#include "elements/element.h"

/// Sums of the loads and of the weight at times from the start to the end.
enum { GB_FACT_TIMES = 4 };
typedef struct gb_sums {
  double t[GB_FACT_TIMES];
  gb_resultant loads[GB_FACT_TIMES], weight[GB_FACT_TIMES];
} gb_sums;

/// The memory of a gradient, in bytes over all ranks.
typedef struct gb_prediction {
  double step, factors; ///< step: after a first step; factors: the part of factors; 0: not known
  gb_checkpoint_usage states; ///< of a gradient; all zero: there is none
} gb_prediction;

typedef struct gb_facts {
  long long elements[GB_ELEMENT_KINDS]; ///< of each kind, all ranks
  gb_inertia *part;                     ///< see gb_engine
  gb_sums sums;
} gb_facts;

/// Print the predicted memory on standard output. Local, rank 0.
void gb_prediction_print(const gb_prediction *prediction);

/// Find the facts, the same on every rank. Collective. @param arena owner of the arrays
int gb_facts_find(const gb_session *session, gb_arena *arena, gb_facts *out, gb_error *error);
/// Print the facts. Local.
void gb_facts_print(FILE *file, const gb_session *session, const gb_facts *facts);
/// Write the file of --json, if one is asked for, as docs/results.md documents. Local, rank 0.
int gb_facts_write(const gb_command *command, const gb_facts *facts,
                   const gb_prediction *prediction, gb_error *error);

#endif
