/// `verify --differences`: the gradient against central differences of the case read again with
/// other values of its designs, so that they have the input, the model and the march in common and
/// no derivative. Source of the extrapolation and its error: Ridders, Accurate computation of F'(x)
/// and F'(x) F''(x), Advances in Engineering Software 4 (1982).
#include "command/report/report.h"
#include "command/verification.h"
#include "session/plausibility.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// Rows of an extrapolation, and those from which on the last NOISY differences change by the
/// round-off of the function alone.
enum { LEVELS = 10, LEAST_LEVELS = 3, COLUMNS = 4, SHORT_LEVELS = 6, NOISY = 3 };
/// Steps relative to the design: the first one, and each by the one before.
static const double FIRST_STEP = 1e-2, SHORTER = 0.25;
/// A difference is better known than this, of the derivative or of all of the function: enough.
static const double ENOUGH = 1e-9;
/// How many errors of a difference, and how much of the derivative, an adjoint may be off.
static const double SAFETY = 10, ALLOWED = 1e-6;
/// The part of a derivative, or of the function's size, to which a difference must be known.
static const double KNOWN = 1e-2, NEGLIGIBLE = 1e-8;

/// Verdict of the differences on a derivative.
typedef enum verdict { AGREES, UNCLEAR, WRONG } verdict;
static const char *const verdicts[] = {"agrees", "unclear", "WRONG"};

/// A derivative of one value along one direction.
typedef struct difference {
  double value, error;
  verdict verdict;
} difference;

/// Extrapolation of a value along one direction, the last row and the row before: differences, and
/// the distance of the mean of both sides from the value between them.
typedef struct extrapolation {
  double slope[2][COLUMNS], bend[2][COLUMNS];
  difference best[LEVELS]; ///< of each row
  double step[LEVELS];
  double change[LEVELS]; ///< of the values' difference from row to row, beside that by the step
} extrapolation;

typedef struct differences {
  gb_verification *along;
  gb_arena memory;      ///< of the arrays
  const double *value;  ///< of the functionals at the case's designs, [functionals]
  int *first;           ///< design of each entry of the case, [entries + 1]
  double *design;       ///< values of the designs at a point, [designs]
  double *derivative;   ///< by the adjoint or tangent, [functionals][directions]
  double *side[2];      ///< values of the functionals on both sides, [functionals]
  extrapolation *table; ///< [functionals]
  difference *found;    ///< [functionals][directions]
  int count[3];         ///< of each verdict
} differences;

static int allocate(differences *d, gb_error *error) {
  const gb_session *s = d->along->session;
  const gb_design_set *designs = s->model->designs;
  const size_t functionals = (size_t)d->along->functionals;
  const size_t entries = functionals * (size_t)d->along->directions;
  const size_t listed = (size_t)s->description->problem->designs.count;
  GB_TRY(GB_TAKE(&d->memory, d->first, listed + 1, error));
  for (int j = 0; j < designs->count; j++) d->first[designs->design[j].entry + 1] = j + 1;
  GB_TRY(GB_TAKE(&d->memory, d->design, (size_t)designs->count, error));
  GB_TRY(GB_TAKE(&d->memory, d->derivative, entries, error));
  GB_TRY(GB_TAKE(&d->memory, d->found, entries, error));
  GB_TRY(GB_TAKE(&d->memory, d->table, functionals, error));
  for (int side = 0; side < 2; side++)
    GB_TRY(GB_TAKE(&d->memory, d->side[side], functionals, error));
  return GB_OK;
}

/// The functionals of the case read again, with designs moved along direction k.
static int evaluate(const differences *d, int k, double step, double value[], gb_error *error) {
  const gb_session *s = d->along->session;
  const gb_design_set *designs = s->model->designs;
  const double *direction = d->along->direction + (size_t)k * (size_t)designs->count;
  gb_session_request request = gb_verify_command(d->along)->request;
  gb_outcome outcome = {0};
  gb_session *own;
  for (int j = 0; j < designs->count; j++)
    d->design[j] = designs->design[j].value + step * direction[j];
  request.designs.first = d->first;
  request.designs.value = d->design;
  request.warn = NULL;
  GB_TRY(gb_session_open(s->comm, &request, &own, error));
  int status = gb_engine_real.run(own->analysis, NULL, own->timers, &outcome, error);
  const gb_modes_request modes = gb_session_modes(own, own->analysis);
  if (status == GB_OK) status = gb_modes_fill(&modes, &outcome, error);
  if (status == GB_OK) memcpy(value, outcome.value, (size_t)d->along->functionals * sizeof *value);
  gb_outcome_free(&outcome);
  gb_session_close(&own);
  return status;
}

