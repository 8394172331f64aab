/// Tables of schemes and enforcement of constraints, as the settings of a march ask for them.
#include "engine/request.h"

#include "integrators/schemes/schemes.h"
#include "integrators/step_error.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// The place of a number among a scheme's own; GB_PARAMETERS when it has none of that name.
static int place_of(const gb_scheme *scheme, const char *name) {
  int k = 0;
  while (k < GB_PARAMETERS && (!scheme->parameter[k] || strcmp(scheme->parameter[k], name) != 0))
    k++;
  return k;
}

/// The scheme's own numbers in its order; a number that it has not is refused.
static int read_numbers(const gb_march_settings *time, const gb_scheme *scheme,
                        gb_time_settings *settings, gb_error *error) {
  static const char *const name[GB_SCHEME_PARAMETERS] = {"beta", "gamma", "rho", "alpha"};
  for (int i = 0; i < GB_SCHEME_PARAMETERS; i++) {
    if (isnan(time->parameter[i])) continue;
    int k = place_of(scheme, name[i]);
    if (k == GB_PARAMETERS)
      return gb_fail(error, GB_KEY_CONFLICT, "%s: scheme %s has no number '%s'", time->where,
                     time->scheme, name[i]);
    settings->parameter[k] = time->parameter[i];
  }
  return GB_OK;
}

static int make_table(const gb_march_settings *time, bool projects, gb_table **out,
                      gb_error *error) {
  gb_time_settings settings = {.scheme = time->scheme,
                               .step = time->step,
                               .steps = time->steps,
                               .retry = time->newton.retry,
                               .start = time->start,
                               .projects = projects,
                               .quadrature = time->quadrature};
  const gb_scheme *scheme;
  for (int i = 0; (scheme = gb_scheme_at(i)); i++)
    if (strcmp(scheme->name, time->scheme) == 0) break;
  for (int k = 0; k < GB_PARAMETERS; k++) settings.parameter[k] = NAN;
  if (scheme) GB_TRY(read_numbers(time, scheme, &settings, error));
  gb_error inner = {0};
  int status = gb_table_create(&settings, out, &inner);
  return status == GB_OK
             ? GB_OK
             : gb_fail(error, gb_error_code(status, &inner), "%s: %s", time->where, inner.message);
}

bool gb_request_scheme(int place, gb_scheme_traits *traits) {
  const gb_scheme *scheme = gb_scheme_at(place);
  if (!scheme) return false;
  *traits = (gb_scheme_traits){.name = scheme->name,
                               .is_static = scheme->order == 0,
                               .linear = scheme->linear,
                               .needs_start = scheme->need > 1};
  return true;
}

/// A line of a list. @return what it takes of the text
static size_t print_scheme(const gb_scheme *scheme, size_t size, char *text) {
  char numbers[100] = "";
  for (int k = 0; k < GB_PARAMETERS && scheme->parameter[k]; k++) {
    size_t used = strlen(numbers);
    snprintf(numbers + used, sizeof numbers - used, "%s%s = %g", used ? ", " : " (",
             scheme->parameter[k], scheme->preset[k]);
  }
  return (size_t)snprintf(text, size, "  %-20s %s%s%s\n", scheme->name, scheme->title, numbers,
                          *numbers ? ")" : "");
}

void gb_request_list_schemes(size_t size, char *text) {
  size_t used = 0;
  const gb_scheme *scheme;
  for (int i = 0; (scheme = gb_scheme_at(i)) && used < size; i++)
    used += print_scheme(scheme, size - used, text + used);
}

// How constraints are enforced, by what a scheme does to velocities and accelerations across
// enforced positions, and to invariants. Source: docs/theory.md, (10.10) and (10.11).

/// Hidden constraints must lose more than this part of their error a step.
static const double damped = 0.995;

/// A regular step's first solve stage.
static void find_regular(const gb_table *table, gb_stage *point) {
  int64_t k = gb_table_stages(table) - gb_table_width(table);
  do gb_table_stage(table, k++, point);
  while (point->kind == GB_STAGE_COMBINE);
}

/// The size of its regular steps.
static double step_of(const gb_table *table) {
  gb_stage end, before;
  const int64_t last = gb_table_stages(table) - 1;
  gb_table_stage(table, last, &end);
  gb_table_stage(table, last - gb_table_width(table), &before);
  return end.t - before.t;
}

/// Whether its steps are those of the mid-point or the trapezoidal rule, sigma = (h^2 / 4, h / 2,
/// 1), which keep quadratic invariants.
static bool keeps_invariants(const gb_table *table) {
  gb_stage regular;
  find_regular(table, &regular);
  const double half = step_of(table) / 2;
  return regular.sigma[GB_A] == 1 && fabs(regular.sigma[GB_V] / half - 1) < 1e-9 &&
         fabs(regular.sigma[GB_Q] / (half * half) - 1) < 1e-9;
}

