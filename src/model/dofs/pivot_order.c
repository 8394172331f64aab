/// Elimination order by nested dissection (METIS).
#include "model/dofs/numbering.h"

#include <metis.h>

/// @return the node with unknowns that represents a node in the graph: its master if it is tied
static int32_t stand_in(const gb_topology *t, int32_t node) {
  const int32_t master = gb_topology_master(t, node);
  return master < 0 ? node : master;
}

/// List shells, beams and connections for METIS by nodes with unknowns.
static int list_elements(const gb_topology *t, idx_t *count, idx_t **start, idx_t **node,
                         gb_error *error) {
  const gb_mesh *mesh = t->from->mesh;
  const size_t others = (size_t)t->connections.count;
  const size_t places = (size_t)mesh->start[mesh->elements] + 2 * others;
  GB_TRY(gb_arena_allocate(t->from->arena, (size_t)mesh->elements + others + 1, sizeof **start,
                           start, error));
  GB_TRY(gb_arena_allocate(t->from->arena, places, sizeof **node, node, error));
  idx_t next = 0;
  *count = 0;
  for (int32_t e = 0; e < mesh->elements; e++) {
    if (!gb_topology_uses(t, e)) continue;
    for (int32_t p = mesh->start[e]; p < mesh->start[e + 1]; p++)
      (*node)[next++] = stand_in(t, mesh->node[p]);
    (*start)[++*count] = next;
  }
  for (int i = 0; i < t->connections.count; i++) {
    for (int end = 0; end < 2; end++)
      (*node)[next++] = stand_in(t, t->connections.pair[i].node[end]);
    (*start)[++*count] = next;
  }
  return GB_OK;
}

/// @return the last elimination position of the nodes to which a node is tied, or its own
static idx_t last_position(const gb_topology *t, int32_t node, const idx_t position[]) {
  idx_t last = 0;
  if (!gb_topology_is_tied(t, node) || gb_topology_is_fixed(t, node)) return position[node];
  for (unsigned field = GB_POSITION; field <= GB_DIRECTOR_3; field <<= 1) {
    if (!(t->fields[node] & field)) continue;
    const gb_tie tie = gb_topology_tie_of(t, node, field);
    for (int k = tie.first; k < tie.first + tie.terms; k++) {
      const idx_t here = last_position(t, t->terms.term[k].node, position);
      if (here > last) last = here;
    }
  }
  return last;
}

/// Eliminate the multipliers of a connection, which its first node carries, after the nodes that it
/// connects, and those of an equation after all its nodes.
static void follow(const gb_topology *t, idx_t position[]) {
  for (int i = 0; i < t->connections.count; i++) {
    const int32_t *node = t->connections.pair[i].node;
    if (!(t->fields[node[0]] & GB_MULTIPLIERS)) continue;
    const idx_t first = last_position(t, node[0], position);
    const idx_t second = last_position(t, node[1], position);
    position[node[0]] = first > second ? first : second;
  }
  for (int32_t n = t->from->mesh->nodes; n < t->nodes; n++)
    if (gb_topology_is_equation(t, n)) position[n] = last_position(t, n, position);
}

/// Give the unknowns of one node the next positions.
static void eliminate(const gb_numbering *s, int32_t node, int32_t *next, int32_t order[]) {
  const gb_topology *t = s->supports->topology;
  for (int32_t i = t->first[node]; i < t->first[node + 1]; i++)
    for (int k = 0; k < s->count[i]; k++) order[s->first[i] + k] = (*next)++;
}

/// Sort the unknowns by the positions of their nodes; several nodes may share a position.
static int sort_unknowns(const gb_numbering *s, int32_t vertices, const idx_t position[],
                         int32_t order[], gb_error *error) {
  const gb_topology *t = s->supports->topology;
  const int32_t nodes = t->nodes;
  int32_t *start, *node, next = 0;
  GB_TRY(GB_TAKE(t->from->arena, start, (size_t)vertices + 1 + (size_t)nodes, error));
  node = start + vertices + 1;
  for (int32_t n = 0; n < nodes; n++) start[position[n] + 1]++;
  for (int32_t p = 0; p < vertices; p++) start[p + 1] += start[p];
  for (int32_t n = 0; n < nodes; n++) node[start[position[n]]++] = n;
  for (int32_t i = 0; i < nodes; i++) eliminate(s, node[i], &next, order);
  return GB_OK;
}

/// @return the number of vertices of the graph: the nodes, and for each node isolated vertices for
///   further directors and for multipliers, which METIS also considers for separators
static idx_t count_vertices(const gb_topology *t) {
  idx_t count = t->nodes;
  for (int32_t n = 0; n < t->nodes; n++)
    count += !!(t->fields[n] & GB_DIRECTOR_2) + !!(t->fields[n] & GB_MULTIPLIERS);
  return count;
}

static int order_by_metis(const gb_numbering *s, int32_t order[], gb_error *error) {
  const gb_topology *t = s->supports->topology;
  idx_t elements, nodes = count_vertices(t), numbering = 0;
  idx_t *start, *node, *first = NULL, *adjacent = NULL, *at, *position;
  GB_TRY(list_elements(t, &elements, &start, &node, error));
  GB_TRY(GB_TAKE(t->from->arena, at, (size_t)nodes, error));
  GB_TRY(GB_TAKE(t->from->arena, position, (size_t)nodes, error));
  int outcome = METIS_MeshToNodal(&elements, &nodes, start, node, &numbering, &first, &adjacent);
  if (outcome == METIS_OK)
    outcome = METIS_NodeND(&nodes, first, adjacent, NULL, NULL, at, position);
  METIS_Free(first);
  METIS_Free(adjacent);
  if (outcome == METIS_ERROR_MEMORY)
    return gb_fail(error, GB_OUT_OF_MEMORY, "out of memory: METIS orders the nodes");
  if (outcome != METIS_OK)
    return gb_fail(error, GB_TOO_LARGE, "METIS could not order the %lld nodes", (long long)nodes);
  follow(t, position);
  return sort_unknowns(s, (int32_t)nodes, position, order, error);
}

static bool has_springs(const gb_topology *t) {
  for (int i = 0; i < t->connections.count; i++)
    if (t->connections.pair[i].kind->elastic) return true;
  return false;
}

/// Compute the elimination order. Mechanisms without springs are small: they are eliminated in the
/// order of nodes.
int gb_pivot_order_create(const gb_numbering *s, int32_t **out, gb_error *error) {
  const gb_topology *t = s->supports->topology;
  GB_TRY(gb_arena_allocate(t->from->kept, (size_t)s->total, sizeof **out, out, error));
  if (gb_topology_elements(t) > 0 || has_springs(t)) return order_by_metis(s, *out, error);
  for (int32_t i = 0; i < t->first[t->nodes]; i++)
    for (int k = 0; k < s->count[i]; k++) (*out)[s->first[i] + k] = (int32_t)s->order[i] + k;
  return GB_OK;
}
