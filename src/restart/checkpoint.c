/// A stack of snapshots. Snapshots at the bottom, which are written once, are on disk; those above,
/// which are replaced often, are in memory. Source of the schedule: restart/schedule.h.
#include "restart/checkpoint.h"

#include "base/arena.h"
#include "base/list.h"
#include "restart/state_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Division of the budget into snapshots.
typedef struct plan {
  int64_t snapshots; ///< largest number of snapshots
  bool whole;        ///< snapshots are of whole blocks, otherwise of their windows
  int64_t steps;     ///< steps that an adjoint pass must recompute
} plan;

struct gb_checkpoint {
  MPI_Comm comm;
  gb_blocks blocks;
  plan plan;
  gb_state_size *size;
  double state_bytes;         ///< size of one state over all ranks
  int64_t in_memory;          ///< largest number of states in memory; states before are on disk
  int64_t used;               ///< largest number of states stored so far
  GB_LIST_OF(int64_t) stored; ///< block of each snapshot in the store, ascending
  gb_scalar *memory;          ///< states in memory, [in_memory][components * n + m]
  gb_arena arrays;
  gb_state_file *file; ///< NULL: none
};

/// Format a number of bytes as "1.5 GiB".
static const char *bytes_text(double bytes, size_t size, char *text) {
  static const char *const unit[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  int i = 0;
  while (bytes >= 1024 && i < 4) bytes /= 1024, i++;
  snprintf(text, size, "%.4g %s", bytes, unit[i]);
  return text;
}

/// Number of stages of the snapshot of block 0, or of each other snapshot.
static int stages_of(const gb_blocks *blocks, bool whole, int64_t block) {
  if (!whole) return blocks->window;
  return block == 0 ? blocks->first : blocks->size;
}

/// Plan for a budget of `states` states. The number of snapshots is 0 if none fits.
static plan plan_for(const gb_blocks *blocks, bool whole, int64_t states) {
  const int64_t count = gb_blocks_count(blocks);
  const int first = stages_of(blocks, whole, 0), each = stages_of(blocks, whole, 1);
  plan p = {.whole = whole};
  if (states < first) return p;
  p.snapshots = 1 + (states - first) / each;
  if (p.snapshots > count) p.snapshots = count;
  // A block whose snapshot is complete is read from it. Other blocks are recomputed from the
  // snapshot before, which takes one additional step per block.
  if (count > 1 && each >= blocks->size)
    p.steps = gb_schedule_advances(count, p.snapshots) - (count - 1);
  else if (count > 1)
    p.steps = gb_schedule_advances(count - 1, p.snapshots);
  p.steps *= blocks->steps;
  if (first < blocks->first) p.steps += blocks->first_steps;
  return p;
}

/// Number of states that fit into so many bytes.
static int64_t states_for(double bytes, const gb_checkpoint *store) {
  const double all = (double)store->blocks.stages;
  const double fit = store->state_bytes > 0 ? floor(bytes / store->state_bytes) : all;
  return fit > 0 ? (int64_t)fmin(fit, all) : 0;
}

/// Report that the budget is too small. The smallest sufficient budgets in the message are rounded
/// up, so that they suffice when entered as printed.
static int refuse(const gb_checkpoint *store, const gb_checkpoint_settings *settings,
                  gb_error *error) {
  const int window = store->blocks.window;
  const double least = window * store->state_bytes;
  const double on_disk = least - store->state_bytes * (double)states_for(settings->memory, store);
  const double in_memory = least - store->state_bytes * (double)states_for(settings->disk, store);
  char text[5][32];
  return gb_fail(
      error, GB_CHECKPOINT_BUDGET,
      "checkpoint: a march continues from %d state%s, which need%s %s, but memory (%s) and "
      "disk (%s) have space for fewer; the least that would do is checkpoint.memory: %s or "
      "checkpoint.disk: %s",
      window, window > 1 ? "s" : "", window > 1 ? "" : "s",
      bytes_text(least, sizeof text[0], text[0]),
      bytes_text(settings->memory, sizeof text[1], text[1]),
      bytes_text(settings->disk, sizeof text[2], text[2]),
      bytes_text(1.001 * in_memory, sizeof text[3], text[3]),
      bytes_text(1.001 * on_disk, sizeof text[4], text[4]));
}

/// Number of states of all snapshots of the plan.
static int64_t planned_states(const gb_checkpoint *store) {
  const gb_blocks *blocks = &store->blocks;
  const bool whole = store->plan.whole;
  return stages_of(blocks, whole, 0) + (store->plan.snapshots - 1) * stages_of(blocks, whole, 1);
}

/// Largest number of states on disk.
static int64_t states_on_disk(const gb_checkpoint *store) {
  return planned_states(store) - store->in_memory;
}

/// Choose the plan with less recomputation: snapshots of whole blocks, or of windows only.
/// @return the number of values of a state on this rank
static size_t length_of(const gb_state_size *size) {
  return (size_t)size->components * (size_t)size->n + (size_t)size->m + (size_t)size->memory;
}

static int make_plan(gb_checkpoint *store, const gb_checkpoint_settings *settings,
                     gb_error *error) {
  const gb_blocks *blocks = &store->blocks;
  const int64_t memory = states_for(settings->memory, store);
  const int64_t states = memory + states_for(settings->disk, store);
  const plan whole = plan_for(blocks, true, states);
  store->plan = plan_for(blocks, false, states);
  if (store->plan.snapshots == 0) return refuse(store, settings, error);
  if (whole.snapshots > 0 && whole.steps <= store->plan.steps) store->plan = whole;
  const int64_t needed = planned_states(store);
  store->in_memory = memory < needed ? memory : needed;
  return GB_OK;
}

static int reserve(gb_checkpoint *store, gb_error *error) {
  const size_t length = length_of(store->size);
  GB_TRY(GB_TAKE(&store->arrays, store->stored.entry, (size_t)store->plan.snapshots, error));
  return GB_TAKE(&store->arrays, store->memory, (size_t)store->in_memory * length, error);
}

/// Keep a copy of the size.
static int keep_size(gb_checkpoint *store, const gb_state_size *size, gb_error *error) {
  const int status = GB_TAKE(&store->arrays, store->size, 1, error);
  if (status == GB_OK) *store->size = *size;
  return status;
}

int gb_checkpoint_create(MPI_Comm comm, const gb_blocks *blocks, const gb_state_size *size,
                         const gb_checkpoint_settings *settings, gb_checkpoint **out,
                         gb_error *error) {
  gb_checkpoint *store = NULL;
  *out = NULL;
  GB_TRY(gb_agree(comm, GB_ALLOCATE(store, 1, error), error));
  *store = (gb_checkpoint){.comm = comm, .blocks = *blocks};
  double values = (double)size->components * size->n + size->m + size->memory;
  MPI_Allreduce(MPI_IN_PLACE, &values, 1, MPI_DOUBLE, MPI_SUM, comm);
  store->state_bytes = values * (double)sizeof(gb_scalar);
  int status = gb_agree(comm, keep_size(store, size, error), error);
  if (status == GB_OK) status = make_plan(store, settings, error);
  if (status == GB_OK) status = reserve(store, error);
  status = gb_agree(comm, status, error);
  if (status == GB_OK && states_on_disk(store) > 0)
    status =
        gb_state_file_create(comm, states_on_disk(store), size,
                             settings->directory ? settings->directory : ".", &store->file, error);
  if (status != GB_OK) gb_checkpoint_destroy(&store);
  *out = store;
  return status;
}

void gb_checkpoint_destroy(gb_checkpoint **out) {
  gb_checkpoint *store = *out;
  if (!store) return;
  gb_state_file_destroy(&store->file);
  gb_arena_free(&store->arrays);
  free(store);
  *out = NULL;
}

const gb_blocks *gb_checkpoint_blocks(const gb_checkpoint *store) {
  return &store->blocks;
}

int64_t gb_checkpoint_first(const gb_checkpoint *store, int64_t block) {
  const int stages = stages_of(&store->blocks, store->plan.whole, block);
  const int length = gb_blocks_length(&store->blocks, block);
  return gb_blocks_last(&store->blocks, block) + 1 - (length < stages ? length : stages);
}

bool gb_checkpoint_is_whole(const gb_checkpoint *store, int64_t block) {
  const int stages = stages_of(&store->blocks, store->plan.whole, block);
  return gb_blocks_length(&store->blocks, block) <= stages;
}

/// Number of snapshots of blocks up to this one.
static int64_t count_to(const gb_checkpoint *store, int64_t block) {
  int64_t low = 0, high = store->stored.count;
  while (low < high) {
    const int64_t middle = (low + high) / 2;
    if (store->stored.entry[middle] <= block)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

int64_t gb_checkpoint_find(const gb_checkpoint *store, int64_t block) {
  const int64_t count = count_to(store, block);
  return count > 0 ? store->stored.entry[count - 1] : -1;
}

int64_t gb_checkpoint_next(const gb_checkpoint *store, int64_t from, int64_t to) {
  const int64_t left = store->plan.snapshots - count_to(store, from);
  if (from < 0) return 0;
  if (from >= to || left <= 0) return to + 1;
  const int64_t next = from + gb_schedule_stride(to - from + 1, left + 1);
  // The goal need not be stored, because its states are in the ring when it is reached. The end of
  // the march is stored if there is space, for passes that begin at the first stage.
  const bool end = to == gb_blocks_count(&store->blocks) - 1;
  return next < to || end ? next : to + 1;
}

/// Index of the state of stage k in the snapshot with number `height` of the stack.
static int64_t index_of(const gb_checkpoint *store, int64_t height, int64_t k) {
  const int64_t within = k - gb_checkpoint_first(store, store->stored.entry[height]);
  const gb_blocks *blocks = &store->blocks;
  const bool whole = store->plan.whole;
  if (height == 0) return within;
  return stages_of(blocks, whole, 0) + (height - 1) * stages_of(blocks, whole, 1) + within;
}

/// The values of the state with this index, which is in memory.
static gb_scalar *state_in_memory(const gb_checkpoint *store, int64_t index) {
  const size_t length = length_of(store->size);
  return store->memory + (size_t)(index - states_on_disk(store)) * length;
}

int gb_checkpoint_put(gb_checkpoint *store, int64_t k, const gb_state *state, gb_error *error) {
  const int64_t block = gb_blocks_of(&store->blocks, k);
  if (k == gb_checkpoint_first(store, block)) {
    store->stored.count = (int)count_to(store, block - 1);
    store->stored.entry[store->stored.count++] = block;
  }
  const int64_t index = index_of(store, store->stored.count - 1, k);
  if (index >= store->used) store->used = index + 1;
  if (index < states_on_disk(store))
    return gb_state_file_transfer(store->file, index, state, true, error);
  const size_t n = (size_t)store->size->n, m = (size_t)store->size->m;
  gb_scalar *to = state_in_memory(store, index);
  for (int i = 0; i < store->size->components; i++, to += n)
    memcpy(to, state->component[i], n * sizeof *to);
  if (m) memcpy(to, state->multiplier, m * sizeof *to);
  const size_t memory = (size_t)store->size->memory * sizeof *to;
  if (memory > 0 && state->memory) memcpy(to + m, state->memory, memory);
  return GB_OK;
}

int gb_checkpoint_get(gb_checkpoint *store, int64_t k, gb_state *state, gb_error *error) {
  const int64_t height = count_to(store, gb_blocks_of(&store->blocks, k)) - 1;
  const int64_t index = index_of(store, height, k);
  if (index < states_on_disk(store))
    return gb_state_file_transfer(store->file, index, state, false, error);
  const size_t n = (size_t)store->size->n, m = (size_t)store->size->m;
  const gb_scalar *from = state_in_memory(store, index);
  for (int i = 0; i < store->size->components; i++, from += n)
    memcpy(state->component[i], from, n * sizeof *from);
  if (m) memcpy(state->multiplier, from, m * sizeof *from);
  const size_t memory = (size_t)store->size->memory * sizeof *from;
  if (memory > 0 && state->memory) memcpy(state->memory, from + m, memory);
  return GB_OK;
}

/// Write the snapshot of one block to an archive, or read it; `state` is work space.
static int archive_block(gb_checkpoint *store, int64_t block, gb_state *state, gb_archive *archive,
                         gb_error *error) {
  const int64_t last = gb_blocks_last(&store->blocks, block);
  for (int64_t k = gb_checkpoint_first(store, block); k <= last; k++) {
    if (!gb_archive_reads(archive)) GB_TRY(gb_checkpoint_get(store, k, state, error));
    GB_TRY(gb_archive_state(archive, store->size->components, state, error));
    if (gb_archive_reads(archive)) GB_TRY(gb_checkpoint_put(store, k, state, error));
  }
  return GB_OK;
}

int gb_checkpoint_archive(gb_checkpoint *store, gb_archive *archive, gb_error *error) {
  const size_t n = (size_t)store->size->n;
  const int64_t first = stages_of(&store->blocks, store->plan.whole, 0);
  const int64_t each = stages_of(&store->blocks, store->plan.whole, 1);
  int64_t found[5] = {store->stored.count, store->used, store->plan.snapshots, first, each};
  GB_TRY(gb_archive_integers(archive, 5, found, error));
  if (found[2] != store->plan.snapshots || found[3] != first || found[4] != each)
    return gb_fail(error, GB_OTHER_CASE,
                   "checkpoint: the restart file was written with a budget of %lld snapshots, but "
                   "the budget is now %lld; give checkpoint.memory, checkpoint.disk and --memory "
                   "as before",
                   (long long)found[2], (long long)store->plan.snapshots);
  GB_TRY(gb_archive_within(archive, found[0], 0, store->plan.snapshots, error));
  gb_scalar *memory;
  const size_t components = (size_t)store->size->components, length = length_of(store->size);
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(store->comm, GB_TAKE(&scratch, memory, length, error), error));
  gb_state state = {.multiplier = memory + components * n};
  state.memory = state.multiplier + store->size->m;
  for (size_t i = 0; i < components; i++) state.component[i] = memory + i * n;
  int64_t before = -1;
  for (int64_t i = 0; i < found[0]; i++) {
    int64_t block = gb_archive_reads(archive) ? 0 : store->stored.entry[i];
    GB_TRY(gb_archive_integers(archive, 1, &block, error));
    GB_TRY(
        gb_archive_within(archive, block, before + 1, gb_blocks_count(&store->blocks) - 1, error));
    before = block;
    GB_TRY(archive_block(store, block, &state, archive, error));
  }
  if (found[1] > store->used) store->used = found[1];
  return GB_OK;
}

void gb_checkpoint_measure(const gb_checkpoint *store, gb_checkpoint_usage *usage) {
  const int64_t on_disk = states_on_disk(store);
  const int64_t disk = store->used < on_disk ? store->used : on_disk;
  *usage = (gb_checkpoint_usage){.planned_memory = store->state_bytes * (double)store->in_memory,
                                 .planned_disk = store->state_bytes * (double)on_disk,
                                 .memory = store->state_bytes * (double)(store->used - disk),
                                 .disk = store->state_bytes * (double)disk,
                                 .snapshots = store->plan.snapshots,
                                 .planned_steps = store->plan.steps,
                                 .stages = stages_of(&store->blocks, store->plan.whole, 1)};
}
