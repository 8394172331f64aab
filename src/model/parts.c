/// The parts of a model: what elements connect through shared nodes and ties through fixed
/// combinations, a rigid body's frame, or a point; and the springs, joints and average links that
/// connect parts.
#include "model/parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int32_t root_of(int32_t *parent, int32_t n) {
  while (parent[n] != n) n = parent[n] = parent[parent[n]];
  return n;
}

static void join(int32_t *parent, int32_t a, int32_t b) {
  int32_t one = root_of(parent, a), other = root_of(parent, b);
  parent[one > other ? one : other] = one < other ? one : other;
}

/// Nodes that belong to no part: unused ones, multipliers, ends of joints on the ground.
static bool is_apart(const gb_build *b, int32_t n) {
  const int kind = b->kind[n];
  return kind == GB_NODE_UNUSED || kind == GB_NODE_MULTIPLIER ||
         (kind == GB_NODE_TIED && b->tie[n].terms == 0);
}

/// The part of each model node. A root is the smallest node of its part.
static void number_parts(gb_parts *s) {
  const gb_build *b = s->b;
  const gb_mesh *mesh = b->mesh;
  int32_t *of = s->of;
  for (int32_t n = 0; n < b->nodes; n++) of[n] = n;
  for (int32_t e = 0; e < mesh->elements; e++)
    for (int32_t p = mesh->start[e] + 1; b->section[e] >= 0 && p < mesh->start[e + 1]; p++)
      join(of, mesh->node[mesh->start[e]], mesh->node[p]);
  for (int32_t n = 0; n < b->nodes; n++)
    for (int k = 0; k < b->tie[n].terms; k++) join(of, n, b->tie[n].term[k].node);
  for (int i = 0; i < b->problem->bodies.count; i++)
    join(of, gb_build_body_node(b, i, 0), gb_build_body_node(b, i, 1));
  for (int32_t n = 0; n < b->nodes; n++) // of[n] <= n: a smaller one has its part's number already
    of[n] = is_apart(b, n) ? -1 : of[n] == n ? s->count++ : of[of[n]];
}

/// Whether a node has a place of its own in the model: the mesh, points, bodies, places on them.
static bool is_place(const gb_build *b, int32_t n) {
  return n < gb_build_body_node(b, 0, 1);
}

static void widen(gb_part *p, const double X[3]) {
  for (int i = 0; i < 3; i++) p->size = fmax(p->size, fabs(X[i] - p->center[i]));
}

static void measure(gb_parts *s) {
  const gb_build *b = s->b;
  gb_part *all = s->all;
  for (int32_t p = 0; p < s->count; p++) all[p].body = -1;
  for (int32_t n = b->nodes - 1; n >= 0; n--) {
    if (s->of[n] < 0) continue;
    gb_part *p = &all[s->of[n]];
    if (gb_build_body_of(b, n) >= 0) p->body = gb_build_body_of(b, n);
    p->supported |= b->held[n] != 0;
    if (!is_place(b, n)) continue;
    p->nodes++;
    p->node = n;
    for (int i = 0; i < 3; i++) p->center[i] += gb_build_position(b, n)[i];
  }
  for (int32_t p = 0; p < s->count; p++)
    for (int i = 0; i < 3; i++) all[p].center[i] /= all[p].nodes;
  for (int32_t n = 0; n < b->nodes; n++)
    if (s->of[n] >= 0 && is_place(b, n)) widen(&all[s->of[n]], gb_build_position(b, n));
  for (int j = 0; j < b->problem->joints.count; j++)
    for (int end = 0; end < 2; end++) {
      const int32_t n = gb_build_end_node(b, j, end, 0);
      if (s->of[n] >= 0) widen(&all[s->of[n]], gb_build_position(b, n));
    }
  for (int32_t p = 0; p < s->count; p++) {
    all[p].turns = all[p].nodes > 1 || all[p].body >= 0;
    if (all[p].size == 0) all[p].size = 1;
  }
}

static void connect(gb_parts *s, gb_connection_kind kind, int entry, int32_t a, int32_t b) {
  s->connection[s->connections++] = (gb_connection){kind, entry, {s->of[a], s->of[b]}, -1};
}

