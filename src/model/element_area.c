/// Normals and areas of shell elements at their nodes.
#include "model/element_area.h"

#include <math.h>

void gb_area_vector(const gb_mesh *mesh, int32_t element, int a, double area[3]) {
  static const double middle[] = {[GB_TRIANGLE3] = 1.0 / 3, [GB_QUAD4] = 0};
  const gb_shape shape = mesh->shape[element];
  if (shape == GB_QUAD9)
    gb_mesh_normal_at_node(mesh, element, a, area);
  else
    gb_mesh_area_vector(mesh, element, (double[]){middle[shape], middle[shape]}, area);
}

double gb_area_share(const gb_mesh *mesh, int32_t element, int a) {
  const gb_shape shape = mesh->shape[element];
  const int corners = gb_shape_corners(shape);
  double area[3], share = 1.0 / corners;
  gb_area_vector(mesh, element, a, area);
  if (shape == GB_QUAD9) share = a < corners ? 1.0 / 36 : a < 2 * corners ? 4.0 / 36 : 16.0 / 36;
  return share * sqrt(area[0] * area[0] + area[1] * area[1] + area[2] * area[2]);
}
