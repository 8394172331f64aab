/// Shells: a block for each entry and shape of element.
#include "model/builders/builder.h"

#include "model/sections/sections.h"

#include <string.h>

static int fields(const gb_definition *from, const gb_shells *shells, unsigned char field[],
                  gb_error *error) {
  const gb_mesh *mesh = from->mesh;
  (void)error;
  for (int32_t e = 0; e < mesh->elements; e++)
    for (int32_t p = mesh->start[e]; shells->section[e] >= 0 && p < mesh->start[e + 1]; p++)
      field[mesh->node[p]] |= gb_shells_bend(from, shells, e) ? GB_SHELL : GB_POSITION;
  return GB_OK;
}

/// @return the thickness at the nodes of a shell relative to the element's, [nodes]; NULL: 1
static const double *ratio_of(const gb_draft *draft, int32_t e) {
  const gb_definition *from = draft->t->from;
  return gb_element_ratio(&from->problem->shells.entry[draft->t->shells->section[e]],
                          from->mesh->element_id[e]);
}

/// Copy the nodes of an element; at folds, those of its patches.
static void copy_nodes(const gb_topology *t, int32_t e, int32_t node[]) {
  const gb_mesh *mesh = t->from->mesh;
  for (int32_t p = mesh->start[e]; p < mesh->start[e + 1]; p++) {
    const int32_t patch = t->shells->patch_at ? t->shells->patch_at[p] : -1;
    *node++ = patch < 0 ? mesh->node[p] : gb_topology_find(t, &t->shells->patch[patch]);
  }
}

static const gb_element_kind shell_kind[GB_SHAPES] = {[GB_TRIANGLE3] = GB_ELEMENT_MITC3,
                                                      [GB_TRIANGLE6] = GB_ELEMENT_MITC6,
                                                      [GB_QUAD4] = GB_ELEMENT_MITC4,
                                                      [GB_QUAD9] = GB_ELEMENT_MITC9};
static gb_element_kind kind_of(const gb_draft *draft, int entry, gb_shape shape) {
  const bool panel = draft->t->from->problem->shells.entry[entry].carries == GB_CARRIES_SHEAR;
  return panel ? GB_ELEMENT_SHEAR_PANEL : shell_kind[shape];
}

/// Whether the elements of an entry need the material's axis: for their law, or because the user
/// has chosen the axes of results.
static bool has_axis(const gb_draft *draft, int entry, const gb_layup *layup) {
  const double *axis = draft->t->from->problem->shells.entry[entry].axis;
  return gb_section_laws[layup->kind]->directed || axis[0] != 0 || axis[1] != 0 || axis[2] != 0;
}

/// Set all numbers of an element's section, for entries whose elements have numbers of their own.
static void set_own(const gb_draft *draft, const gb_section_source *section, int entry, int32_t e,
                    gb_block *block) {
  const gb_definition *from = draft->t->from;
  gb_draft_set_own(draft, e, block);
  gb_element_set_own(section, &from->problem->shells.entry[entry], from->mesh->element_id[e],
                     gb_draft_own(block));
}

/// Add a block of the selected elements that this rank has, with or without thicknesses that differ
/// at their nodes.
static int add_block(gb_draft *draft, gb_selection of, bool tapered, gb_error *error) {
  const gb_element_list list = gb_draft_elements(draft, of);
  const int entry = of.entry;
  const gb_shape shape = of.shape;
  const int nodes = gb_shape_nodes(shape);
  gb_section_source section;
  gb_block *block;
  int32_t capacity = 0;
  for (int32_t i = 0; i < list.count; i++)
    capacity += (ratio_of(draft, list.element[i]) != NULL) == tapered;
  if (capacity == 0) return GB_OK;
  GB_TRY(gb_draft_block(draft, kind_of(draft, entry, shape), nodes, capacity, &block, error));
  GB_TRY(gb_draft_make_cells(draft, block, shape, capacity, 0, error));
  GB_TRY(GB_TAKE(block->arena, block->section.element, (size_t)capacity, error));
  block->entry = entry;
  GB_TRY(gb_section_source_find(draft->t->from, entry, &section, error));
  GB_TRY(gb_heating_apply(draft->t->from, of.temperature,
                          draft->t->from->problem->shells.entry[entry].where, &section, error));
  section.layup.tapered = tapered;
  GB_TRY(gb_draft_section(draft, block, &section, error));
  GB_TRY(GB_TAKE(block->arena, block->section.shells, 1, error));
  gb_block_shells *shells = block->section.shells;
  if (has_axis(draft, entry, block->section.layup))
    GB_TRY(GB_TAKE(block->arena, shells->axis, (size_t)capacity, error));
  if (draft->t->from->problem->shells.entry[entry].own.count > 0 ||
      gb_heating_differs(draft->t->from, of.temperature))
    GB_TRY(gb_draft_make_own(block, capacity, error));
  if (tapered)
    GB_TRY(GB_TAKE(block->arena, shells->ratio, (size_t)capacity * (size_t)nodes, error));
  for (int32_t i = 0; i < list.count; i++) {
    const int32_t e = list.element[i];
    if ((ratio_of(draft, e) != NULL) != tapered) continue;
    if (block->own) set_own(draft, &section, entry, e, block);
    double(*axis)[3] = shells->axis ? &shells->axis[block->elements] : NULL;
    if (axis) GB_TRY(gb_material_axis(draft->t->from, entry, e, *axis, error));
    copy_nodes(draft->t, e, &block->node[nodes * block->elements]);
    if (tapered)
      memcpy(&shells->ratio[nodes * block->elements], ratio_of(draft, e),
             (size_t)nodes * sizeof *shells->ratio);
    block->section.element[block->elements] = e;
    block->cell[block->elements++] = draft->selections->order[e];
  }
  return gb_draft_vary_by_elements(draft, block, error);
}

static int add(gb_draft *draft, gb_selection of, gb_error *error) {
  GB_TRY(add_block(draft, of, false, error));
  return add_block(draft, of, true, error);
}

static int blocks(gb_draft *draft, gb_error *error) {
  const int entries = draft->t->from->problem->shells.count;
  GB_TRY(gb_draft_each_selection(draft, GB_OF_SHELLS, add, error));
  for (int entry = 0; entry < entries; entry++) {
    gb_section_source section;
    GB_TRY(gb_section_source_find(draft->t->from, entry, &section, error));
    draft->blocks->coupled = draft->blocks->coupled || gb_layup_coupled(&section.layup);
  }
  draft->blocks->total_shells = draft->blocks->total_cells = draft->t->shells->count;
  draft->blocks->plies = draft->t->shells->plies;
  draft->blocks->index = draft->t->shells->index;
  draft->blocks->fails = draft->t->shells->fails;
  return GB_OK;
}

const gb_builder gb_builder_shell = {.fields = fields, .blocks = blocks};
