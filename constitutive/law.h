/// Laws of sections. A law computes the stiffnesses of a shell or beam, in which its residual is
/// linear, and where and how the section fails, from its plies, dimensions and materials. A law is
/// a constant of type gb_section_law in a file of its own and one line in laws.h. Source:
/// docs/theory.md, section 4 and the section on beams.
#ifndef GB_CONSTITUTIVE_LAW_H
#define GB_CONSTITUTIVE_LAW_H

#include "base/pack.h"
#include "constitutive/laws.h"
#include <stdbool.h>
#include <stddef.h>

/// Strains of a shell, in this order: e11 e22 2e12, k11 k22 2k12, g1 g2.
enum { GB_MEMBRANE = 0, GB_BENDING = 3, GB_SHEAR = 6, GB_STRAINS = 8 };

enum { GB_FACES = 2 };   ///< of a shell or a ply, the bottom first
enum { GB_INDICES = 6 }; ///< largest number of failure indices that a law computes itself

/// Strains of a beam in its axes x (along it), y, z are the stretch and the shears along y and z,
/// the twist and the curvatures about y and z.
enum { GB_BEAM_STRAINS = 6, GB_BEAM_STIFFNESSES = 21 };

typedef struct gb_beam_section {
  gb_pack stiffness[GB_BEAM_STIFFNESSES]; ///< upper triangle of the symmetric C, row by row
  gb_pack mass;                           ///< integral of rho over the section
  gb_pack moment[2];                      ///< integrals of rho y, rho z
  gb_pack inertia[3];                     ///< integrals of rho y^2, rho z^2, rho y z
  /// In a state in which the bending moments are the only stress resultants, `bending` has the
  /// derivatives yy, yz and zz of the moments by the curvatures, and `follow` has the derivatives
  /// of the other four strains by the curvatures about y and z.
  gb_pack bending[3], follow[4][2];
} gb_beam_section;

/// Strains of a solid, in this order: e11 e22 e33, 2e12 2e23 2e13.
enum { GB_SOLID_STRAINS = 6 };

/// Material of a solid, in the axes of the reference.
typedef struct gb_solid_section {
  gb_pack stiffness[GB_SOLID_STRAINS][GB_SOLID_STRAINS];  ///< stresses from strains
  gb_pack compliance[GB_SOLID_STRAINS][GB_SOLID_STRAINS]; ///< its inverse
  gb_pack mass;                                           ///< density
  gb_pack expansion[GB_SOLID_STRAINS]; ///< of a heated layup: free strains by a temperature
  gb_pack strength;                    ///< von Mises' stress at which the failure index is 1
} gb_solid_section;

/// Finite strains of a solid at a point: Green's strains E, the inverse of C = I + 2 E, and the
/// logarithm of J = sqrt(det C), the change of the volume.
typedef struct gb_finite_strain {
  gb_pack E[3][3], inverse[3][3], log_J;
} gb_finite_strain;

/// A law of an isotropic solid at finite strains: energies W(E) + U(ln J) per volume. Elements may
/// assume ln J in U. The section has the stiffness for small strains.
typedef struct gb_finite_law {
  /// Compute S = dW/dE, a second Piola-Kirchhoff stress, and C = dS/dE (overwrites). @return 2 W
  gb_pack (*shape)(const gb_solid_section *, const gb_finite_strain *, gb_pack S[GB_SOLID_STRAINS],
                   gb_pack C[GB_SOLID_STRAINS][GB_SOLID_STRAINS]);
  /// Compute the first two derivatives of U (overwrites). @return 2 U
  gb_pack (*volume)(const gb_solid_section *, gb_pack log_J, gb_pack by[2]);
} gb_finite_law;

/// Section of a shell or a beam, or material of a solid. The derivative of a section by a number is
/// a section too, so the same kernel gives the residual and its derivatives.
typedef struct gb_section {
  union {
    struct {
      gb_pack membrane[3][3];        ///< A: force per length from (e11, e22, 2 e12)
      gb_pack coupling[3][3];        ///< B, symmetric: force from (k11, k22, 2 k12), moment from e
      gb_pack bending[3][3];         ///< D: moment per length from (k11, k22, 2 k12)
      gb_pack shear[2][2];           ///< A_s: force per length from (g1, g2)
      gb_pack penalty;               ///< E t: stiffness per area of the director's length
      gb_pack mass, moment, inertia; ///< integrals of rho, rho z, rho z^2 over the thickness
      gb_pack thickness;
      /// of a heated layup: the strains, but for transverse shear, with which it has no resultants,
      /// by a unit of temperature at the middle and of gradient; and the energies e.e, e.g, g.g,
      /// twice, of the stresses that its plies have then, by the products of both
      gb_pack expansion[2][GB_SHEAR], locked[3];
    };
    gb_beam_section beam;   ///< section of a beam
    gb_solid_section solid; ///< material of a solid
  };
  bool coupled; ///< of a shell: B or the first moment of mass may be nonzero
} gb_section;

