/// What the program asks of the process it runs in, before anything else.
#ifndef GB_COMMAND_ENVIRONMENT_H
#define GB_COMMAND_ENVIRONMENT_H

#include "base/error.h"

/// Threads, Open MPI's choices, signals, standard streams. Before MPI_Init.
void gb_environment_prepare(void);
/// Whether all that was printed could be written to standard output. Local. errors: GB_FILE
int gb_environment_printed(gb_error *error);

#endif
