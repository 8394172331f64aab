/// Tables of what probes, joints and bodies do in time.
#ifndef GB_MONITOR_HISTORY_H
#define GB_MONITOR_HISTORY_H

#include "model/model.h"
#include "output/results.h"

/// What a table of histories has of each of its things.
typedef struct gb_history {
  const char *table;
  int rows, stride;         ///< stride: between times
  const double *time;       ///< [rows][stride]
  int things, values;       ///< values of each
  const char *const *value; ///< their names
  const double *data;       ///< [rows][things][values]
  void (*name)(const gb_model *model, int thing, size_t size, char *text);
} gb_history;

/// Write one table with the time and the values of every thing; none where there are no things.
/// Collective.
int gb_history_write(gb_results *results, const gb_model *model, const gb_history *h,
                     gb_error *error);

#endif
