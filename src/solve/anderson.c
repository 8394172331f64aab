/// Least-squares corrections from the pairs of a stage.
#include "solve/anderson.h"

#include "base/squares.h"

#include <float.h>
#include <string.h>

/// A pair is left out if the squared sine of its angle to the space of newer pairs is below this
/// value.
static const double INDEPENDENT = 1e-10;

/// Directions p and their images a, oldest first.
typedef struct direction_pairs {
  int capacity, count;
  double *image;                   ///< images a, [capacity][length]
  double *gain;                    ///< p - a, [capacity][length]
  double gram[GB_PAIRS][GB_PAIRS]; ///< products a_i . a_j
  int side[GB_PAIRS];              ///< right-hand side from which each pair was made
} direction_pairs;

enum {
  OWN = 2
}; ///< typical number of corrections of a linear solve to round-off by the factor of its own
   ///< operator

/// Parts of a right-hand side with a contraction of their own; ALL: unknowns, multipliers and
/// states together.
enum { UNKNOWNS, MULTIPLIERS, STATES, ALL, HISTORIES };
/// Numbers of squared norms per right-hand side: of correction and solution, for the parts.
enum { NORMS = 2 * ALL };

struct gb_anderson {
  gb_system *system;
  int pending; ///< number of right-hand sides whose last correction is stored
  size_t length;
  direction_pairs pairs;
  double *raw, *correction; ///< corrections f before and after acceleration: real parts, then
                            ///< imaginary parts, [GB_PARTS][sides][length]
  double *products;   ///< products of images and corrections, [capacity of pairs][GB_PARTS * sides]
  gb_scalar *sums;    ///< buffer for sums over the ranks, at least as long as `products`
  gb_scalar *work;    ///< corrections and scaled solutions of gb_anderson_solve,
                      ///< [2][sides][length]
  gb_scalar *weight;  ///< weights of gb_anderson_weights, [length]
  bool balanced;      ///< products have the weights `balance`
  gb_scalar *balance; ///< weights of gb_anderson_balance, [length]; NULL: there are no states
  gb_contraction *part; ///< contraction of the parts of each side, [HISTORIES][sides]
};

int gb_anderson_create(gb_system *system, gb_arena *arena, int pairs, int sides, gb_anderson **out,
                       gb_error *error) {
  gb_anderson *r;
  GB_TRY(GB_TAKE(arena, r, 1, error));
  const size_t length = gb_system_length(system), block = (size_t)sides * length;
  const int capacity = pairs < GB_PAIRS ? pairs : GB_PAIRS;
  // products of new pairs and of raw corrections, and the norms of each side
  const size_t products = (size_t)((capacity * (1 + GB_PARTS) + NORMS) * sides);
  *r = (gb_anderson){.system = system, .length = length, .pairs = {.capacity = capacity}};
  GB_TRY(GB_TAKE(arena, r->pairs.image, (size_t)capacity * length, error));
  GB_TRY(GB_TAKE(arena, r->pairs.gain, (size_t)capacity * length, error));
  GB_TRY(GB_TAKE(arena, r->raw, GB_PARTS * block, error));
  GB_TRY(GB_TAKE(arena, r->correction, GB_PARTS * block, error));
  GB_TRY(GB_TAKE(arena, r->products, products, error));
  GB_TRY(GB_TAKE(arena, r->sums, products, error));
  GB_TRY(GB_TAKE(arena, r->work, 2 * block, error));
  GB_TRY(GB_TAKE(arena, r->weight, length, error));
  if (system->kind) GB_TRY(GB_TAKE(arena, r->balance, length, error));
  *out = r;
  return GB_TAKE(arena, r->part, HISTORIES * (size_t)sides, error);
}

void gb_anderson_forget(gb_anderson *r) {
  r->pairs.count = r->pending = 0;
  r->balanced = false;
}

