/// Pin flags. A released end of a bar has a node of its own, and a joint between it and the grid,
/// or equations where there is no such joint. If all ends at a grid are released, no element turns
/// with the grid; the grid is then the node of the first of these ends. If supports keep such a
/// grid from turning, equations stop the rotations that an end has in common with it. Source: MSC
/// Nastran Quick Reference Guide, CBAR.
#include "base/length.h"
#include "deck/joint.h"
#include "nastran/entries/bar.h"
#include "nastran/entries/body.h"
#include "nastran/entries/grid.h"
#include "nastran/entries/set.h"
#include "nastran/entries/spring.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BIT(c)     (1u << (c))
#define TURNS      (BIT(4) | BIT(5) | BIT(6))
#define EVERYTHING (BIT(1) | BIT(2) | BIT(3) | TURNS)

enum { MOTIONS = 6 };

static const char *const end_names[] = {"PA", "PB"};

/// Refuse an end that nothing connects with its grid.
static int check_connected(const gb_nastran *nastran, const gb_nastran_bar *bar, int end,
                           gb_error *error) {
  if (bar->pins[end] != EVERYTHING) return GB_OK;
  return GB_REFUSE(nastran, bar, GB_WRONG_REFERENCE, error,
                   "%s = 123456 connects the end with nothing; accepted: up to five components",
                   end_names[end]);
}

/// Compute how a component at an end follows the rigid motions of a bar: three displacements of its
/// middle, then three rotations. Half of the bar's length is 1.
static void find_row(int end, int component, double row[MOTIONS]) {
  const double arm = end ? 1 : -1;
  for (int i = 0; i < MOTIONS; ++i) row[i] = i == component - 1;
  if (component == 2) row[5] = arm;
  if (component == 3) row[4] = -arm;
}

/// Count the rigid motions of the bar that its flags leave free, by elimination.
static int count_loose(const gb_nastran_bar *bar) {
  double row[2 * MOTIONS][MOTIONS];
  int rows = 0, rank = 0;
  for (int end = 0; end < 2; ++end)
    for (int c = 1; c <= 6; ++c)
      if (!(bar->pins[end] & BIT(c))) find_row(end, c, row[rows++]);
  for (int k = 0; k < MOTIONS; ++k) {
    int pivot = rank;
    while (pivot < rows && fabs(row[pivot][k]) < 0.1) ++pivot;
    if (pivot == rows) continue;
    for (int i = 0; i < MOTIONS; ++i) {
      const double other = row[pivot][i];
      row[pivot][i] = row[rank][i];
      row[rank][i] = other;
    }
    for (int r = rank + 1; r < rows; ++r) {
      const double factor = row[r][k] / row[rank][k];
      for (int i = 0; i < MOTIONS; ++i) row[r][i] -= factor * row[rank][i];
    }
    ++rank;
  }
  return MOTIONS - rank;
}

static int check_bar(const gb_nastran *nastran, const gb_nastran_bar *bar, gb_error *error) {
  const unsigned both = bar->pins[0] & bar->pins[1];
  for (int end = 0; end < 2; ++end) GB_TRY(check_connected(nastran, bar, end, error));
  if (!bar->pins[0] || !bar->pins[1] || count_loose(bar) == 0) return GB_OK;
  return GB_REFUSE(
      nastran, bar, GB_WRONG_REFERENCE, error,
      "PA = %s and PB = %s leave the bar free to %s; accepted: flags that hold it, as 456 and 56",
      gb_deck_digits_of(bar->pins[0]).text, gb_deck_digits_of(bar->pins[1]).text,
      both & BIT(4)   ? "turn about itself"
      : both & BIT(1) ? "slide along itself"
                      : "move between its grids");
}

/// An end that is released.
typedef struct loose_end {
  gb_nastran_bar *bar;
  int end;
} loose_end;

static int compare_ends(const void *a, const void *b) {
  const loose_end *x = a, *y = b;
  const int64_t g = x->bar->grid[x->end], h = y->bar->grid[y->end];
  if (g != h) return g < h ? -1 : 1;
  return (x->bar > y->bar) - (x->bar < y->bar);
}

/// Grids at which something has rotations: an end without flags, a shell, a body.
typedef GB_LIST_OF(int64_t) grid_list;

/// Whether the ends of a tie follow its rotations.
static bool carries(const gb_deck_tie *tie) {
  return tie->kind == GB_TIE_RIGID && tie->reference.components == EVERYTHING;
}

