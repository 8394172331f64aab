/// Newton's method on one solve stage with a factor of an older state: corrections, tests of
/// convergence, and decisions on new factors. Source: Deuflhard, Newton Methods for Nonlinear
/// Problems, section 2.1; docs/theory.md, section 9.
#include "solve/newton.h"

#include "base/squares.h"
#include "solve/imaginary.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

/// Parts that converge separately: real and imaginary parts of positions and directors, of
/// multipliers, and of states, whose units are their own.
enum { MULTIPLIERS = 1, STATES = 2, IMAGINARY = 3, PARTS = 6 };
enum {
  COMPONENTS_MEASURED = GB_S,
  SUMS = (2 + COMPONENTS_MEASURED) * PARTS + 3 * GB_ROW_KINDS + 2
};
/// Number of corrections after convergence of the real part that an imaginary part may take before
/// exact solves are used.
enum { FOLLOWS = 8 };
/// A correction so many times larger than the first one means divergence.
static const double DIVERGED = 1e10;
/// A correction of statics so many times larger than the model, in the root mean square, means
/// divergence.
static const double TOO_LARGE = 10;
/// Forces that are left in statics: share of what is applied and carried, share of the terms below
/// which they are round-off in any case, and share of the terms above which they are not.
static const double BALANCED = 1e-6, EXACT = 1e-13, NO_ROUND_OFF = 1e-6;

typedef struct newton {
  const gb_newton_equation *equation;
  gb_scalar *w, *start, *work; ///< start: first guess; work: last correction
  gb_state *state;
  gb_newton_report *report;
  const gb_scalar *weight; ///< weights of a diagonal preconditioner; NULL: 1
  gb_factor_use *use;
  gb_contraction part[PARTS];
  double component[COMPONENTS_MEASURED][PARTS]; ///< norms of the state's components; those of
                                                ///< multipliers are not used
  struct {
    gb_residual_size part;        ///< of this rank; `carried` is then replaced by norms of all
    double rows[2][GB_ROW_KINDS]; ///< norms of the last residual and of the one before; infinite:
                                  ///< there is none
  } residual;
  gb_sizes_seen seen; ///< sizes seen in this solve and earlier ones
  int accurate;       ///< number of successive negligible corrections of the real unknowns
  bool diagonal;      ///< the preconditioner is the diagonal of a mass matrix
} newton;

static bool balances(const newton *s) {
  return gb_system_is(s->equation->system, GB_SYSTEM_BALANCES);
}

static void set_state(newton *s) {
  gb_equation_set_state(s->equation, s->w, s->state);
}

/// Make a new factor at the state of w.
static int refactor(newton *s, gb_error *error) {
  set_state(s);
  GB_TRY(
      s->equation->system->op->refactor(s->equation->system, s->equation->sigma, s->state, error));
  if (s->equation->anderson) gb_anderson_forget(s->equation->anderson);
  for (int i = 0; i < PARTS; i++) gb_contraction_refactored(&s->part[i]);
  gb_factor_refactored(s->use);
  s->report->factorisations++;
  return GB_OK;
}

/// Set the sums of squares of the parts of unknowns [n], and of multipliers [m] where they follow.
static void add_squares(const newton *s, const gb_scalar *x, bool multipliers, double sum[PARTS]) {
  const gb_system *system = s->equation->system;
  const size_t n = (size_t)system->n, m = multipliers ? (size_t)system->m : 0;
  for (int i = 0; i < GB_PARTS; i++) {
    double *part = sum + i * IMAGINARY;
    part[0] = gb_squares_of(n, s->weight, x, i);
    part[MULTIPLIERS] = gb_squares_of(m, NULL, x + n, i);
    if (!system->kind) continue;
    part[0] = 0;
    for (size_t j = 0; j < n; j++) {
      const double value = i == 0 ? gb_real(x[j]) : gb_imag(x[j]);
      const double weighed = s->weight ? gb_real(s->weight[j]) * value : value;
      part[system->kind[j] == GB_ROWS_STATE ? STATES : 0] += weighed * weighed;
    }
  }
}

