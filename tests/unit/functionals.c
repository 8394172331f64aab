/// Claim: the streaming sums of every functional give the value and the derivative of its formula,
/// as computed in two passes and extended precision without any largest f, whatever the order of
/// the samples, the step in which the largest appears and the rank that holds it; fields that are
/// constant, zero or empty have their closed forms.
// ranks: 1 2 3
#include "functions/aggregate.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
// cmocka wants the four headers above before its own.
#include <cmocka.h>

enum { STEPS = 6, POINTS = 61, SAMPLES = STEPS * POINTS };

/// The samples of a march, known to every rank; rank r adds those with owner r.
typedef struct field {
  double f[SAMPLES], area[SAMPLES], time_weight[STEPS];
  int owner[SAMPLES];
} field;

typedef struct outcome {
  double value, slope[SAMPLES];
} outcome;

static int rank, ranks;
static gb_error error;

static double random_number(unsigned long *state) {
  *state = *state * 6364136223846793005UL + 1442695040888963407UL;
  return (double)(*state >> 11) / 9007199254740992.0;
}

/// Random failure indices whose largest stands in step `peak`.
static void make_field(unsigned long seed, int peak, field *x) {
  unsigned long state = seed;
  for (int k = 0; k < STEPS; k++) x->time_weight[k] = 0.01 * (1 + random_number(&state));
  for (int i = 0; i < SAMPLES; i++) {
    x->f[i] = 0.05 + 0.9 * random_number(&state);
    x->area[i] = 0.001 + 0.01 * random_number(&state);
    x->owner[i] = (int)(3 * random_number(&state)) % ranks;
  }
  x->f[peak * POINTS + POINTS - 2] = 1.7;
}

/// This rank's samples of a step in a random order; where[i] is the place of the i-th.
static int gather(const field *x, int step, unsigned long *state, double f[], double area[],
                  int where[]) {
  int count = 0;
  for (int p = 0; p < POINTS; p++) {
    if (x->owner[step * POINTS + p] == rank) where[count++] = step * POINTS + p;
  }
  for (int i = count - 1; i > 0; i--) {
    int j = (int)((i + 1) * random_number(state)), other = where[i];
    where[i] = where[j];
    where[j] = other;
  }
  for (int i = 0; i < count; i++) {
    f[i] = x->f[where[i]];
    area[i] = x->area[where[i]];
  }
  return count;
}

static gb_instant instant_of(const field *x, int step) {
  return (gb_instant){x->time_weight[step], step == 0, step == STEPS - 1, step};
}

/// Add all steps, each rank in steps of its own order and in two calls a step.
static void add_all(gb_aggregate *aggregate, gb_field kind, const field *x) {
  unsigned long state = 99UL + (unsigned long)rank;
  double f[POINTS], area[POINTS];
  int where[POINTS];
  for (int i = 0; i < STEPS; i++) {
    int k = (i + rank) % STEPS, count = gather(x, k, &state, f, area, where), half = count / 3;
    gb_aggregate_add(aggregate, instant_of(x, k), &(gb_points){kind, 0, half, f, area, 0, 0});
    gb_aggregate_add(aggregate, instant_of(x, k),
                     &(gb_points){kind, 0, count - half, f + half, area + half, 0, 0});
  }
}

