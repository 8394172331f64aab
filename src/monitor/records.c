/// Growing tables of values, archived and gathered over the ranks.
#include "monitor/records.h"

#include "restart/archive.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// An array of rows with so many values each gets room for more rows.
static int extend(gb_records *r, double **values, size_t width, size_t room, gb_error *error) {
  double *more;
  GB_TRY(GB_TAKE(&r->memory, more, room * width, error));
  if (*values) memcpy(more, *values, (size_t)r->rows * width * sizeof *more);
  *values = more;
  return GB_OK;
}

/// Values of a step end, of all probes or joints, and of a frame, of all bodies.
static size_t probe_width(const gb_records *r) {
  return (size_t)r->model->probes->count * GB_PROBE_VALUES;
}

static size_t joint_width(const gb_records *r) {
  return (size_t)r->model->problem->joints.count * GB_JOINT_VALUES;
}

static size_t body_width(const gb_records *r) {
  return (size_t)r->model->problem->bodies.count * GB_BODY_VECTORS;
}

/// Room for so many step ends. Local.
static int make_room(gb_records *r, int rows, gb_error *error) {
  const size_t room = (size_t)(rows > 2 * r->room ? rows : 2 * r->room);
  const size_t designs = (size_t)r->model->designs->count;
  if (rows <= r->room) return GB_OK;
  GB_TRY(extend(r, &r->time, 1, room, error));
  GB_TRY(extend(r, &r->probe, probe_width(r), room, error));
  if (r->differentiates) GB_TRY(extend(r, &r->sensitivity, probe_width(r) * designs, room, error));
  GB_TRY(extend(r, &r->joint, joint_width(r), room, error));
  GB_TRY(extend(r, &r->balance, 1 + GB_BALANCES, room, error));
  GB_TRY(extend(r, &r->body, body_width(r), room, error));
  r->room = (int)room;
  return GB_OK;
}

int gb_records_create(const gb_model *model, bool differentiates, int steps, gb_records *out,
                      gb_error *error) {
  *out = (gb_records){.model = model, .differentiates = differentiates};
  return gb_agree(model->comm, make_room(out, steps + 1, error), error);
}

void gb_records_destroy(gb_records *r) {
  gb_arena_free(&r->memory);
  *r = (gb_records){0};
}

static void read_body(const gb_model *model, int32_t node, const double q[],
                      double out[GB_BODY_VECTORS]) {
  for (int k = 0; k < 4; k++) {
    const int32_t vector = gb_node_vector(model->nodes, node, GB_POSITION) + k;
    for (int i = 0; i < 3; i++)
      out[3 * k + i] = model->nodes->reference[vector][i] + q[3 * vector + i];
  }
}

/// Positions and directors of this rank's bodies, zeros for the others:
/// row[bodies][GB_BODY_VECTORS].
static void read_bodies(const gb_model *model, const double q[], double row[]) {
  memset(row, 0, (size_t)model->problem->bodies.count * GB_BODY_VECTORS * sizeof *row);
  for (int i = 0; i < model->blocks->count; i++) {
    const gb_block *block = &model->blocks->block[i];
    for (int32_t e = 0; block->kind == GB_ELEMENT_RIGID_BODY && e < block->elements; e++) {
      const int body = gb_block_entry(block, e);
      read_body(model, block->node[e], q, &row[body * GB_BODY_VECTORS]);
    }
  }
}

/// The unit quaternion (scalar first) of the rotation from the global axes to directors d1, d2, d3:
/// of its two signs the one nearer to `before`. Source: S. W. Shepperd 1978, "Quaternion from
/// rotation matrix", J. Guidance and Control 1: divide by its largest component.
static void find_quaternion(const double director[9], const double before[4], double out[4]) {
  const double xx = director[0], yy = director[4], zz = director[8];
  // four times the squares of the components
  const double square[4] = {1 + xx + yy + zz, 1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz};
  const double cross[3] = {director[5] - director[7], director[6] - director[2],
                           director[1] - director[3]};
  const double sum[3] = {director[5] + director[7], director[6] + director[2],
                         director[1] + director[3]};
  int largest = 0;
  double size = 0, along = 0;
  for (int k = 1; k < 4; k++)
    if (square[k] > square[largest]) largest = k;
  out[largest] = square[largest];
  for (int k = 0; k < 3; k++) {
    if (largest == 0) out[1 + k] = cross[k];
    if (largest == 1 + k) out[0] = cross[k];
    if (largest > 0 && largest != 1 + k) out[1 + k] = sum[3 - k - (largest - 1)];
  }
  for (int k = 0; k < 4; k++) {
    size += out[k] * out[k];
    along += out[k] * before[k];
  }
  for (int k = 0; k < 4; k++) out[k] *= (along < 0 ? -1 : 1) / sqrt(size);
}

/// Rows of bodies with their quaternions, each continuous from row to row:
/// vectors[rows][bodies][GB_BODY_VECTORS], out[rows][bodies][GB_BODY_VALUES].
static void complete_bodies(int rows, int bodies, const double vectors[], double out[]) {
  static const double still[4] = {1, 0, 0, 0};
  for (int r = 0; r < rows; r++)
    for (int i = 0; i < bodies; i++, vectors += GB_BODY_VECTORS, out += GB_BODY_VALUES) {
      const double *before = r > 0 ? out - bodies * GB_BODY_VALUES + 3 : still;
      memcpy(out, vectors, 3 * sizeof *out);
      find_quaternion(vectors + 3, before, out + 3);
      memcpy(out + 7, vectors + 3, 9 * sizeof *out);
    }
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
  const size_t row = (size_t)r->rows, joints = joint_width(r);
  GB_TRY(gb_agree(model->comm, make_room(r, r->rows + 1, error), error));
  r->rows++;
  r->time[row] = frame->t;
  read_probes(model, frame, &r->probe[row * probe_width(r)]);
  if (frame->reaction) memcpy(&r->joint[row * joints], frame->reaction, joints * sizeof *r->joint);
  if (!frame->balance) return GB_OK;
  read_bodies(model, frame->q, &r->body[(size_t)r->frames * body_width(r)]);
  double *balance = &r->balance[(size_t)r->frames++ * (1 + GB_BALANCES)];
  balance[0] = frame->t;
  memcpy(balance + 1, frame->balance, GB_BALANCES * sizeof *balance);
  return GB_OK;
}