extern void dgemm_(const char *, const char *, const int *, const int *, const int *,
                   const double *, const double *, const int *, const double *, const int *,
                   const double *, double *, const int *);

/// Make pairs p = last correction, a = change of f, from the first `fresh` right-hand sides.
static void make_pairs(gb_anderson *r, int fresh, const gb_scalar f[]) {
  const size_t entries = (size_t)fresh * r->length, pair = (size_t)r->pairs.count * r->length;
  for (size_t i = 0; i < entries; i++) {
    r->pairs.image[pair + i] = r->raw[i] - gb_real(f[i]);
    r->pairs.gain[pair + i] = r->correction[i] - r->pairs.image[pair + i];
  }
}

/// Copy the real parts of f, then its imaginary parts.
static void copy_raw(gb_anderson *r, int count, const gb_scalar f[]) {
  const size_t entries = (size_t)count * r->length;
  for (size_t i = 0; i < entries; i++) {
    r->raw[i] = gb_real(f[i]);
    if (GB_PARTS == 2) r->raw[entries + i] = gb_imag(f[i]);
  }
}

/// products[side][pair] = image_pair . x_side for `sides` vectors x. For a single vector, a loop is
/// faster than a call of BLAS.
static void project(const gb_anderson *r, int pairs, int sides, const double *x,
                    double products[]) {
  const int length = (int)r->length;
  const double one = 1, zero = 0;
  for (int k = 0; k < pairs && sides == 1; k++)
    products[k] = gb_product(r->length, r->pairs.image + (size_t)k * r->length, x);
  if (pairs > 0 && sides > 1 && length > 0)
    dgemm_("T", "N", &pairs, &sides, &length, &one, r->pairs.image, &length, x, &length, &zero,
           products, &pairs);
}

/// Delete the older half of the pairs.
static void forget_older(gb_anderson *r) {
  const int left = r->pairs.capacity / 2, first = r->pairs.count - left;
  if (first <= 0) return;
  for (int k = 0; k < left; k++) {
    const size_t to = (size_t)k * r->length, from = (size_t)(k + first) * r->length;
    memcpy(r->pairs.image + to, r->pairs.image + from, r->length * sizeof *r->pairs.image);
    memcpy(r->pairs.gain + to, r->pairs.gain + from, r->length * sizeof *r->pairs.gain);
    r->pairs.side[k] = r->pairs.side[k + first];
    for (int j = 0; j < left; j++) r->pairs.gram[k][j] = r->pairs.gram[k + first][j + first];
  }
  r->pairs.count = left;
}

/// Add `fresh` new pairs with their products, copy f to r->raw and compute the products of images
/// and raw corrections, summed over the ranks. Collective.
static int add_pairs(gb_anderson *r, int fresh, int count, const gb_scalar f[], gb_error *error) {
  if (r->pairs.count + fresh > r->pairs.capacity) forget_older(r);
  const int pairs = r->pairs.count + fresh, sides = GB_PARTS * count;
  const double *image = r->pairs.image + (size_t)r->pairs.count * r->length;
  double *of_raw = r->products + pairs * fresh;
  memset(r->products, 0, (size_t)(pairs * (fresh + sides)) * sizeof *r->products);
  make_pairs(r, fresh, f);
  copy_raw(r, count, f);
  project(r, pairs, fresh, image, r->products);
  project(r, pairs, sides, r->raw, of_raw);
  for (int k = 0; k < pairs * (fresh + sides); k++) r->sums[k] = r->products[k];
  GB_TRY(r->system->op->sum(r->system, pairs * (fresh + sides), r->sums, error));
  for (int k = 0; k < pairs * (fresh + sides); k++) r->products[k] = gb_real(r->sums[k]);
  for (int c = 0; c < fresh; c++) {
    r->pairs.side[r->pairs.count + c] = c;
    for (int k = 0; k < pairs; k++)
      r->pairs.gram[k][r->pairs.count + c] = r->pairs.gram[r->pairs.count + c][k] =
          r->products[c * pairs + k];
  }
  memmove(r->products, of_raw, (size_t)(pairs * sides) * sizeof *r->products);
  r->pairs.count = pairs;
  return GB_OK;
}

