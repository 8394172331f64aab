/// Rules that bind several keys of rigid bodies and joints, and the inertia of their simple shapes.
#include "elements/joint.h"
#include "input/schema.h"

#include <math.h>
#include <string.h>

static bool has(const gb_node *node, const char *key) {
  return gb_node_find(node, key) != NULL;
}

static double length_of(const double v[3]) {
  return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/// Principal moments of a body whose mean squares of x, y and z are given.
static void set_inertia(gb_body *body, double volume, const double square[3]) {
  body->mass = body->density * volume;
  for (int i = 0; i < 3; i++)
    body->inertia[i] = body->mass * (square[(i + 1) % 3] + square[(i + 2) % 3]);
}

static int fill_shape(const gb_reading *reading, const gb_node *node, const char *path,
                      gb_body *body) {
  const double *a = body->box, radius = body->cylinder[0], length = body->cylinder[1];
  const double ball = body->sphere * body->sphere / 5;
  if (has(node, "box"))
    set_inertia(body, a[0] * a[1] * a[2],
                (double[]){a[0] * a[0] / 12, a[1] * a[1] / 12, a[2] * a[2] / 12});
  else if (has(node, "cylinder"))
    set_inertia(body, M_PI * radius * radius * length,
                (double[]){radius * radius / 4, radius * radius / 4, length * length / 12});
  else
    set_inertia(body, 4 * M_PI / 3 * body->sphere * body->sphere * body->sphere,
                (double[]){ball, ball, ball});
  if (body->mass > 0) return GB_OK;
  return gb_refuse(reading, node, path, "a shape without volume; accepted: lengths > 0");
}

/// Moments of inertia of real bodies: positive, and none larger than the sum of the others; or all
/// zero, which a link must make up for.
static int check_inertia(const gb_reading *reading, const gb_node *node, const char *path,
                         const gb_body *body) {
  const double *J = body->inertia, sum = (J[0] + J[1] + J[2]) * (1 + 1e-9);
  const double minor = J[0] * J[1] - J[3] * J[3];
  const double determinant =
      J[2] * minor + 2 * J[3] * J[4] * J[5] - J[0] * J[5] * J[5] - J[1] * J[4] * J[4];
  bool good = J[0] > 0 && minor > 0 && determinant > 0 && body->mass > 0, none = true;
  for (int i = 0; i < 3; i++) good = good && 2 * J[i] <= sum;
  for (int i = 0; i < 6; i++) none = none && J[i] == 0;
  if (good || none) return GB_OK;
  return gb_refuse(
      reading, gb_node_find(node, "inertia"), path,
      "no body's inertia (found [%g, %g, %g, %g, %g, %g] of mass %g); accepted: mass > "
      "0, positive definite, no moment larger than the sum of the other two; or all "
      "zero, with a link",
      J[0], J[1], J[2], J[3], J[4], J[5], body->mass);
}

/// The mesh says where the body is.
static int check_surface(const gb_reading *reading, const gb_node *node, const char *path) {
  static const char *const other[] = {"at", "rotation"};
  for (int i = 0; i < 2; i++)
    if (has(node, other[i]))
      return gb_refuse(reading, gb_node_find(node, other[i]), path,
                       "%s is not used by a body with surface, which is where the mesh has it; "
                       "accepted: none",
                       other[i]);
  return GB_OK;
}

int gb_rule_body(const gb_reading *reading, const gb_node *node, const char *path, void *entry) {
  gb_body *body = entry;
  const int shapes =
      has(node, "box") + has(node, "cylinder") + has(node, "sphere") + has(node, "surface");
  const bool given = has(node, "mass") || has(node, "inertia");
  if (!strcmp(body->name, "ground") || !strncmp(body->name, "group:", 6))
    return gb_refuse(reading, gb_node_find(node, "name"), path,
                     "a word with a meaning of its own (found %s); accepted: another name",
                     body->name);
  if (!(length_of(body->axis) > 0))
    return gb_refuse(reading, gb_node_find(node, "rotation"), path,
                     "rotation about no axis (found [0, 0, 0]); accepted: a vector with a length");
  if (!has(node, "at") && !body->surface)
    return gb_refuse(reading, node, path,
                     "at is missing; accepted: the place of its centre of mass, "
                     "or surface with density");
  if (given && shapes == 0) {
    if (has(node, "mass") && has(node, "inertia")) return check_inertia(reading, node, path, body);
    return gb_refuse(reading, node, path, "needs both (found one); accepted: mass and inertia");
  }
  if (given || shapes != 1 || !has(node, "density"))
    return gb_refuse(
        reading, node, path,
        "needs its inertia in one way; accepted: mass and inertia, or density with one "
        "of box, cylinder, sphere, surface");
  if (body->surface) return check_surface(reading, node, path);
  return fill_shape(reading, node, path, body);
}

int gb_rule_joint(const gb_reading *reading, const gb_node *node, const char *path, void *entry) {
  const gb_joint_entry *joint = entry;
  const gb_joint_type *type = &gb_joint_types[joint->type];
  if (!strcmp(joint->between[0], joint->between[1]))
    return gb_refuse(reading, gb_node_find(node, "between"), path,
                     "both ends are %s; accepted: two different ends", joint->between[0]);
  if (!(length_of(joint->axis) > 0))
    return gb_refuse(reading, gb_node_find(node, "axis"), path,
                     "no axis (found [0, 0, 0]); accepted: a vector with a length");
  for (int turns = 1; turns >= 0; turns--) {
    const char *key = turns ? "angle" : "distance";
    char able[160] = "";
    if (!(turns ? joint->angle && !type->turns : joint->distance && !type->slides)) continue;
    gb_joint_list(turns, sizeof able, able);
    return gb_refuse(reading, gb_node_find(node, key), path,
                     "a %s joint has no %s to drive; accepted: with %s", type->name, key, able);
  }
  if (!has(node, "second")) return GB_OK;
  const double *a = joint->axis, *b = joint->second;
  const double along = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  if (strcmp(type->name, "universal") == 0 && length_of(b) > 0 &&
      fabs(along) <= 1e-9 * length_of(a) * length_of(b))
    return GB_OK;
  return gb_refuse(reading, gb_node_find(node, "second"), path,
                   "no second axis of this joint; accepted: of a universal joint, square to axis");
}
