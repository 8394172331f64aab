/// Contact of lines and faces of a mesh, which have a radius around them, with spheres: around a
/// point that has a frame, around a node of the mesh, or around a point of a line or face; the
/// nodes of a line may have frames. The law of elements/contact/contact_law.h acts between the
/// sphere and each simplex of the surface that counts, at the point of the simplex that is nearest
/// to the centre. The velocity is relative to this point and to the spin of the face. An element
/// lists the nodes that touch before the nodes of the surface. Source: docs/theory.md,
/// (5.39)-(5.41). A file that includes this one defines GB_JET_SLOPES first, as for
/// elements/contact/contact_pair.inc.h.
#include "elements/contact/contact_lanes.h"
#include "elements/contact/contact_law.h"

#include <math.h>

enum {
  AXES = 3,
  FRAME = 12, ///< values of a frame
  POINT = 3,  ///< values of a node of a mesh
  CORNERS = GB_FAN_CORNERS,
  SPANS = 2,
  FACE = 9,                            ///< of a point of a face with the spans of the face
  PAIR = FRAME + 3 * (CORNERS + SPANS) ///< largest number of values of a pair
};

/// A point that touches and a part of the surface at a state. Their unknowns are the values of the
/// point, the positions of the part's corners and, with friction, the spans of the face; after them
/// their rates.
typedef struct pair {
  int own, values; ///< number of the point's values, and of all values
  int slopes;      ///< number of derivatives; 0: values only
  bool rubs;       ///< there is friction
  bool flush;      ///< the sphere is behind the face of the point
  const gb_scalar *p;
  gb_jet at[3], rate[3]; ///< of the point
  gb_jet corner[CORNERS][3], corner_rate[CORNERS][3];
  gb_jet span[SPANS][3], span_rate[SPANS][3];
  gb_jet own_span[SPANS][3], side[3], area; ///< of the face of the point: spans, normal and size
  gb_jet director[AXES][3], director_rate[AXES][3]; ///< of the point's frame
} pair;

/// The point of the surface that is nearest, and the force there.
typedef struct touch {
  gb_jet weight[CORNERS]; ///< of the corners, 0 unless they are active
  gb_jet depth, normal[3], force[3];
  gb_jet arm[3];           ///< from the point to where the force acts
  gb_jet lever[3];         ///< from the point of the surface to where the force acts
  gb_jet inverse[AXES][3]; ///< of the directors' J, with friction
} touch;

/// Weight of a value of a pair in a value of the element.
typedef struct share {
  int value;
  double weight;
} share;

/// The form and the sizes of a batch, which its lanes have in common.
typedef struct setting {
  const gb_contact_form *form;
  int own, surface; ///< values of a node that touches; nodes of the surface
  const gb_face_fan *fan;
} setting;

static setting find_setting(const gb_element_input *in) {
  const gb_contact_form *form = in->table;
  return (setting){.form = form,
                   .own = form->body ? FRAME : POINT,
                   .surface = in->nodes - form->touching,
                   .fan = form->fan};
}

/// @return the index of a component of a node of the surface among the values of the element
static int index_of(const setting *s, int node, int component) {
  return s->form->touching * s->own + POINT * node + component;
}

static void set_zero(gb_jet v[3]) {
  for (int i = 0; i < 3; i++) v[i] = gb_jet_number(0);
}

static void subtract(const gb_jet a[3], const gb_jet b[3], gb_jet out[3]) {
  for (int i = 0; i < 3; i++) out[i] = gb_jet_subtract(a[i], b[i]);
}

/// Find the point of the element that touches.
static gb_contact_place find_place(const gb_element_input *in, int lane) {
  const gb_contact_form *form = in->table;
  const int point = (int)gb_real(gb_lane_of(&in->parameter[GB_CONTACT_POINT], lane));
  gb_contact_place at;
  gb_contact_find_place(form->dimension, form->touching, in->position, lane, point, &at);
  return at;
}

/// Find the nodes between which span k of the face that touches is.
static void find_ends(const setting *s, int k, int ends[2]) {
  const bool triangle = s->form->touching == 3 || s->form->touching == 6;
  ends[0] = triangle ? k + 1 : k + 2;
  ends[1] = triangle ? 0 : k;
}

