/// The degrees of freedom of a model: which nodal values are unknowns of which number, how nodal
/// values follow from unknowns (z = T y), and which values are given functions of time. Constant
/// after the model is built.
#ifndef GB_MODEL_DOFS_H
#define GB_MODEL_DOFS_H

#include "model/locals.h"
#include "model/numbering.h"
#include "model/shape.h"

/// How the map z = T y + X depends on a design: an entry of dT/dx, or, without unknown, of dX/dx.
typedef struct gb_map_slope {
  int design;
  int32_t row;     ///< nodal value
  int32_t unknown; ///< local; -1: none
  double factor;
} gb_map_slope;

/// T by rows: row i has the entries start[i] .. start[i + 1] - 1.
typedef struct gb_node_map {
  int32_t *start;   ///< [nodal values + 1]
  int32_t *unknown; ///< local numbers
  double *factor;
  bool varies;  ///< whether T or X depends on designs, on some rank
  bool follows; ///< whether T may
  int slopes;   ///< of this rank
  gb_map_slope *slope;
} gb_node_map;

/// Messages between ranks: what to send to and receive from each neighbour, as indices of local
/// unknowns.
typedef struct gb_neighbours {
  int count;
  int *rank; ///< [count]
  int32_t *send,
      *send_start;        ///< owned unknowns that the neighbour has as ghosts, [send_start[count]]
  int32_t *receive_start; ///< ghosts from each neighbour are consecutive, [count + 1]
} gb_neighbours;

/// What a vector has of the given motion of a node, its own or one that it is tied to: z = T y +
/// g(t), where T has no entry for it.
typedef struct gb_given_motion {
  int32_t vector; ///< of a local node
  double weight;
  const gb_motion *motion; ///< borrowed
  bool position;           ///< the moved node's displacement, else the increment of a director
  double reference[3];     ///< its position or director
} gb_given_motion;

/// Local unknowns are the owned ones, of these the multipliers last, then the ghosts.
typedef struct gb_dof_map {
  int32_t unknowns, owned;
  int32_t owned_multipliers;
  int64_t first;                    ///< global number of the first owned unknown
  int64_t total, total_multipliers; ///< of all ranks
  int64_t *order; ///< of each owned unknown its number on one rank: the same on any number of ranks
  int64_t *ghost; ///< global numbers of the ghosts, [unknowns - owned]
  gb_node_map T;
  gb_neighbours neighbours;
  int32_t *pivot_order; ///< rank 0: position of each unknown in the elimination, [total]
  int motions;
  gb_given_motion *motion; ///< [motions]
} gb_dof_map;

/// Collective. errors: GB_MODEL where METIS fails; GB_FILE
int gb_dof_map_create(const gb_numbering *numbering, const gb_locals *locals,
                      const gb_shape_set *shape, gb_dof_map **out, gb_error *error);

#endif
