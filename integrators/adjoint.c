/// The adjoint pass visits the stages of a march from the last to the first. ybar_k ("bars") are
/// the derivatives of the functionals by the components y_k. For each stage solve (sigma0 R_q +
/// sigma1 R_v + sigma2 R_a)^T psi_k = -sum_i sigma_i ybar_k,i, then add ybar_k,i += R_i^T psi_k,
/// ybar_j += C_kj^T ybar_k and df/dx += w_k F_x + psi_k^T R_x. Source: docs/theory.md, the section
/// on the adjoint of a table.
#include "integrators/pass.h"
#include "integrators/trajectory.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Functional values whose bars are not zero, each with a column of the bars. A value gets a column
/// at the first stage that contributes to it; before that it costs nothing. If memory does not
/// suffice for all values, the pass is repeated for the remaining ones. If every functional has one
/// value, all values have columns from the start.
typedef struct columns {
  int capacity, count;
  int *value;      ///< value of each column, [capacity]
  int *at;         ///< column of each value; NOT_YET, or DONE in an earlier pass
  bool remaining;  ///< a value got no column
  gb_scalar *bars; ///< contributions of one stage, [GB_BARS][functionals][n, m or memory]; NULL:
                   ///< they are added directly to the columns
  gb_scalar *gradient; ///< contributions of one stage, [functionals][designs]; zero between uses
} columns;

enum { NOT_YET = -1, DONE = -2 };

/// Places in gb_adjoint_pass.memory.
enum { BEGIN, END };

/// State of a pass.
typedef struct gb_adjoint_pass {
  gb_system *system;
  const gb_table *table;
  gb_trajectory *trajectory;
  gb_pass *pass;         ///< linear solves
  gb_scalar *gradient;   ///< [values][designs]
  gb_scalar *by_columns; ///< gradient of the columns, [capacity][designs]; may be `gradient` itself
  const gb_state *state;
  size_t block;          ///< capacity * n
  int alive;             ///< number of stages whose bars are stored
  gb_scalar *multiplier; ///< bars of the multipliers of stage k, [capacity][m]
  gb_scalar *bars;      ///< bars of stage k at index k % alive, [alive][GB_COMPONENTS][capacity][n]
  gb_scalar *memory[2]; ///< bars of the memory of elements at the beginning of the present step and
                        ///< at its end, [capacity][memory]
  columns columns;
  int64_t k; ///< stage visited now or last
} adjoint;

static gb_scalar *bar(const adjoint *s, int64_t k, int component) {
  return s->bars + ((size_t)(k % s->alive) * GB_COMPONENTS + (size_t)component) * s->block;
}

/// Whether every functional has exactly one value.
static bool has_single_values(const gb_system *system) {
  return system->values == 0 || system->values == system->functionals;
}

/// The largest number of stages of a step.
static int widest_step(const gb_table *table) {
  gb_stage stage;
  int widest = 0, width = 0, step = -1;
  for (int64_t k = 0; k < gb_table_stages(table); k++) {
    gb_table_stage(table, k, &stage);
    width = stage.step == step ? width + 1 : 1;
    step = stage.step;
    if (width > widest) widest = width;
  }
  return widest;
}

/// Find the number of columns for which options->block_memory suffices: each needs the bars of the
/// stored stages and the vectors of the linear solves. Collective.
static int find_capacity(adjoint *s, const gb_newton_options *options, gb_error *error) {
  const double vectors = GB_COMPONENTS * s->alive + 2 * GB_PAIRS + 3;
  gb_scalar length = s->system->n + s->system->m;
  s->columns.capacity = GB_VALUES(s->system);
  if (has_single_values(s->system) || !(options->block_memory > 0)) return GB_OK;
  GB_TRY(s->system->op->sum(s->system, 1, &length, error));
  const double limit =
      floor(options->block_memory / (vectors * gb_real(length) * (double)sizeof(gb_scalar)));
  if (limit < s->columns.capacity) s->columns.capacity = limit < 1 ? 1 : (int)limit;
  return GB_OK;
}

