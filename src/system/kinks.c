/// Crossings of kinks along the motion of each step. Source: docs/theory.md, (5.31).
#include "system/kinks.h"

#include "base/arena.h"
#include "integrators/pass.h"
#include "system/model_system.h"
#include "system/nodal_values/batch.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 8 }; ///< intervals of a step at whose ends the sides of laws are found

struct gb_kinks {
  gb_system *system;
  bool started;
  gb_state *before; ///< q and v at the end of the last step; other components are not used
  gb_arena memory;
  size_t size;        ///< number of nodal values
  gb_scalar *q, *v;   ///< nodal values of `before`, [size]
  gb_kink_report own; ///< counts of this rank
};

static bool is_looked_at(const gb_block *block) {
  return gb_elements[block->kind]->kinks && block->joint->law;
}

static int64_t count_laws(const gb_model *model) {
  int64_t count = 0;
  for (int i = 0; i < model->blocks->count; i++)
    if (is_looked_at(&model->blocks->block[i]))
      count += model->blocks->block[i].joint->pool ? 1 : model->blocks->block[i].elements;
  MPI_Allreduce(MPI_IN_PLACE, &count, 1, MPI_INT64_T, MPI_SUM, model->comm);
  return count;
}

static int reserve(gb_kinks *k, gb_error *error) {
  GB_TRY(gb_state_create(k->system, &k->memory, &k->before, error));
  GB_TRY(GB_TAKE(&k->memory, k->q, k->size, error));
  return GB_TAKE(&k->memory, k->v, k->size, error);
}

int gb_kinks_create(gb_system *system, gb_kinks **out, gb_error *error) {
  const gb_model *model = gb_model_system_access(system).model;
  gb_kinks *k = NULL;
  *out = NULL;
  if (count_laws(model) == 0) return GB_OK;
  int status = GB_ALLOCATE(k, 1, error);
  if (status == GB_OK) {
    k->system = system;
    k->size = gb_node_values(model->nodes);
    status = reserve(k, error);
  }
  status = gb_agree(model->comm, status, error);
  if (status != GB_OK) gb_kinks_destroy(&k);
  *out = k;
  return status;
}

void gb_kinks_destroy(gb_kinks **kinks) {
  gb_kinks *k = *kinks;
  if (!k) return;
  gb_arena_free(&k->memory);
  free(k);
  *kinks = NULL;
}

static int count_bits(uint64_t bits) {
  int count = 0;
  for (; bits; bits &= bits - 1) count++;
  return count;
}

/// The batch's elements at both ends of a step.
typedef struct ends {
  gb_pack q[2][GB_ELEMENT_UNKNOWNS], v[2][GB_ELEMENT_UNKNOWNS];
  double t[2];
} ends;

/// Interpolate displacements and velocities at the fraction s of the step, (5.31).
static void interpolate(const ends *e, double s, gb_batch *batch) {
  const double h = e->t[1] - e->t[0], r = 1 - s;
  for (int i = 0; i < batch->size; i++) {
    batch->q[i] = r * r * ((1 + 2 * s) * e->q[0][i] + s * h * e->v[0][i]) +
                  s * s * ((1 + 2 * r) * e->q[1][i] - r * h * e->v[1][i]);
    const gb_pack mean = h > 0 ? (e->q[1][i] - e->q[0][i]) / h : e->v[1][i];
    batch->v[i] = 6 * r * s * mean + r * (1 - 3 * s) * e->v[0][i] + s * (1 - 3 * r) * e->v[1][i];
  }
  batch->in.t = e->t[0] + s * h;
}

/// Add the crossings of one law in a step.
static void count_law(gb_kinks *k, double t, const uint64_t side[PARTS + 1]) {
  gb_kink_report *own = &k->own;
  int crossings = 0, back = 0;
  uint64_t moved = 0;
  for (int i = 1; i <= PARTS; i++) {
    crossings += count_bits(side[i] ^ side[i - 1]);
    moved |= side[i] ^ side[0];
  }
  back = count_bits(moved & ~(side[PARTS] ^ side[0]));
  if (crossings > own->most) own->most_time = t;
  if (back > 0 && own->passed == 0) own->first_time = t;
  own->crossings += crossings;
  own->most = fmax(own->most, crossings);
  own->passed += back;
}

