/// Points of their own and springs: model nodes after the mesh's, ends by name, and what a rank has
/// of them.
#include "model/build.h"

#include "base/nearest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char ground[] = "ground", group_word[] = "group:";

const double *gb_build_position(const gb_build *b, int32_t node) {
  if (node < b->mesh->nodes) return b->mesh->position[node];
  return node < b->mesh->nodes + b->model->entries->points ? b->point[node - b->mesh->nodes].at
                                                           : gb_build_frame(b, node)->vector[0];
}

int64_t gb_build_node_id(const gb_build *b, int32_t node) {
  const int32_t kinks = gb_build_kink_node(b, 0);
  if (node < b->mesh->nodes) return b->mesh->node_id[node];
  if (node >= kinks && node < kinks + b->kinks)
    return b->mesh->node_id[b->kink[node - kinks].mesh_node];
  return b->model->entries->first_id + node - b->mesh->nodes - (node < kinks ? 0 : b->kinks);
}

/// The names of all points, NULL-terminated and as one line.
static int list_names(const gb_build *b, const char ***names, size_t size, char *text,
                      gb_error *error) {
  int count = 0;
  text[0] = 0;
  GB_TRY(gb_allocate((size_t)b->model->entries->named_points + 1, sizeof **names, names, error));
  for (int p = 0; p < b->model->entries->named_points; p++) {
    const char *name = b->point[p].entry->name;
    size_t used = strlen(text);
    (*names)[count++] = name;
    if (used + strlen(name) + 8 < size)
      snprintf(text + used, size - used, "%s%s", used ? ", " : "", name);
    else if (used + 6 < size && (used < 3 || strcmp(text + used - 3, "...")))
      snprintf(text + used, size - used, used ? ", ..." : "...");
  }
  return GB_OK;
}

int32_t gb_build_point_of(const gb_build *b, const char *name) {
  for (int p = 0; p < b->model->entries->named_points; p++)
    if (!strcmp(b->point[p].entry->name, name)) return b->mesh->nodes + p;
  return -1;
}

int gb_build_named_point(const gb_build *b, const char *where, const char *name, int32_t *node,
                         gb_error *error) {
  *node = gb_build_point_of(b, name);
  if (*node >= 0) return GB_OK;
  const char **names = NULL;
  char text[500];
  GB_TRY(list_names(b, &names, sizeof text, text, error));
  const char *near = gb_nearest(name, names);
  int status = gb_fail(error, GB_USAGE, "%s: no point is named '%s' under masses%s%s; accepted: %s",
                       where, name, near ? "; nearest: " : "", near ? near : "",
                       *text ? text : "a name of masses, which names none");
  free(names);
  return status;
}

/// The end of a spring that is no ground: a body's or a point's name, or a group of one node.
static int find_end(const gb_build *b, const gb_spring *spring, int end, int32_t *node,
                    gb_error *error) {
  const char *word = spring->between[end];
  *node = gb_build_place_node(b, spring->at[end]);
  if (*node >= 0) return GB_OK; // on a body
  char where[600];
  snprintf(where, sizeof where, "%.560s.between", spring->where);
  if (!strncmp(word, group_word, strlen(group_word)))
    return gb_build_group_node(b, where, word + strlen(group_word), "a spring ends at one", node,
                               error);
  return gb_build_named_point(b, where, word, node, error);
}

static void count_points(gb_build *b) {
  gb_model *model = b->model;
  for (int i = 0; i < b->problem->masses.count; i++)
    model->entries->named_points += gb_is_free_node(&b->problem->masses.entry[i]);
  model->entries->points = model->entries->named_points;
  for (int i = 0; i < b->problem->springs.count; i++)
    for (int end = 0; end < 2 && !b->problem->springs.entry[i].joint; end++)
      model->entries->points += !strcmp(b->problem->springs.entry[i].between[end], ground);
  for (int32_t n = 0; n < b->mesh->nodes; n++)
    if (b->mesh->node_id[n] > model->entries->first_id)
      model->entries->first_id = b->mesh->node_id[n];
  model->entries->first_id++;
  b->nodes = b->mesh->nodes + model->entries->points;
}

