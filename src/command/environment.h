/// Settings of the process, made before all other work.
#ifndef GB_COMMAND_ENVIRONMENT_H
#define GB_COMMAND_ENVIRONMENT_H

#include "base/error.h"

/// Threads, Open MPI's choices, signals, standard streams; then whether there is memory for MPI to
/// start. Before MPI_Init. errors: GB_FILE
int gb_environment_prepare(gb_error *error);
/// Set the variables that Open MPI needs if no launcher has started the program. Call it before
/// MPI_Init. Programs that this one starts by a launcher must not inherit these variables.
void gb_environment_alone(void);
/// Where memory is limited, take OpenBLAS's share now: later it would wait for it for ever. Local,
/// after MPI_Init. errors: GB_FILE
int gb_environment_reserve(gb_error *error);
/// Keep MPI's parts where they are until the process ends. Local, after MPI_Init.
void gb_environment_keep(void);
/// Whether all that was printed could be written to standard output. Local. errors: GB_FILE
int gb_environment_printed(gb_error *error);
/// The version, and those of the compiler and the libraries, on standard output. Local, after
/// MPI_Init.
void gb_version_print(void);

#endif
