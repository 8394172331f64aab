/// Functionals of the motion of nodes: an expression at each node of a group that a rank owns, as
/// samples of the aggregate's sums (docs/theory.md, eq. 6.8), and its derivatives.
#include "system/assembly/sources.h"
#include "system/functionals/motion_variables.h"

#include <complex.h>

typedef struct node_source {
  const gb_model *model;
  int count;
  const gb_functional *functional;
  gb_aggregate *aggregate;
  /// Derivatives by displacements, [nodal values]; NULL: no design changes positions.
  gb_scalar *lost;
} node_source;

static int create(const gb_source_request *request, void **out, gb_error *error) {
  node_source *f;
  GB_TRY(GB_TAKE(request->arena, f, 1, error));
  *f = (node_source){.model = gb_assembly_model(request->assembly),
                     .count = request->count,
                     .functional = request->functional,
                     .aggregate = request->aggregate};
  *out = f;
  if (f->model->dofs->T.slopes == 0) return GB_OK;
  return GB_TAKE(request->arena, f->lost, gb_node_values(f->model->nodes), error);
}

static bool counts(const node_source *f, int i, gb_instant instant) {
  return gb_aggregate_samples(f->aggregate, i, GB_FIELD_NODES, instant);
}

static bool uses(const void *own, gb_instant instant, int component) {
  const node_source *f = own;
  for (int i = 0; i < f->count; i++)
    for (int k = 1; counts(f, i, instant) && k < GB_NODE_VARIABLES; k++)
      if (gb_expression_uses(f->functional[i].value, k) && gb_motion_component(k - 1) == component)
        return true;
  return false;
}

/// Set the variables of a node's expression, and their real parts.
static void read_variables(const node_source *f, const gb_nodal_state *state, int32_t node,
                           gb_scalar variable[], double _Complex real[]) {
  const gb_node_set *nodes = f->model->nodes;
  const double *X = gb_node_reference(nodes, node, GB_POSITION);
  const size_t place = gb_node_displacement(nodes, node);
  variable[0] = state->t;
  for (size_t i = 0; i < 3; i++) {
    const gb_scalar moved = state->reference_change ? state->reference_change[place + i] : 0;
    variable[1 + i] = X[i] + state->q[place + i];
    variable[4 + i] = state->q[place + i] - moved;
    variable[7 + i] = state->v ? state->v[place + i] : 0;
  }
  for (int k = 0; k < GB_NODE_VARIABLES; k++) real[k] = gb_real(variable[k]);
}

static int refuse(const node_source *f, int i, int32_t node, double t, gb_error *error) {
  return gb_fail(
      error, GB_NOT_FINITE,
      "%s.value: the value or a derivative is not finite at t = %g at node %lld; accepted: "
      "expressions with finite values and derivatives wherever the nodes move",
      f->functional[i].where, t, (long long)f->model->nodes->id[node]);
}

/// @return the nodes of a functional on this rank
static const gb_node_list *nodes_of(const node_source *f, int i) {
  return &f->model->probes->group[f->functional[i].group - 1];
}

static int add_samples(node_source *f, const gb_nodal_state *state, gb_instant instant,
                       gb_error *error) {
  const gb_scalar one = 1;
  for (int i = 0; i < f->count; i++)
    for (int k = 0; counts(f, i, instant) && k < nodes_of(f, i)->count; k++) {
      const int32_t node = nodes_of(f, i)->node[k];
      gb_scalar variable[GB_NODE_VARIABLES];
      double _Complex real[GB_NODE_VARIABLES];
      read_variables(f, state, node, variable, real);
      const gb_scalar value = gb_evaluate(f->functional[i].value, variable);
      if (!isfinite(gb_real(value))) return refuse(f, i, node, state->t, error);
      gb_aggregate_add_to(f->aggregate, i, instant, 1, &value, &one);
    }
  return GB_OK;
}

static int sample(void *own, const gb_nodal_state *state, gb_instant instant, gb_error *error) {
  node_source *f = own;
  if (!gb_aggregate_uses(f->aggregate, GB_FIELD_NODES, instant)) return GB_OK;
  return gb_agree(f->model->comm, add_samples(f, state, instant, error), error);
}

/// slope[GB_NODE_VARIABLES] = derivatives of functional i by the variables of a node.
static int find_slopes(node_source *f, int i, const gb_nodal_state *state, gb_instant instant,
                       int32_t node, gb_scalar slope[], gb_error *error) {
  const gb_expression *value = f->functional[i].value;
  const gb_scalar one = 1;
  gb_scalar variable[GB_NODE_VARIABLES], g;
  double _Complex real[GB_NODE_VARIABLES];
  read_variables(f, state, node, variable, real);
  const gb_scalar here = gb_evaluate(value, variable);
  gb_aggregate_weights_of(f->aggregate, i, instant, 1, &here, &one, &g);
  for (int k = 1; k < GB_NODE_VARIABLES; k++) {
    slope[k] = gb_expression_uses(value, k) ? g * gb_expression_slope(value, real, k) : 0;
    if (!isfinite(gb_real(slope[k]))) return refuse(f, i, node, state->t, error);
  }
  return GB_OK;
}

/// Add the derivatives of displacements by designs that change the positions from which they are
/// measured.
static void add_lost(node_source *f, gb_scalar gradient[]) {
  for (int m = 0; f->lost && m < f->model->dofs->T.slopes; m++) {
    const gb_map_slope *slope = &f->model->dofs->T.slope[m];
    if (slope->unknown < 0) gradient[slope->design] -= slope->factor * f->lost[slope->row];
  }
}

static int add_bars(node_source *f, const gb_nodal_state *state, gb_instant instant, int component,
                    gb_scalar bar[], gb_scalar gradient[], gb_error *error) {
  const gb_node_set *nodes = f->model->nodes;
  const size_t size = gb_node_values(nodes), designs = (size_t)f->model->designs->width;
  for (int i = 0; i < f->count; i++) {
    if (!counts(f, i, instant)) continue;
    for (size_t k = 0; f->lost && k < size; k++) f->lost[k] = 0;
    for (int k = 0; k < nodes_of(f, i)->count; k++) {
      const int32_t node = nodes_of(f, i)->node[k];
      const size_t place = gb_node_displacement(nodes, node);
      gb_scalar slope[GB_NODE_VARIABLES];
      GB_TRY(find_slopes(f, i, state, instant, node, slope, error));
      for (size_t value = 0; value < GB_NODE_VARIABLES - 1; value++) {
        if (gb_motion_component((int)value) != component) continue;
        bar[(size_t)i * size + place + value % 3] += slope[1 + value];
        if (f->lost && value >= 3) f->lost[place + value % 3] += slope[1 + value];
      }
    }
    if (component == GB_Q) add_lost(f, gradient + (size_t)i * designs);
  }
  return GB_OK;
}

static int bar(void *own, const gb_nodal_state *state, gb_instant instant, int component,
               gb_scalar *const bars[2], gb_scalar gradient[], gb_error *error) {
  node_source *f = own;
  if (!gb_aggregate_uses(f->aggregate, GB_FIELD_NODES, instant)) return GB_OK;
  return gb_agree(f->model->comm, add_bars(f, state, instant, component, bars[0], gradient, error),
                  error);
}

const gb_source gb_source_nodes = {.create = create, .uses = uses, .sample = sample, .bar = bar};
