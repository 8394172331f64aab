/// Tables are read serially with the functions of HDF5. Every deviation from the expected format is
/// reported by the same error.
#include "output/histories.h"

#include "output/hdf5_read.h"

#include <string.h>

/// State of reading a file.
typedef struct reading {
  const char *path;
  gb_arena *arena;
  gb_history_tables *out;
  gb_error *error;
  hid_t file, names; ///< names: the group /columns
  int status;
} reading;

static int refuse(const reading *r, const char *name) {
  return gb_fail(r->error, GB_UNREADABLE_FILE, "%s: /histories/%s is no table of a results file",
                 r->path, name);
}

/// Read the names of the columns of a table: texts of equal length in /columns.
static int read_columns(const reading *r, gb_history_table *table) {
  char *text = NULL;
  const hid_t dataset = H5Dopen2(r->names, table->name, H5P_DEFAULT);
  if (dataset < 0) return refuse(r, table->name);
  const hid_t type = H5Dget_type(dataset), space = H5Dget_space(dataset);
  const size_t length = H5Tget_size(type);
  int status = H5Tget_class(type) == H5T_STRING && !H5Tis_variable_str(type) &&
                       H5Sget_simple_extent_npoints(space) == table->columns
                   ? GB_OK
                   : refuse(r, table->name);
  if (status == GB_OK)
    status = gb_arena_allocate(r->arena, (size_t)table->columns + 1, length, &text, r->error);
  if (status == GB_OK && H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) < 0)
    status = refuse(r, table->name);
  if (status == GB_OK) status = GB_TAKE(r->arena, table->column, (size_t)table->columns, r->error);
  for (int i = 0; status == GB_OK && i < table->columns; i++)
    status = gb_arena_text(r->arena, &table->column[i], r->error, "%.*s", (int)length,
                           text + (size_t)i * length);
  H5Sclose(space);
  H5Tclose(type);
  H5Dclose(dataset);
  return status;
}

static int read_table(const reading *r, const char *name) {
  gb_history_table table = {0};
  hsize_t size[2];
  char *path;
  GB_TRY(gb_arena_text(r->arena, &table.name, r->error, "%s", name));
  GB_TRY(gb_arena_text(r->arena, &path, r->error, "/histories/%s", name));
  if (!gb_hdf5_find_size(r->file, path, size) || size[0] > INT32_MAX || size[1] > INT32_MAX ||
      size[1] == 0)
    return refuse(r, name);
  table.rows = (int)size[0];
  table.columns = (int)size[1];
  GB_TRY(GB_TAKE(r->arena, table.value, (size_t)(size[0] * size[1]), r->error));
  const gb_hdf5_rows all = {path, H5T_NATIVE_DOUBLE, 0, size[0], size[1]};
  if (!gb_hdf5_read(r->file, &all, table.value)) return refuse(r, name);
  GB_TRY(read_columns(r, &table));
  return gb_arena_add(r->arena, &r->out->table, &r->out->count, sizeof table, &table, r->error);
}

static herr_t visit(hid_t group, const char *name, const H5L_info_t *info, void *context) {
  reading *r = context;
  (void)group;
  (void)info;
  r->status = read_table(r, name);
  return r->status == GB_OK ? 0 : -1;
}

int gb_histories_read(const char *path, gb_arena *arena, gb_history_tables *out, gb_error *error) {
  reading r = {.path = path, .arena = arena, .out = out, .error = error};
  *out = (gb_history_tables){0};
  GB_TRY(gb_hdf5_open(path, &r.file, error));
  const hid_t group = H5Gopen2(r.file, "/histories", H5P_DEFAULT);
  r.names = H5Gopen2(r.file, "/columns", H5P_DEFAULT);
  if (group < 0 || r.names < 0)
    gb_fail(error, GB_UNREADABLE_FILE, "%s: there are no histories in it", path);
  else if (H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, NULL, visit, &r) < 0)
    gb_fail(error, GB_UNREADABLE_FILE, "%s: its histories cannot be read", path);
  if (group >= 0) H5Gclose(group);
  if (r.names >= 0) H5Gclose(r.names);
  H5Fclose(r.file);
  return error->status;
}
