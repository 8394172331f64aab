/// Tables of numbers and lists of names in HDF5 files.
#ifndef GB_OUTPUT_HDF5_TABLES_H
#define GB_OUTPUT_HDF5_TABLES_H

#include "output/hdf5_file.h"

/// A dataset of numbers; columns = 0 makes it one of one dimension: values[rows][columns]. All of
/// it from this rank. Collective over the file's communicator.
int gb_hdf5_numbers(gb_hdf5 *file, const char *name, int rows, int columns, const double values[],
                    gb_error *error);
/// A dataset of texts, each ended by a zero and padded by zeros to the longest one: text[count] of
/// rank 0. Collective over the file's communicator.
int gb_hdf5_names(gb_hdf5 *file, const char *name, int count, const char *const text[],
                  gb_error *error);

#endif
