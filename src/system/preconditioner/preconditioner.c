/// Factors for several sigma, assembled from element matrices and the map from unknowns to nodal
/// values.
#include "system/preconditioner/preconditioner.h"

#include "system/nodal_values/batch.h"
#include "system/preconditioner/corotation.h"
#include "system/preconditioner/factor_matrix.h"

#include <stdlib.h>
#include <string.h>

/// Largest number of factorisations before a rejected kind of factor is tried again.
enum { MOST_PAUSE = 64 };
/// Largest numbers of unknowns for which models without shells and solids, or with points that
/// stick, use sparse factors of the operator, which need not be symmetric: for any model, and for
/// chains and trees, which have at least TREE_LINK_UNKNOWNS unknowns per element that connects
/// nodes. For nets, fill-in grows too fast. Points that slide make an operator whose symmetric part
/// contracts hardly at all.
enum { SPARSE_UNKNOWNS = 10000, SPARSE_TREE_UNKNOWNS = 100000, TREE_LINK_UNKNOWNS = 12 };
/// Upper limit on the cost of factoring a dense matrix, in corrections: small models gain more from
/// a factor at the present state than it costs.
static const double DENSE_PRICE = 2;
/// Largest coupling of membrane and bending that a factor may leave out, see measure_coupling in
/// factor_matrix.c.
static const double WEAK_COUPLING = 2e-4;
/// Largest entry of R - I for which rotations since the factorisation are ignored.
static const double SMALL_ROTATION = 1e-3;
enum { FACTORS = 4 };

typedef struct factor {
  gb_linear *linear;
  double sigma[3];
  int64_t used; ///< clock at the last use
  gb_factor_kind kind;
  gb_extensions extensions; ///< extensions of the light kinds
  double t;                 ///< time of the state of the factorisation
  bool initial;             ///< the state was the first stage
  gb_projection projection; ///< kind of return of the state
  gb_scalar *origin;        ///< q, v, a and multipliers of the state
  double (*made_at)[3][3];  ///< rotations of the nodes at the state, [owned nodes]
  bool rotated;             ///< nodes have rotated since
} factor;

/// Consists of integers only because restart files contain it as bytes.
typedef struct policy {
  int64_t clock, factorisations;
  int64_t has_diagonal;
  int64_t heavier; ///< kind of the next factors while `left` > 0; afterwards the lightest kind
  int64_t left;    ///< remaining number of factorisations of kind `heavier`
  int64_t pause;   ///< number of factorisations of a heavier kind after the last rejection
} policy;

/// Pairs of nodes that the operator couples.
typedef struct couplings {
  const gb_node_pairs *all;   ///< pairs of the factors that leave no coupling by contacts out
  const gb_node_pairs *apart; ///< pairs of GB_FACTOR_APART; NULL: there are no such factors
  int64_t changes; ///< gb_assembly_search_changes when `all` was found; -1: `all` is of another
                   ///< assembly
  gb_arena memory; ///< owns `all`
} couplings;

/// A share of the diagonal is added to the operator of statics, see gb_preconditioner_stiffen.
typedef struct stiffening {
  double share; ///< of its diagonal
  const unsigned char *row_kind;
  double length;
} stiffening;

struct gb_preconditioner {
  gb_nodal *nodal;
  gb_assembly *assembly;
  gb_timers *timers;
  double memory_limit;
  bool whole;                                ///< do not use light factors
  bool counts;                               ///< full factors count negative eigenvalues
  stiffening *stiffer;                       ///< what is added to the operator of statics
  couplings *couplings;                      ///< pairs of nodes that the operator couples
  gb_factor_matrix *matrix[GB_FACTOR_KINDS]; ///< matrices, created at first use
  factor factor[FACTORS];
  policy policy;
  gb_arena memory;     ///< owns the arrays
  gb_scalar *diagonal; ///< [owned]
  gb_corotation *corotation;
  /// Rotations of the nodes at the last state of gb_preconditioner_rotate.
  double (*rotation)[3][3];
};

/// @return the number of solids of all ranks. Collective.
static int64_t count_solids(const gb_model *model) {
  int64_t solids = 0;
  for (int b = 0; b < model->blocks->count; b++) {
    const gb_block *block = &model->blocks->block[b];
    if (block->section.layup && gb_shape_dimension(block->shape) == 3) solids += block->elements;
  }
  MPI_Allreduce(MPI_IN_PLACE, &solids, 1, MPI_INT64_T, MPI_SUM, model->comm);
  return solids;
}

