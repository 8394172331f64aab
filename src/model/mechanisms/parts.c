/// Parts of a model: nodes joined by elements, by ties or by a rigid body's frame, or single
/// points; and the springs, joints and distributing links that connect parts.
#include "model/mechanisms/parts.h"

#include "base/length.h"
#include "base/unite.h"
#include "model/constraints/equation_rows.h"
#include "model/constraints/joint_rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Size of a part, relative to the largest one, below which it is round-off of positions.
static const double NO_SIZE = 1e-10;

/// Distance from a line, relative to the part's size, below which a node is on it.
static const double OFF_LINE = 1e-9;

/// Number the parts and find the part of each model node. The root of a part is its smallest node.
/// Unused nodes, equations, and nodes on the ground without moving neighbours belong to no part.
static int number_parts(gb_parts *s, gb_error *error) {
  const gb_topology *t = s->t;
  const gb_mesh *mesh = t->from->mesh;
  int32_t *of = s->of, *number;
  bool *moving; // for each root: a node of its part is not on the ground
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, number, (size_t)t->nodes, error));
  GB_TRY(GB_TAKE(&scratch, moving, (size_t)t->nodes, error));
  for (int32_t n = 0; n < t->nodes; n++) of[n] = n;
  for (int32_t e = 0; e < mesh->elements; e++)
    for (int32_t p = mesh->start[e] + 1; gb_topology_uses(t, e) && p < mesh->start[e + 1]; p++)
      gb_unite(of, mesh->node[mesh->start[e]], mesh->node[p]);
  for (int32_t n = 0; n < t->nodes; n++)
    for (int32_t i = t->first[n]; i < t->first[n + 1] && !gb_topology_is_equation(t, n); i++)
      for (int k = 0; t->tie[i].first >= 0 && k < t->tie[i].terms; k++)
        gb_unite(of, n, t->terms.term[t->tie[i].first + k].node);
  for (int32_t n = 0; n < t->nodes; n++) {
    number[n] = -1;
    moving[gb_root_of(of, n)] |= t->fields[n] & GB_FRAME && !gb_topology_is_fixed(t, n);
  }
  for (int32_t n = 0; n < t->nodes; n++) { // a root is numbered before the other nodes of its part
    const int32_t root = gb_root_of(of, n);
    if (!t->fields[n] || gb_topology_is_equation(t, n) || !moving[root]) continue;
    if (number[root] < 0) number[root] = s->count++;
    number[n] = number[root];
  }
  memcpy(of, number, (size_t)t->nodes * sizeof *of);
  return GB_OK;
}

static void widen(gb_model_part *p, const double X[3]) {
  for (int i = 0; i < 3; i++) p->size = fmax(p->size, fabs(X[i] - p->center[i]));
}

/// Whether a node has more than a position that follows rotations. Directors of the ends of springs
/// at nodes without rotations are constant.
static bool follows_turns(const gb_topology *t, int32_t node) {
  if (t->fields[node] & GB_MULTIPLIERS) return true;
  for (unsigned field = GB_DIRECTOR_1; field <= GB_DIRECTOR_3; field <<= 1) {
    if (!(t->fields[node] & field)) continue;
    const gb_tie tie = gb_topology_tie_of(t, node, field);
    if (tie.first < 0 || tie.terms > 0) return true;
  }
  return false;
}

/// Find parts whose nodes are on a line and have no directors that follow rotations, such as rods
/// in a row.
static void find_lines(gb_parts *s) {
  const gb_topology *t = s->t;
  for (int32_t n = 0; n < t->nodes;
       n++) { // direction to the farthest node, in units of the part's size
    if (s->of[n] < 0) continue;
    gb_model_part *p = &s->all[s->of[n]];
    double arm[3];
    for (int i = 0; i < 3; i++) arm[i] = (gb_topology_position(t, n)[i] - p->center[i]) / p->size;
    if (gb_length(arm) > gb_length(p->line)) memcpy(p->line, arm, sizeof arm);
  }
  for (int32_t p = 0; p < s->count; p++) {
    const double length = gb_length(s->all[p].line);
    for (int i = 0; i < 3; i++) s->all[p].line[i] = length > 0 ? s->all[p].line[i] / length : 0;
  }
  for (int32_t n = 0; n < t->nodes; n++) {
    if (s->of[n] < 0) continue;
    gb_model_part *p = &s->all[s->of[n]];
    double off[3], along = 0;
    for (int i = 0; i < 3; i++)
      along += p->line[i] * (gb_topology_position(t, n)[i] - p->center[i]);
    for (int i = 0; i < 3; i++)
      off[i] = gb_topology_position(t, n)[i] - p->center[i] - along * p->line[i];
    if (follows_turns(t, n) || p->body >= 0 || gb_length(off) > OFF_LINE * p->size)
      memset(p->line, 0, sizeof p->line);
  }
}

