/// Whether a model is a flat shell, in whose operator membrane and bending (displacements in the
/// plane; those across it and directors) are two matrices that its present rotations couple weakly.
/// Source: docs/theory.md, the section on preconditioners.
#ifndef GB_SYSTEM_FLATNESS_H
#define GB_SYSTEM_FLATNESS_H

#include "system/assembly.h"

/// Displacements are taken along `axis` where the plane is no coordinate plane.
typedef struct gb_flatness {
  int across; ///< the axis along all reference directors, 0 to 2, or -1: all couples
  bool turned;
  double axis[3][3];
} gb_flatness;

/// The plane of a model; none where some shell is curved or lies otherwise, where there are
/// multipliers, or where axes are turned and a node's displacements are neither free nor held.
/// Collective.
gb_flatness gb_flatness_find(const gb_model *model);

/// Turn the displacements of the matrix's blocks into the axes. Local.
void gb_flatness_turn_blocks(const gb_flatness *flat, const gb_model *model,
                             const gb_node_pairs *pairs, gb_scalar block[]);
/// The same of a vector [owned unknowns], or (`back`) out of them.
void gb_flatness_turn(const gb_flatness *flat, const gb_model *model, bool back, gb_scalar x[]);

/// Whether one of two values of a node, displacement first, is of the membrane and the other of
/// bending.
bool gb_flatness_parts(int across, int r, int c);

/// The largest entry of the matrix between membrane and bending, relative to the geometric mean of
/// its diagonal entries: about the slope of the deformed plane. Collective.
double gb_flatness_coupling(const gb_model *model, int across, const gb_node_pairs *pairs,
                            const gb_scalar block[]);

#endif
