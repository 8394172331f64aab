/// Rules about several keys of a case file, which no single row of the schema can express. Rules of
/// bodies, joints and masses are in body_rules.c, rules of designs and functions in design_rules.c,
/// rules of controls in control_rules.c.
#include "case/rules/rules.h"

#include "base/length.h"
#include "problem/faults.h"
#include "problem/numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Check that a material has all numbers along its third axis, or none.
static int check_third_axis(const gb_subject *s) {
  static const char *const needed[] = {"E1", "E3", "poisson13", "poisson23"};
  enum { KEYS = sizeof needed / sizeof *needed };
  bool any = gb_rule_has(s->node, "expansion3");
  for (int i = 1; i < KEYS; i++) any = any || gb_rule_has(s->node, needed[i]);
  if (!any) return GB_OK;
  for (int i = 0; i < KEYS; i++)
    if (!gb_rule_has(s->node, needed[i]))
      return gb_rule_refuse_as(GB_MISSING_KEY, s, needed[i],
                               "is missing; accepted: a number beside E1, E3, poisson13 and "
                               "poisson23, which an orthotropic material of solids needs");
  return GB_OK;
}

/// Check a material, which is isotropic, or orthotropic if E1 is given.
int gb_rule_material(const gb_subject *s, void *entry) {
  static const char *const needed[2][6] = {{"young", "poisson", NULL},
                                           {"E2", "G12", "G13", "G23", "poisson", NULL}};
  const gb_material *m = entry;
  const bool plies = gb_rule_has(s->node, "E1");
  gb_fault fault;
  for (int i = 0; needed[plies][i]; i++)
    if (!gb_rule_has(s->node, needed[plies][i]))
      return gb_rule_refuse_as(GB_MISSING_KEY, s, needed[plies][i],
                               "is missing; accepted: a number %s",
                               plies    ? "beside E1: E2, G12, G13, G23 and poisson are needed"
                               : i == 1 ? "> -1 and < 0.5"
                                        : "> 0, or E1 and what goes with it");
  if (plies && gb_rule_has(s->node, "young"))
    return gb_rule_refuse_as(
        GB_KEY_CONFLICT, s, "young",
        "beside E1; accepted: one of them, for an isotropic material or for plies");
  if (plies && m->law != GB_LINEAR)
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "law",
                             "%s beside E1; accepted: linear, or young in place of E1, for an "
                             "isotropic material",
                             gb_material_law_words[m->law]);
  GB_TRY(check_third_axis(s));
  return gb_material_fault(m, &fault) ? gb_rule_refuse(s, fault.key, "%s", fault.text) : GB_OK;
}

/// Check the keys of beams by their section. Rods have no orientation, and rods along points would
/// be a mechanism; other beams need an orientation.
static int check_beam_section(const gb_subject *s, const gb_section_entry *section) {
  const bool rod = gb_problem_section_is_rod(section);
  if (!gb_problem_section_is_beam(section)) return GB_OK; // the model refuses it
  if (rod && gb_rule_has(s->node, "points"))
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "points",
                             "of a beam whose section is a rod; accepted: group, or another "
                             "section");
  const bool toward = gb_rule_has(s->node, "toward");
  if (gb_rule_has(s->node, "orientation") + toward == !rod) return GB_OK;
  return gb_rule_refuse_as(
      rod || toward ? GB_KEY_CONFLICT : GB_MISSING_KEY, s, toward ? "toward" : "orientation",
      rod      ? "of a beam whose section is a rod, which has no axes; accepted: without"
      : toward ? "beside orientation; accepted: one of both"
               : "is missing (the section's y); accepted: [x, y, z], or toward: [x, y, z]");
}

