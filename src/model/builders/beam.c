/// Beams: frames at their nodes, a block for each entry and shape of element, and the elements that
/// keep the frames orthonormal. Source: docs/theory.md, the section on beams.
#include "model/builders/builder.h"

#include "model/sections/sections.h"

#include <stdlib.h>

static int fields(const gb_definition *from, const gb_shells *shells, unsigned char field[],
                  gb_error *error) {
  for (int i = 0; i < from->problem->beams.count; i++) {
    const gb_beam *beam = &from->problem->beams.entry[i];
    const gb_group *group;
    GB_TRY(gb_find_group(from, beam->where, gb_beam_group(beam), 1, &group, error));
    for (int32_t k = 0; k < group->nodes; k++) field[group->node[k]] |= GB_POSITION;
  }
  for (int32_t n = 0; n < from->mesh->nodes; n++)
    if (shells->framed[n]) field[n] |= GB_FRAME | GB_MULTIPLIERS;
  return GB_OK;
}

static int nodes(gb_topology *t, gb_error *error) {
  if (t->from->problem->beams.count == 0) return GB_OK;
  GB_TRY(gb_beams_create(t->from, t->shells, &t->beams, error));
  for (int i = 0; i < t->beams->frames; i++) {
    const gb_beam_frame *frame = &t->beams->frame[i];
    if (frame->first) gb_topology_set_frame(t, frame->node, frame->axis);
  }
  for (int i = 0; i < t->shells->folds; i++) {
    const gb_fold_frame *fold = &t->shells->fold[i];
    if (fold->beams) gb_topology_set_frame(t, fold->node, (const double(*)[3])fold->axis);
  }
  for (int i = 0; i < t->from->problem->beams.count; i++) {
    const gb_beam *beam = &t->from->problem->beams.entry[i];
    if (beam->group) continue;
    const gb_group *group = gb_mesh_group(t->from->mesh, beam->name, 1);
    for (int end = 0; end < 2; end++)
      GB_TRY(gb_topology_mark(t, &beam->ends[end], group->node[end ? group->nodes - 1 : 0], error));
  }
  return GB_OK;
}

/// Tie the ends of beams that are fixed to bodies.
static int tie_ends(gb_topology *t, const gb_beam *beam, gb_error *error) {
  for (int end = 0; end < 2; end++) {
    const char *name = beam->ends[end];
    const int32_t node = gb_topology_find(t, &beam->ends[end]);
    int body = -1;
    if (!name) continue;
    if (!gb_end_is_ground(name)) GB_TRY(gb_need_body(t->from, beam->where, name, &body, error));
    if (body >= 0 && gb_topology_master(t, gb_topology_body(t, body)) == node)
      return gb_fail(error, GB_WRONG_ENDS,
                     "%s.ends: %s is fixed to this end of '%s' itself; accepted: one of both",
                     beam->where, name, beam->name);
    GB_TRY(gb_topology_tie_to_body(t, node, body, error));
  }
  return GB_OK;
}

/// Tie further axes at a node, and ends of bars offset from it, to its frame.
static int ties(gb_topology *t, gb_error *error) {
  for (int i = 0; t->beams && i < t->beams->frames; i++) {
    const gb_beam_frame *frame = &t->beams->frame[i];
    int32_t node = frame->node;
    if (!frame->first)
      GB_TRY(gb_topology_add_frame(t, frame->node, frame->at, frame->axis, &node, error));
    GB_TRY(gb_topology_mark(t, frame, node, error));
  }
  for (int i = 0; i < t->from->problem->beams.count; i++)
    GB_TRY(tie_ends(t, &t->from->problem->beams.entry[i], error));
  return GB_OK;
}

static const gb_element_kind kinds[GB_SHAPES] = {
    [GB_LINE2] = GB_ELEMENT_BEAM2, [GB_LINE3] = GB_ELEMENT_BEAM3};

/// Add a block of the selected elements that this rank has.
static int add(gb_draft *draft, gb_selection of, gb_error *error) {
  const gb_mesh *mesh = draft->t->from->mesh;
  const int entry = of.entry;
  const gb_shape shape = of.shape;
  const gb_beams *beams = draft->t->beams;
  const int count = gb_shape_nodes(shape);
  gb_section_source section;
  gb_block *block;
  const gb_element_list list = gb_draft_elements(draft, of);
  const int64_t total = gb_selections_count(draft->selections, draft->t->from->problem, of);
  const bool rod = beams->rod[entry];
  const gb_element_kind kind = rod ? GB_ELEMENT_ROD : kinds[shape];
  GB_TRY(gb_draft_block(draft, kind, count, list.count, &block, error));
  GB_TRY(gb_draft_make_cells(draft, block, GB_LINE2, list.count, total, error));
  GB_TRY(GB_TAKE(block->arena, block->section.element, (size_t)list.count, error));
  block->section.total = (int32_t)total;
  block->section.entry = entry;
  GB_TRY(gb_beam_source_find(draft->t->from, entry, &section, error));
  GB_TRY(gb_heating_apply(draft->t->from, of.temperature,
                          draft->t->from->problem->beams.entry[entry].where, &section, error));
  GB_TRY(gb_draft_section(draft, block, &section, error));
  if (gb_heating_differs(draft->t->from, of.temperature))
    GB_TRY(gb_draft_make_own(block, list.count, error));
  for (int32_t i = 0; i < list.count; i++) {
    const int32_t e = list.element[i];
    for (int a = 0; a < count; a++) {
      const int32_t at = mesh->start[e] + a;
      block->node[count * block->elements + a] =
          rod ? mesh->node[at] : gb_topology_find(draft->t, &beams->frame[beams->frame_at[at]]);
    }
    if (block->own) gb_draft_set_own(draft, e, block);
    block->section.element[block->elements] = e;
    block->cell[block->elements++] = block->entry + draft->selections->order[e];
  }
  return GB_OK;
}

static int add_frames(gb_draft *draft, gb_error *error) {
  const gb_beams *beams = draft->t->beams;
  const gb_shells *shells = draft->t->shells;
  gb_block *block;
  int32_t capacity = 0;
  if (!beams) return GB_OK;
  for (int32_t n = 0; n < draft->t->from->mesh->nodes; n++)
    capacity += gb_topology_is_beam(draft->t, n) && gb_draft_has(draft, n);
  if (capacity == 0) return GB_OK;
  GB_TRY(gb_draft_block(draft, GB_ELEMENT_FRAME, 1, capacity, &block, error));
  for (int i = 0; i < beams->frames; i++)
    if (beams->frame[i].first && gb_draft_has(draft, beams->frame[i].node))
      block->node[block->elements++] = beams->frame[i].node;
  for (int i = 0; i < shells->folds; i++)
    if (shells->fold[i].beams && gb_draft_has(draft, shells->fold[i].node))
      block->node[block->elements++] = shells->fold[i].node;
  return GB_OK;
}

static int blocks(gb_draft *draft, gb_error *error) {
  const gb_beams *beams = draft->t->beams;
  gb_block_set *set = draft->blocks;
  if (!beams) return GB_OK;
  GB_TRY(gb_draft_each_selection(draft, GB_OF_BEAMS, add, error));
  set->fails = beams->fails && (set->fails || draft->t->shells->count == 0);
  return GB_OK;
}

const gb_builder gb_builder_beam = {
    .fields = fields, .nodes = nodes, .ties = ties, .blocks = blocks};
const gb_builder gb_builder_frame = {.blocks = add_frames};
