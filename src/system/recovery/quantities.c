/// All quantities of a model: those of nodes and those of single elements.
#include "system/recovery/quantities.h"

#include "base/arena.h"
#include "integrators/linearised.h"
#include "system/diagnostics/contact_reports.h"
#include "system/recovery/element_quantities.h"
#include "system/recovery/node_quantities.h"

#include <string.h>

struct gb_quantities {
  gb_assembly *assembly;
  const gb_model *model;
  const gb_quantity_set *set;
  int functionals;
  bool *used, forces;
  size_t size;         ///< number of nodal values
  int parts;           ///< number of values of `contact` of the used reactions
  int64_t *contact;    ///< each of these values once, [parts]
  int *part;           ///< index of the value of each used reaction, [quantities]
  gb_scalar *residual; ///< R of the elements of each part, [parts][size]
  gb_scalar *change;   ///< q minus the origin of a linear system, [size]; NULL: there are no forces
  gb_scalar *psi;      ///< weights of R, [parts][functionals][size]
  struct {
    gb_scalar *scaled;               ///< multiple of psi
    gb_scalar *near, *reference_bar; ///< a state and its increment, [2][size]; derivatives,
                                     ///< [functionals][size]
    gb_scalar *preload; ///< of reactions: R_0 of elements that are no loads, [size], which turns
                        ///< with displacements
    gb_scalar *turned;  ///< difference of its weights from psi, [functionals][size]
  } linear;             ///< for linear systems
  const gb_scalar *g;   ///< weights of the values: g[functional * stride + value]
  size_t stride;
};

/// Find the part of a reaction, which may be a new one.
static int find_part(gb_quantities *q, int64_t contact) {
  int part = 0;
  while (part < q->parts && q->contact[part] != contact) part++;
  if (part == q->parts) q->contact[q->parts++] = contact;
  return part;
}

static int reserve(gb_quantities *q, const bool used[], gb_arena *arena, gb_error *error) {
  GB_TRY(GB_TAKE(arena, q->used, (size_t)q->set->count, error));
  GB_TRY(GB_TAKE(arena, q->part, (size_t)q->set->count, error));
  GB_TRY(GB_TAKE(arena, q->contact, (size_t)q->set->count, error));
  for (int i = 0; i < q->set->count; i++) {
    const gb_quantity_kind kind = q->set->entry[i].kind;
    q->used[i] = used[i];
    if (used[i] && kind == GB_QUANTITY_REACTION)
      q->part[i] = find_part(q, q->set->entry[i].contact);
    q->forces = q->forces || (used[i] && gb_quantity_is_force(kind));
  }
  const size_t all = (size_t)q->functionals * q->size;
  if (q->forces) GB_TRY(GB_TAKE(arena, q->change, q->size, error));
  if (q->forces && q->assembly->linear) GB_TRY(GB_TAKE(arena, q->linear.near, 2 * q->size, error));
  if (q->forces && q->assembly->linear) GB_TRY(GB_TAKE(arena, q->linear.reference_bar, all, error));
  if (q->parts == 0) return GB_OK;
  GB_TRY(GB_TAKE(arena, q->residual, (size_t)q->parts * q->size, error));
  if (q->assembly->linear) {
    GB_TRY(GB_TAKE(arena, q->linear.scaled, all, error));
    GB_TRY(GB_TAKE(arena, q->linear.preload, q->size, error));
    GB_TRY(GB_TAKE(arena, q->linear.turned, all, error));
  }
  return GB_TAKE(arena, q->psi, (size_t)q->parts * all, error);
}

int gb_quantities_create(gb_assembly *assembly, const bool used[], int functionals, gb_arena *arena,
                         gb_quantities **out, gb_error *error) {
  gb_quantities *q;
  GB_TRY(GB_TAKE(arena, q, 1, error));
  *out = q;
  q->assembly = assembly;
  q->model = gb_assembly_model(assembly);
  q->set = q->model->quantities;
  q->functionals = functionals;
  q->size = gb_node_values(q->model->nodes);
  return reserve(q, used, arena, error);
}

