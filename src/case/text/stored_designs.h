/// Values of designs in an HDF5 file.
#ifndef GB_CASE_TEXT_STORED_DESIGNS_H
#define GB_CASE_TEXT_STORED_DESIGNS_H

#include "base/arena.h"

typedef struct gb_stored_designs {
  int count;
  char **name;   ///< [count]
  double *value; ///< [count]
} gb_stored_designs;

/// Read the datasets design_names, texts [n], and designs, numbers [n] or [rows][n], of which the
/// last row is used. `gimbal gradient --out` and histories of optimisations have these datasets.
/// The arena owns the values. Local. errors: GB_FILE, GB_USAGE
int gb_stored_designs_read(const char *path, gb_arena *arena, gb_stored_designs *out,
                           gb_error *error);

#endif
