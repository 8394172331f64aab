/// Vectors of shape designs at the nodes of a mesh, and the mesh moved along them.
#include "model/designs/mesh_shapes.h"

#include "base/length.h"

#include <math.h>
#include <string.h>

/// Smallest cosine of the angle between a surface's normal and the original one; below it the
/// surface has turned over.
static const double least_cosine = 0.01;
/// Smallest area of an element relative to the original one.
static const double least_area = 1e-6;

static int refuse_value(const gb_definition *from, const gb_design_entry *entry, int32_t node,
                        const double vector[3], gb_error *error) {
  const double *X = from->mesh->position[node];
  return gb_fail(error, GB_MODEL,
                 "%s.shape.vector: not finite at node %lld at [%g, %g, %g] (found [%g, %g, %g]); "
                 "accepted: expressions that have a value at all nodes of group '%s'",
                 entry->where, (long long)from->mesh->node_id[node], X[0], X[1], X[2], vector[0],
                 vector[1], vector[2], entry->shape.group);
}

static int evaluate(const gb_definition *from, const gb_design_entry *entry, double (*vector)[3],
                    gb_error *error) {
  const gb_group *group;
  GB_TRY(gb_find_group(from, entry->where, entry->shape.group, -1, &group, error));
  for (int32_t k = 0; k < group->nodes; k++) {
    const int32_t n = group->node[k];
    for (int i = 0; i < 3; i++)
      vector[n][i] = gb_expression_real(entry->shape.vector[i], from->mesh->position[n]);
    if (!isfinite(gb_length(vector[n]))) return refuse_value(from, entry, n, vector[n], error);
  }
  return GB_OK;
}

/// @return the node with a number of the mesh file, or -1. Numbers of a mesh are ascending.
static int32_t find_node(const gb_mesh *mesh, int64_t id) {
  const int32_t n = gb_lower_index(mesh->node_id, mesh->nodes, id);
  return n < mesh->nodes && mesh->node_id[n] == id ? n : -1;
}

static int take_table(const gb_definition *from, const gb_design_entry *entry, double (*vector)[3],
                      gb_error *error) {
  const gb_mesh *mesh = from->mesh;
  bool *given;
  GB_TRY(GB_TAKE(from->arena, given, (size_t)mesh->nodes, error));
  for (int k = 0; k < entry->shape.table.count; k++) {
    const gb_node_vector_entry *row = &entry->shape.table.entry[k];
    const int32_t n = find_node(mesh, row->node);
    if (n < 0 && from->subdomain) continue;
    if (n < 0 || given[n])
      return gb_fail(error, GB_MODEL,
                     "%s.shape.table: %s:%d: %s %lld%s; accepted: each node of %s at most once",
                     entry->where, entry->shape.file, row->line,
                     n < 0 ? "the mesh has no node" : "node", (long long)row->node,
                     n < 0 ? "" : " occurs twice", mesh->file);
    given[n] = true;
    memcpy(vector[n], row->value, sizeof vector[n]);
  }
  return GB_OK;
}

static bool is_zero(int32_t nodes, double (*vector)[3]) {
  for (int32_t n = 0; n < nodes; n++)
    if (gb_length(vector[n]) > 0) return false;
  return true;
}

/// Set the displacements by the values of coordinates.
static int take_coordinates(const gb_definition *from, const gb_design_entry *entry,
                            gb_mesh_shape *shape, gb_error *error) {
  const gb_group *group;
  GB_TRY(gb_find_group(from, entry->where, entry->shape.group, -1, &group, error));
  shape->nodes = group;
  if (entry->values.count == 0) return GB_OK;
  if (entry->values.count != 3 * group->nodes)
    return gb_fail(error, GB_WRONG_DESIGN_VALUES,
                   "%s.values: not x, y and z of each node of group '%s' (found %d); accepted: %d",
                   entry->where, entry->shape.group, entry->values.count, 3 * group->nodes);
  for (int32_t k = 0; k < group->nodes; k++) {
    const int32_t n = group->node[k];
    for (int i = 0; i < 3; i++)
      shape->vector[n][i] = entry->values.entry[3 * k + i] - from->mesh->position[n][i];
  }
  return GB_OK;
}

/// Refuse nodes whose coordinates are designs of an earlier entry.
static int check_once(const gb_definition *from, const gb_mesh_shapes *shapes, gb_error *error) {
  const gb_mesh_shape *last = &shapes->shape[shapes->count - 1];
  const gb_design_entry *entry = from->problem->designs.entry;
  for (const gb_mesh_shape *other = shapes->shape; other < last; other++) {
    if (!other->nodes) continue;
    for (int32_t j = 0, k = 0; j < other->nodes->nodes && k < last->nodes->nodes;) {
      const int32_t one = other->nodes->node[j], two = last->nodes->node[k];
      if (one == two)
        return gb_fail(error, GB_WRONG_DESIGN,
                       "%s.coordinates: those of node %lld are design '%s' already; accepted: one "
                       "design of each",
                       entry[last->entry].where, (long long)from->mesh->node_id[one],
                       entry[other->entry].name);
      if (one < two) j++;
      if (two < one) k++;
    }
  }
  return GB_OK;
}

