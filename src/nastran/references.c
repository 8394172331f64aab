/// All numbers of a deck that are defined twice, or named and defined nowhere: looked for when one
/// of them, or a card that is refused, has ended the reading, so that a deck hears of all in one
/// run. What a refused card may define is not looked for. Source: MSC Nastran Quick Reference
/// Guide, the numbers that its cards refer to.
#include "nastran/references.h"
#include "nastran/bars.h"
#include "nastran/sets.h"
#include "nastran/shells.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct search {
  gb_nastran *nastran;
  gb_error *list, own;
  /// Numbers that cards define, ascending by card and number; line -1: the card is refused.
  GB_LIST_OF(gb_deck_head) known;
} search;

/// Cards that define numbers of one kind; elements are called ELEMENT when they are shells.
static const char *const grids[] = {"GRID", NULL};
static const char *const systems[] = {"CORD1R", "CORD1C", "CORD1S", "CORD2R",
                                      "CORD2C", "CORD2S", NULL};
static const char *const shells[] = {"ELEMENT", "CQUAD4", "CQUADR", "CTRIA3", "CTRIAR",
                                     "CQUAD8",  "CTRIA6", "CSHEAR", NULL};
static const char *const bars[] = {"CBAR", "CBEAM", NULL};
static const char *const materials[] = {"MAT1", "MAT2", "MAT8", NULL};
static const char *const isotropic[] = {"MAT1", NULL};
static const char *const sections[] = {"PBAR", "PBARL", "PBEAM",  "PBEAML",
                                       "PROD", "PTUBE", "CONROD", NULL};
static const char *const tables[] = {"TABLED1", NULL};

static void note(search *s) {
  gb_error_move(s->list, &s->own);
}

/// Whether one of these cards defines a number from `first` to `last`, or is refused.
static bool is_known_among(const search *s, const char *const cards[], int64_t first,
                           int64_t last) {
  for (; *cards; ++cards) {
    const gb_deck_head key = {*cards, first, INT32_MIN}, *all = s->known.entry;
    const int64_t i = gb_deck_lower(&key, all, s->known.count, sizeof key, gb_deck_compare_heads);
    if (i < s->known.count && !strcmp(all[i].card, *cards) && all[i].id <= last) return true;
  }
  return false;
}

static bool is_known(const search *s, const char *const cards[], int64_t id) {
  return is_known_among(s, cards, id, id);
}

int gb_nastran_note_refused(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_deck_head refused = {.card = card->word, .line = -1};
  gb_error own = {0};
  if (gb_read_integer(card, 0, "ID", &refused.id, &own) != GB_OK) return GB_OK;
  return GB_KEEP(nastran, refused, refused, error);
}

static int define(search *s, const char *card, int64_t id, int32_t line, gb_error *error) {
  const gb_deck_head one = {card, id, line};
  return GB_ARENA_ADD(s->nastran->deck->arena, s->known, one, error);
}

/// The definitions of a list whose entries have a card, a number and a line.
#define DEFINE(s, entries, error)                                                                  \
  GB_EACH(entry_, entries) GB_TRY(define(s, entry_->card, entry_->id, entry_->line, error))

/// All numbers that cards define.
static int collect(search *s, gb_error *error) {
  const gb_nastran *nastran = s->nastran;
  int64_t *shell;
  int32_t count = 0;
  DEFINE(s, nastran->shells.properties, error);
  DEFINE(s, nastran->materials, error);
  DEFINE(s, nastran->springs.properties, error);
  DEFINE(s, nastran->bars.sections, error);
  DEFINE(s, nastran->bars.all, error);
  DEFINE(s, nastran->refused, error);
  GB_EACH(grid, nastran->grids.all) GB_TRY(define(s, grids[0], grid->id, grid->line, error));
  GB_EACH(system, nastran->grids.systems)
    GB_TRY(define(s, systems[0], system->id, system->line, error));
  GB_EACH(table, nastran->dynamics.tables) GB_TRY(define(s, tables[0], table->id, -1, error));
  GB_TRY(gb_mesh_builder_surfaces(nastran->deck->builder, nastran->deck->arena, &shell, &count,
                                  error));
  for (int32_t i = 0; i < count; ++i) GB_TRY(define(s, shells[0], shell[i], -1, error));
  gb_deck_sort(s->known.entry, s->known.count, sizeof *s->known.entry, gb_deck_compare_heads);
  return GB_OK;
}

