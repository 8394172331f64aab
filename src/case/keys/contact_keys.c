/// Keys of contacts and their rule.
#include "base/length.h"
#include "case/rules/rules.h"
#include "case/schema/key_tables.h"
#include "elements/contact/contact_form.h"
#include "problem/faults.h"

#include <math.h>
#include <string.h>

static const char *const surfaces[] = {"plane", "sphere",   "cylinder", "capsule",
                                       "box",   "elements", NULL};

static const gb_key contact_keys[] = {
    KEY("name", TEXT, gb_contact, name, "of the contact", .unset = "none"),
    KEY("surface", CHOICE, gb_contact, surface,
        "plane: the material is below it; sphere; cylinder: without ends; capsule: a cylinder with "
        "half spheres at its ends; box; elements: lines or faces of the mesh",
        .words = surfaces, .required = true),
    KEY("on", TEXT, gb_contact, on,
        "body with which the surface moves, or ground; a pattern as ball*: one surface on each of "
        "these bodies; of elements: a group of lines or faces",
        .required = true),
    KEY("at", VECTOR, gb_contact, at,
        "a point of the plane, the centre of others, in the reference configuration; with a "
        "pattern, from each body's position along its axes, as are all places and directions",
        .missing = NAN, .unset = "the body's position; needed by ground"),
    KEY("axis", VECTOR, gb_contact, axis,
        "normal of the plane out of its material; axis of a cylinder or capsule; z of a box",
        .standard = "[0, 0, 1]"),
    KEY("second", VECTOR, gb_contact, second, "of a box: a vector on the side of its x",
        .unset = "some direction square to axis"),
    KEY("radius", NUMBER, gb_contact, size[0],
        "of a sphere, cylinder or capsule; of elements: of beams, half the thickness of shells",
        .missing = NAN, .unset = "needed by these; of elements 0"),
    KEY("length", NUMBER, gb_contact, size[1], "of a capsule, between the centres of its ends",
        .missing = NAN, .unset = "needed by it"),
    KEY("edges", VECTOR, gb_contact, edges, "of a box along its x, y and z",
        .unset = "needed by it"),
    KEY("inside", BOOLEAN, gb_contact, inside,
        "the material of a sphere or cylinder is outside of its radius, as of a bowl or a bearing; "
        "of elements: the spheres are inside of the faces of the group and end at them, so that "
        "faces of solids themselves touch, up to a depth of ball; what is deeper at the start, up "
        "to half a face, is refused",
        .standard = "false"),
    KEY("body", TEXT, gb_contact, body,
        "body that touches with spheres around its points; a pattern as ball*: each of these "
        "bodies, but not on a surface of its own",
        .unset = "needs group"),
    KEY("points", VECTORS, gb_contact, points,
        "of that body in the reference configuration: centres of balls, or corners; with a "
        "pattern, from each body's position along its axes",
        .unset = "its centre of mass"),
    KEY("group", TEXT, gb_contact, group,
        "nodes, lines or faces of the mesh that touch, all points of lines and faces",
        .unset = "needs body"),
    KEY("ball", NUMBER, gb_contact, ball,
        "radius of the spheres: of balls and beams, or half the thickness of shells",
        .standard = "0"),
    KEY("line", NUMBER, gb_contact, line,
        "length of straight lines along `along` with these points in their middle, which touch as "
        "the axes of capsules do, with all their points",
        .missing = 0, .unset = "points"),
    KEY("box", VECTOR, gb_contact, box,
        "edges of boxes with these points as centres, whose twelve edges touch as lines do: with "
        "ball around them the boxes are larger by its double",
        .unset = "points"),
    KEY("along", VECTOR, gb_contact, along,
        "direction of lines, z of boxes, in the reference configuration; with a pattern, along "
        "each "
        "body's axes",
        .standard = "[0, 0, 1]"),
    KEY("across", VECTOR, gb_contact, across, "of boxes: a vector on the side of their x",
        .unset = "some direction square to along"),
    KEY("stiffness", NUMBER, gb_contact, law[GB_CONTACT_STIFFNESS],
        "k of the normal force k depth^exponent (1 + damping depth'): of a point; of lines by "
        "length, of faces by area, both of the reference",
        .required = true),
    KEY("exponent", NUMBER, gb_contact, law[GB_CONTACT_EXPONENT],
        "of the depth; 1.5: balls by Hertz", .standard = "1"),
    KEY("damping", NUMBER, gb_contact, law[GB_CONTACT_DAMPING],
        "time by depth; the force never pulls", .standard = "0"),
    KEY("friction", NUMBER, gb_contact, law[GB_CONTACT_FRICTION], "coefficient of friction",
        .standard = "0"),
    KEY("velocity", NUMBER, gb_contact, law[GB_CONTACT_VELOCITY],
        "v0 of friction that grows as v/sqrt(v^2 + v0^2) with the speed v of sliding",
        .missing = NAN, .unset = "needed by friction, or stick"),
    KEY("stick", NUMBER, gb_contact, law[GB_CONTACT_STICK],
        "stiffness k_t of friction that sticks, in place of velocity: the force is k_t times the "
        "displacement since the point touched, until it is as large as friction allows and the "
        "point slides; of lines by length, of faces by area",
        .missing = NAN, .unset = "friction by velocity; in statics the stiffness, for exponent 1"),
    END};

