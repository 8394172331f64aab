/// Resistance of joints. Viscous damping: a moment opposing the rate of the angle if the joint can
/// rotate, a force opposing the sliding velocity along the axis if it can only slide. Coulomb
/// friction: computed from the joint's multipliers.
#include "model/builders/builder.h"

#include "elements/multibody/friction.h"
#include "elements/spring/bushing.h"
#include "elements/spring/spring.h"
#include "model/constraints/joint_rows.h"

static int add_damping(gb_draft *draft, int joint, gb_error *error) {
  const gb_joint_entry *entry = &draft->t->from->problem->joints.entry[joint];
  const bool turns = gb_joint_types[entry->type].turns;
  const int along = GB_BUSHING_DAMPING + gb_bushing_entry(2, 2); // the third axis is the joint's
  gb_block *block;
  if (entry->damping == 0) return GB_OK;
  GB_TRY(
      gb_draft_block(draft, turns ? GB_ELEMENT_TORSION : GB_ELEMENT_BUSHING, 2, 1, &block, error));
  for (int end = 0; end < 2; end++) block->node[end] = gb_joint_end(draft->t, joint, end);
  gb_draft_one(draft, block);
  return gb_draft_parameter(draft, block, turns ? GB_SPRING_DAMPING : along, &entry->damping,
                            error);
}

static int damping(gb_draft *draft, gb_error *error) {
  for (int j = 0; j < draft->t->from->problem->joints.count; j++)
    GB_TRY(add_damping(draft, j, error));
  return GB_OK;
}

const gb_builder gb_builder_joint_damping = {.blocks = damping};

static int add_friction(gb_draft *draft, int joint, gb_error *error) {
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

static int friction(gb_draft *draft, gb_error *error) {
  for (int j = 0; j < draft->t->from->problem->joints.count; j++)
    GB_TRY(add_friction(draft, j, error));
  return GB_OK;
}

const gb_builder gb_builder_joint_friction = {.blocks = friction};