/// Layup: plies from the bottom face to the top face, and their materials. Its numbers are the
/// numbers of each material, then the numbers of each ply, in the order of the law's names. For a
/// beam, the dimensions of its section take the place of the numbers of one ply.
typedef struct gb_layup {
  gb_section_kind kind;
  int materials, plies;
  unsigned char material[GB_PLIES];  ///< index of the material of each ply
  unsigned char criterion[GB_PLIES]; ///< gb_criterion of each material
  bool offset; ///< of shells: two numbers give the position of the middle, see gb_layup_middle
  bool damped; ///< the last numbers are the damping of each material, see gb_layup_damping
  /// 1: the mass of elements is a diagonal matrix (elements/lumping.h); 2, of rods: the mean of
  /// this and of the consistent one
  unsigned char lumped;
  bool damping; ///< of a damped layup: its section is the viscosity, not the stiffness
  bool tapered; ///< of shells: the thickness of elements differs at their nodes; of solids: their
                ///< temperature does
  bool below;   ///< of stiffened panels: the stiffeners are on the bottom face
  bool heated;  ///< its last numbers are the GB_HEAT_NUMBERS ones of gb_layup_heat
  double axes[3][3]; ///< of solids of an orthotropic material: its orthonormal axes
  /// Exponent of the stiffness of solids with a relative density, which is the number of their only
  /// ply, and stiffness of a void relative to the material's. Other solids have no ply.
  double penalization[2];
} gb_layup;

typedef enum gb_number_role {
  GB_NUMBER_NEEDED,
  GB_NUMBER_OPTIONAL,
  GB_NUMBER_STRENGTH ///< strength, without which there is no failure index
} gb_number_role;

typedef struct gb_law_number {
  const char *name;
  gb_number_role role;
  double absent; ///< value if the number is not given, that is 0
} gb_law_number;

/// Last numbers of a ply, for each law of beams except rods: position of the section's axes
/// relative to the line of the elements.
#define GB_BEAM_OFFSET                                                                             \
  {"offset.y", GB_NUMBER_OPTIONAL, 0}, {                                                           \
    "offset.z", GB_NUMBER_OPTIONAL, 0                                                              \
  }

/// Last numbers for shapes of one material: also an additional mass per length and its position
/// relative to that line.
#define GB_BEAM_LINE                                                                               \
  {"line_mass", GB_NUMBER_OPTIONAL, 0}, {"line_mass_at.y", GB_NUMBER_OPTIONAL, 0},                 \
      {"line_mass_at.z", GB_NUMBER_OPTIONAL, 0}, GB_BEAM_OFFSET

/// A stress at a point of a beam's section is a row times the strains.
enum {
  GB_BEAM_STRESSES = 3,
  GB_BEAM_POINTS = 16
}; ///< axial stress, shear stresses along y and z; largest number of points

/// Outline of a section for pictures, as quadrilaterals: points (y, z), and for each cell its
/// points in the sense from y to z.
enum { GB_OUTLINE_POINTS = 48, GB_OUTLINE_CELLS = 24 };
typedef struct gb_outline {
  int points, cells;
  gb_pack point[GB_OUTLINE_POINTS][2];
  unsigned char cell[GB_OUTLINE_CELLS][4];
} gb_outline;

typedef struct gb_beam_law {
  int points; ///< number of points of the section with a failure index; 0: no index
  bool rod;   ///< only axial stiffness: no axes and no offset
  /// Rows of the stresses at the points, divided by the strength: the index is their von Mises
  /// stress.
  void (*stresses)(const gb_layup *, const gb_pack p[],
                   gb_pack row[][GB_BEAM_STRESSES][GB_BEAM_STRAINS]);
  /// Add the outline about the section's axes to an empty one; NULL: the law has no outline.
  void (*outline)(const gb_pack p[], gb_outline *);
} gb_beam_law;

