/// Materials, sections, orientations and axes of nodes of an .inp deck.
#ifndef GB_ABAQUS_ENTRIES_PROPERTY_H
#define GB_ABAQUS_ENTRIES_PROPERTY_H

#include "abaqus/entries/element.h"

typedef struct gb_inp_orientation {
  const char *name;
  bool cylindrical;
  double axis[3]; ///< first axis; cylindrical: the axis of the cylinder
  /// a vector towards the second axis; cylindrical: a point of the axis
  double second[3];
  int normal;   ///< the axis, 1 to 3, that is along the normal of shells
  double angle; ///< rotation about that axis [degrees]
  /// the axis that follows that one cyclically, after the rotation; its projection on shells is
  /// their first axis; not of cylindrical ones, which have others everywhere
  double on_shells[3];
} gb_inp_orientation;

/// *TRANSFORM: axes of nodes for their supports and loads.
typedef struct gb_inp_transformed {
  bool cylindrical;
  double a[3],
      b[3]; ///< along the first axis and in its plane; or a point of the axis, and along it
} gb_inp_transformed;

/// Orientations, axes and thicknesses that sections and nodes have.
struct gb_inp_properties {
  GB_LIST_OF(gb_inp_orientation) orientations;
  GB_LIST_OF(gb_inp_transformed) transforms;
  int32_t *transform; ///< of each node, from 1; 0: none. NULL: of none
  double *thickness;  ///< of each node; 0: none. NULL: of none
  int material;       ///< index of the last *MATERIAL; -1: none
  int general;        ///< number of sections when the last one by stiffnesses was made; 0: none
};

/// Return the material of a section, by its name in the problem, which must be there.
static inline gb_material *gb_inp_material_of(const gb_inp *inp, const char *name) {
  return &inp->problem->materials.entry[GB_PROBLEM_FIND(inp->problem, materials, name, name)];
}
/// Find an orientation of shells by its name. errors: GB_MODEL if there is none, or if its third
/// axis is not along the normal in a deck that is not one of Abaqus
int gb_inp_find_orientation(const gb_inp *inp, const gb_record *is, int scope, gb_deck_text name,
                            const gb_inp_orientation **out, gb_error *error);
/// Compute the first two axes of a solid by its ORIENTATION, which must be rectangular.
int gb_inp_axes_of_solids(const gb_inp *inp, const gb_inp_call *call, double axes[2][3],
                          gb_error *error);
/// Give the elements of a set the axes of a cylindrical orientation at their middles. errors:
/// GB_MODEL if an element lies on the axis of the cylinder
int gb_inp_turn_elements(const gb_inp *inp, const gb_inp_call *call, const gb_inp_set *set,
                         const gb_inp_orientation *o, gb_shell_section *shell, gb_error *error);
/// Find the first axis of the orientation of the first ply of a COMPOSITE. *found tells whether all
/// plies name an orientation; without it `axis` does not change. errors: GB_MODEL if there is none
int gb_inp_axis_of_plies(const gb_inp *inp, const gb_inp_call *call, double axis[3], bool *found,
                         gb_error *error);
/// Compute the angle from the axis of a section to the first axis of a ply that names an
/// orientation [degrees]. errors: GB_MODEL if the angle differs in the elements of the set
int gb_inp_angle_of_ply(const gb_inp *inp, const gb_inp_data *data, const gb_inp_set *set,
                        const double axis[3], double *angle, gb_error *error);
/// Compute n1 of a straight beam, or n2 = t x n1, from n1 of its section. errors: GB_MODEL where
/// the element has no section, is curved or lies along n1
int gb_inp_beam_normal(const gb_inp *inp, const gb_record *is, int32_t e, bool second,
                       double out[3], gb_error *error);
/// Read the section of a *SHELL GENERAL SECTION by its stiffnesses.
int gb_inp_read_stiffness(gb_inp *inp, gb_inp_data *data, gb_shell_section *shell, gb_error *error);
/// Leave elements of later sections out of earlier ones, as CalculiX does, when all sections are
/// made. errors: GB_MODEL where the deck does not say of which program it is
int gb_inp_settle_sections(gb_inp *inp, gb_error *error);
/// Tell that a section without NODAL THICKNESS has nodes with a *NODAL THICKNESS, which neither
/// program takes then.
int gb_inp_tell_thicknesses(gb_inp *inp, const gb_inp_call *call, const gb_inp_set *set,
                            gb_error *error);
/// Set the thicknesses of the shells of a set from those of their nodes.
int gb_inp_take_thicknesses(gb_inp *inp, const gb_inp_call *call, const gb_inp_set *set,
                            gb_shell_section *shell, gb_error *error);
/// Compute orthonormal axes: the first along `first`, the third normal to both vectors. @return
/// false: the vectors are parallel
bool gb_inp_make_axes(const double first[3], const double second[3], double axis[3][3]);
/// Compute the axes of a node's components: those of its *TRANSFORM, or the global ones.
int gb_inp_axes_of(const gb_inp *inp, int32_t line, int32_t node, double axis[3][3],
                   gb_error *error);
bool gb_inp_is_transformed(const gb_inp *inp, int32_t node);

/// Find the material to which a keyword belongs. errors: GB_MODEL if it stands behind no *MATERIAL
int gb_inp_current_material(gb_inp *inp, const gb_inp_call *call, gb_material **out,
                            gb_error *error);

gb_inp_handler gb_inp_expansion, gb_inp_material, gb_inp_elastic, gb_inp_density, gb_inp_damping,
    gb_inp_orientation_keyword, gb_inp_normal, gb_inp_nodal_thickness, gb_inp_shell_section,
    gb_inp_beam_section, gb_inp_general_section, gb_inp_solid_section, gb_inp_transform,
    gb_inp_shear_stiffness;

/// The table has a row for each gb_inp_family: what its elements are, and the keyword of their
/// section.
extern const char *const gb_inp_families[][2];

#endif
