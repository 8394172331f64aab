/// Lines of a Nastran deck: INCLUDE, comments, tabs, and the case control before BEGIN BULK.
/// Source: MSC Nastran Quick Reference Guide, "Bulk data" and "INCLUDE".
#include "base/file_contents.h"
#include "nastran/sets.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  DEEPEST = 16,     ///< nested INCLUDEs
  MOST_FILES = 1000 ///< of a deck, which two INCLUDEs a file make 2^16 of
};
static const size_t most_bytes = (size_t)4 << 30; ///< of all files of a deck

void gb_nastran_where(const gb_nastran *nastran, int32_t line, size_t size, char *text) {
  const gb_nastran_line *l = &nastran->source.lines.entry[line];
  snprintf(text, size, "%s:%d", nastran->source.files.entry[l->file].path, (int)l->number);
}

void gb_nastran_position(const void *context, int64_t line, size_t size, char *text) {
  gb_nastran_where(context, (int32_t)line, size, text);
}

static int fail_line(int code, const gb_nastran *nastran, int32_t line, gb_error *error,
                     const char *format, va_list arguments) {
  char where[400], text[700];
  gb_nastran_where(nastran, line, sizeof where, where);
  vsnprintf(text, sizeof text, format, arguments);
  return gb_fail(error, code, "%s: %s", where, text);
}

int gb_nastran_fail_line(const gb_nastran *nastran, int32_t line, gb_error *error,
                         const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int status = fail_line(GB_WRONG_REFERENCE, nastran, line, error, format, arguments);
  va_end(arguments);
  return status;
}

int gb_nastran_fail_as(int code, const gb_nastran *nastran, int32_t line, gb_error *error,
                       const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int status = fail_line(code, nastran, line, error, format, arguments);
  va_end(arguments);
  return status;
}

void gb_nastran_free_lines(gb_nastran *nastran) {
  for (int i = 0; i < nastran->source.files.count; ++i) free(nastran->source.files.entry[i].bytes);
}

static bool starts_with(gb_nastran_field field, const char *word) {
  int length = (int)strlen(word);
  for (int i = 0; i < length; ++i)
    if (i >= field.length || toupper((unsigned char)field.text[i]) != word[i]) return false;
  return true;
}

/// Tabs move to the next column of eight.
static int expand_tabs(gb_nastran *nastran, gb_nastran_field *field, gb_error *error) {
  if (!memchr(field->text, '\t', (size_t)field->length)) return GB_OK;
  char *text;
  int length = 0;
  GB_TRY(gb_arena_allocate(nastran->arena, 8 * (size_t)field->length + 1, 1, &text, error));
  for (int i = 0; i < field->length; ++i) {
    if (field->text[i] != '\t')
      text[length++] = field->text[i];
    else
      do text[length++] = ' ';
      while (length % 8);
  }
  *field = (gb_nastran_field){text, length};
  return GB_OK;
}

/// How far a file is read.
typedef struct cursor {
  const char *path;
  int32_t file, line;
  const char *text, *end;
  int depth; ///< of INCLUDE
} cursor;

static int read_source(gb_nastran *nastran, const char *path, int depth, gb_error *error);

/// The path in an INCLUDE statement, which may run over lines until its quote closes.
/// @param rest after the word INCLUDE; `at` is moved behind the lines used
static int included_path(gb_nastran *nastran, gb_nastran_field rest, cursor *at, char *path,
                         size_t size, gb_error *error) {
  size_t length = 0;
  while (rest.length && (isspace((unsigned char)*rest.text) || *rest.text == '='))
    ++rest.text, --rest.length;
  char quote = rest.length && strchr("'\"", *rest.text) ? *rest.text : 0;
  const char *p = rest.text + (quote != 0), *stop = rest.text + rest.length;
  if (quote) stop = at->end;
  for (; p < stop && (!quote || *p != quote) && (quote || !isspace((unsigned char)*p)); ++p) {
    if (length + 1 >= size || !*p) break;
    if (*p == '\r' || *p == '\n') // the path goes on after the next line's blanks
      while (p + 1 < stop && isspace((unsigned char)p[1])) ++p;
    else
      path[length++] = *p;
  }
  path[length] = 0;
  bool closed = !quote || (p < stop && *p == quote);
  if (quote && closed) {
    const char *line_end = memchr(p, '\n', (size_t)(at->end - p));
    at->text = line_end ? line_end + 1 : at->end;
  }
  if (length && closed) return GB_OK;
  return gb_nastran_fail_as(GB_WRONG_INCLUDE, nastran, nastran->source.lines.count - 1, error,
                            "INCLUDE needs a path, in quotes that close");
}