/// Whether a part consists of unknowns instead of multipliers.
static bool is_unknown(int part) {
  return part % IMAGINARY != MULTIPLIERS;
}

/// @return the first component that a part of unknowns has: states have no positions
static int first_component(int part) {
  return part % IMAGINARY == STATES ? GB_V : GB_Q;
}

/// @return of the real parts of unknowns that which is farther from its goal, and decides on
///   factors
static const gb_contraction *slower(const newton *s) {
  const gb_contraction *u = &s->part[0], *x = &s->part[STATES];
  const bool empty = !(x->norm[0] > 0), alone = !(u->norm[0] > 0) && !(u->size > 0);
  return !empty && (alone || x->norm[0] * u->goal > u->norm[0] * x->goal) ? x : u;
}

/// @return the size of multipliers whose forces are as large as the terms of the residual;
///   vanishing multipliers consist of round-off of these
static double balancing(const newton *s, int part) {
  double forces = 0;
  for (int kind = 0; kind < GB_ROW_KINDS; kind++) forces = fmax(forces, s->seen.terms[kind]);
  const gb_contraction *real = &s->part[0], *unknowns = &s->part[part / IMAGINARY * IMAGINARY];
  const double share = part < IMAGINARY ? 1 : real->size > 0 ? unknowns->size / real->size : 0;
  return s->residual.part.column > 0 ? share * forces / s->residual.part.column : 0;
}

/// Set the error that may remain in each part. Each component must be accurate: with backward
/// differentiation, w = q, and an error e of w causes an error sigma2 e of the acceleration, which
/// may be far smaller than sigma2 q.
static void set_goals(newton *s) {
  for (int i = 0; i < PARTS; i++) {
    gb_contraction *p = &s->part[i];
    double scale = is_unknown(i) ? p->size : fmax(p->size, balancing(s, i));
    p->noise = 0;
    for (int k = first_component(i); k < COMPONENTS_MEASURED && is_unknown(i); k++) {
      if (s->equation->sigma[k] == 0) continue;
      const double stands_for = s->component[k][i] / fabs(s->equation->sigma[k]);
      scale = fmin(scale, stands_for);
      p->noise = fmax(p->noise, DBL_EPSILON * stands_for);
    }
    const double slack = s->diagonal     ? gb_convergence.mass
                         : is_unknown(i) ? 1
                                         : gb_convergence.multipliers;
    p->goal = fmax(slack * s->equation->options->tolerance * scale, 4 * DBL_EPSILON * p->size);
    // accelerations that follow from constraints on positions have the round-off of the positions
    const bool change = s->equation->options->change;
    if (is_unknown(i) && (change || s->part[MULTIPLIERS].size > 0))
      p->goal = fmax(p->goal, p->noise);
    if (!is_unknown(i) && change) p->goal = INFINITY;
    // Unknowns that decay, such as accelerations of a model that comes to rest, may become zero.
    if (i < IMAGINARY && is_unknown(i))
      p->goal = fmax(p->goal, DBL_EPSILON * DBL_EPSILON * s->seen.unknowns[i > 0]);
  }
}

/// Restart the contraction of an imaginary part: it begins when the real part is accurate.
static void follow_anew(gb_contraction *p) {
  p->count = p->count < 2 ? 1 : 2;
  p->stagnant = 0;
  p->least = p->norm[0];
}

