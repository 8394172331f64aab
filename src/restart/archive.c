/// Rank 0 writes and reads the file; vectors are gathered to it in the order of the file, and
/// scattered from it. A file consists of words of 8 bytes. Every record has a header of two words.
/// The last word is the sum of all others, each mixed with its index (by the finaliser of Steele,
/// Lea & Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
#include "restart/archive.h"

#include "base/arena.h"
#include "base/count.h"
#include "base/platform/new_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 4096, NAME = PATH + 16, WORDS = 8192 };
static const uint64_t magic =
    0x414c424d49470a1aULL; ///< identifies the format, its version and the byte order

typedef enum record {
  RECORD_INTEGERS = 1,
  RECORD_NUMBERS,
  RECORD_BYTES,
  RECORD_UNKNOWNS,
  RECORD_MULTIPLIERS,
  RECORD_SHARES
} record;

/// Distribution of unknowns or of multipliers over the ranks. Arrays and `total` are on rank 0
/// only.
typedef struct layout {
  int own;             ///< number of entries of this rank
  int *count, *start;  ///< number of entries and first entry of each rank, [ranks]
  int total;           ///< number of entries of all ranks
  int64_t *index;      ///< position in the file of each gathered entry, [total]
  gb_scalar *gathered; ///< values in the order of ranks, [total]
  gb_scalar *sorted;   ///< values in the order of the file, [total]
} layout;

struct gb_archive {
  MPI_Comm comm;
  int rank, ranks, writers; ///< writers: number of ranks that wrote the file
  bool reads;
  int32_t remembered; ///< number of values of the memory of elements
  char path[PATH];
  FILE *file;          ///< rank 0
  uint64_t length;     ///< size in bytes of a file that is read; rank 0
  int reason;          ///< errno of the first failure on rank 0; 0: none
  uint64_t words, sum; ///< number and check sum of the words written so far
  gb_arena memory;
  layout layout[2]; ///< of unknowns, and of multipliers
};

