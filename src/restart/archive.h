/// Restart files. The same sequence of calls writes a file and reads it. Vectors of unknowns are
/// stored in an order that does not depend on the number of ranks, so that another number of ranks
/// can read them. A check sum over the whole file detects damaged or incomplete files.
#ifndef GB_RESTART_ARCHIVE_H
#define GB_RESTART_ARCHIVE_H

#include "solve/system.h"

typedef struct gb_archive gb_archive;

/// Positions of this rank's entries in the vectors of the file.
typedef struct gb_archive_order {
  int32_t n, m;              ///< numbers of unknowns and multipliers of this rank
  const int64_t *unknown;    ///< position of each unknown, [n]
  const int64_t *multiplier; ///< position of each multiplier, [m]
  int32_t memory;            ///< number of values of the memory of elements
} gb_archive_order;

/// Begin to write a file, under the name PATH.tmp. Collective. errors: GB_FILE
int gb_archive_create(MPI_Comm comm, const char *path, const gb_archive_order *order,
                      gb_archive **out, gb_error *error);
/// Open a file for reading, and check it. Collective. errors: GB_FILE: it cannot be read, is
/// damaged, or is no restart file
int gb_archive_open(MPI_Comm comm, const char *path, const gb_archive_order *order,
                    gb_archive **out, gb_error *error);
/// Complete a written file: flush it to disk, rename an existing file of the name PATH to PATH.old,
/// and rename PATH.tmp to PATH. A complete file of the name PATH exists at every moment.
/// Collective. errors: GB_FILE for the first failure since gb_archive_create
int gb_archive_close(gb_archive *archive, gb_error *error);
/// Free an archive, and remove PATH.tmp if it was not completed; *archive may be NULL. Local.
void gb_archive_destroy(gb_archive **archive);

/// Whether the archive is read, not written. Local.
bool gb_archive_reads(const gb_archive *archive);
/// The number of ranks that wrote the file. Local.
int gb_archive_ranks(const gb_archive *archive);

/// Check that a number read from the file is within its valid range. Local. errors: GB_FILE
int gb_archive_within(const gb_archive *archive, int64_t value, int64_t low, int64_t high,
                      gb_error *error);

// The following functions write values to the file, or read them. They are collective.
// errors: GB_FILE if the file contains other values

/// Values that are the same on all ranks; rank 0 writes them.
int gb_archive_integers(gb_archive *archive, size_t count, int64_t values[], gb_error *error);
int gb_archive_numbers(gb_archive *archive, size_t count, double values[], gb_error *error);
int gb_archive_bytes(gb_archive *archive, size_t size, void *bytes, gb_error *error);
/// A vector of unknowns, [n].
int gb_archive_unknowns(gb_archive *archive, gb_scalar values[], gb_error *error);
/// Vectors of unknowns and multipliers, [count][n + m].
int gb_archive_vectors(gb_archive *archive, size_t count, gb_scalar values[], gb_error *error);
/// The memory of elements, [memory], the same on all ranks.
int gb_archive_memory(gb_archive *archive, gb_scalar values[], gb_error *error);
/// Derivatives of the memory, [count][memory]. Each rank writes the derivatives of its own
/// elements, and zeros for other elements; all ranks read the derivatives of all elements.
int gb_archive_memory_slopes(gb_archive *archive, size_t count, gb_scalar values[],
                             gb_error *error);
/// The first `components` components, the multipliers and, unless it is NULL, the memory of a
/// state.
int gb_archive_state(gb_archive *archive, int components, gb_state *state, gb_error *error);
/// Values that differ between ranks and are summed later. If as many ranks read the file as wrote
/// it, each rank gets its own values; otherwise rank 0 gets the sum over all ranks, and the other
/// ranks zeros.
int gb_archive_shares(gb_archive *archive, size_t count, gb_scalar values[], gb_error *error);

#endif
