/// Claim: every input that `make fuzz` started from or found is read or refused with a message, in
/// no time, by a program without libFuzzer.
// ranks: 1
#include "tests/fuzz/fuzz.h"

#define LLVMFuzzerTestOneInput read_case
#include "tests/fuzz/case.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput read_designs
#include "tests/fuzz/designs.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput read_expression
#include "tests/fuzz/expression.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput read_gmsh
#include "tests/fuzz/gmsh.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput read_hdf5
#include "tests/fuzz/hdf5.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput read_inp
#include "tests/fuzz/inp.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput read_nastran
#include "tests/fuzz/nastran.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput read_restart
#include "tests/fuzz/restart.c"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

enum { LARGEST = 1 << 20 };

typedef int reader(const uint8_t *data, size_t size);

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void read_one(reader *read, const char *path) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  uint8_t *bytes = malloc(LARGEST);
  assert_non_null(bytes);
  const size_t size = fread(bytes, 1, LARGEST, file);
  fclose(file);
  uint8_t *exact = malloc(size + 1); // so that the sanitizers see a step beyond the end
  assert_non_null(exact);
  memcpy(exact, bytes, size);
  free(bytes);
  const double start = seconds();
  read(exact, size);
  if (seconds() - start > 20) fail_msg("%s takes %.0f s", path, seconds() - start);
  free(exact);
}

static void read_all(reader *read, const char *name) {
  char folder[100], path[600];
  int count = 0;
  snprintf(folder, sizeof folder, "tests/fuzz/corpus/%s", name);
  DIR *entries = opendir(folder);
  assert_non_null(entries);
  for (struct dirent *entry = readdir(entries); entry; entry = readdir(entries)) {
    if (entry->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    read_one(read, path);
    count++;
  }
  closedir(entries);
  assert_true(count > 1);
}

static void cases_are_survived(void **state) {
  (void)state;
  read_all(read_case, "case");
}

static void designs_are_survived(void **state) {
  (void)state;
  read_all(read_designs, "designs");
}

static void expressions_are_survived(void **state) {
  (void)state;
  read_all(read_expression, "expression");
}

static void gmsh_files_are_survived(void **state) {
  (void)state;
  read_all(read_gmsh, "gmsh");
}

static void hdf5_files_are_survived(void **state) {
  (void)state;
  read_all(read_hdf5, "hdf5");
}

static void inp_decks_are_survived(void **state) {
  (void)state;
  read_all(read_inp, "inp");
}

static void nastran_decks_are_survived(void **state) {
  (void)state;
  read_all(read_nastran, "nastran");
}

static void restart_files_are_survived(void **state) {
  (void)state;
  read_all(read_restart, "restart");
}

int main(int argc, char *argv[]) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cases_are_survived),         cmocka_unit_test(designs_are_survived),
      cmocka_unit_test(expressions_are_survived),   cmocka_unit_test(gmsh_files_are_survived),
      cmocka_unit_test(hdf5_files_are_survived),    cmocka_unit_test(inp_decks_are_survived),
      cmocka_unit_test(nastran_decks_are_survived), cmocka_unit_test(restart_files_are_survived),
  };
  MPI_Init(&argc, &argv);
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failed;
}
