/// The table of all keywords of .inp decks that are known here, with the treatment of each. `gimbal
/// help keywords` prints it. Source: Abaqus Keywords Reference Guide.
#include "abaqus/entries/body.h"
#include "abaqus/entries/load.h"
#include "abaqus/entries/property.h"
#include "deck/reader.h"

#include <stdio.h>
#include <string.h>

/// A row of a keyword that is read: parameters that act, those that change nothing, text for the
/// user, and its handlers by phase; and a row of one that is not.
#define READ(keywords, parameters, harmless, text, ...)                                            \
  {                                                                                                \
    keywords, GB_DECK_READ, parameters, harmless, text, {                                          \
      __VA_ARGS__                                                                                  \
    }                                                                                              \
  }
#define REST(fate, keywords, text)                                                                 \
  {                                                                                                \
    keywords, fate, "", "*", text, {                                                               \
      NULL                                                                                         \
    }                                                                                              \
  }
/// Procedures that are not solved here.
#define UNSOLVED(keywords, text)                                                                   \
  {                                                                                                \
    keywords, GB_DECK_REFUSED, "procedure", "*", text, {                                           \
      NULL                                                                                         \
    }                                                                                              \
  }

static const gb_inp_rule rules[] = {
    READ("NODE", "NSET SYSTEM", "",
         "numbers and positions; SYSTEM=R, or C: radius, degrees, z; no normals",
         [GB_INP_MESH] = gb_inp_node, [GB_INP_SETS] = gb_inp_name_nodes),
    READ(
        "ELEMENT", "TYPE ELSET", "",
        "S3, S3R, S3RS, STRI3, S4, S4R, S4RS, S4RSW, S4R5, S6, STRI65: shells of 3, 4 and 6 "
        "nodes; S8, "
        "S8R, S8R5: of 9, one of its own in the middle; B31, B31R, B31H, PIPE31, PIPE31H, B32, "
        "B32R, "
        "B32H, B32RH, PIPE32, PIPE32H: beams of 2 and 3 nodes; T3D2, T3D2H: trusses; T3D3, "
        "T3D3H: the same, whose middle nodes follow the mean of their ends; T2D2, B21, "
        "B22 "
        "(and H, PIPE21, PIPE22): those in the plane z = 0, of whose nodes z, and of beams the "
        "rotations about x and y, are held; C3D4, C3D5, C3D6, C3D8, C3D10, C3D15, C3D20 (and H, of "
        "C3D8 and C3D20 R, RH, of C3D8 I, IH, of C3D10 M, MH, I): solids that do not lock, the "
        "same by each of these; MASS, "
        "ROTARYI, SPRINGA, SPRING1, SPRING2, DASHPOTA, CONN3D2. Other types are refused with the "
        "reason",
        [GB_INP_MESH] = gb_inp_element, [GB_INP_SETS] = gb_inp_name_elements),
    READ("NGEN", "NSET", "", "nodes on the line between two that stand before it",
         [GB_INP_MESH] = gb_inp_ngen, [GB_INP_SETS] = gb_inp_name_ngen),
    READ("ELGEN", "ELSET", "", "elements like one that stands before it, in up to three directions",
         [GB_INP_MESH] = gb_inp_elgen, [GB_INP_SETS] = gb_inp_name_elgen),
    READ("NSET", "NSET GENERATE INSTANCE ELSET", "INTERNAL UNSORTED",
         "a group of nodes of that name; numbers and sets before it, or the nodes of ELSET",
         [GB_INP_SETS] = gb_inp_nset),
    READ("ELSET", "ELSET GENERATE INSTANCE", "INTERNAL UNSORTED",
         "a group of elements of that name, likewise", [GB_INP_SETS] = gb_inp_elset),
    READ("SURFACE", "NAME TYPE", "INTERNAL",
         "SPOS and SNEG of shells, S1 to S6 of solids, or TYPE=NODE",
         [GB_INP_SETS] = gb_inp_surface_keyword),
    READ("TIE", "", "NAME,ADJUST,TYPE,POSITION TOLERANCE",
         "of surfaces with nodes at the same places, of solids, or of Abaqus: the nodes of the "
         "first "
         "become those of the second",
         [GB_INP_TIES] = gb_inp_tie),
    READ("PART, END PART, ASSEMBLY, END ASSEMBLY, INSTANCE, END INSTANCE", "NAME PART", "",
         "instances with their translation and rotation. Those after the first have numbers behind "
         "all before. Names are `PART-1-1.SKIN`",
         NULL),
    READ("INCLUDE", "INPUT", "", "another file, by its path from this one", NULL),
    READ("MATERIAL", "NAME", "", "a material of that name", [GB_INP_MATERIALS] = gb_inp_material),
    READ("ELASTIC", "TYPE", "",
         "ISOTROPIC, LAMINA, ENGINEERING CONSTANTS or ORTHOTROPIC, of which shells have no part "
         "along their normal, and solids all; one line, without temperatures. A blank nu is 0",
         [GB_INP_MATERIALS] = gb_inp_elastic),
    READ("DENSITY", "", "", "one line, likewise", [GB_INP_MATERIALS] = gb_inp_density),
    READ("EXPANSION", "TYPE", "ZERO",
         "ISO or ORTHO (of which solids have the third too) and one line where temperatures act; "
         "materials expand from initial "
         "temperatures, so "
         "that "
         "ZERO cancels",
         [GB_INP_MATERIALS] = gb_inp_expansion),
    READ("DAMPING", "ALPHA BETA", "",
         "`damping` of the material: mass, stiffness", [GB_INP_MATERIALS] = gb_inp_damping),
    READ("ORIENTATION", "NAME SYSTEM DEFINITION", "",
         "RECTANGULAR by coordinates, with the second line 3, angle: its first axis, turned about "
         "the third by degrees, then projected on the shell; in decks of Abaqus with 1 or 2 too: "
         "the second or third axis; CYLINDRICAL by two points of the axis, at the middle of each "
         "element; of solids RECTANGULAR with any second line",
         [GB_INP_MATERIALS] = gb_inp_orientation_keyword),
    READ("TRANSFORM", "NSET TYPE", "",
         "R and C: axes of nodes for *BOUNDARY, *CLOAD and *EQUATION; a support along some of them "
         "is an equation",
         [GB_INP_MATERIALS] = gb_inp_transform),
    READ("AMPLITUDE", "NAME,DEFINITION,TIME,VALUE,SMOOTH,SHIFTX,SHIFTY,FIXED INTERVAL,BEGIN", "",
         "TABULAR: lines between points, constant beyond them; EQUALLY SPACED, SMOOTH STEP, "
         "PERIODIC, MODULATED, DECAY; RELATIVE, over the time of the case; TOTAL TIME in the first "
         "step",
         [GB_INP_MATERIALS] = gb_inp_amplitude_keyword),
    READ(
        "NORMAL", "TYPE", "",
        "TYPE=ELEMENT: elements, nodes and a direction, which is compared: directors of shells are "
        "mean normals, up to 20 degrees from it, and axes of beams as their sections say (n2 in "
        "Abaqus, n1 in CalculiX), within 0.1 degrees",
        [GB_INP_LINKS] = gb_inp_normal),
    READ("NODAL THICKNESS", "", "",
         "thicknesses of nodes or sets, interpolated in elements; a warning tells of elements of 3 "
         "or 4 nodes with more than twice the least; a design of thickness is the mean of an "
         "element; they act where a section has NODAL THICKNESS; a line tells of others",
         [GB_INP_MATERIALS] = gb_inp_nodal_thickness),
    READ(
        "SHELL SECTION", "ELSET,MATERIAL,COMPOSITE,ORIENTATION,OFFSET,NODAL THICKNESS",
        "SECTION INTEGRATION,POISSON,CONTROLS,LAYUP",
        "thickness, or that of *NODAL THICKNESS, or plies from the bottom face with angles in "
        "degrees from ORIENTATION, or orientations of their own that are turned from it by one "
        "angle; OFFSET; without ORIENTATION directions are by x. Of sections of sets that overlap, "
        "of shells and of beams, CalculiX has the last one: `deck: {dialect: calculix}`",
        [GB_INP_SECTIONS] = gb_inp_shell_section),
    READ("SHELL GENERAL SECTION",
         "ELSET,MATERIAL,COMPOSITE,ORIENTATION,OFFSET,NODAL THICKNESS,DENSITY", "POISSON",
         "with MATERIAL or COMPOSITE, as *SHELL SECTION; else 21 numbers of a stiffness, with "
         "DENSITY as mass per area: a section of type general_shell, of a thickness by its "
         "stiffnesses",
         [GB_INP_SECTIONS] = gb_inp_shell_section),
    READ("TRANSVERSE SHEAR STIFFNESS", "", "",
         "behind a section by 21 numbers, which has (D11 + D22)/6 + D33/3 without it, as in Abaqus",
         [GB_INP_SECTIONS] = gb_inp_shear_stiffness),
    READ("BEAM SECTION", "ELSET MATERIAL SECTION OFFSET1 OFFSET2", "TEMPERATURE POISSON",
         "RECT, CIRC (a radius in Abaqus, a diameter in CalculiX, or two of an ellipse: `deck: "
         "{dialect: calculix}`), PIPE, THICK PIPE, BOX of one thickness, I of equal flanges; n1 is "
         "the "
         "section's y, (0, 0, -1) where it is not given; shear by the factors of the shape here; "
         "offsets in thicknesses",
         [GB_INP_SECTIONS] = gb_inp_beam_section),
    READ("BEAM GENERAL SECTION", "ELSET SECTION DENSITY MATERIAL OFFSET1 OFFSET2", "",
         "these shapes, or GENERAL: A, I11, I22, J (shear factors 1), E and G of a material of its "
         "own; with MATERIAL, as of CalculiX, these shapes alone",
         [GB_INP_SECTIONS] = gb_inp_general_section),
    READ("SOLID SECTION", "ELSET MATERIAL SECTION ORIENTATION", "CONTROLS",
         "the material of solids, which is isotropic, or orthotropic along the rectangular axes of "
         "ORIENTATION (of space without it); the area of trusses; with SECTION it is "
         "refused",
         [GB_INP_SECTIONS] = gb_inp_solid_section),
    READ("RIGID BODY", "REF NODE,ELSET,TIE NSET,NSET,PIN NSET,POSITION,ROT NODE", "",
         "a body `NODE 12` at the node; rigid links, or spherical joints of PIN NSET and of "
         "CalculiX's NSET. Displacements of ROT NODE, which has no elements, are its rotations, as "
         "in CalculiX",
         [GB_INP_LINKS] = gb_inp_rigid_body),
    READ("COUPLING", "CONSTRAINT NAME,REF NODE,SURFACE", "",
         "a body `NODE 12` at the node, with the next keyword", [GB_INP_LINKS] = gb_inp_coupling),
    READ("KINEMATIC", "", "",
         "of all components: a rigid link; else joints that leave the rest free, as 1 to 3 "
         "spherical",
         [GB_INP_LINKS] = gb_inp_coupling_kind),
    READ("DISTRIBUTING", "WEIGHTING METHOD,", "COUPLING",
         "a link by the mean, weighed by areas of elements, or alike for a surface of nodes",
         [GB_INP_LINKS] = gb_inp_coupling_kind),
    READ("KINEMATIC COUPLING", "REF NODE,", "",
         "nodes with components, as *COUPLING with *KINEMATIC", [GB_INP_LINKS] = gb_inp_kinematic),
    READ("CONNECTOR SECTION", "ELSET BEHAVIOR", "",
         "of CONN3D2: BEAM, WELD, JOIN, HINGE, CYLINDRICAL, TRANSLATOR, PLANAR, UJOINT, SLOT and "
         "LINK are the joints `CONNECTOR 7`: fixed, fixed, spherical, revolute, cylindrical, "
         "prismatic, planar, universal, inline and distance, with the first axis of the first "
         "node's orientation, and the third one of a UJOINT for the second body; AXIAL a spring, "
         "CARTESIAN and BUSHING bushings. An end is the body of its node, or the body to which "
         "that is rigidly tied",
         [GB_INP_CONNECTORS] = gb_inp_connector_section),
    READ("CONNECTOR BEHAVIOR", "NAME", "",
         "of a connector section, before it or behind it", [GB_INP_MATERIALS] = gb_inp_behavior),
    READ("CONNECTOR ELASTICITY, CONNECTOR DAMPING", "COMPONENT NONLINEAR", "",
         "linear, or elasticity of AXIAL and HINGE by forces and displacements, constant beyond "
         "them; of component 4 of HINGE, CYLINDRICAL and PLANAR, 1 of AXIAL (of TRANSLATOR and "
         "SLOT damping alone), 1 to 3 of CARTESIAN, 1 to 6 of BUSHING, for small rotations",
         [GB_INP_MATERIALS] = gb_inp_behavior_number),
    READ("CONNECTOR MOTION", "AMPLITUDE OP TYPE", "",
         "of component 4 of HINGE, CYLINDRICAL and PLANAR, 1 of TRANSLATOR and SLOT",
         [GB_INP_ACTIONS] = gb_inp_connector_motion),
    READ("MPC", "", "",
         "BEAM of Abaqus, and PIN of nodes at one place: the second node has a body; TIE of nodes "
         "at one place: the first becomes the second, and what acts on one acts on both",
         [GB_INP_TIES] = gb_inp_mpc_tie, [GB_INP_LINKS] = gb_inp_mpc),
    READ("MASS", "ELSET", "",
         "at nodes, of bodies and free nodes too; with inertia at one node of shells it follows "
         "their rotation about the normal (`drilling: 1e-4` of `links`)",
         [GB_INP_MASSES] = gb_inp_mass),
    READ("ROTARY INERTIA", "ELSET", "",
         "I11, I22, I33 of a body at the node", [GB_INP_LINKS] = gb_inp_rotary_inertia),
    READ("CONTACT PAIR", "INTERACTION,TYPE", "SMALL SLIDING,",
         "of surfaces of solids, of which the smaller one touches the other: an entry of "
         "`contacts` with `inside`, in statics of large displacements, whose loads grow over the "
         "step. Faces that are pressed in at the start by a twentieth to half of their size, and "
         "ADJUST, are refused",
         [GB_INP_ACTIONS] = gb_inp_contact_pair),
    READ("SURFACE INTERACTION", "NAME", "",
         "the law of contacts of that name", [GB_INP_LINKS] = gb_inp_interaction),
    READ("SURFACE BEHAVIOR", "PRESSURE-OVERCLOSURE", "",
         "LINEAR: its slope is the stiffness by area, without tension where faces are apart; HARD: "
         "a hundred times E over the size of the faces",
         [GB_INP_LINKS] = gb_inp_surface_behavior),
    READ("FRICTION", "", "",
         "of 0; others are refused, as surfaces of elements have no friction that sticks",
         [GB_INP_LINKS] = gb_inp_friction),
    READ("SPRING", "ELSET NONLINEAR", "",
         "linear, or SPRINGA by forces and elongations, constant beyond them: SPRINGA is a spring "
         "along the line, SPRING1 and SPRING2 are bushings of one component. A node that has these "
         "or a MASS alone is the free node `NODE 12`; one whose rotation is held is the ground of "
         "a spring of that rotation",
         [GB_INP_SPRINGS] = gb_inp_spring),
    READ("DASHPOT", "ELSET", "",
         "linear, of DASHPOTA: along the line", [GB_INP_SPRINGS] = gb_inp_spring),
    READ("EQUATION", "", "",
         "of nodes, or of sets of as many nodes as the first term's, or one: an equation for each; "
         "for small rotations, as `equations` of the case file",
         [GB_INP_ACTIONS] = gb_inp_equation),
    READ("BOUNDARY", "OP TYPE AMPLITUDE", "NAME",
         "components, or ENCASTRE, PINNED, XSYMM, ...; values of displacements, and of small "
         "rotations as equations; solids and trusses have no rotations to hold; of nodes that "
         "nothing "
         "has it is left out, with a line",
         [GB_INP_ACTIONS] = gb_inp_boundary),
    READ("CLOAD", "OP AMPLITUDE", "",
         "forces and moments on nodes; of one step they add up; a node that its set lists again is "
         "loaded once by Abaqus, each time by CalculiX: `deck: {dialect: calculix}`",
         [GB_INP_ACTIONS] = gb_inp_cload),
    READ("DLOAD", "OP AMPLITUDE", "",
         "P of shells, along their normals, and P1 to P6 of solids, into their faces, which follow "
         "them with NLGEOM; PX, PY, PZ of beams, "
         "and of Abaqus P1, P2, which turn with them with NLGEOM; GRAV, of the whole model, or as "
         "forces at the nodes of a part of its solids and shells, and CENTRIF as `spin`, of the "
         "whole "
         "model",
         [GB_INP_ACTIONS] = gb_inp_dload),
    READ("DSLOAD", "OP AMPLITUDE", "",
         "P, against the side of shells and into the faces of solids of the surface",
         [GB_INP_ACTIONS] = gb_inp_dsload),
    READ("INITIAL CONDITIONS", "TYPE", "",
         "VELOCITY, of translations; TEMPERATURE, as *TEMPERATURE; DISPLACEMENT of zeros, which is "
         "nothing",
         [GB_INP_ACTIONS] = gb_inp_initial),
    READ("TEMPERATURE", "OP AMPLITUDE", "",
         "one of a node and, in shells, its gradient along the normal, of which an element has the "
         "means; by an amplitude where the initial temperatures are 0",
         [GB_INP_ACTIONS] = gb_inp_temperature),
    READ("STEP, END STEP", "NAME NLGEOM PERTURBATION INC AMPLITUDE",
         "UNSYMM EXTRAPOLATION CONVERT SDI",
         "the one that `deck: {step: 1}` chooses, or the only one of *STATIC beside those of "
         "eigenvalues, with what goes on from steps before it (OP); steps at the end of procedures "
         "that are refused below are left out with a line; "
         "AMPLITUDE and INC are the case's; NLGEOM is YES, ON or NO",
         NULL),
    READ("STATIC, DYNAMIC, FREQUENCY, BUCKLE, NO ANALYSIS", "", "*",
         "what is solved for says the case file, by `time` or `modes`; a step of *NO ANALYSIS is "
         "none to "
         "choose",
         NULL),
    REST(GB_DECK_LEFT_OUT,
         "HEADING, PREPRINT, PRINT, OUTPUT, NODE OUTPUT, ELEMENT OUTPUT, ENERGY OUTPUT, NODE "
         "PRINT, EL PRINT, NODE FILE, EL FILE, ENERGY PRINT, ENERGY FILE, FILE OUTPUT, FILE "
         "FORMAT, SECTION PRINT, SECTION FILE, MODAL OUTPUT, MONITOR, RESTART, USER OUTPUT "
         "VARIABLES, TIME POINTS, DISPLAY BODY, CONTACT OUTPUT, CONTACT PRINT, CONTACT FILE, "
         "DIAGNOSTICS, FILTER, INTEGRATED OUTPUT, INTEGRATED OUTPUT SECTION",
         "printing and results, which the case file has"),
    REST(GB_DECK_LEFT_OUT, "CONTROLS, SOLUTION TECHNIQUE, SOLVER CONTROLS",
         "solution control, which the case file has"),
    REST(GB_DECK_LISTED, "CONDUCTIVITY, SPECIFIC HEAT, PHYSICAL CONSTANTS",
         "there is no conduction of heat"),
    REST(GB_DECK_LISTED, "SECTION CONTROLS, HOURGLASS STIFFNESS",
         "elements here need no such numbers"),
    REST(GB_DECK_LISTED, "DESIGN VARIABLES",
         "derivatives are by `design` of the case file, and need no such nodes"),
    REST(GB_DECK_LISTED, "FAIL STRESS, FAIL STRAIN", "strengths are those of the case's materials"),
    REST(GB_DECK_REFUSED, "EMBEDDED ELEMENT, RIGID MPC, SHELL TO SOLID COUPLING",
         "use *COUPLING or *MPC, or joints and links of the case file"),
    REST(GB_DECK_REFUSED,
         "CONNECTOR LOAD, CONNECTOR FRICTION, CONNECTOR STOP, CONNECTOR LOCK, CONNECTOR "
         "CONSTITUTIVE REFERENCE, CONNECTOR FAILURE, RELEASE",
         "use `joints` of the case file"),
    REST(GB_DECK_REFUSED, "JOINT",
         "springs and dampers of JOINTC elements, whose axes turn with the first node, are not "
         "read: use CONN3D2 with *CONNECTOR SECTION of BUSHING, or `bushings` of the case file"),
    REST(GB_DECK_REFUSED,
         "CONTACT, CONTACT INCLUSIONS, CONTACT PROPERTY ASSIGNMENT, GAP, CLEARANCE",
         "use *CONTACT PAIR, or `contacts` of the case file"),
    REST(GB_DECK_REFUSED,
         "PLASTIC, CREEP, HYPERELASTIC, HYPERFOAM, VISCOELASTIC, DEFORMATION PLASTICITY, USER "
         "MATERIAL, DEPVAR, CYCLIC HARDENING, NO COMPRESSION, NO TENSION, CONCRETE, DAMAGE "
         "INITIATION",
         "materials are linear"),
    UNSOLVED("HEAT TRANSFER, COUPLED TEMPERATURE-DISPLACEMENT, UNCOUPLED TEMPERATURE-DISPLACEMENT",
             "there is no conduction of heat"),
    REST(GB_DECK_REFUSED, "CFLUX, DFLUX, DSFLUX, FILM, SFILM, RADIATE, SRADIATE, FIELD",
         "there is no conduction of heat"),
    UNSOLVED("MODAL DYNAMIC, STEADY STATE DYNAMICS, RANDOM RESPONSE, RESPONSE SPECTRUM, COMPLEX "
             "FREQUENCY, VISCO, GREEN, SUBSTRUCTURE GENERATE",
             "march in time by `time`, or find `modes`, of the case file"),
    REST(GB_DECK_REFUSED, "MODAL DAMPING",
         "march in time by `time`, or find `modes`, of the case file"),
    UNSOLVED("SENSITIVITY", "`gradient` of the case file's `functions` has derivatives"),
    REST(GB_DECK_REFUSED, "SYSTEM, DISTRIBUTION",
         "components are along the global axes, and shells as their elements and sections say"),
    REST(GB_DECK_REFUSED,
         "NFILL, NCOPY, NMAP, ELCOPY, PARAMETER, MODEL CHANGE, IMPERFECTION, IMPORT",
         "write the nodes, elements and numbers out"),
    REST(GB_DECK_REFUSED,
         "BEAM ADDED INERTIA, NONSTRUCTURAL MASS, MEMBRANE SECTION, "
         "SURFACE SECTION, COHESIVE SECTION, REBAR, PRE-TENSION SECTION",
         "use `sections` and `masses` of the case file"),
};

