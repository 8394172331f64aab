/// Adams-Moulton methods of order 1 to 6, applied twice: v += h sum c_i a_(k-i) and
/// q += h sum c_i v_(k-i), both with i = 0 (the new stage) first. Source: Hairer, Norsett & Wanner,
/// Solving Ordinary Differential Equations I, section III.1; docs/theory.md.
#include "integrators/schemes/schemes.h"

static const double moulton[6][6] = {
    {1.0},
    {1.0 / 2, 1.0 / 2},
    {5.0 / 12, 8.0 / 12, -1.0 / 12},
    {9.0 / 24, 19.0 / 24, -5.0 / 24, 1.0 / 24},
    {251.0 / 720, 646.0 / 720, -264.0 / 720, 106.0 / 720, -19.0 / 720},
    {475.0 / 1440, 1427.0 / 1440, -798.0 / 1440, 482.0 / 1440, -173.0 / 1440, 27.0 / 1440}};

/// Order 2 needs one earlier step end, each further order one more.
static int stages(const gb_step *step, gb_stage stage[], gb_error *error) {
  (void)error;
  const int highest = step->scheme->order,
            order = step->prior < highest ? step->prior + 1 : highest;
  const double *c = moulton[order - 1], c0 = c[0], h = step->h;
  stage[0] = gb_solved_end(order > 1 ? order - 1 : 1, c0 * h * c0 * h, c0 * h, 1, 0);
  gb_history_term *last = &stage[0].history[0];
  last->back = step->ends[0];
  last->c[GB_Q][GB_Q] = 1;
  last->c[GB_V][GB_V] = 1;
  last->c[GB_Q][GB_V] = c0 * h; // v_(k-1) inside v_k
  for (int i = 1; i < order; i++) {
    gb_history_term *history = &stage[0].history[i - 1];
    history->back = step->ends[i - 1];
    history->c[GB_V][GB_A] += h * c[i];
    history->c[GB_Q][GB_V] += h * c[i];
    history->c[GB_Q][GB_A] += h * c0 * h * c[i];
  }
  return GB_OK;
}

#define ABM(p, steps, loss)                                                                        \
  {                                                                                                \
    .name = "abm" #p, .title = "Adams-Moulton of order " #p,                                       \
    .source = "Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I, III.1",        \
    .order = p, .index3_loss = loss, .width = 1, .need = steps, .stages = stages                   \
  }

const gb_scheme gb_family_adams[] = {
    ABM(1, 1, NULL),        ABM(2, 1, GB_UNDAMPED), ABM(3, 2, GB_UNDAMPED), ABM(4, 3, GB_UNDAMPED),
    ABM(5, 4, GB_UNDAMPED), ABM(6, 5, GB_UNDAMPED), {.name = NULL}};
