/// Assumed membrane strains of the four-node shell. The five stress modes of Pian & Sumihara (1984)
/// give three mean strains and two amplitudes. Source: docs/theory.md, (3.22) to (3.26).
#include "elements/shell/shell_inplane.h"

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
  for (int g = 0; g < GB_INPLANE_POINTS; g++) p->share[g] = area[g] / whole;
}

/// Compute the derivative of the cofactors of a symmetric A in the direction B; for B = A it is
/// twice the cofactors.
static void find_cofactors(const gb_pack A[3][3], const gb_pack B[3][3], gb_pack cofactor[3][3]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const int k = (i + 1) % 3, l = (i + 2) % 3, m = (j + 1) % 3, n = (j + 2) % 3;
      cofactor[i][j] =
          A[k][m] * B[l][n] + B[k][m] * A[l][n] - A[k][n] * B[l][m] - B[k][n] * A[l][m];
    }
}

/// strain = factor x compliance x the uniaxial stresses; H = the work of each stress on each
/// strain. The factor cancels in the product of `strain` and `amplitude`.
static void find_modes(const gb_inplane *p, const gb_pack compliance[3][3], gb_pack factor,
                       gb_pack strain[GB_INPLANE_MODES][3], gb_pack H[2][2]) {
  for (int k = 0; k < GB_INPLANE_MODES; k++)
    for (int i = 0; i < 3; i++) strain[k][i] = factor * gb_pack_dot3(compliance[i], p->stress[k]);
  for (int k = 0; k < 2; k++)
    for (int l = 0; l < 2; l++) H[k][l] = p->moment[k][l] * gb_pack_dot3(p->stress[k], strain[l]);
}

/// @return 1 / z, or 0 if z is zero
static gb_pack invert(gb_pack z) {
  for (int lane = 0; lane < GB_LANES; lane++) {
    const gb_scalar value = gb_lanes(&z)[lane];
    gb_lanes(&z)[lane] = value == 0 ? 0 : 1 / value;
  }
  return z;
}

/// @return a factor that scales compliances to a size of about one, to avoid overflow. Strains do
/// not depend on it.
static gb_pack scale_of(const gb_section *section) {
  const gb_pack scale = invert(section->membrane[0][0]);
  return scale * scale;
}

/// Compute middle = A^-1 B from the cofactors of A. With B' - A' A^-1 B in place of B the result is
/// the derivative of A^-1 B.
static void find_middle(const gb_section *section, const gb_pack compliance[3][3],
                        const gb_pack B[3][3], gb_pack middle[3][3]) {
  const gb_pack factor = invert(gb_pack_dot3(section->membrane[0], compliance[0]));
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      middle[i][j] = factor * (compliance[i][0] * B[0][j] + compliance[i][1] * B[1][j] +
                               compliance[i][2] * B[2][j]);
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
  law->coupled = section->coupled;
  if (law->coupled)
    find_middle(section, (const gb_pack(*)[3])compliance, section->coupling, law->middle);
}

void gb_inplane_find_law_by(const gb_inplane *p, const gb_section *section, const gb_section *by,
                            const gb_inplane_law *law, gb_inplane_law law_by[3]) {
  gb_pack compliance[3][3], H[2][2], change[3][3];
  law_by[0] = law_by[1] = law_by[2] = *law;
  law_by[0].coupled = law_by[1].coupled = false; // the five strains are given
  find_cofactors(section->membrane, by->membrane, compliance);
  find_modes(p, (const gb_pack(*)[3])compliance, 2 * scale_of(section), law_by[0].strain, H);
  for (int k = 0; k < 2; k++)
    for (int l = 0; l < 2; l++) {
      gb_pack sum = {0};
      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) sum += law->amplitude[k][i] * H[i][j] * law->amplitude[j][l];
      law_by[1].amplitude[k][l] = -sum / p->third;
    }
  if (!law->coupled) return;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      change[i][j] = by->coupling[i][j];
      for (int k = 0; k < 3; k++) change[i][j] -= by->membrane[i][k] * law->middle[k][j];
    }
  find_cofactors(section->membrane, section->membrane, compliance);
  find_middle(section, (const gb_pack(*)[3])compliance, (const gb_pack(*)[3])change,
              law_by[2].middle);
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

static void raise(const gb_pack middle[3][3], const gb_pack k[3], gb_pack strain[3]) {
  for (int i = 0; i < 3; i++) strain[i] = gb_pack_dot3(middle[i], k);
}

