/// Element loops on nodal values.
#include "analysis/assembly.h"

#include "elements/parameter.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE = GB_ELEMENT_UNKNOWNS };

/// What elements of a block bring along, whatever the state: a block of few elements is looked up
/// but once.
typedef struct placed {
  int32_t first;                 ///< of the block's elements, -1: none yet
  int32_t place[SIZE][GB_LANES]; ///< of each unknown in a nodal vector
  gb_geometry position[GB_ELEMENT_NODES][3], director[GB_ELEMENT_NODES][3];
  gb_pack own[GB_ELEMENT_PARAMETERS]; ///< where elements have numbers of their own
} placed;

/// Some elements of a block made ready for their kernels.
typedef struct view {
  const gb_block *block;
  const gb_element *element;
  gb_element_input in;
  gb_element_state state;
  int size;                         ///< unknowns of an element
  int32_t first;                    ///< of the block's elements
  int lanes;                        ///< elements; the other lanes repeat the last
  const int32_t (*place)[GB_LANES]; ///< of each unknown in a nodal vector
  placed *placed;
  gb_pack parameter[GB_ELEMENT_PARAMETERS];
  gb_pack q[SIZE], v[SIZE], a[SIZE];
} view;

/// Point 0 finds consistent accelerations and multipliers.
static const gb_enforcement at_start = {.weight = {0, 0, 1}, .row = 1, .column = 1};

struct gb_assembly {
  const gb_model *model;
  gb_enforcement enforcement; ///< after the start
  gb_scalar *design;
  void *table[GB_ELEMENT_KINDS];
  placed *placed; ///< of each block
  int room;       ///< vectors that x and y hold
  gb_pack *x, *y;
};

/// Packs are aligned, so that this is no plain allocation.
static int allocate_aligned(size_t count, size_t size, void *out, gb_error *error) {
  void *memory = aligned_alloc(64, (count * size + 64) / 64 * 64);
  memcpy(out, &memory, sizeof memory);
  return memory ? GB_OK
                : gb_fail(error, GB_FILE, "out of memory: %zu bytes were asked for", count * size);
}

static int allocate_placed(int blocks, placed **out, gb_error *error) {
  GB_TRY(allocate_aligned((size_t)blocks, sizeof **out, out, error));
  for (int i = 0; i < blocks; i++) (*out)[i].first = -1;
  return GB_OK;
}

int gb_assembly_create(const gb_model *model, const gb_scalar design[],
                       const gb_enforcement *enforcement, gb_assembly **out, gb_error *error) {
  gb_assembly *assembly;
  *out = NULL;
  GB_TRY(gb_allocate(1, sizeof *assembly, &assembly, error));
  assembly->model = model;
  assembly->enforcement = *enforcement;
  size_t designs = (size_t)model->designs;
  int status = gb_allocate(designs, sizeof *assembly->design, &assembly->design, error);
  if (status == GB_OK && designs > 0) memcpy(assembly->design, design, designs * sizeof *design);
  if (status == GB_OK) status = allocate_placed(model->blocks, &assembly->placed, error);
  for (int k = 0; status == GB_OK && k < GB_ELEMENT_KINDS; k++) {
    if (!gb_elements[k]->tables) continue;
    status = gb_allocate(1, gb_elements[k]->table_size, &assembly->table[k], error);
    if (status == GB_OK) gb_elements[k]->tables(assembly->table[k]);
  }
  if (status != GB_OK) gb_assembly_destroy(&assembly);
  *out = assembly;
  return status;
}

void gb_assembly_destroy(gb_assembly **assembly) {
  if (!*assembly) return;
  for (int k = 0; k < GB_ELEMENT_KINDS; k++) free((*assembly)->table[k]);
  free((*assembly)->design);
  free((*assembly)->placed);
  free((*assembly)->x);
  free((*assembly)->y);
  free(*assembly);
  *assembly = NULL;
}

