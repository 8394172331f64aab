/// Rows of joints, equations and supports by rigid motions, and the motions that rows leave free.
/// A rigid motion is v at a centre, then w times a size, so that all six have the same unit.
#ifndef GB_MODEL_CONSTRAINTS_RIGID_ROWS_H
#define GB_MODEL_CONSTRAINTS_RIGID_ROWS_H

#include "model/constraints/equation_rows.h"

enum { GB_RIGID_MOTIONS = 6 };

/// The components of v + w x arm by the motions; without v for a vector that only turns.
void gb_rigid_columns(const double arm[3], bool moves, double size,
                      double column[3][GB_RIGID_MOTIONS]);
/// The components of the velocity of a node, or of the rate of its director `field`.
void gb_rigid_node_columns(const gb_topology *t, int32_t node, unsigned field,
                           const double center[3], double size, double column[3][GB_RIGID_MOTIONS]);
/// The row of a part of an equation, whose node moves with the frame at `center`.
void gb_rigid_equation_part(const gb_topology *t, const gb_equation_part *part,
                            const double center[3], double size, double row[GB_RIGID_MOTIONS]);
/// Find a motion x with form x = 0 by Gauss-Jordan elimination with the largest diagonal entry as
/// pivot. Pivots below 1e-12 of the largest diagonal entry are zero.
/// @param[in,out] form  sum of the squares of rows, [n][n]; overwritten
/// @param used  work, [n]
/// @param[out] motion  [n]; unchanged where no motion is free
/// @return how many independent motions are free
int gb_rigid_free_motions(int n, double form[], bool used[], double motion[]);

#endif
