/// How far a point is from the conditions of Karush, Kuhn and Tucker: the gradient of the
/// Lagrangian with the multipliers that make it least, by that of the objective. What a bound holds
/// back counts by its distance from the bound, and a multiplier of a constraint that is not quite
/// reached by that distance. The multipliers are least squares with signs, by the active sets of
/// Lawson & Hanson (Solving Least Squares Problems, 1974, section 23.3).
#include "optimize/optimisation.h"

#include "base/arena.h"
#include "optimize/fortran.h"

#include <math.h>
#include <string.h>

/// Distances, by tolerances, within which a bound or a constraint may hold; changes of what bounds
/// hold back; exchanges of a constraint that holds, by their number.
enum { NEAR = 100, ROUNDS = 30, EXCHANGES = 4 };
/// Singular values and slopes that are round-off, by the largest.
static const double ROUND_OFF = 1e-13;
/// A scaled objective changes by about itself when all designs do: all entries of its gradient
/// together are not smaller than this but near an optimum without constraints.
static const double LITTLE = 0.1;

typedef struct lagrangian {
  const gb_optimisation *p;
  const double *x, *value, *gradient;
  double near;
  double *r; ///< the gradient of the Lagrangian, [designs]
  int count; ///< constraints that may hold
  struct {
    int *row;           ///< the constraint
    double *sign;       ///< 1: at its upper limit, -1: at the lower one, 0: equal, of either sign
    double *multiplier; ///< by the sign, >= 0 but for equal ones
    bool *passive;      ///< it holds, its multiplier is not at its end
    double *next;       ///< multipliers of those that hold
  } of;                 ///< these, [count]
  int free, *entry;     ///< designs that no bound holds back, [free]
  struct {
    double *a, *b, *more; ///< [designs][count], [max(designs, count)], of LAPACK
    int length, *pivot;
  } work;
} lagrangian;

static const double *row_of(const lagrangian *l, int k) {
  return l->gradient + (size_t)(1 + l->of.row[k]) * (size_t)l->p->designs;
}

static double direction(const lagrangian *l, int k) {
  return l->of.sign[k] < 0 ? -1 : 1;
}

/// By how much a bound is missed that holds an entry of the gradient back; -1: none does.
static double missed(const lagrangian *l, int j) {
  const double below = l->x[j] - l->p->lower[j], above = l->p->upper[j] - l->x[j];
  if (l->r[j] > 0 && below <= l->near) return below;
  if (l->r[j] < 0 && above <= l->near) return above;
  return -1;
}

static void find_candidates(lagrangian *l) {
  for (int i = 0; i < l->p->constraints; i++) {
    const double c = l->value[1 + i];
    const bool equal = l->p->least[i] == l->p->most[i];
    const bool low = c <= l->p->least[i] + l->near, high = c >= l->p->most[i] - l->near;
    if (!equal && !low && !high) continue;
    l->of.row[l->count] = i;
    l->of.passive[l->count] = equal;
    l->of.sign[l->count++] = equal ? 0 : high ? 1 : -1;
  }
}

/// r = the gradient with the multipliers.
static void set_gradient(lagrangian *l) {
  memcpy(l->r, l->gradient, (size_t)l->p->designs * sizeof *l->r);
  for (int k = 0; k < l->count; k++)
    for (int j = 0; j < l->p->designs; j++)
      l->r[j] += direction(l, k) * l->of.multiplier[k] * row_of(l, k)[j];
}

/// of.next = the multipliers of those that hold for which the free part of the gradient is least.
static void solve(lagrangian *l) {
  const int one = 1, m = l->free;
  int n = 0, rank, info;
  for (int k = 0; k < l->count; k++) {
    l->of.next[k] = 0;
    for (int i = 0; l->of.passive[k] && i < m; i++)
      l->work.a[(size_t)n * (size_t)m + (size_t)i] = direction(l, k) * row_of(l, k)[l->entry[i]];
    if (l->of.passive[k]) l->work.pivot[n++] = 0;
  }
  if (m == 0 || n == 0) return;
  for (int i = 0; i < m; i++) l->work.b[i] = -l->gradient[l->entry[i]];
  const int ldb = m > n ? m : n;
  dgelsy_(&m, &n, &one, l->work.a, &m, l->work.b, &ldb, l->work.pivot, &ROUND_OFF, &rank,
          l->work.more, &l->work.length, &info);
  n = 0;
  for (int k = 0; k < l->count; k++)
    if (l->of.passive[k]) l->of.next[k] = l->work.b[n++];
}

/// The part of the way to of.next at which the first multiplier comes to its end, at most 1; those
/// that are there no longer hold.
static double advance(lagrangian *l) {
  double part = 1;
  for (int k = 0; k < l->count; k++)
    if (l->of.passive[k] && l->of.sign[k] != 0 && l->of.next[k] <= 0)
      part = fmin(part, l->of.multiplier[k] / (l->of.multiplier[k] - l->of.next[k]));
  for (int k = 0; k < l->count; k++) {
    double *m = &l->of.multiplier[k];
    const bool falls = l->of.sign[k] != 0 && l->of.next[k] <= 0;
    if (!l->of.passive[k]) continue;
    const bool ends = falls && *m <= part * (*m - l->of.next[k]) * (1 + ROUND_OFF);
    *m = ends ? 0 : *m + part * (l->of.next[k] - *m);
    l->of.passive[k] = !ends;
  }
  return part;
}

