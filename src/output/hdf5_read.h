/// Serial reading of HDF5 files. All functions are local.
#ifndef GB_OUTPUT_HDF5_READ_H
#define GB_OUTPUT_HDF5_READ_H

#include "base/error.h"
#include <hdf5.h>
#include <stdbool.h>

/// Open a results file for reading. Messages of HDF5 are no longer printed afterwards.
/// errors: GB_FILE
int gb_hdf5_open(const char *path, hid_t *file, gb_error *error);
/// Find the numbers of rows and columns of a dataset. A dataset with one dimension has one column.
/// @return whether there is such a dataset with one or two dimensions, which has no more rows than
/// the file has bytes; a damaged file may state any number
bool gb_hdf5_find_size(hid_t file, const char *name, hsize_t size[2]);

/// Some rows of a dataset.
typedef struct gb_hdf5_rows {
  const char *name;
  hid_t type; ///< type in memory
  hsize_t first, count, columns;
} gb_hdf5_rows;

/// Read rows. @param[out] values [count][columns]
/// @return whether the dataset has these rows and columns, and could be read
bool gb_hdf5_read(hid_t file, const gb_hdf5_rows *rows, void *values);

/// The file of an earlier run that shall be continued.
typedef struct gb_hdf5_earlier {
  bool damaged; ///< it cannot be read, or the run was killed while it wrote it
  double first; ///< first value of a dataset; INFINITY: the file is damaged, or has none
} gb_hdf5_earlier;

/// Look at such a file, which may be missing. Local.
/// @param unfinished path of a file that exists where the run was killed while it wrote
gb_hdf5_earlier gb_hdf5_look(const char *path, const char *unfinished, const char *dataset);

#endif
