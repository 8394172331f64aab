/// Rows near the reference configuration. A motion that the rows leave free is followed by a small
/// step, and Newton's method with corrections of least length, found by conjugate gradients on the
/// normal equations (CGLS, Bjorck 1996), leads back to the rows, at the same distance from the
/// reference: in a singular position this ends on one of the motions that meet there. What does not
/// arrive tells nothing.
#include "model/constraints/movers.h"

#include "base/length.h"
#include "model/sections/triad.h"

#include <math.h>
#include <string.h>

static const double step = 1e-3;       ///< of the model's size
static const double arrived = 1e-13;   ///< a row's value there, relative to size and gradient
static const double negligible = 1e-8; ///< of a row that is left by elimination, relative to it
enum {
  SINGLE = 12,  ///< so many motions are followed one by one,
  MIXTURES = 4, ///< and so many mixtures of all
  CORRECTIONS = 40
};

typedef struct nearby {
  gb_movers *m;
  int rows, columns; ///< all rows, and the columns that are free
  gb_mover_row *row;
  gb_arena *arena;
  gb_row_reduction *reference;   ///< of the rows that are not given
  gb_sparse_vector *J;           ///< rows in the pose, divided by their largest entry; given: empty
  double *value, *x, *r, *p, *s; ///< [rows] value and r; [columns] x, p and s
} nearby;

static bool counts(const nearby *n, int k) {
  return !n->row[k].given;
}

/// Reduce the rows that are not given in the reference configuration.
static int reduce(nearby *n, gb_error *error) {
  GB_TRY(
      gb_row_reduction_create(n->arena, n->columns, 2 * n->columns, n->rows, &n->reference, error));
  for (int k = 0; k < n->rows; k++) {
    bool redundant;
    if (!counts(n, k)) continue;
    gb_row_reduction_open(n->reference, k);
    gb_movers_add_row(n->m, &n->row[k], &n->reference->row);
    GB_TRY(gb_row_reduction_close(n->reference, 2 * n->columns, negligible, &redundant, error));
  }
  return GB_OK;
}

/// Complete x, which is given in the columns without a pivot, so that all rows vanish.
static void substitute(const gb_row_reduction *made, double x[]) {
  for (int k = made->rank - 1; k >= 0; k--) {
    const gb_reduced_row *row = &made->kept[k];
    double sum = 0;
    for (int i = 0; i < row->entries.count; i++)
      if (row->entries.index[i] != row->pivot && row->entries.index[i] < made->free)
        sum += row->entries.value[i] * x[row->entries.index[i]];
    x[row->pivot] = -sum;
  }
}

/// A reproducible number between -1 and 1.
static double number(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return *seed / 2147483648.0 - 1;
}

/// Move the pose by x.
static void advance(const nearby *n, const double x[]) {
  gb_movers *m = n->m;
  for (int k = 0; k < m->count; k++) {
    const double *by = x + gb_movers_free(k);
    const double w[3] = {by[3] / m->size, by[4] / m->size, by[5] / m->size};
    const double angle = gb_length(w);
    for (int i = 0; i < GB_MOVER_COLUMNS; i++) m->x[k][i] += by[i];
    for (int column = 0; angle > 0 && column < 3; column++) {
      double axis[3], now[3];
      for (int i = 0; i < 3; i++) axis[i] = m->turn[k][i][column];
      gb_rotate(w, angle, axis, now);
      for (int i = 0; i < 3; i++) m->turn[k][i][column] = now[i];
    }
  }
}