bool gb_quantities_of_forces(const gb_quantities *q) {
  return q->forces;
}

/// Whether quantity i is used and belongs to an element of this rank.
static bool is_single(const gb_quantities *q, int i) {
  return q->used[i] && q->set->entry[i].block >= 0;
}

static const gb_element_quantity *kind_of(const gb_quantity *of) {
  static const gb_element_quantity *const kinds[] = {
      [GB_QUANTITY_SECTION] = &gb_quantity_section, [GB_QUANTITY_STATE] = &gb_quantity_state};
  return kinds[of->kind];
}

/// State for the operator of a linear system, which contains neither loads that depend on
/// displacements nor temperatures.
static gb_nodal_state unloaded(const gb_nodal_state *state) {
  gb_nodal_state out = *state;
  out.turning = GB_TURNING_LEFT_OUT;
  out.unheated = 1;
  return out;
}

/// State for the preload of a linear system with this origin.
static gb_nodal_state preloaded(const gb_nodal_state *origin) {
  gb_nodal_state out = *origin;
  out.selection = GB_SELECT_PRELOAD;
  return out;
}

/// @return the state at which forces are evaluated: the origin of a linear system
static const gb_nodal_state *place_of(const gb_nodal_state *state) {
  return state->origin ? state->origin : state;
}

/// @return the state in which the elements of a part alone act
static gb_nodal_state in_part(const gb_quantities *q, int part, const gb_nodal_state *state) {
  gb_nodal_state out = *state;
  out.contact = q->contact[part];
  return out;
}

/// @return R of the elements that a reaction counts
static const gb_scalar *residual_of(const gb_quantities *q, int i) {
  return q->residual + (size_t)q->part[i] * q->size;
}

/// q->residual = R of the elements of each part; in a linear system, which has one part, R + R_q (q
/// - origin), and q->linear.preload = R_0.
static int find_residual(gb_quantities *q, const gb_nodal_state *state, gb_error *error) {
  static const double sigma[3] = {1, 0, 0};
  const gb_nodal_state *at = place_of(state);
  memset(q->residual, 0, (size_t)q->parts * q->size * sizeof *q->residual);
  if (at == state) GB_TRY(gb_assembly_search(q->assembly, at->q, false, error));
  for (int k = 0; k < q->parts; k++) {
    const gb_nodal_state part = in_part(q, k, at);
    gb_assembly_residual(q->assembly, &part, q->residual + (size_t)k * q->size);
  }
  if (at == state) return GB_OK;
  const gb_nodal_state origin = unloaded(at), preload = preloaded(at);
  memset(q->linear.preload, 0, q->size * sizeof *q->linear.preload);
  gb_assembly_residual(q->assembly, &preload, q->linear.preload);
  return gb_assembly_product(q->assembly, &(gb_nodal_operator){sigma, &origin, false}, 1, q->change,
                             q->residual, error);
}

/// Compute a reaction. In a linear system the lever arms and directors of R are those of the
/// origin, but those of the preload move, because products with it are linear too.
static void find_reaction(const gb_quantities *q, int i, const gb_nodal_state *state,
                          gb_scalar value[]) {
  const gb_nodal_state *at = place_of(state);
  const gb_quantity *of = &q->set->entry[i];
  gb_scalar still[GB_WRENCH] = {0}, turned[GB_WRENCH] = {0};
  gb_reaction_find(q->model->nodes, of, at->q, residual_of(q, i), value);
  if (at == state) return;
  gb_reaction_find(q->model->nodes, of, at->q, q->linear.preload, still);
  gb_reaction_find(q->model->nodes, of, state->q, q->linear.preload, turned);
  for (int k = 0; k < GB_WRENCH; k++) value[k] += turned[k] - still[k];
}