/// Open span k of the face that touches, and its rate.
static void open_span(const setting *s, const gb_element_input *in, const gb_element_state *state,
                      int lane, int k, const pair *p, gb_jet span[3], gb_jet rate[3]) {
  int ends[2];
  find_ends(s, k, ends);
  for (int i = 0; i < 3; i++) {
    gb_scalar x[2], v[2];
    for (int end = 0; end < 2; end++) {
      const int at = POINT * ends[end] + i;
      x[end] = gb_reference_of(&in->position[ends[end]][i], lane) + gb_lane_of(&state->q[at], lane);
      v[end] = gb_lane_of(&state->v[at], lane);
    }
    span[i] = gb_jet_unknown(x[0] - x[1], POINT + 3 * k + i, p->slopes);
    rate[i] = gb_jet_unknown(v[0] - v[1], p->values + POINT + 3 * k + i, p->slopes);
  }
}

/// Find the normal n = t_1 x t_2 / A of the face that touches and its rate n'.
static void open_side(const setting *s, const gb_element_input *in, const gb_element_state *state,
                      int lane, pair *p, gb_jet rate[3]) {
  gb_jet spin[SPANS][3], part[3], cross[3];
  for (int k = 0; k < SPANS; k++) open_span(s, in, state, lane, k, p, p->own_span[k], spin[k]);
  gb_jet_cross(p->own_span[0], p->own_span[1], cross);
  p->area = gb_jet_sqrt(gb_jet_dot(cross, cross));
  for (int i = 0; i < 3; i++) p->side[i] = gb_jet_divide(cross[i], p->area);
  gb_jet_cross(spin[0], p->own_span[1], rate);
  gb_jet_cross(p->own_span[0], spin[1], part);
  for (int i = 0; i < 3; i++) rate[i] = gb_jet_divide(gb_jet_add(rate[i], part[i]), p->area);
  gb_jet_add_scaled(gb_jet_scale(gb_jet_dot(rate, p->side), -1), p->side, rate);
}

/// Find from which simplices of the surface the point is repelled, by the real parts.
static void find_nearest(const setting *s, const gb_element_input *in,
                         const gb_element_state *state, int lane, const gb_contact_place *at,
                         gb_fan_nearest *out) {
  double X[GB_SURFACE_NODES][3], p[3] = {0}, faces[GB_FAN_SHARED];
  for (int i = 0; i < 3; i++) {
    for (int a = 0; a < s->form->touching; a++)
      p[i] += at->weight[a] * gb_real(gb_reference_of(&in->position[a][i], lane) +
                                      gb_lane_of(&state->q[s->own * a + i], lane));
    for (int b = 0; b < s->surface; b++)
      X[b][i] = gb_real(gb_reference_of(&in->position[s->form->touching + b][i], lane) +
                        gb_lane_of(&state->q[index_of(s, b, i)], lane));
  }
  if (s->form->flush) {
    pair own;
    gb_jet rate[3];
    own.slopes = own.values = 0;
    open_side(s, in, state, lane, &own, rate);
    for (int i = 0; i < 3; i++)
      p[i] -= gb_real(gb_lane_of(&in->parameter[GB_CONTACT_BALL], lane) * own.side[i].value);
  }
  for (int k = 0; k < GB_FAN_SHARED; k++)
    faces[k] = rint(gb_real(gb_lane_of(&in->parameter[GB_CONTACT_FACES + k], lane)));
  gb_face_fan_find(s->fan, (const double(*)[3])X, faces, p, out);
}

