/// The plane of a flat shell, in which membrane and bending hardly couple.
#ifndef GB_SYSTEM_PRECONDITIONER_FLATNESS_H
#define GB_SYSTEM_PRECONDITIONER_FLATNESS_H

#include "model/model.h"

/// Plane of a flat shell. Its operator consists of a membrane matrix (displacements in the plane)
/// and a bending matrix (displacements across the plane, and directors), which the present
/// rotations couple weakly. If the plane is no coordinate plane, displacements are turned into
/// `axis`.
typedef struct gb_flatness {
  int across; ///< the axis along all reference directors, 0 to 2; -1: the model is not flat
  bool turned;
  double axis[3][3];
} gb_flatness;

/// Find the plane of a model. There is none if a shell is curved or differently oriented, if there
/// are multipliers, or if axes are turned and a node's displacements are neither free nor fixed.
/// Collective.
gb_flatness gb_flatness_find(const gb_model *model);

/// @return the first of the three unknowns of a node's field if all components are free, else -1
/// Local.
int32_t gb_free_unknowns(const gb_model *model, int32_t node, unsigned field);

#endif
