/// CASE.vtkhdf is a transient VTKHDF UnstructuredGrid (version 2.0 of VTK's "VTKHDF File Format",
/// one partition). Its mesh is static (all geometry offsets are 0), and its fields grow with each
/// frame. The cells are written a second time for XDMF (topology type Mixed), in the order of the
/// mesh file.
#include "output/results.h"

#include "base/arena.h"
#include "base/platform/new_file.h"
#include "base/timer.h"
#include "output/hdf5_read.h"
#include "output/hdf5_tables.h"
#include "output/spread.h"
#include "output/xdmf.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_COMPONENTS = 3, CHUNK_BYTES = 1 << 20, PATH_SIZE = 512 };
enum { BUFFER_BYTES = 1 << 23, MOST_BUFFERED = 1024 }; ///< bytes and frames that wait in memory
static const double LONGEST_WAIT = 1; ///< seconds after which the next frame causes a write

/// A cell without its nodes, as sent to the rank that writes it.
typedef struct results_cell {
  int64_t id;
  int32_t property;
  unsigned char shape, kind;
} results_cell;

/// Frames that wait in memory until they are written together.
typedef struct frame_buffer {
  int count;      ///< number of frames that wait
  int capacity;   ///< number of frames that can wait
  double written; ///< time of the clock at the last write
  double *memory; ///< of the values, owned; NULL with a capacity of 1
  double **value; ///< values of the frames, [fields][capacity][rows of this rank][components];
                  ///< with a capacity of 1, all fields use gb_results.chunk one after another
} frame_buffer;

struct gb_results {
  MPI_Comm comm;
  int rank;
  gb_arena memory; ///< owns texts and arrays
  struct {
    char *data, *description;         ///< final names: .vtkhdf, .xdmf
    char *new_data, *new_description; ///< temporary names
    char *unfinished;                 ///< exists while the file of data is being written
  } name;
  gb_hdf5 *file;
  gb_spread *node, *cell; ///< redistribution from owners to the order of the file
  int64_t connectivity;   ///< number of values in /VTKHDF/Connectivity
  int64_t topology;       ///< number of values in /XDMF/topology
  double *chunk;          ///< rows of a field that this rank writes, 3 numbers each
  int fields;             ///< number of fields; -1 before the first frame
  gb_xdmf_field *field;
  int frames;           ///< number of frames, with those in the buffer
  double *time;         ///< [frames]
  frame_buffer *buffer; ///< the last frames, which are not written yet; NULL before the first one
  bool keep;            ///< the file is complete, or an earlier run began it: it is not removed
};

static int name_files(gb_results *results, const char *path, gb_error *error) {
  gb_arena *memory = &results->memory;
  GB_TRY(gb_arena_text(memory, &results->name.data, error, "%s.vtkhdf", path));
  GB_TRY(gb_arena_text(memory, &results->name.description, error, "%s.xdmf", path));
  GB_TRY(gb_arena_text(memory, &results->name.new_data, error, "%s.vtkhdf.tmp", path));
  GB_TRY(gb_arena_text(memory, &results->name.unfinished, error, "%s.vtkhdf.unfinished", path));
  return gb_arena_text(memory, &results->name.new_description, error, "%s.xdmf.tmp", path);
}

/// Reserve space for so many bytes, and note until end_writing that the file is being written: if
/// the program is killed meanwhile, parts of the file refer to others that are not there.
static int begin_writing(gb_results *results, double bytes, gb_error *error) {
  FILE *note;
  int status = GB_OK;
  GB_TRY(gb_hdf5_reserve(results->file, bytes, error));
  if (results->rank == 0) status = gb_new_file_open(results->name.unfinished, &note, error);
  if (results->rank == 0 && status == GB_OK) fclose(note);
  return gb_agree(results->comm, status, error);
}

static int end_writing(gb_results *results, gb_error *error) {
  GB_TRY(gb_hdf5_flush(results->file, error));
  if (results->rank == 0) remove(results->name.unfinished);
  return GB_OK;
}

/// @return the largest number of nodes of a cell. Collective.
static int most_nodes(MPI_Comm comm, const gb_results_mesh *mesh) {
  int most = 1;
  for (int32_t c = 0; c < mesh->cells; c++) {
    const int nodes = gb_shape_nodes((gb_shape)mesh->shape[c]);
    if (nodes > most) most = nodes;
  }
  MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, comm);
  return most;
}

