/// Nodes with positions of their own: free nodes, which are entries of `masses` (each is a point
/// mass, possibly zero, and a cell of the results), and the fixed ends of springs on the ground.
#include "model/builders/builder.h"

static int add_ground_ends(gb_topology *t, gb_error *error) {
  for (int i = 0; i < t->from->problem->springs.count; i++)
    for (int end = 0; end < 2 && !t->from->problem->springs.entry[i].joint; end++) {
      const gb_spring *spring = &t->from->problem->springs.entry[i];
      const gb_new_node new = {.fields = GB_POSITION,
                               .position = spring->at[end],
                               .origin = {.kind = "the ground end of a spring"}};
      int32_t node;
      if (!gb_end_is_ground(spring->between[end])) continue;
      GB_TRY(gb_topology_add(t, &new, &node, error));
      GB_TRY(gb_topology_mark_position(t, new.position, node, error));
      GB_TRY(gb_topology_tie_to_body(t, node, -1, error));
    }
  return GB_OK;
}

static int nodes(gb_topology *t, gb_error *error) {
  const gb_problem *problem = t->from->problem;
  for (int i = 0; i < problem->masses.count; i++) {
    const gb_point_mass *mass = &problem->masses.entry[i];
    int32_t node;
    if (mass->name && !mass->group && gb_find_body(t->from, mass->name) >= 0)
      return gb_fail(
          error, GB_DUPLICATE_NAME,
          "%s: a body is named '%s' too; accepted: names that differ from those of bodies",
          mass->where, mass->name);
    if (!gb_is_free_node(mass)) continue;
    const gb_new_node new = {
        .fields = GB_POSITION, .position = mass->at, .origin = {"point", mass->name, 0}};
    GB_TRY(gb_topology_add(t, &new, &node, error));
    GB_TRY(gb_topology_mark_position(t, mass->at, node, error));
  }
  return add_ground_ends(t, error);
}

static int blocks(gb_draft *draft, gb_error *error) {
  const gb_problem *problem = draft->t->from->problem;
  gb_block *block;
  int32_t count = 0;
  for (int i = 0; i < problem->masses.count; i++)
    count += gb_is_free_node(&problem->masses.entry[i]);
  if (count == 0) return GB_OK;
  GB_TRY(gb_draft_block(draft, GB_ELEMENT_POINT_MASS, 1, count, &block, error));
  GB_TRY(gb_draft_make_own(block, count, error));
  GB_TRY(gb_draft_make_cells(draft, block, GB_POINT, count, count, error));
  int64_t cell = block->entry;
  for (int i = 0; i < problem->masses.count; i++) {
    const gb_point_mass *mass = &problem->masses.entry[i];
    if (!gb_is_free_node(mass)) continue;
    const int32_t node = gb_topology_find(draft->t, mass->at);
    if (gb_draft_has(draft, node)) {
      GB_TRY(gb_draft_own_parameter(draft, block, count, 0, &mass->mass, error));
      block->node[block->elements] = node;
      block->cell[block->elements++] = cell;
    }
    cell++;
  }
  return GB_OK;
}

const gb_builder gb_builder_free_node = {.nodes = nodes, .blocks = blocks};
