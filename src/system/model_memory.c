/// The memory of a model's elements. Each value belongs to an element of one rank, which alone uses
/// it; a sum over the ranks makes it known to all of them, for restart files.
#include "system/model_memory.h"

#include "system/model_data.h"
#include "system/model_reports.h"

#include <string.h>

int gb_model_remember(gb_system *system, const gb_state *state, gb_scalar *memory,
                      gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  gb_nodal_state nodal;
  GB_TRY(gb_model_data_gather(s, state, GB_V, &nodal, error));
  memset(memory, 0, (size_t)system->memory * sizeof *memory);
  gb_assembly_remember(s->assembly, &nodal, memory);
  return system->op->sum(system, system->memory, memory, error);
}

double gb_model_system_spent(gb_system *system, const gb_nodal_state *nodal) {
  const gb_model_data *s = gb_model_data_of(system);
  if (system->memory == 0) return 0;
  double energy = gb_assembly_spent(s->assembly, nodal);
  MPI_Allreduce(MPI_IN_PLACE, &energy, 1, MPI_DOUBLE, MPI_SUM, s->model->comm);
  return energy;
}

/// Add nodal bars of a component, work.y [count][nodal values], to those of the unknowns, and their
/// products with the derivatives of prescribed motions to the gradient.
static int add_bars(gb_model_data *s, const gb_state *state, int component,
                    const gb_memory_bars *to, gb_error *error) {
  GB_TRY(gb_nodal_scatter(s->nodal, to->count, s->work->y, s->work->owned, error));
  gb_model_data_add_owned(s, to->count, to->bar[component]);
  if (gb_motions_vary(s->motions) && gb_model_data_has_motion(s, state, component))
    gb_motions_gradient(s->motions, state->t, component, to->count, s->work->y, to->gradient);
  return GB_OK;
}

int gb_model_memory_product(gb_system *system, const gb_state *state, const gb_memory_bars *bars,
                            gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  const size_t block = (size_t)bars->count * s->work->size;
  gb_memory_bars nodal_bars = *bars;
  gb_nodal_state nodal;
  GB_TRY(gb_model_data_make_room(s, 2 * bars->count, error));
  GB_TRY(gb_model_data_gather(s, state, GB_V, &nodal, error));
  if (bars->psi) GB_TRY(gb_nodal_gather(s->nodal, bars->count, bars->psi, s->work->x, error));
  if (bars->psi) nodal_bars.psi = s->work->x;
  for (int i = 0; i < 2; i++) nodal_bars.bar[i] = s->work->y + (size_t)i * block;
  memset(s->work->y, 0, 2 * block * sizeof *s->work->y);
  gb_assembly_memory_product(s->assembly, &nodal, &nodal_bars);
  if (!bars->end) return GB_OK;
  GB_TRY(add_bars(s, state, GB_Q, bars, error));
  memcpy(s->work->y, nodal_bars.bar[1], block * sizeof *s->work->y);
  return add_bars(s, state, GB_V, bars, error);
}

/// Compute the nodal values of directions of q and v, in work.x.
static int find_directions(gb_model_data *s, const gb_state *state, const gb_memory_slopes *along,
                           gb_memory_slopes *out, gb_error *error) {
  for (int component = GB_Q; along->end && component <= GB_V; component++) {
    gb_scalar *here = s->work->x + (size_t)(component * along->count) * s->work->size;
    const gb_scalar *own = gb_model_data_join(s, along->count, along->d[component], NULL);
    GB_TRY(gb_nodal_gather(s->nodal, along->count, own, here, error));
    if (gb_motions_vary(s->motions) && gb_model_data_has_motion(s, state, component))
      gb_motions_direction(s->motions, state->t, component, along->count, along->dx, here);
    out->d[component] = here;
  }
  return GB_OK;
}

int gb_model_memory_direction(gb_system *system, const gb_state *state,
                              const gb_memory_slopes *along, gb_error *error) {
  gb_model_data *s = gb_model_data_of(system);
  const size_t all = (size_t)along->count * (size_t)system->memory;
  gb_memory_slopes nodal_slopes = *along;
  gb_nodal_state nodal;
  GB_TRY(gb_model_data_make_room(s, 2 * along->count, error));
  GB_TRY(gb_model_data_gather(s, state, GB_V, &nodal, error));
  GB_TRY(find_directions(s, state, along, &nodal_slopes, error));
  memset(s->work->y, 0, (size_t)along->count * s->work->size * sizeof *s->work->y);
  if (along->r) nodal_slopes.r = s->work->y;
  if (along->end) memset(along->end, 0, all * sizeof *along->end);
  gb_assembly_memory_direction(s->assembly, &nodal, &nodal_slopes);
  if (!along->r) return GB_OK;
  GB_TRY(gb_nodal_scatter(s->nodal, along->count, s->work->y, s->work->owned, error));
  const size_t owned = (size_t)along->count * gb_system_length(system);
  for (size_t i = 0; i < owned; i++) along->r[i] += s->work->owned[i];
  return GB_OK;
}
