/// Every keyword of .inp decks that is known here, and what becomes of it: the reader goes by this
/// table, and `gimbal help keywords` prints it. Source: Abaqus Keywords Reference Guide.
#include "deck/reader.h"
#include "inp/inp.h"

#include <stdio.h>
#include <string.h>

static const gb_inp_rule rules[] = {
    {"NODE",
     GB_INP_READ,
     "NSET SYSTEM",
     "",
     "numbers and positions; SYSTEM=R, or C: radius, degrees, z; no normals",
     {[GB_INP_MESH] = gb_inp_node, [GB_INP_SETS] = gb_inp_name_nodes}},
    {"ELEMENT",
     GB_INP_READ,
     "TYPE ELSET",
     "",
     "S3, S3R, STRI3, S4, S4R, S6, STRI65: shells of 3, 4 and 6 nodes; S8, S8R: of 9, one of its "
     "own in the "
     "middle; B31, B32, B32R: beams of 2 and 3 nodes; T3D2: trusses; MASS, ROTARYI, SPRINGA, "
     "SPRING1, "
     "SPRING2, DASHPOTA, CONN3D2. Other types are refused with the reason",
     {[GB_INP_MESH] = gb_inp_element, [GB_INP_SETS] = gb_inp_name_elements}},
    {"NGEN",
     GB_INP_READ,
     "NSET",
     "",
     "nodes on the line between two that stand before it",
     {[GB_INP_MESH] = gb_inp_ngen, [GB_INP_SETS] = gb_inp_name_ngen}},
    {"ELGEN",
     GB_INP_READ,
     "ELSET",
     "",
     "elements like one that stands before it, in up to three directions",
     {[GB_INP_MESH] = gb_inp_elgen, [GB_INP_SETS] = gb_inp_name_elgen}},
    {"NSET",
     GB_INP_READ,
     "NSET GENERATE INSTANCE ELSET",
     "INTERNAL UNSORTED",
     "a group of nodes of that name; numbers and sets before it, or the nodes of ELSET",
     {[GB_INP_SETS] = gb_inp_nset}},
    {"ELSET",
     GB_INP_READ,
     "ELSET GENERATE INSTANCE",
     "INTERNAL UNSORTED",
     "a group of elements of that name, likewise",
     {[GB_INP_SETS] = gb_inp_elset}},
    {"SURFACE",
     GB_INP_READ,
     "NAME TYPE",
     "INTERNAL",
     "SPOS and SNEG of shells, or TYPE=NODE",
     {[GB_INP_SETS] = gb_inp_surface_keyword}},
    {"PART, END PART, ASSEMBLY, END ASSEMBLY, INSTANCE, END INSTANCE",
     GB_INP_READ,
     "NAME PART",
     "",
     "instances with their translation and rotation. Those after the first have numbers behind all "
     "before. Names are `PART-1-1.SKIN`",
     {NULL}},
    {"INCLUDE", GB_INP_READ, "INPUT", "", "another file, by its path from this one", {NULL}},
    {"MATERIAL",
     GB_INP_READ,
     "NAME",
     "",
     "a material of that name",
     {[GB_INP_MATERIALS] = gb_inp_material}},
    {"ELASTIC",
     GB_INP_READ,
     "TYPE",
     "",
     "ISOTROPIC, LAMINA, ENGINEERING CONSTANTS or ORTHOTROPIC, of which shells have no part along "
     "their normal; one line, without temperatures",
     {[GB_INP_MATERIALS] = gb_inp_elastic}},
    {"DENSITY", GB_INP_READ, "", "", "one line, likewise", {[GB_INP_MATERIALS] = gb_inp_density}},
    {"DAMPING",
     GB_INP_READ,
     "ALPHA BETA",
     "",
     "`damping` of the material: mass, stiffness",
     {[GB_INP_MATERIALS] = gb_inp_damping}},
    {"ORIENTATION",
     GB_INP_READ,
     "NAME SYSTEM DEFINITION",
     "",
     "RECTANGULAR by coordinates, with the second line 3, angle: its first axis, projected on the "
     "shell and turned about its normal by degrees",
     {[GB_INP_MATERIALS] = gb_inp_orientation_keyword}},
    {"TRANSFORM",
     GB_INP_READ,
     "NSET TYPE",
     "",
     "R and C: axes of nodes for *BOUNDARY, *CLOAD and *EQUATION; a support along some of them is "
     "an equation",
     {[GB_INP_MATERIALS] = gb_inp_transform}},
    {"AMPLITUDE",
     GB_INP_READ,
     "NAME,DEFINITION,TIME,VALUE,SMOOTH,SHIFTX,SHIFTY,FIXED INTERVAL,BEGIN",
     "",
     "TABULAR: lines between points, constant beyond them; EQUALLY SPACED, SMOOTH STEP, PERIODIC, "
     "MODULATED, DECAY; RELATIVE, over the time of the case; TOTAL TIME in the first step",
     {[GB_INP_MATERIALS] = gb_inp_amplitude_keyword}},
    {"NODAL THICKNESS",
     GB_INP_READ,
     "",
     "",
     "thicknesses of nodes or sets, of which an element has the mean; they differ by up to 1.5 "
     "times the least in it, and a note tells by how much",
     {[GB_INP_MATERIALS] = gb_inp_nodal_thickness}},
    {"SHELL SECTION",
     GB_INP_READ,
     "ELSET,MATERIAL,COMPOSITE,ORIENTATION,OFFSET,NODAL THICKNESS",
     "SECTION INTEGRATION,POISSON,CONTROLS,LAYUP",
     "thickness, or that of *NODAL THICKNESS, or plies from the bottom face with angles in degrees "
     "from ORIENTATION; OFFSET; without ORIENTATION directions are by x",
     {[GB_INP_SECTIONS] = gb_inp_shell_section}},
    {"SHELL GENERAL SECTION",
     GB_INP_READ,
     "ELSET,MATERIAL,COMPOSITE,ORIENTATION,OFFSET,NODAL THICKNESS",
     "",
     "with MATERIAL or COMPOSITE, as *SHELL SECTION; no matrices",
     {[GB_INP_SECTIONS] = gb_inp_shell_section}},
    {"BEAM SECTION",
     GB_INP_READ,
     "ELSET MATERIAL SECTION OFFSET1 OFFSET2",
     "TEMPERATURE POISSON",
     "RECT, CIRC (a radius in Abaqus, a diameter in CalculiX: `deck: {dialect: calculix}`), PIPE, "
     "BOX of one thickness, I of equal flanges; n1 "
     "is the section's y, (0, 0, -1) where it is not given; shear by the factors of the shape "
     "here; "
     "offsets in thicknesses",
     {[GB_INP_SECTIONS] = gb_inp_beam_section}},
    {"BEAM GENERAL SECTION",
     GB_INP_READ,
     "ELSET SECTION DENSITY MATERIAL OFFSET1 OFFSET2",
     "",
     "these shapes, or GENERAL: A, I11, I22, J (shear factors 1), E and G of a material of its "
     "own; "
     "with MATERIAL, as of CalculiX, these shapes alone",
     {[GB_INP_SECTIONS] = gb_inp_general_section}},
    {"SOLID SECTION",
     GB_INP_READ,
     "ELSET MATERIAL",
     "",
     "the area of trusses",
     {[GB_INP_SECTIONS] = gb_inp_solid_section}},
    {"RIGID BODY",
     GB_INP_READ,
     "REF NODE,ELSET,TIE NSET,NSET,PIN NSET,POSITION,ROT NODE",
     "",
     "a body `NODE 12` at the node; rigid links, or spherical joints of PIN NSET and of "
     "CalculiX's NSET. Displacements of "
     "ROT "
     "NODE, which has no elements, are its rotations, as in CalculiX",
     {[GB_INP_LINKS] = gb_inp_rigid_body}},
    {"COUPLING",
     GB_INP_READ,
     "CONSTRAINT NAME,REF NODE,SURFACE",
     "",
     "a body `NODE 12` at the node, with the next keyword",
     {[GB_INP_LINKS] = gb_inp_coupling}},
    {"KINEMATIC",
     GB_INP_READ,
     "",
     "",
     "of all components: a rigid link; else joints that leave the rest free, as 1 to 3 spherical",
     {[GB_INP_LINKS] = gb_inp_coupling_kind}},
    {"DISTRIBUTING",
     GB_INP_READ,
     "WEIGHTING METHOD,",
     "COUPLING",
     "a link by the mean, weighed by areas of elements, or alike for a surface of nodes",
     {[GB_INP_LINKS] = gb_inp_coupling_kind}},
    {"KINEMATIC COUPLING",
     GB_INP_READ,
     "REF NODE,",
     "",
     "nodes with components, as *COUPLING with *KINEMATIC",
     {[GB_INP_LINKS] = gb_inp_kinematic}},
    {"CONNECTOR SECTION",
     GB_INP_READ,
     "ELSET BEHAVIOR",
     "",
     "of CONN3D2: BEAM, WELD, JOIN, HINGE, CYLINDRICAL, TRANSLATOR, PLANAR and LINK are the joints "
     "`CONNECTOR 7`: fixed, fixed, spherical, revolute, cylindrical, prismatic, planar and "
     "distance, "
     "with the first axis of the first node's orientation; AXIAL a spring, CARTESIAN and BUSHING "
     "bushings. An end is the body of its node, or the body to which that is rigidly tied",
     {[GB_INP_CONNECTORS] = gb_inp_connector_section}},
    {"CONNECTOR BEHAVIOR",
     GB_INP_READ,
     "NAME",
     "",
     "of a connector section, before it or behind it",
     {[GB_INP_MATERIALS] = gb_inp_behavior}},
    {"CONNECTOR ELASTICITY, CONNECTOR DAMPING",
     GB_INP_READ,
     "COMPONENT NONLINEAR",
     "",
     "linear, or elasticity of AXIAL and HINGE by forces and displacements, constant beyond them; "
     "of "
     "component 4 of HINGE, CYLINDRICAL and PLANAR, 1 of AXIAL (of TRANSLATOR damping "
     "alone), 1 to 3 of CARTESIAN, 1 to 6 of BUSHING, for small rotations",
     {[GB_INP_MATERIALS] = gb_inp_behavior_number}},
    {"CONNECTOR MOTION",
     GB_INP_READ,
     "AMPLITUDE OP TYPE",
     "",
     "of component 4 of HINGE, CYLINDRICAL and PLANAR, 1 of TRANSLATOR",
     {[GB_INP_ACTIONS] = gb_inp_connector_motion}},
    {"MPC",
     GB_INP_READ,
     "",
     "",
     "BEAM of Abaqus; TIE and PIN of nodes at one place; the second node has a body",
     {[GB_INP_LINKS] = gb_inp_mpc}},
    {"MASS",
     GB_INP_READ,
     "ELSET",
     "",
     "at nodes, of bodies and free nodes too",
     {[GB_INP_MASSES] = gb_inp_mass}},
    {"ROTARY INERTIA",
     GB_INP_READ,
     "ELSET",
     "",
     "I11, I22, I33 of a body at the node",
     {[GB_INP_LINKS] = gb_inp_rotary_inertia}},
    {"SPRING",
     GB_INP_READ,
     "ELSET NONLINEAR",
     "",
     "linear, or SPRINGA by forces and elongations, constant beyond them: SPRINGA is a spring "
     "along the line, SPRING1 and SPRING2 are bushings of one "
     "component. "
     "A node that has these or a MASS alone is the free node `NODE 12`",
     {[GB_INP_SPRINGS] = gb_inp_spring}},
    {"DASHPOT",
     GB_INP_READ,
     "ELSET",
     "",
     "linear, of DASHPOTA: along the line",
     {[GB_INP_SPRINGS] = gb_inp_spring}},
    {"EQUATION",
     GB_INP_READ,
     "",
     "",
     "of single nodes, for small rotations, as `equations` of the case file",
     {[GB_INP_ACTIONS] = gb_inp_equation}},
    {"BOUNDARY",
     GB_INP_READ,
     "OP TYPE AMPLITUDE",
     "",
     "components, or ENCASTRE, PINNED, XSYMM, ...; values of displacements",
     {[GB_INP_ACTIONS] = gb_inp_boundary}},
    {"CLOAD",
     GB_INP_READ,
     "OP AMPLITUDE",
     "",
     "forces and moments on nodes; of one step they add up; a node that its set lists again is "
     "loaded "
     "once by Abaqus, each time by CalculiX: `deck: {dialect: calculix}`",
     {[GB_INP_ACTIONS] = gb_inp_cload}},
    {"DLOAD",
     GB_INP_READ,
     "OP AMPLITUDE",
     "",
     "P of shells, along their normals, which follows them with NLGEOM; PX, PY, PZ of beams, and "
     "of "
     "Abaqus P1, P2, which turn with them with NLGEOM; GRAV, and CENTRIF as `spin`, of the whole "
     "model",
     {[GB_INP_ACTIONS] = gb_inp_dload}},
    {"DSLOAD",
     GB_INP_READ,
     "OP AMPLITUDE",
     "",
     "P, against the side of the surface",
     {[GB_INP_ACTIONS] = gb_inp_dsload}},
    {"INITIAL CONDITIONS",
     GB_INP_READ,
     "TYPE",
     "",
     "VELOCITY, of translations",
     {[GB_INP_ACTIONS] = gb_inp_initial}},
    {"STEP, END STEP",
     GB_INP_READ,
     "NAME NLGEOM PERTURBATION INC AMPLITUDE",
     "UNSYMM EXTRAPOLATION CONVERT SDI",
     "the one that `deck: {step: 1}` chooses, with what goes on from steps before it (OP); "
     "AMPLITUDE "
     "and INC are the case's",
     {NULL}},
    {"STATIC, DYNAMIC, FREQUENCY, BUCKLE",
     GB_INP_READ,
     "",
     "*",
     "what is solved for says the case file, by `time` or `modes`",
     {NULL}},

    {"HEADING, PREPRINT, PRINT, OUTPUT, NODE OUTPUT, ELEMENT OUTPUT, ENERGY OUTPUT, NODE PRINT, EL "
     "PRINT, NODE FILE, EL FILE, ENERGY PRINT, ENERGY FILE, FILE OUTPUT, FILE FORMAT, SECTION "
     "PRINT, "
     "SECTION FILE, MODAL OUTPUT, MONITOR, RESTART, USER OUTPUT VARIABLES, TIME POINTS, DISPLAY "
     "BODY, "
     "CONTACT OUTPUT, CONTACT PRINT, CONTACT FILE, DIAGNOSTICS, FILTER, INTEGRATED OUTPUT, "
     "INTEGRATED "
     "OUTPUT SECTION",
     GB_INP_LEFT_OUT,
     "",
     "*",
     "printing and results, which the case file has",
     {NULL}},
    {"CONTROLS, SOLUTION TECHNIQUE, SOLVER CONTROLS",
     GB_INP_LEFT_OUT,
     "",
     "*",
     "solution control, which the case file has",
     {NULL}},

    {"EXPANSION, CONDUCTIVITY, SPECIFIC HEAT, PHYSICAL CONSTANTS",
     GB_INP_LISTED,
     "",
     "*",
     "heat is not there",
     {NULL}},
    {"SECTION CONTROLS, HOURGLASS STIFFNESS",
     GB_INP_LISTED,
     "",
     "*",
     "elements here need no such numbers",
     {NULL}},
    {"FAIL STRESS, FAIL STRAIN",
     GB_INP_LISTED,
     "",
     "*",
     "strengths are those of the case's materials",
     {NULL}},

    {"TIE, EMBEDDED ELEMENT, RIGID MPC, SHELL TO SOLID COUPLING",
     GB_INP_REFUSED,
     "",
     "*",
     "use *COUPLING or *MPC, or joints and links of the case file",
     {NULL}},
    {"CONNECTOR LOAD, CONNECTOR FRICTION, CONNECTOR STOP, CONNECTOR LOCK, CONNECTOR CONSTITUTIVE "
     "REFERENCE, CONNECTOR FAILURE, JOINT, RELEASE",
     GB_INP_REFUSED,
     "",
     "*",
     "use `joints` of the case file",
     {NULL}},
    {"CONTACT, CONTACT PAIR, CONTACT INCLUSIONS, CONTACT PROPERTY ASSIGNMENT, SURFACE INTERACTION, "
     "SURFACE BEHAVIOR, FRICTION, GAP, CLEARANCE",
     GB_INP_REFUSED,
     "",
     "*",
     "contact is not there",
     {NULL}},
    {"PLASTIC, CREEP, HYPERELASTIC, HYPERFOAM, VISCOELASTIC, DEFORMATION PLASTICITY, USER "
     "MATERIAL, "
     "DEPVAR, CYCLIC HARDENING, NO COMPRESSION, NO TENSION, CONCRETE, DAMAGE INITIATION",
     GB_INP_REFUSED,
     "",
     "*",
     "materials are linear",
     {NULL}},
    {"HEAT TRANSFER, COUPLED TEMPERATURE-DISPLACEMENT, UNCOUPLED TEMPERATURE-DISPLACEMENT, "
     "TEMPERATURE, CFLUX, DFLUX, DSFLUX, FILM, SFILM, RADIATE, SRADIATE, FIELD",
     GB_INP_REFUSED,
     "",
     "*",
     "temperatures are not there",
     {NULL}},
    {"MODAL DYNAMIC, STEADY STATE DYNAMICS, RANDOM RESPONSE, RESPONSE SPECTRUM, COMPLEX FREQUENCY, "
     "VISCO, GREEN, SENSITIVITY, SUBSTRUCTURE GENERATE, MODAL DAMPING",
     GB_INP_REFUSED,
     "",
     "*",
     "march in time by `time`, or find `modes`, of the case file",
     {NULL}},
    {"SYSTEM, DISTRIBUTION, NORMAL",
     GB_INP_REFUSED,
     "",
     "*",
     "components are along the global axes, and shells as their elements and sections say",
     {NULL}},
    {"NFILL, NCOPY, NMAP, ELCOPY, PARAMETER, MODEL CHANGE, IMPERFECTION, IMPORT",
     GB_INP_REFUSED,
     "",
     "*",
     "write the nodes, elements and numbers out",
     {NULL}},
    {"TRANSVERSE SHEAR STIFFNESS, BEAM ADDED INERTIA, NONSTRUCTURAL MASS, MEMBRANE SECTION, "
     "SURFACE SECTION, COHESIVE SECTION, REBAR, PRE-TENSION SECTION",
     GB_INP_REFUSED,
     "",
     "*",
     "use `sections` and `masses` of the case file",
     {NULL}},
};

