/// Numbering, entries and solution of a factor's matrix. Source: docs/theory.md, the section on
/// preconditioners.
#include "system/preconditioner/factor_matrix.h"
#include "base/arena.h"
#include "model/sections/triad.h"
#include "system/preconditioner/corotation.h"
#include "system/preconditioner/flatness.h"
#include "system/preconditioner/unknown_geometry.h"
#include <stdlib.h>
#include <string.h>

enum { AXES = 3, U = 3 }; ///< offset of the director among the values of a shell node

/// @return the first unknown of a shell node's free director, or -1
static int32_t find_director(const gb_model *model, int32_t node) {
  // Directors of bodies do not belong to shells; directors of other shells may be tied to a frame
  // at a fold.
  return model->nodes->fields[node] == GB_SHELL ? gb_free_unknowns(model, node, GB_DIRECTOR_1) : -1;
}

/// Find the axes of the free directors at nodal values q and allocate the diagonal. Local.
static int create_extensions(const gb_model *model, const int32_t director[], const gb_scalar q[],
                             gb_extensions *extensions, gb_error *error) {
  GB_TRY(GB_TAKE(&extensions->memory, extensions->axis, (size_t)model->nodes->count, error));
  GB_TRY(GB_TAKE(&extensions->memory, extensions->diagonal, (size_t)model->dofs->owned, error));
  for (int32_t i = 0; i < model->nodes->count; i++) {
    double d[3];
    if (director[i] < 0) continue;
    for (int k = 0; k < 3; k++)
      d[k] = gb_node_reference(model->nodes, i, GB_DIRECTOR_1)[k] +
             gb_real(q[gb_node_displacement(model->nodes, i) + U + k]);
    gb_triad(d, (double[3]){0}, extensions->axis[i]);
  }
  return GB_OK;
}

/// Multiply three rows of a block with `width` columns by the rotation from the left.
static void turn_rows(const double axis[3][3], int width, gb_scalar row[]) {
  for (int c = 0; c < width; c++) {
    gb_scalar *column = &row[c], old[3];
    for (int k = 0; k < 3; k++) old[k] = column[width * k];
    for (int r = 0; r < 3; r++)
      column[width * r] = axis[r][0] * old[0] + axis[r][1] * old[1] + axis[r][2] * old[2];
  }
}

/// Multiply three columns of a block by the transposed rotation from the right.
static void turn_columns(const double axis[3][3], int height, int width, gb_scalar column[]) {
  for (int r = 0; r < height; r++) gb_rotate_three(axis, false, &column[width * r]);
}

/// Turn the directors of the matrix's blocks into the axes, and sum the extensions' diagonal over
/// the ranks. Collective.
static int turn_directors(gb_extensions *extensions, const gb_model *model, gb_nodal *nodal,
                          const int32_t director[], const gb_node_pairs *pairs, gb_scalar block[],
                          gb_error *error) {
  gb_scalar *own = NULL;
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&scratch, own, gb_nodal_size(nodal), error);
  GB_TRY(gb_agree(model->comm, status, error));
  for (int32_t i = 0; i < model->nodes->count; i++)
    for (int32_t k = pairs->start[i]; k < pairs->start[i + 1]; k++) {
      const int32_t j = pairs->column[k];
      const int height = gb_node_width(model->nodes, i);
      const int width = gb_node_width(model->nodes, j);
      gb_scalar *here = &block[pairs->block[k]];
      if (director[i] >= 0)
        turn_rows((const double(*)[3])extensions->axis[i], width, here + U * width);
      if (director[j] >= 0)
        turn_columns((const double(*)[3])extensions->axis[j], height, width, here + U);
      if (i == j && director[i] >= 0)
        own[gb_node_displacement(model->nodes, i) + U + 2] = here[height * width - 1];
    }
  GB_TRY(gb_nodal_scatter(nodal, 1, own, extensions->diagonal, error));
  for (int32_t i = 0; status == GB_OK && i < model->nodes->owned; i++)
    if (director[i] >= 0 && !(gb_real(extensions->diagonal[director[i] + 2]) > 0))
      status = gb_fail(error, GB_SINGULAR, "no shell resists a change of a director's length");
  return gb_agree(model->comm, status, error);
}

