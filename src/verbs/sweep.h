/// Frequencies of a case over values of one of its keys: a Campbell diagram where the key is the
/// spin.
#ifndef GB_VERBS_SWEEP_H
#define GB_VERBS_SWEEP_H

#include "command/command.h"

/// Frequencies [values][count], NAN where there were fewer modes.
typedef struct gb_sweep {
  const char *key;
  int values, count;
  const double *value, *frequency;
} gb_sweep;

/// OUTPUT-DIR/CASE.modes.csv: a line for each value. Local, rank 0. errors: GB_FILE
int gb_sweep_write_table(const gb_command *command, const gb_sweep *sweep, gb_error *error);
/// OUTPUT-DIR/CASE.modes.svg: a curve for each mode. Local, rank 0. errors: GB_FILE
int gb_sweep_draw(const gb_command *command, const gb_sweep *sweep, gb_error *error);

#endif
