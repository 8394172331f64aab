/// Expressions in named variables, for example "0.8*t" or "1e3*sin(50*t)". An expression is parsed
/// once to postfix code and evaluated many times, with real or complex numbers.
#ifndef GB_BASE_EXPRESSION_EXPRESSION_H
#define GB_BASE_EXPRESSION_EXPRESSION_H

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
  int length; ///< number of operations
  int depth;  ///< stack size that evaluation needs; the parser refuses more than 64
  gb_operation *code;
} gb_expression;

/// Parse a text. Local.
/// Grammar: + - * / ^ (right associative), unary - +, parentheses;
/// functions sin cos tan asin acos atan sinh cosh tanh exp log sqrt abs min max, step(x) (1 for x
/// >= 0), ramp(x) = max(x, 0), pulse(t,t0,t1) (1 for t0 <= t < t1), smooth(t,t0,t1) (cubic from 0
/// to 1), if(c, a, b) (a unless c is 0); a < b, <=, >, >= (1 or 0); constants pi, e; numbers as in
/// C. Names consist of letters, digits, underscores, and dots before a letter or an underscore.
/// @param variables NULL-terminated names, e.g. {"t", "tip.x", NULL}; NULL if the names are not yet
/// known: then any name is accepted as a variable, and only the grammar is checked
/// @param arena owner of the expression's memory
/// @param[out] out NULL after an error
/// errors: GB_USAGE naming the text, the column, what was expected and the nearest name
int gb_expression_parse(const char *text, const char *const variables[], gb_arena *arena,
                        gb_expression **out, gb_error *error);
/// Create the expression that is a number. Local. errors: GB_FILE (memory)
int gb_expression_constant(double value, gb_arena *arena, gb_expression **out, gb_error *error);
/// Whether the expression has no variables. Local.
bool gb_expression_is_constant(const gb_expression *expression);
/// Whether the expression contains the variable of this index. Local.
bool gb_expression_uses(const gb_expression *expression, int variable);
/// Whether `name` is the name of a function or a constant of the grammar. Local.
bool gb_expression_knows(const char *name);
/// Replace the index i of each variable by number[i]. Local.
void gb_expression_renumber(gb_expression *expression, const int number[]);

// Evaluation. Variables are in the order of the names given to the parser. All functions are local
// and allocate nothing.

/// The value for real variables.
double gb_expression_real(const gb_expression *expression, const double variables[]);
/// The value and its first and second derivative by t, exact. At a kink of abs, min, max, step,
/// ramp, pulse or smooth the derivatives belong to the same side as the value.
/// @param variables value, first and second derivative of each variable by t
void gb_expression_motion(const gb_expression *expression, const double variables[][3],
                          double out[3]);
void gb_expression_motion_complex(const gb_expression *expression,
                                  const double _Complex variables[][3], double _Complex out[3]);
enum { GB_EXPRESSION_CURVE = 6 };
/// The value and its first and second derivative along a direction in the space of the variables,
/// of which there are GB_EXPRESSION_CURVE.
void gb_expression_curve(const gb_expression *expression, const double _Complex variables[],
                         const double direction[], double _Complex out[3]);
/// The analytic continuation of the real value. Comparisons, abs, min, max, step, ramp, pulse,
/// smooth and if compare real parts. The result is NaN where the real value is, as for log(-1).
double _Complex gb_expression_complex(const gb_expression *expression,
                                      const double _Complex variables[]);
/// The derivative by variable k at real values, exact to round-off (complex step). It may be
/// infinite. It is 0 for the root of a sum of squares that are all 0. The imaginary part of
/// variables[k] is changed during the call.
double gb_expression_slope(const gb_expression *expression, double _Complex variables[], int k);
enum { GB_EXPRESSION_SLOPES = 2 };
/// The value and its derivatives by the first GB_EXPRESSION_SLOPES variables, exact also at complex
/// values, by forward differentiation. At a kink the derivatives belong to the same side as the
/// value.
void gb_expression_slopes(const gb_expression *expression, const double _Complex variables[],
                          double _Complex *value, double _Complex slope[GB_EXPRESSION_SLOPES]);
/// Bits that tell on which side of each comparison and kink of the expression the variables are.
/// The expression is smooth between two points if the bits do not change. Bits are shared if there
/// are more than 32 comparisons and kinks.
uint64_t gb_expression_sides(const gb_expression *expression, const double variables[]);

#endif
