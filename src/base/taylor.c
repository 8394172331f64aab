/// Expressions with their first and second derivative: the postfix code on numbers (u, u', u''), by
/// the rules of products and chains. Source: Griewank & Walther, "Evaluating Derivatives", ch. 13.
#include "base/expression.h"

#include "base/expression_code.h"

#include <math.h>
#include <string.h>

typedef struct taylor {
  double value, first, second;
} taylor;

/// f(u) from f, f', f'' at u's value. A factor that is zero silences the other, as in t^1 at 0.
static taylor chain(taylor u, double f, double slope, double curvature) {
  taylor result = {.value = f};
  if (u.first != 0) {
    result.first = slope * u.first;
    result.second = curvature * u.first * u.first;
  }
  if (u.second != 0) result.second += slope * u.second;
  return result;
}

static taylor add(taylor u, taylor v, double sign) {
  return (taylor){u.value + sign * v.value, u.first + sign * v.first, u.second + sign * v.second};
}

static taylor multiply(taylor u, taylor v) {
  return (taylor){u.value * v.value, u.first * v.value + u.value * v.first,
                  u.second * v.value + 2 * u.first * v.first + u.value * v.second};
}

/// u / v by q v = u.
static taylor divide(taylor u, taylor v) {
  taylor q = {.value = u.value / v.value};
  q.first = (u.first - q.value * v.first) / v.value;
  q.second = (u.second - 2 * q.first * v.first - q.value * v.second) / v.value;
  return q;
}

/// c x^p without the 0 times infinity of c = 0.
static double scaled_power(double c, double x, double p) {
  return c == 0 ? 0 : c * pow(x, p);
}

/// u^v; with a constant exponent, bases may be negative or zero.
static taylor power(taylor u, taylor v) {
  double f = pow(u.value, v.value), p = v.value;
  if (v.first == 0 && v.second == 0)
    return chain(u, f, scaled_power(p, u.value, p - 1), scaled_power(p * (p - 1), u.value, p - 2));
  taylor logarithm = chain(u, log(u.value), 1 / u.value, -1 / (u.value * u.value));
  return chain(multiply(v, logarithm), f, f, f);
}

/// The cubic from 0 at start to 1 at end; both ends may move with t.
static taylor smooth(taylor t, taylor start, taylor end) {
  const taylor none = {0}, one = {.value = 1}, three = {.value = 3};
  if (end.value <= start.value) return t.value >= start.value ? one : none;
  taylor s = divide(add(t, start, -1), add(end, start, -1));
  if (s.value <= 0) return none;
  if (s.value >= 1) return one;
  return multiply(multiply(s, s), add(three, add(s, s, 1), -1));
}

static taylor tangent(taylor u) {
  double f = tan(u.value), slope = 1 + f * f;
  return chain(u, f, slope, 2 * f * slope);
}

static taylor hyperbolic_tangent(taylor u) {
  double f = tanh(u.value), slope = 1 - f * f;
  return chain(u, f, slope, -2 * f * slope);
}

static taylor arc_sine(taylor u, double sign, double f) {
  double x = u.value, root = sqrt(1 - x * x);
  return chain(u, f, sign / root, sign * x / (root * root * root));
}

static taylor arc_tangent(taylor u) {
  double slope = 1 / (1 + u.value * u.value);
  return chain(u, atan(u.value), slope, -2 * u.value * slope * slope);
}

static taylor square_root(taylor u) {
  double f = sqrt(u.value);
  return chain(u, f, 0.5 / f, -0.25 / (f * u.value));
}

/// Functions of one argument that are smooth where they are defined.
static taylor apply_smooth(gb_opcode code, taylor u) {
  double x = u.value;
  switch (code) {
  case SIN:
    return chain(u, sin(x), cos(x), -sin(x));
  case COS:
    return chain(u, cos(x), -sin(x), -cos(x));
  case TAN:
    return tangent(u);
  case ASIN:
    return arc_sine(u, 1, asin(x));
  case ACOS:
    return arc_sine(u, -1, acos(x));
  case ATAN:
    return arc_tangent(u);
  case SINH:
    return chain(u, sinh(x), cosh(x), sinh(x));
  case COSH:
    return chain(u, cosh(x), sinh(x), cosh(x));
  case TANH:
    return hyperbolic_tangent(u);
  case EXP:
    return chain(u, exp(x), exp(x), exp(x));
  case LOG:
    return chain(u, log(x), 1 / x, -1 / (x * x));
  default:
    return square_root(u);
  }
}

/// An operation on its operands a[0], a[1], a[2].
static taylor apply(gb_opcode code, const taylor a[]) {
  const taylor none = {0};
  switch (code) {
  case NEGATE:
    return add(none, a[0], -1);
  case ADD:
    return add(a[0], a[1], 1);
  case SUBTRACT:
    return add(a[0], a[1], -1);
  case MULTIPLY:
    return multiply(a[0], a[1]);
  case DIVIDE:
    return divide(a[0], a[1]);
  case POWER:
    return power(a[0], a[1]);
  case ABS:
    return a[0].value < 0 ? add(none, a[0], -1) : a[0];
  case MIN:
    return a[1].value < a[0].value ? a[1] : a[0];
  case MAX:
    return a[1].value > a[0].value ? a[1] : a[0];
  case STEP:
    return (taylor){.value = a[0].value >= 0};
  case RAMP:
    return a[0].value > 0 ? a[0] : none;
  case PULSE:
    return (taylor){.value = a[0].value >= a[1].value && a[0].value < a[2].value};
  case SMOOTH:
    return smooth(a[0], a[1], a[2]);
  case IF:
    return a[0].value != 0 ? a[1] : a[2];
  case LESS:
    return (taylor){.value = a[0].value < a[1].value};
  case LESS_EQUAL:
    return (taylor){.value = a[0].value <= a[1].value};
  case GREATER:
    return (taylor){.value = a[0].value > a[1].value};
  case GREATER_EQUAL:
    return (taylor){.value = a[0].value >= a[1].value};
  default:
    return apply_smooth(code, a[0]);
  }
}

void gb_expression_taylor(const gb_expression *expression, double t, double out[3]) {
  taylor stack[GB_EXPRESSION_STACK] = {{NAN, NAN, NAN}};
  int top = 0;
  for (int i = 0; i < expression->length; i++) {
    const gb_operation *operation = &expression->code[i];
    if (operation->code == PUSH_NUMBER) {
      stack[top++] = (taylor){.value = operation->number};
    } else if (operation->code == PUSH_VARIABLE) {
      stack[top++] = (taylor){.value = t, .first = 1};
    } else {
      top -= gb_expression_operands(operation->code);
      stack[top] = apply((gb_opcode)operation->code, &stack[top]);
      top++;
    }
  }
  memcpy(out, &stack[0], 3 * sizeof *out);
}
