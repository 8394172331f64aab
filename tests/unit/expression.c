/// Claim: expressions evaluate to their closed forms with the usual precedence, in real and in
/// complex numbers, and their slopes are those in closed form to round-off; bad or hostile text is
/// refused with the column and what was expected, never a crash.
// ranks: 1
#include "base/expression/expression.h"

#include <complex.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const variables[] = {"t", "x", NULL};
static gb_arena arena; ///< of all expressions

static double value(const char *text, double t, double x) {
  gb_error error = {0};
  gb_expression *expression;
  if (gb_expression_parse(text, variables, &arena, &expression, &error) != GB_OK)
    fail_msg("%s", error.message);
  double result = gb_expression_real(expression, (double[]){t, x});
  assert_in_range(expression->depth, 1, 64);
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

static double slope(const char *text, double t, double x);

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
  assert_true(value("t < 1", 1, 0) == 0 && value("t <= 1", 1, 0) == 1);
  assert_true(value("t > 1", 1, 0) == 0 && value("t >= 1", 1, 0) == 1);
  assert_true(value("if(t < x, 5, 1/t)", 0, 1) == 5 && value("if(t < x, 5, 2*t)", 2, 1) == 4);
  assert_true(value("2*(1 + t > 3) + 1", 3, 0) == 3 && value("1 + 1 < 3 - t", 0, 0) == 1);
  assert_true(slope("if(x > 1, 3*x, x^2)", 0, 2) == 3 && slope("if(x > 1, 3*x, x^2)", 0, 1) == 2);
}

static double slope(const char *text, double t, double x) {
  gb_error error = {0};
  gb_expression *expression;
  if (gb_expression_parse(text, variables, &arena, &expression, &error) != GB_OK)
    fail_msg("%s", error.message);
  double _Complex at[2] = {t, x};
  double result = gb_expression_slope(expression, at, 1), plain[2] = {t, x};
  double _Complex forward, by[2];
  gb_expression_slopes(expression, at, &forward, by);
  if (isfinite(result) && !(cabs(by[1] - result) <= 1e-12 * (1 + fabs(result))))
    fail_msg("d %s = %.17g forward, %.17g by complex step", text, creal(by[1]), result);
  assert_true(at[0] == t && at[1] == x);
  double real = gb_expression_real(expression, plain);
  double _Complex same = gb_expression_complex(expression, at);
  if (!(cabs(same - real) <= 1e-15 * (1 + fabs(real))))
    fail_msg("%s at %g gives %.17g, in complex numbers %.17g", text, x, real, creal(same));
  return result;
}

/// Every operation and function of the grammar, with its derivative in the same grammar.
static const struct {
  const char *text, *derivative;
  double from, to;
} slopes[] = {
    {"-x", "-1", -3, 3},
    {"t + x - 3*x", "-2", -3, 3},
    {"x*x*t", "2*x*t", -3, 3},
    {"t/x", "-t/x^2", 0.3, 3},
    {"x/(1 + x^2)", "(1 - x^2)/(1 + x^2)^2", -3, 3},
    {"x^2", "2*x", -3, 3},
    {"x^3 - x^7", "3*x^2 - 7*x^6", -2, 2},
    {"x^-3", "-3*x^-4", -2, -0.4},
    {"x^2.5", "2.5*x^1.5", 0.1, 4},
    {"x^0", "0", -3, 3},
    {"2^x", "log(2)*2^x", -3, 3},
    {"x^x", "x^x*(1 + log(x))", 0.1, 3},
    {"sin(x)", "cos(x)", -3, 3},
    {"cos(x)", "-sin(x)", -3, 3},
    {"tan(x)", "1 + tan(x)^2", -1.5, 1.5},
    {"asin(x)", "1/sqrt(1 - x^2)", -0.9, 0.9},
    {"acos(x)", "-1/sqrt(1 - x^2)", -0.9, 0.9},
    {"atan(x)", "1/(1 + x^2)", -9, 9},
    {"sinh(x)", "cosh(x)", -4, 4},
    {"cosh(x)", "sinh(x)", -4, 4},
    {"tanh(x)", "1/cosh(x)^2", -4, 4},
    {"exp(x)", "exp(x)", -4, 4},
    {"log(x)", "1/x", 0.01, 9},
    {"sqrt(x)", "1/(2*sqrt(x))", 0.01, 9},
    {"abs(x)", "2*step(x) - 1", -3, 3},
    {"min(x, x^2)", "1 + (2*x - 1)*pulse(x, 0, 1)", -3, 3},
    {"max(x, x^2)", "2*x + (1 - 2*x)*pulse(x, 0, 1)", -3, 3},
    {"step(x)*x", "step(x)", -3, 3},
    {"ramp(x)^2", "2*ramp(x)", -3, 3},
    {"pulse(x, -1, 1)*x", "pulse(x, -1, 1)", -3, 3},
    {"smooth(x, -1, 2)", "6*(x + 1)*(2 - x)/27*pulse(x, -1, 2)", -3, 3},
    {"sqrt((x - t)^2 + pi)", "(x - t)/sqrt((x - t)^2 + pi)", -3, 3},
};

