/// Assembly of the elements' Jacobians: as blocks between nodes that share an element, or as single
/// entries in models with few entries per row.
#include "base/arena.h"
#include "base/count.h"
#include "system/assembly/assembly.h"
#include "system/nodal_values/batch.h"

#include <stdlib.h>
#include <string.h>

/// Compare pairs (i, j), stored as one number that sorts by i, then j.
static int ascending(const void *a, const void *b) {
  const int64_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

/// List of pairs of nodes.
typedef struct pair_list {
  const gb_assembly *assembly;
  const gb_node_pairs *kind; ///< what kind of pairs are listed
  size_t count;
  int64_t *key; ///< NULL: the pairs are only counted
} pair_list;

static void add_pair(pair_list *list, int32_t i, int32_t j) {
  if (list->key) list->key[list->count] = (int64_t)i * list->assembly->model->nodes->count + j;
  list->count++;
}

/// Add the pairs of a block's elements.
static void collect_block(pair_list *list, const gb_block *block) {
  const gb_contact_pool *pool = list->kind->apart ? block->joint->pool : NULL;
  for (int k = 0; pool && k < pool->nodes; k++) add_pair(list, pool->node[k], pool->node[k]);
  for (int32_t e = 0; !pool && e < block->elements; e++) {
    const int32_t *node = &block->node[(size_t)e * block->nodes];
    for (int a = 0; a < block->nodes; a++)
      for (int b = 0; b < block->nodes; b++)
        if ((list->kind->whole || node[a] <= node[b]) && gb_couples(gb_block_element(block), a, b))
          add_pair(list, node[a], node[b]);
  }
}

static size_t collect(const gb_assembly *assembly, const gb_node_pairs *kind, int64_t *key) {
  pair_list list = {.assembly = assembly, .kind = kind, .key = key};
  for (int i = 0; i < assembly->blocks->count; i++)
    if (!gb_block_element(&assembly->blocks->block[i])->constant)
      collect_block(&list, &assembly->blocks->block[i]);
  return list.count;
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
      pairs->block[k + 1] = pairs->block[k] + (size_t)gb_node_width(nodes, i) *
                                                  (size_t)gb_node_width(nodes, pairs->column[k]);
}

int gb_assembly_pairs(const gb_assembly *assembly, const gb_node_pairs *kind, gb_arena *arena,
                      const gb_node_pairs **out, gb_error *error) {
  const gb_model *model = assembly->model;
  int64_t *key;
  gb_node_pairs *pairs;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(arena, pairs, 1, error));
  *out = pairs;
  pairs->whole = kind->whole;
  pairs->apart = kind->apart;
  pairs->sparse = kind->whole && !kind->apart && model->blocks->total_shells == 0;
  if (pairs->sparse) return GB_OK;
  GB_TRY(GB_TAKE(&scratch, key, collect(assembly, kind, NULL), error));
  size_t count = unique(collect(assembly, kind, key), key);
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

/// @return the number of the block between nodes i and j.
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

/// Offset of an element's first value of a node among all values of this node. The values that an
/// element uses are contiguous.
static int32_t first_at(const gb_batch *b, const gb_node_set *nodes, int32_t node, int first,
                        int lane) {
  return b->index[first][lane] - nodes->first[node];
}

static bool is_zero(gb_pack x) {
  bool zero = true;
  for (int lane = 0; lane < GB_LANES; lane++) zero = zero && gb_lanes(&x)[lane] == 0;
  return zero;
}

/// Addition of a batch's matrices to the blocks of a matrix.
typedef struct addition {
  const gb_batch *batch;
  const gb_node_set *nodes;
  const gb_node_pairs *pairs;
  gb_scalar *block;
  int start[GB_ELEMENT_NODES + 1]; ///< offset of each node's values in the element's vector
} addition;

/// Find the first value of the block (i, j) that a lane's element adds to, and the length of the
/// block's rows. @return NULL if a symmetric matrix does not store this block.
static gb_scalar *find_target(const addition *to, int i, int j, int lane, int *width) {
  const gb_batch *b = to->batch;
  const int32_t *node = &b->block->node[(size_t)(b->first + lane) * (size_t)b->in.nodes];
  *width = gb_node_width(to->nodes, node[j]);
  if (!to->pairs->whole && node[j] < node[i]) return NULL;
  return to->block + to->pairs->block[find_pair(to->pairs, node[i], node[j])] +
         *width * first_at(b, to->nodes, node[i], to->start[i], lane) +
         first_at(b, to->nodes, node[j], to->start[j], lane);
}

/// Add the part of nodes i and j of each element's matrix, or of its symmetric part. That of
/// states, which often depend on others that do not depend on them, has no coupling: the
/// contraction of a chain of states then ends after as many corrections as it has states.
static void add_part(const addition *to, int i, int j, gb_pack J[]) {
  const gb_batch *b = to->batch;
  const bool halve = !to->pairs->whole && !b->element->symmetric;
  if (halve && i != j && b->in.unknowns->fields[i] == GB_STATE) return;
  const int columns = to->start[j + 1] - to->start[j];
  for (int lane = 0; lane < b->lanes; lane++) {
    int width;
    gb_scalar *target = find_target(to, i, j, lane, &width);
    for (int row = to->start[i]; target && row < to->start[i + 1]; row++, target += width)
      for (int k = 0, column = to->start[j]; k < columns; k++, column++) {
        gb_scalar value = gb_lanes(&J[b->size * row + column])[lane];
        if (halve) value = (value + gb_lanes(&J[b->size * column + row])[lane]) / 2.0;
        target[k] += value;
      }
  }
}

static void add_matrices(const gb_batch *b, const gb_node_set *nodes, gb_pack J[],
                         const gb_node_pairs *pairs, gb_scalar block[]) {
  addition to = {.batch = b, .nodes = nodes, .pairs = pairs, .block = block};
  for (int i = 0; i < b->in.nodes; i++) to.start[i + 1] = to.start[i] + b->in.unknowns->width[i];
  const bool apart = pairs->apart && b->block->joint->pool;
  for (int i = 0; i < b->in.nodes; i++)
    for (int j = 0; j < b->in.nodes; j++)
      if ((i == j || !apart) && gb_couples(b->element, i, j)) add_part(&to, i, j, J);
}

/// Part of 1 / mass by which constraints yield: more makes Newton's method slow near the position.
static const double yielding = 1e-12;

/// Let the next matrices be those of constraints that yield a little, or of exact ones again: for
/// factors of a model whose rows repeat each other in one position.
static void soften(gb_assembly *assembly, bool yields) {
  const gb_checks *checks = assembly->model->checks;
  if (checks->singular_rows == 0 || !(checks->mass > 0) || assembly->enforcement.compliance > 0)
    return;
  assembly->enforcement.compliance = yields ? -yielding / checks->mass : 0;
}

/// Compute the matrices of the batch's elements.
static void find_matrix(const gb_batch *b, const gb_nodal_state *state, const double sigma[3],
                        gb_pack J[]) {
  double inertia[3];
  gb_batch_matrix(b, gb_batch_sigma(b, state, sigma, inertia), J);
  if (state->spin && gb_has_mass(b->element))
    gb_spin_matrix(state->spin, sigma[0], b->element, &b->in, &b->state, J);
}

void gb_assembly_matrix(gb_assembly *assembly, const gb_nodal_operator *A, bool yields,
                        const gb_node_pairs *pairs, gb_scalar block[]) {
  gb_batch b;
  soften(assembly, yields);
  FOR_ELEMENTS(assembly, A->state, b, !b.element->constant) {
    gb_pack J[GB_ELEMENT_UNKNOWNS * GB_ELEMENT_UNKNOWNS];
    find_matrix(&b, A->state, A->sigma, J);
    add_matrices(&b, assembly->model->nodes, J, pairs, block);
  }
  soften(assembly, false);
}

void gb_assembly_fill(gb_assembly *assembly, const gb_nodal_state *state, const double sigma[3],
                      const gb_matrix_entries *entries, gb_scalar value[]) {
  gb_batch b;
  memset(value, 0, ((size_t)entries->count + 1) * sizeof *value);
  soften(assembly, true);
  FOR_ELEMENTS(assembly, state, b, !b.element->constant) {
    gb_pack J[GB_ELEMENT_UNKNOWNS * GB_ELEMENT_UNKNOWNS];
    const struct gb_block_entries *mine = &entries->block[i_];
    const int32_t(*to)[GB_LANES] = (const int32_t(*)[GB_LANES])mine->to;
    to += (size_t)(b.first / GB_LANES) * (size_t)mine->count;
    find_matrix(&b, state, sigma, J);
    for (int k = 0; k < mine->count; k++) {
      gb_pack entry = J[mine->local[k]];
      if (is_zero(entry)) continue;
      for (int lane = 0; lane < b.lanes; lane++) value[to[k][lane]] += gb_lanes(&entry)[lane];
    }
  }
  soften(assembly, false);
}

/// Whether entries of an element's matrix that vanish at a random state and sigma vanish always.
/// This holds for constraints whose terms do not depend on time.
static bool is_generic(const gb_model *model, const gb_block *block) {
  const gb_element *element = gb_block_element(block);
  const bool spins = model->problem->spin.speed && gb_has_mass(element);
  return element->constrained && !spins && !block->joint->drive[0] && !block->joint->drive[1];
}

/// Mark the entries of a block's element matrices that can be nonzero, pattern[size][size].
static void find_pattern(const gb_batch *b, bool generic, const gb_pack J[], bool pattern[]) {
  const gb_element *element = b->element;
  for (int i = 0, row = 0; i < b->in.nodes; i++)
    for (int k = b->in.unknowns->width[i]; k > 0; k--, row++)
      for (int j = 0, column = 0; j < b->in.nodes; j++)
        for (int l = b->in.unknowns->width[j]; l > 0; l--, column++) {
          const int at = b->size * row + column;
          if (gb_couples(element, i, j) && (!generic || !is_zero(J[at]))) pattern[at] = true;
        }
}

static int list_pattern(const gb_block *block, int size, const bool pattern[], gb_arena *arena,
                        struct gb_block_entries *entries, gb_error *error) {
  const size_t groups = ((size_t)block->elements + GB_LANES - 1) / GB_LANES;
  for (int i = 0; i < size * size; i++) entries->count += pattern[i];
  GB_TRY(GB_TAKE(arena, entries->local, (size_t)entries->count, error));
  GB_TRY(GB_TAKE(arena, entries->to, groups * (size_t)entries->count, error));
  for (int i = 0, k = 0; i < size * size; i++)
    if (pattern[i]) entries->local[k++] = i;
  return GB_OK;
}

/// Find the patterns of all blocks at a random state and sigma.
static int find_patterns(gb_assembly *assembly, gb_arena *arena, gb_matrix_entries *entries,
                         gb_error *error) {
  const gb_model *model = assembly->model;
  const size_t size = gb_node_values(model->nodes);
  const double sigma[3] = {1, 0.7, 0.3};
  uint32_t random = 1;
  gb_scalar *z;
  gb_batch b;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, z, 3 * size, error));
  for (size_t i = 0; i < 3 * size; i++) {
    random = 1664525 * random + 1013904223;
    z[i] = 0.1 + random / 4294967296.0;
  }
  gb_nodal_state state = {.q = z, .v = z + size, .a = z + 2 * size};
  memcpy(state.sigma, sigma, sizeof sigma);
  soften(assembly, true);
  for (int i = 0; i < assembly->blocks->count; i++) {
    const gb_block *block = &assembly->blocks->block[i];
    const bool generic = is_generic(model, block);
    bool pattern[GB_ELEMENT_UNKNOWNS * GB_ELEMENT_UNKNOWNS] = {false};
    if (gb_block_element(block)->constant || block->elements == 0) continue;
    gb_batch_open_block(assembly, block, &state, &b);
    for (int32_t e = 0; e < (generic ? block->elements : 1); e += GB_LANES) {
      gb_pack J[GB_ELEMENT_UNKNOWNS * GB_ELEMENT_UNKNOWNS];
      gb_batch_open_elements(assembly, block, e, &state, &b);
      if (generic) gb_batch_matrix(&b, sigma, J);
      find_pattern(&b, generic, J, pattern);
    }
    GB_TRY(list_pattern(block, b.size, pattern, arena, &entries->block[i], error));
  }
  soften(assembly, false);
  return GB_OK;
}

