/// Keys of supports, loads, the rotation of the model, initial motions, and controls.
#include "case/schema/key_tables.h"

static const char *const axes[] = {"x", "y", "z", NULL};
static const char *const fixes[] = {"x", "y", "z", "rx", "ry", "rz", "rotation", "all", NULL};
static const char *const load_types[] = {"pressure", "traction", "force", "moment", NULL};
static const char *const control_kinds[] = {"cubic", "linear", "step", NULL};
static const char *const control_ends[] = {"natural", "not-a-knot", "clamped", NULL};

const gb_key gb_keys_support[] = {
    KEY("name", TEXT, gb_support, name, "for designs", .unset = "none"),
    KEY("group", TEXT, gb_support, group, "nodes that are fixed", .unset = "needs body"),
    KEY("body", TEXT, gb_support, body,
        "in place of group: a body, or an end of a beam along points", .unset = "needs group"),
    KEY("fix", FIX, gb_support, fix,
        "fixed displacements, rotations about axes, or the whole rotation; about an axis within 45 "
        "degrees of a shell's normal nothing is held, for that is drilling",
        .words = fixes, .unset = "needs symmetry or a given motion"),
    KEY("symmetry", CHOICE, gb_support, symmetry, "axis normal to a plane of symmetry",
        .words = axes, .missing = -1, .unset = "none"),
    KEY("motion", MOTION, gb_support, motion.displacement,
        "given displacement of the nodes or the body", .unset = "none"),
    KEY("displacements", VECTORS, gb_support, motion.own[0],
        "displacement at t = 0 of each node of the group, by ascending number: its given motion "
        "is displacements + velocities t + accelerations t^2/2",
        .unset = "zeros beside velocities or accelerations"),
    KEY("velocities", VECTORS, gb_support, motion.own[1], "likewise, of each node",
        .unset = "zeros beside displacements or accelerations"),
    KEY("accelerations", VECTORS, gb_support, motion.own[2], "likewise, of each node",
        .unset = "zeros beside displacements or velocities"),
    KEY("angle", EXPRESSION, gb_support, motion.angle,
        "given rotation of nodes and directors, or of the body, about axis, radians",
        .unset = "none"),
    KEY("axis", VECTOR, gb_support, motion.axis, "of angle", .unset = "needed by angle"),
    KEY("about", VECTOR, gb_support, motion.about, "a point on the axis of angle",
        .standard = "[0, 0, 0]"),
    KEY("inertia_relief", BOOLEAN, gb_support, relieved,
        "the entry holds a free model for inertia relief in statics, where the inertia of a rigid "
        "acceleration balances the loads; in other analyses it holds nothing, and functions of "
        "frequencies or buckling beside statics are refused",
        .standard = "false"),
    END};

const gb_key gb_keys_load[] = {
    KEY("type", CHOICE, gb_load, type,
        "pressure per area along the normal; traction per length on lines, per area on surfaces; "
        "force, moment on each node",
        .words = load_types, .required = true),
    KEY("group", TEXT, gb_load, group, "where it acts", .unset = "needs mass"),
    KEY("mass", TEXT, gb_load, mass, "free node of masses on which a force acts",
        .unset = "needs group"),
    KEY("value", LOAD, gb_load, value,
        "in global axes; a pressure has one value, the others three; with values a factor of them",
        .unset = "needed; 1 with values"),
    KEY("values", VECTORS, gb_load, own,
        "of force and moment: that of each node of the group, by ascending number",
        .unset = "none"),
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

const gb_key gb_keys_temperature[] = {
    KEY("name", TEXT, gb_temperature, name, "for designs", .unset = "none"),
    KEY("group", TEXT, gb_temperature, group, "shells, beams and solids that have it",
        .required = true),
    KEY("value", EXPRESSION, gb_temperature, value, "function of t", .required = true),
    KEY("amplitude", NUMBER, gb_temperature, amplitude, "multiplies the value", .standard = "1"),
    KEY("field", SPATIAL, gb_temperature, field,
        "multiplies the value at each node by its place in the mesh file; an element has the mean "
        "of its nodes",
        .unset = "1"),
    KEY("values", SERIES, gb_temperature, values,
        "in place of field: multiply the value at each node of the group, by ascending number",
        .unset = "1"),
    KEY("gradient", NUMBER, gb_temperature, gradient,
        "of shells, by length along the normal from the middle of the thickness, times the value",
        .standard = "0"),
    KEY("reference", NUMBER, gb_temperature, reference, "the temperature without expansion",
        .standard = "0"),
    END};

const gb_key gb_keys_spin[] = {
    KEY("speed", PLAIN_NUMBER, gb_problem, spin.speed,
        "angular speed in radians by time, about the axis by the right-hand rule",
        .unset = "needed"),
    KEY("axis", VECTOR, gb_problem, spin.axis, "its direction; its length does not count",
        .unset = "needed"),
    KEY("about", VECTOR, gb_problem, spin.about, "a point of the axis", .unset = "the origin"),
    END};

const gb_key gb_keys_initial[] = {
    KEY("name", TEXT, gb_initial_motion, name, "for designs", .unset = "none"),
    KEY("group", TEXT, gb_initial_motion, group, "nodes that move", .required = true),
    KEY("velocity", VECTOR, gb_initial_motion, velocity, "of translation", .standard = "[0, 0, 0]"),
    KEY("angular_velocity", VECTOR, gb_initial_motion, angular_velocity, "radians per time",
        .standard = "[0, 0, 0]"),
    KEY("velocities", VECTORS, gb_initial_motion, own,
        "velocity of each node of the group, by ascending number; added to the others",
        .unset = "none"),
    KEY("about", VECTOR, gb_initial_motion, about, "a point on the axis of angular_velocity",
        .standard = "[0, 0, 0]"),
    END};

const gb_key gb_keys_control[] = {
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
