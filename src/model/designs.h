/// The designs of a model and the initial velocities, which may depend on them. Constant after the
/// model is built; the same on every rank but for the initial velocities.
#ifndef GB_MODEL_DESIGNS_H
#define GB_MODEL_DESIGNS_H

/// A design as the user names it.
typedef struct gb_design {
  char *name;
  int entry; ///< the problem's design entry that it belongs to
  double value, lower, upper;
} gb_design;

typedef struct gb_design_set {
  int count;
  gb_design *design; ///< [count]
} gb_design_set;

/// How initial velocities depend on a design.
typedef struct gb_initial_slope {
  int design;
  double *value; ///< d initial / d design, [nodal values]
} gb_initial_slope;

/// Initial velocities of this rank's nodes.
typedef struct gb_initial_state {
  double *value; ///< of displacements and directors, [nodal values]
  int slopes;
  gb_initial_slope *slope; ///< the dependence is linear
} gb_initial_state;

void gb_design_set_destroy(gb_design_set **designs);
void gb_initial_state_destroy(gb_initial_state **initial);

#endif
