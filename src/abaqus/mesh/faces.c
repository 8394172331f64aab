/// Faces of solids of an .inp deck. Loads and surfaces name faces by their numbers in the
/// table of shapes, which count from 1. Loads make surface elements of them. Source: Abaqus
/// Elements Guide, three-dimensional solid elements.
#include "abaqus/entries/load.h"
#include "base/count.h"

#include <string.h>

bool gb_inp_is_solid(const gb_inp *inp, int32_t element) {
  return element < inp->mesh->elements && inp->mesh->property[element] == GB_INP_SOLIDS;
}

bool gb_inp_has_solids(const gb_inp *inp, const int32_t members[], int count) {
  return count > 0 && gb_inp_is_solid(inp, members[0]);
}

int gb_inp_read_face(const gb_inp_data *data, char letter, const gb_inp_members *elements,
                     int *face, gb_error *error) {
  const gb_inp *inp = data->inp;
  const gb_deck_text text = gb_inp_unquoted(gb_field(&data->is, 1));
  const char name[] = {letter, 0};
  *face = text.length == 2 && gb_deck_starts(text, name) ? text.text[1] - '0' : 0;
  GB_REFUSE_IF(*face < 1 || *face > GB_SHAPE_FACES, &data->is, error,
               "'%.*s' on solids is not read; accepted: %s1 to %s%d, the number of a face; others "
               "by `loads` of the case file",
               GB_SHOWN(text), name, name, GB_SHAPE_FACES);
  for (int i = 0; i < elements->count; ++i) {
    const int32_t e = elements->entry[i];
    const bool solid = gb_inp_is_solid(inp, e);
    GB_REFUSE_IF(!solid, &data->is, error, "%s%d on an element that is no solid", name, *face);
    const gb_shape_type *shape = &gb_shape_types[inp->mesh->shape[e]];
    GB_REFUSE_IF(!shape->face[*face - 1], &data->is, error,
                 "%s%d on element %lld, a %s, which has no such face", name, *face,
                 gb_inp_number(inp, inp->mesh->element_id[e]), shape->name);
  }
  return GB_OK;
}

/// Find the shape and the nodes of a face of a solid, whose list has midpoints between the corners.
static void find_face(const gb_mesh *mesh, int32_t solid, int face, gb_inp_facet *out) {
  const gb_shape shape = (gb_shape)mesh->shape[solid];
  const char *list = gb_shape_types[shape].face[face - 1];
  const gb_shape of = gb_shape_of_face(shape, list);
  const int corners = gb_shape_corners(of), nodes = gb_shape_nodes(of), step = nodes / corners;
  out->shape = (unsigned char)of;
  for (int a = 0; a < nodes; ++a)
    out->node[a] =
        mesh->node[mesh->start[solid] + gb_shape_listed(list, step * (a % corners) + a / corners)];
}

void gb_inp_find_facet(const gb_inp *inp, const gb_inp_surface *surface, int member,
                       gb_inp_facet *out) {
  const gb_mesh *mesh = inp->mesh;
  const int32_t of = surface->members.entry[member];
  out->shape = GB_POINT;
  out->node[0] = of;
  if (!surface->nodes && gb_inp_is_solid(inp, of)) {
    find_face(mesh, of, surface->sides.entry[member], out);
  } else if (!surface->nodes) {
    out->shape = mesh->shape[of];
    memcpy(out->node, &mesh->node[mesh->start[of]],
           (size_t)gb_shape_nodes(out->shape) * sizeof *out->node);
  }
  out->nodes = gb_shape_nodes((gb_shape)out->shape);
}

double gb_inp_facet_share(const gb_inp *inp, const gb_inp_facet *facet, int a) {
  gb_inp_facet own = *facet;
  gb_mesh alone = *inp->mesh; // has this element alone
  int32_t start[2] = {0, own.nodes};
  alone.elements = 1;
  alone.shape = &own.shape;
  alone.start = start;
  alone.node = own.node;
  return gb_mesh_area_share(&alone, 0, a);
}

/// Make room for more faces in the mesh, at its end.
static int reserve(gb_mesh *mesh, size_t more, gb_error *error) {
  const gb_mesh old = *mesh;
  const size_t count = (size_t)old.elements, all = count + more;
  const size_t nodes = (size_t)old.start[count], longest = nodes + more * GB_INP_FACE_NODES;
  if (longest > GB_LARGEST_COUNT)
    return gb_fail(error, GB_TOO_LARGE, "%s: the elements name more than %d nodes", mesh->file,
                   GB_LARGEST_COUNT);
  GB_TRY(GB_TAKE(mesh->arena, mesh->element_id, all, error));
  GB_TRY(GB_TAKE(mesh->arena, mesh->shape, all, error));
  GB_TRY(GB_TAKE(mesh->arena, mesh->property, all, error));
  GB_TRY(GB_TAKE(mesh->arena, mesh->start, all + 1, error));
  GB_TRY(GB_TAKE(mesh->arena, mesh->node, longest, error));
  memcpy(mesh->element_id, old.element_id, count * sizeof *old.element_id);
  memcpy(mesh->shape, old.shape, count * sizeof *old.shape);
  memcpy(mesh->property, old.property, count * sizeof *old.property);
  memcpy(mesh->start, old.start, (count + 1) * sizeof *old.start);
  memcpy(mesh->node, old.node, nodes * sizeof *old.node);
  return GB_OK;
}

/// Add a face of a solid to the end of the mesh, which has room for it.
static void lay(gb_inp *inp, int32_t solid, int face) {
  gb_mesh *mesh = inp->mesh;
  const int32_t e = mesh->elements++;
  gb_inp_facet facet;
  find_face(mesh, solid, face, &facet);
  const int nodes = gb_shape_nodes((gb_shape)facet.shape);
  mesh->element_id[e] = ++inp->elements->last;
  mesh->shape[e] = facet.shape;
  mesh->property[e] = GB_ADDED_FACE;
  mesh->start[e + 1] = mesh->start[e] + nodes;
  memcpy(&mesh->node[mesh->start[e]], facet.node, (size_t)nodes * sizeof *facet.node);
}

int gb_inp_lay_faces(gb_inp *inp, const gb_inp_surface *surface, gb_error *error) {
  const int count = surface->members.count;
  GB_TRY(reserve(inp->mesh, (size_t)count, error));
  for (int i = 0; i < count; ++i) lay(inp, surface->members.entry[i], surface->sides.entry[i]);
  return GB_OK;
}

int gb_inp_add_faces(gb_inp *inp, gb_error *error) {
  gb_mesh *mesh = inp->mesh;
  const gb_inp_action *last = NULL;
  gb_inp_action before;
  size_t count = 0;
  GB_EACH(action, inp->loads->actions)
    count += action->kind == GB_ACT_PRESSURE && action->component > 0;
  if (count == 0) return GB_OK;
  GB_TRY(reserve(mesh, count, error));
  GB_EACH(action, inp->loads->actions) {
    if (action->kind != GB_ACT_PRESSURE || action->component == 0) continue;
    const bool same =
        last && before.target == action->target && before.component == action->component;
    before = *action;
    last = &before;
    if (!same) lay(inp, action->target, action->component);
    action->target = mesh->elements - 1;
    action->component = 0;
  }
  return GB_OK;
}
