/// Gathering of right-hand sides on all ranks.
#include "solve/factor/replicated.h"

#include <string.h>

int gb_replicated_create(gb_linear *linear, gb_replicated **replicated, gb_error *error) {
  const size_t ranks = (size_t)linear->ranks;
  gb_replicated *out = NULL;
  int status = GB_TAKE(&linear->memory, out, 1, error);
  if (status == GB_OK) status = GB_TAKE(&linear->memory, out->owned, 4 * ranks, error);
  GB_TRY(gb_agree(linear->comm, status, error));
  *replicated = out;
  out->first = out->owned + ranks;
  out->count = out->first + ranks;
  out->start = out->count + ranks;
  MPI_Allgather(&linear->pattern->owned, 1, MPI_INT, out->owned, 1, MPI_INT, linear->comm);
  MPI_Allgather(&linear->pattern->first, 1, MPI_INT, out->first, 1, MPI_INT, linear->comm);
  return GB_OK;
}

int gb_replicated_reserve(gb_linear *linear, gb_replicated *replicated, int count,
                          gb_error *error) {
  const size_t entries = (size_t)count * (size_t)linear->pattern->size;
  GB_TRY(GB_TAKE(&linear->buffers, replicated->whole, entries, error));
  if (linear->ranks == 1) return GB_OK;
  return GB_TAKE(&linear->buffers, replicated->gathered, entries, error);
}

void gb_replicated_gather(const gb_linear *linear, gb_replicated *replicated, int count,
                          const gb_scalar x[]) {
  const size_t size = (size_t)linear->pattern->size;
  if (linear->ranks == 1) {
    memcpy(replicated->whole, x, (size_t)count * size * sizeof *x);
    return;
  }
  for (int r = 0; r < linear->ranks; r++) {
    replicated->count[r] = count * replicated->owned[r];
    replicated->start[r] = count * replicated->first[r];
  }
  MPI_Allgatherv(x, count * linear->pattern->owned, GB_MPI_SCALAR, replicated->gathered,
                 replicated->count, replicated->start, GB_MPI_SCALAR, linear->comm);
  for (int r = 0; r < linear->ranks; r++)
    for (int c = 0; c < count; c++)
      memcpy(replicated->whole + (size_t)c * size + (size_t)replicated->first[r],
             replicated->gathered + replicated->start[r] + c * replicated->owned[r],
             (size_t)replicated->owned[r] * sizeof *x);
}
