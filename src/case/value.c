/// Convert the texts of nodes to typed values and store them in the members that the rows of the
/// schema name.
#include "case/schema/schema.h"
#include "case/text/node_vectors.h"
#include "case/text/series.h"
#include "problem/numbers.h"

#include "base/nearest.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A value to be converted, the argument of all readers below.
typedef struct value {
  const gb_reading *reading;
  const gb_key *key;
  const gb_node *node;
  const char *path;
} value;

static int refuse_as(int code, const value *v, const char *what) {
  char accepted[700];
  gb_value_accepted(v->key, sizeof accepted, accepted);
  gb_found found = gb_node_found(v->node);
  return gb_refuse_as(code, v->reading, v->node, v->path, "%s (found %s); accepted: %s", what,
                      found.text, accepted);
}

static int refuse(const value *v, const char *what) {
  return refuse_as(GB_WRONG_VALUE, v, what);
}

static bool is_text(const gb_node *node) {
  return node->kind == GB_NODE_SCALAR && !gb_node_is_null(node) && *node->text;
}

static bool number_from(const char *text, double *number) {
  char *end;
  *number = strtod(text, &end);
  return end != text && !*end && isfinite(*number) && !isspace((unsigned char)*text);
}

/// @return the range of a key. Numbers that designs can vary have their range in the table of
/// src/problem/numbers.c, and not in the key.
static const gb_range *range_of(const gb_key *key) {
  if (key->range) return key->range;
  const bool varies = key->kind == GB_KEY_NUMBER && key->of;
  return varies ? gb_problem_range(key->of, key->offset) : &gb_any_number;
}

static int read_text(const value *v, void *out) {
  if (!is_text(v->node)) return refuse(v, "not a text");
  *(const char **)out = v->node->text;
  return GB_OK;
}

static int read_choice(const value *v, void *out) {
  if (!is_text(v->node)) return refuse(v, "not a word");
  for (int i = 0; v->key->words[i]; i++) {
    if (strcmp(v->key->words[i], v->node->text)) continue;
    *(int *)out = i;
    return GB_OK;
  }
  const char *near = gb_nearest(v->node->text, v->key->words);
  char what[120];
  snprintf(what, sizeof what, "unknown word%s%s", near ? ", nearest: " : "", near ? near : "");
  return refuse_as(GB_UNKNOWN_WORD, v, what);
}

static int read_word(const value *v, void *out) {
  int index = 0;
  GB_TRY(read_choice(v, &index));
  *(const char **)out = v->key->words[index];
  return GB_OK;
}

static int read_number(const value *v, void *out) {
  double *number = out;
  if (!is_text(v->node) || !number_from(v->node->text, number)) return refuse(v, "not a number");
  return gb_in_range(range_of(v->key), *number) ? GB_OK : refuse(v, "out of range");
}

/// Read an integer, which may be written as 1e3.
static int read_whole(const value *v, int64_t largest, int64_t *out) {
  if (!is_text(v->node)) return refuse(v, "not a whole number");
  char *end;
  double number;
  errno = 0;
  long long whole = strtoll(v->node->text, &end, 10);
  if (*end) { // not in digits alone
    if (!number_from(v->node->text, &number) || number != floor(number))
      return refuse(v, "not a whole number");
    if (fabs(number) > 9e15) return refuse(v, "out of range");
    whole = (long long)number;
  }
  if (errno == ERANGE || whole > largest || whole < -largest ||
      !gb_in_range(range_of(v->key), (double)whole))
    return refuse(v, "out of range");
  *out = whole;
  return GB_OK;
}

static int read_identity(const value *v, void *out) {
  return read_whole(v, INT64_MAX, out);
}

static int read_integer(const value *v, void *out) {
  int64_t whole = 0;
  GB_TRY(read_whole(v, INT32_MAX, &whole));
  *(int *)out = (int)whole;
  return GB_OK;
}

static int read_boolean(const value *v, void *out) {
  static const char *const words[] = {"false", "true", "no", "yes", "off", "on", NULL};
  for (int i = 0; is_text(v->node) && words[i]; i++) {
    if (strcmp(words[i], v->node->text)) continue;
    *(bool *)out = i % 2;
    return GB_OK;
  }
  return refuse(v, "not a truth value");
}

