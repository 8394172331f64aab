/// Elements at random states for the tests that hold for every one: see element_recipes.h.
#ifndef GB_TESTS_ELEMENT_TRIALS_H
#define GB_TESTS_ELEMENT_TRIALS_H

#include <complex.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/element_places.h"
#include "tests/unit/twice/probe.h"

enum { UNKNOWNS = GB_ELEMENT_UNKNOWNS, VALUES = PROBE_VALUES, STATES = 3, CIRCLE = 12 };

typedef gb_probe_number number;

static const double bound = 1e-12; ///< relative, of all that is compared

/// GB_LANES different elements by the real kernels, or one at a complex state by the complex ones.
typedef struct trial {
  const recipe *recipe;
  const gb_element *element;
  const gb_probe *build;
  const void *table;
  gb_enforcement enforcement;
  gb_joint joint;
  gb_element_unknowns unknowns;
  int parameters, lanes, multipliers, size;
  char name[200];
  gb_probe_element one[PROBE_LANES];
} trial;

/// What residual and fields of a kind have been seen to depend on.
typedef struct seen {
  bool v, a, residual[PROBE_PARAMETERS], fields[PROBE_PARAMETERS], given[4];
} seen;

typedef void (*check_function)(const trial *t, seen *s);

static const char *parameter_name(const trial *t, int k) {
  const int own = gb_leading_parameters(t->element);
  int ply;
  return k < own ? t->element->parameter[k] : section_number(t->recipe->layup, k - own, &ply);
}

// ---- calls --------------------------------------------------------------------------------------

static gb_probe_call call_of(const trial *t, gb_probe_kernel kernel) {
  return (gb_probe_call){.kind = t->recipe->kind,
                         .kernel = kernel,
                         .unknowns = &t->unknowns,
                         .layup = t->recipe->layup,
                         .table = t->table,
                         .enforcement = &t->enforcement,
                         .sigma = {1, 0, 0}};
}

/// From zero, [lanes][VALUES].
static int values_of(const trial *t, const gb_probe_call *call, number value[]) {
  const size_t room = (size_t)gb_probe_room(call->kernel, t->size);
  for (int lane = 0; lane < t->lanes; lane++)
    memset(value + lane * VALUES, 0, room * sizeof *value);
  return t->build->kernel(call, t->lanes, t->one, value);
}

static void move(int count, number step, const number change[], number value[]) {
  for (int i = 0; i < count; i++) value[i] += step * change[i];
}

static bool is_real(const trial *t) {
  return t->build == &gb_probe_real;
}

/// The derivative of a kernel's values at an element along a change of its state and parameters,
/// by the complex kernels: by complex step at a real state, by Cauchy's integral at a complex one.
static int slope_along(const trial *t, const gb_probe_call *call, int lane,
                       const gb_probe_element *change, number slope[]) {
  static number value[VALUES];
  const bool real = is_real(t);
  const int points = real ? 1 : CIRCLE;
  int count = 0;
  const size_t bytes = (size_t)gb_probe_room(call->kernel, t->size) * sizeof *slope;
  memset(slope, 0, bytes);
  for (int p = 0; p < points; p++) {
    const number step = real ? 1e-30 * I : 2e-3 * cexp(2 * acos(-1) * I * p / CIRCLE);
    gb_probe_element moved = t->one[lane];
    move(PROBE_PARAMETERS, step, change->parameter, moved.parameter);
    move(t->size, step, change->q, moved.q);
    move(t->size, step, change->v, moved.v);
    move(t->size, step, change->a, moved.a);
    memset(value, 0, bytes);
    count = gb_probe_complex.kernel(call, 1, &moved, value);
    for (int i = 0; i < count; i++)
      slope[i] += real ? cimag(value[i]) / 1e-30 : value[i] / (step * CIRCLE);
  }
  return count;
}

