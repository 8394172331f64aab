/// Contact of a surface, which moves with a frame (x, d1, d2, d3), with spheres: around a point
/// that has a frame or all points of a straight line along its d3, around nodes of a mesh, or
/// around all points of lines and faces. The force of lines and faces is one by reference length or
/// area. The normal force k depth^e (1 + c depth') never pulls; friction opposes the velocity of
/// sliding v_t with the force mu N v_t / sqrt(v_t^2 + v0^2), or sticks with a spring to where a
/// point stuck. Nodes: the frame of the surface, then what touches it. Source: docs/theory.md,
/// (5.34)-(5.37), (5.42) and (5.44)-(5.46).
/// A file that includes this one defines GB_JET_SLOPES first: values alone need no room for
/// derivatives, whose copies would take most of the time.
#include "base/length.h"
#include "elements/contact/contact_lanes.h"
#include "elements/contact/contact_law.h"
#include "elements/contact/contact_surface.h"

#include <float.h>
#include <string.h>

enum {
  AXES = 3,
  FRAME = 12, ///< values of a frame
  POINT = 3,  ///< values of a node of a mesh
  LINE_POINTS = 3
};

/// The point at a state. Its unknowns are the values of the surface's frame and then its own: those
/// of its frame, or its position; after them their rates.
typedef struct pair {
  int own, slopes; ///< number of its own values; number of derivatives, 0: values only
  const gb_scalar *p;
  gb_jet gap[3], rate[3];                           ///< from the surface's point to it
  gb_jet axis[AXES][3], axis_rate[AXES][3];         ///< of the surface
  gb_jet director[AXES][3], director_rate[AXES][3]; ///< of its own frame
} pair;

/// The points at which the forces of a straight line are found, three of Gauss in each piece of the
/// part that touches, between the cuts of gb_contact_part; or the point without a line.
typedef struct line_points {
  int count;
  gb_jet end[GB_CONTACT_CUTS + 2]; ///< ends of the pieces, as lengths along d3 from the middle
  gb_jet middle[3], rate[3];       ///< gap and rate of the pair at the middle
  gb_quadrature_point rule[GB_SURFACE_POINTS];
} line_points;

/// Result of the contact, in the surface's axes.
typedef struct touch {
  gb_jet depth;
  gb_jet local[3], normal[3]; ///< place of the point; outward normal of the surface
  gb_jet force[3];            ///< on the point
  gb_jet turn[AXES][3];       ///< forces on the directors of its frame
  gb_scalar kept[3], spent;   ///< elastic slip, and energy of sliding, where friction sticks
} touch;

static void set_zero(gb_jet v[3]) {
  for (int i = 0; i < 3; i++) v[i] = gb_jet_number(0);
}

/// @return a component of a vector at the state: its reference plus q, whose first value has the
/// index `first`
static gb_scalar value_of(const gb_element_state *state, int lane, const gb_geometry reference[3],
                          int i, int first) {
  const gb_scalar change = state->linear ? 0 : gb_lane_of(&state->q[first + i], lane);
  return gb_reference_of(&reference[i], lane) + change;
}

/// A value of a node that is an unknown: its reference plus q, or its rate if `reference` is NULL.
/// @param first index of the first of its three values in the element, `index` among the unknowns
static void open_vector(const gb_element_state *state, int lane, const gb_geometry *reference,
                        int first, int index, int slopes, gb_jet out[3]) {
  const gb_pack *from = reference ? state->q : state->v;
  for (int i = 0; i < 3; i++) {
    const gb_scalar value = state->linear ? 0 : gb_lane_of(&from[first + i], lane);
    out[i] = gb_jet_unknown(value, index + i, slopes);
    if (reference) out[i].value += gb_reference_of(&reference[i], lane);
  }
}

/// Open the directors of node a and their rates, whose unknowns begin at `index`.
static void open_axes(const gb_element_input *in, const gb_element_state *state, int lane, int a,
                      const pair *p, gb_jet axis[AXES][3], gb_jet rate[AXES][3]) {
  const gb_geometry *D[AXES] = {in->director[a], in->second[a], in->third[a]};
  for (int k = 0; k < AXES; k++) {
    const int at = FRAME * a + 3 * (k + 1);
    open_vector(state, lane, D[k], at, at, p->slopes, axis[k]);
    open_vector(state, lane, NULL, at, FRAME + p->own + at, p->slopes, rate[k]);
  }
}