/// Points of masses, in the order of the case file.
static void place_named(gb_build *b) {
  int place = 0;
  for (int i = 0; i < b->problem->masses.count; i++) {
    const gb_point_mass *mass = &b->problem->masses.entry[i];
    if (!gb_is_free_node(mass)) continue;
    b->model->entries->point_name[place] = mass->name;
    b->point[place++] = (gb_build_point){.entry = mass, .at = mass->at};
  }
}

int gb_build_points(gb_build *b, gb_error *error) {
  count_points(b);
  size_t points = (size_t)b->model->entries->points, springs = (size_t)b->problem->springs.count;
  GB_TRY(gb_allocate(points, sizeof *b->point, &b->point, error));
  GB_TRY(gb_allocate(points, sizeof *b->model->entries->point_name, &b->model->entries->point_name,
                     error));
  GB_TRY(gb_allocate(springs, sizeof *b->spring, &b->spring, error));
  place_named(b);
  b->model->blocks->damped = springs > 0;
  int place = b->model->entries->named_points;
  for (int i = 0; i < b->problem->springs.count; i++)
    for (int end = 0; end < 2; end++) {
      const gb_spring *spring = &b->problem->springs.entry[i];
      if (spring->joint) {
        int joint;
        GB_TRY(gb_build_named_joint(b, spring->where, spring->joint, &joint, error));
        b->spring[i][end] = gb_build_end_node(b, joint, end, 0);
      } else if (strcmp(spring->between[end], ground)) {
        GB_TRY(find_end(b, spring, end, &b->spring[i][end], error));
      } else {
        b->spring[i][end] = b->mesh->nodes + place;
        b->point[place++].at = spring->at[end];
      }
    }
  return GB_OK;
}

/// An end is a node of the model, and where the case says that it is.
static int check_end(const gb_build *b, const gb_spring *spring, int end, int32_t node,
                     gb_error *error) {
  const double *X = gb_build_position(b, node), *at = spring->at[end];
  if (b->kind[node] == GB_NODE_UNUSED)
    return gb_fail(error, GB_MODEL, "%s.between: node %lld of %s belongs to no shell",
                   spring->where, (long long)gb_build_node_id(b, node), spring->between[end]);
  if (isnan(at[0])) return GB_OK;
  double size = 0, off = 0;
  for (int i = 0; i < 3; i++) {
    off = fmax(off, fabs(at[i] - X[i]));
    size = fmax(size, fabs(X[i]));
  }
  if (off <= 1e-9 * size) return GB_OK;
  return gb_fail(error, GB_USAGE,
                 "%s.at: end %d is at (%g, %g, %g), and %s at (%g, %g, %g); accepted: the same "
                 "place, or ~",
                 spring->where, end + 1, at[0], at[1], at[2], spring->between[end], X[0], X[1],
                 X[2]);
}

static int check_spring(const gb_build *b, int i, gb_error *error) {
  const gb_spring *spring = &b->problem->springs.entry[i];
  if (spring->joint) return GB_OK;
  const double *A = gb_build_position(b, b->spring[i][0]);
  const double *B = gb_build_position(b, b->spring[i][1]);
  for (int end = 0; end < 2; end++) GB_TRY(check_end(b, spring, end, b->spring[i][end], error));
  if (b->spring[i][0] == b->spring[i][1])
    return gb_fail(error, GB_USAGE, "%s.between: both ends are %s; accepted: two different ends",
                   spring->where, spring->between[0]);
  if (A[0] != B[0] || A[1] != B[1] || A[2] != B[2]) return GB_OK;
  return gb_fail(error, GB_USAGE,
                 "%s: %s and %s are both at (%g, %g, %g), where a spring%s has no direction; "
                 "accepted: ends that are apart in the reference configuration",
                 spring->where, spring->between[0], spring->between[1], A[0], A[1], A[2],
                 isnan(spring->length) ? " has no length and" : "");
}