static double largest(int count, const number value[]) {
  double size = 0;
  for (int i = 0; i < count; i++) size = fmax(size, cabs(value[i]));
  return size;
}

/// Two lists agree to `tolerance` of their largest entry, or of `scale` if that is more; Cauchy's
/// integral has the round-off of values of size 1 where a derivative vanishes.
static void check_equal(const trial *t, const char *what, int count, const number value[],
                        const number expected[], double tolerance, double scale) {
  const double floor = fmax(scale, is_real(t) ? 0 : 1);
  const double size = fmax(floor, fmax(largest(count, value), largest(count, expected)));
  for (int i = 0; i < count; i++)
    if (!(cabs(value[i] - expected[i]) <= tolerance * size))
      fail_msg("%s: %s: entry %d is %.15g%+.15gi, not %.15g%+.15gi (largest %g)", t->name, what, i,
               creal(value[i]), cimag(value[i]), creal(expected[i]), cimag(expected[i]), size);
}

// ---- states -------------------------------------------------------------------------------------

static number random_number(double size, bool complex_state) {
  return random_up_to(size) + (complex_state ? 0.3 * random_up_to(size) * I : 0);
}

/// Plies at angles [degrees] that are not all alike.
static double usual_number(const trial *t, int k) {
  const int own = gb_leading_parameters(t->element);
  int ply = -1;
  if (k >= own) section_number(t->recipe->layup, k - own, &ply);
  const char *name = parameter_name(t, k);
  return ply >= 0 && strcmp(name, "angle") == 0 ? 20 + 50 * ply : number_of(name);
}

/// The node and the field of one of an element's values.
static unsigned field_at(const trial *t, int value, int *node) {
  int next = 0;
  for (*node = 0;; ++*node)
    GB_EACH_FIELD(field, t->unknowns.fields[*node]) {
      next += field == GB_MULTIPLIERS ? t->multipliers : gb_field_values(field);
      if (value < next) return field;
    }
}

static bool is_multiplier(const trial *t, int value) {
  int node;
  return field_at(t, value, &node) & GB_MULTIPLIERS;
}

/// Everything random, multipliers larger than displacements; but not the mass per area of shells,
/// for with other draws Cauchy's circle goes around a zero of a root of failure indices, and not
/// the length of lines, for which spheres would not touch, nor what forms without memory leave
/// unused.
static void fill_state(const trial *t, bool complex_state, gb_probe_element *one) {
  for (int k = 0; k < t->parameters; k++) {
    one->parameter[k] = usual_number(t, k);
    if (strcmp(parameter_name(t, k), "area_mass") != 0 &&
        strcmp(parameter_name(t, k), "line") != 0 && strcmp(parameter_name(t, k), "stick") != 0)
      one->parameter[k] *= 1 + random_number(0.1, complex_state);
  }
  for (int i = 0; i < t->size; i++) {
    one->q[i] = random_number(is_multiplier(t, i) ? 1 : 0.15, complex_state);
    one->v[i] = random_number(1, complex_state);
    one->a[i] = random_number(1, complex_state);
  }
}

