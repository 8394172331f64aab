/// The error of the time step in functionals and derivatives, by a second march with half the step.
/// Where the scheme has the order p, the error of the first march is about 2^p / (2^p - 1) times
/// the change: Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I, section II.4.
#include "command/report/refine.h"
#include "command/report/report.h"

#include "base/platform/interrupt.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// The table has no more designs: of more it has the norm of the gradient.
enum { SHOWN_DESIGNS = 20 };

gb_rest gb_command_rest(void *deadline, int step) {
  (void)step;
  const bool late = gb_timer_now() > *(const double *)deadline;
  return gb_interrupt_asked() || late ? GB_REST_PAUSE : GB_REST_NONE;
}

int gb_refinement_request(gb_refinement *r, gb_arena *arena, gb_analysis *half, gb_error *error) {
  const int count = r->analysis->functionals;
  gb_functional_settings *functional;
  gb_march_settings *time;
  GB_TRY(GB_TAKE(arena, time, 1, error));
  GB_TRY(GB_TAKE(arena, functional, (size_t)count, error));
  if (count > 0) memcpy(functional, r->analysis->functional, (size_t)count * sizeof *functional);
  *time = *r->analysis->time;
  time->step /= 2;
  time->steps *= 2;
  gb_engine_real.count_values(functional, count, time->steps);
  *half = *r->analysis;
  half->functional = r->half_functional = functional;
  half->time = r->half_time = time;
  half->restart.path = half->restart.from = NULL;
  return GB_OK;
}

/// A change relative to the larger one of both values.
static double change_of(double before, double after) {
  return before == after ? 0 : (after - before) / fmax(fabs(before), fabs(after));
}

/// Rows of the march with half the step that the other one has too: of lists with a value for each
/// step every other one. from: [values with half the step][columns], to: [values][columns]
static void pick(const gb_refinement *r, size_t columns, const double from[], double to[]) {
  for (int i = 0; i < r->analysis->functionals; i++) {
    const gb_functional_settings *f = &r->analysis->functional[i], *half = &r->half_functional[i];
    const int each = half->values > f->values ? 2 : 1;
    for (int k = 0; k < f->values; k++)
      memcpy(to + (size_t)(f->first + k) * columns,
             from + (size_t)(half->first + each * k) * columns, columns * sizeof *to);
  }
}

int gb_refinement_keep(gb_refinement *r, const gb_outcome *outcome, gb_arena *arena,
                       gb_error *error) {
  const size_t designs = (size_t)r->session->model->designs->count;
  const size_t values = (size_t)gb_analysis_values(r->analysis);
  const size_t entries = r->gradient && outcome->gradient ? values * designs : 0;
  GB_TRY(GB_TAKE(arena, r->half_value, values, error));
  GB_TRY(GB_TAKE(arena, r->change, values, error));
  pick(r, 1, outcome->value, r->half_value);
  for (size_t i = 0; i < values; i++) r->change[i] = change_of(r->value[i], r->half_value[i]);
  if (entries == 0) return GB_OK;
  GB_TRY(GB_TAKE(arena, r->half_gradient, entries, error));
  GB_TRY(GB_TAKE(arena, r->gradient_change, entries, error));
  pick(r, designs, outcome->gradient, r->half_gradient);
  for (size_t i = 0; i < entries; i++)
    r->gradient_change[i] = change_of(r->gradient[i], r->half_gradient[i]);
  return GB_OK;
}

int gb_refinement_run(gb_refinement *r, const gb_command *command, gb_arena *arena,
                      gb_error *error) {
  gb_session *s = command->session;
  double deadline = gb_command_deadline(command);
  const gb_frame_observer observer = {.context = &deadline, .rest = gb_command_rest};
  gb_analysis half;
  gb_outcome outcome = {0};
  gb_timers timers = {0};
  GB_TRY(gb_agree(s->comm, gb_refinement_request(r, arena, &half, error), error));
  half.observer = &observer;
  int status = gb_engine_real.run(&half, NULL, &timers, &outcome, &r->failure);
  const gb_modes_request modes = gb_session_modes(s, &half);
  if (status == GB_OK) status = gb_modes_fill(&modes, &outcome, &r->failure);
  status = status == GB_OK ? gb_agree(s->comm, gb_refinement_keep(r, &outcome, arena, error), error)
                           : GB_OK;
  gb_outcome_free(&outcome);
  return status;
}

