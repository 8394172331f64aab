/// Flexible GMRES with restart, several right-hand sides in lock-step: each has its own Krylov
/// space, products and preconditioner see all that still run in one call.
/// Source: Saad, Iterative Methods for Sparse Linear Systems, 2nd ed., sections 6.5 and 9.4.1.
#include "solve/krylov.h"

#include "integrators/sweep.h"

#include <stdlib.h>
#include <string.h>

enum { RESTART = 30, CYCLES = 20 };

/// One right-hand side's small least-squares problem.
typedef struct projection {
  double size;     ///< norm of b
  double residual; ///< true at the start of a cycle, then the recurrence's
  double h[RESTART][RESTART + 1], g[RESTART + 1], cosine[RESTART], sine[RESTART];
  int place[RESTART]; ///< where its vector lies in each step's batch
  int steps;          ///< of this cycle
  bool open;          ///< not solved yet
  bool running;       ///< in the batch of this cycle
} projection;

typedef struct krylov {
  gb_system *system;
  const double *sigma;
  const gb_state *state;
  bool transpose;
  int count, batch;
  size_t length;
  double tolerance;
  int applications;
  projection *side;
  gb_scalar *weight;             ///< of the components of residuals, [length]; NULL: 1
  gb_scalar *sums;               ///< [count][RESTART + 2]
  gb_scalar *basis[RESTART + 1]; ///< [batch][length]: orthonormal directions
  gb_scalar *image[RESTART];     ///< [batch][length]: the preconditioner's images of them
} krylov;

static double dot(size_t length, const gb_scalar *a, const gb_scalar *b) {
  double sum = 0;
  for (size_t i = 0; i < length; i++) sum += gb_real(a[i]) * gb_real(b[i]);
  return sum;
}

/// Inner product of residuals. With a diagonal P it is a . P^-1 b, in which unknowns of different
/// size, as displacements and directors, count alike.
static double inner(const krylov *k, const gb_scalar *a, const gb_scalar *b) {
  double sum = 0;
  if (!k->weight) return dot(k->length, a, b);
  for (size_t i = 0; i < k->length; i++)
    sum += gb_real(k->weight[i]) * gb_real(a[i]) * gb_real(b[i]);
  return sum;
}

static void add(size_t length, double factor, const gb_scalar *x, gb_scalar *y) {
  for (size_t i = 0; i < length; i++) y[i] += factor * x[i];
}

/// The complex build works with the real part of the operator.
static void keep_real(size_t length, gb_scalar *x) {
  for (size_t i = 0; i < length; i++) x[i] = gb_real(x[i]);
}

static int product(krylov *k, int count, const gb_scalar *x, gb_scalar *y, gb_error *error) {
  GB_TRY(k->system->op->product(k->system, k->sigma, k->state, k->transpose, count, x, y, error));
  keep_real((size_t)count * k->length, y);
  return GB_OK;
}

static int precondition(krylov *k, int count, gb_scalar *x, gb_error *error) {
  GB_TRY(k->system->op->precondition(k->system, k->sigma, count, x, error));
  keep_real((size_t)count * k->length, x);
  k->applications++;
  return GB_OK;
}

static void release(krylov *k) {
  free(k->side);
  free(k->weight);
  free(k->sums);
  for (int j = 0; j <= RESTART; j++) free(k->basis[j]);
  for (int j = 0; j < RESTART; j++) free(k->image[j]);
}

/// Untouched pages of the basis cost nothing, so all of it is asked for at once.
static int reserve(krylov *k, gb_error *error) {
  const size_t block = (size_t)k->count * k->length;
  const bool diagonal =
      k->system->op->preconditioner(k->system, k->sigma) == GB_PRECONDITIONER_DIAGONAL;
  if (diagonal) GB_TRY(gb_allocate(k->length, sizeof *k->weight, &k->weight, error));
  GB_TRY(gb_allocate((size_t)k->count, sizeof *k->side, &k->side, error));
  GB_TRY(gb_allocate((size_t)k->count * (RESTART + 2), sizeof *k->sums, &k->sums, error));
  for (int j = 0; j <= RESTART; j++)
    GB_TRY(gb_allocate(block, sizeof **k->basis, &k->basis[j], error));
  for (int j = 0; j < RESTART; j++)
    GB_TRY(gb_allocate(block, sizeof **k->image, &k->image[j], error));
  return GB_OK;
}

