/// Record the first error, or a list of errors; make an error common to all ranks.
#include "base/error.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/// Return the number of bytes of the control character (ISO 6429, UTF-8) at `text`, or 0 if there
/// is none. A line end is no control character if `lines` is set.
static size_t control_at(const char *text, bool lines) {
  const unsigned char *c = (const unsigned char *)text;
  if (c[0] == '\n' && lines) return 0;
  if (c[0] < 0x20 || c[0] == 0x7f) return 1;
  return c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0 ? 2 : 0;
}

/// Replace control characters of a text by escapes such as \x1b, so that names from files cannot
/// control a terminal. The text is cut if it becomes longer than `size`. Line ends remain if
/// `lines` is set.
static void make_printable(size_t size, char *text, bool lines) {
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
    size_t remaining = strlen(text + rest);
    if (i + 4 + remaining >= size) remaining = size - i - 5;
    memmove(text + i + 4, text + rest, remaining);
    memcpy(text + i, escaped, 4);
    text[i + 4 + remaining] = 0;
    i += 4;
  }
}

int gb_fail(gb_error *error, int code, const char *format, ...) {
  if (error->status != GB_OK) return gb_status_of(code);
  error->status = gb_status_of(code);
  error->lines = 1;
  error->code[0] = code;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error->message, sizeof error->message, format, arguments);
  va_end(arguments);
  make_printable(sizeof error->message, error->message, false);
  return error->status;
}

int gb_error_code(int status, const gb_error *own) {
  return own->lines > 0 ? own->code[0] : status;
}

/// Return the length of the file name of a message that begins with "FILE:LINE: ", and the line;
/// return 0 for other messages.
static size_t file_and_line(const char *message, long *line) {
  const size_t length = strcspn(message, "\n");
  for (const char *colon = memchr(message, ':', length); colon;
       colon = memchr(colon + 1, ':', length - (size_t)(colon + 1 - message))) {
    char *end;
    if (colon[1] < '0' || colon[1] > '9') continue;
    *line = strtol(colon + 1, &end, 10);
    if (end[0] == ':' && end[1] == ' ') return (size_t)(colon - message);
  }
  return 0;
}

/// Return the index at which a message is inserted into the list: after the messages about the same
/// and earlier lines of its file. A message without a line number, and the first message about a
/// file, are inserted at the end.
static int index_of(const gb_error *list, const char *message) {
  long line, other;
  const size_t length = file_and_line(message, &line);
  const char *at = list->message;
  int index = list->lines;
  for (int i = 0; length > 0 && i < list->lines; i++, at += strcspn(at, "\n") + 1) {
    if (file_and_line(at, &other) != length || memcmp(at, message, length) != 0) continue;
    if (other > line) return i;
    index = i + 1;
  }
  return index;
}

/// Return the first character of a line of the list; the terminating 0 if `index` is the number of
/// lines.
static char *line_at(gb_error *list, int index) {
  char *at = list->message;
  for (int i = 0; i < index; i++) at += strcspn(at, "\n") + 1;
  return at;
}

static void drop_last(gb_error *list) {
  char *last = line_at(list, --list->lines);
  list->more++;
  if (last > list->message) last--; // the line end before it
  *last = 0;
}

static bool has_room(const gb_error *list, size_t length) {
  return list->lines < GB_ERROR_LINES && strlen(list->message) + length + 2 <= sizeof list->message;
}

/// Whether the list already has this line with this code.
static bool has_line(const gb_error *list, const char *line, size_t length, int code) {
  const char *at = list->message;
  for (int i = 0; i < list->lines; i++, at += strcspn(at, "\n") + 1)
    if (list->code[i] == code && strcspn(at, "\n") == length && memcmp(at, line, length) == 0)
      return true;
  return false;
}

/// Insert a line of `length` characters into the list at its sorted position, unless the list
/// already has it.
static void insert(gb_error *list, const char *line, size_t length, int code) {
  if (length > sizeof list->message / 2) length = sizeof list->message / 2;
  if (has_line(list, line, length, code)) return;
  const int index = index_of(list, line);
  if (index == list->lines && (list->more > 0 || !has_room(list, length))) {
    list->more++;
    return;
  }
  while (list->lines > index && !has_room(list, length)) drop_last(list);
  if (!has_room(list, length)) {
    list->more++;
    return;
  }
  const size_t used = strlen(list->message);
  char *at = list->message + used; // the end of the text
  if (index < list->lines) {
    at = line_at(list, index);
    memmove(at + length + 1, at, used - (size_t)(at - list->message) + 1);
    at[length] = '\n';
  } else {
    if (used > 0) *at++ = '\n';
    at[length] = 0;
  }
  memcpy(at, line, length);
  memmove(list->code + index + 1, list->code + index,
          (size_t)(list->lines++ - index) * sizeof *list->code);
  list->code[index] = code;
}

void gb_error_move(gb_error *list, gb_error *one) {
  const char *line = one->message;
  if (one->status == GB_OK) return;
  if (list->status == GB_OK) list->status = one->status; // for an error without message
  for (int i = 0; i < one->lines; i++) {
    const size_t length = strcspn(line, "\n");
    insert(list, line, length, one->code[i]);
    line += length + (line[length] == '\n');
  }
  if (list->lines > 0) list->status = gb_status_of(list->code[0]);
  list->more += one->more;
  *one = (gb_error){0};
}

void gb_error_print(const gb_error *error) {
  const char *line = error->message;
  for (int i = 0; i < error->lines; i++) {
    const size_t length = strcspn(line, "\n");
    fprintf(stderr, "gimbal: %.*s [%s]\n", (int)length, line, gb_code_word(error->code[i]));
    line += length + (line[length] == '\n');
  }
  if (error->more) fprintf(stderr, "gimbal: and %d more\n", error->more);
}

void gb_print(FILE *stream, const char *format, ...) {
  char text[8000];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  make_printable(sizeof text, text, true);
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
    return gb_fail(error, GB_OUT_OF_MEMORY, "out of memory: %zu x %zu bytes were asked for", count,
                   size);
  memcpy(out, &memory, sizeof memory);
  return GB_OK;
}
