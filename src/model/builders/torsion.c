/// Springs about joints, between the joints' ends.
#include "model/builders/builder.h"
#include "model/builders/spring_numbers.h"
#include "model/constraints/joint_rows.h"

/// Resist the joint's angle.
static int resist(const gb_topology *t, const gb_connection *connection,
                  gb_resistance out[GB_RESISTANCES]) {
  const gb_joint_row angle = {.left = GB_JOINT_A2, .right = GB_JOINT_B1};
  gb_joint_row_resist(&angle, t, connection->node[0], out);
  const gb_spring *spring = &t->from->problem->springs.entry[connection->entry];
  return spring->stiffness[0] != 0 || gb_has_law(spring);
}

static const gb_connection_kind kind = {.elastic = true, .resist = resist};

static int connect(gb_topology *t, gb_error *error) {
  for (int i = 0; i < t->from->problem->springs.count; i++) {
    const gb_spring *spring = &t->from->problem->springs.entry[i];
    int joint;
    if (!spring->joint) continue;
    GB_TRY(gb_need_turning_joint(t->from, spring->where, spring->joint, &joint, error));
    GB_TRY(gb_topology_connect(t, &kind, i, gb_joint_end(t, joint, 0), gb_joint_end(t, joint, 1),
                               error));
  }
  return GB_OK;
}

/// Add the next element of a block if it belongs to this rank.
static int add(const gb_draft *draft, const gb_connection *pair, gb_block *block, gb_error *error) {
  if (!gb_draft_has(draft, pair->node[0])) return GB_OK;
  GB_TRY(gb_set_spring(draft, &draft->t->from->problem->springs.entry[pair->entry], block, error));
  for (int end = 0; end < 2; end++) block->node[2 * block->elements + end] = pair->node[end];
  block->elements++;
  return GB_OK;
}

/// Add springs: each spring with a law has its own block, all others share one.
static int blocks(gb_draft *draft, gb_error *error) {
  const gb_connection_set *connections = &draft->t->connections;
  const int32_t springs = draft->t->from->problem->springs.count;
  gb_block *block = NULL;
  for (int laws = 0; laws < 2; laws++)
    for (int i = 0; i < connections->count; i++) {
      const gb_connection *pair = &connections->pair[i];
      if (pair->kind != &kind) continue;
      const gb_spring *spring = &draft->t->from->problem->springs.entry[pair->entry];
      if (gb_has_law(spring) != laws) continue;
      if (!block || laws) {
        GB_TRY(gb_draft_block(draft, GB_ELEMENT_TORSION, 2, springs, &block, error));
        GB_TRY(gb_draft_make_own(block, springs, error));
      }
      if (laws) GB_TRY(gb_set_law(spring, draft->t->from->problem->controls.count, block, error));
      GB_TRY(add(draft, pair, block, error));
    }
  return GB_OK;
}

const gb_builder gb_builder_torsion = {.connect = connect, .blocks = blocks};
