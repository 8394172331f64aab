/// Steps of opening a session.
#ifndef GB_SESSION_OPENING_H
#define GB_SESSION_OPENING_H

#include "mesh/mesh.h"
#include "problem/problem.h"

struct gb_session;

/// Pass on every line of a text as a warning. Local; only rank 0 warns.
void gb_session_warn(const struct gb_session *session, const char *text);
/// Read and check the mesh, complete the case by the problem of a deck, and build the model.
/// Collective.
/// @param[in,out] defects  errors of case and mesh after which the search for others went on
/// errors: GB_FILE, GB_MODEL, those of the case
int gb_session_build(struct gb_session *session, gb_error *defects, gb_error *error);
/// Refuse elements of a deck that have no section, neither by the deck nor by the case, which the
/// problem combines. Local. errors: GB_NO_SECTION; GB_FILE
int gb_session_check_sections(const gb_problem *problem, const gb_deck_facts *deck,
                              const gb_mesh *mesh, gb_error *error);
/// Check what the engine does not: loads over the whole march, and supports of a static one. Local.
int gb_session_check_march(const struct gb_session *session, gb_error *error);

#endif
