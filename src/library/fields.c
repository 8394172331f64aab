/// Nodes, cells and fields of results at the end of the march.
#include "library/library.h"

#include <string.h>

static const gb_results_mesh *mesh_of(const gimbal_result *r) {
  return r && r->fields ? gb_fields_mesh(r->fields) : NULL;
}

int gimbal_nodes(const gimbal_result *r) {
  return mesh_of(r) ? mesh_of(r)->nodes : 0;
}

const int64_t *gimbal_node_numbers(const gimbal_result *r) {
  return mesh_of(r) ? mesh_of(r)->node_id : NULL;
}

const double *gimbal_coordinates(const gimbal_result *r) {
  return mesh_of(r) ? mesh_of(r)->position[0] : NULL;
}

int gimbal_cells(const gimbal_result *r) {
  return mesh_of(r) ? mesh_of(r)->cells : 0;
}

const int64_t *gimbal_cell_numbers(const gimbal_result *r) {
  return mesh_of(r) ? mesh_of(r)->cell_id : NULL;
}

int gimbal_fields(const gimbal_result *r) {
  int count = 0;
  if (mesh_of(r)) gb_fields_list(r->fields, &count);
  return count;
}

const char *gimbal_field_name(const gimbal_result *r, int field) {
  int count;
  return field >= 0 && field < gimbal_fields(r) ? gb_fields_list(r->fields, &count)[field].name
                                                : NULL;
}

const double *gimbal_field(const gimbal_result *r, const char *name, int *of_cells,
                           int *components) {
  const int count = gimbal_fields(r);
  int same;
  const gb_results_field *field = count > 0 && name ? gb_fields_list(r->fields, &same) : NULL;
  for (int i = 0; field && i < count; i++) {
    if (strcmp(field[i].name, name) != 0) continue;
    if (of_cells) *of_cells = field[i].cell;
    if (components) *components = field[i].components;
    return field[i].values;
  }
  return NULL;
}
