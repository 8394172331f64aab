/// Degrees of freedom of a model: numbers of the unknowns, the map from unknowns to nodal values (z
/// = T y), and prescribed motions. Constant after the model is built.
#ifndef GB_MODEL_DOFS_DOFS_H
#define GB_MODEL_DOFS_DOFS_H

#include "base/list.h"
#include "model/blocks/locals.h"
#include "model/designs/shape.h"
#include "model/dofs/numbering.h"

/// Derivative of the map z = T y + X by a design: an entry of dT/dx or, without unknown, of dX/dx.
typedef struct gb_map_slope {
  int design;
  int32_t row;     ///< nodal value
  int32_t unknown; ///< local unknown; -1: none
  double factor;
} gb_map_slope;

/// T by rows: row i has the entries start[i] .. start[i + 1] - 1.
typedef struct gb_node_map {
  int32_t *start;   ///< [nodal values + 1]
  int32_t *unknown; ///< local numbers
  double *factor;
  bool varies;  ///< T or X depends on designs, on some rank
  bool follows; ///< T may depend on designs, on some rank
  int slopes;   ///< number of derivatives on this rank
  gb_map_slope *slope;
} gb_node_map;

/// A rank with which this one exchanges messages.
typedef struct gb_neighbour {
  int rank;
  int32_t first_sent, sent; ///< unknowns of this rank that it needs: part of gb_neighbours.unknown
  int32_t first_ghost, ghosts; ///< consecutive local unknowns that it owns
} gb_neighbour;

/// Messages between ranks.
typedef struct gb_neighbours {
  GB_LIST_OF(gb_neighbour) list;
  int32_t sent;     ///< number of unknowns sent to all neighbours
  int32_t *unknown; ///< local number of each, neighbour after neighbour, [sent]
} gb_neighbours;

/// Contribution of a node's prescribed motion to a vector of this node or of a node tied to it: z =
/// T y + g(t), where T has no entry for the motion.
typedef struct gb_given_motion {
  int32_t value; ///< first nodal value of the vector, which belongs to a local node
  double weight;
  const gb_motion *motion; ///< borrowed
  bool position;           ///< displacement of the moving node, else increment of its director
  int32_t index;           ///< of the moving node in the group, if nodes have motions of their own
  double reference[3];     ///< reference position or director of the moving node
} gb_given_motion;

/// Map of degrees of freedom. Local unknowns are the owned ones, with multipliers last, then the
/// ghosts.
typedef struct gb_dof_map {
  int32_t unknowns, owned;
  int32_t owned_multipliers;
  int64_t first;                    ///< global number of the first owned unknown
  int64_t total, total_multipliers; ///< numbers on all ranks
  int64_t *order; ///< number of each owned unknown on one rank, which does not depend on the number
                  ///< of ranks
  int64_t *ghost; ///< global numbers of the ghosts, [unknowns - owned]
  gb_node_map T;
  gb_neighbours neighbours;
  int32_t *pivot_order; ///< rank 0: elimination position of each unknown, [total]
  GB_LIST_OF(gb_given_motion) given;
} gb_dof_map;

/// Build the map. Collective. errors: GB_MOTION_CONFLICT; an error of METIS; GB_FILE
int gb_dof_map_create(const gb_numbering *numbering, const gb_locals *locals,
                      const gb_shape_set *shape, gb_dof_map **out, gb_error *error);

#endif
