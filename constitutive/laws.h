/// The list of all section laws, one line each: a new law is a file that defines
/// `gb_section_law_NAME` and its line here; NAME is its word in case files. And the numbers of
/// materials that laws know by name, with the bounds of each as a design and why one that is 0
/// cannot be one.
#ifndef GB_CONSTITUTIVE_LAWS_H
#define GB_CONSTITUTIVE_LAWS_H

// clang-format off
#define GB_FOR_SECTION_LAWS(X)                    \
  X(ISOTROPIC, isotropic)                         \
  X(LAMINATE, laminate)                           \
  X(RECTANGLE, rectangle)                         \
  X(CIRCLE, circle)                               \
  X(TUBE, tube)                                   \
  X(BOX, box)                                     \
  X(I, I)                                         \
  X(C, C)                                         \
  X(L, L)                                         \
  X(CONSTANTS, constants)                         \
  X(GENERAL, general)                             \
  X(ROD, rod)                                     \
  X(GENERAL_SHELL, general_shell)                 \
  X(STIFFENED_PANEL, stiffened_panel)             \
  /* end of the list */

/// Laws of solids, which have a material and no section.
#define GB_FOR_SOLID_LAWS(X)                      \
  X(SOLID, solid)                                 \
  X(ORTHOTROPIC_SOLID, orthotropic_solid)         \
  /* end of the list */

/// Laws of solids that a material names by `law`. A new one is a file and its line here.
#define GB_FOR_MATERIAL_LAWS(X)                   \
  X(NEO_HOOKEAN, neo_hookean)                     \
  /* end of the list */

/// Numbers of sections without plies that laws know by name, with what each is, for the reference.
#define GB_FOR_SECTION_NUMBERS(X)                                                                  \
  X(width, "along the section's y, of a rectangle, box, I, C, L")                                  \
  X(height, "along the section's z, likewise; of stiffeners of a stiffened_panel")                 \
  X(radius, "of a circle or tube, outer")                                                          \
  X(thickness, "of the walls of a tube, box, L; of a general_shell; a stiffened_panel's skin")     \
  X(flange, "thickness of the flanges, along y, of an I or C")                                     \
  X(web, "thickness of the web, along z, of an I or C; of stiffeners of a stiffened_panel")        \
  X(area, "of constants or a rod")                                                                 \
  X(I_yy, "constants: the integral of z^2, for bending about y")                                   \
  X(I_zz, "constants: the integral of y^2, for bending about z")                                   \
  X(J, "constants: of torsion")                                                                    \
  X(k_y, "constants: shear correction factor along y")                                             \
  X(k_z, "constants: shear correction factor along z")                                             \
  X(pitch, "distance between the middles of two stiffeners of a stiffened_panel")                  \
  X(length, "of a stiffened_panel: between its supports, along the stiffeners")                    \
  /* end of the list */

#define GB_FOR_MATERIAL_NUMBERS(X)              \
  X(young, POSITIVE, "it is not given")         \
  X(poisson, ANY, NULL)                         \
  X(density, NOT_NEGATIVE, NULL)                \
  X(yield, POSITIVE, "it has no yield stress")  \
  X(E1, POSITIVE, "it is not given")            \
  X(E2, POSITIVE, "it is not given")            \
  X(E3, POSITIVE, "it is not given")            \
  X(poisson13, ANY, NULL)                       \
  X(poisson23, ANY, NULL)                       \
  X(G12, POSITIVE, "it is not given")           \
  X(G13, POSITIVE, "it is not given")           \
  X(G23, POSITIVE, "it is not given")           \
  X(Xt, POSITIVE, "it is not given")            \
  X(Xc, POSITIVE, "it is not given")            \
  X(Yt, POSITIVE, "it is not given")            \
  X(Yc, POSITIVE, "it is not given")            \
  X(S, POSITIVE, "it is not given")             \
  X(F12, ANY, NULL)                             \
  X(expansion, ANY, NULL)                       \
  X(expansion1, ANY, NULL)                      \
  X(expansion2, ANY, NULL)                      \
  X(expansion3, ANY, NULL)                      \
  /* end of the list */
// clang-format on

/// Failure criteria of materials, for laws that leave the choice.
#define GB_FOR_CRITERIA(X)                                                                         \
  X(TSAI_WU, tsai_wu)                                                                              \
  X(TSAI_HILL, tsai_hill)                                                                          \
  X(MAXIMUM_STRAIN, maximum_strain)                                                                \
  /* end of the list */

enum { GB_PLIES = 64 }; ///< largest number of plies of a section

#define GB_SECTION_KIND(KIND, name) GB_SECTION_##KIND,
typedef enum gb_section_kind {
  GB_FOR_SECTION_LAWS(GB_SECTION_KIND) GB_FOR_SOLID_LAWS(GB_SECTION_KIND)
      GB_FOR_MATERIAL_LAWS(GB_SECTION_KIND) GB_SECTION_KINDS
} gb_section_kind;
#undef GB_SECTION_KIND

/// Law of a material. Stresses by GB_LINEAR are linear in Green's strains. The sections of the
/// other laws are the last section kinds, in the same order.
#define GB_MATERIAL_LAW(KIND, name) GB_##KIND,
typedef enum gb_material_law {
  GB_LINEAR,
  GB_FOR_MATERIAL_LAWS(GB_MATERIAL_LAW) GB_MATERIAL_LAWS
} gb_material_law;
#undef GB_MATERIAL_LAW

#define GB_CRITERION(KIND, name) GB_##KIND,
typedef enum gb_criterion { GB_FOR_CRITERIA(GB_CRITERION) GB_CRITERIA } gb_criterion;
#undef GB_CRITERION

/// Words of the laws of sections and of materials and of the criteria, by kind, up to a NULL.
extern const char *const gb_section_words[];
extern const char *const gb_material_law_words[];
extern const char *const gb_criterion_words[];

#endif
