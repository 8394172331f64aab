/// The program: command line to verb, errors to one message and the exit status.
#include "base/interrupt.h"
#include "command/command.h"
#include "command/environment.h"
#include "command/failure.h"
#include "command/scaling.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A signal before the march ends the run here. Afterwards a march heeds signals by itself, and
/// verbs that have nothing to save end at once.
static int heed_signals(const gb_session *session, const gb_verb *chosen, gb_error *error) {
  int status = GB_OK;
  if (chosen->run != gb_command_run && chosen->run != gb_command_optimize) gb_interrupt_release();
  if (gb_interrupt_asked())
    status = gb_fail(error, GB_PAUSED,
                     "stopped by a signal before the march; there is nothing to go on from");
  return gb_agree(session->comm, status, error);
}

static int dispatch(const gb_options *options, gb_error *error) {
  const gb_verb *chosen = gb_verb_find(options->verb);
  gb_session *session;
  if (!chosen) return gb_verb_refuse(options->verb, error);
  if (!options->file)
    return gb_fail(error, GB_MISSING_ARGUMENT, "%s needs a case file: gimbal %s CASE.yaml",
                   chosen->name, chosen->name);
  if (chosen->alone) {
    GB_TRY(gb_verb_check(options, chosen, error));
    return chosen->alone(options, error);
  }
  GB_TRY(gb_command_open(options, chosen, &session, error));
  int status = heed_signals(session, chosen, error);
  if (status == GB_OK) status = chosen->run(session, error);
  gb_session_close(&session);
  return status;
}

/// `scaling` starts programs that have MPI, and has none itself.
static int scale(const gb_options *options) {
  gb_error error = {0};
  const char *rank = getenv("OMPI_COMM_WORLD_RANK");
  int status = gb_verb_check(options, gb_verb_find("scaling"), &error);
  if (status == GB_OK) status = gb_command_scaling(options, &error);
  if (status == GB_OK) status = gb_environment_printed(&error);
  if (status != GB_OK && (!rank || strcmp(rank, "0") == 0)) gb_error_print(&error);
  return status;
}

int main(int count, char *argument[]) {
  gb_options options;
  gb_error error = {0}, wrong = {0};
  int rank;
  int status = gb_environment_prepare(&error);
  if (status != GB_OK) {
    gb_error_print(&error);
    return status;
  }
  const int read = gb_options_read(count, argument, &options, &wrong);
  const gb_file_state before = gb_file_state_of(options.json);
  if (read == GB_OK && options.verb && !options.asks.help && strcmp(options.verb, "scaling") == 0)
    return scale(&options);
  gb_environment_alone();
  MPI_Init(&count, &argument);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  gb_environment_keep();
  status = gb_agree(MPI_COMM_WORLD, gb_environment_reserve(&error), &error);
  if (status == GB_OK && read != GB_OK)
    status = gb_fail(&error, gb_error_code(read, &wrong), "%s", wrong.message);
  bool helped = false;
  if (status == GB_OK) status = gb_help(&options, rank == 0, &helped, &error);
  if (status != GB_OK || helped) {
    // an error is said below
  } else if (options.asks.version) {
    if (rank == 0) gb_version_print();
  } else if (!options.verb) {
    status = gb_fail(&error, GB_MISSING_ARGUMENT,
                     "nothing to do: gimbal VERB CASE.yaml; see gimbal --help");
  } else {
    status = dispatch(&options, &error);
  }
  if (status == GB_OK) status = gb_agree(MPI_COMM_WORLD, gb_environment_printed(&error), &error);
  if (status != GB_OK && rank == 0) {
    gb_failure_write(&options, &before, &error);
    gb_error_print(&error);
  }
  MPI_Finalize();
  return status;
}
