/// Element loops on nodal values.
#include "system/assembly/assembly.h"

#include "elements/derived/parameter.h"
#include "system/contact/contact_search.h"
#include "system/nodal_values/batch.h"

#include <stdlib.h>
#include <string.h>

static int make_room_for_dead_loads(gb_assembly *assembly, gb_error *error) {
  const gb_model *model = assembly->model;
  bool any = false;
  for (int i = 0; i < model->blocks->count; i++)
    any = any || gb_block_element(&model->blocks->block[i])->constant;
  assembly->residual->time = NAN;
  if (!any) return GB_OK;
  return GB_TAKE(&assembly->memory, assembly->dead, gb_node_values(model->nodes), error);
}

static int prepare(gb_assembly *assembly, const gb_scalar design[], gb_error *error) {
  const gb_model *model = assembly->model;
  const size_t designs = (size_t)model->designs->width, blocks = (size_t)model->blocks->count;
  gb_arena *memory = &assembly->memory;
  GB_TRY(gb_contact_search_create(assembly, error));
  GB_TRY(GB_TAKE(memory, assembly->residual, 1, error));
  GB_TRY(GB_TAKE(memory, assembly->change, designs, error));
  for (size_t i = 0; i < designs; i++) assembly->change[i] = design[i] - model->designs->built[i];
  GB_TRY(GB_TAKE(memory, assembly->reference, blocks, error));
  GB_TRY(make_room_for_dead_loads(assembly, error));
  GB_TRY(gb_controls_create(model, assembly->change, memory, &assembly->controls, error));
  gb_row_shifts shifts = {0};
  GB_SCRATCH(scratch);
  GB_TRY(gb_batch_find_shifts(model, &scratch, &shifts, error));
  for (int k = 0; k < GB_ELEMENT_KINDS; k++)
    if (gb_elements[k]->tables)
      GB_TRY(gb_batch_table(gb_elements[k], memory, &assembly->table[k], error));
  for (size_t i = 0; i < blocks; i++)
    GB_TRY(gb_batch_prepare(assembly, &shifts, (int32_t)i, memory, error));
  return GB_OK;
}

int gb_assembly_create(const gb_model *model, const gb_scalar design[],
                       const gb_enforcement *enforcement, bool linear, bool apart,
                       gb_assembly **out, gb_error *error) {
  gb_assembly *assembly;
  *out = NULL;
  GB_TRY(GB_ALLOCATE(assembly, 1, error));
  assembly->model = model;
  assembly->enforcement = *enforcement;
  assembly->linear = linear;
  assembly->apart = apart;
  const int status = prepare(assembly, design, error);
  if (status != GB_OK) gb_assembly_destroy(&assembly);
  *out = assembly;
  return status;
}

gb_controls *gb_assembly_controls(const gb_assembly *assembly) {
  return assembly->controls;
}

void gb_assembly_set_input(gb_assembly *assembly, int design, double value) {
  assembly->change[design] = value - assembly->model->designs->built[design];
  assembly->residual->time = NAN;
}

const gb_model *gb_assembly_model(const gb_assembly *assembly) {
  return assembly->model;
}

const gb_block_set *gb_assembly_blocks(const gb_assembly *assembly) {
  return assembly->blocks;
}

void gb_assembly_destroy(gb_assembly **assembly) {
  if (!*assembly) return;
  gb_contact_search_destroy(*assembly);
  gb_arena_free(&(*assembly)->memory);
  gb_arena_free(&(*assembly)->buffers);
  free(*assembly);
  *assembly = NULL;
}

/// Allocate memory for `count` vectors of an element's unknowns or weights of its sampling points.
static int reserve(gb_assembly *assembly, int count, gb_error *error) {
  gb_arena_free(&assembly->buffers);
  assembly->capacity = 0;
  size_t most = GB_ELEMENT_UNKNOWNS; // or the weights of sampling points
  for (int i = 0; i < assembly->blocks->count; i++) {
    const gb_block *block = &assembly->blocks->block[i];
    const gb_element_input in = {.layup = block->section.layup};
    const int points = gb_sample_count(gb_block_element(block), &in, GB_FIELD_FAILURE);
    if ((size_t)points > most) most = (size_t)points;
  }
  GB_TRY(GB_TAKE(&assembly->buffers, assembly->x, (size_t)count * most, error));
  GB_TRY(GB_TAKE(&assembly->buffers, assembly->y, (size_t)count * GB_ELEMENT_UNKNOWNS, error));
  assembly->capacity = count;
  return GB_OK;
}

