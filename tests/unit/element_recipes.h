/// What the verifier of elements must be told of each: numbers for its parameters, what its nodes
/// are, and what it is meant to do. A new element adds its line to `recipes` and the names of its
/// parameters that are not there yet to `numbers`.
#ifndef GB_TESTS_ELEMENT_RECIPES_H
#define GB_TESTS_ELEMENT_RECIPES_H

#include "elements/contact/contact_form.h"
#include "elements/contact/tyre.h"
#include "elements/multibody/friction.h"
#include "elements/spring/force_law.h"
#include "elements/spring/matrix.h"
#include "mesh/basis.h"
#include "tests/unit/element_layups.h"
#include "tests/unit/twice/kernels.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/// One line an element, or several where it may have different numbers of nodes.
typedef struct recipe {
  gb_element_kind kind;
  /// A letter for each node, by the fields that the element takes of it. P: its position; N:
  /// position and director; F: a frame; B: a frame and multipliers; M: multipliers;
  /// S: a state.
  const char *nodes;
  bool load;    ///< its forces and moments need not be in balance
  bool relaxed; ///< it has neither forces nor strains in any rigid motion of its reference
  bool meets;   ///< only where both places are the same its moments are in balance
  const char *fields_only; ///< parameters on which fields depend, but not the residual
  const gb_layup *layup;   ///< of the section, whose numbers follow the element's own parameters
  const char
      *law; ///< of a spring: an expression of s, v and t, or "table"; of states: of x, y, z and t
  const char *road;            ///< of a tyre: an expression of x, y and t
  bool vertical;               ///< normal of that road
  const gb_contact_form *form; ///< of a contact
  int surface;                 ///< dimension of the surface of such a form; 0: it has a frame
} recipe;

/// Forms of contacts, of bodies and of points, lines and faces.
static const gb_contact_form plane = {GB_CONTACT_PLANE, .body = true};
static const gb_contact_form bearing = {GB_CONTACT_CYLINDER, .inside = true, .body = true};
static const gb_contact_form block = {GB_CONTACT_BOX, .body = true};
static const gb_contact_form edge_on_plane = {GB_CONTACT_PLANE, .body = true, .line = true};
static const gb_contact_form stick = {GB_CONTACT_CAPSULE, .body = true, .line = true};
static const gb_contact_form edge_on_block = {GB_CONTACT_BOX, .body = true, .line = true};
static const gb_contact_form sphere = {.surface = GB_CONTACT_SPHERE};
static const gb_contact_form cylinder = {GB_CONTACT_CYLINDER, .dimension = 1};
static const gb_contact_form capsule = {GB_CONTACT_CAPSULE, .dimension = 2};
static const gb_contact_form crate = {GB_CONTACT_BOX, .dimension = 2};
static const gb_contact_form ball_on = {GB_CONTACT_ELEMENTS, .body = true, .touching = 1};
static const gb_contact_form beam2_on = {GB_CONTACT_ELEMENTS, .body = true, .dimension = 1,
                                         .touching = 2};
static const gb_contact_form beam3_on = {GB_CONTACT_ELEMENTS, .body = true, .dimension = 1,
                                         .touching = 3};
static const gb_contact_form node_on = {GB_CONTACT_ELEMENTS, .touching = 1};
static const gb_contact_form line_on = {GB_CONTACT_ELEMENTS, .dimension = 1, .touching = 2};
static const gb_contact_form face_on = {GB_CONTACT_ELEMENTS, .dimension = 2, .touching = 4};
static const gb_contact_form flush_on = {GB_CONTACT_ELEMENTS, .flush = true, .dimension = 2,
                                         .touching = 4};
static const gb_contact_form flush3_on = {GB_CONTACT_ELEMENTS, .flush = true, .dimension = 2,
                                          .touching = 3};
#define NO_NUMBERS                                                                                 \
  "line size2 size3 point side1 side2 side3 side4 side5 side6 side7 side8 node1 node2 node3 "      \
  "node4 "                                                                                         \
  "node5 node6 node7 node8 stick"
#define ON_ELEMENTS(KIND, points, form_of, dimension)                                              \
  {                                                                                                \
    GB_ELEMENT_##KIND, .nodes = points, .fields_only = NO_NUMBERS, .form = &form_of,               \
                       .surface = dimension                                                        \
  }
