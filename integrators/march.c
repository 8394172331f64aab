/// The march: every point of a table is found in turn, shown at step ends and added to the
/// functionals. Source: docs/theory.md, the section on tables.
#include "integrators/sweep.h"
#include "integrators/trajectory.h"

static int march_point(gb_trajectory *s, const gb_observer *observer, gb_error *error) {
  GB_TRY(gb_trajectory_advance(s, error));
  const gb_state *state = gb_trajectory_state(s, s->k);
  if (gb_point_counts(s->table, s->k, &s->point))
    GB_TRY(s->system->op->functionals_add(s->system, state, s->point.weight, error));
  if (s->point.step_end && observer && observer->step)
    GB_TRY(observer->step(observer->context, s->point.step, state, error));
  return GB_OK;
}

int gb_march(gb_trajectory *s, const gb_observer *observer, gb_scalar values[],
             gb_march_report *report, gb_error *error) {
  const int64_t last = gb_table_points(s->table) - 1;
  *report = (gb_march_report){0};
  s->report = report;
  gb_trajectory_begin(s, true);
  GB_TRY(s->system->op->functionals_begin(s->system, error));
  while (s->k < last) GB_TRY(march_point(s, observer, error));
  return s->system->op->functionals_end(s->system, values, error);
}
