/// The derivative of a load factor: factor x . (K_x + factor K'_x) x for x . K x = 1, where K' also
/// depends on the designs through the rate of the state along the path. All terms are differences
/// of residuals, their derivatives by designs and products with the stiffness near the base state,
/// which are exact for shells, beams, bodies and joints, whose residuals are polynomials of degree
/// three.
#include "modes/buckling.h"

#include "base/arena.h"
#include "integrators/linearised.h"
#include "modes/derivative.h"

#include <string.h>

/// Work space.
typedef struct work {
  const gb_buckling_pair *pair;
  double *free;    ///< the eigenvector without multipliers, [n + m]
  double *psi;     ///< solution of the adjoint equation of the rate, [n + m]
  double *product; ///< [n + m]
  double *part;    ///< [designs]
  double e, h;     ///< increments along the eigenvector and the path
} work;

static gb_system *system_of(const work *k) {
  return k->pair->workshop->base.system;
}

/// gradient += weight psi . R_x at a state.
static int add_design_product(const work *k, const gb_state *state, const double psi[],
                              double weight, double gradient[], gb_error *error) {
  const size_t designs = (size_t)system_of(k)->designs;
  memset(k->part, 0, designs * sizeof *k->part);
  GB_TRY(system_of(k)->op->design_product(system_of(k), state, 1, psi, k->part, error));
  for (size_t i = 0; i < designs; i++) gradient[i] += weight * k->part[i];
  return GB_OK;
}

/// bar += weight K x at a state.
static int add_product(const work *k, const gb_state *state, const double x[], double weight,
                       double bar[], gb_error *error) {
  static const double sigma[3] = {1, 0, 0};
  const gb_operator K = {sigma, state, false};
  const size_t length = gb_system_length(system_of(k));
  GB_TRY(system_of(k)->op->product(system_of(k), &K, 1, x, k->product, error));
  for (size_t i = 0; i < length; i++) bar[i] += weight * k->product[i];
  return GB_OK;
}

/// gradient += factor x . K_x x at the base state.
static int add_stiffness(const work *k, double gradient[], gb_error *error) {
  const gb_buckling_pair *p = k->pair;
  for (int d = 0; d < GB_DIFFERENCES; d++) {
    const gb_state *near = gb_loading_near(p->loading, 0, k->e * gb_difference_at[d], p->x);
    GB_TRY(add_design_product(k, near, p->x, p->factor * gb_difference_weight[d] / k->e, gradient,
                              error));
  }
  return GB_OK;
}

/// gradient += factor^2 x . K'_x x at fixed rate.
static int add_path(const work *k, double gradient[], gb_error *error) {
  const gb_buckling_pair *p = k->pair;
  const double weight = p->factor * p->factor / (2 * k->h * k->e);
  for (int a = -1; a <= 1; a += 2)
    for (int d = 0; d < GB_DIFFERENCES; d++) {
      const gb_state *near =
          gb_loading_near(p->loading, a * k->h, k->e * gb_difference_at[d], k->free);
      GB_TRY(add_design_product(k, near, k->free, a * gb_difference_weight[d] * weight, gradient,
                                error));
    }
  return GB_OK;
}

/// gradient += factor^2 x . K_x x of following loads, whose stiffness grows with the load factor.
static int add_following(const work *k, double gradient[], gb_error *error) {
  const gb_buckling_pair *p = k->pair;
  if (!gb_loading_follows(p->loading)) return GB_OK;
  for (int d = 0; d < GB_DIFFERENCES; d++) {
    const gb_state *near = gb_loading_following(p->loading, k->e * gb_difference_at[d], k->free);
    const double weight = p->factor * p->factor * gb_difference_weight[d] / k->e;
    GB_TRY(add_design_product(k, near, k->free, weight, gradient, error));
  }
  return GB_OK;
}

/// Compute psi = K^-1 R_qq[x, x], and subtract factor^2 psi . d/dx of the equation of the rate.
static int add_rate(const work *k, double gradient[], gb_error *error) {
  const gb_buckling_pair *p = k->pair;
  const size_t length = gb_system_length(system_of(k)), designs = (size_t)system_of(k)->designs;
  memset(k->psi, 0, length * sizeof *k->psi);
  for (int d = 0; d < GB_DIFFERENCES; d++)
    GB_TRY(add_product(k, gb_loading_near(p->loading, 0, k->e * gb_difference_at[d], k->free),
                       k->free, gb_difference_weight[d] / k->e, k->psi, error));
  GB_TRY(gb_pencil_solve(p->workshop->pencil, 1, k->psi, error));
  memset(k->part, 0, designs * sizeof *k->part);
  GB_TRY(gb_loading_design_product(p->loading, k->psi, k->part, error));
  for (size_t i = 0; i < designs; i++) gradient[i] -= p->factor * p->factor * k->part[i];
  return GB_OK;
}

/// Compute the derivative by the base state: factor R_qq[x, x] + factor^2 (R_qqq[x, x, rate] -
/// K' psi).
static int find_bar(const work *k, double bar[], gb_error *error) {
  const gb_buckling_pair *p = k->pair;
  const double square = p->factor * p->factor;
  for (int d = 0; d < GB_DIFFERENCES; d++)
    GB_TRY(add_product(k, gb_loading_near(p->loading, 0, k->e * gb_difference_at[d], p->x), p->x,
                       p->factor * gb_difference_weight[d] / k->e, bar, error));
  for (int a = -1; a <= 1; a += 2) {
    for (int d = 0; d < GB_DIFFERENCES; d++)
      GB_TRY(add_product(
          k, gb_loading_near(p->loading, a * k->h, k->e * gb_difference_at[d], k->free), k->free,
          square * a * gb_difference_weight[d] / (2 * k->h * k->e), bar, error));
    GB_TRY(add_product(k, gb_loading_near(p->loading, a * k->h, 0, NULL), k->psi,
                       -square * a / (2 * k->h), bar, error));
  }
  return GB_OK;
}

static int differentiate(const work *k, double gradient[], double bar[], gb_error *error) {
  GB_TRY(add_stiffness(k, gradient, error));
  GB_TRY(add_path(k, gradient, error));
  GB_TRY(add_following(k, gradient, error));
  GB_TRY(add_rate(k, gradient, error));
  MPI_Allreduce(MPI_IN_PLACE, gradient, system_of(k)->designs, MPI_DOUBLE, MPI_SUM,
                k->pair->workshop->model->comm);
  const bool moves = k->pair->workshop->request->settings->at != GB_AT_REFERENCE;
  return moves ? find_bar(k, bar, error) : GB_OK;
}

int gb_buckling_derivative(const gb_buckling_pair *pair, double gradient[], double bar[],
                           gb_error *error) {
  const gb_workshop *w = pair->workshop;
  const size_t n = (size_t)w->base.system->n, designs = (size_t)w->base.system->designs;
  work k = {.pair = pair, .h = gb_loading_distance(pair->loading)};
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&scratch, k.free, w->length, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, k.psi, w->length, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, k.product, w->length, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, k.part, designs, error);
  GB_TRY(gb_agree(w->model->comm, status, error));
  memcpy(k.free, pair->x, n * sizeof *k.free);
  memset(gradient, 0, designs * sizeof *gradient);
  memset(bar, 0, w->length * sizeof *bar);
  GB_TRY(gb_small_change(w->model, w->pencil, pair->x, &k.e, error));
  return differentiate(&k, gradient, bar, error);
}