/// The next of keywords that commas separate, without blanks; `at` goes on behind it.
static bool next_keyword(const char **at, size_t size, char *name) {
  size_t length = 0;
  while (**at == ',' || **at == ' ') ++*at;
  for (; **at && **at != ','; ++*at)
    if (**at != ' ' && length + 1 < size) name[length++] = **at;
  name[length] = 0;
  return length > 0;
}

const gb_inp_rule *gb_inp_find_rule(const char *keyword) {
  for (size_t i = 0; i < sizeof rules / sizeof *rules; ++i) {
    char name[80];
    for (const char *at = rules[i].keywords; next_keyword(&at, sizeof name, name);)
      if (!strcmp(name, keyword)) return &rules[i];
  }
  return NULL;
}

void gb_inp_reference(void) {
  static const struct {
    const char *title, *text;
  } chapters[] = {
      [GB_INP_READ] = {"Read",
                       "What a keyword says beyond this is refused, by line and field. The second "
                       "column has the\nparameters that act, and behind a semicolon those that "
                       "change nothing."},
      [GB_INP_LEFT_OUT] = {"Left out", "These are no part of a model."},
      [GB_INP_LISTED] = {"Left out, with a line of the output",
                         "The run goes on without these; a line names and counts them."},
      [GB_INP_REFUSED] =
          {"Refused", "These change the model in ways that are not read: the first line of each "
                      "is an error.\nA keyword that is on no list is one too."},
  };
  printf(
      "# Keywords of Abaqus and CalculiX decks\n\n"
      "The output of `gimbal help keywords`: what becomes of the keywords of an .inp deck. How a "
      "deck and a\ncase file make a model together says [case-file.md](case-file.md).\n");
  for (int fate = 0; fate < GB_INP_FATES; ++fate) {
    const bool read = fate == GB_INP_READ;
    printf("\n## %s\n\n%s\n\n| keywords |%s |\n| --- |%s --- |\n", chapters[fate].title,
           chapters[fate].text, read ? " parameters |" : "", read ? " --- |" : "");
    for (size_t i = 0; i < sizeof rules / sizeof *rules; ++i) {
      const gb_inp_rule *r = &rules[i];
      if ((int)r->fate != fate) continue;
      printf("| %s | ", r->keywords);
      if (read)
        printf("%s%s%s | ", r->parameters, *r->harmless ? "; " : "",
               strcmp(r->harmless, "*") ? r->harmless : "all");
      printf("%s |\n", r->text);
    }
  }
}