/// Compute the norms of the parts of a correction [n + m], of w, of the components and of the
/// residual in one sum over the ranks. Collective.
static int measure(newton *s, const gb_scalar *correction, gb_error *error) {
  const size_t n = (size_t)s->equation->system->n;
  double local[SUMS] = {0}, *size = local + PARTS, *component = size + PARTS;
  double *rows = component + COMPONENTS_MEASURED * PARTS, *terms = rows + GB_ROW_KINDS;
  add_squares(s, correction, true, local);
  add_squares(s, s->w, true, size);
  for (int k = 0; k < COMPONENTS_MEASURED; k++)
    add_squares(s, s->state->component[k], false, component + (ptrdiff_t)k * PARTS);
  memcpy(rows, s->residual.part.rows, sizeof s->residual.part.rows);
  memcpy(terms, s->residual.part.terms, sizeof s->residual.part.terms);
  double *carried = terms + GB_ROW_KINDS, *stride = carried + GB_ROW_KINDS;
  memcpy(carried, s->residual.part.carried, sizeof s->residual.part.carried);
  stride[1] = (double)n;
  for (size_t i = 0; balances(s) && i < n; i++)
    stride[0] += pow(gb_real(correction[i]) * gb_system_weight(s->equation->system, i), 2);
  gb_scalar sums[SUMS];
  for (int i = 0; i < SUMS; i++) sums[i] = local[i];
  GB_TRY(s->equation->system->op->sum(s->equation->system, SUMS, sums, error));
  for (int i = 0; i < SUMS; i++) local[i] = gb_real(sums[i]);
  for (int i = 0; i < PARTS; i++) {
    gb_contraction_add(&s->part[i], sqrt(local[i]));
    s->part[i].size = sqrt(size[i]);
    if (i >= IMAGINARY && s->accurate < 2) follow_anew(&s->part[i]);
  }
  for (int kind = 0; kind < GB_ROW_KINDS; kind++) {
    s->residual.rows[1][kind] = s->residual.rows[0][kind];
    s->residual.rows[0][kind] = sqrt(rows[kind]);
    // An iterate of statics that flew away has terms of any size: only those of this state count.
    const double before = balances(s) ? 0 : s->seen.terms[kind];
    s->seen.terms[kind] = fmax(before, sqrt(terms[kind]));
    s->residual.part.carried[kind] = sqrt(carried[kind]);
  }
  for (int i = 0; i < 2; i++)
    s->seen.unknowns[i] = fmax(s->seen.unknowns[i], s->part[i * STATES].size);
  if (sqrt(stride[0] / fmax(stride[1], 1)) > TOO_LARGE) s->part[0].size = INFINITY;
  for (int i = 0; i < COMPONENTS_MEASURED * PARTS; i++)
    s->component[i / PARTS][i % PARTS] = sqrt(component[i]);
  set_goals(s);
  return GB_OK;
}

/// Whether a correction of the unknowns is round-off of q or v; w itself may be near zero.
static bool is_small_in_state(const newton *s, int index, double small) {
  for (int i = first_component(index); i < GB_A; i++) {
    const double change = s->equation->sigma[i] * s->part[index].norm[0];
    if (change > 0 && change <= small * s->component[i][index]) return true;
    // model at rest in the reference: round-off of positions
    if (i == GB_Q && index == 0 && change > 0 &&
        change <= DBL_EPSILON * s->equation->system->position_norm)
      return true;
  }
  return false;
}

/// Whether corrections shrink slowly, at least by half in three corrections.
static bool shrinks(const gb_contraction *p) {
  return p->count == 4 && p->norm[0] < 0.5 * p->norm[3];
}

/// Whether the corrections before the last one shrank one by one, as those of a factor do that
/// contracts by little; round-off grows as often as it shrinks.
static bool approaches(const gb_contraction *p) {
  return p->count == 4 && p->norm[1] < p->norm[2] && p->norm[2] < p->norm[3];
}

