/// Restart files: records of all kinds and the snapshots of a store, as a run reads them. The sum
/// at the end of a file would refuse nearly all that libFuzzer makes up, so that it is set right.
#include "fuzz.h"

#include "restart/archive.c" // how the sum is made
#include "restart/checkpoint.h"

#ifdef GB_FUZZING
#include <sanitizer/lsan_interface.h>
#endif

enum { UNKNOWNS = 5, MULTIPLIERS = 2, STAGES = 12, MOST_WORDS = 1 << 13 };

typedef struct run_state {
  gb_archive *file;
  gb_checkpoint *store;
  gb_scalar values[4 * UNKNOWNS + 4 * MULTIPLIERS];
} run_state;

static int create_store(gb_checkpoint **store, gb_error *error) {
  const gb_blocks blocks = {
      .stages = STAGES, .first = 2, .size = 2, .window = 1, .steps = 1, .first_steps = 1};
  const gb_state_size size = {.components = 3, .n = UNKNOWNS, .m = MULTIPLIERS};
  const gb_checkpoint_settings settings = {.memory = 900};
  return gb_checkpoint_create(MPI_COMM_SELF, &blocks, &size, &settings, store, error);
}

/// The same calls read and write.
static int transfer(run_state *r, gb_error *error) {
  int64_t integers[3] = {7, 8, 9};
  double numbers[2] = {1, 2};
  char bytes[11] = "ten bytes.";
  gb_state state = {.multiplier = r->values + 3 * UNKNOWNS};
  for (int i = 0; i < 3; i++) state.component[i] = r->values + (size_t)i * UNKNOWNS;
  GB_TRY(gb_archive_integers(r->file, 3, integers, error));
  GB_TRY(gb_archive_numbers(r->file, 2, numbers, error));
  GB_TRY(gb_archive_bytes(r->file, sizeof bytes, bytes, error));
  GB_TRY(gb_archive_shares(r->file, 3, r->values, error));
  GB_TRY(gb_archive_vectors(r->file, 2, r->values, error));
  GB_TRY(gb_archive_state(r->file, 3, &state, error));
  GB_TRY(gb_checkpoint_archive(r->store, r->file, error));
  for (int64_t k = gb_archive_reads(r->file) ? STAGES : 0; k < STAGES; k++)
    GB_TRY(gb_checkpoint_put(r->store, k, &state, error));
  return GB_OK;
}

static gb_archive_order order_of(void) {
  static const int64_t unknown[UNKNOWNS] = {4, 2, 0, 1, 3}, multiplier[MULTIPLIERS] = {1, 0};
  return (gb_archive_order){UNKNOWNS, MULTIPLIERS, unknown, multiplier, 0};
}

/// The first word is that of an archive, the last the sum of the others.
static void mend(size_t count, uint64_t words[]) {
  words[0] = magic;
  words[count - 1] = 0;
  for (size_t i = 0; i + 1 < count; i++) words[count - 1] += mix(i, words[i]);
}

static void read_file(const char *path) {
  gb_error error = {0};
  run_state r = {0};
  const gb_archive_order order = order_of();
  if (create_store(&r.store, &error) != GB_OK) abort();
  int status = gb_archive_open(MPI_COMM_SELF, path, &order, &r.file, &error);
  if (status == GB_OK) status = transfer(&r, &error);
  fuzz_check(status, &error);
  gb_archive_destroy(&r.file);
  gb_checkpoint_destroy(&r.store);
}

/// What MPI never frees is its own.
static void start_mpi(void) {
  int started;
  MPI_Initialized(&started);
  if (started) return;
#ifdef GB_FUZZING
  __lsan_disable();
#endif
  MPI_Init(NULL, NULL);
#ifdef GB_FUZZING
  __lsan_enable();
#endif
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static uint64_t words[MOST_WORDS]; // a file of many words is one of these
  char path[40];
  start_mpi();
  if (size > sizeof words) return 0;
  memcpy(words, data, size);
  if (size >= 3 * sizeof *words && size % sizeof *words == 0) mend(size / sizeof *words, words);
  const int file = fuzz_file((const uint8_t *)words, size, sizeof path, path);
  read_file(path);
  close(file);
  return 0;
}
