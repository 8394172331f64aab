/// The search for motions without inertia. Each body without inertia of its own has six columns for
/// its velocity and angular velocity. The rows come from inertia that is linked to these bodies,
/// and from their joints and equations; the other partners of these have inertia and are assumed
/// fixed. A motion that no row prevents has neither inertia nor constraint, so its acceleration is
/// not determined.
#include "model/mechanisms/massless.h"

#include "base/length.h"
#include "base/symmetric.h"
#include "model/constraints/joint_rows.h"
#include "model/constraints/rigid_rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
  MOTIONS = GB_RIGID_MOTIONS,
  SEARCHED = 100, ///< most bodies without inertia
  ALL_ROWS = 0x3f ///< bits of the six rows of a distributing link that holds all motions
};

typedef struct search {
  const gb_topology *t;
  const gb_supports *supports;
  int bodies, *column; ///< number of searched bodies; number of each body among them, -1: not
                       ///< searched
  int *body;           ///< body of each searched one, [bodies]
  double size;         ///< length by which angular velocities are multiplied, see rigid_rows.h
  double *form;        ///< sum of the squares of rows, [n][n], n = MOTIONS * bodies
} search;

/// Whether a distributing link (`average` in the case file) determines all motions of a body.
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

/// Whether supports fix or prescribe all motions of a body.
static bool is_given(const gb_supports *supports, int body) {
  const int32_t node = gb_topology_body(supports->topology, body);
  double direction[3][3];
  return gb_supports_fix_frame(supports, node) &&
         gb_free_directions(supports, node, GB_POSITION, direction) == 0;
}

static bool has_own(const gb_body *body) {
  for (int i = 0; i < 6; i++)
    if (body->inertia[i] != 0) return true;
  return false;
}

/// form += row row^T.
static void add_row(const search *s, const double row[]) {
  const int n = MOTIONS * s->bodies;
  for (int i = 0; i < n; i++)
    for (int j = 0; row[i] != 0 && j < n; j++) s->form[n * i + j] += row[i] * row[j];
}

/// Add the rows of inertia at an arm from a body's position, which resists the velocity of that
/// point. If `moves` is false, the arm is a director and the inertia resists its rate.
static void add_vector(const search *s, int body, const double arm[3], bool moves, double row[]) {
  double column[3][MOTIONS], *own = &row[MOTIONS * body];
  gb_rigid_columns(arm, moves, s->size, column);
  for (int i = 0; i < 3; i++) {
    memcpy(own, column[i], sizeof column[i]);
    add_row(s, row);
  }
  memset(own, 0, MOTIONS * sizeof *own);
}

/// The column of the body that a node is tied to, -1: none.
static int column_of(const search *s, int32_t node) {
  const int32_t master = gb_topology_master(s->t, node);
  const int body = master < 0 ? -1 : gb_topology_body_of(s->t, master);
  return body < 0 ? -1 : s->column[body];
}

static void add_point(const search *s, int column, const double at[3], double row[]) {
  const double *center = s->t->from->problem->bodies.entry[s->body[column]].at;
  const double arm[3] = {at[0] - center[0], at[1] - center[1], at[2] - center[2]};
  add_vector(s, column, arm, true, row);
}

/// Add the rows of inertia that resists the rate of a director. The director is scaled to the
/// length `size`, so that these rows weigh as much as those of inertia at the largest arm.
static void add_director(const search *s, int column, const double director[3], double row[]) {
  double rate[3];
  for (int i = 0; i < 3; i++) rate[i] = s->size * director[i];
  add_vector(s, column, rate, false, row);
}

