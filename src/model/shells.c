/// Which mesh elements are shells, and of which section.
#include "model/build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const gb_material *gb_build_material(const gb_build *b, const char *name) {
  for (int i = 0; i < b->problem->materials.count; i++)
    if (strcmp(b->problem->materials.entry[i].name, name) == 0)
      return &b->problem->materials.entry[i];
  return NULL;
}

void gb_build_area_vector(const gb_mesh *mesh, int32_t element, int a, double area[3]) {
  static const double middle[] = {[GB_TRIANGLE3] = 1.0 / 3, [GB_QUAD4] = 0};
  const gb_shape shape = mesh->shape[element];
  if (shape == GB_QUAD9)
    gb_mesh_normal_at_node(mesh, element, a, area);
  else
    gb_mesh_area_vector(mesh, element, (double[]){middle[shape], middle[shape]}, area);
}

double gb_build_area_share(const gb_mesh *mesh, int32_t element, int a) {
  const gb_shape shape = mesh->shape[element];
  const int corners = gb_shape_corners(shape);
  double area[3], share = 1.0 / corners;
  gb_build_area_vector(mesh, element, a, area);
  if (shape == GB_QUAD9) share = a < corners ? 1.0 / 36 : a < 2 * corners ? 4.0 / 36 : 16.0 / 36;
  return share * sqrt(area[0] * area[0] + area[1] * area[1] + area[2] * area[2]);
}

/// Give the elements of one shell entry their section.
static int assign(gb_build *b, int entry, gb_error *error) {
  const gb_shell_section *shell = &b->problem->shells.entry[entry];
  const gb_group *group;
  GB_TRY(gb_build_group(b, shell->where, shell->group, 2, &group, error));
  gb_build_section section;
  GB_TRY(gb_build_find_section(b, entry, &section, error));
  if (!section.fails) b->model->blocks->fails = false;
  if (group->elements > 0 && section.layup.plies > b->model->blocks->plies)
    b->model->blocks->plies = section.layup.plies;
  double area = 0, axis[3];
  for (int32_t i = 0; i < group->elements; i++) {
    int32_t e = group->element[i];
    if (b->section[e] >= 0)
      return gb_fail(error, GB_MODEL, "%s: element %lld has a shell section already, from %s",
                     shell->where, (long long)b->mesh->element_id[e],
                     b->problem->shells.entry[b->section[e]].where);
    b->section[e] = entry;
    if (gb_section_laws[section.layup.kind]->directed)
      GB_TRY(gb_build_material_axis(b, entry, e, axis, error));
    for (int a = 0; a < gb_shape_nodes(b->mesh->shape[e]); a++)
      area += gb_build_area_share(b->mesh, e, a);
  }
  b->model->blocks->total_shells += group->elements;
  b->model->checks->area += area;
  b->model->checks->mass += gb_build_section_mass(&section, area);
  return GB_OK;
}

int gb_build_shells(gb_build *b, gb_error *error) {
  if (b->problem->shells.count == 0 && b->model->entries->named_points == 0 &&
      b->problem->bodies.count == 0)
    return gb_fail(error, GB_USAGE,
                   "%s: no shells: give shells: [{group: ..., material: ..., thickness: ...}], or "
                   "masses: [{name: ..., at: ..., mass: ...}]",
                   b->problem->file);
  b->model->blocks->fails = b->problem->shells.count > 0;
  for (int32_t e = 0; e < b->mesh->elements; e++) b->section[e] = b->design[e] = -1;
  for (int i = 0; i < b->problem->shells.count; i++) GB_TRY(assign(b, i, error));
  if (b->problem->shells.count > 0 && b->model->blocks->total_shells == 0)
    return gb_fail(error, GB_MODEL, "%s: the groups of the shells have no elements", b->mesh->file);
  return GB_OK;
}
