/// Contacts of a surface with a frame: derivatives, samples and tables;
/// elements/contact/contact_pair.inc.h has the forces.
#define GB_JET_SLOPES 48
#include "elements/contact/contact_pair.inc.h"

/// @return the number of values of an element
static int size_of(const gb_element_input *in) {
  const gb_contact_form *form = in->table;
  return FRAME + (in->nodes - 1) * (form->body ? FRAME : POINT);
}

/// Replace the depth by its linear part at the reference, for a linear system.
/// @param size number of values of the element
static void linearise_depth(const gb_element_state *state, int lane, const pair *p,
                            const gb_contact_place *at, int size, touch *t) {
  for (int j = 0; j < size; j++) {
    const int column = j < FRAME ? j : FRAME + (j - FRAME) % p->own;
    t->depth.value += share_of(at, p->own, j, column) * gb_jet_slope(&t->depth, column) *
                      gb_lane_of(&state->q[j], lane);
  }
}

static void solve_lane(const gb_element_input *in, const gb_element_state *state, int lane,
                       bool slopes, gb_contact_answer *out) {
  if (slopes || state->linear)
    solve_pairs(in, state, lane, slopes, out);
  else
    gb_contact_solve_values(in, state, lane, out);
}

/// Store sample i, whose point moves with the nodes of the element.
static void store(const pair *p, const gb_contact_place *at, const gb_jet *value, int i,
                  gb_contact_samples *out) {
  out->f[i] = value->value;
  for (int j = 0; p->slopes > 0 && j < out->size; j++) {
    const int column = j < FRAME ? j : FRAME + (j - FRAME) % p->own;
    out->slope[i][j] = share_of(at, p->own, j, column) * gb_jet_slope(value, column);
  }
}

/// Store the depth of a point, or of the deepest place of a line, where the depth does not change
/// with the place to first order.
static void sample_depth(const gb_element_state *state, int lane, const gb_contact_line *from,
                         const gb_contact_place *at, int g, pair *p, gb_contact_samples *out) {
  line_points line;
  touch t;
  gb_contact_part part = {.free = {false}};
  find_points(from, &part, p, &line);
  if (from->form->line) move_along(&line, gb_jet_number(gb_contact_find_deepest(from)), p);
  find_depth(from->form, p, &t);
  if (state->linear) linearise_depth(state, lane, p, at, out->size, &t);
  store(p, at, &t.depth, g, out);
}

static void sample_energy(const gb_element_state *state, int lane, const gb_contact_line *from,
                          const gb_contact_place *at, int g, pair *p, gb_contact_samples *out) {
  line_points line;
  gb_contact_part part;
  gb_jet sum = gb_jet_number(0);
  if (!gb_contact_find_part(from, &part)) return;
  find_points(from, &part, p, &line);
  for (int k = 0; k < line.count; k++) {
    touch t;
    gb_jet along;
    const gb_jet share = go_to(&line, k, p, &along);
    find_depth(from->form, p, &t);
    if (state->linear) linearise_depth(state, lane, p, at, out->size, &t);
    if (!(gb_real(t.depth.value) > 0)) continue;
    sum = gb_jet_add(sum, gb_jet_multiply(share, gb_contact_energy(p->p, t.depth)));
  }
  store(p, at, &sum, g, out);
}

static void sample_lane(const gb_element_input *in, const gb_element_state *state, int lane,
                        gb_field field, bool slopes, gb_contact_samples *out) {
  gb_scalar parameter[GB_CONTACT_PARAMETERS];
  gb_contact_line line = {.form = in->table, .parameter = parameter};
  out->count = count_places(in);
  for (int k = 0; k < GB_CONTACT_PARAMETERS; k++)
    parameter[k] = gb_lane_of(&in->parameter[k], lane);
  for (int g = 0; g < out->count; g++) {
    const gb_contact_place at = find_place(in, lane, g);
    pair p = {.own = line.form->body ? FRAME : POINT, .p = parameter};
    out->area[g] = at.area;
    find_line(in, state, lane, &at, &line);
    if (slopes || state->linear) p.slopes = 2 * (FRAME + p.own);
    open_pair(in, state, lane, &at, &p);
    if (field == GB_FIELD_ENERGY)
      sample_energy(state, lane, &line, &at, g, &p, out);
    else
      sample_depth(state, lane, &line, &at, g, &p, out);
  }
}

static const gb_contact_kernel kernel = {solve_lane, sample_lane};

static void residual(const gb_element_input *in, const gb_element_state *state, gb_pack r[]) {
  gb_contact_residual(&kernel, size_of(in), in, state, r);
}

