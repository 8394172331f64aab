/// Contacts of lines and faces of a mesh: derivatives, samples and tables; elements/face_pair.inc.h
/// has the forces.
#define GB_JET_SLOPES 54
#include "elements/face_pair.inc.h"

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

/// Add `count` times a value of a pair to the sample.
static void add_sample(const setting *s, const pair *p, const gb_contact_place *at, int part,
                       double count, const gb_jet *value, gb_contact_samples *out) {
  out->f[0] += count * value->value;
  for (int j = 0; value->count > 0 && j < out->size; j++) {
    share of[CORNERS + SPANS];
    const int shares = find_shares(s, p, at, part, j, of);
    for (int k = 0; k < shares; k++)
      out->slope[0][j] += count * of[k].weight * gb_jet_slope(value, of[k].value);
  }
}

/// Sample the depth in the nearest point of the surface. The area is the element's share of it: a
/// sphere that touches a flat surface or a convex one in one place counts once.
static void sample_depth(const gb_element_input *in, const gb_element_state *state, int lane,
                         const gb_fan_nearest *found, pair *p, gb_contact_samples *out) {
  const setting s = find_setting(in);
  const gb_contact_place at = find_place(in, lane);
  touch t;
  open_pair(&s, in, state, lane, &at, &s.fan->simplex[found->simplex], p, &t);
  add_sample(&s, p, &at, s.fan->simplex[found->simplex].part, 1, &t.depth, out);
  out->area[0] = 0;
  for (int k = 0; does_touch(p->p, found->square) && k < s.fan->simplices; k++) {
    pair values;
    if (found->count[k] == 0) continue;
    set_pair(&s, p->p, false, &values);
    open_pair(&s, in, state, lane, &at, &s.fan->simplex[k], &values, &t);
    if (gb_real(t.depth.value) > 0) out->area[0] += found->count[k] * at.area;
  }
}

static void sample_energy(const gb_element_input *in, const gb_element_state *state, int lane,
                          const gb_fan_nearest *found, pair *p, gb_contact_samples *out) {
  const setting s = find_setting(in);
  const gb_contact_place at = find_place(in, lane);
  out->area[0] = at.area;
  for (int k = 0; does_touch(p->p, found->square) && k < s.fan->simplices; k++) {
    touch t;
    if (found->count[k] == 0) continue;
    open_pair(&s, in, state, lane, &at, &s.fan->simplex[k], p, &t);
    if (!(gb_real(t.depth.value) > 0)) continue;
    const gb_jet energy = gb_contact_energy(p->p, t.depth);
    add_sample(&s, p, &at, s.fan->simplex[k].part, found->count[k], &energy, out);
  }
}

static void sample_lane(const gb_element_input *in, const gb_element_state *state, int lane,
                        gb_field field, bool slopes, gb_contact_samples *out) {
  const setting s = find_setting(in);
  gb_scalar parameter[GB_CONTACT_PARAMETERS];
  gb_fan_nearest found;
  const gb_contact_place at = find_place(in, lane);
  pair p;
  open_parameters(in, lane, parameter);
  set_pair(&s, parameter, slopes, &p);
  find_nearest(&s, in, state, lane, &at, &found);
  out->count = 1;
  if (field == GB_FIELD_DEPTH)
    sample_depth(in, state, lane, &found, &p, out);
  else
    sample_energy(in, state, lane, &found, &p, out);
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
  .parameter = {"stiffness", "exponent", "damping", "friction", "velocity", "ball",  "line",       \
                "size1",     "size2",    "size3",   "point",    "side1",    "side2", "side3",      \
                "side4",     "side5",    "side6",   "side7",    "side8",    "node1", "node2",      \
                "node3",     "node4",    "node5",   "node6",    "node7",    "node8"},              \
  .residual = residual, .kinks = kinks, .jacobian = jacobian, .touch = find_touch,                 \
  .samples = {[GB_FIELD_ENERGY] = 1, [GB_FIELD_DEPTH] = 1}, .sample = sample,                      \
  .sample_product = sample_product

const gb_element gb_element_face_contact = {
    .name = "contacts of elements", .fields = {GB_POSITION}, FACE_CONTACT};

const gb_element gb_element_body_face_contact = {
    .name = "contacts of bodies with elements", .fields = {GB_FRAME, GB_POSITION}, FACE_CONTACT};
