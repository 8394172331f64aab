/// The end of results.
#include "library/library.h"

#include <stdlib.h>

void gb_library_modes_free(gb_library_modes *modes) {
  if (!modes) return;
  gb_modes_free(&modes->found);
  gb_result_mesh_destroy(&modes->mesh);
  free(modes->shape);
  free(modes);
}

static void free_directions(gb_library_directions *d) {
  if (!d) return;
  gb_arena_free(&d->memory);
  free(d);
}

void gimbal_result_free(gimbal_result **out) {
  gimbal_result *r = out ? *out : NULL;
  if (!r) return;
  free(r->values);
  free(r->gradient);
  if (r->records) gb_records_destroy(r->records);
  free(r->records);
  gb_fields_destroy(&r->fields);
  gb_library_modes_free(r->modes);
  free_directions(r->directions);
  free(r);
  *out = NULL;
}
