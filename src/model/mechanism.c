/// Whether the supports leave a part of the shells free to move as a rigid body, which no static
/// march can solve. A part is what elements connect through shared nodes; a rigid motion about its
/// centre c is u = v + w x (X - c), delta = w x D, and the supports hold those for which the sum of
/// squares of the held displacements and director changes is positive.
#include "model/build.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOTIONS = 6 }; ///< v, then w times the part's size

typedef struct part {
  int32_t nodes, node; ///< how many, and one of them
  bool sprung;         ///< a spring ends there: what it resists is left to the solver
  double center[3], size;
  double held[MOTIONS][MOTIONS]; ///< the quadratic form of what the supports hold
} part;

static int32_t root_of(int32_t *parent, int32_t n) {
  while (parent[n] != n) n = parent[n] = parent[parent[n]];
  return n;
}

/// The part of each model node, -1 where no shell and no point is. @return how many parts
static int32_t number_parts(const gb_build *b, int32_t *of) {
  const gb_mesh *mesh = b->mesh;
  int32_t parts = 0;
  for (int32_t n = 0; n < b->nodes; n++) of[n] = n;
  for (int32_t e = 0; e < mesh->elements; e++)
    for (int32_t p = mesh->start[e] + 1; b->section[e] >= 0 && p < mesh->start[e + 1]; p++) {
      int32_t one = root_of(of, mesh->node[mesh->start[e]]), other = root_of(of, mesh->node[p]);
      of[one > other ? one : other] = one < other ? one : other;
    }
  for (int32_t n = 0; n < b->nodes; n++) // a root is the smallest node of its part
    of[n] = b->owner[n] < 0 ? -1 : of[n] == n ? parts++ : of[of[n]];
  return parts;
}

static void measure(const gb_build *b, const int32_t *of, int32_t parts, part *all) {
  for (int32_t n = b->nodes - 1; n >= 0; n--) {
    if (of[n] < 0) continue;
    all[of[n]].nodes++;
    all[of[n]].node = n;
    for (int i = 0; i < 3; i++) all[of[n]].center[i] += gb_build_position(b, n)[i];
  }
  for (int i = 0; i < b->deck->springs; i++)
    for (int end = 0; end < 2; end++) all[of[b->spring[i][end]]].sprung = true;
  for (int32_t p = 0; p < parts; p++)
    for (int i = 0; i < 3; i++) all[p].center[i] /= all[p].nodes;
  for (int32_t n = 0; n < b->nodes; n++)
    for (int i = 0; of[n] >= 0 && i < 3; i++)
      all[of[n]].size =
          fmax(all[of[n]].size, fabs(gb_build_position(b, n)[i] - all[of[n]].center[i]));
  for (int32_t p = 0; p < parts; p++)
    for (int i = 3; all[p].nodes == 1 && i < MOTIONS; i++)
      all[p].held[i][i] = all[p].size = 1; // a point does not turn
}

/// Columns of the rigid motions at a node: of its displacement (vector 0) or its director (1).
static void rigid_motions(const gb_build *b, const part *p, int32_t node, int vector,
                          double column[3][MOTIONS]) {
  const double *X = gb_build_position(b, node), *D = b->director[node];
  memset(column, 0, 3 * sizeof column[0]);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    if (vector == 0) column[i][i] = 1;
    // component i of w x r is w_j r_k - w_k r_j
    column[i][3 + j] = vector == 0 ? (X[k] - p->center[k]) / p->size : D[k];
    column[i][3 + k] = vector == 0 ? -(X[j] - p->center[j]) / p->size : -D[j];
  }
}

static void add_held(const gb_build *b, int32_t node, part *p) {
  for (int vector = 0; vector < 2; vector++) {
    double column[3][MOTIONS], direction[3][3], hold[3][3];
    int count = gb_build_free_directions(b, node, vector, direction);
    if (count == 3) continue;
    rigid_motions(b, p, node, vector, column);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) {
        hold[i][j] = i == j;
        for (int k = 0; k < count; k++) hold[i][j] -= direction[k][i] * direction[k][j];
      }
    for (int r = 0; r < MOTIONS; r++)
      for (int c = 0; c < MOTIONS; c++)
        for (int i = 0; i < 3; i++)
          for (int j = 0; j < 3; j++) p->held[r][c] += column[i][r] * hold[i][j] * column[j][c];
  }
}

