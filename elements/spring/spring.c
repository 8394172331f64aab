/// A spring and damper between two points x_A and x_B: it pulls them together with the force
/// N = k1 e + k2 e^2 + k3 e^3 + c1 e' + c2 e'^2 + c3 e'^3 and that of its law at the elongation e =
/// |x_B - x_A| - l0. Source: docs/theory.md, (5.8)-(5.10).
#include "elements/spring/spring.h"
#include "elements/spring/polynomial.h"

/// Kinematics of a spring from the increments of its ends, without cancellation, (5.8).
typedef struct stretch {
  gb_pack origin, growth; ///< elongation in the reference, and its increment
  gb_pack elongation, rate;
  gb_pack length;                    ///< length l; the reference's if elongations are linear
  gb_pack direction[3], velocity[3]; ///< direction from A to B; velocity of B relative to A
} stretch;

static void measure(const gb_element_input *in, const gb_element_state *state, stretch *s) {
  gb_pack X[3], U[3], x[3];
  gb_geometry square = {0};
  for (int i = 0; i < 3; i++) {
    gb_geometry distance = in->position[1][i] - in->position[0][i];
    square += distance * distance;
    X[i] = (gb_pack){0} + distance;
    U[i] = state->q[3 + i] - state->q[i];
    x[i] = state->linear ? X[i] : X[i] + U[i];
    s->velocity[i] = state->v[3 + i] - state->v[i];
  }
  gb_geometry reference = gb_pack_sqrt(square);
  s->length = gb_pack_sqrt(gb_pack_dot3(x, x));
  s->growth = (gb_pack_dot3(X, U) + gb_pack_dot3(U, x)) / (s->length + reference);
  s->origin = reference - in->parameter[GB_SPRING_LENGTH];
  s->elongation = s->growth + s->origin;
  for (int i = 0; i < 3; i++) s->direction[i] = x[i] / s->length;
  s->rate = gb_pack_dot3(s->direction, s->velocity);
}

/// Add a force of this magnitude along the spring to r, at both ends.
static void add_along(const stretch *s, gb_pack size, gb_pack r[]) {
  for (int i = 0; i < 3; i++) {
    r[i] -= size * s->direction[i];
    r[3 + i] += size * s->direction[i];
  }
}

void gb_spring_force(const gb_element_input *in, gb_pack elongation, gb_pack rate,
                     gb_pack force[3]) {
  const gb_pack *k = in->parameter + GB_SPRING_STIFFNESS, *c = in->parameter + GB_SPRING_DAMPING;
  force[0] = gb_polynomial(k, elongation) + gb_polynomial(c, rate);
  force[1] = gb_polynomial_slope(k, elongation);
  force[2] = gb_polynomial_slope(c, rate);
  if (in->table)
    gb_force_law_add(in->table, in->parameter, in->t, (gb_pack[]){elongation, rate}, force);
}

void gb_spring_energy(const gb_element_input *in, bool linear, gb_pack origin, gb_pack growth,
                      gb_pack energy[2]) {
  const gb_pack *k = in->parameter + GB_SPRING_STIFFNESS;
  const gb_pack at = linear ? origin : origin + growth;
  energy[0] = 2.0 * gb_polynomial_integral(k, at);
  energy[1] = 2.0 * gb_polynomial(k, at);
  if (!linear) return;
  const gb_pack slope = gb_polynomial_slope(k, at) * growth;
  energy[0] += (energy[1] + slope) * growth;
  energy[1] += 2.0 * slope;
}

/// Add the part of r that is linear in the increments: the force of the reference rotates with the
/// spring.
static void add_linear(const gb_element_state *state, const stretch *s, const gb_pack force[3],
                       gb_pack r[]) {
  add_along(s, force[1] * s->growth, r);
  for (int i = 0; i < 3; i++) {
    const gb_pack across = state->q[3 + i] - state->q[i] - s->growth * s->direction[i];
    r[i] -= force[0] / s->length * across;
    r[3 + i] += force[0] / s->length * across;
  }
}

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  stretch s;
  measure(in, state, &s);
  gb_pack force[3];
  gb_spring_force(in, state->linear ? s.origin : s.elongation, s.rate, force);
  add_along(&s, force[0], r);
  if (state->linear) add_linear(state, &s, force, r);
}

/// Add the Jacobian (5.10).
static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  stretch s;
  measure(in, state, &s);
  const gb_pack *n = s.direction;
  gb_pack force[3];
  gb_spring_force(in, s.elongation, s.rate, force);
  const gb_pack k = force[1], c = force[2], turn = force[0] / s.length;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      gb_pack along = sigma[0] * (k - turn) * n[j] + sigma[1] * c * n[j] +
                      sigma[0] * c / s.length * (s.velocity[j] - s.rate * n[j]);
      gb_pack value = n[i] * along;
      if (i == j) value += sigma[0] * turn;
      J[6 * i + j] += value;
      J[6 * (3 + i) + 3 + j] += value;
      J[6 * i + 3 + j] -= value;
      J[6 * (3 + i) + j] -= value;
    }
}

/// @return twice the strain energy
static void sample(const gb_element_input *in, const gb_element_state *state, gb_field field,
                   gb_pack f[], gb_geometry area[]) {
  stretch s;
  (void)field;
  measure(in, state, &s);
  gb_pack energy[2];
  gb_spring_energy(in, state->linear, s.origin, s.growth, energy);
  f[0] = energy[0];
  area[0] = (gb_geometry){0} + 1.0;
}

static void sample_product(const gb_element_input *in, const gb_element_state *state,
                           gb_field field, int count, const gb_pack g[], gb_pack bar[]) {
  stretch s;
  (void)field;
  measure(in, state, &s);
  gb_pack energy[2];
  gb_spring_energy(in, state->linear, s.origin, s.growth, energy);
  for (int c = 0; c < count; c++) add_along(&s, g[c] * energy[1], bar + 6 * c);
}

void gb_spring_sides(const gb_element_input *in, const gb_pack at[2], uint64_t side[]) {
  double here[2], parameter[GB_LAW_FIRST + GB_LAW_NUMBERS + GB_LAW_CONTROLS];
  for (int lane = 0; lane < GB_LANES && in->table; lane++) {
    for (int k = 0; k < 2; k++) here[k] = gb_real(gb_lanes((gb_pack *)&at[k])[lane]);
    for (int k = 0; k < in->parameters; k++)
      parameter[k] = gb_real(gb_lanes((gb_pack *)&in->parameter[k])[lane]);
    side[lane] = gb_force_law_sides(in->table, parameter, in->t, here);
  }
}

static void kinks(const gb_element_input *in, const gb_element_state *state, uint64_t side[]) {
  stretch s;
  measure(in, state, &s);
  gb_spring_sides(in, (gb_pack[]){s.elongation, s.rate}, side);
}

const gb_element gb_element_spring = {
    .name = "springs",
    .fields = {GB_POSITION},
    .symmetric = false, // because of the damper
    .damped = true,
    .parameter = {"stiffness", "stiffness2", "stiffness3", "damping", "damping2", "damping3",
                  "length", "n1", "n2", "n3"},
    .residual = residual,
    .kinks = kinks,
    .jacobian = jacobian,
    .samples = {0, 1, 0},
    .sample = sample,
    .sample_product = sample_product,
};
