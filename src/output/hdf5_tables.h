/// Tables of numbers and lists of names in HDF5 files.
#ifndef GB_OUTPUT_HDF5_TABLES_H
#define GB_OUTPUT_HDF5_TABLES_H

#include "output/hdf5_file.h"

/// Write a dataset of numbers, values [rows][columns]; columns = 0: one dimension. Every rank
/// writes all rows, so the communicator of the file must have one rank. errors: GB_FILE
int gb_hdf5_numbers(gb_hdf5 *file, const char *name, int rows, int columns, const double values[],
                    gb_error *error);
/// Write a dataset of texts, text [count] of rank 0. Each text is terminated by a zero and padded
/// with zeros to the length of the longest one. Collective over the communicator of the file.
/// errors: GB_FILE
int gb_hdf5_names(gb_hdf5 *file, const char *name, int count, const char *const text[],
                  gb_error *error);

#endif
