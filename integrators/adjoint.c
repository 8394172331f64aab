/// The adjoint pass over the stages of a march: with the bars ybar_k of a stage's components,
/// solve (sigma0 R_q + sigma1 R_v + sigma2 R_a)^T psi_k = -sum_i sigma_i ybar_k,i, then ybar_k,i +=
/// R_i^T psi_k, ybar_j += C_kj^T ybar_k and df/dx += w_k F_x + psi_k^T R_x. Source: docs/theory.md,
/// the section on the adjoint of a table.
#include "integrators/pass.h"
#include "integrators/trajectory.h"

#include <string.h>

typedef struct adjoint {
  gb_system *system;
  const gb_table *table;
  gb_trajectory *trajectory;
  gb_pass pass;
  gb_scalar *gradient;
  const gb_state *state;
  size_t block;          ///< functionals * n
  int alive;             ///< stages whose bars are alive
  gb_scalar *multiplier; ///< of stage k, [functionals][m]
  gb_scalar *bars;       ///< [alive][GB_COMPONENTS][functionals][n]: stage k lies at k % alive
  int64_t k;
  gb_stage stage;
} adjoint;

static gb_scalar *bar(const adjoint *s, int64_t k, int component) {
  return s->bars + ((size_t)(k % s->alive) * GB_COMPONENTS + (size_t)component) * s->block;
}

static int reserve(adjoint *s, const gb_newton_options *options, gb_march_report *report,
                   gb_error *error) {
  s->alive = gb_table_window(s->table) + 1;
  s->block = (size_t)s->system->functionals * (size_t)s->system->n;
  GB_TRY(gb_pass_create(s->system, options, s->system->functionals, report, &s->pass, error));
  GB_TRY(GB_TAKE(&s->pass.memory, s->multiplier,
                 (size_t)s->system->functionals * (size_t)s->system->m, error));
  return GB_TAKE(&s->pass.memory, s->bars, (size_t)s->alive * GB_COMPONENTS * s->block, error);
}

/// The right-hand sides -sum_i sigma_i ybar_i, and minus the bars of multipliers in their rows.
static void set_right(adjoint *s) {
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m, length = n + m;
  memset(s->pass.right, 0, (size_t)s->system->functionals * length * sizeof *s->pass.right);
  for (int component = 0; component < GB_COMPONENTS; component++)
    for (int f = 0; f < s->system->functionals && s->stage.sigma[component] != 0; f++)
      gb_add_scaled(n, -s->stage.sigma[component], bar(s, s->k, component) + (size_t)f * n,
                    s->pass.right + (size_t)f * length);
  for (size_t f = 0; m > 0 && f < (size_t)s->system->functionals; f++)
    gb_add_scaled(m, -1, s->multiplier + f * m, s->pass.right + f * length + n);
}

/// Add psi of the functionals first .. first + count - 1 to the bars and the gradient. Only those
/// bars are computed that histories or the initial values use.
static int use_adjoints(adjoint *s, int first, int count, gb_error *error) {
  const gb_system_operations *op = s->system->op;
  const size_t n = (size_t)s->system->n, length = n + (size_t)s->system->m;
  const gb_scalar *psi = s->pass.solution + (size_t)first * length;
  for (int component = GB_Q; component <= GB_A; component++) {
    const bool initial = s->stage.kind == GB_STAGE_INITIAL && component != GB_A;
    if (!initial && !gb_stage_has_row(&s->stage, component)) continue;
    GB_TRY(op->partial(s->system, component, s->state, count, psi,
                       bar(s, s->k, component) + (size_t)first * n, error));
  }
  return op->design_product(s->system, s->state, count, psi,
                            s->gradient + (size_t)first * (size_t)s->system->designs, error);
}

static int solve(adjoint *s, gb_error *error) {
  set_right(s);
  GB_TRY(gb_pass_solve(&s->pass, &(gb_operator){s->stage.sigma, s->state, true}, error));
  const int functionals = s->system->functionals;
  for (int first = 0, count; first < functionals; first += count + 1) {
    for (count = 0; first + count < functionals; count++)
      if (gb_real(s->pass.size[first + count]) == 0) break;
    if (count) GB_TRY(use_adjoints(s, first, count, error));
  }
  return GB_OK;
}

