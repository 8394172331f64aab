/// Which mesh elements are shells, and of which section.
#include "model/build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const gb_material *gb_build_material(const gb_build *b, const char *name) {
  for (int i = 0; i < b->deck->materials; i++)
    if (strcmp(b->deck->material[i].name, name) == 0) return &b->deck->material[i];
  return NULL;
}

/// Give the elements of one shell entry their section.
static int assign(gb_build *b, int entry, gb_error *error) {
  const gb_shell_section *shell = &b->deck->shell[entry];
  const gb_group *group;
  GB_TRY(gb_build_group(b, shell->where, shell->group, 2, &group, error));
  const gb_material *material = gb_build_material(b, shell->material);
  if (!material)
    return gb_fail(error, GB_USAGE, "%s: unknown material '%s'", shell->where, shell->material);
  if (!(material->yield > 0)) b->model->yield = false;
  for (int32_t i = 0; i < group->elements; i++) {
    int32_t e = group->element[i];
    if (b->section[e] >= 0)
      return gb_fail(error, GB_MODEL, "%s: element %lld has a shell section already, from %s",
                     shell->where, (long long)b->mesh->element_id[e],
                     b->deck->shell[b->section[e]].where);
    if (b->mesh->shape[e] == GB_QUAD9)
      return gb_fail(error, GB_MODEL,
                     "%s: element %lld is a 9-node quadrilateral; shells have 3 or 4 nodes "
                     "(mesh with first-order elements)",
                     shell->where, (long long)b->mesh->element_id[e]);
    b->section[e] = entry;
  }
  return GB_OK;
}

void gb_build_area_vector(const gb_mesh *mesh, int32_t element, double area[3]) {
  const int32_t *node = &mesh->node[mesh->start[element]];
  int corners = gb_shape_nodes(mesh->shape[element]) == 3 ? 3 : 4;
  double d1[3], d2[3];
  for (int i = 0; i < 3; i++) {
    const double(*X)[3] = (const double(*)[3])mesh->position;
    d1[i] = X[node[corners == 3 ? 1 : 2]][i] - X[node[0]][i];
    d2[i] = X[node[corners == 3 ? 2 : 3]][i] - X[node[corners == 3 ? 0 : 1]][i];
  }
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    area[i] = 0.5 * (d1[j] * d2[k] - d1[k] * d2[j]);
  }
}

int gb_build_shells(gb_build *b, gb_error *error) {
  if (b->deck->shells == 0 && b->model->named_points == 0 && b->deck->bodies == 0)
    return gb_fail(error, GB_USAGE,
                   "%s: no shells: give shells: [{group: ..., material: ..., thickness: ...}], or "
                   "masses: [{name: ..., at: ..., mass: ...}]",
                   b->deck->file);
  b->model->yield = b->deck->shells > 0;
  for (int32_t e = 0; e < b->mesh->elements; e++) b->section[e] = b->design[e] = -1;
  for (int i = 0; i < b->deck->shells; i++) GB_TRY(assign(b, i, error));
  for (int32_t e = 0; e < b->mesh->elements; e++) {
    if (b->section[e] < 0) continue;
    const gb_shell_section *shell = &b->deck->shell[b->section[e]];
    double area[3];
    gb_build_area_vector(b->mesh, e, area);
    double size = sqrt(area[0] * area[0] + area[1] * area[1] + area[2] * area[2]);
    b->model->total_shells++;
    b->model->area += size;
    b->model->mass += size * shell->thickness * gb_build_material(b, shell->material)->density;
  }
  if (b->deck->shells > 0 && b->model->total_shells == 0)
    return gb_fail(error, GB_MODEL, "%s: the groups of the shells have no elements", b->mesh->file);
  return GB_OK;
}
