/// Frames, histories and the life of a results file: CASE.vtkhdf as a transient VTKHDF
/// UnstructuredGrid whose mesh is static (all geometry offsets are 0) and whose fields grow.
#include "output/results_file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { most_components = 3, chunk_bytes = 1 << 20, path_size = 512 };

int gb_results_name(const gb_results *results, const char *suffix, char **out, gb_error *error) {
  size_t size = strlen(results->path) + strlen(suffix) + 1;
  GB_TRY(gb_allocate(size, 1, out, error));
  snprintf(*out, size, "%s%s", results->path, suffix);
  return GB_OK;
}

static int copy_text(const char *text, char **out, gb_error *error) {
  GB_TRY(gb_allocate(strlen(text) + 1, 1, out, error));
  strcpy(*out, text);
  return GB_OK;
}

static int plan(gb_results *results, const gb_results_mesh *mesh, gb_error *error) {
  GB_TRY(gb_spread_create(results->comm, mesh->total_nodes, mesh->nodes, mesh->node_index, "node",
                          most_components * sizeof(double), &results->node, error));
  GB_TRY(gb_spread_create(results->comm, mesh->total_cells, mesh->cells, mesh->cell_index, "cell",
                          sizeof(gb_results_cell), &results->cell, error));
  int32_t nodes = results->node->count, cells = results->cell->count;
  size_t items = (size_t)(nodes > cells ? nodes : cells);
  int status = gb_allocate(items, most_components * sizeof(double), &results->chunk, error);
  return gb_agree(results->comm, status, error);
}

static int open_file(gb_results *results, const gb_results_mesh *mesh, bool again,
                     gb_error *error) {
  char *name = NULL;
  GB_TRY(gb_agree(results->comm, gb_results_name(results, ".vtkhdf.tmp", &name, error), error));
  double mesh_bytes = 32.0 * (double)mesh->total_nodes + 93.0 * (double)mesh->total_cells;
  int status = again ? gb_hdf5_reopen(results->comm, name, &results->file, error)
                     : gb_hdf5_create(results->comm, name, &results->file, error);
  free(name);
  GB_TRY(status);
  GB_TRY(gb_hdf5_reserve(results->file, mesh_bytes + chunk_bytes, error));
  GB_TRY(gb_results_write_mesh(results, mesh, error));
  return gb_hdf5_flush(results->file, error);
}

static int start(gb_results *results, const char *path, const gb_results_mesh *mesh, bool again,
                 gb_error *error) {
  GB_TRY(gb_agree(results->comm, copy_text(path, &results->path, error), error));
  GB_TRY(plan(results, mesh, error));
  return open_file(results, mesh, again, error);
}

static int create(MPI_Comm comm, const char *path, const gb_results_mesh *mesh, bool again,
                  gb_results **out, gb_error *error) {
  *out = NULL;
  gb_results *results = NULL;
  int status = gb_agree(comm, gb_allocate(1, sizeof *results, &results, error), error);
  if (status == GB_OK) {
    results->comm = comm;
    results->fields = -1;
    results->again = again;
    MPI_Comm_rank(comm, &results->rank);
    status = start(results, path, mesh, again, error);
  }
  if (status != GB_OK)
    gb_results_destroy(&results);
  else
    *out = results;
  return status;
}

int gb_results_create(MPI_Comm comm, const char *path, const gb_results_mesh *mesh,
                      gb_results **out, gb_error *error) {
  return create(comm, path, mesh, false, out, error);
}

/// The first frame says which fields there are.
static int keep_fields(gb_results *results, int fields, const gb_results_field field[],
                       gb_error *error) {
  GB_TRY(gb_allocate((size_t)fields, sizeof *results->field, &results->field, error));
  results->fields = fields;
  for (int f = 0; f < fields; f++) {
    if (strlen(field[f].name) > path_size / 2)
      return gb_fail(error, GB_MODEL, "results: the name of field %s is too long", field[f].name);
    if (field[f].components != 1 && field[f].components != most_components)
      return gb_fail(error, GB_MODEL, "results: field %s has %d components; 1 or 3 are accepted",
                     field[f].name, field[f].components);
    results->field[f].cell = field[f].cell;
    results->field[f].components = field[f].components;
    GB_TRY(copy_text(field[f].name, &results->field[f].name, error));
  }
  return GB_OK;
}

static int check_fields(const gb_results *results, int fields, const gb_results_field field[],
                        gb_error *error) {
  if (fields != results->fields)
    return gb_fail(error, GB_MODEL, "results: frame %d has %d fields, the first frame had %d",
                   results->frames, fields, results->fields);
  for (int f = 0; f < fields; f++)
    if (strcmp(field[f].name, results->field[f].name) ||
        !field[f].cell != !results->field[f].cell ||
        field[f].components != results->field[f].components)
      return gb_fail(error, GB_MODEL, "results: field %d of frame %d is %s, in the first frame %s",
                     f, results->frames, field[f].name, results->field[f].name);
  return GB_OK;
}