/// Whether factors represent the whole operator instead of its symmetric part. Collective.
/// @param apart contacts connect no nodes
static bool is_whole(const gb_model *model, bool apart) {
  const int64_t total = model->dofs->total;
  if (total <= GB_DENSE_UNKNOWNS) return true;
  if (model->blocks->memory > 0 && total <= SPARSE_UNKNOWNS) return true;
  if (model->blocks->total_shells > 0 || total > SPARSE_TREE_UNKNOWNS) return false;
  if (count_solids(model) > 0) return false;
  if (total <= SPARSE_UNKNOWNS) return true;
  int64_t links = 0;
  for (int b = 0; b < model->blocks->count; b++)
    if (model->blocks->block[b].nodes > 1 &&
        !(apart && gb_block_is_contact(&model->blocks->block[b])))
      links += model->blocks->block[b].elements;
  MPI_Allreduce(MPI_IN_PLACE, &links, 1, MPI_INT64_T, MPI_SUM, model->comm);
  return TREE_LINK_UNKNOWNS * links <= total;
}

/// Find the pairs of all kinds of factors. Collective; fails on single ranks.
static int find_couplings(gb_preconditioner *p, gb_error *error) {
  const gb_node_pairs all = {.whole = is_whole(p->assembly->model, false)};
  const gb_node_pairs apart = {.whole = is_whole(p->assembly->model, true), .apart = true};
  GB_TRY(GB_TAKE(&p->memory, p->couplings, 1, error));
  GB_TRY(GB_TAKE(&p->memory, p->stiffer, 1, error));
  couplings *c = p->couplings;
  GB_TRY(gb_assembly_pairs(p->assembly, &all, &c->memory, &c->all, error));
  if (!gb_assembly_searches(p->assembly) || p->assembly->model->dofs->total <= GB_DENSE_UNKNOWNS)
    return GB_OK;
  return gb_assembly_pairs(p->assembly, &apart, &p->memory, &c->apart, error);
}

int gb_preconditioner_create(gb_nodal *nodal, gb_assembly *assembly, gb_timers *timers,
                             double memory, bool whole, gb_preconditioner **out, gb_error *error) {
  const gb_model *model = gb_assembly_model(assembly);
  gb_preconditioner *p = NULL;
  *out = NULL;
  if (gb_assembly_searches(assembly) && model->problem->solver->petsc)
    return gb_fail(
        error, GB_MODEL,
        "solver.linear: petsc with contacts whose surfaces are found by a search; accepted: "
        "mumps");
  int status = gb_agree(model->comm, GB_ALLOCATE(p, 1, error), error);
  if (status != GB_OK) {
    free(p);
    return status;
  }
  *p = (gb_preconditioner){.nodal = nodal,
                           .assembly = assembly,
                           .timers = timers,
                           .memory_limit = memory,
                           .whole = whole};
  status = find_couplings(p, error);
  if (status == GB_OK)
    status = GB_TAKE(&p->memory, p->diagonal, (size_t)p->assembly->model->dofs->owned, error);
  if (status == GB_OK)
    status = GB_TAKE(&p->memory, p->rotation, (size_t)p->assembly->model->nodes->owned, error);
  status = gb_agree(p->assembly->model->comm, status, error);
  if (status == GB_OK)
    status = gb_corotation_create(p->assembly->model, nodal, &p->memory, &p->corotation, error);
  if (status != GB_OK) gb_preconditioner_destroy(&p);
  *out = p;
  return status;
}

static void drop(factor *f) {
  gb_linear_destroy(&f->linear);
  gb_arena_free(&f->extensions.memory);
}

void gb_preconditioner_destroy(gb_preconditioner **preconditioner) {
  gb_preconditioner *p = *preconditioner;
  if (!p) return;
  for (int i = 0; i < FACTORS; i++) drop(&p->factor[i]);
  for (int i = 0; i < GB_FACTOR_KINDS; i++) gb_factor_matrix_destroy(&p->matrix[i]);
  if (p->couplings) gb_arena_free(&p->couplings->memory);
  gb_arena_free(&p->memory);
  free(p);
  *preconditioner = NULL;
}