/// A joint's rows and its prescribed motions with their rates.
static void open_constraints(const gb_block *block, double t, view *v) {
  v->in.table = &block->joint;
  for (int k = 0; k < 2; k++) {
    double motion[3];
    if (!block->drive[k]) continue;
    gb_expression_taylor(block->drive[k], t, motion);
    for (int i = 0; i < 3; i++) v->parameter[3 * k + i] = (gb_pack){0} + motion[i];
  }
}

/// What all elements of a block share; the view of a small block costs more to clear than its
/// elements to work out, so that only what may be read unset is cleared.
static void open_block(const gb_assembly *assembly, const gb_block *block,
                       const gb_nodal_state *state, view *v) {
  const gb_model *model = assembly->model;
  const double t = state->t;
  v->block = block;
  v->placed = &assembly->placed[block - model->block];
  v->place = (const int32_t(*)[GB_LANES])v->placed->place;
  v->element = gb_elements[block->kind];
  v->size = block->nodes * v->element->node_unknowns;
  v->in = (gb_element_input){.nodes = block->nodes,
                             .position = (const gb_geometry(*)[3])v->placed->position,
                             .director = (const gb_geometry(*)[3])v->placed->director,
                             .parameter = v->parameter,
                             .table = assembly->table[block->kind]};
  v->state = (gb_element_state){v->q, v->v, v->a};
  const size_t bytes = (size_t)v->size * sizeof *v->q;
  if (!state->q) memset(v->q, 0, bytes);
  if (!state->v) memset(v->v, 0, bytes);
  if (!state->a) memset(v->a, 0, bytes);
  const gb_pack zero = {0};
  for (int i = 0; i < GB_ELEMENT_PARAMETERS; i++) v->parameter[i] = zero + block->parameter[i];
  for (int i = 0; i < 3; i++) {
    if (block->value[i]) v->parameter[i] = zero + gb_expression_real(block->value[i], &t);
    if (model->gravity[i]) v->in.gravity[i] = gb_expression_real(model->gravity[i], &t);
  }
  for (int i = 0; i < block->varyings; i++)
    if (!block->varying[i].element)
      v->parameter[block->varying[i].parameter] = zero + assembly->design[block->varying[i].design];
  v->in.enforcement = state->initial ? &at_start : &assembly->enforcement;
  if (v->element->constrained) open_constraints(block, t, v);
}

/// The design of the element in a lane, or -1.
static int32_t design_of(const view *v, const gb_varying *varying, int lane) {
  return varying->element ? varying->element[v->first + lane] : varying->design;
}

/// Parameters that vary from element to element.
static void open_varying(const gb_assembly *assembly, const gb_varying *varying, view *v) {
  gb_pack *parameter = &v->parameter[varying->parameter];
  if (!varying->element) return;
  if (!v->block->own) *parameter = (gb_pack){0} + v->block->parameter[varying->parameter];
  for (int lane = 0; lane < v->lanes; lane++) {
    int32_t design = design_of(v, varying, lane);
    if (design >= 0) gb_lanes(parameter)[lane] = assembly->design[design];
  }
}

/// Lanes beyond the last element repeat it.
static void pick(const view *v, const gb_scalar nodal[], gb_pack local[]) {
  const gb_pack zero = {0};
  const int last = v->lanes - 1;
  for (int i = 0; i < v->size; i++) local[i] = zero + nodal[v->place[i][last]];
  for (int lane = 0; lane < last; lane++)
    for (int i = 0; i < v->size; i++) gb_lanes(&local[i])[lane] = nodal[v->place[i][lane]];
}

static void put(const view *v, gb_pack local[], gb_scalar nodal[]) {
  for (int i = 0; i < v->size; i++)
    for (int lane = 0; lane < v->lanes; lane++)
      nodal[v->place[i][lane]] += gb_lanes(&local[i])[lane];
}

