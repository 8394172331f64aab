/// Elements of a model on one rank, in blocks of one kind that share their constants. Constant
/// after the model is built.
#ifndef GB_MODEL_BLOCKS_BLOCKS_H
#define GB_MODEL_BLOCKS_BLOCKS_H

#include "base/expression/expression.h"
#include "constitutive/section.h"
#include "elements/contact/face_fan.h"
#include "elements/element.h"
#include "elements/kinds.h"
#include "elements/multibody/joint.h"
#include "elements/spring/force_law.h"
#include "mesh/shapes.h"

#include "problem/problem.h"

#include <stdint.h>

/// A parameter of a block's elements that varies with a design, by a change from its value in the
/// block.
typedef struct gb_varying {
  int parameter;
  int design;       ///< design of all elements if `element` is NULL
  int32_t *element; ///< the design of each element, or -1, [elements]; NULL: `design`
  double *slope;    ///< d parameter / d design of each element, [elements]; NULL: 1
} gb_varying;

/// Surfaces and points, the same on all ranks, each of which holds all their nodes. The elements of
/// a contact's block are pairs of them, all that are near each other at a state: of a surface and a
/// point of another body, or of lines or faces of the mesh and points of other ones.
typedef struct gb_contact_pool {
  int surfaces, points;
  int surface_nodes;        ///< nodes of each surface; 1: frames
  int point_nodes, samples; ///< nodes of each element that touches, and number of its points
  int32_t nodes, *node;     ///< local nodes of each surface, [surfaces][surface_nodes], and then of
                            ///< each element that touches, [points / samples][point_nodes]
  int *body;  ///< body of each frame, -1: the ground, [surfaces + points]; NULL: elements
  bool *both; ///< whether a frame's body has a surface and a point that are the same sphere: of the
              ///< two pairs of two such bodies one is an element, [surfaces + points]
  bool *here; ///< whether the elements of each surface belong to this rank, [surfaces]
  /// Numbers of the surfaces of elements that have each side and node of one, see gb_face_fan_find,
  /// [surfaces]; NULL: frames.
  uint8_t (*faces)[GB_FAN_SHARED];
} gb_contact_pool;

/// @return the nodes of a surface, and of the element of a point
static inline const int32_t *gb_contact_pool_surface(const gb_contact_pool *pool, int surface) {
  return pool->node + surface * pool->surface_nodes;
}
static inline const int32_t *gb_contact_pool_point(const gb_contact_pool *pool, int point) {
  return pool->node + pool->surfaces * pool->surface_nodes +
         point / pool->samples * pool->point_nodes;
}

/// Type of a block's joints and their prescribed motions. Blocks of springs, friction, tyres
/// and contacts store their law, joint, road or form here.
typedef struct gb_block_joint {
  gb_joint type;
  int32_t *entry;  ///< number of each joint or bushing of the case, [elements]; NULL: none
  const void *law; ///< gb_force_law of springs, gb_joint of friction, gb_road of tyres,
                   ///< gb_contact_form of contacts
  /// Prescribed angle and distance as functions of t; borrowed, or NULL.
  const gb_expression *drive[2];
  /// Index of the first value of each element in the vector of the model's memory, [elements], of
  /// elements that have one. An element has its q there and then what it keeps.
  int32_t *memory;
  const gb_contact_pool *pool; ///< of contacts whose elements are found by a search; NULL: others
} gb_block_joint;

/// Data that each shell of a block has of its own.
typedef struct gb_block_shells {
  double (*axis)[3]; ///< axis of the material, [elements]; NULL: none
  /// Thickness at the nodes relative to the element's, or factor of the temperature at the nodes of
  /// a solid, [elements][nodes]; NULL: the layup is not tapered.
  double *ratio;
} gb_block_shells;

/// Section of a block's shells or beams. Its numbers are the last parameters.
typedef struct gb_block_section {
  gb_layup *layup;         ///< NULL: none
  gb_block_shells *shells; ///< NULL: the elements are no shells, nor solids with it
  int32_t *element;        ///< mesh element of each shell or beam that is a cell, [elements]
  int64_t total;           ///< for beams that are cells: number of elements on all ranks
  int entry;               ///< for beams and solids: number of their entry in the case
  uint64_t *groups; ///< for any block: bit k of an element is set if the k-th group of functions
                    ///< contains it; NULL: no groups. Where a search finds the elements of a
                    ///< contact, the model's block has one entry, which holds for each of them
} gb_block_section;

