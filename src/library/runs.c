/// Runs of cases, gradients and results.
#include "library/library.h"

#include "base/count.h"
#include "session/plausibility.h"

#include <stdlib.h>
#include <string.h>

// Histories and fields.

static int on_step(void *context, const gb_frame *frame, gb_error *error) {
  const gb_library_recording *r = context;
  const gb_analysis *analysis = r->of->loaded->live->analysis;
  if (!r->records->model)
    GB_TRY(gb_records_create(analysis->model, analysis->method == GB_TANGENT, analysis->time->steps,
                             r->records, error));
  return gb_records_add(r->records, frame, error);
}

static int on_tangent_step(void *context, int design, const gb_frame *derivative, gb_error *error) {
  const gb_library_recording *r = context;
  (void)error;
  gb_records_add_tangent(r->records, design, derivative);
  return GB_OK;
}

/// Compute the fields that the results file of the case would have.
static int on_end(void *context, const gb_frame *frame, gb_error *error) {
  const gb_library_recording *r = context;
  const gb_evaluator *live = r->of->loaded->live;
  const gb_session *session = r->of->loaded->session;
  const gb_case *asked = session->description;
  GB_TRY(gb_fields_create(live->analysis->model, session->shapes, live->design,
                          asked->output.sections, asked->output.swept, r->fields, error));
  gb_fields_compute(*r->fields, frame);
  return GB_OK;
}

gb_rest gb_library_rest(void *context, int step) {
  const gimbal_case *c = context;
  (void)step;
  return c->stop.function && c->stop.function(c->stop.context) ? GB_REST_PAUSE : GB_REST_NONE;
}

static gb_rest on_rest(void *context, int step) {
  return gb_library_rest(((const gb_library_recording *)context)->of, step);
}

void gimbal_set_stop(gimbal_case *c, gimbal_stop *stop, void *context) {
  if (!c) return;
  c->stop.function = stop;
  c->stop.context = context;
}

gb_frame_observer gb_library_observer(gb_library_recording *r, bool histories) {
  gb_frame_observer observer = {.context = r,
                                .rest = on_rest,
                                .end = on_end,
                                .sections = r->of->loaded->session->description->output.sections};
  if (!histories) return observer;
  observer.step = on_step;
  if (r->of->loaded->live->analysis->method == GB_TANGENT) observer.tangent_step = on_tangent_step;
  return observer;
}

/// Store the histories of probes and quantities as the rows of one array.
static int keep_history(const gimbal_case *c, gimbal_result *r, gb_error *error) {
  const gb_model *model = c->loaded->session->model;
  const size_t probes = (size_t)model->probes->count * GB_PROBE_VALUES;
  const size_t quantities = (size_t)model->quantities->values, all = probes + quantities;
  const size_t rows = (size_t)r->records->rows;
  GB_TRY(gb_agree(c->comm, GB_TAKE(&r->records->memory, r->history, rows * all, error), error));
  for (size_t row = 0; row < rows; row++) {
    memcpy(r->history + row * all, r->records->probe + row * probes, probes * sizeof(double));
    memcpy(r->history + row * all + probes, r->records->quantity + row * quantities,
           quantities * sizeof(double));
  }
  gb_sum_over_ranks(c->comm, rows * all, r->history);
  return GB_OK;
}

// Runs.

/// Copy values, because computing the gradient may change the originals.
static int copy(const gimbal_case *c, const double from[], size_t count, double **to,
                gb_error *error) {
  GB_TRY(gb_agree(c->comm, GB_ALLOCATE(*to, count, error), error));
  memcpy(*to, from, count * sizeof *from);
  return GB_OK;
}

int gb_library_keep(const gimbal_case *c, int request, gimbal_result *r, gb_error *error) {
  const gb_evaluator *live = c->loaded->live;
  gb_plausibility_tell(live->session, live->outcome, gb_library_warn, c->loaded);
  GB_TRY(copy(c, live->outcome->value, (size_t)gimbal_functionals(c), &r->values, error));
  return request & GIMBAL_HISTORIES ? keep_history(c, r, error) : GB_OK;
}

static int march(gimbal_case *c, int request, gimbal_result *r, gb_error *error) {
  gb_evaluator *live = c->loaded->live;
  gb_library_recording kept = {c, r->records, &r->fields};
  const gb_frame_observer observer = gb_library_observer(&kept, request & GIMBAL_HISTORIES);
  MPI_Bcast(c->loaded->design, gimbal_designs(c), MPI_DOUBLE, 0, c->comm);
  live->analysis->observer = &observer;
  int status = gb_evaluator_march(live, c->loaded->design, request & GIMBAL_SAME_FACTOR, error);
  live->analysis->observer = NULL;
  GB_TRY(status);
  r->factorisations = live->outcome->factorisations;
  return gb_library_keep(c, request, r, error);
}

