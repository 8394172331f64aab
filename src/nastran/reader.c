/// The reader of Nastran bulk data, which makes mesh and problem by the rules of the cards. Source:
/// MSC Nastran Quick Reference Guide.
#include "deck/reader.h"
#include "nastran/bodies/matrices.h"
#include "nastran/bodies/springs.h"
#include "nastran/designs.h"
#include "nastran/entries/bar.h"
#include "nastran/entries/body.h"
#include "nastran/entries/grid.h"
#include "nastran/entries/reference.h"
#include "nastran/entries/rule.h"
#include "nastran/entries/set.h"
#include "nastran/entries/shell.h"
#include "problem/numbers.h"

#include <stdio.h>
#include <string.h>

/// Give the names that stand before a card the number of this card's property.
static void pass_names(gb_nastran *nastran, const gb_record *card, gb_nastran_naming naming) {
  gb_nastran_name *names = nastran->names->all.entry;
  for (; nastran->names->passed < nastran->names->all.count; ++nastran->names->passed) {
    gb_nastran_name *name = &names[nastran->names->passed];
    if (name->before_line > card->line) return;
    if (name->property < 0 && naming != GB_NASTRAN_NO_NAME) {
      gb_error ignored = {0}; // the card's own reader will complain
      gb_read_integer(card, naming == GB_NASTRAN_OF_SECTION || gb_field_is_blank(card, 1) ? 0 : 1,
                      "PID", &name->property, &ignored);
    }
  }
}

static int visit(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  const gb_nastran_rule *rule = gb_nastran_find_rule(card->word);
  nastran->rule = rule;
  pass_names(nastran, card, rule ? rule->naming : GB_NASTRAN_NO_NAME);
  if (rule && rule->read && rule->fate != GB_DECK_CHOSEN &&
      (rule->fate == GB_DECK_READ || nastran->designs))
    return rule->read(nastran, card, error);
  if (rule && rule->read && rule->fate == GB_DECK_CHOSEN)
    GB_TRY(rule->read(nastran, card, error)); // it keeps the set, which is refused if it acts
  const gb_deck_fate fate = !rule                                          ? GB_DECK_READ
                            : rule->nonlinear && nastran->dynamics->linear ? GB_DECK_LISTED
                                                                           : rule->fate;
  return gb_deck_pass_over(card, "card", fate, rule ? rule->text : NULL, nastran->set->control,
                           error);
}

static int fill_problem(gb_nastran *nastran, const gb_deck_choice *choice, gb_error *error) {
  gb_problem *problem = nastran->deck->problem;
  GB_TRY(gb_arena_text(problem->arena, &problem->file, error, "%s", nastran->deck->file));
  GB_TRY(GB_TAKE(problem->arena, problem->deck, 1, error));
  problem->deck->large = nastran->set->large;
  problem->deck->period = 1;
  if (nastran->set->large) gb_deck_ramp(nastran->deck, choice, 1);
  if (nastran->set->part) problem->deck->part = *nastran->set->part;
  GB_TRY(gb_nastran_check_scalars(nastran, error));
  GB_TRY(gb_nastran_write_chosen(nastran, error));
  GB_TRY(gb_nastran_sort_materials(nastran, error));
  GB_TRY(gb_nastran_make_consistent(nastran, error));
  GB_TRY(gb_nastran_add_nonstructural(nastran, error));
  GB_TRY(gb_nastran_add_shells(nastran, error));
  GB_TRY(gb_nastran_add_beams(nastran, error));
  GB_TRY(gb_nastran_add_materials(nastran, error));
  GB_TRY(gb_nastran_add_temperatures(nastran, error));
  if (nastran->designs) GB_TRY(gb_nastran_add_designs(nastran, error));
  GB_TRY(gb_nastran_hold_loose(nastran, error));
  GB_TRY(gb_nastran_apply_actions(nastran, error));
  return gb_nastran_join_ends(nastran, error);
}

/// Multiply all masses by PARAM,WTMASS.
static void scale_masses(gb_nastran *nastran) {
  GB_EACH(material, nastran->materials) material->is.density *= nastran->set->mass_factor;
  GB_EACH(scalar, nastran->rigid->scalars) scalar->mass *= nastran->set->mass_factor;
  GB_EACH(property, nastran->shells->properties) property->mass *= nastran->set->mass_factor;
  GB_EACH(spring, nastran->springs->all)
    for (int k = 0; k < 6; ++k) spring->m[k] *= nastran->set->mass_factor;
  GB_EACH(section, nastran->bars->sections) section->is.line_mass *= nastran->set->mass_factor;
  GB_EACH(mass, nastran->rigid->masses) {
    mass->mass *= nastran->set->mass_factor;
    for (int k = 0; k < 6; ++k) mass->inertia[k] *= nastran->set->mass_factor;
  }
}

/// Give rods the coupled mass of Nastran, 5/12 and 1/12 of the whole.
static void couple_rods(const gb_problem *problem) {
  GB_EACH(beam, problem->beams) {
    const int i = GB_PROBLEM_FIND(problem, sections, name, beam->section);
    if (gb_problem_section_is_rod(&problem->sections.entry[i])) beam->mass = GB_MASS_MEAN;
  }
}

