/// Frames to the results file, probe values to a table, steps to the progress line.
#include "monitor/watch.h"

#include "base/print.h"

#include "base/interrupt.h"
#include "monitor/history.h"
#include "monitor/shown.h"

#include "constitutive/section.h"
#include "output/progress.h"
#include "output/results.h"
#include "restart/archive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gb_watch {
  gb_session *session;
  gb_results *results; ///< NULL: no results file
  gb_shown *shown;     ///< what it shows
  int every;
  int room, rows;      ///< step ends
  int steps;           ///< of the march; -1 while a static one goes on
  double *time;        ///< [room]
  double *probe;       ///< [room][probes][GB_PROBE_VALUES]
  double *joint;       ///< [room][joints][6]
  double *sensitivity; ///< [room][designs][probes][GB_PROBE_VALUES]; NULL without a tangent sweep
  int frames;
  double *balance;     ///< [room][1 + GB_BALANCES]: time first
  double *body;        ///< [room][bodies][GB_BODY_VECTORS]
  double *orientation; ///< [frames][bodies][GB_BODY_VALUES], after the analysis; or NULL
  int32_t cells;
  double *yield;         ///< [cells], 0 of those that are no shells
  double *vector, *cell; ///< work: [4][shown nodes][3]; stress, failure, [2][shown cells]
  gb_progress march, adjoint;
  gb_frame before; ///< counts at the step end before, for --verbose
  bool marching, reversing, finished;
};

enum { FIELDS = 6 };

/// The fields of a frame, without von Mises stress where no material yields.
static int name_fields(const gb_watch *w, const double *const values[], gb_results_field field[]) {
  static const gb_results_field all[FIELDS] = {
      {"displacement", 0, 3, NULL}, {"velocity", 0, 3, NULL},  {"acceleration", 0, 3, NULL},
      {"director", 0, 3, NULL},     {"von_mises", 1, 1, NULL}, {"failure", 1, 1, NULL}};
  const int fields = w->session->model->blocks->yield ? FIELDS : FIELDS - 1;
  for (int f = 0; f < fields; f++) {
    field[f] = all[f];
    field[f].values = values ? values[f] : NULL;
  }
  return fields;
}

/// A new results file, or the one of the run that this one goes on from.
static int create_results(gb_watch *w, const gb_results_mesh *mesh, gb_error *error) {
  const MPI_Comm comm = w->session->comm;
  gb_results_field field[FIELDS];
  double *time;
  if (w->frames == 0) return gb_results_create(comm, w->session->stem, mesh, &w->results, error);
  int status = gb_allocate((size_t)w->frames, sizeof *time, &time, error);
  GB_TRY(gb_agree(comm, status, error));
  for (int f = 0; f < w->frames; f++) time[f] = w->balance[(size_t)f * (1 + GB_BALANCES)];
  const int fields = name_fields(w, NULL, field);
  status = gb_results_resume(comm, w->session->stem, mesh, w->frames, time, fields, field,
                             &w->results, error);
  free(time);
  return status;
}

static int open_results(gb_watch *w, gb_error *error) {
  return create_results(w, gb_shown_mesh(w->shown), error);
}

/// An array of rows with so many values each gets room for more rows.
static int extend(double **values, size_t width, size_t rows, size_t room, gb_error *error) {
  double *more;
  GB_TRY(gb_allocate(room * width, sizeof *more, &more, error));
  if (*values) memcpy(more, *values, rows * width * sizeof *more);
  free(*values);
  *values = more;
  return GB_OK;
}

/// Room for so many step ends. Local.
static int make_room(gb_watch *w, int rows, gb_error *error) {
  const gb_model *model = w->session->model;
  const size_t old = (size_t)w->rows, room = (size_t)(rows > 2 * w->room ? rows : 2 * w->room);
  const size_t probes = (size_t)model->probes->count * GB_PROBE_VALUES;
  if (rows <= w->room) return GB_OK;
  GB_TRY(extend(&w->time, 1, old, room, error));
  GB_TRY(extend(&w->probe, probes, old, room, error));
  if (w->session->analysis.method == GB_TANGENT)
    GB_TRY(extend(&w->sensitivity, probes * (size_t)model->designs->count, old, room, error));
  GB_TRY(extend(&w->joint, (size_t)model->problem->joints * GB_JOINT_VALUES, old, room, error));
  GB_TRY(extend(&w->balance, 1 + GB_BALANCES, old, room, error));
  GB_TRY(extend(&w->body, (size_t)model->problem->bodies * GB_BODY_VECTORS, old, room, error));
  w->room = (int)room;
  return GB_OK;
}

