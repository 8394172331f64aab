/// Rules of rigid bodies, masses and joints, and the inertia of the simple shapes of bodies.
#include "case/rules/rules.h"

#include "base/length.h"
#include "elements/multibody/friction.h"
#include "problem/faults.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Refuse keys of free nodes for a mass on the nodes of a group or on a body. The entry of a case
/// must add some mass; a design may take all of it away again.
static int check_carried_mass(const gb_subject *s, const gb_point_mass *mass) {
  static const char *const own[] = {"at", "velocity", "fix", "motion"};
  if (mass->body && !gb_rule_has(s->node, "at"))
    return gb_rule_refuse_as(
        GB_MISSING_KEY, s, "at",
        "is missing (place on the body, in the reference configuration); accepted: "
        "[x, y, z] of numbers");
  for (int i = mass->body ? 1 : 0; i < 4; i++)
    if (gb_rule_has(s->node, own[i]))
      return gb_rule_refuse_as(
          GB_KEY_CONFLICT, s, own[i],
          "of a point of its own (found %s); accepted: with name in place of %s",
          mass->body ? "body" : "group", mass->body ? "body" : "group");
  if (!gb_rule_has(s->node, "mass"))
    return gb_rule_refuse_as(GB_MISSING_KEY, s, "mass", "is missing; accepted: a number > 0");
  if (mass->mass > 0) return GB_OK;
  return gb_rule_refuse(s, "mass", "out of range (found %g); accepted: a number > 0", mass->mass);
}

int gb_rule_mass(const gb_subject *s, void *entry) {
  const gb_point_mass *mass = entry;
  if (!gb_rule_has(s->node, "group") && !gb_rule_has(s->node, "name") &&
      !gb_rule_has(s->node, "body"))
    return gb_rule_refuse_as(
        GB_KEY_CONFLICT, s, NULL,
        "needs a place (found none); accepted: group, or name and at, or body and at");
  if (mass->group && mass->body)
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, NULL,
                             "needs one place (found group and body); accepted: one of them");
  if (mass->group || mass->body) return check_carried_mass(s, mass);
  if (!strcmp(mass->name, "ground") || !strncmp(mass->name, "group:", 6))
    return gb_rule_refuse_as(GB_DUPLICATE_NAME, s, "name",
                             "a word with a meaning of its own (found %s); accepted: another name",
                             mass->name);
  if (!gb_rule_has(s->node, "at"))
    return gb_rule_refuse_as(
        GB_MISSING_KEY, s, "at",
        "is missing (place of a point of its own); accepted: [x, y, z] of numbers");
  if (!gb_rule_has(s->node, "motion") ||
      (!gb_rule_has(s->node, "fix") && !gb_rule_has(s->node, "velocity")))
    return GB_OK;
  const char *other = gb_rule_has(s->node, "fix") ? "fix" : "velocity";
  return gb_rule_refuse_as(
      GB_KEY_CONFLICT, s, other,
      "a point with motion has no %s (its motion says all); accepted: one of motion, "
      "%s",
      other, other);
}

/// Compute the principal moments of inertia of a body from its mass and the mean squares of x, y
/// and z.
static void set_inertia(gb_body *body, double volume, const double square[3]) {
  body->mass = body->density * volume;
  for (int i = 0; i < 3; i++)
    body->inertia[i] = body->mass * (square[(i + 1) % 3] + square[(i + 2) % 3]);
}

static int fill_shape(const gb_subject *s, gb_body *body) {
  const double *a = body->box, radius = body->cylinder[0], length = body->cylinder[1];
  const double ball = body->sphere * body->sphere / 5;
  if (gb_rule_has(s->node, "box"))
    set_inertia(body, a[0] * a[1] * a[2],
                (double[]){a[0] * a[0] / 12, a[1] * a[1] / 12, a[2] * a[2] / 12});
  else if (gb_rule_has(s->node, "cylinder"))
    set_inertia(body, M_PI * radius * radius * length,
                (double[]){radius * radius / 4, radius * radius / 4, length * length / 12});
  else
    set_inertia(body, 4 * M_PI / 3 * body->sphere * body->sphere * body->sphere,
                (double[]){ball, ball, ball});
  if (body->mass > 0) return GB_OK;
  return gb_rule_refuse(s, NULL, "a shape without volume; accepted: lengths > 0");
}

/// Check the moments of inertia: they must be positive, and none larger than the sum of the others;
/// or all zero, if linked parts have the inertia.
static int check_inertia(const gb_subject *s, const gb_body *body) {
  gb_fault fault;
  return gb_body_fault(body, &fault)
             ? gb_refuse(s->reading, gb_node_find(s->node, "inertia"), s->path, "%s", fault.text)
             : GB_OK;
}

/// Refuse keys that the surface of the body determines.
static int check_surface(const gb_subject *s) {
  static const char *const other[] = {"at", "rotation"};
  for (int i = 0; i < 2; i++)
    if (gb_rule_has(s->node, other[i]))
      return gb_refuse_as(GB_KEY_CONFLICT, s->reading, gb_node_find(s->node, other[i]), s->path,
                          "%s is not used by a body with surface, which is where the mesh has it; "
                          "accepted: none",
                          other[i]);
  return GB_OK;
}

int gb_rule_link(const gb_subject *s, void *entry) {
  const gb_link *link = entry;
  if (link->type == GB_LINK_RIGID || link->drilling == 0) return GB_OK;
  return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "drilling",
                           "not used beside type: average, with which the body has the mean "
                           "rotation of the nodes; accepted: beside type: rigid");
}

