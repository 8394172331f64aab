/// Stresses at the bottom and the top face of a shell's section, in its axes and principal ones:
/// s = Q (e + z k) of the outermost plies, s_1,2 = m +- r with m = (s11 + s22) / 2 and
/// r^2 = ((s11 - s22) / 2)^2 + s12^2 (Mohr's circle). Source: docs/theory.md, section 4.
#include "constitutive/section.h"

#include "constitutive/complex/step.h"

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

/// Compute Mohr's circle of the stresses s: its radius, and half of s11 - s22.
static gb_pack find_circle(const gb_pack s[3], gb_pack *half) {
  *half = (s[0] - s[1]) / 2;
  return gb_pack_sqrt(*half * *half + s[2] * s[2]);
}

/// @return the change of the radius of the circle for a change of the stresses
static gb_pack circle_slope(const gb_pack s[3], const gb_pack change[3]) {
  gb_pack half;
  const gb_pack inverse = gb_pack_inverse_or_zero(find_circle(s, &half));
  return inverse * (half * (change[0] - change[1]) / 2 + s[2] * change[2]);
}

void gb_section_stress(const gb_layup *layup, const gb_pack p[], const gb_pack E[], gb_pack s[]) {
  for (int face = 0; face < GB_FACES; face++, s += GB_FACE_STRESSES) {
    gb_pack half;
    place at;
    find_place(layup, p, E, face, &at);
    stress_of(layup, p, at.ply, (const gb_pack(*)[3])at.e, s);
    const gb_pack mean = (s[0] + s[1]) / 2, radius = find_circle(s, &half);
    s[3] = mean + radius;
    s[4] = mean - radius;
  }
}

void gb_section_stress_product(const gb_layup *layup, const gb_pack p[], const gb_pack E[],
                               const gb_pack g[], gb_pack S[]) {
  memset(S, 0, GB_STRAINS * sizeof *S);
  for (int face = 0; face < GB_FACES; face++, g += GB_FACE_STRESSES) {
    gb_pack s[3], half, bar[1][3], slope[3];
    place at;
    find_place(layup, p, E, face, &at);
    stress_of(layup, p, at.ply, (const gb_pack(*)[3])at.e, s);
    const gb_pack inverse = gb_pack_inverse_or_zero(find_circle(s, &half));
    const gb_pack mean = (g[3] + g[4]) / 2, radius = (g[3] - g[4]) * inverse;
    bar[0][0] = g[0] + mean + radius * half / 2;
    bar[0][1] = g[1] + mean - radius * half / 2;
    bar[0][2] = g[2] + radius * s[2];
    // the matrix is symmetric, so it is its own transpose
    stress_of(layup, p, at.ply, (const gb_pack(*)[3])bar, slope);
    for (int i = 0; i < 3; i++) {
      S[GB_MEMBRANE + i] += slope[i];
      S[GB_BENDING + i] += at.z * slope[i];
    }
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

void gb_section_stress_by(const gb_layup *layup, const gb_pack p[], int k, const gb_pack E[],
                          const gb_pack dE[], gb_pack ds[]) {
  const bool thick = gb_layup_thick_ply(layup, k) >= 0;
  // the parameter changes the heights of the faces
  const bool moves = thick || k >= gb_layup_ply(layup, layup->plies);
  const gb_pack middle = gb_layup_middle_by(layup, p, k);
  for (int face = 0; face < GB_FACES; face++, ds += GB_FACE_STRESSES) {
    gb_pack s[3], moved[1][3], strained[3];
    place at, change;
    find_place(layup, p, E, face, &at);
    find_place(layup, p, dE, face, &change);
    stress_of(layup, p, at.ply, (const gb_pack(*)[3])at.e, s);
    memset(ds, 0, GB_FACE_STRESSES * sizeof *ds);
    for (int i = 0; i < 3; i++)
      moved[0][i] = (middle + (thick ? face - 0.5 : 0)) * E[GB_BENDING + i];
    if (moves)
      stress_of(layup, p, at.ply, (const gb_pack(*)[3])moved, ds);
    else if (gb_section_concerns(layup, k, at.ply))
      find_ply_slope(layup, p, k, &at, ds);
    stress_of(layup, p, at.ply, (const gb_pack(*)[3])change.e, strained);
    for (int i = 0; i < 3; i++) ds[i] += strained[i];
    const gb_pack mean = (ds[0] + ds[1]) / 2, radius = circle_slope(s, ds);
    ds[3] = mean + radius;
    ds[4] = mean - radius;
  }
}
