/// Folds: frames at mesh nodes, the nodes of further patches, and the penalties that keep the
/// frames orthonormal. Source: docs/theory.md, sections 2 (kinks) and 3.
#include "model/builders/builder.h"

#include "elements/kink.h"

static int fields(const gb_definition *from, const gb_shells *shells, unsigned char field[],
                  gb_error *error) {
  (void)from, (void)error;
  for (int i = 0; i < shells->folds; i++) field[shells->fold[i].node] |= GB_FRAME;
  return GB_OK;
}

static int ties(gb_topology *t, gb_error *error) {
  for (int i = 0; i < t->shells->patches; i++) {
    const gb_fold_patch *patch = &t->shells->patch[i];
    int32_t node;
    GB_TRY(gb_topology_add_patch(t, patch, &node, error));
    GB_TRY(gb_topology_mark(t, patch, node, error));
  }
  return GB_OK;
}

/// Whether a shell of this rank has a share in the penalty on the frame at its corner.
static bool has_share(const gb_draft *draft, int32_t element, int32_t corner) {
  const gb_shells *shells = draft->t->shells;
  return shells->section[element] >= 0 &&
         draft->partition->part[element] == draft->partition->rank &&
         gb_shells_folded(shells, draft->t->from->mesh->node[corner]);
}

/// The numbers of a shell's share of the penalty on a frame.
static int set_share(const gb_draft *draft, int32_t e, int a, int32_t room, gb_block *block,
                     gb_error *error) {
  const gb_definition *from = draft->t->from;
  const gb_shell_section *shell = &from->problem->shell[draft->t->shells->section[e]];
  const int32_t design = gb_design_of_element(draft->designs, e);
  const double *young = &gb_find_material(from, shell->material)->young;
  GB_TRY(gb_draft_own_parameter(draft, block, room, GB_KINK_YOUNG, young, error));
  GB_TRY(gb_draft_own_parameter(draft, block, room, GB_KINK_THICKNESS, &shell->thickness, error));
  block->own[block->elements][GB_KINK_AREA] = gb_shells_area_share(from->mesh, e, a);
  return design < 0 ? GB_OK : gb_draft_vary(block, room, GB_KINK_THICKNESS, design, 1, error);
}

static int blocks(gb_draft *draft, gb_error *error) {
  const gb_mesh *mesh = draft->t->from->mesh;
  gb_block *block;
  int32_t room = 0;
  if (draft->t->shells->folds == 0) return GB_OK;
  for (int32_t e = 0; e < mesh->elements; e++)
    for (int32_t p = mesh->start[e]; p < mesh->start[e + 1]; p++) room += has_share(draft, e, p);
  if (room == 0) return GB_OK;
  GB_TRY(gb_draft_block(draft, GB_ELEMENT_KINK, 1, room, &block, error));
  GB_TRY(gb_draft_make_own(block, room, error));
  for (int32_t e = 0; e < mesh->elements; e++)
    for (int32_t p = mesh->start[e]; p < mesh->start[e + 1]; p++) {
      if (!has_share(draft, e, p)) continue;
      GB_TRY(set_share(draft, e, p - mesh->start[e], room, block, error));
      block->node[block->elements++] = mesh->node[p];
    }
  return GB_OK;
}

const gb_builder gb_builder_fold = {.fields = fields, .ties = ties, .blocks = blocks};
