/// Places and axes that are designs: the reference vectors of model nodes that move with them, and
/// what that makes of the ties, whose weights are places and directions in the axes of bodies.
/// Source: docs/theory.md, (2.10), (2.11).
#include "model/build.h"

#include <string.h>

/// The component of a vector of the problem that a number is, or -1.
static int component(const double vector[3], const double *number) {
  for (int i = 0; i < 3; i++)
    if (number == &vector[i]) return i;
  return -1;
}

static int add_move(gb_build *b, int design, int32_t node, int vector, const double value[3],
                    gb_error *error) {
  gb_build_move *move;
  GB_TRY(gb_array_append(&b->move, &b->moves, sizeof *move, &move, error));
  *move = (gb_build_move){.design = design, .node = node, .vector = vector};
  memcpy(move->value, value, sizeof move->value);
  return GB_OK;
}

/// A joint's place moves both ends alike, and so does the turn of its axes.
static int move_joint(gb_build *b, int joint, const gb_varying_number *number, gb_error *error) {
  const gb_joint_entry *entry = &b->problem->joints.entry[joint];
  const int at = component(entry->at, number->number);
  const int axis = component(entry->axis, number->number);
  const int second = component(entry->second, number->number);
  double unit[3] = {0}, triad[3][3], slope[3][3];
  const double none[3] = {0};
  if (at < 0 && axis < 0 && second < 0) return GB_OK;
  unit[at >= 0 ? at : axis >= 0 ? axis : second] = 1;
  gb_build_triad_slope(entry->axis, entry->second, axis >= 0 ? unit : none,
                       second >= 0 ? unit : none, triad, slope);
  for (int end = 0; end < 2; end++) {
    const int32_t node = gb_build_end_node(b, joint, end, 0);
    if (at >= 0) GB_TRY(add_move(b, number->design, node, 0, unit, error));
    for (int k = 0; at < 0 && k < 3; k++)
      GB_TRY(add_move(b, number->design, node + (k + 1) / 2, (k + 1) % 2, slope[k], error));
  }
  return GB_OK;
}

/// A joint at a point goes with it: by itself it has no place that could move.
static int check_joint(const gb_build *b, int joint, const gb_varying_number *number,
                       gb_error *error) {
  const gb_joint_entry *entry = &b->problem->joints.entry[joint];
  for (int end = 0; end < 2; end++) {
    const int32_t point = gb_build_master(b, gb_build_end_node(b, joint, end, 0)) - b->mesh->nodes;
    if (component(entry->at, number->number) < 0 || point < 0 ||
        point >= b->model->entries->named_points)
      continue;
    return gb_fail(error, GB_USAGE,
                   "%s: its place is that of point '%s', and no design of its own; accepted: at.x, "
                   "at.y or at.z of mass '%s' as the design",
                   entry->where, entry->between[end], entry->between[end]);
  }
  return GB_OK;
}

/// The place of a node moves where this vector of the problem says it.
static int move_place(gb_build *b, const double at[3], int32_t node,
                      const gb_varying_number *number, gb_error *error) {
  const int i = component(at, number->number);
  if (i < 0) return GB_OK;
  return add_move(b, number->design, node, 0, (double[]){i == 0, i == 1, i == 2}, error);
}

/// The ends of joints at a point move with its place.
static int move_ends(gb_build *b, int point, const gb_varying_number *number, gb_error *error) {
  for (int j = 0; j < b->problem->joints.count; j++)
    for (int end = 0; end < 2; end++) {
      if (gb_build_master(b, gb_build_end_node(b, j, end, 0)) != b->mesh->nodes + point) continue;
      for (int both = 0; both < 2; both++)
        GB_TRY(move_place(b, b->point[point].at, gb_build_end_node(b, j, both, 0), number, error));
    }
  return GB_OK;
}

int gb_build_moves(gb_build *b, gb_error *error) {
  for (int i = 0; i < b->numbers; i++) {
    const gb_varying_number *number = &b->number[i];
    for (int j = 0; j < b->problem->joints.count; j++) {
      GB_TRY(check_joint(b, j, number, error));
      GB_TRY(move_joint(b, j, number, error));
    }
    for (int p = 0; p < b->model->entries->points; p++) {
      GB_TRY(move_place(b, b->point[p].at, b->mesh->nodes + p, number, error));
      GB_TRY(move_ends(b, p, number, error));
    }
    for (int k = 0; k < b->problem->bodies.count; k++)
      GB_TRY(move_place(b, b->problem->bodies.entry[k].at, gb_build_body_node(b, k, 0), number,
                        error));
    for (int k = 0; k < b->model->entries->places; k++)
      GB_TRY(move_place(b, b->place[k].at, gb_build_body_node(b, b->problem->bodies.count, 0) + k,
                        number, error));
  }
  b->model->dofs->T.varies = b->moves > 0;
  return GB_OK;
}

