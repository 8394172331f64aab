/// The reverse sweep over the points of a march: with the bars ybar_k of a point's slots, solve
/// (sigma0 R_q + sigma1 R_v + sigma2 R_a)^T psi_k = -sum_i sigma_i ybar_k,i, then ybar_k,i += R_i^T
/// psi_k, ybar_j += C_kj^T ybar_k and df/dx += w_k F_x + psi_k^T R_x.
/// Source: docs/theory.md, the section on the adjoint of a table.
#include "integrators/sweep.h"
#include "integrators/trajectory.h"

#include <stdlib.h>
#include <string.h>

typedef struct adjoint {
  gb_system *system;
  const gb_table *table;
  gb_trajectory *trajectory;
  gb_sweep sweep;
  gb_scalar *gradient;
  const gb_state *state;
  size_t block;    ///< functionals * n
  int places;      ///< points whose bars are alive
  gb_scalar *bars; ///< [places][GB_SLOTS][functionals][n]: point k lies at k % places
  int64_t k;
  gb_point point;
} adjoint;

static gb_scalar *bar(const adjoint *s, int64_t k, int slot) {
  return s->bars + ((size_t)(k % s->places) * GB_SLOTS + (size_t)slot) * s->block;
}

static int reserve(adjoint *s, const gb_newton_options *options, gb_march_report *report,
                   gb_error *error) {
  s->places = gb_table_window(s->table) + 1;
  s->block = (size_t)s->system->functionals * (size_t)s->system->n;
  GB_TRY(gb_sweep_create(s->system, options, s->system->functionals, report, &s->sweep, error));
  return gb_allocate((size_t)s->places * GB_SLOTS * s->block, sizeof *s->bars, &s->bars, error);
}

/// The right-hand sides -sum_i sigma_i ybar_i, multiplier rows zero.
static void set_right(adjoint *s) {
  const size_t n = (size_t)s->system->n, length = n + (size_t)s->system->m;
  memset(s->sweep.right, 0, (size_t)s->system->functionals * length * sizeof *s->sweep.right);
  for (int slot = 0; slot < GB_SLOTS; slot++)
    for (int f = 0; f < s->system->functionals && s->point.sigma[slot] != 0; f++)
      gb_add_scaled(n, -s->point.sigma[slot], bar(s, s->k, slot) + (size_t)f * n,
                    s->sweep.right + (size_t)f * length);
}

/// What psi of the functionals first .. first + count - 1 adds to the bars and the gradient. Only
/// the bars that flow on are asked for: into histories, or into the initial values.
static int use_adjoints(adjoint *s, int first, int count, gb_error *error) {
  const gb_system_operations *op = s->system->op;
  const size_t n = (size_t)s->system->n, length = n + (size_t)s->system->m;
  const gb_scalar *psi = s->sweep.solution + (size_t)first * length;
  for (int slot = GB_Q; slot <= GB_A; slot++) {
    const bool initial = s->point.kind == GB_POINT_INITIAL && slot != GB_A;
    if (!initial && !gb_point_has_row(&s->point, slot)) continue;
    GB_TRY(op->partial(s->system, slot, s->state, count, psi,
                       bar(s, s->k, slot) + (size_t)first * n, error));
  }
  return op->design_product(s->system, s->state, count, psi,
                            s->gradient + (size_t)first * (size_t)s->system->designs, error);
}

static int solve(adjoint *s, gb_error *error) {
  set_right(s);
  GB_TRY(gb_sweep_solve(&s->sweep, s->point.sigma, s->state, true, error));
  const int functionals = s->system->functionals;
  for (int first = 0, count; first < functionals; first += count + 1) {
    for (count = 0; first + count < functionals; count++)
      if (gb_real(s->sweep.size[first + count]) == 0) break;
    if (count) GB_TRY(use_adjoints(s, first, count, error));
  }
  return GB_OK;
}

/// ybar_j += C_kj^T ybar_k.
static void pass_on(adjoint *s) {
  for (int j = 0; j < s->point.histories; j++) {
    const gb_history *history = &s->point.history[j];
    for (int row = 0; row < GB_SLOTS; row++)
      for (int column = 0; column < GB_SLOTS; column++)
        if (history->c[row][column] != 0)
          gb_add_scaled(s->block, history->c[row][column], bar(s, s->k, row),
                        bar(s, s->k - history->back, column));
  }
}

static int reverse_point(adjoint *s, gb_error *error) {
  gb_system *system = s->system;
  gb_scalar *bars[GB_SLOTS];
  gb_table_point(s->table, s->k, &s->point);
  GB_TRY(gb_trajectory_bring(s->trajectory, s->k, true, error));
  s->state = gb_trajectory_state(s->trajectory, s->k);
  for (int i = 0; i < GB_SLOTS; i++) bars[i] = bar(s, s->k, i);
  if (gb_point_counts(s->table, s->k, &s->point))
    GB_TRY(system->op->functionals_derivative(system, s->state, s->point.weight, bars, s->gradient,
                                              error));
  if (s->point.kind == GB_POINT_INITIAL || s->point.kind == GB_POINT_SOLVE) GB_TRY(solve(s, error));
  pass_on(s);
  if (s->k == 0) {
    if (s->point.kind == GB_POINT_GIVEN) memset(bars[GB_V], 0, s->block * sizeof *s->bars);
    GB_TRY(system->op->initial_product(system, system->functionals, bars[GB_Q], bars[GB_V],
                                       s->gradient, error));
  }
  memset(bars[0], 0, GB_SLOTS * s->block * sizeof *s->bars);
  return GB_OK;
}

/// The gradient is each rank's share; bars are those of the points to come, which k's histories
/// reach.
static int archive(void *driver, gb_archive *file, gb_error *error) {
  adjoint *s = driver;
  const size_t functionals = (size_t)s->system->functionals, n = (size_t)s->system->n;
  GB_TRY(gb_trajectory_archive_sweep(s->trajectory, &s->k, file, error));
  GB_TRY(gb_archive_shares(file, functionals * (size_t)s->system->designs, s->gradient, error));
  for (size_t i = 0; i < (size_t)s->places * GB_SLOTS * functionals; i++)
    GB_TRY(gb_archive_unknowns(file, s->bars + i * n, error));
  return gb_sweep_archive(&s->sweep, file, error);
}

/// The step that point k belongs to; -1: no point.
static int step_of(const adjoint *s, int64_t k) {
  gb_point point = {.step = -1};
  if (k >= 0) gb_table_point(s->table, k, &point);
  return point.step;
}

/// All points that others depend on, and the observer at the first point of each step.
static int reverse(adjoint *s, const gb_observer *observer, gb_error *error) {
  int step = gb_table_steps(s->table);
  s->k = gb_table_points(s->table) - 1;
  if (observer && observer->resume) {
    GB_TRY(archive(s, observer->resume, error));
    s->k = gb_table_before(s->table, s->k);
    step = step_of(s, s->k);
  }
  for (; s->k >= 0; s->k = gb_table_before(s->table, s->k)) {
    GB_TRY(reverse_point(s, error));
    const int before = step_of(s, gb_table_before(s->table, s->k));
    if (before == step) continue;
    if (observer && observer->adjoint_step)
      GB_TRY(observer->adjoint_step(observer->context, step, error));
    if (observer && observer->rest)
      GB_TRY(observer->rest(observer->context, step, archive, s, error));
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
  gb_sweep_destroy(&s.sweep);
  free(s.bars);
  return status;
}
