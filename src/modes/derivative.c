/// x . (K_x - value M_x) x by differences of design products x . R_x at states along x, by the
/// formula of fourth order, which is exact for shells, bodies and joints, whose residuals are
/// polynomials of degree three. How the state moves with the designs comes by one linear solve with
/// the second derivative of the residual along x.
#include "modes/derivative.h"

#include "base/arena.h"
#include "integrators/pass.h"

#include <math.h>
#include <string.h>

enum { DIFFERENCES = 4 };
static const double at[DIFFERENCES] = {1, -1, 2, -2};
static const double weight[DIFFERENCES] = {2. / 3, -2. / 3, -1. / 12, 1. / 12};
/// How far to go: the largest change of a director, or displacement by the size of the model.
static const double DISTANCE = 1e-4;

/// The largest distance between coordinates of the model's nodes. Collective.
static double size_of(const gb_model *model) {
  double extent[6], size = 0;
  for (int i = 0; i < 6; i++) extent[i] = -INFINITY;
  for (int32_t n = 0; n < model->nodes->count; n++)
    for (int i = 0; gb_node_has(model->nodes, n, GB_POSITION) && i < 3; i++) {
      const double X = gb_node_reference(model->nodes, n, GB_POSITION)[i];
      extent[i] = fmax(extent[i], X);
      extent[3 + i] = fmax(extent[3 + i], -X);
    }
  MPI_Allreduce(MPI_IN_PLACE, extent, 6, MPI_DOUBLE, MPI_MAX, model->comm);
  for (int i = 0; i < 3; i++) size = fmax(size, extent[i] + extent[3 + i]);
  return size > 0 ? size : 1;
}

/// The part e of a mode to go. Collective.
static int find_distance(const gb_eigenpair *p, double *e, gb_error *error) {
  const gb_node_set *nodes = p->model->nodes;
  const double size = size_of(p->model);
  double *z, largest = 0;
  GB_SCRATCH(scratch);
  const int status = GB_TAKE(&scratch, z, gb_node_values(nodes), error);
  GB_TRY(gb_agree(p->model->comm, status, error));
  GB_TRY(gb_pencil_nodal(p->pencil, 1, p->x, z, error));
  for (int32_t n = 0; n < nodes->count; n++)
    for (int32_t vector = nodes->first[n]; vector < nodes->first[n + 1]; vector++) {
      const bool moves = vector == nodes->first[n] && gb_node_has(nodes, n, GB_POSITION);
      const double *D = nodes->reference[vector];
      const bool turns = D[0] != 0 || D[1] != 0 || D[2] != 0; // not a multiplier
      for (int i = 0; (moves || turns) && i < 3; i++)
        largest = fmax(largest, fabs(z[3 * (size_t)vector + (size_t)i]) / (moves ? size : 1));
    }
  MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, p->model->comm);
  *e = largest > 0 ? DISTANCE / largest : 1;
  return GB_OK;
}

/// The state e x away from that of the pair, with the accelerations of the mode there.
static void go(const gb_eigenpair *p, double e, gb_state *near) {
  const gb_state *from = &p->base->state;
  const size_t n = (size_t)p->base->system->n, m = (size_t)p->base->system->m;
  near->t = from->t;
  memcpy(near->sigma, from->sigma, sizeof near->sigma);
  for (size_t i = 0; i < n; i++) {
    near->component[GB_Q][i] = from->component[GB_Q][i] + e * p->x[i];
    near->component[GB_A][i] = from->component[GB_A][i] - p->value * e * p->x[i];
  }
  for (size_t i = 0; i < m; i++) near->multiplier[i] = from->multiplier[i] + e * p->x[n + i];
}

/// Memory that the parts of a derivative share.
typedef struct memory {
  gb_state near;
  double *part, *force, *other; ///< [designs], [n + m]
} memory;

static int add_explicit(const gb_eigenpair *p, double e, memory *own, double gradient[],
                        gb_error *error) {
  gb_system *system = p->base->system;
  const size_t designs = (size_t)system->designs;
  for (int k = 0; k < DIFFERENCES; k++) {
    go(p, e * at[k], &own->near);
    memset(own->part, 0, designs * sizeof *own->part);
    GB_TRY(system->op->design_product(system, &own->near, 1, p->x, own->part, error));
    for (size_t i = 0; i < designs; i++) gradient[i] += weight[k] / e * own->part[i];
  }
  return GB_OK;
}

/// -(K^-1 R_qq[x, x]) . R_x.
static int add_motion(const gb_eigenpair *p, double e, memory *own, double gradient[],
                      gb_error *error) {
  gb_system *system = p->base->system;
  const size_t length = (size_t)system->n + (size_t)system->m;
  const double sigma[3] = {1, 0, 0};
  const gb_operator K = {sigma, &own->near, false};
  memset(own->force, 0, length * sizeof *own->force);
  for (int k = 0; k < DIFFERENCES; k++) {
    go(p, e * at[k], &own->near);
    GB_TRY(system->op->product(system, &K, 1, p->x, own->other, error));
    for (size_t i = 0; i < length; i++) own->force[i] -= weight[k] / e * own->other[i];
  }
  GB_TRY(gb_pencil_solve(p->pencil, 1, own->force, error));
  return system->op->design_product(system, &p->base->state, 1, own->force, gradient, error);
}

static int differentiate(const gb_eigenpair *p, memory *own, double gradient[], gb_error *error) {
  const gb_system *system = p->base->system;
  double e;
  memset(gradient, 0, (size_t)system->designs * sizeof *gradient);
  GB_TRY(find_distance(p, &e, error));
  GB_TRY(add_explicit(p, e, own, gradient, error));
  if (p->moves) GB_TRY(add_motion(p, e, own, gradient, error));
  MPI_Allreduce(MPI_IN_PLACE, gradient, system->designs, MPI_DOUBLE, MPI_SUM, p->model->comm);
  return GB_OK;
}

int gb_eigenpair_derivative(const gb_eigenpair *p, double gradient[], gb_error *error) {
  const gb_system *system = p->base->system;
  const size_t length = (size_t)system->n + (size_t)system->m;
  memory own = {0};
  GB_SCRATCH(scratch);
  int status = gb_state_create(system, &scratch, &own.near, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, own.part, (size_t)system->designs, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, own.force, 2 * length, error);
  own.other = own.force + length;
  GB_TRY(gb_agree(p->model->comm, status, error));
  return differentiate(p, &own, gradient, error);
}
