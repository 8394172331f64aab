/// The numbers of a problem that may be designs.
#ifndef GB_PROBLEM_NUMBERS_H
#define GB_PROBLEM_NUMBERS_H

#include "problem/problem.h"
#include "problem/range.h"

/// @return the range of the number at an offset of a structure, as "gb_tyre", if a design may vary
/// it; else any number
const gb_range *gb_problem_range(const char *structure, size_t offset);

/// Find the number that a design of the problem names. Numbers of a group's elements have no
/// address.
/// errors: GB_USAGE for unknown entries and numbers, with the nearest ones and those that there are
int gb_problem_number(const gb_problem *problem, const gb_design_entry *design, gb_number *out,
                      gb_error *error);

/// Keys of the motions that nodes of a support have of their own.
extern const char *const gb_motion_keys[GB_MOTION_ORDERS];

/// Kinds of designs at nodes. The last three, one for each order of GB_MOTION_ORDERS, are numbers
/// of a motion that a support prescribes.
typedef enum gb_node_design {
  GB_NODE_COORDINATE,
  GB_NODE_INITIAL_VELOCITY,
  GB_NODE_FORCE, ///< or a moment
  GB_NODE_DISPLACEMENT,
  GB_NODE_VELOCITY,
  GB_NODE_ACCELERATION
} gb_node_design;

/// Vectors of the nodes of a group that a design entry varies.
typedef struct gb_varying_vectors {
  const char *where, *group, *key; ///< of the entry that has them
  const gb_own_vectors *vectors;
  gb_node_design kind;
} gb_varying_vectors;

/// Find the vectors of nodes whose components are the designs of this entry. @return false if it
/// has others
bool gb_problem_varying_vectors(const gb_problem *problem, const gb_design_entry *design,
                                gb_varying_vectors *out);

/// Find the same number of another entry, the one that link number `link` of a design names.
/// errors: as gb_problem_number
int gb_problem_linked(const gb_problem *problem, const gb_design_entry *design, int link,
                      gb_number *out, gb_error *error);
/// Set the numbers that vary to the values that design entries give. gb_design_set_create
/// sets thicknesses and fields, gb_mesh_shapes_create coordinates. errors: as gb_problem_number,
/// and GB_USAGE naming the entry
int gb_problem_set_designs(gb_problem *problem, gb_error *error);

/// Whether a section is of beams, and whether its law has a number of this name.
bool gb_problem_section_is_beam(const gb_section_entry *section);
/// Whether a section is a list of plies.
bool gb_problem_section_has_plies(const gb_section_entry *section);
/// Whether a section without plies has a material.
bool gb_problem_section_has_material(const gb_section_entry *section);
/// Whether the beams of a section are rods, which resist only axial strain.
bool gb_problem_section_is_rod(const gb_section_entry *section);
bool gb_problem_section_has(const gb_section_entry *section, const char *name);
/// @return the address of a number of a section without plies, by the name that its law uses
const double *gb_problem_section_number(const gb_section_entry *section, const char *name);

/// @return the address of a number of a material, by the name that a section law uses
const double *gb_problem_material_number(const gb_material *material, const char *name);

#endif
