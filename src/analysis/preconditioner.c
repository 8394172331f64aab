/// Factors kept by sigma, made from the element matrices' blocks through the ties.
#include "analysis/preconditioner.h"

#include "solve/linear.h"

#include <stdlib.h>
#include <string.h>

/// Models of fewer unknowns have nothing to gain from single precision; a factor that was replaced
/// after fewer uses may have lacked digits.
enum { SINGLE_UNKNOWNS = 20000, FEW_USES = 16 };
/// The most that a renewal of a dense factor counts, in corrections: there a factor of the very
/// state is worth more than the microseconds that it costs.
static const double DENSE_PRICE = 4;
enum { FACTORS = 4, BLOCK = GB_NODE_VALUES * GB_NODE_VALUES };

typedef struct factor {
  gb_linear *linear;
  double sigma[3];
  long used; ///< clock of the last use
  int uses;  ///< since it was made
  gb_precision precision;
} factor;

struct gb_preconditioner {
  const gb_model *model;
  gb_nodal *nodal;
  gb_assembly *assembly;
  gb_timers *timers;
  double memory;
  gb_node_pairs pairs;
  gb_linear_pattern pattern;
  factor factor[FACTORS];
  long clock;
  int factorisations;
  bool full; ///< single precision did not do
  bool has_diagonal;
  gb_scalar *diagonal; ///< [owned]
};

/// Walk over the entries that a block between the values of nodes i <= j puts into one triangle of
/// the unknowns' matrix: `values` (when given) and the pattern's numbers (when `values` is NULL).
typedef struct entries {
  const gb_preconditioner *p;
  const gb_scalar *block;
  gb_scalar *values;
  int *row, *column;
  int64_t count;
} entries;

static int64_t global_number(const gb_model *model, int32_t unknown) {
  return unknown < model->owned_unknowns ? model->first_unknown + unknown
                                         : model->ghost[unknown - model->owned_unknowns];
}

/// Entries of the nodal value pair (r, c). For r != c it stands for (c, r) too, so that equal
/// unknowns on both sides count twice.
static void emit_pair(entries *e, int32_t r, int32_t c, gb_scalar value) {
  const gb_model *model = e->p->model;
  for (int32_t k = model->tie_start[r]; k < model->tie_start[r + 1]; k++)
    for (int32_t l = model->tie_start[c]; l < model->tie_start[c + 1]; l++) {
      int32_t i = model->tie_unknown[k], j = model->tie_unknown[l];
      if (r == c && l < k) continue;
      double twice = r != c && i == j ? 2 : 1;
      if (e->values)
        e->values[e->count] = twice * model->tie_factor[k] * model->tie_factor[l] * value;
      if (e->row) {
        e->row[e->count] = (int)global_number(model, i) + 1;
        e->column[e->count] = (int)global_number(model, j) + 1;
      }
      e->count++;
    }
}

static void emit(entries *e) {
  const gb_node_pairs *pairs = &e->p->pairs;
  for (int32_t i = 0; i < e->p->model->nodes; i++)
    for (int32_t k = pairs->start[i]; k < pairs->start[i + 1]; k++) {
      int32_t j = pairs->column[k];
      for (int r = 0; r < GB_NODE_VALUES; r++)
        for (int c = i == j ? r : 0; c < GB_NODE_VALUES; c++)
          emit_pair(e, GB_NODE_VALUES * i + r, GB_NODE_VALUES * j + c,
                    e->block ? e->block[(size_t)k * BLOCK + GB_NODE_VALUES * r + c] : 0);
    }
}

static int make_pattern(gb_preconditioner *p, gb_error *error) {
  const gb_model *model = p->model;
  GB_TRY(gb_assembly_pairs(model, &p->pairs, error));
  entries counted = {.p = p};
  emit(&counted);
  p->pattern = (gb_linear_pattern){.size = (int32_t)model->total_unknowns,
                                   .first = (int32_t)model->first_unknown,
                                   .owned = model->owned_unknowns,
                                   .entries = counted.count,
                                   .pivot_order = model->pivot_order};
  GB_TRY(gb_allocate((size_t)counted.count, sizeof(int), &p->pattern.row, error));
  GB_TRY(gb_allocate((size_t)counted.count, sizeof(int), &p->pattern.column, error));
  entries numbers = {.p = p, .row = p->pattern.row, .column = p->pattern.column};
  emit(&numbers);
  return gb_allocate((size_t)model->owned_unknowns, sizeof *p->diagonal, &p->diagonal, error);
}

