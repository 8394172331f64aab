/// Planes of symmetry, from supports along the global axes and from equations of one term along
/// other axes.
#include "model/sections/mirrors.h"

#include "base/length.h"

#include <math.h>
#include <string.h>

/// Relative length below which a direction is in the span of others.
static const double least_remainder = 1e-6;

double gb_remainder_of(const double v[3], int axes, const double axis[3][3], double left[3]) {
  for (int i = 0; i < 3; i++) left[i] = v[i]; // v and left may be the same array
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < axes; k++) {
      const double along = gb_dot(left, axis[k]);
      for (int i = 0; i < 3; i++) left[i] -= along * axis[k][i];
    }
  return gb_length(left);
}

/// Add a direction to orthonormal ones unless they span it.
static void add(const double v[3], int *count, double axis[3][3]) {
  double left[3];
  const double size = gb_remainder_of(v, *count, (const double(*)[3])axis, left);
  if (*count == 3 || !(size > least_remainder * gb_length(v))) return;
  for (int i = 0; i < 3; i++) axis[*count][i] = left[i] / size;
  ++*count;
}

static int open_node(const gb_definition *from, gb_mirrors *m, int32_t node,
                     gb_fixed_motions **fixed, gb_error *error) {
  if (!m->fixed_at) {
    GB_TRY(GB_TAKE(from->arena, m->fixed_at, (size_t)from->mesh->nodes, error));
    for (int32_t n = 0; n < from->mesh->nodes; n++) m->fixed_at[n] = -1;
  }
  if (m->fixed_at[node] < 0) {
    m->fixed_at[node] = m->count;
    return gb_arena_append(from->arena, &m->fixed, &m->count, sizeof **fixed, fixed, error);
  }
  *fixed = &m->fixed[m->fixed_at[node]];
  return GB_OK;
}

/// Add the motions that a support of the case or a deck fixes.
static int add_support(const gb_definition *from, const gb_support *support, gb_mirrors *m,
                       gb_error *error) {
  const gb_group *group;
  unsigned moves = support->fix / GB_FIX_X & 7, turns = support->fix / GB_FIX_RX & 7;
  if (support->symmetry >= 0) {
    moves |= 1u << support->symmetry;
    turns |= 7 & ~(1u << support->symmetry);
  }
  if (support->fix & GB_FIX_ROTATION) turns = 7;
  if (!support->group || moves == 0) return GB_OK;
  GB_TRY(gb_find_group(from, support->where, support->group, -1, &group, error));
  for (int32_t i = 0; i < group->nodes; i++) {
    gb_fixed_motions *fixed;
    GB_TRY(open_node(from, m, group->node[i], &fixed, error));
    for (int k = 0; k < 3; k++) {
      const double unit[3] = {k == 0, k == 1, k == 2};
      if (moves >> k & 1) add(unit, &fixed->moves, fixed->move);
      if (turns >> k & 1) add(unit, &fixed->turns, fixed->turn);
    }
  }
  return GB_OK;
}

/// Add a motion fixed by an equation with a single node, which decks use for supports along local
/// axes.
static int add_equation(const gb_definition *from, const gb_equation *equation, gb_mirrors *m,
                        gb_error *error) {
  const gb_equation_term *term = equation->terms.entry;
  gb_fixed_motions *fixed;
  int32_t node;
  if (equation->terms.count != 1 || equation->value || term->node_id == 0) return GB_OK;
  GB_TRY(gb_find_node(from, equation->where, term->node_id, &node, error));
  const double moves = gb_length(term->coefficient), turns = gb_length(term->coefficient + 3);
  if ((moves > 0) == (turns > 0)) return GB_OK;
  GB_TRY(open_node(from, m, node, &fixed, error));
  if (moves > 0) add(term->coefficient, &fixed->moves, fixed->move);
  if (turns > 0) add(term->coefficient + 3, &fixed->turns, fixed->turn);
  return GB_OK;
}

int gb_mirrors_create(const gb_definition *from, gb_mirrors *out, gb_error *error) {
  const gb_problem *problem = from->problem;
  *out = (gb_mirrors){0};
  for (int i = 0; i < problem->supports.count; i++)
    GB_TRY(add_support(from, &problem->supports.entry[i], out, error));
  for (int i = 0; i < problem->equations.count; i++)
    GB_TRY(add_equation(from, &problem->equations.entry[i], out, error));
  return GB_OK;
}

/// Find the fixed displacement normal to the only fixed axis of rotation.
static int find_across(const gb_fixed_motions *fixed, const double N[3], double normal[3]) {
  const double *t = fixed->turn[0];
  double along[2] = {0};
  if (fixed->moves == 0 || fixed->moves == 3 || fabs(gb_dot(t, N)) > 0.5 * gb_length(N)) return 0;
  for (int k = 0; k < fixed->moves; k++) along[k] = gb_dot(fixed->move[k], t);
  if (fixed->moves == 1) {
    memcpy(normal, fixed->move[0], sizeof fixed->move[0]);
    return fabs(along[0]) < least_remainder;
  }
  const double size = hypot(along[0], along[1]);
  if (size < least_remainder) return 0;
  for (int i = 0; i < 3; i++)
    normal[i] = (along[1] * fixed->move[0][i] - along[0] * fixed->move[1][i]) / size;
  return 1;
}

int gb_mirrors_at(const gb_mirrors *m, int32_t node, const double N[3], double normal[3][3]) {
  double left[3];
  if (!m->fixed_at || m->fixed_at[node] < 0) return 0;
  const gb_fixed_motions *fixed = &m->fixed[m->fixed_at[node]];
  if (fixed->turns == 3 && fixed->moves == 2) {
    memcpy(normal, fixed->move, 2 * sizeof *normal);
    return 2;
  }
  if (fixed->turns == 1) return find_across(fixed, N, normal[0]);
  if (fixed->turns != 2) return 0;
  gb_cross(fixed->turn[0], fixed->turn[1], normal[0]);
  return gb_remainder_of(normal[0], fixed->moves, (const double(*)[3])fixed->move, left) <
         least_remainder;
}