static int plan(gb_results *results, const gb_results_mesh *mesh, gb_error *error) {
  const size_t values = MOST_COMPONENTS * sizeof(double); // not less than sizeof(results_cell)
  const size_t listed = (size_t)most_nodes(results->comm, mesh) * sizeof(int64_t);
  const gb_spread_items node = {"node", mesh->total_nodes, mesh->nodes, mesh->node_index, values};
  const gb_spread_items cell = {"cell", mesh->total_cells, mesh->cells, mesh->cell_index,
                                listed > values ? listed : values};
  GB_TRY(gb_spread_create(results->comm, &node, &results->node, error));
  GB_TRY(gb_spread_create(results->comm, &cell, &results->cell, error));
  int32_t nodes = results->node->count, cells = results->cell->count;
  size_t items = (size_t)(nodes > cells ? nodes : cells);
  int status = GB_TAKE(&results->memory, results->chunk, MOST_COMPONENTS * items, error);
  return gb_agree(results->comm, status, error);
}

/// The rows of the cell datasets that this rank writes.
typedef struct cell_chunk {
  results_cell *cell;
  int64_t *node; ///< nodes of the cells, [cells][largest number of them]
  int64_t *id, *start, *connectivity, *topology;
  int32_t *property;
  unsigned char *type, *kind;
  int64_t nodes, codes; ///< numbers of values in connectivity and topology
} cell_chunk;

static void pack_cells(const gb_results_mesh *mesh, int most, results_cell *cell, int64_t *listed) {
  const int64_t *node = mesh->connectivity;
  for (int32_t c = 0; c < mesh->cells; c++) {
    const int nodes = gb_shape_nodes((gb_shape)mesh->shape[c]);
    cell[c] = (results_cell){.id = mesh->cell_id[c],
                             .property = mesh->property[c],
                             .shape = mesh->shape[c],
                             .kind = mesh->kind[c]};
    memcpy(listed + (size_t)c * (size_t)most, node, (size_t)nodes * sizeof *node);
    node += nodes;
  }
}

static int allocate_chunk(int32_t count, int most, gb_arena *arena, cell_chunk *chunk,
                          gb_error *error) {
  size_t n = (size_t)count;
  GB_TRY(GB_TAKE(arena, chunk->cell, n, error));
  GB_TRY(GB_TAKE(arena, chunk->node, n * (size_t)most, error));
  GB_TRY(GB_TAKE(arena, chunk->id, n, error));
  GB_TRY(GB_TAKE(arena, chunk->start, n + 1, error));
  GB_TRY(GB_TAKE(arena, chunk->property, n, error));
  GB_TRY(GB_TAKE(arena, chunk->type, n, error));
  GB_TRY(GB_TAKE(arena, chunk->kind, n, error));
  GB_TRY(GB_TAKE(arena, chunk->connectivity, n * (size_t)most, error));
  return GB_TAKE(arena, chunk->topology, n * ((size_t)most + 2), error);
}

enum { MOST_COUNTED = 2 }; ///< XDMF writes the number of nodes after the types 1 and 2

/// Set the rows of the datasets from the cells of a chunk; `start` is relative to the chunk.
static void unpack_cells(int32_t count, int most, cell_chunk *chunk) {
  for (int32_t c = 0; c < count; c++) {
    const results_cell *cell = &chunk->cell[c];
    const gb_shape_type *shape = &gb_shape_types[cell->shape];
    const int64_t *node = chunk->node + (size_t)c * (size_t)most;
    const int nodes = shape->basis.nodes;
    chunk->id[c] = cell->id;
    chunk->property[c] = cell->property;
    chunk->kind[c] = cell->kind;
    chunk->type[c] = shape->vtk;
    chunk->start[c] = chunk->nodes;
    chunk->topology[chunk->codes++] = shape->xdmf;
    if (shape->xdmf <= MOST_COUNTED) chunk->topology[chunk->codes++] = nodes;
    for (int k = 0; k < nodes; k++)
      chunk->topology[chunk->codes++] = chunk->connectivity[chunk->nodes++] =
          node[shape->order ? gb_shape_listed(shape->order, k) : k];
  }
  chunk->start[count] = chunk->nodes;
}

