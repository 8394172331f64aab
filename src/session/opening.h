/// Steps of opening a session.
#ifndef GB_SESSION_OPENING_H
#define GB_SESSION_OPENING_H

#include "base/error.h"

struct gb_session;

/// Pass on every line of a text as a warning. Local; rank 0 alone warns.
void gb_session_warn(const struct gb_session *session, const char *text);
/// Read and check the mesh, complete the case by what its file says, and build the model.
/// Collective.
/// @param[in,out] defects of case and mesh with which others were looked for  errors: GB_FILE,
///                GB_MODEL, those of the case
int gb_session_build(struct gb_session *session, gb_error *defects, gb_error *error);
/// What the engine cannot know: loads of the whole march, and supports of a static one. Local.
int gb_session_check_march(const struct gb_session *session, gb_error *error);

#endif