static int allocate(gb_watch *w, gb_error *error) {
  const gb_model *model = w->session->model;
  for (int i = 0; i < model->blocks->count; i++)
    if (model->blocks->block[i].cell) w->cells += model->blocks->block[i].elements;
  GB_TRY(make_room(w, w->session->analysis.time.steps + 1, error));
  GB_TRY(gb_allocate((size_t)w->cells, sizeof *w->yield, &w->yield, error));
  GB_TRY(gb_allocate((size_t)gb_shown_mesh(w->shown)->nodes * 12, sizeof *w->vector, &w->vector,
                     error));
  GB_TRY(gb_allocate(2 * (size_t)gb_shown_mesh(w->shown)->cells, sizeof *w->cell, &w->cell, error));
  int32_t cell = 0;
  for (int i = 0; i < model->blocks->count; i++)
    for (int32_t e = 0; model->blocks->block[i].cell && e < model->blocks->block[i].elements; e++)
      w->yield[cell++] =
          model->blocks->block[i].own ? 0 : model->blocks->block[i].parameter[GB_YIELD];
  return GB_OK;
}

int gb_watch_create(gb_session *session, gb_watch **out, gb_error *error) {
  gb_watch *w;
  *out = NULL;
  GB_TRY(gb_agree(session->comm, gb_allocate(1, sizeof *w, &w, error), error));
  w->session = session;
  w->steps = gb_session_is_static(session) ? -1 : session->analysis.time.steps;
  w->every = session->description->output_every;
  int status = gb_shown_create(session->model, session->shapes, &w->shown, error);
  if (status == GB_OK) status = gb_agree(session->comm, allocate(w, error), error);
  // The results of a run that goes on are opened when it is known how far they reach.
  const bool goes_on = session->options->restart != NULL;
  if (status == GB_OK && w->every > 0 && !goes_on) status = open_results(w, error);
  if (status != GB_OK) gb_watch_destroy(&w);
  *out = w;
  return status;
}

static int write_frame(gb_watch *w, const gb_frame *frame, gb_error *error) {
  double start = gb_timer_now();
  size_t size = 3 * (size_t)gb_shown_mesh(w->shown)->nodes;
  double *u = w->vector, *v = u + size, *a = v + size, *d = a + size;
  gb_shown_motion(w->shown, frame->q, u);
  gb_shown_motion(w->shown, frame->v, v);
  gb_shown_motion(w->shown, frame->a, a);
  gb_shown_directors(w->shown, frame->q, d);
  double *stress = w->cell, *failure = stress + gb_shown_mesh(w->shown)->cells;
  for (int32_t i = 0; i < w->cells; i++) stress[i] = frame->failure[i] * w->yield[i];
  memcpy(failure, frame->failure, (size_t)w->cells * sizeof *failure);
  const double *const values[FIELDS] = {u, v, a, d, stress, failure};
  gb_results_field field[FIELDS];
  const int fields = name_fields(w, values, field);
  int status = gb_results_frame(w->results, frame->t, fields, field, error);
  gb_timer_add(&w->session->timers, GB_PHASE_OUTPUT, start);
  return status;
}

/// What a step took, in place of the progress line.
static void print_work(gb_watch *w, const gb_frame *frame) {
  if (frame->step == 0) gb_print(stdout, "  step              t  Newton  Krylov  factorisations\n");
  gb_print(stdout, "%6d  %13.6g %7ld %7ld %7ld\n", frame->step, frame->t,
           frame->newton_iterations - w->before.newton_iterations,
           frame->krylov_iterations - w->before.krylov_iterations,
           frame->factorisations - w->before.factorisations);
  if (frame->last) gb_print(stdout, "\n");
  fflush(stdout);
  w->before = *frame;
}

