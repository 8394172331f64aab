/// Springs between two ends. An end is a point of a body, a free node, a mesh node or a point of
/// the ground. Each spring is a cell of the results.
#include "model/builders/builder.h"
#include "model/builders/spring_numbers.h"

#include "base/length.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/// Add the node of an end on a body, whose position the case must give.
static int add_place(gb_topology *t, const gb_spring *spring, int end, int body, int32_t *node,
                     gb_error *error) {
  if (isnan(spring->at[end][0]))
    return gb_fail(
        error, GB_WRONG_PLACE,
        "%s.at: end %d is on body '%s' and has no position; accepted: at: [[x, y, z], [x, "
        "y, z]] of numbers, in the reference configuration",
        spring->where, end + 1, spring->between[end]);
  GB_TRY(gb_topology_attach(t, body, spring->at[end], error));
  *node = gb_topology_find(t, spring->at[end]);
  return GB_OK;
}

static int find_end(gb_topology *t, const gb_spring *spring, int end, int32_t *node,
                    gb_error *error) {
  const char *name = spring->between[end], *group = gb_group_of_end(name);
  const int body = gb_find_body(t->from, name);
  char where[600];
  int mass;
  snprintf(where, sizeof where, "%.560s.between", spring->where);
  if (body >= 0) return add_place(t, spring, end, body, node, error);
  *node = gb_topology_find_position(t, spring->at[end]); // an end on the ground
  if (*node >= 0) return GB_OK;
  if (group) return gb_find_group_node(t->from, where, group, "a spring ends at one", node, error);
  GB_TRY(gb_need_free_node(t->from, where, name, &mass, error));
  *node = gb_topology_find(t, t->from->problem->masses.entry[mass].at);
  return GB_OK;
}

static int ties(gb_topology *t, gb_error *error) {
  for (int i = 0; i < t->from->problem->springs.count; i++)
    for (int end = 0; end < 2 && !t->from->problem->springs.entry[i].joint; end++) {
      const gb_spring *spring = &t->from->problem->springs.entry[i];
      int32_t node;
      GB_TRY(find_end(t, spring, end, &node, error));
      GB_TRY(gb_topology_mark(t, &spring->between[end], node, error));
    }
  return GB_OK;
}

/// Check that an end is a node with fields and at the position that the case gives.
static int check_end(const gb_topology *t, const gb_spring *spring, int end, int32_t node,
                     gb_error *error) {
  const double *X = gb_topology_position(t, node), *at = spring->at[end];
  GB_TRY(gb_topology_check_end(t, spring->where, spring->between[end], node, error));
  if (isnan(at[0]) || gb_topology_is_at(t, node, at, 0)) return GB_OK;
  return gb_fail(error, GB_WRONG_PLACE,
                 "%s.at: end %d is at (%g, %g, %g), and %s at (%g, %g, %g); accepted: the same "
                 "place, or ~",
                 spring->where, end + 1, at[0], at[1], at[2], spring->between[end], X[0], X[1],
                 X[2]);
}

static int check(const gb_topology *t, const gb_spring *spring, const int32_t node[2],
                 gb_error *error) {
  for (int end = 0; end < 2; end++) GB_TRY(check_end(t, spring, end, node[end], error));
  if (node[0] == node[1])
    return gb_fail(error, GB_WRONG_ENDS,
                   "%s.between: both ends are %s; accepted: two different ends", spring->where,
                   spring->between[0]);
  const double *A = gb_topology_position(t, node[0]), *B = gb_topology_position(t, node[1]);
  if (A[0] != B[0] || A[1] != B[1] || A[2] != B[2]) return GB_OK;
  return gb_fail(error, GB_WRONG_ENDS,
                 "%s: %s and %s are both at (%g, %g, %g), where a spring%s has no direction; "
                 "accepted: ends that are apart in the reference configuration",
                 spring->where, spring->between[0], spring->between[1], A[0], A[1], A[2],
                 isnan(spring->length) ? " has no length and" : "");
}

/// Resist the elongation or, for a spring under tension, all displacements, because its force
/// changes direction.
static int resist(const gb_topology *t, const gb_connection *connection,
                  gb_resistance out[GB_RESISTANCES]) {
  const gb_spring *spring = &t->from->problem->springs.entry[connection->entry];
  const double *A = gb_topology_position(t, connection->node[0]);
  const double *B = gb_topology_position(t, connection->node[1]);
  const double along[3] = {B[0] - A[0], B[1] - A[1], B[2] - A[2]}, distance = gb_length(along);
  const bool tense = !isnan(spring->length) && fabs(spring->length - distance) > 1e-9 * distance;
  const int count = tense ? 3 : spring->stiffness[0] != 0 || gb_has_law(spring);
  for (int n = 0; n < count; n++) {
    out[n] = (gb_resistance){.force = {{0}}};
    for (int k = 0; k < 3; k++) {
      out[n].force[1][k] = tense ? k == n : along[k] / distance;
      out[n].force[0][k] = -out[n].force[1][k];
    }
  }
  return count;
}

