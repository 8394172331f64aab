/// Loads: pressures, tractions, forces and moments on the mesh, on free nodes and on bodies.
#include "elements/load/nodal_load.h"
#include "model/builders/builder.h"
#include "problem/controls.h"

#include "base/length.h"

#include <math.h>
#include <string.h>

static int ties(gb_topology *t, gb_error *error) {
  for (int i = 0; i < t->from->problem->loads.count; i++) {
    const gb_load *load = &t->from->problem->loads.entry[i];
    int body;
    if (!load->body || load->type != GB_LOAD_FORCE) continue;
    GB_TRY(gb_need_body(t->from, load->where, load->body, &body, error));
    GB_TRY(gb_topology_attach(t, body, load->at, error));
  }
  return GB_OK;
}

/// Set the values of a load, followed by its amplitude as a parameter. Nodes have no factors of
/// their own.
static int set_load(const gb_draft *draft, const gb_load *load, gb_block *block, gb_error *error) {
  int values = load->type == GB_LOAD_PRESSURE ? 1 : 3;
  for (int i = 0; i < values; i++) block->value[i] = load->value[i];
  for (int i = GB_LOAD_OWN; i < block->parameters; i++) block->parameter[i] = 1;
  return gb_draft_parameter(draft, block, values, &load->amplitude, error);
}

/// Set the parameters of the forces or moments that nodes have of their own, times a common value.
static int open_own(const gb_load *load, int32_t nodes, gb_block *block, gb_error *error) {
  for (int i = 0; i < 3; i++) block->value[i] = load->value[0];
  return gb_draft_make_own(block, nodes, error);
}

/// Add the force or moment of node k of a load's group.
static int add_own(gb_draft *draft, const gb_load *load, int32_t node, int32_t k, gb_block *block,
                   gb_error *error) {
  const int32_t nodes = load->own.count;
  for (int i = 0; i < 3; i++) {
    gb_draft_own(block)[i] = 1;
    GB_TRY(gb_draft_own_parameter(draft, block, nodes, GB_LOAD_OWN + i, &load->own.entry[k][i],
                                  error));
  }
  GB_TRY(gb_draft_own_parameter(draft, block, nodes, GB_LOAD_AMPLITUDE, &load->amplitude, error));
  block->node[block->elements++] = node;
  return GB_OK;
}

/// Copy the nodes of a surface element on which a load acts. On a face of a solid the normal points
/// into the solid, whatever the order of its nodes in the mesh.
static int copy_face(const gb_draft *draft, const gb_load *load, int32_t e, int32_t node[],
                     gb_error *error) {
  const gb_mesh *mesh = draft->t->from->mesh;
  const gb_shape_type *shape = &gb_shape_types[mesh->shape[e]];
  int side = 0;
  const int solids = draft->t->shells->section[e] >= 0
                         ? 0
                         : gb_solids_behind(mesh, draft->t->from->solids, e, &side);
  if (solids > 1 && load->type == GB_LOAD_PRESSURE)
    return gb_fail(
        error, GB_WRONG_GROUP,
        "%s: element %lld of group '%s' is between two solids, so that a pressure has no "
        "direction; accepted: faces of the boundary",
        load->where, (long long)mesh->element_id[e], load->group);
  for (int a = 0; a < shape->basis.nodes; a++)
    node[a] = mesh->node[mesh->start[e] + (side < 0 ? gb_shape_listed(shape->reversed, a) : a)];
  return GB_OK;
}

/// Whether this rank has the load on an element of the mesh. A load on a shell, beam or solid
/// belongs to the rank of this element; other loads belong to the owner of the first node.
static bool is_here(const gb_draft *draft, int32_t e) {
  const gb_mesh *mesh = draft->t->from->mesh;
  return gb_topology_uses(draft->t, e) ? draft->partition->part[e] == draft->partition->rank
                                       : gb_draft_has(draft, mesh->node[mesh->start[e]]);
}

/// Add a pressure or traction on the group's elements of one shape.
static int add_shape(gb_draft *draft, const gb_load *load, const gb_group *group,
                     gb_element_kind kind, gb_shape shape, gb_error *error) {
  const gb_mesh *mesh = draft->t->from->mesh;
  const int nodes = gb_shape_nodes(shape);
  int32_t capacity = 0;
  gb_block *block;
  for (int32_t i = 0; i < group->elements; i++) {
    const int32_t e = group->element[i], *node = &mesh->node[mesh->start[e]];
    if (mesh->shape[e] != shape) continue;
    GB_TRY(gb_draft_check_nodes(draft, load->where, load->group, nodes, node, error));
    capacity += is_here(draft, e);
  }
  GB_TRY(gb_draft_block(draft, kind, nodes, capacity, &block, error));
  GB_TRY(set_load(draft, load, block, error));
  for (int32_t i = 0; i < group->elements; i++) {
    const int32_t e = group->element[i];
    if (mesh->shape[e] == shape && is_here(draft, e))
      GB_TRY(copy_face(draft, load, e, &block->node[nodes * block->elements++], error));
  }
  return GB_OK;
}

