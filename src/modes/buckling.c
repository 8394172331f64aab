/// Search for load factors by the finder of modes, for the pencil of K' and K, whose eigenvalues
/// are -1 / factor.
#include "modes/buckling.h"

#include "base/arena.h"
#include "modes/derivative.h"

#include <math.h>
#include <string.h>

/// STEPS: of the power method that estimates the lowest load factor. DEFAULT: number of load
/// factors if none is requested. MANY: models with more unknowns count as large.
enum { STEPS = 6, DEFAULT = 10, MANY = 20000 };
/// The search begins below the lowest load factor by this share of its estimate, and goes to this
/// multiple of it.
static const double BEGIN = 0.5, END = 1e4;
/// Distance of load factors in differences, relative to the lowest one: short for springs and force
/// laws, which are not polynomials, and far above round-off.
static const double SHORT = 0.05;
/// Largest change (see gb_small_change) of a path on which something buckles; round-off of products
/// with K, relative to their largest entry.
static const double FAR = 1e3, ROUND_OFF = 4e-15;
/// Largest relative change of a load factor by what is neglected of an unsymmetric K'.
static const double NEGLECTED = 1e-3;

typedef struct search {
  gb_workshop w;
  gb_loading *loading;
  int factorisations;
  double change;    ///< largest change (see gb_small_change) per unit of the load factor
  bool moves;       ///< the base state depends on the designs
  double asymmetry; ///< of K'; the search takes its symmetric part
  double largest;   ///< estimate of the 1 / load factor of largest size
} search;

static int check(const gb_modes_request *request, gb_error *error) {
  const gb_modes_settings *settings = request->settings;
  const char *scheme = request->analysis->time->scheme;
  if (!gb_scheme_is_static(scheme))
    return gb_fail(error, GB_WRONG_SCHEME,
                   "time.scheme: buckling is a question of statics (found %s); accepted: linear or "
                   "static",
                   scheme);
  if (settings->at != GB_AT_REFERENCE && strcmp(scheme, "linear") == 0)
    return gb_fail(error, GB_WRONG_SCHEME,
                   "%s.at: linear statics has no state but the reference about which it buckles "
                   "(found %s); accepted: reference, or time.scheme: static",
                   settings->where, settings->words);
  if (settings->spin[0] != 0 || settings->spin[1] != 0 || settings->spin[2] != 0)
    return gb_fail(error, GB_KEY_CONFLICT, "%s.spin: not used by buckling; accepted: none",
                   settings->where);
  if (request->analysis->model->problem->constraints->enforce == GB_ENFORCE_PENALTY)
    return gb_fail(error, GB_KEY_CONFLICT,
                   "constraints.enforce: buckling holds constraints exactly (found penalty); "
                   "accepted: another one");
  return GB_OK;
}

/// Estimate the 1 / factor of largest size, with its sign, by the power method with the factor of
/// K.
static int estimate(const search *s, double *largest, gb_error *error) {
  const gb_spectrum spectrum = gb_workshop_spectrum(&s->w);
  const size_t length = s->w.length;
  double *x = NULL, size = 1, along = 0;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(s->w.model->comm, GB_TAKE(&scratch, x, 2 * length, error), error));
  double *y = x + length;
  gb_spectrum_random(&spectrum, 0, x);
  for (int k = 0; k < STEPS && size > 0; k++) {
    GB_TRY(gb_pencil_stiffness(s->w.pencil, false, 1, x, y, error));
    along = gb_spectrum_dot(&spectrum, x, y); // x . K' x for x . K x = 1
    memcpy(x, y, length * sizeof *x);
    GB_TRY(gb_pencil_solve(s->w.pencil, 1, x, error));
    size = sqrt(fabs(gb_spectrum_dot(&spectrum, x, y))); // sqrt(x . K x)
    for (size_t i = 0; size > 0 && i < length; i++) x[i] /= size;
  }
  *largest = along > 0 ? -size : size;
  return GB_OK;
}

static int refuse_stable(const search *s, double above, gb_error *error) {
  return gb_fail(error, GB_NO_MODES,
                 "%s: no load factor of buckling below %.1e: the loads stretch or do not load what "
                 "could buckle; accepted: loads that compress, perhaps these with the other sign",
                 s->w.request->settings->where, above);
}

