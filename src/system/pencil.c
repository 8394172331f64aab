/// Products and factors of a model's stiffness and mass about a state.
#include "system/pencil.h"

#include "integrators/linearised.h"
#include "system/model_system.h"
#include "system/preconditioner/factor_matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double of_stiffness[GB_COMPONENTS] = {1, 0, 0, 0},
                    of_damping[GB_COMPONENTS] = {0, 1, 0, 0}, of_mass[GB_COMPONENTS] = {0, 0, 1, 0};

struct gb_pencil {
  gb_system *system;
  const gb_state *state;
  const gb_node_pairs *pairs;
  gb_factor_matrix *matrix; ///< NULL before the first factor
  gb_linear *linear;
  int64_t changes;          ///< gb_assembly_search_changes when `pairs` were found
  gb_arena memory, buffers; ///< memory owns the arrays, buffers owns `free`
  gb_arena coupled;         ///< owns `pairs`
  gb_scalar *free;          ///< vectors with zero multipliers, [capacity][n + m]
  int capacity;
  const double *spin;       ///< NULL: the frame does not turn
  const gb_load_path *path; ///< NULL: K and M are stiffness and mass
  double largest;           ///< largest diagonal entry of K, with a path
  bool even;                ///< products with K' use its symmetric part
  gb_scalar *from, *to;     ///< nodal values
};

static gb_model_access of(const gb_pencil *p) {
  return gb_model_system_access(p->system);
}

int gb_pencil_create(gb_system *system, const gb_state *state, gb_pencil **out, gb_error *error) {
  const gb_model_access own = gb_model_system_access(system);
  const size_t size = gb_nodal_size(own.nodal);
  gb_pencil *p;
  *out = NULL;
  GB_TRY(gb_agree(own.model->comm, GB_ALLOCATE(p, 1, error), error));
  p->system = system;
  p->state = state;
  int status = GB_TAKE(&p->memory, p->from, size, error);
  if (status == GB_OK) status = GB_TAKE(&p->memory, p->to, size, error);
  status = gb_agree(own.model->comm, status, error);
  if (status == GB_OK)
    status = system->op->cache_linearisation(system, of_mass, state, error); // many products follow
  if (status != GB_OK) gb_pencil_destroy(&p);
  *out = p;
  return status;
}

static void close_factor(gb_pencil *p) {
  gb_linear_destroy(&p->linear);
  gb_factor_matrix_destroy(&p->matrix);
  gb_arena_free(&p->coupled);
}

void gb_pencil_destroy(gb_pencil **pencil) {
  gb_pencil *p = *pencil;
  if (!p) return;
  gb_error none = {0};
  p->system->op->cache_linearisation(p->system, NULL, NULL, &none);
  close_factor(p);
  gb_arena_free(&p->memory);
  gb_arena_free(&p->buffers);
  free(p);
  *pencil = NULL;
}

static size_t length_of(const gb_pencil *p) {
  return gb_system_length(p->system);
}

static int make_room(gb_pencil *p, int count, gb_error *error) {
  if (count <= p->capacity) return GB_OK;
  gb_arena_free(&p->buffers);
  p->capacity = 0;
  const int status = GB_TAKE(&p->buffers, p->free, (size_t)count * length_of(p), error);
  GB_TRY(gb_agree(of(p).model->comm, status, error));
  p->capacity = count;
  return GB_OK;
}

static void clear_multipliers(const gb_pencil *p, int count, gb_scalar x[]) {
  const size_t n = (size_t)p->system->n, m = (size_t)p->system->m;
  for (size_t c = 0; m > 0 && c < (size_t)count; c++) memset(x + c * (n + m) + n, 0, m * sizeof *x);
}

