/// The derivative of an eigenvalue by designs is x . (K_x - value M_x) x, in a rotating frame x* .
/// (K_x + i omega C_x - value M_x) x. It is computed from design products x . R_x at states along
/// x, by the central difference of fourth order, which is exact for shells, bodies and joints,
/// because their residuals are polynomials of degree three. The derivative by the state is the
/// second derivative of the residual along x. For a complex x, contributions of its real and
/// imaginary part are added; only the Coriolis force couples the two.
#include "modes/derivative.h"

#include "base/arena.h"
#include "base/count.h"
#include "integrators/linearised.h"
#include "integrators/pass.h"
#include "system/diagnostics/state_report.h"

#include <math.h>
#include <string.h>

/// The first increment of the difference is a small change. Springs and force laws may be nonlinear
/// within much less; therefore the increment is reduced by SHORTER until two derivatives agree, or
/// differ again because of round-off.
static const double SHORTER = 1. / 8, AGREED = 1e-9;
enum { DISTANCES = 7 };

int gb_small_change(const gb_model *model, gb_pencil *pencil, const double x[], double *e,
                    gb_error *error) {
  const gb_node_set *nodes = model->nodes;
  const double extent = gb_model_extent(model), size = extent > 0 ? extent : 1;
  double *z, largest = 0;
  GB_SCRATCH(scratch);
  const int status = GB_TAKE(&scratch, z, gb_node_values(nodes), error);
  GB_TRY(gb_agree(model->comm, status, error));
  GB_TRY(gb_pencil_nodal(pencil, 1, x, z, error));
  for (int32_t n = 0; n < nodes->count; n++)
    GB_EACH_FIELD(field, nodes->fields[n] & GB_FRAME) {
      const double *D = gb_node_reference(nodes, n, field),
                   *of = &z[gb_node_value(nodes, n, field)];
      const bool moves = field == GB_POSITION;
      const bool turns = D[0] != 0 || D[1] != 0 || D[2] != 0; // not a sum of an equation
      for (int i = 0; (moves || turns) && i < 3; i++)
        largest = fmax(largest, fabs(of[i]) / (moves ? size : 1));
    }
  MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, model->comm);
  *e = largest > 0 ? GB_SMALL_CHANGE / largest : 1;
  return GB_OK;
}

/// Work space of a derivative.
typedef struct memory {
  gb_state *near;           ///< state at a distance from the base state
  double distance;          ///< current increment relative to the first one
  double *part;             ///< [designs]
  double *other, *velocity; ///< [n + m]
} memory;

/// The derivative of an eigenvalue.
typedef struct derivative {
  double *explicit; ///< by the designs at a fixed state, [designs], the same on all ranks
  double *bar;      ///< by the state, [n + m]
} derivative;

/// The real or imaginary part of an eigenvector.
typedef struct part {
  const double *x;
  const double *other; ///< the other part; NULL: no rotating frame
  double turn;         ///< the velocity of this part is turn x other
} part;

/// Set the state at the distance e x from the base state, with the accelerations and, in a rotating
/// frame, the velocities of the mode.
static void set_near_state(const gb_eigenpair *p, const part *along, double e, memory *own) {
  const gb_state *from = p->base->state;
  gb_state *near = own->near;
  const size_t n = (size_t)p->base->system->n, m = (size_t)p->base->system->m;
  near->t = from->t;
  memcpy(near->sigma, from->sigma, sizeof near->sigma);
  for (size_t i = 0; i < n; i++) {
    near->component[GB_Q][i] = from->component[GB_Q][i] + e * along->x[i];
    near->component[GB_A][i] = from->component[GB_A][i] - p->value * e * along->x[i];
    near->component[GB_V][i] = from->component[GB_V][i];
    if (along->other) own->velocity[i] = along->turn * e * along->other[i];
  }
  for (size_t i = 0; i < m; i++) near->multiplier[i] = from->multiplier[i] + e * along->x[n + i];
}

/// gradient += psi . R_x at a state near the base state.
static int add_product(const gb_eigenpair *p, const memory *own, const gb_state *near,
                       const double psi[], double gradient[], gb_error *error) {
  gb_system *system = p->base->system;
  if (!p->im) return system->op->design_product(system, near, 1, psi, gradient, error);
  return gb_pencil_turning_designs(p->pencil, near, p->about, own->velocity, psi, gradient, error);
}

static int add_explicit(const gb_eigenpair *p, const part *along, double e, memory *own,
                        double gradient[], gb_error *error) {
  const size_t designs = (size_t)p->base->system->designs;
  for (int k = 0; k < GB_DIFFERENCES; k++) {
    set_near_state(p, along, e * gb_difference_at[k], own);
    memset(own->part, 0, designs * sizeof *own->part);
    GB_TRY(add_product(p, own, own->near, along->x, own->part, error));
    for (size_t i = 0; i < designs; i++) gradient[i] += gb_difference_weight[k] / e * own->part[i];
  }
  return GB_OK;
}

/// bar += R_qq[x, x], the second derivative of the residual.
static int add_bar(const gb_eigenpair *p, const part *along, double e, memory *own, double bar[],
                   gb_error *error) {
  gb_system *system = p->base->system;
  const size_t length = gb_system_length(system);
  const double sigma[3] = {1, 0, 0};
  const gb_operator K = {sigma, own->near, false};
  for (int k = 0; k < GB_DIFFERENCES; k++) {
    set_near_state(p, along, e * gb_difference_at[k], own);
    GB_TRY(system->op->product(system, &K, 1, along->x, own->other, error));
    for (size_t i = 0; i < length; i++) bar[i] += gb_difference_weight[k] / e * own->other[i];
  }
  return GB_OK;
}

