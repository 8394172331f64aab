/// Dense factors against sparse ones: seconds of LAPACK's over seconds of MUMPS's in one run, for
/// matrices of chains of bodies and of square plates of shells. Prints a table of ratios.
#include "solve/factor/linear.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { EACH = 6, MOST = 20000, SOLVES = 20 };

/// Nodes with six unknowns each in rows of `width`, coupled to those at most one place away; a
/// chain has width 1. They are numbered and eliminated in their order.
typedef struct structure {
  gb_linear_pattern pattern;
  int nodes, width;
  int row[MOST * 36], column[MOST * 36];
  int32_t order[MOST];
  double values[MOST * 36], work[MOST * 36], x[MOST];
} structure;

static void fill(structure *s) {
  int count = 0;
  for (int a = 0; a < s->nodes; a++)
    for (int b = a; b < s->nodes && b / s->width - a / s->width < 2; b++) {
      if (abs(a % s->width - b % s->width) > 1) continue;
      for (int i = 0; i < EACH; i++)
        for (int j = a == b ? i : 0; j < EACH; j++, count++) {
          s->row[count] = EACH * a + i + 1;
          s->column[count] = EACH * b + j + 1;
          s->values[count] = a == b && i == j ? 60 : 1.0 / (1 + i + j);
        }
    }
  for (int i = 0; i < EACH * s->nodes; i++) s->order[i] = i;
  s->pattern = (gb_linear_pattern){.size = EACH * s->nodes,
                                   .owned = EACH * s->nodes,
                                   .entries = count,
                                   .row = s->row,
                                   .column = s->column,
                                   .pivot_order = s->order};
}

/// Processor time: other programs share the machine.
static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/// Mean seconds of a factorisation and of a solve.
static int measure(structure *s, const gb_linear_operations *op, double seconds[2],
                   gb_error *error) {
  const int times = 1 + 60000 / (s->pattern.size * s->pattern.size + 200);
  gb_timers timers = {0};
  gb_linear *linear;
  GB_TRY(gb_linear_start(op, MPI_COMM_WORLD, &s->pattern, &timers, &linear, error));
  int status = GB_OK;
  seconds[0] = seconds[1] = 0;
  for (int k = -1; status == GB_OK && k < times; k++) { // the first one warms up
    memcpy(s->work, s->values, (size_t)s->pattern.entries * sizeof *s->work);
    const double start = now();
    status = gb_linear_factor(linear, s->work, error);
    const double middle = now();
    for (int i = 0; status == GB_OK && i < SOLVES; i++) {
      s->x[i % s->pattern.size] = 1;
      status = gb_linear_solve(linear, false, 1, s->x, error);
    }
    if (k < 0) continue;
    seconds[0] += (middle - start) / times;
    seconds[1] += (now() - middle) / times / SOLVES;
  }
  gb_linear_destroy(&linear);
  return status;
}

static int compare(structure *s, const char *name, gb_error *error) {
  double dense[2], sparse[2];
  fill(s);
  GB_TRY(measure(s, &gb_linear_lapack, dense, error));
  GB_TRY(measure(s, &gb_linear_mumps, sparse, error));
  printf("%-6s %8d %11.1f us %8.1f us %11.1f us %8.1f us %8.2f %8.2f %8.2f\n", name,
         s->pattern.size, 1e6 * dense[0], 1e6 * dense[1], 1e6 * sparse[0], 1e6 * sparse[1],
         dense[0] / sparse[0], dense[1] / sparse[1],
         (dense[0] + SOLVES * dense[1]) / (sparse[0] + SOLVES * sparse[1]));
  return GB_OK;
}

int main(int count, char **arguments) {
  static structure s;
  gb_error error = {0};
  int status = GB_OK;
  MPI_Init(&count, &arguments);
  printf("       unknowns   dense: factor     solve  sparse: factor     solve   "
         "ratios: factor, solve, factor + %d solves\n",
         SOLVES);
  for (int nodes = 2; status == GB_OK && nodes <= 64; nodes *= 2) {
    s.nodes = nodes;
    s.width = 1;
    status = compare(&s, "chain", &error);
  }
  for (int width = 2; status == GB_OK && width <= 11; width += width < 5 ? 1 : 2) {
    s.nodes = width * width;
    s.width = width;
    status = compare(&s, "plate", &error);
  }
  if (status != GB_OK) fprintf(stderr, "%s\n", error.message);
  MPI_Finalize();
  return status;
}
