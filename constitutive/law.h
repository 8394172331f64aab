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

/// Order of the strains: e11 e22 2e12, k11 k22 2k12, g1 g2.
enum { GB_MEMBRANE = 0, GB_BENDING = 3, GB_SHEAR = 6, GB_STRAINS = 8 };

/// Strains of a beam in its axes x (along it), y, z are the stretch and the shears along y and z,
/// the twist and the curvatures about y and z.
enum { GB_BEAM_STRAINS = 6, GB_BEAM_STIFFNESSES = 21 };

typedef struct gb_beam_section {
  gb_pack stiffness[GB_BEAM_STIFFNESSES]; ///< C, symmetric: row by row from the diagonal on
  gb_pack mass;                           ///< integral of rho over the section
  gb_pack moment[2];                      ///< of rho y, rho z
  gb_pack inertia[3];                     ///< of rho y^2, rho z^2, rho y z
} gb_beam_section;

/// Its derivative with respect to a number is another section, so the same kernel gives the
/// residual and its derivatives.
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
    };
    gb_beam_section beam; ///< in place of these
  };
  bool coupled; ///< of a shell: whether B and the mass's moment are anything but zero
} gb_section;

/// Plies from the bottom face to the top, and the materials that they are of. Its numbers are those
/// of one material after the other, then those of one ply after the other, as the law names them.
/// The dimensions of a beam's section stand in place of those of one ply.
typedef struct gb_layup {
  gb_section_kind kind;
  int materials, plies;
  unsigned char material[GB_PLIES];  ///< of each ply
  unsigned char criterion[GB_PLIES]; ///< gb_criterion of each material
  bool offset;  ///< of shells: two numbers say where its middle is, see gb_layup_middle
  bool damped;  ///< the last numbers are the two of each material's damping, see gb_layup_damping
  bool damping; ///< of a damped one: its section is the viscosity, not the stiffness
} gb_layup;

typedef enum gb_number_role {
  GB_NUMBER_NEEDED,
  GB_NUMBER_OPTIONAL,
  GB_NUMBER_STRENGTH ///< without it there is no failure index
} gb_number_role;

typedef struct gb_law_number {
  const char *name;
  gb_number_role role;
  double absent; ///< what it counts as where it is not given, that is 0
} gb_law_number;

/// The last numbers of a ply of each law of beams but rods: where the section's own axes are from
/// the line of its elements.
#define GB_BEAM_OFFSET                                                                             \
  {"offset.y", GB_NUMBER_OPTIONAL, 0}, {                                                           \
    "offset.z", GB_NUMBER_OPTIONAL, 0                                                              \
  }

/// The same of shapes of one material, which may carry a mass per length besides, at a place from
/// that line.
#define GB_BEAM_LINE                                                                               \
  {"line_mass", GB_NUMBER_OPTIONAL, 0}, {"line_mass_at.y", GB_NUMBER_OPTIONAL, 0},                 \
      {"line_mass_at.z", GB_NUMBER_OPTIONAL, 0}, GB_BEAM_OFFSET

/// A row for one stress at a point of a beam's section: it is the row times the strains.
enum { GB_BEAM_STRESSES = 3, GB_BEAM_POINTS = 16 }; ///< axial, shears along y and z; most points

/// A section as quadrangles, to be drawn: points (y, z), and of each cell its points, turning from
/// y to z.
enum { GB_OUTLINE_POINTS = 48, GB_OUTLINE_CELLS = 24 };
typedef struct gb_outline {
  int points, cells;
  gb_pack point[GB_OUTLINE_POINTS][2];
  unsigned char cell[GB_OUTLINE_CELLS][4];
} gb_outline;

typedef struct gb_beam_law {
  int points; ///< of the section at which failure is asked for; 0: there is no index
  bool rod;   ///< it has a stiffness along the beam alone: no axes, and no offset
  /// Stresses at the points by strains, over the strength: the index is their von Mises stress.
  void (*stresses)(const gb_layup *, const gb_pack p[],
                   gb_pack row[][GB_BEAM_STRESSES][GB_BEAM_STRAINS]);
  /// The outline about the section's own axes, empty before; NULL: the numbers tell of none.
  void (*outline)(const gb_pack p[], gb_outline *);
} gb_beam_law;

