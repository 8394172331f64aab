/// Select nodes by number or position, then the surfaces and lines all of whose nodes are selected.
#include "model/groups/case_groups.h"

#include "base/length.h"

#include <math.h>
#include <string.h>

/// Relative to the mesh's size: distance below which positions are equal, and largest distance of
/// the node selected by `at`.
static const double SAME = 1e-9, NEAR = 1e-2;

/// Context for the construction of groups.
typedef struct maker {
  const gb_definition *from;
  gb_mesh *mesh;
  unsigned char *used;           ///< nodes of surfaces and lines, [nodes]
  unsigned char *node, *element; ///< members of the current group, [nodes], [elements]: 0 excluded,
                                 ///< 1 candidate, 2 selected
  double lower[3], upper[3], size; ///< extent of the nodes in use
} maker;

static void find_extent(maker *m) {
  const gb_mesh *mesh = m->mesh;
  for (int i = 0; i < 3; i++) m->lower[i] = INFINITY, m->upper[i] = -INFINITY;
  for (int32_t e = 0; e < mesh->elements; e++)
    for (int32_t k = mesh->start[e]; k < mesh->start[e + 1]; k++)
      if (mesh->shape[e] != GB_POINT) m->used[mesh->node[k]] = 1;
  for (int32_t n = 0; n < mesh->nodes; n++)
    for (int i = 0; m->used[n] && i < 3; i++) {
      m->lower[i] = fmin(m->lower[i], mesh->position[n][i]);
      m->upper[i] = fmax(m->upper[i], mesh->position[n][i]);
    }
  for (int i = 0; i < 3; i++) m->size = fmax(m->size, m->upper[i] - m->lower[i]);
}

/// @return the index of a number, or -1
static int32_t find_number(const int64_t ids[], int32_t count, double number) {
  const int32_t i = gb_lower_index(ids, count, (int64_t)number);
  return i < count && (double)ids[i] == number ? i : -1;
}

static int take_numbers(maker *m, const gb_group_entry *g, gb_error *error) {
  const gb_mesh *mesh = m->mesh;
  const bool nodes = g->kind == GB_PLACE_NODES;
  const int count = nodes ? g->nodes.count : g->elements.count;
  for (int i = 0; i < count; i++) {
    const double number = nodes ? g->nodes.entry[i] : g->elements.entry[i];
    const int32_t found = nodes ? find_number(mesh->node_id, mesh->nodes, number)
                                : find_number(mesh->element_id, mesh->elements, number);
    const unsigned char *members = nodes ? m->node : m->element;
    if (found < 0 || !members[found])
      return gb_fail(error, GB_UNKNOWN_NODE, "%s: %s has no %s %.0f", g->where,
                     g->of ? g->of : mesh->file, nodes ? "node" : "element", number);
    (nodes ? m->node : m->element)[found] = 2;
  }
  return GB_OK;
}

/// Whether a position is in a region, within round-off.
static bool holds(const maker *m, const gb_group_entry *g, const double x[3]) {
  const double near = SAME * m->size;
  double along[3], to[3], length = 0, part = 0, square = 0;
  if (g->kind == GB_PLACE_SIDE) {
    const int axis = g->side / 2;
    return g->side % 2 ? x[axis] >= m->upper[axis] - near : x[axis] <= m->lower[axis] + near;
  }
  for (int i = 0; g->kind == GB_PLACE_BOX && i < 3; i++)
    if (x[i] < fmin(g->box[0][i], g->box[1][i]) - near ||
        x[i] > fmax(g->box[0][i], g->box[1][i]) + near)
      return false;
  if (g->kind == GB_PLACE_BOX) return true;
  for (int i = 0; i < 3; i++) {
    along[i] = g->axis[1][i] - g->axis[0][i];
    to[i] = x[i] - g->axis[0][i];
  }
  length = sqrt(gb_dot(along, along));
  part = gb_dot(to, along) / length;
  for (int i = 0; i < 3; i++) square += pow(to[i] - part * along[i] / length, 2);
  return part >= -near && part <= length + near && sqrt(square) <= g->radius + near;
}

