/// Pairs of surfaces and points of contacts that may touch. All ranks hold the nodes of all of them
/// and find the same pairs; each pair is an element on the rank of its surface. The pairs found are
/// nearer than a margin, and serve until a surface or point has moved by half of it, so that the
/// forces of a state do not depend on the states before it.
#include "system/contact/contact_search.h"

#include "base/length.h"
#include "elements/contact/contact_form.h"
#include "elements/derived/fields.h"
#include "system/contact/contact_pairs.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The search of a block.
typedef struct block_search {
  int number; ///< of the block
  const gb_contact_pool *pool;
  gb_contact_places places;
  bool searched;             ///< there was a search
  double (*at)[3];           ///< positions of the nodes at the last search, [pool->nodes]
  double margin;             ///< of the last search
  gb_contact_list now, next; ///< pairs of the last search, and of the one before or the next one
  int32_t *node;             ///< nodes of this rank's elements
  double *own;               ///< their parameters, if they differ
  gb_arena of_reference;     ///< owns the reference data of the elements
} block_search;

struct gb_contact_searches {
  gb_arena memory; ///< owns this structure and all fixed arrays
  gb_block_set blocks;
  int count;
  block_search *search;
  int64_t changes; ///< number of changes of the elements on any rank so far
  bool held;       ///< there are no further searches
};