/// Find the weights of R for a reaction and functional c, and by how much those of the preload
/// differ from them.
static void weigh_reaction(const gb_quantities *q, int i, const gb_nodal_state *state, size_t c) {
  const gb_quantity *of = &q->set->entry[i];
  const gb_scalar *g = q->g + c * q->stride + of->first;
  const size_t row = (size_t)q->part[i] * (size_t)q->functionals + c;
  gb_scalar *psi = q->psi + row * q->size, minus[GB_WRENCH];
  gb_reaction_weigh(q->model->nodes, of, place_of(state)->q, g, psi);
  if (!state->origin) return;
  for (int k = 0; k < GB_WRENCH; k++) minus[k] = -g[k];
  gb_reaction_weigh(q->model->nodes, of, state->q, g, q->linear.turned + c * q->size);
  gb_reaction_weigh(q->model->nodes, of, state->origin->q, minus, q->linear.turned + c * q->size);
}

static void find_change(gb_quantities *q, const gb_nodal_state *state) {
  for (size_t i = 0; state->origin && q->forces && i < q->size; i++)
    q->change[i] = state->q[i] - state->origin->q[i];
}

/// Compute the forces of the used joints among GB_LANES elements. Joints are the first quantities,
/// in the order of the case.
static void find_joints(const gb_quantities *q, const gb_block *block, int32_t first,
                        const gb_nodal_state *at, const gb_scalar change[], gb_scalar value[]) {
  gb_scalar *of[GB_LANES] = {NULL};
  const gb_quantity *any = NULL;
  gb_batch b;
  gb_quantity_element s = {.batch = &b};
  for (int32_t e = first; e < block->elements && e < first + GB_LANES; e++) {
    const int32_t i = block->joint->entry[e];
    if (!q->used[i]) continue;
    any = &q->set->entry[i];
    of[e - first] = value + any->first;
  }
  if (!any) return;
  gb_quantity_open(q->assembly, any, at, &s);
  gb_joint_find(&s, change, of);
}

int gb_quantities_find(gb_quantities *q, const gb_nodal_state *state, gb_scalar value[],
                       gb_error *error) {
  const gb_nodal_state *at = place_of(state);
  const gb_block_set *blocks = q->model->blocks;
  const gb_scalar *change = state->origin ? q->change : NULL;
  memset(value, 0, (size_t)q->set->values * sizeof *value);
  find_change(q, state);
  if (q->parts > 0) GB_TRY(find_residual(q, state, error));
  for (int b = 0; b < blocks->count; b++)
    for (int32_t e = 0; blocks->block[b].kind == GB_ELEMENT_JOINT && e < blocks->block[b].elements;
         e += GB_LANES)
      find_joints(q, &blocks->block[b], e, at, change, value);
  for (int i = q->set->joints; i < q->set->count; i++) {
    const gb_quantity *of = &q->set->entry[i];
    if (q->used[i] && of->kind == GB_QUANTITY_REACTION)
      find_reaction(q, i, state, value + of->first);
    if (q->used[i] && of->kind == GB_QUANTITY_TURN && of->nodes > 0)
      gb_turn_find(q->model->nodes, of, state, value + of->first);
    if (q->used[i] && of->kind == GB_QUANTITY_UNKNOWN && of->nodes > 0)
      value[of->first] = state->v[gb_node_value(q->model->nodes, of->node[0], GB_STATE)];
    if (q->used[i] && of->kind == GB_QUANTITY_CONTACT)
      gb_assembly_gap(q->assembly, state, of->id, value + of->first);
    if (!is_single(q, i)) continue;
    gb_batch b;
    gb_quantity_element s = {.batch = &b};
    gb_quantity_open(q->assembly, of, state, &s);
    kind_of(of)->find(&s, value + of->first);
  }
  return GB_OK;
}

int gb_quantities_weigh(gb_quantities *q, const gb_nodal_state *state, const gb_scalar g[],
                        size_t stride, gb_error *error) {
  q->g = g;
  q->stride = stride;
  find_change(q, state);
  if (q->parts == 0) return GB_OK;
  GB_TRY(find_residual(q, state, error));
  memset(q->psi, 0, (size_t)q->parts * (size_t)q->functionals * q->size * sizeof *q->psi);
  if (q->linear.turned)
    memset(q->linear.turned, 0, (size_t)q->functionals * q->size * sizeof *q->linear.turned);
  for (int i = 0; i < q->set->count; i++)
    for (size_t c = 0; q->used[i] && c < (size_t)q->functionals; c++)
      if (q->set->entry[i].kind == GB_QUANTITY_REACTION) weigh_reaction(q, i, state, c);
  return GB_OK;
}

