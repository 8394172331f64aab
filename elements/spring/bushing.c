/// A bushing between two frames (x, a1, a2, a3) and (x, b1, b2, b3). The strains E are three
/// displacements a_i.(x_B - x_A) and three rotations 1/2 (b_j.a_k - b_k.a_j), i j k cyclic, minus
/// their values in the reference; S = K E + D E' are the forces and moments. Source:
/// docs/theory.md, (5.16)-(5.18).
#include "elements/spring/bushing.h"
#include "elements/element.h"

#include <string.h>

enum { SIZE = 24, SECOND = 12, STRAINS = GB_BUSHING_STRAINS, VECTORS = 7, GAP = 0, A = 1, B = 4 };

/// A term of a strain: a factor times the dot product of two of the vectors gap and axes.
typedef struct product_term {
  unsigned char strain, left, right;
  double factor;
} product_term;

enum { TERMS = 9 };
static const product_term terms[TERMS] = {
    {0, GAP, A, 1},         {1, GAP, A + 1, 1},      {2, GAP, A + 2, 1},
    {3, B + 1, A + 2, 0.5}, {3, B + 2, A + 1, -0.5}, {4, B + 2, A, 0.5},
    {4, B, A + 2, -0.5},    {5, B, A + 1, 0.5},      {5, B + 1, A, -0.5}};

/// Strains and their rates at a state, with the gradients of both by the displacements.
typedef struct bushing {
  gb_pack strain[STRAINS], rate[STRAINS];
  gb_pack slope[STRAINS][SIZE], rate_slope[STRAINS][SIZE];
} bushing;

/// @return the index of the first unknown of a vector. The gap is the second position, whose
/// unknowns begin at SECOND, minus the first position, whose unknowns begin at 0.
static int unknown_of(int vector) {
  return vector == GAP ? SECOND : vector < B ? 3 * vector : SECOND + 3 * (vector - B + 1);
}

static void open_vectors(const gb_pack from[], gb_pack vector[VECTORS][3]) {
  for (int k = 0; k < VECTORS; k++)
    for (int i = 0; i < 3; i++) {
      vector[k][i] = from[unknown_of(k) + i];
      if (k == GAP) vector[k][i] -= from[i];
    }
}

static void open_reference(const gb_element_input *in, gb_pack vector[VECTORS][3]) {
  const gb_geometry *axis[] = {in->director[0], in->second[0], in->third[0],
                               in->director[1], in->second[1], in->third[1]};
  for (int i = 0; i < 3; i++) {
    vector[GAP][i] = (gb_pack){0} + (in->position[1][i] - in->position[0][i]);
    for (int k = 0; k < 6; k++) vector[A + k][i] = (gb_pack){0} + axis[k][i];
  }
}

static void add_slope(int vector, const gb_pack by[3], double factor, gb_pack slope[SIZE]) {
  for (int i = 0; i < 3; i++) {
    slope[unknown_of(vector) + i] += factor * by[i];
    if (vector == GAP) slope[i] -= factor * by[i];
  }
}

static void measure(const gb_element_input *in, const gb_element_state *state, bushing *b) {
  gb_pack V[VECTORS][3], U[VECTORS][3], v[VECTORS][3], rate[VECTORS][3];
  memset(b, 0, sizeof *b);
  open_reference(in, V);
  open_vectors(state->q, U);
  open_vectors(state->v, rate);
  for (int k = 0; k < VECTORS; k++)
    for (int i = 0; i < 3; i++) v[k][i] = state->linear ? V[k][i] : V[k][i] + U[k][i];
  for (const product_term *t = terms; t < terms + TERMS; t++) {
    const int l = t->left, r = t->right;
    b->strain[t->strain] += t->factor * (gb_pack_dot3(V[l], U[r]) + gb_pack_dot3(U[l], v[r]));
    b->rate[t->strain] += t->factor * (gb_pack_dot3(rate[l], v[r]) + gb_pack_dot3(v[l], rate[r]));
    add_slope(l, v[r], t->factor, b->slope[t->strain]);
    add_slope(r, v[l], t->factor, b->slope[t->strain]);
    add_slope(l, rate[r], t->factor, b->rate_slope[t->strain]);
    add_slope(r, rate[l], t->factor, b->rate_slope[t->strain]);
  }
}

