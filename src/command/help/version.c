/// Versions of the program and of the libraries that it uses.
#include "command/environment.h"

#include "base/version.h"

#include <dmumps_c.h>
#include <hdf5.h>
#include <metis.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#ifndef GB_COMMIT
#define GB_COMMIT "unknown"
#endif

void gb_version_print(void) {
  char library[MPI_MAX_LIBRARY_VERSION_STRING];
  unsigned major, minor, release;
  int length;
  MPI_Get_library_version(library, &length);
  library[strcspn(library, ",\n")] = 0;
  H5get_libversion(&major, &minor, &release);
  printf("gimbal %s\n", GB_VERSION);
  printf("commit    %s\n", GB_COMMIT);
  printf("compiler  %s\n", __VERSION__);
  printf("mpi       %s\n", library);
  printf("hdf5      %u.%u.%u\n", major, minor, release);
  printf("mumps     %s\n", MUMPS_VERSION);
  printf("metis     %d.%d.%d\n", METIS_VER_MAJOR, METIS_VER_MINOR, METIS_VER_SUBMINOR);
  printf("schema    %d of --json (docs/run.schema.json)\n", GB_SCHEMA);
}
