/// All eigenpairs of a small model. With M = L L^T, K x = value M x becomes the symmetric problem
/// L^T (K - shift M)^-1 L z = z / (value - shift). L has fewer columns than rows if some unknowns
/// have no mass, so that these and the multipliers are eliminated.
#include "base/arena.h"
#include "modes/fortran.h"
#include "modes/spectrum.h"

#include <float.h>
#include <math.h>
#include <string.h>

/// Steps of subspace iteration, and the least value of T of a vector that takes part, as a part of
/// the largest.
enum { REFINEMENTS = 4 };
static const double LEAST = 1e-4;

/// Matrices, stored by columns. All ranks have the whole matrices, except `mine`.
typedef struct small {
  const gb_spectrum *spectrum;
  int size;              ///< number of unknowns
  int rank;              ///< number of columns of L
  double *M;             ///< M, then its eigenvectors, [size][size]
  double *L;             ///< [rank][size]
  double *mine;          ///< rows of this rank: of L, then of (K - shift M)^-1 L, [rank][rows]
  double *T;             ///< L^T (K - shift M)^-1 L, then its eigenvectors, [rank][rank]
  double *value, *scale; ///< [size], [size]
} small;

static int allocate(small *s, gb_arena *arena, gb_error *error) {
  const size_t size = (size_t)s->size, local = (size_t)s->spectrum->length;
  GB_TRY(GB_TAKE(arena, s->M, size * size, error));
  GB_TRY(GB_TAKE(arena, s->L, size * size, error));
  GB_TRY(GB_TAKE(arena, s->T, size * size, error));
  GB_TRY(GB_TAKE(arena, s->mine, 2 * size * local, error));
  GB_TRY(GB_TAKE(arena, s->value, size, error));
  return GB_TAKE(arena, s->scale, size, error);
}

/// Sum a matrix over all ranks.
static void add_up(const small *s, int columns, double matrix[]) {
  MPI_Allreduce(MPI_IN_PLACE, matrix, columns * s->size, MPI_DOUBLE, MPI_SUM, s->spectrum->comm);
}

/// Compute M from its products with unit vectors.
static int gather_mass(small *s, gb_error *error) {
  const size_t local = (size_t)s->spectrum->length, first = (size_t)s->spectrum->first;
  const size_t size = (size_t)s->size;
  double *unit = s->mine, *product = s->mine + size * local;
  memset(unit, 0, size * local * sizeof *unit);
  for (size_t i = 0; i < local; i++) unit[(first + i) * local + i] = 1;
  GB_TRY(gb_pencil_mass(s->spectrum->pencil, s->size, unit, product, error));
  for (size_t c = 0; c < size; c++)
    memcpy(s->M + c * size + first, product + c * local, local * sizeof *product);
  add_up(s, s->size, s->M);
  return GB_OK;
}

/// Factor M = L L^T by its eigenvectors. M is scaled to unit diagonal before, so that small masses
/// are not lost to round-off.
static int factor_mass(small *s, gb_error *error) {
  const size_t size = (size_t)s->size;
  for (size_t i = 0; i < size; i++)
    s->scale[i] = s->M[i * size + i] > 0 ? 1 / sqrt(s->M[i * size + i]) : 0;
  for (size_t i = 0; i < size; i++)
    for (size_t j = 0; j < size; j++) s->M[i * size + j] *= s->scale[i] * s->scale[j];
  GB_TRY(gb_spectrum_decompose(s->spectrum, s->size, s->M, s->value, error));
  s->rank = 0;
  for (size_t c = 0; c < size; c++) {
    if (!(s->value[c] > 64 * DBL_EPSILON * (double)s->size)) continue;
    const double length = sqrt(s->value[c]);
    for (size_t i = 0; i < size; i++)
      s->L[(size_t)s->rank * size + i] =
          s->scale[i] > 0 ? s->M[c * size + i] * length / s->scale[i] : 0;
    s->rank++;
  }
  return GB_OK;
}