/// Inertia on the bodies: of shells, beams, masses, and their own.
static void add_inertia(const search *s, double row[]) {
  const gb_problem *problem = s->t->from->problem;
  const gb_mesh *mesh = s->t->from->mesh;
  for (int c = 0; c < s->bodies; c++)
    if (problem->bodies.entry[s->body[c]].mass > 0)
      add_point(s, c, problem->bodies.entry[s->body[c]].at, row);
  for (int32_t n = 0; n < mesh->nodes; n++) {
    const bool shell = gb_shells_have(s->t->shells, n), beam = gb_topology_is_beam(s->t, n);
    if (!gb_topology_has_element(s->t, n) || !gb_topology_is_tied(s->t, n)) continue;
    const int c = column_of(s, n);
    if (c < 0) continue;
    add_point(s, c, mesh->position[n], row);
    if (shell) add_director(s, c, s->t->shells->director[n], row);
    for (int k = 1; beam && k < 3; k++) // a beam's axis along it has no inertia
      add_director(s, c, gb_topology_reference(s->t, n, (unsigned)GB_DIRECTOR_1 << k), row);
  }
  for (int i = 0; i < problem->masses.count; i++) {
    const gb_point_mass *mass = &problem->masses.entry[i];
    const gb_group *group = mass->group ? gb_mesh_group(mesh, mass->group, -1) : NULL;
    const int body = mass->body ? gb_find_body(s->t->from, mass->body) : -1;
    if (body >= 0 && s->column[body] >= 0) add_point(s, s->column[body], mass->at, row);
    for (int32_t k = 0; group && k < group->nodes; k++) {
      const int c = gb_topology_is_tied(s->t, group->node[k]) ? column_of(s, group->node[k]) : -1;
      if (c >= 0) add_point(s, c, mesh->position[group->node[k]], row);
    }
  }
}

/// row += factor times a component of an end of given matrices, by the motions of its body.
static void add_component(const search *s, int32_t node, int component, double factor,
                          double row[]) {
  const int c = column_of(s, node);
  double column[3][MOTIONS], arm[3];
  if (c < 0 || factor == 0) return;
  const double *X = gb_topology_position(s->t, node);
  const double *D = gb_topology_reference(s->t, node, (unsigned)GB_DIRECTOR_1 << component % 3);
  for (int i = 0; i < 3; i++) arm[i] = X[i] - s->t->from->problem->bodies.entry[s->body[c]].at[i];
  gb_rigid_columns(arm, true, s->size, column);
  for (int i = 0; i < 3; i++) {
    for (int m = 0; component < 3 && m < MOTIONS; m++)
      row[MOTIONS * c + m] += factor * D[i] * column[i][m];
    if (component >= 3) row[MOTIONS * c + 3 + i] += factor * D[i] / s->size;
  }
}

/// Add a row for each row of the factor of each given mass matrix. These are the motions in which
/// the matrix has inertia.
static void add_matrices(const search *s, double row[]) {
  enum { ROWS = GB_MATRIX_COMPONENTS };
  const int size = MOTIONS * s->bodies;
  GB_EACH(entry, s->t->from->problem->matrices) {
    double factor[ROWS][ROWS];
    const int count = gb_symmetric_factor(ROWS, entry->number[GB_MATRIX_MASS], factor[0]);
    for (int k = 0; k < count; k++) {
      double square = 0;
      memset(row, 0, (size_t)size * sizeof *row);
      for (int n = 0; n < ROWS; n++)
        add_component(s, gb_topology_find(s->t, &entry->between[n / GB_MATRIX_END]),
                      n % GB_MATRIX_END, factor[k][n], row);
      for (int m = 0; m < size; m++) square += row[m] * row[m];
      for (int m = 0; m < size && square > 0; m++) row[m] /= sqrt(square);
      add_row(s, row);
    }
  }
}

static void add_joints(const search *s, double row[]) {
  const gb_problem *problem = s->t->from->problem;
  for (int j = 0, drives = 0; j < problem->joints.count; j++) {
    gb_joint_row rows[2 * GB_JOINT_ROWS];
    int count = gb_joint_list_rows(problem, j, false, &drives, rows);
    count += gb_joint_list_rows(problem, j, true, &drives, rows + count);
    for (int k = 0; k < count; k++) {
      memset(row, 0, (size_t)(MOTIONS * s->bodies) * sizeof *row);
      for (int end = 0; end < 2; end++) {
        const int32_t node = gb_joint_end(s->t, j, end);
        const int c = column_of(s, node);
        double gradient[MOTIONS];
        if (c < 0) continue;
        gb_joint_row_gradient(&rows[k], s->t, node, end, problem->bodies.entry[s->body[c]].at,
                              s->size, gradient);
        for (int m = 0; m < MOTIONS; m++) row[MOTIONS * c + m] += gradient[m];
      }
      add_row(s, row);
    }
  }
}

