/// Graph of elements: METIS finds the neighbours in the mesh, and the connections of the model
/// follow.
#include "model/topology/element_graph.h"

#include "base/unite.h"

#include <stdlib.h>
#include <string.h>

/// Two elements that something other than the mesh connects, the lesser one first.
typedef struct element_pair {
  idx_t end[2];
} element_pair;

/// The lists from which the graph is made.
typedef struct making {
  const gb_topology *t;
  const gb_element_graph *mesh; ///< neighbours in the mesh
  int32_t *part; ///< sets of elements that the mesh connects, for gb_root_of, [elements]
  int32_t *at;   ///< an element at each node of the model; at a body, the element at a node that is
               ///< tied to it; at another node of an entry, the element at the node to which it is
               ///< tied; -1: none; [nodes]
  GB_LIST_OF(element_pair) pairs;
} making;

int gb_metis_check(const gb_topology *t, int outcome, gb_error *error) {
  if (outcome == METIS_OK) return GB_OK;
  if (outcome == METIS_ERROR_MEMORY)
    return gb_fail(error, GB_OUT_OF_MEMORY, "out of memory: METIS partitions the mesh");
  return gb_fail(error, GB_TOO_LARGE, "METIS could not partition the mesh into %d parts",
                 t->from->ranks);
}

/// List the elements for METIS by their mesh nodes, beams and solids by their corners.
static int list_elements(const gb_topology *t, idx_t **start, idx_t **node, gb_error *error) {
  const gb_mesh *mesh = t->from->mesh;
  gb_arena *arena = t->from->arena;
  GB_TRY(gb_arena_allocate(arena, (size_t)mesh->elements + 1, sizeof **start, start, error));
  GB_TRY(gb_arena_allocate(arena, (size_t)mesh->start[mesh->elements], sizeof **node, node, error));
  idx_t count = 0, next = 0;
  for (int32_t e = 0; e < mesh->elements; e++) {
    if (!gb_topology_uses(t, e)) continue;
    const gb_shape shape = (gb_shape)mesh->shape[e];
    const int corners =
        gb_shape_dimension(shape) == 2 ? gb_shape_nodes(shape) : gb_shape_corners(shape);
    for (int32_t p = 0; p < corners; p++) (*node)[next++] = mesh->node[mesh->start[e] + p];
    (*start)[++count] = next;
  }
  return GB_OK;
}

/// Find an element at each node.
/// @param start, node  the elements by their nodes
static void find_elements(making *m, const idx_t start[], const idx_t node[]) {
  const gb_topology *t = m->t;
  const int32_t mesh_nodes = t->from->mesh->nodes;
  for (int32_t n = 0; n < t->nodes; n++) m->at[n] = -1;
  for (idx_t e = m->mesh->elements; e-- > 0;)
    for (idx_t p = start[e]; p < start[e + 1]; p++) m->at[node[p]] = (int32_t)e;
  for (int32_t n = 0; n < mesh_nodes; n++) {
    const int32_t master = m->at[n] >= 0 ? gb_topology_master(t, n) : -1;
    if (master >= 0 && m->at[master] < 0) m->at[master] = m->at[n];
  }
  for (int32_t n = mesh_nodes; n < t->nodes; n++) {
    const int32_t master = m->at[n] < 0 ? gb_topology_master(t, n) : -1;
    if (master >= 0) m->at[n] = m->at[master];
  }
}

static void find_parts(making *m) {
  for (int32_t e = 0; e < m->mesh->elements; e++) m->part[e] = e;
  for (int32_t e = 0; e < m->mesh->elements; e++)
    for (idx_t k = m->mesh->start[e]; k < m->mesh->start[e + 1]; k++)
      gb_unite(m->part, e, (int32_t)m->mesh->neighbour[k]);
}

/// Add the pair of the elements at two nodes of the model if they are of different parts.
static int add_pair(making *m, int32_t node, int32_t other, gb_error *error) {
  const int32_t a = m->at[node], b = other < 0 ? -1 : m->at[other];
  if (a < 0 || b < 0 || gb_root_of(m->part, a) == gb_root_of(m->part, b)) return GB_OK;
  const element_pair new = {{a < b ? a : b, a < b ? b : a}};
  return gb_arena_add(m->t->from->arena, &m->pairs.entry, &m->pairs.count, sizeof new, &new, error);
}

