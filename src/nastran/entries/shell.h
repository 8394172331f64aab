/// Materials, shells, solids and their properties, laminates and shear panels of a Nastran deck.
#ifndef GB_NASTRAN_ENTRIES_SHELL_H
#define GB_NASTRAN_ENTRIES_SHELL_H

#include "deck/deck.h"
#include "nastran/entries/nastran.h"

/// MAT1, MAT2, MAT8 or MAT9. The failure criterion of a MAT8 is the one that a PCOMP names.
typedef struct gb_nastran_material {
  const char *card;
  int64_t id;
  int32_t line;
  gb_material is;
  double shear;      ///< G of a MAT1 where it differs from E / (2 (1 + NU)); else 0
  bool slack;        ///< whether G of a MAT1 is 0
  double distortion; ///< A3 of a MAT2: the change of its right angle by temperature
  bool chosen;       ///< whether a PCOMP has named the criterion
  bool strains;      ///< STRN: strengths are strains
  /// stiffness in the plane of a MAT2: G11, G12, G13, G22, G23, G33; `is` has no numbers of it if
  /// the material is not orthotropic along its axes
  double plane[6];
} gb_nastran_material;

typedef struct gb_nastran_ply {
  int64_t material;
  double thickness, angle;
} gb_nastran_ply;

enum { GB_NASTRAN_PLANE_STRAIN = -1 }; ///< MID2 of a PSHELL that is no material
/// Fields of a PSHELL by which its bending, transverse shear and coupling differ from those of a
/// homogeneous shell of MID1 and T.
typedef struct gb_nastran_parts {
  int64_t bending, shear, coupling;  ///< MID2, MID3, MID4; 0: blank; MID2 may be plane strain
  double bending_ratio, shear_ratio; ///< 12I/T**3, TS/T
} gb_nastran_parts;

/// PSHELL, PSHEAR, PSOLID, or PCOMP with its plies.
typedef struct gb_nastran_property {
  const char *card;
  int64_t id;
  gb_nastran_ply shell; ///< of all but PCOMP; material 0: MID1 of a PSHELL is blank; PSOLID has no
                        ///< thickness
  int32_t first, count; ///< of the plies
  bool symmetric;
  bool bottomed;    ///< whether Z0 moves the middle of the laminate away from the grids
  double bottom;    ///< Z0
  int criterion;    ///< gb_criterion; -1: the card names none
  double mass;      ///< NSM, per area
  double reference; ///< TREF of a laminate
  gb_nastran_parts parts;
  bool general; ///< whether a PSHELL is not homogeneous: its section is given by stiffnesses
  int32_t line;
} gb_nastran_property;

/// ZOFFS and T1 to T4 of an element.
typedef struct gb_nastran_own {
  const char *card;
  int64_t property;
  gb_own_shell is;
  double corner[4]; ///< T1 to T4; 0: the thickness of the property
  int corners;
  bool thick;    ///< whether a corner has a thickness
  bool edge[4];  ///< whether a corner has the thickness 0, where a shell tapers to an edge
  bool relative; ///< TFLAG 1: T1 to T4 multiply the thickness of the property
  int32_t line;
} gb_nastran_own;

/// THETA or MCID of an element.
typedef struct gb_nastran_material_turn {
  int64_t property, system; ///< MCID
  gb_turn turn;
  int32_t line;
} gb_nastran_material_turn;

/// CSHEAR.
typedef struct gb_nastran_panel {
  int64_t id, property;
  int32_t line;
} gb_nastran_panel;

/// The list of the properties of shells and solids, and of the values that replace them in single
/// elements.
struct gb_nastran_shells {
  GB_LIST_OF(gb_nastran_property) properties;
  GB_LIST_OF(gb_nastran_ply) plies;
  GB_LIST_OF(gb_nastran_material_turn) turns;
  GB_LIST_OF(gb_nastran_own) own;
  GB_LIST_OF(gb_nastran_panel) panels;
  bool middles; ///< whether CQUAD8 have added nodes in their middles
};

gb_nastran_handler gb_nastran_mat1, gb_nastran_mat2, gb_nastran_mat8;
/// Read GE, structural damping, and add a note that it is ignored.
int gb_nastran_read_damping(gb_nastran *nastran, const gb_record *card, int entry, int64_t id,
                            gb_error *error);
/// Sort the materials by number. errors: GB_MODEL where a number is given twice
int gb_nastran_sort_materials(gb_nastran *nastran, gb_error *error);
/// Find the material of this card and number, when materials are sorted. @return NULL: there is
/// none
gb_nastran_material *gb_nastran_find_material(const gb_nastran *nastran, const char *card,
                                              int64_t id);
/// Return a MAT1 as the material of bars, rods and shear panels, which have its E and G, whatever
/// its NU becomes; G of 0 becomes a millionth of E, and E of 0 becomes 2 G. Shells have E and NU.
gb_material gb_nastran_sheared(const gb_nastran_material *material);
/// Set the name of this material in the problem. It is added to the problem if it differs from that
/// of shells.
int gb_nastran_write_sheared(const gb_nastran *nastran, int64_t id, const char **name,
                             gb_error *error);
/// Refuse a MAT1 of shells whose E is 0 or whose NU, by E and G, is 1 or more, or 0.5 or more of
/// solids, and one whose G is 0 where it is needed; add a note about other shells and solids
/// without G. NULL is accepted.
int gb_nastran_check_moduli(const gb_nastran *nastran, const gb_nastran_property *property,
                            const gb_nastran_material *material, gb_error *error);
