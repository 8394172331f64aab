/// The section of a shell that is given by its stiffnesses: forces and moments per length from
/// strains and curvatures, N = A e + B k, M = B e + D k, Q = A_s g, with mass and rotary inertia
/// per area. Source: docs/theory.md, (4.13).
#include "constitutive/law.h"

#include <string.h>

/// Indices of the numbers. A, B and D are symmetric and have the entries 11, 12, 16, 22, 26, 66.
enum { THICKNESS, A, B = A + 6, D = B + 6, SHEAR = D + 6, MASS = SHEAR + 3, INERTIA };

/// Index of an entry of a symmetric matrix of three rows.
static const int entry[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};

/// Compute the mean of the two uniaxial stiffnesses of A or D, whose entries begin at `first`.
static gb_pack uniaxial(const gb_pack p[], int first) {
  const gb_pack c11 = p[first + entry[0][0]], c12 = p[first + entry[0][1]],
                c22 = p[first + entry[1][1]];
  return (c11 - c12 * c12 / c22 + c22 - c12 * c12 / c11) / 2;
}

/// The stiffness of the director's length is the mean of those by the membrane and by the bending,
/// which are both E t of a homogeneous isotropic shell: plates without membrane need it too.
static void section(const gb_layup *layup, const gb_pack p[], gb_section *s) {
  const gb_pack by_bending = 12 / (p[THICKNESS] * p[THICKNESS]) * uniaxial(p, D);
  (void)layup;
  memset(s, 0, sizeof *s);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      s->membrane[i][j] = p[A + entry[i][j]];
      s->coupling[i][j] = p[B + entry[i][j]];
      s->bending[i][j] = p[D + entry[i][j]];
    }
  s->shear[0][0] = p[SHEAR];
  s->shear[0][1] = s->shear[1][0] = p[SHEAR + 1];
  s->shear[1][1] = p[SHEAR + 2];
  s->penalty = (uniaxial(p, A) + by_bending) / 2;
  s->mass = p[MASS];
  s->inertia = p[INERTIA];
  s->thickness = p[THICKNESS];
}

/// Compute the stresses of a homogeneous section under the same forces and moments: s = N / t + 12
/// z M / t^3.
static void face_stress(const gb_layup *layup, const gb_pack p[], gb_pack z, const gb_pack E[],
                        gb_pack s[3]) {
  const gb_pack t = p[THICKNESS], by_moment = 12 * z / (t * t * t), *k = E + GB_BENDING;
  (void)layup;
  for (int i = 0; i < 3; i++) {
    s[i] = (gb_pack){0};
    for (int j = 0; j < 3; j++) {
      const gb_pack coupling = p[B + entry[i][j]];
      s[i] += (p[A + entry[i][j]] * E[j] + coupling * k[j]) / t +
              by_moment * (coupling * E[j] + p[D + entry[i][j]] * k[j]);
    }
  }
}

/// Numbers of a symmetric matrix of three rows.
#define MATRIX(name, role)                                                                         \
  {name ".11", role, 0}, {name ".12", GB_NUMBER_OPTIONAL, 0}, {name ".16", GB_NUMBER_OPTIONAL, 0}, \
      {name ".22", role, 0}, {name ".26", GB_NUMBER_OPTIONAL, 0}, {                                \
    name ".66", role, 0                                                                            \
  }

static const gb_law_number material[] = {{NULL, 0, 0}};
static const gb_law_number numbers[] = {
    {"thickness", GB_NUMBER_NEEDED, 0},        MATRIX("A", GB_NUMBER_NEEDED),
    MATRIX("B", GB_NUMBER_OPTIONAL),           MATRIX("D", GB_NUMBER_NEEDED),
    {"shear.11", GB_NUMBER_NEEDED, 0},         {"shear.12", GB_NUMBER_OPTIONAL, 0},
    {"shear.22", GB_NUMBER_NEEDED, 0},         {"area_mass", GB_NUMBER_OPTIONAL, 0},
    {"rotary_inertia", GB_NUMBER_OPTIONAL, 0}, {NULL, 0, 0}};

/// Powers of the thickness to which these numbers are proportional.
static const unsigned char power[] = {1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2,
                                      2, 3, 3, 3, 3, 3, 3, 1, 1, 1, 1, 3};

const gb_section_law gb_section_law_general_shell = {.name = "general_shell",
                                                     .source = "docs/theory.md, (4.13)",
                                                     .material = material,
                                                     .ply = numbers,
                                                     .plies = 1,
                                                     .whole = true,
                                                     .power = power,
                                                     .coupled = true,
                                                     .directed = true,
                                                     .section = section,
                                                     .face_stress = face_stress};