/// Start a pass with no columns, or with columns for all functionals if each has one value.
static void open_columns(adjoint *s) {
  columns *c = &s->columns;
  c->remaining = false;
  c->count = has_single_values(s->system) ? c->capacity : 0;
  for (int i = 0; i < c->count; i++) c->value[i] = c->at[i] = i;
}

static int reserve(adjoint *s, const gb_newton_options *options, gb_march_report *report,
                   gb_error *error) {
  const gb_system *system = s->system;
  const size_t n = (size_t)system->n, m = (size_t)system->m, values = (size_t)GB_VALUES(system);
  const size_t functionals = (size_t)system->functionals, capacity = (size_t)s->columns.capacity;
  gb_arena *memory;
  columns *c = &s->columns;
  s->block = capacity * n;
  GB_TRY(gb_pass_create(s->system, options, (int)capacity, report, &s->pass, error));
  memory = &s->pass->memory;
  GB_TRY(GB_TAKE(memory, s->multiplier, capacity * m, error));
  for (int i = BEGIN; i <= END; i++)
    GB_TRY(GB_TAKE(memory, s->memory[i], capacity * (size_t)system->memory, error));
  GB_TRY(GB_TAKE(memory, s->bars, (size_t)s->alive * GB_COMPONENTS * s->block, error));
  GB_TRY(GB_TAKE(memory, c->value, capacity, error));
  GB_TRY(GB_TAKE(memory, c->at, values, error));
  for (size_t i = 0; i < values; i++) c->at[i] = NOT_YET;
  open_columns(s);
  s->by_columns = s->gradient;
  if (has_single_values(system)) return GB_OK;
  GB_TRY(GB_TAKE(memory, s->by_columns, capacity * (size_t)system->designs, error));
  const size_t each = GB_COMPONENTS * n + m + (size_t)system->memory;
  GB_TRY(GB_TAKE(memory, c->bars, functionals * each, error));
  return GB_TAKE(memory, c->gradient, functionals * (size_t)system->designs, error);
}

/// Set the right-hand sides: -sum_i sigma_i ybar_i, and minus the bars of the multipliers.
static void set_right(adjoint *s, const gb_stage *stage) {
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m, length = n + m;
  const int count = s->columns.count;
  s->pass->count = count;
  memset(s->pass->right, 0, (size_t)count * length * sizeof *s->pass->right);
  for (int component = 0; component < GB_COMPONENTS; component++)
    for (int f = 0; f < count && stage->sigma[component] != 0; f++)
      gb_add_scaled(n, -stage->sigma[component], bar(s, s->k, component) + (size_t)f * n,
                    s->pass->right + (size_t)f * length);
  for (size_t f = 0; m > 0 && f < (size_t)count; f++)
    gb_add_scaled(m, -1, s->multiplier + f * m, s->pass->right + f * length + n);
}

/// Multiply entries by random factors, so that terms that cancel in a product no longer do so.
static void scatter(const adjoint *s, size_t entries, gb_scalar x[]) {
  for (size_t i = 0; s->trajectory->scatter_sample && i < entries; i++)
    x[i] *= gb_random_factor(i, (uint64_t)s->k, (uint64_t)s->trajectory->scatter_sample);
}

/// Perturb the displacements by random round-off, and velocities and accelerations accordingly, as
/// if the stage had been solved with other round-off.
static void perturb_state(const adjoint *s) {
  gb_state *state = gb_trajectory_state(s->trajectory, s->k);
  const double *sigma = state->sigma;
  const uint64_t sample = (uint64_t)s->trajectory->solver->perturbation_sample;
  for (size_t i = 0; sample && i < (size_t)s->system->n; i++) {
    const double change =
        DBL_EPSILON / gb_system_weight(s->system, i) * gb_random_factor(i, (uint64_t)s->k, sample);
    state->component[GB_Q][i] += change;
    for (int c = GB_V; c <= GB_A && sigma[GB_Q] != 0; c++)
      if (state->component[c]) state->component[c][i] += sigma[c] / sigma[GB_Q] * change;
  }
}

