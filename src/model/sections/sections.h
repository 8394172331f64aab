/// Sections of shell and beam entries: plies and materials in the form that section laws need, and
/// the numbers of the problem from which they are made.
#ifndef GB_MODEL_SECTIONS_SECTIONS_H
#define GB_MODEL_SECTIONS_SECTIONS_H

#include "constitutive/section.h"
#include "model/groups/lookup.h"

/// Numbers that describe a ply; the first is the relative density of a solid.
///  The mass per area is added to the mass of the material.
enum { GB_PLY_THICKNESS, GB_PLY_ANGLE, GB_PLY_AREA_MASS, GB_PLY_NUMBERS };

/// Layup of a shell entry or section of a beam entry, with the addresses of its numbers in the
/// problem.
typedef struct gb_section_source {
  gb_layup layup;
  const gb_material *material[GB_PLIES];       ///< materials of the layup, [layup.materials]
  const double *ply[GB_PLY_NUMBERS][GB_PLIES]; ///< numbers of each ply
  const double *offset[2];           ///< offset and relative offset of shells whose layup has one
  const gb_temperature *temperature; ///< of a heated layup
  bool fails;                        ///< the section has a failure index
  /// Entry of a section without plies, which contains its numbers; else NULL.
  const gb_section_entry *entry;
} gb_section_source;

// All functions are local.

/// Find the section of a shell entry. errors: GB_UNKNOWN_NAME; GB_WRONG_SECTION if a material lacks
/// a number that the law needs
int gb_section_source_find(const gb_definition *from, int entry, gb_section_source *out,
                           gb_error *error);
/// Find the section of a beam entry, which has no plies. errors: GB_UNKNOWN_NAME, GB_WRONG_SECTION
int gb_beam_source_find(const gb_definition *from, int entry, gb_section_source *out,
                        gb_error *error);
/// Whether the section of a solid entry has a relative density: it is not 1, or designs vary that
/// of some solids.
bool gb_solids_have_density(const gb_problem *problem, const gb_solid *solid);
/// Find the material of a solid entry. errors: as gb_section_source_find
int gb_solid_source_find(const gb_definition *from, int entry, gb_section_source *out,
                         gb_error *error);
/// Find whether an entry's beams are rods. errors: those of gb_beam_source_find
int gb_beam_is_rod(const gb_definition *from, int entry, bool *rod, gb_error *error);
/// @return the mass per length of a beam's section
double gb_beam_source_mass(const gb_section_source *section);
/// Find the axis of the material at a shell element. errors: GB_WRONG_SECTION if no axis is given,
/// GB_WRONG_DIRECTION if it is normal to the surface
int gb_material_axis(const gb_definition *from, int entry, int32_t element, double axis[3],
                     gb_error *error);
/// @return the thickness of a shell element, by the element's number in the mesh file; 0: that of
///   the entry's section
double gb_element_thickness(const gb_shell_section *shell, int64_t element);
/// @return the thickness at the nodes of a shell element relative to its thickness, [nodes]; NULL:
///   all have the thickness of the element
const double *gb_element_ratio(const gb_shell_section *shell, int64_t element);
/// @return the mass of an area of an element if the thickness of all plies is multiplied by `scale`
double gb_element_mass(const gb_section_source *section, const gb_shell_section *shell,
                       int64_t element, double area, double scale);
/// Replace numbers of the entry's section, in the order of gb_section_source_numbers, by the
/// element's own numbers.
void gb_element_set_own(const gb_section_source *section, const gb_shell_section *shell,
                        int64_t element, double value[]);
/// Whether the mid-surface of some elements is offset from their nodes.
bool gb_shell_is_offset(const gb_shell_section *shell);
/// Find the addresses of the layup's numbers in the problem, and the value of each number if it is
/// 0. @return how many, at most GB_SECTION_NUMBERS
int gb_section_source_numbers(const gb_section_source *section, const double *number[],
                              double absent[]);

#endif
