/// The numbers of a problem that may be designs.
#ifndef GB_PROBLEM_NUMBERS_H
#define GB_PROBLEM_NUMBERS_H

#include "problem/problem.h"

/// A number of a problem that a design may vary.
typedef struct gb_number {
  const char *name;    ///< as the case file's key
  int row;             ///< of its entry's list
  double *address;     ///< in the problem
  double lower, upper; ///< natural bounds
} gb_number;

/// The number that a design entry of the problem names.
/// errors: GB_USAGE for unknown entries and numbers, with the nearest ones and those that there are
int gb_problem_number(const gb_problem *problem, const gb_design_entry *design, gb_number *out,
                      gb_error *error);

/// Put the values that design entries give into the numbers that vary, but for thicknesses and
/// fields, which The same number of an entry that the design links to, by its index.
int gb_problem_linked(const gb_problem *problem, const gb_design_entry *design, int link,
                      gb_number *out, gb_error *error);
/// gb_design_set_create heeds. errors: GB_USAGE naming the entry; those of gb_problem_number
int gb_problem_set_designs(gb_problem *problem, gb_error *error);

/// Whether a section is of beams, and whether its law has a number of this name.
bool gb_problem_section_is_beam(const gb_section_entry *section);
/// Whether its beams are rods, which have no axes.
bool gb_problem_section_is_rod(const gb_section_entry *section);
bool gb_problem_section_has(const gb_section_entry *section, const char *name);
/// A number of a section of beams by the name that its law has for it.
const double *gb_problem_section_number(const gb_section_entry *section, const char *name);

/// A number of a material by the name that a section law has for it.
const double *gb_problem_material_number(const gb_material *material, const char *name);

#endif
