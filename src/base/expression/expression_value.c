/// Evaluate expressions on a stack, with real and complex numbers, and their derivatives by complex
/// step and by forward differentiation. Source: Squire & Trapp 1998, "Using complex variables to
/// estimate derivatives of real functions", SIAM Rev. 40; docs/theory.md, eq. 6.14.
#include "base/expression/expression.h"

#include "base/expression/expression_complex.h"

#define BODY "base/expression/expression_value.inc.h"
#include "base/expression/expression_twice.inc.h"

double gb_expression_real(const gb_expression *expression, const double variables[]) {
  return real_evaluate(expression, variables);
}

double _Complex gb_expression_complex(const gb_expression *expression,
                                      const double _Complex variables[]) {
  return complex_evaluate(expression, variables);
}

double gb_expression_slope(const gb_expression *expression, double _Complex variables[], int k) {
  const double step = 1e-200; // the square underflows to zero: there is no second-order term
  const double value = creal(variables[k]);
  variables[k] = CMPLX(value, step);
  const double complex found = complex_evaluate(expression, variables);
  variables[k] = value;
  return cimag(found) / step;
}

// Forward differentiation.

typedef struct dual {
  double complex value, slope[GB_EXPRESSION_SLOPES];
} dual;

/// The derivatives of smooth(t, t0, t1) by its three arguments.
static void smooth_slopes(const double complex a[3], double complex by[3]) {
  const double complex length = a[2] - a[1], s = (a[0] - a[1]) / length;
  by[0] = by[1] = by[2] = 0;
  if (creal(length) <= 0 || creal(s) <= 0 || creal(s) >= 1) return;
  by[0] = 6 * s * (1 - s) / length;
  by[1] = by[0] * (s - 1);
  by[2] = -by[0] * s;
}

/// The derivative of a function f = f(z) of one argument.
static double complex function_slope(gb_opcode code, double complex z, double complex f) {
  switch (code) {
  case SIN:
    return ccos(z);
  case COS:
    return -csin(z);
  case TAN:
    return 1 + f * f;
  case ASIN:
    return 1 / complex_root(1 - z * z);
  case ACOS:
    return -1 / complex_root(1 - z * z);
  case ATAN:
    return 1 / (1 + z * z);
  case SINH:
    return ccosh(z);
  case COSH:
    return csinh(z);
  case TANH:
    return 1 - f * f;
  case EXP:
    return f;
  case LOG:
    return 1 / z;
  case SQRT:
    return 0.5 / f;
  case ABS:
    return creal(z) < 0 ? -1 : 1;
  case RAMP:
    return creal(z) > 0;
  case NEGATE:
    return -1;
  default: // STEP
    return 0;
  }
}

/// The derivatives of an operation f by its operands.
static void operation_slopes(gb_opcode code, const double complex a[3], double complex f,
                             double complex by[3]) {
  by[0] = by[1] = by[2] = 0;
  switch (code) {
  case ADD:
  case SUBTRACT:
    by[0] = 1;
    by[1] = code == ADD ? 1 : -1;
    return;
  case MULTIPLY:
    by[0] = a[1];
    by[1] = a[0];
    return;
  case DIVIDE:
    by[0] = 1 / a[1];
    by[1] = -f / a[1];
    return;
  case POWER:
    by[0] = a[1] == 0 ? 0 : a[1] * complex_power(a[0], a[1] - 1);
    by[1] = f * complex_logarithm(a[0]);
    return;
  case MIN:
    by[creal(a[1]) < creal(a[0])] = 1;
    return;
  case MAX:
    by[creal(a[1]) > creal(a[0])] = 1;
    return;
  case IF:
    by[creal(a[0]) != 0 ? 1 : 2] = 1;
    return;
  case SMOOTH:
    smooth_slopes(a, by);
    return;
  case LESS:
  case LESS_EQUAL:
  case GREATER:
  case GREATER_EQUAL:
  case PULSE:
    return;
  default:
    by[0] = function_slope(code, a[0], f);
  }
}

/// Apply an operation to the operands a[0], a[1], ...; the result replaces a[0]. An operand that
/// does not vary contributes nothing, even if the derivative by it is infinite.
static void apply_dual(gb_opcode code, dual a[]) {
  const int operands = gb_expression_operands(code);
  double complex value[3] = {0}, by[3], slope[GB_EXPRESSION_SLOPES] = {0};
  for (int i = 0; i < operands; i++) value[i] = a[i].value;
  a[0].value = complex_apply(code, value);
  operation_slopes(code, value, a[0].value, by);
  for (int k = 0; k < GB_EXPRESSION_SLOPES; k++)
    for (int i = 0; i < operands; i++)
      if (a[i].slope[k] != 0 && by[i] != 0) slope[k] += by[i] * a[i].slope[k];
  for (int k = 0; k < GB_EXPRESSION_SLOPES; k++) a[0].slope[k] = slope[k];
}

void gb_expression_slopes(const gb_expression *expression, const double _Complex variables[],
                          double _Complex *value, double _Complex slope[GB_EXPRESSION_SLOPES]) {
  dual stack[GB_EXPRESSION_STACK];
  int top = 0;
  for (int i = 0; i < expression->length; i++) {
    const gb_operation *operation = &expression->code[i];
    if (operation->code == PUSH_NUMBER) {
      stack[top++] = (dual){.value = operation->number};
    } else if (operation->code == PUSH_VARIABLE) {
      stack[top] = (dual){.value = variables[operation->variable]};
      if (operation->variable < GB_EXPRESSION_SLOPES) stack[top].slope[operation->variable] = 1;
      top++;
    } else {
      top -= gb_expression_operands(operation->code);
      apply_dual((gb_opcode)operation->code, &stack[top++]);
    }
  }
  *value = stack[0].value;
  for (int k = 0; k < GB_EXPRESSION_SLOPES; k++) slope[k] = stack[0].slope[k];
}

// Sides of comparisons and kinks.

/// The side of its kink on which an operation with the operands a[0], a[1], a[2] is, as two bits.
/// `if` needs none, because its condition has them.
static uint64_t side_of(gb_opcode code, const double a[]) {
  switch (code) {
  case LESS:
  case GREATER_EQUAL:
  case MIN:
    return a[0] < a[1];
  case LESS_EQUAL:
  case GREATER:
  case MAX:
    return a[0] > a[1];
  case ABS:
  case STEP:
    return a[0] < 0;
  case RAMP:
    return a[0] > 0;
  case PULSE:
  case SMOOTH:
    return a[0] < a[1] ? 0 : a[0] < a[2] ? 1 : 3;
  default:
    return 0;
  }
}

static bool has_kink(int code) {
  return (code >= LESS && code <= GREATER_EQUAL) || (code >= ABS && code <= SMOOTH);
}

uint64_t gb_expression_sides(const gb_expression *expression, const double variables[]) {
  double stack[GB_EXPRESSION_STACK];
  uint64_t sides = 0;
  int top = 0, bit = 0;
  for (int i = 0; i < expression->length; i++) {
    const gb_operation *operation = &expression->code[i];
    if (operation->code == PUSH_NUMBER) {
      stack[top++] = operation->number;
    } else if (operation->code == PUSH_VARIABLE) {
      stack[top++] = variables[operation->variable];
    } else {
      const gb_opcode code = (gb_opcode)operation->code;
      top -= gb_expression_operands(code);
      if (has_kink(code)) {
        sides ^= side_of(code, &stack[top]) << bit;
        bit = (bit + 2) % 64;
      }
      stack[top] = real_apply(code, &stack[top]);
      top++;
    }
  }
  return sides;
}
