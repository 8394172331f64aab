/// Volume, centre and inertia of the body inside a surface, by the divergence theorem: a sum over
/// the tetrahedra that its triangles make with one point. Four-node elements are two triangles.
/// Source: docs/theory.md, (10.9).
#include "problem/surface.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// An edge of an element, from a node to the next.
typedef struct edge {
  int32_t low, high; ///< its nodes
  bool rising;       ///< from low to high
} edge;

/// Volume, and integrals of x and x x^T over the body, relative to a point.
typedef struct volume {
  double size, first[3], second[3][3];
} volume;

static int compare_edges(const void *a, const void *b) {
  const edge *x = a, *y = b;
  if (x->low != y->low) return x->low < y->low ? -1 : 1;
  return (x->high > y->high) - (x->high < y->high);
}

/// @return the nodes of an element of the group, corners first
static int corners_of(const gb_mesh *mesh, int32_t element, const int32_t **node) {
  *node = &mesh->node[mesh->start[element]];
  return gb_shape_corners(mesh->shape[element]);
}

static int refuse(const gb_body *body, const gb_mesh *mesh, const edge *e, const char *what,
                  gb_error *error) {
  return gb_fail(error, GB_OPEN_SURFACE,
                 "%s: surface '%s' %s at the edge of nodes %lld and %lld; accepted: elements that "
                 "close a volume, all facing outwards or all inwards",
                 body->where, body->surface, what, (long long)mesh->node_id[e->low],
                 (long long)mesh->node_id[e->high]);
}

/// Check that each edge belongs to two elements, which traverse it in opposite directions.
static int check_edges(const gb_body *body, const gb_mesh *mesh, int32_t count, edge all[],
                       gb_error *error) {
  qsort(all, (size_t)count, sizeof *all, compare_edges);
  for (int32_t i = 0, end; i < count; i = end) {
    for (end = i + 1; end < count && !compare_edges(&all[i], &all[end]); end++) {
    }
    if (end - i == 1) return refuse(body, mesh, &all[i], "is open", error);
    if (end - i > 2) return refuse(body, mesh, &all[i], "has more than two elements", error);
    if (all[i].rising == all[i + 1].rising)
      return refuse(body, mesh, &all[i], "has elements that face different ways", error);
  }
  return GB_OK;
}

static int check_closed(const gb_body *body, const gb_mesh *mesh, const gb_group *group,
                        gb_error *error) {
  edge *all;
  int32_t count = 0;
  GB_TRY(GB_ALLOCATE(all, 4 * (size_t)group->elements, error));
  for (int32_t i = 0; i < group->elements; i++) {
    const int32_t *node;
    const int corners = corners_of(mesh, group->element[i], &node);
    for (int k = 0; k < corners; k++) {
      const int32_t a = node[k], b = node[(k + 1) % corners];
      all[count++] = (edge){a < b ? a : b, a < b ? b : a, a < b};
    }
  }
  const int status = check_edges(body, mesh, count, all, error);
  free(all);
  return status;
}

/// Add the integrals of 1, x and x x^T over the tetrahedron of the origin and a triangle.
static void add_triangle(const double corner[3][3], volume *v) {
  const double *a = corner[0], *b = corner[1], *c = corner[2];
  double size = 0, sum[3];
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    size += a[i] * (b[j] * c[k] - b[k] * c[j]) / 6;
    sum[i] = a[i] + b[i] + c[i];
  }
  v->size += size;
  for (int i = 0; i < 3; i++) {
    v->first[i] += size * sum[i] / 4;
    for (int j = 0; j < 3; j++)
      v->second[i][j] += size / 20 * (sum[i] * sum[j] + a[i] * a[j] + b[i] * b[j] + c[i] * c[j]);
  }
}

/// Split an element into triangles: from its first corner, between all its nodes, or around its
/// middle node.
static int triangles_of(gb_shape shape, const int (**triangle)[3]) {
  static const int from_corner[][3] = {{0, 1, 2}, {0, 2, 3}};
  static const int around[][3] = {{8, 0, 4}, {8, 4, 1}, {8, 1, 5}, {8, 5, 2},
                                  {8, 2, 6}, {8, 6, 3}, {8, 3, 7}, {8, 7, 0}};
  static const int four[][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}};
  *triangle = shape == GB_QUAD9 ? around : shape == GB_TRIANGLE6 ? four : from_corner;
  return shape == GB_QUAD9 ? 8 : shape == GB_TRIANGLE6 ? 4 : gb_shape_corners(shape) - 2;
}

