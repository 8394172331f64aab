/// Opening blocks and elements for their kernels.
#include "system/view.h"

#include "elements/parameter.h"

#include <string.h>

/// Point 0 finds consistent accelerations and multipliers.
static const gb_enforcement at_start = {.weight = {0, 0, 1}, .column = 1};

/// Before it, initial velocities are made consistent.
static const gb_enforcement at_impulse = {.weight = {0, 1, 0}, .column = 1};

/// An equilibrium is of positions.
static const gb_enforcement at_rest = {.weight = {1, 0, 0}, .column = 1};

/// The axis of the material at an element.
static void place_axis(const gb_block *block, int32_t e, int32_t group, int lane, gb_placed *p) {
  for (int i = 0; i < 3; i++)
    gb_geometry_lanes(&p->axis[group][i])[lane] = block->section.axis[e][i];
}

static void place_lane(const gb_model *model, const gb_block *block, int32_t e, int32_t group,
                       int lane, gb_placed *p) {
  const gb_element *element = gb_elements[block->kind];
  const int32_t *node = &block->node[(size_t)e * block->nodes];
  const size_t first = (size_t)group * block->nodes;
  int32_t(*place)[GB_LANES] =
      p->place + (size_t)group * (size_t)gb_element_values(element, block->nodes);
  for (int a = 0; a < block->nodes; a++) {
    const unsigned taken = gb_element_fields(element, a);
    gb_geometry(*const reference[GB_NODE_VECTORS])[3] = {p->position, p->director[0],
                                                         p->director[1], p->director[2]};
    for (int k = 0; k < GB_NODE_VECTORS; k++) {
      if (!(taken >> k & 1)) continue;
      const int32_t from = gb_node_vector(model->nodes, node[a], 1u << k);
      for (int i = 0; i < 3; i++) {
        (*place++)[lane] = 3 * from + i;
        if (reference[k])
          gb_geometry_lanes(&reference[k][first + a][i])[lane] = model->nodes->reference[from][i];
      }
    }
  }
  const size_t count = (size_t)block->parameters;
  for (size_t i = 0; block->own && i < count; i++)
    gb_lanes(&p->own[count * (size_t)group + i])[lane] = block->own[count * (size_t)e + i];
}

/// Whether an element takes a field of any of its nodes.
static bool takes(const gb_element *element, unsigned field) {
  unsigned all = 0;
  for (int a = 0; a < GB_ELEMENT_NODES; a++) all |= element->fields[a];
  return all & field;
}

static int place(const gb_model *model, const gb_block *block, gb_arena *arena, gb_placed *p,
                 gb_error *error) {
  const int32_t groups = (block->elements + GB_LANES - 1) / GB_LANES;
  const size_t nodes = (size_t)groups * block->nodes;
  const size_t unknowns =
      (size_t)groups * (size_t)gb_element_values(gb_elements[block->kind], block->nodes);
  GB_TRY(GB_TAKE(arena, p->place, unknowns, error));
  GB_TRY(GB_TAKE(arena, p->position, nodes, error));
  for (int k = 0; k < 3; k++)
    if (takes(gb_elements[block->kind], (unsigned)GB_DIRECTOR_1 << k))
      GB_TRY(GB_TAKE(arena, p->director[k], nodes, error));
  const size_t count = (size_t)block->parameters;
  GB_TRY(GB_TAKE(arena, p->parameter, count, error));
  if (block->own) GB_TRY(GB_TAKE(arena, p->own, count * (size_t)groups, error));
  for (int32_t e = 0; e < groups * GB_LANES; e++)
    place_lane(model, block, e < block->elements ? e : block->elements - 1, e / GB_LANES,
               e % GB_LANES, p);
  if (!block->section.axis) return GB_OK;
  GB_TRY(GB_TAKE(arena, p->axis, (size_t)groups, error));
  for (int32_t e = 0; e < groups * GB_LANES; e++)
    place_axis(block, e < block->elements ? e : block->elements - 1, e / GB_LANES, e % GB_LANES, p);
  return GB_OK;
}

/// What an element's table makes it bring along fits into the memory that kernels set aside.
static int check_size(const gb_element *element, const char *what, int packs, int most,
                      gb_error *error) {
  if (packs <= most) return GB_OK;
  return gb_fail(error, GB_MODEL, "%s: a %s of %d packs; accepted: up to %d", element->name, what,
                 packs, most);
}

int gb_view_table(const gb_element *element, gb_arena *arena, void **table, gb_error *error) {
  GB_TRY(gb_arena_allocate(arena, 1, element->table_size, table, error));
  element->tables(*table);
  if (!element->metric_size) return GB_OK;
  return check_size(element, "metric", element->metric_size(*table), GB_ELEMENT_METRIC, error);
}

