/// The table of methods, and the violation of constraints.
#include "optimize/optimisation.h"

#include <math.h>

#define METHOD(word, constraints, equalities) &gb_method_##word,
const gb_method *const gb_methods[] = {GB_FOR_METHODS(METHOD)};
#undef METHOD

double gb_optimisation_violation(const gb_optimisation *p, const double c[], int *index) {
  double largest = 0;
  *index = -1;
  for (int i = 0; i < p->constraints; i++) {
    const double violation = fmax(p->c_lower[i] - c[i], c[i] - p->c_upper[i]);
    if (violation <= largest) continue;
    largest = violation;
    *index = i;
  }
  return largest;
}
