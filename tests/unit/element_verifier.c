/// Claim, of every element of gb_elements at random states: its Jacobian is the derivative of its
/// residual by q, v and a, products and transposed products are those by its Jacobian, derivatives
/// by each parameter and of each field are those of complex step (at complex states: of Cauchy's
/// integral), all to 1e-12; what it says of itself (symmetric, massive, damped, constant,
/// uncoupled) is so; several elements at once are as each alone, in both builds, with and without
/// what they may be handed. An element without a recipe fails.
// ranks: 1
// timeout: 300
#include "tests/unit/element_trials.h"

#include "elements/derived/fields.h"

/// Of q, v and a alone and of all.
static const double sigmas[][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.7, 1.3, 2.1}};
enum { SIGMAS = sizeof sigmas / sizeof *sigmas };

/// How many of the elements are compared with the complex build, which takes most of the time: as
/// many as the smallest packs have, since test_lanes compares the others to the last bit.
static int compared(const trial *t) {
  return t->lanes < 2 ? t->lanes : 2;
}

// ---- derivatives by the state -------------------------------------------------------------------

/// Whether values vanish: exactly by complex step, to round-off by Cauchy's integral.
static bool is_zero(const trial *t, int count, const number value[]) {
  return largest(count, value) <= (is_real(t) ? 0 : bound);
}

/// R_q, R_v, R_a of a lane, row by row.
static void find_slopes(const trial *t, int lane, number J[3][VALUES]) {
  static number slope[VALUES];
  const gb_probe_call call = call_of(t, PROBE_RESIDUAL);
  for (int slot = 0; slot < 3; slot++)
    for (int j = 0; j < t->size; j++) {
      gb_probe_element change = {0};
      (slot == 0 ? change.q : slot == 1 ? change.v : change.a)[j] = 1;
      slope_along(t, &call, lane, &change, slope);
      for (int i = 0; i < t->size; i++) J[slot][t->size * i + j] = slope[i];
    }
}

/// Multipliers are no slot's: their columns have no sigma.
static void combine(const trial *t, const double sigma[3], number J[3][VALUES], number sum[]) {
  for (int i = 0; i < t->size; i++)
    for (int j = 0; j < t->size; j++) {
      const int at = t->size * i + j;
      sum[at] = sigma[0] * J[0][at] + sigma[1] * J[1][at] + sigma[2] * J[2][at];
      if (is_multiplier(t, j)) sum[at] = J[0][at];
    }
}

static int node_at(const trial *t, int value) {
  int node;
  field_at(t, value, &node);
  return node;
}

static void check_pattern(const trial *t, const number J[]) {
  const double size = fmax(largest(t->size * t->size, J), is_real(t) ? 0 : 1);
  for (int i = 0; i < t->size; i++)
    for (int j = 0; j < t->size; j++) {
      const number *entry = &J[t->size * i + j];
      if (!gb_couples(t->element, node_at(t, i), node_at(t, j)) && !is_zero(t, 1, entry))
        fail_msg("%s: nodes %d and %d are coupled, but said not to be", t->name, node_at(t, i),
                 node_at(t, j));
      if (t->element->symmetric && !(cabs(*entry - J[t->size * j + i]) <= bound * size))
        fail_msg("%s: the Jacobian is not symmetric, but said to be: (%d, %d)", t->name, i, j);
    }
}

static void check_jacobian(const trial *t, seen *s) {
  static number slope[3][VALUES], sum[VALUES], J[PROBE_LANES][VALUES];
  const gb_element *e = t->element;
  const int entries = t->size * t->size;
  if (e->constant != !e->jacobian)
    fail_msg("%s: has a Jacobian or is constant, one of both", e->name);
  for (int lane = 0; lane < compared(t); lane++) {
    find_slopes(t, lane, slope);
    s->v = s->v || !is_zero(t, entries, slope[1]);
    s->a = s->a || !is_zero(t, entries, slope[2]);
    if (e->constant && !is_zero(t, entries, slope[0]))
      fail_msg("%s: is said to be constant, but depends on q", t->name);
    for (int k = 0; k < SIGMAS; k++) {
      gb_probe_call call = call_of(t, PROBE_JACOBIAN);
      memcpy(call.sigma, sigmas[k], sizeof call.sigma);
      values_of(t, &call, J[0]);
      combine(t, sigmas[k], slope, sum);
      check_equal(t, "Jacobian", entries, J[lane], sum, bound, 0);
      check_pattern(t, sum);
    }
  }
}

