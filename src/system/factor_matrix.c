/// Numbers, entries and solutions of a factor's matrix. Source: docs/theory.md, the section on
/// preconditioners.
#include "system/factor_matrix.h"

#include "base/arena.h"
#include "system/flatness.h"

#include <stdlib.h>
#include <string.h>

struct gb_factor_matrix {
  const gb_model *model;
  gb_nodal *nodal;
  gb_arena memory; ///< of its arrays
  const gb_node_pairs *pairs;
  gb_factor_kind kind;
  gb_flatness flat; ///< across -1: all couples
  int *number;      ///< 1-based number of each local unknown, 0: left out; [unknowns]
  int *alone;       ///< of each nodal value that is one unknown itself its number; 0: no unknown is
                    ///< kept of it; -1: the ties tell; [nodal values]
  int32_t *position; ///< rank 0: place of each number in the elimination
  int32_t *director; ///< by gb_stretch_director where stretches are left out, else -1; [nodes]
  gb_linear_pattern pattern;
  double coupling; ///< of the last assembly
  int room;
  gb_scalar *kept; ///< [room][pattern.owned]
};

/// Walk over the entries that a block between the values of nodes i <= j puts into one triangle of
/// the matrix: `values` (when given) and the pattern's numbers (when `row` is).
typedef struct entries {
  const gb_factor_matrix *matrix;
  const gb_scalar *block;
  gb_scalar *values;
  int *row, *column;
  int64_t count;
} entries;

/// Numbers of the owned unknowns, then of the ghosts by their owners.
static int number_unknowns(gb_factor_matrix *m, gb_scalar own[], gb_scalar all[], gb_error *error) {
  const gb_model *model = m->model;
  for (int32_t i = 0; i < model->dofs->owned; i++) own[i] = 1;
  for (int32_t i = 0; i < model->nodes->owned; i++)
    if (m->director[i] >= 0) own[m->director[i] + 2] = 0;
  int64_t kept = 0, before = 0, total = 0;
  for (int32_t i = 0; i < model->dofs->owned; i++) kept += own[i] != 0;
  MPI_Exscan(&kept, &before, 1, MPI_INT64_T, MPI_SUM, model->comm);
  MPI_Allreduce(&kept, &total, 1, MPI_INT64_T, MPI_SUM, model->comm);
  m->pattern.first = (int32_t)before;
  m->pattern.owned = (int32_t)kept;
  m->pattern.size = (int32_t)total;
  for (int32_t i = 0; i < model->dofs->owned; i++)
    if (own[i] != 0) own[i] = (double)++before;
  GB_TRY(gb_nodal_share(m->nodal, own, all, error));
  for (int32_t i = 0; i < model->dofs->unknowns; i++) m->number[i] = (int)gb_real(all[i]);
  return GB_OK;
}

static void find_alone(gb_factor_matrix *m) {
  const gb_model *model = m->model;
  for (size_t v = 0; v < gb_node_values(model->nodes); v++) {
    const int32_t first = model->dofs->T.start[v], end = model->dofs->T.start[v + 1];
    bool kept = false;
    for (int32_t k = first; k < end; k++) kept = kept || m->number[model->dofs->T.unknown[k]] > 0;
    const bool alone = kept && end == first + 1 && model->dofs->T.factor[first] == 1;
    m->alone[v] = alone ? m->number[model->dofs->T.unknown[first]] : -kept;
  }
}

/// Rank 0: places in the elimination of the numbers that are kept, from those of all unknowns.
static int compress_order(gb_factor_matrix *m, const int number[], gb_error *error) {
  const gb_model *model = m->model;
  const int64_t total = model->dofs->total;
  int32_t *unknown;
  GB_TRY(GB_ALLOCATE(unknown, (size_t)total, error));
  for (int64_t i = 0; i < total; i++) unknown[model->dofs->pivot_order[i]] = (int32_t)i;
  int status = GB_TAKE(&m->memory, m->position, (size_t)m->pattern.size, error);
  int32_t place = 0;
  for (int64_t i = 0; status == GB_OK && i < total; i++)
    if (number[unknown[i]] > 0) m->position[number[unknown[i]] - 1] = place++;
  free(unknown);
  return status;
}

/// Rank 0 learns the numbers of all unknowns.
static int order(gb_factor_matrix *m, gb_error *error) {
  const gb_model *model = m->model;
  int rank, ranks, *number = NULL, *count = NULL;
  m->pattern.pivot_order = model->dofs->pivot_order;
  if (m->kind == GB_FACTOR_WHOLE) return GB_OK;
  MPI_Comm_rank(model->comm, &rank);
  MPI_Comm_size(model->comm, &ranks);
  int status = GB_ALLOCATE(count, 2 * (size_t)ranks, error);
  if (status == GB_OK && rank == 0) status = GB_ALLOCATE(number, (size_t)model->dofs->total, error);
  status = gb_agree(model->comm, status, error);
  if (status == GB_OK) {
    int *first = count + ranks, owned = model->dofs->owned;
    MPI_Gather(&owned, 1, MPI_INT, count, 1, MPI_INT, 0, model->comm);
    for (int r = 1; r < ranks; r++) first[r] = first[r - 1] + count[r - 1];
    MPI_Gatherv(m->number, owned, MPI_INT, number, count, first, MPI_INT, 0, model->comm);
    if (rank == 0) status = compress_order(m, number, error);
    status = gb_agree(model->comm, status, error);
  }
  free(count);
  free(number);
  m->pattern.pivot_order = m->position;
  m->pattern.definite = model->dofs->total_multipliers == 0;
  return status;
}

