/// Links of mesh nodes to rigid bodies: the nodes of a group are tied to the body's frame, and a
/// body without inertia gets its own from them. Source: docs/theory.md, section 2 (ties).
#include "model/build.h"

#include <math.h>
#include <string.h>

/// The earlier link of a node that is tied.
static const char *link_of(const gb_build *b, int32_t node) {
  for (int i = 0; i < b->problem->links.count; i++) {
    const gb_group *group = gb_mesh_group(b->mesh, b->problem->links.entry[i].group, -1);
    for (int32_t k = 0; group && k < group->nodes; k++)
      if (group->node[k] == node) return b->problem->links.entry[i].where;
  }
  return "a link";
}

static int link_node(gb_build *b, const gb_link *link, int body, int32_t node, gb_error *error) {
  double vector[2][3];
  if (b->kind[node] == GB_NODE_TIED)
    return gb_fail(error, GB_MODEL,
                   "%s: node %lld of group '%s' is linked already, by %s; accepted: one link of "
                   "each node",
                   link->where, (long long)b->mesh->node_id[node], link->group, link_of(b, node));
  memcpy(vector[0], b->mesh->position[node], sizeof vector[0]);
  memcpy(vector[1], b->director[node], sizeof vector[1]);
  b->kind[node] = GB_NODE_TIED;
  GB_TRY(gb_build_tie_to_body(b, node, body, true, (const double(*)[3])vector, error));
  const int32_t second = b->second[node]; // of a kink's frame
  if (second < 0) return GB_OK;
  b->kind[second] = GB_NODE_TIED;
  return gb_build_tie_to_body(b, second, body, false,
                              (const double(*)[3])gb_build_frame(b, second)->vector, error);
}

static int add_link(gb_build *b, const gb_link *link, gb_error *error) {
  const gb_group *group;
  int body;
  if (link->type != GB_LINK_RIGID) return GB_OK;
  GB_TRY(gb_build_named_body(b, link->where, link->body, &body, error));
  GB_TRY(gb_build_group(b, link->where, link->group, -1, &group, error));
  for (int32_t i = 0; i < group->nodes; i++)
    GB_TRY(link_node(b, link, body, group->node[i], error));
  return GB_OK;
}

/// What carries inertia on a body, each place counting alike: 1, x and x x^T about the body's
/// point.
typedef struct moments {
  double count, first[3], second[3][3];
} moments;

static void add_place(const double at[3], const double from[3], moments *m) {
  m->count++;
  for (int i = 0; i < 3; i++) {
    m->first[i] += at[i] - from[i];
    for (int j = 0; j < 3; j++) m->second[i][j] += (at[i] - from[i]) * (at[j] - from[j]);
  }
}

static bool is_linked(const gb_build *b, int32_t node, int body) {
  return b->kind[node] == GB_NODE_TIED && gb_build_body_of(b, b->tie[node].term[0].node) == body;
}

static void collect(const gb_build *b, int body, moments *m, double director[3][3]) {
  const double *from = b->problem->bodies.entry[body].at;
  for (int32_t n = 0; n < b->mesh->nodes; n++) {
    const double *D = b->director[n];
    if (!is_linked(b, n, body) || (D[0] == 0 && D[1] == 0 && D[2] == 0)) continue;
    add_place(b->mesh->position[n], from, m);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) director[i][j] += D[i] * D[j];
  }
  for (int i = 0; i < b->problem->masses.count; i++) {
    const gb_point_mass *mass = &b->problem->masses.entry[i];
    const gb_group *group = mass->group ? gb_mesh_group(b->mesh, mass->group, -1) : NULL;
    if (mass->body && !strcmp(mass->body, b->problem->bodies.entry[body].name))
      add_place(mass->at, from, m);
    for (int32_t k = 0; group && k < group->nodes; k++)
      if (is_linked(b, group->node[k], body)) add_place(b->mesh->position[group->node[k]], from, m);
  }
}

