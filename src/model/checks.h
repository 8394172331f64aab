/// What is to be said of a model before it is marched. Constant after the model is built; the same
/// on every rank.
#ifndef GB_MODEL_CHECKS_H
#define GB_MODEL_CHECKS_H

typedef struct gb_checks {
  double area, mass;      ///< of the reference configuration, all ranks
  int redundant_rows;     ///< of joints, left out: they have no multiplier
  char warnings[12000];   ///< one a line
  char mechanism[400];    ///< a rigid motion that no support holds, in words; "": none
  char loose[600];        ///< parts that nothing attaches to the ground; "": none
  char inconsistent[600]; ///< initial velocities that a joint does not allow; "": none
  char massless[400];     ///< a free node that moves without mass, in words; "": none
} gb_checks;

#endif