/// List what is defined twice; the mesh's grids and elements, and bars' sections, are elsewhere.
static void list_twice(search *s) {
  static const char *const cards[] = {"CORD1R", "PSHELL", "PSHEAR", "PCOMP", "MAT1", "MAT2",
                                      "MAT8",   "PELAS",  "PDAMP",  "PVISC", "PBUSH"};
  const gb_deck_head *all = s->known.entry;
  for (int32_t i = 1; i < s->known.count; ++i) {
    bool counts =
        all[i - 1].line >= 0 && all[i].id == all[i - 1].id && !strcmp(all[i].card, all[i - 1].card);
    for (size_t k = 0; counts && strcmp(all[i].card, cards[k]) != 0;)
      counts = ++k < sizeof cards / sizeof *cards;
    if (!counts) continue;
    gb_deck_fail_as(GB_DUPLICATE_NUMBER, s->nastran->deck, all[i].line, &s->own,
                    "%s %lld is defined twice",
                    !strcmp(all[i].card, systems[0]) ? "the coordinate system" : all[i].card,
                    (long long)all[i].id);
    note(s);
  }
}

/// List a number that a line names, unless it is known.
__attribute__((format(printf, 4, 5))) static void need(search *s, bool known, int32_t line,
                                                       const char *format, ...) {
  char text[700];
  va_list arguments;
  if (known) return;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  gb_deck_fail_as(GB_UNDEFINED_NUMBER, s->nastran->deck, line, &s->own, "%s", text);
  note(s);
}

static void check_system(search *s, int32_t line, int64_t id) {
  need(s, id <= 0 || is_known(s, systems, id), line, "the coordinate system %lld is not defined",
       (long long)id);
}

static bool is_grid(const search *s, int64_t grid) {
  return grid == 0 || is_known(s, grids, grid);
}

static void check_grid(search *s, int32_t line, const char *card, int64_t grid) {
  need(s, is_grid(s, grid), line, "%s: grid %lld is not defined", card, (long long)grid);
}

/// The same, with the number of the card and, of bars, the field.
static void check_end(search *s, int32_t line, const char *card, int64_t id, const char *field,
                      int64_t grid) {
  need(s, is_grid(s, grid), line, "%s %lld: %s%sgrid %lld%s is not defined", card, (long long)id,
       field, *field ? ", " : "", (long long)grid, *field ? "," : "");
}

static void check_systems(search *s) {
  const gb_nastran *nastran = s->nastran;
  GB_EACH(system, nastran->grids.systems) {
    check_system(s, system->line, system->reference);
    for (int k = 0; k < 3; ++k)
      check_end(s, system->line, "coordinate system", system->id, "", system->grid[k]);
  }
  GB_EACH(grid, nastran->grids.all) {
    check_system(s, grid->line, grid->system);
    check_system(s, grid->line, grid->axes);
  }
}

static void check_bars(search *s) {
  static const char *const names[2][2] = {{"GA", "GB"}, {"G1", "G2"}};
  gb_nastran *nastran = s->nastran;
  GB_EACH(bar, nastran->bars.all) {
    for (int end = 0; end < 2; ++end)
      check_end(s, bar->line, bar->card, bar->id, names[bar->rod][end], bar->grid[end]);
    check_end(s, bar->line, bar->card, bar->id, "G0", bar->toward);
  }
  GB_EACH(spring, nastran->springs.all) {
    for (int end = 0; end < 2; ++end)
      check_end(s, spring->line, spring->card, spring->id, "", spring->grid[end]);
    check_system(s, spring->line, spring->system);
  }
}

static void check_rigid(search *s) {
  const gb_nastran *nastran = s->nastran;
  GB_EACH(tie, nastran->rigid.ties) {
    check_grid(s, tie->line, tie->card, tie->reference.id);
    for (int32_t k = 0; k < tie->count; ++k)
      check_grid(s, tie->line, tie->card, nastran->rigid.ends.entry[tie->first + k].id);
  }
  GB_EACH(mass, nastran->rigid.masses) check_grid(s, mass->line, "CONM2", mass->grid);
}

static void check_actions(search *s) {
  GB_EACH(action, s->nastran->actions) {
    if (action->system == GB_NASTRAN_SPREAD) continue; // the card itself is looked at
    check_system(s, action->line, action->system);
    if (action->kind == GB_ACT_GRAVITY || action->target == 0) continue;
    if (is_known_among(s, action->kind == GB_ACT_PRESSURE ? shells : grids, action->target,
                       action->last))
      continue;
    gb_nastran_refuse_target(s->nastran, action, &s->own);
    note(s);
  }
}

