/// Entries of materials and sections, and of the shells and beams that have them. Every entry
/// starts with its position in the file, for messages: "plate.yaml:12: loads[1]".
#ifndef GB_PROBLEM_SECTIONS_H
#define GB_PROBLEM_SECTIONS_H

#include "base/arena.h"
#include "base/index.h"
#include "constitutive/laws.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct gb_material {
  const char *where, *name;
#define GB_MATERIAL_NUMBER(number, lower, upper, absent) double number; ///< 0: not given
  GB_FOR_MATERIAL_NUMBERS(GB_MATERIAL_NUMBER)
  double damping_mass, damping_stiffness; ///< a, b of a M q' and C (E + b E'); 0: none
  int criterion;                          ///< gb_criterion
#undef GB_MATERIAL_NUMBER
} gb_material;

/// The bound of |F12| below which the surface of Tsai and Wu is closed: stresses beyond it fail in
/// every direction. INFINITY where strengths are not given.
double gb_material_interaction_limit(const gb_material *material);

typedef struct gb_ply {
  const char *where, *material;
  double thickness;
  double angle;     ///< of the fibres from the shell's axis about its normal [degrees]
  double area_mass; ///< beside that of the material, in the middle of the shell
} gb_ply;

typedef struct gb_section_entry {
  const char *where, *name;
  int kind;                 ///< gb_section_kind
  GB_LIST_OF(gb_ply) plies; ///< from the bottom face, the side from which the normal points away
  bool symmetric;           ///< the same follow once more, mirrored
  // from here on of beams
  const char *material;
#define GB_SECTION_NUMBER(number, meaning) double number; ///< 0: not given
  GB_FOR_SECTION_NUMBERS(GB_SECTION_NUMBER)
#undef GB_SECTION_NUMBER
  double stiffness[21];   ///< upper triangle, row by row: stretch, shears, twist, curvatures
  double mass[6];         ///< rhoA, S_y, S_z, I_yy, I_zz, I_yz
  double offset[2];       ///< y, z of its axes from the line of the elements
  double I_yz;            ///< of constants: the integral of y z
  double center[2];       ///< of constants: y, z of the shear center from the centroid
  double line_mass;       ///< per length, beside that of the material
  double line_mass_at[2]; ///< y, z of that from the line of the elements
} gb_section_entry;

/// The material's axis of an element.
typedef struct gb_turn {
  int64_t element; ///< the mesh file's number
  double angle;    ///< from its side between the first two nodes [degrees]; INFINITY: `axis`
  double axis[3];
} gb_turn;

/// Values of a shell element that differ from its entry.
typedef struct gb_own_shell {
  int64_t element;  ///< the mesh file's number
  double thickness; ///< in place of the entry's; 0: as that
  double offset;    ///< of its middle along its normal, beside the entry's [length]
  double area_mass; ///< beside the entry's
} gb_own_shell;

typedef enum gb_carries { GB_CARRIES_ALL, GB_CARRIES_SHEAR } gb_carries; ///< what a shell carries

typedef struct gb_shell_section {
  const char *where, *group;
  const char *section;  ///< or NULL: isotropic, of this material and thickness
  const char *material; ///< or NULL
  double thickness;
  double area_mass; ///< beside that of the material, of an isotropic one
  int carries;      ///< gb_carries: with shear alone its elements are shear panels
  double axis[3];   ///< of the material, projected on the surface; zero: not given
  bool sided;       ///< without axis: the material lies along each element's first side
  int turns;
  const gb_turn *turn; ///< of elements that lie otherwise, ascending; borrowed, [turns]
  double kink;   ///< angle between normals [degrees] from which a node is on a fold; default 15
  double offset; ///< of the middle of the thickness from the nodes, along the normal
  double offset_fraction; ///< of the thickness, by which it is further
  struct {
    bool offset; ///< some have one
    int count;
    const gb_own_shell *entry; ///< ascending; borrowed, [count]
  } own;
} gb_shell_section;

/// A straight element of its own, as bars of Nastran are: it goes on from none of its neighbours.
typedef struct gb_bar {
  int64_t element;       ///< the mesh file's number
  double orientation[3]; ///< in place of the entry's
  double offset[2][3];   ///< of its ends from their nodes, to which they are fixed
  int64_t held[2];       ///< node to which joints alone fix an end, held by supports; 0: none
} gb_bar;

/// The beams along the line elements of a group, or along straight lines from point to point.
typedef struct gb_beam {
  const char *where, *group; ///< group NULL: along points
  const char *name;          ///< of those; else NULL
  const char *section;
  double orientation[3]; ///< the section's y, projected square to the beam
  bool pointed;          ///< instead, at each node y points to the place `toward`
  double toward[3];
  int bars;
  const gb_bar *bar; ///< elements that are bars, ascending; borrowed, [bars]
  struct {
    double (*entry)[3];
    int count;
  } points;
  int elements, order; ///< of each line between two points
  const char *ends[2]; ///< what the first and the last point are fixed to: a body; NULL: nothing
} gb_beam;

/// The group of the mesh that has the elements: that of a beam along points has its name.
static inline const char *gb_beam_group(const gb_beam *beam) {
  return beam->group ? beam->group : beam->name;
}

#endif
