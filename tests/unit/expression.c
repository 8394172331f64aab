/// Claim: expressions evaluate to their closed forms with the usual precedence, and bad or hostile
/// text is refused with the column and what was expected, never a crash.
// ranks: 1
#include "base/expression.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const variables[] = {"t", "x", NULL};

static double value(const char *text, double t, double x) {
  gb_error error = {0};
  gb_expression *expression;
  if (gb_expression_parse(text, variables, &expression, &error) != GB_OK)
    fail_msg("%s", error.message);
  double result = gb_expression_real(expression, (double[]){t, x});
  assert_in_range(expression->depth, 1, 64);
  gb_expression_destroy(&expression);
  assert_null(expression);
  return result;
}

static void check(const char *text, double expected) {
  double found = value(text, 0.7, -1.3);
  if (!(fabs(found - expected) <= 4e-16 * fabs(expected)))
    fail_msg("%s gives %.17g instead of %.17g", text, found, expected);
}

static void precedence(void **state) {
  (void)state;
  check("1 + 2*3", 7);
  check("(1 + 2)*3", 9);
  check("7 - 4 - 2", 1);
  check("16/4/2", 2);
  check("2^3^2", 512);
  check("-2^2", -4);
  check("2^-1", 0.5);
  check("-3*-2", 6);
  check("2*-3 + +1", -5);
  check("--2", 2);
  check(" 1e3 * .5 ", 500);
  check("2*t - x", 2 * 0.7 + 1.3);
}

static void functions_and_constants(void **state) {
  (void)state;
  const double t = 0.7, x = -1.3;
  check("1e3*sin(50*t)", 1e3 * sin(50 * t));
  check("cos(t)+tan(t)", cos(t) + tan(t));
  check("asin(t)", asin(t));
  check("acos(t)", acos(t));
  check("atan(x)", atan(x));
  check("sinh(t)", sinh(t));
  check("cosh(t)", cosh(t));
  check("tanh(x)", tanh(x));
  check("exp(x)*log(t)", exp(x) * log(t));
  check("sqrt(t)", sqrt(t));
  check("abs(x)", 1.3);
  check("min(t, x) + 10*max(t, x)", x + 10 * t);
  check("pi + e", 3.14159265358979323846 + 2.71828182845904523536);
}

static void switches(void **state) {
  (void)state;
  const double h = 1e-9;
  assert_true(value("step(t)", -h, 0) == 0 && value("step(t)", 0, 0) == 1);
  assert_true(value("ramp(t)", -2, 0) == 0 && value("ramp(t)", 3, 0) == 3);
  assert_true(value("pulse(t,1,2)", 1 - h, 0) == 0 && value("pulse(t,1,2)", 1, 0) == 1);
  assert_true(value("pulse(t,1,2)", 2 - h, 0) == 1 && value("pulse(t,1,2)", 2, 0) == 0);
  assert_true(value("smooth(t,1,3)", 0, 0) == 0 && value("smooth(t,1,3)", 4, 0) == 1);
  assert_true(value("smooth(t,1,3)", 2, 0) == 0.5 && value("smooth(t,1,3)", 1.5, 0) == 0.15625);
  assert_true(value("smooth(t,1,1)", 0.5, 0) == 0 && value("smooth(t,1,1)", 1, 0) == 1);
}

static void constants(void **state) {
  (void)state;
  gb_error error = {0};
  gb_expression *expression;
  assert_int_equal(gb_expression_constant(2.5, &expression, &error), GB_OK);
  assert_true(gb_expression_is_constant(expression));
  assert_true(gb_expression_real(expression, NULL) == 2.5);
  gb_expression_destroy(&expression);
  gb_expression_destroy(&expression);
  assert_int_equal(gb_expression_parse("2*pi^2", variables, &expression, &error), GB_OK);
  assert_true(gb_expression_is_constant(expression));
  gb_expression_destroy(&expression);
  assert_int_equal(gb_expression_parse("0*t", variables, &expression, &error), GB_OK);
  assert_false(gb_expression_is_constant(expression));
  gb_expression_destroy(&expression);
}