/// m += middle^T n.
static void lower(const gb_pack middle[3][3], const gb_pack n[3], gb_pack m[3]) {
  for (int j = 0; j < 3; j++)
    m[j] += middle[0][j] * n[0] + middle[1][j] * n[1] + middle[2][j] * n[2];
}

/// @return the weight of the strain at a point in an amplitude
static gb_pack amplitude_weight(const gb_inplane *p, int point, int mode) {
  return 3 * p->size[mode] * p->share[point] * p->place[point][mode];
}

void gb_inplane_add_curvatures(const gb_inplane *p, const gb_inplane_law *law,
                               const gb_pack E[][GB_STRAINS], gb_pack strain[]) {
  for (int g = 0; law->coupled && g < GB_INPLANE_POINTS; g++) {
    gb_pack raised[3];
    raise(law->middle, &E[g][GB_BENDING], raised);
    for (int i = 0; i < 3; i++) strain[i] += p->share[g] * raised[i];
    for (int k = 0; k < GB_INPLANE_MODES; k++)
      strain[3 + k] += amplitude_weight(p, g, k) * gb_pack_dot3(p->stress[k], raised);
  }
}

void gb_inplane_add_moments(const gb_inplane *p, const gb_inplane_law *law, const gb_pack stress[],
                            gb_pack S[][GB_STRAINS]) {
  for (int g = 0; law->coupled && g < GB_INPLANE_POINTS; g++) {
    gb_pack n[3];
    for (int i = 0; i < 3; i++) {
      n[i] = p->share[g] * stress[i];
      for (int k = 0; k < GB_INPLANE_MODES; k++)
        n[i] += amplitude_weight(p, g, k) * stress[3 + k] * p->stress[k][i];
    }
    lower(law->middle, n, &S[g][GB_BENDING]);
  }
}

void gb_inplane_curvature(const gb_inplane *p, const gb_inplane_law *law, int point,
                          gb_pack by[GB_INPLANE_STRAINS][3]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) by[i][j] = p->share[point] * law->middle[i][j];
  for (int k = 0; k < GB_INPLANE_MODES; k++) {
    gb_pack n[3];
    for (int i = 0; i < 3; i++) n[i] = amplitude_weight(p, point, k) * p->stress[k][i];
    memset(by[3 + k], 0, sizeof by[3 + k]);
    lower(law->middle, n, by[3 + k]);
  }
}

void gb_inplane_spread(const gb_inplane *p, const gb_inplane_law *law, const gb_pack strain[],
                       gb_pack E[][GB_STRAINS]) {
  gb_pack mode[GB_INPLANE_MODES][3], raised[3];
  for (int k = 0; k < GB_INPLANE_MODES; k++) {
    const gb_pack size = law->amplitude[k][0] * strain[3] + law->amplitude[k][1] * strain[4];
    for (int i = 0; i < 3; i++) mode[k][i] = size * law->strain[k][i];
  }
  for (int g = 0; g < GB_INPLANE_POINTS; g++) {
    memset(raised, 0, sizeof raised);
    if (law->coupled) raise(law->middle, &E[g][GB_BENDING], raised);
    for (int i = 0; i < 3; i++)
      E[g][GB_MEMBRANE + i] +=
          strain[i] - raised[i] + p->place[g][0] * mode[0][i] + p->place[g][1] * mode[1][i];
  }
}

void gb_inplane_gather(const gb_inplane *p, const gb_inplane_law *law, gb_pack S[][GB_STRAINS],
                       gb_pack stress[]) {
  gb_pack mode[GB_INPLANE_MODES][3];
  memset(mode, 0, sizeof mode);
  for (int g = 0; g < GB_INPLANE_POINTS; g++) {
    gb_pack minus[3];
    for (int i = 0; i < 3; i++) {
      const gb_pack here = S[g][GB_MEMBRANE + i];
      stress[i] += here;
      minus[i] = -here;
      for (int k = 0; k < GB_INPLANE_MODES; k++) mode[k][i] += p->place[g][k] * here;
    }
    if (law->coupled) lower(law->middle, minus, &S[g][GB_BENDING]);
  }
  for (int k = 0; k < GB_INPLANE_MODES; k++) {
    const gb_pack size = gb_pack_dot3(law->strain[k], mode[k]);
    for (int l = 0; l < 2; l++) stress[3 + l] += law->amplitude[k][l] * size;
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
