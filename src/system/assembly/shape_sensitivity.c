/// Loops over the derivatives of the map by designs. Source: docs/theory.md, (2.10)-(2.13).
#include "system/assembly/shape_sensitivity.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

struct gb_shape_sensitivity {
  const gb_model *model;
  gb_nodal *nodal;
  gb_assembly *assembly;
  size_t size;              ///< number of nodal values
  gb_arena memory, buffers; ///< memory owns the arrays, buffers the multi-vectors
  gb_scalar *shift;         ///< [size]
  gb_scalar *residual;      ///< [size]
  gb_scalar *own, *all;     ///< a vector of the owned unknowns; a vector with ghosts
  int capacity;             ///< number of vectors that fit into psi and force
  gb_scalar *psi, *force;   ///< nodal multi-vectors
};

int gb_shape_sensitivity_create(const gb_model *model, gb_nodal *nodal, gb_assembly *assembly,
                                const gb_scalar change[], gb_shape_sensitivity **out,
                                gb_error *error) {
  gb_shape_sensitivity *m;
  *out = NULL;
  GB_TRY(GB_ALLOCATE(m, 1, error));
  *m = (gb_shape_sensitivity){.model = model, .nodal = nodal, .assembly = assembly};
  m->size = gb_nodal_size(nodal);
  *out = m;
  if (!model->dofs->T.varies) return GB_OK;
  GB_TRY(GB_TAKE(&m->memory, m->shift, m->size, error));
  GB_TRY(GB_TAKE(&m->memory, m->residual, m->size, error));
  GB_TRY(GB_TAKE(&m->memory, m->own, (size_t)model->dofs->owned, error));
  GB_TRY(GB_TAKE(&m->memory, m->all, (size_t)model->dofs->unknowns, error));
  for (int i = 0; i < model->dofs->T.slopes; i++) {
    const gb_map_slope *s = &model->dofs->T.slope[i];
    if (s->unknown < 0) m->shift[s->row] += change[s->design] * s->factor;
  }
  return GB_OK;
}

void gb_shape_sensitivity_destroy(gb_shape_sensitivity **shape) {
  gb_shape_sensitivity *m = *shape;
  if (!m) return;
  gb_arena_free(&m->memory);
  gb_arena_free(&m->buffers);
  free(m);
  *shape = NULL;
}

const gb_scalar *gb_shape_sensitivity_shift(const gb_shape_sensitivity *shape) {
  return shape->shift;
}

static int reserve(gb_shape_sensitivity *m, int count, gb_error *error) {
  gb_arena_free(&m->buffers);
  m->capacity = 0;
  GB_TRY(GB_TAKE(&m->buffers, m->psi, (size_t)count * m->size, error));
  GB_TRY(GB_TAKE(&m->buffers, m->force, (size_t)count * m->size, error));
  m->capacity = count;
  return GB_OK;
}

/// Enlarge the buffers if necessary, which is so on all ranks or on none. Collective if so.
static int make_room(gb_shape_sensitivity *m, int count, gb_error *error) {
  if (count <= m->capacity) return GB_OK;
  return gb_agree(m->model->comm, reserve(m, count, error), error);
}

/// m->all = owned unknowns y, with zero multipliers. Collective.
static int share(gb_shape_sensitivity *m, const gb_scalar y[], gb_error *error) {
  const size_t n = (size_t)(m->model->dofs->owned - m->model->dofs->owned_multipliers);
  memcpy(m->own, y, n * sizeof *m->own);
  return gb_nodal_share(m->nodal, m->own, m->all, error);
}

/// @return the contribution of an entry to its row, (2.12): of T or, if `moves`, of the reference
static gb_scalar part_of(const gb_shape_sensitivity *m, const gb_map_slope *s, bool moves) {
  if (moves) return s->unknown < 0 ? s->factor : 0;
  return s->unknown >= 0 ? s->factor * m->all[s->unknown] : 0;
}

/// z += derivatives along dx.
static void add_along(const gb_shape_sensitivity *shape, bool moves, int count,
                      const gb_scalar dx[], gb_scalar z[]) {
  const gb_model *model = shape->model;
  for (int i = 0; i < model->dofs->T.slopes; i++) {
    const gb_map_slope *s = &model->dofs->T.slope[i];
    const gb_scalar part = part_of(shape, s, moves);
    for (size_t c = 0; c < (size_t)count; c++)
      z[c * shape->size + (size_t)s->row] +=
          part * dx[c * (size_t)model->designs->width + (size_t)s->design];
  }
}

/// gradient += bar times the derivatives.
static void add_weighted(const gb_shape_sensitivity *shape, bool moves, int count,
                         const gb_scalar bar[], gb_scalar gradient[]) {
  const gb_model *model = shape->model;
  for (int i = 0; i < model->dofs->T.slopes; i++) {
    const gb_map_slope *s = &model->dofs->T.slope[i];
    const gb_scalar part = part_of(shape, s, moves);
    for (size_t c = 0; c < (size_t)count; c++)
      gradient[c * (size_t)model->designs->width + (size_t)s->design] +=
          part * bar[c * shape->size + (size_t)s->row];
  }
}