/// Copy the next of keywords that commas separate, without blanks, and move `at` behind it.
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
      [GB_DECK_READ] =
          {"Read",
           "What a keyword says beyond this is refused, by line and field. The second column has "
           "the\nparameters that act, and behind a semicolon those that change nothing. Case and "
           "blanks do not count\nin them, and the first letters that no other parameter of the "
           "keyword has, three at least, stand for\none: NLGEO for NLGEOM, refnode for REF "
           "NODE."},
      [GB_DECK_LEFT_OUT] = {"Left out", "These are no part of a model."},
      [GB_DECK_LISTED] = {"Left out, with a line of the output",
                          "The run goes on without these; a line names and counts them."},
      [GB_DECK_REFUSED] = {"Refused",
                           "These change the model in ways that are not read: the first line of "
                           "each is an error.\nA keyword that is on no list is one too."},
  };
  printf("# Keywords of Abaqus and CalculiX decks\n\n"
         "The output of `gimbal help keywords`: what becomes of the keywords of an .inp deck. How "
         "a deck and a\ncase file make a model together says [case-file.md](case-file.md).\n");
  for (int fate = 0; fate < GB_DECK_FATES; ++fate) {
    const bool read = fate == GB_DECK_READ;
    if (!chapters[fate].title) continue; // there is no case control
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