/// r = b - A x of the open right-hand sides, compacted into basis[0]; their norms.
static int true_residuals(krylov *k, const gb_scalar *b, const gb_scalar *x, gb_error *error) {
  gb_scalar *r = k->basis[0], *packed = k->image[0];
  const size_t length = k->length;
  int open = 0;
  for (int c = 0; c < k->count; c++) {
    if (!k->side[c].open) continue;
    k->side[c].place[0] = open;
    memcpy(packed + (size_t)open++ * length, x + (size_t)c * length, length * sizeof *x);
  }
  if (open == 0) return GB_OK;
  GB_TRY(product(k, open, packed, r, error));
  open = 0;
  for (int c = 0; c < k->count; c++) {
    if (!k->side[c].open) continue;
    gb_scalar *mine = r + (size_t)open * length;
    for (size_t i = 0; i < length; i++) mine[i] = b[(size_t)c * length + i] - mine[i];
    k->sums[open++] = inner(k, mine, mine);
  }
  GB_TRY(k->system->op->sum(k->system, open, k->sums, error));
  for (int c = 0; c < k->count; c++)
    if (k->side[c].open) k->side[c].residual = sqrt(gb_real(k->sums[k->side[c].place[0]]));
  return GB_OK;
}

/// The first direction of each open right-hand side is its residual.
static void begin_cycle(krylov *k) {
  k->batch = 0;
  for (int c = 0; c < k->count; c++) {
    projection *side = &k->side[c];
    side->running = side->open;
    side->steps = 0;
    if (!side->open) continue;
    k->batch++;
    side->g[0] = side->residual;
    gb_scalar *r = k->basis[0] + (size_t)side->place[0] * k->length;
    for (size_t i = 0; i < k->length; i++) r[i] /= side->residual;
  }
}

/// One pass of classical Gram-Schmidt of each running side's basis[j + 1] against its basis, with
/// one sum over the ranks; `square` is the squared norm that is left.
static int orthogonalise(krylov *k, int j, double *square, gb_error *error) {
  const size_t length = k->length;
  const int each = j + 2;
  for (int c = 0; c < k->count; c++) {
    const projection *side = &k->side[c];
    if (!side->running) continue;
    const gb_scalar *w = k->basis[j + 1] + (size_t)side->place[j] * length;
    gb_scalar *sums = k->sums + (size_t)side->place[j] * each;
    for (int i = 0; i <= j; i++)
      sums[i] = inner(k, k->basis[i] + (size_t)side->place[i ? i - 1 : 0] * length, w);
    sums[j + 1] = inner(k, w, w);
  }
  GB_TRY(k->system->op->sum(k->system, k->batch * each, k->sums, error));
  for (int c = 0; c < k->count; c++) {
    projection *side = &k->side[c];
    if (!side->running) continue;
    gb_scalar *w = k->basis[j + 1] + (size_t)side->place[j] * length;
    const gb_scalar *sums = k->sums + (size_t)side->place[j] * each;
    square[c] = gb_real(sums[j + 1]);
    for (int i = 0; i <= j; i++) {
      const double h = gb_real(sums[i]);
      add(length, -h, k->basis[i] + (size_t)side->place[i ? i - 1 : 0] * length, w);
      side->h[j][i] += h;
      square[c] -= h * h;
    }
  }
  return GB_OK;
}

/// Bring column j of the Hessenberg matrix to triangular form by Givens rotations.
static void rotate(projection *side, int j, double below) {
  double *h = side->h[j];
  h[j + 1] = below;
  for (int i = 0; i < j; i++) {
    const double upper = h[i], lower = h[i + 1];
    h[i] = side->cosine[i] * upper + side->sine[i] * lower;
    h[i + 1] = -side->sine[i] * upper + side->cosine[i] * lower;
  }
  const double radius = hypot(h[j], h[j + 1]);
  side->cosine[j] = radius > 0 ? h[j] / radius : 1;
  side->sine[j] = radius > 0 ? h[j + 1] / radius : 0;
  h[j] = radius;
  side->g[j + 1] = -side->sine[j] * side->g[j];
  side->g[j] *= side->cosine[j];
  side->residual = fabs(side->g[j + 1]);
  side->steps = j + 1;
}

/// Pack the directions of the running sides into image[j].
static void pack(krylov *k, int j) {
  const size_t length = k->length;
  k->batch = 0;
  for (int c = 0; c < k->count; c++) {
    projection *side = &k->side[c];
    if (!side->running) continue;
    const size_t from = (size_t)side->place[j ? j - 1 : 0];
    const size_t to = (size_t)k->batch++;
    memcpy(k->image[j] + to * length, k->basis[j] + from * length, length * sizeof **k->basis);
    side->place[j] = (int)to;
  }
}

