/// The verbs, each of a session whose request is the command line.
#ifndef GB_COMMAND_COMMAND_H
#define GB_COMMAND_COMMAND_H

#include "command/options.h"
#include "session/session.h"

typedef struct gb_verb {
  const char *name, *meaning;
  int (*run)(gb_session *session, gb_error *error); ///< collective; returns the exit status
  gb_session_request request;                       ///< but for what the command line says
  /// In place of `run`, of a verb that opens sessions of its own, if any; NULL: it does not.
  int (*alone)(const gb_options *options, gb_error *error);
} gb_verb;

extern const gb_verb gb_verb_list[]; ///< ends with one without a name
/// NULL: none has this name.
const gb_verb *gb_verb_find(const char *name);
/// The error of an unknown verb, with the nearest.
int gb_verb_refuse(const char *name, gb_error *error);
/// An option of other verbs would do nothing, silently. Local. errors: GB_USAGE
int gb_verb_check(const gb_options *options, const gb_verb *verb, gb_error *error);
/// Print the page that is asked for, where one is: help, the reference, the manual page, completion
/// for a shell. @param[out] done whether one was asked for
int gb_help(const gb_options *options, bool prints, bool *done, gb_error *error);

/// The session of a verb and its case, whose model is summed up in words unless --quiet is given;
/// warnings go to standard error. Collective.
int gb_command_open(const gb_options *options, const gb_verb *verb, gb_session **out,
                    gb_error *error);
/// How this session differentiates: the user's choice, or what is cheaper where it is left to us.
gb_gradient_method gb_command_method(const gb_session *session);
/// Whether this rank prints.
bool gb_command_prints(const gb_session *session);

/// Fill session->stem; on rank 0 make the folder of results and refuse what could not be written at
/// the end, or would replace the case, its mesh, the restart file that is read, a link, or what is
/// no file. Local. errors: GB_FILE, GB_USAGE
int gb_outputs_prepare(gb_session *session, gb_error *error);

int gb_command_check(gb_session *session, gb_error *error);
int gb_command_run(gb_session *session, gb_error *error); ///< also `gradient`
int gb_command_verify(gb_session *session, gb_error *error);
int gb_command_modes(gb_session *session, gb_error *error);
int gb_command_optimize(gb_session *session, gb_error *error);
int gb_command_report(gb_session *session, gb_error *error);
int gb_command_plot(const gb_options *options, gb_error *error); ///< of a results file or a case

#endif