/// Compute the number of values on lower ranks, and on all ranks.
static void count_values(MPI_Comm comm, int64_t mine, int64_t *before, int64_t *total) {
  MPI_Scan(&mine, before, 1, MPI_INT64_T, MPI_SUM, comm);
  *before -= mine;
  MPI_Allreduce(&mine, total, 1, MPI_INT64_T, MPI_SUM, comm);
}

static int write_cells(gb_results *results, cell_chunk *chunk, gb_error *error) {
  const gb_spread *spread = results->cell;
  int64_t node, code;
  count_values(results->comm, chunk->nodes, &node, &results->connectivity);
  count_values(results->comm, chunk->codes, &code, &results->topology);
  for (int32_t c = 0; c <= spread->count; c++) chunk->start[c] += node;

  gb_slab slab = {H5T_NATIVE_INT64, spread->total, spread->first, spread->count, 0, chunk->id};
  GB_TRY(gb_hdf5_write(results->file, "/VTKHDF/CellData/cell_id", &slab, error));
  slab.type = H5T_NATIVE_INT32;
  slab.values = chunk->property;
  GB_TRY(gb_hdf5_write(results->file, "/VTKHDF/CellData/property", &slab, error));
  slab.type = H5T_NATIVE_UCHAR;
  slab.values = chunk->kind;
  GB_TRY(gb_hdf5_write(results->file, "/VTKHDF/CellData/kind", &slab, error));
  slab.values = chunk->type;
  GB_TRY(gb_hdf5_write(results->file, "/VTKHDF/Types", &slab, error));

  // There is one more start than cells; the last rank writes it.
  int ranks;
  MPI_Comm_size(results->comm, &ranks);
  int last = results->rank == ranks - 1;
  gb_slab start = {H5T_NATIVE_INT64, spread->total + 1, spread->first, spread->count + last, 0,
                   chunk->start};
  GB_TRY(gb_hdf5_write(results->file, "/VTKHDF/Offsets", &start, error));
  gb_slab nodes = {H5T_NATIVE_INT64,   results->connectivity, node, chunk->nodes, 0,
                   chunk->connectivity};
  GB_TRY(gb_hdf5_write(results->file, "/VTKHDF/Connectivity", &nodes, error));
  gb_slab codes = {H5T_NATIVE_INT64, results->topology, code, chunk->codes, 0, chunk->topology};
  return gb_hdf5_write(results->file, "/XDMF/topology", &codes, error);
}

static int spread_cells(gb_results *results, const gb_results_mesh *mesh, gb_error *error) {
  const int most = most_nodes(results->comm, mesh);
  results_cell *owned = NULL;
  int64_t *node = NULL;
  cell_chunk chunk = {0};
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&scratch, owned, (size_t)mesh->cells, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, node, (size_t)mesh->cells * (size_t)most, error);
  if (status == GB_OK) status = allocate_chunk(results->cell->count, most, &scratch, &chunk, error);
  GB_TRY(gb_agree(results->comm, status, error));
  pack_cells(mesh, most, owned, node);
  gb_spread_apply(results->cell, sizeof *owned, owned, chunk.cell);
  gb_spread_apply(results->cell, (size_t)most * sizeof *node, node, chunk.node);
  unpack_cells(results->cell->count, most, &chunk);
  return write_cells(results, &chunk, error);
}

static int write_nodes(gb_results *results, const gb_results_mesh *mesh, gb_error *error) {
  const gb_spread *spread = results->node;
  gb_slab slab = {H5T_NATIVE_DOUBLE, spread->total, spread->first, spread->count, 3,
                  results->chunk};
  gb_spread_apply(spread, sizeof *mesh->position, mesh->position, results->chunk);
  GB_TRY(gb_hdf5_write(results->file, "/VTKHDF/Points", &slab, error));
  slab.type = H5T_NATIVE_INT64;
  slab.columns = 0;
  gb_spread_apply(spread, sizeof *mesh->node_id, mesh->node_id, results->chunk);
  return gb_hdf5_write(results->file, "/VTKHDF/PointData/node_id", &slab, error);
}

static int write_count(gb_results *results, const char *name, int64_t count, gb_error *error) {
  gb_slab slab = {H5T_NATIVE_INT64, 1, 0, results->rank == 0, 0, &count};
  return gb_hdf5_write(results->file, name, &slab, error);
}

