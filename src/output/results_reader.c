/// Every deviation from the expected format is reported by the same error.
#include "output/results_reader.h"

#include "output/hdf5_read.h"

#include <stdlib.h>
#include <string.h>

struct gb_results_reader {
  const char *path; ///< borrowed
  hid_t file;
  gb_arena memory; ///< owns the arrays
  gb_stored_results contents;
};

static int refuse(const gb_results_reader *r, const char *name, gb_error *error) {
  return gb_fail(error, GB_UNREADABLE_FILE, "%s: %s is missing or not as in a results file",
                 r->path, name);
}

/// Read a whole dataset with this number of columns into memory of the reader.
/// @param[out] count number of rows  @param[out] out address of the pointer to the values
static int read_all(gb_results_reader *r, const char *name, hid_t type, hsize_t columns,
                    int64_t *count, void *out, gb_error *error) {
  hsize_t size[2];
  void *values;
  if (!gb_hdf5_find_size(r->file, name, size) || size[0] > INT32_MAX || size[1] != columns)
    return refuse(r, name, error);
  GB_TRY(gb_arena_allocate(&r->memory, (size_t)(size[0] * columns), H5Tget_size(type), &values,
                           error));
  const gb_hdf5_rows all = {name, type, 0, size[0], columns};
  if (!gb_hdf5_read(r->file, &all, values)) return refuse(r, name, error);
  *count = (int64_t)size[0];
  memcpy(out, &values, sizeof values);
  return GB_OK;
}

/// The shape of a cell type of VTK; GB_SHAPES: there is none.
static gb_shape shape_of(unsigned char type) {
  int shape = 0;
  while (shape < GB_SHAPES && gb_shape_types[shape].vtk != type) shape++;
  return (gb_shape)shape;
}

/// Replace types and order of nodes in VTK by shapes and their order.
static int find_shapes(gb_results_reader *r, gb_error *error) {
  gb_stored_results *c = &r->contents;
  int32_t *node = c->node;
  for (int64_t i = 0; i < c->cells; i++) {
    const gb_shape shape = shape_of(c->shape[i]);
    int32_t listed[GB_SHAPE_NODES];
    if (shape == GB_SHAPES) return refuse(r, "/VTKHDF/Types", error);
    const int nodes = gb_shape_nodes(shape);
    const char *order = gb_shape_types[shape].order;
    if (nodes > c->node + c->values - node) return refuse(r, "/VTKHDF/Connectivity", error);
    memcpy(listed, node, (size_t)nodes * sizeof *node);
    for (int k = 0; order && k < nodes; k++) node[gb_shape_listed(order, k)] = listed[k];
    c->shape[i] = (unsigned char)shape;
    node += nodes;
  }
  return GB_OK;
}

static int read_mesh(gb_results_reader *r, gb_error *error) {
  gb_stored_results *c = &r->contents;
  int64_t frames;
  GB_TRY(read_all(r, "/VTKHDF/Points", H5T_NATIVE_FLOAT, 3, &c->nodes, &c->point, error));
  GB_TRY(read_all(r, "/VTKHDF/Types", H5T_NATIVE_UCHAR, 1, &c->cells, &c->shape, error));
  GB_TRY(read_all(r, "/VTKHDF/Connectivity", H5T_NATIVE_INT32, 1, &c->values, &c->node, error));
  if (H5Lexists(r->file, "/VTKHDF/CellData/kind", H5P_DEFAULT) > 0) {
    int64_t kinds;
    GB_TRY(read_all(r, "/VTKHDF/CellData/kind", H5T_NATIVE_UCHAR, 1, &kinds, &c->kind, error));
    if (kinds != c->cells) return refuse(r, "/VTKHDF/CellData/kind", error);
  }
  for (int64_t i = 0; i < c->values; i++)
    if (c->node[i] < 0 || c->node[i] >= c->nodes) return refuse(r, "/VTKHDF/Connectivity", error);
  GB_TRY(find_shapes(r, error));
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
  const bool numbered = !strcmp(name, "node_id") || !strcmp(name, "cell_id") ||
                        !strcmp(name, "kind") || !strcmp(name, "property");
  if (numbered || !gb_hdf5_find_size(r->file, path, size) || size[0] != expected) return 0;
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
  int status = gb_hdf5_open(path, &r->file, error);
  if (status == GB_OK) status = read_mesh(r, error);
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
  const gb_hdf5_rows rows = {name, H5T_NATIVE_FLOAT, (hsize_t)frame * count, count,
                             (hsize_t)field->components};
  return gb_hdf5_read(r->file, &rows, values) ? GB_OK : refuse(r, name, error);
}