int gb_preconditioner_create(const gb_model *model, gb_nodal *nodal, gb_assembly *assembly,
                             gb_timers *timers, double memory, gb_preconditioner **out,
                             gb_error *error) {
  gb_preconditioner *p;
  *out = NULL;
  GB_TRY(gb_allocate(1, sizeof *p, &p, error));
  p->model = model;
  p->nodal = nodal;
  p->assembly = assembly;
  p->timers = timers;
  p->memory = memory;
  int status = make_pattern(p, error);
  if (status != GB_OK) gb_preconditioner_destroy(&p);
  *out = p;
  return status;
}

void gb_preconditioner_destroy(gb_preconditioner **preconditioner) {
  gb_preconditioner *p = *preconditioner;
  if (!p) return;
  for (int i = 0; i < FACTORS; i++) gb_linear_destroy(&p->factor[i].linear);
  gb_node_pairs_free(&p->pairs);
  free(p->pattern.row);
  free(p->pattern.column);
  free(p->diagonal);
  free(p);
  *preconditioner = NULL;
}

static bool is_mass(const double sigma[3]) {
  return sigma[0] == 0 && sigma[1] == 0;
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

gb_preconditioner_kind gb_preconditioner_kind_of(const gb_preconditioner *p,
                                                 const double sigma[3]) {
  if (is_mass(sigma)) return p->has_diagonal ? GB_PRECONDITIONER_ROUGH : GB_PRECONDITIONER_NONE;
  return find(p, sigma) ? GB_PRECONDITIONER_FACTOR : GB_PRECONDITIONER_NONE;
}

static int renew_diagonal(gb_preconditioner *p, const double sigma[3], const gb_nodal_state *state,
                          gb_error *error) {
  gb_scalar *nodal;
  double start = gb_timer_now();
  GB_TRY(gb_allocate(gb_nodal_size(p->nodal), sizeof *nodal, &nodal, error));
  gb_assembly_diagonal(p->assembly, state, sigma, nodal);
  int status = gb_nodal_scatter_diagonal(p->nodal, nodal, p->diagonal, error);
  free(nodal);
  gb_timer_add(p->timers, GB_PHASE_ASSEMBLY, start);
  for (int32_t i = 0; status == GB_OK && i < p->model->owned_unknowns; i++)
    if (!(gb_real(p->diagonal[i]) > 0))
      status = gb_fail(error, GB_SINGULAR, "a node has no inertia: give the material a density");
  GB_TRY(gb_agree(p->model->comm, status, error));
  p->has_diagonal = true;
  return GB_OK;
}

/// The factor to overwrite: this sigma's, a free place, or the one that was used longest ago.
/// Factors beyond the memory that the user grants are dropped first.
static factor *choose(gb_preconditioner *p, const double sigma[3]) {
  factor *mine = (factor *)find(p, sigma);
  if (mine) return mine;
  factor *oldest = NULL, *empty = NULL;
  double bytes = 0, largest = 0;
  for (int i = 0; i < FACTORS; i++) {
    factor *f = &p->factor[i];
    if (!f->linear) {
      empty = f;
      continue;
    }
    double size = gb_linear_bytes(f->linear);
    bytes += size;
    if (size > largest) largest = size;
    if (!oldest || f->used < oldest->used) oldest = f;
  }
  if (empty && bytes + largest <= p->memory) return empty;
  return oldest ? oldest : empty;
}

/// Single precision serves large dynamic models, whose inertia keeps the operator well conditioned.
static gb_precision choose_precision(gb_preconditioner *p, const factor *f, const double sigma[3]) {
  const bool dynamic = sigma[2] != 0, large = p->model->total_unknowns >= SINGLE_UNKNOWNS;
  if (f->linear && same(f->sigma, sigma) && f->precision == GB_PRECISION_SINGLE &&
      f->uses < FEW_USES)
    p->full = true;
  return GB_PARTS == 1 && dynamic && large && !p->full ? GB_PRECISION_SINGLE : GB_PRECISION_FULL;
}

static int factorise(gb_preconditioner *p, factor *f, gb_precision precision, gb_scalar values[],
                     gb_error *error) {
  if (f->linear && f->precision != precision) gb_linear_destroy(&f->linear);
  if (!f->linear)
    GB_TRY(gb_linear_create(p->model->comm, &p->pattern, precision, p->timers, &f->linear, error));
  f->precision = precision;
  f->used = ++p->clock;
  f->uses = 0;
  p->factorisations++;
  return gb_linear_factor(f->linear, values, error);
}

/// Factor the values; what is singular in single precision may not be in full.
static int factorise_safely(gb_preconditioner *p, factor *f, const double sigma[3],
                            gb_scalar values[], gb_error *error) {
  gb_error failure = {0};
  gb_precision precision = choose_precision(p, f, sigma);
  memcpy(f->sigma, sigma, sizeof f->sigma);
  int status = factorise(p, f, precision, values, &failure);
  if (status == GB_SINGULAR && precision == GB_PRECISION_SINGLE) {
    p->full = true;
    return factorise(p, f, GB_PRECISION_FULL, values, error);
  }
  return status == GB_OK ? GB_OK : gb_fail(error, status, "%s", failure.message);
}

/// Assemble the values and factor them.
static int refactor(gb_preconditioner *p, factor *f, const double sigma[3],
                    const gb_nodal_state *state, gb_error *error) {
  gb_scalar *block = NULL, *values = NULL;
  double start = gb_timer_now();
  size_t pairs = (size_t)p->pairs.start[p->model->nodes];
  int status = gb_allocate(pairs * BLOCK, sizeof *block, &block, error);
  if (status == GB_OK)
    status = gb_allocate((size_t)p->pattern.entries, sizeof *values, &values, error);
  if (status == GB_OK) {
    gb_assembly_matrix(p->assembly, state, sigma, &p->pairs, block);
    entries e = {.p = p, .block = block, .values = values};
    emit(&e);
  }
  free(block);
  gb_timer_add(p->timers, GB_PHASE_ASSEMBLY, start);
  status = gb_agree(p->model->comm, status, error);
  if (status == GB_OK) status = factorise_safely(p, f, sigma, values, error);
  free(values);
  if (status != GB_OK) gb_linear_destroy(&f->linear);
  return status;
}

int gb_preconditioner_renew(gb_preconditioner *p, const double sigma[3],
                            const gb_nodal_state *state, gb_error *error) {
  if (is_mass(sigma)) return renew_diagonal(p, sigma, state, error);
  return refactor(p, choose(p, sigma), sigma, state, error);
}

/// The factor of this sigma or, failing that, the one used last.
static factor *nearest(gb_preconditioner *p, const double sigma[3]) {
  factor *f = (factor *)find(p, sigma);
  for (int i = 0; !f && i < FACTORS; i++)
    if (p->factor[i].linear && p->factor[i].used == p->clock) f = &p->factor[i];
  return f;
}

int gb_preconditioner_apply(gb_preconditioner *p, const double sigma[3], int count, gb_scalar x[],
                            gb_error *error) {
  int32_t n = p->model->owned_unknowns;
  if (is_mass(sigma)) {
    for (int c = 0; c < count; c++)
      for (int32_t i = 0; i < n; i++) x[(size_t)c * n + i] /= p->diagonal[i];
    return GB_OK;
  }
  factor *f = nearest(p, sigma);
  if (!f) return gb_fail(error, GB_SINGULAR, "no factor was made before it was used");
  f->used = ++p->clock;
  f->uses++;
  return gb_linear_solve(f->linear, count, x, error);
}

double gb_preconditioner_cost(const gb_preconditioner *p, const double sigma[3]) {
  const factor *f = find(p, sigma);
  if (!f) return 0;
  double factorise, solve, shells = (double)p->model->total_cells;
  gb_linear_work(f->linear, &factorise, &solve);
  // seconds of one core: element matrices and residuals, and their share of the algebra
  const double price = (factorise + 1e-5 * shells) / (solve + 1e-6 * shells);
  return p->pattern.size <= GB_DENSE_UNKNOWNS ? fmin(price, DENSE_PRICE) : price;
}

int gb_preconditioner_factorisations(const gb_preconditioner *p) {
  return p->factorisations;
}

double gb_preconditioner_bytes(const gb_preconditioner *p) {
  double bytes = 0;
  for (int i = 0; i < FACTORS; i++)
    if (p->factor[i].linear) bytes += gb_linear_bytes(p->factor[i].linear);
  return bytes;
}