static int write_mesh(gb_results *results, const gb_results_mesh *mesh, gb_error *error) {
  const int version[2] = {2, 0};
  GB_TRY(gb_hdf5_group(results->file, "/VTKHDF", error));
  GB_TRY(gb_hdf5_integers(results->file, "/VTKHDF", "Version", 2, version, error));
  GB_TRY(gb_hdf5_text(results->file, "/VTKHDF", "Type", "UnstructuredGrid", error));
  GB_TRY(write_nodes(results, mesh, error));
  GB_TRY(spread_cells(results, mesh, error));
  GB_TRY(write_count(results, "/VTKHDF/NumberOfPoints", results->node->total, error));
  GB_TRY(write_count(results, "/VTKHDF/NumberOfCells", results->cell->total, error));
  return write_count(results, "/VTKHDF/NumberOfConnectivityIds", results->connectivity, error);
}

/// @param earlier NULL: no earlier run wrote frames
static int open_file(gb_results *results, const gb_results_mesh *mesh, gb_hdf5_earlier *earlier,
                     gb_error *error) {
  const double mesh_bytes = 32.0 * (double)mesh->total_nodes + 94.0 * (double)mesh->total_cells;
  const char *path = results->name.new_data;
  if (earlier && results->rank == 0)
    *earlier = gb_hdf5_look(path, results->name.unfinished, "/VTKHDF/Steps/Values");
  if (earlier) MPI_Bcast(earlier, sizeof *earlier, MPI_BYTE, 0, results->comm);
  const bool again = earlier && !earlier->damaged;
  GB_TRY(gb_hdf5_start(results->comm, path, again, &results->file, error));
  GB_TRY(begin_writing(results, mesh_bytes + CHUNK_BYTES, error));
  GB_TRY(write_mesh(results, mesh, error));
  return end_writing(results, error);
}

static int create(MPI_Comm comm, const char *path, const gb_results_mesh *mesh,
                  gb_hdf5_earlier *earlier, gb_results **out, gb_error *error) {
  *out = NULL;
  gb_results *results = NULL;
  GB_TRY(gb_agree(comm, GB_ALLOCATE(results, 1, error), error));
  *results = (gb_results){.comm = comm, .fields = -1, .keep = earlier};
  MPI_Comm_rank(comm, &results->rank);
  int status = gb_agree(comm, name_files(results, path, error), error);
  if (status == GB_OK) status = plan(results, mesh, error);
  if (status == GB_OK) status = open_file(results, mesh, earlier, error);
  if (status != GB_OK) gb_results_destroy(&results);
  *out = results;
  return status;
}

int gb_results_create(MPI_Comm comm, const char *path, const gb_results_mesh *mesh,
                      gb_results **out, gb_error *error) {
  return create(comm, path, mesh, NULL, out, error);
}

static const gb_spread *spread_of(const gb_results *results, const gb_xdmf_field *field) {
  return field->cell ? results->cell : results->node;
}

/// Compute the bytes of a field in one frame, on all ranks.
static double field_bytes(const gb_results *results, const gb_xdmf_field *field) {
  return (double)spread_of(results, field)->total * field->components * (double)sizeof(double);
}

/// Compute the numbers of a field in one frame that this rank writes.
static size_t own_numbers(const gb_results *results, const gb_xdmf_field *field) {
  return (size_t)spread_of(results, field)->count * (size_t)field->components;
}

/// Allocate the buffer: as many frames as BUFFER_BYTES contain, at least one. The
/// function does not zero the memory, so that a few small frames touch only a small part of it.
static int allocate_buffer(gb_results *results, gb_error *error) {
  double frame = 1, *next = results->chunk;
  size_t stride = 0, own = 0; // frames that wait, and numbers of a frame
  const size_t fields = (size_t)results->fields;
  GB_TRY(GB_TAKE(&results->memory, results->buffer, 1, error));
  results->buffer->written = gb_timer_now();
  GB_TRY(GB_TAKE(&results->memory, results->buffer->value, fields, error));
  for (int f = 0; f < results->fields; f++) {
    frame += field_bytes(results, &results->field[f]);
    own += own_numbers(results, &results->field[f]);
  }
  results->buffer->capacity = frame > BUFFER_BYTES ? 1 : (int)(BUFFER_BYTES / frame);
  if (results->buffer->capacity > MOST_BUFFERED) results->buffer->capacity = MOST_BUFFERED;
  if (results->buffer->capacity > 1) {
    stride = (size_t)results->buffer->capacity;
    next = results->buffer->memory = malloc((stride * own + 1) * sizeof *next);
    if (!next) return gb_fail(error, GB_OUT_OF_MEMORY, "out of memory: a buffer of results");
  }
  for (int f = 0; f < results->fields; f++) {
    results->buffer->value[f] = next;
    next += stride * own_numbers(results, &results->field[f]);
  }
  return GB_OK;
}

