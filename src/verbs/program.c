/// The verb of a command line, with errors turned into one message and the exit status.
#include "verbs/program.h"

#include "command/command.h"
#include "command/environment.h"
#include "command/failure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Run a verb on a case, or on each of the subcases or steps of a deck.
static int run_verb(const gb_options *options, const gb_verb *verb, gb_error *error) {
  int status = GB_OK, parts = 1;
  for (int turn = 1; status == GB_OK && turn <= parts; turn++) {
    gb_command command;
    GB_TRY(gb_command_open(options, verb, turn, &command, error));
    parts = gb_session_part(command.session).count;
    status = verb->run(&command, error);
    if (turn < parts && gb_command_prints(&command)) gb_print(stdout, "\n");
    gb_command_close(&command);
  }
  return status;
}

static int dispatch(const gb_options *options, gb_error *error) {
  const gb_verb *chosen = gb_verb_find(options->verb);
  if (!chosen) return gb_verb_refuse(options->verb, error);
  if (!options->file)
    return gb_fail(error, GB_MISSING_ARGUMENT, "%s needs a case file: gimbal %s CASE.yaml",
                   chosen->name, chosen->name);
  if (chosen->alone) {
    GB_TRY(gb_options_check(options, chosen, error));
    return chosen->alone(options, error);
  }
  return run_verb(options, chosen, error);
}

static int run_without_mpi(const gb_options *options, const gb_verb *verb) {
  gb_error error = {0};
  const char *rank = getenv("OMPI_COMM_WORLD_RANK");
  int status = gb_options_check(options, verb, &error);
  if (status == GB_OK) status = verb->without_mpi(options, &error);
  if (status == GB_OK) status = gb_environment_printed(&error);
  if (status != GB_OK && (!rank || strcmp(rank, "0") == 0)) gb_error_print(&error);
  return status;
}

/// Print what the options ask for, or run their verb. MPI has started.
static int answer(const gb_options *options, bool prints, gb_error *error) {
  bool helped = false;
  GB_TRY(gb_help(options, prints, &helped, error));
  if (helped) return GB_OK;
  if (!gb_option_text(options, "--version")) {
    if (!options->verb)
      return gb_fail(error, GB_MISSING_ARGUMENT,
                     "nothing to do: gimbal VERB CASE.yaml; see gimbal --help");
    return dispatch(options, error);
  }
  if (prints) gb_version_print();
  return GB_OK;
}

int gb_program_run(int count, char *argument[], void (*start)(void)) {
  gb_options options;
  gb_error error = {0}, wrong = {0};
  int rank;
  const int read = gb_options_read(count, argument, &options, &wrong);
  const gb_file_state before = gb_file_state_of(options.json);
  const gb_verb *verb = read == GB_OK ? gb_verb_find(options.verb) : NULL;
  if (verb && verb->without_mpi && !gb_option_text(&options, "--help"))
    return run_without_mpi(&options, verb);
  start();
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int status = gb_agree(MPI_COMM_WORLD, gb_environment_reserve(&error), &error);
  if (status == GB_OK && read != GB_OK)
    status = gb_fail(&error, gb_error_code(read, &wrong), "%s", wrong.message);
  if (status == GB_OK) status = answer(&options, rank == 0, &error);
  if (status == GB_OK) status = gb_agree(MPI_COMM_WORLD, gb_environment_printed(&error), &error);
  if (status != GB_OK && rank == 0) {
    gb_failure_write(&options, &before, &error);
    gb_error_print(&error);
  }
  fflush(stdout); // once a rank has ended with an error, mpirun may kill the others
  return status;
}