static void slopes_are_those_in_closed_form(void **state) {
  (void)state;
  const double t = 0.7;
  for (size_t i = 0; i < sizeof slopes / sizeof *slopes; i++)
    for (int k = 0; k < 50; k++) {
      double x = slopes[i].from + (slopes[i].to - slopes[i].from) * (k + 0.437) / 50;
      double found = slope(slopes[i].text, t, x), expected = value(slopes[i].derivative, t, x);
      if (!(fabs(found - expected) <= 4e-15 * (1 + fabs(expected))))
        fail_msg("d %s at %g is %.17g instead of %.17g", slopes[i].text, x, found, expected);
    }
}

/// Small steps find the derivative where values are small, too; roots and powers at zero, from
/// where a model at rest starts, have the slope of their first order.
static void slopes_at_the_edge(void **state) {
  (void)state;
  assert_true(slope("sqrt(x^2)", 0, 0) == 0 && slope("sqrt(t^2 + x^2)", 0, 0) == 0);
  assert_true(slope("x^1.5", 0, 0) == 0 && slope("x^2", 0, 0) == 0 && slope("x^1", 0, 0) == 1);
  assert_true(isinf(slope("sqrt(x)", 0, 0)) && isinf(slope("x^0.5", 0, 0)));
  assert_true(isinf(slope("asin(x)", 0, 1)) && isinf(slope("acos(x)", 0, -1)));
  assert_true(fabs(slope("x^2", 0, 1e-90) - 2e-90) <= 1e-105);
  assert_true(fabs(slope("1e-60*sin(x)", 0, 0) - 1e-60) <= 1e-75);
}

/// Identities that hold for analytic functions alone, at a complex place; none where the real
/// function has no value.
static void complex_values_are_analytic(void **state) {
  (void)state;
  static const char *const zero[] = {"sin(x)^2 + cos(x)^2 - 1",
                                     "tan(x) - sin(x)/cos(x)",
                                     "sin(asin(x)) - x",
                                     "cos(acos(x)) - x",
                                     "tan(atan(x)) - x",
                                     "cosh(x)^2 - sinh(x)^2 - 1",
                                     "tanh(x) - sinh(x)/cosh(x)",
                                     "exp(log(x)) - x",
                                     "sqrt(x)^2 - x",
                                     "x^3 - x*x*x",
                                     "x^-2*x^2 - 1",
                                     "(-x)^3 + x^3",
                                     "x^0.5 - sqrt(x)",
                                     "2^x - exp(x*log(2))",
                                     "x^x - exp(x*log(x))",
                                     "abs(-x) - x",
                                     "min(x, 1) - x",
                                     "max(x, -1) - x",
                                     "ramp(x) - x",
                                     "smooth(x, 0, 2) - (3*(x/2)^2 - 2*(x/2)^3)",
                                     "step(x) - 1",
                                     "pulse(x, 0, 1) - 1"};
  static const char *const none[] = {"log(-x)", "sqrt(-x)", "(-x)^0.5", "asin(x + 1)",
                                     "acos(x - 2)"};
  const double _Complex at[] = {0.7, 0.4 + 0.3 * I};
  gb_error error = {0};
  gb_expression *expression;
  for (size_t i = 0; i < sizeof zero / sizeof *zero; i++) {
    assert_int_equal(gb_expression_parse(zero[i], variables, &arena, &expression, &error), GB_OK);
    if (!(cabs(gb_expression_complex(expression, at)) <= 1e-15)) fail_msg("%s is not 0", zero[i]);
  }
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
    assert_int_equal(gb_expression_parse(none[i], variables, &arena, &expression, &error), GB_OK);
    assert_true(isnan(creal(gb_expression_complex(expression, at))));
    assert_true(isnan(gb_expression_real(expression, (double[]){0.7, 0.4})));
  }
}