/// Open the position of the point and its velocity.
static void open_point(const gb_element_input *in, const gb_element_state *state, int lane,
                       const gb_contact_place *at, pair *p) {
  for (int i = 0; i < 3; i++) {
    gb_scalar x = 0, v = 0;
    for (int a = 0; a < in->nodes - 1; a++) {
      const int value = FRAME + p->own * a + i;
      x += at->weight[a] * gb_reference_of(&in->position[a + 1][i], lane);
      if (state->linear) continue;
      x += at->weight[a] * gb_lane_of(&state->q[value], lane);
      v += at->weight[a] * gb_lane_of(&state->v[value], lane);
    }
    p->gap[i] = gb_jet_unknown(x, FRAME + i, p->slopes);
    p->rate[i] = gb_jet_unknown(v, 2 * FRAME + p->own + i, p->slopes);
  }
}

static void open_pair(const gb_element_input *in, const gb_element_state *state, int lane,
                      const gb_contact_place *at, pair *p) {
  gb_jet x[3], v[3];
  open_vector(state, lane, in->position[0], 0, 0, p->slopes, x);
  open_vector(state, lane, NULL, 0, FRAME + p->own, p->slopes, v);
  open_point(in, state, lane, at, p);
  for (int i = 0; i < 3; i++) {
    p->gap[i] = gb_jet_subtract(p->gap[i], x[i]);
    p->rate[i] = gb_jet_subtract(p->rate[i], v[i]);
  }
  open_axes(in, state, lane, 0, p, p->axis, p->axis_rate);
  if (p->own == FRAME) open_axes(in, state, lane, 1, p, p->director, p->director_rate);
}

/// @return a function of the local position from its value and its derivatives
static gb_jet at_position(const gb_jet local[3], gb_scalar value, const gb_scalar slope[3]) {
  const gb_jet plane = gb_jet_join(&local[0], &local[1], value, slope[0], slope[1]);
  return gb_jet_join(&plane, &local[2], value, 1, slope[2]);
}

/// Compute a vector along the axes of the surface.
static void resolve(const pair *p, const gb_jet v[3], gb_jet out[3]) {
  for (int k = 0; k < AXES; k++) out[k] = gb_jet_dot(p->axis[k], v);
}

/// Compute the rate of a resolved vector v, whose own rate is v'.
static void resolve_rate(const pair *p, const gb_jet v[3], const gb_jet rate[3], gb_jet out[3]) {
  for (int k = 0; k < AXES; k++)
    out[k] = gb_jet_add(gb_jet_dot(p->axis_rate[k], v), gb_jet_dot(p->axis[k], rate));
}

/// Replace the velocity of a sphere's centre by the velocity of the sphere's point at the end of
/// `arm`, which begins at the centre. The spin relative to the surface is 1/2 sum l_k x l_k', where
/// l_k are the directors along the axes of the surface.
static void add_spin(const pair *p, const gb_jet arm[3], gb_jet velocity[3]) {
  gb_jet spin[3], part[3];
  set_zero(spin);
  for (int k = 0; k < AXES; k++) {
    gb_jet l[3], rate[3];
    resolve(p, p->director[k], l);
    resolve_rate(p, p->director[k], p->director_rate[k], rate);
    gb_jet_cross(l, rate, part);
    gb_jet_add_scaled(gb_jet_number(0.5), part, spin);
  }
  gb_jet_cross(spin, arm, part);
  gb_jet_add_scaled(gb_jet_number(1), part, velocity);
}