static void measure(gb_parts *s) {
  const gb_topology *t = s->t;
  gb_model_part *all = s->all;
  for (int32_t p = 0; p < s->count; p++) all[p].body = -1;
  for (int32_t n = t->nodes - 1; n >= 0; n--) {
    if (s->of[n] < 0) continue;
    gb_model_part *p = &all[s->of[n]];
    if (gb_topology_body_of(t, n) >= 0) p->body = gb_topology_body_of(t, n);
    p->supported |= s->supports->fixed[n] != 0 || gb_topology_is_fixed(t, n);
    if (t->result_node[n] != n) continue;
    p->nodes++;
    p->node = n;
    for (int i = 0; i < 3; i++) p->center[i] += gb_topology_position(t, n)[i];
  }
  for (int32_t p = 0; p < s->count; p++)
    for (int i = 0; i < 3; i++) all[p].center[i] /= all[p].nodes;
  for (int32_t n = 0; n < t->nodes; n++)
    if (s->of[n] >= 0 && t->result_node[n] == n) widen(&all[s->of[n]], gb_topology_position(t, n));
  for (int i = 0; i < t->connections.count; i++)
    for (int end = 0; end < 2; end++) {
      const int32_t n = t->connections.pair[i].node[end];
      if (s->of[n] >= 0) widen(&all[s->of[n]], gb_topology_position(t, n));
    }
  double largest = 0;
  for (int32_t p = 0; p < s->count; p++) largest = fmax(largest, all[p].size);
  for (int32_t p = 0; p < s->count; p++) {
    all[p].turns = all[p].nodes > 1 || all[p].body >= 0;
    // a part connected only at its centre has no size of its own
    if (all[p].size <= NO_SIZE * largest) all[p].size = largest > 0 ? largest : 1;
  }
  find_lines(s);
}

static void list_pairs(gb_parts *s) {
  for (int i = 0; i < s->t->connections.count; i++) {
    const gb_connection *c = &s->t->connections.pair[i];
    s->pair[i] = (gb_part_pair){c, {s->of[c->node[0]], s->of[c->node[1]]}, -1};
  }
}

/// The parts that an equation joins, collected while its terms are visited.
typedef struct looking { ///< joined: union of parts; first: first part of the equation, -1: none
                         ///< yet
  const gb_parts *s;
  int32_t *joined, first; ///< first: part, -1: none so far
  bool several;
  double sum[3]; ///< sum of the weights of displacements
} looking;

static void see_part(void *context, const gb_equation_part *part) {
  looking *at = context;
  const int32_t here = at->s->of[part->node];
  if (here < 0) return;
  if (part->field == GB_POSITION) at->sum[part->axis] += part->weight;
  if (at->first < 0) at->first = here;
  at->several = at->several || here != at->first;
  gb_unite(at->joined, at->first, here);
}

/// Join the parts of each equation and store one of them. An equation of a single part whose
/// displacement weights do not cancel connects it to the ground.
static void join_equations(gb_parts *s, int32_t *joined) {
  const gb_topology *t = s->t;
  for (int32_t n = 0; n < t->nodes; n++) {
    looking at = {.s = s, .joined = joined, .first = -1};
    if (gb_topology_is_equation(t, n)) gb_equation_visit(t, n, see_part, &at);
    s->equation[n] = at.first;
    if (at.first >= 0 && !at.several && gb_length(at.sum) > 1e-9) s->all[at.first].supported = true;
  }
}

