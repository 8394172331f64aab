/// Shapes of elements, normals of surfaces, and the search for groups.
#include "mesh/mesh.h"

#include "base/length.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Compute the derivatives by xi and eta, at a point (xi, eta) of a surface element, of the
/// interpolation of vectors at its nodes.
static void tangents(const gb_mesh *mesh, int32_t element, const double point[2],
                     const double (*vector)[3], double G[2][3]) {
  const int32_t *node = mesh->node + mesh->start[element];
  const gb_basis *basis = &gb_shape_types[mesh->shape[element]].basis;
  gb_shape_values s;
  gb_basis_shape(basis, point[0], point[1], &s);
  memset(G, 0, 2 * sizeof *G);
  for (int a = 0; a < basis->nodes; ++a)
    for (int i = 0; i < 3; ++i) {
      G[0][i] += s.N1[a] * vector[node[a]][i];
      G[1][i] += s.N2[a] * vector[node[a]][i];
    }
}

static double measure_of(const gb_mesh *mesh, int32_t element) {
  return gb_shape_types[mesh->shape[element]].basis.measure;
}

/// Compute the normal at a point (xi, eta) of a surface element, scaled by the area of the
/// reference element.
static void area_vector(const gb_mesh *mesh, int32_t element, const double point[2],
                        double area[3]) {
  double G[2][3];
  tangents(mesh, element, point, (const double(*)[3])mesh->position, G);
  gb_cross(G[0], G[1], area);
  for (int i = 0; i < 3; ++i) area[i] *= measure_of(mesh, element);
}

/// Compute the derivative of area_vector when nodes move along `vector`.
static void area_vector_slope(const gb_mesh *mesh, int32_t element, const double point[2],
                              const double (*vector)[3], double slope[3]) {
  double G[2][3], V[2][3], one[3], other[3];
  tangents(mesh, element, point, (const double(*)[3])mesh->position, G);
  tangents(mesh, element, point, vector, V);
  gb_cross(V[0], G[1], one);
  gb_cross(G[0], V[1], other);
  for (int i = 0; i < 3; ++i) slope[i] = measure_of(mesh, element) * (one[i] + other[i]);
}

void gb_mesh_normal_at_node(const gb_mesh *mesh, int32_t element, int a, double area[3]) {
  const gb_basis *basis = &gb_shape_types[mesh->shape[element]].basis;
  area_vector(mesh, element, basis->position[a], area);
}

/// The point of the reference element whose normal is used for the director of a node.
static void find_normal_point(const gb_mesh *mesh, int32_t element, int a, double point[2]) {
  const gb_shape shape = mesh->shape[element];
  const gb_basis *basis = &gb_shape_types[shape].basis;
  const bool at_node = gb_shape_nodes(shape) > gb_shape_corners(shape);
  for (int i = 0; i < 2; i++) point[i] = at_node ? basis->position[a][i] : basis->middle;
}

void gb_mesh_area_vector(const gb_mesh *mesh, int32_t element, int a, double area[3]) {
  double point[2];
  find_normal_point(mesh, element, a, point);
  area_vector(mesh, element, point, area);
}

void gb_mesh_area_vector_slope(const gb_mesh *mesh, int32_t element, int a,
                               const double vector[][3], double slope[3]) {
  double point[2];
  find_normal_point(mesh, element, a, point);
  area_vector_slope(mesh, element, point, vector, slope);
}

double gb_mesh_area_share(const gb_mesh *mesh, int32_t element, int a) {
  const gb_shape shape = mesh->shape[element];
  const int corners = gb_shape_corners(shape);
  double area[3], share = 1.0 / corners;
  gb_mesh_area_vector(mesh, element, a, area);
  if (shape == GB_TRIANGLE6) share = a < corners ? 1.0 / 12 : 3.0 / 12;
  if (shape == GB_QUAD9) share = a < corners ? 1.0 / 36 : a < 2 * corners ? 4.0 / 36 : 16.0 / 36;
  if (shape == GB_QUAD8) share = a < corners ? 3.0 / 76 : 16.0 / 76;
  return share * sqrt(gb_dot(area, area));
}