/// Elements of one kind that share their constants.
typedef struct gb_block {
  gb_arena *arena; ///< owns the arrays
  gb_element_kind kind;
  int nodes;        ///< number of nodes of each element
  int32_t elements; ///< number of elements on this rank; may be 0
  gb_shape shape;   ///< cell of an element in the results, formed by its first nodes
  int32_t *node;    ///< local nodes, [elements][nodes]
  int64_t *cell;    ///< number of each element among the cells of the results; NULL: no cells
  gb_block_section section;
  int parameters;
  double *parameter; ///< [parameters]
  double *own;       ///< parameters of each element if they differ, [elements][parameters]; or NULL
  GB_LIST_OF(gb_varying) varyings; ///< parameters that vary with designs
  /// Expressions of t for the parameters that gb_block_valued gives; borrowed, or NULL.
  const gb_expression *value[3];
  gb_block_joint *joint; ///< of joints, bushings, one spring with a law, or tyres; zeros for others
  int64_t entry; ///< for shells, masses on nodes or contacts: number of their entry in the case;
                 ///< for other blocks with cells: the cell of the case's first entry of this kind
} gb_block;

/// All blocks of this rank, and properties of all ranks' elements.
typedef struct gb_block_set {
  int count;
  gb_block *block;      ///< [count]
  int64_t total_shells; ///< number of shells on all ranks
  int64_t total_cells;  ///< number of cells of the results on all ranks: shells, springs, free
                        ///< nodes, bodies
  int64_t least_cells, most_cells; ///< smallest and largest number of cells of a rank
  int32_t *cell_property; ///< property of each cell of this rank, 0 unless it is a shell, in the
                          ///< order of the blocks
  /// Id of each cell: the mesh file's, or a number after the largest id; same order.
  int64_t *cell_id;
  /// Components of gravity as functions of t, borrowed; NULL: none.
  const gb_expression *gravity[3];
  bool damped;    ///< the residual may depend on velocities, on some rank
  int32_t memory; ///< number of values of the memory of all elements, on all ranks
  int plies;      ///< largest number of plies of a section, all ranks; 0: no shells
  /// Names of the failure indices of a law that computes them itself, up to a NULL; NULL: no shell
  /// has such a law.
  const char *const *index;
  bool fails;   ///< there are shells, and each has a failure index
  bool coupled; ///< the mass of shells may be offset from their nodes, on some rank
} gb_block_set;

/// Whether a block is the damping of another one.
static inline bool gb_block_damps(const gb_block *block) {
  return block->section.layup && block->section.layup->damping;
}

/// @return the force law of a block of springs, NULL: none, or the elements are no springs
static inline const gb_force_law *gb_block_force_law(const gb_block *block) {
  const bool spring = block->kind == GB_ELEMENT_SPRING || block->kind == GB_ELEMENT_TORSION;
  return spring ? block->joint->law : NULL;
}

/// Whether a block is of a contact.
static inline bool gb_block_is_contact(const gb_block *block) {
  return gb_elements[block->kind]->touch != NULL;
}

/// @return the number of parameters at the end of a block's list that are functions of t and the
/// state: of a heated layup 2, its value and its share; else 0
static inline int gb_block_last(const gb_block *block) {
  const gb_layup *layup = block->section.layup;
  return layup && layup->heated ? GB_HEAT_NUMBERS - GB_HEAT_VALUE : 0;
}

/// @return the index of the parameter that an expression of t gives: the same index for a load,
/// that of the value for a heated layup
static inline int gb_block_valued(const gb_block *block, int expression) {
  const int last = gb_block_last(block);
  return last ? block->parameters - last : expression;
}

/// The element of a block, or the damping of its material.
static inline const gb_element *gb_block_element(const gb_block *block) {
  return gb_element_of(block->kind, block->section.layup);
}

/// @return the number of an element among the case's entries of its kind, for blocks with cells
static inline int gb_block_entry(const gb_block *block, int32_t element) {
  return (int)(block->cell[element] - block->entry);
}

/// Number of cells of this rank; number of failure indices per cell: the largest one; if sections
/// have several plies, one for the bottom and one for the top face of each ply; and the indices of
/// a law that computes them itself. Local.
int32_t gb_block_set_cells(const gb_block_set *blocks);
int gb_block_set_failures(const gb_block_set *blocks);
/// The numbers of a block's elements for the user, [elements]; NULL: they are no cells. Local.
const int64_t *gb_block_set_numbers(const gb_block_set *blocks, const gb_block *block);
/// @return the row of the first index of a section among the failure indices of cells; 0: the
/// section has only the largest index
int gb_block_set_failure_row(const gb_block_set *blocks, const gb_layup *layup);
/// Write the name of a row of failure indices, from 1 on, as a field of results.
void gb_block_set_failure_name(const gb_block_set *blocks, int row, char name[], size_t size);

#endif
