/// Numbers that cards name. A deck is refused before its mesh is made if a grid, a shell or a
/// solid is not defined. When it is refused, for this or another reason, all numbers that are
/// defined twice, or named and defined nowhere, are listed, so that a deck hears of all in one run.
/// A number that a refused card may define counts as defined. Source: MSC Nastran Quick Reference
/// Guide, the numbers that its cards refer to.
#include "nastran/entries/bar.h"
#include "nastran/entries/body.h"
#include "nastran/entries/grid.h"
#include "nastran/entries/load.h"
#include "nastran/entries/reference.h"
#include "nastran/entries/set.h"
#include "nastran/entries/shell.h"
#include "nastran/entries/spring.h"

#include <stdio.h>
#include <string.h>

typedef struct search {
  gb_nastran *nastran;
  gb_error *list, own;
  bool all; ///< whether references of what does not act count
  /// Numbers that cards define, ascending by card and number; line -1: the card is refused.
  GB_LIST_OF(gb_deck_head) known;
  struct {
    int64_t *id;
    int32_t count;
  } placed[4]; ///< numbers of grids and, by their dimension, of elements, ascending
} search;

/// Cards that define numbers of one kind.
static const char *const systems[] = {"CORD1R", "CORD1C", "CORD1S", "CORD2R",
                                      "CORD2C", "CORD2S", NULL};
static const char *const places[4][8] = {
    {"GRID"},
    [2] = {"CQUAD4", "CQUADR", "CTRIA3", "CTRIAR", "CQUAD8", "CTRIA6", "CSHEAR"},
    [3] = {"CHEXA", "CPENTA", "CTETRA", "CPYRAM", "CPYRA"}};
static const char *const isotropic[] = {"MAT1", NULL},
                         *const of_shells[] = {"MAT1", "MAT2", "MAT8", NULL},
                         *const of_solids[] = {"MAT1", "MAT9", "MAT10", "MAT11", NULL};
static const char *const sections[] = {"PBAR", "PBARL", "PBEAM",  "PBEAML",
                                       "PROD", "PTUBE", "CONROD", NULL};

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

/// Whether a grid (dimension 0), a shell (2) or a solid (3) has a number from `first` to `last`.
static bool is_placed(const search *s, int dimension, int64_t first, int64_t last) {
  const int64_t *id = s->placed[dimension].id;
  const int32_t count = s->placed[dimension].count;
  const int64_t i = gb_deck_lower(&first, id, count, sizeof *id, gb_deck_compare_numbers);
  return (i < count && id[i] <= last) || is_known_among(s, places[dimension], first, last);
}

static int define(search *s, const char *card, int64_t id, int32_t line, gb_error *error) {
  const gb_deck_head one = {card, id, line};
  return GB_ARENA_ADD(s->nastran->deck->arena, s->known, one, error);
}

/// The definitions of a list whose entries have a card, a number and a line.
#define DEFINE(s, entries, error)                                                                  \
  GB_EACH(entry_, entries) GB_TRY(define(s, entry_->card, entry_->id, entry_->line, error))

/// Collect all numbers that cards define.
static int collect(search *s, gb_error *error) {
  const gb_nastran *nastran = s->nastran;
  gb_arena *arena = nastran->deck->arena;
  DEFINE(s, nastran->shells->properties, error);
  DEFINE(s, nastran->materials, error);
  DEFINE(s, nastran->springs->properties, error);
  DEFINE(s, nastran->bars->sections, error);
  DEFINE(s, nastran->bars->all, error);
  DEFINE(s, nastran->refused, error);
  GB_EACH(system, nastran->grids->systems)
    GB_TRY(define(s, systems[0], system->id, system->line, error));
  GB_EACH(table, nastran->dynamics->tables) GB_TRY(define(s, "TABLED1", table->id, -1, error));
  gb_deck_sort(s->known.entry, s->known.count, sizeof *s->known.entry, gb_deck_compare_heads);
  int64_t **grids = &s->placed[0].id;
  GB_TRY(GB_TAKE(arena, *grids, (size_t)nastran->grids->all.count, error));
  GB_EACH(grid, nastran->grids->all) (*grids)[s->placed[0].count++] = grid->id;
  gb_deck_sort(*grids, s->placed[0].count, sizeof **grids, gb_deck_compare_numbers);
  for (int d = 2; d < 4; ++d)
    GB_TRY(gb_mesh_builder_numbers(nastran->deck->builder, d, arena, &s->placed[d].id,
                                   &s->placed[d].count, error));
  return GB_OK;
}

