/// Comparison of a case's gradient with complex-step runs, and derivatives by such a run, each by a
/// session of its own.
#include "library/library.h"

#include "session/verification.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Step of the complex marches, relative to the designs: it has no error of its own.
static const double STEP = 1e-30;

/// Copy the names of the directions, which belong to the session's model.
static int take_names(const gb_verification *v, gb_library_directions *d, gb_error *error) {
  const size_t entries = (size_t)v->functionals * (size_t)v->directions;
  d->count = v->directions;
  GB_TRY(GB_TAKE(&d->memory, d->name, (size_t)v->directions, error));
  for (int k = 0; k < v->directions; k++)
    GB_TRY(gb_arena_text(&d->memory, &d->name[k], error, "%s", v->name[k]));
  GB_TRY(GB_TAKE(&d->memory, d->derivative, entries, error));
  return GB_TAKE(&d->memory, d->error, entries, error);
}

/// Refuse derivatives that are wrong.
static int conclude(const gimbal_case *c, const gb_library_directions *d, gb_error *error) {
  for (int e = 0; e < d->count * gimbal_functionals(c); e++)
    if (!(d->error[e] <= gb_verified))
      return gb_fail(error, GB_WRONG_DERIVATIVE,
                     "verification failed: d %s / d %s is off by %.1e relative at step %g (allowed "
                     "%g)",
                     gimbal_functional_name(c, e / d->count), d->name[e % d->count], d->error[e],
                     STEP, gb_verified);
  return GB_OK;
}

/// Compare in a session at the designs of its model.
static int compare(gb_session *s, gb_gradient_method method, gb_library_directions *d,
                   gb_error *error) {
  gb_verification v;
  gb_outcome outcome = {0};
  GB_TRY(gb_verification_check(s, error));
  int status = gb_verification_create(s, GB_MOST_DIRECTIONS, &v, error);
  if (status == GB_OK) status = gb_agree(s->comm, take_names(&v, d, error), error);
  if (method == GB_AUTOMATIC) method = gb_session_choose(s, s->analysis);
  if (status == GB_OK)
    status = gb_verification_differentiate(&v, method, d->derivative, &outcome, error);
  if (status == GB_OK) status = gb_verification_compare(&v, STEP, d->derivative, d->error, error);
  gb_outcome_free(&outcome);
  gb_verification_destroy(&v);
  return status;
}

/// Open a session at the current designs of the case.
static int open_session(gimbal_case *c, const gb_frame_observer *observer, gb_session **s,
                        gb_error *error) {
  gb_session_request request = gb_library_request(c, c->loaded);
  MPI_Bcast(c->loaded->design, gimbal_designs(c), MPI_DOUBLE, 0, c->comm);
  request.designs.first = c->loaded->live->first;
  request.designs.value = c->loaded->design;
  GB_TRY(gb_session_open(c->comm, &request, s, error));
  (*s)->analysis->observer = observer;
  return GB_OK;
}

/// Compare in a session at the current designs of the case.
static int open_and_compare(gimbal_case *c, gb_gradient_method method, gb_library_directions *d,
                            gb_error *error) {
  const gb_frame_observer observer = {.context = c, .rest = gb_library_rest};
  gb_session *s = NULL;
  GB_TRY(open_session(c, &observer, &s, error));
  int status = compare(s, method, d, error);
  gb_session_close(&s);
  return status == GB_OK ? conclude(c, d, error) : status;
}

static int verify(gimbal_case *c, int request, gimbal_result **out, gb_error *error) {
  static const gb_gradient_method methods[] = {[GIMBAL_ADJOINT] = GB_ADJOINT,
                                               [GIMBAL_TANGENT] = GB_TANGENT,
                                               [GIMBAL_CHEAPER] = GB_AUTOMATIC};
  if (!c->loaded->source.file)
    return gb_fail(error, GB_WRONG_CALL,
                   "no case is loaded; accepted: gimbal_load before a verification");
  if (request < GIMBAL_ADJOINT || request > GIMBAL_CHEAPER)
    return gb_fail(error, GB_WRONG_CALL, "a verification: found the request %d; accepted: 1 to 3",
                   request);
  int status = GB_ALLOCATE(*out, 1, error);
  if (status == GB_OK) status = GB_ALLOCATE((*out)->directions, 1, error);
  GB_TRY(gb_agree(c->comm, status, error));
  (*out)->made = c->made;
  return open_and_compare(c, methods[request], (*out)->directions, error);
}

