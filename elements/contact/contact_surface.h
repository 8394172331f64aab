/// The points of the surfaces of contacts that are nearest to given places, and the parts of
/// straight lines that touch surfaces.
#ifndef GB_ELEMENTS_CONTACT_CONTACT_SURFACE_H
#define GB_ELEMENTS_CONTACT_CONTACT_SURFACE_H

#include "base/scalar.h"
#include "elements/contact/contact_form.h"

/// Distance of a place from a surface, negative within the material, with the outward normal there
/// and the derivatives of the normal by the place.
typedef struct gb_contact_nearest {
  gb_scalar distance, normal[3], curvature[3][3];
} gb_contact_nearest;

/// Find the point of a surface that is nearest to a place p in the surface's axes (overwrites).
/// @param size radius and length of the surface, or edges of a box
void gb_contact_find_nearest(const gb_contact_form *form, const gb_scalar size[3],
                             const gb_scalar p[3], gb_contact_nearest *out);

/// A straight line of spheres' centres, which are at middle + s direction with |s| <= length / 2,
/// in the axes of a surface whose material is convex.
typedef struct gb_contact_line {
  const gb_contact_form *form;
  const gb_scalar *parameter; ///< of the contact
  gb_scalar middle[3], direction[3];
} gb_contact_line;

/// Most planes at which the formula of the distance from a surface changes.
enum { GB_CONTACT_CUTS = 6 };

/// The part of a line whose spheres reach into the material, between two values of s.
typedef struct gb_contact_part {
  gb_scalar end[2];
  bool free[2]; ///< the end is a place where the depth is zero, and not an end of the line
  int cuts;     ///< number of places within the part at which the formula of the distance changes
  struct {
    double place;    ///< value of s, in ascending order
    int axis;        ///< component of the position that has a certain level there
    gb_scalar level; ///< this level
  } cut[GB_CONTACT_CUTS];
} gb_contact_part;

/// @return the value of s of the deepest sphere; of several the smallest or one between them
gb_scalar gb_contact_find_deepest(const gb_contact_line *line);
/// Find the part of a line that touches (overwrites). Without a line it is one sphere at s = 0.
/// @return whether there is one
bool gb_contact_find_part(const gb_contact_line *line, gb_contact_part *out);

#endif
