/// At each step end the monitor updates records, results file and progress display.
#include "monitor/monitor.h"

#include "base/platform/interrupt.h"
#include "monitor/frames.h"
#include "output/progress.h"
#include "restart/archive.h"

#include <stdio.h>
#include <stdlib.h>

struct gb_monitor {
  const gb_monitor_request *request;
  int rank;
  int steps; ///< number of steps of the march; -1: not yet known
  gb_records *records;
  gb_frames *frames;    ///< NULL: no results file
  gb_progress progress; ///< of the march, then of the adjoint
  struct {
    long newton, krylov, factorisations;
  } before; ///< counts at the step before
  bool marching, reversing, finished;
};

static int open_frames(gb_monitor *m, gb_error *error) {
  const double start = gb_timer_now();
  bool anew;
  const int status = gb_frames_open(m->frames, m->records, &anew, error);
  gb_timer_add(m->request->timers, GB_PHASE_OUTPUT, start);
  if (status != GB_OK) return status;
  int rank;
  MPI_Comm_rank(m->request->analysis->model->comm, &rank);
  if (rank == 0 && anew)
    gb_print(stderr,
             "gimbal: warning: %s.vtkhdf.tmp: the earlier run was killed while it wrote this file, "
             "which is damaged: results are written anew, from the first step after the restart "
             "file\n",
             m->request->stem);
  return GB_OK;
}

static int create_parts(gb_monitor *m, gb_error *error) {
  const gb_monitor_request *request = m->request;
  const gb_analysis *analysis = request->analysis;
  const gb_model *model = analysis->model;
  GB_TRY(gb_agree(model->comm, GB_ALLOCATE(m->records, 1, error), error));
  GB_TRY(gb_records_create(model, analysis->method == GB_TANGENT, analysis->time->steps, m->records,
                           error));
  if (request->output_every == 0 || !request->stem) return GB_OK;
  GB_TRY(gb_frames_create(model, request->shapes, request->stem, request->sections, request->swept,
                          &m->frames, error));
  return request->resumes ? GB_OK : open_frames(m, error);
}

int gb_monitor_create(const gb_monitor_request *request, gb_monitor **out, gb_error *error) {
  const gb_model *model = request->analysis->model;
  gb_monitor *m;
  *out = NULL;
  GB_TRY(gb_agree(model->comm, GB_ALLOCATE(m, 1, error), error));
  m->request = request;
  m->steps = request->open_ended ? -1 : request->analysis->time->steps;
  MPI_Comm_rank(model->comm, &m->rank);
  const int status = create_parts(m, error);
  if (status != GB_OK) gb_monitor_destroy(&m);
  *out = m;
  return status;
}

void gb_monitor_destroy(gb_monitor **monitor) {
  gb_monitor *m = *monitor;
  if (!m) return;
  if (m->rank == 0 && m->marching && !m->finished) gb_progress_finish(&m->progress);
  gb_frames_destroy(&m->frames);
  if (m->records) gb_records_destroy(m->records);
  free(m->records);
  free(m);
  *monitor = NULL;
}

/// Print one line per step, with the work of the step, instead of the progress display.
static void print_work(gb_monitor *m, const gb_frame *frame) {
  if (frame->step == 0) gb_print(stdout, "  step              t  Newton  Krylov  factorisations\n");
  gb_print(stdout, "%6d  %13.6g %7ld %7ld %7ld\n", frame->step, frame->t,
           frame->newton_iterations - m->before.newton, frame->krylov_iterations - m->before.krylov,
           frame->factorisations - m->before.factorisations);
  if (frame->last) gb_print(stdout, "\n");
  fflush(stdout);
  m->before.newton = frame->newton_iterations;
  m->before.krylov = frame->krylov_iterations;
  m->before.factorisations = frame->factorisations;
}

static void show_progress(gb_monitor *m, const gb_frame *frame) {
  const gb_monitor_request *request = m->request;
  const gb_march_settings *time = request->analysis->time;
  if (request->verbose && !request->quiet) print_work(m, frame);
  if (!m->marching)
    gb_progress_start(&m->progress, "march", time->steps, request->quiet || request->verbose);
  m->marching = true;
  const int step = m->steps < 0 ? (int)(frame->t / time->step + 1e-6) : frame->step;
  if (step > 0) gb_progress_update(&m->progress, step);
}

