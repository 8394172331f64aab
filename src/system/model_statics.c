#include "system/model_statics.h"

#include "system/contact/contact_search.h"

#include <string.h>

double gb_model_reactions(const gb_model_data *s) {
  const int32_t *start = s->model->dofs->T.start;
  double square = 0;
  for (size_t i = 0; i < s->work->size; i++)
    if (start[i] == start[i + 1]) square += gb_real(s->work->r[i]) * gb_real(s->work->r[i]);
  return square;
}

int gb_model_approach(gb_system *system, const gb_state *from, const gb_scalar *dw, double *share,
                      gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  gb_nodal_state nodal;
  GB_TRY(gb_model_data_make_room(s, 1, error));
  GB_TRY(gb_model_data_gather(s, from, GB_Q, &nodal, error));
  nodal.v = s->work->v; // zeros
  memset(s->work->v, 0, s->work->size * sizeof *s->work->v);
  GB_TRY(gb_nodal_gather(s->nodal, 1, dw, s->work->x, error));
  GB_TRY(gb_assembly_search(s->assembly, nodal.q, true, error)); // its margin is then of this state
  gb_assembly_approach(s->assembly, &nodal, s->work->x, system->length, share);
  return GB_OK;
}

void gb_model_system_at_rest(gb_system *system) {
  gb_model_data *s = gb_model_data_of(system);
  const gb_problem *problem = s->model->problem;
  const bool constrained = s->model->dofs->total_multipliers > 0;
  s->at.rest = true;
  if (problem->solver->petsc) system->traits |= GB_SYSTEM_UNCOUNTED;
  if (!problem->solver->petsc) gb_preconditioner_count(s->preconditioner);
  if (s->linear || problem->contacts.count == 0) return;
  system->traits |= GB_SYSTEM_TOUCHES | (constrained ? GB_SYSTEM_CONSTRAINED : 0U);
  // where points of beams and bodies stick, Newton's method settles by its corrections
  if (!constrained || system->memory == 0) system->traits |= GB_SYSTEM_BALANCES;
}

void gb_model_stiffen(gb_system *system, double share) {
  const gb_model_data *s = gb_model_data_of(system);
  gb_preconditioner_stiffen(s->preconditioner, share, s->work->kind, system->length);
}
