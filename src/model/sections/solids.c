/// Solids of a mesh.
#include "model/sections/solids.h"

#include "model/sections/sections.h"

/// Assign the elements of an entry.
static int assign(const gb_definition *from, int i, gb_solids *s, gb_error *error) {
  const gb_solid *entry = &from->problem->solids.entry[i];
  const gb_group *group;
  gb_section_source section;
  GB_TRY(gb_find_group(from, entry->where, entry->group, 3, &group, error));
  GB_TRY(gb_solid_source_find(from, i, &section, error));
  s->fails = s->fails && section.fails;
  for (int32_t k = 0; k < group->elements; k++) {
    const int32_t e = group->element[k];
    if (s->entry[e] >= 0)
      return gb_fail(error, GB_SECOND_SECTION, "%s: element %lld is a solid already, by %s",
                     entry->where, (long long)from->mesh->element_id[e],
                     from->problem->solids.entry[s->entry[e]].where);
    s->entry[e] = i;
    const double volume = gb_mesh_volume(from->mesh, e);
    s->volume += volume;
    s->mass += volume * section.material[0]->density * gb_solid_relative_density(entry);
    s->count++;
  }
  return GB_OK;
}

static bool is_solid(const void *entries, int32_t element) {
  return ((const int32_t *)entries)[element] >= 0;
}

/// Refuse volume elements that belong to no entry and are in no ignored group.
static int check_covered(const gb_definition *from, const int32_t entry[], gb_error *error) {
  const gb_mesh *mesh = from->mesh;
  bool *ignored;
  int32_t missing = 0, first = -1;
  GB_TRY(GB_TAKE(from->arena, ignored, (size_t)mesh->elements, error));
  for (int i = 0; i < from->problem->ignored.count; i++) {
    const gb_group *group = gb_mesh_group(mesh, from->problem->ignored.entry[i], 3);
    for (int32_t k = 0; group && k < group->elements; k++) ignored[group->element[k]] = true;
  }
  for (int32_t e = mesh->elements - 1; e >= 0; e--)
    if (gb_shape_dimension((gb_shape)mesh->shape[e]) == 3 && entry[e] < 0 && !ignored[e])
      missing++, first = e;
  if (missing == 0) return GB_OK;
  return gb_fail(error, GB_NO_SECTION,
                 "%s: no material for %d volume elements, the first is %lld; accepted: solids: "
                 "[{group: ..., material: ...}] of their group, or its name in `ignore`",
                 mesh->file, (int)missing, (long long)mesh->element_id[first]);
}

/// Whether solids of a shape and a material are too stiff in bending. Hexahedra with 8 nodes have
/// no assumed stresses with a law of finite strains.
static bool is_stiff(gb_shape shape, const gb_material *material) {
  return shape == GB_TETRAHEDRON4 || shape == GB_WEDGE6 || shape == GB_PYRAMID5 ||
         (shape == GB_HEXAHEDRON8 && material->law != GB_LINEAR);
}

/// Warn of solids that are known to be too stiff.
static void warn_of_stiff(const gb_definition *from, const gb_solids *s) {
  int64_t count = 0;
  for (int32_t e = 0; e < from->mesh->elements; e++) {
    if (s->entry[e] < 0) continue;
    const char *name = from->problem->solids.entry[s->entry[e]].material;
    count += is_stiff((gb_shape)from->mesh->shape[e], gb_find_material(from, name));
  }
  if (2 * count > s->count)
    gb_warn(
        from,
        "%s: %lld of %lld solids are tetrahedra, prisms or pyramids of first order, or hexahedra "
        "of 8 nodes that are not of law: linear, which are too stiff in bending; compare with a "
        "finer mesh, or take elements of second order (gmsh -order 2)",
        from->mesh->file, (long long)count, (long long)s->count);
}

/// Set the numbers that describe all solids of a model to the values of the whole mesh.
static void take_whole(const gb_whole_mesh *whole, gb_solids *s) {
  s->count = whole->solids.count;
  s->mass = whole->solids.mass;
  s->fails = whole->solids.fails;
}

int gb_solids_create(const gb_definition *from, const gb_solids **out, gb_error *error) {
  const size_t elements = (size_t)from->mesh->elements;
  gb_solids *s;
  *out = NULL;
  GB_TRY(GB_TAKE(from->arena, s, 1, error));
  GB_TRY(GB_TAKE(from->arena, s->entry, elements, error));
  for (size_t e = 0; e < elements; e++) s->entry[e] = -1;
  s->fails = true;
  for (int i = 0; i < from->problem->solids.count; i++) GB_TRY(assign(from, i, s, error));
  GB_TRY(check_covered(from, s->entry, error));
  if (from->problem->solids.count == 0) return GB_OK;
  if (from->subdomain)
    take_whole(from->subdomain->whole, s);
  else if (s->count == 0)
    return gb_fail(error, GB_EMPTY_GROUP, "%s: the groups of the solids have no elements",
                   from->mesh->file);
  warn_of_stiff(from, s);
  *out = s;
  return gb_elements_around_find(from->mesh, is_solid, s->entry, from->arena, &s->around, error);
}

/// Whether an element has a node.
static bool has_node(const gb_mesh *mesh, int32_t element, int32_t node) {
  for (int32_t p = mesh->start[element]; p < mesh->start[element + 1]; p++)
    if (mesh->node[p] == node) return true;
  return false;
}

/// Whether a face of a solid has the corners of a surface element. @param[out] side as above
static bool is_face(const gb_mesh *mesh, int32_t solid, const char *face, int32_t element,
                    int *side) {
  const int corners = gb_shape_corners((gb_shape)mesh->shape[element]);
  const gb_shape of = gb_shape_of_face((gb_shape)mesh->shape[solid], face);
  const int step = gb_shape_nodes(of) / gb_shape_corners(of); // midpoints are between the corners
  const int32_t *own = mesh->node + mesh->start[solid], *node = mesh->node + mesh->start[element];
  int first = -1;
  if (gb_shape_corners(of) != corners) return false;
  for (int k = 0; k < corners; k++)
    if (own[gb_shape_listed(face, step * k)] == node[0]) first = k;
  if (first < 0) return false;
  for (int turn = -1; turn <= 1; turn += 2) {
    bool same = true;
    for (int k = 1; k < corners; k++)
      same = same &&
             own[gb_shape_listed(face, step * ((first + turn * k + corners) % corners))] == node[k];
    if (same) *side = -turn; // faces are anticlockwise seen from outside
    if (same) return true;
  }
  return false;
}

int gb_solids_behind(const gb_mesh *mesh, const gb_solids *solids, int32_t element, int *side) {
  const int32_t *node = mesh->node + mesh->start[element];
  int count = 0;
  if (!solids || gb_shape_dimension((gb_shape)mesh->shape[element]) != 2) return 0;
  for (int32_t k = solids->around.start[node[0]]; k < solids->around.start[node[0] + 1]; k++) {
    const int32_t solid = solids->around.element[k];
    const gb_shape_type *shape = &gb_shape_types[mesh->shape[solid]];
    if (!has_node(mesh, solid, node[1]) || !has_node(mesh, solid, node[2])) continue;
    for (int f = 0; f < GB_SHAPE_FACES && shape->face[f]; f++)
      count += is_face(mesh, solid, shape->face[f], element, side);
  }
  return count;
}