int gimbal_verify(gimbal_case *c, int request, gimbal_result **out) {
  gb_error error = {0};
  if (out) *out = NULL;
  if (!c) return GIMBAL_USAGE;
  if (gb_library_need(out, "out", &error) != GB_OK) return gb_library_end(c, error.status, &error);
  const int threads = gb_library_threads(1), status = verify(c, request, out, &error);
  gb_library_threads(threads);
  if (status != GB_OK) gimbal_result_free(out);
  return gb_library_end(c, status, &error);
}

/// Compute derivatives along a direction by a complex march in a session. A real march before it
/// chooses the steps, which the complex one repeats.
static int step_along(gb_session *s, const double direction[], double derivative[],
                      gb_error *error) {
  gb_verification v;
  gb_outcome outcome = {0};
  GB_TRY(gb_verification_check(s, error));
  int status = gb_verification_create(s, GB_MOST_DIRECTIONS, &v, error);
  if (status == GB_OK) {
    memcpy(v.direction, direction, (size_t)s->model->designs->count * sizeof *direction);
    s->analysis->method = GB_NO_GRADIENT;
    status = gb_engine_real.run(s->analysis, NULL, s->timers, &outcome, error);
  }
  if (status == GB_OK) status = gb_verification_perturb(&v, STEP, 0, derivative, error);
  gb_outcome_free(&outcome);
  gb_verification_destroy(&v);
  return status;
}

static int complex_step(gimbal_case *c, const double given[], double derivative[],
                        gb_error *error) {
  const gb_frame_observer observer = {.context = c, .rest = gb_library_rest};
  const int designs = gimbal_designs(c);
  gb_session *s = NULL;
  double *direction;
  GB_SCRATCH(scratch);
  if (!c->loaded->source.file)
    return gb_fail(error, GB_WRONG_CALL,
                   "no case is loaded; accepted: gimbal_load before a complex step");
  GB_TRY(gb_agree(c->comm, GB_TAKE(&scratch, direction, (size_t)designs, error), error));
  memcpy(direction, given, (size_t)designs * sizeof *given);
  MPI_Bcast(direction, designs, MPI_DOUBLE, 0, c->comm);
  for (int j = 0; j < designs; j++)
    if (!isfinite(direction[j]))
      return gb_fail(error, GB_WRONG_CALL, "direction: found %g for %s; accepted: finite numbers",
                     direction[j], gimbal_design_name(c, j));
  GB_TRY(open_session(c, &observer, &s, error));
  int status = step_along(s, direction, derivative, error);
  gb_session_close(&s);
  return status;
}

int gimbal_complex_step(gimbal_case *c, const double direction[], double derivative[]) {
  gb_error error = {0};
  if (!c) return GIMBAL_USAGE;
  int status = gb_library_need(direction, "direction", &error);
  if (status == GB_OK) status = gb_library_need(derivative, "derivative", &error);
  if (status != GB_OK) return gb_library_end(c, error.status, &error);
  const int threads = gb_library_threads(1);
  status = complex_step(c, direction, derivative, &error);
  gb_library_threads(threads);
  return gb_library_end(c, status, &error);
}

int gimbal_directions(const gimbal_result *r) {
  return r && r->directions ? r->directions->count : 0;
}

const char *gimbal_direction_name(const gimbal_result *r, int direction) {
  return direction >= 0 && direction < gimbal_directions(r) ? r->directions->name[direction] : NULL;
}

const double *gimbal_direction_derivatives(const gimbal_result *r) {
  return r && r->directions ? r->directions->derivative : NULL;
}

const double *gimbal_direction_errors(const gimbal_result *r) {
  return r && r->directions ? r->directions->error : NULL;
}
