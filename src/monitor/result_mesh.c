/// Nodes and cells of a results file. The order of cells is: cells of the model, among them the
/// first cell of each body; the other cells of the shapes of bodies; joints; the solids of beams.
/// Nodes accordingly.
#include "monitor/result_mesh.h"

#include "base/arena.h"
#include "base/list.h"

#include <stdlib.h>
#include <string.h>

/// A body of this rank.
typedef struct body_shape {
  int32_t node; ///< local index of its node
  const gb_shape_of_body *shape;
  int64_t point, cell; ///< first point, and first further cell, among those of all shapes
} body_shape;

/// A joint or bushing of this rank, which a vertex shows.
typedef struct marker {
  int32_t node; ///< local index of the frame of its first partner
  int number;   ///< index among the case's joints, which the bushings follow
  int kind;     ///< gb_cell_kind
} marker;

/// Arrays of a mesh, writable.
typedef struct mesh_arrays {
  int64_t *node_index, *node_id, *cell_index, *cell_id, *connectivity;
  double (*position)[3];
  int32_t *property;
  unsigned char *shape, *kind;
} mesh_arrays;

struct gb_result_mesh {
  const gb_model *model;
  gb_arena memory;       ///< owns the arrays
  int32_t points, extra; ///< numbers of points and further cells of shapes on this rank
  struct {
    int64_t points, extra;        ///< numbers of points and further cells of shapes
    int64_t last_node, last_cell; ///< largest numbers of nodes and cells of the model
  } all;                          ///< values over all ranks
  GB_LIST_OF(body_shape) bodies;  ///< on this rank
  GB_LIST_OF(marker) markers;     ///< on this rank
  gb_swept_set swept;             ///< solids of beams; empty if not requested
  gb_results_mesh *mesh;
  mesh_arrays *own; ///< arrays of `mesh`
};

/// List the bodies of this rank, in the order of their cells, with the positions of their shapes.
static int find_bodies(gb_result_mesh *s, const gb_shape_of_body shapes[], gb_error *error) {
  const gb_model *model = s->model;
  body_shape *all;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&s->memory, s->bodies.entry, (size_t)model->problem->bodies.count, error));
  GB_TRY(GB_TAKE(&scratch, all, (size_t)model->problem->bodies.count, error));
  for (int i = 0; i < model->problem->bodies.count; i++) {
    all[i] = (body_shape){.shape = &shapes[i], .point = s->all.points, .cell = s->all.extra};
    s->all.points += shapes[i].points;
    s->all.extra += shapes[i].cells - 1;
  }
  for (int i = 0; i < model->blocks->count; i++) {
    const gb_block *block = &model->blocks->block[i];
    for (int32_t e = 0; block->kind == GB_ELEMENT_RIGID_BODY && e < block->elements; e++) {
      body_shape *found = &s->bodies.entry[s->bodies.count++];
      *found = all[gb_block_entry(block, e)];
      found->node = block->node[e];
      s->points += found->shape->points;
      s->extra += found->shape->cells - 1;
    }
  }
  return GB_OK;
}

/// Number of joints and bushings on all ranks.
static int all_markers(const gb_result_mesh *s) {
  return s->model->problem->joints.count + s->model->problem->bushings.count;
}

/// List the joints and bushings of this rank.
static int find_markers(gb_result_mesh *s, gb_error *error) {
  const gb_model *model = s->model;
  GB_TRY(GB_TAKE(&s->memory, s->markers.entry, (size_t)all_markers(s), error));
  for (int i = 0; i < model->blocks->count; i++) {
    const gb_block *block = &model->blocks->block[i];
    const bool joint = block->kind == GB_ELEMENT_JOINT;
    // A damper of a joint is a bushing too, but no entry of the case.
    if (!joint && (block->kind != GB_ELEMENT_BUSHING || !block->joint->entry)) continue;
    const int type = joint ? (int)(block->joint->type.type - gb_joint_types) : 0;
    for (int32_t e = 0; e < block->elements; e++)
      s->markers.entry[s->markers.count++] =
          (marker){.node = block->node[e * block->nodes],
                   .number = block->joint->entry[e] + (joint ? 0 : model->problem->joints.count),
                   .kind = joint ? GB_CELL_JOINT + type : GB_CELL_BUSHING};
  }
  return GB_OK;
}

