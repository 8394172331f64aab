/// Element loops on nodal values.
#include "system/assembly.h"

#include "system/batch.h"

#include <stdlib.h>
#include <string.h>

static int make_room_for_dead_loads(gb_assembly *assembly, gb_error *error) {
  const gb_model *model = assembly->model;
  bool any = false;
  for (int i = 0; i < model->blocks->count; i++)
    any = any || gb_elements[model->blocks->block[i].kind]->constant;
  assembly->dead_time = NAN;
  if (!any) return GB_OK;
  return GB_TAKE(&assembly->memory, assembly->dead, gb_node_values(model->nodes), error);
}

static int prepare(gb_assembly *assembly, const gb_scalar design[], gb_error *error) {
  const gb_model *model = assembly->model;
  const size_t designs = (size_t)model->designs->width, blocks = (size_t)model->blocks->count;
  gb_arena *memory = &assembly->memory;
  GB_TRY(GB_TAKE(memory, assembly->change, designs, error));
  for (size_t i = 0; i < designs; i++) assembly->change[i] = design[i] - model->designs->built[i];
  GB_TRY(GB_TAKE(memory, assembly->reference, blocks, error));
  GB_TRY(GB_TAKE(memory, assembly->tangent, blocks, error));
  GB_TRY(make_room_for_dead_loads(assembly, error));
  GB_TRY(gb_controls_create(model, assembly->change, memory, &assembly->controls, error));
  for (int k = 0; k < GB_ELEMENT_KINDS; k++)
    if (gb_elements[k]->tables)
      GB_TRY(gb_batch_table(gb_elements[k], memory, &assembly->table[k], error));
  for (size_t i = 0; i < blocks; i++) GB_TRY(gb_batch_prepare(assembly, (int32_t)i, error));
  return GB_OK;
}

int gb_assembly_create(const gb_model *model, const gb_scalar design[],
                       const gb_enforcement *enforcement, gb_assembly **out, gb_error *error) {
  gb_assembly *assembly;
  *out = NULL;
  GB_TRY(GB_ALLOCATE(assembly, 1, error));
  assembly->model = model;
  assembly->enforcement = *enforcement;
  const int status = prepare(assembly, design, error);
  if (status != GB_OK) gb_assembly_destroy(&assembly);
  *out = assembly;
  return status;
}

gb_controls *gb_assembly_controls(const gb_assembly *assembly) {
  return assembly->controls;
}

const gb_model *gb_assembly_model(const gb_assembly *assembly) {
  return assembly->model;
}

void gb_assembly_destroy(gb_assembly **assembly) {
  if (!*assembly) return;
  gb_arena_free(&(*assembly)->memory);
  gb_arena_free(&(*assembly)->buffers);
  free(*assembly);
  *assembly = NULL;
}

/// Room for `count` vectors of an element's unknowns.
static int reserve(gb_assembly *assembly, int count, gb_error *error) {
  gb_arena_free(&assembly->buffers);
  assembly->room = 0;
  size_t most = GB_ELEMENT_UNKNOWNS; // or the weights of sampling points
  for (int i = 0; i < assembly->model->blocks->count; i++) {
    const gb_block *block = &assembly->model->blocks->block[i];
    const int points =
        gb_sample_count(gb_elements[block->kind], block->section.layup, GB_FIELD_FAILURE);
    if ((size_t)points > most) most = (size_t)points;
  }
  GB_TRY(GB_TAKE(&assembly->buffers, assembly->x, (size_t)count * most, error));
  GB_TRY(GB_TAKE(&assembly->buffers, assembly->y, (size_t)count * GB_ELEMENT_UNKNOWNS, error));
  assembly->room = count;
  return GB_OK;
}

int gb_assembly_make_room(gb_assembly *assembly, int count, gb_error *error) {
  if (count <= assembly->room) return GB_OK;
  return gb_agree(assembly->model->comm, reserve(assembly, count, error), error);
}

