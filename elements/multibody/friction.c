/// Coulomb friction in a joint with the size of its reaction as normal force: with the speeds v
/// along the axis and R phi' around it, the force f v and the moment f R^2 phi', f = mu N /
/// sqrt(v^2
/// + (R phi')^2 + v0^2). Nodes: the frames (x, a1, a2, a3) and (x, b1, b2, b3), and the first again
/// for the multipliers. Source: docs/theory.md, (5.28)-(5.30).
#include "elements/multibody/friction.h"
#include "elements/element.h"
#define GB_JET_SLOPES 54
#include "elements/jet.h"

enum {
  SIZE = 30, ///< the largest: its multipliers are the joint's, six at most
  SECOND = 12,
  FIRST_MULTIPLIER = 24,
  RATES = SIZE, ///< index of the first derivative by a rate; multipliers have none
  UNKNOWNS = SIZE + FIRST_MULTIPLIER,
  A1 = 3,
  A2 = 6,
  A3 = 9,
  B1 = SECOND + 3,
  B2 = SECOND + 6
};

/// Vectors of the joint, or rates of these vectors.
typedef struct vectors {
  gb_jet gap[3], a1[3], a2[3], a3[3], b1[3], b2[3];
} vectors;

static gb_scalar lane_of(const gb_pack *from, int lane) {
  return gb_lanes((gb_pack *)from)[lane];
}

/// @return a vector of the joint by its reference and q, or its rate
static void open_vector(const gb_element_state *state, const gb_geometry *reference, int first,
                        int lane, gb_jet out[3]) {
  for (int i = 0; i < 3; i++) {
    const gb_pack *from = reference ? state->q : state->v;
    const int index = reference ? first + i : RATES + first + i;
    out[i] = gb_jet_unknown(lane_of(&from[first + i], lane), index, UNKNOWNS);
    if (reference) out[i].value += gb_lanes((gb_pack *)&reference[i])[lane];
  }
}

static void open_vectors(const gb_element_input *in, const gb_element_state *state, bool rates,
                         int lane, vectors *out) {
  gb_jet from[3];
  open_vector(state, rates ? NULL : in->position[0], 0, lane, from);
  open_vector(state, rates ? NULL : in->position[1], SECOND, lane, out->gap);
  for (int i = 0; i < 3; i++) out->gap[i] = gb_jet_subtract(out->gap[i], from[i]);
  open_vector(state, rates ? NULL : in->director[0], A1, lane, out->a1);
  open_vector(state, rates ? NULL : in->second[0], A2, lane, out->a2);
  open_vector(state, rates ? NULL : in->third[0], A3, lane, out->a3);
  open_vector(state, rates ? NULL : in->director[1], B1, lane, out->b1);
  open_vector(state, rates ? NULL : in->second[1], B2, lane, out->b2);
}

/// @return the magnitude of the reaction; a zero reaction has zero derivatives
static gb_jet reaction(const gb_element_input *in, const gb_element_state *state, int lane) {
  const gb_joint *joint = in->table;
  gb_jet square = gb_jet_number(0);
  for (int k = 0; k < gb_joint_reactions(joint->type); k++) {
    const int index = FIRST_MULTIPLIER + k;
    const gb_jet lambda = gb_jet_scale(
        gb_jet_unknown(lane_of(&state->q[index], lane), index, UNKNOWNS), in->enforcement->column);
    square = gb_jet_add(square, gb_jet_multiply(lambda, lambda));
  }
  return gb_real(square.value) > 0 ? gb_jet_sqrt(square) : gb_jet_number(0);
}

static gb_jet rate_of(const gb_jet a[3], const gb_jet b[3], const gb_jet da[3],
                      const gb_jet db[3]) {
  return gb_jet_add(gb_jet_dot(da, b), gb_jet_dot(a, db));
}

/// Compute x = a1.b1 + a2.b2 and y = a2.b1 - a1.b2, which give the angle, the sum of their squares,
/// and the rate of the angle.
typedef struct twist {
  gb_jet x, y, rate;
} twist;

static void measure_twist(const vectors *v, const vectors *d, twist *t) {
  const gb_jet x = gb_jet_add(gb_jet_dot(v->a1, v->b1), gb_jet_dot(v->a2, v->b2));
  const gb_jet y = gb_jet_subtract(gb_jet_dot(v->a2, v->b1), gb_jet_dot(v->a1, v->b2));
  const gb_jet dx =
      gb_jet_add(rate_of(v->a1, v->b1, d->a1, d->b1), rate_of(v->a2, v->b2, d->a2, d->b2));
  const gb_jet dy =
      gb_jet_subtract(rate_of(v->a2, v->b1, d->a2, d->b1), rate_of(v->a1, v->b2, d->a1, d->b2));
  const gb_jet square = gb_jet_add(gb_jet_multiply(x, x), gb_jet_multiply(y, y));
  t->x = gb_jet_divide(x, square);
  t->y = gb_jet_divide(y, square);
  t->rate = gb_jet_subtract(gb_jet_multiply(t->x, dy), gb_jet_multiply(t->y, dx));
}

