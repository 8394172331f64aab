/// Pairs of surfaces and points that are near each other, found by a tree of the points.
#include "system/contact/contact_pairs.h"

#include "base/length.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Margin of a search as a share of the reach of a surface and a point together.
static const double MARGIN = 0.2;

static double sum_of_sizes(int count, const double weight[]) {
  double sum = 0;
  for (int a = 0; a < count; a++) sum += fabs(weight[a]);
  return sum;
}

/// Find the weights of the nodes of an element that touches in its points.
static void find_weights(int dimension, gb_contact_places *out) {
  const gb_contact_pool *pool = out->pool;
  gb_quadrature_point rule[GB_SURFACE_POINTS];
  out->weight[0][0] = 1;
  if (dimension == 0) return;
  const gb_basis *basis = gb_basis_of(dimension, pool->point_nodes);
  gb_basis_quadrature(basis, rule);
  for (int g = 0; g < pool->samples; g++) {
    gb_shape_values shape;
    gb_basis_shape(basis, rule[g].xi, rule[g].eta, &shape);
    memcpy(out->weight[g], shape.N, sizeof out->weight[g]);
    out->spread = fmax(out->spread, sum_of_sizes(pool->point_nodes, shape.N));
  }
}

int gb_contact_places_make(const gb_contact_pool *pool, const gb_contact_form *form,
                           gb_arena *arena, gb_contact_places *out, gb_error *error) {
  *out = (gb_contact_places){.pool = pool, .spread = 1};
  GB_TRY(GB_TAKE(arena, out->X, (size_t)pool->nodes + 1, error));
  GB_TRY(GB_TAKE(arena, out->tree, (size_t)pool->points + 1, error));
  find_weights(form->dimension, out);
  if (pool->body) return GB_OK;
  const gb_face_fan *fan = form->fan;
  for (int a = 0; a < fan->nodes; a++)
    out->middle[a] = fan->corners == 3 && fan->parts > 1 ? fan->weight[0][2][a] : 1.0 / fan->nodes;
  out->spread = fmax(out->spread, sum_of_sizes(pool->surface_nodes, out->middle));
  if (form->flush) out->spread += 1; // the spheres turn with their faces, which are larger
  return GB_OK;
}

static void find_point(const gb_contact_places *places, int point, double out[3]) {
  const gb_contact_pool *pool = places->pool;
  const double *weight = places->weight[point % pool->samples];
  const double(*X)[3] =
      (const double(*)[3])places->X + (gb_contact_pool_point(pool, point) - pool->node);
  for (int i = 0; i < 3; i++) {
    out[i] = 0;
    for (int a = 0; a < pool->point_nodes; a++) out[i] += weight[a] * X[a][i];
  }
}

/// Find a sphere around a surface. @return its radius
static double find_sphere(const gb_contact_places *places, int surface, double centre[3]) {
  const int nodes = places->pool->surface_nodes;
  double(*const X)[3] = places->X + surface * nodes;
  double most = 0;
  memcpy(centre, X[0], 3 * sizeof *centre);
  if (places->pool->body) return 0;
  for (int i = 0; i < 3; i++) {
    centre[i] = 0;
    for (int a = 0; a < nodes; a++) centre[i] += places->middle[a] * X[a][i];
  }
  for (int a = 0; a < nodes; a++) {
    const double arm[3] = {X[a][0] - centre[0], X[a][1] - centre[1], X[a][2] - centre[2]};
    most = fmax(most, gb_length(arm));
  }
  return most;
}

double gb_contact_places_margin(const gb_contact_places *places, double reach) {
  double sum = 0, centre[3];
  for (int k = 0; k < places->pool->surfaces; k++) sum += find_sphere(places, k, centre);
  return MARGIN * (reach + (places->pool->surfaces > 0 ? sum / places->pool->surfaces : 0));
}

/// Add a pair to a list.
static int add_pair(gb_contact_list *list, int32_t surface, int32_t point, gb_error *error) {
  if (list->count == list->capacity) {
    const int capacity = 2 * list->capacity + 64;
    void *grown = realloc(list->pair, (size_t)capacity * sizeof *list->pair);
    if (!grown)
      return gb_fail(error, GB_OUT_OF_MEMORY, "not enough memory for %d contacts", capacity);
    list->pair = grown;
    list->capacity = capacity;
  }
  list->pair[list->count][0] = surface;
  list->pair[list->count++][1] = point;
  return GB_OK;
}

/// Pairs of a surface, while they are found.
typedef struct visitor {
  const gb_contact_pool *pool;
  gb_contact_list *to;
  int surface;
  gb_error *error;
} visitor;

/// Whether a surface and the element of a point have no node in common.
static bool are_apart(const gb_contact_pool *pool, int surface, int point) {
  const int32_t *one = gb_contact_pool_surface(pool, surface);
  const int32_t *other = gb_contact_pool_point(pool, point);
  for (int a = 0; a < pool->surface_nodes; a++)
    for (int b = 0; b < pool->point_nodes; b++)
      if (one[a] == other[b]) return false;
  return true;
}

/// Whether a surface and a point are of different bodies and, if another pair is the same two
/// spheres, the first of these pairs; or are elements without a common node.
static bool counts(const gb_contact_pool *pool, int surface, int point) {
  const int other = pool->surfaces + point;
  if (!pool->body) return are_apart(pool, surface, point);
  if (pool->body[surface] == pool->body[other]) return false;
  return pool->body[surface] < pool->body[other] || !pool->both[surface] || !pool->both[other];
}

/// Add a pair of the visitor's surface.
static int take_pair(void *context, int32_t point) {
  const visitor *v = context;
  if (!counts(v->pool, v->surface, point)) return GB_OK;
  return add_pair(v->to, v->surface, point, v->error);
}

static int ascending(const void *a, const void *b) {
  const int32_t *first = a, *second = b;
  return (first[1] > second[1]) - (first[1] < second[1]);
}

int gb_contact_places_search(gb_contact_places *places, double reach, gb_contact_list *out,
                             gb_error *error) {
  const gb_contact_pool *pool = places->pool;
  visitor v = {.pool = pool, .to = out, .error = error};
  for (int k = 0; k < pool->points; k++) {
    find_point(places, k, places->tree[k].at);
    places->tree[k].number = k;
  }
  gb_point_tree_sort(pool->points, places->tree);
  out->count = 0;
  for (v.surface = 0; v.surface < pool->surfaces; v.surface++) {
    const int before = out->count;
    double centre[3];
    const double radius = find_sphere(places, v.surface, centre);
    GB_TRY(gb_point_tree_search(pool->points, places->tree, centre, radius + reach, take_pair, &v));
    if (out->count > before)
      qsort(out->pair + before, (size_t)(out->count - before), sizeof *out->pair, ascending);
  }
  return GB_OK;
}
