/// RFORCE of a deck, which becomes the `spin` of the model.
#include "nastran/entries/set.h"

#include "base/length.h"

#include <math.h>

/// Set the spin of the problem. The factor of LOAD scales forces, which grow with the square of the
/// speed.
static int add(gb_nastran *nastran, const gb_nastran_action *action, double factor,
               const gb_mesh *mesh, gb_problem *problem, gb_error *error) {
  const double speed = gb_length(action->value);
  gb_spin_entry *spin = &problem->spin;
  GB_DECK_FAIL_IF(spin->speed, GB_WRONG_REFERENCE, nastran->deck, action->line, error,
                  "RFORCE: a second one acts; accepted: one rotation of the model");
  GB_DECK_FAIL_IF(factor < 0, GB_WRONG_REFERENCE, nastran->deck, action->line, error,
                  "RFORCE: a factor %g of LOAD; accepted: factors from 0 on", factor);
  if (speed == 0) return GB_OK;
  GB_TRY(gb_deck_where(nastran->deck, action->line, "RFORCE", &spin->where, error));
  for (int i = 0; i < 3; i++) spin->axis[i] = action->value[i] / speed;
  if (action->target != 0) {
    const int32_t node = gb_lower_index(mesh->node_id, mesh->nodes, action->target);
    GB_DECK_FAIL_IF(node == mesh->nodes || mesh->node_id[node] != action->target,
                    GB_UNDEFINED_NUMBER, nastran->deck, action->line, error,
                    "RFORCE: grid %lld is not defined", (long long)action->target);
    for (int i = 0; i < 3; i++) spin->about[i] = mesh->position[node][i];
  }
  return gb_expression_constant(sqrt(factor) * speed, problem->arena, &spin->speed, error);
}

int gb_nastran_spin(gb_nastran *nastran, gb_error *error) {
  GB_EACH(action, nastran->actions)
    for (int p = -1; p < nastran->dynamics->pulses.count; ++p) {
      const double factor = gb_nastran_factor(nastran, action, p);
      if (action->kind != GB_ACT_SPIN || factor == 0) continue;
      GB_DECK_FAIL_IF(p >= 0, GB_WRONG_REFERENCE, nastran->deck, action->line, error,
                      "RFORCE: by a TLOAD; accepted: by LOAD, in statics");
      GB_TRY(add(nastran, action, factor, nastran->deck->mesh, nastran->deck->problem, error));
    }
  return GB_OK;
}
