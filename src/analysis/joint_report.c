/// Reactions of joints and the drift of constraints at a state. Source: docs/theory.md, the section
/// on reactions.
#include "analysis/joint_report.h"

#include <math.h>
#include <string.h>

/// What the visitor needs: nodal increments, [nodes][GB_NODE_VALUES].
typedef struct visit {
  const gb_model *model;
  const gb_scalar *q;
  gb_joint_report *report;
} visit;

/// The force on the second partner and its moment about the joint's place there: a body's axis d
/// with the force f of its own has the moment d x f.
static void add_reaction(const visit *at, const gb_block *block, const gb_scalar r[]) {
  enum { SECOND = 2 };
  double *reaction = at->report->reaction[block->place];
  for (int i = 0; i < 3; i++) reaction[i] = -gb_real(r[GB_NODE_VALUES * SECOND + i]);
  for (int vector = 1; vector < 4; vector++) {
    const int32_t node = block->node[SECOND + vector / 2];
    const double *reference = vector == 2 ? at->model->position[node] : at->model->director[node];
    const gb_scalar *f = &r[GB_NODE_VALUES * SECOND + 3 * vector];
    double d[3];
    for (int i = 0; i < 3; i++)
      d[i] = reference[i] + gb_real(at->q[GB_NODE_VALUES * node + 3 * (vector % 2) + i]);
    for (int i = 0; i < 3; i++) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      reaction[3 + i] -= d[j] * gb_real(f[k]) - d[k] * gb_real(f[j]);
    }
  }
}

static void see(void *context, const gb_block *block, const gb_scalar r[], int rows,
                const gb_scalar level[][3]) {
  const visit *at = context;
  for (int i = 0; i < rows; i++)
    for (int k = 0; k < 3; k++)
      at->report->drift[k] = fmax(at->report->drift[k], fabs(gb_real(level[i][k])));
  if (block->kind == GB_ELEMENT_JOINT) add_reaction(at, block, r);
}

void gb_joint_report_make(const gb_model *model, gb_assembly *assembly, const gb_nodal_state *state,
                          gb_joint_report *report) {
  visit at = {model, state->q, report};
  memset(report->reaction, 0, (size_t)model->joints * sizeof *report->reaction);
  gb_assembly_constraints(assembly, state, see, &at);
}
