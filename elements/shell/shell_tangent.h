/// The shell's tangent at a state, kept between products.
#ifndef GB_ELEMENTS_SHELL_SHELL_TANGENT_H
#define GB_ELEMENTS_SHELL_SHELL_TANGENT_H

#include "elements/shell/shell_point.h"

/// Entries of a section by components times area at a point, in this order: bending 11, 22, 33,
/// 12, 13, 23, shear 11, 22, 12, and membrane as bending; of coupled sections the coupling as
/// these. Of tables with in-plane bending there is no membrane; bending is that about the height
/// where the section does not couple, and the coupling are its five strains by the curvatures.
enum { GB_SHEAR_ENTRY = 6, GB_MEMBRANE_ENTRY = 9, GB_COUPLING_ENTRY = 15, GB_POINT_ENTRIES = 24 };

/// C = area P^T (section) P at one point, P taking components to the local basis.
void gb_shell_component_section(const gb_shell_table *table, const gb_section *section,
                                const gb_shell_geometry *geometry, int point,
                                gb_pack C[GB_POINT_ENTRIES]);

/// For the element's table: see elements/element.h.
int gb_shell_tangent_size(const void *table, const gb_layup *layup);
void gb_shell_tangent(const gb_element_input *in, const gb_element_state *state,
                      const double sigma[3], gb_pack tangent[]);
void gb_shell_tangent_product(const gb_element_input *in, const double sigma[3],
                              const gb_pack tangent[], int count, const gb_pack x[], gb_pack y[]);

#endif
