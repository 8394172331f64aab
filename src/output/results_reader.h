/// Reader of the meshes and fields of results files, which gb_results_create and gb_results_frame
/// have written. All functions are local.
#ifndef GB_OUTPUT_RESULTS_READER_H
#define GB_OUTPUT_RESULTS_READER_H

#include "base/arena.h"
#include "mesh/shapes.h"
#include <stdbool.h>
#include <stdint.h>

/// A field of which each frame has values.
typedef struct gb_stored_field {
  char *name;
  bool cell;      ///< values of cells, otherwise of nodes
  int components; ///< 1 or 3
} gb_stored_field;

typedef struct gb_results_reader gb_results_reader;

/// Contents of a results file.
typedef struct gb_stored_results {
  int64_t nodes, cells, values; ///< values: number of nodes of all cells together
  float (*point)[3];            ///< reference positions, [nodes]
  int32_t *node;                ///< nodes of the cells, one cell after the other, [values]
  unsigned char *shape;         ///< gb_shape of each cell, [cells]
  unsigned char *kind; ///< gb_cell_kind of each cell, [cells]; NULL in files of older versions
  int frames;
  double *time; ///< [frames]
  int fields;
  gb_stored_field *field; ///< [fields]
} gb_stored_results;

/// Open a file and read its mesh, times and names of fields. errors: GB_FILE: the file is no
/// results file, or has no frame
int gb_results_reader_open(const char *path, gb_results_reader **out, gb_error *error);
/// Close the file; *reader may be NULL.
void gb_results_reader_close(gb_results_reader **reader);
/// The contents, which belong to the reader.
const gb_stored_results *gb_results_reader_contents(const gb_results_reader *reader);
/// The field of this name; NULL if there is none.
const gb_stored_field *gb_results_reader_find(const gb_results_reader *reader, const char *name);
/// Read a field in one frame. errors: GB_FILE
/// @param[out] values [nodes or cells][components]
int gb_results_reader_read(const gb_results_reader *reader, const gb_stored_field *field, int frame,
                           float values[], gb_error *error);

#endif
