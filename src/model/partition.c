/// Ranks of elements and nodes.
#include "model/partition.h"

#include <metis.h>
#include <stdlib.h>
#include <string.h>

/// The shells as METIS wants them: lists of mesh nodes.
static int list_shells(const gb_topology *t, idx_t **start, idx_t **node, gb_error *error) {
  const gb_mesh *mesh = t->from->mesh;
  GB_TRY(gb_allocate((size_t)mesh->elements + 1, sizeof **start, start, error));
  GB_TRY(gb_allocate((size_t)mesh->start[mesh->elements], sizeof **node, node, error));
  idx_t count = 0, next = 0;
  for (int32_t e = 0; e < mesh->elements; e++) {
    if (t->shells->section[e] < 0) continue;
    for (int32_t p = mesh->start[e]; p < mesh->start[e + 1]; p++) (*node)[next++] = mesh->node[p];
    (*start)[++count] = next;
  }
  return GB_OK;
}

static int partition_by_metis(const gb_topology *t, int32_t part_of[], gb_error *error) {
  const gb_mesh *mesh = t->from->mesh;
  idx_t elements = (idx_t)t->shells->count, nodes = mesh->nodes, parts = t->from->ranks;
  idx_t *start = NULL, *node = NULL, *part = NULL, *node_part = NULL, common = 2, cut;
  int status = list_shells(t, &start, &node, error), outcome = METIS_OK;
  if (status == GB_OK) status = gb_allocate((size_t)elements, sizeof *part, &part, error);
  if (status == GB_OK) status = gb_allocate((size_t)nodes, sizeof *node_part, &node_part, error);
  if (status == GB_OK)
    outcome = METIS_PartMeshDual(&elements, &nodes, start, node, NULL, NULL, &common, &parts, NULL,
                                 NULL, &cut, part, node_part);
  if (outcome == METIS_ERROR_MEMORY)
    status = gb_fail(error, GB_FILE, "out of memory: METIS partitions the mesh");
  else if (outcome != METIS_OK)
    status = gb_fail(error, GB_MODEL, "METIS could not partition the mesh into %d parts",
                     t->from->ranks);
  for (int32_t e = 0, next = 0; status == GB_OK && e < mesh->elements; e++)
    if (t->shells->section[e] >= 0) part_of[e] = (int32_t)part[next++];
  free(start);
  free(node);
  free(part);
  free(node_part);
  return status;
}

/// A node of the mesh goes with the first rank that has a shell there.
static void deal_mesh(const gb_topology *t, gb_partition *p) {
  const gb_mesh *mesh = t->from->mesh;
  for (int32_t e = 0; e < mesh->elements; e++) {
    if (t->shells->section[e] < 0) continue;
    for (int32_t k = mesh->start[e]; k < mesh->start[e + 1]; k++) {
      int32_t *owner = &p->owner[mesh->node[k]];
      if (*owner < 0 || p->part[e] < *owner) *owner = p->part[e];
    }
  }
}

/// Bodies in equal shares.
static void deal_bodies(const gb_topology *t, gb_partition *p) {
  const int bodies = t->from->problem->bodies.count;
  for (int i = 0; i < bodies; i++)
    p->owner[gb_topology_body(t, i)] = (int32_t)((int64_t)i * t->from->ranks / bodies);
}

/// The springs at each model node.
typedef struct neighbourhood {
  int32_t *start, *other; ///< [nodes + 1]; far ends, [2 springs]
  int32_t *queue;         ///< nodes whose neighbours are to be visited, [nodes]
  int32_t queued, visited;
} neighbourhood;

static int meet(const gb_topology *t, neighbourhood *near, gb_error *error) {
  const gb_connection_set *c = &t->connections;
  const size_t nodes = (size_t)t->nodes;
  GB_TRY(gb_allocate(nodes + 2, sizeof *near->start, &near->start, error));
  GB_TRY(gb_allocate(2 * (size_t)c->count, sizeof *near->other, &near->other, error));
  GB_TRY(gb_allocate(nodes, sizeof *near->queue, &near->queue, error));
  int32_t *next = near->start + 1; // of the next far end; the starts when all are in
  for (int i = 0; i < c->count; i++)
    for (int end = 0; end < 2 && c->pair[i].kind->attracts; end++) next[c->pair[i].node[end] + 1]++;
  for (int32_t n = 0; n < t->nodes; n++) next[n + 1] += next[n];
  for (int i = 0; i < c->count; i++)
    for (int end = 0; end < 2 && c->pair[i].kind->attracts; end++)
      near->other[next[c->pair[i].node[end]]++] = c->pair[i].node[1 - end];
  return GB_OK;
}