/// Check that a follower load on a group acts on sections of beams, with which it rotates.
static int check_sections(const gb_draft *draft, const gb_load *load, const gb_group *group,
                          gb_error *error) {
  for (int32_t i = 0; i < group->nodes; i++)
    if (group->dimension > 1 || !gb_topology_is_beam(draft->t, group->node[i]))
      return gb_fail(error, GB_WRONG_GROUP,
                     "%s.follow: node %lld of group '%s' has no section of a beam to turn with; "
                     "accepted: lines and points of beams, a pressure, a body",
                     load->where, (long long)draft->t->id[group->node[i]], load->group);
  return GB_OK;
}

static int add_distributed(gb_draft *draft, const gb_load *load, gb_error *error) {
  const bool pressure = load->type == GB_LOAD_PRESSURE;
  const gb_group *group;
  GB_TRY(gb_find_group(draft->t->from, load->where, load->group, pressure ? 2 : -1, &group, error));
  if (group->dimension < 1)
    return gb_fail(error, GB_WRONG_GROUP,
                   "%s: group '%s' has points; a traction acts on lines (per length) or surfaces "
                   "(per area); use type: force for points",
                   load->where, load->group);
  if (load->follow && !pressure) GB_TRY(check_sections(draft, load, group, error));
  const gb_element_kind kind =
      pressure                ? load->follow ? GB_ELEMENT_FOLLOWING_PRESSURE : GB_ELEMENT_PRESSURE
      : group->dimension == 2 ? GB_ELEMENT_TRACTION
      : load->follow          ? GB_ELEMENT_FOLLOWING_TRACTION
                              : GB_ELEMENT_LINE_TRACTION;
  for (int shape = GB_LINE2; shape <= GB_QUAD8; shape++)
    if (gb_shape_dimension((gb_shape)shape) == group->dimension)
      GB_TRY(add_shape(draft, load, group, kind, (gb_shape)shape, error));
  return GB_OK;
}

/// @return the element of a moment at a mesh node: on a director, or on the frame of a fold or beam
static gb_element_kind moment_at(const gb_topology *t, int32_t node) {
  return gb_topology_is_beam(t, node)        ? GB_ELEMENT_BODY_MOMENT
         : gb_shells_folded(t->shells, node) ? GB_ELEMENT_FRAME_MOMENT
                                             : GB_ELEMENT_MOMENT;
}

/// Refuse moments on rods and shear panels, which have no rotations.
static int check_turning(const gb_draft *draft, const gb_load *load, const gb_group *group,
                         gb_error *error) {
  for (int32_t i = 0; i < group->nodes && !draft->t->from->subdomain; i++)
    if (!(draft->t->fields[group->node[i]] & GB_DIRECTOR_1))
      return gb_fail(
          error, GB_WRONG_GROUP,
          "%s: node %lld of group '%s' belongs to rods, shear panels or solids only, which have no "
          "rotations; accepted: nodes of shells or beams",
          load->where, (long long)draft->t->id[group->node[i]], load->group);
  return GB_OK;
}

/// Warn of the part of a constant moment along the director, which has no effect.
static void warn_of_drilling(const gb_topology *topology, const gb_load *load,
                             const gb_group *group) {
  const gb_shells *shells = topology->shells;
  double m[3], along = 0;
  const double t = 0;
  if (group->nodes == 0 || moment_at(topology, group->node[0]) != GB_ELEMENT_MOMENT) return;
  for (int i = 0; i < 3; i++) {
    m[i] = gb_problem_value(topology->from->problem, load->value[i], t);
    along += m[i] * shells->director[group->node[0]][i];
  }
  if (fabs(along) > 1e-9 * gb_length(m))
    gb_warn(topology->from, "%s: the moment's part along the director (drilling) has no effect",
            load->where);
}