static gb_rule check_contact;

const gb_key gb_schema_contacts[] = {LIST("contacts", LIST, gb_problem, contacts, contact_keys,
                                          "surfaces on bodies or the ground, and what touches them",
                                          .rule = check_contact, UNIQUE(gb_contact, name, "name"),
                                          .unset = "none", .chapter = GB_CHAPTER_CONTACTS),
                                     END};

/// Check that the surface has the sizes that it needs, and no other.
static int check_sizes(const gb_subject *s, const gb_contact *contact) {
  enum {
    SPHERE = 1 << GB_CONTACT_SPHERE,
    CYLINDER = 1 << GB_CONTACT_CYLINDER,
    CAPSULE = 1 << GB_CONTACT_CAPSULE,
    BOX = 1 << GB_CONTACT_BOX,
    ELEMENTS = 1 << GB_CONTACT_ELEMENTS,
    FRAMES = ELEMENTS - 1, // the surfaces with a frame come before elements
  };
  static const struct {
    const char *key;
    unsigned may, must; ///< bits of the surfaces that may have it, and of those that need it
  } sizes[] = {{"radius", SPHERE | CYLINDER | CAPSULE | ELEMENTS, SPHERE | CYLINDER | CAPSULE},
               {"length", CAPSULE, CAPSULE},
               {"edges", BOX, BOX},
               {"second", BOX, 0},
               {"inside", SPHERE | CYLINDER | ELEMENTS, 0},
               {"at", FRAMES, 0},
               {"axis", FRAMES, 0}};
  for (int k = 0; k < (int)(sizeof sizes / sizeof *sizes); k++) {
    const bool has = gb_rule_has(s->node, sizes[k].key);
    const bool may = sizes[k].may >> contact->surface & 1;
    const char *of = contact->surface == GB_CONTACT_ELEMENTS ? "surface of " : "";
    if (has && !may)
      return gb_rule_refuse_as(GB_KEY_CONFLICT, s, sizes[k].key,
                               "a %s%s has none; accepted: other surfaces", of,
                               surfaces[contact->surface]);
    if (!has && sizes[k].must >> contact->surface & 1)
      return gb_rule_refuse(s, NULL, "a %s without %s; accepted: with it",
                            surfaces[contact->surface], sizes[k].key);
  }
  for (int i = 0; contact->surface == GB_CONTACT_BOX && i < 3; i++)
    if (!(contact->edges[i] > 0))
      return gb_rule_refuse(s, "edges", "an edge of %g; accepted: > 0", contact->edges[i]);
  return GB_OK;
}

