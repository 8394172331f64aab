/// Rules that bind several keys of a case file: what the schema's rows cannot say one by one; and
/// the inertia of the simple shapes of bodies.
#include "input/schema.h"

#include "base/length.h"
#include "base/nearest.h"
#include "elements/friction.h"
#include "optimize/methods.h"
#include "problem/numbers.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Refuse a key of an entry, at its place where it is given; NULL: the entry itself.
static int refuse(const gb_subject *s, const char *key, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static int refuse(const gb_subject *s, const char *key, const char *format, ...) {
  const gb_node *node = key ? gb_node_find(s->node, key) : NULL;
  char path[300], what[1200];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  snprintf(path, sizeof path, "%.200s%s%s", s->path, key ? "." : "", key ? key : "");
  return gb_refuse(s->reading, node ? node : s->node, path, "%s", what);
}

static bool has(const gb_node *node, const char *key) {
  return gb_node_find(node, key) != NULL;
}

/// A material is isotropic, or orthotropic by E1 and its other constants.
int gb_rule_material(const gb_subject *s, void *entry) {
  static const char *const needed[2][6] = {{"young", "poisson", NULL},
                                           {"E2", "G12", "G13", "G23", "poisson", NULL}};
  const gb_material *m = entry;
  const bool plies = has(s->node, "E1");
  for (int i = 0; needed[plies][i]; i++)
    if (!has(s->node, needed[plies][i]))
      return refuse(s, needed[plies][i], "is missing; accepted: a number %s",
                    plies    ? "beside E1: E2, G12, G13, G23 and poisson are needed"
                    : i == 1 ? "> -1 and < 0.5"
                             : "> 0, or E1 and what goes with it");
  if (plies && has(s->node, "young"))
    return refuse(s, "young",
                  "beside E1; accepted: one of them, for an isotropic material or for plies");
  if (!plies && !(m->poisson > -1 && m->poisson < 0.5))
    return refuse(s, "poisson", "out of range (found %g); accepted: a number > -1 and < 0.5",
                  m->poisson);
  if (plies && !(m->poisson * m->poisson * m->E2 < m->E1))
    return refuse(s, "poisson",
                  "out of range (found %g); accepted: a number below sqrt(E1/E2) = %g", m->poisson,
                  sqrt(m->E1 / m->E2));
  const double most = gb_material_interaction_limit(m);
  if (fabs(m->F12) < most) return GB_OK;
  return refuse(s, "F12",
                "out of range (found %g); accepted: a number between -%g and %g, 1/sqrt(Xt Xc "
                "Yt Yc), or stresses of some direction would never fail",
                m->F12, most, most);
}

/// A key that is needed, or that is another law's.
static int check_section_key(const gb_subject *s, const char *key, bool needed) {
  if (has(s->node, key) == needed) return GB_OK;
  return refuse(s, key,
                needed ? "is missing in a section of type %s" : "is of other sections than %s",
                gb_node_found(gb_node_find(s->node, "type")).text);
}

int gb_rule_section(const gb_subject *s, void *entry) {
  const gb_section_entry *section = entry;
  const bool beam = gb_problem_section_is_beam(section);
  const bool general = gb_problem_section_has(section, "stiffness.11");
  GB_TRY(check_section_key(s, "plies", !beam));
  GB_TRY(check_section_key(s, "material", beam && !general));
  GB_TRY(check_section_key(s, "stiffness", general));
  if (!general) GB_TRY(check_section_key(s, "mass", false));
  if (!beam || !gb_problem_section_has(section, "offset.y"))
    GB_TRY(check_section_key(s, "offset", false));
#define CHECK(number, meaning)                                                                     \
  GB_TRY(check_section_key(s, #number, beam &&gb_problem_section_has(section, #number)));
  GB_FOR_SECTION_NUMBERS(CHECK)
#undef CHECK
  for (int i = 0, k = 0; general && i < 6; k += 6 - i++)
    if (!(section->stiffness[k] > 0))
      return refuse(s, "stiffness",
                    "not a stiffness (found %g in row %d); accepted: a diagonal > 0",
                    section->stiffness[k], i + 1);
  return GB_OK;
}

/// Rods have no axes, and a row of them along points would fold.
static int check_beam_section(const gb_subject *s, const gb_section_entry *section) {
  const bool rod = gb_problem_section_is_rod(section);
  if (!gb_problem_section_is_beam(section)) return GB_OK; // the model refuses it
  if (rod && has(s->node, "points"))
    return refuse(s, "points",
                  "of a beam whose section is a rod; accepted: group, or another "
                  "section");
  const bool toward = has(s->node, "toward");
  if (has(s->node, "orientation") + toward == !rod) return GB_OK;
  return refuse(s, toward ? "toward" : "orientation",
                rod ? "of a beam whose section is a rod, which has no axes; accepted: without"
                : toward
                    ? "beside orientation; accepted: one of both"
                    : "is missing (the section's y); accepted: [x, y, z], or toward: [x, y, z]");
}

int gb_rule_beam(const gb_subject *s, void *entry) {
  gb_beam *beam = entry;
  static const char *const own[] = {"name", "elements", "order", "ends"};
  if (has(s->node, "group") == has(s->node, "points"))
    return refuse(s, NULL, "needs one place (found %s); accepted: group, or points",
                  beam->group ? "group and points" : "none");
  for (int i = 0; i < 4; i++) {
    if (has(s->node, own[i]) && beam->group)
      return refuse(s, own[i], "of a beam along points; accepted: with points in place of group");
    if (i < 2 && !has(s->node, own[i]) && !beam->group)
      return refuse(s, own[i], "is missing; accepted: %s of the beam along points",
                    i == 0 ? "the name" : "the number of elements");
  }
  const double *y = beam->orientation;
  beam->pointed = has(s->node, "toward");
  if (!has(s->node, "orientation") || y[0] != 0 || y[1] != 0 || y[2] != 0) return GB_OK;
  return refuse(s, "orientation", "no direction; accepted: [x, y, z] that are not all 0");
}

int gb_rule_shell(const gb_subject *s, void *entry) {
  const gb_shell_section *shell = entry;
  static const char *const own[] = {"material", "thickness"};
  for (int i = 0; i < 2; i++) {
    if (has(s->node, own[i]) != (shell->section != NULL)) continue;
    if (shell->section)
      return refuse(s, own[i],
                    "given by the section (found section: %s); accepted: section, or material "
                    "and thickness",
                    shell->section);
    return refuse(s, own[i], "is missing; accepted: material and thickness, or section");
  }
  const double *axis = shell->axis;
  if (!has(s->node, "axis") || axis[0] != 0 || axis[1] != 0 || axis[2] != 0) return GB_OK;
  return refuse(s, "axis", "no direction; accepted: [x, y, z] that are not all 0");
}

int gb_rule_support(const gb_subject *s, void *entry) {
  const gb_support *support = entry;
  const bool given = gb_motion_is_given(&support->motion), turns = has(s->node, "angle");
  const double *axis = support->motion.axis;
  if (has(s->node, "group") == has(s->node, "body"))
    return refuse(s, NULL, "holds %s; accepted: one of group and body",
                  support->group ? "a group and a body" : "no group and no body");
  if (support->body && support->symmetry >= 0)
    return refuse(s, "symmetry", "of a body; accepted: fix, motion or angle");
  if (!support->fix && support->symmetry < 0 && !given)
    return refuse(s, NULL, "holds nothing; accepted: with fix, symmetry, motion or angle");
  if (given && support->symmetry >= 0)
    return refuse(s, "symmetry",
                  "beside a given motion; accepted: fix beside motion, or symmetry alone");
  for (int i = 0; i < 2 && !turns; i++) {
    static const char *const own[] = {"axis", "about"};
    if (has(s->node, own[i])) return refuse(s, own[i], "of a rotation; accepted: with angle");
  }
  if (!turns || axis[0] != 0 || axis[1] != 0 || axis[2] != 0) return GB_OK;
  return refuse(s, "axis", "%s; accepted: [x, y, z] that are not all 0, the axis of angle",
                has(s->node, "axis") ? "no direction" : "is missing");
}

/// A force on a body has a position there, a moment none.
static int check_body_load(const gb_subject *s, const gb_load *load) {
  if (load->type != GB_LOAD_FORCE && load->type != GB_LOAD_MOMENT)
    return refuse(s, "body", "acts by a force or a moment (found %s); accepted: these",
                  gb_node_found(gb_node_find(s->node, "type")).text);
  if (has(s->node, "at") == (load->type == GB_LOAD_FORCE)) return GB_OK;
  return refuse(s, "at",
                "a force on a body needs a place, a moment none; accepted: at: [x, y, z] with "
                "a force");
}

int gb_rule_load(const gb_subject *s, void *entry) {
  const gb_load *load = entry;
  gb_found found = gb_node_found(gb_node_find(s->node, "value"));
  gb_found type = gb_node_found(gb_node_find(s->node, "type"));
  bool pressure = load->type == GB_LOAD_PRESSURE;
  if (has(s->node, "group") + has(s->node, "mass") + has(s->node, "body") != 1)
    return refuse(s, NULL, "needs one place (found %s); accepted: group, mass or body",
                  load->group || load->mass || load->body ? "several" : "none");
  if (load->body) GB_TRY(check_body_load(s, load));
  if (load->mass && load->type != GB_LOAD_FORCE)
    return refuse(s, "mass", "a %s does not act on a point; accepted: a force", type.text);
  if (pressure && load->value[1])
    return refuse(s, "value",
                  "not the value of a pressure (found %s); accepted: one number or expression "
                  "of t",
                  found.text);
  if (!pressure && !load->value[1])
    return refuse(s, "value",
                  "not the value of a %s (found %s); accepted: [x, y, z] of numbers or "
                  "expressions of t",
                  type.text, found.text);
  if (load->mass && load->follow)
    return refuse(s, "follow",
                  "a point does not turn (found true); accepted: true with a pressure, on groups "
                  "of beams, or with a body");
  return GB_OK;
}

/// Numbers of nodes or elements are whole.
static int check_numbers(const gb_subject *s, const char *key, int count, const double number[]) {
  for (int i = 0; i < count; i++)
    if (!(number[i] >= 1 && number[i] == floor(number[i])))
      return refuse(s, key, "found %.17g; accepted: whole numbers >= 1", number[i]);
  return GB_OK;
}

int gb_rule_group(const gb_subject *s, void *entry) {
  static const char *const keys[] = {[GB_PLACE_NODES] = "nodes", [GB_PLACE_ELEMENTS] = "elements",
                                     [GB_PLACE_AT] = "at",       [GB_PLACE_BOX] = "box",
                                     [GB_PLACE_SIDE] = "side",   [GB_PLACE_CYLINDER] = "cylinder"};
  gb_group_entry *group = entry;
  int ways = 0;
  for (int k = GB_PLACE_NODES; k <= GB_PLACE_SIDE; k++) {
    if (!has(s->node, keys[k])) continue;
    group->kind = (gb_place_kind)k;
    ways++;
  }
  if (ways != 1)
    return refuse(
        s, NULL,
        "needs one place (found %d); accepted: one of nodes, elements, at, box, cylinder, "
        "side",
        ways);
  GB_TRY(check_numbers(s, "nodes", group->nodes.count, group->nodes.entry));
  GB_TRY(check_numbers(s, "elements", group->elements.count, group->elements.entry));
  double length = 0;
  for (int i = 0; i < 3; i++) {
    const double step = group->axis[1][i] - group->axis[0][i];
    if (group->kind == GB_PLACE_BOX && isnan(group->box[0][i] + group->box[1][i]))
      return refuse(s, "box", "a corner is missing; accepted: [[x, y, z], [x, y, z]]");
    length += step * step;
  }
  if (group->kind != GB_PLACE_CYLINDER || (length > 0 && group->radius > 0)) return GB_OK;
  return refuse(s, "cylinder", "found no %s; accepted: axis: [[x, y, z], [x, y, z]] and radius",
                length > 0 ? "radius" : "axis of a length");
}

int gb_rule_initial(const gb_subject *s, void *entry) {
  (void)entry;
  if (has(s->node, "velocity") || has(s->node, "angular_velocity")) return GB_OK;
  return refuse(s, NULL, "no motion; accepted: with velocity or angular_velocity");
}

int gb_rule_probe(const gb_subject *s, void *entry) {
  gb_probe *probe = entry;
  const bool body = has(s->node, "body");
  int ways = (has(s->node, "at") || body) + has(s->node, "node") + has(s->node, "group") +
             has(s->node, "mass") + has(s->node, "reaction") + has(s->node, "element") +
             has(s->node, "element_at");
  if (ways != 1)
    return refuse(s, NULL,
                  "needs one place (found %d); accepted: one of at, node, group, mass, body, "
                  "reaction, element, element_at",
                  ways);
  static const char *const of_reaction[] = {"about", "per"};
  for (int i = 0; i < 2; i++)
    if (has(s->node, of_reaction[i]) && (!probe->reaction || (i == 0 && probe->each)))
      return refuse(s, of_reaction[i], "not used here; accepted: %s",
                    probe->reaction ? "with per: group" : "with reaction");
  if (body && !has(s->node, "at"))
    return refuse(s, "at",
                  "is missing (place on the body, in the reference configuration); accepted: "
                  "[x, y, z] of numbers");
  probe->place = body                         ? GB_PROBE_BODY
                 : has(s->node, "at")         ? GB_PROBE_AT
                 : has(s->node, "node")       ? GB_PROBE_NODE
                 : has(s->node, "mass")       ? GB_PROBE_MASS
                 : probe->reaction            ? GB_PROBE_REACTION
                 : has(s->node, "element")    ? GB_PROBE_ELEMENT
                 : has(s->node, "element_at") ? GB_PROBE_ELEMENT_AT
                                              : GB_PROBE_GROUP;
  return GB_OK;
}

/// A mass on the nodes of a group or on a body has nothing of a point.
static int check_carried_mass(const gb_subject *s, const gb_point_mass *mass) {
  static const char *const own[] = {"at", "velocity", "fix", "motion"};
  if (mass->body && !has(s->node, "at"))
    return refuse(s, "at",
                  "is missing (place on the body, in the reference configuration); accepted: "
                  "[x, y, z] of numbers");
  for (int i = mass->body ? 1 : 0; i < 4; i++)
    if (has(s->node, own[i]))
      return refuse(s, own[i],
                    "of a point of its own (found %s); accepted: with name in place of %s",
                    mass->body ? "body" : "group", mass->body ? "body" : "group");
  if (!has(s->node, "mass")) return refuse(s, "mass", "is missing; accepted: a number > 0");
  if (mass->mass > 0) return GB_OK;
  return refuse(s, "mass", "out of range (found %g); accepted: a number > 0", mass->mass);
}

int gb_rule_mass(const gb_subject *s, void *entry) {
  const gb_point_mass *mass = entry;
  if (!has(s->node, "group") && !has(s->node, "name") && !has(s->node, "body"))
    return refuse(s, NULL,
                  "needs a place (found none); accepted: group, or name and at, or body and at");
  if (mass->group && mass->body)
    return refuse(s, NULL, "needs one place (found group and body); accepted: one of them");
  if (mass->group || mass->body) return check_carried_mass(s, mass);
  if (!strcmp(mass->name, "ground") || !strncmp(mass->name, "group:", 6))
    return refuse(s, "name", "a word with a meaning of its own (found %s); accepted: another name",
                  mass->name);
  if (!has(s->node, "at"))
    return refuse(s, "at",
                  "is missing (place of a point of its own); accepted: [x, y, z] of numbers");
  if (!has(s->node, "motion") || (!has(s->node, "fix") && !has(s->node, "velocity"))) return GB_OK;
  const char *other = has(s->node, "fix") ? "fix" : "velocity";
  return refuse(s, other,
                "a point with motion has no %s (its motion says all); accepted: one of motion, "
                "%s",
                other, other);
}

int gb_rule_spring(const gb_subject *s, void *entry) {
  const gb_spring *spring = entry;
  if (!has(s->node, "stiffness") && !has(s->node, "damping") && !has(s->node, "force"))
    return refuse(s, NULL, "does nothing; accepted: with stiffness, damping or force");
  if (has(s->node, "between") == has(s->node, "joint"))
    return refuse(s, NULL, "needs one place (found %s); accepted: between, or joint",
                  spring->joint ? "between and joint" : "none");
  static const char *const own[2][2] = {{"angle", "joint"}, {"length", "between"}};
  for (int i = 0; i < 2; i++)
    if (has(s->node, own[i][0]) && !has(s->node, own[i][1]))
      return refuse(s, own[i][0], "of a spring with %s; accepted: there alone", own[i][1]);
  for (int i = 0; i < 2 && !spring->joint; i++)
    if (!strcmp(spring->between[i], "ground") && isnan(spring->at[i][0]))
      return refuse(s, "at",
                    "end %d is on the ground and has no place; accepted: at: [[x, y, z], "
                    "[x, y, z]] of numbers, ~ for an end that has its own",
                    i + 1);
  return GB_OK;
}

int gb_rule_bushing(const gb_subject *s, void *entry) {
  const gb_bushing *bushing = entry;
  const double *x = bushing->axes[0], *y = bushing->axes[1];
  if (!has(s->node, "stiffness") && !has(s->node, "damping"))
    return refuse(s, NULL, "does nothing; accepted: with stiffness or damping");
  if (!strcmp(bushing->between[0], bushing->between[1]))
    return refuse(s, "between", "both ends are %s; accepted: two different ends",
                  bushing->between[0]);
  if (!has(s->node, "axes")) return GB_OK;
  const double across[3] = {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2],
                            x[0] * y[1] - x[1] * y[0]};
  if (gb_length(across) > 1e-9 * gb_length(x) * gb_length(y)) return GB_OK;
  return refuse(s, "axes",
                "no two directions; accepted: [[x, y, z], [x, y, z]] of vectors that are not "
                "parallel");
}

/// Both edges of a step are arcs of one radius r that meet half way up: x - start is the length l =
/// sqrt(4 r h - h^2) at the end. It is kept as the expression of its numbers that says so.
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

int gb_rule_road(const gb_subject *s, void *entry) {
  gb_road_entry *road = &((gb_problem *)entry)->road;
  if (has(s->node, "height") && has(s->node, "step"))
    return refuse(s, "step", "beside height; accepted: one of them");
  if (has(s->node, "numbers") && !has(s->node, "height"))
    return refuse(s, "numbers", "without a height that knows them; accepted: with height");
  return has(s->node, "step") ? draw_step(s, road) : GB_OK;
}

int gb_rule_constraints(const gb_subject *s, void *entry) {
  const gb_constraints *constraints = &((gb_problem *)entry)->constraints;
  static const char *const own[] = {"factor", "xi", "omega"};
  for (int i = 0; i < 3; i++)
    if (has(s->node, own[i]) && constraints->enforce != GB_ENFORCE_PENALTY)
      return refuse(s, own[i], "without a penalty; accepted: with enforce: penalty");
  return GB_OK;
}

int gb_rule_tyre(const gb_subject *s, void *entry) {
  gb_tyre *tyre = entry;
  if (!has(s->node, "at"))
    for (int i = 0; i < 3; i++) tyre->at[i] = NAN;
  if (gb_length(tyre->axis) > 0) return GB_OK;
  return refuse(s, "axis", "no axis (found [0, 0, 0]); accepted: a vector with a length");
}

int gb_rule_shape(const gb_subject *s, void *entry) {
  (void)entry;
  const bool table = has(s->node, "table");
  if (table != has(s->node, "group") && table != has(s->node, "vector")) return GB_OK;
  return refuse(s, NULL, "needs either group and vector, or table");
}

int gb_rule_design(const gb_subject *s, void *entry) {
  const gb_design_entry *design = entry;
  const bool shape = has(s->node, "shape");
  int ways = (design->group != NULL) + (design->control != NULL) + shape;
  for (int i = 0; i < GB_OWNERS; i++) ways += design->owner[i] != NULL;
  if (ways != 1)
    return refuse(
        s, NULL,
        "needs one thing that varies (found %d); accepted: thickness with a group, or "
        "one of material, load, initial, mass, spring, body, joint, section, tyre, bushing "
        "with a name and parameter, or shape, control or road",
        ways);
  const char *alone = design->group                  ? "thickness"
                      : shape                        ? "shape"
                      : design->control              ? "control"
                      : design->owner[GB_OWNER_ROAD] ? "number of the road"
                                                     : NULL;
  if (alone && design->parameter)
    return refuse(s, "parameter", "not used by a %s (found %s); accepted: none", alone,
                  design->parameter);
  if (!alone && !design->parameter)
    return refuse(s, "parameter", "is missing; accepted: the key of the entry that varies");
  if (alone && has(s->node, "links"))
    return refuse(s, "links", "not used by a %s; accepted: with a single number of an entry",
                  alone);
  if (!design->group && has(s->node, "per"))
    return refuse(s, "per", "not used by a single number; accepted: with thickness alone");
  if (!(design->lower >= design->upper)) return GB_OK;
  return refuse(s, NULL,
                "the bounds leave no room (found lower %g, upper %g); accepted: lower < upper",
                design->lower, design->upper);
}

/// What a type of function needs beside its name is checked where the functionals are known.
int gb_rule_function(const gb_subject *s, void *entry) {
  gb_function_entry *function = entry;
  (void)s;
  if (!function->name) function->name = function->type;
  return GB_OK;
}

/// Refuse the name that a key of an entry gives, which no entry of a list has.
static int refuse_name(const gb_subject *s, const char *key, const char *kind, gb_named list) {
  const gb_node *node = gb_node_find(s->node, key);
  const char **name;
  char known[600] = "";
  GB_TRY(GB_TAKE(s->reading->arena, name, (size_t)list.count + 1, s->reading->error));
  for (int i = 0; i < list.count; i++) {
    const size_t used = strlen(known);
    name[i] = gb_name_of(list, i);
    snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", name[i]);
  }
  const char *near = gb_nearest(node->text, name);
  return refuse(s, key, "unknown %s (found %s)%s%s; accepted: %s%s%s", kind,
                gb_node_found(node).text, near ? "; nearest: " : "", near ? near : "",
                *known ? known : "a name under ", *known ? "" : kind,
                *known ? "" : "s, which holds none");
}

int gb_rule_materials(const gb_reading *reading, const gb_node *root, const gb_problem *problem) {
  const gb_node *shells = gb_node_find(root, "shells"), *sections = gb_node_find(root, "sections");
  const gb_named materials = GB_NAMED(problem->materials, name);
  const gb_named known = GB_NAMED(problem->sections, name);
  char path[300];
  for (int i = 0; i < problem->sections.count; i++) {
    const gb_section_entry *section = &problem->sections.entry[i];
    const gb_node *plies = gb_node_find(sections->pair[i].value, "plies");
    snprintf(path, sizeof path, "sections.%.200s", section->name);
    const gb_subject own = {reading, sections->pair[i].value, path};
    if (section->material && gb_name_find(materials, section->material) < 0)
      return refuse_name(&own, "material", "material", materials);
    for (int k = 0; k < section->plies.count; k++) {
      snprintf(path, sizeof path, "sections.%.200s.plies[%d]", section->name, k);
      if (gb_name_find(materials, section->plies.entry[k].material) < 0)
        return refuse_name(&(gb_subject){reading, plies->pair[k].value, path}, "material",
                           "material", materials);
    }
  }
  for (int i = 0; i < problem->shells.count; i++) {
    const gb_shell_section *shell = &problem->shells.entry[i];
    const gb_subject s = {reading, shells->pair[i].value, path};
    snprintf(path, sizeof path, "shells[%d]", i);
    if (shell->section && gb_name_find(known, shell->section) < 0)
      return refuse_name(&s, "section", "section", known);
    if (!shell->section && gb_name_find(materials, shell->material) < 0)
      return refuse_name(&s, "material", "material", materials);
  }
  for (int i = 0; i < problem->beams.count; i++) {
    const gb_subject s = {reading, gb_node_find(root, "beams")->pair[i].value, path};
    snprintf(path, sizeof path, "beams[%d]", i);
    const int section = gb_name_find(known, problem->beams.entry[i].section);
    if (section < 0) return refuse_name(&s, "section", "section", known);
    GB_TRY(check_beam_section(&s, &problem->sections.entry[section]));
  }
  return GB_OK;
}

/// A displacement that is driven has a probe and a direction.
static int check_control(const gb_subject *s, const gb_case *c) {
  const double *d = c->time.control.direction;
  if (!c->time.control.probe)
    return refuse(s, "probe", "is missing; accepted: the name of a probe");
  if (d[0] != 0 || d[1] != 0 || d[2] != 0) return GB_OK;
  return refuse(s, "direction", "no direction; accepted: [x, y, z] that are not all 0");
}

int gb_rule_time(const gb_subject *s, void *entry) {
  static const char *const walks[] = {"adapt", "arc_length", "control"};
  const gb_case *c = entry;
  const bool is_static = strcmp(c->time.scheme, "static") == 0;
  for (int i = 0; i < 3; i++)
    if (has(s->node, walks[i]) && !is_static)
      return refuse(s, walks[i], "not used by scheme %.60s; accepted: with scheme: static",
                    c->time.scheme);
  if (c->time.from && !strcmp(c->time.from, "equilibrium") &&
      (is_static || !strcmp(c->time.scheme, "linear")))
    return refuse(s, "from",
                  "equilibrium is what scheme %.60s finds; accepted: with a dynamic scheme",
                  c->time.scheme);
  const gb_node *control = gb_node_find(s->node, "control");
  char path[300];
  snprintf(path, sizeof path, "%.200s.control", s->path);
  return control ? check_control(&(gb_subject){s->reading, control, path}, c) : GB_OK;
}

int gb_rule_constraint(const gb_subject *s, void *entry) {
  const gb_constraint_entry *c = entry;
  const bool limited = has(s->node, "upper") || has(s->node, "lower");
  if (limited == has(s->node, "equals"))
    return refuse(
        s, NULL,
        "needs what the function is to be (found %s); accepted: upper, lower or both, or equals",
        limited ? "a limit and equals" : "nothing");
  if (!(c->lower >= c->upper)) return GB_OK;
  return refuse(s, NULL,
                "the limits leave no room (found lower %g, upper %g); accepted: lower < upper",
                c->lower, c->upper);
}

int gb_rule_optimize(const gb_subject *s, void *entry) {
  const gb_case *c = entry;
  const gb_method_traits *method = &gb_method_traits_of[c->optimize.method];
  const gb_named functions = GB_NAMED(c->functions, name);
  const gb_node *constraints = gb_node_find(s->node, "constraints");
  if (!c->optimize.objective)
    return refuse(s, "objective", "is missing; accepted: the name of a function");
  if (gb_name_find(functions, c->optimize.objective) < 0)
    return refuse_name(s, "objective", "function", functions);
  for (int i = 0; i < c->optimize.constraints.count; i++) {
    char path[80];
    snprintf(path, sizeof path, "optimize.constraints[%d]", i);
    const gb_subject own = {s->reading, constraints->pair[i].value, path};
    const gb_constraint_entry *constraint = &c->optimize.constraints.entry[i];
    if (gb_name_find(functions, constraint->function) < 0)
      return refuse_name(&own, "function", "function", functions);
    if (!method->constraints || (!method->equalities && !isnan(constraint->equals)))
      return refuse(&own, NULL, "method %s takes no %s; accepted: with %s", method->word,
                    method->constraints ? "equals" : "constraints",
                    method->constraints ? "ipopt, slsqp" : "ipopt, slsqp, or mma for limits");
  }
  return GB_OK;
}

int gb_rule_modes(const gb_subject *s, void *entry) {
  gb_case *c = entry;
  char *end;
  if (has(s->node, "sweep") && !c->modes.sweep.key)
    return refuse(s, "sweep.key", "is missing; accepted: a key of the case, as modes.spin[2]");
  if (!strcmp(c->modes.at, "reference") || !strcmp(c->modes.at, "equilibrium")) return GB_OK;
  c->modes.time = strtod(c->modes.at, &end);
  if (end != c->modes.at && !*end && isfinite(c->modes.time) && c->modes.time >= 0) return GB_OK;
  return refuse(s, "at", "no state (found %.60s); accepted: reference, equilibrium or a time >= 0",
                c->modes.at);
}

/// Principal moments of a body whose mean squares of x, y and z are given.
static void set_inertia(gb_body *body, double volume, const double square[3]) {
  body->mass = body->density * volume;
  for (int i = 0; i < 3; i++)
    body->inertia[i] = body->mass * (square[(i + 1) % 3] + square[(i + 2) % 3]);
}

static int fill_shape(const gb_subject *s, gb_body *body) {
  const double *a = body->box, radius = body->cylinder[0], length = body->cylinder[1];
  const double ball = body->sphere * body->sphere / 5;
  if (has(s->node, "box"))
    set_inertia(body, a[0] * a[1] * a[2],
                (double[]){a[0] * a[0] / 12, a[1] * a[1] / 12, a[2] * a[2] / 12});
  else if (has(s->node, "cylinder"))
    set_inertia(body, M_PI * radius * radius * length,
                (double[]){radius * radius / 4, radius * radius / 4, length * length / 12});
  else
    set_inertia(body, 4 * M_PI / 3 * body->sphere * body->sphere * body->sphere,
                (double[]){ball, ball, ball});
  if (body->mass > 0) return GB_OK;
  return refuse(s, NULL, "a shape without volume; accepted: lengths > 0");
}

/// Moments of inertia of real bodies: positive, and none larger than the sum of the others; or all
/// zero, which a link must make up for.
static int check_inertia(const gb_subject *s, const gb_body *body) {
  const double *J = body->inertia, sum = (J[0] + J[1] + J[2]) * (1 + 1e-9);
  const double minor = J[0] * J[1] - J[3] * J[3];
  const double determinant =
      J[2] * minor + 2 * J[3] * J[4] * J[5] - J[0] * J[5] * J[5] - J[1] * J[4] * J[4];
  bool good = J[0] > 0 && minor > 0 && determinant > 0 && body->mass > 0, none = true;
  for (int i = 0; i < 3; i++) good = good && 2 * J[i] <= sum;
  for (int i = 0; i < 6; i++) none = none && J[i] == 0;
  if (good || none) return GB_OK;
  return gb_refuse(
      s->reading, gb_node_find(s->node, "inertia"), s->path,
      "no body's inertia (found [%g, %g, %g, %g, %g, %g] of mass %g); accepted: mass > "
      "0, positive definite, no moment larger than the sum of the other two; or all "
      "zero, with a link",
      J[0], J[1], J[2], J[3], J[4], J[5], body->mass);
}

/// The mesh says where the body is.
static int check_surface(const gb_subject *s) {
  static const char *const other[] = {"at", "rotation"};
  for (int i = 0; i < 2; i++)
    if (has(s->node, other[i]))
      return gb_refuse(s->reading, gb_node_find(s->node, other[i]), s->path,
                       "%s is not used by a body with surface, which is where the mesh has it; "
                       "accepted: none",
                       other[i]);
  return GB_OK;
}

int gb_rule_body(const gb_subject *s, void *entry) {
  gb_body *body = entry;
  const int shapes = has(s->node, "box") + has(s->node, "cylinder") + has(s->node, "sphere") +
                     has(s->node, "surface");
  const bool given = has(s->node, "mass") || has(s->node, "inertia");
  if (!strcmp(body->name, "ground") || !strncmp(body->name, "group:", 6))
    return gb_refuse(s->reading, gb_node_find(s->node, "name"), s->path,
                     "a word with a meaning of its own (found %s); accepted: another name",
                     body->name);
  if (!(gb_length(body->axis) > 0))
    return gb_refuse(s->reading, gb_node_find(s->node, "rotation"), s->path,
                     "rotation about no axis (found [0, 0, 0]); accepted: a vector with a length");
  if (!has(s->node, "at") && !body->surface)
    return refuse(s, NULL,
                  "at is missing; accepted: the place of its centre of mass, "
                  "or surface with density");
  if (given && shapes == 0) {
    if (has(s->node, "mass") && has(s->node, "inertia")) return check_inertia(s, body);
    return refuse(s, NULL, "needs both (found one); accepted: mass and inertia");
  }
  if (given || shapes != 1 || !has(s->node, "density"))
    return refuse(s, NULL,
                  "needs its inertia in one way; accepted: mass and inertia, or density with one "
                  "of box, cylinder, sphere, surface");
  if (body->surface) return check_surface(s);
  return fill_shape(s, body);
}

/// Friction is of joints that turn about a pin or slide along a guide.
static int check_friction(const gb_subject *s, const gb_joint_entry *joint) {
  const gb_joint_type *type = &gb_joint_types[joint->type];
  const gb_node *node = gb_node_find(s->node, "friction");
  char path[300];
  if (!node || gb_node_is_null(node)) return GB_OK;
  snprintf(path, sizeof path, "%.200s.friction", s->path);
  const gb_subject own = {s->reading, node, path};
  if (!gb_joint_rubs(type))
    return refuse(s, "friction",
                  "of a %s joint; accepted: with revolute, cylindrical, prismatic, inline",
                  type->name);
  if (!has(node, "coefficient"))
    return refuse(&own, "coefficient", "is missing; accepted: a number >= 0");
  if (!(joint->friction.velocity > 0))
    return refuse(&own, "velocity", "out of range (found %g); accepted: a number > 0",
                  joint->friction.velocity);
  if (type->turns != has(node, "radius"))
    return refuse(&own, "radius", "of a %s joint; accepted: %s", type->name,
                  type->turns ? "a number >= 0" : "with revolute, cylindrical");
  return GB_OK;
}

int gb_rule_joint(const gb_subject *s, void *entry) {
  const gb_joint_entry *joint = entry;
  const gb_joint_type *type = &gb_joint_types[joint->type];
  if (!strcmp(joint->between[0], joint->between[1]))
    return gb_refuse(s->reading, gb_node_find(s->node, "between"), s->path,
                     "both ends are %s; accepted: two different ends", joint->between[0]);
  if (!(gb_length(joint->axis) > 0))
    return gb_refuse(s->reading, gb_node_find(s->node, "axis"), s->path,
                     "no axis (found [0, 0, 0]); accepted: a vector with a length");
  const double *A = joint->at[0], *B = joint->at[1];
  const double gap[3] = {B[0] - A[0], B[1] - A[1], B[2] - A[2]};
  if (gb_joint_is_rod(type) && !(gb_length(gap) > 0))
    return refuse(s, "at",
                  "a distance between two points that are apart; accepted: [[x, y, z], [x, y, z]], "
                  "in the order of between");
  if (!gb_joint_is_rod(type) && !(gb_length(gap) == 0))
    return refuse(s, "at", "a %s joint has one position; accepted: [x, y, z] of numbers",
                  type->name);
  for (int turns = 1; turns >= 0; turns--) {
    const char *key = turns ? "angle" : "distance";
    char able[160] = "";
    if (!(turns ? joint->angle && !type->turns : joint->distance && !type->slides)) continue;
    gb_joint_list(turns, sizeof able, able);
    return gb_refuse(s->reading, gb_node_find(s->node, key), s->path,
                     "a %s joint has no %s to drive; accepted: with %s", type->name, key, able);
  }
  if (joint->damping != 0 && !type->turns && !type->slides)
    return refuse(s, "damping",
                  "a %s joint neither turns about its axis nor slides along it; accepted: with "
                  "revolute, cylindrical, planar, prismatic, inline",
                  type->name);
  GB_TRY(check_friction(s, joint));
  if (!has(s->node, "second")) return GB_OK;
  const double *a = joint->axis, *b = joint->second;
  const double along = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  if (strcmp(type->name, "universal") == 0 && gb_length(b) > 0 &&
      fabs(along) <= 1e-9 * gb_length(a) * gb_length(b))
    return GB_OK;
  return gb_refuse(s->reading, gb_node_find(s->node, "second"), s->path,
                   "no second axis of this joint; accepted: of a universal joint, square to axis");
}