static void fill_columns(double x[PROBE_COLUMNS * UNKNOWNS]) {
  for (int i = 0; i < PROBE_COLUMNS * UNKNOWNS; i++) x[i] = random_up_to(1);
}

static void check_products(const trial *t, seen *s) {
  static number J[PROBE_LANES][VALUES], y[PROBE_LANES][VALUES], expected[VALUES];
  double x[PROBE_COLUMNS * UNKNOWNS];
  const int size = t->size;
  (void)s;
  fill_columns(x);
  for (int k = 0; k < 2 * SIGMAS; k++) {
    gb_probe_call call = call_of(t, PROBE_JACOBIAN);
    memcpy(call.sigma, sigmas[k / 2], sizeof call.sigma);
    call.transpose = k % 2;
    call.x = x;
    values_of(t, &call, J[0]);
    call.kernel = PROBE_PRODUCT;
    if (values_of(t, &call, y[0]) == 0) return;
    for (int lane = 0; lane < t->lanes; lane++) {
      memset(expected, 0, sizeof expected);
      for (int c = 0; c < PROBE_COLUMNS; c++)
        for (int i = 0; i < size; i++)
          for (int j = 0; j < size; j++)
            expected[size * c + i] +=
                J[lane][call.transpose ? size * j + i : size * i + j] * x[UNKNOWNS * c + j];
      check_equal(t, call.transpose ? "transposed product" : "product", PROBE_COLUMNS * size,
                  y[lane], expected, bound, largest(size * size, J[lane]));
    }
  }
}

// ---- derivatives by parameters, and of fields ---------------------------------------------------

/// Whether a section's law is differentiated by complex step, for which numbers are real.
static bool steps_inside(const trial *t) {
  const gb_layup *layup = t->recipe->layup;
  return layup && (layup->offset || layup->damping || !gb_section_laws[layup->kind]->section_by);
}

static void check_parameters(const trial *t, seen *s) {
  static number slope[VALUES], value[PROBE_LANES][VALUES];
  for (int k = 0; k < t->parameters; k++) {
    gb_probe_element change = {0};
    gb_probe_call call = call_of(t, PROBE_RESIDUAL);
    change.parameter[k] = 1;
    for (int lane = 0; lane < compared(t); lane++) {
      call.kernel = PROBE_RESIDUAL;
      slope_along(t, &call, lane, &change, slope);
      s->residual[k] = s->residual[k] || !is_zero(t, t->size, slope);
      // the complex step inside an element takes real parts of its state
      if (!is_real(t) && (!t->element->parameter_residual || steps_inside(t))) continue;
      call.kernel = PROBE_PARAMETER_RESIDUAL;
      call.parameter = k;
      values_of(t, &call, value[0]);
      check_equal(t, parameter_name(t, k), t->size, value[lane], slope, bound, 0);
    }
  }
}

/// Area weights are positive numbers, but for parts of a surface, which have both signs.
static void check_areas(const trial *t, gb_field field) {
  static number area[PROBE_LANES][VALUES];
  gb_probe_call call = call_of(t, PROBE_AREA);
  call.field = field;
  const int samples = values_of(t, &call, area[0]);
  for (int lane = 0; lane < t->lanes; lane++)
    for (int i = 0; i < samples; i++)
      if (!(creal(area[lane][i]) > 0 || field == GB_FIELD_TOUCH) || cimag(area[lane][i]) != 0)
        fail_msg("%s: the area of sample %d is %g", t->name, i, creal(area[lane][i]));
}

