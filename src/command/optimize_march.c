/// Evaluations of an optimisation: marches of one model with other designs, or of models that are
/// built anew where designs move the reference.
#include "command/optimize.h"

#include "base/interrupt.h"
#include "problem/numbers.h"

#include <math.h>
#include <string.h>

typedef enum order { MARCH, TURN_BACK, DISMISS } order;

/// A march heeds signals and the end of the time.
static gb_rest rest(void *context, int step) {
  const gb_optimize *o = context;
  (void)step;
  return gb_interrupt_asked() || gb_timer_now() > o->deadline ? GB_REST_PAUSE : GB_REST_NONE;
}

static int allocate(gb_optimize *o, gb_frame_observer **observer, gb_error *error) {
  const gb_problem *problem = o->session->description->problem;
  GB_TRY(GB_TAKE(&o->memory, *observer, 1, error));
  for (int i = 0; i < problem->designs.count; i++) {
    gb_design_entry *entry = &problem->designs.entry[i];
    entry->values.count = o->first[i + 1] - o->first[i];
    GB_TRY(GB_TAKE(&o->memory, entry->values.entry, (size_t)entry->values.count, error));
  }
  return GB_OK;
}

int gb_optimize_march_open(gb_optimize *o, gb_error *error) {
  gb_frame_observer *observer;
  const double most = o->session->options->max_time;
  GB_TRY(gb_agree(o->session->comm, allocate(o, &observer, error), error));
  o->live.fixed = gb_model_is_fixed(o->session->model);
  o->deadline = most > 0 ? o->session->started + most : INFINITY;
  *observer = (gb_frame_observer){.context = o, .rest = rest};
  o->analysis.observer = observer;
  const double columns = gb_engine_real.adjoint_columns(&o->analysis);
  o->analysis.method = o->problem.designs < columns ? GB_TANGENT : GB_ADJOINT;
  return GB_OK;
}

void gb_optimize_march_close(gb_optimize *o) {
  if (o->live.run) gb_engine_real.close(&o->live.run);
  gb_outcome_free(&o->live.outcome);
}

/// A model of these designs in place of the one before.
static int build_anew(gb_optimize *o, const double design[], gb_error *error) {
  gb_session *s = o->session;
  gb_problem *problem = s->description->problem;
  gb_model *model = NULL;
  for (int i = 0; i < problem->designs.count; i++)
    memcpy(problem->designs.entry[i].values.entry, design + o->first[i],
           (size_t)problem->designs.entry[i].values.count * sizeof *design);
  GB_TRY(gb_agree(s->comm, gb_problem_set_designs(problem, error), error));
  GB_TRY(gb_model_create(s->comm, s->mesh.kept, problem, &model, error));
  gb_model_destroy(&s->model);
  s->model = model;
  o->analysis.model = s->analysis.model = model;
  return GB_OK;
}

/// Of the designs of the march.
static int fill_frequencies(gb_optimize *o, gb_error *error) {
  gb_modes_request request = gb_session_modes(o->session, &o->analysis);
  request.design = o->live.fixed ? o->at.unscaled : NULL;
  return gb_modes_fill(&request, &o->live.outcome, error);
}

static int march(gb_optimize *o, const double design[], gb_error *error) {
  gb_optimize_march_close(o);
  if (!o->live.fixed) GB_TRY(build_anew(o, design, error));
  GB_TRY(gb_engine_real.open(&o->analysis, o->live.fixed ? design : NULL, &o->session->timers,
                             &o->live.run, &o->live.outcome, error));
  return fill_frequencies(o, error);
}

static int turn_back(gb_optimize *o, gb_error *error) {
  int status = gb_engine_real.differentiate(o->live.run, &o->live.outcome, error);
  if (status == GB_OK) status = fill_frequencies(o, error);
  gb_engine_real.close(&o->live.run);
  return status;
}

static void give(const gb_optimize *o, order what) {
  int number = what;
  MPI_Bcast(&number, 1, MPI_INT, 0, o->session->comm);
}

int gb_optimize_march(gb_optimize *o, const double design[], gb_error *error) {
  give(o, MARCH);
  memmove(o->at.unscaled, design, (size_t)o->problem.designs * sizeof *design);
  MPI_Bcast(o->at.unscaled, o->problem.designs, MPI_DOUBLE, 0, o->session->comm);
  return gb_agree(o->session->comm, march(o, o->at.unscaled, error), error);
}

int gb_optimize_turn_back(gb_optimize *o, gb_error *error) {
  give(o, TURN_BACK);
  return gb_agree(o->session->comm, turn_back(o, error), error);
}

void gb_optimize_dismiss(const gb_optimize *o) {
  give(o, DISMISS);
}

void gb_optimize_serve(gb_optimize *o) {
  for (;;) {
    int what, status;
    gb_error error = {0};
    MPI_Bcast(&what, 1, MPI_INT, 0, o->session->comm);
    if (what == DISMISS) return;
    if (what == MARCH) {
      MPI_Bcast(o->at.unscaled, o->problem.designs, MPI_DOUBLE, 0, o->session->comm);
      status = march(o, o->at.unscaled, &error);
    } else {
      status = turn_back(o, &error);
    }
    (void)gb_agree(o->session->comm, status, &error); // rank 0 decides what follows
  }
}