bool gb_size_from(const char *text, double *out) {
  static const struct {
    const char *name;
    double bytes;
  } units[] = {{"", 1},         {"B", 1},        {"kB", 1e3},   {"MB", 1e6},
               {"GB", 1e9},     {"TB", 1e12},    {"KiB", 1024}, {"MiB", 0x1p20},
               {"GiB", 0x1p30}, {"TiB", 0x1p40}, {"KB", 1e3},   {"kiB", 1024}};
  char *end;
  double number = strtod(text, &end);
  if (end == text || !isfinite(number) || number < 0) return false;
  while (*end == ' ') end++;
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    if (strcmp(units[i].name, end)) continue;
    *out = number * units[i].bytes;
    return true;
  }
  return false;
}

static int read_size(const value *v, void *out) {
  if (is_text(v->node) && gb_size_from(v->node->text, out)) return GB_OK;
  return refuse(v, "not a size");
}

/// Append the names of controls or states to the variables of an expression.
static int add_names(const gb_reading *reading, const char *const more[],
                     const char *const variables[], const char *const **out) {
  const char **name;
  size_t own = 0, count = 0;
  while (variables[own]) own++;
  while (more && more[count]) count++;
  *out = variables;
  if (count == 0) return GB_OK;
  GB_TRY(GB_TAKE(reading->arena, name, own + count + 1, reading->error));
  memcpy(name, variables, own * sizeof *name);
  memcpy(name + own, more, count * sizeof *name);
  *out = name;
  return GB_OK;
}

/// @param what  "t", for messages
static int read_formula(const value *v, const char *const variables[], const char *what,
                        gb_expression **x) {
  double number;
  if (!is_text(v->node)) return refuse_as(GB_BAD_EXPRESSION, v, "not an expression");
  if (number_from(v->node->text, &number))
    return gb_expression_constant(number, v->reading->arena, x, v->reading->error);
  gb_error error = {0};
  int status = gb_expression_parse(v->node->text, variables, v->reading->arena, x, &error);
  if (status == GB_USAGE) {
    char message[700];
    snprintf(message, sizeof message, "not an expression of %s: %.600s", what, error.message);
    return refuse_as(GB_BAD_EXPRESSION, v, message);
  }
  if (status != GB_OK)
    return gb_fail(v->reading->error, gb_error_code(status, &error), "%s", error.message);
  if (gb_expression_is_constant(*x) && !isfinite(gb_expression_real(*x, NULL)))
    return refuse(v, "not a finite value");
  return GB_OK;
}

static int read_expression(const value *v, void *out) {
  static const char *const variables[] = {"t", NULL};
  const char *const *name;
  GB_TRY(add_names(v->reading, v->reading->controls, variables, &name));
  return read_formula(v, name, "t", out);
}

static int read_motion(const value *v, void *out) {
  return gb_node_is_null(v->node) ? GB_OK : read_expression(v, out);
}

static int read_plain(const value *v, void *out) {
  static const char *const variables[] = {"t", NULL};
  return read_formula(v, variables, "t", out);
}

static int read_rate(const value *v, void *out) {
  static const char *const variables[] = {"t", "n1", "n2", "n3", NULL};
  const char *const *name;
  GB_TRY(add_names(v->reading, v->reading->states, variables, &name));
  return read_formula(v, name, "t, n1, n2, n3 and names of states", out);
}

static int read_height(const value *v, void *out) {
  static const char *const variables[] = {"x", "y", "t", "n1", "n2", "n3", NULL};
  return read_formula(v, variables, "x, y, t, n1, n2 and n3", out);
}

static int read_field(const value *v, void *out) {
  static const char *const variables[] = {"x", "y", "z", NULL};
  return read_formula(v, variables, "x, y and z", out);
}

static int read_fix(const value *v, void *out) {
  int word = 0;
  GB_TRY(read_choice(v, &word));
  *(unsigned *)out |= v->key->words[word + 1] ? 1u << word : GB_FIX_ALL; // the last word is `all`
  return GB_OK;
}

static int read_place(const value *v, void *out);
static int read_symmetric(const value *v, void *out);
static int read_two_ends(const value *v, void *out);
static int read_free_end(const value *v, void *out);
static int read_points(const value *v, void *out);
static int read_law(const value *v, void *out);
static int read_series(const value *v, void *out);
static int read_node_table(const value *v, void *out);
static int read_numbers(const value *v, void *out);
static int read_texts(const value *v, void *out);
static int read_instant(const value *v, void *out);
static int read_joint_place(const value *v, void *out);

