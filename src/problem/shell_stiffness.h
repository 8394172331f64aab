/// Stiffnesses of shells that are given as numbers.
#ifndef GB_PROBLEM_SHELL_STIFFNESS_H
#define GB_PROBLEM_SHELL_STIFFNESS_H

#include "problem/sections.h"

/// Find whether the matrices [A B; B D] and shear of a section are positive definite.
/// @return "A", "B", "D" or "shear", whose first row has no energy; NULL: they are definite
const char *gb_shell_indefinite(const gb_section_entry *section);

#endif
