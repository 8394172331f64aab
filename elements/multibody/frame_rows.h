/// The rows that keep a node's frame orthonormal: (d_i.d_j - delta_ij) / 2 = 0. The node: u, d1,
/// d2, d3, six multipliers. Source: docs/theory.md, the section on rigid bodies.
#ifndef GB_ELEMENTS_MULTIBODY_FRAME_ROWS_H
#define GB_ELEMENTS_MULTIBODY_FRAME_ROWS_H

#include "elements/multibody/constraint.h"

/// Rows, vectors with a reference, and values of such a node.
enum { GB_FRAME_ROWS = 6, GB_FRAME_VECTORS = 4, GB_FRAME_SIZE = 18 };

/// The rows, which point to the vectors (overwrites both).
void gb_frame_rows(const gb_element_input *in, const gb_element_state *state,
                   gb_row_vector vector[GB_FRAME_VECTORS], gb_row rows[GB_FRAME_ROWS]);

#endif
