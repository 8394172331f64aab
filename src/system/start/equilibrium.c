/// The equilibrium is the limit of stages R(rate (q_k - q_(k-1)), 0, q_k, lambda, 0) = 0. Each
/// stage moves the model towards its equilibrium; the smaller the rate, the farther it moves.
/// Directions without stiffness and force do not move, in the norm of the kinetic energy. Each
/// stage depends on the one before, so tangent and adjoint are recursions over the stages as in a
/// march. Source: docs/theory.md, the section on the start from equilibrium.
#include "system/start/equilibrium.h"

#include "integrators/pass.h"
#include "solve/newton.h"
#include "system/start/one_solve.h"

#include <math.h>
#include <string.h>

/// Largest number of stages and of failed attempts.
enum { MOST_STAGES = 60, MOST_FAILURES = 40 };
/// Factors of the rate: after a stage, after a failed attempt, and before the stage that confirms
/// the equilibrium.
static const double SLOWER = 0.1, FASTER = 100, CONFIRMS = 0.01;
/// The rate is kept if a stage moves the model by less than this share of the move before.
static const double CONTRACTS = 0.02;
/// Convergence: move relative to the displacements; or a move relative to the displacements
/// together with a force relative to the largest one, if only round-off of the forces moves the
/// model.
static const double AT_REST = 1e-12, NOISE = 1e-6, ROUND_OFF = 1e-11;
/// Largest change of a director in one stage, about half a radian: longer stages may lead to
/// another equilibrium.
static const double LARGEST_TURN = 0.5;
/// The rate, relative to the first one, below which the model is taken to fall.
static const double LEAST = 1e-30;

typedef struct rest_stage {
  double rate;
  gb_state *state; ///< NULL until the stage is first attempted
} rest_stage;

struct gb_equilibrium {
  gb_equilibrium_request request;
  gb_system *system;
  double rate; ///< rate of the first stage
  bool solved;
  int corrections;
  int count;
  rest_stage stage[MOST_STAGES];
  gb_arena *memory;           ///< owns arrays and states
  gb_scalar *base, *w, *work; ///< [GB_COMPONENTS][n], [n + m], [GB_NEWTON_WORK][n + m]
};

int gb_equilibrium_create(const gb_equilibrium_request *request, gb_arena *arena,
                          gb_equilibrium **out, gb_error *error) {
  const gb_system *system = request->system;
  const size_t n = (size_t)system->n, length = n + (size_t)system->m;
  gb_equilibrium *e;
  *out = NULL;
  GB_TRY(GB_TAKE(arena, e, 1, error));
  *e = (gb_equilibrium){.request = *request,
                        .system = request->system,
                        .memory = arena,
                        .rate = 1 / (request->step * request->step)};
  GB_TRY(GB_TAKE(arena, e->base, GB_COMPONENTS * n, error));
  GB_TRY(GB_TAKE(arena, e->w, length, error));
  GB_TRY(GB_TAKE(arena, e->work, GB_NEWTON_WORK * length, error));
  *out = e;
  return GB_OK;
}

/// @return the displacements before stage k; NULL: zeros
static const gb_scalar *before(const gb_equilibrium *e, int k) {
  return k > 0 ? e->stage[k - 1].state->component[GB_Q] : NULL;
}

