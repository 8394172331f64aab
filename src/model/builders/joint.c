/// Joints: two frames at the joint, tied to bodies, nodes or the ground; the first one carries the
/// multipliers. Joints of one type share a block; a driven joint or a joint with a length has its
/// own block.
#include "model/builders/builder.h"

#include "base/length.h"
#include "model/constraints/joint_rows.h"
#include "model/sections/triad.h"

#include <stdio.h>

/// Whether a row of the joint or a prescribed motion needs axes at one of its ends.
static bool needs_axes(const gb_joint_entry *entry, int end) {
  const gb_joint_type *type = &gb_joint_types[entry->type];
  const int first = end ? GB_JOINT_B1 : GB_JOINT_A1, last = end ? GB_JOINT_B3 : GB_JOINT_A3;
  bool needs = entry->angle || (entry->distance && end == 0);
  for (int k = 0; k < type->rows; k++)
    for (int side = 0; side < 2; side++)
      needs = needs || (type->row[k][side] >= first && type->row[k][side] <= last);
  return needs;
}

/// Node to which an end is tied, and its description.
typedef struct target {
  int32_t node;
  char words[300];
} target;

/// Tie an end to a mesh node or a free node, which has a position but no axes.
static int tie_to_node(gb_topology *t, const gb_joint_entry *entry, int end, int32_t node,
                       const target *to, gb_error *error) {
  const double *X = gb_topology_position(t, to->node), *at = entry->at[end];
  if (needs_axes(entry, end))
    return gb_fail(error, GB_WRONG_ENDS,
                   "%s.between: %s has no axes for a %s joint; accepted: a spherical joint, an "
                   "inline joint whose second end it is, or a body%s",
                   entry->where, to->words, gb_joint_types[entry->type].name,
                   to->node < t->from->mesh->nodes ? " to which links tie the group"
                                                   : " in its place");
  if (!gb_topology_is_at(t, to->node, at, gb_mesh_size(t->from)))
    return gb_fail(error, GB_WRONG_PLACE,
                   "%s.at: the joint is at (%g, %g, %g), and %s at (%g, %g, %g); accepted: the "
                   "same place",
                   entry->where, at[0], at[1], at[2], to->words, X[0], X[1], X[2]);
  GB_TRY(gb_topology_tie_to_body(t, node, -1, error)); // its axes are not used
  return gb_topology_tie_to_node(t, node, to->node, error);
}

static int tie_to_mesh(gb_topology *t, const gb_joint_entry *entry, int end, int32_t node,
                       gb_error *error) {
  const char *group = gb_group_of_end(entry->between[end]);
  target to;
  GB_TRY(gb_find_group_node(t->from, entry->where, group, "a joint ends at one", &to.node, error));
  snprintf(to.words, sizeof to.words, "node %lld of group '%.200s'", (long long)t->id[to.node],
           group);
  if (gb_topology_is_beam(t, to.node)) return gb_topology_tie_to_frame(t, node, to.node, error);
  return tie_to_node(t, entry, end, node, &to, error);
}

static int tie_to_free_node(gb_topology *t, const gb_joint_entry *entry, int end, int32_t node,
                            int mass, gb_error *error) {
  target to = {.node = gb_topology_find(t, t->from->problem->masses.entry[mass].at)};
  snprintf(to.words, sizeof to.words, "point '%.200s' of masses", entry->between[end]);
  return tie_to_node(t, entry, end, node, &to, error);
}

static int tie(gb_topology *t, const gb_joint_entry *entry, int end, int32_t node,
               gb_error *error) {
  const char *name = entry->between[end];
  const int body = gb_find_body(t->from, name), mass = gb_find_free_node(t->from, name);
  if (gb_group_of_end(name)) return tie_to_mesh(t, entry, end, node, error);
  if (mass >= 0 && body < 0) return tie_to_free_node(t, entry, end, node, mass, error);
  if (body < 0 && !gb_end_is_ground(name))
    return gb_refuse_body(t->from, entry->where, name, true, error);
  return gb_topology_tie_to_body(t, node, body, error);
}

static int add(gb_topology *t, int j, gb_error *error) {
  const gb_joint_entry *entry = &t->from->problem->joints.entry[j];
  const gb_joint joint = gb_joint_of(t->from->problem, j);
  double axis[3][3];
  gb_triad(entry->axis, entry->second, axis);
  for (int end = 0; end < 2; end++) {
    const gb_new_node new = {.fields = end == 0 ? GB_FRAME | GB_MULTIPLIERS : GB_FRAME,
                             .rows = end == 0 ? (1u << gb_joint_rows(&joint)) - 1 : 0,
                             .position = entry->at[end],
                             .axis = axis,
                             .origin = {"joint", entry->name, j + 1},
                             .hidden = true};
    int32_t node;
    GB_TRY(gb_topology_add(t, &new, &node, error));
    GB_TRY(gb_topology_mark(t, &entry->between[end], node, error));
    GB_TRY(tie(t, entry, end, node, error));
  }
  return GB_OK;
}

