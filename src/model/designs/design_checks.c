/// Checks of values of designs that exclude each other, though each is in its own range: as walls
/// and the size of their section.
#include "model/designs/designs.h"
#include "problem/faults.h"

#include <math.h>

/// The values of the numbers that vary, which an entry's numbers are checked with.
typedef struct trial {
  const gb_design_set *set;
  const double **address; ///< [set->numbers]
  double *value;          ///< [set->numbers]
} trial;

static int open_trial(const gb_design_set *set, gb_arena *arena, trial *t, gb_error *error) {
  t->set = set;
  GB_TRY(GB_TAKE(arena, t->address, (size_t)set->numbers, error));
  GB_TRY(GB_TAKE(arena, t->value, (size_t)set->numbers, error));
  for (int n = 0; n < set->numbers; n++) t->address[n] = set->number[n].number;
  return GB_OK;
}

static bool is_faulty(const trial *t, int n, const char **name, gb_fault *fault) {
  return gb_problem_fault(t->set->problem, t->address[n], t->set->numbers, t->address, t->value,
                          name, fault);
}

static int refuse_fault(const gb_design_set *set, int n, const char *what, const char *name,
                        const gb_fault *fault, gb_error *error) {
  const gb_design *design = &set->design[set->number[n].design];
  return gb_fail(error, GB_WRONG_DESIGN_VALUES, "%s: %s '%s': '%s': %s%s%s",
                 set->problem->designs.entry[design->entry].where, what, design->name, name,
                 fault->key ? fault->key : "", fault->key ? " " : "", fault->text);
}

int gb_design_set_check(const gb_design_set *set, const double value[], gb_error *error) {
  trial t;
  gb_fault fault;
  const char *name;
  GB_SCRATCH(scratch);
  GB_TRY(open_trial(set, &scratch, &t, error));
  for (int n = 0; n < set->numbers; n++) t.value[n] = value[set->number[n].design];
  for (int n = 0; n < set->numbers; n++)
    if (is_faulty(&t, n, &name, &fault))
      return refuse_fault(set, n, "with these values of designs, as", name, &fault, error);
  return GB_OK;
}

enum { MOST_OTHERS = 5 }; ///< of the designs that are tried with a bound, all ways

/// Find whether a number may be equal to its bound while each other design of its entry has its
/// value in the case, its lower bound or its upper bound.
static bool is_reached(trial *t, int n, double bound, const char **name, gb_fault *fault) {
  enum { CHOICES = 3 };
  const gb_design_set *set = t->set;
  const int own = set->number[n].design;
  int other[MOST_OTHERS], others = 0, ways = 1;
  for (int i = 0; i < set->numbers; i++) {
    const gb_design *design = &set->design[set->number[i].design];
    t->value[i] = set->number[i].design == own ? bound : design->value;
  }
  for (int i = 0; i < set->numbers && others < MOST_OTHERS; i++) {
    if (set->number[i].design == own ||
        !gb_problem_same_entry(set->problem, t->address[n], t->address[i]))
      continue;
    other[others++] = i;
    ways *= CHOICES;
  }
  for (int way = 0; way < ways; way++) {
    for (int k = 0, left = way; k < others; k++, left /= CHOICES) {
      const gb_design *design = &set->design[set->number[other[k]].design];
      const double to = left % CHOICES == 0   ? design->value
                        : left % CHOICES == 1 ? design->lower
                                              : design->upper;
      t->value[other[k]] = fmax(-1e30, fmin(1e30, to)); // a bound that is not given
    }
    if (!is_faulty(t, n, name, fault)) return true;
  }
  return false;
}

int gb_design_set_check_bounds(const gb_design_set *set, gb_error *error) {
  trial t;
  gb_fault fault;
  const char *name;
  GB_SCRATCH(scratch);
  GB_TRY(open_trial(set, &scratch, &t, error));
  for (int n = 0; n < set->numbers; n++) {
    const gb_design_entry *entry =
        &set->problem->designs.entry[set->design[set->number[n].design].entry];
    if (entry->owner[GB_OWNER_MATERIAL]) continue; // its numbers may well be bounded by far ones
    if (!isnan(entry->lower) && !is_reached(&t, n, entry->lower, &name, &fault))
      return refuse_fault(set, n, "at the lower bound of", name, &fault, error);
    if (!isnan(entry->upper) && !is_reached(&t, n, entry->upper, &name, &fault))
      return refuse_fault(set, n, "at the upper bound of", name, &fault, error);
  }
  return GB_OK;
}
