/// A restart file belongs to a run by the words of its case and by the forces that its model
/// answers a made-up motion with; unknowns lie in it by node, in the order of the mesh file.
#include "engine/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOMENTS = 4 }; ///< times of the made-up motion

struct gb_restart {
  const gb_analysis *analysis;
  gb_system *system;
  double end;
  const int64_t *unknown; ///< places in the file
  int64_t *multiplier;
  bool measured;
  double forces[2 * MOMENTS]; ///< sums of the made-up motion's residuals
};

/// A number in [-1, 1] for each place of a vector, the same on any number of ranks.
static double made_up(int64_t place, int which) {
  uint64_t z = (uint64_t)place * 2654435761u + (uint64_t)which * 40503u + 1;
  z = (z ^ (z >> 31)) * 0x9e3779b97f4a7c15ULL;
  return (double)(z >> 11) / (double)(1ULL << 52) - 1;
}

/// Sums of the residual, one weighed, at one moment.
static int measure_forces(gb_restart *r, int moment, gb_state *state, gb_scalar *residual,
                          gb_error *error) {
  const int32_t n = r->system->n;
  gb_scalar sums[2] = {0};
  state->t = r->end * (moment + 1) / MOMENTS;
  GB_TRY(r->system->op->residual(r->system, state, residual, error));
  for (int32_t i = 0; i < n; i++) {
    sums[0] += residual[i] * made_up(r->unknown[i], 5);
    sums[1] += residual[i] * residual[i];
  }
  GB_TRY(r->system->op->sum(r->system, 2, sums, error));
  for (int i = 0; i < 2; i++) r->forces[2 * moment + i] = gb_real(sums[i]);
  return GB_OK;
}

static int measure(gb_restart *r, gb_scalar *memory, gb_error *error) {
  const size_t n = (size_t)r->system->n, m = (size_t)r->system->m;
  gb_state state = {.multiplier = memory + GB_COMPONENTS * n};
  for (int component = 0; component < GB_COMPONENTS; component++) {
    state.component[component] = memory + (size_t)component * n;
    const double size = component == GB_Q ? 1e-3 : 1;
    for (size_t i = 0; i < n; i++)
      state.component[component][i] = size * made_up(r->unknown[i], component);
  }
  for (int moment = 0; moment < MOMENTS; moment++)
    GB_TRY(measure_forces(r, moment, &state, memory + GB_COMPONENTS * n + m, error));
  r->measured = true;
  return GB_OK;
}

/// The forces, when they are first asked for.
static int find_forces(gb_restart *r, gb_error *error) {
  const size_t length = gb_system_length(r->system);
  gb_scalar *memory = NULL;
  if (r->measured) return GB_OK;
  int status = GB_ALLOCATE(memory, (GB_COMPONENTS + 1) * length, error);
  status = gb_agree(r->analysis->model->comm, status, error);
  if (status == GB_OK) status = measure(r, memory, error);
  free(memory);
  return status;
}

/// Places of unknowns, and of multipliers, which stand behind all of them.
static int prepare(gb_restart *r, gb_error *error) {
  const gb_model *model = r->analysis->model;
  const size_t n = (size_t)r->system->n, m = (size_t)r->system->m;
  int status = GB_ALLOCATE(r->multiplier, m, error);
  GB_TRY(gb_agree(model->comm, status, error));
  r->unknown = model->dofs->order;
  for (size_t i = 0; i < m; i++)
    r->multiplier[i] =
        model->dofs->order[n + i] - (model->dofs->total - model->dofs->total_multipliers);
  return GB_OK;
}

static int create(const gb_analysis *analysis, gb_system *system, const gb_table *table,
                  gb_restart **out, gb_error *error) {
  gb_restart *r = NULL;
  gb_stage last;
  int status = gb_agree(analysis->model->comm, GB_ALLOCATE(r, 1, error), error);
  *out = r;
  if (status != GB_OK) return status;
  gb_table_stage(table, gb_table_stages(table) - 1, &last);
  r->analysis = analysis;
  r->system = system;
  r->end = last.t;
  status = prepare(r, error);
  if (status != GB_OK) gb_restart_destroy(out);
  return status;
}

void gb_restart_destroy(gb_restart **restart) {
  if (!*restart) return;
  free((*restart)->multiplier);
  free(*restart);
  *restart = NULL;
}

