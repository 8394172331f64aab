/// Read a case file: broadcast its bytes, parse them to a tree, apply settings, and fill the
/// structures by the rows of the schema.
#include "case/case.h"

#include "base/platform/file_contents.h"
#include "case/initial_designs.h"
#include "case/rewrite.h"
#include "case/schema/schema.h"
#include "deck/readers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct filling {
  const gb_reading *reading;
  gb_case *c;
} filling;

static int fill_keys(const filling *f, const gb_node *node, const char *path, const gb_key keys[],
                     void *base);

/// Move an error to the list of errors, so that further errors are found too. *status becomes
/// GB_USAGE: rules are not checked for incomplete entries.
static int collect(const filling *f, int found, int *status) {
  if (found != GB_USAGE) return found;
  gb_error_move(f->reading->defects, f->reading->error);
  *status = found;
  return GB_OK;
}

static int child_path(const filling *f, const char *path, const char *name, char **out) {
  return gb_arena_text(f->reading->arena, out, f->reading->error, "%s%s%s", path, *path ? "." : "",
                       name);
}

/// Store "plate.yaml:12: loads[1]" in a member of the structure.
static int store_where(const filling *f, const gb_node *node, const char *path, void *out) {
  return gb_arena_text(f->reading->arena, out, f->reading->error, "%s: %s", node->where, path);
}

static int refuse_kind(const filling *f, const gb_key *row, const gb_node *node, const char *path) {
  char accepted[200];
  gb_value_accepted(row, sizeof accepted, accepted);
  gb_found found = gb_node_found(node);
  return gb_refuse_as(GB_WRONG_KIND, f->reading, node, path,
                      "of the wrong kind (found %s); accepted: %s", found.text, accepted);
}

/// A name and its index in its list.
typedef struct indexed_name {
  const char *text;
  int index;
} indexed_name;

static int compare_names(const void *a, const void *b) {
  const indexed_name *x = a, *y = b;
  const int order = strcmp(x->text, y->text);
  return order ? order : x->index - y->index;
}

/// Find the first name that occurs twice, by sorting `names`. *repeated = its index, -1: none;
/// *first = index of the earlier occurrence.
static void find_repeated(indexed_name names[], int count, int *repeated, int *first) {
  *repeated = -1;
  if (count > 0) qsort(names, (size_t)count, sizeof *names, compare_names);
  for (int i = 1, start = 0; i < count; i++) {
    if (strcmp(names[start].text, names[i].text))
      start = i;
    else if (*repeated < 0 || names[i].index < *repeated) {
      *repeated = names[i].index;
      *first = names[start].index;
    }
  }
}

/// Check that entries of a list have different texts at name_at; entries without text may repeat.
static int check_unique(const filling *f, const gb_key *row, const gb_node *node, const char *array,
                        int count) {
  indexed_name *names;
  const char *name;
  char path[80];
  int named = 0, repeated, first = 0;
  GB_TRY(GB_TAKE(f->reading->arena, names, (size_t)count, f->reading->error));
  for (int i = 0; i < count; i++) {
    memcpy(&name, array + (size_t)i * row->list.size + row->list.name_at, sizeof name);
    if (name) names[named++] = (indexed_name){name, i};
  }
  find_repeated(names, named, &repeated, &first);
  if (repeated < 0) return GB_OK;
  memcpy(&name, array + (size_t)repeated * row->list.size + row->list.name_at, sizeof name);
  snprintf(path, sizeof path, "%s[%d].%s", row->name, repeated, row->list.unique);
  return gb_refuse_as(GB_DUPLICATE_NAME, f->reading, node->pair[repeated].value, path,
                      "not unique (found %.60s, first at %s); accepted: one entry for each %s",
                      name, node->pair[first].value->where, row->list.unique);
}

