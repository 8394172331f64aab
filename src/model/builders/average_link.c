/// Distributing links (RBE3): a body that follows the weighted mean of mesh nodes. A frame tied to
/// the body, which carries the multipliers, and a frame tied to the nodes' mean position and
/// moments are joined by the rows of an element. Source: docs/theory.md, (2.7)-(2.9).
#include "model/builders/builder.h"

#include "model/constraints/joint_rows.h"
#include "model/sections/triad.h"

#include <math.h>
#include <string.h>

/// @return the weight of a node in the mean
static double weight_of(const gb_link *link, const gb_group *group, int32_t k) {
  return link->weight ? link->weight[k] : 1.0 / group->nodes;
}

static void find_mean(const gb_definition *from, const gb_link *link, const gb_group *group,
                      double mean[3]) {
  for (int i = 0; i < 3; i++) mean[i] = 0;
  for (int32_t k = 0; k < group->nodes; k++)
    for (int i = 0; i < 3; i++)
      mean[i] += weight_of(link, group, k) * from->mesh->position[group->node[k]][i];
}

/// Find axes such that rotations that the nodes do not determine are about the last ones: along the
/// line of the nodes if they are on a line, else the global axes. @return the multipliers, as bits
static unsigned find_axes(const gb_definition *from, const gb_link *link, const gb_group *group,
                          const double mean[3], double axis[3][3], double *square) {
  double far[3] = {0}, most = 0, across = 0;
  *square = 0;
  memset(axis, 0, 9 * sizeof axis[0][0]);
  for (int i = 0; i < 3; i++) axis[i][i] = 1;
  for (int32_t k = 0; k < group->nodes; k++) {
    const double *X = from->mesh->position[group->node[k]];
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
      const double *X = from->mesh->position[group->node[k]];
      const int j = (i + 1) % 3, l = (i + 2) % 3;
      const double c = far[j] * (X[l] - mean[l]) - far[l] * (X[j] - mean[j]);
      across += weight_of(link, group, k) * c * c / most;
    }
  if (across > 1e-16 * *square) return 0x3f;
  gb_triad(far, (double[3]){0}, axis);
  return 0x1f;
}

/// Moments of the nodes along the axes, and the weights of the nodes in mean position and moments.
typedef struct mean {
  double position[3], moment[3][3];
  gb_tie_term *term[4]; ///< terms of the position and of each moment, [nodes]
} mean;

static int weigh(const gb_definition *from, const gb_link *link, const gb_group *group,
                 const double axis[3][3], double square, mean *m, gb_error *error) {
  const size_t nodes = (size_t)group->nodes;
  for (int k = 0; k < 4; k++)
    GB_TRY(gb_arena_allocate(from->arena, nodes, sizeof **m->term, &m->term[k], error));
  for (int32_t n = 0; n < group->nodes; n++) {
    const double *X = from->mesh->position[group->node[n]];
    const double weight = weight_of(link, group, n);
    double c[3] = {0};
    for (int k = 0; k < 3; k++)
      for (int i = 0; i < 3; i++) c[k] += weight / square * (X[i] - m->position[i]) * axis[k][i];
    for (int k = 0; k < 3; k++)
      for (int i = 0; i < 3; i++) m->moment[k][i] += c[k] * (X[i] - m->position[i]);
    for (int k = 0; k < 4; k++)
      m->term[k][n] = (gb_tie_term){group->node[n], GB_POSITION, k == 0 ? weight : c[k - 1]};
  }
  return GB_OK;
}

/// Add the frame of the nodes: their mean position, and their moments along the axes.
static int add_mean(gb_topology *t, const gb_link *link, const mean *m, int32_t nodes,
                    gb_error *error) {
  const gb_new_node new = {
      .fields = GB_FRAME,
      .position = m->position,
      .axis = m->moment,
      .origin = {"link", NULL, (int)(link - t->from->problem->links.entry) + 1},
      .hidden = true};
  int32_t node;
  GB_TRY(gb_topology_add(t, &new, &node, error));
  GB_TRY(gb_topology_mark(t, &link->group, node, error));
  for (int k = 0; k < 4; k++)
    GB_TRY(gb_topology_tie(t, node, (unsigned)GB_POSITION << k, nodes, m->term[k], error));
  return GB_OK;
}

