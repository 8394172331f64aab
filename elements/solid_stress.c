/// Stresses of solids from their strains. In the hexahedron with 8 nodes the stresses are assumed,
/// so that it bends without locking and may be nearly incompressible. In other elements the
/// dilatation is assumed, so that they may be nearly incompressible. Sources: T. H. H. Pian and P.
/// Tong 1986; J. C. Nagtegaal, D. M. Parks and J. R. Rice 1974, "On numerically accurate finite
/// element solutions in the fully plastic range".
#include "elements/solid_point.h"

#include <string.h>

enum { STRAINS = GB_SOLID_STRAINS, MODES = GB_SOLID_MODES };

/// Factorise a symmetric matrix, of which the lower part is given, as L D L^T. L has ones on its
/// diagonal, in whose place the inverse of D is stored.
static void factorise(int count, gb_pack A[MODES][MODES]) {
  for (int j = 0; j < count; j++) {
    gb_pack scaled[MODES], pivot = A[j][j];
    for (int k = 0; k < j; k++) {
      scaled[k] = A[j][k] / A[k][k];
      pivot -= A[j][k] * scaled[k];
    }
    A[j][j] = 1 / pivot;
    for (int i = j + 1; i < count; i++) {
      gb_pack sum = A[i][j];
      for (int k = 0; k < j; k++) sum -= A[i][k] * scaled[k];
      A[i][j] = sum * A[j][j];
    }
  }
}

/// Solve with the factors of `factorise`, in place.
static void substitute(int count, const gb_pack A[MODES][MODES], gb_pack x[]) {
  for (int i = 0; i < count; i++)
    for (int k = 0; k < i; k++) x[i] -= A[i][k] * x[k];
  for (int i = 0; i < count; i++) x[i] *= A[i][i];
  for (int i = count - 1; i >= 0; i--)
    for (int k = i + 1; k < count; k++) x[i] -= A[k][i] * x[k];
}

/// Set the axes of the stresses: a stress of two of the element's coordinates, as stresses along
/// the reference axes, by the derivatives of the position at the centre.
static void find_axes(const gb_element_input *in, const gb_solid_table *t,
                      gb_pack axes[STRAINS][STRAINS]) {
  gb_pack A[3][3];
  memset(A, 0, sizeof A);
  for (int a = 1; a < t->nodes; a++)
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++)
        A[i][k] += t->center[a][k] * (in->position[a][i] - in->position[0][i]);
  gb_solid_stress_axes((const gb_pack(*)[3])A, axes);
}

void gb_solid_stress_find(const gb_element_input *in, const gb_solid_points *at,
                          const gb_solid_section *section, gb_solid_stress *law) {
  const gb_solid_table *t = in->table;
  gb_pack C[STRAINS][STRAINS];
  law->table = t;
  law->section = section;
  law->at = at;
  if (t->assumption == GB_SOLID_NOTHING) return;
  if (t->assumption == GB_SOLID_STRESSES) {
    find_axes(in, t, law->axes);
    gb_solid_turn(section->compliance, (const gb_pack(*)[STRAINS])law->axes, C);
  }
  for (int m = 0; m < t->modes; m++)
    for (int n = 0; n <= m; n++) {
      gb_pack sum = {0};
      for (int g = 0; g < t->points; g++) sum += at->volume[g] * (t->mode[g][m] * t->mode[g][n]);
      law->factor[m][n] = t->assumption == GB_SOLID_STRESSES ? sum * C[t->of[m]][t->of[n]] : sum;
    }
  factorise(t->modes, law->factor);
}