/// A law of sections. All functions overwrite their outputs; p are the numbers of the layup.
typedef struct gb_section_law {
  const char *name, *source;
  const gb_law_number *material,
      *ply;   ///< numbers of each, up to a NULL name. The first of a ply is
              ///< its thickness: failure depends on the faces through it
  int plies;  ///< largest number of plies
  bool whole; ///< the law is of shells, and a section has the numbers of one ply itself
  /// Powers of the thickness to which the numbers of a ply are proportional, in the order of
  /// `ply`; NULL: 1 of the first one, the thickness, and 0 of all others.
  const unsigned char *power;
  bool coupled;            ///< its sections are coupled
  bool directed;           ///< it needs a material axis; otherwise any basis serves
  const gb_beam_law *beam; ///< law of beams, used instead of `failure`; NULL: a law of shells or
                           ///< solids
  bool solid;              ///< law of solids, which have one failure index at each point
  const gb_finite_law *finite; ///< of solids; NULL: stresses are linear in Green's strains
  int density; ///< a material's density among its numbers, of which Young's modulus is the first:
               ///< damping scales both; 0: `section` applies the damping itself, or there is none
  const char *const *index; ///< names of `indices` up to a NULL; NULL: indices of plies or points
  const char *stress; ///< the material's number times which the index is von Mises' stress, or NULL
  /// Thermal expansions of a material up to a NULL name; NULL: one, the same in all directions.
  const gb_law_number *expansion;
  /// Compute the free strains e = (e11, e22, 2 e12) of a ply by a unit of temperature. A law whose
  /// `section` computes the free strains of heated layups needs this function. NULL: all plies have
  /// the expansion of the material.
  void (*ply_expansion)(const gb_layup *, const gb_pack p[], int ply, gb_pack e[3]);
  void (*section)(const gb_layup *, const gb_pack p[], gb_section *);
  /// d(section)/dp[k]; NULL: by complex step.
  void (*section_by)(const gb_layup *, const gb_pack p[], int k, gb_section *);
  /// Compute the failure index of a ply at `count` strains e = (e11, e22, 2 e12) and its derivative
  /// by them (zero where it does not exist); slope NULL: index only.
  void (*failure)(const gb_layup *, const gb_pack p[], int ply, int count, const gb_pack e[][3],
                  gb_pack f[], gb_pack slope[][3]);
  /// Compute the failure indices f of the section, in the order of their names, from the strains E
  /// = (e11, e22, 2 e12, k11, k22, 2 k12) at the middle, used instead of `failure`, and their
  /// derivatives by E (zero where they do not exist). They grow with the strains and are not
  /// negative.
  void (*indices)(const gb_layup *layup, const gb_pack p[], const gb_pack E[], gb_pack f[],
                  gb_pack slope[][GB_SHEAR]);
  /// Compute the stresses s = (s11, s22, s12) of a ply at `count` strains e, by a symmetric matrix.
  void (*plane_stress)(const gb_layup *, const gb_pack p[], int ply, int count,
                       const gb_pack e[][3], gb_pack s[][3]);
  /// Compute the stresses s = (s11, s22, s12) at the height z above the middle from the strains E =
  /// (e11, e22, 2 e12, k11, k22, 2 k12) there, in which they are linear; NULL: `plane_stress` of
  /// the outermost ply.
  void (*face_stress)(const gb_layup *layup, const gb_pack p[], gb_pack z, const gb_pack E[],
                      gb_pack s[3]);
  /// ds/dp[k] at fixed strains e, for numbers of the ply and its material; NULL: by complex step.
  void (*plane_stress_by)(const gb_layup *, const gb_pack p[], int k, int ply, int count,
                          const gb_pack e[][3], gb_pack ds[][3]);
  /// df/dp[k] at fixed strains e, for numbers of the ply and its material; NULL: by complex step.
  void (*failure_by)(const gb_layup *, const gb_pack p[], int k, int ply, int count,
                     const gb_pack e[][3], gb_pack df[]);
} gb_section_law;

enum { GB_SECTION_DIMENSIONS = 14 };         ///< largest number of dimensions of a beam's shape
enum { GB_SECTION_SHAPE = 24 };              ///< largest number of numbers, one material and ply
enum { GB_SECTION_NUMBERS = 24 * GB_PLIES }; ///< largest number of numbers of a layup

/// Largest number of points for which one call computes failure.
enum { GB_SECTION_PLACES = 9 };

/// Find the section of a layup by its law, about the line or surface of its elements' nodes
/// (overwrites). The section of a shell is moved there from its middle, and the section of a beam,
/// but for rods, by its offset, the last two numbers of its ply; a shape has the mass per length of
/// the three before. With `damping`, stiffnesses are times damping.stiffness and densities times
/// damping.mass of their material, and masses per area and per length do not count; source:
/// docs/theory.md, (4.10). The section of a solid with a relative density is scaled by (12.6).
void gb_law_section(const gb_layup *layup, const gb_pack p[], gb_section *section);
/// Find the rows of stresses at the points of a beam's section (overwrites). The law must have
/// points.
void gb_law_stresses(const gb_layup *layup, const gb_pack p[],
                     gb_pack row[][GB_BEAM_STRESSES][GB_BEAM_STRAINS]);
/// Compute the stresses s = (s11, s22, s12) at a face of a shell, 0 the bottom and 1 the top, from
/// the strains E[GB_SHEAR] at its nodes. The law must have `face_stress`.
void gb_law_face_stress(const gb_layup *layup, const gb_pack p[], int face, const gb_pack E[],
                        gb_pack s[3]);
