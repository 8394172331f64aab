/// CASE.vtkhdf (transient VTKHDF UnstructuredGrid, static mesh) and CASE.xdmf addressing the same
/// datasets: written in parallel to a temporary name, renamed when complete.
#ifndef GB_OUTPUT_RESULTS_H
#define GB_OUTPUT_RESULTS_H

#include "base/error.h"
#include "mesh/shapes.h"
#include <stdint.h>

/// This rank's share of the mesh: nodes and cells that it owns, in any order; file_index says where
/// each stands in the mesh file's order, in which they are written whatever the number of ranks.
typedef struct gb_results_mesh {
  int64_t total_nodes, total_cells;
  int32_t nodes, cells;
  const int64_t *node_index, *cell_index; ///< in file order, 0-based
  const int64_t *node_id, *cell_id;       ///< the file's numbers
  const double (*position)[3];            ///< [nodes]
  const int32_t *property;                ///< [cells]
  const unsigned char *shape;             ///< gb_shape of each cell, [cells]
  const int64_t *connectivity; ///< file-order indices of the nodes of all cells, concatenated
} gb_results_mesh;

/// A field of one frame: nodal (per owned node) or cell (per owned cell), 1 or 3 components.
typedef struct gb_results_field {
  const char
      *name; ///< "displacement", "velocity", "acceleration", "director", "von_mises", "failure"
  int cell, components;
  const double *values; ///< [nodes or cells][components]
} gb_results_field;

/// The first frames of a file: their times, and their fields but for the values.
typedef struct gb_results_frames {
  int count;
  const double *time; ///< [count]
  int fields;
  const gb_results_field *field; ///< [fields]
} gb_results_frames;

typedef struct gb_results gb_results;

/// Open PATH.vtkhdf.tmp. The set of fields is fixed by the first frame. Collective.
int gb_results_create(MPI_Comm comm, const char *path, const gb_results_mesh *mesh,
                      gb_results **out, gb_error *error);
/// Go on in PATH.vtkhdf.tmp after the frames that were written; later ones are dropped. Collective.
/// errors: GB_FILE when it is missing or damaged
int gb_results_resume(MPI_Comm comm, const char *path, const gb_results_mesh *mesh,
                      const gb_results_frames *written, gb_results **out, gb_error *error);
/// Close PATH.vtkhdf.tmp and leave it there, for gb_results_resume. Collective.
int gb_results_pause(gb_results *results, gb_error *error);
int gb_results_frame(gb_results *results, double time, int fields, const gb_results_field field[],
                     gb_error *error);
/// A named table in /histories: rows x columns, row-major, and its column names as the dataset of
/// the same name in /columns (rank 0's values count). Collective.
int gb_results_history(gb_results *results, const char *name, int rows, int columns,
                       const char *const column[], const double *values, gb_error *error);
/// Write PATH.xdmf, flush, rename both to their final names. On an error or without close, destroy
/// removes the temporary files. Collective.
int gb_results_close(gb_results *results, gb_error *error);
void gb_results_destroy(gb_results **results);

#endif
