/// Pieces from which outlines of sections are built.
#ifndef GB_CONSTITUTIVE_BEAM_OUTLINE_H
#define GB_CONSTITUTIVE_BEAM_OUTLINE_H

#include "constitutive/law.h"

/// Add the rectangle from the corner of the smallest y and z.
void gb_outline_rectangle(gb_pack y, gb_pack z, gb_pack width, gb_pack height, gb_outline *outline);
/// Polygons with their corners on the circles, of as many corners as a cylinder's in the results.
void gb_outline_circle(gb_pack radius, gb_outline *outline);
void gb_outline_tube(gb_pack outer, gb_pack inner, gb_outline *outline);

#endif
