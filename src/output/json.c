/// JSON as in RFC 8259, indented by two blanks; an array of numbers is on one line.
#include "output/json.h"

#include "base/arena.h"
#include "base/platform/new_file.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { deepest = 64 };

struct gb_json {
  FILE *stream;
  char *file, *temporary;
  gb_arena memory; ///< owns the file names
  int depth;
  char closer[deepest]; ///< closing bracket of each open object or array: '}' or ']'
  bool filled[deepest]; ///< the object or array is not empty
  bool misused;         ///< nested too deep, or closed too often
};

static int open_file(gb_json *json, const char *file, gb_error *error) {
  GB_TRY(gb_arena_text(&json->memory, &json->file, error, "%s", file));
  GB_TRY(gb_arena_text(&json->memory, &json->temporary, error, "%s.tmp", file));
  GB_TRY(gb_new_file_check(file, error));
  return gb_new_file_open(json->temporary, &json->stream, error);
}

int gb_json_create(const char *file, gb_json **out, gb_error *error) {
  *out = NULL;
  GB_TRY(gb_allocate(1, sizeof **out, out, error));
  const int status = open_file(*out, file, error);
  if (status != GB_OK) gb_json_destroy(out);
  return status;
}

/// Number of bytes of the UTF-8 character at `text`; 0 if it is invalid (Unicode, table 3-7).
static int character(const unsigned char *text) {
  if (text[0] < 0x80) return 1;
  int bytes = text[0] >= 0xf0 ? 4 : text[0] >= 0xe0 ? 3 : 2;
  if (text[0] < 0xc2 || text[0] > 0xf4) return 0;
  for (int k = 1; k < bytes; k++)
    if ((text[k] & 0xc0) != 0x80) return 0;
  bool overlong = (text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xf0 && text[1] < 0x90);
  bool outside = (text[0] == 0xed && text[1] > 0x9f) || (text[0] == 0xf4 && text[1] > 0x8f);
  return overlong || outside ? 0 : bytes;
}

static void print_text(FILE *stream, const char *text) {
  const unsigned char *next = (const unsigned char *)text;
  fputc('"', stream);
  while (*next) {
    int bytes = character(next);
    if (bytes == 0)
      fputs("\\ufffd", stream); // invalid UTF-8 in a name must not make the file invalid
    else if (*next == '"' || *next == '\\')
      fprintf(stream, "\\%c", *next);
    else if (*next < 0x20)
      fprintf(stream, "\\u%04x", *next);
    else
      fwrite(next, 1, (size_t)bytes, stream);
    next += bytes ? bytes : 1;
  }
  fputc('"', stream);
}

static void print_number(FILE *stream, double value) {
  if (isfinite(value))
    fprintf(stream, "%.17g", value);
  else
    fputs("null", stream);
}

static void new_line(const gb_json *json) {
  fprintf(json->stream, "\n%*s", 2 * json->depth, "");
}

/// Write the separator after the previous value, and the key of the next one.
static void begin(gb_json *json, const char *key) {
  if (json->depth > 0) {
    if (json->filled[json->depth - 1]) fputc(',', json->stream);
    json->filled[json->depth - 1] = true;
    new_line(json);
  }
  if (!key) return;
  print_text(json->stream, key);
  fputs(": ", json->stream);
}

static void open_container(gb_json *json, const char *key, char opener, char closer) {
  json->misused = json->misused || json->depth == deepest;
  if (json->misused) return;
  begin(json, key);
  fputc(opener, json->stream);
  json->closer[json->depth] = closer;
  json->filled[json->depth++] = false;
}

void gb_json_open_object(gb_json *json, const char *key) {
  open_container(json, key, '{', '}');
}

void gb_json_open_array(gb_json *json, const char *key) {
  open_container(json, key, '[', ']');
}

void gb_json_close(gb_json *json) {
  json->misused = json->misused || json->depth == 0;
  if (json->misused) return;
  json->depth--;
  if (json->filled[json->depth]) new_line(json);
  fputc(json->closer[json->depth], json->stream);
}

void gb_json_number(gb_json *json, const char *key, double value) {
  begin(json, key);
  print_number(json->stream, value);
}

void gb_json_integer(gb_json *json, const char *key, long long value) {
  begin(json, key);
  fprintf(json->stream, "%lld", value);
}

void gb_json_text(gb_json *json, const char *key, const char *value) {
  begin(json, key);
  print_text(json->stream, value);
}

void gb_json_numbers(gb_json *json, const char *key, int count, const double values[]) {
  begin(json, key);
  fputc('[', json->stream);
  for (int i = 0; i < count; i++) {
    if (i > 0) fputs(", ", json->stream);
    print_number(json->stream, values[i]);
  }
  fputc(']', json->stream);
}

void gb_json_rows(gb_json *json, const char *key, int rows, size_t stride, int columns,
                  const double values[]) {
  gb_json_open_array(json, key);
  for (int r = 0; r < rows; r++, values += stride)
    if (columns == 1)
      gb_json_number(json, NULL, *values);
    else
      gb_json_numbers(json, NULL, columns, values);
  gb_json_close(json);
}

int gb_json_finish(gb_json **json, gb_error *error) {
  gb_json *j = *json;
  int status = GB_OK;
  fputc('\n', j->stream);
  if (j->misused || j->depth > 0) {
    status =
        gb_fail(error, GB_CANNOT_WRITE, "cannot write %s: its objects do not close", j->temporary);
  } else {
    status = gb_new_file_finish(j->stream, j->temporary, j->file, error);
    j->stream = NULL;
  }
  gb_json_destroy(json);
  return status;
}

void gb_json_destroy(gb_json **json) {
  if (!*json) return;
  gb_json *j = *json;
  if (j->stream) {
    fclose(j->stream);
    remove(j->temporary);
  }
  gb_arena_free(&j->memory);
  free(j);
  *json = NULL;
}
