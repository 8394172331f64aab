/// Initial velocities of the nodes, given motions, and the nodes that probes watch.
#include "model/build.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

/// The rate omega x d of a director at a value of a local node.
static int turn_axis(gb_build *b, const double w[3], int32_t node, int first, const double d[3],
                     gb_error *error) {
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    GB_TRY(gb_build_initial(b, node, first + i, d[k], &w[j], error));
    GB_TRY(gb_build_initial(b, node, first + i, -d[j], &w[k], error));
  }
  return GB_OK;
}

/// v += velocity + omega x (X - about), director rates += omega x D.
static int set_in_motion(gb_build *b, const gb_initial_motion *motion, int32_t node,
                         gb_error *error) {
  int32_t k = b->local[node];
  if (k < 0 || b->kind[node] == GB_NODE_TIED) return GB_OK; // a tied node moves with others
  const double *w = motion->angular_velocity;
  double arm[3];
  for (int i = 0; i < 3; i++) arm[i] = b->model->nodes->position[k][i] - motion->about[i];
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, l = (i + 2) % 3;
    GB_TRY(gb_build_initial(b, k, i, 1, &motion->velocity[i], error));
    GB_TRY(gb_build_initial(b, k, i, arm[l], &w[j], error));
    GB_TRY(gb_build_initial(b, k, i, -arm[j], &w[l], error));
  }
  GB_TRY(turn_axis(b, w, k, 3, b->model->nodes->director[k], error));
  const int32_t second = b->second[node];
  for (int i = 0; second >= 0 && b->local[second] >= 0 && i < 2; i++)
    GB_TRY(turn_axis(b, w, b->local[second], 3 * i, gb_build_axis(b, second, i), error));
  return GB_OK;
}

static int32_t nearest_node(const gb_build *b, const double at[3]) {
  double least = DBL_MAX;
  int32_t nearest = -1;
  for (int32_t n = 0; n < gb_build_body_node(b, 0, 1); n++) {
    if (b->owner[n] < 0) continue;
    const double *X = gb_build_position(b, n);
    double d = 0;
    for (int i = 0; i < 3; i++) d += (X[i] - at[i]) * (X[i] - at[i]);
    if (d < least) {
      least = d;
      nearest = n;
    }
  }
  return nearest;
}

static int find_node(const gb_build *b, const gb_probe *probe, int32_t *node, gb_error *error) {
  if (probe->place == GB_PROBE_AT) {
    *node = nearest_node(b, probe->at);
    return GB_OK;
  }
  if (probe->place == GB_PROBE_BODY) {
    *node = gb_build_place_node(b, probe->at);
    return GB_OK;
  }
  if (probe->place == GB_PROBE_MASS)
    return gb_build_named_point(b, probe->where, probe->mass, node, error);
  if (probe->place == GB_PROBE_GROUP) {
    GB_TRY(gb_build_group_node(b, probe->where, probe->group,
                               "a probe watches one (use at: or node:)", node, error));
  } else {
    for (*node = 0; *node < b->mesh->nodes; ++*node)
      if (b->mesh->node_id[*node] == probe->node_id) break;
    if (*node == b->mesh->nodes)
      return gb_fail(error, GB_MODEL, "%s: no node %lld in %s", probe->where,
                     (long long)probe->node_id, b->mesh->file);
  }
  if (b->owner[*node] < 0)
    return gb_fail(error, GB_MODEL, "%s: node %lld belongs to no shell", probe->where,
                   (long long)b->mesh->node_id[*node]);
  return GB_OK;
}

static int add_probe(gb_build *b, const gb_probe *entry, gb_error *error) {
  gb_model *model = b->model;
  gb_model_probe *probe;
  int32_t node = -1;
  GB_TRY(find_node(b, entry, &node, error));
  GB_TRY(
      gb_array_append(&model->probes->probe, &model->probes->count, sizeof *probe, &probe, error));
  GB_TRY(gb_allocate(strlen(entry->name) + 1, 1, &probe->name, error));
  strcpy(probe->name, entry->name);
  probe->node = b->owner[node] == b->rank ? b->local[node] : -1;
  probe->node_id = gb_build_node_id(b, node);
  memcpy(probe->position, gb_build_position(b, node), sizeof probe->position);
  return GB_OK;
}