static void make_trial(const recipe *r, int variant, const void *table, bool complex_state,
                       int seed, trial *t) {
  *t = (trial){
      .recipe = r,
      .element = gb_element_of(r->kind, r->layup),
      .build = complex_state ? &gb_probe_complex : &gb_probe_real,
      .table = table,
      .enforcement = {.weight = {0.8, 0.5, 0.3}, .column = 1.7, .row = 0.6, .compliance = 0.4},
      .lanes = complex_state ? 1 : GB_LANES};
  if (joint_variant(r, variant, &t->joint) && t->joint.type) t->table = &t->joint;
  t->parameters = gb_leading_parameters(t->element);
  if (r->layup) t->parameters += gb_layup_numbers(r->layup);
  t->multipliers = t->joint.type                    ? gb_joint_rows(&t->joint)
                   : r->kind == GB_ELEMENT_EQUATION ? 1
                                                    : 6;
  gb_element_take(t->element, (int)strlen(r->nodes), t->multipliers, &t->unknowns);
  t->size = t->unknowns.size;
  snprintf(t->name, sizeof t->name, "%s of %zu nodes%s%s%s%s%s%s, %s state of seed %d",
           t->element->name, strlen(r->nodes), r->layup ? ", " : "",
           r->layup ? gb_section_laws[r->layup->kind]->name : "", t->joint.type ? ", " : "",
           t->joint.type ? t->joint.type->name : "", t->joint.angle ? ", angle" : "",
           t->joint.distance ? ", distance" : "", complex_state ? "complex" : "real", seed);
  srand((unsigned)seed);
  for (int lane = 0; lane < t->lanes; lane++) {
    place_nodes(r, &t->one[lane]);
    fill_state(t, complex_state, &t->one[lane]);
    for (int i = 0; i < 3; i++) // that of all lanes
      t->one[lane].gravity[i] = lane ? t->one[0].gravity[i] : random_up_to(1);
  }
}

// ---- every element ------------------------------------------------------------------------------

static void check_recipe(const gb_element *element) {
  for (int k = 0; k < GB_ELEMENT_PARAMETERS && element->parameter[k]; k++)
    if (number_of(element->parameter[k]) == 0)
      fail_msg("%s: tests/unit/element_recipes.h has no number for the parameter '%s'",
               element->name, element->parameter[k]);
}

static void check_section(const gb_layup *layup) {
  int ply;
  for (int k = 0; k < gb_layup_numbers(layup); k++)
    if (number_of(section_number(layup, k, &ply)) == 0)
      fail_msg("tests/unit/element_recipes.h has no number '%s' for sections of type %s",
               section_number(layup, k, &ply), gb_section_laws[layup->kind]->name);
}

static void *make_table(const gb_element *element, const gb_layup *layup) {
  void *table = element->tables ? calloc(1, element->table_size) : NULL;
  if (element->tables) element->tables(table);
  if (element->tangent_size) assert_true(element->tangent_size(table, layup) <= GB_ELEMENT_TANGENT);
  if (element->metric_size) assert_true(element->metric_size(table) <= GB_ELEMENT_METRIC);
  return table;
}

/// The letters of a recipe are what the element says of its nodes.
static void check_nodes(const recipe *r) {
  static const char letters[] = "PNFBMS";
  static const unsigned fields[] = {GB_POSITION,    GB_SHELL, GB_FRAME, GB_FRAME | GB_MULTIPLIERS,
                                    GB_MULTIPLIERS, GB_STATE};
  gb_element_unknowns takes;
  gb_element_take(gb_element_of(r->kind, r->layup), (int)strlen(r->nodes), 0, &takes);
  for (int a = 0; r->nodes[a]; a++)
    if (takes.fields[a] != fields[strchr(letters, r->nodes[a]) - letters])
      fail_msg("%s: takes other fields of node %d than its recipe '%s' says",
               gb_element_of(r->kind, r->layup)->name, a, r->nodes);
}

/// A table has its states between two of its points, where it is analytic.
static void make_law(const recipe *r, gb_arena *arena, gb_force_law *law) {
  gb_expression *expression;
  static const char *const of_spring[] = {"s", "v", "t", "n1", "n2", "n3", NULL};
  static const char *const of_state[] = {"t", "n1", "n2", "n3", "x", "y", "z", NULL};
  const char *const *variables = r->kind == GB_ELEMENT_STATE ? of_state : of_spring;
  static const double points[2][2] = {{-9, -8}, {9, 5}};
  static double point[2][3];
  gb_error error = {0};
  gb_force_law_slopes(2, points, point);
  point[0][2] = 2;
  *law = (gb_force_law){.points = 2, .point = (const double(*)[3])point};
  if (strcmp(r->law, "table") == 0) return;
  assert_int_equal(gb_expression_parse(r->law, variables, arena, &expression, &error), GB_OK);
  law->expression = expression;
}

