/// Keys of materials and sections.
#include "case/schema/key_tables.h"

#define SHAPE_KEY(number, text)                                                                    \
  KEY(#number, NUMBER, gb_section_entry, number, text, .unset = "needed by such shapes"),

static const gb_key damping_keys[] = {KEY("mass", NUMBER, gb_material, damping_mass,
                                          "a of the forces a M v, by time", .standard = "0"),
                                      KEY("stiffness", NUMBER, gb_material, damping_stiffness,
                                          "b of the stresses C (E + b E'), a time",
                                          .standard = "0"),
                                      END};

const gb_key gb_keys_material[] = {
    KEY("young", NUMBER, gb_material, young, "Young's modulus", .unset = "needs E1"),
    KEY("poisson", NUMBER, gb_material, poisson,
        "Poisson's ratio; with E1: strain across the fibres by stress along them, below "
        "sqrt(E1/E2)",
        .unset = "required"),
    KEY("density", NUMBER, gb_material, density, "mass per volume", .standard = "0"),
    KEY("yield", NUMBER, gb_material, yield, "stress at which the failure index is 1",
        .unset = "no failure index"),
    KEY("E1", NUMBER, gb_material, E1,
        "modulus along the fibres, of plies of a laminate, or along the first axis of solids",
        .unset = "needs young"),
    KEY("E2", NUMBER, gb_material, E2, "modulus across them", .unset = "needed by E1"),
    KEY("E3", NUMBER, gb_material, E3, "of solids, with E1: modulus along their third axis",
        .unset = "needed by solids with E1"),
    KEY("poisson13", NUMBER, gb_material, poisson13,
        "with E3: strain along the third axis by stress along the first, as poisson is of the "
        "second",
        .unset = "needed by E3"),
    KEY("poisson23", NUMBER, gb_material, poisson23,
        "with E3: strain along the third axis by stress along the second", .unset = "needed by E3"),
    KEY("G12", NUMBER, gb_material, G12, "shear modulus in the ply", .unset = "needed by E1"),
    KEY("G13", NUMBER, gb_material, G13, "shear modulus through the thickness, along the fibres",
        .unset = "needed by E1"),
    KEY("G23", NUMBER, gb_material, G23, "the same across the fibres", .unset = "needed by E1"),
    KEY("Xt", NUMBER, gb_material, Xt, "strength along the fibres in tension",
        .unset = "no failure index"),
    KEY("Xc", NUMBER, gb_material, Xc, "the same in compression, positive",
        .unset = "no failure index"),
    KEY("Yt", NUMBER, gb_material, Yt, "strength across the fibres in tension",
        .unset = "no failure index"),
    KEY("Yc", NUMBER, gb_material, Yc, "the same in compression, positive",
        .unset = "no failure index"),
    KEY("S", NUMBER, gb_material, S, "strength in shear in the ply", .unset = "no failure index"),
    KEY("F12", NUMBER, gb_material, F12,
        "interaction of tsai_wu, by stress squared, less than 1/sqrt(Xt Xc Yt Yc) in size",
        .standard = "0"),
    KEY("expansion", NUMBER, gb_material, expansion,
        "change of length, relative to it, by temperature", .standard = "0"),
    KEY("expansion1", NUMBER, gb_material, expansion1, "with E1, the same along the fibres",
        .standard = "0"),
    KEY("expansion2", NUMBER, gb_material, expansion2, "across the fibres", .standard = "0"),
    KEY("expansion3", NUMBER, gb_material, expansion3, "with E3, along the third axis",
        .standard = "0"),
    KEY("law", CHOICE, gb_material, law,
        "linear: stresses are linear in strains, which of solids are Green's; neo_hookean: of "
        "solids "
        "alone, for large strains of rubber, with the same stresses at small ones",
        .words = gb_material_law_words, .standard = "linear"),
    KEY("criterion", CHOICE, gb_material, criterion,
        "of failure of a ply: the index is 1 where it fails", .words = gb_criterion_words,
        .standard = "tsai_wu"),
    KEY("damping", MAP, gb_material, damping_mass, "Rayleigh's: of motion and of deformation",
        .keys = damping_keys, .unset = "none"),
    END};

static const gb_key ply_keys[] = {
    KEY("material", TEXT, gb_ply, material, "name of one of the materials", .required = true),
    KEY("thickness", NUMBER, gb_ply, thickness, "of the ply", .required = true),
    KEY("angle", NUMBER, gb_ply, angle,
        "of the fibres, degrees from the shell's axis about its normal", .standard = "0"),
    KEY("area_mass", NUMBER, gb_ply, area_mass,
        "mass per area in the middle of the shell, beside that of the material", .standard = "0",
        .range = &not_negative),
    END};

static const char *const side_words[] = {"top", "bottom", NULL};

const gb_key gb_keys_section[] = {
    KEY("type", CHOICE, gb_section_entry, kind, "the section's law", .words = gb_section_words,
        .required = true),
    LIST("plies", LIST, gb_section_entry, plies, ply_keys,
         "from the bottom face to the top, to which the normal of the elements points",
         .unset = "needed by a laminate"),
    KEY("symmetric", BOOLEAN, gb_section_entry, symmetric,
        "the plies follow once more, mirrored: the last one given is next to the middle",
        .standard = "false"),
    KEY("material", TEXT, gb_section_entry, material,
        "of a shape of beams or a stiffened_panel: name of one of the materials",
        .unset = "needed by these"),
    KEY("side", CHOICE, gb_section_entry, side,
        "stiffened_panel: face of the skin with the stiffeners; normals point to the top",
        .words = side_words, .standard = "top"),
    GB_FOR_SECTION_NUMBERS(SHAPE_KEY)
        KEY("stiffness", SYMMETRIC, gb_section_entry, stiffness,
            "general: stretch, shear along y and z, twist, curvature about y and z",
            .unset = "needed by general"),
    KEY("A", MATRIX, gb_section_entry, stiffness[GB_SHELL_A],
        "general_shell: membrane stiffness, forces per length from e11, e22, 2 e12",
        .unset = "needed by general_shell"),
    KEY("B", MATRIX, gb_section_entry, stiffness[GB_SHELL_B],
        "general_shell: coupling, forces per length from the curvatures k11, k22, 2 k12 and "
        "moments "
        "per length from e11, e22, 2 e12",
        .unset = "0"),
    KEY("D", MATRIX, gb_section_entry, stiffness[GB_SHELL_D],
        "general_shell: bending stiffness, moments per length from k11, k22, 2 k12",
        .unset = "needed by general_shell"),
    KEY("shear", VECTOR, gb_section_entry, stiffness[GB_SHELL_SHEAR],
        "general_shell: stiffness 11, 12 and 22 for transverse shear, force per length",
        .unset = "needed by general_shell"),
    KEY("area_mass", NUMBER, gb_section_entry, mass[GB_SHELL_MASS],
        "general_shell: mass per area; stiffened_panel: beside that of the material",
        .standard = "0"),
    KEY("rotary_inertia", NUMBER, gb_section_entry, mass[GB_SHELL_INERTIA],
        "general_shell: integral of rho z^2 over the thickness", .standard = "0"),
    KEY("mass", MASSES, gb_section_entry, mass,
        "general: per length; S_y is the integral of rho z, S_z of rho y, I_yy of rho z^2, I_zz of "
        "rho y^2, I_yz of rho y z",
        .unset = "none"),
    KEY("offset", PAIR, gb_section_entry, offset,
        "of beams: y and z of the section's own axes from the line of the elements, for which "
        "forces and moments of sections are",
        .standard = "[0, 0]"),
    KEY("I_yz", NUMBER, gb_section_entry, I_yz,
        "constants: the integral of y z, below sqrt(I_yy I_zz) in size", .standard = "0"),
    KEY("center", PAIR, gb_section_entry, center,
        "constants: y and z of the shear center from the centroid", .standard = "[0, 0]"),
    KEY("line_mass", NUMBER, gb_section_entry, line_mass,
        "of shapes, constants and rods: mass per length on the line of the elements, beside that "
        "of the material",
        .standard = "0"),
    KEY("line_mass_at", PAIR, gb_section_entry, line_mass_at,
        "of shapes and constants: y and z of the line_mass from the line of the elements",
        .standard = "[0, 0]"),
    END};
