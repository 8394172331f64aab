/// Restart files of a run: whose they are, what its parts need to go on.
#include "engine/run.h"

#include <stdio.h>
#include <string.h>

/// The load parameters of a walk so far.
static int archive_levels(gb_run *r, gb_archive *file, gb_error *error) {
  int64_t count;
  bool complete;
  const double *level = gb_table_levels(r->table, &count, &complete);
  const bool reads = gb_archive_reads(file);
  int64_t known[3] = {gb_table_walks(r->table), count, complete};
  GB_TRY(gb_archive_integers(file, 3, known, error));
  if (reads && known[0]) gb_table_walk(r->table);
  for (int64_t i = 0; i < known[1]; i++) {
    double t = reads ? 0 : level[i];
    GB_TRY(gb_archive_numbers(file, 1, &t, error));
    const bool last = known[2] && i == known[1] - 1;
    const int status = reads ? gb_table_set_level(r->table, i + 1, t, last, error) : GB_OK;
    GB_TRY(gb_agree(r->analysis->model->comm, status, error));
  }
  return GB_OK;
}

/// Whose the file is, and how its steps were halved.
static int archive_table(gb_run *r, gb_archive *file, gb_error *error) {
  int64_t count, first;
  const int64_t *point = gb_table_bisections(r->table, &count);
  GB_TRY(gb_restart_identify(r->restart, file, error));
  GB_TRY(gb_archive_integers(file, 1, &count, error));
  for (int64_t i = 0; i < count; i++) {
    int64_t k = gb_archive_reads(file) ? 0 : point[i];
    GB_TRY(gb_archive_integers(file, 1, &k, error));
    int status = GB_OK;
    if (gb_archive_reads(file)) status = gb_table_bisect(r->table, k, &first, error);
    GB_TRY(gb_agree(r->analysis->model->comm, status, error));
  }
  return archive_levels(r, file, error);
}

int gb_run_archive(gb_run *r, gb_archive *file, gb_error *error) {
  const gb_frame_observer *observer = r->analysis->observer;
  int64_t work[8] = {r->progress.phase,
                     r->progress.march_factorisations,
                     r->progress.report.newton_iterations,
                     r->progress.report.krylov_iterations,
                     r->progress.report.factorisations,
                     r->progress.settling.newton_iterations,
                     r->progress.settling.krylov_iterations,
                     r->progress.report.failures};
  GB_TRY(gb_archive_integers(file, 8, work, error));
  r->progress.phase = work[0];
  r->progress.march_factorisations = work[1];
  r->progress.report.newton_iterations = work[2];
  r->progress.report.krylov_iterations = work[3];
  r->progress.report.factorisations = work[4];
  r->progress.settling.newton_iterations = work[5];
  r->progress.settling.krylov_iterations = work[6];
  r->progress.report.failures = work[7];
  double drift[3];
  memcpy(drift, r->frame.joints.drift, sizeof drift);
  MPI_Allreduce(MPI_IN_PLACE, drift, 3, MPI_DOUBLE, MPI_MAX, r->analysis->model->comm);
  GB_TRY(gb_archive_numbers(file, 3, drift, error));
  if (gb_archive_reads(file)) memcpy(r->frame.joints.drift, drift, sizeof drift);
  double loss[3] = {r->loss.energy, r->loss.power, r->loss.t};
  GB_TRY(gb_archive_numbers(file, 3, loss, error));
  r->loss = (gb_run_loss){loss[0], loss[1], loss[2]};
  if (r->frame.step_end) GB_TRY(gb_step_end_archive(r->frame.step_end, file, error));
  GB_TRY(gb_model_system_archive(r->system, file, error));
  return observer->archive ? observer->archive(observer->context, file, error) : GB_OK;
}

static int write_restart(gb_run *r, gb_archive_part *part, void *driver, gb_error *error) {
  gb_archive *file = NULL;
  int status = gb_restart_create_file(r->restart, &file, error);
  if (status == GB_OK) status = archive_table(r, file, error);
  if (status == GB_OK) status = gb_run_archive(r, file, error);
  if (status == GB_OK) status = part(driver, file, error);
  if (status == GB_OK) status = gb_archive_close(file, error);
  gb_archive_destroy(&file);
  return status;
}

int gb_run_rest(void *context, int step, gb_archive_part *part, void *driver, gb_error *error) {
  gb_run *r = context;
  const gb_analysis *analysis = r->analysis;
  int ranks, wanted = analysis->observer->rest(analysis->observer->context, step);
  MPI_Comm_size(analysis->model->comm, &ranks);
  if (ranks > 1) MPI_Allreduce(MPI_IN_PLACE, &wanted, 1, MPI_INT, MPI_MAX, analysis->model->comm);
  if (wanted == GB_REST_NONE) return GB_OK;
  GB_TRY(write_restart(r, part, driver, error));
  if (wanted == GB_REST_WRITE) return GB_OK;
  char of[40] = "";
  int64_t levels;
  bool complete;
  gb_table_levels(r->table, &levels, &complete);
  if (!gb_table_walks(r->table) || complete)
    snprintf(of, sizeof of, " of %d", gb_table_steps(r->table));
  return gb_fail(error, GB_PAUSED, "stopped %s step %d%s; go on with --restart %s",
                 r->progress.phase ? "in the reverse sweep at" : "after", step, of,
                 analysis->restart_path);
}

int gb_run_open_restart(gb_run *r, gb_error *error) {
  const gb_analysis *analysis = r->analysis;
  if (!analysis->restart_path) return GB_OK;
  GB_TRY(gb_restart_create(analysis, r->system, r->table, &r->restart, error));
  if (!analysis->restart_from) return GB_OK;
  GB_TRY(gb_restart_open_file(r->restart, &r->from, error));
  return archive_table(r, r->from, error);
}