/// The road of tyres; NULL: level.
static const gb_road *make_road(const recipe *r, gb_arena *arena, gb_road *road) {
  gb_expression *expression;
  static const char *const variables[] = {"x", "y", "t", "n1", "n2", "n3", NULL};
  gb_error error = {0};
  if (!r->road) return NULL;
  assert_int_equal(gb_expression_parse(r->road, variables, arena, &expression, &error), GB_OK);
  *road = (gb_road){expression, r->vertical};
  return road;
}

/// The form of a contact, with the parts of a surface of elements.
static const void *make_form(const recipe *r, gb_contact_form *form, gb_face_fan *fan) {
  *form = *r->form;
  if (!r->surface) return form;
  gb_face_fan_make(r->surface, (int)strlen(r->nodes) - form->touching, fan);
  form->fan = fan;
  return form;
}

/// Symmetric matrices whose entries all differ.
static const void *make_matrices(gb_matrices *own) {
  enum { ROWS = GB_MATRIX_COMPONENTS };
  for (int which = 0; which < GB_MATRICES; which++)
    for (int i = 0; i < ROWS; i++)
      for (int j = 0; j <= i; j++)
        own->entry[which][i][j] = own->entry[which][j][i] =
            sin(1 + which + 3 * i * i + 5 * j) + 4 * (i == j);
  return own;
}

static void run_recipe(const recipe *r, bool complex_too, check_function check, seen *s) {
  static trial t;
  gb_force_law law = {.points = 0};
  gb_road road;
  gb_contact_form form;
  gb_face_fan fan;
  gb_matrices matrices;
  GB_SCRATCH(arena);
  void *table = make_table(gb_elements[r->kind], r->layup);
  const void *given = r->road   ? (const void *)make_road(r, &arena, &road)
                      : r->form ? make_form(r, &form, &fan)
                                : table;
  if (r->law) make_law(r, &arena, &law);
  if (r->law) given = r->kind == GB_ELEMENT_STATE ? (const void *)law.expression : &law;
  if (r->kind == GB_ELEMENT_MATRIX) given = make_matrices(&matrices);
  if (r->layup) check_section(r->layup);
  check_nodes(r);
  gb_joint joint;
  const int states = strlen(r->nodes) > 10 ? 1 : STATES; // the largest take most of the time
  for (int variant = 0; joint_variant(r, variant, &joint); variant++)
    for (int seed = 1; seed <= states; seed++)
      for (int complex_state = 0; complex_state <= (complex_too && seed == 1); complex_state++) {
        make_trial(r, variant, given, complex_state, seed, &t);
        check(&t, s);
      }
  free(table);
}

/// Check all recipes of all elements, of which the first state is a complex one too, and then what
/// was seen of each element.
static void for_each_element(bool complex_too, check_function check,
                             void (*look_back)(const gb_element *, const recipe *, const seen *)) {
  for (int kind = 0; kind < GB_ELEMENT_KINDS; kind++) {
    seen s = {0};
    const recipe *last = NULL;
    check_recipe(gb_elements[kind]);
    for (size_t i = 0; i < sizeof recipes / sizeof *recipes; i++)
      if (recipes[i].kind == (gb_element_kind)kind) {
        last = &recipes[i];
        if (last->layup) s = (seen){0}; // each section has its own parameters
        run_recipe(last, complex_too, check, &s);
        if (last->layup && look_back)
          look_back(gb_element_of((gb_element_kind)kind, last->layup), last, &s);
      }
    if (!last)
      fail_msg("%s: tests/unit/element_recipes.h has no recipe for this element",
               gb_elements[kind]->name);
    if (look_back && !last->layup)
      look_back(gb_element_of((gb_element_kind)kind, last->layup), last, &s);
  }
}

#endif