/// The metrics of a block's elements, which are placed.
static int measure(gb_assembly *assembly, const gb_block *block, gb_placed *p, gb_error *error) {
  const gb_element *element = gb_elements[block->kind];
  const void *table = assembly->table[block->kind];
  if (!element->metric) return GB_OK;
  const size_t groups = ((size_t)block->elements + GB_LANES - 1) / GB_LANES;
  const size_t nodes = (size_t)block->nodes;
  if (element->tangent_size)
    GB_TRY(check_size(element, "tangent", element->tangent_size(table, block->section.layup),
                      GB_ELEMENT_TANGENT, error));
  p->metric_size = (size_t)element->metric_size(table);
  GB_TRY(GB_TAKE(&assembly->memory, p->metric, groups * p->metric_size, error));
  for (size_t group = 0; group < groups; group++) {
    const gb_element_input in = {.nodes = block->nodes,
                                 .table = table,
                                 .axis = p->axis ? p->axis[group] : NULL,
                                 .position = (const gb_geometry(*)[3])(p->position + group * nodes),
                                 .director =
                                     (const gb_geometry(*)[3])(p->director[0] + group * nodes)};
    element->metric(&in, p->metric + group * p->metric_size);
  }
  return GB_OK;
}

/// What all elements of a block share of their parameters.
static void set_parameters(const gb_assembly *assembly, const gb_block *block,
                           gb_pack parameter[]) {
  const gb_pack zero = {0};
  for (int i = 0; i < block->parameters; i++) parameter[i] = zero + block->parameter[i];
  for (int i = 0; i < block->varyings; i++)
    if (!block->varying[i].element)
      parameter[block->varying[i].parameter] += assembly->change[block->varying[i].design];
}

/// The section that all elements of a block have, and its derivatives: none changes in a march.
static int find_section(gb_assembly *assembly, const gb_block *block, gb_placed *p,
                        gb_error *error) {
  bool own = !block->section.layup || block->own;
  for (int i = 0; i < block->varyings; i++) own = own || block->varying[i].element;
  if (own) return GB_OK;
  GB_TRY(GB_TAKE(&assembly->memory, p->section, 1, error));
  GB_TRY(GB_TAKE(&assembly->memory, p->section_by, (size_t)block->varyings, error));
  set_parameters(assembly, block, p->parameter);
  gb_section_find(block->section.layup, p->parameter, p->section);
  for (int i = 0; i < block->varyings; i++)
    gb_section_find_by(block->section.layup, p->parameter, block->varying[i].parameter,
                       &p->section_by[i]);
  return GB_OK;
}

int gb_view_prepare(gb_assembly *assembly, int32_t number, gb_error *error) {
  const gb_block *block = &assembly->model->blocks->block[number];
  gb_placed *p = &assembly->placed[number];
  GB_TRY(place(assembly->model, block, &assembly->memory, p, error));
  GB_TRY(measure(assembly, block, p, error));
  return find_section(assembly, block, p, error);
}

/// A joint's rows and its prescribed motions with their rates.
static void open_constraints(const gb_block *block, double t, gb_view *v) {
  v->in.table = &block->joint.type;
  for (int k = 0; k < 2; k++) {
    double motion[3];
    if (!block->joint.drive[k]) continue;
    gb_expression_taylor(block->joint.drive[k], t, motion);
    for (int i = 0; i < 3; i++) v->placed->parameter[3 * k + i] = (gb_pack){0} + motion[i];
  }
}

/// The gradient of a row by the point's unknown, sum_k weight[k] sigma[k] Phi_q where h is small,
/// is scaled to that of its multiplier's column. Source: docs/theory.md, (10.4).
static void open_enforcement(const gb_assembly *assembly, const gb_nodal_state *state, gb_view *v) {
  gb_enforcement *e = &v->enforcement;
  *e = state->impulse   ? at_impulse
       : state->initial ? at_start
       : state->rest    ? at_rest
                        : assembly->enforcement;
  double lead = 0;
  for (int k = 0; k < 3; k++) lead += e->weight[k] * state->sigma[k];
  e->row = lead > 0 ? e->column / lead : 1;
  v->in.enforcement = e;
}

