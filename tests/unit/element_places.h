/// Places and frames of the nodes of a recipe at random.
#ifndef GB_TESTS_ELEMENT_PLACES_H
#define GB_TESTS_ELEMENT_PLACES_H

#include "tests/unit/element_recipes.h"

static double random_up_to(double size) {
  return size * (2 * (double)rand() / (double)RAND_MAX - 1);
}

static void cross(const double a[3], const double b[3], double out[3]) {
  for (int i = 0; i < 3; i++)
    out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/// A rotation by `angle` about a vector (Rodrigues).
static void rotation_about(const double along[3], double angle, double Q[3][3]) {
  const double size = sqrt(along[0] * along[0] + along[1] * along[1] + along[2] * along[2]);
  const double n[3] = {along[0] / size, along[1] / size, along[2] / size};
  for (int j = 0; j < 3; j++) {
    const double e[3] = {j == 0, j == 1, j == 2};
    double turn[3];
    cross(n, e, turn);
    for (int i = 0; i < 3; i++)
      Q[i][j] = cos(angle) * e[i] + sin(angle) * turn[i] + (1 - cos(angle)) * n[i] * n[j];
  }
}

static void rotation_of(double angle, double Q[3][3]) {
  const double along[3] = {random_up_to(1), random_up_to(1), 1};
  rotation_about(along, angle, Q);
}

static void rotate(const double Q[3][3], const double from[3], double to[3]) {
  double out[3];
  for (int i = 0; i < 3; i++) out[i] = Q[i][0] * from[0] + Q[i][1] * from[1] + Q[i][2] * from[2];
  memcpy(to, out, sizeof out);
}

/// Corners, then mid-points of sides and the middle, as in elements/basis.c; curved and uneven.
static void place_node(int node, int places, double position[3], double director[3]) {
  static const double quadrilateral[9][2] = {{0, 0},   {1, 0},   {1, 1},   {0, 1},    {0.5, 0},
                                             {1, 0.5}, {0.5, 1}, {0, 0.5}, {0.5, 0.5}};
  static const double triangle[6][2] = {{0, 0}, {1, 0}, {0, 1}, {0.5, 0}, {0.5, 0.5}, {0, 0.5}};
  const double *at = places == 3 || places == 6 ? triangle[node] : quadrilateral[node];
  double d[3] = {random_up_to(0.1), random_up_to(0.1), 1};
  const double size = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  for (int i = 0; i < 3; i++) {
    position[i] = (i < 2 ? at[i] : 0.2 * at[0] * at[0]) + random_up_to(0.05);
    director[i] = d[i] / size;
  }
}

/// The axes of a node's frame; a later one is the first one turned about its third
/// axis, as at a joint.
static void place_frame(int node, double first[3][3], bool later, gb_probe_element *one) {
  double Q[3][3], axis[3][3];
  if (later) {
    rotation_about(first[2], 0.6 + random_up_to(0.2), Q);
    for (int k = 0; k < 3; k++) rotate((const double(*)[3])Q, first[k], axis[k]);
  } else {
    rotation_of(random_up_to(2), Q);
    for (int k = 0; k < 3; k++)
      for (int i = 0; i < 3; i++) first[k][i] = axis[k][i] = Q[i][k];
  }
  memcpy(one->director[node], axis[0], sizeof axis[0]);
  memcpy(one->second[node], axis[1], sizeof axis[1]);
  memcpy(one->third[node], axis[2], sizeof axis[2]);
}

/// The nodes of a surface, which is larger than the reach of a contact, and above them those that
/// touch it.
static void place_apart(int node, int nodes, int touching, gb_probe_element *one) {
  const bool above = node < touching;
  place_node(above ? node : node - touching, above ? touching : nodes - touching,
             one->position[node], one->director[node]);
  for (int i = 0; i < 3; i++)
    one->position[node][i] =
        above ? one->position[node][i] + (i < 2 ? 0.9 : 0.6) : 4 * one->position[node][i];
}

static void place_nodes(const recipe *r, gb_probe_element *one) {
  double first[3][3];
  int frames = 0;
  *one = (gb_probe_element){.nodes = (int)strlen(r->nodes)};
  for (int a = 0; a < one->nodes; a++)
    if (r->layup && gb_section_laws[r->layup->kind]->solid)
      for (int i = 0; i < 3; i++)
        one->position[a][i] = (gb_basis_of(3, one->nodes)->simplex ? 2 : 1) *
                                  gb_basis_of(3, one->nodes)->position[a][i] +
                              random_up_to(0.03) + random_up_to(0.03);
    else if (r->surface)
      place_apart(a, one->nodes, r->form->touching, one);
    else if (r->nodes[a] != 'M')
      place_node(a, one->nodes, one->position[a], one->director[a]);
  for (int a = 0; a < one->nodes; a++)
    if (r->nodes[a] == 'F' || r->nodes[a] == 'B') place_frame(a, first, frames++ > 0, one);
}

#endif
