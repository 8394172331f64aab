/// Sizes in a file are not trusted: they are compared with the size of the file.
#include "output/hdf5_read.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

int gb_hdf5_open(const char *path, hid_t *file, gb_error *error) {
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  *file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  if (*file >= 0) return GB_OK;
  if (access(path, F_OK) != 0)
    return gb_fail(error, GB_UNREADABLE_FILE, "%s: cannot be opened: %s", path, strerror(errno));
  return gb_fail(error, GB_UNREADABLE_FILE, "%s: cannot be read as a results file (CASE.vtkhdf)",
                 path);
}

/// Find the size of a dataspace. @return its number of dimensions
static int find_extent(hid_t space, hsize_t size[2]) {
  const int dimensions = H5Sget_simple_extent_ndims(space);
  size[0] = 0;
  size[1] = 1;
  if (dimensions == 1 || dimensions == 2) H5Sget_simple_extent_dims(space, size, NULL);
  return dimensions;
}

bool gb_hdf5_find_size(hid_t file, const char *name, hsize_t size[2]) {
  hsize_t bytes = 0;
  const hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
  if (dataset < 0) return false;
  const hid_t space = H5Dget_space(dataset);
  const int dimensions = find_extent(space, size);
  H5Sclose(space);
  H5Dclose(dataset);
  return (dimensions == 1 || dimensions == 2) && H5Fget_filesize(file, &bytes) >= 0 &&
         size[0] <= bytes && size[1] <= bytes;
}

bool gb_hdf5_read(hid_t file, const gb_hdf5_rows *rows, void *values) {
  const hsize_t first[2] = {rows->first, 0}, count[2] = {rows->count, rows->columns};
  hsize_t size[2];
  const hid_t dataset = H5Dopen2(file, rows->name, H5P_DEFAULT);
  if (dataset < 0) return false;
  const hid_t space = H5Dget_space(dataset);
  const int dimensions = find_extent(space, size);
  bool done = (dimensions == 1 || dimensions == 2) && size[1] == rows->columns &&
              rows->first <= size[0] && rows->count <= size[0] - rows->first;
  if (done) {
    const hid_t memory = H5Screate_simple(dimensions, count, NULL);
    done = H5Sselect_hyperslab(space, H5S_SELECT_SET, first, NULL, count, NULL) >= 0 &&
           H5Dread(dataset, rows->type, memory, space, H5P_DEFAULT, values) >= 0;
    H5Sclose(memory);
  }
  H5Sclose(space);
  H5Dclose(dataset);
  return done;
}

gb_hdf5_earlier gb_hdf5_look(const char *path, const char *unfinished, const char *dataset) {
  const gb_hdf5_rows row = {dataset, H5T_NATIVE_DOUBLE, 0, 1, 1};
  gb_hdf5_earlier seen = {.first = INFINITY};
  gb_error ignored = {0};
  hid_t file;
  if (access(path, F_OK) != 0) return seen;
  seen.damaged = access(unfinished, F_OK) == 0 || gb_hdf5_open(path, &file, &ignored) != GB_OK;
  if (seen.damaged) return seen;
  if (!gb_hdf5_read(file, &row, &seen.first)) seen.first = INFINITY;
  H5Fclose(file);
  return seen;
}
