/// Distribution of elements and nodes over ranks.
#include "model/topology/partition.h"

#include "model/topology/element_graph.h"

/// Distribute the elements, equally many to each rank.
static int partition_by_metis(const gb_topology *t, int32_t part_of[], gb_error *error) {
  const gb_mesh *mesh = t->from->mesh;
  gb_element_graph graph;
  idx_t weights = 1, parts = t->from->ranks, *part, cut;
  GB_TRY(gb_element_graph_create(t, &graph, error));
  GB_TRY(GB_TAKE(t->from->arena, part, (size_t)graph.elements, error));
  GB_TRY(gb_metis_check(t,
                        METIS_PartGraphKway(&graph.elements, &weights, graph.start, graph.neighbour,
                                            NULL, NULL, NULL, &parts, NULL, NULL, NULL, &cut, part),
                        error));
  for (int32_t e = 0, next = 0; e < mesh->elements; e++)
    if (gb_topology_uses(t, e)) part_of[e] = (int32_t)part[next++];
  return GB_OK;
}

/// Give each mesh node to the lowest rank with an element there, other nodes to rank 0.
static void deal_mesh(const gb_topology *t, gb_partition *p) {
  const gb_mesh *mesh = t->from->mesh;
  for (int32_t e = 0; e < mesh->elements; e++) {
    if (!gb_topology_uses(t, e)) continue;
    for (int32_t k = mesh->start[e]; k < mesh->start[e + 1]; k++) {
      int32_t *owner = &p->owner[mesh->node[k]];
      if (*owner < 0 || p->part[e] < *owner) *owner = p->part[e];
    }
  }
  for (int32_t n = 0; t->beams && n < mesh->nodes; n++)
    if (t->beams->bar_joint[n] && p->owner[n] < 0) p->owner[n] = 0;
}

/// Give a body to the rank of the first node of the mesh that is tied to it, and distribute other
/// bodies equally.
static void deal_bodies(const gb_topology *t, gb_partition *p) {
  const int bodies = t->from->problem->bodies.count;
  for (int32_t n = 0; bodies > 0 && n < t->from->mesh->nodes; n++) {
    const int32_t master = p->owner[n] >= 0 ? gb_topology_master(t, n) : -1;
    if (master >= t->from->mesh->nodes && p->owner[master] < 0 &&
        gb_topology_body_of(t, master) >= 0)
      p->owner[master] = p->owner[n];
  }
  for (int i = 0; i < bodies; i++) {
    int32_t *owner = &p->owner[gb_topology_body(t, i)];
    if (*owner < 0) *owner = (int32_t)((int64_t)i * t->from->ranks / bodies);
  }
}

/// Springs at each model node.
typedef struct neighbourhood {
  int32_t *start, *other; ///< first far end of each node, [nodes + 1]; far ends, [2 springs]
  int32_t *queue;         ///< nodes whose neighbours have not been visited, [nodes]
  int32_t queued, visited;
} neighbourhood;

static int meet(const gb_topology *t, neighbourhood *near, gb_error *error) {
  const gb_connection_set *c = &t->connections;
  const size_t nodes = (size_t)t->nodes;
  gb_arena *arena = t->from->arena;
  GB_TRY(GB_TAKE(arena, near->start, nodes + 2, error));
  GB_TRY(GB_TAKE(arena, near->other, 2 * (size_t)c->count, error));
  GB_TRY(GB_TAKE(arena, near->queue, nodes, error));
  // index of the next far end of each node; at the end, the first far ends
  int32_t *next = near->start + 1;
  for (int i = 0; i < c->count; i++)
    for (int end = 0; end < 2 && c->pair[i].kind->attracts; end++) next[c->pair[i].node[end] + 1]++;
  for (int32_t n = 0; n < t->nodes; n++) next[n + 1] += next[n];
  for (int i = 0; i < c->count; i++)
    for (int end = 0; end < 2 && c->pair[i].kind->attracts; end++)
      near->other[next[c->pair[i].node[end]]++] = c->pair[i].node[1 - end];
  return GB_OK;
}

/// Visit all nodes connected to the queue, breadth first, and give them to `rank`; -1: to the rank
/// of the node through which they are reached.
static void spread(gb_partition *p, neighbourhood *near, int32_t rank) {
  while (near->visited < near->queued) {
    const int32_t n = near->queue[near->visited++];
    for (int32_t k = near->start[n]; k < near->start[n + 1]; k++) {
      const int32_t other = near->other[k];
      if (p->owner[other] >= 0) continue;
      p->owner[other] = rank < 0 ? p->owner[n] : rank;
      near->queue[near->queued++] = other;
    }
  }
}

