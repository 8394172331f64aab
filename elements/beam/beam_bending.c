#include "elements/beam/beam_bending.h"

#include "constitutive/beam/beam.h"

#include <math.h>
#include <string.h>

enum { STRAINS = GB_BEAM_STRAINS, ENDS = GB_BEAM_ENDS, SHEAR = 1, BEND = 4 };

static bool is_shear(int i) {
  return i == SHEAR || i == SHEAR + 1;
}

/// Compute the stiffness of shear 12 / L^2 J^T B J of bending with the stiffness B, in which J
/// gives the slopes (Q_z, -Q_y) of the moments M_y, M_z.
static void find_shear(const gb_beam_section *section, gb_geometry length, gb_pack K[2][2]) {
  const gb_geometry factor = 12 / (length * length);
  K[0][0] = factor * section->bending[2];
  K[0][1] = K[1][0] = -factor * section->bending[1];
  K[1][1] = factor * section->bending[0];
}

void gb_beam_bending_find(const gb_beam_section *section, gb_geometry length, gb_beam_bending *b) {
  gb_pack K[2][2], sum[2][2];
  const gb_pack *C = section->stiffness;
  find_shear(section, length, K);
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) sum[i][j] = K[i][j] + C[gb_beam_entry(SHEAR + i, SHEAR + j)];
  const gb_pack inverse = gb_pack_inverse_or_zero(sum[0][0] * sum[1][1] - sum[0][1] * sum[1][0]);
  b->length = length;
  b->inverse[0][0] = sum[1][1] * inverse;
  b->inverse[0][1] = b->inverse[1][0] = -sum[0][1] * inverse;
  b->inverse[1][1] = sum[0][0] * inverse;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < STRAINS; j++) {
      const gb_pack *H = b->inverse[i];
      b->caused[i][j] = H[0] * C[gb_beam_entry(SHEAR, j)] + H[1] * C[gb_beam_entry(SHEAR + 1, j)];
      b->strain[i][j] = is_shear(j) ? H[0] * K[0][j - SHEAR] + H[1] * K[1][j - SHEAR] // no digits
                                    : -b->caused[i][j];                               // cancel
    }
}

/// Compute the strains of the section in the middle of the element from the strains of the line.
static void find_middle(const gb_beam_bending *b, const gb_pack line[STRAINS], gb_pack at[]) {
  for (int i = 0; i < STRAINS; i++) at[i] = line[i];
  for (int i = 0; i < 2; i++) {
    at[SHEAR + i] = (gb_pack){0};
    for (int j = 0; j < STRAINS; j++) at[SHEAR + i] += b->strain[i][j] * line[j];
  }
}

void gb_beam_bending_soften(const gb_beam_bending *b, gb_beam_section *section) {
  gb_pack K[2][2], product[STRAINS][STRAINS], row[STRAINS], out[GB_BEAM_STIFFNESSES];
  find_shear(section, b->length, K);
  // each row is multiplied by the matrix of find_middle, then each column
  for (int i = 0; i < STRAINS; i++) {
    for (int j = 0; j < STRAINS; j++) row[j] = section->stiffness[gb_beam_entry(i, j)];
    for (int j = 0; j < STRAINS; j++)
      product[i][j] = (is_shear(j) ? (gb_pack){0} : row[j]) + row[SHEAR] * b->strain[0][j] +
                      row[SHEAR + 1] * b->strain[1][j];
  }
  for (int i = 0; i < STRAINS; i++)
    for (int j = i; j < STRAINS; j++) {
      gb_pack sum = is_shear(i) ? (gb_pack){0} : product[i][j];
      for (int m = 0; m < 2; m++) {
        sum += b->strain[m][i] * product[SHEAR + m][j];
        for (int n = 0; n < 2; n++) sum += b->caused[m][i] * K[m][n] * b->caused[n][j];
      }
      out[gb_beam_entry(i, j)] = sum;
    }
  memcpy(section->stiffness, out, sizeof out);
}

/// Compute the change of the strains from the middle to the second point of the quadrature, by the
/// shears that bending causes: the curvatures are 12 / L^2 (g_z, -g_y) times the distance, the
/// other strains those that leave their forces constant.
static void find_slope(const gb_beam_bending *b, const gb_beam_section *section,
                       const gb_pack shear[2], gb_pack slope[STRAINS]) {
  const gb_geometry factor = 12 / (b->length * 2 * sqrt(3.));
  slope[BEND] = factor * shear[1];
  slope[BEND + 1] = -factor * shear[0];
  for (int i = 0; i < BEND; i++)
    slope[i] = section->follow[i][0] * slope[BEND] + section->follow[i][1] * slope[BEND + 1];
}

static void find_caused(const gb_beam_bending *b, const gb_pack line[STRAINS], gb_pack shear[2]) {
  for (int i = 0; i < 2; i++) {
    shear[i] = (gb_pack){0};
    for (int j = 0; j < STRAINS; j++) shear[i] += b->caused[i][j] * line[j];
  }
}

void gb_beam_bending_strains(const gb_beam_bending *b, const gb_beam_section *section,
                             const gb_pack line[STRAINS], gb_pack at[ENDS][STRAINS]) {
  gb_pack middle[STRAINS], shear[2], slope[STRAINS];
  find_middle(b, line, middle);
  find_caused(b, line, shear);
  find_slope(b, section, shear, slope);
  for (int i = 0; i < STRAINS; i++) {
    at[0][i] = middle[i] - slope[i];
    at[1][i] = middle[i] + slope[i];
  }
}

void gb_beam_bending_product(const gb_beam_bending *b, const gb_beam_section *section,
                             const gb_pack at[ENDS][STRAINS], gb_pack line[STRAINS]) {
  const gb_geometry factor = 12 / (b->length * 2 * sqrt(3.));
  gb_pack by[2] = {at[1][BEND] - at[0][BEND], at[1][BEND + 1] - at[0][BEND + 1]};
  for (int i = 0; i < BEND; i++)
    for (int m = 0; m < 2; m++) by[m] += section->follow[i][m] * (at[1][i] - at[0][i]);
  for (int j = 0; j < STRAINS; j++) {
    line[j] = is_shear(j) ? (gb_pack){0} : at[0][j] + at[1][j];
    for (int m = 0; m < 2; m++) line[j] += (at[0][SHEAR + m] + at[1][SHEAR + m]) * b->strain[m][j];
    line[j] += factor * (by[0] * b->caused[1][j] - by[1] * b->caused[0][j]);
  }
}
