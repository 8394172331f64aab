/// Lines and faces of a mesh as flat parts. Source of the regions of a triangle: Ericson,
/// "Real-Time Collision Detection", 2005, section 5.1.5.
#include "elements/contact/face_fan.h"

#include <math.h>
#include <string.h>

enum { FIRST = 1, SECOND = 2, THIRD = 4, ALL = 7 }; // bits of corners

static void add_simplex(gb_face_fan *fan, int part, unsigned corners, int shared, double count) {
  fan->number[part][corners] = fan->simplices;
  fan->simplex[fan->simplices++] = (gb_fan_simplex){part, corners, shared, count};
}

/// @return by how much a simplex of one of several faces counts. Of all that contain a side or a
/// node, the sum over the faces is 1.
static double count_of(const gb_face_fan *fan, const gb_fan_simplex *simplex,
                       const double faces[]) {
  const int k = simplex->shared - GB_FAN_RING;
  if (simplex->shared < 0) return simplex->count;
  const double share = 1 / faces[simplex->shared];
  if (k < 0) return share - 1; // one part of the face contains the side
  if (fan->corners == 2) return share - (k > 0) - (k < fan->parts);
  // one part contains the node, or two parts and their side do, and two sides of the ring do
  return share + 1 - 1 / faces[k] - 1 / faces[(k + fan->rings - 1) % fan->rings];
}

/// Set the parts and simplices of a line.
static void make_line(gb_face_fan *fan) {
  for (int k = 0; k < fan->parts; k++) {
    for (int corner = 0; corner < 2; corner++) fan->weight[k][corner][fan->ring[k + corner]] = 1;
    add_simplex(fan, k, FIRST | SECOND, -1, 1);
    add_simplex(fan, k, FIRST, GB_FAN_RING + k, 0);
    if (k > 0) fan->number[k - 1][SECOND] = fan->number[k][FIRST];
  }
  add_simplex(fan, fan->parts - 1, SECOND, GB_FAN_RING + fan->parts, 0);
}

/// Set the simplices of a triangle that is one part.
static void make_triangle(gb_face_fan *fan) {
  fan->parts = 1;
  add_simplex(fan, 0, ALL, -1, 1);
  for (int k = 0; k < 3; k++) {
    fan->weight[0][k][k] = 1;
    add_simplex(fan, 0, 1U << k | 1U << (k + 1) % 3, k, 0);
    add_simplex(fan, 0, 1U << k, GB_FAN_RING + k, 0);
  }
}

/// Set the parts and simplices of a face around its centre.
static void make_fan(gb_face_fan *fan, const double centre[]) {
  for (int k = 0; k < fan->parts; k++) {
    fan->weight[k][0][fan->ring[k]] = fan->weight[k][1][fan->ring[(k + 1) % fan->rings]] = 1;
    memcpy(fan->weight[k][2], centre, (size_t)fan->nodes * sizeof *centre);
    add_simplex(fan, k, ALL, -1, 1);
    add_simplex(fan, k, FIRST | SECOND, k, 0);
    add_simplex(fan, k, FIRST | THIRD, -1, -1);
    add_simplex(fan, k, FIRST, GB_FAN_RING + k, 0);
  }
  add_simplex(fan, 0, THIRD, -1, 1);
  for (int k = 0; k < fan->parts; k++) {
    const int next = (k + 1) % fan->parts;
    fan->number[k][SECOND | THIRD] = fan->number[next][FIRST | THIRD];
    fan->number[k][SECOND] = fan->number[next][FIRST];
    fan->number[k][THIRD] = fan->number[0][THIRD];
  }
}

/// Find the weights of the nodes in the centre. Parts of equal size share a uniform pressure
/// equally among their corners. With these weights the pressure has the nodal forces that the shape
/// functions give.
static void find_centre(const gb_basis *basis, const gb_face_fan *fan, double centre[]) {
  gb_quadrature_point rule[GB_SURFACE_POINTS];
  gb_shape_values shape;
  double area = 0;
  const int points = gb_basis_quadrature(basis, rule);
  memset(centre, 0, (size_t)fan->nodes * sizeof *centre);
  for (int g = 0; g < points; g++) {
    gb_basis_shape(basis, rule[g].xi, rule[g].eta, &shape);
    for (int a = 0; a < fan->nodes; a++) centre[a] += 3 * rule[g].weight * shape.N[a];
    area += rule[g].weight;
  }
  for (int a = 0; a < fan->nodes; a++) centre[a] /= area;
  for (int k = 0; k < fan->rings; k++) centre[fan->ring[k]] -= 2.0 / fan->rings;
}

void gb_face_fan_make(int dimension, int nodes, gb_face_fan *out) {
  const gb_basis *basis = gb_basis_of(dimension, nodes);
  const int corners = dimension == 1 ? 2 : basis->simplex == 2 ? 3 : 4;
  const int sides = dimension == 1 ? 1 : corners;
  *out = (gb_face_fan){.nodes = nodes, .corners = dimension + 1};
  for (int i = 0; i < sides; i++) {
    out->ring[out->rings++] = i;
    if (nodes >= corners + sides) out->ring[out->rings++] = corners + i;
  }
  out->parts = out->rings;
  for (int k = 0; k < 2 && dimension == 2; k++) {
    out->span[k][0] = corners == 4 ? k + 2 : k + 1;
    out->span[k][1] = corners == 4 ? k : 0;
  }
  if (dimension == 1) {
    out->ring[out->rings++] = 1;
    make_line(out);
  } else if (nodes == 3) {
    make_triangle(out);
  } else {
    double centre[GB_SURFACE_NODES];
    find_centre(basis, out, centre);
    make_fan(out, centre);
  }
}

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void subtract(const double a[3], const double b[3], double out[3]) {
  for (int i = 0; i < 3; i++) out[i] = a[i] - b[i];
}

