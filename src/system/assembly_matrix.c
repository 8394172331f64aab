/// The matrix of the elements' Jacobians: blocks between the pairs of nodes that share an element.
#include "system/assembly.h"
#include "system/batch.h"

#include <stdlib.h>

/// A pair (i, j) as one number that sorts by i, then j.
static int ascending(const void *a, const void *b) {
  const int64_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

static size_t collect(const gb_model *model, bool whole, int64_t *key) {
  size_t count = 0;
  for (int i = 0; i < model->blocks->count; i++) {
    const gb_block *block = &model->blocks->block[i];
    if (gb_elements[block->kind]->constant) continue;
    for (int32_t e = 0; e < block->elements; e++) {
      const int32_t *node = &block->node[(size_t)e * block->nodes];
      for (int a = 0; a < block->nodes; a++)
        for (int b = 0; b < block->nodes; b++) {
          if ((!whole && node[a] > node[b]) || !gb_couples(gb_elements[block->kind], a, b))
            continue;
          if (key) key[count] = (int64_t)node[a] * model->nodes->count + node[b];
          count++;
        }
    }
  }
  return count;
}

static size_t unique(size_t count, int64_t *key) {
  size_t kept = 0;
  qsort(key, count, sizeof *key, ascending);
  for (size_t k = 0; k < count; k++)
    if (k == 0 || key[k] != key[k - 1]) key[kept++] = key[k];
  return kept;
}

static void place_blocks(const gb_node_set *nodes, gb_node_pairs *pairs) {
  for (int32_t i = 0; i < nodes->count; i++)
    for (int32_t k = pairs->start[i]; k < pairs->start[i + 1]; k++)
      pairs->block[k + 1] = pairs->block[k] + 9 * (size_t)gb_node_vectors(nodes, i) *
                                                  (size_t)gb_node_vectors(nodes, pairs->column[k]);
}

int gb_assembly_pairs(const gb_model *model, bool whole, gb_arena *arena, gb_node_pairs *pairs,
                      gb_error *error) {
  int64_t *key;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, key, collect(model, whole, NULL), error));
  size_t count = unique(collect(model, whole, key), key);
  pairs->whole = whole;
  GB_TRY(GB_TAKE(arena, pairs->start, (size_t)model->nodes->count + 1, error));
  GB_TRY(GB_TAKE(arena, pairs->column, count, error));
  GB_TRY(GB_TAKE(arena, pairs->block, count + 1, error));
  for (size_t k = 0; k < count; k++) {
    pairs->start[key[k] / model->nodes->count + 1] = (int32_t)k + 1;
    pairs->column[k] = (int32_t)(key[k] % model->nodes->count);
  }
  for (int32_t i = 0; i < model->nodes->count; i++)
    if (pairs->start[i + 1] < pairs->start[i]) pairs->start[i + 1] = pairs->start[i];
  place_blocks(model->nodes, pairs);
  return GB_OK;
}

/// The place of the block between nodes i and j.
static size_t find_pair(const gb_node_pairs *pairs, int32_t i, int32_t j) {
  int32_t low = pairs->start[i], high = pairs->start[i + 1] - 1;
  while (low < high) {
    int32_t middle = (low + high) / 2;
    if (pairs->column[middle] < j)
      low = middle + 1;
    else
      high = middle;
  }
  return (size_t)low;
}

/// The first value of an element's node among all of that node: the fields that an element takes
/// lie side by side.
static int32_t first_at(const gb_batch *b, const gb_node_set *nodes, int32_t node, int first,
                        int lane) {
  return b->place[first][lane] - 3 * nodes->first[node];
}

/// Add one element's matrix, or its symmetric part.
static void add_matrix(const gb_batch *b, const gb_node_set *nodes, int lane, gb_pack J[],
                       const gb_node_pairs *pairs, gb_scalar block[]) {
  const int32_t *node = &b->block->node[(size_t)(b->first + lane) * (size_t)b->in.nodes];
  int start[GB_ELEMENT_NODES + 1] = {0};
  for (int i = 0; i < b->in.nodes; i++)
    start[i + 1] = start[i] + 3 * gb_field_vectors(gb_element_fields(b->element, i));
  for (int i = 0; i < b->in.nodes; i++)
    for (int j = 0; j < b->in.nodes; j++) {
      if ((!pairs->whole && node[j] < node[i]) || !gb_couples(b->element, i, j)) continue;
      const int width = 3 * gb_node_vectors(nodes, node[j]);
      gb_scalar *target = block + pairs->block[find_pair(pairs, node[i], node[j])] +
                          width * first_at(b, nodes, node[i], start[i], lane) +
                          first_at(b, nodes, node[j], start[j], lane);
      for (int r = 0; r < start[i + 1] - start[i]; r++)
        for (int c = 0; c < start[j + 1] - start[j]; c++) {
          const int row = start[i] + r, column = start[j] + c;
          gb_scalar value = gb_lanes(&J[b->size * row + column])[lane];
          if (!pairs->whole && !b->element->symmetric)
            value = (value + gb_lanes(&J[b->size * column + row])[lane]) / 2;
          target[width * r + c] += value;
        }
    }
}

void gb_assembly_matrix(gb_assembly *assembly, const gb_nodal_state *state, const double sigma[3],
                        const gb_node_pairs *pairs, gb_scalar block[]) {
  gb_batch b;
  FOR_ELEMENTS(assembly, state, b, !b.element->constant) {
    gb_pack J[GB_ELEMENT_UNKNOWNS * GB_ELEMENT_UNKNOWNS];
    double inertia[3];
    gb_batch_matrix(&b, gb_batch_sigma(&b, state, sigma, inertia), J);
    if (state->spin && gb_has_mass(b.element))
      gb_spin_matrix(state->spin, sigma[0], b.element, &b.in, &b.state, J);
    for (int lane = 0; lane < b.lanes; lane++)
      add_matrix(&b, assembly->model->nodes, lane, J, pairs, block);
  }
}

void gb_assembly_diagonal(gb_assembly *assembly, const gb_nodal_state *state, const double sigma[3],
                          gb_scalar diagonal[]) {
  gb_batch b;
  FOR_ELEMENTS(assembly, state, b, !b.element->constant) {
    gb_pack J[GB_ELEMENT_UNKNOWNS * GB_ELEMENT_UNKNOWNS];
    gb_batch_matrix(&b, sigma, J);
    gb_pack local[GB_ELEMENT_UNKNOWNS];
    for (int i = 0; i < b.size; i++) local[i] = J[(b.size + 1) * i];
    gb_batch_put(&b, local, diagonal);
  }
}
