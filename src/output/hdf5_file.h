/// The few ways in which results use parallel HDF5: whole datasets, datasets that grow, text
/// attributes. Every call is collective and ends in a status common to all ranks.
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
  const char *path;
  hid_t file;          ///< -1 when closed
  hid_t transfer;      ///< property list of collective writes
  off_t end, reserved; ///< of the file, without and with the bytes that are reserved; rank 0 alone
  char reason[256];    ///< HDF5's message of its first failure
} gb_hdf5;

/// The rows that a rank writes: `count` rows from row `first` on, of a dataset (or of what is
/// appended to it) of `rows` rows. columns = 0 makes a dataset of one dimension.
typedef struct gb_slab {
  hid_t type; ///< of memory and file alike: H5T_NATIVE_DOUBLE, ...
  int64_t rows, first, count;
  int columns;
  const void *values; ///< [count][columns]
} gb_slab;

/// Create the file, overwriting, or open it (`again`) to write more into it; HDF5 prints no
/// messages of its own from here on. The path is borrowed. errors: GB_FILE, with the reason of the
/// operating system where it gives one
int gb_hdf5_start(MPI_Comm comm, const char *path, bool again, gb_hdf5 **out, gb_error *error);
/// A group, which may exist already.
int gb_hdf5_group(gb_hdf5 *file, const char *name, gb_error *error);
/// A dataset of fixed size, written at once; one of that name that exists is replaced.
int gb_hdf5_write(gb_hdf5 *file, const char *name, const gb_slab *slab, gb_error *error);
/// Put slab->rows rows after the first `before` rows of a dataset, which is created when it does
/// not exist yet; an earlier one is dropped.
/// @param chunk rows that are stored together, positive; counts at creation
int gb_hdf5_append(gb_hdf5 *file, const char *name, const gb_slab *slab, int64_t before,
                   int64_t chunk, gb_error *error);
/// Set an attribute of an object: `count` integers (a list) …
int gb_hdf5_integers(gb_hdf5 *file, const char *object, const char *name, int count,
                     const int values[], gb_error *error);
/// … or a text, without a final zero. Lists of names are datasets (output/hdf5_tables.h): an
/// attribute can have no more than 64 KiB.
int gb_hdf5_text(gb_hdf5 *file, const char *object, const char *name, const char *value,
                 gb_error *error);
/// Hand everything to the operating system, so that the file is whole if the program dies now.
int gb_hdf5_flush(gb_hdf5 *file, gb_error *error);
/// Reserve so many bytes more before they are written: neither MPI-IO nor HDF5 1.10
/// survives a write that fails (they wait for each other, or fault when the program ends).
/// errors: GB_FILE: disk full, quota, limit on the size of files
int gb_hdf5_reserve(gb_hdf5 *file, double bytes, gb_error *error);
int gb_hdf5_close(gb_hdf5 *file, gb_error *error); ///< the object stays, for destroy
void gb_hdf5_destroy(gb_hdf5 **file);              ///< closes, ignoring errors

#endif