/// Turn the free directors of a vector [owned unknowns] into the axes or, if `back`, out of them.
static void turn_director_unknowns(const gb_extensions *extensions, const gb_model *model,
                                   const int32_t director[], bool back, gb_scalar x[]) {
  for (int32_t i = 0; i < model->nodes->owned; i++)
    if (director[i] >= 0)
      gb_rotate_three((const double(*)[3])extensions->axis[i], back, x + director[i]);
}

/// Turn the displacements of the matrix's blocks into the plane's axes. Local.
static void turn_displacements(const gb_flatness *flat, const gb_model *model,
                               const gb_node_pairs *pairs, gb_scalar block[]) {
  const double(*axis)[3] = (const double(*)[3])flat->axis;
  for (int32_t i = 0; flat->turned && i < model->nodes->count; i++)
    for (int32_t k = pairs->start[i]; k < pairs->start[i + 1]; k++) {
      const int height = gb_node_width(model->nodes, i);
      const int width = gb_node_width(model->nodes, pairs->column[k]);
      turn_rows(axis, width, &block[pairs->block[k]]);
      turn_columns(axis, height, width, &block[pairs->block[k]]);
    }
}

/// Turn the displacements of a vector [owned unknowns] into the plane's axes or, if `back`, out of
/// them.
static void turn_displacement_unknowns(const gb_flatness *flat, const gb_model *model, bool back,
                                       gb_scalar x[]) {
  for (int32_t i = 0; flat->turned && i < model->nodes->owned; i++) {
    const int32_t first = gb_free_unknowns(model, i, GB_POSITION);
    if (first >= 0) gb_rotate_three((const double(*)[3])flat->axis, back, x + first);
  }
}

static bool is_membrane(int across, int value) {
  return value < AXES && value != across;
}

/// Whether one of two values of a node, with the displacement first, belongs to the membrane and
/// the other to bending.
static bool couples_weakly(int across, int r, int c) {
  return is_membrane(across, r) != is_membrane(across, c);
}

/// @return the largest squared entry between membrane and bending in a block, relative to the
///   product of the diagonal entries of its row and column
static double largest_in(int across, const gb_node_set *nodes, const gb_node_pairs *pairs,
                         int32_t i, int32_t pair, const gb_scalar block[]) {
  const int32_t j = pairs->column[pair];
  const int height = gb_node_width(nodes, i), width = gb_node_width(nodes, j);
  const gb_scalar *entry = &block[pairs->block[pair]];
  const gb_scalar *of_rows = &block[pairs->block[pairs->start[i]]];
  const gb_scalar *of_columns = &block[pairs->block[pairs->start[j]]];
  double largest = 0;
  for (int r = 0; r < height; r++)
    for (int c = 0; c < width; c++) {
      const double value = gb_real(entry[width * r + c]);
      const double sizes =
          gb_real(of_rows[(height + 1) * r]) * gb_real(of_columns[(width + 1) * c]);
      if (value == 0 || !couples_weakly(across, r, c)) continue;
      largest = fmax(largest, sizes > 0 ? value * value / sizes : INFINITY);
    }
  return largest;
}

/// @return the largest entry between membrane and bending, relative to the geometric mean of its
///   diagonal entries: about the slope of the deformed plane. Collective.
static double measure_coupling(const gb_model *model, int across, const gb_node_pairs *pairs,
                               const gb_scalar block[]) {
  double largest = 0;
  for (int32_t i = 0; i < model->nodes->count; i++)
    for (int32_t k = pairs->start[i]; k < pairs->start[i + 1]; k++)
      largest = fmax(largest, largest_in(across, model->nodes, pairs, i, k, block));
  MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, model->comm);
  return sqrt(largest);
}

/// Origin of an entry: index in the blocks or number of an entry of the elements, and a factor.
typedef struct source {
  int64_t place;
  double factor;
} source;

/// Values of a sparse pattern.
typedef struct sparse_values {
  gb_matrix_entries entries; ///< entries of the elements
  gb_scalar *value; ///< values of the entries by number, [1 + count], then the `sums` values added
                    ///< by tied nodes, see `source`
  int64_t sums;
  source *source; ///< origins of the values added by tied nodes, [sums]
} sparse_values;