/// Callback for each entry of each element: row and column of the entry among the nodal values, and
/// its number among all entries, which the callback may change.
typedef void visitor(void *context, int32_t row, int32_t column, int32_t *to);

static void visit_all(const gb_assembly *assembly, const gb_matrix_entries *entries, visitor *visit,
                      void *context) {
  for (int i = 0; i < assembly->blocks->count; i++) {
    const gb_block *block = &assembly->blocks->block[i];
    const struct gb_block_entries *mine = &entries->block[i];
    const int size = assembly->reference[i].unknowns->size;
    const int32_t(*place)[GB_LANES] = assembly->reference[i].index;
    int32_t(*to)[GB_LANES] = mine->to;
    for (int32_t e = 0; e < block->elements; e += GB_LANES, place += size, to += mine->count)
      for (int k = 0; k < mine->count; k++)
        for (int lane = 0; lane < GB_LANES && e + lane < block->elements; lane++)
          visit(context, place[mine->local[k] / size][lane], place[mine->local[k] % size][lane],
                &to[k][lane]);
  }
}

/// Entries sorted by classes, of which there are two for each row: entries whose row or column is a
/// sum of unknowns form the first `rows` classes, all other entries the rest.
typedef struct by_class {
  const int *used;
  int32_t rows;
  size_t *first; ///< class c contains the entries first[c] .. first[c + 1] - 1
  int32_t **to;
} by_class;

