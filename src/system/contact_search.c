/// Pairs of surfaces and points of contacts that may touch, found by a tree of the points. All
/// ranks hold the nodes of all of them and find the same pairs; each pair is an element on the rank
/// of its surface. The pairs found are nearer than a margin, and serve until a node has moved by
/// half of it, so that the forces of a state do not depend on the states before it.
#include "system/contact_search.h"

#include "base/length.h"
#include "base/point_tree.h"
#include "elements/contact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Margin of a search as a share of the reach of a surface and a point together.
static const double MARGIN = 0.2;

/// Pairs of a block.
typedef struct found_pairs {
  int count, capacity;
  int32_t (*pair)[2]; ///< surface and point; in the order of the surfaces and, for each, of the
                      ///< points
} found_pairs;

/// The search of a block.
typedef struct block_search {
  int number; ///< of the block
  const gb_contact_pool *pool;
  bool searched;   ///< there was a search
  double (*at)[3]; ///< positions of surfaces and points at the last search
  double margin;   ///< of the last search
  found_pairs now, next;
  gb_tree_point *tree;   ///< [points]
  int32_t *node;         ///< nodes of this rank's elements
  gb_arena of_reference; ///< owns the reference data of the elements
} block_search;

struct gb_contact_searches {
  gb_arena memory; ///< owns this structure and all fixed arrays
  gb_block_set blocks;
  int count;
  block_search *search;
  int64_t changes; ///< number of changes of the elements on any rank so far
};

static int start(gb_assembly *assembly, int number, block_search *search, gb_error *error) {
  const gb_contact_pool *pool = assembly->model->blocks->block[number].joint->pool;
  const size_t frames = (size_t)pool->surfaces + (size_t)pool->points;
  *search = (block_search){.number = number, .pool = pool};
  GB_TRY(GB_TAKE(&assembly->searches->memory, search->at, frames, error));
  return GB_TAKE(&assembly->searches->memory, search->tree, (size_t)pool->points, error);
}

int gb_contact_search_create(gb_assembly *assembly, gb_error *error) {
  const gb_block_set *blocks = assembly->model->blocks;
  gb_contact_searches *s;
  int count = 0;
  assembly->blocks = blocks;
  for (int i = 0; i < blocks->count; i++) count += blocks->block[i].joint->pool != NULL;
  if (count == 0) return GB_OK;
  GB_TRY(GB_ALLOCATE(s, 1, error));
  assembly->searches = s;
  s->blocks = *blocks;
  GB_TRY(GB_TAKE(&s->memory, s->blocks.block, (size_t)blocks->count, error));
  memcpy(s->blocks.block, blocks->block, (size_t)blocks->count * sizeof *blocks->block);
  GB_TRY(GB_TAKE(&s->memory, s->search, (size_t)count, error));
  for (int i = 0; i < blocks->count; i++)
    if (blocks->block[i].joint->pool) GB_TRY(start(assembly, i, &s->search[s->count++], error));
  assembly->blocks = &s->blocks;
  return GB_OK;
}

void gb_contact_search_destroy(gb_assembly *assembly) {
  gb_contact_searches *s = assembly->searches;
  if (!s) return;
  for (int i = 0; i < s->count; i++) {
    free(s->search[i].now.pair);
    free(s->search[i].next.pair);
    free(s->search[i].node);
    gb_arena_free(&s->search[i].of_reference);
  }
  gb_arena_free(&s->memory);
  free(s);
  assembly->searches = NULL;
}

bool gb_assembly_searches(const gb_assembly *assembly) {
  return assembly->searches != NULL;
}

int64_t gb_assembly_search_changes(const gb_assembly *assembly) {
  return assembly->searches ? assembly->searches->changes : 0;
}

/// @return the value of a parameter of a block, with its designs
static double value_of(const gb_assembly *assembly, const gb_block *block, int parameter) {
  gb_scalar value = block->parameter[parameter];
  for (int i = 0; i < block->varyings.count; i++)
    if (block->varyings.entry[i].parameter == parameter)
      value += assembly->change[block->varyings.entry[i].design];
  return gb_real(value);
}

/// @return the distance of the centres of a surface and a sphere from which on the two cannot
/// touch; infinite for surfaces without end
static double find_reach(const gb_assembly *assembly, const gb_block *block) {
  const gb_contact_form *form = block->joint->law;
  const double ball = value_of(assembly, block, GB_CONTACT_BALL);
  double size[3];
  for (int i = 0; i < 3; i++) size[i] = value_of(assembly, block, GB_CONTACT_SIZE + i);
  if (form->inside) return INFINITY;
  if (form->surface == GB_CONTACT_SPHERE) return ball + size[0];
  if (form->surface == GB_CONTACT_CAPSULE) return ball + size[0] + size[1] / 2;
  if (form->surface == GB_CONTACT_BOX) return ball + gb_length(size) / 2;
  return INFINITY;
}

/// Find the positions of a block's surfaces and points. @return the largest distance by which one
/// of them has moved since the positions before
static double find_positions(const gb_assembly *assembly, const gb_contact_pool *pool,
                             const gb_scalar q[], double at[][3], bool store) {
  const gb_node_set *nodes = assembly->model->nodes;
  double most = 0;
  for (int k = 0; k < pool->surfaces + pool->points; k++) {
    const int32_t vector = gb_node_vector(nodes, pool->node[k], GB_POSITION);
    double square = 0;
    for (int i = 0; i < 3; i++) {
      const double here = nodes->reference[vector][i] + gb_real(q[3 * vector + i]);
      square += (here - at[k][i]) * (here - at[k][i]);
      if (store) at[k][i] = here;
    }
    most = fmax(most, square);
  }
  return sqrt(most);
}

