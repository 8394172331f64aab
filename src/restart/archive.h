/// A file from which a march goes on: values are written and read back by the same calls in the
/// same order. Vectors of unknowns lie in an order of their own, so that other numbers of ranks can
/// read them; a sum over the whole file tells a torn one.
#ifndef GB_RESTART_ARCHIVE_H
#define GB_RESTART_ARCHIVE_H

#include "solve/system.h"

typedef struct gb_archive gb_archive;

/// Where this rank's unknowns and multipliers lie in the order of the file, [n] and [m].
typedef struct gb_archive_order {
  int32_t n, m;
  const int64_t *unknown, *multiplier;
} gb_archive_order;

/// Write to PATH.tmp. Collective. errors: GB_FILE
int gb_archive_create(MPI_Comm comm, const char *path, const gb_archive_order *order,
                      gb_archive **out, gb_error *error);
/// Read a whole file: one that is torn or no archive is refused. Collective. errors: GB_FILE
int gb_archive_open(MPI_Comm comm, const char *path, const gb_archive_order *order,
                    gb_archive **out, gb_error *error);
/// Complete a written file: flush it, keep a file of that name as PATH.old, rename; at every moment
/// there is a whole file of that name. Collective.
/// errors: GB_FILE for whatever failed since create
int gb_archive_close(gb_archive *archive, gb_error *error);
void gb_archive_destroy(gb_archive **archive); ///< removes PATH.tmp when it was not completed

bool gb_archive_reads(const gb_archive *archive);
/// The number of ranks that wrote the file.
int gb_archive_ranks(const gb_archive *archive);

/// Whether a number that was read may be what it stands for. Local. errors: GB_FILE
int gb_archive_within(const gb_archive *archive, int64_t value, int64_t low, int64_t high,
                      gb_error *error);

// Values: written, or read in place. Collective. errors: GB_FILE when the file has others

/// The same on all ranks; rank 0's are written.
int gb_archive_integers(gb_archive *archive, size_t count, int64_t values[], gb_error *error);
int gb_archive_numbers(gb_archive *archive, size_t count, double values[], gb_error *error);
int gb_archive_bytes(gb_archive *archive, size_t size, void *bytes, gb_error *error);
/// [n]
int gb_archive_unknowns(gb_archive *archive, gb_scalar values[], gb_error *error);
/// [count][n + m]
int gb_archive_vectors(gb_archive *archive, size_t count, gb_scalar values[], gb_error *error);
/// Components and multiplier of a state.
int gb_archive_state(gb_archive *archive, int components, gb_state *state, gb_error *error);
/// Numbers of each rank: the same number of ranks gets its own back; else rank 0 gets their sum,
/// the others zeros.
int gb_archive_shares(gb_archive *archive, size_t count, gb_scalar values[], gb_error *error);

#endif