/// Check what gives the lines of bodies that touch.
static int check_lines(const gb_subject *s, const gb_contact *contact) {
  const char *key = gb_rule_has(s->node, "line") ? "line" : "box";
  const bool is_box = gb_rule_has(s->node, "box");
  const bool has = is_box || gb_rule_has(s->node, "line");
  for (int k = 0; k < 2; k++) {
    const char *of = k == 0 ? "along" : "across";
    if (gb_rule_has(s->node, of) && !(k == 0 ? has : is_box))
      return gb_rule_refuse_as(GB_KEY_CONFLICT, s, of, "without %s; accepted: with it",
                               k == 0 ? "line or box" : "box");
  }
  if (!has) return GB_OK;
  if (is_box && gb_rule_has(s->node, "line"))
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "box", "beside line; accepted: one of them");
  if (!contact->body)
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, key, "without body; accepted: with body");
  if (contact->surface == GB_CONTACT_ELEMENTS)
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, key,
                             "a line and a surface of elements; accepted: the elements as group "
                             "and a capsule or box as surface, or points");
  if (contact->inside)
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, key,
                             "a line within a surface; accepted: points, at its ends");
  if (!(gb_length(contact->along) > 0))
    return gb_rule_refuse(s, "along",
                          "no direction (found [0, 0, 0]); accepted: a vector with a length");
  for (int i = 0; is_box && i < 3; i++)
    if (!(contact->box[i] > 0))
      return gb_rule_refuse(s, "box", "an edge of %g; accepted: > 0", contact->box[i]);
  return GB_OK;
}

/// Check what has the spheres inside of the faces that touch.
static int check_flush(const gb_subject *s, const gb_contact *contact) {
  if (!contact->inside || !gb_contact_is_of_elements(contact)) return GB_OK;
  if (!contact->group)
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "inside", "beside body; accepted: with group");
  if (contact->law[GB_CONTACT_FRICTION] > 0)
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "inside",
                             "beside friction; accepted: one of them");
  if (contact->ball > 0) return GB_OK;
  return gb_rule_refuse(s, "inside", "without ball; accepted: with it");
}

static int check_stick(const gb_subject *s, const gb_contact *contact) {
  const char *what = gb_contact_why_not_stick(contact);
  if (!gb_contact_sticks(contact) || !what) return GB_OK;
  return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "stick",
                           "%s; accepted: one surface with a frame, and points of bodies or a "
                           "group that touch it; or velocity",
                           what);
}

static int check_contact(const gb_subject *s, void *entry) {
  const gb_contact *contact = entry;
  gb_fault fault;
  if (!contact->body == !contact->group)
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, contact->body ? "group" : NULL,
                             "%s; accepted: body or group",
                             contact->body ? "beside body" : "nothing that touches");
  if (gb_rule_has(s->node, "points") && !contact->body)
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "points", "without body; accepted: with body");
  if (contact->body && !strcmp(contact->body, contact->on) && !gb_problem_is_pattern(contact->on))
    return gb_rule_refuse(s, "on", "the body that touches; accepted: another body, or ground");
  if (!strcmp(contact->on, "ground") && isnan(contact->at[0]) &&
      !gb_contact_is_of_elements(contact))
    return gb_rule_refuse(s, NULL, "a surface on the ground without at; accepted: with it");
  if (!(gb_length(contact->axis) > 0))
    return gb_rule_refuse(s, "axis", "no axis (found [0, 0, 0]); accepted: a vector with a length");
  if (gb_contact_fault(contact, &fault)) return gb_rule_refuse(s, fault.key, "%s", fault.text);
  GB_TRY(check_sizes(s, contact));
  GB_TRY(check_lines(s, contact));
  GB_TRY(check_flush(s, contact));
  GB_TRY(check_stick(s, contact));
  if (gb_contact_is_of_elements(contact) && contact->ball == 0 && isnan(contact->size[0]))
    return gb_rule_refuse(s, NULL,
                          "spheres and elements without size; accepted: ball or radius, within "
                          "which they touch");
  return GB_OK;
}
