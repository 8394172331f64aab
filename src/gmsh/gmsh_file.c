/// Read the numbers of a gmsh file, as text or as bytes of either order; table of gmsh's element
/// types. Source: Gmsh reference manual, "MSH file format" (versions 2.2 and 4.1).
#include "gmsh/gmsh_file.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void gb_gmsh_where(const void *context, int64_t position, size_t size, char *text) {
  const gb_gmsh_file *file = context;
  if (file->binary) {
    snprintf(text, size, "%s: byte %lld", file->name, (long long)position);
    return;
  }
  int64_t line = 1;
  for (const char *p = file->bytes; p < file->bytes + position; ++p) line += *p == '\n';
  snprintf(text, size, "%s:%lld", file->name, (long long)line);
}

int gb_gmsh_fail(const gb_gmsh_file *file, const char *at, gb_error *error, const char *format,
                 ...) {
  char where[400], text[600];
  gb_gmsh_where(file, at - file->bytes, sizeof where, where);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return gb_fail(error, GB_BAD_MESH_FILE, "%s: %s", where, text);
}

static void skip_blanks(gb_gmsh_file *file) {
  while (file->cursor < file->end && isspace((unsigned char)*file->cursor)) ++file->cursor;
}

const char *gb_gmsh_here(gb_gmsh_file *file) {
  if (!file->binary) skip_blanks(file);
  return file->cursor;
}

/// Read the next bytes of a binary file, in this machine's byte order.
static int take(gb_gmsh_file *file, const char *what, size_t size, void *out, gb_error *error) {
  if ((size_t)(file->end - file->cursor) < size)
    return gb_gmsh_fail(file, file->end, error, "the file ends where %s is expected", what);
  unsigned char *bytes = out;
  for (size_t i = 0; i < size; ++i)
    bytes[i] = (unsigned char)file->cursor[file->swapped ? size - 1 - i : i];
  file->cursor += size;
  return GB_OK;
}

/// Read the next word of a text file, up to the first blank.
static int next_word(gb_gmsh_file *file, const char *what, const char **word, int *length,
                     gb_error *error) {
  skip_blanks(file);
  *word = file->cursor;
  if (file->cursor == file->end)
    return gb_gmsh_fail(file, file->end, error, "the file ends where %s is expected", what);
  const char *end = file->cursor;
  while (end < file->end && !isspace((unsigned char)*end)) ++end;
  *length = end - file->cursor > 40 ? 40 : (int)(end - file->cursor);
  file->cursor = end;
  return GB_OK;
}

static int refuse_word(const gb_gmsh_file *file, const char *what, const char *word, int length,
                       gb_error *error) {
  char shown[41];
  for (int i = 0; i < length; ++i) shown[i] = isprint((unsigned char)word[i]) ? word[i] : '?';
  shown[length] = 0;
  return gb_gmsh_fail(file, word, error, "%s is expected, '%s' was found", what, shown);
}

int gb_gmsh_word(gb_gmsh_file *file, const char *what, int64_t *value, gb_error *error) {
  const char *word;
  int length;
  GB_TRY(next_word(file, what, &word, &length, error));
  int first = *word == '-' || *word == '+';
  bool good = length > first && length - first <= 18;
  *value = 0;
  for (int i = first; i < length; ++i) {
    good = good && isdigit((unsigned char)word[i]);
    if (!good) return refuse_word(file, what, word, length, error);
    *value = 10 * *value + (word[i] - '0');
  }
  if (!good) return refuse_word(file, what, word, length, error);
  if (*word == '-') *value = -*value;
  return GB_OK;
}

int gb_gmsh_int(gb_gmsh_file *file, const char *what, int64_t *value, gb_error *error) {
  if (file->binary) {
    int32_t bytes = 0;
    int status = take(file, what, sizeof bytes, &bytes, error);
    *value = bytes;
    return status;
  }
  GB_TRY(gb_gmsh_word(file, what, value, error));
  if (*value >= INT32_MIN && *value <= INT32_MAX) return GB_OK;
  return gb_gmsh_fail(file, file->cursor, error, "%s is %lld, more than 32 bits hold", what,
                      (long long)*value);
}

