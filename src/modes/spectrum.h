/// Eigenpairs of K x = value M x above a shift and nearest to it, for a pencil with a factor of K -
/// shift M: by a dense solver for small models, otherwise by Lanczos' method.
/// Source: docs/theory.md, the section on modes.
#ifndef GB_MODES_SPECTRUM_H
#define GB_MODES_SPECTRUM_H

#include "base/error.h"
#include "engine/analysis.h"
#include "system/pencil.h"

#include <stdbool.h>

/// Data of a search; all pointers are borrowed.
typedef struct gb_spectrum {
  MPI_Comm comm;
  const gb_analysis *analysis; ///< its observer may stop the search
  gb_pencil *pencil;
  int32_t length, multipliers; ///< numbers of unknowns, and of multipliers (the last of them), here
  int64_t first, total; ///< number of the first unknown here; number of unknowns of all ranks
  const int64_t *order; ///< number of each unknown that is independent of ranks, [length]
  double bound;         ///< no eigenvalue is below -bound; 0: the search finds a bound
  int64_t held;         ///< number of multipliers of all ranks
  int64_t below;        ///< number of eigenvalues below 0, to which the search is then confined; 0:
                        ///< it is not confined
} gb_spectrum;

/// Whether round-off could mix the eigenvectors of (K - shift M)^-1 M: in a search for eigenvalues
/// below 0 alone most of the others are near 0, and constraints leave directions that M hardly
/// sees. Local.
static inline bool gb_spectrum_mixes(const gb_spectrum *spectrum) {
  return spectrum->below > 0 && spectrum->held > 0;
}

/// Replace x [count][length] by (K - shift M)^-1 M x or, where round-off could mix its
/// eigenvectors, by -(K - shift M)^-1 K x, which has the same ones. Collective. errors: GB_FILE
/// (memory)
int gb_spectrum_apply(const gb_spectrum *spectrum, int count, double x[], gb_error *error);

/// The inner product x . y without multipliers, summed over the ranks. Collective.
double gb_spectrum_dot(const gb_spectrum *spectrum, const double x[], const double y[]);

/// Compute out[column][row] = x_row . y_column without multipliers, summed over the ranks, for x
/// [rows][length] and y [columns][length]. Collective.
/// @param[out] out [columns][leading]; entries from `rows` on are undefined
void gb_spectrum_products(const gb_spectrum *spectrum, int rows, const double x[], int columns,
                          const double y[], double out[], int leading);
/// Replace the first `to` vectors by combinations of the vectors x [from][length] with the
/// coefficients z [to][from]; to <= from. Collective. errors: GB_FILE (memory)
int gb_spectrum_combine(const gb_spectrum *spectrum, int from, int to, const double z[], double x[],
                        gb_error *error);

/// Replace a symmetric matrix [column][row] of `size` rows, whose entries with row <= column are
/// read, by its eigenvectors, and compute its eigenvalues in ascending order. Collective: all ranks
/// give the same matrix. errors: GB_FILE (memory), GB_NO_MODES
int gb_spectrum_decompose(const gb_spectrum *spectrum, int size, double matrix[], double value[],
                          gb_error *error);

/// Set x [length] to random numbers between -1 and 1 that do not depend on the number of ranks, and
/// to zero for multipliers. Local. @param number number of the vector
void gb_spectrum_random(const gb_spectrum *spectrum, int number, double x[]);

/// Find eigenvectors of the `wanted` eigenvalues nearest to the shift, by Lanczos' method, of which
/// only the first `exact` ones converge far. There must be no eigenvalues below the shift.
/// Collective. errors: GB_FILE (memory), GB_NO_MODES
/// @param[out] x [wanted][length]
/// @param[out] found number of vectors; less than `wanted` if the method did not converge
int gb_spectrum_lanczos(const gb_spectrum *spectrum, int exact, int wanted, double x[], int *found,
                        gb_error *error);
/// Find eigenvectors of `count` eigenvalues by a dense solver, all of them exact, for models with
/// few unknowns.
int gb_spectrum_dense(const gb_spectrum *spectrum, int count, double x[], int *found,
                      gb_error *error);

/// Compute the eigenpairs of the pencil in the space of the vectors x [count][length], which are
/// replaced by M-orthonormal eigenvectors with ascending values. Collective.
/// errors: GB_FILE, GB_DIVERGED
/// @param[out] Kx, Mx products with the new vectors, [count][length]
int gb_spectrum_ritz(const gb_spectrum *spectrum, int count, double x[], double Kx[], double Mx[],
                     double value[], gb_error *error);

#endif
