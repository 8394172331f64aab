/// Groups of a finished mesh, and the index of a number among its numbers.
#include "input/mesh_builder.h"

#include <stdlib.h>
#include <string.h>

static int compare_indices(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

int32_t gb_lower_index(const int64_t *ids, int32_t count, int64_t id) {
  if (count && id >= ids[0] && ids[count - 1] - ids[0] == count - 1 && id <= ids[count - 1])
    return (int32_t)(id - ids[0]); // numbers without gaps
  int32_t low = 0;
  for (int32_t high = count; low < high;) {
    int32_t middle = low + (high - low) / 2;
    if (ids[middle] < id)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/// All nodes of a group's elements, ascending.
static int gather_nodes(const gb_mesh *mesh, gb_group *group, gb_error *error) {
  int32_t *found, count = 0;
  size_t most = 0;
  for (int32_t i = 0; i < group->elements; ++i)
    most += (size_t)gb_shape_nodes(mesh->shape[group->element[i]]);
  GB_TRY(gb_allocate(most, sizeof *found, &found, error));
  group->node = found;
  for (int32_t i = 0; i < group->elements; ++i)
    for (int32_t k = mesh->start[group->element[i]]; k < mesh->start[group->element[i] + 1]; ++k)
      found[count++] = mesh->node[k];
  qsort(found, (size_t)count, sizeof *found, compare_indices);
  for (int32_t i = 0; i < count; ++i)
    if (!i || found[i] != found[group->nodes - 1]) found[group->nodes++] = found[i];
  void *fitted = realloc(found, ((size_t)group->nodes + 1) * sizeof *found);
  if (fitted) group->node = fitted;
  return GB_OK;
}

static int fill_group(const gb_mesh *mesh, gb_group *group, const gb_group_members *members,
                      gb_error *error) {
  int32_t **list = members->nodes ? &group->node : &group->element;
  const size_t count = (size_t)members->count;
  GB_TRY(gb_allocate(count, sizeof **list, list, error));
  memcpy(*list, members->index, count * sizeof **list);
  if (members->nodes) {
    group->nodes = members->count;
    return gb_allocate(0, sizeof **list, &group->element, error);
  }
  group->elements = members->count;
  return gather_nodes(mesh, group, error);
}

int gb_mesh_add_group(gb_mesh *mesh, const gb_group_members *members, gb_error *error) {
  // The capacity grows by powers of two: it is reached when the count is one.
  if (!(mesh->groups & (mesh->groups - 1))) {
    size_t capacity = mesh->groups ? 2 * (size_t)mesh->groups : 1;
    gb_group *groups = realloc(mesh->group, capacity * sizeof *groups);
    if (!groups) return gb_fail(error, GB_FILE, "out of memory for %zu groups", capacity);
    mesh->group = groups;
  }
  gb_group *group = &mesh->group[mesh->groups++];
  *group = (gb_group){.number = members->number, .dimension = members->dimension};
  GB_TRY(gb_allocate(strlen(members->name) + 1, 1, &group->name, error));
  strcpy(group->name, members->name);
  return fill_group(mesh, group, members, error);
}
