/// Pseudo-transient continuation: implicit Euler steps of the flow s D q' = -R(q), in which each
/// step solves (K + s D, G^T; G, 0) (dq, dmu) = -(R, g) once, with D the diagonal of K. The share s
/// rises until no pivot on the motions that constraints leave free is negative, and where a step is
/// too long or the energy along it turns up; it falls while steps succeed, so that the last steps
/// are those of Newton's method.
#include "integrators/statics/fall.h"

#include "integrators/pass.h"
#include "integrators/statics/stability.h"
#include "solve/descent.h"

#include <math.h>
#include <string.h>

enum { MOST_TRIES = 6 };
/// Shares of the diagonal: the first, the least; factors after a negative pivot, after a step that
/// was cut, and after one that was not.
static const double FIRST = 1e-6, LEAST = 1e-12, RAISE = 3, SLOWER = 3, FASTER = 0.2;
/// Longest step: change of directors, rad, and root mean square relative to the model's size.
static const double LARGEST_TURN = 0.2, LONGEST = 0.1;
/// A step is cut where the slope of the energy at its end is so large a share of the first one.
static const double UPHILL = 0.5;
/// A whole step ends near an equilibrium where it is so short, with so small a share, or with any
/// share, as near an unstable equilibrium; relative to the model's size.
static const double SHORT = 1e-6, SMALL = 1e-9, STILL = 1e-9;
/// Step off an unstable equilibrium, root mean square relative to the model's size.
static const double ASIDE = 1e-4;
/// Longest way of a fall, relative to the model's size: parts that nothing holds fall for ever.
static const double FARTHEST = 20;

typedef struct fall {
  gb_descent d;
  gb_state *other;  ///< the state before a step
  gb_scalar *start; ///< w before the first step
  double way;       ///< root mean square of the motion, summed over steps
  gb_fall *report;
} fall;

static int find_residual(fall *s, const gb_scalar x[], gb_error *error) {
  gb_equation_set_state(s->d.equation, x, s->d.state);
  return s->d.system->op->residual(s->d.system, s->d.state, s->d.r, error);
}

/// New multipliers times the constraints of the last residual. Local.
static double constraint_work(const fall *s) {
  double sum = 0;
  for (size_t i = (size_t)s->d.system->n; i < gb_system_length(s->d.system); i++)
    sum += gb_real(s->d.next[i]) * gb_real(s->d.r[i]);
  return sum;
}

/// Set `next` to w and part of the step; multipliers are the new ones.
static void go(fall *s, double part) {
  const size_t n = (size_t)s->d.system->n, length = gb_system_length(s->d.system);
  for (size_t i = 0; i < length; i++)
    s->d.next[i] = s->d.w[i] + (i < n ? part : 1) * gb_real(s->d.step[i]);
}

/// Go a part of the step, and compute the slope of the energy there.
static int look(fall *s, double part, double *slope, gb_error *error) {
  go(s, part);
  GB_TRY(find_residual(s, s->d.next, error));
  return gb_descent_slope(&s->d, slope, error);
}

/// Find the largest part of a step of this size by which no position and no director moves too far,
/// and no contact is missed.
static int bound_step(fall *s, double size, double *part, gb_error *error) {
  const gb_system_operations *op = s->d.system->op;
  double turn = 0;
  *part = size > LONGEST ? LONGEST / size : 1;
  if (gb_system_is(s->d.system, GB_SYSTEM_BALANCES) && op->approach) {
    gb_equation_set_state(s->d.equation, s->d.w, s->d.state);
    GB_TRY(op->approach(s->d.system, s->d.state, s->d.step, part, error));
  }
  if (!op->turn) return GB_OK;
  go(s, *part);
  gb_equation_set_state(s->d.equation, s->d.w, s->other);
  gb_equation_set_state(s->d.equation, s->d.next, s->d.state);
  GB_TRY(op->turn(s->d.system, s->other, s->d.state, &turn, error));
  if (turn > LARGEST_TURN) *part *= LARGEST_TURN / turn;
  return GB_OK;
}

/// Shorten a part of a step until the energy no longer rises steeply at its end.
/// @param slope of the energy at the step's beginning; out: at its end
static int search(fall *s, double size, double *part, double slope[2], gb_error *error) {
  for (int k = 1;; k++) {
    GB_TRY(look(s, *part, &slope[1], error));
    const bool known = isfinite(slope[1]);
    if ((known && slope[1] <= UPHILL * fabs(slope[0])) || k == MOST_TRIES) return GB_OK;
    if (known && size * *part < SHORT) return GB_OK;
    const double secant = slope[0] / (slope[0] - slope[1]); // where the slope vanishes
    *part *= isfinite(secant) ? fmin(fmax(secant, 0.1), 0.7) : 0.1;
  }
}

