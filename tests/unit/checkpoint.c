/// Claim: states come back bit by bit in any order from memory, from the file and from both, on any
/// number of ranks; the file has its place on the disk from the start and goes with its store; a
/// budget that holds no window is refused with the least that would do.
// ranks: 1 2
#include "restart/checkpoint.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { POINTS = 9, LARGEST = 40 };

static int rank_of(void) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

/// Unknowns and multipliers differ from rank to rank; the second rank has no multipliers.
static int32_t unknowns(void) {
  return 17 + 5 * rank_of();
}

static int32_t multipliers(void) {
  return rank_of() == 1 ? 0 : 3;
}

static double value(int64_t k, int row, int32_t i) {
  return (double)(k + 1) / 3 + 1e-3 * row + 1e-7 * i + 10 * rank_of();
}

typedef struct memory {
  gb_scalar component[GB_COMPONENTS][LARGEST], multiplier[LARGEST];
  gb_state state;
} memory;

static void point_to(memory *m) {
  memset(m, 0, sizeof *m);
  for (int i = 0; i < GB_COMPONENTS; i++) m->state.component[i] = m->component[i];
  m->state.multiplier = m->multiplier;
}

/// Blocks of one point each, or of three that only go on together.
static gb_blocks blocks_of(int window) {
  return (gb_blocks){
      .stages = POINTS, .first = window, .size = window, .window = window, .steps = window};
}

static void put_all(gb_checkpoint *store) {
  gb_error error = {0};
  memory m;
  point_to(&m);
  for (int64_t k = 0; k < POINTS; k++) {
    for (int row = 0; row < GB_COMPONENTS; row++)
      for (int32_t i = 0; i < unknowns(); i++) m.component[row][i] = value(k, row, i);
    for (int32_t i = 0; i < multipliers(); i++) m.multiplier[i] = value(k, 9, i);
    assert_int_equal(gb_checkpoint_put(store, k, &m.state, &error), GB_OK);
  }
}

static void check_all(gb_checkpoint *store, int components) {
  gb_error error = {0};
  const int64_t order[POINTS] = {8, 7, 6, 0, 5, 4, 3, 1, 2};
  for (int step = 0; step < POINTS; step++) {
    memory m;
    point_to(&m);
    const int64_t k = order[step];
    assert_int_equal(gb_checkpoint_get(store, k, &m.state, &error), GB_OK);
    for (int row = 0; row < GB_COMPONENTS; row++)
      for (int32_t i = 0; i < unknowns(); i++)
        assert_true(m.component[row][i] == (row < components ? value(k, row, i) : 0));
    for (int32_t i = 0; i < multipliers(); i++) assert_true(m.multiplier[i] == value(k, 9, i));
  }
}

static int files_in(const char *directory) {
  int count = 0;
  DIR *list = opendir(directory);
  assert_non_null(list);
  for (struct dirent *entry; (entry = readdir(list));)
    count += !strncmp(entry->d_name, "gimbal-checkpoint-", 18);
  closedir(list);
  return count;
}

/// A folder of its own for this test, common to all ranks.
static const char *folder(void) {
  static char path[] = "/tmp/gimbal-test-XXXXXX";
  static int made = 0;
  if (!made && rank_of() == 0) assert_non_null(mkdtemp(path));
  if (!made) MPI_Bcast(path, sizeof path, MPI_CHAR, 0, MPI_COMM_WORLD);
  made = 1;
  return path;
}