#define OF_SOLID(KIND, points, own, damped_own)                                                    \
  {GB_ELEMENT_##KIND, .nodes = points, .relaxed = true, .fields_only = "yield", .layup = &own}, {  \
    GB_ELEMENT_##KIND, .nodes = points, .fields_only = "yield", .layup = &damped_own               \
  }
#define LINE_MASS "line_mass line_mass_at.y line_mass_at.z"
#define STRENGTHS "Xt Xc Yt Yc S F12"
#define ROUGH                                                                                      \
  "0.2*sin(x + 2*y)*cos(t + y) + 0.1*exp(-n2*x^2) + n1/2*if(y < 9, tanh(x*y), 0) + "               \
  "n3/4*sqrt(3 + x)"

static const recipe recipes[] = {
    {GB_ELEMENT_MITC3, .nodes = "NNN", .relaxed = true, .fields_only = "yield", .layup = &skin},
    {GB_ELEMENT_MITC3, .nodes = "NNN", .relaxed = true, .fields_only = STRENGTHS, .layup = &plies},
    {GB_ELEMENT_MITC3, .nodes = "NNN", .relaxed = true, .fields_only = "yield",
     .layup = &moved_skin},
    {GB_ELEMENT_MITC6, .nodes = "NNNNNN", .relaxed = true, .fields_only = "yield", .layup = &skin},
    {GB_ELEMENT_MITC6, .nodes = "NNNNNN", .relaxed = true, .fields_only = STRENGTHS,
     .layup = &plies},
    {GB_ELEMENT_MITC4, .nodes = "NNNN", .relaxed = true, .fields_only = "yield", .layup = &skin},
    {GB_ELEMENT_MITC4, .nodes = "NNNN", .relaxed = true, .fields_only = STRENGTHS, .layup = &plies},
    {GB_ELEMENT_MITC4, .nodes = "NNNN", .relaxed = true, .fields_only = "yield",
     .layup = &moved_skin},
    {GB_ELEMENT_MITC4, .nodes = "NNNN", .relaxed = true, .fields_only = STRENGTHS,
     .layup = &moved_plies},
    {GB_ELEMENT_MITC4, .nodes = "NNNN", .relaxed = true, .layup = &general_shell},
    {GB_ELEMENT_MITC4, .nodes = "NNNN", .relaxed = true, .layup = &moved_general_shell},
    {GB_ELEMENT_MITC3, .nodes = "NNN", .relaxed = true, .fields_only = "yield length",
     .layup = &stiffened_panel},
    {GB_ELEMENT_MITC4, .nodes = "NNNN", .relaxed = true, .fields_only = "yield length",
     .layup = &moved_stiffened_panel},
    {GB_ELEMENT_MITC4, .nodes = "NNNN", .fields_only = "yield length area_mass",
     .layup = &damped_stiffened_panel},
    {GB_ELEMENT_MITC9, .nodes = "NNNNNNNNN", .relaxed = true, .fields_only = "yield",
     .layup = &skin},
    {GB_ELEMENT_MITC9, .nodes = "NNNNNNNNN", .relaxed = true, .fields_only = STRENGTHS,
     .layup = &plies},
    {GB_ELEMENT_MITC3, .nodes = "NNN", .relaxed = true, .fields_only = STRENGTHS,
     .layup = &tapered_plies},
    {GB_ELEMENT_MITC6, .nodes = "NNNNNN", .relaxed = true, .fields_only = "yield",
     .layup = &tapered_lumped_skin},
    {GB_ELEMENT_MITC4, .nodes = "NNNN", .relaxed = true, .fields_only = STRENGTHS,
     .layup = &tapered_plies},
    {GB_ELEMENT_MITC4, .nodes = "NNNN", .relaxed = true, .layup = &tapered_general_shell},
    {GB_ELEMENT_MITC4, .nodes = "NNNN", .fields_only = "area_mass " STRENGTHS,
     .layup = &tapered_damped_plies},
    {GB_ELEMENT_MITC9, .nodes = "NNNNNNNNN", .relaxed = true, .fields_only = "yield",
     .layup = &tapered_skin},
    {GB_ELEMENT_PRESSURE, .nodes = "PPP", .load = true},
    {GB_ELEMENT_PRESSURE, .nodes = "PPPPPP", .load = true},
    {GB_ELEMENT_PRESSURE, .nodes = "PPPP", .load = true},
    {GB_ELEMENT_PRESSURE, .nodes = "PPPPPPPPP", .load = true},
    {GB_ELEMENT_FOLLOWING_PRESSURE, .nodes = "PPP", .load = true},
    {GB_ELEMENT_FOLLOWING_PRESSURE, .nodes = "PPPPPP", .load = true},
    {GB_ELEMENT_FOLLOWING_PRESSURE, .nodes = "PPPP", .load = true},
    {GB_ELEMENT_FOLLOWING_PRESSURE, .nodes = "PPPPPPPPP", .load = true},
    {GB_ELEMENT_TRACTION, .nodes = "PPP", .load = true},
    {GB_ELEMENT_TRACTION, .nodes = "PPPPPP", .load = true},
    {GB_ELEMENT_TRACTION, .nodes = "PPPP", .load = true},
    {GB_ELEMENT_TRACTION, .nodes = "PPPPPPPPP", .load = true},
    {GB_ELEMENT_LINE_TRACTION, .nodes = "PP", .load = true},
    {GB_ELEMENT_LINE_TRACTION, .nodes = "PPP", .load = true},
    {GB_ELEMENT_FORCE, .nodes = "P", .load = true},
    {GB_ELEMENT_MOMENT, .nodes = "N", .load = true},
    {GB_ELEMENT_POINT_MASS, .nodes = "P", .relaxed = true},
    {GB_ELEMENT_SPRING, .nodes = "PP"},
    {GB_ELEMENT_SPRING, .nodes = "PP",
     .law = "s/(2 + sin(v)) - 0.3*t*exp(-n1*s^2) + 0.5*v + n3*tanh(n2*v)"},
    {GB_ELEMENT_SPRING, .nodes = "PP", .law = "table"},
    {GB_ELEMENT_RIGID_BODY, .nodes = "B", .relaxed = true},
    {GB_ELEMENT_JOINT, .nodes = "FFM"}, // every type and drive; see joint_variant
    {GB_ELEMENT_FOLD, .nodes = "F", .relaxed = true,
     .fields_only = "poisson density yield area_mass", .layup = &skin},
    {GB_ELEMENT_FOLD, .nodes = "F", .relaxed = true,
     .fields_only = "poisson density G12 G13 G23 angle area_mass " STRENGTHS, .layup = &one_ply},
    {GB_ELEMENT_DRILLING, .nodes = "FPPP", .relaxed = true,
     .fields_only = "density yield area_mass", .layup = &skin},
    {GB_ELEMENT_DRILLING, .nodes = "FPPPP", .relaxed = true,
     .fields_only = "density yield area_mass", .layup = &skin},
    {GB_ELEMENT_DRILLING, .nodes = "FPPPPP", .relaxed = true,
     .fields_only = "density G13 G23 area_mass " STRENGTHS, .layup = &one_ply},
    {GB_ELEMENT_STATE, .nodes = "S", .load = true, .law = "n1*sin(x) + n2*t - n3*x^3"},
    {GB_ELEMENT_STATE, .nodes = "SSS", .load = true,
     .law = "x*(n1 - y) + n2*t*exp(-z*z)*cos(n3*x)"},
    {GB_ELEMENT_FRAME_MOMENT, .nodes = "F", .load = true},
    {GB_ELEMENT_AVERAGE, .nodes = "FFM", .meets = true},
    {GB_ELEMENT_TORSION, .nodes = "FF"},
    {GB_ELEMENT_TORSION, .nodes = "FF",
     .law = "asin(s/5)*v^2 + n2*sqrt(2 + n1*s)*v + if(v < 9, n3*v, 0)"},
    {GB_ELEMENT_FOLLOWING_FORCE, .nodes = "PF", .load = true},
    {GB_ELEMENT_BODY_MOMENT, .nodes = "F", .load = true},
    {GB_ELEMENT_FOLLOWING_MOMENT, .nodes = "F", .load = true},
    {GB_ELEMENT_FOLLOWING_TRACTION, .nodes = "FF", .load = true},
    {GB_ELEMENT_FOLLOWING_TRACTION, .nodes = "FFF", .load = true},
    {GB_ELEMENT_BEAM2, .nodes = "FF", .relaxed = true, .fields_only = "yield", .layup = &rectangle},
    {GB_ELEMENT_BEAM3, .nodes = "FFF", .relaxed = true, .fields_only = "yield",
     .layup = &rectangle},
    {GB_ELEMENT_BEAM2, .nodes = "FF", .relaxed = true, .fields_only = "yield", .layup = &circle},
    {GB_ELEMENT_BEAM3, .nodes = "FFF", .relaxed = true, .fields_only = "yield", .layup = &circle},
    {GB_ELEMENT_BEAM2, .nodes = "FF", .relaxed = true, .fields_only = "yield", .layup = &tube},
    {GB_ELEMENT_BEAM3, .nodes = "FFF", .relaxed = true, .fields_only = "yield", .layup = &tube},
    {GB_ELEMENT_BEAM2, .nodes = "FF", .relaxed = true, .fields_only = "yield", .layup = &box},
    {GB_ELEMENT_BEAM2, .nodes = "FF", .relaxed = true, .fields_only = "yield", .layup = &beam_I},
    {GB_ELEMENT_BEAM2, .nodes = "FF", .relaxed = true, .fields_only = "yield", .layup = &beam_C},
    {GB_ELEMENT_BEAM2, .nodes = "FF", .relaxed = true, .fields_only = "yield", .layup = &beam_L},
    {GB_ELEMENT_BEAM2, .nodes = "FF", .relaxed = true, .layup = &constants},
    {GB_ELEMENT_BEAM2, .nodes = "FF", .relaxed = true, .layup = &general},
    {GB_ELEMENT_BEAM3, .nodes = "FFF", .relaxed = true, .layup = &general},
    {GB_ELEMENT_FRAME, .nodes = "B", .relaxed = true},
    {GB_ELEMENT_BUSHING, .nodes = "FF", .relaxed = true},
    {GB_ELEMENT_MATRIX, .nodes = "FF", .load = true},
    {GB_ELEMENT_INERTER, .nodes = "FP", .relaxed = true, .meets = true},
    {GB_ELEMENT_MITC3, .nodes = "NNN", .fields_only = "yield area_mass", .layup = &damped_skin},
    {GB_ELEMENT_MITC3, .nodes = "NNN", .fields_only = "area_mass " STRENGTHS,
     .layup = &damped_plies},
    {GB_ELEMENT_MITC6, .nodes = "NNNNNN", .fields_only = "yield area_mass", .layup = &damped_skin},
    {GB_ELEMENT_MITC6, .nodes = "NNNNNN", .fields_only = "area_mass " STRENGTHS,
     .layup = &damped_plies},
    {GB_ELEMENT_MITC4, .nodes = "NNNN", .fields_only = "yield area_mass", .layup = &damped_skin},
    {GB_ELEMENT_MITC4, .nodes = "NNNN", .fields_only = "area_mass " STRENGTHS,
     .layup = &damped_plies},
    {GB_ELEMENT_MITC4, .nodes = "NNNN", .fields_only = "yield area_mass",
     .layup = &moved_damped_skin},
    {GB_ELEMENT_MITC9, .nodes = "NNNNNNNNN", .fields_only = "yield area_mass",
     .layup = &damped_skin},
    {GB_ELEMENT_MITC9, .nodes = "NNNNNNNNN", .fields_only = "area_mass " STRENGTHS,
     .layup = &damped_plies},
    {GB_ELEMENT_FRICTION, .nodes = "FFM"}, // every type of joint that has it
    {GB_ELEMENT_BEAM2, .nodes = "FF", .fields_only = "yield " LINE_MASS,
     .layup = &damped_rectangle},
    {GB_ELEMENT_BEAM3, .nodes = "FFF", .fields_only = "yield " LINE_MASS,
     .layup = &damped_rectangle},
    {GB_ELEMENT_BEAM2, .nodes = "FF", .fields_only = "yield " LINE_MASS, .layup = &damped_circle},
    {GB_ELEMENT_BEAM2, .nodes = "FF", .fields_only = "yield " LINE_MASS, .layup = &damped_tube},
    {GB_ELEMENT_BEAM2, .nodes = "FF", .fields_only = "yield " LINE_MASS, .layup = &damped_box},
    {GB_ELEMENT_BEAM2, .nodes = "FF", .fields_only = "yield " LINE_MASS, .layup = &damped_beam_I},
    {GB_ELEMENT_BEAM2, .nodes = "FF", .fields_only = "yield " LINE_MASS, .layup = &damped_beam_C},
    {GB_ELEMENT_BEAM2, .nodes = "FF", .fields_only = "yield " LINE_MASS, .layup = &damped_beam_L},
    {GB_ELEMENT_BEAM2, .nodes = "FF", .fields_only = "yield " LINE_MASS,
     .layup = &damped_constants},
    {GB_ELEMENT_ROD, .nodes = "PP", .relaxed = true, .fields_only = "yield", .layup = &rod},
    {GB_ELEMENT_ROD, .nodes = "PP", .fields_only = "yield line_mass", .layup = &damped_rod},
    {GB_ELEMENT_SHEAR_PANEL, .nodes = "PPPP", .relaxed = true, .fields_only = "yield",
     .layup = &skin},
    {GB_ELEMENT_SHEAR_PANEL, .nodes = "PPPP", .fields_only = "yield area_mass",
     .layup = &damped_skin},
    {GB_ELEMENT_MITC3, .nodes = "NNN", .relaxed = true, .fields_only = "yield",
     .layup = &lumped_skin},
    {GB_ELEMENT_MITC6, .nodes = "NNNNNN", .relaxed = true, .fields_only = "yield",
     .layup = &lumped_skin},
    {GB_ELEMENT_MITC4, .nodes = "NNNN", .relaxed = true, .fields_only = "yield",
     .layup = &lumped_skin},
    {GB_ELEMENT_MITC9, .nodes = "NNNNNNNNN", .relaxed = true, .fields_only = "yield",
     .layup = &lumped_skin},
    {GB_ELEMENT_SHEAR_PANEL, .nodes = "PPPP", .relaxed = true, .fields_only = "yield",
     .layup = &lumped_skin},
    {GB_ELEMENT_BEAM2, .nodes = "FF", .relaxed = true, .fields_only = "yield",
     .layup = &lumped_rectangle},
    {GB_ELEMENT_BEAM3, .nodes = "FFF", .relaxed = true, .fields_only = "yield",
     .layup = &lumped_rectangle},
    {GB_ELEMENT_ROD, .nodes = "PP", .relaxed = true, .fields_only = "yield", .layup = &lumped_rod},
    OF_SOLID(SOLID4, "PPPP", solid, damped_solid),
    OF_SOLID(SOLID5, "PPPPP", solid, damped_solid),
    OF_SOLID(SOLID6, "PPPPPP", solid, damped_solid),
    OF_SOLID(SOLID8, "PPPPPPPP", solid, damped_solid),
    OF_SOLID(SOLID10, "PPPPPPPPPP", solid, damped_solid),
    OF_SOLID(SOLID15, "PPPPPPPPPPPPPPP", solid, damped_solid),
    OF_SOLID(SOLID20, "PPPPPPPPPPPPPPPPPPPP", solid, damped_solid),
    OF_SOLID(SOLID4, "PPPP", neo_hookean, damped_neo_hookean),
    OF_SOLID(SOLID8, "PPPPPPPP", neo_hookean, damped_neo_hookean),
    OF_SOLID(SOLID10, "PPPPPPPPPP", neo_hookean, damped_neo_hookean),
    {GB_ELEMENT_SOLID8, .nodes = "PPPPPPPP", .relaxed = true, .fields_only = "yield",
     .layup = &orthotropic_solid},
    {GB_ELEMENT_SOLID10, .nodes = "PPPPPPPPPP", .relaxed = true, .fields_only = "yield",
     .layup = &orthotropic_solid},
    OF_SOLID(SOLID27, "PPPPPPPPPPPPPPPPPPPPPPPPPPP", solid, damped_solid),
    {GB_ELEMENT_EQUATION, .nodes = "B", .load = true},
    {GB_ELEMENT_TYRE, .nodes = "F", .load = true},
    {GB_ELEMENT_TYRE, .nodes = "F", .load = true, .road = ROUGH},
    {GB_ELEMENT_TYRE, .nodes = "F", .load = true, .road = ROUGH, .vertical = true},
    {GB_ELEMENT_BODY_CONTACT, .nodes = "FF", .fields_only = "stick", .form = &plane},
    {GB_ELEMENT_BODY_CONTACT, .nodes = "FF", .fields_only = "stick", .form = &bearing},
    {GB_ELEMENT_BODY_CONTACT, .nodes = "FF", .fields_only = "stick", .form = &block},
    {GB_ELEMENT_CONTACT, .nodes = "FP", .form = &sphere, .fields_only = "line stick"},
    {GB_ELEMENT_CONTACT, .nodes = "FPP", .form = &cylinder, .fields_only = "line stick"},
    {GB_ELEMENT_CONTACT, .nodes = "FPPPP", .form = &capsule, .fields_only = "line stick"},
    {GB_ELEMENT_CONTACT, .nodes = "FPPP", .form = &crate, .fields_only = "line stick"},
    ON_ELEMENTS(BODY_FACE_CONTACT, "FPP", ball_on, 1),
    ON_ELEMENTS(BODY_FACE_CONTACT, "FPPP", ball_on, 1),
    ON_ELEMENTS(BODY_FACE_CONTACT, "FPPP", ball_on, 2),
    ON_ELEMENTS(BODY_FACE_CONTACT, "FPPPP", ball_on, 2),
    ON_ELEMENTS(BODY_FACE_CONTACT, "FPPPPPP", ball_on, 2),
    ON_ELEMENTS(BODY_FACE_CONTACT, "FPPPPPPPP", ball_on, 2),
    ON_ELEMENTS(BEAM2_FACE_CONTACT, "FFPP", beam2_on, 1),
    ON_ELEMENTS(BEAM3_FACE_CONTACT, "FFFPPP", beam3_on, 1),
    ON_ELEMENTS(FACE_CONTACT, "PPP", node_on, 1),
    ON_ELEMENTS(FACE_CONTACT, "PPPP", node_on, 2),
    ON_ELEMENTS(FACE_CONTACT, "PPPP", line_on, 1),
    ON_ELEMENTS(FACE_CONTACT, "PPPPP", line_on, 2),
    ON_ELEMENTS(FACE_CONTACT, "PPPPPPPP", face_on, 2),
    ON_ELEMENTS(FACE_CONTACT, "PPPPPPPP", flush_on, 2),
    ON_ELEMENTS(FACE_CONTACT, "PPPPPPP", flush3_on, 2),
    {GB_ELEMENT_BODY_CONTACT, .nodes = "FF", .fields_only = "stick", .form = &edge_on_plane},
    {GB_ELEMENT_BODY_CONTACT, .nodes = "FF", .fields_only = "stick", .form = &stick},
    {GB_ELEMENT_BODY_CONTACT, .nodes = "FF", .fields_only = "stick", .form = &edge_on_block},
};