/// R of the present elements, [size]; the room beyond is not cleared: it is most of a spring's.
static void find_residual(const gb_batch *b, gb_pack local[]) {
  memset(local, 0, (size_t)b->size * sizeof *local);
  b->element->residual(&b->in, &b->state, local);
}

/// r += R of all elements that are dead loads, or of all others.
static void add_residual(const gb_assembly *assembly, const gb_nodal_state *state, bool dead,
                         gb_scalar r[]) {
  gb_batch b;
  FOR_ELEMENTS(assembly, state, b, b.element->constant == dead) {
    gb_pack local[GB_ELEMENT_UNKNOWNS];
    find_residual(&b, local);
    gb_batch_put(&b, local, r);
  }
}

/// r += the dead loads, which change with time alone: the corrections of a point share them.
static void add_dead_loads(gb_assembly *assembly, const gb_nodal_state *state, gb_scalar r[]) {
  const size_t size = gb_node_values(assembly->model->nodes);
  if (!assembly->dead || state->impulse) return;
  if (!(state->t == assembly->dead_time)) {
    memset(assembly->dead, 0, size * sizeof *assembly->dead);
    add_residual(assembly, state, true, assembly->dead);
    assembly->dead_time = state->t;
  }
  for (size_t i = 0; i < size; i++) r[i] += assembly->dead[i];
}

void gb_assembly_residual(gb_assembly *assembly, const gb_nodal_state *state, gb_scalar r[]) {
  add_residual(assembly, state, false, r);
  add_dead_loads(assembly, state, r);
}

void gb_assembly_own_forces(gb_assembly *assembly, const gb_nodal_state *state, gb_scalar r[]) {
  gb_batch b;
  FOR_ELEMENTS(assembly, state, b, b.element->massive && !b.element->constrained) {
    gb_pack local[GB_ELEMENT_UNKNOWNS];
    gb_batch_stop(&b, state);
    find_residual(&b, local);
    gb_batch_put(&b, local, r);
  }
}

double gb_assembly_damping_power(gb_assembly *assembly, const gb_nodal_state *state) {
  double power = 0;
  gb_batch b;
  FOR_ELEMENTS(assembly, state, b, b.element->damped && !b.element->constrained) {
    gb_pack local[GB_ELEMENT_UNKNOWNS], still[GB_ELEMENT_UNKNOWNS], rest[GB_ELEMENT_UNKNOWNS];
    find_residual(&b, local);
    memset(rest, 0, (size_t)b.size * sizeof *rest);
    memset(still, 0, (size_t)b.size * sizeof *still);
    gb_element_state at_rest = b.state;
    at_rest.v = still;
    b.element->residual(&b.in, &at_rest, rest);
    for (int lane = 0; lane < b.lanes; lane++)
      for (int i = 0; i < b.size; i++)
        power += gb_real(gb_lanes(&b.v[i])[lane]) *
                 gb_real(gb_lanes(&local[i])[lane] - gb_lanes(&rest[i])[lane]);
  }
  return power;
}

void gb_assembly_constraints(gb_assembly *assembly, const gb_nodal_state *state,
                             gb_constraint_visitor *visit, void *context) {
  gb_batch b;
  FOR_ELEMENTS(assembly, state, b, b.element->constrained) {
    gb_pack local[GB_ELEMENT_UNKNOWNS], level[GB_ELEMENT_ROWS][3];
    gb_scalar r[GB_ELEMENT_UNKNOWNS], phi[GB_ELEMENT_ROWS][3];
    find_residual(&b, local);
    const int rows = b.element->rows(&b.in, &b.state, level);
    for (int lane = 0; lane < b.lanes; lane++) {
      for (int i = 0; i < b.size; i++) r[i] = gb_lanes(&local[i])[lane];
      for (int i = 0; i < 3 * rows; i++) phi[i / 3][i % 3] = gb_lanes(&level[i / 3][i % 3])[lane];
      visit(context, b.block, r, rows, (const gb_scalar(*)[3])phi);
    }
  }
}

