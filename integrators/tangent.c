/// Tangent pass (direct differentiation): march through the table for the derivatives of the stages
/// along given directions, A dw_k = -(R_x dx + sum_i R_i d_k,i) with d_k combined from earlier
/// stages. Source: docs/theory.md, the section on the tangent of a table.
#include "integrators/pass.h"
#include "integrators/trajectory.h"

#include "base/arena.h"

#include <string.h>

typedef struct tangent {
  gb_system *system;
  gb_trajectory *trajectory;
  const gb_observer *observer;
  const gb_scalar *dx;
  gb_arena memory; ///< owns the arrays
  int directions;
  gb_pass *pass; ///< linear solves
  const gb_state *state;
  size_t block;    ///< directions * n
  int alive;       ///< number of stages in the ring
  gb_scalar *ring; ///< derivatives of stage k at index k % alive,
                   ///< [alive][GB_COMPONENTS][directions][n]
  gb_scalar *bars; ///< derivatives of the functionals by the components, [GB_COMPONENTS]
                   ///< [functionals][n], then by the multipliers, [functionals][m], and by the
                   ///< memory, [functionals][memory]
  struct {
    gb_scalar *sum;  ///< sum_k w_k F_x, [values][designs]
    gb_scalar *part; ///< the same of one stage, [functionals][designs]; NULL: every functional has
                     ///< one value
  } explicit;
  gb_scalar *result;
  /// Derivatives of the memory of elements at the beginning of the present step and at its end,
  /// [directions][memory].
  gb_scalar *begin, *end;
  int64_t k; ///< stage visited now or last
} tangent;

static gb_scalar *derivative(const tangent *s, int64_t k, int component) {
  return s->ring + ((size_t)(k % s->alive) * GB_COMPONENTS + (size_t)component) * s->block;
}

static gb_scalar *earlier(void *context, int back, int component) {
  const tangent *s = context;
  return derivative(s, s->k - back, component);
}

/// @return the number of values of all bars of one functional
static size_t bars_of_one(const gb_system *system) {
  return GB_COMPONENTS * (size_t)system->n + (size_t)system->m + (size_t)system->memory;
}

static int reserve(tangent *s, const gb_newton_options *options, gb_march_report *report,
                   gb_error *error) {
  const gb_system *system = s->system;
  const size_t n = (size_t)system->n;
  const size_t directions = (size_t)s->directions, functionals = (size_t)system->functionals;
  s->alive = gb_table_window(s->trajectory->table) + 1;
  s->block = directions * n;
  GB_TRY(gb_pass_create(s->system, options, s->directions, report, &s->pass, error));
  GB_TRY(GB_TAKE(&s->memory, s->begin, directions * (size_t)system->memory, error));
  GB_TRY(GB_TAKE(&s->memory, s->end, directions * (size_t)system->memory, error));
  GB_TRY(GB_TAKE(&s->memory, s->ring, (size_t)s->alive * GB_COMPONENTS * s->block, error));
  GB_TRY(GB_TAKE(&s->memory, s->bars, functionals * bars_of_one(system), error));
  const size_t values = (size_t)GB_VALUES(system), designs = (size_t)system->designs;
  if (values > functionals)
    GB_TRY(GB_TAKE(&s->memory, s->explicit.part, functionals * designs, error));
  return GB_TAKE(&s->memory, s->explicit.sum, values * designs, error);
}

static void release(tangent *s) {
  gb_pass_destroy(&s->pass);
  gb_arena_free(&s->memory);
}

/// Solve for dw of all directions, and add sigma dw to the components.
static int solve(tangent *s, const gb_stage *stage, gb_error *error) {
  const size_t n = (size_t)s->system->n, length = n + (size_t)s->system->m;
  const gb_scalar *known[3] = {NULL};
  for (int component = GB_Q; component <= GB_A; component++)
    if (gb_stage_has_row(stage, component) || (s->k == 0 && component != GB_A))
      known[component] = derivative(s, s->k, component);
  GB_TRY(s->system->op->direction(s->system, s->state, s->directions, s->dx, known, s->pass->right,
                                  error));
  const gb_memory_slopes memory = {.count = s->directions, .begin = s->begin, .r = s->pass->right};
  if (s->system->memory > 0)
    GB_TRY(s->system->op->memory_direction(s->system, s->state, &memory, error));
  for (size_t i = 0; i < (size_t)s->directions * length; i++)
    s->pass->right[i] = -s->pass->right[i];
  GB_TRY(gb_pass_solve(s->pass, &(gb_operator){stage->sigma, s->state, false}, error));
  for (int component = 0; component < GB_COMPONENTS; component++)
    for (int c = 0; c < s->directions && stage->sigma[component] != 0; c++)
      gb_add_scaled(n, stage->sigma[component], s->pass->solution + (size_t)c * length,
                    derivative(s, s->k, component) + (size_t)c * n);
  return GB_OK;
}

