/// Growing tables of values, archived and gathered over the ranks.
#include "monitor/records.h"

#include "monitor/history.h"
#include "restart/archive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// An array of rows with so many values each gets room for more rows.
static int extend(double **values, size_t width, size_t rows, size_t room, gb_error *error) {
  double *more;
  GB_TRY(gb_allocate(room * width, sizeof *more, &more, error));
  if (*values) memcpy(more, *values, rows * width * sizeof *more);
  free(*values);
  *values = more;
  return GB_OK;
}

/// Room for so many step ends. Local.
static int make_room(gb_records *r, int rows, gb_error *error) {
  const gb_model *model = r->model;
  const size_t old = (size_t)r->rows, room = (size_t)(rows > 2 * r->room ? rows : 2 * r->room);
  const size_t probes = (size_t)model->probes->count * GB_PROBE_VALUES;
  if (rows <= r->room) return GB_OK;
  GB_TRY(extend(&r->time, 1, old, room, error));
  GB_TRY(extend(&r->probe, probes, old, room, error));
  if (r->differentiates)
    GB_TRY(extend(&r->sensitivity, probes * (size_t)model->designs->count, old, room, error));
  GB_TRY(
      extend(&r->joint, (size_t)model->problem->joints.count * GB_JOINT_VALUES, old, room, error));
  GB_TRY(extend(&r->balance, 1 + GB_BALANCES, old, room, error));
  GB_TRY(
      extend(&r->body, (size_t)model->problem->bodies.count * GB_BODY_VECTORS, old, room, error));
  r->room = (int)room;
  return GB_OK;
}

int gb_records_create(const gb_model *model, bool differentiates, int steps, gb_records *out,
                      gb_error *error) {
  *out = (gb_records){.model = model, .differentiates = differentiates};
  return gb_agree(model->comm, make_room(out, steps + 1, error), error);
}

void gb_records_destroy(gb_records *r) {
  free(r->time);
  free(r->probe);
  free(r->joint);
  free(r->sensitivity);
  free(r->balance);
  free(r->body);
  free(r->orientation);
  *r = (gb_records){0};
}

/// u, v and a at the probes of this rank: row[probes][GB_PROBE_VALUES].
static void read_probes(const gb_model *model, const gb_frame *frame, double row[]) {
  for (int p = 0; p < model->probes->count; p++) {
    int32_t n = model->probes->probe[p].node;
    const size_t first = n >= 0 ? gb_node_displacement(model->nodes, n) : 0;
    for (int i = 0; n >= 0 && i < 3; i++) {
      row[GB_PROBE_VALUES * p + i] = frame->q[first + (size_t)i];
      row[GB_PROBE_VALUES * p + 3 + i] = frame->v[first + (size_t)i];
      row[GB_PROBE_VALUES * p + 6 + i] = frame->a[first + (size_t)i];
    }
  }
}

int gb_records_add(gb_records *r, const gb_frame *frame, gb_error *error) {
  const gb_model *model = r->model;
  const size_t row = (size_t)r->rows,
               joints = (size_t)model->problem->joints.count * GB_JOINT_VALUES;
  GB_TRY(gb_agree(model->comm, make_room(r, r->rows + 1, error), error));
  r->rows++;
  r->time[row] = frame->t;
  read_probes(model, frame, &r->probe[row * (size_t)model->probes->count * GB_PROBE_VALUES]);
  if (frame->reaction) memcpy(&r->joint[row * joints], frame->reaction, joints * sizeof *r->joint);
  if (!frame->balance) return GB_OK;
  gb_orientation_read(
      model, frame->q,
      &r->body[(size_t)r->frames * (size_t)model->problem->bodies.count * GB_BODY_VECTORS]);
  double *balance = &r->balance[(size_t)r->frames++ * (1 + GB_BALANCES)];
  balance[0] = frame->t;
  memcpy(balance + 1, frame->balance, GB_BALANCES * sizeof *balance);
  return GB_OK;
}

void gb_records_add_tangent(gb_records *r, int design, const gb_frame *derivative) {
  const gb_model *model = r->model;
  const size_t row = (size_t)derivative->step * (size_t)model->designs->count + (size_t)design;
  read_probes(model, derivative,
              &r->sensitivity[row * (size_t)model->probes->count * GB_PROBE_VALUES]);
}

/// Add up over the ranks: one owns a probe's node, a joint or a body, the others hold zeros.
static void add_to_first(const gb_records *r, size_t values, double value[]) {
  const size_t most = 1 << 24;
  int rank;
  MPI_Comm_rank(r->model->comm, &rank);
  for (size_t first = 0; first < values; first += most) {
    const int count = (int)(values - first < most ? values - first : most);
    MPI_Reduce(rank == 0 ? MPI_IN_PLACE : value + first, value + first, count, MPI_DOUBLE, MPI_SUM,
               0, r->model->comm);
  }
}

