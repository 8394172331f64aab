/// Tables of values that grow with each step; restart files; gathering over the ranks.
#include "monitor/records.h"

#include "base/count.h"
#include "restart/archive.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Extend an array with `width` values per row to `capacity` rows.
static int extend(gb_records *r, double **values, size_t width, size_t capacity, gb_error *error) {
  double *more;
  GB_TRY(GB_TAKE(&r->memory, more, capacity * width, error));
  if (*values) memcpy(more, *values, (size_t)r->rows * width * sizeof *more);
  *values = more;
  return GB_OK;
}

// Numbers of values per row: of all probes, of all quantities, and of all bodies.

static size_t probe_width(const gb_records *r) {
  return (size_t)r->model->probes->count * GB_PROBE_VALUES;
}

static size_t quantity_width(const gb_records *r) {
  return (size_t)r->model->quantities->values;
}

static size_t body_width(const gb_records *r) {
  return (size_t)r->model->problem->bodies.count * GB_BODY_VECTORS;
}

/// Allocate memory for so many step ends. Local.
static int reserve(gb_records *r, int rows, gb_error *error) {
  const size_t capacity = (size_t)(rows > 2 * r->capacity ? rows : 2 * r->capacity);
  const size_t designs = (size_t)r->model->designs->count;
  if (rows <= r->capacity) return GB_OK;
  GB_TRY(extend(r, &r->time, 1, capacity, error));
  GB_TRY(extend(r, &r->probe, probe_width(r), capacity, error));
  if (r->differentiates)
    GB_TRY(extend(r, &r->sensitivity, probe_width(r) * designs, capacity, error));
  GB_TRY(extend(r, &r->quantity, quantity_width(r), capacity, error));
  GB_TRY(extend(r, &r->balance, 1 + GB_BALANCES, capacity, error));
  GB_TRY(extend(r, &r->body, body_width(r), capacity, error));
  r->capacity = (int)capacity;
  return GB_OK;
}

int gb_records_create(const gb_model *model, bool differentiates, int steps, gb_records *out,
                      gb_error *error) {
  *out = (gb_records){.model = model, .differentiates = differentiates};
  return gb_agree(model->comm, reserve(out, steps + 1, error), error);
}

void gb_records_destroy(gb_records *r) {
  gb_arena_free(&r->memory);
  *r = (gb_records){0};
}

static void read_body(const gb_model *model, int32_t node, const double q[],
                      double out[GB_BODY_VECTORS]) {
  for (int k = 0; k < 4; k++) {
    const int32_t value = gb_node_value(model->nodes, node, GB_POSITION) + 3 * k;
    for (int i = 0; i < 3; i++) out[3 * k + i] = model->nodes->reference[value + i] + q[value + i];
  }
}

/// Read positions and directors of this rank's bodies; zeros for the other bodies. row [bodies]
/// [GB_BODY_VECTORS].
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

/// Compute the unit quaternion (scalar first) of the rotation from the global axes to the directors
/// d1, d2, d3, with the sign for which it is nearer to `before`. Source: S. W. Shepperd 1978,
/// "Quaternion from rotation matrix", J. Guidance and Control 1: divide by the largest component.
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

/// Add quaternions, continuous from row to row, to positions and directors of bodies.
/// vectors [rows][bodies][GB_BODY_VECTORS], out [rows][bodies][GB_BODY_VALUES].
static void complete_bodies(int rows, int bodies, const double vectors[], double out[]) {
  static const double identity[4] = {1, 0, 0, 0};
  for (int r = 0; r < rows; r++)
    for (int i = 0; i < bodies; i++, vectors += GB_BODY_VECTORS, out += GB_BODY_VALUES) {
      const double *before = r > 0 ? out - bodies * GB_BODY_VALUES + 3 : identity;
      memcpy(out, vectors, 3 * sizeof *out);
      find_quaternion(vectors + 3, before, out + 3);
      memcpy(out + 7, vectors + 3, 9 * sizeof *out);
    }
}

/// Read u, v and a of the probes of this rank. row [probes][GB_PROBE_VALUES].
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
  const size_t row = (size_t)r->rows, quantities = quantity_width(r);
  GB_TRY(gb_agree(model->comm, reserve(r, r->rows + 1, error), error));
  r->rows++;
  r->time[row] = frame->t;
  read_probes(model, frame, &r->probe[row * probe_width(r)]);
  memcpy(&r->quantity[row * quantities], frame->quantity, quantities * sizeof *r->quantity);
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

