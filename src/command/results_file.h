/// Results files that verbs read.
#ifndef GB_COMMAND_RESULTS_FILE_H
#define GB_COMMAND_RESULTS_FILE_H

#include "command/command.h"

/// A results file that a verb reads.
typedef struct gb_command_results {
  char path[GB_OUTPUT_PATH]; ///< the file
  char stem[4096];           ///< OUTPUT-DIR/CASE without an extension
} gb_command_results;

/// Check the words of a command line against a model. All ranks call the function.
typedef int gb_command_check_words(const gb_options *options, const gb_model *model,
                                   gb_error *error);

/// Whether a name ends with .vtkhdf.
bool gb_is_results_file(const char *name);
/// Find the results file that a verb reads. If the command line names a case, this function runs
/// the case first. It makes the folder of --output-dir. Collective.
/// errors: GB_USAGE if output.every of the case is 0; GB_FILE if the folder cannot be made; all
/// errors of `check` and of gb_verb_run
/// @param verb  name of the verb that reads the results, for messages
/// @param check function that is called with the model of a case before the case runs; NULL: none
int gb_command_find_results(const gb_options *options, const char *verb,
                            gb_command_check_words *check, gb_command_results *out,
                            gb_error *error);

#endif
