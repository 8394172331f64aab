/// Contacts: a hidden node with a frame for the surface, tied to its body or the ground, and for
/// each point of a body that touches, tied to that body; a block of elements for each entry, and
/// for each shape of a group's elements.
#include "elements/contact.h"
#include "model/builders/builder.h"
#include "model/triad.h"

#include <math.h>

/// @return the number of points of a body that touch
static int count_points(const gb_contact *contact) {
  return !contact->body ? 0 : contact->points.count > 0 ? contact->points.count : 1;
}

/// @return the address of point k of a body, for marks
static const void *key_of(const gb_contact *contact, int k) {
  return contact->points.count > 0 ? (const void *)contact->points.entry[k] : &contact->body;
}

/// Add a hidden node with a frame that moves with a body, -1: with the ground.
static int add_frame(gb_topology *t, const gb_new_node *new, int body, const void *key,
                     gb_error *error) {
  int32_t node;
  GB_TRY(gb_topology_add(t, new, &node, error));
  GB_TRY(gb_topology_mark(t, key, node, error));
  return gb_topology_tie_to_body(t, node, body, error);
}

static int ties(gb_topology *t, gb_error *error) {
  const gb_problem *problem = t->from->problem;
  for (int c = 0; c < problem->contacts.count; c++) {
    const gb_contact *contact = &problem->contacts.entry[c];
    gb_new_node new = {.fields = GB_FRAME,
                       .position = contact->at,
                       .origin = {"contact", contact->name, c + 1},
                       .hidden = true};
    double axis[3][3];
    int body = -1;
    gb_triad(contact->axis, contact->second, axis);
    new.axis = (const double(*)[3])axis;
    if (!gb_end_is_ground(contact->on))
      GB_TRY(gb_need_body(t->from, contact->where, contact->on, &body, error));
    GB_TRY(add_frame(t, &new, body, &contact->on, error));
    if (contact->body) GB_TRY(gb_need_body(t->from, contact->where, contact->body, &body, error));
    for (int k = 0; k < count_points(contact); k++) {
      new.position = contact->points.count > 0 ? contact->points.entry[k]
                                               : gb_topology_position(t, gb_topology_body(t, body));
      GB_TRY(add_frame(t, &new, body, key_of(contact, k), error));
    }
  }
  return GB_OK;
}

/// Resist all motions of the point relative to the surface: where it touches, its normal force and
/// friction do so, and the march finds out where nothing holds it.
static int resist(const gb_topology *t, const gb_connection *connection,
                  gb_resistance out[GB_RESISTANCES]) {
  const double *X = gb_topology_position(t, connection->node[0]);
  const double *at = gb_topology_position(t, connection->node[1]);
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    out[i] = (gb_resistance){.force = {{0}}};
    out[i].force[0][i] = -1;
    out[i].force[1][i] = 1;
    out[i].moment[0][j] = X[k] - at[k];
    out[i].moment[0][k] = at[j] - X[j];
  }
  return 3;
}

static const gb_connection_kind kind = {.elastic = true, .resist = resist};

static int connect(gb_topology *t, gb_error *error) {
  const gb_problem *problem = t->from->problem;
  for (int c = 0; c < problem->contacts.count; c++) {
    const gb_contact *contact = &problem->contacts.entry[c];
    const int32_t surface = gb_topology_find(t, &contact->on);
    for (int k = 0; k < count_points(contact); k++)
      GB_TRY(gb_topology_connect(t, &kind, c, surface, gb_topology_find(t, key_of(contact, k)),
                                 error));
  }
  return GB_OK;
}

/// Set the form and the parameters of a block.
static int set_numbers(const gb_draft *draft, const gb_contact *contact, int dimension,
                       gb_block *block, gb_error *error) {
  const double *number[GB_CONTACT_PARAMETERS] = {
      [GB_CONTACT_STIFFNESS] = &contact->stiffness, [GB_CONTACT_EXPONENT] = &contact->exponent,
      [GB_CONTACT_DAMPING] = &contact->damping,     [GB_CONTACT_FRICTION] = &contact->friction,
      [GB_CONTACT_VELOCITY] = &contact->velocity,   [GB_CONTACT_BALL] = &contact->ball,
      [GB_CONTACT_SIZE] = &contact->size[0],        [GB_CONTACT_SIZE + 1] = &contact->size[1]};
  gb_contact_form *form;
  GB_TRY(GB_TAKE(block->arena, form, 1, error));
  *form = (gb_contact_form){.surface = (gb_contact_surface)contact->surface,
                            .inside = contact->inside,
                            .body = contact->body != NULL,
                            .dimension = dimension};
  block->joint->law = form;
  block->entry = contact - draft->t->from->problem->contacts.entry;
  for (int k = 0; k < GB_CONTACT_PARAMETERS; k++) {
    block->parameter[k] = 0;
    if (number[k] && !isnan(*number[k]))
      GB_TRY(gb_draft_parameter(draft, block, k, number[k], error));
  }
  for (int i = 0; contact->surface == GB_CONTACT_BOX && i < 3; i++)
    block->parameter[GB_CONTACT_SIZE + i] = contact->edges[i];
  return GB_OK;
}

