/// Element batches: GB_LANES elements of a block with the data that their kernels read. Private to
/// the element loops.
#ifndef GB_SYSTEM_NODAL_VALUES_BATCH_H
#define GB_SYSTEM_NODAL_VALUES_BATCH_H

#include "base/arena.h"
#include "elements/element.h"
#include "system/nodal_values/controls.h"
#include "system/nodal_values/nodal.h"
#include "system/nodal_values/spin.h"

typedef struct gb_assembly gb_assembly;
typedef struct gb_contact_searches gb_contact_searches;

/// Derivative of an element's reference positions and directors by a design.
typedef struct gb_reference_derivative {
  int design;          ///< Number of the design.
  const double *along; ///< derivative of the reference vectors, in the order of q, [size]
} gb_reference_derivative;

/// Derivatives of the references of a block's elements by designs.
typedef struct gb_reference_derivatives {
  int count;
  gb_reference_derivative *move;
  int *first; ///< first derivative of each element, [elements + 1]; NULL: no design changes the
              ///< references
} gb_reference_derivatives;

/// Derivatives of reference values by designs, sorted by nodal value: row `row` has the entries
/// start[row] .. start[row + 1] - 1.
typedef struct gb_row_shifts {
  int32_t *start; ///< first entry of each row, [nodal values + 1]; NULL: no design changes the
                  ///< references
  int *design;
  double *factor;
} gb_row_shifts;

/// Data of a block's elements that do not depend on the state, in groups of GB_LANES elements.
/// Lanes beyond the last element repeat it.
typedef struct gb_reference_data {
  gb_element_unknowns *unknowns;
  int32_t (*index)[GB_LANES];    ///< index of each unknown in a nodal vector, [groups][size]
  gb_geometry (*position)[3];    ///< [groups][nodes]
  gb_geometry (*director[3])[3]; ///< first, second and third director, [groups][nodes]; NULL: the
                                 ///< element does not use it
  gb_pack
      *parameter; ///< parameters of the batch's elements, [parameters], and their ratios, [nodes]
  gb_pack *own;   ///< parameters of each element if they differ, [groups][parameters], or NULL
  gb_section *section, *section_by; ///< section if all elements have the same one, and its
                                    ///< derivative by each varying parameter; else NULL
  gb_geometry (*axis)[3];           ///< axis of the material, [groups]; NULL: there is none
  gb_geometry *ratio;               ///< thickness at the nodes of shells relative to the element's,
                                    ///< [groups][nodes]; NULL: the same at all of them
  bool controlled;                  ///< parameters depend on controls
  gb_controls *controls;            ///< controls of the model
  gb_reference_derivatives moves;
  double *kinks;       ///< number of stresses at a kink so far, [1], see gb_assembly_kinks
  size_t metric_size;  ///< number of packs per group
  gb_geometry *metric; ///< metrics of the reference elements, [groups][metric_size]
  gb_pack *tangent;    ///< cached tangents, group by group, see gb_assembly_cache; NULL: none
} gb_reference_data;

/// Elements of a block that are ready for their kernels.
typedef struct gb_batch {
  const gb_block *block;
  const gb_element *element;
  gb_element_input in;
  gb_element_state state;
  int size;                         ///< number of unknowns per element
  int32_t first;                    ///< index of the batch's first element in its block
  int lanes;                        ///< number of elements; further lanes repeat the last one
  const int32_t (*index)[GB_LANES]; ///< index of each unknown in a nodal vector, [size]
  const gb_reference_data *reference;
  gb_enforcement enforcement;
  bool turning; ///< the elements have mass and the model spins: see gb_spin
  gb_spin spin;
  gb_pack q[GB_ELEMENT_UNKNOWNS], v[GB_ELEMENT_UNKNOWNS], a[GB_ELEMENT_UNKNOWNS];
  gb_pack memory[GB_ELEMENT_UNKNOWNS + GB_ELEMENT_KEPT]; ///< of elements that have one
} gb_batch;

/// Report of a residual.
typedef struct gb_residual_terms {
  double dead[GB_ROW_KINDS], terms[GB_ROW_KINDS]; ///< squared norms of the contributions of the
                                                  ///< dead loads, and of all other elements
  double column;                                  ///< scale of the multipliers
  double carried[GB_ROW_KINDS]; ///< squared norms of the contributions of elements without a
                                ///< section: contacts, springs, joints
  double time;                  ///< of the dead loads that are known; NAN: none are
} gb_residual_terms;