/// @return the determinant of the derivatives of the position by the coordinates of an element
static double stretch_at(const gb_mesh *mesh, int32_t element, const double x[3]) {
  const int32_t *node = mesh->node + mesh->start[element];
  const gb_basis *basis = &gb_shape_types[mesh->shape[element]].basis;
  const double *origin = mesh->position[node[0]];
  double A[3][3] = {{0}};
  gb_shape_values s;
  gb_basis_shape_at(basis, x, &s);
  for (int a = 1; a < basis->nodes; ++a)
    for (int i = 0; i < 3; ++i) {
      const double along = mesh->position[node[a]][i] - origin[i];
      A[0][i] += s.N1[a] * along;
      A[1][i] += s.N2[a] * along;
      A[2][i] += s.N3[a] * along;
    }
  return A[0][0] * (A[1][1] * A[2][2] - A[1][2] * A[2][1]) -
         A[0][1] * (A[1][0] * A[2][2] - A[1][2] * A[2][0]) +
         A[0][2] * (A[1][0] * A[2][1] - A[1][1] * A[2][0]);
}

void gb_mesh_middle(const gb_mesh *mesh, int32_t e, double middle[3]) {
  const int nodes = gb_shape_nodes(mesh->shape[e]);
  for (int i = 0; i < 3; i++) middle[i] = 0;
  for (int a = 0; a < nodes; a++)
    for (int i = 0; i < 3; i++)
      middle[i] += mesh->position[mesh->node[mesh->start[e] + a]][i] / nodes;
}

double gb_mesh_volume_and_least(const gb_mesh *mesh, int32_t element, double least[2]) {
  const gb_basis *basis = &gb_shape_types[mesh->shape[element]].basis;
  gb_quadrature_point point[GB_BASIS_POINTS];
  const int points = gb_basis_quadrature(basis, point);
  double sum = 0, smallest = INFINITY;
  for (int g = 0; g < points; ++g) {
    const double here =
        stretch_at(mesh, element, (const double[3]){point[g].xi, point[g].eta, point[g].zeta});
    sum += point[g].weight * here;
    smallest = fmin(smallest, here);
  }
  for (int i = 0; least && i < 2; ++i) {
    for (int a = 0; i && basis->nodes != 5 && a < basis->nodes; ++a) // a pyramid's top is a point
      smallest = fmin(smallest, stretch_at(mesh, element, basis->position[a]));
    least[i] = sum != 0 ? smallest * basis->measure / fabs(sum) : 0;
  }
  return sum;
}

void gb_mesh_volume_shares(const gb_mesh *mesh, int32_t element, double share[]) {
  const gb_basis *basis = &gb_shape_types[mesh->shape[element]].basis;
  gb_quadrature_point point[GB_BASIS_POINTS];
  const int points = gb_basis_quadrature(basis, point);
  for (int a = 0; a < basis->nodes; ++a) share[a] = 0;
  for (int g = 0; g < points; ++g) {
    const double x[3] = {point[g].xi, point[g].eta, point[g].zeta};
    const double volume = point[g].weight * stretch_at(mesh, element, x);
    gb_shape_values s;
    gb_basis_shape_at(basis, x, &s);
    for (int a = 0; a < basis->nodes; ++a) share[a] += volume * s.N[a];
  }
}

int gb_mesh_create(gb_mesh **out, gb_error *error) {
  gb_arena *arena;
  *out = NULL;
  GB_TRY(gb_arena_create(&arena, error));
  int status = gb_arena_allocate(arena, 1, sizeof **out, out, error);
  if (status == GB_OK) status = gb_mesh_index_groups(*out, arena, error);
  if (status == GB_OK) {
    (*out)->arena = arena;
  } else {
    gb_arena_destroy(&arena);
    *out = NULL;
  }
  return status;
}

