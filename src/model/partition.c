/// Spreading the shell elements over the ranks by METIS on their dual graph, and the order of
/// elimination by nested dissection of the nodal graph of shells and springs.
#include "model/build.h"

#include <metis.h>
#include <stdlib.h>
#include <string.h>

/// The node with unknowns that stands for a tied one in the graph: a body's first half for a frame.
static int32_t master_of(const gb_build *b, int32_t node) {
  while (b->tie[node].terms > 0) node = b->tie[node].term[0].node;
  const int body = gb_build_body_of(b, node);
  return body < 0 ? node : gb_build_body_node(b, body, 0);
}

/// Shell elements as METIS wants them: node lists over the mesh. For the order, by nodes with
/// unknowns, and springs and joints after them.
static int element_nodes(const gb_build *b, bool ordered, idx_t *count, idx_t **start, idx_t **node,
                         gb_error *error) {
  const gb_mesh *mesh = b->mesh;
  const int connectors = b->problem->joints.count + gb_build_averages(b);
  const size_t others = ordered ? (size_t)(b->problem->springs.count + connectors) : 0;
  GB_TRY(gb_allocate((size_t)mesh->elements + others + 1, sizeof **start, start, error));
  GB_TRY(gb_allocate((size_t)mesh->start[mesh->elements] + 2 * others, sizeof **node, node, error));
  *count = 0;
  idx_t place = 0;
  for (int32_t e = 0; e < mesh->elements; e++) {
    if (b->section[e] < 0) continue;
    for (int32_t p = mesh->start[e]; p < mesh->start[e + 1]; p++)
      (*node)[place++] = ordered ? master_of(b, mesh->node[p]) : mesh->node[p];
    (*start)[++*count] = place;
  }
  for (int i = 0; ordered && i < b->problem->springs.count + connectors; i++) {
    const int joint = i - b->problem->springs.count;
    for (int end = 0; end < 2; end++)
      (*node)[place++] =
          master_of(b, joint < 0 ? b->spring[i][end] : gb_build_end_node(b, joint, end, 0));
    (*start)[++*count] = place;
  }
  return GB_OK;
}

static int partition_by_metis(gb_build *b, gb_error *error) {
  idx_t elements, nodes = b->mesh->nodes, parts = b->ranks, common = 2, cut;
  idx_t *start = NULL, *node = NULL, *part = NULL, *node_part = NULL;
  int status = element_nodes(b, false, &elements, &start, &node, error);
  if (status == GB_OK) status = gb_allocate((size_t)elements, sizeof *part, &part, error);
  if (status == GB_OK) status = gb_allocate((size_t)nodes, sizeof *node_part, &node_part, error);
  int outcome = METIS_OK;
  if (status == GB_OK)
    outcome = METIS_PartMeshDual(&elements, &nodes, start, node, NULL, NULL, &common, &parts, NULL,
                                 NULL, &cut, part, node_part);
  if (outcome == METIS_ERROR_MEMORY)
    status = gb_fail(error, GB_FILE, "out of memory: METIS partitions the mesh");
  else if (outcome != METIS_OK)
    status = gb_fail(error, GB_MODEL, "METIS could not partition the mesh into %d parts", b->ranks);
  if (status == GB_OK) {
    idx_t place = 0;
    for (int32_t e = 0; e < b->mesh->elements; e++)
      if (b->section[e] >= 0) b->part[e] = (int32_t)part[place++];
  }
  free(start);
  free(node);
  free(part);
  free(node_part);
  return status;
}

int gb_build_partition(gb_build *b, gb_error *error) {
  const gb_mesh *mesh = b->mesh;
  bool wanted = b->rank == 0 && b->ranks > 1 && b->model->blocks->total_shells > 0;
  int status = wanted ? partition_by_metis(b, error) : GB_OK;
  GB_TRY(gb_agree(b->comm, status, error));
  MPI_Bcast(b->part, mesh->elements, MPI_INT32_T, 0, b->comm);
  for (int32_t n = 0; n < b->nodes; n++) b->owner[n] = -1;
  for (int32_t e = 0; e < mesh->elements; e++) {
    if (b->section[e] < 0) continue;
    for (int32_t p = mesh->start[e]; p < mesh->start[e + 1]; p++) {
      int32_t *owner = &b->owner[mesh->node[p]];
      if (*owner < 0 || b->part[e] < *owner) *owner = b->part[e];
    }
  }
  GB_TRY(gb_build_deal_points(b, error));
  gb_build_deal_frames(b);
  return GB_OK;
}