/// Gauss-Jordan elimination with the largest diagonal entry as pivot.
/// @param[out] motion one that is free, the first in the order of MOTIONS
/// @return how many are free
static int free_motions(double a[MOTIONS][MOTIONS], double motion[MOTIONS]) {
  bool used[MOTIONS] = {false};
  double largest = 0;
  int rank = 0;
  for (int i = 0; i < MOTIONS; i++) largest = fmax(largest, a[i][i]);
  for (; rank < MOTIONS; rank++) {
    int pivot = -1;
    for (int i = 0; i < MOTIONS; i++)
      if (!used[i] && (pivot < 0 || a[i][i] > a[pivot][pivot])) pivot = i;
    if (a[pivot][pivot] <= 1e-12 * largest) break;
    used[pivot] = true;
    for (int j = MOTIONS - 1; j >= 0; j--)
      if (j != pivot) a[pivot][j] /= a[pivot][pivot];
    for (int i = 0; i < MOTIONS; i++)
      for (int j = 0; i != pivot && j < MOTIONS; j++)
        if (j != pivot) a[i][j] -= a[i][pivot] * a[pivot][j];
  }
  int open = 0;
  while (open < MOTIONS && used[open]) open++;
  for (int i = 0; open < MOTIONS && i < MOTIONS; i++)
    motion[i] = i == open ? 1 : used[i] ? -a[i][open] : 0;
  return MOTIONS - rank;
}

static double length_of(const double v[3]) {
  return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/// Without the round-off that would be printed.
static double tidy(double value, double scale) {
  return fabs(value) < 1e-9 * scale ? 0 : value;
}

/// "from moving along (1, 0, 0)" or "from turning about the axis (0, 1, 0) through (0, 1, 0)".
static void describe(const part *p, const double motion[MOTIONS], size_t size, char *text) {
  const double *v = motion, *w = motion + 3;
  double speed = length_of(v), turn = length_of(w), a[3], through[3];
  bool turns = turn > 1e-9 * speed;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    a[i] = tidy(turns ? w[i] / turn : v[i] / speed, 1);
    through[i] = p->center[i];
    if (turns) through[i] += p->size * (w[j] * v[k] - w[k] * v[j]) / (turn * turn);
    through[i] = tidy(through[i], p->size);
  }
  int used = snprintf(text, size, "%s (%.4g, %.4g, %.4g)",
                      turns ? "turning about the axis" : "moving along", a[0], a[1], a[2]);
  if (turns && used > 0 && (size_t)used < size)
    snprintf(text + used, size - (size_t)used, " through (%.6g, %.6g, %.6g)", through[0],
             through[1], through[2]);
}

static void search(gb_build *b, int32_t parts, part *all) {
  for (int32_t p = 0; p < parts; p++) {
    double motion[MOTIONS];
    int count = all[p].sprung ? 0 : free_motions(all[p].held, motion);
    if (count == 0) continue;
    char words[200], node[120], *text = b->model->mechanism;
    gb_model_node_words(b->model, gb_build_node_id(b, all[p].node), sizeof node, node);
    describe(&all[p], motion, sizeof words, words);
    int used = snprintf(text, sizeof b->model->mechanism, "no support keeps %s%s from %s",
                        all[p].nodes > 1 ? "the part with " : "", node, words);
    if (count > 1)
      used += snprintf(text + used, sizeof b->model->mechanism - (size_t)used,
                       " (%d of %d rigid motions are free)", count, all[p].nodes > 1 ? MOTIONS : 3);
    if (parts > 1)
      snprintf(text + used, sizeof b->model->mechanism - (size_t)used,
               "; the model has %d parts that share no node", (int)parts);
    return;
  }
}

int gb_build_mechanism(gb_build *b, gb_error *error) {
  int32_t *of;
  part *all = NULL;
  GB_TRY(gb_allocate((size_t)b->nodes, sizeof *of, &of, error));
  int32_t parts = number_parts(b, of);
  int status = gb_allocate((size_t)parts, sizeof *all, &all, error);
  if (status == GB_OK) {
    measure(b, of, parts, all);
    for (int32_t n = 0; n < b->nodes; n++)
      if (of[n] >= 0 && b->held[n]) add_held(b, n, &all[of[n]]);
    search(b, parts, all);
  }
  free(of);
  free(all);
  return status;
}