static int add(const gb_definition *from, int entry, gb_mesh_shapes *shapes, gb_error *error) {
  const gb_design_entry *design = &from->problem->designs.entry[entry];
  gb_mesh_shape *shape;
  if (from->mesh->nodes == 0)
    return gb_fail(error, GB_USAGE, "%s.%s: there is no mesh; accepted: designs of a mesh's shape",
                   design->where, gb_design_is_coordinates(design) ? "coordinates" : "shape");
  GB_TRY(
      gb_arena_append(from->arena, &shapes->shape, &shapes->count, sizeof *shape, &shape, error));
  shape->entry = entry;
  GB_TRY(GB_TAKE(from->arena, shape->vector, (size_t)from->mesh->nodes, error));
  if (gb_design_is_coordinates(design)) {
    GB_TRY(take_coordinates(from, design, shape, error));
    return check_once(from, shapes, error);
  }
  GB_TRY(design->shape.group ? evaluate(from, design, shape->vector, error)
                             : take_table(from, design, shape->vector, error));
  if (from->subdomain || !is_zero(from->mesh->nodes, shape->vector)) return GB_OK;
  return gb_fail(error, GB_MODEL,
                 "%s.shape: moves no node: all its vectors are zero; accepted: a vector that is "
                 "not zero somewhere",
                 design->where);
}

/// Describe the designs whose shapes move an element.
static const char *name_movers(const gb_definition *from, const gb_mesh_shapes *shapes,
                               int32_t element, size_t size, char *text) {
  const gb_mesh *mesh = from->mesh;
  size_t length = 0;
  for (int k = 0; k < shapes->count && length < size; k++) {
    const gb_design_entry *entry = &from->problem->designs.entry[shapes->shape[k].entry];
    bool moves = false;
    for (int32_t p = mesh->start[element]; p < mesh->start[element + 1]; p++)
      moves = moves || gb_length(shapes->shape[k].vector[mesh->node[p]]) > 0;
    if (moves && gb_design_is_coordinates(entry))
      length +=
          (size_t)snprintf(text + length, size - length, "%s'%s'", length ? ", " : "", entry->name);
    else if (moves && entry->shape.amount != entry->shape.drawn)
      length += (size_t)snprintf(text + length, size - length, "%s'%s' = %g", length ? ", " : "",
                                 entry->name, entry->shape.amount);
  }
  return text;
}

/// Refuse elements that have turned over, as a whole or at a corner, or have lost their area.
static int check_surface(const gb_definition *from, const gb_mesh_shapes *shapes,
                         const gb_mesh *moved, int32_t e, gb_error *error) {
  const int nodes = gb_shape_nodes(moved->shape[e]);
  double mean[3] = {0};
  for (int a = 0; a < nodes; a++) {
    double normal[3];
    gb_mesh_normal_at_node(moved, e, a, normal);
    for (int i = 0; i < 3; i++) mean[i] += normal[i] / nodes;
  }
  for (int a = 0; a < nodes; a++) {
    double was[3], is[3];
    char text[400] = "";
    gb_mesh_normal_at_node(from->mesh, e, a, was);
    gb_mesh_normal_at_node(moved, e, a, is);
    const double before = gb_length(was), now = gb_length(is);
    if (gb_dot(is, mean) > 0 && gb_dot(is, was) > least_cosine * before * now &&
        now > least_area * before)
      continue;
    return gb_fail(
        error, GB_MODEL,
        "%s: element %lld %s at node %lld, moved by designs %s; accepted: amounts that neither "
        "turn an element over nor make its area vanish",
        moved->file, (long long)moved->element_id[e],
        now > least_area * before ? "turns over" : "has no area left",
        (long long)moved->node_id[moved->node[moved->start[e] + a]],
        name_movers(from, shapes, e, sizeof text, text));
  }
  return GB_OK;
}

static int check_elements(const gb_definition *from, const gb_mesh_shapes *shapes,
                          const gb_mesh *moved, gb_error *error) {
  for (int32_t e = 0; e < moved->elements; e++) {
    bool moves = false;
    for (int32_t p = moved->start[e]; p < moved->start[e + 1]; p++)
      moves = moves || memcmp(moved->position[moved->node[p]], from->mesh->position[moved->node[p]],
                              sizeof *moved->position);
    if (moves && gb_shape_dimension(moved->shape[e]) == 2)
      GB_TRY(check_surface(from, shapes, moved, e, error));
  }
  return GB_OK;
}

/// Create the mesh moved by the designs. It shares everything but the positions.
static int move(const gb_definition *from, const gb_mesh_shapes *shapes, gb_mesh *moved,
                gb_error *error) {
  const size_t nodes = (size_t)from->mesh->nodes;
  *moved = *from->mesh;
  GB_TRY(GB_TAKE(from->arena, moved->position, nodes, error));
  memcpy(moved->position, from->mesh->position, nodes * sizeof *moved->position);
  for (int k = 0; k < shapes->count; k++) {
    const gb_mesh_shape *shape = &shapes->shape[k];
    const gb_shape_entry *of = &from->problem->designs.entry[shape->entry].shape;
    const double amount = shape->nodes ? 1 : of->amount - of->drawn;
    for (size_t n = 0; n < nodes; n++)
      for (int i = 0; i < 3; i++) moved->position[n][i] += amount * shape->vector[n][i];
  }
  return check_elements(from, shapes, moved, error);
}

int gb_mesh_shapes_create(const gb_definition *from, const gb_mesh **moved,
                          const gb_mesh_shapes **out, gb_error *error) {
  const gb_problem *problem = from->problem;
  gb_mesh_shapes *shapes;
  gb_mesh *mesh;
  GB_TRY(GB_TAKE(from->arena, shapes, 1, error));
  *out = shapes;
  for (int i = 0; i < problem->designs.count; i++)
    if (gb_design_is_coordinates(&problem->designs.entry[i]) ||
        gb_design_is_shape(&problem->designs.entry[i]))
      GB_TRY(add(from, i, shapes, error));
  if (shapes->count == 0) {
    *moved = from->mesh;
    return GB_OK;
  }
  GB_TRY(GB_TAKE(from->arena, mesh, 1, error));
  GB_TRY(move(from, shapes, mesh, error));
  *moved = mesh;
  return GB_OK;
}
