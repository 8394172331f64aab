/// Direct differentiation: the table run forward for the derivatives of its points along given
/// directions, A dw_k = -(R_x dx + sum_i R_i d_k,i) with d_k combined from earlier points.
/// Source: docs/theory.md, the section on the tangent of a table.
#include "integrators/sweep.h"
#include "integrators/trajectory.h"

#include <stdlib.h>
#include <string.h>

typedef struct tangent {
  gb_system *system;
  const gb_table *table;
  gb_trajectory *trajectory;
  const gb_observer *observer;
  const gb_scalar *dx;
  int directions;
  gb_sweep sweep;
  const gb_state *state;
  size_t block;        ///< directions * n
  int places;          ///< points that are alive
  gb_scalar *ring;     ///< [places][GB_SLOTS][directions][n]: point k lies at k % places
  gb_scalar *bars;     ///< [GB_SLOTS][functionals][n]
  gb_scalar *explicit; ///< [functionals][designs]: sum_k w_k F_x
  gb_scalar *result;
  int64_t k;
  gb_point point;
} tangent;

static gb_scalar *derivative(const tangent *s, int64_t k, int slot) {
  return s->ring + ((size_t)(k % s->places) * GB_SLOTS + (size_t)slot) * s->block;
}

static gb_scalar *earlier(void *context, int back, int slot) {
  const tangent *s = context;
  return derivative(s, s->k - back, slot);
}

static int reserve(tangent *s, const gb_newton_options *options, gb_march_report *report,
                   gb_error *error) {
  const gb_system *system = s->system;
  const size_t n = (size_t)system->n;
  const size_t directions = (size_t)s->directions, functionals = (size_t)system->functionals;
  s->places = gb_table_window(s->table) + 1;
  s->block = directions * n;
  GB_TRY(gb_sweep_create(s->system, options, s->directions, report, &s->sweep, error));
  GB_TRY(gb_allocate((size_t)s->places * GB_SLOTS * s->block, sizeof *s->ring, &s->ring, error));
  GB_TRY(gb_allocate(GB_SLOTS * functionals * n, sizeof *s->bars, &s->bars, error));
  return gb_allocate(functionals * (size_t)system->designs, sizeof *s->explicit, &s->explicit,
                     error);
}

static void release(tangent *s) {
  gb_sweep_destroy(&s->sweep);
  free(s->ring);
  free(s->bars);
  free(s->explicit);
}

/// dw of all directions, added to the slots by sigma.
static int solve(tangent *s, gb_error *error) {
  const size_t n = (size_t)s->system->n, length = n + (size_t)s->system->m;
  const gb_scalar *known[3] = {NULL};
  for (int slot = GB_Q; slot <= GB_A; slot++)
    if (gb_point_has_row(&s->point, slot) || (s->k == 0 && slot != GB_A))
      known[slot] = derivative(s, s->k, slot);
  GB_TRY(s->system->op->direction(s->system, s->state, s->directions, s->dx, known, s->sweep.right,
                                  error));
  for (size_t i = 0; i < (size_t)s->directions * length; i++)
    s->sweep.right[i] = -s->sweep.right[i];
  GB_TRY(gb_sweep_solve(&s->sweep, s->point.sigma, s->state, false, error));
  for (int slot = 0; slot < GB_SLOTS; slot++)
    for (int c = 0; c < s->directions && s->point.sigma[slot] != 0; c++)
      gb_add_scaled(n, s->point.sigma[slot], s->sweep.solution + (size_t)c * length,
                    derivative(s, s->k, slot) + (size_t)c * n);
  return GB_OK;
}

static int begin(tangent *s, gb_error *error) {
  const size_t n = (size_t)s->system->n;
  for (int c = 0; c < s->directions; c++)
    GB_TRY(s->system->op->initial_direction(
        s->system, s->dx + (size_t)c * (size_t)s->system->designs,
        derivative(s, 0, GB_Q) + (size_t)c * n, derivative(s, 0, GB_V) + (size_t)c * n, error));
  if (s->point.kind == GB_POINT_GIVEN)
    memset(derivative(s, 0, GB_V), 0, s->block * sizeof *s->ring);
  return GB_OK;
}

/// result += F_y d of this point; F_x is kept for the end.
static int add_functionals(tangent *s, gb_error *error) {
  const size_t n = (size_t)s->system->n, functionals = (size_t)s->system->functionals;
  gb_scalar *bars[GB_SLOTS];
  memset(s->bars, 0, GB_SLOTS * functionals * n * sizeof *s->bars);
  for (int i = 0; i < GB_SLOTS; i++) bars[i] = s->bars + (size_t)i * functionals * n;
  GB_TRY(s->system->op->functionals_derivative(s->system, s->state, s->point.weight, bars,
                                               s->explicit, error));
  for (int slot = 0; slot < GB_SLOTS; slot++)
    for (size_t f = 0; f < functionals; f++)
      for (size_t c = 0; c < (size_t)s->directions; c++) {
        const gb_scalar *d = derivative(s, s->k, slot) + c * n, *partial = bars[slot] + f * n;
        gb_scalar sum = 0;
        for (size_t i = 0; i < n; i++) sum += partial[i] * d[i];
        s->result[f * (size_t)s->directions + c] += sum;
      }
  return GB_OK;
}