/// The vector at a point of a body, from the vectors of its frame (centre and three axes). `part`
/// are the coordinates of the point in the frame.
static void at_point(const double part[3], const double frame[4][3], double out[3]) {
  for (int i = 0; i < 3; i++)
    out[i] = frame[0][i] + part[0] * frame[1][i] + part[1] * frame[2][i] + part[2] * frame[3][i];
}

/// Compute the points of an outline for a section with this position and these axes.
/// @return the end of `out`
static double *add_outline(const gb_swept *swept, const double frame[4][3], double *out) {
  for (int k = 0; k < swept->outline->points; k++, out += 3) {
    const double *at = swept->outline->point[k];
    at_point((const double[3]){0, at[0], at[1]}, frame, out);
  }
  return out;
}

static void describe_marker_nodes(gb_result_mesh *s) {
  const gb_node_set *nodes = s->model->nodes;
  for (const marker *one = s->markers.entry; one < s->markers.entry + s->markers.count; one++) {
    const int32_t n = s->mesh->nodes++;
    s->own->node_index[n] = nodes->total + s->all.points + one->number;
    s->own->node_id[n] = s->all.last_node + 1 + s->all.points + one->number;
    memcpy(s->own->position[n], gb_node_reference(nodes, one->node, GB_POSITION),
           sizeof s->own->position[n]);
  }
}

static void describe_swept_nodes(gb_result_mesh *s) {
  const int64_t others = s->all.points + all_markers(s);
  const int64_t before = s->model->nodes->total + others;
  double *next = s->own->position[s->mesh->nodes], frame[4][3];
  for (const gb_swept *one = s->swept.one; one < s->swept.one + s->swept.count; one++) {
    for (int a = 0; a < one->nodes; a++) {
      gb_swept_frame(s->model, one, a, frame);
      next = add_outline(one, (const double(*)[3])frame, next);
    }
    for (int32_t k = 0; k < gb_swept_points(one); k++) {
      const int32_t n = s->mesh->nodes++;
      s->own->node_index[n] = before + one->point + k;
      s->own->node_id[n] = s->all.last_node + 1 + others + one->point + k;
    }
  }
}

/// Set the nodes: those of the model, then the points of shapes, joints, and those of solids of
/// beams.
static int describe_nodes(gb_result_mesh *s, gb_error *error) {
  const gb_model *model = s->model;
  const int32_t shown = model->nodes->in_results;
  const size_t nodes = (size_t)(shown + s->points + s->markers.count + s->swept.points);
  GB_TRY(GB_TAKE(&s->memory, s->own->node_index, nodes, error));
  GB_TRY(GB_TAKE(&s->memory, s->own->node_id, nodes, error));
  GB_TRY(GB_TAKE(&s->memory, s->own->position, nodes, error));
  for (int32_t n = 0; n < shown; n++) {
    s->own->node_index[n] = model->nodes->index[n];
    s->own->node_id[n] = model->nodes->id[n];
    memcpy(s->own->position[n], gb_node_reference(model->nodes, n, GB_POSITION),
           sizeof s->own->position[n]);
  }
  int32_t n = shown;
  for (int32_t i = 0; i < s->bodies.count; i++) {
    const body_shape *body = &s->bodies.entry[i];
    const double(*frame)[3] =
        (const double(*)[3])gb_node_reference(model->nodes, body->node, GB_POSITION);
    for (int32_t k = 0; k < body->shape->points; k++, n++) {
      s->own->node_index[n] = model->nodes->total + body->point + k;
      s->own->node_id[n] = s->all.last_node + 1 + body->point + k;
      at_point(body->shape->point[k], frame, s->own->position[n]);
    }
  }
  s->mesh->nodes = n;
  describe_marker_nodes(s);
  describe_swept_nodes(s);
  s->mesh->total_nodes = model->nodes->total + s->all.points + all_markers(s) + s->swept.all_points;
  return GB_OK;
}

/// Write the nodes of one cell of a body; `first` is their offset in the body's list of nodes.
static int64_t *connect_shape(const gb_result_mesh *s, const body_shape *body, int32_t cell,
                              int32_t first, int64_t *out) {
  const int nodes = gb_shape_nodes((gb_shape)body->shape->cell[cell]);
  for (int k = 0; k < nodes; k++)
    *out++ = s->model->nodes->total + body->point + body->shape->node[first + k];
  return out;
}

