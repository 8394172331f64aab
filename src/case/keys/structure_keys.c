/// Keys of groups of the mesh, and of the shells, beams and solids on them.
#include "case/schema/key_tables.h"

#include <float.h>

static const gb_range order = {.lower = 1, .upper = 2, .text = ">= 1 and <= 2"};
static const gb_range angle = {.upper = 180, .text = ">= 0 and <= 180"};
static const gb_range fraction = {.lower = DBL_TRUE_MIN, .upper = 1, .text = "> 0 and <= 1"};
static const gb_range share = {.upper = 1, .text = ">= 0 and <= 1"};
static const char *const sides[] = {"-x", "+x", "-y", "+y", "-z", "+z", NULL};
static const char *const inertias[] = {"consistent", "lumped", NULL};
static const char *const of_lines[] = {"consistent", "lumped", "mean", NULL};
static const char *const carried[] = {"all", "shear", NULL};

static const gb_key cylinder_keys[] = {KEY("axis", PLACES, gb_group_entry, axis,
                                           "from the middle of one end to that of the other",
                                           .unset = "needed by cylinder"),
                                       KEY("radius", NUMBER, gb_group_entry, radius, "inclusive",
                                           .range = &positive, .unset = "needed by cylinder"),
                                       END};

const gb_key gb_keys_group[] = {
    KEY("name", TEXT, gb_group_entry, name, "by which other entries know it", .required = true),
    KEY("of", TEXT, gb_group_entry, of, "a group: nodes and elements of it alone",
        .unset = "the whole mesh"),
    KEY("nodes", NUMBERS, gb_group_entry, nodes, "the mesh file's numbers", .unset = "by place"),
    KEY("elements", NUMBERS, gb_group_entry, elements, "the mesh file's numbers",
        .unset = "by place"),
    KEY("at", VECTOR, gb_group_entry, at,
        "the node at this position, or not farther than a hundredth of the mesh's size",
        .unset = "not one node"),
    KEY("box", PLACES, gb_group_entry, box,
        "two corners: nodes in it, and elements whose nodes all are", .unset = "no box"),
    KEY("cylinder", MAP, gb_group_entry, axis, "nodes in it, and elements whose nodes all are",
        .keys = cylinder_keys, .unset = "no cylinder"),
    KEY("side", CHOICE, gb_group_entry, side,
        "nodes that lie farthest that way, and elements whose nodes all do", .words = sides,
        .unset = "no side"),
    END};

const gb_key gb_keys_shell[] = {
    KEY("group", TEXT, gb_shell_section, group,
        "gmsh physical name or number, Nastran PID, of the elements", .required = true),
    KEY("material", TEXT, gb_shell_section, material, "name of one of the materials",
        .unset = "needs section"),
    KEY("thickness", NUMBER, gb_shell_section, thickness, "of the shell", .range = &positive,
        .unset = "needs section"),
    KEY("area_mass", NUMBER, gb_shell_section, area_mass,
        "beside material and thickness: mass per area in the middle of the shell, as of paint",
        .standard = "0", .range = &not_negative),
    KEY("carries", CHOICE, gb_shell_section, carries,
        "all: membrane forces, bending and transverse shear; shear: quadrilaterals with four nodes "
        "carry shear flows along their sides and nothing else, as webs between stringers do",
        .words = carried, .standard = "all"),
    KEY("mass", CHOICE, gb_shell_section, mass,
        "consistent, by the shape functions, or lumped at the nodes", .words = inertias,
        .standard = "consistent"),
    KEY("section", TEXT, gb_shell_section, section, "name of one of the sections",
        .unset = "needs material and thickness"),
    KEY("offset", NUMBER, gb_shell_section, offset,
        "length along the normal from the nodes to the middle of the thickness: what is held and "
        "loaded stays at the nodes",
        .standard = "0"),
    KEY("offset_fraction", NUMBER, gb_shell_section, offset_fraction,
        "the same as a part of the thickness, which the middle is further: 0.5 puts the bottom "
        "face on the nodes at any thickness, -0.5 the top face",
        .standard = "0"),
    KEY("axis", VECTOR, gb_shell_section, axis,
        "of the material, projected on the surface: from it the angles of plies count, and forces "
        "and stresses in the results are along it",
        .unset = "an element's first side"),
    KEY("kink", NUMBER, gb_shell_section, kink,
        "angle between normals, in degrees, from which an edge is a kink", .standard = "15",
        .range = &angle),
    END};

const gb_key gb_keys_beam[] = {
    KEY("group", TEXT, gb_beam, group, "line elements with 2 or 3 nodes", .unset = "needs points"),
    KEY("points", POINTS, gb_beam, points, "straight lines from point to point, without a mesh",
        .unset = "needs group"),
    KEY("name", TEXT, gb_beam, name,
        "of a beam along points, and of the group of its nodes; NAME.start and NAME.end name its "
        "ends as bodies and as groups",
        .unset = "needed by points"),
    KEY("elements", INTEGER, gb_beam, elements, "of each line between two points",
        .range = &from_one, .unset = "needed by points"),
    KEY("order", INTEGER, gb_beam, order, "1 or 2: elements with 2 or 3 nodes", .range = &order,
        .standard = "2"),
    KEY("ends", FREE_ENDS, gb_beam, ends,
        "bodies, ends of other beams or the ground, to which its ends are fixed", .unset = "free"),
    KEY("section", TEXT, gb_beam, section, "name of one of the sections", .required = true),
    KEY("mass", CHOICE, gb_beam, mass,
        "consistent, by the shape functions, lumped at the ends of each element, or, of rods, the "
        "mean of both",
        .words = of_lines, .standard = "consistent"),
    KEY("orientation", VECTOR, gb_beam, orientation,
        "the section's y, projected square to the beam, which is its x; not of rods",
        .unset = "needed but by rods, or toward"),
    KEY("toward", VECTOR, gb_beam, toward,
        "instead, at each node the section's y points to this place, as a ring's to its centre",
        .unset = "orientation"),
    END};

const gb_key gb_keys_solid[] = {
    KEY("group", TEXT, gb_solid, group,
        "gmsh physical name or number, or Nastran PID, of volume elements", .required = true),
    KEY("material", TEXT, gb_solid, material, "name of one of the materials", .required = true),
    KEY("axes", PLACES, gb_solid, axes,
        "of a material with E1: its first axis, and a vector on the side of its second",
        .unset = "the global ones"),
    KEY("mass", CHOICE, gb_solid, mass,
        "consistent, by the shape functions, or lumped at the nodes", .words = inertias,
        .standard = "consistent"),
    KEY("relative_density", NUMBER, gb_solid, relative_density,
        "by which the density of the material is multiplied, and its stiffness by v + (1 - v) r^p, "
        "for topology optimisation",
        .standard = "1", .range = &fraction),
    KEY("penalization", NUMBER, gb_solid, penalization, "p of a relative density r",
        .standard = "3", .range = &positive),
    KEY("void_stiffness", NUMBER, gb_solid, void_stiffness, "v of a relative density r",
        .standard = "1e-9", .range = &share),
    END};
