/// Selections of the elements of a model.
#include "model/blocks/selection.h"

int gb_family_entries(const gb_problem *problem, gb_family family) {
  const int count[GB_FAMILIES] = {problem->shells.count, problem->beams.count,
                                  problem->solids.count};
  return count[family];
}

/// @return the entry of a family to which an element of the mesh belongs; -1: none
static int entry_of(const gb_topology *t, gb_family family, int32_t element) {
  return family == GB_OF_SHELLS  ? t->shells->section[element]
         : family == GB_OF_BEAMS ? gb_beams_entry(t->beams, element)
                                 : gb_solids_entry(t->from->solids, element);
}

size_t gb_selections_length(const gb_problem *problem) {
  size_t entries = 0;
  for (int family = 0; family < GB_FAMILIES; family++)
    entries += (size_t)gb_family_entries(problem, (gb_family)family);
  return entries * GB_SHAPES * (1 + (size_t)problem->temperatures.count);
}

/// @return the index of a selection in `count`
static size_t index_of(const gb_problem *problem, gb_selection of) {
  size_t entry = (size_t)of.entry;
  for (int family = 0; family < (int)of.family; family++)
    entry += (size_t)gb_family_entries(problem, (gb_family)family);
  return (entry * GB_SHAPES + of.shape) * (1 + (size_t)problem->temperatures.count) +
         (size_t)(1 + of.temperature);
}

int64_t gb_selections_count(const gb_selections *s, const gb_problem *problem, gb_selection of) {
  return s->count[index_of(problem, of)];
}

static int temperature_of(const gb_selections *s, int32_t element) {
  return s->heating.entry ? s->heating.entry[element] : -1;
}

/// Find the selection of a family that has an element of the mesh. @return whether there is one
static bool find(const gb_topology *t, const gb_selections *s, int family, int32_t element,
                 gb_selection *of) {
  *of = (gb_selection){.family = (gb_family)family,
                       .entry = entry_of(t, (gb_family)family, element),
                       .shape = (gb_shape)t->from->mesh->shape[element],
                       .temperature = temperature_of(s, element)};
  return of->entry >= 0;
}

/// Count the elements of all selections.
static void count(const gb_topology *t, gb_selections *s) {
  int32_t shells = 0;
  gb_selection of;
  for (int32_t e = 0; e < t->from->mesh->elements; e++)
    for (int family = 0; family < GB_FAMILIES; family++) {
      if (!find(t, s, family, e, &of)) continue;
      int64_t *found = &s->count[index_of(t->from->problem, of)];
      s->order[e] = family == GB_OF_SHELLS ? shells++ : (int32_t)*found;
      ++*found;
    }
}

int gb_selections_divide(const gb_selections *s, const gb_topology *t, const int32_t part[],
                         int rank, gb_selected *out, gb_error *error) {
  const gb_problem *problem = t->from->problem;
  const size_t length = gb_selections_length(problem);
  const int32_t elements = t->from->mesh->elements;
  gb_selection of;
  GB_TRY(GB_TAKE(t->from->arena, out->first, length + 2, error));
  GB_TRY(GB_TAKE(t->from->arena, out->element, (size_t)elements, error)); // each is of one family
  for (int32_t e = 0; e < elements; e++)
    for (int family = 0; family < GB_FAMILIES; family++)
      if (part[e] == rank && find(t, s, family, e, &of)) out->first[index_of(problem, of) + 2]++;
  for (size_t k = 2; k < length + 2; k++) out->first[k] += out->first[k - 1];
  for (int32_t e = 0; e < elements; e++)
    for (int family = 0; family < GB_FAMILIES; family++)
      if (part[e] == rank && find(t, s, family, e, &of))
        out->element[out->first[index_of(problem, of) + 1]++] = e;
  return GB_OK;
}

gb_element_list gb_selected_entry(const gb_selected *s, const gb_problem *problem, gb_family family,
                                  int entry) {
  const gb_selection of = {.family = family, .entry = entry, .temperature = -1};
  const size_t k = index_of(problem, of);
  const size_t end = k + GB_SHAPES * (1 + (size_t)problem->temperatures.count);
  return (gb_element_list){s->element + s->first[k], s->first[end] - s->first[k]};
}

gb_element_list gb_selected_list(const gb_selected *s, const gb_problem *problem, gb_selection of) {
  const size_t k = index_of(problem, of);
  return (gb_element_list){s->element + s->first[k], s->first[k + 1] - s->first[k]};
}

int gb_selections_create(const gb_topology *t, const gb_selections **out, gb_error *error) {
  const gb_subdomain *subdomain = t->from->subdomain;
  gb_arena *arena = t->from->arena;
  gb_selections *s;
  GB_TRY(GB_TAKE(arena, s, 1, error));
  *out = s;
  GB_TRY(gb_heating_find(t, &s->heating, error));
  if (subdomain) {
    s->count = subdomain->selected;
    s->order = subdomain->order;
    return GB_OK;
  }
  GB_TRY(GB_TAKE(arena, s->count, gb_selections_length(t->from->problem), error));
  GB_TRY(GB_TAKE(arena, s->order, (size_t)t->from->mesh->elements, error));
  count(t, s);
  return GB_OK;
}
