/// Default options of Newton's method, and the state of an iterate.
#include "solve/equation.h"

#include <string.h>

gb_newton_options gb_newton_defaults(void) {
  return (gb_newton_options){.iterations = 40, .tolerance = 1e-12, .krylov_tolerance = 1e-12};
}

int gb_equation_pause(const gb_newton_equation *equation, gb_error *error) {
  const gb_newton_options *options = equation->options;
  return options->pause ? options->pause(options->context, error) : GB_OK;
}

void gb_equation_set_state(const gb_newton_equation *equation, const gb_scalar *w,
                           gb_state *state) {
  const size_t n = (size_t)equation->system->n, m = (size_t)equation->system->m;
  for (int i = 0; i < GB_COMPONENTS; i++) {
    const gb_scalar *base = equation->base + (size_t)i * n;
    gb_scalar *component = state->component[i];
    for (size_t j = 0; j < n; j++) component[j] = base[j] + equation->sigma[i] * w[j];
  }
  if (m) memcpy(state->multiplier, w + n, m * sizeof *w);
}
