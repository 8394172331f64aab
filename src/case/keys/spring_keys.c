/// Keys of masses, springs, bushings, tyres and the road.
#include "case/schema/key_tables.h"

static const char *const point_fixes[] = {"x", "y", "z", "all", NULL};
static const char *const road_normals[] = {"surface", "vertical", NULL};

static const gb_key mass_keys[] = {
    KEY("group", TEXT, gb_point_mass, group, "nodes that carry it",
        .unset = "needs body, or name, and at"),
    KEY("name", TEXT, gb_point_mass, name, "of a free node; on a group or a body only for designs",
        .unset = "needs group"),
    KEY("body", TEXT, gb_point_mass, body, "body that carries it", .unset = "needs group or name"),
    KEY("at", VECTOR, gb_point_mass, at, "position on the body, or of a free node",
        .unset = "needs group"),
    KEY("mass", NUMBER, gb_point_mass, mass,
        "on each node of the group, on the body or of the free node",
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
    KEY("length", NUMBER, gb_spring, length, "at which it has no force", .missing = NAN,
        .unset = "the distance in the reference configuration"),
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
    KEY("at", VECTOR, gb_bushing, at,
        "position in the reference configuration: that of nodes without axes, but for free nodes, "
        "which do not turn, and for nodes along the only axis that has a stiffness",
        .required = true),
    KEY("axes", PLACES, gb_bushing, axes,
        "its first axis, and a vector on the side of its second, which turn with the first end",
        .missing = NAN, .unset = "the global ones"),
    KEY("stiffness", SYMMETRIC, gb_bushing, stiffness,
        "force and moment by displacements along its axes and rotations about them (sines of "
        "angles): six numbers, or the rows of a symmetric 6 x 6",
        .unset = "0"),
    KEY("damping", SYMMETRIC, gb_bushing, damping, "the same by their rates", .unset = "0"),
    KEY("inertance", SYMMETRIC, gb_bushing, inertance,
        "the same by their accelerations, as of an inerter: of displacements with apart alone",
        .unset = "0"),
    KEY("apart", BOOLEAN, gb_bushing, apart,
        "nodes may lie apart: their displacements count, along axes that stay those of space",
        .standard = "false"),
    END};

static const gb_key matrix_keys[] = {
    KEY("name", TEXT, gb_matrix_entry, name, "of the matrices", .unset = "none"),
    KEY("between", ENDS, gb_matrix_entry, between,
        "names of bodies, ground, group:NAME with one node of a beam, or (with zeros for "
        "rotations) a free node of masses or group:NAME with one node",
        .required = true),
    KEY("at", PLACES, gb_matrix_entry, at, "where an end is on its body", .missing = NAN,
        .unset = "the body's place; nodes have their own"),
    KEY("axes", PLACES, gb_matrix_entry, axes,
        "the first axis of the components of both ends, and a vector on the side of the second",
        .missing = NAN, .unset = "the global ones"),
    KEY("stiffness", TWO_ENDS, gb_matrix_entry, number[GB_MATRIX_STIFFNESS],
        "forces and moments on the first end and on the second one by their displacements along "
        "the axes and small rotations about them",
        .unset = "0"),
    KEY("damping", TWO_ENDS, gb_matrix_entry, number[GB_MATRIX_DAMPING], "the same by their rates",
        .unset = "0"),
    KEY("mass", TWO_ENDS, gb_matrix_entry, number[GB_MATRIX_MASS],
        "the same by their accelerations; gravity acts on it", .unset = "0"),
    KEY("factors", VECTOR, gb_matrix_entry, factor,
        "of stiffness, damping and mass, which designs vary", .standard = "[1, 1, 1]"),
    END};

static const gb_key state_keys[] = {
    KEY("name", TEXT, gb_state_entry, name, "by which rates know it, and functions as NAME.value",
        .required = true),
    KEY("rate", RATE, gb_state_entry, rate,
        "its derivative by time: an expression of t and the names of states", .required = true),
    KEY("numbers", POLYNOMIAL, gb_state_entry, number,
        "that the rate knows as n1, n2 and n3, and designs likewise", .unset = "0"),
    KEY("initial", NUMBER, gb_state_entry, initial, "its value where the march starts",
        .standard = "0"),
    END};

static const gb_key tyre_keys[] = {
    KEY("name", TEXT, gb_tyre, name, "of the tyre", .unset = "none"),
    KEY("wheel", TEXT, gb_tyre, wheel, "name of the body that turns with it", .required = true),
    KEY("at", VECTOR, gb_tyre, at, "the wheel's centre in the reference configuration",
        .unset = "the body's place"),
    KEY("axis", VECTOR, gb_tyre, axis, "of the wheel, which turns with the body",
        .standard = "[0, 1, 0]"),
    KEY("radius", NUMBER, gb_tyre, radius, "without load", .required = true),
    KEY("stiffness", NUMBER, gb_tyre, stiffness, "force on the road by depth", .required = true),
    KEY("damping", NUMBER, gb_tyre, damping, "the same by the rate of depth", .standard = "0"),
    KEY("friction", NUMBER, gb_tyre, friction, "coefficient along the wheel's heading",
        .required = true),
    KEY("side_friction", NUMBER, gb_tyre, side_friction, "coefficient across it", .required = true),
    KEY("slip", NUMBER, gb_tyre, slip,
        "longitudinal slip (speed of sliding by speed) from which friction is whole",
        .required = true),
    KEY("slip_angle", NUMBER, gb_tyre, slip_angle, "the same of the slip angle, radians",
        .required = true),
    KEY("slip_speed", NUMBER, gb_tyre, slip_speed,
        "speed v0 below which slips are by (v^2 + v0^2)/(2 v0) in place of the speed v ahead",
        .required = true),
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

const gb_key gb_schema_springs[] = {
    LIST("springs", LIST, gb_problem, springs, spring_keys, "springs and dampers",
         .rule = gb_rule_spring, UNIQUE(gb_spring, name, "name"), .unset = "none",
         .chapter = GB_CHAPTER_JOINTS),
    LIST("bushings", LIST, gb_problem, bushings, bushing_keys,
         "springs and dampers along and about three axes", .rule = gb_rule_bushing,
         UNIQUE(gb_bushing, name, "name"), .unset = "none", .chapter = GB_CHAPTER_JOINTS),
    LIST("matrices", LIST, gb_problem, matrices, matrix_keys,
         "given stiffness, damping and mass matrices between two ends", .rule = gb_rule_matrix,
         UNIQUE(gb_matrix_entry, name, "name"), .unset = "none", .chapter = GB_CHAPTER_JOINTS),
    LIST("states", LIST, gb_problem, states, state_keys,
         "scalar unknowns with equations of first order in time", .rule = gb_rule_state,
         UNIQUE(gb_state_entry, name, "name"), .unset = "none", .chapter = GB_CHAPTER_JOINTS),
    LIST("masses", LIST, gb_problem, masses, mass_keys,
         "masses on nodes of the mesh, and free nodes", .rule = gb_rule_mass,
         UNIQUE(gb_point_mass, name, "name"), .unset = "none", .chapter = GB_CHAPTER_JOINTS),
    LIST("tyres", LIST, gb_problem, tyres, tyre_keys, "between bodies and the road",
         .rule = gb_rule_tyre, UNIQUE(gb_tyre, name, "name"), .unset = "none",
         .chapter = GB_CHAPTER_TYRES),
    KEY("road", MAP, gb_problem, road, "that all tyres roll on", .keys = road_keys,
        .rule = gb_rule_road, .where = offsetof(gb_problem, road.where), .unset = "level, at z = 0",
        .chapter = GB_CHAPTER_TYRES),
    CONTINUED(gb_schema_contacts)};
