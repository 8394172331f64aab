/// Shared by the three drivers: combining stages by a table's histories, and the linear solves of
/// the passes that differentiate a march.
#ifndef GB_INTEGRATORS_PASS_H
#define GB_INTEGRATORS_PASS_H

#include "base/arena.h"
#include "integrators/drivers.h"

/// Kinds of solves whose operators differ in what counts: stages, projections, given ends.
enum { GB_SOLVES = GB_PROJECTIONS + 1 };

static inline int gb_solve_of(const gb_state *state) {
  return state->initial && !state->first ? GB_PROJECTIONS : (int)state->projection;
}

/// y += c x.
void gb_add_scaled(size_t count, double c, const gb_scalar *x, gb_scalar *y);

enum { GB_PIECE = 256 }; ///< entries of which all differences are taken before the next ones

/// The next backward difference: last <- x, and x <- x less what last was; [count].
void gb_difference(size_t count, gb_scalar *last, gb_scalar *x);

/// Whether a stage has a contribution to functionals: those with a weight, the first, the last and
/// those that are asked for.
bool gb_stage_counts(const gb_table *table, int64_t k, const gb_stage *stage);

/// Whether any history of the stage contributes to its component `row`.
bool gb_stage_has_row(const gb_stage *stage, int row);

/// base[component] += sum_j C_kj y_j[component]: `earlier(context, back, component)` is y_(k -
/// back), [count].
typedef gb_scalar *gb_earlier(void *context, int back, int component);
void gb_stage_combine(const gb_stage *stage, gb_earlier *earlier, void *context, size_t count,
                      gb_scalar *base[GB_COMPONENTS]);

/// A state whose components and multiplier are the arena's memory.
int gb_state_create(const gb_system *system, gb_arena *arena, gb_state *state, gb_error *error);

/// Linear solves of a pass over the stages of a march: a preconditioner serves until the iterations
/// that its age costs are worth a new one.
typedef struct gb_pass {
  gb_system *system;
  const gb_newton_options *options;
  gb_march_report *report;
  int count;                          ///< right-hand sides
  gb_arena memory;                    ///< of the arrays
  gb_factor_record record[GB_SOLVES]; ///< of the factor in use for each kind of solve
  gb_scalar *right, *solution;        ///< [count][n + m]
  gb_anderson *anderson;              ///< pairs of solves by a factor
  gb_scalar *size;                    ///< [count]: right-hand sides' norms; 0: skipped
} gb_pass;

int gb_pass_create(gb_system *system, const gb_newton_options *options, int count,
                   gb_march_report *report, gb_pass *pass, gb_error *error);
void gb_pass_destroy(gb_pass *pass);
/// The state on which the next solves depend.
int gb_pass_archive(gb_pass *pass, gb_archive *archive, gb_error *error);
/// Solve A x = b for b = pass->right, which is overwritten, into pass->solution; right-hand sides
/// of size 0 (on all ranks together) are skipped and give 0.
int gb_pass_solve(gb_pass *pass, const gb_operator *A, gb_error *error);

#endif
