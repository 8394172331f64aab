/// The one kernel: strains that are linear in dot products of an element's vectors v_a = V_a + U_a,
/// E_c = sum_p C_cp (v_a.v_b - V_a.V_b) over pairs p = (a, b), and what follows from them: forces,
/// tangents, products. Computed from increments, so that nothing cancels. Source: docs/theory.md,
/// section 3.
#ifndef GB_ELEMENTS_KERNEL_H
#define GB_ELEMENTS_KERNEL_H

#include "base/pack.h"

enum { GB_VECTORS = 18, GB_PAIRS = 126, GB_ROWS = 24 }; ///< most of an element

/// The pairs that occur, and for each strain, at one place or at several, the range of pairs that
/// it uses.
typedef struct gb_form {
  int vectors, pairs, strains;
  unsigned char pair[GB_PAIRS][2];
  unsigned char start[GB_VECTORS + 1], of[2 * GB_PAIRS],
      other[2 * GB_PAIRS]; ///< of each vector its pairs, and the other vector in each
  unsigned char begin[GB_ROWS], end[GB_ROWS];
} gb_form;

/// Fill in the vectors' pairs from the list of pairs.
void gb_kernel_connect(gb_form *form);
/// G_p = V_a.U_b + U_a.v_b: with v = V + U the change of the products, with v = V its linear part.
void gb_kernel_gram(const gb_form *form, const gb_pack V[][3], const gb_pack U[][3],
                    const gb_pack v[][3], gb_pack G[]);
/// G_p = v_a.x_b + x_a.v_b: the derivative along x at the vectors v = V + U.
void gb_kernel_gram_product(const gb_form *form, const gb_pack v[][3], const gb_pack x[][3],
                            gb_pack G[]);
/// E_c = sum_p C_cp G_p; C[strains][GB_PAIRS] real.
void gb_kernel_strains(const gb_form *form, const double C[][GB_PAIRS], const gb_pack G[],
                       gb_pack E[]);
/// W_p += sum_c S_c C_cp for stresses (or multipliers) S.
void gb_kernel_weights(const gb_form *form, const double C[][GB_PAIRS], const gb_pack S[],
                       gb_pack W[]);
/// r_a += W_p v_b, r_b += W_p v_a: the residual for v the vectors, the geometric product for v a
/// direction.
void gb_kernel_forces(const gb_form *form, const gb_pack W[], const gb_pack v[][3], gb_pack r[][3]);
/// B[a][3] = dE/dv_a of E = sum of C_p G_p over the pairs begin .. end - 1 (overwrites).
void gb_kernel_gradient(const gb_form *form, int begin, int end, const gb_geometry C[],
                        const gb_pack v[][3], gb_pack B[][3]);

#endif