/// Find the rows and their values in the pose. @return the largest value
static int open(nearby *n, gb_row_reduction *work, double *largest, gb_error *error) {
  *largest = 0;
  for (int k = 0; k < n->rows; k++) {
    gb_sparse_vector *J = &n->J[k];
    double most = 0;
    J->count = 0;
    if (!counts(n, k)) continue;
    gb_row_reduction_open(work, k);
    gb_movers_add_row(n->m, &n->row[k], &work->row);
    for (int i = 0; i < work->row.count; i++)
      if (work->row.index[i] < n->columns)
        most = fmax(most, fabs(work->row.value[work->row.index[i]]));
    if (!(most > 0)) continue;
    if (!J->index) {
      GB_TRY(GB_TAKE(n->arena, J->index, 4 * GB_MOVER_COLUMNS + (size_t)work->row.count, error));
      GB_TRY(GB_TAKE(n->arena, J->value, 4 * GB_MOVER_COLUMNS + (size_t)work->row.count, error));
    }
    for (int i = 0; i < work->row.count; i++) {
      if (work->row.index[i] >= n->columns) continue;
      J->index[J->count] = work->row.index[i];
      J->value[J->count++] = work->row.value[work->row.index[i]] / most;
    }
    n->value[k] = gb_movers_value(n->m, &n->row[k]) / most;
    *largest = fmax(*largest, fabs(n->value[k]));
  }
  return GB_OK;
}

/// s = J^T r, less its part along the way from the reference. @return s . s
static double transpose(const nearby *n) {
  const double *way = n->m->x[0];
  double sum = 0, along = 0, square = 0;
  memset(n->s, 0, (size_t)n->columns * sizeof *n->s);
  for (int k = 0; k < n->rows; k++)
    for (int i = 0; i < n->J[k].count; i++) n->s[n->J[k].index[i]] += n->J[k].value[i] * n->r[k];
  for (int i = 0; i < n->columns; i++) {
    along += way[i] * n->s[i];
    square += way[i] * way[i];
  }
  for (int i = 0; i < n->columns; i++) {
    n->s[i] -= along / square * way[i];
    sum += n->s[i] * n->s[i];
  }
  return sum;
}

static double product(const nearby *n, int k) {
  double sum = 0;
  for (int i = 0; i < n->J[k].count; i++) sum += n->J[k].value[i] * n->p[n->J[k].index[i]];
  return sum;
}

/// The shortest x of those with the least |J x + value|, across the way from the reference: else a
/// position in which rows meet with equal slopes would draw the pose back.
static void correct(const nearby *n) {
  memset(n->x, 0, (size_t)n->columns * sizeof *n->x);
  for (int k = 0; k < n->rows; k++) n->r[k] = n->J[k].count ? -n->value[k] : 0;
  double gamma = transpose(n);
  const double first = gamma;
  memcpy(n->p, n->s, (size_t)n->columns * sizeof *n->p);
  for (int iteration = 0; iteration < 4 * n->rows + 20 && gamma > 1e-26 * first; iteration++) {
    double square = 0;
    for (int k = 0; k < n->rows; k++) square += pow(product(n, k), 2);
    if (!(square > 0)) return;
    for (int k = 0; k < n->rows; k++) n->r[k] -= gamma / square * product(n, k);
    for (int i = 0; i < n->columns; i++) n->x[i] += gamma / square * n->p[i];
    const double next = transpose(n);
    for (int i = 0; i < n->columns; i++) n->p[i] = n->s[i] + next / gamma * n->p[i];
    gamma = next;
  }
}

/// Follow the motion x, and return to the rows.
static int follow(nearby *n, gb_row_reduction *work, bool *there, gb_error *error) {
  gb_movers *m = n->m;
  double most = 0, largest;
  for (int i = 0; i < n->columns; i++) most = fmax(most, fabs(n->x[i]));
  *there = false;
  if (!(most > 0)) return GB_OK;
  for (int i = 0; i < n->columns; i++) n->x[i] *= step * m->size / most;
  memset(m->x, 0, (size_t)m->count * sizeof *m->x);
  memset(m->turn, 0, (size_t)m->count * sizeof *m->turn);
  for (int k = 0; k < m->count; k++)
    for (int i = 0; i < 3; i++) m->turn[k][i][i] = 1;
  advance(n, n->x);
  for (int k = 0; k < CORRECTIONS; k++) {
    GB_TRY(open(n, work, &largest, error));
    if (!(largest < m->size)) return GB_OK;
    *there = largest <= arrived * m->size;
    if (*there) return GB_OK;
    correct(n);
    advance(n, n->x);
  }
  return GB_OK;
}

