/// The verb of a command line, with errors turned into one message and the exit status.
#include "verbs/program.h"

#include "command/command.h"
#include "command/environment.h"
#include "command/failure.h"

#include <mpi.h>
#include <stdio.h>

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

static int run_on_ranks(const gb_options *options, const gb_verb *verb, gb_error *error) {
  GB_TRY(gb_agree(MPI_COMM_WORLD, gb_environment_reserve(error), error));
  GB_TRY(verb->alone ? verb->alone(options, error) : run_verb(options, verb, error));
  return gb_agree(MPI_COMM_WORLD, gb_environment_printed(error), error);
}

/// Print what is asked for without a case, or find the verb and refuse what it cannot run.
/// Without MPI. @param verb  what is to be run; NULL: nothing
static int answer(const gb_options *options, bool prints, const gb_verb **verb, gb_error *error) {
  bool helped = false;
  GB_TRY(gb_help(options, prints, &helped, error));
  if (helped) return GB_OK;
  if (gb_option_text(options, "--version")) {
    if (prints) gb_version_print();
    return GB_OK;
  }
  if (!options->verb)
    return gb_fail(error, GB_MISSING_ARGUMENT,
                   "nothing to do: gimbal VERB CASE.yaml; see gimbal --help");
  *verb = gb_verb_find(options->verb);
  if (!*verb) return gb_verb_refuse(options->verb, error);
  if (!options->file && !(*verb)->without_mpi)
    return gb_fail(error, GB_MISSING_ARGUMENT, "%s needs a case file: gimbal %s CASE.yaml",
                   (*verb)->name, (*verb)->name);
  return gb_options_check(options, *verb, error);
}

/// The rank, which until MPI starts only the launcher tells. @return -1: nobody launched ranks
static int find_rank(void) {
  int started, rank;
  MPI_Initialized(&started);
  if (!started) return gb_environment_rank();
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int gb_program_run(int count, char *argument[], void (*start)(void)) {
  gb_options options;
  gb_error error = {0};
  const gb_verb *verb = NULL;
  int rank = find_rank(), status = gb_options_read(count, argument, &options, &error);
  const gb_file_state before = gb_file_state_of(options.json);
  if (status == GB_OK) status = answer(&options, rank <= 0, &verb, &error);
  const bool refused = status != GB_OK, leads = verb && verb->without_mpi;
  // The ranks that refuse a command line end together: a launcher ends all others after the first.
  if (refused ? rank >= 0 && !leads : verb && !leads) {
    start();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!refused) status = run_on_ranks(&options, verb, &error);
  } else if (!refused) {
    if (leads) status = verb->without_mpi(&options, &error);
    if (status == GB_OK) status = gb_environment_printed(&error);
  }
  if (status != GB_OK && rank <= 0) {
    if (!leads) gb_failure_write(&options, &before, &error);
    gb_error_print(&error);
  }
  fflush(stdout); // once a rank has ended with an error, mpirun may kill the others
  return status;
}