/// Record that an entry is refused.
static int add_partial(const filling *f, const char *where) {
  gb_problem *problem = f->c->problem;
  const char **out;
  gb_error own = {0};
  if (GB_PROBLEM_APPEND(problem, partial, &out, &own) != GB_OK) {
    gb_error_move(f->reading->defects, f->reading->error);
    gb_error_move(f->reading->error, &own);
    return GB_FILE;
  }
  *out = where;
  return GB_OK;
}

/// Read one entry of a list or of a named mapping.
static int fill_entry(const filling *f, const gb_key *row, const gb_pair *pair, const char *path,
                      void *base) {
  char *entry;
  GB_TRY(gb_arena_append(f->reading->arena, (char *)base + row->offset,
                         (int *)((char *)base + row->list.count), row->list.size, &entry,
                         f->reading->error));
  GB_TRY(store_where(f, pair->key ? pair->key : pair->value, path, entry));
  if (row->kind == GB_KEY_NAMED)
    memcpy(entry + row->list.name_at, &pair->key->text, sizeof pair->key->text);
  const char *where;
  memcpy(&where, entry, sizeof where);
  int status = fill_keys(f, pair->value, path, row->keys, entry);
  if (status == GB_OK && row->rule)
    status = row->rule(&(gb_subject){f->reading, pair->value, path}, entry);
  if (status == GB_USAGE) GB_TRY(add_partial(f, where));
  return status;
}

static int fill_list(const filling *f, const gb_key *row, const gb_node *node, const char *path,
                     void *base) {
  // an empty list, or the key alone, takes the place of a deck's entries: it has an address
  char **entries = (char **)(void *)((char *)base + row->offset);
  GB_TRY(gb_arena_allocate(f->reading->arena, 1, row->list.size, entries, f->reading->error));
  if (gb_node_is_null(node)) return GB_OK;
  if (node->kind != GB_NODE_LIST) return refuse_kind(f, row, node, path);
  int status = GB_OK;
  for (int i = 0; i < node->count; i++) {
    char *entry_path;
    GB_TRY(gb_arena_text(f->reading->arena, &entry_path, f->reading->error, "%s[%d]", path, i));
    GB_TRY(collect(f, fill_entry(f, row, &node->pair[i], entry_path, base), &status));
  }
  if (!row->list.unique || status != GB_OK) return status;
  const char *array;
  memcpy(&array, (char *)base + row->offset, sizeof array);
  return check_unique(f, row, node, array, node->count);
}

static int refuse_key(const filling *f, const gb_node *node, int i, int first, const char *path) {
  const gb_node *key = node->pair[i].key;
  gb_found found = gb_node_found(key);
  char *key_path;
  GB_TRY(child_path(f, path, found.text, &key_path));
  return gb_refuse_as(GB_DUPLICATE_KEY, f->reading, key, key_path,
                      "a key given twice (found %s, first at %s); accepted: once", found.text,
                      node->pair[first].key->where);
}

static int check_text(const filling *f, const gb_node *node, int i, const char *path) {
  const gb_node *key = node->pair[i].key;
  if (key->kind == GB_NODE_SCALAR && !gb_node_is_null(key) && *key->text) return GB_OK;
  return gb_refuse(f->reading, key, *path ? path : "keys", "not a key (found %s); accepted: text",
                   gb_node_found(key).text);
}

/// Check that the keys of a mapping are texts and that none is repeated. For mappings of known
/// keys, which are short.
static int check_key(const filling *f, const gb_node *node, int i, const char *path) {
  for (int j = 0; j < i; j++)
    if (!strcmp(node->pair[j].key->text, node->pair[i].key->text))
      return refuse_key(f, node, i, j, path);
  return GB_OK;
}

/// Check that names, of which there may be many, are not repeated.
static int check_names(const filling *f, const gb_node *node, const char *path) {
  indexed_name *names;
  int repeated, first = 0;
  GB_TRY(GB_TAKE(f->reading->arena, names, (size_t)node->count, f->reading->error));
  for (int i = 0; i < node->count; i++) {
    GB_TRY(check_text(f, node, i, path));
    names[i] = (indexed_name){node->pair[i].key->text, i};
  }
  find_repeated(names, node->count, &repeated, &first);
  return repeated < 0 ? GB_OK : refuse_key(f, node, repeated, first, path);
}

