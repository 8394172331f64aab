/// The rows of joints in the reference configuration: what they are, how they change when an end
/// moves as a rigid body, and what they keep the joint from. Source: docs/theory.md, the sections
/// on joints and on redundant rows.
#ifndef GB_MODEL_JOINT_ROWS_H
#define GB_MODEL_JOINT_ROWS_H

#include "elements/joint.h"
#include "model/topology.h"

/// A row of a joint: a product of two of its vectors that vanishes, or a prescribed motion.
typedef struct gb_joint_row {
  int joint, index;          ///< the entry, the row's number among the joint's
  int drive;                 ///< number of its prescribed motion in the model, -1: none
  unsigned char left, right; ///< gb_joint_vector
  const gb_expression *motion;
} gb_joint_row;

/// What the element of a joint is.
gb_joint gb_joint_of(const gb_problem *problem, int joint);
/// The node of an end of a joint: a frame that is tied to a body, a node or the ground. The first
/// end carries the multipliers.
int32_t gb_joint_end(const gb_topology *t, int joint, int end);
/// The largest arm of a joint at a body, along an axis; 0: no joint has one.
double gb_joint_arm(const gb_topology *t);

/// The rows of a joint: those of its type, or those of its prescribed motions, which are counted.
/// @return how many
int gb_joint_list_rows(const gb_problem *problem, int joint, bool driven, int *drives,
                       gb_joint_row out[GB_JOINT_ROWS]);
/// The gradient of a row by a motion of the end `node`: velocity v at `about`, angular velocity
/// w / size. end: 0 or 1
void gb_joint_row_gradient(const gb_joint_row *row, const gb_topology *t, int32_t node, int end,
                           const double about[3], double size, double gradient[6]);
/// The same by the velocities and angular velocities of both ends, which are at `node`.
void gb_joint_row_resist(const gb_joint_row *row, const gb_topology *t, int32_t node,
                         gb_resistance *out);
/// "moving along (1, 0, 0)" or "turning about (0, 0, 1)": what a row keeps the joint from.
void gb_joint_row_words(const gb_joint_row *row, const gb_topology *t, size_t size, char *text);

#endif