static int compare(const void *a, const void *b) {
  const element_pair *x = a, *y = b;
  const int k = x->end[0] == y->end[0];
  return (x->end[k] > y->end[k]) - (x->end[k] < y->end[k]);
}

/// Find the pairs, each once.
static int find_pairs(making *m, gb_error *error) {
  const gb_topology *t = m->t;
  for (int32_t n = 0; n < t->from->mesh->nodes; n++)
    if (gb_topology_is_tied(t, n)) GB_TRY(add_pair(m, n, gb_topology_master(t, n), error));
  for (int i = 0; i < t->connections.count; i++) {
    const int32_t *node = t->connections.pair[i].node;
    GB_TRY(add_pair(m, node[0], node[1], error));
  }
  if (m->pairs.count == 0) return GB_OK;
  element_pair *all = m->pairs.entry;
  qsort(all, (size_t)m->pairs.count, sizeof *all, compare);
  int count = 0;
  for (int i = 0; i < m->pairs.count; i++)
    if (i == 0 || compare(&all[i], &all[i - 1]) != 0) all[count++] = all[i];
  m->pairs.count = count;
  return GB_OK;
}

/// Copy the graph of the mesh, with the elements of each pair as further neighbours.
static int join(const making *m, gb_element_graph *out, gb_error *error) {
  const gb_element_graph *mesh = m->mesh;
  const size_t elements = (size_t)mesh->elements;
  gb_arena *arena = m->t->from->arena;
  idx_t *next;
  out->elements = mesh->elements;
  GB_TRY(GB_TAKE(arena, out->start, elements + 1, error));
  GB_TRY(GB_TAKE(arena, out->neighbour, (size_t)mesh->start[elements] + 2 * (size_t)m->pairs.count,
                 error));
  GB_TRY(GB_TAKE(arena, next, elements + 1, error));
  for (int i = 0; i < m->pairs.count; i++)
    for (int k = 0; k < 2; k++) next[m->pairs.entry[i].end[k] + 1]++;
  for (size_t e = 0; e < elements; e++) {
    const idx_t own = mesh->start[e + 1] - mesh->start[e];
    out->start[e + 1] = out->start[e] + own + next[e + 1];
    memcpy(out->neighbour + out->start[e], mesh->neighbour + mesh->start[e],
           (size_t)own * sizeof *next);
    next[e] = out->start[e] + own;
  }
  for (int i = 0; i < m->pairs.count; i++)
    for (int k = 0; k < 2; k++)
      out->neighbour[next[m->pairs.entry[i].end[k]]++] = m->pairs.entry[i].end[1 - k];
  return GB_OK;
}

static int make(making *m, const idx_t start[], const idx_t node[], gb_element_graph *out,
                gb_error *error) {
  gb_arena *arena = m->t->from->arena;
  GB_TRY(GB_TAKE(arena, m->part, (size_t)m->mesh->elements, error));
  GB_TRY(GB_TAKE(arena, m->at, (size_t)m->t->nodes, error));
  find_elements(m, start, node);
  find_parts(m);
  GB_TRY(find_pairs(m, error));
  return join(m, out, error);
}

int gb_element_graph_create(const gb_topology *t, gb_element_graph *out, gb_error *error) {
  gb_element_graph mesh = {.elements = (idx_t)gb_topology_elements(t)};
  making m = {.t = t, .mesh = &mesh};
  idx_t nodes = t->from->mesh->nodes, plain = 0, *start, *node;
  // elements with this number of common nodes are neighbours: solids by faces
  idx_t common = mesh.elements == gb_solids_count(t->from->solids) ? 3 : 2;
  GB_TRY(list_elements(t, &start, &node, error));
  GB_TRY(gb_metis_check(t,
                        METIS_MeshToDual(&mesh.elements, &nodes, start, node, &common, &plain,
                                         &mesh.start, &mesh.neighbour),
                        error));
  const int status = make(&m, start, node, out, error);
  METIS_Free(mesh.start);
  METIS_Free(mesh.neighbour);
  return status;
}