/// M <- M^2 / |M^2|; the logarithm of that norm.
static double square(double M[GB_COMPONENTS][GB_COMPONENTS]) {
  double S[GB_COMPONENTS][GB_COMPONENTS] = {{0}}, norm = 0;
  for (int i = 0; i < GB_COMPONENTS; i++)
    for (int j = 0; j < GB_COMPONENTS; j++) {
      for (int k = 0; k < GB_COMPONENTS; k++) S[i][j] += M[i][k] * M[k][j];
      norm = fmax(norm, fabs(S[i][j]));
    }
  for (int i = 0; i < GB_COMPONENTS; i++)
    for (int j = 0; j < GB_COMPONENTS; j++) M[i][j] = norm > 0 ? S[i][j] / norm : 0;
  return norm > 0 ? log(norm) : -INFINITY;
}

/// The factor a step of errors in the hidden constraints where positions are held: the spectral
/// radius of y_k = (C - sigma C_q / sigma_q) y_(k-1), for schemes that go on from one point.
static double hidden_radius(const gb_stage *point) {
  enum { SQUARINGS = 20 };
  double M[GB_COMPONENTS][GB_COMPONENTS], logarithm = 0;
  const double(*C)[GB_COMPONENTS] = point->history[0].c;
  for (int i = 0; i < GB_COMPONENTS; i++)
    for (int j = 0; j < GB_COMPONENTS; j++)
      M[i][j] = C[i][j] - point->sigma[i] * C[GB_Q][j] / point->sigma[GB_Q];
  for (int k = 0; k < SQUARINGS; k++) logarithm = 2 * logarithm + square(M);
  return exp(ldexp(logarithm, -SQUARINGS));
}

/// Whether the errors that enforced positions leave to velocities and accelerations die out.
static bool damps_hidden(const gb_table *table) {
  const gb_scheme *scheme = gb_table_scheme(table);
  gb_stage regular;
  if (scheme->order == 0) return true;
  find_regular(table, &regular);
  return scheme->index3 && (regular.histories > 1 || hidden_radius(&regular) < damped);
}

/// Whether a point after the first has no say in its positions: of explicit schemes, and the step
/// ends of `start: dirk`, which are solved for accelerations. The irregular steps come first.
static bool has_explicit_point(const gb_table *table) {
  for (int64_t k = 1; k < gb_table_stages(table) && k <= 32; k++) {
    gb_stage point;
    gb_table_stage(table, k, &point);
    if (point.kind == GB_STAGE_SOLVE && point.sigma[GB_Q] == 0) return true;
  }
  return false;
}

/// @return the enforcement that `auto` chooses: positions where the scheme damps what these leave
/// to velocities and accelerations, accelerations where the scheme bounds the drift of positions,
/// (10.11), else accelerations with projections, for errors of positions grow with those of the
/// velocities.
static gb_enforce suits(const gb_table *table) {
  if (damps_hidden(table) && !has_explicit_point(table)) return GB_ENFORCE_INDEX3;
  return keeps_invariants(table) ? GB_ENFORCE_INDEX1 : GB_ENFORCE_PROJECTED;
}

int gb_request_table(const gb_analysis *analysis, gb_table **out, gb_error *error) {
  const gb_enforce enforce = analysis->model->problem->constraints->enforce;
  const bool constrained = analysis->model->dofs->total_multipliers > 0;
  const gb_problem *problem = analysis->model->problem;
  if (problem->states.count > 0 && gb_scheme_is_static(analysis->time->scheme))
    return gb_fail(error, GB_WRONG_SCHEME,
                   "%s: a state, with the scheme %s; accepted: a scheme that marches in time",
                   problem->states.entry[0].where, analysis->time->scheme);
  GB_TRY(make_table(analysis->time, constrained && enforce == GB_ENFORCE_PROJECTED, out, error));
  if (!constrained || enforce != GB_ENFORCE_AUTO || suits(*out) != GB_ENFORCE_PROJECTED)
    return GB_OK;
  gb_table_destroy(out);
  return make_table(analysis->time, true, out, error);
}

bool gb_enforcement_opens(const gb_enforcement *enforcement, const gb_table *table) {
  return gb_table_scheme(table)->order > 0 && enforcement->weight[2] != 0 &&
         !gb_table_projects(table);
}

