/// Dense LU factor by LAPACK for small systems. Every rank stores and factors the whole matrix. It
/// is scaled symmetrically so that the largest entries of all rows and columns are similar; a pivot
/// at round-off then means a singular operator. LU factors as fast as the symmetric factorisation
/// and substitutes more than twice as fast.
/// Source: Golub & Van Loan, Matrix Computations, sections 3.4 (LU) and 3.5 (scaling); Ruiz, A
/// scaling algorithm to equilibrate both rows and columns norms in matrices, RAL-TR-2001-034.
#include "solve/factor/replicated.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifdef GB_COMPLEX
#define call_factor zgetrf_
#define call_solve  zgetrs_
#else
#define call_factor dgetrf_
#define call_solve  dgetrs_
#endif

void call_factor(const int *rows, const int *columns, gb_scalar *matrix, const int *leading,
                 int *pivot, int *info);
void call_solve(const char *transpose, const int *size, const int *sides, const gb_scalar *matrix,
                const int *leading, const int *pivot, gb_scalar *x, const int *leading_x,
                int *info);

/// LDL^T factorisation with pivoting. The blocks of D show the signs of the eigenvalues.
void dsytrf_(const char *triangle, const int *size, double *matrix, const int *leading, int *pivot,
             double *work, const int *length, int *info, size_t text);

/// Largest number of scalings, each of which halves the logarithms of the largest entries, and the
/// ratio within which these count as similar.
enum { MOST_SCALINGS = 20 };
static const double ALIKE = 2;

typedef struct dense_factor {
  gb_linear base;          ///< first member: a pointer to it is a pointer to the factor
  gb_scalar *matrix;       ///< column-major, [size][size]
  double *scale, *largest; ///< scales and largest entries of rows and columns, [size]
  int *pivot;              ///< [size]
  double *counted; ///< symmetric part of the scaled matrix if the pattern counts negative pivots,
                   ///< else NULL
  gb_replicated *right;
} dense_factor;

static int allocate(dense_factor *linear, gb_error *error) {
  const size_t size = (size_t)linear->base.pattern->size;
  GB_TRY(GB_TAKE(&linear->base.memory, linear->matrix, size * size, error));
  if (linear->base.pattern->counts)
    GB_TRY(GB_TAKE(&linear->base.memory, linear->counted, size * size, error));
  GB_TRY(GB_TAKE(&linear->base.memory, linear->scale, size, error));
  GB_TRY(GB_TAKE(&linear->base.memory, linear->largest, size, error));
  return GB_TAKE(&linear->base.memory, linear->pivot, size, error);
}

static int create(gb_linear *base, gb_error *error) {
  dense_factor *linear = (dense_factor *)base;
  GB_TRY(gb_agree(base->comm, allocate(linear, error), error));
  return gb_replicated_create(base, &linear->right, error);
}

/// @return the leading dimension; LAPACK requires at least 1, even for an empty matrix
static int leading_of(const dense_factor *linear) {
  return linear->base.pattern->size > 0 ? linear->base.pattern->size : 1;
}

/// Fill the matrix by columns: all entries, or the lower triangle and its mirror image.
static void fill(dense_factor *linear, const gb_scalar values[]) {
  const gb_linear_pattern *pattern = linear->base.pattern;
  const size_t size = (size_t)pattern->size;
  gb_scalar *matrix = linear->matrix;
  memset(matrix, 0, size * size * sizeof *matrix);
  for (int64_t e = 0; e < pattern->entries; e++) {
    const size_t i = (size_t)pattern->row[e] - 1, j = (size_t)pattern->column[e] - 1;
    matrix[pattern->whole || i > j ? j * size + i : i * size + j] += values[e];
  }
  if (linear->base.ranks > 1)
    MPI_Allreduce(MPI_IN_PLACE, matrix, (int)(size * size), GB_MPI_SCALAR, MPI_SUM,
                  linear->base.comm);
  for (size_t i = 0; i < size && !pattern->whole; i++)
    for (size_t j = 0; j < i; j++) matrix[i * size + j] = matrix[j * size + i];
}

