/// Stresses and strains of solids as columns of six numbers, and how they turn. Source:
/// docs/theory.md, section 12.
#ifndef GB_CONSTITUTIVE_SOLID_SOLID_H
#define GB_CONSTITUTIVE_SOLID_SOLID_H

#include "constitutive/law.h"

/// Index of the stress of two axes.
static inline int gb_solid_entry(int i, int j) {
  static const unsigned char entry[3][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}};
  return entry[i][j];
}

/// The two axes of each entry of a stress.
extern const unsigned char gb_solid_axes[GB_SOLID_STRAINS][2];

/// Find finite strains from E (overwrites). log_J is not a number where det C is negative.
void gb_finite_strain_find(const gb_pack E[GB_SOLID_STRAINS], gb_finite_strain *out);
/// Add `factor` times the negative derivative of C^-1 by E, with the entries R_ik R_jl + R_il R_jk
/// of R = C^-1.
void gb_finite_add_slope(const gb_finite_strain *strain, gb_pack factor,
                         gb_pack C[GB_SOLID_STRAINS][GB_SOLID_STRAINS]);

/// The number of the only ply of solids with a relative density.
extern const gb_law_number gb_solid_ply[];

/// As gb_section_law.section, of an isotropic material: the stiffness is that for small strains.
void gb_solid_isotropic(const gb_layup *layup, const gb_pack p[], gb_section *out);

/// Set the matrix T of a stress A s A^T with the entries T s, where s is a stress (overwrites).
void gb_solid_stress_axes(const gb_pack A[3][3], gb_pack T[GB_SOLID_STRAINS][GB_SOLID_STRAINS]);

/// Compute T^T C T (overwrites).
void gb_solid_turn(const gb_pack C[GB_SOLID_STRAINS][GB_SOLID_STRAINS],
                   const gb_pack T[GB_SOLID_STRAINS][GB_SOLID_STRAINS],
                   gb_pack out[GB_SOLID_STRAINS][GB_SOLID_STRAINS]);

#endif
