/// A tyre between a wheel, which is a body with an axis, and a road of height h(x, y, t): a normal
/// spring and damper while they touch, longitudinal and lateral friction by slip and slip angle,
/// linear up to saturation, within an ellipse. Node: the body's frame. Source: Zhu, Dopico, Sandu &
/// Sandu 2015, section 6.1.3; docs/theory.md, (5.20)-(5.27).
#include "elements/contact/tyre.h"
#include "elements/element.h"
#define GB_JET_SLOPES 24
#include "elements/jet.h"

#include <complex.h>

enum {
  SIZE = 12,
  UNKNOWNS = 2 * SIZE,
  AXES = 3,
  VARIABLES = GB_EXPRESSION_CURVE ///< x, y, t, n1, n2, n3
};

/// A wheel: parameters, frame, and the position and motion of its centre.
typedef struct wheel {
  int slopes; ///< number of derivatives: UNKNOWNS, or 0 for values only
  gb_scalar parameter[GB_TYRE_PARAMETERS];
  gb_scalar offset[AXES]; ///< position of the centre in the frame's axes
  gb_jet director[AXES][3];
  gb_jet center[3], velocity[3], axis[3], spin[3];
} wheel;

/// The road under the centre: height, its derivatives by x, y and t, and the normal of contact.
typedef struct ground {
  gb_jet height, slope[3], normal[3];
} ground;

/// Contact: penetration of the road into the tyre, force at the wheel's centre and moment about it.
typedef struct contact {
  bool touches, whole; ///< the tyre touches the road; friction has reached its limit
  gb_jet depth, force[3], moment[3];
} contact;

/// Unknown i of q, or of v for i >= SIZE; zero if the depth is linearised at the reference.
static gb_jet unknown(const gb_element_state *state, int lane, int i, int slopes) {
  const gb_pack *from = i < SIZE ? &state->q[i] : &state->v[i - SIZE];
  return gb_jet_unknown(state->linear ? 0 : gb_lanes((gb_pack *)from)[lane], i, slopes);
}

static gb_scalar reference(const gb_geometry *from, int lane) {
  return gb_lanes((gb_pack *)from)[lane];
}

static void set_zero(gb_jet v[3]) {
  for (int i = 0; i < 3; i++) v[i] = gb_jet_number(0);
}

/// Compute the axis, the centre, its velocity, and the angular velocity 1/2 sum d_k x d_k'.
static void open_axes(const gb_element_input *in, const gb_element_state *state, int lane,
                      wheel *w) {
  const gb_geometry *D[AXES] = {in->director[0], in->second[0], in->third[0]};
  set_zero(w->axis);
  set_zero(w->spin);
  for (int i = 0; i < 3; i++) {
    w->center[i] = unknown(state, lane, i, w->slopes);
    w->center[i].value += reference(&in->position[0][i], lane);
    w->velocity[i] = unknown(state, lane, SIZE + i, w->slopes);
  }
  for (int k = 0; k < AXES; k++) {
    gb_scalar along = 0, off = 0;
    gb_jet rate[3], turn[3];
    for (int i = 0; i < 3; i++) {
      const gb_scalar d = reference(&D[k][i], lane);
      along += d * w->parameter[GB_TYRE_AXIS + i];
      off += d * w->parameter[GB_TYRE_OFFSET + i];
      w->director[k][i] = unknown(state, lane, 3 + 3 * k + i, w->slopes);
      w->director[k][i].value += d;
      rate[i] = unknown(state, lane, SIZE + 3 + 3 * k + i, w->slopes);
    }
    gb_jet_cross(w->director[k], rate, turn);
    gb_jet_add_scaled(gb_jet_number(along), w->director[k], w->axis);
    gb_jet_add_scaled(gb_jet_number(off), w->director[k], w->center);
    gb_jet_add_scaled(gb_jet_number(off), rate, w->velocity);
    gb_jet_add_scaled(gb_jet_number(0.5), turn, w->spin);
    w->offset[k] = off;
  }
}

static void open_wheel(const gb_element_input *in, const gb_element_state *state, int lane,
                       int slopes, wheel *w) {
  w->slopes = slopes;
  for (int k = 0; k < GB_TYRE_PARAMETERS; k++)
    w->parameter[k] = gb_lanes((gb_pack *)&in->parameter[k])[lane];
  open_axes(in, state, lane, w);
}

