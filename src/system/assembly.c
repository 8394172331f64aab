/// Element loops on nodal values.
#include "system/assembly.h"

#include "system/view.h"

#include <stdlib.h>
#include <string.h>

static int make_room_for_dead_loads(gb_assembly *assembly, gb_error *error) {
  const gb_model *model = assembly->model;
  bool any = false;
  for (int i = 0; i < model->blocks->count; i++)
    any = any || gb_elements[model->blocks->block[i].kind]->constant;
  assembly->dead_time = NAN;
  return any ? GB_ALLOCATE(assembly->dead, gb_node_values(model->nodes), error) : GB_OK;
}

int gb_assembly_create(const gb_model *model, const gb_scalar design[],
                       const gb_enforcement *enforcement, gb_assembly **out, gb_error *error) {
  gb_assembly *assembly;
  *out = NULL;
  GB_TRY(GB_ALLOCATE(assembly, 1, error));
  assembly->model = model;
  assembly->enforcement = *enforcement;
  size_t designs = (size_t)model->designs->count;
  int status = GB_ALLOCATE(assembly->change, designs, error);
  for (size_t i = 0; status == GB_OK && i < designs; i++)
    assembly->change[i] = design[i] - model->designs->design[i].value;
  const size_t blocks = (size_t)model->blocks->count;
  if (status == GB_OK) status = GB_ALLOCATE(assembly->placed, blocks, error);
  if (status == GB_OK) status = GB_ALLOCATE(assembly->tangent, blocks, error);
  if (status == GB_OK) status = make_room_for_dead_loads(assembly, error);
  for (int k = 0; status == GB_OK && k < GB_ELEMENT_KINDS; k++)
    if (gb_elements[k]->tables) status = gb_view_table(gb_elements[k], &assembly->table[k], error);
  for (size_t i = 0; status == GB_OK && i < blocks; i++)
    status = gb_view_prepare(assembly, (int32_t)i, error);
  if (status != GB_OK) gb_assembly_destroy(&assembly);
  *out = assembly;
  return status;
}

const gb_model *gb_assembly_model(const gb_assembly *assembly) {
  return assembly->model;
}

void gb_assembly_destroy(gb_assembly **assembly) {
  if (!*assembly) return;
  for (int k = 0; k < GB_ELEMENT_KINDS; k++) free((*assembly)->table[k]);
  free((*assembly)->change);
  free((*assembly)->dead);
  for (int i = 0; (*assembly)->placed && i < (*assembly)->model->blocks->count; i++)
    gb_view_release(&(*assembly)->placed[i]);
  for (int i = 0; (*assembly)->tangent && i < (*assembly)->model->blocks->count; i++)
    free((*assembly)->tangent[i]);
  free((*assembly)->tangent);
  free((*assembly)->placed);
  free((*assembly)->x);
  free((*assembly)->y);
  free(*assembly);
  *assembly = NULL;
}

/// Room for `count` vectors of an element's unknowns.
static int reserve(gb_assembly *assembly, int count, gb_error *error) {
  free(assembly->x);
  free(assembly->y);
  assembly->x = assembly->y = NULL;
  assembly->room = 0;
  size_t most = GB_ELEMENT_UNKNOWNS; // or the weights of sampling points
  for (int i = 0; i < assembly->model->blocks->count; i++) {
    const gb_block *block = &assembly->model->blocks->block[i];
    const int points =
        gb_sample_count(gb_elements[block->kind], block->section.layup, GB_FIELD_FAILURE);
    if ((size_t)points > most) most = (size_t)points;
  }
  GB_TRY(gb_view_allocate((size_t)count * most, sizeof *assembly->x, &assembly->x, error));
  GB_TRY(gb_view_allocate((size_t)count * GB_ELEMENT_UNKNOWNS, sizeof *assembly->y, &assembly->y,
                          error));
  assembly->room = count;
  return GB_OK;
}

