/// Static marches: only the displacements are unknown, and t is the load parameter.
#include "integrators/schemes/schemes.h"

static int stages(const gb_step *step, gb_stage stage[], gb_error *error) {
  (void)step, (void)error;
  stage[0] = gb_solved_end(0, 1, 0, 0, 0);
  return GB_OK;
}

#define STATIC(text, words, equation)                                                              \
  .name = text, .title = words, .source = equation, .width = 1, .need = 1, .stages = stages

const gb_scheme gb_family_static[] = {
    {STATIC("static", "static equilibrium along the load parameter", "R(q, lambda, t) = 0")},
    {STATIC("linear", "linear statics: one solve at the reference",
            "R(0, t) + K(0) (q, lambda) = 0"),
     .linear = true},
    {.name = NULL}};