/// Apply z <- spin x z to positions and directors `times` times; set multipliers to zero.
static void turn(const gb_pencil *p, int times, gb_scalar z[]) {
  const gb_node_set *nodes = of(p).model->nodes;
  const double *w = p->spin;
  for (int32_t i = 0; i < nodes->count; i++) {
    const int turning = gb_field_values(nodes->fields[i] & GB_FRAME);
    gb_scalar *own = z + nodes->first[i];
    for (gb_scalar *v = own; v < own + turning; v += 3) {
      for (int time = 0; time < times; time++) {
        const gb_scalar x = v[0], y = v[1];
        v[0] = w[1] * v[2] - w[2] * y;
        v[1] = w[2] * x - w[0] * v[2];
        v[2] = w[0] * y - w[1] * x;
      }
    }
    memset(own + turning, 0, (size_t)(gb_node_width(nodes, i) - turning) * sizeof *own);
  }
}

/// y = T^T M p->from.
static int push(gb_pencil *p, gb_scalar y[], gb_error *error) {
  gb_nodal_state nodal;
  GB_TRY(gb_model_system_gather(p->system, p->state, &nodal, error));
  const gb_nodal_operator M = {of_mass, &nodal, false};
  memset(p->to, 0, gb_nodal_size(of(p).nodal) * sizeof *p->to);
  GB_TRY(gb_assembly_product(of(p).assembly, &M, 1, p->from, p->to, error));
  GB_TRY(gb_nodal_scatter(of(p).nodal, 1, p->to, y, error));
  clear_multipliers(p, 1, y);
  return GB_OK;
}

void gb_pencil_spin(gb_pencil *p, const double *spin) {
  p->spin = spin;
}

int gb_pencil_gyroscopic(gb_pencil *p, const gb_scalar x[], gb_scalar y[], gb_error *error) {
  GB_TRY(gb_nodal_gather(of(p).nodal, 1, x, p->from, error));
  turn(p, 1, p->from);
  GB_TRY(push(p, y, error));
  for (size_t i = 0; i < length_of(p); i++) y[i] *= 2;
  return GB_OK;
}

/// p->from = W^2 z for positions z relative to `about` and directors z.
static void draw(const gb_pencil *p, const double about[3], const gb_nodal_state *nodal) {
  const gb_node_set *nodes = of(p).model->nodes;
  for (int32_t i = 0; i < nodes->count; i++)
    GB_EACH_FIELD(field, nodes->fields[i] & GB_FRAME) {
      const int32_t value = gb_node_value(nodes, i, field);
      for (int k = 0; k < 3; k++)
        p->from[value + k] = nodal->q[value + k] + nodes->reference[value + k] -
                             (field == GB_POSITION ? about[k] : 0);
    }
  turn(p, 2, p->from);
}

int gb_pencil_centrifugal(gb_pencil *p, const double about[3], gb_scalar y[], gb_error *error) {
  gb_nodal_state nodal;
  GB_TRY(gb_model_system_gather(p->system, p->state, &nodal, error));
  draw(p, about, &nodal);
  return push(p, y, error);
}

int gb_pencil_turning_designs(gb_pencil *p, const gb_state *near, const double about[3],
                              const gb_scalar velocity[], const gb_scalar psi[],
                              gb_scalar gradient[], gb_error *error) {
  gb_nodal_state nodal;
  GB_TRY(gb_model_system_gather(p->system, near, &nodal, error));
  draw(p, about, &nodal);
  GB_TRY(gb_nodal_gather(of(p).nodal, 1, velocity, p->to, error));
  turn(p, 1, p->to);
  for (size_t i = 0; i < gb_nodal_size(of(p).nodal); i++)
    p->to[i] = nodal.a[i] + p->from[i] + 2 * p->to[i];
  nodal.a = p->to;
  GB_TRY(gb_nodal_gather(of(p).nodal, 1, psi, p->from, error));
  gb_assembly_design_product(of(p).assembly, &nodal, 1, p->from, gradient);
  return GB_OK;
}

