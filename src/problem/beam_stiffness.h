/// The stiffness of a section of beams in numbers, for computations before the model is built.
#ifndef GB_PROBLEM_BEAM_STIFFNESS_H
#define GB_PROBLEM_BEAM_STIFFNESS_H

#include "problem/problem.h"

/// Order of the strains: axial strain, shear strains along y and z, twist, curvatures about y and
/// z.
enum { GB_BEAM_RESULTANTS = 6 };

/// Compute C of a section with one material, about the line of its elements.
void gb_problem_beam_stiffness(const gb_section_entry *section, const gb_material *material,
                               double C[GB_BEAM_RESULTANTS][GB_BEAM_RESULTANTS]);

#endif
