/// Read two datasets of an HDF5 file on one rank.
#include "case/text/stored_designs.h"

#include <hdf5.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NAME = 4096 };

/// A dataset and its shape; a vector is a single row.
typedef struct table {
  hid_t set;
  hsize_t rows, columns;
} table;

static int open_table(hid_t file, const char *path, const char *name, bool vector, table *t,
                      gb_error *error) {
  hsize_t size[2] = {1, 1};
  t->set = H5Dopen2(file, name, H5P_DEFAULT);
  if (t->set < 0)
    return gb_fail(error, GB_WRONG_DESIGN_VALUES,
                   "%s: no dataset %s; accepted: design_names and designs", path, name);
  const hid_t space = H5Dget_space(t->set);
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank == 1 || rank == 2) H5Sget_simple_extent_dims(space, size, NULL);
  H5Sclose(space);
  t->rows = rank == 2 ? size[0] : 1;
  t->columns = size[rank == 2];
  if ((rank == 1 || (rank == 2 && !vector)) && t->rows > 0 && t->columns > 0 &&
      t->columns < INT_MAX)
    return GB_OK;
  return gb_fail(error, GB_WRONG_DESIGN_VALUES,
                 "%s: %s is of the wrong shape (found %d dimensions); accepted: %s", path, name,
                 rank, vector ? "[n]" : "[n] or [rows][n]");
}

static int read_names(const char *path, const table *t, gb_arena *arena, char **name,
                      gb_error *error) {
  const hid_t type = H5Dget_type(t->set);
  const bool is_text = H5Tget_class(type) == H5T_STRING, varies = H5Tis_variable_str(type) > 0;
  const size_t length = H5Tget_size(type);
  char *all = NULL;
  GB_SCRATCH(scratch);
  int status = GB_OK;
  if (!is_text || length > LONGEST_NAME)
    status = gb_fail(error, GB_WRONG_DESIGN_VALUES,
                     "%s: design_names are no texts of at most %d bytes", path, LONGEST_NAME);
  if (status == GB_OK) status = GB_TAKE(&scratch, all, (size_t)t->columns * (length + 1), error);
  if (status == GB_OK && H5Dread(t->set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, all) < 0)
    status = gb_fail(error, GB_UNREADABLE_FILE, "%s: design_names cannot be read", path);
  for (hsize_t j = 0; status == GB_OK && j < t->columns; j++) {
    const char *own = all + j * length;
    if (varies) memcpy(&own, all + j * length, sizeof own);
    status = gb_arena_text(arena, &name[j], error, "%.*s", varies ? INT_MAX : (int)length,
                           own ? own : "");
  }
  if (all && varies) {
    const hid_t space = H5Dget_space(t->set);
    H5Dvlen_reclaim(type, space, H5P_DEFAULT, all);
    H5Sclose(space);
  }
  H5Tclose(type);
  return status;
}

static int read_values(const char *path, const table *t, double value[], gb_error *error) {
  const hsize_t start[2] = {t->rows - 1, 0}, count[2] = {1, t->columns};
  const hid_t file = H5Dget_space(t->set), memory = H5Screate_simple(1, &t->columns, NULL);
  const bool vector = H5Sget_simple_extent_ndims(file) == 1;
  H5Sselect_hyperslab(file, H5S_SELECT_SET, start + vector, NULL, count + vector, NULL);
  const herr_t read = H5Dread(t->set, H5T_NATIVE_DOUBLE, memory, file, H5P_DEFAULT, value);
  H5Sclose(memory);
  H5Sclose(file);
  return read < 0 ? gb_fail(error, GB_WRONG_DESIGN_VALUES, "%s: designs are no numbers", path)
                  : GB_OK;
}

/// Refuse more names than bytes of the file: a damaged file may claim any number.
static int check_size(hid_t file, const char *path, const table *names, gb_error *error) {
  hsize_t bytes = 0;
  if (H5Fget_filesize(file, &bytes) >= 0 && names->columns <= bytes) return GB_OK;
  return gb_fail(error, GB_FILE, "%s: is broken: %llu names of designs in a file of %llu bytes",
                 path, (unsigned long long)names->columns, (unsigned long long)bytes);
}

static int read_tables(hid_t file, const char *path, gb_arena *arena, gb_stored_designs *out,
                       gb_error *error) {
  table names = {-1, 0, 0}, values = {-1, 0, 0};
  int status = open_table(file, path, "design_names", true, &names, error);
  if (status == GB_OK) status = open_table(file, path, "designs", false, &values, error);
  if (status == GB_OK && names.columns != values.columns)
    status = gb_fail(error, GB_WRONG_DESIGN_VALUES,
                     "%s: %llu names of designs, but %llu values; accepted: as many", path,
                     (unsigned long long)names.columns, (unsigned long long)values.columns);
  if (status == GB_OK) status = check_size(file, path, &names, error);
  out->count = (int)names.columns;
  if (status == GB_OK) status = GB_TAKE(arena, out->name, (size_t)out->count, error);
  if (status == GB_OK) status = GB_TAKE(arena, out->value, (size_t)out->count, error);
  if (status == GB_OK) status = read_names(path, &names, arena, out->name, error);
  if (status == GB_OK) status = read_values(path, &values, out->value, error);
  if (names.set >= 0) H5Dclose(names.set);
  if (values.set >= 0) H5Dclose(values.set);
  return status;
}

int gb_stored_designs_read(const char *path, gb_arena *arena, gb_stored_designs *out,
                           gb_error *error) {
  H5E_auto2_t print;
  void *data;
  H5Eget_auto2(H5E_DEFAULT, &print, &data);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  const hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  const int status =
      file < 0 ? gb_fail(error, GB_UNREADABLE_FILE, "%s: is no HDF5 file that can be read", path)
               : read_tables(file, path, arena, out, error);
  if (file >= 0) H5Fclose(file);
  H5Eset_auto2(H5E_DEFAULT, print, data);
  return status;
}