/// y = A x without the rows and columns of multipliers, which an operator contains for any sigma.
static int multiply(gb_pencil *p, const gb_operator *A, int count, const gb_scalar x[],
                    gb_scalar y[], gb_error *error) {
  GB_TRY(make_room(p, count, error));
  memcpy(p->free, x, (size_t)count * length_of(p) * sizeof *x);
  clear_multipliers(p, count, p->free);
  GB_TRY(p->system->op->product(p->system, A, count, p->free, y, error));
  clear_multipliers(p, count, y);
  return GB_OK;
}

/// The terms of K' as states and factors. @return their number
static int terms_of(const gb_load_path *path, const gb_state *state[GB_PATH_TERMS],
                    double factor[GB_PATH_TERMS]) {
  static const double two[] = {1. / 2, -1. / 2};
  const int states = path->states;
  for (int k = 0; k < states; k++) {
    state[k] = path->near[k];
    factor[k] = (states == 2 ? two : gb_difference_weight)[k] / path->h;
  }
  state[states] = path->following;
  factor[states] = 1;
  return path->following ? states + 1 : states;
}

/// y = K' x.
static int multiply_path(gb_pencil *p, bool transpose, int count, const gb_scalar x[],
                         gb_scalar y[], gb_error *error) {
  const size_t size = (size_t)count * length_of(p);
  const gb_state *state[GB_PATH_TERMS];
  double factor[GB_PATH_TERMS];
  gb_scalar *part = NULL;
  const int terms = terms_of(p->path, state, factor);
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(of(p).model->comm, GB_TAKE(&scratch, part, size, error), error));
  memset(y, 0, size * sizeof *y);
  for (int k = 0; k < terms; k++) {
    GB_TRY(multiply(p, &(gb_operator){of_stiffness, state[k], transpose}, count, x, part, error));
    for (size_t i = 0; i < size; i++) y[i] += factor[k] * part[i];
  }
  return GB_OK;
}

/// y = (K' + K'^T) x / 2.
static int multiply_even(gb_pencil *p, int count, const gb_scalar x[], gb_scalar y[],
                         gb_error *error) {
  const size_t size = (size_t)count * length_of(p);
  gb_scalar *part = NULL;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(of(p).model->comm, GB_TAKE(&scratch, part, size, error), error));
  GB_TRY(multiply_path(p, false, count, x, y, error));
  GB_TRY(multiply_path(p, true, count, x, part, error));
  for (size_t i = 0; i < size; i++) y[i] = 0.5 * (y[i] + part[i]);
  return GB_OK;
}

int gb_pencil_stiffness(gb_pencil *p, bool transpose, int count, const gb_scalar x[], gb_scalar y[],
                        gb_error *error) {
  const gb_operator K = {of_stiffness, p->state, transpose};
  const size_t length = length_of(p);
  if (p->path && p->even) return multiply_even(p, count, x, y, error);
  if (p->path) return multiply_path(p, transpose, count, x, y, error);
  GB_TRY(p->system->op->product(p->system, &K, count, x, y, error));
  if (!p->spin) return GB_OK;
  GB_TRY(make_room(p, 1, error));
  for (size_t c = 0; c < (size_t)count; c++) {
    GB_TRY(gb_nodal_gather(of(p).nodal, 1, x + c * length, p->from, error));
    turn(p, 2, p->from);
    GB_TRY(push(p, p->free, error));
    for (size_t i = 0; i < length; i++) y[c * length + i] += p->free[i];
  }
  return GB_OK;
}

