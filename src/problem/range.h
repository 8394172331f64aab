/// Ranges of numbers. A number that designs vary has its range in src/problem/numbers.c, and keys
/// of the case file take it from there.
#ifndef GB_PROBLEM_RANGE_H
#define GB_PROBLEM_RANGE_H

#include <math.h>
#include <stdbool.h>

typedef struct gb_range {
  double lower, upper;
  bool open;        ///< the bounds are excluded
  const char *text; ///< "> 0"
} gb_range;

static const gb_range gb_any_number = {.lower = -INFINITY, .upper = INFINITY, .text = ""};
static const gb_range gb_positive = {.upper = INFINITY, .open = true, .text = "> 0"};
static const gb_range gb_not_negative = {.upper = INFINITY, .text = ">= 0"};
static const gb_range gb_from_one = {.lower = 1, .upper = INFINITY, .text = ">= 1"};

static inline bool gb_in_range(const gb_range *range, double number) {
  return range->open ? number > range->lower && number < range->upper
                     : number >= range->lower && number <= range->upper;
}

/// A number of a problem that a design may vary.
typedef struct gb_number {
  const char *name;    ///< key of the case file
  int row;             ///< index of the row in the list of numbers of its kind
  double *address;     ///< address of the number in the problem
  double lower, upper; ///< natural bounds
  bool open;           ///< the bounds are excluded
} gb_number;

/// Whether a number may have a value, whatever the others of its entry are.
bool gb_number_accepts(const gb_number *of, double value);
/// Write "accepted: a number above 0 to inf".
typedef struct gb_number_text {
  char text[80];
} gb_number_text;
gb_number_text gb_number_range(const gb_number *of);

#endif
