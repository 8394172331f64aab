/// Entries of materials and sections, and of the shells, beams and solids that have them. Every
/// entry starts with its position in the file, for messages: "plate.yaml:12: loads[1]".
#ifndef GB_PROBLEM_SECTIONS_H
#define GB_PROBLEM_SECTIONS_H

#include "base/arena.h"
#include "base/index.h"
#include "constitutive/laws.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct gb_material {
  const char *where, *name;
#define GB_MATERIAL_NUMBER(number, range, absent) double number; ///< 0: not given
  GB_FOR_MATERIAL_NUMBERS(GB_MATERIAL_NUMBER)
  double damping_mass, damping_stiffness; ///< a, b of a M q' and C (E + b E'); 0: none
  int criterion;                          ///< gb_criterion
  int law;                                ///< gb_material_law
  double reference; ///< of decks: the temperature without expansion, 0 in a case file
#undef GB_MATERIAL_NUMBER
} gb_material;

/// The bound of |F12| below which the surface of Tsai and Wu is closed: stresses beyond it fail in
/// every direction. INFINITY where strengths are not given.
double gb_material_interaction_limit(const gb_material *material);
/// @return the first condition of a positive definite stiffness that an orthotropic material
/// violates; NULL: none
const char *gb_material_indefinite(const gb_material *material);
/// Whether a material has a thermal expansion.
bool gb_material_expands(const gb_material *material);

typedef struct gb_ply {
  const char *where, *material;
  double thickness;
  double angle; ///< angle of the fibres from the shell's axis, about its normal [degrees]
  /// mass per area at the middle of the shell, in addition to the mass of the material
  double area_mass;
} gb_ply;

/// Shells without plies: first index of each stiffness; indices of the mass per area and of the
/// integral of rho z^2 over the thickness.
enum { GB_SHELL_A = 0, GB_SHELL_B = 6, GB_SHELL_D = 12, GB_SHELL_SHEAR = 18 };
enum { GB_SHELL_MASS, GB_SHELL_INERTIA };

/// Face of a panel on which its stiffeners are; the normal points to the top.
typedef enum gb_panel_side { GB_STIFFENED_TOP, GB_STIFFENED_BOTTOM } gb_panel_side;

typedef struct gb_section_entry {
  const char *where, *name;
  int kind; ///< gb_section_kind
  /// plies from the bottom face upwards; the normal points from the bottom to the top
  GB_LIST_OF(gb_ply) plies;
  bool symmetric; ///< the plies are followed by their mirror image
  int side;       ///< of a stiffened panel, without plies: gb_panel_side
  // The following members are for sections without plies.
  const char *material;
#define GB_SECTION_NUMBER(number, meaning) double number; ///< 0: not given
  GB_FOR_SECTION_NUMBERS(GB_SECTION_NUMBER)
#undef GB_SECTION_NUMBER
  /// of beams: upper triangle of the stiffness by rows: axial strain, shear strains, twist,
  /// curvatures; of shells: A, B and D with entries 11, 12, 16, 22, 26, 66, and shear 11, 12, 22
  double stiffness[21];
  double mass[6];         ///< of beams: rhoA, S_y, S_z, I_yy, I_zz, I_yz; of shells: two masses
  double offset[2];       ///< y, z of the centroid from the line of the elements
  double I_yz;            ///< product of area, the integral of y z
  double center[2];       ///< y, z of the shear centre from the centroid
  double line_mass;       ///< mass per length in addition to the mass of the material
  double line_mass_at[2]; ///< y, z of the added mass from the line of the elements
} gb_section_entry;

/// The direction of the material's axis in one element.
typedef struct gb_turn {
  int64_t element; ///< number of the element in the mesh file
  /// angle from the side between its first two nodes [degrees]; INFINITY: `axis` is used
  double angle;
  double axis[3];
} gb_turn;

/// Values of a shell element that differ from its entry. With a thickness of the element, a section
/// of stiffnesses has A, shear and its mass in proportion to the thickness, B to its square, D and
/// the rotary inertia to its cube; a section of plies has one ply.
typedef struct gb_own_shell {
  int64_t element;  ///< number of the element in the mesh file
  double thickness; ///< thickness in place of that of the entry or its section, of an element of
                    ///< several thicknesses their mean over the area; 0: none
  /// Thickness at the nodes relative to `thickness`, [ratios]; NULL: 1 at all of them.
  const double *ratio;
  int ratios;       ///< number of nodes of the element; 0: `ratio` is NULL
  double offset;    ///< offset of the middle along the normal, added to the entry's [length]
  double area_mass; ///< mass per area, added to the entry's
} gb_own_shell;