/// The kind of the cells of a block.
static gb_cell_kind kind_of(const gb_block *block) {
  switch (block->kind) {
  case GB_ELEMENT_BEAM2:
  case GB_ELEMENT_BEAM3:
  case GB_ELEMENT_ROD:
    return GB_CELL_BEAM;
  case GB_ELEMENT_SPRING:
  case GB_ELEMENT_MATRIX:
    return GB_CELL_SPRING;
  case GB_ELEMENT_POINT_MASS:
    return GB_CELL_POINT;
  case GB_ELEMENT_RIGID_BODY:
    return GB_CELL_BODY;
  default:
    return gb_shape_dimension(block->shape) == 3 ? GB_CELL_SOLID : GB_CELL_SHELL;
  }
}

/// Set the cells of the model's blocks. The cell of a body is the first one of its shape.
static int64_t *describe_blocks(gb_result_mesh *s, int64_t *next) {
  const gb_model *model = s->model;
  const body_shape *body = s->bodies.entry;
  for (int i = 0; i < model->blocks->count; i++) {
    const gb_block *block = &model->blocks->block[i];
    for (int32_t e = 0; block->cell && e < block->elements; e++) {
      const int32_t cell = s->mesh->cells++, *node = &block->node[(size_t)e * (size_t)block->nodes];
      s->own->cell_index[cell] = block->cell[e];
      s->own->cell_id[cell] = model->blocks->cell_id[cell];
      s->own->property[cell] = model->blocks->cell_property[cell];
      s->own->kind[cell] = kind_of(block);
      if (block->kind == GB_ELEMENT_RIGID_BODY) {
        s->own->shape[cell] = body->shape->cell[0];
        next = connect_shape(s, body++, 0, 0, next);
        continue;
      }
      s->own->shape[cell] = (unsigned char)block->shape;
      for (int a = 0; a < gb_shape_nodes(block->shape); a++) *next++ = model->nodes->index[node[a]];
    }
  }
  return next;
}

static int64_t *describe_shapes(gb_result_mesh *s, int64_t *next) {
  for (const body_shape *body = s->bodies.entry; body < s->bodies.entry + s->bodies.count; body++)
    for (int32_t k = 1, first = gb_shape_nodes((gb_shape)body->shape->cell[0]);
         k < body->shape->cells; k++) {
      const int32_t cell = s->mesh->cells++;
      const int64_t index = body->cell + k - 1;
      s->own->cell_index[cell] = s->model->blocks->total_cells + index;
      s->own->cell_id[cell] = s->all.last_cell + 1 + index;
      s->own->shape[cell] = body->shape->cell[k];
      s->own->kind[cell] = GB_CELL_BODY;
      next = connect_shape(s, body, k, first, next);
      first += gb_shape_nodes((gb_shape)body->shape->cell[k]);
    }
  return next;
}

static int64_t *describe_markers(gb_result_mesh *s, int64_t *next) {
  for (const marker *one = s->markers.entry; one < s->markers.entry + s->markers.count; one++) {
    const int32_t cell = s->mesh->cells++;
    const int64_t index = s->all.extra + one->number;
    s->own->cell_index[cell] = s->model->blocks->total_cells + index;
    s->own->cell_id[cell] = s->all.last_cell + 1 + index;
    s->own->shape[cell] = GB_POINT;
    s->own->kind[cell] = (unsigned char)one->kind;
    *next++ = s->model->nodes->total + s->all.points + one->number;
  }
  return next;
}

/// Set the hexahedra between successive nodes along beam elements.
static void describe_swept(gb_result_mesh *s, int64_t *next) {
  const int markers = all_markers(s);
  const int64_t nodes = s->model->nodes->total + s->all.points + markers;
  const int64_t before = s->all.extra + markers;
  for (const gb_swept *one = s->swept.one; one < s->swept.one + s->swept.count; one++) {
    const gb_swept_outline *outline = one->outline;
    for (int32_t k = 0; k < gb_swept_cells(one); k++) {
      const int32_t cell = s->mesh->cells++, a = k / outline->cells;
      s->own->cell_index[cell] = s->model->blocks->total_cells + before + one->cell + k;
      s->own->cell_id[cell] = s->all.last_cell + 1 + before + one->cell + k;
      s->own->property[cell] = s->own->property[one->source];
      s->own->shape[cell] = GB_HEXAHEDRON8;
      s->own->kind[cell] = GB_CELL_BEAM;
      for (int i = 0; i < 8; i++)
        *next++ = nodes + one->point + (a + i / 4) * outline->points +
                  outline->cell[k % outline->cells][i % 4];
    }
  }
}

