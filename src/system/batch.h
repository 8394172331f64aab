/// Private to the element loops: elements of a block made ready for their kernels, GB_LANES at a
/// time.
#ifndef GB_SYSTEM_BATCH_H
#define GB_SYSTEM_BATCH_H

#include "base/arena.h"
#include "elements/element.h"
#include "system/controls.h"
#include "system/nodal.h"
#include "system/spin.h"

typedef struct gb_assembly gb_assembly;

/// A design that moves the reference positions and directors of an element.
typedef struct gb_reference_move {
  int design;
  const double *along; ///< by the design, of the vectors that q has, in its order, [size]
} gb_reference_move;

/// Those of a block's elements that measure their reference.
typedef struct gb_reference_moves {
  int count;
  gb_reference_move *move;
  int *first; ///< of each element, [elements + 1]; NULL: nothing moves
} gb_reference_moves;

/// How nodal values are moved by designs, by rows: entries start[row] .. start[row + 1] - 1.
typedef struct gb_row_shifts {
  int32_t *start; ///< [nodal values + 1]; NULL: nothing moves
  int *design;
  double *factor;
} gb_row_shifts;

/// What the elements of a block bring along, whatever the state, GB_LANES elements at a time; lanes
/// beyond the last element repeat it.
typedef struct gb_reference_data {
  int32_t (*place)[GB_LANES];    ///< of each unknown in a nodal vector, [groups][size]
  gb_geometry (*position)[3];    ///< [groups][nodes]
  gb_geometry (*director[3])[3]; ///< first, second, third, [groups][nodes]; NULL: not taken
  gb_pack *parameter;            ///< of the elements that are open, [parameters]
  gb_pack *own; ///< [groups][parameters] where elements have numbers of their own; or NULL
  gb_section *section, *section_by; ///< where all elements have the same, and its derivative by
                                    ///< each of the varyings; else NULL
  gb_geometry (*axis)[3];           ///< of the material, [groups]; NULL: it has none
  bool controlled;                  ///< parameters depend on controls
  gb_reference_moves moves;
  size_t metric_size;  ///< packs of a group
  gb_geometry *metric; ///< [groups][metric_size]
} gb_reference_data;

/// Some elements of a block made ready for their kernels.
typedef struct gb_batch {
  const gb_block *block;
  const gb_element *element;
  gb_element_input in;
  gb_element_state state;
  int size;                         ///< unknowns of an element
  int32_t first;                    ///< of the block's elements
  int lanes;                        ///< elements; the other lanes repeat the last
  const int32_t (*place)[GB_LANES]; ///< of each unknown in a nodal vector
  const gb_reference_data *reference;
  gb_enforcement enforcement;
  gb_controls *controls;
  bool turning; ///< elements with mass, in the frame of the model's spin
  gb_spin spin;
  gb_pack q[GB_ELEMENT_UNKNOWNS], v[GB_ELEMENT_UNKNOWNS], a[GB_ELEMENT_UNKNOWNS];
} gb_batch;

struct gb_assembly {
  const gb_model *model;
  gb_arena memory, buffers;   ///< of all but x and y; of these
  gb_enforcement enforcement; ///< after the start; its row is each point's own
  bool linear;                ///< it is made linear at its reference
  gb_scalar *change;          ///< of the designs from the model's values
  gb_row_shifts shifts;
  void *table[GB_ELEMENT_KINDS];
  gb_reference_data *reference; ///< of each block
  int room;                     ///< vectors that x and y hold
  gb_pack *x, *y;
  struct {
    gb_scalar *residual; ///< [nodal values]; NULL: there are none
    double time;         ///< NAN: not computed yet
  } dead;                ///< R of the dead loads at a time
  gb_controls *controls;
  struct {
    double terms[GB_ROW_KINDS], dead[GB_ROW_KINDS]; ///< squares of the norms of contributions,
                                                    ///< without and of dead loads
    double column;                                  ///< scale of multipliers
  } residual;                                       ///< the last one
  gb_pack **tangent; ///< of each block, by groups of elements: see gb_assembly_cache
};

/// The constants of a kind's reference element. Local. errors: GB_FILE; GB_MODEL
int gb_batch_table(const gb_element *element, gb_arena *arena, void **table, gb_error *error);
/// assembly->shifts of the model. Local. errors: GB_FILE
int gb_batch_find_shifts(gb_assembly *assembly, gb_error *error);
/// assembly->reference[number] of a block, which wants these. Local. errors: GB_FILE
int gb_batch_prepare(gb_assembly *assembly, int32_t number, gb_error *error);

/// What all elements of a block share; then some of its elements. Local.
void gb_batch_open_block(const gb_assembly *assembly, const gb_block *block,
                         const gb_nodal_state *state, gb_batch *b);
void gb_batch_open_elements(const gb_assembly *assembly, const gb_block *block, int32_t first,
                            const gb_nodal_state *state, gb_batch *b);
/// The sigma-combined Jacobian of the present elements, [size][size]. Local.
void gb_batch_matrix(const gb_batch *b, const double sigma[3], gb_pack J[]);
/// y[count][size] += weight times what the model's spin adds to R_q of the present elements, which
/// is symmetric; nothing where there is none. Local.
void gb_batch_spin_product(const gb_batch *b, double weight, int count, const gb_pack x[],
                           gb_pack y[]);
