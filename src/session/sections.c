/// Elements of a deck without a section.
#include "session/opening.h"

static void mark(const gb_mesh *mesh, const char *name, int dimension, bool has[]) {
  const gb_group *group = name ? gb_mesh_group(mesh, name, dimension) : NULL;
  for (int32_t i = 0; group && i < group->elements; i++) has[group->element[i]] = true;
}

int gb_session_check_sections(const gb_problem *problem, const gb_deck_facts *deck,
                              const gb_mesh *mesh, gb_error *error) {
  bool *has;
  int32_t first = -1, missing = 0;
  GB_SCRATCH(scratch);
  if (!deck->sections || problem->defective) return GB_OK;
  GB_TRY(GB_TAKE(&scratch, has, (size_t)mesh->elements, error));
  for (int i = 0; i < problem->shells.count; i++)
    mark(mesh, problem->shells.entry[i].group, 2, has);
  for (int i = 0; i < problem->bodies.count; i++)
    mark(mesh, problem->bodies.entry[i].surface, 2, has);
  for (int i = 0; i < problem->beams.count; i++)
    mark(mesh, gb_beam_group(&problem->beams.entry[i]), 1, has);
  for (int i = 0; i < problem->solids.count; i++)
    mark(mesh, problem->solids.entry[i].group, 3, has);
  for (int i = 0; i < problem->ignored.count; i++)
    for (int dimension = 2; dimension <= 3; dimension++)
      mark(mesh, problem->ignored.entry[i], dimension, has);
  for (int32_t e = mesh->elements; e-- > 0;)
    if (!has[e] && mesh->property[e] != GB_ADDED_FACE) first = e, missing++;
  if (missing == 0) return GB_OK;
  const char *const *is = deck->sections[mesh->property[first]];
  static const char *const keys[] = {"beams", "beams", "shells", "solids"};
  return gb_fail(error, GB_NO_SECTION,
                 "%s: element %lld, %s, is in no set that %s names (elements without a section: "
                 "%d); accepted: %s with a set of it, or `%s` of its group in the case file",
                 mesh->file, (long long)mesh->element_id[first], is[0], is[1], (int)missing, is[1],
                 keys[gb_shape_dimension((gb_shape)mesh->shape[first])]);
}