void gb_records_add_tangent(gb_records *r, int design, const gb_frame *derivative) {
  const gb_model *model = r->model;
  const size_t row = (size_t)derivative->step * (size_t)model->designs->count + (size_t)design;
  read_probes(model, derivative, &r->sensitivity[row * probe_width(r)]);
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
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(r->model->comm, GB_TAKE(&scratch, all, count, error), error));
  if (!reads) memcpy(all, value, count * sizeof *all);
  if (!reads) add_to_first(r, count, all);
  GB_TRY(gb_archive_numbers(file, count, all, error));
  if (reads && rank == 0) memcpy(value, all, count * sizeof *all);
  return GB_OK;
}

int gb_records_archive(gb_records *r, gb_archive *file, gb_error *error) {
  int64_t counts[2] = {r->rows, r->frames};
  GB_TRY(gb_archive_integers(file, 2, counts, error));
  GB_TRY(gb_agree(r->model->comm, make_room(r, (int)counts[0], error), error));
  r->rows = (int)counts[0];
  r->frames = (int)counts[1];
  const size_t rows = (size_t)r->rows, frames = (size_t)r->frames;
  const size_t designs = (size_t)r->model->designs->count;
  GB_TRY(gb_archive_numbers(file, rows, r->time, error));
  GB_TRY(archive_rows(r, file, rows * probe_width(r), r->probe, error));
  GB_TRY(archive_rows(r, file, rows * joint_width(r), r->joint, error));
  if (r->sensitivity)
    GB_TRY(archive_rows(r, file, rows * probe_width(r) * designs, r->sensitivity, error));
  GB_TRY(gb_archive_numbers(file, frames * (1 + GB_BALANCES), r->balance, error));
  return archive_rows(r, file, frames * body_width(r), r->body, error);
}

void gb_records_gather(gb_records *r) {
  const size_t rows = (size_t)r->rows, designs = (size_t)r->model->designs->count;
  add_to_first(r, rows * probe_width(r), r->probe);
  add_to_first(r, rows * joint_width(r), r->joint);
  if (r->sensitivity) add_to_first(r, rows * probe_width(r) * designs, r->sensitivity);
}

int gb_records_orient(gb_records *r, gb_error *error) {
  const int bodies = r->model->problem->bodies.count;
  const size_t values = (size_t)r->frames * (size_t)bodies * GB_BODY_VALUES;
  if (bodies == 0) return GB_OK;
  add_to_first(r, (size_t)r->frames * body_width(r), r->body);
  const int status = GB_TAKE(&r->memory, r->orientation, values, error);
  GB_TRY(gb_agree(r->model->comm, status, error));
  complete_bodies(r->frames, bodies, r->body, r->orientation);
  return GB_OK;
}

/// What a table of histories has of each of its things.
typedef struct history {
  const char *table;
  int rows, stride;         ///< stride: between times
  const double *time;       ///< [rows][stride]
  int things, values;       ///< values of each
  const char *const *value; ///< their names
  const double *data;       ///< [rows][things][values]
  void (*name)(const gb_model *model, int thing, size_t size, char *text);
} history;

/// Write one table with the time and the values of every thing; none where there are no things.
/// Collective.
static int write_history(gb_results *results, const gb_model *model, const history *h,
                         gb_error *error) {
  const int values = h->things * h->values, columns = 1 + values;
  const char **column = NULL;
  char(*name)[96] = NULL;
  double *table = NULL;
  GB_SCRATCH(scratch);
  if (h->things == 0) return GB_OK;
  int status = GB_TAKE(&scratch, column, (size_t)columns, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, name, (size_t)columns, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, table, (size_t)h->rows * (size_t)columns, error);
  GB_TRY(gb_agree(model->comm, status, error));
  column[0] = "time";
  for (int c = 0; c < values; c++) {
    char thing[81];
    h->name(model, c / h->values, sizeof thing, thing);
    snprintf(name[c], sizeof *name, "%s.%s", thing, h->value[c % h->values]);
    column[c + 1] = name[c];
  }
  for (int r = 0; r < h->rows; r++) {
    table[r * columns] = h->time[r * h->stride];
    memcpy(&table[r * columns + 1], &h->data[r * values], (size_t)values * sizeof *table);
  }
  return gb_results_history(results, h->table, h->rows, columns, column, table, error);
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
  const history tables[] = {{"probes", r->rows, 1, r->time, model->probes->count, GB_PROBE_VALUES,
                             motion, r->probe, name_probe},
                            {"joints", r->rows, 1, r->time, model->problem->joints.count,
                             GB_JOINT_VALUES, reaction, r->joint, gb_model_joint_name},
                            {"bodies", r->frames, 1 + GB_BALANCES, r->balance,
                             model->problem->bodies.count, GB_BODY_VALUES, frame, r->orientation,
                             name_body}};
  for (int i = 0; i < 3; i++) GB_TRY(write_history(results, model, &tables[i], error));
  return gb_results_history(results, "balance", r->frames, 1 + GB_BALANCES, balance, r->balance,
                            error);
}
