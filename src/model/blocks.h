/// The elements of a model on one rank, as blocks of one kind that share their constants. Constant
/// after the model is built.
#ifndef GB_MODEL_BLOCKS_H
#define GB_MODEL_BLOCKS_H

#include "base/expression.h"
#include "elements/joint.h"
#include "elements/kinds.h"

#include "problem/problem.h"

#include <stdint.h>

/// A parameter of a block's elements that varies with a design, from the value that it has without.
typedef struct gb_varying {
  int parameter;
  int design;       ///< of all elements, where `element` is NULL
  int32_t *element; ///< the design of each element, or -1, [elements]; NULL: `design`
  double *slope;    ///< d parameter / d design of each element, [elements]; NULL: 1
} gb_varying;

/// Elements of one kind that share their constants.
typedef struct gb_block {
  gb_element_kind kind;
  int nodes;        ///< of each element
  int32_t elements; ///< on this rank; may be 0
  int corners;      ///< first nodes of an element, which its cell in the results has
  int32_t *node;    ///< local nodes, [elements][nodes]
  int64_t *cell;    ///< number of each element among the cells of the results; NULL: is none
  double parameter[GB_ELEMENT_PARAMETERS];
  double (*own)[GB_ELEMENT_PARAMETERS]; ///< of each element in place of `parameter`; NULL: shared
  int varyings;
  gb_varying *varying; ///< parameters that vary with designs
  const gb_expression
      *value[3];  ///< of t, in place of the first parameters of a load; borrowed, or NULL
  gb_joint joint; ///< of a block of joints: one of them
  int entry;      ///< of a block of joints or shells: its number among the case's joints or shells
  int64_t first_cell; ///< of other blocks with cells: of the case's first element of this kind
  const gb_expression *drive[2]; ///< of t: a joint's prescribed angle and distance; or NULL
} gb_block;

typedef struct gb_block_set {
  int count;
  gb_block *block;        ///< [count], the same kinds in the same order on every rank
  int64_t total_shells;   ///< of all ranks
  int64_t total_cells;    ///< of the results, all ranks: shells, springs, free nodes, bodies
  int32_t *cell_property; ///< of this rank's shells, 0 for others, in the order of the blocks
  int64_t *cell_id;       ///< the file's numbers, the others' after the largest; same order
  const gb_expression *gravity[3]; ///< of t, borrowed; NULL: none
  bool damped;                     ///< the residual may depend on velocities, on some rank
  bool yield;                      ///< there are shells, and each has a yield stress
} gb_block_set;

/// The number of an element of such a block among the case's entries of its kind.
static inline int gb_block_entry(const gb_block *block, int32_t element) {
  return (int)(block->cell[element] - block->first_cell);
}

void gb_block_set_destroy(gb_block_set **blocks);

#endif
