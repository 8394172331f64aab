/// Sums of all functionals, accumulated during the march: S_m = sum w_k w_p phi_m(f), relative to
/// the largest f found so far. Ranks are summed in rank order. Source: docs/theory.md, section 6.
#include "functions/aggregate.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

/// One value of a functional. `common` and `slope` are set by gb_aggregate_close.
typedef struct entry {
  const gb_functional *functional;
  double largest;                  ///< largest f so far on this rank; -INFINITY: no point yet
  double place[2];                 ///< its t and element
  gb_scalar sum[GB_FUNCTION_SUMS]; ///< S on this rank
  double common;                   ///< largest f of all ranks
  double common_place[2];
  gb_scalar slope[GB_FUNCTION_SUMS]; ///< dG/dS
} entry;

/// The sums of one entry on one rank, as exchanged between ranks and written to restart files.
typedef struct share {
  double largest, place[2], part[GB_FUNCTION_SUMS][GB_PARTS];
} share;

enum { SHARE_DOUBLES = sizeof(share) / sizeof(double) };

struct gb_aggregate {
  MPI_Comm comm;
  gb_arena memory; ///< owns the arrays
  int ranks, functionals, count;
  gb_functional *functional; ///< [functionals]
  int *first;                ///< first entry of each functional, [functionals]
  entry *entry;              ///< entries of all functionals, [count]
  share *shares;             ///< [ranks][count]
  share *mine;               ///< [count]
};

static int check_weight(const gb_functional *functional, gb_error *error) {
  if (!gb_function_has_weight(functional->function) || functional->weight > 0) return GB_OK;
  return gb_fail(error, GB_WRONG_VALUE, "%s: the weight must be positive, found %g",
                 functional->function->title, functional->weight);
}

static int values_of(const gb_functional *functional) {
  return functional->values > 1 ? functional->values : 1;
}

static int allocate(gb_aggregate *a, const gb_functional functional[], gb_error *error) {
  GB_TRY(GB_TAKE(&a->memory, a->functional, (size_t)a->functionals, error));
  GB_TRY(GB_TAKE(&a->memory, a->first, (size_t)a->functionals, error));
  for (int i = 0; i < a->functionals; i++) {
    GB_TRY(check_weight(&functional[i], error));
    a->functional[i] = functional[i];
    a->first[i] = a->count;
    a->count += values_of(&functional[i]);
  }
  GB_TRY(GB_TAKE(&a->memory, a->entry, (size_t)a->count, error));
  GB_TRY(GB_TAKE(&a->memory, a->mine, (size_t)a->count, error));
  GB_TRY(GB_TAKE(&a->memory, a->shares, (size_t)a->count * (size_t)a->ranks, error));
  for (int i = 0; i < a->functionals; i++)
    for (int k = 0; k < values_of(&functional[i]); k++)
      a->entry[a->first[i] + k].functional = &a->functional[i];
  gb_aggregate_reset(a);
  return GB_OK;
}

int gb_aggregate_create(MPI_Comm comm, int count, const gb_functional functional[],
                        gb_aggregate **out, gb_error *error) {
  *out = NULL;
  gb_aggregate *a;
  GB_TRY(GB_ALLOCATE(a, 1, error));
  a->comm = comm;
  a->functionals = count;
  MPI_Comm_size(comm, &a->ranks);
  int status = allocate(a, functional, error);
  if (status != GB_OK) {
    gb_aggregate_destroy(&a);
    return status;
  }
  *out = a;
  return GB_OK;
}

void gb_aggregate_destroy(gb_aggregate **aggregate) {
  if (!*aggregate) return;
  gb_arena_free(&(*aggregate)->memory);
  free(*aggregate);
  *aggregate = NULL;
}

void gb_aggregate_reset(gb_aggregate *aggregate) {
  for (int i = 0; i < aggregate->count; i++) {
    entry *e = &aggregate->entry[i];
    e->largest = -INFINITY;
    memset(e->place, 0, sizeof e->place);
    memset(e->sum, 0, sizeof e->sum);
  }
}

/// Whether a functional of step ends counts this time point.
static bool counts_end(const gb_functional *functional, gb_instant instant) {
  if (functional->every > 0) return instant.step >= 0 && instant.step % functional->every == 0;
  return functional->step < 0 ? instant.last : instant.step == functional->step;
}

