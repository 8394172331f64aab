/// Global numbers of the unknowns, and each rank's map from its unknowns to nodal values (z = T y),
/// with the messages that keep ghosts up to date.
#include "model/build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Ranks one after another; within a rank the nodes in the file's order.
int gb_build_unknowns(gb_build *b, gb_error *error) {
  int64_t *next;
  GB_TRY(gb_allocate((size_t)b->ranks + 1, sizeof *next, &next, error));
  for (int32_t n = 0; n < b->nodes; n++) {
    if (b->owner[n] < 0) continue;
    double direction[3][3];
    b->count[n] = (unsigned char)(gb_build_free_directions(b, n, 0, direction) +
                                  gb_build_free_directions(b, n, 1, direction));
    next[b->owner[n] + 1] += b->count[n];
    if (b->kind[n] == GB_NODE_MULTIPLIER) {
      b->model->dofs->total_multipliers += b->count[n];
      if (b->owner[n] == b->rank) b->model->dofs->owned_multipliers += b->count[n];
    }
  }
  for (int r = 0; r < b->ranks; r++) next[r + 1] += next[r];
  b->model->dofs->first = next[b->rank];
  b->model->dofs->owned = (int32_t)(next[b->rank + 1] - next[b->rank]);
  b->model->dofs->total = next[b->ranks];
  for (int32_t n = 0; n < b->nodes; n++)
    if (b->owner[n] >= 0) {
      b->first[n] = next[b->owner[n]];
      next[b->owner[n]] += b->count[n];
    }
  free(next);
  if (b->model->dofs->total == 0)
    return gb_fail(error, GB_MODEL, "%s: the supports hold every node: nothing is left to move",
                   b->problem->file);
  if (b->model->dofs->total > INT32_MAX)
    return gb_fail(error, GB_MODEL, "%s: %lld unknowns; at most %d are possible", b->problem->file,
                   (long long)b->model->dofs->total, INT32_MAX);
  return GB_OK;
}

/// Model node of each local node.
static void nodes_here(const gb_build *b, int32_t *model_node) {
  for (int32_t n = 0; n < b->nodes; n++)
    if (b->local[n] >= 0) model_node[b->local[n]] = n;
}

static void add_tie(gb_model *model, int32_t unknown, double factor, int32_t *entries) {
  if (fabs(factor) <= 1e-15) return;
  model->dofs->T.unknown[*entries] = unknown;
  model->dofs->T.factor[(*entries)++] = factor;
}

/// Entries, at most, of a row of T of a node's vector.
static size_t room_of(const gb_build *b, int32_t node, int vector) {
  const gb_build_tie *tie = &b->tie[node];
  size_t room = 0;
  if (b->kind[node] != GB_NODE_TIED) return 3;
  for (int k = 0; k < tie->terms; k++)
    if (tie->term[k].weight[vector] != 0)
      room += room_of(b, tie->term[k].node, tie->term[k].vector);
  return room;
}

/// The row of T of component i of a node's vector, times a factor; ties are followed to their ends.
static void add_row(const gb_build *b, int32_t node, int vector, int i, double factor,
                    const int32_t first[], int32_t *entries) {
  const gb_build_tie *tie = &b->tie[node];
  if (b->kind[node] == GB_NODE_TIED) {
    for (int k = 0; k < tie->terms; k++)
      if (tie->term[k].weight[vector] != 0)
        add_row(b, tie->term[k].node, tie->term[k].vector, i, factor * tie->term[k].weight[vector],
                first, entries);
    return;
  }
  double direction[3][3];
  int32_t unknown = first[b->local[node]];
  if (vector == 1) unknown += gb_build_free_directions(b, node, 0, direction);
  const int count = gb_build_free_directions(b, node, vector, direction);
  for (int k = 0; k < count; k++) add_tie(b->model, unknown + k, factor * direction[k][i], entries);
}

/// Rows of T of a tied node, (2.4).
static void tie_to_others(const gb_build *b, int32_t node, const int32_t first[],
                          int32_t *entries) {
  int32_t row = GB_NODE_VALUES * b->local[node];
  for (int vector = 0; vector < 2; vector++)
    for (int i = 0; i < 3; i++) {
      b->model->dofs->T.start[row++] = *entries;
      add_row(b, node, vector, i, 1, first, entries);
    }
}

/// Rows of T of one node, whose unknowns start at local number `unknown`.
static void tie_node(const gb_build *b, int32_t node, int32_t unknown, int32_t *entries) {
  gb_model *model = b->model;
  int32_t row = GB_NODE_VALUES * b->local[node];
  for (int vector = 0; vector < 2; vector++) {
    double direction[3][3];
    int count = gb_build_free_directions(b, node, vector, direction);
    for (int i = 0; i < 3; i++) {
      model->dofs->T.start[row++] = *entries;
      for (int k = 0; k < count; k++) add_tie(model, unknown + k, direction[k][i], entries);
    }
    unknown += count;
  }
}