static int refuse_positions(const gb_constraints *request, const gb_table *table,
                            const double sigma[GB_COMPONENTS], gb_error *error) {
  char serving[600] = "";
  const gb_scheme *scheme;
  for (int i = 0; (scheme = gb_scheme_at(i)); i++) {
    const size_t used = strlen(serving);
    if (scheme->index3)
      snprintf(serving + used, sizeof serving - used, "%s%s", used ? ", " : "", scheme->name);
  }
  const char *start = sigma[GB_Q] == 0 ? "" : " and start: dirk";
  return gb_fail(
      error, GB_WRONG_SCHEME,
      "%s: enforce: index3 cannot be solved with %s%s, which is explicit in the "
      "positions; accepted: enforce: index1, or index3 with a scheme%s that serves it: %s",
      request->where, gb_table_scheme(table)->name, start, sigma[GB_Q] == 0 ? "" : " or start",
      serving);
}

void gb_request_pairing(const gb_constraints *request, const gb_table *table, size_t size,
                        char *text) {
  const gb_scheme *scheme = gb_table_scheme(table);
  const bool damps = damps_hidden(table);
  const char *undamped = scheme->index3_loss || damps ? scheme->index3_loss : GB_UNDAMPED;
  const char *loss = request->enforce == GB_ENFORCE_INDEX3 ? undamped
                     : request->enforce == GB_ENFORCE_INDEX1 && damps
                         ? "joints come apart by the scheme's error, where index3 keeps them at "
                           "round-off"
                         : NULL;
  static const char *const taken[] = {[GB_ENFORCE_INDEX3] = "index3",
                                      [GB_ENFORCE_INDEX1] = "index1",
                                      [GB_ENFORCE_PROJECTED] = "projected"};
  text[0] = 0;
  if (!loss || scheme->order == 0) return;
  const bool index3 = request->enforce == GB_ENFORCE_INDEX3;
  snprintf(text, size, "%s: enforce: %s with %s: %s; enforce: auto takes %s", request->where,
           index3 ? "index3" : "index1", scheme->name, loss, taken[suits(table)]);
}

/// Phi'' + 2 xi omega Phi' + omega^2 Phi = lambda / factor; at rest what is left of it.
static void set_penalty(const gb_constraints *request, bool dynamic, gb_enforcement *out) {
  const double square = request->omega * request->omega;
  out->compliance = 1 / request->factor;
  if (!dynamic)
    out->compliance /= square;
  else
    memcpy(out->weight, (double[]){square, 2 * request->xi * request->omega, 1},
           sizeof out->weight);
}

int gb_request_enforcement(const gb_constraints *request, const gb_table *table,
                           gb_enforcement *out, gb_error *error) {
  const gb_scheme *scheme = gb_table_scheme(table);
  const bool dynamic = scheme->order > 0;
  const gb_enforce enforce = request->enforce == GB_ENFORCE_AUTO ? suits(table) : request->enforce;
  const bool index3 = enforce == GB_ENFORCE_INDEX3;
  gb_stage regular;
  find_regular(table, &regular);
  if (index3 && has_explicit_point(table))
    return refuse_positions(request, table, regular.sigma, error);
  const double alpha = request->alpha, beta = request->beta;
  *out = (gb_enforcement){.column = dynamic ? regular.sigma[GB_A] : 1, .weight = {1, 0, 0}};
  if (enforce == GB_ENFORCE_PENALTY) {
    set_penalty(request, dynamic, out);
    return GB_OK;
  }
  if (enforce == GB_ENFORCE_PROJECTED && dynamic)
    memcpy(out->weight, (double[]){0, 0, 1}, sizeof out->weight);
  else if (!index3 && dynamic)
    memcpy(out->weight, (double[]){beta * beta, 2 * alpha, 1}, sizeof out->weight);
  return GB_OK;
}

unsigned gb_request_uses(const gb_analysis *analysis) {
  const gb_constraints *constraints = analysis->model->problem->constraints;
  gb_table *table = NULL;
  gb_error none = {0};
  if (gb_request_table(analysis, &table, &none) != GB_OK) return ~0u;
  const gb_scheme *scheme = gb_table_scheme(table);
  const gb_enforce enforce =
      constraints->enforce == GB_ENFORCE_AUTO ? suits(table) : constraints->enforce;
  const bool moves = scheme->order > 0, constrained = analysis->model->dofs->total_multipliers > 0;
  const unsigned uses =
      (moves ? GB_USE_MOTION : 0) | (scheme->need > 1 ? GB_USE_START : 0) |
      (scheme->weighted ? 0 : GB_USE_QUADRATURE) |
      (gb_step_error_rings(table) ? GB_USE_RINGING : 0) |
      (!constrained || (moves && enforce == GB_ENFORCE_INDEX1) ? GB_USE_BAUMGARTE : 0);
  gb_table_destroy(&table);
  return uses;
}
