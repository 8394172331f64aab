/// Diagonally implicit Runge-Kutta methods: each stage solves for its acceleration, and the end of
/// a step combines the stages. They also start multi-step schemes; then the end of a step is solved
/// for the acceleration that the multi-step scheme needs. Source: Crouzeix 1975 and Alexander 1977
/// (dirk), Alexander 1977, "Diagonally implicit Runge-Kutta methods for stiff O.D.E.'s", SIAM J.
/// Numer. Anal. 14 (sdirk); docs/theory.md.
#include "integrators/schemes/schemes.h"

enum { STAGES = 3 };

/// Coefficients; the number of stages is gb_scheme.width - 1, without the step end.
typedef struct tableau {
  double a[STAGES][STAGES], b[STAGES];
} tableau;

static const tableau midpoint = {{{0.5}}, {1}};

/// gamma = (3 + sqrt 3) / 6.
static const tableau crouzeix3 = {
    {{0.78867513459481288225}, {-0.57735026918962576451, 0.78867513459481288225}}, {0.5, 0.5}};

/// gamma = (1 + alpha) / 2, alpha = 2 / sqrt 3 cos(pi / 18).
static const tableau crouzeix4 = {
    {{1.0685790213016288064},
     {-0.56857902130162880642, 1.0685790213016288064},
     {2.1371580426032576128, -3.2743160852065152257, 1.0685790213016288064}},
    {0.12888640051572042236, 0.74222719896855915527, 0.12888640051572042236}};

/// gamma = 1 - 1 / sqrt 2.
static const tableau alexander2 = {
    {{0.29289321881345247560}, {0.70710678118654752440, 0.29289321881345247560}},
    {0.70710678118654752440, 0.29289321881345247560}};

/// gamma is the middle root of x^3 - 3 x^2 + 3/2 x - 1/6.
static const tableau alexander3 = {
    {{0.43586652150845899942},
     {0.28206673924577050029, 0.43586652150845899942},
     {1.2084966491760100703, -0.64436317068446906975, 0.43586652150845899942}},
    {1.2084966491760100703, -0.64436317068446906975, 0.43586652150845899942}};

/// Set the history of a stage: q and v at the beginning of the step, plus contributions of the
/// accelerations of earlier stages with the weights h * weight[j]. `own` is the coefficient of the
/// stage's own acceleration in v.
static void combine(double h, int count, const double weight[], double own, int index, int base,
                    gb_stage *stage) {
  stage->histories = count + 1;
  gb_history_term *start = &stage->history[0];
  start->back = base + index;
  start->c[GB_Q][GB_Q] = 1;
  start->c[GB_Q][GB_V] = h * own;
  start->c[GB_V][GB_V] = 1;
  for (int j = 0; j < count; j++) {
    gb_history_term *term = &stage->history[1 + j];
    term->back = index - j;
    term->c[GB_V][GB_A] = h * weight[j];
    term->c[GB_Q][GB_V] = h * weight[j];
    term->c[GB_Q][GB_A] = h * own * h * weight[j];
  }
}

static int stages(const gb_step *step, gb_stage stage[], gb_error *error) {
  (void)error;
  const gb_scheme *scheme = step->scheme;
  const tableau *method = scheme->coefficients;
  const int count = scheme->width - 1;
  const double h = step->h;
  for (int i = 0; i < count; i++) {
    const double own = method->a[i][i];
    stage[i] = (gb_stage){.kind = GB_STAGE_SOLVE,
                          .weight = h * method->b[i],
                          .sigma = {own * h * own * h, own * h, 1, 0}};
    for (int j = 0; j <= i; j++) stage[i].fraction += method->a[i][j];
    combine(h, i, method->a[i], own, i, step->ends[0], &stage[i]);
  }
  gb_stage *end = &stage[count];
  *end = gb_solved_end(0, 0, 0, scheme->starts ? 1 : 0, 0);
  if (!scheme->starts) end->kind = GB_STAGE_COMBINE;
  combine(h, count, method->b, 0, count, step->ends[0], end);
  return GB_OK;
}

#define METHOD(text, kind, p, count, paper, numbers, loss, starter)                                \
  {                                                                                                \
    .name = text, .title = kind " of order " #p, .source = paper, .order = p, .width = count + 1,  \
    .index3_loss = loss, .weighted = true, .need = 1, .coefficients = &numbers, .starts = starter, \
    .stages = stages                                                                               \
  }
#define STAGE_ENDS                                                                                 \
  "its stages meet the constraints, but the ends of steps do not, and its order is 3 at most"
#define ORDER_LOST "its order falls below 1"
#define DIAGONAL   "diagonally implicit Runge-Kutta method"
#define STIFF      "L-stable, stiffly accurate Runge-Kutta method"
#define CROUZEIX   "Crouzeix 1975, thesis, Paris"
#define ALEXANDER  "Alexander 1977, SIAM J. Numer. Anal. 14"

const gb_scheme gb_family_runge_kutta[] = {
    METHOD("dirk2", DIAGONAL, 2, 1, CROUZEIX, midpoint, GB_UNDAMPED, false),
    METHOD("dirk3", DIAGONAL, 3, 2, CROUZEIX, crouzeix3, STAGE_ENDS, false),
    METHOD("dirk4", DIAGONAL, 4, 3, CROUZEIX, crouzeix4, STAGE_ENDS, false),
    METHOD("sdirk2", STIFF, 2, 2, ALEXANDER, alexander2, ORDER_LOST, false),
    METHOD("sdirk3", STIFF, 3, 3, ALEXANDER, alexander3, ORDER_LOST, false),
    {.name = NULL},
};

const gb_scheme gb_starters[] = {
    METHOD("dirk2", DIAGONAL, 2, 1, CROUZEIX, midpoint, GB_UNDAMPED, true),
    METHOD("dirk3", DIAGONAL, 3, 2, CROUZEIX, crouzeix3, STAGE_ENDS, true),
    METHOD("dirk4", DIAGONAL, 4, 3, CROUZEIX, crouzeix4, STAGE_ENDS, true),
    {.name = NULL},
};