/// What all elements of a block share; the view of a small block costs more to clear than its
/// elements to work out, so that only what may be read unset is cleared.
void gb_view_open_block(const gb_assembly *assembly, const gb_block *block,
                        const gb_nodal_state *state, gb_view *v) {
  const gb_model *model = assembly->model;
  const double t = state->t;
  v->block = block;
  v->placed = &assembly->placed[block - model->blocks->block];
  v->element = gb_elements[block->kind];
  v->size = gb_element_values(v->element, block->nodes);
  gb_pack *parameter = v->placed->parameter;
  v->in = (gb_element_input){.nodes = block->nodes,
                             .parameters = block->parameters,
                             .parameter = parameter,
                             .layup = block->section.layup,
                             .section = v->placed->section,
                             .t = t,
                             .table = block->joint.law ? block->joint.law
                                                       : assembly->table[block->kind]};
  v->state = (gb_element_state){.q = v->q, .v = v->v, .a = v->a};
  const size_t bytes = (size_t)v->size * sizeof *v->q;
  if (!state->q) memset(v->q, 0, bytes);
  if (!state->v) memset(v->v, 0, bytes);
  if (!state->a) memset(v->a, 0, bytes);
  const gb_pack zero = {0};
  for (int i = 0; i < block->parameters; i++) parameter[i] = zero + block->parameter[i];
  for (int i = 0; i < 3; i++) {
    if (block->value[i]) parameter[i] = zero + gb_expression_real(block->value[i], &t);
    if (model->blocks->gravity[i] && !state->impulse)
      v->in.gravity[i] = gb_expression_real(model->blocks->gravity[i], &t);
  }
  for (int i = 0; i < block->varyings; i++)
    if (!block->varying[i].element)
      parameter[block->varying[i].parameter] += assembly->change[block->varying[i].design];
  if (v->element->constrained || v->element->reactive) open_enforcement(assembly, state, v);
  if (v->element->constrained) open_constraints(block, t, v);
}

/// Parameters that vary from element to element.
static void open_varying(const gb_assembly *assembly, const gb_varying *varying, gb_view *v) {
  gb_pack *parameter = &v->placed->parameter[varying->parameter];
  if (!varying->element) return;
  for (int lane = 0; lane < v->lanes; lane++) {
    int32_t design = gb_view_design(v, varying, lane);
    if (design >= 0)
      gb_lanes(parameter)[lane] += gb_view_slope(v, varying, lane) * assembly->change[design];
  }
}

/// Those of a group of elements; NULL: they are not taken.
static const gb_geometry (*directors_of(const gb_block *block, gb_geometry (*all)[3],
                                        size_t group))[3] {
  return all ? (const gb_geometry(*)[3])(all + group * (size_t)block->nodes) : NULL;
}

void gb_view_open_elements(const gb_assembly *assembly, const gb_block *block, int32_t first,
                           const gb_nodal_state *state, gb_view *v) {
  int32_t left = block->elements - first;
  const gb_placed *p = v->placed;
  const size_t group = (size_t)(first / GB_LANES);
  v->first = first;
  v->lanes = left < GB_LANES ? (int)left : GB_LANES;
  v->place = (const int32_t(*)[GB_LANES])(p->place + group * (size_t)v->size);
  v->in.position = (const gb_geometry(*)[3])(p->position + group * (size_t)block->nodes);
  v->in.director = directors_of(block, p->director[0], group);
  v->in.second = directors_of(block, p->director[1], group);
  v->in.third = directors_of(block, p->director[2], group);
  v->in.axis = p->axis ? p->axis[group] : NULL;
  v->in.metric = p->metric ? p->metric + group * p->metric_size : NULL;
  const size_t count = (size_t)block->parameters;
  if (block->own) memcpy(p->parameter, p->own + group * count, count * sizeof *p->own);
  for (int i = 0; i < block->varyings && !block->own; i++) {
    const int k = block->varying[i].parameter;
    if (block->varying[i].element) p->parameter[k] = (gb_pack){0} + block->parameter[k];
  }
  for (int i = 0; i < block->varyings; i++) open_varying(assembly, &block->varying[i], v);
  // impulses are of inertia, which does not depend on q: strains have no part in them
  const bool strained = !state->impulse || v->element->constrained;
  if (!strained) memset(v->q, 0, (size_t)v->size * sizeof *v->q);
  const gb_scalar *q = strained ? state->q : state->moved;
  if (q) gb_view_pick(v, q, v->q);
  if (state->v) gb_view_pick(v, state->v, v->v);
  if (state->a) gb_view_pick(v, state->a, v->a);
}

void gb_view_matrix(const gb_view *v, const double sigma[3], gb_pack J[]) {
  memset(J, 0, (size_t)(v->size * v->size) * sizeof *J);
  v->element->jacobian(&v->in, &v->state, sigma, J);
}

gb_element_input gb_view_input_by(const gb_view *v, const gb_varying *varying) {
  gb_element_input in = v->in;
  if (v->placed->section_by) in.section_by = v->placed->section_by + (varying - v->block->varying);
  return in;
}

bool gb_view_varying_residual(const gb_view *v, const gb_varying *varying, gb_pack local[]) {
  bool any = false;
  for (int lane = 0; lane < v->lanes; lane++) any = any || gb_view_design(v, varying, lane) >= 0;
  if (!any) return false;
  memset(local, 0, (size_t)v->size * sizeof *local);
  const gb_element_input in = gb_view_input_by(v, varying);
  gb_parameter_residual(v->block->kind, &in, &v->state, varying->parameter, v->lanes, local);
  return true;
}