/// out[3] = height along the sum of two directions among x, y and t: value, first and second
/// derivative.
static void follow_height(const gb_road *road, const double _Complex variables[VARIABLES],
                          int first, int second, gb_scalar out[3]) {
  double direction[VARIABLES] = {0};
  double _Complex curve[3];
  direction[first] = direction[second] = 1;
  gb_expression_curve(road->height, variables, direction, curve);
  for (int i = 0; i < 3; i++) out[i] = gb_join(creal(curve[i]), cimag(curve[i]));
}

/// Compute the height, its first derivatives by x, y and t, and the derivatives of these by x and
/// y. A mixed derivative follows from second derivatives along two axes and along their sum.
static void measure_height(const gb_road *road, const wheel *w, double t, gb_scalar *height,
                           gb_scalar slope[3], gb_scalar curvature[3][2]) {
  const gb_scalar *number = &w->parameter[GB_TYRE_ROAD];
  const double _Complex at[VARIABLES] = {w->center[0].value, w->center[1].value, t,
                                         number[0],          number[1],          number[2]};
  gb_scalar own[3], curve[3];
  for (int k = 0; k < 3; k++) {
    follow_height(road, at, k, k, curve);
    *height = curve[0];
    slope[k] = curve[1];
    own[k] = curve[2];
  }
  for (int k = 0; k < 3; k++)
    for (int j = 0; j < 2; j++) {
      curvature[k][j] = own[k];
      if (j == k) continue;
      follow_height(road, at, j, k, curve);
      curvature[k][j] = (curve[2] - own[k] - own[j]) / 2;
    }
}

/// @return a function of the centre's x and y with these derivatives
static gb_jet at_place(gb_scalar value, gb_scalar by_x, gb_scalar by_y, const gb_jet center[3]) {
  return gb_jet_join(&center[0], &center[1], value, by_x, by_y);
}

static void open_ground(const gb_road *road, const wheel *w, double t, ground *g) {
  const gb_jet *center = w->center;
  gb_scalar height = 0, slope[3] = {0}, curvature[3][2] = {{0}};
  if (road && road->height) measure_height(road, w, t, &height, slope, curvature);
  g->height = at_place(height, slope[0], slope[1], center);
  for (int k = 0; k < 3; k++)
    g->slope[k] = at_place(slope[k], curvature[k][0], curvature[k][1], center);
  set_zero(g->normal);
  g->normal[2] = gb_jet_number(1);
  if (!road || road->vertical) return;
  for (int k = 0; k < 2; k++) g->normal[k] = gb_jet_scale(g->slope[k], -1);
  const gb_jet length = gb_jet_sqrt(gb_jet_dot(g->normal, g->normal));
  for (int k = 0; k < 3; k++) g->normal[k] = gb_jet_divide(g->normal[k], length);
}

/// @return the speed at which the centre leaves the road; against[3] = its velocity relative to the
/// road
static gb_jet leave(const wheel *w, const ground *g, gb_jet against[3]) {
  for (int i = 0; i < 3; i++) against[i] = w->velocity[i];
  against[2] = gb_jet_subtract(against[2], g->slope[2]);
  gb_jet rate = against[2];
  for (int k = 0; k < 2; k++)
    rate = gb_jet_subtract(rate, gb_jet_multiply(g->slope[k], w->velocity[k]));
  return gb_jet_multiply(rate, g->normal[2]);
}

/// @return |v|; below the speed `least`, a parabola that joins |v| smoothly
static gb_jet speed_of(gb_jet v, gb_scalar least) {
  const gb_jet size = gb_jet_magnitude(v);
  if (gb_real(size.value) >= gb_real(least)) return size;
  const gb_jet square = gb_jet_multiply(v, v);
  return gb_jet_scale(gb_jet_add(square, gb_jet_number(least * least)), 0.5 / least);
}

/// @return slip divided by its critical value, limited to -1 and 1
static gb_jet saturate(gb_jet slip, gb_scalar critical) {
  const gb_jet part = gb_jet_scale(slip, 1 / critical);
  if (gb_real(part.value) > 1) return gb_jet_number(1);
  if (gb_real(part.value) < -1) return gb_jet_number(-1);
  return part;
}