/// Open the position and velocity of the point.
static void open_point(const setting *s, const gb_element_input *in, const gb_element_state *state,
                       int lane, const gb_contact_place *at, pair *p) {
  for (int i = 0; i < 3; i++) {
    gb_scalar x = 0, v = 0;
    for (int a = 0; a < s->form->touching; a++) {
      x += at->weight[a] * (gb_reference_of(&in->position[a][i], lane) +
                            gb_lane_of(&state->q[s->own * a + i], lane));
      v += at->weight[a] * gb_lane_of(&state->v[s->own * a + i], lane);
    }
    p->at[i] = gb_jet_unknown(x, i, p->slopes);
    p->rate[i] = gb_jet_unknown(v, p->values + i, p->slopes);
  }
  if (!p->flush) return;
  gb_jet turn[3];
  const gb_jet behind = gb_jet_number(-p->p[GB_CONTACT_BALL]);
  open_side(s, in, state, lane, p, turn);
  gb_jet_add_scaled(behind, p->side, p->at);
  gb_jet_add_scaled(behind, turn, p->rate);
}

/// @return the weight of a node of the surface in vector k of a pair: a corner of the part, then a
/// span of the face
static double weight_of(const setting *s, int part, int k, int node) {
  if (k < CORNERS) return s->fan->weight[part][k][node];
  const int *ends = s->fan->span[k - CORNERS];
  return (node == ends[0]) - (node == ends[1]);
}

/// Open vector k of a pair and its rate.
static void open_vector(const setting *s, const gb_element_input *in, const gb_element_state *state,
                        int lane, int part, int k, pair *p) {
  gb_jet *to = k < CORNERS ? p->corner[k] : p->span[k - CORNERS];
  gb_jet *rate = k < CORNERS ? p->corner_rate[k] : p->span_rate[k - CORNERS];
  for (int i = 0; i < 3; i++) {
    gb_scalar x = 0, v = 0;
    for (int b = 0; b < s->surface; b++) {
      const double weight = weight_of(s, part, k, b);
      if (weight == 0) continue;
      x += weight * (gb_reference_of(&in->position[s->form->touching + b][i], lane) +
                     gb_lane_of(&state->q[index_of(s, b, i)], lane));
      v += weight * gb_lane_of(&state->v[index_of(s, b, i)], lane);
    }
    const int index = p->own + 3 * k + i;
    to[i] = gb_jet_unknown(x, index, p->slopes);
    rate[i] = gb_jet_unknown(v, p->values + index, p->slopes);
  }
}

/// Open the directors of the point's frame and their rates. A point of a line has the directors of
/// the line's nodes, interpolated as its position is.
static void open_axes(const setting *s, const gb_element_input *in, const gb_element_state *state,
                      int lane, const gb_contact_place *at, pair *p) {
  for (int k = 0; k < AXES; k++)
    for (int i = 0; i < 3; i++) {
      const int index = 3 * (k + 1) + i;
      gb_scalar d = 0, v = 0;
      for (int a = 0; a < s->form->touching; a++) {
        const gb_geometry *D[AXES] = {in->director[a], in->second[a], in->third[a]};
        d += at->weight[a] *
             (gb_reference_of(&D[k][i], lane) + gb_lane_of(&state->q[FRAME * a + index], lane));
        v += at->weight[a] * gb_lane_of(&state->v[FRAME * a + index], lane);
      }
      p->director[k][i] = gb_jet_unknown(d, index, p->slopes);
      p->director_rate[k][i] = gb_jet_unknown(v, p->values + index, p->slopes);
    }
}

/// The point of the surface is a corner, or on the line between two of them.
static void find_on_line(const pair *p, int first, int second, touch *out) {
  gb_jet along[3], to[3];
  subtract(p->at, p->corner[first], to);
  out->weight[first] = gb_jet_number(1);
  if (second != first) {
    subtract(p->corner[second], p->corner[first], along);
    out->weight[second] = gb_jet_divide(gb_jet_dot(to, along), gb_jet_dot(along, along));
    out->weight[first] = gb_jet_subtract(gb_jet_number(1), out->weight[second]);
    gb_jet_add_scaled(gb_jet_scale(out->weight[second], -1), along, to);
  }
  const gb_jet distance = gb_jet_sqrt(gb_jet_dot(to, to));
  for (int i = 0; i < 3; i++) out->normal[i] = gb_jet_divide(to[i], distance);
  out->depth = distance;
}