/// @return the weights of R times a factor, which differs from 1 only in linear systems
static const gb_scalar *scale_weights(gb_quantities *q, double factor) {
  const size_t all = (size_t)q->parts * (size_t)q->functionals * q->size;
  if (factor == 1) return q->psi;
  for (size_t i = 0; i < all; i++) q->linear.scaled[i] = factor * q->psi[i];
  return q->linear.scaled;
}

/// Find a joint's weights of residuals and axes for functional c, times a factor. Prepares `s` for
/// the joint at the state where forces are evaluated.
static void weigh_joint(const gb_quantities *q, gb_quantity_element *s, const gb_nodal_state *state,
                        int i, size_t c, double factor, gb_joint_weights *w) {
  const gb_quantity *of = &q->set->entry[i];
  gb_scalar g[GB_JOINT_VALUES];
  for (int k = 0; k < GB_JOINT_VALUES; k++) g[k] = factor * q->g[c * q->stride + of->first + k];
  gb_quantity_open(q->assembly, of, place_of(state), s);
  gb_joint_weigh(s, state->origin ? q->change : NULL, g, w);
}

static bool is_joint(const gb_quantities *q, int i) {
  return is_single(q, i) && q->set->entry[i].kind == GB_QUANTITY_JOINT;
}

/// Add the derivatives by lever arms and joint axes, at fixed forces.
static void add_arms(gb_quantities *q, const gb_nodal_state *state, gb_scalar *const bar[2]) {
  for (int i = 0; i < q->set->count; i++)
    for (size_t c = 0; q->used[i] && c < (size_t)q->functionals; c++) {
      const gb_quantity *of = &q->set->entry[i];
      gb_scalar *const target[2] = {bar[0] + c * q->size, bar[1] + c * q->size};
      gb_batch b;
      gb_quantity_element s = {.batch = &b};
      gb_joint_weights w;
      if (of->kind == GB_QUANTITY_REACTION)
        gb_reaction_add_arms(q->model->nodes, of, place_of(state)->q, residual_of(q, i),
                             q->g + c * q->stride + of->first, target[0]);
      if (!is_joint(q, i)) continue;
      weigh_joint(q, &s, state, i, c, 1, &w);
      gb_joint_put_axes(&s, &w, target);
    }
}

/// Add the derivatives of forces by a component, times a factor, at the state `at`, which may
/// differ from the state of the weights. For reactions, elements that measure their reference add
/// to bar[1] (NULL: skip them) and others to bar[0].
static int add_force_bars(gb_quantities *q, const gb_nodal_state *state, const gb_nodal_state *at,
                          double factor, int component, gb_scalar *const bar[2], gb_error *error) {
  const double sigma[3] = {component == GB_Q, component == GB_V, component == GB_A};
  const gb_scalar *psi = scale_weights(q, factor);
  const size_t all = (size_t)q->functionals * q->size;
  for (int k = 0; k < 2 * q->parts; k++) {
    gb_nodal_state part = in_part(q, k / 2, at);
    part.selection = k % 2 == 0 ? GB_SELECT_BY_POSITION : GB_SELECT_BY_REFERENCE;
    if (bar[k % 2])
      GB_TRY(gb_assembly_product(q->assembly, &(gb_nodal_operator){sigma, &part, true},
                                 q->functionals, psi + (size_t)(k / 2) * all, bar[k % 2], error));
  }
  for (int i = 0; i < q->set->count; i++)
    for (size_t c = 0; is_joint(q, i) && c < (size_t)q->functionals; c++) {
      gb_scalar *const target[2] = {bar[0] + c * q->size, bar[0] + c * q->size};
      gb_batch b;
      gb_quantity_element s = {.batch = &b};
      gb_joint_weights w;
      weigh_joint(q, &s, state, i, c, factor, &w);
      gb_quantity_open(q->assembly, &q->set->entry[i], at, &s);
      gb_joint_put(&s, &w, component, target);
    }
  return GB_OK;
}

