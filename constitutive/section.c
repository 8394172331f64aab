/// Functions that all section laws share: faces of plies, failure there, and the choice of how a
/// derivative is computed. Source: docs/theory.md, section 4.
#include "constitutive/section.h"

#include "constitutive/complex_step.h"

#include <string.h>

enum { FACES = GB_FACES, STRAINS = FACES * GB_SECTION_PLACES };

void gb_section_find(const gb_layup *layup, const gb_pack p[], gb_section *section) {
  gb_law_section(layup, p, section);
  section->coupled = gb_layup_coupled(layup);
}

void gb_section_take_lane(const gb_layup *layup, const gb_pack p[], int lane, double number[]) {
  const int numbers = gb_layup_numbers(layup);
  for (int i = 0; i < numbers; i++) number[i] = gb_real(gb_lanes((gb_pack *)&p[i])[lane]);
}

void gb_section_find_by(const gb_layup *layup, const gb_pack p[], int k, gb_section *section) {
  const gb_section_law *law = gb_section_laws[layup->kind];
  double number[GB_SECTION_NUMBERS], slope[GB_SECTION_PACKS];
  const bool known = law->section_by && !layup->offset && !layup->damping;
  if (known) law->section_by(layup, p, k, section);
  section->coupled = gb_layup_coupled(layup);
  if (known) return;
  for (int lane = 0; lane < GB_LANES; lane++) {
    gb_section_take_lane(layup, p, lane, number);
    gb_section_step.section(layup, number, k, slope);
    for (int i = 0; i < GB_SECTION_PACKS; i++) gb_lanes((gb_pack *)section + i)[lane] = slope[i];
  }
}

/// Compute the heights of the faces of all plies above the nodes, z[plies + 1].
static void find_faces(const gb_layup *layup, const gb_pack p[], gb_pack z[]) {
  z[0] = gb_layup_middle(layup, p) - gb_layup_thickness(layup, p) / 2;
  for (int i = 0; i < layup->plies; i++) z[i + 1] = z[i] + p[gb_layup_ply(layup, i)];
}

void gb_section_free_strains(const gb_layup *layup, const gb_pack p[], gb_free_strains *out) {
  gb_section s;
  memset(out, 0, sizeof *out);
  if (!layup->heated || !gb_section_laws[layup->kind]->ply_expansion) return;
  gb_law_section(layup, p, &s);
  gb_layup_heat(layup, p, out->heat);
  out->plies = layup->plies;
  out->middle = gb_layup_middle(layup, p);
  for (int i = 0; i < GB_SHEAR; i++)
    out->strain[i] = out->heat[0] * s.expansion[0][i] + out->heat[1] * s.expansion[1][i];
}

void gb_section_add_locked(const gb_layup *layup, const gb_pack p[], const gb_free_strains *section,
                           int ply, gb_pack z, gb_pack e[3]) {
  gb_pack own[3];
  if (section->plies == 0) return;
  gb_section_laws[layup->kind]->ply_expansion(layup, p, ply, own);
  const gb_pack rise = section->heat[0] + section->heat[1] * (z - section->middle);
  for (int i = 0; i < 3; i++)
    e[i] += section->strain[i] + z * section->strain[GB_BENDING + i] - rise * own[i];
}

/// Compute strains at both faces of a ply for all points, e[count][FACES][3].
static void find_strains(int count, const gb_pack E[][GB_STRAINS], const gb_pack z[],
                         gb_pack e[][3]) {
  for (int k = 0; k < FACES * count; k++)
    for (int i = 0; i < 3; i++)
      e[k][i] = E[k / FACES][GB_MEMBRANE + i] + z[k % FACES] * E[k / FACES][GB_BENDING + i];
}

/// Add the strains of a ply whose section expands freely, at both faces for all points.
static void add_locked(const gb_layup *layup, const gb_pack p[], const gb_free_strains *section,
                       int ply, int count, const gb_pack z[], gb_pack e[][3]) {
  gb_pack locked[FACES][3];
  if (section->plies == 0) return;
  memset(locked, 0, sizeof locked);
  for (int k = 0; k < FACES; k++) gb_section_add_locked(layup, p, section, ply, z[k], locked[k]);
  for (int k = 0; k < FACES * count; k++)
    for (int i = 0; i < 3; i++) e[k][i] += locked[k % FACES][i];
}

