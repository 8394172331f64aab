/// Functions with which builders make blocks.
#include "model/builders/draft.h"

#include "elements/element.h"

#include <string.h>

int gb_draft_block(gb_draft *draft, gb_element_kind kind, int nodes, int32_t capacity,
                   gb_block **out, gb_error *error) {
  gb_block_set *set = draft->blocks;
  gb_arena *kept = draft->t->from->kept;
  GB_TRY(gb_arena_append(kept, &set->block, &set->count, sizeof **out, out, error));
  (*out)->arena = kept;
  (*out)->kind = kind;
  (*out)->nodes = nodes;
  (*out)->parameters = gb_leading_parameters(gb_elements[kind]);
  GB_TRY(GB_TAKE(kept, (*out)->joint, 1, error));
  GB_TRY(GB_TAKE(kept, (*out)->parameter, (size_t)(*out)->parameters, error));
  return GB_TAKE(kept, (*out)->node, (size_t)capacity * (size_t)nodes, error);
}

int gb_draft_lay(gb_block *block, const gb_layup *layup, int leading, gb_error *error) {
  GB_TRY(GB_TAKE(block->arena, block->section.layup, 1, error));
  *block->section.layup = *layup;
  block->parameters = leading + gb_layup_numbers(layup);
  return GB_TAKE(block->arena, block->parameter, (size_t)block->parameters, error);
}

int gb_draft_section(const gb_draft *draft, gb_block *block, const gb_section_source *section,
                     gb_error *error) {
  const double *number[GB_SECTION_NUMBERS];
  double absent[GB_SECTION_NUMBERS];
  GB_TRY(gb_draft_lay(block, &section->layup, 0, error));
  const int count = gb_section_source_numbers(section, number, absent);
  for (int k = 0; k < count; k++) {
    GB_TRY(gb_draft_parameter(draft, block, k, number[k], error));
    if (block->parameter[k] == 0) block->parameter[k] = absent[k];
  }
  if (section->layup.heated) block->value[0] = section->temperature->value;
  return GB_OK;
}

int gb_draft_make_own(gb_block *block, int32_t capacity, gb_error *error) {
  return GB_TAKE(block->arena, block->own, (size_t)capacity * (size_t)block->parameters, error);
}

int gb_draft_each_selection(gb_draft *draft, gb_family family,
                            int (*add)(gb_draft *draft, gb_selection of, gb_error *error),
                            gb_error *error) {
  const gb_problem *problem = draft->t->from->problem;
  gb_selection of = {.family = family};
  for (of.entry = 0; of.entry < gb_family_entries(problem, family); of.entry++)
    for (int shape = 0; shape < GB_SHAPES; shape++)
      for (of.temperature = -1; of.temperature < problem->temperatures.count; of.temperature++) {
        of.shape = (gb_shape)shape;
        if (gb_selections_count(draft->selections, problem, of) > 0) GB_TRY(add(draft, of, error));
      }
  return GB_OK;
}

void gb_draft_set_own(const gb_draft *draft, int32_t element, gb_block *block) {
  double *own = gb_draft_own(block);
  memcpy(own, block->parameter, (size_t)block->parameters * sizeof *own);
  if (!block->section.layup->heated) return;
  double *heat = own + block->parameters - GB_HEAT_NUMBERS;
  heat[GB_HEAT_FACTOR] = draft->selections->heating.factor[element];
  if (draft->selections->heating.gradient[element] == 0) return;
  heat[GB_HEAT_AMPLITUDE] *= heat[GB_HEAT_FACTOR]; // the factor of the gradient is 1
  heat[GB_HEAT_FACTOR] = 1;
  heat[GB_HEAT_GRADIENT] = draft->selections->heating.gradient[element];
}

int gb_draft_make_cells(gb_draft *draft, gb_block *block, gb_shape shape, int32_t capacity,
                        int64_t total, gb_error *error) {
  block->shape = shape;
  block->entry = draft->blocks->total_cells;
  draft->blocks->total_cells += total;
  return GB_TAKE(block->arena, block->cell, (size_t)capacity, error);
}

void gb_draft_one(const gb_draft *draft, gb_block *block) {
  block->elements = gb_draft_has(draft, block->node[0]);
}