static void show_progress(gb_watch *w, const gb_frame *frame) {
  const gb_options *options = w->session->options;
  if (options->verbose && !options->quiet) print_work(w, frame);
  const gb_time_request *time = &w->session->analysis.time;
  if (!w->marching)
    gb_progress_start(&w->march, "march", time->steps, options->quiet || options->verbose);
  w->marching = true;
  const int step = w->steps < 0 ? (int)(frame->t / time->step + 1e-6) : frame->step;
  if (step > 0) gb_progress_update(&w->march, step);
}

/// u, v and a at the probes of this rank: row[probes][GB_PROBE_VALUES].
static void read_probes(const gb_model *model, const gb_frame *frame, double row[]) {
  for (int p = 0; p < model->probes->count; p++) {
    int32_t n = model->probes->probe[p].node;
    const size_t first = n >= 0 ? gb_node_displacement(model->nodes, n) : 0;
    for (int i = 0; n >= 0 && i < 3; i++) {
      row[GB_PROBE_VALUES * p + i] = frame->q[first + (size_t)i];
      row[GB_PROBE_VALUES * p + 3 + i] = frame->v[first + (size_t)i];
      row[GB_PROBE_VALUES * p + 6 + i] = frame->a[first + (size_t)i];
    }
  }
}

static int on_step(void *context, const gb_frame *frame, gb_error *error) {
  gb_watch *w = context;
  const gb_model *model = w->session->model;
  if (w->session->rank == 0) show_progress(w, frame);
  GB_TRY(gb_agree(w->session->comm, make_room(w, w->rows + 1, error), error));
  if (frame->last) w->steps = frame->step;
  w->time[w->rows] = frame->t;
  double *row = &w->probe[(size_t)w->rows * (size_t)model->probes->count * GB_PROBE_VALUES];
  read_probes(model, frame, row);
  const size_t joints = (size_t)model->problem->joints * GB_JOINT_VALUES;
  if (frame->reaction)
    memcpy(&w->joint[(size_t)w->rows * joints], frame->reaction, joints * sizeof *w->joint);
  w->rows++;
  if (!frame->failure) return GB_OK;
  gb_orientation_read(
      model, frame->q,
      &w->body[(size_t)w->frames * (size_t)model->problem->bodies * GB_BODY_VECTORS]);
  double *balance = &w->balance[(size_t)w->frames++ * (1 + GB_BALANCES)];
  balance[0] = frame->t;
  memcpy(balance + 1, frame->balance, GB_BALANCES * sizeof *balance);
  return write_frame(w, frame, error);
}

static int on_adjoint_step(void *context, int step, gb_error *error) {
  gb_watch *w = context;
  (void)error;
  if (w->session->rank != 0) return GB_OK;
  if (!w->reversing) {
    gb_progress_finish(&w->march);
    gb_progress_start(&w->adjoint, "adjoint", w->steps, w->session->options->quiet);
    w->reversing = true;
  }
  gb_progress_update(&w->adjoint, w->steps - step);
  return GB_OK;
}

static int on_tangent_step(void *context, int design, const gb_frame *derivative, gb_error *error) {
  gb_watch *w = context;
  const gb_model *model = w->session->model;
  (void)error;
  size_t row = (size_t)derivative->step * (size_t)model->designs->count + (size_t)design;
  read_probes(model, derivative,
              &w->sensitivity[row * (size_t)model->probes->count * GB_PROBE_VALUES]);
  return GB_OK;
}

/// Bring values together: a probe's node and a joint have one owner, the other ranks hold zeros.
static void add_to_first(const gb_watch *w, size_t values, double value[]) {
  const size_t most = 1 << 24;
  for (size_t first = 0; first < values; first += most) {
    const int count = (int)(values - first < most ? values - first : most);
    MPI_Reduce(w->session->rank == 0 ? MPI_IN_PLACE : value + first, value + first, count,
               MPI_DOUBLE, MPI_SUM, 0, w->session->model->comm);
  }
}

