/// Points and cells of boxes, cylinders, spheres and surfaces of the mesh.
#include "monitor/shapes.h"

#include "base/count.h"
#include "base/pair.h"
#include "model/sections/triad.h"

#include <math.h>
#include <string.h>

enum {
  SIDES = 24, ///< number of sides of a cylinder, and of meridians of a sphere
  RINGS = 11  ///< number of parallels of a sphere between its poles
};

static int reserve(gb_shape_of_body *s, int32_t points, int32_t cells, gb_error *error) {
  GB_TRY(GB_TAKE(s->memory, s->point, (size_t)points, error));
  GB_TRY(GB_TAKE(s->memory, s->cell, (size_t)cells, error));
  return GB_TAKE(s->memory, s->node, 8 * (size_t)cells, error);
}

static void add_point(gb_shape_of_body *s, double x, double y, double z) {
  double *point = s->point[s->points++];
  point[0] = x;
  point[1] = y;
  point[2] = z;
}

static void add_cell(gb_shape_of_body *s, gb_shape shape, const int32_t node[]) {
  const int nodes = gb_shape_nodes(shape);
  s->cell[s->cells++] = (unsigned char)shape;
  memcpy(&s->node[s->values], node, (size_t)nodes * sizeof *node);
  s->values += nodes;
}

