/// Claim: what an archive is given comes back bit by bit, vectors in any order of their entries on
/// any number of ranks; a file that is cut or changed anywhere is refused; the file before is kept,
/// and at no moment there is none.
// ranks: 1 2 3
#include "restart/archive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { EACH = 7 };

static int rank, ranks;

static const char *path(void) {
  static char name[64] = "/tmp/gimbal-archive-XXXXXX";
  static int made = 0;
  if (!made && rank == 0) close(mkstemp(name));
  if (!made) MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
  made = 1;
  return name;
}

/// Unknown i of this rank lies at i * ranks + rank of the file, or the other way round.
static gb_archive_order order_of(int64_t unknown[], bool backwards) {
  for (int i = 0; i < EACH; i++) {
    unknown[i] = i * ranks + rank;
    if (backwards) unknown[i] = (int64_t)EACH * ranks - 1 - unknown[i];
  }
  return (gb_archive_order){.n = EACH, .unknown = unknown};
}

static double entry(int64_t place) {
  return 1.0 / (double)(place + 3);
}

static void write_file(double number) {
  gb_error error = {0};
  gb_archive *archive;
  int64_t unknown[EACH], integers[2] = {-7, 1234567890123};
  gb_scalar values[EACH], share[2] = {rank + 1, number};
  const gb_archive_order order = order_of(unknown, false);
  for (int i = 0; i < EACH; i++) values[i] = entry(unknown[i]);
  char text[11] = "ten bytes.";
  assert_int_equal(gb_archive_create(MPI_COMM_WORLD, path(), &order, &archive, &error), GB_OK);
  assert_int_equal(gb_archive_integers(archive, 2, integers, &error), GB_OK);
  assert_int_equal(gb_archive_bytes(archive, sizeof text, text, &error), GB_OK);
  assert_int_equal(gb_archive_unknowns(archive, values, &error), GB_OK);
  assert_int_equal(gb_archive_shares(archive, 2, share, &error), GB_OK);
  assert_int_equal(gb_archive_close(archive, &error), GB_OK);
  gb_archive_destroy(&archive);
}

static void values_come_back(void **state) {
  (void)state;
  write_file(0.1);
  for (int backwards = 0; backwards < 2; backwards++) {
    gb_error error = {0};
    gb_archive *archive;
    int64_t unknown[EACH], integers[2];
    gb_scalar values[EACH], share[2];
    char text[11];
    const gb_archive_order order = order_of(unknown, backwards);
    assert_int_equal(gb_archive_open(MPI_COMM_WORLD, path(), &order, &archive, &error), GB_OK);
    assert_int_equal(gb_archive_ranks(archive), ranks);
    assert_int_equal(gb_archive_integers(archive, 2, integers, &error), GB_OK);
    assert_true(integers[0] == -7 && integers[1] == 1234567890123);
    assert_int_equal(gb_archive_bytes(archive, sizeof text, text, &error), GB_OK);
    assert_string_equal(text, "ten bytes.");
    assert_int_equal(gb_archive_unknowns(archive, values, &error), GB_OK);
    for (int i = 0; i < EACH; i++) assert_true(values[i] == entry(unknown[i]));
    assert_int_equal(gb_archive_shares(archive, 2, share, &error), GB_OK);
    assert_true(share[0] == rank + 1 && share[1] == 0.1);
    gb_archive_destroy(&archive);
  }
}

/// Fewer ranks: those after the first read by themselves what all have written.
static void fewer_ranks_get_the_sum(void **state) {
  (void)state;
  int64_t *unknown = calloc((size_t)(EACH * ranks), sizeof *unknown), integers[2];
  gb_scalar *values = calloc((size_t)(EACH * ranks), sizeof *values), share[2];
  gb_error error = {0};
  gb_archive *archive;
  char text[11];
  for (int i = 0; i < EACH * ranks; i++) unknown[i] = i;
  const gb_archive_order order = {.n = EACH * ranks, .unknown = unknown};
  assert_int_equal(gb_archive_open(MPI_COMM_SELF, path(), &order, &archive, &error), GB_OK);
  assert_int_equal(gb_archive_integers(archive, 2, integers, &error), GB_OK);
  assert_int_equal(gb_archive_bytes(archive, sizeof text, text, &error), GB_OK);
  assert_int_equal(gb_archive_unknowns(archive, values, &error), GB_OK);
  for (int i = 0; i < EACH * ranks; i++) assert_true(values[i] == entry(i));
  assert_int_equal(gb_archive_shares(archive, 2, share, &error), GB_OK);
  assert_true(share[0] == ranks * (ranks + 1) / 2);
  // what comes next is something else than asked for
  assert_int_equal(gb_archive_integers(archive, 1, integers, &error), GB_FILE);
  gb_archive_destroy(&archive);
  free(unknown);
  free(values);
}