/// The time weight of a time point in a functional.
static double time_weight(const gb_functional *functional, gb_instant instant) {
  const gb_function *function = functional->function;
  if (functional->at_ends || function->counted == GB_COUNT_AT)
    return counts_end(functional, instant);
  if (function->counted == GB_COUNT_FIRST) return instant.first;
  if (function->counted == GB_COUNT_LAST) return instant.last;
  if (functional->all) return instant.weight != 0 || instant.first || instant.step >= 0;
  return instant.weight;
}

/// The entry to which functional i adds a time point that it counts.
static entry *entry_at(const gb_aggregate *a, int i, gb_instant instant) {
  const gb_functional *functional = &a->functional[i];
  return &a->entry[a->first[i] + (functional->values > 1 ? instant.step / functional->every : 0)];
}

int gb_aggregate_value_of(const gb_aggregate *aggregate, int i, gb_instant instant) {
  if (time_weight(&aggregate->functional[i], instant) == 0) return -1;
  return (int)(entry_at(aggregate, i, instant) - aggregate->entry);
}

bool gb_aggregate_samples(const gb_aggregate *aggregate, int i, gb_field field,
                          gb_instant instant) {
  const gb_functional *functional = &aggregate->functional[i];
  const gb_function *function = functional->function;
  const bool kinetic = function->kinetic && field == GB_FIELD_KINETIC;
  return (function->field == field || kinetic) && time_weight(functional, instant) != 0;
}

int gb_aggregate_functionals(const gb_aggregate *aggregate) {
  return aggregate->functionals;
}

int gb_aggregate_values(const gb_aggregate *aggregate) {
  return aggregate->count;
}

bool gb_aggregate_uses(const gb_aggregate *aggregate, gb_field field, gb_instant instant) {
  for (int i = 0; i < aggregate->functionals; i++)
    if (gb_aggregate_samples(aggregate, i, field, instant)) return true;
  return false;
}

static double largest_of(int count, const gb_scalar f[]) {
  double largest = -INFINITY;
  for (int p = 0; p < count; p++)
    if (gb_real(f[p]) > largest) largest = gb_real(f[p]);
  return largest;
}

/// Rescale the sums to a new largest f, if it is larger than the old one.
static void raise_to(entry *e, double largest, const double place[2]) {
  if (!(largest > e->largest)) return;
  const gb_function *function = e->functional->function;
  bool empty = isinf(e->largest);
  for (int m = 0; m < function->sums && function->scaled && !empty; m++) {
    e->sum[m] *= function->rescale(e->functional->weight, e->largest, largest, m);
  }
  e->largest = largest;
  memcpy(e->place, place, sizeof e->place);
}

/// Add points to the sums. The points of one call are first summed separately, so that round-off
/// does not grow with the number of points of a long march.
static void add_points(entry *e, double w, int count, const gb_scalar f[], const gb_scalar area[]) {
  const gb_function *function = e->functional->function;
  gb_scalar sum[GB_FUNCTION_SUMS] = {0};
  for (int p = 0; p < count; p++) {
    gb_scalar phi[GB_FUNCTION_SUMS], dphi[GB_FUNCTION_SUMS];
    function->integrand(e->functional->weight, e->largest, f[p], phi, dphi);
    const gb_scalar weight = e->functional->discrete ? 1 : area[p];
    for (int m = 0; m < function->sums; m++) sum[m] += weight * phi[m];
  }
  for (int m = 0; m < function->sums; m++) e->sum[m] += w * sum[m];
}

/// Add sampling points to functional i, whatever their field.
static void add_of(gb_aggregate *aggregate, int i, gb_instant instant, const gb_points *points) {
  const int count = points->count;
  const double weight = time_weight(&aggregate->functional[i], instant);
  if (weight == 0 || count == 0) return;
  entry *e = entry_at(aggregate, i, instant);
  raise_to(e, largest_of(count, points->f), (double[2]){points->t, (double)points->element});
  add_points(e, weight, count, points->f, points->area);
}

void gb_aggregate_add_to(gb_aggregate *aggregate, int i, gb_instant instant, int count,
                         const gb_scalar f[], const gb_scalar area[]) {
  add_of(aggregate, i, instant, &(gb_points){.count = count, .f = f, .area = area});
}

