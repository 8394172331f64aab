/// Ranges of numbers, in words too.
#include "problem/range.h"

#include <stdio.h>

bool gb_number_accepts(const gb_number *of, double value) {
  const gb_range range = {of->lower, of->upper, of->open, NULL};
  return isfinite(value) && gb_in_range(&range, value);
}

gb_number_text gb_number_range(const gb_number *of) {
  gb_number_text text;
  snprintf(text.text, sizeof text.text, "accepted: %s %g to %g%s",
           of->open ? "a number above" : "from", of->lower, of->upper,
           of->open && isfinite(of->upper) ? ", which is excluded" : "");
  return text;
}
