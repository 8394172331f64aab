/// Natural frequencies and mode shapes of cases.
#include "library/library.h"

#include <stdlib.h>

/// Compute the displacements of the nodes of results from the nodal values of the shapes.
static int expand_shapes(const gb_session *s, gb_library_modes *modes, gb_error *error) {
  const gb_modes *found = &modes->found;
  GB_TRY(gb_result_mesh_create(s->model, s->shapes, s->description->output.swept, &modes->mesh,
                               error));
  const size_t size = 3 * (size_t)gb_result_mesh_share(modes->mesh)->nodes;
  const size_t values = gb_node_values(s->model->nodes);
  const int status = GB_ALLOCATE(modes->shape, (size_t)found->count * size, error);
  GB_TRY(gb_agree(s->comm, status, error));
  for (size_t i = 0; i < (size_t)found->count; i++)
    gb_result_mesh_motion(modes->mesh, found->shape + i * values, false, modes->shape + i * size);
  return GB_OK;
}

static int find(gimbal_case *c, int count, gb_library_modes *modes, gb_error *error) {
  MPI_Bcast(c->loaded->design, gimbal_designs(c), MPI_DOUBLE, 0, c->comm);
  const gb_frame_observer observer = {.context = c, .rest = gb_library_rest};
  c->loaded->live->analysis->observer = &observer;
  int status = gb_evaluator_modes(c->loaded->live, c->loaded->design, count, &modes->found, error);
  c->loaded->live->analysis->observer = NULL;
  GB_TRY(status);
  return expand_shapes(c->loaded->session, modes, error);
}

static int find_modes(gimbal_case *c, int count, gimbal_result **out, gb_error *error) {
  gb_library_modes *modes = NULL;
  if (!c->loaded->source.file)
    return gb_fail(error, GB_WRONG_CALL, "no case is loaded; accepted: gimbal_load before modes");
  if (count < 0)
    return gb_fail(error, GB_WRONG_CALL, "modes: found %d; accepted: a number of modes, or 0",
                   count);
  int status = GB_ALLOCATE(*out, 1, error);
  if (status == GB_OK) status = GB_ALLOCATE(modes, 1, error);
  status = gb_agree(c->comm, status, error);
  if (status == GB_OK) status = find(c, count, modes, error);
  if (status != GB_OK) {
    gb_library_modes_free(modes);
    return status;
  }
  (*out)->made = c->made;
  (*out)->modes = modes;
  return GB_OK;
}

int gimbal_find_modes(gimbal_case *c, int count, gimbal_result **out) {
  gb_error error = {0};
  if (out) *out = NULL;
  if (!c) return GIMBAL_USAGE;
  if (gb_library_need(out, "out", &error) != GB_OK) return gb_library_end(c, error.status, &error);
  const int threads = gb_library_threads(1), status = find_modes(c, count, out, &error);
  gb_library_threads(threads);
  if (status != GB_OK) gimbal_result_free(out);
  return gb_library_end(c, status, &error);
}

int gimbal_modes(const gimbal_result *r) {
  return r && r->modes ? r->modes->found.count : 0;
}

const double *gimbal_mode_frequencies(const gimbal_result *r) {
  return r && r->modes ? r->modes->found.frequency : NULL;
}

const double *gimbal_mode_shapes(const gimbal_result *r) {
  return r && r->modes ? r->modes->shape : NULL;
}

const double *gimbal_mode_derivatives(const gimbal_result *r) {
  return r && r->modes ? r->modes->found.derivative : NULL;
}
