/// Constraint equations (rows) of joints in the reference configuration: their vectors, their
/// derivatives by rigid motions of the joint's ends, and the motions that they prevent. Source:
/// docs/theory.md, the sections on joints and on redundant rows.
#ifndef GB_MODEL_CONSTRAINTS_JOINT_ROWS_H
#define GB_MODEL_CONSTRAINTS_JOINT_ROWS_H

#include "elements/multibody/joint.h"
#include "model/topology/topology.h"

/// A row of a joint: a vanishing product of two of its vectors, or a prescribed motion.
typedef struct gb_joint_row {
  int joint, index; ///< index of the joint's entry; index of the row among the joint's rows
  int drive;        ///< number of the prescribed motion in the model, -1: none
  unsigned char left, right; ///< factors of the product, each a gb_joint_vector
  const gb_expression *motion;
} gb_joint_row;

/// Where the ends of a joint are and how their frames stand.
typedef struct gb_joint_pose {
  double at[2][3], axis[2][3][3];
} gb_joint_pose;

/// @return the description of a joint for its element
gb_joint gb_joint_of(const gb_problem *problem, int joint);
/// @return the node of an end of a joint: a frame tied to a body, to a node or to the ground. The
///   first end carries the multipliers.
int32_t gb_joint_end(const gb_topology *t, int joint, int end);
/// @return the largest distance, along an axis, of a joint's end from the node to which it is tied;
///   0: there is none
double gb_joint_arm(const gb_topology *t);

/// List the rows of a joint's type or, if `driven`, those of its prescribed motions, which are
/// counted in *drives. @return number of rows
int gb_joint_list_rows(const gb_problem *problem, int joint, bool driven, int *drives,
                       gb_joint_row out[GB_JOINT_ROWS]);
/// Compute the gradient of a row by a rigid motion of end 0 or 1, at `node`: velocity v at `about`,
/// and angular velocity w / size.
void gb_joint_row_gradient(const gb_joint_row *row, const gb_topology *t, int32_t node, int end,
                           const double about[3], double size, double gradient[6]);
/// Compute the same in any pose.
void gb_joint_row_gradient_at(const gb_joint_row *row, const gb_joint_pose *pose, int end,
                              const double about[3], double size, double gradient[6]);
/// @return what a row of a joint's type must keep at zero, in a pose; of a rod, its elongation
double gb_joint_row_value(const gb_joint_row *row, const gb_topology *t, const gb_joint_pose *pose);
/// Compute the gradients of a row by velocities and angular velocities of both ends at `node`.
void gb_joint_row_resist(const gb_joint_row *row, const gb_topology *t, int32_t node,
                         gb_resistance *out);
/// Describe the motion that a row prevents: "moving along (1, 0, 0)" or "turning about (0, 0, 1)".
void gb_joint_row_words(const gb_joint_row *row, const gb_topology *t, size_t size, char *text);

#endif