void gb_aggregate_add_sums(gb_aggregate *aggregate, int i, gb_instant instant,
                           const gb_scalar sums[GB_FUNCTION_SUMS]) {
  const double weight = time_weight(&aggregate->functional[i], instant);
  entry *e = weight == 0 ? NULL : entry_at(aggregate, i, instant);
  for (int m = 0; e && m < e->functional->function->sums; m++) e->sum[m] += weight * sums[m];
}

/// Whether functional i samples these points.
static bool samples(const gb_aggregate *a, int i, gb_instant instant, const gb_points *points) {
  const int group = a->functional[i].group;
  return gb_aggregate_samples(a, i, points->field, instant) &&
         (group == 0 || (points->groups >> (group - 1) & 1));
}

void gb_aggregate_add(gb_aggregate *aggregate, gb_instant instant, const gb_points *points) {
  for (int i = 0; i < aggregate->functionals; i++)
    if (samples(aggregate, i, instant, points)) add_of(aggregate, i, instant, points);
}

/// Gather the sums of all ranks on all ranks. Collective.
static void exchange(gb_aggregate *a) {
  for (int i = 0; i < a->count; i++) {
    a->mine[i].largest = a->entry[i].largest;
    memcpy(a->mine[i].place, a->entry[i].place, sizeof a->mine[i].place);
    memcpy(a->mine[i].part, a->entry[i].sum, sizeof a->mine[i].part);
  }
  MPI_Allgather(a->mine, a->count * SHARE_DOUBLES, MPI_DOUBLE, a->shares, a->count * SHARE_DOUBLES,
                MPI_DOUBLE, a->comm);
}

/// Add the sums of one rank to an entry, after rescaling both to the larger of their largest f.
static void add_share(entry *all, const share *s) {
  entry one = {.functional = all->functional, .largest = s->largest};
  memcpy(one.place, s->place, sizeof one.place);
  memcpy(one.sum, s->part, sizeof one.sum);
  raise_to(all, one.largest, one.place);
  raise_to(&one, all->largest, all->place);
  for (int m = 0; m < GB_FUNCTION_SUMS; m++) all->sum[m] += one.sum[m];
}

/// Sum entry i over all ranks, in rank order, relative to the largest f of all ranks.
static void combine(const gb_aggregate *a, int i, gb_scalar S[GB_FUNCTION_SUMS]) {
  entry all = {.functional = a->entry[i].functional, .largest = -INFINITY};
  for (int rank = 0; rank < a->ranks; rank++) add_share(&all, &a->shares[rank * a->count + i]);
  a->entry[i].common = all.largest;
  memcpy(a->entry[i].common_place, all.place, sizeof all.place);
  memcpy(S, all.sum, sizeof all.sum);
}

int gb_aggregate_close(gb_aggregate *aggregate, gb_scalar values[], gb_error *error) {
  exchange(aggregate);
  for (int i = 0; i < aggregate->count; i++) {
    entry *e = &aggregate->entry[i];
    const gb_function *function = e->functional->function;
    gb_scalar S[GB_FUNCTION_SUMS];
    combine(aggregate, i, S);
    values[i] = function->value(e->functional->weight, e->common, S, e->slope);
    const gb_functional *functional = e->functional;
    if (!isfinite(gb_real(values[i])) && function->field == GB_FIELD_INERTIA)
      return gb_fail(error, GB_NOT_FINITE,
                     "%s: the %s is not finite (mass %g); accepted: a model with mass",
                     functional->where, function->title, (double)gb_real(S[0]));
    if (!isfinite(gb_real(values[i]))) {
      return gb_fail(
          error, GB_NOT_FINITE,
          "%s: no finite value (weight %g, largest sample %g, weighted sum %g); negative "
          "time weights or samples that are not numbers give this",
          function->title, e->functional->weight, e->common, (double)gb_real(S[0]));
    }
  }
  return GB_OK;
}

gb_peak gb_aggregate_peak(const gb_aggregate *aggregate, int value) {
  const entry *e = &aggregate->entry[value];
  return (gb_peak){e->functional->function->field, e->common, e->common_place[0],
                   (int64_t)e->common_place[1]};
}