/// Rows that repeat others in the reference configuration, but not in the pose, stay.
static int test(nearby *n, gb_error *error) {
  gb_row_reduction *made;
  GB_SCRATCH(scratch);
  GB_TRY(gb_row_reduction_create(&scratch, n->columns, 2 * n->columns, n->rows, &made, error));
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < n->rows; k++) {
      bool repeats;
      if ((n->row[k].redundant && !n->row[k].stays) != (pass == 1)) continue;
      gb_row_reduction_open(made, k);
      gb_movers_add_row(n->m, &n->row[k], &made->row);
      GB_TRY(gb_row_reduction_close(made, 2 * n->columns, negligible, &repeats, error));
      if (pass == 1 && !repeats) n->row[k].stays = true;
    }
  return GB_OK;
}

/// Set x to motion `which` of those that the rows leave free, or from their number on to a mixture.
static void choose(const nearby *n, const bool seen[], int which, unsigned *seed) {
  memset(n->x, 0, (size_t)n->columns * sizeof *n->x);
  for (int i = 0, free = 0; i < n->columns; i++) {
    if (!seen[i] || n->reference->kept_at[i] >= 0) continue;
    n->x[i] = which < 0 ? number(seed) : free == which;
    free++;
  }
  substitute(n->reference, n->x);
}

/// Keep what supports leave free of the displacements.
static void hold(const nearby *n) {
  for (int k = 0; k < n->m->count; k++) {
    double direction[3][3], *x = n->x + gb_movers_free(k), free[3] = {0};
    const int count = gb_free_directions(n->m->supports, n->m->node[k], GB_POSITION, direction);
    for (int d = 0; d < count; d++)
      for (int i = 0; i < 3; i++) free[i] += gb_dot(direction[d], x) * direction[d][i];
    memcpy(x, free, sizeof free);
  }
}

static int search(nearby *n, gb_error *error) {
  gb_row_reduction *work;
  bool *seen, there;
  int motions = 0;
  unsigned seed = 1;
  GB_TRY(reduce(n, error));
  GB_TRY(GB_TAKE(n->arena, seen, (size_t)n->columns, error));
  GB_TRY(gb_row_reduction_create(n->arena, n->columns, 2 * n->columns, n->rows, &work, error));
  for (int k = 0; k < n->rows; k++) {
    if (!counts(n, k)) continue;
    gb_row_reduction_open(work, k);
    gb_movers_add_row(n->m, &n->row[k], &work->row);
    for (int i = 0; i < work->row.count; i++)
      if (work->row.index[i] < n->columns) seen[work->row.index[i]] = true;
  }
  for (int i = 0; i < n->columns; i++) motions += seen[i] && n->reference->kept_at[i] < 0;
  const int single = motions <= SINGLE ? motions : 0;
  GB_TRY(GB_TAKE(n->arena, n->m->x, (size_t)n->m->count, error));
  GB_TRY(GB_TAKE(n->arena, n->m->turn, (size_t)n->m->count, error));
  for (int which = -MIXTURES; motions > 0 && which < single; which++) {
    choose(n, seen, which, &seed);
    hold(n);
    GB_TRY(follow(n, work, &there, error));
    if (there) GB_TRY(test(n, error));
  }
  return GB_OK;
}

int gb_movers_test_nearby(gb_movers *m, int rows, gb_mover_row row[], gb_error *error) {
  GB_SCRATCH(scratch);
  nearby n = {
      .m = m, .rows = rows, .columns = GB_MOVER_COLUMNS * m->count, .row = row, .arena = &scratch};
  GB_TRY(GB_TAKE(&scratch, n.J, (size_t)rows, error));
  GB_TRY(GB_TAKE(&scratch, n.value, (size_t)rows, error));
  GB_TRY(GB_TAKE(&scratch, n.r, (size_t)rows, error));
  GB_TRY(GB_TAKE(&scratch, n.x, (size_t)n.columns, error));
  GB_TRY(GB_TAKE(&scratch, n.p, (size_t)n.columns, error));
  GB_TRY(GB_TAKE(&scratch, n.s, (size_t)n.columns, error));
  const int status = search(&n, error);
  m->x = NULL;
  m->turn = NULL;
  return status;
}
