/// Functions shared by the drivers: combination of earlier stages, and the linear solves of tangent
/// and adjoint passes.
#ifndef GB_INTEGRATORS_PASS_H
#define GB_INTEGRATORS_PASS_H

#include "base/arena.h"
#include "integrators/drivers.h"

/// Number of kinds of solves. Each kind has its own operator and factor: solve stages, projections
/// of positions and of velocities, and step ends that solve for accelerations only.
enum { GB_SOLVES = GB_PROJECTIONS + 1 };

/// The kind of the solve for a state. Local.
static inline int gb_solve_of(const gb_state *state) {
  return state->initial && !state->first ? GB_PROJECTIONS : (int)state->projection;
}

/// y += c x. Local.
void gb_add_scaled(size_t count, double c, const gb_scalar *x, gb_scalar *y);

enum {
  GB_CHUNK = 256
}; ///< entries per chunk of a loop over vectors, so that a chunk stays in cache

/// Compute the next backward difference: `last` becomes x, and x becomes x minus the old `last`.
/// last, x [count]. Local.
void gb_difference(size_t count, gb_scalar *last, gb_scalar *x);

/// Whether functionals count stage k: it has a weight, is the first or the last stage, or a step
/// end that a functional requests. Local.
bool gb_stage_counts(const gb_table *table, int64_t k, const gb_stage *stage);

/// Whether any earlier stage contributes to component `row` of the stage. Local.
bool gb_stage_has_row(const gb_stage *stage, int row);

/// Return the component of stage k - back, [count].
typedef gb_scalar *gb_earlier(void *context, int back, int component);
/// Add the contributions of earlier stages: base[i] += sum_j C_kj[i][.] y_j. base [GB_COMPONENTS]
/// [count]. Local.
void gb_stage_combine(const gb_stage *stage, gb_earlier *earlier, void *context, size_t count,
                      gb_scalar *base[GB_COMPONENTS]);

/// Create a zero state in the memory of the arena, which owns it. Local. errors: GB_FILE (memory)
int gb_state_create(const gb_system *system, gb_arena *arena, gb_state **out, gb_error *error);

/// State and vectors of a Newton solve beside the march.
typedef struct gb_solve_vectors {
  gb_state *state;
  gb_scalar *base; ///< [GB_COMPONENTS][n]
  gb_scalar *w;    ///< [n + m]
  gb_scalar *work; ///< [GB_NEWTON_WORK][n + m]
} gb_solve_vectors;

/// Create a zero state and zero vectors, which the arena owns. Local. errors: GB_FILE (memory)
int gb_solve_vectors_create(const gb_system *system, gb_arena *arena, gb_solve_vectors **out,
                            gb_error *error);

/// Linear solves of a tangent or adjoint pass. A factor is used as preconditioner for several
/// stages, until the additional iterations cost more than a new factorisation.
typedef struct gb_pass {
  gb_system *system;
  const gb_newton_options *options;
  gb_march_report *report;
  int count;                          ///< number of right-hand sides
  gb_arena memory;                    ///< owns the arrays
  gb_factor_record record[GB_SOLVES]; ///< use of the current factor of each kind of solve
  gb_scalar *right, *solution;        ///< right-hand sides and solutions, [count][n + m]
  gb_anderson *anderson;              ///< stored pairs for Anderson acceleration
  gb_scalar *size;                    ///< norms of the right-hand sides, [count]
} gb_pass;

/// Create a pass for `count` right-hand sides; also after an error call gb_pass_destroy. Local.
/// errors: GB_FILE (memory)
int gb_pass_create(gb_system *system, const gb_newton_options *options, int count,
                   gb_march_report *report, gb_pass **out, gb_error *error);
/// Free a pass; *pass may be NULL. Local.
void gb_pass_destroy(gb_pass **pass);
/// Write to an archive, or read, the data on which the next solves depend. Collective.
int gb_pass_archive(gb_pass *pass, gb_archive *archive, gb_error *error);
/// Solve A x = b with b = pass->right, which is overwritten, and x = pass->solution. Right-hand
/// sides that are zero on all ranks are skipped; their solution is 0. Collective.
/// errors: as of gb_anderson_solve
int gb_pass_solve(gb_pass *pass, const gb_operator *A, gb_error *error);

#endif
