/// Keys of designs, of functions, and of optimisation by them.
#include "case/schema/key_tables.h"
#include "optimize/methods.h"

static const char *const interpolations[] = {"inverse_distance", "linear", "radial", NULL};
static const char *const pers[] = {"group", "patch", "element", NULL};
#define METHOD_WORD(word, constraints, equalities) #word,
static const char *const methods[] = {GB_FOR_METHODS(METHOD_WORD) NULL};
#undef METHOD_WORD
static const char *const sums[] = {"continuous", "discrete", "all", NULL};

#define OWNER(name, type, word, list, text, ...)                                                   \
  KEY(#word, TEXT, gb_design_entry, owner[GB_OWNER_##name], text " of this name",                  \
      .unset = "needs thickness or another entry"),

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

const gb_key gb_keys_design[] = {
    KEY("name", TEXT, gb_design_entry, name, "of the design value in tables", .required = true),
    KEY("thickness", TEXT, gb_design_entry, group, "group of shells whose thickness varies",
        .unset = "needs an entry by its name"),
    KEY("relative_density", TEXT, gb_design_entry, group,
        "group of solids whose relative density varies", .unset = "none"),
    KEY("per", CHOICE, gb_design_entry, per,
        "of a thickness or relative density: one value per group, patch (property) or element",
        .words = pers, .standard = "group"),
    KEY("filter", NUMBER, gb_design_entry, field.radius[1],
        "of `per: element`: elements have means of the designs of all elements of the group whose "
        "middles are within this distance d, with weights of d minus their distance",
        .range = &positive, .unset = "elements have their own designs"),
    GB_FOR_OWNERS(OWNER)
        KEY("road", TEXT, gb_design_entry, owner[GB_OWNER_ROAD],
            "number of the road that varies: n1, n2, n3, step.x, step.height, step.radius",
            .unset = "none"),
    KEY("control", TEXT, gb_design_entry, control, "control whose values at its nodes vary",
        .unset = "none"),
    KEY("coordinates", TEXT, gb_design_entry, shape.group,
        "group of the mesh whose nodes' coordinates vary: the designs NAME.17.x, NAME.17.y, "
        "NAME.17.z of node 17, ...",
        .unset = "none"),
    {.name = "shape",
     .kind = GB_KEY_MAP,
     .meaning = "vectors along which nodes of the mesh move: the design, less `drawn`, is what "
                "they are multiplied by; it is `drawn` where `values` gives nothing else",
     .keys = shape_keys,
     .rule = gb_rule_shape,
     .unset = "none"},
    KEY("points", POINTS, gb_design_entry, field.points,
        "of a thickness, a relative density, or a number of a ply of a section: it varies from "
        "element to element, by values at these control points, which are the designs NAME.1, "
        "NAME.2, ...",
        .unset = "none"),
    KEY("interpolation", CHOICE, gb_design_entry, field.interpolation,
        "between points: by inverse distances, along an axis, or by normalised Gaussians",
        .words = interpolations, .standard = "inverse_distance"),
    KEY("axis", VECTOR, gb_design_entry, field.axis,
        "of linear: constant beyond the outermost points", .unset = "needed by linear"),
    KEY("power", NUMBER, gb_design_entry, field.power, "of inverse_distance", .standard = "2",
        .range = &positive),
    KEY("radius", NUMBER, gb_design_entry, field.radius[0], "of radial: exp(-(distance/radius)^2)",
        .range = &positive, .unset = "needed by radial"),
    KEY("parameter", TEXT, gb_design_entry, parameter, "the key of the entry that varies",
        .unset =
            "needed but for thickness, relative_density, coordinates, shape, control and road"),
    KEY("links", TEXTS, gb_design_entry, links,
        "names of further entries of the same kind: the same number of each is this design too",
        .unset = "none"),
    KEY("lower", NUMBER, gb_design_entry, lower, "bound for optimisation", .missing = NAN,
        .unset = "the number's own, if it has one; 1e-3 of a relative density"),
    KEY("upper", NUMBER, gb_design_entry, upper, "bound for optimisation", .missing = NAN,
        .unset = "the number's own, if it has one"),
    KEY("scale", NUMBER, gb_design_entry, scale,
        "of optimisation, which varies the value divided by this", .missing = NAN,
        .range = &positive, .unset = "the value's size at the start, or 1"),
    KEY("values", NUMBERS, gb_design_entry, values,
        "in place of what the entry that varies says: one for each patch or element, by ascending "
        "number (elements: in the order of the mesh), each node of a control, each control point, "
        "or "
        "x, y and z of each node of coordinates, by ascending number",
        .unset = "what that entry says"),
    END};

const gb_key gb_keys_function[] = {
    KEY("name", TEXT, gb_functional_settings, name, "of the function in tables",
        .unset = "its type"),
    KEY("type", TEXT, gb_functional_settings, type, "a functional's type, see below",
        .required = true),
    KEY("form", TEXT, gb_functional_settings, form, "of types that have several, see below",
        .unset = "needed by these"),
    KEY("weight", NUMBER, gb_functional_settings, weight,
        "sharpness of an aggregate; of an area 1 / the depth from which on a point counts fully, "
        "in 1/m",
        .range = &positive, .unset = "needed by aggregates and area"),
    KEY("sum", CHOICE, gb_functional_settings, sum,
        "of an aggregate: over areas and time, of beams over lengths (which do not add up: take "
        "shells or beams alone by `of`, or discrete); discrete: over sampling points as such and "
        "time; all: over all points, stages and ends of steps alike, of which ks is a bound",
        .words = sums, .missing = GB_SUM_UNSET, .unset = "continuous"),
    KEY("mode", INTEGER, gb_functional_settings, mode,
        "frequency, buckling: which, from the lowest on as gimbal modes and gimbal buckling count "
        "them; of buckling's form ks: how many of the lowest",
        .range = &from_one, .unset = "needed by frequency and buckling"),
    KEY("of", TEXT, gb_functional_settings, of,
        "integral, end, value: the probe whose x y z (position), ux uy uz, vx vy vz, ax ay az "
        "`value` may name, or the joint or probe of forces or an element whose values it may name; "
        "mass, mass_centre, inertia, energy: a group, whose shells, beams and solids alone count, "
        "or a "
        "body or masses of this name; compliance, ks, induced: such a group; gap, area: a contact; "
        "nodes: a group, at "
        "each of whose nodes `value` is taken, an expression of t, x y z, ux uy uz, vx vy vz",
        .unset = "none, the whole model"),
    KEY("value", TEXT, gb_functional_settings, value,
        "integral, end, value: an expression, such as (x - 1)^2 + vz^2; of any probe or joint too, "
        "as tip.x - root.x or hinge.fz",
        .unset = "needed by these"),
    KEY("at", INSTANT, gb_functional_settings, at,
        "value, mass_centre, inertia, and the samples of an aggregate, compliance or energy, not "
        "over time but: end; {time: t}, at which a step of the march ends; {mesh: M}, M times "
        "equally spaced over the march, first and last included; each, the start and the end of "
        "each step. Of a mesh and of each there is a list of values, or with form: ks one value of "
        "all",
        .unset = "end, of value; the whole march; the start, of mass_centre and inertia"),
    KEY("about", VECTOR, gb_functional_settings, about, "inertia: the point", .missing = NAN,
        .unset = "the mass centre"),
    KEY("axes", PLACES, gb_functional_settings, axes,
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

const gb_key gb_keys_optimize[] = {
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