/// The point of the surface is in the inside of a triangle.
static void find_in_triangle(const pair *p, touch *out) {
  gb_jet side[2][3], area[3], to[3], part[3];
  for (int k = 0; k < 2; k++) subtract(p->corner[k + 1], p->corner[0], side[k]);
  gb_jet_cross(side[0], side[1], area);
  subtract(p->at, p->corner[0], to);
  const gb_jet square = gb_jet_dot(area, area);
  gb_jet_cross(to, side[1], part);
  out->weight[1] = gb_jet_divide(gb_jet_dot(part, area), square);
  gb_jet_cross(side[0], to, part);
  out->weight[2] = gb_jet_divide(gb_jet_dot(part, area), square);
  out->weight[0] = gb_jet_subtract(gb_jet_number(1), gb_jet_add(out->weight[1], out->weight[2]));
  const gb_jet above = gb_jet_dot(to, area);
  const gb_jet size = gb_jet_scale(gb_jet_sqrt(square), gb_real(above.value) < 0 ? -1 : 1);
  for (int i = 0; i < 3; i++) out->normal[i] = gb_jet_divide(area[i], size);
  out->depth = gb_jet_divide(above, size);
}

/// Find the depth of the sphere, the normal and the weights of the corners.
static void find_depth(const pair *p, unsigned active, touch *out) {
  int first = 0, last = CORNERS - 1;
  for (int k = 0; k < CORNERS; k++) out->weight[k] = gb_jet_number(0);
  while (!(active >> first & 1)) first++;
  while (!(active >> last & 1)) last--;
  if (active == (1U << CORNERS) - 1)
    find_in_triangle(p, out);
  else
    find_on_line(p, first, last, out);
  const gb_scalar reach = p->p[GB_CONTACT_BALL] + p->p[GB_CONTACT_SIZE];
  out->depth = gb_jet_subtract(gb_jet_number(reach), out->depth);
}

/// Compute the spin of a face with the spans t_1, t_2 and the normal n = (t_1 x t_2) / A, (5.40):
/// (t_1 (n.t_2') - t_2 (n.t_1') + n (t_2.t_1' - t_1.t_2') / 2) / A.
static void find_spin(const pair *p, gb_jet spin[3]) {
  const gb_jet(*t)[3] = p->span, (*rate)[3] = p->span_rate;
  gb_jet area[3];
  gb_jet_cross(t[0], t[1], area);
  const gb_jet square = gb_jet_dot(area, area); // n / A is the area vector over A^2
  const gb_jet twist = gb_jet_subtract(gb_jet_dot(t[1], rate[0]), gb_jet_dot(t[0], rate[1]));
  set_zero(spin);
  gb_jet_add_scaled(gb_jet_dot(area, rate[1]), t[0], spin);
  gb_jet_add_scaled(gb_jet_scale(gb_jet_dot(area, rate[0]), -1), t[1], spin);
  gb_jet_add_scaled(gb_jet_scale(twist, 0.5), area, spin);
  for (int i = 0; i < 3; i++) spin[i] = gb_jet_divide(spin[i], square);
}

/// Add the forces on the spans of a face whose power is m times its spin.
static void add_couple(const pair *p, const gb_jet m[3], gb_jet r[]) {
  const gb_jet(*t)[3] = p->span;
  gb_jet area[3];
  gb_jet_cross(t[0], t[1], area);
  const gb_jet square = gb_jet_dot(area, area);
  const gb_jet twist = gb_jet_scale(gb_jet_divide(gb_jet_dot(area, m), square), 0.5);
  gb_jet_add_scaled(gb_jet_scale(gb_jet_divide(gb_jet_dot(t[1], m), square), -1), area, &r[0]);
  gb_jet_add_scaled(twist, t[1], &r[0]);
  gb_jet_add_scaled(gb_jet_divide(gb_jet_dot(t[0], m), square), area, &r[3]);
  gb_jet_add_scaled(gb_jet_scale(twist, -1), t[0], &r[3]);
}