int gb_rule_beam(const gb_subject *s, void *entry) {
  gb_beam *beam = entry;
  static const char *const own[] = {"name", "elements", "order", "ends"};
  if (gb_rule_has(s->node, "group") == gb_rule_has(s->node, "points"))
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, NULL,
                             "needs one place (found %s); accepted: group, or points",
                             beam->group ? "group and points" : "none");
  for (int i = 0; i < 4; i++) {
    if (gb_rule_has(s->node, own[i]) && beam->group)
      return gb_rule_refuse_as(GB_KEY_CONFLICT, s, own[i],
                               "of a beam along points; accepted: with points in place of group");
    if (i < 2 && !gb_rule_has(s->node, own[i]) && !beam->group)
      return gb_rule_refuse_as(GB_MISSING_KEY, s, own[i],
                               "is missing; accepted: %s of the beam along points",
                               i == 0 ? "the name" : "the number of elements");
  }
  const double *y = beam->orientation;
  beam->pointed = gb_rule_has(s->node, "toward");
  if (!gb_rule_has(s->node, "orientation") || y[0] != 0 || y[1] != 0 || y[2] != 0) return GB_OK;
  return gb_rule_refuse(s, "orientation", "no direction; accepted: [x, y, z] that are not all 0");
}

int gb_rule_shell(const gb_subject *s, void *entry) {
  const gb_shell_section *shell = entry;
  static const char *const own[] = {"material", "thickness"};
  for (int i = 0; i < 2; i++) {
    if (gb_rule_has(s->node, own[i]) != (shell->section != NULL)) continue;
    if (shell->section)
      return gb_rule_refuse_as(
          GB_KEY_CONFLICT, s, own[i],
          "given by the section (found section: %s); accepted: section, or material "
          "and thickness",
          shell->section);
    return gb_rule_refuse_as(GB_MISSING_KEY, s, own[i],
                             "is missing; accepted: material and thickness, or section");
  }
  if (shell->section && gb_rule_has(s->node, "area_mass"))
    return gb_rule_refuse(s, "area_mass",
                          "beside section; accepted: area_mass of its plies, or material and "
                          "thickness");
  if (shell->carries == GB_CARRIES_SHEAR && (shell->offset != 0 || shell->offset_fraction != 0))
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "carries",
                             "shear, beside an offset; accepted: without offset and "
                             "offset_fraction, or carries: all");
  if (shell->section && shell->carries == GB_CARRIES_SHEAR)
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "carries",
                             "shear beside section; accepted: material and thickness");
  const double *axis = shell->axis;
  if (!gb_rule_has(s->node, "axis") || axis[0] != 0 || axis[1] != 0 || axis[2] != 0) return GB_OK;
  return gb_rule_refuse(s, "axis", "no direction; accepted: [x, y, z] that are not all 0");
}

int gb_rule_support(const gb_subject *s, void *entry) {
  const gb_support *support = entry;
  const bool given = gb_motion_is_given(&support->motion), turns = gb_rule_has(s->node, "angle");
  const double *axis = support->motion.axis;
  if (gb_rule_has(s->node, "group") == gb_rule_has(s->node, "body"))
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, NULL, "holds %s; accepted: one of group and body",
                             support->group ? "a group and a body" : "no group and no body");
  if (support->body && support->symmetry >= 0)
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "symmetry",
                             "of a body; accepted: fix, motion or angle");
  if (!support->fix && support->symmetry < 0 && !given)
    return gb_rule_refuse_as(GB_MISSING_KEY, s, NULL,
                             "holds nothing; accepted: with fix, symmetry, motion, displacements, "
                             "velocities, accelerations or angle");
  for (int k = 0; k < GB_MOTION_ORDERS; k++)
    if (gb_rule_has(s->node, gb_motion_keys[k]) &&
        (support->body || gb_rule_has(s->node, "motion") || turns))
      return gb_rule_refuse_as(GB_KEY_CONFLICT, s, gb_motion_keys[k],
                               "beside %s; accepted: with a group, and without motion and angle",
                               support->body ? "body"
                               : turns       ? "angle"
                                             : "motion");
  if (given && support->symmetry >= 0)
    return gb_rule_refuse_as(
        GB_KEY_CONFLICT, s, "symmetry",
        "beside a given motion; accepted: fix beside motion, or symmetry alone");
  for (int i = 0; i < 2 && !turns; i++) {
    static const char *const own[] = {"axis", "about"};
    if (gb_rule_has(s->node, own[i]))
      return gb_rule_refuse_as(GB_KEY_CONFLICT, s, own[i], "of a rotation; accepted: with angle");
  }
  if (!turns || axis[0] != 0 || axis[1] != 0 || axis[2] != 0) return GB_OK;
  return gb_rule_refuse_as(gb_rule_has(s->node, "axis") ? GB_WRONG_VALUE : GB_MISSING_KEY, s,
                           "axis", "%s; accepted: [x, y, z] that are not all 0, the axis of angle",
                           gb_rule_has(s->node, "axis") ? "no direction" : "is missing");
}