/// Add the contributions of psi of the columns first .. first + count - 1 to the bars and the
/// gradient. Bars that neither earlier stages nor the initial values use are not computed.
static int use_adjoints(adjoint *s, const gb_stage *stage, int first, int count, gb_error *error) {
  const gb_system_operations *op = s->system->op;
  const size_t n = (size_t)s->system->n, length = n + (size_t)s->system->m;
  gb_scalar *psi = s->pass->solution + (size_t)first * length;
  for (int component = GB_Q; component <= GB_A; component++) {
    const bool initial = stage->kind == GB_STAGE_INITIAL && component != GB_A;
    if (!initial && !gb_stage_has_row(stage, component)) continue;
    GB_TRY(op->partial(s->system, component, s->state, count, psi,
                       bar(s, s->k, component) + (size_t)first * n, error));
  }
  const gb_memory_bars memory = {.count = count,
                                 .psi = psi,
                                 .begin =
                                     s->memory[BEGIN] + (size_t)first * (size_t)s->system->memory};
  if (s->system->memory > 0) GB_TRY(op->memory_product(s->system, s->state, &memory, error));
  scatter(s, (size_t)count * length, psi);
  return op->design_product(s->system, s->state, count, psi,
                            s->by_columns + (size_t)first * (size_t)s->system->designs, error);
}

/// Solve for psi of all columns and add its contributions.
static int solve(adjoint *s, const gb_stage *stage, gb_error *error) {
  set_right(s, stage);
  GB_TRY(gb_pass_solve(s->pass, &(gb_operator){stage->sigma, s->state, true}, error));
  const int alive = s->columns.count;
  for (int first = 0, count; first < alive; first += count + 1) {
    for (count = 0; first + count < alive; count++)
      if (gb_real(s->pass->size[first + count]) == 0) break;
    if (count) GB_TRY(use_adjoints(s, stage, first, count, error));
  }
  return GB_OK;
}

/// Add ybar_j += C_kj^T ybar_k to the bars of earlier stages j.
static void add_to_earlier_stages(adjoint *s, const gb_stage *stage) {
  for (int j = 0; j < stage->histories; j++) {
    const gb_history_term *history = &stage->history[j];
    for (int row = 0; row < GB_COMPONENTS; row++)
      for (int column = 0; column < GB_COMPONENTS; column++)
        if (history->c[row][column] != 0)
          gb_add_scaled((size_t)s->columns.count * (size_t)s->system->n, history->c[row][column],
                        bar(s, s->k, row), bar(s, s->k - history->back, column));
  }
}

/// @return the number of values of a bar of one functional
static size_t bar_size(const gb_system *system, int bar) {
  return (size_t)(bar == GB_MEMORY ? system->memory : bar == GB_MULTIPLIER ? system->m : system->n);
}

/// Add the contribution of functional f at this stage to the column of its value. A value without a
/// column gets one, if there is a free one.
static void add_part(adjoint *s, int f, int value, gb_scalar *const part[GB_BARS]) {
  const size_t designs = (size_t)s->system->designs;
  columns *c = &s->columns;
  const bool opens = c->at[value] == NOT_YET && c->count < c->capacity;
  c->remaining = c->remaining || (c->at[value] == NOT_YET && !opens);
  if (opens) {
    c->value[c->count] = value;
    c->at[value] = c->count++;
  }
  const bool here = c->at[value] >= 0;
  const size_t column = here ? (size_t)c->at[value] : 0;
  for (int i = 0; i < GB_BARS; i++) {
    const size_t size = bar_size(s->system, i);
    gb_scalar *to = i == GB_MEMORY       ? s->memory[BEGIN]
                    : i == GB_MULTIPLIER ? s->multiplier
                                         : bar(s, s->k, i);
    gb_scalar *from = part[i] + (size_t)f * size;
    if (here) gb_add_scaled(size, 1, from, to + column * size);
    memset(from, 0, size * sizeof *from);
  }
  gb_scalar *gradient = c->gradient + (size_t)f * designs;
  if (here) gb_add_scaled(designs, 1, gradient, s->by_columns + column * designs);
  memset(gradient, 0, designs * sizeof *gradient);
}

