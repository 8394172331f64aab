/// What a scheme does to velocities and accelerations across held positions, and to invariants: by
/// its table. Source: docs/theory.md, (10.10) and (10.11).
#include "system/enforcement.h"

#include <math.h>

/// Hidden constraints must lose more than this part of their error a step.
static const double damped = 0.995;

void gb_enforcement_point(const gb_table *table, gb_stage *point) {
  int64_t k = gb_table_stages(table) - gb_table_scheme(table)->width;
  do gb_table_stage(table, k++, point);
  while (point->kind == GB_STAGE_COMBINE);
}

bool gb_enforcement_keeps_invariants(const gb_table *table) {
  gb_stage regular, end, before;
  const int64_t last = gb_table_stages(table) - 1;
  gb_enforcement_point(table, &regular);
  gb_table_stage(table, last, &end);
  gb_table_stage(table, last - gb_table_scheme(table)->width, &before);
  const double half = (end.t - before.t) / 2;
  return regular.sigma[GB_A] == 1 && fabs(regular.sigma[GB_V] / half - 1) < 1e-9 &&
         fabs(regular.sigma[GB_Q] / (half * half) - 1) < 1e-9;
}

/// M <- M^2 / |M^2|; the logarithm of that norm.
static double square(double M[GB_COMPONENTS][GB_COMPONENTS]) {
  double S[GB_COMPONENTS][GB_COMPONENTS] = {{0}}, norm = 0;
  for (int i = 0; i < GB_COMPONENTS; i++)
    for (int j = 0; j < GB_COMPONENTS; j++) {
      for (int k = 0; k < GB_COMPONENTS; k++) S[i][j] += M[i][k] * M[k][j];
      norm = fmax(norm, fabs(S[i][j]));
    }
  for (int i = 0; i < GB_COMPONENTS; i++)
    for (int j = 0; j < GB_COMPONENTS; j++) M[i][j] = norm > 0 ? S[i][j] / norm : 0;
  return norm > 0 ? log(norm) : -INFINITY;
}

/// The factor a step of errors in the hidden constraints where positions are held: the spectral
/// radius of y_k = (C - sigma C_q / sigma_q) y_(k-1), for schemes that go on from one point.
static double hidden_radius(const gb_stage *point) {
  enum { SQUARINGS = 20 };
  double M[GB_COMPONENTS][GB_COMPONENTS], logarithm = 0;
  const double(*C)[GB_COMPONENTS] = point->history[0].c;
  for (int i = 0; i < GB_COMPONENTS; i++)
    for (int j = 0; j < GB_COMPONENTS; j++)
      M[i][j] = C[i][j] - point->sigma[i] * C[GB_Q][j] / point->sigma[GB_Q];
  for (int k = 0; k < SQUARINGS; k++) logarithm = 2 * logarithm + square(M);
  return exp(ldexp(logarithm, -SQUARINGS));
}

bool gb_enforcement_damps(const gb_table *table) {
  const gb_scheme *scheme = gb_table_scheme(table);
  gb_stage regular;
  if (scheme->order == 0) return true;
  gb_enforcement_point(table, &regular);
  return scheme->index3 && (regular.histories > 1 || hidden_radius(&regular) < damped);
}
