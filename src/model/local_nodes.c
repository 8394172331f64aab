/// This rank's nodes: owned first, then ghosts by their owner, with what elements and results need
/// of them.
#include "model/build.h"

#include <stdlib.h>
#include <string.h>

/// The results show the mesh, the points, the bodies and places on them.
static bool is_shown(const gb_build *b, int32_t node) {
  return b->owner[node] >= 0 && node < gb_build_body_node(b, 0, 1);
}

/// A node, and those that it is tied to.
static void need(gb_build *b, int32_t node) {
  b->local[node] = -2;
  for (int k = 0; k < b->tie[node].terms; k++) need(b, b->tie[node].term[k].node);
}

static void need_masters(gb_build *b) {
  for (int32_t n = 0; n < b->nodes; n++)
    if (b->kind[n] == GB_NODE_TIED && (b->local[n] == -2 || b->owner[n] == b->rank)) need(b, n);
}

/// Local numbers: owned nodes in the model's order, then the ghosts of each rank in turn.
static void number_nodes(gb_build *b) {
  gb_model *model = b->model;
  for (int32_t n = 0; n < b->nodes; n++) b->local[n] = -1;
  for (int i = 0; i < model->blocks->count; i++) {
    const gb_block *block = &model->blocks->block[i];
    for (int32_t k = 0; k < block->elements * block->nodes; k++) b->local[block->node[k]] = -2;
  }
  need_masters(b);
  for (int32_t n = 0; n < b->nodes; n++)
    if (b->owner[n] == b->rank) {
      b->local[n] = model->nodes->count++;
      model->nodes->shown += is_shown(b, n);
    }
  model->nodes->owned = model->nodes->count;
  for (int r = 0; r < b->ranks;
       r++) // a pass a rank: few ranks are neighbours, but the pass is cheap
    for (int32_t n = 0; r != b->rank && n < b->nodes; n++)
      if (b->local[n] == -2 && b->owner[n] == r) b->local[n] = model->nodes->count++;
  for (int i = 0; i < model->blocks->count; i++) {
    gb_block *block = &model->blocks->block[i];
    for (int32_t k = 0; k < block->elements * block->nodes; k++)
      block->node[k] = b->local[block->node[k]];
  }
}

/// Place among the nodes of the results; a node at a kink is there as the mesh's.
static int number_shown(gb_build *b, gb_error *error) {
  gb_model *model = b->model;
  int64_t *place;
  GB_TRY(gb_allocate((size_t)b->nodes, sizeof *place, &place, error));
  for (int32_t n = 0; n < b->nodes; n++) {
    place[n] = model->nodes->total;
    model->nodes->total += is_shown(b, n);
  }
  const int32_t kinks = gb_build_kink_node(b, 0);
  for (int i = 0; i < b->kinks; i++) place[kinks + i] = place[b->kink[i].mesh_node];
  for (int32_t n = 0; n < b->nodes; n++)
    if (b->local[n] >= 0) model->nodes->index[b->local[n]] = place[n];
  free(place);
  return GB_OK;
}

static int copy_nodes(gb_build *b, gb_error *error) {
  gb_model *model = b->model;
  size_t nodes = (size_t)model->nodes->count;
  GB_TRY(gb_allocate(nodes, sizeof *model->nodes->position, &model->nodes->position, error));
  GB_TRY(gb_allocate(nodes, sizeof *model->nodes->director, &model->nodes->director, error));
  GB_TRY(gb_allocate(nodes, sizeof *model->nodes->id, &model->nodes->id, error));
  GB_TRY(gb_allocate(nodes, sizeof *model->nodes->index, &model->nodes->index, error));
  GB_TRY(gb_allocate(nodes, sizeof *model->nodes->tied, &model->nodes->tied, error));
  GB_TRY(gb_allocate(nodes, sizeof *model->nodes->framed, &model->nodes->framed, error));
  for (int32_t n = 0; n < b->nodes; n++) {
    int32_t k = b->local[n];
    if (k < 0) continue;
    memcpy(model->nodes->position[k], gb_build_position(b, n), sizeof model->nodes->position[k]);
    memcpy(model->nodes->director[k], b->director[n], sizeof model->nodes->director[k]);
    model->nodes->id[k] = gb_build_node_id(b, n);
    model->nodes->tied[k] = b->kind[n] == GB_NODE_TIED;
  }
  for (int i = 0; i < b->kinks; i++)
    if (b->local[b->kink[i].mesh_node] >= 0)
      model->nodes->framed[b->local[b->kink[i].mesh_node]] = 1;
  return number_shown(b, error);
}

int gb_build_local_nodes(gb_build *b, gb_error *error) {
  number_nodes(b);
  return copy_nodes(b, error);
}
