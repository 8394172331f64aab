/// Predict the times and the memory of larger models and of more ranks by a cost model, whose
/// coefficients are fitted to runs.
///
/// The model is of meshes of shells and beams, which are surfaces: nested dissection of N unknowns
/// takes operations in proportion to N^(3/2) and stores entries in proportion to N log N (George,
/// Nested dissection of a regular finite element mesh, 1973). On P ranks each phase takes
///   seconds = occasions (a W + b C),   a, b >= 0,
/// with work W that the ranks share, and C, what does not scale: the whole mesh on one rank, the
/// boundary of a part, the messages of a dense front of sqrt(N) rows on a grid of ranks, and those
/// of its triangular solves. A factorisation has two kinds of work: its operations, and its
/// entries, whose assembly takes longer than the operations of small fronts.
#include "verbs/scaling.h"

#include "optimize/fortran.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TERMS = 3, MEMORY = GB_SCALING_ALL, LAWS };

typedef double term(double unknowns, double ranks);

static double share(double n, double p) {
  return n / p;
}

static double whole(double n, double p) {
  (void)p;
  return n;
}

static double one(double n, double p) {
  (void)n, (void)p;
  return 1;
}

static double boundary(double n, double p) {
  return p > 1 ? sqrt(n / p) : 0;
}

static double operations(double n, double p) {
  return n * sqrt(n) / p;
}

static double front_messages(double n, double p) {
  return n * log2(p) / sqrt(p);
}

static double entries(double n, double p) {
  return n * log2(n) / p;
}

static double solve_messages(double n, double p) {
  return sqrt(n) * log2(p);
}

/// A law has terms that take time on each occasion, and says how often these occasions come.
typedef struct law {
  term *of[TERMS]; ///< NULL: no further term
  enum { ONCE, EACH_FACTORISATION, EACH_STEP } occasion;
} law;

/// The laws of the phases of a stage. The last law is that of a rank's memory in megabytes: its
/// terms are entries of the factor, arrays as long as the whole model, and the program itself.
static const law laws[LAWS] = {
    [GB_PHASE_MESH] = {{share, whole}, ONCE},
    [GB_PHASE_ASSEMBLY] = {{share, boundary}, EACH_STEP},
    [GB_PHASE_ANALYSIS] = {{share, whole}, ONCE},
    [GB_PHASE_FACTORISATION] = {{operations, entries, front_messages}, EACH_FACTORISATION},
    [GB_PHASE_SOLVE] = {{entries, solve_messages}, EACH_STEP},
    [GB_PHASE_FUNCTIONALS] = {{share, boundary}, EACH_STEP},
    [GB_PHASE_OUTPUT] = {{share, whole}, EACH_STEP},
    [GB_SCALING_OTHER] = {{share, boundary}, EACH_STEP},
    [MEMORY] = {{entries, whole, one}, ONCE},
};

static double occasions(const law *l, const gb_scaling_run *run, int stage) {
  if (l->occasion == EACH_FACTORISATION) return run->factorisations[stage];
  return l->occasion == EACH_STEP ? run->steps : 1;
}

/// The coefficients of a law that is fitted to runs.
typedef struct fitted {
  const gb_scaling *runs;
  int stage, law;
  double c[TERMS];
} fitted;

static double predict(const fitted *f, const gb_scaling_run *run) {
  const law *l = &laws[f->law];
  double sum = 0;
  for (int t = 0; t < TERMS; t++)
    if (f->c[t] > 0) sum += f->c[t] * l->of[t](run->unknowns, run->ranks);
  return sum * occasions(l, run, f->stage);
}

/// Look up in a run the quantity that the law describes.
static double measured(const fitted *f, const gb_scaling_run *run) {
  return f->law == MEMORY ? run->memory / run->ranks : run->seconds[f->stage][f->law];
}

/// Compute the sum of squares of the relative errors, and the largest error.
static double errors(const fitted *f, double *most) {
  double sum = 0;
  *most = 0;
  for (const gb_scaling_run *run = f->runs->run; run < f->runs->run + f->runs->count; run++) {
    const double found = measured(f, run), e = found > 0 ? predict(f, run) / found - 1 : 0;
    *most = fmax(*most, fabs(e));
    sum += e * e;
  }
  return sum;
}