/// Find the inverse of J = sum |d_k|^2 I - d_k d_k^T of the directors of the point's frame.
static void find_inverse(const pair *p, gb_jet inverse[AXES][3]) {
  const gb_jet(*d)[3] = p->director;
  gb_jet J[AXES][3], square = gb_jet_number(0);
  for (int i = 0; i < AXES; i++) set_zero(J[i]);
  for (int k = 0; k < AXES; k++) {
    square = gb_jet_add(square, gb_jet_dot(d[k], d[k]));
    for (int i = 0; i < 3; i++) gb_jet_add_scaled(gb_jet_scale(d[k][i], -1), d[k], J[i]);
  }
  for (int i = 0; i < AXES; i++) J[i][i] = gb_jet_add(J[i][i], square);
  for (int i = 0; i < AXES; i++) gb_jet_cross(J[(i + 1) % 3], J[(i + 2) % 3], inverse[i]);
  const gb_jet determinant = gb_jet_dot(J[0], inverse[0]);
  for (int i = 0; i < AXES; i++)
    for (int j = 0; j < 3; j++) inverse[i][j] = gb_jet_divide(inverse[i][j], determinant);
}

/// Compute the spin of the point's frame, J^-1 sum d_k x d_k', (5.41): the one whose rates of the
/// directors differ least from theirs.
static void find_own_spin(const pair *p, const touch *t, gb_jet spin[3]) {
  gb_jet part[3], sum[3];
  set_zero(sum);
  for (int k = 0; k < AXES; k++) {
    gb_jet_cross(p->director[k], p->director_rate[k], part);
    gb_jet_add_scaled(gb_jet_number(1), part, sum);
  }
  for (int i = 0; i < 3; i++) spin[i] = gb_jet_dot(t->inverse[i], sum);
}

/// Compute the velocity of what touches relative to the surface, at the place of the force.
static void find_velocity(const pair *p, int corners, touch *t, gb_jet velocity[3]) {
  gb_jet spin[3], part[3];
  for (int i = 0; i < 3; i++) velocity[i] = p->rate[i];
  for (int k = 0; k < corners; k++)
    gb_jet_add_scaled(gb_jet_scale(t->weight[k], -1), p->corner_rate[k], velocity);
  if (!p->rubs) return; // spins move across the normal
  if (corners == CORNERS) {
    find_spin(p, spin);
    gb_jet_cross(spin, t->lever, part);
    gb_jet_add_scaled(gb_jet_number(-1), part, velocity);
  }
  if (p->own != FRAME) return;
  find_inverse(p, t->inverse);
  find_own_spin(p, t, spin);
  gb_jet_cross(spin, t->arm, part);
  gb_jet_add_scaled(gb_jet_number(1), part, velocity);
}

/// Find where the force acts. On a line of the surface it acts on the line itself, where it needs
/// no moment to be in balance.
static void find_arms(const pair *p, int corners, touch *t) {
  const gb_scalar reach = p->p[GB_CONTACT_BALL] + p->p[GB_CONTACT_SIZE];
  const gb_jet distance = gb_jet_subtract(gb_jet_number(reach), t->depth);
  gb_jet arm = gb_jet_number(0);
  if (p->own == FRAME) arm = corners == CORNERS ? gb_jet_number(p->p[GB_CONTACT_BALL]) : distance;
  const gb_jet lever = gb_jet_subtract(distance, arm);
  for (int i = 0; i < 3; i++) {
    t->arm[i] = gb_jet_scale(gb_jet_multiply(t->normal[i], arm), -1);
    t->lever[i] = gb_jet_multiply(t->normal[i], lever);
  }
}

/// @return the normal force; sets the force and its place. Requires a depth.
static gb_jet find_force(const pair *p, int corners, touch *t) {
  gb_jet velocity[3];
  find_arms(p, corners, t);
  find_velocity(p, corners, t, velocity);
  const gb_jet load =
      gb_contact_press(p->p, t->depth, gb_jet_scale(gb_jet_dot(velocity, t->normal), -1));
  if (p->rubs)
    gb_contact_rub(p->p, t->normal, velocity, load, t->force);
  else
    for (int i = 0; i < 3; i++) t->force[i] = gb_jet_multiply(load, t->normal[i]);
  return load;
}

