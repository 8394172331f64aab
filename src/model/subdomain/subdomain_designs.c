/// Copies of designs of elements for subdomains.
#include "model/subdomain/subdomain_designs.h"

#include "base/count.h"

int gb_mesh_designs_choose(const gb_design_set *designs, int32_t elements, const int32_t element[],
                           gb_arena *arena, gb_mesh_designs **out, gb_error *error) {
  gb_mesh_designs *d;
  GB_TRY(GB_TAKE(arena, d, 1, error));
  *out = d;
  *d = (gb_mesh_designs){.count = designs->of_elements.count,
                         .width = designs->width,
                         .parts = designs->parts,
                         .design = designs->of_elements.entry,
                         .value = designs->value,
                         .built = designs->built};
  GB_TRY(GB_TAKE(arena, d->part, (size_t)d->parts, error));
  for (int i = 0; i < d->parts; i++) {
    d->part[i] = designs->part[i];
    GB_TRY(GB_TAKE(arena, d->part[i].element, (size_t)elements, error));
    for (int32_t k = 0; k < elements; k++)
      d->part[i].element[k] = designs->part[i].element[element[k]];
  }
  return GB_OK;
}

/// Allocate memory for the arrays.
static int allocate(int32_t elements, gb_arena *arena, gb_mesh_designs *d, gb_error *error) {
  GB_TRY(GB_TAKE(arena, d->design, (size_t)d->count, error));
  GB_TRY(GB_TAKE(arena, d->value, (size_t)d->width, error));
  GB_TRY(GB_TAKE(arena, d->built, (size_t)d->width, error));
  GB_TRY(GB_TAKE(arena, d->part, (size_t)d->parts, error));
  for (int i = 0; i < d->parts; i++)
    GB_TRY(GB_TAKE(arena, d->part[i].element, (size_t)elements, error));
  return GB_OK;
}

int gb_mesh_designs_transfer(MPI_Comm pair, int32_t elements, gb_arena *arena,
                             gb_mesh_designs **designs, gb_error *error) {
  int second, status = GB_OK;
  MPI_Comm_rank(pair, &second);
  if (second) status = GB_TAKE(arena, *designs, 1, error);
  GB_TRY(gb_agree(pair, status, error));
  gb_mesh_designs *d = *designs;
  gb_broadcast(pair, 0, sizeof *d, d);
  if (second) status = allocate(elements, arena, d, error);
  GB_TRY(gb_agree(pair, status, error));
  gb_broadcast(pair, 0, (size_t)d->count * sizeof *d->design, d->design);
  gb_broadcast(pair, 0, (size_t)d->width * sizeof *d->value, d->value);
  gb_broadcast(pair, 0, (size_t)d->width * sizeof *d->built, d->built);
  for (int i = 0; i < d->parts; i++) {
    gb_element_designs *part = &d->part[i];
    MPI_Bcast(&part->ply, 1, MPI_INT, 0, pair);
    MPI_Bcast(&part->angle, 1, MPI_C_BOOL, 0, pair);
    gb_broadcast(pair, 0, (size_t)elements * sizeof *part->element, part->element);
  }
  return GB_OK;
}