/// Whether a node is free or a spring's end on the ground, without body or mesh node.
static bool is_dealt(const gb_topology *t, int32_t n) {
  return t->result_node[n] == n && (!gb_topology_is_tied(t, n) || gb_topology_is_fixed(t, n)) &&
         gb_topology_body_of(t, n) < 0;
}

/// Free nodes that springs connect to the mesh follow it; others are distributed equally.
static int deal_free_nodes(const gb_topology *t, gb_partition *p, gb_error *error) {
  const int32_t mesh_nodes = t->from->mesh->nodes;
  neighbourhood near = {0};
  GB_TRY(meet(t, &near, error));
  for (int32_t n = 0; n < mesh_nodes; n++)
    if (near.start[n + 1] > near.start[n]) near.queue[near.queued++] = n;
  spread(p, &near, -1);
  const int32_t first = near.queued;
  for (int32_t n = mesh_nodes; n < t->nodes; n++) {
    if (p->owner[n] >= 0 || !is_dealt(t, n)) continue;
    p->owner[n] = 0;
    near.queue[near.queued++] = n;
    spread(p, &near, 0);
  }
  const int64_t loose = near.queued - first;
  for (int32_t i = 0; i < loose; i++)
    p->owner[near.queue[first + i]] = (int32_t)(i * (int64_t)t->from->ranks / loose);
  return GB_OK;
}

/// Tied nodes follow the node to which they are tied, except mesh nodes with shells. Rank 0 has
/// hidden nodes on the ground, and states.
static void deal_tied(const gb_topology *t, gb_partition *p) {
  for (int32_t n = 0; n < t->nodes; n++) {
    const bool kept = n < t->from->mesh->nodes && p->owner[n] >= 0;
    if (gb_topology_is_tied(t, n) && !gb_topology_is_fixed(t, n) && !kept)
      p->owner[n] = p->owner[gb_topology_master(t, n)];
    const bool anywhere = gb_topology_is_fixed(t, n) || t->fields[n] == GB_STATE;
    if (anywhere && p->owner[n] < 0) p->owner[n] = 0;
  }
}

/// Put both ends of a joint on one rank: that of the first end that is not on the ground.
static void deal_ends(const gb_topology *t, gb_partition *p) {
  for (int i = 0; i < t->connections.count; i++) {
    const gb_connection *c = &t->connections.pair[i];
    if (!c->kind->together) continue;
    const int moving = gb_topology_is_fixed(t, c->node[0]);
    const int32_t rank = p->owner[gb_topology_master(t, c->node[moving])];
    for (int end = 0; end < 2; end++) p->owner[c->node[end]] = rank;
  }
}

/// Partition the elements on rank 0.
static int deal_elements(const gb_topology *t, gb_partition *p, gb_error *error) {
  const gb_definition *from = t->from;
  const bool wanted = from->rank == 0 && from->ranks > 1 && gb_topology_elements(t) > 0;
  GB_TRY(GB_TAKE(from->arena, p->part, (size_t)from->mesh->elements, error));
  GB_TRY(GB_TAKE(from->arena, p->owner, (size_t)t->nodes, error));
  return wanted ? partition_by_metis(t, p->part, error) : GB_OK;
}

/// Number the nodes of the results.
static int number_shown(const gb_topology *t, gb_partition *p, gb_error *error) {
  GB_TRY(GB_TAKE(t->from->arena, p->shown, (size_t)t->nodes, error));
  for (int32_t n = 0; n < t->nodes; n++) {
    p->shown[n] = p->in_results;
    p->in_results += t->result_node[n] == n;
  }
  return GB_OK;
}

int gb_partition_create(const gb_topology *t, gb_partition **out, gb_error *error) {
  const gb_definition *from = t->from;
  int status = gb_arena_allocate(from->arena, 1, sizeof **out, out, error);
  gb_partition *p = *out;
  if (status == GB_OK) status = deal_elements(t, p, error);
  GB_TRY(gb_agree(from->comm, status, error));
  MPI_Bcast(p->part, from->mesh->elements, MPI_INT32_T, 0, from->comm);
  p->rank = from->rank;
  for (int32_t n = 0; n < t->nodes; n++) p->owner[n] = -1;
  deal_mesh(t, p);
  GB_TRY(gb_agree(from->comm, deal_free_nodes(t, p, error), error));
  deal_bodies(t, p);
  deal_tied(t, p);
  deal_ends(t, p);
  return gb_agree(from->comm, number_shown(t, p, error), error);
}