/// Add the forces on the directors whose power is m times the spin of the point's frame.
static void add_moment(const pair *p, const touch *t, const gb_jet m[3], gb_jet r[PAIR]) {
  gb_jet solved[3], turn[3];
  for (int i = 0; i < 3; i++) solved[i] = gb_jet_dot(t->inverse[i], m);
  for (int k = 0; k < AXES; k++) {
    gb_jet_cross(solved, p->director[k], turn);
    gb_jet_add_scaled(gb_jet_number(-1), turn, &r[3 + 3 * k]);
  }
}

/// Add the forces on the spans of the face that touches, by the rate of its normal, -ball n'.
static void add_lever(const pair *p, const gb_jet force[3], gb_jet r[]) {
  const gb_jet(*t)[3] = p->own_span;
  const gb_jet size = gb_jet_divide(gb_jet_number(p->p[GB_CONTACT_BALL]), p->area);
  gb_jet across[3], part[3];
  for (int i = 0; i < 3; i++) across[i] = force[i];
  gb_jet_add_scaled(gb_jet_scale(gb_jet_dot(force, p->side), -1), p->side, across);
  gb_jet_cross(t[1], across, part);
  gb_jet_add_scaled(size, part, &r[0]);
  gb_jet_cross(across, t[0], part);
  gb_jet_add_scaled(size, part, &r[3]);
}

/// Compute what the contact adds to the residuals: minus the forces that have the power of the
/// force with the velocity.
static void find_residual(const pair *p, int corners, const touch *t, gb_jet r[PAIR]) {
  gb_jet moment[3];
  for (int i = 0; i < PAIR; i++) r[i] = gb_jet_number(0);
  for (int i = 0; i < 3; i++) r[i] = gb_jet_scale(t->force[i], -1);
  for (int k = 0; k < corners; k++) gb_jet_add_scaled(t->weight[k], t->force, &r[p->own + 3 * k]);
  if (p->flush) add_lever(p, t->force, &r[POINT]);
  if (!p->rubs) return; // the force is along both arms
  gb_jet_cross(t->arm, t->force, moment);
  if (p->own == FRAME) add_moment(p, t, moment, r);
  if (corners < CORNERS) return;
  gb_jet_cross(t->lever, t->force, moment);
  add_couple(p, moment, &r[p->own + 3 * CORNERS]);
}

/// Find the values of the pair that move with a value of the element. @return their number
static int find_shares(const setting *s, const pair *p, const gb_contact_place *at, int part,
                       int value, share out[CORNERS + SPANS]) {
  const int touching = s->form->touching * s->own;
  int count = 0;
  if (value < touching) {
    out[0] = (share){value % s->own, at->weight[value / s->own]};
    for (int k = count = 1; p->flush && k <= SPANS; k++) {
      int ends[2];
      find_ends(s, k - 1, ends);
      const int weight = (value / POINT == ends[0]) - (value / POINT == ends[1]);
      if (weight != 0) out[count++] = (share){3 * k + value % POINT, weight};
    }
    return count;
  }
  const int node = (value - touching) / POINT, component = (value - touching) % POINT;
  for (int k = 0; p->own + 3 * k < p->values; k++) {
    const double weight = weight_of(s, part, k, node);
    if (weight != 0) out[count++] = (share){p->own + 3 * k + component, weight};
  }
  return count;
}

/// Add the residual of a pair to the residual of the element, and the derivatives of the pair to
/// the derivatives of the element.
static void add_residual(const setting *s, const pair *p, const gb_contact_place *at, int part,
                         const gb_jet r[], gb_contact_answer *out) {
  share row[GB_CONTACT_UNKNOWNS][CORNERS + SPANS];
  int count[GB_CONTACT_UNKNOWNS];
  for (int i = 0; i < out->size; i++) {
    count[i] = find_shares(s, p, at, part, i, row[i]);
    for (int k = 0; k < count[i]; k++)
      out->r[i] += at->area * row[i][k].weight * r[row[i][k].value].value;
  }
  for (int i = 0; p->slopes > 0 && i < out->size; i++)
    for (int k = 0; k < count[i]; k++)
      for (int j = 0; j < out->size; j++)
        for (int l = 0; l < count[j]; l++) {
          const gb_jet *from = &r[row[i][k].value];
          const gb_scalar factor = at->area * row[i][k].weight * row[j][l].weight;
          out->J[0][i][j] += factor * gb_jet_slope(from, row[j][l].value);
          out->J[1][i][j] += factor * gb_jet_slope(from, p->values + row[j][l].value);
        }
}