/// Write the values of all ranks to a restart file, or read them. They are summed in a copy,
/// because values of other ranks must remain zero on each rank. When reading, rank 0 gets all
/// values.
static int archive_rows(const gb_records *r, gb_archive *file, size_t count, double value[],
                        gb_error *error) {
  double *all;
  int rank;
  const bool reads = gb_archive_reads(file);
  MPI_Comm_rank(r->model->comm, &rank);
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(r->model->comm, GB_TAKE(&scratch, all, count, error), error));
  if (!reads) memcpy(all, value, count * sizeof *all);
  if (!reads) gb_sum_on_first_rank(r->model->comm, count, all);
  GB_TRY(gb_archive_numbers(file, count, all, error));
  if (reads && rank == 0) memcpy(value, all, count * sizeof *all);
  return GB_OK;
}

int gb_records_archive(gb_records *r, gb_archive *file, gb_error *error) {
  int64_t counts[2] = {r->rows, r->frames};
  GB_TRY(gb_archive_integers(file, 2, counts, error));
  GB_TRY(gb_agree(r->model->comm, reserve(r, (int)counts[0], error), error));
  r->rows = (int)counts[0];
  r->frames = (int)counts[1];
  const size_t rows = (size_t)r->rows, frames = (size_t)r->frames;
  const size_t designs = (size_t)r->model->designs->count;
  GB_TRY(gb_archive_numbers(file, rows, r->time, error));
  GB_TRY(archive_rows(r, file, rows * probe_width(r), r->probe, error));
  GB_TRY(archive_rows(r, file, rows * quantity_width(r), r->quantity, error));
  if (r->sensitivity)
    GB_TRY(archive_rows(r, file, rows * probe_width(r) * designs, r->sensitivity, error));
  GB_TRY(gb_archive_numbers(file, frames * (1 + GB_BALANCES), r->balance, error));
  return archive_rows(r, file, frames * body_width(r), r->body, error);
}

void gb_records_gather(gb_records *r) {
  const size_t rows = (size_t)r->rows, designs = (size_t)r->model->designs->count;
  gb_sum_on_first_rank(r->model->comm, rows * probe_width(r), r->probe);
  gb_sum_on_first_rank(r->model->comm, rows * quantity_width(r), r->quantity);
  if (r->sensitivity)
    gb_sum_on_first_rank(r->model->comm, rows * probe_width(r) * designs, r->sensitivity);
}

int gb_records_orient(gb_records *r, gb_error *error) {
  const int bodies = r->model->problem->bodies.count;
  const size_t values = (size_t)r->frames * (size_t)bodies * GB_BODY_VALUES;
  if (bodies == 0) return GB_OK;
  gb_sum_on_first_rank(r->model->comm, (size_t)r->frames * body_width(r), r->body);
  const int status = GB_TAKE(&r->memory, r->orientation, values, error);
  GB_TRY(gb_agree(r->model->comm, status, error));
  complete_bodies(r->frames, bodies, r->body, r->orientation);
  return GB_OK;
}

/// A table of histories of objects, such as probes or bodies.
typedef struct history {
  const char *table;
  int rows, stride;         ///< stride: distance between times in `time`
  const double *time;       ///< [rows][stride]
  int objects, values;      ///< number of objects, and of values of each object
  const char *const *value; ///< names of the values, [values]
  const double *data;       ///< [rows][objects][values]
  void (*name)(const gb_model *model, int object, size_t size, char *text);
} history;

/// Columns of a table, which are filled one after another; the first one is the time.
typedef struct columns {
  int rows, count, filled;
  const char **column; ///< [count]
  char (*name)[120];   ///< [count]
  double *table;       ///< [rows][count]
} columns;

/// Allocate a table in the memory of the arena. Collective.
static int open_columns(const gb_model *model, int rows, int count, gb_arena *arena, columns *c,
                        gb_error *error) {
  *c = (columns){.rows = rows, .count = count};
  int status = GB_TAKE(arena, c->column, (size_t)count, error);
  if (status == GB_OK) status = GB_TAKE(arena, c->name, (size_t)count, error);
  if (status == GB_OK) status = GB_TAKE(arena, c->table, (size_t)rows * (size_t)count, error);
  return gb_agree(model->comm, status, error);
}

/// Add a column with the values data[row * stride]. @param object NULL for the time
static void add_column(columns *c, const char *object, const char *value, const double data[],
                       size_t stride) {
  const int at = c->filled++;
  snprintf(c->name[at], sizeof *c->name, "%s%s%s", object ? object : "", object ? "." : "", value);
  c->column[at] = c->name[at];
  for (int r = 0; r < c->rows; r++)
    c->table[(size_t)r * (size_t)c->count + (size_t)at] = data[(size_t)r * stride];
}

