/// Numbers of one entry that exclude each other, though each is within its own range: walls thicker
/// than their section, materials without a positive stiffness. The same checks are made of a case
/// file, of designs and of their bounds.
#ifndef GB_PROBLEM_FAULTS_H
#define GB_PROBLEM_FAULTS_H

#include "problem/problem.h"

/// A number that the others of its entry exclude.
typedef struct gb_fault {
  const char *key; ///< of the number; NULL: of the entry as a whole
  char text[240];  ///< "out of range (found 2); accepted: a number below 1"
} gb_fault;

/// Find the first fault of an entry. Local. @return whether there is one
bool gb_material_fault(const gb_material *material, gb_fault *fault);
bool gb_section_fault(const gb_section_entry *section, gb_fault *fault);
bool gb_body_fault(const gb_body *body, gb_fault *fault);
bool gb_contact_fault(const gb_contact *contact, gb_fault *fault);

/// Whether two numbers are of one entry, and may exclude each other. Local.
bool gb_problem_same_entry(const gb_problem *problem, const double *number, const double *other);
/// Find the first fault of the entry that has the number at an address, as if numbers had other
/// values. Local.
/// @param count, address, value  numbers of the problem and their values, [count]
/// @param[out] name  of the entry with the fault
bool gb_problem_fault(const gb_problem *problem, const double *number, int count,
                      const double *const address[], const double value[], const char **name,
                      gb_fault *fault);

/// Set the numbers that vary to the values that design entries give, and check their entries.
/// errors: as gb_problem_set_designs
int gb_problem_take_designs(gb_problem *problem, gb_error *error);

#endif
