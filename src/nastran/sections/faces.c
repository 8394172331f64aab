/// Neighbours with opposed normals. Nastran takes each element by its own normal. Here neighbours
/// share a director, so the smaller part of the elements is reversed, and with it the signs of
/// their pressures and offsets. Laminates are not reversed, because their plies are counted from
/// one face.
#include "nastran/entries/shell.h"

/// Mark the elements that are not reversed: those of laminates, of shear panels, and of properties
/// that the case gives.
static int mark_kept(gb_nastran *nastran, bool kept[], gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  for (int32_t e = 0; e < mesh->elements; ++e) kept[e] = true;
  GB_EACH(property, nastran->shells->properties) {
    const gb_group *group = gb_nastran_group(mesh, property->id, 2);
    if (!group) continue;
    GB_TRY(gb_nastran_make_directed(nastran, property, error));
    const bool sided = property->count > 0 || property->general || gb_nastran_is_shear(property);
    for (int32_t i = 0; i < group->elements && !sided; ++i) kept[group->element[i]] = false;
  }
  return GB_OK;
}

int gb_nastran_make_consistent(gb_nastran *nastran, gb_error *error) {
  gb_mesh *mesh = nastran->deck->mesh;
  bool *kept;
  int64_t count;
  int32_t first = 0;
  GB_TRY(GB_TAKE(nastran->deck->arena, kept, (size_t)mesh->elements, error));
  GB_TRY(GB_TAKE(mesh->arena, mesh->reversed, (size_t)mesh->elements, error));
  GB_TRY(mark_kept(nastran, kept, error));
  GB_TRY(gb_mesh_orient_groups(mesh, kept, mesh->reversed, &count, error));
  if (count == 0) return GB_OK;
  while (!mesh->reversed[first]) ++first;
  return gb_deck_note(nastran->deck, -1, error,
                      "neighbours of one property have opposed normals: %lld elements (the first: "
                      "%lld) are reversed, and so are the signs of their pressures and offsets; "
                      "top and bottom in results follow",
                      (long long)count, (long long)mesh->element_id[first]);
}
