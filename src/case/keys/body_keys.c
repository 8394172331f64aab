/// Keys of rigid bodies, of joints and how they are enforced, of links and equations.
#include "case/schema/key_tables.h"
#include "elements/multibody/joint.h"

static const char *const link_types[] = {"rigid", "average", NULL};
static const char *const enforces[] = {"auto", "index3", "index1", "penalty", "projected", NULL};

static const gb_key rotation_keys[] = {
    KEY("axis", VECTOR, gb_body, axis, "in global axes", .standard = "[0, 0, 1]"),
    KEY("angle", NUMBER, gb_body, angle, "about it, in radians", .standard = "0"), END};

static const gb_key body_keys[] = {
    KEY("name", TEXT, gb_body, name, "of the body", .required = true),
    KEY("at", VECTOR, gb_body, at, "centre of mass", .unset = "needs surface"),
    KEY("mass", NUMBER, gb_body, mass,
        "of the body; 0 where linked shells and masses have all the inertia, or where joints "
        "determine how it moves",
        .unset = "needs box, cylinder or sphere"),
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
        "of friction by the size of the joint's reaction", .unset = "needed"),
    KEY("radius", NUMBER, gb_joint_entry, friction.radius,
        "of the pin at which it acts, of a revolute or cylindrical joint",
        .unset = "needed by these"),
    KEY("velocity", NUMBER, gb_joint_entry, friction.velocity,
        "v0 of friction that grows as v/sqrt(v^2 + v0^2) with the speed v of sliding",
        .unset = "needed"),
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
        .standard = "0"),
    KEY("friction", MAP, gb_joint_entry, friction,
        "Coulomb's, of a revolute, cylindrical, prismatic or inline joint", .keys = friction_keys,
        .unset = "none"),
    END};

static const gb_key constraint_keys[] = {
    KEY("enforce", CHOICE, gb_case, constraints.enforce,
        "positions (index3), or accelerations with Baumgarte's terms (index1); auto: positions "
        "where the scheme damps the highest frequencies, accelerations where it bounds the drift "
        "of positions (newmark, dirk2), else projected; penalty: by forces, also those that "
        "repeat others and through singular positions; projected: accelerations, and positions and "
        "velocities put back after each step (Maggi's)",
        .words = enforces, .standard = "auto"),
    KEY("alpha", NUMBER, gb_case, constraints.alpha,
        "Baumgarte: 2 alpha of the velocity constraint, 1 by time", .standard = "0",
        .range = &not_negative),
    KEY("beta", NUMBER, gb_case, constraints.beta,
        "Baumgarte: beta^2 of the position constraint, likewise", .standard = "0",
        .range = &not_negative),
    KEY("factor", NUMBER, gb_case, constraints.factor,
        "penalty: force of a constraint by (its acceleration + 2 xi omega its rate + omega^2 its "
        "value), a mass",
        .range = &positive, .standard = "1e9"),
    KEY("xi", NUMBER, gb_case, constraints.xi, "penalty: damping ratio of what is off",
        .range = &not_negative, .standard = "1"),
    KEY("omega", NUMBER, gb_case, constraints.omega,
        "penalty: frequency at which it comes back, radians per time", .range = &positive,
        .standard = "10"),
    END};

static const gb_key link_keys[] = {
    KEY("body", TEXT, gb_link, body, "name of a body", .required = true),
    KEY("group", TEXT, gb_link, group, "all nodes of this group", .required = true),
    KEY("type", CHOICE, gb_link, type,
        "rigid: displacements and directors follow the body; average: the body follows the nodes' "
        "mean position and rotation",
        .words = link_types, .standard = "rigid"),
    KEY("drilling", NUMBER, gb_link, drilling,
        "rigid: at nodes of shells the body follows their mean rotation about the normal, which a "
        "director does not give, with this part of their shear stiffness G t times the area of the "
        "node; for bodies at one node (1e-4 is K6ROT of 100), which turn freely without it",
        .range = &not_negative, .standard = "0"),
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

const gb_key gb_schema_bodies[] = {
    LIST("bodies", LIST, gb_problem, bodies, body_keys, "rigid bodies", .rule = gb_rule_body,
         UNIQUE(gb_body, name, "name"), .unset = "none", .chapter = GB_CHAPTER_JOINTS),
    LIST("joints", LIST, gb_problem, joints, joint_keys, "joints between bodies and the ground",
         .rule = gb_rule_joint, UNIQUE(gb_joint_entry, name, "name"), .unset = "none",
         .chapter = GB_CHAPTER_JOINTS),
    LIST("links", LIST, gb_problem, links, link_keys, "nodes of the mesh that are tied to a body",
         .rule = gb_rule_link, .unset = "none", .chapter = GB_CHAPTER_JOINTS),
    LIST("equations", LIST, gb_problem, equations, equation_keys,
         "linear equations of components of displacement", .rule = gb_rule_equation,
         UNIQUE(gb_equation, name, "name"), .unset = "none", .chapter = GB_CHAPTER_EQUATIONS),
    KEY("constraints", MAP, gb_case, constraints, "how joints are enforced",
        .keys = constraint_keys, .rule = gb_rule_constraints,
        .where = offsetof(gb_case, constraints.where), .unset = "as below",
        .chapter = GB_CHAPTER_JOINTS),
    CONTINUED(gb_schema_springs)};
