/// Rows of joints in the reference configuration.
#include "model/constraints/joint_rows.h"

#include "base/length.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/// Set the joint's vectors in the reference configuration, where both frames coincide.
static void open_vectors(const gb_topology *t, int32_t node, double vector[GB_JOINT_VECTORS][3]) {
  memset(vector, 0, GB_JOINT_VECTORS * sizeof *vector);
  for (int k = 0; k < 3; k++) {
    const double *axis = gb_topology_reference(t, node, (unsigned)GB_DIRECTOR_1 << k);
    memcpy(vector[GB_JOINT_A1 + k], axis, sizeof *vector);
    memcpy(vector[GB_JOINT_B1 + k], axis, sizeof *vector);
    vector[GB_JOINT_X + k][k] = 1;
  }
}

/// Set half the unit vector from the first end to the second; the row uses it twice.
static void open_gap(const gb_topology *t, int joint, double gap[3]) {
  const double *A = gb_topology_position(t, gb_joint_end(t, joint, 0));
  const double *B = gb_topology_position(t, gb_joint_end(t, joint, 1));
  for (int i = 0; i < 3; i++) gap[i] = B[i] - A[i];
  const double length = gb_length(gap);
  for (int i = 0; i < 3; i++) gap[i] /= 2 * length;
}

/// Compute the rate of one of the joint's vectors in a motion of one of its ends.
static void rate_of(int vector, int end, const double value[3], const double v[3],
                    const double w[3], double out[3]) {
  const bool first = vector >= GB_JOINT_A1 && vector <= GB_JOINT_A3;
  const bool second = vector >= GB_JOINT_B1 && vector <= GB_JOINT_B3;
  memset(out, 0, 3 * sizeof *out);
  if (vector == GB_JOINT_GAP)
    for (int i = 0; i < 3; i++) out[i] = end ? v[i] : -v[i];
  else if (end ? second : first)
    gb_cross(w, value, out);
}

void gb_joint_row_gradient(const gb_joint_row *row, const gb_topology *t, int32_t node, int end,
                           const double about[3], double size, double gradient[6]) {
  double vector[GB_JOINT_VECTORS][3], arm[3];
  open_vectors(t, node, vector);
  if (row->right == GB_JOINT_GAP) open_gap(t, row->joint, vector[GB_JOINT_GAP]);
  const double *at = gb_topology_position(t, node);
  for (int i = 0; i < 3; i++) arm[i] = at[i] - about[i];
  for (int m = 0; m < 6; m++) {
    double v[3] = {m == 0, m == 1, m == 2}, w[3] = {0}, left[3], right[3];
    if (m >= 3) {
      w[m - 3] = 1 / size;
      gb_cross(w, arm, v);
    }
    rate_of(row->left, end, vector[row->left], v, w, left);
    rate_of(row->right, end, vector[row->right], v, w, right);
    gradient[m] = gb_dot(left, vector[row->right]) + gb_dot(vector[row->left], right);
  }
}

void gb_joint_row_resist(const gb_joint_row *row, const gb_topology *t, int32_t node,
                         gb_resistance *out) {
  for (int end = 0; end < 2; end++) {
    double gradient[6];
    gb_joint_row_gradient(row, t, node, end, gb_topology_position(t, node), 1, gradient);
    memcpy(out->force[end], gradient, sizeof out->force[end]);
    memcpy(out->moment[end], gradient + 3, sizeof out->moment[end]);
  }
}

void gb_joint_row_words(const gb_joint_row *row, const gb_topology *t, size_t size, char *text) {
  double vector[GB_JOINT_VECTORS][3], axis[3];
  const bool moves = row->left == GB_JOINT_GAP;
  open_vectors(t, gb_joint_end(t, row->joint, 0), vector);
  if (row->right == GB_JOINT_GAP) {
    open_gap(t, row->joint, axis);
    snprintf(text, size, "changing its length along (%.4g, %.4g, %.4g)", 2 * axis[0], 2 * axis[1],
             2 * axis[2]);
    return;
  }
  gb_cross(vector[row->left], vector[row->right], axis);
  if (moves) memcpy(axis, vector[row->right], sizeof axis);
  for (int i = 0; i < 3; i++)
    if (fabs(axis[i]) < 1e-9) axis[i] = 0;
  snprintf(text, size, "%s (%.4g, %.4g, %.4g)", moves ? "moving along" : "turning about", axis[0],
           axis[1], axis[2]);
}

gb_joint gb_joint_of(const gb_problem *problem, int joint) {
  const gb_joint_entry *entry = &problem->joints.entry[joint];
  return (gb_joint){.type = &gb_joint_types[entry->type],
                    .angle = entry->angle != NULL,
                    .distance = entry->distance != NULL};
}

int32_t gb_joint_end(const gb_topology *t, int joint, int end) {
  return gb_topology_find(t, &t->from->problem->joints.entry[joint].between[end]);
}

int gb_joint_list_rows(const gb_problem *problem, int j, bool driven, int *drives,
                       gb_joint_row out[GB_JOINT_ROWS]) {
  const gb_joint_entry *entry = &problem->joints.entry[j];
  const gb_joint_type *type = &gb_joint_types[entry->type];
  int count = 0, index = type->rows;
  for (int k = 0; !driven && k < type->rows; k++)
    out[count++] = (gb_joint_row){j, k, -1, type->row[k][0], type->row[k][1], NULL};
  if (driven && entry->angle)
    out[count++] = (gb_joint_row){j, index++, (*drives)++, GB_JOINT_A2, GB_JOINT_B1, entry->angle};
  if (driven && entry->distance)
    out[count++] =
        (gb_joint_row){j, index++, (*drives)++, GB_JOINT_GAP, GB_JOINT_A3, entry->distance};
  return count;
}

double gb_joint_arm(const gb_topology *t) {
  double arm = 0;
  for (int j = 0; j < t->from->problem->joints.count; j++)
    for (int end = 0; end < 2; end++) {
      const int32_t node = gb_joint_end(t, j, end), master = gb_topology_master(t, node);
      for (int i = 0; master >= 0 && i < 3; i++)
        arm =
            fmax(arm, fabs(gb_topology_position(t, node)[i] - gb_topology_position(t, master)[i]));
    }
  return arm;
}
