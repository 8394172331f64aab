/// Axes of directors, and blocks and vectors turned into them. Source: docs/theory.md, the section
/// on preconditioners.
#include "system/stretch.h"

#include <stdlib.h>

enum { U = 3 }; ///< where a shell node's director begins among its values

int32_t gb_stretch_three(const gb_model *model, int32_t node, unsigned field) {
  const int32_t *start = &model->dofs->T.start[3 * gb_node_vector(model->nodes, node, field)];
  if (model->nodes->tied[node]) return -1;
  for (int i = 0; i < 3; i++)
    if (start[i + 1] - start[i] != 1 || model->dofs->T.factor[start[i]] != 1 ||
        model->dofs->T.unknown[start[i]] != model->dofs->T.unknown[start[0]] + i)
      return -1;
  return model->dofs->T.unknown[start[0]];
}

int32_t gb_stretch_director(const gb_model *model, int32_t node) {
  // a body's axes are no shell's, and to a frame at a fold other shells' directors are tied
  return model->nodes->fields[node] == GB_SHELL ? gb_stretch_three(model, node, GB_DIRECTOR_1) : -1;
}

void gb_stretch_axes(const double d[3], double axis[3][3]) {
  const double size = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  int least = 0;
  for (int i = 1; i < 3; i++)
    if (fabs(d[i]) < fabs(d[least])) least = i;
  for (int i = 0; i < 3; i++) axis[2][i] = d[i] / size;
  double along = axis[2][least], norm = sqrt(1 - along * along);
  for (int i = 0; i < 3; i++) axis[0][i] = ((i == least) - along * axis[2][i]) / norm;
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    axis[1][i] = axis[2][j] * axis[0][k] - axis[2][k] * axis[0][j];
  }
}

int gb_stretch_create(const gb_model *model, const int32_t director[], const gb_scalar q[],
                      gb_stretch *stretch, gb_error *error) {
  GB_TRY(GB_ALLOCATE(stretch->axis, (size_t)model->nodes->count, error));
  GB_TRY(GB_ALLOCATE(stretch->diagonal, (size_t)model->dofs->owned, error));
  for (int32_t i = 0; i < model->nodes->count; i++) {
    double d[3];
    if (director[i] < 0) continue;
    for (int k = 0; k < 3; k++)
      d[k] = gb_node_reference(model->nodes, i, GB_DIRECTOR_1)[k] +
             gb_real(q[gb_node_displacement(model->nodes, i) + U + k]);
    gb_stretch_axes(d, stretch->axis[i]);
  }
  return GB_OK;
}

void gb_stretch_free(gb_stretch *stretch) {
  free(stretch->axis);
  free(stretch->diagonal);
  *stretch = (gb_stretch){0};
}

void gb_stretch_turn_three(const double axis[3][3], bool back, gb_scalar x[]) {
  const gb_scalar old[3] = {x[0], x[1], x[2]};
  for (int r = 0; r < 3; r++)
    x[r] = back ? axis[0][r] * old[0] + axis[1][r] * old[1] + axis[2][r] * old[2]
                : axis[r][0] * old[0] + axis[r][1] * old[1] + axis[r][2] * old[2];
}

void gb_stretch_turn_rows(const double axis[3][3], int width, gb_scalar row[]) {
  for (int c = 0; c < width; c++) {
    gb_scalar *column = &row[c], old[3];
    for (int k = 0; k < 3; k++) old[k] = column[width * k];
    for (int r = 0; r < 3; r++)
      column[width * r] = axis[r][0] * old[0] + axis[r][1] * old[1] + axis[r][2] * old[2];
  }
}

void gb_stretch_turn_columns(const double axis[3][3], int height, int width, gb_scalar column[]) {
  for (int r = 0; r < height; r++) gb_stretch_turn_three(axis, false, &column[width * r]);
}

int gb_stretch_turn_blocks(gb_stretch *stretch, const gb_model *model, gb_nodal *nodal,
                           const int32_t director[], const gb_node_pairs *pairs, gb_scalar block[],
                           gb_error *error) {
  gb_scalar *own = NULL;
  int status = GB_ALLOCATE(own, gb_nodal_size(nodal), error);
  GB_TRY(gb_agree(model->comm, status, error));
  for (int32_t i = 0; i < model->nodes->count; i++)
    for (int32_t k = pairs->start[i]; k < pairs->start[i + 1]; k++) {
      const int32_t j = pairs->column[k];
      const int height = 3 * gb_node_vectors(model->nodes, i);
      const int width = 3 * gb_node_vectors(model->nodes, j);
      gb_scalar *here = &block[pairs->block[k]];
      if (director[i] >= 0)
        gb_stretch_turn_rows((const double(*)[3])stretch->axis[i], width, here + U * width);
      if (director[j] >= 0)
        gb_stretch_turn_columns((const double(*)[3])stretch->axis[j], height, width, here + U);
      if (i == j && director[i] >= 0)
        own[gb_node_displacement(model->nodes, i) + U + 2] = here[height * width - 1];
    }
  status = gb_nodal_scatter(nodal, 1, own, stretch->diagonal, error);
  free(own);
  GB_TRY(status);
  for (int32_t i = 0; status == GB_OK && i < model->nodes->owned; i++)
    if (director[i] >= 0 && !(gb_real(stretch->diagonal[director[i] + 2]) > 0))
      status = gb_fail(error, GB_SINGULAR, "a director's length is not held by any shell");
  return gb_agree(model->comm, status, error);
}

void gb_stretch_turn(const gb_stretch *stretch, const gb_model *model, const int32_t director[],
                     bool back, gb_scalar x[]) {
  for (int32_t i = 0; i < model->nodes->owned; i++)
    if (director[i] >= 0)
      gb_stretch_turn_three((const double(*)[3])stretch->axis[i], back, x + director[i]);
}