static void refuse(const char *text, int column, const char *words) {
  gb_error error = {0};
  gb_expression *expression;
  char place[40];
  snprintf(place, sizeof place, "column %d:", column);
  assert_int_equal(gb_expression_parse(text, variables, &expression, &error), GB_USAGE);
  assert_null(expression);
  if (!strstr(error.message, place) || !strstr(error.message, words))
    fail_msg("no \"%s\" and \"%s\" in: %s", place, words, error.message);
}

static void errors_tell_column_and_expectation(void **state) {
  (void)state;
  refuse("", 1, "unexpected end");
  refuse("0.8*", 5, "a number, a name or");
  refuse("0.8*q", 5, "unknown name \"q\"; expected one of t x sin cos");
  refuse("sin t", 5, "\"(\" after the function's name");
  refuse("sin(t", 6, "\")\" after the last argument");
  refuse("sin(t, 1)", 6, "\")\" after the last argument");
  refuse("min(t)", 6, "a second argument");
  refuse("pulse(t, 1)", 11, "three arguments in all");
  refuse("(1 + 2", 7, "an operator or \")\"");
  refuse("1 + 2)", 6, "an operator or the end");
  refuse("50t", 3, "unexpected \"t\"");
  refuse("2**3", 3, "unexpected \"*\"");
  refuse("t < 1", 3, "unexpected \"<\"");
  refuse("1e999", 1, "number out of range");
  refuse(".", 1, "unexpected \".\"");
  refuse("t + \xC2\xB5", 5, "unexpected \"\xC2\xB5\"");
}

static char *repeat(const char *piece, int count) {
  size_t length = strlen(piece);
  char *text = calloc((size_t)count * length + 8, 1);
  for (int i = 0; i < count; i++) memcpy(text + (size_t)i * length, piece, length);
  return text;
}

static void hostile_text_is_refused(void **state) {
  (void)state;
  static const char *const pieces[] = {"(", "-", "2^", "sin(", "1+(", "max(1,", "smooth(1,1,"};
  for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
    char *text = repeat(pieces[i], 100000);
    strcat(text, "1");
    gb_error error = {0};
    gb_expression *expression;
    assert_int_equal(gb_expression_parse(text, variables, &expression, &error), GB_USAGE);
    assert_non_null(strstr(error.message, "at most 64"));
    free(text);
  }
  char *text = repeat("1+", 100000); // long is not deep
  strcat(text, "1");
  assert_true(value(text, 0, 0) == 100001);
  free(text);
}

/// Random strings of the grammar's own pieces: parsed or refused, and evaluated, without a crash.
static void random_text(void **state) {
  (void)state;
  static const char *const pieces[] = {"(",    ")",    "+",  "-",      "*",       "/", "^", ",",
                                       "1",    ".5",   "t",  "x",      "sin(",    "e", " ", "2e",
                                       "min(", "abs(", "pi", "pulse(", "smooth(", "$"};
  unsigned seed = 1;
  int parsed = 0;
  for (int trial = 0; trial < 20000; trial++) {
    char text[200] = "";
    for (int i = 0, count = 1 + trial % 12; i < count; i++) {
      seed = seed * 1664525u + 1013904223u;
      strcat(text, pieces[(seed >> 16) % (sizeof pieces / sizeof *pieces)]);
    }
    gb_error error = {0};
    gb_expression *expression;
    if (gb_expression_parse(text, variables, &expression, &error) == GB_OK) {
      (void)gb_expression_real(expression, (double[]){1, 2});
      parsed++;
    }
    gb_expression_destroy(&expression);
  }
  assert_in_range(parsed, 500, 19000);
}

int main(int argc, char *argv[]) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(precedence),
      cmocka_unit_test(functions_and_constants),
      cmocka_unit_test(switches),
      cmocka_unit_test(constants),
      cmocka_unit_test(errors_tell_column_and_expectation),
      cmocka_unit_test(hostile_text_is_refused),
      cmocka_unit_test(random_text),
  };
  MPI_Init(&argc, &argv);
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  MPI_Finalize();
  return failed;
}