static void add_design_product(const gb_assembly *assembly, const gb_batch *b,
                               const gb_varying *varying, int count, const gb_scalar psi[],
                               gb_scalar gradient[]) {
  size_t size = gb_node_values(assembly->model->nodes);
  gb_pack local[GB_ELEMENT_UNKNOWNS];
  if (!gb_batch_varying_residual(b, varying, local)) return;
  for (int c = 0; c < count; c++)
    for (int lane = 0; lane < b->lanes; lane++) {
      int32_t design = gb_batch_design(b, varying, lane);
      gb_scalar sum = 0;
      for (int i = 0; i < b->size && design >= 0; i++)
        sum += gb_lanes(&local[i])[lane] * psi[c * size + b->place[i][lane]];
      if (design >= 0)
        gradient[(size_t)c * assembly->model->designs->width + design] +=
            gb_batch_slope(b, varying, lane) * sum;
    }
}

/// R by a parameter that depends on controls, [size]; nothing where it does not.
/// @return of how many values of controls, with their slopes of this order
static int find_control_part(const gb_batch *b, int parameter, const gb_control_slope **slope,
                             int *order, gb_pack local[]) {
  const int slopes = gb_batch_control_slopes(b, parameter, slope, order);
  if (slopes > 0) gb_batch_parameter_residual(b, parameter, local);
  return slopes;
}

/// psi . R of a parameter by the controls that it depends on.
static void add_control_product(const gb_assembly *assembly, const gb_batch *b, int parameter,
                                int count, const gb_scalar psi[], gb_scalar gradient[]) {
  const size_t size = gb_node_values(assembly->model->nodes),
               width = (size_t)assembly->model->designs->width;
  const gb_control_slope *slope;
  int order;
  gb_pack local[GB_ELEMENT_UNKNOWNS];
  const int slopes = find_control_part(b, parameter, &slope, &order, local);
  for (size_t c = 0; slopes > 0 && c < (size_t)count; c++) {
    gb_scalar sum = 0;
    for (int lane = 0; lane < b->lanes; lane++)
      for (int i = 0; i < b->size; i++)
        sum += gb_lanes(&local[i])[lane] * psi[c * size + (size_t)b->place[i][lane]];
    for (int k = 0; k < slopes; k++)
      gradient[c * width + (size_t)slope[k].design] += slope[k].by[order] * sum;
  }
}

/// Whether parameters of a block vary.
static bool varies(const gb_assembly *assembly, const gb_block *block) {
  return block->varyings > 0 ||
         assembly->reference[block - assembly->model->blocks->block].controlled;
}

void gb_assembly_design_product(gb_assembly *assembly, const gb_nodal_state *state, int count,
                                const gb_scalar psi[], gb_scalar gradient[]) {
  gb_batch b;
  FOR_ELEMENTS(assembly, state, b, varies(assembly, &assembly->model->blocks->block[i_])) {
    for (int i = 0; i < b.block->varyings; i++)
      add_design_product(assembly, &b, &b.block->varying[i], count, psi, gradient);
    for (int i = 0; b.reference->controlled && i < b.block->parameters; i++)
      add_control_product(assembly, &b, i, count, psi, gradient);
  }
}

void gb_assembly_diagonal(gb_assembly *assembly, const gb_nodal_state *state, const double sigma[3],
                          gb_scalar diagonal[]) {
  gb_batch b;
  FOR_ELEMENTS(assembly, state, b, !b.element->constant) {
    gb_pack J[GB_ELEMENT_UNKNOWNS * GB_ELEMENT_UNKNOWNS];
    gb_batch_matrix(&b, sigma, J);
    gb_pack local[GB_ELEMENT_UNKNOWNS];
    for (int i = 0; i < b.size; i++) local[i] = J[(b.size + 1) * i];
    gb_batch_put(&b, local, diagonal);
  }
}

