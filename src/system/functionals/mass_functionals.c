/// Functionals of the mass matrix of elements: v . M v, and moments of mass at present positions
/// (docs/theory.md, the section on functionals of energy and mass). Every element with mass has
/// R = M a at q = v = 0. M consists of scalars times the 3 x 3 identity. With the nodal vectors p
/// (positions and directors) and the unit translation t of all positions, M p and M t contain the
/// element's mass and its first and second moments.
#include "elements/derived/parameter.h"
#include "system/assembly/sources.h"
#include "system/diagnostics/inertia.h"
#include "system/nodal_values/batch.h"

#include <string.h>

/// Indices of mass, first moments x y z, and second moments xx yy zz xy xz yz, about the middle of
/// the model.
enum { MASS, FIRST, SECOND = 4, MOMENTS = 10 };

static const int second_of[3][3] = {{4, 7, 8}, {7, 5, 9}, {8, 9, 6}};

/// Coefficients of a linear combination of the moments.
typedef double form[MOMENTS];

typedef struct mass_source {
  gb_assembly *assembly;
  const gb_model *model;
  int count;
  const gb_functional *functional;
  gb_aggregate *aggregate;
  double middle[3];
  form (*sums)[GB_FUNCTION_SUMS];       ///< coefficients of the sums of each functional of moments
  gb_scalar (*found)[GB_FUNCTION_SUMS]; ///< sums at one time point
  gb_scalar (*weight)[MOMENTS];         ///< derivatives by the moments at one time point
  gb_scalar *kinetic;                   ///< derivatives by v . M v of an element
} mass_source;

/// out += factor (x_a - c_a), where x_a is the coordinate along axis a of the frame and c the
/// origin.
static void add_first(const gb_inertia_frame *frame, const double c[3], double factor, int a,
                      form out) {
  for (int k = 0; k < 3; k++) {
    out[FIRST + k] += factor * frame->axis[a][k];
    out[MASS] -= factor * frame->axis[a][k] * c[k];
  }
}

/// out += factor (x_a - c_a) (x_b - c_b).
static void add_second(const gb_inertia_frame *frame, const double c[3], double factor, int a,
                       int b, form out) {
  for (int k = 0; k < 3; k++)
    for (int l = 0; l < 3; l++) {
      const double both = factor * frame->axis[a][k] * frame->axis[b][l];
      out[second_of[k][l]] += both;
      out[FIRST + l] -= both * c[k];
      out[FIRST + k] -= both * c[l];
      out[MASS] += both * c[k] * c[l];
    }
}

/// Find the coefficients of the sums of a functional of moments, see functions/mass_properties.c.
static void open_sums(const mass_source *f, const gb_functional *functional,
                      form sums[GB_FUNCTION_SUMS]) {
  const gb_inertia_frame *frame = functional->frame;
  const gb_function *function = functional->function;
  const int a = function->axis[0], b = function->axis[1];
  const int j = a == b ? (a + 1) % 3 : a, k = a == b ? (a + 2) % 3 : b;
  double origin[3] = {0}; // relative to the middle
  for (int i = 0; !frame->centre && i < 3; i++) origin[i] = frame->about[i] - f->middle[i];
  memset(sums, 0, GB_FUNCTION_SUMS * sizeof *sums);
  if (function->sums == 2) {
    sums[0][MASS] = 1;
    add_first(frame, origin, 1, a, sums[1]);
    return;
  }
  if (frame->centre) {
    sums[0][MASS] = 1;
    add_first(frame, origin, 1, j, sums[1]);
    add_first(frame, origin, 1, k, sums[2]);
  }
  if (a != b) add_second(frame, origin, -1, a, b, sums[3]);
  if (a == b) add_second(frame, origin, 1, j, j, sums[3]);
  if (a == b) add_second(frame, origin, 1, k, k, sums[3]);
}

static bool is_of_moments(const gb_functional *functional) {
  return functional->function->field == GB_FIELD_INERTIA;
}

static int create(const gb_source_request *request, void **out, gb_error *error) {
  const size_t count = (size_t)request->count;
  mass_source *f;
  GB_TRY(GB_TAKE(request->arena, f, 1, error));
  *out = f;
  f->assembly = request->assembly;
  f->model = gb_assembly_model(request->assembly);
  f->count = request->count;
  f->functional = request->functional;
  f->aggregate = request->aggregate;
  GB_TRY(GB_TAKE(request->arena, f->sums, count, error));
  GB_TRY(GB_TAKE(request->arena, f->found, count, error));
  GB_TRY(GB_TAKE(request->arena, f->weight, count, error));
  return GB_TAKE(request->arena, f->kinetic, count, error);
}