int gb_refinement_status(const gb_refinement *r, gb_error *error) {
  if (!r->failure.message[0]) return GB_OK;
  return gb_fail(error, gb_error_code(r->failure.status, &r->failure),
                 "--refine: with half the time step, %g: %s", r->half_time->step,
                 r->failure.message);
}

static void print_line(const char *function, const char *design, double before, double after,
                       double change) {
  gb_print(stdout, "  %-19s %-16s %22.15e %22.15e %+10.1e\n", function, design, before, after,
           change);
}

/// The derivatives of one value, or of many designs their norm, whose change is the norm of the
/// changes.
static void print_derivatives(const gb_refinement *r, const char *function, size_t value) {
  const gb_design_set *designs = r->session->model->designs;
  const size_t count = (size_t)designs->count;
  const double *before = r->gradient + value * count, *after = r->half_gradient + value * count;
  double square[3] = {0};
  for (size_t j = 0; j < count; j++) {
    if (count <= SHOWN_DESIGNS)
      print_line(function, designs->design[j].name, before[j], after[j],
                 r->gradient_change[value * count + j]);
    square[0] += before[j] * before[j];
    square[1] += after[j] * after[j];
    square[2] += pow(after[j] - before[j], 2);
  }
  if (count > SHOWN_DESIGNS)
    print_line(function, "norm", sqrt(square[0]), sqrt(square[1]),
               square[2] > 0 ? sqrt(square[2] / fmax(square[0], square[1])) : 0);
}

/// The value of a list that changes most by the largest of the list.
static int most_changed(const gb_refinement *r, const gb_functional_settings *f) {
  int found = f->first;
  for (int k = f->first; k < f->first + f->values; k++)
    if (fabs(r->half_value[k] - r->value[k]) > fabs(r->half_value[found] - r->value[found]))
      found = k;
  return found;
}

void gb_refinement_print(const gb_refinement *r) {
  if (r->failure.message[0]) return;
  gb_print(stdout, "half the time step, %g in place of %g:\n", r->half_time->step,
           r->analysis->time->step);
  gb_print(stdout, "function              d by                    %14s %22s     change\n",
           "full step", "half step");
  for (int i = 0; i < r->analysis->functionals; i++) {
    const gb_functional_settings *f = &r->analysis->functional[i];
    const int k = most_changed(r, f);
    char name[200], at[16] = "";
    if (f->values > 1) snprintf(at, sizeof at, "[%d]", k - f->first);
    snprintf(name, sizeof name, "%.150s%s", f->name, at);
    print_line(name, "", r->value[k], r->half_value[k], r->change[k]);
    if (r->half_gradient) print_derivatives(r, name, (size_t)k);
  }
  gb_print(stdout, "\n");
}

void gb_refinement_write(const gb_refinement *r, gb_json *json) {
  gb_json_open_object(json, "refine");
  gb_json_number(json, "step", r->half_time->step);
  gb_json_integer(json, "steps", r->half_time->steps);
  if (r->failure.message[0]) {
    gb_json_text(json, "failure", r->failure.message);
  } else {
    gb_report_values(json, "functions", r->analysis, r->half_value);
    gb_report_values(json, "changes", r->analysis, r->change);
  }
  if (r->half_gradient) {
    gb_report_derivatives(json, "gradient", r->analysis, r->half_gradient);
    gb_report_derivatives(json, "gradient_changes", r->analysis, r->gradient_change);
  }
  gb_json_close(json);
}
