/// Forces, moments and given motions of nodes that differ from step to step, as values of designs.
#ifndef GB_SYSTEM_NODAL_VALUES_STEP_INPUTS_H
#define GB_SYSTEM_NODAL_VALUES_STEP_INPUTS_H

#include <stdbool.h>

typedef struct gb_step_inputs {
  int count;
  const int *design;    ///< [count]
  const bool *is_input; ///< whether a design is one of them, [designs]
  int stages;     ///< largest number of stage times of a step with values of their own; 1: a step
                  ///< has the same values at all times
  const int *end; ///< index of the last stage time of each step, [steps + 1]
  double *value;  ///< [steps + 1][stages][count]; those of later steps are not read
  bool moves;     ///< some of them are given motions
  int step, instant; ///< step and stage time whose values the system has, see gb_stage
  double t;          ///< this time
} gb_step_inputs;

#endif
