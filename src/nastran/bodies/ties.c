/// Ties between components of grids, as equations of the problem: MPC, RBE1 and RBAR with
/// independent components of several grids, RBE2 of components that no joint has, RBE3 of any
/// components, and supports that those of the problem cannot represent. Source: MSC Nastran Quick
/// Reference Guide.
#include "base/length.h"
#include "deck/joint.h"
#include "nastran/bodies/springs.h"
#include "nastran/entries/bar.h"
#include "nastran/entries/body.h"
#include "nastran/entries/grid.h"
#include "nastran/entries/set.h"
#include "nastran/entries/shell.h"

#include <math.h>
#include <string.h>

enum { MOTIONS = 6, TURNS = 0x70 };

/// Grids while their ties become equations.
typedef struct tying {
  bool *taken;         ///< whether elements, bodies or links use a node, [nodes]
  unsigned char *used; ///< displacements of other nodes that equations name, bits 1 to 3, [nodes]
  gb_nastran_normal *normal; ///< of shells; zero where bars end as well, [nodes]
} tying;

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

/// Components of an end, of which rotations may have axes of their own.
typedef struct end_axes {
  gb_deck_component moves, turns;
  unsigned components; ///< as bits 1 to 6
} end_axes;

static int open_end(const gb_nastran *nastran, int32_t line, const gb_deck_end *end, end_axes *out,
                    gb_error *error) {
  out->components = end->components;
  GB_TRY(open_component(nastran, line, end->node, &out->moves, error));
  out->turns = out->moves;
  return GB_OK;
}

/// Return component c, 1 to 6, of an end.
static gb_deck_component component_of(const end_axes *end, int c) {
  gb_deck_component out = c > 3 ? end->turns : end->moves;
  out.component = c;
  return out;
}

