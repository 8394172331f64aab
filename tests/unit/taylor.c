/// Claim: the first and second derivatives of expressions are their closed forms, at kinks those of
/// the side that the value is taken from.
// ranks: 1
#include "base/expression/expression.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const double at = 0.7;

static void evaluate(const char *text, double t, double out[3]) {
  static const char *const variables[] = {"t", NULL};
  gb_error error = {0};
  gb_expression *expression;
  GB_SCRATCH(arena);
  if (gb_expression_parse(text, variables, &arena, &expression, &error) != GB_OK)
    fail_msg("%s", error.message);
  gb_expression_motion(expression, (const double[1][3]){{t, 1, 0}}, out);
  double value = gb_expression_real(expression, &t);
  if (!(fabs(out[0] - value) <= 4e-16 * fabs(value)))
    fail_msg("%s gives %.17g instead of %.17g", text, out[0], value);
}

static void check_at(const char *text, double t, double first, double second) {
  double out[3], wanted[3] = {0, first, second};
  evaluate(text, t, out);
  for (int i = 1; i < 3; i++)
    if (!(fabs(out[i] - wanted[i]) <= 4e-15 * (fabs(wanted[i]) + fabs(out[0]))))
      fail_msg("derivative %d of %s at %g is %.17g instead of %.17g", i, text, t, out[i],
               wanted[i]);
}

static void check(const char *text, double first, double second) {
  check_at(text, at, first, second);
}

static void functions(void **state) {
  (void)state;
  const double t = at, s = sqrt(1 - t * t), q = 1 + t * t, h = 1 - tanh(t) * tanh(t);
  check("3", 0, 0);
  check("t", 1, 0);
  check("sin(t)", cos(t), -sin(t));
  check("cos(t)", -sin(t), -cos(t));
  check("tan(t)", 1 / (cos(t) * cos(t)), 2 * sin(t) / (cos(t) * cos(t) * cos(t)));
  check("asin(t)", 1 / s, t / (s * s * s));
  check("acos(t)", -1 / s, -t / (s * s * s));
  check("atan(t)", 1 / q, -2 * t / (q * q));
  check("sinh(t)", cosh(t), sinh(t));
  check("cosh(t)", sinh(t), cosh(t));
  check("tanh(t)", h, -2 * tanh(t) * h);
  check("exp(t)", exp(t), exp(t));
  check("log(t)", 1 / t, -1 / (t * t));
  check("sqrt(t)", 0.5 / sqrt(t), -0.25 / (t * sqrt(t)));
}

static void operations(void **state) {
  (void)state;
  const double t = at, w = 1.2;
  check("-t^2", -2 * t, -2);
  check("t + t^3 - 2*t", 3 * t * t - 1, 6 * t);
  check("sin(1.2*t)", w * cos(w * t), -w * w * sin(w * t));
  check("t*exp(t)", (1 + t) * exp(t), (2 + t) * exp(t));
  check("1/(1 + t)", -1 / ((1 + t) * (1 + t)), 2 / ((1 + t) * (1 + t) * (1 + t)));
  check("sin(t)/t", cos(t) / t - sin(t) / (t * t),
        -sin(t) / t - 2 * cos(t) / (t * t) + 2 * sin(t) / (t * t * t));
  check("exp(-t^2)", -2 * t * exp(-t * t), (4 * t * t - 2) * exp(-t * t));
  check("2^t", log(2) * pow(2, t), log(2) * log(2) * pow(2, t));
  check("t^t", pow(t, t) * (1 + log(t)), pow(t, t) * ((1 + log(t)) * (1 + log(t)) + 1 / t));
  check("t^-1.5", -1.5 * pow(t, -2.5), 3.75 * pow(t, -3.5));
}

/// Constant exponents serve bases that a logarithm would not.
static void powers(void **state) {
  (void)state;
  check_at("t^0", 0, 0, 0);
  check_at("t^1", 0, 1, 0);
  check_at("t^2", 0, 0, 2);
  check_at("t^3", 0, 0, 0);
  check_at("t^3", -2, 12, -12);
  check_at("(t - 1)^2", 1, 0, 2);
  check_at("sqrt(4) + 0*t", 0, 0, 0);
}

static void kinks(void **state) {
  (void)state;
  check_at("abs(t)*t", -2, 4, -2);
  check_at("abs(t)*t", 2, 4, 2);
  check_at("min(t^2, t)", 0.5, 1, 2);
  check_at("max(t^2, t)", 0.5, 1, 0);
  check_at("max(t^2, t)", 2, 4, 2);
  check_at("step(t)", 1, 0, 0);
  check_at("t^2*step(t - 1)", 2, 4, 2);
  check_at("ramp(t)^3", 2, 12, 12);
  check_at("ramp(t)", -1, 0, 0);
  check_at("pulse(t, 0, 1)*t", 0.5, 1, 0);
  // 3 s^2 - 2 s^3 at s = t / 2
  check_at("smooth(t, 0, 2)", 0.5, 0.5 * 6 * (0.25 - 0.0625), 0.25 * (6 - 12 * 0.25));
  check_at("smooth(t, 0, 2)", -1, 0, 0);
  check_at("smooth(t, 0, 2)", 3, 0, 0);
  check_at("smooth(t, 1, 1)", 3, 0, 0);
}

static void infinite_slopes_are_seen(void **state) {
  double out[3];
  (void)state;
  evaluate("sqrt(t)", 0, out);
  assert_false(isfinite(out[1]));
  evaluate("sqrt(t^2)", 0, out);
  assert_false(isfinite(out[2]));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(functions),
      cmocka_unit_test(operations),
      cmocka_unit_test(powers),
      cmocka_unit_test(kinks),
      cmocka_unit_test(infinite_slopes_are_seen),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
