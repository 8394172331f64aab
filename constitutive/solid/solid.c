/// The isotropic and the orthotropic material of solids. Source: docs/theory.md, section 12.
#include "constitutive/solid/solid.h"

#include <string.h>

enum { YOUNG, POISSON, DENSITY, YIELD };
/// Numbers of an orthotropic material.
enum { E1, E2, E3, NU12, NU13, NU23, G12, G23, G13, MASS, STRENGTH };
enum { NORMAL = 3 }; ///< number of normal strains, which come first
enum { STRAINS = GB_SOLID_STRAINS };

void gb_solid_stress_axes(const gb_pack A[3][3], gb_pack T[STRAINS][STRAINS]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j <= i; j++)
      for (int k = 0; k < 3; k++)
        for (int l = 0; l <= k; l++)
          T[gb_solid_entry(i, j)][gb_solid_entry(k, l)] =
              k == l ? A[i][k] * A[j][k] : A[i][k] * A[j][l] + A[i][l] * A[j][k];
}

void gb_solid_turn(const gb_pack C[STRAINS][STRAINS], const gb_pack T[STRAINS][STRAINS],
                   gb_pack out[STRAINS][STRAINS]) {
  gb_pack half[STRAINS][STRAINS];
  for (int i = 0; i < STRAINS; i++)
    for (int j = 0; j < STRAINS; j++) {
      half[i][j] = (gb_pack){0};
      for (int k = 0; k < STRAINS; k++) half[i][j] += C[i][k] * T[k][j];
    }
  for (int i = 0; i < STRAINS; i++)
    for (int j = 0; j < STRAINS; j++) {
      out[i][j] = (gb_pack){0};
      for (int k = 0; k < STRAINS; k++) out[i][j] += T[k][i] * half[k][j];
    }
}

const unsigned char gb_solid_axes[STRAINS][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {0, 2}};

/// Compute the cofactor of an entry of a symmetric matrix.
static gb_pack cofactor(const gb_pack A[3][3], int i, int j) {
  const int k = (i + 1) % 3, l = (i + 2) % 3, m = (j + 1) % 3, n = (j + 2) % 3;
  return A[k][m] * A[l][n] - A[k][n] * A[l][m];
}

/// J^2 - 1 = 2 tr E + 4 (sum of the principal minors of E) + 8 det E keeps the digits of small
/// strains.
void gb_finite_strain_find(const gb_pack E[STRAINS], gb_finite_strain *out) {
  gb_pack C[3][3], change = {0};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const gb_pack twice = (i == j ? 2 : 1) * E[gb_solid_entry(i, j)];
      out->E[i][j] = twice / 2;
      C[i][j] = twice + (double)(i == j);
    }
  const gb_pack(*own)[3] = (const gb_pack(*)[3])out->E;
  for (int i = 0; i < 3; i++)
    change += 2 * own[i][i] + 4 * cofactor(own, i, i) + 8 * own[0][i] * cofactor(own, 0, i);
  out->log_J = gb_pack_log_of_one_plus(change) / 2;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      out->inverse[i][j] = cofactor((const gb_pack(*)[3])C, i, j) / (1 + change);
}

void gb_finite_add_slope(const gb_finite_strain *strain, gb_pack factor,
                         gb_pack C[STRAINS][STRAINS]) {
  const gb_pack(*R)[3] = (const gb_pack(*)[3])strain->inverse;
  for (int a = 0; a < STRAINS; a++)
    for (int b = 0; b < STRAINS; b++) {
      const int i = gb_solid_axes[a][0], j = gb_solid_axes[a][1];
      const int k = gb_solid_axes[b][0], l = gb_solid_axes[b][1];
      C[a][b] += factor * (R[i][k] * R[j][l] + R[i][l] * R[j][k]);
    }
}

void gb_solid_isotropic(const gb_layup *layup, const gb_pack p[], gb_section *out) {
  const gb_pack E = p[YOUNG], nu = p[POISSON];
  const gb_pack shear = E / (2 * (1 + nu)), cross = 2 * shear * nu / (1 - 2 * nu);
  gb_solid_section *s = &out->solid;
  memset(out, 0, sizeof *out);
  for (int i = 0; i < NORMAL; i++)
    for (int j = 0; j < NORMAL; j++) {
      s->stiffness[i][j] = i == j ? cross + 2 * shear : cross;
      s->compliance[i][j] = i == j ? 1 / E : -nu / E;
    }
  for (int i = NORMAL; i < STRAINS; i++) {
    s->stiffness[i][i] = shear;
    s->compliance[i][i] = 1 / shear;
  }
  for (int i = 0; layup->heated && i < NORMAL; i++)
    s->expansion[i] = p[gb_layup_expansion(layup, 0)];
  s->mass = p[DENSITY];
  s->strength = p[YIELD];
}