static int fill_named(const filling *f, const gb_key *row, const gb_node *node, const char *path,
                      void *base) {
  if (gb_node_is_null(node)) return GB_OK;
  if (node->kind != GB_NODE_MAP) return refuse_kind(f, row, node, path);
  int status = GB_OK;
  GB_TRY(collect(f, check_names(f, node, path), &status));
  for (int i = 0; i < node->count; i++) {
    char *entry_path;
    GB_TRY(child_path(f, path, node->pair[i].key->text, &entry_path));
    GB_TRY(collect(f, fill_entry(f, row, &node->pair[i], entry_path, base), &status));
  }
  return status;
}

/// Read the default of a key; one of a plain word needs no parser.
static int read_standard(const filling *f, const char *standard, gb_node **node) {
  const size_t length = strlen(standard);
  if (strcspn(standard, " ,:[]{}\"'#&*!|>%@`~\n") < length)
    return gb_document_read(f->reading, "default", false, standard, length, node);
  GB_TRY(GB_TAKE(f->reading->arena, *node, 1, f->reading->error));
  **node = (gb_node){.kind = GB_NODE_SCALAR, .where = "default", .plain = true, .text = standard};
  return GB_OK;
}

/// Store the default of a key that is not given.
static int fill_missing(const filling *f, const gb_key *row, const gb_node *parent,
                        const char *path, void *base) {
  void *value = (char *)base + row->offset;
  if (row->required) {
    char accepted[700];
    gb_value_accepted(row, sizeof accepted, accepted);
    return gb_refuse_as(GB_MISSING_KEY, f->reading, parent, path, "is missing (%s); accepted: %s",
                        row->meaning, accepted);
  }
  if (row->standard) {
    gb_node *standard;
    GB_TRY(read_standard(f, row->standard, &standard));
    return gb_value_read(f->reading, row, standard, path, base);
  }
  if (row->kind == GB_KEY_NUMBER) memcpy(value, &row->missing, sizeof row->missing);
  const bool unset = row->kind == GB_KEY_VECTOR && isnan(row->missing);
  const int numbers = row->kind == GB_KEY_PLACES ? 6 : unset ? 3 : 0;
  for (int i = 0; i < numbers; i++) ((double *)value)[i] = row->missing;
  if (row->kind == GB_KEY_CHOICE) *(int *)value = (int)row->missing;
  if (row->kind != GB_KEY_MAP) return GB_OK;
  const gb_node empty = {.kind = GB_NODE_MAP, .where = parent->where};
  return fill_keys(f, &empty, path, row->keys, base);
}

static int fill_present(const filling *f, const gb_key *row, const gb_node *node, const char *path,
                        void *base) {
  switch (row->kind) {
  case GB_KEY_LIST:
    return fill_list(f, row, node, path, base);
  case GB_KEY_NAMED:
    return fill_named(f, row, node, path, base);
  case GB_KEY_MAP:
    if (gb_node_is_null(node)) return fill_missing(f, row, node, path, base);
    GB_TRY(fill_keys(f, node, path, row->keys, base));
    return row->rule ? row->rule(&(gb_subject){f->reading, node, path}, base) : GB_OK;
  case GB_KEY_PATH:
    GB_TRY(gb_value_read(f->reading, row, node, path, base));
    return gb_value_resolve(f->reading, (const char **)((char *)base + row->offset));
  default:
    return gb_value_read(f->reading, row, node, path, base);
  }
}

static const gb_node *key_node(const gb_node *map, const char *name) {
  for (int i = 0; i < map->count; i++)
    if (!strcmp(map->pair[i].key->text, name)) return map->pair[i].key;
  return map;
}

static int refuse_unknown(const filling *f, const gb_node *node, int i, const char *path,
                          const gb_key keys[]) {
  const gb_node *key = node->pair[i].key;
  char *child;
  GB_TRY(check_key(f, node, i, path));
  if (gb_key_find(keys, key->text)) return GB_OK;
  GB_TRY(child_path(f, path, gb_node_found(key).text, &child));
  return gb_key_refuse(f->reading, key, child, keys, key->text);
}

