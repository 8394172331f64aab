/// Wrenches of nodal residuals, forces of joints and fields of single elements.
#include "system/quantities.h"

#include "base/arena.h"
#include "elements/parameter.h"
#include "system/batch.h"

#include <string.h>

struct gb_quantities {
  gb_assembly *assembly;
  const gb_model *model;
  const gb_quantity_set *set;
  int functionals;
  bool *used, reactions, forces;
  size_t size;         ///< nodal values
  gb_scalar *residual; ///< R, [size]; NULL: there are no reactions
  gb_scalar *change;   ///< of q from the origin of a linear system, [size]; NULL: no forces
  gb_scalar *psi;      ///< weights of R, [functionals][size]; NULL likewise
  const gb_scalar *g;  ///< weights of the values: g[functional * stride + value]
  size_t stride;
};

static int reserve(gb_quantities *q, const bool used[], gb_arena *arena, gb_error *error) {
  GB_TRY(GB_TAKE(arena, q->used, (size_t)q->set->count, error));
  for (int i = 0; i < q->set->count; i++) {
    const gb_quantity_kind kind = q->set->entry[i].kind;
    q->used[i] = used[i];
    q->reactions = q->reactions || (used[i] && kind == GB_QUANTITY_REACTION);
    q->forces = q->forces || (used[i] && gb_quantity_is_force(kind));
  }
  if (q->forces) GB_TRY(GB_TAKE(arena, q->change, q->size, error));
  if (!q->reactions) return GB_OK;
  GB_TRY(GB_TAKE(arena, q->residual, q->size, error));
  return GB_TAKE(arena, q->psi, (size_t)q->functionals * q->size, error);
}

int gb_quantities_create(gb_assembly *assembly, const bool used[], int functionals, gb_arena *arena,
                         gb_quantities **out, gb_error *error) {
  gb_quantities *q;
  GB_TRY(GB_TAKE(arena, q, 1, error));
  *out = q;
  q->assembly = assembly;
  q->model = gb_assembly_model(assembly);
  q->set = q->model->quantities;
  q->functionals = functionals;
  q->size = gb_node_values(q->model->nodes);
  return reserve(q, used, arena, error);
}

bool gb_quantities_of_forces(const gb_quantities *q) {
  return q->forces;
}

/// sum += factor a x b.
static void add_cross(double factor, const gb_scalar a[3], const gb_scalar b[3], gb_scalar sum[3]) {
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    sum[i] += factor * (a[j] * b[k] - a[k] * b[j]);
  }
}

// Reactions: the wrench of R at the nodes that are held and at those tied to them.

/// A vector of a node: its index, and the arm of its force, a position from the point of moments
/// or a director.
typedef struct lever {
  int32_t vector;
  bool position;
  gb_scalar arm[3];
} lever;

static void present(const gb_quantities *q, const gb_scalar nodal[], int32_t vector,
                    gb_scalar x[3]) {
  for (int i = 0; i < 3; i++) x[i] = q->model->nodes->reference[vector][i] + nodal[3 * vector + i];
}

/// Position and directors of a node of a reaction. @return how many
static int find_levers(const gb_quantities *q, const gb_quantity *of, const gb_scalar nodal[],
                       int32_t node, lever out[4]) {
  const gb_node_set *nodes = q->model->nodes;
  int count = 0;
  for (unsigned field = GB_POSITION; field <= GB_DIRECTOR_3; field <<= 1) {
    if (!gb_node_has(nodes, node, field)) continue;
    lever *l = &out[count++];
    l->vector = gb_node_vector(nodes, node, field);
    l->position = field == GB_POSITION;
    present(q, nodal, l->vector, l->arm);
    if (!l->position) continue;
    gb_scalar center[3] = {of->about[0], of->about[1], of->about[2]};
    if (of->center >= 0) present(q, nodal, gb_node_vector(nodes, of->center, GB_POSITION), center);
    for (int i = 0; i < 3; i++) l->arm[i] -= center[i];
  }
  return count;
}