/// Visit in breadth all nodes that hang on what is queued. rank -1: that of the node they hang on.
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

/// Whether a node is free or a spring's end on the ground: no body and nothing of the mesh has it.
static bool is_dealt(const gb_topology *t, int32_t n) {
  return t->shown[n] == n && (!gb_topology_is_tied(t, n) || gb_topology_is_fixed(t, n)) &&
         gb_topology_body_of(t, n) < 0;
}

/// Free nodes that springs tie to the mesh go with it, the others are dealt out.
static int deal_free_nodes(const gb_topology *t, gb_partition *p, gb_error *error) {
  const int32_t mesh_nodes = t->from->mesh->nodes;
  neighbourhood near = {0};
  int status = meet(t, &near, error);
  if (status == GB_OK) {
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
  }
  free(near.start);
  free(near.other);
  free(near.queue);
  return status;
}

/// A tied node goes with the one that it is tied to, but for nodes of the mesh that shells have.
static void deal_tied(const gb_topology *t, gb_partition *p) {
  for (int32_t n = 0; n < t->nodes; n++) {
    const bool kept = n < t->from->mesh->nodes && p->owner[n] >= 0;
    if (gb_topology_is_tied(t, n) && !gb_topology_is_fixed(t, n) && !kept)
      p->owner[n] = p->owner[gb_topology_master(t, n)];
  }
}

/// Both ends of a joint are on one rank: that of the first end which is not on the ground.
static void deal_ends(const gb_topology *t, gb_partition *p) {
  for (int i = 0; i < t->connections.count; i++) {
    const gb_connection *c = &t->connections.pair[i];
    if (!c->kind->together) continue;
    const int moving = gb_topology_is_fixed(t, c->node[0]);
    const int32_t rank = p->owner[gb_topology_master(t, c->node[moving])];
    for (int end = 0; end < 2; end++) p->owner[c->node[end]] = rank;
  }
}

static int deal(const gb_topology *t, gb_partition *p, gb_error *error) {
  deal_mesh(t, p);
  GB_TRY(deal_free_nodes(t, p, error));
  deal_bodies(t, p);
  deal_tied(t, p);
  deal_ends(t, p);
  return GB_OK;
}

static int make(const gb_topology *t, gb_partition *p, gb_error *error) {
  const gb_definition *from = t->from;
  const size_t elements = (size_t)from->mesh->elements, nodes = (size_t)t->nodes;
  const bool wanted = from->rank == 0 && from->ranks > 1 && t->shells->count > 0;
  int status = gb_allocate(elements, sizeof *p->part, &p->part, error);
  if (status == GB_OK) status = gb_allocate(nodes, sizeof *p->owner, &p->owner, error);
  if (status == GB_OK && wanted) status = partition_by_metis(t, p->part, error);
  GB_TRY(gb_agree(from->comm, status, error));
  MPI_Bcast(p->part, from->mesh->elements, MPI_INT32_T, 0, from->comm);
  p->rank = from->rank;
  for (size_t n = 0; n < nodes; n++) p->owner[n] = -1;
  return deal(t, p, error);
}

int gb_partition_create(const gb_topology *t, gb_partition **out, gb_error *error) {
  *out = NULL;
  GB_TRY(gb_agree(t->from->comm, gb_allocate(1, sizeof **out, out, error), error));
  const int status = gb_agree(t->from->comm, make(t, *out, error), error);
  if (status != GB_OK) gb_partition_destroy(out);
  return status;
}

void gb_partition_destroy(gb_partition **partition) {
  if (*partition) {
    free((*partition)->part);
    free((*partition)->owner);
  }
  free(*partition);
  *partition = NULL;
}
