/// The verbs, their options and the command line.
#ifndef GB_COMMAND_VERBS_H
#define GB_COMMAND_VERBS_H

#include "command/options.h"
#include "session/session.h"

typedef struct gb_command gb_command; ///< command/command.h

/// A verb, its help, its options and the files that it writes. Each is one row of verbs.c.
typedef struct gb_verb {
  const char *name, *meaning;     ///< meaning: its line in `gimbal --help`
  const char *page;               ///< text of `gimbal help NAME`
  const gb_option *const *option; ///< that other verbs do not have; ends with NULL; NULL: none
  const char *const *suffix;      ///< of the files OUTPUT-DIR/CASE.SUFFIX that it may write, each
                                  ///< first with .tmp behind; ends with NULL; NULL: none
  const char *lock;               ///< infix of the name of the lock file
  bool differentiates;            ///< its march is followed by the gradient
  bool resumes;                   ///< a march that a signal ends can be resumed from a file
  bool dry;                       ///< it makes no folder for --output-dir
  bool turns;                     ///< it takes the subcases or steps of a deck in turn
  bool words;                     ///< words may follow the file
  gb_session_request request;     ///< without the members that the command line gives
  int (*run)(gb_command *command, gb_error *error); ///< collective; returns the exit status
  /// In place of `run`, of a verb that opens its cases itself, if any; NULL: it does not.
  int (*alone)(const gb_options *options, gb_error *error);
  /// As `alone`, before MPI is initialised: it starts programs that use MPI.
  int (*without_mpi)(const gb_options *options, gb_error *error);
} gb_verb;

extern const gb_verb *const gb_verbs[]; ///< ends with NULL
extern const gb_verb gb_verb_run;
/// NULL: none has this name.
const gb_verb *gb_verb_find(const char *name);
/// The error of an unknown verb, with the nearest.
int gb_verb_refuse(const char *name, gb_error *error);
/// Refuse options that this verb does not have. Local. errors: GB_USAGE
int gb_options_check(const gb_options *options, const gb_verb *verb, gb_error *error);
/// Option number i of all: first those of every verb, then those of some verbs, each once.
/// @return NULL beyond the last one
const gb_option *gb_option_at(int i);
/// The names of the verbs that have an option, as "run, gradient"; "" for an option of every verb.
void gb_option_verbs(const gb_option *option, size_t size, char text[]);

/// Read the command line. Local. errors: GB_USAGE naming the argument and the accepted values
int gb_options_read(int count, char *argument[], gb_options *options, gb_error *error);

#endif