static int add_points(gb_draft *draft, const gb_contact *contact, gb_error *error) {
  gb_block *block;
  GB_TRY(gb_draft_block(draft, GB_ELEMENT_BODY_CONTACT, 2, count_points(contact), &block, error));
  GB_TRY(set_numbers(draft, contact, 0, block, error));
  for (int k = 0; k < count_points(contact); k++) {
    const int32_t point = gb_topology_find(draft->t, key_of(contact, k));
    if (!gb_draft_has(draft, point)) continue;
    block->node[2 * block->elements] = gb_topology_find(draft->t, &contact->on);
    block->node[2 * block->elements++ + 1] = point;
  }
  return GB_OK;
}

/// Add elements of the same number of nodes, [count][nodes], on this rank's nodes.
static int add_elements(const gb_draft *draft, const gb_contact *contact, int nodes,
                        const int32_t *node, gb_block *block, gb_error *error) {
  GB_TRY(gb_draft_check_nodes(draft, contact->where, contact->group, nodes, node, error));
  if (!gb_draft_has(draft, node[0])) return GB_OK;
  int32_t *to = &block->node[(nodes + 1) * block->elements++];
  to[0] = gb_topology_find(draft->t, &contact->on);
  for (int a = 0; a < nodes; a++) to[a + 1] = node[a];
  return GB_OK;
}

static int add_shape(gb_draft *draft, const gb_contact *contact, const gb_group *group,
                     gb_shape shape, gb_error *error) {
  const gb_mesh *mesh = draft->t->from->mesh;
  const int nodes = gb_shape_nodes(shape);
  int32_t count = 0;
  gb_block *block;
  for (int32_t i = 0; i < group->elements; i++) count += mesh->shape[group->element[i]] == shape;
  if (count == 0) return GB_OK;
  GB_TRY(gb_draft_block(draft, GB_ELEMENT_CONTACT, nodes + 1, count, &block, error));
  GB_TRY(set_numbers(draft, contact, group->dimension, block, error));
  for (int32_t i = 0; i < group->elements; i++)
    if (mesh->shape[group->element[i]] == shape)
      GB_TRY(add_elements(draft, contact, nodes, &mesh->node[mesh->start[group->element[i]]], block,
                          error));
  return GB_OK;
}

static int add_group(gb_draft *draft, const gb_contact *contact, gb_error *error) {
  const gb_group *group;
  gb_block *block;
  GB_TRY(gb_find_group(draft->t->from, contact->where, contact->group, -1, &group, error));
  if (group->dimension > 2)
    return gb_fail(error, GB_WRONG_GROUP,
                   "%s.group: '%s' has volumes; accepted: nodes, lines or faces", contact->where,
                   contact->group);
  for (int shape = GB_LINE2; group->dimension > 0 && shape <= GB_QUAD8; shape++)
    if (gb_shape_dimension((gb_shape)shape) == group->dimension)
      GB_TRY(add_shape(draft, contact, group, (gb_shape)shape, error));
  if (group->dimension > 0) return GB_OK;
  GB_TRY(gb_draft_block(draft, GB_ELEMENT_CONTACT, 2, group->nodes, &block, error));
  GB_TRY(set_numbers(draft, contact, 0, block, error));
  for (int32_t i = 0; i < group->nodes; i++)
    GB_TRY(add_elements(draft, contact, 1, &group->node[i], block, error));
  return GB_OK;
}

static int blocks(gb_draft *draft, gb_error *error) {
  const gb_problem *problem = draft->t->from->problem;
  for (int c = 0; c < problem->contacts.count; c++) {
    const gb_contact *contact = &problem->contacts.entry[c];
    GB_TRY(contact->body ? add_points(draft, contact, error) : add_group(draft, contact, error));
  }
  return GB_OK;
}

const gb_builder gb_builder_contact = {.ties = ties, .connect = connect, .blocks = blocks};
