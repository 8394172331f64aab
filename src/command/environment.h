/// Settings of the process, made before all other work.
#ifndef GB_COMMAND_ENVIRONMENT_H
#define GB_COMMAND_ENVIRONMENT_H

#include "base/error.h"

/// Threads, Open MPI's choices, signals, standard streams; then whether there is memory for MPI to
/// start. Before MPI_Init. errors: GB_FILE
int gb_environment_prepare(gb_error *error);
/// Call MPI_Init with the variables that Open MPI needs. Of these, what is for a program that no
/// launcher has started must not be inherited by programs that this one starts by a launcher.
void gb_environment_start(void);
/// The rank that the launcher gives this process, before MPI_Init. @return -1: no launcher
int gb_environment_rank(void);
/// Where memory is limited, take OpenBLAS's share now: later it would wait for it for ever. Local,
/// after MPI_Init. errors: GB_FILE
int gb_environment_reserve(gb_error *error);
/// Whether all that was printed could be written to standard output. Local. errors: GB_FILE
int gb_environment_printed(gb_error *error);
/// The version, and those of the compiler and the libraries, on standard output. Local,
/// without MPI.
void gb_version_print(void);

#endif