int gb_gmsh_size(gb_gmsh_file *file, const char *what, int64_t *value, gb_error *error) {
  return file->binary ? take(file, what, sizeof *value, value, error)
                      : gb_gmsh_word(file, what, value, error);
}

int gb_gmsh_real(gb_gmsh_file *file, const char *what, double *value, gb_error *error) {
  if (file->binary) {
    GB_TRY(take(file, what, sizeof *value, value, error));
    if (isfinite(*value)) return GB_OK;
    return gb_gmsh_fail(file, file->cursor, error, "%s is not a finite number", what);
  }
  const char *word;
  int length;
  GB_TRY(next_word(file, what, &word, &length, error));
  char *end;
  *value = strtod(word, &end);
  bool number = isdigit((unsigned char)*word) || strchr("+-.", *word);
  if (number && end == file->cursor && isfinite(*value)) return GB_OK;
  return refuse_word(file, what, word, length, error);
}

int gb_gmsh_check_count(const gb_gmsh_file *file, const char *what, int numbers, int64_t value,
                        gb_error *error) {
  int64_t bytes = (int64_t)numbers * (file->binary ? 4 : 2); // a digit and a blank
  if (value >= 0 && value <= (file->end - file->cursor) / bytes) return GB_OK;
  return gb_gmsh_fail(file, file->cursor, error,
                      "%s is %lld, but the rest of the file (%lld bytes) cannot hold that", what,
                      (long long)value, (long long)(file->end - file->cursor));
}

int gb_gmsh_count(gb_gmsh_file *file, const char *what, int numbers, int64_t *value,
                  gb_error *error) {
  GB_TRY(gb_gmsh_size(file, what, value, error));
  return gb_gmsh_check_count(file, what, numbers, *value, error);
}

int gb_gmsh_position(gb_gmsh_file *file, double position[3], gb_error *error) {
  for (int i = 0; i < 3; ++i) GB_TRY(gb_gmsh_real(file, "a coordinate", &position[i], error));
  return GB_OK;
}

#define SECOND_ORDER "set Mesh.ElementOrder = 1 or 2"
#define INCOMPLETE   "set Mesh.SecondOrderIncomplete = 1, or mesh with hexahedra or tetrahedra"

static const struct {
  int type;
  const char *name, *remedy;
} refused_types[] = {
    {13, "18-node prism", INCOMPLETE},         {14, "14-node pyramid", INCOMPLETE},
    {19, "13-node pyramid", SECOND_ORDER},     {20, "9-node triangle", SECOND_ORDER},
    {21, "10-node triangle", SECOND_ORDER},    {26, "4-node line", SECOND_ORDER},
    {29, "20-node tetrahedron", SECOND_ORDER}, {36, "16-node quadrangle", SECOND_ORDER},
    {92, "64-node hexahedron", SECOND_ORDER},
};

int gb_gmsh_find_type(const gb_gmsh_file *file, const char *at, int64_t number, int64_t element,
                      gb_gmsh_type *type, gb_error *error) {
  const char *name = NULL, *remedy = NULL;
  *type = (gb_gmsh_type){number == 16 ? GB_QUAD9 : GB_POINT, 8}; // the reader adds the middle node
  if (number == 16) return GB_OK;
  for (int shape = 0; shape < GB_SHAPES; ++shape)
    if (gb_shape_types[shape].gmsh == number) {
      *type = (gb_gmsh_type){(gb_shape)shape, gb_shape_nodes((gb_shape)shape)};
      return GB_OK;
    }
  for (size_t i = 0; i < sizeof refused_types / sizeof *refused_types; ++i)
    if (refused_types[i].type == number) {
      name = refused_types[i].name;
      remedy = refused_types[i].remedy;
    }
  if (name)
    return gb_gmsh_fail(file, at, error, "element %lld is a %s, which is not read: %s",
                        (long long)element, name, remedy);
  return gb_gmsh_fail(file, at, error,
                      "element %lld has the gmsh type %lld, which is not read; read are points "
                      "(15), lines (1, 8), triangles (2, 9), quadrangles (3, 10, 16), tetrahedra "
                      "(4, 11), pyramids (7), prisms (6, 18), hexahedra (5, 12, 17)",
                      (long long)element, (long long)number);
}
