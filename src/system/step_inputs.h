/// Forces, moments and given motions of nodes that differ from step to step, as values of designs.
#ifndef GB_SYSTEM_STEP_INPUTS_H
#define GB_SYSTEM_STEP_INPUTS_H

#include <stdbool.h>

typedef struct gb_step_inputs {
  int count;
  const int *design;    ///< [count]
  const bool *is_input; ///< whether a design is one of them, [designs]
  int stages;     ///< times of stages of a step that have values of their own; 1: all have the same
  const int *end; ///< last time of each step that has values of its own, [steps + 1]
  double *value;  ///< [steps + 1][stages][count]; those of later steps are not read
  bool moves;     ///< some of them are given motions
  int step, instant; ///< stage whose values the system has, see gb_stage
  double t;          ///< time of this stage
} gb_step_inputs;

#endif
