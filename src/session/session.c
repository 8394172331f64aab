/// Open a session, and answer questions about it.
#include "session/session.h"
#include "session/opening.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// The most steps: counts of stages stay within the range of integers.
enum { MOST_STEPS = 1000000000 };

/// The tolerance of Newton for gradients of small models.
static const double ROUND_OFF = 1e-14;

/// Read the case. @param[out] defects  errors of the case after which the search for others goes on
static int read_case(gb_session *s, gb_error *defects, gb_error *error) {
  const gb_session_request *r = s->request;
  char *read = NULL;
  const char *text = r->text;
  size_t length = text ? strlen(text) : 0;
  if (!text) GB_TRY(gb_case_text(s->comm, r->file, &read, &length, error));
  if (!text) text = read;
  gb_changes changes = r->changes;
  changes.defects = defects;
  int status = gb_case_read(r->file, text, length, &changes, &s->description, error);
  s->identity = gb_identity_of_text(text, length);
  free(read);
  return gb_agree(s->comm, status, error);
}

/// @return Newton's tolerance where the case has none; 0: the solver's default. Errors of the
/// states enter the derivatives, enlarged up to a thousandfold where terms nearly cancel. States of
/// small models that are differentiated are therefore solved to round-off.
static double tolerance_of(const gb_session *s) {
  const double given = s->description->time.newton.tolerance;
  const bool small = s->model->dofs->total < GB_ROUND_OFF_UNKNOWNS;
  return given == 0 && !s->request->coarse && small ? ROUND_OFF : given;
}

/// Find the probe whose displacement is driven.
static int find_control(gb_session *s, gb_error *error) {
  const gb_case *c = s->description;
  gb_march_settings *time = &s->description->time;
  const char *name = time->walk.driven;
  time->walk.probe = -1;
  if (!name) return GB_OK;
  for (int i = 0; i < s->model->probes->count; i++)
    if (strcmp(s->model->probes->probe[i].name, name) == 0) time->walk.probe = i;
  if (time->walk.probe >= 0) return GB_OK;
  return gb_fail(error, GB_UNKNOWN_NAME,
                 "%s.control.probe: no such probe (found %.60s); accepted: the "
                 "name of a probe",
                 c->time.where, name);
}

static int request(gb_session *s, gb_error *error) {
  gb_case *c = s->description;
  if (c->time.steps > MOST_STEPS)
    return gb_fail(error, GB_TOO_MANY, "%s.steps: found %d; accepted: at most %d", c->time.where,
                   c->time.steps, MOST_STEPS);
  gb_engine_real.count_values(c->functions.entry, c->functions.count, c->time.steps);
  if (s->request->memory > 0) c->checkpoint.memory = s->request->memory;
  if (!c->modes.where) c->modes.where = "modes";
  GB_TRY(GB_TAKE(&s->memory, s->analysis, 1, error));
  *s->analysis = (gb_analysis){.model = s->model,
                               .time = &c->time,
                               .functionals = c->functions.count,
                               .functional = c->functions.entry,
                               .checkpoint = &c->checkpoint};
  c->time.newton.tolerance = tolerance_of(s);
  GB_TRY(gb_engine_real.check(s->analysis, error));
  GB_TRY(find_control(s, error));
  return gb_session_check_march(s, error);
}

static int open_session(gb_session *s, gb_error *error) {
  char pairing[500];
  gb_error defects = {0};
  GB_TRY(read_case(s, &defects, error));
  int status = gb_session_build(s, &defects, error);
  gb_error_move(&defects, error);
  *error = defects;
  if (status != GB_OK) return error->status;
  GB_TRY(gb_agree(s->comm, request(s, error), error));
  gb_engine_real.pairing(s->analysis, sizeof pairing, pairing);
  gb_session_warn(s, pairing);
  if (!gb_session_is_static(s)) gb_session_warn(s, s->model->checks->inconsistent);
  return GB_OK;
}

int gb_session_open(MPI_Comm comm, const gb_session_request *asked, gb_session **out,
                    gb_error *error) {
  gb_session *s;
  const double start = gb_timer_now();
  *out = NULL;
  GB_TRY(gb_agree(comm, GB_ALLOCATE(s, 1, error), error));
  s->comm = comm;
  s->request = asked;
  MPI_Comm_rank(comm, &s->rank);
  MPI_Comm_size(comm, &s->ranks);
  int status = gb_agree(comm, GB_TAKE(&s->memory, s->timers, 1, error), error);
  if (status == GB_OK) {
    s->timers->started = start;
    status = open_session(s, error);
  }
  s->request = NULL;
  if (status != GB_OK) gb_session_close(&s);
  *out = s;
  return status;
}

gb_deck_part gb_session_part(const gb_session *session) {
  const gb_problem *deck = session->deck.problem;
  return deck ? deck->deck->part : (gb_deck_part){0};
}

void gb_session_close(gb_session **session) {
  gb_session *s = *session;
  if (!s) return;
  gb_model_destroy(&s->model);
  gb_mesh_destroy(&s->mesh.kept);
  gb_case_destroy(&s->description);
  gb_problem_destroy(&s->deck.problem);
  gb_arena_free(&s->memory);
  free(s);
  *session = NULL;
}

int gb_session_turns(const gb_session *s, gb_gradient_method method, gb_error *error) {
  const gb_march_settings *time = s->analysis->time;
  const bool histories = method == GB_TANGENT && s->model->probes->count > 0;
  if (method == GB_NO_GRADIENT) return GB_OK;
  if (time->walk.probe >= 0 && !isnan(time->walk.to))
    return gb_fail(
        error, GB_WRONG_SCHEME,
        "%s.control.to: the load at a given displacement has no gradient here; accepted: "
        "gradients at a given load, without `to`",
        time->where);
  if (s->model->designs->count == 0)
    return gb_fail(error, GB_NO_DESIGNS,
                   "%s: a gradient needs designs: give design: [{name: ..., thickness: GROUP}]",
                   s->description->file);
  if (s->analysis->functionals == 0 && !histories)
    return gb_fail(error, GB_NO_FUNCTIONS,
                   "%s: a gradient needs functions: give functions: [{type: mass}], or probes for "
                   "--tangent",
                   s->description->file);
  return GB_OK;
}

gb_gradient_method gb_session_choose(const gb_session *session, const gb_analysis *analysis) {
  const double columns = gb_engine_real.adjoint_columns(analysis);
  return session->model->designs->count < columns ? GB_TANGENT : GB_ADJOINT;
}

int gb_session_name_values(const gb_analysis *analysis, gb_arena *arena, const char *name[],
                           gb_error *error) {
  for (int i = 0; i < analysis->functionals; i++) {
    const gb_functional_settings *f = &analysis->functional[i];
    const char *own = f->name;
    for (int k = 0; k < f->values; k++) {
      char *text;
      GB_TRY(f->values > 1 ? gb_arena_text(arena, &text, error, "%s[%d]", own, k)
                           : gb_arena_text(arena, &text, error, "%s", own));
      name[f->first + k] = text;
    }
  }
  return GB_OK;
}

gb_modes_request gb_session_modes(gb_session *s, const gb_analysis *analysis) {
  const gb_modes_settings *settings = &s->description->modes;
  return (gb_modes_request){analysis, NULL, settings, settings->count, s->timers};
}
