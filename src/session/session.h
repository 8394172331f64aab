/// A session reads a case, reads and checks its mesh, and builds the model. Every verb and the
/// library begin with one. Nothing is printed or written here.
#ifndef GB_SESSION_SESSION_H
#define GB_SESSION_SESSION_H

#include "base/arena.h"
#include "base/version.h"
#include "case/case.h"
#include "engine/engine.h"
#include "modes/modes.h"
#include "monitor/shapes.h"

/// The request to open a session, which borrows the texts as long as it exists.
typedef struct gb_session_request {
  const char *file;   ///< path of the case; with `text` only its name in messages
  const char *text;   ///< text of the case, the same on all ranks; NULL: read the file
  gb_changes changes; ///< changes of the case before it is checked
  struct {
    const int *first; ///< design of each entry of the case and its deck, [entries + 1]
    const double *value;
  } designs;     ///< values of the designs that replace the case's; NULL: none
  double memory; ///< limit in bytes over all ranks; 0: the case's
  int turn; ///< which subcase or step of statics of a deck that has several; 0: several are refused
  bool coarse; ///< states are not differentiated: Newton need not converge to round-off
  gb_deck_aim
      stays; ///< the verb needs no march if its state is the reference configuration; 0: it marches
  bool keeps_mesh; ///< keep the mesh, so that the model can be rebuilt
  bool shell;      ///< geometries of gmsh may run programs
  void (*warn)(void *context, const char *line); ///< called on rank 0; NULL: nothing is
  void *context;
} gb_session_request;

typedef struct gb_session {
  MPI_Comm comm;
  int rank, ranks;
  gb_arena memory;                   ///< owns the arrays and texts
  const gb_session_request *request; ///< while the session is opened; NULL afterwards
  gb_case *description;
  struct {
    gb_problem *problem; ///< problem of the mesh file; NULL: none
    char acts[300];      ///< description of its sets that act
  } deck;
  gb_model *model;
  gb_shape_of_body *shapes; ///< shapes of the model's bodies
  gb_analysis *analysis;    ///< that the case asks for
  gb_timers *timers;
  double identity; ///< number that identifies the text of the case, see gb_identity_of_text
  struct {
    /// numbers of nodes, of elements, and of elements that were reversed; on rank 0
    int64_t nodes, elements, turned;
    /// mesh from which the model may be rebuilt, on rank 0; NULL: it is not kept
    gb_mesh *kept;
  } mesh;
} gb_session;

/// @return the tangent method if there are fewer designs than right-hand sides of the adjoint, on
/// average, because these cost the same; otherwise the adjoint method
gb_gradient_method gb_session_choose(const gb_session *session, const gb_analysis *analysis);
/// Whether there is a gradient by this method. Local. errors: GB_USAGE
int gb_session_turns(const gb_session *session, gb_gradient_method method, gb_error *error);

/// @return the traits of a scheme; zeros if no scheme has this name
gb_scheme_traits gb_session_traits(const char *scheme);
/// Whether the march is static with load steps that are chosen during the march.
bool gb_session_is_static(const gb_session *session);

/// List the names of the values of an analysis' functionals, name[values]: NAME, or NAME[k] for a
/// list of values. Local. errors: GB_FILE
int gb_session_name_values(const gb_analysis *analysis, gb_arena *arena, const char *name[],
                           gb_error *error);

/// @return the request of the case's `modes` for an analysis of its model; it borrows from the
/// session
gb_modes_request gb_session_modes(gb_session *session, const gb_analysis *analysis);

/// @return the subcase or step of the deck; its count is 0 if they are not taken in turn
gb_deck_part gb_session_part(const gb_session *session);

/// Open a session: read the case and its mesh, and build the model. Collective. errors: those of
/// the case, the mesh and the model
int gb_session_open(MPI_Comm comm, const gb_session_request *request, gb_session **out,
                    gb_error *error);
void gb_session_close(gb_session **session);

/// Compute a number that identifies the text of a case, without comments, title, output and
/// checkpoint. Local.
double gb_identity_of_text(const char *text, size_t length);
/// Fill session->analysis->identity. Local. @param changes  those of the request of the session
void gb_identity_fill(gb_session *session, const gb_changes *changes, const char *verb, int method);

#endif