/// Store the fields of the first frame; all frames must have the same.
static int copy_fields(gb_results *results, int fields, const gb_results_field field[],
                       gb_error *error) {
  GB_TRY(GB_TAKE(&results->memory, results->field, (size_t)fields, error));
  results->fields = fields;
  for (int f = 0; f < fields; f++) {
    if (strlen(field[f].name) > PATH_SIZE / 2)
      return gb_fail(error, GB_TOO_LARGE, "results: the name of field %s is too long",
                     field[f].name);
    if (field[f].components != 1 && field[f].components != MOST_COMPONENTS)
      return gb_fail(error, GB_TOO_LARGE,
                     "results: field %s has %d components; 1 or 3 are accepted", field[f].name,
                     field[f].components);
    results->field[f].cell = field[f].cell;
    results->field[f].components = field[f].components;
    GB_TRY(gb_arena_text(&results->memory, &results->field[f].name, error, "%s", field[f].name));
  }
  return allocate_buffer(results, error);
}

static int check_fields(const gb_results *results, int fields, const gb_results_field field[],
                        gb_error *error) {
  if (fields != results->fields)
    return gb_fail(error, GB_TOO_LARGE, "results: frame %d has %d fields, the first frame had %d",
                   results->frames, fields, results->fields);
  for (int f = 0; f < fields; f++)
    if (strcmp(field[f].name, results->field[f].name) ||
        !field[f].cell != !results->field[f].cell ||
        field[f].components != results->field[f].components)
      return gb_fail(error, GB_TOO_LARGE,
                     "results: field %d of frame %d is %s, in the first frame %s", f,
                     results->frames, field[f].name, results->field[f].name);
  return GB_OK;
}

/// Store the time of a frame; called before `frames` is increased.
static int add_time(gb_results *results, double time, gb_error *error) {
  int times = results->frames;
  return gb_arena_add(&results->memory, &results->time, &times, sizeof time, &time, error);
}

int gb_results_resume(MPI_Comm comm, const char *path, const gb_results_mesh *mesh,
                      const gb_results_frames *written, bool *anew, gb_results **out,
                      gb_error *error) {
  gb_hdf5_earlier earlier;
  GB_TRY(create(comm, path, mesh, &earlier, out, error));
  gb_results *results = *out;
  int status = copy_fields(results, written->fields, written->field, error), lost = 0;
  while (lost < written->count && written->time[lost] < earlier.first) lost++;
  for (int i = lost; status == GB_OK && i < written->count; i++, results->frames++)
    status = add_time(results, written->time[i], error);
  *anew = earlier.damaged;
  status = gb_agree(comm, status, error);
  if (status != GB_OK) gb_results_destroy(out);
  return status;
}

/// Reserve the space of the frames in the buffer before they are written.
static int begin_frames(gb_results *results, gb_error *error) {
  // An upper bound: includes partly filled chunks at both ends, tables in Steps, and internal trees
  // of HDF5.
  double bytes = CHUNK_BYTES + 16384.0 * results->fields;
  for (int f = 0; f < results->fields; f++) {
    const double all = results->buffer->count * field_bytes(results, &results->field[f]);
    bytes += 1.01 * all + 2 * (all < CHUNK_BYTES ? all : CHUNK_BYTES);
  }
  return begin_writing(results, bytes, error);
}

/// Append a row of each frame in the buffer to a table in Steps; rank 0 writes them.
static int append_step(gb_results *results, const char *name, hid_t type, int columns,
                       const void *values, gb_error *error) {
  const gb_slab slab = {type, 1, 0, results->rank == 0, columns, values};
  return gb_hdf5_append(results->file, name, &slab, results->buffer->count,
                        results->frames - results->buffer->count, 1024, error);
}

