/// The generalised-alpha family: Newmark's formulas use an auxiliary acceleration s, component
/// GB_S, with (1 - am) s_k + am s_(k-1) = (1 - af) a_k + af a_(k-1). Source: Arnold & Bruls 2007,
/// "Convergence of the generalized-alpha scheme for constrained mechanical systems", Multibody
/// Syst. Dyn. 18; Chung & Hulbert 1993; Hilber, Hughes & Taylor 1977; Wood, Bossak & Zienkiewicz
/// 1980.
#include "integrators/schemes/schemes.h"

/// gamma and beta are chosen for second order and the largest damping of high frequencies, given am
/// and af.
static int alpha(double am, double af, const gb_step *step, gb_stage stage[]) {
  const double gamma = 0.5 - am + af, beta = 0.25 * (gamma + 0.5) * (gamma + 0.5), h = step->h;
  stage[0] = gb_solved_end(1, beta * h * h, gamma * h, (1 - am) / (1 - af), 1);
  gb_history_term *history = &stage[0].history[0];
  history->back = step->ends[0];
  history->c[GB_Q][GB_Q] = 1;
  history->c[GB_Q][GB_V] = h;
  history->c[GB_Q][GB_S] = h * h * (0.5 - beta);
  history->c[GB_V][GB_V] = 1;
  history->c[GB_V][GB_S] = h * (1 - gamma);
  history->c[GB_A][GB_S] = am / (1 - af);
  history->c[GB_A][GB_A] = -af / (1 - af);
  return GB_OK;
}

static int check_radius(const gb_step *step, gb_error *error) {
  const double rho = step->parameter[0];
  if (rho >= 0 && rho <= 1) return GB_OK;
  return gb_fail(error, GB_WRONG_VALUE,
                 "%s: rho = %g was found; the spectral radius at infinity must lie in [0, 1]",
                 step->scheme->name, rho);
}

static int chung_hulbert(const gb_step *step, gb_stage stage[], gb_error *error) {
  const double rho = step->parameter[0];
  GB_TRY(check_radius(step, error));
  return alpha((2 * rho - 1) / (rho + 1), rho / (rho + 1), step, stage);
}

static int hilber_hughes_taylor(const gb_step *step, gb_stage stage[], gb_error *error) {
  const double number = step->parameter[0];
  if (!(number >= 0 && number <= 1.0 / 3 + 1e-12))
    return gb_fail(error, GB_WRONG_VALUE, "%s: alpha = %g was found; it must lie in [0, 1/3]",
                   step->scheme->name, number);
  return alpha(0, number, step, stage);
}

static int wood_bossak_zienkiewicz(const gb_step *step, gb_stage stage[], gb_error *error) {
  const double rho = step->parameter[0];
  GB_TRY(check_radius(step, error));
  return alpha((rho - 1) / (rho + 1), 0, step, stage);
}

#define ALPHA(text, words, paper, number, value, function)                                         \
  {                                                                                                \
    .name = text, .title = words, .source = paper, .parameter = {number}, .preset = {value},       \
    .order = 2, .index3 = true, .width = 1, .need = 1, .stages = function                          \
  }

const gb_scheme gb_family_alpha[] = {
    ALPHA("galpha", "generalised-alpha method of Chung and Hulbert",
          "Chung & Hulbert 1993, J. Appl. Mech. 60", "rho", 0.9, chung_hulbert),
    ALPHA("hht", "method of Hilber, Hughes and Taylor",
          "Hilber, Hughes & Taylor 1977, Earthq. Eng. Struct. Dyn. 5", "alpha", 0.1,
          hilber_hughes_taylor),
    ALPHA("wbz", "method of Wood, Bossak and Zienkiewicz",
          "Wood, Bossak & Zienkiewicz 1980, Int. J. Numer. Methods Eng. 15", "rho", 0.9,
          wood_bossak_zienkiewicz),
    {.name = NULL},
};