/// Find the point about which sums over the model are taken.
static void start(void *own) {
  mass_source *f = own;
  gb_inertia_middle(f->model, f->middle);
  for (int i = 0; i < f->count; i++)
    if (is_of_moments(&f->functional[i])) open_sums(f, &f->functional[i], f->sums[i]);
}

static bool uses(const void *own, gb_instant instant, int component) {
  const mass_source *f = own;
  return component == GB_V && gb_aggregate_uses(f->aggregate, GB_FIELD_KINETIC, instant);
}

/// A position or director of an element.
typedef struct vector {
  const gb_geometry *at; ///< its reference
  int first;             ///< index of its first value among those of the element
  bool position;
} vector;

/// The vectors of the batch's elements, and products of their mass matrices.
typedef struct masses {
  gb_batch *b;
  int count;
  vector of[GB_ELEMENT_UNKNOWNS / 3];
  gb_pack p[GB_ELEMENT_UNKNOWNS], Mp[GB_ELEMENT_UNKNOWNS]; ///< positions are relative to the middle
  gb_pack t[GB_ELEMENT_UNKNOWNS], Mt[GB_ELEMENT_UNKNOWNS];
  gb_pack v[GB_ELEMENT_UNKNOWNS], Mv[GB_ELEMENT_UNKNOWNS];
  gb_pack zero[GB_ELEMENT_UNKNOWNS];
} masses;

static bool has_mass(const gb_element *element) {
  return element->samples[GB_FIELD_MASS] > 0;
}

static void list_vectors(masses *m) {
  const gb_batch *b = m->b;
  int first = 0;
  m->count = 0;
  for (int node = 0; node < b->in.nodes; node++) {
    const unsigned fields = b->in.unknowns->fields[node];
    const gb_geometry *at[] = {b->in.position[node], b->in.director ? b->in.director[node] : NULL,
                               b->in.second ? b->in.second[node] : NULL,
                               b->in.third ? b->in.third[node] : NULL};
    GB_EACH_FIELD(field, fields & GB_FRAME)
      m->of[m->count++] = (vector){at[__builtin_ctz(field)], first + gb_field_offset(fields, field),
                                   field == GB_POSITION};
    first += b->in.unknowns->width[node];
  }
}

/// @return the state without thermal expansion, whose forces would be part of R at rest
static gb_nodal_state without_heat(const gb_nodal_state *state) {
  gb_nodal_state out = *state;
  out.unheated = 1;
  return out;
}

/// State of the batch's elements at rest in the reference configuration, with accelerations a: R =
/// M a of elements without thermal expansion.
static gb_element_state moved_by(const masses *m, const gb_pack a[]) {
  return (gb_element_state){.q = m->zero, .v = m->zero, .a = a};
}

/// y = M a for the batch's elements.
static void apply_mass(masses *m, const gb_pack a[], gb_pack y[]) {
  const gb_element_state state = moved_by(m, a);
  memset(y, 0, (size_t)m->b->size * sizeof *y);
  m->b->element->residual(&m->b->in, &state, y);
}

static void open_vectors(const mass_source *f, masses *m) {
  const gb_pack zero = {0};
  const size_t bytes = (size_t)m->b->size * sizeof *m->p;
  memset(m->p, 0, bytes);
  memset(m->t, 0, bytes);
  memset(m->v, 0, bytes);
  for (int k = 0; k < m->count; k++)
    for (int i = 0; i < 3; i++) {
      const vector *of = &m->of[k];
      const int at = of->first + i;
      m->p[at] = m->b->q[at] + of->at[i];
      if (of->position) m->p[at] -= f->middle[i];
      m->t[at] = of->position ? zero + 1.0 : zero;
      m->v[at] = m->b->v[at];
    }
}

/// Products that the functionals need at a time point.
typedef struct needs {
  bool moments, kinetic;
} needs;

static needs needs_at(const mass_source *f, gb_instant instant) {
  return (needs){gb_aggregate_uses(f->aggregate, GB_FIELD_INERTIA, instant),
                 gb_aggregate_uses(f->aggregate, GB_FIELD_KINETIC, instant)};
}

