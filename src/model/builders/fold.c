/// Folds: frames at mesh nodes, nodes of further patches, and penalties that keep the frames
/// orthonormal. Source: docs/theory.md, sections 2 (folds) and 3.
#include "model/builders/fold.h"
#include "model/builders/builder.h"

#include "base/length.h"
#include "elements/shell/share.h"
#include "model/sections/sections.h"

#include <string.h>

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

/// Whether a shell contributes to the penalty on the frame at its corner.
static bool has_share(const gb_draft *draft, int32_t element, int32_t corner) {
  const gb_shells *shells = draft->t->shells;
  const int32_t node = draft->t->from->mesh->node[corner];
  return gb_shells_bend(draft->t->from, shells, element) && gb_shells_folded(shells, node) &&
         !shells->fold[shells->fold_at[node]].beams;
}

/// Set the numbers of the section of the next share, of element e.
static int set_section(const gb_draft *draft, const gb_section_source *section, int32_t e,
                       int32_t capacity, gb_block *block, gb_error *error) {
  const double *number[GB_SECTION_NUMBERS];
  double absent[GB_SECTION_NUMBERS], *own = gb_draft_own(block) + GB_SHARE_SECTION;
  const gb_definition *from = draft->t->from;
  const gb_shell_section *shell = &from->problem->shells.entry[draft->t->shells->section[e]];
  const int count = gb_section_source_numbers(section, number, absent);
  for (int k = 0; k < count; k++) {
    GB_TRY(gb_draft_own_parameter(draft, block, capacity, GB_SHARE_SECTION + k, number[k], error));
    if (own[k] == 0) own[k] = absent[k];
  }
  gb_element_set_own(section, shell, from->mesh->element_id[e], own);
  for (int i = 0; i < draft->designs->parts; i++) {
    const gb_element_designs *part = &draft->designs->part[i];
    const int k = GB_SHARE_SECTION + gb_element_designs_number(part, block->section.layup);
    if (part->element[e] >= 0)
      GB_TRY(gb_draft_vary(block, capacity, k, part->element[e], 1, error));
  }
  return GB_OK;
}

/// Let the area of the next share, of corner p of element e, vary with designs that move the
/// element's nodes. work[mesh nodes] is zero.
static int vary_area(const gb_draft *draft, int32_t e, int32_t p, int32_t capacity,
                     double work[][3], gb_block *block, gb_error *error) {
  const gb_topology *t = draft->t;
  const gb_mesh *mesh = t->from->mesh;
  const gb_shape_set *shape = draft->shape;
  double area[3], slope[3];
  gb_mesh_area_vector(mesh, e, p - mesh->start[e], area);
  for (int32_t q = mesh->start[e]; q < mesh->start[e + 1]; q++) {
    const int32_t n = mesh->node[q];
    for (int m = shape->last[gb_topology_vector(t, n, GB_POSITION)]; m >= 0; m = shape->next[m]) {
      memcpy(work[n], shape->slope[m].value, sizeof *work);
      gb_mesh_area_vector_slope(mesh, e, p - mesh->start[e], (const double(*)[3])work, slope);
      memset(work[n], 0, sizeof *work);
      GB_TRY(gb_draft_vary(
          block, capacity, GB_SHARE_AREA, shape->slope[m].design,
          gb_draft_own(block)[GB_SHARE_AREA] * gb_dot(area, slope) / gb_dot(area, area), error));
    }
  }
  return GB_OK;
}

int gb_shares_create(gb_draft *draft, int entry, gb_element_kind kind, int nodes, int32_t capacity,
                     gb_shares *out, gb_error *error) {
  const gb_definition *from = draft->t->from;
  const size_t vectors = out->moved ? 0 : (size_t)from->mesh->nodes;
  out->capacity = capacity;
  GB_TRY(GB_TAKE(from->arena, out->section, 1, error));
  GB_TRY(gb_section_source_find(from, entry, out->section, error));
  GB_TRY(gb_draft_block(draft, kind, nodes, capacity, &out->block, error));
  GB_TRY(gb_draft_lay(out->block, &out->section->layup, GB_SHARE_SECTION, error));
  GB_TRY(gb_draft_make_own(out->block, capacity, error));
  return vectors == 0 ? GB_OK : GB_TAKE(from->arena, out->moved, vectors, error);
}

int gb_shares_add(const gb_draft *draft, gb_shares *shares, int32_t e, int32_t p, double factor,
                  gb_error *error) {
  const gb_mesh *mesh = draft->t->from->mesh;
  gb_block *block = shares->block;
  GB_TRY(set_section(draft, shares->section, e, shares->capacity, block, error));
  gb_draft_own(block)[GB_SHARE_AREA] = factor * gb_mesh_area_share(mesh, e, p - mesh->start[e]);
  GB_TRY(vary_area(draft, e, p, shares->capacity, shares->moved, block, error));
  block->elements++;
  return GB_OK;
}

/// Add the contributions of one shell entry.
static int add(gb_draft *draft, int entry, gb_shares *shares, gb_error *error) {
  const gb_mesh *mesh = draft->t->from->mesh;
  const gb_element_list list =
      gb_selected_entry(&draft->here, draft->t->from->problem, GB_OF_SHELLS, entry);
  int32_t capacity = 0;
  for (int32_t i = 0; i < list.count; i++)
    for (int32_t e = list.element[i], p = mesh->start[e]; p < mesh->start[e + 1]; p++)
      capacity += has_share(draft, e, p);
  if (capacity == 0) return GB_OK;
  GB_TRY(gb_shares_create(draft, entry, GB_ELEMENT_FOLD, 1, capacity, shares, error));
  for (int32_t i = 0; i < list.count; i++)
    for (int32_t e = list.element[i], p = mesh->start[e]; p < mesh->start[e + 1]; p++) {
      if (!has_share(draft, e, p)) continue;
      shares->block->node[shares->block->elements] = mesh->node[p];
      GB_TRY(gb_shares_add(draft, shares, e, p, 1, error));
    }
  return GB_OK;
}

static int blocks(gb_draft *draft, gb_error *error) {
  const int entries = draft->t->from->problem->shells.count;
  gb_shares shares = {0};
  for (int entry = 0; draft->t->shells->folds > 0 && entry < entries; entry++)
    GB_TRY(add(draft, entry, &shares, error));
  return GB_OK;
}

const gb_builder gb_builder_fold = {.fields = fields, .ties = ties, .blocks = blocks};