/// gradient += derivatives of forces by parameters and references, times a factor, at the state
/// `at`.
static void add_force_gradient(gb_quantities *q, const gb_nodal_state *state,
                               const gb_nodal_state *at, double factor, gb_scalar gradient[]) {
  const gb_scalar *psi = scale_weights(q, factor);
  const size_t all = (size_t)q->functionals * q->size;
  for (int k = 0; k < q->parts; k++) {
    const gb_nodal_state part = in_part(q, k, at);
    gb_assembly_design_product(q->assembly, &part, q->functionals, psi + (size_t)k * all, gradient);
  }
  for (int i = 0; i < q->set->count; i++)
    for (size_t c = 0; is_joint(q, i) && c < (size_t)q->functionals; c++) {
      gb_batch b;
      gb_quantity_element s = {.batch = &b};
      gb_joint_weights w;
      weigh_joint(q, &s, state, i, c, factor, &w);
      gb_quantity_open(q->assembly, &q->set->entry[i], at, &s);
      gb_joint_gradient(&s, &w, gradient + c * (size_t)q->model->designs->width);
    }
}

/// Find the state at a multiple of the increment from the origin of a linear system, see
/// linearised.h; its values are in q->linear.near.
static gb_nodal_state find_near(gb_quantities *q, const gb_nodal_state *state, double multiple) {
  gb_nodal_state near = unloaded(state);
  gb_scalar *increment = q->linear.near + q->size;
  near.q = q->linear.near;
  near.increment = state->increment ? increment : NULL;
  for (size_t i = 0; i < q->size; i++) {
    increment[i] = multiple * q->change[i];
    q->linear.near[i] = state->origin->q[i] + increment[i];
  }
  return near;
}

/// bar += derivatives by the displacements that turn the preload in a linear system.
static void add_turned(gb_quantities *q, const gb_nodal_state *state, gb_scalar bar[]) {
  for (int i = 0; i < q->set->count; i++)
    for (size_t c = 0; q->used[i] && c < (size_t)q->functionals; c++)
      if (q->set->entry[i].kind == GB_QUANTITY_REACTION)
        gb_reaction_add_arms(q->model->nodes, &q->set->entry[i], state->q, q->linear.preload,
                             q->g + c * q->stride + q->set->entry[i].first, bar + c * q->size);
}

/// Add derivatives in a linear system. Forces are linear in nodal values. If designs change the
/// origin, R changes, and so does R_q (q - origin), whose derivative is found by differences along
/// the increment.
static int add_linear_bars(gb_quantities *q, const gb_nodal_state *state, gb_scalar *const bar[2],
                           gb_error *error) {
  const gb_nodal_state origin = unloaded(state->origin);
  const size_t all = (size_t)q->functionals * q->size;
  gb_scalar *const whole[2] = {bar[1], bar[1]}, *const moved[2] = {q->linear.reference_bar, NULL};
  GB_TRY(add_force_bars(q, state, &origin, 1, GB_Q, whole, error));
  if (q->parts > 0) add_turned(q, state, bar[1]);
  if (!q->model->dofs->T.varies) return GB_OK;
  memset(q->linear.reference_bar, 0, all * sizeof *q->linear.reference_bar);
  GB_TRY(add_force_bars(q, state, state->origin, 1, GB_Q, moved, error));
  for (int k = 0; k < GB_DIFFERENCES; k++) {
    const gb_nodal_state near = find_near(q, state, gb_difference_at[k]);
    GB_TRY(add_force_bars(q, state, &near, gb_difference_weight[k], GB_Q, moved, error));
  }
  if (q->parts > 0) {
    static const double sigma[3] = {1, 0, 0};
    const gb_nodal_state preload = preloaded(state->origin);
    GB_TRY(gb_assembly_product(q->assembly, &(gb_nodal_operator){sigma, &preload, true},
                               q->functionals, q->linear.turned, q->linear.reference_bar, error));
  }
  add_arms(q, state, (gb_scalar *const[2]){q->linear.reference_bar, q->linear.reference_bar});
  for (size_t i = 0; i < all; i++) { // a change of the reference alone enters through bar[0]; a
                                     // change of q enters through both
    bar[0][i] += q->linear.reference_bar[i];
    bar[1][i] -= q->linear.reference_bar[i];
  }
  return GB_OK;
}

