/// Every so many frames one is kept; when there is no more room, every second one goes, and twice
/// as many lie between those that follow.
#include "monitor/snapshots.h"

#include "monitor/result_mesh.h"
#include "output/spread.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SPREAD = 16, LAST = SPREAD, WORST, KEPT };

/// A state of this rank.
typedef struct kept {
  double t;
  double *displacement, *failure; ///< [nodes][3], [cells]
} kept;

struct gb_snapshots {
  const gb_model *model;
  gb_arena memory; ///< of the arrays
  gb_result_mesh *shown;
  int32_t cells; ///< of this rank's blocks
  int frames, every, count;
  double worst; ///< failure index of all ranks so far
  kept state[KEPT];
};

static int allocate(gb_snapshots *s, gb_error *error) {
  const gb_results_mesh *mesh = gb_result_mesh_share(s->shown);
  for (int k = 0; k < KEPT; k++) {
    GB_TRY(GB_TAKE(&s->memory, s->state[k].displacement, 3 * (size_t)mesh->nodes, error));
    GB_TRY(GB_TAKE(&s->memory, s->state[k].failure, (size_t)mesh->cells, error));
  }
  return GB_OK;
}

int gb_snapshots_create(const gb_model *model, const gb_shape_of_body shapes[], gb_snapshots **out,
                        gb_error *error) {
  gb_snapshots *s;
  *out = NULL;
  GB_TRY(gb_agree(model->comm, GB_ALLOCATE(s, 1, error), error));
  s->model = model;
  s->every = 1;
  s->cells = gb_block_set_cells(model->blocks);
  int status = gb_result_mesh_create(model, shapes, true, &s->shown, error);
  if (status == GB_OK) status = gb_agree(model->comm, allocate(s, error), error);
  if (status != GB_OK) gb_snapshots_destroy(&s);
  *out = s;
  return status;
}

void gb_snapshots_destroy(gb_snapshots **snapshots) {
  if (!*snapshots) return;
  gb_result_mesh_destroy(&(*snapshots)->shown);
  gb_arena_free(&(*snapshots)->memory);
  free(*snapshots);
  *snapshots = NULL;
}

static void keep(const gb_snapshots *s, const gb_frame *frame, kept *out) {
  out->t = frame->t;
  gb_result_mesh_motion(s->shown, frame->q, true, out->displacement);
  memcpy(out->failure, frame->failure, (size_t)s->cells * sizeof *out->failure);
  gb_result_mesh_sweep(s->shown, 1, out->failure);
}

/// Forget every second one.
static void halve(gb_snapshots *s) {
  for (int k = 0; 2 * k < s->count; k++) {
    const kept free_one = s->state[k];
    s->state[k] = s->state[2 * k];
    s->state[2 * k] = free_one;
  }
  s->count = (s->count + 1) / 2;
  s->every *= 2;
}

int gb_snapshots_add(void *context, const gb_frame *frame, gb_error *error) {
  gb_snapshots *s = context;
  (void)error;
  if (!frame->failure) return GB_OK;
  double largest = 0;
  for (int32_t c = 0; c < s->cells; c++) largest = fmax(largest, frame->failure[c]);
  MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE, MPI_MAX, s->model->comm);
  if (s->frames % s->every == 0) {
    if (s->count == SPREAD) halve(s);
    if (s->frames % s->every == 0) keep(s, frame, &s->state[s->count++]);
  }
  s->frames++;
  if (frame->last) keep(s, frame, &s->state[LAST]);
  if (largest > (1 + 1e-9) * s->worst) {
    s->worst = largest;
    keep(s, frame, &s->state[WORST]);
  }
  return GB_OK;
}

/// Where the chunks of all ranks lie, one after another in the file's order.
typedef struct chunks {
  int *count, *start;
} chunks;

/// Values of one item of `size` bytes each, of all ranks on rank 0.
static int gather_items(const gb_spread *spread, size_t size, const void *values, gb_arena *arena,
                        void *out, gb_error *error) {
  int rank, ranks;
  chunks all;
  char *chunk, *whole;
  MPI_Datatype item;
  MPI_Comm_rank(spread->comm, &rank);
  MPI_Comm_size(spread->comm, &ranks);
  GB_SCRATCH(scratch);
  int status = GB_TAKE(&scratch, all.count, (size_t)ranks, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, all.start, (size_t)ranks, error);
  if (status == GB_OK)
    status = gb_arena_allocate(&scratch, (size_t)spread->count, size, &chunk, error);
  if (status == GB_OK && spread->total > INT_MAX)
    status = gb_fail(error, GB_FILE, "a picture of more than %d nodes or cells", INT_MAX);
  if (status == GB_OK)
    status = gb_arena_allocate(arena, rank == 0 ? (size_t)spread->total : 0, size, &whole, error);
  GB_TRY(gb_agree(spread->comm, status, error));
  gb_spread_apply(spread, size, values, chunk);
  MPI_Gather(&spread->count, 1, MPI_INT, all.count, 1, MPI_INT, 0, spread->comm);
  for (int r = 1; r < ranks; r++) all.start[r] = all.start[r - 1] + all.count[r - 1];
  MPI_Type_contiguous((int)size, MPI_BYTE, &item);
  MPI_Type_commit(&item);
  MPI_Gatherv(chunk, spread->count, item, whole, all.count, all.start, item, 0, spread->comm);
  MPI_Type_free(&item);
  memcpy(out, &whole, sizeof whole);
  return GB_OK;
}