/// Add the product of gb_section_failure_product for the law's own indices.
static void add_index_product(const gb_layup *layup, const gb_pack p[], int count,
                              const gb_pack E[][GB_STRAINS], int functionals, const gb_pack g[],
                              gb_pack S[][GB_SECTION_PLACES][GB_STRAINS]) {
  const int indices = gb_layup_indices(layup);
  gb_pack f[GB_INDICES], slope[GB_INDICES][GB_SHEAR];
  for (int k = 0; k < count; k++) {
    gb_law_indices(layup, p, E[k], f, slope);
    for (int c = 0; c < functionals; c++)
      for (int j = 0; j < indices; j++)
        for (int i = 0; i < GB_SHEAR; i++)
          S[c][k][i] += g[indices * (count * c + k) + j] * slope[j][i];
  }
}

/// Compute df/dp[k] of the law's own indices at a place as its strains E change by dE.
static void find_index_change(const gb_layup *layup, const gb_pack p[], int k, const gb_pack E[],
                              const gb_pack dE[], gb_pack df[]) {
  const int indices = gb_layup_indices(layup);
  double number[GB_SECTION_NUMBERS], own[GB_SHEAR], of_lane[GB_INDICES];
  gb_pack f[GB_INDICES], slope[GB_INDICES][GB_SHEAR];
  gb_law_indices(layup, p, E, f, slope);
  for (int lane = 0; lane < GB_LANES; lane++) {
    gb_section_take_lane(layup, p, lane, number);
    for (int i = 0; i < GB_SHEAR; i++) own[i] = gb_real(gb_lanes((gb_pack *)&E[i])[lane]);
    gb_section_step.indices(layup, number, k, own, of_lane);
    for (int j = 0; j < indices; j++) gb_lanes(&df[j])[lane] = of_lane[j];
  }
  for (int j = 0; j < indices; j++)
    for (int i = 0; i < GB_SHEAR; i++) df[j] += slope[j][i] * dE[i];
}

void gb_section_failure(const gb_layup *layup, const gb_pack p[], int count,
                        const gb_pack E[][GB_STRAINS], gb_pack f[]) {
  const gb_section_law *law = gb_section_laws[layup->kind];
  const int indices = gb_layup_indices(layup);
  gb_pack z[GB_PLIES + 1], e[STRAINS][3], own[STRAINS], own_slope[GB_INDICES][GB_SHEAR];
  gb_free_strains section;
  for (int k = 0; law->indices && k < count; k++)
    gb_law_indices(layup, p, E[k], f + indices * k, own_slope);
  if (!law->failure) return;
  find_faces(layup, p, z);
  gb_section_free_strains(layup, p, &section);
  for (int ply = 0; ply < layup->plies; ply++) {
    find_strains(count, E, &z[ply], e);
    add_locked(layup, p, &section, ply, count, &z[ply], e);
    law->failure(layup, p, ply, FACES * count, (const gb_pack(*)[3])e, own, NULL);
    for (int k = 0; k < FACES * count; k++)
      f[indices * (k / FACES) + FACES * ply + k % FACES] = own[k];
  }
}

/// S += g df/dE at one point, where df/de = slope at the height z.
static void add_slope(gb_pack g, const gb_pack slope[3], gb_pack z, gb_pack S[]) {
  for (int i = 0; i < 3; i++) {
    S[GB_MEMBRANE + i] += g * slope[i];
    S[GB_BENDING + i] += g * (z * slope[i]);
  }
}