/// List what is defined twice; the mesh's grids and elements, and bars' sections, are elsewhere.
static void list_twice(search *s) {
  static const char cards[] =
      "CORD1R PSHELL PSHEAR PSOLID PCOMP MAT1 MAT2 MAT8 MAT9 PELAS PDAMP PVISC PBUSH";
  const gb_deck_head *all = s->known.entry;
  for (int32_t i = 1; i < s->known.count; ++i) {
    const gb_deck_text card = {all[i].card, (int)strlen(all[i].card)};
    if (all[i - 1].line < 0 || all[i].id != all[i - 1].id || strcmp(all[i].card, all[i - 1].card) ||
        !gb_deck_has_word(cards, card))
      continue;
    gb_deck_fail_as(GB_DUPLICATE_NUMBER, s->nastran->deck, all[i].line, &s->own,
                    "%s %lld is defined twice",
                    !strcmp(all[i].card, systems[0]) ? "the coordinate system" : all[i].card,
                    (long long)all[i].id);
    gb_error_move(s->list, &s->own);
  }
}

/// List a number that a line names, unless it is known.
#define NEED(s, known, line, ...)                                                                  \
  do                                                                                               \
    if (!(known)) {                                                                                \
      gb_deck_fail_as(GB_UNDEFINED_NUMBER, (s)->nastran->deck, line, &(s)->own, __VA_ARGS__);      \
      gb_error_move((s)->list, &(s)->own);                                                         \
    }                                                                                              \
  while (0)

static int need_system(search *s, int32_t line, int64_t id) {
  NEED(s, id <= 0 || is_known(s, systems, id), line, "the coordinate system %lld is not defined",
       (long long)id);
  return GB_OK;
}

/// Say where a shell is named and a solid is there, or the other way about.
static const char *other_of(const search *s, const gb_nastran_named *to) {
  if (!to->dimension || !is_placed(s, 5 - to->dimension, to->first, to->first)) return "";
  return to->dimension == 2 ? ": it is a solid; accepted: a shell, or PLOAD4 with G1 and G3 or G4"
                            : ": it is a shell; accepted: a solid, or PLOAD4 without G1";
}

/// List a reference to grids, shells or solids, unless one of these is defined.
static int need_place(void *context, const gb_nastran_named *to, gb_error *error) {
  search *s = context;
  static const char *const names[] = {"grid", [2] = "shell element", [3] = "solid"};
  const char *what = names[to->dimension], *field = to->field ? to->field : "";
  const int64_t last = to->last && to->last > to->first ? to->last : to->first;
  char name[60];
  (void)error;
  if ((to->first == 0 && !to->required) || (to->idle && !s->all) ||
      is_placed(s, to->dimension, to->first, last))
    return GB_OK;
  snprintf(name, sizeof name, to->id ? "%s %lld" : "%s", to->card, (long long)to->id);
  if (last > to->first)
    NEED(s, false, to->line, "%s: no %s from %lld to %lld", name, what, (long long)to->first,
         (long long)last);
  else
    NEED(s, false, to->line, "%s: %s%s%s %lld%s is not defined%s", name, field, *field ? ", " : "",
         what, (long long)to->first, *field ? "," : "", other_of(s, to));
  return GB_OK;
}

#define VISIT(...) GB_TRY(visit(context, &(const gb_nastran_named){__VA_ARGS__}, error))

