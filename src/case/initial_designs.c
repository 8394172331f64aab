/// Initial values of designs from a file. They are stored as `values` of the entries of `design` in
/// the tree of the case, so that they are treated like values that the case gives.
#include "case/initial_designs.h"

#include "base/platform/file_contents.h"
#include "case/schema/schema.h"
#include "case/text/stored_designs.h"

#include "base/list.h"
#include "base/nearest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Values in the file for an entry of `design`.
typedef struct found_values {
  gb_node *list;
  const char **name; ///< name of each value in a table, [names]
  int names;
} found_values;

typedef struct source {
  const gb_reading *reading;
  const gb_node *node; ///< node of the case, for messages
  const char *key;     ///< key that names the file, for messages
  const char *file;
  int count;
  gb_node *design;     ///< the list `design` of the case, [count]
  const char **known;  ///< names of its entries, NULL-terminated
  found_values *found; ///< [count]
} source;

static bool is_file(const gb_node *node) {
  return node->kind == GB_NODE_SCALAR && !gb_node_is_null(node) && *node->text;
}

static void take_out(gb_node *node, int index) {
  node->count--;
  memmove(node->pair + index, node->pair + index + 1,
          (size_t)(node->count - index) * sizeof *node->pair);
}

/// Take the name of the file out of the tree. It is the value of `initial` or an entry of its list.
/// @return NULL: there is no file
static const gb_node *take_file(gb_node *root) {
  gb_node *initial = gb_node_find(root, "initial");
  if (!initial) return NULL;
  gb_node *from = is_file(initial) ? root : initial;
  for (int i = 0; from->kind != GB_NODE_SCALAR && i < from->count; i++) {
    const gb_node *value = from->pair[i].value;
    if (!is_file(value) || (from == root && value != initial)) continue;
    take_out(from, i);
    return value;
  }
  return NULL;
}

static gb_named known_names(const source *s) {
  return (gb_named){(const char *)s->known, s->count, sizeof *s->known, 0};
}

static int refuse(const source *s, const char *where, const char *what, const char *found) {
  char known[300] = "";
  const char *near = *found ? gb_nearest(found, s->known) : NULL;
  for (int i = 0; i < s->count; i++) {
    const size_t used = strlen(known);
    snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", s->known[i]);
  }
  return gb_refuse_as(GB_WRONG_DESIGN_VALUES, s->reading, s->node, s->key,
                      "%s: %s (found %.60s)%s%s; accepted: %s%s", where, what,
                      *found ? found : "none", near ? "; nearest: " : "", near ? near : "",
                      s->count ? "values of all designs, " : "a case with designs", known);
}

static int list_designs(source *s, const gb_node *root) {
  gb_arena *arena = s->reading->arena;
  s->design = gb_node_find(root, "design");
  s->count = s->design && s->design->kind == GB_NODE_LIST ? s->design->count : 0;
  GB_TRY(GB_TAKE(arena, s->known, (size_t)s->count + 1, s->reading->error));
  GB_TRY(GB_TAKE(arena, s->found, (size_t)s->count, s->reading->error));
  for (int i = 0; i < s->count; i++) {
    const gb_node *name = gb_node_find(s->design->pair[i].value, "name");
    s->known[i] = name && name->kind == GB_NODE_SCALAR ? name->text : "";
  }
  return GB_OK;
}

// Read a table.

/// Read the next field of a row, without its quotes. @return the character after it: a comma, the
/// end of the line, or 0
static char next_field(char **text, char **field) {
  char *from = *text, *to = from;
  bool quoted = false;
  *field = to;
  for (; *from && (quoted || !strchr(",\n", *from)); from++) {
    if (*from == '"' && !(quoted && from[1] == '"')) {
      quoted = !quoted;
      continue;
    }
    from += *from == '"';
    *to++ = *from;
  }
  const char end = *from;
  *text = from + (end != 0);
  if (to > *field && to[-1] == '\r') to--;
  *to = 0;
  return end;
}

