/// The motion of the probes made common to all ranks, then one sample a functional.
#include "system/point_functionals.h"

#include "base/arena.h"

#include <complex.h>
#include <string.h>

struct gb_point_functionals {
  const gb_model *model;
  int count;
  const gb_functional *functional;
  gb_aggregate *aggregate;
  int rank, variables;
  bool *uses;             ///< [count][variables]
  gb_scalar *motion;      ///< the variables of each probe, its place from the reference, [probes]
  gb_scalar *variable;    ///< [variables]
  double _Complex *place; ///< [variables]: real parts, for slopes
  gb_scalar *derivative;  ///< [count][variables]
};

static int allocate(gb_point_functionals *p, gb_arena *arena, gb_error *error) {
  size_t count = (size_t)p->count, variables = (size_t)p->variables;
  size_t motion = (size_t)p->model->probes->count * GB_MOTION_VALUES;
  GB_TRY(GB_TAKE(arena, p->uses, count * variables, error));
  GB_TRY(GB_TAKE(arena, p->motion, motion, error));
  GB_TRY(GB_TAKE(arena, p->variable, variables, error));
  GB_TRY(GB_TAKE(arena, p->place, variables, error));
  return GB_TAKE(arena, p->derivative, count * variables, error);
}

int gb_point_functionals_create(const gb_model *model, const gb_functional functional[],
                                gb_aggregate *aggregate, gb_arena *arena,
                                gb_point_functionals **out, gb_error *error) {
  gb_point_functionals *p;
  GB_TRY(GB_TAKE(arena, p, 1, error));
  p->model = model;
  p->count = gb_aggregate_functionals(aggregate);
  p->functional = functional;
  p->aggregate = aggregate;
  p->variables = 1 + GB_MOTION_VALUES * model->probes->count;
  *out = p;
  MPI_Comm_rank(model->comm, &p->rank);
  GB_TRY(allocate(p, arena, error));
  for (int i = 0; i < p->count; i++)
    for (int k = 0; functional[i].value && k < p->variables; k++)
      p->uses[i * p->variables + k] = gb_expression_uses(functional[i].value, k);
  return GB_OK;
}

static bool is_displacement(int value) {
  return value >= 3 && value < 6;
}

static bool counts(const gb_point_functionals *p, int i, gb_instant instant) {
  return gb_aggregate_samples(p->aggregate, i, GB_FIELD_POINTS, instant);
}

bool gb_point_functionals_use(const gb_point_functionals *points, gb_instant instant,
                              int component) {
  for (int i = 0; i < points->count; i++)
    for (int k = 1; counts(points, i, instant) && k < points->variables; k++)
      if (points->uses[i * points->variables + k] &&
          gb_motion_component((k - 1) % GB_MOTION_VALUES) == component)
        return true;
  return false;
}

/// The variables of all expressions, on every rank; a probe's node has one owner. A displacement is
/// from where a design has put the node.
static void read_motion(gb_point_functionals *p, const gb_nodal_state *state) {
  const gb_model *model = p->model;
  const gb_scalar *component[] = {state->q, state->v, state->a};
  const size_t count = (size_t)model->probes->count * GB_MOTION_VALUES;
  memset(p->motion, 0, count * sizeof *p->motion);
  for (int n = 0; n < model->probes->count; n++)
    for (int i = 0; model->probes->probe[n].node >= 0 && i < GB_MOTION_VALUES; i++) {
      const size_t place =
          gb_node_displacement(model->nodes, model->probes->probe[n].node) + (size_t)(i % 3);
      gb_scalar *value = &p->motion[GB_MOTION_VALUES * n + i];
      if (component[gb_motion_component(i)]) *value = component[gb_motion_component(i)][place];
      if (is_displacement(i) && state->moved) *value -= state->moved[place];
    }
  MPI_Allreduce(MPI_IN_PLACE, p->motion, (int)count, GB_MPI_SCALAR, MPI_SUM, model->comm);
  p->variable[0] = state->t;
  if (count > 0) memcpy(&p->variable[1], p->motion, count * sizeof *p->motion);
  for (int n = 0; n < model->probes->count; n++)
    for (int i = 0; i < 3; i++)
      p->variable[1 + GB_MOTION_VALUES * n + i] += model->probes->probe[n].position[i];
  for (int k = 0; k < p->variables; k++) p->place[k] = gb_real(p->variable[k]);
}