/// Compute the failure indices of a shell whose law has `indices`, and their
/// derivatives by the strains E[GB_SHEAR] at its nodes (overwrites).
void gb_law_indices(const gb_layup *layup, const gb_pack p[], const gb_pack E[], gb_pack f[],
                    gb_pack slope[][GB_SHEAR]);
/// Find the outline about the line of the elements (overwrites); it has no points if the law has no
/// outline.
void gb_law_outline(const gb_layup *layup, const gb_pack p[], gb_outline *outline);

/// All laws, by kind.
extern const gb_section_law *const gb_section_laws[GB_SECTION_KINDS];

/// Number of numbers of a layup; index of the first number of a material; index of the first number
/// of a ply.
int gb_layup_numbers(const gb_layup *layup);
int gb_layup_material(const gb_layup *layup, int material);
int gb_layup_ply(const gb_layup *layup, int ply);
/// Index of the damping of a material among the numbers of a damped layup: damping.mass, followed
/// by damping.stiffness.
int gb_layup_damping(const gb_layup *layup, int material);
/// Names of the numbers of damping.
enum { GB_DAMPING_NUMBERS = 2 };
extern const char *const gb_layup_damping_name[GB_DAMPING_NUMBERS];
/// Index of the thermal expansions of a material [1 / temperature] among the numbers of a heated
/// layup, and their names. The GB_HEAT_NUMBERS numbers of heat follow the expansions of the last
/// material.
int gb_layup_expansion(const gb_layup *layup, int material);
const gb_law_number *gb_layup_expansion_list(const gb_layup *layup);
/// Last numbers of a heated layup: the amplitude [temperature] and the gradient along the normal
/// [temperature / length], both times the value; the temperature without expansion; a factor of the
/// value, by element; the value, a function of t; and the share of the expansion that acts. The
/// last three are not numbers of the problem that designs vary.
enum {
  GB_HEAT_AMPLITUDE,
  GB_HEAT_GRADIENT,
  GB_HEAT_REFERENCE,
  GB_HEAT_FACTOR,
  GB_HEAT_VALUE,
  GB_HEAT_SHARE,
  GB_HEAT_NUMBERS
};
/// Change of temperature of a heated layup: heat[0] at the middle of the thickness [temperature],
/// and heat[1] by length along the normal (overwrites); zero of a layup that is not heated.
void gb_layup_heat(const gb_layup *layup, const gb_pack p[], gb_pack heat[2]);
/// @return the change of temperature at the middle of the thickness at a point where the factor of
/// the temperature is `scale` times the factor of the layup
gb_pack gb_layup_heat_at(const gb_layup *layup, const gb_pack p[], gb_pack scale);
/// @return the change of lengths along a beam that expands freely, relative to them
gb_pack gb_layup_stretch(const gb_layup *layup, const gb_pack p[]);
/// Whether sections have stiffness between strains and curvatures, and a first moment of mass.
bool gb_layup_coupled(const gb_layup *layup);
/// Position of the middle of a shell's plies, measured from its nodes along its directors [length]:
/// the offset plus a fraction of the thickness, both numbers of the layup; 0 without them.
gb_pack gb_layup_middle(const gb_layup *layup, const gb_pack p[]);
/// Derivative of gb_layup_middle by p[k].
gb_pack gb_layup_middle_by(const gb_layup *layup, const gb_pack p[], int k);
/// The numbers of the offset, up to a NULL name.
extern const gb_law_number gb_layup_offset[];
/// Sum of the plies' thicknesses.
gb_pack gb_layup_thickness(const gb_layup *layup, const gb_pack p[]);
/// The ply whose thickness is number k, or -1.
int gb_layup_thick_ply(const gb_layup *layup, int k);
/// @return the power of the thickness to which number k is proportional in shells of the same
/// materials and shares of plies; 0: the number does not depend on the thickness
int gb_layup_power(const gb_layup *layup, int k);
/// Compute the numbers out[numbers] (overwrites) of a shell that is `ratio` times as thick as the
/// shell with the numbers p.
void gb_layup_thicken(const gb_layup *layup, const gb_pack p[], gb_pack ratio, gb_pack out[]);
/// @return the number of failure indices of a section: of a shell by its law, or two for each ply;
/// of a beam one for each point; 0: none
int gb_layup_indices(const gb_layup *layup);
/// Numbers of an isotropic material with a yield stress. If the yield stress is not given, the
/// failure index is the von Mises stress.
extern const gb_law_number gb_isotropic_material[];
/// @return the index of a number in its list, or -1
int gb_law_number_find(const gb_law_number *list, const char *name);

#endif