static void find_wrench(const gb_quantities *q, const gb_quantity *of, const gb_scalar nodal[],
                        gb_scalar value[GB_WRENCH]) {
  lever l[4];
  for (int32_t k = 0; k < of->nodes; k++) {
    const int count = find_levers(q, of, nodal, of->node[k], l);
    for (int a = 0; a < count; a++) {
      const gb_scalar *r = &q->residual[3 * l[a].vector];
      for (int i = 0; l[a].position && i < 3; i++) value[i] += r[i];
      add_cross(1, l[a].arm, r, value + 3);
    }
  }
}

/// psi[size] += the weights of R: g_F + g_M x arm.
static void add_wrench_weights(const gb_quantities *q, const gb_quantity *of,
                               const gb_scalar nodal[], const gb_scalar g[GB_WRENCH],
                               gb_scalar psi[]) {
  lever l[4];
  for (int32_t k = 0; k < of->nodes; k++) {
    const int count = find_levers(q, of, nodal, of->node[k], l);
    for (int a = 0; a < count; a++) {
      gb_scalar *weight = &psi[3 * l[a].vector];
      for (int i = 0; l[a].position && i < 3; i++) weight[i] += g[i];
      add_cross(1, g + 3, l[a].arm, weight);
    }
  }
}

/// bar[size] += what the arms change: r x g_M, and its reverse at the point of moments.
static void add_arms(const gb_quantities *q, const gb_quantity *of, const gb_scalar nodal[],
                     const gb_scalar g[GB_WRENCH], gb_scalar bar[]) {
  const gb_node_set *nodes = q->model->nodes;
  lever l[4];
  for (int32_t k = 0; k < of->nodes; k++) {
    const int count = find_levers(q, of, nodal, of->node[k], l);
    for (int a = 0; a < count; a++) {
      const gb_scalar *r = &q->residual[3 * l[a].vector];
      add_cross(1, r, g + 3, &bar[3 * l[a].vector]);
      if (l[a].position && of->center >= 0)
        add_cross(-1, r, g + 3, &bar[3 * gb_node_vector(nodes, of->center, GB_POSITION)]);
    }
  }
}

static void find_residual(gb_quantities *q, const gb_nodal_state *state) {
  memset(q->residual, 0, q->size * sizeof *q->residual);
  gb_assembly_residual(q->assembly, state, q->residual);
}

// Quantities of one element.

/// The element of a quantity and the lane that it is in.
typedef struct single {
  gb_batch batch;
  int lane;
} single;

static void open_single(const gb_quantities *q, const gb_quantity *of, const gb_nodal_state *state,
                        single *s) {
  const gb_block *block = &q->model->blocks->block[of->block];
  s->lane = (int)(of->element % GB_LANES);
  gb_batch_open_block(q->assembly, block, state, &s->batch);
  gb_batch_open_elements(q->assembly, block, of->element - s->lane, state, &s->batch);
}

/// bar[whether the element measures its reference][nodal values] += local of the lane.
static void put(single *s, gb_pack local[], gb_scalar *const all[2]) {
  gb_scalar *bar = all[s->batch.element->measures];
  for (int i = 0; i < s->batch.size; i++)
    bar[s->batch.place[i][s->lane]] += gb_lanes(&local[i])[s->lane];
}

// Joints: forces on the second frame.

enum { SECOND = 12 }; ///< the first value of a joint's second frame

/// A joint's residual on its second frame, and the axes of that.
typedef struct joint_forces {
  gb_scalar force[3];                ///< on the partner
  gb_scalar moment[3];               ///< about the joint's position there
  gb_scalar director[3][3], r[3][3]; ///< directors, and residuals of these
  gb_scalar unit[3][3], size[3];     ///< of directors: they drift a little where accelerations are
                                     ///< enforced
} joint_forces;

