/// Shared by the shell's residual and its fields: an element's vectors and the metric of a
/// quadrature point.
#ifndef GB_ELEMENTS_SHELL_SHELL_POINT_H
#define GB_ELEMENTS_SHELL_SHELL_POINT_H

#include "elements/element.h"
#include "elements/shell/shell_inplane.h"
#include "elements/shell/shell_strains.h"
#include "elements/shell/shell_taper.h"

/// Vectors x_1 .. x_n from x_1, and d_1 .. d_n: reference V, increment U, and v at which strains
/// are differentiated, the present V + U, or V where strains are linear. Strains depend on
/// differences of places alone, and of those no digits are lost far from the origin.
typedef struct gb_shell_vectors {
  gb_pack V[GB_VECTORS][3], U[GB_VECTORS][3], v[GB_VECTORS][3];
} gb_shell_vectors;

/// The reference surface at the quadrature points: from components to strains
/// in a local orthonormal basis, (e11, e22, 2 e12) by `plane`, g by `shear`. In the memory of the
/// element's metric, but for the law.
typedef struct gb_shell_geometry {
  gb_geometry *area; ///< weight times Jacobian, [points]
  gb_geometry (*plane)[3][3], (*shear)[2][2];
  gb_geometry (*row)[3]; ///< a tie's component from the covariant strains there, [ties]
  gb_inplane *inplane;   ///< of tables that have it
  gb_inplane_law law;    ///< of the section that came with the geometry
  /// of the free expansion of the section at a state: the strains in the local basis, without the
  /// stretch that is equal in all directions of the surface; and this stretch
  gb_pack expansion[GB_SHEAR + 1];
  /// difference of the free expansion at each point from `expansion`, [points]; NULL: it is zero
  const gb_pack (*apart)[GB_SHEAR];
} gb_shell_geometry;

/// Memory for the geometry of an element: its metric, and the free expansion at the points.
enum { GB_SHELL_MEMORY = GB_ELEMENT_METRIC + GB_SURFACE_POINTS * GB_SHEAR };

/// Split nodal 6-vectors (u, delta) into vectors, and add vectors back to nodal 6-vectors.
void gb_shell_split(int nodes, const gb_pack nodal[], gb_pack vector[][3]);
void gb_shell_merge(int nodes, const gb_pack vector[][3], gb_pack nodal[]);

void gb_shell_gather(const gb_element_input *in, const gb_element_state *state,
                     gb_shell_vectors *s);
/// Compute the products G of the pairs at a state (overwrites); strains follow from them. The
/// products of the free expansion of a heated section that is equal in all directions are
/// subtracted; this expansion changes distances on the surface and leaves directors as they are.
void gb_shell_gram(const gb_element_input *in, const gb_element_state *state,
                   const gb_shell_geometry *geometry, const gb_shell_vectors *s,
                   gb_pack G[GB_PAIRS]);
/// @param section the sections of gb_shell_sections, of which the strains of in-plane bending and
/// the free expansion are; NULL: they are not wanted
/// @param state NULL: the free expansion is not wanted
void gb_shell_geometry_of(const gb_element_input *in, const gb_element_state *state,
                          const gb_section *section, gb_geometry own[GB_SHELL_MEMORY],
                          gb_shell_geometry *geometry);

/// Strains by components at each point, E[points][GB_STRAINS], from G of the pairs; of tables that
/// have in-plane bending its strains instead of the points' membrane, which is zero.
void gb_shell_components(const gb_shell_table *table, const gb_shell_geometry *geometry,
                         const gb_pack G[], gb_pack E[][GB_STRAINS], gb_pack inplane[]);
/// W += area x stresses by components at each point, and those of in-plane bending, as weights of
/// the vector pairs.
void gb_shell_add_component_weights(const gb_shell_table *table, const gb_shell_geometry *geometry,
                                    const gb_pack S[][GB_STRAINS], const gb_pack inplane[],
                                    gb_pack W[]);
/// Strains in the local basis at each point, E[points][GB_STRAINS], from G of the pairs.
void gb_shell_local_strains(const gb_shell_table *table, const gb_shell_geometry *geometry,
                            const gb_pack G[], gb_pack E[][GB_STRAINS]);
/// W += area x stresses in the local basis at each point, as weights of the vector pairs.
void gb_shell_add_weights(const gb_shell_table *table, const gb_shell_geometry *geometry,
                          const gb_pack S[][GB_STRAINS], gb_pack W[]);
/// How these strains change along the section's (overwrites): those of in-plane bending depend on
/// it.
void gb_shell_strains_change(const gb_shell_table *table, const gb_shell_geometry *geometry,
                             const gb_section *section, const gb_section *by, const gb_pack G[],
                             gb_pack E[][GB_STRAINS]);
/// S = C E in the local basis.
void gb_shell_stress(const gb_section *section, const gb_pack E[], gb_pack S[]);

/// Weights of the pairs for the stresses of the strains that G gives (overwrites).
/// @param strained the section that came with the geometry: `section`, or else that is a derivative
/// of it, and so are the weights
void gb_shell_stress_weights(const gb_element_input *in, const gb_shell_geometry *geometry,
                             const gb_section *strained, const gb_section *section,
                             const gb_pack G[], gb_pack W[]);
/// @return the number of parts of an element's inertia and penalty, each with areas of its own: 1
///   if the element has one thickness; otherwise mass and penalty, moment, and inertia
static inline int gb_shell_parts(const gb_element_input *in) {
  return in->layup->tapered ? 3 : 1;
}
/// Compute the areas of a part: M_ab = integral of N_a N_b, [nodes][nodes], lumped where the layup
/// says so, and the tributary areas A_a, which are positive.
/// @return the section that multiplies the areas. It is the element's section if the thickness is
///   the same everywhere. Otherwise the areas contain mass, moment, inertia and penalty at the
///   points, and the section is `own`, in which the numbers of the part are 1
const gb_section *gb_shell_areas(const gb_element_input *in, const gb_shell_geometry *geometry,
                                 const gb_section *section, int part, gb_section *own,
                                 gb_geometry M[], gb_geometry A[]);
/// y += (mass, moment or inertia) M x on nodal 6-vectors.
void gb_shell_add_inertia(int nodes, const gb_section *section, const gb_geometry M[],
                          const gb_pack x[], gb_pack y[]);
/// (d.d - 1)/2 of the vector d of a director from its increment.
gb_pack gb_shell_stretch(const gb_shell_vectors *s, int d);

/// The damping of shells of any shape (damping.c).
extern const gb_element gb_shell_damping;

/// For the element's table: see elements/element.h.
int gb_shell_metric_size(const void *table);
void gb_shell_metric(const gb_element_input *in, gb_geometry metric[]);
void gb_shell_strains_of(const gb_element_input *in, const gb_element_state *state,
                         gb_pack strain[]);
void gb_shell_strain_product(const gb_element_input *in, const gb_element_state *state, int count,
                             const gb_pack S[][GB_ELEMENT_STRAINS], gb_pack bar[]);
void gb_shell_strain_change(const gb_element_input *in, const gb_element_state *state, int k,
                            gb_pack dE[]);
void gb_shell_sample_areas(const gb_element_input *in, gb_field field, gb_geometry area[]);
void gb_shell_orientation(const gb_element_input *in, const gb_element_state *state, bool directors,
                          gb_orientation at[]);

#endif