/// Solve the next stage with this rate and check its state.
static int attempt(gb_equilibrium *e, double rate, gb_error *error) {
  const size_t n = (size_t)e->system->n;
  const gb_newton_options options = gb_newton_defaults();
  rest_stage *stage = &e->stage[e->count];
  const gb_scalar *last = before(e, e->count);
  gb_newton_report report;
  bool yes = true;
  double turn = 0;
  char text[400] = "";
  if (!stage->state)
    GB_TRY(gb_system_agree(e->system, gb_state_create(e->system, e->memory, &stage->state, error),
                           error));
  stage->rate = rate;
  stage->state->sigma[GB_Q] = 1;
  stage->state->sigma[GB_A] = rate;
  for (size_t i = 0; i < n; i++) e->base[GB_A * n + i] = last ? -rate * last[i] : 0;
  for (size_t i = 0; i < n; i++) e->w[i] = last ? last[i] : 0;
  for (size_t i = 0; i < (size_t)e->system->m; i++)
    e->w[n + i] = last ? e->stage[e->count - 1].state->multiplier[i] : 0;
  const gb_newton_equation equation = {.system = e->system,
                                       .sigma = stage->state->sigma,
                                       .base = e->base,
                                       .options = &options,
                                       .work = e->work};
  GB_TRY(gb_newton_solve(&equation, e->w, stage->state, &report, error));
  e->corrections += report.iterations;
  const gb_state *from = last ? e->stage[e->count - 1].state : NULL;
  GB_TRY(e->system->op->admissible(e->system, stage->state, from, &yes, sizeof text, text, error));
  if (!yes) return gb_fail(error, GB_NO_EQUILIBRIUM, "%s", text);
  GB_TRY(e->system->op->turn(e->system, from, stage->state, &turn, error));
  if (turn <= LARGEST_TURN) return GB_OK;
  return gb_fail(error, GB_NO_EQUILIBRIUM, "a stage turns a part of the model by %.2g", turn);
}

/// Compute the norms of the last stage's move and of its displacements.
static int measure(const gb_equilibrium *e, double *move, double *size, gb_error *error) {
  const gb_scalar *q = e->stage[e->count - 1].state->component[GB_Q],
                  *last = before(e, e->count - 1);
  gb_scalar square[2] = {0};
  for (size_t i = 0; i < (size_t)e->system->n; i++) {
    const double change = gb_real(q[i] - (last ? last[i] : 0));
    square[0] += change * change;
    square[1] += gb_real(q[i]) * gb_real(q[i]);
  }
  GB_TRY(e->system->op->sum(e->system, 2, square, error));
  *move = sqrt(gb_real(square[0]));
  *size = sqrt(gb_real(square[1]));
  return GB_OK;
}

static int falls(gb_equilibrium *e, gb_error *error) {
  const size_t n = (size_t)e->system->n;
  char where[300] = "";
  gb_state *last = e->stage[e->count - 1].state;
  memset(last->component[GB_A], 0, n * sizeof *last->component[GB_A]);
  GB_TRY(e->system->op->residual(e->system, last, e->work, error));
  GB_TRY(e->system->op->residual_report(e->system, last, e->work, sizeof where, where, error));
  return gb_fail(error, GB_NO_EQUILIBRIUM,
                 "time.from: equilibrium: the model does not come to rest under the loads at "
                 "t = 0: a part moves that no support, spring or road stops; largest remaining "
                 "force: %s",
                 where);
}

/// Solve stages until two successive moves vanish, the second one with a far smaller rate, or until
/// only round-off moves motions without stiffness.
static int settle(gb_equilibrium *e, gb_error *error) {
  double rate = e->rate, move, size, last = 0, force = 0;
  int failures = 0, quiet = 0;
  while (e->count < MOST_STAGES && rate > LEAST * e->rate) {
    gb_error own = {0};
    const int status = attempt(e, rate, &own);
    if (status == GB_SINGULAR && e->count > 0) break; // what falls has no stiffness
    if (status != GB_OK && (status != GB_DIVERGED || ++failures > MOST_FAILURES))
      return gb_fail(error, gb_error_code(status, &own), "equilibrium at the start: %s",
                     own.message);
    if (status != GB_OK) {
      rate *= FASTER;
      continue;
    }
    e->count++;
    GB_TRY(measure(e, &move, &size, error));
    force = fmax(force, rate * move);
    quiet = move <= AT_REST * size ? quiet + 1 : 0;
    if (quiet == 2 || move == 0 || (move <= NOISE * size && rate * move <= ROUND_OFF * force))
      return GB_OK;
    if (quiet == 1) rate *= CONFIRMS;
    if (quiet == 0 && move > CONTRACTS * last) rate *= SLOWER;
    last = move;
  }
  return falls(e, error);
}

/// Find the equilibrium unless this was done before. A reverse pass after a restart has not
/// computed it yet.
static int prepare(gb_equilibrium *e, gb_error *error) {
  if (e->solved) return GB_OK;
  *e->request.at_rest = true;
  const int status = settle(e, error);
  *e->request.at_rest = false;
  e->system->op->forget(e->system);
  e->solved = status == GB_OK;
  return status;
}