static void open_products(const mass_source *f, needs need, masses *m) {
  memset(m->b->in.gravity, 0, sizeof m->b->in.gravity);
  memset(m->zero, 0, (size_t)m->b->size * sizeof *m->zero);
  list_vectors(m);
  open_vectors(f, m);
  if (need.moments) apply_mass(m, m->p, m->Mp);
  if (need.moments) apply_mass(m, m->t, m->Mt);
  if (need.kinetic) apply_mass(m, m->v, m->Mv);
}

/// Compute the moments of the element in a lane from Mp and Mt (or their derivatives from M_x p and
/// M_x t).
static void find_moments(masses *m, gb_pack Mp[], gb_pack Mt[], int lane,
                         gb_scalar moment[MOMENTS]) {
  memset(moment, 0, MOMENTS * sizeof *moment);
  for (int a = 0; a < m->count; a++) {
    const int at = m->of[a].first;
    if (m->of[a].position) moment[MASS] += gb_lanes(&Mt[at])[lane];
    for (int k = 0; k < 3; k++) {
      const gb_scalar p = gb_lanes(&m->p[at + k])[lane];
      if (m->of[a].position) moment[FIRST + k] += gb_lanes(&Mp[at + k])[lane];
      for (int l = k; l < 3; l++) moment[second_of[k][l]] += p * gb_lanes(&Mp[at + l])[lane];
    }
  }
}

/// @return v . M v of the element in a lane
static gb_scalar find_kinetic(masses *m, gb_pack Mv[], int lane) {
  gb_scalar sum = 0;
  for (int a = 0; a < m->count; a++)
    for (int i = m->of[a].first; i < m->of[a].first + 3; i++)
      sum += gb_lanes(&m->v[i])[lane] * gb_lanes(&Mv[i])[lane];
  return sum;
}

/// @return the groups that contain the element in a lane, as bits
static uint64_t groups_of(const masses *m, int lane) {
  const uint64_t *groups = m->b->block->section.groups;
  return groups ? groups[m->b->first + lane] : 0;
}

/// Whether functional i counts the moments of an element with these groups at a time point.
static bool counts(const mass_source *f, int i, gb_instant instant, uint64_t groups) {
  const int group = f->functional[i].group;
  return gb_aggregate_samples(f->aggregate, i, GB_FIELD_INERTIA, instant) &&
         (group == 0 || (groups >> (group - 1) & 1));
}

static void add_moments(mass_source *f, masses *m, gb_instant instant, int lane) {
  gb_scalar moment[MOMENTS];
  find_moments(m, m->Mp, m->Mt, lane, moment);
  for (int i = 0; i < f->count; i++) {
    if (!counts(f, i, instant, groups_of(m, lane))) continue;
    for (int s = 0; s < GB_FUNCTION_SUMS; s++)
      for (int k = 0; k < MOMENTS; k++) f->found[i][s] += f->sums[i][s][k] * moment[k];
  }
}

static const gb_scalar one = 1;

static gb_points kinetic_of(const masses *m, int lane, const gb_scalar *f) {
  return (gb_points){GB_FIELD_KINETIC, groups_of(m, lane), 1, f, &one, 0, 0};
}

static int sample(void *own, const gb_nodal_state *state, gb_instant instant, gb_error *error) {
  mass_source *f = own;
  const needs need = needs_at(f, instant);
  const gb_nodal_state cold = without_heat(state);
  gb_batch b;
  masses m = {.b = &b};
  (void)error;
  if (!need.moments && !need.kinetic) return GB_OK;
  memset(f->found, 0, (size_t)f->count * sizeof *f->found);
  FOR_ELEMENTS(f->assembly, &cold, b, has_mass(b.element)) {
    open_products(f, need, &m);
    for (int lane = 0; lane < b.lanes; lane++) {
      if (need.moments) add_moments(f, &m, instant, lane);
      if (!need.kinetic) continue;
      const gb_scalar twice = find_kinetic(&m, m.Mv, lane);
      const gb_points points = kinetic_of(&m, lane, &twice);
      gb_aggregate_add(f->aggregate, instant, &points);
    }
  }
  for (int i = 0; need.moments && i < f->count; i++)
    if (is_of_moments(&f->functional[i]))
      gb_aggregate_add_sums(f->aggregate, i, instant, f->found[i]);
  return GB_OK;
}