static void names_with_dots(void **state) {
  (void)state;
  static const char *const dotted[] = {"t", "tip.x", "root.x", "_a.b1.ux", NULL};
  const int number[] = {0, 2, 1, 3};
  const double at[] = {10, 1, 2, 3};
  gb_error error = {0};
  gb_expression *expression;
  assert_int_equal(
      gb_expression_parse("t*tip.x-root.x/_a.b1.ux", dotted, &arena, &expression, &error), 0);
  assert_true(gb_expression_real(expression, at) == 10 - 2.0 / 3);
  assert_true(gb_expression_uses(expression, 1) && gb_expression_uses(expression, 3));
  gb_expression_renumber(expression, number);
  assert_true(gb_expression_real(expression, at) == 20 - 1.0 / 3);
  assert_int_equal(gb_expression_parse("2*t.", dotted, &arena, &expression, &error), GB_USAGE);
  gb_error unknown = {0};
  assert_int_equal(gb_expression_parse("1 + tpi.x", dotted, &arena, &expression, &unknown),
                   GB_USAGE);
  assert_non_null(strstr(unknown.message, "unknown name \"tpi.x\""));
  assert_non_null(strstr(unknown.message, "nearest: tip.x"));
}

static void constants(void **state) {
  (void)state;
  gb_error error = {0};
  gb_expression *expression;
  assert_int_equal(gb_expression_constant(2.5, &arena, &expression, &error), GB_OK);
  assert_true(gb_expression_is_constant(expression));
  assert_true(gb_expression_real(expression, NULL) == 2.5);
  assert_int_equal(gb_expression_parse("2*pi^2", variables, &arena, &expression, &error), GB_OK);
  assert_true(gb_expression_is_constant(expression));
  assert_int_equal(gb_expression_parse("0*t", variables, &arena, &expression, &error), GB_OK);
  assert_false(gb_expression_is_constant(expression));
}

static void refuse(const char *text, int column, const char *words) {
  gb_error error = {0};
  gb_expression *expression;
  char place[40];
  snprintf(place, sizeof place, "column %d:", column);
  assert_int_equal(gb_expression_parse(text, variables, &arena, &expression, &error), GB_USAGE);
  assert_null(expression);
  if (!strstr(error.message, place) || !strstr(error.message, words))
    fail_msg("no \"%s\" and \"%s\" in: %s", place, words, error.message);
}

static void errors_tell_column_and_expectation(void **state) {
  (void)state;
  refuse("", 1, "unexpected end");
  refuse("0.8*", 5, "a number, a name or");
  refuse("0.8*q", 5, "unknown name \"q\"; expected one of t x sin cos");
  refuse("sni(t)", 1, "nearest: sin");
  refuse("sin t", 5, "\"(\" after the function's name");
  refuse("sin(t", 6, "\")\" after the last argument");
  refuse("sin(t, 1)", 6, "\")\" after the last argument");
  refuse("min(t)", 6, "a second argument");
  refuse("pulse(t, 1)", 11, "three arguments in all");
  refuse("(1 + 2", 7, "an operator or \")\"");
  refuse("1 + 2)", 6, "an operator or the end");
  refuse("50t", 3, "unexpected \"t\"");
  refuse("2**3", 3, "unexpected \"*\"");
  refuse("t < 1 < 2", 7, "unexpected \"<\"");
  refuse("t = 1", 3, "unexpected \"=\"");
  refuse("if(t < 1, 2)", 12, "three arguments in all");
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
    assert_int_equal(gb_expression_parse(text, variables, &arena, &expression, &error), GB_USAGE);
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
    if (gb_expression_parse(text, variables, &arena, &expression, &error) == GB_OK) {
      (void)gb_expression_real(expression, (double[]){1, 2});
      parsed++;
    }
  }
  assert_in_range(parsed, 500, 19000);
}

int main(int argc, char *argv[]) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(precedence),
      cmocka_unit_test(functions_and_constants),
      cmocka_unit_test(switches),
      cmocka_unit_test(slopes_are_those_in_closed_form),
      cmocka_unit_test(slopes_at_the_edge),
      cmocka_unit_test(complex_values_are_analytic),
      cmocka_unit_test(names_with_dots),
      cmocka_unit_test(constants),
      cmocka_unit_test(errors_tell_column_and_expectation),
      cmocka_unit_test(hostile_text_is_refused),
      cmocka_unit_test(random_text),
  };
  MPI_Init(&argc, &argv);
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  gb_arena_free(&arena);
  MPI_Finalize();
  return failed;
}
