/// Loops over this rank's elements: residual, products, matrix, parameter derivatives and sampled
/// fields, on nodal values. The one place that knows both elements and the model.
#ifndef GB_SYSTEM_ASSEMBLY_H
#define GB_SYSTEM_ASSEMBLY_H

#include "elements/element.h"
#include "functions/aggregate.h"
#include "system/controls.h"
#include "system/nodal.h"

typedef struct gb_assembly gb_assembly;

/// @param design values of the model's designs, [model->designs->width]; copied
/// @param enforcement of constraints, at all points but the first
/// @param linear      it is made linear at its reference, see gb_batch_measures
int gb_assembly_create(const gb_model *model, const gb_scalar design[],
                       const gb_enforcement *enforcement, bool linear, gb_assembly **out,
                       gb_error *error);
void gb_assembly_destroy(gb_assembly **assembly);
/// Room for `count` vectors of an element's unknowns. Collective. errors: GB_FILE
int gb_assembly_make_room(gb_assembly *assembly, int count, gb_error *error);
const gb_model *gb_assembly_model(const gb_assembly *assembly);
gb_controls *gb_assembly_controls(const gb_assembly *assembly);

// All are local, add into their outputs and fail only on memory. Multi-vectors: [count][nodal
// values].

void gb_assembly_residual(gb_assembly *assembly, const gb_nodal_state *state, gb_scalar r[]);
/// Squares of the norms of what elements contributed to the last residual, by kinds of rows.
void gb_assembly_terms(const gb_assembly *assembly, double terms[GB_ROW_KINDS]);
/// The scale of multipliers in the last residual, see gb_enforcement.
double gb_assembly_column(const gb_assembly *assembly);
/// r += the forces alone of the elements with inertia, without gravity and loads: of strains for
/// a = NULL, of inertia too else.
void gb_assembly_own_forces(gb_assembly *assembly, const gb_nodal_state *state, gb_scalar r[]);
/// Receives Phi, Phi' and Phi'' of each row of one constrained element.
typedef void gb_constraint_visitor(void *context, const gb_block *block, int32_t element, int rows,
                                   const gb_scalar level[][3]);
/// Show all constrained elements of this rank. Local.
void gb_assembly_constraints(gb_assembly *assembly, const gb_nodal_state *state,
                             gb_constraint_visitor *visit, void *context);
/// Strain energy of the elements without inertia, springs: their field GB_FIELD_ENERGY is twice it.
double gb_assembly_spring_energy(gb_assembly *assembly, const gb_nodal_state *state);
/// The power that forces of velocities take, v . (R(q, v) - R(q, 0)) of the elements without
/// constraints.
double gb_assembly_damping_power(gb_assembly *assembly, const gb_nodal_state *state);
/// Keep what products at this state and sigma share until the next call. The memory, 1,000 bytes a
/// four-node shell, lasts as long as the assembly.
int gb_assembly_cache(gb_assembly *assembly, const gb_nodal_state *state, const double sigma[3],
                      gb_error *error);
int gb_assembly_product(gb_assembly *assembly, const gb_nodal_operator *J, int count,
                        const gb_scalar x[], gb_scalar y[], gb_error *error);
/// gradient[count][designs] += psi . R_x.
void gb_assembly_design_product(gb_assembly *assembly, const gb_nodal_state *state, int count,
                                const gb_scalar psi[], gb_scalar gradient[]);
/// r[count] += R_x dx + R_q x[0] + R_v x[1] + R_a x[2] for dx[count][designs]; a NULL among x
/// stands for zeros.
int gb_assembly_direction(gb_assembly *assembly, const gb_nodal_state *state, int count,
                          const gb_scalar dx[], const gb_scalar *const x[3], gb_scalar r[],
                          gb_error *error);
/// diagonal += diagonal of the sigma-combined Jacobian.
void gb_assembly_diagonal(gb_assembly *assembly, const gb_nodal_state *state, const double sigma[3],
                          gb_scalar diagonal[]);

/// Blocks of a matrix between nodes i and j that share an element, rows first: of a symmetric one
/// those with i <= j.
typedef struct gb_node_pairs {
  bool whole;      ///< not those with i <= j alone
  bool sparse;     ///< none are listed: of models without shells gb_matrix_entries are fewer
  int32_t *start;  ///< [nodes + 1]
  int32_t *column; ///< ascending; of those with i <= j the first is the node itself
  size_t *block;   ///< where the block of each pair begins, [pairs + 1]
} gb_node_pairs;
/// @param arena of the arrays' memory
int gb_assembly_pairs(const gb_model *model, bool whole, gb_arena *arena, gb_node_pairs *pairs,
                      gb_error *error);
/// The sigma-combined Jacobian, or, where not all pairs are there, its symmetric part:
/// block[pair][values of i][values of j] += ...
void gb_assembly_matrix(gb_assembly *assembly, const gb_nodal_state *state, const double sigma[3],
                        const gb_node_pairs *pairs, gb_scalar block[]);

/// The entries of the assembled matrix that an element may fill at some state and sigma, and for
/// each element the numbers of its own entries among them.
typedef struct gb_matrix_entries {
  int32_t count, tied; ///< of all, and of the first ones, in which some value is a sum
  int32_t (*at)[2];    ///< row and column among the nodal values, each pair once, [count]
  struct gb_block_entries {
    int count;               ///< entries of an element
    int *local;              ///< index of each in the element's matrix, [count]
    int32_t (*to)[GB_LANES]; ///< and its number among all, from 1; 0: it is left out;
                             ///< [groups][count]
  } * block;                 ///< [blocks]
} gb_matrix_entries;
/// @param used of each nodal value: 0 where its row and column are left out, negative where it is
///             a sum of unknowns
/// @param arena of the arrays' memory
/// Local. errors: GB_FILE
int gb_assembly_entries(gb_assembly *assembly, const int used[], gb_arena *arena,
                        gb_matrix_entries *entries, gb_error *error);
/// The sigma-combined Jacobian by the numbers of its entries, [1 + count] (overwrites); the first
/// value is the sum of those that are left out.
void gb_assembly_fill(gb_assembly *assembly, const gb_nodal_state *state, const double sigma[3],
                      const gb_matrix_entries *entries, gb_scalar value[]);

/// The magnitude of each element's own contribution to entry `place` of the residual, in the order
/// of the blocks, [elements of all blocks].
void gb_assembly_shares(gb_assembly *assembly, const gb_nodal_state *state, int32_t place,
                        double share[]);
/// The largest failure index of each shell of this rank, in the order of the blocks: the first of
/// its cells.
/// Where sections have several plies, also the largest at the bottom and the top face of each, ply
/// by ply (0 where a shell has fewer): failure[1 + 2 model->plies][cells].
void gb_assembly_failure(gb_assembly *assembly, const gb_nodal_state *state, size_t cells,
                         double failure[]);
/// The values of the section of each shell and beam of this rank, 0 of other cells and of rows that
/// it has not: value[GB_SECTION_VALUES][cells].
void gb_assembly_sections(gb_assembly *assembly, const gb_nodal_state *state, size_t cells,
                          double value[]);

#endif