void gb_preconditioner_move(gb_preconditioner *p, gb_nodal *nodal, gb_assembly *assembly) {
  p->nodal = nodal;
  if (gb_assembly_search_changes(p->assembly) > 0 || gb_assembly_search_changes(assembly) > 0)
    p->couplings->changes = -1;
  p->assembly = assembly;
  p->policy.factorisations = 0;
  gb_corotation_move(p->corotation, nodal);
  for (int i = 0; i < GB_FACTOR_KINDS; i++)
    if (p->matrix[i]) gb_factor_matrix_move(p->matrix[i], nodal);
}

void gb_preconditioner_forget(gb_preconditioner *p) {
  for (int i = 0; i < FACTORS; i++) drop(&p->factor[i]);
  p->policy.has_diagonal = false;
  p->policy.left = p->policy.pause = 0;
}

/// Whether the operator is a mass matrix for which its diagonal suffices: there are no multipliers,
/// and displacements and directors of shells are not coupled by mass. The complex build needs a
/// factor because Anderson's method does not treat imaginary parts.
static bool is_mass(const gb_preconditioner *p, const double sigma[3]) {
  return GB_PARTS == 1 && sigma[0] == 0 && sigma[1] == 0 &&
         p->assembly->model->dofs->total_multipliers == 0 && !p->assembly->model->blocks->coupled;
}

static bool same(const double a[3], const double b[3]) {
  for (int i = 0; i < 3; i++)
    if (fabs(a[i] - b[i]) > 1e-12 * (fabs(a[i]) + fabs(b[i]))) return false;
  return true;
}

static const factor *find(const gb_preconditioner *p, const double sigma[3]) {
  for (int i = 0; i < FACTORS; i++)
    if (p->factor[i].linear && same(p->factor[i].sigma, sigma)) return &p->factor[i];
  return NULL;
}

void gb_preconditioner_count(gb_preconditioner *p) {
  p->counts = true;
}

void gb_preconditioner_stiffen(gb_preconditioner *p, double share, const unsigned char row_kind[],
                               double length) {
  *p->stiffer = (stiffening){share, row_kind, length};
}

/// @return the unknown of this rank whose diagonal an entry of a matrix is, -1: none; multipliers
/// have none
static int32_t unknown_of(const gb_preconditioner *p, const gb_linear_pattern *pattern, int64_t k) {
  const int32_t own = pattern->row[k] - 1 - pattern->first;
  const int32_t n = pattern->owned - p->assembly->model->dofs->owned_multipliers;
  return pattern->row[k] == pattern->column[k] && own >= 0 && own < n ? own : -1;
}

/// Add a share of the diagonal to the operator of statics. An unknown without stiffness, for
/// example of a rigid body that nothing touches yet, gets this share of the mean stiffness of all
/// displacements. For an unknown of a director, the mean is multiplied by the square of the model's
/// size.
static void stiffen(const gb_preconditioner *p, const factor *f, gb_scalar values[]) {
  const gb_linear_pattern *pattern = gb_factor_matrix_pattern(p->matrix[f->kind]);
  double sum[2] = {0};
  if (p->stiffer->share == 0 || f->sigma[1] != 0 || f->sigma[2] != 0) return;
  for (int64_t k = 0; k < pattern->entries; k++) {
    const int32_t own = unknown_of(p, pattern, k);
    if (own < 0 || p->stiffer->row_kind[own] != GB_ROWS_POSITION || values[k] == 0) continue;
    sum[0] += fabs(gb_real(values[k]));
    sum[1]++;
  }
  MPI_Allreduce(MPI_IN_PLACE, sum, 2, MPI_DOUBLE, MPI_SUM, p->assembly->model->comm);
  const double mean = sum[0] / fmax(sum[1], 1), length = p->stiffer->length;
  for (int64_t k = 0; k < pattern->entries; k++) {
    if (pattern->row[k] != pattern->column[k]) continue;
    const int32_t own = unknown_of(p, pattern, k);
    const bool none = own >= 0 && values[k] == 0;
    const double other =
        none ? mean * (p->stiffer->row_kind[own] == GB_ROWS_POSITION ? 1 : length * length) : 0;
    values[k] += p->stiffer->share * (fabs(gb_real(values[k])) + other);
  }
}