static void jacobian(const gb_element_input *in, const gb_element_state *state,
                     const double sigma[3], gb_pack J[]) {
  gb_contact_jacobian(&kernel, size_of(in), in, state, sigma, J);
}

static int keeps(const gb_element_input *in) {
  const gb_contact_form *form = in->table;
  return form->sticks ? 3 * count_places(in) : 0;
}

static void remember(const gb_element_input *in, const gb_element_state *state, gb_pack kept[]) {
  gb_contact_remember(&kernel, size_of(in), in, state, keeps(in), kept);
}

static void spend(const gb_element_input *in, const gb_element_state *state, gb_pack *energy) {
  gb_contact_spend(&kernel, size_of(in), in, state, energy);
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

/// Raise the depth at the surface's node, the first one, to that at a node.
static void raise_depth(gb_pack depth[], int node, int lane) {
  gb_scalar *most = &gb_lanes(&depth[0])[lane];
  const gb_scalar here = gb_lanes(&depth[node])[lane];
  if (node == 1 || gb_real(here) > gb_real(*most)) *most = here;
}

/// @return the normal force at the nodes of a pair, or of the whole line
static gb_scalar find_load_of(const gb_contact_line *from, pair *p) {
  line_points line;
  gb_contact_part part;
  gb_scalar sum = 0;
  if (!gb_contact_find_part(from, &part)) return 0;
  find_points(from, &part, p, &line);
  for (int k = 0; k < line.count; k++) {
    touch t;
    gb_jet velocity[3], along;
    const gb_jet share = go_to(&line, k, p, &along);
    find_depth(from->form, p, &t);
    resolve_rate(p, p->gap, p->rate, velocity);
    if (gb_real(t.depth.value) > 0) sum += share.value * find_load(p, &t, velocity).value;
  }
  return sum;
}

static void find_touch(const gb_element_input *in, const gb_element_state *state, gb_pack depth[],
                       gb_pack load[]) {
  for (int lane = 0; lane < GB_LANES; lane++) {
    gb_scalar parameter[GB_CONTACT_PARAMETERS];
    gb_contact_line line = {.form = in->table, .parameter = parameter};
    for (int k = 0; k < GB_CONTACT_PARAMETERS; k++)
      parameter[k] = gb_lane_of(&in->parameter[k], lane);
    gb_lanes(&load[0])[lane] = 0;
    for (int a = 1; a < in->nodes; a++) {
      gb_contact_place at = {.area = 1};
      pair p = {.own = line.form->body ? FRAME : POINT, .p = parameter};
      gb_contact_samples one = {.size = 0};
      at.weight[a - 1] = 1;
      find_line(in, state, lane, &at, &line);
      open_pair(in, state, lane, &at, &p);
      gb_lanes(&load[a])[lane] = find_load_of(&line, &p);
      open_pair(in, state, lane, &at, &p);
      sample_depth(state, lane, &line, &at, 0, &p, &one);
      gb_lanes(&depth[a])[lane] = one.f[0];
      raise_depth(depth, a, lane);
    }
  }
}

#define PARAMETERS                                                                                 \
  {                                                                                                \
    "stiffness", "exponent", "damping", "friction", "velocity", "stick", "ball", "line", "size1",  \
        "size2", "size3"                                                                           \
  }

const gb_element gb_element_contact = {
    .name = "contacts of the mesh",
    .fields = {GB_FRAME, GB_POSITION},
    .damped = true,
    .uses_reference = true,
    .parameter = PARAMETERS,
    .residual = residual,
    .keeps = keeps,
    .remember = remember,
    .spend = spend,
    .kinks = kinks,
    .jacobian = jacobian,
    .touch = find_touch,
    .samples = {[GB_FIELD_ENERGY] = 1, [GB_FIELD_DEPTH] = 1, [GB_FIELD_TOUCH] = 1},
    .sample_count = count_places,
    .sample = sample,
    .sample_product = sample_product,
};

const gb_element gb_element_body_contact = {
    .name = "contacts of bodies",
    .fields = {GB_FRAME},
    .damped = true,
    .parameter = PARAMETERS,
    .residual = residual,
    .keeps = keeps,
    .remember = remember,
    .spend = spend,
    .kinks = kinks,
    .jacobian = jacobian,
    .touch = find_touch,
    .samples = {[GB_FIELD_ENERGY] = 1, [GB_FIELD_DEPTH] = 1, [GB_FIELD_TOUCH] = 1},
    .sample_count = count_places,
    .sample = sample,
    .sample_product = sample_product,
};