int gb_assembly_make_room(gb_assembly *assembly, int count, gb_error *error) {
  if (count <= assembly->room) return GB_OK;
  return gb_agree(assembly->model->comm, reserve(assembly, count, error), error);
}

/// R of the present elements, [size]; the room beyond is not cleared: it is most of a spring's.
static void find_residual(const gb_view *v, gb_pack local[]) {
  memset(local, 0, (size_t)v->size * sizeof *local);
  v->element->residual(&v->in, &v->state, local);
}

/// r += R of all elements that are dead loads, or of all others.
static void add_residual(const gb_assembly *assembly, const gb_nodal_state *state, bool dead,
                         gb_scalar r[]) {
  gb_view v;
  FOR_ELEMENTS(assembly, state, v, v.element->constant == dead) {
    gb_pack local[GB_ELEMENT_UNKNOWNS];
    find_residual(&v, local);
    gb_view_put(&v, local, r);
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
  gb_view v;
  FOR_ELEMENTS(assembly, state, v, v.element->massive && !v.element->constrained) {
    gb_pack local[GB_ELEMENT_UNKNOWNS];
    memset(v.in.gravity, 0, sizeof v.in.gravity);
    find_residual(&v, local);
    gb_view_put(&v, local, r);
  }
}

void gb_assembly_constraints(gb_assembly *assembly, const gb_nodal_state *state,
                             gb_constraint_visitor *visit, void *context) {
  gb_view v;
  FOR_ELEMENTS(assembly, state, v, v.element->constrained) {
    gb_pack local[GB_ELEMENT_UNKNOWNS], level[GB_ELEMENT_ROWS][3];
    gb_scalar r[GB_ELEMENT_UNKNOWNS], phi[GB_ELEMENT_ROWS][3];
    find_residual(&v, local);
    const int rows = v.element->rows(&v.in, &v.state, level);
    for (int lane = 0; lane < v.lanes; lane++) {
      for (int i = 0; i < v.size; i++) r[i] = gb_lanes(&local[i])[lane];
      for (int i = 0; i < 3 * rows; i++) phi[i / 3][i % 3] = gb_lanes(&level[i / 3][i % 3])[lane];
      visit(context, v.block, r, rows, (const gb_scalar(*)[3])phi);
    }
  }
}

static void add_design_product(const gb_assembly *assembly, const gb_view *v,
                               const gb_varying *varying, int count, const gb_scalar psi[],
                               gb_scalar gradient[]) {
  size_t size = gb_node_values(assembly->model->nodes);
  gb_pack local[GB_ELEMENT_UNKNOWNS];
  if (!gb_view_varying_residual(v, varying, local)) return;
  for (int c = 0; c < count; c++)
    for (int lane = 0; lane < v->lanes; lane++) {
      int32_t design = gb_view_design(v, varying, lane);
      gb_scalar sum = 0;
      for (int i = 0; i < v->size && design >= 0; i++)
        sum += gb_lanes(&local[i])[lane] * psi[c * size + v->place[i][lane]];
      if (design >= 0)
        gradient[(size_t)c * assembly->model->designs->count + design] +=
            gb_view_slope(v, varying, lane) * sum;
    }
}

void gb_assembly_design_product(gb_assembly *assembly, const gb_nodal_state *state, int count,
                                const gb_scalar psi[], gb_scalar gradient[]) {
  gb_view v;
  FOR_ELEMENTS(assembly, state, v, assembly->model->blocks->block[i_].varyings > 0)
  for (int i = 0; i < v.block->varyings; i++)
    add_design_product(assembly, &v, &v.block->varying[i], count, psi, gradient);
}

void gb_assembly_diagonal(gb_assembly *assembly, const gb_nodal_state *state, const double sigma[3],
                          gb_scalar diagonal[]) {
  gb_view v;
  FOR_ELEMENTS(assembly, state, v, !v.element->constant) {
    gb_pack J[GB_ELEMENT_UNKNOWNS * GB_ELEMENT_UNKNOWNS];
    gb_view_matrix(&v, sigma, J);
    gb_pack local[GB_ELEMENT_UNKNOWNS];
    for (int i = 0; i < v.size; i++) local[i] = J[(v.size + 1) * i];
    gb_view_put(&v, local, diagonal);
  }
}

void gb_assembly_shares(gb_assembly *assembly, const gb_nodal_state *state, int32_t place,
                        double share[]) {
  gb_view v;
  FOR_ELEMENTS(assembly, state, v, true) {
    gb_pack local[GB_ELEMENT_UNKNOWNS];
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

/// The first value of an element's node among all of that node: the fields that an element takes
/// lie side by side.
static int32_t first_at(const gb_view *v, const gb_node_set *nodes, int32_t node, int first,
                        int lane) {
  return v->place[first][lane] - 3 * nodes->first[node];
}

/// Add the symmetric part of one element's matrix.
static void add_matrix(const gb_view *v, const gb_node_set *nodes, int lane, gb_pack J[],
                       const gb_node_pairs *pairs, gb_scalar block[]) {
  const int32_t *node = &v->block->node[(size_t)(v->first + lane) * (size_t)v->in.nodes];
  int start[GB_ELEMENT_NODES + 1] = {0};
  for (int a = 0; a < v->in.nodes; a++)
    start[a + 1] = start[a] + 3 * gb_field_vectors(gb_element_fields(v->element, a));
  for (int a = 0; a < v->in.nodes; a++)
    for (int b = 0; b < v->in.nodes; b++) {
      if (node[b] < node[a] || !gb_couples(v->element, a, b)) continue;
      const int width = 3 * gb_node_vectors(nodes, node[b]);
      gb_scalar *target = block + pairs->block[find_pair(pairs, node[a], node[b])] +
                          width * first_at(v, nodes, node[a], start[a], lane) +
                          first_at(v, nodes, node[b], start[b], lane);
      for (int r = 0; r < start[a + 1] - start[a]; r++)
        for (int c = 0; c < start[b + 1] - start[b]; c++) {
          const int row = start[a] + r, column = start[b] + c;
          gb_scalar value = gb_lanes(&J[v->size * row + column])[lane];
          if (!v->element->symmetric)
            value = (value + gb_lanes(&J[v->size * column + row])[lane]) / 2;
          target[width * r + c] += value;
        }
    }
}

/// J += weight M W^2 with W v = spin x v: M is a number times the unit matrix between any two
/// vectors. Borders of multipliers, which a Jacobian has whatever its sigma, cancel.
static void add_spin(const gb_view *v, const double spin[3], double weight, gb_pack J[]) {
  static const double once[3] = {0, 0, 1}, twice[3] = {0, 0, 2};
  gb_pack less[GB_ELEMENT_UNKNOWNS * GB_ELEMENT_UNKNOWNS],
      more[GB_ELEMENT_UNKNOWNS * GB_ELEMENT_UNKNOWNS];
  const double square = spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2];
  const int n = v->size;
  gb_view_matrix(v, once, less);
  gb_view_matrix(v, twice, more);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      const int first = n * (i - i % 3) + j - j % 3;
      const double W = spin[i % 3] * spin[j % 3] - (i % 3 == j % 3 ? square : 0);
      J[n * i + j] += weight * W * (more[first] - less[first]);
    }
}

void gb_assembly_matrix(gb_assembly *assembly, const gb_nodal_state *state, const double sigma[3],
                        const gb_node_pairs *pairs, gb_scalar block[]) {
  gb_view v;
  FOR_ELEMENTS(assembly, state, v, !v.element->constant) {
    gb_pack J[GB_ELEMENT_UNKNOWNS * GB_ELEMENT_UNKNOWNS];
    gb_view_matrix(&v, sigma, J);
    if (state->spin && v.element->massive) add_spin(&v, state->spin, sigma[0], J);
    for (int lane = 0; lane < v.lanes; lane++)
      add_matrix(&v, assembly->model->nodes, lane, J, pairs, block);
  }
}