static int differentiate(const gb_eigenpair *p, memory *own, derivative *d, gb_error *error) {
  const gb_system *system = p->base->system;
  const double omega = sqrt(fmax(p->value, 0));
  const part along[2] = {{p->x, p->im, -omega}, {p->im, p->x, omega}};
  memset(d->explicit, 0, (size_t)system->designs * sizeof *d->explicit);
  memset(d->bar, 0, (size_t)(system->n + system->m) * sizeof *d->bar);
  for (int k = 0; k < (p->im ? 2 : 1); k++) {
    double e;
    GB_TRY(gb_small_change(p->model, p->pencil, along[k].x, &e, error));
    e *= own->distance;
    GB_TRY(add_explicit(p, &along[k], e, own, d->explicit, error));
    if (p->moves) GB_TRY(add_bar(p, &along[k], e, own, d->bar, error));
  }
  MPI_Allreduce(MPI_IN_PLACE, d->explicit, system->designs, MPI_DOUBLE, MPI_SUM, p->model->comm);
  return GB_OK;
}

/// The largest difference of two derivatives relative to the largest entry, for the derivatives by
/// the designs (each multiplied by its value) and by the state. Collective.
static double disagreement(const gb_eigenpair *p, const derivative *a, const derivative *b) {
  const gb_design_set *designs = p->model->designs;
  const gb_system *system = p->base->system;
  double largest = 0, difference = 0, of_bar[2] = {0};
  for (int i = 0; i < designs->width; i++) {
    const double size = designs->value[i] != 0 ? fabs(designs->value[i]) : 1;
    largest = fmax(largest, size * fabs(a->explicit[i]));
    difference = fmax(difference, size * fabs(a->explicit[i] - b->explicit[i]));
  }
  for (int32_t i = 0; i < system->n + system->m; i++) {
    of_bar[0] = fmax(of_bar[0], fabs(a->bar[i] - b->bar[i]));
    of_bar[1] = fmax(of_bar[1], fabs(a->bar[i]));
  }
  MPI_Allreduce(MPI_IN_PLACE, of_bar, 2, MPI_DOUBLE, MPI_MAX, p->model->comm);
  const double by_state = of_bar[0] > 0 ? of_bar[0] / of_bar[1] : 0;
  return fmax(by_state, difference > 0 ? difference / largest : 0);
}

static void copy(const gb_system *system, const derivative *from, derivative *to) {
  memcpy(to->explicit, from->explicit, (size_t)system->designs * sizeof *to->explicit);
  memcpy(to->bar, from->bar, (size_t)(system->n + system->m) * sizeof *to->bar);
}

/// Compute the derivative with decreasing increments, and keep the one that differs least from the
/// one before.
static int choose_increment(const gb_eigenpair *p, memory *own, derivative trial[2],
                            derivative *out, gb_error *error) {
  const gb_system *system = p->base->system;
  double least = INFINITY;
  own->distance = 1;
  GB_TRY(differentiate(p, own, &trial[0], error));
  copy(system, &trial[0], out);
  for (int k = 1; k < DISTANCES && least > AGREED; k++) {
    derivative *finer = &trial[k % 2];
    own->distance *= SHORTER;
    GB_TRY(differentiate(p, own, finer, error));
    const double difference = disagreement(p, finer, &trial[(k + 1) % 2]);
    if (difference >= least) continue;
    least = difference;
    copy(system, finer, out);
  }
  return GB_OK;
}

int gb_eigenpair_derivative(const gb_eigenpair *p, double gradient[], double bar[],
                            gb_error *error) {
  const gb_system *system = p->base->system;
  const size_t designs = (size_t)system->designs, length = gb_system_length(system);
  memory own = {0};
  derivative trial[2], out = {gradient, bar};
  GB_SCRATCH(scratch);
  int status = gb_state_create(system, &scratch, &own.near, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, own.part, 3 * designs, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, own.other, 4 * length, error);
  GB_TRY(gb_agree(p->model->comm, status, error));
  own.velocity = own.other + length;
  for (int k = 0; k < 2; k++) {
    trial[k].explicit = own.part + (size_t)(k + 1) * designs;
    trial[k].bar = own.other + (size_t)(k + 2) * length;
  }
  return choose_increment(p, &own, trial, &out, error);
}

int gb_eigenpair_balance(const gb_eigenpair *p, double bar[], double gradient[], gb_error *error) {
  const gb_system *system = p->base->system;
  const size_t designs = (size_t)system->designs;
  double *by_state, *zero;
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&scratch, by_state, designs, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, zero, gb_system_length(system), error);
  GB_TRY(gb_agree(p->model->comm, status, error));
  GB_TRY(gb_pencil_solve(p->pencil, 1, bar, error));
  GB_TRY(
      gb_pencil_turning_designs(p->pencil, p->base->state, p->about, zero, bar, by_state, error));
  gb_sum_over_ranks(p->model->comm, designs, by_state);
  for (size_t i = 0; i < designs; i++) gradient[i] -= by_state[i];
  return GB_OK;
}