/// y = (K + c G^T G) x without multipliers, where G are the rows of the constraints. Without the
/// second term, K alone may vanish on vectors that violate constraints, and a norm with K would not
/// see them.
static int multiply_held(gb_pencil *p, int count, const gb_scalar x[], gb_scalar y[],
                         gb_error *error) {
  const gb_operator K = {of_stiffness, p->state, false};
  const size_t n = (size_t)p->system->n, length = length_of(p);
  gb_scalar *part = NULL;
  if (of(p).model->dofs->total_multipliers == 0) return multiply(p, &K, count, x, y, error);
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&scratch, part, (size_t)count * length, error);
  GB_TRY(gb_agree(of(p).model->comm, status, error));
  GB_TRY(make_room(p, count, error));
  memcpy(p->free, x, (size_t)count * length * sizeof *x);
  clear_multipliers(p, count, p->free);
  GB_TRY(p->system->op->product(p->system, &K, count, p->free, y, error));
  memset(p->free, 0, (size_t)count * length * sizeof *x);
  for (size_t c = 0; c < (size_t)count; c++)
    for (size_t i = n; i < length; i++) p->free[c * length + i] = p->largest * y[c * length + i];
  GB_TRY(p->system->op->product(p->system, &K, count, p->free, part, error));
  for (size_t i = 0; i < (size_t)count * length; i++) y[i] += part[i];
  clear_multipliers(p, count, y);
  return GB_OK;
}

int gb_pencil_mass(gb_pencil *p, int count, const gb_scalar x[], gb_scalar y[], gb_error *error) {
  if (p->path) return multiply_held(p, count, x, y, error);
  return multiply(p, &(gb_operator){of_mass, p->state, false}, count, x, y, error);
}

int gb_pencil_damping(gb_pencil *p, int count, const gb_scalar x[], gb_scalar y[],
                      gb_error *error) {
  return multiply(p, &(gb_operator){of_damping, p->state, false}, count, x, y, error);
}

/// Compute the diagonal of an operator, [n + m], with zeros at multipliers (overwrites).
static int find_diagonal(gb_pencil *p, const double sigma[3], const gb_state *state,
                         gb_scalar out[], gb_error *error) {
  gb_nodal_state nodal;
  GB_TRY(gb_model_system_gather(p->system, state, &nodal, error));
  memset(p->to, 0, gb_nodal_size(of(p).nodal) * sizeof *p->to);
  gb_assembly_diagonal(of(p).assembly, &nodal, sigma, p->to);
  GB_TRY(gb_nodal_scatter_diagonal(of(p).nodal, p->to, out, error));
  clear_multipliers(p, 1, out);
  return GB_OK;
}

int gb_pencil_hold_contacts(gb_pencil *p, gb_error *error) {
  gb_nodal_state nodal;
  GB_TRY(gb_model_system_gather(p->system, p->state, &nodal, error));
  GB_TRY(gb_assembly_search(of(p).assembly, nodal.q, true, error));
  gb_assembly_hold_search(of(p).assembly);
  return GB_OK;
}

int gb_pencil_load(gb_pencil *p, const gb_load_path *path, gb_error *error) {
  gb_scalar *diagonal = NULL;
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&scratch, diagonal, length_of(p), error);
  GB_TRY(gb_agree(of(p).model->comm, status, error));
  GB_TRY(find_diagonal(p, of_stiffness, p->state, diagonal, error));
  p->largest = 0;
  for (size_t i = 0; i < length_of(p); i++) p->largest = fmax(p->largest, gb_real(diagonal[i]));
  MPI_Allreduce(MPI_IN_PLACE, &p->largest, 1, MPI_DOUBLE, MPI_MAX, of(p).model->comm);
  p->path = path;
  // many products with K at the pencil's state follow
  return p->system->op->cache_linearisation(p->system, of_stiffness, p->state, error);
}

void gb_pencil_even(gb_pencil *p, bool even) {
  p->even = even;
}

int gb_pencil_diagonals(gb_pencil *p, gb_scalar K[], gb_scalar M[], gb_error *error) {
  const size_t length = length_of(p);
  const gb_state *state[GB_PATH_TERMS];
  double factor[GB_PATH_TERMS];
  GB_TRY(find_diagonal(p, p->path ? of_stiffness : of_mass, p->state, M, error));
  if (!p->path) return find_diagonal(p, of_stiffness, p->state, K, error);
  const int terms = terms_of(p->path, state, factor);
  gb_scalar *part = NULL;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(of(p).model->comm, GB_TAKE(&scratch, part, length, error), error));
  memset(K, 0, length * sizeof *K);
  for (int k = 0; k < terms; k++) {
    GB_TRY(find_diagonal(p, of_stiffness, state[k], part, error));
    for (size_t i = 0; i < length; i++) K[i] += factor[k] * part[i];
  }
  return GB_OK;
}