int gb_preconditioner_negative(const gb_preconditioner *p, const double sigma[3], int64_t *count,
                               gb_error *error) {
  const factor *f = find(p, sigma);
  if (!f || !p->counts)
    return gb_fail(error, GB_SINGULAR, "there is no factor that counts negative eigenvalues");
  GB_TRY(gb_linear_negative(f->linear, count, error));
  *count -= p->assembly->model->dofs->total_multipliers;
  return GB_OK;
}

bool gb_preconditioner_is_whole(const gb_preconditioner *p) {
  return p->couplings->all->whole && !p->couplings->apart;
}

gb_preconditioner_kind gb_preconditioner_kind_of(const gb_preconditioner *p,
                                                 const double sigma[3]) {
  if (is_mass(p, sigma))
    return p->policy.has_diagonal ? GB_PRECONDITIONER_DIAGONAL : GB_PRECONDITIONER_NONE;
  const factor *f = find(p, sigma);
  if (!f) return GB_PRECONDITIONER_NONE;
  return f->kind == GB_FACTOR_WHOLE ? GB_PRECONDITIONER_FACTOR : GB_PRECONDITIONER_LIGHT;
}

static int make_diagonal(gb_preconditioner *p, const double sigma[3], const gb_nodal_state *state,
                         gb_error *error) {
  gb_scalar *nodal;
  double start = gb_timer_now();
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&scratch, nodal, gb_nodal_size(p->nodal), error);
  GB_TRY(gb_agree(p->assembly->model->comm, status, error));
  gb_assembly_diagonal(p->assembly, state, sigma, nodal);
  status = gb_nodal_scatter_diagonal(p->nodal, nodal, p->diagonal, error);
  gb_timer_add(p->timers, GB_PHASE_ASSEMBLY, start);
  for (int32_t i = 0; status == GB_OK && i < p->assembly->model->dofs->owned; i++)
    if (!isfinite(gb_real(p->diagonal[i])))
      status = gb_fail(error, GB_DIVERGED,
                       "a law, or the rate of a state, is not finite or has no finite slope");
    else if (!(gb_real(p->diagonal[i]) > 0))
      status = gb_fail(error, GB_SINGULAR, "a node has no inertia: give the material a density");
  GB_TRY(gb_agree(p->assembly->model->comm, status, error));
  p->policy.has_diagonal = true;
  return GB_OK;
}

/// Choose the factor to overwrite: the one of this sigma, an empty one, or the one used longest
/// ago. Factors beyond the memory limit are overwritten first.
static factor *choose(gb_preconditioner *p, const double sigma[3]) {
  factor *mine = (factor *)find(p, sigma);
  if (mine) return mine;
  factor *oldest = NULL, *empty = NULL;
  double largest = 0;
  for (int i = 0; i < FACTORS; i++) {
    factor *f = &p->factor[i];
    if (!f->linear) {
      empty = f;
      continue;
    }
    largest = fmax(largest, gb_linear_bytes(f->linear));
    if (!oldest || f->used < oldest->used) oldest = f;
  }
  if (empty && gb_preconditioner_bytes(p) + largest <= p->memory_limit) return empty;
  return oldest ? oldest : empty;
}

/// Choose the kind of the next factor. Light factors, and those without the coupling by contacts,
/// suit dynamic models, whose inertia keeps the
/// operator well conditioned. They leave out coupling through the mass matrix.
static gb_factor_kind choose_kind(gb_preconditioner *p, const double sigma[3]) {
  const bool dynamic = (sigma[GB_Q] != 0 || p->couplings->apart) && sigma[GB_A] != 0;
  if (GB_PARTS != 1 || p->whole || (p->couplings->all->whole && !p->couplings->apart) || !dynamic)
    return GB_FACTOR_WHOLE;
  if (p->policy.left == 0) return p->couplings->apart ? GB_FACTOR_APART : GB_FACTOR_FLAT;
  p->policy.left--;
  return (gb_factor_kind)p->policy.heavier;
}

/// Use heavier kinds for the next factorisations. Each further rejection doubles the number of
/// factorisations before the lighter kind is tried again.
static bool reject(gb_preconditioner *p, gb_factor_kind kind) {
  if (kind == GB_FACTOR_WHOLE) return false;
  // The symmetric part of many bodies that touch costs more, and with friction contracts no better.
  if (kind == GB_FACTOR_APART && !p->couplings->all->whole &&
      p->assembly->model->blocks->total_shells == 0)
    return false;
  p->policy.heavier = kind == GB_FACTOR_FLAT ? GB_FACTOR_LIGHT : GB_FACTOR_WHOLE;
  p->policy.pause = p->policy.pause < MOST_PAUSE ? 2 * p->policy.pause + 1 : MOST_PAUSE;
  p->policy.left = p->policy.pause;
  return true;
}