/// Compute the compliance S and the stiffness C of an orthotropic material along its axes.
static void find_along_axes(const gb_pack p[], gb_pack S[STRAINS][STRAINS],
                            gb_pack C[STRAINS][STRAINS]) {
  memset(S, 0, STRAINS * sizeof *S);
  memset(C, 0, STRAINS * sizeof *C);
  S[0][1] = S[1][0] = -p[NU12] / p[E1];
  S[0][2] = S[2][0] = -p[NU13] / p[E1];
  S[1][2] = S[2][1] = -p[NU23] / p[E2];
  for (int i = 0; i < NORMAL; i++) {
    S[i][i] = 1 / p[E1 + i];
    C[NORMAL + i][NORMAL + i] = p[G12 + i];
    S[NORMAL + i][NORMAL + i] = 1 / p[G12 + i];
  }
  for (int i = 0; i < NORMAL; i++)
    for (int j = 0; j < NORMAL; j++) {
      const int k = (i + 1) % 3, l = (i + 2) % 3, m = (j + 1) % 3, n = (j + 2) % 3;
      C[i][j] = S[k][m] * S[l][n] - S[k][n] * S[l][m];
    }
  const gb_pack det = S[0][0] * C[0][0] + S[0][1] * C[0][1] + S[0][2] * C[0][2];
  for (int i = 0; i < NORMAL; i++)
    for (int j = 0; j < NORMAL; j++) C[i][j] /= det;
}

static void orthotropic(const gb_layup *layup, const gb_pack p[], gb_section *out) {
  gb_pack S[STRAINS][STRAINS], C[STRAINS][STRAINS], T[STRAINS][STRAINS], axes[3][3];
  gb_solid_section *s = &out->solid;
  memset(out, 0, sizeof *out);
  find_along_axes(p, S, C);
  for (int i = 0; i < 9; i++) axes[i / 3][i % 3] = (gb_pack){0} + layup->axes[i / 3][i % 3];
  gb_solid_stress_axes((const gb_pack(*)[3])axes, T);
  gb_solid_turn((const gb_pack(*)[STRAINS])S, (const gb_pack(*)[STRAINS])T, s->compliance);
  for (int i = 0; layup->heated && i < NORMAL; i++)
    for (int k = 0; k < STRAINS; k++)
      s->expansion[k] += T[i][k] * p[gb_layup_expansion(layup, 0) + i];
  for (int i = 0; i < NORMAL; i++) // shear strains are twice the entries of their tensor
    for (int k = 0; k < NORMAL; k++) {
      T[NORMAL + i][k] *= 2;
      T[k][NORMAL + i] /= 2;
    }
  gb_solid_turn((const gb_pack(*)[STRAINS])C, (const gb_pack(*)[STRAINS])T, s->stiffness);
  s->mass = p[MASS];
  s->strength = p[STRENGTH];
}

const gb_law_number gb_solid_ply[] = {{"relative_density", GB_NUMBER_OPTIONAL, 1}, {NULL, 0, 0}};
static const gb_law_number orthotropic_material[] = {
    {"E1", GB_NUMBER_NEEDED, 0},          {"E2", GB_NUMBER_NEEDED, 0},
    {"E3", GB_NUMBER_NEEDED, 0},          {"poisson", GB_NUMBER_OPTIONAL, 0},
    {"poisson13", GB_NUMBER_OPTIONAL, 0}, {"poisson23", GB_NUMBER_OPTIONAL, 0},
    {"G12", GB_NUMBER_NEEDED, 0},         {"G23", GB_NUMBER_NEEDED, 0},
    {"G13", GB_NUMBER_NEEDED, 0},         {"density", GB_NUMBER_OPTIONAL, 0},
    {"yield", GB_NUMBER_STRENGTH, 1},     {NULL, 0, 0}};
static const gb_law_number expansion[] = {{"expansion1", GB_NUMBER_OPTIONAL, 0},
                                          {"expansion2", GB_NUMBER_OPTIONAL, 0},
                                          {"expansion3", GB_NUMBER_OPTIONAL, 0},
                                          {NULL, 0, 0}};

const gb_section_law gb_section_law_solid = {.name = "solid",
                                             .source = "docs/theory.md, section 12",
                                             .material = gb_isotropic_material,
                                             .ply = gb_solid_ply,
                                             .solid = true,
                                             .stress = "yield",
                                             .section = gb_solid_isotropic};
const gb_section_law gb_section_law_orthotropic_solid = {.name = "orthotropic_solid",
                                                         .source = "docs/theory.md, section 12",
                                                         .material = orthotropic_material,
                                                         .ply = gb_solid_ply,
                                                         .solid = true,
                                                         .stress = "yield",
                                                         .expansion = expansion,
                                                         .section = orthotropic};
