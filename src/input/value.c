/// Typed values of a case file: from the text of a node to the member that its schema row names.
#include "input/schema.h"

#include "base/nearest.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// One value on its way: every reader below has the same arguments.
typedef struct value {
  const gb_reading *reading;
  const gb_key *key;
  const gb_node *node;
  const char *path;
} value;

static int refuse(const value *v, const char *what) {
  char accepted[700];
  gb_value_accepted(v->key, sizeof accepted, accepted);
  gb_found found = gb_node_found(v->node);
  return gb_refuse(v->reading, v->node, v->path, "%s (found %s); accepted: %s", what, found.text,
                   accepted);
}

static bool is_text(const gb_node *node) {
  return node->kind == GB_NODE_SCALAR && !gb_node_is_null(node) && *node->text;
}

static bool number_from(const char *text, double *number) {
  char *end;
  *number = strtod(text, &end);
  return end != text && !*end && isfinite(*number) && !isspace((unsigned char)*text);
}

static bool in_range(const gb_range *range, double number) {
  if (!range) return true;
  return range->open ? number > range->lower && number < range->upper
                     : number >= range->lower && number <= range->upper;
}

static int read_text(const value *v, const char **out) {
  if (!is_text(v->node)) return refuse(v, "not a text");
  *out = v->node->text;
  return GB_OK;
}

static int read_index(const value *v, const gb_node *node, int *out) {
  const value one = {v->reading, v->key, node, v->path};
  if (!is_text(node)) return refuse(&one, "not a word");
  for (int i = 0; v->key->words[i]; i++) {
    if (strcmp(v->key->words[i], node->text)) continue;
    *out = i;
    return GB_OK;
  }
  const char *near = gb_nearest(node->text, v->key->words);
  char what[120];
  snprintf(what, sizeof what, "unknown word%s%s", near ? ", nearest: " : "", near ? near : "");
  return refuse(&one, what);
}

static int read_word(const value *v, const char **out) {
  int index;
  GB_TRY(read_index(v, v->node, &index));
  *out = v->key->words[index];
  return GB_OK;
}

static int read_number(const value *v, double *out) {
  if (!is_text(v->node) || !number_from(v->node->text, out)) return refuse(v, "not a number");
  return in_range(v->key->range, *out) ? GB_OK : refuse(v, "out of range");
}

/// Whole numbers, also as 1e3.
static int read_identity(const value *v, int64_t largest, int64_t *out) {
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
      !in_range(v->key->range, (double)whole))
    return refuse(v, "out of range");
  *out = whole;
  return GB_OK;
}

static int read_integer(const value *v, int *out) {
  int64_t whole = 0;
  GB_TRY(read_identity(v, INT32_MAX, &whole));
  *out = (int)whole;
  return GB_OK;
}