void gb_mesh_destroy(gb_mesh **mesh) {
  if (!*mesh) return;
  gb_arena *arena = (*mesh)->arena;
  gb_arena_destroy(&arena);
  *mesh = NULL;
}

int32_t gb_lower_index(const int64_t *ids, int32_t count, int64_t id) {
  if (count && id >= ids[0] && id <= ids[count - 1] &&
      (uint64_t)ids[count - 1] - (uint64_t)ids[0] == (uint64_t)count - 1)
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

/// The value of a text that consists of a number, or -1.
static int64_t number_of(const char *text) {
  if (*text < '0' || *text > '9') return -1;
  char *end;
  long long number = strtoll(text, &end, 10);
  return *end ? -1 : number;
}

int gb_mesh_index_groups(gb_mesh *mesh, gb_arena *arena, gb_error *error) {
  GB_TRY(GB_TAKE(arena, mesh->index, 1, error));
  mesh->index->arena = arena;
  return GB_OK;
}

/// Add new groups to the index.
static int index_groups(const gb_mesh *mesh, gb_error *error) {
  gb_group_index *index = mesh->index;
  if (index->group != mesh->group)
    *index = (gb_group_index){.arena = index->arena, .group = mesh->group};
  for (; index->known < mesh->groups; index->known++) {
    const gb_group *group = &mesh->group[index->known];
    GB_TRY(
        gb_index_add(&index->name, index->arena, gb_index_text(group->name), index->known, error));
    // Groups without a number would all have one key, and each search would pass them one by one.
    if (group->number >= 0)
      GB_TRY(
          gb_index_add(&index->number, index->arena, (uint64_t)group->number, index->known, error));
  }
  return GB_OK;
}

/// Set *best to the group, if it has the wanted dimension (-1: any) and is better than *best: of
/// higher dimension, or earlier in the list.
static void prefer(const gb_group *group, int dimension, const gb_group **best) {
  if (dimension >= 0 && group->dimension != dimension) return;
  if (!*best || group->dimension > (*best)->dimension ||
      (group->dimension == (*best)->dimension && group < *best))
    *best = group;
}

const gb_group *gb_mesh_group(const gb_mesh *mesh, const char *name, int dimension) {
  const gb_group *named = NULL, *numbered = NULL;
  const int64_t number = number_of(name);
  const uint64_t key = gb_index_text(name);
  uint64_t at = 0;
  gb_error ignored = {0};
  const int few = 16; // groups that are compared one by one as fast as by hashing
  const bool all = mesh->groups <= few || !mesh->index || index_groups(mesh, &ignored) != GB_OK;
  for (int i, next = 0; (i = all ? next++ : gb_index_next(&mesh->index->name, key, &at)) >= 0;) {
    if (i >= mesh->groups) break;
    if (!strcmp(mesh->group[i].name, name)) prefer(&mesh->group[i], dimension, &named);
  }
  if (named || number < 0) return named;
  at = 0;
  for (int i, next = 0;
       (i = all ? next++ : gb_index_next(&mesh->index->number, (uint64_t)number, &at)) >= 0;) {
    if (i >= mesh->groups) break;
    if (mesh->group[i].number == number) prefer(&mesh->group[i], dimension, &numbered);
  }
  return numbered;
}

void gb_mesh_group_names(const gb_mesh *mesh, size_t size, char *text) {
  static const char *const kinds[] = {"point", "line", "surface", "volume"};
  static const char more[] = ", ...";
  if (!size) return;
  size_t length = 0;
  text[0] = 0;
  for (int g = 0; g < mesh->groups; ++g) {
    const gb_group *group = &mesh->group[g];
    size_t space = size - length;
    int written = snprintf(text + length, space, "%s%s (%s)", g ? ", " : "", group->name,
                           kinds[group->dimension]);
    size_t reserve = g + 1 < mesh->groups ? sizeof more : 1;
    if ((size_t)written + reserve > space) {
      snprintf(text + length, space, "%s", g ? more : "...");
      return;
    }
    length += (size_t)written;
  }
}
