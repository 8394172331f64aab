/// Bodies that follow the mean of mesh nodes: a frame tied to the body and one tied to the nodes'
/// mean place and moments, which the rows of an element hold together. Source: docs/theory.md,
/// (2.7)-(2.9).
#include "model/build.h"

#include <math.h>
#include <string.h>

int gb_build_averages(const gb_build *b) {
  int count = 0;
  for (int i = 0; i < b->problem->links.count; i++)
    count += b->problem->links.entry[i].type == GB_LINK_AVERAGE;
  return count;
}

/// The share of a node in the mean.
static double weight_of(const gb_link *link, const gb_group *group, int32_t k) {
  return link->weight ? link->weight[k] : 1.0 / group->nodes;
}

static void find_mean(const gb_build *b, const gb_link *link, const gb_group *group,
                      double mean[3]) {
  for (int i = 0; i < 3; i++) mean[i] = 0;
  for (int32_t k = 0; k < group->nodes; k++)
    for (int i = 0; i < 3; i++)
      mean[i] += weight_of(link, group, k) * b->mesh->position[group->node[k]][i];
}

/// Axes in which the rotations that the nodes cannot tell are about the last: along the line of
/// nodes on one line, else those of space. @return the multipliers, as bits
static unsigned find_axes(const gb_build *b, const gb_link *link, const gb_group *group,
                          const double mean[3], double axis[3][3], double *square) {
  double far[3] = {0}, most = 0, across = 0;
  *square = 0;
  memset(axis, 0, 9 * sizeof axis[0][0]);
  for (int i = 0; i < 3; i++) axis[i][i] = 1;
  for (int32_t k = 0; k < group->nodes; k++) {
    const double *X = b->mesh->position[group->node[k]];
    double arm[3], here = 0;
    for (int i = 0; i < 3; i++) {
      arm[i] = X[i] - mean[i];
      here += arm[i] * arm[i];
    }
    *square += weight_of(link, group, k) * here;
    if (here > most) {
      most = here;
      memcpy(far, arm, sizeof far);
    }
  }
  if (group->nodes == 1 || most == 0) {
    *square = 1;
    return 7;
  }
  for (int32_t k = 0; k < group->nodes; k++)
    for (int i = 0; i < 3; i++) {
      const double *X = b->mesh->position[group->node[k]];
      const int j = (i + 1) % 3, l = (i + 2) % 3;
      const double c = far[j] * (X[l] - mean[l]) - far[l] * (X[j] - mean[j]);
      across += weight_of(link, group, k) * c * c / most;
    }
  if (across > 1e-16 * *square) return 0x3f;
  gb_build_triad(far, (double[3]){0}, axis);
  return 0x1f;
}

/// The frame of the nodes: their mean, and their moments along the axes.
static int tie_mean(gb_build *b, const gb_link *link, const gb_group *group, const double mean[3],
                    const double axis[3][3], double square, int32_t first, gb_error *error) {
  gb_build_frame_node *frame = &b->frame[first - gb_build_body_node(b, 0, 0)];
  double moment[3][3] = {{0}};
  for (int32_t n = 0; n < group->nodes; n++) {
    const double *X = b->mesh->position[group->node[n]];
    const double weight = weight_of(link, group, n);
    double c[3] = {0};
    for (int k = 0; k < 3; k++)
      for (int i = 0; i < 3; i++) c[k] += weight / square * (X[i] - mean[i]) * axis[k][i];
    for (int k = 0; k < 3; k++)
      for (int i = 0; i < 3; i++) moment[k][i] += c[k] * (X[i] - mean[i]);
    GB_TRY(
        gb_build_tie_to_node(b, first, &(gb_build_term){group->node[n], 0, {weight, c[0]}}, error));
    GB_TRY(gb_build_tie_to_node(b, first + 1, &(gb_build_term){group->node[n], 0, {c[1], c[2]}},
                                error));
  }
  memcpy(frame[0].vector[0], mean, sizeof moment[0]);
  memcpy(frame[0].vector[1], moment[0], sizeof moment[0]);
  memcpy(frame[1].vector[0], moment[1], sizeof moment[0]);
  memcpy(frame[1].vector[1], moment[2], sizeof moment[0]);
  return GB_OK;
}

static int place_average(gb_build *b, const gb_link *link, int connector, gb_error *error) {
  const gb_group *group;
  double mean[3], axis[3][3], square;
  int32_t node[5];
  int body;
  GB_TRY(gb_build_named_body(b, link->where, link->body, &body, error));
  GB_TRY(gb_build_group(b, link->where, link->group, -1, &group, error));
  gb_build_joint_nodes(b, connector, node);
  find_mean(b, link, group, mean);
  const unsigned rows = find_axes(b, link, group, mean, axis, &square);
  b->frame[node[4] - gb_build_body_node(b, 0, 0)].rows = rows;
  gb_build_place_frame(b, node[0], node[1], mean, (const double(*)[3])axis);
  for (int half = 0; half < 2; half++)
    GB_TRY(gb_build_tie_to_body(b, node[half], body, half == 0,
                                (const double(*)[3])gb_build_frame(b, node[half])->vector, error));
  if (rows != 0x3f)
    gb_build_warn(b, "%s: the nodes of group '%s' are %s: the body turns freely about %s",
                  link->where, link->group, rows == 7 ? "at one place" : "on one line",
                  rows == 7 ? "it" : "that line");
  return tie_mean(b, link, group, mean, (const double(*)[3])axis, square, node[2], error);
}

int gb_build_place_averages(gb_build *b, gb_error *error) {
  int connector = b->problem->joints.count;
  for (int i = 0; i < b->problem->links.count; i++)
    if (b->problem->links.entry[i].type == GB_LINK_AVERAGE)
      GB_TRY(place_average(b, &b->problem->links.entry[i], connector++, error));
  return GB_OK;
}
