/// Nodal values of a state from the unknowns that a rank owns, those of other ranks, prescribed
/// motions and the change of the reference configuration.
#include "system/model_data.h"

#include <string.h>

int gb_model_data_reserve(gb_model_data *s, int count, gb_error *error) {
  gb_arena_free(&s->work->buffers);
  s->work->capacity = 0;
  size_t vectors = (size_t)count, owned = vectors * (size_t)s->model->dofs->owned;
  GB_TRY(GB_TAKE(&s->work->buffers, s->work->x, vectors * s->work->size, error));
  GB_TRY(GB_TAKE(&s->work->buffers, s->work->y, vectors * s->work->size, error));
  GB_TRY(GB_TAKE(&s->work->buffers, s->work->owned, owned, error));
  GB_TRY(GB_TAKE(&s->work->buffers, s->work->joined, owned, error));
  s->work->capacity = count;
  return GB_OK;
}

int gb_model_data_make_room(gb_model_data *s, int count, gb_error *error) {
  if (count <= s->work->capacity) return GB_OK;
  return gb_agree(s->model->comm, gb_model_data_reserve(s, count, error), error);
}

const gb_scalar *gb_model_data_join(gb_model_data *s, int count, const gb_scalar y[],
                                    const gb_scalar multiplier[]) {
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  if (m == 0) return y;
  for (size_t c = 0; c < (size_t)count; c++) {
    gb_scalar *out = s->work->joined + c * (n + m);
    memcpy(out, y + c * n, n * sizeof *y);
    if (multiplier)
      memcpy(out + n, multiplier, m * sizeof *y);
    else
      memset(out + n, 0, m * sizeof *y);
  }
  return s->work->joined;
}

static gb_nodal_form form_of(const gb_model_data *s, const gb_state *state) {
  if (state->projection == GB_PROJECT_POSITIONS) return GB_FORM_SHIFT;
  if (s->at.start || state->projection != GB_PROJECT_NONE) return GB_FORM_IMPULSE;
  if (state->initial) return GB_FORM_START;
  return s->at.rest ? GB_FORM_EQUILIBRIUM : GB_FORM_MARCH;
}

bool gb_model_data_has_motion(const gb_model_data *s, const gb_state *state, int component) {
  const bool impulse = form_of(s, state) >= GB_FORM_IMPULSE;
  return component == GB_Q || !(s->at.rest || (impulse && component == GB_A));
}

gb_nodal_state gb_model_data_open(const gb_model_data *s, const gb_state *state) {
  return (gb_nodal_state){.t = state->t,
                          .form = form_of(s, state),
                          .turning = state->turning,
                          .unheated = state->unheated,
                          .small = state->small,
                          .memory = state->memory};
}

void gb_model_data_set_inputs(gb_model_data *s, int step, int instant) {
  const gb_step_inputs *of = s->inputs;
  const int stage = step * of->stages + (instant < of->stages ? instant : of->stages - 1);
  for (int i = 0; i < of->count; i++) {
    const double value = of->value[(size_t)stage * (size_t)of->count + (size_t)i];
    gb_assembly_set_input(s->assembly, of->design[i], value);
    s->change[of->design[i]] = value - s->model->designs->built[of->design[i]];
  }
  if (of->moves) gb_motions_set_inputs(s->motions, of->is_input);
  if (s->relief) gb_relief_forget(s->relief);
}

/// Add the prescribed motions of a component. A state of an earlier step has the inputs of the end
/// of that step; those of the present stage act again afterwards.
static void add_motions(gb_model_data *s, const gb_state *state, int component, gb_scalar z[]) {
  const gb_step_inputs *of = s->inputs;
  const bool earlier = of && of->moves && state->t != of->t && state->step >= 0;
  if (!gb_model_data_has_motion(s, state, component)) return;
  if (earlier) gb_model_data_set_inputs(s, state->step, of->end[state->step]);
  const gb_tangent_motion tangent = gb_model_data_tangent(state, component);
  const double share = 1 - state->withheld;
  gb_motions_add(s->motions, tangent.t, component, share, z);
  if (tangent.by != 0) gb_motions_add(s->motions, tangent.t, GB_V, share * tangent.by, z);
  if (earlier) gb_model_data_set_inputs(s, of->step, of->instant);
}