/// Compute the Cholesky factor of the Gram matrix, newest pair first. Pairs that are too small or
/// nearly in the span of newer pairs are left out. @return number of pairs used
static int factorise(const gb_anderson *r, double L[][GB_PAIRS], int chosen[]) {
  const double noise = gb_convergence.round_off;
  double largest[GB_PAIRS] = {0};
  int rank = 0;
  for (int k = 0; k < r->pairs.count; k++)
    largest[r->pairs.side[k]] = fmax(largest[r->pairs.side[k]], r->pairs.gram[k][k]);
  for (int k = r->pairs.count - 1; k >= 0; k--) {
    double row[GB_PAIRS] = {0}, left = r->pairs.gram[k][k];
    // an image at the round-off of its right-hand side's largest image contains no information
    if (!(left > noise * noise * largest[r->pairs.side[k]]) || !isfinite(left)) continue;
    for (int j = 0; j < rank; j++) {
      row[j] = r->pairs.gram[k][chosen[j]];
      for (int i = 0; i < j; i++) row[j] -= row[i] * L[j][i];
      row[j] /= L[j][j];
      left -= row[j] * row[j];
    }
    if (left < INDEPENDENT * r->pairs.gram[k][k]) continue;
    memcpy(L[rank], row, (size_t)rank * sizeof *row);
    L[rank][rank] = sqrt(left);
    chosen[rank++] = k;
  }
  return rank;
}

/// Solve the least-squares problems min |f - sum_k g_k a_k|: replaces the products a_k . f by the
/// coefficients g_k.
static void find_coefficients(gb_anderson *r, int sides) {
  double L[GB_PAIRS][GB_PAIRS], y[GB_PAIRS];
  int chosen[GB_PAIRS], rank = factorise(r, L, chosen);
  for (int c = 0; c < sides; c++) {
    double *mine = r->products + c * r->pairs.count;
    for (int j = 0; j < rank; j++) {
      y[j] = mine[chosen[j]];
      for (int i = 0; i < j; i++) y[j] -= L[j][i] * y[i];
      y[j] /= L[j][j];
    }
    memset(mine, 0, (size_t)r->pairs.count * sizeof *mine);
    for (int j = rank - 1; j >= 0; j--) {
      for (int i = j + 1; i < rank; i++) y[j] -= L[i][j] * y[i];
      y[j] /= L[j][j];
      mine[chosen[j]] = y[j];
    }
  }
}

/// f = r->correction = f + sum_k g_k (p_k - a_k).
static void apply(gb_anderson *r, int count, gb_scalar f[]) {
  const int length = (int)r->length, sides = GB_PARTS * count;
  const size_t entries = (size_t)count * r->length;
  const double one = 1;
  memcpy(r->correction, r->raw, (size_t)sides * r->length * sizeof *r->raw);
  for (int k = 0; k < r->pairs.count && sides == 1; k++)
    for (size_t i = 0; i < r->length; i++)
      r->correction[i] += r->products[k] * r->pairs.gain[(size_t)k * r->length + i];
  if (r->pairs.count > 0 && sides > 1 && length > 0)
    dgemm_("N", "N", &length, &sides, &r->pairs.count, &one, r->pairs.gain, &length, r->products,
           &r->pairs.count, &one, r->correction, &length);
  for (size_t i = 0; i < entries; i++)
    f[i] = GB_PARTS == 2 ? gb_join(r->correction[i], r->correction[entries + i]) : r->correction[i];
}