/// Parameters by their names, of a size that lets every term of a kernel count.
static const struct {
  const char *name;
  double value;
} numbers[] = {
    {"young", 3},
    {"poisson", 0.3},
    {"density", 1.7},
    {"damping.mass", 0.6},
    {"damping.stiffness", 0.3},
    {"yield", 1.4},
    {"thickness", 0.2},
    {"area", 1.1},
    {"E1", 3},
    {"E2", 1.2},
    {"E3", 0.9},
    {"poisson13", 0.2},
    {"relative_density", 0.6},
    {"poisson23", 0.25},
    {"G12", 0.8},
    {"G13", 0.7},
    {"G23", 0.5},
    {"Xt", 1.4},
    {"Xc", 1.1},
    {"Yt", 0.6},
    {"Yc", 0.9},
    {"S", 0.7},
    {"F12", -0.05},
    {"value", 1.3},
    {"value_rate", 0.5},
    {"scale", 1.7},
    {"value_acceleration", -0.7},
    {"amplitude", 0.8},
    {"x", 0.7},
    {"y", -0.5},
    {"z", 0.9},
    {"own_x", 1.4},
    {"own_y", 0.6},
    {"own_z", -0.8},
    {"mass", 1.6},
    {"moment_x", 0.3},
    {"moment_y", -0.2},
    {"moment_z", 0.4},
    {"inertia_xx", 1.2},
    {"inertia_yy", 0.9},
    {"inertia_zz", 1.1},
    {"inertia_xy", 0.2},
    {"inertia_xz", -0.3},
    {"inertia_yz", 0.1},
    {"inertance_11", 1.2},
    {"inertance_12", 0.3},
    {"inertance_13", -0.2},
    {"inertance_22", 0.9},
    {"inertance_23", 0.1},
    {"inertance_33", 1.4},
    {"stiffness", 2},
    {"stiffness2", 0.7},
    {"stiffness3", 0.5},
    {"n1", 0.6},
    {"n2", 1.3},
    {"n3", -0.4},
    {"damping", 0.8},
    {"damping2", 0.3},
    {"damping3", 0.2},
    {"length", 0.6},
    {"angle", 0.4},
    {"angle_rate", 0.7},
    {"distance", 0.5},
    {"distance_rate", -0.4},
    {"angle_acceleration", -0.6},
    {"distance_acceleration", 0.3},
    {"exponent", 1.6},
    {"ball", 1.1},
    {"line", 1.2},
    {"size1", 0.3},
    {"size2", 0.4},
    {"size3", 0.5},
    {"point", 0.2},
    {"side1", 1},
    {"side2", 1},
    {"side3", 1},
    {"side4", 1},
    {"side5", 1},
    {"side6", 1},
    {"side7", 1},
    {"side8", 1},
    {"node1", 1},
    {"node2", 1},
    {"node3", 1},
    {"node4", 1},
    {"node5", 1},
    {"node6", 1},
    {"node7", 1},
    {"node8", 1},
    {"width", 0.5},
    {"height", 0.7},
    {"flange", 0.15},
    {"web", 0.11},
    {"I_yy", 0.4},
    {"I_zz", 0.3},
    {"J", 0.5},
    {"k_y", 0.8},
    {"k_z", 0.7},
    {"radius", 0.7},
    {"coefficient", 0.6},
    {"velocity", 0.5},
    {"stick", 0.9},
    {"friction", 1.1},
    {"side_friction", 0.8},
    {"slip", 0.9},
    {"slip_angle", 0.7},
    {"slip_speed", 0.4},
    {"axis_x", 0.4},
    {"axis_y", 0.9},
    {"axis_z", 0.2},
    {"offset", 0.06},
    {"offset_fraction", -0.35},
    {"offset_x", 0.1},
    {"offset_y", -0.1},
    {"offset_z", 0.15},
    {"offset.y", -0.11},
    {"offset.z", 0.13},
    {"I_yz", -0.12},
    {"center.y", 0.09},
    {"center.z", -0.06},
    {"line_mass", 0.4},
    {"line_mass_at.y", 0.12},
    {"line_mass_at.z", -0.07},
    {"area_mass", 0.3},
    {"A.11", 2.1},
    {"A.12", 0.3},
    {"A.16", 0.1},
    {"A.22", 1.9},
    {"A.26", -0.2},
    {"A.66", 0.8},
    {"B.11", 0.02},
    {"B.12", -0.01},
    {"B.16", 0.005},
    {"B.22", 0.015},
    {"B.26", 0.01},
    {"B.66", -0.007},
    {"D.11", 0.009},
    {"D.12", 0.002},
    {"D.16", -0.001},
    {"D.22", 0.007},
    {"D.26", 0.0006},
    {"D.66", 0.004},
    {"shear.11", 0.9},
    {"shear.12", 0.1},
    {"shear.22", 1.1},
    {"rotary_inertia", 0.05},
    {"pitch", 1.3},
    {"length", 1.7},
    {"stiffness.11", 2.1},
    {"stiffness.12", -0.29},
    {"stiffness.13", 0.28},
    {"stiffness.14", 0.21},
    {"stiffness.15", -0.2},
    {"stiffness.16", 0.1},
    {"stiffness.22", 1.3},
    {"stiffness.23", -0.04},
    {"stiffness.24", 0.12},
    {"stiffness.25", 0.23},
    {"stiffness.26", -0.32},
    {"stiffness.33", 1.6},
    {"stiffness.34", -0.38},
    {"stiffness.35", 0.27},
    {"stiffness.36", -0.05},
    {"stiffness.44", 0.9},
    {"stiffness.45", 0.21},
    {"stiffness.46", -0.4},
    {"stiffness.55", 1.1},
    {"stiffness.56", -0.04},
    {"stiffness.66", 1.4},
    {"mass.rhoA", 1.2},
    {"mass.S_y", 0.3},
    {"mass.S_z", -0.2},
    {"mass.I_yy", 0.8},
    {"mass.I_zz", 0.6},
    {"mass.I_yz", 0.25},
    {"stiffness_11", 2},
    {"stiffness_12", -0.1},
    {"stiffness_13", 0.3},
    {"stiffness_14", -0.3},
    {"stiffness_15", 0.1},
    {"stiffness_16", -0.5},
    {"stiffness_22", 2.6},
    {"stiffness_23", -0.5},
    {"stiffness_24", -0.1},
    {"stiffness_25", 0.3},
    {"stiffness_26", -0.3},
    {"stiffness_33", 3.2},
    {"stiffness_34", 0.1},
    {"stiffness_35", -0.5},
    {"stiffness_36", -0.1},
    {"stiffness_44", 3.8},
    {"stiffness_45", -0.3},
    {"stiffness_46", 0.1},
    {"stiffness_55", 4.4},
    {"stiffness_56", 0.3},
    {"stiffness_66", 5},
    {"damping_11", 0.8},
    {"damping_12", -0.04},
    {"damping_13", 0.12},
    {"damping_14", -0.12},
    {"damping_15", 0.04},
    {"damping_16", -0.2},
    {"damping_22", 1.04},
    {"damping_23", -0.2},
    {"damping_24", -0.04},
    {"damping_25", 0.12},
    {"damping_26", -0.12},
    {"damping_33", 1.28},
    {"damping_34", 0.04},
    {"damping_35", -0.2},
    {"damping_36", -0.04},
    {"damping_44", 1.52},
    {"damping_45", -0.12},
    {"damping_46", 0.04},
    {"damping_55", 1.76},
    {"damping_56", 0.12},
    {"damping_66", 2},
};

