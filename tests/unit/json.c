// What is written is JSON (RFC 8259): numbers come back bit for bit, NaN and infinities are null,
// any text is escaped to valid UTF-8; and a file appears under its name only when it is complete.
// ranks: 1
#include "output/json.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char directory[200], file[256], temporary[300], text[1 << 16];

static gb_json *begin(void) {
  gb_json *json;
  gb_error error = {0};
  if (gb_json_create(file, &json, &error) != GB_OK) fail_msg("%s", error.message);
  return json;
}

/// Complete the file and read it back.
static void finish(gb_json *json) {
  gb_error error = {0};
  if (gb_json_finish(&json, &error) != GB_OK) fail_msg("%s", error.message);
  assert_null(json);
  assert_int_not_equal(access(temporary, F_OK), 0);
  FILE *stream = fopen(file, "r");
  assert_non_null(stream);
  text[fread(text, 1, sizeof text - 1, stream)] = '\0';
  fclose(stream);
}

static void objects_and_arrays_nest(void **state) {
  (void)state;
  gb_json *json = begin();
  gb_json_open_object(json, NULL);
  gb_json_text(json, "name", "plate");
  gb_json_open_array(json, "list");
  gb_json_integer(json, NULL, -9223372036854775807LL);
  gb_json_open_object(json, NULL);
  gb_json_close(json);
  gb_json_numbers(json, NULL, 3, (double[]){1, 0.5, -2e300});
  gb_json_close(json);
  gb_json_numbers(json, "none", 0, NULL);
  gb_json_close(json);
  finish(json);
  assert_string_equal(text, "{\n"
                            "  \"name\": \"plate\",\n"
                            "  \"list\": [\n"
                            "    -9223372036854775807,\n"
                            "    {},\n"
                            "    [1, 0.5, -2.0000000000000001e+300]\n"
                            "  ],\n"
                            "  \"none\": []\n"
                            "}\n");
}

static void numbers_come_back_bit_for_bit(void **state) {
  (void)state;
  const double values[] = {0.1, 1.0 / 3, -0.0, DBL_MIN, DBL_MAX, 5e-324, 4 * atan(1), 1e22};
  int count = sizeof values / sizeof *values;
  gb_json *json = begin();
  gb_json_numbers(json, NULL, count, values);
  finish(json);
  char *next = text + 1;
  for (int i = 0; i < count; i++, next += 2) {
    double value = strtod(next, &next);
    assert_memory_equal(&value, &values[i], sizeof value);
  }
}

static void what_is_no_number_is_null(void **state) {
  (void)state;
  gb_json *json = begin();
  gb_json_numbers(json, NULL, 3, (double[]){NAN, -INFINITY, INFINITY});
  finish(json);
  assert_string_equal(text, "[null, null, null]\n");
  json = begin();
  gb_json_open_object(json, NULL);
  gb_json_number(json, "a", NAN);
  gb_json_close(json);
  finish(json);
  assert_string_equal(text, "{\n  \"a\": null\n}\n");
}

static void texts_are_escaped(void **state) {
  (void)state;
  gb_json *json = begin();
  gb_json_open_object(json, NULL);
  gb_json_text(json, "a \"b\"\\", "line\n\ttab\x01");
  gb_json_text(json, "keep", "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x9a\x80");
  // A lone continuation byte, an overlong slash, half a surrogate pair, a cut character.
  gb_json_text(json, "spoilt", "\x80|\xc0\xaf|\xed\xa0\x80|\xe2\x82");
  gb_json_close(json);
  finish(json);
  assert_string_equal(text, "{\n"
                            "  \"a \\\"b\\\"\\\\\": \"line\\u000a\\u0009tab\\u0001\",\n"
                            "  \"keep\": \"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x9a\x80\",\n"
                            "  \"spoilt\": \"\\ufffd|\\ufffd\\ufffd|\\ufffd\\ufffd\\ufffd|"
                            "\\ufffd\\ufffd\"\n"
                            "}\n");
}

static void an_unfinished_file_leaves_nothing(void **state) {
  (void)state;
  remove(file);
  gb_json *json = begin();
  gb_json_open_object(json, NULL);
  gb_json_destroy(&json);
  assert_null(json);
  assert_int_not_equal(access(temporary, F_OK), 0);
  assert_int_not_equal(access(file, F_OK), 0);
  gb_json_destroy(&json);
}

