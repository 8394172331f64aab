/// Terms of equations in vectors that are not tied.
#include "model/constraints/equation_rows.h"

#include "base/length.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

int gb_equation_entry(const gb_topology *t, int32_t node) {
  return t->origins->origin[t->id[node] - t->origins->first_id].number - 1;
}

void gb_equation_words(const gb_topology *t, int entry, size_t size, char *text) {
  const gb_equation *equation = &t->from->problem->equations.entry[entry];
  snprintf(text, size, "%.200s%s%.100s%s", equation->where, equation->name ? ": equation '" : "",
           equation->name ? equation->name : "", equation->name ? "'" : "");
}

double gb_equation_scale(const gb_topology *t, int32_t node) {
  return gb_topology_position(t, node)[0];
}

/// A visitor of an equation's terms.
typedef struct viewer {
  const gb_topology *t;
  int axis;
  void (*visit)(void *context, const gb_equation_part *part);
  void *context;
} viewer;

static void follow(const viewer *v, int32_t node, unsigned field, double weight) {
  const gb_tie tie = gb_topology_tie_of(v->t, node, field);
  for (int k = tie.first; tie.first >= 0 && k < tie.first + tie.terms; k++) {
    const gb_tie_term *term = &v->t->terms.term[k];
    if (term->weight != 0) follow(v, term->node, term->field, weight * term->weight);
  }
  if (tie.first < 0) v->visit(v->context, &(gb_equation_part){node, field, v->axis, weight});
}

void gb_equation_visit(const gb_topology *t, int32_t node,
                       void (*visit)(void *context, const gb_equation_part *part), void *context) {
  for (int axis = 0; axis < 3; axis++) {
    const viewer v = {t, axis, visit, context};
    follow(&v, node, (unsigned)GB_DIRECTOR_1 << axis, 1);
  }
}

/// Solve G x = n by Gauss-Jordan elimination with the largest diagonal entry as pivot. Components
/// without pivot are 0. @return whether a solution exists
static bool solve(double G[3][3], const double n[3], double x[3]) {
  bool used[3] = {false};
  memcpy(x, n, 3 * sizeof *x);
  for (int rank = 0; rank < 3; rank++) {
    int pivot = -1;
    for (int i = 0; i < 3; i++)
      if (!used[i] && (pivot < 0 || G[i][i] > G[pivot][pivot])) pivot = i;
    if (G[pivot][pivot] < 1e-9) break;
    used[pivot] = true;
    for (int i = 0; i < 3; i++) {
      const double factor = i == pivot ? 0 : G[i][pivot] / G[pivot][pivot];
      for (int j = 0; j < 3; j++) G[i][j] -= factor * G[pivot][j];
      x[i] -= factor * x[pivot];
    }
  }
  bool left = false;
  for (int i = 0; i < 3; i++) {
    left = left || (!used[i] && fabs(x[i]) > 1e-6 * gb_length(n));
    x[i] = used[i] ? x[i] / G[i][i] : 0;
  }
  return !left;
}

bool gb_equation_rotation(const gb_topology *t, int32_t node, const double about[3],
                          double weight[3][3]) {
  double G[3][3] = {{0}}, x[3];
  memset(weight, 0, 9 * sizeof weight[0][0]);
  for (int k = 0; k < 3; k++) {
    if (!(t->fields[node] & (unsigned)GB_DIRECTOR_1 << k)) continue;
    const double *D = gb_topology_reference(t, node, (unsigned)GB_DIRECTOR_1 << k);
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) G[i][j] += (i == j ? gb_dot(D, D) : 0) - D[i] * D[j];
  }
  if (!solve(G, about, x)) return false;
  for (int k = 0; k < 3; k++) {
    if (!(t->fields[node] & (unsigned)GB_DIRECTOR_1 << k)) continue;
    gb_cross(x, gb_topology_reference(t, node, (unsigned)GB_DIRECTOR_1 << k), weight[k]);
  }
  return true;
}
