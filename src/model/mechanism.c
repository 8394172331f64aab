/// Whether supports and springs leave a part of the model free to move as a rigid body, which no
/// static march can solve. A part is what elements connect through shared nodes, or a point; a
/// rigid motion about its centre c is u = v + w x (X - c), delta = w x D. The supports hold those
/// for which the sum of squares of the held displacements and director changes is positive, a
/// spring those that change its length (any of its ends if it is under tension). Parts that springs
/// join are searched together, unless they are too many.
#include "model/build.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOTIONS = 6,  ///< v, then w times the part's size
  SEARCHED = 60 ///< most parts that are searched together
};

typedef struct part {
  int32_t nodes, node; ///< how many, and one of them
  double center[3], size;
  double held[MOTIONS][MOTIONS]; ///< the quadratic form of what the supports hold
  int32_t next;                  ///< part that springs join to this one, -1: no further one
  int32_t spring; ///< last spring of the parts that are joined, -1: none; of the first
  int place;      ///< among these parts
  bool joined;    ///< has a rigid body, whose joints this search does not know
} part;

/// All parts, and which springs join them.
typedef struct parts {
  const gb_build *b;
  int32_t count, *of; ///< part of each model node, -1: unused
  part *all;
  int32_t *joined, *next; ///< parent of each part; the spring before each of the same parts
} parts;

static int32_t root_of(int32_t *parent, int32_t n) {
  while (parent[n] != n) n = parent[n] = parent[parent[n]];
  return n;
}

static void join(int32_t *parent, int32_t a, int32_t b) {
  int32_t one = root_of(parent, a), other = root_of(parent, b);
  parent[one > other ? one : other] = one < other ? one : other;
}

/// The part of each model node. A root is the smallest node of its part.
static void number_parts(parts *s) {
  const gb_build *b = s->b;
  const gb_mesh *mesh = b->mesh;
  int32_t *of = s->of;
  for (int32_t n = 0; n < b->nodes; n++) of[n] = n;
  for (int32_t e = 0; e < mesh->elements; e++)
    for (int32_t p = mesh->start[e] + 1; b->section[e] >= 0 && p < mesh->start[e + 1]; p++)
      join(of, mesh->node[mesh->start[e]], mesh->node[p]);
  for (int32_t n = 0; n < b->nodes; n++)
    for (int k = 0; k < b->tie[n].terms; k++) join(of, n, b->tie[n].term[k].node);
  for (int32_t n = 0; n < b->nodes; n++)
    of[n] = b->kind[n] == GB_NODE_UNUSED ? -1 : of[n] == n ? s->count++ : of[of[n]];
}

static void measure(parts *s) {
  part *all = s->all;
  for (int32_t n = s->b->nodes - 1; n >= 0; n--) {
    if (s->of[n] < 0) continue;
    all[s->of[n]].nodes++;
    all[s->of[n]].joined |= s->b->kind[n] >= GB_NODE_FRAME;
    all[s->of[n]].node = n;
    for (int i = 0; i < 3; i++) all[s->of[n]].center[i] += gb_build_position(s->b, n)[i];
  }
  for (int32_t p = 0; p < s->count; p++)
    for (int i = 0; i < 3; i++) all[p].center[i] /= all[p].nodes;
  for (int32_t n = 0; n < s->b->nodes; n++)
    for (int i = 0; s->of[n] >= 0 && i < 3; i++) {
      part *p = &all[s->of[n]];
      p->size = fmax(p->size, fabs(gb_build_position(s->b, n)[i] - p->center[i]));
    }
  for (int32_t p = 0; p < s->count; p++)
    for (int i = 3; all[p].nodes == 1 && i < MOTIONS; i++)
      all[p].held[i][i] = all[p].size = 1; // a point does not turn
}

