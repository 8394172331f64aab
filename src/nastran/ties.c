/// Ties between components of grids, as equations of the problem: MPC, RBE1 and RBAR with
/// independent components of several grids, RBE2 of components that no joint has, RBE3 of any
/// components, and supports that those of the problem cannot represent. Source: MSC Nastran Quick
/// Reference Guide.
#include "base/length.h"
#include "deck/joint.h"
#include "nastran/bodies.h"
#include "nastran/grids.h"
#include "nastran/sets.h"
#include "nastran/springs.h"

#include <math.h>
#include <string.h>

enum { MOTIONS = 6 };

/// Set the node of a component, and the axes of displacements there.
static int open_component(const gb_nastran *nastran, int32_t line, int32_t node,
                          gb_deck_component *out, gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  const gb_nastran_place *place = gb_nastran_place_of(nastran, mesh->node_id[node]);
  *out = (gb_deck_component){node, node, 1, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  if (place->axes == 0) return GB_OK;
  return gb_nastran_axes(nastran, line, place->axes, place->position, out->axis, error);
}

/// Add an equation of a card without terms.
static int begin(gb_nastran *nastran, const gb_deck_tie *tie, gb_equation **out, gb_error *error) {
  GB_TRY(gb_deck_add_equation(nastran->deck, tie->line, tie->card, out, error));
  return gb_deck_write_name(nastran->deck, tie->card, tie->id, &(*out)->name, error);
}

static int add_equation(gb_nastran *nastran, const gb_deck_tie *tie, gb_error *error) {
  const gb_deck_end *end = &nastran->rigid->ends.entry[tie->first];
  gb_equation *equation;
  GB_TRY(begin(nastran, tie, &equation, error));
  for (int i = 0; i < tie->count; ++i) {
    gb_deck_component term;
    if (end[i].weight == 0) continue;
    GB_TRY(open_component(nastran, tie->line, end[i].node, &term, error));
    term.component = __builtin_ctz(end[i].components);
    GB_TRY(gb_deck_add_component(nastran->deck, equation, &term, end[i].weight, error));
  }
  return GB_OK;
}

/// The position about which rigid motions are counted, and the mean distance of a tie's ends from
/// it.
typedef struct center {
  const double *origin;
  double size;
} center;

/// Compute how a component at X follows the rigid motion v + w x (X - origin): its derivatives by
/// v, and by w times the size.
static void rigid_row(const center *about, const double X[3], const gb_deck_component *of,
                      double row[MOTIONS]) {
  const double *e = of->axis[(of->component - 1) % 3], *origin = about->origin;
  const double arm[3] = {X[0] - origin[0], X[1] - origin[1], X[2] - origin[2]};
  double turn[3];
  gb_cross(arm, e, turn);
  for (int i = 0; i < 3; ++i) {
    row[i] = of->component > 3 ? 0 : e[i];
    row[3 + i] = (of->component > 3 ? e[i] : turn[i]) / about->size;
  }
}

static void exchange(double *a, double *b) {
  const double kept = *a;
  *a = *b;
  *b = kept;
}

/// Solve x A = b, in place of b, by elimination of columns with pivots. A is used up. @return
/// false: A is singular
static bool solve(double A[MOTIONS][MOTIONS], double b[MOTIONS]) {
  double largest = 0;
  for (int i = 0; i < MOTIONS; ++i)
    for (int j = 0; j < MOTIONS; ++j) largest = fmax(largest, fabs(A[i][j]));
  for (int k = 0; k < MOTIONS; ++k) {
    int pivot = k;
    for (int j = k; j < MOTIONS; ++j)
      if (fabs(A[k][j]) > fabs(A[k][pivot])) pivot = j;
    if (!(fabs(A[k][pivot]) > 1e-9 * largest)) return false;
    for (int i = 0; i < MOTIONS; ++i) exchange(&A[i][k], &A[i][pivot]);
    exchange(&b[k], &b[pivot]);
    for (int j = 0; j < MOTIONS; ++j) {
      const double factor = j == k ? 0 : A[k][j] / A[k][k];
      for (int i = 0; i < MOTIONS; ++i) A[i][j] -= factor * A[i][k];
      b[j] -= factor * b[k];
    }
  }
  for (int k = 0; k < MOTIONS; ++k) b[k] /= A[k][k];
  return true;
}

/// A component of an end, while the components of a tie are collected.
typedef struct component_row {
  gb_deck_component is;
  double row[MOTIONS], weight;
} component_row;

static center measure(const gb_nastran *nastran, const gb_deck_tie *tie, int32_t node) {
  const gb_deck_end *end = &nastran->rigid->ends.entry[tie->first];
  double(*const position)[3] = nastran->deck->mesh->position;
  center out = {position[node], 0};
  for (int i = 0; i < tie->count; ++i) {
    const double *X = position[end[i].node];
    const double arm[3] = {X[0] - out.origin[0], X[1] - out.origin[1], X[2] - out.origin[2]};
    out.size += gb_length(arm) / tie->count;
  }
  if (out.size == 0) out.size = 1;
  return out;
}

typedef GB_LIST_OF(component_row) row_list;

/// List the rows of the components of an end.
static int list_rows(const gb_nastran *nastran, int32_t line, const gb_deck_end *end,
                     const center *about, row_list *out, gb_error *error) {
  component_row row = {.weight = end->weight};
  GB_TRY(open_component(nastran, line, end->node, &row.is, error));
  for (int c = 1; c <= MOTIONS; ++c) {
    row.is.component = c;
    if (!(end->components >> c & 1)) continue;
    rigid_row(about, nastran->deck->mesh->position[end->node], &row.is, row.row);
    GB_TRY(GB_ARENA_ADD(nastran->deck->arena, *out, row, error));
  }
  return GB_OK;
}

static int add_row(const gb_nastran *nastran, gb_equation *equation, const component_row *row,
                   double factor, gb_error *error) {
  if (fabs(factor) < 1e-13) return GB_OK; // round-off of the elimination
  return gb_deck_add_component(nastran->deck, equation, &row->is, factor, error);
}

/// Add the equations of an RBE1 or RBAR: u_d = R_d A^-1 u_n, where u_n = A m are the independent
/// components in the rigid motion m.
static int add_rigid(gb_nastran *nastran, const gb_deck_tie *tie, gb_error *error) {
  const gb_deck_end *end = &nastran->rigid->ends.entry[tie->first];
  row_list independent = {0}, dependent = {0};
  const center about = measure(nastran, tie, end->node);
  for (int i = 0; i < tie->count; ++i)
    GB_TRY(list_rows(nastran, tie->line, &end[i], &about,
                     i < tie->independent ? &independent : &dependent, error));
  GB_EACH(row, dependent) {
    double A[MOTIONS][MOTIONS], x[MOTIONS];
    gb_equation *equation;
    for (int i = 0; i < MOTIONS; ++i) memcpy(A[i], independent.entry[i].row, sizeof A[i]);
    memcpy(x, row->row, sizeof x);
    if (!solve(A, x))
      return GB_REFUSE(
          nastran, tie, GB_WRONG_REFERENCE, error,
          "the independent components do not determine a rigid motion; accepted: six that do");
    GB_TRY(begin(nastran, tie, &equation, error));
    GB_TRY(add_row(nastran, equation, row, 1, error));
    for (int i = 0; i < MOTIONS; ++i)
      GB_TRY(add_row(nastran, equation, &independent.entry[i], -x[i], error));
  }
  return GB_OK;
}

/// Write a component of the reference grid of an RBE3 by those of the others.
static int add_mean_component(gb_nastran *nastran, const gb_deck_tie *tie, const row_list *all,
                              const center *about, const gb_deck_component *of, gb_error *error) {
  double N[MOTIONS][MOTIONS] = {{0}}, x[MOTIONS];
  gb_equation *equation;
  GB_EACH(one, *all)
    for (int i = 0; i < MOTIONS; ++i)
      for (int j = 0; j < MOTIONS; ++j) N[i][j] += one->weight * one->row[i] * one->row[j];
  rigid_row(about, about->origin, of, x);
  if (!solve(N, x))
    return GB_REFUSE(nastran, tie, GB_WRONG_REFERENCE, error,
                     "the components of its grids do not determine a rigid motion; accepted: 123 "
                     "of three grids that are not on one line, or rotations too");
  GB_TRY(begin(nastran, tie, &equation, error));
  GB_TRY(gb_deck_add_component(nastran->deck, equation, of, -1, error));
  GB_EACH(one, *all) {
    double factor = 0;
    for (int i = 0; i < MOTIONS; ++i) factor += one->weight * x[i] * one->row[i];
    GB_TRY(add_row(nastran, equation, one, factor, error));
  }
  return GB_OK;
}

/// Add the equations of an RBE3. The reference grid has the rigid motion that fits the components
/// of the others best in the weighted mean square, rotations times their mean distance: m = N^-1
/// sum w R^T u, N = sum w R^T R.
static int add_mean(gb_nastran *nastran, const gb_deck_tie *tie, gb_error *error) {
  const gb_deck_end *end = &nastran->rigid->ends.entry[tie->first];
  const center about = measure(nastran, tie, tie->reference.node);
  row_list all = {0};
  gb_deck_component of;
  for (int i = 0; i < tie->count; ++i)
    GB_TRY(list_rows(nastran, tie->line, &end[i], &about, &all, error));
  GB_EACH(one, all)
    if (one->is.component > 3) one->weight *= about.size * about.size;
  GB_TRY(open_component(nastran, tie->line, tie->reference.node, &of, error));
  for (of.component = 1; of.component <= MOTIONS; ++of.component)
    if (tie->reference.components >> of.component & 1)
      GB_TRY(add_mean_component(nastran, tie, &all, &about, &of, error));
  return GB_OK;
}

/// Add the equations of an RBE2: components of a grid, along its axes, are those of the body of the
/// tie at its position.
static int tie_to_body(gb_nastran *nastran, const gb_deck_tie *tie, int32_t node, gb_error *error) {
  gb_deck_component of;
  gb_equation *equation;
  GB_TRY(open_component(nastran, tie->line, node, &of, error));
  for (of.component = 1; of.component <= MOTIONS; ++of.component) {
    gb_deck_component there = of;
    there.node = tie->reference.node;
    if (!(tie->reference.components >> of.component & 1)) continue;
    GB_TRY(begin(nastran, tie, &equation, error));
    GB_TRY(gb_deck_add_component(nastran->deck, equation, &of, 1, error));
    GB_TRY(gb_deck_add_component(nastran->deck, equation, &there, -1, error));
  }
  return GB_OK;
}

/// Grids that equations name.
typedef struct naming {
  bool *taken;         ///< whether elements, bodies or links use a node, [nodes]
  unsigned char *used; ///< displacements of other nodes that equations name, bits 1 to 3, [nodes]
} naming;

/// Make a node that equations name, and nothing else has, a free node.
static int need_point(gb_nastran *nastran, naming *names, int32_t node, unsigned components,
                      gb_error *error) {
  const int64_t grid = nastran->deck->mesh->node_id[node];
  const char *name;
  if (names->taken[node] || gb_deck_body_at(nastran->deck, node)) return GB_OK;
  const bool known = gb_deck_free_at(nastran->deck, node);
  if (known && !names->used[node]) return GB_OK; // of springs
  const bool basic = gb_nastran_place_of(nastran, grid)->axes == 0;
  names->used[node] |= basic ? (unsigned char)(components & 0xe) : 0xe;
  if (known) return GB_OK;
  names->used[node] |= 1; // there is a free node of equations alone
  GB_TRY(gb_deck_write_name(nastran->deck, "GRID", grid, &name, error));
  return gb_deck_add_free(nastran->deck, node, name, error);
}

/// Fix displacements of free nodes of equations that no equation names.
static int hold_points(gb_nastran *nastran, const naming *names, gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  for (int32_t n = 0; n < mesh->nodes; ++n) {
    const unsigned free = 0xe & ~(unsigned)names->used[n];
    if (!(names->used[n] & 1) || free == 0) continue;
    gb_deck_free_at(nastran->deck, n)->fix |= free >> 1;
    GB_TRY(gb_deck_note(
        nastran->deck, -1, error,
        "components %s of grid %lld are fixed, because no equation or element has them",
        gb_deck_digits_of(free).text, (long long)mesh->node_id[n]));
  }
  return GB_OK;
}

/// Make the equations of a tie, and free nodes of grids that nothing else has.
static int make_tie(gb_nastran *nastran, naming *names, const gb_deck_tie *tie, gb_error *error) {
  const gb_deck_end *end = &nastran->rigid->ends.entry[tie->first];
  for (int32_t k = 0; k < tie->count; ++k)
    GB_TRY(need_point(nastran, names, end[k].node, end[k].components, error));
  if (tie->kind == GB_TIE_EQUATION) return add_equation(nastran, tie, error);
  if (tie->kind == GB_TIE_MOTION) return add_rigid(nastran, tie, error);
  GB_TRY(need_point(nastran, names, tie->reference.node, tie->reference.components, error));
  return add_mean(nastran, tie, error);
}

int gb_nastran_make_ties(gb_nastran *nastran, gb_error *error) {
  const gb_problem *problem = nastran->deck->problem;
  naming names = {0};
  GB_TRY(gb_nastran_mark_taken(nastran, &names.taken, error));
  GB_TRY(GB_TAKE(nastran->deck->arena, names.used, (size_t)nastran->deck->mesh->nodes, error));
  GB_EACH(tie, nastran->rigid->ties)
    if (tie->set && gb_nastran_factor_of_set(nastran, GB_NASTRAN_MPC, tie->set) != 0)
      GB_TRY(make_tie(nastran, &names, tie, error));
  const int before = problem->equations.count;
  GB_EACH(loose, nastran->rigid->loose) {
    GB_TRY(need_point(nastran, &names, loose->node, loose->tie.reference.components, error));
    GB_TRY(tie_to_body(nastran, &loose->tie, loose->node, error));
  }
  GB_EACH(tie, nastran->rigid->ties)
    if (tie->general && !tie->set) GB_TRY(make_tie(nastran, &names, tie, error));
  if (problem->equations.count > before)
    GB_TRY(gb_deck_note(
        nastran->deck, -1, error,
        "RBE1, RBAR, RBE2 and RBE3 of some components are %d equations, for small rotations",
        problem->equations.count - before));
  return hold_points(nastran, &names, error);
}

int gb_nastran_give(gb_nastran *nastran, const gb_nastran_given *given, gb_error *error) {
  const gb_nastran_action *action = given->action;
  const char *card = action->set < 0 ? "GRID" : action->card;
  gb_deck_component of;
  gb_equation *equation;
  GB_TRY(open_component(nastran, action->line, given->node, &of, error));
  of.component = given->component;
  GB_TRY(gb_deck_add_equation(nastran->deck, action->line, card, &equation, error));
  GB_TRY(gb_arena_text(nastran->deck->problem->arena, &equation->name, error,
                       "%s of grid %lld, component %d", card,
                       (long long)nastran->deck->mesh->node_id[given->node], given->component));
  equation->support = true;
  if (given->pulse >= 0 || given->value != 0)
    GB_TRY(gb_nastran_history(nastran, given->pulse, given->value, &equation->value, error));
  return gb_deck_add_component(nastran->deck, equation, &of, 1, error);
}
