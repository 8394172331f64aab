/// Search for names of a case: groups of the mesh, materials, bodies, free nodes and joints.
#include "model/groups/lookup.h"

#include "base/nearest.h"
#include "elements/multibody/joint.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void gb_warn(const gb_definition *from, const char *format, ...) {
  char *text = from->warnings->text;
  size_t used = strlen(text), capacity = sizeof from->warnings->text - used;
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text + used, capacity, format, arguments);
  va_end(arguments);
  if (length < 0 || (size_t)length + 2 > capacity)
    text[used] = 0; // drop a warning that does not fit
  else
    strcat(text, "\n");
}

int64_t gb_largest_element(const gb_definition *from) {
  const gb_mesh *mesh = from->mesh;
  int64_t largest = 0;
  if (from->subdomain) return from->subdomain->whole->largest_element;
  for (int32_t e = 0; e < mesh->elements; e++)
    if (mesh->element_id[e] > largest) largest = mesh->element_id[e];
  return largest;
}

double gb_mesh_size(const gb_definition *from) {
  const gb_mesh *mesh = from->mesh;
  double size = 0;
  if (from->subdomain) return from->subdomain->whole->size;
  for (int32_t n = 0; n < mesh->nodes; n++)
    for (int i = 0; i < 3; i++) size = fmax(size, fabs(mesh->position[n][i]));
  return size;
}

int gb_find_group(const gb_definition *from, const char *where, const char *name, int dimension,
                  const gb_group **out, gb_error *error) {
  static const char *const kinds[] = {"", "point ", "line ", "surface ", "volume "};
  *out = gb_mesh_group(from->mesh, name, dimension);
  if (*out) return GB_OK;
  if (from->mesh->nodes == 0)
    return gb_fail(error, GB_NO_MESH, "%s: no mesh has group '%s': give mesh: FILE.msh", where,
                   name);
  char names[700];
  gb_mesh_group_names(from->mesh, sizeof names, names);
  return gb_fail(error, GB_UNKNOWN_GROUP, "%s: no %sgroup '%s' in %s; it has: %s", where,
                 kinds[dimension + 1], name, from->mesh->file, names);
}

int gb_find_group_node(const gb_definition *from, const char *where, const char *name,
                       const char *what, int32_t *node, gb_error *error) {
  const gb_group *group;
  GB_TRY(gb_find_group(from, where, name, -1, &group, error));
  if (group->nodes != 1)
    return gb_fail(error, GB_WRONG_GROUP, "%s: group '%s' has %d nodes; %s", where, name,
                   (int)group->nodes, what);
  *node = group->node[0];
  return GB_OK;
}

int gb_check_each(const char *where, const char *key, const gb_group *group, int count,
                  gb_error *error) {
  if (count == group->nodes) return GB_OK;
  return gb_fail(error, GB_WRONG_VALUE,
                 "%s.%s: not one vector for each node of group '%s' (found %d); accepted: %d",
                 where, key, group->name, count, (int)group->nodes);
}

int gb_find_node(const gb_definition *from, const char *where, int64_t id, int32_t *node,
                 gb_error *error) {
  const gb_mesh *mesh = from->mesh;
  *node = gb_lower_index(mesh->node_id, mesh->nodes, id);
  if (*node < mesh->nodes && mesh->node_id[*node] == id) return GB_OK;
  return gb_fail(error, GB_UNKNOWN_NODE, "%s: no node %lld in %s", where, (long long)id,
                 mesh->file);
}

int gb_need_control(const gb_definition *from, const char *where, const char *name, int *control,
                    gb_error *error) {
  const gb_problem *problem = from->problem;
  *control = GB_PROBLEM_FIND(problem, controls, name, name);
  if (*control >= 0) return GB_OK;
  return gb_fail(
      error, GB_UNKNOWN_NAME, "%s.control: no such control (found %.60s); accepted: %s%.60s", where,
      name, problem->controls.count ? "one of controls, as " : "none, the case has no controls",
      problem->controls.count ? problem->controls.entry[0].name : "");
}

const gb_material *gb_find_material(const gb_definition *from, const char *name) {
  const int i = GB_PROBLEM_FIND(from->problem, materials, name, name);
  return i < 0 ? NULL : &from->problem->materials.entry[i];
}

int gb_find_body(const gb_definition *from, const char *name) {
  return gb_problem_body(from->problem, name);
}

int gb_find_free_node(const gb_definition *from, const char *name) {
  return gb_problem_free_node(from->problem, name);
}

int gb_need_body(const gb_definition *from, const char *where, const char *name, int *body,
                 gb_error *error) {
  *body = gb_find_body(from, name);
  return *body >= 0 ? GB_OK : gb_refuse_body(from, where, name, false, error);
}