/// Read the file that the last line includes; its path is relative to the including file.
static int include(gb_nastran *nastran, cursor *at, gb_nastran_field rest, gb_error *error) {
  char path[1024], *whole;
  GB_TRY(included_path(nastran, rest, at, path, sizeof path, error));
  int32_t line = nastran->source.lines.count - 1;
  const char *slash = strrchr(at->path, '/');
  int folder = *path == '/' || !slash ? 0 : (int)(slash + 1 - at->path);
  GB_TRY(gb_arena_text(nastran->arena, &whole, error, "%.*s%s", folder, at->path, path));
  if (at->depth == DEEPEST)
    return gb_nastran_fail_as(GB_WRONG_INCLUDE, nastran, line, error,
                              "INCLUDE '%s' is nested more than %d deep: does a file include "
                              "itself?",
                              whole, DEEPEST);
  gb_error inner = {0};
  const int32_t before = nastran->source.files.count;
  if (before == MOST_FILES)
    return gb_nastran_fail_as(GB_WRONG_INCLUDE, nastran, line, error,
                              "INCLUDE '%s': the deck has more than %d files; do they include "
                              "each other?",
                              whole, MOST_FILES);
  int status = read_source(nastran, whole, at->depth + 1, &inner);
  if (status != GB_FILE) { // an INCLUDE that cannot be opened stands in a line to be named
    *error = inner;
    return status;
  }
  char where[400];
  gb_nastran_where(nastran, line, sizeof where, where);
  return gb_fail(error, gb_error_code(status, &inner), "%s: INCLUDE: %s", where, inner.message);
}

/// One line of a file; `at` goes on to the following one.
static int read_line(gb_nastran *nastran, cursor *at, gb_error *error) {
  const char *text = at->text, *end = at->end;
  const char *stop = memchr(text, '\n', (size_t)(end - text));
  if (!stop) stop = end;
  at->text = stop == end ? end : stop + 1;
  const char *comment = memchr(text, '$', (size_t)(stop - text));
  if (comment)
    GB_TRY(gb_nastran_comment(nastran, (gb_nastran_field){comment + 1, (int)(stop - comment - 1)},
                              error));
  gb_nastran_line line = {
      {text, (int)((comment ? comment : stop) - text)}, at->file, at->line, false};
  while (line.field.length && isspace((unsigned char)text[line.field.length - 1]))
    --line.field.length;
  if (!line.field.length) return GB_OK;
  GB_TRY(expand_tabs(nastran, &line.field, error));
  line.consumed = starts_with(line.field, "INCLUDE");
  GB_TRY(GB_ARENA_ADD(nastran->arena, nastran->source.lines, line, error));
  if (!line.consumed) return GB_OK;
  gb_nastran_field rest = {text + 7, (int)(stop - text) - 7};
  return include(nastran, at, rest, error);
}

/// The lines of a file that is in memory.
static int read_text(gb_nastran *nastran, const gb_nastran_file *s, size_t length, int depth,
                     gb_error *error) {
  static const char byte_order_mark[] = "\xEF\xBB\xBF";
  cursor at = {.path = s->path,
               .file = nastran->source.files.count - 1,
               .line = 1,
               .text = s->bytes,
               .end = s->bytes + length,
               .depth = depth};
  if (memchr(at.text, 0, length))
    return gb_fail(error, GB_BAD_MESH_FILE,
                   "%s: zero bytes in it; a deck is text in ASCII or UTF-8", s->path);
  if (!strncmp(at.text, byte_order_mark, strlen(byte_order_mark)))
    at.text += strlen(byte_order_mark);
  while (at.text < at.end) {
    const char *text = at.text;
    GB_TRY(read_line(nastran, &at, error));
    for (; text < at.text; ++text) at.line += *text == '\n';
  }
  return GB_OK;
}

static int read_source(gb_nastran *nastran, const char *path, int depth, gb_error *error) {
  gb_nastran_file s = {0};
  size_t length = 0;
  GB_TRY(gb_arena_text(nastran->arena, &s.path, error, "%s", path));
  GB_TRY(gb_file_contents(path, &s.bytes, &length, error));
  nastran->source.bytes += length;
  int status = length > INT32_MAX || nastran->source.bytes > most_bytes
                   ? gb_fail(error, GB_TOO_LARGE,
                             "%s: more than 2 GiB in one file, or than %zu GiB in all files of the "
                             "deck",
                             path, most_bytes >> 30)
                   : GB_ARENA_ADD(nastran->arena, nastran->source.files, s, error);
  if (status != GB_OK) {
    free(s.bytes);
    return status;
  }
  return read_text(nastran, &s, length, depth, error);
}

static bool begins_bulk(gb_nastran_field field) {
  field = gb_deck_trimmed(field);
  if (!starts_with(field, "BEGIN")) return false;
  field.text += 5, field.length -= 5;
  while (field.length && strchr(" ,", *field.text)) ++field.text, --field.length;
  return starts_with(field, "BULK");
}

int gb_nastran_read_lines(gb_nastran *nastran, gb_error *error) {
  GB_TRY(read_source(nastran, nastran->file, 0, error));
  gb_nastran_line *lines = nastran->source.lines.entry;
  int32_t cend = -1;
  for (int32_t i = 0; i < nastran->source.lines.count && !nastran->source.bulk; ++i) {
    if (gb_deck_same(lines[i].field, "CEND")) cend = i;
    if (begins_bulk(lines[i].field)) nastran->source.bulk = i + 1;
  }
  if (cend >= 0 && !nastran->source.bulk)
    return gb_nastran_fail_as(GB_BAD_MESH_FILE, nastran, cend, error,
                              "CEND without BEGIN BULK after it");
  return gb_nastran_read_control(nastran, cend + 1, nastran->source.bulk - 1, error);
}
