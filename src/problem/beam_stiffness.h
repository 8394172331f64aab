/// The stiffness of a section of beams as numbers, for what is worked out before there is a model.
#ifndef GB_PROBLEM_BEAM_STIFFNESS_H
#define GB_PROBLEM_BEAM_STIFFNESS_H

#include "problem/problem.h"

/// Order of the strains: stretch, shears along y and z, twist, curvatures about y and z.
enum { GB_BEAM_RESULTANTS = 6 };

/// C of a section whose law is of one material, about the line of its elements.
void gb_problem_beam_stiffness(const gb_section_entry *section, const gb_material *material,
                               double C[GB_BEAM_RESULTANTS][GB_BEAM_RESULTANTS]);

#endif