static int fill_key(const filling *f, const gb_key *row, const gb_node *node, const char *path,
                    void *base) {
  void *structure = row->of && !strcmp(row->of, "gb_problem") ? (void *)f->c->problem : base;
  const gb_node *value = gb_node_find(node, row->name);
  char *child;
  GB_TRY(child_path(f, path, row->name, &child));
  if (!value) return fill_missing(f, row, node, child, structure);
  GB_TRY(fill_present(f, row, value, child, structure));
  if (!row->where) return GB_OK;
  return store_where(f, key_node(node, row->name), child, (char *)structure + row->where);
}

static int fill_keys(const filling *f, const gb_node *node, const char *path, const gb_key keys[],
                     void *base) {
  static const gb_key mapping = {.kind = GB_KEY_MAP};
  int status = GB_OK;
  if (node->kind != GB_NODE_MAP) return refuse_kind(f, &mapping, node, *path ? path : "the file");
  for (int i = 0; i < node->count; i++) GB_TRY(check_text(f, node, i, path));
  for (int i = 0; i < node->count; i++)
    GB_TRY(collect(f, refuse_unknown(f, node, i, path, keys), &status));
  for (const gb_key *row = keys; row->name; row = gb_key_next(row))
    GB_TRY(collect(f, fill_key(f, row, node, path, base), &status));
  return status;
}

/// Check the version first: a file of another version may have keys that are unknown here.
static int check_version(const filling *f, const gb_node *root) {
  const gb_key *row = gb_key_find(gb_schema, "gimbal");
  const gb_node *version = gb_node_find(root, row->name);
  return version ? gb_value_read(f->reading, row, version, row->name, f->c) : GB_OK;
}

/// Whether all outermost keys are known. Otherwise names may belong to entries of an unknown key.
static bool has_known_keys(const gb_node *root) {
  bool known = root->kind == GB_NODE_MAP;
  for (int i = 0; known && i < root->count; i++)
    known = root->pair[i].key->kind == GB_NODE_SCALAR &&
            gb_key_find(gb_schema, root->pair[i].key->text);
  return known;
}

static int fill_case(const gb_reading *reading, const gb_node *root, gb_error *defects,
                     gb_case *c) {
  const filling f = {reading, c};
  GB_TRY(check_version(&f, root));
  const int status = fill_keys(&f, root, "", gb_schema, c);
  if (status != GB_OK && status != GB_USAGE) return status;
  if (!c->title) c->title = "";
  if (status == GB_USAGE) gb_error_move(reading->defects, reading->error);
  const bool whole = has_known_keys(root);
  const int names = whole ? gb_rule_materials(reading, root, c->problem) : GB_OK;
  if (names != GB_OK && names != GB_USAGE) return names;
  if (reading->defects->status != GB_USAGE || !defects || !whole) return reading->defects->status;
  gb_error_move(defects, reading->defects);
  c->problem->defective = true;
  return GB_OK;
}

enum { LARGEST_FILE = 64 << 20 }; ///< bytes; a mesh named by mistake should not be parsed as YAML

/// List the names of controls or states before anything is parsed: expressions may precede the
/// entries that they use.
static int list_names(gb_reading *reading, const gb_node *root, const char *key,
                      const char *const **out) {
  const gb_node *list = gb_node_find(root, key);
  const size_t count = list && list->kind == GB_NODE_LIST ? (size_t)list->count : 0;
  const char **name;
  GB_TRY(GB_TAKE(reading->arena, name, count + 1, reading->error));
  for (size_t i = 0; i < count; i++) {
    const gb_node *text = gb_node_find(list->pair[i].value, "name");
    name[i] = text && text->kind == GB_NODE_SCALAR ? text->text : "";
  }
  *out = name;
  return GB_OK;
}

