/// Entries of what bodies and meshes touch: the road, tyres on it, and surfaces.
#ifndef GB_PROBLEM_CONTACTS_H
#define GB_PROBLEM_CONTACTS_H

#include "base/expression/expression.h"
#include "elements/contact/contact_form.h"

#include <math.h>
#include <stdbool.h>

/// The road of all tyres: a height as a function of x, y and t, or a step.
typedef struct gb_road_entry {
  const char *where;
  gb_expression *height; ///< function of x, y, t and the numbers n1, n2, n3; NULL: 0
  int normal;            ///< gb_road_normal
  bool step;             ///< the road is a step
  /// n1, n2, n3; for a step: x at which it begins, its height, the radius of its edges
  double number[3];
} gb_road_entry;

typedef enum gb_road_normal { GB_ROAD_SURFACE, GB_ROAD_VERTICAL } gb_road_normal;

/// A tyre between the road and a wheel, which is a body with an axis.
typedef struct gb_tyre {
  const char *where, *name; ///< name NULL: not given
  const char *wheel;
  double at[3];   ///< centre of the wheel in the reference configuration; NAN: the body's position
  double axis[3]; ///< axis of the wheel in the reference configuration
  double radius, stiffness, damping;
  double friction, side_friction; ///< friction coefficients along the heading and across it
  /// slip and slip angle (radians) from which the friction is fully developed
  double slip, slip_angle;
  /// speed v_0 below which slips are regularised, docs/theory.md, (5.23)
  double slip_speed;
} gb_tyre;

/// A surface on each of some bodies, or on the ground, or the lines or faces of a group, which
/// spheres cannot enter: around points of each of some other bodies or all points of straight lines
/// of them, the nodes of a group, or all points of its lines or faces. A name of bodies with *, ?
/// or [ is a pattern of the function fnmatch, which stands for all bodies whose names match.
typedef struct gb_contact {
  const char *where, *name; ///< name NULL: not given
  int surface;              ///< gb_contact_surface
  bool inside;    ///< the material is outside of the radius; of elements: the spheres are inside of
                  ///< the faces that touch, and end at them
  const char *on; ///< bodies, or "ground"; of elements: a group
  double at[3];   ///< a point of a plane; else the centre; of bodies by a pattern,
                  ///< from the position of each along its axes, as axis and second; NAN: this
                  ///< position
  double axis[3], second[3]; ///< z of the surface, and a vector towards its x; zero: not given
  double size[2], edges[3];  ///< radius and length; NAN, zero: not given
  const char *body, *group;  ///< what touches, bodies or a group: one of them is NULL
  struct {
    double (*entry)[3];
    int count; ///< 0: the body's centre of mass
  } points;    ///< of the body, in the reference configuration; of bodies by a pattern, from the
               ///< position of each along its axes, as along and across
  double ball; ///< radius of the spheres
  double line; ///< length of a straight line around each point, which touches; 0: the point
  double box[3], along[3], across[3]; ///< edges of a box around each point, which touch, 0: none;
                                      ///< direction of the line or z of the box; side of its x
  double law[GB_CONTACT_BALL];        ///< in the order of the elements' parameters
} gb_contact;

/// Whether the surface of a contact is the lines or faces of a group.
static inline bool gb_contact_is_of_elements(const gb_contact *contact) {
  return contact->surface == GB_CONTACT_ELEMENTS;
}
/// Whether friction is by the displacement since a point stuck.
static inline bool gb_contact_sticks(const gb_contact *contact) {
  return contact->law[GB_CONTACT_STICK] > 0;
}
/// Whether straight lines of bodies touch.
static inline bool gb_contact_has_lines(const gb_contact *contact) {
  return contact->line > 0 || contact->box[0] > 0;
}
/// Whether a contact has a single surface with a frame; the pairs of the surfaces and points of
/// other contacts are found by a search.
bool gb_contact_has_one_frame(const gb_contact *contact);
/// @return why the friction of a contact cannot stick, as "a surface of elements"; NULL: it can, as
/// points, lines and faces touch one surface with a frame
const char *gb_contact_why_not_stick(const gb_contact *contact);

/// Whether a contact has no such number, so that it cannot be a design.
static inline bool gb_contact_lacks(const gb_contact *contact, const double *number) {
  return isnan(*number) || (number == &contact->line && *number == 0);
}

#endif
