/// The elements of a model on one rank, as blocks of one kind that share their constants. Constant
/// after the model is built.
#ifndef GB_MODEL_BLOCKS_H
#define GB_MODEL_BLOCKS_H

#include "base/expression.h"
#include "constitutive/section.h"
#include "elements/element.h"
#include "elements/force_law.h"
#include "elements/joint.h"
#include "elements/kinds.h"
#include "mesh/shapes.h"

#include "problem/problem.h"

#include <stdint.h>

/// A parameter of a block's elements that varies with a design, from the value that it has without.
typedef struct gb_varying {
  int parameter;
  int design;       ///< of all elements, where `element` is NULL
  int32_t *element; ///< the design of each element, or -1, [elements]; NULL: `design`
  double *slope;    ///< d parameter / d design of each element, [elements]; NULL: 1
} gb_varying;

/// The type of a block's joints and their prescribed motions. Blocks of springs, friction and tyres
/// find their law, joint or road here.
typedef struct gb_block_joint {
  gb_joint type;
  int32_t *entry;  ///< of joints: the number of each among the case's, [elements]
  const void *law; ///< a gb_force_law of springs, the gb_joint of friction, the gb_road of tyres
  const gb_expression *drive[2]; ///< angle and distance as functions of t; borrowed, or NULL
} gb_block_joint;

/// The section of a block's shells or beams, whose numbers are the last parameters.
typedef struct gb_block_section {
  gb_layup *layup;   ///< NULL: none
  double (*axis)[3]; ///< of each element's material, [elements]; NULL: none
  int32_t *element;  ///< of the mesh, of shells and beams that are cells, [elements]
  int64_t total;     ///< elements of all ranks, of beams that are cells
  int beam;          ///< of beams: their entry's number among the case's
  uint64_t *groups;  ///< of any block, bit k of each element: the k-th part of functions has it;
                     ///< NULL: there is none
} gb_block_section;

/// Elements of one kind that share their constants.
typedef struct gb_block {
  gb_arena *arena; ///< of the arrays
  gb_element_kind kind;
  int nodes;        ///< of each element
  int32_t elements; ///< on this rank; may be 0
  gb_shape shape;   ///< of an element's cell in the results, whose nodes are the element's first
  int32_t *node;    ///< local nodes, [elements][nodes]
  int64_t *cell;    ///< number of each element among the cells of the results; NULL: is none
  gb_block_section section;
  int parameters;
  double *parameter; ///< [parameters]
  double *own;       ///< of each element in place of `parameter`, [elements][parameters]; or NULL
  int varyings;
  gb_varying *varying; ///< parameters that vary with designs
  const gb_expression
      *value[3];        ///< of t, in place of the first parameters of a load; borrowed, or NULL
  gb_block_joint joint; ///< of a block of joints, of one spring with a law, or of tyres
  int64_t entry;        ///< of a block of shells or masses on nodes: its number among the case's;
                 ///< of other blocks with cells: the cell of the case's first entry of this kind
} gb_block;

typedef struct gb_block_set {
  int count;
  gb_block *block;      ///< [count]
  int64_t total_shells; ///< of all ranks
  int64_t total_cells;  ///< of the results, all ranks: shells, springs, free nodes, bodies
  int64_t least_cells, most_cells; ///< of a rank
  int32_t *cell_property; ///< of this rank's shells, 0 for others, in the order of the blocks
  int64_t *cell_id;       ///< the file's numbers, the others' after the largest; same order
  const gb_expression *gravity[3]; ///< of t, borrowed; NULL: none
  bool damped;                     ///< the residual may depend on velocities, on some rank
  int plies;                       ///< most of a shell's section, all ranks; 0: no shells
  bool fails;                      ///< there are shells, and each has a failure index
  bool coupled; ///< shells' mass may lie to one side of their nodes, on some rank
} gb_block_set;

/// Whether a block is the damping of another one.
static inline bool gb_block_damps(const gb_block *block) {
  return block->section.layup && block->section.layup->damping;
}

/// The element of a block, or the damping of its material.
static inline const gb_element *gb_block_element(const gb_block *block) {
  return gb_element_of(block->kind, block->section.layup);
}

/// The number of an element of such a block among the case's entries of its kind.
static inline int gb_block_entry(const gb_block *block, int32_t element) {
  return (int)(block->cell[element] - block->entry);
}

/// Cells of this rank, and values of the failure index that each has: the largest and, where
/// sections have several plies, one for the bottom and one for the top face of each ply. Local.
int32_t gb_block_set_cells(const gb_block_set *blocks);
int gb_block_set_failures(const gb_block_set *blocks);

#endif
