/// Loads and point masses as blocks of elements.
#include "base/length.h"
#include "model/build.h"

#include <math.h>
#include <string.h>

static int check_nodes(const gb_build *b, const char *where, const char *group, int count,
                       const int32_t *node, gb_error *error) {
  for (int k = 0; k < count; k++)
    if (b->owner[node[k]] < 0)
      return gb_fail(error, GB_MODEL, "%s: node %lld of group '%s' belongs to no shell", where,
                     (long long)b->mesh->node_id[node[k]], group);
  return GB_OK;
}

/// The values of a load, and its amplitude as the parameter after them.
static int set_load(const gb_build *b, const gb_load *load, gb_block *block, gb_error *error) {
  int values = load->type == GB_LOAD_PRESSURE ? 1 : 3;
  for (int i = 0; i < values; i++) block->value[i] = load->value[i];
  return gb_build_parameter(b, block, values, &load->amplitude, error);
}

/// Elements of one node each.
static int add_nodes(gb_build *b, gb_element_kind kind, int32_t count, const int32_t *node,
                     gb_block **out, gb_error *error) {
  GB_TRY(gb_build_block(b, kind, 1, count, out, error));
  for (int32_t i = 0; i < count; i++)
    if (gb_build_is_here(b, &node[i])) (*out)->node[(*out)->elements++] = node[i];
  return GB_OK;
}

static int add_nodal(gb_build *b, const char *where, const char *name, gb_element_kind kind,
                     gb_block **out, gb_error *error) {
  const gb_group *group;
  GB_TRY(gb_build_group(b, where, name, -1, &group, error));
  GB_TRY(check_nodes(b, where, name, group->nodes, group->node, error));
  return add_nodes(b, kind, group->nodes, group->node, out, error);
}

/// Masses on the nodes of a group, or at a place on a body.
static int add_masses(gb_build *b, const gb_point_mass *mass, gb_error *error) {
  const gb_group *group;
  gb_block *block;
  if (mass->body) {
    const int32_t node = gb_build_place_node(b, mass->at);
    b->model->checks->mass += mass->mass;
    GB_TRY(add_nodes(b, GB_ELEMENT_POINT_MASS, 1, &node, &block, error));
    return gb_build_parameter(b, block, 0, &mass->mass, error);
  }
  if (!mass->group) return GB_OK;
  GB_TRY(add_nodal(b, mass->where, mass->group, GB_ELEMENT_POINT_MASS, &block, error));
  GB_TRY(gb_build_parameter(b, block, 0, &mass->mass, error));
  GB_TRY(gb_build_group(b, mass->where, mass->group, -1, &group, error));
  b->model->checks->mass += group->nodes * mass->mass;
  return GB_OK;
}

/// Pressure and traction: the group's elements of a shape.
static int add_distributed(gb_build *b, const gb_load *load, const gb_group *group,
                           gb_element_kind kind, gb_shape shape, gb_error *error) {
  const gb_mesh *mesh = b->mesh;
  const int nodes = gb_shape_nodes(shape);
  gb_block *block;
  GB_TRY(gb_build_block(b, kind, nodes, group->elements, &block, error));
  GB_TRY(set_load(b, load, block, error));
  for (int32_t i = 0; i < group->elements; i++) {
    int32_t e = group->element[i];
    const int32_t *node = &mesh->node[mesh->start[e]];
    if (mesh->shape[e] != shape) continue;
    GB_TRY(check_nodes(b, load->where, load->group, nodes, node, error));
    if (!gb_build_is_here(b, node)) continue;
    memcpy(&block->node[nodes * block->elements++], node, (size_t)nodes * sizeof *node);
  }
  return GB_OK;
}

/// The part of a constant moment along the director has nothing to act on: say so.
static void warn_of_drilling(gb_build *b, const gb_load *load) {
  const gb_group *group = gb_mesh_group(b->mesh, load->group, -1);
  double m[3], t = 1, along = 0;
  if (group->nodes == 0 || b->second[group->node[0]] >= 0) return; // a frame has no drilling
  for (int i = 0; i < 3; i++) {
    m[i] = gb_expression_real(load->value[i], &t);
    along += m[i] * b->director[group->node[0]][i];
  }
  if (fabs(along) > 1e-9 * gb_length(m))
    gb_build_warn(b, "%s: the moment's part along the director (drilling) has no effect",
                  load->where);
}

