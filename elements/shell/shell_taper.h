/// Numbers and sections of shells at their quadrature points, where the thickness may vary in the
/// element. Source: docs/theory.md, (4.16).
#ifndef GB_ELEMENTS_SHELL_SHELL_TAPER_H
#define GB_ELEMENTS_SHELL_SHELL_TAPER_H

#include "elements/element.h"
#include "elements/shell/shell_strains.h"

/// Largest number of sections of an element. The first section has the element's thickness. If the
/// thickness varies, the sections of the quadrature points follow.
enum { GB_SHELL_SECTIONS = 1 + GB_SURFACE_POINTS };

/// @return the numbers of the layup at a quadrature point. If the thickness varies, they are
///   computed in `own` for the thickness at the point; otherwise they are the input's numbers
const gb_pack *gb_shell_numbers(const gb_element_input *in, int point,
                                gb_pack own[GB_SECTION_NUMBERS]);
/// @return the derivative of number k at a quadrature point by parameter[k]; the layup must be
/// tapered
gb_pack gb_shell_number_slope(const gb_element_input *in, int point, int k);
/// @return the sections of an element, or their derivatives by parameter[k], as GB_SHELL_SECTIONS
///   says: those of the input if there are such and the thickness is the same at all nodes,
///   otherwise computed in `own`
const gb_section *gb_shell_sections(const gb_element_input *in, gb_section own[GB_SHELL_SECTIONS]);
const gb_section *gb_shell_sections_by(const gb_element_input *in, int k,
                                       gb_section own[GB_SHELL_SECTIONS]);
/// @return the section at a quadrature point, of the sections of an element or their derivatives
static inline const gb_section *gb_shell_section_at(const gb_element_input *in,
                                                    const gb_section *section, int point) {
  return in->layup->tapered ? section + 1 + point : section;
}

#endif