/// ybar_j += C_kj^T ybar_k.
static void pass_on(adjoint *s) {
  for (int j = 0; j < s->stage.histories; j++) {
    const gb_history_term *history = &s->stage.history[j];
    for (int row = 0; row < GB_COMPONENTS; row++)
      for (int column = 0; column < GB_COMPONENTS; column++)
        if (history->c[row][column] != 0)
          gb_add_scaled(s->block, history->c[row][column], bar(s, s->k, row),
                        bar(s, s->k - history->back, column));
  }
}

static int reverse_stage(adjoint *s, gb_error *error) {
  gb_system *system = s->system;
  gb_scalar *bars[GB_BARS];
  gb_table_stage(s->table, s->k, &s->stage);
  GB_TRY(gb_trajectory_restore(s->trajectory, s->k, true, error));
  s->state = gb_trajectory_state(s->trajectory, s->k);
  for (int i = 0; i < GB_COMPONENTS; i++) bars[i] = bar(s, s->k, i);
  bars[GB_MULTIPLIER] = s->multiplier;
  memset(s->multiplier, 0, (size_t)system->functionals * (size_t)system->m * sizeof *s->multiplier);
  if (gb_stage_counts(s->table, s->k, &s->stage))
    GB_TRY(system->op->functionals_derivative(system, s->state, s->stage.weight, bars, s->gradient,
                                              error));
  if (s->stage.kind == GB_STAGE_INITIAL || s->stage.kind == GB_STAGE_SOLVE) GB_TRY(solve(s, error));
  pass_on(s);
  if (s->k == 0) {
    if (s->stage.kind == GB_STAGE_GIVEN) memset(bars[GB_V], 0, s->block * sizeof *s->bars);
    GB_TRY(system->op->initial_product(system, system->functionals, bars[GB_Q], bars[GB_V],
                                       s->gradient, error));
  }
  memset(bars[0], 0, GB_COMPONENTS * s->block * sizeof *s->bars);
  return GB_OK;
}

/// The gradient is each rank's share; bars are those of the stages to come, which k's histories
/// reach.
static int archive(void *driver, gb_archive *file, gb_error *error) {
  adjoint *s = driver;
  const size_t functionals = (size_t)s->system->functionals, n = (size_t)s->system->n;
  GB_TRY(gb_trajectory_archive_pass(s->trajectory, &s->k, file, error));
  GB_TRY(gb_archive_shares(file, functionals * (size_t)s->system->designs, s->gradient, error));
  for (size_t i = 0; i < (size_t)s->alive * GB_COMPONENTS * functionals; i++)
    GB_TRY(gb_archive_unknowns(file, s->bars + i * n, error));
  return gb_pass_archive(&s->pass, file, error);
}

/// The step that stage k belongs to; -1: no stage.
static int step_of(const adjoint *s, int64_t k) {
  gb_stage stage = {.step = -1};
  if (k >= 0) gb_table_stage(s->table, k, &stage);
  return stage.step;
}

/// All stages that others depend on, and the observer at the first stage of each step.
static int reverse(adjoint *s, const gb_observer *observer, gb_error *error) {
  int step = gb_table_steps(s->table);
  s->k = gb_table_stages(s->table) - 1;
  if (observer && observer->resume) {
    GB_TRY(archive(s, observer->resume, error));
    s->k = gb_table_before(s->table, s->k);
    step = step_of(s, s->k);
  }
  for (; s->k >= 0; s->k = gb_table_before(s->table, s->k)) {
    GB_TRY(reverse_stage(s, error));
    const int before = step_of(s, gb_table_before(s->table, s->k));
    if (before == step) continue;
    if (observer && observer->adjoint_step)
      GB_TRY(observer->adjoint_step(observer->context, step, error));
    if (observer && observer->checkpoint)
      GB_TRY(observer->checkpoint(observer->context, step, archive, s, error));
    step = before;
  }
  return s->system->op->sum(s->system, s->system->functionals * s->system->designs, s->gradient,
                            error);
}

int gb_adjoint(gb_trajectory *trajectory, const gb_observer *observer, gb_scalar gradient[],
               gb_march_report *report, gb_error *error) {
  gb_system *system = trajectory->system;
  adjoint s = {
      .system = system, .table = trajectory->table, .trajectory = trajectory, .gradient = gradient};
  *report = (gb_march_report){0};
  trajectory->report = report;
  memset(gradient, 0, (size_t)system->functionals * (size_t)system->designs * sizeof *gradient);
  int status = gb_system_agree(system, reserve(&s, trajectory->options, report, error), error);
  if (status == GB_OK) status = reverse(&s, observer, error);
  gb_pass_destroy(&s.pass);
  return status;
}
