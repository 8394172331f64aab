/// Expressions of named variables, as "0.8*t" or "1e3*sin(50*t)": parsed once to postfix code, then
/// evaluated as often as needed. Time is never a design, so real values serve complex step too.
#ifndef GB_BASE_EXPRESSION_H
#define GB_BASE_EXPRESSION_H

#include "base/error.h"
#include <stdbool.h>

/// One operation of the postfix code.
typedef struct gb_operation {
  int code;      ///< an enum gb_opcode of expression.c
  int variable;  ///< index of the variable to push
  double number; ///< constant to push
} gb_operation;

typedef struct gb_expression {
  int length, depth; ///< operations; stack places that evaluation needs (checked at parsing, <= 64)
  gb_operation *code;
} gb_expression;

/// Parse text. Local.
/// Grammar: + - * / ^ (right associative), unary - +, parentheses, comparisons are not part of it;
/// functions sin cos tan asin acos atan sinh cosh tanh exp log sqrt abs min max, step(x) (1 for x
/// >= 0), ramp(x) = max(x, 0), pulse(t,t0,t1) (1 for t0 <= t < t1), smooth(t,t0,t1) (cubic from 0
/// to 1); constants pi, e; numbers as in C.
/// @param variables NULL-terminated names, e.g. {"t", NULL}
/// errors: GB_USAGE naming the text, the column and what was expected
int gb_expression_parse(const char *text, const char *const variables[], gb_expression **out,
                        gb_error *error);
int gb_expression_constant(double value, gb_expression **out, gb_error *error);
bool gb_expression_is_constant(const gb_expression *expression);
/// Real value; variables in the order of the names at parsing. Local, no allocation.
double gb_expression_real(const gb_expression *expression, const double variables[]);
/// Value, first and second derivative by t of an expression of t alone, exact: at the kinks of abs,
/// min, max, step, ramp, pulse and smooth those of the side that the value is taken from. Local, no
/// allocation.
void gb_expression_taylor(const gb_expression *expression, double t, double out[3]);
void gb_expression_destroy(gb_expression **expression);

#endif
