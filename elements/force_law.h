/// Forces by law: an expression of the elongation s, its rate v and the time t, or a table of
/// forces by elongations, between whose points a monotone cubic goes and beyond which a line.
/// Source: docs/theory.md, (5.19).
#ifndef GB_ELEMENTS_FORCE_LAW_H
#define GB_ELEMENTS_FORCE_LAW_H

#include "base/expression.h"
#include "base/pack.h"

#include <stdint.h>

/// Holds no gb_scalar. Borrowed by elements.
typedef struct gb_force_law {
  const gb_expression *expression; ///< of s, v, t; NULL: the table
  int points;
  const double (*point)[3]; ///< s, force, slope; ascending s, [points]
} gb_force_law;

/// The slopes of points[count] = (s, force), so that the cubic rises and falls only as they do
/// (Fritsch & Carlson 1980). Local.
void gb_force_law_slopes(int count, const double point[][2], double out[][3]);
/// Bits of the sides of its kinks, and of the ends of a table, on which the law is.
uint64_t gb_force_law_sides(const gb_force_law *law, double t, double s, double v);
/// out[0] += the force, out[1] and out[2] += its derivatives by s and v.
void gb_force_law_add(const gb_force_law *law, double t, gb_pack s, gb_pack v, gb_pack out[3]);

#endif
