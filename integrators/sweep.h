/// What the three drivers share: combining points by a table's histories, and the linear solves of
/// the sweeps that differentiate a march.
#ifndef GB_INTEGRATORS_SWEEP_H
#define GB_INTEGRATORS_SWEEP_H

#include "integrators/drivers.h"

/// y += c x.
void gb_add_scaled(size_t count, double c, const gb_scalar *x, gb_scalar *y);

/// Whether a point has a contribution to functionals: those with a weight, the first and the last.
bool gb_point_counts(const gb_table *table, int64_t k, const gb_point *point);

/// Whether any history of the point brings something into its slot `row`.
bool gb_point_has_row(const gb_point *point, int row);

/// base[slot] += sum_j C_kj y_j[slot]: `earlier(context, back, slot)` is y_(k - back), [count].
typedef gb_scalar *gb_earlier(void *context, int back, int slot);
void gb_point_combine(const gb_point *point, gb_earlier *earlier, void *context, size_t count,
                      gb_scalar *base[GB_SLOTS]);

/// Make a rank's own failure (of memory) common to all ranks. Collective.
int gb_system_agree(gb_system *system, int status, gb_error *error);

/// A state whose slots and multiplier are its own memory.
int gb_state_create(const gb_system *system, gb_state *state, gb_error *error);
void gb_state_destroy(gb_state *state);

/// Linear solves of a sweep over the points of a march: the preconditioner is kept until the
/// iterations lost to its age are worth a new one.
typedef struct gb_sweep {
  gb_system *system;
  const gb_newton_options *options;
  gb_march_report *report;
  int count;                   ///< right-hand sides
  gb_factor_record record;     ///< of the factor in use
  gb_scalar *right, *solution; ///< [count][n + m]
  gb_anderson *anderson;       ///< pairs that solves by a factor keep
  gb_scalar *size;             ///< [count]: right-hand sides' norms; 0: skipped
} gb_sweep;

int gb_sweep_create(gb_system *system, const gb_newton_options *options, int count,
                    gb_march_report *report, gb_sweep *sweep, gb_error *error);
void gb_sweep_destroy(gb_sweep *sweep);
/// What the next solves depend on.
int gb_sweep_archive(gb_sweep *sweep, gb_archive *archive, gb_error *error);
/// Solve A x = b or A^T x = b for sweep->right, which is overwritten, into sweep->solution;
/// right-hand sides of size 0 (on all ranks together) are skipped and give 0.
int gb_sweep_solve(gb_sweep *sweep, const double sigma[], const gb_state *state, bool transpose,
                   gb_error *error);

#endif
