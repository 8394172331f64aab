/// Claims: a list of errors has the lines of each file in their order, each with its code, at most
/// GB_ERROR_LINES of them, and counts those behind; long messages neither overflow nor vanish. Each
/// code has a word of its own, a status, a meaning and help; a status alone is a code too.
// ranks: 1
#include "base/error.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void add(gb_error *list, int code, const char *file, int line, const char *text) {
  gb_error one = {0};
  assert_int_equal(gb_fail(&one, code, "%s:%d: %s", file, line, text), gb_status_of(code));
  gb_error_move(list, &one);
  assert_int_equal(one.status, GB_OK);
}

static void in_order(void **state) {
  gb_error list = {0}, one = {0};
  (void)state;
  add(&list, GB_UNKNOWN_KEY, "b.yaml", 7, "seven");
  gb_fail(&one, GB_UNKNOWN_OPTION, "no line: %d: of a file", 3);
  gb_error_move(&list, &one);
  add(&list, GB_MODEL, "a:1:b.bdf", 12, "twelve");
  add(&list, GB_MISSING_KEY, "b.yaml", 3, "three");
  add(&list, GB_WRONG_VALUE, "b.yaml", 7, "seven again");
  add(&list, GB_WRONG_FIELD, "a:1:b.bdf", 9, "nine");
  assert_string_equal(list.message, "b.yaml:3: three\nb.yaml:7: seven\nb.yaml:7: seven again\n"
                                    "no line: 3: of a file\na:1:b.bdf:9: nine\n"
                                    "a:1:b.bdf:12: twelve");
  const int codes[] = {GB_MISSING_KEY,    GB_UNKNOWN_KEY, GB_WRONG_VALUE,
                       GB_UNKNOWN_OPTION, GB_WRONG_FIELD, GB_MODEL};
  assert_int_equal(list.lines, 6);
  for (int i = 0; i < 6; i++) assert_int_equal(list.code[i], codes[i]);
  assert_int_equal(list.status, GB_USAGE);
  assert_int_equal(list.more, 0);
}

/// The first lines of the file stay, whatever the order in which they are found.
static void at_most(void **state) {
  (void)state;
  for (int step = 1; step < 199; step += 6) {
    gb_error list = {0};
    for (int i = 0; i < 199; i++) add(&list, GB_MODEL, "x", 1 + i * step % 199, "y");
    assert_int_equal(list.lines, GB_ERROR_LINES);
    assert_int_equal(list.more, 199 - GB_ERROR_LINES);
    const char *line = list.message;
    for (int i = 0; i < GB_ERROR_LINES; i++, line = strchr(line, '\n') + 1) {
      assert_int_equal(atoi(line + 2), i + 1);
      if (i + 1 == GB_ERROR_LINES) break;
    }
  }
}

static void long_messages(void **state) {
  char text[20000];
  (void)state;
  for (size_t length = 10; length < sizeof text; length = length * 5 / 4) {
    gb_error list = {0};
    memset(text, 'z', length);
    text[length] = 0;
    for (int i = 90; i > 0; i--) add(&list, GB_MODEL, "x", i, text);
    assert_true(list.lines > 0);
    assert_int_equal(list.lines + list.more, 90);
    assert_true(strlen(list.message) < sizeof list.message);
    int lines = 1;
    for (const char *c = list.message; *c; c++) lines += *c == '\n';
    assert_int_equal(lines, list.lines);
    assert_memory_equal(list.message, "x:1: z", 6);
  }
}

static void codes(void **state) {
  int count = 0;
  (void)state;
  for (const gb_code_text *a = gb_code_list; a->word; a++, count++) {
    assert_true(a->status > 1 && *a->meaning && *a->help && strlen(a->word) < 24);
    assert_int_equal(strspn(a->word, "abcdefghijklmnopqrstuvwxyz-"), strlen(a->word));
    for (const gb_code_text *b = gb_code_list; b < a; b++)
      assert_string_not_equal(a->word, b->word);
  }
  assert_true(count > 60);
  assert_string_equal(gb_code_word(GB_MODEL), "model");
  assert_string_equal(gb_code_word(GB_UNKNOWN_KEY), "unknown-key");
  assert_int_equal(gb_status_of(GB_NO_CONVERGENCE), GB_DIVERGED);
  gb_error none = {0}, one = {0};
  assert_int_equal(gb_error_code(GB_SINGULAR, &none), GB_SINGULAR);
  gb_fail(&one, GB_MECHANISM, "it moves");
  assert_int_equal(gb_error_code(GB_SINGULAR, &one), GB_MECHANISM);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(in_order), cmocka_unit_test(at_most),
                                     cmocka_unit_test(long_messages), cmocka_unit_test(codes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