/// Check a load on a body: a force needs a position, a moment has none.
static int check_body_load(const gb_subject *s, const gb_load *load) {
  if (load->type != GB_LOAD_FORCE && load->type != GB_LOAD_MOMENT)
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "body",
                             "acts by a force or a moment (found %s); accepted: these",
                             gb_node_found(gb_node_find(s->node, "type")).text);
  if (gb_rule_has(s->node, "at") == (load->type == GB_LOAD_FORCE)) return GB_OK;
  return gb_rule_refuse_as(
      GB_KEY_CONFLICT, s, "at",
      "a force on a body needs a place, a moment none; accepted: at: [x, y, z] with "
      "a force");
}

/// Check the value of a load: a factor of own forces, one number of a pressure, else three.
static int check_load_value(const gb_subject *s, const gb_load *load) {
  const gb_found type = gb_node_found(gb_node_find(s->node, "type"));
  const bool own = load->own.count > 0, one = own || load->type == GB_LOAD_PRESSURE;
  const bool nodal = load->type == GB_LOAD_FORCE || load->type == GB_LOAD_MOMENT;
  if (own && (!nodal || !load->group || load->follow))
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "values",
                             "not used here; accepted: with type: force or moment and a group, "
                             "without follow");
  if (!gb_rule_has(s->node, "value")) {
    if (own) return GB_OK;
    return gb_rule_refuse_as(GB_MISSING_KEY, s, "value", "is missing; accepted: value%s",
                             nodal ? ", or values of the nodes" : "");
  }
  const gb_found found = gb_node_found(gb_node_find(s->node, "value"));
  if (one && load->value[1])
    return gb_rule_refuse(s, "value",
                          "not the value of a %s (found %s); accepted: one number or expression "
                          "of t",
                          own ? "load with values" : "pressure", found.text);
  if (!one && !load->value[1])
    return gb_rule_refuse(s, "value",
                          "not the value of a %s (found %s); accepted: [x, y, z] of numbers or "
                          "expressions of t",
                          type.text, found.text);
  return GB_OK;
}

int gb_rule_load(const gb_subject *s, void *entry) {
  const gb_load *load = entry;
  gb_found type = gb_node_found(gb_node_find(s->node, "type"));
  if (gb_rule_has(s->node, "group") + gb_rule_has(s->node, "mass") + gb_rule_has(s->node, "body") !=
      1)
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, NULL,
                             "needs one place (found %s); accepted: group, mass or body",
                             load->group || load->mass || load->body ? "several" : "none");
  if (load->body) GB_TRY(check_body_load(s, load));
  if (load->mass && load->type != GB_LOAD_FORCE)
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "mass",
                             "a %s does not act on a point; accepted: a force", type.text);
  GB_TRY(check_load_value(s, load));
  if (load->mass && load->follow)
    return gb_rule_refuse_as(
        GB_KEY_CONFLICT, s, "follow",
        "a point does not turn (found true); accepted: true with a pressure, on groups "
        "of beams, or with a body");
  return GB_OK;
}

/// Check that numbers of nodes or elements are integers.
static int check_numbers(const gb_subject *s, const char *key, int count, const double number[]) {
  for (int i = 0; i < count; i++)
    if (!(number[i] >= 1 && number[i] == floor(number[i])))
      return gb_rule_refuse(s, key, "found %.17g; accepted: whole numbers >= 1", number[i]);
  return GB_OK;
}

