/// Residual of the Karush-Kuhn-Tucker (KKT) conditions: the gradient of the Lagrangian, with the
/// multipliers that minimise it, relative to the gradient of the objective. An entry of the
/// gradient at a bound is multiplied by the distance from the bound, and a multiplier by the
/// distance from its constraint. The multipliers solve a least squares problem with signs, by the
/// active set method of Lawson & Hanson (Solving Least Squares Problems, 1974, section 23.3).
#include "optimize/optimisation.h"

#include "base/arena.h"
#include "optimize/fortran.h"

#include <math.h>
#include <string.h>

/// NEAR: distance, in tolerances, within which a bound or a constraint may be active. ROUNDS:
/// largest number of changes of the active bounds. EXCHANGES: largest number of changes of the
/// active constraints, per constraint.
enum { NEAR = 100, ROUNDS = 30, EXCHANGES = 4 };
/// Singular values and slopes below this, relative to the largest, are round-off.
static const double ROUND_OFF = 1e-13;
/// Lower bound of the sum of the entries of the gradient of a scaled objective: the objective
/// changes by about its size when all designs do, except near an unconstrained optimum.
static const double LITTLE = 0.1;

typedef struct lagrangian {
  const gb_optimisation *p;
  const double *x, *value, *gradient;
  double near; ///< distance within which a bound or a constraint may be active
  double *r;   ///< gradient of the Lagrangian, [designs]
  int count;   ///< number of constraints that may be active
  struct {
    int *row;           ///< index of the constraint
    double *sign;       ///< 1: at its upper limit, -1: at its lower limit, 0: an equality
    double *multiplier; ///< multiplied by the sign; >= 0 except for equalities
    bool *passive;      ///< the multiplier is free, not fixed at 0 (Lawson & Hanson's passive set)
    double *next;       ///< least squares solution for the free multipliers
  } of;                 ///< constraints that may be active, [count]
  int free, *entry;     ///< number and indices of designs that are not at an active bound, [free]
  struct {
    double *a, *b, *more; ///< [designs][count], [max(designs, count)], work space of LAPACK
    int length, *pivot;
  } work;
} lagrangian;

static const double *row_of(const lagrangian *l, int k) {
  return l->gradient + (size_t)(1 + l->of.row[k]) * (size_t)l->p->designs;
}

static double direction(const lagrangian *l, int k) {
  return l->of.sign[k] < 0 ? -1 : 1;
}

/// The distance of design j from a bound that is active for its entry of the gradient; -1: there is
/// none.
static double distance_to_bound(const lagrangian *l, int j) {
  const double below = l->x[j] - l->p->lower[j], above = l->p->upper[j] - l->x[j];
  if (l->r[j] > 0 && below <= l->near) return below;
  if (l->r[j] < 0 && above <= l->near) return above;
  return -1;
}

static void find_candidates(lagrangian *l) {
  for (int i = 0; i < l->p->constraints; i++) {
    const double c = l->value[1 + i];
    const bool equal = l->p->c_lower[i] == l->p->c_upper[i];
    const bool low = c <= l->p->c_lower[i] + l->near, high = c >= l->p->c_upper[i] - l->near;
    if (!equal && !low && !high) continue;
    l->of.row[l->count] = i;
    l->of.passive[l->count] = equal;
    l->of.sign[l->count++] = equal ? 0 : high ? 1 : -1;
  }
}

/// Compute r, the gradient of the Lagrangian.
static void set_gradient(lagrangian *l) {
  memcpy(l->r, l->gradient, (size_t)l->p->designs * sizeof *l->r);
  for (int k = 0; k < l->count; k++)
    for (int j = 0; j < l->p->designs; j++)
      l->r[j] += direction(l, k) * l->of.multiplier[k] * row_of(l, k)[j];
}

/// Compute of.next, the free multipliers that minimise the entries of r for free designs.
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

/// Move the multipliers towards of.next until the first one becomes 0; multipliers that are 0 are
/// fixed there. @return the fraction of the way, at most 1
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

/// The constraint with fixed multiplier whose release reduces the free part of r most, or -1.
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

/// Find the multipliers for the current set of free designs.
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

/// Find the designs that are not at an active bound. @return whether the set has changed
static bool find_free(lagrangian *l) {
  int count = 0;
  bool other = false;
  for (int j = 0; j < l->p->designs; j++) {
    if (distance_to_bound(l, j) >= 0) continue;
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
    const double off = distance_to_bound(l, j);
    largest = fmax(largest, fabs(l->r[j]) * (off >= 0 ? off : 1));
  }
  for (int k = 0; k < l->count; k++) {
    const double c = l->value[1 + l->of.row[k]];
    const double missing = l->of.sign[k] > 0   ? l->p->c_upper[l->of.row[k]] - c
                           : l->of.sign[k] < 0 ? c - l->p->c_lower[l->of.row[k]]
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
  const size_t count = (size_t)l->count, larger = n > count ? n : count;
  l->work.length = (int)(4 * larger + 3 * count + 2 * count + 64 * (count + 2));
  GB_TRY(GB_TAKE(memory, l->of.multiplier, count, error));
  GB_TRY(GB_TAKE(memory, l->of.next, count, error));
  GB_TRY(GB_TAKE(memory, l->work.a, n * count, error));
  GB_TRY(GB_TAKE(memory, l->work.b, larger, error));
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