/// Leave out gravity and spin of the present elements. Local.
void gb_batch_stop(gb_batch *b, const gb_nodal_state *state);
/// The present elements, to be differentiated by one of their parameters. Local.
gb_element_input gb_batch_input_by(const gb_batch *b, const gb_varying *varying);
/// R_x of the present elements by one of their parameters, [size]; whether any is a design. Local.
bool gb_batch_varying_residual(const gb_batch *b, const gb_varying *varying, gb_pack local[]);
/// How a parameter of the present elements depends on controls that vary: slope->by[*order] of each
/// slope. Local. @return how many slopes, 0: not at all
int gb_batch_control_slopes(const gb_batch *b, int parameter, const gb_control_slope **slope,
                            int *order);
/// R by one of the parameters of the present elements, [size]. Local.
void gb_batch_parameter_residual(const gb_batch *b, int parameter, gb_pack local[]);
/// The designs that move the reference of the element in a lane. Local. @return how many
static inline int gb_batch_moves(const gb_batch *b, int lane, const gb_reference_move **move) {
  const gb_reference_moves *moves = &b->reference->moves;
  if (!moves->first) return 0;
  const int first = moves->first[b->first + lane];
  *move = moves->move + first;
  return moves->first[b->first + lane + 1] - first;
}

/// r[size] = dR of the element in a lane by the design that moves it. Local.
void gb_batch_move_residual(const gb_batch *b, int lane, const gb_reference_move *move, double r[]);

/// The design of the element in a lane, or -1.
static inline int32_t gb_batch_design(const gb_batch *b, const gb_varying *varying, int lane) {
  return varying->element ? varying->element[b->first + lane] : varying->design;
}

/// d parameter / d design of the element in a lane.
static inline double gb_batch_slope(const gb_batch *b, const gb_varying *varying, int lane) {
  return varying->slope ? varying->slope[b->first + lane] : 1;
}

/// The sigma of the present elements: impulses act on inertia and constraints alone.
/// @param inertia room for the answer, which is it or sigma
static inline const double *gb_batch_sigma(const gb_batch *b, const gb_nodal_state *state,
                                           const double sigma[3], double inertia[3]) {
  inertia[0] = inertia[1] = 0;
  inertia[2] = sigma[2];
  return state->impulse && !b->element->constrained ? inertia : sigma;
}

/// All lanes of an unknown, in one gathering load; for fewer elements, of which lanes beyond the
/// last repeat it, a broadcast is less.
static inline void gb_batch_pick(const gb_batch *b, const gb_scalar nodal[], gb_pack local[]) {
  const gb_pack zero = {0};
  const int last = b->lanes - 1;
  const bool full = GB_LANES > 1 && b->lanes == GB_LANES;
  for (int i = 0; full && i < b->size; i++)
    for (int lane = 0; lane < GB_LANES; lane++)
      gb_lanes(&local[i])[lane] = nodal[b->place[i][lane]];
  if (full) return;
  for (int i = 0; i < b->size; i++) local[i] = zero + nodal[b->place[i][last]];
  for (int lane = 0; lane < last; lane++)
    for (int i = 0; i < b->size; i++) gb_lanes(&local[i])[lane] = nodal[b->place[i][lane]];
}

static inline void gb_batch_put(const gb_batch *b, gb_pack local[], gb_scalar nodal[]) {
  for (int i = 0; i < b->size; i++)
    for (int lane = 0; lane < b->lanes; lane++)
      nodal[b->place[i][lane]] += gb_lanes(&local[i])[lane];
}

/// Whether an element has its reference moved where designs move that, and increments from there.
/// Where a model is made linear, so have springs: what is linear about the reference is linear
/// about the moved one.
static inline bool gb_batch_measures(const gb_assembly *assembly, const gb_element *element) {
  return element->measures || (assembly->linear && element->samples[GB_FIELD_ENERGY] > 0);
}

/// Whether a state is of an element: impulses are of those with inertia; loads that turn, which a
/// linear system leaves out of its operator, are the elements of this kind and what has mass where
/// the model spins.
static inline bool gb_batch_counts(const gb_assembly *assembly, const gb_nodal_state *state,
                                   const gb_element *element) {
  if (state->impulse && !element->massive) return false;
  if (state->turning != GB_TURNING_ALONE)
    return state->turning == GB_TURNING_KEPT || !element->turning;
  return element->turning || (assembly->model->problem->spin.speed && gb_has_mass(element));
}

/// A batch opened on all elements of the blocks that `wanted` accepts, GB_LANES at a time; the body
/// follows the macro.
#define FOR_ELEMENTS(assembly, nodal, b, wanted)                                                   \
  for (int i_ = 0; i_ < (assembly)->model->blocks->count; i_++)                                    \
    for (int go_ =                                                                                 \
             (b.element = gb_block_element(&(assembly)->model->blocks->block[i_]), (wanted)) &&    \
             gb_batch_counts(assembly, nodal, b.element) &&                                        \
             (gb_batch_open_block(assembly, &(assembly)->model->blocks->block[i_], nodal, &b), 1); \
         go_; go_ = 0)                                                                             \
      for (int32_t e_ = 0; e_ < (assembly)->model->blocks->block[i_].elements &&                   \
                           (gb_batch_open_elements(                                                \
                                assembly, &(assembly)->model->blocks->block[i_], e_, nodal, &b),   \
                            1);                                                                    \
           e_ += GB_LANES)

#endif
