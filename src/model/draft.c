/// Blocks in the making.
#include "model/draft.h"

#include "elements/element.h"

#include <stdlib.h>

int gb_draft_block(gb_draft *draft, gb_element_kind kind, int nodes, int32_t room, gb_block **out,
                   gb_error *error) {
  gb_block_set *set = draft->blocks;
  GB_TRY(gb_array_append(&set->block, &set->count, sizeof **out, out, error));
  (*out)->kind = kind;
  (*out)->nodes = (*out)->corners = nodes;
  (*out)->parameters = gb_leading_parameters(gb_elements[kind]);
  GB_TRY(gb_allocate((size_t)(*out)->parameters, sizeof *(*out)->parameter, &(*out)->parameter,
                     error));
  return gb_allocate((size_t)room * (size_t)nodes, sizeof *(*out)->node, &(*out)->node, error);
}

int gb_draft_lay(gb_block *block, const gb_layup *layup, int leading, gb_error *error) {
  GB_TRY(gb_allocate(1, sizeof *block->section.layup, &block->section.layup, error));
  *block->section.layup = *layup;
  free(block->parameter);
  block->parameter = NULL;
  block->parameters = leading + gb_layup_numbers(layup);
  return gb_allocate((size_t)block->parameters, sizeof *block->parameter, &block->parameter, error);
}

int gb_draft_make_own(gb_block *block, int32_t room, gb_error *error) {
  return gb_allocate((size_t)room * (size_t)block->parameters, sizeof *block->own, &block->own,
                     error);
}

int gb_draft_make_cells(gb_draft *draft, gb_block *block, int32_t room, int64_t total,
                        gb_error *error) {
  block->entry = draft->blocks->total_cells;
  draft->blocks->total_cells += total;
  return gb_allocate((size_t)room, sizeof *block->cell, &block->cell, error);
}

void gb_draft_one(const gb_draft *draft, gb_block *block) {
  block->elements = gb_draft_has(draft, block->node[0]);
}

int gb_draft_parameter(const gb_draft *draft, gb_block *block, int k, const double *number,
                       gb_error *error) {
  const int design = gb_design_of(draft->designs, number);
  gb_varying *varying;
  block->parameter[k] = *number;
  if (design < 0) return GB_OK;
  GB_TRY(gb_array_append(&block->varying, &block->varyings, sizeof *varying, &varying, error));
  varying->parameter = k;
  varying->design = design;
  return GB_OK;
}

/// A list of designs of a parameter that elements have of their own, in which this one has none.
static int find_varying(gb_block *block, int32_t room, int k, gb_varying **out, gb_error *error) {
  const int32_t element = block->elements;
  for (int i = 0; i < block->varyings; i++)
    if (block->varying[i].parameter == k && block->varying[i].element[element] < 0) {
      *out = &block->varying[i];
      return GB_OK;
    }
  GB_TRY(gb_array_append(&block->varying, &block->varyings, sizeof **out, out, error));
  (*out)->parameter = k;
  GB_TRY(gb_allocate((size_t)room, sizeof *(*out)->slope, &(*out)->slope, error));
  GB_TRY(gb_allocate((size_t)room, sizeof *(*out)->element, &(*out)->element, error));
  for (int32_t e = 0; e < room; e++) (*out)->element[e] = -1;
  return GB_OK;
}

int gb_draft_vary(gb_block *block, int32_t room, int k, int design, double slope, gb_error *error) {
  gb_varying *varying;
  GB_TRY(find_varying(block, room, k, &varying, error));
  varying->element[block->elements] = design;
  varying->slope[block->elements] = slope;
  return GB_OK;
}

int gb_draft_own_parameter(const gb_draft *draft, gb_block *block, int32_t room, int k,
                           const double *number, gb_error *error) {
  const int design = gb_design_of(draft->designs, number);
  gb_draft_own(block)[k] = *number;
  return design < 0 ? GB_OK : gb_draft_vary(block, room, k, design, 1, error);
}