/// Fit the terms that a set of bits chooses, by least squares of relative errors. Several terms
/// need more runs than there are of them: they would fit as many runs without telling anything.
/// @return whether they differ in the runs, and none has a negative coefficient
static bool fit_terms(fitted *f, unsigned chosen) {
  const gb_scaling *all = f->runs;
  const law *l = &laws[f->law];
  double a[TERMS][all->count], b[all->count], work[200];
  int rows = 0, columns = 0, pivot[TERMS] = {0}, rank = 0, info = 0;
  const int leading = all->count, one_side = 1, length = 200;
  const double condition = 1e-10;
  for (int i = 0; i < all->count; i++) {
    const gb_scaling_run *run = &all->run[i];
    const double found = measured(f, run);
    if (!(found > 0)) continue;
    columns = 0;
    for (int t = 0; t < TERMS; t++)
      if (chosen >> t & 1)
        a[columns++][rows] =
            l->of[t](run->unknowns, run->ranks) * occasions(l, run, f->stage) / found;
    b[rows++] = 1;
  }
  const int needed = columns > 1 ? columns + 1 : 1;
  if (columns == 0 || rows < needed) return false;
  dgelsy_(&rows, &columns, &one_side, a[0], &leading, b, &leading, pivot, &condition, &rank, work,
          &length, &info);
  bool positive = info == 0 && rank == columns;
  for (int t = 0, k = 0; t < TERMS; t++) {
    f->c[t] = chosen >> t & 1 ? b[k++] : 0;
    positive = positive && f->c[t] >= 0;
  }
  return positive;
}

/// Fit a law: of all sets of its terms the one with the least error.
static fitted fit(const gb_scaling *all, int stage, int number) {
  const fitted none = {.runs = all, .stage = stage, .law = number};
  fitted best = none;
  double least = INFINITY, most;
  unsigned terms = 0;
  while (terms < TERMS && laws[number].of[terms]) terms++;
  for (unsigned chosen = 1; chosen < 1u << terms; chosen++) {
    fitted tried = none;
    const double sum = fit_terms(&tried, chosen) ? errors(&tried, &most) : INFINITY;
    if (sum < least * (1 - 1e-9)) {
      least = sum;
      best = tried;
    }
  }
  return best;
}

/// Refuse runs from which a prediction for more ranks cannot be made.
static int check(const gb_scaling *all, gb_error *error) {
  bool varies = false, grows = false;
  for (int i = 0; i < all->count; i++) {
    varies = varies || all->run[i].ranks != all->run[0].ranks;
    grows = grows || all->run[i].unknowns != all->run[0].unknowns;
    for (int k = 0; k < 2; k++)
      if (!(all->run[i].factorisations[k] > 0) &&
          all->run[i].seconds[k][GB_PHASE_FACTORISATION] > 0)
        return gb_fail(error, GB_OPTION_VALUE,
                       "%s: --predict: found no number of factorisations; accepted: files of "
                       "--json of this version",
                       all->run[i].file);
  }
  if (varies && grows) return GB_OK;
  return gb_fail(error, GB_OPTION_VALUE,
                 "--predict: found runs of %g %s alone; accepted: runs on two numbers of ranks or "
                 "more, and of two sizes or more (--weak)",
                 varies ? all->run[0].unknowns : all->run[0].ranks, varies ? "unknowns" : "ranks");
}

/// A run of the given unknowns with as many elements, steps and factorisations as the fitted one
/// has for its size.
static gb_scaling_run imagine(const gb_scaling_run *from, double unknowns, double ranks) {
  gb_scaling_run run = *from;
  run.ranks = ranks;
  run.unknowns = unknowns;
  run.elements *= unknowns / from->unknowns;
  run.least = run.most = run.elements / ranks;
  memset(run.seconds, 0, sizeof run.seconds);
  run.memory = 0;
  return run;
}

/// Print the largest error of a law in the runs to which it is fitted.
static void print_error(const fitted *f) {
  double most;
  errors(f, &most);
  if (f->law == MEMORY)
    printf("%-24s %6.1f %%\n", "memory", 100 * most);
  else if (most > 0)
    printf("%-9s%-15s %6.1f %%\n", gb_scaling_stages[f->stage],
           f->law == GB_SCALING_OTHER ? "other" : gb_phase_name((gb_phase)f->law), 100 * most);
}

int gb_scaling_predict(const gb_scaling *all, double unknowns, gb_arena *arena, gb_scaling *out,
                       gb_error *error) {
  enum { RUNS = 6 };
  GB_TRY(check(all, error));
  GB_TRY(GB_TAKE(arena, out->run, RUNS, error));
  out->count = RUNS;
  for (int i = 0; i < RUNS; i++)
    out->run[i] = imagine(&all->run[all->count - 1], unknowns, pow(4, i));
  printf("cost model: largest error in the %d runs\n", all->count);
  for (int k = 0; k < 2; k++)
    for (int p = 0; p < (k == 0 ? LAWS : MEMORY); p++) {
      const fitted f = fit(all, k, p);
      print_error(&f);
      for (gb_scaling_run *run = out->run; run < out->run + RUNS; run++) {
        const double found = predict(&f, run);
        if (p == MEMORY) {
          run->memory = found * run->ranks;
          continue;
        }
        run->seconds[k][p] = found;
        if (p != GB_PHASE_MESH) run->seconds[k][GB_SCALING_ALL] += found;
      }
    }
  printf("predicted for meshes of shells and beams, for a network as fast as the one of these "
         "runs\n\n");
  return GB_OK;
}