/// All functions overwrite their outputs; p are the numbers of the layup.
typedef struct gb_section_law {
  const char *name, *source;
  const gb_law_number *material, *ply; ///< numbers of each, up to a NULL name; a ply's first one
                                       ///< is its thickness, on which failure depends by the faces
  int plies;                           ///< most of them
  bool coupled;                        ///< its sections are
  bool directed;                       ///< it needs a material axis; else the basis does not matter
  const gb_beam_law *beam; ///< of sections of beams, in place of `failure`; NULL: of shells
  int density; ///< a material's density among its numbers, of which Young's modulus is the first:
               ///< damping scales both; 0: `section` applies the damping itself, or there is none
  const char *stress; ///< the material's number times which the index is von Mises' stress, or NULL
  void (*section)(const gb_layup *, const gb_pack p[], gb_section *);
  /// d(section)/dp[k]; NULL: by complex step.
  void (*section_by)(const gb_layup *, const gb_pack p[], int k, gb_section *);
  /// The failure index of a ply at `count` strains e = (e11, e22, 2 e12), and its derivative by
  /// them (zero where it has none); slope NULL: not wanted.
  void (*failure)(const gb_layup *, const gb_pack p[], int ply, int count, const gb_pack e[][3],
                  gb_pack f[], gb_pack slope[][3]);
  /// Stresses s = (s11, s22, s12) of a ply at `count` strains e: a symmetric matrix times them.
  void (*plane_stress)(const gb_layup *, const gb_pack p[], int ply, int count,
                       const gb_pack e[][3], gb_pack s[][3]);
  /// ds/dp[k] at fixed strains e, for numbers of the ply and its material; NULL: by complex step.
  void (*plane_stress_by)(const gb_layup *, const gb_pack p[], int k, int ply, int count,
                          const gb_pack e[][3], gb_pack ds[][3]);
  /// df/dp[k] at fixed strains e, for numbers of the ply and its material; NULL: by complex step.
  void (*failure_by)(const gb_layup *, const gb_pack p[], int k, int ply, int count,
                     const gb_pack e[][3], gb_pack df[]);
} gb_section_law;

enum { GB_SECTION_DIMENSIONS = 14 };         ///< most of a shape of beams
enum { GB_SECTION_SHAPE = 24 };              ///< most numbers of a layup of one material and ply
enum { GB_SECTION_NUMBERS = 24 * GB_PLIES }; ///< most numbers of a layup

/// Most places at which failure is asked for in one call.
enum { GB_SECTION_PLACES = 9 };

/// Find the section of a layup by its law, about the line or surface of its elements' nodes
/// (overwrites). The section of a shell is moved there from its middle, and the section of a beam,
/// but for rods, by its offset, the last two numbers of its ply; a shape has the mass per length of
/// the three before. With `damping`, stiffnesses are times damping.stiffness and densities times
/// damping.mass of their material, and masses per area and per length do not count; source:
/// docs/theory.md, (4.10).
void gb_law_section(const gb_layup *layup, const gb_pack p[], gb_section *section);
/// The same of the rows of stresses of a beam, which has points.
void gb_law_stresses(const gb_layup *layup, const gb_pack p[],
                     gb_pack row[][GB_BEAM_STRESSES][GB_BEAM_STRAINS]);
/// Its outline about the line of its elements (overwrites); without points where it has none.
void gb_law_outline(const gb_layup *layup, const gb_pack p[], gb_outline *outline);

/// All laws, by kind.
extern const gb_section_law *const gb_section_laws[GB_SECTION_KINDS];

/// How many numbers a layup has, and where those of a material and of a ply begin among them.
int gb_layup_numbers(const gb_layup *layup);
int gb_layup_material(const gb_layup *layup, int material);
int gb_layup_ply(const gb_layup *layup, int ply);
/// Where the damping of a material begins among the numbers of a damped layup: damping.mass, then
/// damping.stiffness.
int gb_layup_damping(const gb_layup *layup, int material);
/// The names of these numbers.
enum { GB_DAMPING_NUMBERS = 2 };
extern const char *const gb_layup_damping_name[GB_DAMPING_NUMBERS];
/// Whether sections have stiffness between strains and curvatures, and a first moment of mass.
bool gb_layup_coupled(const gb_layup *layup);
/// Where the middle of a shell's plies is, from its nodes along its directors [length]: the offset
/// and that part of the thickness which is the fraction, two numbers; or else 0.
gb_pack gb_layup_middle(const gb_layup *layup, const gb_pack p[]);
/// The derivative of that by p[k].
gb_pack gb_layup_middle_by(const gb_layup *layup, const gb_pack p[], int k);
/// The numbers of the offset, up to a NULL name.
extern const gb_law_number gb_layup_offset[];
/// The sum of the plies' thicknesses.
gb_pack gb_layup_thickness(const gb_layup *layup, const gb_pack p[]);
/// The ply whose thickness is number k, or -1.
int gb_layup_thick_ply(const gb_layup *layup, int k);
/// Points of a section at which failure is asked for: plies of a shell.
int gb_layup_points(const gb_layup *layup);
/// The place of a number in its list, or -1.
int gb_law_number_find(const gb_law_number *list, const char *name);

#endif