struct gb_factor_matrix {
  const gb_model *model;
  gb_nodal *nodal;
  gb_arena memory, buffers; ///< memory owns the arrays, buffers owns `kept`
  const gb_node_pairs *pairs;
  gb_factor_kind kind;
  gb_flatness flat; ///< across -1: the factor keeps all couplings
  int *number;      ///< number of each local unknown, counted from 1; 0: left out; [unknowns]
  int *alone; ///< number of the unknown that a nodal value equals; 0: the matrix has no unknown of
              ///< it; -1: the value is a combination of unknowns; [nodal values]
  int32_t *position; ///< rank 0: index of each number in the elimination order
  int32_t *director; ///< result of find_director if extensions are left out, else -1; [nodes]
  gb_linear_pattern *pattern;
  gb_linear_geometry *geometry; ///< NULL: MUMPS does not need it, or there are no values yet
  gb_linear_layout *layout;     ///< layout shared by the factors
  double coupling;              ///< coupling left out by the last assembly
  sparse_values *sparse;        ///< NULL: values are those of the blocks of `pairs`
  int capacity;
  gb_scalar *kept; ///< unknowns that the factor keeps, [capacity][pattern.owned]
};

/// Output of a loop over the entries that blocks of nodes i <= j add to one triangle of the matrix:
/// `values` and the pattern (`row`, `column`), each only if not NULL.
typedef struct entries {
  const gb_factor_matrix *matrix;
  const gb_scalar *block;
  gb_scalar *values;
  int *row, *column;
  source *source; ///< origins of the entries after the first `plain` ones
  int64_t count, plain;
} entries;

/// Number the owned unknowns that are kept; ghosts get their owners' numbers. Collective.
static int number_unknowns(gb_factor_matrix *m, gb_scalar own[], gb_scalar all[], gb_error *error) {
  const gb_model *model = m->model;
  for (int32_t i = 0; i < model->dofs->owned; i++) own[i] = 1;
  for (int32_t i = 0; i < model->nodes->owned; i++)
    if (m->director[i] >= 0) own[m->director[i] + 2] = 0;
  int64_t kept = 0, before = 0, total = 0;
  for (int32_t i = 0; i < model->dofs->owned; i++) kept += own[i] != 0;
  MPI_Exscan(&kept, &before, 1, MPI_INT64_T, MPI_SUM, model->comm);
  MPI_Allreduce(&kept, &total, 1, MPI_INT64_T, MPI_SUM, model->comm);
  m->pattern->first = (int32_t)before;
  m->pattern->owned = (int32_t)kept;
  m->pattern->size = (int32_t)total;
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

/// Rank 0: derive the elimination order of the kept unknowns from that of all unknowns.
static int compress_order(gb_factor_matrix *m, const int number[], gb_error *error) {
  const gb_model *model = m->model;
  const int64_t total = model->dofs->total;
  int32_t *unknown;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, unknown, (size_t)total, error));
  for (int64_t i = 0; i < total; i++) unknown[model->dofs->pivot_order[i]] = (int32_t)i;
  GB_TRY(GB_TAKE(&m->memory, m->position, (size_t)m->pattern->size, error));
  int32_t place = 0;
  for (int64_t i = 0; i < total; i++)
    if (number[unknown[i]] > 0) m->position[number[unknown[i]] - 1] = place++;
  return GB_OK;
}

/// Find the elimination order on rank 0. Collective.
static int order(gb_factor_matrix *m, gb_error *error) {
  const gb_model *model = m->model;
  int rank, ranks, *number = NULL, *count = NULL;
  m->pattern->pivot_order = model->dofs->pivot_order;
  if (!gb_factor_is_light(m->kind)) return GB_OK;
  MPI_Comm_rank(model->comm, &rank);
  MPI_Comm_size(model->comm, &ranks);
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&scratch, count, 2 * (size_t)ranks, error);
  if (status == GB_OK && rank == 0)
    status = GB_TAKE(&scratch, number, (size_t)model->dofs->total, error);
  GB_TRY(gb_agree(model->comm, status, error));
  int *first = count + ranks, owned = model->dofs->owned;
  MPI_Gather(&owned, 1, MPI_INT, count, 1, MPI_INT, 0, model->comm);
  for (int r = 1; r < ranks; r++) first[r] = first[r - 1] + count[r - 1];
  MPI_Gatherv(m->number, owned, MPI_INT, number, count, first, MPI_INT, 0, model->comm);
  if (rank == 0) status = compress_order(m, number, error);
  m->pattern->pivot_order = m->position;
  m->pattern->definite = model->dofs->total_multipliers == 0;
  return gb_agree(model->comm, status, error);
}