/// bar[column][unknown] = g df/dq by complex step of the samples.
static void pull_back(const trial *t, gb_field field, int lane, const double x[], number bar[]) {
  static number slope[VALUES];
  gb_probe_call call = call_of(t, PROBE_SAMPLE);
  call.field = field;
  memset(bar, 0, VALUES * sizeof *bar);
  gb_probe_element rates = {0};
  for (int j = 0; j < t->size; j++) {
    rates.v[j] = random_up_to(1);
    rates.a[j] = random_up_to(1);
  }
  if (!is_zero(t, slope_along(t, &call, lane, &rates, slope), slope))
    fail_msg("%s: field %d depends on rates", t->name, (int)field);
  for (int j = 0; j < t->size; j++) {
    gb_probe_element change = {0};
    change.q[j] = 1;
    const int samples = slope_along(t, &call, lane, &change, slope);
    for (int c = 0; c < PROBE_COLUMNS; c++)
      for (int p = 0; p < samples; p++) bar[t->size * c + j] += x[UNKNOWNS * c + p] * slope[p];
  }
}

/// The size of a field at an element by that of a parameter: what a derivative that vanishes by
/// cancellation is small against. 0 of other kernels.
static double slope_scale(const trial *t, const gb_probe_call *call, int lane) {
  static number value[VALUES];
  const double size = cabs(t->one[lane].parameter[call->parameter]);
  gb_probe_call sample = *call;
  if (call->kernel != PROBE_SAMPLE_PARAMETER || size == 0) return 0;
  sample.kernel = PROBE_SAMPLE;
  memset(value, 0, sizeof value);
  return largest(t->build->kernel(&sample, 1, &t->one[lane], value), value) / size;
}

static void check_field_parameters(const trial *t, gb_field field, seen *s) {
  static number slope[VALUES], value[PROBE_LANES][VALUES];
  for (int k = 0; k < t->parameters; k++)
    for (int lane = 0; lane < compared(t); lane++) {
      gb_probe_element change = {0};
      gb_probe_call call = call_of(t, PROBE_SAMPLE);
      call.field = field;
      change.parameter[k] = 1;
      const int samples = slope_along(t, &call, lane, &change, slope);
      s->fields[k] = s->fields[k] || !is_zero(t, samples, slope);
      if (!is_real(t) && (!gb_fields_have_parameter(t->element) || steps_inside(t))) continue;
      call.kernel = PROBE_SAMPLE_PARAMETER;
      call.parameter = k;
      values_of(t, &call, value[0]);
      check_equal(t, parameter_name(t, k), samples, value[lane], slope, bound,
                  slope_scale(t, &call, lane));
    }
}

/// Whether failure indices are different functions on either side of a sign, as those of a law that
/// computes them itself, or of the root of von Mises' stress of a beam or an orthotropic solid:
/// Cauchy's integral about a complex state may cross there.
static bool has_pieces(const trial *t) {
  const gb_layup *layup = t->recipe->layup;
  return layup &&
         (gb_section_laws[layup->kind]->index || layup->kind == GB_SECTION_ORTHOTROPIC_SOLID ||
          t->element->fields[0] == GB_FRAME);
}

static void check_fields(const trial *t, seen *s) {
  static number expected[VALUES], bar[PROBE_LANES][VALUES];
  double x[PROBE_COLUMNS * UNKNOWNS];
  fill_columns(x);
  for (int field = 0; field < GB_FIELDS; field++) {
    if (t->element->samples[field] == 0) continue;
    if (field == GB_FIELD_FAILURE && !is_real(t) && has_pieces(t)) continue;
    gb_probe_call call = call_of(t, PROBE_SAMPLE_PRODUCT);
    call.field = (gb_field)field;
    call.x = x;
    check_areas(t, call.field);
    check_field_parameters(t, call.field, s);
    values_of(t, &call, bar[0]);
    for (int lane = 0; lane < compared(t); lane++) {
      pull_back(t, call.field, lane, x, expected);
      check_equal(t, "product with a field's derivative", PROBE_COLUMNS * t->size, bar[lane],
                  expected, bound, 0);
    }
  }
}