/// One step of all running sides; a side leaves the batch when its recurrence is below the target
/// or its space is invariant.
static int advance(krylov *k, int j, double *square, gb_error *error) {
  pack(k, j);
  GB_TRY(precondition(k, k->batch, k->image[j], error));
  GB_TRY(product(k, k->batch, k->image[j], k->basis[j + 1], error));
  for (int c = 0; c < k->count; c++) memset(k->side[c].h[j], 0, sizeof k->side[c].h[j]);
  GB_TRY(orthogonalise(k, j, square, error));
  GB_TRY(orthogonalise(k, j, square, error));
  for (int c = 0; c < k->count; c++) {
    projection *side = &k->side[c];
    if (!side->running) continue;
    const double below = square[c] > 0 ? sqrt(square[c]) : 0;
    rotate(side, j, below);
    gb_scalar *w = k->basis[j + 1] + (size_t)side->place[j] * k->length;
    for (size_t i = 0; below > 0 && i < k->length; i++) w[i] /= below;
    // A recurrence near the target is rarely the true residual to the last digit: aim lower.
    side->running = below > 0 && side->residual > 0.3 * k->tolerance * side->size;
  }
  return GB_OK;
}

/// x += Z y with the triangular system's solution y.
static void correct(krylov *k, gb_scalar *x) {
  for (int c = 0; c < k->count; c++) {
    const projection *side = &k->side[c];
    if (!side->open) continue;
    double y[RESTART];
    for (int j = side->steps - 1; j >= 0; j--) {
      double value = side->g[j];
      for (int i = j + 1; i < side->steps; i++) value -= side->h[i][j] * y[i];
      y[j] = side->h[j][j] != 0 ? value / side->h[j][j] : 0;
    }
    for (int j = 0; j < side->steps; j++)
      add(k->length, y[j], k->image[j] + (size_t)side->place[j] * k->length,
          x + (size_t)c * k->length);
  }
}

static int count_running(const krylov *k) {
  int running = 0;
  for (int c = 0; c < k->count; c++) running += k->side[c].running;
  return running;
}

static int count_open(const krylov *k) {
  int open = 0;
  for (int c = 0; c < k->count; c++) open += k->side[c].open;
  return open;
}

static int cycle(krylov *k, gb_scalar *x, gb_error *error) {
  double *square;
  int status = gb_allocate((size_t)k->count, sizeof *square, &square, error);
  GB_TRY(gb_system_agree(k->system, status, error));
  begin_cycle(k);
  for (int j = 0; j < RESTART && count_running(k) && status == GB_OK; j++)
    status = advance(k, j, square, error);
  free(square);
  if (status == GB_OK) correct(k, x);
  return status;
}

static int stalled(const krylov *k, const projection *side, gb_error *error) {
  return gb_fail(error, GB_DIVERGED,
                 "the iterative linear solver stalled at a relative residual of %.1e after %d "
                 "applications of the preconditioner (%.1e was asked for)",
                 side->residual / side->size, k->applications, k->tolerance);
}

/// A residual that no longer falls is accepted at round-off: small beside b, or its image under the
/// preconditioner (about the error of x) small beside x, for b may be far smaller than A's terms. A
/// tighter tolerance asks for what round-off may not give: it leaves these bounds as they are.
static int judge_stalled(krylov *k, const gb_scalar *x, const double *before, gb_error *error) {
  const size_t length = k->length;
  const double enough = 1e3 * fmax(k->tolerance, 1e-12);
  for (int c = 0; c < k->count; c++) {
    projection *side = &k->side[c];
    if (!side->open || side->residual <= 0.5 * before[c]) continue;
    side->open = false;
    if (side->residual <= enough * side->size) continue;
    if (side->residual > 1e-6 * side->size) return stalled(k, side, error);
    gb_scalar *r = k->basis[0] + (size_t)side->place[0] * length, *step = k->image[0];
    memcpy(step, r, length * sizeof *r);
    GB_TRY(precondition(k, 1, step, error));
    gb_scalar sums[2] = {dot(length, step, step),
                         dot(length, x + (size_t)c * length, x + (size_t)c * length)};
    GB_TRY(k->system->op->sum(k->system, 2, sums, error));
    if (gb_real(sums[0]) <= enough * enough * gb_real(sums[1])) continue;
    return stalled(k, side, error);
  }
  return GB_OK;
}