void gb_assembly_shares(gb_assembly *assembly, const gb_nodal_state *state, int32_t place,
                        double share[]) {
  gb_batch b;
  FOR_ELEMENTS(assembly, state, b, true) {
    gb_pack local[GB_ELEMENT_UNKNOWNS];
    find_residual(&b, local);
    for (int lane = 0; lane < b.lanes; lane++, share++) {
      *share = 0;
      for (int i = 0; i < b.size; i++)
        if (b.place[i][lane] == place) *share += fabs(gb_real(gb_lanes(&local[i])[lane]));
    }
  }
}

// The matrix: blocks between the pairs of nodes that share an element.

/// A pair (i, j) as one number that sorts by i, then j.
static int ascending(const void *a, const void *b) {
  const int64_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

static size_t collect(const gb_model *model, bool whole, int64_t *key) {
  size_t count = 0;
  for (int i = 0; i < model->blocks->count; i++) {
    const gb_block *block = &model->blocks->block[i];
    if (gb_elements[block->kind]->constant) continue;
    for (int32_t e = 0; e < block->elements; e++) {
      const int32_t *node = &block->node[(size_t)e * block->nodes];
      for (int a = 0; a < block->nodes; a++)
        for (int b = 0; b < block->nodes; b++) {
          if ((!whole && node[a] > node[b]) || !gb_couples(gb_elements[block->kind], a, b))
            continue;
          if (key) key[count] = (int64_t)node[a] * model->nodes->count + node[b];
          count++;
        }
    }
  }
  return count;
}

static size_t unique(size_t count, int64_t *key) {
  size_t kept = 0;
  qsort(key, count, sizeof *key, ascending);
  for (size_t k = 0; k < count; k++)
    if (k == 0 || key[k] != key[k - 1]) key[kept++] = key[k];
  return kept;
}

static void place_blocks(const gb_node_set *nodes, gb_node_pairs *pairs) {
  for (int32_t i = 0; i < nodes->count; i++)
    for (int32_t k = pairs->start[i]; k < pairs->start[i + 1]; k++)
      pairs->block[k + 1] = pairs->block[k] + 9 * (size_t)gb_node_vectors(nodes, i) *
                                                  (size_t)gb_node_vectors(nodes, pairs->column[k]);
}

int gb_assembly_pairs(const gb_model *model, bool whole, gb_arena *arena, gb_node_pairs *pairs,
                      gb_error *error) {
  int64_t *key;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, key, collect(model, whole, NULL), error));
  size_t count = unique(collect(model, whole, key), key);
  pairs->whole = whole;
  GB_TRY(GB_TAKE(arena, pairs->start, (size_t)model->nodes->count + 1, error));
  GB_TRY(GB_TAKE(arena, pairs->column, count, error));
  GB_TRY(GB_TAKE(arena, pairs->block, count + 1, error));
  for (size_t k = 0; k < count; k++) {
    pairs->start[key[k] / model->nodes->count + 1] = (int32_t)k + 1;
    pairs->column[k] = (int32_t)(key[k] % model->nodes->count);
  }
  for (int32_t i = 0; i < model->nodes->count; i++)
    if (pairs->start[i + 1] < pairs->start[i]) pairs->start[i + 1] = pairs->start[i];
  place_blocks(model->nodes, pairs);
  return GB_OK;
}

/// The place of the block between nodes i and j.
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

/// The first value of an element's node among all of that node: the fields that an element takes
/// lie side by side.
static int32_t first_at(const gb_batch *b, const gb_node_set *nodes, int32_t node, int first,
                        int lane) {
  return b->place[first][lane] - 3 * nodes->first[node];
}