/// Select the node nearest to a position; it must be close.
static int take_nearest(maker *m, const gb_group_entry *g, gb_error *error) {
  const gb_mesh *mesh = m->mesh;
  double least = INFINITY;
  int32_t nearest = -1;
  for (int32_t n = 0; n < mesh->nodes; n++) {
    double to[3];
    for (int i = 0; i < 3; i++) to[i] = mesh->position[n][i] - g->at[i];
    const double distance = sqrt(gb_dot(to, to));
    if (!m->node[n] || !(distance < least)) continue;
    least = distance;
    nearest = n;
  }
  if (nearest >= 0 && least <= NEAR * m->size) {
    m->node[nearest] = 2;
    return GB_OK;
  }
  const double *x = nearest < 0 ? g->at : mesh->position[nearest];
  return gb_fail(error, GB_UNKNOWN_NODE,
                 "%s.at: no node is there: the nearest one, node %lld at [%g, %g, %g], is %g away; "
                 "accepted: a position not farther than %g from a node",
                 g->where, nearest < 0 ? 0 : (long long)mesh->node_id[nearest], x[0], x[1], x[2],
                 least, NEAR * m->size);
}

/// Mark the candidates of a group by 1. Numbers may also select nodes that no element uses.
static int open_members(maker *m, const gb_group_entry *g, gb_error *error) {
  const gb_mesh *mesh = m->mesh;
  const gb_group *of;
  memset(m->element, !g || !g->of, (size_t)mesh->elements);
  for (int32_t n = 0; n < mesh->nodes; n++)
    m->node[n] = m->used[n] || (g && g->kind == GB_PLACE_NODES);
  if (!g || !g->of) return GB_OK;
  gb_definition now = *m->from;
  now.mesh = mesh;
  GB_TRY(gb_find_group(&now, g->where, g->of, -1, &of, error));
  memset(m->node, 0, (size_t)mesh->nodes);
  for (int32_t i = 0; i < of->nodes; i++) m->node[of->node[i]] = 1;
  for (int32_t i = 0; i < of->elements; i++) m->element[of->element[i]] = 1;
  return GB_OK;
}

/// Add the nodes of selected elements or the elements of selected nodes; then mark members by 1 and
/// others by 0.
static void close_members(maker *m, const gb_group_entry *g) {
  const gb_mesh *mesh = m->mesh;
  const bool by_element = g && g->kind == GB_PLACE_ELEMENTS;
  for (int32_t n = 0; g && n < mesh->nodes; n++) m->node[n] = m->node[n] == 2;
  for (int32_t e = 0; e < mesh->elements; e++) {
    bool whole = m->element[e] && mesh->shape[e] != GB_POINT;
    if (by_element) whole = m->element[e] == 2;
    for (int32_t k = mesh->start[e]; k < mesh->start[e + 1]; k++) {
      if (by_element && whole) m->node[mesh->node[k]] = 1;
      whole = whole && m->node[mesh->node[k]];
    }
    m->element[e] = whole;
  }
}

/// Append the member elements of a dimension with all member nodes as a group; dimension 0: nodes
/// only.
static int add_group(maker *m, const char *name, int dimension, gb_error *error) {
  gb_mesh *mesh = m->mesh;
  gb_group *group = &mesh->group[mesh->groups++];
  *group = (gb_group){.number = -1, .dimension = dimension};
  GB_TRY(gb_arena_text(m->from->arena, &group->name, error, "%s", name));
  GB_TRY(GB_TAKE(m->from->arena, group->node, (size_t)mesh->nodes, error));
  GB_TRY(GB_TAKE(m->from->arena, group->element, (size_t)mesh->elements, error));
  for (int32_t n = 0; n < mesh->nodes; n++)
    if (m->node[n]) group->node[group->nodes++] = n;
  for (int32_t e = 0; dimension > 0 && e < mesh->elements; e++)
    if (m->element[e] && gb_shape_dimension(mesh->shape[e]) == dimension)
      group->element[group->elements++] = e;
  return GB_OK;
}

