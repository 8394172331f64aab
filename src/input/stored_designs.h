/// Values of designs in an HDF5 file.
#ifndef GB_INPUT_STORED_DESIGNS_H
#define GB_INPUT_STORED_DESIGNS_H

#include "base/arena.h"

typedef struct gb_stored_designs {
  int count;
  char **name;   ///< [count]
  double *value; ///< [count]
} gb_stored_designs;

/// Read the datasets design_names, texts [n], and designs, numbers [n] or [rows][n], of which the
/// last row counts: so `gimbal gradient --out` and the history of an optimisation have them. The
/// arena owns what is found. Local. errors: GB_FILE, GB_USAGE
int gb_stored_designs_read(const char *path, gb_arena *arena, gb_stored_designs *out,
                           gb_error *error);

#endif
