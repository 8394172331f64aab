/// Entries of temperatures and the elements that they heat.
#include "model/blocks/temperatures.h"

#include "base/index.h"
#include "problem/numbers.h"

#include <math.h>

/// @return the factor at a node of a deck by its number; NAN: the node has no temperature
static double look_up(const gb_temperature *temperature, int64_t id) {
  const gb_node_table *table = temperature->table;
  const int i = gb_lower_index(table->node, table->count, id);
  const bool found = i < table->count && table->node[i] == id;
  return (found ? table->value[i] : table->rest) - temperature->datum;
}

/// Compute the factor of the value at a node, the k-th one of the group.
static int factor_at(const gb_definition *from, const gb_temperature *temperature, int32_t node,
                     int32_t k, double *factor, gb_error *error) {
  const gb_series *values = &temperature->values;
  *factor = 1;
  if (values->count > 0) *factor = values->entry[values->whole ? 0 : k];
  if (temperature->table) *factor = look_up(temperature, from->mesh->node_id[node]);
  if (!temperature->field) return GB_OK;
  const double *place = from->original_mesh->position[node]; // the heat moves with the material
  *factor = gb_expression_real(temperature->field, place);
  if (isfinite(*factor)) return GB_OK;
  return gb_fail(error, GB_BAD_EXPRESSION,
                 "%s.field: not finite at node %lld at [%g, %g, %g] (found %g); accepted: an "
                 "expression that is finite at all nodes of the group",
                 temperature->where, (long long)from->mesh->node_id[node], place[0], place[1],
                 place[2], *factor);
}

/// Take the temperature and the gradient of an element of a deck that has its own.
static void take_own(const gb_temperature *temperature, int64_t id, double *factor,
                     double *gradient) {
  const gb_node_table *table = temperature->table;
  const int i = gb_lower_index(table->element, table->elements, id);
  if (i == table->elements || table->element[i] != id) return;
  *factor = table->heat[i][0] - temperature->datum;
  *gradient = table->heat[i][1];
}

/// Find the factor of each element of a group: the mean of those at its nodes that have one, or its
/// own. `at` is work space, [mesh nodes].
static int find_factors(const gb_definition *from, const gb_temperature *temperature,
                        const gb_group *group, double at[], const gb_heating *out,
                        gb_error *error) {
  const gb_mesh *mesh = from->mesh;
  const gb_node_table *table = temperature->table;
  const gb_series *values = &temperature->values;
  if (values->count > 0 && !values->whole)
    GB_TRY(gb_check_each(temperature->where, "values", group, values->count, error));
  for (int32_t k = 0; k < group->nodes; k++)
    GB_TRY(factor_at(from, temperature, group->node[k], k, &at[group->node[k]], error));
  for (int32_t k = 0; k < group->elements; k++) {
    const int32_t e = group->element[k];
    double sum = 0;
    int nodes = 0;
    for (int32_t p = mesh->start[e]; p < mesh->start[e + 1]; p++)
      if (!isnan(at[mesh->node[p]])) sum += at[mesh->node[p]], nodes++;
    out->factor[e] = sum / nodes;
    for (int32_t p = mesh->start[e]; out->nodal && p < mesh->start[e + 1]; p++)
      out->nodal[p] = isnan(at[mesh->node[p]]) ? sum / nodes : at[mesh->node[p]];
    if (table) take_own(temperature, mesh->element_id[e], &out->factor[e], &out->gradient[e]);
  }
  return GB_OK;
}

/// Properties of the elements of a group.
typedef struct heated {
  bool any;         ///< some are elements of the model
  bool expands;     ///< some have a material with an expansion
  double reference; ///< of such a material or laminate, by its deck, that is not 0
  const char *of;   ///< its name
} heated;

/// Whether a material has an expansion in a layup.
static bool expands(const gb_layup *layup, const gb_material *material) {
  for (const gb_law_number *n = gb_layup_expansion_list(layup); n->name; n++)
    if (*gb_problem_material_number(material, n->name) != 0) return true;
  return false;
}

/// Add the properties of a mesh element.
static int examine(const gb_topology *t, int32_t e, heated *group, gb_error *error) {
  const int shell = t->shells->section[e], beam = gb_beams_entry(t->beams, e),
            solid = gb_solids_entry(t->from->solids, e);
  const gb_shell_section *entries = t->from->problem->shells.entry;
  gb_section_source section;
  if (shell < 0 && beam < 0 && solid < 0) return GB_OK;
  group->any = true;
  GB_TRY(shell >= 0  ? gb_section_source_find(t->from, shell, &section, error)
         : beam >= 0 ? gb_beam_source_find(t->from, beam, &section, error)
                     : gb_solid_source_find(t->from, solid, &section, error));
  for (int m = 0; m < section.layup.materials; m++) {
    if (!expands(&section.layup, section.material[m])) continue;
    group->expands = true;
    const bool plied = shell >= 0 && entries[shell].section && !section.entry;
    const double reference = plied ? entries[shell].reference : section.material[m]->reference;
    if (reference == 0) continue;
    group->reference = reference;
    group->of = section.material[m]->name;
  }
  return GB_OK;
}