/// Values of all ranks, written through a copy: on every rank zeros must go on standing for the
/// other ranks' values. Rank 0 reads them all.
static int archive_rows(const gb_records *r, gb_archive *file, size_t count, double value[],
                        gb_error *error) {
  double *all;
  int rank;
  const bool reads = gb_archive_reads(file);
  MPI_Comm_rank(r->model->comm, &rank);
  GB_TRY(gb_agree(r->model->comm, gb_allocate(count, sizeof *all, &all, error), error));
  if (!reads) memcpy(all, value, count * sizeof *all);
  if (!reads) add_to_first(r, count, all);
  const int status = gb_archive_numbers(file, count, all, error);
  if (reads && rank == 0) memcpy(value, all, count * sizeof *all);
  free(all);
  return status;
}

static size_t probe_numbers(const gb_records *r) {
  return (size_t)r->rows * (size_t)r->model->probes->count * GB_PROBE_VALUES;
}

static size_t joint_numbers(const gb_records *r) {
  return (size_t)r->rows * (size_t)r->model->problem->joints.count * GB_JOINT_VALUES;
}

static size_t body_numbers(const gb_records *r) {
  return (size_t)r->frames * (size_t)r->model->problem->bodies.count * GB_BODY_VECTORS;
}

int gb_records_archive(gb_records *r, gb_archive *file, gb_error *error) {
  int64_t counts[2] = {r->rows, r->frames};
  GB_TRY(gb_archive_integers(file, 2, counts, error));
  GB_TRY(gb_agree(r->model->comm, make_room(r, (int)counts[0], error), error));
  r->rows = (int)counts[0];
  r->frames = (int)counts[1];
  GB_TRY(gb_archive_numbers(file, (size_t)r->rows, r->time, error));
  GB_TRY(archive_rows(r, file, probe_numbers(r), r->probe, error));
  GB_TRY(archive_rows(r, file, joint_numbers(r), r->joint, error));
  if (r->sensitivity)
    GB_TRY(archive_rows(r, file, probe_numbers(r) * (size_t)r->model->designs->count,
                        r->sensitivity, error));
  GB_TRY(gb_archive_numbers(file, (size_t)r->frames * (1 + GB_BALANCES), r->balance, error));
  return archive_rows(r, file, body_numbers(r), r->body, error);
}

void gb_records_gather(gb_records *r) {
  add_to_first(r, probe_numbers(r), r->probe);
  add_to_first(r, joint_numbers(r), r->joint);
  if (r->sensitivity)
    add_to_first(r, probe_numbers(r) * (size_t)r->model->designs->count, r->sensitivity);
}

int gb_records_orient(gb_records *r, gb_error *error) {
  const int bodies = r->model->problem->bodies.count;
  const size_t values = (size_t)r->frames * (size_t)bodies * GB_BODY_VALUES;
  if (bodies == 0) return GB_OK;
  add_to_first(r, body_numbers(r), r->body);
  int status = gb_allocate(values, sizeof *r->orientation, &r->orientation, error);
  GB_TRY(gb_agree(r->model->comm, status, error));
  gb_orientation_complete(r->frames, bodies, r->body, r->orientation);
  return GB_OK;
}

static void name_probe(const gb_model *model, int probe, size_t size, char *text) {
  snprintf(text, size, "%s", model->probes->probe[probe].name);
}

static void name_body(const gb_model *model, int body, size_t size, char *text) {
  snprintf(text, size, "%s", model->problem->bodies.entry[body].name);
}

int gb_records_write(const gb_records *r, gb_results *results, gb_error *error) {
  static const char *const motion[] = {"ux", "uy", "uz", "vx", "vy", "vz", "ax", "ay", "az"};
  static const char *const reaction[] = {"fx", "fy", "fz", "mx", "my", "mz"};
  static const char *const frame[] = {"x",   "y",   "z",   "q0",  "q1",  "q2",  "q3",  "d1x",
                                      "d1y", "d1z", "d2x", "d2y", "d2z", "d3x", "d3y", "d3z"};
  static const char *const balance[] = {"time",       "kinetic",    "strain",     "lost",
                                        "momentum_x", "momentum_y", "momentum_z", "angular_x",
                                        "angular_y",  "angular_z"};
  const gb_model *model = r->model;
  const gb_history tables[] = {{"probes", r->rows, 1, r->time, model->probes->count,
                                GB_PROBE_VALUES, motion, r->probe, name_probe},
                               {"joints", r->rows, 1, r->time, model->problem->joints.count,
                                GB_JOINT_VALUES, reaction, r->joint, gb_model_joint_name},
                               {"bodies", r->frames, 1 + GB_BALANCES, r->balance,
                                model->problem->bodies.count, GB_BODY_VALUES, frame, r->orientation,
                                name_body}};
  for (int i = 0; i < 3; i++) GB_TRY(gb_history_write(results, model, &tables[i], error));
  return gb_results_history(results, "balance", r->frames, 1 + GB_BALANCES, balance, r->balance,
                            error);
}