static gb_scalar dot(const gb_scalar a[3], const gb_scalar b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// r += R_q change, of a linear system.
static void add_linear(single *s, const gb_scalar change[], gb_pack r[]) {
  static const double sigma[3] = {1, 0, 0};
  gb_pack x[GB_ELEMENT_UNKNOWNS];
  gb_batch_pick(&s->batch, change, x);
  s->batch.element->product(&s->batch.in, &s->batch.state, sigma, false, 1, x, r);
}

/// A director d with the residual r has the moment -d x r.
/// @param change of a linear system, else NULL
static void find_joint(single *s, const gb_scalar change[], joint_forces *f) {
  const gb_batch *v = &s->batch;
  const gb_geometry *reference[] = {v->in.director[1], v->in.second[1], v->in.third[1]};
  gb_pack r[GB_ELEMENT_UNKNOWNS];
  memset(r, 0, (size_t)v->size * sizeof *r);
  memset(f, 0, sizeof *f);
  v->element->residual(&v->in, &v->state, r);
  if (change) add_linear(s, change, r);
  for (int i = 0; i < 3; i++) f->force[i] = -gb_lanes(&r[SECOND + i])[s->lane];
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < 3; i++) {
      const int at = SECOND + 3 * (k + 1) + i;
      f->r[k][i] = gb_lanes(&r[at])[s->lane];
      f->director[k][i] = gb_lanes((gb_pack *)&reference[k][i])[s->lane] +
                          gb_lanes((gb_pack *)&v->state.q[at])[s->lane];
    }
    f->size[k] = gb_sqrt(dot(f->director[k], f->director[k]));
    for (int i = 0; i < 3; i++) f->unit[k][i] = f->director[k][i] / f->size[k];
    add_cross(-1, f->director[k], f->r[k], f->moment);
  }
}

static void joint_values(const joint_forces *f, gb_scalar value[GB_JOINT_VALUES]) {
  for (int i = 0; i < 3; i++) {
    value[i] = f->force[i];
    value[3 + i] = f->moment[i];
    value[6 + i] = dot(f->unit[i], f->force);
    value[9 + i] = dot(f->unit[i], f->moment);
  }
}

/// Weights of the residuals of the second frame (12), and what the axes change directly (12).
static void weigh_joint(const joint_forces *f, const gb_scalar g[GB_JOINT_VALUES],
                        gb_scalar weight[12], gb_scalar direct[12]) {
  gb_scalar of_force[3], of_moment[3];
  for (int i = 0; i < 3; i++) {
    of_force[i] = g[i];
    of_moment[i] = g[3 + i];
    for (int k = 0; k < 3; k++) {
      of_force[i] += g[6 + k] * f->unit[k][i];
      of_moment[i] += g[9 + k] * f->unit[k][i];
    }
  }
  memset(weight, 0, 12 * sizeof *weight);
  memset(direct, 0, 12 * sizeof *direct);
  for (int i = 0; i < 3; i++) weight[i] = -of_force[i];
  for (int k = 0; k < 3; k++) {
    gb_scalar *bar = &direct[3 * (k + 1)];
    add_cross(-1, of_moment, f->director[k], &weight[3 * (k + 1)]);
    add_cross(-1, f->r[k], of_moment, bar);
    gb_scalar turn[3];
    for (int i = 0; i < 3; i++) turn[i] = g[6 + k] * f->force[i] + g[9 + k] * f->moment[i];
    const gb_scalar along = dot(turn, f->unit[k]);
    for (int i = 0; i < 3; i++) bar[i] += (turn[i] - along * f->unit[k][i]) / f->size[k];
  }
}

static void add_joint_bar(single *s, const gb_scalar g[], int component, gb_scalar *const bar[2]) {
  const double sigma[3] = {component == GB_Q, component == GB_V, component == GB_A};
  gb_pack x[GB_ELEMENT_UNKNOWNS], y[GB_ELEMENT_UNKNOWNS];
  gb_scalar weight[12], direct[12];
  joint_forces f;
  find_joint(s, NULL, &f);
  weigh_joint(&f, g, weight, direct);
  memset(x, 0, (size_t)s->batch.size * sizeof *x);
  memset(y, 0, (size_t)s->batch.size * sizeof *y);
  for (int i = 0; i < 12; i++) gb_lanes(&x[SECOND + i])[s->lane] = weight[i];
  s->batch.element->product(&s->batch.in, &s->batch.state, sigma, true, 1, x, y);
  for (int i = 0; component == GB_Q && i < 12; i++) gb_lanes(&y[SECOND + i])[s->lane] += direct[i];
  put(s, y, bar);
}

