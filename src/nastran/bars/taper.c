/// PBEAM and PBEAML that taper: their numbers are linear from station to station. Elements here
/// have one section each, with the mean mass and, if it is given by constants, the mean
/// flexibility. So they twist, and bend under an end moment, as the tapered beams do. Bars that
/// taper more are divided into equal parts, each an element. Source: MSC
/// Nastran Quick Reference Guide, PBEAM, remarks.
#include "nastran/entries/bar.h"

#include <math.h>
#include <stdlib.h>

/// Largest variation of a property along one element, relative to its smallest value. The
/// deflection of a cantilever of one such element under a force at its tip is wrong by up to 6 %,
/// that of four such elements by 1.4 %.
static const double LIMIT = 0.25;
/// Largest variation of a dimension along one element. Bending stiffness grows with its fourth
/// power.
static const double DIMENSION_LIMIT = 0.06;

enum { AREA, I1, I2, I12, TORSION, NSM, NUMBERS };

static int by_place(const void *a, const void *b) {
  const gb_nastran_station *x = a, *y = b;
  return (x->x > y->x) - (x->x < y->x);
}

/// Sort the stations from end A to end B and fill blank numbers: end B has those of end A, a
/// station in between those on the line from A to B.
static void complete(gb_nastran_stations *all) {
  qsort(all->at, (size_t)all->count, sizeof *all->at, by_place);
  if (all->at[all->count - 1].x < 1) {
    gb_nastran_station *end = &all->at[all->count++];
    end->x = 1;
    for (int i = 0; i < all->numbers; ++i) end->value[i] = NAN;
  }
  gb_nastran_station *const a = all->at, *const b = all->at + all->count - 1;
  for (gb_nastran_station *s = b; s > a; --s)
    for (int i = 0; i < all->numbers; ++i)
      if (isnan(s->value[i]))
        s->value[i] = a->value[i] + (s == b ? 0 : s->x * (b->value[i] - a->value[i]));
}

/// Whether all stations have the numbers of end A.
static bool is_uniform(const gb_nastran_stations *all) {
  for (int k = 1; k < all->count; ++k)
    for (int i = 0; i < all->numbers; ++i)
      if (fabs(all->at[k].value[i] - all->at[0].value[i]) > 1e-9 * fabs(all->at[0].value[i]))
        return false;
  return true;
}

/// Variation along a part of a bar that is divided: of numbers, and of dimensions.
static const double PART = 0.05, DIMENSION_PART = 0.02;
/// Most parts: numbers that vary tenfold.
enum { MOST_PARTS = 64 };

/// Check number i of all stations.
static int check(const gb_record *card, const gb_nastran_stations *all, int i, double *most,
                 gb_error *error) {
  double low = INFINITY, high = 0;
  for (int k = 0; k < all->count; ++k) {
    const double value = all->at[k].value[i];
    GB_REFUSE_IF(value < 0, card, error, "%s = %g at X/XB = %g; accepted: a number >= 0",
                 all->names[i], value, all->at[k].x);
    low = fmin(low, value);
    high = fmax(high, value);
  }
  if (i == all->numbers - 1 || high == 0) return GB_OK; // NSM
  GB_REFUSE_IF(
      high > 10 * low, card, error,
      "%s varies from %g to %g along the beam; accepted: up to tenfold; divide a beam that "
      "tapers into elements, each with a section of its own",
      all->names[i], low, high);
  *most = fmax(*most, high / low - 1);
  return GB_OK;
}

static int check_product(const gb_record *card, const gb_nastran_stations *all, double *most,
                         gb_error *error) {
  for (int k = 0; k < all->count; ++k) {
    const double *value = all->at[k].value, size = sqrt(value[I1] * value[I2]);
    const double change = fabs(value[I12] - all->at[0].value[I12]);
    GB_REFUSE_IF(!(fabs(value[I12]) < size || size == 0), card, error,
                 "I12 = %g at X/XB = %g, and %g at end A; accepted: below sqrt(I1 I2) = %g in "
                 "size",
                 value[I12], all->at[k].x, all->at[0].value[I12], size);
    if (size > 0) *most = fmax(*most, change / size);
  }
  return GB_OK;
}

/// Means along the beam: of area, of mass, and of the flexibilities in torsion, in bending about z
/// and y, and of their coupling.
typedef struct means {
  double area, mass, twist, bending[3];
} means;

static void add(const double value[NUMBERS], double weight, means *m) {
  const double determinant = value[I1] * value[I2] - value[I12] * value[I12];
  m->area += weight * value[AREA];
  m->mass += weight * value[NSM];
  m->twist += weight / value[TORSION];
  m->bending[0] += weight * value[I2] / determinant;
  m->bending[1] += weight * value[I1] / determinant;
  m->bending[2] -= weight * value[I12] / determinant;
}

/// Add the stretch between two places to the means, by Gauss's rule. No station may lie between
/// them. Where the numbers vary no more than one element may, the rule is exact to round-off.
static void add_stretch(const gb_nastran_station *a, const gb_nastran_station *b, double from,
                        double to, means *m) {
  static const double place[] = {-0.9061798459386640, -0.5384693101056831, 0, 0.5384693101056831,
                                 0.9061798459386640};
  static const double weight[] = {0.2369268850561891, 0.4786286704993665, 0.5688888888888889,
                                  0.4786286704993665, 0.2369268850561891};
  for (int g = 0; g < 5; ++g) {
    double value[NUMBERS];
    const double x = from + (1 + place[g]) / 2 * (to - from);
    for (int i = 0; i < NUMBERS; ++i)
      value[i] = a->value[i] + (x - a->x) / (b->x - a->x) * (b->value[i] - a->value[i]);
    add(value, weight[g] / 2 * (to - from), m);
  }
}