int gb_equilibrium_solve(gb_equilibrium *e, gb_scalar q[], gb_error *error) {
  GB_TRY(prepare(e, error));
  memcpy(q, before(e, e->count), (size_t)e->system->n * sizeof *q);
  return GB_OK;
}

/// Reverse one stage: A^T psi = -bar, gradient += psi . R_x; bar <- -rate R_a^T psi. b[2][count][n
/// + m] is work memory.
static int reverse(gb_equilibrium *e, const rest_stage *stage, int count, gb_scalar b[],
                   gb_scalar bar[], gb_scalar gradient[], gb_error *error) {
  const size_t n = (size_t)e->system->n, length = n + (size_t)e->system->m;
  const gb_system_operations *op = e->system->op;
  const gb_operator A = {stage->state->sigma, stage->state, true};
  gb_scalar *psi = b + (size_t)count * length;
  memset(b, 0, (size_t)count * length * sizeof *b);
  for (size_t c = 0; c < (size_t)count; c++)
    for (size_t i = 0; i < n; i++) b[c * length + i] = -bar[c * n + i];
  GB_TRY(gb_one_solve(e->system, &A, count, b, psi, error));
  GB_TRY(op->design_product(e->system, stage->state, count, psi, gradient, error));
  memset(bar, 0, (size_t)count * n * sizeof *bar);
  GB_TRY(op->partial(e->system, GB_A, stage->state, count, psi, bar, error));
  for (size_t i = 0; i < (size_t)count * n; i++) bar[i] *= -stage->rate;
  return GB_OK;
}

int gb_equilibrium_product(gb_equilibrium *e, int count, gb_scalar bar_q[], gb_scalar gradient[],
                           gb_error *error) {
  const size_t size = (size_t)count * (gb_system_length(e->system));
  gb_scalar *b;
  GB_SCRATCH(scratch);
  GB_TRY(prepare(e, error));
  int status = gb_system_agree(e->system, GB_TAKE(&scratch, b, 2 * size, error), error);
  *e->request.at_rest = true;
  for (int k = e->count - 1; k >= 0 && status == GB_OK; k--)
    status = reverse(e, &e->stage[k], count, b, bar_q, gradient, error);
  *e->request.at_rest = false;
  return status;
}

/// Differentiate one stage along dx: A dw = -R_x dx - R_a (-rate dq); dq <- the stage's derivative.
/// b[3][n + m] is work memory.
static int follow(gb_equilibrium *e, const rest_stage *stage, const gb_scalar dx[], gb_scalar b[],
                  gb_scalar dq[], gb_error *error) {
  const size_t n = (size_t)e->system->n, length = n + (size_t)e->system->m;
  const gb_operator A = {stage->state->sigma, stage->state, false};
  gb_scalar *x = b + length, *da = b + 2 * length;
  const gb_scalar *const d[3] = {NULL, NULL, da};
  for (size_t i = 0; i < n; i++) da[i] = -stage->rate * dq[i];
  GB_TRY(e->system->op->direction(e->system, stage->state, 1, dx, d, b, error));
  for (size_t i = 0; i < length; i++) b[i] = -b[i];
  GB_TRY(gb_one_solve(e->system, &A, 1, b, x, error));
  memcpy(dq, x, n * sizeof *dq);
  return GB_OK;
}

int gb_equilibrium_direction(gb_equilibrium *e, const gb_scalar dx[], gb_scalar dq[],
                             gb_error *error) {
  const size_t n = (size_t)e->system->n, length = n + (size_t)e->system->m;
  gb_scalar *b;
  GB_SCRATCH(scratch);
  GB_TRY(prepare(e, error));
  int status = gb_system_agree(e->system, GB_TAKE(&scratch, b, 3 * length, error), error);
  memset(dq, 0, n * sizeof *dq);
  *e->request.at_rest = true;
  for (int k = 0; k < e->count && status == GB_OK; k++)
    status = follow(e, &e->stage[k], dx, b, dq, error);
  *e->request.at_rest = false;
  return status;
}

gb_equilibrium_report gb_equilibrium_report_of(const gb_equilibrium *e) {
  return (gb_equilibrium_report){.stages = e->count, .corrections = e->corrections};
}
