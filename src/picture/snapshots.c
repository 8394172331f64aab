/// One of every `every` frames is stored. When the memory is full, every second one is discarded
/// and `every` is doubled.
#include "picture/snapshots.h"

#include "monitor/result_mesh.h"
#include "output/spread.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Indices of stored states: SPREAD states over the march, the last state, and the state with the
/// largest failure index.
enum { SPREAD = 16, LAST = SPREAD, LARGEST_FAILURE, STATES };

/// This rank's part of a stored state.
typedef struct stored_state {
  double t;
  double *displacement, *failure; ///< [nodes][3], [cells]
} stored_state;

struct gb_snapshots {
  const gb_model *model;
  gb_arena memory; ///< owns the arrays
  gb_result_mesh *mesh;
  int32_t cells;          ///< number of cells of this rank's blocks
  int frames;             ///< number of frames so far
  int every;              ///< frames between stored states
  int count;              ///< number of stored states over the march
  double largest_failure; ///< largest failure index of all ranks so far
  stored_state state[STATES];
};

static int allocate(gb_snapshots *s, gb_error *error) {
  const gb_results_mesh *mesh = gb_result_mesh_share(s->mesh);
  for (int k = 0; k < STATES; k++) {
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
  int status = gb_result_mesh_create(model, shapes, true, &s->mesh, error);
  if (status == GB_OK) status = gb_agree(model->comm, allocate(s, error), error);
  if (status != GB_OK) gb_snapshots_destroy(&s);
  *out = s;
  return status;
}

void gb_snapshots_destroy(gb_snapshots **snapshots) {
  if (!*snapshots) return;
  gb_result_mesh_destroy(&(*snapshots)->mesh);
  gb_arena_free(&(*snapshots)->memory);
  free(*snapshots);
  *snapshots = NULL;
}

static void keep(const gb_snapshots *s, const gb_frame *frame, stored_state *out) {
  out->t = frame->t;
  gb_result_mesh_motion(s->mesh, frame->q, true, out->displacement);
  memcpy(out->failure, frame->failure, (size_t)s->cells * sizeof *out->failure);
  gb_result_mesh_sweep(s->mesh, 1, out->failure);
}

/// Discard every second state.
static void halve(gb_snapshots *s) {
  for (int k = 0; 2 * k < s->count; k++) {
    const stored_state free_one = s->state[k];
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
  if (largest > (1 + 1e-9) * s->largest_failure) {
    s->largest_failure = largest;
    keep(s, frame, &s->state[LARGEST_FAILURE]);
  }
  return GB_OK;
}

/// Sizes and beginnings of the chunks of all ranks in the order of the file.
typedef struct chunks {
  int *count, *start;
} chunks;

/// Gather the values of all items, of `size` bytes each, on rank 0.
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

/// List the cells for pictures; beams that are shown as solids are not drawn as lines, joints and
/// bushings not at all.
static int list_cells(const gb_snapshots *s, gb_arena *arena, gb_scene_cell **out,
                      gb_error *error) {
  const gb_results_mesh *mesh = gb_result_mesh_share(s->mesh);
  const int64_t *next = mesh->connectivity;
  gb_scene_cell *cell;
  bool *is_line;
  GB_TRY(GB_TAKE(arena, cell, (size_t)mesh->cells, error));
  GB_TRY(GB_TAKE(arena, is_line, (size_t)mesh->cells, error));
  gb_result_mesh_lines(s->mesh, is_line);
  for (int32_t c = 0; c < mesh->cells; c++) {
    const int nodes = gb_shape_nodes((gb_shape)mesh->shape[c]);
    cell[c].shape = is_line[c] || mesh->kind[c] >= GB_CELL_BUSHING ? GB_SHAPES : mesh->shape[c];
    for (int k = 0; k < nodes; k++) cell[c].node[k] = (int32_t)*next++;
  }
  *out = cell;
  return GB_OK;
}

static int gather_mesh(gb_snapshots *s, const gb_spread *nodes, const gb_spread *cells,
                       gb_gathered *out, gb_error *error) {
  const gb_results_mesh *mesh = gb_result_mesh_share(s->mesh);
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

/// The stored state nearest to a time.
static const stored_state *nearest(const gb_snapshots *s, double t) {
  const stored_state *found = &s->state[LAST];
  for (int k = 0; k < s->count; k++)
    if (fabs(s->state[k].t - t) < fabs(found->t - t)) found = &s->state[k];
  return found;
}

/// Choose the states for pictures: each only once, and not the initial state. @return their number
static int choose(const gb_snapshots *s, const stored_state *chosen[GB_SNAPSHOTS],
                  bool *has_largest_failure) {
  const double end = s->state[LAST].t;
  int count = 0;
  for (int k = 1; k <= 3; k++) {
    const stored_state *one = k < 3 ? nearest(s, k * end / 3) : &s->state[LAST];
    const double before = count > 0 ? chosen[count - 1]->t : s->state[0].t;
    if (one->t > before || (k == 3 && count == 0)) chosen[count++] = one;
  }
  *has_largest_failure = s->largest_failure > 0 && s->model->blocks->fails;
  if (*has_largest_failure) chosen[count++] = &s->state[LARGEST_FAILURE];
  return count;
}

static int gather_all(gb_snapshots *s, const gb_spread *nodes, const gb_spread *cells,
                      gb_gathered *out, gb_error *error) {
  const stored_state *chosen[GB_SNAPSHOTS];
  out->states = choose(s, chosen, &out->has_largest_failure);
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
  const gb_results_mesh *mesh = gb_result_mesh_share(s->mesh);
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