/// force += load times friction along the heading b and across it. @return whether friction has
/// reached its limit
static bool add_friction(const wheel *w, const gb_jet normal[3], gb_jet radius,
                         const gb_jet against[3], gb_jet load, gb_jet force[3]) {
  const gb_scalar *p = w->parameter;
  gb_jet b[3], across[3], rim[3], part[2];
  gb_jet_cross(w->axis, normal, b);
  const gb_jet square = gb_jet_dot(b, b);
  if (gb_real(square.value) <= 1e-12 * gb_real(gb_jet_dot(w->axis, w->axis).value))
    return false; // the axis is normal to the road: the wheel lies on its side
  const gb_jet length = gb_jet_sqrt(square);
  for (int i = 0; i < 3; i++) b[i] = gb_jet_divide(b[i], length);
  gb_jet_cross(normal, b, across);
  gb_jet_cross(w->spin, normal, rim);
  const gb_jet ahead = gb_jet_dot(b, against);
  const gb_jet slide = gb_jet_subtract(ahead, gb_jet_multiply(radius, gb_jet_dot(b, rim)));
  const gb_jet speed = speed_of(ahead, p[GB_TYRE_SLIP_SPEED]);
  const gb_jet aside = gb_jet_atan(gb_jet_divide(gb_jet_dot(across, against), speed));
  part[0] = saturate(gb_jet_scale(gb_jet_divide(slide, speed), -1), p[GB_TYRE_SLIP]);
  part[1] = saturate(gb_jet_scale(aside, -1), p[GB_TYRE_SLIP_ANGLE]);
  const gb_jet sum =
      gb_jet_add(gb_jet_multiply(part[0], part[0]), gb_jet_multiply(part[1], part[1]));
  if (gb_real(sum.value) > 1) // beyond the ellipse
    for (int k = 0; k < 2; k++) part[k] = gb_jet_divide(part[k], gb_jet_sqrt(sum));
  for (int k = 0; k < 2; k++) {
    const gb_jet size = gb_jet_scale(gb_jet_multiply(load, part[k]),
                                     p[k ? GB_TYRE_SIDE_FRICTION : GB_TYRE_FRICTION]);
    gb_jet_add_scaled(size, k ? across : b, force);
  }
  return gb_real(sum.value) >= 1;
}

/// @return the normal force. It never pulls. The damper's part is limited by the spring's, so that
/// the force is zero when contact begins and ends.
static gb_jet press(const wheel *w, gb_jet depth, gb_jet rate) {
  const gb_jet spring = gb_jet_scale(depth, w->parameter[GB_TYRE_STIFFNESS]);
  const gb_jet damper = gb_jet_scale(rate, -w->parameter[GB_TYRE_DAMPING]);
  if (gb_real(damper.value) > gb_real(spring.value)) return gb_jet_scale(spring, 2);
  if (gb_real(damper.value) < -gb_real(spring.value)) return gb_jet_number(0);
  return gb_jet_add(spring, damper);
}

/// Compute the action of the road on the wheel: a force at its centre and a moment about it.
static void touch(const gb_element_input *in, const wheel *w, contact *c) {
  ground g;
  gb_jet against[3], point[3];
  c->touches = c->whole = false;
  set_zero(c->force);
  set_zero(c->moment);
  open_ground(in->table, w, in->t, &g);
  const gb_jet radius = gb_jet_multiply(gb_jet_subtract(w->center[2], g.height), g.normal[2]);
  c->depth = gb_jet_subtract(gb_jet_number(w->parameter[GB_TYRE_RADIUS]), radius);
  if (!(gb_real(c->depth.value) > 0)) return;
  const gb_jet rate = leave(w, &g, against);
  c->touches = true;
  const gb_jet load = press(w, c->depth, rate);
  if (!(gb_real(load.value) > 0)) return;
  gb_jet_add_scaled(load, g.normal, c->force);
  c->whole = add_friction(w, g.normal, radius, against, load, c->force);
  for (int i = 0; i < 3; i++) point[i] = gb_jet_scale(gb_jet_multiply(radius, g.normal[i]), -1);
  gb_jet_cross(point, c->force, c->moment);
}

/// out[SIZE] = -r: the force f on x, and o_k f + 1/2 m x d_k on axis d_k of the frame, because the
/// centre is x + sum_k o_k d_k.
static void find_forces(const wheel *w, const contact *c, gb_jet out[SIZE]) {
  for (int i = 0; i < 3; i++) out[i] = c->force[i];
  for (int k = 0; k < AXES; k++) {
    gb_jet turn[3];
    gb_jet_cross(c->moment, w->director[k], turn);
    for (int i = 0; i < 3; i++)
      out[3 + 3 * k + i] =
          gb_jet_add(gb_jet_scale(c->force[i], w->offset[k]), gb_jet_scale(turn[i], 0.5));
  }
}