/// Compute the forces turn_k = 1/2 m x l_k on the directors from the moment m = arm x force. Their
/// power equals the power of the force with the velocity that add_spin adds.
static void find_turns(const pair *p, const gb_jet arm[3], touch *out) {
  gb_jet moment[3];
  gb_jet_cross(arm, out->force, moment);
  for (int k = 0; k < AXES; k++) {
    gb_jet l[3];
    resolve(p, p->director[k], l);
    gb_jet_cross(moment, l, out->turn[k]);
    for (int i = 0; i < 3; i++) out->turn[k][i] = gb_jet_scale(out->turn[k][i], 0.5);
  }
}

/// Compute the place of the point, the depth of its sphere and the normal.
static void find_depth(const gb_contact_form *form, const pair *p, touch *out) {
  gb_contact_nearest at;
  resolve(p, p->gap, out->local);
  const gb_scalar local[3] = {out->local[0].value, out->local[1].value, out->local[2].value};
  gb_contact_find_nearest(form, &p->p[GB_CONTACT_SIZE], local, &at);
  for (int i = 0; i < 3; i++)
    out->normal[i] = at_position(out->local, at.normal[i], at.curvature[i]);
  const gb_jet distance = at_position(out->local, at.distance, at.normal);
  out->depth = gb_jet_subtract(gb_jet_number(p->p[GB_CONTACT_BALL]), distance);
}

/// Find the middle and the direction of a line, in the axes of the surface, without derivatives.
static void find_line(const gb_element_input *in, const gb_element_state *state, int lane,
                      const gb_contact_place *at, gb_contact_line *line) {
  const gb_geometry *D[AXES] = {in->director[0], in->second[0], in->third[0]};
  const int own = line->form->body ? FRAME : POINT;
  gb_scalar gap[3], along[3] = {0};
  for (int i = 0; i < 3; i++) {
    gap[i] = -value_of(state, lane, in->position[0], i, 0);
    for (int a = 0; a < in->nodes - 1; a++)
      gap[i] += at->weight[a] * value_of(state, lane, in->position[a + 1], i, FRAME + own * a);
    if (own == FRAME) along[i] = value_of(state, lane, in->third[1], i, 2 * FRAME - POINT);
  }
  for (int k = 0; k < AXES; k++) {
    line->middle[k] = line->direction[k] = 0;
    for (int i = 0; i < 3; i++) {
      const gb_scalar axis = value_of(state, lane, D[k], i, 3 * (k + 1));
      line->middle[k] += axis * gap[i];
      line->direction[k] += axis * along[i];
    }
  }
}

/// Move the pair's point to a place of the line.
static void move_along(const line_points *line, gb_jet along, pair *p) {
  for (int i = 0; i < 3; i++) {
    p->gap[i] = line->middle[i];
    p->rate[i] = line->rate[i];
  }
  gb_jet_add_scaled(along, p->director[AXES - 1], p->gap);
  gb_jet_add_scaled(along, p->director_rate[AXES - 1], p->rate);
}

/// @return an end of the part of a line that touches. Where the depth is zero there, a step of
/// Newton's method gives its derivatives.
static gb_jet find_end(const line_points *line, const gb_contact_line *from,
                       const gb_contact_part *part, int k, pair *p) {
  touch t;
  gb_jet along[3];
  const gb_jet end = gb_jet_number(part->end[k]);
  if (!part->free[k]) return end;
  move_along(line, end, p);
  find_depth(from->form, p, &t);
  resolve(p, p->director[AXES - 1], along);
  return gb_jet_add(end, gb_jet_scale(t.depth, 1 / gb_jet_dot(along, t.normal).value));
}

/// @return the place of a line where a component of its position has a given level
static gb_jet find_cut(const line_points *line, const pair *p, int axis, gb_scalar level) {
  const gb_jet middle = gb_jet_dot(p->axis[axis], line->middle);
  const gb_jet along = gb_jet_dot(p->axis[axis], p->director[AXES - 1]);
  return gb_jet_divide(gb_jet_subtract(gb_jet_number(level), middle), along);
}

