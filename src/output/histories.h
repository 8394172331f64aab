/// Reader of the tables in /histories of a results file, which gb_results_history has written.
#ifndef GB_OUTPUT_HISTORIES_H
#define GB_OUTPUT_HISTORIES_H

#include "base/arena.h"

typedef struct gb_history_table {
  char *name;
  int rows, columns;
  const char **column; ///< names of the columns, [columns]; the first one is "time"
  double *value;       ///< [rows][columns]
} gb_history_table;

typedef struct gb_history_tables {
  int count;
  gb_history_table *table; ///< sorted by name, [count]
} gb_history_tables;

/// Read all tables of a file into memory of the arena. Local. errors: GB_FILE
int gb_histories_read(const char *path, gb_arena *arena, gb_history_tables *out, gb_error *error);

#endif
