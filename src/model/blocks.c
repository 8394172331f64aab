/// This rank's elements as blocks of one kind, and the cells of the results.
#include "elements/rigid_body.h"
#include "elements/spring.h"
#include "model/build.h"

#include "constitutive/section.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int gb_build_block(gb_build *b, gb_element_kind kind, int nodes, int32_t room, gb_block **out,
                   gb_error *error) {
  GB_TRY(gb_array_append(&b->model->blocks->block, &b->model->blocks->count, sizeof **out, out,
                         error));
  (*out)->kind = kind;
  (*out)->nodes = (*out)->corners = nodes;
  (*out)->parameters = GB_ELEMENT_PARAMETERS;
  GB_TRY(gb_allocate(GB_ELEMENT_PARAMETERS, sizeof *(*out)->parameter, &(*out)->parameter, error));
  return gb_allocate((size_t)room * (size_t)nodes, sizeof *(*out)->node, &(*out)->node, error);
}

/// Whether a mesh element is a shell of this entry and shape, on this rank.
static bool is_shell_here(const gb_build *b, int32_t e, int entry, gb_shape shape) {
  return b->section[e] == entry && b->mesh->shape[e] == shape && b->part[e] == b->rank;
}

static int set_section(const gb_build *b, int entry, gb_block *block, gb_error *error) {
  gb_build_section section;
  const double *number[GB_SECTION_NUMBERS];
  double absent[GB_SECTION_NUMBERS];
  GB_TRY(gb_build_find_section(b, entry, &section, error));
  GB_TRY(gb_build_lay(&section, 0, block, error));
  const int count = gb_build_section_numbers(&section, number, absent);
  for (int k = 0; k < count; k++) {
    GB_TRY(gb_build_parameter(b, block, k, number[k], error));
    if (block->parameter[k] == 0) block->parameter[k] = absent[k];
  }
  return GB_OK;
}

/// Thicknesses may be designs element by element.
static int vary_thickness(const gb_build *b, int entry, gb_shape shape, gb_block *block,
                          gb_error *error) {
  gb_varying *varying;
  int32_t place = 0, any = -1;
  for (int32_t e = 0; e < b->mesh->elements; e++)
    if (is_shell_here(b, e, entry, shape) && b->design[e] > any) any = b->design[e];
  if (any < 0) return GB_OK;
  GB_TRY(gb_array_append(&block->varying, &block->varyings, sizeof *varying, &varying, error));
  varying->parameter = gb_layup_ply(block->section.layup, 0);
  GB_TRY(gb_allocate((size_t)block->elements, sizeof *varying->element, &varying->element, error));
  for (int32_t e = 0; e < b->mesh->elements; e++)
    if (is_shell_here(b, e, entry, shape)) varying->element[place++] = b->design[e];
  return GB_OK;
}

static const gb_element_kind shell_kind[GB_SHAPES] = {[GB_TRIANGLE3] = GB_ELEMENT_MITC3,
                                                      [GB_QUAD4] = GB_ELEMENT_MITC4,
                                                      [GB_QUAD9] = GB_ELEMENT_MITC9};

/// The elements of one shell entry and shape that this rank has. Nodes are mesh nodes until
/// `number_nodes`.
static int add_shells(gb_build *b, int entry, gb_shape shape, gb_error *error) {
  const gb_mesh *mesh = b->mesh;
  int nodes = gb_shape_nodes(shape);
  int32_t room = 0;
  for (int32_t e = 0; e < mesh->elements; e++) room += is_shell_here(b, e, entry, shape);
  if (room == 0) return GB_OK;
  gb_block *block;
  GB_TRY(gb_build_block(b, shell_kind[shape], nodes, room, &block, error));
  GB_TRY(gb_allocate((size_t)room, sizeof *block->cell, &block->cell, error));
  block->entry = entry;
  GB_TRY(set_section(b, entry, block, error));
  if (gb_section_laws[block->section.layup->kind]->directed)
    GB_TRY(gb_allocate((size_t)room, sizeof *block->section.axis, &block->section.axis, error));
  int64_t cell = 0;
  for (int32_t e = 0; e < mesh->elements; e++) {
    if (is_shell_here(b, e, entry, shape)) {
      if (block->section.axis)
        GB_TRY(gb_build_material_axis(b, entry, e, block->section.axis[block->elements], error));
      memcpy(&block->node[nodes * block->elements], &b->corner[mesh->start[e]],
             (size_t)nodes * sizeof *block->node);
      block->cell[block->elements++] = cell;
    }
    cell += b->section[e] >= 0;
  }
  return vary_thickness(b, entry, shape, block, error);
}

int gb_build_own(gb_block *block, int32_t room, gb_error *error) {
  return gb_allocate((size_t)room * (size_t)block->parameters, sizeof *block->own, &block->own,
                     error);
}

/// The own numbers of each element and its place among the cells of the results.
static int make_own(gb_block *block, int32_t room, gb_error *error) {
  GB_TRY(gb_build_own(block, room, error));
  return gb_allocate((size_t)room, sizeof *block->cell, &block->cell, error);
}

