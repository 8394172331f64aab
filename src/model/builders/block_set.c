/// Blocks of all builders with local node numbers, and the cells of the results.
#include "model/builders/draft.h"

#include "elements/element.h"
#include "model/builders/builder.h"
#include "model/probes/measured.h"

#include <stdio.h>

static void number_nodes(const gb_locals *locals, gb_block_set *set) {
  for (int i = 0; i < set->count; i++) {
    gb_block *block = &set->block[i];
    if (gb_block_damps(block)) continue; // its nodes are numbered with the other block
    for (int32_t k = 0; k < block->elements * block->nodes; k++)
      block->node[k] = locals->local[block->node[k]];
    const gb_contact_pool *pool = block->joint->pool;
    for (int k = 0; pool && k < pool->nodes; k++) pool->node[k] = locals->local[pool->node[k]];
  }
}

/// Set ids and properties of this rank's cells, in the order of the blocks.
static int describe_cells(const gb_draft *draft, gb_error *error) {
  const gb_mesh *mesh = draft->t->from->mesh;
  gb_arena *kept = draft->t->from->kept;
  gb_block_set *set = draft->blocks;
  const int32_t cells = gb_block_set_cells(set);
  int32_t next = 0;
  const int64_t last = gb_largest_element(draft->t->from);
  GB_TRY(GB_TAKE(kept, set->cell_id, (size_t)cells, error));
  GB_TRY(GB_TAKE(kept, set->cell_property, (size_t)cells, error));
  for (int i = 0; i < set->count; i++) {
    const gb_block *block = &set->block[i];
    for (int32_t e = 0; block->cell && e < block->elements; e++, next++) {
      const int32_t *element = block->section.element;
      set->cell_id[next] =
          element ? mesh->element_id[element[e]] : last + 1 + block->cell[e] - set->total_shells;
      if (element) set->cell_property[next] = mesh->property[element[e]];
    }
  }
  return GB_OK;
}

/// Add a block of the damping of each block whose materials have some: the same elements with the
/// viscosity as section, which are no cells.
static int add_damping(gb_block_set *set, int first, gb_arena *arena, gb_error *error) {
  const int count = set->count;
  for (int i = first; i < count; i++) {
    const gb_layup *layup = set->block[i].section.layup;
    gb_block *damping;
    if (!layup || !layup->damped || !gb_elements[set->block[i].kind]->damping) continue;
    GB_TRY(gb_arena_append(arena, &set->block, &set->count, sizeof *damping, &damping, error));
    *damping = set->block[i];
    damping->cell = NULL;
    damping->section = (gb_block_section){.shells = set->block[i].section.shells};
    GB_TRY(GB_TAKE(arena, damping->section.layup, 1, error));
    *damping->section.layup = *layup;
    damping->section.layup->damping = true;
    damping->section.layup->heated = false; // viscous stresses follow the rates of all strains
    damping->value[0] = NULL;
  }
  return GB_OK;
}

static void find_damping(MPI_Comm comm, gb_block_set *set) {
  for (int i = 0; i < set->count; i++)
    set->damped = set->damped || gb_block_element(&set->block[i])->damped;
  MPI_Allreduce(MPI_IN_PLACE, &set->damped, 1, MPI_C_BOOL, MPI_LOR, comm);
}

/// Find the smallest and the largest number of cells of a rank. Collective.
static void find_balance(MPI_Comm comm, gb_block_set *set) {
  int64_t count[2] = {gb_block_set_cells(set), -gb_block_set_cells(set)};
  MPI_Allreduce(MPI_IN_PLACE, count, 2, MPI_INT64_T, MPI_MAX, comm);
  set->most_cells = count[0];
  set->least_cells = -count[1];
}

static int make(gb_draft *draft, gb_locals **locals, gb_error *error) {
  const gb_definition *from = draft->t->from;
  GB_TRY(gb_selections_divide(draft->selections, draft->t, draft->partition->part,
                              draft->partition->rank, &draft->here, error));
  GB_TRY(GB_TAKE(from->kept, draft->blocks, 1, error));
  for (int i = 0; i < 3; i++) draft->blocks->gravity[i] = from->problem->gravity[i];
  for (const gb_builder *const *builder = gb_builders; *builder; builder++)
    if ((*builder)->blocks) {
      const int first = draft->blocks->count;
      GB_TRY((*builder)->blocks(draft, error));
      GB_TRY(add_damping(draft->blocks, first, from->kept, error));
    }
  GB_TRY(gb_locals_create(draft->partition, draft->t, draft->blocks, locals, error));
  number_nodes(*locals, draft->blocks);
  GB_TRY(gb_measured_mark(from, draft->blocks, error));
  return describe_cells(draft, error);
}

int gb_block_set_create(const gb_topology *t, const gb_partition *partition,
                        const gb_design_set *designs, const gb_shape_set *shape,
                        gb_block_set **blocks, gb_locals **locals, gb_error *error) {
  gb_draft draft = {t, partition, designs, shape, t->from->selections, {0}, NULL};
  GB_TRY(gb_agree(t->from->comm, make(&draft, locals, error), error));
  GB_TRY(gb_measured_check(t->from, draft.blocks, error));
  *blocks = draft.blocks;
  find_damping(t->from->comm, *blocks);
  find_balance(t->from->comm, *blocks);
  return GB_OK;
}

const int64_t *gb_block_set_numbers(const gb_block_set *blocks, const gb_block *block) {
  int64_t cells = 0;
  for (const gb_block *b = blocks->block; b < block; b++) cells += b->cell ? b->elements : 0;
  return block->cell ? blocks->cell_id + cells : NULL;
}

int32_t gb_block_set_cells(const gb_block_set *blocks) {
  int32_t count = 0;
  for (int i = 0; i < blocks->count; i++)
    if (blocks->block[i].cell) count += blocks->block[i].elements;
  return count;
}

/// @return the number of faces of plies with indices of their own
static int count_faces(const gb_block_set *blocks) {
  return blocks->plies > 1 ? GB_FACES * blocks->plies : 0;
}

int gb_block_set_failures(const gb_block_set *blocks) {
  int own = 0;
  while (blocks->index && blocks->index[own]) own++;
  return 1 + count_faces(blocks) + own;
}

int gb_block_set_failure_row(const gb_block_set *blocks, const gb_layup *layup) {
  const gb_section_law *law = gb_section_laws[layup->kind];
  const int faces = count_faces(blocks);
  if (law->index) return 1 + faces;
  return !law->beam && faces > 0;
}

void gb_block_set_failure_name(const gb_block_set *blocks, int row, char name[], size_t size) {
  const int faces = count_faces(blocks), i = row - 1;
  if (i < faces)
    snprintf(name, size, "failure_ply_%d_%s", i / GB_FACES, i % GB_FACES ? "top" : "bottom");
  else
    snprintf(name, size, "failure_%s", blocks->index[i - faces]);
}