static void open_parameters(const gb_element_input *in, int lane,
                            gb_scalar p[GB_CONTACT_PARAMETERS]) {
  for (int k = 0; k < GB_CONTACT_PARAMETERS; k++) p[k] = gb_lane_of(&in->parameter[k], lane);
}

/// Set the sizes of a pair and its parameters. There is no friction between a line of the surface
/// and a point without a frame, because neither turns about itself to keep moments in balance.
static void set_pair(const setting *s, const gb_scalar parameter[], bool slopes, pair *p) {
  const bool face = s->fan->corners == CORNERS;
  p->flush = s->form->flush;
  p->own = p->flush ? FACE : s->own;
  p->rubs = parameter[GB_CONTACT_FRICTION] != 0 && (face || p->own == FRAME);
  p->values = p->own + 3 * (CORNERS + (face && p->rubs ? SPANS : 0));
  p->slopes = slopes ? 2 * p->values : 0;
  p->p = parameter;
}

/// Open the pair of the element's point and a simplex of the surface, and find the depth.
/// @param p its sizes and parameters are set
static void open_pair(const setting *s, const gb_element_input *in, const gb_element_state *state,
                      int lane, const gb_contact_place *at, const gb_fan_simplex *simplex, pair *p,
                      touch *t) {
  open_point(s, in, state, lane, at, p);
  for (int k = 0; p->own + 3 * k < p->values; k++)
    if (k < s->fan->corners || k >= CORNERS) open_vector(s, in, state, lane, simplex->part, k, p);
  if (p->own == FRAME) open_axes(s, in, state, lane, at, p);
  find_depth(p, simplex->corners, t);
}

/// Whether the square of a distance is below the square of the reach of the surface and the sphere.
/// At a distance of zero no direction is normal, and nothing touches.
static bool does_touch(const gb_scalar parameter[], double square) {
  const double reach = gb_real(parameter[GB_CONTACT_BALL] + parameter[GB_CONTACT_SIZE]);
  return square > 0 && square < reach * reach;
}

/// Add the residual that a simplex of the surface causes.
/// @param p its sizes and parameters are set
static void solve_simplex(const setting *s, const gb_element_input *in,
                          const gb_element_state *state, int lane, const gb_contact_place *at,
                          const gb_fan_simplex *of, pair *p, gb_contact_answer *out) {
  gb_jet r[PAIR];
  touch t;
  open_pair(s, in, state, lane, at, of, p, &t);
  if (!(gb_real(t.depth.value) > 0)) return;
  gb_contact_note(0, p->slopes > 0, out);
  find_force(p, s->fan->corners, &t);
  find_residual(p, s->fan->corners, &t, r);
  add_residual(s, p, at, of->part, r, out);
}

/// Find the answer of an element.
static void solve_pairs(const gb_element_input *in, const gb_element_state *state, int lane,
                        bool slopes, gb_contact_answer *out) {
  const setting s = find_setting(in);
  gb_scalar parameter[GB_CONTACT_PARAMETERS];
  gb_fan_nearest found;
  const gb_contact_place at = find_place(in, lane);
  find_nearest(&s, in, state, lane, &at, &found);
  open_parameters(in, lane, parameter);
  if (!does_touch(parameter, found.square)) return;
  for (int k = 0; k < s.fan->simplices; k++) {
    if (found.count[k] == 0) continue;
    gb_contact_place part = at;
    pair p;
    set_pair(&s, parameter, slopes, &p);
    part.area *= found.count[k];
    solve_simplex(&s, in, state, lane, &part, &s.fan->simplex[k], &p, out);
  }
}
