/// What one front of the large plate costs a substitution in single precision: microseconds of the
/// program's products and triangular solves with few columns, and of the library's, in one run.
#define _GNU_SOURCE
#include "base/thin_blas.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { FRONTS = 4000, PIVOTS = 39, OTHERS = 103, LEAD = PIVOTS, MOST_COLUMNS = 4, TIMES = 9 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/// Seconds of a substitution through all fronts, the least of several.
static double substitute(gb_gemm *product, gb_trsm *solve, int columns, const float *front,
                         float *x, float *y) {
  const int pivots = PIVOTS, others = OTHERS, lead = LEAD, room = OTHERS;
  const float one = 1, minus = -1;
  double least = 1e9;
  for (int time = 0; time < TIMES; time++) {
    const double start = now();
    for (size_t f = 0; f < FRONTS; f++) {
      const float *triangle = front + f * LEAD * (PIVOTS + OTHERS),
                  *rest = triangle + LEAD * PIVOTS;
      solve("L", "U", "T", "U", &pivots, &columns, &one, triangle, &lead, x, &room);
      product("T", "N", &others, &columns, &pivots, &minus, rest, &lead, x, &room, &one, y, &room);
      product("N", "N", &pivots, &columns, &others, &minus, rest, &lead, y, &room, &one, x, &room);
      solve("L", "U", "N", "U", &pivots, &columns, &one, triangle, &lead, x, &room);
    }
    const double seconds = now() - start;
    if (seconds < least) least = seconds;
  }
  return least;
}

int main(void) {
  const size_t entries = (size_t)FRONTS * LEAD * (PIVOTS + OTHERS);
  float *front = malloc(entries * sizeof *front);
  float *x = calloc(2 * (size_t)OTHERS * MOST_COLUMNS, sizeof *x);
  gb_gemm *product = (gb_gemm *)dlsym(RTLD_NEXT, "sgemm_");
  gb_trsm *solve = (gb_trsm *)dlsym(RTLD_NEXT, "strsm_");
  if (!front || !x || !product || !solve) return 1;
  // Written, so that each front has memory of its own.
  for (size_t i = 0; i < entries; i++) front[i] = 0.001f;
  printf("columns   program   library     ratio\n");
  for (int columns = 1; columns <= MOST_COLUMNS; columns++) {
    float *y = x + OTHERS * MOST_COLUMNS;
    const double ours = substitute(sgemm_, strsm_, columns, front, x, y) / FRONTS;
    const double theirs = substitute(product, solve, columns, front, x, y) / FRONTS;
    printf("%7d %6.2f us %6.2f us %9.2f\n", columns, 1e6 * ours, 1e6 * theirs, ours / theirs);
  }
  free(front);
  free(x);
  return 0;
}