/// Whether G of a MAT1 differs much from the one that E and NU give; false: there is no such
/// material.
bool gb_nastran_is_sheared_apart(const gb_nastran_material *material);
/// Add a note if the shells or solids of a property do not use G of a material. They do not use it
/// if it differs from the G that E and NU give.
int gb_nastran_check_shear(gb_nastran *nastran, const char *card, int64_t id, int64_t material,
                           gb_error *error);
/// Add the materials to the problem.
int gb_nastran_add_materials(const gb_nastran *nastran, gb_error *error);

gb_nastran_handler gb_nastran_element, gb_nastran_pshell, gb_nastran_pcomp;
gb_nastran_handler gb_nastran_cshear, gb_nastran_pshear;
/// Put a shell or solid into the mesh, and into the group of its property.
int gb_nastran_join_element(gb_nastran *nastran, const gb_record *card, int64_t id,
                            int64_t property, gb_shape shape, const int64_t node[],
                            gb_error *error);
/// Note that elements have a property, which may then get a name.
int gb_nastran_use(gb_nastran *nastran, int64_t property, gb_error *error);
/// @return the group of the elements of a property; NULL: it has none. The dimension is 2 for
/// shells and 3 for solids. Call this function before the mesh has groups
/// of other kinds.
const gb_group *gb_nastran_group(const gb_mesh *mesh, int64_t property, int dimension);
/// Add the shells and solids of properties that have elements to the problem. Call this function
/// while the groups of the mesh are those of properties alone.
int gb_nastran_add_shells(gb_nastran *nastran, gb_error *error);
gb_nastran_handler gb_nastran_solid, gb_nastran_psolid, gb_nastran_mat9;
int gb_nastran_add_solid(gb_nastran *nastran, gb_nastran_property *property, const gb_group *group,
                         gb_error *error);
/// Find the face of a solid that PLOAD4 chooses by G1 and by G3 or G4, grid[1], of which 0 is
/// blank.
/// @param line of the card. @param e index of the solid
/// @param[out] node  of the face: corners from G1 on, anticlockwise seen from outside, then those
/// on edges, [GB_SURFACE_NODES]. errors: GB_MODEL where they choose none
int gb_nastran_find_face(const gb_nastran *nastran, int32_t line, int32_t e, const int64_t grid[2],
                         int32_t node[], gb_shape *shape, gb_error *error);
/// Reverse elements so that neighbours of one property have the same side up; call it when
/// materials are sorted.
int gb_nastran_make_consistent(gb_nastran *nastran, gb_error *error);
/// Keep the THETA or MCID of an element, which laminates need.
int gb_nastran_turn(gb_nastran *nastran, const gb_record *card, int entry, int64_t element,
                    int64_t property, gb_error *error);
/// Read TFLAG and T1 to T4 of an element; the next function keeps them.
int gb_nastran_thickness_fields(const gb_record *card, int flag, int first, int corners,
                                gb_nastran_own *own, gb_error *error);
int gb_nastran_keep_own(gb_nastran *nastran, const gb_nastran_own *own, gb_error *error);
/// Set the thickness of the shells of a property, and the position of their middle by Z0 and ZOFFS.
/// A blank T of a PSHELL becomes the thickness of its first element.
int gb_nastran_add_own(gb_nastran *nastran, gb_nastran_property *property, const gb_group *group,
                       gb_shell_section *shell, gb_error *error);
/// Make a PSHELL of a MAT8 or MAT2 a laminate of one ply; call it when materials are sorted.
int gb_nastran_make_directed(gb_nastran *nastran, gb_nastran_property *property, gb_error *error);
/// Set whether a PSHELL is not homogeneous; call it when materials are sorted.
void gb_nastran_find_general(const gb_nastran *nastran, gb_nastran_property *property);
/// Compute the stiffnesses of a PSHELL that is not homogeneous: T G1, -T^2 G4, 12I/T^3 T^3/12 G2
/// and TS G3, with the mass of MID1 (overwrites the section's numbers). errors: GB_MODEL if a
/// material is not there, or the stiffnesses are not positive definite
int gb_nastran_find_stiffness(const gb_nastran *nastran, const gb_nastran_property *property,
                              gb_section_entry *section, gb_error *error);
/// Find a MAT8 or MAT2. @return NULL: there is none
gb_nastran_material *gb_nastran_find_directed(const gb_nastran *nastran, int64_t id);
/// Add the section of a PCOMP to the problem, and give it to a shell.
int gb_nastran_add_laminate(gb_nastran *nastran, const gb_nastran_property *property,
                            gb_shell_section *shell, gb_error *error);
/// Refuse a PSHEAR of elements that are no CSHEARs, and other properties of CSHEARs.
int gb_nastran_check_panels(const gb_nastran *nastran, const gb_nastran_property *property,
                            const gb_group *group, gb_error *error);
/// The shells at a grid.
typedef struct gb_nastran_normal {
  double first[3]; ///< normal of the first shell; its length is the shell's area
  double mean[3];  ///< unit vector, the mean by area; zero: there is no shell
  bool folded;     ///< whether shells meet at an angle, so that they resist all rotations
} gb_nastran_normal;
/// Find the normals of shells at all nodes of the mesh. Shear panels have none.
/// @param[out] out  [nodes], in memory of the deck
int gb_nastran_find_normals(const gb_nastran *nastran, gb_nastran_normal **out, gb_error *error);
static inline bool gb_nastran_is_solid(const gb_nastran_property *property) {
  return property->card[1] == 'S' && property->card[2] == 'O';
}
static inline bool gb_nastran_is_shear(const gb_nastran_property *property) {
  return property->card[3] == 'E' && property->card[4] == 'A';
}

#endif