/// Compute the derivatives by the moments of the functionals that count this time point.
static void weigh_moments(mass_source *f, gb_instant instant) {
  for (int i = 0; i < f->count; i++) {
    gb_scalar slope[GB_FUNCTION_SUMS];
    memset(f->weight[i], 0, sizeof f->weight[i]);
    if (!gb_aggregate_samples(f->aggregate, i, GB_FIELD_INERTIA, instant)) continue;
    gb_aggregate_slopes_of(f->aggregate, i, instant, slope);
    for (int s = 0; s < f->functional[i].function->sums; s++)
      for (int k = 0; k < MOMENTS; k++) f->weight[i][k] += slope[s] * f->sums[i][s][k];
  }
}

/// bar += derivatives by the vectors of the element in a lane: 2 H M p + w M t with the weights H
/// of the second and w of the first moments.
static void add_moment_bar(masses *m, int lane, const gb_scalar w[MOMENTS], gb_scalar bar[]) {
  for (int j = 0; j < 3 * m->count; j++) {
    const int k = j % 3, i = m->of[j / 3].first + k;
    gb_scalar sum = w[FIRST + k] * gb_lanes(&m->Mt[i])[lane];
    for (int l = 0; l < 3; l++)
      sum += (k == l ? 2 : 1) * w[second_of[k][l]] * gb_lanes(&m->Mp[i - k + l])[lane];
    bar[m->b->index[i][lane]] += sum;
  }
}

static void add_kinetic_bar(masses *m, int lane, gb_scalar g, gb_scalar bar[]) {
  for (int a = 0; a < m->count; a++)
    for (int i = m->of[a].first; i < m->of[a].first + 3; i++)
      bar[m->b->index[i][lane]] += 2.0 * g * gb_lanes(&m->Mv[i])[lane];
}

/// f->kinetic = derivatives of the functionals by v . M v of the element in a lane.
static void weigh_kinetic(mass_source *f, masses *m, gb_instant instant, int lane) {
  const gb_scalar twice = find_kinetic(m, m->Mv, lane);
  const gb_points points = kinetic_of(m, lane, &twice);
  gb_aggregate_weights(f->aggregate, instant, &points, f->kinetic);
}

/// y = M_x a for a parameter of the batch's elements.
static void apply_slope(masses *m, const gb_varying *varying, const gb_pack a[], gb_pack y[]) {
  const gb_element_input in = gb_batch_input_by(m->b, varying);
  const gb_element_state state = moved_by(m, a);
  memset(y, 0, (size_t)m->b->size * sizeof *y);
  gb_parameter_residual(m->b->block->kind, &in, &state, varying->parameter, m->b->lanes, y);
}

/// Derivatives of an element's moments and of v . M v by a parameter, and the parameter's slope by
/// a design.
typedef struct changes {
  const gb_scalar *moment; ///< [MOMENTS]
  gb_scalar twice;
  int32_t design;
  double slope;
} changes;

/// gradient += contributions of these derivatives for the element in a lane.
static void add_changes(const mass_source *f, const masses *m, needs need, gb_instant instant,
                        int lane, const changes *by, gb_scalar gradient[]) {
  const size_t designs = (size_t)f->model->designs->width;
  for (int i = 0; i < f->count; i++) {
    gb_scalar sum = need.kinetic ? f->kinetic[i] * by->twice : 0;
    const bool counted = need.moments && counts(f, i, instant, groups_of(m, lane));
    for (int k = 0; counted && k < MOMENTS; k++) sum += f->weight[i][k] * by->moment[k];
    gradient[(size_t)i * designs + (size_t)by->design] += by->slope * sum;
  }
}

/// gradient += derivatives by a parameter of the batch's elements.
static void add_slopes(mass_source *f, masses *m, needs need, gb_instant instant,
                       const gb_varying *varying, gb_scalar gradient[]) {
  gb_pack Mp[GB_ELEMENT_UNKNOWNS], Mt[GB_ELEMENT_UNKNOWNS], Mv[GB_ELEMENT_UNKNOWNS];
  if (need.moments) apply_slope(m, varying, m->p, Mp);
  if (need.moments) apply_slope(m, varying, m->t, Mt);
  if (need.kinetic) apply_slope(m, varying, m->v, Mv);
  for (int lane = 0; lane < m->b->lanes; lane++) {
    const int32_t design = gb_batch_design(m->b, varying, lane);
    const double slope = gb_batch_slope(m->b, varying, lane);
    gb_scalar moment[MOMENTS] = {0}, twice = 0;
    if (design < 0) continue;
    if (need.moments) find_moments(m, Mp, Mt, lane, moment);
    if (need.kinetic) twice = find_kinetic(m, Mv, lane);
    if (need.kinetic) weigh_kinetic(f, m, instant, lane);
    const changes own = {moment, twice, design, slope};
    add_changes(f, m, need, instant, lane, &own, gradient);
  }
}

