/// Reactions of joints and the drift of constraints.
#ifndef GB_SYSTEM_JOINT_REPORT_H
#define GB_SYSTEM_JOINT_REPORT_H

#include "system/assembly.h"

/// Of this rank's joints and constraints.
typedef struct gb_joint_report {
  double (
      *reaction)[6]; ///< force on the second partner, moment about the joint's place there, in
                     ///< global axes, [model->problem->joints.count]; zero for those of other ranks
  double drift[3];   ///< largest |Phi|, |Phi'| and |Phi''| of all reports so far
} gb_joint_report;

/// reaction is overwritten, drift raised. Local; the state has all components.
void gb_joint_report_make(const gb_model *model, gb_assembly *assembly, const gb_nodal_state *state,
                          gb_joint_report *report);

/// The joints that velocities break, largest first, with their rates: "joint 'axle' (0.3)"; "":
/// none by more than round-off of the largest speed. Collective; errors: GB_FILE (memory)
int gb_joint_report_broken(const gb_model *model, gb_assembly *assembly,
                           const gb_nodal_state *state, size_t size, char *text, gb_error *error);

#endif