static int ties(gb_topology *t, gb_error *error) {
  for (int j = 0; j < t->from->problem->joints.count; j++) GB_TRY(add(t, j, error));
  return GB_OK;
}

/// Resist the motions of the joint's rows, including prescribed motions.
static int resist(const gb_topology *t, const gb_connection *connection,
                  gb_resistance out[GB_RESISTANCES]) {
  int count = 0, drives = 0;
  for (int driven = 0; driven < 2; driven++) {
    gb_joint_row row[GB_JOINT_ROWS];
    const int rows = gb_joint_list_rows(t->from->problem, connection->entry, driven, &drives, row);
    for (int k = 0; k < rows; k++)
      gb_joint_row_resist(&row[k], t, connection->node[0], &out[count++]);
  }
  return count;
}

static const gb_connection_kind kind = {.together = true, .resist = resist};

/// Connect the ends of all joints, which must be at nodes with fields.
static int connect(gb_topology *t, gb_error *error) {
  for (int j = 0; j < t->from->problem->joints.count; j++) {
    const gb_joint_entry *entry = &t->from->problem->joints.entry[j];
    for (int end = 0; end < 2; end++)
      GB_TRY(gb_topology_check_end(t, entry->where, entry->between[end],
                                   gb_topology_master(t, gb_joint_end(t, j, end)), error));
    GB_TRY(gb_topology_connect(t, &kind, j, gb_joint_end(t, j, 0), gb_joint_end(t, j, 1), error));
  }
  return GB_OK;
}

/// Set the length of a rod to the distance of its ends, with its derivatives by designs of their
/// positions.
static int set_length(const gb_draft *draft, gb_block *block, gb_error *error) {
  const double *A = gb_topology_position(draft->t, block->node[0]);
  const double *B = gb_topology_position(draft->t, block->node[1]);
  const double gap[3] = {B[0] - A[0], B[1] - A[1], B[2] - A[2]}, length = gb_length(gap);
  block->parameter[GB_JOINT_LENGTH] = length;
  for (int m = 0; m < draft->shape->count; m++) {
    const gb_shape_slope *shape = &draft->shape->slope[m];
    const bool moves = shape->node == block->node[0] || shape->node == block->node[1];
    if (!moves || shape->field != GB_POSITION) continue;
    double slope = 0;
    for (int k = 0; k < 3; k++) slope += shape->value[k] * gap[k] / length;
    if (shape->node == block->node[0]) slope = -slope;
    GB_TRY(gb_draft_vary(block, 1, GB_JOINT_LENGTH, shape->design, slope, error));
  }
  return GB_OK;
}

/// Add a joint to a block with enough memory.
static int add_element(const gb_draft *draft, int j, gb_block *block, gb_error *error) {
  int32_t *node = block->node + (size_t)block->elements * (size_t)block->nodes;
  for (int k = 0; k < block->nodes; k++) node[k] = gb_joint_end(draft->t, j, k % 2);
  block->joint->entry[block->elements] = j;
  if (gb_joint_is_rod(block->joint->type.type)) GB_TRY(set_length(draft, block, error));
  block->elements += gb_draft_has(draft, node[0]);
  return GB_OK;
}

/// Add a block for joints like this one, with the joint as its first element.
static int add_block(gb_draft *draft, int j, int32_t capacity, gb_block **block, gb_error *error) {
  const gb_problem *problem = draft->t->from->problem;
  const gb_joint_entry *entry = &problem->joints.entry[j];
  GB_TRY(gb_draft_block(draft, GB_ELEMENT_JOINT, 3, capacity, block, error));
  *(*block)->joint =
      (gb_block_joint){.type = gb_joint_of(problem, j), .drive = {entry->angle, entry->distance}};
  GB_TRY(GB_TAKE((*block)->arena, (*block)->joint->entry, (size_t)capacity, error));
  return add_element(draft, j, *block, error);
}

/// Whether the joint's element is defined by the joint's type only.
static bool is_plain(const gb_joint_entry *entry) {
  return !entry->angle && !entry->distance && !gb_joint_is_rod(&gb_joint_types[entry->type]);
}

static int blocks(gb_draft *draft, gb_error *error) {
  const int count = draft->t->from->problem->joints.count;
  const gb_joint_entry *entry = draft->t->from->problem->joints.entry;
  bool *added;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, added, (size_t)count, error));
  for (int j = 0; j < count; j++) {
    const bool plain = is_plain(&entry[j]);
    gb_block *block;
    if (added[j]) continue;
    GB_TRY(add_block(draft, j, plain ? count - j : 1, &block, error));
    for (int k = j + 1; plain && k < count; k++) {
      if (entry[k].type != entry[j].type || !is_plain(&entry[k])) continue;
      GB_TRY(add_element(draft, k, block, error));
      added[k] = true;
    }
  }
  return GB_OK;
}

const gb_builder gb_builder_joint = {.ties = ties, .connect = connect, .blocks = blocks};
