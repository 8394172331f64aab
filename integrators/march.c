/// The march: solve the stages of a table in turn, add them to the functionals, and call the
/// observer at step ends. With time.retry a separate march comes first and finds the bisections: a
/// step in which Newton's method fails is replaced by two steps of half its length, and so on. The
/// march that stores its states then has a fixed table, so tangent and adjoint pass need no special
/// treatment. Source: docs/theory.md, the sections on tables and on bisected steps.
#include "integrators/pass.h"
#include "integrators/trajectory.h"

#include <stdlib.h>
#include <string.h>

static int archive(void *driver, gb_archive *file, gb_error *error) {
  gb_trajectory *s = driver;
  GB_TRY(gb_march_report_archive(file, s->report, error));
  return gb_trajectory_archive(s, file, error);
}

static int march_stage(gb_trajectory *s, const gb_observer *observer, gb_error *error) {
  GB_TRY(gb_trajectory_advance(s, error));
  const gb_state *state = gb_trajectory_state(s, s->k);
  if (gb_stage_counts(s->table, s->k, gb_trajectory_stage(s)))
    GB_TRY(s->system->op->functionals_add(s->system, state, gb_trajectory_stage(s)->weight, error));
  if (gb_trajectory_stage(s)->step_end && observer && observer->step)
    GB_TRY(observer->step(observer->context, gb_trajectory_stage(s)->step, state, error));
  if (gb_trajectory_stage(s)->step_end && observer && observer->checkpoint)
    return observer->checkpoint(observer->context, gb_trajectory_stage(s)->step, archive, s, error);
  return GB_OK;
}

int gb_march(gb_trajectory *s, const gb_observer *observer, gb_scalar values[],
             gb_march_report *report, gb_error *error) {
  const int64_t last = gb_table_stages(s->table) - 1;
  *report = (gb_march_report){0};
  s->report = report;
  if (observer && observer->resume) {
    GB_TRY(archive(s, observer->resume, error));
  } else {
    gb_trajectory_begin(s, true);
    GB_TRY(s->system->op->functionals_begin(s->system, error));
  }
  while (s->k < last) GB_TRY(march_stage(s, observer, error));
  return s->system->op->functionals_end(s->system, values, error);
}

int gb_march_begin(gb_trajectory *s, gb_march_report *report, gb_error *error) {
  *report = (gb_march_report){0};
  s->report = report;
  gb_trajectory_begin(s, true);
  return s->system->op->functionals_begin(s->system, error);
}

int gb_march_step(gb_trajectory *s, bool again, gb_scalar start[], gb_error *error) {
  int status;
  if (again)
    gb_trajectory_repeat(s);
  else
    memcpy(start, s->solver->w, gb_system_length(s->system) * sizeof *start);
  do status = gb_trajectory_compute(s, error);
  while (status == GB_OK && !gb_trajectory_stage(s)->step_end);
  if (status == GB_DIVERGED || status == GB_SINGULAR) gb_trajectory_retreat(s, start);
  return status;
}

int gb_march_accept(gb_trajectory *s, const gb_observer *observer, gb_error *error) {
  gb_stage stage;
  for (int64_t k = s->k - gb_trajectory_stage(s)->index; k <= s->k; k++) {
    gb_table_stage(s->table, k, &stage);
    gb_stage_set(s->system, &stage);
    if (gb_stage_counts(s->table, k, &stage))
      GB_TRY(s->system->op->functionals_add(s->system, gb_trajectory_state(s, k), stage.weight,
                                            error));
  }
  GB_TRY(gb_trajectory_keep(s, error));
  if (!observer || !observer->step) return GB_OK;
  return observer->step(observer->context, gb_trajectory_stage(s)->step,
                        gb_trajectory_state(s, s->k), error);
}

typedef struct bisection {
  gb_trajectory *trajectory;
  gb_table *table;
  gb_scalar *start; ///< unknowns of the trajectory before the current substep, [n + m]
  size_t bytes;
} bisection;

/// Solve the next stage. If the solve fails, bisect the substep of the stage and go back to the
/// beginning of this substep.
static int advance(bisection *s, gb_error *error) {
  gb_trajectory *t = s->trajectory;
  gb_error own = {0};
  gb_stage next;
  int64_t first = -1;
  gb_table_stage(s->table, t->k + 1, &next);
  if (next.index == 0) memcpy(s->start, t->solver->w, s->bytes);
  const int status = gb_trajectory_advance(t, &own);
  if (status == GB_DIVERGED || status == GB_SINGULAR)
    GB_TRY(gb_system_agree(t->system, gb_table_bisect(s->table, t->k, &first, error), error));
  if (first < 0)
    return status == GB_OK ? GB_OK : gb_fail(error, gb_error_code(status, &own), "%s", own.message);
  t->k = first - 1;
  memcpy(t->solver->w, s->start, s->bytes);
  return GB_OK;
}

int gb_find_substeps(gb_system *system, gb_table *table, const gb_newton_options *options,
                     gb_march_report *report, gb_error *error) {
  bisection s = {.table = table, .bytes = (gb_system_length(system)) * sizeof *s.start};
  *report = (gb_march_report){0};
  GB_TRY(gb_trajectory_create(system, table, options, NULL, &s.trajectory, error));
  s.trajectory->report = report;
  GB_SCRATCH(scratch);
  int status = gb_arena_allocate(&scratch, s.bytes, 1, &s.start, error);
  status = gb_system_agree(system, status, error);
  gb_trajectory_begin(s.trajectory, false);
  while (status == GB_OK && s.trajectory->k < gb_table_stages(table) - 1)
    status = advance(&s, error);
  gb_trajectory_destroy(&s.trajectory);
  if (system->op->forget)
    system->op->forget(system); // so that the next march begins as this one did
  return status;
}
