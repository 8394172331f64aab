/// Functionals of points: expressions of the time, of the motion of a model's probes, of its
/// quantities and of controls, as samples of the aggregate's sums, and their derivatives
/// (docs/theory.md, eqs. 6.12 to 6.14). The variables are made common to all ranks; each functional
/// then has one sample.
#include "system/assembly/sources.h"
#include "system/functionals/motion_variables.h"
#include "system/recovery/quantities.h"

#include <complex.h>
#include <math.h>
#include <string.h>

typedef struct point_source {
  const gb_model *model;
  int count;
  const gb_functional *functional;
  gb_aggregate *aggregate;
  int rank, variables, first; ///< first: variable of the first quantity
  gb_quantities *quantities;  ///< quantities in use; NULL: none
  bool weighed;               ///< a functional that uses quantities counts the current time point
  bool *uses;                 ///< whether an expression uses a variable, [count][variables]
  gb_scalar *common; ///< variables of each probe (positions without the reference), [probes], then
                     ///< values of quantities
  gb_scalar *variable;        ///< [variables], then controls
  double _Complex *real_part; ///< real parts of `variable`, for derivatives
  gb_scalar *derivative;      ///< derivatives by variables, [count][variables]
  /// Size of each functional if its terms did not cancel, [count]; NULL: not requested.
  double *size;
  struct {
    gb_controls *all;
    int count;
    double *part; ///< derivatives by controls, [functionals][count]
  } controls;
} point_source;

static int allocate(point_source *p, gb_arena *arena, gb_error *error) {
  size_t count = (size_t)p->count, variables = (size_t)p->variables;
  GB_TRY(GB_TAKE(arena, p->uses, count * variables, error));
  GB_TRY(GB_TAKE(arena, p->common, variables, error));
  const size_t controls = (size_t)p->controls.count;
  GB_TRY(GB_TAKE(arena, p->variable, variables + controls, error));
  GB_TRY(GB_TAKE(arena, p->real_part, variables + controls, error));
  GB_TRY(GB_TAKE(arena, p->controls.part, count * controls, error));
  return GB_TAKE(arena, p->derivative, count * variables, error);
}

/// Find the quantities that the expressions use.
static int open_quantities(point_source *p, gb_assembly *assembly, gb_arena *arena,
                           gb_error *error) {
  const gb_quantity_set *set = p->model->quantities;
  bool *used, any = false;
  GB_TRY(GB_TAKE(arena, used, (size_t)set->count, error));
  for (int q = 0; q < set->count; q++)
    for (int k = 0; k < set->entry[q].count; k++)
      for (int i = 0; i < p->count; i++)
        if (p->uses[i * p->variables + p->first + set->entry[q].first + k]) used[q] = any = true;
  return any ? gb_quantities_create(assembly, used, p->count, arena, &p->quantities, error) : GB_OK;
}

static int create(const gb_source_request *request, void **out, gb_error *error) {
  const gb_model *model = gb_assembly_model(request->assembly);
  const gb_functional *functional = request->functional;
  point_source *p;
  GB_TRY(GB_TAKE(request->arena, p, 1, error));
  p->model = model;
  p->count = request->count;
  p->functional = functional;
  p->aggregate = request->aggregate;
  p->first = gb_first_quantity(model);
  p->variables = gb_first_control(model);
  p->controls.all = gb_assembly_controls(request->assembly);
  p->controls.count = model->problem->controls.count;
  *out = p;
  MPI_Comm_rank(model->comm, &p->rank);
  GB_TRY(allocate(p, request->arena, error));
  for (int i = 0; i < p->count; i++)
    for (int k = 0; functional[i].value && k < p->variables; k++)
      p->uses[i * p->variables + k] = gb_expression_uses(functional[i].value, k);
  return open_quantities(p, request->assembly, request->arena, error);
}

static bool is_displacement(int value) {
  return value >= 3 && value < 6;
}

static bool counts(const point_source *p, int i, gb_instant instant) {
  return gb_aggregate_samples(p->aggregate, i, GB_FIELD_POINTS, instant);
}

