/// Membrane strains of the four-node shell with assumed in-plane bending. Five numbers describe
/// them: the three mean strains of the element and the two amplitudes h of bending in its plane,
/// whose stress is uniaxial. Source: docs/theory.md, (3.22) to (3.26); Pian & Sumihara 1984.
#ifndef GB_ELEMENTS_SHELL_SHELL_INPLANE_H
#define GB_ELEMENTS_SHELL_SHELL_INPLANE_H

#include "base/pack.h"
#include "constitutive/law.h"

/// The six rows are dot products with constant coefficients: x_r.x_r / 2, x_s.x_s / 2, x_r.x_s,
/// x_r.x_d, x_s.x_d and x_d.x_d / 2. The five strains, mean strains and amplitudes, are linear
/// combinations of the rows.
enum { GB_INPLANE_ROWS = 6, GB_INPLANE_STRAINS = 5, GB_INPLANE_MODES = 2, GB_INPLANE_POINTS = 4 };

/// Entries of the symmetric section matrix of the five strains: entries 11, 22, 33, 12, 13, 23 of
/// the mean strains, then entries 11, 22, 12 of the amplitudes.
enum { GB_MEAN_ENTRIES = 6, GB_INPLANE_ENTRIES = 9 };

/// Coefficients of one element that depend on its reference geometry only. All members are packs.
typedef struct gb_inplane {
  gb_geometry change[3][3];                ///< local strains from components in the middle
  gb_geometry skew[2];                     ///< X_d = skew[0] X_r + skew[1] X_s + a part normal
  gb_geometry size[2];                     ///< s_r and s_s of (3.26), 1 on parallelograms
  gb_geometry stress[GB_INPLANE_MODES][3]; ///< X_r (x) X_r and X_s (x) X_s, (11, 22, 12)
  gb_geometry moment[2][2];                ///< integrals of place[k] place[l]
  gb_geometry place[GB_INPLANE_POINTS][GB_INPLANE_MODES]; ///< eta and xi minus their means
  gb_geometry third;                                      ///< a third of the area
  gb_geometry share[GB_INPLANE_POINTS];                   ///< area of a point / whole area
} gb_inplane;

/// Coefficients of one element that depend on its section too. The membrane strain at a point is
/// the mean strain plus the sum over the modes k of place[k] strain[k] (amplitude[k].h). A section
/// that couples membrane strains e and curvatures k is treated at the height where it does not
/// couple: there the strain is e + middle k.
typedef struct gb_inplane_law {
  gb_pack strain[GB_INPLANE_MODES][3], amplitude[2][2];
  gb_pack modulus; ///< stress / strain of a mode, whatever the size of `strain`
  bool coupled;
  gb_pack middle[3][3];
} gb_inplane_law;

/// Set place, moment, third and share from the areas area[points] and the parametric coordinates
/// at[points][2] of the quadrature points. The other members are not touched.
void gb_inplane_moments(const gb_geometry area[], const double at[][2], gb_inplane *p);
/// Set the law from a section. The membrane stiffness of the section may be zero.
void gb_inplane_find_law(const gb_inplane *p, const gb_section *section, gb_inplane_law *law);
/// Derivative of the law along the derivative `by` of the section, as three laws. The first has the
/// derivative of the member `strain`, the second has the derivative of `amplitude`, and the third
/// has the derivative of `middle`. The derivative of the point strains is the sum of their strains.
void gb_inplane_find_law_by(const gb_inplane *p, const gb_section *section, const gb_section *by,
                            const gb_inplane_law *law, gb_inplane_law law_by[3]);

/// strain[5] = S row[6], where S is the constant matrix of (3.23); row += S^T stress.
void gb_inplane_strains(const gb_inplane *p, const gb_pack row[], gb_pack strain[]);
void gb_inplane_rows(const gb_inplane *p, const gb_pack stress[], gb_pack row[]);
/// strain[5] += M E, the contribution of the curvatures in E[points][GB_STRAINS] of a coupling
/// section; the moments in S[points][GB_STRAINS] += M^T stress.
void gb_inplane_add_curvatures(const gb_inplane *p, const gb_inplane_law *law,
                               const gb_pack E[][GB_STRAINS], gb_pack strain[]);
void gb_inplane_add_moments(const gb_inplane *p, const gb_inplane_law *law, const gb_pack stress[],
                            gb_pack S[][GB_STRAINS]);
/// Derivative of the five strains by the three curvatures at a point: by[5][3].
void gb_inplane_curvature(const gb_inplane *p, const gb_inplane_law *law, int point,
                          gb_pack by[GB_INPLANE_STRAINS][3]);
/// Membrane strains in E[points][GB_STRAINS] += P strain[5], where P distributes the five strains
/// over the points by (3.25); a coupling section subtracts middle k there. Transposed: stress[5] +=
/// P^T S, and a coupling section changes the moments in S.
void gb_inplane_spread(const gb_inplane *p, const gb_inplane_law *law, const gb_pack strain[],
                       gb_pack E[][GB_STRAINS]);
void gb_inplane_gather(const gb_inplane *p, const gb_inplane_law *law, gb_pack S[][GB_STRAINS],
                       gb_pack stress[]);
/// C = the section matrix of the five strains, integrated over the element.
void gb_inplane_section(const gb_inplane *p, const gb_inplane_law *law, const gb_section *section,
                        gb_pack C[GB_INPLANE_ENTRIES]);
/// stress[5] = C strain[5].
void gb_inplane_multiply(const gb_pack C[GB_INPLANE_ENTRIES], const gb_pack strain[],
                         gb_pack stress[]);

#endif