int gb_model_data_component(gb_model_data *s, const gb_state *state, int component, gb_scalar z[],
                            gb_error *error) {
  const gb_scalar *multiplier = component == GB_Q ? state->multiplier : NULL;
  const gb_scalar *own = gb_model_data_join(s, 1, state->component[component], multiplier);
  GB_TRY(gb_nodal_gather(s->nodal, 1, own, z, error));
  add_motions(s, state, component, z);
  const gb_scalar *shift = gb_shape_sensitivity_shift(s->shape);
  for (size_t i = 0; shift && component == GB_Q && i < s->work->size; i++) z[i] += shift[i];
  return GB_OK;
}

/// @return the state about which a linear system is linearised: all unknowns and prescribed motions
///   vanish
static const gb_nodal_state *find_origin(gb_model_data *s, const gb_nodal_state *nodal) {
  gb_nodal_state *origin = &s->linear->origin;
  *origin = *nodal;
  origin->origin = origin;
  origin->q = nodal->reference_change ? nodal->reference_change : s->linear->zero;
  origin->increment = nodal->reference_change ? s->linear->zero : NULL;
  return origin;
}

/// Set the acceleration of inertia relief: that of all loads at the state's time.
static int relieve(gb_model_data *s, const gb_state *state, gb_nodal_state *nodal,
                   gb_error *error) {
  GB_TRY(gb_relief_find(s->relief, s->linear ? nodal->origin : nodal, error));
  nodal->a = state->turning == GB_TURNING_ALONE ? NULL : gb_relief_acceleration(s->relief);
  if (s->linear) s->linear->origin.a = nodal->a;
  return GB_OK;
}

/// Copy the unknowns of the components up to `last` one after another, each followed by multipliers
/// (zero for rates).
static const gb_scalar *join_components(gb_model_data *s, const gb_state *state, int last) {
  const size_t n = (size_t)s->system->n, m = (size_t)s->system->m;
  gb_scalar *to = s->work->joined;
  for (int component = GB_Q; component <= last; component++, to += n + m) {
    memcpy(to, state->component[component], n * sizeof *to);
    memset(to + n, 0, m * sizeof *to);
  }
  if (m) memcpy(s->work->joined + n, state->multiplier, m * sizeof *to);
  return s->work->joined;
}

int gb_model_data_gather(gb_model_data *s, const gb_state *state, int last, gb_nodal_state *nodal,
                         gb_error *error) {
  const gb_scalar *shift = gb_shape_sensitivity_shift(s->shape);
  gb_scalar *z[] = {s->work->q, s->work->v, s->work->a}; // contiguous
  *nodal = gb_model_data_open(s, state);
  GB_TRY(gb_nodal_gather(s->nodal, last + 1, join_components(s, state, last), s->work->q, error));
  for (int component = GB_Q; component <= last; component++)
    add_motions(s, state, component, z[component]);
  if (shift) memcpy(s->work->increment, s->work->q, s->work->size * sizeof *shift);
  for (size_t i = 0; shift && i < s->work->size; i++) s->work->q[i] += shift[i];
  nodal->q = s->work->q;
  nodal->increment = shift ? s->work->increment : NULL;
  nodal->reference_change = shift;
  nodal->v = last >= GB_V ? s->work->v : NULL;
  nodal->a = last >= GB_A ? s->work->a : NULL;
  memcpy(nodal->sigma, state->sigma, sizeof nodal->sigma);
  // elements only ask whether there is an origin, so a state that is linear may be its own
  nodal->origin = s->linear ? find_origin(s, nodal) : state->linear ? nodal : NULL;
  GB_TRY(gb_assembly_search(s->assembly, nodal->q, false, error));
  return s->relief ? relieve(s, state, nodal, error) : GB_OK;
}

int gb_model_data_last_component(const gb_model_data *s) {
  return s->model->dofs->total_multipliers > 0 ? GB_A : s->model->blocks->damped ? GB_V : GB_Q;
}

bool gb_model_data_constrained(const gb_model_data *s) {
  return s->model->dofs->total_multipliers > 0 && !s->at.rest;
}

void gb_model_data_add_owned(const gb_model_data *s, int count, gb_scalar y[]) {
  const size_t n = (size_t)s->system->n, length = n + (size_t)s->system->m;
  for (int c = 0; c < count; c++)
    for (size_t i = 0; i < n; i++) y[(size_t)c * n + i] += s->work->owned[(size_t)c * length + i];
}
