/// Static marches: the displacements alone are unknown, t is the load parameter.
#include "integrators/schemes.h"

static int stages(const gb_scheme *scheme, const double parameter[], double h, int prior,
                  const int ends[], gb_stage stage[], gb_error *error) {
  (void)scheme, (void)parameter, (void)h, (void)prior, (void)ends, (void)error;
  stage[0] =
      (gb_stage){.kind = GB_STAGE_SOLVE, .step_end = true, .fraction = 1, .sigma = {[GB_Q] = 1}};
  return GB_OK;
}

const gb_scheme gb_family_static[] = {{
                                          .name = "static",
                                          .title = "static equilibrium along the load parameter",
                                          .source = "R(q, lambda, t) = 0",
                                          .width = 1,
                                          .need = 1,
                                          .stages = stages,
                                      },
                                      {
                                          .name = "linear",
                                          .title = "linear statics: one solve at the reference",
                                          .source = "R(0, t) + K(0) (q, lambda) = 0",
                                          .width = 1,
                                          .need = 1,
                                          .linear = true,
                                          .stages = stages,
                                      },
                                      {.name = NULL}};
