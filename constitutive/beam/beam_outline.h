/// Pieces from which outlines of sections are built.
#ifndef GB_CONSTITUTIVE_BEAM_BEAM_OUTLINE_H
#define GB_CONSTITUTIVE_BEAM_BEAM_OUTLINE_H

#include "constitutive/law.h"

/// Add a rectangle, given by its corner with the smallest y and z.
void gb_outline_rectangle(gb_pack y, gb_pack z, gb_pack width, gb_pack height, gb_outline *outline);
/// Add a disc or a ring, with polygons in place of circles; cylinders of the results have the same
/// number of corners.
void gb_outline_circle(gb_pack radius, gb_outline *outline);
void gb_outline_tube(gb_pack outer, gb_pack inner, gb_outline *outline);

#endif