/// Compute the assumed stresses from the strains.
static void assume_stresses(const gb_solid_stress *law, const gb_pack E[][STRAINS],
                            gb_pack S[][STRAINS]) {
  const gb_solid_table *t = law->table;
  gb_pack share[MODES];
  memset(share, 0, sizeof share);
  for (int g = 0; g < t->points; g++) {
    gb_pack along[STRAINS];
    for (int k = 0; k < STRAINS; k++) {
      along[k] = (gb_pack){0};
      for (int i = 0; i < STRAINS; i++) along[k] += law->axes[i][k] * E[g][i];
      along[k] *= law->at->volume[g];
    }
    for (int m = 0; m < t->modes; m++) share[m] += t->mode[g][m] * along[t->of[m]];
  }
  substitute(t->modes, (const gb_pack(*)[MODES])law->factor, share);
  for (int g = 0; g < t->points; g++) {
    gb_pack along[STRAINS];
    memset(along, 0, sizeof along);
    for (int m = 0; m < t->modes; m++) along[t->of[m]] += t->mode[g][m] * share[m];
    for (int i = 0; i < STRAINS; i++) {
      S[g][i] = (gb_pack){0};
      for (int k = 0; k < STRAINS; k++) S[g][i] += law->axes[i][k] * along[k];
    }
  }
}

/// Add to the normal components at the points a third of the difference of their sum from its best
/// approximation by the assumed functions.
static void assume_dilatation(const gb_solid_stress *law, gb_pack E[][STRAINS]) {
  const gb_solid_table *t = law->table;
  gb_pack share[MODES];
  memset(share, 0, sizeof share);
  for (int g = 0; g < t->points; g++) {
    const gb_pack sum = law->at->volume[g] * (E[g][0] + E[g][1] + E[g][2]);
    for (int m = 0; m < t->modes; m++) share[m] += t->mode[g][m] * sum;
  }
  substitute(t->modes, (const gb_pack(*)[MODES])law->factor, share);
  for (int g = 0; g < t->points; g++) {
    gb_pack change = -(E[g][0] + E[g][1] + E[g][2]);
    for (int m = 0; m < t->modes; m++) change += t->mode[g][m] * share[m];
    for (int i = 0; i < 3; i++) E[g][i] += change / 3;
  }
}

static void multiply(const gb_pack C[STRAINS][STRAINS], const gb_pack x[STRAINS],
                     gb_pack y[STRAINS]) {
  for (int i = 0; i < STRAINS; i++) {
    gb_pack sum = {0};
    for (int k = 0; k < STRAINS; k++) sum += C[i][k] * x[k];
    y[i] = sum;
  }
}

void gb_solid_strains_of(const gb_solid_section *section, const gb_pack S[STRAINS],
                         gb_pack E[STRAINS]) {
  multiply(section->compliance, S, E);
}

/// Compute stresses. The dilatation is assumed of the strains if `before`, of the stresses if
/// `after`.
static void find_stresses(const gb_solid_stress *law, bool before, bool after,
                          const gb_pack E[][STRAINS], gb_pack S[][STRAINS]) {
  const gb_solid_table *t = law->table;
  gb_pack own[GB_SOLID_POINTS][STRAINS];
  if (t->assumption == GB_SOLID_STRESSES) {
    assume_stresses(law, E, S);
    return;
  }
  memcpy(own, E, (size_t)t->points * sizeof *own);
  if (t->assumption == GB_SOLID_DILATATION && before) assume_dilatation(law, own);
  for (int g = 0; g < t->points; g++) multiply(law->section->stiffness, own[g], S[g]);
  if (t->assumption == GB_SOLID_DILATATION && after) assume_dilatation(law, S);
}

void gb_solid_stresses(const gb_solid_stress *law, const gb_pack E[][STRAINS],
                       gb_pack S[][STRAINS]) {
  find_stresses(law, true, true, E, S);
}

void gb_solid_point_stresses(const gb_solid_stress *law, const gb_pack E[][STRAINS],
                             gb_pack S[][STRAINS]) {
  find_stresses(law, true, false, E, S);
}

void gb_solid_point_product(const gb_solid_stress *law, const gb_pack g[][STRAINS],
                            gb_pack E[][STRAINS]) {
  find_stresses(law, false, true, g, E);
}
