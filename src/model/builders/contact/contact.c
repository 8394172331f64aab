/// Contacts: a hidden node with a frame for each surface, tied to its body or the ground, and for
/// each point of a body that touches, tied to that body; a block of elements for each entry, and
/// for each shape of a group's elements. The elements of an entry with several surfaces are found
/// by searches while the model moves.
#include "model/builders/contact/contact_elements.h"
#include "model/builders/contact/contact_numbers.h"
#include "model/sections/triad.h"

#include <math.h>
#include <string.h>

/// Replace components along the axes of a body by components along the axes of space.
static void turn_with_body(const gb_body *body, double v[3]) {
  double axis[3][3];
  const double own[3] = {v[0], v[1], v[2]};
  gb_rotate_axes(body->axis, body->angle, axis);
  for (int i = 0; i < 3; i++)
    v[i] = own[0] * axis[0][i] + own[1] * axis[1][i] + own[2] * axis[2][i];
}

/// Add a hidden node with a frame that moves with a body, -1: with the ground.
/// @param place of the node, and its axes
/// @param key   the node is the one of this address; NULL: the one before has an address
static int add_frame(gb_topology *t, const gb_contact_bodies *bodies, int k,
                     const gb_contact_point *place, gb_new_node *new, const void *key,
                     gb_error *error) {
  const int body = bodies->body[k];
  double at[3], axis[3][3];
  int32_t node;
  for (int i = 0; i < 3; i++) at[i] = place->offset[i] + (place->entry ? place->entry[i] : 0);
  memcpy(axis, place->axis, sizeof axis);
  if (bodies->pattern) {
    turn_with_body(&t->from->problem->bodies.entry[body], at);
    for (int i = 0; i < 3; i++) turn_with_body(&t->from->problem->bodies.entry[body], axis[i]);
  }
  for (int i = 0; (!place->entry || bodies->pattern) && i < 3; i++)
    at[i] += gb_topology_position(t, gb_topology_body(t, body))[i];
  new->position = at;
  new->axis = axis;
  GB_TRY(gb_topology_add(t, new, &node, error));
  if (key) GB_TRY(gb_topology_mark(t, key, node, error));
  return gb_topology_tie_to_body(t, node, body, error);
}

/// Add the frames of a contact's surfaces, and of the points of bodies that touch.
static int add_frames(gb_topology *t, const gb_contact *contact, gb_new_node *new,
                      gb_error *error) {
  gb_contact_frames frames;
  GB_TRY(gb_contact_frames_find(t, contact, &frames, error));
  gb_contact_point place = {.entry = isnan(contact->at[0]) ? NULL : contact->at};
  gb_triad(contact->axis, contact->second, place.axis);
  for (int k = 0; k < frames.surfaces.count; k++)
    GB_TRY(add_frame(t, &frames.surfaces, k, &place, new, k == 0 ? &contact->on : NULL, error));
  for (int k = 0; k < gb_contact_points(&frames); k++) {
    gb_contact_find_point(contact, k % frames.points, &place);
    GB_TRY(add_frame(t, &frames.touching, k / frames.points, &place, new,
                     k == 0 ? &contact->body : NULL, error));
  }
  return GB_OK;
}