/// Whether corrections that no longer shrink are at round-off: they are as small as the last digits
/// of w, or have stagnated for long. Multipliers depend linearly on their unknowns and may consist
/// of noise, as may the unknowns of a linear stage (sigma 0 on q and v). Accelerations that follow
/// from constraints on positions have the round-off of positions. An imaginary part that a factor
/// of a symmetric part corrects slowly looks like noise; exact solves then decide.
static bool is_at_round_off(const newton *s, int index, const bool done[PARTS]) {
  const int unknowns = index / IMAGINARY * IMAGINARY;
  const gb_contraction *p = &s->part[index], *u = is_unknown(index) ? p : &s->part[unknowns];
  const bool constrained = s->part[MULTIPLIERS].size > 0;
  const bool noisy = constrained && u->norm[0] <= gb_convergence.positions * u->noise;
  if (p->stagnant == 0) return false;
  if (p->norm[0] <= gb_convergence.round_off * p->size ||
      (noisy && (is_unknown(index) || done[unknowns])))
    return true;
  const bool leaps = p->count > 1 && p->norm[0] > gb_convergence.jump * p->norm[1];
  if (p->stagnant < gb_convergence.patience || leaps || shrinks(p)) return false;
  if (!is_unknown(index)) return done[0] && done[unknowns];
  if (index >= IMAGINARY) return is_small_in_state(s, index, gb_newton_defaults().tolerance);
  const bool able = s->use->fresh || p->least <= gb_refactor.fast * p->first;
  const bool slow = s->use->symmetric_part && approaches(p);
  if (able && !slow && p->norm[0] <= gb_convergence.noise * p->size) return true;
  const bool linear = s->equation->sigma[GB_Q] == 0 && s->equation->sigma[GB_V] == 0;
  return linear || is_small_in_state(s, index, 1e-10);
}

/// Whether the real parts have converged and an imaginary part of unknowns has not after several
/// more corrections.
static bool lingers(const newton *s, const bool done[PARTS]) {
  bool late = false;
  for (int i = IMAGINARY; i < PARTS; i++) {
    const bool slow = s->part[i].stagnant >= gb_convergence.patience || s->accurate > FOLLOWS;
    late = late || (is_unknown(i) && !done[i] && slow);
  }
  return GB_PARTS == 2 && done[0] && done[MULTIPLIERS] && done[STATES] && s->accurate > 1 && late;
}

/// Result of a correction: continue, converged, or converged except for an imaginary part, which
/// exact solves must find.
typedef enum verdict { GO_ON, CONVERGED, LINGERS } verdict;

static verdict judge(newton *s) {
  bool done[PARTS], all = true, negligible = true;
  for (int i = 0; i < PARTS; i++) {
    const gb_contraction *u = &s->part[i];
    const bool round_off = is_at_round_off(s, i, done);
    const bool small = u->norm[0] <= fmax(u->goal, gb_convergence.round_off * u->size);
    // pairs hide how slowly the factor of a symmetric part contracts
    const bool hidden = s->use->symmetric_part && is_unknown(i) && !small;
    done[i] = (gb_contraction_is_accurate(u) && !hidden) || round_off;
    all = all && done[i];
    if (i < IMAGINARY && is_unknown(i)) negligible = negligible && (small || round_off);
  }
  s->accurate = negligible ? s->accurate + 1 : 0;
  if (lingers(s, done)) return LINGERS;
  // The real part's last correction changes the imaginary part, which needs one more.
  return all && (GB_PARTS == 1 || s->accurate > 0) ? CONVERGED : GO_ON;
}

/// Whether the residual is small relative to its terms, for each kind of rows, after the latest
/// correction. The correction contracts the residual like the unknowns or the multipliers,
/// whichever contract more slowly. The size of corrections is not sufficient: a factor that is far
/// too stiff makes small corrections at any state, and multipliers that contract slowly look like
/// round-off.
static bool is_balanced(const newton *s) {
  const gb_contraction *multipliers = &s->part[MULTIPLIERS];
  const bool known = multipliers->count > 1 && !s->equation->options->change;
  const double bound = known ? gb_contraction_rate(multipliers) : 0;
  for (int kind = 0; kind < GB_ROW_KINDS; kind++) {
    double enough = gb_convergence.residual * s->seen.terms[kind];
    if (balances(s))
      enough = fmax(fmin(enough, BALANCED * s->residual.part.carried[kind]),
                    EXACT * s->seen.terms[kind]);
    enough = fmax(enough, gb_convergence.jump * s->seen.noise[kind]);
    const int part = kind == GB_ROWS_STATE ? STATES : 0;
    const double rate = fmin(fmax(gb_contraction_rate(&s->part[part]), part == 0 ? bound : 0), 1);
    if (s->residual.rows[0][kind] > 0 && rate * s->residual.rows[0][kind] > enough) return false;
  }
  return true;
}