void gb_section_failure_product(const gb_layup *layup, const gb_pack p[], int count,
                                const gb_pack E[][GB_STRAINS], int functionals, const gb_pack g[],
                                gb_pack S[][GB_SECTION_PLACES][GB_STRAINS]) {
  const gb_section_law *law = gb_section_laws[layup->kind];
  const int indices = gb_layup_indices(layup), samples = indices * count;
  gb_pack z[GB_PLIES + 1], e[STRAINS][3], f[STRAINS], slope[STRAINS][3];
  gb_free_strains section;
  if (law->indices) add_index_product(layup, p, count, E, functionals, g, S);
  if (!law->failure) return;
  find_faces(layup, p, z);
  gb_section_free_strains(layup, p, &section);
  for (int ply = 0; ply < layup->plies; ply++) {
    find_strains(count, E, &z[ply], e);
    add_locked(layup, p, &section, ply, count, &z[ply], e);
    law->failure(layup, p, ply, FACES * count, (const gb_pack(*)[3])e, f, slope);
    for (int c = 0; c < functionals; c++)
      for (int k = 0; k < FACES * count; k++) {
        const int sample = indices * (k / FACES) + FACES * ply + k % FACES;
        add_slope(g[samples * c + sample], slope[k], z[ply + k % FACES], S[c][k / FACES]);
      }
  }
}

bool gb_section_concerns(const gb_layup *layup, int k, int ply) {
  const int own = gb_layup_material(layup, layup->material[ply]);
  return (k >= gb_layup_ply(layup, ply) && k < gb_layup_ply(layup, ply + 1)) ||
         (k >= own && k < gb_layup_material(layup, layup->material[ply] + 1));
}

/// Compute df/dp[k] of a ply at fixed strains.
static void find_ply_slope(const gb_layup *layup, const gb_pack p[], int k, int ply, int count,
                           const gb_pack e[][3], gb_pack df[]) {
  const gb_section_law *law = gb_section_laws[layup->kind];
  double number[GB_SECTION_NUMBERS], lone[STRAINS][3], slope[STRAINS];
  if (law->failure_by) {
    law->failure_by(layup, p, k, ply, count, e, df);
    return;
  }
  for (int lane = 0; lane < GB_LANES; lane++) {
    gb_section_take_lane(layup, p, lane, number);
    for (int i = 0; i < 3 * count; i++)
      lone[i / 3][i % 3] = gb_real(gb_lanes((gb_pack *)&e[i / 3][i % 3])[lane]);
    gb_section_step.failure(layup, number, k, ply, count, (const double(*)[3])lone, slope);
    for (int i = 0; i < count; i++) gb_lanes(&df[i])[lane] = slope[i];
  }
}

/// @return the derivative of the height of a ply's face above the middle by the thickness of ply
/// `other`; -1: no thickness changes
static double face_slope(int ply, int face, int other) {
  return other < 0 ? 0 : (other < ply + face ? 1 : 0) - 0.5;
}

void gb_section_failure_by(const gb_layup *layup, const gb_pack p[], int k, int count,
                           const gb_pack E[][GB_STRAINS], const gb_pack dE[][GB_STRAINS],
                           gb_pack df[]) {
  const gb_section_law *law = gb_section_laws[layup->kind];
  gb_pack z[GB_PLIES + 1], e[STRAINS][3], de[STRAINS][3], own[STRAINS], f[STRAINS],
      slope[STRAINS][3];
  const int thick = gb_layup_thick_ply(layup, k);
  // the parameter changes the heights of the faces
  const bool moves = thick >= 0 || k >= gb_layup_ply(layup, layup->plies);
  const gb_pack middle = gb_layup_middle_by(layup, p, k);
  const int indices = gb_layup_indices(layup);
  for (int i = 0; law->indices && i < count; i++)
    find_index_change(layup, p, k, E[i], dE[i], df + indices * i);
  if (!law->failure) return;
  find_faces(layup, p, z);
  for (int ply = 0; ply < layup->plies; ply++) {
    find_strains(count, E, &z[ply], e);
    find_strains(count, dE, &z[ply], de);
    const gb_pack(*at)[3] = (const gb_pack(*)[3])e;
    memset(own, 0, sizeof own);
    law->failure(layup, p, ply, FACES * count, at, f, slope);
    if (!moves && gb_section_concerns(layup, k, ply))
      find_ply_slope(layup, p, k, ply, FACES * count, at, own);
    for (int i = 0; i < FACES * count; i++) {
      own[i] += gb_pack_dot3(slope[i], de[i]);
      if (moves)
        own[i] += (middle + face_slope(ply, i % FACES, thick)) *
                  gb_pack_dot3(slope[i], &E[i / FACES][GB_BENDING]);
      df[indices * (i / FACES) + FACES * ply + i % FACES] = own[i];
    }
  }
}