/// @return 0: there is none of this name
static double number_of(const char *name) {
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (strcmp(numbers[i].name, name) == 0) return numbers[i].value;
  return 0;
}

/// Where a parameter is among the numbers of a section: its name, its ply or -1.
static const char *section_number(const gb_layup *layup, int k, int *ply) {
  const gb_section_law *law = gb_section_laws[layup->kind];
  const int first = gb_layup_ply(layup, 0), offset = gb_layup_ply(layup, layup->plies);
  const int each = k < first ? first / layup->materials : gb_layup_ply(layup, 1) - first;
  *ply = k < first || k >= offset ? -1 : (k - first) / each;
  if (k >= gb_layup_damping(layup, 0))
    return gb_layup_damping_name[(k - gb_layup_damping(layup, 0)) % GB_DAMPING_NUMBERS];
  if (k >= offset) return gb_layup_offset[k - offset].name;
  return k < first ? law->material[k % each].name : law->ply[(k - first) % each].name;
}

/// A type of joint with its angle, its distance, both or neither driven.
/// @return false: there is no such variant; 0 is one of every element
static bool joint_variant(const recipe *r, int variant, gb_joint *joint) {
  const bool rubs = r->kind == GB_ELEMENT_FRICTION;
  *joint = (gb_joint){0};
  if (r->kind != GB_ELEMENT_JOINT && !rubs) return variant == 0;
  for (const gb_joint_type *type = gb_joint_types; type->name; type++)
    for (int drives = 0; drives < 4; drives++) {
      const bool angle = drives & 1, distance = drives & 2;
      if ((angle && !type->turns) || (distance && !type->slides)) continue;
      if (rubs && (drives || !gb_joint_rubs(type))) continue;
      *joint = (gb_joint){type, angle, distance};
      if (variant-- == 0) return true;
    }
  return false;
}

#endif