/// Warn of temperatures without effect, and of those of a case that begin elsewhere than the deck
/// says.
static void warn(const gb_definition *from, const gb_temperature *temperature,
                 const heated *group) {
  if (!group->expands)
    gb_warn(from,
            "%s: no material of group '%s' has an expansion, so that the temperature does nothing",
            temperature->where, temperature->group);
  if (group->of && !temperature->table && temperature->reference != group->reference)
    gb_warn(from,
            "%s: reference is %g, and material '%s' of the deck does not expand at %g; accepted: "
            "reference: %g for what the deck says",
            temperature->where, temperature->reference, group->of, group->reference,
            group->reference);
}

/// Find the elements that entry i heats, and their factors. `at` is work space, [mesh nodes].
static int mark(const gb_topology *t, int i, double at[], const gb_heating *out, gb_error *error) {
  const gb_definition *from = t->from;
  const gb_temperature *temperature = &from->problem->temperatures.entry[i];
  const gb_group *group;
  heated found = {0};
  GB_TRY(gb_find_group(from, temperature->where, temperature->group, -1, &group, error));
  for (int32_t k = 0; k < group->elements; k++) {
    int *entry = &out->entry[group->element[k]];
    if (*entry >= 0)
      return gb_fail(error, GB_KEY_CONFLICT,
                     "%s: element %lld of group '%s' has a temperature by %s already; accepted: "
                     "groups without common elements",
                     temperature->where, (long long)from->mesh->element_id[group->element[k]],
                     temperature->group, from->problem->temperatures.entry[*entry].where);
    *entry = i;
    GB_TRY(examine(t, group->element[k], &found, error));
  }
  if (!found.any && !from->subdomain)
    return gb_fail(error, GB_WRONG_GROUP,
                   "%s: group '%s' has no shells and no beams; accepted: a group that has some",
                   temperature->where, temperature->group);
  warn(from, temperature, &found);
  return find_factors(from, temperature, group, at, out, error);
}

int gb_heating_find(const gb_topology *t, gb_heating *out, gb_error *error) {
  const gb_definition *from = t->from;
  const size_t elements = (size_t)from->mesh->elements;
  double *at;
  *out = (gb_heating){0};
  if (from->problem->temperatures.count == 0) return GB_OK;
  GB_TRY(GB_TAKE(from->arena, out->entry, elements, error));
  GB_TRY(GB_TAKE(from->arena, out->factor, elements, error));
  GB_TRY(GB_TAKE(from->arena, out->gradient, elements, error));
  GB_TRY(GB_TAKE(from->arena, at, (size_t)from->mesh->nodes, error));
  if (from->solids)
    GB_TRY(GB_TAKE(from->arena, out->nodal, (size_t)from->mesh->start[elements], error));
  for (size_t e = 0; e < elements; e++) out->entry[e] = -1;
  for (int i = 0; i < from->problem->temperatures.count; i++) GB_TRY(mark(t, i, at, out, error));
  return GB_OK;
}

bool gb_heating_differs(const gb_definition *from, int entry) {
  const gb_temperature *temperature = entry < 0 ? NULL : &from->problem->temperatures.entry[entry];
  return temperature && (temperature->field || temperature->table || temperature->values.count > 0);
}

/// Refuse a material whose expansions are not those that the law reads.
static int check_expansion(const char *where, const gb_temperature *temperature,
                           const gb_layup *layup, const gb_material *material, gb_error *error) {
  const gb_law_number *list = gb_layup_expansion_list(layup);
  const bool two = list[1].name, three = two && list[2].name;
  if (expands(layup, material) || !gb_material_expands(material)) return GB_OK;
  return gb_fail(error, GB_WRONG_SECTION,
                 "%s: %s heats a section of type %s, and material '%s' has no %s, but an expansion "
                 "for other sections; accepted: %s%s%s%s%s",
                 where, temperature->where, gb_section_laws[layup->kind]->name, material->name,
                 list->name, list->name,
                 three ? ", "
                 : two ? " and "
                       : "",
                 two ? list[1].name : "", three ? " and " : "", three ? list[2].name : "");
}

int gb_heating_apply(const gb_definition *from, int entry, const char *where,
                     gb_section_source *section, gb_error *error) {
  const gb_layup *layup = &section->layup;
  const gb_section_law *law = gb_section_laws[layup->kind];
  if (entry < 0) return GB_OK;
  const gb_temperature *temperature = &from->problem->temperatures.entry[entry];
  if (layup->materials == 0)
    return gb_fail(error, GB_WRONG_SECTION,
                   "%s: a section of type %s has no thermal expansion here, and %s heats it; "
                   "accepted: isotropic shells, laminates, and beams with a material",
                   where, law->name, temperature->where);
  for (int m = 0; m < layup->materials; m++)
    GB_TRY(check_expansion(where, temperature, layup, section->material[m], error));
  if ((law->beam || law->solid) && temperature->gradient != 0)
    return gb_fail(error, GB_WRONG_SECTION,
                   "%s.gradient: group '%s' has %s (%s), which have one temperature; accepted: "
                   "a gradient in shells",
                   temperature->where, temperature->group, law->beam ? "beams" : "solids", where);
  section->layup.heated = true;
  section->temperature = temperature;
  return GB_OK;
}