static gb_rest on_rest(void *context, int step) {
  const gb_watch *w = context;
  const gb_session *s = w->session;
  const int every = s->description->checkpoint_every;
  // Nothing is left to do after the last step of a march alone.
  if (step == w->steps && s->analysis.method == GB_NO_GRADIENT) return GB_REST_NONE;
  if (gb_interrupt_asked()) return GB_REST_PAUSE;
  if (s->options->max_time > 0 && gb_timer_now() - s->started >= s->options->max_time)
    return GB_REST_PAUSE;
  return every > 0 && step > 0 && step % every == 0 ? GB_REST_WRITE : GB_REST_NONE;
}

/// Values at probes or joints of all ranks, through a copy: zeros stand where one is another
/// rank's.
static int archive_rows(gb_watch *w, gb_archive *file, size_t count, double value[],
                        gb_error *error) {
  double *all;
  const bool reads = gb_archive_reads(file);
  GB_TRY(gb_agree(w->session->comm, gb_allocate(count, sizeof *all, &all, error), error));
  if (!reads) memcpy(all, value, count * sizeof *all);
  if (!reads) add_to_first(w, count, all);
  const int status = gb_archive_numbers(file, count, all, error);
  if (reads && w->session->rank == 0) memcpy(value, all, count * sizeof *all);
  free(all);
  return status;
}

/// Numbers of the bodies in all frames so far.
static size_t body_numbers(const gb_watch *w) {
  return (size_t)w->frames * (size_t)w->session->model->problem->bodies * GB_BODY_VECTORS;
}

static int archive(void *context, gb_archive *file, gb_error *error) {
  gb_watch *w = context;
  const gb_model *model = w->session->model;
  int64_t counts[5] = {w->rows, w->frames, w->every, w->results != NULL, w->steps};
  GB_TRY(gb_archive_integers(file, 5, counts, error));
  if (gb_archive_reads(file) && w->every > 0 && (counts[2] != w->every || !counts[3]))
    return gb_fail(error, GB_USAGE,
                   "output.every: found %d, but the results so far have every %lld; accepted: the "
                   "same, or 0 for none",
                   w->every, (long long)counts[2]);
  GB_TRY(gb_agree(w->session->comm, make_room(w, (int)counts[0], error), error));
  w->rows = (int)counts[0];
  w->steps = (int)counts[4];
  w->frames = (int)counts[1];
  const size_t values = (size_t)w->rows * (size_t)model->probes->count * GB_PROBE_VALUES;
  GB_TRY(gb_archive_numbers(file, (size_t)w->rows, w->time, error));
  const size_t reactions = (size_t)w->rows * (size_t)model->problem->joints * GB_JOINT_VALUES;
  GB_TRY(archive_rows(w, file, values, w->probe, error));
  GB_TRY(archive_rows(w, file, reactions, w->joint, error));
  if (w->sensitivity)
    GB_TRY(archive_rows(w, file, values * (size_t)model->designs->count, w->sensitivity, error));
  GB_TRY(gb_archive_numbers(file, (size_t)w->frames * (1 + GB_BALANCES), w->balance, error));
  GB_TRY(archive_rows(w, file, body_numbers(w), w->body, error));
  if (!gb_archive_reads(file) || w->every == 0) return GB_OK;
  return open_results(w, error);
}

void gb_watch_pause(gb_watch *w) {
  gb_error ignored = {0};
  if (w->results) gb_results_pause(w->results, &ignored);
}

gb_watcher gb_watch_watcher(gb_watch *w) {
  return (gb_watcher){.context = w,
                      .every = w->every,
                      .step = on_step,
                      .adjoint_step = on_adjoint_step,
                      .rest = on_rest,
                      .archive = archive,
                      .tangent_step = w->sensitivity ? on_tangent_step : NULL};
}

static void name_probe(const gb_model *model, int probe, size_t size, char *text) {
  snprintf(text, size, "%s", model->probes->probe[probe].name);
}

static void name_body(const gb_model *model, int body, size_t size, char *text) {
  snprintf(text, size, "%s", model->problem->body[body].name);
}

