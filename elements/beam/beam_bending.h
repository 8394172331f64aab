/// Bending of a beam with two nodes between them. The strains of its line have constant curvatures;
/// a shear force bends it with curvatures that are linear along it. This file adds their energy as
/// a flexibility of shear, so that the forces of a straight beam under loads at its ends are exact
/// in linear theory for any section. Source: docs/theory.md, (11.8) to (11.10); R. H. MacNeal 1978.
#ifndef GB_ELEMENTS_BEAM_BEAM_BENDING_H
#define GB_ELEMENTS_BEAM_BEAM_BENDING_H

#include "constitutive/section.h"

enum { GB_BEAM_ENDS = 2 }; ///< points of the linear curvatures, from the first node to the second

/// The split of the shears of the line into those that linear bending causes and those that the
/// section takes.
typedef struct gb_beam_bending {
  gb_geometry length;
  gb_pack inverse[2][2];              ///< of the sum of both stiffnesses of shear
  gb_pack caused[2][GB_BEAM_STRAINS]; ///< shears by bending, from the strains of the line
  gb_pack strain[2][GB_BEAM_STRAINS]; ///< shears of the section, from the strains of the line
} gb_beam_bending;

/// Find the split for a section and a length (overwrites); zero for a section without stiffness.
void gb_beam_bending_find(const gb_beam_section *section, gb_geometry length,
                          gb_beam_bending *bending);
/// Replace the stiffness of the section, or of a derivative of it, by that for the strains of the
/// line.
void gb_beam_bending_soften(const gb_beam_bending *bending, gb_beam_section *section);
/// Strains of the section at the points of the quadrature along the element (overwrites) from those
/// of the line.
void gb_beam_bending_strains(const gb_beam_bending *bending, const gb_beam_section *section,
                             const gb_pack line[GB_BEAM_STRAINS],
                             gb_pack at[GB_BEAM_ENDS][GB_BEAM_STRAINS]);
/// Derivatives by the strains of the line (overwrites) from those by the strains of the section.
void gb_beam_bending_product(const gb_beam_bending *bending, const gb_beam_section *section,
                             const gb_pack at[GB_BEAM_ENDS][GB_BEAM_STRAINS],
                             gb_pack line[GB_BEAM_STRAINS]);

#endif