/// Add one element's matrix, or its symmetric part.
static void add_matrix(const gb_batch *b, const gb_node_set *nodes, int lane, gb_pack J[],
                       const gb_node_pairs *pairs, gb_scalar block[]) {
  const int32_t *node = &b->block->node[(size_t)(b->first + lane) * (size_t)b->in.nodes];
  int start[GB_ELEMENT_NODES + 1] = {0};
  for (int i = 0; i < b->in.nodes; i++)
    start[i + 1] = start[i] + 3 * gb_field_vectors(gb_element_fields(b->element, i));
  for (int i = 0; i < b->in.nodes; i++)
    for (int j = 0; j < b->in.nodes; j++) {
      if ((!pairs->whole && node[j] < node[i]) || !gb_couples(b->element, i, j)) continue;
      const int width = 3 * gb_node_vectors(nodes, node[j]);
      gb_scalar *target = block + pairs->block[find_pair(pairs, node[i], node[j])] +
                          width * first_at(b, nodes, node[i], start[i], lane) +
                          first_at(b, nodes, node[j], start[j], lane);
      for (int r = 0; r < start[i + 1] - start[i]; r++)
        for (int c = 0; c < start[j + 1] - start[j]; c++) {
          const int row = start[i] + r, column = start[j] + c;
          gb_scalar value = gb_lanes(&J[b->size * row + column])[lane];
          if (!pairs->whole && !b->element->symmetric)
            value = (value + gb_lanes(&J[b->size * column + row])[lane]) / 2;
          target[width * r + c] += value;
        }
    }
}

/// The sigma of an element: impulses leave inertia alone of what is no constraint.
static const double *sigma_of(const gb_element *element, const gb_nodal_state *state,
                              const double sigma[3], double inertia[3]) {
  inertia[0] = inertia[1] = 0;
  inertia[2] = sigma[2];
  return state->impulse && !element->constrained ? inertia : sigma;
}

void gb_assembly_matrix(gb_assembly *assembly, const gb_nodal_state *state, const double sigma[3],
                        const gb_node_pairs *pairs, gb_scalar block[]) {
  gb_batch b;
  FOR_ELEMENTS(assembly, state, b, !b.element->constant) {
    gb_pack J[GB_ELEMENT_UNKNOWNS * GB_ELEMENT_UNKNOWNS];
    double inertia[3];
    gb_batch_matrix(&b, sigma_of(b.element, state, sigma, inertia), J);
    if (state->spin && gb_has_mass(b.element))
      gb_spin_matrix(state->spin, sigma[0], b.element, &b.in, &b.state, J);
    for (int lane = 0; lane < b.lanes; lane++)
      add_matrix(&b, assembly->model->nodes, lane, J, pairs, block);
  }
}

// Products with the elements' Jacobians on nodal vectors, and tangents that they share.