int gb_quantities_bar(gb_quantities *q, const gb_nodal_state *state, int component,
                      gb_scalar *const bar[2], gb_error *error) {
  if (q->forces && state->origin && component == GB_Q)
    GB_TRY(add_linear_bars(q, state, bar, error));
  if (q->forces && state->origin && component == GB_A) // of inertia relief
    GB_TRY(add_force_bars(q, state, state->origin, 1, GB_A, bar, error));
  if (q->forces && !state->origin) {
    GB_TRY(add_force_bars(q, state, state, 1, component, bar, error));
    if (component == GB_Q) add_arms(q, state, bar);
  }
  for (int i = 0; i < q->set->count; i++) {
    const gb_quantity *of = &q->set->entry[i];
    const bool single = is_single(q, i) && !gb_quantity_is_force(of->kind);
    gb_batch b;
    gb_quantity_element s = {.batch = &b};
    if (single) gb_quantity_open(q->assembly, of, state, &s);
    for (size_t c = 0; q->used[i] && c < (size_t)q->functionals; c++) {
      const gb_scalar *g = q->g + c * q->stride + of->first;
      gb_scalar *const target[2] = {bar[0] + c * q->size, bar[1] + c * q->size};
      if (single) kind_of(of)->add_bar(&s, g, component, target);
      if (of->kind == GB_QUANTITY_UNKNOWN && of->nodes > 0 && component == GB_V)
        target[0][gb_node_value(q->model->nodes, of->node[0], GB_STATE)] += g[0];
      if (of->kind == GB_QUANTITY_TURN && of->nodes > 0)
        gb_turn_add_bar(q->model->nodes, of, state, g, component, target[0]);
    }
  }
  return GB_OK;
}

void gb_quantities_memory(gb_quantities *q, const gb_nodal_state *state, gb_scalar bar[]) {
  const size_t all = (size_t)q->functionals * q->size;
  for (int k = 0; k < q->parts; k++) {
    const gb_nodal_state part = in_part(q, k, state);
    const gb_memory_bars bars = {
        .count = q->functionals, .psi = q->psi + (size_t)k * all, .begin = bar};
    gb_assembly_memory_product(q->assembly, &part, &bars);
  }
}

void gb_quantities_gradient(gb_quantities *q, const gb_nodal_state *state, gb_scalar gradient[]) {
  const size_t designs = (size_t)q->model->designs->width;
  if (q->forces) add_force_gradient(q, state, place_of(state), 1, gradient);
  if (q->parts > 0 && state->origin) {
    const gb_nodal_state preload = preloaded(state->origin);
    gb_assembly_design_product(q->assembly, &preload, q->functionals, q->linear.turned, gradient);
  }
  for (int k = 0; q->forces && state->origin && k < GB_DIFFERENCES; k++) {
    const gb_nodal_state near = find_near(q, state, gb_difference_at[k]);
    add_force_gradient(q, state, &near, gb_difference_weight[k], gradient);
  }
  for (int i = 0; i < q->set->count; i++) {
    const gb_quantity *of = &q->set->entry[i];
    if (!is_single(q, i) || gb_quantity_is_force(of->kind)) continue;
    for (size_t c = 0; c < (size_t)q->functionals; c++) {
      const gb_scalar *g = q->g + c * q->stride + of->first;
      gb_batch b;
      gb_quantity_element s = {.batch = &b};
      gb_quantity_open(q->assembly, of, state, &s);
      gb_quantity_gradient(kind_of(of), &s, g, gradient + c * designs);
      kind_of(of)->add_reference(&s, g, gradient + c * designs);
    }
  }
}
