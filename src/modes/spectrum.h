/// Eigenpairs of K x = value M x nearest above a shift, for a pencil with a factor of K - shift M:
/// all from a dense matrix where the model is small, else by Lanczos' method.
/// Source: docs/theory.md, the section on modes.
#ifndef GB_MODES_SPECTRUM_H
#define GB_MODES_SPECTRUM_H

#include "base/error.h"
#include "system/pencil.h"

#include <stdbool.h>

/// What a search needs; all borrowed.
typedef struct gb_spectrum {
  MPI_Comm comm;
  gb_pencil *pencil;
  int32_t length, multipliers; ///< unknowns of this rank, the last of them multipliers
  int64_t all_multipliers;     ///< of all ranks
  int64_t first, total;        ///< number of its first unknown; unknowns of all ranks
  const int64_t *order;        ///< of each unknown its number on one rank, [length]
  double bound;                ///< no eigenvalue is below -bound; 0: the search finds a bound
} gb_spectrum;

/// The sum over the ranks of x . y without multipliers. Collective.
double gb_spectrum_dot(const gb_spectrum *spectrum, const double x[], const double y[]);

/// Numbers between -1 and 1, the same on any number of ranks, zero for multipliers: x[length].
/// Local.
void gb_spectrum_random(const gb_spectrum *spectrum, int number, double x[]);

/// Vectors of the `count` eigenvalues above the shift that are nearest to it; those below are near
/// too, and there is none.
/// @param[out] x  [count][length]
/// @param[out] found  how many; fewer than `count` where the method did not converge
/// Collective. errors: GB_FILE (memory), GB_DIVERGED
int gb_spectrum_lanczos(const gb_spectrum *spectrum, int count, double x[], int *found,
                        gb_error *error);
/// The same for models of few unknowns.
int gb_spectrum_dense(const gb_spectrum *spectrum, int count, double x[], int *found,
                      gb_error *error);

/// Vectors and values of the pencil in the space of x[count][length], ascending; the vectors
/// become x, and M-orthonormal. Kx and Mx, [count][length], are overwritten by products with them.
/// Collective. errors: GB_FILE, GB_DIVERGED
int gb_spectrum_ritz(const gb_spectrum *spectrum, int count, double x[], double Kx[], double Mx[],
                     double value[], gb_error *error);

#endif
