/// The table of methods, and how far values are from what is wanted of them.
#include "optimize/optimisation.h"

#include <math.h>

#define METHOD(word, constraints, equalities) &gb_method_##word,
const gb_method *const gb_methods[] = {GB_FOR_METHODS(METHOD)};
#undef METHOD

double gb_optimisation_violation(const gb_optimisation *p, const double c[], int *worst) {
  double largest = 0;
  *worst = -1;
  for (int i = 0; i < p->constraints; i++) {
    const double violation = fmax(p->least[i] - c[i], c[i] - p->most[i]);
    if (violation <= largest) continue;
    largest = violation;
    *worst = i;
  }
  return largest;
}
