/// From initial velocities of nodes to those of unknowns. The ties of a node's own unknowns are
/// orthonormal, so their transpose picks the unknowns' values: y = T^T z. Source: docs/theory.md,
/// section 2.
#include "system/initial.h"

static int32_t unknowns_of(const gb_model *model) {
  return model->dofs->owned - model->dofs->owned_multipliers;
}

/// y += factor T^T z.
static void pick_unknowns(const gb_model *model, gb_scalar factor, const double z[],
                          gb_scalar y[]) {
  for (int32_t i = 0; i < 3 * model->nodes->first[model->nodes->owned]; i++)
    for (int32_t k = model->dofs->T.start[i]; k < model->dofs->T.start[i + 1]; k++)
      if (model->dofs->T.unknown[k] < unknowns_of(model))
        y[model->dofs->T.unknown[k]] += factor * model->dofs->T.factor[k] * z[i];
}

/// y . T^T z.
static gb_scalar dot_unknowns(const gb_model *model, const double z[], const gb_scalar y[]) {
  gb_scalar sum = 0;
  for (int32_t i = 0; i < 3 * model->nodes->first[model->nodes->owned]; i++)
    for (int32_t k = model->dofs->T.start[i]; k < model->dofs->T.start[i + 1]; k++)
      if (model->dofs->T.unknown[k] < unknowns_of(model))
        sum += y[model->dofs->T.unknown[k]] * model->dofs->T.factor[k] * z[i];
  return sum;
}

void gb_initial_velocities(const gb_model *model, gb_scalar v[]) {
  pick_unknowns(model, 1, model->initial->value, v);
}

void gb_initial_change(const gb_model *model, const gb_scalar dx[], gb_scalar v[]) {
  for (int i = 0; i < model->initial->slopes; i++) {
    const gb_initial_slope *slope = &model->initial->slope[i];
    pick_unknowns(model, dx[slope->design], slope->value, v);
  }
}

void gb_initial_product(const gb_model *model, int count, const gb_scalar bar[],
                        gb_scalar gradient[]) {
  const size_t n = (size_t)unknowns_of(model), designs = (size_t)model->designs->count;
  for (int i = 0; i < model->initial->slopes; i++) {
    const gb_initial_slope *slope = &model->initial->slope[i];
    for (size_t c = 0; c < (size_t)count; c++)
      gradient[c * designs + (size_t)slope->design] +=
          dot_unknowns(model, slope->value, bar + c * n);
  }
}
