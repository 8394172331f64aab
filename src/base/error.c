/// Recording an error once and making it common to all ranks.
#include "base/error.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/// Bytes of the control character at text, as of ISO 6429 in UTF-8; 0: it is none.
static size_t control_at(const char *text, bool lines) {
  const unsigned char *c = (const unsigned char *)text;
  if (c[0] == '\n' && lines) return 0;
  if (c[0] < 0x20 || c[0] == 0x7f) return 1;
  return c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0 ? 2 : 0;
}

void gb_printable(size_t size, char *text, bool lines) {
  for (size_t i = 0; text[i];) {
    const size_t length = control_at(text + i, lines), rest = i + length;
    char escaped[8];
    if (length == 0) {
      i++;
      continue;
    }
    snprintf(escaped, sizeof escaped, "\\x%02x", (unsigned char)text[rest - 1]);
    if (i + 4 >= size) {
      text[i] = 0;
      return;
    }
    size_t moved = strlen(text + rest);
    if (i + 4 + moved >= size) moved = size - i - 5;
    memmove(text + i + 4, text + rest, moved);
    memcpy(text + i, escaped, 4);
    text[i + 4 + moved] = 0;
    i += 4;
  }
}

int gb_fail(gb_error *error, int status, const char *format, ...) {
  if (error->status != GB_OK) return status;
  error->status = status;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error->message, sizeof error->message, format, arguments);
  va_end(arguments);
  gb_printable(sizeof error->message, error->message, false);
  return status;
}

void gb_error_move(gb_error *list, gb_error *one) {
  const size_t used = strlen(list->message), room = sizeof list->message - used;
  if (one->status == GB_OK) return;
  if (list->status == GB_OK) list->status = one->status;
  if (list->more || strlen(one->message) + 2 > room)
    list->more++;
  else
    snprintf(list->message + used, room, "%s%s", used ? "\n" : "", one->message);
  *one = (gb_error){0};
}

void gb_error_print(const gb_error *error) {
  const char *line = error->message;
  for (size_t length; *line; line += length + (line[length] == '\n')) {
    length = strcspn(line, "\n");
    fprintf(stderr, "gimbal: %.*s\n", (int)length, line);
  }
  if (error->more) fprintf(stderr, "gimbal: and %d more\n", error->more);
}

void gb_print(FILE *stream, const char *format, ...) {
  char text[8000];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  gb_printable(sizeof text, text, true);
  fputs(text, stream);
}

int gb_agree(MPI_Comm comm, int status, gb_error *error) {
  int rank, ranks;
  MPI_Comm_size(comm, &ranks);
  if (ranks == 1) return status;
  MPI_Comm_rank(comm, &rank);
  int mine = status == GB_OK ? ranks : rank, first;
  MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, comm);
  if (first == ranks) return GB_OK;
  gb_error common = *error;
  common.status = status;
  MPI_Bcast(&common, sizeof common, MPI_BYTE, first, comm);
  *error = common;
  return common.status;
}

int gb_allocate(size_t count, size_t size, void *out, gb_error *error) {
  void *memory = calloc(count ? count : 1, size ? size : 1);
  if (!memory)
    return gb_fail(error, GB_FILE, "out of memory: %zu x %zu bytes were asked for", count, size);
  memcpy(out, &memory, sizeof memory);
  return GB_OK;
}
