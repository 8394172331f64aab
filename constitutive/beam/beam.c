/// Functions that all laws of beam sections share: the von Mises stress at the section's points,
/// and its derivatives. Source: docs/theory.md, the section on beams.
#include "constitutive/beam/beam.h"

#include "constitutive/complex_step.h"

enum { STRAINS = GB_BEAM_STRAINS, STRESSES = GB_BEAM_STRESSES };

void gb_beam_stress(const gb_beam_section *section, const gb_pack E[], gb_pack S[]) {
  for (int i = 0; i < STRAINS; i++) {
    gb_pack sum = {0};
    for (int j = 0; j < STRAINS; j++) sum += section->stiffness[gb_beam_entry(i, j)] * E[j];
    S[i] = sum;
  }
}

/// Compute the index at a point and its derivative by the stresses there.
static gb_pack index_of(const gb_pack row[STRESSES][STRAINS], const gb_pack E[],
                        gb_pack slope[STRESSES]) {
  gb_pack s[STRESSES];
  for (int k = 0; k < STRESSES; k++) {
    s[k] = (gb_pack){0};
    for (int i = 0; i < STRAINS; i++) s[k] += row[k][i] * E[i];
  }
  const gb_pack size = gb_pack_sqrt(s[0] * s[0] + 3 * (s[1] * s[1] + s[2] * s[2]));
  const gb_pack inverse = gb_pack_inverse_or_zero(size);
  for (int k = 0; k < STRESSES; k++) slope[k] = (k == 0 ? 1 : 3) * s[k] * inverse;
  return size;
}

void gb_beam_failure(const gb_layup *layup, const gb_pack p[], int count,
                     const gb_pack E[][STRAINS], gb_pack f[]) {
  const gb_beam_law *law = gb_section_laws[layup->kind]->beam;
  gb_pack row[GB_BEAM_POINTS][STRESSES][STRAINS], slope[STRESSES];
  if (law->points == 0) return;
  gb_law_stresses(layup, p, row);
  for (int k = 0; k < count; k++)
    for (int i = 0; i < law->points; i++)
      f[law->points * k + i] = index_of((const gb_pack(*)[STRAINS])row[i], E[k], slope);
}

void gb_beam_failure_product(const gb_layup *layup, const gb_pack p[], int count,
                             const gb_pack E[][STRAINS], int functionals, const gb_pack g[],
                             gb_pack S[][GB_BEAM_PLACES][STRAINS]) {
  const gb_beam_law *law = gb_section_laws[layup->kind]->beam;
  gb_pack row[GB_BEAM_POINTS][STRESSES][STRAINS], slope[STRESSES];
  if (law->points == 0) return;
  gb_law_stresses(layup, p, row);
  for (int k = 0; k < count; k++)
    for (int i = 0; i < law->points; i++) {
      gb_pack by[STRAINS];
      index_of((const gb_pack(*)[STRAINS])row[i], E[k], slope);
      for (int j = 0; j < STRAINS; j++)
        by[j] = slope[0] * row[i][0][j] + slope[1] * row[i][1][j] + slope[2] * row[i][2][j];
      for (int c = 0; c < functionals; c++)
        for (int j = 0; j < STRAINS; j++)
          S[c][k][j] += g[law->points * (count * c + k) + i] * by[j];
    }
}

/// Compute the derivative of the stresses by p[k].
static void find_slopes(const gb_layup *layup, const gb_pack p[], int k,
                        gb_pack change[][STRESSES][STRAINS]) {
  const int numbers = gb_layup_numbers(layup), points = gb_layup_indices(layup);
  double number[GB_SECTION_NUMBERS], slope[GB_BEAM_POINTS][STRESSES][STRAINS];
  for (int lane = 0; lane < GB_LANES; lane++) {
    for (int i = 0; i < numbers; i++) number[i] = gb_real(gb_lanes((gb_pack *)&p[i])[lane]);
    gb_section_step.stresses(layup, number, k, slope);
    for (int i = 0; i < points; i++)
      for (int s = 0; s < STRESSES; s++)
        for (int j = 0; j < STRAINS; j++) gb_lanes(&change[i][s][j])[lane] = slope[i][s][j];
  }
}

void gb_beam_failure_by(const gb_layup *layup, const gb_pack p[], int k, int count,
                        const gb_pack E[][STRAINS], const gb_pack dE[][STRAINS], gb_pack df[]) {
  const gb_beam_law *law = gb_section_laws[layup->kind]->beam;
  gb_pack row[GB_BEAM_POINTS][STRESSES][STRAINS], change[GB_BEAM_POINTS][STRESSES][STRAINS];
  if (law->points == 0) return;
  gb_law_stresses(layup, p, row);
  find_slopes(layup, p, k, change);
  for (int g = 0; g < count; g++)
    for (int i = 0; i < law->points; i++) {
      gb_pack slope[STRESSES], sum = {0};
      index_of((const gb_pack(*)[STRAINS])row[i], E[g], slope);
      for (int s = 0; s < STRESSES; s++)
        for (int j = 0; j < STRAINS; j++)
          sum += slope[s] * (change[i][s][j] * E[g][j] + row[i][s][j] * dE[g][j]);
      df[law->points * g + i] = sum;
    }
}
