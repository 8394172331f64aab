/// Shared by the residual, the damping and the fields of solids: the reference element, gradients
/// at its points, and the stresses that follow from strains. Source: docs/theory.md, section 12.
#ifndef GB_ELEMENTS_SOLID_SOLID_POINT_H
#define GB_ELEMENTS_SOLID_SOLID_POINT_H

#include "constitutive/solid/solid.h"
#include "elements/element.h"
#include "mesh/basis.h"

enum {
  GB_SOLID_NODES = GB_BASIS_NODES,
  GB_SOLID_POINTS = GB_BASIS_POINTS,
  GB_SOLID_MODES = 18, ///< largest number of functions of assumed stresses or dilatations
  GB_SOLID_METRIC = 10 ///< numbers of the metric of a point
};

/// Which stresses an element assumes. All elements have strains by their shape functions. In an
/// element with GB_SOLID_STRESSES the stresses are a sum of functions whose factors minimise the
/// complementary energy. In an element with GB_SOLID_DILATATION the sum of the normal strains is
/// replaced by its best approximation by a sum of functions. With a finite law, elements of both
/// kinds assume the logarithm of the volume, which in the first kind is constant.
typedef enum gb_solid_assumption {
  GB_SOLID_NOTHING,
  GB_SOLID_STRESSES,
  GB_SOLID_DILATATION
} gb_solid_assumption;

/// Constants of the reference element.
typedef struct gb_solid_table {
  int nodes, points;
  gb_solid_assumption assumption;
  int modes;                                    ///< number of assumed functions
  unsigned char of[GB_SOLID_MODES];             ///< stress of which a function is a part
  double mode[GB_SOLID_POINTS][GB_SOLID_MODES]; ///< values of the assumed functions
  double weight[GB_SOLID_POINTS], N[GB_SOLID_POINTS][GB_SOLID_NODES];
  double slope[GB_SOLID_POINTS][GB_SOLID_NODES][3]; ///< derivatives by the element's coordinates
  double center[GB_SOLID_NODES][3];                 ///< the same at its centre
} gb_solid_table;

/// As gb_element.tables, by shape.
void gb_solid_tables4(void *table);
void gb_solid_tables5(void *table);
void gb_solid_tables6(void *table);
void gb_solid_tables8(void *table);
void gb_solid_tables10(void *table);
void gb_solid_tables15(void *table);
void gb_solid_tables20(void *table);
void gb_solid_tables27(void *table);

/// As gb_element.metric_size and .metric: for each point the inverse of the derivatives of the
/// position by the element's coordinates, and the volume.
int gb_solid_metric_size(const void *table);
void gb_solid_metric(const gb_element_input *in, gb_geometry metric[]);

/// The points of an element: volumes and derivatives of the shape functions by the reference
/// position.
typedef struct gb_solid_points {
  gb_geometry volume[GB_SOLID_POINTS];
  gb_geometry slope[GB_SOLID_POINTS][GB_SOLID_NODES][3];
} gb_solid_points;
void gb_solid_points_find(const gb_element_input *in, gb_solid_points *at);

/// Derivatives of a nodal vector by the reference position at each point, [points][3][3].
void gb_solid_gradients(const gb_element_input *in, const gb_solid_points *at, const gb_pack x[],
                        gb_pack H[][3][3]);

/// Symmetric part of G^T H as strains.
void gb_solid_symmetric(const gb_pack G[3][3], const gb_pack H[3][3], gb_pack E[GB_SOLID_STRAINS]);

/// State of the material at a point. Only finite laws set the members after `energy`.
typedef struct gb_solid_state {
  gb_pack strain[GB_SOLID_STRAINS], stress[GB_SOLID_STRAINS];
  gb_pack energy;                                      ///< twice the energy per volume
  gb_pack shape[GB_SOLID_STRAINS];                     ///< stresses dW/dE
  gb_pack inverse[GB_SOLID_STRAINS];                   ///< C^-1, the derivative of ln J by E
  gb_pack volume[2];                                   ///< first and second derivative of U
  gb_pack tangent[GB_SOLID_STRAINS][GB_SOLID_STRAINS]; ///< d stress / d strain at constant dU/da
} gb_solid_state;

