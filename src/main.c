/// The program: a process with MPI, in which one command line runs.
#include "command/environment.h"
#include "verbs/program.h"

#include <mpi.h>

int main(int count, char *argument[]) {
  gb_error error = {0};
  int status = gb_environment_prepare(&error), started;
  if (status != GB_OK) {
    gb_error_print(&error);
    return status;
  }
  status = gb_program_run(count, argument, gb_environment_start);
  MPI_Initialized(&started);
  if (started) MPI_Finalize();
  return status;
}
