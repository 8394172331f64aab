/// This rank's elements as blocks of one kind, and its local nodes: owned first, then ghosts by
/// their owner.
#include "model/build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int add_block(gb_build *b, gb_element_kind kind, int nodes, int32_t room, gb_block **out,
                     gb_error *error) {
  GB_TRY(gb_deck_append(&b->model->block, &b->model->blocks, sizeof **out, out, error));
  (*out)->kind = kind;
  (*out)->nodes = nodes;
  return gb_allocate((size_t)room * (size_t)nodes, sizeof *(*out)->node, &(*out)->node, error);
}

/// Whether a mesh element is a shell of this entry and shape, on this rank.
static bool is_shell_here(const gb_build *b, int32_t e, int entry, gb_shape shape) {
  return b->section[e] == entry && b->mesh->shape[e] == shape && b->part[e] == b->rank;
}

/// The elements of one shell entry and shape that this rank has. Nodes are mesh nodes until
/// `number_nodes`.
static int add_shells(gb_build *b, int entry, gb_shape shape, gb_error *error) {
  const gb_mesh *mesh = b->mesh;
  const gb_shell_section *shell = &b->deck->shell[entry];
  int nodes = gb_shape_nodes(shape);
  int32_t room = 0;
  for (int32_t e = 0; e < mesh->elements; e++) room += is_shell_here(b, e, entry, shape);
  if (room == 0) return GB_OK;
  gb_block *block;
  GB_TRY(
      add_block(b, nodes == 3 ? GB_ELEMENT_MITC3 : GB_ELEMENT_MITC4, nodes, room, &block, error));
  GB_TRY(gb_allocate((size_t)room, sizeof *block->design, &block->design, error));
  GB_TRY(gb_allocate((size_t)room, sizeof *block->cell, &block->cell, error));
  const gb_material *m = gb_build_material(b, shell->material);
  // without a yield stress the failure index is the von Mises stress itself
  double yield = m->yield > 0 ? m->yield : 1;
  const double parameter[] = {m->young, m->poisson, m->density, yield, shell->thickness};
  memcpy(block->parameter, parameter, sizeof parameter);
  int64_t cell = 0;
  for (int32_t e = 0; e < mesh->elements; e++) {
    if (is_shell_here(b, e, entry, shape)) {
      memcpy(&block->node[nodes * block->elements], &mesh->node[mesh->start[e]],
             (size_t)nodes * sizeof *block->node);
      block->design[block->elements] = b->design[e];
      block->cell[block->elements++] = cell;
    }
    cell += b->section[e] >= 0;
  }
  return GB_OK;
}

/// A load element belongs to the rank that owns its first node.
static bool is_here(const gb_build *b, const int32_t *node) {
  return b->owner[node[0]] == b->rank;
}

static int check_nodes(const gb_build *b, const char *where, const char *group, int count,
                       const int32_t *node, gb_error *error) {
  for (int k = 0; k < count; k++)
    if (b->owner[node[k]] < 0)
      return gb_fail(error, GB_MODEL, "%s: node %lld of group '%s' belongs to no shell", where,
                     (long long)b->mesh->node_id[node[k]], group);
  return GB_OK;
}

static int add_nodal(gb_build *b, const char *where, const char *name, gb_element_kind kind,
                     const gb_load *load, double value, gb_error *error) {
  const gb_group *group;
  gb_block *block;
  GB_TRY(gb_build_group(b, where, name, -1, &group, error));
  GB_TRY(check_nodes(b, where, name, group->nodes, group->node, error));
  GB_TRY(add_block(b, kind, 1, group->nodes, &block, error));
  block->parameter[0] = value;
  for (int i = 0; load && i < 3; i++) block->value[i] = load->value[i];
  for (int32_t i = 0; i < group->nodes; i++)
    if (is_here(b, &group->node[i])) block->node[block->elements++] = group->node[i];
  return GB_OK;
}

/// Pressure and traction: the group's elements with `nodes` nodes.
static int add_distributed(gb_build *b, const gb_load *load, const gb_group *group,
                           gb_element_kind kind, int nodes, gb_error *error) {
  const gb_mesh *mesh = b->mesh;
  gb_block *block;
  GB_TRY(add_block(b, kind, nodes, group->elements, &block, error));
  for (int i = 0; i < 3; i++) block->value[i] = load->value[i];
  for (int32_t i = 0; i < group->elements; i++) {
    int32_t e = group->element[i];
    const int32_t *node = &mesh->node[mesh->start[e]];
    if (gb_shape_nodes(mesh->shape[e]) != nodes) continue;
    GB_TRY(check_nodes(b, load->where, load->group, nodes, node, error));
    if (!is_here(b, node)) continue;
    memcpy(&block->node[nodes * block->elements++], node, (size_t)nodes * sizeof *node);
  }
  return GB_OK;
}

/// The part of a constant moment along the director has nothing to act on: say so.
static void warn_of_drilling(gb_build *b, const gb_load *load) {
  const gb_group *group = gb_mesh_group(b->mesh, load->group, -1);
  double m[3], t = 1, along = 0, size = 0;
  for (int i = 0; i < 3; i++) {
    m[i] = gb_expression_real(load->value[i], &t);
    along += m[i] * b->director[group->node[0]][i];
    size += m[i] * m[i];
  }
  if (fabs(along) > 1e-9 * sqrt(size))
    gb_build_warn(b, "%s: the moment's part along the director (drilling) has no effect",
                  load->where);
}