/// Springs between ends: those that are cells.
static int line_springs(const gb_build *b) {
  int count = 0;
  for (int i = 0; i < b->problem->springs.count; i++) count += !b->problem->springs.entry[i].joint;
  return count;
}

/// The numbers of a spring that is the block's next element.
static int set_spring(const gb_build *b, const gb_spring *spring, gb_block *block,
                      gb_error *error) {
  const int32_t e = block->elements, room = b->problem->springs.count;
  for (int k = 0; k < GB_SPRING_ORDER; k++) {
    GB_TRY(gb_build_own_parameter(b, block, e, room, GB_SPRING_STIFFNESS + k, &spring->stiffness[k],
                                  error));
    GB_TRY(gb_build_own_parameter(b, block, e, room, GB_SPRING_DAMPING + k, &spring->damping[k],
                                  error));
  }
  return gb_build_own_parameter(b, block, e, room, GB_SPRING_LENGTH,
                                spring->joint ? &spring->angle : &spring->length, error);
}

/// A spring without a length has the distance of its ends, and moves with them.
static int set_distance(const gb_build *b, int32_t i, const double A[3], const double B[3],
                        double distance, gb_block *block, gb_error *error) {
  block->own[block->parameters * block->elements + GB_SPRING_LENGTH] = distance;
  for (int m = 0; m < b->moves; m++) {
    const gb_build_move *move = &b->move[m];
    double slope = 0;
    if (move->node != b->spring[i][0] && move->node != b->spring[i][1]) continue;
    for (int k = 0; k < 3; k++) slope += move->value[k] * (B[k] - A[k]) / distance;
    if (move->node == b->spring[i][0]) slope = -slope;
    GB_TRY(gb_build_vary(block, block->elements, b->problem->springs.count, GB_SPRING_LENGTH,
                         move->design, slope, error));
  }
  return GB_OK;
}

static int add_springs(gb_build *b, gb_error *error) {
  gb_block *block;
  int32_t springs = b->problem->springs.count;
  int64_t cell = b->model->blocks->total_shells;
  if (line_springs(b) == 0) return GB_OK;
  GB_TRY(gb_build_block(b, GB_ELEMENT_SPRING, 2, springs, &block, error));
  GB_TRY(make_own(block, springs, error));
  for (int32_t i = 0; i < springs; i++) {
    if (b->problem->springs.entry[i].joint) continue;
    cell++;
    const gb_spring *spring = &b->problem->springs.entry[i];
    const double *A = gb_build_position(b, b->spring[i][0]);
    const double *B = gb_build_position(b, b->spring[i][1]);
    if (!gb_build_is_here(b, b->spring[i])) continue;
    double square = 0;
    // in the element's order, so that it finds no elongation in the reference
    for (int k = 0; k < 3; k++) square += (B[k] - A[k]) * (B[k] - A[k]);
    GB_TRY(set_spring(b, spring, block, error));
    if (isnan(spring->length)) GB_TRY(set_distance(b, i, A, B, sqrt(square), block, error));
    memcpy(&block->node[2 * block->elements], b->spring[i], sizeof b->spring[i]);
    block->cell[block->elements++] = cell - 1;
  }
  return GB_OK;
}

/// Springs about joints, between the joints' ends.
static int add_torsions(gb_build *b, gb_error *error) {
  gb_block *block;
  const int32_t springs = b->problem->springs.count;
  if (line_springs(b) == springs) return GB_OK;
  GB_TRY(gb_build_block(b, GB_ELEMENT_TORSION, 4, springs, &block, error));
  GB_TRY(gb_build_own(block, springs, error));
  for (int32_t i = 0; i < springs; i++) {
    const gb_spring *spring = &b->problem->springs.entry[i];
    if (!spring->joint || !gb_build_is_here(b, b->spring[i])) continue;
    GB_TRY(set_spring(b, spring, block, error));
    for (int k = 0; k < 4; k++) block->node[4 * block->elements + k] = b->spring[i][k / 2] + k % 2;
    block->elements++;
  }
  return GB_OK;
}

/// Every named point is an element and a cell, also one without mass.
static int add_points(gb_build *b, gb_error *error) {
  gb_block *block;
  int32_t points = b->model->entries->named_points;
  if (points == 0) return GB_OK;
  GB_TRY(gb_build_block(b, GB_ELEMENT_POINT_MASS, 1, points, &block, error));
  GB_TRY(make_own(block, points, error));
  for (int32_t p = 0; p < points; p++) {
    int32_t node = b->mesh->nodes + p;
    b->model->checks->mass += b->point[p].entry->mass;
    if (!gb_build_is_here(b, &node)) continue;
    GB_TRY(gb_build_own_parameter(b, block, block->elements, points, 0, &b->point[p].entry->mass,
                                  error));
    block->node[block->elements] = node;
    block->cell[block->elements++] = b->model->blocks->total_shells + line_springs(b) + p;
  }
  return GB_OK;
}