/// Residual of the force along the axis: force grad(gap.a3).
static void push(const vectors *v, gb_jet force, gb_jet r[SIZE]) {
  for (int i = 0; i < 3; i++) {
    const gb_jet along = gb_jet_multiply(force, v->a3[i]);
    r[i] = gb_jet_scale(along, -1);
    r[SECOND + i] = along;
    r[A3 + i] = gb_jet_multiply(force, v->gap[i]);
  }
}

/// Residual of the moment about the axis: moment grad(phi).
static void turn(const vectors *v, const twist *t, gb_jet moment, gb_jet r[SIZE]) {
  const gb_jet x = gb_jet_multiply(moment, t->x), y = gb_jet_multiply(moment, t->y);
  for (int i = 0; i < 3; i++) {
    r[A1 + i] =
        gb_jet_scale(gb_jet_add(gb_jet_multiply(x, v->b2[i]), gb_jet_multiply(y, v->b1[i])), -1);
    r[A2 + i] = gb_jet_subtract(gb_jet_multiply(x, v->b1[i]), gb_jet_multiply(y, v->b2[i]));
    r[B1 + i] = gb_jet_subtract(gb_jet_multiply(x, v->a2[i]), gb_jet_multiply(y, v->a1[i]));
    r[B2 + i] =
        gb_jet_scale(gb_jet_add(gb_jet_multiply(x, v->a1[i]), gb_jet_multiply(y, v->a2[i])), -1);
  }
}

static void open_lane(const gb_element_input *in, const gb_element_state *state, int lane,
                      gb_jet r[SIZE]) {
  const gb_joint *joint = in->table;
  const gb_scalar radius = lane_of(&in->parameter[GB_FRICTION_RADIUS], lane);
  const gb_scalar least = lane_of(&in->parameter[GB_FRICTION_VELOCITY], lane);
  vectors v, d;
  twist t;
  for (int i = 0; i < SIZE; i++) r[i] = gb_jet_number(0);
  open_vectors(in, state, false, lane, &v);
  open_vectors(in, state, true, lane, &d);
  measure_twist(&v, &d, &t);
  const gb_jet slide = rate_of(v.gap, v.a3, d.gap, d.a3);
  gb_jet square = gb_jet_number(least * least);
  if (joint->type->slides) square = gb_jet_add(square, gb_jet_multiply(slide, slide));
  if (joint->type->turns)
    square = gb_jet_add(square, gb_jet_scale(gb_jet_multiply(t.rate, t.rate), radius * radius));
  const gb_jet normal = gb_jet_scale(reaction(in, state, lane),
                                     lane_of(&in->parameter[GB_FRICTION_COEFFICIENT], lane));
  const gb_jet f = gb_jet_divide(normal, gb_jet_sqrt(square));
  if (joint->type->slides) push(&v, gb_jet_multiply(f, slide), r);
  if (joint->type->turns)
    turn(&v, &t, gb_jet_scale(gb_jet_multiply(f, t.rate), radius * radius), r);
}

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  const int size = in->unknowns->size;
  gb_jet force[SIZE];
  for (int lane = 0; lane < GB_LANES; lane++) {
    if (!gb_lane_repeats(in, state, size, lane)) open_lane(in, state, lane, force);
    for (int i = 0; i < size; i++) gb_lanes(&r[i])[lane] += force[i].value;
  }
}

static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  const int size = in->unknowns->size;
  gb_jet force[SIZE];
  for (int lane = 0; lane < GB_LANES; lane++) {
    if (!gb_lane_repeats(in, state, size, lane)) open_lane(in, state, lane, force);
    for (int i = 0; i < FIRST_MULTIPLIER; i++)
      for (int j = 0; j < size; j++) {
        const bool multiplier = j >= FIRST_MULTIPLIER;
        gb_scalar value = (multiplier ? 1 : sigma[0]) * gb_jet_slope(&force[i], j);
        if (!multiplier) value += sigma[1] * gb_jet_slope(&force[i], RATES + j);
        gb_lanes(&J[size * i + j])[lane] += value;
      }
  }
}

const gb_element gb_element_friction = {
    .name = "friction of joints",
    .fields = {GB_FRAME, GB_FRAME, GB_MULTIPLIERS},
    .damped = true,
    .reactive = true,
    .parameter = {"coefficient", "radius", "velocity"},
    .residual = residual,
    .jacobian = jacobian,
};
