/// Nodes, cells and fields of results at the end of the march, and their file.
#include "library/library.h"

#include <string.h>

static const gb_results_mesh *mesh_of(const gimbal_result *r) {
  if (r && r->modes) return gb_result_mesh_share(r->modes->mesh);
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
  if (r && r->fields) gb_fields_list(r->fields, &count);
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

static int write_frame(const gimbal_case *c, const gimbal_result *r, const char *path,
                       gb_error *error) {
  gb_results *results = NULL;
  int count;
  const gb_results_field *field = gb_fields_list(r->fields, &count);
  int status = gb_results_create(c->comm, path, gb_fields_mesh(r->fields), &results, error);
  if (status == GB_OK)
    status = gb_results_frame(results, gb_fields_time(r->fields), count, field, error);
  if (status == GB_OK) status = gb_results_close(results, error);
  gb_results_destroy(&results);
  return status;
}

int gimbal_write_results(gimbal_case *c, const gimbal_result *r, const char *path) {
  gb_error error = {0};
  if (!c) return GIMBAL_USAGE;
  int status = gb_library_need(r, "result", &error);
  if (status == GB_OK) status = gb_library_need(path, "path", &error);
  if (status == GB_OK && (r->made != c->made || !r->fields))
    status = gb_fail(&error, GB_WRONG_CALL,
                     "these results cannot be written; accepted: the result of a run of this case");
  if (status == GB_OK && !*path)
    status = gb_fail(&error, GB_WRONG_CALL, "path: found ''; accepted: a name without its ending");
  status = gb_agree(c->comm, status, &error);
  if (status == GB_OK) status = write_frame(c, r, path, &error);
  return gb_library_end(c, status, &error);
}
