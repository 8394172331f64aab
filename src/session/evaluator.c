/// Evaluate the functions by a run of the engine in two parts, the march and its gradient.
#include "session/evaluator.h"

#include "problem/faults.h"

#include <stdlib.h>
#include <string.h>

static int allocate(gb_evaluator *e, gb_error *error) {
  const gb_design_set *designs = e->session->model->designs;
  const gb_problem *problem = e->session->description->problem;
  GB_TRY(GB_TAKE(&e->memory, e->first, (size_t)problem->designs.count + 1, error));
  GB_TRY(GB_TAKE(&e->memory, e->outcome, 1, error));
  GB_TRY(GB_TAKE(&e->memory, e->design, (size_t)designs->count, error));
  for (int j = 0; j < designs->count; j++) e->first[designs->design[j].entry + 1] = j + 1;
  for (int i = 0; i < problem->designs.count; i++) {
    gb_design_entry *entry = &problem->designs.entry[i];
    entry->values.count = e->first[i + 1] - e->first[i];
    GB_TRY(GB_TAKE(&e->memory, entry->values.entry, (size_t)entry->values.count, error));
  }
  return GB_OK;
}

int gb_evaluator_create(gb_session *session, gb_analysis *analysis, gb_evaluator **out,
                        gb_error *error) {
  gb_evaluator *e;
  *out = NULL;
  GB_TRY(gb_agree(session->comm, GB_ALLOCATE(e, 1, error), error));
  *e = (gb_evaluator){.session = session, .analysis = analysis};
  e->fixed = gb_model_is_fixed(session->model);
  const int status = gb_agree(session->comm, allocate(e, error), error);
  if (status != GB_OK) gb_evaluator_destroy(&e);
  *out = e;
  return status;
}

void gb_evaluator_drop(gb_evaluator *e) {
  e->coupled = false;
  if (e->run) gb_engine_real.close(&e->run);
  if (e->outcome) gb_outcome_free(e->outcome);
}

void gb_evaluator_destroy(gb_evaluator **evaluator) {
  gb_evaluator *e = *evaluator;
  if (!e) return;
  gb_evaluator_drop(e);
  gb_arena_free(&e->memory);
  free(e);
  *evaluator = NULL;
}

/// Rebuild the model for these designs.
static int build_anew(gb_evaluator *e, const double design[], gb_error *error) {
  gb_session *s = e->session;
  gb_problem *problem = s->description->problem;
  gb_model *model = NULL;
  const gb_march_times times = {s->description->time.step, s->description->time.steps};
  for (int i = 0; i < problem->designs.count; i++)
    memcpy(problem->designs.entry[i].values.entry, design + e->first[i],
           (size_t)problem->designs.entry[i].values.count * sizeof *design);
  GB_TRY(gb_agree(s->comm, gb_problem_take_designs(problem, error), error));
  GB_TRY(gb_model_create(s->comm, s->mesh.kept, problem, &times, &model, error));
  gb_model_destroy(&s->model);
  s->model = model;
  e->analysis->model = s->analysis->model = model;
  return GB_OK;
}

/// Whether the model was built with these designs: not so where only loads have changed since.
static bool is_built(const gb_evaluator *e, const double design[]) {
  const gb_design_set *designs = e->session->model->designs;
  bool built = true;
  for (int j = 0; j < designs->count; j++) built = built && design[j] == designs->design[j].value;
  return built;
}

static int fill_frequencies(gb_evaluator *e, gb_error *error) {
  gb_modes_request request = gb_session_modes(e->session, e->analysis);
  request.design = e->fixed || !is_built(e, e->design) ? e->design : NULL;
  return gb_modes_fill(&request, e->outcome, error);
}

int gb_evaluator_modes(gb_evaluator *e, const double design[], int count, gb_modes *out,
                       gb_error *error) {
  const size_t bytes = (size_t)e->session->model->designs->count * sizeof *design;
  if (!e->fixed && !is_built(e, design)) {
    gb_evaluator_drop(e);
    memcpy(e->design, design, bytes);
    GB_TRY(build_anew(e, design, error));
  }
  gb_modes_request request = gb_session_modes(e->session, e->analysis);
  request.design = e->fixed ? design : NULL;
  if (count > 0) request.count = count;
  return gb_modes_find(&request, out, error);
}

/// Whether a design varies loads only, of which the operator of linear statics is independent.
static bool is_of_loads(const gb_problem *problem, const gb_design *design) {
  const gb_design_entry *entry = &problem->designs.entry[design->entry];
  if (entry->owner[GB_OWNER_TEMPERATURE]) return true;
  return entry->owner[GB_OWNER_LOAD] &&
         (!strcmp(entry->parameter, "amplitude") || !strcmp(entry->parameter, "values"));
}

/// Whether a march with these designs has the factors of the last one.
static bool has_same_factors(const gb_evaluator *e, const double design[]) {
  const gb_design_set *designs = e->session->model->designs;
  bool same = e->run && gb_session_traits(e->analysis->time->scheme).linear;
  for (int j = 0; same && j < designs->count; j++)
    same = design[j] == e->design[j] ||
           is_of_loads(e->session->description->problem, &designs->design[j]);
  return same;
}

/// End the last run, and take these designs for the next one.
static int set_designs(gb_evaluator *e, const double design[], gb_error *error) {
  gb_evaluator_drop(e);
  memmove(e->design, design, (size_t)e->session->model->designs->count * sizeof *design);
  return gb_agree(e->session->comm, gb_design_set_check(e->session->model->designs, design, error),
                  error);
}

int gb_evaluator_march(gb_evaluator *e, const double design[], bool keeps, gb_error *error) {
  const bool same = keeps && has_same_factors(e, design);
  gb_run *lender = same ? e->run : NULL;
  if (lender) e->run = NULL;
  int status = set_designs(e, design, error);
  if (status == GB_OK && !e->fixed && !same) status = build_anew(e, design, error);
  e->run = lender;
  GB_TRY(status);
  GB_TRY(gb_engine_real.open(e->analysis, e->fixed || same ? design : NULL, e->session->timers,
                             &e->run, e->outcome, error));
  return fill_frequencies(e, error);
}

int gb_evaluator_couple(gb_evaluator *e, const double design[], const gb_coupled_inputs *inputs,
                        gb_error *error) {
  GB_TRY(set_designs(e, design, error));
  if (!e->fixed) GB_TRY(build_anew(e, design, error));
  e->coupled = true;
  const int status = gb_engine_real.coupling->begin(e->analysis, e->fixed ? design : NULL, inputs,
                                                    e->session->timers, &e->run, error);
  if (status != GB_OK) gb_evaluator_drop(e);
  return status;
}

int gb_evaluator_differentiate(gb_evaluator *e, bool keeps, gb_error *error) {
  int status = e->coupled ? gb_engine_real.coupling->differentiate(e->run, e->outcome, error)
                          : gb_engine_real.differentiate(e->run, e->outcome, error);
  if (e->coupled && status == GB_USAGE) return status; // before the end of the adjoint
  e->coupled = false;
  if (status == GB_OK) status = fill_frequencies(e, error);
  if (!keeps || status != GB_OK) gb_engine_real.close(&e->run);
  return status;
}