/// Data of the element loops of a model.
struct gb_assembly {
  const gb_model *model;
  const gb_block_set *blocks;    ///< blocks of the model, or a copy in which the elements of
                                 ///< contacts may change
  gb_contact_searches *searches; ///< NULL: no elements change
  gb_arena memory, buffers;      ///< memory owns all arrays except x and y, buffers owns these
  /// Form of the constraints after the start; each stage sets its own `row`.
  gb_enforcement enforcement;
  bool linear;       ///< the model is linearised about its reference configuration
  bool apart;        ///< all elements take changes of their reference apart from displacements
  gb_scalar *change; ///< design values minus those that the model was built with, [designs]
  void *table[GB_ELEMENT_KINDS];
  gb_reference_data *reference; ///< reference data of each block, [blocks]
  int capacity;                 ///< number of vectors that fit into x and y
  gb_pack *x, *y;
  gb_scalar *dead; ///< R of the dead loads at residual->time, [nodal values]; NULL: there are none
  gb_controls *controls;
  gb_residual_terms *residual; ///< of the last residual
};

/// Compute the constants of a kind's reference element. Local. errors: GB_FILE, GB_TOO_LARGE
int gb_batch_table(const gb_element *element, gb_arena *arena, void **table, gb_error *error);
/// Find the derivatives of the model's reference values. The arena owns the arrays. Local. errors:
/// GB_FILE
int gb_batch_find_shifts(const gb_model *model, gb_arena *arena, gb_row_shifts *shifts,
                         gb_error *error);
/// Find assembly->reference[number] of a block. Requires the tables. Local. errors: GB_FILE,
/// GB_TOO_LARGE
/// @param arena owns the arrays
int gb_batch_prepare(gb_assembly *assembly, const gb_row_shifts *shifts, int32_t number,
                     gb_arena *arena, gb_error *error);

/// Prepare a batch: first the data that all elements of a block share, then GB_LANES of its
/// elements beginning with `first`. Local.
void gb_batch_open_block(const gb_assembly *assembly, const gb_block *block,
                         const gb_nodal_state *state, gb_batch *b);
void gb_batch_open_elements(const gb_assembly *assembly, const gb_block *block, int32_t first,
                            const gb_nodal_state *state, gb_batch *b);
/// @return the number of values that each of the batch's elements keeps; 0: no memory. Local.
static inline int gb_batch_keeps(const gb_batch *b) {
  return b->element->keeps ? b->element->keeps(&b->in) : 0;
}
/// Compute the samples of a field of the batch's elements. Where a stress is zero its size has a
/// kink; a complex sample then has the derivative that the adjoint takes, zero. Local.
void gb_batch_sample(const gb_batch *b, gb_field field, gb_pack f[], gb_geometry area[]);
/// Compute the sigma-combined Jacobian of the batch's elements, J[size][size]. Local.
void gb_batch_matrix(const gb_batch *b, const double sigma[3], gb_pack J[]);
/// y[count][size] += weight times the contribution of the model's spin to R_q of the batch's
/// elements, a symmetric matrix, times x. Does nothing without spin. Local.
void gb_batch_spin_product(const gb_batch *b, double weight, int count, const gb_pack x[],
                           gb_pack y[]);
/// Remove gravity and spin from the batch's elements. Local.
void gb_batch_remove_gravity_and_spin(gb_batch *b, const gb_nodal_state *state);
/// @return the input of the batch's elements with the derivative of their section by a parameter.
///   Local.
gb_element_input gb_batch_input_by(const gb_batch *b, const gb_varying *varying);
// The following functions compute derivatives of R or, if `direction` [size] is not NULL, of K
// direction.
/// local[size] = the derivative by one of the parameters of the batch's elements. Local. @return
/// false if none of the elements has a design there
bool gb_batch_varying_residual(const gb_batch *b, const gb_varying *varying,
                               const gb_pack direction[], gb_pack local[]);
/// Derivatives of a parameter of the batch's elements by the controls that vary: slope->by[*order]
/// of each slope. Local. @return the number of slopes; 0: the parameter does not depend on controls
int gb_batch_control_slopes(const gb_batch *b, int parameter, const gb_control_slope **slope,
                            int *order);
/// gradient[designs] += g times the derivatives of a parameter by controls that are designs. Local.
void gb_batch_add_control_slopes(const gb_batch *b, int parameter, gb_scalar g,
                                 gb_scalar gradient[]);
/// Whether a parameter of the batch's elements depends on controls that are designs. Local.
static inline bool gb_batch_is_controlled(const gb_batch *b, int parameter) {
  const gb_control_slope *slope;
  int order;
  return b->reference->controlled && gb_batch_control_slopes(b, parameter, &slope, &order) > 0;
}
/// local[size] = the derivative by a parameter of the batch's elements. Local.
void gb_batch_parameter_residual(const gb_batch *b, int parameter, const gb_pack direction[],
                                 gb_pack local[]);
/// Find the derivatives of the reference of the element in a lane. Local. @return how many there
/// are
static inline int gb_batch_reference_derivatives(const gb_batch *b, int lane,
                                                 const gb_reference_derivative **move) {
  const gb_reference_derivatives *moves = &b->reference->moves;
  if (!moves->first) return 0;
  const int first = moves->first[b->first + lane];
  *move = moves->move + first;
  return moves->first[b->first + lane + 1] - first;
}

