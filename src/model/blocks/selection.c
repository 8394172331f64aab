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

bool gb_selections_have(const gb_selections *s, const gb_topology *t, gb_selection of,
                        int32_t element) {
  return entry_of(t, of.family, element) == of.entry && t->from->mesh->shape[element] == of.shape &&
         temperature_of(s, element) == of.temperature;
}

/// Count the elements of all selections.
static void count(const gb_topology *t, gb_selections *s) {
  const gb_mesh *mesh = t->from->mesh;
  int32_t shells = 0;
  for (int32_t e = 0; e < mesh->elements; e++)
    for (int family = 0; family < GB_FAMILIES; family++) {
      const gb_selection of = {.family = (gb_family)family,
                               .entry = entry_of(t, (gb_family)family, e),
                               .shape = (gb_shape)mesh->shape[e],
                               .temperature = temperature_of(s, e)};
      if (of.entry < 0) continue;
      int64_t *found = &s->count[index_of(t->from->problem, of)];
      s->order[e] = family == GB_OF_SHELLS ? shells++ : (int32_t)*found;
      ++*found;
    }
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