// ---- ways to the same values --------------------------------------------------------------------

/// Call a function for each kernel that an element has.
static void for_each_call(const trial *t, seen *s, const double x[],
                          void (*use)(const trial *, const gb_probe_call *, seen *)) {
  for (int kernel = 0; kernel < PROBE_KERNELS; kernel++) {
    const bool fields = kernel >= PROBE_SAMPLE;
    const bool both = kernel == PROBE_PRODUCT || kernel == PROBE_ORIENTATION;
    for (int field = 0; field < (fields ? GB_FIELDS : 1); field++)
      for (int transpose = 0; transpose <= both; transpose++) {
        if (fields && t->element->samples[field] == 0) continue;
        const bool each = kernel == PROBE_PARAMETER_RESIDUAL || kernel == PROBE_SAMPLE_PARAMETER;
        for (int k = 0; k < (each ? t->parameters : 1); k++) {
          gb_probe_call call = call_of(t, (gb_probe_kernel)kernel);
          memcpy(call.sigma, sigmas[SIGMAS - 1], sizeof call.sigma);
          call.transpose = transpose;
          call.field = (gb_field)field;
          call.parameter = k;
          call.x = x;
          use(t, &call, s);
        }
      }
  }
}

static void compare_lanes(const trial *t, const gb_probe_call *call, seen *s) {
  static number together[PROBE_LANES][VALUES], alone[VALUES], complex_build[VALUES];
  const int count = values_of(t, call, together[0]);
  const size_t bytes = (size_t)count * sizeof *alone;
  (void)s;
  for (int lane = 0; lane < t->lanes; lane++) {
    memset(alone, 0, bytes);
    t->build->kernel(call, 1, &t->one[lane], alone);
    if (memcmp(alone, together[lane], bytes))
      fail_msg("%s: kernel %d gives lane %d other values than the element alone", t->name,
               call->kernel, lane);
    if (lane >= compared(t)) continue;
    memset(complex_build, 0, bytes);
    gb_probe_complex.kernel(call, 1, &t->one[lane], complex_build);
    check_equal(t, "real and complex build", count, alone, complex_build, bound,
                slope_scale(t, call, lane));
  }
}

static void check_lanes(const trial *t, seen *s) {
  double x[PROBE_COLUMNS * UNKNOWNS];
  fill_columns(x);
  for_each_call(t, s, x, compare_lanes);
}

/// Metric and strains, handed over, give the same to the last bit; others are looked at as well.
static void compare_given(const trial *t, const gb_probe_call *call, seen *s) {
  static number own[PROBE_LANES][VALUES], handed[PROBE_LANES][VALUES];
  gb_probe_call with = *call;
  const int count = values_of(t, call, own[0]);
  for (int given = PROBE_METRIC; given <= PROBE_OTHER_STRAIN; given++) {
    with.given = (gb_probe_given)given;
    values_of(t, &with, handed[0]);
    bool same = true;
    for (int lane = 0; lane < t->lanes; lane++)
      same = same && memcmp(own[lane], handed[lane], (size_t)count * sizeof **own) == 0;
    if (given == PROBE_METRIC && !same)
      fail_msg("%s: kernel %d changes where the metric is handed over", t->name, call->kernel);
    s->given[given] = s->given[given] || !same;
  }
}

/// What is added to: residuals and products, not what is overwritten.
static bool adds(gb_probe_kernel kernel) {
  return kernel <= PROBE_PARAMETER_RESIDUAL || kernel == PROBE_SAMPLE_PRODUCT;
}