/// Count the load factors up to END / largest.
static int count_factors(search *s, double largest, int64_t *count, gb_error *error) {
  int64_t negative;
  GB_TRY(gb_pencil_factor(s->w.pencil, -largest / END, &negative, error));
  s->factorisations++;
  *count = negative - s->w.model->dofs->total_multipliers;
  return *count > 0 ? GB_OK : refuse_stable(s, END / largest, error);
}

/// Choose the range of the search, and count the load factors in it. Large models whose loads
/// compress have more than can be requested, and are not counted.
static int choose_range(search *s, gb_spectrum *spectrum, gb_error *error) {
  double largest = 0;
  GB_TRY(estimate(s, &largest, error));
  s->change = gb_loading_change(s->loading);
  const double far = FAR / s->change;
  if (!(fabs(largest) * far > 1)) return refuse_stable(s, far, error);
  gb_loading_shorten(s->loading, SHORT / fabs(largest));
  s->largest = fabs(largest);
  spectrum->bound = s->largest / BEGIN;
  spectrum->below = spectrum->total - spectrum->held;
  if (largest > 0 && spectrum->below > MANY) return GB_OK;
  return count_factors(s, fabs(largest), &spectrum->below, error);
}

static int allocate(const search *s, gb_modes *modes, gb_error *error) {
  const size_t count = (size_t)modes->count, size = gb_node_values(s->w.model->nodes);
  gb_arena *arena = &modes->memory;
  GB_TRY(GB_TAKE(arena, modes->value, count, error));
  GB_TRY(GB_TAKE(arena, modes->error, count, error));
  GB_TRY(GB_TAKE(arena, modes->repeated, count, error));
  GB_TRY(GB_TAKE(arena, modes->shape, count * size, error));
  return s->moves ? GB_TAKE(arena, modes->about.base, size, error) : GB_OK;
}

static void set_values(const search *s, const gb_pairs *pairs, gb_modes *modes) {
  const double shift = gb_finder_shift(s->w.finder);
  for (int i = 0; i < modes->count; i++) {
    const double value = pairs->value[i]; // negative: it is one of those below 0
    modes->value[i] = -1 / value;
    modes->error[i] = pairs->error[i] * (value + shift) / -value;
    modes->repeated[i] = (i > 0 && gb_workshop_is_near(value, pairs->value[i - 1])) ||
                         (i + 1 < pairs->found && gb_workshop_is_near(value, pairs->value[i + 1]));
  }
}

/// Set the derivatives of all load factors; those of repeated ones are NAN.
/// @param x eigenvectors, [count][n + m]
static int differentiate_all(search *s, const double x[], gb_modes *modes, gb_error *error) {
  const gb_design_set *designs = s->w.model->designs;
  const size_t count = (size_t)designs->count, length = s->w.length;
  const size_t size = (size_t)modes->count * count;
  double *all = NULL, *bar = NULL, *by_state = NULL;
  int64_t negative;
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&scratch, all, (size_t)designs->width, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, bar, (size_t)modes->count * length, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, by_state, size, error);
  GB_TRY(gb_agree(s->w.model->comm, status, error));
  GB_TRY(gb_pencil_load(s->w.pencil, NULL, error));
  GB_TRY(gb_pencil_factor(s->w.pencil, 0, &negative, error));
  s->factorisations++;
  for (int c = 0; c < modes->count; c++) {
    const gb_buckling_pair pair = {&s->w, s->loading, modes->value[c], x + (size_t)c * length};
    double *row = modes->derivative + (size_t)c * count;
    GB_TRY(gb_buckling_derivative(&pair, all, bar + (size_t)c * length, error));
    GB_TRY(gb_design_set_fold(designs, s->w.model->comm, all, error));
    memcpy(row, all, count * sizeof *row);
  }
  if (!s->moves) return GB_OK;
  GB_TRY(gb_base_state_gradient(s->w.request, modes->count, bar, by_state, error));
  for (size_t i = 0; i < size; i++) modes->derivative[i] += by_state[i];
  return GB_OK;
}

/// Compute the derivatives, if there are designs.
static int differentiate(search *s, const double x[], gb_modes *modes, gb_error *error) {
  const size_t designs = (size_t)s->w.model->designs->count;
  if (designs == 0) return GB_OK;
  const int status =
      GB_TAKE(&modes->memory, modes->derivative, (size_t)modes->count * designs, error);
  GB_TRY(gb_agree(s->w.model->comm, status, error));
  return differentiate_all(s, x, modes, error);
}

