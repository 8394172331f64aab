/// Stresses of solids by a law of finite strains: energies W(E) + U(a) at the points, where a is
/// the best approximation of v = ln J by the assumed functions, so that elements may be nearly
/// incompressible. The stresses S = dW/dE + p C^-1 give the forces, where p is the best
/// approximation of dU/da and C^-1 the derivative of v by E. Source: J. C. Simo, R. L. Taylor and
/// K. S. Pister 1985, "Variational and projection methods for the volume constraint in finite
/// deformation elasto-plasticity"; docs/theory.md, section 12.
#include "elements/solid/solid_point.h"

#include <string.h>

enum { STRAINS = GB_SOLID_STRAINS, POINTS = GB_SOLID_POINTS };

static gb_pack dot(const gb_pack x[STRAINS], const gb_pack y[STRAINS]) {
  gb_pack sum = {0};
  for (int i = 0; i < STRAINS; i++) sum += x[i] * y[i];
  return sum;
}

/// Find the strains and the stresses dW/dE of a point, with their derivatives. Of a law for small
/// strains, v is the trace of E, and stresses are linear about no strain.
static void find_shape(gb_solid_stress *law, int g, gb_finite_strain *strain) {
  const gb_pack *E = law->state[g].strain;
  const gb_pack square = law->stretch * law->stretch;
  gb_pack own[STRAINS];
  for (int i = 0; i < STRAINS; i++) own[i] = law->small ? (gb_pack){0} : E[i] / square;
  gb_finite_strain_find(own, strain);
  law->state[g].energy =
      law->finite->shape(law->section, strain, law->state[g].shape, law->state[g].tangent);
  for (int i = 0; i < STRAINS; i++)
    law->state[g].inverse[i] = strain->inverse[gb_solid_axes[i][0]][gb_solid_axes[i][1]];
  if (!law->small) return;
  strain->log_J = dot(law->state[g].inverse, E);
  for (int i = 0; i < STRAINS; i++)
    law->state[g].shape[i] = dot((const gb_pack *)law->state[g].tangent[i], E);
  law->state[g].energy = dot(law->state[g].shape, E);
}

/// Find twice the energy U of a point, and the derivatives of U.
static gb_pack find_volume(gb_solid_stress *law, int g, gb_pack a) {
  gb_pack by[2];
  const gb_pack twice = law->finite->volume(law->section, law->small ? (gb_pack){0} : a, by);
  law->state[g].volume[0] = law->small ? by[1] * a : by[0];
  law->state[g].volume[1] = by[1];
  return law->small ? by[1] * a * a : twice;
}

/// Refer a point's state to the volume before free expansion, and its derivatives to the strains
/// from there.
static void scale(gb_solid_stress *law, int g) {
  const gb_pack stretch = law->stretch;
  law->state[g].energy *= stretch * stretch * stretch;
  law->state[g].volume[0] *= stretch;
  law->state[g].volume[1] /= stretch;
  for (int i = 0; i < STRAINS; i++) {
    law->state[g].shape[i] *= stretch;
    law->state[g].stress[i] *= stretch;
    for (int k = 0; k < STRAINS; k++) law->state[g].tangent[i][k] /= stretch;
  }
}

static void respond(gb_solid_stress *law, const gb_pack E[][STRAINS]) {
  const int points = law->table->points;
  gb_finite_strain strain[POINTS];
  gb_pack v[POINTS], p[POINTS];
  for (int g = 0; g < points; g++) {
    memcpy(law->state[g].strain, E[g], sizeof E[g]);
    find_shape(law, g, &strain[g]);
    v[g] = strain[g].log_J;
  }
  gb_solid_assume(law, v);
  for (int g = 0; g < points; g++) {
    law->state[g].energy += find_volume(law, g, v[g]);
    p[g] = law->state[g].volume[0];
  }
  gb_solid_assume(law, p);
  for (int g = 0; g < points; g++) {
    for (int i = 0; i < STRAINS; i++)
      law->state[g].stress[i] = law->state[g].shape[i] + p[g] * law->state[g].inverse[i];
    if (!law->small) gb_finite_add_slope(&strain[g], -p[g], law->state[g].tangent);
    scale(law, g);
  }
}

static void forces(const gb_solid_stress *law, gb_pack S[][STRAINS]) {
  for (int g = 0; g < law->table->points; g++) memcpy(S[g], law->state[g].stress, sizeof S[g]);
}

/// E[points] += C^-1 times the best approximation of x[points], which is lost.
static void add_volume(const gb_solid_stress *law, gb_pack x[], gb_pack E[][STRAINS]) {
  gb_solid_assume(law, x);
  for (int g = 0; g < law->table->points; g++)
    for (int i = 0; i < STRAINS; i++) E[g][i] += law->state[g].inverse[i] * x[g];
}

static void changes(const gb_solid_stress *law, const gb_pack dE[][STRAINS],
                    gb_pack dS[][STRAINS]) {
  const int points = law->table->points;
  gb_pack a[POINTS];
  for (int g = 0; g < points; g++) a[g] = dot(law->state[g].inverse, dE[g]);
  gb_solid_assume(law, a);
  for (int g = 0; g < points; g++) {
    a[g] *= law->state[g].volume[1];
    for (int i = 0; i < STRAINS; i++) dS[g][i] = dot(law->state[g].tangent[i], dE[g]);
  }
  add_volume(law, a, dS);
}

static void by_energy(const gb_solid_stress *law, const gb_pack g[], gb_pack E[][STRAINS]) {
  gb_pack by[POINTS];
  for (int k = 0; k < law->table->points; k++) {
    by[k] = 2 * g[k] * law->state[k].volume[0];
    for (int i = 0; i < STRAINS; i++) E[k][i] = 2 * g[k] * law->state[k].shape[i];
  }
  add_volume(law, by, E);
}

static void by_strain(const gb_solid_stress *law, const gb_pack g[][STRAINS],
                      gb_pack E[][STRAINS]) {
  memcpy(E, g, (size_t)law->table->points * sizeof *E);
}

/// Stresses change by a symmetric function of the strains, so that `changes` is its own transpose.
const gb_solid_form gb_solid_finite_form = {.respond = respond,
                                            .forces = forces,
                                            .changes = changes,
                                            .by_energy = by_energy,
                                            .by_stress = changes,
                                            .by_strain = by_strain};