int gb_rule_group(const gb_subject *s, void *entry) {
  static const char *const keys[] = {[GB_PLACE_NODES] = "nodes", [GB_PLACE_ELEMENTS] = "elements",
                                     [GB_PLACE_AT] = "at",       [GB_PLACE_BOX] = "box",
                                     [GB_PLACE_SIDE] = "side",   [GB_PLACE_CYLINDER] = "cylinder"};
  gb_group_entry *group = entry;
  int ways = 0;
  for (int k = GB_PLACE_NODES; k <= GB_PLACE_SIDE; k++) {
    if (!gb_rule_has(s->node, keys[k])) continue;
    group->kind = (gb_place_kind)k;
    ways++;
  }
  if (ways != 1)
    return gb_rule_refuse_as(
        GB_KEY_CONFLICT, s, NULL,
        "needs one place (found %d); accepted: one of nodes, elements, at, box, cylinder, "
        "side",
        ways);
  GB_TRY(check_numbers(s, "nodes", group->nodes.count, group->nodes.entry));
  GB_TRY(check_numbers(s, "elements", group->elements.count, group->elements.entry));
  double length = 0;
  for (int i = 0; i < 3; i++) {
    const double step = group->axis[1][i] - group->axis[0][i];
    if (group->kind == GB_PLACE_BOX && isnan(group->box[0][i] + group->box[1][i]))
      return gb_rule_refuse(s, "box", "a corner is missing; accepted: [[x, y, z], [x, y, z]]");
    length += step * step;
  }
  if (group->kind != GB_PLACE_CYLINDER || (length > 0 && group->radius > 0)) return GB_OK;
  return gb_rule_refuse(s, "cylinder",
                        "found no %s; accepted: axis: [[x, y, z], [x, y, z]] and radius",
                        length > 0 ? "radius" : "axis of a length");
}

int gb_rule_temperature(const gb_subject *s, void *entry) {
  const gb_temperature *temperature = entry;
  if (temperature->field && temperature->values.count > 0)
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "field", "beside values; accepted: one of both");
  if (temperature->values.time)
    return gb_rule_refuse(s, "values",
                          "a file with times; accepted: one number a line, for each node; value is "
                          "the function of t");
  return GB_OK;
}

int gb_rule_initial(const gb_subject *s, void *entry) {
  (void)entry;
  if (gb_rule_has(s->node, "velocity") || gb_rule_has(s->node, "angular_velocity") ||
      gb_rule_has(s->node, "velocities"))
    return GB_OK;
  return gb_rule_refuse(s, NULL,
                        "no motion; accepted: with velocity, angular_velocity or velocities");
}

int gb_rule_probe(const gb_subject *s, void *entry) {
  gb_probe *probe = entry;
  const bool body = gb_rule_has(s->node, "body");
  int ways = (gb_rule_has(s->node, "at") || body) + gb_rule_has(s->node, "node") +
             gb_rule_has(s->node, "group") + gb_rule_has(s->node, "mass") +
             gb_rule_has(s->node, "reaction") + gb_rule_has(s->node, "element") +
             gb_rule_has(s->node, "element_at");
  if (ways != 1)
    return gb_rule_refuse_as(
        GB_KEY_CONFLICT, s, NULL,
        "needs one place (found %d); accepted: one of at, node, group, mass, body, "
        "reaction, element, element_at",
        ways);
  static const char *const of_reaction[] = {"about", "per"};
  for (int i = 0; i < 2; i++)
    if (gb_rule_has(s->node, of_reaction[i]) && (!probe->reaction || (i == 0 && probe->each)))
      return gb_rule_refuse_as(GB_KEY_CONFLICT, s, of_reaction[i], "not used here; accepted: %s",
                               probe->reaction ? "with per: group" : "with reaction");
  if (body && !gb_rule_has(s->node, "at"))
    return gb_rule_refuse_as(
        GB_MISSING_KEY, s, "at",
        "is missing (place on the body, in the reference configuration); accepted: "
        "[x, y, z] of numbers");
  probe->place = body                                 ? GB_PROBE_BODY
                 : gb_rule_has(s->node, "at")         ? GB_PROBE_AT
                 : gb_rule_has(s->node, "node")       ? GB_PROBE_NODE
                 : gb_rule_has(s->node, "mass")       ? GB_PROBE_MASS
                 : probe->reaction                    ? GB_PROBE_REACTION
                 : gb_rule_has(s->node, "element")    ? GB_PROBE_ELEMENT
                 : gb_rule_has(s->node, "element_at") ? GB_PROBE_ELEMENT_AT
                                                      : GB_PROBE_GROUP;
  return GB_OK;
}

