/// The march: every stage of a table is found in turn and added to the functionals, and the
/// observer is called at step ends. Source: docs/theory.md, the section on tables.
#include "integrators/pass.h"
#include "integrators/trajectory.h"

static int archive(void *driver, gb_archive *file, gb_error *error) {
  gb_trajectory *s = driver;
  int64_t work[3] = {s->report->newton_iterations, s->report->krylov_iterations,
                     s->report->factorisations};
  GB_TRY(gb_archive_integers(file, 3, work, error));
  s->report->newton_iterations = work[0];
  s->report->krylov_iterations = work[1];
  s->report->factorisations = work[2];
  return gb_trajectory_archive(s, file, error);
}

static int march_stage(gb_trajectory *s, const gb_observer *observer, gb_error *error) {
  GB_TRY(gb_trajectory_advance(s, error));
  const gb_state *state = gb_trajectory_state(s, s->k);
  if (gb_stage_counts(s->table, s->k, &s->stage))
    GB_TRY(s->system->op->functionals_add(s->system, state, s->stage.weight, error));
  if (s->stage.step_end && observer && observer->step)
    GB_TRY(observer->step(observer->context, s->stage.step, state, error));
  if (s->stage.step_end && observer && observer->checkpoint)
    return observer->checkpoint(observer->context, s->stage.step, archive, s, error);
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
