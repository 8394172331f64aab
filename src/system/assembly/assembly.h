/// Loops over this rank's elements that compute the residual, matrix products, the matrix,
/// derivatives by parameters and sampled fields, on nodal values. No other file uses both the
/// elements and the model.
#ifndef GB_SYSTEM_ASSEMBLY_ASSEMBLY_H
#define GB_SYSTEM_ASSEMBLY_ASSEMBLY_H

#include "elements/element.h"
#include "functions/aggregate.h"
#include "system/nodal_values/controls.h"
#include "system/nodal_values/nodal.h"

typedef struct gb_assembly gb_assembly;

/// Prepare the element loops of a model. Local.
/// @param design      values of the model's designs, [model->designs->width]; copied
/// @param enforcement form of the constraints at all stages except the first
/// @param linear      the model is linearised about its reference configuration, see
///   gb_batch_uses_reference
/// @param apart       all elements take changes of their reference apart from displacements
/// errors: GB_FILE, GB_MODEL
int gb_assembly_create(const gb_model *model, const gb_scalar design[],
                       const gb_enforcement *enforcement, bool linear, bool apart,
                       gb_assembly **out, gb_error *error);
/// Free an assembly; accepts NULL. Local.
void gb_assembly_destroy(gb_assembly **assembly);
/// Allocate memory for `count` vectors of unknowns per element. Collective. errors: GB_FILE
int gb_assembly_make_room(gb_assembly *assembly, int count, gb_error *error);
/// @return the model of the assembly
const gb_model *gb_assembly_model(const gb_assembly *assembly);
/// @return the controls that the assembly evaluates
gb_controls *gb_assembly_controls(const gb_assembly *assembly);
/// Change the value of a design that is a component of a vector of a node: of its force, moment or
/// given motion. Local.
void gb_assembly_set_input(gb_assembly *assembly, int design, double value);

/// Find the elements of contacts with several surfaces near the nodal displacements q. Call it
/// before anything is computed at a state; it does nothing if the elements known are those near the
/// state. Collective. errors: GB_OUT_OF_MEMORY
/// @param anew search in any case, so that the elements depend on q alone
int gb_assembly_search(gb_assembly *assembly, const gb_scalar q[], bool anew, gb_error *error);
/// Keep the elements that were found last at all later states, for differences about a state.
/// Local.
void gb_assembly_hold_search(gb_assembly *assembly);
/// Whether the model has contacts whose elements are found by a search.
bool gb_assembly_searches(const gb_assembly *assembly);
/// @return how often a search has changed the elements of any rank so far
int64_t gb_assembly_search_changes(const gb_assembly *assembly);
/// @return the blocks of the assembly, with the elements of contacts that were found last
const gb_block_set *gb_assembly_blocks(const gb_assembly *assembly);

// The following functions are local, add into their outputs and fail only for lack of memory.
// Multi-vectors have the shape [count][nodal values].

/// r[nodal values] += R at a state.
void gb_assembly_residual(gb_assembly *assembly, const gb_nodal_state *state, gb_scalar r[]);
/// Squared norms of the elements' contributions to the last residual, by kinds of rows.
void gb_assembly_terms(const gb_assembly *assembly, double terms[GB_ROW_KINDS]);
/// The same of elements without a section: loads, contacts, springs and joints.
void gb_assembly_carried(const gb_assembly *assembly, double carried[GB_ROW_KINDS]);
/// Scale of the multipliers in the last residual, see gb_enforcement.
double gb_assembly_column(const gb_assembly *assembly);
/// r += strain forces of shells and of other elements with inertia that sample no energy, without
/// gravity and loads. They are cubic in q.
void gb_assembly_own_forces(gb_assembly *assembly, const gb_nodal_state *state, gb_scalar r[]);
/// Callback that receives Phi, Phi' and Phi'' of each row of one constrained element.
typedef void gb_constraint_visitor(void *context, const gb_block *block, int32_t element, int rows,
                                   const gb_scalar level[][3]);
/// Call `visit` for each constrained element of this rank. Local.
void gb_assembly_constraints(gb_assembly *assembly, const gb_nodal_state *state,
                             gb_constraint_visitor *visit, void *context);
/// Number of stresses sampled so far in a complex march that were zero and that the designs change.
double gb_assembly_kinks(const gb_assembly *assembly);
/// Strain energy of all elements but shells, which also resist changes of their directors' lengths,
/// or, if `heated`, of shells with temperatures. Their field GB_FIELD_ENERGY is twice this energy.
double gb_assembly_potential(gb_assembly *assembly, const gb_nodal_state *state, bool heated);
/// Power dissipated by velocity-dependent forces, v . (R(q, v) - R(q, 0)), of all elements without
/// constraints.
double gb_assembly_damping_power(gb_assembly *assembly, const gb_nodal_state *state);
/// Store the data that products at this state and sigma share, until the next call. The memory
/// (about 1,000 bytes per four-node shell) is freed with the assembly.
int gb_assembly_cache(gb_assembly *assembly, const gb_nodal_state *state, const double sigma[3],
                      gb_error *error);
/// y[count][nodal values] += J x for x[count][nodal values]. Collective unless
/// gb_assembly_make_room has provided memory for `count` vectors.
int gb_assembly_product(gb_assembly *assembly, const gb_nodal_operator *J, int count,
                        const gb_scalar x[], gb_scalar y[], gb_error *error);
/// gradient[count][designs] += psi . R_x for psi[count][nodal values].
void gb_assembly_design_product(gb_assembly *assembly, const gb_nodal_state *state, int count,
                                const gb_scalar psi[], gb_scalar gradient[]);