int gb_anderson_weights(gb_anderson *r, const double sigma[3], const gb_scalar **weight,
                        gb_error *error) {
  for (size_t i = 0; i < r->length; i++) r->weight[i] = 1;
  const gb_operator A = {.sigma = sigma};
  GB_TRY(r->system->op->precondition(r->system, &A, 1, r->weight, error));
  for (size_t i = 0; i < r->length; i++) r->weight[i] = 1 / sqrt(gb_real(r->weight[i]));
  *weight = r->weight;
  return GB_OK;
}

void gb_anderson_balance(gb_anderson *r, const gb_scalar *weight, double unknowns, double states) {
  if (r->balanced || !(states > 0)) return;
  const double ratio = unknowns > 0 ? unknowns / states : 1;
  const size_t n = (size_t)r->system->n;
  for (size_t i = 0; i < r->length; i++) {
    const bool state = i < n && r->system->kind[i] == GB_ROWS_STATE;
    r->balance[i] = (weight ? weight[i] : 1) * (state ? ratio : 1);
  }
  gb_anderson_forget(r);
  r->balanced = true;
}

int gb_anderson_correct(gb_anderson *r, int count, const gb_scalar *weight, bool noise,
                        gb_scalar f[], gb_error *error) {
  if (r->balanced) weight = r->balance;
  const size_t entries = weight ? (size_t)count * r->length : 0;
  for (size_t i = 0; i < entries; i++) f[i] *= gb_real(weight[i % r->length]);
  // With many right-hand sides, only the first half of the capacity makes pairs.
  const int teaching = count < r->pairs.capacity / 2 ? count : r->pairs.capacity / 2;
  GB_TRY(add_pairs(r, r->pending == count && !noise ? teaching : 0, count, f, error));
  if (r->pairs.count > 0) find_coefficients(r, GB_PARTS * count);
  apply(r, count, f);
  for (size_t i = 0; i < entries; i++) f[i] /= gb_real(weight[i % r->length]);
  r->pending = noise ? 0 : count;
  return GB_OK;
}

/// State of a linear solve.
typedef struct solving {
  gb_anderson *anderson;
  const gb_linear_equations *equations;
  bool diagonal;
  bool restarted;                  ///< pairs were deleted because corrections stagnated
  const gb_scalar *weight;         ///< weights of norms; NULL: 1
  gb_scalar *x, *f;                ///< solution; corrections, [columns][length]
  gb_contraction *part[HISTORIES]; ///< [columns] each
  gb_factor_use use;
} solving;

/// f <- P^-1 (b - A x).
static int find_corrections(solving *s, bool from_zeros, gb_error *error) {
  gb_system *system = s->anderson->system;
  const size_t entries = (size_t)s->equations->count * s->anderson->length;
  if (from_zeros) {
    memcpy(s->f, s->equations->b, entries * sizeof *s->f);
  } else {
    GB_TRY(system->op->product(system, &s->equations->A, s->equations->count, s->x, s->f, error));
    for (size_t i = 0; i < entries; i++) s->f[i] = s->equations->b[i] - s->f[i];
  }
  return system->op->precondition(system, &s->equations->A, s->equations->count, s->f, error);
}

/// Set the goal of a part from the squared size of the solution.
static void set_goal(const solving *s, double square, gb_contraction *p) {
  p->size =
      // if there is no solution, x grows without bound
      fmin(sqrt(square), gb_convergence.growth * p->first);
  const double tolerance =
      s->diagonal ? gb_convergence.mass * s->equations->tolerance : s->equations->tolerance;
  p->goal = fmax(tolerance * fmin(p->first, p->size), DBL_EPSILON * p->size);
}

/// Compute this rank's squared norms of f and x of a right-hand side, for each part.
static void add_squares(solving *s, size_t side, double sum[NORMS]) {
  const size_t length = s->anderson->length, n = (size_t)s->anderson->system->n;
  const unsigned char *kind = s->anderson->system->kind;
  for (size_t i = 0; i < length; i++) {
    const size_t k = side * length + i;
    const double weight = s->weight ? gb_real(s->weight[i]) : 1;
    s->f[k] = gb_real(s->f[k]);
    const bool state = kind && i < n && kind[i] == GB_ROWS_STATE;
    double *square = sum + 2 * (state ? STATES : i < n ? UNKNOWNS : MULTIPLIERS);
    square[0] += weight * weight * gb_real(s->f[k]) * gb_real(s->f[k]);
    square[1] += weight * weight * gb_real(s->x[k]) * gb_real(s->x[k]);
  }
}