/// Set up the factor of the matrix, and set it up again if a search of contacts has found other
/// elements at the pencil's state than the last factor has.
static int prepare(gb_pencil *p, gb_error *error) {
  const gb_node_pairs all = {0};
  gb_nodal_state nodal;
  GB_TRY(gb_model_system_gather(p->system, p->state, &nodal, error)); // finds contacts
  const int64_t changes = gb_assembly_search_changes(of(p).assembly);
  if (p->matrix && changes == p->changes) return GB_OK;
  close_factor(p);
  p->changes = changes;
  const int status = gb_assembly_pairs(of(p).assembly, &all, &p->coupled, &p->pairs, error);
  GB_TRY(gb_agree(of(p).model->comm, status, error));
  GB_TRY(gb_factor_matrix_create(of(p).assembly, of(p).nodal, p->pairs, GB_FACTOR_WHOLE, &p->matrix,
                                 error));
  gb_factor_matrix_count_negative(p->matrix);
  return gb_linear_create(of(p).model->comm, gb_factor_matrix_pattern(p->matrix), GB_PRECISION_FULL,
                          of(p).timers, &p->linear, error);
}

/// Terms of the factor of K' - shift K.
typedef struct path_terms {
  gb_pencil *pencil;
  const gb_state *state[GB_PATH_TERMS + 1];
  double factor[GB_PATH_TERMS + 1], border[GB_PATH_TERMS + 1];
} path_terms;

static int open_term(void *context, int k, gb_factor_term *out, gb_error *error) {
  const path_terms *t = context;
  out->sigma = of_stiffness;
  out->factor = t->factor[k];
  out->border = t->border[k];
  return gb_model_system_gather(t->pencil->system, t->state[k], &out->state, error);
}

/// Assemble K' - shift K.
static int assemble_path(gb_pencil *p, double shift, gb_arena *arena, gb_scalar **values,
                         gb_error *error) {
  path_terms t = {.pencil = p};
  const int last = terms_of(p->path, t.state, t.factor);
  t.state[last] = p->state;
  t.factor[last] = t.border[last] = -shift;
  const gb_factor_sum sum = {last + 1, open_term, &t};
  return gb_factor_matrix_sum(p->matrix, of(p).assembly, &sum, arena, values, error);
}

int gb_pencil_factor(gb_pencil *p, double shift, int64_t *negative, gb_error *error) {
  const double sigma[3] = {1, 0, -shift};
  gb_nodal_state nodal;
  gb_extensions none = {0};
  gb_scalar *values;
  gb_error failure = {0};
  GB_SCRATCH(scratch);
  const double start = gb_timer_now();
  GB_TRY(prepare(p, error));
  if (p->path) {
    GB_TRY(assemble_path(p, shift, &scratch, &values, error));
  } else {
    GB_TRY(gb_model_system_gather(p->system, p->state, &nodal, error));
    nodal.spin = p->spin;
    const gb_nodal_operator A = {sigma, &nodal, false};
    GB_TRY(
        gb_factor_matrix_assemble(p->matrix, of(p).assembly, &A, &none, &scratch, &values, error));
  }
  gb_timer_add(of(p).timers, GB_PHASE_ASSEMBLY, start);
  const int status = gb_linear_factor(p->linear, values, &failure);
  if (status != GB_OK) return gb_checks_explain(of(p).model->checks, status, &failure, error);
  return gb_linear_negative(p->linear, negative, error);
}

int gb_pencil_solve(gb_pencil *p, int count, gb_scalar x[], gb_error *error) {
  return gb_linear_solve(p->linear, false, count, x, error);
}

