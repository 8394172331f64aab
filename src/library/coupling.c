/// Marches by steps with another program.
#include "library/library.h"

#include <math.h>
#include <string.h>

static const gb_coupling_operations *engine(void) {
  return gb_engine_real.coupling;
}

/// Add the designs of an entry, which are vectors of nodes.
static int add_inputs(gimbal_case *c, const char *name, int input[], int *count, gb_error *error) {
  int end;
  const gb_design *design = c->loaded->session->model->designs->design;
  const int first = gb_library_find_designs(c, name, &end);
  bool vectors = end > first && (end - first) % 3 == 0;
  for (int j = first; j < end; j++) vectors = vectors && design[j].kind >= GB_NODE_FORCE;
  if (!vectors)
    return gb_fail(error, GB_WRONG_CALL,
                   "design '%.60s': found no vectors of nodes; accepted: the name of an entry of "
                   "`design` with a load or a support and parameter: values, displacements, "
                   "velocities or accelerations",
                   name);
  for (int i = 0; i < *count; i++)
    if (input[i] == first)
      return gb_fail(error, GB_WRONG_CALL,
                     "design '%.60s': found twice; accepted: names that differ", name);
  for (int j = first; j < end; j++) input[(*count)++] = j;
  return GB_OK;
}

/// Find the designs of entries whose names are separated by commas.
static int find_inputs(gimbal_case *c, const char *names, gb_arena *arena, gb_coupled_inputs *out,
                       gb_error *error) {
  int *input;
  char *name;
  GB_TRY(gb_library_need(names, "design", error));
  GB_TRY(GB_TAKE(arena, input, (size_t)gimbal_designs(c) + 1, error));
  for (const char *from = names, *to;; from = to + 1) {
    while (*from == ' ') from++;
    to = from + strcspn(from, ",");
    GB_TRY(gb_arena_text(arena, &name, error, "%.*s", (int)(to - from), from));
    GB_TRY(add_inputs(c, name, input, &out->count, error));
    if (!*to) break;
  }
  out->design = input;
  return GB_OK;
}

/// Copy numbers of rank 0 to all ranks.
static int share(const gimbal_case *c, int count, const double given[], double **out,
                 gb_arena *arena, gb_error *error) {
  GB_TRY(gb_agree(c->comm, gb_library_need(given, "an array", error), error));
  GB_TRY(gb_agree(c->comm, GB_TAKE(arena, *out, (size_t)count, error), error));
  for (int i = 0; i < count; i++) (*out)[i] = given[i];
  MPI_Bcast(*out, count, MPI_DOUBLE, 0, c->comm);
  for (int i = 0; i < count; i++)
    if (!isfinite((*out)[i]))
      return gb_fail(error, GB_WRONG_CALL,
                     "entry %d of an array: found %g; accepted: finite numbers", i, (*out)[i]);
  return GB_OK;
}

static int begin(gimbal_case *c, const char *names, int request, const double given[],
                 gb_error *error) {
  gb_evaluator *live = c->loaded->live;
  gb_coupled_inputs inputs = {.staged = request & GIMBAL_STAGES};
  double *shared;
  GB_SCRATCH(scratch);
  gb_evaluator_drop(live);
  if (request & ~(GIMBAL_ADJOINT | GIMBAL_HISTORIES | GIMBAL_STAGES))
    return gb_fail(error, GB_WRONG_CALL,
                   "a march by steps: found the request %d; accepted: GIMBAL_VALUES or "
                   "GIMBAL_ADJOINT, with or without GIMBAL_HISTORIES and GIMBAL_STAGES",
                   request);
  GB_TRY(gb_library_begin(c, request & ~GIMBAL_STAGES, &c->loaded->coupled, error));
  GB_TRY(gb_agree(c->comm, find_inputs(c, names, &scratch, &inputs, error), error));
  GB_TRY(share(c, inputs.count, given, &shared, &scratch, error));
  inputs.initial = shared;
  gb_library_recording kept = {c, c->loaded->coupled->records, &c->loaded->coupled->fields};
  const gb_frame_observer observer = gb_library_observer(&kept, request & GIMBAL_HISTORIES);
  MPI_Bcast(c->loaded->design, gimbal_designs(c), MPI_DOUBLE, 0, c->comm);
  live->analysis->observer = &observer;
  const int status = gb_evaluator_couple(live, c->loaded->design, &inputs, error);
  live->analysis->observer = NULL;
  return status;
}

int gimbal_begin(gimbal_case *c, const char *design, int request, const double inputs[]) {
  gb_error error = {0};
  if (!c) return GIMBAL_USAGE;
  const int threads = gb_library_threads(1), status = begin(c, design, request, inputs, &error);
  gb_library_threads(threads);
  if (status != GB_OK) gimbal_result_free(&c->loaded->coupled);
  return gb_library_end(c, status, &error);
}

/// @return the sizes of the arrays of a march by steps; zeros if there is none
static gb_coupled_size size_of(const gimbal_case *c) {
  const bool coupled = c && c->loaded->live && c->loaded->live->coupled;
  return coupled ? engine()->size(c->loaded->live->run) : (gb_coupled_size){0};
}

