/// The verbs `run` and `gradient`: march, then perhaps differentiate, print and write.
#include "command/refine.h"
#include "command/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Tables and files of rank 0.
static int report(const gb_session *s, const gb_records *records, const gb_outcome *outcome,
                  const gb_refinement *refinement, double peak, gb_error *error) {
  if (s->rank != 0) return GB_OK;
  if (outcome->gradient && s->model->designs->count > 0)
    GB_TRY(gb_report_designs(s, NULL, outcome, error));
  GB_TRY(gb_report_lists(s, outcome, error));
  GB_TRY(gb_report_out(s, outcome, error));
  GB_TRY(gb_report_json(s, records, outcome, peak, NULL, refinement, error));
  if (outcome->gradient) gb_report_idle_designs(s, outcome);
  gb_report_step_error(outcome);
  gb_report_drift(s, outcome);
  gb_report_stability(s, outcome);
  if (s->options->quiet) return GB_OK;
  gb_report_functionals(s, outcome);
  if (outcome->gradient) gb_report_gradient(s, outcome);
  if (refinement) gb_refinement_print(refinement);
  gb_report_closing(s, outcome, peak);
  if (s->description->output.every > 0)
    gb_print(stdout, "results %s.xdmf, %s.vtkhdf\n", s->stem, s->stem);
  return GB_OK;
}

static gb_monitor_request monitoring(gb_session *s) {
  const double most = s->options->max_time;
  return (gb_monitor_request){.analysis = &s->analysis,
                              .shapes = s->shapes,
                              .stem = s->stem,
                              .timers = &s->timers,
                              .open_ended = gb_session_is_static(s),
                              .resumes = s->options->restart != NULL,
                              .output_every = s->description->output.every,
                              .sections = s->description->output.sections,
                              .swept = s->description->output.swept,
                              .restart_every = s->description->checkpoint.every,
                              .deadline = most > 0 ? s->timers.started + most : INFINITY,
                              .quiet = s->options->quiet,
                              .verbose = s->options->verbose};
}

int gb_run_analysis(gb_session *s, gb_monitor *monitor, gb_outcome *outcome, gb_error *error) {
  const gb_frame_observer observer = gb_monitor_observer(monitor);
  s->analysis.observer = &observer;
  int status = gb_engine_real.run(&s->analysis, NULL, &s->timers, outcome, error);
  s->analysis.observer = NULL;
  if (s->rank == 0) gb_report_excess(outcome);
  const gb_modes_request modes = gb_session_modes(s, &s->analysis);
  if (status == GB_OK) status = gb_modes_fill(&modes, outcome, error);
  if (status == GB_PAUSED) gb_monitor_pause(monitor);
  return status == GB_OK ? gb_monitor_finish(monitor, error) : status;
}

int gb_command_run(gb_session *s, gb_error *error) {
  gb_monitor *monitor = NULL;
  gb_outcome outcome = {0};
  if (strcmp(s->options->verb, "gradient") == 0) s->analysis.method = gb_command_method(s);
  GB_TRY(gb_session_turns(s, s->analysis.method, error));
  char *restart;
  const int named = gb_arena_text(&s->memory, &restart, error, "%s.restart", s->stem);
  GB_TRY(gb_agree(s->comm, named, error));
  s->analysis.restart.path = restart;
  s->analysis.restart.from = s->options->restart;
  const gb_monitor_request request = monitoring(s);
  GB_TRY(gb_monitor_create(&request, &monitor, error));
  int status = gb_run_analysis(s, monitor, &outcome, error);
  const double peak = gb_report_peak_memory(s->comm);
  const gb_records *records = gb_monitor_records(monitor);
  gb_refinement refinement = {.session = s, .analysis = &s->analysis};
  if (status == GB_OK && s->options->verify.refine) {
    refinement.value = outcome.value;
    refinement.gradient = outcome.gradient;
    status = gb_refinement_run(&refinement, s, &s->memory, error);
  }
  if (status == GB_OK)
    status = gb_agree(
        s->comm,
        report(s, records, &outcome, s->options->verify.refine ? &refinement : NULL, peak, error),
        error);
  if (status == GB_OK) status = gb_refinement_status(&refinement, error);
  gb_outcome_free(&outcome);
  gb_monitor_destroy(&monitor);
  return status;
}