/// Bring the bodies together, and their quaternions.
static int complete_bodies(gb_watch *w, gb_error *error) {
  const int bodies = w->session->model->problem->bodies;
  const size_t values = (size_t)w->frames * (size_t)bodies * GB_BODY_VALUES;
  if (bodies == 0) return GB_OK;
  add_to_first(w, body_numbers(w), w->body);
  int status = gb_allocate(values, sizeof *w->orientation, &w->orientation, error);
  GB_TRY(gb_agree(w->session->comm, status, error));
  gb_orientation_complete(w->frames, bodies, w->body, w->orientation);
  return GB_OK;
}

static int write_histories(gb_watch *w, gb_error *error) {
  static const char *const motion[] = {"ux", "uy", "uz", "vx", "vy", "vz", "ax", "ay", "az"};
  static const char *const reaction[] = {"fx", "fy", "fz", "mx", "my", "mz"};
  const gb_model *model = w->session->model;
  static const char *const placed[] = {"x",   "y",   "z",   "q0",  "q1",  "q2",  "q3",  "d1x",
                                       "d1y", "d1z", "d2x", "d2y", "d2z", "d3x", "d3y", "d3z"};
  const gb_history tables[] = {{"probes", w->rows, 1, w->time, model->probes->count,
                                GB_PROBE_VALUES, motion, w->probe, name_probe},
                               {"joints", w->rows, 1, w->time, model->problem->joints,
                                GB_JOINT_VALUES, reaction, w->joint, gb_model_joint_name},
                               {"bodies", w->frames, 1 + GB_BALANCES, w->balance,
                                model->problem->bodies, GB_BODY_VALUES, placed, w->orientation,
                                name_body}};
  for (int i = 0; i < 3; i++) GB_TRY(gb_history_write(w->results, model, &tables[i], error));
  return GB_OK;
}

int gb_watch_finish(gb_watch *w, gb_error *error) {
  static const char *const balance[] = {"time",       "kinetic",    "strain",
                                        "momentum_x", "momentum_y", "momentum_z",
                                        "angular_x",  "angular_y",  "angular_z"};
  const gb_model *model = w->session->model;
  const size_t values = (size_t)w->rows * (size_t)model->probes->count * GB_PROBE_VALUES;
  if (w->session->rank == 0) {
    gb_progress_finish(&w->march);
    if (w->reversing) gb_progress_finish(&w->adjoint);
    w->finished = true;
  }
  add_to_first(w, values, w->probe);
  add_to_first(w, (size_t)w->rows * (size_t)model->problem->joints * GB_JOINT_VALUES, w->joint);
  if (w->sensitivity) add_to_first(w, values * (size_t)model->designs->count, w->sensitivity);
  if (!w->results) return GB_OK;
  double start = gb_timer_now();
  GB_TRY(complete_bodies(w, error));
  GB_TRY(write_histories(w, error));
  GB_TRY(gb_results_history(w->results, "balance", w->frames, 1 + GB_BALANCES, balance, w->balance,
                            error));
  int status = gb_results_close(w->results, error);
  gb_timer_add(&w->session->timers, GB_PHASE_OUTPUT, start);
  return status;
}

void gb_watch_destroy(gb_watch **watch) {
  gb_watch *w = *watch;
  if (!w) return;
  if (w->session->rank == 0 && w->rows > 0 && !w->finished) gb_progress_finish(&w->march);
  gb_results_destroy(&w->results);
  gb_shown_destroy(&w->shown);
  free(w->time);
  free(w->probe);
  free(w->joint);
  free(w->sensitivity);
  free(w->balance);
  free(w->body);
  free(w->orientation);
  free(w->yield);
  free(w->vector);
  free(w->cell);
  free(w);
  *watch = NULL;
}

int gb_watch_rows(const gb_watch *w) {
  return w->rows;
}

const double *gb_watch_times(const gb_watch *w) {
  return w->time;
}

const double *gb_watch_probes(const gb_watch *w) {
  return w->probe;
}

const double *gb_watch_joints(const gb_watch *w) {
  return w->joint;
}

const double *gb_watch_sensitivities(const gb_watch *w) {
  return w->sensitivity;
}

int gb_watch_frames(const gb_watch *w) {
  return w->frames;
}

const double *gb_watch_balance(const gb_watch *w) {
  return w->balance;
}

const double *gb_watch_bodies(const gb_watch *w) {
  return w->orientation;
}
