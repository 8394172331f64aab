/// Stresses at the bottom and the top face of a shell's section, in its axes and principal ones:
/// s = Q (e + z k) of the outermost plies, or the law's own; s_1,2 = m +- r with m = (s11 + s22) /
/// 2 and r^2 = ((s11 - s22) / 2)^2 + s12^2 (Mohr's circle). Source: docs/theory.md, section 4.
#include "constitutive/section.h"

#include "constitutive/complex_step.h"

#include <string.h>

/// A face of the section: its outermost ply, its height above the nodes, and the strains there.
typedef struct place {
  int ply;
  gb_pack z, e[1][3];
} place;

static void find_place(const gb_layup *layup, const gb_pack p[], const gb_pack E[], int face,
                       place *at) {
  at->ply = face ? layup->plies - 1 : 0;
  at->z = gb_layup_middle(layup, p) + (face - 0.5) * gb_layup_thickness(layup, p);
  for (int i = 0; i < 3; i++) at->e[0][i] = E[GB_MEMBRANE + i] + at->z * E[GB_BENDING + i];
}

static void stress_of(const gb_layup *layup, const gb_pack p[], int ply, const gb_pack e[1][3],
                      gb_pack s[]) {
  gb_section_laws[layup->kind]->plane_stress(layup, p, ply, 1, e, (gb_pack(*)[3])s);
}

/// Compute the stresses of a face from the strains E at the nodes.
/// @param section the free strains of a heated section; NULL: the part that is linear in E
static void find_stress(const gb_layup *layup, const gb_pack p[], const gb_free_strains *section,
                        const gb_pack E[], int face, gb_pack s[3]) {
  place at;
  if (gb_section_laws[layup->kind]->face_stress) {
    gb_law_face_stress(layup, p, face, E, s);
    return;
  }
  find_place(layup, p, E, face, &at);
  if (section) gb_section_add_locked(layup, p, section, at.ply, at.z, at.e[0]);
  stress_of(layup, p, at.ply, (const gb_pack(*)[3])at.e, s);
}

/// Add the product of the derivatives of a face's stresses by E, transposed, and bar.
static void add_product(const gb_layup *layup, const gb_pack p[], int face, const gb_pack bar[1][3],
                        gb_pack S[]) {
  gb_pack unit[GB_STRAINS], slope[3];
  place at;
  for (int k = 0; gb_section_laws[layup->kind]->face_stress && k < GB_SHEAR; k++) {
    for (int i = 0; i < GB_STRAINS; i++) unit[i] = (gb_pack){0} + (i == k);
    find_stress(layup, p, NULL, unit, face, slope);
    S[k] += gb_pack_dot3(slope, bar[0]);
  }
  if (gb_section_laws[layup->kind]->face_stress) return;
  memset(unit, 0, sizeof unit);
  find_place(layup, p, unit, face, &at);
  stress_of(layup, p, at.ply, bar, slope); // the matrix is symmetric, so it is its own transpose
  for (int i = 0; i < 3; i++) {
    S[GB_MEMBRANE + i] += slope[i];
    S[GB_BENDING + i] += at.z * slope[i];
  }
}

/// Compute Mohr's circle of the stresses s: its radius, and half of s11 - s22.
static gb_pack find_circle(const gb_pack s[3], gb_pack *half) {
  *half = (s[0] - s[1]) / 2;
  return gb_pack_sqrt(*half * *half + s[2] * s[2]);
}

void gb_principal_stresses(gb_pack s[GB_FACE_STRESSES]) {
  gb_pack half;
  const gb_pack mean = (s[0] + s[1]) / 2, radius = find_circle(s, &half);
  s[3] = mean + radius;
  s[4] = mean - radius;
}

void gb_principal_changes(const gb_pack s[3], gb_pack ds[GB_FACE_STRESSES]) {
  gb_pack half;
  const gb_pack inverse = gb_pack_inverse_or_zero(find_circle(s, &half));
  const gb_pack mean = (ds[0] + ds[1]) / 2;
  const gb_pack radius = inverse * (half * (ds[0] - ds[1]) / 2 + s[2] * ds[2]);
  ds[3] = mean + radius;
  ds[4] = mean - radius;
}

void gb_principal_product(const gb_pack s[3], const gb_pack g[GB_FACE_STRESSES], gb_pack bar[3]) {
  gb_pack half;
  const gb_pack inverse = gb_pack_inverse_or_zero(find_circle(s, &half));
  const gb_pack mean = (g[3] + g[4]) / 2, radius = (g[3] - g[4]) * inverse;
  bar[0] = g[0] + mean + radius * half / 2;
  bar[1] = g[1] + mean - radius * half / 2;
  bar[2] = g[2] + radius * s[2];
}