static int list_held(gb_nastran *nastran, grid_list *held, gb_error *error) {
  int64_t count;
  const int64_t *nodes = gb_mesh_builder_element_nodes(nastran->deck->builder, &count);
  for (int64_t i = 0; i < count; ++i)
    GB_TRY(GB_ARENA_ADD(nastran->deck->arena, *held, nodes[i], error));
  GB_EACH(bar, nastran->bars->all)
    for (int end = 0; end < 2; ++end)
      if (!bar->rod && !bar->pins[end])
        GB_TRY(GB_ARENA_ADD(nastran->deck->arena, *held, bar->grid[end], error));
  GB_EACH(tie, nastran->rigid->ties) {
    GB_TRY(GB_ARENA_ADD(nastran->deck->arena, *held, tie->reference.id, error));
    for (int32_t k = 0; k < tie->count && carries(tie); ++k)
      GB_TRY(GB_ARENA_ADD(nastran->deck->arena, *held,
                          nastran->rigid->ends.entry[tie->first + k].id, error));
  }
  GB_EACH(mass, nastran->rigid->masses)
    if (gb_nastran_is_extended(mass))
      GB_TRY(GB_ARENA_ADD(nastran->deck->arena, *held, mass->grid, error));
  gb_deck_sort(held->entry, held->count, sizeof *held->entry, gb_deck_compare_numbers);
  return GB_OK;
}

static int refuse_lone(const gb_nastran *nastran, const loose_end *one, unsigned fixed,
                       gb_error *error) {
  const gb_nastran_bar *bar = one->bar;
  return GB_REFUSE(nastran, bar, GB_WRONG_REFERENCE, error,
                   "%s = %s, and all ends at grid %lld are released, in different ways, with "
                   "offsets, or while supports (%s) hold or a moment, a spring or an MPC turns it "
                   "in part; accepted: an end there without flags, flags that leave the same "
                   "rotations free, supports 456 or 123456 without moments, or neither supports "
                   "nor moments nor MPCs of rotation",
                   end_names[one->end], gb_deck_digits_of(bar->pins[one->end]).text,
                   (long long)bar->grid[one->end], fixed ? gb_deck_digits_of(fixed).text : "none");
}

/// Compute the projection on the rotations that an end leaves free.
static void project(const loose_end *one, double P[3][3]) {
  const unsigned free = one->bar->pins[one->end];
  memset(P, 0, 3 * sizeof *P);
  for (int k = 0; k < 3; ++k)
    for (int i = 0; free & BIT(4 + k) && i < 3; ++i)
      for (int j = 0; j < 3; ++j) P[i][j] += one->bar->axis[k][i] * one->bar->axis[k][j];
}

/// Whether all ends at a grid leave the same rotations free, and fix the displacements of the grid.
static bool are_alike(int count, const loose_end all[], double P[3][3]) {
  bool alike = true;
  project(&all[0], P);
  for (int n = 0; n < count; ++n) {
    double other[3][3];
    project(&all[n], other);
    alike = alike && gb_length(all[n].bar->offset[all[n].end]) == 0;
    alike = alike && !(all[n].bar->pins[all[n].end] & ~TURNS);
    for (int k = 0; k < 9; ++k) alike = alike && fabs(other[k / 3][k % 3] - P[k / 3][k % 3]) < 1e-9;
  }
  return alike;
}

/// Whether an equation has a rotation of a grid.
static bool has_equation(const gb_nastran *nastran, int64_t grid) {
  GB_EACH(tie, nastran->rigid->ties)
    for (int32_t k = 0; tie->kind == GB_TIE_EQUATION && k < tie->count; ++k) {
      const gb_deck_end *term = &nastran->rigid->ends.entry[tie->first + k];
      if (term->id == grid && term->weight != 0 && (term->components & TURNS)) return true;
    }
  return false;
}

/// Whether a moment, a spring or an equation turns a grid.
static bool is_turned(const gb_nastran *nastran, int64_t grid) {
  if (has_equation(nastran, grid)) return true;
  GB_EACH(spring, nastran->springs->all)
    for (int end = 0; end < 2; ++end)
      if (spring->grid[end] == grid && (!spring->component || spring->component > 3)) return true;
  return gb_nastran_is_turned(nastran, grid);
}

/// Settle the ends at a grid that supports keep from turning: one whose flags release rotations
/// alone, without an offset, gets the node of the grid, and equations stop its other rotations.
/// Without such an end the grid becomes a free node (gb_nastran_free_grids).
static void settle_still(int count, loose_end all[]) {
  for (int i = 0; i < count; ++i) all[i].bar->still[all[i].end] = true;
  for (int n = 0; n < count; ++n) {
    gb_nastran_bar *bar = all[n].bar;
    const int end = all[n].end;
    if (bar->pins[end] & ~TURNS || gb_length(bar->offset[end]) > 0) continue;
    bar->stopped[end] = TURNS & ~bar->pins[end];
    bar->pins[end] = 0;
    return;
  }
}

