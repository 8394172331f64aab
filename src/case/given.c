/// The table of keys that not all marches read, and a search for them in the tree of a case.
#include "case/given.h"

#include "case/text/document.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// One row for each key, by its name in the reference page.
static const struct {
  const char *key;
  unsigned use;
} rows[] = {
    {"time.start", GB_USE_START},
    {"time.quadrature", GB_USE_QUADRATURE},
    {"time.error_limit", GB_USE_RINGING},
    {"constraints.alpha", GB_USE_BAUMGARTE},
    {"constraints.beta", GB_USE_BAUMGARTE},
    {"constraints.xi", GB_USE_MOTION},
    {"initial[].velocity", GB_USE_MOTION},
    {"initial[].angular_velocity", GB_USE_MOTION},
    {"initial[].velocities", GB_USE_MOTION},
    {"bodies[].velocity", GB_USE_MOTION},
    {"bodies[].angular_velocity", GB_USE_MOTION},
    {"masses[].velocity", GB_USE_MOTION},
    {"joints[].damping", GB_USE_MOTION},
    {"joints[].friction", GB_USE_MOTION},
    {"springs[].damping", GB_USE_MOTION},
    {"bushings[].damping", GB_USE_MOTION},
    {"bushings[].inertance", GB_USE_MOTION},
    {"matrices[].damping", GB_USE_MOTION},
    {"contacts[].damping", GB_USE_MOTION},
};

/// A key that is searched for, and who is told.
typedef struct search {
  unsigned use;
  gb_given_visit *visit;
  void *context;
} search;

/// Whether a value says nothing: 0, false, ~, or mappings and lists of these alone.
static bool is_nothing(const gb_node *node) {
  char *end;
  for (int i = 0; i < node->count; i++)
    if (!is_nothing(node->pair[i].value)) return false;
  if (node->kind != GB_NODE_SCALAR || gb_node_is_null(node) || !strcmp(node->text, "false"))
    return true;
  return strtod(node->text, &end) == 0 && end != node->text && !*end;
}

/// Follow the rest of a key from a node, into all entries of lists ("[]") and of names ("NAME").
static void follow(const search *s, const gb_node *node, const char *rest, const char *path) {
  const bool list = *rest == '[', names = !strncmp(rest, "NAME", 4);
  const size_t length = list ? 2 : strcspn(rest, ".[");
  if (!*rest) {
    if (!is_nothing(node)) s->visit(s->context, node->where, path, s->use);
    return;
  }
  if (list ? node->kind != GB_NODE_LIST : node->kind != GB_NODE_MAP) return;
  for (int i = 0; i < node->count; i++) {
    const char *key = list ? "" : node->pair[i].key->text, *next = rest + length;
    char child[300];
    if (!list && !names && (strlen(key) != length || strncmp(key, rest, length) != 0)) continue;
    if (list)
      snprintf(child, sizeof child, "%.280s[%d]", path, i);
    else
      snprintf(child, sizeof child, "%.140s%s%.140s", path, *path ? "." : "", key);
    follow(s, node->pair[i].value, next + (*next == '.'), child);
  }
}

void gb_case_visit_given(const gb_case *c, gb_given_visit *visit, void *context) {
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    const search s = {rows[k].use, visit, context};
    follow(&s, c->optimize.tree, rows[k].key, "");
  }
}