/// Add the derivatives of the functionals at this stage to the bars and the gradient.
static int add_functionals(adjoint *s, double weight, gb_error *error) {
  gb_system *system = s->system;
  const size_t part = (size_t)system->functionals * (size_t)system->n;
  gb_scalar *bars[GB_BARS];
  columns *c = &s->columns;
  for (int i = 0; i < GB_COMPONENTS; i++)
    bars[i] = c->bars ? c->bars + (size_t)i * part : bar(s, s->k, i);
  bars[GB_MULTIPLIER] = c->bars ? c->bars + GB_COMPONENTS * part : s->multiplier;
  bars[GB_MEMORY] = c->bars ? bars[GB_MULTIPLIER] + (size_t)system->functionals * (size_t)system->m
                            : s->memory[BEGIN];
  bool any = !c->bars;
  for (int f = 0; f < system->functionals && !any; f++)
    any = system->op->value_of(system, f, s->state, weight) >= 0;
  if (!any) return GB_OK;
  GB_TRY(system->op->functionals_derivative(system, s->state, weight, bars,
                                            c->bars ? c->gradient : s->by_columns, error));
  for (int f = 0; c->bars && f < system->functionals; f++) {
    const int value = system->op->value_of(system, f, s->state, weight);
    if (value >= 0) add_part(s, f, value, bars);
  }
  return GB_OK;
}

/// At the end of a step, the bars of the memory become bars of this state and of the memory at the
/// beginning of its step.
static int add_memory(adjoint *s, gb_error *error) {
  gb_system *system = s->system;
  const size_t bytes = (size_t)s->columns.capacity * (size_t)system->memory * sizeof *s->bars;
  const gb_memory_bars bars = {.count = s->columns.count,
                               .end = s->memory[END],
                               .bar = {bar(s, s->k, GB_Q), bar(s, s->k, GB_V)},
                               .begin = s->memory[BEGIN],
                               .gradient = s->by_columns};
  if (bytes == 0) return GB_OK;
  memcpy(s->memory[END], s->memory[BEGIN], bytes);
  memset(s->memory[BEGIN], 0, bytes);
  return system->op->memory_product(system, s->state, &bars, error);
}

/// @param again the functionals have contributed to this stage already
static int reverse_stage(adjoint *s, bool again, gb_error *error) {
  gb_system *system = s->system;
  gb_scalar *bars[GB_COMPONENTS];
  gb_stage stage;
  gb_table_stage(s->table, s->k, &stage);
  GB_TRY(gb_trajectory_restore(s->trajectory, s->k, true, error));
  s->state = gb_trajectory_state(s->trajectory, s->k);
  for (int i = 0; i < GB_COMPONENTS; i++) bars[i] = bar(s, s->k, i);
  memset(s->multiplier, 0, (size_t)s->columns.capacity * (size_t)system->m * sizeof *s->multiplier);
  gb_stage_set(system, &stage);
  if (stage.step_end) GB_TRY(add_memory(s, error));
  if (gb_stage_counts(s->table, s->k, &stage) && !again)
    GB_TRY(add_functionals(s, stage.weight, error));
  perturb_state(s);
  if (stage.kind == GB_STAGE_INITIAL || stage.kind == GB_STAGE_SOLVE)
    GB_TRY(solve(s, &stage, error));
  add_to_earlier_stages(s, &stage);
  if (s->k == 0) {
    if (stage.kind == GB_STAGE_GIVEN) memset(bars[GB_V], 0, s->block * sizeof *s->bars);
    for (int i = GB_Q; i <= GB_V; i++)
      scatter(s, (size_t)s->columns.count * (size_t)system->n, bars[i]);
    GB_TRY(system->op->initial_product(system, s->columns.count, bars[GB_Q], bars[GB_V],
                                       s->by_columns, error));
  }
  const size_t used = (size_t)s->columns.count * (size_t)system->n;
  for (int i = 0; i < GB_COMPONENTS; i++) memset(bars[i], 0, used * sizeof *s->bars);
  return GB_OK;
}