/// Every body is an element and a cell of one corner, its centre of mass.
static int add_bodies(gb_build *b, gb_error *error) {
  gb_block *block;
  const int32_t bodies = b->problem->bodies.count;
  if (bodies == 0) return GB_OK;
  GB_TRY(gb_build_block(b, GB_ELEMENT_RIGID_BODY, 3, bodies, &block, error));
  GB_TRY(make_own(block, bodies, error));
  block->corners = 1;
  for (int32_t i = 0; i < bodies; i++) {
    const gb_body *body = &b->problem->bodies.entry[i];
    int32_t *node = &block->node[3 * block->elements];
    gb_build_body_nodes(b, i, node);
    if (!gb_build_is_here(b, node)) continue;
    const int32_t e = block->elements;
    GB_TRY(gb_build_own_parameter(b, block, e, bodies, GB_BODY_MASS, &body->mass, error));
    for (int k = 0; k < 6; k++)
      GB_TRY(gb_build_own_parameter(b, block, e, bodies, GB_BODY_INERTIA + k, &body->inertia[k],
                                    error));
    block->cell[block->elements++] =
        b->model->blocks->total_shells + line_springs(b) + b->model->entries->named_points + i;
  }
  return GB_OK;
}

/// A block of its own for each joint.
static int add_joints(gb_build *b, gb_error *error) {
  for (int j = 0; j < b->problem->joints.count; j++) {
    gb_block *block;
    GB_TRY(gb_build_block(b, GB_ELEMENT_JOINT, 5, 1, &block, error));
    block->joint = gb_build_joint(b, j);
    block->entry = j;
    block->drive[0] = b->problem->joints.entry[j].angle;
    block->drive[1] = b->problem->joints.entry[j].distance;
    gb_build_joint_nodes(b, j, block->node);
    block->elements = gb_build_is_here(b, block->node);
  }
  return GB_OK;
}

/// A block of its own for each average link.
static int add_averages(gb_build *b, gb_error *error) {
  for (int i = 0; i < gb_build_averages(b); i++) {
    gb_block *block;
    GB_TRY(gb_build_block(b, GB_ELEMENT_AVERAGE, 5, 1, &block, error));
    gb_build_joint_nodes(b, b->problem->joints.count + i, block->node);
    block->elements = gb_build_is_here(b, block->node);
  }
  return GB_OK;
}

/// Ids and properties of this rank's cells, in the order of the blocks.
static int copy_cells(gb_build *b, gb_error *error) {
  gb_model *model = b->model;
  int32_t cells = 0, place = 0;
  int64_t last = 0;
  for (int i = 0; i < model->blocks->count; i++)
    if (model->blocks->block[i].cell) cells += model->blocks->block[i].elements;
  model->blocks->total_cells = model->blocks->total_shells + line_springs(b) +
                               model->entries->named_points + b->problem->bodies.count;
  GB_TRY(
      gb_allocate((size_t)cells, sizeof *model->blocks->cell_id, &model->blocks->cell_id, error));
  GB_TRY(gb_allocate((size_t)cells, sizeof *model->blocks->cell_property,
                     &model->blocks->cell_property, error));
  for (int entry = 0; entry < b->problem->shells.count; entry++)
    for (int shape = GB_TRIANGLE3; shape <= GB_QUAD9; shape++)
      for (int32_t e = 0; e < b->mesh->elements; e++)
        if (is_shell_here(b, e, entry, (gb_shape)shape)) {
          model->blocks->cell_id[place] = b->mesh->element_id[e];
          model->blocks->cell_property[place++] = b->mesh->property[e];
        }
  for (int32_t e = 0; e < b->mesh->elements; e++)
    if (b->mesh->element_id[e] > last) last = b->mesh->element_id[e];
  for (int i = 0; i < model->blocks->count; i++) // springs and points
    for (int32_t e = 0; model->blocks->block[i].own && model->blocks->block[i].cell &&
                        e < model->blocks->block[i].elements;
         e++)
      model->blocks->cell_id[place++] =
          last + 1 + model->blocks->block[i].cell[e] - model->blocks->total_shells;
  return GB_OK;
}

int gb_build_blocks(gb_build *b, gb_error *error) {
  for (int entry = 0; entry < b->problem->shells.count; entry++)
    for (int shape = GB_TRIANGLE3; shape <= GB_QUAD9; shape++)
      GB_TRY(add_shells(b, entry, (gb_shape)shape, error));
  GB_TRY(gb_build_loads(b, error));
  GB_TRY(add_springs(b, error));
  GB_TRY(add_torsions(b, error));
  GB_TRY(add_points(b, error));
  GB_TRY(add_bodies(b, error));
  GB_TRY(add_joints(b, error));
  GB_TRY(gb_build_kink_block(b, error));
  GB_TRY(add_averages(b, error));
  GB_TRY(gb_build_local_nodes(b, error));
  return copy_cells(b, error);
}
