/// Temperatures of the nodes of decks, which let the shells and beams of the problem expand.
#include "deck/heat.h"

#include "deck/hits.h"

static const gb_material *find(const gb_problem *problem, const char *name) {
  const int i = name ? GB_PROBLEM_FIND(problem, materials, name, name) : -1;
  return i < 0 ? NULL : &problem->materials.entry[i];
}

/// @return the material of a section: of a laminate a ply's that expands, where there is one
static const gb_material *material_of(const gb_problem *problem, const char *section) {
  const int i = GB_PROBLEM_FIND(problem, sections, name, section);
  if (i < 0) return NULL;
  const gb_section_entry *entry = &problem->sections.entry[i];
  for (int k = 0; k < entry->plies.count; ++k) {
    const gb_material *m = find(problem, entry->plies.entry[k].material);
    if (m && m->expansion != 0) return m;
  }
  return find(problem, entry->material);
}

/// Heat the elements of a group if their material expands.
static int heat(gb_deck *deck, const gb_temperature *as, const gb_material *material, int history,
                gb_error *error) {
  gb_temperature *t;
  if (!material || material->expansion == 0) return GB_OK;
  GB_TRY(GB_PROBLEM_APPEND(deck->problem, temperatures, &t, error));
  *t = *as;
  t->datum = material->reference;
  t->amplitude = 1;
  return gb_deck_write_value(deck, 1, history, &t->value, error);
}

int gb_deck_heat(gb_deck *deck, const gb_node_table *table, int history, gb_error *error) {
  const gb_problem *problem = deck->problem;
  for (int i = 0; i < problem->shells.count; ++i) {
    const gb_shell_section *shell = &problem->shells.entry[i];
    const gb_temperature t = {.where = shell->where, .group = shell->group, .table = table};
    const gb_material *material =
        shell->section ? material_of(problem, shell->section) : find(problem, shell->material);
    GB_TRY(heat(deck, &t, material, history, error));
  }
  for (int i = 0; i < problem->beams.count; ++i) {
    const gb_beam *beam = &problem->beams.entry[i];
    const gb_temperature t = {.where = beam->where, .group = gb_beam_group(beam), .table = table};
    GB_TRY(heat(deck, &t, material_of(problem, beam->section), history, error));
  }
  return GB_OK;
}