int gb_draft_parameter(const gb_draft *draft, gb_block *block, int k, const double *number,
                       gb_error *error) {
  const gb_varying varying = {.parameter = k, .design = gb_design_of(draft->designs, number)};
  block->parameter[k] = *number;
  if (varying.design < 0) return GB_OK;
  return gb_arena_add(block->arena, &block->varyings.entry, &block->varyings.count, sizeof varying,
                      &varying, error);
}

/// Find a list of designs of parameter k in which the next element has none.
static int find_varying(gb_block *block, int32_t capacity, int k, gb_varying **out,
                        gb_error *error) {
  const int32_t element = block->elements;
  for (int i = 0; i < block->varyings.count; i++)
    if (block->varyings.entry[i].parameter == k && block->varyings.entry[i].element[element] < 0) {
      *out = &block->varyings.entry[i];
      return GB_OK;
    }
  GB_TRY(gb_arena_append(block->arena, &block->varyings.entry, &block->varyings.count, sizeof **out,
                         out, error));
  (*out)->parameter = k;
  GB_TRY(GB_TAKE(block->arena, (*out)->slope, (size_t)capacity, error));
  GB_TRY(GB_TAKE(block->arena, (*out)->element, (size_t)capacity, error));
  for (int32_t e = 0; e < capacity; e++) (*out)->element[e] = -1;
  return GB_OK;
}

int gb_draft_vary(gb_block *block, int32_t capacity, int k, int design, double slope,
                  gb_error *error) {
  gb_varying *varying;
  GB_TRY(find_varying(block, capacity, k, &varying, error));
  varying->element[block->elements] = design;
  varying->slope[block->elements] = slope;
  return GB_OK;
}

int gb_draft_vary_by_elements(const gb_draft *draft, gb_block *block, gb_error *error) {
  for (int i = 0; i < draft->designs->parts; i++) {
    const gb_element_designs *part = &draft->designs->part[i];
    gb_varying *varying;
    bool any = false;
    for (int32_t k = 0; k < block->elements; k++)
      any = any || part->element[block->section.element[k]] >= 0;
    if (!any) continue;
    GB_TRY(gb_arena_append(block->arena, &block->varyings.entry, &block->varyings.count,
                           sizeof *varying, &varying, error));
    varying->parameter = gb_element_designs_number(part, block->section.layup);
    GB_TRY(GB_TAKE(block->arena, varying->element, (size_t)block->elements, error));
    for (int32_t k = 0; k < block->elements; k++)
      varying->element[k] = part->element[block->section.element[k]];
  }
  return GB_OK;
}

int gb_draft_own_parameter(const gb_draft *draft, gb_block *block, int32_t capacity, int k,
                           const double *number, gb_error *error) {
  const int design = gb_design_of(draft->designs, number);
  gb_draft_own(block)[k] = *number;
  return design < 0 ? GB_OK : gb_draft_vary(block, capacity, k, design, 1, error);
}

int gb_draft_check_nodes(const gb_draft *draft, const char *where, const char *group, int count,
                         const int32_t *node, gb_error *error) {
  for (int k = 0; k < count && !draft->t->from->subdomain; k++)
    if (!draft->t->fields[node[k]])
      return gb_fail(error, GB_LOOSE_NODE,
                     "%s: node %lld of group '%s' belongs to no shell or beam", where,
                     (long long)draft->t->id[node[k]], group);
  return GB_OK;
}

int gb_draft_nodes(gb_draft *draft, gb_element_kind kind, int32_t count, const int32_t *node,
                   gb_block **out, gb_error *error) {
  GB_TRY(gb_draft_block(draft, kind, 1, count, out, error));
  for (int32_t i = 0; i < count; i++)
    if (gb_draft_has(draft, node[i])) (*out)->node[(*out)->elements++] = node[i];
  return GB_OK;
}

int gb_draft_group(gb_draft *draft, const char *where, const char *name, gb_element_kind kind,
                   gb_block **out, gb_error *error) {
  const gb_group *group;
  GB_TRY(gb_find_group(draft->t->from, where, name, -1, &group, error));
  GB_TRY(gb_draft_check_nodes(draft, where, name, group->nodes, group->node, error));
  return gb_draft_nodes(draft, kind, group->nodes, group->node, out, error);
}