/// Settle the ends at a grid at which all ends are released. If supports fix the grid wholly, the
/// ends have joints with it. Otherwise the first end gets the node of the grid itself, without an
/// offset in between; supports of rotations that all ends leave free then have no effect.
static int settle(gb_nastran *nastran, int count, loose_end all[], gb_error *error) {
  gb_nastran_bar *bar = all[0].bar;
  const int64_t grid = bar->grid[all[0].end];
  const unsigned fixed = gb_nastran_fixed(nastran, grid);
  gb_nastran_freed freed = {grid, 0};
  double P[3][3];
  if (fixed == EVERYTHING) {
    for (int i = 0; i < count; ++i) all[i].bar->held[all[i].end] = true;
    return GB_OK;
  }
  const bool turned = is_turned(nastran, grid);
  bool clear = are_alike(count, all, P) && !turned;
  for (int k = 0; k < 3; ++k) {
    if (!(fixed & BIT(4 + k))) continue;
    if (P[k][k] > 1 - 1e-9) freed.components |= BIT(4 + k);
    clear = clear && (P[k][k] > 1 - 1e-9 || P[k][k] < 1e-9);
  }
  if (!clear && !turned && (fixed & TURNS) == TURNS) {
    settle_still(count, all);
    freed.components = TURNS;
  } else if (!clear)
    return refuse_lone(nastran, &all[0], fixed, error);
  else
    bar->pins[all[0].end] = 0;
  if (!freed.components) return GB_OK;
  return GB_KEEP(nastran, grids->freed, freed, error);
}

int gb_nastran_release(gb_nastran *nastran, int64_t *number, gb_error *error) {
  GB_LIST_OF(loose_end) all = {0};
  grid_list held = {0};
  GB_EACH(one, nastran->bars->all) {
    GB_TRY(check_bar(nastran, one, error));
    for (int end = 0; end < 2; ++end)
      if (one->pins[end])
        GB_TRY(GB_ARENA_ADD(nastran->deck->arena, all, ((loose_end){one, end}), error));
  }
  if (all.count == 0) return GB_OK;
  GB_TRY(list_held(nastran, &held, error));
  qsort(all.entry, (size_t)all.count, sizeof *all.entry, compare_ends);
  for (int i = 0, end; i < all.count; i = end) {
    const int64_t grid = all.entry[i].bar->grid[all.entry[i].end];
    for (end = i + 1; end < all.count;) {
      if (all.entry[end].bar->grid[all.entry[end].end] != grid) break;
      ++end;
    }
    if (!GB_FIND_NUMBER(held, grid)) GB_TRY(settle(nastran, end - i, &all.entry[i], error));
  }
  for (int i = 0; i < all.count; ++i) {
    gb_nastran_bar *bar = all.entry[i].bar;
    const int end = all.entry[i].end;
    if (!bar->pins[end]) continue;
    bar->node[end] = ++*number;
    GB_TRY(gb_mesh_builder_node(nastran->deck->builder, *number, bar->end[end], bar->line, error));
  }
  return GB_OK;
}

/// Add a group of one node to the mesh. @return "group:NAME" in *end, a text of the problem
static int add_group(gb_mesh *mesh, gb_problem *problem, int64_t node, const char *name,
                     const char **end, gb_error *error) {
  const int32_t index = gb_lower_index(mesh->node_id, mesh->nodes, node);
  const gb_group_members members = {
      .name = name, .number = -1, .nodes = true, .count = 1, .index = &index};
  GB_TRY(gb_arena_text(problem->arena, end, error, "group:%s", name));
  return gb_mesh_add_group(mesh, &members, error);
}

/// Find the grid whose body carries this grid; itself, if there is none.
static int64_t find_carrier(const gb_nastran *nastran, int64_t grid) {
  int64_t carrier = grid;
  GB_EACH(tie, nastran->rigid->ties)
    for (int32_t k = 0; k < tie->count && carries(tie); ++k)
      if (nastran->rigid->ends.entry[tie->first + k].id == grid) carrier = tie->reference.id;
  return carrier;
}

const char *gb_nastran_carrier(const gb_nastran *nastran, int64_t grid) {
  const int64_t carrier = find_carrier(nastran, grid);
  const gb_deck_body *body =
      gb_deck_body_at(nastran->deck, gb_lower_index(nastran->deck->mesh->node_id,
                                                    nastran->deck->mesh->nodes, carrier));
  return body ? nastran->deck->problem->bodies.entry[body->body].name : NULL;
}

