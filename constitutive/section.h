/// Shell sections, independent of the law: elements use only these functions. Source:
/// docs/theory.md, section 4.
#ifndef GB_CONSTITUTIVE_SECTION_H
#define GB_CONSTITUTIVE_SECTION_H

#include "constitutive/law.h"

void gb_section_find(const gb_layup *layup, const gb_pack p[], gb_section *section);
/// Compute the derivative of the section by p[k].
void gb_section_find_by(const gb_layup *layup, const gb_pack p[], int k, gb_section *section);

/// Free strains of a heated section at its nodes; no plies: the law knows no expansions of plies.
typedef struct gb_free_strains {
  int plies;
  gb_pack middle, heat[2], strain[GB_SHEAR];
} gb_free_strains;
void gb_section_free_strains(const gb_layup *layup, const gb_pack p[], gb_free_strains *out);
/// Add the free strains of the section, minus the free strains of a ply, to the strains e of the
/// ply at the height z above the nodes. This difference causes the stresses that the ply has where
/// the section expands freely.
void gb_section_add_locked(const gb_layup *layup, const gb_pack p[], const gb_free_strains *section,
                           int ply, gb_pack z, gb_pack e[3]);

/// Compute failure indices f[count][gb_layup_indices] from the strains E[count][GB_STRAINS]: those
/// of the law, or at the bottom and top face of each ply.
void gb_section_failure(const gb_layup *layup, const gb_pack p[], int count,
                        const gb_pack E[][GB_STRAINS], gb_pack f[]);
/// S[functionals][places][GB_STRAINS] += sum over indices of g df/dE, with
/// g[functionals][count][gb_layup_indices].
void gb_section_failure_product(const gb_layup *layup, const gb_pack p[], int count,
                                const gb_pack E[][GB_STRAINS], int functionals, const gb_pack g[],
                                gb_pack S[][GB_SECTION_PLACES][GB_STRAINS]);
/// df[count][gb_layup_indices] = df/dp[k] as the strains E change by dE, including the motion of
/// the faces; not of a heated layup whose plies have expansions of their own.
void gb_section_failure_by(const gb_layup *layup, const gb_pack p[], int k, int count,
                           const gb_pack E[][GB_STRAINS], const gb_pack dE[][GB_STRAINS],
                           gb_pack df[]);

// Stresses of the outer faces, bottom first (face_stress.c).

/// Stresses of a face are s11, s22, s12, and the larger and the smaller principal stress.
enum { GB_FACE_STRESSES = 5 };

/// Rows of the values of a section of shells: resultants and strains, of beams with
/// GB_BEAM_STRAINS each, and stresses of the faces.
enum {
  GB_SECTION_RESULTANT = 0,
  GB_SECTION_STRAIN = GB_SECTION_RESULTANT + GB_STRAINS,
  GB_SECTION_STRESS = GB_SECTION_STRAIN + GB_STRAINS,
  GB_SECTION_VALUES = GB_SECTION_STRESS + GB_FACES * GB_FACE_STRESSES
};

/// Set the principal stresses s[3] and s[4] of s11, s22, s12.
void gb_principal_stresses(gb_pack s[GB_FACE_STRESSES]);
/// Set the changes ds[3] and ds[4] of the principal stresses for the changes ds[0..2] of s11, s22,
/// s12.
void gb_principal_changes(const gb_pack s[3], gb_pack ds[GB_FACE_STRESSES]);
/// Compute the derivatives by s11, s22, s12 (overwrites) from those by all stresses of a face.
void gb_principal_product(const gb_pack s[3], const gb_pack g[GB_FACE_STRESSES], gb_pack bar[3]);
/// s[GB_FACES][GB_FACE_STRESSES] at the strains E[GB_STRAINS].
void gb_section_stress(const gb_layup *layup, const gb_pack p[], const gb_pack E[], gb_pack s[]);
/// S[GB_STRAINS] = g[GB_FACES][GB_FACE_STRESSES] ds/dE.
void gb_section_stress_product(const gb_layup *layup, const gb_pack p[], const gb_pack E[],
                               const gb_pack g[], gb_pack S[]);
/// ds[GB_FACES][GB_FACE_STRESSES] = ds/dp[k] as the strains E change by dE, including the motion
/// of the faces; not of a heated layup whose plies have expansions of their own.
void gb_section_stress_by(const gb_layup *layup, const gb_pack p[], int k, const gb_pack E[],
                          const gb_pack dE[], gb_pack ds[]);
/// Whether number k belongs to a ply or to its material.
bool gb_section_concerns(const gb_layup *layup, int k, int ply);
/// Copy the numbers of one lane.
void gb_section_take_lane(const gb_layup *layup, const gb_pack p[], int lane, double number[]);

#endif