/// Compute S = K E, plus D E' unless `elastic`.
static void find_forces(const gb_element_input *in, const bushing *b, bool elastic,
                        gb_pack S[STRAINS]) {
  const gb_pack *K = in->parameter + GB_BUSHING_STIFFNESS, *D = in->parameter + GB_BUSHING_DAMPING;
  for (int c = 0; c < STRAINS; c++) {
    S[c] = (gb_pack){0};
    for (int d = 0; d < STRAINS; d++) {
      S[c] += K[gb_bushing_entry(c, d)] * b->strain[d];
      if (!elastic) S[c] += D[gb_bushing_entry(c, d)] * b->rate[d];
    }
  }
}

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  bushing b;
  gb_pack S[STRAINS];
  measure(in, state, &b);
  find_forces(in, &b, false, S);
  for (int c = 0; c < STRAINS; c++)
    for (int i = 0; i < SIZE; i++) r[i] += S[c] * b.slope[c][i];
}

/// J += factor times the second derivative of a term.
static void add_curvature(const product_term *t, gb_pack factor, gb_pack J[]) {
  for (int i = 0; i < 3; i++) {
    const int left = unknown_of(t->left) + i, right = unknown_of(t->right) + i;
    J[SIZE * left + right] += t->factor * factor;
    J[SIZE * right + left] += t->factor * factor;
    if (t->left != GAP) continue;
    J[SIZE * i + right] -= t->factor * factor;
    J[SIZE * right + i] -= t->factor * factor;
  }
}

static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  bushing b;
  gb_pack S[STRAINS];
  const gb_pack *K = in->parameter + GB_BUSHING_STIFFNESS, *D = in->parameter + GB_BUSHING_DAMPING;
  measure(in, state, &b);
  find_forces(in, &b, false, S);
  for (int c = 0; c < STRAINS; c++) {
    gb_pack by[SIZE]; // derivatives of the force c
    memset(by, 0, sizeof by);
    for (int d = 0; d < STRAINS; d++) {
      const gb_pack k = K[gb_bushing_entry(c, d)], damping = D[gb_bushing_entry(c, d)];
      const gb_pack direct = sigma[0] * k + sigma[1] * damping, turn = sigma[0] * damping;
      for (int j = 0; j < SIZE; j++) by[j] += direct * b.slope[d][j] + turn * b.rate_slope[d][j];
    }
    for (int i = 0; i < SIZE; i++)
      for (int j = 0; j < SIZE; j++) J[SIZE * i + j] += b.slope[c][i] * by[j];
  }
  for (const product_term *t = terms; t < terms + TERMS; t++)
    add_curvature(t, sigma[0] * S[t->strain], J);
}

/// Compute f[0], twice the strain energy, with the area 1.
static void sample(const gb_element_input *in, const gb_element_state *state, gb_field field,
                   gb_pack f[], gb_geometry area[]) {
  bushing b;
  gb_pack S[STRAINS];
  (void)field;
  measure(in, state, &b);
  find_forces(in, &b, true, S);
  f[0] = (gb_pack){0};
  for (int c = 0; c < STRAINS; c++) f[0] += S[c] * b.strain[c];
  area[0] = (gb_geometry){0} + 1.0;
}

static void sample_product(const gb_element_input *in, const gb_element_state *state,
                           gb_field field, int count, const gb_pack g[], gb_pack bar[]) {
  bushing b;
  gb_pack S[STRAINS];
  (void)field;
  measure(in, state, &b);
  find_forces(in, &b, true, S);
  for (int k = 0; k < count; k++)
    for (int c = 0; c < STRAINS; c++)
      for (int i = 0; i < SIZE; i++) bar[SIZE * k + i] += 2.0 * g[k] * S[c] * b.slope[c][i];
}

#define ENTRIES(word)                                                                              \
  word "_11", word "_12", word "_13", word "_14", word "_15", word "_16", word "_22", word "_23",  \
      word "_24", word "_25", word "_26", word "_33", word "_34", word "_35", word "_36",          \
      word "_44", word "_45", word "_46", word "_55", word "_56", word "_66"

const gb_element gb_element_bushing = {
    .name = "bushings",
    .fields = {GB_FRAME},
    .symmetric = false, // the damper's
    .damped = true,
    .parameter = {ENTRIES("stiffness"), ENTRIES("damping")},
    .residual = residual,
    .jacobian = jacobian,
    .samples = {0, 1, 0},
    .sample = sample,
    .sample_product = sample_product,
};
