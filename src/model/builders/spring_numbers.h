/// Parameters of springs between ends and about joints.
#ifndef GB_MODEL_BUILDERS_SPRING_NUMBERS_H
#define GB_MODEL_BUILDERS_SPRING_NUMBERS_H

#include "elements/spring/spring.h"
#include "model/builders/draft.h"

/// Set the parameters of the block's next element. Local. errors: GB_FILE
static inline int gb_set_spring(const gb_draft *draft, const gb_spring *spring, gb_block *block,
                                gb_error *error) {
  const int32_t capacity = draft->t->from->problem->springs.count;
  for (int k = 0; k < GB_SPRING_ORDER; k++) {
    GB_TRY(gb_draft_own_parameter(draft, block, capacity, GB_SPRING_STIFFNESS + k,
                                  &spring->stiffness[k], error));
    GB_TRY(gb_draft_own_parameter(draft, block, capacity, GB_SPRING_DAMPING + k,
                                  &spring->damping[k], error));
    GB_TRY(gb_draft_own_parameter(draft, block, capacity, GB_SPRING_NUMBERS + k, &spring->number[k],
                                  error));
  }
  return gb_draft_own_parameter(draft, block, capacity, GB_SPRING_LENGTH,
                                spring->joint ? &spring->angle : &spring->length, error);
}

/// Whether a spring's force is given by a law; it then needs its own block.
static inline bool gb_has_law(const gb_spring *spring) {
  return spring->law.expression || spring->law.point;
}

/// Add the controls in a law as parameters after the others, for the block's only element.
static inline int gb_set_law_controls(const gb_spring *spring, int controls, gb_force_law *law,
                                      gb_block *block, gb_error *error) {
  law->first = block->parameters;
  for (int k = 0; law->expression && k < controls; k++) {
    if (!gb_expression_uses(law->expression, GB_LAW_OWN + k)) continue;
    if (law->controls == GB_LAW_CONTROLS)
      return gb_fail(error, GB_TOO_MANY, "%s.force: too many controls; accepted: at most %d",
                     spring->where, GB_LAW_CONTROLS);
    law->control[law->controls++] = k;
  }
  if (law->controls == 0) return GB_OK;
  block->parameters += law->controls;
  GB_TRY(GB_TAKE(block->arena, block->parameter, (size_t)block->parameters, error));
  return GB_TAKE(block->arena, block->own, (size_t)block->parameters, error);
}

/// Set the law of a block's only spring. Local. errors: GB_FILE, GB_USAGE
static inline int gb_set_law(const gb_spring *spring, int controls, gb_block *block,
                             gb_error *error) {
  const gb_law_entry *from = &spring->law;
  gb_force_law *law;
  double(*point)[3];
  GB_TRY(GB_TAKE(block->arena, law, 1, error));
  *law = (gb_force_law){.expression = from->expression, .points = from->points};
  block->joint->law = law;
  GB_TRY(gb_set_law_controls(spring, controls, law, block, error));
  if (!from->point) return GB_OK;
  GB_TRY(GB_TAKE(block->arena, point, (size_t)from->points, error));
  gb_force_law_slopes(from->points, from->point, point);
  law->point = (const double(*)[3])point;
  return GB_OK;
}

#endif