static void emit_one(entries *e, int i, int j, gb_scalar value) {
  if (e->values) e->values[e->count] = value;
  if (e->row) {
    e->row[e->count] = i;
    e->column[e->count] = j;
  }
  e->count++;
}

/// Entries of the nodal value pair (r, c). For r != c it stands for (c, r) too, and so do pairs of
/// different terms of one row, so that equal unknowns on both sides count twice.
static void emit_pair(entries *e, int32_t r, int32_t c, gb_scalar value) {
  const gb_model *model = e->matrix->model;
  const int *number = e->matrix->number;
  for (int32_t k = model->dofs->T.start[r]; k < model->dofs->T.start[r + 1]; k++)
    for (int32_t l = model->dofs->T.start[c]; l < model->dofs->T.start[c + 1]; l++) {
      const int i = number[model->dofs->T.unknown[k]], j = number[model->dofs->T.unknown[l]];
      if ((r == c && l < k) || i == 0 || j == 0) continue;
      const double twice = i == j && (r != c || k != l) ? 2 : 1;
      emit_one(e, i, j, twice * model->dofs->T.factor[k] * model->dofs->T.factor[l] * value);
    }
}

/// Entries of the block (i, j): most values are unknowns themselves.
static void emit_block(entries *e, int32_t i, int32_t j, const gb_scalar block[]) {
  const int across = e->matrix->flat.across;
  const gb_node_set *nodes = e->matrix->model->nodes;
  const int32_t row = 3 * nodes->first[i], column = 3 * nodes->first[j];
  const int height = 3 * gb_node_vectors(nodes, i), width = 3 * gb_node_vectors(nodes, j);
  const int *rows = &e->matrix->alone[row], *columns = &e->matrix->alone[column];
  for (int r = 0; r < height; r++)
    for (int c = i == j ? r : 0; c < width; c++) {
      if (rows[r] == 0 || columns[c] == 0) continue;
      if (across >= 0 && gb_flatness_parts(across, r, c)) continue;
      const gb_scalar value = block ? block[width * r + c] : 0;
      if (rows[r] > 0 && columns[c] > 0 && rows[r] != columns[c])
        emit_one(e, rows[r], columns[c], value);
      else
        emit_pair(e, row + r, column + c, value);
    }
}

static void emit(entries *e) {
  const gb_node_pairs *pairs = e->matrix->pairs;
  for (int32_t i = 0; i < e->matrix->model->nodes->count; i++)
    for (int32_t k = pairs->start[i]; k < pairs->start[i + 1]; k++)
      emit_block(e, i, pairs->column[k], e->block ? &e->block[pairs->block[k]] : NULL);
}

static int make_pattern(gb_factor_matrix *m, gb_error *error) {
  entries counted = {.matrix = m};
  emit(&counted);
  m->pattern.entries = counted.count;
  GB_TRY(GB_TAKE(&m->memory, m->pattern.row, (size_t)counted.count, error));
  GB_TRY(GB_TAKE(&m->memory, m->pattern.column, (size_t)counted.count, error));
  entries numbers = {.matrix = m, .row = m->pattern.row, .column = m->pattern.column};
  emit(&numbers);
  return GB_OK;
}

static int build(gb_factor_matrix *m, gb_error *error) {
  const size_t unknowns = (size_t)m->model->dofs->unknowns;
  gb_scalar *own = NULL, *all = NULL;
  int status = GB_TAKE(&m->memory, m->number, unknowns, error);
  const size_t nodes = (size_t)m->model->nodes->count;
  if (status == GB_OK)
    status = GB_TAKE(&m->memory, m->alone, gb_node_values(m->model->nodes), error);
  if (status == GB_OK) status = GB_TAKE(&m->memory, m->director, nodes, error);
  for (int32_t i = 0; status == GB_OK && i < m->model->nodes->count; i++)
    m->director[i] = m->kind == GB_FACTOR_WHOLE ? -1 : gb_stretch_director(m->model, i);
  if (status == GB_OK) status = GB_ALLOCATE(own, unknowns, error);
  if (status == GB_OK) status = GB_ALLOCATE(all, unknowns, error);
  status = gb_agree(m->model->comm, status, error);
  if (status == GB_OK) status = number_unknowns(m, own, all, error);
  free(own);
  free(all);
  if (status == GB_OK) find_alone(m);
  if (status == GB_OK) status = order(m, error);
  return status == GB_OK ? make_pattern(m, error) : status;
}

