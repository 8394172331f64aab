/// The verbs `run` and `gradient`: march, then perhaps differentiate, print and write.
#include "command/report/refine.h"
#include "command/report/report.h"
#include "session/plausibility.h"

#include <stdio.h>
#include <sys/stat.h>

/// Print the tables.
static void print(const gb_command *command, const gb_outcome *outcome,
                  const gb_refinement *refinement, double peak) {
  const gb_session *s = command->session;
  gb_report_functionals(s, outcome);
  if (outcome->gradient) gb_report_gradient(command, outcome);
  if (refinement) gb_refinement_print(refinement);
  gb_report_closing(s, outcome, peak);
  if (s->description->output.every > 0)
    gb_print(stdout, "results %s.xdmf, %s.vtkhdf\n", command->stem, command->stem);
}

/// Print the tables and write the files, on rank 0, and end with the warnings.
static int report(const gb_command *command, const gb_records *records, const gb_outcome *outcome,
                  const gb_refinement *refinement, double peak, gb_error *error) {
  const gb_session *s = command->session;
  if (s->rank != 0) return GB_OK;
  if (outcome->gradient && s->model->designs->count > 0)
    GB_TRY(gb_report_designs(command, NULL, outcome, error));
  GB_TRY(gb_report_lists(command, outcome, error));
  GB_TRY(gb_report_out(command, outcome, error));
  GB_TRY(gb_report_json(command, records, outcome, peak, NULL, refinement, error));
  if (!command->options->quiet) print(command, outcome, refinement, peak);
  gb_plausibility_tell(s, outcome, gb_command_warn, NULL);
  return GB_OK;
}

static gb_monitor_request monitoring(const gb_command *command) {
  gb_session *s = command->session;
  return (gb_monitor_request){.analysis = s->analysis,
                              .shapes = s->shapes,
                              .stem = command->stem,
                              .timers = s->timers,
                              .open_ended = gb_session_is_static(s),
                              .resumes = s->analysis->restart.from != NULL,
                              .output_every = s->description->output.every,
                              .sections = s->description->output.sections,
                              .swept = s->description->output.swept,
                              .restart_every = s->description->checkpoint.every,
                              .deadline = gb_command_deadline(command),
                              .quiet = command->options->quiet,
                              .verbose = command->options->verbose};
}

static bool is_same_file(const char *a, const char *b) {
  struct stat first, second;
  return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

/// Remove the restart files of a run that has ended, if this run wrote them or resumed from them.
static void remove_restart_files(const gb_session *s) {
  const char *path = s->analysis->restart.path, *from = s->analysis->restart.from;
  const bool resumed = from && is_same_file(path, from);
  char older[GB_OUTPUT_PATH];
  if (s->rank != 0 || s->description->checkpoint.keep) return;
  if (s->description->checkpoint.every == 0 && !resumed) return;
  snprintf(older, sizeof older, "%s.old", path);
  remove(path);
  remove(older);
}

static int run(gb_command *command, gb_error *error) {
  gb_session *s = command->session;
  const bool refines = command->options->refine;
  gb_monitor *monitor = NULL;
  gb_outcome outcome = {0};
  if (command->verb->differentiates) s->analysis->method = gb_command_method(command);
  GB_TRY(gb_session_turns(s, s->analysis->method, error));
  char *restart;
  const int named = gb_arena_text(&s->memory, &restart, error, "%s.restart", command->stem);
  GB_TRY(gb_agree(s->comm, named, error));
  s->analysis->restart.path = restart;
  s->analysis->restart.from = gb_option_text(command->options, "--restart");
  const gb_monitor_request request = monitoring(command);
  GB_TRY(gb_monitor_create(&request, &monitor, error));
  int status = gb_run_analysis(s, monitor, &outcome, error);
  const double peak = gb_report_peak_memory(s->comm);
  const gb_records *records = gb_monitor_records(monitor);
  gb_refinement refinement = {.session = s, .analysis = s->analysis};
  if (status == GB_OK && refines) {
    refinement.value = outcome.value;
    refinement.gradient = outcome.gradient;
    status = gb_refinement_run(&refinement, command, &s->memory, error);
  }
  if (status == GB_OK)
    status = gb_agree(s->comm,
                      report(command, records, &outcome, refines ? &refinement : NULL, peak, error),
                      error);
  if (status == GB_OK) status = gb_refinement_status(&refinement, error);
  if (status == GB_OK) remove_restart_files(s);
  gb_outcome_free(&outcome);
  gb_monitor_destroy(&monitor);
  return status;
}

/// Suffixes of results, restart files, designs and lists of values.
static const char *const suffixes[] = {"vtkhdf",      "xdmf",          "restart", "restart.old",
                                       "designs.csv", "functions.csv", NULL};

static const gb_option option_restart =
    GB_OPTION("--restart", "FILE", "go on from a restart file, on any number of ranks");
const gb_verb gb_verb_run = {
    .name = "run",
    .meaning = "march; print functionals; write CASE.vtkhdf and CASE.xdmf",
    .page =
        "gimbal run CASE.yaml [--set KEY=VALUE] [--json FILE] [--output-dir DIR] [--restart FILE]\n"
        "           [--max-time TIME] [--quiet | --verbose]\n\n"
        "Marches and prints the functionals. Writes CASE.vtkhdf and CASE.xdmf (every output.every\n"
        "steps; 0: none), CASE.functions.csv where functions are lists, CASE.restart when "
        "stopped.\n\n"
        "A Nastran or .inp deck may take the place of CASE.yaml: it is solved in statics, and if "
        "it has\n"
        "several subcases or steps of *STATIC, these in turn, with results DECK.subcase-N or "
        "DECK.step-N.\n",
    .option = (const gb_option *const[]){&option_restart, &gb_option_max_time, NULL},
    .suffix = suffixes,
    .lock = "",
    .resumes = true,
    .turns = true,
    .run = run,
    .request = {.coarse = true},
};

const gb_verb gb_verb_gradient = {
    .name = "gradient",
    .meaning = "march, then adjoint: functionals and their gradient; also CASE.designs.csv",
    .page =
        "gimbal gradient CASE.yaml [--method adjoint | tangent | auto] [--designs FILE] [--out "
        "FILE] "
        "...\n"
        "with the options of run\n\n"
        "Marches, then differentiates all functionals by all designs. Writes what run does, and\n"
        "CASE.designs.csv. --tangent --json FILE has the derivatives of probes over time too;\n"
        "--memory SIZE bounds the states that are kept: others are computed again.\n",
    .option = (const gb_option *const[]){&option_restart, &gb_option_max_time, &gb_option_refine,
                                         &gb_option_out, NULL},
    .suffix = suffixes,
    .lock = "",
    .differentiates = true,
    .resumes = true,
    .run = run,
};
