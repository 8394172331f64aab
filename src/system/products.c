/// Products with the elements' Jacobians on nodal vectors, and tangents that they share.
#include "system/assembly.h"
#include "system/view.h"

#include <string.h>

/// y += J x or J^T x by the element's own matrix.
static void product_by_matrix(const gb_view *v, const double sigma[3], bool transpose, int count,
                              const gb_pack x[], gb_pack y[]) {
  gb_pack J[GB_ELEMENT_UNKNOWNS * GB_ELEMENT_UNKNOWNS];
  int n = v->size;
  gb_view_matrix(v, sigma, J);
  for (int c = 0; c < count; c++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        y[n * c + i] += J[transpose ? n * j + i : n * i + j] * x[n * c + j];
}

/// Whether the sigma-combined Jacobian of an element can be other than zero.
static bool has_jacobian(const gb_element *element, const double sigma[3]) {
  return !element->constant && (sigma[0] != 0 || (sigma[1] != 0 && element->damped) ||
                                (sigma[2] != 0 && element->massive));
}

static int tangent_size(const gb_assembly *assembly, const gb_block *block) {
  return gb_elements[block->kind]->tangent_size(assembly->table[block->kind], block->section.layup);
}

/// Where the tangent of the present elements is held.
static gb_pack *place_of_tangent(const gb_assembly *assembly, const gb_view *v) {
  const size_t size = (size_t)tangent_size(assembly, v->block);
  return assembly->tangent[v->block - assembly->model->blocks->block] +
         (size_t)(v->first / GB_LANES) * size;
}

static int make_tangent_room(gb_assembly *assembly, gb_error *error) {
  for (int i = 0; i < assembly->model->blocks->count; i++) {
    const gb_block *block = &assembly->model->blocks->block[i];
    if (!gb_elements[block->kind]->tangent || assembly->tangent[i]) continue;
    const size_t groups = ((size_t)block->elements + GB_LANES - 1) / GB_LANES;
    const size_t packs = groups * (size_t)tangent_size(assembly, block);
    GB_TRY(gb_view_allocate(packs, sizeof(gb_pack), &assembly->tangent[i], error));
  }
  return GB_OK;
}

int gb_assembly_hold(gb_assembly *assembly, const gb_nodal_state *state, const double sigma[3],
                     gb_error *error) {
  GB_TRY(make_tangent_room(assembly, error));
  gb_view v;
  FOR_ELEMENTS(assembly, state, v, assembly->tangent[i_] != NULL)
  v.element->tangent(&v.in, &v.state, sigma, place_of_tangent(assembly, &v));
  return GB_OK;
}

static void product_by_tangent(const gb_assembly *assembly, const gb_view *v, const double sigma[3],
                               const gb_pack held[], int count) {
  gb_pack own[GB_ELEMENT_TANGENT];
  if (!held) v->element->tangent(&v->in, &v->state, sigma, own);
  v->element->tangent_product(&v->in, sigma, held ? held : own, count, assembly->x, assembly->y);
}

/// y += J x or J^T x of the present elements, on nodal vectors; with the tangent that is held of
/// them, or NULL.
static void multiply(const gb_nodal_operator *J, gb_assembly *assembly, const gb_view *v,
                     const gb_pack held[], int count, const gb_scalar x[], gb_scalar y[]) {
  const gb_element *element = v->element;
  const size_t size = gb_node_values(assembly->model->nodes);
  gb_pack *from = assembly->x, *to = assembly->y;
  for (int c = 0; c < count; c++) gb_view_pick(v, x + c * size, from + v->size * c);
  memset(to, 0, (size_t)(count * v->size) * sizeof *to);
  if (element->tangent)
    product_by_tangent(assembly, v, J->sigma, held, count);
  else if (element->product)
    element->product(&v->in, &v->state, J->sigma, J->transpose, count, from, to);
  else
    product_by_matrix(v, J->sigma, J->transpose, count, from, to);
  for (int c = 0; c < count; c++) gb_view_put(v, to + v->size * c, y + c * size);
}

int gb_assembly_product(gb_assembly *assembly, const gb_nodal_operator *J, int count,
                        const gb_scalar x[], gb_scalar y[], gb_error *error) {
  const gb_nodal_state *state = J->state;
  const gb_nodal_state stateless = {
      .t = state->t, .initial = state->initial, .impulse = state->impulse};
  GB_TRY(gb_assembly_make_room(assembly, count, error));
  gb_view v;
  FOR_ELEMENTS(assembly, state, v,
               has_jacobian(v.element, J->sigma) && !(state->held && v.element->tangent))
  multiply(J, assembly, &v, NULL, count, x, y);
  FOR_ELEMENTS(assembly, &stateless, v, state->held && v.element->tangent)
  multiply(J, assembly, &v, place_of_tangent(assembly, &v), count, x, y);
  return GB_OK;
}

/// r += R_x dx of the present elements by one of their parameters, for `count` directions.
static void add_design_directions(const gb_assembly *assembly, const gb_view *v,
                                  const gb_varying *varying, int count, const gb_scalar dx[],
                                  gb_scalar r[]) {
  const size_t size = gb_node_values(assembly->model->nodes);
  gb_pack local[GB_ELEMENT_UNKNOWNS];
  if (!gb_view_varying_residual(v, varying, local)) return;
  for (int lane = 0; lane < v->lanes; lane++) {
    const int32_t design = gb_view_design(v, varying, lane);
    for (int c = 0; c < count && design >= 0; c++) {
      const gb_scalar part =
          gb_view_slope(v, varying, lane) *
          dx[(size_t)c * (size_t)assembly->model->designs->count + (size_t)design];
      if (part == 0) continue;
      for (int i = 0; i < v->size; i++)
        r[c * size + v->place[i][lane]] += gb_lanes(&local[i])[lane] * part;
    }
  }
}

int gb_assembly_direction(gb_assembly *assembly, const gb_nodal_state *state, int count,
                          const gb_scalar dx[], const gb_scalar *const x[3], gb_scalar r[],
                          gb_error *error) {
  GB_TRY(gb_assembly_make_room(assembly, count, error));
  gb_view v;
  FOR_ELEMENTS(assembly, state, v,
               !v.element->constant || assembly->model->blocks->block[i_].varyings > 0) {
    for (int component = 0; component < 3; component++) {
      const double sigma[3] = {component == 0, component == 1, component == 2};
      if (x[component] && has_jacobian(v.element, sigma))
        multiply(&(gb_nodal_operator){.sigma = sigma}, assembly, &v, NULL, count, x[component], r);
    }
    for (int k = 0; k < v.block->varyings; k++)
      add_design_directions(assembly, &v, &v.block->varying[k], count, dx, r);
  }
  return GB_OK;
}