/// A box is one hexahedron.
static int make_box(const double half[3], gb_shape_of_body *s, gb_error *error) {
  static const signed char side[8][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                         {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
  int32_t node[8];
  GB_TRY(reserve(s, 8, 1, error));
  for (int k = 0; k < 8; k++) {
    add_point(s, side[k][0] * half[0], side[k][1] * half[1], side[k][2] * half[2]);
    node[k] = k;
  }
  add_cell(s, GB_HEXAHEDRON8, node);
  return GB_OK;
}

/// Compute the half edges of the uniform box that has the mass and the moments of inertia of a
/// body.
static void measure_box(const gb_body *body, double half[3]) {
  for (int i = 0; i < 3; i++) {
    const double excess =
        body->inertia[(i + 1) % 3] + body->inertia[(i + 2) % 3] - body->inertia[i];
    half[i] = body->mass > 0 && excess > 0 ? sqrt(1.5 * excess / body->mass) : 0;
  }
}

/// A surface of revolution about z: lower pole, rings, upper pole.
static int revolve(int rings, const double radius[], const double height[], double low, double high,
                   gb_shape_of_body *s, gb_error *error) {
  GB_TRY(reserve(s, rings * SIDES + 2, (rings + 1) * SIDES, error));
  for (int r = 0; r < rings; r++)
    for (int k = 0; k < SIDES; k++)
      add_point(s, radius[r] * cos(2 * M_PI * k / SIDES), radius[r] * sin(2 * M_PI * k / SIDES),
                height[r]);
  add_point(s, 0, 0, low);
  add_point(s, 0, 0, high);
  for (int k = 0; k < SIDES; k++) {
    const int next = (k + 1) % SIDES, top = (rings - 1) * SIDES;
    add_cell(s, GB_TRIANGLE3, (int32_t[]){s->points - 2, next, k});
    add_cell(s, GB_TRIANGLE3, (int32_t[]){s->points - 1, top + k, top + next});
    for (int r = 0; r + 1 < rings; r++)
      add_cell(s, GB_QUAD4,
               (int32_t[]){r * SIDES + k, r * SIDES + next, (r + 1) * SIDES + next,
                           (r + 1) * SIDES + k});
  }
  return GB_OK;
}

static int make_cylinder(const double cylinder[2], gb_shape_of_body *s, gb_error *error) {
  const double half = cylinder[1] / 2;
  return revolve(2, (double[]){cylinder[0], cylinder[0]}, (double[]){-half, half}, -half, half, s,
                 error);
}

static int make_sphere(double size, gb_shape_of_body *s, gb_error *error) {
  double radius[RINGS], height[RINGS];
  for (int r = 0; r < RINGS; r++) {
    const double angle = M_PI * (r + 1) / (RINGS + 1);
    radius[r] = size * sin(angle);
    height[r] = -size * cos(angle);
  }
  return revolve(RINGS, radius, height, -size, size, s, error);
}

/// The surface elements of a group of the mesh.
static int make_surface(const gb_mesh *mesh, const gb_body *body, gb_shape_of_body *s,
                        gb_error *error) {
  const gb_group *group = gb_mesh_group(mesh, body->surface, 2);
  int32_t *index;
  GB_SCRATCH(scratch);
  GB_TRY(reserve(s, group->nodes, group->elements, error));
  GB_TRY(GB_TAKE(&scratch, index, (size_t)mesh->nodes, error));
  for (int32_t k = 0; k < group->nodes; k++) {
    const double *X = mesh->position[group->node[k]];
    index[group->node[k]] = k;
    add_point(s, X[0] - body->at[0], X[1] - body->at[1], X[2] - body->at[2]);
  }
  for (int32_t i = 0; i < group->elements; i++) {
    const int32_t element = group->element[i], *node = &mesh->node[mesh->start[element]];
    const int corners = gb_shape_corners((gb_shape)mesh->shape[element]);
    int32_t own[4];
    for (int k = 0; k < corners; k++) own[k] = index[node[k]];
    add_cell(s, corners == 3 ? GB_TRIANGLE3 : GB_QUAD4, own);
  }
  return GB_OK;
}

/// The shape of a tyre is a cylinder about its axis, half as wide as its radius.
static int make_tyre(const gb_tyre *tyre, const gb_body *body, gb_shape_of_body *s,
                     gb_error *error) {
  double triad[3][3];
  gb_triad(tyre->axis, (const double[3]){0}, triad);
  GB_TRY(make_cylinder((const double[]){tyre->radius, tyre->radius / 2}, s, error));
  for (int32_t k = 0; k < s->points; k++) {
    const double *own = s->point[k];
    double at[3];
    for (int i = 0; i < 3; i++) {
      at[i] = own[0] * triad[0][i] + own[1] * triad[1][i] + own[2] * triad[2][i];
      if (!isnan(tyre->at[0])) at[i] += tyre->at[i] - body->at[i];
    }
    gb_rotate(body->axis, -body->angle, at, s->point[k]);
  }
  return GB_OK;
}

/// Make a shape that every rank knows without the mesh.
static int make(const gb_problem *problem, const gb_body *body, gb_shape_of_body *s,
                gb_error *error) {
  double half[3];
  if (body->cylinder[0] > 0) return make_cylinder(body->cylinder, s, error);
  if (body->sphere > 0) return make_sphere(body->sphere, s, error);
  const int tyre = GB_PROBLEM_FIND(problem, tyres, wheel, body->name);
  if (tyre >= 0 && !(body->box[0] > 0))
    return make_tyre(&problem->tyres.entry[tyre], body, s, error);
  measure_box(body, half);
  return make_box(half, s, error);
}

/// Find the rank of each body, [bodies].
static void find_ranks(const gb_model *model, int rank[]) {
  const int bodies = model->problem->bodies.count;
  int own;
  MPI_Comm_rank(model->comm, &own);
  for (int i = 0; i < bodies; i++) rank[i] = 0;
  for (int i = 0; i < model->blocks->count; i++) {
    const gb_block *block = &model->blocks->block[i];
    for (int32_t e = 0; block->kind == GB_ELEMENT_RIGID_BODY && e < block->elements; e++)
      rank[gb_block_entry(block, e)] = own;
  }
  MPI_Allreduce(MPI_IN_PLACE, rank, bodies, MPI_INT, MPI_MAX, model->comm);
}

/// Copy the arrays of a shape from the first to the second rank of a pair. Collective.
static int transfer(MPI_Comm pair, gb_shape_of_body *s, gb_error *error) {
  int second, status = GB_OK;
  MPI_Comm_rank(pair, &second);
  if (second) status = reserve(s, s->points, s->cells, error);
  GB_TRY(gb_agree(pair, status, error));
  gb_broadcast(pair, 0, (size_t)s->points * sizeof *s->point, s->point);
  gb_broadcast(pair, 0, (size_t)s->cells * sizeof *s->cell, s->cell);
  gb_broadcast(pair, 0, (size_t)s->values * sizeof *s->node, s->node);
  return GB_OK;
}

/// Make the surface of a body on rank 0, and send it to the rank of the body. Collective.
static int share_surface(const gb_mesh *mesh, const gb_model *model, const gb_body *body, int owner,
                         gb_shape_of_body *out, gb_error *error) {
  gb_arena *const memory = out->memory;
  gb_shape_of_body made = *out;
  int rank, status = GB_OK;
  GB_SCRATCH(scratch);
  MPI_Comm_rank(model->comm, &rank);
  if (rank == 0 && owner > 0) made.memory = &scratch;
  if (rank == 0) status = make_surface(mesh, body, &made, error);
  GB_TRY(gb_agree(model->comm, status, error));
  int32_t counts[] = {made.points, made.cells, made.values};
  MPI_Bcast(counts, 3, MPI_INT32_T, 0, model->comm);
  made.points = counts[0], made.cells = counts[1], made.values = counts[2];
  if (owner > 0 && (rank == 0 || rank == owner)) {
    MPI_Comm pair = gb_pair_create(model->comm, owner);
    status = transfer(pair, &made, error);
    MPI_Comm_free(&pair);
  }
  *out = made;
  out->memory = memory;
  if (rank != owner) out->point = NULL, out->cell = NULL, out->node = NULL;
  return gb_agree(model->comm, status, error);
}

int gb_shapes_create(const gb_mesh *mesh, const gb_model *model, gb_arena *arena,
                     gb_shape_of_body **out, gb_error *error) {
  const gb_problem *problem = model->problem;
  const size_t bodies = (size_t)problem->bodies.count;
  int *rank = NULL;
  GB_SCRATCH(scratch);
  int status = gb_arena_allocate(arena, bodies, sizeof **out, out, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, rank, bodies, error);
  for (size_t i = 0; status == GB_OK && i < bodies; i++) {
    (*out)[i].memory = arena;
    if (!problem->bodies.entry[i].surface)
      status = make(problem, &problem->bodies.entry[i], &(*out)[i], error);
  }
  GB_TRY(gb_agree(model->comm, status, error));
  find_ranks(model, rank);
  for (size_t i = 0; i < bodies; i++)
    if (problem->bodies.entry[i].surface)
      GB_TRY(share_surface(mesh, model, &problem->bodies.entry[i], rank[i], &(*out)[i], error));
  return GB_OK;
}