/// Whether a variable other than t depends on a component. Forces depend on all components.
static bool depends(const point_source *p, int variable, int component) {
  if (variable < p->first)
    return gb_motion_component((variable - 1) % GB_MOTION_VALUES) == component;
  const gb_quantity *of = gb_quantity_of(p->model->quantities, variable - p->first);
  if (of->kind == GB_QUANTITY_UNKNOWN) return component == GB_V;
  if (of->kind == GB_QUANTITY_TURN && component == GB_V) return true;
  return component == GB_Q || gb_quantities_of_forces(p->quantities);
}

static bool uses(const void *own, gb_instant instant, int component) {
  const point_source *points = own;
  for (int i = 0; i < points->count; i++)
    for (int k = 1; counts(points, i, instant) && k < points->variables; k++)
      if (points->uses[i * points->variables + k] && depends(points, k, component)) return true;
  return false;
}

/// Set the variables of all expressions on every rank; each probe's node has one owner.
/// Displacements are relative to the reference position as changed by designs. Collective.
static int read_variables(point_source *p, const gb_nodal_state *state, gb_error *error) {
  const gb_model *model = p->model;
  const gb_scalar *component[] = {state->q, state->v, state->a};
  const size_t count = (size_t)model->probes->count * GB_MOTION_VALUES;
  memset(p->common, 0, (size_t)p->variables * sizeof *p->common);
  for (int n = 0; n < model->probes->count; n++)
    for (int i = 0; model->probes->probe[n].node >= 0 && i < GB_MOTION_VALUES; i++) {
      const size_t place =
          gb_node_displacement(model->nodes, model->probes->probe[n].node) + (size_t)(i % 3);
      gb_scalar *value = &p->common[GB_MOTION_VALUES * n + i];
      if (component[gb_motion_component(i)]) *value = component[gb_motion_component(i)][place];
      if (is_displacement(i) && state->reference_change) *value -= state->reference_change[place];
    }
  if (p->quantities) GB_TRY(gb_quantities_find(p->quantities, state, p->common + count, error));
  MPI_Allreduce(MPI_IN_PLACE, p->common, p->variables - 1, GB_MPI_SCALAR, MPI_SUM, model->comm);
  p->variable[0] = state->t;
  memcpy(&p->variable[1], p->common, (size_t)(p->variables - 1) * sizeof *p->common);
  for (int n = 0; n < model->probes->count; n++)
    for (int i = 0; i < 3; i++)
      p->variable[1 + GB_MOTION_VALUES * n + i] += model->probes->probe[n].position[i];
  const gb_scalar(*control)[3] = gb_controls_at(p->controls.all, state->t);
  for (int k = 0; k < p->controls.count; k++) p->variable[p->variables + k] = control[1 + k][0];
  for (int k = 0; k < p->variables + p->controls.count; k++)
    p->real_part[k] = gb_real(p->variable[k]);
  return GB_OK;
}

static int refuse(const point_source *p, int i, const char *what, double found, gb_error *error) {
  return gb_fail(
      error, GB_NOT_FINITE,
      "%s.value: %s is not finite at t = %g (found %g); accepted: expressions with finite values "
      "and derivatives wherever the probes move",
      p->functional[i].where, what, gb_real(p->variable[0]), isnan(found) ? NAN : found);
}

static int sample(void *own, const gb_nodal_state *state, gb_instant instant, gb_error *error) {
  point_source *points = own;
  const gb_scalar one = 1;
  if (!gb_aggregate_uses(points->aggregate, GB_FIELD_POINTS, instant)) return GB_OK;
  GB_TRY(read_variables(points, state, error));
  for (int i = 0; i < points->count; i++) {
    if (!counts(points, i, instant)) continue;
    gb_scalar f = gb_evaluate(points->functional[i].value, points->variable);
    if (!isfinite(gb_real(f))) return refuse(points, i, "the value", gb_real(f), error);
    gb_aggregate_add_to(points->aggregate, i, instant, points->rank == 0, &f, &one);
  }
  return GB_OK;
}

