/// The schema table of case files.
#include "input/schema.h"

#include "base/nearest.h"
#include "elements/joint.h"
#include "optimize/methods.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const gb_range positive = {.upper = INFINITY, .open = true, .text = "> 0"};
static const gb_range not_negative = {.upper = INFINITY, .text = ">= 0"};
static const gb_range from_one = {.lower = 1, .upper = INFINITY, .text = ">= 1"};
static const gb_range order = {.lower = 1, .upper = 2, .text = ">= 1 and <= 2"};
static const gb_range one = {.lower = 1, .upper = 1, .text = "1"};
static const gb_range angle = {.upper = 180, .text = ">= 0 and <= 180"};
static const gb_range unit = {.upper = 1, .text = ">= 0 and <= 1"};

static const char *const axes[] = {"x", "y", "z", NULL};
static const char *const orients[] = {"file", "consistent", "outwards", NULL};
static const char *const sides[] = {"-x", "+x", "-y", "+y", "-z", "+z", NULL};
static const char *const fixes[] = {"x", "y", "z", "rx", "ry", "rz", "rotation", "all", NULL};
static const char *const point_fixes[] = {"x", "y", "z", "all", NULL};
static const char *const load_types[] = {"pressure", "traction", "force", "moment", NULL};
static const char *const road_normals[] = {"surface", "vertical", NULL};
static const char *const link_types[] = {"rigid", "average", NULL};
static const char *const enforces[] = {"auto", "index3", "index1", "penalty", "projected", NULL};
static const char *const interpolations[] = {"inverse_distance", "linear", "radial", NULL};
static const char *const pers[] = {"group", "patch", "element", NULL};
static const char *const reaction_pers[] = {"group", "node", NULL};
static const char *const starts[] = {"ramp", "dirk", NULL};
static const char *const quadratures[] = {"trapezoid", "rectangle", NULL};
static const char *const factors[] = {"keep", "each", NULL};
static const char *const beginnings[] = {"reference", "equilibrium", NULL};
static const char *const control_kinds[] = {"cubic", "linear", "step", NULL};
static const char *const control_ends[] = {"natural", "not-a-knot", "clamped", NULL};
#define METHOD_WORD(word, constraints, equalities) #word,
static const char *const methods[] = {GB_FOR_METHODS(METHOD_WORD) NULL};
#undef METHOD_WORD
static const char *const carried[] = {"all", "shear", NULL};
static const char *const sums[] = {"continuous", "discrete", NULL};

// Rows of the table: key, type, place in a structure, meaning, then what else the row has.
#define KEY(key, type, structure, member, text, ...)                                               \
  {                                                                                                \
    .name = key, .kind = GB_KEY_##type, .offset = offsetof(structure, member), .meaning = text,    \
    ##__VA_ARGS__                                                                                  \
  }