/// Where the extrapolation along a direction is.
typedef struct levels {
  int k;     ///< the direction
  int count; ///< rows of the table
  int only;  ///< the side of all differences: 1 onward, -1 back; the other one leaves what the
             ///< design may be. 0: both sides
} levels;

/// The next row of an extrapolation to no step at all, of what has errors by the powers first,
/// first times each, ... of the step.
static void refine(const levels *l, double newest, double first, double each,
                   double table[2][COLUMNS]) {
  double power = first, *row = table[0], *before = table[1];
  memcpy(before, row, COLUMNS * sizeof *row);
  row[0] = newest;
  for (int j = 1; j <= l->count && j < COLUMNS; j++, power *= each)
    row[j] = (row[j - 1] - power * before[j - 1]) / (1 - power);
}

/// The best entry of the last row of the extrapolation of differences. The error of an entry is the
/// larger of its distances from the two that it was made of, and at least `least`.
static void choose(const levels *l, double table[2][COLUMNS], double least, difference *best) {
  const double *row = table[0], *before = table[1];
  for (int j = 1; j <= l->count && j < COLUMNS; j++) {
    const double error = fmax(fabs(row[j] - row[j - 1]), fabs(row[j] - before[j - 1]));
    if (fmax(error, least) < best->error) *best = (difference){row[j], fmax(error, least), AGREES};
  }
}

/// The best entry of all rows. What the function's round-off changes is found where steps are so
/// short that nothing else changes a difference; two differences may agree by chance.
static difference pick(const extrapolation *table, int rows) {
  difference best = {NAN, INFINITY, UNCLEAR};
  double noise = 0;
  for (int k = rows - NOISY; rows >= SHORT_LEVELS && k < rows; k++)
    noise = fmax(noise, table->change[k]);
  for (int k = 0; k < rows; k++) {
    const double error = fmax(table->best[k].error, noise / table->step[k]);
    if (error < best.error) best = (difference){table->best[k].value, error, AGREES};
  }
  return best;
}

/// Values at both ends of a step; one that a number may not have is taken on the other side alone.
static int take_step(const differences *d, levels *l, double step, gb_error *error) {
  for (int side = 0; side < 2; side++) {
    gb_error own = {0};
    if (l->only == (side == 0 ? 1 : -1)) continue;
    const int status = evaluate(d, l->k, side == 0 ? -step : step, d->side[side], &own);
    if (status == GB_OK) continue;
    if (l->only != 0 || gb_error_code(status, &own) != GB_WRONG_DESIGN_VALUES) {
      gb_error_move(error, &own);
      return status;
    }
    l->only = side == 0 ? 1 : -1;
    l->count = 0;
  }
  if (l->only != 0)
    memcpy(d->side[l->only > 0 ? 0 : 1], d->value,
           (size_t)d->along->functionals * sizeof *d->value);
  return GB_OK;
}

/// Add the differences by a step; whether all are known well enough. Values on both sides that are
/// not about the one between them, extrapolated, are those of another motion, or the function has a
/// kink there.
static bool add_level(differences *d, levels *l, double step) {
  const double s = SHORTER;
  bool enough = l->count + 1 >= LEAST_LEVELS;
  for (int i = 0; i < d->along->functionals; i++) {
    difference *best = &d->found[i * d->along->directions + l->k];
    extrapolation *table = &d->table[i];
    const double back = d->side[0][i], on = d->side[1][i], here = d->value[i];
    const double bend = l->only != 0 ? 0 : (on - here + (back - here)) / (2 * step);
    refine(l, (on - back) / (l->only != 0 ? step : 2 * step), l->only != 0 ? s : s * s,
           l->only != 0 ? s : s * s, table->slope);
    refine(l, bend, s, s * s, table->bend);
    const double beside = table->bend[0][l->count < COLUMNS ? l->count : COLUMNS - 1];
    table->best[l->count] = (difference){NAN, INFINITY, UNCLEAR};
    table->step[l->count] = step;
    table->change[l->count] = step * fabs(table->slope[0][0] - table->slope[1][0]);
    choose(l, table->slope, fmax(fabs(beside), DBL_EPSILON * fabs(here) / step),
           &table->best[l->count]);
    *best = pick(table, l->count + 1);
    const double known = fmax(fabs(best->value), NEGLIGIBLE * d->along->size[i]);
    enough = enough && best->error <= ENOUGH * known;
  }
  l->count++;
  return enough;
}