bool gb_preconditioner_reject(gb_preconditioner *p, const double sigma[3]) {
  const factor *f = find(p, sigma);
  return f && reject(p, f->kind);
}

/// Make the pairs anew, and drop factors and matrices of the pairs so far, if a search has changed
/// the elements since.
static int renew_pairs(gb_preconditioner *p, gb_error *error) {
  const int64_t changes = gb_assembly_search_changes(p->assembly);
  couplings *c = p->couplings;
  const gb_node_pairs kind = {.whole = c->all->whole};
  if (c->changes == changes) return GB_OK;
  for (int i = 0; i < FACTORS; i++)
    if (p->factor[i].kind != GB_FACTOR_APART) drop(&p->factor[i]);
  for (int i = 0; i < GB_FACTOR_APART; i++) gb_factor_matrix_destroy(&p->matrix[i]);
  gb_arena_free(&c->memory);
  c->changes = changes;
  const int status = gb_assembly_pairs(p->assembly, &kind, &c->memory, &c->all, error);
  return gb_agree(p->assembly->model->comm, status, error);
}

/// Assemble the entries of a factor; *values is NULL if the model is not, or no longer, of its
/// kind.
static int assemble(gb_preconditioner *p, factor *f, const gb_nodal_state *state, gb_arena *arena,
                    gb_scalar **values, gb_error *error) {
  const gb_nodal_operator J = {f->sigma, state, false};
  gb_factor_matrix **matrix = &p->matrix[f->kind];
  *values = NULL;
  const gb_node_pairs *pairs = f->kind == GB_FACTOR_APART ? p->couplings->apart : p->couplings->all;
  if (!*matrix)
    GB_TRY(gb_factor_matrix_create(p->assembly, p->nodal, pairs, f->kind, matrix, error));
  if (!*matrix) return GB_OK;
  GB_TRY(gb_factor_matrix_assemble(*matrix, p->assembly, &J, &f->extensions, arena, values, error));
  if (gb_factor_matrix_coupling(*matrix) > WEAK_COUPLING) *values = NULL;
  return GB_OK;
}

/// Assemble and factor; *suits tells whether the model is of this kind.
static int factorise(gb_preconditioner *p, factor *f, gb_factor_kind kind,
                     const gb_nodal_state *state, bool *suits, gb_error *error) {
  const gb_precision precision = gb_factor_is_light(kind) ? GB_PRECISION_SINGLE : GB_PRECISION_FULL;
  gb_scalar *values;
  double start = gb_timer_now();
  GB_SCRATCH(scratch);
  if (kind != GB_FACTOR_APART) GB_TRY(renew_pairs(p, error));
  if (f->kind != kind) drop(f);
  gb_arena_free(&f->extensions.memory);
  f->kind = kind;
  int status = assemble(p, f, state, &scratch, &values, error);
  gb_timer_add(p->timers, GB_PHASE_ASSEMBLY, start);
  *suits = values != NULL;
  if (status != GB_OK || !*suits) return status;
  stiffen(p, f, values);
  if (kind == GB_FACTOR_WHOLE && p->counts) gb_factor_matrix_count_negative(p->matrix[kind]);
  const gb_linear_pattern *pattern = gb_factor_matrix_pattern(p->matrix[kind]);
  if (!f->linear)
    status = gb_linear_create(p->assembly->model->comm, pattern, precision, p->timers, &f->linear,
                              error);
  f->used = ++p->policy.clock;
  p->policy.factorisations++;
  return status == GB_OK ? gb_linear_factor(f->linear, values, error) : status;
}

/// Factor the operator. If a light factor is singular, a heavier kind may still succeed.
static int refactor(gb_preconditioner *p, factor *f, const double sigma[3],
                    const gb_nodal_state *state, gb_error *error) {
  gb_error failure;
  int status;
  bool suits;
  memcpy(f->sigma, sigma, sizeof f->sigma);
  do {
    failure = (gb_error){0};
    status = factorise(p, f, choose_kind(p, sigma), state, &suits, &failure);
  } while ((status == GB_SINGULAR || (status == GB_OK && !suits)) && reject(p, f->kind));
  if (status == GB_OK) return GB_OK;
  drop(f);
  return gb_fail(error, gb_error_code(status, &failure), "%s", failure.message);
}

