/// Write the tree of a case file as YAML. Entries of outermost lists and values of outermost keys
/// have a line each; deeper nodes are in brackets.
#include "case/rewrite.h"

#include "case/schema/schema.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef struct writing {
  FILE *file;
  const gb_case *c;
  const int *first;
  const double *value;
} writing;

/// Whether a text needs no quotes at any position.
static bool is_bare(const gb_node *node) {
  static const char safe[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.+-/^()";
  const char *text = node->text;
  if (!node->plain || !*text || strchr("-.^()/", *text)) {
    char *end;
    (void)strtod(text, &end);
    if (!node->plain || !*text || *end) return false;
  }
  return strspn(text, safe) == strlen(text);
}

void gb_write_quoted(FILE *file, const char *text) {
  fputc('"', file);
  for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
    if (*c < 0x20 || *c == 0x7f)
      fprintf(file, "\\x%02x", *c);
    else
      fprintf(file, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
  }
  fputc('"', file);
}

static bool is_number(const gb_node *node) {
  char *end;
  (void)strtod(node->text, &end);
  return *node->text && !*end;
}

/// Make a path absolute; relative paths start at the folder of the case file.
static void write_path(const writing *w, const char *text) {
  const char *slash = strrchr(w->c->file, '/');
  char path[PATH_MAX], whole[PATH_MAX];
  const int folder = *text == '/' || !slash ? 0 : (int)(slash - w->c->file) + 1;
  const int length = snprintf(path, sizeof path, "%.*s%s", folder, w->c->file, text);
  const bool found = length < (int)sizeof path && realpath(path, whole);
  gb_write_quoted(w->file, found ? whole : text);
}

static void write_scalar(const writing *w, const gb_node *node, const gb_key *row) {
  if (gb_node_is_null(node))
    fputc('~', w->file);
  else if (row && (row->kind == GB_KEY_PATH || (row->kind == GB_KEY_SERIES && !is_number(node))))
    write_path(w, node->text);
  else if (is_bare(node))
    fputs(node->text, w->file);
  else
    gb_write_quoted(w->file, node->text);
}

/// Write a node in brackets. @param row  row of the schema for the node or for the entries of its
/// list; NULL: none
static void write_flow(const writing *w, const gb_node *node, const gb_key *row) {
  const bool map = node->kind == GB_NODE_MAP;
  if (node->kind == GB_NODE_SCALAR) {
    write_scalar(w, node, row);
    return;
  }
  fputc(map ? '{' : '[', w->file);
  for (int i = 0; i < node->count; i++) {
    const gb_node *key = node->pair[i].key;
    const gb_key *below = row;
    if (i > 0) fputs(", ", w->file);
    if (map) {
      write_scalar(w, key, NULL);
      fputs(": ", w->file);
      below =
          row && row->keys && row->kind != GB_KEY_NAMED ? gb_key_find(row->keys, key->text) : row;
    }
    write_flow(w, node->pair[i].value, below);
  }
  fputc(map ? '}' : ']', w->file);
}

/// Write an entry of `design` with its present values.
static void write_design(const writing *w, const gb_node *node, int entry) {
  fputc('{', w->file);
  for (int i = 0; i < node->count; i++) {
    if (!strcmp(node->pair[i].key->text, "values")) continue;
    write_scalar(w, node->pair[i].key, NULL);
    fputs(": ", w->file);
    write_flow(w, node->pair[i].value, NULL);
    fputs(", ", w->file);
  }
  fputs("values: [", w->file);
  for (int j = w->first[entry]; j < w->first[entry + 1]; j++)
    fprintf(w->file, "%s%.17g", j > w->first[entry] ? ", " : "", w->value[j]);
  fputs("]}", w->file);
}

static void write_key(const writing *w, const gb_node *key, const gb_node *value) {
  const gb_key *row = gb_key_find(gb_schema, key->text);
  const bool designs = !strcmp(key->text, "design"), list = value->kind == GB_NODE_LIST;
  write_scalar(w, key, NULL);
  fputc(':', w->file);
  if (!row || value->kind == GB_NODE_SCALAR || value->count == 0 ||
      (list && row->kind != GB_KEY_LIST)) {
    fputc(' ', w->file);
    write_flow(w, value, row);
    fputc('\n', w->file);
    return;
  }
  fputc('\n', w->file);
  for (int i = 0; i < value->count; i++) {
    const gb_node *name = value->pair[i].key;
    fputs(list ? "  - " : "  ", w->file);
    if (!list) write_scalar(w, name, NULL);
    if (!list) fputs(": ", w->file);
    if (list && designs)
      write_design(w, value->pair[i].value, i);
    else
      write_flow(w, value->pair[i].value,
                 list || row->kind == GB_KEY_NAMED ? row : gb_key_find(row->keys, name->text));
    fputc('\n', w->file);
  }
}

void gb_case_rewrite(FILE *file, const gb_case *c, const int first[], const double value[]) {
  const writing w = {file, c, first, value};
  for (int i = 0; i < c->optimize.tree->count; i++)
    write_key(&w, c->optimize.tree->pair[i].key, c->optimize.tree->pair[i].value);
}