/// Compute the squares of weighted norms of f and x over all ranks, [count][NORMS] in the buffer of
/// sums. The complex build solves with the real part of the operator. Collective.
static int sum_squares(solving *s, gb_error *error) {
  const gb_anderson *r = s->anderson;
  for (int c = 0; c < s->equations->count; c++) {
    double sum[NORMS] = {0};
    add_squares(s, (size_t)c, sum);
    for (int k = 0; k < NORMS; k++) r->sums[NORMS * c + k] = sum[k];
  }
  return r->system->op->sum(r->system, NORMS * s->equations->count, r->sums, error);
}

/// Add the norms of f and x to the histories of all right-hand sides. Collective.
static int measure(solving *s, gb_error *error) {
  const gb_anderson *r = s->anderson;
  GB_TRY(sum_squares(s, error));
  for (int c = 0; c < s->equations->count; c++) {
    double all[2] = {0};
    for (int k = 0; k < HISTORIES; k++) {
      const gb_scalar *sum = &r->sums[NORMS * c + 2 * k];
      for (int i = 0; i < 2 && k < ALL; i++) all[i] += gb_real(sum[i]);
      gb_contraction_add(&s->part[k][c], sqrt(k < ALL ? gb_real(sum[0]) : all[0]));
      set_goal(s, k < ALL ? gb_real(sum[1]) : all[1], &s->part[k][c]);
    }
  }
  return GB_OK;
}

/// Find the weights of states in pairs from the largest sizes of all right-hand sides.
static void find_balance(solving *s) {
  double largest[ALL] = {0};
  for (int c = 0; c < s->equations->count; c++)
    for (int k = 0; k < ALL; k++)
      largest[k] = fmax(largest[k], gb_contraction_scale(&s->part[k][c]));
  gb_anderson_balance(s->anderson, s->weight, largest[UNKNOWNS], largest[STATES]);
}

static bool is_negligible(const gb_contraction *p, double norm) {
  return norm <= fmax(gb_convergence.round_off * p->size, p->noise);
}

/// Whether the estimated error is below the tolerance, or corrections are at round-off.
static bool is_found(const gb_contraction *p) {
  return p->norm[0] == 0 || (gb_contraction_is_accurate(p) && p->count > 1) ||
         (p->stagnant > 0 && is_negligible(p, p->norm[0]));
}

/// Whether the last correction is small enough for the tolerance. The contraction of a norm says
/// nothing about much smaller components: if these must be exact to round-off, the last correction
/// must be round-off too.
static bool is_small(const solving *s, const gb_contraction *p) {
  return s->equations->tolerance >= gb_convergence.round_off || is_negligible(p, p->norm[0]);
}

/// Whether a part, of multipliers or of states, that vanishes in the solution consists of
/// round-off: it no longer shrinks, and two corrections of the unknowns were round-off.
static bool follows(const solving *s, int part, int side) {
  const gb_contraction *u = &s->part[UNKNOWNS][side];
  return s->part[part][side].stagnant > 1 && u->count > 1 && is_negligible(u, u->norm[0]) &&
         is_negligible(u, u->norm[1]);
}

