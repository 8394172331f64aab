/// Evaluate expressions with their first and second derivative: the operands are triples (u, u',
/// u''). Source: Griewank & Walther, "Evaluating Derivatives", ch. 13.
#include "base/expression/expression.h"

#include "base/expression/expression_complex.h"

#define BODY "base/expression/taylor.inc.h"
#include "base/expression/expression_twice.inc.h"

void gb_expression_motion(const gb_expression *expression, const double variables[][3],
                          double out[3]) {
  real_motion(expression, variables, out);
}

void gb_expression_motion_complex(const gb_expression *expression,
                                  const double _Complex variables[][3], double _Complex out[3]) {
  complex_motion(expression, variables, out);
}

void gb_expression_curve(const gb_expression *expression, const double _Complex variables[],
                         const double direction[], double _Complex out[3]) {
  double complex along[GB_EXPRESSION_CURVE][3];
  for (int k = 0; k < GB_EXPRESSION_CURVE; k++) {
    along[k][0] = variables[k];
    along[k][1] = direction[k];
    along[k][2] = 0;
  }
  complex_motion(expression, along, out);
}
