/// Where rigid bodies are and how they are turned, for the histories of a results file.
#ifndef GB_MONITOR_ORIENTATION_H
#define GB_MONITOR_ORIENTATION_H

#include "model/model.h"

enum {
  GB_BODY_VECTORS = 12, ///< place of the centre, then the three directors
  GB_BODY_VALUES = 16   ///< place, quaternion, directors
};

/// Places and directors of this rank's bodies, zeros for the others: row[bodies][GB_BODY_VECTORS].
/// @param q  nodal increments, [nodal values]
void gb_orientation_read(const gb_model *model, const double q[], double row[]);

/// The unit quaternion (scalar first) of the rotation from the global axes to directors d1, d2, d3:
/// of its two signs the one nearer to `before`.
void gb_orientation_quaternion(const double director[9], const double before[4], double out[4]);

/// Rows of bodies with their quaternions, each continuous from row to row.
/// @param vectors  [rows][bodies][GB_BODY_VECTORS]
/// @param out      [rows][bodies][GB_BODY_VALUES]
void gb_orientation_complete(int rows, int bodies, const double vectors[], double out[]);

#endif