/// g = dG/df of each point's contribution to one functional.
static void weigh_points(const entry *e, double w, int count, const gb_scalar f[],
                         const gb_scalar area[], gb_scalar g[]) {
  const gb_function *function = e->functional->function;
  for (int p = 0; p < count; p++) {
    gb_scalar phi[GB_FUNCTION_SUMS], dphi[GB_FUNCTION_SUMS], slope = 0;
    function->integrand(e->functional->weight, e->common, f[p], phi, dphi);
    for (int m = 0; m < function->sums; m++) slope += e->slope[m] * dphi[m];
    g[p] = w * (e->functional->discrete ? 1 : area[p]) * slope;
  }
}

void gb_aggregate_weights_of(const gb_aggregate *aggregate, int i, gb_instant instant, int count,
                             const gb_scalar f[], const gb_scalar area[], gb_scalar g[]) {
  const double weight = time_weight(&aggregate->functional[i], instant);
  if (weight == 0)
    memset(g, 0, (size_t)count * sizeof *g);
  else
    weigh_points(entry_at(aggregate, i, instant), weight, count, f, area, g);
}

void gb_aggregate_weights(const gb_aggregate *aggregate, gb_instant instant,
                          const gb_points *points, gb_scalar g[]) {
  const size_t count = (size_t)points->count;
  for (int i = 0; i < aggregate->functionals; i++) {
    gb_scalar *row = g + (size_t)i * count;
    if (samples(aggregate, i, instant, points))
      gb_aggregate_weights_of(aggregate, i, instant, points->count, points->f, points->area, row);
    else
      memset(row, 0, count * sizeof *row);
  }
}

/// g = dG/d(area weight) of one functional; 0 if its sum is discrete.
static void weigh_areas(const entry *e, double w, const gb_points *points, gb_scalar g[]) {
  const gb_function *function = e->functional->function;
  for (int p = 0; p < points->count; p++) {
    gb_scalar phi[GB_FUNCTION_SUMS], dphi[GB_FUNCTION_SUMS], sum = 0;
    function->integrand(e->functional->weight, e->common, points->f[p], phi, dphi);
    for (int m = 0; m < function->sums; m++) sum += e->slope[m] * phi[m];
    g[p] = e->functional->discrete ? 0 : w * sum;
  }
}

void gb_aggregate_area_weights(const gb_aggregate *aggregate, gb_instant instant,
                               const gb_points *points, gb_scalar g[]) {
  const size_t count = (size_t)points->count;
  for (int i = 0; i < aggregate->functionals; i++) {
    gb_scalar *row = g + (size_t)i * count;
    if (samples(aggregate, i, instant, points))
      weigh_areas(entry_at(aggregate, i, instant), time_weight(&aggregate->functional[i], instant),
                  points, row);
    else
      memset(row, 0, count * sizeof *row);
  }
}

void gb_aggregate_slopes_of(const gb_aggregate *aggregate, int i, gb_instant instant,
                            gb_scalar slope[GB_FUNCTION_SUMS]) {
  const double weight = time_weight(&aggregate->functional[i], instant);
  const entry *e = weight == 0 ? NULL : entry_at(aggregate, i, instant);
  for (int m = 0; m < GB_FUNCTION_SUMS; m++) slope[m] = e ? weight * e->slope[m] : 0;
}

size_t gb_aggregate_numbers(const gb_aggregate *aggregate) {
  return (size_t)aggregate->count * SHARE_DOUBLES;
}

void gb_aggregate_store(gb_aggregate *aggregate, double all[]) {
  exchange(aggregate);
  memcpy(all, aggregate->shares,
         (size_t)(aggregate->ranks * aggregate->count) * sizeof *aggregate->shares);
}

void gb_aggregate_restore(gb_aggregate *aggregate, int ranks, const double all[]) {
  int own;
  MPI_Comm_rank(aggregate->comm, &own);
  const bool same = ranks == aggregate->ranks;
  gb_aggregate_reset(aggregate);
  for (int rank = 0; rank < ranks; rank++) {
    if (same ? rank != own : own != 0) continue;
    for (int i = 0; i < aggregate->count; i++) {
      share one;
      memcpy(&one, all + (size_t)(rank * aggregate->count + i) * SHARE_DOUBLES, sizeof one);
      entry *e = &aggregate->entry[i];
      if (same) {
        e->largest = one.largest;
        memcpy(e->place, one.place, sizeof e->place);
        memcpy(e->sum, one.part, sizeof e->sum);
      } else {
        add_share(e, &one);
      }
    }
  }
}
