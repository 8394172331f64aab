/// Backward differentiation of order 1 to 3, applied twice: v = (1/h) sum alpha_i q_(k-i) and
/// a = (1/h) sum alpha_i v_(k-i). The unknown is the acceleration, because with unknown
/// displacements the coefficients 1/h^2 would cause cancellation. Source: Hairer & Wanner, Solving
/// Ordinary Differential Equations II, section V.1; docs/theory.md.
#include "integrators/schemes/schemes.h"

static const double alpha[3][4] = {{1.0, -1.0}, {1.5, -2.0, 0.5}, {11.0 / 6, -3.0, 1.5, -1.0 / 3}};

/// The order is the number of available earlier step ends, up to the order of the scheme (`need`).
static int stages(const gb_step *step, gb_stage stage[], gb_error *error) {
  (void)error;
  const double *coefficient = alpha[step->prior - 1], own = step->h / coefficient[0];
  stage[0] = gb_solved_end(step->prior, own * own, own, 1, 0);
  for (int i = 1; i <= step->prior; i++) {
    const double share = -coefficient[i] / coefficient[0];
    gb_history_term *history = &stage[0].history[i - 1];
    history->back = step->ends[i - 1];
    history->c[GB_V][GB_V] = share;
    history->c[GB_Q][GB_Q] = share;
    history->c[GB_Q][GB_V] = own * share;
  }
  return GB_OK;
}

#define BDF(p)                                                                                     \
  {                                                                                                \
    .name = "bdf" #p, .title = "backward differentiation of order " #p,                            \
    .source = "Hairer & Wanner, Solving Ordinary Differential Equations II, V.1", .order = p,      \
    .index3 = true, .width = 1, .need = p, .stages = stages                                        \
  }

const gb_scheme gb_family_bdf[] = {BDF(1), BDF(2), BDF(3), {.name = NULL}};
