/// Membrane strains of the four-node shell with assumed in-plane bending: those of its middle, and
/// two amplitudes h of in-plane bending whose stress is uniaxial. Source: docs/theory.md, (3.22) to
/// (3.26).
#ifndef GB_ELEMENTS_SHELL_INPLANE_H
#define GB_ELEMENTS_SHELL_INPLANE_H

#include "base/pack.h"
#include "constitutive/law.h"

/// Strains of the middle, whose coefficients are constant: half x_r.x_r and x_s.x_s, x_r.x_s,
/// x_r.x_d, x_s.x_d, half x_d.x_d; and those made of them: three of the mean, two amplitudes.
enum { GB_INPLANE_ROWS = 6, GB_INPLANE_STRAINS = 5, GB_INPLANE_MODES = 2, GB_INPLANE_POINTS = 4 };

/// Entries of the section of these strains: 11, 22, 33, 12, 13, 23 of the mean, 11, 22, 12 of the
/// amplitudes.
enum { GB_MEAN_ENTRIES = 6, GB_INPLANE_ENTRIES = 9 };

/// What depends on the reference alone; packs only.
typedef struct gb_inplane {
  gb_geometry change[3][3];                ///< local strains from components in the middle
  gb_geometry skew[2];                     ///< X_d = skew[0] X_r + skew[1] X_s + a part normal
  gb_geometry size[2];                     ///< by which the amplitudes count where sides taper
  gb_geometry stress[GB_INPLANE_MODES][3]; ///< X_r (x) X_r and X_s (x) X_s, (11, 22, 12)
  gb_geometry moment[2][2];                ///< integrals of products of the places
  gb_geometry place[GB_INPLANE_POINTS][GB_INPLANE_MODES]; ///< eta and xi from their means
  gb_geometry third;                                      ///< of the area
  gb_geometry share[GB_INPLANE_POINTS];                   ///< of the area, the points'
} gb_inplane;

/// What depends on the section as well: the strain at a point is the mean plus the sum over modes
/// of place[k] strain[k] (amplitude[k].h). Of a section that couples them with curvatures k, all
/// this is so at the height where it does not: the strain there is e + middle k.
typedef struct gb_inplane_law {
  gb_pack strain[GB_INPLANE_MODES][3], amplitude[2][2];
  gb_pack modulus; ///< of the stress to the strain of a mode: the strain's size does not count
  bool coupled;
  gb_pack middle[3][3];
} gb_inplane_law;

/// Fill in places and moments from the points' areas and coordinates; the rest is there.
void gb_inplane_moments(const gb_geometry area[], const double at[][2], gb_inplane *p);
/// The law of a section, whose membrane stiffness may be zero.
void gb_inplane_find_law(const gb_inplane *p, const gb_section *section, gb_inplane_law *law);
/// Its derivative along a section's, as laws of which the strains are the sum: of strains and of
/// amplitudes, and of the height.
void gb_inplane_find_law_by(const gb_inplane *p, const gb_section *section, const gb_section *by,
                            const gb_inplane_law *law, gb_inplane_law law_by[3]);

/// The five strains from the six rows, and rows += the transpose of that.
void gb_inplane_strains(const gb_inplane *p, const gb_pack row[], gb_pack strain[]);
void gb_inplane_rows(const gb_inplane *p, const gb_pack stress[], gb_pack row[]);
/// The five strains += those of the points' curvatures in E[points][GB_STRAINS] by the height, and
/// moments in S += the transpose of that.
void gb_inplane_add_curvatures(const gb_inplane *p, const gb_inplane_law *law,
                               const gb_pack E[][GB_STRAINS], gb_pack strain[]);
void gb_inplane_add_moments(const gb_inplane *p, const gb_inplane_law *law, const gb_pack stress[],
                            gb_pack S[][GB_STRAINS]);
/// The five strains by a curvature of the local basis at a point: by[strain][3].
void gb_inplane_curvature(const gb_inplane *p, const gb_inplane_law *law, int point,
                          gb_pack by[GB_INPLANE_STRAINS][3]);
/// Membrane strains of the points += the five strains, less those of the curvatures by the height;
/// stresses of the five strains += the transpose of that, which also changes moments in S.
void gb_inplane_spread(const gb_inplane *p, const gb_inplane_law *law, const gb_pack strain[],
                       gb_pack E[][GB_STRAINS]);
void gb_inplane_gather(const gb_inplane *p, const gb_inplane_law *law, gb_pack S[][GB_STRAINS],
                       gb_pack stress[]);
/// C = the section of the five strains.
void gb_inplane_section(const gb_inplane *p, const gb_inplane_law *law, const gb_section *section,
                        gb_pack C[GB_INPLANE_ENTRIES]);
/// stress = C strain.
void gb_inplane_multiply(const gb_pack C[GB_INPLANE_ENTRIES], const gb_pack strain[],
                         gb_pack stress[]);

#endif