static int describe_cells(gb_result_mesh *s, gb_error *error) {
  const gb_model *model = s->model;
  size_t cells = (size_t)(s->extra + s->markers.count + s->swept.cells);
  size_t values = (size_t)s->markers.count + 8 * (size_t)s->swept.cells;
  for (int32_t i = 0; i < s->bodies.count; i++) values += (size_t)s->bodies.entry[i].shape->values;
  for (int i = 0; i < model->blocks->count; i++) {
    const gb_block *block = &model->blocks->block[i];
    if (!block->cell) continue;
    cells += (size_t)block->elements;
    values += (size_t)block->elements * (size_t)gb_shape_nodes(block->shape);
  }
  GB_TRY(GB_TAKE(&s->memory, s->own->cell_index, cells, error));
  GB_TRY(GB_TAKE(&s->memory, s->own->cell_id, cells, error));
  GB_TRY(GB_TAKE(&s->memory, s->own->property, cells, error));
  GB_TRY(GB_TAKE(&s->memory, s->own->shape, cells, error));
  GB_TRY(GB_TAKE(&s->memory, s->own->kind, cells, error));
  GB_TRY(GB_TAKE(&s->memory, s->own->connectivity, values, error));
  int64_t *next = describe_shapes(s, describe_blocks(s, s->own->connectivity));
  describe_swept(s, describe_markers(s, next));
  s->mesh->total_cells =
      model->blocks->total_cells + s->all.extra + all_markers(s) + s->swept.all_cells;
  return GB_OK;
}

static int describe(gb_result_mesh *s, const gb_shape_of_body shapes[], bool swept,
                    gb_error *error) {
  GB_TRY(GB_TAKE(&s->memory, s->mesh, 1, error));
  GB_TRY(GB_TAKE(&s->memory, s->own, 1, error));
  GB_TRY(find_bodies(s, shapes, error));
  GB_TRY(find_markers(s, error));
  if (swept) GB_TRY(gb_swept_find(s->model, &s->memory, &s->swept, error));
  GB_TRY(describe_nodes(s, error));
  GB_TRY(describe_cells(s, error));
  s->mesh->node_index = s->own->node_index;
  s->mesh->cell_index = s->own->cell_index;
  s->mesh->node_id = s->own->node_id;
  s->mesh->cell_id = s->own->cell_id;
  s->mesh->position = (const double(*)[3])s->own->position;
  s->mesh->property = s->own->property;
  s->mesh->shape = s->own->shape;
  s->mesh->kind = s->own->kind;
  s->mesh->connectivity = s->own->connectivity;
  return GB_OK;
}

/// Find the largest numbers of nodes and cells of the model; those of shapes follow them.
static void find_last(gb_result_mesh *s) {
  const gb_model *model = s->model;
  int64_t last[2] = {0};
  int32_t cells = 0;
  for (int32_t n = 0; n < model->nodes->in_results; n++)
    if (model->nodes->id[n] > last[0]) last[0] = model->nodes->id[n];
  for (int i = 0; i < model->blocks->count; i++)
    if (model->blocks->block[i].cell) cells += model->blocks->block[i].elements;
  for (int32_t i = 0; i < cells; i++)
    if (model->blocks->cell_id[i] > last[1]) last[1] = model->blocks->cell_id[i];
  MPI_Allreduce(MPI_IN_PLACE, last, 2, MPI_INT64_T, MPI_MAX, model->comm);
  s->all.last_node = last[0];
  s->all.last_cell = last[1];
}

int gb_result_mesh_create(const gb_model *model, const gb_shape_of_body shapes[], bool swept,
                          gb_result_mesh **out, gb_error *error) {
  gb_result_mesh *s;
  *out = NULL;
  GB_TRY(gb_agree(model->comm, GB_ALLOCATE(s, 1, error), error));
  s->model = model;
  find_last(s);
  const int status = gb_agree(model->comm, describe(s, shapes, swept, error), error);
  if (status != GB_OK) gb_result_mesh_destroy(&s);
  *out = s;
  return status;
}

