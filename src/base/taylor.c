/// Expressions with their first and second derivative: the postfix code on numbers (u, u', u''), by
/// the rules of products and chains. Source: Griewank & Walther, "Evaluating Derivatives", ch. 13.
#include "base/expression.h"

#include "base/expression_complex.h"

#define NUMBER          double
#define NAME(word)      real_##word
#define MATH(function)  function
#define REAL(z)         (z)
#define real_arc_sine   asin
#define real_arc_cosine acos
#define real_logarithm  log
#define real_root       sqrt
#define real_power      pow
#include "base/taylor.inc.h"
#undef NUMBER
#undef NAME
#undef MATH
#undef REAL

#define NUMBER         double complex
#define NAME(word)     complex_##word
#define MATH(function) c##function
#define REAL(z)        creal(z)
#include "base/taylor.inc.h"

void gb_expression_taylor(const gb_expression *expression, double t, double out[3]) {
  const double along = 1;
  const real_taylor found = real_taylor_evaluate(expression, &t, &along);
  out[0] = found.value;
  out[1] = found.first;
  out[2] = found.second;
}

void gb_expression_curve(const gb_expression *expression, const double _Complex variables[],
                         const double direction[], double _Complex out[3]) {
  const complex_taylor found = complex_taylor_evaluate(expression, variables, direction);
  out[0] = found.value;
  out[1] = found.first;
  out[2] = found.second;
}
