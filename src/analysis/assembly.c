/// Element loops on nodal values.
#include "analysis/assembly.h"

#include "constitutive/section.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE = GB_ELEMENT_UNKNOWNS };

/// An element made ready for its kernels.
typedef struct view {
  const gb_element *element;
  gb_element_input in;
  gb_element_state state;
  int size;            ///< unknowns
  int32_t place[SIZE]; ///< of each unknown in a nodal vector
  int32_t design;      ///< of its thickness, or -1
  double position[GB_ELEMENT_NODES][3], director[GB_ELEMENT_NODES][3];
  gb_scalar parameter[GB_ELEMENT_PARAMETERS];
  gb_scalar q[SIZE], v[SIZE], a[SIZE];
} view;

struct gb_assembly {
  const gb_model *model;
  gb_scalar *design;
  void *table[GB_ELEMENT_KINDS];
  int room; ///< vectors that x and y hold
  gb_scalar *x, *y;
};

int gb_assembly_create(const gb_model *model, const gb_scalar design[], gb_assembly **out,
                       gb_error *error) {
  gb_assembly *assembly;
  *out = NULL;
  GB_TRY(gb_allocate(1, sizeof *assembly, &assembly, error));
  assembly->model = model;
  size_t designs = (size_t)model->designs;
  int status = gb_allocate(designs, sizeof *assembly->design, &assembly->design, error);
  if (status == GB_OK && designs > 0) memcpy(assembly->design, design, designs * sizeof *design);
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
  free((*assembly)->x);
  free((*assembly)->y);
  free(*assembly);
  *assembly = NULL;
}

/// What all elements of a block share at time t.
static void open_block(const gb_assembly *assembly, const gb_block *block, double t, view *v) {
  const gb_model *model = assembly->model;
  memset(v, 0, sizeof *v);
  v->element = gb_elements[block->kind];
  v->size = block->nodes * v->element->node_unknowns;
  v->in.nodes = block->nodes;
  v->in.position = (const double(*)[3])v->position;
  v->in.director = (const double(*)[3])v->director;
  v->in.parameter = v->parameter;
  v->in.table = assembly->table[block->kind];
  v->state = (gb_element_state){v->q, v->v, v->a};
  for (int i = 0; i < GB_BLOCK_PARAMETERS; i++) v->parameter[i] = block->parameter[i];
  for (int i = 0; i < 3; i++) {
    if (block->value[i]) v->parameter[i] = gb_expression_real(block->value[i], &t);
    if (model->gravity[i]) v->in.gravity[i] = gb_expression_real(model->gravity[i], &t);
  }
}

static void pick(const view *v, const gb_scalar nodal[], gb_scalar local[]) {
  for (int i = 0; i < v->size; i++) local[i] = nodal[v->place[i]];
}

static void put(const view *v, const gb_scalar local[], gb_scalar nodal[]) {
  for (int i = 0; i < v->size; i++) nodal[v->place[i]] += local[i];
}

static void open_element(const gb_assembly *assembly, const gb_block *block, int32_t e,
                         const gb_nodal_state *state, view *v) {
  const gb_model *model = assembly->model;
  const int32_t *node = &block->node[(size_t)e * block->nodes];
  int each = v->element->node_unknowns;
  for (int a = 0; a < block->nodes; a++) {
    memcpy(v->position[a], model->position[node[a]], sizeof v->position[a]);
    memcpy(v->director[a], model->director[node[a]], sizeof v->director[a]);
    for (int i = 0; i < each; i++) v->place[each * a + i] = GB_NODE_VALUES * node[a] + i;
  }
  v->design = block->design ? block->design[e] : -1;
  if (v->design >= 0) v->parameter[GB_THICKNESS] = assembly->design[v->design];
  if (state->q) pick(v, state->q, v->q);
  if (state->v) pick(v, state->v, v->v);
  if (state->a) pick(v, state->a, v->a);
}

/// A view opened on each element of the blocks that `wanted` accepts; the body follows the macro.
#define FOR_ELEMENTS(assembly, nodal, v, wanted)                                                   \
  for (int i_ = 0; i_ < (assembly)->model->blocks; i_++)                                           \
    for (int go_ = (v.element = gb_elements[(assembly)->model->block[i_].kind], (wanted)) &&       \
                   (open_block(assembly, &(assembly)->model->block[i_], (nodal)->t, &v), 1);       \
         go_; go_ = 0)                                                                             \
      for (int32_t e_ = 0;                                                                         \
           e_ < (assembly)->model->block[i_].elements &&                                           \
           (open_element(assembly, &(assembly)->model->block[i_], e_, nodal, &v), 1);              \
           e_++)

void gb_assembly_residual(gb_assembly *assembly, const gb_nodal_state *state, gb_scalar r[]) {
  view v;
  FOR_ELEMENTS(assembly, state, v, true) {
    gb_scalar local[SIZE] = {0};
    v.element->residual(&v.in, &v.state, local);
    put(&v, local, r);
  }
}

