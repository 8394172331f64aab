/// A spring and damper about the axis of a joint: the moment M = k1 e + k2 e^2 + k3 e^3 + c1 e' +
/// c2 e'^2 + c3 e'^3 at e = phi - phi0 rotates the second frame back, where phi is the angle from
/// a1, a2 to b1, b2 about a3, between -pi and pi. Nodes: the frames (x, a1, a2, a3) and (x, b1, b2,
/// b3). Source: docs/theory.md, (5.13)-(5.15).
#include "elements/spring/polynomial.h"
#include "elements/spring/spring.h"

enum { SIZE = 24, A1 = 3, A2 = 6, B1 = 15, B2 = 18, VARIABLES = 12 };

/// Indices of the unknowns on which the angle depends: a1, a2, b1, b2.
static const signed char place[VARIABLES] = {A1, A1 + 1, A1 + 2, A2, A2 + 1, A2 + 2,
                                             B1, B1 + 1, B1 + 2, B2, B2 + 1, B2 + 2};

/// x = a1.b1 + a2.b2 and y = a2.b1 - a1.b2, which do not depend on the choice of a1 and b1 across
/// the axis; their gradients, and the angle with its gradient and rate.
typedef struct twist {
  gb_pack x, y;
  gb_pack dx[VARIABLES], dy[VARIABLES], slope[VARIABLES];
  gb_pack start,
      turn; ///< the angle of the point (x, y), and what is added to it where it is linear
  gb_pack angle, rate;
} twist;

static void measure(const gb_element_input *in, const gb_element_state *state, twist *t) {
  const gb_geometry *reference[4] = {in->director[0], in->second[0], in->director[1],
                                     in->second[1]};
  gb_pack a[4][3];
  for (int k = 0; k < 4; k++)
    for (int i = 0; i < 3; i++)
      a[k][i] = state->linear ? reference[k][i] : reference[k][i] + state->q[place[3 * k] + i];
  t->x = gb_pack_dot3(a[0], a[2]) + gb_pack_dot3(a[1], a[3]);
  t->y = gb_pack_dot3(a[1], a[2]) - gb_pack_dot3(a[0], a[3]);
  for (int i = 0; i < 3; i++) {
    t->dx[i] = t->dy[3 + i] = a[2][i];
    t->dx[3 + i] = a[3][i];
    t->dy[i] = -a[3][i];
    t->dx[6 + i] = a[0][i];
    t->dx[9 + i] = t->dy[6 + i] = a[1][i];
    t->dy[9 + i] = -a[0][i];
  }
  const gb_pack square = t->x * t->x + t->y * t->y;
  t->start = gb_pack_angle(t->y, t->x);
  t->turn = t->rate = (gb_pack){0};
  for (int i = 0; i < VARIABLES; i++) {
    t->slope[i] = (t->x * t->dy[i] - t->y * t->dx[i]) / square;
    t->rate += t->slope[i] * state->v[place[i]];
    if (state->linear) t->turn += t->slope[i] * state->q[place[i]];
  }
  t->angle = t->start + t->turn;
}

/// Compute the moment and its derivatives by angle and rate.
static void find_moment(const gb_element_input *in, const twist *t, gb_pack moment[3]) {
  gb_spring_force(in, t->angle - in->parameter[GB_SPRING_LENGTH], t->rate, moment);
}

/// Whether a second derivative couples two variables: those of the vectors `first` and `second`.
static bool couples(int i, int j, int first, int second) {
  const int low = i < j ? i : j, high = i < j ? j : i;
  return low / 3 == first && high / 3 == second && low % 3 == high % 3;
}

/// @return the second derivative H_ij of the angle
static gb_pack curvature(const twist *t, int i, int j) {
  const gb_pack square = t->x * t->x + t->y * t->y;
  const gb_pack xx = 2.0 * t->x * t->y / (square * square);
  const gb_pack xy = (t->y * t->y - t->x * t->x) / (square * square);
  gb_pack H = xx * (t->dx[i] * t->dx[j] - t->dy[i] * t->dy[j]) +
              xy * (t->dx[i] * t->dy[j] + t->dy[i] * t->dx[j]);
  if (couples(i, j, 0, 2) || couples(i, j, 1, 3)) H -= t->y / square;
  if (couples(i, j, 1, 2)) H += t->x / square;
  if (couples(i, j, 0, 3)) H -= t->x / square;
  return H;
}

/// Compute the residual. In linear statics it is the moment in the reference plus its linear
/// increment.
static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  twist t;
  measure(in, state, &t);
  gb_pack moment[3];
  if (state->linear) t.angle = t.start;
  find_moment(in, &t, moment);
  for (int i = 0; i < VARIABLES; i++) {
    r[place[i]] += (moment[0] + moment[1] * t.turn) * t.slope[i];
    for (int j = 0; state->linear && j < VARIABLES; j++)
      r[place[i]] += moment[0] * curvature(&t, i, j) * state->q[place[j]];
  }
}

static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  twist t;
  measure(in, state, &t);
  gb_pack moment[3];
  find_moment(in, &t, moment);
  const gb_pack M = moment[0], k = moment[1], c = moment[2];
  for (int j = 0; j < VARIABLES; j++) {
    gb_pack H[VARIABLES], turn = {0};
    for (int i = 0; i < VARIABLES; i++) {
      H[i] = curvature(&t, i, j);
      turn += H[i] * state->v[place[i]];
    }
    const gb_pack along = sigma[0] * (k * t.slope[j] + c * turn) + sigma[1] * c * t.slope[j];
    for (int i = 0; i < VARIABLES; i++)
      J[SIZE * place[i] + place[j]] += t.slope[i] * along + sigma[0] * M * H[i];
  }
}

/// @return twice the strain energy
static void sample(const gb_element_input *in, const gb_element_state *state, gb_field field,
                   gb_pack f[], gb_geometry area[]) {
  twist t;
  (void)field;
  measure(in, state, &t);
  gb_pack energy[2];
  gb_spring_energy(in, state->linear, t.start - in->parameter[GB_SPRING_LENGTH], t.turn, energy);
  f[0] = energy[0];
  area[0] = (gb_geometry){0} + 1.0;
}

static void sample_product(const gb_element_input *in, const gb_element_state *state,
                           gb_field field, int count, const gb_pack g[], gb_pack bar[]) {
  twist t;
  (void)field;
  measure(in, state, &t);
  gb_pack energy[2];
  gb_spring_energy(in, state->linear, t.start - in->parameter[GB_SPRING_LENGTH], t.turn, energy);
  for (int c = 0; c < count; c++)
    for (int i = 0; i < VARIABLES; i++) bar[SIZE * c + place[i]] += g[c] * energy[1] * t.slope[i];
}

static void kinks(const gb_element_input *in, const gb_element_state *state, uint64_t side[]) {
  twist s;
  measure(in, state, &s);
  gb_spring_sides(in, (gb_pack[]){s.angle - in->parameter[GB_SPRING_LENGTH], s.rate}, side);
}

const gb_element gb_element_torsion = {
    .name = "torsional springs",
    .fields = {GB_FRAME},
    .damped = true,
    .parameter = {"stiffness", "stiffness2", "stiffness3", "damping", "damping2", "damping3",
                  "angle", "n1", "n2", "n3"},
    .residual = residual,
    .kinks = kinks,
    .jacobian = jacobian,
    .samples = {0, 1, 0},
    .sample = sample,
    .sample_product = sample_product,
};