static void emit_one(entries *e, int i, int j, source from) {
  if (e->values) e->values[e->count] = from.factor * e->block[from.place];
  if (e->source && e->count >= e->plain) e->source[e->count - e->plain] = from;
  if (e->row) {
    e->row[e->count] = i;
    e->column[e->count] = j;
  }
  e->count++;
}

/// Add the entries of a pair of nodal values (r, c). In a symmetric matrix, neither (c, r) for r !=
/// c nor the mirrored pairs of different terms of one row are visited, so entries with equal
/// unknowns count twice.
static void emit_pair(entries *e, int32_t r, int32_t c, int64_t place) {
  const gb_model *model = e->matrix->model;
  const int *number = e->matrix->number;
  const bool whole = e->matrix->pattern->whole;
  for (int32_t k = model->dofs->T.start[r]; k < model->dofs->T.start[r + 1]; k++)
    for (int32_t l = model->dofs->T.start[c]; l < model->dofs->T.start[c + 1]; l++) {
      const int i = number[model->dofs->T.unknown[k]], j = number[model->dofs->T.unknown[l]];
      if ((!whole && r == c && l < k) || i == 0 || j == 0) continue;
      const double twice = !whole && i == j && (r != c || k != l) ? 2 : 1;
      const double factor = twice * model->dofs->T.factor[k] * model->dofs->T.factor[l];
      emit_one(e, i, j, (source){place, factor});
    }
}

/// Add the entries of a block of nodes (i, j). Most values are unknowns themselves.
static void emit_block(entries *e, int32_t i, int32_t j, int64_t block) {
  const int across = e->matrix->flat.across;
  const gb_node_set *nodes = e->matrix->model->nodes;
  const int32_t row = nodes->first[i], column = nodes->first[j];
  const int height = gb_node_width(nodes, i), width = gb_node_width(nodes, j);
  const int *rows = &e->matrix->alone[row], *columns = &e->matrix->alone[column];
  for (int r = 0; r < height; r++)
    for (int c = i == j && !e->matrix->pattern->whole ? r : 0; c < width; c++) {
      if (rows[r] == 0 || columns[c] == 0) continue;
      if (across >= 0 && couples_weakly(across, r, c)) continue;
      const int64_t place = block + width * r + c;
      if (rows[r] > 0 && columns[c] > 0 && rows[r] != columns[c])
        emit_one(e, rows[r], columns[c], (source){place, 1});
      else
        emit_pair(e, row + r, column + c, place);
    }
}

static void emit(entries *e) {
  const gb_node_pairs *pairs = e->matrix->pairs;
  for (int32_t i = 0; i < e->matrix->model->nodes->count; i++)
    for (int32_t k = pairs->start[i]; k < pairs->start[i + 1]; k++)
      emit_block(e, i, pairs->column[k], (int64_t)pairs->block[k]);
}

/// Add the entries of a sparse pattern: entries between two unknowns first, then those that tied
/// nodes distribute over several unknowns.
static void emit_sparse(entries *e) {
  const gb_matrix_entries *all = &e->matrix->sparse->entries;
  const int *number = e->matrix->alone;
  for (int32_t k = all->tied; k < all->count; k++)
    emit_one(e, number[all->at[k][0]], number[all->at[k][1]], (source){k + 1, 1});
  for (int32_t k = 0; k < all->tied; k++) emit_pair(e, all->at[k][0], all->at[k][1], k + 1);
}

static size_t block_size(const gb_factor_matrix *m) {
  return m->pairs->block[m->pairs->start[m->model->nodes->count]];
}

static void walk(const gb_factor_matrix *m, entries *e) {
  if (m->pattern->sparse)
    emit_sparse(e);
  else
    emit(e);
}

