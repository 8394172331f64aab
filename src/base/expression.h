/// Expressions of named variables, as "0.8*t" or "1e3*sin(50*t)": parsed once to postfix code, then
/// evaluated as often as needed, in real or in complex numbers.
#ifndef GB_BASE_EXPRESSION_H
#define GB_BASE_EXPRESSION_H

#include "base/arena.h"
#include <stdbool.h>
#include <stdint.h>

/// One operation of the postfix code.
typedef struct gb_operation {
  int code;      ///< an enum gb_opcode of expression_code.h
  int variable;  ///< index of the variable to push
  double number; ///< constant to push
} gb_operation;

typedef struct gb_expression {
  int length, depth; ///< operations; stack places that evaluation needs (checked at parsing, <= 64)
  gb_operation *code;
} gb_expression;

/// Parse text. Local.
/// Grammar: + - * / ^ (right associative), unary - +, parentheses;
/// functions sin cos tan asin acos atan sinh cosh tanh exp log sqrt abs min max, step(x) (1 for x
/// >= 0), ramp(x) = max(x, 0), pulse(t,t0,t1) (1 for t0 <= t < t1), smooth(t,t0,t1) (cubic from 0
/// to 1), if(c, a, b) (a unless c is 0); a < b, <=, >, >= (1 or 0); constants pi, e; numbers as in
/// C. Names are of letters, digits, underscores, and dots that a letter or an underscore follows.
/// @param variables NULL-terminated names, e.g. {"t", "tip.x", NULL}; NULL: not known yet, so that
/// each name is one, and only what is wrong with any names is refused
/// @param arena of the expression's memory; *out is NULL on an error
/// errors: GB_USAGE naming the text, the column, what was expected and the nearest name
int gb_expression_parse(const char *text, const char *const variables[], gb_arena *arena,
                        gb_expression **out, gb_error *error);
int gb_expression_constant(double value, gb_arena *arena, gb_expression **out, gb_error *error);
bool gb_expression_is_constant(const gb_expression *expression);
bool gb_expression_uses(const gb_expression *expression, int variable);
/// Whether a name is that of a function or a constant.
bool gb_expression_knows(const char *name);
/// Variable i is number[i] from now on.
void gb_expression_renumber(gb_expression *expression, const int number[]);

// Values; variables in the order of the names at parsing. Local, no allocation.

double gb_expression_real(const gb_expression *expression, const double variables[]);
/// Value, first and second derivative by t, of variables that have these, exact: at the kinks of
/// abs, min, max, step, ramp, pulse and smooth those of the side that the value is taken from.
/// Local, no allocation.
void gb_expression_motion(const gb_expression *expression, const double variables[][3],
                          double out[3]);
void gb_expression_motion_complex(const gb_expression *expression,
                                  const double _Complex variables[][3], double _Complex out[3]);
enum { GB_EXPRESSION_CURVE = 6 };
/// The same of so many variables along a direction, at complex values too.
void gb_expression_curve(const gb_expression *expression, const double _Complex variables[],
                         const double direction[], double _Complex out[3]);
/// The analytic continuation of the real value: comparisons (abs, min, max, step, ramp, pulse,
/// smooth, if) act on real parts, and where the real value is none (log(-1)) this is none either.
double _Complex gb_expression_complex(const gb_expression *expression,
                                      const double _Complex variables[]);
/// The derivative by variable k at real values, exact to round-off (complex step); infinite where
/// it is, and 0 for a root of squares that all are 0. variables are used for work and come back as
/// they were.
double gb_expression_slope(const gb_expression *expression, double _Complex variables[], int k);
enum { GB_EXPRESSION_SLOPES = 2 };
/// Value and derivatives by the first variables, exact at complex values too, by forward
/// differentiation; at kinks those of the side that the value is taken from.
void gb_expression_slopes(const gb_expression *expression, const double _Complex variables[],
                          double _Complex *value, double _Complex slope[GB_EXPRESSION_SLOPES]);
/// The sides on which real values are of the comparisons and kinks in an expression, as bits: two
/// values between which none changes are on one smooth piece. Of more than 32 some share bits.
uint64_t gb_expression_sides(const gb_expression *expression, const double variables[]);

#endif