/// Whether a right-hand side is solved. Multipliers and states are measured separately because the
/// units of the model decide whether they or the unknowns are larger.
static bool is_solved(const solving *s, int side) {
  const gb_contraction *p = &s->part[ALL][side], *u = &s->part[UNKNOWNS][side],
                       *l = &s->part[MULTIPLIERS][side], *x = &s->part[STATES][side];
  if (is_small(s, u) && is_found(u) && (is_found(l) || follows(s, MULTIPLIERS, side)) &&
      ((is_small(s, x) && is_found(x)) || follows(s, STATES, side)))
    return true;
  const double enough = 1e3 * fmax(s->equations->tolerance, gb_convergence.round_off);
  return s->restarted && gb_contraction_stagnates(p) && p->norm[0] <= enough * p->size;
}

static bool are_solved(const solving *s) {
  for (int c = 0; c < s->equations->count; c++)
    if (!is_solved(s, c)) return false;
  return true;
}

/// Whether corrections of a right-hand side no longer shrink although they are larger than the
/// round-off of the solution, and that of the product is not known.
static bool stagnates_early(const solving *s) {
  for (int c = 0; c < s->equations->count; c++) {
    const gb_contraction *p = &s->part[UNKNOWNS][c];
    if (p->noise == 0 && p->stagnant > 0 && !is_negligible(p, p->norm[0]) &&
        p->norm[0] <= gb_convergence.noise * p->size)
      return true;
  }
  return false;
}

/// Measure the size that corrections have by the round-off of the product A x alone, which exceeds
/// that of x if large terms of A x cancel, as those of slender elements do. Two products that round
/// differently give a sample of it, P^-1 (A (3 x) / 3 - A x), which replaces f. Norms of round-off
/// vary by the factor `jump`. Collective.
static int measure_noise(solving *s, gb_error *error) {
  gb_system *system = s->anderson->system;
  const gb_operator *A = &s->equations->A;
  const size_t entries = (size_t)s->equations->count * s->anderson->length;
  gb_scalar *other = s->f + entries;
  for (size_t i = 0; i < entries; i++) s->f[i] = 3 * s->x[i];
  GB_TRY(system->op->product(system, A, s->equations->count, s->f, other, error));
  GB_TRY(system->op->product(system, A, s->equations->count, s->x, s->f, error));
  for (size_t i = 0; i < entries; i++) s->f[i] = other[i] / 3 - s->f[i];
  GB_TRY(system->op->precondition(system, A, s->equations->count, s->f, error));
  GB_TRY(sum_squares(s, error));
  for (int c = 0; c < s->equations->count; c++) {
    double all = 0;
    for (int k = 0; k < HISTORIES; k++) {
      const double square = k < ALL ? gb_real(s->anderson->sums[NORMS * c + 2 * k]) : all;
      all += square;
      s->part[k][c].noise = gb_convergence.jump * sqrt(square);
    }
  }
  return GB_OK;
}

/// @return the right-hand side that is farthest from its goal, or its states where there are any;
///   right-hand sides of zeros reach it at once
static const gb_contraction *find_last(const solving *s) {
  const gb_contraction *last = s->part[ALL];
  for (int c = 0; c < s->equations->count; c++)
    for (int k = ALL; k >= STATES; k--) {
      const gb_contraction *p = &s->part[k][c];
      const bool farther = p->norm[0] * last->goal > last->norm[0] * p->goal;
      if (k == STATES && follows(s, STATES, c)) continue;
      if (p->norm[0] > 0 && (last->norm[0] == 0 || farther)) last = p;
    }
  return last;
}

/// Delete all pairs: pairs at round-off hide directions that are not yet found.
static void restart(solving *s) {
  gb_anderson_forget(s->anderson);
  for (int k = 0; k < HISTORIES; k++)
    for (int c = 0; c < s->equations->count; c++) gb_contraction_refactored(&s->part[k][c]);
  s->restarted = true;
}

static int refactor(solving *s, gb_error *error) {
  gb_system *system = s->anderson->system;
  GB_TRY(system->op->refactor(system, s->use.sigma, s->equations->A.state, error));
  restart(s);
  s->restarted = false;
  gb_factor_refactored(&s->use);
  return GB_OK;
}

