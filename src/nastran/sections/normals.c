/// Normals of shells at grids, which are the directors that the model finds there.
#include "base/length.h"
#include "nastran/entries/bar.h"
#include "nastran/entries/shell.h"

#include <math.h>
#include <string.h>

/// Mark shear panels, which have no director.
static int mark_panels(const gb_nastran *nastran, bool **out, gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  GB_TRY(GB_TAKE(nastran->deck->arena, *out, (size_t)mesh->elements, error));
  GB_EACH(one, nastran->shells->panels)
    (*out)[gb_lower_index(mesh->element_id, mesh->elements, one->id)] = true;
  return GB_OK;
}

/// Add the normal of an element to the sum of those at its grid.
static void add_normal(gb_nastran_normal *at, const double area[3]) {
  const bool opposed = gb_dot(at->mean, area) < 0;
  double across[3];
  gb_cross(at->first, area, across);
  if (gb_length(at->first) == 0)
    memcpy(at->first, area, sizeof at->first);
  else if (gb_length(across) >
           sin(GB_DEFAULT_KINK * M_PI / 180) * gb_length(at->first) * gb_length(area))
    at->folded = true;
  for (int i = 0; i < 3; ++i) at->mean[i] += opposed ? -area[i] : area[i];
}

int gb_nastran_find_normals(const gb_nastran *nastran, gb_nastran_normal **out, gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  bool *panel;
  double area[3];
  GB_TRY(mark_panels(nastran, &panel, error));
  GB_TRY(GB_TAKE(nastran->deck->arena, *out, (size_t)mesh->nodes, error));
  for (int32_t e = 0; e < mesh->elements; ++e)
    for (int32_t k = mesh->start[e]; k < mesh->start[e + 1]; ++k) {
      if (panel[e] || gb_shape_dimension((gb_shape)mesh->shape[e]) != 2) continue;
      gb_mesh_area_vector(mesh, e, k - mesh->start[e], area);
      add_normal(&(*out)[mesh->node[k]], area);
    }
  for (int32_t n = 0; n < mesh->nodes; ++n) {
    const double size = gb_length((*out)[n].mean);
    for (int i = 0; i < 3 && size > 0; ++i) (*out)[n].mean[i] /= size;
  }
  return GB_OK;
}