static int add_joint(const gb_nastran *nastran, const gb_nastran_bar *bar, int end,
                     gb_error *error) {
  gb_mesh *mesh = nastran->deck->mesh;
  gb_problem *problem = nastran->deck->problem;
  const char *body = gb_nastran_carrier(nastran, bar->grid[end]);
  char grid[60];
  gb_joint_entry *joint;
  GB_TRY(GB_PROBLEM_APPEND(problem, joints, &joint, error));
  GB_TRY(gb_arena_text(problem->arena, &joint->name, error, "%s %lld %s", bar->card,
                       (long long)bar->id, end_names[end]));
  GB_TRY(gb_deck_where(nastran->deck, bar->line, bar->card, &joint->where, error));
  gb_deck_free_joint(bar->pins[end], (const double(*)[3])bar->axis, joint);
  for (int i = 0; i < 3; ++i) joint->at[0][i] = joint->at[1][i] = bar->end[end][i];
  snprintf(grid, sizeof grid, "%s grid", joint->name);
  GB_TRY(add_group(mesh, problem, bar->grid[end], grid, &joint->between[0], error));
  GB_TRY(add_group(mesh, problem, bar->node[end], joint->name, &joint->between[1], error));
  if (body) joint->between[0] = body;
  return GB_OK;
}

/// Add the rotation of a grid, by which the end of a bar at an offset moves: e . (w x arm) = w .
/// (arm x e).
static int add_turn(const gb_nastran *nastran, gb_equation *equation, gb_deck_component *of,
                    const double offset[3], double factor, gb_error *error) {
  double turn[3];
  gb_cross(offset, of->axis[of->component - 1], turn);
  memcpy(of->axis[0], turn, sizeof turn);
  of->component = 4;
  return gb_length(turn) > 0 ? gb_deck_add_component(nastran->deck, equation, of, factor, error)
                             : GB_OK;
}

/// Add the equation of a component at the end of a bar that its grid has too. A grid that is wholly
/// fixed has no part in it, nor has the rotation of one that does not turn; a body has that of its
/// motion at the end of the bar.
static int add_equation(gb_nastran *nastran, const gb_nastran_bar *bar, int end, int component,
                        gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  const int32_t node = gb_lower_index(mesh->node_id, mesh->nodes, bar->node[end]);
  gb_deck_component of = {.node = node, .place = node, .component = component};
  gb_equation *equation;
  memcpy(of.axis, bar->axis, sizeof of.axis);
  GB_TRY(gb_deck_add_equation(nastran->deck, bar->line, bar->card, &equation, error));
  GB_TRY(gb_arena_text(nastran->deck->problem->arena, &equation->name, error,
                       "%s %lld %s, component %d", bar->card, (long long)bar->id, end_names[end],
                       component));
  GB_TRY(gb_deck_add_component(nastran->deck, equation, &of, 1, error));
  if (bar->held[end] || (bar->still[end] && component > 3)) return GB_OK;
  of.node = gb_lower_index(mesh->node_id, mesh->nodes, find_carrier(nastran, bar->grid[end]));
  GB_TRY(gb_deck_add_component(nastran->deck, equation, &of, -1, error));
  if (component > 3 || bar->still[end] || gb_deck_body_at(nastran->deck, of.node)) return GB_OK;
  return add_turn(nastran, equation, &of, bar->offset[end], -1, error);
}

/// Connect a released end with its grid by a joint or, where no joint leaves these components free,
/// by equations for small rotations. The node of a grid that does not turn may turn with a bar, so
/// that only a joint that leaves all rotations free, without an offset, is there.
static int join_end(gb_nastran *nastran, const gb_nastran_bar *bar, int end, gb_error *error) {
  const unsigned pins = bar->pins[end];
  const bool turns = (pins & TURNS) != TURNS || gb_length(bar->offset[end]) > 0;
  if (pins && gb_deck_has_joint(pins) && !(bar->still[end] && turns))
    return add_joint(nastran, bar, end, error);
  const unsigned tied = pins ? EVERYTHING & ~pins : bar->stopped[end];
  for (int c = 1; c <= MOTIONS; ++c)
    if (tied & BIT(c)) GB_TRY(add_equation(nastran, bar, end, c, error));
  const unsigned flags = pins ? pins : TURNS & ~tied;
  return gb_deck_note(nastran->deck, bar->line, error,
                      "%s %lld: %s = %s is by equations, for small rotations", bar->card,
                      (long long)bar->id, end_names[end], gb_deck_digits_of(flags).text);
}

int gb_nastran_join_ends(gb_nastran *nastran, gb_error *error) {
  GB_EACH(bar, nastran->bars->all)
    for (int end = 0; end < 2; ++end)
      if (bar->pins[end] || bar->stopped[end]) GB_TRY(join_end(nastran, bar, end, error));
  return GB_OK;
}