/// Find the points of a pair's line, of which a part touches.
static void find_points(const gb_contact_line *from, const gb_contact_part *part, pair *p,
                        line_points *out) {
  out->count = 1;
  if (!from->form->line) return;
  memcpy(out->middle, p->gap, sizeof out->middle);
  memcpy(out->rate, p->rate, sizeof out->rate);
  out->end[0] = find_end(out, from, part, 0, p);
  for (int k = 0; k < part->cuts; k++)
    out->end[k + 1] = find_cut(out, p, part->cut[k].axis, part->cut[k].level);
  out->end[part->cuts + 1] = find_end(out, from, part, 1, p);
  out->count = gb_basis_quadrature(gb_basis_of(1, LINE_POINTS), out->rule) * (part->cuts + 1);
}

/// Move the pair to a point of its line. @return the length for which the point stands
/// @param along from the middle of the line to the point
static gb_jet go_to(const line_points *line, int k, pair *p, gb_jet *along) {
  *along = gb_jet_number(0);
  if (line->count == 1) return gb_jet_number(1); // a line has more points
  const gb_jet *end = &line->end[k / LINE_POINTS];
  const gb_quadrature_point *point = &line->rule[k % LINE_POINTS];
  const gb_jet half = gb_jet_scale(gb_jet_subtract(end[1], end[0]), 0.5);
  *along = gb_jet_scale(gb_jet_add(end[0], end[1]), 0.5);
  *along = gb_jet_add(*along, gb_jet_scale(half, point->xi));
  move_along(line, *along, p);
  return gb_jet_scale(half, point->weight);
}

/// A point at the beginning of a step.
typedef struct beginning {
  pair p;
  touch at;          ///< place and depth
  gb_scalar kept[3]; ///< elastic slip, in the surface's axes
} beginning;

/// Open the point of an element at the beginning of the step.
static void open_beginning(const gb_element_input *in, const gb_element_state *state, int lane,
                           const gb_contact_place *at, int point, beginning *out) {
  gb_pack zero[GB_CONTACT_UNKNOWNS] = {0};
  const gb_element_state before = {.q = state->memory, .v = zero, .linear = state->linear};
  const gb_pack *kept = state->memory + in->unknowns->size + 3 * point;
  out->p.slopes = 0;
  open_pair(in, &before, lane, at, &out->p);
  find_depth(in->table, &out->p, &out->at);
  for (int k = 0; k < AXES; k++) {
    out->kept[k] = 0;
    for (int i = 0; i < 3; i++)
      out->kept[k] += out->p.axis[k][i].value * gb_lane_of(&kept[i], lane);
  }
}

/// @return the angle of a rotation divided by its sine, from the square of the sine; near a quarter
/// of a turn, where the slope grows without bound, its linear continuation
static gb_jet find_arc(gb_jet square) {
  const double most = 0.95;
  const bool beyond = gb_real(square.value) > most;
  const gb_scalar s = beyond ? most : square.value;
  if (gb_real(s) < 1e-4) {
    const gb_scalar value = 1 + s * (1.0 / 6 + s * (3.0 / 40 + s * (5.0 / 112 + s * 35 / 1152)));
    const gb_scalar slope = 1.0 / 6 + s * (3.0 / 20 + s * (15.0 / 112 + s * 35 / 288));
    return gb_jet_chain(square, value, slope);
  }
  const gb_scalar sine = gb_sqrt(s), cosine = gb_sqrt(1 - s), angle = gb_atan(sine / cosine);
  const gb_scalar slope = (sine / cosine - angle) / (2 * s * sine);
  return gb_jet_chain(square, angle / sine + slope * (square.value - s), slope);
}

/// Add to the move of a sphere's centre the move of the sphere's point at the end of `arm`, from
/// the rotation relative to the surface since the beginning of the step.
static void add_turn(const pair *p, const beginning *from, const gb_jet arm[3], gb_jet move[3]) {
  gb_jet turn[3], part[3];
  set_zero(turn);
  for (int k = 0; k < AXES; k++) {
    gb_jet l[3], old[3];
    resolve(p, p->director[k], l);
    resolve(&from->p, from->p.director[k], old);
    gb_jet_cross(old, l, part);
    gb_jet_add_scaled(gb_jet_number(0.5), part, turn);
  }
  gb_jet_cross(turn, arm, part);
  gb_jet_add_scaled(find_arc(gb_jet_dot(turn, turn)), part, move);
}

