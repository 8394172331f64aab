/// Description of a results file in XDMF format (version 3), for programs that cannot read
/// transient VTKHDF: a temporal collection of grids whose arrays are hyperslabs of the datasets of
/// the HDF5 file.
#ifndef GB_OUTPUT_XDMF_H
#define GB_OUTPUT_XDMF_H

#include "base/error.h"
#include <stdint.h>

/// A field that all frames have.
typedef struct gb_xdmf_field {
  char *name;
  int cell, components; ///< cell: 1 for values of cells, 0 for values of nodes
} gb_xdmf_field;

/// Contents of the HDF5 file.
typedef struct gb_xdmf {
  int64_t nodes, cells;
  int64_t topology; ///< number of values in /XDMF/topology
  int frames;
  const double *time; ///< [frames]
  int fields;
  const gb_xdmf_field *field; ///< [fields]
} gb_xdmf;

/// Write the file `name`, which describes the HDF5 file `data` in the same folder. Local.
/// errors: GB_FILE
int gb_xdmf_write(const gb_xdmf *contents, const char *name, const char *data, gb_error *error);

#endif