/// Write or read the pass after stage k: each rank's part of the gradient, and the bars of the
/// stages before k.
static int archive(void *driver, gb_archive *file, gb_error *error) {
  adjoint *s = driver;
  const size_t values = (size_t)GB_VALUES(s->system), n = (size_t)s->system->n;
  const size_t designs = (size_t)s->system->designs, capacity = (size_t)s->columns.capacity;
  columns *c = &s->columns;
  int counts[] = {c->capacity, c->count, c->remaining};
  GB_TRY(gb_trajectory_archive_pass(s->trajectory, &s->k, file, error));
  GB_TRY(gb_archive_shares(file, values * designs, s->gradient, error));
  GB_TRY(gb_archive_bytes(file, sizeof counts, counts, error));
  if (counts[0] != c->capacity)
    return gb_fail(
        error, GB_OTHER_CASE,
        "the restart file has blocks of %d values, but the memory suffices for %d; accepted: the "
        "--memory of the run that wrote it",
        counts[0], c->capacity);
  c->count = counts[1];
  c->remaining = counts[2];
  if (c->bars) GB_TRY(gb_archive_shares(file, capacity * designs, s->by_columns, error));
  GB_TRY(gb_archive_bytes(file, capacity * sizeof *c->value, c->value, error));
  GB_TRY(gb_archive_bytes(file, values * sizeof *c->at, c->at, error));
  for (size_t i = 0; i < (size_t)s->alive * GB_COMPONENTS * capacity; i++)
    GB_TRY(gb_archive_unknowns(file, s->bars + i * n, error));
  GB_TRY(gb_archive_memory_slopes(file, capacity, s->memory[BEGIN], error));
  return gb_pass_archive(s->pass, file, error);
}

/// The step that contains stage k; -1 if there is no such stage.
static int step_of(const adjoint *s, int64_t k) {
  gb_stage stage = {.step = -1};
  if (k >= 0) gb_table_stage(s->table, k, &stage);
  return stage.step;
}

/// Copy the gradient from columns to values, and mark these values as done.
static void store_gradient(adjoint *s) {
  const size_t designs = (size_t)s->system->designs;
  columns *c = &s->columns;
  for (int i = 0; c->bars && i < c->count; i++) {
    gb_scalar *from = s->by_columns + (size_t)i * designs;
    memcpy(s->gradient + (size_t)c->value[i] * designs, from, designs * sizeof *from);
    memset(from, 0, designs * sizeof *from);
    c->at[c->value[i]] = DONE;
  }
}

/// One pass over the stages, from the last to the first. The observer is called after the first
/// stage of each step.
static int reverse(adjoint *s, const gb_observer *observer, bool resumes, gb_error *error) {
  int step = gb_table_steps(s->table);
  s->k = gb_table_stages(s->table) - 1;
  if (s->system->memory > 0)
    memset(s->memory[BEGIN], 0,
           (size_t)s->columns.capacity * (size_t)s->system->memory * sizeof *s->bars);
  if (resumes) {
    GB_TRY(archive(s, observer->resume, error));
    s->k = gb_trajectory_before(s->trajectory, s->k);
    step = step_of(s, s->k);
  }
  for (; s->k >= 0; s->k = gb_trajectory_before(s->trajectory, s->k)) {
    GB_TRY(reverse_stage(s, false, error));
    const int before = step_of(s, gb_trajectory_before(s->trajectory, s->k));
    if (before == step) continue;
    if (observer && observer->adjoint_step)
      GB_TRY(observer->adjoint_step(observer->context, step, error));
    if (observer && observer->checkpoint)
      GB_TRY(observer->checkpoint(observer->context, step, archive, s, error));
    step = before;
  }
  store_gradient(s);
  return GB_OK;
}

