/// Tables are written as datasets whose rows all belong to one rank.
#include "output/hdf5_tables.h"

#include "base/arena.h"

#include <string.h>

int gb_hdf5_numbers(gb_hdf5 *file, const char *name, int rows, int columns, const double values[],
                    gb_error *error) {
  const gb_slab slab = {H5T_NATIVE_DOUBLE, rows, 0, rows, columns, values};
  return gb_hdf5_write(file, name, &slab, error);
}

int gb_hdf5_names(gb_hdf5 *file, const char *name, int count, const char *const text[],
                  gb_error *error) {
  const bool writes = file->rank == 0;
  int size[2] = {count, 1}; // number of texts, and bytes of each with its terminating zero
  char *all = NULL;
  GB_SCRATCH(scratch);
  for (int i = 0; writes && i < count; i++)
    if ((int)strlen(text[i]) >= size[1]) size[1] = (int)strlen(text[i]) + 1;
  MPI_Bcast(size, 2, MPI_INT, 0, file->comm);
  const size_t length = (size_t)size[1];
  const int status = GB_TAKE(&scratch, all, writes ? length * (size_t)count : 1, error);
  GB_TRY(gb_agree(file->comm, status, error));
  for (int i = 0; writes && i < count; i++)
    memcpy(all + (size_t)i * length, text[i], strlen(text[i]));
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, length);
  const gb_slab slab = {type, size[0], 0, writes ? size[0] : 0, 0, all};
  const int written = gb_hdf5_write(file, name, &slab, error);
  H5Tclose(type);
  return written;
}