static int make_ties(gb_build *b, const int32_t *model_node, gb_error *error) {
  gb_model *model = b->model;
  size_t rows = (size_t)model->nodes->count * GB_NODE_VALUES, room = 0;
  for (int32_t i = 0; i < model->nodes->count; i++)
    room += 3 * (room_of(b, model_node[i], 0) + room_of(b, model_node[i], 1));
  GB_TRY(gb_allocate(rows + 1, sizeof *model->dofs->T.start, &model->dofs->T.start, error));
  GB_TRY(gb_allocate(room, sizeof *model->dofs->T.unknown, &model->dofs->T.unknown, error));
  GB_TRY(gb_allocate(room, sizeof *model->dofs->T.factor, &model->dofs->T.factor, error));
  int32_t *first, entries = 0;
  GB_TRY(gb_allocate((size_t)model->nodes->count + 1, sizeof *first, &first, error));
  for (int32_t i = 0; i < model->nodes->count; i++)
    first[i + 1] = first[i] + b->count[model_node[i]];
  for (int32_t i = 0; i < model->nodes->count; i++)
    if (b->kind[model_node[i]] == GB_NODE_TIED)
      tie_to_others(b, model_node[i], first, &entries);
    else
      tie_node(b, model_node[i], first[i], &entries);
  model->dofs->T.start[rows] = entries;
  model->dofs->unknowns = first[model->nodes->count];
  const int status = gb_build_map_slopes(b, model_node, first, error);
  free(first);
  return status;
}

/// Places of this rank's unknowns in the order of all model nodes.
static int place_unknowns(gb_build *b, const int32_t *model_node, gb_error *error) {
  gb_model *model = b->model;
  int64_t *before;
  GB_TRY(gb_allocate((size_t)model->dofs->owned, sizeof(int64_t), &model->dofs->order, error));
  GB_TRY(gb_allocate((size_t)b->nodes + 1, sizeof *before, &before, error));
  for (int32_t n = 0; n < b->nodes; n++) before[n + 1] = before[n] + b->count[n];
  int32_t unknown = 0;
  for (int32_t i = 0; i < model->nodes->owned; i++)
    for (int k = 0; k < b->count[model_node[i]]; k++)
      model->dofs->order[unknown++] = before[model_node[i]] + k;
  free(before);
  return GB_OK;
}

/// Global numbers of the ghosts, and how many each rank owns of them.
static int list_ghosts(gb_build *b, const int32_t *model_node, int *wanted, gb_error *error) {
  gb_model *model = b->model;
  int32_t ghosts = model->dofs->unknowns - model->dofs->owned, place = 0;
  GB_TRY(gb_allocate((size_t)ghosts, sizeof *model->dofs->ghost, &model->dofs->ghost, error));
  for (int32_t i = model->nodes->owned; i < model->nodes->count; i++) {
    int32_t n = model_node[i];
    for (int k = 0; k < b->count[n]; k++) model->dofs->ghost[place++] = b->first[n] + k;
    wanted[b->owner[n]] += b->count[n];
  }
  return GB_OK;
}

/// Tell the owners which of their unknowns are ghosts here.
static int meet_neighbours(gb_build *b, int *wanted, int *asked, int *starts, gb_error *error) {
  gb_model *model = b->model;
  gb_neighbours *near = &model->dofs->neighbours;
  int *wanted_start = starts, *asked_start = starts + b->ranks + 1;
  MPI_Alltoall(wanted, 1, MPI_INT, asked, 1, MPI_INT, b->comm);
  for (int r = 0; r < b->ranks; r++) {
    wanted_start[r + 1] = wanted_start[r] + wanted[r];
    asked_start[r + 1] = asked_start[r] + asked[r];
    near->count += wanted[r] > 0 || asked[r] > 0;
  }
  int total = asked_start[b->ranks];
  int64_t *global = NULL;
  int status = gb_allocate((size_t)total, sizeof *near->send, &near->send, error);
  if (status == GB_OK) status = gb_allocate((size_t)total, sizeof *global, &global, error);
  GB_TRY(gb_agree(b->comm, status, error));
  MPI_Alltoallv(model->dofs->ghost, wanted, wanted_start, MPI_INT64_T, global, asked, asked_start,
                MPI_INT64_T, b->comm);
  for (int i = 0; i < total; i++) near->send[i] = (int32_t)(global[i] - model->dofs->first);
  free(global);
  size_t count = (size_t)near->count;
  GB_TRY(gb_allocate(count, sizeof *near->rank, &near->rank, error));
  GB_TRY(gb_allocate(count + 1, sizeof *near->send_start, &near->send_start, error));
  GB_TRY(gb_allocate(count + 1, sizeof *near->receive_start, &near->receive_start, error));
  int k = 0;
  near->receive_start[0] = model->dofs->owned;
  for (int r = 0; r < b->ranks; r++) {
    if (wanted[r] == 0 && asked[r] == 0) continue;
    near->rank[k] = r;
    near->send_start[k + 1] = asked_start[r + 1];
    near->receive_start[k + 1] = model->dofs->owned + wanted_start[r + 1];
    k++;
  }
  return GB_OK;
}

int gb_build_ties(gb_build *b, gb_error *error) {
  int32_t *model_node = NULL;
  int *work = NULL;
  size_t ranks = (size_t)b->ranks;
  int status = gb_allocate((size_t)b->model->nodes->count, sizeof *model_node, &model_node, error);
  if (status == GB_OK) status = gb_allocate(4 * ranks + 2, sizeof *work, &work, error);
  if (status == GB_OK) {
    nodes_here(b, model_node);
    status = make_ties(b, model_node, error);
  }
  if (status == GB_OK) status = place_unknowns(b, model_node, error);
  if (status == GB_OK) status = list_ghosts(b, model_node, work, error);
  status = gb_agree(b->comm, status, error); // messages follow
  if (status == GB_OK) status = meet_neighbours(b, work, work + ranks, work + 2 * ranks, error);
  free(model_node);
  free(work);
  return status;
}
