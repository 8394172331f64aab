/// Rules of controls: names, nodes and times.
#include "case/rules/rules.h"

#include "base/expression/expression.h"
#include "base/platform/memory_limit.h"
#include "problem/controls.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// Check the name of a control or state: letters, digits and underscores, and no name that
/// expressions use for something else. @param taken  the variables of these expressions
static int check_name(const gb_subject *s, const char *name, const char *const taken[]) {
  char what[300];
  bool good = isalpha((unsigned char)name[0]) || name[0] == '_', known = gb_expression_knows(name);
  for (const char *c = name; *c; c++) good = good && (isalnum((unsigned char)*c) || *c == '_');
  for (int i = 0; taken[i]; i++) known = known || strcmp(taken[i], name) == 0;
  snprintf(what, sizeof what, "%s (found %.60s); accepted: %s",
           known ? "a name that expressions know already" : "not a name for expressions", name,
           known ? "another one, as u1" : "letters, digits and underscores, as u1");
  return known || !good ? gb_rule_refuse(s, "name", "%s", what) : GB_OK;
}

/// Take the nodes from the times of the file, if it has times.
static int take_times(const gb_subject *s, gb_control *c) {
  static const char *const key[] = {"nodes", "from", "to"};
  const gb_series *values = &c->values;
  for (int i = 0; i < 3; i++)
    if (gb_node_find(s->node, key[i]))
      return gb_rule_refuse_as(GB_KEY_CONFLICT, s, key[i],
                               "beside a file with times; accepted: the file's own");
  c->nodes = values->count;
  c->from = values->time[0];
  c->to = values->time[values->count - 1];
  return GB_OK;
}

static int check_nodes(const gb_subject *s, gb_control *c) {
  const gb_series *values = &c->values;
  char what[200];
  if (c->nodes == 0) c->nodes = values->whole ? 0 : values->count;
  if (c->nodes == 0)
    return gb_rule_refuse_as(GB_MISSING_KEY, s, "nodes",
                             "is missing; accepted: a number of nodes, or a list of values");
  const double bytes = 96; // of a node: its value, moment and design, and the solve for the moments
  if (gb_exceeds_memory(c->nodes, bytes, sizeof what, what))
    return gb_rule_refuse_as(GB_TOO_LARGE, s, "nodes", "%s", what);
  if (!values->whole && values->count != c->nodes) {
    snprintf(what, sizeof what,
             "not a value for each node (found %d of %d); accepted: %d numbers, or one for all",
             values->count, c->nodes, c->nodes);
    return gb_rule_refuse(s, "values", "%s", what);
  }
  if (c->nodes > 1 || (c->kind == GB_CONTROL_STEP && !values->time)) return GB_OK;
  return gb_rule_refuse(s, gb_node_find(s->node, "nodes") ? "nodes" : "values",
                        "one node; accepted: two or more, or one of kind step");
}

int gb_rule_state(const gb_subject *s, void *entry) {
  static const char *const taken[] = {"t", "n1", "n2", "n3", NULL};
  return check_name(s, ((gb_state_entry *)entry)->name, taken);
}

int gb_rule_control(const gb_subject *s, void *entry) {
  static const char *const taken[] = {"t",  "s",  "v",  "x",  "y",  "z",  "ux", "uy", "uz", "vx",
                                      "vy", "vz", "ax", "ay", "az", "n1", "n2", "n3", NULL};
  gb_control *c = entry;
  char what[200];
  GB_TRY(check_name(s, c->name, taken));
  if (c->values.time) GB_TRY(take_times(s, c));
  GB_TRY(check_nodes(s, c));
  if (isnan(c->from)) c->from = 0;
  if (isnan(c->to))
    return gb_rule_refuse_as(GB_MISSING_KEY, s, "to", "is missing; accepted: t of the last node");
  snprintf(what, sizeof what, "no time from .. to (found %g .. %g); accepted: from < to", c->from,
           c->to);
  if (!(c->from < c->to)) return gb_rule_refuse(s, "to", "%s", what);
  if (c->kind != GB_CONTROL_CUBIC && gb_node_find(s->node, "ends"))
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "ends",
                             "not used by this kind; accepted: with kind: cubic");
  return gb_control_open(c, s->reading->arena, s->reading->error);
}
