/// Substeps of bisected steps in a sorted list; all others follow from their numbers.
/// Source: docs/theory.md, equation (7.5).
#include "integrators/substeps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// How many substeps of the list begin at or before stage k.
static int64_t count_until(const gb_substeps *substeps, int64_t k) {
  const gb_substep *substep = substeps->split.data;
  int64_t low = 0, high = substeps->split.count;
  while (low < high) {
    const int64_t middle = (low + high) / 2;
    if (substep[middle].first <= k)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

gb_substep gb_substeps_at(const gb_substeps *substeps, int64_t k) {
  const int64_t count = count_until(substeps, k);
  gb_substep before = {.first = 1 - substeps->width}; // "step 0"
  if (count > 0) before = ((const gb_substep *)substeps->split.data)[count - 1];
  const int64_t ahead = (k - before.first) / substeps->width;
  if (ahead == 0) return before;
  return (gb_substep){.first = before.first + ahead * substeps->width,
                      .step = before.step + (int)ahead};
}

int gb_substeps_bisect(gb_substeps *substeps, int64_t k, gb_error *error) {
  const gb_substep whole = gb_substeps_at(substeps, k);
  gb_substep half[2] = {whole, whole};
  half[0].level = half[1].level = whole.level + 1;
  half[0].fresh = true;
  half[1].fresh = false;
  half[1].first += substeps->width;
  half[1].start += ldexp(1, -half[1].level);
  GB_TRY(gb_list_add(&substeps->bisected, sizeof whole.first, &whole.first, error));
  const int added = whole.level > 0 ? 1 : 2; // the list has no whole steps
  for (int i = 0; i < added; i++)
    GB_TRY(gb_list_add(&substeps->split, sizeof *half, &half[i], error));
  gb_substep *substep = substeps->split.data;
  const int64_t last = substeps->split.count;
  int64_t index = last - added;
  while (index > 0 && substep[index - 1].first >= whole.first) index--;
  const int64_t after = last - added - index - (2 - added);
  gb_substep *later = &substep[index + 2];
  memmove(later, &substep[index + 2 - added], (size_t)after * sizeof *substep);
  memcpy(&substep[index], half, sizeof half);
  for (int64_t i = 0; i < after; i++) later[i].first += substeps->width;
  return GB_OK;
}

void gb_substeps_free(gb_substeps *substeps) {
  free(substeps->split.data);
  free(substeps->bisected.data);
  substeps->split = substeps->bisected = (gb_list){0};
}