/// A point of a simplex: of the inside of the simplex of some corners.
typedef struct foot {
  unsigned corners;
  double square; ///< of its distance
} foot;

/// @return the square of the distance of p from the point that the weights of two corners give
static double square_at(const double X[GB_FAN_CORNERS][3], const double p[3], double second,
                        double third) {
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    const double y = p[i] - X[0][i] - second * (X[1][i] - X[0][i]) - third * (X[2][i] - X[0][i]);
    sum += y * y;
  }
  return sum;
}

static foot find_on_segment(const double X[GB_FAN_CORNERS][3], int first, int second,
                            const double p[3]) {
  double t[3], y[3];
  subtract(X[second], X[first], t);
  subtract(p, X[first], y);
  const double along = dot(y, t), all = dot(t, t), square = dot(y, y);
  if (!(along > 0)) return (foot){1U << first, square};
  if (along < all) return (foot){1U << first | 1U << second, square - along * along / all};
  subtract(p, X[second], y);
  return (foot){1U << second, dot(y, y)};
}

/// Compute the products of both sides of a triangle at its first corner with the vectors from each
/// corner to a place.
static void find_products(const double X[GB_FAN_CORNERS][3], const double p[3],
                          double out[GB_FAN_CORNERS][2]) {
  double side[2][3], to[3];
  for (int k = 0; k < 2; k++) subtract(X[k + 1], X[0], side[k]);
  for (int corner = 0; corner < GB_FAN_CORNERS; corner++) {
    subtract(p, X[corner], to);
    for (int k = 0; k < 2; k++) out[corner][k] = dot(side[k], to);
  }
}

static foot find_on_triangle(const double X[GB_FAN_CORNERS][3], const double p[3]) {
  double of[GB_FAN_CORNERS][2];
  find_products(X, p, of);
  const double *a = of[0], *b = of[1], *c = of[2];
  if (a[0] <= 0 && a[1] <= 0) return (foot){FIRST, square_at(X, p, 0, 0)};
  if (b[0] >= 0 && b[1] <= b[0]) return (foot){SECOND, square_at(X, p, 1, 0)};
  const double third = a[0] * b[1] - b[0] * a[1]; // area opposite to the third corner
  if (third <= 0 && a[0] >= 0 && b[0] <= 0) return find_on_segment(X, 0, 1, p);
  if (c[1] >= 0 && c[0] <= c[1]) return (foot){THIRD, square_at(X, p, 0, 1)};
  const double second = c[0] * a[1] - a[0] * c[1];
  if (second <= 0 && a[1] >= 0 && c[1] <= 0) return find_on_segment(X, 0, 2, p);
  const double first = b[0] * c[1] - c[0] * b[1];
  if (first <= 0 && b[1] >= b[0] && c[0] >= c[1]) return find_on_segment(X, 1, 2, p);
  const double all = first + second + third;
  return (foot){ALL, square_at(X, p, second / all, third / all)};
}

/// Find the point of a simplex that is nearest to p.
static foot find_foot(const double X[GB_FAN_CORNERS][3], unsigned corners, const double p[3]) {
  int first = 0, last = GB_FAN_CORNERS - 1;
  double y[3];
  if (corners == ALL) return find_on_triangle(X, p);
  while (!(corners >> first & 1)) first++;
  while (!(corners >> last & 1)) last--;
  if (first < last) return find_on_segment(X, first, last, p);
  subtract(p, X[first], y);
  return (foot){corners, dot(y, y)};
}

void gb_face_fan_find(const gb_face_fan *fan, const double (*X)[3], const double faces[],
                      const double p[3], gb_fan_nearest *out) {
  double corner[GB_FAN_RING][GB_FAN_CORNERS][3] = {{{0}}};
  for (int part = 0; part < fan->parts; part++)
    for (int k = 0; k < fan->corners; k++)
      for (int a = 0; a < fan->nodes; a++)
        for (int i = 0; fan->weight[part][k][a] != 0 && i < 3; i++)
          corner[part][k][i] += fan->weight[part][k][a] * X[a][i];
  out->square = INFINITY;
  memset(out->count, 0, sizeof out->count);
  for (int s = 0; s < fan->simplices; s++) {
    const gb_fan_simplex *simplex = &fan->simplex[s];
    const double count = count_of(fan, simplex, faces);
    if (count == 0) continue;
    const foot found = find_foot((const double(*)[3])corner[simplex->part], simplex->corners, p);
    const int number = fan->number[simplex->part][found.corners];
    out->count[number] += count;
    if (!(found.square < out->square)) continue;
    out->square = found.square;
    out->simplex = number;
  }
}
