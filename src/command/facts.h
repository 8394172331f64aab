/// The model in the user's words.
#ifndef GB_COMMAND_FACTS_H
#define GB_COMMAND_FACTS_H

#include "command/command.h"
#include "elements/element.h"

/// Sums of what acts, at times from the start to the end.
enum { GB_FACT_TIMES = 4 };
typedef struct gb_sums {
  double t[GB_FACT_TIMES];
  gb_resultant loads[GB_FACT_TIMES], weight[GB_FACT_TIMES];
} gb_sums;

/// What a gradient will take, in bytes of all ranks.
typedef struct gb_prediction {
  double step, factors;       ///< after a first step; of it factors; 0: not known
  gb_checkpoint_usage states; ///< of a gradient; all zero: there is none
} gb_prediction;

typedef struct gb_facts {
  long long elements[GB_ELEMENT_KINDS]; ///< of each kind, all ranks
  gb_inertia *part;                     ///< see gb_engine
  gb_sums sums;
} gb_facts;

/// From then on the march has taken a first step. Local, rank 0.
void gb_prediction_print(const gb_prediction *prediction);

/// The same on every rank. Collective. @param arena of its memory
int gb_facts_find(const gb_session *session, gb_arena *arena, gb_facts *out, gb_error *error);
/// Local.
void gb_facts_print(FILE *file, const gb_session *session, const gb_facts *facts);
/// The file of --json, if there is one, as documented in docs/results.md. Local, rank 0.
int gb_facts_write(const gb_command *command, const gb_facts *facts,
                   const gb_prediction *prediction, gb_error *error);

#endif