int gb_factor_matrix_create(const gb_model *model, gb_nodal *nodal, const gb_node_pairs *pairs,
                            gb_factor_kind kind, gb_factor_matrix **out, gb_error *error) {
  gb_factor_matrix *m;
  *out = NULL;
  gb_flatness flat = {.across = -1};
  if (kind == GB_FACTOR_FLAT) flat = gb_flatness_find(model);
  if (kind == GB_FACTOR_FLAT && flat.across < 0) return GB_OK;
  GB_TRY(gb_agree(model->comm, GB_ALLOCATE(m, 1, error), error));
  *m = (gb_factor_matrix){
      .model = model, .nodal = nodal, .pairs = pairs, .kind = kind, .flat = flat};
  int status = gb_agree(model->comm, build(m, error), error);
  if (status != GB_OK) gb_factor_matrix_destroy(&m);
  *out = m;
  return status;
}

void gb_factor_matrix_destroy(gb_factor_matrix **matrix) {
  gb_factor_matrix *m = *matrix;
  if (!m) return;
  gb_arena_free(&m->memory);
  free(m->kept);
  free(m);
  *matrix = NULL;
}

const gb_linear_pattern *gb_factor_matrix_pattern(const gb_factor_matrix *matrix) {
  return &matrix->pattern;
}

static int allocate_values(const gb_factor_matrix *m, const gb_nodal_state *state,
                           gb_scalar **block, gb_stretch *stretch, gb_scalar **values,
                           gb_error *error) {
  const int32_t pairs = m->pairs->start[m->model->nodes->count];
  GB_TRY(GB_ALLOCATE(*block, m->pairs->block[pairs], error));
  GB_TRY(GB_ALLOCATE(*values, (size_t)m->pattern.entries, error));
  if (m->kind == GB_FACTOR_WHOLE) return GB_OK;
  return gb_stretch_create(m->model, m->director, state->q, stretch, error);
}

int gb_factor_matrix_assemble(gb_factor_matrix *m, gb_assembly *assembly,
                              const gb_nodal_state *state, const double sigma[3],
                              gb_stretch *stretch, gb_scalar **values, gb_error *error) {
  const gb_model *model = m->model;
  gb_scalar *block = NULL;
  *values = NULL;
  *stretch = (gb_stretch){0};
  m->coupling = 0;
  int status = allocate_values(m, state, &block, stretch, values, error);
  status = gb_agree(model->comm, status, error);
  if (status == GB_OK) {
    gb_assembly_matrix(assembly, state, sigma, m->pairs, block);
    if (m->kind != GB_FACTOR_WHOLE)
      status =
          gb_stretch_turn_blocks(stretch, model, m->nodal, m->director, m->pairs, block, error);
    gb_flatness_turn_blocks(&m->flat, model, m->pairs, block);
    if (m->flat.across >= 0)
      m->coupling = gb_flatness_coupling(model, m->flat.across, m->pairs, block);
    entries e = {.matrix = m, .block = block, .values = *values};
    emit(&e);
  }
  free(block);
  if (status == GB_OK) return GB_OK;
  free(*values);
  *values = NULL;
  gb_stretch_free(stretch);
  return status;
}

double gb_factor_matrix_coupling(const gb_factor_matrix *m) {
  return m->coupling;
}

static int make_room(gb_factor_matrix *m, int count, gb_error *error) {
  if (count <= m->room) return GB_OK;
  free(m->kept);
  m->kept = NULL;
  m->room = 0;
  const size_t numbers = (size_t)count * (size_t)m->pattern.owned;
  const int status = GB_ALLOCATE(m->kept, numbers, error);
  GB_TRY(gb_agree(m->model->comm, status, error));
  m->room = count;
  return GB_OK;
}

int gb_factor_matrix_solve(gb_factor_matrix *m, const gb_stretch *stretch, gb_linear *factor,
                           int count, gb_scalar x[], gb_error *error) {
  const int32_t owned = m->model->dofs->owned;
  if (m->kind == GB_FACTOR_WHOLE) return gb_linear_solve(factor, count, x, error);
  GB_TRY(make_room(m, count, error));
  gb_scalar *kept = m->kept;
  for (int c = 0; c < count; c++) {
    gb_scalar *mine = x + (size_t)c * (size_t)owned;
    gb_stretch_turn(stretch, m->model, m->director, false, mine);
    gb_flatness_turn(&m->flat, m->model, false, mine);
    for (int32_t i = 0; i < owned; i++)
      if (m->number[i] > 0)
        *kept++ = mine[i];
      else
        mine[i] /= stretch->diagonal[i];
  }
  GB_TRY(gb_linear_solve(factor, count, m->kept, error));
  kept = m->kept;
  for (int c = 0; c < count; c++) {
    gb_scalar *mine = x + (size_t)c * (size_t)owned;
    for (int32_t i = 0; i < owned; i++)
      if (m->number[i] > 0) mine[i] = *kept++;
    gb_stretch_turn(stretch, m->model, m->director, true, mine);
    gb_flatness_turn(&m->flat, m->model, true, mine);
  }
  return GB_OK;
}