static uint64_t mix(uint64_t index, uint64_t word) {
  uint64_t z = word + (index + 1) * 0x9e3779b97f4a7c15ULL;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

static void put_words(gb_archive *a, size_t count, const uint64_t *words) {
  for (size_t i = 0; i < count; i++) a->sum += mix(a->words + i, words[i]);
  a->words += count;
  if (a->reason == 0 && fwrite(words, sizeof *words, count, a->file) != count)
    a->reason = errno ? errno : EIO;
}

/// Write bytes as whole words; the last word is padded with zeros.
static void put_bytes(gb_archive *a, size_t size, const void *bytes) {
  const size_t whole = size / 8, remainder = size % 8;
  uint64_t last = 0;
  put_words(a, whole, bytes);
  if (remainder) memcpy(&last, (const char *)bytes + 8 * whole, remainder);
  if (remainder) put_words(a, 1, &last);
}

static void get_bytes(gb_archive *a, size_t size, void *bytes) {
  char padding[8];
  const size_t filling = (8 - size % 8) % 8;
  if (a->reason) return;
  if (fread(bytes, 1, size, a->file) != size || fread(padding, 1, filling, a->file) != filling)
    a->reason = EIO;
}

/// Write the header of a record, or read it and compare it with the expected one.
static void transfer_header(gb_archive *a, record kind, size_t size) {
  uint64_t header[2] = {kind, size}, found[2] = {0};
  if (!a->reads) {
    put_words(a, 2, header);
    return;
  }
  get_bytes(a, sizeof found, found);
  if (a->reason == 0 && memcmp(header, found, sizeof header) != 0) a->reason = EINVAL;
}

/// Whether the file is a complete archive. The file position is the first word afterwards.
static bool is_complete(gb_archive *a) {
  uint64_t words[WORDS], sum = 0, index = 0, last = 0;
  size_t count;
  bool first = true;
  while ((count = fread(words, sizeof *words, WORDS, a->file)) > 0)
    for (size_t i = 0; i < count; i++) {
      if (!first) sum += mix(index++, last);
      if (first && words[i] != magic) return false;
      first = false;
      last = words[i];
    }
  fseek(a->file, 0, SEEK_END);
  const long size = ftell(a->file);
  rewind(a->file);
  a->length = (uint64_t)size;
  return size > 16 && size % 8 == 0 && last == sum;
}

static int reserve_entries(gb_arena *memory, layout *l, gb_error *error) {
  const size_t total = (size_t)l->total;
  GB_TRY(GB_TAKE(memory, l->index, total, error));
  GB_TRY(GB_TAKE(memory, l->gathered, total, error));
  return GB_TAKE(memory, l->sorted, total, error);
}

static int make_layout(gb_archive *a, layout *l, int32_t own, const int64_t *index,
                       gb_error *error) {
  const size_t ranks = a->rank == 0 ? (size_t)a->ranks : 0;
  l->own = own;
  int status = GB_TAKE(&a->memory, l->count, ranks, error);
  if (status == GB_OK) status = GB_TAKE(&a->memory, l->start, ranks, error);
  GB_TRY(gb_agree(a->comm, status, error));
  MPI_Gather(&l->own, 1, MPI_INT, l->count, 1, MPI_INT, 0, a->comm);
  for (size_t r = 0; r < ranks; r++) {
    l->start[r] = l->total;
    l->total += l->count[r];
  }
  GB_TRY(gb_agree(a->comm, reserve_entries(&a->memory, l, error), error));
  MPI_Gatherv(index, own, MPI_INT64_T, l->index, l->count, l->start, MPI_INT64_T, 0, a->comm);
  return GB_OK;
}

static int prepare(MPI_Comm comm, const char *path, const gb_archive_order *order, gb_archive **out,
                   gb_error *error) {
  gb_archive *a;
  GB_TRY(gb_agree(comm, GB_ALLOCATE(a, 1, error), error));
  *out = a;
  a->comm = comm;
  MPI_Comm_rank(comm, &a->rank);
  MPI_Comm_size(comm, &a->ranks);
  a->writers = a->ranks;
  a->remembered = order->memory;
  int status = GB_OK;
  if (snprintf(a->path, PATH, "%s", path) >= PATH)
    status = gb_fail(error, GB_CANNOT_WRITE, "%s: the path is too long", path);
  if (status == GB_OK) status = make_layout(a, &a->layout[0], order->n, order->unknown, error);
  if (status == GB_OK) status = make_layout(a, &a->layout[1], order->m, order->multiplier, error);
  return status;
}

/// Append a suffix to the path of the archive.
static void name_beside(const gb_archive *a, const char *suffix, char name[NAME]) {
  snprintf(name, NAME, "%s%s", a->path, suffix);
}

static int start_writing(gb_archive *a, gb_error *error) {
  char temporary[NAME];
  const uint64_t first = magic;
  name_beside(a, ".tmp", temporary);
  GB_TRY(gb_new_file_check(a->path, error));
  GB_TRY(gb_new_file_open(temporary, &a->file, error));
  put_words(a, 1, &first);
  return GB_OK;
}

/// Report that the file cannot be read; the message names PATH.old if that exists.
static int refuse_reading(const gb_archive *a, const char *what, int reason, gb_error *error) {
  char old[NAME];
  name_beside(a, ".old", old);
  const bool other = access(old, R_OK) == 0;
  return gb_fail(error, GB_UNREADABLE_FILE, "%s%s%s%s%s%s", reason ? "cannot read " : "", a->path,
                 what, reason ? strerror(reason) : "", other ? "; the one before it is " : "",
                 other ? old : "");
}

static int start_reading(gb_archive *a, gb_error *error) {
  uint64_t first;
  struct stat found;
  if (stat(a->path, &found) != 0) return refuse_reading(a, ": ", errno, error);
  if (!S_ISREG(found.st_mode)) // opening a pipe would wait for a writer
    return refuse_reading(a, " is no file but a folder, a device or a pipe", 0, error);
  a->file = fopen(a->path, "rbe");
  if (!a->file) return refuse_reading(a, ": ", errno, error);
  if (is_complete(a)) {
    get_bytes(a, sizeof first, &first);
    return GB_OK;
  }
  return refuse_reading(a, " is damaged or no restart file of this version: its check sum is wrong",
                        0, error);
}

static int start(MPI_Comm comm, const char *path, const gb_archive_order *order, bool reads,
                 gb_archive **out, gb_error *error) {
  *out = NULL;
  int status = prepare(comm, path, order, out, error);
  gb_archive *a = *out;
  if (status == GB_OK) {
    a->reads = reads;
    if (a->rank == 0) status = reads ? start_reading(a, error) : start_writing(a, error);
    status = gb_agree(comm, status, error);
  }
  int64_t writers = a ? a->ranks : 0;
  if (status == GB_OK) status = gb_archive_integers(a, 1, &writers, error);
  if (status == GB_OK) status = gb_archive_within(a, writers, 1, INT32_MAX, error);
  if (status == GB_OK) a->writers = (int)writers;
  if (status != GB_OK) gb_archive_destroy(out);
  return status;
}

int gb_archive_create(MPI_Comm comm, const char *path, const gb_archive_order *order,
                      gb_archive **out, gb_error *error) {
  return start(comm, path, order, false, out, error);
}

int gb_archive_open(MPI_Comm comm, const char *path, const gb_archive_order *order,
                    gb_archive **out, gb_error *error) {
  return start(comm, path, order, true, out, error);
}

/// Keep an existing file as PATH.old: link that name to it, so that the name PATH exists until the
/// new file replaces it. Without hard links in the file system, rename it. @return 0, or an errno
static int keep_old(const gb_archive *a) {
  char old[NAME], linked[NAME];
  name_beside(a, ".old", old);
  name_beside(a, ".old.tmp", linked);
  unlink(linked);
  if (link(a->path, linked) != 0) {
    if (errno == ENOENT) return 0; // there is no such file yet
    return rename(a->path, old) == 0 ? 0 : errno;
  }
  const int reason = rename(linked, old) == 0 ? 0 : errno;
  unlink(linked); // rename does nothing if both names are links to one file
  return reason;
}

/// Write the check sum, flush the file to disk, and only then replace the existing file.
static int complete(gb_archive *a, gb_error *error) {
  char temporary[NAME];
  name_beside(a, ".tmp", temporary);
  const uint64_t sum = a->sum;
  put_words(a, 1, &sum);
  if (a->reason == 0 && fflush(a->file) != 0) a->reason = errno;
  if (a->reason == 0 && fsync(fileno(a->file)) != 0) a->reason = errno;
  if (fclose(a->file) != 0 && a->reason == 0) a->reason = errno;
  a->file = NULL;
  if (a->reason == 0) a->reason = keep_old(a);
  if (a->reason == 0 && rename(temporary, a->path) != 0) a->reason = errno;
  if (a->reason == 0) return GB_OK;
  remove(temporary);
  return gb_fail(error, GB_CANNOT_WRITE, "cannot write the restart file %s: %s", a->path,
                 strerror(a->reason));
}

int gb_archive_close(gb_archive *a, gb_error *error) {
  int status = GB_OK;
  if (a->rank == 0 && !a->reads) status = complete(a, error);
  return gb_agree(a->comm, status, error);
}

void gb_archive_destroy(gb_archive **archive) {
  gb_archive *a = *archive;
  if (!a) return;
  if (a->file) fclose(a->file);
  if (a->file && !a->reads) {
    char temporary[NAME];
    name_beside(a, ".tmp", temporary);
    remove(temporary);
  }
  gb_arena_free(&a->memory);
  free(a);
  *archive = NULL;
}

bool gb_archive_reads(const gb_archive *a) {
  return a->reads;
}

int gb_archive_ranks(const gb_archive *a) {
  return a->writers;
}

int gb_archive_within(const gb_archive *a, int64_t value, int64_t low, int64_t high,
                      gb_error *error) {
  if (value >= low && value <= high) return GB_OK;
  return gb_fail(error, GB_UNREADABLE_FILE,
                 "%s: is damaged: found %lld instead of a number from %lld to %lld", a->path,
                 (long long)value, (long long)low, (long long)high);
}

/// Report a failure of rank 0 to read a record. Failures to write are reported by gb_archive_close.
static int check(gb_archive *a, gb_error *error) {
  int status = GB_OK;
  if (!a->reads) return GB_OK;
  if (a->reason == EINVAL)
    status = gb_fail(error, GB_UNREADABLE_FILE, "%s: the restart file is of another kind of run",
                     a->path);
  else if (a->reason)
    status = refuse_reading(a, ": ", a->reason, error);
  return gb_agree(a->comm, status, error);
}

/// Write or read a record that is the same on all ranks.
static int transfer_common(gb_archive *a, record kind, size_t size, void *bytes, gb_error *error) {
  if (a->rank == 0) {
    transfer_header(a, kind, size);
    if (a->reads)
      get_bytes(a, size, bytes);
    else
      put_bytes(a, size, bytes);
  }
  GB_TRY(check(a, error));
  if (a->reads) gb_broadcast(a->comm, 0, size, bytes);
  return GB_OK;
}

int gb_archive_integers(gb_archive *a, size_t count, int64_t values[], gb_error *error) {
  return transfer_common(a, RECORD_INTEGERS, count * sizeof *values, values, error);
}

int gb_archive_numbers(gb_archive *a, size_t count, double values[], gb_error *error) {
  return transfer_common(a, RECORD_NUMBERS, count * sizeof *values, values, error);
}

int gb_archive_bytes(gb_archive *a, size_t size, void *bytes, gb_error *error) {
  return transfer_common(a, RECORD_BYTES, size, bytes, error);
}

static void write_sorted(gb_archive *a, record kind, layout *l, gb_scalar values[]) {
  MPI_Gatherv(values, l->own, GB_MPI_SCALAR, l->gathered, l->count, l->start, GB_MPI_SCALAR, 0,
              a->comm);
  if (a->rank != 0) return;
  for (int i = 0; i < l->total; i++) l->sorted[l->index[i]] = l->gathered[i];
  transfer_header(a, kind, (size_t)l->total * sizeof *values);
  put_bytes(a, (size_t)l->total * sizeof *values, l->sorted);
}

static int read_sorted(gb_archive *a, record kind, layout *l, gb_scalar values[], gb_error *error) {
  if (a->rank == 0) {
    transfer_header(a, kind, (size_t)l->total * sizeof *values);
    get_bytes(a, (size_t)l->total * sizeof *values, l->sorted);
    for (int i = 0; i < l->total; i++) l->gathered[i] = l->sorted[l->index[i]];
  }
  GB_TRY(check(a, error));
  MPI_Scatterv(l->gathered, l->count, l->start, GB_MPI_SCALAR, values, l->own, GB_MPI_SCALAR, 0,
               a->comm);
  return GB_OK;
}

static int sorted(gb_archive *a, int which, gb_scalar values[], gb_error *error) {
  const record kind = which ? RECORD_MULTIPLIERS : RECORD_UNKNOWNS;
  if (a->reads) return read_sorted(a, kind, &a->layout[which], values, error);
  write_sorted(a, kind, &a->layout[which], values);
  return GB_OK;
}

int gb_archive_unknowns(gb_archive *a, gb_scalar values[], gb_error *error) {
  return sorted(a, 0, values, error);
}

/// Write or read a vector of multipliers, [m].
static int multipliers(gb_archive *a, gb_scalar values[], gb_error *error) {
  return sorted(a, 1, values, error);
}

int gb_archive_vectors(gb_archive *a, size_t count, gb_scalar values[], gb_error *error) {
  const size_t n = (size_t)a->layout[0].own, m = (size_t)a->layout[1].own;
  for (size_t i = 0; i < count; i++) {
    GB_TRY(gb_archive_unknowns(a, values + i * (n + m), error));
    GB_TRY(multipliers(a, values + i * (n + m) + n, error));
  }
  return GB_OK;
}

int gb_archive_memory(gb_archive *a, gb_scalar values[], gb_error *error) {
  const size_t bytes = (size_t)a->remembered * sizeof *values;
  return bytes > 0 ? gb_archive_bytes(a, bytes, values, error) : GB_OK;
}

int gb_archive_memory_slopes(gb_archive *a, size_t count, gb_scalar values[], gb_error *error) {
  const size_t all = count * (size_t)a->remembered;
  gb_scalar *sum;
  if (all == 0) return GB_OK;
  if (a->reads) return gb_archive_bytes(a, all * sizeof *values, values, error);
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(a->comm, GB_TAKE(&scratch, sum, all, error), error));
  MPI_Allreduce(values, sum, (int)all, GB_MPI_SCALAR, MPI_SUM, a->comm);
  return gb_archive_bytes(a, all * sizeof *sum, sum, error);
}