int gb_rule_spring(const gb_subject *s, void *entry) {
  const gb_spring *spring = entry;
  if (!gb_rule_has(s->node, "stiffness") && !gb_rule_has(s->node, "damping") &&
      !gb_rule_has(s->node, "force"))
    return gb_rule_refuse_as(GB_MISSING_KEY, s, NULL,
                             "does nothing; accepted: with stiffness, damping or force");
  if (gb_rule_has(s->node, "between") == gb_rule_has(s->node, "joint"))
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, NULL,
                             "needs one place (found %s); accepted: between, or joint",
                             spring->joint ? "between and joint" : "none");
  static const char *const own[2][2] = {{"angle", "joint"}, {"length", "between"}};
  for (int i = 0; i < 2; i++)
    if (gb_rule_has(s->node, own[i][0]) && !gb_rule_has(s->node, own[i][1]))
      return gb_rule_refuse_as(GB_KEY_CONFLICT, s, own[i][0],
                               "of a spring with %s; accepted: there alone", own[i][1]);
  for (int i = 0; i < 2 && !spring->joint; i++)
    if (!strcmp(spring->between[i], "ground") && isnan(spring->at[i][0]))
      return gb_rule_refuse_as(
          GB_MISSING_KEY, s, "at",
          "end %d is on the ground and has no place; accepted: at: [[x, y, z], "
          "[x, y, z]] of numbers, ~ for an end that has its own",
          i + 1);
  return GB_OK;
}

/// Check that two vectors define axes, if they are given.
static int check_axes(const gb_subject *s, const double axes[2][3]) {
  const double *x = axes[0], *y = axes[1];
  if (!gb_rule_has(s->node, "axes")) return GB_OK;
  const double across[3] = {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2],
                            x[0] * y[1] - x[1] * y[0]};
  if (gb_length(across) > 1e-9 * gb_length(x) * gb_length(y)) return GB_OK;
  return gb_rule_refuse(
      s, "axes",
      "no two directions; accepted: [[x, y, z], [x, y, z]] of vectors that are not "
      "parallel");
}

int gb_rule_solid(const gb_subject *s, void *entry) {
  const gb_solid *solid = entry;
  return check_axes(s, solid->axes);
}

static int check_two_ends(const gb_subject *s, const char *const between[2]) {
  if (strcmp(between[0], between[1]) != 0) return GB_OK;
  return gb_rule_refuse_as(GB_WRONG_ENDS, s, "between",
                           "both ends are %s; accepted: two different ends", between[0]);
}

int gb_rule_bushing(const gb_subject *s, void *entry) {
  const gb_bushing *bushing = entry;
  if (!gb_rule_has(s->node, "stiffness") && !gb_rule_has(s->node, "damping") &&
      !gb_rule_has(s->node, "inertance"))
    return gb_rule_refuse_as(GB_MISSING_KEY, s, NULL,
                             "does nothing; accepted: with stiffness, damping or inertance");
  if (gb_rule_has(s->node, "inertance") && !bushing->apart)
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "inertance",
                             "between axes that turn, which would add forces by angular "
                             "velocities; accepted: with apart: true");
  GB_TRY(check_two_ends(s, bushing->between));
  return check_axes(s, bushing->axes);
}