int gb_assembly_make_room(gb_assembly *assembly, int count, gb_error *error) {
  if (count <= assembly->capacity) return GB_OK;
  return gb_agree(assembly->model->comm, reserve(assembly, count, error), error);
}

/// Compute R of the batch's elements, [size]. Clearing only `size` values saves time for springs,
/// whose residual is short.
static void find_residual(const gb_batch *b, gb_pack local[]) {
  memset(local, 0, (size_t)b->size * sizeof *local);
  b->element->residual(&b->in, &b->state, local);
}

/// terms += squared norms of the real part of R of the batch's elements, by kinds of rows.
static void add_terms(const gb_batch *b, const gb_pack local[], double terms[GB_ROW_KINDS]) {
  gb_pack squares[GB_ROW_KINDS] = {0};
  for (int a = 0; a < b->in.nodes; a++) {
    const gb_pack *own = local;
    GB_EACH_FIELD(field, b->in.unknowns->fields[a]) {
      const gb_node_field *of = gb_node_field_of(field);
      for (int i = 0; i < of->width; i++, own++)
        squares[of->group] += gb_pack_real(*own) * gb_pack_real(*own);
    }
    local += b->in.unknowns->width[a];
  }
  for (int kind = 0; kind < GB_ROW_KINDS; kind++)
    for (int lane = 0; lane < b->lanes; lane++)
      terms[kind] += gb_real(gb_lanes(&squares[kind])[lane]);
}

/// r += R of all dead loads or of all other elements; terms = their squared norms, carried those of
/// elements without a section.
static void add_residual(const gb_assembly *assembly, const gb_nodal_state *state, bool dead,
                         gb_scalar r[], double terms[GB_ROW_KINDS], double carried[GB_ROW_KINDS]) {
  gb_batch b;
  memset(terms, 0, GB_ROW_KINDS * sizeof *terms);
  memset(carried, 0, GB_ROW_KINDS * sizeof *carried);
  FOR_ELEMENTS(assembly, state, b, b.element->constant == dead) {
    gb_pack local[GB_ELEMENT_UNKNOWNS];
    find_residual(&b, local);
    add_terms(&b, local, terms);
    if (!b.block->section.layup) add_terms(&b, local, carried);
    gb_batch_scatter(&b, local, r);
  }
}

/// r += dead loads. They depend on time only, so all corrections of a stage share them.
static void add_dead_loads(gb_assembly *assembly, const gb_nodal_state *state, gb_scalar r[]) {
  const size_t size = gb_node_values(assembly->model->nodes);
  if (!assembly->dead || gb_is_impulse(state) || state->turning == GB_TURNING_ALONE ||
      state->selection == GB_SELECT_PRELOAD || state->contact > 0)
    return;
  if (!(state->t == assembly->residual->time)) {
    memset(assembly->dead, 0, size * sizeof *assembly->dead);
    double all[GB_ROW_KINDS];
    add_residual(assembly, state, true, assembly->dead, all, assembly->residual->dead);
    assembly->residual->time = state->t;
  }
  for (size_t i = 0; i < size; i++) r[i] += assembly->dead[i];
}

void gb_assembly_residual(gb_assembly *assembly, const gb_nodal_state *state, gb_scalar r[]) {
  const bool marches = state->form == GB_FORM_MARCH;
  assembly->residual->column = marches ? assembly->enforcement.column : 1;
  add_residual(assembly, state, false, r, assembly->residual->terms, assembly->residual->carried);
  add_dead_loads(assembly, state, r);
}

void gb_assembly_terms(const gb_assembly *assembly, double terms[GB_ROW_KINDS]) {
  for (int kind = 0; kind < GB_ROW_KINDS; kind++)
    terms[kind] = assembly->residual->terms[kind] + assembly->residual->dead[kind];
}