/// Steps at which the model cannot be built, or does not march, are too long.
static bool is_too_long(int status) {
  return status == GB_DIVERGED || status == GB_SINGULAR || status == GB_MODEL || status == GB_USAGE;
}

/// Shorter steps along one direction until all differences are known.
static int differentiate(differences *d, int k, gb_error *error) {
  levels l = {.k = k};
  double step = FIRST_STEP;
  gb_error own = {0};
  int status = GB_OK;
  for (int i = 0; i < d->along->functionals; i++)
    d->found[i * d->along->directions + k] = (difference){NAN, INFINITY, UNCLEAR};
  for (int level = 0; level < LEVELS; level++, step *= SHORTER) {
    own = (gb_error){0};
    status = take_step(d, &l, step, &own);
    if (status == GB_OK && add_level(d, &l, step)) break;
    if (status != GB_OK && !is_too_long(status)) break;
    if (status != GB_OK) l.count = 0;
  }
  if (l.count > 0) return GB_OK;
  gb_error_move(error, &own);
  return status;
}

/// Compare a derivative with its difference. Round-off is allowed for as of complex step.
static void judge(const gb_verification *v, int e, double derivative, difference *found) {
  const double function = v->size[e / v->directions];
  const double round_off = gb_verification_difference(v, e, derivative, found->value);
  const double larger = fmax(fabs(derivative), fabs(found->value));
  const double off = fabs(derivative - found->value), margin = SAFETY * found->error;
  const double size = fmax(KNOWN * larger, NEGLIGIBLE * function);
  if (off <= fmax(margin, ALLOWED * larger) || round_off <= gb_verified)
    found->verdict = margin <= size ? AGREES : UNCLEAR;
  else
    found->verdict = isnan(found->value) ? UNCLEAR : WRONG;
}

/// Judge all; where one is wrong, once more with what cancels in the derivatives, and with what
/// round-off changes in them.
static int judge_all(differences *d, gb_error *error) {
  static const gb_gradient_method measure[] = {GB_CANCELLATION, GB_ROUND_OFF};
  for (int pass = 0; pass < 3; pass++) {
    memset(d->count, 0, sizeof d->count);
    for (int e = 0; e < d->along->functionals * d->along->directions; e++) {
      judge(d->along, e, d->derivative[e], &d->found[e]);
      d->count[d->found[e].verdict]++;
    }
    const bool wrong = d->count[WRONG] > 0;
    if (pass < 2) GB_TRY(gb_verification_measure(d->along, measure[pass], wrong, error));
  }
  return GB_OK;
}

/// The value of functional i whose verdict along direction k is the worst, or that is off the most.
static int worst_of(const differences *d, int i, int k) {
  const gb_functional_settings *f = &d->along->session->analysis->functional[i];
  int worst = f->first * d->along->directions + k;
  for (int n = 1; n < f->values; n++) {
    const int e = (f->first + n) * d->along->directions + k;
    const double more = fabs(d->found[e].value - d->derivative[e]) -
                        fabs(d->found[worst].value - d->derivative[worst]);
    const int rank = (int)d->found[e].verdict - (int)d->found[worst].verdict;
    if (rank > 0 || (rank == 0 && more > 0)) worst = e;
  }
  return worst;
}

static void print_table(const differences *d) {
  const gb_session *s = d->along->session;
  gb_print(
      stdout,
      "derivative x design (if not 0): central differences of the case read again, against the "
      "%s\n  %-20s %-16s %22s %22s %9s %9s\n",
      gb_command_method(gb_verify_command(d->along)) == GB_TANGENT ? "tangent" : "adjoint",
      "functional", "design", "difference",
      gb_command_method(gb_verify_command(d->along)) == GB_TANGENT ? "tangent" : "adjoint", "error",
      "off");
  for (int i = 0; i < s->analysis->functionals; i++)
    for (int k = 0; k < d->along->directions; k++) {
      const int e = worst_of(d, i, k);
      const difference *found = &d->found[e];
      gb_print(stdout, "  %-20s %-16s %22.14e %22.14e %9.1e %9.1e  %s\n",
               s->analysis->functional[i].name, d->along->name[k], found->value, d->derivative[e],
               found->error, fabs(found->value - d->derivative[e]), verdicts[found->verdict]);
    }
  gb_print(stdout, "%d derivatives compared: %d agree, %d are wrong, %d are unclear\n",
           d->along->functionals * d->along->directions, d->count[AGREES], d->count[WRONG],
           d->count[UNCLEAR]);
}

