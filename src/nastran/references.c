/// All numbers of a deck that are defined twice, or named and defined nowhere: looked for when one
/// of them, or a card that is refused, has ended the reading, so that a deck hears of all in one
/// run. What a refused card may define is not looked for. Source: MSC Nastran Quick Reference
/// Guide, the numbers that its cards refer to.
#include "nastran/references.h"
#include "nastran/bars.h"
#include "nastran/sets.h"
#include "nastran/shells.h"

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
  int64_t *shell; ///< elements, ascending
  int32_t shells;
  definition *refused; ///< numbers of refused cards, ascending
  int32_t refusals;
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

/// Whether a refused card of this name has the number.
static bool is_refused(const search *s, const char *card, int64_t id) {
  const definition key = {card, id, 0};
  return s->refusals > 0 &&
         bsearch(&key, s->refused, (size_t)s->refusals, sizeof key, compare_cards);
}

static bool is_refused_among(const search *s, const char *const cards[], int64_t id) {
  bool is = false;
  for (; *cards && !is; ++cards) is = is_refused(s, *cards, id);
  return is;
}

int gb_nastran_note_refused(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_refused refused = {.id = 0};
  gb_error own = {0};
  if (gb_read_integer(card, 0, "ID", &refused.id, &own) != GB_OK) return GB_OK;
  memcpy(refused.card, card->word, sizeof refused.card);
  return GB_ARENA_ADD(nastran->deck->arena, nastran->refused, refused, error);
}

static int sort_refused(search *s, gb_error *error) {
  const gb_nastran *nastran = s->nastran;
  s->refusals = nastran->refused.count;
  GB_TRY(GB_TAKE(nastran->deck->arena, s->refused, (size_t)s->refusals, error));
  for (int32_t i = 0; i < s->refusals; ++i)
    s->refused[i] = (definition){nastran->refused.entry[i].card, nastran->refused.entry[i].id, 0};
  if (s->refusals) qsort(s->refused, (size_t)s->refusals, sizeof *s->refused, compare_cards);
  return GB_OK;
}

/// Sort the definitions of one kind and list those that come twice; `what`: in place of the card.
static void list_twice(search *s, const char *what, definition all[], int32_t count) {
  if (count > 0) qsort(all, (size_t)count, sizeof *all, compare_definitions);
  for (int32_t i = 1; i < count; ++i) {
    if (all[i].id != all[i - 1].id || strcmp(all[i].card, all[i - 1].card) != 0) continue;
    gb_deck_fail_as(GB_DUPLICATE_NUMBER, s->nastran->deck, all[i].line, &s->own,
                    "%s %lld is defined twice", what ? what : all[i].card, (long long)all[i].id);
    note(s);
  }
}

/// The definitions of a list whose entries have card, id and line.
#define DEFINITIONS(all, nastran, entries, error)                                                  \
  do {                                                                                             \
    GB_TRY(GB_TAKE((nastran)->deck->arena, all, (size_t)(entries).count, error));                  \
    for (int32_t i_ = 0; i_ < (entries).count; ++i_)                                               \
      (all)[i_] = (definition){(entries).entry[i_].card, (entries).entry[i_].id,                   \
                               (entries).entry[i_].line};                                          \
  } while (0)

static void check_system(search *s, int32_t line, int64_t id) {
  static const char *const cards[] = {"CORD1R", "CORD1C", "CORD1S", "CORD2R",
                                      "CORD2C", "CORD2S", NULL};
  if (id <= 0 || has(s->system, s->systems, id) || is_refused_among(s, cards, id)) return;
  gb_deck_fail_as(GB_UNDEFINED_NUMBER, s->nastran->deck, line, &s->own,
                  "the coordinate system %lld is not defined", (long long)id);
  note(s);
}

/// A grid that a card names; 0: none.
static void check_named_grid(search *s, int32_t line, const char *what, int64_t grid,
                             const char *behind) {
  if (grid == 0 || has(s->grid, s->grids, grid) || is_refused(s, "GRID", grid)) return;
  gb_deck_fail_as(GB_UNDEFINED_NUMBER, s->nastran->deck, line, &s->own,
                  "%s grid %lld%s is not defined", what, (long long)grid, behind);
  note(s);
}

static void check_grid(search *s, int32_t line, const char *card, int64_t grid) {
  char what[24];
  snprintf(what, sizeof what, "%.16s:", card);
  check_named_grid(s, line, what, grid, "");
}