/// Repeat the pass until all values have had a column.
static int reverse_all(adjoint *s, const gb_observer *observer, gb_error *error) {
  bool resumes = observer && observer->resume;
  do {
    if (!resumes) open_columns(s);
    GB_TRY(reverse(s, observer, resumes, error));
    resumes = false;
  } while (s->columns.remaining);
  return s->system->op->sum(s->system, GB_VALUES(s->system) * s->system->designs, s->gradient,
                            error);
}

/// Prepare a pass; also after an error call gb_pass_destroy.
/// @param stages largest number of stages that are passed again while the bars of earlier ones wait
static int open(adjoint *s, gb_trajectory *trajectory, int stages, gb_scalar gradient[],
                gb_march_report *report, gb_error *error) {
  gb_system *system = trajectory->system;
  *s = (adjoint){.system = system,
                 .table = trajectory->table,
                 .trajectory = trajectory,
                 .gradient = gradient,
                 .alive = gb_table_window(trajectory->table) + stages};
  *report = (gb_march_report){0};
  trajectory->report = report;
  memset(gradient, 0, (size_t)GB_VALUES(system) * (size_t)system->designs * sizeof *gradient);
  GB_TRY(find_capacity(s, trajectory->options, error));
  return gb_system_agree(system, reserve(s, trajectory->options, report, error), error);
}

int gb_adjoint(gb_trajectory *trajectory, const gb_observer *observer, gb_scalar gradient[],
               gb_march_report *report, gb_error *error) {
  adjoint s;
  int status = open(&s, trajectory, 1, gradient, report, error);
  if (status == GB_OK) status = reverse_all(&s, observer, error);
  gb_pass_destroy(&s.pass);
  return status;
}

int gb_adjoint_open(gb_trajectory *trajectory, gb_scalar gradient[], gb_march_report *report,
                    gb_adjoint_pass **out, gb_error *error) {
  GB_TRY(gb_system_agree(trajectory->system, GB_ALLOCATE(*out, 1, error), error));
  const int status =
      open(*out, trajectory, widest_step(trajectory->table), gradient, report, error);
  (*out)->k = gb_table_stages(trajectory->table) - 1;
  if (status != GB_OK) gb_adjoint_close(out);
  return status;
}

int64_t gb_adjoint_next(gb_adjoint_pass *s, bool again) {
  const int64_t stages = gb_table_stages(s->table);
  int64_t k = s->k + again;
  while (again && k + 1 < stages && step_of(s, k + 1) == step_of(s, k)) k++;
  return k;
}

int gb_adjoint_stage(gb_adjoint_pass *s, int64_t k, bool again, const gb_scalar *const bars[2],
                     gb_error *error) {
  s->k = k;
  if (again && s->system->memory > 0)
    return gb_fail(error, GB_WRONG_SCHEME,
                   "a step of the adjoint pass cannot be repeated where contacts stick; accepted: "
                   "one adjoint_step for each step, or friction by velocity");
  for (int i = GB_Q; i <= GB_V && bars; i++) gb_add_scaled(s->block, 1, bars[i], bar(s, k, i));
  GB_TRY(reverse_stage(s, again, error));
  s->k = gb_trajectory_before(s->trajectory, k);
  return GB_OK;
}

void gb_adjoint_close(gb_adjoint_pass **pass) {
  if (!*pass) return;
  gb_pass_destroy(&(*pass)->pass);
  free(*pass);
  *pass = NULL;
}
