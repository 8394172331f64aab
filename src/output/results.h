/// Results files: CASE.vtkhdf (transient VTKHDF UnstructuredGrid with a static mesh), and
/// CASE.xdmf, which describes the same datasets. Files are written in parallel under a temporary
/// name, and renamed when complete.
#ifndef GB_OUTPUT_RESULTS_H
#define GB_OUTPUT_RESULTS_H

#include "base/error.h"
#include "mesh/shapes.h"
#include <stdbool.h>
#include <stdint.h>

/// The part of the model that a cell shows. A bushing's and a joint's cell is a vertex; a joint's
/// kind is GB_CELL_JOINT plus the index of its type in gb_joint_types (elements/multibody/joint.h).
typedef enum gb_cell_kind {
  GB_CELL_SHELL,
  GB_CELL_BEAM,
  GB_CELL_SPRING,
  GB_CELL_POINT,
  GB_CELL_BODY,
  GB_CELL_SOLID,
  GB_CELL_BUSHING = 9,
  GB_CELL_JOINT = 10
} gb_cell_kind;

/// Nodes and cells of the mesh that this rank owns, in any order. They are written in the order of
/// the mesh file, independent of the number of ranks.
typedef struct gb_results_mesh {
  int64_t total_nodes, total_cells;
  int32_t nodes, cells;
  const int64_t *node_index, *cell_index; ///< positions in the order of the mesh file, from 0
  const int64_t *node_id, *cell_id;       ///< numbers in the mesh file
  const double (*position)[3];            ///< [nodes]
  const int32_t *property;                ///< [cells]
  const unsigned char *shape;             ///< gb_shape of each cell, [cells]
  const unsigned char *kind;              ///< gb_cell_kind of each cell, [cells]
  const int64_t *connectivity;            ///< positions of the nodes of all cells
} gb_results_mesh;

/// Values of a field in one frame, for the nodes or cells of this rank.
typedef struct gb_results_field {
  const char *name;     ///< for example "displacement"
  int cell;             ///< 1: values of cells, 0: values of nodes
  int components;       ///< 1 or 3
  const double *values; ///< [nodes or cells][components]
} gb_results_field;

/// Times and fields of the frames that a file already contains; values of the fields are not used.
typedef struct gb_results_frames {
  int count;
  const double *time; ///< [count]
  int fields;
  const gb_results_field *field; ///< [fields]
} gb_results_frames;

typedef struct gb_results gb_results;

/// Create PATH.vtkhdf.tmp and write the mesh. Collective. errors: GB_FILE
int gb_results_create(MPI_Comm comm, const char *path, const gb_results_mesh *mesh,
                      gb_results **out, gb_error *error);
/// Open an existing PATH.vtkhdf.tmp to continue after the frames `written`; later frames are
/// removed. A file that cannot be read, or that PATH.vtkhdf.unfinished tells to be half written
/// when the program was killed, is written anew, without the frames before. Collective. errors:
/// GB_FILE: the file is missing
/// @param written at least one frame
/// @param[out] anew whether the file is written anew
int gb_results_resume(MPI_Comm comm, const char *path, const gb_results_mesh *mesh,
                      const gb_results_frames *written, bool *anew, gb_results **out,
                      gb_error *error);
/// Close PATH.vtkhdf.tmp and keep it for gb_results_resume. Collective. errors: GB_FILE
int gb_results_pause(gb_results *results, gb_error *error);
/// Append a frame. All frames must have the same fields. Frames of small models wait in memory
/// and are written together: when their values have 8 MiB, or at the first frame that ends more
/// than one second after the last write. Collective. errors: GB_FILE
int gb_results_frame(gb_results *results, double time, int fields, const gb_results_field field[],
                     gb_error *error);
/// Write the frames that wait in memory, so that gb_results_resume finds all frames after the
/// program is killed. Collective. errors: GB_FILE
int gb_results_flush(gb_results *results, gb_error *error);
/// Write a table in /histories, and the names of its columns as the dataset of the same name in
/// /columns. Values of rank 0 are written. Collective. errors: GB_FILE
/// @param values [rows][columns]
int gb_results_history(gb_results *results, const char *name, int rows, int columns,
                       const char *const column[], const double *values, gb_error *error);
/// Write PATH.xdmf, flush both files, and rename them to their final names. Collective.
/// errors: GB_FILE
int gb_results_close(gb_results *results, gb_error *error);
/// Free the object; *results may be NULL. Temporary files are removed, unless gb_results_close or
/// gb_results_pause succeeded. Collective.
void gb_results_destroy(gb_results **results);

#endif