/// Find the largest entry of each row and column.
static void find_largest(const dense_factor *linear, double largest[]) {
  const size_t size = (size_t)linear->base.pattern->size;
  for (size_t i = 0; i < size; i++) largest[i] = 0;
  for (size_t i = 0; i < size; i++) {
    double here = 0;
    for (size_t j = 0; j < size; j++) {
      const double value = fabs(gb_real(linear->matrix[i * size + j]));
      here = value > here ? value : here; // faster than a call of fmax
      largest[j] = value > largest[j] ? value : largest[j];
    }
    largest[i] = here > largest[i] ? here : largest[i];
  }
}

/// Multiply rows and columns by factors and update the scales.
static void multiply(dense_factor *linear, const double factor[]) {
  const size_t size = (size_t)linear->base.pattern->size;
  for (size_t i = 0; i < size; i++) linear->scale[i] *= factor[i];
  for (size_t i = 0; i < size; i++)
    for (size_t j = 0; j < size; j++) linear->matrix[i * size + j] *= factor[i] * factor[j];
}

/// Remove the units of the unknowns by scaling so that the following steps are the same in all
/// units: the diagonal becomes one; rows with zero diagonal, such as those of multipliers, get a
/// largest entry of one.
static void remove_units(dense_factor *linear) {
  const size_t size = (size_t)linear->base.pattern->size;
  const gb_scalar *matrix = linear->matrix;
  double *factor = linear->largest;
  for (size_t i = 0; i < size; i++) {
    const double own = fabs(gb_real(matrix[i * size + i]));
    factor[i] = own > 0 ? 1 / sqrt(own) : 0;
  }
  for (size_t i = 0; i < size; i++) {
    if (factor[i] > 0) continue;
    double most = 0;
    for (size_t j = 0; j < size; j++)
      if (factor[j] > 0 && matrix[j * size + j] != 0)
        most = fmax(most, factor[j] * fabs(gb_real(matrix[i * size + j])));
    factor[i] = most > 0 ? 1 / most : 1;
  }
  multiply(linear, factor);
}

/// Divide each row and column by the root of its largest entry until all largest entries are
/// similar. One pass suffices if the largest entries are on the diagonal, but not for rows of
/// constraints in columns with large stiffness.
static void equilibrate(dense_factor *linear, bool without_units) {
  const size_t size = (size_t)linear->base.pattern->size;
  double *factor = linear->largest;
  for (size_t i = 0; i < size; i++) linear->scale[i] = 1;
  if (without_units) remove_units(linear);
  for (int round = 0; round < MOST_SCALINGS; round++) {
    bool alike = true;
    find_largest(linear, factor);
    for (size_t i = 0; i < size; i++) {
      if (!(factor[i] > 0)) factor[i] = 1; // the factorisation reports the singular row
      alike = alike && factor[i] > 1 / ALIKE && factor[i] < ALIKE;
      factor[i] = 1 / sqrt(factor[i]);
    }
    if (alike) break;
    multiply(linear, factor);
  }
}

/// @return the number of negative eigenvalues of D; a 2 x 2 block with negative determinant has one
static int64_t count_blocks(int size, const double matrix[], const int pivot[]) {
  int64_t count = 0;
  for (int i = 0; i < size; i++) {
    const double *d = &matrix[(size_t)i * (size_t)size + (size_t)i];
    if (pivot[i] > 0) {
      count += d[0] < 0;
      continue;
    }
    const double determinant = d[0] * d[size + 1] - d[1] * d[1];
    count += determinant < 0 ? 1 : d[0] < 0 ? 2 : 0;
    i++;
  }
  return count;
}

/// Copy the symmetric part of the matrix before it is factored. Local.
static void keep_symmetric(dense_factor *linear) {
  const size_t size = (size_t)linear->base.pattern->size;
  const gb_scalar *matrix = linear->matrix;
  for (size_t i = 0; linear->counted && i < size; i++)
    for (size_t j = 0; j < size; j++)
      linear->counted[i * size + j] = gb_real(matrix[i * size + j] + matrix[j * size + i]) / 2;
}

