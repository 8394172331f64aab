/// The verbs `run` and `gradient`: march, then perhaps differentiate, print and write.
#include "base/print.h"
#include "command/report.h"

#include <stdio.h>
#include <string.h>

/// Tables and files of rank 0.
static int report(const gb_session *s, const gb_watch *watch, const gb_outcome *outcome,
                  double peak, gb_error *error) {
  if (s->rank != 0) return GB_OK;
  if (outcome->gradient && s->model->designs->count > 0)
    GB_TRY(gb_report_designs(s, outcome, error));
  GB_TRY(gb_report_json(s, watch, outcome, peak, 0, NULL, NULL, error));
  gb_report_step_error(outcome);
  if (s->options->quiet) return GB_OK;
  gb_report_functionals(s, outcome);
  if (outcome->gradient) gb_report_gradient(s, outcome);
  gb_report_closing(s, outcome, peak);
  if (s->description->output_every > 0)
    gb_print(stdout, "results %s.xdmf, %s.vtkhdf\n", s->stem, s->stem);
  return GB_OK;
}

static int need(const gb_session *s, gb_error *error) {
  if (s->analysis.method == GB_NO_GRADIENT) return GB_OK;
  if (s->model->designs->count == 0)
    return gb_fail(error, GB_USAGE,
                   "%s: a gradient needs designs: give design: [{name: ..., "
                   "thickness: GROUP}]",
                   s->description->file);
  const bool histories = s->analysis.method == GB_TANGENT && s->model->probes->count > 0;
  if (s->analysis.functionals == 0 && !histories)
    return gb_fail(error, GB_USAGE,
                   "%s: a gradient needs functions: give functions: [{type: mass}], or probes for "
                   "--tangent",
                   s->description->file);
  return GB_OK;
}

int gb_command_run(gb_session *s, gb_error *error) {
  gb_watch *watch = NULL;
  gb_outcome outcome = {0};
  if (strcmp(s->options->verb, "gradient") == 0) s->analysis.method = gb_session_method(s);
  GB_TRY(need(s, error));
  s->analysis.restart_path = s->restart_path;
  s->analysis.restart_from = s->options->restart;
  GB_TRY(gb_watch_create(s, &watch, error));
  gb_watcher watcher = gb_watch_watcher(watch);
  s->analysis.watcher = &watcher;
  int status = gb_engine_real.run(&s->analysis, NULL, &s->timers, &outcome, error);
  s->analysis.watcher = NULL;
  if (status == GB_PAUSED) gb_watch_pause(watch);
  if (status == GB_OK) status = gb_watch_finish(watch, error);
  double peak = gb_report_peak_memory(s->comm);
  if (status == GB_OK) status = gb_agree(s->comm, report(s, watch, &outcome, peak, error), error);
  gb_outcome_free(&outcome);
  gb_watch_destroy(&watch);
  return status;
}
