/// Blocks of elements while builders make them; their nodes are those of the whole model.
#ifndef GB_MODEL_DRAFT_H
#define GB_MODEL_DRAFT_H

#include "model/blocks.h"
#include "model/locals.h"
#include "model/sections.h"
#include "model/shape.h"

typedef struct gb_draft {
  const gb_topology *t;
  const gb_partition *partition;
  const gb_design_set *designs;
  const gb_shape_set *shape;
  gb_block_set *blocks;
} gb_draft;

// All are local and fail on memory alone: GB_FILE.

/// A new block with room for so many elements.
int gb_draft_block(gb_draft *draft, gb_element_kind kind, int nodes, int32_t room, gb_block **out,
                   gb_error *error);
/// Give a block a layup, and room for parameters: `leading` ones and the layup's numbers.
int gb_draft_lay(gb_block *block, const gb_layup *layup, int leading, gb_error *error);
/// Give a block the layup of a section, and the section's numbers as its parameters.
int gb_draft_section(const gb_draft *draft, gb_block *block, const gb_section_source *section,
                     gb_error *error);
/// Elements with numbers of their own.
int gb_draft_make_own(gb_block *block, int32_t room, gb_error *error);
/// Elements that are cells of the results: so many on all ranks, after the cells so far.
int gb_draft_make_cells(gb_draft *draft, gb_block *block, gb_shape shape, int32_t room,
                        int64_t total, gb_error *error);
/// The own numbers of the next element.
static inline double *gb_draft_own(const gb_block *block) {
  return block->own + (size_t)block->parameters * (size_t)block->elements;
}
/// An element without shells of its own belongs to the rank that owns its first node.
static inline bool gb_draft_has(const gb_draft *draft, int32_t node) {
  return gb_partition_has(draft->partition, node);
}
/// Blocks of one element: it is here if this rank has its first node.
void gb_draft_one(const gb_draft *draft, gb_block *block);

/// parameter[k] of a block is this number of the problem: its value, and its design where it is
/// one.
int gb_draft_parameter(const gb_draft *draft, gb_block *block, int k, const double *number,
                       gb_error *error);
/// The same for the next element of a block with numbers of its own.
/// @param room  most elements of the block
int gb_draft_own_parameter(const gb_draft *draft, gb_block *block, int32_t room, int k,
                           const double *number, gb_error *error);
/// A number of the next element varies with this design, besides others.
/// @param slope  d number / d design
int gb_draft_vary(gb_block *block, int32_t room, int k, int design, double slope, gb_error *error);

// Elements of one node each, on nodes or on those of a group.

/// Refuse nodes of a group that nothing moves. Local. errors: GB_MODEL
int gb_draft_check_nodes(const gb_draft *draft, const char *where, const char *group, int count,
                         const int32_t *node, gb_error *error);
/// A block of elements on those of the nodes that this rank has. Local. errors: GB_FILE
int gb_draft_nodes(gb_draft *draft, gb_element_kind kind, int32_t count, const int32_t *node,
                   gb_block **out, gb_error *error);
/// The same on the nodes of a group of the mesh. errors: GB_MODEL, GB_FILE
int gb_draft_group(gb_draft *draft, const char *where, const char *name, gb_element_kind kind,
                   gb_block **out, gb_error *error);

/// The stage that makes this rank's blocks: the elements of all builders, and their nodes.
/// Collective. errors: GB_USAGE, GB_MODEL naming the entry; GB_FILE
int gb_block_set_create(const gb_topology *t, const gb_partition *partition,
                        const gb_design_set *designs, const gb_shape_set *shape,
                        gb_block_set **blocks, gb_locals **locals, gb_error *error);

#endif
