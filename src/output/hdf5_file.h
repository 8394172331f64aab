/// Access to parallel HDF5: datasets of fixed size, datasets that grow, attributes. All functions
/// are collective and return the same status on all ranks. errors: GB_FILE
#ifndef GB_OUTPUT_HDF5_FILE_H
#define GB_OUTPUT_HDF5_FILE_H

#include "base/error.h"
#include <hdf5.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef struct gb_hdf5 {
  MPI_Comm comm;
  int rank;
  bool alone; ///< there is one rank, whose file needs no MPI
  const char *path;
  hid_t file;          ///< -1 when closed
  hid_t transfer;      ///< property list of collective writes
  off_t end, reserved; ///< size of the file without and with reserved bytes; rank 0 only
  double settled;      ///< time of the clock when the disk had the file; of one rank alone
  char reason[256];    ///< message of HDF5 for its first failure
} gb_hdf5;

/// The rows that this rank writes of a dataset, or of an extension of it, with `rows` rows in
/// total: `count` rows, beginning with row `first`. columns = 0 means a dataset with one dimension.
typedef struct gb_slab {
  hid_t type; ///< type in memory and in the file, for example H5T_NATIVE_DOUBLE
  int64_t rows, first, count;
  int columns;
  const void *values; ///< [count][columns]
} gb_slab;

/// Create a file, overwriting an existing one, or open it to write more into it (`again`). Error
/// messages of HDF5 are no longer printed afterwards. The path is borrowed. errors: GB_FILE, with
/// the reason given by the operating system
int gb_hdf5_start(MPI_Comm comm, const char *path, bool again, gb_hdf5 **out, gb_error *error);
/// Create a group, unless it exists.
int gb_hdf5_group(gb_hdf5 *file, const char *name, gb_error *error);
/// Write a dataset of fixed size, replacing an existing one of that name.
int gb_hdf5_write(gb_hdf5 *file, const char *name, const gb_slab *slab, gb_error *error);
/// Write slabs one behind the other after the first `before` rows of a dataset; further rows are
/// removed. The dataset is created if it does not exist.
/// @param slab  the rows of this rank, the same in all slabs; values [slabs][count][columns]
/// @param slabs number of slabs, positive
/// @param chunk number of rows of an HDF5 chunk, positive; used when the dataset is created
int gb_hdf5_append(gb_hdf5 *file, const char *name, const gb_slab *slab, int slabs, int64_t before,
                   int64_t chunk, gb_error *error);
/// Set an attribute of an object to a list of integers.
int gb_hdf5_integers(gb_hdf5 *file, const char *object, const char *name, int count,
                     const int values[], gb_error *error);
/// Set an attribute of an object to a text, without terminating zero. An attribute is limited to 64
/// KiB; therefore lists of names are datasets (output/hdf5_tables.h).
int gb_hdf5_text(gb_hdf5 *file, const char *object, const char *name, const char *value,
                 gb_error *error);
/// Flush the file to the operating system, so that it is complete if the program is killed.
int gb_hdf5_flush(gb_hdf5 *file, gb_error *error);
/// Reserve disk space for so many further bytes, before they are written. This is needed because
/// MPI-IO and HDF5 1.10 hang or crash after a failed write.
/// errors: GB_FILE: disk full, quota exceeded, or limit of the file size
int gb_hdf5_reserve(gb_hdf5 *file, double bytes, gb_error *error);
/// Close the file; gb_hdf5_destroy must follow.
int gb_hdf5_close(gb_hdf5 *file, gb_error *error);
/// Close the file, ignoring errors, and free the object; *file may be NULL.
void gb_hdf5_destroy(gb_hdf5 **file);

#endif