/// Show the observer a step end.
static int show(const tangent *s, gb_error *error) {
  const size_t n = (size_t)s->system->n;
  if (!s->point.step_end || !s->observer || !s->observer->tangent_step) return GB_OK;
  for (int c = 0; c < s->directions; c++) {
    gb_state along = {.t = s->state->t, .initial = s->k == 0};
    for (int i = 0; i < GB_SLOTS; i++) along.slot[i] = derivative(s, s->k, i) + (size_t)c * n;
    GB_TRY(
        s->observer->tangent_step(s->observer->context, s->point.step, c, s->state, &along, error));
  }
  return GB_OK;
}

static int tangent_point(tangent *s, gb_error *error) {
  gb_scalar *slots[GB_SLOTS];
  gb_table_point(s->table, s->k, &s->point);
  GB_TRY(gb_trajectory_bring(s->trajectory, s->k, false, error));
  s->state = gb_trajectory_state(s->trajectory, s->k);
  for (int i = 0; i < GB_SLOTS; i++) slots[i] = derivative(s, s->k, i);
  memset(slots[0], 0, GB_SLOTS * s->block * sizeof *s->ring);
  if (s->k == 0) GB_TRY(begin(s, error));
  gb_point_combine(&s->point, earlier, s, s->block, slots);
  if (s->point.kind == GB_POINT_INITIAL || s->point.kind == GB_POINT_SOLVE) GB_TRY(solve(s, error));
  if (s->system->functionals > 0 && gb_point_counts(s->table, s->k, &s->point))
    GB_TRY(add_functionals(s, error));
  return show(s, error);
}

/// The result is each rank's share; the ring is that of the points that later ones reach.
static int archive(void *driver, gb_archive *file, gb_error *error) {
  tangent *s = driver;
  const size_t n = (size_t)s->system->n, functionals = (size_t)s->system->functionals;
  GB_TRY(gb_trajectory_archive_sweep(s->trajectory, &s->k, file, error));
  GB_TRY(gb_archive_shares(file, functionals * (size_t)s->directions, s->result, error));
  GB_TRY(gb_archive_shares(file, functionals * (size_t)s->system->designs, s->explicit, error));
  for (size_t i = 0; i < (size_t)s->places * GB_SLOTS * (size_t)s->directions; i++)
    GB_TRY(gb_archive_unknowns(file, s->ring + i * n, error));
  return gb_sweep_archive(&s->sweep, file, error);
}

/// The point after k; of a walk that was not kept the last one alone is there.
static int64_t next(const tangent *s) {
  const bool skips = gb_table_walks(s->table) && !s->trajectory->keeps_path && s->k == 0;
  return skips ? gb_table_points(s->table) - 1 : s->k + 1;
}

/// All points, and the observer at the end of each step.
static int differentiate(tangent *s, gb_error *error) {
  const gb_observer *observer = s->observer;
  if (observer && observer->resume) {
    GB_TRY(archive(s, observer->resume, error));
    s->k = next(s);
  }
  for (; s->k < gb_table_points(s->table); s->k = next(s)) {
    GB_TRY(tangent_point(s, error));
    if (s->point.step_end && observer && observer->rest)
      GB_TRY(observer->rest(observer->context, s->point.step, archive, s, error));
  }
  return GB_OK;
}

/// result += (sum_k w_k F_x) dx, then the sum over the ranks.
static int finish(tangent *s, gb_error *error) {
  const size_t designs = (size_t)s->system->designs, directions = (size_t)s->directions;
  for (size_t f = 0; f < (size_t)s->system->functionals; f++)
    for (size_t c = 0; c < directions; c++)
      for (size_t x = 0; x < designs; x++)
        s->result[f * directions + c] += s->explicit[f * designs + x] * s -> dx[c * designs + x];
  return s->system->op->sum(s->system, s->system->functionals * s->directions, s->result, error);
}

int gb_tangent(gb_trajectory *trajectory, const gb_observer *observer, int directions,
               const gb_scalar dx[], gb_scalar result[], gb_march_report *report, gb_error *error) {
  gb_system *system = trajectory->system;
  tangent s = {.system = system,
               .table = trajectory->table,
               .trajectory = trajectory,
               .observer = observer,
               .dx = dx,
               .directions = directions,
               .result = result};
  *report = (gb_march_report){0};
  trajectory->report = report;
  memset(result, 0, (size_t)system->functionals * (size_t)directions * sizeof *result);
  int status = gb_system_agree(system, reserve(&s, trajectory->options, report, error), error);
  if (status == GB_OK) status = differentiate(&s, error);
  if (status == GB_OK) status = finish(&s, error);
  release(&s);
  return status;
}
