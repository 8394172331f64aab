/// Rows of joints in the reference configuration.
#include "model/constraints/joint_rows.h"

#include "base/length.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/// The reference configuration of a row whose end is `node`, where both frames coincide; the ends
/// of a rod are apart.
static void open_pose(const gb_joint_row *row, const gb_topology *t, int32_t node,
                      gb_joint_pose *out) {
  for (int end = 0; end < 2; end++) {
    const int32_t at = row->right == GB_JOINT_GAP ? gb_joint_end(t, row->joint, end) : node;
    memcpy(out->at[end], gb_topology_position(t, at), sizeof out->at[end]);
    for (int k = 0; k < 3; k++)
      memcpy(out->axis[end][k], gb_topology_reference(t, node, (unsigned)GB_DIRECTOR_1 << k),
             sizeof out->axis[end][k]);
  }
}

/// Set the joint's vectors in a pose. The gap of a rod is half the unit vector along it, which the
/// row uses twice.
static void open_vectors(const gb_joint_row *row, const gb_joint_pose *pose,
                         double vector[GB_JOINT_VECTORS][3]) {
  memset(vector, 0, GB_JOINT_VECTORS * sizeof *vector);
  for (int k = 0; k < 3; k++) {
    memcpy(vector[GB_JOINT_A1 + k], pose->axis[0][k], sizeof *vector);
    memcpy(vector[GB_JOINT_B1 + k], pose->axis[1][k], sizeof *vector);
    vector[GB_JOINT_X + k][k] = 1;
    vector[GB_JOINT_GAP][k] = pose->at[1][k] - pose->at[0][k];
  }
  if (row->right != GB_JOINT_GAP) return;
  const double length = gb_length(vector[GB_JOINT_GAP]);
  for (int i = 0; i < 3; i++) vector[GB_JOINT_GAP][i] /= 2 * length;
}

/// Whether a row is a1.b2 = a2.b1, in place of a1.b2 = 0.
static bool is_unturned(const gb_joint_row *row) {
  return row->left == GB_JOINT_A1 && row->right == GB_JOINT_B2;
}

double gb_joint_row_value(const gb_joint_row *row, const gb_topology *t,
                          const gb_joint_pose *pose) {
  double vector[GB_JOINT_VECTORS][3], length[2];
  open_vectors(row, pose, vector);
  if (row->right != GB_JOINT_GAP) {
    const double first = gb_dot(vector[row->left], vector[row->right]);
    return is_unturned(row) ? (first - gb_dot(vector[GB_JOINT_A2], vector[GB_JOINT_B1])) / 2
                            : first;
  }
  gb_joint_pose drawn;
  open_pose(row, t, gb_joint_end(t, row->joint, 0), &drawn);
  for (int k = 0; k < 2; k++) {
    const gb_joint_pose *of = k ? pose : &drawn;
    double gap[3];
    for (int i = 0; i < 3; i++) gap[i] = of->at[1][i] - of->at[0][i];
    length[k] = gb_length(gap);
  }
  return length[1] - length[0];
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

/// The product of a row, or of its twin a2.b1, by a velocity v of an end and an angular velocity w.
static double product_rate(const double vector[][3], int left, int right, int end,
                           const double v[3], const double w[3]) {
  double rate[2][3];
  rate_of(left, end, vector[left], v, w, rate[0]);
  rate_of(right, end, vector[right], v, w, rate[1]);
  return gb_dot(rate[0], vector[right]) + gb_dot(vector[left], rate[1]);
}

void gb_joint_row_gradient_at(const gb_joint_row *row, const gb_joint_pose *pose, int end,
                              const double about[3], double size, double gradient[6]) {
  double vector[GB_JOINT_VECTORS][3], arm[3];
  const bool turned = row->left == GB_JOINT_A2 && row->right == GB_JOINT_B1; // a joint's angle
  open_vectors(row, pose, vector);
  for (int i = 0; i < 3; i++) arm[i] = pose->at[end][i] - about[i];
  for (int m = 0; m < 6; m++) {
    double v[3] = {m == 0, m == 1, m == 2}, w[3] = {0};
    if (m >= 3) {
      w[m - 3] = 1 / size;
      gb_cross(w, arm, v);
    }
    gradient[m] = product_rate(vector, row->left, row->right, end, v, w);
    if (is_unturned(row))
      gradient[m] = (gradient[m] - product_rate(vector, GB_JOINT_A2, GB_JOINT_B1, end, v, w)) / 2;
    if (turned) gradient[m] = (end ? 1 : -1) * gb_dot(w, vector[GB_JOINT_A3]); // at any angle
  }
}

void gb_joint_row_gradient(const gb_joint_row *row, const gb_topology *t, int32_t node, int end,
                           const double about[3], double size, double gradient[6]) {
  gb_joint_pose pose;
  open_pose(row, t, node, &pose);
  gb_joint_row_gradient_at(row, &pose, end, about, size, gradient);
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
  gb_joint_pose pose;
  open_pose(row, t, gb_joint_end(t, row->joint, 0), &pose);
  open_vectors(row, &pose, vector);
  if (row->right == GB_JOINT_GAP) {
    memcpy(axis, vector[GB_JOINT_GAP], sizeof axis);
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