static void add_joint_gradient(single *s, const gb_scalar g[], gb_scalar gradient[]) {
  gb_scalar weight[12], direct[12];
  joint_forces f;
  find_joint(s, NULL, &f);
  weigh_joint(&f, g, weight, direct);
  for (int k = 0; k < s->batch.block->varyings; k++) {
    const gb_varying *varying = &s->batch.block->varying[k];
    const int32_t design = gb_batch_design(&s->batch, varying, s->lane);
    gb_pack local[GB_ELEMENT_UNKNOWNS];
    if (design < 0 || !gb_batch_varying_residual(&s->batch, varying, local)) continue;
    for (int i = 0; i < 12; i++)
      gradient[design] += gb_batch_slope(&s->batch, varying, s->lane) * weight[i] *
                          gb_lanes(&local[SECOND + i])[s->lane];
  }
  for (int k = 0; s->batch.reference->controlled && k < s->batch.block->parameters; k++) {
    const gb_control_slope *slope;
    gb_pack local[GB_ELEMENT_UNKNOWNS];
    gb_scalar sum = 0;
    int order;
    const int slopes = gb_batch_control_slopes(&s->batch, k, &slope, &order);
    if (slopes > 0) gb_batch_parameter_residual(&s->batch, k, local);
    for (int i = 0; slopes > 0 && i < 12; i++)
      sum += weight[i] * gb_lanes(&local[SECOND + i])[s->lane];
    for (int j = 0; j < slopes; j++) gradient[slope[j].design] += slope[j].by[order] * sum;
  }
}

// Sections: fields of the mean strains.

static void find_section(single *s, gb_scalar value[]) {
  gb_pack f[GB_ELEMENT_SAMPLES];
  gb_geometry area[GB_ELEMENT_SAMPLES];
  const gb_batch *v = &s->batch;
  for (int field = GB_FIELD_RESULTANT; field <= GB_FIELD_STRESS; field++) {
    const int count = v->element->samples[field];
    if (count == 0) continue;
    v->element->sample(&v->in, &v->state, (gb_field)field, f, area);
    for (int i = 0; i < count; i++) *value++ = gb_lanes(&f[i])[s->lane];
  }
}

static void add_section_bar(single *s, const gb_scalar g[], gb_scalar *const bar[2]) {
  gb_pack weight[GB_ELEMENT_SAMPLES], y[GB_ELEMENT_UNKNOWNS];
  const gb_batch *v = &s->batch;
  memset(y, 0, (size_t)v->size * sizeof *y);
  for (int field = GB_FIELD_RESULTANT; field <= GB_FIELD_STRESS; field++) {
    const int count = v->element->samples[field];
    memset(weight, 0, (size_t)count * sizeof *weight);
    for (int i = 0; i < count; i++) gb_lanes(&weight[i])[s->lane] = *g++;
    if (count > 0) v->element->sample_product(&v->in, &v->state, (gb_field)field, 1, weight, y);
  }
  put(s, y, bar);
}

static void add_section_gradient(single *s, const gb_scalar g[], gb_scalar gradient[]) {
  const gb_batch *v = &s->batch;
  gb_pack df[GB_ELEMENT_SAMPLES];
  for (int k = 0; k < v->block->varyings; k++) {
    const gb_varying *varying = &v->block->varying[k];
    const int32_t design = gb_batch_design(v, varying, s->lane);
    const gb_element_input in = gb_batch_input_by(v, varying);
    const gb_scalar *weight = g;
    for (int field = GB_FIELD_RESULTANT; design >= 0 && field <= GB_FIELD_STRESS; field++) {
      const int count = v->element->samples[field];
      if (count == 0) continue;
      gb_parameter_sample(v->block->kind, &in, &v->state, (gb_field)field, varying->parameter,
                          v->lanes, df);
      for (int i = 0; i < count; i++)
        gradient[design] +=
            gb_batch_slope(v, varying, s->lane) * *weight++ * gb_lanes(&df[i])[s->lane];
    }
  }
}