/// Set a section by the means between two places.
static void set_means(const gb_nastran_stations *all, double from, double to,
                      gb_section_entry *is) {
  means m = {0};
  for (int k = 1; k < all->count; ++k) {
    const double first = fmax(from, all->at[k - 1].x), last = fmin(to, all->at[k].x);
    if (last > first) add_stretch(&all->at[k - 1], &all->at[k], first, last, &m);
  }
  const double length = to - from,
               determinant = m.bending[0] * m.bending[1] - m.bending[2] * m.bending[2];
  is->area = m.area / length;
  is->line_mass = m.mass / length;
  is->J = length / m.twist;
  is->I_zz = length * m.bending[1] / determinant;
  is->I_yy = length * m.bending[0] / determinant;
  is->I_yz = 0 - length * m.bending[2] / determinant;
}

/// Divide the bars of a section if its numbers vary too much.
static int divide(const gb_record *card, double limit, double part, const gb_nastran_section *p,
                  gb_nastran_divided *divided, gb_error *error) {
  gb_arena *arena = card->deck->arena;
  if (p->taper <= limit) return GB_OK;
  divided->property = p->id;
  divided->count = (int)fmin(ceil(log1p(p->taper) / log1p(part)), MOST_PARTS);
  GB_TRY(GB_TAKE(arena, divided->is, (size_t)divided->count, error));
  GB_TRY(GB_TAKE(arena, divided->value, (size_t)divided->count, error));
  return gb_deck_note(card->deck, card->line, error,
                      "%s %lld tapers by %.3g %%: its bars are %d elements each, of which the "
                      "first has the number of the bar",
                      p->card, (long long)p->id, 100 * p->taper, divided->count);
}

/// Replace numbers that are 0 along the whole beam by the small ones of its section at end A.
static void take_small(const gb_nastran_section *p, gb_nastran_stations *all) {
  const double own[] = {p->is.area, p->is.I_zz, p->is.I_yy, 0, p->is.J};
  const int some[] = {I1, I2, TORSION};
  for (int k = 0; k < all->count; ++k)
    for (int i = 0; i < 3; ++i)
      if (all->at[k].value[some[i]] == 0) all->at[k].value[some[i]] = own[some[i]];
}

int gb_nastran_taper(const gb_record *card, gb_nastran_stations *all, gb_nastran_section *p,
                     gb_nastran_divided *divided, gb_error *error) {
  static const int checked[] = {AREA, I1, I2, TORSION, NSM};
  complete(all);
  if (is_uniform(all)) return GB_OK;
  for (int i = 0; i < 5; ++i) GB_TRY(check(card, all, checked[i], &p->taper, error));
  GB_TRY(check_product(card, all, &p->taper, error));
  take_small(p, all);
  GB_TRY(divide(card, LIMIT, PART, p, divided, error));
  set_means(all, 0, 1, &p->is);
  for (int k = 0; k < divided->count; ++k) {
    divided->is[k] = p->is;
    set_means(all, k / (double)divided->count, (k + 1) / (double)divided->count, &divided->is[k]);
  }
  divided->line_mass = p->is.line_mass;
  return GB_OK;
}

/// Compute the means of numbers between two places.
static void find_means(const gb_nastran_stations *all, double from, double to, double mean[]) {
  for (int i = 0; i < all->numbers; ++i) mean[i] = 0;
  for (int k = 1; k < all->count; ++k) {
    const gb_nastran_station *a = &all->at[k - 1], *b = &all->at[k];
    const double first = fmax(from, a->x), last = fmin(to, b->x);
    for (int i = 0; last > first && i < all->numbers; ++i)
      mean[i] +=
          (last - first) / (to - from) *
          (a->value[i] + ((first + last) / 2 - a->x) / (b->x - a->x) * (b->value[i] - a->value[i]));
  }
}

int gb_nastran_taper_shape(const gb_record *card, gb_nastran_stations *all, gb_nastran_section *p,
                           double mean[], gb_nastran_divided *divided, gb_error *error) {
  complete(all);
  for (int i = 0; i < all->numbers; ++i) mean[i] = all->at[0].value[i];
  if (is_uniform(all)) return GB_OK;
  for (int i = 0; i < all->numbers; ++i) GB_TRY(check(card, all, i, &p->taper, error));
  GB_TRY(divide(card, DIMENSION_LIMIT, DIMENSION_PART, p, divided, error));
  find_means(all, 0, 1, mean);
  for (int k = 0; k < divided->count; ++k)
    find_means(all, k / (double)divided->count, (k + 1) / (double)divided->count,
               divided->value[k]);
  return GB_OK;
}

const gb_nastran_divided *gb_nastran_find_divided(const gb_nastran *nastran, int64_t property) {
  GB_EACH(divided, nastran->bars->divided)
    if (divided->property == property) return divided;
  return NULL;
}

int gb_nastran_tell_tapers(gb_nastran *nastran, gb_error *error) {
  const gb_nastran_section *first = NULL;
  double most = 0;
  int count = 0;
  GB_EACH(p, nastran->bars->sections) {
    if (!(p->taper > 0) || gb_nastran_find_divided(nastran, p->id)) continue;
    if (!first || p->line < first->line) first = p;
    most = fmax(most, p->taper);
    ++count;
  }
  if (!count) return GB_OK;
  return gb_deck_note(nastran->deck, first->line, error,
                      "%s %lld tapers%s by up to %.2g %% along an element: elements have one "
                      "section each, of the mean mass and flexibility",
                      first->card, (long long)first->id,
                      count > 1 ? ", and so do other sections," : "", 100 * most);
}
