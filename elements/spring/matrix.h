/// The element of given matrices has twelve components: the displacements of its first end along
/// three axes, the rotations of this end about these axes, and then those of its second end.
#ifndef GB_ELEMENTS_SPRING_MATRIX_H
#define GB_ELEMENTS_SPRING_MATRIX_H

enum {
  GB_MATRIX_END = 6,         ///< number of components of an end
  GB_MATRIX_COMPONENTS = 12, ///< of both ends
  GB_MATRIX_NUMBERS = 78     ///< of the upper triangle of a symmetric matrix, row by row
};

/// The matrices by displacements, velocities and accelerations, in this order, which are also the
/// element's parameters: factors of the matrices.
enum { GB_MATRIX_STIFFNESS, GB_MATRIX_DAMPING, GB_MATRIX_MASS, GB_MATRICES };

/// The table of an element. The matrices are symmetric.
typedef struct gb_matrices {
  double entry[GB_MATRICES][GB_MATRIX_COMPONENTS][GB_MATRIX_COMPONENTS];
} gb_matrices;

#endif
