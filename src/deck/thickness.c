/// Elements whose nodes have different thicknesses.
#include "deck/thickness.h"

#include "base/length.h"
#include "mesh/basis.h"

#include <math.h>

/// @return the area of an element per area of its reference at a point
static double area_at(const gb_mesh *mesh, int32_t e, int nodes, const gb_shape_values *shape) {
  const int32_t *node = mesh->node + mesh->start[e];
  double G1[3] = {0}, G2[3] = {0}, n[3];
  for (int a = 0; a < nodes; ++a)
    for (int i = 0; i < 3; ++i) {
      G1[i] += shape->N1[a] * mesh->position[node[a]][i];
      G2[i] += shape->N2[a] * mesh->position[node[a]][i];
    }
  gb_cross(G1, G2, n);
  return gb_length(n);
}

/// @return the mean over the area of values at the nodes
/// @param[out] least  the smallest value at the quadrature points, or at a node where it is below 0
static double find_mean(const gb_mesh *mesh, int32_t e, const double value[], double *least) {
  const gb_basis *basis = gb_basis_of(2, gb_shape_nodes((gb_shape)mesh->shape[e]));
  gb_quadrature_point point[GB_SURFACE_POINTS];
  double sum = 0, whole = 0;
  const int points = gb_basis_quadrature(basis, point);
  *least = INFINITY;
  for (int a = 0; a < basis->nodes; ++a)
    if (value[a] < 0) *least = fmin(*least, value[a]);
  for (int g = 0; g < points; ++g) {
    gb_shape_values shape;
    double here = 0;
    gb_basis_shape(basis, point[g].xi, point[g].eta, &shape);
    const double area = point[g].weight * area_at(mesh, e, basis->nodes, &shape);
    for (int a = 0; a < basis->nodes; ++a) here += shape.N[a] * value[a];
    *least = fmin(*least, here);
    whole += area;
    sum += area * here;
  }
  return sum / whole;
}

int gb_deck_take_thicknesses(gb_deck *deck, int32_t line, int32_t e, int64_t number,
                             const double thickness[], gb_own_shell *own, gb_error *error) {
  const int nodes = gb_shape_nodes((gb_shape)deck->mesh->shape[e]);
  double *ratio, least;
  bool same = true;
  for (int a = 1; a < nodes; ++a) same = same && thickness[a] == thickness[0];
  own->thickness = thickness[0];
  if (same) return GB_OK;
  own->thickness = find_mean(deck->mesh, e, thickness, &least);
  GB_DECK_FAIL_IF(
      !(least > 0), GB_WRONG_REFERENCE, deck, line, error,
      "the thickness of element %lld, interpolated between its nodes, is %g at a point; "
      "accepted: thicknesses >= 0 at all nodes and > 0 at the points between them",
      (long long)number, least);
  GB_TRY(GB_TAKE(deck->problem->arena, ratio, (size_t)nodes, error));
  for (int a = 0; a < nodes; ++a) ratio[a] = thickness[a] / own->thickness;
  own->ratio = ratio;
  own->ratios = nodes;
  return GB_OK;
}