/// The row of an equation by the motions of bodies, while it is put together.
typedef struct equation_row {
  const search *s;
  double *row;
} equation_row;

static void add_part(void *context, const gb_equation_part *part) {
  const equation_row *at = context;
  const int body = gb_topology_body_of(at->s->t, part->node);
  const int c = body < 0 ? -1 : at->s->column[body];
  double row[MOTIONS];
  if (c < 0) return;
  gb_rigid_equation_part(at->s->t, part, gb_topology_position(at->s->t, part->node), at->s->size,
                         row);
  for (int m = 0; m < MOTIONS; m++) at->row[MOTIONS * c + m] += row[m];
}

static void add_equations(const search *s, double row[]) {
  equation_row at = {s, row};
  for (int32_t n = s->t->from->mesh->nodes; n < s->t->nodes; n++) {
    if (!gb_topology_is_equation(s->t, n)) continue;
    memset(row, 0, (size_t)(MOTIONS * s->bodies) * sizeof *row);
    gb_equation_visit(s->t, n, add_part, &at);
    add_row(s, row);
  }
}

/// The largest arm of a joint or a mesh node at the bodies.
static double size_of(const gb_topology *t) {
  double size = gb_joint_arm(t);
  for (int32_t n = 0; n < t->from->mesh->nodes; n++) {
    const int32_t master = gb_topology_is_tied(t, n) ? gb_topology_master(t, n) : -1;
    for (int i = 0; master >= 0 && i < 3; i++)
      size = fmax(size, fabs(gb_topology_position(t, n)[i] - gb_topology_position(t, master)[i]));
  }
  return size > 0 ? size : 1;
}

static int list_bodies(search *s, gb_error *error) {
  const gb_problem *problem = s->t->from->problem;
  const size_t count = (size_t)problem->bodies.count;
  GB_TRY(GB_TAKE(s->t->from->arena, s->column, count, error));
  GB_TRY(GB_TAKE(s->t->from->arena, s->body, count, error));
  for (int i = 0; i < problem->bodies.count; i++) {
    const bool none =
        !has_own(&problem->bodies.entry[i]) && !is_averaged(s->t, i) && !is_given(s->supports, i);
    s->column[i] = none ? s->bodies : -1;
    if (none) s->body[s->bodies++] = i;
  }
  return GB_OK;
}

int gb_massless_find(const gb_supports *supports, size_t size, char *text, gb_error *error) {
  const gb_topology *t = supports->topology;
  search s = {.t = t, .supports = supports};
  double *row;
  bool *used;
  *text = 0;
  GB_TRY(list_bodies(&s, error));
  if (s.bodies == 0 || s.bodies > SEARCHED) return GB_OK; // many are left to the solver
  const size_t n = (size_t)(MOTIONS * s.bodies);
  GB_TRY(GB_TAKE(t->from->arena, row, n, error));
  GB_TRY(GB_TAKE(t->from->arena, used, n, error));
  GB_TRY(GB_TAKE(t->from->arena, s.form, n * n, error));
  s.size = size_of(t);
  add_inertia(&s, row);
  add_matrices(&s, row);
  add_joints(&s, row);
  add_equations(&s, row);
  if (gb_rigid_free_motions((int)n, s.form, used, row) == 0) return GB_OK;
  size_t most = 0; // the largest component of the free motion
  while (used[most]) most++;
  for (size_t i = 0; i < n; i++)
    if (fabs(row[i]) > fabs(row[most])) most = i;
  const int body = s.body[most / MOTIONS];
  snprintf(text, size,
           "%.200s: body '%.100s' has no inertia of its own, and what is linked to it and its "
           "joints leave some of its motions without any",
           t->from->problem->bodies.entry[body].where, t->from->problem->bodies.entry[body].name);
  return GB_OK;
}
