/// Temperatures of the nodes of decks, which let the shells, beams and solids of the problem
/// expand.
#include "deck/heat.h"

#include "deck/hits.h"

static const gb_material *find(const gb_problem *problem, const char *name) {
  const int i = name ? GB_PROBLEM_FIND(problem, materials, name, name) : -1;
  return i < 0 ? NULL : &problem->materials.entry[i];
}

/// Whether a material expands, and from which temperature.
static bool expands(const gb_problem *problem, const char *material, double *reference) {
  const gb_material *m = find(problem, material);
  if (!m || !gb_material_expands(m)) return false;
  *reference = m->reference;
  return true;
}

/// Whether a material of a section expands, and from which temperature.
static bool section_expands(const gb_problem *problem, const char *section, double *reference) {
  const int i = GB_PROBLEM_FIND(problem, sections, name, section);
  if (i < 0) return false;
  const gb_section_entry *entry = &problem->sections.entry[i];
  for (int k = 0; k < entry->plies.count; ++k)
    if (expands(problem, entry->plies.entry[k].material, reference)) return true;
  return expands(problem, entry->material, reference);
}

/// Heat the elements of a group.
static int heat(gb_deck *deck, const gb_temperature *as, int history, gb_error *error) {
  gb_temperature *t;
  GB_TRY(GB_PROBLEM_APPEND(deck->problem, temperatures, &t, error));
  *t = *as;
  t->amplitude = 1;
  return gb_deck_write_value(deck, 1, history, &t->value, error);
}

int gb_deck_heat(gb_deck *deck, const gb_node_table *table, int history, gb_error *error) {
  const gb_problem *problem = deck->problem;
  for (int i = 0; i < problem->shells.count; ++i) {
    const gb_shell_section *shell = &problem->shells.entry[i];
    gb_temperature t = {.where = shell->where, .group = shell->group, .table = table};
    const bool heated = shell->section ? section_expands(problem, shell->section, &t.datum)
                                       : expands(problem, shell->material, &t.datum);
    if (shell->section) t.datum = shell->reference;
    if (heated) GB_TRY(heat(deck, &t, history, error));
  }
  for (int i = 0; i < problem->beams.count; ++i) {
    const gb_beam *beam = &problem->beams.entry[i];
    gb_temperature t = {.where = beam->where, .group = gb_beam_group(beam), .table = table};
    if (section_expands(problem, beam->section, &t.datum)) GB_TRY(heat(deck, &t, history, error));
  }
  for (int i = 0; i < problem->solids.count; ++i) {
    const gb_solid *solid = &problem->solids.entry[i];
    gb_temperature t = {.where = solid->where, .group = solid->group, .table = table};
    if (expands(problem, solid->material, &t.datum)) GB_TRY(heat(deck, &t, history, error));
  }
  return GB_OK;
}
