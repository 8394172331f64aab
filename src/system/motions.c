/// Given motions, evaluated once a time. Source: docs/theory.md, (2.3).
#include "system/motions.h"

#include "base/length.h"

#include <math.h>
#include <stdlib.h>

struct gb_motions {
  const gb_model *model;
  double time;           ///< of `value`; NAN: none
  double (*value)[3][3]; ///< g, g', g'' of each given motion, each a vector
};

/// A motion at a time.
typedef struct moment {
  double displacement[3][3];     ///< of each axis u, u', u''
  double sine[3], cosine[3];     ///< (R - I) p = sine k x p + cosine k x (k x p), and its rates
  double direction[3], about[3]; ///< k
} moment;

int gb_motions_create(const gb_model *model, gb_motions **out, gb_error *error) {
  gb_motions *motions;
  *out = NULL;
  GB_TRY(GB_ALLOCATE(motions, 1, error));
  *motions = (gb_motions){.model = model, .time = NAN};
  *out = motions;
  return GB_ALLOCATE(motions->value, (size_t)model->dofs->motions, error);
}

void gb_motions_destroy(gb_motions **motions) {
  if (*motions) free((*motions)->value);
  free(*motions);
  *motions = NULL;
}

static void open_moment(const gb_motion *motion, double t, moment *m) {
  *m = (moment){0};
  for (int i = 0; i < 3 && motion->displacement[i]; i++)
    gb_expression_taylor(motion->displacement[i], t, m->displacement[i]);
  if (!motion->angle) return;
  double angle[3];
  gb_expression_taylor(motion->angle, t, angle);
  const double s = sin(angle[0]), c = cos(angle[0]), half = sin(angle[0] / 2);
  m->sine[0] = s;
  m->sine[1] = angle[1] * c;
  m->sine[2] = angle[2] * c - angle[1] * angle[1] * s;
  m->cosine[0] = 2 * half * half;
  m->cosine[1] = angle[1] * s;
  m->cosine[2] = angle[2] * s + angle[1] * angle[1] * c;
  for (int i = 0; i < 3; i++) {
    m->direction[i] = motion->axis[i] / gb_length(motion->axis);
    m->about[i] = motion->about[i];
  }
}

static void cross(const double a[3], const double b[3], double c[3]) {
  for (int i = 0; i < 3; i++)
    c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static void evaluate(const gb_given_motion *g, const moment *m, double value[3][3]) {
  double arm[3], across[3], twice[3];
  for (int i = 0; i < 3; i++) arm[i] = g->reference[i] - (g->position ? m->about[i] : 0);
  cross(m->direction, arm, across);
  cross(m->direction, across, twice);
  for (int component = 0; component < 3; component++)
    for (int i = 0; i < 3; i++)
      value[component][i] =
          g->weight * (m->sine[component] * across[i] + m->cosine[component] * twice[i] +
                       (g->position ? m->displacement[i][component] : 0));
}

void gb_motions_add(gb_motions *motions, double t, int component, gb_scalar z[]) {
  const gb_dof_map *dofs = motions->model->dofs;
  const gb_motion *open = NULL;
  moment m;
  for (int i = 0; t != motions->time && i < dofs->motions; i++) {
    const gb_given_motion *g = &dofs->motion[i];
    if (g->motion != open) open_moment(g->motion, t, &m);
    open = g->motion;
    evaluate(g, &m, motions->value[i]);
  }
  motions->time = t;
  for (int i = 0; i < dofs->motions; i++)
    for (int k = 0; k < 3; k++)
      z[3 * dofs->motion[i].vector + k] += motions->value[i][component][k];
}
