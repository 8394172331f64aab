/// The points of the surfaces of contacts that are nearest to given places.
#ifndef GB_ELEMENTS_CONTACT_SURFACE_H
#define GB_ELEMENTS_CONTACT_SURFACE_H

#include "base/scalar.h"
#include "elements/contact_form.h"

/// Distance of a place from a surface, negative within the material, with the outward normal there
/// and the derivatives of the normal by the place.
typedef struct gb_contact_nearest {
  gb_scalar distance, normal[3], curvature[3][3];
} gb_contact_nearest;

/// Find the point of a surface that is nearest to a place p in the surface's axes (overwrites).
/// @param size radius and length of the surface, or edges of a box
void gb_contact_find_nearest(const gb_contact_form *form, const gb_scalar size[3],
                             const gb_scalar p[3], gb_contact_nearest *out);

#endif