/// Bars, springs and coordinate systems.
static int visit_structure(const gb_nastran *nastran, gb_nastran_visit *visit, void *context,
                           gb_error *error) {
  static const char *const names[2][2] = {{"GA", "GB"}, {"G1", "G2"}};
  GB_EACH(system, nastran->grids->systems)
    for (int k = 0; k < 3; ++k)
      VISIT("coordinate system", system->id, system->line, .first = system->grid[k], .idle = true);
  GB_EACH(bar, nastran->bars->all) {
    for (int end = 0; end < 2; ++end)
      VISIT(bar->card, bar->id, bar->line, names[bar->rod][end], .first = bar->grid[end]);
    VISIT(bar->card, bar->id, bar->line, "G0", .first = bar->toward);
  }
  GB_EACH(one, nastran->springs->all) {
    for (int end = 0; end < 2; ++end)
      VISIT(one->card, one->id, one->line, .first = one->grid[end],
            .component = one->scalar >> end & 1 ? -1 : one->component);
    VISIT(one->card, one->id, one->line, "G0", .first = one->toward);
  }
  return GB_OK;
}

static int visit_ties(const gb_nastran *nastran, gb_nastran_visit *visit, void *context,
                      gb_error *error) {
  GB_EACH(tie, nastran->rigid->ties) {
    const bool term = tie->kind == GB_TIE_EQUATION;
    VISIT(tie->card, 0, tie->line, .first = tie->reference.id,
          .required = tie->kind == GB_TIE_RIGID || tie->kind == GB_TIE_MEAN);
    for (int32_t k = 0; k < tie->count; ++k) {
      const gb_deck_end *end = &nastran->rigid->ends.entry[tie->first + k];
      VISIT(tie->card, 0, tie->line, .first = end->id, .required = true, .idle = term,
            .component = !term         ? 0
                         : end->scalar ? -1
                                       : __builtin_ctz(end->components));
    }
  }
  GB_EACH(mass, nastran->rigid->masses)
    VISIT(mass->card, 0, mass->line, .first = mass->grid, .required = true);
  GB_EACH(mass, nastran->rigid->scalars)
    VISIT(mass->card, 0, mass->line, .first = mass->grid,
          .component = mass->scalar ? -1 : (int)mass->component);
  return GB_OK;
}

static int visit_loads(const gb_nastran *nastran, gb_nastran_visit *visit, void *context,
                       gb_error *error) {
  static const char *const corners[] = {"G1", "G2", "G3", "G4"}, *const face[4] = {"G1",
                                                                                   "G3 or G4"};
  GB_EACH(load, nastran->dynamics->spread) {
    const bool on = !strcmp(load->card, "PLOAD4");
    for (int k = 0; k < 4; ++k)
      VISIT(load->card, 0, load->line, (on ? face : corners)[k], .first = load->grid[k]);
    if (on || strncmp(load->card, "PLOAD", 5) != 0)
      VISIT(load->card, 0, load->line, .first = load->target, .last = load->last, .required = true,
            .dimension = !on             ? 0
                         : load->grid[0] ? 3
                                         : 2);
  }
  GB_EACH(action, nastran->actions) {
    const bool held = gb_nastran_is_support(action) || gb_nastran_is_given(action->kind);
    if (action->system == GB_NASTRAN_SPREAD || action->kind == GB_ACT_GRAVITY) continue;
    VISIT(action->card, 0, action->line, .first = action->target, .last = action->last,
          .required = action->kind != GB_ACT_SPIN,
          .component = action->system == GB_NASTRAN_SCALAR ? -1 : held,
          .dimension = action->kind == GB_ACT_PRESSURE ? 2 : 0,
          .idle = action->kind == GB_ACT_SPIN);
  }
  return GB_OK;
}

/// Call `visit` for each reference of a deck to grids, shells and solids.
static int each_reference(const gb_nastran *nastran, gb_nastran_visit *visit, void *context,
                          gb_error *error) {
  GB_TRY(visit_structure(nastran, visit, context, error));
  GB_TRY(visit_ties(nastran, visit, context, error));
  return visit_loads(nastran, visit, context, error);
}

static void check_systems(search *s) {
  const gb_nastran *nastran = s->nastran;
  GB_EACH(system, nastran->grids->systems) need_system(s, system->line, system->reference);
  GB_EACH(grid, nastran->grids->all) {
    need_system(s, grid->line, grid->system);
    need_system(s, grid->line, grid->axes);
  }
  GB_EACH(spring, nastran->springs->all) need_system(s, spring->line, spring->system);
  GB_EACH(load, nastran->dynamics->spread) need_system(s, load->line, load->system);
  GB_EACH(action, nastran->actions) need_system(s, action->line, action->system);
}

