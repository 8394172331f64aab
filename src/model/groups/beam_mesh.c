/// Lines of beams along points as elements of a mesh.
#include "model/groups/beam_mesh.h"

#include "base/platform/memory_limit.h"

#include <string.h>

static bool has_points(const gb_beam *beam) {
  return beam->points.count > 0;
}

/// Memory in bytes of an element in mesh, model and matrix; factors at least double it.
static const double bytes_of_element = 4000;

/// Check the memory before 32-bit counts can overflow.
static int check_counts(const gb_problem *problem, gb_error *error) {
  char what[300];
  double all = 0;
  for (int i = 0; i < problem->beams.count; i++) {
    const gb_beam *beam = &problem->beams.entry[i];
    if (!has_points(beam)) continue;
    all += (double)(beam->points.count - 1) * beam->elements;
    if (gb_exceeds_memory(all, bytes_of_element, sizeof what, what))
      return gb_fail(error, GB_TOO_LARGE, "%s.elements: %s", beam->where, what);
  }
  return GB_OK;
}

static int32_t elements_of(const gb_beam *beam) {
  return (beam->points.count - 1) * beam->elements;
}

/// Allocate a mesh with all lines and copy the existing mesh into it.
static int copy_mesh(const gb_definition *from, gb_mesh *m, gb_error *error) {
  const gb_mesh *old = from->mesh;
  const gb_problem *problem = from->problem;
  size_t nodes = (size_t)old->nodes, elements = (size_t)old->elements, groups = (size_t)old->groups;
  size_t corners = (size_t)old->start[old->elements];
  for (int i = 0; i < problem->beams.count; i++) {
    const gb_beam *beam = &problem->beams.entry[i];
    if (!has_points(beam)) continue;
    nodes += (size_t)(elements_of(beam) * beam->order + 1);
    elements += (size_t)elements_of(beam);
    corners += (size_t)(elements_of(beam) * (beam->order + 1));
    groups += 3;
  }
  GB_TRY(GB_TAKE(from->arena, m->node_id, nodes, error));
  GB_TRY(GB_TAKE(from->arena, m->position, nodes, error));
  GB_TRY(GB_TAKE(from->arena, m->element_id, elements, error));
  GB_TRY(GB_TAKE(from->arena, m->shape, elements, error));
  GB_TRY(GB_TAKE(from->arena, m->property, elements, error));
  GB_TRY(GB_TAKE(from->arena, m->start, elements + 1, error));
  GB_TRY(GB_TAKE(from->arena, m->node, corners, error));
  GB_TRY(GB_TAKE(from->arena, m->group, groups, error));
  GB_TRY(gb_mesh_index_groups(m, from->arena, error));
  m->file = old->nodes > 0 ? old->file : (char *)problem->file;
  m->nodes = old->nodes;
  m->elements = old->elements;
  m->groups = old->groups;
  if (old->nodes == 0) return GB_OK; // the arrays of an empty mesh are NULL
  memcpy(m->node_id, old->node_id, (size_t)old->nodes * sizeof *m->node_id);
  memcpy(m->position, old->position, (size_t)old->nodes * sizeof *m->position);
  memcpy(m->element_id, old->element_id, (size_t)old->elements * sizeof *m->element_id);
  memcpy(m->shape, old->shape, (size_t)old->elements * sizeof *m->shape);
  memcpy(m->property, old->property, (size_t)old->elements * sizeof *m->property);
  memcpy(m->start, old->start, ((size_t)old->elements + 1) * sizeof *m->start);
  memcpy(m->node, old->node, (size_t)old->start[old->elements] * sizeof *m->node);
  memcpy(m->group, old->group, (size_t)old->groups * sizeof *m->group);
  return GB_OK;
}

static int64_t largest(int32_t count, const int64_t id[]) {
  int64_t most = 0;
  for (int32_t i = 0; i < count; i++)
    if (id[i] > most) most = id[i];
  return most;
}

/// Add a group of consecutive elements and nodes.
static int add_group(const gb_definition *from, const gb_beam *beam, const char *end,
                     const int32_t first[2], const int32_t count[2], gb_mesh *m, gb_error *error) {
  gb_group *group = &m->group[m->groups];
  *group =
      (gb_group){.number = -1, .dimension = count[0] > 0, .elements = count[0], .nodes = count[1]};
  GB_TRY(gb_arena_text(from->arena, &group->name, error, "%s%s", beam->name, end));
  if (gb_mesh_group(m, group->name, -1))
    return gb_fail(error, GB_DUPLICATE_NAME,
                   "%s.name: the mesh has a group '%s'; accepted: another name", beam->where,
                   group->name);
  GB_TRY(GB_TAKE(from->arena, group->element, (size_t)count[0], error));
  GB_TRY(GB_TAKE(from->arena, group->node, (size_t)count[1], error));
  for (int32_t k = 0; k < count[0]; k++) group->element[k] = first[0] + k;
  for (int32_t k = 0; k < count[1]; k++) group->node[k] = first[1] + k;
  m->groups++;
  return GB_OK;
}

static void add_nodes(const gb_beam *beam, int64_t *id, gb_mesh *m) {
  const int parts = beam->elements * beam->order, last = (beam->points.count - 1) * parts;
  for (int k = 0; k <= last; k++) {
    const int line = k < last ? k / parts : beam->points.count - 2;
    const double part = (double)(k - line * parts) / parts;
    for (int i = 0; i < 3; i++)
      m->position[m->nodes][i] =
          (1 - part) * beam->points.entry[line][i] + part * beam->points.entry[line + 1][i];
    m->node_id[m->nodes++] = ++*id;
  }
}

static void add_elements(const gb_beam *beam, int32_t node, int64_t *id, gb_mesh *m) {
  const int order = beam->order;
  for (int32_t e = 0; e < elements_of(beam); e++, node += order) {
    const int32_t at = m->start[m->elements];
    m->node[at] = node;
    m->node[at + 1] = node + order;
    if (order > 1) m->node[at + 2] = node + 1;
    m->shape[m->elements] = order > 1 ? GB_LINE3 : GB_LINE2;
    m->element_id[m->elements++] = ++*id;
    m->start[m->elements] = at + order + 1;
  }
}

int gb_beam_mesh_create(const gb_definition *from, const gb_mesh **out, gb_error *error) {
  const gb_problem *problem = from->problem;
  gb_mesh *m;
  bool any = false;
  for (int i = 0; i < problem->beams.count; i++) any = any || has_points(&problem->beams.entry[i]);
  *out = from->mesh;
  if (!any) return GB_OK;
  GB_TRY(check_counts(problem, error));
  GB_TRY(GB_TAKE(from->arena, m, 1, error));
  GB_TRY(copy_mesh(from, m, error));
  int64_t node_id = largest(m->nodes, m->node_id), id = largest(m->elements, m->element_id);
  for (int i = 0; i < problem->beams.count; i++) {
    const gb_beam *beam = &problem->beams.entry[i];
    const int32_t first[2] = {m->elements, m->nodes};
    if (!has_points(beam)) continue;
    add_nodes(beam, &node_id, m);
    add_elements(beam, first[1], &id, m);
    const int32_t count[2] = {m->elements - first[0], m->nodes - first[1]};
    const int32_t last[2] = {0, m->nodes - 1}, one[2] = {0, 1};
    GB_TRY(add_group(from, beam, "", first, count, m, error));
    GB_TRY(add_group(from, beam, ".start", first, one, m, error));
    GB_TRY(add_group(from, beam, ".end", last, one, m, error));
  }
  *out = m;
  return GB_OK;
}
