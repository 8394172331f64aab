/// Private to the element loops: elements of a block made ready for their kernels, GB_LANES at a
/// time.
#ifndef GB_SYSTEM_VIEW_H
#define GB_SYSTEM_VIEW_H

#include "base/arena.h"
#include "elements/element.h"
#include "system/nodal.h"

typedef struct gb_assembly gb_assembly;

/// What the elements of a block bring along, whatever the state, GB_LANES elements at a time; lanes
/// beyond the last element repeat it.
typedef struct gb_placed {
  int32_t (*place)[GB_LANES];    ///< of each unknown in a nodal vector, [groups][size]
  gb_geometry (*position)[3];    ///< [groups][nodes]
  gb_geometry (*director[3])[3]; ///< first, second, third, [groups][nodes]; NULL: not taken
  gb_pack *parameter;            ///< of the elements that are open, [parameters]
  gb_pack *own; ///< [groups][parameters] where elements have numbers of their own; or NULL
  gb_section *section, *section_by; ///< where all elements have the same, and its derivative by
                                    ///< each of the varyings; else NULL
  gb_geometry (*axis)[3];           ///< of the material, [groups]; NULL: it has none
  size_t metric_size;               ///< packs of a group
  gb_geometry *metric;              ///< [groups][metric_size]
} gb_placed;

/// Some elements of a block made ready for their kernels.
typedef struct gb_view {
  const gb_block *block;
  const gb_element *element;
  gb_element_input in;
  gb_element_state state;
  int size;                         ///< unknowns of an element
  int32_t first;                    ///< of the block's elements
  int lanes;                        ///< elements; the other lanes repeat the last
  const int32_t (*place)[GB_LANES]; ///< of each unknown in a nodal vector
  const gb_placed *placed;
  gb_enforcement enforcement;
  gb_pack q[GB_ELEMENT_UNKNOWNS], v[GB_ELEMENT_UNKNOWNS], a[GB_ELEMENT_UNKNOWNS];
} gb_view;

struct gb_assembly {
  const gb_model *model;
  gb_arena memory, buffers;   ///< of all but x and y; of these
  gb_enforcement enforcement; ///< after the start; its row is each point's own
  gb_scalar *change;          ///< of the designs from the model's values
  void *table[GB_ELEMENT_KINDS];
  gb_placed *placed; ///< of each block
  int room;          ///< vectors that x and y hold
  gb_pack *x, *y;
  gb_scalar *dead;   ///< R of the dead loads at a time, [nodal values]; NULL: there are none
  double dead_time;  ///< NAN: not worked out yet
  gb_pack **tangent; ///< of each block, by groups of elements: see gb_assembly_hold
};

/// The constants of a kind's reference element. Local. errors: GB_FILE; GB_MODEL
int gb_view_table(const gb_element *element, gb_arena *arena, void **table, gb_error *error);
/// assembly->placed[number] of a block. Local. errors: GB_FILE
int gb_view_prepare(gb_assembly *assembly, int32_t number, gb_error *error);

/// What all elements of a block share; then some of its elements. Local.
void gb_view_open_block(const gb_assembly *assembly, const gb_block *block,
                        const gb_nodal_state *state, gb_view *v);
void gb_view_open_elements(const gb_assembly *assembly, const gb_block *block, int32_t first,
                           const gb_nodal_state *state, gb_view *v);
/// The sigma-combined Jacobian of the present elements, [size][size]. Local.
void gb_view_matrix(const gb_view *v, const double sigma[3], gb_pack J[]);
/// The present elements, to be differentiated by one of their parameters. Local.
gb_element_input gb_view_input_by(const gb_view *v, const gb_varying *varying);
/// R_x of the present elements by one of their parameters, [size]; whether any is a design. Local.
bool gb_view_varying_residual(const gb_view *v, const gb_varying *varying, gb_pack local[]);
/// The design of the element in a lane, or -1.
static inline int32_t gb_view_design(const gb_view *v, const gb_varying *varying, int lane) {
  return varying->element ? varying->element[v->first + lane] : varying->design;
}

/// d parameter / d design of the element in a lane.
static inline double gb_view_slope(const gb_view *v, const gb_varying *varying, int lane) {
  return varying->slope ? varying->slope[v->first + lane] : 1;
}

/// All lanes of an unknown, in one gathering load; for fewer elements, of which lanes beyond the
/// last repeat it, a broadcast is less.
static inline void gb_view_pick(const gb_view *v, const gb_scalar nodal[], gb_pack local[]) {
  const gb_pack zero = {0};
  const int last = v->lanes - 1;
  const bool full = GB_LANES > 1 && v->lanes == GB_LANES;
  for (int i = 0; full && i < v->size; i++)
    for (int lane = 0; lane < GB_LANES; lane++)
      gb_lanes(&local[i])[lane] = nodal[v->place[i][lane]];
  if (full) return;
  for (int i = 0; i < v->size; i++) local[i] = zero + nodal[v->place[i][last]];
  for (int lane = 0; lane < last; lane++)
    for (int i = 0; i < v->size; i++) gb_lanes(&local[i])[lane] = nodal[v->place[i][lane]];
}

static inline void gb_view_put(const gb_view *v, gb_pack local[], gb_scalar nodal[]) {
  for (int i = 0; i < v->size; i++)
    for (int lane = 0; lane < v->lanes; lane++)
      nodal[v->place[i][lane]] += gb_lanes(&local[i])[lane];
}

/// A view opened on all elements of the blocks that `wanted` accepts, GB_LANES at a time; the body
/// follows the macro.
#define FOR_ELEMENTS(assembly, nodal, v, wanted)                                                   \
  for (int i_ = 0; i_ < (assembly)->model->blocks->count; i_++)                                    \
    for (int go_ =                                                                                 \
             (v.element = gb_elements[(assembly)->model->blocks->block[i_].kind], (wanted)) &&     \
             (!(nodal)->impulse || v.element->massive) &&                                          \
             (gb_view_open_block(assembly, &(assembly)->model->blocks->block[i_], nodal, &v), 1);  \
         go_; go_ = 0)                                                                             \
      for (int32_t e_ = 0;                                                                         \
           e_ < (assembly)->model->blocks->block[i_].elements &&                                   \
           (gb_view_open_elements(assembly, &(assembly)->model->blocks->block[i_], e_, nodal, &v), \
            1);                                                                                    \
           e_ += GB_LANES)

#endif