static int start(gb_assembly *assembly, int number, block_search *search, gb_error *error) {
  const gb_block *block = &assembly->model->blocks->block[number];
  const gb_contact_pool *pool = block->joint->pool;
  gb_arena *memory = &assembly->searches->memory;
  *search = (block_search){.number = number, .pool = pool};
  GB_TRY(gb_contact_places_make(pool, block->joint->law, memory, &search->places, error));
  return GB_TAKE(memory, search->at, (size_t)pool->nodes + 1, error);
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
    block_search *search = &s->search[i];
    free(search->now.pair);
    free(search->next.pair);
    free(search->node);
    free(search->own);
    gb_arena_free(&search->of_reference);
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

/// @return the distance of a sphere's centre, or a line's middle, from a surface of elements, or
/// from the centre of another surface, from which on the two cannot touch; infinite for surfaces
/// without end
static double find_reach(const gb_assembly *assembly, const gb_block *block) {
  const gb_contact_form *form = block->joint->law;
  const double ball =
      value_of(assembly, block, GB_CONTACT_BALL) + value_of(assembly, block, GB_CONTACT_LINE) / 2;
  double size[3];
  for (int i = 0; i < 3; i++) size[i] = value_of(assembly, block, GB_CONTACT_SIZE + i);
  if (form->inside) return INFINITY;
  if (form->flush) return 2 * ball + size[0]; // of the point, which is before its sphere
  if (form->surface == GB_CONTACT_SPHERE || form->surface == GB_CONTACT_ELEMENTS)
    return ball + size[0];
  if (form->surface == GB_CONTACT_CAPSULE) return ball + size[0] + size[1] / 2;
  if (form->surface == GB_CONTACT_BOX) return ball + gb_length(size) / 2;
  return INFINITY;
}

/// Find the positions of a block's nodes. @return the largest distance by which one of its surfaces
/// or points may have moved since the last search
static double find_positions(const gb_assembly *assembly, block_search *search,
                             const gb_scalar q[]) {
  const gb_node_set *nodes = assembly->model->nodes;
  const gb_contact_pool *pool = search->pool;
  double most = 0;
  for (int k = 0; k < pool->nodes; k++) {
    const int32_t value = gb_node_value(nodes, pool->node[k], GB_POSITION);
    double square = 0, *here = search->places.X[k];
    for (int i = 0; i < 3; i++) {
      here[i] = nodes->reference[value + i] + gb_real(q[value + i]);
      square += (here[i] - search->at[k][i]) * (here[i] - search->at[k][i]);
    }
    most = fmax(most, square);
  }
  return search->places.spread * sqrt(most);
}

/// Set the nodes, and the parameters if they differ, of the next element.
static void take_element(const block_search *search, const int32_t pair[2], gb_block *block) {
  const gb_contact_pool *pool = search->pool;
  const int32_t *surface = gb_contact_pool_surface(pool, pair[0]);
  const int32_t *point = gb_contact_pool_point(pool, pair[1]);
  const int first = pool->body ? pool->surface_nodes : pool->point_nodes; // nodes of elements that
                                                                          // touch come first
  int32_t *node = &search->node[(size_t)block->nodes * (size_t)block->elements];
  memcpy(node, pool->body ? surface : point, (size_t)first * sizeof *node);
  memcpy(node + first, pool->body ? point : surface, (size_t)(block->nodes - first) * sizeof *node);
  if (search->own) {
    double *own = &search->own[(size_t)block->parameters * (size_t)block->elements];
    memcpy(own, block->parameter, (size_t)block->parameters * sizeof *own);
    own[GB_CONTACT_POINT] = pair[1] % pool->samples;
    for (int k = 0; k < GB_FAN_SHARED; k++) own[GB_CONTACT_FACES + k] = pool->faces[pair[0]][k];
  }
  block->elements++;
}

/// Allocate the nodes and parameters of a block's elements.
static int reserve(block_search *search, const gb_block *block, gb_error *error) {
  const size_t count = (size_t)search->now.count;
  free(search->node);
  free(search->own);
  search->node = NULL;
  search->own = NULL;
  GB_TRY(GB_ALLOCATE(search->node, (size_t)block->nodes * count + 1, error));
  if (search->pool->body) return GB_OK;
  return GB_ALLOCATE(search->own, (size_t)block->parameters * count + 1, error);
}

/// Make the pairs in `next` the elements of the block, unless they are its elements.
static int take_elements(gb_assembly *assembly, block_search *search, gb_error *error) {
  gb_block *block = &assembly->searches->blocks.block[search->number];
  const gb_contact_list found = search->next;
  gb_row_shifts shifts = {0};
  GB_SCRATCH(scratch);
  if (search->node && search->now.count == found.count &&
      (found.count == 0 ||
       memcmp(search->now.pair, found.pair, (size_t)found.count * sizeof *found.pair) == 0))
    return GB_OK;
  assembly->searches->changes++;
  search->next = search->now;
  search->now = found;
  block->elements = 0;
  GB_TRY(reserve(search, block, error));
  block->node = search->node;
  block->own = search->own;
  for (int k = 0; k < found.count; k++)
    if (search->pool->here[found.pair[k][0]]) take_element(search, found.pair[k], block);
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
static int search_again(gb_assembly *assembly, block_search *search, gb_error *error) {
  const double reach = find_reach(assembly, &assembly->searches->blocks.block[search->number]);
  memcpy(search->at, search->places.X, (size_t)search->pool->nodes * sizeof *search->at);
  search->searched = true;
  search->margin = gb_contact_places_margin(&search->places, reach);
  GB_TRY(gb_contact_places_search(&search->places, reach + search->margin, &search->next, error));
  return take_elements(assembly, search, error);
}

void gb_assembly_hold_search(gb_assembly *assembly) {
  if (assembly->searches) assembly->searches->held = true;
}

int gb_assembly_search(gb_assembly *assembly, const gb_scalar q[], bool anew, gb_error *error) {
  gb_contact_searches *s = assembly->searches;
  for (int i = 0; s && !s->held && i < s->count; i++) {
    const double moved = find_positions(assembly, &s->search[i], q);
    if (s->search[i].searched && !anew && moved <= s->search[i].margin / 2) continue;
    GB_TRY(gb_agree(assembly->model->comm, search_again(assembly, &s->search[i], error), error));
  }
  return GB_OK;
}

int gb_contact_search_count(const gb_assembly *assembly) {
  return assembly->searches ? assembly->searches->count : 0;
}

int gb_contact_search_block(const gb_assembly *assembly, int search) {
  return assembly->searches->search[search].number;
}

double gb_contact_search_size(const gb_assembly *assembly, const gb_contact_range *range) {
  block_search *search = &assembly->searches->search[range->search];
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  find_positions(assembly, search, range->q);
  for (int k = 0; k < search->pool->nodes; k++)
    for (int i = 0; i < 3; i++) {
      low[i] = fmin(low[i], search->places.X[k][i]);
      high[i] = fmax(high[i], search->places.X[k][i]);
    }
  const double side[3] = {high[0] - low[0], high[1] - low[1], high[2] - low[2]};
  return gb_length(side);
}

int gb_contact_search_within(gb_assembly *assembly, const gb_contact_range *range, int *pairs,
                             gb_error *error) {
  block_search *search = &assembly->searches->search[range->search];
  const double reach = find_reach(assembly, &assembly->searches->blocks.block[search->number]);
  find_positions(assembly, search, range->q);
  int status = gb_contact_places_search(&search->places, reach + range->gap, &search->next, error);
  if (status == GB_OK) status = take_elements(assembly, search, error);
  *pairs = search->now.count;
  return gb_agree(assembly->model->comm, status, error);
}

/// The longest move of a node of a search.
static double find_move(const gb_assembly *assembly, const block_search *search,
                        const gb_scalar dq[]) {
  double most = 0;
  for (int k = 0; k < search->pool->nodes; k++) {
    const int32_t value = gb_node_value(assembly->model->nodes, search->pool->node[k], GB_POSITION);
    double square = 0;
    for (int i = 0; i < 3; i++) square += pow(gb_real(dq[value + i]), 2);
    most = fmax(most, square);
  }
  return search->places.spread * sqrt(most);
}

/// The thickness within which a pair's force tells on which side of the surface the point is.
static double find_layer(const gb_batch *b, int lane, double size) {
  const gb_contact_form *form = b->in.table;
  double layer = gb_real(gb_lanes((gb_pack *)&b->in.parameter[GB_CONTACT_BALL])[lane]);
  if (form->surface == GB_CONTACT_ELEMENTS)
    return layer + gb_real(gb_lanes((gb_pack *)&b->in.parameter[GB_CONTACT_SIZE])[lane]);
  return layer > 0 ? layer : 0.05 * size;
}

/// Sample the depths of a batch at q + part dq.
static int sample_depths(gb_batch *b, const gb_nodal_state *state, const gb_scalar dq[],
                         double part, gb_pack depth[]) {
  gb_geometry area[GB_ELEMENT_SAMPLES];
  gb_pack change[GB_ELEMENT_UNKNOWNS];
  gb_batch_gather(b, state->q, b->q);
  gb_batch_gather(b, dq, change);
  for (int i = 0; i < b->size; i++) b->q[i] += part * change[i];
  gb_fields_sample(b->element, &b->in, &b->state, GB_FIELD_DEPTH, depth, area);
  return gb_sample_count(b->element, &b->in, GB_FIELD_DEPTH);
}

void gb_assembly_approach(gb_assembly *assembly, const gb_nodal_state *state, const gb_scalar dq[],
                          double size, double *share) {
  const gb_contact_searches *s = assembly->searches;
  double most = *share, longest = 0;
  gb_batch b;
  for (int i = 0; s && i < s->count; i++) {
    const double move = find_move(assembly, &s->search[i], dq);
    if (move * most > s->search[i].margin / 2) most = s->search[i].margin / 2 / move;
  }
  for (size_t i = 0; i < gb_node_values(assembly->model->nodes); i++)
    longest = fmax(longest, fabs(gb_real(dq[i])));
  FOR_ELEMENTS(assembly, state, b, b.element->touch != NULL) {
    gb_pack now[GB_ELEMENT_SAMPLES], then[GB_ELEMENT_SAMPLES];
    const double part = fmin(most, 1e-3 * find_layer(&b, 0, size) / fmax(longest, DBL_MIN));
    const int count = sample_depths(&b, state, dq, 0, now);
    sample_depths(&b, state, dq, part, then);
    for (int lane = 0; lane < b.lanes; lane++) {
      const double layer = find_layer(&b, lane, size);
      for (int p = 0; p < count; p++) {
        const double depth = gb_real(gb_lanes(&now[p])[lane]);
        const double slope = (gb_real(gb_lanes(&then[p])[lane]) - depth) / part;
        const double room = fmax(fmax(0.5 * layer - depth, 0.25 * (layer - depth)), 0.05 * layer);
        if (slope * most > room) most = room / slope;
      }
    }
  }
  MPI_Allreduce(&most, share, 1, MPI_DOUBLE, MPI_MIN, assembly->model->comm);
}