static double point_bytes(int components) {
  const int64_t own = components * unknowns() + multipliers();
  int64_t all;
  MPI_Allreduce(&own, &all, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  return (double)(all * (int64_t)sizeof(gb_scalar));
}

/// Bytes of the disk's blocks behind the open files of states of all ranks; not what their size
/// says.
static double reserved_bytes(void) {
  DIR *files = opendir("/proc/self/fd");
  double bytes = 0;
  assert_non_null(files);
  for (struct dirent *entry; (entry = readdir(files));) {
    char name[300], target[400] = "";
    struct stat file;
    snprintf(name, sizeof name, "/proc/self/fd/%s", entry->d_name);
    if (readlink(name, target, sizeof target - 1) < 0 || !strstr(target, "gimbal-checkpoint"))
      continue;
    assert_int_equal(stat(name, &file), 0);
    bytes += 512 * (double)file.st_blocks;
  }
  closedir(files);
  MPI_Allreduce(MPI_IN_PLACE, &bytes, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return bytes;
}

static void states_come_back_unchanged(void **state) {
  (void)state;
  for (int components = 3; components <= 4; components++)
    for (int in_memory = 0; in_memory <= POINTS; in_memory += 3) {
      gb_error error = {0};
      gb_checkpoint *store;
      const double each = point_bytes(components);
      const gb_checkpoint_settings settings = {
          .memory = (in_memory + 0.5) * each, .disk = 10 * each, .directory = folder()};
      const gb_blocks blocks = blocks_of(components == 4 ? 3 : 1);
      assert_int_equal(
          gb_checkpoint_create(MPI_COMM_WORLD, &blocks,
                               &(gb_state_size){unknowns(), multipliers(), components, 0},
                               &settings, &store, &error),
          GB_OK);
      gb_checkpoint_usage usage;
      gb_checkpoint_measure(store, &usage);
      assert_true(usage.planned_memory == in_memory * each);
      assert_true(usage.planned_disk == (POINTS - in_memory) * each);
      assert_true(usage.memory == 0 && usage.disk == 0);
      assert_true(reserved_bytes() >= usage.planned_disk);
      // on one machine the open file has no name: a killed program leaves nothing behind
      MPI_Barrier(MPI_COMM_WORLD);
      assert_int_equal(files_in(folder()), 0);
      put_all(store);
      check_all(store, components);
      gb_checkpoint_measure(store, &usage);
      assert_true(usage.planned_memory == usage.memory && usage.planned_disk == usage.disk);
      gb_checkpoint_destroy(&store);
      assert_null(store);
      MPI_Barrier(MPI_COMM_WORLD);
      assert_int_equal(files_in(folder()), 0);
    }
}

/// The number after a key of the message, in bytes.
static double bytes_after(const char *message, const char *key) {
  double number = 0;
  char unit[8] = "";
  const char *place = strstr(message, key);
  assert_non_null(place);
  assert_int_equal(sscanf(place + strlen(key), "%lf %3s", &number, unit), 2);
  const char *const units[] = {"B", "KiB", "MiB"};
  for (int i = 0; i < 3; i++, number *= 1024)
    if (!strcmp(unit, units[i])) return number;
  return -1;
}

/// Snapshots that the schedule gives up make room for others; the order of a reverse sweep.
static void snapshots_give_way(void **state) {
  (void)state;
  gb_error error = {0};
  gb_checkpoint *store;
  memory m;
  const gb_blocks blocks = blocks_of(1);
  const double each = point_bytes(3);
  const gb_checkpoint_settings settings = {
      .memory = 1.5 * each, .disk = 2.5 * each, .directory = folder()};
  assert_int_equal(gb_checkpoint_create(MPI_COMM_WORLD, &blocks,
                                        &(gb_state_size){unknowns(), multipliers(), 3, 0},
                                        &settings, &store, &error),
                   GB_OK);
  point_to(&m);
  int64_t reached = -1;
  for (int64_t goal = POINTS - 1; goal >= 0; goal--) {
    int64_t from = gb_checkpoint_find(store, goal);
    assert_true(from <= goal && (from >= 0 || goal == POINTS - 1));
    for (int64_t next; (next = gb_checkpoint_next(store, from, goal)) <= goal; from = next) {
      assert_true(next > from);
      m.component[0][0] = (double)next;
      assert_int_equal(gb_checkpoint_put(store, next, &m.state, &error), GB_OK);
    }
    reached = gb_checkpoint_find(store, goal);
    assert_int_equal(gb_checkpoint_get(store, reached, &m.state, &error), GB_OK);
    assert_true(m.component[0][0] == (double)reached);
  }
  assert_int_equal(reached, 0);
  gb_checkpoint_usage usage;
  gb_checkpoint_measure(store, &usage);
  assert_int_equal(usage.snapshots, 3);
  assert_true(usage.memory == each && usage.disk == 2 * each);
  gb_checkpoint_destroy(&store);
}

static void the_least_that_would_do_does(void **state) {
  (void)state;
  gb_error error = {0};
  gb_checkpoint *store;
  const double each = point_bytes(4);
  const gb_blocks blocks = blocks_of(3);
  const gb_checkpoint_settings settings = {
      .memory = 1.5 * each, .disk = 0.5 * each, .directory = folder()};
  assert_int_equal(gb_checkpoint_create(MPI_COMM_WORLD, &blocks,
                                        &(gb_state_size){unknowns(), multipliers(), 4, 0},
                                        &settings, &store, &error),
                   GB_USAGE);
  assert_null(store);
  const double memory_needed = bytes_after(error.message, "checkpoint.memory: ");
  const double disk_needed = bytes_after(error.message, "checkpoint.disk: ");
  for (int which = 0; which < 2; which++) {
    gb_checkpoint_settings enough = settings;
    if (which) enough.memory = memory_needed;
    if (!which) enough.disk = disk_needed;
    gb_error none = {0};
    gb_checkpoint_usage usage;
    assert_int_equal(gb_checkpoint_create(MPI_COMM_WORLD, &blocks,
                                          &(gb_state_size){unknowns(), multipliers(), 4, 0},
                                          &enough, &store, &none),
                     GB_OK);
    gb_checkpoint_measure(store, &usage);
    assert_int_equal(usage.snapshots, 1);
    gb_checkpoint_destroy(&store);
  }
}

static void a_folder_that_is_not_there_is_named(void **state) {
  (void)state;
  gb_error error = {0};
  gb_checkpoint *store;
  const gb_checkpoint_settings settings = {.disk = 1e9, .directory = "/tmp/no/such/folder"};
  const gb_blocks blocks = blocks_of(1);
  assert_int_equal(gb_checkpoint_create(MPI_COMM_WORLD, &blocks,
                                        &(gb_state_size){unknowns(), multipliers(), 4, 0},
                                        &settings, &store, &error),
                   GB_FILE);
  assert_null(store);
  assert_non_null(strstr(error.message, "/tmp/no/such/folder"));
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(states_come_back_unchanged),
      cmocka_unit_test(snapshots_give_way),
      cmocka_unit_test(the_least_that_would_do_does),
      cmocka_unit_test(a_folder_that_is_not_there_is_named),
  };
  const int failures = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank_of() == 0) rmdir(folder());
  MPI_Finalize();
  return failures;
}
