/// Derivatives of reference vectors by designs.
#include "model/designs/shape.h"

#include "base/length.h"
#include "model/constraints/joint_rows.h"
#include "model/contact/contact_bodies.h"
#include "model/sections/triad.h"

#include <math.h>

/// @return the component of a vector of the problem that has this address, or -1
static int component(const double vector[3], const double *number) {
  for (int i = 0; i < 3; i++)
    if (number == &vector[i]) return i;
  return -1;
}

int gb_shape_append(const gb_topology *t, gb_shape_set *shape, const gb_shape_slope *new,
                    gb_error *error) {
  return gb_arena_add(t->from->arena, &shape->slope, &shape->count, sizeof *new, new, error);
}

static int add_position(const gb_topology *t, gb_shape_set *shape, int design, int32_t node,
                        int axis, gb_error *error) {
  const gb_shape_slope slope = {design, node, GB_POSITION, {axis == 0, axis == 1, axis == 2}};
  return gb_shape_append(t, shape, &slope, error);
}

/// Refuse the position of a joint at a free node as a design: the joint is where the node is.
static int check_joint(const gb_topology *t, int joint, const double *number, gb_error *error) {
  const gb_joint_entry *entry = &t->from->problem->joints.entry[joint];
  if (component(entry->at[0], number) < 0) return GB_OK;
  for (int end = 0; end < 2; end++)
    if (gb_find_body(t->from, entry->between[end]) < 0 &&
        gb_find_free_node(t->from, entry->between[end]) >= 0)
      return gb_fail(error, GB_WRONG_DESIGN,
                     "%s: its place is that of point '%s', and no design of its own; accepted: "
                     "at.x, at.y or at.z of mass '%s' as the design",
                     entry->where, entry->between[end], entry->between[end]);
  return GB_OK;
}

/// Add the derivatives by a joint's position or axes, which are equal at both ends.
static int add_joint(const gb_topology *t, int joint, const gb_varying_number *number,
                     gb_shape_set *shape, gb_error *error) {
  const gb_joint_entry *entry = &t->from->problem->joints.entry[joint];
  const int at = component(entry->at[0], number->number);
  const int axis = component(entry->axis, number->number);
  const int second = component(entry->second, number->number);
  double unit[3] = {0}, triad[3][3], slope[3][3];
  const double none[3] = {0};
  if (at < 0 && axis < 0 && second < 0) return GB_OK;
  unit[at >= 0 ? at : axis >= 0 ? axis : second] = 1;
  gb_triad_slope(entry->axis, entry->second, axis >= 0 ? unit : none, second >= 0 ? unit : none,
                 triad, slope);
  for (int end = 0; end < 2; end++) {
    const int32_t node = gb_joint_end(t, joint, end);
    if (at >= 0) GB_TRY(add_position(t, shape, number->design, node, at, error));
    for (int k = 0; at < 0 && k < 3; k++) {
      const gb_shape_slope turn = {number->design,
                                   node,
                                   (unsigned)GB_DIRECTOR_1 << k,
                                   {slope[k][0], slope[k][1], slope[k][2]}};
      GB_TRY(gb_shape_append(t, shape, &turn, error));
    }
  }
  return GB_OK;
}

/// Add the derivatives by a bushing's position or axes. The frame's axes are permuted: x is the
/// third axis of the triad.
static int add_bushing(const gb_topology *t, const gb_bushing *bushing,
                       const gb_varying_number *number, gb_shape_set *shape, gb_error *error) {
  const int at = component(bushing->at, number->number);
  const int axis = component(bushing->axes[0], number->number);
  const int second = component(bushing->axes[1], number->number);
  double unit[3] = {0}, triad[3][3], slope[3][3];
  const double none[3] = {0};
  if (at < 0 && axis < 0 && second < 0) return GB_OK;
  unit[at >= 0 ? at : axis >= 0 ? axis : second] = 1;
  if (at < 0)
    gb_triad_slope(bushing->axes[0], bushing->axes[1], axis >= 0 ? unit : none,
                   second >= 0 ? unit : none, triad, slope);
  for (int end = 0; end < 2; end++) {
    const int32_t node = gb_topology_find(t, &bushing->between[end]);
    if (at >= 0) GB_TRY(add_position(t, shape, number->design, node, at, error));
    for (int k = 0; at < 0 && k < 3; k++) {
      const double *turn = slope[(k + 2) % 3];
      const gb_shape_slope one = {
          number->design, node, (unsigned)GB_DIRECTOR_1 << k, {turn[0], turn[1], turn[2]}};
      GB_TRY(gb_shape_append(t, shape, &one, error));
    }
  }
  return GB_OK;
}

/// Connections at a free node move with it, at both ends.
static int add_connections_at(const gb_topology *t, int32_t free_node, int design, int axis,
                              gb_shape_set *shape, gb_error *error) {
  for (int i = 0; i < t->connections.count; i++) {
    const gb_connection *pair = &t->connections.pair[i];
    for (int end = 0; end < 2 && pair->kind->together; end++) {
      if (gb_topology_master(t, pair->node[end]) != free_node) continue;
      const double *X = gb_topology_position(t, pair->node[end]);
      const double *Y = gb_topology_position(t, pair->node[!end]);
      const bool apart = X[0] != Y[0] || X[1] != Y[1] || X[2] != Y[2]; // ends of a rod
      for (int both = 0; both < 2; both++)
        if (!apart || both == end)
          GB_TRY(add_position(t, shape, design, pair->node[both], axis, error));
    }
  }
  return GB_OK;
}

