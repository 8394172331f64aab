/// All quantities of a model: those of nodes and those of single elements.
#include "system/quantities.h"

#include "base/arena.h"
#include "system/element_quantities.h"
#include "system/node_quantities.h"

#include <string.h>

struct gb_quantities {
  gb_assembly *assembly;
  const gb_model *model;
  const gb_quantity_set *set;
  int functionals;
  bool *used, reactions, forces;
  size_t size;         ///< nodal values
  gb_scalar *residual; ///< R, [size]; NULL: there are no reactions
  gb_scalar *change;   ///< of q from the origin of a linear system, [size]; NULL: no forces
  gb_scalar *psi;      ///< weights of R, [functionals][size]; NULL likewise
  const gb_scalar *g;  ///< weights of the values: g[functional * stride + value]
  size_t stride;
};

static int reserve(gb_quantities *q, const bool used[], gb_arena *arena, gb_error *error) {
  GB_TRY(GB_TAKE(arena, q->used, (size_t)q->set->count, error));
  for (int i = 0; i < q->set->count; i++) {
    const gb_quantity_kind kind = q->set->entry[i].kind;
    q->used[i] = used[i];
    q->reactions = q->reactions || (used[i] && kind == GB_QUANTITY_REACTION);
    q->forces = q->forces || (used[i] && gb_quantity_is_force(kind));
  }
  if (q->forces) GB_TRY(GB_TAKE(arena, q->change, q->size, error));
  if (!q->reactions) return GB_OK;
  GB_TRY(GB_TAKE(arena, q->residual, q->size, error));
  return GB_TAKE(arena, q->psi, (size_t)q->functionals * q->size, error);
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

static void find_residual(gb_quantities *q, const gb_nodal_state *state) {
  memset(q->residual, 0, q->size * sizeof *q->residual);
  gb_assembly_residual(q->assembly, state, q->residual);
}

/// Whether quantity i is used and is one of an element of this rank.
static bool is_single(const gb_quantities *q, int i) {
  return q->used[i] && q->set->entry[i].block >= 0;
}

static const gb_element_quantity *kind_of(const gb_quantity *of) {
  static const gb_element_quantity *const kinds[] = {[GB_QUANTITY_JOINT] = &gb_quantity_joint,
                                                     [GB_QUANTITY_SECTION] = &gb_quantity_section,
                                                     [GB_QUANTITY_STATE] = &gb_quantity_state};
  return kinds[of->kind];
}

/// The residual of a linear system, at its origin: its operator has no part of loads.
static int add_linear_residual(gb_quantities *q, const gb_nodal_state *origin, gb_error *error) {
  static const double sigma[3] = {1, 0, 0};
  gb_nodal_state unloaded = *origin;
  unloaded.turning = GB_TURNING_LEFT_OUT;
  return gb_assembly_product(q->assembly, &(gb_nodal_operator){sigma, &unloaded, false}, 1,
                             q->change, q->residual, error);
}

int gb_quantities_find(gb_quantities *q, const gb_nodal_state *state, const gb_nodal_state *origin,
                       gb_scalar value[], gb_error *error) {
  const gb_nodal_state *at = origin ? origin : state; // where forces are found
  memset(value, 0, (size_t)q->set->values * sizeof *value);
  for (size_t i = 0; origin && q->forces && i < q->size; i++)
    q->change[i] = state->q[i] - origin->q[i];
  if (q->reactions) find_residual(q, at);
  if (q->reactions && origin) GB_TRY(add_linear_residual(q, origin, error));
  for (int i = 0; i < q->set->count; i++) {
    const gb_quantity *of = &q->set->entry[i];
    if (q->used[i] && of->kind == GB_QUANTITY_REACTION)
      gb_reaction_find(q->model->nodes, of, at->q, q->residual, value + of->first);
    if (q->used[i] && of->kind == GB_QUANTITY_TURN && of->nodes > 0)
      gb_turn_find(q->model->nodes, of, state, value + of->first);
    if (!is_single(q, i)) continue;
    gb_quantity_element s;
    gb_quantity_open(q->assembly, of, gb_quantity_is_force(of->kind) ? at : state, &s);
    kind_of(of)->find(&s, origin ? q->change : NULL, value + of->first);
  }
  return GB_OK;
}

void gb_quantities_weigh(gb_quantities *q, const gb_nodal_state *state, const gb_scalar g[],
                         size_t stride) {
  q->g = g;
  q->stride = stride;
  if (!q->reactions) return;
  find_residual(q, state);
  memset(q->psi, 0, (size_t)q->functionals * q->size * sizeof *q->psi);
  for (int i = 0; i < q->set->count; i++)
    for (size_t c = 0; q->used[i] && c < (size_t)q->functionals; c++)
      if (q->set->entry[i].kind == GB_QUANTITY_REACTION)
        gb_reaction_weigh(q->model->nodes, &q->set->entry[i], state->q,
                          g + c * stride + q->set->entry[i].first, q->psi + c * q->size);
}

int gb_quantities_bar(gb_quantities *q, const gb_nodal_state *state, int component,
                      gb_scalar *const bar[2], gb_error *error) {
  const double sigma[3] = {component == GB_Q, component == GB_V, component == GB_A};
  for (int k = 0; q->reactions && k < 2; k++) {
    gb_nodal_state part = *state;
    part.in = k == 0 ? GB_IN_PLACED : GB_IN_MEASURING;
    GB_TRY(gb_assembly_product(q->assembly, &(gb_nodal_operator){sigma, &part, true},
                               q->functionals, q->psi, bar[k], error));
  }
  for (int i = 0; i < q->set->count; i++) {
    const gb_quantity *of = &q->set->entry[i];
    gb_quantity_element s;
    if (is_single(q, i)) gb_quantity_open(q->assembly, of, state, &s);
    for (size_t c = 0; q->used[i] && c < (size_t)q->functionals; c++) {
      const gb_scalar *g = q->g + c * q->stride + of->first;
      gb_scalar *const target[2] = {bar[0] + c * q->size, bar[1] + c * q->size};
      if (of->kind == GB_QUANTITY_REACTION && component == GB_Q)
        gb_reaction_add_arms(q->model->nodes, of, state->q, q->residual, g, target[0]);
      if (is_single(q, i)) kind_of(of)->add_bar(&s, g, component, target);
      if (of->kind == GB_QUANTITY_TURN && of->nodes > 0)
        gb_turn_add_bar(q->model->nodes, of, state, g, component, target[0]);
    }
  }
  return GB_OK;
}

void gb_quantities_gradient(gb_quantities *q, const gb_nodal_state *state, gb_scalar gradient[]) {
  const size_t designs = (size_t)q->model->designs->width;
  if (q->reactions)
    gb_assembly_design_product(q->assembly, state, q->functionals, q->psi, gradient);
  for (int i = 0; i < q->set->count; i++) {
    const gb_quantity *of = &q->set->entry[i];
    if (!is_single(q, i)) continue;
    for (size_t c = 0; c < (size_t)q->functionals; c++) {
      const gb_scalar *g = q->g + c * q->stride + of->first;
      gb_quantity_element s;
      gb_quantity_open(q->assembly, of, state, &s);
      kind_of(of)->add_gradient(&s, g, gradient + c * designs);
      if (kind_of(of)->add_moves) kind_of(of)->add_moves(&s, g, gradient + c * designs);
    }
  }
}