/// Add forces and moments that rotate with the nodes of a group.
static int add_following(gb_draft *draft, const gb_load *load, gb_error *error) {
  const bool moment = load->type == GB_LOAD_MOMENT;
  const gb_element_kind kind = moment ? GB_ELEMENT_FOLLOWING_MOMENT : GB_ELEMENT_FOLLOWING_FORCE;
  const gb_group *group;
  gb_block *block;
  GB_TRY(gb_find_group(draft->t->from, load->where, load->group, -1, &group, error));
  GB_TRY(check_sections(draft, load, group, error));
  GB_TRY(gb_draft_block(draft, kind, moment ? 1 : 2, group->nodes, &block, error));
  GB_TRY(set_load(draft, load, block, error));
  for (int32_t i = 0; i < group->nodes; i++) {
    if (!gb_draft_has(draft, group->node[i])) continue;
    for (int a = 0; a < block->nodes; a++)
      block->node[block->nodes * block->elements + a] = group->node[i];
    block->elements++;
  }
  return GB_OK;
}

/// Add forces or moments on the nodes of a group.
static int add_nodal(gb_draft *draft, const gb_load *load, gb_error *error) {
  static const gb_element_kind kinds[] = {GB_ELEMENT_FORCE, GB_ELEMENT_MOMENT,
                                          GB_ELEMENT_FRAME_MOMENT, GB_ELEMENT_BODY_MOMENT};
  const bool moment = load->type == GB_LOAD_MOMENT, own = load->own.count > 0;
  const gb_group *group;
  gb_block *block;
  GB_TRY(gb_find_group(draft->t->from, load->where, load->group, -1, &group, error));
  GB_TRY(gb_draft_check_nodes(draft, load->where, load->group, group->nodes, group->node, error));
  if (own) GB_TRY(gb_check_each(load->where, "values", group, load->own.count, error));
  if (moment) GB_TRY(check_turning(draft, load, group, error));
  for (int k = moment; k < (moment ? 4 : 1); k++) {
    GB_TRY(gb_draft_block(draft, kinds[k], 1, group->nodes, &block, error));
    GB_TRY(own ? open_own(load, group->nodes, block, error) : set_load(draft, load, block, error));
    for (int32_t i = 0; i < group->nodes; i++) {
      const int32_t node = group->node[i];
      if (!gb_draft_has(draft, node) || (moment && kinds[k] != moment_at(draft->t, node))) continue;
      if (own)
        GB_TRY(add_own(draft, load, node, i, block, error));
      else
        block->node[block->elements++] = node;
    }
  }
  if (moment && !own) warn_of_drilling(draft->t, load, group);
  return GB_OK;
}

/// Add a force at a point of a body, or a moment on it.
static int add_to_body(gb_draft *draft, const gb_load *load, gb_error *error) {
  const bool moment = load->type == GB_LOAD_MOMENT;
  const gb_element_kind kind =
      moment         ? load->follow ? GB_ELEMENT_FOLLOWING_MOMENT : GB_ELEMENT_BODY_MOMENT
      : load->follow ? GB_ELEMENT_FOLLOWING_FORCE
                     : GB_ELEMENT_FORCE;
  gb_block *block;
  int body;
  GB_TRY(gb_need_body(draft->t->from, load->where, load->body, &body, error));
  GB_TRY(gb_draft_block(draft, kind, !moment && load->follow ? 2 : 1, 1, &block, error));
  int32_t *node = block->node;
  if (!moment) *node++ = gb_topology_find(draft->t, load->at);
  if (moment || load->follow) *node = gb_topology_body(draft->t, body);
  gb_draft_one(draft, block);
  return set_load(draft, load, block, error);
}

static int add_to_free_node(gb_draft *draft, const gb_load *load, gb_error *error) {
  const gb_definition *from = draft->t->from;
  gb_block *block;
  int mass;
  GB_TRY(gb_need_free_node(from, load->where, load->mass, &mass, error));
  const int32_t node = gb_topology_find(draft->t, from->problem->masses.entry[mass].at);
  GB_TRY(gb_draft_nodes(draft, GB_ELEMENT_FORCE, 1, &node, &block, error));
  return set_load(draft, load, block, error);
}

static int add(gb_draft *draft, const gb_load *load, gb_error *error) {
  if (load->body) return add_to_body(draft, load, error);
  if (load->mass) return add_to_free_node(draft, load, error);
  if (load->follow && (load->type == GB_LOAD_FORCE || load->type == GB_LOAD_MOMENT))
    return add_following(draft, load, error);
  if (load->type == GB_LOAD_FORCE || load->type == GB_LOAD_MOMENT)
    return add_nodal(draft, load, error);
  return add_distributed(draft, load, error);
}

static int blocks(gb_draft *draft, gb_error *error) {
  const gb_problem *problem = draft->t->from->problem;
  for (int i = 0; i < problem->loads.count; i++)
    GB_TRY(add(draft, &problem->loads.entry[i], error));
  return GB_OK;
}

const gb_builder gb_builder_load = {.ties = ties, .blocks = blocks};