/// Find the largest components of displacements, velocities and accelerations over all ranks.
/// Collective.
static void find_largest(const point_source *p, const gb_nodal_state *state, double largest[3]) {
  const gb_node_set *nodes = p->model->nodes;
  const gb_scalar *component[] = {state->q, state->v, state->a};
  memset(largest, 0, 3 * sizeof *largest);
  for (int32_t n = 0; n < nodes->owned; n++)
    for (int k = 0; k < 9; k++) {
      const size_t at = gb_node_displacement(nodes, n) + (size_t)(k % 3);
      if (!gb_node_has(nodes, n, GB_POSITION) || !component[k / 3]) continue;
      const double moved =
          k < 3 && state->reference_change ? gb_real(state->reference_change[at]) : 0;
      largest[k / 3] = fmax(largest[k / 3], fabs(gb_real(component[k / 3][at]) - moved));
    }
  MPI_Allreduce(MPI_IN_PLACE, largest, 3, MPI_DOUBLE, MPI_MAX, p->model->comm);
}

/// @return the largest value of the quantity to which a variable belongs
static double largest_of_quantity(const point_source *p, int variable) {
  const gb_quantity *of = gb_quantity_of(p->model->quantities, variable - p->first);
  double largest = 0;
  for (int k = 0; k < of->count; k++)
    largest = fmax(largest, fabs(gb_real(p->variable[p->first + of->first + k])));
  return largest;
}

/// Add to the sizes of functionals the change of the value for each variable if it is as large as
/// the largest of its kind. A vanishing displacement is known only up to the round-off of the
/// others.
static void add_sizes(const point_source *p, const gb_nodal_state *state) {
  double largest[3];
  find_largest(p, state, largest);
  for (int i = 0; i < p->count; i++)
    for (int k = 1; k < p->variables; k++) {
      const double slope = fabs(gb_real(p->derivative[i * p->variables + k]));
      if (slope == 0) continue;
      p->size[i] +=
          slope * (k >= p->first ? largest_of_quantity(p, k)
                                 : largest[gb_motion_component((k - 1) % GB_MOTION_VALUES)]);
    }
}

static int measure(void *own, gb_arena *arena, double **size, gb_error *error) {
  point_source *points = own;
  GB_TRY(GB_TAKE(arena, points->size, (size_t)points->count, error));
  *size = points->size;
  return GB_OK;
}

/// Find the derivatives of the contributions of an instant. Collective.
static int differentiate(point_source *points, const gb_nodal_state *state, gb_instant instant,
                         gb_error *error) {
  const gb_scalar one = 1;
  size_t size = (size_t)points->count * (size_t)points->variables;
  memset(points->derivative, 0, size * sizeof *points->derivative);
  points->weighed = false;
  memset(points->controls.part, 0,
         (size_t)(points->count * points->controls.count) * sizeof *points->controls.part);
  if (!gb_aggregate_uses(points->aggregate, GB_FIELD_POINTS, instant)) return GB_OK;
  GB_TRY(read_variables(points, state, error));
  for (int i = 0; i < points->count; i++) {
    if (!counts(points, i, instant)) continue;
    const gb_expression *value = points->functional[i].value;
    gb_scalar g, f = gb_evaluate(value, points->variable);
    gb_aggregate_weights_of(points->aggregate, i, instant, 1, &f, &one, &g);
    for (int k = 1; k < points->variables; k++) {
      if (!points->uses[i * points->variables + k]) continue;
      double slope = gb_expression_slope(value, points->real_part, k);
      if (!isfinite(slope)) return refuse(points, i, "a derivative", slope, error);
      points->derivative[i * points->variables + k] = g * slope;
    }
    for (int k = 0; k < points->controls.count; k++) {
      const int name = points->variables + k;
      if (!gb_expression_uses(value, name)) continue;
      const double slope = gb_expression_slope(value, points->real_part, name);
      if (!isfinite(slope)) return refuse(points, i, "a derivative", slope, error);
      points->controls.part[i * points->controls.count + k] = gb_real(g) * slope;
    }
  }
  if (points->size) add_sizes(points, state);
  points->weighed = points->quantities != NULL;
  if (points->quantities)
    GB_TRY(gb_quantities_weigh(points->quantities, state, points->derivative + points->first,
                               (size_t)points->variables, error));
  return GB_OK;
}

