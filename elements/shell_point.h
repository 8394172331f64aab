/// What the shell's residual and its fields share: an element's vectors and the metric of a
/// quadrature point.
#ifndef GB_ELEMENTS_SHELL_POINT_H
#define GB_ELEMENTS_SHELL_POINT_H

#include "constitutive/section.h"
#include "elements/element.h"
#include "elements/shell_strains.h"

/// Vectors x_1 .. x_n, d_1 .. d_n: reference V, increment U, present v = V + U.
typedef struct gb_shell_vectors {
  gb_pack V[GB_VECTORS][3], U[GB_VECTORS][3], v[GB_VECTORS][3];
} gb_shell_vectors;

/// From covariant strains to those of a local orthonormal basis: (e11, e22, 2 e12) by `plane`, g by
/// `shear`.
typedef struct gb_shell_metric {
  gb_geometry plane[3][3], shear[2][2];
  gb_geometry area; ///< weight times Jacobian
} gb_shell_metric;

/// Split nodal 6-vectors (u, delta) into vectors, and add vectors back to nodal 6-vectors.
void gb_shell_split(int nodes, const gb_pack nodal[], gb_pack vector[][3]);
void gb_shell_merge(int nodes, const gb_pack vector[][3], gb_pack nodal[]);

void gb_shell_gather(const gb_element_input *in, const gb_pack q[], gb_shell_vectors *s);
void gb_shell_metric_at(const gb_element_input *in, int point, gb_shell_metric *metric);
void gb_shell_to_local(const gb_shell_metric *metric, const gb_pack covariant[], gb_pack local[]);
void gb_shell_to_covariant(const gb_shell_metric *metric, const gb_pack local[],
                           gb_pack covariant[]);
/// S = C E in the local basis.
void gb_shell_stress(const gb_section *section, const gb_pack E[], gb_pack S[]);

/// Fields: see elements/element.h.
void gb_shell_sample(const gb_element_input *in, const gb_element_state *state, gb_field field,
                     gb_pack f[], gb_geometry area[]);
void gb_shell_sample_product(const gb_element_input *in, const gb_element_state *state,
                             gb_field field, int count, const gb_pack g[], gb_pack bar[]);
void gb_shell_sample_parameter(const gb_element_input *in, const gb_element_state *state,
                               gb_field field, int k, gb_pack df[]);

#endif
