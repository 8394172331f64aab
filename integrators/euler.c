/// Euler's two methods: implicit, v_k = v + h a_k and q_k = q + h v_k; explicit, q_k = q + h v and
/// v_k = v + h a, whose stage still solves for its own acceleration.
/// Source: Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I, section II.7.
#include "integrators/schemes.h"

static int implicit(const gb_scheme *scheme, const double parameter[], double h, int prior,
                    const int ends[], gb_stage stage[], gb_error *error) {
  (void)scheme, (void)parameter, (void)prior, (void)error;
  stage[0] = (gb_stage){.kind = GB_STAGE_SOLVE,
                        .step_end = true,
                        .fraction = 1,
                        .sigma = {h * h, h, 1, 0},
                        .histories = 1};
  gb_history_term *history = &stage[0].history[0];
  history->back = ends[0];
  history->c[GB_Q][GB_Q] = 1;
  history->c[GB_Q][GB_V] = h;
  history->c[GB_V][GB_V] = 1;
  return GB_OK;
}

static int explicit(const gb_scheme *scheme, const double parameter[], double h, int prior,
                    const int ends[], gb_stage stage[], gb_error *error) {
  GB_TRY(implicit(scheme, parameter, h, prior, ends, stage, error));
  stage[0].sigma[GB_Q] = stage[0].sigma[GB_V] = 0;
  stage[0].history[0].c[GB_V][GB_A] = h;
  return GB_OK;
}

const gb_scheme gb_family_euler[] = {
    {.name = "euler",
     .title = "implicit Euler method",
     .source = "Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I, II.7",
     .order = 1,
     .width = 1,
     .need = 1,
     .stages = implicit},
    {.name = "explicit_euler",
     .title = "explicit Euler method",
     .source = "Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I, II.7",
     .order = 1,
     .width = 1,
     .need = 1,
     .stages = explicit},
    {.name = NULL},
};
