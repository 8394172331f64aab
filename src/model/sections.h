/// The sections of shell and beam entries: the plies and materials as the law wants them, and the
/// numbers of the problem that they are made of.
#ifndef GB_MODEL_SECTIONS_H
#define GB_MODEL_SECTIONS_H

#include "constitutive/section.h"
#include "model/lookup.h"

/// The layup of a shell entry, and where the problem has what it is made of.
typedef struct gb_section_source {
  gb_layup layup;
  const gb_material *material[GB_PLIES]; ///< [layup.materials]
  const double *thickness[GB_PLIES];     ///< of each ply
  const double *angle[GB_PLIES];         ///< likewise
  const double *area_mass[GB_PLIES];     ///< likewise
  const double *offset[2];               ///< of shells whose layup has one
  bool fails;                            ///< it has a failure index
  const gb_section_entry *entry;         ///< of a beam: has its numbers; else NULL
} gb_section_source;

// All are local.

/// errors: GB_USAGE for a material that is unknown or lacks what the law needs
int gb_section_source_find(const gb_definition *from, int entry, gb_section_source *out,
                           gb_error *error);
/// The same of an entry of beams, without plies.
int gb_beam_source_find(const gb_definition *from, int entry, gb_section_source *out,
                        gb_error *error);
/// Whether an entry's beams are rods. errors: GB_USAGE for a section that is none
int gb_beam_is_rod(const gb_definition *from, int entry, bool *rod, gb_error *error);
/// The mass per length of such a section.
double gb_beam_source_mass(const gb_section_source *section);
/// The axis of the material at a shell element. errors: GB_USAGE where none is given, GB_MODEL
/// where it is normal to the surface
int gb_material_axis(const gb_definition *from, int entry, int32_t element, double axis[3],
                     gb_error *error);
/// The thickness of a shell element, by its number in the mesh file, of an isotropic entry.
double gb_element_thickness(const gb_shell_section *shell, int64_t element);
/// The mass of this area of an element, all plies of which are thicker by a factor.
double gb_element_mass(const gb_section_source *section, const gb_shell_section *shell,
                       int64_t element, double area, double scale);
/// Put what an element has of its own among the numbers of its section, which are the entry's, in
/// the order of gb_section_source_numbers.
void gb_element_set_own(const gb_section_source *section, const gb_shell_section *shell,
                        int64_t element, double value[]);
/// Whether the middle of some of its elements is beside their nodes.
bool gb_shell_is_offset(const gb_shell_section *shell);
/// The problem's numbers that are the layup's, and what each counts as where it is 0.
/// @return how many, at most GB_SECTION_NUMBERS
int gb_section_source_numbers(const gb_section_source *section, const double *number[],
                              double absent[]);

#endif
