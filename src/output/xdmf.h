/// The description of a results file for readers that know XDMF (version 3) but not transient
/// VTKHDF: a temporal collection of grids whose arrays are hyperslabs of the same datasets.
#ifndef GB_OUTPUT_XDMF_H
#define GB_OUTPUT_XDMF_H

#include "base/error.h"
#include <stdint.h>

/// A field of all frames.
typedef struct gb_xdmf_field {
  char *name;
  int cell, components;
} gb_xdmf_field;

/// The contents of the file that is described.
typedef struct gb_xdmf {
  int64_t nodes, cells;
  int64_t topology; ///< values in /XDMF/topology
  int frames;
  const double *time; ///< [frames]
  int fields;
  const gb_xdmf_field *field; ///< [fields]
} gb_xdmf;

/// Write `name` for the HDF5 file `data` beside it. Local. errors: GB_FILE
int gb_xdmf_write(const gb_xdmf *contents, const char *name, const char *data, gb_error *error);

#endif