static int count_negative(const dense_factor *linear, int64_t *count, gb_error *error) {
  const int size = linear->base.pattern->size, leading = leading_of(linear), length = 64 * leading;
  const size_t entries = (size_t)size * (size_t)size;
  double *copy = NULL, *work = NULL;
  int *pivot = NULL, info;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, copy, entries, error));
  GB_TRY(GB_TAKE(&scratch, work, (size_t)length, error));
  GB_TRY(GB_TAKE(&scratch, pivot, (size_t)size, error));
  memcpy(copy, linear->counted, entries * sizeof *copy);
  dsytrf_("L", &size, copy, &leading, pivot, work, &length, &info, 1);
  *count = count_blocks(size, copy, pivot);
  return GB_OK;
}

static int negative(gb_linear *base, int64_t *count, gb_error *error) {
  const int status = count_negative((const dense_factor *)base, count, error);
  return gb_agree(base->comm, status, error);
}

/// Fill, scale and factor the matrix. @return whether a pivot is round-off
static bool factor_scaled(dense_factor *linear, const gb_scalar values[], bool without_units) {
  const int size = linear->base.pattern->size, leading = leading_of(linear);
  int info;
  fill(linear, values);
  equilibrate(linear, without_units);
  keep_symmetric(linear);
  call_factor(&size, &size, linear->matrix, &leading, linear->pivot, &info);
  for (size_t i = 0; i < (size_t)size; i++)
    if (!(fabs(gb_real(linear->matrix[i * (size_t)size + i])) > size * DBL_EPSILON)) return true;
  return false;
}

/// Factor the matrix. Scaling by largest entries is not unique: directors of slender beams, whose
/// inertia is small in large units of length, leave small pivots. A matrix that seems singular is
/// therefore scaled by its diagonal and factored again. Other matrices are not scaled so because a
/// diagonal entry may be round-off.
static int factor(gb_linear *base, gb_scalar values[], gb_error *error) {
  dense_factor *linear = (dense_factor *)base;
  const double start = gb_timer_now();
  const bool singular = factor_scaled(linear, values, false) && factor_scaled(linear, values, true);
  const int status = singular ? gb_linear_singular(base->pattern->size, error) : GB_OK;
  gb_timer_add(linear->base.timers, GB_PHASE_FACTORISATION, start);
  return gb_agree(linear->base.comm, status, error);
}

static int reserve(gb_linear *base, int count, gb_error *error) {
  return gb_replicated_reserve(base, ((dense_factor *)base)->right, count, error);
}

static int solve(gb_linear *base, bool transpose, int count, gb_scalar x[], gb_error *error) {
  dense_factor *linear = (dense_factor *)base;
  const int size = linear->base.pattern->size, owned = linear->base.pattern->owned;
  const int leading = leading_of(linear);
  const double *mine = linear->scale + linear->base.pattern->first;
  const double start = gb_timer_now();
  int info;
  (void)error;
  gb_replicated_gather(base, linear->right, count, x);
  for (int c = 0; c < count; c++)
    for (int i = 0; i < size; i++) linear->right->whole[c * size + i] *= linear->scale[i];
  call_solve(transpose ? "T" : "N", &size, &count, linear->matrix, &leading, linear->pivot,
             linear->right->whole, &leading, &info);
  for (int c = 0; c < count; c++)
    for (int i = 0; i < owned; i++)
      x[c * owned + i] = mine[i] * linear->right->whole[c * size + linear->base.pattern->first + i];
  gb_timer_add(linear->base.timers, GB_PHASE_SOLVE, start);
  return GB_OK;
}

/// Estimated seconds: 0.1 microseconds for the call, and ten operations per nanosecond.
static void work(const gb_linear *base, double *factorise, double *substitute) {
  const double size = base->pattern->size;
  *factorise = 1e-7 + 1e-10 * size * size * size * 2 / 3;
  *substitute = 1e-7 + 1e-10 * size * size * 2;
}

static double bytes(const gb_linear *base) {
  const double size = base->pattern->size;
  return base->ranks * size * size * sizeof(gb_scalar);
}

const gb_linear_operations gb_linear_lapack = {.size = sizeof(dense_factor),
                                               .create = create,
                                               .reserve = reserve,
                                               .factor = factor,
                                               .solve = solve,
                                               .negative = negative,
                                               .work = work,
                                               .bytes = bytes};