static void place_lane(const gb_model *model, const gb_block *block, int32_t e, int lane,
                       placed *p) {
  const int32_t *node = &block->node[(size_t)e * block->nodes];
  const int each = gb_elements[block->kind]->node_unknowns;
  for (int a = 0; a < block->nodes; a++)
    for (int i = 0; i < 3; i++) {
      gb_geometry_lanes(&p->position[a][i])[lane] = model->position[node[a]][i];
      gb_geometry_lanes(&p->director[a][i])[lane] = model->director[node[a]][i];
    }
  for (int a = 0; a < block->nodes; a++)
    for (int i = 0; i < each; i++) p->place[each * a + i][lane] = GB_NODE_VALUES * node[a] + i;
  for (int i = 0; block->own && i < GB_ELEMENT_PARAMETERS; i++)
    gb_lanes(&p->own[i])[lane] = block->own[e][i];
}

static void open_elements(const gb_assembly *assembly, const gb_block *block, int32_t first,
                          const gb_nodal_state *state, view *v) {
  int32_t left = block->elements - first;
  placed *p = v->placed;
  v->first = first;
  v->lanes = left < GB_LANES ? (int)left : GB_LANES;
  for (int lane = 0; p->first != first && lane < GB_LANES; lane++)
    place_lane(assembly->model, block, first + (lane < v->lanes ? lane : v->lanes - 1), lane, p);
  p->first = first;
  if (block->own) memcpy(v->parameter, p->own, sizeof p->own);
  for (int i = 0; i < block->varyings; i++) open_varying(assembly, &block->varying[i], v);
  if (state->q) pick(v, state->q, v->q);
  if (state->v) pick(v, state->v, v->v);
  if (state->a) pick(v, state->a, v->a);
}

/// A view opened on all elements of the blocks that `wanted` accepts, GB_LANES at a time; the body
/// follows the macro.
#define FOR_ELEMENTS(assembly, nodal, v, wanted)                                                   \
  for (int i_ = 0; i_ < (assembly)->model->blocks; i_++)                                           \
    for (int go_ = (v.element = gb_elements[(assembly)->model->block[i_].kind], (wanted)) &&       \
                   (open_block(assembly, &(assembly)->model->block[i_], nodal, &v), 1);            \
         go_; go_ = 0)                                                                             \
      for (int32_t e_ = 0;                                                                         \
           e_ < (assembly)->model->block[i_].elements &&                                           \
           (open_elements(assembly, &(assembly)->model->block[i_], e_, nodal, &v), 1);             \
           e_ += GB_LANES)

/// R of the present elements, [size]; the room beyond is not cleared: it is most of a spring's.
static void find_residual(const view *v, gb_pack local[]) {
  memset(local, 0, (size_t)v->size * sizeof *local);
  v->element->residual(&v->in, &v->state, local);
}

/// Their sigma-combined Jacobian, [size][size].
static void find_matrix(const view *v, const double sigma[3], gb_pack J[]) {
  memset(J, 0, (size_t)(v->size * v->size) * sizeof *J);
  v->element->jacobian(&v->in, &v->state, sigma, J);
}

void gb_assembly_residual(gb_assembly *assembly, const gb_nodal_state *state, gb_scalar r[]) {
  view v;
  FOR_ELEMENTS(assembly, state, v, true) {
    gb_pack local[SIZE];
    find_residual(&v, local);
    put(&v, local, r);
  }
}

void gb_assembly_own_forces(gb_assembly *assembly, const gb_nodal_state *state, gb_scalar r[]) {
  view v;
  FOR_ELEMENTS(assembly, state, v, v.element->massive && !v.element->constrained) {
    gb_pack local[SIZE];
    memset(v.in.gravity, 0, sizeof v.in.gravity);
    find_residual(&v, local);
    put(&v, local, r);
  }
}

void gb_assembly_constraints(gb_assembly *assembly, const gb_nodal_state *state,
                             gb_constraint_visitor *visit, void *context) {
  view v;
  FOR_ELEMENTS(assembly, state, v, v.element->constrained) {
    gb_pack local[SIZE], level[GB_ELEMENT_ROWS][3];
    gb_scalar r[SIZE], phi[GB_ELEMENT_ROWS][3];
    find_residual(&v, local);
    const int rows = v.element->rows(&v.in, &v.state, level);
    for (int lane = 0; lane < v.lanes; lane++) {
      for (int i = 0; i < v.size; i++) r[i] = gb_lanes(&local[i])[lane];
      for (int i = 0; i < 3 * rows; i++) phi[i / 3][i % 3] = gb_lanes(&level[i / 3][i % 3])[lane];
      visit(context, v.block, r, rows, (const gb_scalar(*)[3])phi);
    }
  }
}