/// The stresses of an element and their derivatives, by the law of the material. All derivatives by
/// strains or stresses at points are divided by the volumes of the points.
typedef struct gb_solid_stress {
  const struct gb_solid_form *form; ///< how stresses follow from strains: linear, or finite
  const gb_solid_table *table;
  const gb_solid_section *section;
  const gb_solid_points *at;
  const gb_finite_law *finite; ///< NULL: stresses are linear in strains
  bool small;                  ///< of a finite law: it is linear about no strain
  gb_pack stretch;             ///< of a finite law: lengths of free expansion, where strains start
  int modes;                   ///< number of assumed functions
  /// of assumed stresses: axes of the stresses at the centre, and the factors L and the inverse of
  /// D of the matrix L D L^T of the functions
  gb_pack axes[GB_SOLID_STRAINS][GB_SOLID_STRAINS];
  gb_pack factor[GB_SOLID_MODES][GB_SOLID_MODES];
  gb_solid_state state[GB_SOLID_POINTS];
} gb_solid_stress;

/// How the stresses of an element follow from strains E[points]. All functions overwrite their
/// outputs.
typedef struct gb_solid_form {
  /// Set the state.
  void (*respond)(gb_solid_stress *, const gb_pack E[][GB_SOLID_STRAINS]);
  /// Compute the stresses that give the forces.
  void (*forces)(const gb_solid_stress *, gb_pack S[][GB_SOLID_STRAINS]);
  /// Compute the changes of these stresses by changes dE of the strains.
  void (*changes)(const gb_solid_stress *, const gb_pack dE[][GB_SOLID_STRAINS],
                  gb_pack dS[][GB_SOLID_STRAINS]);
  // Derivatives E by the strains, from the derivatives g by the energies of the points, by the
  // stresses or by the strains of the state.
  void (*by_energy)(const gb_solid_stress *, const gb_pack g[], gb_pack E[][GB_SOLID_STRAINS]);
  void (*by_stress)(const gb_solid_stress *, const gb_pack g[][GB_SOLID_STRAINS],
                    gb_pack E[][GB_SOLID_STRAINS]);
  void (*by_strain)(const gb_solid_stress *, const gb_pack g[][GB_SOLID_STRAINS],
                    gb_pack E[][GB_SOLID_STRAINS]);
} gb_solid_form;
extern const gb_solid_form gb_solid_finite_form; ///< of finite laws (solid_finite.c)

/// @param small stresses are those for small strains
void gb_solid_stress_find(const gb_element_input *in, const gb_solid_points *at,
                          const gb_solid_section *section, bool small, gb_solid_stress *law);
/// Replace numbers at the points by their best approximation by the assumed functions, in place.
void gb_solid_assume(const gb_solid_stress *law, gb_pack x[]);

/// r += sum over the points of the volume times F S D_a.
void gb_solid_add_forces(const gb_element_input *in, const gb_solid_points *at,
                         const gb_pack F[][3][3], const gb_pack S[][GB_SOLID_STRAINS], gb_pack r[]);

/// The damping of solids (solid_damping.c) and the fields of solids (solid_fields.c).
extern const gb_element gb_solid_damping;
void gb_solid_sample(const gb_element_input *in, const gb_element_state *state, gb_field field,
                     gb_pack f[], gb_geometry area[]);
void gb_solid_sample_product(const gb_element_input *in, const gb_element_state *state,
                             gb_field field, int count, const gb_pack g[], gb_pack bar[]);

/// Interpolate the changes of temperature of the nodes by the shape functions to the points
/// (overwrites heat[points]). A finite law has one stretch for the whole element: its points all
/// get the mean of the nodes.
void gb_solid_heat(const gb_element_input *in, gb_pack heat[]);
/// Free strains of a heated section at a change of temperature (overwrites), E_T of (12.1).
void gb_solid_free_strains(const gb_solid_section *section, gb_pack heat, bool linear,
                           gb_pack E[GB_SOLID_STRAINS]);
/// Present deformation gradients F and strains E at the points, without the free strains of the
/// section (overwrites). section NULL: with them. Where strains are linear, F is the identity.
void gb_solid_deform(const gb_element_input *in, const gb_element_state *state,
                     const gb_solid_section *section, const gb_solid_points *at, gb_pack F[][3][3],
                     gb_pack E[][GB_SOLID_STRAINS]);

/// The matrix of an element: J += sum over the points of the volume times F dS D_a for stresses dS
/// of the strains by G, and factor times dH S D_a for the derivatives dH of each unknown.
void gb_solid_add_matrix(const gb_element_input *in, const gb_solid_stress *law,
                         const gb_pack F[][3][3], const gb_pack G[][3][3],
                         const gb_pack S[][GB_SOLID_STRAINS], double factor, gb_pack J[]);
/// J += factor M, r += M x: with the integrals of N_a N_b times the density.
void gb_solid_add_mass(const gb_element_input *in, const gb_solid_points *at, gb_pack factor,
                       gb_pack J[]);
void gb_solid_add_inertia(const gb_element_input *in, const gb_solid_points *at, gb_pack density,
                          const double gravity[3], const gb_pack x[], gb_pack r[]);

#endif
