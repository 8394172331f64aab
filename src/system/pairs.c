/// The pairs of nodes that share an element: the blocks of the matrix.
#include "system/assembly.h"

#include <stdlib.h>

/// A pair i <= j as one number that sorts by i, then j.
static int ascending(const void *a, const void *b) {
  const int64_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

static size_t collect(const gb_model *model, int64_t *key) {
  size_t count = 0;
  for (int i = 0; i < model->blocks->count; i++) {
    const gb_block *block = &model->blocks->block[i];
    if (gb_elements[block->kind]->constant) continue;
    for (int32_t e = 0; e < block->elements; e++) {
      const int32_t *node = &block->node[(size_t)e * block->nodes];
      for (int a = 0; a < block->nodes; a++)
        for (int b = 0; b < block->nodes; b++) {
          if (node[a] > node[b] || !gb_couples(gb_elements[block->kind], a, b)) continue;
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

static int place_blocks(const gb_node_set *nodes, gb_node_pairs *pairs, gb_error *error) {
  const size_t count = (size_t)pairs->start[nodes->count];
  GB_TRY(GB_ALLOCATE(pairs->block, count + 1, error));
  for (int32_t i = 0; i < nodes->count; i++)
    for (int32_t k = pairs->start[i]; k < pairs->start[i + 1]; k++)
      pairs->block[k + 1] = pairs->block[k] + 9 * (size_t)gb_node_vectors(nodes, i) *
                                                  (size_t)gb_node_vectors(nodes, pairs->column[k]);
  return GB_OK;
}

int gb_assembly_pairs(const gb_model *model, gb_node_pairs *pairs, gb_error *error) {
  int64_t *key;
  *pairs = (gb_node_pairs){0};
  GB_TRY(GB_ALLOCATE(key, collect(model, NULL), error));
  size_t count = unique(collect(model, key), key);
  int status = GB_ALLOCATE(pairs->start, (size_t)model->nodes->count + 1, error);
  if (status == GB_OK) status = GB_ALLOCATE(pairs->column, count, error);
  for (size_t k = 0; status == GB_OK && k < count; k++) {
    pairs->start[key[k] / model->nodes->count + 1] = (int32_t)k + 1;
    pairs->column[k] = (int32_t)(key[k] % model->nodes->count);
  }
  for (int32_t i = 0; status == GB_OK && i < model->nodes->count; i++)
    if (pairs->start[i + 1] < pairs->start[i]) pairs->start[i + 1] = pairs->start[i];
  if (status == GB_OK) status = place_blocks(model->nodes, pairs, error);
  free(key);
  if (status != GB_OK) gb_node_pairs_free(pairs);
  return status;
}

void gb_node_pairs_free(gb_node_pairs *pairs) {
  free(pairs->start);
  free(pairs->column);
  free(pairs->block);
  *pairs = (gb_node_pairs){0};
}
