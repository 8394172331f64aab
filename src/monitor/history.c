/// Columns and rows of a history.
#include "monitor/history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int gb_history_write(gb_results *results, const gb_model *model, const gb_history *h,
                     gb_error *error) {
  const int values = h->things * h->values, columns = 1 + values;
  const char **column = NULL;
  char(*name)[96] = NULL;
  double *table = NULL;
  if (h->things == 0) return GB_OK;
  int status = GB_ALLOCATE(column, (size_t)columns, error);
  if (status == GB_OK) status = GB_ALLOCATE(name, (size_t)columns, error);
  if (status == GB_OK) status = GB_ALLOCATE(table, (size_t)h->rows * (size_t)columns, error);
  status = gb_agree(model->comm, status, error);
  if (status == GB_OK) {
    column[0] = "time";
    for (int c = 0; c < values; c++) {
      char thing[81];
      h->name(model, c / h->values, sizeof thing, thing);
      snprintf(name[c], sizeof *name, "%s.%s", thing, h->value[c % h->values]);
      column[c + 1] = name[c];
    }
    for (int r = 0; r < h->rows; r++) {
      table[r * columns] = h->time[r * h->stride];
      memcpy(&table[r * columns + 1], &h->data[r * values], (size_t)values * sizeof *table);
    }
    status = gb_results_history(results, h->table, h->rows, columns, column, table, error);
  }
  free(column);
  free(name);
  free(table);
  return status;
}