/// z = nodal values of a unit displacement of all nodes along an axis.
static void translate(const gb_model *model, int axis, gb_scalar z[]) {
  memset(z, 0, gb_node_values(model->nodes) * sizeof *z);
  for (int32_t i = 0; i < model->nodes->count; i++)
    if (gb_node_has(model->nodes, i, GB_POSITION))
      z[gb_node_displacement(model->nodes, i) + (size_t)axis] = 1;
}

int gb_pencil_translations(gb_pencil *p, gb_scalar force[], double mass[3], gb_error *error) {
  const size_t size = gb_nodal_size(of(p).nodal);
  gb_nodal_state nodal;
  GB_TRY(gb_model_system_gather(p->system, p->state, &nodal, error));
  const gb_nodal_operator M = {of_mass, &nodal, false};
  for (int axis = 0; axis < 3; axis++) {
    translate(of(p).model, axis, p->from);
    memset(p->to, 0, size * sizeof *p->to);
    GB_TRY(gb_assembly_product(of(p).assembly, &M, 1, p->from, p->to, error));
    mass[axis] = 0;
    for (size_t i = 0; i < size; i++) mass[axis] += gb_real(p->from[i]) * gb_real(p->to[i]);
    GB_TRY(gb_nodal_scatter(of(p).nodal, 1, p->to, force + (size_t)axis * length_of(p), error));
  }
  clear_multipliers(p, 3, force);
  MPI_Allreduce(MPI_IN_PLACE, mass, 3, MPI_DOUBLE, MPI_SUM, of(p).model->comm);
  return GB_OK;
}

int gb_pencil_stiffness_designs(gb_pencil *p, const gb_state *state, const gb_scalar x[],
                                gb_scalar gradient[], gb_error *error) {
  gb_nodal_state nodal;
  GB_TRY(gb_nodal_gather(of(p).nodal, 1, x, p->from, error));
  GB_TRY(gb_model_system_gather(p->system, state, &nodal, error));
  gb_assembly_stiffness_product(of(p).assembly, &nodal, p->from, p->from, gradient);
  if (!of(p).model->dofs->T.follows) return GB_OK;
  memset(p->to, 0, gb_nodal_size(of(p).nodal) * sizeof *p->to);
  for (int transpose = 0; transpose < 2; transpose++) {
    const gb_nodal_operator K = {of_stiffness, &nodal, transpose};
    GB_TRY(gb_assembly_product(of(p).assembly, &K, 1, p->from, p->to, error));
  }
  return gb_pencil_map_designs(p, x, p->to, gradient, error);
}

int gb_pencil_add_forces(gb_pencil *p, const gb_state *state, const gb_scalar x[], double weight,
                         gb_scalar bar[], gb_error *error) {
  const size_t size = gb_nodal_size(of(p).nodal);
  gb_nodal_state nodal;
  GB_TRY(gb_nodal_gather(of(p).nodal, 1, x, p->from, error));
  GB_TRY(gb_model_system_gather(p->system, state, &nodal, error));
  const gb_nodal_operator K = {of_stiffness, &nodal, false};
  for (size_t i = 0; i < size; i++) p->from[i] *= weight;
  return gb_assembly_product(of(p).assembly, &K, 1, p->from, bar, error);
}

int gb_pencil_scatter(gb_pencil *p, const gb_scalar bar[], gb_scalar y[], gb_error *error) {
  return gb_nodal_scatter(of(p).nodal, 1, bar, y, error);
}

int gb_pencil_map_designs(gb_pencil *p, const gb_scalar y[], const gb_scalar bar[],
                          gb_scalar gradient[], gb_error *error) {
  return gb_shape_sensitivity_gradient(of(p).shape, y, 1, bar, gradient, error);
}

int gb_pencil_nodal(gb_pencil *p, int count, const gb_scalar x[], gb_scalar z[], gb_error *error) {
  return gb_nodal_gather(of(p).nodal, count, x, z, error);
}