/// Energy that elements with a memory dissipate in the step that ends at a state.
double gb_assembly_spent(gb_assembly *assembly, const gb_nodal_state *state);
/// The memory of elements at the end of a step, memory[blocks->memory] += Z; zeros where other
/// ranks have the elements.
void gb_assembly_remember(gb_assembly *assembly, const gb_nodal_state *state, gb_scalar memory[]);
/// Add the products that `bars` describes, where vectors of unknowns are nodal multi-vectors.
void gb_assembly_memory_product(gb_assembly *assembly, const gb_nodal_state *state,
                                const gb_memory_bars *bars);
/// Add the changes that `along` describes, where vectors of unknowns are nodal multi-vectors; also
/// `end` is added to.
void gb_assembly_memory_direction(gb_assembly *assembly, const gb_nodal_state *state,
                                  const gb_memory_slopes *along);
/// gradient[designs] += psi . K_x direction for nodal vectors psi and direction [nodal values].
void gb_assembly_stiffness_product(gb_assembly *assembly, const gb_nodal_state *state,
                                   const gb_scalar direction[], const gb_scalar psi[],
                                   gb_scalar gradient[]);
/// r[count] += R_x dx + R_q x[0] + R_v x[1] + R_a x[2] for dx[count][designs]; NULL among x: zeros.
int gb_assembly_direction(gb_assembly *assembly, const gb_nodal_state *state, int count,
                          const gb_scalar dx[], const gb_scalar *const x[3], gb_scalar r[],
                          gb_error *error);
/// diagonal += diagonal of the sigma-combined Jacobian.
void gb_assembly_diagonal(gb_assembly *assembly, const gb_nodal_state *state, const double sigma[3],
                          gb_scalar diagonal[]);

/// Nonzero blocks of a matrix: one for each pair of nodes i, j that share an element, sorted by i.
/// A symmetric matrix has only the blocks with i <= j.
typedef struct gb_node_pairs {
  bool whole;  ///< blocks with i > j exist too
  bool apart;  ///< contacts that a search finds have blocks of a node with itself alone, for each
               ///< node that may touch: the blocks then do not change with the pairs
  bool sparse; ///< no block is listed: in a model without shells gb_matrix_entries take less memory
  int32_t *start;  ///< first block of each row of blocks, [nodes + 1]
  int32_t *column; ///< second node j, ascending; if only i <= j exist, the first one of a row is i
                   ///< itself
  size_t *block;   ///< first value of each block, [pairs + 1]
} gb_node_pairs;
/// Find the blocks. Local. errors: GB_FILE
/// @param kind  only its members `whole` and `apart` count
/// @param arena owns the pairs
int gb_assembly_pairs(const gb_assembly *assembly, const gb_node_pairs *kind, gb_arena *arena,
                      const gb_node_pairs **out, gb_error *error);
/// Assemble the sigma-combined Jacobian or, if pairs->whole is false, its symmetric part:
/// block[pair][values of i][values of j] += ...
/// @param yields the matrix is for a factor alone: where rows repeat each other at the start,
///   constraints yield a little, and so they do in gb_assembly_fill
void gb_assembly_matrix(gb_assembly *assembly, const gb_nodal_operator *J, bool yields,
                        const gb_node_pairs *pairs, gb_scalar block[]);

/// The nonzero entries of the assembled matrix, and for each element the numbers of its own entries
/// among them. An entry belongs to the pattern if it can be nonzero at some state and sigma.
typedef struct gb_matrix_entries {
  int32_t count, tied; ///< number of entries; number of the first ones whose row or column is a sum
                       ///< of unknowns
  int32_t (*at)[2];    ///< row and column among the nodal values, without duplicates, [count]
  struct gb_block_entries {
    int count;               ///< number of entries of an element
    int *local;              ///< index of each entry in the element's matrix, [count]
    int32_t (*to)[GB_LANES]; ///< number of each entry in the assembled matrix, counted from 1; 0:
                             ///< left out; [groups][count]
  } * block;                 ///< [blocks]
} gb_matrix_entries;
/// Find the entries of the assembled matrix.
/// @param used for each nodal value: 0 if its row and column are left out, negative if it is a sum
///   of unknowns, otherwise positive
/// @param arena owns the memory of the arrays
/// Local. errors: GB_FILE
int gb_assembly_entries(gb_assembly *assembly, const int used[], gb_arena *arena,
                        gb_matrix_entries *entries, gb_error *error);
/// Assemble the sigma-combined Jacobian, value[1 + count] in the order of the entries (overwrites).
/// value[0] collects the entries that are left out.
void gb_assembly_fill(gb_assembly *assembly, const gb_nodal_state *state, const double sigma[3],
                      const gb_matrix_entries *entries, gb_scalar value[]);

/// share[elements of all blocks] = magnitude of each element's contribution to entry `place` of the
/// residual.
void gb_assembly_shares(gb_assembly *assembly, const gb_nodal_state *state, int32_t place,
                        double share[]);
/// Largest failure index of each shell of this rank, in the order of the blocks; shells are the
/// first cells. If a section has several plies, also the largest index at the bottom and the top
/// face of each ply (0 for missing plies): failure[1 + 2 model->plies][cells].
void gb_assembly_failure(gb_assembly *assembly, const gb_nodal_state *state, size_t cells,
                         double failure[]);
/// Section values of each shell and beam of this rank, value[GB_SECTION_VALUES][cells]; 0 for other
/// cells and for values that a section does not have.
void gb_assembly_sections(gb_assembly *assembly, const gb_nodal_state *state, size_t cells,
                          double value[]);

#endif
