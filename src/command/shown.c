/// What a results file shows of a model. The box of a body has edges a, b, c along its axes, where
/// m (b^2 + c^2) / 12 is its moment of inertia about the first, and so on: a box shows as itself.
#include "command/shown.h"

#include "elements/rigid_body.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CORNERS = 8 };

/// A body of this rank.
typedef struct box {
  int64_t number;  ///< among all bodies
  int32_t node[2]; ///< local: the halves of its frame
  double half[3];  ///< of its edges
} box;

struct gb_shown {
  const gb_model *model;
  int32_t boxes;
  box *box;
  gb_results_mesh mesh;
  int64_t *node_index, *node_id, *cell_index, *connectivity;
  double (*position)[3];
  int32_t *corners;
};

/// The sides of the centre on which a corner lies, in the order of both formats' hexahedra.
static const double side[CORNERS][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                        {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};

static void measure(const double own[], double half[3]) {
  const double mass = own[GB_BODY_MASS], *inertia = &own[GB_BODY_INERTIA];
  for (int i = 0; i < 3; i++) {
    const double excess = inertia[(i + 1) % 3] + inertia[(i + 2) % 3] - inertia[i];
    half[i] = mass > 0 && excess > 0 ? sqrt(1.5 * excess / mass) : 0;
  }
}

static int find_boxes(gb_shown *s, gb_error *error) {
  const gb_model *model = s->model;
  GB_TRY(gb_allocate((size_t)model->bodies, sizeof *s->box, &s->box, error));
  for (int i = 0; i < model->blocks; i++) {
    const gb_block *block = &model->block[i];
    for (int32_t e = 0; block->kind == GB_ELEMENT_RIGID_BODY && e < block->elements; e++) {
      box *found = &s->box[s->boxes++];
      found->number = block->cell[e] - (model->total_cells - model->bodies);
      memcpy(found->node, &block->node[(size_t)e * block->nodes], sizeof found->node);
      measure(block->own[e], found->half);
    }
  }
  return GB_OK;
}

/// A vector at a corner of a box, from the values of its frame: of the centre and of the axes.
static void at_corner(const box *found, int corner, const double centre[3], const double one[3],
                      const double two[3], const double three[3], double out[3]) {
  double part[3];
  for (int k = 0; k < 3; k++) part[k] = side[corner][k] * found->half[k];
  for (int i = 0; i < 3; i++)
    out[i] = centre[i] + part[0] * one[i] + part[1] * two[i] + part[2] * three[i];
}

/// The nodes that the model shows, then the corners of the boxes.
static int describe_nodes(gb_shown *s, int64_t last_id, gb_error *error) {
  const gb_model *model = s->model;
  const int32_t shown = model->shown_nodes, nodes = shown + CORNERS * s->boxes;
  GB_TRY(gb_allocate((size_t)nodes, sizeof *s->node_index, &s->node_index, error));
  GB_TRY(gb_allocate((size_t)nodes, sizeof *s->node_id, &s->node_id, error));
  GB_TRY(gb_allocate((size_t)nodes, sizeof *s->position, &s->position, error));
  for (int32_t n = 0; n < shown; n++) {
    s->node_index[n] = model->node_index[n];
    s->node_id[n] = model->node_id[n];
    memcpy(s->position[n], model->position[n], sizeof s->position[n]);
  }
  for (int32_t i = 0; i < s->boxes; i++) {
    const double *at = model->position[s->box[i].node[0]];
    const double *one = model->director[s->box[i].node[0]];
    const double *two = model->position[s->box[i].node[1]];
    const double *three = model->director[s->box[i].node[1]];
    for (int k = 0; k < CORNERS; k++) {
      const int32_t n = shown + CORNERS * i + k;
      const int64_t place = CORNERS * s->box[i].number + k;
      s->node_index[n] = model->total_nodes + place;
      s->node_id[n] = last_id + 1 + place;
      at_corner(&s->box[i], k, at, one, two, three, s->position[n]);
    }
  }
  s->mesh.nodes = nodes;
  s->mesh.total_nodes = model->total_nodes + CORNERS * (int64_t)model->bodies;
  return GB_OK;
}

/// The nodes of a cell, concatenated.
static int32_t connect(const gb_shown *s, const gb_block *block, int32_t element, int32_t body,
                       int64_t out[]) {
  const int32_t *node = &block->node[(size_t)element * block->nodes];
  if (block->kind == GB_ELEMENT_RIGID_BODY) {
    for (int k = 0; k < CORNERS; k++)
      out[k] = s->node_index[s->model->shown_nodes + CORNERS * body + k];
    return CORNERS;
  }
  for (int a = 0; a < block->corners; a++) out[a] = s->model->node_index[node[a]];
  return block->corners;
}

static int describe_cells(gb_shown *s, gb_error *error) {
  const gb_model *model = s->model;
  size_t cells = 0, values = 0;
  for (int i = 0; i < model->blocks; i++) {
    const gb_block *block = &model->block[i];
    const bool body = block->kind == GB_ELEMENT_RIGID_BODY;
    if (!block->cell) continue;
    cells += (size_t)block->elements;
    values += (size_t)block->elements * (size_t)(body ? CORNERS : block->corners);
  }
  GB_TRY(gb_allocate(cells, sizeof *s->cell_index, &s->cell_index, error));
  GB_TRY(gb_allocate(cells, sizeof *s->corners, &s->corners, error));
  GB_TRY(gb_allocate(values, sizeof *s->connectivity, &s->connectivity, error));
  int32_t cell = 0, body = 0;
  int64_t *next = s->connectivity;
  for (int i = 0; i < model->blocks; i++) {
    const gb_block *block = &model->block[i];
    for (int32_t e = 0; block->cell && e < block->elements; e++) {
      s->cell_index[cell] = block->cell[e];
      s->corners[cell] = connect(s, block, e, body, next);
      next += s->corners[cell++];
      body += block->kind == GB_ELEMENT_RIGID_BODY;
    }
  }
  s->mesh.cells = cell;
  return GB_OK;
}

static int describe(gb_shown *s, int64_t last_id, gb_error *error) {
  GB_TRY(find_boxes(s, error));
  GB_TRY(describe_nodes(s, last_id, error));
  GB_TRY(describe_cells(s, error));
  s->mesh.total_cells = s->model->total_cells;
  s->mesh.node_index = s->node_index;
  s->mesh.cell_index = s->cell_index;
  s->mesh.node_id = s->node_id;
  s->mesh.cell_id = s->model->cell_id;
  s->mesh.position = (const double(*)[3])s->position;
  s->mesh.property = s->model->cell_property;
  s->mesh.corners = s->corners;
  s->mesh.connectivity = s->connectivity;
  return GB_OK;
}

int gb_shown_create(const gb_model *model, gb_shown **out, gb_error *error) {
  gb_shown *s = NULL;
  int64_t last = 0;
  *out = NULL;
  for (int32_t n = 0; n < model->shown_nodes; n++)
    if (model->node_id[n] > last) last = model->node_id[n];
  MPI_Allreduce(MPI_IN_PLACE, &last, 1, MPI_INT64_T, MPI_MAX, model->comm);
  int status = gb_allocate(1, sizeof *s, &s, error);
  if (status == GB_OK) {
    s->model = model;
    status = describe(s, last, error);
  }
  status = gb_agree(model->comm, status, error);
  if (status != GB_OK) gb_shown_destroy(&s);
  *out = s;
  return status;
}

void gb_shown_destroy(gb_shown **shown) {
  gb_shown *s = *shown;
  if (!s) return;
  free(s->box);
  free(s->node_index);
  free(s->node_id);
  free(s->position);
  free(s->cell_index);
  free(s->corners);
  free(s->connectivity);
  free(s);
  *shown = NULL;
}

const gb_results_mesh *gb_shown_mesh(const gb_shown *shown) {
  return &shown->mesh;
}

void gb_shown_motion(const gb_shown *s, const double nodal[], double out[]) {
  const int32_t shown = s->model->shown_nodes;
  for (int32_t n = 0; n < shown; n++)
    memcpy(&out[3 * n], &nodal[GB_NODE_VALUES * n], 3 * sizeof *out);
  for (int32_t i = 0; i < s->boxes; i++) {
    const double *first = &nodal[GB_NODE_VALUES * s->box[i].node[0]];
    const double *second = &nodal[GB_NODE_VALUES * s->box[i].node[1]];
    for (int k = 0; k < CORNERS; k++)
      at_corner(&s->box[i], k, first, first + 3, second, second + 3,
                &out[3 * (shown + CORNERS * i + k)]);
  }
}

void gb_shown_directors(const gb_shown *s, const double nodal[], double out[]) {
  const int32_t shown = s->model->shown_nodes;
  memset(out, 0, (size_t)s->mesh.nodes * 3 * sizeof *out);
  for (int32_t n = 0; n < shown; n++)
    for (int i = 0; i < 3; i++)
      out[3 * n + i] = nodal[GB_NODE_VALUES * n + 3 + i] + s->model->director[n][i];
}