static void chain_equations(gb_parts *s, int32_t *joined) {
  for (int32_t n = 0; n < s->t->nodes; n++) {
    if (s->equation[n] < 0) continue;
    gb_model_part *first = &s->all[gb_root_of(joined, s->equation[n])];
    s->equation[n] = first->equation;
    first->equation = n;
  }
}

/// Link the parts that connections and equations join, and these connections and equations, in
/// lists that start at the first joined part.
static void chain(gb_parts *s, int32_t *joined) {
  for (int32_t p = 0; p < s->count; p++) {
    joined[p] = p;
    s->all[p].next = s->all[p].pair = s->all[p].equation = -1;
  }
  join_equations(s, joined);
  for (int i = 0; i < s->t->connections.count; i++) {
    const int32_t *part = s->pair[i].part;
    if (part[0] >= 0 && part[1] >= 0) gb_unite(joined, part[0], part[1]);
  }
  chain_equations(s, joined);
  for (int i = 0; i < s->t->connections.count; i++) {
    const int32_t *part = s->pair[i].part, any = part[0] >= 0 ? part[0] : part[1];
    if (any < 0) continue;
    gb_model_part *first = &s->all[gb_root_of(joined, any)];
    s->pair[i].next = first->pair;
    first->pair = i;
  }
  for (int32_t p = s->count - 1; p >= 0; p--) {
    const int32_t root = gb_root_of(joined, p);
    s->all[p].first = root == p;
    if (root == p) continue;
    s->all[p].next = s->all[root].next;
    s->all[root].next = p;
  }
}

int gb_parts_find(const gb_supports *supports, gb_parts *s, gb_error *error) {
  const gb_topology *t = supports->topology;
  int32_t *joined = NULL;
  *s = (gb_parts){.supports = supports, .t = t};
  GB_TRY(GB_TAKE(t->from->arena, s->of, (size_t)t->nodes, error));
  GB_TRY(number_parts(s, error));
  GB_TRY(GB_TAKE(t->from->arena, s->all, (size_t)s->count, error));
  GB_TRY(GB_TAKE(t->from->arena, s->pair, (size_t)t->connections.count, error));
  GB_TRY(GB_TAKE(t->from->arena, s->equation, (size_t)t->nodes, error));
  GB_TRY(GB_TAKE(t->from->arena, joined, (size_t)s->count, error));
  measure(s);
  list_pairs(s);
  chain(s, joined);
  return GB_OK;
}

static bool ends_at(const gb_parts *s, int joint, const gb_model_part *p) {
  for (int end = 0; end < 2; end++) {
    const int32_t of = s->of[gb_joint_end(s->t, joint, end)];
    if (of >= 0 && &s->all[of] == p) return true;
  }
  return false;
}

/// Append up to four joints that end at the part: " (at joint 'pivot', joint 'slide')".
static void add_joints(const gb_parts *s, const gb_model_part *p, size_t size, char *text) {
  int count = 0;
  for (int j = 0; j < s->t->from->problem->joints.count && count < 4; j++) {
    const char *name = s->t->from->problem->joints.entry[j].name;
    const size_t used = strlen(text);
    char word[80];
    if (!ends_at(s, j, p)) continue;
    if (name)
      snprintf(word, sizeof word, "joint '%.60s'", name);
    else
      snprintf(word, sizeof word, "joints[%d]", j);
    snprintf(text + used, size - used, "%s%s", count++ ? ", " : " (at ", word);
  }
  if (count > 0 && strlen(text) + 1 < size) strcat(text, ")");
}

void gb_parts_words(const gb_parts *s, const gb_model_part *p, size_t size, char *text) {
  const gb_problem *problem = s->t->from->problem;
  char node[120];
  const bool mesh = p->node < s->t->from->mesh->nodes;
  gb_origin_words(s->t->origins, s->t->id[p->node], sizeof node, node);
  if (p->body >= 0 && !mesh)
    snprintf(text, size, "body '%s'", problem->bodies.entry[p->body].name);
  else if (p->body >= 0)
    snprintf(text, size, "the part with %s and body '%s'", node,
             problem->bodies.entry[p->body].name);
  else
    snprintf(text, size, "%s%s", p->nodes > 1 ? "the part with " : "", node);
  add_joints(s, p, size, text);
}