/// At the end of a step, find the derivatives of the memory of elements.
static int remember(tangent *s, gb_error *error) {
  gb_system *system = s->system;
  const gb_memory_slopes along = {.count = s->directions,
                                  .dx = s->dx,
                                  .d = {derivative(s, s->k, GB_Q), derivative(s, s->k, GB_V)},
                                  .begin = s->begin,
                                  .end = s->end};
  if (system->memory == 0) return GB_OK;
  GB_TRY(system->op->memory_direction(system, s->state, &along, error));
  memcpy(s->begin, s->end, (size_t)s->directions * (size_t)system->memory * sizeof *s->begin);
  return GB_OK;
}

static int begin(tangent *s, const gb_stage *stage, gb_error *error) {
  const size_t n = (size_t)s->system->n;
  for (int c = 0; c < s->directions; c++)
    GB_TRY(s->system->op->initial_direction(
        s->system, s->dx + (size_t)c * (size_t)s->system->designs,
        derivative(s, 0, GB_Q) + (size_t)c * n, derivative(s, 0, GB_V) + (size_t)c * n, error));
  if (stage->kind == GB_STAGE_GIVEN) memset(derivative(s, 0, GB_V), 0, s->block * sizeof *s->ring);
  return GB_OK;
}

/// result[directions] += F_lambda dlambda, for a stage with a solve.
static void add_multipliers(tangent *s, const gb_stage *stage, const gb_scalar bar[],
                            gb_scalar result[]) {
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  if (stage->kind != GB_STAGE_INITIAL && stage->kind != GB_STAGE_SOLVE) return;
  for (size_t c = 0; c < (size_t)s->directions; c++) {
    const gb_scalar *d = s->pass->solution + c * (n + m) + n;
    for (size_t i = 0; i < m; i++) result[c] += bar[i] * d[i];
  }
}

/// The value to which functional f adds this stage, or -1.
static int value_of(const tangent *s, const gb_stage *stage, int f) {
  return s->explicit.part ? s->system->op->value_of(s->system, f, s->state, stage->weight) : f;
}

/// Add F_y d of functional f at this stage to the result of its value.
static void add_functional(tangent *s, const gb_stage *stage, int f, int value,
                           gb_scalar *const bars[GB_BARS]) {
  const size_t n = (size_t)s->system->n, designs = (size_t)s->system->designs;
  gb_scalar *result = s->result + (size_t)value * (size_t)s->directions;
  const size_t memory = (size_t)s->system->memory;
  for (size_t c = 0; c < (size_t)s->directions; c++)
    for (size_t i = 0; i < memory; i++)
      result[c] += bars[GB_MEMORY][(size_t)f * memory + i] * s->begin[c * memory + i];
  add_multipliers(s, stage, bars[GB_MULTIPLIER] + (size_t)f * (size_t)s->system->m, result);
  for (int component = 0; component < GB_COMPONENTS; component++)
    for (size_t c = 0; c < (size_t)s->directions; c++) {
      const gb_scalar *d = derivative(s, s->k, component) + c * n,
                      *partial = bars[component] + (size_t)f * n;
      gb_scalar sum = 0;
      for (size_t i = 0; i < n; i++) sum += partial[i] * d[i];
      result[c] += sum;
    }
  if (!s->explicit.part) return;
  gb_scalar *part = s->explicit.part + (size_t)f * designs;
  gb_add_scaled(designs, 1, part, s->explicit.sum + (size_t)value * designs);
  memset(part, 0, designs * sizeof *part);
}

/// Add F_y d of all functionals at this stage to the result, and F_x to the sum.
static int add_functionals(tangent *s, const gb_stage *stage, gb_error *error) {
  const size_t n = (size_t)s->system->n, functionals = (size_t)s->system->functionals;
  gb_scalar *bars[GB_BARS];
  bool any = false;
  for (int f = 0; f < s->system->functionals && !any; f++) any = value_of(s, stage, f) >= 0;
  if (!any) return GB_OK;
  memset(s->bars, 0, functionals * bars_of_one(s->system) * sizeof *s->bars);
  for (int i = 0; i < GB_MEMORY; i++) bars[i] = s->bars + (size_t)i * functionals * n;
  bars[GB_MEMORY] = bars[GB_MULTIPLIER] + functionals * (size_t)s->system->m;
  GB_TRY(s->system->op->functionals_derivative(
      s->system, s->state, stage->weight, bars,
      s->explicit.part ? s->explicit.part : s->explicit.sum, error));
  for (int f = 0; f < s->system->functionals; f++)
    if (value_of(s, stage, f) >= 0) add_functional(s, stage, f, value_of(s, stage, f), bars);
  return GB_OK;
}