static int make_pattern(gb_factor_matrix *m, gb_assembly *assembly, gb_error *error) {
  sparse_values *sparse = NULL;
  if (m->pattern->sparse) {
    GB_TRY(GB_TAKE(&m->memory, sparse, 1, error));
    m->sparse = sparse;
    GB_TRY(gb_assembly_entries(assembly, m->alone, &m->memory, &sparse->entries, error));
  }
  entries counted = {.matrix = m};
  walk(m, &counted);
  m->pattern->entries = counted.count;
  GB_TRY(GB_TAKE(&m->memory, m->pattern->row, (size_t)counted.count, error));
  GB_TRY(GB_TAKE(&m->memory, m->pattern->column, (size_t)counted.count, error));
  entries numbers = {.matrix = m, .row = m->pattern->row, .column = m->pattern->column};
  if (sparse) {
    const gb_matrix_entries *all = &sparse->entries;
    numbers.plain = all->count - all->tied;
    sparse->sums = counted.count - numbers.plain;
    const size_t values = 1 + (size_t)all->count + (size_t)sparse->sums;
    GB_TRY(GB_TAKE(&m->memory, sparse->value, values, error));
    GB_TRY(GB_TAKE(&m->memory, sparse->source, (size_t)sparse->sums, error));
    numbers.source = sparse->source;
  }
  walk(m, &numbers);
  return GB_OK;
}

static int build(gb_factor_matrix *m, gb_assembly *assembly, gb_error *error) {
  const size_t unknowns = (size_t)m->model->dofs->unknowns;
  gb_scalar *own = NULL;
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&m->memory, m->number, unknowns, error);
  const size_t nodes = (size_t)m->model->nodes->count;
  if (status == GB_OK)
    status = GB_TAKE(&m->memory, m->alone, gb_node_values(m->model->nodes), error);
  if (status == GB_OK) status = GB_TAKE(&m->memory, m->director, nodes, error);
  for (int32_t i = 0; status == GB_OK && i < m->model->nodes->count; i++)
    m->director[i] = !gb_factor_is_light(m->kind) ? -1 : find_director(m->model, i);
  if (status == GB_OK) status = GB_TAKE(&scratch, own, 2 * unknowns, error);
  GB_TRY(gb_agree(m->model->comm, status, error));
  GB_TRY(number_unknowns(m, own, own + unknowns, error));
  find_alone(m);
  GB_TRY(order(m, error));
  return make_pattern(m, assembly, error);
}

int gb_factor_matrix_create(gb_assembly *assembly, gb_nodal *nodal, const gb_node_pairs *pairs,
                            gb_factor_kind kind, gb_factor_matrix **out, gb_error *error) {
  const gb_model *model = gb_assembly_model(assembly);
  gb_factor_matrix *m;
  *out = NULL;
  const gb_solver_settings *solver = model->problem->solver;
  gb_flatness flat = {.across = -1};
  if (kind == GB_FACTOR_FLAT) flat = gb_flatness_find(model);
  if (kind == GB_FACTOR_FLAT && flat.across < 0) return GB_OK;
  GB_TRY(gb_agree(model->comm, GB_ALLOCATE(m, 1, error), error));
  *m = (gb_factor_matrix){
      .model = model, .nodal = nodal, .pairs = pairs, .kind = kind, .flat = flat};
  int status = gb_agree(model->comm, GB_TAKE(&m->memory, m->pattern, 1, error), error);
  if (status == GB_OK) {
    *m->pattern = (gb_linear_pattern){.whole = pairs->whole,
                                      .sparse = pairs->sparse,
                                      .unordered = gb_assembly_searches(assembly) && !pairs->apart,
                                      .directory = solver->factor_directory,
                                      .petsc = !solver->petsc    ? NULL
                                               : solver->options ? solver->options
                                                                 : "",
                                      .layout = &m->layout};
    status = gb_agree(model->comm, build(m, assembly, error), error);
  }
  if (status != GB_OK) gb_factor_matrix_destroy(&m);
  *out = m;
  return status;
}

void gb_factor_matrix_move(gb_factor_matrix *m, gb_nodal *nodal) {
  m->nodal = nodal;
}

void gb_factor_matrix_destroy(gb_factor_matrix **matrix) {
  gb_factor_matrix *m = *matrix;
  if (!m) return;
  gb_linear_layout_destroy(&m->layout);
  gb_arena_free(&m->memory);
  gb_arena_free(&m->buffers);
  free(m);
  *matrix = NULL;
}

const gb_linear_pattern *gb_factor_matrix_pattern(const gb_factor_matrix *matrix) {
  return matrix->pattern;
}

void gb_factor_matrix_count_negative(gb_factor_matrix *matrix) {
  matrix->pattern->counts = true;
}

