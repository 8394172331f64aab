/// The assumed field of in-plane bending: Pian & Sumihara's five stresses, written as the strains
/// of the middle and two amplitudes. Source: docs/theory.md, (3.17) to (3.21).
#include "elements/shell_inplane.h"

#include <string.h>

void gb_inplane_moments(const gb_geometry area[], const double at[][2], gb_inplane *p) {
  gb_geometry whole = {0}, mean[2];
  memset(mean, 0, sizeof mean);
  for (int g = 0; g < GB_INPLANE_POINTS; g++) {
    whole += area[g];
    for (int k = 0; k < GB_INPLANE_MODES; k++) mean[k] += area[g] * at[g][1 - k];
  }
  memset(p->moment, 0, sizeof p->moment);
  for (int g = 0; g < GB_INPLANE_POINTS; g++) {
    for (int k = 0; k < GB_INPLANE_MODES; k++) p->place[g][k] = at[g][1 - k] - mean[k] / whole;
    for (int k = 0; k < 2; k++)
      for (int l = 0; l < 2; l++) p->moment[k][l] += area[g] * p->place[g][k] * p->place[g][l];
  }
  p->third = whole / 3;
}

/// The derivative of the cofactors of a symmetric A along B; with B = A twice the cofactors.
static void find_cofactors(const gb_pack A[3][3], const gb_pack B[3][3], gb_pack cofactor[3][3]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const int k = (i + 1) % 3, l = (i + 2) % 3, m = (j + 1) % 3, n = (j + 2) % 3;
      cofactor[i][j] =
          A[k][m] * B[l][n] + B[k][m] * A[l][n] - A[k][n] * B[l][m] - B[k][n] * A[l][m];
    }
}

/// Strains of the uniaxial stresses, up to a factor that does not count, and their work.
static void find_modes(const gb_inplane *p, const gb_pack compliance[3][3], gb_pack factor,
                       gb_pack strain[GB_INPLANE_MODES][3], gb_pack H[2][2]) {
  for (int k = 0; k < GB_INPLANE_MODES; k++)
    for (int i = 0; i < 3; i++) strain[k][i] = factor * gb_pack_dot3(compliance[i], p->stress[k]);
  for (int k = 0; k < 2; k++)
    for (int l = 0; l < 2; l++) H[k][l] = p->moment[k][l] * gb_pack_dot3(p->stress[k], strain[l]);
}

/// 1 / z, 0 where z is zero.
static gb_pack invert(gb_pack z) {
  for (int lane = 0; lane < GB_LANES; lane++) {
    const gb_scalar value = gb_lanes(&z)[lane];
    gb_lanes(&z)[lane] = value == 0 ? 0 : 1 / value;
  }
  return z;
}

/// The factor by which compliances are about one: strains do not depend on it, and no number
/// overflows.
static gb_pack scale_of(const gb_section *section) {
  const gb_pack scale = invert(section->membrane[0][0]);
  return scale * scale;
}

void gb_inplane_find_law(const gb_inplane *p, const gb_section *section, gb_inplane_law *law) {
  gb_pack compliance[3][3], H[2][2];
  find_cofactors(section->membrane, section->membrane, compliance);
  const gb_pack scale = scale_of(section);
  find_modes(p, (const gb_pack(*)[3])compliance, scale, law->strain, H);
  law->modulus = scale * gb_pack_dot3(section->membrane[0], compliance[0]);
  const gb_pack factor = p->third * invert(H[0][0] * H[1][1] - H[0][1] * H[1][0]);
  law->amplitude[0][0] = factor * H[1][1];
  law->amplitude[1][1] = factor * H[0][0];
  law->amplitude[0][1] = law->amplitude[1][0] = -factor * H[0][1];
}

void gb_inplane_find_law_by(const gb_inplane *p, const gb_section *section, const gb_section *by,
                            const gb_inplane_law *law, gb_inplane_law law_by[2]) {
  gb_pack compliance[3][3], H[2][2];
  law_by[0] = law_by[1] = *law;
  find_cofactors(section->membrane, by->membrane, compliance);
  find_modes(p, (const gb_pack(*)[3])compliance, 2 * scale_of(section), law_by[0].strain, H);
  for (int k = 0; k < 2; k++)
    for (int l = 0; l < 2; l++) {
      gb_pack sum = {0};
      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) sum += law->amplitude[k][i] * H[i][j] * law->amplitude[j][l];
      law_by[1].amplitude[k][l] = -sum / p->third;
    }
}

