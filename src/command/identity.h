/// What a run must have in common with the one whose restart file it reads, as the case says it.
#ifndef GB_COMMAND_IDENTITY_H
#define GB_COMMAND_IDENTITY_H

#include "command/session.h"

/// A number for the words of a case file, but for comments, title, output and checkpoint. Local.
double gb_identity_of_text(const char *text, size_t length);
/// Fill session->analysis.identity; `text` is the number of the case file. Local.
void gb_identity_fill(gb_session *session, double text);

#endif