/// Number the unknowns of one node in the elimination.
static void eliminate(gb_build *b, int32_t node, int32_t *position) {
  for (int k = 0; k < b->count[node]; k++)
    b->model->dofs->pivot_order[b->first[node] + k] = (*position)++;
}

/// The last place of the nodes that a tied one hangs on.
static idx_t last_place(const gb_build *b, int32_t node, const idx_t *place) {
  if (b->tie[node].terms == 0) return place[master_of(b, node)];
  idx_t last = 0;
  for (int k = 0; k < b->tie[node].terms; k++) {
    const idx_t here = last_place(b, b->tie[node].term[k].node, place);
    if (here > last) last = here;
  }
  return last;
}

/// A second half and a body's multipliers follow the first half, a joint's multipliers the last
/// of its bodies.
static void follow(const gb_build *b, idx_t *place) {
  int32_t node[5];
  for (int i = 0; i < b->problem->bodies.count; i++) {
    gb_build_body_nodes(b, i, node);
    place[node[1]] = place[node[2]] = place[node[0]];
  }
  for (int i = 0; i < b->kinks; i++) place[gb_build_kink_node(b, i)] = place[b->kink[i].mesh_node];
  for (int j = 0; j < b->problem->joints.count + gb_build_averages(b); j++) {
    gb_build_joint_nodes(b, j, node);
    const idx_t first = last_place(b, node[0], place), second = last_place(b, node[2], place);
    place[node[4]] = first > second ? first : second;
  }
}

/// Unknowns in the order of the places of their nodes, which several may share.
static int order_by_place(gb_build *b, const idx_t *place, gb_error *error) {
  int32_t *start, *node, position = 0;
  const size_t nodes = (size_t)b->nodes;
  GB_TRY(gb_allocate(2 * nodes + 1, sizeof *start, &start, error));
  node = start + nodes + 1;
  for (int32_t n = 0; n < b->nodes; n++) start[place[n] + 1]++;
  for (int32_t p = 0; p < b->nodes; p++) start[p + 1] += start[p];
  for (int32_t n = 0; n < b->nodes; n++) node[start[place[n]]++] = n;
  for (int32_t i = 0; i < b->nodes; i++) eliminate(b, node[i], &position);
  free(start);
  return GB_OK;
}

static int order_by_metis(gb_build *b, gb_error *error) {
  idx_t elements, nodes = b->nodes, numbering = 0;
  idx_t *start = NULL, *node = NULL, *first = NULL, *adjacent = NULL, *at = NULL, *position = NULL;
  int status = element_nodes(b, true, &elements, &start, &node, error);
  if (status == GB_OK) status = gb_allocate((size_t)nodes, sizeof *at, &at, error);
  if (status == GB_OK) status = gb_allocate((size_t)nodes, sizeof *position, &position, error);
  int outcome = METIS_OK;
  if (status == GB_OK)
    outcome = METIS_MeshToNodal(&elements, &nodes, start, node, &numbering, &first, &adjacent);
  if (status == GB_OK && outcome == METIS_OK)
    outcome = METIS_NodeND(&nodes, first, adjacent, NULL, NULL, at, position);
  if (outcome == METIS_ERROR_MEMORY)
    status = gb_fail(error, GB_FILE, "out of memory: METIS orders the nodes");
  else if (outcome != METIS_OK)
    status = gb_fail(error, GB_MODEL, "METIS could not order the %lld nodes", (long long)nodes);
  if (status == GB_OK) {
    follow(b, position);
    status = order_by_place(b, position, error);
  }
  METIS_Free(first);
  METIS_Free(adjacent);
  free(start);
  free(node);
  free(at);
  free(position);
  return status;
}

int gb_build_order(gb_build *b, gb_error *error) {
  gb_model *model = b->model;
  if (b->rank != 0) return GB_OK;
  GB_TRY(gb_allocate((size_t)model->dofs->total, sizeof *model->dofs->pivot_order,
                     &model->dofs->pivot_order, error));
  if (model->blocks->total_shells > 0 || b->problem->springs.count > 0)
    return order_by_metis(b, error);
  int32_t position = 0;
  for (int32_t n = 0; n < b->nodes; n++) eliminate(b, n, &position);
  return GB_OK;
}