void gb_assembly_carried(const gb_assembly *assembly, double carried[GB_ROW_KINDS]) {
  for (int kind = 0; kind < GB_ROW_KINDS; kind++)
    carried[kind] = assembly->residual->carried[kind] + assembly->residual->dead[kind];
}

double gb_assembly_column(const gb_assembly *assembly) {
  return assembly->residual->column;
}

void gb_assembly_own_forces(gb_assembly *assembly, const gb_nodal_state *state, gb_scalar r[]) {
  gb_batch b;
  FOR_ELEMENTS(assembly, state, b,
               b.element->massive && !b.element->constrained &&
                   (b.element->orientation || b.element->samples[GB_FIELD_ENERGY] == 0)) {
    gb_pack local[GB_ELEMENT_UNKNOWNS];
    gb_batch_remove_gravity_and_spin(&b, state);
    find_residual(&b, local);
    gb_batch_scatter(&b, local, r);
  }
}

double gb_assembly_damping_power(gb_assembly *assembly, const gb_nodal_state *state) {
  double power = 0;
  gb_batch b;
  FOR_ELEMENTS(assembly, state, b, b.element->damped && !b.element->constrained) {
    gb_pack local[GB_ELEMENT_UNKNOWNS], zero[GB_ELEMENT_UNKNOWNS], rest[GB_ELEMENT_UNKNOWNS];
    find_residual(&b, local);
    memset(rest, 0, (size_t)b.size * sizeof *rest);
    memset(zero, 0, (size_t)b.size * sizeof *zero);
    gb_element_state at_rest = b.state;
    at_rest.v = zero;
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
    gb_pack level[GB_ELEMENT_ROWS][3];
    gb_scalar phi[GB_ELEMENT_ROWS][3];
    const int rows = b.element->rows(&b.in, &b.state, level);
    for (int lane = 0; lane < b.lanes; lane++) {
      for (int i = 0; i < 3 * rows; i++) phi[i / 3][i % 3] = gb_lanes(&level[i / 3][i % 3])[lane];
      visit(context, b.block, b.first + lane, rows, (const gb_scalar(*)[3])phi);
    }
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
        if (b.index[i][lane] == place) *share += fabs(gb_real(gb_lanes(&local[i])[lane]));
    }
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

/// Whether the sigma-combined Jacobian of an element can be nonzero. In an impulse, elements
/// without constraints contribute inertia only. The columns of multipliers do not depend on sigma.
static bool has_jacobian(const gb_element *element, const double sigma[3], bool impulse) {
  if (impulse && !element->constrained)
    return !element->constant && sigma[2] != 0 && element->massive;
  return !element->constant &&
         (sigma[0] != 0 || element->reactive || (sigma[1] != 0 && element->damped) ||
          (sigma[2] != 0 && element->massive));
}

static int tangent_size(const gb_assembly *assembly, const gb_block *block) {
  return gb_block_element(block)->tangent_size(assembly->table[block->kind], block->section.layup);
}

/// Memory of the cached tangent of the batch's elements.
static gb_pack *cached_tangent(const gb_assembly *assembly, const gb_batch *b) {
  const size_t size = (size_t)tangent_size(assembly, b->block);
  return b->reference->tangent + (size_t)(b->first / GB_LANES) * size;
}

static int make_tangent_room(gb_assembly *assembly, gb_error *error) {
  for (int i = 0; i < assembly->blocks->count; i++) {
    const gb_block *block = &assembly->blocks->block[i];
    if (!gb_block_element(block)->tangent || assembly->reference[i].tangent) continue;
    const size_t groups = ((size_t)block->elements + GB_LANES - 1) / GB_LANES;
    const size_t packs = groups * (size_t)tangent_size(assembly, block);
    GB_TRY(GB_TAKE(&assembly->memory, assembly->reference[i].tangent, packs, error));
  }
  return GB_OK;
}

int gb_assembly_cache(gb_assembly *assembly, const gb_nodal_state *state, const double sigma[3],
                      gb_error *error) {
  GB_TRY(make_tangent_room(assembly, error));
  gb_batch b;
  FOR_ELEMENTS(assembly, state, b, assembly->reference[i_].tangent != NULL)
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

/// Whether the batch has a single element: its columns then fill the lanes of a pack.
static bool is_single(const gb_batch *b, int count) {
  return GB_LANES > 1 && b->lanes == 1 && count > 1;
}

/// Gather vectors of the elements' unknowns from columns of nodal values. Lanes beyond the last
/// column repeat it. @return number of vectors
static int pick_columns(const gb_batch *b, int count, const gb_scalar x[], size_t size,
                        gb_pack packs[]) {
  const int vectors = is_single(b, count) ? (count + GB_LANES - 1) / GB_LANES : count;
  for (int c = 0; c < vectors && !is_single(b, count); c++)
    gb_batch_gather(b, x + c * size, packs + b->size * c);
  for (int c = 0; c < vectors * GB_LANES && is_single(b, count); c++) {
    const gb_scalar *column = x + (size_t)(c < count ? c : count - 1) * size;
    gb_pack *to = packs + c / GB_LANES * b->size;
    for (int i = 0; i < b->size; i++) gb_lanes(&to[i])[c % GB_LANES] = column[b->index[i][0]];
  }
  return vectors;
}

/// Add vectors arranged as by pick_columns to columns of nodal values.
static void put_columns(const gb_batch *b, int count, gb_pack packs[], size_t size, gb_scalar y[]) {
  for (int c = 0; c < count && !is_single(b, count); c++)
    gb_batch_scatter(b, packs + b->size * c, y + c * size);
  for (int c = 0; c < count && is_single(b, count); c++)
    for (int i = 0; i < b->size; i++)
      y[(size_t)c * size + (size_t)b->index[i][0]] +=
          gb_lanes(&packs[c / GB_LANES * b->size + i])[c % GB_LANES];
}

/// y += J x or J^T x of the batch's elements, on nodal vectors. `cached`: their cached tangent, or
/// NULL.
static void multiply(const gb_nodal_operator *J, gb_assembly *assembly, const gb_batch *b,
                     const gb_pack cached[], int count, const gb_scalar x[], gb_scalar y[]) {
  const gb_element *element = b->element;
  double inertia[3];
  const double *sigma = gb_batch_sigma(b, J->state, J->sigma, inertia);
  const size_t size = gb_node_values(assembly->model->nodes);
  gb_pack *from = assembly->x, *to = assembly->y;
  const int packs = pick_columns(b, count, x, size, from);
  memset(to, 0, (size_t)(packs * b->size) * sizeof *to);
  if (element->tangent)
    product_by_tangent(assembly, b, sigma, cached, packs);
  else if (element->product)
    element->product(&b->in, &b->state, sigma, J->transpose, packs, from, to);
  else
    // this matrix contains the terms of the spin
    product_by_matrix(b, sigma, J->transpose, packs, from, to);
  if (element->tangent || element->product) gb_batch_spin_product(b, sigma[0], packs, from, to);
  put_columns(b, count, to, size, y);
}

/// Whether the state selects an element for products.
static bool counts(const gb_assembly *assembly, const gb_element *element,
                   const gb_nodal_state *state) {
  return state->selection == GB_SELECT_ALL ||
         (state->selection == GB_SELECT_BY_REFERENCE) == gb_batch_uses_reference(assembly, element);
}

int gb_assembly_product(gb_assembly *assembly, const gb_nodal_operator *J, int count,
                        const gb_scalar x[], gb_scalar y[], gb_error *error) {
  const gb_nodal_state *state = J->state;
  const gb_nodal_state stateless = {.t = state->t, .form = state->form};
  GB_TRY(gb_assembly_make_room(assembly, count, error));
  gb_batch b;
  FOR_ELEMENTS(assembly, state, b,
               has_jacobian(b.element, J->sigma, gb_is_impulse(state)) &&
                   !(state->cached && b.element->tangent) && counts(assembly, b.element, state))
  multiply(J, assembly, &b, NULL, count, x, y);
  FOR_ELEMENTS(assembly, &stateless, b,
               state->cached && b.element->tangent && counts(assembly, b.element, state))
  multiply(J, assembly, &b, cached_tangent(assembly, &b), count, x, y);
  return GB_OK;
}
