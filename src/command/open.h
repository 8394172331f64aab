/// Opening a session: the case is read, the mesh is read and checked, the model is built.
#ifndef GB_COMMAND_OPEN_H
#define GB_COMMAND_OPEN_H

#include "command/session.h"

/// Collective. Prints the model's summary on rank 0 unless quiet.
int gb_session_open(MPI_Comm comm, const gb_options *options, gb_session **out, gb_error *error);
void gb_session_close(gb_session **session);

#endif