/// Add a group for each dimension of the member elements, or one of nodes only.
static int add_groups(maker *m, const char *name, gb_error *error) {
  bool any[4] = {false};
  for (int32_t e = 0; e < m->mesh->elements; e++)
    if (m->element[e]) any[gb_shape_dimension(m->mesh->shape[e])] = true;
  any[0] = !any[1] && !any[2] && !any[3];
  for (int dimension = 3; dimension >= 0; dimension--)
    if (any[dimension]) GB_TRY(add_group(m, name, dimension, error));
  return GB_OK;
}

static int make_group(maker *m, const gb_group_entry *g, gb_error *error) {
  const gb_mesh *mesh = m->mesh;
  bool any = false;
  if (gb_mesh_group(mesh, g->name, -1))
    return gb_fail(error, GB_DUPLICATE_NAME,
                   "%s.name: the mesh has a group '%s'; accepted: another name", g->where, g->name);
  GB_TRY(open_members(m, g, error));
  if (g->kind == GB_PLACE_NODES || g->kind == GB_PLACE_ELEMENTS)
    GB_TRY(take_numbers(m, g, error));
  else if (g->kind == GB_PLACE_AT)
    GB_TRY(take_nearest(m, g, error));
  else
    for (int32_t n = 0; n < mesh->nodes; n++)
      if (m->node[n] && holds(m, g, mesh->position[n])) m->node[n] = 2;
  close_members(m, g);
  for (int32_t n = 0; n < mesh->nodes; n++) any = any || m->node[n];
  if (!any)
    return gb_fail(error, GB_UNKNOWN_NODE,
                   "%s: no node is there; the nodes of %s are from [%g, %g, %g] to [%g, %g, %g]",
                   g->where, mesh->file, m->lower[0], m->lower[1], m->lower[2], m->upper[0],
                   m->upper[1], m->upper[2]);
  return add_groups(m, g->name, error);
}

int gb_case_groups_create(const gb_definition *from, const gb_mesh **out, gb_error *error) {
  const gb_problem *problem = from->problem;
  const gb_mesh *old = from->mesh;
  maker m = {.from = from};
  *out = old;
  if (old->nodes == 0 && !problem->defective && problem->groups.count > 0)
    return gb_fail(error, GB_NO_MESH,
                   "%s: there is no mesh; accepted: groups of a mesh or of beams",
                   problem->groups.entry[0].where);
  if (old->nodes == 0) return GB_OK;
  GB_TRY(GB_TAKE(from->arena, m.mesh, 1, error));
  *m.mesh = *old;
  GB_TRY(gb_mesh_index_groups(m.mesh, from->arena, error));
  const size_t groups = (size_t)(old->groups + 4 * (problem->groups.count + 1));
  GB_TRY(GB_TAKE(from->arena, m.mesh->group, groups, error));
  if (old->groups > 0) memcpy(m.mesh->group, old->group, (size_t)old->groups * sizeof *old->group);
  GB_TRY(GB_TAKE(from->arena, m.used, (size_t)old->nodes, error));
  GB_TRY(GB_TAKE(from->arena, m.node, (size_t)old->nodes, error));
  GB_TRY(GB_TAKE(from->arena, m.element, (size_t)old->elements, error));
  find_extent(&m);
  gb_error list = {0};
  for (int i = 0; i < problem->groups.count; i++) {
    const gb_group_entry *entry = &problem->groups.entry[i];
    if (gb_problem_is_partial(problem, entry->where)) continue;
    const int status = make_group(&m, entry, error);
    if (status == GB_FILE) return status;
    gb_error_move(&list, error); // report the errors of other groups too
  }
  if (list.status != GB_OK) {
    *error = list;
    return list.status;
  }
  if (!gb_mesh_group(m.mesh, "all", -1)) {
    GB_TRY(open_members(&m, NULL, error));
    close_members(&m, NULL);
    GB_TRY(add_groups(&m, "all", error));
  }
  *out = m.mesh;
  return GB_OK;
}