/// Whether the residual consists of round-off: it does not shrink although the factor is of this
/// state. Slow contraction of multipliers by an older factor looks the same; if multipliers are not
/// results, a factor that has contracted the unknowns suffices. The norm of the residual is stored
/// for later solves.
static bool is_round_off_left(newton *s) {
  const gb_contraction *p = slower(s);
  const bool contracted = p->least <= gb_refactor.fast * p->first;
  bool left = s->use->fresh || (s->equation->options->change && contracted);
  // A projection begins with forces that are exactly zero, from which they can only grow.
  const bool negligible = p->norm[0] * DBL_EPSILON <= s->equation->options->tolerance * p->noise;
  // In statics forces as large as the terms are round-off only if corrections are round-off too.
  const bool tiny = !balances(s) || is_small_in_state(s, 0, gb_convergence.noise);
  for (int kind = 0; kind < GB_ROW_KINDS; kind++) {
    const double rows = s->residual.rows[0][kind], before = s->residual.rows[1][kind];
    left = left && (tiny || rows <= NO_ROUND_OFF * s->seen.terms[kind]);
    left = left && rows >= 0.5 * before && (before > 0 || rows == 0 || negligible);
    left = left && (kind != GB_ROWS_STATE || rows <= gb_convergence.residual * s->seen.terms[kind]);
  }
  for (int kind = 0; kind < GB_ROW_KINDS && left; kind++)
    s->seen.noise[kind] = fmax(s->seen.noise[kind], s->residual.rows[0][kind]);
  return left;
}

static bool is_finite(const newton *s) {
  double sum = 0;
  for (int i = 0; i < PARTS; i++) sum += s->part[i].norm[0] + s->part[i].size;
  return isfinite(sum);
}

/// Undo the last correction, or all of them, after divergence with a factor of another state, and
/// make a new factor. With it, a compliant structure under a large load converges as reliably as
/// with a new factor for each correction.
static int go_back(newton *s, bool all, gb_error *error) {
  const size_t length = gb_system_length(s->equation->system);
  if (all) memcpy(s->w, s->start, length * sizeof *s->w);
  for (size_t i = 0; !all && i < length; i++) s->w[i] -= s->work[i];
  for (int i = 0; i < PARTS; i++) {
    gb_contraction fresh = gb_contraction_start();
    if (!all) { // a second factor of this stage keeps the count of stagnant corrections
      fresh.least = s->part[i].least;
      fresh.stagnant = s->part[i].stagnant;
    }
    s->part[i] = fresh;
  }
  return refactor(s, error);
}

/// Report that a stage did not converge.
static int give_up(newton *s, const char *reason, gb_error *error) {
  char where[300] = "", multipliers[80] = "";
  const gb_contraction *u = slower(s), *l = &s->part[MULTIPLIERS];
  gb_scalar *r = s->work;
  if (isfinite(u->size) && isfinite(l->size)) {
    set_state(s);
    GB_TRY(s->equation->system->op->residual(s->equation->system, s->state, r, error));
    GB_TRY(s->equation->system->op->residual_report(s->equation->system, s->state, r, sizeof where,
                                                    where, error));
  }
  if (l->size > 0 || l->norm[0] > 0)
    snprintf(multipliers, sizeof multipliers, ", and %.1e where the multipliers are %.1e",
             l->norm[0], l->size);
  return gb_fail(error, GB_NO_CONVERGENCE,
                 "Newton's method %s after %d corrections; the last two were %.1e and %.1e where "
                 "the unknowns are %.1e%s%s%s",
                 reason, s->report->iterations, u->norm[1], u->norm[0], u->size, multipliers,
                 where[0] ? "; largest residual: " : "", where);
}

