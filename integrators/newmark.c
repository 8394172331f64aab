/// Newmark's method with any beta and gamma. Source: Newmark 1959, "A method of computation for
/// structural dynamics", J. Eng. Mech. Div. ASCE 85; docs/theory.md.
#include "integrators/schemes.h"

static int points(const double parameter[], double h, int prior, const int ends[], gb_point point[],
                  gb_error *error) {
  (void)prior;
  const double beta = parameter[0], gamma = parameter[1];
  if (!(beta >= 0 && beta <= 1 && gamma >= 0 && gamma <= 1))
    return gb_fail(error, GB_USAGE,
                   "newmark: beta = %g and gamma = %g were found; both must lie in [0, 1]", beta,
                   gamma);
  point[0] = (gb_point){.kind = GB_POINT_SOLVE,
                        .step_end = true,
                        .fraction = 1,
                        .sigma = {beta * h * h, gamma * h, 1, 0},
                        .histories = 1};
  gb_history *history = &point[0].history[0];
  history->back = ends[0];
  history->c[GB_Q][GB_Q] = 1;
  history->c[GB_Q][GB_V] = h;
  history->c[GB_Q][GB_A] = h * h * (0.5 - beta);
  history->c[GB_V][GB_V] = 1;
  history->c[GB_V][GB_A] = h * (1 - gamma);
  return GB_OK;
}

const gb_scheme gb_newmark = {
    .name = "newmark",
    .title = "Newmark's method",
    .source = "Newmark 1959, J. Eng. Mech. Div. ASCE 85",
    .parameter = {"beta", "gamma"},
    .preset = {0.25, 0.5},
    .order = 2,
    .width = 1,
    .need = 1,
    .points = points,
};