/// Chain the parts that springs join, and their springs, from the first of these parts.
static void chain(parts *s) {
  const gb_build *b = s->b;
  for (int32_t p = 0; p < s->count; p++) {
    s->joined[p] = p;
    s->all[p].next = s->all[p].spring = -1;
  }
  for (int i = 0; i < b->deck->springs; i++)
    join(s->joined, s->of[b->spring[i][0]], s->of[b->spring[i][1]]);
  for (int i = 0; i < b->deck->springs; i++) {
    part *first = &s->all[root_of(s->joined, s->of[b->spring[i][0]])];
    s->next[i] = first->spring;
    first->spring = i;
  }
  for (int32_t p = s->count - 1; p >= 0; p--) {
    int32_t root = root_of(s->joined, p);
    if (root == p) continue;
    s->all[p].next = s->all[root].next;
    s->all[root].next = p;
  }
}

/// Columns of the rigid motions at a node: of its displacement or its directors.
static void rigid_motions(const gb_build *b, const part *p, int32_t node, int vector,
                          double column[3][MOTIONS]) {
  const double *X = gb_build_position(b, node), *D = gb_build_axis(b, node, vector);
  memset(column, 0, 3 * sizeof column[0]);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    if (!D) column[i][i] = 1;
    // component i of w x r is w_j r_k - w_k r_j
    column[i][3 + j] = D ? D[k] : (X[k] - p->center[k]) / p->size;
    column[i][3 + k] = D ? -D[j] : -(X[j] - p->center[j]) / p->size;
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

static double length_of(const double v[3]) {
  return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/// a += the form of a spring that resists the relative displacement of its ends along `along`.
static void add_spring(const parts *s, int32_t spring, const double along[3], int n, double *a) {
  double row[2][MOTIONS] = {{0}};
  int place[2];
  for (int end = 0; end < 2; end++) {
    int32_t node = s->b->spring[spring][end];
    const part *p = &s->all[s->of[node]];
    double column[3][MOTIONS];
    rigid_motions(s->b, p, node, 0, column);
    place[end] = MOTIONS * p->place;
    for (int m = 0; m < MOTIONS; m++)
      for (int i = 0; i < 3; i++) row[end][m] += (end ? 1 : -1) * along[i] * column[i][m];
  }
  for (int k = 0; k < 2; k++)
    for (int l = 0; l < 2; l++)
      for (int i = 0; i < MOTIONS; i++)
        for (int j = 0; j < MOTIONS; j++)
          a[n * (place[k] + i) + place[l] + j] += row[k][i] * row[l][j];
}

static void add_springs(const parts *s, const part *first, int n, double *a) {
  for (int32_t i = first->spring; i >= 0; i = s->next[i]) {
    const gb_spring *spring = &s->b->deck->spring[i];
    const double *A = gb_build_position(s->b, s->b->spring[i][0]);
    const double *B = gb_build_position(s->b, s->b->spring[i][1]);
    double along[3] = {B[0] - A[0], B[1] - A[1], B[2] - A[2]}, distance = length_of(along);
    for (int k = 0; k < 3; k++) along[k] /= distance;
    if (!isnan(spring->length) && fabs(spring->length - distance) > 1e-9 * distance) {
      for (int k = 0; k < 3; k++)
        add_spring(s, i, (double[3]){k == 0, k == 1, k == 2}, n, a); // its force turns with it
    } else if (spring->stiffness[0] != 0) {
      add_spring(s, i, along, n, a);
    }
  }
}

/// Gauss-Jordan elimination with the largest diagonal entry as pivot.
/// @param[out] motion one that is free
/// @return how many are free
static int free_motions(int n, double *a, double motion[]) {
  bool used[MOTIONS * SEARCHED] = {false};
  double largest = 0;
  int rank = 0;
  for (int i = 0; i < n; i++) largest = fmax(largest, a[(n + 1) * i]);
  for (; rank < n; rank++) {
    int pivot = -1;
    for (int i = 0; i < n; i++)
      if (!used[i] && (pivot < 0 || a[(n + 1) * i] > a[(n + 1) * pivot])) pivot = i;
    if (a[(n + 1) * pivot] <= 1e-12 * largest) break;
    used[pivot] = true;
    for (int j = n - 1; j >= 0; j--)
      if (j != pivot) a[n * pivot + j] /= a[(n + 1) * pivot];
    for (int i = 0; i < n; i++)
      for (int j = 0; i != pivot && j < n; j++)
        if (j != pivot) a[n * i + j] -= a[n * i + pivot] * a[n * pivot + j];
  }
  int open = 0;
  while (open < n && used[open]) open++;
  for (int i = 0; open < n && i < n; i++)
    motion[i] = i == open ? 1 : used[i] ? -a[n * i + open] : 0;
  return n - rank;
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

/// The part that moves most in a motion of joined parts.
static const part *most_moved(const parts *s, const part *first, const double motion[]) {
  const part *most = NULL;
  double largest = -1;
  for (const part *p = first; p; p = p->next < 0 ? NULL : &s->all[p->next])
    for (int i = 0; i < MOTIONS; i++)
      if (fabs(motion[MOTIONS * p->place + i]) > largest) {
        largest = fabs(motion[MOTIONS * p->place + i]);
        most = p;
      }
  return most;
}

static void report(const parts *s, const part *first, const double motion[], int count, int of) {
  gb_model *model = s->b->model;
  const part *p = most_moved(s, first, motion);
  char words[200], node[120], *text = model->mechanism;
  const size_t room = sizeof model->mechanism;
  gb_model_node_words(model, gb_build_node_id(s->b, p->node), sizeof node, node);
  describe(p, motion + MOTIONS * p->place, sizeof words, words);
  int used = snprintf(text, room, "no support%s keeps %s%s from %s",
                      first->spring >= 0 ? " and no spring" : "",
                      p->nodes > 1 ? "the part with " : "", node, words);
  if (count > 1)
    used +=
        snprintf(text + used, room - (size_t)used, " (%d of %d rigid motions are free)", count, of);
  if (s->count > 1 && model->points == 0 && model->bodies == 0)
    snprintf(text + used, room - (size_t)used, "; the mesh has %d parts that share no node",
             (int)s->count);
}

/// Search the parts that are joined to the first one. @return whether they can move
static bool search(parts *s, part *first, double *a) {
  int count = 0, possible = 0;
  double motion[MOTIONS * SEARCHED];
  for (part *p = first; p; p = p->next < 0 ? NULL : &s->all[p->next]) {
    p->place = count++;
    possible += p->nodes > 1 ? MOTIONS : 3;
    if (count > SEARCHED || p->joined) return false; // left to the solver
  }
  const int n = MOTIONS * count;
  memset(a, 0, (size_t)(n * n) * sizeof *a);
  for (part *p = first; p; p = p->next < 0 ? NULL : &s->all[p->next])
    for (int i = 0; i < MOTIONS; i++)
      memcpy(&a[n * (MOTIONS * p->place + i) + MOTIONS * p->place], p->held[i], sizeof p->held[i]);
  add_springs(s, first, n, a);
  count = free_motions(n, a, motion);
  if (count > 0) report(s, first, motion, count, possible);
  return count > 0;
}

static int allocate(parts *s, double **form, gb_error *error) {
  size_t size = s->b->deck->springs > 0 ? MOTIONS * SEARCHED : MOTIONS;
  GB_TRY(gb_allocate((size_t)s->count, sizeof *s->all, &s->all, error));
  GB_TRY(gb_allocate((size_t)s->count, sizeof *s->joined, &s->joined, error));
  GB_TRY(gb_allocate((size_t)s->b->deck->springs, sizeof *s->next, &s->next, error));
  return gb_allocate(size * size, sizeof **form, form, error);
}

int gb_build_mechanism(gb_build *b, gb_error *error) {
  parts s = {.b = b};
  double *form = NULL;
  GB_TRY(gb_allocate((size_t)b->nodes, sizeof *s.of, &s.of, error));
  number_parts(&s);
  int status = allocate(&s, &form, error);
  if (status == GB_OK) {
    measure(&s);
    chain(&s);
    for (int32_t n = 0; n < b->nodes; n++)
      if (s.of[n] >= 0 && b->held[n]) {
        add_held(b, n, &s.all[s.of[n]]);
        if (n < b->mesh->nodes && b->second[n] >= 0) add_held(b, b->second[n], &s.all[s.of[n]]);
      }
    for (int32_t p = 0; p < s.count; p++)
      if (root_of(s.joined, p) == p && search(&s, &s.all[p], form)) break;
  }
  free(s.of);
  free(s.all);
  free(s.joined);
  free(s.next);
  free(form);
  return status;
}
