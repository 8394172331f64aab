/// The derivative of a load factor: factor x . (K_x + factor K'_x) x for x . K x = 1, where K' also
/// depends on the designs through the rate of the state along the path. About the reference, K +
/// factor K' is differentiated inside the elements, which take changes of their reference apart
/// from displacements, and through the map from unknowns to nodal values. Other terms are
/// differences of residuals, their derivatives by designs and products with the stiffness near the
/// base state, which are exact for shells, bodies and joints, whose residuals are
/// polynomials of degree three, and of fourth order for others.
#include "modes/buckling.h"

#include "base/arena.h"
#include "integrators/linearised.h"
#include "modes/derivative.h"
#include "system/model_system.h"

#include <string.h>

/// Work space.
typedef struct work {
  const gb_buckling_pair *pair;
  double *free;             ///< the eigenvector without multipliers, [n + m]
  double *psi;              ///< solution of the adjoint equation of the rate, [n + m]
  double *force, *stressed; ///< [nodal values]
  double *other;            ///< [n + m]
  double *part;             ///< [designs]
  double e, h;              ///< increments along the eigenvector and the path
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

static gb_pencil *pencil_of(const work *k) {
  return k->pair->workshop->pencil;
}

/// @return the number of nodal values on this rank
static size_t nodal_size(const work *k) {
  return gb_node_values(k->pair->workshop->model->nodes);
}

/// k->force += weight times the second derivative of the residual along x at the load factor s of
/// the path.
static int add_curvature(const work *k, double s, const double x[], double weight,
                         gb_error *error) {
  for (int d = 0; d < GB_DIFFERENCES; d++) {
    const gb_state *near = gb_loading_near(k->pair->loading, s, k->e * gb_difference_at[d], x);
    GB_TRY(gb_pencil_add_forces(pencil_of(k), near, x, weight * gb_difference_weight[d] / k->e,
                                k->force, error));
  }
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

/// gradient += weight x . K_x x at a state, whose nodal values are fixed.
static int add_quadratic(const work *k, const gb_state *state, const double x[], double weight,
                         double gradient[], gb_error *error) {
  const size_t designs = (size_t)system_of(k)->designs;
  memset(k->part, 0, designs * sizeof *k->part);
  GB_TRY(gb_pencil_stiffness_designs(pencil_of(k), state, x, k->part, error));
  for (size_t i = 0; i < designs; i++) gradient[i] += weight * k->part[i];
  return GB_OK;
}

/// About the reference: gradient += factor (psi . K_x psi + factor x . K'_x x) at fixed rate. K +
/// factor K' is the stiffness at linear strains of the path; multipliers of psi, which is x with
/// them, count in the rows and columns of the reference.
static int add_linear(const work *k, double gradient[], gb_error *error) {
  const gb_buckling_pair *p = k->pair;
  const gb_loading *l = p->loading;
  const double f = p->factor;
  GB_TRY(add_quadratic(k, gb_loading_strained(l, f, 0, NULL), k->free, f, gradient, error));
  if (p->workshop->model->dofs->total_multipliers > 0) {
    const gb_state *reference = gb_loading_strained(l, 0, 0, NULL);
    GB_TRY(add_quadratic(k, reference, p->x, f, gradient, error));
    GB_TRY(add_quadratic(k, reference, k->free, -f, gradient, error));
  }
  if (!gb_loading_follows(l)) return GB_OK;
  return add_quadratic(k, gb_loading_following(l), k->free, f * f, gradient, error);
}

/// About the reference: subtract from bar twice the forces of the stresses of x along x, which
/// turning causes and K' leaves out, and add to k->part the derivative of x . K' x by the designs
/// through the nodal values of the rate: the map from its unknowns to them, and prescribed motions.
static int add_linear_rate(const work *k, double bar[], gb_error *error) {
  const gb_loading *l = k->pair->loading;
  const size_t size = nodal_size(k);
  memset(k->stressed, 0, size * sizeof *k->stressed);
  for (int b = -1; b <= 1; b += 2)
    GB_TRY(gb_pencil_add_forces(pencil_of(k), gb_loading_strained(l, 0, b * k->e, k->free), k->free,
                                -b / k->e, k->stressed, error));
  GB_TRY(gb_pencil_scatter(pencil_of(k), k->stressed, k->other, error));
  for (size_t i = 0; i < (size_t)system_of(k)->n; i++) bar[i] += k->other[i];
  for (size_t i = 0; i < size; i++) k->force[i] += k->stressed[i];
  const gb_state *strained = gb_loading_strained(l, 1, 0, NULL);
  gb_model_system_motion_designs(system_of(k), strained->t, k->force, k->part);
  return gb_pencil_map_designs(pencil_of(k), strained->component[GB_Q], k->force, k->part, error);
}

/// Compute psi = K^-1 of the derivative of x . K' x by the rate, which is the whole second
/// derivative of the residual along x except for what add_linear_rate changes, and add factor^2
/// times the contributions of the rate: through its nodal values, less psi . d/dx of its equation.
static int add_rate(const work *k, double gradient[], gb_error *error) {
  const gb_buckling_pair *p = k->pair;
  const size_t designs = (size_t)system_of(k)->designs;
  const double square = p->factor * p->factor;
  memset(k->part, 0, designs * sizeof *k->part);
  memset(k->force, 0, nodal_size(k) * sizeof *k->force);
  GB_TRY(add_curvature(k, 0, k->free, 1, error));
  GB_TRY(gb_pencil_scatter(pencil_of(k), k->force, k->psi, error));
  if (gb_loading_is_linear(p->loading)) GB_TRY(add_linear_rate(k, k->psi, error));
  for (size_t i = 0; i < designs; i++) gradient[i] += square * k->part[i];
  GB_TRY(gb_pencil_solve(p->workshop->pencil, 1, k->psi, error));
  memset(k->part, 0, designs * sizeof *k->part);
  GB_TRY(gb_loading_design_product(p->loading, k->psi, k->part, error));
  for (size_t i = 0; i < designs; i++) gradient[i] -= square * k->part[i];
  return GB_OK;
}

/// Compute the derivative by the base state: factor R_qq[x, x] + factor^2 (R_qqq[x, x, rate] -
/// K' psi).
static int find_bar(const work *k, double bar[], gb_error *error) {
  const gb_buckling_pair *p = k->pair;
  const double square = p->factor * p->factor;
  memset(k->force, 0, nodal_size(k) * sizeof *k->force);
  GB_TRY(add_curvature(k, 0, p->x, p->factor, error));
  for (int a = -1; a <= 1; a += 2) {
    GB_TRY(add_curvature(k, a * k->h, k->free, square * a / (2 * k->h), error));
    GB_TRY(gb_pencil_add_forces(pencil_of(k), gb_loading_near(p->loading, a * k->h, 0, NULL),
                                k->psi, -square * a / (2 * k->h), k->force, error));
  }
  return gb_pencil_scatter(pencil_of(k), k->force, bar, error);
}

static int differentiate(const work *k, double gradient[], double bar[], gb_error *error) {
  const bool linear = gb_loading_is_linear(k->pair->loading);
  if (linear) {
    GB_TRY(add_linear(k, gradient, error));
  } else {
    GB_TRY(add_stiffness(k, gradient, error));
    GB_TRY(add_path(k, gradient, error));
  }
  GB_TRY(add_rate(k, gradient, error));
  MPI_Allreduce(MPI_IN_PLACE, gradient, system_of(k)->designs, MPI_DOUBLE, MPI_SUM,
                k->pair->workshop->model->comm);
  return linear ? GB_OK : find_bar(k, bar, error);
}

int gb_buckling_derivative(const gb_buckling_pair *pair, double gradient[], double bar[],
                           gb_error *error) {
  const gb_workshop *w = pair->workshop;
  const size_t n = (size_t)w->base.system->n, designs = (size_t)w->base.system->designs;
  work k = {.pair = pair, .h = gb_loading_distance(pair->loading)};
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&scratch, k.free, w->length, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, k.psi, w->length, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, k.other, w->length, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, k.force, nodal_size(&k), error);
  if (status == GB_OK) status = GB_TAKE(&scratch, k.stressed, nodal_size(&k), error);
  if (status == GB_OK) status = GB_TAKE(&scratch, k.part, designs, error);
  GB_TRY(gb_agree(w->model->comm, status, error));
  memcpy(k.free, pair->x, n * sizeof *k.free);
  memset(gradient, 0, designs * sizeof *gradient);
  memset(bar, 0, w->length * sizeof *bar);
  GB_TRY(gb_small_change(w->model, w->pencil, pair->x, &k.e, error));
  GB_TRY(gb_loading_keep_sides(pair->loading, pair->x, &k.e, error));
  return differentiate(&k, gradient, bar, error);
}