/// How the mass of elements is distributed: by the products of their shape functions, lumped at the
/// nodes (elements/lumping.h), or, of rods, by the mean of both.
typedef enum gb_distribution { GB_MASS_CONSISTENT, GB_MASS_LUMPED, GB_MASS_MEAN } gb_distribution;
typedef enum gb_carries { GB_CARRIES_ALL, GB_CARRIES_SHEAR } gb_carries; ///< what a shell carries

/// Angle between normals [degrees] from which a node is on a fold, unless a case gives another.
#define GB_DEFAULT_KINK 15

typedef struct gb_shell_section {
  const char *where, *group;
  const char *section;  ///< name of the section; NULL: isotropic, with `material` and `thickness`
  const char *material; ///< name of the material; NULL: not given
  double thickness;
  double area_mass; ///< mass per area in addition to the material's; isotropic shells only
  int mass;         ///< gb_distribution
  int carries;      ///< gb_carries; GB_CARRIES_SHEAR: the elements are shear panels
  double axis[3];   ///< axis of the material, to be projected onto the surface; zero: not given
  /// if no axis is given, the material's axis is along the first side of each element
  bool sided;
  int turns;
  const gb_turn *turn;    ///< elements with another axis, in ascending order; borrowed, [turns]
  double kink;            ///< angle between normals [degrees] from which a node is on a fold
  double offset;          ///< offset of the middle surface from the nodes, along the normal
  double offset_fraction; ///< further offset, as a fraction of the thickness
  double reference;       ///< of laminates of decks: the temperature without expansion
  struct {
    bool offset; ///< some elements have an offset of their own
    int count;
    /// elements whose values differ, in ascending order; borrowed, [count]
    const gb_own_shell *entry;
  } own;
} gb_shell_section;

/// A straight element such as a bar of Nastran. Its directors are not shared with its neighbours.
typedef struct gb_bar {
  int64_t element;       ///< number of the element in the mesh file
  double orientation[3]; ///< orientation in place of the entry's
  double offset[2][3];   ///< offsets of the ends from the nodes to which they are fixed
  int64_t held[2];       ///< supported node to which only joints connect an end; 0: none
} gb_bar;

/// Beams along the line elements of a group, or along straight lines between given points.
typedef struct gb_beam {
  const char *where, *group; ///< group NULL: the beams connect `points`
  const char *name;          ///< name of beams along points; else NULL
  const char *section;
  int mass; ///< gb_distribution
  /// direction of the section's y axis, to be projected onto the plane normal to the beam
  double orientation[3];
  bool pointed; ///< y points to the position `toward` at each node instead
  double toward[3];
  int bars;
  const gb_bar *bar; ///< elements that are bars, in ascending order; borrowed, [bars]
  struct {
    double (*entry)[3];
    int count;
  } points;
  int elements, order; ///< number of elements on each line between two points, and their order
  const char *ends[2]; ///< bodies to which the first and the last point are fixed; NULL: none
} gb_beam;

/// Relative densities of solids, unless a case gives others.
#define GB_DEFAULT_PENALIZATION   3
#define GB_DEFAULT_VOID_STIFFNESS 1e-9

/// Solids of the volume elements of a group.
typedef struct gb_solid {
  const char *where, *group, *material;
  int mass;          ///< gb_distribution
  double axes[2][3]; ///< first axis, and a vector towards the second; 0: the global ones
  /// Density relative to the material's, 0: not given; exponent of the stiffness that it leaves,
  /// and stiffness without material relative to the material's.
  double relative_density, penalization, void_stiffness;
} gb_solid;

/// @return the relative density of an entry, 1 if none is given
static inline double gb_solid_relative_density(const gb_solid *solid) {
  return solid->relative_density != 0 ? solid->relative_density : 1;
}

/// @return the group of the mesh with the beam's elements; beams along points name it themselves
static inline const char *gb_beam_group(const gb_beam *beam) {
  return beam->group ? beam->group : beam->name;
}

#endif
