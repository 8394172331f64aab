/// Properties and possible defects of a model, found before the march. The same on every rank.
#ifndef GB_MODEL_CHECKS_CHECKS_H
#define GB_MODEL_CHECKS_CHECKS_H

#include "model/constraints/redundancy.h"
#include "model/designs/designs.h"
#include "model/mechanisms/mechanism.h"

/// Results of the checks of a model.
typedef struct gb_checks {
  double area, mass;  ///< area of shells and mass in the reference configuration, on all ranks
  int redundant_rows; ///< number of redundant constraint equations of joints
  int left_out_rows;  ///< number of redundant equations that have no multiplier
  int singular_rows;  ///< number of equations that are redundant at the start alone
  int left_out_entries;
  gb_left_out_entry left_out_entry[GB_LEFT_OUT_ENTRIES]; ///< entries with such rows
  char inconsistent[600]; ///< description of initial velocities that violate a joint; "": none
  char massless[400];     ///< description of a free node without mass; "": none
  char idle[500];         ///< description of a body with motions without inertia; "": none
  char unjoined[250]; ///< description of nodes at one point in parts that nothing joins; "": none
  char hinge[600];    ///< description of a side of solids that turns about an edge; "": none
  char about_normal[300]; ///< description of a body that turns about the normal of shells; "": none
  gb_mechanism rigid;     ///< rigid motions that nothing resists
  struct {
    int nodes, displacements, rotations; ///< numbers of nodes with supports, of fixed
                                         ///< displacements, and of nodes with fixed rotations
  } supported;                           ///< counts of what supports fix
  gb_warnings warnings;
} gb_checks;

/// Check a model. Local. errors: GB_FILE
int gb_checks_create(const gb_supports *supports, const gb_redundancy *redundancy,
                     const gb_design_set *designs, gb_checks **out, gb_error *error);

/// Pass on the failure of a static march or of a factorisation, with the edge about which a part of
/// the model turns freely, or the normal about which a body does, as the likely reason. Local.
/// @return the status
int gb_checks_explain(const gb_checks *checks, int status, const gb_error *failure,
                      gb_error *error);

#endif
