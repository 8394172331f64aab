/// Lumped masses: the integrals M_ab of N_a N_b of an element, by which its inertia and gravity
/// act, become a diagonal matrix of the same sum. Source: docs/theory.md, (5.8).
#ifndef GB_ELEMENTS_LUMPING_H
#define GB_ELEMENTS_LUMPING_H

#include "base/pack.h"

/// The part of its mass that a beam of three nodes keeps in its middle, so that the middle has an
/// acceleration; the ends have equal parts of the rest.
static const double gb_lumped_middle = 1e-4;

/// Replace each diagonal entry by the sum of its row and all others by zero, M[count][count]. The
/// centre of mass stays.
static inline void gb_lump_rows(int count, gb_geometry M[]) {
  for (int a = 0; a < count; a++) {
    gb_geometry sum = {0};
    for (int b = 0; b < count; b++) {
      sum += M[count * a + b];
      M[count * a + b] = (gb_geometry){0};
    }
    M[count * a + a] = sum;
  }
}

/// Scale the diagonal to the sum of all entries and set all others to zero. This is needed for
/// triangles with six nodes, whose row sums at the corners are zero. Source: Hinton, Rock,
/// Zienkiewicz, A note on mass lumping and related processes in the finite element method, 1976.
static inline void gb_lump_diagonal(int count, gb_geometry M[]) {
  gb_geometry sum = {0}, trace = {0};
  for (int a = 0; a < count; a++) {
    trace += M[count * a + a];
    for (int b = 0; b < count; b++) sum += M[count * a + b];
  }
  for (int a = 0; a < count; a++)
    for (int b = 0; b < count; b++)
      M[count * a + b] = a == b ? M[count * a + a] * sum / trace : (gb_geometry){0};
}

#endif