static void slopes(const gb_aggregate *aggregate, gb_field kind, const field *x, double slope[]) {
  unsigned long state = 7UL;
  memset(slope, 0, SAMPLES * sizeof *slope);
  for (int k = 0; k < STEPS; k++) {
    double f[POINTS], area[POINTS], g[POINTS];
    int where[POINTS], count = gather(x, k, &state, f, area, where);
    gb_aggregate_weights(aggregate, instant_of(x, k), &(gb_points){kind, 0, count, f, area, 0, 0},
                         g);
    for (int i = 0; i < count; i++) slope[where[i]] = g[i];
  }
  MPI_Allreduce(MPI_IN_PLACE, slope, SAMPLES, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void stream(const gb_functional *functional, const field *x, outcome *result) {
  gb_aggregate *aggregate;
  assert_int_equal(gb_aggregate_create(MPI_COMM_WORLD, 1, functional, &aggregate, &error), GB_OK);
  add_all(aggregate, functional->function->field, x);
  assert_int_equal(gb_aggregate_close(aggregate, &result->value, &error), GB_OK);
  slopes(aggregate, functional->function->field, x, result->slope);
  gb_aggregate_destroy(&aggregate);
  assert_null(aggregate);
}

/// Sign of the value of a KS aggregate; 0 of other functionals.
static double sign_of_ks(const gb_function *function) {
  if (strcmp(function->type, "gap") == 0) return -1;
  return strcmp(function->type, "ks") == 0 || (function->form && strcmp(function->form, "ks") == 0);
}

static bool is_form(const gb_functional *functional, const char *form) {
  return functional->function->form && strcmp(functional->function->form, form) == 0;
}

/// e and P-scaled logarithmic slope (de/df) / e, unscaled.
static long double extended_weight(const gb_functional *functional, long double f,
                                   long double *logarithmic) {
  long double P = functional->weight;
  bool power = is_form(functional, "power") || is_form(functional, "power2");
  *logarithmic = power ? P / f : P;
  return power ? powl(f, P) : expl(P * f);
}

static long double sample_weight(const gb_functional *functional, const field *x, int i) {
  gb_counted counted = functional->function->counted;
  int only = counted == GB_COUNT_FIRST ? 0 : STEPS - 1;
  if (counted == GB_COUNT_AT && functional->step >= 0) only = functional->step;
  if (counted != GB_COUNT_ALL && i / POINTS != only) return 0;
  if (counted != GB_COUNT_ALL) return functional->discrete ? 1 : (long double)x->area[i];
  long double w = x->time_weight[i / POINTS];
  return functional->discrete ? w : w * (long double)x->area[i];
}

/// Whether a functional samples a field; the others have sums that are found elsewhere.
static bool is_sampled(const gb_function *function) {
  return function->integrand != NULL;
}

/// Compute what a sample contributes to a sum without exponentials, and its slope: the energy's sum
/// takes half of the field, the area's sum takes the smooth step, and all others take the field.
static long double plain_part(const gb_functional *functional, long double f, long double *slope) {
  const char *type = functional->function->type;
  const long double x = functional->weight * f, factor = strcmp(type, "energy") == 0 ? 0.5L : 1;
  *slope = factor;
  if (strcmp(type, "area") != 0) return factor * f;
  *slope = x < 1 ? functional->weight * 6 * x * (1 - x) : 0;
  return x < 1 ? x * x * (3 - 2 * x) : 1;
}

/// The formulas of docs/theory.md as they stand, in long double: its range holds exp(P f) unscaled.
static void two_passes(const gb_functional *functional, const field *x, outcome *result) {
  const double ks = sign_of_ks(functional->function);
  bool plain = !functional->function->scaled;
  bool square = is_form(functional, "exponential2") || is_form(functional, "power2");
  long double sum = 0, weighted = 0, total = 0, l, part;
  for (int i = 0; i < SAMPLES; i++) {
    long double f = x->f[i], w = sample_weight(functional, x, i), g = square ? f * f : f;
    long double e = extended_weight(functional, f, &l);
    total += w * plain_part(functional, f, &part);
    sum += w * e;
    weighted += w * e * g;
  }
  long double mean = weighted / sum, P = functional->weight;
  result->value = (double)(plain ? total : ks != 0 ? ks * logl(sum) / P : mean);
  for (int i = 0; i < SAMPLES; i++) {
    long double f = x->f[i], w = sample_weight(functional, x, i), g = square ? f * f : f;
    long double e = extended_weight(functional, f, &l), dg = square ? 2 * f : 1;
    long double induced = w * e / sum * (dg + l * (g - mean));
    (void)plain_part(functional, f, &part);
    result->slope[i] = (double)(plain ? w * part : ks != 0 ? ks * w * e / sum : induced);
  }
}

static void compare(const outcome *a, const outcome *b, double tolerance, double slope_tolerance) {
  double scale = 0;
  for (int i = 0; i < SAMPLES; i++) scale = fmax(scale, fabs(b->slope[i]));
  assert_true(fabs(a->value - b->value) <= tolerance * fabs(b->value));
  for (int i = 0; i < SAMPLES; i++) {
    assert_true(fabs(a->slope[i] - b->slope[i]) <= slope_tolerance * scale);
  }
}

static void central_difference(const gb_functional *functional, field *x, int i, double slope) {
  static outcome up, down;
  double f = x->f[i], h = 1e-6;
  x->f[i] = f + h;
  stream(functional, x, &up);
  x->f[i] = f - h;
  stream(functional, x, &down);
  x->f[i] = f;
  double difference = (up.value - down.value) / (2 * h);
  assert_true(fabs(difference - slope) <= 1e-6 * (1e-2 + fabs(slope)));
}

static void check_formula(const gb_functional *functional, field *x, int peak) {
  static outcome streamed, exact;
  stream(functional, x, &streamed);
  two_passes(functional, x, &exact);
  compare(&streamed, &exact, 1e-13, 1e-12);
  if (functional->weight < 50) {
    central_difference(functional, x, 3, streamed.slope[3]);
    int largest = peak * POINTS + POINTS - 2;
    central_difference(functional, x, largest, streamed.slope[largest]);
  }
}

static void values_and_derivatives_are_those_of_the_formulas(void **state) {
  (void)state;
  static field x;
  const double weights[] = {1, 8, 60, 400};
  const int peaks[] = {0, 2, STEPS - 1};
  for (const gb_function *const *f = gb_functions; *f; f++) {
    for (int c = 0; is_sampled(*f) && c < 3 * 4 * 2; c++) {
      gb_functional functional = {.function = *f,
                                  .weight = weights[c / 6],
                                  .discrete = c % 2 && (*f)->sampled,
                                  .step = c % 3 - 1};
      make_field(17UL + (unsigned long)c, peaks[c / 2 % 3], &x);
      check_formula(&functional, &x, peaks[c / 2 % 3]);
    }
  }
}

static void constant_fields_have_closed_forms(void **state) {
  (void)state;
  static field x;
  static outcome result;
  const double c = 0.625, P = 30;
  for (const gb_function *const *f = gb_functions; *f; f++) {
    if (!(*f)->scaled) continue;
    for (int discrete = 0; discrete < 2; discrete++) {
      gb_functional functional = {.function = *f, .weight = P, .discrete = discrete};
      double total = 0;
      make_field(5UL, 0, &x);
      for (int i = 0; i < SAMPLES; i++) {
        x.f[i] = c;
        total += (double)sample_weight(&functional, &x, i);
      }
      stream(&functional, &x, &result);
      bool square = is_form(&functional, "exponential2") || is_form(&functional, "power2");
      const double ks = sign_of_ks(*f);
      double expected = ks == 0 ? (square ? c * c : c) : ks * (c + log(total) / P);
      assert_true(fabs(result.value - expected) <= 1e-14);
    }
  }
}

/// The formulas where they hold (exponentials of 0 are 1); powers, which are 0/0, are 0 and flat.
static void zero_fields_are_defined(void **state) {
  (void)state;
  static field x;
  static outcome result;
  make_field(11UL, 0, &x);
  memset(x.f, 0, sizeof x.f);
  const double P = 25;
  for (const gb_function *const *f = gb_functions; *f; f++) {
    if (!is_sampled(*f)) continue;
    gb_functional functional = {.function = *f, .weight = P};
    double total = 0;
    for (int i = 0; i < SAMPLES; i++) total += (double)sample_weight(&functional, &x, i);
    bool power = is_form(&functional, "power") || is_form(&functional, "power2");
    stream(&functional, &x, &result);
    assert_true(fabs(result.value - sign_of_ks(*f) * log(total) / P) <= 1e-14);
    for (int i = 0; i < SAMPLES; i++) {
      assert_true(isfinite(result.slope[i]));
      if (power) assert_true(result.slope[i] == 0);
    }
  }
}

/// A plate at rest: zeros at first, the load only later; half of the points stay zero.
static void zeros_before_the_load_do_no_harm(void **state) {
  (void)state;
  static field x, without;
  static outcome result, exact;
  make_field(23UL, STEPS - 1, &x);
  for (int i = 0; i < SAMPLES; i++) {
    if (i < 3 * POINTS || i % 2) x.f[i] = 0;
  }
  for (const gb_function *const *f = gb_functions; *f; f++) {
    gb_functional functional = {.function = *f, .weight = 12};
    if (!is_form(&functional, "power") && !is_form(&functional, "power2")) continue;
    without = x;
    for (int i = 0; i < SAMPLES; i++) {
      if (x.f[i] == 0) {
        without.f[i] = 1;
        without.area[i] = 0;
      }
    }
    stream(&functional, &x, &result);
    two_passes(&functional, &without, &exact);
    compare(&result, &exact, 1e-13, 1e-12);
  }
}

static void empty_fields_are_defined(void **state) {
  (void)state;
  for (const gb_function *const *f = gb_functions; *f; f++) {
    if (!is_sampled(*f)) continue;
    gb_functional functional = {.function = *f, .weight = 10};
    gb_aggregate *aggregate;
    double value = -1;
    assert_int_equal(gb_aggregate_create(MPI_COMM_WORLD, 1, &functional, &aggregate, &error), 0);
    gb_aggregate_add(aggregate, (gb_instant){0.1, true, true, 0},
                     &(gb_points){(*f)->field, 0, 0, NULL, NULL, 0, 0});
    assert_int_equal(gb_aggregate_close(aggregate, &value, &error), GB_OK);
    assert_true(value == 0);
    gb_aggregate_destroy(&aggregate);
  }
}

/// Several at once over two fields: each sees its own field alone, rows of the others are zero,
/// and a second march after a reset, or a second closing, gives the same bits.
static void functionals_do_not_disturb_each_other(void **state) {
  (void)state;
  static field x;
  static outcome alone;
  make_field(31UL, 1, &x);
  const gb_functional all[] = {
      {.function = gb_function_find("mass", NULL)},
      {.function = gb_function_find("ks", NULL), .weight = 20, .discrete = true},
      {.function = gb_function_find("compliance", NULL)}};
  gb_aggregate *aggregate;
  const gb_instant start = {0, true, false, 0}, later = {3, false, false, -1};
  double value[3], again[3], f = 0.5, area = 2, g[3];
  assert_int_equal(gb_aggregate_create(MPI_COMM_WORLD, 3, all, &aggregate, &error), GB_OK);
  assert_true(gb_aggregate_uses(aggregate, GB_FIELD_ENERGY, later));
  add_all(aggregate, GB_FIELD_FAILURE, &x);
  gb_aggregate_add(aggregate, start, &(gb_points){GB_FIELD_MASS, 0, rank == 0, &f, &area, 0, 0});
  gb_aggregate_add(aggregate, later, &(gb_points){GB_FIELD_MASS, 0, rank == 0, &f, &area, 0, 0});
  gb_aggregate_add(aggregate, start, &(gb_points){GB_FIELD_ENERGY, 0, rank == 0, &f, &area, 0, 0});
  gb_aggregate_add(aggregate, later, &(gb_points){GB_FIELD_ENERGY, 0, rank == 0, &f, &area, 0, 0});
  assert_int_equal(gb_aggregate_close(aggregate, value, &error), GB_OK);
  stream(&all[1], &x, &alone);
  assert_true(value[0] == 1 && value[1] == alone.value && value[2] == 3);
  gb_aggregate_weights(aggregate, later, &(gb_points){GB_FIELD_ENERGY, 0, 1, &f, &area, 0, 0}, g);
  assert_true(g[0] == 0 && g[1] == 0 && g[2] == 6);
  gb_aggregate_weights(aggregate, start, &(gb_points){GB_FIELD_MASS, 0, 1, &f, &area, 0, 0}, g);
  assert_true(g[0] == 2 && g[1] == 0 && g[2] == 0);
  assert_int_equal(gb_aggregate_close(aggregate, again, &error), GB_OK);
  assert_memory_equal(value, again, sizeof value);
  gb_aggregate_reset(aggregate);
  add_all(aggregate, GB_FIELD_FAILURE, &x);
  assert_int_equal(gb_aggregate_close(aggregate, again, &error), GB_OK);
  assert_true(again[0] == 0 && again[1] == value[1] && again[2] == 0);
  gb_aggregate_destroy(&aggregate);
}

/// The sums of an interrupted march go on from plain doubles: with the same ranks to the same bits,
/// and with all parts on one rank, as on another number of ranks, to round-off.
static void saved_sums_go_on(void **state) {
  (void)state;
  static field x;
  make_field(41UL, 2, &x);
  const double tolerance[] = {0, 1e-14};
  for (const gb_function *const *f = gb_functions; *f; f++) {
    if (!is_sampled(*f)) continue;
    gb_functional functional = {.function = *f, .weight = 20};
    gb_aggregate *aggregate;
    double value, again;
    assert_int_equal(gb_aggregate_create(MPI_COMM_WORLD, 1, &functional, &aggregate, &error), 0);
    add_all(aggregate, (*f)->field, &x);
    size_t size = gb_aggregate_numbers(aggregate);
    double *sums = calloc(size * (size_t)(ranks + 1), sizeof *sums);
    gb_aggregate_store(aggregate, sums);
    sums[size * (size_t)ranks] = -INFINITY; // of a further rank, which has seen no point
    assert_int_equal(gb_aggregate_close(aggregate, &value, &error), GB_OK);
    for (int all = 0; all < 2; all++) {
      add_all(aggregate, (*f)->field, &x); // forgotten
      gb_aggregate_restore(aggregate, ranks + all, sums);
      assert_int_equal(gb_aggregate_close(aggregate, &again, &error), GB_OK);
      assert_true(fabs(again - value) <= tolerance[all] * fabs(value));
    }
    free(sums);
    gb_aggregate_destroy(&aggregate);
  }
}

/// Four point masses, of which each rank has some: the centre and the tensor of inertia about it
/// from sums are those of the definitions, and slopes are differences of values.
static void sums_of_masses_have_their_formulas(void **state) {
  enum { POINTS_OF_MASS = 4, MOST = 4 };
  static const double mass[POINTS_OF_MASS] = {1, 2.5, 0.5, 3},
                      place[POINTS_OF_MASS][3] = {
                          {1, 2, 3}, {-1, 0.5, 2}, {4, -2, 0.1}, {0.3, 0.7, -5}};
  double whole = 0, middle[3] = {0};
  (void)state;
  for (int p = 0; p < POINTS_OF_MASS; p++) whole += mass[p];
  for (int i = 0; i < 3 * POINTS_OF_MASS; i++)
    middle[i % 3] += mass[i / 3] * place[i / 3][i % 3] / whole;
  for (const gb_function *const *f = gb_functions; *f; f++) {
    if (is_sampled(*f)) continue;
    const int a = (*f)->axis[0], b = (*f)->axis[1];
    const int j = a == b ? (a + 1) % 3 : a, k = a == b ? (a + 2) % 3 : b;
    const bool centre = (*f)->sums == 2;
    double expected = centre ? middle[a] : 0, total[GB_FUNCTION_SUMS] = {0};
    double slope[GB_FUNCTION_SUMS], none[GB_FUNCTION_SUMS];
    gb_functional functional = {.function = *f, .at_ends = true, .step = 1};
    gb_aggregate *aggregate;
    double value;
    const gb_instant instant = {7, false, false, 1}, other = {7, true, true, 2};
    assert_int_equal(gb_aggregate_create(MPI_COMM_WORLD, 1, &functional, &aggregate, &error), 0);
    for (int p = 0; p < POINTS_OF_MASS; p++) {
      const double *x = place[p], m = mass[p];
      const double second = a == b ? x[j] * x[j] + x[k] * x[k] : -x[a] * x[b];
      const double along = centre ? x[a] : x[j];
      const double sums[GB_FUNCTION_SUMS] = {m, m * along, m * x[k], m * second};
      for (int s = 0; s < (*f)->sums; s++) total[s] += sums[s];
      if (!centre)
        expected += m * (a == b ? pow(x[j] - middle[j], 2) + pow(x[k] - middle[k], 2)
                                : -(x[a] - middle[a]) * (x[b] - middle[b]));
      if (p % ranks != rank) continue;
      gb_aggregate_add_sums(aggregate, 0, instant, sums);
      gb_aggregate_add_sums(aggregate, 0, other, sums); // which it does not count
    }
    assert_int_equal(gb_aggregate_close(aggregate, &value, &error), GB_OK);
    assert_true(fabs(value - expected) <= 1e-13 * fabs(expected));
    gb_aggregate_slopes_of(aggregate, 0, instant, slope);
    gb_aggregate_slopes_of(aggregate, 0, other, none);
    for (int s = 0; s < (*f)->sums; s++) {
      const double h = 1e-6, kept = total[s];
      double dS[GB_FUNCTION_SUMS];
      total[s] = kept + h;
      const double up = (*f)->value(0, 0, total, dS);
      total[s] = kept - h;
      const double down = (*f)->value(0, 0, total, dS);
      total[s] = kept;
      assert_true(fabs((up - down) / (2 * h) - slope[s]) <= 1e-8 * (1 + fabs(slope[s])));
      assert_true(none[s] == 0);
    }
    gb_aggregate_destroy(&aggregate);
  }
}

static void words_name_functionals(void **state) {
  (void)state;
  for (const gb_function *const *f = gb_functions; *f; f++) {
    assert_ptr_equal(gb_function_find((*f)->type, (*f)->form), *f);
  }
  assert_null(gb_function_find("induced", NULL));
  assert_null(gb_function_find("ks", "power"));
  assert_null(gb_function_find("stress", NULL));
}

static void senseless_requests_are_refused(void **state) {
  (void)state;
  gb_functional functional = {.function = gb_function_find("ks", NULL), .weight = -1};
  gb_aggregate *aggregate = NULL;
  gb_error refused = {0};
  assert_int_equal(gb_aggregate_create(MPI_COMM_WORLD, 1, &functional, &aggregate, &refused),
                   GB_USAGE);
  assert_null(aggregate);
  assert_non_null(strstr(refused.message, "-1"));

  functional.weight = 10;
  double f = 1, area = 1, value;
  gb_error negative = {0};
  assert_int_equal(gb_aggregate_create(MPI_COMM_WORLD, 1, &functional, &aggregate, &error), GB_OK);
  gb_aggregate_add(aggregate, (gb_instant){-1, false, false, -1},
                   &(gb_points){GB_FIELD_FAILURE, 0, 1, &f, &area, 0, 0});
  assert_int_equal(gb_aggregate_close(aggregate, &value, &negative), GB_MODEL);
  assert_non_null(strstr(negative.message, "negative"));
  gb_aggregate_destroy(&aggregate);
}

/// A functional of several ends has a value for each, which is that of a functional of this end.
static void ends_have_values(void **state) {
  enum { EVERY = 2, VALUES = (STEPS - 1) / EVERY + 1 };
  field x;
  double several[VALUES], slope[SAMPLES];
  (void)state;
  make_field(5, 3, &x);
  gb_functional functional = {.function = gb_function_find("ks", NULL),
                              .weight = 7,
                              .at_ends = true,
                              .every = EVERY,
                              .values = VALUES};
  gb_aggregate *aggregate;
  assert_int_equal(gb_aggregate_create(MPI_COMM_WORLD, 1, &functional, &aggregate, &error), GB_OK);
  assert_int_equal(gb_aggregate_values(aggregate), VALUES);
  add_all(aggregate, GB_FIELD_FAILURE, &x);
  assert_int_equal(gb_aggregate_close(aggregate, several, &error), GB_OK);
  slopes(aggregate, GB_FIELD_FAILURE, &x, slope);
  for (int k = 0; k < STEPS; k++) {
    const int value = k % EVERY == 0 ? k / EVERY : -1;
    assert_int_equal(gb_aggregate_value_of(aggregate, 0, instant_of(&x, k)), value);
    if (value < 0) continue;
    const gb_functional single = {
        .function = functional.function, .weight = 7, .at_ends = true, .step = k};
    outcome result;
    stream(&single, &x, &result);
    if (fabs(result.value - several[value]) > 1e-12 * fabs(result.value))
      fail_msg("value %d: %.17g, alone %.17g", value, several[value], result.value);
    for (int i = k * POINTS; i < (k + 1) * POINTS; i++)
      if (fabs(result.slope[i] - slope[i]) > 1e-12)
        fail_msg("slope %d: %.17g, alone %.17g", i, slope[i], result.slope[i]);
  }
  gb_aggregate_destroy(&aggregate);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_and_derivatives_are_those_of_the_formulas),
      cmocka_unit_test(ends_have_values),
      cmocka_unit_test(constant_fields_have_closed_forms),
      cmocka_unit_test(zero_fields_are_defined),
      cmocka_unit_test(zeros_before_the_load_do_no_harm),
      cmocka_unit_test(empty_fields_are_defined),
      cmocka_unit_test(functionals_do_not_disturb_each_other),
      cmocka_unit_test(saved_sums_go_on),
      cmocka_unit_test(sums_of_masses_have_their_formulas),
      cmocka_unit_test(words_name_functionals),
      cmocka_unit_test(senseless_requests_are_refused),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failed;
}