int gb_rule_matrix(const gb_subject *s, void *entry) {
  const gb_matrix_entry *matrix = entry;
  bool given = false;
  for (int which = 0; which < GB_MATRICES; which++) given |= gb_matrix_is_given(matrix, which);
  if (!given)
    return gb_rule_refuse_as(GB_MISSING_KEY, s, NULL,
                             "does nothing; accepted: with stiffness, damping or mass");
  GB_TRY(check_two_ends(s, matrix->between));
  return check_axes(s, matrix->axes);
}

int gb_rule_term(const gb_subject *s, void *entry) {
  gb_equation_term *term = entry;
  bool any = false;
  if (gb_rule_has(s->node, "group") + gb_rule_has(s->node, "node") + gb_rule_has(s->node, "body") +
          gb_rule_has(s->node, "mass") !=
      1)
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, NULL,
                             "needs one place; accepted: one of group, node, body, mass");
  if (!gb_rule_has(s->node, "at"))
    for (int i = 0; i < 3; i++) term->at[i] = NAN;
  else if (!term->body)
    return gb_rule_refuse(s, "at", "of a place on a body; accepted: with body");
  for (int i = 0; i < 6; i++) any = any || term->coefficient[i] != 0;
  if (any) return GB_OK;
  return gb_rule_refuse_as(GB_KEY_CONFLICT, s, NULL,
                           "has no coefficient but 0; accepted: one of ux, uy, uz, rx, ry, rz");
}

int gb_rule_equation(const gb_subject *s, void *entry) {
  const gb_equation *equation = entry;
  if (equation->terms.count > 0) return GB_OK;
  return gb_rule_refuse(s, "terms", "is empty; accepted: one term or more");
}

/// Make the height of a step an expression of its numbers. Both edges are arcs of one radius r that
/// meet at half the height h; the step ends at x - start = sqrt(4 r h - h^2).
static int draw_step(const gb_subject *s, gb_road_entry *road) {
  static const char *const variables[] = {"x", "y", "t", "n1", "n2", "n3", NULL};
#define LENGTH "sqrt(4*n3*abs(n2) - n2^2)"
#define SIGN   "if(n2 < 0, -1, 1)"
  static const char text[] = "if(x < n1, 0, if(x < n1 + " LENGTH "/2, " SIGN
                             "*(n3 - sqrt(n3^2 - (x - n1)^2)), if(x < n1 + " LENGTH ", n2 - " SIGN
                             "*(n3 - sqrt(n3^2 - (n1 + " LENGTH " - x)^2)), n2)))";
  road->step = true;
  return gb_expression_parse(text, variables, s->reading->arena, &road->height, s->reading->error);
}

int gb_rule_spin(const gb_subject *s, void *entry) {
  double *axis = ((gb_problem *)entry)->spin.axis;
  const double length = gb_length(axis);
  const bool spins = gb_rule_has(s->node, "speed"), turns = gb_rule_has(s->node, "axis");
  if (!spins && !turns && !gb_rule_has(s->node, "about")) return GB_OK;
  if (!spins)
    return gb_rule_refuse_as(GB_MISSING_KEY, s, "speed",
                             "is missing; accepted: an expression of t");
  if (!turns)
    return gb_rule_refuse_as(GB_MISSING_KEY, s, "axis", "is missing; accepted: [x, y, z]");
  if (!(length > 0) || !isfinite(length))
    return gb_rule_refuse(s, "axis", "no direction; accepted: [x, y, z] that are not all 0");
  for (int i = 0; i < 3; i++) axis[i] /= length;
  return GB_OK;
}

int gb_rule_road(const gb_subject *s, void *entry) {
  gb_road_entry *road = &((gb_problem *)entry)->road;
  if (gb_rule_has(s->node, "height") && gb_rule_has(s->node, "step"))
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "step", "beside height; accepted: one of them");
  if (gb_rule_has(s->node, "numbers") && !gb_rule_has(s->node, "height"))
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "numbers",
                             "without a height that knows them; accepted: with height");
  return gb_rule_has(s->node, "step") ? draw_step(s, road) : GB_OK;
}