static int add_load(gb_build *b, const gb_load *load, gb_error *error) {
  const gb_group *group;
  if (load->type == GB_LOAD_FORCE)
    return add_nodal(b, load->where, load->group, GB_ELEMENT_FORCE, load, 0, error);
  if (load->type == GB_LOAD_MOMENT) {
    GB_TRY(add_nodal(b, load->where, load->group, GB_ELEMENT_MOMENT, load, 0, error));
    warn_of_drilling(b, load);
    return GB_OK;
  }
  bool pressure = load->type == GB_LOAD_PRESSURE;
  GB_TRY(gb_build_group(b, load->where, load->group, pressure ? 2 : -1, &group, error));
  if (group->dimension < 1)
    return gb_fail(error, GB_MODEL,
                   "%s: group '%s' has points; a traction acts on lines (per length) or surfaces "
                   "(per area); use type: force for points",
                   load->where, load->group);
  gb_element_kind kind = !pressure      ? GB_ELEMENT_TRACTION
                         : load->follow ? GB_ELEMENT_FOLLOWING_PRESSURE
                                        : GB_ELEMENT_PRESSURE;
  for (int nodes = pressure ? 3 : 2; nodes <= 4; nodes++)
    GB_TRY(add_distributed(b, load, group, kind, nodes, error));
  return GB_OK;
}

/// Local numbers: owned nodes in the file's order, then the ghosts of each rank in turn.
static void number_nodes(gb_build *b) {
  gb_model *model = b->model;
  for (int32_t n = 0; n < b->mesh->nodes; n++) b->local[n] = -1;
  for (int i = 0; i < model->blocks; i++) {
    const gb_block *block = &model->block[i];
    for (int32_t k = 0; k < block->elements * block->nodes; k++) b->local[block->node[k]] = -2;
  }
  for (int32_t n = 0; n < b->mesh->nodes; n++)
    if (b->local[n] == -2 && b->owner[n] == b->rank) b->local[n] = model->nodes++;
  model->owned_nodes = model->nodes;
  for (int r = 0; r < b->ranks;
       r++) // a pass a rank: few ranks are neighbours, but the pass is cheap
    for (int32_t n = 0; r != b->rank && n < b->mesh->nodes; n++)
      if (b->local[n] == -2 && b->owner[n] == r) b->local[n] = model->nodes++;
  for (int i = 0; i < model->blocks; i++) {
    gb_block *block = &model->block[i];
    for (int32_t k = 0; k < block->elements * block->nodes; k++)
      block->node[k] = b->local[block->node[k]];
  }
}

static int copy_nodes(gb_build *b, gb_error *error) {
  gb_model *model = b->model;
  size_t nodes = (size_t)model->nodes;
  GB_TRY(gb_allocate(nodes, sizeof *model->position, &model->position, error));
  GB_TRY(gb_allocate(nodes, sizeof *model->director, &model->director, error));
  GB_TRY(gb_allocate(nodes, sizeof *model->node_id, &model->node_id, error));
  GB_TRY(gb_allocate(nodes, sizeof *model->node_index, &model->node_index, error));
  for (int32_t n = 0; n < b->mesh->nodes; n++) {
    int32_t k = b->local[n];
    int64_t place = model->total_nodes;
    model->total_nodes += b->owner[n] >= 0;
    if (k < 0) continue;
    memcpy(model->position[k], b->mesh->position[n], sizeof model->position[k]);
    memcpy(model->director[k], b->director[n], sizeof model->director[k]);
    model->node_id[k] = b->mesh->node_id[n];
    model->node_index[k] = place;
  }
  return GB_OK;
}

/// Ids and properties of this rank's shells, in the order of the blocks.
static int copy_cells(gb_build *b, gb_error *error) {
  gb_model *model = b->model;
  int32_t cells = 0, place = 0;
  for (int32_t e = 0; e < b->mesh->elements; e++)
    cells += b->section[e] >= 0 && b->part[e] == b->rank;
  GB_TRY(gb_allocate((size_t)cells, sizeof *model->cell_id, &model->cell_id, error));
  GB_TRY(gb_allocate((size_t)cells, sizeof *model->cell_property, &model->cell_property, error));
  for (int entry = 0; entry < b->deck->shells; entry++)
    for (int shape = GB_TRIANGLE3; shape <= GB_QUAD4; shape++)
      for (int32_t e = 0; e < b->mesh->elements; e++)
        if (is_shell_here(b, e, entry, (gb_shape)shape)) {
          model->cell_id[place] = b->mesh->element_id[e];
          model->cell_property[place++] = b->mesh->property[e];
        }
  return GB_OK;
}

int gb_build_blocks(gb_build *b, gb_error *error) {
  for (int entry = 0; entry < b->deck->shells; entry++)
    for (int shape = GB_TRIANGLE3; shape <= GB_QUAD4; shape++)
      GB_TRY(add_shells(b, entry, (gb_shape)shape, error));
  for (int i = 0; i < b->deck->loads; i++) GB_TRY(add_load(b, &b->deck->load[i], error));
  for (int i = 0; i < b->deck->masses; i++) {
    const gb_point_mass *mass = &b->deck->mass[i];
    GB_TRY(add_nodal(b, mass->where, mass->group, GB_ELEMENT_POINT_MASS, NULL, mass->mass, error));
  }
  number_nodes(b);
  GB_TRY(copy_nodes(b, error));
  return copy_cells(b, error);
}
