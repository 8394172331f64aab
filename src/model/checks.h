/// What is to be said of a model before it is marched. The same on every rank.
#ifndef GB_MODEL_CHECKS_H
#define GB_MODEL_CHECKS_H

#include "model/designs.h"
#include "model/mechanism.h"
#include "model/redundancy.h"

typedef struct gb_checks {
  double area, mass;      ///< of the reference configuration, all ranks
  int redundant_rows;     ///< of joints
  int left_out_rows;      ///< of these: they have no multiplier
  char inconsistent[600]; ///< initial velocities that a joint does not allow, in words; "": none
  char massless[400];     ///< a free node that moves without mass, in words; "": none
  char idle[500];         ///< a body whose motions have no inertia, in words; "": none
  gb_mechanism rigid;     ///< rigid motions that nothing holds
  struct {
    int nodes, displacements, rotations; ///< rotations: nodes of which some are
  } held;                                ///< by supports
  gb_warnings warnings;
} gb_checks;

/// Local. errors: GB_FILE
int gb_checks_create(const gb_supports *supports, const gb_redundancy *redundancy,
                     const gb_design_set *designs, gb_checks **out, gb_error *error);

#endif