/// Compute T = L^T (K - shift M)^-1 L and its eigenvectors.
static int condense(small *s, gb_error *error) {
  static const double one = 1, zero = 0;
  const size_t local = (size_t)s->spectrum->length, first = (size_t)s->spectrum->first;
  const size_t size = (size_t)s->size, rank = (size_t)s->rank;
  for (size_t c = 0; c < rank; c++)
    memcpy(s->mine + c * local, s->L + c * size + first, local * sizeof *s->mine);
  GB_TRY(gb_pencil_solve(s->spectrum->pencil, s->rank, s->mine, error));
  const int rows = (int)local, leading = rows > 0 ? rows : 1; // BLAS accepts no zero
  dgemm_("T", "N", &s->rank, &s->rank, &rows, &one, s->L + first, &s->size, s->mine, &leading,
         &zero, s->T, &s->rank, 1, 1);
  add_up(s, s->rank, s->T);
  for (size_t c = 0; c < rank; c++)
    for (size_t d = 0; d < c; d++)
      s->T[c * rank + d] = s->T[d * rank + c] = (s->T[c * rank + d] + s->T[d * rank + c]) / 2;
  return gb_spectrum_decompose(s->spectrum, s->rank, s->T, s->value, error);
}

/// Compute x = (K - shift M)^-1 L z for the `count` largest 1 / (value - shift), which are the
/// last.
static void expand(const small *s, int count, double x[]) {
  const size_t local = (size_t)s->spectrum->length, rank = (size_t)s->rank;
  memset(x, 0, (size_t)count * local * sizeof *x);
  for (size_t k = 0; k < (size_t)count; k++)
    for (size_t c = 0; c < rank; c++)
      for (size_t i = 0; i < local; i++)
        x[k * local + i] += s->T[(rank - 1 - k) * rank + c] * s->mine[c * local + i];
}

/// Compute the `count` eigenvectors x by subspace iteration that starts from more of them. L has
/// errors of round-off times the largest eigenvalue of M, which is large beside x . M x of a soft
/// vector where M is the stiffness of a model that buckles: the vectors of T would have errors of
/// 1e-6, and derivatives depend on their first power. Where that fails, x are the vectors of T.
static int refine(const small *s, int count, double x[], gb_error *error) {
  const int more = 2 * count + 8;
  int used = 0; // those beyond LEAST are too small after a step for the others' round-off
  while (used < more && used < s->rank &&
         s->value[s->rank - 1 - used] > LEAST * s->value[s->rank - 1])
    used++;
  const size_t size = (size_t)used * (size_t)s->spectrum->length;
  double *y, *value;
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&scratch, y, 3 * size, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, value, used, error);
  GB_TRY(gb_agree(s->spectrum->comm, status, error));
  expand(s, count, x);
  expand(s, used, y);
  for (int step = 0; step < REFINEMENTS; step++) {
    GB_TRY(gb_spectrum_apply(s->spectrum, used, y, error));
    status = gb_spectrum_ritz(s->spectrum, used, y, y + size, y + 2 * size, value, error);
    if (status == GB_DIVERGED) return GB_OK; // x has the vectors of T
    GB_TRY(status);
  }
  memcpy(x, y, (size_t)(used < count ? used : count) * (size_t)s->spectrum->length * sizeof *x);
  return GB_OK;
}

static int find(small *s, int count, double x[], int *found, gb_error *error) {
  GB_TRY(gather_mass(s, error));
  GB_TRY(factor_mass(s, error));
  *found = s->rank < count ? s->rank : count;
  if (*found == 0) return GB_OK;
  GB_TRY(condense(s, error));
  return refine(s, *found, x, error);
}

int gb_spectrum_dense(const gb_spectrum *spectrum, int count, double x[], int *found,
                      gb_error *error) {
  small s = {.spectrum = spectrum, .size = (int)spectrum->total};
  GB_SCRATCH(scratch);
  *found = 0;
  GB_TRY(gb_agree(spectrum->comm, allocate(&s, &scratch, error), error));
  return find(&s, count, x, found, error);
}