static volume integrate(const gb_mesh *mesh, const gb_group *group, const double about[3]) {
  volume v = {0};
  for (int32_t i = 0; i < group->elements; i++) {
    const int32_t e = group->element[i], *node = &mesh->node[mesh->start[e]];
    const int(*triangle)[3];
    const int triangles = triangles_of((gb_shape)mesh->shape[e], &triangle);
    for (int t = 0; t < triangles; t++) {
      double corner[3][3];
      for (int k = 0; k < 3; k++)
        for (int c = 0; c < 3; c++)
          corner[k][c] = mesh->position[node[triangle[t][k]]][c] - about[c];
      add_triangle((const double(*)[3])corner, &v);
    }
  }
  return v;
}

/// Elements that face inwards give a negative volume.
static int close_body(gb_body *body, const double about[3], const volume *v, gb_error *error) {
  static const int index[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
  const double sign = v->size < 0 ? -1 : 1, size = fabs(v->size);
  double s[3], E[3][3], trace = 0;
  if (!(size > 0))
    return gb_fail(error, GB_OPEN_SURFACE, "%s: surface '%s' encloses no volume", body->where,
                   body->surface);
  for (int i = 0; i < 3; i++) s[i] = sign * v->first[i] / size;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) E[i][j] = sign * v->second[i][j] - size * s[i] * s[j];
  for (int i = 0; i < 3; i++) trace += E[i][i];
  body->mass = body->density * size;
  for (int i = 0; i < 3; i++) body->at[i] = about[i] + s[i];
  for (int k = 0; k < 6; k++) {
    const int i = index[k][0], j = index[k][1];
    const double J = body->density * ((i == j ? trace : 0) - E[i][j]);
    body->inertia[k] = fabs(J) < 1e-14 * body->density * trace ? 0 : J;
  }
  return GB_OK;
}

static int measure(const gb_mesh *mesh, gb_body *body, gb_error *error) {
  char names[700];
  double about[3] = {0};
  if (!mesh || mesh->nodes == 0)
    return gb_fail(error, GB_NO_MESH, "%s: no mesh has group '%s': give mesh: FILE.msh",
                   body->where, body->surface);
  const gb_group *group = gb_mesh_group(mesh, body->surface, 2);
  gb_mesh_group_names(mesh, sizeof names, names);
  if (!group)
    return gb_fail(error, GB_UNKNOWN_GROUP, "%s: no surface group '%s' in %s; it has: %s",
                   body->where, body->surface, mesh->file, names);
  GB_TRY(check_closed(body, mesh, group, error));
  for (int32_t k = 0; k < group->nodes; k++)
    for (int i = 0; i < 3; i++) about[i] += mesh->position[group->node[k]][i] / group->nodes;
  const volume v = integrate(mesh, group, about);
  return close_body(body, about, &v, error);
}

/// Measure the surfaces of all bodies, and report all errors together.
static int measure_all(const gb_mesh *mesh, gb_problem *problem, gb_error *error) {
  gb_error list = {0};
  for (int i = 0; i < problem->bodies.count; i++) {
    if (!problem->bodies.entry[i].surface) continue;
    const int status = measure(mesh, &problem->bodies.entry[i], error);
    if (status == GB_FILE) return status;
    gb_error_move(&list, error);
  }
  if (list.status != GB_OK) *error = list;
  return list.status;
}

int gb_surface_measure(MPI_Comm comm, const gb_mesh *mesh, gb_problem *problem, gb_error *error) {
  int rank;
  MPI_Comm_rank(comm, &rank);
  const int status = rank == 0 ? measure_all(mesh, problem, error) : GB_OK;
  GB_TRY(gb_agree(comm, status, error));
  for (int i = 0; i < problem->bodies.count; i++) {
    gb_body *body = &problem->bodies.entry[i];
    if (!body->surface) continue;
    MPI_Bcast(body->at, 3, MPI_DOUBLE, 0, comm);
    MPI_Bcast(&body->mass, 1, MPI_DOUBLE, 0, comm);
    MPI_Bcast(body->inertia, 6, MPI_DOUBLE, 0, comm);
  }
  return GB_OK;
}
