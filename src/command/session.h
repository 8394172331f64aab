/// What every verb starts from: the case read, the mesh read and checked, the model built.
#ifndef GB_COMMAND_SESSION_H
#define GB_COMMAND_SESSION_H

#include "base/arena.h"
#include "base/version.h"
#include "command/options.h"
#include "engine/engine.h"
#include "input/case.h"
#include "modes/modes.h"
#include "monitor/shapes.h"

typedef struct gb_session {
  MPI_Comm comm;
  int rank, ranks;
  gb_arena memory; ///< of the arrays and texts
  const gb_options *options;
  gb_case *description;
  gb_problem *brought; ///< by the mesh file, NULL: nothing
  char deck[300];      ///< what of it acts, in words
  gb_model *model;
  gb_shape_of_body *shapes; ///< of the model's bodies
  gb_analysis analysis;
  gb_timers timers;
  double started;     ///< by gb_timer_now
  char *restart_path; ///< of restart files, OUTPUT-DIR/CASE.restart
  char *stem;         ///< OUTPUT-DIR/CASE, without an extension
  struct {
    int64_t nodes, elements, turned; ///< turned over, on rank 0
    gb_mesh *kept; ///< of an optimisation, which may build the model anew; else NULL
  } mesh;
} gb_session;

/// How this session differentiates: the user's choice, or where it is left to us the tangent when
/// designs are fewer than the functionals that need an adjoint solve.
gb_gradient_method gb_session_method(const gb_session *session);

/// What a scheme is; all zero: none has this name.
gb_scheme_traits gb_session_traits(const char *scheme);
/// Whether the march is a static one, whose steps are found on the way.
bool gb_session_is_static(const gb_session *session);

/// What `modes` of the case asks of an analysis of its model. Borrows from the session.
gb_modes_request gb_session_modes(gb_session *session, const gb_analysis *analysis);

/// Whether this rank prints.
bool gb_session_prints(const gb_session *session);

/// Collective. Prints the model's summary on rank 0 unless quiet.
int gb_session_open(MPI_Comm comm, const gb_options *options, gb_session **out, gb_error *error);
void gb_session_close(gb_session **session);

/// Fill session->stem and session->restart.path; on rank 0 make the folder of results and refuse
/// what could not be written at the end, or would replace the case, its mesh, the restart file that
/// is read, a link, or what is no file. Local. errors: GB_FILE, GB_USAGE
int gb_outputs_prepare(gb_session *session, gb_error *error);

/// A number for the words of a case file, but for comments, title, output and checkpoint. Local.
double gb_identity_of_text(const char *text, size_t length);
/// Fill session->analysis.identity; `text` is the number of the case file. Local.
void gb_identity_fill(gb_session *session, double text);

// The verbs; each is collective and returns the exit status.
int gb_command_check(gb_session *session, gb_error *error);
int gb_command_run(gb_session *session, gb_error *error); ///< also `gradient`
int gb_command_verify(gb_session *session, gb_error *error);
int gb_command_modes(gb_session *session, gb_error *error);
int gb_command_optimize(gb_session *session, gb_error *error);
int gb_command_report(gb_session *session, gb_error *error);
/// Opens a session of its own where it needs one.
int gb_command_plot(const gb_options *options, gb_error *error);

#endif
