/// The rod with two nodes, which resists only its axial strain e = l/L - 1, by the force N = E A e.
/// Its mass is consistent, lumped, or the mean of both. The element for the damping of its material
/// has N = b E A e' and forces a M v. Both act on positions only, so rods are connected as in a
/// truss. Source: docs/theory.md, (11.5).
#include "elements/beam/beam_point.h"

#include <string.h>

enum { STRAINS = GB_BEAM_STRAINS, UNKNOWNS = 6 };

/// Kinematics of a rod from the increments of its ends, without cancellation. In linear statics the
/// length l and the direction are taken from the reference configuration.
typedef struct stretch {
  gb_geometry reference; ///< length L in the reference
  gb_pack length;        ///< present length l
  gb_pack strain;        ///< less the free expansion
  gb_pack direction[3];  ///< direction from the first end to the second
  double own, other;     ///< parts of the mass by which the acceleration of an end acts at this end
                         ///< and at the other one
} stretch;

static void measure(const gb_element_input *in, const gb_element_state *state, stretch *s) {
  gb_pack X[3], U[3], x[3];
  gb_geometry square = {0};
  for (int i = 0; i < 3; i++) {
    const gb_geometry distance = in->position[1][i] - in->position[0][i];
    square += distance * distance;
    X[i] = (gb_pack){0} + distance;
    U[i] = state->q[3 + i] - state->q[i];
    x[i] = state->linear ? X[i] : X[i] + U[i];
  }
  s->reference = gb_pack_sqrt(square);
  static const double other[] = {1 / 6.0, 0, 1 / 12.0};
  s->other = other[in->layup->lumped];
  s->own = 1 / 2.0 - s->other;
  s->length = gb_pack_sqrt(gb_pack_dot3(x, x));
  s->strain =
      (gb_pack_dot3(X, U) + gb_pack_dot3(U, x)) / ((s->length + s->reference) * s->reference) -
      gb_layup_stretch(in->layup, in->parameter);
  for (int i = 0; i < 3; i++) s->direction[i] = x[i] / s->length;
}

/// @return the rate of the strain for given velocities, or its change for given displacements
static gb_pack change(const stretch *s, const gb_pack v[]) {
  gb_pack sum = {0};
  for (int i = 0; i < 3; i++) sum += s->direction[i] * (v[3 + i] - v[i]);
  return sum / s->reference;
}

/// Add a tension of this magnitude to r at both ends.
static void add_pull(const stretch *s, gb_pack size, gb_pack r[]) {
  for (int i = 0; i < 3; i++) {
    r[i] -= size * s->direction[i];
    r[3 + i] += size * s->direction[i];
  }
}

/// r += M (x - g).
static void add_inertia(const stretch *s, gb_pack mass, const double gravity[3], const gb_pack x[],
                        gb_pack r[]) {
  const gb_pack own = mass * s->reference * s->own, other = mass * s->reference * s->other;
  for (int i = 0; i < 3; i++) {
    const gb_pack near = x[i] - gravity[i], far = x[3 + i] - gravity[i];
    r[i] += own * near + other * far;
    r[3 + i] += other * near + own * far;
  }
}

/// J += [block, -block; -block, block] of 3 x 3, and factor times the mass matrix.
static void add_block(const stretch *s, const gb_pack block[3][3], gb_pack mass, double factor,
                      gb_pack J[]) {
  const gb_pack whole = factor * mass * s->reference;
  for (int m = 0; m < UNKNOWNS; m++)
    for (int n = 0; n < UNKNOWNS; n++) {
      const bool same = m / 3 == n / 3;
      J[UNKNOWNS * m + n] += same ? block[m % 3][n % 3] : -block[m % 3][n % 3];
      if (m % 3 == n % 3) J[UNKNOWNS * m + n] += (same ? s->own : s->other) * whole;
    }
}

/// Add the residual, which is linear in the section: with a differentiated section this adds its
/// derivative.
static void add_forces(const gb_element_input *in, const gb_element_state *state,
                       const gb_beam_section *section, gb_pack r[]) {
  stretch s;
  measure(in, state, &s);
  add_pull(&s, section->stiffness[0] * s.strain, r);
  add_inertia(&s, section->mass, in->gravity, state->a, r);
}

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  gb_section own;
  add_forces(in, state, gb_beam_section_of(in, &own), r);
}