int gb_archive_state(gb_archive *a, int components, gb_state *state, gb_error *error) {
  for (int i = 0; i < components; i++) GB_TRY(gb_archive_unknowns(a, state->component[i], error));
  GB_TRY(multipliers(a, state->multiplier, error));
  return state->memory ? gb_archive_memory(a, state->memory, error) : GB_OK;
}

/// Set the values of this rank from the values of all writers, rows [writers][count].
static void divide(const gb_archive *a, size_t count, const gb_scalar rows[], gb_scalar values[]) {
  const size_t own = (size_t)a->rank;
  memset(values, 0, count * sizeof *values);
  if (a->writers == a->ranks) memcpy(values, rows + own * count, count * sizeof *values);
  for (int r = 0; a->writers != a->ranks && a->rank == 0 && r < a->writers; r++)
    for (size_t i = 0; i < count; i++) values[i] += rows[(size_t)r * count + i];
}

int gb_archive_shares(gb_archive *a, size_t count, gb_scalar values[], gb_error *error) {
  gb_scalar *rows;
  const size_t all = (size_t)a->writers * count;
  GB_SCRATCH(scratch);
  // In a damaged file the number of ranks may be arbitrary. Check that their values fit into it.
  if (a->rank == 0 && a->reads && a->reason == 0 && all > a->length / sizeof *rows)
    a->reason = EINVAL;
  GB_TRY(check(a, error));
  GB_TRY(gb_agree(a->comm, GB_TAKE(&scratch, rows, all, error), error));
  if (!a->reads)
    MPI_Gather(values, (int)count, GB_MPI_SCALAR, rows, (int)count, GB_MPI_SCALAR, 0, a->comm);
  GB_TRY(transfer_common(a, RECORD_SHARES, all * sizeof *rows, rows, error));
  if (a->reads) divide(a, count, rows, values);
  return GB_OK;
}