static int read_boolean(const value *v, bool *out) {
  static const char *const words[] = {"false", "true", "no", "yes", "off", "on", NULL};
  for (int i = 0; is_text(v->node) && words[i]; i++) {
    if (strcmp(words[i], v->node->text)) continue;
    *out = i % 2;
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

static int read_size(const value *v, double *out) {
  if (is_text(v->node) && gb_size_from(v->node->text, out)) return GB_OK;
  return refuse(v, "not a size");
}

static int read_numbers(const value *v, int count, double out[]) {
  if (v->node->kind != GB_NODE_LIST || v->node->count != count)
    return refuse(v, count == 3 ? "not a vector" : "not a list of numbers");
  for (int i = 0; i < count; i++) {
    const value one = {v->reading, v->key, v->node->pair[i].value, v->path};
    GB_TRY(read_number(&one, &out[i]));
  }
  return GB_OK;
}

/// A diagonal, or the upper triangle of the rows of a symmetric matrix.
static int read_symmetric(const value *v, double out[21]) {
  double row[6][6] = {{0}}, diagonal[6];
  const bool rows = v->node->kind == GB_NODE_LIST && v->node->count == 6 &&
                    v->node->pair[0].value->kind == GB_NODE_LIST;
  if (v->node->kind != GB_NODE_LIST || v->node->count != 6)
    return refuse(v, "neither six numbers nor six rows");
  if (!rows) GB_TRY(read_numbers(v, 6, diagonal));
  for (int i = 0; i < 6; i++) {
    const value one = {v->reading, v->key, v->node->pair[i].value, v->path};
    if (rows)
      GB_TRY(read_numbers(&one, 6, row[i]));
    else
      row[i][i] = diagonal[i];
  }
  for (int i = 0, next = 0; i < 6; i++)
    for (int j = i; j < 6; j++) {
      if (row[i][j] != row[j][i]) return refuse(v, "not symmetric");
      out[next++] = row[i][j];
    }
  return GB_OK;
}

static int read_expression(const value *v, const gb_node *node, gb_expression **out) {
  static const char *const variables[] = {"t", NULL};
  const value one = {v->reading, v->key, node, v->path};
  double number;
  if (!is_text(node)) return refuse(&one, "not an expression");
  if (number_from(node->text, &number))
    return gb_expression_constant(number, out, v->reading->error);
  gb_error error = {0};
  int status = gb_expression_parse(node->text, variables, out, &error);
  if (status == GB_USAGE) {
    char what[700];
    snprintf(what, sizeof what, "not an expression of t: %.600s", error.message);
    return refuse(&one, what);
  }
  if (status != GB_OK) return gb_fail(v->reading->error, status, "%s", error.message);
  if (gb_expression_is_constant(*out) && !isfinite(gb_expression_real(*out, NULL)))
    return refuse(&one, "not a finite value");
  return GB_OK;
}

static int read_expressions(const value *v, gb_expression *out[3]) {
  if (v->key->kind == GB_KEY_LOAD && v->node->kind == GB_NODE_SCALAR)
    return read_expression(v, v->node, &out[0]);
  if (v->node->kind != GB_NODE_LIST || v->node->count != 3) return refuse(v, "not a vector");
  for (int i = 0; i < 3; i++) GB_TRY(read_expression(v, v->node->pair[i].value, &out[i]));
  return GB_OK;
}

static int read_ends(const value *v, const char *out[2]) {
  if (v->node->kind != GB_NODE_LIST || v->node->count != 2) return refuse(v, "not two ends");
  for (int i = 0; i < 2; i++) {
    const value one = {v->reading, v->key, v->node->pair[i].value, v->path};
    GB_TRY(read_text(&one, &out[i]));
  }
  return GB_OK;
}

static int read_positions(const value *v, double out[2][3]) {
  if (v->node->kind != GB_NODE_LIST || v->node->count != 2) return refuse(v, "not two places");
  for (int i = 0; i < 2; i++) {
    const value one = {v->reading, v->key, v->node->pair[i].value, v->path};
    if (gb_node_is_null(one.node))
      out[i][0] = out[i][1] = out[i][2] = NAN;
    else
      GB_TRY(read_numbers(&one, 3, out[i]));
  }
  return GB_OK;
}

static int read_polynomial(const value *v, double out[GB_SPRING_ORDER]) {
  if (v->node->kind == GB_NODE_SCALAR) return read_number(v, &out[0]);
  if (v->node->kind != GB_NODE_LIST || v->node->count < 1 || v->node->count > GB_SPRING_ORDER)
    return refuse(v, "not a polynomial");
  for (int i = 0; i < v->node->count; i++) {
    const value one = {v->reading, v->key, v->node->pair[i].value, v->path};
    GB_TRY(read_number(&one, &out[i]));
  }
  return GB_OK;
}

static int read_fix(const value *v, unsigned *out) {
  gb_pair single = {.value = (gb_node *)v->node};
  bool list = v->node->kind == GB_NODE_LIST;
  const gb_pair *pair = list ? v->node->pair : &single;
  int count = list ? v->node->count : 1;
  if (count == 0) return refuse(v, "nothing to hold");
  *out = 0;
  for (int i = 0; i < count; i++) {
    int word;
    GB_TRY(read_index(v, pair[i].value, &word));
    *out |= v->key->words[word + 1] ? 1u << word : GB_FIX_ALL; // the last word is `all`
  }
  return GB_OK;
}

int gb_value_read(const gb_reading *reading, const gb_key *key, const gb_node *node,
                  const char *path, void *base) {
  const value v = {reading, key, node, path};
  void *member = (char *)base + key->offset;
  switch (key->kind) {
  case GB_KEY_TEXT:
  case GB_KEY_PATH:
    return read_text(&v, member);
  case GB_KEY_WORD:
    return read_word(&v, member);
  case GB_KEY_CHOICE:
    return read_index(&v, node, member);
  case GB_KEY_NUMBER:
    return read_number(&v, member);
  case GB_KEY_INTEGER:
    return read_integer(&v, member);
  case GB_KEY_IDENTITY:
    return read_identity(&v, INT64_MAX, member);
  case GB_KEY_BOOLEAN:
    return read_boolean(&v, member);
  case GB_KEY_SIZE:
    return read_size(&v, member);
  case GB_KEY_VECTOR:
    return read_numbers(&v, 3, member);
  case GB_KEY_TENSOR:
    return read_numbers(&v, 6, member);
  case GB_KEY_SYMMETRIC:
    return read_symmetric(&v, member);
  case GB_KEY_PAIR:
    return read_numbers(&v, 2, member);
  case GB_KEY_EXPRESSION:
    return read_expression(&v, node, member);
  case GB_KEY_EXPRESSIONS:
  case GB_KEY_LOAD:
    return read_expressions(&v, member);
  case GB_KEY_ENDS:
    return read_ends(&v, member);
  case GB_KEY_PLACES:
    return read_positions(&v, member);
  case GB_KEY_POLYNOMIAL:
    return read_polynomial(&v, member);
  case GB_KEY_FIX:
    return read_fix(&v, member);
  default:
    return refuse(&v, "not a single value");
  }
}

static void join_words(const char *const words[], const char *between, size_t size, char text[]) {
  *text = 0;
  for (int i = 0; words[i]; i++) {
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s", used ? between : "", words[i]);
  }
}

void gb_value_accepted(const gb_key *key, size_t size, char text[]) {
  static const char *const kinds[] = {
      [GB_KEY_TEXT] = "a text",
      [GB_KEY_PATH] = "a path, relative to the case file",
      [GB_KEY_NUMBER] = "a number",
      [GB_KEY_INTEGER] = "a whole number",
      [GB_KEY_IDENTITY] = "a whole number",
      [GB_KEY_BOOLEAN] = "true or false",
      [GB_KEY_SIZE] = "bytes, as 2 GiB, 500 MB or 1e9",
      [GB_KEY_VECTOR] = "[x, y, z] of numbers",
      [GB_KEY_EXPRESSIONS] = "[x, y, z] of numbers or expressions of t",
      [GB_KEY_LOAD] =
          "a number or an expression of t, such as 1e3*sin(50*t), or [x, y, z] of these",
      [GB_KEY_ENDS] = "two of: the name of a point or body, ground, group:NAME with one node",
      [GB_KEY_EXPRESSION] = "a number or an expression of t",
      [GB_KEY_TENSOR] = "[xx, yy, zz, xy, xz, yz] of numbers",
      [GB_KEY_SYMMETRIC] = "six numbers, or six rows of six of a symmetric matrix",
      [GB_KEY_PAIR] = "two numbers in a list",
      [GB_KEY_PLACES] = "[[x, y, z], [x, y, z]] of numbers; ~ for an end that has its own",
      [GB_KEY_POLYNOMIAL] = "a number, or a list of up to 3",
      [GB_KEY_MAP] = "a mapping of keys",
      [GB_KEY_LIST] = "a list of mappings",
      [GB_KEY_NAMED] = "a mapping from names to mappings",
  };
  if (key->kind == GB_KEY_WORD || key->kind == GB_KEY_CHOICE) {
    join_words(key->words, ", ", size, text);
  } else if (key->kind == GB_KEY_FIX) {
    char words[120];
    join_words(key->words, ", ", sizeof words, words);
    snprintf(text, size, "one or a list of %s", words);
  } else if (key->range && key->range->lower == key->range->upper) {
    snprintf(text, size, "%s", key->range->text);
  } else {
    snprintf(text, size, "%s%s%s", kinds[key->kind], key->range ? " " : "",
             key->range ? key->range->text : "");
  }
}