static int keep_time(gb_results *results, double time, gb_error *error) {
  if (results->frames == results->room) {
    int room = 2 * results->room + 64;
    double *longer = NULL;
    GB_TRY(gb_allocate((size_t)room, sizeof *longer, &longer, error));
    if (results->frames) memcpy(longer, results->time, (size_t)results->frames * sizeof *longer);
    free(results->time);
    results->time = longer;
    results->room = room;
  }
  results->time[results->frames] = time;
  return GB_OK;
}

int gb_results_resume(MPI_Comm comm, const char *path, const gb_results_mesh *mesh, int frames,
                      const double time[], int fields, const gb_results_field field[],
                      gb_results **out, gb_error *error) {
  GB_TRY(create(comm, path, mesh, frames > 0, out, error));
  gb_results *results = *out;
  int status = frames > 0 ? keep_fields(results, fields, field, error) : GB_OK;
  while (status == GB_OK && results->frames < frames) {
    status = keep_time(results, time[results->frames], error);
    results->frames++;
  }
  status = gb_agree(comm, status, error);
  if (status != GB_OK) gb_results_destroy(out);
  return status;
}

int gb_results_pause(gb_results *results, gb_error *error) {
  GB_TRY(gb_hdf5_close(results->file, error));
  results->complete = 1;
  return GB_OK;
}

static int prepare(gb_results *results, double time, int fields, const gb_results_field field[],
                   gb_error *error) {
  int first = results->fields < 0;
  int status = first ? keep_fields(results, fields, field, error)
                     : check_fields(results, fields, field, error);
  if (status == GB_OK) status = keep_time(results, time, error);
  GB_TRY(gb_agree(results->comm, status, error));
  // Chunks begun and not filled, at both ends; tables in Steps and HDF5's own trees on top.
  double bytes = chunk_bytes + 16384.0 * fields;
  for (int f = 0; f < fields; f++) {
    const gb_spread *spread = field[f].cell ? results->cell : results->node;
    double frame = (double)spread->total * field[f].components * sizeof(double);
    bytes += 1.01 * frame + 2 * (frame < chunk_bytes ? frame : chunk_bytes);
  }
  return gb_hdf5_reserve(results->file, bytes, error);
}

/// One more row of a table in Steps, by rank 0.
static int append_step(gb_results *results, const char *name, hid_t type, int columns,
                       const void *value, gb_error *error) {
  gb_slab slab = {type, 1, 0, results->rank == 0, columns, value};
  return gb_hdf5_append(results->file, name, &slab, results->frames, 1024, error);
}

static int append_offset(gb_results *results, int cell, const char *field, int64_t offset,
                         gb_error *error) {
  char name[path_size];
  snprintf(name, sizeof name, "/VTKHDF/Steps/%sDataOffsets/%s", cell ? "Cell" : "Point", field);
  return append_step(results, name, H5T_NATIVE_INT64, 0, &offset, error);
}

static int append_field(gb_results *results, const gb_results_field *field, gb_error *error) {
  const gb_spread *spread = field->cell ? results->cell : results->node;
  size_t bytes = (size_t)field->components * sizeof(double);
  gb_spread_apply(spread, bytes, field->values, results->chunk);
  char name[path_size];
  snprintf(name, sizeof name, "/VTKHDF/%sData/%s", field->cell ? "Cell" : "Point", field->name);
  gb_slab slab = {H5T_NATIVE_DOUBLE,
                  spread->total,
                  spread->first,
                  spread->count,
                  field->components > 1 ? field->components : 0,
                  results->chunk};
  // Chunks of about 1 MiB, but of no more than one frame.
  int64_t chunk = chunk_bytes / (int64_t)bytes;
  if (chunk > spread->total) chunk = spread->total > 0 ? spread->total : 1;
  const int64_t before = results->frames * spread->total;
  GB_TRY(gb_hdf5_append(results->file, name, &slab, before, chunk, error));
  return append_offset(results, field->cell, field->name, before, error);
}

/// The rows of Steps that say: time, and the same single part of the same mesh again.
static int append_steps(gb_results *results, double time, gb_error *error) {
  const int64_t none = 0, one = 1;
  const hid_t integer = H5T_NATIVE_INT64;
  GB_TRY(append_step(results, "/VTKHDF/Steps/Values", H5T_NATIVE_DOUBLE, 0, &time, error));
  GB_TRY(append_step(results, "/VTKHDF/Steps/PartOffsets", integer, 0, &none, error));
  GB_TRY(append_step(results, "/VTKHDF/Steps/NumberOfParts", integer, 0, &one, error));
  GB_TRY(append_step(results, "/VTKHDF/Steps/PointOffsets", integer, 0, &none, error));
  GB_TRY(append_step(results, "/VTKHDF/Steps/CellOffsets", integer, 1, &none, error));
  GB_TRY(append_step(results, "/VTKHDF/Steps/ConnectivityIdOffsets", integer, 1, &none, error));
  GB_TRY(append_offset(results, 0, "node_id", 0, error));
  GB_TRY(append_offset(results, 1, "cell_id", 0, error));
  return append_offset(results, 1, "property", 0, error);
}