/// work <- correction -P^-1 R at w.
static int find_correction(newton *s, gb_error *error) {
  const gb_system_operations *op = s->equation->system->op;
  const size_t length = gb_system_length(s->equation->system);
  gb_scalar *r = s->work;
  set_state(s);
  GB_TRY(op->residual(s->equation->system, s->state, r, error));
  if (op->residual_size && !s->diagonal)
    op->residual_size(s->equation->system, r, &s->residual.part);
  for (size_t i = 0; i < length; i++) r[i] = -r[i];
  return op->precondition(s->equation->system, &(gb_operator){.sigma = s->equation->sigma}, 1, r,
                          error);
}

/// Whether the corrections of the real unknowns are round-off. Corrections by a factor of a
/// symmetric part may stagnate at any size.
static bool is_noise(const newton *s) {
  const gb_contraction *p = slower(s);
  if (p->norm[0] <= fmax(gb_convergence.positions * p->noise, gb_convergence.round_off * p->size))
    return true;
  return !s->use->symmetric_part && p->stagnant > 1 && !shrinks(p) &&
         p->norm[0] <= gb_convergence.noise * p->size;
}

/// Apply one correction and update norms and report. The raw correction is used to estimate the
/// error; the applied one is improved by pairs if a factorisation is expensive.
static int advance(newton *s, gb_error *error) {
  const size_t length = gb_system_length(s->equation->system);
  GB_TRY(find_correction(s, error));
  GB_TRY(measure(s, s->work, error));
  if (s->use->pairs)
    gb_anderson_balance(s->equation->anderson, s->weight, gb_contraction_scale(&s->part[0]),
                        gb_contraction_scale(&s->part[STATES]));
  if (s->use->pairs &&
      (s->diagonal || s->use->symmetric_part || gb_factor_is_expensive(s->use, slower(s))))
    GB_TRY(gb_anderson_correct(s->equation->anderson, 1, s->weight, is_noise(s), s->work, error));
  for (size_t i = 0; i < length; i++) s->w[i] += s->work[i];
  const gb_contraction *p = slower(s);
  s->use->corrections++;
  s->use->movement += p->norm[0];
  s->report->iterations += !s->diagonal;
  s->report->krylov_iterations += s->diagonal;
  if (p->count > 1 && p->norm[0] > 1e-10 * p->size)
    s->report->rate = fmax(s->report->rate, gb_contraction_last_rate(p));
  return GB_OK;
}

/// Decide what follows a correction without convergence: continue, make a new factor, go back or
/// give up.
static int decide(newton *s, gb_error *error) {
  const gb_contraction *p = slower(s);
  const bool stale = !s->use->fresh || s->use->corrections > 1;
  if (!is_finite(s) || p->norm[0] > DIVERGED * p->first)
    return stale && !s->diagonal ? go_back(s, !s->use->fresh, error)
                                 : give_up(s, "diverged", error);
  // If the first correction by a new factor is much larger than the first of all, the new factor
  // was made at a bad state to which an older one had led, for example with wrong multipliers:
  // start again.
  if (s->use->factorisations == 1 && s->use->corrections == 1 &&
      gb_refactor.new_factor * p->norm[0] > p->first)
    return go_back(s, true, error);
  if (s->diagonal || !gb_factor_is_outdated(s->use, p)) return GB_OK;
  if (stale && gb_contraction_last_rate(p) >= 1) return go_back(s, !s->use->fresh, error);
  return refactor(s, error);
}

/// Whether the solve may continue beyond the user's limit, which it may if it converges.
static bool may_go_on(const newton *s, int iteration) {
  const gb_contraction *p = slower(s);
  const double rate = gb_contraction_rate(p);
  if (iteration < s->equation->options->iterations) return true;
  const double need = rate < 1 ? log(p->goal / p->norm[0]) / log(rate) : INFINITY;
  return p->stagnant == 0 && iteration + need < 2 * s->equation->options->iterations;
}