/// gradient += the weights times the derivatives as designs move the element's reference, of the
/// fields of mean strains.
static void add_section_moves(const single *s, const gb_scalar g[], gb_scalar gradient[]) {
  const gb_batch *v = &s->batch;
  const gb_reference_move *move = NULL;
  const int moves = gb_batch_moves(v, s->lane, &move);
  for (int m = 0; m < moves; m++) {
    const gb_scalar *weight = g;
    for (int field = GB_FIELD_RESULTANT; field <= GB_FIELD_STRESS; field++) {
      gb_sample_slopes slope;
      const int count = v->element->samples[field];
      if (count == 0) continue;
      gb_reference_sample(v->block->kind, &v->in, &v->state, (gb_field)field, s->lane,
                          move[m].along, &slope);
      for (int i = 0; i < count; i++) gradient[move[m].design] += *weight++ * slope.f[i];
    }
  }
}

// States: the largest failure index, and the energy.

/// Of a field of the element all samples in the lane. @return how many
static int take_samples(const single *s, gb_field field, gb_pack f[], gb_geometry area[]) {
  const gb_batch *v = &s->batch;
  const int count = gb_sample_count(v->element, v->in.layup, field);
  if (count > 0) v->element->sample(&v->in, &v->state, field, f, area);
  return count;
}

static int largest_sample(const single *s, int count, gb_pack f[]) {
  int at = 0;
  for (int i = 1; i < count; i++)
    if (gb_real(gb_lanes(&f[i])[s->lane]) > gb_real(gb_lanes(&f[at])[s->lane])) at = i;
  return at;
}

static void find_state(const single *s, gb_scalar value[GB_STATE_VALUES]) {
  gb_pack f[GB_ELEMENT_SAMPLES];
  gb_geometry area[GB_ELEMENT_SAMPLES];
  const int points = take_samples(s, GB_FIELD_FAILURE, f, area);
  if (points > 0) value[0] = gb_lanes(&f[largest_sample(s, points, f)])[s->lane];
  const int count = take_samples(s, GB_FIELD_ENERGY, f, area);
  for (int i = 0; i < count; i++)
    value[1] += gb_lanes(&f[i])[s->lane] * gb_lanes(&area[i])[s->lane] / 2;
}

/// weight[samples] = the derivatives of the weighted values by the samples of a field. @return how
/// many samples
static int weigh_state(const single *s, gb_field field, const gb_scalar g[GB_STATE_VALUES],
                       gb_pack weight[]) {
  gb_pack f[GB_ELEMENT_SAMPLES];
  gb_geometry area[GB_ELEMENT_SAMPLES];
  const int count = take_samples(s, field, f, area);
  memset(weight, 0, (size_t)count * sizeof *weight);
  if (field == GB_FIELD_FAILURE && count > 0)
    gb_lanes(&weight[largest_sample(s, count, f)])[s->lane] = g[0];
  for (int i = 0; field == GB_FIELD_ENERGY && i < count; i++)
    gb_lanes(&weight[i])[s->lane] = g[1] * gb_lanes(&area[i])[s->lane] / 2;
  return count;
}

static void add_state_bar(single *s, const gb_scalar g[], gb_scalar *const bar[2]) {
  static const gb_field fields[] = {GB_FIELD_FAILURE, GB_FIELD_ENERGY};
  gb_pack weight[GB_ELEMENT_SAMPLES], y[GB_ELEMENT_UNKNOWNS];
  const gb_batch *v = &s->batch;
  memset(y, 0, (size_t)v->size * sizeof *y);
  for (int k = 0; k < GB_STATE_VALUES; k++)
    if (g[k] != 0 && weigh_state(s, fields[k], g, weight) > 0)
      v->element->sample_product(&v->in, &v->state, fields[k], 1, weight, y);
  put(s, y, bar);
}