/// The function that receives the tables, and the context that it is called with.
typedef struct receiver {
  gb_history_sink *sink;
  void *context;
} receiver;

static int pass(const receiver *to, const char *table, const columns *c, gb_error *error) {
  return to->sink(to->context, table, c->rows, c->count, c->column, c->table, error);
}

/// Pass a table with the time and the values of every object, unless there are no objects.
/// Collective.
static int pass_history(const receiver *to, const gb_model *model, const history *h,
                        gb_error *error) {
  const int values = h->objects * h->values;
  columns c;
  GB_SCRATCH(scratch);
  if (h->objects == 0) return GB_OK;
  GB_TRY(open_columns(model, h->rows, 1 + values, &scratch, &c, error));
  add_column(&c, NULL, "time", h->time, (size_t)h->stride);
  for (int i = 0; i < values; i++) {
    char object[81];
    h->name(model, i / h->values, sizeof object, object);
    add_column(&c, object, h->value[i % h->values], h->rows > 0 ? h->data + i : NULL,
               (size_t)values);
  }
  return pass(to, h->table, &c, error);
}

/// Pass a table with the time and the quantities of one kind, unless there are none. Collective.
static int pass_quantities(const gb_records *r, const receiver *to, const char *table,
                           gb_quantity_kind kind, gb_error *error) {
  const gb_model *model = r->model;
  const gb_quantity_set *set = model->quantities;
  const size_t stride = (size_t)set->values;
  int count = 0;
  columns c;
  GB_SCRATCH(scratch);
  for (int i = 0; i < set->count; i++)
    if (set->entry[i].kind == kind) count += set->entry[i].count;
  if (count == 0) return GB_OK;
  GB_TRY(open_columns(model, r->rows, 1 + count, &scratch, &c, error));
  add_column(&c, NULL, "time", r->time, 1);
  for (int i = 0; i < set->count; i++) {
    const gb_quantity *of = &set->entry[i];
    char object[81];
    gb_model_quantity_name(model, i, sizeof object, object);
    for (int k = 0; of->kind == kind && k < of->count; k++)
      add_column(&c, object, of->word[k], r->rows > 0 ? r->quantity + of->first + k : NULL, stride);
  }
  return pass(to, table, &c, error);
}

static void name_probe(const gb_model *model, int probe, size_t size, char *text) {
  snprintf(text, size, "%s", model->probes->probe[probe].name);
}

static void name_body(const gb_model *model, int body, size_t size, char *text) {
  snprintf(text, size, "%s", model->problem->bodies.entry[body].name);
}

int gb_records_tables(const gb_records *r, gb_history_sink *sink, void *context, gb_error *error) {
  static const char *const motion[] = {"ux", "uy", "uz", "vx", "vy", "vz", "ax", "ay", "az"};
  static const char *const frame[] = {"x",   "y",   "z",   "q0",  "q1",  "q2",  "q3",  "d1x",
                                      "d1y", "d1z", "d2x", "d2y", "d2z", "d3x", "d3y", "d3z"};
  static const char *const balance[] = {"time",       "kinetic",    "strain",     "lost",
                                        "momentum_x", "momentum_y", "momentum_z", "angular_x",
                                        "angular_y",  "angular_z"};
  const gb_model *model = r->model;
  const receiver to = {sink, context};
  const history tables[] = {{"probes", r->rows, 1, r->time, model->probes->count, GB_PROBE_VALUES,
                             motion, r->probe, name_probe},
                            {"bodies", r->frames, 1 + GB_BALANCES, r->balance,
                             model->problem->bodies.count, GB_BODY_VALUES, frame, r->orientation,
                             name_body}};
  for (int i = 0; i < 2; i++) GB_TRY(pass_history(&to, model, &tables[i], error));
  GB_TRY(pass_quantities(r, &to, "joints", GB_QUANTITY_JOINT, error));
  GB_TRY(pass_quantities(r, &to, "reactions", GB_QUANTITY_REACTION, error));
  GB_TRY(pass_quantities(r, &to, "sections", GB_QUANTITY_SECTION, error));
  GB_TRY(pass_quantities(r, &to, "contacts", GB_QUANTITY_CONTACT, error));
  GB_TRY(pass_quantities(r, &to, "states", GB_QUANTITY_UNKNOWN, error));
  return sink(context, "balance", r->frames, 1 + GB_BALANCES, balance, r->balance, error);
}