static void look(gb_kinks *k, gb_batch *batch, const ends *e) {
  uint64_t side[PARTS + 1][GB_LANES];
  for (int i = 0; i <= PARTS; i++) {
    interpolate(e, (double)i / PARTS, batch);
    memset(side[i], 0, sizeof side[i]);
    batch->element->kinks(&batch->in, &batch->state, side[i]);
  }
  for (int lane = 0; lane < batch->lanes; lane++) {
    uint64_t own[PARTS + 1];
    for (int i = 0; i <= PARTS; i++) own[i] = side[i][lane];
    count_law(k, e->t[1], own);
  }
}

static void look_at_all(gb_kinks *k, const gb_assembly *assembly, const gb_nodal_state *end) {
  gb_batch v;
  ends e = {.t = {k->before->t, end->t}};
  FOR_ELEMENTS(assembly, end, v, is_looked_at(&assembly->blocks->block[i_])) {
    const gb_scalar *q[2] = {k->q, end->q}, *rate[2] = {k->v, end->v};
    for (int i = 0; i < 2; i++) {
      gb_batch_gather(&v, q[i], e.q[i]);
      gb_batch_gather(&v, rate[i], e.v[i]);
    }
    look(k, &v, &e);
  }
}

int gb_kinks_step(gb_kinks *k, const gb_state *end, gb_error *error) {
  const size_t n = (size_t)k->system->n;
  gb_nodal_state nodal;
  if (k->started) {
    GB_TRY(gb_model_system_gather(k->system, k->before, &nodal, error));
    memcpy(k->q, nodal.q, k->size * sizeof *k->q);
    memcpy(k->v, nodal.v, k->size * sizeof *k->v);
    GB_TRY(gb_model_system_gather(k->system, end, &nodal, error));
    look_at_all(k, gb_model_system_access(k->system).assembly, &nodal);
  }
  k->started = true;
  k->before->t = end->t;
  for (int component = GB_Q; component <= GB_V; component++)
    memcpy(k->before->component[component], end->component[component],
           n * sizeof *end->component[component]);
  return GB_OK;
}

/// @return on all ranks the smallest `value` of the ranks with `mine`, 0 if there are none
static double value_where(MPI_Comm comm, bool mine, double value) {
  double first = mine ? value : INFINITY;
  MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_DOUBLE, MPI_MIN, comm);
  return isfinite(first) ? first : 0;
}

void gb_kinks_report(const gb_kinks *k, gb_kink_report *report) {
  *report = (gb_kink_report){0};
  if (!k) return;
  const MPI_Comm comm = gb_model_system_access(k->system).model->comm;
  double sums[2] = {k->own.crossings, k->own.passed};
  report->most = k->own.most;
  MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_DOUBLE, MPI_SUM, comm);
  MPI_Allreduce(MPI_IN_PLACE, &report->most, 1, MPI_DOUBLE, MPI_MAX, comm);
  report->crossings = sums[0];
  report->passed = sums[1];
  report->most_time =
      value_where(comm, k->own.most == report->most && k->own.most > 0, k->own.most_time);
  report->first_time = value_where(comm, k->own.passed > 0, k->own.first_time);
}

double gb_kinks_of_stresses(gb_system *system) {
  const gb_model_access of = gb_model_system_access(system);
  double count = gb_assembly_kinks(of.assembly);
  MPI_Allreduce(MPI_IN_PLACE, &count, 1, MPI_DOUBLE, MPI_SUM, of.model->comm);
  return count;
}

int gb_kinks_archive(gb_kinks *k, gb_archive *archive, gb_error *error) {
  gb_kink_report all;
  int rank;
  gb_kinks_report(k, &all);
  double numbers[] = {all.crossings, all.most,       all.most_time,
                      all.passed,    all.first_time, k->before->t};
  GB_TRY(gb_archive_numbers(archive, 6, numbers, error));
  GB_TRY(gb_archive_unknowns(archive, k->before->component[GB_Q], error));
  GB_TRY(gb_archive_unknowns(archive, k->before->component[GB_V], error));
  if (!gb_archive_reads(archive)) return GB_OK;
  MPI_Comm_rank(gb_model_system_access(k->system).model->comm, &rank);
  if (rank == 0)
    k->own = (gb_kink_report){.crossings = numbers[0],
                              .most = numbers[1],
                              .most_time = numbers[2],
                              .passed = numbers[3],
                              .first_time = numbers[4]};
  k->before->t = numbers[5];
  k->started = true;
  return GB_OK;
}
