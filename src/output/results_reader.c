/// Datasets are read serially with the functions of HDF5. Every deviation from the expected format
/// is reported by the same error.
#include "output/results_reader.h"

#include <hdf5.h>
#include <stdlib.h>
#include <string.h>

struct gb_results_reader {
  const char *path; ///< borrowed
  hid_t file;
  gb_arena memory; ///< owns the arrays
  gb_stored_results contents;
};

/// A dataset, or a part of its rows, in memory.
typedef struct rows {
  const char *name;
  hid_t type;  ///< type in memory
  int columns; ///< 1: the dataset has one dimension
  hsize_t first, count;
} rows;

static int refuse(const gb_results_reader *r, const char *name, gb_error *error) {
  return gb_fail(error, GB_UNREADABLE_FILE, "%s: %s is missing or not as in a results file",
                 r->path, name);
}

/// Find the size of a dataset with one or two dimensions. @return whether there is one
static bool find_size(const gb_results_reader *r, const char *name, hsize_t size[2]) {
  const hid_t dataset = H5Dopen2(r->file, name, H5P_DEFAULT);
  if (dataset < 0) return false;
  const hid_t space = H5Dget_space(dataset);
  const int dimensions = H5Sget_simple_extent_ndims(space);
  size[0] = 0;
  size[1] = 1;
  if (dimensions == 1 || dimensions == 2) H5Sget_simple_extent_dims(space, size, NULL);
  H5Sclose(space);
  H5Dclose(dataset);
  return (dimensions == 1 || dimensions == 2) && size[0] <= INT32_MAX;
}

static int read_rows(const gb_results_reader *r, const rows *part, void *values, gb_error *error) {
  const hsize_t first[2] = {part->first, 0}, count[2] = {part->count, (hsize_t)part->columns};
  const int dimensions = part->columns > 1 ? 2 : 1;
  hsize_t size[2];
  if (!find_size(r, part->name, size) || size[1] != count[1] || first[0] + count[0] > size[0])
    return refuse(r, part->name, error);
  const hid_t dataset = H5Dopen2(r->file, part->name, H5P_DEFAULT), space = H5Dget_space(dataset);
  const hid_t memory = H5Screate_simple(dimensions, count, NULL);
  const bool done = H5Sselect_hyperslab(space, H5S_SELECT_SET, first, NULL, count, NULL) >= 0 &&
                    H5Dread(dataset, part->type, memory, space, H5P_DEFAULT, values) >= 0;
  H5Sclose(memory);
  H5Sclose(space);
  H5Dclose(dataset);
  return done ? GB_OK : refuse(r, part->name, error);
}

/// Read a whole dataset with this number of columns into memory of the reader.
/// @param[out] count number of rows  @param[out] out address of the pointer to the values
static int read_all(gb_results_reader *r, const char *name, hid_t type, int columns, int64_t *count,
                    void *out, gb_error *error) {
  hsize_t size[2];
  void *values;
  if (!find_size(r, name, size) || size[1] != (hsize_t)columns) return refuse(r, name, error);
  GB_TRY(gb_arena_allocate(&r->memory, (size_t)(size[0] * size[1]), H5Tget_size(type), &values,
                           error));
  const rows all = {name, type, columns, 0, size[0]};
  GB_TRY(read_rows(r, &all, values, error));
  *count = (int64_t)size[0];
  memcpy(out, &values, sizeof values);
  return GB_OK;
}

static int read_mesh(gb_results_reader *r, gb_error *error) {
  gb_stored_results *c = &r->contents;
  int64_t frames;
  GB_TRY(read_all(r, "/VTKHDF/Points", H5T_NATIVE_FLOAT, 3, &c->nodes, &c->point, error));
  GB_TRY(read_all(r, "/VTKHDF/Types", H5T_NATIVE_UCHAR, 1, &c->cells, &c->type, error));
  GB_TRY(read_all(r, "/VTKHDF/Connectivity", H5T_NATIVE_INT32, 1, &c->values, &c->node, error));
  for (int64_t i = 0; i < c->values; i++)
    if (c->node[i] < 0 || c->node[i] >= c->nodes) return refuse(r, "/VTKHDF/Connectivity", error);
  GB_TRY(read_all(r, "/VTKHDF/Steps/Values", H5T_NATIVE_DOUBLE, 1, &frames, &c->time, error));
  c->frames = (int)frames;
  if (frames > 0) return GB_OK;
  return gb_fail(error, GB_UNREADABLE_FILE, "%s: there is no frame in it", r->path);
}