static int ties(gb_topology *t, gb_error *error) {
  const gb_problem *problem = t->from->problem;
  for (int c = 0; c < problem->contacts.count; c++) {
    const gb_contact *contact = &problem->contacts.entry[c];
    gb_new_node new = {
        .fields = GB_FRAME, .origin = {"contact", contact->name, c + 1}, .hidden = true};
    GB_TRY(add_frames(t, contact, &new, error));
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

enum { SOME = 8 }; ///< most nodes of a group that are connected

/// @return node k of `count` nodes that are spread over a group by multiples of the golden ratio.
/// Nodes at equal steps of a square grid may all lie on its diagonal, and nothing would then seem
/// to resist a turn about the diagonal.
static int32_t some_node(const gb_group *group, int k, int count) {
  const double golden = 0.6180339887498949 * k;
  if (count == group->nodes) return group->node[k];
  return group->node[(int64_t)((golden - floor(golden)) * group->nodes)];
}

/// Connect points of bodies, or some nodes of a group, with a node of the elements that they may
/// touch.
static int connect_elements(gb_topology *t, int number, const gb_contact_frames *frames,
                            gb_error *error) {
  const gb_contact *contact = &t->from->problem->contacts.entry[number];
  const gb_group *surface, *group = NULL;
  GB_TRY(gb_find_group(t->from, contact->where, contact->on, -1, &surface, error));
  if (contact->group)
    GB_TRY(gb_find_group(t->from, contact->where, contact->group, -1, &group, error));
  const int32_t all = group ? group->nodes : gb_contact_points(frames);
  const int32_t count = group && all > SOME ? SOME : all;
  for (int32_t k = 0; surface->nodes > 0 && k < count; k++) {
    const int32_t node = group ? some_node(group, k, count) : frames->first_point + k;
    if (node != surface->node[0])
      GB_TRY(gb_topology_connect(t, &kind, number, surface->node[0], node, error));
  }
  return GB_OK;
}

/// Connect surfaces with some nodes of the group that may touch them.
static int connect_group(gb_topology *t, int number, const gb_contact_frames *frames,
                         gb_error *error) {
  const gb_contact *contact = &t->from->problem->contacts.entry[number];
  const gb_group *group;
  GB_TRY(gb_find_group(t->from, contact->where, contact->group, -1, &group, error));
  const int32_t count = group->nodes > SOME ? SOME : group->nodes;
  for (int32_t k = 0; k < count; k++) {
    const int32_t node = some_node(group, k, count);
    for (int i = 0; i < frames->surfaces.count; i++)
      GB_TRY(gb_topology_connect(t, &kind, number, frames->first_surface + i, node, error));
  }
  return GB_OK;
}

/// Connect all surfaces and points, each with one other: any of them may touch.
static int connect_all(gb_topology *t, int contact, const gb_contact_frames *frames,
                       gb_error *error) {
  const int surfaces = frames->surfaces.count, points = gb_contact_points(frames);
  for (int k = 0; surfaces > 0 && points > 0 && (k < points || k < surfaces); k++) {
    const int i = k % surfaces;
    int j = k % points;
    for (int tries = 0; gb_contact_body_of(frames, j) == frames->surfaces.body[i] && tries < points;
         tries++)
      j = (j + 1) % points;
    GB_TRY(gb_topology_connect(t, &kind, contact, frames->first_surface + i,
                               frames->first_point + j, error));
  }
  return GB_OK;
}

static int connect(gb_topology *t, gb_error *error) {
  const gb_problem *problem = t->from->problem;
  for (int c = 0; c < problem->contacts.count; c++) {
    gb_contact_frames frames;
    GB_TRY(gb_contact_frames_find(t, &problem->contacts.entry[c], &frames, error));
    if (gb_contact_is_of_elements(&problem->contacts.entry[c]))
      GB_TRY(connect_elements(t, c, &frames, error));
    else
      GB_TRY(problem->contacts.entry[c].group ? connect_group(t, c, &frames, error)
                                              : connect_all(t, c, &frames, error));
  }
  return GB_OK;
}

/// Points of bodies whose lines have one direction: `count` of each body, from `first` on.
typedef struct same_points {
  int first, count;
} same_points;

/// @return the node of such a point
/// @param point counted over all bodies
static int32_t node_of(const gb_contact_frames *frames, const same_points *same, int point) {
  return frames->first_point + point / same->count * frames->points + same->first +
         point % same->count;
}

/// Mark surfaces and points of the bodies that have both.
static int mark_both(const gb_draft *draft, gb_contact_pool *pool, gb_error *error) {
  enum { SURFACE = 1, POINT = 2 };
  unsigned char *has;
  GB_TRY(GB_TAKE(draft->t->from->arena, has, (size_t)draft->t->from->problem->bodies.count, error));
  for (int k = 0; k < pool->surfaces + pool->points; k++)
    has[pool->body[k]] |= k < pool->surfaces ? SURFACE : POINT;
  for (int k = 0; k < pool->surfaces + pool->points; k++)
    pool->both[k] = has[pool->body[k]] == (SURFACE | POINT);
  return GB_OK;
}

/// List the nodes among which a search finds the elements of a block.
static int set_pool(const gb_draft *draft, const gb_contact *contact,
                    const gb_contact_frames *frames, const same_points *same, gb_block *block,
                    gb_error *error) {
  const int surfaces = frames->surfaces.count, points = frames->touching.count * same->count;
  const size_t all = (size_t)surfaces + (size_t)points;
  gb_contact_pool *pool;
  GB_TRY(GB_TAKE(block->arena, pool, 1, error));
  *pool = (gb_contact_pool){.surfaces = surfaces,
                            .points = points,
                            .surface_nodes = 1,
                            .point_nodes = 1,
                            .samples = 1,
                            .nodes = surfaces + points};
  GB_TRY(GB_TAKE(block->arena, pool->node, all, error));
  GB_TRY(GB_TAKE(block->arena, pool->body, all, error));
  GB_TRY(GB_TAKE(block->arena, pool->both, all, error));
  GB_TRY(GB_TAKE(block->arena, pool->here, (size_t)surfaces, error));
  for (int k = 0; k < surfaces; k++) {
    pool->node[k] = frames->first_surface + k;
    pool->body[k] = frames->surfaces.body[k];
    pool->here[k] = gb_draft_has(draft, pool->node[k]);
  }
  for (int k = 0; k < points; k++) {
    pool->node[surfaces + k] = node_of(frames, same, k);
    pool->body[surfaces + k] = frames->touching.body[k / same->count];
  }
  block->joint->pool = pool;
  return gb_contact_is_mutual(contact, frames) ? mark_both(draft, pool, error) : GB_OK;
}

/// Add a block for the points, or the lines of one direction.
static int add_direction(gb_draft *draft, const gb_contact *contact,
                         const gb_contact_frames *frames, int direction, gb_error *error) {
  const int count = frames->points / frames->directions;
  const same_points same = {direction * count, count};
  const bool searched = gb_contact_is_searched(frames);
  const int points = frames->touching.count * count;
  gb_block *block;
  GB_TRY(gb_draft_block(draft, GB_ELEMENT_BODY_CONTACT, 2, searched ? 0 : points, &block, error));
  GB_TRY(gb_contact_set_numbers(draft, contact, 0, block, error));
  if (contact->box[0] > 0) block->parameter[GB_CONTACT_LINE] = contact->box[direction];
  if (searched) return set_pool(draft, contact, frames, &same, block, error);
  gb_contact_places_kept places;
  GB_TRY(gb_contact_reserve(draft, block, points, &places, error));
  for (int k = 0; k < points; k++) {
    const int32_t node = node_of(frames, &same, k);
    if (!gb_draft_has(draft, node)) continue;
    if (frames->touching.body[k / count] == frames->surfaces.body[0]) continue;
    gb_contact_place_kept(&places, k, block);
    block->node[2 * block->elements] = frames->first_surface;
    block->node[2 * block->elements++ + 1] = node;
  }
  return GB_OK;
}

static int add_points(gb_draft *draft, const gb_contact *contact, const gb_contact_frames *frames,
                      gb_error *error) {
  for (int k = 0; k < frames->directions; k++)
    GB_TRY(add_direction(draft, contact, frames, k, error));
  return GB_OK;
}

/// Elements of a group that a surface touches.
typedef struct group_elements {
  int32_t surface; ///< node of the surface
  int nodes;       ///< of an element
  gb_contact_places_kept places;
} group_elements;

/// Add an element of a group, unless another rank has it.
/// @param number of the element among the elements of the block on all ranks
static int add_element(const gb_draft *draft, const gb_contact *contact, const group_elements *of,
                       int32_t number, const int32_t *node, gb_block *block, gb_error *error) {
  const int nodes = of->nodes;
  GB_TRY(gb_draft_check_nodes(draft, contact->where, contact->group, nodes, node, error));
  if (!gb_draft_has(draft, node[0])) return GB_OK;
  gb_contact_place_kept(&of->places, number, block);
  int32_t *to = &block->node[(nodes + 1) * block->elements++];
  to[0] = of->surface;
  for (int a = 0; a < nodes; a++) to[a + 1] = node[a];
  return GB_OK;
}

static int add_shape(gb_draft *draft, const gb_contact *contact, int32_t surface,
                     const gb_group *group, gb_shape shape, gb_error *error) {
  const gb_mesh *mesh = draft->t->from->mesh;
  group_elements of = {.surface = surface, .nodes = gb_shape_nodes(shape)};
  int32_t count = 0, number = 0;
  gb_block *block;
  for (int32_t i = 0; i < group->elements; i++) count += mesh->shape[group->element[i]] == shape;
  if (count == 0) return GB_OK;
  GB_TRY(gb_draft_block(draft, GB_ELEMENT_CONTACT, of.nodes + 1, count, &block, error));
  GB_TRY(gb_contact_set_numbers(draft, contact, group->dimension, block, error));
  GB_TRY(gb_contact_reserve(draft, block, count, &of.places, error));
  for (int32_t i = 0; i < group->elements; i++)
    if (mesh->shape[group->element[i]] == shape)
      GB_TRY(add_element(draft, contact, &of, number++, &mesh->node[mesh->start[group->element[i]]],
                         block, error));
  return GB_OK;
}

/// Add the contact of a surface with a group.
static int add_group(gb_draft *draft, const gb_contact *contact, int32_t surface,
                     const gb_group *group, gb_error *error) {
  gb_block *block;
  for (int shape = GB_LINE2; group->dimension > 0 && shape <= GB_QUAD8; shape++)
    if (gb_shape_dimension((gb_shape)shape) == group->dimension)
      GB_TRY(add_shape(draft, contact, surface, group, (gb_shape)shape, error));
  if (group->dimension > 0) return GB_OK;
  GB_TRY(gb_draft_block(draft, GB_ELEMENT_CONTACT, 2, group->nodes, &block, error));
  GB_TRY(gb_contact_set_numbers(draft, contact, 0, block, error));
  group_elements of = {.surface = surface, .nodes = 1};
  GB_TRY(gb_contact_reserve(draft, block, group->nodes, &of.places, error));
  for (int32_t i = 0; i < group->nodes; i++)
    GB_TRY(add_element(draft, contact, &of, i, &group->node[i], block, error));
  return GB_OK;
}

static int add_surfaces(gb_draft *draft, const gb_contact *contact, const gb_contact_frames *frames,
                        gb_error *error) {
  const gb_group *group;
  GB_TRY(gb_find_group(draft->t->from, contact->where, contact->group, -1, &group, error));
  if (group->dimension > 2)
    return gb_fail(error, GB_WRONG_GROUP,
                   "%s.group: '%s' has volumes; accepted: nodes, lines or faces", contact->where,
                   contact->group);
  for (int k = 0; k < frames->surfaces.count; k++)
    GB_TRY(add_group(draft, contact, frames->first_surface + k, group, error));
  return GB_OK;
}

static int blocks(gb_draft *draft, gb_error *error) {
  const gb_problem *problem = draft->t->from->problem;
  for (int c = 0; c < problem->contacts.count; c++) {
    const gb_contact *contact = &problem->contacts.entry[c];
    gb_contact_frames frames;
    GB_TRY(gb_contact_frames_find(draft->t, contact, &frames, error));
    if (gb_contact_is_of_elements(contact))
      GB_TRY(gb_contact_elements_add(draft, contact, &frames, error));
    else
      GB_TRY(contact->body ? add_points(draft, contact, &frames, error)
                           : add_surfaces(draft, contact, &frames, error));
  }
  return GB_OK;
}

const gb_builder gb_builder_contact = {.ties = ties, .connect = connect, .blocks = blocks};