static gb_scalar *fill_sparse(gb_factor_matrix *m, gb_assembly *assembly,
                              const gb_nodal_operator *J) {
  const gb_matrix_entries *all = &m->sparse->entries;
  const source *from = m->sparse->source;
  gb_scalar *value = m->sparse->value, *sum = value + 1 + all->count;
  gb_assembly_fill(assembly, J->state, J->sigma, all, value);
  for (int64_t k = 0; k < m->sparse->sums; k++) sum[k] = from[k].factor * value[from[k].place];
  return value + 1 + all->tied;
}

/// Turn a vector [owned unknowns] into the axes of the matrix's unknowns, and copy those that the
/// factor keeps.
static void take_kept(const gb_factor_matrix *m, const gb_extensions *extensions, gb_scalar x[],
                      gb_scalar kept[]) {
  turn_director_unknowns(extensions, m->model, m->director, false, x);
  turn_displacement_unknowns(&m->flat, m->model, false, x);
  for (int32_t i = 0; i < m->model->dofs->owned; i++)
    if (m->number[i] > 0) *kept++ = x[i];
}

/// Create the arrays of the geometry, and find the corners. Collective.
static int create_geometry(gb_factor_matrix *m, const int index[], gb_error *error) {
  const size_t owned = (size_t)m->pattern->owned;
  int status = GB_TAKE(&m->memory, m->geometry, 1, error);
  if (status == GB_OK)
    status = GB_TAKE(&m->memory, m->geometry->motion, GB_RIGID_MOTIONS * owned, error);
  if (status == GB_OK) status = GB_TAKE(&m->memory, m->geometry->place, owned, error);
  if (status == GB_OK) status = GB_TAKE(&m->memory, m->geometry->corner, owned, error);
  GB_TRY(gb_agree(m->model->comm, status, error));
  GB_TRY(gb_unknown_corners(m->model, m->nodal, index, m->geometry->corner, error));
  m->geometry->motions = GB_RIGID_MOTIONS;
  m->pattern->geometry = m->geometry;
  return GB_OK;
}

/// Find the geometry of the pattern's unknowns at nodal displacements q. Collective.
static int find_geometry(gb_factor_matrix *m, const gb_scalar q[], const gb_extensions *extensions,
                         gb_error *error) {
  const size_t unknowns = (size_t)m->model->dofs->owned, owned = (size_t)m->pattern->owned;
  gb_scalar *motion;
  int *index;
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&scratch, motion, GB_RIGID_MOTIONS * unknowns, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, index, unknowns, error);
  GB_TRY(gb_agree(m->model->comm, status, error));
  for (size_t i = 0; i < unknowns; i++)
    index[i] = m->number[i] > 0 ? m->number[i] - m->pattern->first : 0;
  if (!m->pattern->geometry) GB_TRY(create_geometry(m, index, error));
  for (int k = 0; k < GB_RIGID_MOTIONS; k++) {
    gb_rigid_motion(m->model, q, k, motion + (size_t)k * unknowns);
    take_kept(m, extensions, motion + (size_t)k * unknowns,
              m->geometry->motion + (size_t)k * owned);
  }
  gb_unknown_places(m->model, q, index, m->geometry->place);
  return GB_OK;
}

int gb_factor_matrix_assemble(gb_factor_matrix *m, gb_assembly *assembly,
                              const gb_nodal_operator *J, gb_extensions *extensions,
                              gb_arena *arena, gb_scalar **values, gb_error *error) {
  const gb_model *model = m->model;
  gb_scalar *block;
  GB_SCRATCH(scratch);
  m->coupling = 0;
  if (m->pattern->sparse) {
    *values = fill_sparse(m, assembly, J);
    return GB_OK;
  }
  int status =
      gb_arena_allocate(arena, (size_t)m->pattern->entries, sizeof **values, values, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, block, block_size(m), error);
  if (status == GB_OK && gb_factor_is_light(m->kind))
    status = create_extensions(model, m->director, J->state->q, extensions, error);
  GB_TRY(gb_agree(model->comm, status, error));
  gb_assembly_matrix(assembly, J, true, m->pairs, block);
  if (gb_factor_is_light(m->kind))
    GB_TRY(turn_directors(extensions, model, m->nodal, m->director, m->pairs, block, error));
  turn_displacements(&m->flat, model, m->pairs, block);
  if (m->flat.across >= 0) m->coupling = measure_coupling(model, m->flat.across, m->pairs, block);
  entries e = {.matrix = m, .block = block, .values = *values};
  emit(&e);
  return m->pattern->petsc ? find_geometry(m, J->state->q, extensions, error) : GB_OK;
}

