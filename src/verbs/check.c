/// The verb `check`: print the model and take the first step of the march.
#include "command/report/facts.h"
#include "command/report/report.h"
#include "session/plausibility.h"

#include <math.h>

/// Take the start and the first step without a gradient, so that `check` refuses what `run`
/// refuses. A static march along its path is left out: its first step depends on the whole path.
static int take_a_step(gb_session *s, gb_prediction *found, gb_error *error) {
  gb_march_settings time = *s->analysis->time;
  gb_analysis first = *s->analysis;
  gb_outcome outcome = {0};
  gb_timers timers = {0};
  if (time.walk.arc_length || time.walk.probe >= 0) return GB_OK;
  time.steps = 1;
  time.error_limit = INFINITY; // the error is relative to the displacements of the whole march
  first.time = &time;
  first.functionals = 0;
  first.method = GB_NO_GRADIENT;
  first.observer = NULL;
  const int status = gb_engine_real.run(&first, NULL, &timers, &outcome, error);
  found->factors = outcome.factor_bytes;
  found->step = 1e6 * gb_report_peak_memory(s->comm);
  gb_outcome_free(&outcome);
  if (status != GB_OK || s->model->designs->count == 0 || s->analysis->functionals == 0)
    return status;
  return gb_engine_real.predict(s->analysis, &found->states, error);
}

static int check(gb_command *command, gb_error *error) {
  gb_session *s = command->session;
  gb_facts facts;
  gb_prediction prediction = {0};
  GB_SCRATCH(scratch);
  GB_TRY(gb_facts_find(s, &scratch, &facts, error));
  if (s->rank == 0) gb_facts_print(stdout, s, &facts);
  fflush(stdout);
  GB_TRY(take_a_step(s, &prediction, error));
  const int status = s->rank == 0 ? gb_facts_write(command, &facts, &prediction, error) : GB_OK;
  if (s->rank == 0 && status == GB_OK) gb_prediction_print(&prediction);
  if (s->rank == 0 && status == GB_OK) gb_print(stdout, "no errors found\n");
  if (status == GB_OK) gb_plausibility_tell(s, NULL, gb_command_warn, NULL);
  return gb_agree(s->comm, status, error);
}

const gb_verb gb_verb_check = {
    .name = "check",
    .meaning = "read everything, print the model and what is wrong with it, up to the first step",
    .page = "gimbal check CASE.yaml [--set KEY=VALUE] [--json FILE] [--memory SIZE]\n\n"
            "Reads case and mesh, builds the model and takes the first step; refuses what run "
            "refuses.\n"
            "Prints elements, masses and inertia, sums of loads, degrees of freedom, designs, "
            "probes and\n"
            "the memory that a run and its gradient take at least. Writes nothing but --json.\n",
    .dry = true,
    .turns = true,
    .run = check,
};