/// Form and reader of a kind of values.
typedef struct form {
  const char *accepted;
  int (*read)(const value *v, void *out); ///< reads a value, or an entry of a list of values
  /// accepted form, for messages about other values; NULL: the value is no list
  const char *refusal;
  int least, most; ///< smallest and largest number of entries
  /// distance from an entry to the next; 0: all entries are stored in one value
  size_t size;
  bool single; ///< a single value needs no list
} form;

enum { MANY = 1 << 30 };

static const form forms[] = {
    [GB_KEY_TEXT] = {"a text", read_text},
    [GB_KEY_PATH] = {"a path, relative to the case file", read_text},
    [GB_KEY_WORD] = {NULL, read_word},
    [GB_KEY_CHOICE] = {NULL, read_choice},
    [GB_KEY_NUMBER] = {"a number", read_number},
    [GB_KEY_INTEGER] = {"a whole number", read_integer},
    [GB_KEY_IDENTITY] = {"a whole number", read_identity},
    [GB_KEY_BOOLEAN] = {"true or false", read_boolean},
    [GB_KEY_SIZE] = {"bytes, as 2 GiB, 500 MB or 1e9", read_size},
    [GB_KEY_VECTOR] = {"[x, y, z] of numbers", read_number, "not a vector", 3, 3, sizeof(double)},
    [GB_KEY_EXPRESSIONS] = {"[x, y, z] of numbers or expressions of t", read_expression,
                            "not a vector", 3, 3, sizeof(gb_expression *)},
    [GB_KEY_MOTION] = {"[x, y, z] of numbers or expressions of t; ~ for an axis that stays free",
                       read_motion, "not a vector", 3, 3, sizeof(gb_expression *)},
    [GB_KEY_PLAIN] = {"[x, y, z] of numbers or expressions of t", read_plain, "not a vector", 3, 3,
                      sizeof(gb_expression *)},
    [GB_KEY_PLAIN_NUMBER] = {"a number or an expression of t", read_plain},
    [GB_KEY_LOAD] = {"a number or an expression of t, such as 1e3*sin(50*t), or [x, y, z] of these",
                     read_expression, "not a vector", 3, 3, sizeof(gb_expression *), true},
    [GB_KEY_ENDS] = {"two of: the name of a point or body, ground, group:NAME with one node",
                     read_text, "not two ends", 2, 2, sizeof(char *)},
    [GB_KEY_EXPRESSION] = {"a number or an expression of t", read_expression},
    [GB_KEY_RATE] = {"an expression of t, n1, n2, n3 and names of states", read_rate},
    [GB_KEY_HEIGHT] = {"a number or an expression of x, y, t, n1, n2 and n3", read_height},
    [GB_KEY_FIELD] = {"[x, y, z] of numbers or expressions of x, y and z", read_field,
                      "not a vector", 3, 3, sizeof(gb_expression *)},
    [GB_KEY_SPATIAL] = {"a number or an expression of x, y and z", read_field},
    [GB_KEY_NODE_TABLE] = {"a file of lines `node, x, y, z`", read_node_table},
    [GB_KEY_TENSOR] = {"[xx, yy, zz, xy, xz, yz] of numbers", read_number, "not a list of numbers",
                       6, 6, sizeof(double)},
    [GB_KEY_MATRIX] = {"[11, 12, 16, 22, 26, 66] of numbers", read_number, "not a list of numbers",
                       6, 6, sizeof(double)},
    [GB_KEY_MASSES] = {"[rhoA, S_y, S_z, I_yy, I_zz, I_yz] of numbers", read_number,
                       "not a list of numbers", 6, 6, sizeof(double)},
    [GB_KEY_POINTS] = {"[[x, y, z], [x, y, z], ...] of numbers", read_points},
    [GB_KEY_VECTORS] = {"[[x, y, z], [x, y, z], ...] of numbers", read_points},
    [GB_KEY_FREE_ENDS] = {"two of: the name of a body, ground, ~", read_free_end, "not two ends", 2,
                          2, sizeof(char *)},
    [GB_KEY_JOINT_PLACE] = {"[x, y, z] of numbers; of a distance [[x, y, z], [x, y, z]]",
                            read_joint_place},
    [GB_KEY_LAW] =
        {"an expression of s, v, t, n1, n2 and n3, or a list of [s, force] with ascending s",
         read_law},
    [GB_KEY_SYMMETRIC] = {"six numbers, or six rows of six of a symmetric matrix", read_symmetric},
    [GB_KEY_TWO_ENDS] = {"twelve rows of twelve numbers of a symmetric matrix", read_two_ends},
    [GB_KEY_SERIES] = {"a number, a list of numbers, or a file of them: one a line, or t and one",
                       read_series},
    [GB_KEY_INSTANT] = {"end, each, {time: NUMBER}, or {mesh: NUMBER} of two times or more",
                        read_instant},
    [GB_KEY_PAIR] = {"two numbers in a list", read_number, "not a list of numbers", 2, 2,
                     sizeof(double)},
    [GB_KEY_NUMBERS] = {"a number, or a list of numbers", read_numbers},
    [GB_KEY_TEXTS] = {"a list of texts", read_texts},
    [GB_KEY_PLACES] = {"[[x, y, z], [x, y, z]] of numbers; ~ for an end that has its own",
                       read_place, "not two places", 2, 2, sizeof(double[3])},
    [GB_KEY_POLYNOMIAL] = {"a number, or a list of up to 3", read_number, "not a polynomial", 1,
                           GB_SPRING_ORDER, sizeof(double), true},
    [GB_KEY_FIX] = {NULL, read_fix, "nothing to hold", 1, MANY, 0, true},
    [GB_KEY_MAP] = {"a mapping of keys"},
    [GB_KEY_LIST] = {"a list of mappings"},
    [GB_KEY_NAMED] = {"a mapping from names to mappings"},
};