#define LIST(key, type, structure, member, rows, text, ...)                                        \
  KEY(key, type, structure, member.entry, text, .list.count = offsetof(structure, member.count),   \
      .list.size = sizeof *((structure *)0)->member.entry, .keys = rows, ##__VA_ARGS__)
#define UNIQUE(structure, member, key)                                                             \
  .list.unique = key, .list.name_at = offsetof(structure, member)
#define OWNER(key, place, text)                                                                    \
  KEY(key, TEXT, gb_design_entry, owner[GB_OWNER_##place], text " of this name",                   \
      .unset = "needs thickness or another entry")
#define SHAPE_KEY(number, text)                                                                    \
  KEY(#number, NUMBER, gb_section_entry, number, text, .range = &positive,                         \
      .unset = "needed by such shapes"),
#define BY_SCHEME .missing = NAN, .unset = "the scheme's own", .belongs_to = "scheme"
#define END                                                                                        \
  { .name = NULL }

static const gb_key damping_keys[] = {
    KEY("mass", NUMBER, gb_material, damping_mass, "a of the forces a M v, by time",
        .range = &not_negative, .standard = "0"),
    KEY("stiffness", NUMBER, gb_material, damping_stiffness,
        "b of the stresses C (E + b E'), a time", .range = &not_negative, .standard = "0"),
    END};

static const gb_key material_keys[] = {
    KEY("young", NUMBER, gb_material, young, "Young's modulus", .range = &positive,
        .unset = "needs E1"),
    KEY("poisson", NUMBER, gb_material, poisson,
        "Poisson's ratio; with E1: strain across the fibres by stress along them, below "
        "sqrt(E1/E2)",
        .unset = "required"),
    KEY("density", NUMBER, gb_material, density, "mass per volume", .standard = "0",
        .range = &not_negative),
    KEY("yield", NUMBER, gb_material, yield, "stress at which the failure index is 1",
        .range = &positive, .unset = "no failure index"),
    KEY("E1", NUMBER, gb_material, E1, "modulus along the fibres, of plies of a laminate",
        .range = &positive, .unset = "needs young"),
    KEY("E2", NUMBER, gb_material, E2, "modulus across them", .range = &positive,
        .unset = "needed by E1"),
    KEY("G12", NUMBER, gb_material, G12, "shear modulus in the ply", .range = &positive,
        .unset = "needed by E1"),
    KEY("G13", NUMBER, gb_material, G13, "shear modulus through the thickness, along the fibres",
        .range = &positive, .unset = "needed by E1"),
    KEY("G23", NUMBER, gb_material, G23, "the same across the fibres", .range = &positive,
        .unset = "needed by E1"),
    KEY("Xt", NUMBER, gb_material, Xt, "strength along the fibres in tension", .range = &positive,
        .unset = "no failure index"),
    KEY("Xc", NUMBER, gb_material, Xc, "the same in compression, positive", .range = &positive,
        .unset = "no failure index"),
    KEY("Yt", NUMBER, gb_material, Yt, "strength across the fibres in tension", .range = &positive,
        .unset = "no failure index"),
    KEY("Yc", NUMBER, gb_material, Yc, "the same in compression, positive", .range = &positive,
        .unset = "no failure index"),
    KEY("S", NUMBER, gb_material, S, "strength in shear in the ply", .range = &positive,
        .unset = "no failure index"),
    KEY("F12", NUMBER, gb_material, F12,
        "interaction of tsai_wu, by stress squared, less than 1/sqrt(Xt Xc Yt Yc) in size",
        .standard = "0"),
    KEY("criterion", CHOICE, gb_material, criterion,
        "of failure of a ply: the index is 1 where it fails", .words = gb_criterion_words,
        .standard = "tsai_wu"),
    KEY("damping", MAP, gb_material, damping_mass, "Rayleigh's: of motion and of deformation",
        .keys = damping_keys, .unset = "none"),
    END};

static const gb_key ply_keys[] = {
    KEY("material", TEXT, gb_ply, material, "name of one of the materials", .required = true),
    KEY("thickness", NUMBER, gb_ply, thickness, "of the ply", .required = true, .range = &positive),
    KEY("angle", NUMBER, gb_ply, angle,
        "of the fibres, degrees from the shell's axis about its normal", .standard = "0"),
    KEY("area_mass", NUMBER, gb_ply, area_mass,
        "mass per area in the middle of the shell, beside that of the material", .standard = "0",
        .range = &not_negative),
    END};

static const gb_key section_keys[] = {
    KEY("type", CHOICE, gb_section_entry, kind, "the section's law", .words = gb_section_words,
        .required = true),
    LIST("plies", LIST, gb_section_entry, plies, ply_keys,
         "from the bottom face to the top, to which the normal of the elements points",
         .unset = "needed by a laminate"),
    KEY("symmetric", BOOLEAN, gb_section_entry, symmetric,
        "the plies follow once more, mirrored: the last one given is next to the middle",
        .standard = "false"),
    KEY("material", TEXT, gb_section_entry, material,
        "of a shape of beams: name of one of the materials", .unset = "needed by shapes"),
    GB_FOR_SECTION_NUMBERS(SHAPE_KEY)
        KEY("stiffness", SYMMETRIC, gb_section_entry, stiffness,
            "general: stretch, shear along y and z, twist, curvature about y and z",
            .unset = "needed by general"),
    KEY("mass", MASSES, gb_section_entry, mass,
        "general: per length; S_y is the integral of rho z, S_z of rho y, I_yy of rho z^2, I_zz of "
        "rho y^2, I_yz of rho y z",
        .unset = "none"),
    KEY("offset", PAIR, gb_section_entry, offset,
        "of beams: y and z of the section's own axes from the line of the elements, for which "
        "forces "
        "and moments of sections are",
        .standard = "[0, 0]"),
    KEY("I_yz", NUMBER, gb_section_entry, I_yz,
        "constants: the integral of y z, below sqrt(I_yy I_zz) in size", .standard = "0"),
    KEY("center", PAIR, gb_section_entry, center,
        "constants: y and z of the shear center from the centroid", .standard = "[0, 0]"),
    KEY("line_mass", NUMBER, gb_section_entry, line_mass,
        "of shapes, constants and rods: mass per length on the line of the elements, beside that "
        "of the material",
        .standard = "0", .range = &not_negative),
    KEY("line_mass_at", PAIR, gb_section_entry, line_mass_at,
        "of shapes and constants: y and z of the line_mass from the line of the elements",
        .standard = "[0, 0]"),
    END};

static const gb_key beam_keys[] = {
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
    KEY("orientation", VECTOR, gb_beam, orientation,
        "the section's y, projected square to the beam, which is its x; not of rods",
        .unset = "needed but by rods, or toward"),
    KEY("toward", VECTOR, gb_beam, toward,
        "instead, at each node the section's y points to this place, as a ring's to its centre",
        .unset = "orientation"),
    END};

static const gb_key shell_keys[] = {
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
    KEY("section", TEXT, gb_shell_section, section, "name of one of the sections",
        .unset = "needs material and thickness"),
    KEY("offset", NUMBER, gb_shell_section, offset,
        "length along the normal from the nodes to the middle of the thickness: what is held and "
        "loaded stays at the nodes",
        .standard = "0"),
    KEY("offset_fraction", NUMBER, gb_shell_section, offset_fraction,
        "the same as a part of the thickness, which the middle is further: 0.5 puts the bottom "
        "face "
        "on the nodes at any thickness, -0.5 the top face",
        .standard = "0"),
    KEY("axis", VECTOR, gb_shell_section, axis,
        "of the material, projected on the surface: from it the angles of plies count, and forces "
        "and stresses in the results are along it",
        .unset = "an element's first side"),
    KEY("kink", NUMBER, gb_shell_section, kink,
        "angle between normals, in degrees, from which an edge is a kink", .standard = "15",
        .range = &angle),
    END};

static const gb_key support_keys[] = {
    KEY("group", TEXT, gb_support, group, "nodes that are fixed", .unset = "needs body"),
    KEY("body", TEXT, gb_support, body,
        "in place of group: a body, or an end of a beam along points", .unset = "needs group"),
    KEY("fix", FIX, gb_support, fix,
        "fixed displacements, rotations about axes, or the whole rotation; about an axis within 45 "
        "degrees of a shell's normal nothing is held, for that is drilling",
        .words = fixes, .unset = "needs symmetry, motion or angle"),
    KEY("symmetry", CHOICE, gb_support, symmetry, "axis normal to a plane of symmetry",
        .words = axes, .missing = -1, .unset = "none"),
    KEY("motion", MOTION, gb_support, motion.displacement,
        "given displacement of the nodes or the body", .unset = "none"),
    KEY("angle", EXPRESSION, gb_support, motion.angle,
        "given rotation of nodes and directors, or of the body, about axis, radians",
        .unset = "none"),
    KEY("axis", VECTOR, gb_support, motion.axis, "of angle", .unset = "needed by angle"),
    KEY("about", VECTOR, gb_support, motion.about, "a point on the axis of angle",
        .standard = "[0, 0, 0]"),
    END};

static const gb_key load_keys[] = {
    KEY("type", CHOICE, gb_load, type,
        "pressure per area along the normal; traction per length on lines, per area on surfaces; "
        "force, moment on each node",
        .words = load_types, .required = true),
    KEY("group", TEXT, gb_load, group, "where it acts", .unset = "needs mass"),
    KEY("mass", TEXT, gb_load, mass, "free node of masses on which a force acts",
        .unset = "needs group"),
    KEY("value", LOAD, gb_load, value, "in global axes; a pressure has one value, the others three",
        .required = true),
    KEY("amplitude", NUMBER, gb_load, amplitude, "multiplies the value", .standard = "1"),
    KEY("name", TEXT, gb_load, name, "for designs", .unset = "none"),
    KEY("follow", BOOLEAN, gb_load, follow,
        "turns with the surface (a pressure), with sections of beams, or with the body",
        .standard = "false"),
    KEY("body", TEXT, gb_load, body, "body on which a force or moment acts",
        .unset = "needs group"),
    KEY("at", VECTOR, gb_load, at, "position of a body's force in the reference configuration",
        .unset = "needed by these"),
    END};

static const gb_key initial_keys[] = {
    KEY("name", TEXT, gb_initial_motion, name, "for designs", .unset = "none"),
    KEY("group", TEXT, gb_initial_motion, group, "nodes that move", .required = true),
    KEY("velocity", VECTOR, gb_initial_motion, velocity, "of translation", .standard = "[0, 0, 0]"),
    KEY("angular_velocity", VECTOR, gb_initial_motion, angular_velocity, "radians per time",
        .standard = "[0, 0, 0]"),
    KEY("about", VECTOR, gb_initial_motion, about, "a point on the axis of angular_velocity",
        .standard = "[0, 0, 0]"),
    END};

static const gb_key probe_keys[] = {
    KEY("name", TEXT, gb_probe, name, "of the history in the results", .required = true),
    KEY("at", VECTOR, gb_probe, at, "a position, for the nearest node",
        .unset = "needs node or group"),
    KEY("node", IDENTITY, gb_probe, node_id, "the mesh file's number of a node", .range = &from_one,
        .unset = "needs at or group"),
    KEY("group", TEXT, gb_probe, group, "a group of one point", .unset = "needs at or node"),
    KEY("mass", TEXT, gb_probe, mass, "name of a free node of masses", .unset = "needs at or node"),
    KEY("body", TEXT, gb_probe, body, "a body whose point `at` is followed",
        .unset = "needs at or node"),
    KEY("reaction", TEXT, gb_probe, reaction,
        "in place of a point: the force and the moment that supports exert on the nodes of a "
        "group, or on a free node",
        .unset = "none"),
    KEY("about", VECTOR, gb_probe, about, "the point of the moment of reaction",
        .standard = "[0, 0, 0]"),
    KEY("per", CHOICE, gb_probe, each,
        "of reaction: the sum over the group, or each node's own about the node, as NAME.node17",
        .words = reaction_pers, .standard = "group"),
    KEY("element", IDENTITY, gb_probe, element,
        "in place of a point: forces, moments, strains and stresses of the shell or beam that has "
        "this number in the mesh file",
        .range = &from_one, .unset = "none"),
    KEY("element_at", VECTOR, gb_probe, element_at,
        "the same of the shell or beam whose middle is nearest to this position", .unset = "none"),
    END};

static const gb_key shape_keys[] = {
    KEY("group", TEXT, gb_design_entry, shape.group, "nodes that move along `vector`",
        .unset = "needs table"),
    KEY("vector", FIELD, gb_design_entry, shape.vector,
        "by which the nodes of the group move where the design is 1: expressions of their "
        "coordinates x, y and z in the mesh file",
        .unset = "needs table"),
    KEY("table", NODE_TABLE, gb_design_entry, shape,
        "in place of group and vector: a file of lines with a node number and the three components "
        "of its vector; the other nodes stay",
        .unset = "needs group and vector"),
    KEY("drawn", NUMBER, gb_design_entry, shape.drawn,
        "the design's value with which the mesh file was made", .standard = "0"),
    END};

static const gb_key design_keys[] = {
    KEY("name", TEXT, gb_design_entry, name, "of the design value in tables", .required = true),
    KEY("thickness", TEXT, gb_design_entry, group, "group of shells whose thickness varies",
        .unset = "needs an entry by its name"),
    KEY("per", CHOICE, gb_design_entry, per,
        "of a thickness: one value per group, patch (property) or element", .words = pers,
        .standard = "group"),
    OWNER("material", MATERIAL, "young, E1, Xt, damping.stiffness ...: any number of a material"),
    OWNER("section", SECTION,
          "plies[0].thickness, plies[0].angle, plies[1].thickness ... of a section"),
    OWNER("load", LOAD, "amplitude, or at.x ... of a body's force, of a load"),
    OWNER("initial", INITIAL,
          "velocity.x, velocity.y, velocity.z or angular_velocity.x, ... of an initial motion"),
    OWNER("mass", MASS,
          "mass, at.x ... of a free node or on a body, velocity.x ... of a free node, of an entry "
          "of masses"),
    OWNER("spring", SPRING,
          "stiffness, damping (stiffness.2, ... of higher powers), length, angle, at.1.x ... or "
          "at.2.x ... (positions of its ends), n1, n2 or n3 (of its force) of a spring"),
    OWNER("body", BODY,
          "mass, inertia.xx ... inertia.yz, at.x ..., velocity.x ... or angular_velocity.x ... of "
          "a body"),
    OWNER("tyre", TYRE,
          "radius, stiffness, damping, friction, side_friction, slip, slip_angle, slip_speed, at.x "
          "... or axis.x ... of a tyre"),
    KEY("road", TEXT, gb_design_entry, owner[GB_OWNER_ROAD],
        "number of the road that varies: n1, n2, n3, step.x, step.height, step.radius",
        .unset = "none"),
    OWNER("bushing", BUSHING,
          "stiffness.11, stiffness.12 ... damping.66, at.x ..., axes.1.x ... or axes.2.x ... of a "
          "bushing"),
    OWNER("joint", JOINT,
          "damping, friction.coefficient, friction.radius, friction.velocity, at.x ..., axis.x ... "
          "or "
          "second.x ... (of which the direction alone counts) of a joint"),
    KEY("control", TEXT, gb_design_entry, control, "control whose values at its nodes vary",
        .unset = "none"),
    {.name = "shape",
     .kind = GB_KEY_MAP,
     .meaning =
         "vectors along which nodes of the mesh move: the design, less `drawn`, is what they "
         "are multiplied by; it is `drawn` where `values` gives nothing else",
     .keys = shape_keys,
     .rule = gb_rule_shape,
     .unset = "none"},
    KEY("points", POINTS, gb_design_entry, field.points,
        "of a thickness, or a number of a ply of a section: it varies from shell to shell, by "
        "values "
        "at these control points, which are the designs NAME.1, NAME.2, ...",
        .unset = "none"),
    KEY("interpolation", CHOICE, gb_design_entry, field.interpolation,
        "between points: by inverse distances, along an axis, or by normalised Gaussians",
        .words = interpolations, .standard = "inverse_distance"),
    KEY("axis", VECTOR, gb_design_entry, field.axis,
        "of linear: constant beyond the outermost points", .unset = "needed by linear"),
    KEY("power", NUMBER, gb_design_entry, field.power, "of inverse_distance", .standard = "2",
        .range = &positive),
    KEY("radius", NUMBER, gb_design_entry, field.radius, "of radial: exp(-(distance/radius)^2)",
        .range = &positive, .unset = "needed by radial"),
    KEY("parameter", TEXT, gb_design_entry, parameter, "the key of the entry that varies",
        .unset = "needed but for thickness, shape, control and road"),
    KEY("links", TEXTS, gb_design_entry, links,
        "names of further entries of the same kind: the same number of each is this design too",
        .unset = "none"),
    KEY("lower", NUMBER, gb_design_entry, lower, "bound for optimisation", .missing = NAN,
        .unset = "the number's own, if it has one"),
    KEY("upper", NUMBER, gb_design_entry, upper, "bound for optimisation", .missing = NAN,
        .unset = "the number's own, if it has one"),
    KEY("scale", NUMBER, gb_design_entry, scale,
        "of optimisation, which varies the value divided by this", .missing = NAN,
        .range = &positive, .unset = "the value's size at the start, or 1"),
    KEY("values", NUMBERS, gb_design_entry, values,
        "in place of what the entry that varies says: one for each patch or element, by ascending "
        "number (elements: in the order of the mesh), each node of a control, or each control "
        "point",
        .unset = "what that entry says"),
    END};

static const gb_key mass_keys[] = {
    KEY("group", TEXT, gb_point_mass, group, "nodes that carry it",
        .unset = "needs body, or name, and at"),
    KEY("name", TEXT, gb_point_mass, name, "of a free node; on a group or a body only for designs",
        .unset = "needs group"),
    KEY("body", TEXT, gb_point_mass, body, "body that carries it", .unset = "needs group or name"),
    KEY("at", VECTOR, gb_point_mass, at, "position on the body, or of a free node",
        .unset = "needs group"),
    KEY("mass", NUMBER, gb_point_mass, mass,
        "on each node of the group, on the body or of the free node", .range = &not_negative,
        .unset = "required; 0 of a free node"),
    KEY("velocity", VECTOR, gb_point_mass, velocity, "of a free node at the start",
        .unset = "at rest"),
    KEY("fix", FIX, gb_point_mass, fix, "fixed displacements of a free node", .words = point_fixes,
        .unset = "none"),
    KEY("motion", EXPRESSIONS, gb_point_mass, motion.displacement,
        "given displacement of a free node", .unset = "none"),
    END};

static const gb_key spring_keys[] = {
    KEY("name", TEXT, gb_spring, name, "of the spring", .unset = "none"),
    KEY("between", ENDS, gb_spring, between, "the ends", .unset = "needs joint"),
    KEY("at", PLACES, gb_spring, at, "positions of the ends", .missing = NAN,
        .unset = "needed by ground and bodies; others have their own"),
    KEY("stiffness", POLYNOMIAL, gb_spring, stiffness,
        "force by the elongation e: k, or [k1, k2, k3] for k1 e + k2 e^2 + k3 e^3", .unset = "0"),
    KEY("damping", POLYNOMIAL, gb_spring, damping, "force by the rate of elongation, likewise",
        .unset = "0"),
    KEY("force", LAW, gb_spring, law,
        "besides: an expression of the elongation s (about a joint the turn), its rate v and t, or "
        "a table of s and force; positive pulls",
        .unset = "none"),
    KEY("numbers", POLYNOMIAL, gb_spring, number,
        "that the expression knows as n1, n2 and n3, and designs likewise", .unset = "0"),
    KEY("length", NUMBER, gb_spring, length, "at which it has no force", .range = &not_negative,
        .missing = NAN, .unset = "the distance in the reference configuration"),
    KEY("joint", TEXT, gb_spring, joint, "joint about whose axis it turns",
        .unset = "needs between"),
    KEY("angle", NUMBER, gb_spring, angle, "of such a spring at which it has no moment, radians",
        .standard = "0"),
    END};

static const gb_key bushing_keys[] = {
    KEY("name", TEXT, gb_bushing, name, "of the bushing", .unset = "none"),
    KEY("between", ENDS, gb_bushing, between,
        "names of bodies, ground, group:NAME with one node of a beam, or (without stiffness and "
        "damping of rotations) a free node of masses or group:NAME with one node",
        .required = true),
    KEY("at", VECTOR, gb_bushing, at, "position in the reference configuration", .required = true),
    KEY("axes", PLACES, gb_bushing, axes,
        "its first axis, and a vector on the side of its second, which turn with the first end",
        .missing = NAN, .unset = "the global ones"),
    KEY("stiffness", SYMMETRIC, gb_bushing, stiffness,
        "force and moment by displacements along its axes and rotations about them (sines of "
        "angles): six numbers, or the rows of a symmetric 6 x 6",
        .unset = "0"),
    KEY("damping", SYMMETRIC, gb_bushing, damping, "the same by their rates", .unset = "0"),
    KEY("apart", BOOLEAN, gb_bushing, apart,
        "nodes may lie apart: their displacements count, along axes that stay those of space",
        .standard = "false"),
    END};

static const char *const skipping[] = {"skip", "keep", NULL};
static const char *const dialects[] = {"auto", "abaqus", "calculix", NULL};
static const char *const keepings[] = {"replace", "keep", NULL};

static const gb_key cylinder_keys[] = {KEY("axis", PLACES, gb_group_entry, axis,
                                           "from the middle of one end to that of the other",
                                           .unset = "needed by cylinder"),
                                       KEY("radius", NUMBER, gb_group_entry, radius, "inclusive",
                                           .range = &positive, .unset = "needed by cylinder"),
                                       END};

static const gb_key group_keys[] = {
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

static const gb_key deck_keys[] = {
    KEY("subcase", INTEGER, gb_case, deck.subcase,
        "of the case control, whose SPC, LOAD, DLOAD and MPC act", .range = &from_one,
        .unset = "the one that there is"),
    KEY("spc", INTEGER, gb_case, deck.spc, "the set of supports that acts", .range = &from_one,
        .unset = "that of the case control"),
    KEY("load", INTEGER, gb_case, deck.load, "the set of loads that acts", .range = &from_one,
        .unset = "that of the case control"),
    KEY("dload", INTEGER, gb_case, deck.dload, "the set of loads over time that acts",
        .range = &from_one, .unset = "that of the case control"),
    KEY("mpc", INTEGER, gb_case, deck.mpc, "the set of equations that acts", .range = &from_one,
        .unset = "that of the case control"),
    KEY("step", INTEGER, gb_case, deck.step,
        "of an .inp deck, which acts with what goes on from those before it", .range = &from_one,
        .unset = "the one that there is"),
    KEY("dialect", CHOICE, gb_case, deck.dialect,
        "of an .inp deck, whose meaning a few keywords have; auto: Abaqus where it has *PART, "
        "*ASSEMBLY, *PREPRINT or *OUTPUT, else what they differ in is refused",
        .words = dialects, .standard = "auto"),
    KEY("designs", CHOICE, gb_case, deck.designs,
        "whether DESVAR with DVPREL1 or DVGRID of the deck are designs, where the case has none",
        .words = skipping, .standard = "skip"),
    KEY("supports", CHOICE, gb_case, keep.supports,
        "where the case has supports, those of the deck go or stay", .words = keepings,
        .standard = "replace"),
    KEY("loads", CHOICE, gb_case, keep.loads,
        "where the case has loads, those of the deck go or stay", .words = keepings,
        .standard = "replace"),
    END};

static const gb_key spin_keys[] = {
    KEY("speed", PLAIN_NUMBER, gb_problem, spin.speed,
        "angular speed in radians by time, about the axis by the right-hand rule",
        .unset = "needed"),
    KEY("axis", VECTOR, gb_problem, spin.axis, "its direction; its length does not count",
        .unset = "needed"),
    KEY("about", VECTOR, gb_problem, spin.about, "a point of the axis", .unset = "the origin"),
    END};

static const gb_key road_keys[] = {
    KEY("height", HEIGHT, gb_problem, road.height, "its z", .unset = "0"),
    KEY("numbers", POLYNOMIAL, gb_problem, road.number,
        "that the height knows as n1, n2 and n3, and designs likewise", .unset = "0"),
    KEY("step", VECTOR, gb_problem, road.number,
        "instead: [x, height, radius] of a step that begins at x, with both edges of this radius",
        .unset = "none"),
    KEY("normal", CHOICE, gb_problem, road.normal,
        "surface: of contact, the road's under the wheel's centre; vertical: z, as if the road "
        "were level at the height there",
        .words = road_normals, .standard = "surface"),
    END};

static const gb_key tyre_keys[] = {
    KEY("name", TEXT, gb_tyre, name, "of the tyre", .unset = "none"),
    KEY("wheel", TEXT, gb_tyre, wheel, "name of the body that turns with it", .required = true),
    KEY("at", VECTOR, gb_tyre, at, "the wheel's centre in the reference configuration",
        .unset = "the body's place"),
    KEY("axis", VECTOR, gb_tyre, axis, "of the wheel, which turns with the body",
        .standard = "[0, 1, 0]"),
    KEY("radius", NUMBER, gb_tyre, radius, "without load", .required = true, .range = &positive),
    KEY("stiffness", NUMBER, gb_tyre, stiffness, "force on the road by depth", .required = true,
        .range = &positive),
    KEY("damping", NUMBER, gb_tyre, damping, "the same by the rate of depth", .standard = "0",
        .range = &not_negative),
    KEY("friction", NUMBER, gb_tyre, friction, "coefficient along the wheel's heading",
        .required = true, .range = &not_negative),
    KEY("side_friction", NUMBER, gb_tyre, side_friction, "coefficient across it", .required = true,
        .range = &not_negative),
    KEY("slip", NUMBER, gb_tyre, slip,
        "longitudinal slip (speed of sliding by speed) from which friction is whole",
        .required = true, .range = &positive),
    KEY("slip_angle", NUMBER, gb_tyre, slip_angle, "the same of the slip angle, radians",
        .required = true, .range = &positive),
    KEY("slip_speed", NUMBER, gb_tyre, slip_speed,
        "speed v0 below which slips are by (v^2 + v0^2)/(2 v0) in place of the speed v ahead",
        .required = true, .range = &positive),
    END};

static const gb_key rotation_keys[] = {
    KEY("axis", VECTOR, gb_body, axis, "in global axes", .standard = "[0, 0, 1]"),
    KEY("angle", NUMBER, gb_body, angle, "about it, in radians", .standard = "0"), END};

static const gb_key body_keys[] = {
    KEY("name", TEXT, gb_body, name, "of the body", .required = true),
    KEY("at", VECTOR, gb_body, at, "centre of mass", .unset = "needs surface"),
    KEY("mass", NUMBER, gb_body, mass,
        "of the body; 0 where linked shells and masses have all the inertia, or where joints "
        "determine how it moves",
        .range = &not_negative, .unset = "needs box, cylinder or sphere"),
    KEY("inertia", TENSOR, gb_body, inertia,
        "about the centre of mass in the body's axes: xx yy zz xy xz yz, xy being -sum m x y",
        .unset = "needs box, cylinder or sphere"),
    KEY("box", VECTOR, gb_body, box, "edges along the body's axes", .unset = "needs mass"),
    KEY("cylinder", PAIR, gb_body, cylinder, "radius, and length along the body's z",
        .unset = "needs mass"),
    KEY("sphere", NUMBER, gb_body, sphere, "radius", .range = &positive, .unset = "needs mass"),
    KEY("surface", TEXT, gb_body, surface,
        "group of the mesh whose elements close a volume: it has the body's place and shape",
        .unset = "needs mass"),
    KEY("density", NUMBER, gb_body, density, "of a box, cylinder, sphere or surface",
        .range = &positive, .unset = "needs mass"),
    KEY("rotation", MAP, gb_body, axis, "turns the body's axes from the global ones",
        .keys = rotation_keys, .unset = "none"),
    KEY("velocity", VECTOR, gb_body, velocity, "of the centre of mass at the start",
        .standard = "[0, 0, 0]"),
    KEY("angular_velocity", VECTOR, gb_body, angular_velocity, "at the start, radians per time",
        .standard = "[0, 0, 0]"),
    END};

static const gb_key friction_keys[] = {
    KEY("coefficient", NUMBER, gb_joint_entry, friction.coefficient,
        "of friction by the size of the joint's reaction", .range = &not_negative,
        .unset = "needed"),
    KEY("radius", NUMBER, gb_joint_entry, friction.radius,
        "of the pin at which it acts, of a revolute or cylindrical joint", .range = &not_negative,
        .unset = "needed by these"),
    KEY("velocity", NUMBER, gb_joint_entry, friction.velocity,
        "v0 of friction that grows as v/sqrt(v^2 + v0^2) with the speed v of sliding",
        .range = &not_negative, .unset = "needed"),
    END};

static const gb_key joint_keys[] = {
    KEY("type", CHOICE, gb_joint_entry, type, "kind of joint", .words = gb_joint_words,
        .required = true),
    KEY("name", TEXT, gb_joint_entry, name, "of the joint", .unset = "none"),
    KEY("between", ENDS, gb_joint_entry, between,
        "names of bodies, ground, or (spherical, or second of inline) a free node of masses or "
        "group:NAME with one node",
        .required = true),
    KEY("at", JOINT_PLACE, gb_joint_entry, at,
        "position in the reference configuration; of a distance those of both ends",
        .required = true),
    KEY("axis", VECTOR, gb_joint_entry, axis, "of all but a spherical and a fixed joint",
        .standard = "[0, 0, 1]"),
    KEY("second", VECTOR, gb_joint_entry, second,
        "axis of a universal joint in the second body, square to axis",
        .unset = "some direction square to axis"),
    KEY("angle", EXPRESSION, gb_joint_entry, angle,
        "of the second body about axis, radians: drives the joint", .unset = "free"),
    KEY("distance", EXPRESSION, gb_joint_entry, distance,
        "of the second body along axis: drives the joint", .unset = "free"),
    KEY("damping", NUMBER, gb_joint_entry, damping,
        "viscous: moment by the rate of the angle of joints that turn about axis; of a prismatic "
        "or inline one force by the rate of the distance along it",
        .range = &not_negative, .standard = "0"),
    KEY("friction", MAP, gb_joint_entry, friction,
        "Coulomb's, of a revolute, cylindrical, prismatic or inline joint", .keys = friction_keys,
        .unset = "none"),
    END};

static const gb_key term_keys[] = {
    KEY("group", TEXT, gb_equation_term, group,
        "a group of one node; one term of an equation may have a group of several, and the "
        "equation is then one for each of them",
        .unset = "needs node, body or mass"),
    KEY("node", IDENTITY, gb_equation_term, node_id, "the mesh file's number of a node",
        .range = &from_one, .unset = "needs group, body or mass"),
    KEY("body", TEXT, gb_equation_term, body, "a body, or an end of a beam along points",
        .unset = "needs group, node or mass"),
    KEY("mass", TEXT, gb_equation_term, mass, "name of a free node of masses",
        .unset = "needs group, node or body"),
    KEY("at", VECTOR, gb_equation_term, at, "the place on the body whose displacement counts",
        .unset = "the body's own place"),
    KEY("ux", NUMBER, gb_equation_term, coefficient[0], "coefficient of the displacement along x",
        .standard = "0"),
    KEY("uy", NUMBER, gb_equation_term, coefficient[1], "along y", .standard = "0"),
    KEY("uz", NUMBER, gb_equation_term, coefficient[2], "along z", .standard = "0"),
    KEY("rx", NUMBER, gb_equation_term, coefficient[3],
        "coefficient of the small rotation about x, in radians, of bodies, nodes of beams and "
        "folds; of nodes of shells but about their directors",
        .standard = "0"),
    KEY("ry", NUMBER, gb_equation_term, coefficient[4], "about y", .standard = "0"),
    KEY("rz", NUMBER, gb_equation_term, coefficient[5], "about z", .standard = "0"),
    END};

static const gb_key equation_keys[] = {
    KEY("name", TEXT, gb_equation, name, "of the equation in messages", .unset = "none"),
    LIST("terms", LIST, gb_equation, terms, term_keys,
         "nodes with the coefficients of their components, whose products add up to value",
         .required = true, .rule = gb_rule_term),
    KEY("value", EXPRESSION, gb_equation, value, "the sum, a number or an expression of t",
        .standard = "0"),
    END};

static const gb_key link_keys[] = {
    KEY("body", TEXT, gb_link, body, "name of a body", .required = true),
    KEY("group", TEXT, gb_link, group, "all nodes of this group", .required = true),
    KEY("type", CHOICE, gb_link, type,
        "rigid: displacements and directors follow the body; average: the body follows the nodes' "
        "mean position and rotation",
        .words = link_types, .standard = "rigid"),
    END};

static const gb_key constraint_keys[] = {
    KEY("enforce", CHOICE, gb_problem, constraints.enforce,
        "positions (index3), or accelerations with Baumgarte's terms (index1); auto: positions "
        "where the scheme damps the highest frequencies; penalty: by forces, also those that "
        "repeat "
        "others and through singular positions; projected: accelerations, and positions and "
        "velocities put back after each step (Maggi's)",
        .words = enforces, .standard = "auto"),
    KEY("alpha", NUMBER, gb_problem, constraints.alpha,
        "Baumgarte: 2 alpha of the velocity constraint; 0 by itself with the mid-point and "
        "trapezoidal rules, else 10",
        BY_SCHEME, .range = &not_negative),
    KEY("beta", NUMBER, gb_problem, constraints.beta,
        "Baumgarte: beta^2 of the position constraint, likewise", BY_SCHEME,
        .range = &not_negative),
    KEY("factor", NUMBER, gb_problem, constraints.factor,
        "penalty: force of a constraint by (its acceleration + 2 xi omega its rate + omega^2 its "
        "value), a mass",
        .range = &positive, .standard = "1e9"),
    KEY("xi", NUMBER, gb_problem, constraints.xi, "penalty: damping ratio of what is off",
        .range = &not_negative, .standard = "1"),
    KEY("omega", NUMBER, gb_problem, constraints.omega,
        "penalty: frequency at which it comes back, radians per time", .range = &positive,
        .standard = "10"),
    END};

static const gb_key drive_keys[] = {
    KEY("probe", TEXT, gb_case, time.control.probe, "name of the probe that is driven",
        .unset = "needed"),
    KEY("direction", VECTOR, gb_case, time.control.direction,
        "along which its displacement is driven", .unset = "needed"),
    KEY("to", NUMBER, gb_case, time.control.to,
        "the displacement at the end, in equal steps; without it the walk ends at the load",
        .missing = NAN, .unset = "none"),
    END};

static const gb_key control_keys[] = {
    KEY("name", TEXT, gb_control, name, "by which expressions of t know it", .required = true),
    KEY("nodes", INTEGER, gb_control, nodes, "equally spaced in time", .range = &from_one,
        .unset = "as many as values"),
    KEY("from", NUMBER, gb_control, from, "t of the first node", .missing = NAN,
        .unset = "0; the first time of a file with times"),
    KEY("to", NUMBER, gb_control, to,
        "t of the last node; the march must not leave from .. to, nowhere is it held or continued",
        .missing = NAN, .unset = "needed; the last time of a file with times"),
    KEY("kind", CHOICE, gb_control, kind,
        "cubic: a spline through the nodes; linear: lines between them; step: each node's value "
        "over one of as many equal parts",
        .words = control_kinds, .standard = "cubic"),
    KEY("ends", CHOICE, gb_control, ends,
        "of a cubic: natural: no second derivative at the ends; not-a-knot: no jump of the third "
        "derivative at the second node and the last but one; clamped: no rate at the ends",
        .words = control_ends, .standard = "natural"),
    KEY("values", SERIES, gb_control, values,
        "at the nodes: one for all, one each, or a CSV file with one a line, or with its time "
        "before it: these times are the nodes then",
        .standard = "0"),
    END};

static const gb_key time_keys[] = {
    KEY("scheme", TEXT, gb_case, time.scheme,
        "a scheme's name, see below; t is the load parameter of static; with --set the start and "
        "the numbers that the file gives its own scheme are left out",
        .required = true),
    KEY("step", NUMBER, gb_case, time.step, "size of a step", .required = true, .range = &positive),
    KEY("steps", INTEGER, gb_case, time.steps, "how many", .required = true, .range = &from_one),
    KEY("from", WORD, gb_case, time.from,
        "where the march begins: the reference, or the equilibrium under the loads at t = 0, with "
        "initial velocities added; what nothing holds or loads stays where it is",
        .words = beginnings, .unset = "reference"),
    KEY("start", WORD, gb_case, time.start, "of multi-step schemes: rising order, or DIRK steps",
        .words = starts, .unset = "ramp", .belongs_to = "scheme"),
    KEY("quadrature", WORD, gb_case, time.quadrature, "of functions over the steps",
        .words = quadratures, .unset = "trapezoid"),
    KEY("beta", NUMBER, gb_case, time.beta, "newmark", BY_SCHEME),
    KEY("gamma", NUMBER, gb_case, time.gamma, "newmark", BY_SCHEME),
    KEY("rho", NUMBER, gb_case, time.rho, "galpha, wbz: spectral radius at infinity", BY_SCHEME,
        .range = &unit),
    KEY("alpha", NUMBER, gb_case, time.alpha, "hht", BY_SCHEME),
    KEY("retry", INTEGER, gb_case, time.retry,
        "how often a step that does not converge may be halved; one-step schemes",
        .unset = "0; 20 of a load step with adapt"),
    KEY("error_limit", NUMBER, gb_case, time.error_limit,
        "error of a step, as a part of the displacement, beyond which a march by a scheme that "
        "lets it ring on ends with status 4",
        .standard = "0.25", .range = &positive),
    KEY("adapt", BOOLEAN, gb_case, time.adapt,
        "static: load steps that do not converge are cut and grow again, and more than 40 are "
        "joined",
        .standard = "true", .belongs_to = "scheme"),
    KEY("arc_length", BOOLEAN, gb_case, time.arc_length,
        "static: steps along the path, through limit points, until it reaches the end load",
        .standard = "false", .belongs_to = "scheme"),
    KEY("control", MAP, gb_case, time.control,
        "static: a displacement is driven, the load parameter found", .keys = drive_keys,
        .belongs_to = "scheme", .unset = "loads are driven"),
    KEY("iterations", INTEGER, gb_case, time.iterations, "of Newton at a time point, at most",
        .range = &from_one, .unset = "the solver's own"),
    KEY("factor", WORD, gb_case, time.factor,
        "keep: factors are light and kept while that pays; each: a whole one in double precision "
        "for each solve, the reference that bench/ladder.py measures against",
        .words = factors, .unset = "keep"),
    KEY("tolerance", NUMBER, gb_case, time.tolerance,
        "of Newton: error of the unknowns that may remain, relative to their size",
        .range = &positive, .unset = "1e-12; for gradients of models below 20,000 unknowns 1e-14"),
    END};

static const gb_key function_keys[] = {
    KEY("name", TEXT, gb_function_entry, name, "of the function in tables", .unset = "its type"),
    KEY("type", TEXT, gb_function_entry, type, "a functional's type, see below", .required = true),
    KEY("form", TEXT, gb_function_entry, form, "of types that have several, see below",
        .unset = "needed by these"),
    KEY("weight", NUMBER, gb_function_entry, weight, "sharpness of an aggregate",
        .range = &positive, .unset = "needed by aggregates"),
    KEY("sum", WORD, gb_function_entry, sum,
        "of an aggregate: over areas, or over sampling points as such", .words = sums,
        .unset = "continuous"),
    KEY("mode", INTEGER, gb_function_entry, mode,
        "frequency: which, from the lowest on as gimbal modes counts them", .range = &from_one,
        .unset = "needed by frequency"),
    KEY("of", TEXT, gb_function_entry, of,
        "integral, end, value: the probe whose x y z (position), ux uy uz, vx vy vz, ax ay az "
        "`value` may name, or the joint or probe of forces or an element whose values it may name; "
        "mass, mass_centre, inertia, energy: a group, whose shells and beams alone count, or a "
        "body "
        "or masses of this name; compliance, ks, induced: such a group; nodes: a "
        "group, at each of whose nodes `value` is taken, an expression of t, x y z, ux uy uz, "
        "vx vy vz",
        .unset = "none, the whole model"),
    KEY("value", TEXT, gb_function_entry, value,
        "integral, end, value: an expression, such as (x - 1)^2 + vz^2; of any probe or joint too, "
        "as tip.x - root.x or hinge.fz",
        .unset = "needed by these"),
    KEY("at", INSTANT, gb_function_entry, at,
        "value, mass_centre, inertia, and the samples of an aggregate, compliance or energy, not "
        "over "
        "time but: end; {time: t}, "
        "at which a step of the march ends; {mesh: M}, M times equally spaced over the march, "
        "first and last included; each, the start and the end of each step. Of a mesh and of each "
        "there is a list of values, or with form: ks one value of all",
        .unset = "end, of value; the whole march; the start, of mass_centre and inertia"),
    KEY("about", VECTOR, gb_function_entry, about, "inertia: the point", .missing = NAN,
        .unset = "the mass centre"),
    KEY("axes", PLACES, gb_function_entry, axes,
        "inertia: the first axis, and a vector on the side of the second", .missing = NAN,
        .unset = "the global ones"),
    END};

static const gb_key constraint_entry_keys[] = {
    KEY("function", TEXT, gb_constraint_entry, function, "name of a function", .required = true),
    KEY("upper", NUMBER, gb_constraint_entry, upper, "it is at most this", .missing = NAN,
        .unset = "no limit"),
    KEY("lower", NUMBER, gb_constraint_entry, lower, "it is at least this", .missing = NAN,
        .unset = "no limit"),
    KEY("equals", NUMBER, gb_constraint_entry, equals, "it is this", .missing = NAN,
        .unset = "needs a limit"),
    KEY("scale", NUMBER, gb_constraint_entry, scale,
        "of the function: violations are measured by it", .missing = NAN, .range = &positive,
        .unset = "the size of the limit, or 1"),
    END};

static const gb_key optimize_keys[] = {
    KEY("objective", TEXT, gb_case, optimize.objective, "name of the function to be minimised",
        .unset = "needed"),
    KEY("scale", NUMBER, gb_case, optimize.scale, "of the objective", .missing = NAN,
        .range = &positive, .unset = "its size at the start, or 1"),
    LIST("constraints", LIST, gb_case, optimize.constraints, constraint_entry_keys,
         "what other functions must be", .rule = gb_rule_constraint, .unset = "none"),
    KEY("method", CHOICE, gb_case, optimize.method,
        "interior points; sequential quadratic programming; moving asymptotes, without `equals`; "
        "limited-memory BFGS, without constraints",
        .words = methods, .standard = "ipopt"),
    KEY("tolerance", NUMBER, gb_case, optimize.tolerance,
        "of scaled numbers: of each constraint; of optimality (ipopt), or of the designs' last "
        "step",
        .standard = "1e-6", .range = &positive),
    KEY("iterations", INTEGER, gb_case, optimize.iterations, "at most", .standard = "200",
        .range = &from_one),
    END};

static const gb_key sweep_keys[] = {
    KEY("key", TEXT, gb_case, modes.sweep.key,
        "that varies, as --set names it: modes.spin[2], shells.GROUP.thickness",
        .unset = "no sweep"),
    KEY("from", NUMBER, gb_case, modes.sweep.from, "its first value", .standard = "0"),
    KEY("to", NUMBER, gb_case, modes.sweep.to, "its last one", .standard = "1"),
    KEY("steps", INTEGER, gb_case, modes.sweep.steps, "between them", .standard = "10",
        .range = &from_one),
    END};

static const gb_key modes_keys[] = {
    KEY("count", INTEGER, gb_case, modes.count, "how many, from the lowest frequency on",
        .range = &from_one, .unset = "10, or as many as there are"),
    KEY("at", TEXT, gb_case, modes.at,
        "the state that the model vibrates about: reference; equilibrium, the end of a march by "
        "static or linear; or a time (of statics a load parameter) at which a step of the march "
        "ends",
        .standard = "reference"),
    KEY("spin", VECTOR, gb_case, modes.spin,
        "angular velocity of a frame in which all that is fixed turns: modes about the steady "
        "state there, with gyroscopic forces; loads turn along",
        .unset = "none"),
    KEY("about", VECTOR, gb_case, modes.about, "a point of the axis of spin",
        .unset = "the origin"),
    KEY("sweep", MAP, gb_case, modes.sweep,
        "frequencies over values of a key: CASE.modes.csv and the picture CASE.modes.svg",
        .keys = sweep_keys, .unset = "none"),
    END};

static const gb_key output_keys[] = {
    KEY("every", INTEGER, gb_case, output.every, "steps between frames; 0: no results file",
        .standard = "1", .range = &not_negative),
    KEY("sections", BOOLEAN, gb_case, output.sections,
        "with forces, moments, strains and stresses of shells and beams in every cell",
        .standard = "true"),
    KEY("swept", BOOLEAN, gb_case, output.swept,
        "with each beam as the solid that its section sweeps, but for general sections",
        .standard = "false"),
    END};

static const gb_key checkpoint_keys[] = {
    KEY("memory", SIZE, gb_case, checkpoint.memory,
        "for states, over all ranks; states that fit nowhere are computed again, and lists of "
        "values for "
        "whose right-hand sides this is too little are differentiated in several passes",
        .standard = "2 GiB"),
    KEY("disk", SIZE, gb_case, checkpoint.disk, "states kept on disk when memory is full",
        .standard = "10 GiB"),
    KEY("every", INTEGER, gb_case, checkpoint.every,
        "steps between restart files (CASE.restart); 0: none unless stopped", .standard = "0",
        .range = &not_negative),
    KEY("directory", TEXT, gb_case, checkpoint.directory, "of the file of states", .standard = "."),
    END};

const gb_key gb_schema[] = {
    KEY("gimbal", INTEGER, gb_case, version, "version of this format", .required = true,
        .range = &one),
    KEY("title", TEXT, gb_case, title, "one line for the output", .unset = "none"),
    KEY("mesh", PATH, gb_case, mesh,
        "mesh file: .msh, .geo, .bdf, .dat, .nas; consistent units are the user's",
        .where = offsetof(gb_case, mesh_where), .unset = "none: a case without shells"),
    KEY("orient", CHOICE, gb_case, orient,
        "which way surfaces face, and so pressures and plies: as in the mesh file; as most of "
        "their neighbours do; or away from what they close",
        .words = orients, .standard = "file"),
    KEY("deck", MAP, gb_case, deck, "what of a Nastran or .inp deck is the model",
        .keys = deck_keys, .where = offsetof(gb_case, deck.where), .unset = "as below"),
    KEY("ignore", TEXTS, gb_problem, ignored,
        "groups of the mesh whose surfaces may be without shells: they are no part of the model",
        .in_problem = true, .unset = "none"),
    KEY("gravity", PLAIN, gb_problem, gravity, "acceleration, in global axes", .in_problem = true,
        .unset = "none"),
    KEY("spin", MAP, gb_problem, spin,
        "of statics: the centrifugal forces of a steady rotation of the whole model, at its "
        "present shape",
        .in_problem = true, .keys = spin_keys, .rule = gb_rule_spin,
        .where = offsetof(gb_problem, spin.where), .unset = "none"),
    LIST("controls", LIST, gb_problem, controls, control_keys,
         "functions of t through values at nodes, which expressions know by their names",
         .in_problem = true, .rule = gb_rule_control, UNIQUE(gb_control, name, "name"),
         .unset = "none"),
    LIST("materials", NAMED, gb_problem, materials, material_keys, "by name", .in_problem = true,
         .rule = gb_rule_material, .list.name_at = offsetof(gb_material, name),
         .unset = "the mesh file's own"),
    LIST("sections", NAMED, gb_problem, sections, section_keys, "of shells and beams, by name",
         .in_problem = true, .rule = gb_rule_section,
         .list.name_at = offsetof(gb_section_entry, name), .unset = "the mesh file's own"),
    LIST("shells", LIST, gb_problem, shells, shell_keys, "sections of shell elements",
         .in_problem = true, .rule = gb_rule_shell, UNIQUE(gb_shell_section, group, "group"),
         .unset = "the mesh file's own"),
    LIST("beams", LIST, gb_problem, beams, beam_keys, "beams along line elements",
         .in_problem = true, .rule = gb_rule_beam, UNIQUE(gb_beam, name, "name"), .unset = "none"),
    LIST("groups", LIST, gb_problem, groups, group_keys,
         "of nodes and elements of the mesh, by number or by place, beside those of the mesh file",
         .in_problem = true, .rule = gb_rule_group, UNIQUE(gb_group_entry, name, "name"),
         .unset = "none"),
    LIST("supports", LIST, gb_problem, supports, support_keys, "fixed nodes and bodies",
         .in_problem = true, .rule = gb_rule_support, .unset = "the mesh file's own"),
    LIST("loads", LIST, gb_problem, loads, load_keys, "numbers or expressions of t",
         .in_problem = true, .rule = gb_rule_load, UNIQUE(gb_load, name, "name"),
         .unset = "the mesh file's own"),
    LIST("initial", LIST, gb_problem, initials, initial_keys,
         "motion at the start; where groups overlap, entries add up; and, for the whole list or as "
         "an "
         "entry, a file of values of all designs: CASE.designs.csv or CASE.optimum.yaml of any run",
         .in_problem = true, .rule = gb_rule_initial, UNIQUE(gb_initial_motion, name, "name"),
         .unset = "at rest"),
    LIST("probes", LIST, gb_problem, probes, probe_keys,
         "points whose motion is recorded at every step, and reactions and section forces",
         .in_problem = true, .rule = gb_rule_probe, UNIQUE(gb_probe, name, "name"),
         .unset = "none"),
    LIST("design", LIST, gb_problem, designs, design_keys,
         "values that the gradient differentiates by", .in_problem = true, .rule = gb_rule_design,
         UNIQUE(gb_design_entry, name, "name"), .unset = "none"),
    LIST("masses", LIST, gb_problem, masses, mass_keys,
         "masses on nodes of the mesh, and free nodes", .in_problem = true, .rule = gb_rule_mass,
         UNIQUE(gb_point_mass, name, "name"), .unset = "none"),
    LIST("springs", LIST, gb_problem, springs, spring_keys, "springs and dampers",
         .in_problem = true, .rule = gb_rule_spring, UNIQUE(gb_spring, name, "name"),
         .unset = "none"),
    KEY("time", MAP, gb_case, time, "the march", .required = true, .keys = time_keys,
        .rule = gb_rule_time, .where = offsetof(gb_case, time.where)),
    LIST("functions", LIST, gb_case, functions, function_keys, "functionals of the march",
         .rule = gb_rule_function, UNIQUE(gb_function_entry, name, "name"), .unset = "none"),
    KEY("modes", MAP, gb_case, modes, "natural frequencies and mode shapes, of gimbal modes",
        .keys = modes_keys, .rule = gb_rule_modes, .where = offsetof(gb_case, modes.where),
        .unset = "as below"),
    KEY("optimize", MAP, gb_case, optimize, "what gimbal optimize is to do with the designs",
        .keys = optimize_keys, .rule = gb_rule_optimize, .where = offsetof(gb_case, optimize.where),
        .unset = "nothing"),
    KEY("output", MAP, gb_case, output.every, "results file", .keys = output_keys,
        .unset = "as below"),
    KEY("checkpoint", MAP, gb_case, checkpoint.memory, "where the adjoint may keep states",
        .keys = checkpoint_keys, .unset = "as below"),
    LIST("bodies", LIST, gb_problem, bodies, body_keys, "rigid bodies", .in_problem = true,
         .rule = gb_rule_body, UNIQUE(gb_body, name, "name"), .unset = "none"),
    LIST("joints", LIST, gb_problem, joints, joint_keys, "joints between bodies and the ground",
         .in_problem = true, .rule = gb_rule_joint, UNIQUE(gb_joint_entry, name, "name"),
         .unset = "none"),
    LIST("links", LIST, gb_problem, links, link_keys, "nodes of the mesh that are tied to a body",

         .in_problem = true, .unset = "none"),
    LIST("equations", LIST, gb_problem, equations, equation_keys,
         "linear equations of components of displacement", .in_problem = true,
         .rule = gb_rule_equation, UNIQUE(gb_equation, name, "name"), .unset = "none"),
    LIST("bushings", LIST, gb_problem, bushings, bushing_keys,
         "springs and dampers along and about three axes", .in_problem = true,
         .rule = gb_rule_bushing, UNIQUE(gb_bushing, name, "name"), .unset = "none"),
    LIST("tyres", LIST, gb_problem, tyres, tyre_keys, "between bodies and the road",
         .in_problem = true, .rule = gb_rule_tyre, UNIQUE(gb_tyre, name, "name"), .unset = "none"),
    KEY("road", MAP, gb_problem, road, "that all tyres roll on", .in_problem = true,
        .keys = road_keys, .rule = gb_rule_road, .where = offsetof(gb_problem, road.where),
        .unset = "level, at z = 0"),
    KEY("constraints", MAP, gb_problem, constraints, "how joints are enforced", .in_problem = true,
        .keys = constraint_keys, .rule = gb_rule_constraints,
        .where = offsetof(gb_problem, constraints.where), .unset = "as below"),
    END};

const gb_key *gb_key_find(const gb_key keys[], const char *name) {
  for (; keys->name; keys++)
    if (!strcmp(keys->name, name)) return keys;
  return NULL;
}

int gb_key_refuse(const gb_reading *reading, const gb_node *node, const char *path,
                  const gb_key keys[], const char *name) {
  const char *names[40], *near;
  char accepted[600] = "";
  int count = 0;
  for (; keys->name && count < 39; keys++) {
    names[count++] = keys->name;
    size_t used = strlen(accepted);
    snprintf(accepted + used, sizeof accepted - used, "%s%s", used ? ", " : "", keys->name);
  }
  names[count] = NULL;
  near = gb_nearest(name, names);
  return gb_refuse_as(GB_UNKNOWN_KEY, reading, node, path,
                      "unknown key (found %.60s)%s%s; accepted: %s", *name ? name : "nothing",
                      near ? "; nearest: " : "", near ? near : "", accepted);
}
