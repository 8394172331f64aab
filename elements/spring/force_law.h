/// Forces by law: an expression of the elongation s, its rate v, the time t and controls, or a
/// table of forces by elongations, between whose points a monotone cubic goes and beyond which a
/// line. Source: docs/theory.md, (5.19).
#ifndef GB_ELEMENTS_SPRING_FORCE_LAW_H
#define GB_ELEMENTS_SPRING_FORCE_LAW_H

#include "base/expression/expression.h"
#include "base/pack.h"

#include <stdint.h>

enum {
  GB_LAW_FIRST = 7,     ///< the element's parameter that n1 is
  GB_LAW_NUMBERS = 3,   ///< n1, n2, n3
  GB_LAW_OWN = 6,       ///< variables before the controls: s, v, t, n1, n2, n3
  GB_LAW_CONTROLS = 16, ///< most that a law names
  GB_LAW_VARIABLES = GB_LAW_OWN + 64
};

/// Holds no gb_scalar. Borrowed by elements.
typedef struct gb_force_law {
  const gb_expression *expression; ///< of s, v, t, n1, n2, n3 and controls; NULL: the table
  int controls;                    ///< that it names
  int first;                       ///< the element's parameter that the first of these is
  int control[GB_LAW_CONTROLS];    ///< their numbers among the case's
  int points;
  const double (*point)[3]; ///< s, force, slope; ascending s, [points]
} gb_force_law;

/// The slopes of points[count] = (s, force), so that the cubic rises and falls only as they do
/// (Fritsch & Carlson 1980). Local.
void gb_force_law_slopes(int count, const double point[][2], double out[][3]);
/// Bits of the sides of its kinks, and of the ends of a table, on which the law is, at (s, v).
/// @param parameter the element's
uint64_t gb_force_law_sides(const gb_force_law *law, const double parameter[], double t,
                            const double at[2]);
/// out[0] += the force at (s, v), out[1] and out[2] += its derivatives by s and v.
void gb_force_law_add(const gb_force_law *law, const gb_pack parameter[], double t,
                      const gb_pack at[2], gb_pack out[3]);

#endif
