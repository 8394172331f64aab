/// Given motions, evaluated once a time. Source: docs/theory.md, (2.3).
#include "system/motions.h"

#include <math.h>
#include <stdlib.h>

struct gb_motions {
  const gb_model *model;
  double time;        ///< of `value`; NAN: none
  double (*value)[3]; ///< g, g', g'' of each component of each motion
};

int gb_motions_create(const gb_model *model, gb_motions **out, gb_error *error) {
  gb_motions *motions;
  *out = NULL;
  GB_TRY(GB_ALLOCATE(motions, 1, error));
  *motions = (gb_motions){.model = model, .time = NAN};
  *out = motions;
  return GB_ALLOCATE(motions->value, 3 * (size_t)model->dofs->motions, error);
}

void gb_motions_destroy(gb_motions **motions) {
  if (*motions) free((*motions)->value);
  free(*motions);
  *motions = NULL;
}

void gb_motions_add(gb_motions *motions, double t, int component, gb_scalar z[]) {
  const gb_model *model = motions->model;
  for (int i = 0; t != motions->time && i < 3 * model->dofs->motions; i++)
    gb_expression_taylor(model->dofs->motion[i / 3].value[i % 3], t, motions->value[i]);
  motions->time = t;
  for (int i = 0; i < 3 * model->dofs->motions; i++)
    z[gb_node_displacement(model->nodes, model->dofs->motion[i / 3].node) + (size_t)(i % 3)] +=
        motions->value[i][component];
}