static int iterate(solving *s, int *iterations, gb_error *error) {
  const size_t entries = (size_t)s->equations->count * s->anderson->length;
  for (*iterations = 0; *iterations < gb_convergence.corrections;) {
    GB_TRY(find_corrections(s, *iterations == 0, error));
    GB_TRY(measure(s, error));
    const bool solved = are_solved(s);
    find_balance(s);
    if (!solved)
      GB_TRY(gb_anderson_correct(s->anderson, s->equations->count, s->weight, false, s->f, error));
    for (size_t i = 0; i < entries; i++) s->x[i] += s->f[i];
    ++*iterations;
    s->use.corrections++;
    if (solved) return GB_OK;
    if (stagnates_early(s)) {
      GB_TRY(measure_noise(s, error));
      if (are_solved(s)) return GB_OK;
    }
    const gb_contraction *last = find_last(s);
    if (!isfinite(last->norm[0])) break;
    if (gb_contraction_stagnates(last) && last->norm[0] <= gb_refactor.fast * last->first)
      restart(s);
    if (!s->diagonal && gb_factor_is_outdated(&s->use, last)) GB_TRY(refactor(s, error));
  }
  const gb_contraction *last = find_last(s);
  return gb_fail(error, GB_SOLVER_STALLED,
                 "the iterative linear solver stalled: after %d corrections the last was %.1e of "
                 "the solution (tolerance %.1e)",
                 *iterations, last->norm[0] / last->size, s->equations->tolerance);
}

/// Start the age of a factor from an earlier march. Its solves are compared with those by a factor
/// of their own state, which take OWN corrections by a whole factor. By a light one they take more,
/// and only a new factor shows how many.
static void begin_record(const gb_factor_use *use) {
  const gb_system_operations *op = use->system->op;
  gb_factor_record *record = use->record;
  if (!record || record->age > 0 || use->fresh) return;
  if (op->preconditioner(use->system, use->sigma) != GB_PRECONDITIONER_FACTOR) return;
  record->age = 1;
  record->first = OWN;
}

static int solve(solving *s, int *iterations, gb_error *error) {
  gb_system *system = s->anderson->system;
  for (int k = 0; k < HISTORIES; k++)
    for (int c = 0; c < s->equations->count; c++) s->part[k][c] = gb_contraction_start();
  if (gb_factor_must_refactor(&s->use) || s->use.spent)
    GB_TRY(refactor(s, error));
  else
    GB_TRY(gb_factor_rotate(&s->use, s->equations->A.state, error));
  begin_record(&s->use);
  s->diagonal = system->op->preconditioner(system, s->use.sigma) == GB_PRECONDITIONER_DIAGONAL;
  gb_anderson_forget(s->anderson);
  if (s->diagonal) GB_TRY(gb_anderson_weights(s->anderson, s->use.sigma, &s->weight, error));
  memset(s->x, 0, (size_t)s->equations->count * s->anderson->length * sizeof *s->x);
  GB_TRY(iterate(s, iterations, error));
  if (!s->diagonal) gb_factor_end(&s->use, *iterations, s->equations->count, s->part[ALL]);
  return GB_OK;
}

int gb_anderson_solve(gb_anderson *anderson, const gb_linear_equations *equations, gb_scalar x[],
                      gb_factor_record *record, gb_linear_report *report, gb_error *error) {
  solving s = {.anderson = anderson,
               .equations = equations,
               .x = x,
               .f = anderson->work,
               .use = {.system = anderson->system,
                       .sigma = equations->A.sigma,
                       .record = record,
                       .columns = equations->count,
                       .pairs = true}};
  for (int k = 0; k < HISTORIES; k++) s.part[k] = anderson->part + k * equations->count;
  *report = (gb_linear_report){0};
  const int status = equations->count > 0 ? solve(&s, &report->iterations, error) : GB_OK;
  report->factorisations = s.use.factorisations;
  return status;
}