/// Call the observer at a step end.
static int call_observer(const tangent *s, const gb_stage *stage, gb_error *error) {
  const size_t n = (size_t)s->system->n;
  if (!stage->step_end || !s->observer || !s->observer->tangent_step) return GB_OK;
  for (int c = 0; c < s->directions; c++) {
    gb_state along = {.t = s->state->t, .initial = s->k == 0};
    for (int i = 0; i < GB_COMPONENTS; i++)
      along.component[i] = derivative(s, s->k, i) + (size_t)c * n;
    GB_TRY(
        s->observer->tangent_step(s->observer->context, stage->step, c, s->state, &along, error));
  }
  return GB_OK;
}

/// Differentiate stage k, whose coefficients become *stage.
static int tangent_stage(tangent *s, gb_stage *stage, gb_error *error) {
  gb_scalar *components[GB_COMPONENTS];
  gb_table_stage(s->trajectory->table, s->k, stage);
  GB_TRY(gb_trajectory_restore(s->trajectory, s->k, false, error));
  s->state = gb_trajectory_state(s->trajectory, s->k);
  for (int i = 0; i < GB_COMPONENTS; i++) components[i] = derivative(s, s->k, i);
  memset(components[0], 0, GB_COMPONENTS * s->block * sizeof *s->ring);
  if (s->k == 0) GB_TRY(begin(s, stage, error));
  gb_stage_combine(stage, earlier, s, s->block, components);
  if (stage->kind == GB_STAGE_INITIAL || stage->kind == GB_STAGE_SOLVE)
    GB_TRY(solve(s, stage, error));
  if (s->system->functionals > 0 && gb_stage_counts(s->trajectory->table, s->k, stage))
    GB_TRY(add_functionals(s, stage, error));
  if (stage->step_end) GB_TRY(remember(s, error));
  return call_observer(s, stage, error);
}

/// Write or read the pass after stage k: each rank's part of the result, and the ring.
static int archive(void *driver, gb_archive *file, gb_error *error) {
  tangent *s = driver;
  const size_t n = (size_t)s->system->n, values = (size_t)GB_VALUES(s->system);
  GB_TRY(gb_trajectory_archive_pass(s->trajectory, &s->k, file, error));
  GB_TRY(gb_archive_shares(file, values * (size_t)s->directions, s->result, error));
  GB_TRY(gb_archive_shares(file, values * (size_t)s->system->designs, s->explicit.sum, error));
  for (size_t i = 0; i < (size_t)s->alive * GB_COMPONENTS * (size_t)s->directions; i++)
    GB_TRY(gb_archive_unknowns(file, s->ring + i * n, error));
  GB_TRY(gb_archive_memory_slopes(file, (size_t)s->directions, s->begin, error));
  return gb_pass_archive(s->pass, file, error);
}

/// The stage after k. If not all stages of a walk were recorded, the last one follows stage 0.
static int64_t next(const tangent *s) {
  const bool skips = gb_table_walks(s->trajectory->table) && !s->trajectory->whole && s->k == 0;
  return skips ? gb_table_stages(s->trajectory->table) - 1 : s->k + 1;
}

/// Differentiate all stages.
static int differentiate(tangent *s, gb_error *error) {
  const gb_observer *observer = s->observer;
  gb_stage stage;
  if (observer && observer->resume) {
    GB_TRY(archive(s, observer->resume, error));
    s->k = next(s);
  }
  for (; s->k < gb_table_stages(s->trajectory->table); s->k = next(s)) {
    GB_TRY(tangent_stage(s, &stage, error));
    if (stage.step_end && observer && observer->checkpoint)
      GB_TRY(observer->checkpoint(observer->context, stage.step, archive, s, error));
  }
  return GB_OK;
}

/// Add (sum_k w_k F_x) dx to the result, and sum it over the ranks.
static int finish(tangent *s, gb_error *error) {
  const size_t designs = (size_t)s->system->designs, directions = (size_t)s->directions;
  for (size_t f = 0; f < (size_t)GB_VALUES(s->system); f++)
    for (size_t c = 0; c < directions; c++)
      for (size_t x = 0; x < designs; x++)
        s->result[f * directions + c] += s->explicit.sum[f * designs + x] * s->dx[c * designs + x];
  return s->system->op->sum(s->system, GB_VALUES(s->system) * s->directions, s->result, error);
}

int gb_tangent(gb_trajectory *trajectory, const gb_observer *observer, int directions,
               const gb_scalar dx[], gb_scalar result[], gb_march_report *report, gb_error *error) {
  gb_system *system = trajectory->system;
  tangent s = {.system = system,
               .trajectory = trajectory,
               .observer = observer,
               .dx = dx,
               .directions = directions,
               .result = result};
  *report = (gb_march_report){0};
  trajectory->report = report;
  memset(result, 0, (size_t)GB_VALUES(system) * (size_t)directions * sizeof *result);
  int status = gb_system_agree(system, reserve(&s, trajectory->options, report, error), error);
  if (status == GB_OK) status = differentiate(&s, error);
  if (status == GB_OK) status = finish(&s, error);
  release(&s);
  return status;
}
