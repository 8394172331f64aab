/// Read files of numbers, line by line.
#include "case/text/series.h"

#include "base/platform/file_contents.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 2 };

int gb_series_numbers(char *line, int most, double number[]) {
  static const char separators[] = " \t\r,;";
  int count = 0;
  line[strcspn(line, "#")] = 0;
  for (line += strspn(line, separators); *line; line += strspn(line, separators)) {
    char *end;
    const double found = strtod(line, &end);
    if (end == line || !isfinite(found) || (*end && !strchr(separators, *end))) return -1;
    if (count < most) number[count] = found;
    count++;
    line = end;
  }
  return count;
}

static int add_line(gb_series *s, int at, int count, const double number[], int *columns,
                    gb_error *error) {
  if (*columns == 0) *columns = count;
  if (count < 1 || count > COLUMNS || count != *columns)
    return gb_fail(error, GB_BAD_TABLE,
                   "%s:%d: not the numbers of a line (found %d); accepted: one a line, or a time "
                   "and one, as in the other lines",
                   s->file, at, count < 0 ? 0 : count);
  if (count == 2 && s->count > 0 && !(number[0] > s->time[s->count - 1]))
    return gb_fail(error, GB_BAD_TABLE,
                   "%s:%d: times do not ascend (found %g after %g); accepted: later ones", s->file,
                   at, number[0], s->time[s->count - 1]);
  if (count == 2) s->time[s->count] = number[0];
  s->entry[s->count++] = number[count - 1];
  return GB_OK;
}

static int read_lines(gb_series *s, char *text, gb_error *error) {
  int columns = 0, at = 1;
  for (char *line = text, *next; *line; line = next, at++) {
    double number[COLUMNS + 1] = {0};
    next = line + strcspn(line, "\n");
    if (*next) *next++ = 0;
    const int count = gb_series_numbers(line, COLUMNS + 1, number);
    if (count == 0 || (count < 0 && at == 1)) continue;
    GB_TRY(add_line(s, at, count, number, &columns, error));
  }
  if (columns == 1) s->time = NULL;
  if (columns > 0) return GB_OK;
  return gb_fail(error, GB_BAD_TABLE, "%s: has no numbers; accepted: one a line, or a time and one",
                 s->file);
}

int gb_series_read(gb_series *series, gb_arena *arena, gb_error *error) {
  char *text;
  size_t length, lines = 2;
  GB_TRY(gb_file_contents(series->file, &text, &length, error));
  for (size_t i = 0; i < length; i++) lines += text[i] == '\n';
  int status = GB_TAKE(arena, series->entry, lines, error);
  if (status == GB_OK) status = GB_TAKE(arena, series->time, lines, error);
  if (status == GB_OK) status = read_lines(series, text, error);
  free(text);
  return status;
}