/// The constraint that holds back most of the free part and does not hold yet, or -1.
static int find_entering(const lagrangian *l) {
  double steepest = 0, size = 0;
  int found = -1;
  for (int i = 0; i < l->free; i++) size += l->r[l->entry[i]] * l->r[l->entry[i]];
  for (int k = 0; k < l->count; k++) {
    double slope = 0, square = 0;
    for (int i = 0; i < l->free; i++) {
      const double a = direction(l, k) * row_of(l, k)[l->entry[i]];
      slope += a * l->r[l->entry[i]];
      square += a * a;
    }
    slope /= square > 0 ? sqrt(square) : 1;
    if (l->of.passive[k] || !(slope < -ROUND_OFF * sqrt(size)) || !(slope < steepest)) continue;
    steepest = slope;
    found = k;
  }
  return found;
}

/// The multipliers for the entries that are free.
static void find_multipliers(lagrangian *l) {
  for (int exchange = 0; exchange <= EXCHANGES * (l->count + 1); exchange++) {
    for (int k = 0; k <= l->count; k++) {
      solve(l);
      if (advance(l) >= 1) break;
    }
    set_gradient(l);
    const int entering = find_entering(l);
    if (entering < 0) return;
    l->of.passive[entering] = true;
  }
}

/// Which entries no bound holds back. @return whether they are others than before
static bool find_free(lagrangian *l) {
  int count = 0;
  bool other = false;
  for (int j = 0; j < l->p->designs; j++) {
    if (missed(l, j) >= 0) continue;
    other = other || count >= l->free || l->entry[count] != j;
    l->entry[count++] = j;
  }
  other = other || count != l->free;
  l->free = count;
  return other;
}

static double measure(const lagrangian *l, double size) {
  double largest = 0;
  for (int j = 0; j < l->p->designs; j++) {
    const double off = missed(l, j);
    largest = fmax(largest, fabs(l->r[j]) * (off >= 0 ? off : 1));
  }
  for (int k = 0; k < l->count; k++) {
    const double c = l->value[1 + l->of.row[k]];
    const double missing = l->of.sign[k] > 0   ? l->p->most[l->of.row[k]] - c
                           : l->of.sign[k] < 0 ? c - l->p->least[l->of.row[k]]
                                               : 0;
    largest = fmax(largest, l->of.multiplier[k] * fmax(missing, 0));
  }
  return largest / size;
}

static int allocate(lagrangian *l, gb_arena *memory, gb_error *error) {
  const size_t n = (size_t)l->p->designs, all = (size_t)l->p->constraints;
  GB_TRY(GB_TAKE(memory, l->r, n, error));
  GB_TRY(GB_TAKE(memory, l->entry, n, error));
  GB_TRY(GB_TAKE(memory, l->of.row, all, error));
  GB_TRY(GB_TAKE(memory, l->of.sign, all, error));
  GB_TRY(GB_TAKE(memory, l->of.passive, all, error));
  find_candidates(l);
  const size_t count = (size_t)l->count, most = n > count ? n : count;
  l->work.length = (int)(4 * most + 3 * count + 2 * count + 64 * (count + 2));
  GB_TRY(GB_TAKE(memory, l->of.multiplier, count, error));
  GB_TRY(GB_TAKE(memory, l->of.next, count, error));
  GB_TRY(GB_TAKE(memory, l->work.a, n * count, error));
  GB_TRY(GB_TAKE(memory, l->work.b, most, error));
  GB_TRY(GB_TAKE(memory, l->work.more, (size_t)l->work.length, error));
  return GB_TAKE(memory, l->work.pivot, count, error);
}

int gb_optimisation_optimality(const gb_optimisation *p, const double x[], const double value[],
                               const double gradient[], double *size, double *optimality,
                               gb_error *error) {
  lagrangian l = {
      .p = p, .x = x, .value = value, .gradient = gradient, .near = NEAR * p->tolerance};
  GB_SCRATCH(scratch);
  GB_TRY(allocate(&l, &scratch, error));
  for (int j = 0; j < p->designs; j++) *size = fmax(*size, fabs(gradient[j]));
  *size = fmax(*size, LITTLE / fmax(1, p->designs));
  *optimality = INFINITY;
  for (int j = 0; j < p->designs; j++) l.entry[j] = j;
  l.free = p->designs;
  for (int round = 0; round < ROUNDS; round++) {
    find_multipliers(&l);
    *optimality = fmin(*optimality, measure(&l, *size));
    if (!find_free(&l)) break;
  }
  return GB_OK;
}
