/// Claim: products by an element's tangent are those by its Jacobian, at a deformed state of a
/// distorted element, for stiffness and inertia alone and together, and add to what is there. What
/// an element is handed as worked out before, its metric and strains, is what it would work out.
// ranks: 1
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "elements/element.h"

enum { COLUMNS = 2, UNKNOWNS = GB_ELEMENT_UNKNOWNS };

/// One element of each kind with a tangent, GB_LANES different ones.
typedef struct sample {
  const gb_element *element;
  gb_element_input in;
  gb_geometry position[GB_ELEMENT_NODES][3], director[GB_ELEMENT_NODES][3];
  gb_layup layup;
  gb_pack parameter[GB_ELEMENT_PARAMETERS];
  gb_pack q[UNKNOWNS], zero[UNKNOWNS], x[COLUMNS * UNKNOWNS], y[COLUMNS * UNKNOWNS];
  gb_pack jacobian[UNKNOWNS * UNKNOWNS], tangent[GB_ELEMENT_TANGENT];
} sample;

static double random_up_to(double size) {
  return size * (2 * (double)rand() / (double)RAND_MAX - 1);
}

static void fill(int count, double size, gb_pack values[]) {
  for (int i = 0; i < count; i++)
    for (int lane = 0; lane < GB_LANES; lane++) gb_lanes(&values[i])[lane] = random_up_to(size);
}

/// Corners, then mid-points of sides and the middle, as in elements/basis.c; curved and uneven.
static void place_nodes(sample *s, int nodes) {
  static const double quadrilateral[9][2] = {{0, 0},   {1, 0},   {1, 1},   {0, 1},    {0.5, 0},
                                             {1, 0.5}, {0.5, 1}, {0, 0.5}, {0.5, 0.5}};
  static const double triangle[3][2] = {{0, 0}, {1, 0}, {0, 1}};
  for (int a = 0; a < nodes; a++)
    for (int lane = 0; lane < GB_LANES; lane++) {
      const double *at = nodes == 3 ? triangle[a] : quadrilateral[a];
      double d[3] = {random_up_to(0.1), random_up_to(0.1), 1};
      const double size = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
      for (int i = 0; i < 3; i++) {
        const double flat = i < 2 ? at[i] : 0.2 * at[0] * at[0];
        gb_geometry_lanes(&s->position[a][i])[lane] = flat + random_up_to(0.05);
        gb_geometry_lanes(&s->director[a][i])[lane] = d[i] / size;
      }
    }
}

static sample *make_sample(const gb_element *element, int nodes) {
  static const double numbers[] = {70e9, 0.3, 2700, 350e6, 0.02}; // as the parameters' names
  sample *s = aligned_alloc(64, (sizeof *s + 63) / 64 * 64);
  void *table = calloc(1, element->table_size);
  assert_non_null(s);
  assert_non_null(table);
  *s = (sample){.element = element,
                .layup = {.kind = GB_SECTION_ISOTROPIC, .materials = 1, .plies = 1}};
  element->tables(table);
  place_nodes(s, nodes);
  for (int k = 0; k < 5; k++) s->parameter[k] = (gb_pack){0} + numbers[k];
  fill(6 * nodes, 0.1, s->q);
  s->in = (gb_element_input){.nodes = nodes,
                             .position = (const gb_geometry(*)[3])s->position,
                             .director = (const gb_geometry(*)[3])s->director,
                             .parameters = 5,
                             .parameter = s->parameter,
                             .layup = &s->layup,
                             .table = table};
  return s;
}

/// y0 + J x, and the size of the terms of each row.
static double check_row(const sample *s, int size, int c, int i, int lane, double before) {
  double sum = before, scale = fabs(before);
  for (int j = 0; j < size; j++) {
    const double term = s->jacobian[size * i + j][lane] * s->x[size * c + j][lane];
    sum += term;
    scale += fabs(term);
  }
  assert_true(fabs(sum - s->y[size * c + i][lane]) <= 1e-13 * scale);
  return scale;
}

static void check_products(sample *s, const double sigma[3]) {
  const gb_element_state state = {.q = s->q, .v = s->zero, .a = s->zero};
  const int size = 6 * s->in.nodes;
  gb_pack before[COLUMNS * UNKNOWNS];
  double largest = 0;
  for (int i = 0; i < size * size; i++) s->jacobian[i] = (gb_pack){0};
  fill(COLUMNS * size, 1, s->x);
  fill(COLUMNS * size, 1, before);
  for (int i = 0; i < COLUMNS * size; i++) s->y[i] = before[i];
  fill(GB_ELEMENT_TANGENT, 1e30, s->tangent); // what is not overwritten shows
  s->element->jacobian(&s->in, &state, sigma, s->jacobian);
  s->element->tangent(&s->in, &state, sigma, s->tangent);
  s->element->tangent_product(&s->in, sigma, s->tangent, COLUMNS, s->x, s->y);
  for (int c = 0; c < COLUMNS; c++)
    for (int i = 0; i < size; i++)
      for (int lane = 0; lane < GB_LANES; lane++)
        largest = fmax(largest, check_row(s, size, c, i, lane, before[size * c + i][lane]));
  assert_true(largest > 10); // the Jacobian is not nothing
}