/// Check the sets that the case control or the case chooses.
static void check_sets(search *s, const gb_deck_choice *deck) {
  static const char *const cards[GB_NASTRAN_CHOICES][14] = {
      {"SPC", "SPC1", "SPCADD", NULL},
      {"FORCE", "MOMENT", "FORCE1", "FORCE2", "MOMENT1", "MOMENT2", "PLOAD", "PLOAD1", "PLOAD2",
       "PLOAD4", "GRAV", "RFORCE", "LOAD", NULL},
      {"DLOAD", "TLOAD1", "TLOAD2", "RLOAD1", "RLOAD2", NULL},
      {"MPC", "MPCADD", NULL},
      {"NSM", "NSM1", "NSML", "NSML1", "NSMADD", NULL},
      {"LSEQ", NULL},
      {"SUPORT1", NULL}};
  if (gb_nastran_choose_sets(s->nastran, deck, &s->own) != GB_OK) {
    gb_error_move(s->list, &s->own);
    return;
  }
  for (int of = 0; of < GB_NASTRAN_CHOICES; ++of) {
    const int64_t chosen = s->nastran->set->chosen[of];
    if (chosen == 0 || gb_nastran_has_set(s->nastran, (gb_nastran_choice)of, chosen) ||
        is_known(s, cards[of], chosen))
      continue;
    gb_nastran_refuse_set(s->nastran, (gb_nastran_choice)of, &s->own);
    gb_error_move(s->list, &s->own);
  }
}

/// Check a material of a shell or solid. Where the deck has none at all, the case has them.
static void check_material(search *s, const gb_nastran_property *of, int64_t id) {
  const char *const *cards = gb_nastran_is_solid(of)   ? of_solids
                             : gb_nastran_is_shear(of) ? isotropic
                                                       : of_shells;
  NEED(s, s->nastran->materials.count == 0 || is_known(s, cards, id), of->line,
       "%s %lld: MID = %lld is not defined; accepted: the number of a %s", of->card,
       (long long)of->id, (long long)id, of->count > 0 ? "MAT8" : "MAT1");
}

/// Check materials of properties, and properties of bars, loads along bars and tables.
static void check_properties(search *s) {
  static const char *const bars[] = {"CBAR", "CBEAM", NULL}, *const tables[] = {"TABLED1", NULL};
  const gb_nastran *nastran = s->nastran;
  GB_EACH(of, nastran->shells->properties) {
    const int64_t parts[] = {of->parts.bending, of->parts.shear, of->parts.coupling};
    if (of->count == 0 && of->shell.material) check_material(s, of, of->shell.material);
    for (int k = 0; k < 3; ++k)
      if (parts[k] > 0) check_material(s, of, parts[k]);
    for (int32_t k = 0; k < of->count; ++k)
      check_material(s, of, nastran->shells->plies.entry[of->first + k].material);
  }
  GB_EACH(of, nastran->bars->sections)
    NEED(s, is_known(s, isotropic, of->material), of->line,
         "%s %lld: MID = %lld is not defined; accepted: the number of a MAT1", of->card,
         (long long)of->id, (long long)of->material);
  GB_EACH(bar, nastran->bars->all) {
    const bool shaped = !strcmp(bar->card, "CBAR") || !strcmp(bar->card, "CBEAM");
    NEED(s, is_known(s, sections, bar->property), bar->line,
         "%s %lld: PID = %lld is not defined; accepted: the number of a P%s%s%s%s", bar->card,
         (long long)bar->id, (long long)bar->property, bar->card + 1, shaped ? " or P" : "",
         shaped ? bar->card + 1 : "", shaped ? "L" : "");
  }
  GB_EACH(load, nastran->dynamics->spread)
    NEED(s, strcmp(load->card, "PLOAD1") || is_known(s, bars, load->target), load->line,
         "PLOAD1: EID = %lld is not that of a CBAR or CBEAM", (long long)load->target);
  GB_EACH(pulse, nastran->dynamics->pulses)
    NEED(s, pulse->table == 0 || is_known(s, tables, pulse->table), pulse->line,
         "TLOAD1 %lld: TID = %lld is not defined; accepted: the number of a TABLED1 to TABLED4",
         (long long)pulse->id, (long long)pulse->table);
}