/// Compute the slip of the point since friction vanished: what was kept, and its move since the
/// beginning of the step or, if it did not touch then, since it touched.
static void find_slip(const pair *p, const touch *t, const gb_jet arm[3], const beginning *from,
                      gb_jet slip[3]) {
  gb_jet share = gb_jet_number(1);
  const gb_scalar depth = from->at.depth.value;
  if (gb_real(depth) < 0)
    share = gb_jet_divide(t->depth, gb_jet_subtract(t->depth, gb_jet_number(depth)));
  for (int i = 0; i < 3; i++) slip[i] = gb_jet_subtract(t->local[i], from->at.local[i]);
  if (p->own == FRAME) add_turn(p, from, arm, slip);
  for (int i = 0; i < 3; i++)
    slip[i] = gb_jet_add(gb_jet_multiply(share, slip[i]), gb_jet_number(from->kept[i]));
}

/// @return round-off of the slip of a point at this place, which is the difference of two places
static double find_noise(const gb_jet local[3]) {
  const double units = 64;
  return units * DBL_EPSILON *
         gb_length(
             (double[]){gb_real(local[0].value), gb_real(local[1].value), gb_real(local[2].value)});
}

/// @return the normal force on a point with this velocity in the surface's axes
static gb_jet find_load(const pair *p, const touch *t, const gb_jet velocity[3]) {
  return gb_contact_press(p->p, t->depth, gb_jet_scale(gb_jet_dot(velocity, t->normal), -1));
}

/// Compute the forces on the point and on the directors of its frame.
/// @param from the beginning of the step; NULL: friction is by the velocity
static void find_force(const pair *p, const beginning *from, touch *out) {
  gb_jet velocity[3], arm[3];
  resolve_rate(p, p->gap, p->rate, velocity);
  const gb_jet load = find_load(p, out, velocity);
  for (int i = 0; i < 3; i++) arm[i] = gb_jet_scale(out->normal[i], -p->p[GB_CONTACT_BALL]);
  if (from) {
    find_slip(p, out, arm, from, velocity);
    out->spent = gb_contact_hold(p->p, out->normal, velocity, from->kept, find_noise(out->local),
                                 load, out->force, out->kept);
  } else {
    if (p->own == FRAME) add_spin(p, arm, velocity);
    gb_contact_rub(p->p, out->normal, velocity, load, out->force);
  }
  if (p->own == FRAME) find_turns(p, arm, out);
}

/// r = what the contact adds to the residuals: minus the forces that have the power of the local
/// force with (D_k.y)', y the vector from the surface's point to the point, and of the turns with
/// (D_k.d_j)'.
static void find_residual(const pair *p, const touch *t, gb_jet r[2 * FRAME]) {
  for (int i = 0; i < FRAME + p->own; i++) r[i] = gb_jet_number(0);
  for (int k = 0; k < AXES; k++) {
    const gb_jet force = gb_jet_scale(t->force[k], -1);
    gb_jet_add_scaled(force, p->axis[k], &r[FRAME]);
    gb_jet_add_scaled(t->force[k], p->axis[k], &r[0]);
    gb_jet_add_scaled(force, p->gap, &r[3 + 3 * k]);
    for (int j = 0; p->own == FRAME && j < AXES; j++) {
      const gb_jet turn = gb_jet_scale(t->turn[j][k], -1);
      gb_jet_add_scaled(turn, p->axis[k], &r[FRAME + 3 + 3 * j]);
      gb_jet_add_scaled(turn, p->director[j], &r[3 + 3 * k]);
    }
  }
}

/// Make the residual of a point on a line with the pair's frame in its middle.
/// @param share length for which the point stands
static void move_residual(const pair *p, gb_jet along, gb_jet share, gb_jet r[2 * FRAME]) {
  gb_jet_add_scaled(along, &r[FRAME], &r[2 * FRAME - POINT]);
  for (int i = 0; i < FRAME + p->own; i++) r[i] = gb_jet_multiply(r[i], share);
}

static int count_places(const gb_element_input *in) {
  const gb_contact_form *form = in->table;
  return gb_contact_count_places(form->dimension, in->nodes - 1);
}

