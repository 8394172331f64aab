/// Shapes of elements, groups by name or number, and the end of a mesh.
#include "model/mesh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  int nodes, dimension;
} shapes[GB_SHAPES] = {
    [GB_POINT] = {"point", 1, 0},
    [GB_LINE2] = {"2-node line", 2, 1},
    [GB_LINE3] = {"3-node line", 3, 1},
    [GB_TRIANGLE3] = {"3-node triangle", 3, 2},
    [GB_QUAD4] = {"4-node quadrangle", 4, 2},
    [GB_QUAD9] = {"9-node quadrangle", 9, 2},
};

int gb_shape_nodes(gb_shape shape) {
  return shapes[shape].nodes;
}

int gb_shape_dimension(gb_shape shape) {
  return shapes[shape].dimension;
}

const char *gb_shape_name(gb_shape shape) {
  return shapes[shape].name;
}

void gb_mesh_destroy(gb_mesh **mesh) {
  gb_mesh *m = *mesh;
  if (!m) return;
  for (int g = 0; m->group && g < m->groups; ++g) {
    free(m->group[g].name);
    free(m->group[g].element);
    free(m->group[g].node);
  }
  free(m->group);
  free(m->file);
  free(m->node_id);
  free(m->position);
  free(m->element_id);
  free(m->shape);
  free(m->property);
  free(m->start);
  free(m->node);
  free(m->notes);
  free(m);
  *mesh = NULL;
}

/// The number that the whole text is, or -1.
static int64_t number_of(const char *text) {
  if (*text < '0' || *text > '9') return -1;
  char *end;
  long long number = strtoll(text, &end, 10);
  return *end ? -1 : number;
}

const gb_group *gb_mesh_group(const gb_mesh *mesh, const char *name, int dimension) {
  const gb_group *named = NULL, *numbered = NULL;
  int64_t number = number_of(name);
  for (int g = 0; g < mesh->groups; ++g) {
    const gb_group *group = &mesh->group[g];
    if (dimension >= 0 && group->dimension != dimension) continue;
    if (!strcmp(group->name, name) && (!named || group->dimension > named->dimension))
      named = group;
    if (number >= 0 && group->number == number &&
        (!numbered || group->dimension > numbered->dimension))
      numbered = group;
  }
  return named ? named : numbered;
}

void gb_mesh_group_names(const gb_mesh *mesh, size_t size, char *text) {
  static const char *const kinds[] = {"point", "line", "surface"};
  static const char more[] = ", ...";
  if (!size) return;
  size_t length = 0;
  text[0] = 0;
  for (int g = 0; g < mesh->groups; ++g) {
    const gb_group *group = &mesh->group[g];
    size_t room = size - length;
    int written = snprintf(text + length, room, "%s%s (%s)", g ? ", " : "", group->name,
                           kinds[group->dimension]);
    size_t reserve = g + 1 < mesh->groups ? sizeof more : 1;
    if ((size_t)written + reserve > room) {
      snprintf(text + length, room, "%s", g ? more : "...");
      return;
    }
    length += (size_t)written;
  }
}