/// The frames of contacts whose places are relative to a body move with its position.
static int add_contacts_of(const gb_topology *t, int body, int design, int axis,
                           gb_shape_set *shape, gb_error *error) {
  const gb_problem *problem = t->from->problem;
  for (int c = 0; body >= 0 && c < problem->contacts.count; c++) {
    const gb_contact *contact = &problem->contacts.entry[c];
    gb_contact_frames frames;
    GB_TRY(gb_contact_frames_find(t, contact, &frames, error));
    const bool with_surfaces = frames.surfaces.pattern || isnan(contact->at[0]);
    const bool with_points = frames.touching.pattern || contact->points.count == 0;
    for (int k = 0; with_surfaces && k < frames.surfaces.count; k++)
      if (frames.surfaces.body[k] == body)
        GB_TRY(add_position(t, shape, design, frames.first_surface + k, axis, error));
    for (int k = 0; with_points && k < gb_contact_points(&frames); k++)
      if (gb_contact_body_of(&frames, k) == body)
        GB_TRY(add_position(t, shape, design, frames.first_point + k, axis, error));
  }
  return GB_OK;
}

/// The ends of given matrices that have no place of their own are at the body's position.
static int add_matrices_of(const gb_topology *t, int body, int design, int axis,
                           gb_shape_set *shape, gb_error *error) {
  GB_EACH(entry, t->from->problem->matrices)
    for (int end = 0; body >= 0 && end < 2; end++)
      if (isnan(entry->at[end][0]) && gb_find_body(t->from, entry->between[end]) == body)
        GB_TRY(
            add_position(t, shape, design, gb_topology_find(t, &entry->between[end]), axis, error));
  return GB_OK;
}

/// Add the derivatives of the node whose coordinate has this address.
static int add_node(const gb_topology *t, const gb_varying_number *number, gb_shape_set *shape,
                    gb_error *error) {
  for (int axis = 0; axis < 3; axis++) {
    const int32_t node = gb_topology_find_position(t, number->number - axis);
    if (node < 0) continue;
    GB_TRY(add_position(t, shape, number->design, node, axis, error));
    GB_TRY(add_contacts_of(t, gb_topology_body_of(t, node), number->design, axis, shape, error));
    GB_TRY(add_matrices_of(t, gb_topology_body_of(t, node), number->design, axis, shape, error));
    if (!gb_topology_is_tied(t, node) && gb_topology_body_of(t, node) < 0)
      GB_TRY(add_connections_at(t, node, number->design, axis, shape, error));
  }
  return GB_OK;
}

int gb_shape_set_create(const gb_topology *t, const gb_design_set *designs, gb_shape_set **out,
                        gb_error *error) {
  GB_TRY(gb_arena_allocate(t->from->arena, 1, sizeof **out, out, error));
  for (int i = 0; i < designs->numbers; i++) {
    const gb_varying_number *number = &designs->number[i];
    for (int j = 0; j < t->from->problem->joints.count; j++) {
      GB_TRY(check_joint(t, j, number->number, error));
      GB_TRY(add_joint(t, j, number, *out, error));
    }
    for (int b = 0; b < t->from->problem->bushings.count; b++)
      GB_TRY(add_bushing(t, &t->from->problem->bushings.entry[b], number, *out, error));
    GB_TRY(add_node(t, number, *out, error));
  }
  return GB_OK;
}

int gb_shape_set_close(gb_shape_set *shape, const gb_topology *t, gb_error *error) {
  const size_t vectors = (size_t)t->first[t->nodes];
  GB_TRY(GB_TAKE(t->from->arena, shape->next, (size_t)shape->count, error));
  GB_TRY(GB_TAKE(t->from->arena, shape->last, vectors, error));
  for (size_t i = 0; i < vectors; i++) shape->last[i] = -1;
  for (int m = 0; m < shape->count; m++) {
    const gb_shape_slope *slope = &shape->slope[m];
    int *last = &shape->last[gb_topology_vector(t, slope->node, slope->field)];
    shape->next[m] = *last;
    *last = m;
  }
  return GB_OK;
}

void gb_shape_add(const gb_shape_set *shape, const gb_topology *t, int design, int32_t node,
                  unsigned field, double factor, double value[3]) {
  if (!(t->fields[node] & field)) return;
  for (int m = shape->last[gb_topology_vector(t, node, field)]; m >= 0; m = shape->next[m]) {
    const gb_shape_slope *slope = &shape->slope[m];
    for (int i = 0; slope->design == design && i < 3; i++) value[i] += factor * slope->value[i];
  }
}

double gb_shape_weight_slope(const gb_shape_set *shape, const gb_topology *t, int design,
                             int32_t node, unsigned field, int k) {
  const gb_tie tie = gb_topology_tie_of(t, node, field);
  const gb_tie_term *term = &t->terms.term[tie.first];
  const bool patch = field == GB_DIRECTOR_1 && gb_topology_patch_of(t, node) >= 0;
  double change[3] = {0}, turn[3] = {0};
  if (!patch && (tie.of_equation || k == 0 || term[k].field == GB_POSITION ||
                 !gb_topology_is_frame(t, term->node)))
    return 0;
  gb_shape_add(shape, t, design, node, field, 1, change);
  if (patch)
    gb_shape_add(shape, t, design, term[k].node, term[k].field, 1, turn);
  else
    gb_shape_add(shape, t, design, term->node, GB_POSITION, -term->weight, change);
  return gb_dot(change, gb_topology_reference(t, term[k].node, term[k].field)) +
         gb_dot(turn, gb_topology_reference(t, node, field));
}