static void list_connections(gb_parts *s) {
  const gb_build *b = s->b;
  for (int i = 0; i < b->problem->springs.count; i++)
    connect(s, b->problem->springs.entry[i].joint ? GB_CONNECTION_TORSION : GB_CONNECTION_SPRING, i,
            b->spring[i][0], b->spring[i][1]);
  for (int j = 0; j < b->problem->joints.count; j++)
    connect(s, GB_CONNECTION_JOINT, j, gb_build_end_node(b, j, 0, 0),
            gb_build_end_node(b, j, 1, 0));
  for (int i = 0; i < gb_build_averages(b); i++) {
    const int connector = b->problem->joints.count + i;
    connect(s, GB_CONNECTION_AVERAGE, connector, gb_build_end_node(b, connector, 0, 0),
            gb_build_end_node(b, connector, 1, 0));
  }
}

/// Chain the parts that connections join, and these, from the first of these parts.
static void chain(gb_parts *s, int32_t *joined) {
  for (int32_t p = 0; p < s->count; p++) {
    joined[p] = p;
    s->all[p].next = s->all[p].connection = -1;
  }
  for (int i = 0; i < s->connections; i++) {
    const int32_t *part = s->connection[i].part;
    if (part[0] >= 0 && part[1] >= 0) join(joined, part[0], part[1]);
  }
  for (int i = 0; i < s->connections; i++) {
    const int32_t *part = s->connection[i].part, any = part[0] >= 0 ? part[0] : part[1];
    if (any < 0) continue;
    gb_part *first = &s->all[root_of(joined, any)];
    s->connection[i].next = first->connection;
    first->connection = i;
  }
  for (int32_t p = s->count - 1; p >= 0; p--) {
    const int32_t root = root_of(joined, p);
    s->all[p].first = root == p;
    if (root == p) continue;
    s->all[p].next = s->all[root].next;
    s->all[root].next = p;
  }
}

int gb_parts_find(const gb_build *b, gb_parts *s, gb_error *error) {
  const size_t most =
      (size_t)(b->problem->springs.count + b->problem->joints.count + gb_build_averages(b));
  int32_t *joined = NULL;
  *s = (gb_parts){.b = b};
  GB_TRY(gb_allocate((size_t)b->nodes, sizeof *s->of, &s->of, error));
  number_parts(s);
  GB_TRY(gb_allocate((size_t)s->count, sizeof *s->all, &s->all, error));
  GB_TRY(gb_allocate(most, sizeof *s->connection, &s->connection, error));
  GB_TRY(gb_allocate((size_t)s->count, sizeof *joined, &joined, error));
  measure(s);
  list_connections(s);
  chain(s, joined);
  free(joined);
  return GB_OK;
}

void gb_parts_free(gb_parts *parts) {
  free(parts->of);
  free(parts->all);
  free(parts->connection);
  *parts = (gb_parts){0};
}

static bool ends_at(const gb_parts *s, int joint, const gb_part *p) {
  for (int end = 0; end < 2; end++) {
    const int32_t of = s->of[gb_build_end_node(s->b, joint, end, 0)];
    if (of >= 0 && &s->all[of] == p) return true;
  }
  return false;
}

/// " (at joint 'pivot', joint 'slide')": those that end at the part, four at most.
static void add_joints(const gb_parts *s, const gb_part *p, size_t size, char *text) {
  int count = 0;
  for (int j = 0; j < s->b->problem->joints.count && count < 4; j++) {
    const char *name = s->b->problem->joints.entry[j].name;
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

void gb_parts_words(const gb_parts *s, const gb_part *p, size_t size, char *text) {
  const gb_build *b = s->b;
  char node[120];
  const bool mesh = p->node<b->mesh->nodes, several = p->nodes> 1;
  gb_model_node_words(b->model, gb_build_node_id(b, p->node), sizeof node, node);
  if (p->body >= 0 && !mesh)
    snprintf(text, size, "body '%s'", b->problem->bodies.entry[p->body].name);
  else if (p->body >= 0)
    snprintf(text, size, "the part with %s and body '%s'", node,
             b->problem->bodies.entry[p->body].name);
  else
    snprintf(text, size, "%s%s", several ? "the part with " : "", node);
  add_joints(s, p, size, text);
}
