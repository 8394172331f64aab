/// The assembled matrix, by blocks between the pairs of nodes that share an element.
#include "system/assembly.h"

#include "system/batch.h"

#include <stdlib.h>
#include <string.h>

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

/// J += weight M W^2 with W v = spin x v: M is a number times the unit matrix between any two
/// vectors. Borders of multipliers, which a Jacobian has whatever its sigma, cancel.
static void add_spin(const gb_batch *b, const double spin[3], double weight, gb_pack J[]) {
  static const double once[3] = {0, 0, 1}, twice[3] = {0, 0, 2};
  gb_pack less[GB_ELEMENT_UNKNOWNS * GB_ELEMENT_UNKNOWNS],
      more[GB_ELEMENT_UNKNOWNS * GB_ELEMENT_UNKNOWNS];
  const double square = spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2];
  const int n = b->size;
  gb_batch_matrix(b, once, less);
  gb_batch_matrix(b, twice, more);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      const int first = n * (i - i % 3) + j - j % 3;
      const double W = spin[i % 3] * spin[j % 3] - (i % 3 == j % 3 ? square : 0);
      J[n * i + j] += weight * W * (more[first] - less[first]);
    }
}

void gb_assembly_matrix(gb_assembly *assembly, const gb_nodal_state *state, const double sigma[3],
                        const gb_node_pairs *pairs, gb_scalar block[]) {
  gb_batch b;
  FOR_ELEMENTS(assembly, state, b, gb_batch_has_jacobian(b.element, sigma, state->impulse)) {
    gb_pack J[GB_ELEMENT_UNKNOWNS * GB_ELEMENT_UNKNOWNS];
    double inertia[3];
    gb_batch_matrix(&b, gb_batch_sigma(b.element, state, sigma, inertia), J);
    if (state->spin && b.element->massive) add_spin(&b, state->spin, sigma[0], J);
    for (int lane = 0; lane < b.lanes; lane++)
      add_matrix(&b, assembly->model->nodes, lane, J, pairs, block);
  }
}

static int make_room_for_blocks(gb_assembly *assembly, int count, gb_error *error) {
  const size_t size = gb_node_values(assembly->model->nodes);
  gb_node_pairs *pairs = &assembly->blocks.pairs;
  gb_arena *memory = &assembly->memory;
  if (count <= assembly->blocks.room) return GB_OK;
  if (!pairs->start) {
    GB_TRY(gb_assembly_pairs(assembly->model, true, memory, pairs, error));
    GB_TRY(GB_TAKE(memory, assembly->blocks.value,
                   pairs->block[pairs->start[assembly->model->nodes->count]], error));
  }
  gb_arena_free(&assembly->blocks.buffers);
  assembly->blocks.room = 0;
  GB_TRY(GB_TAKE(&assembly->blocks.buffers, assembly->blocks.x, (size_t)count * size, error));
  GB_TRY(GB_TAKE(&assembly->blocks.buffers, assembly->blocks.y, (size_t)count * size, error));
  assembly->blocks.room = count;
  return GB_OK;
}

static void add_multiple(size_t count, gb_scalar entry, const gb_scalar *restrict x,
                         gb_scalar *restrict y) {
  for (size_t i = 0; i < count; i++) y[i] += entry * x[i];
}

/// Of node i: y += J x or J^T x, [nodal values][count].
static void multiply_blocks(const gb_assembly *assembly, int32_t i, bool transpose, size_t count) {
  const gb_node_set *nodes = assembly->model->nodes;
  const gb_node_pairs *pairs = &assembly->blocks.pairs;
  const int height = 3 * gb_node_vectors(nodes, i);
  for (int32_t k = pairs->start[i]; k < pairs->start[i + 1]; k++) {
    const int32_t j = pairs->column[k];
    const int width = 3 * gb_node_vectors(nodes, j);
    const gb_scalar *value = &assembly->blocks.value[pairs->block[k]];
    for (int r = 0; r < height; r++)
      for (int c = 0; c < width; c++) {
        const size_t row = (size_t)(3 * nodes->first[i] + r) * count,
                     column = (size_t)(3 * nodes->first[j] + c) * count;
        const gb_scalar entry = value[width * r + c];
        if (entry != 0)
          add_multiple(count, entry, assembly->blocks.x + (transpose ? row : column),
                       assembly->blocks.y + (transpose ? column : row));
      }
  }
}

int gb_assembly_block_product(gb_assembly *assembly, const gb_nodal_operator *J, int columns,
                              const gb_scalar x[], gb_scalar y[], gb_error *error) {
  const gb_model *model = assembly->model;
  const size_t size = gb_node_values(model->nodes), count = (size_t)columns;
  GB_TRY(gb_agree(model->comm, make_room_for_blocks(assembly, columns, error), error));
  const gb_node_pairs *pairs = &assembly->blocks.pairs;
  const size_t entries = pairs->block[pairs->start[model->nodes->count]];
  memset(assembly->blocks.value, 0, entries * sizeof *assembly->blocks.value);
  gb_assembly_matrix(assembly, J->state, J->sigma, pairs, assembly->blocks.value);
  for (size_t i = 0; i < size; i++)
    for (size_t c = 0; c < count; c++) {
      assembly->blocks.x[i * count + c] = x[c * size + i];
      assembly->blocks.y[i * count + c] = y[c * size + i];
    }
  for (int32_t i = 0; i < model->nodes->count; i++)
    multiply_blocks(assembly, i, J->transpose, count);
  for (size_t c = 0; c < count; c++)
    for (size_t i = 0; i < size; i++) y[c * size + i] = assembly->blocks.y[i * count + c];
  return GB_OK;
}