/// y = M_x a for a design that changes the reference of the element in a lane.
static void apply_move(masses *m, int lane, const gb_reference_derivative *move, const gb_pack a[],
                       gb_pack y[]) {
  const gb_element_state state = moved_by(m, a);
  double r[GB_ELEMENT_UNKNOWNS];
  const gb_reference_change change = {.along = move->along};
  gb_reference_residual(m->b->block->kind, &m->b->in, &state, lane, &change, r);
  for (int i = 0; i < m->b->size; i++) gb_lanes(&y[i])[lane] = r[i];
}

/// gradient += derivatives by designs that change the reference of the element in a lane. Its
/// positions are included in the derivatives by q.
static void add_move_slopes(mass_source *f, masses *m, needs need, gb_instant instant, int lane,
                            gb_scalar gradient[]) {
  const gb_reference_derivative *move = NULL;
  const int moves = gb_batch_reference_derivatives(m->b, lane, &move);
  for (int k = 0; k < moves; k++) {
    gb_pack Mp[GB_ELEMENT_UNKNOWNS], Mt[GB_ELEMENT_UNKNOWNS], Mv[GB_ELEMENT_UNKNOWNS];
    gb_scalar moment[MOMENTS] = {0}, twice = 0;
    if (need.moments) {
      apply_move(m, lane, &move[k], m->p, Mp);
      apply_move(m, lane, &move[k], m->t, Mt);
      find_moments(m, Mp, Mt, lane, moment);
    }
    if (need.kinetic) {
      apply_move(m, lane, &move[k], m->v, Mv);
      twice = find_kinetic(m, Mv, lane);
      weigh_kinetic(f, m, instant, lane);
    }
    const changes own = {moment, twice, move[k].design, 1};
    add_changes(f, m, need, instant, lane, &own, gradient);
  }
}

/// bar += derivatives of all functionals by a component, for the element in a lane.
static void add_bars(mass_source *f, masses *m, needs need, gb_instant instant, int lane,
                     gb_scalar bar[]) {
  const size_t size = gb_node_values(f->model->nodes);
  if (need.kinetic) weigh_kinetic(f, m, instant, lane);
  for (int i = 0; i < f->count; i++) {
    gb_scalar *row = bar + (size_t)i * size;
    if (need.kinetic && f->kinetic[i] != 0) add_kinetic_bar(m, lane, f->kinetic[i], row);
    if (need.moments && counts(f, i, instant, groups_of(m, lane)))
      add_moment_bar(m, lane, f->weight[i], row);
  }
}

static int bar(void *from, const gb_nodal_state *state, gb_instant instant, int component,
               gb_scalar *const bars[2], gb_scalar gradient[], gb_error *error) {
  mass_source *f = from;
  const needs all = needs_at(f, instant);
  const needs own = {all.moments && component == GB_Q, all.kinetic && component == GB_V};
  const gb_nodal_state cold = without_heat(state);
  gb_batch b;
  masses m = {.b = &b};
  (void)error;
  if (!own.moments && !own.kinetic && !(all.kinetic && component == GB_Q)) return GB_OK;
  if (all.moments) weigh_moments(f, instant);
  FOR_ELEMENTS(f->assembly, &cold, b, has_mass(b.element)) {
    open_products(f, all, &m);
    for (int lane = 0; lane < b.lanes; lane++) {
      add_bars(f, &m, own, instant, lane, bars[0]);
      if (component == GB_Q) add_move_slopes(f, &m, all, instant, lane, gradient);
    }
    for (int k = 0; component == GB_Q && k < b.block->varyings.count; k++)
      add_slopes(f, &m, all, instant, &b.block->varyings.entry[k], gradient);
  }
  return GB_OK;
}

const gb_source gb_source_masses = {
    .create = create, .start = start, .uses = uses, .sample = sample, .bar = bar};
