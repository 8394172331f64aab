/// Verbs of the command line.
#ifndef GB_COMMAND_COMMAND_H
#define GB_COMMAND_COMMAND_H

#include "base/platform/file_lock.h"
#include "command/verbs.h"

/// A verb at work on a case.
struct gb_command {
  const gb_verb *verb;
  const gb_options *options;
  gb_session_request request; ///< of the session
  gb_session *session;
  char *stem;         ///< OUTPUT-DIR/CASE without an extension
  gb_file_lock *lock; ///< of these names, on rank 0; NULL: none
};

/// Print the page that is asked for, if any: help, the reference, the manual page, completion for a
/// shell. @param[out] done whether one was asked for
int gb_help(const gb_options *options, bool prints, bool *done, gb_error *error);

/// Open the case for a verb and print a summary of its model unless --quiet is given; warnings go
/// to standard error. Collective. errors: those of gb_session_open and gb_outputs_prepare,
/// GB_PAUSED after a signal
/// @param turn  which of the subcases or steps of a deck that is given in place of a case, from 1,
///              if the verb takes them in turn
int gb_command_open(const gb_options *options, const gb_verb *verb, int turn, gb_command *out,
                    gb_error *error);
void gb_command_close(gb_command *command);
/// Print a warning on standard error, also with --quiet. Local.
void gb_command_warn(void *context, const char *line);
/// The method of the gradient: the user's choice, or the cheaper one for --method auto.
gb_gradient_method gb_command_method(const gb_command *command);
/// Whether this rank prints.
bool gb_command_prints(const gb_command *command);
/// The time by gb_timer_now at which --max-time ends; INFINITY: never.
double gb_command_deadline(const gb_command *command);

/// Fill command->stem; on rank 0 make the folder of results and refuse names that could not be
/// written at the end, or that are those of the case, its mesh, the restart file that is read, a
/// link, or no regular file. Local. errors: GB_FILE, GB_USAGE
int gb_outputs_prepare(gb_command *command, gb_error *error);

enum { GB_OUTPUT_PATH = 4200 };

/// A file of results, which has a temporary name until it is complete.
typedef struct gb_output {
  char path[GB_OUTPUT_PATH], temporary[GB_OUTPUT_PATH + 8];
  FILE *stream;
} gb_output;

/// Write FOLDER/NAME, where NAME is the name of a file without its folder and extension. Local.
void gb_output_stem(const char *folder, const char *file, size_t size, char stem[]);
/// Make a folder and its parents. Local. errors: GB_FILE
int gb_output_folder(const char *path, gb_error *error);
/// The names of STEM.SUFFIX. Local.
void gb_output_name(const char *stem, const char *suffix, gb_output *out);
/// Open STEM.SUFFIX.tmp. Local. errors: GB_FILE
int gb_output_open(const char *stem, const char *suffix, gb_output *out, gb_error *error);
/// Open STEM.SUFFIX.tmp unless STEM.SUFFIX is the name of a folder, link, pipe or device. Local.
/// errors: GB_FILE
int gb_output_create(const char *stem, const char *suffix, gb_output *out, gb_error *error);
/// Close it and give it its final name. Local. errors: GB_FILE
int gb_output_finish(gb_output *out, gb_error *error);
/// Close and remove the temporary file. Local.
void gb_output_discard(gb_output *out);

#endif
