/// Functionals of a model's system: samples of each state, and derivatives by its unknowns and by
/// designs.
#include "system/model_functionals.h"

#include "system/model_data.h"
#include "system/model_relief.h"

#include <string.h>

#define ADDRESS(name) &gb_source_##name,
static const gb_source *const sources[] = {GB_FOR_SOURCES(ADDRESS)};

int gb_model_functionals_create(gb_system *system, const gb_functional functional[],
                                double duration, gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  GB_TRY(gb_aggregate_create(s->model->comm, system->functionals, functional,
                             &s->functionals->aggregate, error));
  system->values = gb_aggregate_values(s->functionals->aggregate);
  const gb_source_request request = {.assembly = s->assembly,
                                     .count = system->functionals,
                                     .functional = functional,
                                     .aggregate = s->functionals->aggregate,
                                     .duration = duration,
                                     .arena = &s->work->memory};
  for (int i = 0; i < GB_SOURCES; i++)
    GB_TRY(sources[i]->create(&request, &s->functionals->source[i], error));
  return GB_OK;
}

void gb_model_functionals_destroy(gb_system *system) {
  gb_model_data *s = gb_model_data_of(system);
  for (int i = 0; i < GB_SOURCES; i++)
    if (sources[i]->destroy && s->functionals->source[i])
      sources[i]->destroy(s->functionals->source[i]);
  gb_aggregate_destroy(&s->functionals->aggregate);
}

void gb_model_functionals_start(gb_system *system) {
  for (int i = 0; i < GB_SOURCES; i++)
    if (sources[i]->start) sources[i]->start(gb_model_data_of(system)->functionals->source[i]);
}

/// y[count][m] += multipliers of work.owned[count][n + m].
static void add_owned_multipliers(const gb_model_data *s, int count, gb_scalar y[]) {
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  for (size_t c = 0; c < (size_t)count; c++)
    for (size_t i = 0; i < m; i++) y[c * m + i] += s->work->owned[c * (n + m) + n + i];
}

int gb_model_functionals_begin(gb_system *system, gb_error *error) {
  (void)error;
  gb_aggregate_reset(gb_model_data_of(system)->functionals->aggregate);
  return GB_OK;
}

static gb_instant instant_of(const gb_state *state, double weight) {
  return (gb_instant){
      .weight = weight, .first = state->first, .last = state->last, .step = state->step};
}

/// Whether functionals depend on a component at an instant.
static bool is_sampled(const gb_model_data *s, gb_instant instant, int component) {
  bool uses = component == GB_Q;
  for (int i = 0; !uses && i < GB_SOURCES; i++)
    uses = sources[i]->uses && sources[i]->uses(s->functionals->source[i], instant, component);
  return uses;
}

/// @return the last component on which functionals depend at a time point
static int last_sampled_component(const gb_model_data *s, gb_instant instant) {
  int component = GB_A;
  while (!is_sampled(s, instant, component)) component--;
  return component;
}

int gb_model_functionals_add(gb_system *system, const gb_state *state, double weight,
                             gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  double start = gb_timer_now();
  gb_nodal_state nodal;
  gb_instant instant = instant_of(state, weight);
  GB_TRY(gb_model_data_gather(s, state, last_sampled_component(s, instant), &nodal, error));
  for (int i = 0; i < GB_SOURCES; i++)
    GB_TRY(sources[i]->sample(s->functionals->source[i], &nodal, instant, error));
  gb_timer_add(s->timers, GB_PHASE_FUNCTIONALS, start);
  return GB_OK;
}

int gb_model_functionals_end(gb_system *system, gb_scalar *values, gb_error *error) {
  if (gb_model_data_of(system)->functionals->given)
    memset(values, 0, (size_t)system->functionals * sizeof *values);
  return gb_aggregate_close(gb_model_data_of(system)->functionals->aggregate, values, error);
}

gb_peak gb_model_functionals_peak(const gb_system *system, int value) {
  const gb_model_data *s = system->data;
  return gb_aggregate_peak(s->functionals->aggregate, value);
}

/// bar += derivatives of given functionals if this is their state.
static int add_given(const gb_model_data *s, const gb_state *state, gb_scalar *bar[GB_BARS]) {
  const gb_state_bars *given = s->functionals->given;
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  const double scale = state->initial ? 1 : s->functionals->scale;
  if (!(given->first ? state->first : state->last)) return GB_OK;
  for (size_t c = 0; c < (size_t)given->count; c++) {
    const double *own = given->bar + c * (n + m);
    for (size_t i = 0; i < n; i++) bar[GB_Q][c * n + i] += own[i];
    for (size_t i = 0; i < m; i++) bar[GB_MULTIPLIER][c * m + i] += scale * own[n + i];
  }
  return GB_OK;
}

/// Clear the arrays for derivatives by a component, see gb_source.bar. They are
/// separate if designs change the reference configuration.
static void open_bars(gb_model_data *s, int component, int count, gb_scalar *bar[2]) {
  const size_t bytes = (size_t)count * s->work->size * sizeof *s->work->y;
  const bool moves = s->model->dofs->T.varies && component == GB_Q;
  bar[0] = s->work->y;
  bar[1] = moves ? s->work->x : s->work->y;
  memset(bar[0], 0, bytes);
  if (moves) memset(bar[1], 0, bytes);
}

