/// The Rayleigh-Ritz method in the space of a few vectors.
#include "base/arena.h"
#include "modes/fortran.h"
#include "modes/spectrum.h"

#include <math.h>
#include <string.h>

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

/// Compute the symmetric matrix x_i . y_j without multipliers, summed over the ranks,
/// [count][count].
static void form(const gb_spectrum *s, int count, const double x[], const double y[],
                 double out[]) {
  const size_t length = (size_t)s->length, n = (size_t)count;
  const size_t moving = length - (size_t)s->multipliers;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      double sum = 0;
      for (size_t k = 0; k < moving; k++) sum += x[i * length + k] * y[j * length + k];
      out[i * n + j] = sum;
    }
  MPI_Allreduce(MPI_IN_PLACE, out, count * count, MPI_DOUBLE, MPI_SUM, s->comm);
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

static int multiply(const gb_spectrum *s, int count, const double x[], double Kx[], double Mx[],
                    gb_error *error) {
  GB_TRY(gb_pencil_stiffness(s->pencil, false, count, x, Kx, error));
  return gb_pencil_mass(s->pencil, count, x, Mx, error);
}

/// Replace the vectors by combinations of them with the coefficients z [count][count].
static int combine(const gb_spectrum *s, int count, const double z[], double x[], gb_error *error) {
  const size_t length = (size_t)s->length, n = (size_t)count;
  double *row;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(s->comm, GB_TAKE(&scratch, row, n, error), error));
  for (size_t k = 0; k < length; k++) {
    for (size_t i = 0; i < n; i++) row[i] = x[i * length + k];
    for (size_t c = 0; c < n; c++) {
      double sum = 0;
      for (size_t i = 0; i < n; i++) sum += z[c * n + i] * row[i];
      x[c * length + k] = sum;
    }
  }
  return GB_OK;
}

static int solve(const gb_spectrum *s, int count, double x[], double Kx[], double Mx[],
                 gb_error *error) {
  static const int type = 1;
  const size_t n = (size_t)count;
  const int length = 64 * count;
  double *K = NULL;
  int info;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(s->comm, GB_TAKE(&scratch, K, 2 * n * n + 65 * n, error), error));
  double *M = K + n * n, *value = M + n * n, *work = value + n;
  GB_TRY(multiply(s, count, x, Kx, Mx, error));
  normalise(s, count, x, Kx, Mx);
  form(s, count, x, Kx, K);
  form(s, count, x, Mx, M);
  dsygv_(&type, "V", "L", &count, K, &count, M, &count, value, work, &length, &info, 1, 1);
  if (info != 0)
    return gb_fail(error, GB_NO_MODES, "the modes found depend on each other (dsygv: info %d)",
                   info);
  return combine(s, count, K, x, error);
}

int gb_spectrum_ritz(const gb_spectrum *s, int count, double x[], double Kx[], double Mx[],
                     double value[], gb_error *error) {
  const size_t length = (size_t)s->length;
  GB_TRY(solve(s, count, x, Kx, Mx, error));
  GB_TRY(multiply(s, count, x, Kx, Mx, error));
  normalise(s, count, x, Kx, Mx);
  // Rayleigh quotients, ascending up to round-off
  for (int c = 0; c < count; c++)
    value[c] = gb_spectrum_dot(s, x + (size_t)c * length, Kx + (size_t)c * length);
  return GB_OK;
}