static void add_state_gradient(single *s, const gb_scalar g[], gb_scalar gradient[]) {
  static const gb_field fields[] = {GB_FIELD_FAILURE, GB_FIELD_ENERGY};
  gb_pack weight[GB_ELEMENT_SAMPLES], df[GB_ELEMENT_SAMPLES];
  const gb_batch *v = &s->batch;
  for (int i = 0; i < v->block->varyings * GB_STATE_VALUES; i++) {
    const gb_varying *varying = &v->block->varying[i / GB_STATE_VALUES];
    const int k = i % GB_STATE_VALUES;
    const int32_t design = gb_batch_design(v, varying, s->lane);
    const gb_element_input in = gb_batch_input_by(v, varying);
    const int count = design >= 0 && g[k] != 0 ? weigh_state(s, fields[k], g, weight) : 0;
    if (count == 0) continue;
    gb_parameter_sample(v->block->kind, &in, &v->state, fields[k], varying->parameter, v->lanes,
                        df);
    for (int p = 0; p < count; p++)
      gradient[design] += gb_batch_slope(v, varying, s->lane) * gb_lanes(&weight[p])[s->lane] *
                          gb_lanes(&df[p])[s->lane];
  }
}

/// gradient += the same as designs move the element's reference.
static void add_state_moves(const single *s, const gb_scalar g[], gb_scalar gradient[]) {
  static const gb_field fields[] = {GB_FIELD_FAILURE, GB_FIELD_ENERGY};
  gb_pack weight[GB_ELEMENT_SAMPLES], f[GB_ELEMENT_SAMPLES];
  gb_geometry area[GB_ELEMENT_SAMPLES];
  const gb_batch *v = &s->batch;
  const gb_reference_move *move = NULL;
  const int moves = gb_batch_moves(v, s->lane, &move);
  for (int i = 0; i < moves * GB_STATE_VALUES; i++) {
    const int m = i / GB_STATE_VALUES, k = i % GB_STATE_VALUES;
    gb_sample_slopes slope;
    const int count = g[k] != 0 ? weigh_state(s, fields[k], g, weight) : 0;
    if (count == 0) continue;
    take_samples(s, fields[k], f, area);
    gb_reference_sample(v->block->kind, &v->in, &v->state, fields[k], s->lane, move[m].along,
                        &slope);
    for (int p = 0; p < count; p++) {
      gradient[move[m].design] += gb_lanes(&weight[p])[s->lane] * slope.f[p];
      if (fields[k] == GB_FIELD_ENERGY)
        gradient[move[m].design] += g[k] * gb_lanes(&f[p])[s->lane] * slope.area[p] / 2;
    }
  }
}

// Turns of frames: with R = sum_k d_k D_k^T the turn about z is the angle of (R_xx + R_yy, R_yx -
// R_xy), likewise about x and y, and the angular velocity is sum_k d_k x d_k' / 2.

/// A frame: vectors, reference directors, directors and their rates.
typedef struct frame {
  int32_t vector[3];
  const double *reference[3];
  gb_scalar director[3][3], rate[3][3];
} frame;

static void open_frame(const gb_quantities *q, const gb_quantity *of, const gb_nodal_state *state,
                       frame *f) {
  for (int k = 0; k < 3; k++) {
    f->vector[k] = gb_node_vector(q->model->nodes, of->node[0], (unsigned)GB_DIRECTOR_1 << k);
    f->reference[k] = q->model->nodes->reference[f->vector[k]];
    present(q, state->q, f->vector[k], f->director[k]);
    for (int i = 0; i < 3; i++) f->rate[k][i] = state->v ? state->v[3 * f->vector[k] + i] : 0;
  }
}