/// r[size] = the derivative by a design that changes the reference of the element in a lane.
/// Local.
void gb_batch_reference_residual(const gb_batch *b, int lane, const gb_reference_derivative *move,
                                 const gb_pack direction[], double r[]);

/// @return the design of the element in a lane, or -1
static inline int32_t gb_batch_design(const gb_batch *b, const gb_varying *varying, int lane) {
  return varying->element ? varying->element[b->first + lane] : varying->design;
}

/// @return d parameter / d design of the element in a lane
static inline double gb_batch_slope(const gb_batch *b, const gb_varying *varying, int lane) {
  return varying->slope ? varying->slope[b->first + lane] : 1;
}

/// The sigma of the batch's elements. In an impulse, elements without constraints contribute
/// inertia only.
/// @param inertia memory for a modified sigma
/// @return sigma or inertia
static inline const double *gb_batch_sigma(const gb_batch *b, const gb_nodal_state *state,
                                           const double sigma[3], double inertia[3]) {
  inertia[0] = inertia[1] = 0;
  inertia[2] = sigma[2];
  return gb_is_impulse(state) && !b->element->constrained ? inertia : sigma;
}

/// Gather the elements' values from a nodal vector. Full batches gather all lanes of an unknown at
/// once; for fewer elements, a broadcast of the last one fills the remaining lanes faster.
static inline void gb_batch_gather(const gb_batch *b, const gb_scalar nodal[], gb_pack local[]) {
  const gb_pack zero = {0};
  const int last = b->lanes - 1;
  const bool full = GB_LANES > 1 && b->lanes == GB_LANES;
  for (int i = 0; full && i < b->size; i++)
    for (int lane = 0; lane < GB_LANES; lane++)
      gb_lanes(&local[i])[lane] = nodal[b->index[i][lane]];
  if (full) return;
  for (int i = 0; i < b->size; i++) local[i] = zero + nodal[b->index[i][last]];
  for (int lane = 0; lane < last; lane++)
    for (int i = 0; i < b->size; i++) gb_lanes(&local[i])[lane] = nodal[b->index[i][lane]];
}

/// Add the elements' values to a nodal vector; lanes beyond the last element are ignored.
static inline void gb_batch_scatter(const gb_batch *b, gb_pack local[], gb_scalar nodal[]) {
  for (int i = 0; i < b->size; i++)
    for (int lane = 0; lane < b->lanes; lane++)
      nodal[b->index[i][lane]] += gb_lanes(&local[i])[lane];
}

/// Whether an element computes strains from its reference configuration and increments, so that
/// changes of the reference by designs are kept apart from q. In a linearised model this also holds
/// for springs, which are linear about the changed reference.
static inline bool gb_batch_uses_reference(const gb_assembly *assembly, const gb_element *element) {
  return element->uses_reference || assembly->apart ||
         (assembly->linear && element->samples[GB_FIELD_ENERGY] > 0);
}

/// Whether a state selects the elements of a block. An impulse selects elements with inertia. If
/// loads that depend on rotations are computed separately (a linear system leaves them out of its
/// operator), these are the elements of that kind and, in a model that spins, the elements with
/// mass.
static inline bool gb_batch_includes(const gb_assembly *assembly, const gb_nodal_state *state,
                                     const gb_block *block) {
  const gb_element *element = gb_block_element(block);
  if (state->contact > 0 && !(gb_block_is_contact(block) && block->entry == state->contact - 1))
    return false;
  if (gb_is_impulse(state) && !element->massive) return false;
  if (state->selection == GB_SELECT_PRELOAD &&
      (element->massive || element->constant || element->turning))
    return false;
  if (state->turning != GB_TURNING_ALONE)
    return state->turning == GB_TURNING_KEPT || !element->turning;
  return element->turning || (assembly->model->problem->spin.speed && gb_has_mass(element));
}

/// Loop over all elements of the blocks for which `wanted` holds, with a batch opened on GB_LANES
/// elements at a time. The loop's body follows the macro.
#define FOR_ELEMENTS(assembly, nodal, b, wanted)                                                   \
  for (int i_ = 0; i_ < (assembly)->blocks->count; i_++)                                           \
    for (int go_ = (b.element = gb_block_element(&(assembly)->blocks->block[i_]), (wanted)) &&     \
                   gb_batch_includes(assembly, nodal, &(assembly)->blocks->block[i_]) &&           \
                   (gb_batch_open_block(assembly, &(assembly)->blocks->block[i_], nodal, &b), 1);  \
         go_; go_ = 0)                                                                             \
      for (int32_t e_ = 0;                                                                         \
           e_ < (assembly)->blocks->block[i_].elements &&                                          \
           (gb_batch_open_elements(assembly, &(assembly)->blocks->block[i_], e_, nodal, &b), 1);   \
           e_ += GB_LANES)

#endif
