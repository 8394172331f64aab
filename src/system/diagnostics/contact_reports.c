/// Values of contacts for results.
#include "system/diagnostics/contact_reports.h"

#include "elements/derived/fields.h"
#include "system/nodal_values/batch.h"

#include <float.h>
#include <math.h>

/// Sums and maxima at the nodes of contacts.
typedef struct nodal_sums {
  const gb_contact_nodes *nodes;
  double (*force)[3], (*most)[2]; ///< most: pressure, depth
} nodal_sums;

static void raise(nodal_sums *s, int32_t node, double pressure, double depth) {
  if (node < 0) return;
  s->most[node][0] = fmax(s->most[node][0], pressure);
  s->most[node][1] = fmax(s->most[node][1], depth);
}

/// Add the elements of a batch in which each node has the position among its first three values.
static void add_elements(gb_batch *b, nodal_sums *s) {
  gb_pack r[GB_ELEMENT_UNKNOWNS] = {0}, depth[GB_ELEMENT_NODES], load[GB_ELEMENT_NODES];
  b->element->residual(&b->in, &b->state, r);
  b->element->touch(&b->in, &b->state, depth, load);
  for (int lane = 0; lane < b->lanes; lane++) {
    const int32_t *node = &b->block->node[(b->first + lane) * b->in.nodes];
    int first = 0;
    for (int a = 0; a < b->in.nodes; a++) {
      const int32_t at = s->nodes->index[node[a]];
      for (int i = 0; at >= 0 && i < 3; i++)
        s->force[at][i] -= gb_real(gb_lanes(&r[first + i])[lane]);
      raise(s, at, gb_real(gb_lanes(&load[a])[lane]), gb_real(gb_lanes(&depth[a])[lane]));
      first += b->in.unknowns->width[a];
    }
  }
}

int gb_assembly_touch(gb_assembly *assembly, const gb_nodal_state *state, double value[],
                      gb_error *error) {
  const gb_model *model = assembly->model;
  const int32_t count = model->contact_nodes->count;
  nodal_sums s = {.nodes = model->contact_nodes};
  gb_batch b;
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&scratch, s.force, (size_t)count, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, s.most, (size_t)count, error);
  GB_TRY(gb_agree(model->comm, status, error));
  GB_TRY(gb_assembly_search(assembly, state->q, true, error));
  for (int32_t k = 0; k < count; k++) s.most[k][1] = -DBL_MAX;
  FOR_ELEMENTS(assembly, state, b, b.element->touch != NULL) {
    add_elements(&b, &s);
  }
  MPI_Allreduce(MPI_IN_PLACE, s.force, 3 * count, MPI_DOUBLE, MPI_SUM, model->comm);
  MPI_Allreduce(MPI_IN_PLACE, s.most, 2 * count, MPI_DOUBLE, MPI_MAX, model->comm);
  for (int32_t k = 0; k < count; k++) {
    double *to = &value[k * GB_TOUCH_VALUES];
    for (int i = 0; i < 3; i++) to[GB_TOUCH_FORCE + i] = s.force[k][i];
    to[GB_TOUCH_PRESSURE] = s.most[k][0];
    to[GB_TOUCH_DEPTH] = s.most[k][1] > -DBL_MAX ? s.most[k][1] : NAN; // no surface is near
  }
  return GB_OK;
}

void gb_assembly_gap(gb_assembly *assembly, const gb_nodal_state *state, int64_t contact,
                     gb_scalar value[2]) {
  double gap = DBL_MAX;
  int rank;
  gb_batch b;
  MPI_Comm_rank(assembly->model->comm, &rank);
  FOR_ELEMENTS(assembly, state, b, b.element->touch != NULL) {
    gb_pack f[GB_ELEMENT_SAMPLES];
    gb_geometry area[GB_ELEMENT_SAMPLES];
    if (b.block->entry != contact) continue;
    int count = gb_sample_count(b.element, &b.in, GB_FIELD_DEPTH);
    gb_batch_sample(&b, GB_FIELD_DEPTH, f, area);
    for (int lane = 0; lane < b.lanes; lane++)
      for (int p = 0; p < count; p++) gap = fmin(gap, -gb_real(gb_lanes(&f[p])[lane]));
    count = gb_sample_count(b.element, &b.in, GB_FIELD_TOUCH);
    gb_batch_sample(&b, GB_FIELD_TOUCH, f, area);
    for (int lane = 0; lane < b.lanes; lane++)
      for (int p = 0; p < count; p++)
        if (gb_real(gb_lanes(&f[p])[lane]) > 0) value[0] += gb_lanes((gb_pack *)&area[p])[lane];
  }
  MPI_Allreduce(MPI_IN_PLACE, &gap, 1, MPI_DOUBLE, MPI_MIN, assembly->model->comm);
  if (gap == DBL_MAX) gap = NAN; // no point is near
  value[1] = rank == 0 ? gap : 0;
}