static int add_bars(void *own, const gb_nodal_state *state, gb_instant instant, int component,
                    gb_scalar *const bar[2], gb_scalar gradient[], gb_error *error) {
  point_source *points = own;
  const gb_model *model = points->model;
  size_t size = gb_node_values(model->nodes);
  (void)gradient;
  if (component == GB_Q) GB_TRY(differentiate(points, state, instant, error));
  for (int i = 0; i < points->count; i++)
    for (int k = 1; k < points->first; k++) {
      int value = (k - 1) % GB_MOTION_VALUES;
      int32_t node = model->probes->probe[(k - 1) / GB_MOTION_VALUES].node;
      if (node < 0 || gb_motion_component(value) != component) continue;
      bar[0][(size_t)i * size + gb_node_displacement(model->nodes, node) + (size_t)(value % 3)] +=
          points->derivative[i * points->variables + k];
    }
  if (!points->quantities || !points->weighed) return GB_OK;
  return gb_quantities_bar(points->quantities, state, component, bar, error);
}

static void add_memory(void *own, const gb_nodal_state *state, gb_scalar bar[]) {
  point_source *points = own;
  if (points->quantities && points->weighed) gb_quantities_memory(points->quantities, state, bar);
}

/// Add the derivatives by controls, on one rank.
static void add_controls(const point_source *p, double t, gb_scalar gradient[]) {
  for (int i = 0; i < p->count && p->rank == 0 && p->controls.count > 0; i++) {
    double by[GB_MOST_CONTROLS][GB_CONTROL_ORDERS] = {{0}};
    const gb_control_slope *slope;
    for (int k = 0; k < p->controls.count; k++)
      by[k][0] = p->controls.part[i * p->controls.count + k];
    const int slopes =
        gb_controls_chain(p->controls.all, (const double(*)[GB_CONTROL_ORDERS])by, t, &slope);
    for (int k = 0; k < slopes; k++)
      gradient[(size_t)i * (size_t)p->model->designs->width + (size_t)slope[k].design] +=
          slope[k].by[0];
  }
}

/// Displacements are less where designs move the nodes that they are measured at: the bars of GB_Q
/// take that for a motion.
static int add_gradient(void *own, const gb_nodal_state *state, gb_instant instant,
                        gb_scalar gradient[], gb_error *error) {
  const point_source *points = own;
  const gb_model *model = points->model;
  (void)instant;
  (void)error;
  add_controls(points, state->t, gradient);
  for (int m = 0; m < model->dofs->T.slopes; m++) {
    const gb_map_slope *slope = &model->dofs->T.slope[m];
    for (int k = 1; slope->unknown < 0 && k < points->first; k++) {
      const int value = (k - 1) % GB_MOTION_VALUES;
      const int32_t node = model->probes->probe[(k - 1) / GB_MOTION_VALUES].node;
      if (!is_displacement(value) || node < 0) continue;
      if (slope->row != model->nodes->first[node] + value % 3) continue;
      for (int i = 0; i < points->count; i++)
        gradient[(size_t)i * (size_t)model->designs->width + (size_t)slope->design] -=
            slope->factor * points->derivative[i * points->variables + k];
    }
  }
  if (points->quantities && points->weighed)
    gb_quantities_gradient(points->quantities, state, gradient);
  return GB_OK;
}

const gb_source gb_source_points = {.create = create,
                                    .uses = uses,
                                    .sample = sample,
                                    .bar = add_bars,
                                    .memory = add_memory,
                                    .gradient = add_gradient,
                                    .measure = measure};