/// The relative change of a load factor by the rest of K', whose products with its shape are `part`
/// of 1 / load factor: the square of the part by the distance of the next 1 / load factor, and at
/// most the part.
static double change_of(const gb_modes *modes, int i, double part) {
  double nearest = 1;
  for (int k = i - 1; k <= i + 1; k += 2)
    if (k >= 0 && k < modes->count)
      nearest = fmin(nearest, fabs(1 - modes->value[i] / modes->value[k]));
  return fmin(part, part * part / fmax(nearest, 1e-300));
}

/// Find what the antisymmetric part A of K' would change. Of modes x . K x = 1 it has the products
/// a_ij = x_i . A x_j, and 1 / load factor changes by the a_ij^2 over distances of these values.
/// The sum of all a_ij^2 is x_j . A^T K^-1 A x_j, of which a factor below all values gives a bound.
static int find_neglected(search *s, const double x[], gb_modes *modes, gb_error *error) {
  const gb_spectrum spectrum = gb_workshop_spectrum(&s->w);
  const size_t length = s->w.length;
  const double shift = -s->largest / BEGIN;
  int64_t negative;
  double *part = NULL;
  GB_SCRATCH(scratch);
  gb_pencil_even(s->w.pencil, false);
  if (s->asymmetry <= GB_LOADING_SYMMETRY) return GB_OK;
  GB_TRY(gb_agree(s->w.model->comm, GB_TAKE(&scratch, part, 2 * length, error), error));
  GB_TRY(gb_pencil_factor(s->w.pencil, shift, &negative, error));
  s->factorisations++;
  for (int i = 0; i < modes->count; i++) {
    double *rest = part + length;
    GB_TRY(gb_pencil_stiffness(s->w.pencil, false, 1, x + (size_t)i * length, part, error));
    GB_TRY(gb_pencil_stiffness(s->w.pencil, true, 1, x + (size_t)i * length, rest, error));
    for (size_t k = 0; k < length; k++) part[k] = rest[k] = 0.5 * (part[k] - rest[k]);
    GB_TRY(gb_pencil_solve(s->w.pencil, 1, rest, error));
    const double squares = (s->largest - shift) * fabs(gb_spectrum_dot(&spectrum, part, rest));
    const double change = change_of(modes, i, sqrt(squares) * modes->value[i]);
    modes->about.neglected = fmax(modes->about.neglected, change);
  }
  return modes->about.neglected <= NEGLECTED ? GB_OK
                                             : gb_workshop_refuse(&s->w, s->asymmetry, error);
}

static int make(search *s, gb_modes *modes, gb_error *error) {
  GB_TRY(gb_loading_create(&s->w, &s->loading, error));
  const double round_off = ROUND_OFF / gb_loading_distance(s->loading); // of the difference K'
  GB_TRY(gb_workshop_asymmetry(&s->w, round_off, &s->asymmetry, error));
  gb_pencil_even(s->w.pencil, s->asymmetry > GB_LOADING_SYMMETRY);
  gb_spectrum spectrum = gb_workshop_spectrum(&s->w);
  GB_TRY(choose_range(s, &spectrum, error));
  if (modes->count == 0) modes->count = DEFAULT;
  if (modes->count > spectrum.below) modes->count = (int)spectrum.below;
  GB_TRY(gb_finder_create(&spectrum, modes->count, &s->w.finder, error));
  GB_TRY(gb_finder_run(s->w.finder, error));
  const gb_pairs *pairs = gb_finder_pairs(s->w.finder);
  GB_TRY(gb_agree(s->w.model->comm, allocate(s, modes, error), error));
  set_values(s, pairs, modes);
  modes->about.change = s->change * modes->value[0];
  GB_TRY(find_neglected(s, pairs->x, modes, error));
  GB_TRY(differentiate(s, pairs->x, modes, error));
  modes->factorisations = s->factorisations + gb_loading_factorisations(s->loading) +
                          gb_finder_factorisations(s->w.finder);
  return gb_workshop_shapes(&s->w, pairs->x, modes, error);
}

int gb_buckling_find(const gb_modes_request *request, gb_modes *modes, gb_error *error) {
  search s = {.moves = request->settings->at != GB_AT_REFERENCE};
  *modes = (gb_modes){.count = request->count};
  GB_TRY(check(request, error));
  int status = gb_workshop_open(request, &s.w, error);
  if (status == GB_OK) status = make(&s, modes, error);
  gb_loading_destroy(&s.loading);
  gb_workshop_close(&s.w);
  if (status != GB_OK) gb_modes_free(modes);
  return status;
}