/// Loads that are spread over grids.
static void check_spread(search *s) {
  const gb_nastran *nastran = s->nastran;
  GB_EACH(load, nastran->dynamics.spread) {
    const bool along = !strcmp(load->card, "PLOAD1"), on = !strcmp(load->card, "PLOAD4");
    check_system(s, load->line, load->system);
    for (int k = 0; k < 4; ++k)
      need(s, is_grid(s, load->grid[k]), load->line, "%s: G%d, grid %lld, is not defined",
           load->card, k + 1, (long long)load->grid[k]);
    if (!along && !on) check_grid(s, load->line, load->card, load->target);
    need(s, !along || is_known(s, bars, load->target), load->line,
         "PLOAD1: EID = %lld is not that of a CBAR or CBEAM", (long long)load->target);
    need(s, !on || is_known_among(s, shells, load->target, load->last), load->line,
         "PLOAD4: no shell element from %lld to %lld", (long long)load->target,
         (long long)load->last);
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
        is_known(s, cards[of], chosen))
      continue;
    gb_nastran_refuse_set(s->nastran, (gb_nastran_choice)of, &s->own);
    note(s);
  }
}

/// A material of a shell. Where the deck has none at all, the case has them.
static void check_material(search *s, const gb_nastran_property *of, int64_t id) {
  const bool known = s->nastran->materials.count == 0 ||
                     is_known(s, gb_nastran_is_shear(of) ? isotropic : materials, id);
  need(s, known, of->line, "%s %lld: MID = %lld is not defined; accepted: the number of a %s",
       of->card, (long long)of->id, (long long)id, of->count > 0 ? "MAT8" : "MAT1");
}

static void check_properties(search *s) {
  const gb_nastran *nastran = s->nastran;
  GB_EACH(of, nastran->shells.properties) {
    if (of->count == 0) check_material(s, of, of->shell.material);
    for (int32_t k = 0; k < of->count; ++k)
      check_material(s, of, nastran->shells.plies.entry[of->first + k].material);
  }
}

/// Sections of bars, and materials of sections.
static void check_sections(search *s) {
  GB_EACH(of, s->nastran->bars.sections)
    need(s, is_known(s, isotropic, of->material), of->line,
         "%s %lld: MID = %lld is not defined; accepted: the number of a MAT1", of->card,
         (long long)of->id, (long long)of->material);
  GB_EACH(bar, s->nastran->bars.all) {
    const bool shaped = !strcmp(bar->card, "CBAR") || !strcmp(bar->card, "CBEAM");
    need(s, is_known(s, sections, bar->property), bar->line,
         "%s %lld: PID = %lld is not defined; accepted: the number of a P%s%s%s%s", bar->card,
         (long long)bar->id, (long long)bar->property, bar->card + 1, shaped ? " or P" : "",
         shaped ? bar->card + 1 : "", shaped ? "L" : "");
  }
}

/// Properties of springs, which are of the card with a P in place of its C, and tables of loads.
static void check_numbers(search *s) {
  GB_EACH(spring, s->nastran->springs.all) {
    char card[8];
    const char *const cards[] = {card, NULL};
    snprintf(card, sizeof card, "P%.4s", spring->card + 1);
    need(s, spring->property == 0 || is_known(s, cards, spring->property), spring->line,
         "%s %lld: PID = %lld is not defined; accepted: the number of a %s", spring->card,
         (long long)spring->id, (long long)spring->property, card);
  }
  GB_EACH(pulse, s->nastran->dynamics.pulses)
    need(s, pulse->table == 0 || is_known(s, tables, pulse->table), pulse->line,
         "TLOAD1 %lld: TID = %lld is not defined; accepted: the number of a TABLED1 to TABLED4",
         (long long)pulse->id, (long long)pulse->table);
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
  return is_known(context, grids, id);
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
  GB_TRY(collect(&s, error));
  list_twice(&s);
  check_systems(&s);
  check_bars(&s);
  check_rigid(&s);
  check_actions(&s);
  check_spread(&s);
  check_sets(&s, deck);
  check_properties(&s);
  check_sections(&s);
  check_numbers(&s);
  GB_TRY(gb_mesh_builder_defects(nastran->deck->builder, grid_is_refused, &s, &list, error));
  // several are those of the mesh's nodes and elements, which are in the list already
  if (first->lines == 1 && !is_listed(&list, first)) gb_error_move(&list, first);
  *error = list;
  return list.status;
}