/// Check the properties of springs, which are of the card with a P in place of its C.
static void check_springs(search *s) {
  GB_EACH(spring, s->nastran->springs->all) {
    char card[8];
    const char *const cards[] = {card, NULL};
    snprintf(card, sizeof card, "P%.4s", spring->card + 1);
    if (!strcmp(card, "PMASS")) continue; // gb_nastran_add_masses refuses an undefined one
    NEED(s, spring->property == 0 || is_known(s, cards, spring->property), spring->line,
         "%s %lld: PID = %lld is not defined; accepted: the number of a %s", spring->card,
         (long long)spring->id, (long long)spring->property, card);
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
  return is_placed(context, 0, id, id);
}

int gb_nastran_check_references(gb_nastran *nastran, gb_error *error) {
  search s = {.nastran = nastran, .list = error};
  GB_TRY(collect(&s, error));
  GB_TRY(each_reference(nastran, need_place, &s, error));
  check_springs(&s);
  return error->status;
}

int gb_nastran_list_references(gb_nastran *nastran, const gb_deck_choice *deck, gb_error *first,
                               gb_error *error) {
  gb_error list = {0};
  search s = {.nastran = nastran, .list = &list, .all = true};
  if (nastran->deck->told.defects.status != GB_OK) {
    gb_error_move(&list, first);
    if (gb_nastran_complete_bars(nastran, &s.own) != GB_OK) gb_error_move(&list, &s.own);
  }
  GB_TRY(collect(&s, error));
  list_twice(&s);
  check_systems(&s);
  GB_TRY(each_reference(nastran, need_place, &s, error));
  check_sets(&s, deck);
  check_properties(&s);
  check_springs(&s);
  gb_mesh_builder_defects(nastran->deck->builder, grid_is_refused, &s, NULL, &list);
  // several are those of the mesh's nodes and elements, which are in the list already
  if (first->lines == 1 && !is_listed(&list, first)) gb_error_move(&list, first);
  *error = list;
  return list.status;
}

/// Refuse a reference to a grid that should be a scalar point, or to a scalar point that should be
/// a grid.
static int check_scalar(void *context, const gb_nastran_named *to, gb_error *error) {
  const gb_nastran *nastran = context;
  const gb_nastran_place *all = nastran->grids->all.entry;
  const int count = nastran->grids->all.count;
  int64_t i = gb_deck_lower(&to->first, all, count, sizeof *all, gb_deck_compare_numbers);
  for (; i < count && all[i].id <= (to->last ? to->last : to->first) && !to->dimension; ++i) {
    GB_DECK_FAIL_IF(to->component < 0 && !all[i].scalar, GB_WRONG_REFERENCE, nastran->deck,
                    to->line, error,
                    "%s: component 0 of grid %lld; accepted: one component of a grid, from 1 to 6, "
                    "and 0 of an SPOINT",
                    to->card, (long long)all[i].id);
    if (to->component < 0 || to->component == 1 || !all[i].scalar) continue;
    const bool none = to->component == 0;
    return gb_deck_fail(
        nastran->deck, to->line, error, "%s: %lld is an SPOINT, which has %s; accepted: %s",
        to->card, (long long)all[i].id, none ? "no place and no directions" : "component 0 alone",
        none ? "a GRID" : "0 or blank");
  }
  return GB_OK;
}

int gb_nastran_check_scalars(const gb_nastran *nastran, gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  for (int32_t e = 0; e < mesh->elements; ++e)
    for (int32_t k = mesh->start[e]; k < mesh->start[e + 1]; ++k) {
      const gb_nastran_place *place = gb_nastran_place_of(nastran, mesh->node_id[mesh->node[k]]);
      GB_DECK_FAIL_IF(place && place->scalar, GB_WRONG_REFERENCE, nastran->deck, place->line, error,
                      "SPOINT: element %lld has %lld, which has no place; accepted: a GRID",
                      (long long)mesh->element_id[e], (long long)place->id);
    }
  return each_reference(nastran, check_scalar, (void *)nastran, error);
}