int gb_results_frame(gb_results *results, double time, int fields, const gb_results_field field[],
                     gb_error *error) {
  GB_TRY(prepare(results, time, fields, field, error));
  if (results->frames == 0) GB_TRY(gb_hdf5_group(results->file, "/VTKHDF/Steps", error));
  for (int f = 0; f < fields; f++) GB_TRY(append_field(results, &field[f], error));
  GB_TRY(append_steps(results, time, error));
  int steps = results->frames + 1;
  GB_TRY(gb_hdf5_integers(results->file, "/VTKHDF/Steps", "NSteps", 1, &steps, error));
  GB_TRY(gb_hdf5_flush(results->file, error));
  results->frames = steps;
  return GB_OK;
}

/// Column names side by side, each padded with zeros to the longest; rank 0's, on all ranks.
static int pack_names(const gb_results *results, int columns, const char *const column[],
                      int *length, char **out, gb_error *error) {
  *length = 1;
  for (int c = 0; results->rank == 0 && c < columns; c++)
    if ((int)strlen(column[c]) > *length) *length = (int)strlen(column[c]);
  MPI_Bcast(length, 1, MPI_INT, 0, results->comm);
  int status = gb_allocate((size_t)columns, (size_t)*length, out, error);
  GB_TRY(gb_agree(results->comm, status, error));
  for (int c = 0; results->rank == 0 && c < columns; c++)
    memcpy(*out + c * *length, column[c], strlen(column[c]));
  MPI_Bcast(*out, columns * *length, MPI_CHAR, 0, results->comm);
  return GB_OK;
}

int gb_results_history(gb_results *results, const char *name, int rows, int columns,
                       const char *const column[], const double *values, gb_error *error) {
  char path[path_size];
  if (snprintf(path, sizeof path, "/histories/%s", name) >= path_size)
    return gb_fail(error, GB_USAGE, "the name %s is too long for a table of results", name);
  int size[2] = {rows, columns}, length;
  MPI_Bcast(size, 2, MPI_INT, 0, results->comm);
  gb_slab slab = {H5T_NATIVE_DOUBLE, size[0], 0, results->rank == 0 ? size[0] : 0, size[1], values};
  double bytes = (double)size[0] * size[1] * sizeof(double) + chunk_bytes;
  GB_TRY(gb_hdf5_reserve(results->file, bytes, error));
  GB_TRY(gb_hdf5_write(results->file, path, &slab, error));
  if (size[1] == 0) return GB_OK;
  char *names = NULL;
  int status = pack_names(results, size[1], column, &length, &names, error);
  if (status == GB_OK)
    status = gb_hdf5_texts(results->file, path, "columns", size[1], (size_t)length, names, error);
  free(names);
  return status;
}

static int rename_one(const gb_results *results, const char *from, const char *to,
                      gb_error *error) {
  char *old = NULL, *new = NULL;
  int status = gb_results_name(results, from, &old, error);
  if (status == GB_OK) status = gb_results_name(results, to, &new, error);
  if (status == GB_OK && rename(old, new) != 0)
    status = gb_fail(error, GB_FILE, "cannot rename %s to %s: %s", old, new, strerror(errno));
  free(old);
  free(new);
  return status;
}

int gb_results_close(gb_results *results, gb_error *error) {
  int status = results->rank == 0 ? gb_results_write_xdmf(results, error) : GB_OK;
  GB_TRY(gb_agree(results->comm, status, error));
  GB_TRY(gb_hdf5_close(results->file, error));
  if (results->rank == 0) {
    status = rename_one(results, ".vtkhdf.tmp", ".vtkhdf", error);
    if (status == GB_OK) status = rename_one(results, ".xdmf.tmp", ".xdmf", error);
  }
  GB_TRY(gb_agree(results->comm, status, error));
  results->complete = 1;
  return GB_OK;
}

static void remove_one(const gb_results *results, const char *suffix) {
  gb_error ignored = {0};
  char *name = NULL;
  if (gb_results_name(results, suffix, &name, &ignored) == GB_OK) remove(name);
  free(name);
}

void gb_results_destroy(gb_results **out) {
  if (!*out) return;
  gb_results *results = *out;
  int opened = results->file != NULL;
  gb_hdf5_destroy(&results->file);
  if (opened && !results->complete && !results->again && results->rank == 0) {
    remove_one(results, ".vtkhdf.tmp");
    remove_one(results, ".xdmf.tmp");
  }
  gb_spread_destroy(&results->node);
  gb_spread_destroy(&results->cell);
  for (int f = 0; results->field && f < results->fields; f++) free(results->field[f].name);
  free(results->field);
  free(results->chunk);
  free(results->time);
  free(results->path);
  free(results);
  *out = NULL;
}