int gb_library_begin(gimbal_case *c, int request, gimbal_result **out, gb_error *error) {
  static const gb_gradient_method methods[] = {GB_NO_GRADIENT, GB_ADJOINT, GB_TANGENT,
                                               GB_AUTOMATIC};
  gb_evaluator *live = c->loaded->live;
  gimbal_result_free(&c->loaded->coupled); // of a march by steps that has not ended
  if (!c->loaded->source.file)
    return gb_fail(error, GB_WRONG_CALL, "no case is loaded; accepted: gimbal_load before a run");
  const int most = GIMBAL_CHEAPER | GIMBAL_HISTORIES | GIMBAL_SAME_FACTOR;
  if (request < 0 || request > most)
    return gb_fail(error, GB_WRONG_CALL, "a run: found the request %d; accepted: from 0 to %d",
                   request, most);
  if (c->loaded->warnings) // the warnings of an earlier run are cut off
    c->loaded->warnings[c->loaded->loaded] = 0;
  const gb_gradient_method method = methods[request & GIMBAL_CHEAPER];
  live->analysis->method =
      method == GB_AUTOMATIC ? gb_session_choose(live->session, live->analysis) : method;
  GB_TRY(gb_session_turns(live->session, live->analysis->method, error));
  int status = GB_ALLOCATE(*out, 1, error);
  if (status == GB_OK) status = GB_ALLOCATE((*out)->records, 1, error);
  GB_TRY(gb_agree(c->comm, status, error));
  (*out)->made = c->made;
  (*out)->run = ++c->runs;
  (*out)->request = request;
  return GB_OK;
}

static int run(gimbal_case *c, int request, gimbal_result **out, gb_error *error) {
  GB_TRY(gb_library_begin(c, request, out, error));
  return march(c, request, *out, error);
}

int gimbal_run(gimbal_case *c, int request, gimbal_result **out) {
  gb_error error = {0};
  if (out) *out = NULL;
  if (!c) return GIMBAL_USAGE;
  if (gb_library_need(out, "out", &error) != GB_OK) return gb_library_end(c, error.status, &error);
  const int threads = gb_library_threads(1), status = run(c, request, out, &error);
  gb_library_threads(threads);
  if (status != GB_OK) gimbal_result_free(out);
  return gb_library_end(c, status, &error);
}

static int differentiate(gimbal_case *c, gimbal_result *r, gb_error *error) {
  gb_evaluator *live = c->loaded->live;
  gb_library_recording kept = {c, r->records, &r->fields};
  const gb_frame_observer observer = gb_library_observer(&kept, r->history != NULL);
  if (r->made == c->made && r->gradient) return GB_OK;
  if (r->made != c->made || r->run != c->runs || !live->run ||
      live->analysis->method == GB_NO_GRADIENT)
    return gb_fail(error, GB_WRONG_CALL,
                   "there is no gradient of this result; accepted: the result of the last run of "
                   "its case, which must have requested a gradient");
  live->analysis->observer = &observer;
  int status = gb_evaluator_differentiate(live, r->request & GIMBAL_SAME_FACTOR, error);
  live->analysis->observer = NULL;
  GB_TRY(status);
  r->factorisations += live->outcome->adjoint_factorisations;
  r->gradient = live->outcome->gradient;
  live->outcome->gradient = NULL;
  if (r->records->sensitivity)
    gb_sum_over_ranks(c->comm,
                      (size_t)r->records->rows * (size_t)gimbal_designs(c) *
                          (size_t)live->session->model->probes->count * GB_PROBE_VALUES,
                      r->records->sensitivity);
  return GB_OK;
}

int gimbal_differentiate(gimbal_case *c, gimbal_result *r) {
  gb_error error = {0};
  if (!c) return GIMBAL_USAGE;
  if (gb_library_need(r, "result", &error) != GB_OK) return gb_library_end(c, error.status, &error);
  const int threads = gb_library_threads(1), status = differentiate(c, r, &error);
  gb_library_threads(threads);
  return gb_library_end(c, status, &error);
}

// Results.

double *gimbal_values(gimbal_result *r) {
  return r ? r->values : NULL;
}

double *gimbal_gradient(gimbal_result *r) {
  return r ? r->gradient : NULL;
}

int gimbal_factorisations(const gimbal_result *r) {
  return r ? r->factorisations : 0;
}

int gimbal_history_rows(const gimbal_result *r) {
  return r && r->records ? r->records->rows : 0;
}

double *gimbal_history_times(gimbal_result *r) {
  return r && r->records ? r->records->time : NULL;
}

double *gimbal_history_values(gimbal_result *r) {
  return r ? r->history : NULL;
}

double *gimbal_history_derivatives(gimbal_result *r) {
  return r && r->gradient && r->records ? r->records->sensitivity : NULL;
}