/// The same, with the number of the card and, of bars, the field.
static void check_end(search *s, int32_t line, const char *card, int64_t id, const char *field,
                      int64_t grid) {
  if (grid == 0 || has(s->grid, s->grids, grid) || is_refused(s, "GRID", grid)) return;
  gb_deck_fail_as(GB_UNDEFINED_NUMBER, s->nastran->deck, line, &s->own,
                  "%s %lld: %s%sgrid %lld%s is not defined", card, (long long)id, field,
                  *field ? ", " : "", (long long)grid, *field ? "," : "");
  note(s);
}

static int list_systems(search *s, gb_error *error) {
  gb_nastran *nastran = s->nastran;
  const int32_t grids = nastran->grids.all.count, systems = nastran->grids.systems.count;
  definition *all;
  GB_TRY(GB_TAKE(nastran->deck->arena, s->grid, (size_t)grids, error));
  GB_TRY(GB_TAKE(nastran->deck->arena, s->system, (size_t)systems, error));
  GB_TRY(GB_TAKE(nastran->deck->arena, all, (size_t)systems, error));
  for (int32_t i = 0; i < grids; ++i) s->grid[s->grids++] = nastran->grids.all.entry[i].id;
  for (int32_t i = 0; i < systems; ++i) {
    const gb_nastran_system *system = &nastran->grids.systems.entry[i];
    s->system[s->systems++] = system->id;
    all[i] = (definition){"", system->id, system->line};
  }
  if (grids) qsort(s->grid, (size_t)grids, sizeof *s->grid, compare_ids);
  if (systems) qsort(s->system, (size_t)systems, sizeof *s->system, compare_ids);
  list_twice(s, "the coordinate system", all, systems);
  for (int32_t i = 0; i < systems; ++i) {
    const gb_nastran_system *system = &nastran->grids.systems.entry[i];
    check_system(s, system->line, system->reference);
    for (int k = 0; k < 3; ++k)
      check_end(s, system->line, "coordinate system", system->id, "", system->grid[k]);
  }
  for (int32_t i = 0; i < grids; ++i) {
    const gb_nastran_place *grid = &nastran->grids.all.entry[i];
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

/// Whether a range has one of these numbers.
static bool meets(const int64_t all[], int32_t count, int64_t first, int64_t last) {
  const int32_t i = gb_lower_index(all, count, first);
  return i < count && all[i] <= last;
}

/// Whether a range has a refused card of these names.
static bool meets_refused(const search *s, const char *const cards[], int64_t first, int64_t last) {
  for (int32_t i = 0; i < s->refusals; ++i)
    for (const char *const *card = cards; *card; ++card)
      if (!strcmp(s->refused[i].card, *card) && first <= s->refused[i].id &&
          s->refused[i].id <= last)
        return true;
  return false;
}

static const char *const grid_cards[] = {"GRID", NULL};
static const char *const shell_cards[] = {"CQUAD4", "CQUADR", "CTRIA3", "CTRIAR",
                                          "CQUAD8", "CTRIA6", "CSHEAR", NULL};
static const char *const bar_cards[] = {"CBAR", "CBEAM", NULL};

static void check_actions(search *s) {
  for (int32_t i = 0; i < s->nastran->actions.count; ++i) {
    const gb_nastran_action *action = &s->nastran->actions.entry[i];
    const bool shells = action->kind == GB_NASTRAN_PRESSURE;
    if (action->system == GB_NASTRAN_SPREAD) continue; // the card itself is looked at
    check_system(s, action->line, action->system);
    if (action->kind == GB_NASTRAN_GRAVITY || action->target == 0) continue;
    if (meets(shells ? s->shell : s->grid, shells ? s->shells : s->grids, action->target,
              action->last) ||
        meets_refused(s, shells ? shell_cards : grid_cards, action->target, action->last))
      continue;
    gb_nastran_refuse_target(s->nastran, action, &s->own);
    note(s);
  }
}

static bool has_bar(const search *s, int64_t id) {
  const gb_nastran *nastran = s->nastran;
  for (int32_t i = 0; i < nastran->bars.all.count; ++i)
    if (!nastran->bars.all.entry[i].rod && nastran->bars.all.entry[i].id == id) return true;
  return is_refused_among(s, bar_cards, id);
}

/// Loads that are spread over grids.
static void check_spread(search *s) {
  const gb_nastran *nastran = s->nastran;
  for (int32_t i = 0; i < nastran->dynamics.spread.count; ++i) {
    const gb_nastran_spread *load = &nastran->dynamics.spread.entry[i];
    const bool along = !strcmp(load->card, "PLOAD1"), on = !strcmp(load->card, "PLOAD4");
    check_system(s, load->line, load->system);
    for (int k = 0; k < 4; ++k) {
      char what[24];
      snprintf(what, sizeof what, "%.8s: G%d,", load->card, k + 1);
      check_named_grid(s, load->line, what, load->grid[k], ",");
    }
    if (!along && !on) check_grid(s, load->line, load->card, load->target);
    if (along && !has_bar(s, load->target))
      gb_deck_fail_as(GB_UNDEFINED_NUMBER, nastran->deck, load->line, &s->own,
                      "PLOAD1: EID = %lld is not that of a CBAR or CBEAM", (long long)load->target);
    if (on && !meets(s->shell, s->shells, load->target, load->last) &&
        !meets_refused(s, shell_cards, load->target, load->last))
      gb_deck_fail_as(GB_UNDEFINED_NUMBER, nastran->deck, load->line, &s->own,
                      "PLOAD4: no shell element from %lld to %lld", (long long)load->target,
                      (long long)load->last);
    note(s);
  }
}

/// Sets that the case control or the case chooses.
static void check_sets(search *s, const gb_deck_choice *deck) {
  static const char *const cards[GB_NASTRAN_CHOICES][14] = {
      {"SPC", "SPC1", "SPCADD", NULL},
      {"FORCE", "MOMENT", "FORCE1", "FORCE2", "MOMENT1", "MOMENT2", "PLOAD", "PLOAD1", "PLOAD2",
       "PLOAD4", "GRAV", "RFORCE", "LOAD", NULL},
      {"DLOAD", "TLOAD1", "TLOAD2", NULL},
      {"MPC", "MPCADD", NULL}};
  gb_error own = {0};
  if (gb_nastran_choose_sets(s->nastran, deck, &own) != GB_OK) {
    gb_error_move(s->list, &own);
    return;
  }
  for (int of = 0; of < GB_NASTRAN_CHOICES; ++of) {
    const int64_t chosen = s->nastran->set.chosen[of];
    if (chosen == 0 || gb_nastran_has_set(s->nastran, (gb_nastran_choice)of, chosen) ||
        is_refused_among(s, cards[of], chosen))
      continue;
    gb_nastran_refuse_set(s->nastran, (gb_nastran_choice)of, &s->own);
    note(s);
  }
}

/// A material of a shell. Where the deck has none at all, the case has them.
static void check_material(search *s, const definition materials[], const gb_nastran_property *of,
                           int64_t id) {
  static const char *const cards[] = {"MAT1", "MAT2", "MAT8", NULL};
  const char *card = of->count > 0 ? "MAT8" : "MAT1";
  const size_t count = (size_t)s->nastran->materials.count;
  if (count == 0) return;
  for (int i = 0; cards[i]; ++i) {
    const definition key = {cards[i], id, 0};
    if (gb_nastran_is_shear(of) && i > 0) break;
    if (bsearch(&key, materials, count, sizeof key, compare_cards)) return;
  }
  if (is_refused_among(s, cards, id)) return;
  gb_deck_fail_as(GB_UNDEFINED_NUMBER, s->nastran->deck, of->line, &s->own,
                  "%s %lld: MID = %lld is not defined; accepted: the number of a %s", of->card,
                  (long long)of->id, (long long)id, card);
  note(s);
}

static void check_properties(search *s, const definition materials[]) {
  const gb_nastran *nastran = s->nastran;
  for (int32_t i = 0; i < nastran->shells.properties.count; ++i) {
    const gb_nastran_property *of = &nastran->shells.properties.entry[i];
    if (of->count == 0) check_material(s, materials, of, of->shell.material);
    for (int32_t k = 0; k < of->count; ++k)
      check_material(s, materials, of, nastran->shells.plies.entry[of->first + k].material);
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

/// Whether the section of a bar is that of a refused card.
static bool is_refused_section(const search *s, const gb_nastran_bar *bar) {
  char card[10], shaped[11];
  snprintf(card, sizeof card, "P%.7s", bar->card + 1);
  snprintf(shaped, sizeof shaped, "%sL", card);
  return is_refused_among(s, (const char *const[]){card, shaped, NULL}, bar->property);
}

/// Sections of bars, and materials of sections.
static int check_sections(search *s, const definition materials[], const definition sections[],
                          gb_error *error) {
  const gb_nastran *nastran = s->nastran;
  int64_t *material, *section;
  GB_TRY(GB_TAKE(nastran->deck->arena, material, (size_t)nastran->materials.count, error));
  GB_TRY(GB_TAKE(nastran->deck->arena, section, (size_t)nastran->bars.sections.count, error));
  const int32_t mats = sort_numbers(materials, nastran->materials.count, "MAT1", material);
  const int32_t count = sort_numbers(sections, nastran->bars.sections.count, NULL, section);
  for (int32_t i = 0; i < nastran->bars.sections.count; ++i) {
    const gb_nastran_section *of = &nastran->bars.sections.entry[i];
    if (has(material, mats, of->material) || is_refused(s, "MAT1", of->material)) continue;
    gb_deck_fail_as(GB_UNDEFINED_NUMBER, nastran->deck, of->line, &s->own,
                    "%s %lld: MID = %lld is not defined; accepted: the number of a MAT1", of->card,
                    (long long)of->id, (long long)of->material);
    note(s);
  }
  for (int32_t i = 0; i < nastran->bars.all.count; ++i) {
    const gb_nastran_bar *bar = &nastran->bars.all.entry[i];
    if (has(section, count, bar->property) || is_refused_section(s, bar)) continue;
    const bool shaped = !strcmp(bar->card, "CBAR") || !strcmp(bar->card, "CBEAM");
    gb_deck_fail_as(GB_UNDEFINED_NUMBER, nastran->deck, bar->line, &s->own,
                    "%s %lld: PID = %lld is not defined; accepted: the number of a P%s%s%s%s",
                    bar->card, (long long)bar->id, (long long)bar->property, bar->card + 1,
                    shaped ? " or P" : "", shaped ? bar->card + 1 : "", shaped ? "L" : "");
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
    if (spring->property == 0 || is_refused(s, card, spring->property) ||
        (count && bsearch(&key, sorted, count, sizeof key, compare_cards)))
      continue;
    gb_deck_fail_as(GB_UNDEFINED_NUMBER, nastran->deck, spring->line, &s->own,
                    "%s %lld: PID = %lld is not defined; accepted: the number of a %s",
                    spring->card, (long long)spring->id, (long long)spring->property, card);
    note(s);
  }
}

static void check_tables(search *s) {
  const gb_nastran *nastran = s->nastran;
  for (int32_t i = 0; i < nastran->dynamics.pulses.count; ++i) {
    const gb_nastran_pulse *pulse = &nastran->dynamics.pulses.entry[i];
    bool is = pulse->table == 0 || is_refused(s, "TABLED1", pulse->table);
    for (int32_t k = 0; k < nastran->dynamics.tables.count; ++k)
      is = is || nastran->dynamics.tables.entry[k].id == pulse->table;
    if (is) continue;
    gb_deck_fail_as(GB_UNDEFINED_NUMBER, nastran->deck, pulse->line, &s->own,
                    "TLOAD1 %lld: TID = %lld is not defined; accepted: the number of a "
                    "TABLED1 to TABLED4",
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

static bool grid_is_refused(const void *context, int64_t id) {
  return is_refused(context, "GRID", id);
}

int gb_nastran_list_references(gb_nastran *nastran, const gb_deck_choice *deck, gb_error *first,
                               gb_error *error) {
  gb_error list = {0};
  search s = {.nastran = nastran, .list = &list};
  const bool refused = nastran->deck->told.defects.status != GB_OK;
  if (refused) {
    gb_error_move(&list, first);
    if (gb_nastran_complete_bars(nastran, &s.own) != GB_OK) note(&s);
  }
  GB_TRY(sort_refused(&s, error));
  GB_TRY(list_systems(&s, error));
  GB_TRY(gb_mesh_builder_surfaces(nastran->deck->builder, nastran->deck->arena, &s.shell, &s.shells,
                                  error));
  definition *properties, *materials, *sections, *springs;
  DEFINITIONS(properties, nastran, nastran->shells.properties, error);
  DEFINITIONS(materials, nastran, nastran->materials, error);
  DEFINITIONS(sections, nastran, nastran->bars.sections, error);
  DEFINITIONS(springs, nastran, nastran->springs.properties, error);
  list_twice(&s, NULL, properties, nastran->shells.properties.count);
  list_twice(&s, NULL, materials, nastran->materials.count);
  list_twice(&s, NULL, springs, nastran->springs.properties.count);
  check_bars(&s);
  check_rigid(&s);
  check_actions(&s);
  check_spread(&s);
  check_sets(&s, deck);
  check_properties(&s, materials);
  GB_TRY(check_sections(&s, materials, sections, error));
  check_springs(&s, springs);
  check_tables(&s);
  GB_TRY(gb_mesh_builder_defects(nastran->deck->builder, grid_is_refused, &s, &list, error));
  // several are those of the mesh's nodes and elements, which are in the list already
  if (first->lines == 1 && !is_listed(&list, first)) gb_error_move(&list, first);
  *error = list;
  return list.status;
}
