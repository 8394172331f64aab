/// Solids: a block for each entry and shape of element.
#include "model/builders/builder.h"

#include "model/sections/sections.h"

#include <string.h>

static int fields(const gb_definition *from, const gb_shells *shells, unsigned char field[],
                  gb_error *error) {
  const gb_mesh *mesh = from->mesh;
  (void)shells, (void)error;
  for (int32_t e = 0; e < mesh->elements; e++)
    for (int32_t p = mesh->start[e];
         gb_solids_entry(from->solids, e) >= 0 && p < mesh->start[e + 1]; p++)
      field[mesh->node[p]] |= GB_POSITION;
  return GB_OK;
}

static const gb_element_kind kinds[GB_SHAPES] = {
    [GB_TETRAHEDRON4] = GB_ELEMENT_SOLID4,  [GB_TETRAHEDRON10] = GB_ELEMENT_SOLID10,
    [GB_PYRAMID5] = GB_ELEMENT_SOLID5,      [GB_WEDGE6] = GB_ELEMENT_SOLID6,
    [GB_WEDGE15] = GB_ELEMENT_SOLID15,      [GB_HEXAHEDRON8] = GB_ELEMENT_SOLID8,
    [GB_HEXAHEDRON20] = GB_ELEMENT_SOLID20, [GB_HEXAHEDRON27] = GB_ELEMENT_SOLID27};

/// Add a block of the selected elements that this rank has.
static int add(gb_draft *draft, gb_selection of, gb_error *error) {
  const gb_definition *from = draft->t->from;
  const gb_mesh *mesh = from->mesh;
  const int nodes = gb_shape_nodes(of.shape);
  gb_section_source section;
  gb_block *block;
  const gb_element_list list = gb_draft_elements(draft, of);
  const int64_t total = gb_selections_count(draft->selections, from->problem, of);
  GB_TRY(gb_draft_block(draft, kinds[of.shape], nodes, list.count, &block, error));
  GB_TRY(gb_draft_make_cells(draft, block, of.shape, list.count, total, error));
  GB_TRY(GB_TAKE(block->arena, block->section.element, (size_t)list.count, error));
  block->section.entry = of.entry;
  GB_TRY(gb_solid_source_find(from, of.entry, &section, error));
  GB_TRY(gb_heating_apply(from, of.temperature, from->problem->solids.entry[of.entry].where,
                          &section, error));
  const gb_heating *heating = &draft->selections->heating;
  section.layup.tapered = gb_heating_differs(from, of.temperature);
  GB_TRY(gb_draft_section(draft, block, &section, error));
  if (section.layup.tapered) {
    GB_TRY(GB_TAKE(block->arena, block->section.shells, 1, error));
    GB_TRY(GB_TAKE(block->arena, block->section.shells->ratio, (size_t)list.count * (size_t)nodes,
                   error));
  }
  for (int32_t i = 0; i < list.count; i++) {
    const int32_t e = list.element[i];
    for (int a = 0; section.layup.tapered && a < nodes; a++)
      block->section.shells->ratio[nodes * block->elements + a] =
          heating->nodal[mesh->start[e] + a];
    memcpy(&block->node[(size_t)nodes * (size_t)block->elements], mesh->node + mesh->start[e],
           (size_t)nodes * sizeof *block->node);
    block->section.element[block->elements] = e;
    block->cell[block->elements++] = block->entry + draft->selections->order[e];
  }
  return gb_draft_vary_by_elements(draft, block, error);
}

static int blocks(gb_draft *draft, gb_error *error) {
  const gb_definition *from = draft->t->from;
  gb_block_set *set = draft->blocks;
  if (!from->solids) return GB_OK;
  GB_TRY(gb_draft_each_selection(draft, GB_OF_SOLIDS, add, error));
  const bool alone = draft->t->shells->count == 0 && gb_beams_count(draft->t->beams) == 0;
  set->fails = from->solids->fails && (set->fails || alone);
  return GB_OK;
}

const gb_builder gb_builder_solid = {.fields = fields, .blocks = blocks};