/// Append the number of the first row of each frame in the buffer.
/// @param rows  number of rows of the field in a frame
static int append_offsets(gb_results *results, int cell, const char *field, int64_t rows,
                          gb_error *error) {
  char name[PATH_SIZE];
  int64_t offset[MOST_BUFFERED];
  const int first = results->frames - results->buffer->count;
  for (int i = 0; i < results->buffer->count; i++) offset[i] = (first + i) * rows;
  snprintf(name, sizeof name, "/VTKHDF/Steps/%sDataOffsets/%s", cell ? "Cell" : "Point", field);
  return append_step(results, name, H5T_NATIVE_INT64, 0, offset, error);
}

static int append_field(gb_results *results, int f, gb_error *error) {
  const gb_xdmf_field *field = &results->field[f];
  const gb_spread *spread = spread_of(results, field);
  char name[PATH_SIZE];
  snprintf(name, sizeof name, "/VTKHDF/%sData/%s", field->cell ? "Cell" : "Point", field->name);
  const gb_slab slab = {H5T_NATIVE_DOUBLE,
                        spread->total,
                        spread->first,
                        spread->count,
                        field->components > 1 ? field->components : 0,
                        results->buffer->value[f]};
  // Chunks have about 1 MiB, but at most the frames of the first write.
  int64_t chunk = CHUNK_BYTES / (field->components * (int64_t)sizeof(double));
  const int64_t all = spread->total * results->buffer->count;
  if (chunk > all) chunk = all > 0 ? all : 1;
  const int64_t before = (results->frames - results->buffer->count) * spread->total;
  GB_TRY(gb_hdf5_append(results->file, name, &slab, results->buffer->count, before, chunk, error));
  return append_offsets(results, field->cell, field->name, spread->total, error);
}

/// Append the rows of Steps for the frames in the buffer: times, and references to the single part
/// of the mesh.
static int append_steps(gb_results *results, gb_error *error) {
  int64_t none[MOST_BUFFERED] = {0}, one[MOST_BUFFERED];
  const hid_t integer = H5T_NATIVE_INT64;
  const double *time = results->time + results->frames - results->buffer->count;
  for (int i = 0; i < MOST_BUFFERED; i++) one[i] = 1;
  GB_TRY(append_step(results, "/VTKHDF/Steps/Values", H5T_NATIVE_DOUBLE, 0, time, error));
  GB_TRY(append_step(results, "/VTKHDF/Steps/PartOffsets", integer, 0, none, error));
  GB_TRY(append_step(results, "/VTKHDF/Steps/NumberOfParts", integer, 0, one, error));
  GB_TRY(append_step(results, "/VTKHDF/Steps/PointOffsets", integer, 0, none, error));
  GB_TRY(append_step(results, "/VTKHDF/Steps/CellOffsets", integer, 1, none, error));
  GB_TRY(append_step(results, "/VTKHDF/Steps/ConnectivityIdOffsets", integer, 1, none, error));
  GB_TRY(append_offsets(results, 0, "node_id", 0, error));
  GB_TRY(append_offsets(results, 1, "cell_id", 0, error));
  GB_TRY(append_offsets(results, 1, "kind", 0, error));
  return append_offsets(results, 1, "property", 0, error);
}

/// Store the values of a field of the last frame in the buffer.
static void store_field(gb_results *results, int f, const gb_results_field *field) {
  const gb_spread *spread = spread_of(results, &results->field[f]);
  const size_t components = (size_t)field->components;
  const size_t before = (size_t)(results->buffer->count - 1) * (size_t)spread->count * components;
  gb_spread_apply(spread, components * sizeof *field->values, field->values,
                  results->buffer->value[f] + before);
}

/// Write the frames in the buffer.
/// @param field  fields of the last frame, if they are not in the buffer yet; otherwise NULL
static int write_frames(gb_results *results, const gb_results_field field[], gb_error *error) {
  GB_TRY(begin_frames(results, error));
  GB_TRY(gb_hdf5_group(results->file, "/VTKHDF/Steps", error));
  for (int f = 0; f < results->fields; f++) {
    if (field) store_field(results, f, &field[f]);
    GB_TRY(append_field(results, f, error));
  }
  GB_TRY(append_steps(results, error));
  GB_TRY(gb_hdf5_integers(results->file, "/VTKHDF/Steps", "NSteps", 1, &results->frames, error));
  GB_TRY(end_writing(results, error));
  results->buffer->count = 0;
  results->buffer->written = gb_timer_now();
  return GB_OK;
}