static int read_tree(gb_case *c, const char *text, size_t length, const gb_changes *changes,
                     gb_error *error) {
  gb_error defects = {0};
  gb_reading reading = {
      .arena = c->problem->arena, .error = error, .file = c->file, .defects = &defects};
  gb_node *root;
  const bool lines = !gb_mesh_file_is_deck(c->file);
  GB_TRY(gb_document_read(&reading, c->file, lines, text, length, &root));
  for (int i = 0; i < changes->settings; i++)
    GB_TRY(gb_setting_apply(&reading, &root, changes->setting[i]));
  GB_TRY(gb_initial_designs(&reading, root, changes->designs, c));
  GB_TRY(list_names(&reading, root, "controls", &reading.controls));
  GB_TRY(list_names(&reading, root, "states", &reading.states));
  c->optimize.tree = root;
  const int status = fill_case(&reading, root, changes->defects, c);
  gb_error_move(&defects, error);
  *error = defects;
  return status;
}

static int read_case(gb_case *c, const char *file, const char *text, size_t length,
                     const gb_changes *changes, gb_error *error) {
  GB_TRY(gb_problem_create(&c->problem, error));
  GB_TRY(gb_arena_text(c->problem->arena, &c->file, error, "%s", file));
  c->problem->file = c->file;
  c->problem->constraints = &c->constraints;
  c->problem->solver = &c->solver;
  return read_tree(c, text, length, changes, error);
}

int gb_case_read(const char *file, const char *text, size_t length, const gb_changes *changes,
                 gb_case **out, gb_error *error) {
  *out = NULL;
  gb_case *c;
  GB_TRY(GB_ALLOCATE(c, 1, error));
  int status = read_case(c, file, text, length, changes, error);
  if (status != GB_OK) gb_case_destroy(&c);
  *out = c;
  return status;
}

void gb_case_destroy(gb_case **c) {
  if (!*c) return;
  gb_problem_destroy(&(*c)->problem);
  free(*c);
  *c = NULL;
}

/// Write a case that solves a deck, which has no case file, in statics under its whole load.
static int case_of_deck(const char *file, char **text, size_t *length, gb_error *error) {
  const char *slash = strrchr(file, '/');
  FILE *memory = open_memstream(text, length);
  if (!memory) return gb_fail(error, GB_OUT_OF_MEMORY, "out of memory");
  fputs("gimbal: 1\nmesh: ", memory);
  gb_write_quoted(memory, slash ? slash + 1 : file);
  fputs("\ntime: {scheme: deck, step: 1, steps: 1}\n", memory);
  if (fclose(memory) == 0) return GB_OK;
  return gb_fail(error, GB_OUT_OF_MEMORY, "out of memory");
}

static int read_file(const char *file, char **text, size_t *length, gb_error *error) {
  if (gb_mesh_file_is_deck(file)) return case_of_deck(file, text, length, error);
  GB_TRY(gb_file_contents(file, text, length, error));
  if (*length <= LARGEST_FILE) return GB_OK;
  return gb_fail(error, GB_TOO_MANY,
                 "%s: too large for a case file (found %zu bytes); accepted: %d", file, *length,
                 LARGEST_FILE);
}

int gb_case_text(MPI_Comm comm, const char *file, char **text, size_t *length, gb_error *error) {
  int rank, bytes;
  *text = NULL;
  *length = 0;
  MPI_Comm_rank(comm, &rank);
  int status = rank == 0 ? read_file(file, text, length, error) : GB_OK;
  bytes = status == GB_OK ? (int)*length : 0;
  MPI_Bcast(&bytes, 1, MPI_INT, 0, comm);
  if (status == GB_OK && rank != 0)
    status = gb_allocate((size_t)bytes + 1, 1, text, error); // and a zero
  status = gb_agree(comm, status, error);
  if (status != GB_OK) {
    free(*text);
    *text = NULL;
    return status;
  }
  MPI_Bcast(*text, bytes, MPI_BYTE, 0, comm);
  *length = (size_t)bytes;
  return GB_OK;
}
