/// Read tables of vectors at nodes, line by line.
#include "case/text/node_vectors.h"

#include "base/platform/file_contents.h"
#include "case/text/series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 4 };

static int read_lines(gb_shape_entry *shape, char *text, gb_arena *arena, gb_error *error) {
  int at = 1;
  for (char *line = text, *next; *line; line = next, at++) {
    double number[COLUMNS] = {0};
    next = line + strcspn(line, "\n");
    if (*next) *next++ = 0;
    const int count = gb_series_numbers(line, COLUMNS, number);
    if (count == 0 || (count < 0 && at == 1)) continue;
    if (count != COLUMNS || number[0] != floor(number[0]) || fabs(number[0]) > 1e15)
      return gb_fail(error, GB_USAGE,
                     "%s:%d: not a node number and a vector (found %d numbers); accepted: node, x, "
                     "y, z in each line",
                     shape->file, at, count < 0 ? 0 : count);
    gb_node_vector_entry row = {.node = (int64_t)number[0], .line = at};
    memcpy(row.value, number + 1, sizeof row.value);
    GB_TRY(GB_ARENA_ADD(arena, shape->table, row, error));
  }
  if (shape->table.count > 0) return GB_OK;
  return gb_fail(error, GB_USAGE, "%s: has no vectors; accepted: node, x, y, z in each line",
                 shape->file);
}

int gb_node_vectors_read(gb_shape_entry *shape, gb_arena *arena, gb_error *error) {
  char *text;
  size_t length;
  GB_TRY(gb_file_contents(shape->file, &text, &length, error));
  const int status = read_lines(shape, text, arena, error);
  free(text);
  return status;
}
