/// Contacts of lines and faces of a mesh: derivatives, samples and tables;
/// elements/contact/face_pair.inc.h has the forces.
#define GB_JET_SLOPES 54
#include "elements/contact/face_pair.inc.h"

static int size_of(const gb_element_input *in) {
  const setting s = find_setting(in);
  return s.form->touching * s.own + POINT * s.surface;
}

static void solve_lane(const gb_element_input *in, const gb_element_state *state, int lane,
                       bool slopes, gb_contact_answer *out) {
  if (slopes)
    solve_pairs(in, state, lane, true, out);
  else
    gb_face_contact_solve_values(in, state, lane, out);
}

/// The samples of an element of a field, and the point that touches.
typedef struct sampled {
  setting s;
  const gb_element_input *in;
  const gb_element_state *state;
  int lane;
  gb_contact_place at;
  gb_fan_nearest found;
} sampled;

/// Add `count` times a value of a pair to sample i.
static void add_sample(const sampled *of, const pair *p, int part, double count,
                       const gb_jet *value, int i, gb_contact_samples *out) {
  out->f[i] += count * value->value;
  for (int j = 0; value->count > 0 && j < out->size; j++) {
    share by[CORNERS + SPANS];
    const int shares = find_shares(&of->s, p, &of->at, part, j, by);
    for (int k = 0; k < shares; k++)
      out->slope[i][j] += count * by[k].weight * gb_jet_slope(value, by[k].value);
  }
}

/// Sample the depth at a simplex of the surface.
static void sample_simplex(const sampled *of, int k, pair *p, int i, gb_contact_samples *out) {
  const gb_fan_simplex *simplex = &of->s.fan->simplex[k];
  touch t;
  open_pair(&of->s, of->in, of->state, of->lane, &of->at, simplex, p, &t);
  add_sample(of, p, simplex->part, 1, &t.depth, i, out);
}

/// Sample the depth at the nearest point of the surface.
static void sample_depth(const sampled *of, pair *p, gb_contact_samples *out) {
  out->count = 1;
  out->area[0] = of->at.area;
  sample_simplex(of, of->found.simplex, p, 0, out);
}

/// Sample the depths at all simplices that count: a sphere that touches a flat surface or a convex
/// one in one place counts once.
static void sample_touch(const sampled *of, pair *p, gb_contact_samples *out) {
  out->count = GB_CONTACT_SAMPLES;
  for (int k = 0; does_touch(p->p, of->found.square) && k < of->s.fan->simplices; k++) {
    if (of->found.count[k] == 0) continue;
    out->area[k] = of->found.count[k] * of->at.area;
    sample_simplex(of, k, p, k, out);
  }
}

static void sample_energy(const sampled *of, pair *p, gb_contact_samples *out) {
  out->count = 1;
  out->area[0] = of->at.area;
  for (int k = 0; does_touch(p->p, of->found.square) && k < of->s.fan->simplices; k++) {
    const gb_fan_simplex *simplex = &of->s.fan->simplex[k];
    touch t;
    if (of->found.count[k] == 0) continue;
    open_pair(&of->s, of->in, of->state, of->lane, &of->at, simplex, p, &t);
    if (!(gb_real(t.depth.value) > 0)) continue;
    const gb_jet energy = gb_contact_energy(p->p, t.depth);
    add_sample(of, p, simplex->part, of->found.count[k], &energy, 0, out);
  }
}

static void sample_lane(const gb_element_input *in, const gb_element_state *state, int lane,
                        gb_field field, bool slopes, gb_contact_samples *out) {
  sampled of = {.s = find_setting(in), .in = in, .state = state, .lane = lane};
  gb_scalar parameter[GB_CONTACT_PARAMETERS];
  pair p;
  of.at = find_place(in, lane);
  open_parameters(in, lane, parameter);
  set_pair(&of.s, parameter, slopes, &p);
  find_nearest(&of.s, in, state, lane, &of.at, &of.found);
  if (field == GB_FIELD_DEPTH)
    sample_depth(&of, &p, out);
  else if (field == GB_FIELD_TOUCH)
    sample_touch(&of, &p, out);
  else
    sample_energy(&of, &p, out);
}