/// List the cells for pictures; beams that are shown as solids are not drawn as lines.
static int list_cells(const gb_snapshots *s, gb_arena *arena, gb_scene_cell **out,
                      gb_error *error) {
  const gb_results_mesh *mesh = gb_result_mesh_share(s->shown);
  const int64_t *next = mesh->connectivity;
  gb_scene_cell *cell;
  bool *is_line;
  GB_TRY(GB_TAKE(arena, cell, (size_t)mesh->cells, error));
  GB_TRY(GB_TAKE(arena, is_line, (size_t)mesh->cells, error));
  gb_result_mesh_lines(s->shown, is_line);
  for (int32_t c = 0; c < mesh->cells; c++) {
    const int nodes = gb_shape_nodes((gb_shape)mesh->shape[c]);
    cell[c].shape = is_line[c] ? GB_SHAPES : mesh->shape[c];
    for (int k = 0; k < nodes; k++) cell[c].node[k] = (int32_t)*next++;
  }
  *out = cell;
  return GB_OK;
}

static int gather_mesh(gb_snapshots *s, const gb_spread *nodes, const gb_spread *cells,
                       gb_gathered *out, gb_error *error) {
  const gb_results_mesh *mesh = gb_result_mesh_share(s->shown);
  gb_scene_cell *cell = NULL;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(s->model->comm, list_cells(s, &scratch, &cell, error), error));
  GB_TRY(gather_items(nodes, sizeof *mesh->position, mesh->position, &s->memory,
                      &out->mesh.position, error));
  GB_TRY(gather_items(cells, sizeof *cell, cell, &s->memory, &out->mesh.cell, error));
  out->mesh.nodes = (int32_t)nodes->total;
  out->mesh.cells = (int32_t)cells->total;
  return GB_OK;
}

/// The state that was kept nearest to a time.
static const kept *nearest(const gb_snapshots *s, double t) {
  const kept *found = &s->state[LAST];
  for (int k = 0; k < s->count; k++)
    if (fabs(s->state[k].t - t) < fabs(found->t - t)) found = &s->state[k];
  return found;
}

/// Those to be shown, each once and none of the start. @return their number
static int choose(const gb_snapshots *s, const kept *chosen[GB_SNAPSHOTS], bool *worst) {
  const double end = s->state[LAST].t;
  int count = 0;
  for (int k = 1; k <= 3; k++) {
    const kept *one = k < 3 ? nearest(s, k * end / 3) : &s->state[LAST];
    const double before = count > 0 ? chosen[count - 1]->t : s->state[0].t;
    if (one->t > before || (k == 3 && count == 0)) chosen[count++] = one;
  }
  *worst = s->worst > 0 && s->model->blocks->fails;
  if (*worst) chosen[count++] = &s->state[WORST];
  return count;
}

static int gather_all(gb_snapshots *s, const gb_spread *nodes, const gb_spread *cells,
                      gb_gathered *out, gb_error *error) {
  const kept *chosen[GB_SNAPSHOTS];
  out->states = choose(s, chosen, &out->worst);
  GB_TRY(gather_mesh(s, nodes, cells, out, error));
  for (int k = 0; k < out->states; k++) {
    gb_snapshot *state = &out->state[k];
    state->t = chosen[k]->t;
    GB_TRY(gather_items(nodes, sizeof *state->displacement, chosen[k]->displacement, &s->memory,
                        &state->displacement, error));
    GB_TRY(gather_items(cells, sizeof *state->failure, chosen[k]->failure, &s->memory,
                        &state->failure, error));
  }
  return GB_OK;
}

int gb_snapshots_gather(gb_snapshots *s, gb_gathered *out, gb_error *error) {
  const gb_results_mesh *mesh = gb_result_mesh_share(s->shown);
  const MPI_Comm comm = s->model->comm;
  const gb_spread_items node = {"node", mesh->total_nodes, mesh->nodes, mesh->node_index,
                                sizeof *mesh->position};
  const gb_spread_items cell = {"cell", mesh->total_cells, mesh->cells, mesh->cell_index,
                                sizeof(gb_scene_cell)};
  gb_spread *nodes = NULL, *cells = NULL;
  *out = (gb_gathered){0};
  int status = gb_spread_create(comm, &node, &nodes, error);
  if (status == GB_OK) status = gb_spread_create(comm, &cell, &cells, error);
  if (status == GB_OK) status = gather_all(s, nodes, cells, out, error);
  gb_spread_destroy(&nodes);
  gb_spread_destroy(&cells);
  return status;
}