/// Read the name and the value of a row. @return whether the row has both
static bool next_row(char **text, char *field[2]) {
  char *rest, end = next_field(text, &field[0]);
  const bool both = end == ',';
  if (both) end = next_field(text, &field[1]);
  while (end == ',') end = next_field(text, &rest);
  return both;
}

/// Whether the rest of a name is .NUMBER, or .NUMBER.AXIS of a node.
static bool is_number_of(const char *rest) {
  if (*rest++ != '.') return false;
  const size_t digits = strspn(rest, "0123456789");
  const char *axis = rest + digits;
  return digits > 0 &&
         (!*axis || (axis[0] == '.' && axis[1] && strchr("xyz", axis[1]) && !axis[2]));
}

/// @return the index of the entry to which the value NAME, NAME.NUMBER or NAME.NUMBER.AXIS belongs;
/// -1: none
static int find_entry(const source *s, const char *name) {
  int entry = gb_name_find(known_names(s), name);
  for (int i = 0; entry < 0 && i < s->count; i++) {
    const size_t length = strlen(s->known[i]);
    if (!strncmp(s->known[i], name, length) && is_number_of(name + length)) entry = i;
  }
  return entry;
}

static int add_row(const source *s, const char *where, char *const field[2]) {
  const gb_reading *r = s->reading;
  const int entry = find_entry(s, field[0]);
  gb_node *value;
  if (entry < 0) return refuse(s, where, "no design of this case", field[0]);
  found_values *found = &s->found[entry];
  if (!found->list) {
    GB_TRY(GB_TAKE(r->arena, found->list, 1, r->error));
    *found->list = (gb_node){.kind = GB_NODE_LIST, .where = where};
  }
  GB_TRY(GB_TAKE(r->arena, value, 1, r->error));
  *value = (gb_node){.kind = GB_NODE_SCALAR, .plain = true, .where = where, .text = field[1]};
  const gb_pair pair = {NULL, value};
  GB_TRY(gb_arena_add(r->arena, &found->name, &found->names, sizeof *found->name,
                      (const char *[]){field[0]}, r->error));
  return gb_arena_add(r->arena, &found->list->pair, &found->list->count, sizeof pair, &pair,
                      r->error);
}

static int read_table(const source *s, char *text) {
  char *field[2], *where;
  for (int row = 1; *text; row++) {
    const bool both = next_row(&text, field);
    GB_TRY(gb_arena_text(s->reading->arena, &where, s->reading->error, "%s:%d", s->file, row));
    if (row == 1 && (!both || strcmp(field[0], "name") != 0 || strcmp(field[1], "value") != 0))
      return gb_refuse_as(GB_WRONG_DESIGN_VALUES, s->reading, s->node, s->key,
                          "%s: no table of designs (its first line begins with %.60s); accepted: "
                          "name,value as in CASE.designs.csv, or CASE.optimum.yaml",
                          s->file, field[0]);
    if (row > 1 && !both && *field[0]) return refuse(s, where, "a name without a value", field[0]);
    if (row > 1 && both) GB_TRY(add_row(s, where, field));
  }
  return GB_OK;
}

// Read a case.

static int read_tree(const source *s, const char *text, size_t length) {
  gb_node *root;
  GB_TRY(gb_document_read(s->reading, s->file, true, text, length, &root));
  const gb_node *design = gb_node_find(root, "design");
  for (int i = 0; design && design->kind == GB_NODE_LIST && i < design->count; i++) {
    const gb_node *entry = design->pair[i].value, *name = gb_node_find(entry, "name");
    gb_node *values = gb_node_find(entry, "values");
    if (!name || name->kind != GB_NODE_SCALAR) continue;
    const int known = gb_name_find(known_names(s), name->text);
    if (known < 0) return refuse(s, name->where, "no design of this case", name->text);
    s->found[known].list = values;
  }
  return GB_OK;
}

// Store the values in the case.

