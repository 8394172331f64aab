/// Marches by steps with another program.
#include "library/library.h"

#include <math.h>

static const gb_coupling_operations *engine(void) {
  return gb_engine_real.coupling;
}

/// Find the designs that are forces of nodes by the name of their entry.
static int find_forces(gimbal_case *c, const char *name, gb_coupled_forces *out, gb_error *error) {
  int end;
  GB_TRY(gb_library_need(name, "design", error));
  out->first = gb_library_find_designs(c, name, &end);
  out->nodes = (end - out->first) / 3;
  const gb_design *design = c->loaded->session->model->designs->design;
  for (int j = out->first; j < end; j++)
    if (design[j].vector != GB_OF_FORCES) out->nodes = 0;
  if (out->nodes > 0 && (end - out->first) % 3 == 0) return GB_OK;
  return gb_fail(error, GB_WRONG_CALL,
                 "design '%.60s': found no forces of nodes; accepted: the name of an entry of "
                 "`design` with a load that has values, and parameter: values",
                 name);
}

/// Copy forces of rank 0 to all ranks.
static int share(const gimbal_case *c, int count, const double given[], double **out,
                 gb_arena *arena, gb_error *error) {
  GB_TRY(gb_library_need(given, "an array", error));
  GB_TRY(gb_agree(c->comm, GB_TAKE(arena, *out, (size_t)count, error), error));
  for (int i = 0; i < count; i++) (*out)[i] = given[i];
  MPI_Bcast(*out, count, MPI_DOUBLE, 0, c->comm);
  for (int i = 0; i < count; i++)
    if (!isfinite((*out)[i]))
      return gb_fail(error, GB_WRONG_CALL,
                     "entry %d of an array: found %g; accepted: finite numbers", i, (*out)[i]);
  return GB_OK;
}

static int begin(gimbal_case *c, const char *design, int request, const double given[],
                 gb_error *error) {
  gb_evaluator *live = c->loaded->live;
  gb_coupled_forces forces;
  double *shared;
  GB_SCRATCH(scratch);
  gb_evaluator_drop(live);
  if (request & ~(GIMBAL_ADJOINT | GIMBAL_HISTORIES))
    return gb_fail(error, GB_WRONG_CALL,
                   "a march by steps: found the request %d; accepted: GIMBAL_VALUES or "
                   "GIMBAL_ADJOINT, with or without GIMBAL_HISTORIES",
                   request);
  GB_TRY(gb_library_begin(c, request, &c->loaded->coupled, error));
  GB_TRY(find_forces(c, design, &forces, error));
  GB_TRY(share(c, 3 * forces.nodes, given, &shared, &scratch, error));
  forces.initial = shared;
  gb_library_recording kept = {c, c->loaded->coupled->records, &c->loaded->coupled->fields};
  const gb_frame_observer observer = gb_library_observer(&kept, request & GIMBAL_HISTORIES);
  MPI_Bcast(c->loaded->design, gimbal_designs(c), MPI_DOUBLE, 0, c->comm);
  live->analysis->observer = &observer;
  const int status = gb_evaluator_couple(live, c->loaded->design, &forces, error);
  live->analysis->observer = NULL;
  return status;
}

int gimbal_begin(gimbal_case *c, const char *design, int request, const double forces[]) {
  gb_error error = {0};
  if (!c) return GIMBAL_USAGE;
  const int threads = gb_library_threads(1), status = begin(c, design, request, forces, &error);
  gb_library_threads(threads);
  if (status != GB_OK) gimbal_result_free(&c->loaded->coupled);
  return gb_library_end(c, status, &error);
}

/// A call in a march by steps.
typedef struct coupled_call {
  bool again;
  const double *forces;
  const double *by[2];
  double *out;
  gimbal_result **result;
} coupled_call;

typedef int coupled_action(gimbal_case *c, const coupled_call *call, gb_error *error);

/// Do an action. One that fails, but for wrong use, ends the march.
static int act(gimbal_case *c, coupled_action *action, const coupled_call *call) {
  gb_error error = {0};
  if (!c) return GIMBAL_USAGE;
  if (!c->loaded->live->coupled) {
    gb_fail(&error, GB_WRONG_CALL, "no march by steps is under way; accepted: gimbal_begin before");
    return gb_library_end(c, error.status, &error);
  }
  const int threads = gb_library_threads(1), status = action(c, call, &error);
  gb_library_threads(threads);
  if (status != GB_OK && status != GB_USAGE) {
    gb_evaluator_drop(c->loaded->live);
    gimbal_result_free(&c->loaded->coupled);
  }
  return gb_library_end(c, status, &error);
}

