/// Orientation of rigid bodies as directors and quaternions. Source of the quaternion: S. W.
/// Shepperd 1978, "Quaternion from rotation matrix", J. Guidance and Control 1: divide by its
/// largest component.
#include "monitor/orientation.h"

#include <math.h>
#include <string.h>

static void read_body(const gb_model *model, int32_t node, const double q[],
                      double out[GB_BODY_VECTORS]) {
  for (int k = 0; k < 4; k++) {
    const int32_t vector = gb_node_vector(model->nodes, node, GB_POSITION) + k;
    for (int i = 0; i < 3; i++)
      out[3 * k + i] = model->nodes->reference[vector][i] + q[3 * vector + i];
  }
}

void gb_orientation_read(const gb_model *model, const double q[], double row[]) {
  memset(row, 0, (size_t)model->problem->bodies.count * GB_BODY_VECTORS * sizeof *row);
  for (int i = 0; i < model->blocks->count; i++) {
    const gb_block *block = &model->blocks->block[i];
    for (int32_t e = 0; block->kind == GB_ELEMENT_RIGID_BODY && e < block->elements; e++) {
      const int body = gb_block_entry(block, e);
      read_body(model, block->node[e], q, &row[body * GB_BODY_VECTORS]);
    }
  }
}

void gb_orientation_quaternion(const double director[9], const double before[4], double out[4]) {
  const double xx = director[0], yy = director[4], zz = director[8];
  // four times the squares of the components
  const double square[4] = {1 + xx + yy + zz, 1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz};
  const double cross[3] = {director[5] - director[7], director[6] - director[2],
                           director[1] - director[3]};
  const double sum[3] = {director[5] + director[7], director[6] + director[2],
                         director[1] + director[3]};
  int largest = 0;
  double size = 0, along = 0;
  for (int k = 1; k < 4; k++)
    if (square[k] > square[largest]) largest = k;
  out[largest] = square[largest];
  for (int k = 0; k < 3; k++) {
    if (largest == 0) out[1 + k] = cross[k];
    if (largest == 1 + k) out[0] = cross[k];
    if (largest > 0 && largest != 1 + k) out[1 + k] = sum[3 - k - (largest - 1)];
  }
  for (int k = 0; k < 4; k++) {
    size += out[k] * out[k];
    along += out[k] * before[k];
  }
  for (int k = 0; k < 4; k++) out[k] *= (along < 0 ? -1 : 1) / sqrt(size);
}

void gb_orientation_complete(int rows, int bodies, const double vectors[], double out[]) {
  static const double still[4] = {1, 0, 0, 0};
  for (int r = 0; r < rows; r++)
    for (int i = 0; i < bodies; i++, vectors += GB_BODY_VECTORS, out += GB_BODY_VALUES) {
      const double *before = r > 0 ? out - bodies * GB_BODY_VALUES + 3 : still;
      memcpy(out, vectors, 3 * sizeof *out);
      gb_orientation_quaternion(vectors + 3, before, out + 3);
      memcpy(out + 7, vectors + 3, 9 * sizeof *out);
    }
}
