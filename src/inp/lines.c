/// Lines of an .inp deck: comments, *INCLUDE, and keywords with their parameters and data.
#include "base/file_contents.h"
#include "inp/inp.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  DEEPEST = 16,     ///< nested *INCLUDEs
  MOST_FILES = 1000 ///< of a deck, which two *INCLUDEs a file make 2^16 of
};
static const size_t most_bytes = (size_t)4 << 30; ///< of all files of a deck

/// "plate.inp:12" of a line.
static void write_where(const gb_inp *inp, int32_t line, size_t size, char *text) {
  const gb_inp_line *l = &inp->source.lines.entry[line];
  snprintf(text, size, "%s:%d", inp->source.files.entry[l->file].path, (int)l->number);
}

void gb_inp_position(const void *context, int64_t line, size_t size, char *text) {
  write_where(context, (int32_t)line, size, text);
}

/// "plate.inp:12: *BOUNDARY: text"; keyword NULL: none.
static int fail(int code, const gb_inp *inp, int32_t line, const char *keyword, gb_error *error,
                const char *text) {
  char where[400];
  write_where(inp, line, sizeof where, where);
  return gb_fail(error, code, "%s: %s%s%s%s", where, keyword ? "*" : "", keyword ? keyword : "",
                 keyword ? ": " : "", text);
}

/// char text[700], made of the arguments that follow `format`.
#define FORMAT_TEXT(text, format)                                                                  \
  char text[700];                                                                                  \
  do {                                                                                             \
    va_list arguments;                                                                             \
    va_start(arguments, format);                                                                   \
    vsnprintf(text, sizeof text, format, arguments);                                               \
    va_end(arguments);                                                                             \
  } while (0)

int gb_inp_fail_line(const gb_inp *inp, int32_t line, gb_error *error, const char *format, ...) {
  FORMAT_TEXT(text, format);
  return fail(GB_WRONG_REFERENCE, inp, line, NULL, error, text);
}

int gb_inp_fail_line_as(int code, const gb_inp *inp, int32_t line, gb_error *error,
                        const char *format, ...) {
  FORMAT_TEXT(text, format);
  return fail(code, inp, line, NULL, error, text);
}

int gb_inp_fail(const gb_inp *inp, const gb_inp_call *call, gb_error *error, const char *format,
                ...) {
  FORMAT_TEXT(text, format);
  return fail(GB_WRONG_FIELD, inp, call->block->line, call->block->name, error, text);
}

int gb_inp_fail_as(int code, const gb_inp *inp, const gb_inp_call *call, gb_error *error,
                   const char *format, ...) {
  FORMAT_TEXT(text, format);
  return fail(code, inp, call->block->line, call->block->name, error, text);
}

int gb_inp_fail_data(const gb_inp_data *data, gb_error *error, const char *format, ...) {
  FORMAT_TEXT(text, format);
  return fail(GB_WRONG_FIELD, data->inp, data->line, data->call->block->name, error, text);
}

int gb_inp_fail_data_as(int code, const gb_inp_data *data, gb_error *error, const char *format,
                        ...) {
  FORMAT_TEXT(text, format);
  return fail(code, data->inp, data->line, data->call->block->name, error, text);
}

int gb_inp_note(gb_inp *inp, int32_t line, gb_error *error, const char *format, ...) {
  char text[900], where[400];
  if (inp->told.notes.count > 4000) return GB_OK; // as much as anyone reads
  snprintf(where, sizeof where, "%s", inp->file);
  if (line >= 0) write_where(inp, line, sizeof where, where);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  const char *const parts[] = {inp->told.notes.count ? "\n" : "", where, ": ", text};
  for (int i = 0; i < 4; ++i)
    for (const char *p = parts[i]; *p; ++p)
      GB_TRY(GB_ARENA_ADD(inp->arena, inp->told.notes, *p, error));
  return GB_OK;
}

int gb_inp_write_where(gb_inp *inp, int32_t line, const char *keyword, const char **where,
                       gb_error *error) {
  char file_line[400];
  write_where(inp, line, sizeof file_line, file_line);
  return gb_arena_text(inp->problem->arena, where, error, "%s: *%s", file_line, keyword);
}

void gb_inp_free_lines(gb_inp *inp) {
  for (int i = 0; i < inp->source.files.count; ++i) free(inp->source.files.entry[i].bytes);
}

static int read_source(gb_inp *inp, const char *path, int depth, gb_error *error);