static void open_ends_are_errors(void **state) {
  (void)state;
  for (int wrong = 0; wrong < 3; wrong++) {
    gb_error error = {0};
    gb_json *json = begin();
    for (int k = 0; k < (wrong == 2 ? 100 : 1); k++) gb_json_open_array(json, NULL);
    for (int k = 0; wrong > 0 && k < (wrong == 2 ? 100 : 2); k++) gb_json_close(json);
    assert_int_equal(gb_json_finish(&json, &error), GB_FILE);
    assert_non_null(strstr(error.message, "do not close"));
    assert_int_not_equal(access(temporary, F_OK), 0);
  }
}

static void disk_errors_are_errors(void **state) {
  (void)state;
  gb_json *json;
  gb_error error = {0};
  assert_int_equal(gb_json_create("/nowhere/a.json", &json, &error), GB_FILE);
  assert_null(json);
  assert_string_equal(error.message, "cannot write /nowhere/a.json.tmp: No such file or directory");
  // A limit on the size of files stands in for a full disk.
  struct rlimit limit, before;
  getrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, SIG_IGN);
  json = begin();
  for (int i = 0; i < 100; i++) gb_json_number(json, NULL, i);
  limit = before;
  limit.rlim_cur = 100;
  setrlimit(RLIMIT_FSIZE, &limit);
  error = (gb_error){0};
  assert_int_equal(gb_json_finish(&json, &error), GB_FILE);
  setrlimit(RLIMIT_FSIZE, &before);
  assert_non_null(strstr(error.message, "File too large"));
  assert_int_not_equal(access(temporary, F_OK), 0);
}

static void refuse(const char *name, const char *kind) {
  gb_json *json;
  gb_error error = {0};
  assert_int_equal(gb_json_create(file, &json, &error), GB_FILE);
  assert_null(json);
  assert_non_null(strstr(error.message, name));
  assert_non_null(strstr(error.message, kind));
  assert_int_equal(remove(name), 0);
}

/// Neither the file nor the temporary one is written through a link, or replaces what is no file; a
/// file that a run left behind is.
static void only_files_are_replaced(void **state) {
  (void)state;
  const char *const names[] = {file, temporary};
  remove(file);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(symlink("/dev/full", names[i]), 0);
    refuse(names[i], "a symbolic link");
    assert_int_equal(mkdir(names[i], 0777), 0);
    refuse(names[i], "a folder");
    assert_int_equal(mkfifo(names[i], 0666), 0);
    refuse(names[i], "a pipe");
  }
  fclose(fopen(temporary, "w"));
  gb_error error = {0};
  gb_json *json = begin();
  gb_json_number(json, NULL, 1);
  assert_int_equal(gb_json_finish(&json, &error), GB_OK);
  assert_int_equal(access(file, R_OK), 0);
}

static int make_directory(void **state) {
  (void)state;
  const char *base = getenv("TMPDIR");
  snprintf(directory, sizeof directory, "%s/gimbal-json-XXXXXX", base ? base : "/tmp");
  if (!mkdtemp(directory)) return -1;
  snprintf(file, sizeof file, "%s/out.json", directory);
  snprintf(temporary, sizeof temporary, "%s.tmp", file);
  return 0;
}

static int remove_directory(void **state) {
  (void)state;
  remove(file);
  return rmdir(directory);
}

int main(int count, char **argument) {
  MPI_Init(&count, &argument);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(objects_and_arrays_nest),
      cmocka_unit_test(numbers_come_back_bit_for_bit),
      cmocka_unit_test(what_is_no_number_is_null),
      cmocka_unit_test(texts_are_escaped),
      cmocka_unit_test(an_unfinished_file_leaves_nothing),
      cmocka_unit_test(open_ends_are_errors),
      cmocka_unit_test(disk_errors_are_errors),
      cmocka_unit_test(only_files_are_replaced),
  };
  int failed = cmocka_run_group_tests(tests, make_directory, remove_directory);
  MPI_Finalize();
  return failed;
}
