/// The Rayleigh-Ritz method in the space of a few vectors.
#include "base/arena.h"
#include "modes/fortran.h"
#include "modes/spectrum.h"

#include <math.h>
#include <string.h>

/// Number of unknowns of which vectors are combined at once.
enum { CHUNK = 256 };

double gb_spectrum_dot(const gb_spectrum *s, const double x[], const double y[]) {
  double sum = 0;
  for (int32_t i = 0; i < s->length - s->multipliers; i++) sum += x[i] * y[i];
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, s->comm);
  return sum;
}

// Source of the numbers: the mixing function of SplitMix64.
void gb_spectrum_random(const gb_spectrum *s, int number, double x[]) {
  for (int32_t i = 0; i < s->length; i++) {
    uint64_t z =
        ((uint64_t)s->order[i] + (uint64_t)number * (uint64_t)s->total + 1) * 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    const double value = (double)((z ^ (z >> 31)) >> 11) / 4503599627370496.0 - 1;
    x[i] = i < s->length - s->multipliers ? value : 0;
  }
}

int gb_spectrum_apply(const gb_spectrum *s, int count, double x[], gb_error *error) {
  const size_t size = (size_t)count * (size_t)s->length;
  double *y = NULL;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(s->comm, GB_TAKE(&scratch, y, size, error), error));
  if (gb_spectrum_mixes(s))
    GB_TRY(gb_pencil_stiffness(s->pencil, false, count, x, y, error));
  else
    GB_TRY(gb_pencil_mass(s->pencil, count, x, y, error));
  for (size_t i = 0; i < size; i++) x[i] = gb_spectrum_mixes(s) ? -y[i] : y[i];
  return gb_pencil_solve(s->pencil, count, x, error);
}

void gb_spectrum_products(const gb_spectrum *s, int rows, const double x[], int columns,
                          const double y[], double out[], int leading) {
  static const double one = 1, zero = 0;
  const int moving = s->length - s->multipliers;
  const int length = s->length > 0 ? s->length : 1; // BLAS accepts no zero
  dgemm_("T", "N", &rows, &columns, &moving, &one, x, &length, y, &length, &zero, out, &leading, 1,
         1);
  MPI_Allreduce(MPI_IN_PLACE, out, columns * leading, MPI_DOUBLE, MPI_SUM, s->comm);
}

int gb_spectrum_combine(const gb_spectrum *s, int from, int to, const double z[], double x[],
                        gb_error *error) {
  static const double one = 1, zero = 0;
  const size_t length = (size_t)s->length;
  const int leading = s->length;
  double *part;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(s->comm, GB_TAKE(&scratch, part, (size_t)from * CHUNK, error), error));
  for (size_t first = 0; first < length; first += CHUNK) {
    const int rows = (int)(length - first < CHUNK ? length - first : CHUNK);
    for (size_t i = 0; i < (size_t)from; i++)
      memcpy(part + i * (size_t)rows, x + i * length + first, (size_t)rows * sizeof *x);
    dgemm_("N", "N", &rows, &to, &from, &one, part, &rows, z, &from, &zero, x + first, &leading, 1,
           1);
  }
  return GB_OK;
}

int gb_spectrum_decompose(const gb_spectrum *s, int size, double matrix[], double value[],
                          gb_error *error) {
  const int length = 1 + 6 * size + 2 * size * size, integer_length = 3 + 5 * size;
  double *work;
  int *integers, info;
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&scratch, work, (size_t)length, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, integers, (size_t)integer_length, error);
  GB_TRY(gb_agree(s->comm, status, error));
  dsyevd_("V", "U", &size, matrix, &size, value, work, &length, integers, &integer_length, &info, 1,
          1);
  if (info == 0) return GB_OK;
  return gb_fail(error, GB_NO_MODES, "LAPACK could not find eigenvalues (dsyevd: info %d)", info);
}

/// Compute the symmetric matrix x_i . y_j, [count][count].
static void form(const gb_spectrum *s, int count, const double x[], const double y[],
                 double out[]) {
  const size_t n = (size_t)count;
  gb_spectrum_products(s, count, x, count, y, out, count);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++)
      out[i * n + j] = out[j * n + i] = (out[i * n + j] + out[j * n + i]) / 2;
}

/// Scale vectors to x . M x = 1.
static void normalise(const gb_spectrum *s, int count, double x[], double Kx[], double Mx[]) {
  const size_t length = (size_t)s->length;
  for (int c = 0; c < count; c++) {
    const size_t at = (size_t)c * length;
    const double size = sqrt(fabs(gb_spectrum_dot(s, x + at, Mx + at)));
    for (size_t i = at; size > 0 && i < at + length; i++) {
      x[i] /= size;
      Kx[i] /= size;
      Mx[i] /= size;
    }
  }
}

/// Find the combinations of the vectors that the method chooses, z [count][count], by the products
/// of the vectors.
static int solve(const gb_spectrum *s, int count, const double x[], const double Kx[],
                 const double Mx[], double z[], gb_error *error) {
  static const int type = 1;
  const size_t n = (size_t)count;
  const int length = 64 * count;
  double *M = NULL;
  int info;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(s->comm, GB_TAKE(&scratch, M, n * n + 65 * n, error), error));
  double *value = M + n * n, *work = value + n;
  form(s, count, x, Kx, z);
  form(s, count, x, Mx, M);
  dsygv_(&type, "V", "L", &count, z, &count, M, &count, value, work, &length, &info, 1, 1);
  if (info == 0) return GB_OK;
  return gb_fail(error, GB_NO_MODES, "the modes found depend on each other (dsygv: info %d)", info);
}

int gb_spectrum_ritz(const gb_spectrum *s, int count, double x[], double Kx[], double Mx[],
                     double value[], gb_error *error) {
  const size_t length = (size_t)s->length, n = (size_t)count;
  double *const vectors[] = {x, Kx, Mx};
  double *z = NULL;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(s->comm, GB_TAKE(&scratch, z, n * n, error), error));
  GB_TRY(gb_pencil_stiffness(s->pencil, false, count, x, Kx, error));
  GB_TRY(gb_pencil_mass(s->pencil, count, x, Mx, error));
  normalise(s, count, x, Kx, Mx);
  GB_TRY(solve(s, count, x, Kx, Mx, z, error));
  for (int k = 0; k < 3; k++) GB_TRY(gb_spectrum_combine(s, count, count, z, vectors[k], error));
  normalise(s, count, x, Kx, Mx);
  // Rayleigh quotients, ascending up to round-off
  for (size_t c = 0; c < n; c++) value[c] = gb_spectrum_dot(s, x + c * length, Kx + c * length);
  return GB_OK;
}