static void open_lane(const gb_element_input *in, const gb_element_state *state, int lane,
                      int slopes, gb_jet force[SIZE]) {
  wheel w;
  contact c;
  open_wheel(in, state, lane, slopes, &w);
  touch(in, &w, &c);
  find_forces(&w, &c, force);
}

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  gb_jet force[SIZE];
  for (int lane = 0; lane < GB_LANES; lane++) {
    if (!gb_lane_repeats(in, state, SIZE, lane))
      open_lane(in, state, lane, state->linear ? UNKNOWNS : 0, force);
    for (int i = 0; i < SIZE; i++) {
      gb_lanes(&r[i])[lane] -= force[i].value;
      for (int j = 0; state->linear && j < SIZE; j++)
        gb_lanes(&r[i])[lane] -=
            gb_jet_slope(&force[i], j) * gb_lanes((gb_pack *)&state->q[j])[lane];
    }
  }
}

static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  gb_jet force[SIZE];
  for (int lane = 0; lane < GB_LANES; lane++) {
    if (!gb_lane_repeats(in, state, SIZE, lane)) open_lane(in, state, lane, UNKNOWNS, force);
    for (int i = 0; i < SIZE; i++)
      for (int j = 0; j < SIZE; j++)
        gb_lanes(&J[SIZE * i + j])[lane] -=
            sigma[0] * gb_jet_slope(&force[i], j) + sigma[1] * gb_jet_slope(&force[i], SIZE + j);
  }
}

/// @return twice the energy of the normal spring
static gb_jet energy(const gb_element_input *in, const gb_element_state *state, int lane,
                     int slopes) {
  wheel w;
  contact c;
  open_wheel(in, state, lane, state->linear ? UNKNOWNS : slopes, &w);
  touch(in, &w, &c);
  if (!(gb_real(c.depth.value) > 0)) return gb_jet_number(0);
  for (int i = 0; state->linear && i < SIZE; i++)
    c.depth.value += gb_jet_slope(&c.depth, i) * gb_lanes((gb_pack *)&state->q[i])[lane];
  return gb_jet_scale(gb_jet_multiply(c.depth, c.depth), w.parameter[GB_TYRE_STIFFNESS]);
}

static void sample(const gb_element_input *in, const gb_element_state *state, gb_field field,
                   gb_pack f[], gb_geometry area[]) {
  (void)field;
  for (int lane = 0; lane < GB_LANES; lane++)
    gb_lanes(&f[0])[lane] = energy(in, state, lane, 0).value;
  area[0] = (gb_geometry){0} + 1.0;
}

static void sample_product(const gb_element_input *in, const gb_element_state *state,
                           gb_field field, int count, const gb_pack g[], gb_pack bar[]) {
  (void)field;
  for (int lane = 0; lane < GB_LANES; lane++) {
    const gb_jet f = energy(in, state, lane, UNKNOWNS);
    for (int c = 0; c < count; c++)
      for (int i = 0; i < SIZE; i++)
        gb_lanes(&bar[SIZE * c + i])[lane] +=
            gb_lanes((gb_pack *)&g[c])[lane] * gb_jet_slope(&f, i);
  }
}

/// Find the sides of the kinks of the law: contact, full friction, and the kinks of the road's
/// height.
static void kinks(const gb_element_input *in, const gb_element_state *state, uint64_t side[]) {
  const gb_road *road = in->table;
  for (int lane = 0; lane < GB_LANES; lane++) {
    wheel w;
    contact c;
    open_wheel(in, state, lane, 0, &w);
    touch(in, &w, &c);
    double at[VARIABLES] = {gb_real(w.center[0].value), gb_real(w.center[1].value), in->t};
    for (int k = 0; k < 3; k++) at[3 + k] = gb_real(w.parameter[GB_TYRE_ROAD + k]);
    side[lane] = c.touches | (uint64_t)c.whole << 1;
    if (road && road->height) side[lane] ^= gb_expression_sides(road->height, at) << 2;
  }
}

const gb_element gb_element_tyre = {
    .name = "tyres",
    .fields = {GB_FRAME},
    .damped = true,
    .parameter = {"radius", "stiffness", "damping", "friction", "side_friction", "slip",
                  "slip_angle", "slip_speed", "axis_x", "axis_y", "axis_z", "offset_x", "offset_y",
                  "offset_z", "n1", "n2", "n3"},
    .residual = residual,
    .kinks = kinks,
    .jacobian = jacobian,
    .samples = {0, 1, 0},
    .sample = sample,
    .sample_product = sample_product,
};