static int write_json(const differences *d, gb_error *error) {
  const gb_session *s = d->along->session;
  gb_json *json;
  if (!gb_verify_command(d->along)->options->json) return GB_OK;
  GB_TRY(gb_report_open_json(gb_verify_command(d->along), &json, error));
  gb_json_text(json, "method",
               gb_command_method(gb_verify_command(d->along)) == GB_TANGENT ? "tangent"
                                                                            : "adjoint");
  gb_json_integer(json, "ranks", s->ranks);
  gb_json_integer(json, "unknowns", s->model->dofs->total);
  gb_json_integer(json, "compared", d->along->functionals * d->along->directions);
  gb_json_integer(json, "wrong", d->count[WRONG]);
  gb_json_integer(json, "unclear", d->count[UNCLEAR]);
  gb_json_open_object(json, "differences");
  for (int i = 0; i < s->analysis->functionals; i++) {
    gb_json_open_object(json, s->analysis->functional[i].name);
    for (int k = 0; k < d->along->directions; k++) {
      const int e = worst_of(d, i, k);
      gb_json_open_object(json, d->along->name[k]);
      gb_json_number(json, "difference", d->found[e].value);
      gb_json_number(json, "derivative", d->derivative[e]);
      gb_json_number(json, "error", d->found[e].error);
      gb_json_text(json, "verdict",
                   d->found[e].verdict == WRONG ? "wrong" : verdicts[d->found[e].verdict]);
      gb_json_close(json);
    }
    gb_json_close(json);
  }
  gb_json_close(json);
  gb_json_close(json);
  return gb_json_finish(&json, error);
}

/// Print and write all, then fail with the wrong derivative that is off the most of itself.
static int conclude(const differences *d, gb_error *error) {
  const gb_session *s = d->along->session;
  double most = 0;
  int functional = 0, worst = -1;
  if (gb_command_prints(gb_verify_command(d->along))) print_table(d);
  if (s->rank == 0) GB_TRY(write_json(d, error));
  for (int e = 0; e < d->along->functionals * d->along->directions; e++) {
    const double a = d->derivative[e], b = d->found[e].value;
    const double off = fabs(a - b) / fmax(fabs(a), fabs(b));
    if (d->found[e].verdict != WRONG || off < most) continue;
    most = off;
    worst = e;
  }
  if (worst < 0) return GB_OK;
  const gb_functional_settings *f = s->analysis->functional;
  while (worst / d->along->directions >= f[functional].first + f[functional].values) functional++;
  return gb_fail(error, GB_WRONG_DERIVATIVE,
                 "verification failed: d %s / d %s is off by %.1e of itself: %.8e, by differences "
                 "%.8e within %.1e (each times the design); %d of %d are wrong",
                 s->analysis->functional[functional].name,
                 d->along->name[worst % d->along->directions], most, d->derivative[worst],
                 d->found[worst].value, d->found[worst].error, d->count[WRONG],
                 d->along->functionals * d->along->directions);
}

static int run(differences *d, gb_outcome *outcome, gb_error *error) {
  const gb_session *s = d->along->session;
  GB_TRY(gb_agree(s->comm, allocate(d, error), error));
  GB_TRY(gb_verification_differentiate(d->along, gb_command_method(gb_verify_command(d->along)),
                                       d->derivative, outcome, error));
  d->value = outcome->value;
  for (int k = 0; k < d->along->directions; k++) {
    if (gb_command_prints(gb_verify_command(d->along)))
      gb_print(stderr, "differences %d of %d (%s)\n", k + 1, d->along->directions,
               d->along->name[k]);
    GB_TRY(differentiate(d, k, error));
  }
  GB_TRY(judge_all(d, error));
  gb_plausibility_tell(s, outcome, gb_command_warn, NULL);
  return gb_agree(s->comm, conclude(d, error), error);
}

int gb_verify_differences(const gb_command *command, gb_error *error) {
  gb_verification along = {0};
  differences d = {.along = &along};
  int status = gb_verify_create(command, GB_MOST_DIFFERENCES, &along, error);
  gb_outcome outcome = {0};
  if (status == GB_OK) status = run(&d, &outcome, error);
  gb_outcome_free(&outcome);
  gb_verification_destroy(&along);
  gb_arena_free(&d.memory);
  return status;
}