int gb_shape_sensitivity_gather(gb_shape_sensitivity *shape, const gb_state *state, int component,
                                int count, const gb_scalar dx[], gb_scalar z[], gb_error *error) {
  if (!shape->model->dofs->T.follows) return GB_OK;
  GB_TRY(share(shape, state->component[component], error));
  add_along(shape, false, count, dx, z);
  return GB_OK;
}

void gb_shape_sensitivity_reference_direction(const gb_shape_sensitivity *shape, int count,
                                              const gb_scalar dx[], gb_scalar z[]) {
  add_along(shape, true, count, dx, z);
}

void gb_shape_sensitivity_reference_gradient(const gb_shape_sensitivity *shape, int count,
                                             const gb_scalar bar[], gb_scalar gradient[]) {
  add_weighted(shape, true, count, bar, gradient);
}

int gb_shape_sensitivity_gradient(gb_shape_sensitivity *shape, const gb_scalar y[], int count,
                                  const gb_scalar bar[], gb_scalar gradient[], gb_error *error) {
  if (!shape->model->dofs->T.follows) return GB_OK;
  GB_TRY(share(shape, y, error));
  add_weighted(shape, false, count, bar, gradient);
  return GB_OK;
}

static void find_residual(gb_shape_sensitivity *m, const gb_nodal_state *nodal) {
  memset(m->residual, 0, m->size * sizeof *m->residual);
  gb_assembly_residual(m->assembly, nodal, m->residual);
}

int gb_shape_sensitivity_scatter(gb_shape_sensitivity *shape, const gb_nodal_state *nodal,
                                 int count, const gb_scalar dx[], gb_scalar r[], gb_error *error) {
  const gb_model *model = shape->model;
  if (!model->dofs->T.follows) return GB_OK;
  find_residual(shape, nodal);
  for (size_t c = 0; c < (size_t)count; c++) {
    memset(shape->all, 0, (size_t)model->dofs->unknowns * sizeof *shape->all);
    for (int i = 0; i < model->dofs->T.slopes; i++) {
      const gb_map_slope *s = &model->dofs->T.slope[i];
      if (s->unknown >= 0)
        shape->all[s->unknown] += s->factor * shape->residual[s->row] *
                                  dx[c * (size_t)model->designs->width + (size_t)s->design];
    }
    GB_TRY(
        gb_nodal_collect(shape->nodal, 1, shape->all, r + c * (size_t)model->dofs->owned, error));
  }
  return GB_OK;
}

/// shape->force = (R_(component))^T psi of the selected elements.
static int find_forces(gb_shape_sensitivity *shape, const gb_nodal_state *nodal, int component,
                       gb_element_selection selection, int count, gb_error *error) {
  const double sigma[3] = {component == GB_Q, component == GB_V, component == GB_A};
  memset(shape->force, 0, (size_t)count * shape->size * sizeof *shape->force);
  gb_nodal_state state = *nodal;
  state.selection = selection;
  const gb_nodal_operator J = {sigma, &state, true};
  return gb_assembly_product(shape->assembly, &J, count, shape->psi, shape->force, error);
}

/// gradient += psi . dT^T R. Collective.
static int add_forces(gb_shape_sensitivity *m, const gb_nodal_state *nodal, int count,
                      const gb_scalar psi[], gb_scalar gradient[], gb_error *error) {
  const gb_model *model = m->model;
  find_residual(m, nodal);
  for (size_t c = 0; c < (size_t)count; c++) {
    GB_TRY(gb_nodal_share(m->nodal, psi + c * (size_t)model->dofs->owned, m->all, error));
    for (int i = 0; i < model->dofs->T.slopes; i++) {
      const gb_map_slope *s = &model->dofs->T.slope[i];
      gradient[c * (size_t)model->designs->width + (size_t)s->design] +=
          part_of(m, s, false) * m->residual[s->row];
    }
  }
  return GB_OK;
}

int gb_shape_sensitivity_product(gb_shape_sensitivity *shape, const gb_state *state,
                                 const gb_nodal_state *nodal, int count,
                                 const gb_scalar *const psi[2], gb_scalar gradient[],
                                 gb_error *error) {
  if (!shape->model->dofs->T.varies) return GB_OK;
  GB_TRY(make_room(shape, count, error));
  memcpy(shape->psi, psi[1], (size_t)count * shape->size * sizeof *shape->psi);
  GB_TRY(find_forces(shape, nodal, GB_Q, GB_SELECT_BY_POSITION, count, error));
  add_weighted(shape, true, count, shape->force, gradient);
  if (!shape->model->dofs->T.follows) return GB_OK;
  if (psi[0]) GB_TRY(add_forces(shape, nodal, count, psi[0], gradient, error));
  for (int component = GB_Q; component <= GB_A; component++) {
    GB_TRY(find_forces(shape, nodal, component, GB_SELECT_ALL, count, error));
    GB_TRY(gb_shape_sensitivity_gradient(shape, state->component[component], count, shape->force,
                                         gradient, error));
  }
  return GB_OK;
}