static const gb_connection_kind kind = {.elastic = true, .attracts = true, .resist = resist};

static int connect(gb_topology *t, gb_error *error) {
  for (int i = 0; i < t->from->problem->springs.count; i++) {
    const gb_spring *spring = &t->from->problem->springs.entry[i];
    if (spring->joint) continue;
    const int32_t node[2] = {gb_topology_find(t, &spring->between[0]),
                             gb_topology_find(t, &spring->between[1])};
    GB_TRY(check(t, spring, node, error));
    GB_TRY(gb_topology_connect(t, &kind, i, node[0], node[1], error));
  }
  return GB_OK;
}

/// Set the length of a spring without given length to the distance of its ends, with its
/// derivatives by designs of their positions.
static int set_distance(const gb_draft *draft, const int32_t node[2], gb_block *block,
                        gb_error *error) {
  const gb_topology *t = draft->t;
  const double *A = gb_topology_position(t, node[0]), *B = gb_topology_position(t, node[1]);
  double square = 0;
  // in the order of the element's operations, so that the elongation in the reference is exactly
  // zero
  for (int k = 0; k < 3; k++) square += (B[k] - A[k]) * (B[k] - A[k]);
  const double distance = sqrt(square);
  gb_draft_own(block)[GB_SPRING_LENGTH] = distance;
  for (int end = 0; end < 2; end++) {
    const gb_shape_set *shape = draft->shape;
    int m = shape->last[gb_topology_vector(t, node[end], GB_POSITION)];
    for (; m >= 0; m = shape->next[m]) {
      double slope = 0;
      for (int k = 0; k < 3; k++) slope += shape->slope[m].value[k] * (B[k] - A[k]) / distance;
      GB_TRY(gb_draft_vary(block, t->from->problem->springs.count, GB_SPRING_LENGTH,
                           shape->slope[m].design, end == 0 ? -slope : slope, error));
    }
  }
  return GB_OK;
}

/// Add the next element of a block if it belongs to this rank.
static int add(const gb_draft *draft, const gb_spring *spring, int64_t cell, gb_block *block,
               gb_error *error) {
  const int32_t node[2] = {gb_topology_find(draft->t, &spring->between[0]),
                           gb_topology_find(draft->t, &spring->between[1])};
  if (!gb_draft_has(draft, node[0])) return GB_OK;
  GB_TRY(gb_set_spring(draft, spring, block, error));
  if (isnan(spring->length)) GB_TRY(set_distance(draft, node, block, error));
  memcpy(&block->node[2 * block->elements], node, sizeof node);
  block->cell[block->elements++] = cell;
  return GB_OK;
}

/// Add a block for all springs without a law, or for one spring with a law.
static int open_block(gb_draft *draft, int32_t springs, gb_block **block, gb_error *error) {
  GB_TRY(gb_draft_block(draft, GB_ELEMENT_SPRING, 2, springs, block, error));
  GB_TRY(gb_draft_make_own(*block, draft->t->from->problem->springs.count, error));
  return gb_draft_make_cells(draft, *block, GB_LINE2, springs, springs, error);
}

static int blocks(gb_draft *draft, gb_error *error) {
  const gb_problem *problem = draft->t->from->problem;
  gb_block *block;
  int32_t alike = 0;
  for (int i = 0; i < problem->springs.count; i++)
    alike += !problem->springs.entry[i].joint && !gb_has_law(&problem->springs.entry[i]);
  if (alike > 0) {
    GB_TRY(open_block(draft, alike, &block, error));
    int64_t cell = block->entry;
    for (int i = 0; i < problem->springs.count; i++) {
      const gb_spring *spring = &problem->springs.entry[i];
      if (!spring->joint && !gb_has_law(spring)) GB_TRY(add(draft, spring, cell++, block, error));
    }
  }
  for (int i = 0; i < problem->springs.count; i++) {
    const gb_spring *spring = &problem->springs.entry[i];
    if (spring->joint || !gb_has_law(spring)) continue;
    GB_TRY(open_block(draft, 1, &block, error));
    GB_TRY(gb_set_law(spring, draft->t->from->problem->controls.count, block, error));
    GB_TRY(add(draft, spring, block->entry, block, error));
  }
  return GB_OK;
}

const gb_builder gb_builder_spring = {.ties = ties, .connect = connect, .blocks = blocks};
