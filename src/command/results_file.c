/// A verb reads the results file of the command line, or runs the case of the command line and
/// reads the results file of this run.
#include "command/results_file.h"

#include <string.h>

static const char results_ending[] = ".vtkhdf";
enum { ENDING = sizeof results_ending - 1 };

bool gb_is_results_file(const char *name) {
  const size_t length = strlen(name);
  return length > ENDING && !strcmp(name + length - ENDING, results_ending);
}

static int run_case(const gb_options *options, const char *verb, gb_command_check_words *check,
                    gb_command_results *out, gb_error *error) {
  gb_command run;
  GB_TRY(gb_command_open(options, &gb_verb_run, 0, &run, error));
  const gb_case *c = run.session->description;
  int status = GB_OK;
  if (c->output.every == 0)
    status = gb_fail(error, GB_KEY_CONFLICT, "%s: %s needs a results file, and output.every is 0",
                     c->file, verb);
  if (status == GB_OK && check) status = check(options, run.session->analysis->model, error);
  if (status == GB_OK) status = run.verb->run(&run, error);
  snprintf(out->stem, sizeof out->stem, "%s", run.stem);
  snprintf(out->path, sizeof out->path, "%s%s", run.stem, results_ending);
  gb_command_close(&run);
  return status;
}

int gb_command_find_results(const gb_options *options, const char *verb,
                            gb_command_check_words *check, gb_command_results *out,
                            gb_error *error) {
  if (!gb_is_results_file(options->file)) return run_case(options, verb, check, out, error);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  GB_TRY(gb_agree(MPI_COMM_WORLD, rank == 0 ? gb_output_folder(options->output, error) : GB_OK,
                  error));
  snprintf(out->path, sizeof out->path, "%s", options->file);
  gb_output_stem(options->output, options->file, sizeof out->stem, out->stem);
  return GB_OK;
}
