/// Sections of thin walls: integrals of their rectangles, and shear flow along their middle lines.
/// Source: docs/theory.md, section 11; Timoshenko & Gere; Bredt.
#ifndef GB_CONSTITUTIVE_BEAM_WALLS_H
#define GB_CONSTITUTIVE_BEAM_WALLS_H

#include "constitutive/beam/beam_shape.h"
#include <stdbool.h>

enum { GB_WALLS = 8 };

/// A straight wall along y or z. Its shear flow runs from `from` to `to` and starts with the flows
/// of the walls that end at `from`.
typedef struct gb_wall {
  gb_pack from[2], to[2], thickness; ///< ends of the middle line, (y, z)
  gb_pack low[2], size[2];           ///< rectangle: corner with the smallest y and z, and sizes
  gb_pack beyond;                    ///< distance from `to` to the outer corner
  int before[2];                     ///< walls whose flows enter this one, -1: none
} gb_wall;

typedef struct gb_walls {
  int count;
  bool closed; ///< a tube
  gb_wall wall[GB_WALLS];
} gb_walls;

/// Shear flows by unit forces along y and z: values at the start of each wall, and their increase.
typedef struct gb_wall_flows {
  gb_pack center[2];   ///< centroid of the middle lines
  gb_pack slope[2][2]; ///< derivatives of the axial stress by y and z, for each force
  gb_pack start[GB_WALLS][2];
} gb_wall_flows;

/// Add a wall without a rectangle, which no flow enters.
gb_wall *gb_walls_add(gb_walls *walls, const gb_pack from[2], const gb_pack to[2],
                      gb_pack thickness);
gb_pack gb_wall_length(const gb_wall *wall);
/// Compute area, centroid and second moments of the rectangles (overwrites), and move the origin to
/// the centroid.
void gb_walls_integrate(gb_walls *walls, gb_beam_shape *shape);
/// @return the flow by a force (0: along y, 1: along z) at a fraction of a wall's length
gb_pack gb_wall_flow(const gb_walls *walls, const gb_wall_flows *flows, int wall, int force,
                     double part);
/// Compute the flows along walls with free ends. Each wall follows the walls whose flows enter it.
void gb_walls_find_flows(const gb_walls *walls, gb_wall_flows *flows);
/// Add flows around a tube, in whose walls, one behind the other, the flow runs around, so that no
/// force twists it.
void gb_walls_close(const gb_walls *walls, gb_wall_flows *flows);
/// Compute shear areas from the energy of the flows, and the shear center from their torques about
/// the centroid.
void gb_walls_find_shear(const gb_walls *walls, const gb_wall_flows *flows, gb_beam_shape *shape);
/// Saint-Venant's torsion constant of open walls; Bredt's of a tube. @param twice twice the area
/// inside the middle line of a tube
gb_pack gb_walls_torsion(const gb_walls *walls, gb_pack twice);

#endif
