/// The static mesh of a results file, once for VTKHDF (version 2.0 of VTK's "VTKHDF File Format",
/// one partition) and its cells once more for XDMF (topology type Mixed), in the mesh file's order.
#include "output/results_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// How both formats name a cell of so many corners; 0: not at all.
typedef struct shape_code {
  unsigned char vtk;
  int64_t xdmf;
  int counted; ///< XDMF writes the number of nodes after the code
} shape_code;

static const shape_code shape_codes[gb_results_corners + 1] = {
    [1] = {.vtk = 1, .xdmf = 1, .counted = 1}, // vertex
    [2] = {.vtk = 3, .xdmf = 2, .counted = 1}, // line
    [3] = {.vtk = 5, .xdmf = 4},               // triangle
    [4] = {.vtk = 9, .xdmf = 5},               // quad
    [8] = {.vtk = 12, .xdmf = 9},              // hexahedron
    [9] = {.vtk = 28, .xdmf = 35},             // biquadratic quad
};

/// This rank's chunk of the cells, as the datasets want it.
typedef struct cell_chunk {
  gb_results_cell *cell;
  int64_t *id, *start, *connectivity, *topology;
  int32_t *property;
  unsigned char *type;
  int64_t nodes, codes; ///< values in connectivity and topology
} cell_chunk;

static int pack_cells(const gb_results_mesh *mesh, gb_results_cell *cell, gb_error *error) {
  const int64_t *node = mesh->connectivity;
  for (int32_t c = 0; c < mesh->cells; c++) {
    int32_t corners = mesh->corners[c];
    if (corners < 1 || corners > gb_results_corners || !shape_codes[corners].vtk)
      return gb_fail(error, GB_MODEL,
                     "results: element %" PRId64 " has %" PRId32
                     " corners; 1 to 4, 8 and 9 can be written",
                     mesh->cell_id[c], corners);
    cell[c] = (gb_results_cell){
        .id = mesh->cell_id[c], .property = mesh->property[c], .corners = corners};
    memcpy(cell[c].node, node, (size_t)corners * sizeof *node);
    node += corners;
  }
  return GB_OK;
}

static int allocate_chunk(int32_t count, cell_chunk *chunk, gb_error *error) {
  size_t n = (size_t)count;
  GB_TRY(gb_allocate(n, sizeof *chunk->cell, &chunk->cell, error));
  GB_TRY(gb_allocate(n, sizeof *chunk->id, &chunk->id, error));
  GB_TRY(gb_allocate(n + 1, sizeof *chunk->start, &chunk->start, error));
  GB_TRY(gb_allocate(n, sizeof *chunk->property, &chunk->property, error));
  GB_TRY(gb_allocate(n, sizeof *chunk->type, &chunk->type, error));
  GB_TRY(gb_allocate(n * gb_results_corners, sizeof(int64_t), &chunk->connectivity, error));
  return gb_allocate(n * (gb_results_corners + 1), sizeof(int64_t), &chunk->topology, error);
}

static void free_chunk(cell_chunk *chunk) {
  free(chunk->cell);
  free(chunk->id);
  free(chunk->start);
  free(chunk->property);
  free(chunk->type);
  free(chunk->connectivity);
  free(chunk->topology);
}

/// The datasets' rows of the cells of a chunk; start counts from the chunk's first value.
static void unpack_cells(int32_t count, cell_chunk *chunk) {
  for (int32_t c = 0; c < count; c++) {
    const gb_results_cell *cell = &chunk->cell[c];
    const shape_code *code = &shape_codes[cell->corners];
    chunk->id[c] = cell->id;
    chunk->property[c] = cell->property;
    chunk->type[c] = code->vtk;
    chunk->start[c] = chunk->nodes;
    chunk->topology[chunk->codes++] = code->xdmf;
    if (code->counted) chunk->topology[chunk->codes++] = cell->corners;
    for (int k = 0; k < cell->corners; k++)
      chunk->topology[chunk->codes++] = chunk->connectivity[chunk->nodes++] = cell->node[k];
  }
  chunk->start[count] = chunk->nodes;
}

/// Values in front of this rank's, and of all ranks.
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
  slab.values = chunk->type;
  GB_TRY(gb_hdf5_write(results->file, "/VTKHDF/Types", &slab, error));

  // One more start than cells: the last rank adds the end.
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
  gb_results_cell *owned = NULL;
  cell_chunk chunk = {0};
  int status = gb_allocate((size_t)mesh->cells, sizeof *owned, &owned, error);
  if (status == GB_OK) status = allocate_chunk(results->cell->count, &chunk, error);
  if (status == GB_OK) status = pack_cells(mesh, owned, error);
  status = gb_agree(results->comm, status, error);
  if (status == GB_OK) {
    gb_spread_apply(results->cell, sizeof *owned, owned, chunk.cell);
    unpack_cells(results->cell->count, &chunk);
    status = write_cells(results, &chunk, error);
  }
  free(owned);
  free_chunk(&chunk);
  return status;
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

int gb_results_write_mesh(gb_results *results, const gb_results_mesh *mesh, gb_error *error) {
  const int version[2] = {2, 0};
  const char type[] = "UnstructuredGrid"; // VTK 9.1 wants it without a final zero
  GB_TRY(gb_hdf5_group(results->file, "/VTKHDF", error));
  GB_TRY(gb_hdf5_integers(results->file, "/VTKHDF", "Version", 2, version, error));
  GB_TRY(gb_hdf5_texts(results->file, "/VTKHDF", "Type", 0, sizeof type - 1, type, error));
  GB_TRY(write_nodes(results, mesh, error));
  GB_TRY(spread_cells(results, mesh, error));
  GB_TRY(write_count(results, "/VTKHDF/NumberOfPoints", results->node->total, error));
  GB_TRY(write_count(results, "/VTKHDF/NumberOfCells", results->cell->total, error));
  return write_count(results, "/VTKHDF/NumberOfConnectivityIds", results->connectivity, error);
}