/// @return the state at which a factor was made
static gb_state origin_of(const gb_preconditioner *p, const factor *f) {
  const size_t m = (size_t)p->assembly->model->dofs->owned_multipliers,
               n = (size_t)p->assembly->model->dofs->owned - m;
  return (gb_state){.t = f->t,
                    .initial = f->initial,
                    .projection = f->projection,
                    .sigma = {f->sigma[0], f->sigma[1], f->sigma[2]},
                    .component = {f->origin, f->origin + n, f->origin + 2 * n},
                    .multiplier = f->origin + 3 * n};
}

static int make_origin(gb_preconditioner *p, factor *f, gb_error *error) {
  const gb_model *model = p->assembly->model;
  const int32_t n = model->dofs->owned - model->dofs->owned_multipliers;
  const size_t length = 3 * (size_t)n + (size_t)model->dofs->owned_multipliers;
  int status = f->origin ? GB_OK : GB_TAKE(&p->memory, f->origin, length, error);
  if (status == GB_OK && !f->made_at)
    status = GB_TAKE(&p->memory, f->made_at, (size_t)model->nodes->owned, error);
  return gb_agree(model->comm, status, error);
}

/// Store the state at which a factor was made, for restarts.
static int remember(gb_preconditioner *p, factor *f, const gb_state *at, gb_error *error) {
  const size_t m = (size_t)p->assembly->model->dofs->owned_multipliers,
               n = (size_t)p->assembly->model->dofs->owned - m;
  GB_TRY(make_origin(p, f, error));
  f->t = at->t;
  f->initial = at->initial;
  f->projection = at->projection;
  const gb_state origin = origin_of(p, f);
  for (int i = 0; i < GB_S; i++)
    memcpy(origin.component[i], at->component[i], n * sizeof *f->origin);
  if (m) memcpy(origin.multiplier, at->multiplier, m * sizeof *f->origin);
  return GB_OK;
}

int gb_preconditioner_refactor(gb_preconditioner *p, const double sigma[3], const gb_state *at,
                               const gb_nodal_state *state, gb_error *error) {
  if (is_mass(p, sigma)) return make_diagonal(p, sigma, state, error);
  factor *f = choose(p, sigma);
  GB_TRY(refactor(p, f, sigma, state, error));
  GB_TRY(remember(p, f, at, error));
  f->rotated = false;
  return gb_corotation_find(p->corotation, state->q, f->made_at, error);
}

int gb_preconditioner_rotate(gb_preconditioner *p, const double sigma[3], const gb_state *at,
                             const gb_scalar q[], gb_rotation *rotation, gb_error *error) {
  factor *f = (factor *)find(p, sigma);
  *rotation = GB_ROTATION_LEFT_OUT;
  if (!f || is_mass(p, sigma)) return GB_OK;
  const size_t n =
      (size_t)(p->assembly->model->dofs->owned - p->assembly->model->dofs->owned_multipliers);
  const bool constant = sigma[0] == 0 && p->assembly->model->dofs->total_multipliers == 0;
  int other = memcmp(origin_of(p, f).component[GB_Q], at->component[GB_Q], n * sizeof *q) != 0;
  f->rotated = false;
  if (constant) {
    MPI_Allreduce(MPI_IN_PLACE, &other, 1, MPI_INT, MPI_MAX, p->assembly->model->comm);
  } else {
    const double(*then)[3][3] = (const double(*)[3][3])f->made_at;
    GB_TRY(gb_corotation_find(p->corotation, q, p->rotation, error));
    const double largest = gb_corotation_compare(p->corotation, then, p->rotation, &other);
    f->rotated = other && largest > SMALL_ROTATION;
  }
  if (!other) *rotation = GB_ROTATION_NONE;
  if (f->rotated) *rotation = GB_ROTATION_APPLIED;
  return GB_OK;
}

