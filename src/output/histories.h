/// The tables of /histories of a results file, as gb_results_history wrote them.
#ifndef GB_OUTPUT_HISTORIES_H
#define GB_OUTPUT_HISTORIES_H

#include "base/arena.h"

typedef struct gb_history_table {
  char *name;
  int rows, columns;
  const char **column; ///< names, the first one "time", [columns]
  double *value;       ///< [rows][columns]
} gb_history_table;

typedef struct gb_history_tables {
  int count;
  gb_history_table *table; ///< in the order of their names, [count]
} gb_history_tables;

/// Read all of a file into memory of the arena. Local. errors: GB_FILE
int gb_histories_read(const char *path, gb_arena *arena, gb_history_tables *out, gb_error *error);

#endif