/// Whether the last two corrections are below the default tolerance. A user's tolerance below
/// round-off cannot be met; the limit on iterations then ends the loop.
static bool has_stagnated(const newton *s) {
  const double tolerance = fmax(s->equation->options->tolerance, gb_newton_defaults().tolerance);
  for (int i = 0; i < PARTS; i++) {
    const gb_contraction *p = &s->part[i];
    if (p->count < 2 || !(fmax(p->norm[1], p->norm[0]) <= tolerance * p->size)) return false;
  }
  return is_finite(s);
}

/// Judge a correction with its residual. If corrections are small and the residual is not, replace
/// a factor of another state by one of this state.
static int assess(newton *s, verdict *found, gb_error *error) {
  *found = is_finite(s) ? judge(s) : GO_ON;
  if (*found == GO_ON || is_balanced(s) || is_round_off_left(s)) return GB_OK;
  *found = GO_ON;
  if (s->use->fresh) return GB_OK;
  for (int i = 0; i < PARTS; i++) s->part[i] = gb_contraction_start();
  return refactor(s, error);
}

static int iterate(newton *s, gb_error *error) {
  bool stagnated = false; // set before a correction is undone, which resets sizes
  const int most = s->diagonal ? gb_convergence.corrections : 0;
  for (int iteration = 1;; iteration++) {
    GB_TRY(gb_equation_pause(s->equation, error));
    GB_TRY(advance(s, error));
    stagnated = has_stagnated(s) && is_balanced(s);
    verdict found;
    GB_TRY(assess(s, &found, error));
    if (found == LINGERS) GB_TRY(gb_imaginary_solve(s->equation, s->w, s->state, s->report, error));
    if (found != GO_ON) {
      stagnated = true;
      break;
    }
    if (iteration >= most && !may_go_on(s, iteration)) break;
    GB_TRY(decide(s, error));
  }
  if (!stagnated) return give_up(s, "did not converge", error);
  set_state(s);
  if (s->equation->record) s->equation->record->seen = s->seen;
  if (!s->diagonal) gb_factor_end(s->use, s->report->iterations, IMAGINARY, s->part);
  return GB_OK;
}

/// Delete factors after a failed solve because they may be of diverged states.
static void forget(const newton *s) {
  if (s->equation->system->op->forget) s->equation->system->op->forget(s->equation->system);
  if (s->equation->record) gb_factor_forget(s->equation->record);
}

int gb_newton_solve(const gb_newton_equation *equation, gb_scalar *w, gb_state *state,
                    gb_newton_report *report, gb_error *error) {
  gb_system *system = equation->system;
  gb_anderson *anderson = equation->anderson;
  gb_factor_record *record = equation->record;
  const size_t length = gb_system_length(system);
  gb_factor_use use = {.system = system,
                       .sigma = equation->sigma,
                       .record = record,
                       .columns = 1,
                       .pairs = anderson};
  newton s = {.equation = equation,
              .w = w,
              .start = equation->work + length,
              .work = equation->work,
              .state = state,
              .report = report,
              .use = &use};
  *report = (gb_newton_report){0};
  memcpy(s.start, w, length * sizeof *w);
  for (int i = 0; i < PARTS; i++) s.part[i] = gb_contraction_start();
  for (int kind = 0; kind < GB_ROW_KINDS; kind++) s.residual.rows[0][kind] = INFINITY;
  if (record) s.seen = record->seen;
  if (anderson) gb_anderson_forget(anderson);
  if (record) record->each = equation->options->each;
  set_state(&s);
  if (gb_factor_must_refactor(&use))
    GB_TRY(refactor(&s, error));
  else
    GB_TRY(gb_factor_rotate(&use, s.state, error));
  // For imaginary parts, one correction does not show how far they lag behind the real parts.
  for (int i = 0; record && use.factorisations == 0 && i < IMAGINARY; i++)
    s.part[i].previous_rate = record->rate[i];
  s.diagonal = system->op->preconditioner(system, equation->sigma) == GB_PRECONDITIONER_DIAGONAL;
  if (s.diagonal && anderson)
    GB_TRY(gb_anderson_weights(anderson, equation->sigma, &s.weight, error));
  const int status = iterate(&s, error);
  if (status != GB_OK) forget(&s);
  return status;
}