static gb_archive_order order_of(const gb_restart *r) {
  return (gb_archive_order){.n = r->system->n,
                            .m = r->system->m,
                            .unknown = r->unknown,
                            .multiplier = r->multiplier,
                            .memory = r->system->memory};
}

/// analysis->restart.path to be written, or analysis->restart.from to be read. Collective.
static int create_file(const gb_restart *r, gb_archive **out, gb_error *error) {
  const gb_archive_order order = order_of(r);
  return gb_archive_create(r->analysis->model->comm, r->analysis->restart.path, &order, out, error);
}

static int open_file(const gb_restart *r, gb_archive **out, gb_error *error) {
  const gb_archive_order order = order_of(r);
  return gb_archive_open(r->analysis->model->comm, r->analysis->restart.from, &order, out, error);
}

/// One number in the file and here.
static int compare(const gb_restart *r, gb_archive *archive, const char *name, double value,
                   double scale, gb_error *error) {
  double found = value;
  GB_TRY(gb_archive_numbers(archive, 1, &found, error));
  if (isnan(found) && isnan(value)) return GB_OK;
  if (fabs(found - value) <= 1e-9 * fmax(fabs(found), fmax(fabs(value), scale))) return GB_OK;
  return gb_fail(error, GB_OTHER_CASE,
                 "%s is of another run: what differs is %s; accepted: the case, its --set and its "
                 "mesh as they were (title, output and checkpoint may change)",
                 r->analysis->restart.from, name);
}

/// Write what the run is, or compare it. Collective. errors: GB_USAGE naming what differs
static int identify(gb_restart *r, gb_archive *archive, gb_error *error) {
  const gb_analysis *analysis = r->analysis;
  int64_t count = analysis->identities;
  double scale[2] = {0};
  GB_TRY(gb_archive_integers(archive, 1, &count, error));
  for (int i = 0; i < analysis->identities; i++)
    GB_TRY(compare(r, archive, analysis->identity[i].name, analysis->identity[i].value, 0, error));
  GB_TRY(find_forces(r, error));
  for (int i = 0; i < 2 * MOMENTS; i++) scale[i % 2] = fmax(scale[i % 2], fabs(r->forces[i]));
  for (int i = 0; i < 2 * MOMENTS; i++)
    GB_TRY(compare(r, archive, "the model that mesh and materials make", r->forces[i], scale[i % 2],
                   error));
  return GB_OK;
}

/// The load parameters of a walk so far.
static int archive_levels(gb_run *r, gb_archive *file, gb_error *error) {
  int64_t count;
  bool complete;
  const double *level = gb_table_levels(r->table, &count, &complete);
  const bool reads = gb_archive_reads(file);
  int64_t known[3] = {gb_table_walks(r->table), count, complete};
  const bool may_walk = gb_table_scheme(r->table)->order == 0;
  GB_TRY(gb_archive_integers(file, 3, known, error));
  GB_TRY(gb_archive_within(file, known[0], 0, may_walk, error));
  GB_TRY(gb_archive_within(file, known[1], 0, INT32_MAX, error)); // 0: at the start
  if (reads && known[0]) gb_table_walk(r->table);
  for (int64_t i = 0; i < known[1]; i++) {
    double t = reads ? 0 : level[i];
    GB_TRY(gb_archive_numbers(file, 1, &t, error));
    const bool last = known[2] && i == known[1] - 1;
    const int status = reads ? gb_table_set_level(r->table, i + 1, t, last, error) : GB_OK;
    GB_TRY(gb_agree(r->analysis->model->comm, status, error));
  }
  return GB_OK;
}

/// Whose the file is, and how its steps were halved.
static int archive_table(gb_run *r, gb_archive *file, gb_error *error) {
  int64_t count, first;
  const int64_t *point = gb_table_bisections(r->table, &count);
  GB_TRY(identify(r->restart, file, error));
  GB_TRY(gb_archive_integers(file, 1, &count, error));
  for (int64_t i = 0; i < count; i++) {
    int64_t k = gb_archive_reads(file) ? 0 : point[i];
    GB_TRY(gb_archive_integers(file, 1, &k, error));
    int status = GB_OK;
    if (gb_archive_reads(file)) status = gb_table_bisect(r->table, k, &first, error);
    GB_TRY(gb_agree(r->analysis->model->comm, status, error));
  }
  return archive_levels(r, file, error);
}