int gb_rule_constraints(const gb_subject *s, void *entry) {
  const gb_constraints *constraints = &((gb_case *)entry)->constraints;
  static const char *const own[] = {"factor", "xi", "omega"};
  for (int i = 0; i < 3; i++)
    if (gb_rule_has(s->node, own[i]) && constraints->enforce != GB_ENFORCE_PENALTY)
      return gb_rule_refuse_as(GB_KEY_CONFLICT, s, own[i],
                               "without a penalty; accepted: with enforce: penalty");
  return GB_OK;
}

int gb_rule_tyre(const gb_subject *s, void *entry) {
  gb_tyre *tyre = entry;
  if (!gb_rule_has(s->node, "at"))
    for (int i = 0; i < 3; i++) tyre->at[i] = NAN;
  if (gb_length(tyre->axis) > 0) return GB_OK;
  return gb_rule_refuse(s, "axis", "no axis (found [0, 0, 0]); accepted: a vector with a length");
}

/// Move an error to the list of errors, so that further errors are found.
static int list_defect(const gb_reading *reading, int found) {
  if (found == GB_USAGE) gb_error_move(reading->defects, reading->error);
  return found == GB_USAGE ? GB_OK : found;
}

/// Check that a list has an entry of the name that a key gives. `entry` NULL: the list could not be
/// read.
static int check_named(const gb_subject *s, const char *key, const char *name, gb_named list) {
  if (!name || !list.entry || gb_name_find(list, name) >= 0) return GB_OK;
  return list_defect(s->reading, gb_rule_refuse_name(s, key, key, list));
}

/// @return the list; `entry` is NULL only if the value of its key is no mapping, and was refused
static gb_named readable(const gb_node *root, const char *key, gb_named list) {
  static const char none[1];
  const gb_node *node = gb_node_find(root, key);
  if (!list.entry) list.entry = none;
  if (node && node->kind != GB_NODE_MAP && !gb_node_is_null(node)) list.entry = NULL;
  return list;
}

static int check_section_materials(const gb_reading *reading, const gb_node *sections,
                                   const gb_problem *problem, gb_named materials) {
  char path[300];
  for (int i = 0; i < problem->sections.count; i++) {
    const gb_section_entry *section = &problem->sections.entry[i];
    const gb_node *plies = gb_node_find(sections->pair[i].value, "plies");
    gb_subject own = {reading, sections->pair[i].value, path};
    snprintf(path, sizeof path, "sections.%.200s", section->name);
    GB_TRY(check_named(&own, "material", section->material, materials));
    for (int k = 0; k < section->plies.count; k++) {
      snprintf(path, sizeof path, "sections.%.200s.plies[%d]", section->name, k);
      own.node = plies->pair[k].value;
      GB_TRY(check_named(&own, "material", section->plies.entry[k].material, materials));
    }
  }
  return GB_OK;
}

int gb_rule_materials(const gb_reading *reading, const gb_node *root, const gb_problem *problem) {
  const gb_node *shells = gb_node_find(root, "shells"), *beams = gb_node_find(root, "beams"),
                *solids = gb_node_find(root, "solids");
  const gb_named sections = readable(root, "sections", GB_NAMED(problem->sections, name));
  const gb_named materials = readable(root, "materials", GB_NAMED(problem->materials, name));
  char path[300];
  GB_TRY(check_section_materials(reading, gb_node_find(root, "sections"), problem, materials));
  for (int i = 0; i < problem->shells.count; i++) {
    const gb_shell_section *shell = &problem->shells.entry[i];
    const gb_subject s = {reading, shells->pair[i].value, path};
    snprintf(path, sizeof path, "shells[%d]", i);
    GB_TRY(check_named(&s, "section", shell->section, sections));
    if (!shell->section) GB_TRY(check_named(&s, "material", shell->material, materials));
  }
  for (int i = 0; i < problem->beams.count; i++) {
    const gb_subject s = {reading, beams->pair[i].value, path};
    snprintf(path, sizeof path, "beams[%d]", i);
    const char *name = problem->beams.entry[i].section;
    const int section = name ? gb_name_find(sections, name) : -1;
    GB_TRY(check_named(&s, "section", name, sections));
    if (section >= 0 && !gb_problem_is_partial(problem, problem->sections.entry[section].where))
      GB_TRY(list_defect(reading, check_beam_section(&s, &problem->sections.entry[section])));
  }
  for (int i = 0; i < problem->solids.count; i++) {
    const gb_subject s = {reading, solids->pair[i].value, path};
    snprintf(path, sizeof path, "solids[%d]", i);
    GB_TRY(check_named(&s, "material", problem->solids.entry[i].material, materials));
  }
  return reading->defects->status;
}