/// R_pq - R_qp and R_pp + R_qq of the turn about an axis.
static void find_turn(const frame *f, int axis, gb_scalar *s, gb_scalar *c) {
  const int q = (axis + 1) % 3, p = (axis + 2) % 3;
  *s = *c = 0;
  for (int k = 0; k < 3; k++) {
    *s += f->director[k][p] * f->reference[k][q] - f->director[k][q] * f->reference[k][p];
    *c += f->director[k][p] * f->reference[k][p] + f->director[k][q] * f->reference[k][q];
  }
}

static void find_turns(const gb_quantities *q, const gb_quantity *of, const gb_nodal_state *state,
                       gb_scalar value[GB_TURN_VALUES]) {
  frame f;
  open_frame(q, of, state, &f);
  for (int axis = 0; axis < 3; axis++) {
    gb_scalar s, c;
    find_turn(&f, axis, &s, &c);
    value[axis] = gb_angle(s, c);
    add_cross(0.5, f.director[axis], f.rate[axis], value + 3);
  }
}

static void add_turn_bar(const gb_quantities *q, const gb_quantity *of, const gb_nodal_state *state,
                         const gb_scalar g[GB_TURN_VALUES], int component, gb_scalar bar[]) {
  frame f;
  open_frame(q, of, state, &f);
  for (int axis = 0; axis < 3 && component == GB_Q; axis++) {
    const int j = (axis + 1) % 3, i = (axis + 2) % 3;
    gb_scalar s, c;
    find_turn(&f, axis, &s, &c);
    const gb_scalar by_s = g[axis] * c / (s * s + c * c), by_c = -g[axis] * s / (s * s + c * c);
    for (int k = 0; k < 3; k++) {
      gb_scalar *to = &bar[3 * f.vector[k]];
      to[i] += by_s * f.reference[k][j] + by_c * f.reference[k][i];
      to[j] += by_c * f.reference[k][j] - by_s * f.reference[k][i];
    }
  }
  for (int k = 0; k < 3; k++) {
    if (component == GB_Q) add_cross(0.5, f.rate[k], g + 3, &bar[3 * f.vector[k]]);
    if (component == GB_V) add_cross(0.5, g + 3, f.director[k], &bar[3 * f.vector[k]]);
  }
}

// All of them.

/// Whether quantity i is used and is one of an element of this rank.
static bool is_single(const gb_quantities *q, int i) {
  return q->used[i] && q->set->entry[i].block >= 0;
}

/// The residual of a linear system, at its origin.
static int add_linear_residual(gb_quantities *q, const gb_nodal_state *origin, gb_error *error) {
  static const double sigma[3] = {1, 0, 0};
  return gb_assembly_product(q->assembly, &(gb_nodal_operator){sigma, origin, false}, 1, q->change,
                             q->residual, error);
}

int gb_quantities_find(gb_quantities *q, const gb_nodal_state *state, const gb_nodal_state *origin,
                       gb_scalar value[], gb_error *error) {
  const gb_nodal_state *at = origin ? origin : state; // where forces are found
  memset(value, 0, (size_t)q->set->values * sizeof *value);
  for (size_t i = 0; origin && q->forces && i < q->size; i++)
    q->change[i] = state->q[i] - origin->q[i];
  if (q->reactions) find_residual(q, at);
  if (q->reactions && origin) GB_TRY(add_linear_residual(q, origin, error));
  for (int i = 0; i < q->set->count; i++) {
    const gb_quantity *of = &q->set->entry[i];
    if (q->used[i] && of->kind == GB_QUANTITY_REACTION)
      find_wrench(q, of, at->q, value + of->first);
    if (q->used[i] && of->kind == GB_QUANTITY_TURN && of->nodes > 0)
      find_turns(q, of, state, value + of->first);
    if (!is_single(q, i)) continue;
    const bool joint = of->kind == GB_QUANTITY_JOINT;
    single s;
    open_single(q, of, joint ? at : state, &s);
    if (joint) {
      joint_forces f;
      find_joint(&s, origin ? q->change : NULL, &f);
      joint_values(&f, value + of->first);
    } else if (of->kind == GB_QUANTITY_STATE) {
      find_state(&s, value + of->first);
    } else {
      find_section(&s, value + of->first);
    }
  }
  return GB_OK;
}