int gb_rule_body(const gb_subject *s, void *entry) {
  gb_body *body = entry;
  const int shapes = gb_rule_has(s->node, "box") + gb_rule_has(s->node, "cylinder") +
                     gb_rule_has(s->node, "sphere") + gb_rule_has(s->node, "surface");
  const bool given = gb_rule_has(s->node, "mass") || gb_rule_has(s->node, "inertia");
  if (!strcmp(body->name, "ground") || !strncmp(body->name, "group:", 6))
    return gb_refuse_as(GB_DUPLICATE_NAME, s->reading, gb_node_find(s->node, "name"), s->path,
                        "a word with a meaning of its own (found %s); accepted: another name",
                        body->name);
  if (!(gb_length(body->axis) > 0))
    return gb_refuse(s->reading, gb_node_find(s->node, "rotation"), s->path,
                     "rotation about no axis (found [0, 0, 0]); accepted: a vector with a length");
  if (!gb_rule_has(s->node, "at") && !body->surface)
    return gb_rule_refuse_as(GB_MISSING_KEY, s, NULL,
                             "at is missing; accepted: the place of its centre of mass, "
                             "or surface with density");
  if (given && shapes == 0) {
    if (gb_rule_has(s->node, "mass") && gb_rule_has(s->node, "inertia"))
      return check_inertia(s, body);
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, NULL,
                             "needs both (found one); accepted: mass and inertia");
  }
  if (given || shapes != 1 || !gb_rule_has(s->node, "density"))
    return gb_rule_refuse_as(
        GB_MISSING_KEY, s, NULL,
        "needs its inertia in one way; accepted: mass and inertia, or density with one "
        "of box, cylinder, sphere, surface");
  if (body->surface) return check_surface(s);
  return fill_shape(s, body);
}

/// Check friction, which only joints that turn about a pin or slide along a guide have.
static int check_friction(const gb_subject *s, const gb_joint_entry *joint) {
  const gb_joint_type *type = &gb_joint_types[joint->type];
  const gb_node *node = gb_node_find(s->node, "friction");
  char path[300];
  if (!node || gb_node_is_null(node)) return GB_OK;
  snprintf(path, sizeof path, "%.200s.friction", s->path);
  const gb_subject own = {s->reading, node, path};
  if (!gb_joint_rubs(type))
    return gb_rule_refuse_as(
        GB_KEY_CONFLICT, s, "friction",
        "of a %s joint; accepted: with revolute, cylindrical, prismatic, inline", type->name);
  if (!gb_rule_has(node, "coefficient"))
    return gb_rule_refuse_as(GB_MISSING_KEY, &own, "coefficient",
                             "is missing; accepted: a number >= 0");
  if (!(joint->friction.velocity > 0))
    return gb_rule_refuse(&own, "velocity", "out of range (found %g); accepted: a number > 0",
                          joint->friction.velocity);
  if (type->turns != gb_rule_has(node, "radius"))
    return gb_rule_refuse_as(GB_KEY_CONFLICT, &own, "radius", "of a %s joint; accepted: %s",
                             type->name,
                             type->turns ? "a number >= 0" : "with revolute, cylindrical");
  return GB_OK;
}

int gb_rule_joint(const gb_subject *s, void *entry) {
  const gb_joint_entry *joint = entry;
  const gb_joint_type *type = &gb_joint_types[joint->type];
  if (!strcmp(joint->between[0], joint->between[1]))
    return gb_refuse_as(GB_WRONG_ENDS, s->reading, gb_node_find(s->node, "between"), s->path,
                        "both ends are %s; accepted: two different ends", joint->between[0]);
  if (!(gb_length(joint->axis) > 0))
    return gb_refuse(s->reading, gb_node_find(s->node, "axis"), s->path,
                     "no axis (found [0, 0, 0]); accepted: a vector with a length");
  const double *A = joint->at[0], *B = joint->at[1];
  const double gap[3] = {B[0] - A[0], B[1] - A[1], B[2] - A[2]};
  if (gb_joint_is_rod(type) && !(gb_length(gap) > 0))
    return gb_rule_refuse(
        s, "at",
        "a distance between two points that are apart; accepted: [[x, y, z], [x, y, z]], "
        "in the order of between");
  if (!gb_joint_is_rod(type) && !(gb_length(gap) == 0))
    return gb_rule_refuse(s, "at", "a %s joint has one position; accepted: [x, y, z] of numbers",
                          type->name);
  for (int turns = 1; turns >= 0; turns--) {
    const char *key = turns ? "angle" : "distance";
    char able[160] = "";
    if (!(turns ? joint->angle && !type->turns : joint->distance && !type->slides)) continue;
    gb_joint_list(turns, sizeof able, able);
    return gb_refuse_as(GB_KEY_CONFLICT, s->reading, gb_node_find(s->node, key), s->path,
                        "a %s joint has no %s to drive; accepted: with %s", type->name, key, able);
  }
  if (joint->damping != 0 && !type->turns && !type->slides)
    return gb_rule_refuse_as(
        GB_KEY_CONFLICT, s, "damping",
        "a %s joint neither turns about its axis nor slides along it; accepted: with "
        "revolute, cylindrical, planar, prismatic, inline",
        type->name);
  GB_TRY(check_friction(s, joint));
  if (!gb_rule_has(s->node, "second")) return GB_OK;
  const double *a = joint->axis, *b = joint->second;
  const double along = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  if (strcmp(type->name, "universal") == 0 && gb_length(b) > 0 &&
      fabs(along) <= 1e-9 * gb_length(a) * gb_length(b))
    return GB_OK;
  return gb_refuse_as(
      GB_KEY_CONFLICT, s->reading, gb_node_find(s->node, "second"), s->path,
      "no second axis of this joint; accepted: of a universal joint, square to axis");
}