void gb_section_stress(const gb_layup *layup, const gb_pack p[], const gb_pack E[], gb_pack s[]) {
  gb_free_strains section;
  gb_section_free_strains(layup, p, &section);
  for (int face = 0; face < GB_FACES; face++, s += GB_FACE_STRESSES) {
    find_stress(layup, p, &section, E, face, s);
    gb_principal_stresses(s);
  }
}

void gb_section_stress_product(const gb_layup *layup, const gb_pack p[], const gb_pack E[],
                               const gb_pack g[], gb_pack S[]) {
  gb_free_strains section;
  memset(S, 0, GB_STRAINS * sizeof *S);
  gb_section_free_strains(layup, p, &section);
  for (int face = 0; face < GB_FACES; face++, g += GB_FACE_STRESSES) {
    gb_pack s[3], bar[1][3];
    find_stress(layup, p, &section, E, face, s);
    gb_principal_product(s, g, bar[0]);
    add_product(layup, p, face, (const gb_pack(*)[3])bar, S);
  }
}

/// Compute ds/dp[k] of a ply at fixed strains.
static void find_ply_slope(const gb_layup *layup, const gb_pack p[], int k, const place *at,
                           gb_pack ds[3]) {
  const gb_section_law *law = gb_section_laws[layup->kind];
  const gb_pack(*e)[3] = (const gb_pack(*)[3])at->e;
  double number[GB_SECTION_NUMBERS], lone[1][3], slope[1][3];
  if (law->plane_stress_by) {
    law->plane_stress_by(layup, p, k, at->ply, 1, e, (gb_pack(*)[3])ds);
    return;
  }
  for (int lane = 0; lane < GB_LANES; lane++) {
    gb_section_take_lane(layup, p, lane, number);
    for (int i = 0; i < 3; i++) lone[0][i] = gb_real(gb_lanes((gb_pack *)&e[0][i])[lane]);
    gb_section_step.plane_stress(layup, number, k, at->ply, 1, (const double(*)[3])lone, slope);
    for (int i = 0; i < 3; i++) gb_lanes(&ds[i])[lane] = slope[0][i];
  }
}

/// Compute ds/dp[k] of a face at fixed strains for a law with stresses of its own.
static void find_own_slope(const gb_layup *layup, const gb_pack p[], int k, int face,
                           const gb_pack E[], gb_pack ds[3]) {
  double number[GB_SECTION_NUMBERS], own[GB_SHEAR], slope[3];
  for (int lane = 0; lane < GB_LANES; lane++) {
    gb_section_take_lane(layup, p, lane, number);
    for (int i = 0; i < GB_SHEAR; i++) own[i] = gb_real(gb_lanes((gb_pack *)&E[i])[lane]);
    gb_section_step.face_stress(layup, number, k, face, own, slope);
    for (int i = 0; i < 3; i++) gb_lanes(&ds[i])[lane] = slope[i];
  }
}

/// Compute ds/dp[k] of a face at fixed strains for a law of plies, including the motion of the
/// face.
static void find_slope(const gb_layup *layup, const gb_pack p[], int k, int face, const gb_pack E[],
                       gb_pack ds[3]) {
  const bool thick = gb_layup_thick_ply(layup, k) >= 0;
  // the parameter changes the heights of the faces
  const bool moves = thick || k >= gb_layup_ply(layup, layup->plies);
  const gb_pack rise = gb_layup_middle_by(layup, p, k) + (thick ? face - 0.5 : 0);
  gb_pack moved[1][3];
  place at;
  find_place(layup, p, E, face, &at);
  for (int i = 0; i < 3; i++) moved[0][i] = rise * E[GB_BENDING + i];
  memset(ds, 0, 3 * sizeof *ds);
  if (moves)
    stress_of(layup, p, at.ply, (const gb_pack(*)[3])moved, ds);
  else if (gb_section_concerns(layup, k, at.ply))
    find_ply_slope(layup, p, k, &at, ds);
}

void gb_section_stress_by(const gb_layup *layup, const gb_pack p[], int k, const gb_pack E[],
                          const gb_pack dE[], gb_pack ds[]) {
  const bool own = gb_section_laws[layup->kind]->face_stress;
  for (int face = 0; face < GB_FACES; face++, ds += GB_FACE_STRESSES) {
    gb_pack s[3], strained[3];
    find_stress(layup, p, NULL, E, face, s);
    find_stress(layup, p, NULL, dE, face, strained);
    (own ? find_own_slope : find_slope)(layup, p, k, face, E, ds);
    for (int i = 0; i < 3; i++) ds[i] += strained[i];
    gb_principal_changes(s, ds);
  }
}