/// The weights of residuals: of a diagonal P the inverse, 1 for multipliers.
static int weigh(krylov *k, gb_error *error) {
  if (!k->weight) return GB_OK;
  for (size_t i = 0; i < k->length; i++) k->weight[i] = 1;
  return k->system->op->precondition(k->system, k->sigma, 1, k->weight, error);
}

/// Norms of b, and whether any rank ran out of memory (in `failed`): the first sum of all.
static int measure(krylov *k, const gb_scalar *b, int status, gb_error *error) {
  gb_scalar few[9] = {0}, *sums = status == GB_OK ? k->sums : few;
  // With too little memory even for the sums this rank takes part through a small buffer.
  sums[0] = status != GB_OK;
  GB_TRY(k->system->op->sum(k->system, 1, sums, error));
  if (gb_real(sums[0]) > 0)
    return gb_fail(error, GB_FILE, "out of memory for the iterative linear solver");
  GB_TRY(weigh(k, error));
  for (int c = 0; c < k->count; c++)
    k->sums[c] = inner(k, b + (size_t)c * k->length, b + (size_t)c * k->length);
  GB_TRY(k->system->op->sum(k->system, k->count, k->sums, error));
  for (int c = 0; c < k->count; c++) {
    k->side[c].size = sqrt(gb_real(k->sums[c]));
    k->side[c].open = k->side[c].size > 0;
  }
  return GB_OK;
}

/// Keep a first guess only where its residual is smaller than b.
static int use_guess(krylov *k, const gb_scalar *b, gb_scalar *x, gb_error *error) {
  GB_TRY(true_residuals(k, b, x, error));
  for (int c = 0; c < k->count; c++) {
    projection *side = &k->side[c];
    if (!side->open || side->residual < side->size) continue;
    memset(x + (size_t)c * k->length, 0, k->length * sizeof *x);
    memcpy(k->basis[0] + (size_t)side->place[0] * k->length, b + (size_t)c * k->length,
           k->length * sizeof *b);
    side->residual = side->size;
  }
  return GB_OK;
}

static void begin_from_zero(krylov *k, const gb_scalar *b) {
  int open = 0;
  for (int c = 0; c < k->count; c++) {
    projection *side = &k->side[c];
    if (!side->open) continue;
    side->residual = side->size;
    side->place[0] = open;
    memcpy(k->basis[0] + (size_t)open++ * k->length, b + (size_t)c * k->length,
           k->length * sizeof *b);
  }
}

static void close_solved(krylov *k) {
  for (int c = 0; c < k->count; c++)
    if (k->side[c].residual <= k->tolerance * k->side[c].size) k->side[c].open = false;
}

static int solve(krylov *k, const gb_scalar *b, bool guess, gb_scalar *x, double *before,
                 gb_error *error) {
  for (int c = 0; c < k->count; c++)
    if (!guess || !k->side[c].open) memset(x + (size_t)c * k->length, 0, k->length * sizeof *x);
  if (guess) GB_TRY(use_guess(k, b, x, error));
  if (!guess) begin_from_zero(k, b);
  close_solved(k);
  for (int cycles = 0; count_open(k); cycles++) {
    for (int c = 0; c < k->count; c++) before[c] = k->side[c].residual;
    if (cycles == CYCLES) memset(before, 0, (size_t)k->count * sizeof *before);
    GB_TRY(cycle(k, x, error));
    GB_TRY(true_residuals(k, b, x, error));
    close_solved(k);
    GB_TRY(judge_stalled(k, x, before, error));
  }
  return GB_OK;
}

int gb_krylov_solve(gb_system *system, const double sigma[3], const gb_state *state, bool transpose,
                    int count, const gb_scalar *b, bool guess, gb_scalar *x, double tolerance,
                    int *iterations, gb_error *error) {
  krylov k = {.system = system,
              .sigma = sigma,
              .state = state,
              .transpose = transpose,
              .count = count,
              .length = (size_t)system->n + (size_t)system->m,
              .tolerance = tolerance};
  *iterations = 0;
  if (count == 0) return GB_OK;
  double *before = NULL;
  int status = gb_allocate((size_t)count, sizeof *before, &before, error);
  if (status == GB_OK) status = reserve(&k, error);
  status = measure(&k, b, status, error);
  if (status == GB_OK) status = solve(&k, b, guess, x, before, error);
  *iterations = k.applications;
  free(before);
  release(&k);
  return status;
}