int gb_results_flush(gb_results *results, gb_error *error) {
  if (!results->buffer || results->buffer->count == 0) return GB_OK;
  return write_frames(results, NULL, error);
}

int gb_results_pause(gb_results *results, gb_error *error) {
  GB_TRY(gb_results_flush(results, error));
  GB_TRY(gb_hdf5_close(results->file, error));
  results->keep = true;
  return GB_OK;
}

static int prepare(gb_results *results, double time, int fields, const gb_results_field field[],
                   gb_error *error) {
  int status = results->fields < 0 ? copy_fields(results, fields, field, error)
                                   : check_fields(results, fields, field, error);
  if (status == GB_OK) status = add_time(results, time, error);
  return gb_agree(results->comm, status, error);
}

int gb_results_frame(gb_results *results, double time, int fields, const gb_results_field field[],
                     gb_error *error) {
  GB_TRY(prepare(results, time, fields, field, error));
  results->frames++;
  results->buffer->count++;
  if (results->buffer->capacity == 1) return write_frames(results, field, error);
  for (int f = 0; f < fields; f++) store_field(results, f, &field[f]);
  int full = results->buffer->count == results->buffer->capacity ||
             gb_timer_now() - results->buffer->written > LONGEST_WAIT;
  MPI_Bcast(&full, 1, MPI_INT, 0, results->comm); // the clocks of the ranks differ
  return full ? gb_results_flush(results, error) : GB_OK;
}

int gb_results_history(gb_results *results, const char *name, int rows, int columns,
                       const char *const column[], const double *values, gb_error *error) {
  char path[PATH_SIZE], names[PATH_SIZE];
  if (snprintf(path, sizeof path, "/histories/%s", name) >= PATH_SIZE)
    return gb_fail(error, GB_WRONG_VALUE, "the name %s is too long for a table of results", name);
  snprintf(names, sizeof names, "/columns/%s", name);
  int size[2] = {rows, columns};
  MPI_Bcast(size, 2, MPI_INT, 0, results->comm);
  gb_slab slab = {H5T_NATIVE_DOUBLE, size[0], 0, results->rank == 0 ? size[0] : 0, size[1], values};
  double bytes = (double)size[0] * size[1] * sizeof(double) + CHUNK_BYTES;
  GB_TRY(begin_writing(results, bytes, error));
  GB_TRY(gb_hdf5_write(results->file, path, &slab, error));
  return gb_hdf5_names(results->file, names, size[1], column, error);
}

static int rename_one(const char *from, const char *to, gb_error *error) {
  if (rename(from, to) == 0) return GB_OK;
  return gb_fail(error, GB_CANNOT_WRITE, "cannot rename %s to %s: %s", from, to, strerror(errno));
}

/// Write PATH.xdmf.tmp. Local; called on rank 0 only.
static int write_xdmf(const gb_results *results, gb_error *error) {
  const gb_xdmf contents = {.nodes = results->node->total,
                            .cells = results->cell->total,
                            .topology = results->topology,
                            .frames = results->frames,
                            .time = results->time,
                            .fields = results->fields,
                            .field = results->field};
  return gb_xdmf_write(&contents, results->name.new_description, results->name.data, error);
}

int gb_results_close(gb_results *results, gb_error *error) {
  GB_TRY(gb_results_flush(results, error));
  int status = results->rank == 0 ? write_xdmf(results, error) : GB_OK;
  GB_TRY(gb_agree(results->comm, status, error));
  GB_TRY(end_writing(results, error));
  GB_TRY(gb_hdf5_close(results->file, error));
  if (results->rank == 0) {
    status = rename_one(results->name.new_data, results->name.data, error);
    if (status == GB_OK)
      status = rename_one(results->name.new_description, results->name.description, error);
  }
  GB_TRY(gb_agree(results->comm, status, error));
  results->keep = true;
  return GB_OK;
}

void gb_results_destroy(gb_results **out) {
  if (!*out) return;
  gb_results *results = *out;
  int opened = results->file != NULL;
  gb_hdf5_destroy(&results->file);
  if (opened && !results->keep && results->rank == 0) {
    remove(results->name.new_data);
    remove(results->name.new_description);
    remove(results->name.unfinished);
  }
  gb_spread_destroy(&results->node);
  gb_spread_destroy(&results->cell);
  if (results->buffer) free(results->buffer->memory);
  gb_arena_free(&results->memory);
  free(results);
  *out = NULL;
}