int gb_run_archive(gb_run *r, gb_archive *file, gb_error *error) {
  const gb_frame_observer *observer = r->analysis->observer;
  GB_TRY(gb_archive_bytes(file, sizeof *r->progress, r->progress, error));
  GB_TRY(gb_archive_bytes(file, sizeof r->frame->loss, &r->frame->loss, error));
  double drift[GB_DRIFTS];
  gb_excess excess[GB_BOUNDS];
  memcpy(drift, r->frame->drift, sizeof drift);
  MPI_Allreduce(MPI_IN_PLACE, drift, GB_DRIFTS, MPI_DOUBLE, MPI_MAX, r->analysis->model->comm);
  GB_TRY(gb_archive_numbers(file, GB_DRIFTS, drift, error));
  if (gb_archive_reads(file)) memcpy(r->frame->drift, drift, sizeof drift);
  memcpy(excess, r->frame->sights->excess, sizeof excess);
  gb_excess_gather(r->analysis->model->comm, excess);
  GB_TRY(gb_archive_bytes(file, sizeof excess, excess, error));
  if (gb_archive_reads(file)) memcpy(r->frame->sights->excess, excess, sizeof excess);
  if (r->frame->step_end) GB_TRY(gb_step_end_archive(r->frame->step_end, file, error));
  if (r->frame->kinks) GB_TRY(gb_kinks_archive(r->frame->kinks, file, error));
  GB_TRY(gb_model_system_archive(r->system, file, error));
  return observer->archive ? observer->archive(observer->context, file, error) : GB_OK;
}

static int write_restart(gb_run *r, gb_archive_part *part, void *driver, gb_error *error) {
  gb_archive *file = NULL;
  int status = create_file(r->restart, &file, error);
  if (status == GB_OK) status = archive_table(r, file, error);
  if (status == GB_OK) status = gb_run_archive(r, file, error);
  if (status == GB_OK) status = part(driver, file, error);
  if (status == GB_OK) status = gb_archive_close(file, error);
  gb_archive_destroy(&file);
  return status;
}

/// @return the most that the observer of a rank wants
static int ask(const gb_analysis *analysis, int step) {
  int ranks, wanted = analysis->observer->rest(analysis->observer->context, step);
  MPI_Comm_size(analysis->model->comm, &ranks);
  if (ranks > 1) MPI_Allreduce(MPI_IN_PLACE, &wanted, 1, MPI_INT, MPI_MAX, analysis->model->comm);
  return wanted;
}

int gb_analysis_rest(const gb_analysis *analysis, gb_error *error) {
  const gb_frame_observer *observer = analysis->observer;
  if (!observer || !observer->rest || analysis->restart.path) return GB_OK;
  return ask(analysis, 0) == GB_REST_PAUSE ? gb_fail(error, GB_PAUSED, "stopped") : GB_OK;
}

int gb_run_rest(void *context, int step, gb_archive_part *part, void *driver, gb_error *error) {
  gb_run *r = context;
  const gb_analysis *analysis = r->analysis;
  const int wanted = ask(analysis, step);
  if (wanted == GB_REST_NONE) return GB_OK;
  if (!r->restart) return gb_fail(error, GB_PAUSED, "stopped");
  GB_TRY(write_restart(r, part, driver, error));
  if (wanted == GB_REST_WRITE) return GB_OK;
  char of[40] = "";
  int64_t levels;
  bool complete;
  gb_table_levels(r->table, &levels, &complete);
  if (!gb_table_walks(r->table) || complete)
    snprintf(of, sizeof of, " of %d", gb_table_steps(r->table));
  return gb_fail(error, GB_PAUSED, "stopped %s step %d%s; go on with --restart %s",
                 r->progress->phase ? "in the reverse sweep at" : "after", step, of,
                 analysis->restart.path);
}

int gb_run_pause(void *context, gb_error *error) {
  const gb_run *r = context;
  if (ask(r->analysis, 0) != GB_REST_PAUSE) return GB_OK;
  return gb_fail(error, GB_PAUSED,
                 "stopped before the first step has ended; there is nothing to go on from");
}

int gb_run_open_restart(gb_run *r, gb_error *error) {
  const gb_analysis *analysis = r->analysis;
  if (!analysis->restart.path) return GB_OK;
  GB_TRY(create(analysis, r->system, r->table, &r->restart, error));
  if (!analysis->restart.from) return GB_OK;
  GB_TRY(open_file(r->restart, &r->from, error));
  return archive_table(r, r->from, error);
}