/// Add the frame on the body, with the axes of the rows.
static int add_frame(gb_topology *t, const gb_link *link, const double at[3], double axis[3][3],
                     unsigned rows, gb_error *error) {
  const gb_new_node new = {
      .fields = GB_FRAME | GB_MULTIPLIERS,
      .rows = rows,
      .position = at,
      .axis = axis,
      .origin = {"link", NULL, (int)(link - t->from->problem->links.entry) + 1},
      .hidden = true};
  int32_t node;
  int body;
  GB_TRY(gb_need_body(t->from, link->where, link->body, &body, error));
  GB_TRY(gb_topology_add(t, &new, &node, error));
  GB_TRY(gb_topology_mark(t, &link->body, node, error));
  return gb_topology_tie_to_body(t, node, body, error);
}

static int add(gb_topology *t, const gb_link *link, gb_error *error) {
  const gb_group *group;
  double axis[3][3], square;
  mean m = {0};
  GB_TRY(gb_find_group(t->from, link->where, link->group, -1, &group, error));
  find_mean(t->from, link, group, m.position);
  const unsigned rows = find_axes(t->from, link, group, m.position, axis, &square);
  GB_TRY(add_frame(t, link, m.position, axis, rows, error));
  if (rows != 0x3f)
    gb_warn(t->from, "%s: the nodes of group '%s' are %s: the body turns freely about %s",
            link->where, link->group, rows == 7 ? "at one place" : "on one line",
            rows == 7 ? "it" : "that line");
  GB_TRY(weigh(t->from, link, group, (const double(*)[3])axis, square, &m, error));
  return add_mean(t, link, &m, group->nodes, error);
}

static int ties(gb_topology *t, gb_error *error) {
  for (int i = 0; i < t->from->problem->links.count; i++)
    if (t->from->problem->links.entry[i].type == GB_LINK_AVERAGE)
      GB_TRY(add(t, &t->from->problem->links.entry[i], error));
  return GB_OK;
}

/// Check that all nodes of the group belong to shells and are not linked rigidly.
static int check(const gb_topology *t, const gb_link *link, gb_error *error) {
  const gb_group *group = gb_mesh_group(t->from->mesh, link->group, -1);
  for (int32_t k = 0; k < group->nodes; k++) {
    const int32_t node = group->node[k];
    const bool tied = gb_topology_is_tied(t, node);
    if (t->fields[node] && !tied) continue;
    return gb_fail(error, GB_WRONG_GROUP,
                   "%s: node %lld of group '%s' %s; accepted: nodes of shells", link->where,
                   (long long)t->id[node], link->group,
                   tied ? "is linked rigidly" : "belongs to no shell");
  }
  return GB_OK;
}

/// Resist motions of the mean position and the rotations that the nodes determine.
static int resist(const gb_topology *t, const gb_connection *connection,
                  gb_resistance out[GB_RESISTANCES]) {
  static const unsigned char row[6][2] = {{GB_JOINT_GAP, GB_JOINT_X}, {GB_JOINT_GAP, GB_JOINT_Y},
                                          {GB_JOINT_GAP, GB_JOINT_Z}, {GB_JOINT_A2, GB_JOINT_B3},
                                          {GB_JOINT_A3, GB_JOINT_B1}, {GB_JOINT_A1, GB_JOINT_B2}};
  const int32_t node = connection->node[0];
  int count = 0;
  for (int k = 0; k < 6; k++) {
    const gb_joint_row held = {.left = row[k][0], .right = row[k][1]};
    if (t->rows[node] >> k & 1) gb_joint_row_resist(&held, t, node, &out[count++]);
  }
  return count;
}

static const gb_connection_kind kind = {.together = true, .resist = resist};

static int connect(gb_topology *t, gb_error *error) {
  for (int i = 0; i < t->from->problem->links.count; i++) {
    const gb_link *link = &t->from->problem->links.entry[i];
    if (link->type != GB_LINK_AVERAGE) continue;
    GB_TRY(check(t, link, error));
    GB_TRY(gb_topology_connect(t, &kind, i, gb_topology_find(t, &link->body),
                               gb_topology_find(t, &link->group), error));
  }
  return GB_OK;
}

static int blocks(gb_draft *draft, gb_error *error) {
  for (int i = 0; i < draft->t->connections.count; i++) {
    const gb_connection *pair = &draft->t->connections.pair[i];
    gb_block *block;
    if (pair->kind != &kind) continue;
    GB_TRY(gb_draft_block(draft, GB_ELEMENT_AVERAGE, 3, 1, &block, error));
    for (int k = 0; k < 3; k++) block->node[k] = pair->node[k % 2];
    gb_draft_one(draft, block);
  }
  return GB_OK;
}

const gb_builder gb_builder_average_link = {.ties = ties, .connect = connect, .blocks = blocks};
