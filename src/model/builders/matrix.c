/// Given matrices: two frames, at places of bodies or at nodes, and a block of its own for each
/// entry, whose table has the matrices. In results each is a line between its ends.
#include "base/symmetric.h"
#include "model/builders/builder.h"
#include "model/topology/axes_end.h"

#include "model/sections/triad.h"

#include <math.h>
#include <string.h>

static const char ONE[] = "matrices end at one";

/// Whether rotations of an end have stiffness, damping or mass.
static bool turns(const gb_matrix_entry *entry, int end) {
  for (int which = 0; which < GB_MATRICES; which++)
    for (int i = GB_MATRIX_END * end + 3; i < GB_MATRIX_END * (end + 1); i++)
      for (int j = 0; j < GB_MATRIX_COMPONENTS; j++)
        if (entry->number[which][gb_symmetric_entry(GB_MATRIX_COMPONENTS, i, j)] != 0) return true;
  return false;
}

/// Find where an end is. An end on the ground without a place is where the other one is.
static int find_place(const gb_topology *t, const gb_matrix_entry *entry, int end,
                      const gb_axes_end *to, const double **place, gb_error *error) {
  gb_axes_end other;
  *place = entry->at[end];
  if (to->node >= 0) *place = gb_topology_position(t, to->node);
  if (to->node >= 0 || !isnan(entry->at[end][0])) return GB_OK;
  if (to->body >= 0) {
    *place = gb_topology_position(t, gb_topology_body(t, to->body));
    return GB_OK;
  }
  GB_TRY(gb_axes_end_find(t, entry->where, entry->between[!end], ONE, &other, error));
  return find_place(t, entry, !end, &other, place, error);
}

/// Check that what an end names has what its components need, and is where the case says.
static int check_end(const gb_topology *t, const gb_matrix_entry *entry, int end,
                     const gb_axes_end *to, gb_error *error) {
  const double *at = entry->at[end];
  if (turns(entry, end) && to->node >= 0 && !gb_axes_end_turns(t, to))
    return gb_fail(error, GB_WRONG_ENDS,
                   "%s.between: %s has no axes for a stiffness, damping or mass of rotations; "
                   "accepted: those of displacements only, a body, or a node of a beam",
                   entry->where, entry->between[end]);
  if (to->node < 0 || isnan(at[0]) || gb_topology_is_at(t, to->node, at, 0)) return GB_OK;
  const double *X = gb_topology_position(t, to->node);
  return gb_fail(error, GB_WRONG_PLACE,
                 "%s.at: end %d is at (%g, %g, %g), and %s at (%g, %g, %g); accepted: the same "
                 "place, or ~",
                 entry->where, end + 1, at[0], at[1], at[2], entry->between[end], X[0], X[1], X[2]);
}

static int add_end(gb_topology *t, int m, int end, const double axis[3][3], gb_error *error) {
  const gb_matrix_entry *entry = &t->from->problem->matrices.entry[m];
  gb_axes_end to;
  const double *place;
  int32_t node;
  GB_TRY(gb_axes_end_find(t, entry->where, entry->between[end], ONE, &to, error));
  GB_TRY(check_end(t, entry, end, &to, error));
  GB_TRY(find_place(t, entry, end, &to, &place, error));
  const gb_new_node new = {.fields = GB_FRAME,
                           .position = place,
                           .axis = axis,
                           .origin = {"matrices", entry->name, m + 1},
                           .hidden = to.node >= 0};
  GB_TRY(gb_topology_add(t, &new, &node, error));
  if (to.node >= 0) t->result_node[node] = to.node; // another one would make two points of it
  GB_TRY(gb_topology_mark(t, &entry->between[end], node, error));
  return gb_axes_end_tie(t, node, &to, gb_axes_end_turns(t, &to), error);
}

static int ties(gb_topology *t, gb_error *error) {
  for (int m = 0; m < t->from->problem->matrices.count; m++) {
    double axis[3][3];
    gb_axes(t->from->problem->matrices.entry[m].axes, axis);
    for (int end = 0; end < 2; end++) GB_TRY(add_end(t, m, end, (const double(*)[3])axis, error));
  }
  return GB_OK;
}

static int resist(const gb_topology *t, const gb_connection *connection,
                  gb_resistance out[GB_RESISTANCES]) {
  const gb_matrix_entry *entry = &t->from->problem->matrices.entry[connection->entry];
  double row[GB_MATRIX_COMPONENTS][GB_MATRIX_COMPONENTS];
  const int count =
      gb_symmetric_factor(GB_MATRIX_COMPONENTS, entry->number[GB_MATRIX_STIFFNESS], row[0]);
  for (int k = 0; k < count; k++) {
    out[k] = (gb_resistance){.force = {{0}}};
    for (int c = 0; c < GB_MATRIX_COMPONENTS; c++) {
      const int end = c / GB_MATRIX_END, along = c % GB_MATRIX_END;
      const double *axis =
          gb_topology_reference(t, connection->node[end], (unsigned)GB_DIRECTOR_1 << along % 3);
      double *to = along < 3 ? out[k].force[end] : out[k].moment[end];
      for (int i = 0; i < 3; i++) to[i] += row[k][c] * axis[i];
    }
  }
  return count;
}

static const gb_connection_kind kind = {.elastic = true, .attracts = true, .resist = resist};

static int connect(gb_topology *t, gb_error *error) {
  for (int m = 0; m < t->from->problem->matrices.count; m++) {
    const gb_matrix_entry *entry = &t->from->problem->matrices.entry[m];
    int32_t node[2];
    for (int end = 0; end < 2; end++) {
      node[end] = gb_topology_find(t, &entry->between[end]);
      GB_TRY(gb_topology_check_end(t, entry->where, entry->between[end],
                                   gb_topology_master(t, node[end]), error));
    }
    GB_TRY(gb_topology_connect(t, &kind, m, node[0], node[1], error));
  }
  return GB_OK;
}

static int add(gb_draft *draft, const gb_connection *pair, gb_error *error) {
  const gb_matrix_entry *entry = &draft->t->from->problem->matrices.entry[pair->entry];
  enum { ROWS = GB_MATRIX_COMPONENTS };
  gb_block *block;
  gb_matrices *own;
  GB_TRY(gb_draft_block(draft, GB_ELEMENT_MATRIX, 2, 1, &block, error));
  GB_TRY(GB_TAKE(block->arena, own, 1, error));
  for (int which = 0; which < GB_MATRICES; which++) {
    for (int i = 0; i < ROWS; i++)
      for (int j = 0; j < ROWS; j++)
        own->entry[which][i][j] = entry->number[which][gb_symmetric_entry(ROWS, i, j)];
    GB_TRY(gb_draft_parameter(draft, block, which, &entry->factor[which], error));
  }
  block->joint->law = own;
  GB_TRY(GB_TAKE(block->arena, block->joint->entry, 1, error));
  *block->joint->entry = pair->entry;
  memcpy(block->node, pair->node, sizeof pair->node);
  GB_TRY(gb_draft_make_cells(draft, block, GB_LINE2, 1, 1, error));
  *block->cell = block->entry;
  gb_draft_one(draft, block);
  return GB_OK;
}

static int blocks(gb_draft *draft, gb_error *error) {
  const gb_connection_set *connections = &draft->t->connections;
  for (int i = 0; i < connections->count; i++)
    if (connections->pair[i].kind == &kind) GB_TRY(add(draft, &connections->pair[i], error));
  return GB_OK;
}

const gb_builder gb_builder_matrix = {.ties = ties, .connect = connect, .blocks = blocks};