static int open_status(void) {
  gb_error error = {0};
  gb_archive *archive;
  int64_t unknown[EACH];
  const gb_archive_order order = order_of(unknown, false);
  const int status = gb_archive_open(MPI_COMM_WORLD, path(), &order, &archive, &error);
  gb_archive_destroy(&archive);
  return status;
}

static void replace_file(long size, const char *bytes) {
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    FILE *file = fopen(path(), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, (size_t)size, file), size);
    fclose(file);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

static void damaged_files_are_refused(void **state) {
  (void)state;
  static char bytes[4096];
  FILE *file = fopen(path(), "rb");
  const long size = (long)fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  assert_true(size > 200 && size < (long)sizeof bytes);
  for (long cut = 0; cut < size; cut += 8) {
    replace_file(cut, bytes);
    assert_int_equal(open_status(), GB_FILE);
  }
  for (long changed = 0; changed < size; changed += 3) {
    bytes[changed] ^= 16;
    replace_file(size, bytes);
    assert_int_equal(open_status(), GB_FILE);
    bytes[changed] ^= 16;
  }
  replace_file(size, bytes);
  assert_int_equal(open_status(), GB_OK);
}

/// How often a file lost its name since the watch began.
static int losses(int watch, const char *file) {
  _Alignas(struct inotify_event) char bytes[65536];
  const char *name = strrchr(file, '/') + 1;
  int count = 0;
  const ssize_t size = read(watch, bytes, sizeof bytes);
  for (ssize_t i = 0; i < size;) {
    const struct inotify_event *event = (const struct inotify_event *)(bytes + i);
    if (event->len > 0 && strcmp(event->name, name) == 0) count++;
    i += (ssize_t)(sizeof *event + event->len);
  }
  return count;
}

/// The system tells of each name that is taken from a file: the newest is only ever replaced.
static void there_is_a_file_at_every_moment(void **state) {
  (void)state;
  const int watch = inotify_init1(IN_NONBLOCK);
  assert_true(watch >= 0);
  assert_true(inotify_add_watch(watch, "/tmp", IN_MOVED_FROM | IN_DELETE) >= 0);
  for (int i = 0; i < 3; i++) write_file(0.3 + i);
  MPI_Barrier(MPI_COMM_WORLD);
  assert_int_equal(losses(watch, path()), 0);
  close(watch);
}

/// Where the newest cannot be read, the message names the one before, if there is one.
static void the_file_before_is_named(void **state) {
  (void)state;
  char old[80], name[70];
  gb_error error = {0};
  gb_archive *archive;
  int64_t unknown[EACH];
  const gb_archive_order order = order_of(unknown, false);
  snprintf(name, sizeof name, "%s.gone", path());
  snprintf(old, sizeof old, "%s.old", name);
  assert_int_equal(gb_archive_open(MPI_COMM_WORLD, name, &order, &archive, &error), GB_FILE);
  assert_non_null(strstr(error.message, "No such file"));
  assert_null(strstr(error.message, ".old"));
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) assert_int_equal(symlink(path(), old), 0);
  error = (gb_error){0};
  assert_int_equal(gb_archive_open(MPI_COMM_WORLD, name, &order, &archive, &error), GB_FILE);
  assert_non_null(strstr(error.message, old));
  if (rank == 0) assert_int_equal(mkfifo(name, 0600), 0);
  error = (gb_error){0};
  assert_int_equal(gb_archive_open(MPI_COMM_WORLD, name, &order, &archive, &error), GB_FILE);
  assert_non_null(strstr(error.message, "is no file"));
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) remove(old);
  if (rank == 0) remove(name);
}

static void the_file_before_is_kept(void **state) {
  (void)state;
  char old[80], temporary[80];
  snprintf(old, sizeof old, "%s.old", path());
  snprintf(temporary, sizeof temporary, "%s.tmp", path());
  write_file(0.2);
  MPI_Barrier(MPI_COMM_WORLD);
  assert_int_equal(access(old, R_OK), 0);
  assert_int_equal(access(temporary, F_OK), -1);
  assert_int_equal(open_status(), GB_OK);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) remove(old);
  if (rank == 0) remove(path());
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_come_back),
      cmocka_unit_test(fewer_ranks_get_the_sum),
      cmocka_unit_test(damaged_files_are_refused),
      cmocka_unit_test(there_is_a_file_at_every_moment),
      cmocka_unit_test(the_file_before_is_named),
      cmocka_unit_test(the_file_before_is_kept),
  };
  const int failures = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failures;
}