/// value += factor times how far a reference vector moves with a design.
static void add_moved(const gb_build *b, int design, int32_t node, int vector, double factor,
                      double value[3]) {
  for (int m = 0; m < b->moves; m++) {
    const gb_build_move *move = &b->move[m];
    if (move->design != design || move->node != node || move->vector != vector) continue;
    for (int i = 0; i < 3; i++) value[i] += factor * move->value[i];
  }
}

/// How a weight of a node that is tied to a body changes with a design, (2.11): the terms are the
/// body's place and its three axes.
static double weight_slope(const gb_build *b, int design, int32_t node, int vector, int k) {
  const gb_build_tie *tie = &b->tie[node];
  const int32_t body = tie->term[0].node;
  double change[3] = {0}, sum = 0;
  if (k == 0 || gb_build_body_of(b, body) < 0) return 0;
  add_moved(b, design, node, vector, 1, change);
  add_moved(b, design, body, 0, -tie->term[0].weight[vector], change);
  const double *axis = gb_build_frame(b, tie->term[k].node)->vector[tie->term[k].vector];
  for (int i = 0; i < 3; i++) sum += change[i] * axis[i];
  return sum;
}

/// What is gone through for one row and one design.
typedef struct row_slope {
  const gb_build *b;
  const int32_t *first;
  int design;
  int32_t row;
} row_slope;

static int add_slope(const row_slope *s, int32_t unknown, double factor, gb_error *error) {
  gb_model *model = s->b->model;
  gb_map_slope *slope;
  if (factor == 0) return GB_OK;
  GB_TRY(
      gb_array_append(&model->dofs->T.slope, &model->dofs->T.slopes, sizeof *slope, &slope, error));
  *slope = (gb_map_slope){s->design, s->row, unknown, factor};
  return GB_OK;
}

/// Component i of a node's vector enters the row with a factor, whose derivative is `slope`.
static int follow(const row_slope *s, int32_t node, int vector, int i, double factor, double slope,
                  gb_error *error) {
  const gb_build *b = s->b;
  const gb_build_tie *tie = &b->tie[node];
  double direction[3][3];
  if (b->kind[node] == GB_NODE_TIED) {
    for (int k = 0; k < tie->terms; k++) {
      const gb_build_term *term = &tie->term[k];
      const double weight = term->weight[vector];
      const double change = slope * weight + factor * weight_slope(b, s->design, node, vector, k);
      if (weight == 0 && change == 0) continue;
      GB_TRY(follow(s, term->node, term->vector, i, factor * weight, change, error));
    }
    return GB_OK;
  }
  if (slope == 0) return GB_OK;
  int32_t unknown = s->first[b->local[node]];
  if (vector == 1) unknown += gb_build_free_directions(b, node, 0, direction);
  const int count = gb_build_free_directions(b, node, vector, direction);
  for (int k = 0; k < count; k++) GB_TRY(add_slope(s, unknown + k, slope * direction[k][i], error));
  return GB_OK;
}

/// The rows of one node by one design.
static int add_node(const gb_build *b, const int32_t *first, int32_t node, int design,
                    gb_error *error) {
  for (int vector = 0; vector < 2; vector++) {
    double moved[3] = {0};
    add_moved(b, design, node, vector, 1, moved);
    for (int i = 0; i < 3; i++) {
      const row_slope s = {b, first, design, GB_NODE_VALUES * b->local[node] + 3 * vector + i};
      GB_TRY(add_slope(&s, -1, moved[i], error));
      if (b->kind[node] == GB_NODE_TIED) GB_TRY(follow(&s, node, vector, i, 1, 0, error));
    }
  }
  return GB_OK;
}

int gb_build_map_slopes(const gb_build *b, const int32_t *model_node, const int32_t *first,
                        gb_error *error) {
  for (int m = 0; m < b->moves; m++) {
    const int design = b->move[m].design;
    if (m > 0 && b->move[m - 1].design == design) continue; // the moves of a design are in a row
    for (int32_t n = 0; n < b->model->nodes->count; n++)
      GB_TRY(add_node(b, first, model_node[n], design, error));
  }
  return GB_OK;
}