/// Check the control of a displacement, which needs a probe and a direction.
static int check_control(const gb_subject *s, const gb_case *c) {
  const double *d = c->time.walk.direction;
  if (!c->time.walk.driven)
    return gb_rule_refuse_as(GB_MISSING_KEY, s, "probe",
                             "is missing; accepted: the name of a probe");
  if (d[0] != 0 || d[1] != 0 || d[2] != 0) return GB_OK;
  return gb_rule_refuse(s, "direction", "no direction; accepted: [x, y, z] that are not all 0");
}

int gb_rule_time(const gb_subject *s, void *entry) {
  static const char *const walks[] = {"adapt", "arc_length", "control", "unstable"};
  const gb_case *c = entry;
  const bool is_static = strcmp(c->time.scheme, "static") == 0;
  for (int i = 0; i < 4; i++)
    if (gb_rule_has(s->node, walks[i]) && !is_static)
      return gb_rule_refuse_as(GB_KEY_CONFLICT, s, walks[i],
                               "not used by scheme %.60s; accepted: with scheme: static",
                               c->time.scheme);
  const gb_node *unstable = gb_node_find(s->node, "unstable");
  if (unstable && (!strcmp(unstable->text, "branch") || !strcmp(unstable->text, "fall")) &&
      (c->time.walk.arc_length || gb_rule_has(s->node, "control")))
    return gb_rule_refuse_as(GB_KEY_CONFLICT, s, "unstable",
                             "%.20s is for load steps; accepted: warn or stop with arc_length or "
                             "control",
                             unstable->text);
  const bool linear = !strcmp(c->time.scheme, "linear") || !strcmp(c->time.scheme, "deck");
  if (c->time.from == GB_FROM_EQUILIBRIUM && (is_static || linear))
    return gb_rule_refuse_as(
        GB_KEY_CONFLICT, s, "from",
        "equilibrium is what scheme %.60s finds; accepted: with a dynamic scheme", c->time.scheme);
  const gb_node *control = gb_node_find(s->node, "control");
  char path[300];
  snprintf(path, sizeof path, "%.200s.control", s->path);
  return control ? check_control(&(gb_subject){s->reading, control, path}, c) : GB_OK;
}

int gb_rule_modes(const gb_subject *s, void *entry) {
  gb_case *c = entry;
  gb_modes_settings *modes = &c->modes;
  char *end;
  if (gb_rule_has(s->node, "sweep") && !c->modes.sweep.key)
    return gb_rule_refuse_as(GB_MISSING_KEY, s, "sweep.key",
                             "is missing; accepted: a key of the case, as modes.spin[2]");
  modes->at = strcmp(modes->words, "reference") == 0     ? GB_AT_REFERENCE
              : strcmp(modes->words, "equilibrium") == 0 ? GB_AT_EQUILIBRIUM
                                                         : GB_AT_TIME;
  if (modes->at != GB_AT_TIME) return GB_OK;
  modes->time = strtod(modes->words, &end);
  if (end != modes->words && !*end && isfinite(modes->time) && modes->time >= 0) return GB_OK;
  return gb_rule_refuse(s, "at",
                        "no state (found %.60s); accepted: reference, equilibrium or a time >= 0",
                        modes->words);
}