/// List the rows of the components of an end.
static int list_rows(const gb_nastran *nastran, const end_axes *end, double weight,
                     const center *about, row_list *out, gb_error *error) {
  component_row row = {.weight = weight};
  for (int c = 1; c <= MOTIONS; ++c) {
    if (!(end->components >> c & 1)) continue;
    row.is = component_of(end, c);
    rigid_row(about, nastran->deck->mesh->position[row.is.node], &row.is, row.row);
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
  for (int i = 0; i < tie->count; ++i) {
    end_axes axes;
    GB_TRY(open_end(nastran, tie->line, &end[i], &axes, error));
    GB_TRY(list_rows(nastran, &axes, end[i].weight, &about,
                     i < tie->independent ? &independent : &dependent, error));
  }
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

/// Sine of the angle up to which an axis is along or across a normal: the model takes such ones.
static const double aligned = 1e-6;

/// Find two axes across a unit vector, which becomes the third.
static void find_plane(const double n[3], double axis[3][3]) {
  double unit[3] = {0};
  int least = 0;
  for (int i = 1; i < 3; ++i)
    if (fabs(n[i]) < fabs(n[least])) least = i;
  unit[least] = 1;
  gb_cross(n, unit, axis[1]);
  const double size = gb_length(axis[1]);
  for (int i = 0; i < 3; ++i) axis[1][i] /= size;
  gb_cross(axis[1], n, axis[0]);
  memcpy(axis[2], n, 3 * sizeof *n);
}

/// Leave out the rotation of an end about the normal of its shells, which have none. Three
/// rotations become those about two axes in the plane of the shells: their part of the weighted
/// mean square is the same about any three axes. @return *left whether there is such a rotation
static int leave_drilling(const gb_nastran *nastran, const gb_deck_tie *tie, const tying *grids,
                          end_axes *end, bool *left, gb_error *error) {
  const int32_t node = end->moves.node;
  const double *n = grids->normal[node].mean;
  int across = 0;
  *left = false;
  if (!(end->components & TURNS) || gb_length(n) == 0 || grids->normal[node].folded ||
      gb_deck_body_at(nastran->deck, node))
    return GB_OK;
  for (int c = 4; c <= MOTIONS; ++c) {
    const double along = fabs(gb_dot(n, end->moves.axis[c - 4]));
    const bool is_across = along<aligned, is_along = along> 1 - aligned * aligned / 2;
    across += is_across;
    if (!(end->components >> c & 1) || is_across) continue;
    *left = true;
    if ((end->components & TURNS) != TURNS && !is_along)
      return GB_REFUSE(nastran, tie, GB_WRONG_REFERENCE, error,
                       "rotation %d of grid %lld is neither along nor across the normal of the "
                       "shells there, about which they have no rotation; accepted: 456 together",
                       c, (long long)nastran->deck->mesh->node_id[node]);
    if (is_along) end->components &= ~(1u << c);
  }
  if (!*left || across == 2) return GB_OK;
  find_plane(n, end->turns.axis);
  end->components &= ~(1u << MOTIONS);
  return GB_OK;
}

/// List the rows of the ends of an RBE3.
static int list_mean(const gb_nastran *nastran, const gb_deck_tie *tie, const tying *grids,
                     const center *about, row_list *all, int *left, gb_error *error) {
  const gb_deck_end *end = &nastran->rigid->ends.entry[tie->first];
  for (int i = 0; i < tie->count; ++i) {
    end_axes axes;
    bool drills;
    GB_TRY(open_end(nastran, tie->line, &end[i], &axes, error));
    GB_TRY(leave_drilling(nastran, tie, grids, &axes, &drills, error));
    GB_TRY(list_rows(nastran, &axes, end[i].weight, about, all, error));
    *left += drills;
  }
  GB_EACH(one, *all)
    if (one->is.component > 3) one->weight *= about->size * about->size;
  return GB_OK;
}

/// Whether a moment acts on a grid at any time.
static bool is_turned(const gb_nastran *nastran, int64_t grid) {
  GB_EACH(action, nastran->actions)
    for (int p = -1; p < nastran->dynamics->pulses.count; ++p)
      if (action->kind == GB_ACT_MOMENT && action->target <= grid && grid <= action->last &&
          gb_nastran_factor(nastran, action, p) != 0)
        return true;
  return false;
}

/// Tell of the rotations that an RBE3 leaves out. A moment on the reference grid would be lost.
static int tell_left(gb_nastran *nastran, const gb_deck_tie *tie, int left, bool of_reference,
                     gb_error *error) {
  if (of_reference && is_turned(nastran, tie->reference.id))
    return GB_REFUSE(
        nastran, tie, GB_WRONG_REFERENCE, error,
        "a moment acts on its reference grid %lld, where shells have no rotation about "
        "their normal; accepted: a reference grid without shells",
        (long long)tie->reference.id);
  if (left == 0 && !of_reference) return GB_OK;
  return gb_deck_note(nastran->deck, tie->line, error,
                      "RBE3 %lld: rotations about the normals of shells, which have none, are left "
                      "out at %d of its %d grids%s",
                      (long long)tie->id, left, (int)tie->count,
                      of_reference ? " and at its reference grid" : "");
}

/// Add the equations of an RBE3. The reference grid has the rigid motion that fits the components
/// of the others best in the weighted mean square, rotations times their mean distance: m = N^-1
/// sum w R^T u, N = sum w R^T R.
static int add_mean(gb_nastran *nastran, const gb_deck_tie *tie, const tying *grids,
                    gb_error *error) {
  const center about = measure(nastran, tie, tie->reference.node);
  row_list all = {0};
  end_axes reference;
  bool drills;
  int left = 0;
  GB_TRY(list_mean(nastran, tie, grids, &about, &all, &left, error));
  GB_TRY(open_end(nastran, tie->line, &tie->reference, &reference, error));
  GB_TRY(leave_drilling(nastran, tie, grids, &reference, &drills, error));
  for (int c = 1; c <= MOTIONS; ++c) {
    const gb_deck_component of = component_of(&reference, c);
    if (reference.components >> c & 1)
      GB_TRY(add_mean_component(nastran, tie, &all, &about, &of, error));
  }
  return tell_left(nastran, tie, left, drills, error);
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

/// Make a node that equations name, and nothing else has, a free node.
static int need_point(gb_nastran *nastran, tying *grids, int32_t node, unsigned components,
                      gb_error *error) {
  const int64_t grid = nastran->deck->mesh->node_id[node];
  const char *name;
  if (grids->taken[node] || gb_deck_body_at(nastran->deck, node)) return GB_OK;
  const bool known = gb_deck_free_at(nastran->deck, node);
  if (known && !grids->used[node]) return GB_OK; // of springs
  const bool basic = gb_nastran_place_of(nastran, grid)->axes == 0;
  grids->used[node] |= basic ? (unsigned char)(components & 0xe) : 0xe;
  if (known) return GB_OK;
  grids->used[node] |= 1; // there is a free node of equations alone
  GB_TRY(gb_deck_write_name(nastran->deck, "GRID", grid, &name, error));
  GB_TRY(gb_deck_name_node(nastran->deck, node, name, error));
  return gb_deck_add_free(nastran->deck, node, name, error);
}

/// Fix displacements of free nodes of equations that no equation names. Scalar points have none.
static int hold_points(gb_nastran *nastran, const tying *grids, gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  for (int32_t n = 0; n < mesh->nodes; ++n) {
    const unsigned free = 0xe & ~(unsigned)grids->used[n];
    if (!(grids->used[n] & 1) || free == 0) continue;
    gb_deck_free_at(nastran->deck, n)->fix |= free >> 1;
    if (gb_nastran_place_of(nastran, mesh->node_id[n])->scalar) continue;
    GB_TRY(gb_deck_note(
        nastran->deck, -1, error,
        "components %s of grid %lld are fixed, because no equation or element has them",
        gb_deck_digits_of(free).text, (long long)mesh->node_id[n]));
  }
  return GB_OK;
}

/// Make the equations of a tie, and free nodes of grids that nothing else has.
static int make_tie(gb_nastran *nastran, tying *grids, const gb_deck_tie *tie, gb_error *error) {
  const gb_deck_end *end = &nastran->rigid->ends.entry[tie->first];
  for (int32_t k = 0; k < tie->count; ++k)
    GB_TRY(need_point(nastran, grids, end[k].node, end[k].components, error));
  if (tie->kind == GB_TIE_EQUATION) return add_equation(nastran, tie, error);
  if (tie->kind == GB_TIE_MOTION) return add_rigid(nastran, tie, error);
  GB_TRY(need_point(nastran, grids, tie->reference.node, tie->reference.components, error));
  return add_mean(nastran, tie, grids, error);
}

/// Find the normals of the grids that have shells and no bars.
static int find_drilling(const gb_nastran *nastran, tying *grids, gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  GB_TRY(gb_nastran_find_normals(nastran, &grids->normal, error));
  GB_EACH(bar, nastran->bars->all)
    for (int end = 0; end < 2 && !bar->rod; ++end)
      grids->normal[gb_lower_index(mesh->node_id, mesh->nodes, bar->grid[end])] =
          (gb_nastran_normal){.folded = false};
  return GB_OK;
}

/// The shells that carry a body, while bodies at shells of one grid are sought.
typedef struct carried {
  const gb_deck_body *is; ///< an entry of the body, which a card made
  int32_t node;           ///< the first with shells
  int shells;             ///< number of its nodes with shells
  bool rods, heavy;       ///< whether rods end at its nodes; whether it has mass or inertia
  bool other;             ///< whether a support, another element or a tie may keep it from turning
  GB_LIST_OF(gb_deck_end) around; ///< the nodes of these shells
} carried;

/// Bodies at shells, by their index in the problem.
typedef struct carrying {
  const gb_nastran *nastran;
  carried *all; ///< [bodies]
  int *of;      ///< body of each node, -1: none, [nodes]
} carrying;

/// Find the body of each node. Cards make bodies of some grids, to which rigid links tie others.
static int find_bodies(carrying *c, gb_error *error) {
  const gb_nastran *nastran = c->nastran;
  const int32_t nodes = nastran->deck->mesh->nodes;
  GB_TRY(
      GB_TAKE(nastran->deck->arena, c->all, (size_t)nastran->deck->problem->bodies.count, error));
  GB_TRY(GB_TAKE(nastran->deck->arena, c->of, (size_t)nodes, error));
  for (int32_t n = 0; n < nodes; ++n) c->of[n] = -1;
  GB_EACH(body, nastran->deck->made.bodies) {
    c->of[body->node] = body->body;
    carried *is = &c->all[body->body];
    is->is = body;
    is->heavy = is->heavy || body->mass != 0;
    for (int i = 0; i < 6; ++i) is->heavy = is->heavy || body->inertia[i] != 0;
  }
  GB_EACH(tie, nastran->rigid->ties)
    for (int32_t i = 0; gb_nastran_is_whole(tie) && i < tie->count; ++i)
      c->of[nastran->rigid->ends.entry[tie->first + i].node] = c->of[tie->reference.node];
  return GB_OK;
}

static void mark_other(carrying *c, int32_t node) {
  if (node >= 0 && c->of[node] >= 0) c->all[c->of[node]].other = true;
}

/// Whether a tie joins some components of grids to a body, and nothing else has these grids.
static bool hangs(const gb_nastran *nastran, const tying *grids, const gb_deck_tie *tie) {
  bool alone = tie->kind == GB_TIE_RIGID && !tie->general;
  for (int32_t i = 0; i < tie->count && alone; ++i)
    alone = !grids->taken[nastran->rigid->ends.entry[tie->first + i].node];
  return alone;
}

/// Mark bodies that ties and supports may keep from turning. Springs act beside the shells.
static void mark_others(carrying *c, const tying *grids) {
  const gb_nastran *nastran = c->nastran;
  const gb_mesh *mesh = nastran->deck->mesh;
  GB_EACH(tie, nastran->rigid->ties) {
    const bool acts = !tie->set || gb_nastran_factor_of_set(nastran, GB_NASTRAN_MPC, tie->set) != 0;
    if (!acts || gb_nastran_is_whole(tie) || hangs(nastran, grids, tie)) continue;
    if (tie->reference.id) mark_other(c, tie->reference.node);
    for (int32_t i = 0; i < tie->count; ++i)
      mark_other(c, nastran->rigid->ends.entry[tie->first + i].node);
  }
  GB_EACH(body, nastran->deck->made.bodies)
    if (body->fixed & TURNS) mark_other(c, body->node);
  for (int32_t n = 0; n < mesh->nodes; ++n)
    if (c->of[n] >= 0 && gb_nastran_fixed(nastran, mesh->node_id[n]) & TURNS) mark_other(c, n);
}

/// Whether one normal of two grids with shells is the line through both.
static bool share_normal(const gb_mesh *mesh, const tying *grids, int32_t a, int32_t b) {
  const double *n = grids->normal[a].mean;
  double arm[3], off[3], tilt[3];
  for (int i = 0; i < 3; ++i) arm[i] = mesh->position[b][i] - mesh->position[a][i];
  gb_cross(n, arm, off);
  gb_cross(n, grids->normal[b].mean, tilt);
  return gb_length(off) <= aligned * gb_length(arm) && gb_length(tilt) <= aligned;
}

/// Find the nodes of bodies that have shells, and the nodes of the shells there.
static int find_carried(carrying *c, const tying *grids, gb_error *error) {
  const gb_mesh *mesh = c->nastran->deck->mesh;
  for (int32_t n = 0; n < mesh->nodes; ++n) {
    if (c->of[n] < 0 || gb_length(grids->normal[n].mean) == 0) continue;
    carried *body = &c->all[c->of[n]];
    if (body->shells++ == 0) body->node = n;
    body->other =
        body->other || grids->normal[n].folded || !share_normal(mesh, grids, body->node, n);
  }
  for (int32_t e = 0; e < mesh->elements; ++e)
    for (int32_t k = mesh->start[e]; k < mesh->start[e + 1]; ++k) {
      carried *body = c->of[mesh->node[k]] >= 0 ? &c->all[c->of[mesh->node[k]]] : NULL;
      if (body && gb_shape_dimension((gb_shape)mesh->shape[e]) == 1) body->other = true;
      if (body && mesh->shape[e] == GB_LINE2) body->rods = true; // bars have three nodes
      for (int32_t i = mesh->start[e]; body && !body->other && i < mesh->start[e + 1]; ++i) {
        const int32_t n = mesh->node[i];
        const gb_deck_end end = {n, mesh->node_id[n], 1, 0xe, false};
        GB_TRY(GB_ARENA_ADD(c->nastran->deck->arena, body->around, end, error));
      }
    }
  return GB_OK;
}

/// Let a body turn about the normal of the shells at its node as the nodes around do in the mean.
static int follow_shells(gb_nastran *nastran, const tying *grids, carried *body, gb_error *error) {
  const gb_deck_body *is = body->is;
  gb_deck_tie tie = {.card = is->word,
                     .id = nastran->deck->mesh->node_id[body->node],
                     .line = is->line,
                     .first = nastran->rigid->ends.count,
                     .count = gb_deck_merge_ends(body->around.entry, body->around.count)};
  gb_deck_component of = {is->node, body->node, MOTIONS, {{0}}};
  row_list all = {0};
  int left = 0;
  for (int32_t i = 0; i < tie.count; ++i)
    GB_TRY(GB_KEEP(nastran, rigid->ends, body->around.entry[i], error));
  const center about = measure(nastran, &tie, body->node);
  find_plane(grids->normal[body->node].mean, of.axis);
  GB_TRY(list_mean(nastran, &tie, grids, &about, &all, &left, error));
  return add_mean_component(nastran, &tie, &all, &about, &of, error);
}

/// A body at shells of one grid, or of grids along one normal as of a bolt, would turn freely about
/// the normal, since shells do not resist that. At small displacements, a body that is connected to
/// nothing else has the rotation of the shells; other bodies follow the shells by the stiffness of
/// K6ROT.
static int follow(gb_nastran *nastran, const tying *grids, gb_error *error) {
  const int bodies = nastran->deck->problem->bodies.count;
  const bool small = nastran->set->statics && !nastran->set->large;
  carrying c = {.nastran = nastran};
  bool *idle; ///< bodies that have no stiffness
  int64_t first = 0;
  int count = 0, held;
  if (bodies == 0) return GB_OK;
  GB_TRY(find_bodies(&c, error));
  mark_others(&c, grids);
  GB_TRY(find_carried(&c, grids, error));
  GB_TRY(GB_TAKE(nastran->deck->arena, idle, (size_t)bodies, error));
  for (int i = 0; i < bodies; ++i) {
    const bool follows = small && c.all[i].shells > 0 && !c.all[i].other;
    idle[i] = follows || (c.all[i].rods && !c.all[i].heavy);
    if (!follows) continue;
    if (count++ == 0) first = nastran->deck->mesh->node_id[c.all[i].node];
    GB_TRY(follow_shells(nastran, grids, &c.all[i], error));
  }
  GB_TRY(gb_deck_hold_turns(nastran->deck, 1e-6 * nastran->set->k6rot, idle, &held, error));
  if (held > 0)
    GB_TRY(gb_deck_note(nastran->deck, -1, error,
                        "%d rigid elements, masses or springs at shells have K6ROT = %g there",
                        held, nastran->set->k6rot));
  if (count == 0) return GB_OK;
  return gb_deck_note(nastran->deck, -1, error,
                      "%d rigid elements, masses or springs at shells of one grid, or along one "
                      "normal (the first: %lld), turn about the normal there as the nodes of these "
                      "shells do in the mean, for small rotations",
                      count, (long long)first);
}

int gb_nastran_make_ties(gb_nastran *nastran, gb_error *error) {
  const gb_problem *problem = nastran->deck->problem;
  tying grids = {0};
  GB_TRY(gb_nastran_mark_taken(nastran, &grids.taken, error));
  GB_TRY(GB_TAKE(nastran->deck->arena, grids.used, (size_t)nastran->deck->mesh->nodes, error));
  GB_TRY(find_drilling(nastran, &grids, error));
  GB_EACH(tie, nastran->rigid->ties)
    if (tie->set && gb_nastran_factor_of_set(nastran, GB_NASTRAN_MPC, tie->set) != 0)
      GB_TRY(make_tie(nastran, &grids, tie, error));
  const int before = problem->equations.count;
  GB_EACH(loose, nastran->rigid->loose) {
    GB_TRY(need_point(nastran, &grids, loose->node, loose->tie.reference.components, error));
    GB_TRY(tie_to_body(nastran, &loose->tie, loose->node, error));
  }
  GB_EACH(tie, nastran->rigid->ties)
    if (tie->general && !tie->set) GB_TRY(make_tie(nastran, &grids, tie, error));
  if (problem->equations.count > before)
    GB_TRY(gb_deck_note(
        nastran->deck, -1, error,
        "RBE1, RBAR, RBE2 and RBE3 of some components are %d equations, for small rotations",
        problem->equations.count - before));
  GB_TRY(follow(nastran, &grids, error));
  return hold_points(nastran, &grids, error);
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
