/// All numbers of a deck that are defined twice, or named and defined nowhere: looked for when one
/// of them has ended the reading, so that a deck hears of all in one run. Source: MSC Nastran Quick
/// Reference Guide, the numbers that its cards refer to.
#include "input/nastran.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A number that a card defines.
typedef struct definition {
  const char *card;
  int64_t id;
  int32_t line;
} definition;

typedef struct search {
  gb_nastran *nastran;
  gb_error *list, own;
  int64_t *grid; ///< ascending
  int32_t grids;
  int64_t *system;
  int32_t systems;
} search;

static int compare_ids(const void *a, const void *b) {
  const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

static int compare_cards(const void *a, const void *b) {
  const definition *x = a, *y = b;
  const int order = strcmp(x->card, y->card);
  return order ? order : (x->id > y->id) - (x->id < y->id);
}

static int compare_definitions(const void *a, const void *b) {
  const int order = compare_cards(a, b);
  return order ? order : ((const definition *)a)->line - ((const definition *)b)->line;
}

static void note(search *s) {
  gb_error_move(s->list, &s->own);
}

static bool has(const int64_t all[], int32_t count, int64_t id) {
  return count > 0 && bsearch(&id, all, (size_t)count, sizeof id, compare_ids);
}

/// Sort the definitions of one kind and list those that come twice; `what`: in place of the card.
static void list_twice(search *s, const char *what, definition all[], int32_t count) {
  if (count > 0) qsort(all, (size_t)count, sizeof *all, compare_definitions);
  for (int32_t i = 1; i < count; ++i) {
    if (all[i].id != all[i - 1].id || strcmp(all[i].card, all[i - 1].card) != 0) continue;
    gb_nastran_fail_as(GB_DUPLICATE_NUMBER, s->nastran, all[i].line, &s->own,
                       "%s %lld is defined twice", what ? what : all[i].card, (long long)all[i].id);
    note(s);
  }
}

/// The definitions of a list whose entries have card, id and line.
#define DEFINITIONS(all, nastran, entries, error)                                                  \
  do {                                                                                             \
    GB_TRY(GB_TAKE((nastran)->arena, all, (size_t)(entries).count, error));                        \
    for (int32_t i_ = 0; i_ < (entries).count; ++i_)                                               \
      (all)[i_] = (definition){(entries).entry[i_].card, (entries).entry[i_].id,                   \
                               (entries).entry[i_].line};                                          \
  } while (0)

static void check_system(search *s, int32_t line, int64_t id) {
  if (id <= 0 || has(s->system, s->systems, id)) return;
  gb_nastran_fail_as(GB_UNDEFINED_NUMBER, s->nastran, line, &s->own,
                     "the coordinate system %lld is not defined", (long long)id);
  note(s);
}

/// A grid that a card names; 0: none.
static void check_grid(search *s, int32_t line, const char *card, int64_t grid) {
  if (grid == 0 || has(s->grid, s->grids, grid)) return;
  gb_nastran_fail_as(GB_UNDEFINED_NUMBER, s->nastran, line, &s->own, "%s: grid %lld is not defined",
                     card, (long long)grid);
  note(s);
}

/// The same, with the number of the card and, of bars, the field.
static void check_end(search *s, int32_t line, const char *card, int64_t id, const char *field,
                      int64_t grid) {
  if (grid == 0 || has(s->grid, s->grids, grid)) return;
  gb_nastran_fail_as(GB_UNDEFINED_NUMBER, s->nastran, line, &s->own,
                     "%s %lld: %s%sgrid %lld%s is not defined", card, (long long)id, field,
                     *field ? ", " : "", (long long)grid, *field ? "," : "");
  note(s);
}

static int list_systems(search *s, gb_error *error) {
  gb_nastran *nastran = s->nastran;
  const int32_t grids = nastran->bars.grids.count, systems = nastran->bars.systems.count;
  definition *all;
  GB_TRY(GB_TAKE(nastran->arena, s->grid, (size_t)grids, error));
  GB_TRY(GB_TAKE(nastran->arena, s->system, (size_t)systems, error));
  GB_TRY(GB_TAKE(nastran->arena, all, (size_t)systems, error));
  for (int32_t i = 0; i < grids; ++i) s->grid[s->grids++] = nastran->bars.grids.entry[i].id;
  for (int32_t i = 0; i < systems; ++i) {
    const gb_nastran_system *system = &nastran->bars.systems.entry[i];
    s->system[s->systems++] = system->id;
    all[i] = (definition){"", system->id, system->line};
  }
  if (grids) qsort(s->grid, (size_t)grids, sizeof *s->grid, compare_ids);
  if (systems) qsort(s->system, (size_t)systems, sizeof *s->system, compare_ids);
  list_twice(s, "the coordinate system", all, systems);
  for (int32_t i = 0; i < systems; ++i) {
    const gb_nastran_system *system = &nastran->bars.systems.entry[i];
    check_system(s, system->line, system->reference);
    for (int k = 0; k < 3; ++k)
      check_end(s, system->line, "coordinate system", system->id, "", system->grid[k]);
  }
  for (int32_t i = 0; i < grids; ++i) {
    const gb_nastran_place *grid = &nastran->bars.grids.entry[i];
    check_system(s, grid->line, grid->system);
    check_system(s, grid->line, grid->axes);
  }
  return GB_OK;
}

static void check_bars(search *s) {
  static const char *const names[2][2] = {{"GA", "GB"}, {"G1", "G2"}};
  gb_nastran *nastran = s->nastran;
  for (int32_t i = 0; i < nastran->bars.all.count; ++i) {
    const gb_nastran_bar *bar = &nastran->bars.all.entry[i];
    for (int end = 0; end < 2; ++end)
      check_end(s, bar->line, bar->card, bar->id, names[bar->rod][end], bar->grid[end]);
    check_end(s, bar->line, bar->card, bar->id, "G0", bar->toward);
  }
  for (int32_t i = 0; i < nastran->springs.all.count; ++i) {
    const gb_nastran_spring *spring = &nastran->springs.all.entry[i];
    for (int end = 0; end < 2; ++end)
      check_end(s, spring->line, spring->card, spring->id, "", spring->grid[end]);
    check_system(s, spring->line, spring->system);
  }
}

static void check_rigid(search *s) {
  const gb_nastran *nastran = s->nastran;
  for (int32_t i = 0; i < nastran->rigid.links.count; ++i) {
    const gb_nastran_link *link = &nastran->rigid.links.entry[i];
    check_grid(s, link->line, link->card, link->grid);
    for (int32_t k = 0; k < link->count; ++k)
      check_grid(s, link->line, link->card, nastran->rigid.ends.entry[link->first + k].grid);
  }
  for (int32_t i = 0; i < nastran->rigid.masses.count; ++i)
    check_grid(s, nastran->rigid.masses.entry[i].line, "CONM2",
               nastran->rigid.masses.entry[i].grid);
  for (int32_t i = 0; i < nastran->rigid.equations.count; ++i) {
    const gb_nastran_equation *equation = &nastran->rigid.equations.entry[i];
    for (int32_t k = 0; k < equation->count; ++k)
      check_grid(s, equation->line, equation->card,
                 nastran->rigid.terms.entry[equation->first + k].grid);
  }
}

static void check_actions(search *s) {
  for (int32_t i = 0; i < s->nastran->actions.count; ++i) {
    const gb_nastran_action *action = &s->nastran->actions.entry[i];
    check_system(s, action->line, action->system);
    if (action->kind != GB_NASTRAN_PRESSURE && action->kind != GB_NASTRAN_GRAVITY &&
        action->last == action->target)
      check_grid(s, action->line, action->card, action->target);
  }
}

/// Sort the numbers of definitions that have a card, or any: NULL. @return how many
static int32_t sort_numbers(const definition all[], int32_t count, const char *card,
                            int64_t number[]) {
  int32_t numbers = 0;
  for (int32_t i = 0; i < count; ++i)
    if (!card || !strcmp(all[i].card, card)) number[numbers++] = all[i].id;
  if (numbers) qsort(number, (size_t)numbers, sizeof *number, compare_ids);
  return numbers;
}

/// Sections of bars, and materials of sections.
static int check_sections(search *s, const definition materials[], const definition sections[],
                          gb_error *error) {
  const gb_nastran *nastran = s->nastran;
  int64_t *material, *section;
  GB_TRY(GB_TAKE(nastran->arena, material, (size_t)nastran->materials.count, error));
  GB_TRY(GB_TAKE(nastran->arena, section, (size_t)nastran->bars.sections.count, error));
  const int32_t mats = sort_numbers(materials, nastran->materials.count, "MAT1", material);
  const int32_t count = sort_numbers(sections, nastran->bars.sections.count, NULL, section);
  for (int32_t i = 0; i < nastran->bars.sections.count; ++i) {
    const gb_nastran_section *of = &nastran->bars.sections.entry[i];
    if (has(material, mats, of->material)) continue;
    gb_nastran_fail_as(GB_UNDEFINED_NUMBER, nastran, of->line, &s->own,
                       "%s %lld: MID = %lld is not defined; accepted: the number of a MAT1",
                       of->card, (long long)of->id, (long long)of->material);
    note(s);
  }
  for (int32_t i = 0; i < nastran->bars.all.count; ++i) {
    const gb_nastran_bar *bar = &nastran->bars.all.entry[i];
    if (has(section, count, bar->property)) continue;
    gb_nastran_fail_as(GB_UNDEFINED_NUMBER, nastran, bar->line, &s->own,
                       "%s %lld: PID = %lld is not defined", bar->card, (long long)bar->id,
                       (long long)bar->property);
    note(s);
  }
  return GB_OK;
}

/// Properties of springs, which are of the card with a P in place of its C.
static void check_springs(search *s, const definition sorted[]) {
  const gb_nastran *nastran = s->nastran;
  const size_t count = (size_t)nastran->springs.properties.count;
  for (int32_t i = 0; i < nastran->springs.all.count; ++i) {
    const gb_nastran_spring *spring = &nastran->springs.all.entry[i];
    char card[8];
    snprintf(card, sizeof card, "P%.4s", spring->card + 1);
    const definition key = {card, spring->property, 0};
    if (spring->property == 0 || (count && bsearch(&key, sorted, count, sizeof key, compare_cards)))
      continue;
    gb_nastran_fail_as(GB_UNDEFINED_NUMBER, nastran, spring->line, &s->own,
                       "%s %lld: PID = %lld is not defined; accepted: the number of a %s",
                       spring->card, (long long)spring->id, (long long)spring->property, card);
    note(s);
  }
}

static void check_tables(search *s) {
  const gb_nastran *nastran = s->nastran;
  for (int32_t i = 0; i < nastran->dynamics.pulses.count; ++i) {
    const gb_nastran_pulse *pulse = &nastran->dynamics.pulses.entry[i];
    bool is = pulse->table == 0;
    for (int32_t k = 0; k < nastran->dynamics.tables.count; ++k)
      is = is || nastran->dynamics.tables.entry[k].id == pulse->table;
    if (is) continue;
    gb_nastran_fail_as(GB_UNDEFINED_NUMBER, nastran, pulse->line, &s->own,
                       "TLOAD1 %lld: TID = %lld is not defined; accepted: the number of a TABLED1",
                       (long long)pulse->id, (long long)pulse->table);
    note(s);
  }
}

/// Whether the list has a line of the same place and code as an error.
static bool is_listed(const gb_error *list, const gb_error *one) {
  const char *end = strstr(one->message, ": "), *at = list->message;
  const size_t length = end ? (size_t)(end - one->message) + 1 : strlen(one->message);
  for (int i = 0; i < list->lines; i++, at += strcspn(at, "\n") + 1)
    if (list->code[i] == one->code[0] && !strncmp(at, one->message, length)) return true;
  return false;
}

int gb_nastran_list_references(gb_nastran *nastran, gb_error *first, gb_error *error) {
  gb_error list = {0};
  search s = {.nastran = nastran, .list = &list};
  GB_TRY(list_systems(&s, error));
  definition *properties, *materials, *sections, *springs;
  DEFINITIONS(properties, nastran, nastran->properties, error);
  DEFINITIONS(materials, nastran, nastran->materials, error);
  DEFINITIONS(sections, nastran, nastran->bars.sections, error);
  DEFINITIONS(springs, nastran, nastran->springs.properties, error);
  list_twice(&s, NULL, properties, nastran->properties.count);
  list_twice(&s, NULL, materials, nastran->materials.count);
  list_twice(&s, NULL, springs, nastran->springs.properties.count);
  check_bars(&s);
  check_rigid(&s);
  check_actions(&s);
  GB_TRY(check_sections(&s, materials, sections, error));
  check_springs(&s, springs);
  check_tables(&s);
  GB_TRY(gb_mesh_builder_defects(nastran->builder, &list, error));
  // several are those of the mesh's nodes and elements, which are in the list already
  if (first->lines == 1 && !is_listed(&list, first)) gb_error_move(&list, first);
  *error = list;
  return list.status;
}
