/// Stresses of solids, linear in their strains. In the hexahedron with 8 nodes the stresses are
/// assumed, so that it bends without locking and may be nearly incompressible. In other elements
/// the dilatation is assumed, so that they may be nearly incompressible. Sources: T. H. H. Pian and
/// P. Tong 1986; J. C. Nagtegaal, D. M. Parks and J. R. Rice 1974, "On numerically accurate finite
/// element solutions in the fully plastic range".
#include "elements/solid/solid_point.h"

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

/// Set the functions that the element assumes, and the factors of their matrix.
static void find_modes(const gb_element_input *in, gb_solid_stress *law) {
  const gb_solid_table *t = law->table;
  const bool stresses = !law->finite && t->assumption == GB_SOLID_STRESSES;
  gb_pack C[STRAINS][STRAINS];
  law->modes = law->finite && t->assumption == GB_SOLID_STRESSES ? 1 : t->modes;
  if (stresses) {
    find_axes(in, t, law->axes);
    gb_solid_turn(law->section->compliance, (const gb_pack(*)[STRAINS])law->axes, C);
  }
  for (int m = 0; m < law->modes; m++)
    for (int n = 0; n <= m; n++) {
      gb_pack sum = {0};
      for (int g = 0; g < t->points; g++)
        sum += law->at->volume[g] * (t->mode[g][m] * t->mode[g][n]);
      law->factor[m][n] = stresses ? sum * C[t->of[m]][t->of[n]] : sum;
    }
  factorise(law->modes, law->factor);
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

void gb_solid_assume(const gb_solid_stress *law, gb_pack x[]) {
  const gb_solid_table *t = law->table;
  gb_pack share[MODES];
  if (law->modes == 0) return;
  memset(share, 0, sizeof share);
  for (int g = 0; g < t->points; g++)
    for (int m = 0; m < law->modes; m++) share[m] += t->mode[g][m] * (law->at->volume[g] * x[g]);
  substitute(law->modes, (const gb_pack(*)[MODES])law->factor, share);
  for (int g = 0; g < t->points; g++) {
    x[g] = (gb_pack){0};
    for (int m = 0; m < law->modes; m++) x[g] += t->mode[g][m] * share[m];
  }
}

/// Add to the normal components at the points a third of the difference of their sum from its best
/// approximation by the assumed functions.
static void assume_dilatation(const gb_solid_stress *law, gb_pack E[][STRAINS]) {
  gb_pack sum[GB_SOLID_POINTS];
  if (law->modes == 0) return;
  for (int g = 0; g < law->table->points; g++) sum[g] = E[g][0] + E[g][1] + E[g][2];
  gb_solid_assume(law, sum);
  for (int g = 0; g < law->table->points; g++) {
    const gb_pack change = sum[g] - (E[g][0] + E[g][1] + E[g][2]);
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

static bool has_stresses(const gb_solid_stress *law) {
  return law->table->assumption == GB_SOLID_STRESSES;
}

/// Compute stresses. The dilatation is assumed of the strains if `before`, of the stresses if
/// `after`.
static void find_stresses(const gb_solid_stress *law, bool before, bool after,
                          const gb_pack E[][STRAINS], gb_pack S[][STRAINS]) {
  const int points = law->table->points;
  gb_pack own[GB_SOLID_POINTS][STRAINS];
  if (has_stresses(law)) {
    assume_stresses(law, E, S);
    return;
  }
  memcpy(own, E, (size_t)points * sizeof *own);
  if (before) assume_dilatation(law, own);
  for (int g = 0; g < points; g++) multiply(law->section->stiffness, own[g], S[g]);
  if (after) assume_dilatation(law, S);
}

/// Set the state to the stresses of the material at the assumed strains. These stresses store the
/// energy of the element; the stresses that give the forces do not.
static void respond(gb_solid_stress *law, const gb_pack E[][STRAINS]) {
  gb_pack S[GB_SOLID_POINTS][STRAINS];
  find_stresses(law, true, false, E, S);
  for (int g = 0; g < law->table->points; g++) {
    gb_solid_state *state = &law->state[g];
    memcpy(state->stress, S[g], sizeof S[g]);
    multiply(law->section->compliance, S[g], state->strain);
    state->energy = (gb_pack){0};
    for (int i = 0; i < STRAINS; i++) state->energy += S[g][i] * state->strain[i];
  }
}

static void forces(const gb_solid_stress *law, gb_pack S[][STRAINS]) {
  for (int g = 0; g < law->table->points; g++) memcpy(S[g], law->state[g].stress, sizeof S[g]);
  if (!has_stresses(law)) assume_dilatation(law, S);
}

static void changes(const gb_solid_stress *law, const gb_pack dE[][STRAINS],
                    gb_pack dS[][STRAINS]) {
  find_stresses(law, true, true, dE, dS);
}

static void by_stress(const gb_solid_stress *law, const gb_pack g[][STRAINS],
                      gb_pack E[][STRAINS]) {
  find_stresses(law, false, true, g, E);
}

static void by_strain(const gb_solid_stress *law, const gb_pack g[][STRAINS],
                      gb_pack E[][STRAINS]) {
  gb_pack S[GB_SOLID_POINTS][STRAINS];
  for (int k = 0; k < law->table->points; k++) multiply(law->section->compliance, g[k], S[k]);
  by_stress(law, (const gb_pack(*)[STRAINS])S, E);
}

static void by_energy(const gb_solid_stress *law, const gb_pack g[], gb_pack E[][STRAINS]) {
  gb_pack strain[GB_SOLID_POINTS][STRAINS];
  for (int k = 0; k < law->table->points; k++)
    for (int i = 0; i < STRAINS; i++) strain[k][i] = 2 * g[k] * law->state[k].strain[i];
  by_stress(law, (const gb_pack(*)[STRAINS])strain, E);
}

static const gb_solid_form linear_form = {.respond = respond,
                                          .forces = forces,
                                          .changes = changes,
                                          .by_energy = by_energy,
                                          .by_stress = by_stress,
                                          .by_strain = by_strain};

void gb_solid_stress_find(const gb_element_input *in, const gb_solid_points *at,
                          const gb_solid_section *section, bool small, gb_solid_stress *law) {
  gb_pack heat[GB_SOLID_POINTS];
  law->table = in->table;
  law->section = section;
  law->at = at;
  law->finite = gb_section_laws[in->layup->kind]->finite;
  law->form = law->finite ? &gb_solid_finite_form : &linear_form;
  law->small = small;
  law->stretch = (gb_pack){0} + 1;
  if (law->finite && !small) {
    gb_solid_heat(in, heat);
    law->stretch += heat[0] * section->expansion[0];
  }
  find_modes(in, law);
}
