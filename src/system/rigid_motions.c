/// Positions move with v + w x X, directors turn with w x d.
#include "system/rigid_motions.h"

/// @return the owned unknown that a nodal value is, or -1
static int32_t unknown_of(const gb_model *model, int32_t value) {
  const gb_node_map *T = &model->dofs->T;
  const int32_t term = T->start[value];
  const bool alone = T->start[value + 1] == term + 1 && T->factor[term] == 1;
  return alone && T->unknown[term] < model->dofs->owned ? T->unknown[term] : -1;
}

void gb_rigid_motion(const gb_model *model, const gb_scalar q[], int k, gb_scalar x[]) {
  const gb_node_set *nodes = model->nodes;
  const bool turns = k >= 3;
  const int axis = k % 3, next = (axis + 1) % 3, last = (axis + 2) % 3;
  for (int32_t i = 0; i < nodes->owned; i++) {
    const unsigned fields = nodes->fields[i] & ~(unsigned)GB_MULTIPLIERS;
    for (int vector = 0; vector < gb_field_vectors(fields); vector++) {
      const int32_t value = 3 * (nodes->first[i] + vector);
      const double *reference = nodes->reference[nodes->first[i] + vector];
      gb_scalar motion[3] = {0};
      if (turns) { // w x r
        motion[next] = -(reference[last] + gb_real(q[value + last]));
        motion[last] = reference[next] + gb_real(q[value + next]);
      } else if (vector == 0 && (fields & GB_POSITION)) {
        motion[axis] = 1;
      }
      for (int c = 0; c < 3; c++) {
        const int32_t unknown = unknown_of(model, value + c);
        if (unknown >= 0) x[unknown] = motion[c];
      }
    }
  }
}

void gb_unknown_places(const gb_model *model, const gb_scalar q[], const int index[],
                       double place[][3], gb_corner corner[]) {
  const gb_node_set *nodes = model->nodes;
  for (int32_t i = 0; i < nodes->owned; i++) {
    const unsigned others = nodes->fields[i] & ~(unsigned)GB_MULTIPLIERS;
    const int32_t multipliers = 3 * (nodes->first[i] + gb_field_vectors(others));
    for (int32_t value = 3 * nodes->first[i]; value < 3 * nodes->first[i + 1]; value++) {
      const int32_t unknown = unknown_of(model, value);
      if (unknown < 0 || index[unknown] <= 0) continue;
      // nodes of patches at a fold have the unknowns of its frame
      if (value >= multipliers)
        corner[index[unknown] - 1] = GB_CORNER_MULTIPLIER;
      else if (others != nodes->fields[i] || gb_field_vectors(others & GB_DIRECTORS) > 1)
        corner[index[unknown] - 1] = GB_CORNER_FRAME;
      for (int c = 0; c < 3 && gb_node_has(nodes, i, GB_POSITION); c++)
        place[index[unknown] - 1][c] = gb_node_reference(nodes, i, GB_POSITION)[c] +
                                       gb_real(q[gb_node_displacement(nodes, i) + (size_t)c]);
    }
  }
}