/// Take one step. @param[out] near the state is near an equilibrium
static int advance(fall *s, bool *near, gb_error *error) {
  gb_descent *d = &s->d;
  double size, part, middle, slope[2], work = 0;
  GB_TRY(gb_descent_factor(d, RAISE, error));
  GB_TRY(find_residual(s, d->w, error));
  GB_TRY(gb_descent_step(d, error));
  GB_TRY(gb_descent_size(d, &size, error));
  if (!isfinite(size)) return gb_fail(error, GB_NO_CONVERGENCE, "a step of a fall is not finite");
  GB_TRY(bound_step(s, size, &part, error));
  GB_TRY(look(s, 0, &slope[0], error));
  if (s->d.report->iterations > 0) work += constraint_work(s); // else motions do this work
  GB_TRY(search(s, size, &part, slope, error));
  work -= constraint_work(s);
  GB_TRY(look(s, 0.5 * part, &middle, error));
  go(s, part);
  gb_scalar lost = work; // Simpson's rule is exact where strains are quadratic
  GB_TRY(d->system->op->sum(d->system, 1, &lost, error));
  s->report->energy -= part / 6 * (slope[0] + 4 * middle + slope[1]) + gb_real(lost);
  memcpy(d->w, d->next, gb_system_length(d->system) * sizeof *d->w);
  d->report->iterations++;
  s->way += part * size;
  *near = part == 1 && ((size < SHORT && d->share <= SMALL) || size < STILL);
  d->share = fmax(d->share * (part < 1 ? SLOWER : FASTER), LEAST);
  return GB_OK;
}

/// Where the equilibrium nearby is unstable, step off it along its critical vector.
/// @param[out] stable nothing was done
static int step_off(fall *s, bool *stable, gb_error *error) {
  gb_descent *d = &s->d;
  gb_march_report counts = {0};
  double value, size;
  gb_comparison moved;
  int64_t negative = 0;
  *stable = true;
  if (!gb_system_counts(d->system)) return GB_OK;
  d->system->op->stiffen(d->system, 0);
  gb_equation_set_state(d->equation, d->w, d->state);
  GB_TRY(gb_stability_count(d->system, d->state, s->report->scale, &counts, &negative, error));
  d->report->factorisations += (int)counts.factorisations;
  if (negative <= 0) return GB_OK;
  *stable = false;
  GB_TRY(gb_stability_descent(d->system, d->state, 0, d->step, &value, error));
  GB_TRY(gb_stability_compare(d->system, s->start, d->w, d->step, &moved, error));
  GB_TRY(gb_descent_size(d, &size, error));
  const double aside = gb_stability_side(&moved) * ASIDE / size;
  for (int32_t i = 0; i < d->system->n; i++) d->w[i] += aside * gb_real(d->step[i]);
  d->share = FIRST;
  return GB_OK;
}

static int walk(fall *s, gb_error *error) {
  for (bool stable = false; !stable;) {
    bool near = false;
    while (!near && s->d.report->iterations < s->report->most) {
      GB_TRY(gb_equation_pause(s->d.equation, error));
      GB_TRY(advance(s, &near, error));
      if (s->way > FARTHEST)
        return gb_fail(error, GB_NO_CONVERGENCE,
                       "a fall at fixed loads found no balance within %g times the model's size",
                       FARTHEST);
    }
    if (!near)
      return gb_fail(error, GB_NO_CONVERGENCE, "a fall at fixed loads found no balance in %d steps",
                     s->report->most);
    GB_TRY(step_off(s, &stable, error));
  }
  return GB_OK;
}

int gb_fall_walk(void *context, const gb_newton_equation *equation, gb_scalar w[], gb_state *state,
                 gb_newton_report *report, gb_error *error) {
  gb_system *system = equation->system;
  gb_fall *own = context;
  *report = (gb_newton_report){0};
  own->energy = 0;
  fall s = {.d = {.equation = equation,
                  .system = system,
                  .state = state,
                  .report = report,
                  .w = w,
                  .share = FIRST},
            .report = own};
  GB_SCRATCH(scratch);
  GB_TRY(gb_descent_allocate(&s.d, &scratch, error));
  GB_TRY(
      gb_system_agree(system, GB_TAKE(&scratch, s.start, gb_system_length(system), error), error));
  memcpy(s.start, w, gb_system_length(system) * sizeof *w);
  GB_TRY(gb_system_agree(system, gb_state_create(system, &scratch, &s.other, error), error));
  const gb_state memory = *s.other;
  *s.other = *state;
  memcpy(s.other->component, memory.component, sizeof memory.component);
  s.other->multiplier = memory.multiplier;
  const int status = walk(&s, error);
  system->op->stiffen(system, 0);
  if (system->op->forget) system->op->forget(system);
  if (equation->record) gb_factor_forget(equation->record);
  return status;
}
