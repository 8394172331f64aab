/// Whether a model is a flat shell in a coordinate plane, in whose operator membrane and bending
/// (displacements in the plane; those across it and directors) are two matrices that its present
/// rotations couple weakly. Source: docs/theory.md, the section on preconditioners.
#ifndef GB_ANALYSIS_FLATNESS_H
#define GB_ANALYSIS_FLATNESS_H

#include "analysis/assembly.h"

/// The coordinate along all reference directors, 0 to 2, or -1: some shell is curved or lies
/// otherwise, or there are multipliers. Collective.
int gb_flatness_across(const gb_model *model);

/// Whether one of two nodal values, 0 to GB_NODE_VALUES - 1, is of the membrane and the other of
/// bending.
bool gb_flatness_parts(int across, int r, int c);

/// The largest entry of the matrix between membrane and bending, relative to the geometric mean of
/// its diagonal entries: about the slope of the deformed plane. Collective.
double gb_flatness_coupling(const gb_model *model, int across, const gb_node_pairs *pairs,
                            const gb_scalar block[]);

#endif