/// y += J x or J^T x by the element's own matrix.
static void product_by_matrix(const gb_batch *b, const double sigma[3], bool transpose, int count,
                              const gb_pack x[], gb_pack y[]) {
  gb_pack J[GB_ELEMENT_UNKNOWNS * GB_ELEMENT_UNKNOWNS];
  int n = b->size;
  gb_batch_matrix(b, sigma, J);
  for (int c = 0; c < count; c++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        y[n * c + i] += J[transpose ? n * j + i : n * i + j] * x[n * c + j];
}

/// Whether the sigma-combined Jacobian of an element can be other than zero. Impulses leave inertia
/// alone of what is no constraint.
static bool has_jacobian(const gb_element *element, const double sigma[3], bool impulse) {
  if (impulse && !element->constrained)
    return !element->constant && sigma[2] != 0 && element->massive;
  return !element->constant && (sigma[0] != 0 || (sigma[1] != 0 && element->damped) ||
                                (sigma[2] != 0 && element->massive));
}

static int tangent_size(const gb_assembly *assembly, const gb_block *block) {
  return gb_elements[block->kind]->tangent_size(assembly->table[block->kind], block->section.layup);
}

/// Where the tangent of the present elements is cached.
static gb_pack *cached_tangent(const gb_assembly *assembly, const gb_batch *b) {
  const size_t size = (size_t)tangent_size(assembly, b->block);
  return assembly->tangent[b->block - assembly->model->blocks->block] +
         (size_t)(b->first / GB_LANES) * size;
}

static int make_tangent_room(gb_assembly *assembly, gb_error *error) {
  for (int i = 0; i < assembly->model->blocks->count; i++) {
    const gb_block *block = &assembly->model->blocks->block[i];
    if (!gb_elements[block->kind]->tangent || assembly->tangent[i]) continue;
    const size_t groups = ((size_t)block->elements + GB_LANES - 1) / GB_LANES;
    const size_t packs = groups * (size_t)tangent_size(assembly, block);
    GB_TRY(GB_TAKE(&assembly->memory, assembly->tangent[i], packs, error));
  }
  return GB_OK;
}

int gb_assembly_cache(gb_assembly *assembly, const gb_nodal_state *state, const double sigma[3],
                      gb_error *error) {
  GB_TRY(make_tangent_room(assembly, error));
  gb_batch b;
  FOR_ELEMENTS(assembly, state, b, assembly->tangent[i_] != NULL)
  b.element->tangent(&b.in, &b.state, sigma, cached_tangent(assembly, &b));
  return GB_OK;
}

static void product_by_tangent(const gb_assembly *assembly, const gb_batch *b,
                               const double sigma[3], const gb_pack cached[], int count) {
  gb_pack own[GB_ELEMENT_TANGENT];
  if (!cached) b->element->tangent(&b->in, &b->state, sigma, own);
  b->element->tangent_product(&b->in, sigma, cached ? cached : own, count, assembly->x,
                              assembly->y);
}

/// A lone element's columns lie side by side, GB_LANES in a vector.
static bool is_lone(const gb_batch *b, int count) {
  return GB_LANES > 1 && b->lanes == 1 && count > 1;
}

/// Vectors of the elements' unknowns from columns of nodal values. Lanes beyond the last column
/// repeat it. @return how many vectors
static int pick_columns(const gb_batch *b, int count, const gb_scalar x[], size_t size,
                        gb_pack packs[]) {
  const int vectors = is_lone(b, count) ? (count + GB_LANES - 1) / GB_LANES : count;
  for (int c = 0; c < vectors && !is_lone(b, count); c++)
    gb_batch_pick(b, x + c * size, packs + b->size * c);
  for (int c = 0; c < vectors * GB_LANES && is_lone(b, count); c++) {
    const gb_scalar *column = x + (size_t)(c < count ? c : count - 1) * size;
    gb_pack *to = packs + c / GB_LANES * b->size;
    for (int i = 0; i < b->size; i++) gb_lanes(&to[i])[c % GB_LANES] = column[b->place[i][0]];
  }
  return vectors;
}

/// The columns += what pick_columns made of them.
static void put_columns(const gb_batch *b, int count, gb_pack packs[], size_t size, gb_scalar y[]) {
  for (int c = 0; c < count && !is_lone(b, count); c++)
    gb_batch_put(b, packs + b->size * c, y + c * size);
  for (int c = 0; c < count && is_lone(b, count); c++)
    for (int i = 0; i < b->size; i++)
      y[(size_t)c * size + (size_t)b->place[i][0]] +=
          gb_lanes(&packs[c / GB_LANES * b->size + i])[c % GB_LANES];
}

/// y += J x or J^T x of the present elements, on nodal vectors; with the cached tangent of
/// them, or NULL.
static void multiply(const gb_nodal_operator *J, gb_assembly *assembly, const gb_batch *b,
                     const gb_pack cached[], int count, const gb_scalar x[], gb_scalar y[]) {
  const gb_element *element = b->element;
  double inertia[3];
  const double *sigma = sigma_of(element, J->state, J->sigma, inertia);
  const size_t size = gb_node_values(assembly->model->nodes);
  gb_pack *from = assembly->x, *to = assembly->y;
  const int packs = pick_columns(b, count, x, size, from);
  memset(to, 0, (size_t)(packs * b->size) * sizeof *to);
  if (element->tangent)
    product_by_tangent(assembly, b, sigma, cached, packs);
  else if (element->product)
    element->product(&b->in, &b->state, sigma, J->transpose, packs, from, to);
  else
    product_by_matrix(b, sigma, J->transpose, packs, from, to); // with spin
  if (element->tangent || element->product) gb_batch_spin_product(b, sigma[0], packs, from, to);
  put_columns(b, count, to, size, y);
}

int gb_assembly_product(gb_assembly *assembly, const gb_nodal_operator *J, int count,
                        const gb_scalar x[], gb_scalar y[], gb_error *error) {
  const gb_nodal_state *state = J->state;
  const gb_nodal_state stateless = {.t = state->t,
                                    .initial = state->initial,
                                    .impulse = state->impulse,
                                    .shift = state->shift,
                                    .rest = state->rest};
  GB_TRY(gb_assembly_make_room(assembly, count, error));
  gb_batch b;
  FOR_ELEMENTS(assembly, state, b,
               has_jacobian(b.element, J->sigma, state->impulse) &&
                   !(state->cached && b.element->tangent))
  multiply(J, assembly, &b, NULL, count, x, y);
  FOR_ELEMENTS(assembly, &stateless, b, state->cached && b.element->tangent)
  multiply(J, assembly, &b, cached_tangent(assembly, &b), count, x, y);
  return GB_OK;
}

/// r += R_x dx of the present elements by one of their parameters, for `count` directions.
static void add_design_directions(const gb_assembly *assembly, const gb_batch *b,
                                  const gb_varying *varying, int count, const gb_scalar dx[],
                                  gb_scalar r[]) {
  const size_t size = gb_node_values(assembly->model->nodes);
  gb_pack local[GB_ELEMENT_UNKNOWNS];
  if (!gb_batch_varying_residual(b, varying, local)) return;
  for (int lane = 0; lane < b->lanes; lane++) {
    const int32_t design = gb_batch_design(b, varying, lane);
    for (int c = 0; c < count && design >= 0; c++) {
      const gb_scalar part =
          gb_batch_slope(b, varying, lane) *
          dx[(size_t)c * (size_t)assembly->model->designs->width + (size_t)design];
      if (part == 0) continue;
      for (int i = 0; i < b->size; i++)
        r[c * size + b->place[i][lane]] += gb_lanes(&local[i])[lane] * part;
    }
  }
}

/// r += R dp of a parameter by the controls that it depends on.
static void add_control_directions(const gb_assembly *assembly, const gb_batch *b, int parameter,
                                   int count, const gb_scalar dx[], gb_scalar r[]) {
  const size_t size = gb_node_values(assembly->model->nodes),
               width = (size_t)assembly->model->designs->width;
  const gb_control_slope *slope;
  int order;
  gb_pack local[GB_ELEMENT_UNKNOWNS];
  const int slopes = find_control_part(b, parameter, &slope, &order, local);
  for (size_t c = 0; slopes > 0 && c < (size_t)count; c++) {
    gb_scalar part = 0;
    for (int k = 0; k < slopes; k++)
      part += slope[k].by[order] * dx[c * width + (size_t)slope[k].design];
    for (int lane = 0; part != 0 && lane < b->lanes; lane++)
      for (int i = 0; i < b->size; i++)
        r[c * size + (size_t)b->place[i][lane]] += gb_lanes(&local[i])[lane] * part;
  }
}

int gb_assembly_direction(gb_assembly *assembly, const gb_nodal_state *state, int count,
                          const gb_scalar dx[], const gb_scalar *const x[3], gb_scalar r[],
                          gb_error *error) {
  for (int component = 0; component < 3; component++) {
    const double sigma[3] = {component == 0, component == 1, component == 2};
    const gb_nodal_operator J = {.sigma = sigma, .state = state};
    if (x[component]) GB_TRY(gb_assembly_product(assembly, &J, count, x[component], r, error));
  }
  gb_batch b;
  FOR_ELEMENTS(assembly, state, b, varies(assembly, &assembly->model->blocks->block[i_])) {
    for (int k = 0; k < b.block->varyings; k++)
      add_design_directions(assembly, &b, &b.block->varying[k], count, dx, r);
    for (int k = 0; b.reference->controlled && k < b.block->parameters; k++)
      add_control_directions(assembly, &b, k, count, dx, r);
  }
  return GB_OK;
}