void gb_quantities_weigh(gb_quantities *q, const gb_nodal_state *state, const gb_scalar g[],
                         size_t stride) {
  q->g = g;
  q->stride = stride;
  if (!q->reactions) return;
  find_residual(q, state);
  memset(q->psi, 0, (size_t)q->functionals * q->size * sizeof *q->psi);
  for (int i = 0; i < q->set->count; i++)
    for (size_t c = 0; q->used[i] && c < (size_t)q->functionals; c++)
      if (q->set->entry[i].kind == GB_QUANTITY_REACTION)
        add_wrench_weights(q, &q->set->entry[i], state->q, g + c * stride + q->set->entry[i].first,
                           q->psi + c * q->size);
}

int gb_quantities_bar(gb_quantities *q, const gb_nodal_state *state, int component,
                      gb_scalar *const bar[2], gb_error *error) {
  const double sigma[3] = {component == GB_Q, component == GB_V, component == GB_A};
  for (int k = 0; q->reactions && k < 2; k++) {
    gb_nodal_state part = *state;
    part.in = k == 0 ? GB_IN_PLACED : GB_IN_MEASURING;
    GB_TRY(gb_assembly_product(q->assembly, &(gb_nodal_operator){sigma, &part, true},
                               q->functionals, q->psi, bar[k], error));
  }
  for (int i = 0; i < q->set->count; i++) {
    const gb_quantity *of = &q->set->entry[i];
    single s;
    if (is_single(q, i)) open_single(q, of, state, &s);
    for (size_t c = 0; q->used[i] && c < (size_t)q->functionals; c++) {
      const gb_scalar *g = q->g + c * q->stride + of->first;
      gb_scalar *const target[2] = {bar[0] + c * q->size, bar[1] + c * q->size};
      if (of->kind == GB_QUANTITY_REACTION && component == GB_Q)
        add_arms(q, of, state->q, g, target[0]);
      if (is_single(q, i) && of->kind == GB_QUANTITY_JOINT) add_joint_bar(&s, g, component, target);
      if (is_single(q, i) && of->kind == GB_QUANTITY_SECTION && component == GB_Q)
        add_section_bar(&s, g, target);
      if (is_single(q, i) && of->kind == GB_QUANTITY_STATE && component == GB_Q)
        add_state_bar(&s, g, target);
      if (of->kind == GB_QUANTITY_TURN && of->nodes > 0)
        add_turn_bar(q, of, state, g, component, target[0]);
    }
  }
  return GB_OK;
}

void gb_quantities_gradient(gb_quantities *q, const gb_nodal_state *state, gb_scalar gradient[]) {
  const size_t designs = (size_t)q->model->designs->width;
  if (q->reactions)
    gb_assembly_design_product(q->assembly, state, q->functionals, q->psi, gradient);
  for (int i = 0; i < q->set->count; i++) {
    const gb_quantity *of = &q->set->entry[i];
    if (!is_single(q, i)) continue;
    for (size_t c = 0; c < (size_t)q->functionals; c++) {
      const gb_scalar *g = q->g + c * q->stride + of->first;
      single s;
      open_single(q, of, state, &s);
      if (of->kind == GB_QUANTITY_JOINT)
        add_joint_gradient(&s, g, gradient + c * designs);
      else if (of->kind == GB_QUANTITY_STATE)
        add_state_gradient(&s, g, gradient + c * designs);
      else
        add_section_gradient(&s, g, gradient + c * designs);
      if (of->kind == GB_QUANTITY_STATE) add_state_moves(&s, g, gradient + c * designs);
      if (of->kind == GB_QUANTITY_SECTION) add_section_moves(&s, g, gradient + c * designs);
    }
  }
}