static int give_motion(gb_build *b, const gb_point_mass *entry, int32_t node, gb_error *error) {
  gb_given_motion *motion;
  if (b->local[node] < 0) return GB_OK;
  GB_TRY(gb_array_append(&b->model->dofs->motion, &b->model->dofs->motions, sizeof *motion, &motion,
                         error));
  motion->node = b->local[node];
  for (int i = 0; i < 3; i++) motion->value[i] = entry->motion[i];
  return GB_OK;
}

/// A point's given motion is no unknown that a tie could pass on to the ends of joints there.
static int give_motions(gb_build *b, int point, gb_error *error) {
  const int32_t node = b->mesh->nodes + point;
  GB_TRY(give_motion(b, b->point[point].entry, node, error));
  for (int j = 0; j < b->problem->joints.count; j++)
    for (int end = 0; end < 2; end++) {
      const int32_t at = gb_build_end_node(b, j, end, 0);
      if (gb_build_master(b, at) == node) GB_TRY(give_motion(b, b->point[point].entry, at, error));
    }
  return GB_OK;
}

/// Initial velocities of points, and their given motions.
static int move_points(gb_build *b, gb_error *error) {
  gb_model *model = b->model;
  for (int p = 0; p < model->entries->named_points; p++) {
    const gb_point_mass *entry = b->point[p].entry;
    int32_t node = b->local[b->mesh->nodes + p];
    if (entry->motion[0]) GB_TRY(give_motions(b, p, error));
    if (node < 0) continue;
    for (int i = 0; i < 3; i++) GB_TRY(gb_build_initial(b, node, i, 1, &entry->velocity[i], error));
  }
  return GB_OK;
}

/// Initial velocities of bodies' centres and axes.
static int move_bodies(gb_build *b, gb_error *error) {
  for (int i = 0; i < b->problem->bodies.count; i++) {
    const gb_body *body = &b->problem->bodies.entry[i];
    const int32_t one = gb_build_body_node(b, i, 0), two = gb_build_body_node(b, i, 1);
    if (b->local[one] < 0) continue;
    for (int k = 0; k < 3; k++)
      GB_TRY(gb_build_initial(b, b->local[one], k, 1, &body->velocity[k], error));
    GB_TRY(turn_axis(b, body->angular_velocity, b->local[one], 3, gb_build_frame(b, one)->vector[1],
                     error));
    for (int k = 0; k < 2; k++)
      GB_TRY(turn_axis(b, body->angular_velocity, b->local[two], 3 * k,
                       gb_build_frame(b, two)->vector[k], error));
  }
  return GB_OK;
}

int gb_build_motion(gb_build *b, gb_error *error) {
  gb_model *model = b->model;
  GB_TRY(gb_allocate((size_t)model->nodes->count * GB_NODE_VALUES, sizeof *model->initial->value,
                     &model->initial->value, error));
  for (int i = 0; i < b->problem->initials.count; i++) {
    const gb_initial_motion *motion = &b->problem->initials.entry[i];
    const gb_group *group;
    GB_TRY(gb_build_group(b, motion->where, motion->group, -1, &group, error));
    GB_TRY(gb_build_check_group(b, motion->where, group, error));
    for (int32_t k = 0; k < group->nodes; k++)
      GB_TRY(set_in_motion(b, motion, group->node[k], error));
  }
  GB_TRY(move_points(b, error));
  GB_TRY(move_bodies(b, error));
  for (int i = 0; i < b->problem->probes.count; i++)
    GB_TRY(add_probe(b, &b->problem->probes.entry[i], error));
  return GB_OK;
}
