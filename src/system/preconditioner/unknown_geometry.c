/// Positions move with v + w x X, directors turn with w x d.
#include "system/preconditioner/unknown_geometry.h"

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
    GB_EACH_FIELD(field, nodes->fields[i] & GB_FRAME) {
      const int32_t value = gb_node_value(nodes, i, field);
      const double *reference = &nodes->reference[value];
      gb_scalar motion[3] = {0};
      if (turns) { // w x r
        motion[next] = -(reference[last] + gb_real(q[value + last]));
        motion[last] = reference[next] + gb_real(q[value + next]);
      } else if (field == GB_POSITION) {
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
                       double place[][3]) {
  const gb_node_set *nodes = model->nodes;
  for (int32_t i = 0; i < nodes->owned; i++)
    for (int32_t value = nodes->first[i]; value < nodes->first[i + 1]; value++) {
      const int32_t unknown = unknown_of(model, value);
      if (unknown < 0 || index[unknown] <= 0) continue;
      for (int c = 0; c < 3 && gb_node_has(nodes, i, GB_POSITION); c++)
        place[index[unknown] - 1][c] = gb_node_reference(nodes, i, GB_POSITION)[c] +
                                       gb_real(q[gb_node_displacement(nodes, i) + (size_t)c]);
    }
}

/// Mark the unknowns of the values of this rank's nodes on which springs, links, loads and the like
/// act here, but no shells, beams or solids. Collective.
static int find_lone(const gb_model *model, gb_nodal *nodal, gb_scalar lone[], gb_error *error) {
  const gb_node_set *nodes = model->nodes;
  gb_scalar *value;
  GB_SCRATCH(scratch);
  GB_TRY(gb_agree(model->comm, GB_TAKE(&scratch, value, gb_nodal_size(nodal), error), error));
  for (size_t v = 0; v < gb_node_values(nodes); v++) value[v] = 1;
  for (int b = 0; b < model->blocks->count; b++) {
    const gb_block *block = &model->blocks->block[b];
    for (int32_t k = 0; block->section.layup && k < block->nodes * block->elements; k++)
      for (int32_t v = nodes->first[block->node[k]]; v < nodes->first[block->node[k] + 1]; v++)
        value[v] = 0;
  }
  return gb_nodal_scatter_diagonal(nodal, value, lone, error);
}

int gb_unknown_corners(const gb_model *model, gb_nodal *nodal, const int index[],
                       gb_corner corner[], gb_error *error) {
  const gb_node_set *nodes = model->nodes;
  gb_scalar *lone;
  GB_SCRATCH(scratch);
  const int status = GB_TAKE(&scratch, lone, (size_t)model->dofs->owned, error);
  GB_TRY(gb_agree(model->comm, status, error));
  GB_TRY(find_lone(model, nodal, lone, error));
  for (int32_t i = 0; i < model->dofs->owned; i++)
    if (index[i] > 0) corner[index[i] - 1] = lone[i] != 0 ? GB_CORNER_FRAME : GB_CORNER_NONE;
  for (int32_t i = 0; i < nodes->owned; i++) {
    const unsigned others = nodes->fields[i] & ~(unsigned)GB_MULTIPLIERS;
    const int32_t multipliers = nodes->first[i] + gb_field_values(others);
    for (int32_t value = nodes->first[i]; value < nodes->first[i + 1]; value++) {
      const int32_t unknown = unknown_of(model, value);
      if (unknown < 0 || index[unknown] <= 0) continue;
      if (value >= multipliers)
        corner[index[unknown] - 1] = GB_CORNER_MULTIPLIER;
      else if (others != nodes->fields[i] || gb_field_count(others & GB_DIRECTORS) > 1)
        corner[index[unknown] - 1] = GB_CORNER_FRAME;
    }
  }
  return GB_OK;
}