/// The file that the last line includes; its path is relative to the including file.
static int include(gb_inp *inp, int32_t file, gb_deck_text rest, int depth, gb_error *error) {
  const int32_t line = inp->source.lines.count - 1;
  const char *from = inp->source.files.entry[file].path, *slash = strrchr(from, '/');
  char *whole;
  const char *equals = memchr(rest.text, '=', (size_t)rest.length);
  gb_deck_text path = {"", 0};
  if (equals) {
    path = (gb_deck_text){equals + 1, (int)(rest.text + rest.length - equals - 1)};
    path = gb_inp_unquoted(gb_deck_trimmed(path));
  }
  if (!path.length)
    return gb_inp_fail_line_as(GB_WRONG_INCLUDE, inp, line, error,
                               "*INCLUDE needs a path, as *INCLUDE, INPUT=mesh.inp");
  const int folder = *path.text == '/' || !slash ? 0 : (int)(slash + 1 - from);
  GB_TRY(
      gb_arena_text(inp->arena, &whole, error, "%.*s%.*s", folder, from, path.length, path.text));
  if (depth == DEEPEST || inp->source.files.count == MOST_FILES)
    return gb_inp_fail_line_as(GB_WRONG_INCLUDE, inp, line, error,
                               "*INCLUDE of '%s' is nested more than %d deep, or the deck has more "
                               "than %d files: does a file include itself?",
                               whole, DEEPEST, MOST_FILES);
  gb_error inner = {0};
  const int status = read_source(inp, whole, depth + 1, &inner);
  if (status != GB_FILE) {
    if (status != GB_OK) *error = inner;
    return status;
  }
  char where[400];
  write_where(inp, line, sizeof where, where);
  return gb_fail(error, gb_error_code(status, &inner), "%s: *INCLUDE: %s", where, inner.message);
}

static bool is_include(gb_deck_text text) {
  static const char word[] = "*INCLUDE";
  const int length = (int)strlen(word);
  if (text.length <= length) return false;
  for (int i = 0; i < length; ++i)
    if (toupper((unsigned char)text.text[i]) != word[i]) return false;
  return !isalpha((unsigned char)text.text[length]);
}

/// The lines of a file that is in memory.
static int read_text(gb_inp *inp, int32_t file, size_t length, int depth, gb_error *error) {
  static const char byte_order_mark[] = "\xEF\xBB\xBF";
  const char *text = inp->source.files.entry[file].bytes, *end = text + length;
  if (memchr(text, 0, length))
    return gb_fail(error, GB_BAD_MESH_FILE,
                   "%s: zero bytes in it; a deck is text in ASCII or UTF-8",
                   inp->source.files.entry[file].path);
  if (!strncmp(text, byte_order_mark, strlen(byte_order_mark))) text += strlen(byte_order_mark);
  for (int32_t number = 1; text < end; ++number) {
    const char *stop = memchr(text, '\n', (size_t)(end - text));
    if (!stop) stop = end;
    const gb_inp_line line = {gb_deck_trimmed((gb_deck_text){text, (int)(stop - text)}), file,
                              number};
    text = stop + (stop < end);
    if (!line.text.length || (line.text.length > 1 && !strncmp(line.text.text, "**", 2))) continue;
    GB_TRY(GB_ARENA_ADD(inp->arena, inp->source.lines, line, error));
    if (!is_include(line.text)) continue;
    const int32_t at = inp->source.lines.count - 1;
    GB_TRY(include(inp, file, line.text, depth, error));
    inp->source.lines.entry[at].text.length = 0; // what it includes may be data of a keyword
  }
  return GB_OK;
}

static int read_source(gb_inp *inp, const char *path, int depth, gb_error *error) {
  gb_inp_file file = {0};
  size_t length = 0;
  GB_TRY(gb_arena_text(inp->arena, &file.path, error, "%s", path));
  GB_TRY(gb_file_contents(path, &file.bytes, &length, error));
  inp->source.bytes += length;
  const int status = length > INT32_MAX || inp->source.bytes > most_bytes
                         ? gb_fail(error, GB_TOO_LARGE,
                                   "%s: more than 2 GiB in one file, or than %zu GiB in all files "
                                   "of the deck",
                                   path, most_bytes >> 30)
                         : GB_ARENA_ADD(inp->arena, inp->source.files, file, error);
  if (status != GB_OK) {
    free(file.bytes);
    return status;
  }
  return read_text(inp, inp->source.files.count - 1, length, depth, error);
}

int gb_inp_read_lines(gb_inp *inp, gb_error *error) {
  return read_source(inp, inp->file, 0, error);
}
