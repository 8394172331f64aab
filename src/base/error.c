/// Recording an error once and making it common to all ranks.
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int gb_fail(gb_error *error, int status, const char *format, ...) {
  if (error->status != GB_OK) return status;
  error->status = status;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error->message, sizeof error->message, format, arguments);
  va_end(arguments);
  return status;
}

int gb_agree(MPI_Comm comm, int status, gb_error *error) {
  int rank, ranks;
  MPI_Comm_size(comm, &ranks);
  if (ranks == 1) return status;
  MPI_Comm_rank(comm, &rank);
  int mine = status == GB_OK ? ranks : rank, first;
  MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, comm);
  if (first == ranks) return GB_OK;
  gb_error common = *error;
  common.status = status;
  MPI_Bcast(&common, sizeof common, MPI_BYTE, first, comm);
  *error = common;
  return common.status;
}

int gb_allocate(size_t count, size_t size, void *out, gb_error *error) {
  void *memory = calloc(count ? count : 1, size ? size : 1);
  if (!memory)
    return gb_fail(error, GB_FILE, "out of memory: %zu x %zu bytes were asked for", count, size);
  memcpy(out, &memory, sizeof memory);
  return GB_OK;
}
