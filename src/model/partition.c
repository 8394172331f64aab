/// Spreading the shell elements over the ranks by METIS on their dual graph, and the order of
/// elimination by nested dissection of the nodal graph of shells and springs.
#include "model/build.h"

#include <metis.h>
#include <stdlib.h>
#include <string.h>

/// Shell elements, and springs after them, as METIS wants them: node lists over all model nodes.
static int element_nodes(const gb_build *b, int springs, idx_t *count, idx_t **start, idx_t **node,
                         gb_error *error) {
  const gb_mesh *mesh = b->mesh;
  size_t elements = (size_t)mesh->elements + (size_t)springs;
  size_t places = (size_t)mesh->start[mesh->elements] + 2 * (size_t)springs;
  GB_TRY(gb_allocate(elements + 1, sizeof **start, start, error));
  GB_TRY(gb_allocate(places, sizeof **node, node, error));
  *count = 0;
  idx_t place = 0;
  for (int32_t e = 0; e < mesh->elements; e++) {
    if (b->section[e] < 0) continue;
    for (int32_t p = mesh->start[e]; p < mesh->start[e + 1]; p++) (*node)[place++] = mesh->node[p];
    (*start)[++*count] = place;
  }
  for (int i = 0; i < springs; i++) {
    for (int end = 0; end < 2; end++) (*node)[place++] = b->spring[i][end];
    (*start)[++*count] = place;
  }
  return GB_OK;
}

static int partition_by_metis(gb_build *b, gb_error *error) {
  idx_t elements, nodes = b->mesh->nodes, parts = b->ranks, common = 2, cut;
  idx_t *start = NULL, *node = NULL, *part = NULL, *node_part = NULL;
  int status = element_nodes(b, 0, &elements, &start, &node, error);
  if (status == GB_OK) status = gb_allocate((size_t)elements, sizeof *part, &part, error);
  if (status == GB_OK) status = gb_allocate((size_t)nodes, sizeof *node_part, &node_part, error);
  if (status == GB_OK && METIS_PartMeshDual(&elements, &nodes, start, node, NULL, NULL, &common,
                                            &parts, NULL, NULL, &cut, part, node_part) != METIS_OK)
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
  bool wanted = b->rank == 0 && b->ranks > 1 && b->model->total_shells > 0;
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

/// Expand an order of the nodes (NULL: as they are) to their unknowns: pivot_order[unknown] =
/// position.
static int expand(gb_build *b, const idx_t *node_at, gb_error *error) {
  GB_TRY(gb_allocate((size_t)b->model->total_unknowns, sizeof *b->model->pivot_order,
                     &b->model->pivot_order, error));
  int32_t position = 0;
  for (int32_t i = 0; i < b->nodes; i++) {
    int32_t n = node_at ? (int32_t)node_at[i] : i;
    for (int k = 0; k < b->count[n]; k++) b->model->pivot_order[b->first[n] + k] = position++;
  }
  return GB_OK;
}

static int order_by_metis(gb_build *b, gb_error *error) {
  idx_t elements, nodes = b->nodes, numbering = 0;
  idx_t *start = NULL, *node = NULL, *first = NULL, *adjacent = NULL, *at = NULL, *position = NULL;
  int status = element_nodes(b, b->deck->springs, &elements, &start, &node, error);
  if (status == GB_OK) status = gb_allocate((size_t)nodes, sizeof *at, &at, error);
  if (status == GB_OK) status = gb_allocate((size_t)nodes, sizeof *position, &position, error);
  if (status == GB_OK &&
      (METIS_MeshToNodal(&elements, &nodes, start, node, &numbering, &first, &adjacent) !=
           METIS_OK ||
       METIS_NodeND(&nodes, first, adjacent, NULL, NULL, at, position) != METIS_OK))
    status = gb_fail(error, GB_MODEL, "METIS could not order the %lld nodes", (long long)nodes);
  if (status == GB_OK) status = expand(b, at, error);
  METIS_Free(first);
  METIS_Free(adjacent);
  free(start);
  free(node);
  free(at);
  free(position);
  return status;
}

int gb_build_order(gb_build *b, gb_error *error) {
  if (b->rank != 0) return GB_OK;
  bool linked = b->model->total_shells > 0 || b->deck->springs > 0;
  return linked ? order_by_metis(b, error) : expand(b, NULL, error);
}