/// Add the derivatives by designs that change the reference configuration; then sum the two arrays
/// into work.y.
static void add_measured(gb_model_data *s, int count, gb_scalar *gradient) {
  if (!s->model->dofs->T.varies) return;
  gb_shape_sensitivity_reference_gradient(s->shape, count, s->work->y, gradient);
  for (size_t i = 0; i < (size_t)count * s->work->size; i++) s->work->y[i] += s->work->x[i];
}

/// Compute the derivatives by unknowns, in work.owned, from those by nodal values in the arrays of
/// open_bars, and add those by designs. Collective.
static int close_bars(gb_model_data *s, const gb_state *state, int component, int count,
                      gb_scalar *gradient, gb_error *error) {
  if (component == GB_Q) add_measured(s, count, gradient);
  GB_TRY(gb_shape_sensitivity_gradient(s->shape, state->component[component], count, s->work->y,
                                       gradient, error));
  if (gb_model_data_has_motion(s, state, component))
    gb_motions_gradient(s->motions, state->t, component, count, s->work->y, gradient);
  return gb_nodal_scatter(s->nodal, count, s->work->y, s->work->owned, error);
}

int gb_model_functionals_spread(gb_system *system, const gb_state *state, int component,
                                gb_scalar *const nodal[2], gb_scalar bar[], gb_scalar gradient[],
                                gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  const int count = system->functionals;
  gb_scalar *part[2];
  GB_TRY(gb_model_data_make_room(s, count, error));
  open_bars(s, component, count, part);
  for (int i = 0; i < 2; i++)
    for (size_t k = 0; k < (size_t)count * s->work->size; k++) part[i][k] += nodal[i][k];
  GB_TRY(close_bars(s, state, component, count, gradient, error));
  gb_model_data_add_owned(s, count, bar);
  return GB_OK;
}

int gb_model_functionals_derivative(gb_system *system, const gb_state *state, double weight,
                                    gb_scalar *bar[GB_BARS], gb_scalar *gradient, gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  if (s->functionals->given) return add_given(s, state, bar);
  double start = gb_timer_now();
  int count = system->functionals;
  gb_instant instant = instant_of(state, weight);
  gb_nodal_state nodal;
  GB_TRY(gb_model_data_make_room(s, count, error));
  GB_TRY(gb_model_data_gather(s, state, last_sampled_component(s, instant), &nodal, error));
  for (int component = GB_Q; component <= GB_A; component++) {
    if (!is_sampled(s, instant, component)) continue;
    gb_scalar *part[2];
    open_bars(s, component, count, part);
    for (int i = 0; i < GB_SOURCES; i++)
      if (sources[i]->bar)
        GB_TRY(sources[i]->bar(s->functionals->source[i], &nodal, instant, component, part,
                               gradient, error));
    for (int i = 0; component == GB_Q && i < GB_SOURCES; i++)
      if (sources[i]->gradient)
        GB_TRY(sources[i]->gradient(s->functionals->source[i], &nodal, instant, gradient, error));
    GB_TRY(close_bars(s, state, component, count, gradient, error));
    gb_model_data_add_owned(s, count, bar[component]);
    if (component == GB_A)
      GB_TRY(gb_model_relief_bars(s, state, &nodal, count, bar[GB_Q], gradient, error));
    if (component == GB_Q) add_owned_multipliers(s, count, bar[GB_MULTIPLIER]);
    for (int i = 0; component == GB_Q && system->memory > 0 && i < GB_SOURCES; i++)
      if (sources[i]->memory) sources[i]->memory(s->functionals->source[i], &nodal, bar[GB_MEMORY]);
  }
  gb_timer_add(s->timers, GB_PHASE_FUNCTIONALS, start);
  return GB_OK;
}

int gb_model_functionals_value_of(gb_system *system, int f, const gb_state *state, double weight) {
  return gb_aggregate_value_of(gb_model_data_of(system)->functionals->aggregate, f,
                               instant_of(state, weight));
}

void gb_model_system_set_functionals(gb_system *system, const gb_state_bars *bars, double scale) {
  gb_model_data *s = gb_model_data_of(system);
  s->functionals->given = bars;
  s->functionals->scale = scale;
  system->functionals = system->values = bars->count;
}

int gb_model_functionals_measure(gb_system *system, double **size, gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  int status = GB_OK;
  for (int i = 0; status == GB_OK && i < GB_SOURCES; i++)
    if (sources[i]->measure)
      status = sources[i]->measure(s->functionals->source[i], &s->work->memory, size, error);
  return gb_agree(s->model->comm, status, error);
}

int gb_model_functionals_archive(gb_system *system, gb_archive *archive, gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  const int writers = gb_archive_ranks(archive);
  const size_t numbers = (size_t)writers * gb_aggregate_numbers(s->functionals->aggregate);
  double *shares;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(s->model->comm, GB_TAKE(&scratch, shares, numbers, error), error));
  if (!gb_archive_reads(archive)) gb_aggregate_store(s->functionals->aggregate, shares);
  GB_TRY(gb_archive_numbers(archive, numbers, shares, error));
  if (gb_archive_reads(archive)) gb_aggregate_restore(s->functionals->aggregate, writers, shares);
  return GB_OK;
}