static const int kinds[] = {GB_ELEMENT_MITC3, GB_ELEMENT_MITC4, GB_ELEMENT_MITC9},
                 kind_nodes[] = {3, 4, 9};

static void free_sample(sample *s) {
  free((void *)s->in.table);
  free(s);
}

static void test_products(void **unused) {
  (void)unused;
  static const double sigma[][3] = {{1, 0, 0}, {0, 0, 1000}, {0.7, 0, 1300}};
  srand(1);
  for (int k = 0; k < 3; k++) {
    sample *s = make_sample(gb_elements[kinds[k]], kind_nodes[k]);
    assert_true(s->element->tangent_size(s->in.table, s->in.layup) <= GB_ELEMENT_TANGENT);
    for (int i = 0; i < 3; i++) check_products(s, sigma[i]);
    free_sample(s);
  }
}

/// Residual, its slope by the thickness, Jacobian, a product by the tangent, and the samples of all
/// fields with what follows from them, one after the other. @return how many packs
static int evaluate(const sample *s, const gb_element_state *state, gb_pack all[]) {
  static const double sigma[3] = {0.7, 0, 1300};
  const gb_element *element = s->element;
  const int size = 6 * s->in.nodes;
  gb_pack weight[GB_ELEMENT_SAMPLES];
  gb_pack tangent[GB_ELEMENT_TANGENT];
  int next = 3 * size + size * size;
  for (int i = 0; i < GB_ELEMENT_SAMPLES; i++) weight[i] = (gb_pack){0} + (1 + i);
  memset(all, 0, (size_t)(next + GB_FIELDS * (size + 2 * GB_ELEMENT_SAMPLES)) * sizeof *all);
  element->residual(&s->in, state, all);
  element->parameter_residual(&s->in, state, 4, all + size);
  element->tangent(&s->in, state, sigma, tangent);
  element->tangent_product(&s->in, sigma, tangent, 1, s->x, all + 2 * size);
  element->jacobian(&s->in, state, sigma, all + 3 * size);
  for (int field = 0; field < GB_FIELDS; field++) {
    gb_geometry area[GB_ELEMENT_SAMPLES];
    if (element->samples[field] == 0) continue;
    element->sample(&s->in, state, (gb_field)field, all + next, area);
    next += element->samples[field];
    element->sample_parameter(&s->in, state, (gb_field)field, 4, all + next); // the thickness
    next += element->samples[field];
    element->sample_product(&s->in, state, (gb_field)field, 1, weight, all + next);
    next += size;
  }
  return next;
}

static void test_handed_over(void **unused) {
  (void)unused;
  enum {
    MOST = 3 * UNKNOWNS + UNKNOWNS * UNKNOWNS + GB_FIELDS * (UNKNOWNS + 2 * GB_ELEMENT_SAMPLES)
  };
  static gb_pack own[MOST], handed[MOST];
  srand(2);
  for (int k = 0; k < 3; k++) {
    sample *s = make_sample(gb_elements[kinds[k]], kind_nodes[k]);
    gb_element_state state = {.q = s->q, .v = s->zero, .a = s->q};
    gb_geometry metric[GB_ELEMENT_METRIC];
    gb_pack strain[GB_ELEMENT_STRAINS];
    fill(6 * kind_nodes[k], 1, s->x);
    const int count = evaluate(s, &state, own);
    assert_true(s->element->metric_size(s->in.table) <= GB_ELEMENT_METRIC);
    s->element->metric(&s->in, metric);
    s->in.metric = metric;
    s->element->strains(&s->in, &state, strain);
    state.strain = strain;
    assert_int_equal(evaluate(s, &state, handed), count);
    assert_memory_equal(own, handed, (size_t)count * sizeof *own);
    strain[0] *= 2; // and that is what they look at
    evaluate(s, &state, handed);
    assert_memory_not_equal(own, handed, (size_t)count * sizeof *own);
    strain[0] /= 2;
    metric[0] *= 2;
    evaluate(s, &state, handed);
    assert_memory_not_equal(own, handed, (size_t)count * sizeof *own);
    free_sample(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_products),
                                     cmocka_unit_test(test_handed_over)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