/// Add a block of nodes (i, j) of a term. Multipliers are the last values of their node.
static void add_block(const gb_factor_matrix *m, const gb_factor_term *term, int32_t i, int32_t j,
                      const gb_scalar from[], gb_scalar to[]) {
  const gb_node_set *nodes = m->model->nodes;
  const int height = gb_node_width(nodes, i), width = gb_node_width(nodes, j);
  const int rows = gb_field_values(nodes->fields[i] & ~(unsigned)GB_MULTIPLIERS);
  const int columns = gb_field_values(nodes->fields[j] & ~(unsigned)GB_MULTIPLIERS);
  for (int r = 0; r < height; r++)
    for (int c = 0; c < width; c++)
      to[width * r + c] +=
          (r < rows && c < columns ? term->factor : term->border) * from[width * r + c];
}

int gb_factor_matrix_sum(gb_factor_matrix *m, gb_assembly *assembly, const gb_factor_sum *sum,
                         gb_arena *arena, gb_scalar **values, gb_error *error) {
  const size_t size = block_size(m);
  const gb_node_pairs *pairs = m->pairs;
  gb_scalar *block = NULL, *total = NULL;
  GB_SCRATCH(scratch);
  int status =
      gb_arena_allocate(arena, (size_t)m->pattern->entries, sizeof **values, values, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, block, size, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, total, size, error);
  GB_TRY(gb_agree(m->model->comm, status, error));
  for (int k = 0; k < sum->terms; k++) {
    gb_factor_term term;
    GB_TRY(sum->open(sum->context, k, &term, error));
    const gb_nodal_operator J = {term.sigma, &term.state, false};
    memset(block, 0, size * sizeof *block);
    gb_assembly_matrix(assembly, &J, false, pairs, block);
    for (int32_t i = 0; i < m->model->nodes->count; i++)
      for (int32_t pair = pairs->start[i]; pair < pairs->start[i + 1]; pair++)
        add_block(m, &term, i, pairs->column[pair], block + pairs->block[pair],
                  total + pairs->block[pair]);
  }
  entries e = {.matrix = m, .block = total, .values = *values};
  emit(&e);
  return GB_OK;
}

double gb_factor_matrix_coupling(const gb_factor_matrix *m) {
  return m->coupling;
}

static int make_room(gb_factor_matrix *m, int count, gb_error *error) {
  if (count <= m->capacity) return GB_OK;
  gb_arena_free(&m->buffers);
  m->capacity = 0;
  const size_t numbers = (size_t)count * (size_t)m->pattern->owned;
  GB_TRY(gb_agree(m->model->comm, GB_TAKE(&m->buffers, m->kept, numbers, error), error));
  m->capacity = count;
  return GB_OK;
}

int gb_factor_matrix_solve(gb_factor_matrix *m, const gb_extensions *extensions, gb_linear *factor,
                           bool transpose, int count, gb_scalar x[], gb_error *error) {
  const int32_t owned = m->model->dofs->owned;
  if (!gb_factor_is_light(m->kind)) return gb_linear_solve(factor, transpose, count, x, error);
  GB_TRY(make_room(m, count, error));
  for (int c = 0; c < count; c++) {
    gb_scalar *mine = x + (size_t)c * (size_t)owned;
    take_kept(m, extensions, mine, m->kept + (size_t)c * (size_t)m->pattern->owned);
    for (int32_t i = 0; i < owned; i++)
      if (m->number[i] <= 0) mine[i] /= extensions->diagonal[i];
  }
  GB_TRY(gb_linear_solve(factor, transpose, count, m->kept, error));
  const gb_scalar *kept = m->kept;
  for (int c = 0; c < count; c++) {
    gb_scalar *mine = x + (size_t)c * (size_t)owned;
    for (int32_t i = 0; i < owned; i++)
      if (m->number[i] > 0) mine[i] = *kept++;
    turn_director_unknowns(extensions, m->model, m->director, true, mine);
    turn_displacement_unknowns(&m->flat, m->model, true, mine);
  }
  return GB_OK;
}
