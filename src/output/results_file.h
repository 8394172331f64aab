/// What the writers of a results file share: the mesh (results_mesh.c), the frames (results.c) and
/// the description for XDMF readers (results_xdmf.c).
#ifndef GB_OUTPUT_RESULTS_FILE_H
#define GB_OUTPUT_RESULTS_FILE_H

#include "output/hdf5_file.h"
#include "output/results.h"
#include "output/spread.h"

/// One field, as the first frame brought it.
typedef struct gb_results_kind {
  char *name;
  int cell, components;
} gb_results_kind;

/// A cell on its way to the rank that writes it.
enum { gb_results_corners = 9 };
typedef struct gb_results_cell {
  int64_t id, node[gb_results_corners];
  int32_t property, corners;
} gb_results_cell;

struct gb_results {
  MPI_Comm comm;
  int rank;
  char *path; ///< without suffix
  gb_hdf5 *file;
  gb_spread *node, *cell; ///< from the owners to the file's order
  int64_t connectivity;   ///< values in /VTKHDF/Connectivity
  int64_t topology;       ///< values in /XDMF/topology
  double *chunk;          ///< a field in the file's order, 3 numbers an item
  int fields;             ///< -1 before the first frame
  gb_results_kind *field;
  int frames, room; ///< written; places in time
  double *time;     ///< [frames]
  int complete;     ///< closed, and renamed or to be continued
  int again;        ///< an earlier run's file: never removed
};

/// PATH and suffix, to be freed by the caller. errors: GB_FILE (memory)
int gb_results_name(const gb_results *results, const char *suffix, char **out, gb_error *error);
/// Write the groups and the static mesh, and count connectivity and topology. Collective.
int gb_results_write_mesh(gb_results *results, const gb_results_mesh *mesh, gb_error *error);
/// Write PATH.xdmf.tmp. Local, rank 0 alone. errors: GB_FILE
int gb_results_write_xdmf(const gb_results *results, gb_error *error);

#endif