/// Lump the masses of elements as Nastran does, unless the deck or the case says otherwise.
static void lump_masses(const gb_nastran *nastran, const gb_deck_choice *choice) {
  bool heavy = false;
  GB_EACH(material, nastran->materials) heavy = heavy || material->is.density > 0;
  GB_EACH(property, nastran->shells->properties) heavy = heavy || property->mass != 0;
  GB_EACH(own, nastran->shells->own) heavy = heavy || own->is.area_mass != 0;
  GB_EACH(section, nastran->bars->sections) heavy = heavy || section->is.line_mass != 0;
  if (choice->mass == GB_DECK_MASS_AUTO && !nastran->set->couples_masses && heavy)
    gb_deck_lump(nastran->deck);
  if (choice->mass == GB_DECK_MASS_AUTO && nastran->set->couples_masses)
    couple_rods(nastran->deck->problem);
}

/// Make mesh and problem from the entries of all cards.
static int build(gb_nastran *nastran, const gb_deck_choice *choice, gb_error *error) {
  gb_deck *deck = nastran->deck;
  GB_TRY(gb_nastran_add_matrices(nastran, error));
  GB_TRY(gb_nastran_complete_bars(nastran, error));
  GB_TRY(gb_nastran_hold_grids(nastran, error));
  GB_TRY(gb_nastran_check_references(nastran, error));
  GB_TRY(gb_nastran_find_springs(nastran, error));
  GB_TRY(gb_nastran_place_grids(nastran, error));
  GB_TRY(gb_nastran_choose_sets(nastran, choice, error));
  GB_TRY(gb_nastran_split_rods(nastran, error));
  scale_masses(nastran);
  GB_TRY(gb_nastran_lay_bars(nastran, error));
  GB_TRY(gb_nastran_give_names(nastran, error));
  bool bare = nastran->springs->all.count + nastran->rigid->masses.count > 0;
  GB_EACH(tie, nastran->rigid->ties) bare = bare || tie->kind == GB_TIE_EQUATION;
  for (int i = 0; i < nastran->grids->all.count && !bare; ++i)
    bare = nastran->grids->all.entry[i].scalar;
  if (bare) gb_mesh_builder_allow_bare(deck->builder);
  GB_TRY(gb_mesh_builder_finish(deck->builder, false, &deck->mesh, error));
  deck->mesh->beside = true;
  GB_TRY(gb_problem_create(&deck->problem, error));
  GB_TRY(fill_problem(nastran, choice, error));
  lump_masses(nastran, choice);
  return GB_OK;
}

static int create_chapters(gb_nastran *nastran, const gb_deck_choice *choice, gb_error *error) {
  gb_arena *arena = nastran->deck->arena;
  GB_TRY(GB_TAKE(arena, nastran->names, 1, error));
  GB_TRY(GB_TAKE(arena, nastran->set, 1, error));
  GB_TRY(GB_TAKE(arena, nastran->grids, 1, error));
  GB_TRY(GB_TAKE(arena, nastran->shells, 1, error));
  GB_TRY(GB_TAKE(arena, nastran->bars, 1, error));
  GB_TRY(GB_TAKE(arena, nastran->rigid, 1, error));
  GB_TRY(GB_TAKE(arena, nastran->springs, 1, error));
  GB_TRY(GB_TAKE(arena, nastran->dynamics, 1, error));
  nastran->set->mass_factor = 1;
  nastran->set->k6rot = 100;
  nastran->set->grid = (gb_nastran_standard){-1, -1, 0, -1};
  nastran->set->holds_loose = true;
  nastran->set->statics = choice->statics;
  nastran->set->holds_free = choice->statics && !choice->stays;
  return choice->designs ? gb_nastran_create_designs(nastran, error) : GB_OK;
}

static int read_all(gb_deck *deck, const gb_deck_choice *choice, gb_error *error) {
  gb_nastran nastran = {.deck = deck};
  gb_error first = {0};
  deck->made.unset = "inf";
  GB_TRY(create_chapters(&nastran, choice, error));
  GB_TRY(gb_nastran_read_lines(&nastran, error));
  int status = gb_nastran_each_card(&nastran, visit, &first);
  if (status == GB_OK) status = gb_deck_note_unread(deck, "cards", "", &first);
  if (status == GB_OK) status = gb_nastran_tell_parameters(&nastran, &first);
  if (status == GB_OK) status = build(&nastran, choice, &first);
  if (status == GB_MODEL) return gb_nastran_list_references(&nastran, choice, &first, error);
  gb_error_move(error, &first);
  return status;
}

static int read_nastran(const char *file, const gb_deck_choice *choice, gb_mesh **mesh,
                        gb_problem **problem, gb_error *error) {
  return gb_deck_read(file, read_all, choice, mesh, problem, error);
}

static const char *const extensions[] = {".bdf", ".dat", ".nas", NULL};
const gb_reader gb_reader_nastran = {
    .name = "nastran", .extensions = extensions, .sets = true, .read = read_nastran};
