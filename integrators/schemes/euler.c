/// Euler's two methods: implicit, v_k = v + h a_k and q_k = q + h v_k; explicit, q_k = q + h v and
/// v_k = v + h a, whose stage solves for its acceleration.
/// Source: Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I, section II.7.
#include "integrators/schemes/schemes.h"

static int implicit(const gb_step *step, gb_stage stage[], gb_error *error) {
  (void)error;
  const double h = step->h;
  stage[0] = gb_solved_end(1, h * h, h, 1, 0);
  gb_history_term *history = &stage[0].history[0];
  history->back = step->ends[0];
  history->c[GB_Q][GB_Q] = 1;
  history->c[GB_Q][GB_V] = h;
  history->c[GB_V][GB_V] = 1;
  return GB_OK;
}

static int explicit(const gb_step *step, gb_stage stage[], gb_error *error) {
  GB_TRY(implicit(step, stage, error));
  stage[0].sigma[GB_Q] = stage[0].sigma[GB_V] = 0;
  stage[0].history[0].c[GB_V][GB_A] = step->h;
  return GB_OK;
}

#define EULER(text, words, function)                                                               \
  {                                                                                                \
    .name = text, .title = words,                                                                  \
    .source = "Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I, II.7",         \
    .order = 1, .width = 1, .need = 1, .stages = function                                          \
  }

const gb_scheme gb_family_euler[] = {EULER("euler", "implicit Euler method", implicit),
                                     EULER("explicit_euler", "explicit Euler method", explicit),
                                     {.name = NULL}};