/// Number of rows of a field in one frame.
static int64_t rows_of(const gb_results_reader *r, bool cell) {
  return cell ? r->contents.cells : r->contents.nodes;
}

static void name_dataset(const gb_stored_field *field, size_t size, char name[]) {
  snprintf(name, size, "/VTKHDF/%sData/%s", field->cell ? "Cell" : "Point", field->name);
}

/// Data for the visit of the datasets of a group.
typedef struct visit {
  gb_results_reader *reader;
  bool cell;
  gb_error *error;
} visit;

/// Add a dataset to the fields if it has values for each frame.
static herr_t add_field(hid_t group, const char *name, const H5L_info_t *info, void *context) {
  const visit *v = context;
  gb_results_reader *r = v->reader;
  gb_stored_field field = {.cell = v->cell};
  char path[300];
  hsize_t size[2];
  (void)group;
  (void)info;
  if (gb_arena_text(&r->memory, &field.name, v->error, "%s", name) != GB_OK) return -1;
  name_dataset(&field, sizeof path, path);
  const hsize_t expected = (hsize_t)rows_of(r, v->cell) * (hsize_t)r->contents.frames;
  const bool numbered =
      !strcmp(name, "node_id") || !strcmp(name, "cell_id") || !strcmp(name, "property");
  if (numbered || !find_size(r, path, size) || size[0] != expected) return 0;
  if (size[1] != 1 && size[1] != 3) return 0;
  field.components = (int)size[1];
  return gb_arena_add(&r->memory, &r->contents.field, &r->contents.fields, sizeof field, &field,
                      v->error) == GB_OK
             ? 0
             : -1;
}

static int find_fields(gb_results_reader *r, gb_error *error) {
  static const char *const group[] = {"/VTKHDF/PointData", "/VTKHDF/CellData"};
  for (int i = 0; i < 2; i++) {
    visit v = {r, i == 1, error};
    const hid_t id = H5Gopen2(r->file, group[i], H5P_DEFAULT);
    if (id < 0) return refuse(r, group[i], error);
    const herr_t done = H5Literate(id, H5_INDEX_NAME, H5_ITER_INC, NULL, add_field, &v);
    H5Gclose(id);
    GB_TRY(error->status);
    if (done < 0) return refuse(r, group[i], error);
  }
  return GB_OK;
}

int gb_results_reader_open(const char *path, gb_results_reader **out, gb_error *error) {
  gb_results_reader *r;
  *out = NULL;
  GB_TRY(GB_ALLOCATE(r, 1, error));
  r->path = path;
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  r->file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  int status = r->file < 0 ? gb_fail(error, GB_UNREADABLE_FILE,
                                     "%s: cannot be read as a results file (CASE.vtkhdf)", path)
                           : read_mesh(r, error);
  if (status == GB_OK) status = find_fields(r, error);
  if (status != GB_OK) gb_results_reader_close(&r);
  *out = r;
  return status;
}

void gb_results_reader_close(gb_results_reader **reader) {
  gb_results_reader *r = *reader;
  if (!r) return;
  if (r->file >= 0) H5Fclose(r->file);
  gb_arena_free(&r->memory);
  free(r);
  *reader = NULL;
}

const gb_stored_results *gb_results_reader_contents(const gb_results_reader *r) {
  return &r->contents;
}

const gb_stored_field *gb_results_reader_find(const gb_results_reader *r, const char *name) {
  for (int i = 0; i < r->contents.fields; i++)
    if (!strcmp(r->contents.field[i].name, name)) return &r->contents.field[i];
  return NULL;
}

int gb_results_reader_read(const gb_results_reader *r, const gb_stored_field *field, int frame,
                           float values[], gb_error *error) {
  char name[300];
  name_dataset(field, sizeof name, name);
  const hsize_t count = (hsize_t)rows_of(r, field->cell);
  const rows part = {name, H5T_NATIVE_FLOAT, field->components, (hsize_t)frame * count, count};
  return read_rows(r, &part, values, error);
}