/// A point that moves freely has inertia, or no dynamic march can tell its acceleration.
static void check_mass(gb_build *b, int32_t node) {
  static const char *const axis[] = {"x", "y", "z"};
  const gb_point_mass *mass = b->point[node - b->mesh->nodes].entry;
  if (b->model->checks->massless[0] || !mass || mass->mass > 0 || mass->motion[0]) return;
  char free_axes[20] = "";
  for (int i = 0; i < 3; i++)
    if (!(mass->fix & (unsigned)(GB_FIX_X << i)))
      strcat(strcat(free_axes, *free_axes ? ", " : ""), axis[i]);
  if (*free_axes)
    snprintf(b->model->checks->massless, sizeof b->model->checks->massless,
             "%.200s: point '%.100s' has no mass and is free along %s", mass->where, mass->name,
             free_axes);
}

int gb_build_kinds(gb_build *b, gb_error *error) {
  if (b->mesh->nodes > 0)
    memcpy(b->director, b->mesh_director, (size_t)b->mesh->nodes * sizeof *b->director);
  for (int32_t e = 0; e < b->mesh->elements; e++)
    for (int32_t p = b->mesh->start[e]; b->section[e] >= 0 && p < b->mesh->start[e + 1]; p++)
      b->kind[b->mesh->node[p]] = GB_NODE_SHELL;
  for (int32_t n = b->mesh->nodes; n < b->mesh->nodes + b->model->entries->points; n++) {
    b->kind[n] = GB_NODE_POINT;
    check_mass(b, n);
  }
  gb_build_frame_kinds(b);
  GB_TRY(gb_build_links(b, error));
  for (int i = 0; i < b->problem->springs.count; i++) GB_TRY(check_spring(b, i, error));
  return GB_OK;
}

/// The springs at each model node.
typedef struct neighbourhood {
  int32_t *start, *other; ///< [nodes + 1]; far ends, [2 springs]
  int32_t *queue;         ///< nodes whose neighbours are to be visited, [nodes]
  int32_t queued, visited;
} neighbourhood;

static int meet(const gb_build *b, neighbourhood *near, gb_error *error) {
  size_t nodes = (size_t)b->nodes, ends = 2 * (size_t)b->problem->springs.count;
  GB_TRY(gb_allocate(nodes + 2, sizeof *near->start, &near->start, error));
  GB_TRY(gb_allocate(ends, sizeof *near->other, &near->other, error));
  GB_TRY(gb_allocate(nodes, sizeof *near->queue, &near->queue, error));
  int32_t *place = near->start + 1; // of the next far end; the starts when all are in
  for (int i = 0; i < b->problem->springs.count; i++)
    for (int end = 0; end < 2; end++) place[b->spring[i][end] + 1]++;
  for (int32_t n = 0; n < b->nodes; n++) place[n + 1] += place[n];
  for (int i = 0; i < b->problem->springs.count; i++)
    for (int end = 0; end < 2; end++)
      near->other[place[b->spring[i][end]]++] = b->spring[i][1 - end];
  return GB_OK;
}

/// Visit in breadth all points that hang on what is queued. rank -1: that of the node they hang on.
static void spread(gb_build *b, neighbourhood *near, int32_t rank) {
  while (near->visited < near->queued) {
    int32_t n = near->queue[near->visited++];
    for (int32_t k = near->start[n]; k < near->start[n + 1]; k++) {
      int32_t other = near->other[k];
      if (b->owner[other] >= 0) continue;
      b->owner[other] = rank < 0 ? b->owner[n] : rank;
      near->queue[near->queued++] = other;
    }
  }
}

int gb_build_deal_points(gb_build *b, gb_error *error) {
  neighbourhood near = {0};
  int status = meet(b, &near, error);
  if (status == GB_OK) {
    for (int32_t n = 0; n < b->mesh->nodes; n++)
      if (near.start[n + 1] > near.start[n]) near.queue[near.queued++] = n;
    spread(b, &near, -1);
    int32_t first = near.queued;
    for (int32_t n = b->mesh->nodes; n < b->mesh->nodes + b->model->entries->points; n++) {
      if (b->owner[n] >= 0) continue;
      b->owner[n] = 0;
      near.queue[near.queued++] = n;
      spread(b, &near, 0);
    }
    int64_t loose = near.queued - first;
    for (int32_t i = 0; i < loose; i++)
      b->owner[near.queue[first + i]] = (int32_t)(i * (int64_t)b->ranks / loose);
  }
  free(near.start);
  free(near.other);
  free(near.queue);
  return status;
}