/// Whether all rigid motions of a body without inertia of its own move some inertia: the tensor
/// tr(E) I - E about the mean place is regular.
static bool has_inertia(const gb_build *b, int body) {
  moments m = {0};
  double director[3][3] = {{0}}, E[3][3], J[3][3], trace = 0;
  collect(b, body, &m, director);
  if (b->problem->bodies.entry[body].mass > 0)
    add_place(b->problem->bodies.entry[body].at, b->problem->bodies.entry[body].at, &m);
  if (m.count == 0) return false;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) E[i][j] = m.second[i][j] - m.first[i] * m.first[j] / m.count;
  const double arm = E[0][0] + E[1][1] + E[2][2], size = arm > 0 ? arm / m.count : 1;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) E[i][j] += size * director[i][j]; // thickness as large as the arms
  for (int i = 0; i < 3; i++) trace += E[i][i];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) J[i][j] = (i == j ? trace : 0) - E[i][j];
  double determinant = 0;
  for (int i = 0; i < 3; i++)
    determinant +=
        J[0][i] * (J[1][(i + 1) % 3] * J[2][(i + 2) % 3] - J[1][(i + 2) % 3] * J[2][(i + 1) % 3]);
  return determinant > 1e-12 * trace * trace * trace;
}

/// Whether an average holds all motions of a body.
static bool is_averaged(const gb_build *b, int body) {
  int connector = b->problem->joints.count;
  for (int i = 0; i < b->problem->links.count; i++) {
    int32_t node[5];
    if (b->problem->links.entry[i].type != GB_LINK_AVERAGE) continue;
    gb_build_joint_nodes(b, connector++, node);
    if (gb_build_frame(b, node[4])->rows == 0x3f &&
        gb_build_body_of(b, gb_build_master(b, node[0])) == body)
      return true;
  }
  return false;
}

static int check_inertia(const gb_build *b, int body, gb_error *error) {
  const gb_body *entry = &b->problem->bodies.entry[body];
  for (int i = 0; i < 6; i++)
    if (entry->inertia[i] != 0) return GB_OK;
  if (is_averaged(b, body) || has_inertia(b, body)) return GB_OK;
  return gb_fail(error, GB_MODEL,
                 "%s: body '%s' has no inertia of its own, and what is linked to it leaves some of "
                 "its motions without any; accepted: mass and inertia > 0, or links to shells or "
                 "masses that are not all on one line",
                 entry->where, entry->name);
}

/// The mean is of nodes that shells move.
static int check_averages(const gb_build *b, gb_error *error) {
  for (int i = 0; i < b->problem->links.count; i++) {
    const gb_link *link = &b->problem->links.entry[i];
    const gb_group *group = gb_mesh_group(b->mesh, link->group, -1);
    for (int32_t k = 0; link->type == GB_LINK_AVERAGE && k < group->nodes; k++) {
      const int kind = b->kind[group->node[k]];
      if (kind != GB_NODE_UNUSED && kind != GB_NODE_TIED) continue;
      return gb_fail(error, GB_MODEL, "%s: node %lld of group '%s' %s; accepted: nodes of shells",
                     link->where, (long long)b->mesh->node_id[group->node[k]], link->group,
                     kind == GB_NODE_TIED ? "is linked rigidly" : "belongs to no shell");
    }
  }
  return GB_OK;
}

/// Joints end at nodes that something moves.
static int check_joints(const gb_build *b, gb_error *error) {
  for (int j = 0; j < b->problem->joints.count; j++)
    for (int end = 0; end < 2; end++) {
      const int32_t node = gb_build_master(b, gb_build_end_node(b, j, end, 0));
      if (node >= 0 && b->kind[node] == GB_NODE_UNUSED)
        return gb_fail(error, GB_MODEL,
                       "%s.between: node %lld of %s belongs to no shell and no link",
                       b->problem->joints.entry[j].where, (long long)gb_build_node_id(b, node),
                       b->problem->joints.entry[j].between[end]);
    }
  return GB_OK;
}

int gb_build_links(gb_build *b, gb_error *error) {
  for (int i = 0; i < b->problem->links.count; i++)
    GB_TRY(add_link(b, &b->problem->links.entry[i], error));
  for (int i = 0; i < b->problem->bodies.count; i++) GB_TRY(check_inertia(b, i, error));
  GB_TRY(check_averages(b, error));
  return check_joints(b, error);
}