static int write_frame(gb_monitor *m, const gb_frame *frame, gb_error *error) {
  const double start = gb_timer_now();
  const int status = gb_frames_write(m->frames, frame, error);
  gb_timer_add(m->request->timers, GB_PHASE_OUTPUT, start);
  return status;
}

static int on_step(void *context, const gb_frame *frame, gb_error *error) {
  gb_monitor *m = context;
  if (m->rank == 0) show_progress(m, frame);
  if (frame->last) m->steps = frame->step;
  GB_TRY(gb_records_add(m->records, frame, error));
  if (m->request->also.step) GB_TRY(m->request->also.step(m->request->also.context, frame, error));
  return frame->failure && m->frames ? write_frame(m, frame, error) : GB_OK;
}

static int on_adjoint_step(void *context, int step, gb_error *error) {
  gb_monitor *m = context;
  (void)error;
  if (m->rank != 0) return GB_OK;
  if (!m->reversing) {
    gb_progress_finish(&m->progress);
    gb_progress_start(&m->progress, "adjoint", m->steps, m->request->quiet);
    m->reversing = true;
  }
  gb_progress_update(&m->progress, m->steps - step);
  return GB_OK;
}

static int on_tangent_step(void *context, int design, const gb_frame *derivative, gb_error *error) {
  gb_monitor *m = context;
  (void)error;
  gb_records_add_tangent(m->records, design, derivative);
  return GB_OK;
}

static gb_rest on_rest(void *context, int step) {
  const gb_monitor *m = context;
  const int every = m->request->restart_every;
  // After the last step of a march without gradient nothing remains to be done.
  if (step == m->steps && m->request->analysis->method == GB_NO_GRADIENT) return GB_REST_NONE;
  if (gb_interrupt_asked() || gb_timer_now() >= m->request->deadline) return GB_REST_PAUSE;
  return every > 0 && step > 0 && step % every == 0 ? GB_REST_WRITE : GB_REST_NONE;
}

static int archive(void *context, gb_archive *file, gb_error *error) {
  gb_monitor *m = context;
  const int every = m->request->output_every;
  const bool open = m->frames && gb_frames_results(m->frames);
  if (open && !gb_archive_reads(file))
    GB_TRY(gb_results_flush(gb_frames_results(m->frames), error));
  int64_t counts[3] = {every, open, m->steps};
  GB_TRY(gb_archive_integers(file, 3, counts, error));
  if (gb_archive_reads(file) && every > 0 && (counts[0] != every || !counts[1]))
    return gb_fail(error, GB_OTHER_CASE,
                   "output_every: found %d, but the results so far were written with %lld; "
                   "accepted: the same, or 0 for none",
                   every, (long long)counts[0]);
  m->steps = (int)counts[2];
  GB_TRY(gb_records_archive(m->records, file, error));
  if (!gb_archive_reads(file) || !m->frames) return GB_OK;
  return open_frames(m, error);
}

gb_frame_observer gb_monitor_observer(gb_monitor *m) {
  return (gb_frame_observer){.context = m,
                             .every = m->request->output_every,
                             .sections = m->request->sections,
                             .step = on_step,
                             .adjoint_step = on_adjoint_step,
                             .rest = on_rest,
                             .archive = archive,
                             .tangent_step = m->records->differentiates ? on_tangent_step : NULL};
}

void gb_monitor_pause(gb_monitor *m) {
  gb_error ignored = {0};
  if (m->frames && gb_frames_results(m->frames))
    gb_results_pause(gb_frames_results(m->frames), &ignored);
}

static int write_table(void *context, const char *table, int rows, int columns,
                       const char *const column[], const double values[], gb_error *error) {
  return gb_results_history(context, table, rows, columns, column, values, error);
}

int gb_monitor_finish(gb_monitor *m, gb_error *error) {
  if (m->rank == 0) {
    gb_progress_finish(&m->progress);
    m->finished = true;
  }
  gb_records_gather(m->records);
  if (!m->frames) return GB_OK;
  const double start = gb_timer_now();
  GB_TRY(gb_records_orient(m->records, error));
  GB_TRY(gb_records_tables(m->records, write_table, gb_frames_results(m->frames), error));
  const int status = gb_frames_close(m->frames, error);
  gb_timer_add(m->request->timers, GB_PHASE_OUTPUT, start);
  return status;
}

const gb_records *gb_monitor_records(const gb_monitor *m) {
  return m->records;
}
