/// Keys of the march, of vibration modes, and of what a run records and stores.
#include "case/schema/key_tables.h"

static const gb_range unit = {.upper = 1, .text = ">= 0 and <= 1"};
static const char *const reaction_pers[] = {"group", "node", NULL};
static const char *const linear_libraries[] = {"mumps", "petsc", NULL};
static const char *const starts[] = {"ramp", "dirk", NULL};
static const char *const quadratures[] = {"trapezoid", "rectangle", NULL};
static const char *const factors[] = {"keep", "each", NULL};
static const char *const instabilities[] = {"auto", "warn", "stop", "branch", "fall", NULL};
static const char *const beginnings[] = {"reference", "equilibrium", NULL};

static const gb_key drive_keys[] = {
    KEY("probe", TEXT, gb_case, time.walk.driven, "name of the probe that is driven",
        .unset = "needed"),
    KEY("direction", VECTOR, gb_case, time.walk.direction, "along which its displacement is driven",
        .unset = "needed"),
    KEY("to", NUMBER, gb_case, time.walk.to,
        "the displacement at the end, in equal steps; without it the walk ends at the load",
        .missing = NAN, .unset = "none"),
    END};

const gb_key gb_keys_time[] = {
    KEY("scheme", TEXT, gb_case, time.scheme,
        "a scheme's name, see below; deck: linear, or static where the deck says that "
        "displacements are large (PARAM,LGDISP, SOL 106, 129, 400 or 600, NLGEOM); t is the load "
        "parameter of static; with --set the start and "
        "the numbers that the file gives its own scheme are left out",
        .required = true),
    KEY("step", NUMBER, gb_case, time.step, "size of a step", .required = true, .range = &positive),
    KEY("steps", INTEGER, gb_case, time.steps, "how many", .required = true, .range = &from_one),
    KEY("from", CHOICE, gb_case, time.from,
        "where the march begins: the reference, or the equilibrium under the loads at t = 0, with "
        "initial velocities added; what nothing holds or loads stays where it is",
        .words = beginnings, .unset = "reference"),
    KEY("start", WORD, gb_case, time.start, "of multi-step schemes: rising order, or DIRK steps",
        .words = starts, .unset = "ramp", .belongs_to = "scheme"),
    KEY("quadrature", WORD, gb_case, time.quadrature, "of functions over the steps",
        .words = quadratures, .unset = "trapezoid"),
    KEY("beta", NUMBER, gb_case, time.parameter[GB_SCHEME_BETA], "newmark", BY_SCHEME),
    KEY("gamma", NUMBER, gb_case, time.parameter[GB_SCHEME_GAMMA], "newmark", BY_SCHEME),
    KEY("rho", NUMBER, gb_case, time.parameter[GB_SCHEME_RHO],
        "galpha, wbz: spectral radius at infinity", BY_SCHEME, .range = &unit),
    KEY("alpha", NUMBER, gb_case, time.parameter[GB_SCHEME_ALPHA], "hht", BY_SCHEME),
    KEY("retry", INTEGER, gb_case, time.newton.retry,
        "how often a step that does not converge may be halved; one-step schemes",
        .unset = "0; 20 of a load step with adapt"),
    KEY("error_limit", NUMBER, gb_case, time.error_limit,
        "error of a step, as a part of the displacement, beyond which a march by a scheme that "
        "lets it ring on ends with status 4",
        .standard = "0.25", .range = &positive),
    KEY("adapt", BOOLEAN, gb_case, time.walk.adapt,
        "static: load steps that do not converge are cut and grow again, and more than 40 are "
        "joined",
        .standard = "true", .belongs_to = "scheme"),
    KEY("arc_length", BOOLEAN, gb_case, time.walk.arc_length,
        "static: steps along the path, through limit points, until it reaches the end load",
        .standard = "false", .belongs_to = "scheme"),
    KEY("unstable", CHOICE, gb_case, time.walk.unstable,
        "static, where the stiffness ceases to be positive: warn and go on; stop with status 4; "
        "branch, along the critical vector of a bifurcation, to the side to which the loads lead; "
        "or fall, at the same loads, to the stable state below, also where no load step converges. "
        "auto: fall where stability is lost, and go on where no stable state is found; but warn "
        "with arc_length, control, moments and loads that follow, whose unsymmetric stiffness has "
        "no energy",
        .words = instabilities, .unset = "auto", .belongs_to = "scheme"),
    KEY("control", MAP, gb_case, time.walk.driven,
        "static: a displacement is driven, the load parameter found", .keys = drive_keys,
        .belongs_to = "scheme", .unset = "loads are driven"),
    KEY("iterations", INTEGER, gb_case, time.newton.iterations,
        "of Newton at a time point, at most", .range = &from_one, .unset = "the solver's own"),
    KEY("factor", CHOICE, gb_case, time.newton.factor,
        "keep: factors are light and kept while that pays; each: a whole one in double precision "
        "for each solve, the reference that bench/ladder.py measures against",
        .words = factors, .unset = "keep"),
    KEY("tolerance", NUMBER, gb_case, time.newton.tolerance,
        "of Newton: error of the unknowns that may remain, relative to their size",
        .range = &positive, .unset = "1e-12; for gradients of models below 20,000 unknowns 1e-14"),
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

const gb_key gb_keys_modes[] = {
    KEY("count", INTEGER, gb_case, modes.count,
        "how many, from the lowest frequency or load factor on", .range = &from_one,
        .unset = "10, or as many as there are"),
    KEY("at", TEXT, gb_case, modes.words,
        "the state that the model vibrates or buckles about: reference; equilibrium, the end of a "
        "march by static or linear; or a time (of statics a load parameter) at which a step of the "
        "march "
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

const gb_key gb_keys_probe[] = {
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
        "group, or on a free node, or, by its name, those of a contact's surface on all that "
        "touches "
        "it, with its area and gap",
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

const gb_key gb_keys_output[] = {
    KEY("every", INTEGER, gb_case, output.every, "steps between frames; 0: no results file",
        .standard = "1", .range = &not_negative),
    KEY("sections", BOOLEAN, gb_case, output.sections,
        "with forces, moments, strains and stresses of shells, beams and solids in every cell",
        .standard = "true"),
    KEY("swept", BOOLEAN, gb_case, output.swept,
        "with each beam as the solid that its section sweeps, but for general sections",
        .standard = "false"),
    END};

const gb_key gb_keys_solver[] = {
    KEY("linear", CHOICE, gb_case, solver.petsc,
        "library for models with more than 300 unknowns: MUMPS, or PETSc where the program was "
        "built with it; eigenvalues and complex steps always need MUMPS, and static states are not "
        "checked for stability with PETSc",
        .words = linear_libraries, .standard = "mumps"),
    KEY("options", TEXT, gb_case, solver.options,
        "of PETSc, as \"-pc_type gamg -ksp_rtol 1e-8\"; it solves with -pc_type bddc on several "
        "ranks, and cholesky on one",
        .unset = "PETSc's"),
    KEY("out_of_core", TEXT, gb_case, solver.factor_directory,
        "folder on a local disk that keeps the factors of models with more than 300 unknowns, "
        "which saves a third of the memory for up to a third more time",
        .unset = "in memory"),
    END};

const gb_key gb_keys_checkpoint[] = {
    KEY("memory", SIZE, gb_case, checkpoint.memory,
        "for states, over all ranks; states that fit nowhere are computed again, and lists of "
        "values for whose right-hand sides this is too little are differentiated in several passes",
        .standard = "2 GiB"),
    KEY("disk", SIZE, gb_case, checkpoint.disk, "states kept on disk when memory is full",
        .standard = "10 GiB"),
    KEY("every", INTEGER, gb_case, checkpoint.every,
        "steps between restart files (CASE.restart); 0: none unless stopped", .standard = "0",
        .range = &not_negative),
    KEY("keep", BOOLEAN, gb_case, checkpoint.keep,
        "keep restart files when the run ends well, in place of removing them",
        .standard = "false"),
    KEY("directory", TEXT, gb_case, checkpoint.directory, "of the file of states", .standard = "."),
    END};
