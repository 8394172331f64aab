/// Tables of HDF5 as slabs of all rows.
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
  size_t length = 1;
  char *all;
  GB_SCRATCH(scratch);
  for (int i = 0; i < count; i++)
    if (strlen(text[i]) + 1 > length) length = strlen(text[i]) + 1;
  GB_TRY(GB_TAKE(&scratch, all, length * (size_t)count, error));
  for (int i = 0; i < count; i++) memcpy(all + (size_t)i * length, text[i], strlen(text[i]));
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, length);
  const gb_slab slab = {type, count, 0, count, 0, all};
  const int status = gb_hdf5_write(file, name, &slab, error);
  H5Tclose(type);
  return status;
}
