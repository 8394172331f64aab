/// What a law of shell sections is: what the shell's residual is linear in, and where and how the
/// section fails, from the numbers of its plies and materials. A law is a constant of type
/// gb_section_law in a file of its own and one line in laws.h. Source: docs/theory.md, section 4.
#ifndef GB_CONSTITUTIVE_LAW_H
#define GB_CONSTITUTIVE_LAW_H

#include "base/pack.h"
#include "constitutive/laws.h"
#include <stdbool.h>
#include <stddef.h>

/// Order of the strains: e11 e22 2e12, k11 k22 2k12, g1 g2.
enum { GB_MEMBRANE = 0, GB_BENDING = 3, GB_SHEAR = 6, GB_STRAINS = 8 };

/// Its derivative with respect to a number is another section, so the same kernel gives the
/// residual and its derivatives.
typedef struct gb_section {
  gb_pack membrane[3][3];        ///< A: force per length from (e11, e22, 2 e12)
  gb_pack coupling[3][3];        ///< B, symmetric: force from (k11, k22, 2 k12), moment from e
  gb_pack bending[3][3];         ///< D: moment per length from (k11, k22, 2 k12)
  gb_pack shear[2][2];           ///< A_s: force per length from (g1, g2)
  gb_pack penalty;               ///< E t: stiffness per area of the director's length
  gb_pack mass, moment, inertia; ///< integrals of rho, rho z, rho z^2 over the thickness
  gb_pack thickness;
  bool coupled; ///< whether B and the mass's moment are anything but zero
} gb_section;

/// Plies from the bottom face to the top, and the materials that they are of. Its numbers are those
/// of one material after the other, then those of one ply after the other, as the law names them.
typedef struct gb_layup {
  gb_section_kind kind;
  int materials, plies;
  unsigned char material[GB_PLIES];  ///< of each ply
  unsigned char criterion[GB_PLIES]; ///< gb_criterion of each material
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

/// All functions overwrite their outputs; p are the numbers of the layup.
typedef struct gb_section_law {
  const char *name, *source;
  const gb_law_number *material, *ply; ///< numbers of each, up to a NULL name; a ply's first one
                                       ///< is its thickness, on which failure depends by the faces
  int plies;                           ///< most of them
  bool coupled;                        ///< its sections are
  bool directed;                       ///< it needs a material axis; else the basis does not matter
  gb_section_kind damping; ///< of what the materials' damping makes of it: stiffness by rates of
                           ///< strains, mass by velocities
  const char *stress; ///< the material's number times which the index is von Mises' stress, or NULL
  void (*section)(const gb_layup *, const gb_pack p[], gb_section *);
  /// d(section)/dp[k]; NULL: by complex step.
  void (*section_by)(const gb_layup *, const gb_pack p[], int k, gb_section *);
  /// The failure index of a ply at `count` strains e = (e11, e22, 2 e12), and its derivative by
  /// them (zero where it has none); slope NULL: not wanted.
  void (*failure)(const gb_layup *, const gb_pack p[], int ply, int count, const gb_pack e[][3],
                  gb_pack f[], gb_pack slope[][3]);
  /// df/dp[k] at fixed strains e, for numbers of the ply and its material; NULL: by complex step.
  void (*failure_by)(const gb_layup *, const gb_pack p[], int k, int ply, int count,
                     const gb_pack e[][3], gb_pack df[]);
} gb_section_law;

enum { GB_SECTION_NUMBERS = 24 * GB_PLIES }; ///< most numbers of a layup

/// Most places at which failure is asked for in one call.
enum { GB_SECTION_PLACES = 9 };

/// All laws, by kind.
extern const gb_section_law *const gb_section_laws[GB_SECTION_KINDS];

/// How many numbers a layup has, and where those of a material and of a ply begin among them.
int gb_layup_numbers(const gb_layup *layup);
int gb_layup_material(const gb_layup *layup, int material);
int gb_layup_ply(const gb_layup *layup, int ply);
/// The place of a number in its list, or -1.
int gb_law_number_find(const gb_law_number *list, const char *name);

#endif