/// Pairs of a surface, while they are found.
typedef struct visitor {
  const gb_contact_pool *pool;
  found_pairs *to;
  int surface;
  gb_error *error;
} visitor;

/// Whether a surface and a point are of different bodies and, if another pair is the same two
/// spheres, the first of these pairs.
static bool counts(const gb_contact_pool *pool, int surface, int point) {
  const int other = pool->surfaces + point;
  if (pool->body[surface] == pool->body[other]) return false;
  return pool->body[surface] < pool->body[other] || !pool->both[surface] || !pool->both[other];
}

/// Add a pair of the visitor's surface.
static int take_pair(void *context, int32_t point) {
  const visitor *v = context;
  found_pairs *to = v->to;
  if (!counts(v->pool, v->surface, point)) return GB_OK;
  if (to->count == to->capacity) {
    const int capacity = 2 * to->capacity + 64;
    void *grown = realloc(to->pair, (size_t)capacity * sizeof *to->pair);
    if (!grown)
      return gb_fail(v->error, GB_OUT_OF_MEMORY, "not enough memory for %d contacts", capacity);
    to->pair = grown;
    to->capacity = capacity;
  }
  to->pair[to->count][0] = v->surface;
  to->pair[to->count++][1] = point;
  return GB_OK;
}

static int ascending(const void *a, const void *b) {
  const int32_t *first = a, *second = b;
  return (first[1] > second[1]) - (first[1] < second[1]);
}

/// Find all pairs that are nearer than the reach and the margin.
static int find_pairs(block_search *search, double reach, gb_error *error) {
  const gb_contact_pool *pool = search->pool;
  visitor v = {.pool = pool, .to = &search->next, .error = error};
  for (int k = 0; k < pool->points; k++) {
    memcpy(search->tree[k].at, search->at[pool->surfaces + k], sizeof search->tree[k].at);
    search->tree[k].number = k;
  }
  gb_point_tree_sort(pool->points, search->tree);
  search->next.count = 0;
  for (v.surface = 0; v.surface < pool->surfaces; v.surface++) {
    const int before = search->next.count;
    GB_TRY(gb_point_tree_search(pool->points, search->tree, search->at[v.surface],
                                reach + search->margin, take_pair, &v));
    qsort(search->next.pair + before, (size_t)(search->next.count - before),
          sizeof *search->next.pair, ascending);
  }
  return GB_OK;
}

/// Make the pairs found the elements of the block.
static int take_elements(gb_assembly *assembly, block_search *search, gb_error *error) {
  gb_block *block = &assembly->searches->blocks.block[search->number];
  const gb_contact_pool *pool = search->pool;
  const found_pairs found = search->next;
  gb_row_shifts shifts = {0};
  GB_SCRATCH(scratch);
  search->next = search->now;
  search->now = found;
  free(search->node);
  search->node = NULL;
  block->elements = 0;
  GB_TRY(GB_ALLOCATE(search->node, 2 * (size_t)found.count + 1, error));
  block->node = search->node;
  for (int k = 0; k < found.count; k++) {
    if (!pool->here[found.pair[k][0]]) continue;
    block->node[2 * block->elements] = pool->node[found.pair[k][0]];
    block->node[2 * block->elements++ + 1] = pool->node[pool->surfaces + found.pair[k][1]];
  }
  gb_arena_free(&search->of_reference);
  if (block->section.groups) {
    const uint64_t all = *assembly->model->blocks->block[search->number].section.groups;
    GB_TRY(GB_TAKE(&search->of_reference, block->section.groups, (size_t)block->elements, error));
    for (int32_t e = 0; e < block->elements; e++) block->section.groups[e] = all;
  }
  assembly->reference[search->number] = (gb_reference_data){0};
  GB_TRY(gb_batch_find_shifts(assembly->model, &scratch, &shifts, error));
  return gb_batch_prepare(assembly, &shifts, search->number, &search->of_reference, error);
}

/// Search a block's pairs again. All ranks find the same pairs.
static int search_again(gb_assembly *assembly, block_search *search, const gb_scalar q[],
                        gb_error *error) {
  const double reach = find_reach(assembly, &assembly->searches->blocks.block[search->number]);
  find_positions(assembly, search->pool, q, search->at, true);
  search->searched = true;
  search->margin = MARGIN * reach;
  GB_TRY(find_pairs(search, reach, error));
  const found_pairs *now = &search->now, *next = &search->next;
  if (now->count == next->count && search->node &&
      memcmp(now->pair, next->pair, (size_t)now->count * sizeof *now->pair) == 0)
    return GB_OK;
  assembly->searches->changes++;
  return take_elements(assembly, search, error);
}

int gb_assembly_search(gb_assembly *assembly, const gb_scalar q[], bool anew, gb_error *error) {
  gb_contact_searches *s = assembly->searches;
  for (int i = 0; s && i < s->count; i++) {
    block_search *search = &s->search[i];
    if (search->searched && !anew &&
        find_positions(assembly, search->pool, q, search->at, false) <= search->margin / 2)
      continue;
    GB_TRY(gb_agree(assembly->model->comm, search_again(assembly, search, q, error), error));
  }
  return GB_OK;
}