static void compare_added(const trial *t, const gb_probe_call *call, seen *s) {
  static number zero[PROBE_LANES][VALUES], value[PROBE_LANES][VALUES];
  const int count = values_of(t, call, zero[0]), room = gb_probe_room(call->kernel, t->size);
  (void)s;
  for (int lane = 0; lane < t->lanes; lane++)
    for (int i = 0; i < room; i++) value[lane][i] = (lane + i) % 7 - 3;
  t->build->kernel(call, t->lanes, t->one, value[0]);
  for (int lane = 0; lane < t->lanes; lane++) {
    for (int i = 0; i < count && adds(call->kernel); i++) value[lane][i] -= (lane + i) % 7 - 3;
    check_equal(t, adds(call->kernel) ? "what is added" : "what is overwritten", count, value[lane],
                zero[lane], 1e-14, 3);
  }
}

static void check_handed_over(const trial *t, seen *s) {
  double x[PROBE_COLUMNS * UNKNOWNS];
  fill_columns(x);
  for_each_call(t, s, x, compare_given);
  for_each_call(t, s, x, compare_added);
}

// ---- tests --------------------------------------------------------------------------------------

static void look_at_rates(const gb_element *e, const recipe *r, const seen *s) {
  (void)r;
  if (s->v != e->damped) fail_msg("%s: says that it depends on v or not, which is not so", e->name);
  if (s->a != e->massive)
    fail_msg("%s: says that it depends on a or not, which is not so", e->name);
}

/// Whether a list of words has this one.
static bool has_word(const char *list, const char *word) {
  const size_t length = strlen(word);
  for (const char *at = list; at && (at = strstr(at, word)) != NULL; at += length)
    if ((at == list || at[-1] == ' ') && (at[length] == 0 || at[length] == ' ')) return true;
  return false;
}

/// The parameters of a recipe, by a trial without a state.
static trial names_of(const gb_element *e, const recipe *r) {
  trial t = {.recipe = r, .element = e, .parameters = gb_leading_parameters(e)};
  if (r->layup) t.parameters += gb_layup_numbers(r->layup);
  return t;
}

static void look_at_parameters(const gb_element *e, const recipe *r, const seen *s) {
  const trial t = names_of(e, r);
  for (int k = 0; k < t.parameters; k++)
    if (s->residual[k] == has_word(r->fields_only, parameter_name(&t, k)))
      fail_msg("%s: whether the residual depends on '%s' is not as its recipe says", e->name,
               parameter_name(&t, k));
}

static void look_at_fields(const gb_element *e, const recipe *r, const seen *s) {
  const trial t = names_of(e, r);
  for (int k = 0; k < t.parameters && e->samples[GB_FIELD_FAILURE] > 0; k++)
    if (has_word(r->fields_only, parameter_name(&t, k)) && !s->fields[k])
      fail_msg("%s: no field depends on '%s'", e->name, parameter_name(&t, k));
}

static void look_at_given(const gb_element *e, const recipe *r, const seen *s) {
  (void)r;
  if (s->given[PROBE_OTHER_METRIC] != (e->metric != NULL) ||
      s->given[PROBE_OTHER_STRAIN] != (e->strains != NULL))
    fail_msg("%s: does not look at the metric or at the strains that it is handed", e->name);
}

static void test_jacobian(void **state) {
  (void)state;
  for_each_element(true, check_jacobian, look_at_rates);
}
static void test_products(void **state) {
  (void)state;
  for_each_element(true, check_products, NULL);
}
static void test_parameters(void **state) {
  (void)state;
  for_each_element(true, check_parameters, look_at_parameters);
}
static void test_fields(void **state) {
  (void)state;
  for_each_element(true, check_fields, look_at_fields);
}
static void test_lanes(void **state) {
  (void)state;
  for_each_element(false, check_lanes, NULL);
}
static void test_handed_over(void **state) {
  (void)state;
  for_each_element(true, check_handed_over, look_at_given);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_jacobian),   cmocka_unit_test(test_products),
      cmocka_unit_test(test_parameters), cmocka_unit_test(test_fields),
      cmocka_unit_test(test_lanes),      cmocka_unit_test(test_handed_over)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