static int read_list(const value *v, const form *f, char *out) {
  const gb_node *node = v->node;
  if (node->kind != GB_NODE_LIST || node->count < f->least || node->count > f->most)
    return refuse(v, f->refusal);
  for (int i = 0; i < node->count; i++) {
    const value one = {v->reading, v->key, node->pair[i].value, v->path};
    GB_TRY(f->read(&one, out + (size_t)i * f->size));
  }
  return GB_OK;
}

/// Read a name; ~ gives NULL.
static int read_free_end(const value *v, void *out) {
  return gb_node_is_null(v->node) ? GB_OK : read_text(v, out);
}

/// Read a list of points or vectors, laid out as gb_beam.points.
static int read_points(const value *v, void *out) {
  struct {
    double (*entry)[3];
    int count;
  } points = {.count = v->node->count};
  const bool vectors = v->key->kind == GB_KEY_VECTORS;
  if (v->node->kind != GB_NODE_LIST || v->node->count < (vectors ? 1 : 2))
    return refuse(v, vectors ? "not a list of vectors" : "not a list of points");
  GB_TRY(gb_arena_allocate(v->reading->arena, (size_t)points.count, sizeof *points.entry,
                           &points.entry, v->reading->error));
  for (int i = 0; i < points.count; i++) {
    const value one = {v->reading, v->key, v->node->pair[i].value, v->path};
    GB_TRY(read_list(&one, &forms[GB_KEY_VECTOR], (char *)points.entry[i]));
  }
  memcpy(out, &points, sizeof points);
  return GB_OK;
}

static int read_texts(const value *v, void *out) {
  static const form texts = {
      .read = read_text, .refusal = "no list", .least = 1, .most = MANY, .size = sizeof(char *)};
  GB_LIST_OF(const char *) list = {.count = v->node->count};
  GB_TRY(gb_arena_allocate(v->reading->arena, (size_t)list.count + 1, sizeof *list.entry,
                           &list.entry, v->reading->error));
  GB_TRY(read_list(v, &texts, (char *)list.entry));
  memcpy(out, &list, sizeof list);
  return GB_OK;
}

static int read_numbers(const value *v, void *out) {
  static const form numbers = {.read = read_number,
                               .refusal = "not a list of numbers",
                               .least = 1,
                               .most = MANY,
                               .size = sizeof(double)};
  GB_LIST_OF(double) list = {.count = v->node->kind == GB_NODE_LIST ? v->node->count : 1};
  const bool single = v->node->kind != GB_NODE_LIST;
  GB_TRY(gb_arena_allocate(v->reading->arena, (size_t)list.count, sizeof *list.entry, &list.entry,
                           v->reading->error));
  GB_TRY(single ? read_number(v, list.entry) : read_list(v, &numbers, (char *)list.entry));
  memcpy(out, &list, sizeof list);
  return GB_OK;
}