void gb_result_mesh_destroy(gb_result_mesh **mesh) {
  gb_result_mesh *s = *mesh;
  if (!s) return;
  gb_arena_free(&s->memory);
  free(s);
  *mesh = NULL;
}

const gb_results_mesh *gb_result_mesh_share(const gb_result_mesh *s) {
  return s->mesh;
}

void gb_result_mesh_motion(const gb_result_mesh *s, const double nodal[], bool finite,
                           double out[]) {
  const int32_t shown = s->model->nodes->in_results;
  for (int32_t n = 0; n < shown; n++)
    memcpy(&out[3 * n], &nodal[gb_node_displacement(s->model->nodes, n)], 3 * sizeof *out);
  double *next = &out[3 * shown];
  for (int32_t i = 0; i < s->bodies.count; i++) {
    const double(*frame)[3] = (const double(*)[3]) &
                              nodal[gb_node_displacement(s->model->nodes, s->bodies.entry[i].node)];
    for (int32_t k = 0; k < s->bodies.entry[i].shape->points; k++, next += 3)
      at_point(s->bodies.entry[i].shape->point[k], frame, next);
  }
  for (int32_t i = 0; i < s->markers.count; i++, next += 3)
    memcpy(next, &nodal[gb_node_displacement(s->model->nodes, s->markers.entry[i].node)],
           3 * sizeof *next);
  double change[4][3];
  for (const gb_swept *one = s->swept.one; one < s->swept.one + s->swept.count; one++)
    for (int a = 0; a < one->nodes; a++) {
      gb_swept_change(s->model, one, a, nodal, finite, change);
      next = add_outline(one, (const double(*)[3])change, next);
    }
}

void gb_result_mesh_sources(const gb_result_mesh *s, int32_t source[]) {
  int32_t n = 0;
  while (n < s->model->nodes->in_results) source[n] = n, n++;
  for (int32_t i = 0; i < s->bodies.count; i++)
    for (int32_t k = 0; k < s->bodies.entry[i].shape->points; k++)
      source[n++] = s->bodies.entry[i].node;
  while (n < s->mesh->nodes) source[n++] = -1;
}

void gb_result_mesh_sweep(const gb_result_mesh *s, int components, double values[]) {
  double *next = values + (size_t)(s->mesh->cells - s->swept.cells) * (size_t)components;
  for (const gb_swept *one = s->swept.one; one < s->swept.one + s->swept.count; one++)
    for (int32_t k = 0; k < gb_swept_cells(one); k++, next += components)
      memcpy(next, values + (size_t)one->source * (size_t)components,
             (size_t)components * sizeof *next);
}

void gb_result_mesh_lines(const gb_result_mesh *s, bool is_line[]) {
  for (int32_t i = 0; i < s->swept.count; i++) is_line[s->swept.one[i].source] = true;
}

void gb_result_mesh_directors(const gb_result_mesh *s, const double nodal[], double out[]) {
  const int32_t shown = s->model->nodes->in_results;
  memset(out, 0, (size_t)s->mesh->nodes * 3 * sizeof *out);
  for (int32_t n = 0; n < shown; n++) {
    if (!gb_node_has(s->model->nodes, n, GB_DIRECTOR_1)) continue;
    const int32_t value = gb_node_value(s->model->nodes, n, GB_DIRECTOR_1);
    for (int i = 0; i < 3; i++)
      out[3 * n + i] = nodal[value + i] + s->model->nodes->reference[value + i];
  }
  double *next = out + 3 * (size_t)(s->mesh->nodes - s->swept.points - s->markers.count);
  for (int32_t j = 0; j < s->markers.count; j++, next += 3) {
    const marker *one = &s->markers.entry[j];
    const unsigned axis = one->kind == GB_CELL_BUSHING ? GB_DIRECTOR_1 : GB_DIRECTOR_3;
    const int32_t value = gb_node_value(s->model->nodes, one->node, axis);
    for (int i = 0; i < 3; i++) next[i] = nodal[value + i] + s->model->nodes->reference[value + i];
  }
}