/// Copy an entry, with these values in place of its own.
static int put(const source *s, int index, gb_case *c) {
  const gb_reading *r = s->reading;
  const gb_node *old = s->design->pair[index].value;
  const found_values *found = &s->found[index];
  gb_node *node;
  if (!found->list) return refuse(s, s->file, "has no value of a design", s->known[index]);
  GB_TRY(GB_TAKE(r->arena, node, 2, r->error));
  node[0] = *old;
  node[0].count = 0;
  node[1] = (gb_node){.kind = GB_NODE_SCALAR, .where = s->node->where, .text = "values"};
  GB_TRY(gb_arena_text(r->arena, &node[0].where, r->error, "%s with %s", old->where, s->file));
  GB_TRY(GB_TAKE(r->arena, node[0].pair, (size_t)old->count + 1, r->error));
  for (int k = 0; k < old->count; k++)
    if (old->pair[k].value != gb_node_find(old, "values"))
      node[0].pair[node[0].count++] = old->pair[k];
  node[0].pair[node[0].count++] = (gb_pair){&node[1], found->list};
  s->design->pair[index].value = &node[0];
  for (int k = 0; k < found->names; k++)
    GB_TRY(gb_arena_add(r->arena, &c->optimize.initial.name, &c->optimize.initial.names,
                        sizeof *found->name, &found->name[k], r->error));
  return GB_OK;
}

static bool ends_with(const char *text, const char *ending) {
  const size_t length = strlen(text), end = strlen(ending);
  return length >= end && strcmp(text + length - end, ending) == 0;
}

/// Read a file, a table or a case, and append a zero byte.
static int read_text(const source *s) {
  const bool is_case = ends_with(s->file, ".yaml") || ends_with(s->file, ".yml");
  char *bytes, *text;
  size_t length;
  gb_error own = {0};
  if (gb_file_contents(s->file, &bytes, &length, &own) != GB_OK)
    return gb_fail(s->reading->error, GB_MISSING_FILE, "%s: %s: %s", s->node->where, s->key,
                   own.message);
  const int status = gb_arena_text(s->reading->arena, &text, s->reading->error, "%s", bytes);
  free(bytes);
  GB_TRY(status);
  return is_case ? read_tree(s, text, strlen(text)) : read_table(s, text);
}

/// Read the values of an HDF5 file.
static int read_stored(const source *s) {
  gb_stored_designs found;
  gb_error own = {0};
  const int status = gb_stored_designs_read(s->file, s->reading->arena, &found, &own);
  if (status != GB_OK)
    return gb_fail(s->reading->error, gb_error_code(status, &own), "%s: %s: %s", s->node->where,
                   s->key, own.message);
  for (int j = 0; j < found.count; j++) {
    char *field[2] = {found.name[j], NULL};
    GB_TRY(gb_arena_text(s->reading->arena, &field[1], s->reading->error, "%.17g", found.value[j]));
    GB_TRY(add_row(s, s->file, field));
  }
  return GB_OK;
}

int gb_initial_designs(const gb_reading *reading, gb_node *root, const char *given, gb_case *c) {
  const gb_node by_command = {.kind = GB_NODE_SCALAR, .where = c->file, .text = (char *)given};
  source s = {.reading = reading, .node = take_file(root), .key = "initial"};
  if (given) s.node = &by_command, s.key = "--designs";
  if (!s.node) return GB_OK;
  s.file = s.node->text;
  if (!given) GB_TRY(gb_value_resolve(reading, &s.file));
  GB_TRY(list_designs(&s, root));
  GB_TRY(ends_with(s.file, ".h5") || ends_with(s.file, ".hdf5") ? read_stored(&s) : read_text(&s));
  for (int i = 0; i < s.count; i++) GB_TRY(put(&s, i, c));
  if (s.count == 0) return refuse(&s, s.file, "there are no designs", "");
  c->optimize.initial.file = s.file;
  return GB_OK;
}
