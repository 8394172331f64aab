/// Evaluations of an optimisation: rank 0 gives orders, all ranks march.
#include "verbs/optimize.h"

#include <string.h>

typedef enum order { MARCH, TURN_BACK, REFINE, DISMISS } order;

int gb_optimize_march_open(gb_optimize *o, gb_error *error) {
  const gb_session *s = o->session;
  gb_frame_observer *observer;
  GB_TRY(gb_agree(s->comm, GB_TAKE(&o->memory, observer, 1, error), error));
  *observer = (gb_frame_observer){.context = &o->deadline, .rest = gb_command_rest};
  o->deadline = gb_command_deadline(o->command);
  o->analysis->observer = observer;
  o->analysis->method = gb_session_choose(s, o->analysis);
  return gb_evaluator_create(o->session, o->analysis, &o->live, error);
}

static void give(const gb_optimize *o, order what) {
  int number = what;
  MPI_Bcast(&number, 1, MPI_INT, 0, o->session->comm);
}

static int march(gb_optimize *o, gb_error *error) {
  MPI_Comm comm = o->session->comm;
  MPI_Bcast(o->unscaled, o->problem->designs, MPI_DOUBLE, 0, comm);
  return gb_agree(comm, gb_evaluator_march(o->live, o->unscaled, false, error), error);
}

static int turn_back(gb_optimize *o, gb_error *error) {
  return gb_agree(o->session->comm, gb_evaluator_differentiate(o->live, false, error), error);
}

int gb_optimize_march(gb_optimize *o, const double design[], gb_error *error) {
  give(o, MARCH);
  memmove(o->unscaled, design, (size_t)o->problem->designs * sizeof *design);
  return march(o, error);
}

int gb_optimize_turn_back(gb_optimize *o, gb_error *error) {
  give(o, TURN_BACK);
  return turn_back(o, error);
}

/// Prepare marches with half the step.
static int halve(gb_optimize *o, gb_error *error) {
  gb_analysis *whole;
  int status = GB_TAKE(&o->memory, whole, 1, error);
  if (status == GB_OK) status = GB_TAKE(&o->memory, o->refinement, 1, error);
  if (status == GB_OK) {
    *whole = *o->analysis;
    o->refinement->analysis = whole;
    status = gb_refinement_request(o->refinement, &o->memory, o->analysis, error);
  }
  return gb_agree(o->session->comm, status, error);
}

int gb_optimize_refine(gb_optimize *o, const gb_evaluation *at, gb_error *error) {
  give(o, REFINE);
  GB_TRY(halve(o, error));
  gb_refinement *r = o->refinement;
  r->session = o->session;
  r->value = at->value;
  r->gradient = at->gradient;
  int status = gb_optimize_march(o, at->design, &r->failure);
  if (status == GB_OK && at->gradient) status = gb_optimize_turn_back(o, &r->failure);
  *o->analysis = *r->analysis;
  o->analysis->model = o->session->model; // it may have been rebuilt
  r->analysis = o->analysis;
  return status == GB_OK ? gb_refinement_keep(r, o->live->outcome, &o->memory, error) : GB_OK;
}

void gb_optimize_dismiss(const gb_optimize *o) {
  give(o, DISMISS);
}

void gb_optimize_serve(gb_optimize *o) {
  for (;;) {
    int what;
    gb_error error = {0}; // rank 0 decides what follows
    MPI_Bcast(&what, 1, MPI_INT, 0, o->session->comm);
    if (what == DISMISS) return;
    if (what == MARCH) march(o, &error);
    if (what == TURN_BACK) turn_back(o, &error);
    if (what == REFINE) halve(o, &error);
  }
}