/// Read the position of an end; ~ gives NANs.
static int read_place(const value *v, void *out) {
  double *place = out;
  if (!gb_node_is_null(v->node)) return read_list(v, &forms[GB_KEY_VECTOR], out);
  for (int i = 0; i < 3; i++) place[i] = NAN;
  return GB_OK;
}

/// Store the upper triangle of a matrix of n rows, which must be symmetric.
static int store_triangle(const value *v, int n, const double row[], double out[]) {
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      if (row[n * i + j] != row[n * j + i]) return refuse(v, "not symmetric");
      *out++ = row[n * i + j];
    }
  return GB_OK;
}

/// Read the rows of a symmetric matrix of the components of two ends.
static int read_two_ends(const value *v, void *out) {
  enum { ROWS = 12 };
  double row[ROWS][ROWS] = {{0}};
  if (v->node->kind != GB_NODE_LIST || v->node->count != ROWS) return refuse(v, "not twelve rows");
  for (int i = 0; i < ROWS; i++) {
    const form numbers = {.read = read_number,
                          .refusal = "not twelve rows of twelve numbers",
                          .least = ROWS,
                          .most = ROWS,
                          .size = sizeof(double)};
    const value one = {v->reading, v->key, v->node->pair[i].value, v->path};
    GB_TRY(read_list(&one, &numbers, (char *)row[i]));
  }
  return store_triangle(v, ROWS, row[0], out);
}

/// Read the diagonal or the rows of a symmetric matrix, and store its upper triangle.
static int read_symmetric(const value *v, void *out) {
  static const form numbers = {.read = read_number,
                               .refusal = "neither six numbers nor six rows",
                               .least = 6,
                               .most = 6,
                               .size = sizeof(double)};
  double row[6][6] = {{0}}, diagonal[6] = {0};
  const bool rows = v->node->kind == GB_NODE_LIST && v->node->count == 6 &&
                    v->node->pair[0].value->kind == GB_NODE_LIST;
  if (!rows) GB_TRY(read_list(v, &numbers, (char *)diagonal));
  for (int i = 0; i < 6; i++) {
    const value one = {v->reading, v->key, rows ? v->node->pair[i].value : v->node, v->path};
    if (rows)
      GB_TRY(read_list(&one, &numbers, (char *)row[i]));
    else
      row[i][i] = diagonal[i];
  }
  return store_triangle(v, 6, row[0], out);
}

static int read_joint_place(const value *v, void *out) {
  double(*at)[3] = out;
  const gb_node *node = v->node;
  if (node->kind == GB_NODE_LIST && node->count == 2)
    return read_list(v, &forms[GB_KEY_PLACES], out);
  GB_TRY(read_list(v, &forms[GB_KEY_VECTOR], out));
  memcpy(at[1], at[0], sizeof at[1]);
  return GB_OK;
}

static int read_instant(const value *v, void *out) {
  static const gb_range two = {.lower = 2, .upper = INFINITY, .text = ">= 2"};
  static const gb_key points = {.kind = GB_KEY_INTEGER, .range = &two};
  gb_when *when = out;
  const gb_node *node = v->node;
  if (is_text(node)) {
    when->kind = !strcmp(node->text, "end")    ? GB_WHEN_END
                 : !strcmp(node->text, "each") ? GB_WHEN_EACH
                                               : GB_WHEN_NONE;
    return when->kind == GB_WHEN_NONE ? refuse(v, "not an instant") : GB_OK;
  }
  const char *word = node->kind == GB_NODE_MAP && node->count == 1 ? node->pair[0].key->text : "";
  const gb_node *number = *word ? node->pair[0].value : NULL;
  const bool mesh = strcmp(word, "mesh") == 0;
  if (!mesh && strcmp(word, "time") != 0) return refuse(v, "not an instant");
  when->kind = mesh ? GB_WHEN_MESH : GB_WHEN_TIME;
  if (!mesh) return read_number(&(value){v->reading, v->key, number, v->path}, &when->time);
  int64_t whole = 0;
  gb_error own = {0};
  const gb_reading quiet = {.arena = v->reading->arena, .error = &own};
  if (read_whole(&(value){&quiet, &points, number, v->path}, INT32_MAX, &whole) != GB_OK)
    return refuse(v, "not a mesh of times");
  when->points = (int)whole;
  return GB_OK;
}

int gb_value_resolve(const gb_reading *reading, const char **path) {
  const char *slash = reading->file ? strrchr(reading->file, '/') : NULL;
  if (**path == '/' || !slash) return GB_OK;
  return gb_arena_text(reading->arena, path, reading->error, "%.*s/%s",
                       (int)(slash - reading->file), reading->file, *path);
}