/// Names for a message: a NULL-terminated list, and a line with those that fit.
typedef struct name_list {
  const char **name;
  int count;
  char text[500];
} name_list;

static void add_name(name_list *list, const char *name) {
  if (!name) return; // an entry that is refused
  const size_t used = strlen(list->text), size = sizeof list->text;
  list->name[list->count++] = name;
  if (used + strlen(name) + 8 < size)
    snprintf(list->text + used, size - used, "%s%s", used ? ", " : "", name);
  else if (used + 6 < size && (used < 3 || strcmp(list->text + used - 3, "...")))
    snprintf(list->text + used, size - used, used ? ", ..." : "...");
}

static void add_free_nodes(const gb_problem *problem, name_list *list) {
  for (int i = 0; i < problem->masses.count; i++)
    if (gb_is_free_node(&problem->masses.entry[i])) add_name(list, problem->masses.entry[i].name);
}

int gb_refuse_body(const gb_definition *from, const char *where, const char *name, bool free_nodes,
                   gb_error *error) {
  const gb_problem *problem = from->problem;
  name_list list = {0};
  const int most = problem->bodies.count + problem->masses.count + 2 * problem->beams.count;
  GB_TRY(GB_TAKE(from->arena, list.name, (size_t)most + 1, error));
  for (int i = 0; i < problem->bodies.count; i++) add_name(&list, problem->bodies.entry[i].name);
  for (int i = 0; i < problem->beams.count; i++)
    for (int end = 0; problem->beams.entry[i].name && end < 2; end++) {
      char *word;
      GB_TRY(gb_arena_text(from->arena, &word, error, "%s.%s", problem->beams.entry[i].name,
                           end ? "end" : "start"));
      add_name(&list, word);
    }
  const int bodies = list.count;
  if (free_nodes) add_free_nodes(problem, &list);
  const char *near = gb_nearest(name, list.name);
  return gb_fail(error, GB_UNKNOWN_NAME, "%s: no body%s is named '%s'%s%s; accepted: ground%s%s",
                 where, list.count > bodies ? " and no point of masses" : "", name,
                 near ? "; nearest: " : "", near ? near : "", *list.text ? ", " : "", list.text);
}

int gb_need_free_node(const gb_definition *from, const char *where, const char *name, int *mass,
                      gb_error *error) {
  name_list list = {0};
  *mass = gb_find_free_node(from, name);
  if (*mass >= 0) return GB_OK;
  GB_TRY(GB_TAKE(from->arena, list.name, (size_t)from->problem->masses.count + 1, error));
  add_free_nodes(from->problem, &list);
  const char *near = gb_nearest(name, list.name);
  return gb_fail(error, GB_UNKNOWN_NAME,
                 "%s: no point is named '%s' under masses%s%s; accepted: %s", where, name,
                 near ? "; nearest: " : "", near ? near : "",
                 *list.text ? list.text : "none, the case has no named masses");
}

int gb_need_turning_joint(const gb_definition *from, const char *where, const char *name,
                          int *joint, gb_error *error) {
  const gb_problem *problem = from->problem;
  const char **names;
  int count = 0;
  *joint = GB_PROBLEM_FIND(problem, joints, name, name);
  if (*joint >= 0) {
    const gb_joint_type *type = &gb_joint_types[problem->joints.entry[*joint].type];
    if (type->turns) return GB_OK;
    char able[160] = "";
    gb_joint_list(true, sizeof able, able);
    return gb_fail(error, GB_WRONG_ENDS, "%s.joint: a %s joint has no angle; accepted: %s ones",
                   where, type->name, able);
  }
  GB_TRY(GB_TAKE(from->arena, names, (size_t)problem->joints.count + 1, error));
  for (int j = 0; j < problem->joints.count; j++)
    if (problem->joints.entry[j].name) names[count++] = problem->joints.entry[j].name;
  const char *near = gb_nearest(name, names);
  return gb_fail(error, GB_UNKNOWN_NAME, "%s.joint: no joint is named '%s'%s%s", where, name,
                 near ? "; nearest: " : "", near ? near : "");
}

const char *gb_group_of_end(const char *end) {
  static const char word[] = "group:";
  return strncmp(end, word, strlen(word)) ? NULL : end + strlen(word);
}

bool gb_end_is_ground(const char *end) {
  return !strcmp(end, "ground");
}

int32_t gb_bar_joint_node(const gb_mesh *mesh, const gb_bar *bar, int end) {
  const int64_t id = bar->held[end];
  const int32_t n = gb_lower_index(mesh->node_id, mesh->nodes, id);
  return id && n < mesh->nodes && mesh->node_id[n] == id ? n : -1;
}