static void parameter_residual(const gb_element_input *in, const gb_element_state *state, int k,
                               gb_pack r[]) {
  gb_section own;
  add_forces(in, state, gb_beam_section_by(in, k, &own), r);
}

static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  gb_section own;
  const gb_beam_section *section = gb_beam_section_of(in, &own);
  gb_pack block[3][3];
  stretch s;
  measure(in, state, &s);
  const gb_pack *n = s.direction, k = sigma[0] * section->stiffness[0] / s.reference;
  const gb_pack turn = sigma[0] * section->stiffness[0] * s.strain / s.length;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      block[i][j] = (k - turn) * n[i] * n[j];
      if (i == j) block[i][j] += turn;
    }
  add_block(&s, (const gb_pack(*)[3])block, section->mass, sigma[2], J);
}

/// Compute the strains of a beam for a rod: the axial strain, and zeros for the others.
static void strains(const gb_element_input *in, const gb_element_state *state, gb_pack strain[]) {
  stretch s;
  measure(in, state, &s);
  memset(strain, 0, STRAINS * sizeof *strain);
  strain[0] = s.strain;
}

static void strain_product(const gb_element_input *in, const gb_element_state *state, int count,
                           const gb_pack S[][GB_ELEMENT_STRAINS], gb_pack bar[]) {
  stretch s;
  measure(in, state, &s);
  for (int c = 0; c < count; c++) add_pull(&s, S[c][0] / s.reference, bar + UNKNOWNS * c);
}

static void areas(const gb_element_input *in, gb_field field, gb_geometry area[]) {
  gb_geometry square = {0};
  (void)field;
  for (int i = 0; i < 3; i++) {
    const gb_geometry distance = in->position[1][i] - in->position[0][i];
    square += distance * distance;
  }
  area[0] = gb_pack_sqrt(square);
}

static const double none[3] = {0};

/// Add the damping forces, which are linear in the section. The section of the damping includes b
/// and a.
static void add_damping(const gb_element_input *in, const gb_element_state *state,
                        const gb_beam_section *section, gb_pack r[]) {
  stretch s;
  measure(in, state, &s);
  add_pull(&s, section->stiffness[0] * change(&s, state->v), r);
  add_inertia(&s, section->mass, none, state->v, r);
}

static void damping_residual(const gb_element_input *in, const gb_element_state *state,
                             gb_pack r[]) {
  gb_section own;
  add_damping(in, state, gb_beam_section_of(in, &own), r);
}

static void damping_parameter_residual(const gb_element_input *in, const gb_element_state *state,
                                       int k, gb_pack r[]) {
  gb_section own;
  add_damping(in, state, gb_beam_section_by(in, k, &own), r);
}

static void damping_jacobian(const gb_element_input *in, const gb_element_state *state,
                             const double sigma[3], gb_pack J[]) {
  gb_section own;
  const gb_beam_section *section = gb_beam_section_of(in, &own);
  gb_pack block[3][3];
  stretch s;
  measure(in, state, &s);
  const gb_pack *n = s.direction, rate = change(&s, state->v);
  const gb_pack k = section->stiffness[0] / s.reference;
  const gb_pack turn = sigma[0] * section->stiffness[0] * rate / s.length;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const gb_pack across = state->v[3 + j] - state->v[j] - rate * s.reference * n[j];
      block[i][j] = n[i] * (k * (sigma[1] * n[j] + sigma[0] * across / s.length) - turn * n[j]);
      if (i == j) block[i][j] += turn;
    }
  add_block(&s, (const gb_pack(*)[3])block, section->mass, sigma[1], J);
}

static const gb_element damping = {.name = "damping of rods",
                                   .fields = {GB_POSITION},
                                   .damped = true,
                                   .residual = damping_residual,
                                   .jacobian = damping_jacobian,
                                   .parameter_residual = damping_parameter_residual};

const gb_element gb_element_rod = {.name = "rods",
                                   .fields = {GB_POSITION},
                                   .symmetric = true,
                                   .massive = true,
                                   .residual = residual,
                                   .jacobian = jacobian,
                                   .parameter_residual = parameter_residual,
                                   .samples = {1, 1, 1, STRAINS, STRAINS},
                                   .strains = strains,
                                   .strain_product = strain_product,
                                   .areas = areas,
                                   .damping = &damping};
