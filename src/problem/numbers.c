/// The numbers of a problem that a design may vary: the rows of GB_FOR_OWNERS list them. The model
/// finds a number by its address.
#include "problem/numbers.h"

#include "base/nearest.h"
#include "constitutive/law.h"
#include "elements/multibody/joint.h"
#include "problem/controls.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

typedef struct number {
  const char *name;
  size_t offset; ///< offset in the entry
  const gb_range *range;
  const char *absent; ///< reason why the number cannot vary if it is 0; NULL: it can
} number;

// Notation of the numbers in the rows of GB_FOR_OWNERS.
#define ANY          &gb_any_number
#define POSITIVE     &gb_positive
#define NOT_NEGATIVE &gb_not_negative
#define FROM_ONE     &gb_from_one
#define NUMBER(structure, member, range)                                                           \
  { #member, offsetof(structure, member), range, NULL }
#define PART(structure, member, key, range)                                                        \
  { key, offsetof(structure, member), range, NULL }
#define GIVEN(structure, member, key, range)                                                       \
  { key, offsetof(structure, member), range, "it is not given" }
#define THREE(structure, member, first, second, third)                                             \
  {first, offsetof(structure, member[0]), ANY, NULL},                                              \
      {second, offsetof(structure, member[1]), ANY, NULL}, {                                       \
    third, offsetof(structure, member[2]), ANY, NULL                                               \
  }
#define POSITION(structure, member, key) THREE(structure, member, key ".x", key ".y", key ".z")
#define VECTOR(structure, member)        POSITION(structure, member, #member)
#define POLYNOMIAL(structure, member)    THREE(structure, member, #member, #member ".2", #member ".3")
#define MATERIAL_NUMBER(member, range, absent)                                                     \
  {#member, offsetof(gb_material, member), range, absent},
#define COMPONENT(structure, member, name, k, range)                                               \
  { #member "." #name, offsetof(structure, member[k]), range, NULL }
#define TENSOR(structure, member)                                                                  \
  COMPONENT(structure, member, xx, 0, NOT_NEGATIVE),                                               \
      COMPONENT(structure, member, yy, 1, NOT_NEGATIVE),                                           \
      COMPONENT(structure, member, zz, 2, NOT_NEGATIVE), COMPONENT(structure, member, xy, 3, ANY), \
      COMPONENT(structure, member, xz, 4, ANY), COMPONENT(structure, member, yz, 5, ANY)
#define ENTRY(structure, member, row, column, k) COMPONENT(structure, member, row##column, k, ANY)
#define SYMMETRIC(structure, member)                                                               \
  ENTRY(structure, member, 1, 1, 0), ENTRY(structure, member, 1, 2, 1),                            \
      ENTRY(structure, member, 1, 3, 2), ENTRY(structure, member, 1, 4, 3),                        \
      ENTRY(structure, member, 1, 5, 4), ENTRY(structure, member, 1, 6, 5),                        \
      ENTRY(structure, member, 2, 2, 6), ENTRY(structure, member, 2, 3, 7),                        \
      ENTRY(structure, member, 2, 4, 8), ENTRY(structure, member, 2, 5, 9),                        \
      ENTRY(structure, member, 2, 6, 10), ENTRY(structure, member, 3, 3, 11),                      \
      ENTRY(structure, member, 3, 4, 12), ENTRY(structure, member, 3, 5, 13),                      \
      ENTRY(structure, member, 3, 6, 14), ENTRY(structure, member, 4, 4, 15),                      \
      ENTRY(structure, member, 4, 5, 16), ENTRY(structure, member, 4, 6, 17),                      \
      ENTRY(structure, member, 5, 5, 18), ENTRY(structure, member, 5, 6, 19),                      \
      ENTRY(structure, member, 6, 6, 20)

#define NUMBERS(kind, type, word, list, text, ...)                                                 \
  static const number word##_numbers[] = {__VA_ARGS__, {NULL}};
GB_FOR_OWNERS(NUMBERS)

static const number road_numbers[] = {
    THREE(gb_road_entry, number, "n1", "n2", "n3"),
    THREE(gb_road_entry, number, "step.x", "step.height", "step.radius"),
    {NULL}};

/// Numbers of sections without plies. A section has those that its law names.
#define SHAPE(member, meaning) NUMBER(gb_section_entry, member, POSITIVE),
#define SHELL(name, part, k)                                                                       \
  { name, offsetof(gb_section_entry, stiffness[GB_SHELL_##part + k]), ANY, NULL }
#define SHELL_MATRIX(part)                                                                         \
  SHELL(#part ".11", part, 0), SHELL(#part ".12", part, 1), SHELL(#part ".16", part, 2),           \
      SHELL(#part ".22", part, 3), SHELL(#part ".26", part, 4), SHELL(#part ".66", part, 5)
#define MASS(name, k) COMPONENT(gb_section_entry, mass, name, k, ANY)
static const number shape_numbers[] = {
    GB_FOR_SECTION_NUMBERS(SHAPE){"offset.y", offsetof(gb_section_entry, offset[0]), ANY, NULL},
    {"offset.z", offsetof(gb_section_entry, offset[1]), ANY, NULL},
    {"I_yz", offsetof(gb_section_entry, I_yz), ANY, NULL},
    {"center.y", offsetof(gb_section_entry, center[0]), ANY, NULL},
    {"center.z", offsetof(gb_section_entry, center[1]), ANY, NULL},
    {"line_mass", offsetof(gb_section_entry, line_mass), NOT_NEGATIVE, NULL},
    {"line_mass_at.y", offsetof(gb_section_entry, line_mass_at[0]), ANY, NULL},
    {"line_mass_at.z", offsetof(gb_section_entry, line_mass_at[1]), ANY, NULL},
    SYMMETRIC(gb_section_entry, stiffness),
    SHELL_MATRIX(A),
    SHELL_MATRIX(B),
    SHELL_MATRIX(D),
    {"shear.11", offsetof(gb_section_entry, stiffness[GB_SHELL_SHEAR]), NOT_NEGATIVE, NULL},
    SHELL("shear.12", SHEAR, 1),
    {"shear.22", offsetof(gb_section_entry, stiffness[GB_SHELL_SHEAR + 2]), NOT_NEGATIVE, NULL},
    {"area_mass", offsetof(gb_section_entry, mass[GB_SHELL_MASS]), NOT_NEGATIVE, NULL},
    {"rotary_inertia", offsetof(gb_section_entry, mass[GB_SHELL_INERTIA]), NOT_NEGATIVE, NULL},
    MASS(rhoA, 0),
    MASS(S_y, 1),
    MASS(S_z, 2),
    MASS(I_yy, 3),
    MASS(I_zz, 4),
    MASS(I_yz, 5),
    {NULL}};

/// The entries of one kind, with their key in designs and their numbers.
typedef struct owner {
  const char *key;
  const number *numbers;
  gb_named entries;
} owner;

#define OWNER(kind, type, word, list, ...)                                                         \
  [GB_OWNER_##kind] = {#word, word##_numbers, GB_NAMED(problem->list, name)},

static owner owner_of(const gb_problem *problem, int kind) {
  const owner all[] = {GB_FOR_OWNERS(OWNER)[GB_OWNER_ROAD] = {"road", road_numbers, {0}}};
  return all[kind];
}

enum { WORDS = 64 };

/// Accepted words, for messages.
typedef struct words {
  int count;
  const char *word[WORDS + 1]; ///< NULL-terminated
} words;

static void add_word(words *list, const char *word) {
  if (word && list->count < WORDS) list->word[list->count++] = word;
}

static int refuse_word(const gb_design_entry *design, const char *key, const char *found,
                       const words *known, gb_error *error) {
  char text[600] = "";
  for (int i = 0; i < known->count; i++) {
    size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "%s%s", used ? ", " : "", known->word[i]);
  }
  const char *near = gb_nearest(found, known->word);
  return gb_fail(error, GB_UNKNOWN_WORD, "%s.%s: unknown word%s%s (found %s); accepted: %s",
                 design->where, key, near ? ", nearest: " : "", near ? near : "", found,
                 *text ? text : "names, which no entry has");
}

/// Find the entry that a design names.
static int find_entry(const gb_problem *problem, const gb_design_entry *design, const owner *kind,
                      const char *name, char **entry, gb_error *error) {
  const gb_named all = kind->entries;
  const int found = gb_name_cache_find(problem->names, all, name);
  words known = {0};
  *entry = (char *)all.entry + (size_t)(found < 0 ? 0 : found) * all.size;
  if (found >= 0) return GB_OK;
  for (int i = 0; i < all.count; i++) add_word(&known, gb_name_of(all, i));
  return refuse_word(design, kind->key, name, &known, error);
}

/// Whether a shell or a beam has this section.
static bool is_section_used(const gb_problem *problem, const char *section) {
  if (GB_PROBLEM_FIND(problem, beams, section, section) >= 0) return true;
  return GB_PROBLEM_FIND(problem, shells, section, section) >= 0;
}

static bool is_used(const gb_problem *problem, const char *material) {
  if (GB_PROBLEM_FIND(problem, solids, material, material) >= 0) return true;
  for (int i = 0; i < problem->shells.count; i++) {
    const gb_shell_section *shell = &problem->shells.entry[i];
    if (!shell->section && shell->material && !strcmp(shell->material, material)) return true;
  }
  for (int i = 0; i < problem->sections.count; i++) {
    const gb_section_entry *section = &problem->sections.entry[i];
    const bool used = is_section_used(problem, section->name);
    if (used && section->material && !strcmp(section->material, material)) return true;
    if (used && gb_name_find(GB_NAMED(section->plies, material), material) >= 0) return true;
  }
  return false;
}

const double *gb_problem_material_number(const gb_material *material, const char *name) {
  const number *row = material_numbers;
  while (strcmp(row->name, name)) row++;
  return (const double *)(const void *)((const char *)material + row->offset);
}

bool gb_problem_section_is_beam(const gb_section_entry *section) {
  return gb_section_laws[section->kind]->beam;
}

bool gb_problem_section_is_rod(const gb_section_entry *section) {
  return gb_problem_section_is_beam(section) && gb_section_laws[section->kind]->beam->rod;
}

bool gb_problem_section_has_plies(const gb_section_entry *section) {
  const gb_section_law *law = gb_section_laws[section->kind];
  return !law->beam && !law->whole;
}

bool gb_problem_section_has_material(const gb_section_entry *section) {
  return gb_section_laws[section->kind]->material->name;
}

bool gb_problem_section_has(const gb_section_entry *section, const char *name) {
  return gb_law_number_find(gb_section_laws[section->kind]->ply, name) >= 0;
}

const double *gb_problem_section_number(const gb_section_entry *section, const char *name) {
  const number *row = shape_numbers;
  while (strcmp(row->name, name)) row++;
  return (const double *)(const void *)((const char *)section + row->offset);
}

/// @return why a number of a spring cannot be a design, or NULL
static const char *refuse_spring(const gb_problem *problem, const gb_spring *spring,
                                 const double *value) {
  if (value == &spring->angle) return spring->joint ? NULL : "it is not about a joint";
  if (value == &spring->length && spring->joint) return "it is about a joint; vary its angle";
  if (value == &spring->length && isnan(*value))
    return "its length is the distance in the reference configuration; give length";
  for (int k = 0; k < GB_SPRING_ORDER; k++)
    if (value == &spring->number[k] &&
        !(spring->law.expression && gb_expression_uses(spring->law.expression, 3 + k)))
      return "its force does not name it";
  for (int end = 0; end < 2; end++) {
    if (value < spring->at[end] || value >= spring->at[end] + 3) continue;
    if (spring->joint) return "it is about a joint; vary the joint's axis";
    if (strcmp(spring->between[end], "ground") &&
        gb_problem_body(problem, spring->between[end]) < 0)
      return "this end is at a point or a node of the mesh; vary the point's place";
  }
  return NULL;
}

/// @return why a number of a mass cannot be a design, or NULL
static const char *refuse_mass(const gb_point_mass *mass, const double *value) {
  const bool position = value >= mass->at && value < mass->at + 3;
  if (value == &mass->mass || (position && !mass->group)) return NULL;
  if (position) return "it is carried by a group";
  if (mass->group) return "it is carried by a group; vary the group's initial motion";
  if (mass->body) return "it is carried by a body; vary the body's velocity";
  return gb_motion_is_given(&mass->motion) ? "its motion is given" : NULL;
}

/// @return why a number of a joint cannot be a design, or NULL. Its axes turn both ends.
static const char *refuse_joint(const gb_joint_entry *joint, const double *value) {
  if (value == &joint->damping) return *value == 0 ? "it is not given" : NULL;
  const gb_joint_type *type = &gb_joint_types[joint->type];
  if (value == &joint->friction.radius && !type->turns) return "this joint does not turn";
  if (value == &joint->friction.coefficient || value == &joint->friction.radius ||
      value == &joint->friction.velocity)
    return gb_joint_has_friction(joint) ? NULL : "it is not given";
  bool axes = false; // those of spherical joints are none, those of fixed ones make no difference
  for (int k = 0; k < type->rows; k++)
    axes = axes || (type->row[k][1] < GB_JOINT_X && type->rows < GB_JOINT_ROWS);
  if (value >= joint->at[0] && value < joint->at[0] + 3) {
    if (gb_joint_is_rod(type)) return "it has two places";
    for (int end = 0; end < 2; end++)
      if (!strncmp(joint->between[end], "group:", 6)) return "it is at a node of the mesh";
  } else if (!axes || gb_joint_is_rod(type)) {
    return "this joint has no axis";
  } else if (value >= joint->second && value < joint->second + 3) {
    const double *second = joint->second;
    if (second[0] == 0 && second[1] == 0 && second[2] == 0) return "it is not given";
  }
  return NULL;
}

/// @return why a number of a bushing cannot be a design, or NULL. A bushing moves with its end
/// node.
static const char *refuse_bushing(const gb_problem *problem, const gb_bushing *bushing,
                                  const double *value) {
  if (isnan(*value)) return "its axes are not given";
  if (value < bushing->at || value >= bushing->at + 3) return NULL;
  for (int end = 0; end < 2; end++)
    if (strcmp(bushing->between[end], "ground") &&
        gb_problem_body(problem, bushing->between[end]) < 0)
      return "it is at a point or a node of the mesh; vary the point's place";
  return NULL;
}

/// @return why a number of the road cannot be a design, or NULL. The numbers of a step and of a
/// height are stored in the same array.
static const char *refuse_road(const gb_problem *problem, const gb_number *found) {
  const bool of_step = strncmp(found->name, "step.", 5) == 0;
  if (problem->tyres.count == 0) return "no tyre rolls on it";
  if (of_step != problem->road.step) return of_step ? "the road has no step" : "the road is a step";
  if (!of_step && !problem->road.height) return "the road has no height";
  return of_step && problem->road.number[1] == 0 ? "the step has no height" : NULL;
}

/// @return why a number of a section cannot be a design, or NULL. A thickness that elements have of
/// their own replaces that of their ply, and scales stiffnesses.
static const char *refuse_section(const gb_problem *problem, const char *name,
                                  const gb_number *found) {
  if (!is_section_used(problem, name)) return "no shell and no beam has it";
  for (int i = 0; i < problem->shells.count && strcmp(found->name, "angle"); i++) {
    const gb_shell_section *shell = &problem->shells.entry[i];
    for (int k = 0; shell->section && !strcmp(shell->section, name) && k < shell->own.count; k++)
      if (shell->own.entry[k].thickness > 0)
        return "shells that have it have thicknesses of their own (T1 to T4); give them a property "
               "each";
  }
  return NULL;
}

/// Refuse designs without effect, such as a number of a material that no shell or beam has.
static int check_use(const gb_problem *problem, const gb_design_entry *design, int kind,
                     const void *entry, const gb_number *found, gb_error *error) {
  const char *name = design->owner[kind], *reason = NULL;
  const double *value = found->address;
  const gb_load *load = entry;
  if (kind == GB_OWNER_MATERIAL && !is_used(problem, name))
    reason = "no shell and no beam has it";
  else if (kind == GB_OWNER_MATERIAL && *value == 0)
    reason = material_numbers[found->row].absent;
  else if (kind == GB_OWNER_SECTION)
    reason = refuse_section(problem, name, found);
  else if (kind == GB_OWNER_SPRING)
    reason = refuse_spring(problem, entry, value);
  else if (kind == GB_OWNER_BUSHING)
    reason = refuse_bushing(problem, entry, value);
  else if (kind == GB_OWNER_MASS)
    reason = refuse_mass(entry, value);
  else if (kind == GB_OWNER_ROAD)
    reason = refuse_road(problem, found);
  else if (kind == GB_OWNER_JOINT)
    reason = refuse_joint(entry, value);
  else if ((kind == GB_OWNER_CONTACT && gb_contact_lacks(entry, value)) ||
           (kind == GB_OWNER_MATRIX && gb_matrix_lacks(entry, value)))
    reason = "it is not given";
  else if (kind == GB_OWNER_TYRE && isnan(*value))
    reason = "its wheel's place is that of the body; give at, or vary the body's";
  else if (kind == GB_OWNER_LOAD && value != &load->amplitude &&
           !(load->body && load->type == GB_LOAD_FORCE))
    reason = "only a force on a body has a place";
  if (!reason) return GB_OK;
  return gb_fail(error, GB_WRONG_DESIGN, "%s: %s of %s '%s' cannot vary: %s", design->where,
                 found->name, owner_of(problem, kind).key, name, reason);
}

/// Replace the section by the ply that "plies[2].angle" names, and the name of the number by
/// "angle".
static int enter_ply(const gb_design_entry *design, const char **parameter, char **entry,
                     gb_error *error) {
  const gb_section_entry *section = (const void *)*entry;
  int ply, used = 0;
  if (sscanf(*parameter, "plies[%d].%n", &ply, &used) != 1 || !used || ply < 0 ||
      ply >= section->plies.count)
    return gb_fail(error, GB_WRONG_DESIGN,
                   "%s.parameter: not a number of a ply (found %s); accepted: plies[0].thickness, "
                   "plies[0].angle, ... plies[%d].angle",
                   design->where, *parameter, section->plies.count - 1);
  *parameter += used;
  *entry = (char *)&section->plies.entry[ply];
  return GB_OK;
}

/// @return the numbers of a section without plies; NULL: the section has plies
static const gb_law_number *numbers_of_shape(const gb_section_entry *section) {
  return gb_problem_section_has_plies(section) ? NULL : gb_section_laws[section->kind]->ply;
}

/// Whether a row has this name, and the law of the section (if there is one) has this number.
static bool is_named(const number *row, const gb_law_number *own, const char *name) {
  return strcmp(row->name, name) == 0 && (!own || gb_law_number_find(own, name) >= 0);
}

const char *const gb_motion_keys[GB_MOTION_ORDERS] = {"displacements", "velocities",
                                                      "accelerations"};

bool gb_problem_varying_vectors(const gb_problem *problem, const gb_design_entry *design,
                                gb_varying_vectors *out) {
  const char *of_load = design->owner[GB_OWNER_LOAD], *of_support = design->owner[GB_OWNER_SUPPORT];
  const int l = of_load ? GB_PROBLEM_FIND(problem, loads, name, of_load) : -1;
  const char *of_initial = design->owner[GB_OWNER_INITIAL];
  const int m = of_initial ? GB_PROBLEM_FIND(problem, initials, name, of_initial) : -1;
  const int s = of_support ? GB_PROBLEM_FIND(problem, supports, name, of_support) : -1;
  if (l >= 0 && !strcmp(design->parameter, "values")) {
    const gb_load *load = &problem->loads.entry[l];
    *out = (gb_varying_vectors){load->where, load->group, "values", &load->own, GB_NODE_FORCE};
    return load->own.count > 0;
  }
  if (m >= 0 && !strcmp(design->parameter, "velocities")) {
    const gb_initial_motion *motion = &problem->initials.entry[m];
    *out = (gb_varying_vectors){motion->where, motion->group, "velocities", &motion->own,
                                GB_NODE_INITIAL_VELOCITY};
    return motion->own.count > 0;
  }
  for (int k = 0; s >= 0 && k < GB_MOTION_ORDERS; k++) {
    const gb_support *support = &problem->supports.entry[s];
    const gb_own_vectors *own = &support->motion.own[k];
    *out = (gb_varying_vectors){support->where, support->group, gb_motion_keys[k], own,
                                (gb_node_design)(GB_NODE_DISPLACEMENT + k)};
    if (own->count > 0 && !strcmp(design->parameter, gb_motion_keys[k])) return true;
  }
  return false;
}

/// Set the range of Poisson's ratio of an isotropic material, which is a rule about two keys.
static void limit_poisson(const gb_material *material, gb_number *found) {
  if (found->address != &material->poisson || material->E1 > 0) return;
  found->lower = -1;
  found->upper = 0.5;
  found->open = true;
}

int gb_problem_number(const gb_problem *problem, const gb_design_entry *design, gb_number *out,
                      gb_error *error) {
  gb_varying_vectors found;
  words known = {0};
  char *entry;
  int k = 0;
  if (design->group) {
    *out = (gb_number){.name = gb_design_is_density(design) ? "relative density" : "thickness",
                       .upper = gb_design_is_density(design) ? 1 : INFINITY,
                       .open = !gb_design_is_density(design)};
    return GB_OK;
  }
  if (gb_design_is_shape(design)) {
    *out = (gb_number){"amount", 0, (double *)&design->shape.amount, -INFINITY, INFINITY, false};
    return GB_OK;
  }
  if (gb_problem_varying_vectors(problem, design, &found)) {
    *out = (gb_number){found.key, 0, found.vectors->entry[0], -INFINITY, INFINITY, false};
    return GB_OK;
  }
  while (k < GB_OWNERS - 1 && !design->owner[k]) k++;
  const owner kind = owner_of(problem, k);
  const bool road = k == GB_OWNER_ROAD;
  if (!road) GB_TRY(find_entry(problem, design, &kind, design->owner[k], &entry, error));
  if (road) entry = (char *)&problem->road;
  const number *list = kind.numbers;
  const char *parameter = road ? design->owner[k] : design->parameter;
  const gb_law_number *own = NULL;
  if (k == GB_OWNER_SECTION) own = numbers_of_shape((const void *)entry);
  if (k == GB_OWNER_SECTION && !own) GB_TRY(enter_ply(design, &parameter, &entry, error));
  if (own) list = shape_numbers;
  const number *row = list;
  for (int i = 0; k == GB_OWNER_SUPPORT && i < GB_MOTION_ORDERS; i++)
    if (((const gb_support *)(const void *)entry)->motion.own[i].count > 0)
      add_word(&known, gb_motion_keys[i]);
  for (; row->name && !is_named(row, own, parameter); row++)
    if (!own || gb_law_number_find(own, row->name) >= 0) add_word(&known, row->name);
  if (!row->name) return refuse_word(design, road ? "road" : "parameter", parameter, &known, error);
  *out = (gb_number){.name = row->name,
                     .row = (int)(row - list),
                     .address = (double *)(void *)(entry + row->offset),
                     .lower = row->range->lower,
                     .upper = row->range->upper,
                     .open = row->range->open};
  if (k == GB_OWNER_MATERIAL) limit_poisson((const void *)entry, out);
  return check_use(problem, design, k, entry, out, error);
}

int gb_problem_linked(const gb_problem *problem, const gb_design_entry *design, int link,
                      gb_number *out, gb_error *error) {
  gb_design_entry other = *design;
  int k = 0;
  while (k < GB_OWNERS - 1 && !design->owner[k]) k++;
  other.owner[k] = design->links.entry[link];
  return gb_problem_number(problem, &other, out, error);
}

/// Set the values of a control from a design. The model refuses designs of unknown controls.
static int set_control(const gb_problem *problem, const gb_design_entry *design, gb_error *error) {
  const int k = GB_PROBLEM_FIND(problem, controls, name, design->control);
  if (k < 0) return GB_OK;
  const gb_control *control = &problem->controls.entry[k];
  if (design->values.count != control->nodes)
    return gb_fail(error, GB_WRONG_DESIGN_VALUES,
                   "%s.values: not one for each node of control '%s' (found %d); accepted: %d",
                   design->where, control->name, design->values.count, control->nodes);
  memcpy(control->node, design->values.entry, (size_t)control->nodes * sizeof *control->node);
  return control->moment ? gb_control_moments(control, control->node, control->moment, error)
                         : GB_OK;
}

/// Set vectors of nodes from a design.
static int set_vectors(const gb_varying_vectors *of, const gb_design_entry *design,
                       gb_error *error) {
  const int count = of->vectors->count;
  if (design->values.count != 3 * count)
    return gb_fail(error, GB_WRONG_DESIGN_VALUES,
                   "%s.values: not x, y and z of each node of %s.%s (found %d); accepted: %d",
                   design->where, of->where, of->key, design->values.count, 3 * count);
  memcpy(of->vectors->entry, design->values.entry, (size_t)count * sizeof *of->vectors->entry);
  return GB_OK;
}

/// A change of a coordinate of a free node.
typedef struct place_change {
  const gb_problem *problem;
  const char *node;
  int component;
  double from, to;
} place_change;

/// Move the end of a connection that is at the free node.
static void follow(const place_change *change, const char *end, double at[3]) {
  if (end && strcmp(end, change->node) == 0 && gb_problem_body(change->problem, end) < 0 &&
      at[change->component] == change->from)
    at[change->component] = change->to;
}

static void follow_node(gb_problem *problem, const place_change *change) {
  for (int end = 0; end < 2; end++) {
    for (int i = 0; i < problem->joints.count; i++) {
      gb_joint_entry *joint = &problem->joints.entry[i];
      const bool rod = gb_joint_is_rod(&gb_joint_types[joint->type]);
      follow(change, joint->between[end], joint->at[rod ? end : 0]);
    }
    for (int i = 0; i < problem->bushings.count; i++)
      follow(change, problem->bushings.entry[i].between[end], problem->bushings.entry[i].at);
    for (int i = 0; i < problem->springs.count; i++)
      follow(change, problem->springs.entry[i].between[end], problem->springs.entry[i].at[end]);
  }
}

/// Set a number. If it is a coordinate of a free node, the ends of connections at the node move
/// too.
static void set_number(gb_problem *problem, double *of, double value) {
  for (int i = 0; i < problem->masses.count; i++) {
    const gb_point_mass *mass = &problem->masses.entry[i];
    if (of < mass->at || of >= mass->at + 3 || !gb_is_free_node(mass)) continue;
    const place_change change = {problem, mass->name, (int)(of - mass->at), *of, value};
    if (mass->name) follow_node(problem, &change);
  }
  *of = value;
}

/// Copy the position of each joint, except rods, from its first end to its second.
static void join_places(gb_problem *problem) {
  for (int i = 0; i < problem->joints.count; i++) {
    gb_joint_entry *joint = &problem->joints.entry[i];
    if (!gb_joint_is_rod(&gb_joint_types[joint->type]))
      memcpy(joint->at[1], joint->at[0], sizeof joint->at[1]);
  }
}

int gb_problem_set_designs(gb_problem *problem, gb_error *error) {
  for (int i = 0; i < problem->designs.count; i++) {
    const gb_design_entry *design = &problem->designs.entry[i];
    gb_number found;
    if (design->group || gb_design_is_coordinates(design) || design->field.points.count > 0 ||
        design->values.count == 0)
      continue;
    if (design->control) {
      GB_TRY(set_control(problem, design, error));
      continue;
    }
    gb_varying_vectors vectors;
    if (gb_problem_varying_vectors(problem, design, &vectors)) {
      GB_TRY(set_vectors(&vectors, design, error));
      continue;
    }
    gb_error own = {0};
    const int status = gb_problem_number(problem, design, &found, &own);
    if (gb_error_code(status, &own) == GB_UNKNOWN_WORD) continue; // refused with the design
    gb_error_move(error, &own);
    GB_TRY(status);
    const double value = design->values.entry[0];
    if (design->values.count > 1)
      return gb_fail(error, GB_WRONG_DESIGN_VALUES,
                     "%s.values: the design is a single number (found a list of %d); accepted: one",
                     design->where, design->values.count);
    if (value != *found.address && !gb_number_accepts(&found, value))
      return gb_fail(error, GB_WRONG_DESIGN_VALUES, "%s.values: out of range (found %g); %s",
                     design->where, value, gb_number_range(&found).text);
    set_number(problem, found.address, value);
    for (int k = 0; k < design->links.count; k++) {
      GB_TRY(gb_problem_linked(problem, design, k, &found, error));
      set_number(problem, found.address, value);
    }
  }
  join_places(problem);
  return GB_OK;
}

const gb_range *gb_problem_range(const char *structure, size_t offset) {
#define STRUCTURE(kind, type, word, ...) {#type, word##_numbers},
  static const struct {
    const char *structure;
    const number *numbers;
  } all[] = {GB_FOR_OWNERS(STRUCTURE){"gb_section_entry", shape_numbers},
             {"gb_ply", section_numbers}};
#undef STRUCTURE
  for (int k = 0; k < (int)(sizeof all / sizeof *all); k++) {
    if (strcmp(structure, all[k].structure) != 0 ||
        (all[k].numbers == section_numbers && strcmp(structure, "gb_ply") != 0))
      continue;
    for (const number *row = all[k].numbers; row->name; row++)
      if (row->offset == offset) return row->range;
  }
  return &gb_any_number;
}
