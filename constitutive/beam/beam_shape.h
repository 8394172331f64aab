/// Functions for laws of beam sections of one isotropic material: section of a shape, and stresses
/// at its points.
#ifndef GB_CONSTITUTIVE_BEAM_BEAM_SHAPE_H
#define GB_CONSTITUTIVE_BEAM_BEAM_SHAPE_H

#include "constitutive/beam/beam.h"

/// Numbers of gb_isotropic_material, which come first, and index of the first number of the shape.
enum { GB_BEAM_YOUNG, GB_BEAM_POISSON, GB_BEAM_DENSITY, GB_BEAM_YIELD, GB_BEAM_SHAPE };

/// Integrals of a section about its centroid.
typedef struct gb_beam_shape {
  gb_pack area;
  gb_pack yy, zz, yz; ///< integrals of y^2, z^2, y z
  gb_pack torsion;    ///< J
  gb_pack shear[3];   ///< shear areas for forces along y, along z, and for their coupling
  gb_pack center[2];  ///< shear center (y, z): a force there causes no twist
} gb_beam_shape;

/// Compute the section of a shape (overwrites).
void gb_beam_fill(const gb_pack p[], const gb_beam_shape *shape, gb_section *section);

/// Causes of the stresses at a point: the stretch at (y, z), the twist and the shear forces.
typedef struct gb_beam_point {
  gb_pack y, z;
  gb_pack twist[2];    ///< shears along y and z by G times the twist
  gb_pack shear[2][2]; ///< shears along y and z by the shear forces along y and z
} gb_beam_point;

/// Compute the rows of stresses at a point (overwrites).
void gb_beam_rows(const gb_pack p[], const gb_beam_shape *shape, const gb_beam_point *point,
                  gb_pack row[GB_BEAM_STRESSES][GB_BEAM_STRAINS]);

#endif