void gb_assembly_own_forces(gb_assembly *assembly, const gb_nodal_state *state, gb_scalar r[]) {
  view v;
  FOR_ELEMENTS(assembly, state, v, v.element->massive) {
    gb_scalar local[SIZE] = {0};
    memset(v.in.gravity, 0, sizeof v.in.gravity);
    v.element->residual(&v.in, &v.state, local);
    put(&v, local, r);
  }
}

/// Room for `count` vectors of an element's unknowns.
static int make_room(gb_assembly *assembly, int count, gb_error *error) {
  if (count <= assembly->room) return GB_OK;
  free(assembly->x);
  free(assembly->y);
  assembly->x = assembly->y = NULL;
  assembly->room = 0;
  GB_TRY(gb_allocate((size_t)count * SIZE, sizeof *assembly->x, &assembly->x, error));
  GB_TRY(gb_allocate((size_t)count * SIZE, sizeof *assembly->y, &assembly->y, error));
  assembly->room = count;
  return GB_OK;
}

/// y += J x or J^T x by the element's own matrix.
static void product_by_matrix(const view *v, const double sigma[3], bool transpose, int count,
                              const gb_scalar x[], gb_scalar y[]) {
  gb_scalar J[SIZE * SIZE] = {0};
  int n = v->size;
  v->element->jacobian(&v->in, &v->state, sigma, J);
  for (int c = 0; c < count; c++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        y[n * c + i] += J[transpose ? n * j + i : n * i + j] * x[n * c + j];
}

int gb_assembly_product(gb_assembly *assembly, const gb_nodal_state *state, const double sigma[3],
                        bool transpose, int count, const gb_scalar x[], gb_scalar y[],
                        gb_error *error) {
  GB_TRY(make_room(assembly, count, error));
  size_t size = (size_t)assembly->model->nodes * GB_NODE_VALUES;
  view v;
  FOR_ELEMENTS(assembly, state, v,
               !v.element->constant && (sigma[0] != 0 || sigma[1] != 0 || v.element->massive)) {
    for (int c = 0; c < count; c++) pick(&v, x + c * size, assembly->x + v.size * c);
    memset(assembly->y, 0, (size_t)(count * v.size) * sizeof *y);
    if (v.element->product)
      v.element->product(&v.in, &v.state, sigma, transpose, count, assembly->x, assembly->y);
    else
      product_by_matrix(&v, sigma, transpose, count, assembly->x, assembly->y);
    for (int c = 0; c < count; c++) put(&v, assembly->y + v.size * c, y + c * size);
  }
  return GB_OK;
}

void gb_assembly_design_product(gb_assembly *assembly, const gb_nodal_state *state, int count,
                                const gb_scalar psi[], gb_scalar gradient[]) {
  size_t size = (size_t)assembly->model->nodes * GB_NODE_VALUES;
  view v;
  FOR_ELEMENTS(assembly, state, v, v.element->parameter_residual != NULL) {
    if (v.design < 0) continue;
    gb_scalar local[SIZE] = {0};
    v.element->parameter_residual(&v.in, &v.state, GB_THICKNESS, local);
    for (int c = 0; c < count; c++)
      for (int i = 0; i < v.size; i++)
        gradient[(size_t)c * assembly->model->designs + v.design] +=
            local[i] * psi[c * size + v.place[i]];
  }
}

void gb_assembly_design_direction(gb_assembly *assembly, const gb_nodal_state *state,
                                  const gb_scalar dx[], gb_scalar r[]) {
  view v;
  FOR_ELEMENTS(assembly, state, v, v.element->parameter_residual != NULL) {
    if (v.design < 0) continue;
    gb_scalar local[SIZE] = {0};
    v.element->parameter_residual(&v.in, &v.state, GB_THICKNESS, local);
    for (int i = 0; i < v.size; i++) r[v.place[i]] += local[i] * dx[v.design];
  }
}

void gb_assembly_diagonal(gb_assembly *assembly, const gb_nodal_state *state, const double sigma[3],
                          gb_scalar diagonal[]) {
  view v;
  FOR_ELEMENTS(assembly, state, v, !v.element->constant) {
    gb_scalar J[SIZE * SIZE] = {0};
    v.element->jacobian(&v.in, &v.state, sigma, J);
    for (int i = 0; i < v.size; i++) diagonal[v.place[i]] += J[(v.size + 1) * i];
  }
}

void gb_assembly_sample(gb_assembly *assembly, const gb_nodal_state *state, bool first, double w,
                        gb_aggregate *aggregate) {
  for (int field = 0; field < GB_FIELDS; field++) {
    if (!gb_aggregate_uses(aggregate, (gb_field)field)) continue;
    view v;
    FOR_ELEMENTS(assembly, state, v, v.element->samples[field] > 0) {
      gb_scalar f[GB_ELEMENT_SAMPLES];
      double area[GB_ELEMENT_SAMPLES];
      v.element->sample(&v.in, &v.state, (gb_field)field, f, area);
      gb_aggregate_add(aggregate, (gb_field)field, first, w, v.element->samples[field], f, area);
    }
  }
}

/// One element's part: weights at its points, then df/dq and df/dx.
static void sample_one(gb_assembly *assembly, const view *v, gb_field field, bool first, double w,
                       const gb_aggregate *aggregate, int count, gb_scalar g[], gb_scalar change[],
                       gb_scalar bar[], gb_scalar gradient[]) {
  const gb_model *model = assembly->model;
  size_t size = (size_t)model->nodes * GB_NODE_VALUES;
  gb_scalar f[GB_ELEMENT_SAMPLES];
  double area[GB_ELEMENT_SAMPLES];
  v->element->sample(&v->in, &v->state, field, f, area);
  gb_aggregate_weights(aggregate, field, first, w, v->element->samples[field], f, area, g);
  memset(assembly->y, 0, (size_t)(count * v->size) * sizeof *bar);
  memset(change, 0, (size_t)count * sizeof *change);
  v->element->sample_product(&v->in, &v->state, field, GB_THICKNESS, count, g, assembly->y, change);
  for (int c = 0; c < count; c++) {
    put(v, assembly->y + v->size * c, bar + c * size);
    if (v->design >= 0) gradient[(size_t)c * model->designs + v->design] += change[c];
  }
}

int gb_assembly_sample_product(gb_assembly *assembly, const gb_nodal_state *state, bool first,
                               double w, const gb_aggregate *aggregate, int count, gb_scalar bar[],
                               gb_scalar gradient[], gb_error *error) {
  GB_TRY(make_room(assembly, count, error));
  // assembly->x holds an element's weights and parameter changes: [count][samples], [count]
  gb_scalar *g = assembly->x, *change = assembly->x + (size_t)count * GB_ELEMENT_SAMPLES;
  for (int field = 0; field < GB_FIELDS; field++) {
    if (!gb_aggregate_uses(aggregate, (gb_field)field)) continue;
    view v;
    FOR_ELEMENTS(assembly, state, v, v.element->samples[field] > 0)
    sample_one(assembly, &v, (gb_field)field, first, w, aggregate, count, g, change, bar, gradient);
  }
  return GB_OK;
}

void gb_assembly_failure(gb_assembly *assembly, const gb_nodal_state *state, double failure[]) {
  view v;
  FOR_ELEMENTS(assembly, state, v, v.element->samples[GB_FIELD_FAILURE] > 0) {
    gb_scalar f[GB_ELEMENT_SAMPLES];
    double area[GB_ELEMENT_SAMPLES], largest = 0;
    v.element->sample(&v.in, &v.state, GB_FIELD_FAILURE, f, area);
    for (int p = 0; p < v.element->samples[GB_FIELD_FAILURE]; p++)
      if (gb_real(f[p]) > largest) largest = gb_real(f[p]);
    *failure++ = largest;
  }
}

void gb_assembly_yield(const gb_assembly *assembly, double yield[]) {
  for (int i = 0; i < assembly->model->blocks; i++) {
    const gb_block *block = &assembly->model->block[i];
    for (int32_t e = 0; block->cell && e < block->elements; e++)
      *yield++ = block->parameter[GB_YIELD];
  }
}

void gb_assembly_matrix(gb_assembly *assembly, const gb_nodal_state *state, const double sigma[3],
                        const gb_node_pairs *pairs, gb_scalar block[]) {
  view v;
  FOR_ELEMENTS(assembly, state, v, !v.element->constant) {
    gb_scalar J[SIZE * SIZE] = {0};
    v.element->jacobian(&v.in, &v.state, sigma, J);
    int each = v.element->node_unknowns;
    for (int a = 0; a < v.in.nodes; a++)
      for (int b = 0; b < v.in.nodes; b++) {
        int32_t i = v.place[each * a] / GB_NODE_VALUES, j = v.place[each * b] / GB_NODE_VALUES;
        if (j < i) continue;
        int32_t low = pairs->start[i], high = pairs->start[i + 1] - 1;
        while (low < high) {
          int32_t middle = (low + high) / 2;
          if (pairs->column[middle] < j)
            low = middle + 1;
          else
            high = middle;
        }
        gb_scalar *target = block + (size_t)low * GB_NODE_VALUES * GB_NODE_VALUES;
        for (int r = 0; r < each; r++)
          for (int c = 0; c < each; c++) {
            int row = each * a + r, column = each * b + c;
            target[GB_NODE_VALUES * r + c] +=
                (J[v.size * row + column] + J[v.size * column + row]) / 2;
          }
      }
  }
}