/// Write the state at which a factor was made, or read it and factor again.
static int archive_factor(gb_preconditioner *p, factor *f, gb_archive *archive, gb_gather *gather,
                          void *context, gb_error *error) {
  int64_t kept[5] = {f->linear != NULL, f->kind, f->used, f->initial, f->projection};
  double numbers[4] = {f->sigma[0], f->sigma[1], f->sigma[2], f->t};
  gb_nodal_state nodal;
  bool suits;
  GB_TRY(gb_archive_integers(archive, 5, kept, error));
  if (!kept[0]) return GB_OK;
  GB_TRY(gb_archive_numbers(archive, 4, numbers, error));
  GB_TRY(gb_archive_within(archive, kept[1], 0, GB_FACTOR_KINDS - 1, error));
  GB_TRY(gb_archive_within(archive, kept[4], 0, GB_PROJECTIONS - 1, error));
  if (f->kind != (gb_factor_kind)kept[1]) drop(f);
  f->kind = (gb_factor_kind)kept[1];
  f->initial = kept[3];
  f->projection = (gb_projection)kept[4];
  f->t = numbers[3];
  memcpy(f->sigma, numbers, sizeof f->sigma);
  GB_TRY(make_origin(p, f, error));
  gb_state at = origin_of(p, f);
  GB_TRY(gb_archive_state(archive, GB_S, &at, error));
  if (!gb_archive_reads(archive)) return GB_OK;
  GB_TRY(gather(context, &at, &nodal, error));
  GB_TRY(factorise(p, f, f->kind, &nodal, &suits, error));
  f->used = kept[2];
  f->rotated = false;
  return gb_corotation_find(p->corotation, nodal.q, f->made_at, error);
}

int gb_preconditioner_archive(gb_preconditioner *p, gb_archive *archive, gb_gather *gather,
                              void *context, gb_error *error) {
  policy found = p->policy; // factors that are made again change the policy
  GB_TRY(gb_archive_bytes(archive, sizeof found, &found, error));
  GB_TRY(gb_archive_vectors(archive, 1, p->diagonal, error));
  for (int i = 0; i < FACTORS; i++)
    GB_TRY(archive_factor(p, &p->factor[i], archive, gather, context, error));
  p->policy = found;
  return GB_OK;
}

int gb_preconditioner_apply(gb_preconditioner *p, const gb_operator *A, int count, gb_scalar x[],
                            gb_error *error) {
  int32_t n = p->assembly->model->dofs->owned;
  if (is_mass(p, A->sigma)) {
    for (int c = 0; c < count; c++)
      for (int32_t i = 0; i < n; i++) x[(size_t)c * n + i] /= p->diagonal[i];
    return GB_OK;
  }
  factor *f = (factor *)find(p, A->sigma);
  for (int i = 0; !f && i < FACTORS; i++) // otherwise use the most recently used factor
    if (p->factor[i].linear && p->factor[i].used == p->policy.clock) f = &p->factor[i];
  if (!f) return gb_fail(error, GB_SINGULAR, "a factor is used before it is made");
  f->used = ++p->policy.clock;
  const double(*rotation)[3][3] = (const double(*)[3][3])p->rotation;
  if (f->rotated) gb_corotation_apply(p->corotation, rotation, true, count, x);
  GB_TRY(gb_factor_matrix_solve(p->matrix[f->kind], &f->extensions, f->linear, A->transpose, count,
                                x, error));
  if (f->rotated) gb_corotation_apply(p->corotation, rotation, false, count, x);
  return GB_OK;
}

double gb_preconditioner_cost(const gb_preconditioner *p, const double sigma[3]) {
  const factor *f = find(p, sigma);
  if (!f) return 0;
  const gb_linear_pattern *pattern = gb_factor_matrix_pattern(p->matrix[f->kind]);
  double factorise, solve, shells = (double)p->assembly->model->blocks->total_shells;
  gb_linear_work(f->linear, &factorise, &solve);
  // seconds on one core: element matrices and residuals, and their share of the linear algebra
  const double price = (factorise + 1e-5 * shells) / (solve + 1e-6 * shells);
  const bool dense = pattern->size <= GB_DENSE_UNKNOWNS && !pattern->sparse;
  return dense ? fmin(price, DENSE_PRICE) : price;
}

int gb_preconditioner_factorisations(const gb_preconditioner *p) {
  return (int)p->policy.factorisations;
}

double gb_preconditioner_bytes(const gb_preconditioner *p) {
  double bytes = 0;
  for (int i = 0; i < FACTORS; i++)
    if (p->factor[i].linear) bytes += gb_linear_bytes(p->factor[i].linear);
  return bytes;
}
