/// Newmark's method with given beta and gamma, and named methods of the same family. Source:
/// Newmark 1959, "A method of computation for structural dynamics", J. Eng. Mech. Div. ASCE 85; Fox
/// & Goodwin 1949, Math. Proc. Cambridge Philos. Soc. 45; docs/theory.md.
#include "integrators/schemes/schemes.h"

/// Named methods have their own beta and gamma; for `newmark` the user sets both.
static int stages(const gb_step *step, gb_stage stage[], gb_error *error) {
  const double *own = step->scheme->coefficients, *number = own ? own : step->parameter;
  const double beta = number[0], gamma = number[1], h = step->h;
  if (!(beta >= 0 && beta <= 1 && gamma >= 0 && gamma <= 1))
    return gb_fail(error, GB_WRONG_VALUE,
                   "newmark: beta = %g and gamma = %g were found; both must lie in [0, 1]", beta,
                   gamma);
  stage[0] = gb_solved_end(1, beta * h * h, gamma * h, 1, 0);
  gb_history_term *history = &stage[0].history[0];
  history->back = step->ends[0];
  history->c[GB_Q][GB_Q] = 1;
  history->c[GB_Q][GB_V] = h;
  history->c[GB_Q][GB_A] = h * h * (0.5 - beta);
  history->c[GB_V][GB_V] = 1;
  history->c[GB_V][GB_A] = h * (1 - gamma);
  return GB_OK;
}

/// beta and gamma of the named methods.
static const double fox_goodwin[] = {1.0 / 12, 0.5}, linear[] = {1.0 / 6, 0.5},
                    average[] = {0.25, 0.5}, central[] = {0, 0.5}, explicit[] = {0, 0};

#define NEWMARK "Newmark 1959, J. Eng. Mech. Div. ASCE 85"
#define MEMBER(text, words, paper, p, ...)                                                         \
  {                                                                                                \
    .name = text, .title = words, .source = paper, .order = p, .width = 1, .need = 1,              \
    .index3_loss = GB_UNDAMPED, .stages = stages, __VA_ARGS__                                      \
  }

const gb_scheme gb_family_newmark[] = {
    MEMBER("newmark", "Newmark's method", NEWMARK, 2, .parameter = {"beta", "gamma"},
           .preset = {0.25, 0.5}),
    MEMBER("average_acceleration", "Newmark's method, beta = 1/4, gamma = 1/2", NEWMARK, 2,
           .coefficients = average),
    MEMBER("linear_acceleration", "Newmark's method, beta = 1/6, gamma = 1/2", NEWMARK, 2,
           .coefficients = linear),
    MEMBER("fox_goodwin", "Newmark's method, beta = 1/12, gamma = 1/2",
           "Fox & Goodwin 1949, Math. Proc. Cambridge Philos. Soc. 45", 2,
           .coefficients = fox_goodwin),
    MEMBER("central_difference", "Newmark's method, beta = 0, gamma = 1/2", NEWMARK, 2,
           .coefficients = central),
    MEMBER("explicit_newmark", "Newmark's method, beta = 0, gamma = 0", NEWMARK, 1,
           .coefficients = explicit),
    {.name = NULL},
};