static const gb_contact_kernel kernel = {solve_lane, sample_lane};

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  gb_contact_residual(&kernel, size_of(in), in, state, r);
}

static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  gb_contact_jacobian(&kernel, size_of(in), in, state, sigma, J);
}

static void kinks(const gb_element_input *in, const gb_element_state *state, uint64_t side[]) {
  gb_contact_kinks(&kernel, size_of(in), in, state, side);
}

static void sample(const gb_element_input *in, const gb_element_state *state, gb_field field,
                   gb_pack f[], gb_geometry area[]) {
  gb_contact_sample(&kernel, size_of(in), in, state, field, f, area);
}

static void sample_product(const gb_element_input *in, const gb_element_state *state,
                           gb_field field, int count, const gb_pack g[], gb_pack bar[]) {
  gb_contact_sample_product(&kernel, size_of(in), in, state, field, count, g, bar);
}

/// @return the normal force at the element's point
static gb_scalar find_load(const setting *s, const gb_element_input *in,
                           const gb_element_state *state, int lane, const gb_contact_place *at,
                           const gb_fan_nearest *found) {
  gb_scalar parameter[GB_CONTACT_PARAMETERS], sum = 0;
  open_parameters(in, lane, parameter);
  for (int k = 0; does_touch(parameter, found->square) && k < s->fan->simplices; k++) {
    pair p;
    touch t;
    if (found->count[k] == 0) continue;
    set_pair(s, parameter, false, &p);
    open_pair(s, in, state, lane, at, &s->fan->simplex[k], &p, &t);
    if (gb_real(t.depth.value) > 0)
      sum += found->count[k] * find_force(&p, s->fan->corners, &t).value;
  }
  return sum;
}

static void find_touch(const gb_element_input *in, const gb_element_state *state, gb_pack depth[],
                       gb_pack load[]) {
  const setting s = find_setting(in);
  for (int lane = 0; lane < GB_LANES; lane++) {
    gb_fan_nearest found;
    const gb_contact_place at = find_place(in, lane);
    find_nearest(&s, in, state, lane, &at, &found);
    const gb_scalar force = find_load(&s, in, state, lane, &at, &found);
    const gb_scalar reach = gb_lane_of(&in->parameter[GB_CONTACT_BALL], lane) +
                            gb_lane_of(&in->parameter[GB_CONTACT_SIZE], lane);
    for (int a = 0; a < in->nodes; a++) {
      gb_lanes(&depth[a])[lane] = reach - sqrt(found.square);
      gb_lanes(&load[a])[lane] = force;
    }
  }
}

#define FACE_CONTACT                                                                               \
  .damped = true, .uses_reference = true,                                                          \
  .parameter = {"stiffness", "exponent", "damping", "friction", "velocity", "stick", "ball",       \
                "line",      "size1",    "size2",   "size3",    "point",    "side1", "side2",      \
                "side3",     "side4",    "side5",   "side6",    "side7",    "side8", "node1",      \
                "node2",     "node3",    "node4",   "node5",    "node6",    "node7", "node8"},     \
  .residual = residual, .kinks = kinks, .jacobian = jacobian, .touch = find_touch,                 \
  .samples = {[GB_FIELD_ENERGY] = 1, [GB_FIELD_DEPTH] = 1, [GB_FIELD_TOUCH] = GB_CONTACT_SAMPLES}, \
  .sample = sample, .sample_product = sample_product

const gb_element gb_element_face_contact = {
    .name = "contacts of elements", .fields = {GB_POSITION}, FACE_CONTACT};

const gb_element gb_element_body_face_contact = {
    .name = "contacts of bodies with elements", .fields = {GB_FRAME, GB_POSITION}, FACE_CONTACT};

const gb_element gb_element_beam2_face_contact = {.name = "contacts of 2-node beams with beams",
                                                  .fields = {GB_FRAME, GB_FRAME, GB_POSITION},
                                                  FACE_CONTACT};

const gb_element gb_element_beam3_face_contact = {
    .name = "contacts of 3-node beams with beams",
    .fields = {GB_FRAME, GB_FRAME, GB_FRAME, GB_POSITION},
    FACE_CONTACT};