/// Moments on the nodes of a group: on directors, and at kinks on frames.
static int add_moments(gb_build *b, const gb_load *load, gb_error *error) {
  const gb_group *group;
  gb_block *block;
  GB_TRY(gb_build_group(b, load->where, load->group, -1, &group, error));
  GB_TRY(check_nodes(b, load->where, load->group, group->nodes, group->node, error));
  for (int nodes = 1; nodes <= 2; nodes++) {
    const gb_element_kind kind = nodes == 1 ? GB_ELEMENT_MOMENT : GB_ELEMENT_FRAME_MOMENT;
    GB_TRY(gb_build_block(b, kind, nodes, group->nodes, &block, error));
    GB_TRY(set_load(b, load, block, error));
    for (int32_t i = 0; i < group->nodes; i++) {
      const int32_t node = group->node[i], second = b->second[node];
      if (!gb_build_is_here(b, &node) || (second >= 0) != (nodes == 2)) continue;
      int32_t *place = &block->node[nodes * block->elements++];
      place[0] = node;
      if (nodes == 2) place[1] = second;
    }
  }
  warn_of_drilling(b, load);
  return GB_OK;
}

/// A force at a place on a body, or a moment on it.
static int add_body_load(gb_build *b, const gb_load *load, gb_error *error) {
  const bool moment = load->type == GB_LOAD_MOMENT;
  const gb_element_kind kind =
      moment         ? load->follow ? GB_ELEMENT_FOLLOWING_MOMENT : GB_ELEMENT_BODY_MOMENT
      : load->follow ? GB_ELEMENT_FOLLOWING_FORCE
                     : GB_ELEMENT_FORCE;
  const int nodes = moment ? 2 : load->follow ? 3 : 1;
  gb_block *block;
  int body;
  GB_TRY(gb_build_named_body(b, load->where, load->body, &body, error));
  GB_TRY(gb_build_block(b, kind, nodes, 1, &block, error));
  int32_t frame[3], *node = block->node;
  gb_build_body_nodes(b, body, frame);
  if (!moment) *node++ = gb_build_place_node(b, load->at);
  if (nodes > 1) memcpy(node, frame, 2 * sizeof *node);
  block->elements = gb_build_is_here(b, block->node);
  return set_load(b, load, block, error);
}

static int add_load(gb_build *b, const gb_load *load, gb_error *error) {
  const gb_group *group;
  gb_block *block;
  if (load->body) return add_body_load(b, load, error);
  if (load->mass) {
    int32_t node;
    GB_TRY(gb_build_named_point(b, load->where, load->mass, &node, error));
    GB_TRY(add_nodes(b, GB_ELEMENT_FORCE, 1, &node, &block, error));
    return set_load(b, load, block, error);
  }
  if (load->type == GB_LOAD_MOMENT) return add_moments(b, load, error);
  if (load->type == GB_LOAD_FORCE) {
    GB_TRY(add_nodal(b, load->where, load->group, GB_ELEMENT_FORCE, &block, error));
    return set_load(b, load, block, error);
  }
  bool pressure = load->type == GB_LOAD_PRESSURE;
  GB_TRY(gb_build_group(b, load->where, load->group, pressure ? 2 : -1, &group, error));
  if (group->dimension < 1)
    return gb_fail(error, GB_MODEL,
                   "%s: group '%s' has points; a traction acts on lines (per length) or surfaces "
                   "(per area); use type: force for points",
                   load->where, load->group);
  gb_element_kind kind = load->follow              ? GB_ELEMENT_FOLLOWING_PRESSURE
                         : pressure                ? GB_ELEMENT_PRESSURE
                         : (group->dimension == 1) ? GB_ELEMENT_LINE_TRACTION
                                                   : GB_ELEMENT_TRACTION;
  for (int shape = GB_LINE2; shape <= GB_QUAD9; shape++)
    if (gb_shape_dimension((gb_shape)shape) == group->dimension)
      GB_TRY(add_distributed(b, load, group, kind, (gb_shape)shape, error));
  return GB_OK;
}

int gb_build_loads(gb_build *b, gb_error *error) {
  for (int i = 0; i < b->problem->loads.count; i++)
    GB_TRY(add_load(b, &b->problem->loads.entry[i], error));
  for (int i = 0; i < b->problem->masses.count; i++)
    GB_TRY(add_masses(b, &b->problem->masses.entry[i], error));
  return GB_OK;
}