static int step(gimbal_case *c, const coupled_call *call, gb_error *error) {
  double *shared;
  GB_SCRATCH(scratch);
  GB_TRY(
      share(c, 3 * engine()->nodes(c->loaded->live->run), call->forces, &shared, &scratch, error));
  return engine()->step(c->loaded->live->run, call->again, shared, error);
}

int gimbal_step(gimbal_case *c, const double forces[]) {
  return act(c, step, &(coupled_call){.forces = forces});
}

int gimbal_repeat(gimbal_case *c, const double forces[]) {
  return act(c, step, &(coupled_call){.again = true, .forces = forces});
}

static int accept(gimbal_case *c, const coupled_call *call, gb_error *error) {
  (void)call;
  gimbal_result *r = c->loaded->coupled;
  if (!r)
    return gb_fail(error, GB_WRONG_CALL, "the march has ended; accepted: gimbal_begin before");
  gb_library_recording kept = {c, r->records, &r->fields};
  const gb_frame_observer observer = gb_library_observer(&kept, r->request & GIMBAL_HISTORIES);
  c->loaded->live->analysis->observer = &observer;
  const int status = engine()->accept(c->loaded->live->run, error);
  c->loaded->live->analysis->observer = NULL;
  return status;
}

int gimbal_accept(gimbal_case *c) {
  return act(c, accept, &(coupled_call){0});
}

int gimbal_coupled_nodes(const gimbal_case *c) {
  return c && c->loaded->live->coupled ? engine()->nodes(c->loaded->live->run) : 0;
}

static const double *motion(const gimbal_case *c, gb_coupled_vector vector) {
  return c && c->loaded->live->coupled ? engine()->motion(c->loaded->live->run, vector) : NULL;
}

const double *gimbal_coupled_displacements(const gimbal_case *c) {
  return motion(c, GB_COUPLED_DISPLACEMENT);
}

const double *gimbal_coupled_velocities(const gimbal_case *c) {
  return motion(c, GB_COUPLED_VELOCITY);
}

const double *gimbal_coupled_coordinates(const gimbal_case *c) {
  return motion(c, GB_COUPLED_REFERENCE);
}

static int end(gimbal_case *c, const coupled_call *call, gb_error *error) {
  GB_TRY(gb_library_need(call->result, "out", error));
  if (!c->loaded->coupled)
    return gb_fail(error, GB_WRONG_CALL, "the march has ended; accepted: gimbal_begin before");
  GB_TRY(engine()->end(c->loaded->live->run, c->loaded->live->outcome, error));
  GB_TRY(gb_library_keep(c, c->loaded->coupled->request, c->loaded->coupled, error));
  *call->result = c->loaded->coupled;
  c->loaded->coupled = NULL;
  return GB_OK;
}

int gimbal_end(gimbal_case *c, gimbal_result **out) {
  if (out) *out = NULL;
  return act(c, end, &(coupled_call){.result = out});
}

static int pass(gimbal_case *c, const coupled_call *call, gb_error *error) {
  double *by[2];
  GB_SCRATCH(scratch);
  GB_TRY(gb_library_need(call->out, "by_forces", error));
  for (int i = 0; i < 2; i++)
    GB_TRY(share(c, gimbal_functionals(c) * 3 * engine()->nodes(c->loaded->live->run), call->by[i],
                 &by[i], &scratch, error));
  return engine()->reverse(c->loaded->live->run, call->again,
                           (const double *const[2]){by[0], by[1]}, call->out, error);
}

int gimbal_adjoint_step(gimbal_case *c, const double by_displacements[],
                        const double by_velocities[], double by_forces[]) {
  return act(c, pass, &(coupled_call){.by = {by_displacements, by_velocities}, .out = by_forces});
}

int gimbal_adjoint_repeat(gimbal_case *c, const double by_displacements[],
                          const double by_velocities[], double by_forces[]) {
  return act(
      c, pass,
      &(coupled_call){.again = true, .by = {by_displacements, by_velocities}, .out = by_forces});
}
