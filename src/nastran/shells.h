/// Materials, shells and their properties, laminates and shear panels of a Nastran deck.
#ifndef GB_NASTRAN_SHELLS_H
#define GB_NASTRAN_SHELLS_H

#include "nastran/nastran.h"

gb_nastran_handler gb_nastran_mat1, gb_nastran_mat2, gb_nastran_mat8;
/// Note that GE is left out.
int gb_nastran_read_damping(gb_nastran *nastran, const gb_record *card, int entry, int64_t id,
                            gb_error *error);
/// Bring the materials into the order of their numbers. errors: GB_MODEL where one is there twice
int gb_nastran_sort_materials(gb_nastran *nastran, gb_error *error);
/// The material of this card and number, or NULL; when they are sorted.
gb_nastran_material *gb_nastran_find_material(const gb_nastran *nastran, const char *card,
                                              int64_t id);
/// @return a MAT1 as the material of bars, rods and shear panels: by E and G, for shells by E and
/// NU
gb_material gb_nastran_sheared(const gb_nastran_material *material);
/// Its name in the problem, where it is put beside the other if these differ.
int gb_nastran_write_sheared(const gb_nastran *nastran, int64_t id, const char **name,
                             gb_error *error);
/// Whether G of a MAT1 is far from the one that E and NU make; false: there is no such material.
bool gb_nastran_is_sheared_apart(const gb_nastran_material *material);
/// Tell that the shells of a property leave out G of a material that has another by E and NU.
int gb_nastran_check_shear(gb_nastran *nastran, const char *card, int64_t id, int64_t material,
                           gb_error *error);
/// Materials of the problem.
int gb_nastran_add_materials(const gb_nastran *nastran, gb_error *error);

gb_nastran_handler gb_nastran_element, gb_nastran_pshell, gb_nastran_pcomp;
gb_nastran_handler gb_nastran_cshear, gb_nastran_pshear;
/// Put a shell into the mesh, and into the group of its property.
int gb_nastran_join_shell(gb_nastran *nastran, const gb_record *card, int64_t id, int64_t property,
                          gb_shape shape, const int64_t node[], gb_error *error);
/// A property that elements have, for its name.
int gb_nastran_use(gb_nastran *nastran, int64_t property, gb_error *error);
/// Shells of the properties that have elements; while the groups of the mesh are the properties
/// alone.
int gb_nastran_add_shells(gb_nastran *nastran, gb_error *error);
/// Reverse elements so that neighbours of one property face the same way; when materials are
/// sorted.
int gb_nastran_make_consistent(gb_nastran *nastran, gb_error *error);
/// Keep the THETA or MCID of an element, which laminates need.
int gb_nastran_turn(gb_nastran *nastran, const gb_record *card, int entry, int64_t element,
                    int64_t property, gb_error *error);
/// TFLAG and T1 to T4 of an element; then keep them.
int gb_nastran_thickness_fields(const gb_record *card, int flag, int first, int corners,
                                gb_nastran_own *own, gb_error *error);
int gb_nastran_keep_own(gb_nastran *nastran, const gb_nastran_own *own, gb_error *error);
/// How thick the shells of a property are, and where their middle is by Z0 and ZOFFS.
int gb_nastran_add_own(gb_nastran *nastran, const gb_nastran_property *property,
                       const gb_group *group, gb_shell_section *shell, gb_error *error);
/// Make a PSHELL of a MAT8 or MAT2 a laminate of one ply; when materials are sorted.
int gb_nastran_make_directed(gb_nastran *nastran, gb_nastran_property *property, gb_error *error);
/// Make a section of a PCOMP, and a shell have it.
int gb_nastran_add_laminate(gb_nastran *nastran, const gb_nastran_property *property,
                            gb_shell_section *shell, gb_error *error);
/// The elements of a PSHEAR are CSHEARs, and those of other properties are none.
int gb_nastran_check_panels(const gb_nastran *nastran, const gb_nastran_property *property,
                            const gb_group *group, gb_error *error);
static inline bool gb_nastran_is_shear(const gb_nastran_property *property) {
  return property->card[3] == 'E' && property->card[4] == 'A';
}

#endif