void gb_inplane_strains(const gb_inplane *p, const gb_pack row[], gb_pack strain[]) {
  const gb_geometry *c = p->skew;
  const gb_pack h[2] = {row[3] - 2 * c[0] * row[0] - c[1] * row[2],
                        row[4] - 2 * c[1] * row[1] - c[0] * row[2]};
  const gb_pack warp = (row[5] - (c[0] * (row[3] + h[0]) + c[1] * (row[4] + h[1])) / 2) / 3;
  for (int k = 0; k < 2; k++) strain[3 + k] = p->size[k] * h[k];
  for (int i = 0; i < 3; i++)
    strain[i] = p->change[i][0] * (row[0] + warp) + p->change[i][1] * (row[1] + warp) +
                p->change[i][2] * row[2];
}

void gb_inplane_rows(const gb_inplane *p, const gb_pack stress[], gb_pack row[]) {
  const gb_geometry *c = p->skew;
  gb_pack middle[3], h[2];
  for (int j = 0; j < 3; j++)
    middle[j] =
        p->change[0][j] * stress[0] + p->change[1][j] * stress[1] + p->change[2][j] * stress[2];
  const gb_pack warp = (middle[0] + middle[1]) / 3;
  for (int k = 0; k < 2; k++) {
    h[k] = p->size[k] * stress[3 + k] - c[k] * warp / 2;
    row[k] += middle[k] - 2 * c[k] * h[k];
    row[3 + k] += h[k] - c[k] * warp / 2;
  }
  row[2] += middle[2] - c[1] * h[0] - c[0] * h[1];
  row[5] += warp;
}

void gb_inplane_spread(const gb_inplane *p, const gb_inplane_law *law, const gb_pack mean[],
                       const gb_pack h[], gb_pack E[][GB_STRAINS]) {
  gb_pack mode[GB_INPLANE_MODES][3];
  for (int k = 0; k < GB_INPLANE_MODES; k++) {
    const gb_pack size = law->amplitude[k][0] * h[0] + law->amplitude[k][1] * h[1];
    for (int i = 0; i < 3; i++) mode[k][i] = size * law->strain[k][i];
  }
  for (int g = 0; g < GB_INPLANE_POINTS; g++)
    for (int i = 0; i < 3; i++)
      E[g][GB_MEMBRANE + i] = (mean ? mean[i] : E[g][GB_MEMBRANE + i]) +
                              p->place[g][0] * mode[0][i] + p->place[g][1] * mode[1][i];
}

void gb_inplane_gather(const gb_inplane *p, const gb_inplane_law *law, gb_pack mean[], gb_pack h[],
                       const gb_pack S[][GB_STRAINS]) {
  gb_pack mode[GB_INPLANE_MODES][3];
  memset(mode, 0, sizeof mode);
  for (int g = 0; g < GB_INPLANE_POINTS; g++)
    for (int i = 0; i < 3; i++) {
      const gb_pack here = S[g][GB_MEMBRANE + i];
      if (mean) mean[i] += here;
      for (int k = 0; k < GB_INPLANE_MODES; k++) mode[k][i] += p->place[g][k] * here;
    }
  for (int k = 0; k < GB_INPLANE_MODES; k++) {
    const gb_pack size = gb_pack_dot3(law->strain[k], mode[k]);
    for (int l = 0; l < 2; l++) h[l] += law->amplitude[k][l] * size;
  }
}

void gb_inplane_unit(const gb_inplane *p, const gb_inplane_law *law, int point, int which,
                     gb_pack strain[3]) {
  for (int i = 0; i < 3; i++) {
    strain[i] = (gb_pack){0} + (double)(which == i);
    for (int k = 0; which >= 3 && k < GB_INPLANE_MODES; k++)
      strain[i] += p->place[point][k] * law->strain[k][i] * law->amplitude[k][which - 3];
  }
}

void gb_inplane_section(const gb_inplane *p, const gb_inplane_law *law, const gb_section *section,
                        gb_pack C[GB_INPLANE_ENTRIES]) {
  const gb_geometry area = 3 * p->third;
  for (int i = 0, next = 3; i < 3; i++) {
    C[i] = area * section->membrane[i][i];
    for (int j = i + 1; j < 3; j++) C[next++] = area * section->membrane[i][j];
  }
  const gb_pack factor = p->third * law->modulus;
  C[6] = factor * law->amplitude[0][0];
  C[7] = factor * law->amplitude[1][1];
  C[8] = factor * law->amplitude[0][1];
}

void gb_inplane_multiply(const gb_pack C[GB_INPLANE_ENTRIES], const gb_pack strain[],
                         gb_pack stress[]) {
  stress[0] = C[0] * strain[0] + C[3] * strain[1] + C[4] * strain[2];
  stress[1] = C[3] * strain[0] + C[1] * strain[1] + C[5] * strain[2];
  stress[2] = C[4] * strain[0] + C[5] * strain[1] + C[2] * strain[2];
  stress[3] = C[6] * strain[3] + C[8] * strain[4];
  stress[4] = C[8] * strain[3] + C[7] * strain[4];
}