/// @return the class of an entry, or -1 if it is left out.
static int32_t class_of(const by_class *sorted, int32_t row, int32_t column) {
  const int i = sorted->used[row], j = sorted->used[column];
  if (i == 0 || j == 0) return -1;
  return i > 0 && j > 0 ? sorted->rows + row : row;
}

static void count(void *context, int32_t row, int32_t column, int32_t *to) {
  const by_class *sorted = context;
  const int32_t class = class_of(sorted, row, column);
  *to = 0;
  if (class >= 0) sorted->first[class + 2]++;
}

static void sort(void *context, int32_t row, int32_t column, int32_t *to) {
  const by_class *sorted = context;
  const int32_t class = class_of(sorted, row, column);
  if (class < 0) return;
  *to = column;
  sorted->to[sorted->first[class + 1]++] = to;
}

int gb_assembly_entries(gb_assembly *assembly, const int used[], gb_arena *arena,
                        gb_matrix_entries *entries, gb_error *error) {
  const int32_t rows = (int32_t)gb_node_values(assembly->model->nodes), classes = 2 * rows;
  by_class sorted = {.used = used, .rows = rows};
  // 1 + the class in which each column occurred last, and its entry in this class
  int32_t *last, *number;
  GB_SCRATCH(scratch);
  *entries = (gb_matrix_entries){0};
  GB_TRY(GB_TAKE(arena, entries->block, (size_t)assembly->blocks->count, error));
  GB_TRY(find_patterns(assembly, arena, entries, error));
  GB_TRY(GB_TAKE(&scratch, sorted.first, (size_t)classes + 2, error));
  visit_all(assembly, entries, count, &sorted);
  for (int32_t c = 0; c < classes; c++) sorted.first[c + 2] += sorted.first[c + 1];
  GB_TRY(GB_TAKE(&scratch, sorted.to, sorted.first[classes + 1], error));
  visit_all(assembly, entries, sort, &sorted);
  GB_TRY(GB_TAKE(&scratch, last, 2 * (size_t)rows, error));
  number = last + rows;
  GB_TRY(GB_TAKE(arena, entries->at, sorted.first[classes], error));
  for (int32_t c = 0; c < classes; c++) {
    if (c == rows) entries->tied = entries->count;
    for (size_t k = sorted.first[c]; k < sorted.first[c + 1]; k++) {
      const int32_t column = *sorted.to[k];
      if (last[column] != c + 1) {
        if (entries->count == GB_LARGEST_COUNT)
          return gb_fail(error, GB_TOO_LARGE,
                         "the matrix of a rank has more than %d entries; accepted: more ranks",
                         GB_LARGEST_COUNT);
        entries->at[entries->count][0] = c % rows;
        entries->at[entries->count][1] = column;
        number[column] = ++entries->count;
      }
      last[column] = c + 1;
      *sorted.to[k] = number[column];
    }
  }
  return GB_OK;
}

void gb_assembly_diagonal(gb_assembly *assembly, const gb_nodal_state *state, const double sigma[3],
                          gb_scalar diagonal[]) {
  gb_batch b;
  FOR_ELEMENTS(assembly, state, b, !b.element->constant) {
    gb_pack J[GB_ELEMENT_UNKNOWNS * GB_ELEMENT_UNKNOWNS];
    gb_batch_matrix(&b, sigma, J);
    gb_pack local[GB_ELEMENT_UNKNOWNS];
    for (int i = 0; i < b.size; i++) local[i] = J[(b.size + 1) * i];
    gb_batch_scatter(&b, local, diagonal);
  }
}
