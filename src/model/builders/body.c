/// Rigid bodies: a node with a frame and the multipliers that keep it orthonormal, an element and a
/// cell each. A body without inertia gets its own from what is linked to it. Source:
/// docs/theory.md, the section on rigid bodies.
#include "model/builders/builder.h"

#include "base/length.h"
#include "elements/rigid_body.h"

#include <math.h>
#include <string.h>

enum { ALL_ROWS = 0x3f };

/// e turned about the unit axis n by an angle: Rodrigues' formula.
static void turn(const double n[3], double angle, const double e[3], double out[3]) {
  const double along = n[0] * e[0] + n[1] * e[1] + n[2] * e[2];
  const double c = cos(angle), s = sin(angle);
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    out[i] = c * e[i] + s * (n[j] * e[k] - n[k] * e[j]) + (1 - c) * along * n[i];
  }
}

static int nodes(gb_topology *t, gb_error *error) {
  for (int i = 0; i < t->from->problem->bodies.count; i++) {
    const gb_body *body = &t->from->problem->bodies.entry[i];
    const double *n = body->axis, size = gb_length(n);
    const double unit[3] = {n[0] / size, n[1] / size, n[2] / size};
    double axis[3][3];
    int32_t node;
    for (int k = 0; k < 3; k++)
      turn(unit, body->angle, (double[]){k == 0, k == 1, k == 2}, axis[k]);
    const gb_new_node new = {.fields = GB_FRAME | GB_MULTIPLIERS,
                             .rows = ALL_ROWS,
                             .position = body->at,
                             .axis = axis,
                             .origin = {"body", body->name, 0}};
    GB_TRY(gb_topology_add(t, &new, &node, error));
    GB_TRY(gb_topology_mark_position(t, body->at, node, error));
  }
  return GB_OK;
}

/// What carries inertia on a body, each place counting alike: 1, x and x x^T about the body's
/// point.
typedef struct moments {
  double count, first[3], second[3][3];
} moments;

static void add_point(const double at[3], const double from[3], moments *m) {
  m->count++;
  for (int i = 0; i < 3; i++) {
    m->first[i] += at[i] - from[i];
    for (int j = 0; j < 3; j++) m->second[i][j] += (at[i] - from[i]) * (at[j] - from[j]);
  }
}

static bool is_linked(const gb_topology *t, int32_t node, int body) {
  return gb_topology_is_tied(t, node) && gb_topology_master(t, node) == gb_topology_body(t, body);
}

static void collect(const gb_topology *t, int body, moments *m, double director[3][3]) {
  const gb_problem *problem = t->from->problem;
  const gb_mesh *mesh = t->from->mesh;
  const double *center = problem->bodies.entry[body].at;
  for (int32_t n = 0; n < mesh->nodes; n++) {
    const double *D = t->shells->director[n];
    if (!gb_shells_have(t->shells, n) || !is_linked(t, n, body)) continue;
    add_point(mesh->position[n], center, m);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) director[i][j] += D[i] * D[j];
  }
  for (int i = 0; i < problem->masses.count; i++) {
    const gb_point_mass *mass = &problem->masses.entry[i];
    const gb_group *group = mass->group ? gb_mesh_group(mesh, mass->group, -1) : NULL;
    if (mass->body && !strcmp(mass->body, problem->bodies.entry[body].name))
      add_point(mass->at, center, m);
    for (int32_t k = 0; group && k < group->nodes; k++)
      if (is_linked(t, group->node[k], body)) add_point(mesh->position[group->node[k]], center, m);
  }
}

/// Whether all rigid motions of a body without inertia of its own move some inertia: the tensor
/// tr(E) I - E about the mean place is regular.
static bool has_inertia(const gb_topology *t, int body) {
  moments m = {0};
  double director[3][3] = {{0}}, E[3][3], J[3][3], trace = 0;
  collect(t, body, &m, director);
  if (t->from->problem->bodies.entry[body].mass > 0)
    add_point(t->from->problem->bodies.entry[body].at, t->from->problem->bodies.entry[body].at, &m);
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
static bool is_averaged(const gb_topology *t, int body) {
  const gb_problem *problem = t->from->problem;
  for (int i = 0; i < problem->links.count; i++) {
    if (problem->links.entry[i].type != GB_LINK_AVERAGE) continue;
    const int32_t node = gb_topology_find(t, &problem->links.entry[i].body);
    if (t->rows[node] == ALL_ROWS && gb_find_body(t->from, problem->links.entry[i].body) == body)
      return true;
  }
  return false;
}

static int connect(gb_topology *t, gb_error *error) {
  for (int k = 0; k < t->from->problem->bodies.count; k++) {
    const gb_body *body = &t->from->problem->bodies.entry[k];
    bool own = false;
    for (int i = 0; i < 6; i++) own = own || body->inertia[i] != 0;
    if (own || is_averaged(t, k) || has_inertia(t, k)) continue;
    return gb_fail(error, GB_MODEL,
                   "%s: body '%s' has no inertia of its own, and what is linked to it leaves some "
                   "of its motions without any; accepted: mass and inertia > 0, or links to shells "
                   "or masses that are not all on one line",
                   body->where, body->name);
  }
  return GB_OK;
}

static int blocks(gb_draft *draft, gb_error *error) {
  const gb_problem *problem = draft->t->from->problem;
  const int32_t bodies = problem->bodies.count;
  gb_block *block;
  if (bodies == 0) return GB_OK;
  GB_TRY(gb_draft_block(draft, GB_ELEMENT_RIGID_BODY, 1, bodies, &block, error));
  GB_TRY(gb_draft_make_own(block, bodies, error));
  GB_TRY(gb_draft_make_cells(draft, block, bodies, bodies, error));
  for (int i = 0; i < bodies; i++) {
    const gb_body *body = &problem->bodies.entry[i];
    const int32_t node = gb_topology_body(draft->t, i);
    if (!gb_draft_has(draft, node)) continue;
    GB_TRY(gb_draft_own_parameter(draft, block, bodies, GB_BODY_MASS, &body->mass, error));
    for (int k = 0; k < 6; k++)
      GB_TRY(gb_draft_own_parameter(draft, block, bodies, GB_BODY_INERTIA + k, &body->inertia[k],
                                    error));
    block->node[block->elements] = node;
    block->cell[block->elements++] = block->entry + i;
  }
  return GB_OK;
}

const gb_builder gb_builder_body = {.nodes = nodes, .connect = connect, .blocks = blocks};