/// Report an error in the file that a value names; the message names the key.
static int refuse_file(const value *v, int status, const gb_error *own) {
  return status == GB_OK ? GB_OK
                         : gb_fail(v->reading->error, gb_error_code(status, own), "%s: %s: %s",
                                   v->node->where, v->path, own->message);
}

static int read_node_table(const value *v, void *out) {
  gb_shape_entry *shape = out;
  gb_error own = {0};
  if (!is_text(v->node)) return refuse(v, "not a file");
  GB_TRY(read_text(v, &shape->file));
  GB_TRY(gb_value_resolve(v->reading, &shape->file));
  return refuse_file(v, gb_node_vectors_read(shape, v->reading->arena, &own), &own);
}

static int read_series(const value *v, void *out) {
  gb_series *series = out;
  double number = 0;
  const gb_node *node = v->node;
  const bool list = node->kind == GB_NODE_LIST;
  if (list && node->count == 0) return refuse(v, "an empty list");
  if (!list && !is_text(node)) return refuse(v, "neither numbers nor a file");
  series->whole = !list && number_from(node->text, &number);
  if (!list && !series->whole) {
    GB_TRY(read_text(v, &series->file));
    GB_TRY(gb_value_resolve(v->reading, &series->file));
    gb_error own = {0};
    return refuse_file(v, gb_series_read(series, v->reading->arena, &own), &own);
  }
  series->count = list ? node->count : 1;
  GB_TRY(GB_TAKE(v->reading->arena, series->entry, (size_t)series->count, v->reading->error));
  if (series->whole) series->entry[0] = number;
  for (int i = 0; list && i < node->count; i++) {
    const value one = {v->reading, v->key, node->pair[i].value, v->path};
    GB_TRY(read_number(&one, &series->entry[i]));
  }
  return GB_OK;
}

static int read_law(const value *v, void *out) {
  static const char *const variables[] = {"s", "v", "t", "n1", "n2", "n3", NULL};
  static const form pair = {
      .read = read_number, .refusal = "not a point", .least = 2, .most = 2, .size = sizeof(double)};
  gb_law_entry *law = out;
  double(*point)[2];
  const char *const *name;
  GB_TRY(add_names(v->reading, v->reading->controls, variables, &name));
  if (v->node->kind != GB_NODE_LIST) return read_formula(v, name, "s, v and t", &law->expression);
  if (v->node->count < 2) return refuse(v, "too short a table");
  GB_TRY(gb_arena_allocate(v->reading->arena, (size_t)v->node->count, sizeof *point, &point,
                           v->reading->error));
  for (int i = 0; i < v->node->count; i++) {
    const value one = {v->reading, v->key, v->node->pair[i].value, v->path};
    GB_TRY(read_list(&one, &pair, (char *)point[i]));
    if (i > 0 && !(point[i][0] > point[i - 1][0])) return refuse(&one, "not ascending");
  }
  law->points = v->node->count;
  law->point = (const double(*)[2])point;
  return GB_OK;
}

int gb_value_read(const gb_reading *reading, const gb_key *key, const gb_node *node,
                  const char *path, void *base) {
  const value v = {reading, key, node, path};
  const form *f = &forms[key->kind];
  char *member = (char *)base + key->offset;
  if (!f->read) return refuse(&v, "not a single value");
  const bool list = f->refusal && !(f->single && node->kind != GB_NODE_LIST);
  return list ? read_list(&v, f, member) : f->read(&v, member);
}

static void join_words(const char *const words[], const char *between, size_t size, char text[]) {
  *text = 0;
  for (int i = 0; words[i]; i++) {
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s", used ? between : "", words[i]);
  }
}

void gb_value_accepted(const gb_key *key, size_t size, char text[]) {
  if (key->kind == GB_KEY_WORD || key->kind == GB_KEY_CHOICE) {
    join_words(key->words, ", ", size, text);
  } else if (key->kind == GB_KEY_FIX) {
    char words[120];
    join_words(key->words, ", ", sizeof words, words);
    snprintf(text, size, "one or a list of %s", words);
  } else {
    const gb_range *range = range_of(key);
    const bool one = range->lower == range->upper;
    snprintf(text, size, "%s%s%s", one ? "" : forms[key->kind].accepted,
             one || !*range->text ? "" : " ", range->text);
  }
}