/// A call in a march by steps.
typedef struct coupled_call {
  bool again;
  const double *inputs;
  const double *by[GB_COUPLED_MOTIONS]; ///< NULL: zeros
  double *out;
  gimbal_result **result;
} coupled_call;

typedef int coupled_action(gimbal_case *c, const coupled_call *call, gb_error *error);

static int step(gimbal_case *c, const coupled_call *call, gb_error *error) {
  const gb_coupled_size size = size_of(c);
  double *shared;
  GB_SCRATCH(scratch);
  GB_TRY(share(c, size.stages * size.inputs, call->inputs, &shared, &scratch, error));
  return engine()->step(c->loaded->live->run, call->again, shared, error);
}

/// Do an action. One that fails ends the march, except by wrong use, or in a step that has no
/// solution with its inputs.
static int act(gimbal_case *c, coupled_action *action, const coupled_call *call) {
  gb_error error = {0};
  if (!c) return GIMBAL_USAGE;
  if (size_of(c).inputs == 0) {
    gb_fail(&error, GB_WRONG_CALL, "no march by steps is under way; accepted: gimbal_begin before");
    return gb_library_end(c, error.status, &error);
  }
  const int threads = gb_library_threads(1), status = action(c, call, &error);
  gb_library_threads(threads);
  const bool can_step = action == step && (status == GB_DIVERGED || status == GB_SINGULAR);
  if (status != GB_OK && status != GB_USAGE && !can_step) {
    gb_evaluator_drop(c->loaded->live);
    gimbal_result_free(&c->loaded->coupled);
  }
  return gb_library_end(c, status, &error);
}

int gimbal_step(gimbal_case *c, const double inputs[]) {
  return act(c, step, &(coupled_call){.inputs = inputs});
}

int gimbal_repeat(gimbal_case *c, const double inputs[]) {
  return act(c, step, &(coupled_call){.again = true, .inputs = inputs});
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
  return size_of(c).nodes;
}

int gimbal_coupled_inputs(const gimbal_case *c) {
  return size_of(c).inputs / 3;
}

int gimbal_coupled_stages(const gimbal_case *c) {
  return size_of(c).stages;
}

const int64_t *gimbal_coupled_numbers(const gimbal_case *c) {
  return size_of(c).nodes ? engine()->numbers(c->loaded->live->run) : NULL;
}

double gimbal_coupled_time(const gimbal_case *c, int step, int stage) {
  return size_of(c).nodes ? engine()->time(c->loaded->live->run, step, stage) : NAN;
}

static const double *motion(const gimbal_case *c, gb_coupled_vector vector) {
  return size_of(c).nodes ? engine()->motion(c->loaded->live->run, vector) : NULL;
}

const double *gimbal_coupled_displacements(const gimbal_case *c) {
  return motion(c, GB_COUPLED_DISPLACEMENT);
}

const double *gimbal_coupled_velocities(const gimbal_case *c) {
  return motion(c, GB_COUPLED_VELOCITY);
}

const double *gimbal_coupled_rotations(const gimbal_case *c) {
  return motion(c, GB_COUPLED_ROTATION);
}

const double *gimbal_coupled_angular_velocities(const gimbal_case *c) {
  return motion(c, GB_COUPLED_SPIN);
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
  const gb_coupled_size size = size_of(c);
  const double *by[GB_COUPLED_MOTIONS];
  int given[GB_COUPLED_MOTIONS];
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(c->comm, gb_library_need(call->out, "by_inputs", error), error));
  for (int i = 0; i < GB_COUPLED_MOTIONS; i++) given[i] = call->by[i] != NULL;
  MPI_Bcast(given, GB_COUPLED_MOTIONS, MPI_INT, 0, c->comm);
  for (int i = 0; i < GB_COUPLED_MOTIONS; i++) {
    double *shared = NULL;
    if (given[i])
      GB_TRY(share(c, gimbal_functionals(c) * size.stages * 3 * size.nodes, call->by[i], &shared,
                   &scratch, error));
    by[i] = shared;
  }
  return engine()->reverse(c->loaded->live->run, call->again, by, call->out, error);
}

int gimbal_adjoint_motions(gimbal_case *c, int again, const double *const by_motions[4],
                           double by_inputs[]) {
  coupled_call call = {.again = again, .out = by_inputs};
  for (int i = 0; i < GB_COUPLED_MOTIONS && by_motions; i++) call.by[i] = by_motions[i];
  return act(c, pass, &call);
}

int gimbal_adjoint_step(gimbal_case *c, const double by_displacements[],
                        const double by_velocities[], double by_inputs[]) {
  return gimbal_adjoint_motions(c, 0, (const double *const[4]){by_displacements, by_velocities},
                                by_inputs);
}

int gimbal_adjoint_repeat(gimbal_case *c, const double by_displacements[],
                          const double by_velocities[], double by_inputs[]) {
  return gimbal_adjoint_motions(c, 1, (const double *const[4]){by_displacements, by_velocities},
                                by_inputs);
}
