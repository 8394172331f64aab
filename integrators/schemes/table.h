/// Table of a time-marching scheme: for every stage of a march, the coefficients of its equation.
/// Stage k has the components y_k = (q, v, a, s) with y_k = sigma w_k + sum_j C_kj y_j and the
/// unknown w_k; a solve stage satisfies R(a_k, v_k, q_k, lambda_k, t_k) = 0. Source:
/// docs/theory.md, (7.1).
#ifndef GB_INTEGRATORS_SCHEMES_TABLE_H
#define GB_INTEGRATORS_SCHEMES_TABLE_H

#include "integrators/schemes/schemes.h"
#include "restart/schedule.h"

/// Settings of the user.
typedef struct gb_time_settings {
  const char *scheme;              ///< name of the scheme, for example "bdf2"
  double parameter[GB_PARAMETERS]; ///< parameters of the scheme; NAN: the default
  double step, end;                ///< step size h; end time, ignored if steps > 0
  int steps;                       ///< number of steps; 0: from `end`
  int retry;         ///< largest number of bisections of a step, 0 to GB_RETRIES; one-step schemes
  const char *start; ///< start of multi-step schemes: "ramp" (increasing order) or "dirk"; NULL:
                     ///< "ramp"
  const char *quadrature; ///< time weights of functionals: "trapezoid" or "rectangle"; NULL:
                          ///< "trapezoid". Runge-Kutta stages, also those of `start: dirk`, have
                          ///< their own weights. In a static march only the last step has weight 1
  bool projects; ///< dynamic schemes: project positions and velocities onto their constraints after
                 ///< each step
} gb_time_settings;

typedef struct gb_table gb_table;

/// Create a table. Local. errors: GB_USAGE for an unknown scheme (with the nearest names), wrong
/// numbers, steps < 1
int gb_table_create(const gb_time_settings *settings, gb_table **out, gb_error *error);
/// Free a table; *table may be NULL. Local.
void gb_table_destroy(gb_table **table);
/// Replace the substep that contains stage k (initially a whole step) by two of half its length.
/// Stages before the substep keep their numbers; the weight of the last of them changes. Local.
/// @param[out] first first stage of the substep; -1 if `retry` allows no further bisection
/// errors: GB_FILE (memory)
int gb_table_bisect(gb_table *table, int64_t k, int64_t *first, gb_error *error);
/// The stages that were bisected, [count]: gb_table_bisect with these in this order repeats the
/// bisections. Local.
const int64_t *gb_table_bisections(const gb_table *table, int64_t *count);
/// Number of stages. Local.
int64_t gb_table_stages(const gb_table *table);
/// Number of steps. Local.
int gb_table_steps(const gb_table *table);
/// Whether steps end with projections onto the constraints. Local.
bool gb_table_projects(const gb_table *table);
/// Number of stages of a regular step. Local.
int gb_table_width(const gb_table *table);
/// Largest `back` of any history term. Local.
int gb_table_window(const gb_table *table);
/// Number of components in use: GB_COMPONENTS, or 3 without GB_S. Local.
int gb_table_components(const gb_table *table);

/// Whether the table belongs to a static walk, whose load parameters are chosen during the march
/// and whose steps have one stage each. Until the last load parameter is set, the table has one
/// stage more than load parameters, so that no stage counts as the last one. Local.
bool gb_table_walks(const gb_table *table);
/// Make the table of a static scheme that of a walk, with stage 0 only. Local.
void gb_table_walk(gb_table *table);
/// Set the load parameter t of stage k >= 1; later stages are removed. Local.
/// @param last whether it is the last stage of the walk
/// errors: GB_FILE (memory)
int gb_table_set_level(gb_table *table, int64_t k, double t, bool last, gb_error *error);
/// The load parameters of stages 1 to count, [count]. Local.
/// @param[out] complete whether the last stage of the walk is set
const double *gb_table_levels(const gb_table *table, int64_t *count, bool *complete);
/// The stage that an adjoint pass visits after stage k: k - 1; for a walk stage 0, because its
/// stages do not depend on each other; -1 if there is none. Local.
int64_t gb_table_before(const gb_table *table, int64_t k);

/// Request the end of a step for functionals (0: the initial state), or, if every > 0, the ends of
/// the steps `step`, `step` + `every`, ... If `solved` is set, ends of Runge-Kutta steps, which are
/// combinations, are also solved for accelerations and multipliers. No later stage depends on
/// these. Local. errors: GB_FILE (memory)
int gb_table_request(gb_table *table, int step, int every, bool solved, gb_error *error);

/// The stages as blocks of whole steps: the smallest blocks such that later stages depend on one
/// block only. Local.
void gb_table_blocks(const gb_table *table, gb_blocks *blocks);
/// The coefficients of stage k. Local.
void gb_table_stage(const gb_table *table, int64_t k, gb_stage *out);
/// The scheme of the table. Local.
const gb_scheme *gb_table_scheme(const gb_table *table);

#endif
