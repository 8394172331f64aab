/// Construction of blocks of elements by builders. Nodes are numbered in the whole model.
#ifndef GB_MODEL_BUILDERS_DRAFT_H
#define GB_MODEL_BUILDERS_DRAFT_H

#include "model/blocks/blocks.h"
#include "model/blocks/locals.h"
#include "model/blocks/selection.h"
#include "model/designs/shape.h"
#include "model/sections/sections.h"

/// Input and result of builders that make blocks.
typedef struct gb_draft {
  const gb_topology *t;
  const gb_partition *partition;
  const gb_design_set *designs;
  const gb_shape_set *shape;
  const gb_selections *selections;
  gb_selected here; ///< elements of the selections on this rank
  gb_block_set *blocks;
} gb_draft;

// The following functions are local and fail only for lack of memory: GB_FILE.

/// Add a block with memory for `room` elements.
int gb_draft_block(gb_draft *draft, gb_element_kind kind, int nodes, int32_t capacity,
                   gb_block **out, gb_error *error);
/// Give a block a layup and memory for its parameters: `leading` ones, then the layup's numbers.
int gb_draft_lay(gb_block *block, const gb_layup *layup, int leading, gb_error *error);
/// Give a block the layup of a section, with the section's numbers as parameters.
int gb_draft_section(const gb_draft *draft, gb_block *block, const gb_section_source *section,
                     gb_error *error);
/// Allocate separate parameters for each element.
int gb_draft_make_own(gb_block *block, int32_t capacity, gb_error *error);
/// Make the elements cells of the results, after the cells so far; `total` is their number on all
/// ranks.
int gb_draft_make_cells(gb_draft *draft, gb_block *block, gb_shape shape, int32_t capacity,
                        int64_t total, gb_error *error);
/// @return the parameters of the next element, for blocks with separate parameters
static inline double *gb_draft_own(const gb_block *block) {
  return block->own + (size_t)block->parameters * (size_t)block->elements;
}
/// @return the elements of a selection on this rank
static inline gb_element_list gb_draft_elements(const gb_draft *draft, gb_selection of) {
  return gb_selected_list(&draft->here, draft->t->from->problem, of);
}
/// Call `add` for each selection of a family that has elements. The function returns the errors of
/// `add`.
int gb_draft_each_selection(gb_draft *draft, gb_family family,
                            int (*add)(gb_draft *draft, gb_selection of, gb_error *error),
                            gb_error *error);
/// Set the parameters of the next element, for blocks with separate parameters, to those of the
/// block and the temperature of its mesh element.
void gb_draft_set_own(const gb_draft *draft, int32_t element, gb_block *block);
/// Whether this rank has an element with this first node; elements without shells belong to the
/// owner of their first node.
static inline bool gb_draft_has(const gb_draft *draft, int32_t node) {
  return gb_partition_has(draft->partition, node);
}
/// Complete a block of one element, which is on the rank that owns its first node.
void gb_draft_one(const gb_draft *draft, gb_block *block);

/// Set parameter[k] of a block to a number of the problem, with its design if it has one.
int gb_draft_parameter(const gb_draft *draft, gb_block *block, int k, const double *number,
                       gb_error *error);
/// Set a parameter of the next element, for blocks with separate parameters.
/// @param room largest number of elements of the block
int gb_draft_own_parameter(const gb_draft *draft, gb_block *block, int32_t capacity, int k,
                           const double *number, gb_error *error);
/// Make a parameter of the next element vary with a design, in addition to others.
/// @param slope d parameter / d design
int gb_draft_vary(gb_block *block, int32_t capacity, int k, int design, double slope,
                  gb_error *error);

/// Make the numbers of plies of a complete block of shells or solids vary whose values differ from
/// element to element.
int gb_draft_vary_by_elements(const gb_draft *draft, gb_block *block, gb_error *error);

// Elements with one node each.

/// Refuse nodes of a group without unknowns. In a subdomain this is left to rank 0, because not all
/// elements at a node need be there. Local. errors: GB_LOOSE_NODE
int gb_draft_check_nodes(const gb_draft *draft, const char *where, const char *group, int count,
                         const int32_t *node, gb_error *error);
/// Add a block of elements on those of the nodes that belong to this rank. Local. errors: GB_FILE
int gb_draft_nodes(gb_draft *draft, gb_element_kind kind, int32_t count, const int32_t *node,
                   gb_block **out, gb_error *error);
/// Add a block of elements on the nodes of a mesh group that belong to this rank. errors:
/// GB_LOOSE_NODE, those of groups, GB_FILE
int gb_draft_group(gb_draft *draft, const char *where, const char *name, gb_element_kind kind,
                   gb_block **out, gb_error *error);

/// Create this rank's blocks, with the elements of all builders, and its local nodes. Collective.
/// errors: those of the entries; GB_FILE
int gb_block_set_create(const gb_topology *t, const gb_partition *partition,
                        const gb_design_set *designs, const gb_shape_set *shape,
                        gb_block_set **blocks, gb_locals **locals, gb_error *error);

#endif
