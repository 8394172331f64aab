/// Reactions of joints and the drift of constraints at a state. Source: docs/theory.md, the section
/// on reactions.
#include "system/joint_report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What the visitor needs: nodal increments, [nodal values].
typedef struct visit {
  const gb_model *model;
  const gb_scalar *q;
  gb_joint_report *report;
  double *rate; ///< of joints, then of average links
} visit;

/// The force on the second partner and its moment about the joint's place there: a body's axis d
/// with the force f of its own has the moment d x f.
static void add_reaction(const visit *at, const gb_block *block, const gb_scalar r[]) {
  enum { SECOND = 12 }; // the first value of the second frame
  const gb_node_set *nodes = at->model->nodes;
  double *reaction = at->report->reaction[block->entry];
  for (int i = 0; i < 3; i++) reaction[i] = -gb_real(r[SECOND + i]);
  for (int vector = 1; vector < 4; vector++) {
    const int32_t own = gb_node_vector(nodes, block->node[1], GB_POSITION) + vector;
    const gb_scalar *f = &r[SECOND + 3 * vector];
    double d[3];
    for (int i = 0; i < 3; i++) d[i] = nodes->reference[own][i] + gb_real(at->q[3 * own + i]);
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
  visit at = {.model = model, .q = state->q, .report = report};
  memset(report->reaction, 0, (size_t)model->problem->joints.count * sizeof *report->reaction);
  gb_assembly_constraints(assembly, state, see, &at);
}

/// The largest |Phi'| of each joint of this rank's, then of the average links.
static void see_rates(void *context, const gb_block *block, const gb_scalar r[], int rows,
                      const gb_scalar level[][3]) {
  const visit *at = context;
  (void)r;
  if (block->kind != GB_ELEMENT_JOINT && block->kind != GB_ELEMENT_AVERAGE) return;
  double *rate =
      &at->rate[block->kind == GB_ELEMENT_JOINT ? block->entry : at->model->problem->joints.count];
  for (int i = 0; i < rows; i++) *rate = fmax(*rate, fabs(gb_real(level[i][1])));
}

static double largest_speed(const gb_model *model, const gb_scalar v[]) {
  double largest = 0;
  for (int32_t i = 0; i < 3 * model->nodes->first[model->nodes->owned]; i++)
    largest = fmax(largest, fabs(gb_real(v[i])));
  MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, model->comm);
  return largest;
}

/// Four at most; rate is used up.
static void list_broken(const gb_model *model, double least, double rate[], size_t size,
                        char *text) {
  enum { LISTED = 4 };
  text[0] = 0;
  for (int count = 0; count <= LISTED; count++) {
    const size_t used = strlen(text);
    char name[100] = "";
    int worst = 0;
    for (int j = 1; j <= model->problem->joints.count; j++)
      if (rate[j] > rate[worst]) worst = j;
    if (!(rate[worst] > least)) return;
    if (worst < model->problem->joints.count) gb_model_joint_name(model, worst, sizeof name, name);
    if (count == LISTED)
      snprintf(text + used, size - used, ", ...");
    else if (worst == model->problem->joints.count)
      snprintf(text + used, size - used, "%san average link (%.3g)", used ? ", " : "", rate[worst]);
    else
      snprintf(text + used, size - used, "%sjoint '%s' (%.3g)", used ? ", " : "", name,
               rate[worst]);
    rate[worst] = 0;
  }
}

int gb_joint_report_broken(const gb_model *model, gb_assembly *assembly,
                           const gb_nodal_state *state, size_t size, char *text, gb_error *error) {
  double *rate;
  const int status = GB_ALLOCATE(rate, (size_t)model->problem->joints.count + 1, error);
  GB_TRY(gb_agree(model->comm, status, error));
  visit at = {.model = model, .q = state->q, .rate = rate};
  gb_assembly_constraints(assembly, state, see_rates, &at);
  MPI_Allreduce(MPI_IN_PLACE, rate, model->problem->joints.count + 1, MPI_DOUBLE, MPI_MAX,
                model->comm);
  list_broken(model, 1e-9 * largest_speed(model, state->v), rate, size, text);
  free(rate);
  return GB_OK;
}