/// Room for `count` vectors of an element's unknowns.
static int make_room(gb_assembly *assembly, int count, gb_error *error) {
  if (count <= assembly->room) return GB_OK;
  free(assembly->x);
  free(assembly->y);
  assembly->x = assembly->y = NULL;
  assembly->room = 0;
  GB_TRY(allocate_aligned((size_t)count * SIZE, sizeof *assembly->x, &assembly->x, error));
  GB_TRY(allocate_aligned((size_t)count * SIZE, sizeof *assembly->y, &assembly->y, error));
  assembly->room = count;
  return GB_OK;
}

/// y += J x or J^T x by the element's own matrix.
static void product_by_matrix(const view *v, const double sigma[3], bool transpose, int count,
                              const gb_pack x[], gb_pack y[]) {
  gb_pack J[SIZE * SIZE];
  int n = v->size;
  find_matrix(v, sigma, J);
  for (int c = 0; c < count; c++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        y[n * c + i] += J[transpose ? n * j + i : n * i + j] * x[n * c + j];
}

/// Whether the sigma-combined Jacobian of an element can be other than zero.
static bool has_jacobian(const gb_element *element, const double sigma[3]) {
  return !element->constant && (sigma[0] != 0 || (sigma[1] != 0 && element->damped) ||
                                (sigma[2] != 0 && element->massive));
}

/// y += J x or J^T x of the present elements, on nodal vectors.
static void multiply(gb_assembly *assembly, const view *v, const double sigma[3], bool transpose,
                     int count, const gb_scalar x[], gb_scalar y[]) {
  const size_t size = (size_t)assembly->model->nodes * GB_NODE_VALUES;
  for (int c = 0; c < count; c++) pick(v, x + c * size, assembly->x + v->size * c);
  memset(assembly->y, 0, (size_t)(count * v->size) * sizeof *assembly->y);
  if (v->element->product)
    v->element->product(&v->in, &v->state, sigma, transpose, count, assembly->x, assembly->y);
  else
    product_by_matrix(v, sigma, transpose, count, assembly->x, assembly->y);
  for (int c = 0; c < count; c++) put(v, assembly->y + v->size * c, y + c * size);
}

int gb_assembly_product(gb_assembly *assembly, const gb_nodal_state *state, const double sigma[3],
                        bool transpose, int count, const gb_scalar x[], gb_scalar y[],
                        gb_error *error) {
  GB_TRY(make_room(assembly, count, error));
  view v;
  FOR_ELEMENTS(assembly, state, v, has_jacobian(v.element, sigma))
  multiply(assembly, &v, sigma, transpose, count, x, y);
  return GB_OK;
}

/// R_x of the present elements by one of their parameters; whether any is a design.
static bool varying_residual(const view *v, const gb_varying *varying, gb_pack local[]) {
  bool any = false;
  for (int lane = 0; lane < v->lanes; lane++) any = any || design_of(v, varying, lane) >= 0;
  if (!any) return false;
  memset(local, 0, (size_t)v->size * sizeof *local);
  gb_parameter_residual(v->block->kind, &v->in, &v->state, varying->parameter, v->lanes, local);
  return true;
}

static void add_design_product(const gb_assembly *assembly, const view *v,
                               const gb_varying *varying, int count, const gb_scalar psi[],
                               gb_scalar gradient[]) {
  size_t size = (size_t)assembly->model->nodes * GB_NODE_VALUES;
  gb_pack local[SIZE];
  if (!varying_residual(v, varying, local)) return;
  for (int c = 0; c < count; c++)
    for (int lane = 0; lane < v->lanes; lane++) {
      int32_t design = design_of(v, varying, lane);
      gb_scalar sum = 0;
      for (int i = 0; i < v->size && design >= 0; i++)
        sum += gb_lanes(&local[i])[lane] * psi[c * size + v->place[i][lane]];
      if (design >= 0) gradient[(size_t)c * assembly->model->designs + design] += sum;
    }
}

void gb_assembly_design_product(gb_assembly *assembly, const gb_nodal_state *state, int count,
                                const gb_scalar psi[], gb_scalar gradient[]) {
  view v;
  FOR_ELEMENTS(assembly, state, v, assembly->model->block[i_].varyings > 0)
  for (int i = 0; i < v.block->varyings; i++)
    add_design_product(assembly, &v, &v.block->varying[i], count, psi, gradient);
}

/// r += R_x dx of the present elements by one of their parameters, for `count` directions.
static void add_design_directions(const gb_assembly *assembly, const view *v,
                                  const gb_varying *varying, int count, const gb_scalar dx[],
                                  gb_scalar r[]) {
  const size_t size = (size_t)assembly->model->nodes * GB_NODE_VALUES;
  gb_pack local[SIZE];
  if (!varying_residual(v, varying, local)) return;
  for (int lane = 0; lane < v->lanes; lane++) {
    const int32_t design = design_of(v, varying, lane);
    for (int c = 0; c < count && design >= 0; c++) {
      const gb_scalar part = dx[(size_t)c * (size_t)assembly->model->designs + (size_t)design];
      if (part == 0) continue;
      for (int i = 0; i < v->size; i++)
        r[c * size + v->place[i][lane]] += gb_lanes(&local[i])[lane] * part;
    }
  }
}

int gb_assembly_direction(gb_assembly *assembly, const gb_nodal_state *state, int count,
                          const gb_scalar dx[], const gb_scalar *const x[3], gb_scalar r[],
                          gb_error *error) {
  GB_TRY(make_room(assembly, count, error));
  view v;
  FOR_ELEMENTS(assembly, state, v,
               !v.element->constant || assembly->model->block[i_].varyings > 0) {
    for (int slot = 0; slot < 3; slot++) {
      const double sigma[3] = {slot == 0, slot == 1, slot == 2};
      if (x[slot] && has_jacobian(v.element, sigma))
        multiply(assembly, &v, sigma, false, count, x[slot], r);
    }
    for (int k = 0; k < v.block->varyings; k++)
      add_design_directions(assembly, &v, &v.block->varying[k], count, dx, r);
  }
  return GB_OK;
}

void gb_assembly_diagonal(gb_assembly *assembly, const gb_nodal_state *state, const double sigma[3],
                          gb_scalar diagonal[]) {
  view v;
  FOR_ELEMENTS(assembly, state, v, !v.element->constant) {
    gb_pack J[SIZE * SIZE];
    find_matrix(&v, sigma, J);
    gb_pack local[SIZE];
    for (int i = 0; i < v.size; i++) local[i] = J[(v.size + 1) * i];
    put(&v, local, diagonal);
  }
}

/// Sampled values and area weights of the present elements, one element after the other.
typedef struct samples {
  int count; ///< of an element
  gb_scalar f[GB_LANES][GB_ELEMENT_SAMPLES];
  double area[GB_LANES][GB_ELEMENT_SAMPLES];
} samples;

static void sample(const view *v, gb_field field, samples *s) {
  gb_pack f[GB_ELEMENT_SAMPLES];
  gb_geometry area[GB_ELEMENT_SAMPLES];
  s->count = v->element->samples[field];
  v->element->sample(&v->in, &v->state, field, f, area);
  for (int lane = 0; lane < GB_LANES; lane++)
    for (int p = 0; p < s->count; p++) {
      s->f[lane][p] = gb_lanes(&f[p])[lane];
      s->area[lane][p] = gb_geometry_lanes(&area[p])[lane];
    }
}

void gb_assembly_sample(gb_assembly *assembly, const gb_nodal_state *state, gb_instant instant,
                        gb_aggregate *aggregate) {
  for (int field = 0; field < GB_FIELDS; field++) {
    if (!gb_aggregate_uses(aggregate, (gb_field)field, instant)) continue;
    view v;
    samples s;
    FOR_ELEMENTS(assembly, state, v, v.element->samples[field] > 0) {
      sample(&v, (gb_field)field, &s);
      for (int lane = 0; lane < v.lanes; lane++)
        gb_aggregate_add(aggregate, (gb_field)field, instant, s.count, s.f[lane], s.area[lane]);
    }
  }
}

/// Weights of the functionals of this field at the sampling points of the present elements,
/// g[found][samples].
/// @return how many functionals there are; `which` tells them
static int weigh(const view *v, gb_field field, gb_instant instant, const gb_aggregate *aggregate,
                 int count, gb_scalar work[], gb_pack g[], int which[]) {
  samples s;
  int found = 0;
  sample(v, field, &s);
  for (int c = 0; c < count; c++)
    if (gb_aggregate_samples(aggregate, c, field, instant)) which[found++] = c;
  memset(g, 0, (size_t)(found * s.count) * sizeof *g);
  for (int lane = 0; lane < v->lanes; lane++) {
    gb_aggregate_weights(aggregate, field, instant, s.count, s.f[lane], s.area[lane], work);
    for (int k = 0; k < found; k++)
      for (int p = 0; p < s.count; p++)
        gb_lanes(&g[k * s.count + p])[lane] = work[which[k] * s.count + p];
  }
  return found;
}

/// gradient += g df/dx by one parameter of the present elements, for the functionals `which`.
static void add_sample_slopes(const gb_assembly *assembly, const view *v, const gb_varying *varying,
                              gb_field field, int found, const int which[], gb_pack g[],
                              gb_scalar gradient[]) {
  int points = v->element->samples[field];
  gb_pack df[GB_ELEMENT_SAMPLES];
  gb_parameter_sample(v->block->kind, &v->in, &v->state, field, varying->parameter, v->lanes, df);
  for (int k = 0; k < found; k++)
    for (int lane = 0; lane < v->lanes; lane++) {
      int32_t design = design_of(v, varying, lane);
      if (design < 0) continue;
      gb_scalar *target = &gradient[(size_t)which[k] * assembly->model->designs + design];
      for (int p = 0; p < points; p++)
        *target += gb_lanes(&g[k * points + p])[lane] * gb_lanes(&df[p])[lane];
    }
}

/// The present elements' part: weights at their points, then df/dq and df/dx.
static void sample_product(gb_assembly *assembly, const view *v, gb_field field, gb_instant instant,
                           const gb_aggregate *aggregate, int count, gb_scalar work[], int which[],
                           gb_scalar bar[], gb_scalar gradient[]) {
  size_t size = (size_t)assembly->model->nodes * GB_NODE_VALUES;
  gb_pack *g = assembly->x;
  int found = weigh(v, field, instant, aggregate, count, work, g, which);
  for (int i = 0; i < v->block->varyings; i++)
    add_sample_slopes(assembly, v, &v->block->varying[i], field, found, which, g, gradient);
  if (!v->element->sample_product) return;
  memset(assembly->y, 0, (size_t)(found * v->size) * sizeof *assembly->y);
  v->element->sample_product(&v->in, &v->state, field, found, g, assembly->y);
  for (int k = 0; k < found; k++) put(v, assembly->y + v->size * k, bar + (size_t)which[k] * size);
}

int gb_assembly_sample_product(gb_assembly *assembly, const gb_nodal_state *state,
                               gb_instant instant, const gb_aggregate *aggregate, int count,
                               gb_scalar bar[], gb_scalar gradient[], gb_error *error) {
  gb_scalar *work = NULL;
  int *which = NULL;
  GB_TRY(make_room(assembly, count, error));
  int status = gb_allocate((size_t)count * GB_ELEMENT_SAMPLES, sizeof *work, &work, error);
  if (status == GB_OK) status = gb_allocate((size_t)count, sizeof *which, &which, error);
  for (int field = 0; status == GB_OK && field < GB_FIELDS; field++) {
    if (!gb_aggregate_uses(aggregate, (gb_field)field, instant)) continue;
    view v;
    FOR_ELEMENTS(assembly, state, v, v.element->samples[field] > 0)
    sample_product(assembly, &v, (gb_field)field, instant, aggregate, count, work, which, bar,
                   gradient);
  }
  free(work);
  free(which);
  return status;
}

double gb_assembly_spring_energy(gb_assembly *assembly, const gb_nodal_state *state) {
  double energy = 0;
  view v;
  samples s;
  FOR_ELEMENTS(assembly, state, v, !v.element->massive && v.element->samples[GB_FIELD_ENERGY] > 0) {
    sample(&v, GB_FIELD_ENERGY, &s);
    for (int lane = 0; lane < v.lanes; lane++)
      for (int p = 0; p < s.count; p++) energy += 0.5 * gb_real(s.f[lane][p]) * s.area[lane][p];
  }
  return energy;
}

void gb_assembly_failure(gb_assembly *assembly, const gb_nodal_state *state, double failure[]) {
  view v;
  samples s;
  FOR_ELEMENTS(assembly, state, v, v.element->samples[GB_FIELD_FAILURE] > 0) {
    sample(&v, GB_FIELD_FAILURE, &s);
    for (int lane = 0; lane < v.lanes; lane++) {
      double largest = 0;
      for (int p = 0; p < s.count; p++) largest = fmax(largest, gb_real(s.f[lane][p]));
      *failure++ = largest;
    }
  }
}

void gb_assembly_shares(gb_assembly *assembly, const gb_nodal_state *state, int32_t place,
                        double share[]) {
  view v;
  FOR_ELEMENTS(assembly, state, v, true) {
    gb_pack local[SIZE];
    find_residual(&v, local);
    for (int lane = 0; lane < v.lanes; lane++, share++) {
      *share = 0;
      for (int i = 0; i < v.size; i++)
        if (v.place[i][lane] == place) *share += fabs(gb_real(gb_lanes(&local[i])[lane]));
    }
  }
}

/// The place of the block between nodes i <= j.
static size_t find_pair(const gb_node_pairs *pairs, int32_t i, int32_t j) {
  int32_t low = pairs->start[i], high = pairs->start[i + 1] - 1;
  while (low < high) {
    int32_t middle = (low + high) / 2;
    if (pairs->column[middle] < j)
      low = middle + 1;
    else
      high = middle;
  }
  return (size_t)low;
}

/// Add the symmetric part of one element's matrix.
static void add_matrix(const view *v, int lane, gb_pack J[], const gb_node_pairs *pairs,
                       gb_scalar block[]) {
  int each = v->element->node_unknowns;
  for (int a = 0; a < v->in.nodes; a++)
    for (int b = 0; b < v->in.nodes; b++) {
      int32_t i = v->place[each * a][lane] / GB_NODE_VALUES;
      int32_t j = v->place[each * b][lane] / GB_NODE_VALUES;
      if (j < i) continue;
      gb_scalar *target = block + find_pair(pairs, i, j) * GB_NODE_VALUES * GB_NODE_VALUES;
      for (int r = 0; r < each; r++)
        for (int c = 0; c < each; c++) {
          int row = each * a + r, column = each * b + c;
          gb_scalar value = gb_lanes(&J[v->size * row + column])[lane];
          if (!v->element->symmetric)
            value = (value + gb_lanes(&J[v->size * column + row])[lane]) / 2;
          target[GB_NODE_VALUES * r + c] += value;
        }
    }
}

void gb_assembly_matrix(gb_assembly *assembly, const gb_nodal_state *state, const double sigma[3],
                        const gb_node_pairs *pairs, gb_scalar block[]) {
  view v;
  FOR_ELEMENTS(assembly, state, v, !v.element->constant) {
    gb_pack J[SIZE * SIZE];
    find_matrix(&v, sigma, J);
    for (int lane = 0; lane < v.lanes; lane++) add_matrix(&v, lane, J, pairs, block);
  }
}
