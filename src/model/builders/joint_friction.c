/// Coulomb friction in joints, computed from the joint's multipliers.
#include "model/builders/builder.h"

#include "elements/multibody/friction.h"
#include "model/constraints/joint_rows.h"

static int add(gb_draft *draft, int joint, gb_error *error) {
  const gb_problem *problem = draft->t->from->problem;
  const gb_joint_entry *entry = &problem->joints.entry[joint];
  gb_block *block;
  gb_joint *type;
  if (!gb_joint_has_friction(entry)) return GB_OK;
  GB_TRY(gb_draft_block(draft, GB_ELEMENT_FRICTION, 3, 1, &block, error));
  GB_TRY(GB_TAKE(block->arena, type, 1, error));
  *type = gb_joint_of(problem, joint);
  block->joint->law = type;
  for (int k = 0; k < 3; k++) block->node[k] = gb_joint_end(draft->t, joint, k % 2);
  gb_draft_one(draft, block);
  GB_TRY(gb_draft_parameter(draft, block, GB_FRICTION_COEFFICIENT, &entry->friction.coefficient,
                            error));
  GB_TRY(gb_draft_parameter(draft, block, GB_FRICTION_RADIUS, &entry->friction.radius, error));
  return gb_draft_parameter(draft, block, GB_FRICTION_VELOCITY, &entry->friction.velocity, error);
}

static int blocks(gb_draft *draft, gb_error *error) {
  for (int j = 0; j < draft->t->from->problem->joints.count; j++) GB_TRY(add(draft, j, error));
  return GB_OK;
}

const gb_builder gb_builder_joint_friction = {.blocks = blocks};
