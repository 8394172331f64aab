/// Rows of constraints: sums of dot products of an element's vectors, Phi = sum_k c_k(t) l_k.r_k -
/// s(t), at most quadratic in the unknowns, with exact first and second derivatives in time. One
/// row has one multiplier; joints and the orthonormality of frames are such rows. Source:
/// docs/theory.md, the section on constraints.
#ifndef GB_ELEMENTS_MULTIBODY_CONSTRAINT_H
#define GB_ELEMENTS_MULTIBODY_CONSTRAINT_H

#include "elements/element.h"

/// A vector l = L + U of an element: a triple of unknowns, the difference of two, or a fixed one.
typedef struct gb_row_vector {
  gb_pack reference[3]; ///< L
  gb_pack level[3][3];  ///< U, U', U''
  int unknown[2];       ///< first of three unknowns of the element, -1: none
  double sign[2];       ///< sign of each triple
} gb_row_vector;

typedef struct gb_row_term {
  const gb_row_vector *left, *right;
  gb_pack c[3]; ///< c(t), c'(t), c''(t)
} gb_row_term;

enum { GB_ROW_TERMS = 4 };

typedef struct gb_row {
  int terms;
  gb_row_term term[GB_ROW_TERMS];
  gb_pack s[3];   ///< s(t), s'(t), s''(t)
  int multiplier; ///< index of the multiplier among the element's unknowns
} gb_row;

/// @return the vector of the unknowns first .. first + 2
void gb_row_vector_open(const gb_element_state *state, const gb_geometry reference[3], int first,
                        gb_row_vector *out);
/// @return the difference `to` minus `from` of two vectors of one triple each
void gb_row_vector_difference(const gb_row_vector *from, const gb_row_vector *to,
                              gb_row_vector *out);

/// Compute Phi, Phi' and Phi''.
void gb_row_levels(const gb_row *row, gb_pack level[3]);
/// r += residual of the row, scaled, at its multiplier, and Phi_q^T lambda at its vectors.
void gb_row_residual(const gb_element_input *in, const gb_element_state *state, const gb_row *row,
                     gb_pack r[]);
/// J[size][size] += sigma0 R_q + sigma1 R_v + sigma2 R_a; the multiplier's column has no sigma.
void gb_row_jacobian(const gb_element_input *in, const gb_element_state *state, const gb_row *row,
                     const double sigma[3], int size, gb_pack J[]);
/// y[size] += J x or J^T x, with J of gb_row_jacobian.
void gb_row_product(const gb_element_input *in, const gb_element_state *state, const gb_row *row,
                    const double sigma[3], bool transpose, const gb_pack x[], gb_pack y[]);

#endif
