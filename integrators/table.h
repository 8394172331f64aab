/// A time-marching scheme as data: linear combinations of earlier stages around solve stages.
/// Stage k holds components y_k = (q, v, a, s) with y_k = sigma w_k + sum_j C_kj y_j and unknown
/// w_k; a solve stage satisfies R(a_k, v_k, q_k, lambda_k, t_k) = 0. Source of the shape:
/// docs/theory.md.
#ifndef GB_INTEGRATORS_TABLE_H
#define GB_INTEGRATORS_TABLE_H

#include "integrators/schemes.h"
#include "restart/schedule.h"

/// The choices of the user.
typedef struct gb_time_settings {
  const char *scheme; ///< "bdf2", ...
  double
      parameter[GB_PARAMETERS]; ///< in the order of the scheme's parameter names; NAN: the default
  double step, end;             ///< h; end is not used when steps > 0
  int steps;
  int retry;              ///< most bisections of a step, 0 to GB_RETRIES; one-step schemes only
  const char *start;      ///< multi-step schemes: "ramp" (order rises) or "dirk"; NULL: "ramp"
  const char *quadrature; ///< "trapezoid" or "rectangle" over the steps; NULL: trapezoid.
                          ///< Runge-Kutta schemes (and the steps of `start: dirk`, before which the
                          ///< rule does not begin) use their own weights; a static march weighs its
                          ///< last step by 1, the others by 0
  bool projects; ///< dynamic schemes: positions and velocities are projected onto their constraints
                 ///< after each step
} gb_time_settings;

typedef struct gb_table gb_table;

/// Local. errors: GB_USAGE for an unknown scheme (nearest names given), bad numbers, steps < 1.
int gb_table_create(const gb_time_settings *settings, gb_table **out, gb_error *error);
void gb_table_destroy(gb_table **table);
/// Replace the substep in which stage k lies (which may be the whole step) by two of half its
/// length. Stages before the substep keep their numbers; the last of them
/// has another weight. Local.
/// @param first out: the substep's first stage; -1 when `retry` allows no further bisection
/// errors: GB_FILE (memory)
int gb_table_bisect(gb_table *table, int64_t k, int64_t *first, gb_error *error);
/// The bisections so far: the stages to give to gb_table_bisect, in this order, for the same table.
const int64_t *gb_table_bisections(const gb_table *table, int64_t *count);
int64_t gb_table_stages(const gb_table *table); ///< stages 0 .. count - 1
int gb_table_steps(const gb_table *table);
bool gb_table_projects(const gb_table *table); ///< as the settings say
int gb_table_width(const gb_table *table);     ///< stages of a regular step
int gb_table_window(const gb_table *table);    ///< the largest `back` of any history
int gb_table_components(
    const gb_table *table); ///< components in use: GB_COMPONENTS, or 3 without GB_S

/// A walk: the table of a static march whose load parameters are found on the way, one stage a
/// step. Until the last one is set the table has one stage more than were set, and so no last one.
bool gb_table_walks(const gb_table *table);
/// Forget all load parameters: the table has stage 0 alone, until gb_table_set_level. Static
/// schemes only. Local.
void gb_table_walk(gb_table *table);
/// Stage k >= 1 has the load parameter t; stages behind it are forgotten. Local.
/// @param last whether it is the walk's last stage
/// errors: GB_FILE (memory)
int gb_table_set_level(gb_table *table, int64_t k, double t, bool last, gb_error *error);
/// Load parameters of stages 1 .. count; `complete`: the last one is the walk's.
const double *gb_table_levels(const gb_table *table, int64_t *count, bool *complete);
/// The stage that a adjoint pass visits after stage k: k - 1, or of a walk, whose stages depend on
/// none before them, stage 0. -1: none.
int64_t gb_table_before(const gb_table *table, int64_t k);

/// A functional asks for the end of this step (0: the start), or where every > 0 for those of all
/// steps from it on in steps of `every`. Of Runge-Kutta steps, whose ends are
/// combined, it is then `solved` for accelerations and multipliers, on which no later stage
/// depends. Local. errors: GB_FILE (memory)
int gb_table_ask(gb_table *table, int step, int every, bool solved, gb_error *error);

/// The stages in blocks of whole steps, the smallest on which alone later stages depend.
void gb_table_blocks(const gb_table *table, gb_blocks *blocks);
void gb_table_stage(const gb_table *table, int64_t k, gb_stage *out);
const gb_scheme *gb_table_scheme(const gb_table *table);

#endif