static int refuse(const gb_point_functionals *p, int i, const char *what, double found,
                  gb_error *error) {
  return gb_fail(
      error, GB_MODEL,
      "%s.value: %s is no finite number at t = %g (found %g); accepted: expressions that "
      "have one wherever the probes go",
      p->functional[i].where, what, gb_real(p->variable[0]), isnan(found) ? NAN : found);
}

int gb_point_functionals_sample(gb_point_functionals *points, const gb_nodal_state *state,
                                gb_instant instant, gb_error *error) {
  const double one = 1;
  if (!gb_aggregate_uses(points->aggregate, GB_FIELD_POINTS, instant)) return GB_OK;
  read_motion(points, state);
  for (int i = 0; i < points->count; i++) {
    if (!counts(points, i, instant)) continue;
    gb_scalar f = gb_evaluate(points->functional[i].value, points->variable);
    if (!isfinite(gb_real(f))) return refuse(points, i, "the value", gb_real(f), error);
    gb_aggregate_add_to(points->aggregate, i, instant, points->rank == 0, &f, &one);
  }
  return GB_OK;
}

int gb_point_functionals_differentiate(gb_point_functionals *points, const gb_nodal_state *state,
                                       gb_instant instant, gb_error *error) {
  const double one = 1;
  size_t size = (size_t)points->count * (size_t)points->variables;
  memset(points->derivative, 0, size * sizeof *points->derivative);
  if (!gb_aggregate_uses(points->aggregate, GB_FIELD_POINTS, instant)) return GB_OK;
  read_motion(points, state);
  for (int i = 0; i < points->count; i++) {
    if (!counts(points, i, instant)) continue;
    const gb_expression *value = points->functional[i].value;
    gb_scalar g, f = gb_evaluate(value, points->variable);
    gb_aggregate_weights_of(points->aggregate, i, instant, 1, &f, &one, &g);
    for (int k = 1; k < points->variables; k++) {
      if (!points->uses[i * points->variables + k]) continue;
      double slope = gb_expression_slope(value, points->place, k);
      if (!isfinite(slope)) return refuse(points, i, "a derivative", slope, error);
      points->derivative[i * points->variables + k] = g * slope;
    }
  }
  return GB_OK;
}

void gb_point_functionals_bar(const gb_point_functionals *points, int component, gb_scalar bar[]) {
  const gb_model *model = points->model;
  size_t size = gb_node_values(model->nodes);
  for (int i = 0; i < points->count; i++)
    for (int k = 1; k < points->variables; k++) {
      int value = (k - 1) % GB_MOTION_VALUES;
      int32_t node = model->probes->probe[(k - 1) / GB_MOTION_VALUES].node;
      if (node < 0 || gb_motion_component(value) != component) continue;
      bar[(size_t)i * size + gb_node_displacement(model->nodes, node) + (size_t)(value % 3)] +=
          points->derivative[i * points->variables + k];
    }
}

void gb_point_functionals_gradient(const gb_point_functionals *points, gb_scalar gradient[]) {
  const gb_model *model = points->model;
  for (int m = 0; m < model->dofs->T.slopes; m++) {
    const gb_map_slope *slope = &model->dofs->T.slope[m];
    for (int k = 1; slope->unknown < 0 && k < points->variables; k++) {
      const int value = (k - 1) % GB_MOTION_VALUES;
      const int32_t node = model->probes->probe[(k - 1) / GB_MOTION_VALUES].node;
      if (!is_displacement(value) || node < 0) continue;
      if (slope->row != 3 * model->nodes->first[node] + value % 3) continue;
      for (int i = 0; i < points->count; i++)
        gradient[(size_t)i * (size_t)model->designs->count + (size_t)slope->design] -=
            slope->factor * points->derivative[i * points->variables + k];
    }
  }
}
