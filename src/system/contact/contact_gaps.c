/// Pairs of surfaces and points for functions of gaps. KS of the depths of all pairs is the sum of
/// exp(weight (depth - largest depth)); pairs below round-off are left out.
#include "system/contact/contact_gaps.h"

#include "elements/derived/fields.h"
#include "system/contact/contact_search.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Pairs whose share of the sum is below exp(-RANGE) are left out: round-off of a million of them.
static const double RANGE = 60;
/// Share of the size of a contact that is the first distance searched, and of the distances by
/// which round-off may move a gap.
static const double NEAR = 1e-3, ROUND_OFF = 1e-12;

struct gb_contact_gaps {
  const gb_assembly *of;
  gb_assembly *view; ///< a copy of `of` with its own elements of searched contacts
  double range;      ///< gaps up to the smallest one plus this count
  gb_arena memory;   ///< owns `view` and its arrays
};

static int start(gb_contact_gaps *g, gb_error *error) {
  const size_t blocks = (size_t)g->of->model->blocks->count;
  GB_TRY(GB_TAKE(&g->memory, g->view, 1, error));
  *g->view = *g->of;
  g->view->searches = NULL;
  GB_TRY(GB_TAKE(&g->memory, g->view->reference, blocks, error));
  memcpy(g->view->reference, g->of->reference, blocks * sizeof *g->view->reference);
  return gb_contact_search_create(g->view, error);
}

int gb_contact_gaps_create(const gb_assembly *assembly, double weight, gb_contact_gaps **out,
                           gb_error *error) {
  gb_contact_gaps *g;
  *out = NULL;
  GB_TRY(GB_ALLOCATE(g, 1, error));
  g->of = assembly;
  g->range = RANGE / weight;
  const int status = start(g, error);
  if (status != GB_OK) gb_contact_gaps_destroy(&g);
  *out = g;
  return status;
}

void gb_contact_gaps_destroy(gb_contact_gaps **gaps) {
  gb_contact_gaps *g = *gaps;
  if (!g) return;
  if (g->view) gb_contact_search_destroy(g->view);
  gb_arena_free(&g->memory);
  free(g);
  *gaps = NULL;
}

/// @return the smallest gap of a block's elements on all ranks
static double find_least(gb_assembly *view, const gb_nodal_state *state, int number) {
  double least = DBL_MAX;
  gb_batch b;
  FOR_ELEMENTS(view, state, b, i_ == number) {
    gb_pack depth[GB_ELEMENT_SAMPLES];
    gb_geometry area[GB_ELEMENT_SAMPLES];
    const int count = gb_sample_count(b.element, &b.in, GB_FIELD_DEPTH);
    gb_fields_sample(b.element, &b.in, &b.state, GB_FIELD_DEPTH, depth, area);
    for (int lane = 0; lane < b.lanes; lane++)
      for (int p = 0; p < count; p++) least = fmin(least, -gb_real(gb_lanes(&depth[p])[lane]));
  }
  MPI_Allreduce(MPI_IN_PLACE, &least, 1, MPI_DOUBLE, MPI_MIN, view->model->comm);
  return least;
}

/// Find the pairs of a search: first any, by longer and longer distances, of which the smallest gap
/// bounds the distance of those that count.
static int find_pairs(gb_contact_gaps *g, int k, const gb_nodal_state *state, int *pairs,
                      gb_error *error) {
  gb_contact_range range = {.search = k, .q = state->q};
  const double size = gb_contact_search_size(g->view, &range);
  for (range.gap = NEAR * size; *pairs == 0 && range.gap < 4 * size; range.gap *= 2)
    GB_TRY(gb_contact_search_within(g->view, &range, pairs, error));
  if (*pairs == 0) return GB_OK;
  const double least = find_least(g->view, state, gb_contact_search_block(g->view, k));
  range.gap = least + g->range + ROUND_OFF * (size + fabs(least));
  return gb_contact_search_within(g->view, &range, pairs, error);
}

/// Fail if a contact has no pair.
static int check_pairs(const gb_contact_gaps *g, const int pairs[], gb_error *error) {
  const gb_block_set *blocks = g->view->blocks;
  const int count = gb_contact_search_count(g->view);
  for (int k = 0; k < count; k++) {
    const int64_t contact = blocks->block[gb_contact_search_block(g->view, k)].entry;
    int64_t sum = 0;
    for (int j = 0; j < count; j++)
      if (blocks->block[gb_contact_search_block(g->view, j)].entry == contact) sum += pairs[j];
    if (sum == 0)
      return gb_fail(error, GB_WRONG_FUNCTION,
                     "%s: a function of its gap, and nothing can touch: all its elements meet; "
                     "accepted: a contact between things that can touch",
                     g->view->model->problem->contacts.entry[contact].where);
  }
  return GB_OK;
}

int gb_contact_gaps_find(gb_contact_gaps *g, const gb_nodal_state *state, gb_assembly **view,
                         gb_error *error) {
  const int count = gb_contact_search_count(g->view);
  MPI_Comm comm = g->view->model->comm;
  int *pairs = NULL;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(comm, GB_TAKE(&scratch, pairs, (size_t)count, error), error));
  for (int k = 0; k < count; k++) GB_TRY(find_pairs(g, k, state, &pairs[k], error));
  GB_TRY(check_pairs(g, pairs, error));
  g->view->x = g->of->x;
  g->view->y = g->of->y;
  g->view->capacity = g->of->capacity;
  *view = g->view;
  return GB_OK;
}