static gb_contact_place find_place(const gb_element_input *in, int lane, int point) {
  const gb_contact_form *form = in->table;
  gb_contact_place at;
  gb_contact_find_place(form->dimension, in->nodes - 1, in->position + 1, lane, point, &at);
  return at;
}

/// @return the weight of a pair's value in a value of the element, 0: none
/// @param index of the pair's value; it belongs to the surface, or to each node that touches
static double share_of(const gb_contact_place *at, int own, int value, int index) {
  if (value < FRAME) return value == index;
  return (value - FRAME) % own == index - FRAME ? at->weight[(value - FRAME) / own] : 0;
}

/// Add the residual of a pair, and its derivatives.
static void add_residual(const pair *p, const gb_contact_place *at, const gb_jet r[],
                         gb_contact_answer *out) {
  const int own = p->own, own_size = FRAME + own;
  for (int i = 0; i < out->size; i++) {
    const int row = i < FRAME ? i : FRAME + (i - FRAME) % own;
    const gb_scalar weight = at->area * share_of(at, own, i, row);
    out->r[i] += weight * r[row].value;
    for (int j = 0; p->slopes > 0 && j < out->size; j++) {
      const int column = j < FRAME ? j : FRAME + (j - FRAME) % own;
      const gb_scalar factor = weight * share_of(at, own, j, column);
      out->J[0][i][j] += factor * gb_jet_slope(&r[row], column);
      out->J[1][i][j] += factor * gb_jet_slope(&r[row], own_size + column);
    }
  }
}

/// Store the elastic slip of a point, along the axes of space.
static void keep(const pair *p, const touch *t, int point, gb_contact_answer *out) {
  for (int i = 0; i < 3; i++) {
    out->kept[3 * point + i] = 0;
    for (int k = 0; k < AXES; k++) out->kept[3 * point + i] += p->axis[k][i].value * t->kept[k];
  }
}

static void solve_pair(const gb_contact_line *from, const gb_contact_part *part,
                       const gb_contact_place *at, int point, const beginning *begin, pair *p,
                       gb_contact_answer *out) {
  line_points line;
  find_points(from, part, p, &line);
  for (int k = 0; k < line.count; k++) {
    touch t;
    gb_jet along, r[2 * FRAME];
    const gb_jet share = go_to(&line, k, p, &along);
    find_depth(from->form, p, &t);
    if (!(gb_real(t.depth.value) > 0)) continue; // round-off of a point on the surface
    gb_contact_note(point, p->slopes > 0, out);
    find_force(p, begin, &t);
    if (begin) keep(p, &t, point, out);
    if (begin) out->spent += at->area * t.spent;
    find_residual(p, &t, r);
    if (from->form->line) move_residual(p, along, share, r);
    add_residual(p, at, r, out);
  }
}

/// Find the answer of an element.
static void solve_pairs(const gb_element_input *in, const gb_element_state *state, int lane,
                        bool slopes, gb_contact_answer *out) {
  gb_scalar parameter[GB_CONTACT_PARAMETERS];
  gb_contact_line line = {.form = in->table, .parameter = parameter};
  gb_contact_part part;
  const int points = count_places(in);
  for (int k = 0; k < GB_CONTACT_PARAMETERS; k++)
    parameter[k] = gb_lane_of(&in->parameter[k], lane);
  for (int g = 0; g < points; g++) {
    const gb_contact_place at = find_place(in, lane, g);
    find_line(in, state, lane, &at, &line);
    if (!gb_contact_find_part(&line, &part)) continue; // before the pair is cleared
    pair p = {.own = line.form->body ? FRAME : POINT, .p = parameter};
    if (slopes || state->linear) p.slopes = 2 * (FRAME + p.own);
    open_pair(in, state, lane, &at, &p);
    beginning begin;
    begin.p = (pair){.own = p.own, .p = parameter};
    if (line.form->sticks) open_beginning(in, state, lane, &at, g, &begin);
    solve_pair(&line, &part, &at, g, line.form->sticks ? &begin : NULL, &p, out);
  }
}
