/// Contacts whose surface is lines or faces of the mesh: a block with a pool of surfaces and points
/// for each shape of the surface and each shape of what touches.
#include "model/builders/contact/contact_elements.h"

#include "model/builders/contact/contact_numbers.h"

#include <stdlib.h>
#include <string.h>

/// Elements of one shape, or points.
typedef struct party {
  int dimension, nodes, samples;   ///< nodes and points of each
  int32_t count, *node;            ///< [count][nodes]
  gb_face_fan *fan;                ///< parts of each; NULL: points
  uint8_t (*faces)[GB_FAN_SHARED]; ///< of a surface: see gb_contact_pool, [count]
} party;

/// The elements of a group, by shapes.
typedef struct parties {
  int count;
  party of[GB_SHAPES];
} parties;

/// List the elements of a shape of a group, with their nodes.
static int list_shape(const gb_draft *draft, const gb_contact *contact, const gb_group *group,
                      gb_shape shape, party *out, gb_error *error) {
  const gb_mesh *mesh = draft->t->from->mesh;
  const int nodes = gb_shape_nodes(shape);
  *out = (party){
      .dimension = group->dimension, .nodes = nodes, .samples = gb_shape_types[shape].basis.points};
  GB_TRY(GB_TAKE(draft->t->from->arena, out->node, (size_t)group->elements * (size_t)nodes + 1,
                 error));
  for (int32_t i = 0; i < group->elements; i++) {
    const int32_t element = group->element[i];
    if (mesh->shape[element] != shape) continue;
    const int32_t *node = &mesh->node[mesh->start[element]];
    GB_TRY(gb_draft_check_nodes(draft, contact->where, group->name, nodes, node, error));
    memcpy(&out->node[nodes * out->count++], node, (size_t)nodes * sizeof *node);
  }
  return GB_OK;
}

/// List the elements of a group's lines or faces by their shapes.
static int list_shapes(const gb_draft *draft, const gb_contact *contact, const gb_group *group,
                       parties *out, gb_error *error) {
  out->count = 0;
  for (int shape = GB_LINE2; shape <= GB_QUAD8; shape++) {
    party *next = &out->of[out->count];
    if (gb_shape_dimension((gb_shape)shape) != group->dimension) continue;
    GB_TRY(list_shape(draft, contact, group, (gb_shape)shape, next, error));
    out->count += next->count > 0;
  }
  return GB_OK;
}

/// Check faces whose spheres are behind them: their normals are known to point out of the solid
/// where this rank has it.
static int check_flush(const gb_draft *draft, const gb_contact *contact, const gb_group *surface,
                       const gb_group *group, gb_error *error) {
  const gb_mesh *mesh = draft->t->from->mesh;
  if (surface->dimension != 2 || group->dimension != 2)
    return gb_fail(error, GB_WRONG_GROUP,
                   "%s.inside: '%s' or '%s' has no faces; accepted: groups of faces",
                   contact->where, contact->on, contact->group);
  for (int32_t i = 0; i < group->elements; i++) {
    int side = 0;
    if (gb_solids_behind(mesh, draft->t->from->solids, group->element[i], &side) == 1 && side > 0)
      return gb_fail(error, GB_WRONG_GROUP,
                     "%s.inside: the normal of element %lld of group '%s' points into its solid; "
                     "accepted: normals out of it, as by orient: outwards",
                     contact->where, (long long)mesh->element_id[group->element[i]],
                     contact->group);
  }
  return GB_OK;
}

/// List what touches: the frames of bodies, the nodes of a group, or its lines or faces.
static int list_touching(const gb_draft *draft, const gb_contact *contact,
                         const gb_contact_frames *frames, const gb_group *surface, parties *out,
                         gb_error *error) {
  const gb_group *group;
  party *points = out->of;
  if (contact->body) {
    out->count = 1;
    *points = (party){.nodes = 1, .samples = 1, .count = gb_contact_points(frames)};
    GB_TRY(GB_TAKE(draft->t->from->arena, points->node, (size_t)points->count, error));
    for (int32_t k = 0; k < points->count; k++) points->node[k] = frames->first_point + k;
    return GB_OK;
  }
  GB_TRY(gb_find_group(draft->t->from, contact->where, contact->group, -1, &group, error));
  if (group->dimension > 2)
    return gb_fail(error, GB_WRONG_GROUP,
                   "%s.group: '%s' has volumes; accepted: nodes, lines or faces", contact->where,
                   contact->group);
  if (contact->inside) GB_TRY(check_flush(draft, contact, surface, group, error));
  if (group->dimension > 0) return list_shapes(draft, contact, group, out, error);
  out->count = 1;
  *points = (party){.nodes = 1, .samples = 1, .count = group->nodes, .node = group->node};
  return gb_draft_check_nodes(draft, contact->where, contact->group, group->nodes, group->node,
                              error);
}

/// A side between two nodes of the ring of a face, or one node of the ring.
typedef struct side {
  int32_t node[2];               ///< in ascending order; of a node twice itself
  int32_t party, element, place; ///< place in the ring
} side;

static int ascending(const void *a, const void *b) {
  const side *one = a, *other = b;
  const int32_t x[] = {one->node[0], one->node[1], one->party, one->element, one->place};
  const int32_t y[] = {other->node[0], other->node[1], other->party, other->element, other->place};
  for (int i = 0; i < 5; i++)
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  return 0;
}

/// List the sides, or the nodes, of the rings of all elements in the order of their nodes.
/// @return their number
static int list_sides(const parties *surfaces, bool nodes, side out[]) {
  int count = 0;
  for (int p = 0; p < surfaces->count; p++) {
    const party *of = &surfaces->of[p];
    const gb_face_fan *fan = of->fan;
    for (int32_t e = 0; e < of->count; e++)
      for (int k = 0; k < fan->rings; k++) {
        if (!nodes && fan->corners == 2) continue; // a segment between two nodes is a part
        const int32_t *node = &of->node[of->nodes * e];
        const int32_t one = node[fan->ring[k]];
        const int32_t other = nodes ? one : node[fan->ring[(k + 1) % fan->rings]];
        out[count++] = (side){{one < other ? one : other, one < other ? other : one}, p, e, k};
      }
  }
  qsort(out, (size_t)count, sizeof *out, ascending);
  return count;
}

/// @return how many of the sorted sides from `first` on are the same
static int count_same(const side list[], int count, int first) {
  int end = first;
  while (end < count && list[end].node[0] == list[first].node[0] &&
         list[end].node[1] == list[first].node[1])
    end++;
  return end - first;
}

/// Count how many elements have each side, or node, of the ring of each.
static int count_faces(const parties *surfaces, bool nodes, side list[], gb_error *error) {
  const int count = list_sides(surfaces, nodes, list);
  for (int i = 0, same; i < count; i += same) {
    same = count_same(list, count, i);
    if (same > UINT8_MAX)
      return gb_fail(error, GB_WRONG_GROUP,
                     "a surface of a contact has %d elements at one place; accepted: up to %d",
                     same, UINT8_MAX);
    for (int k = i; k < i + same; k++)
      surfaces->of[list[k].party]
          .faces[list[k].element][(nodes ? GB_FAN_RING : 0) + list[k].place] = (uint8_t)same;
  }
  return GB_OK;
}

/// Find the parts of the surface's elements, and how many elements have each side and node.
static int find_faces(const gb_draft *draft, parties *surfaces, gb_error *error) {
  size_t room = 0;
  side *list;
  for (int p = 0; p < surfaces->count; p++) {
    party *of = &surfaces->of[p];
    GB_TRY(GB_TAKE(draft->t->from->kept, of->faces, (size_t)of->count, error));
    GB_TRY(GB_TAKE(draft->t->from->kept, of->fan, 1, error));
    gb_face_fan_make(of->dimension, of->nodes, of->fan);
    memset(of->faces, 1, (size_t)of->count * sizeof *of->faces); // of places that it does not have
    room += (size_t)of->count * (size_t)of->fan->rings;
  }
  GB_TRY(GB_TAKE(draft->t->from->arena, list, room + 1, error));
  GB_TRY(count_faces(surfaces, false, list, error));
  return count_faces(surfaces, true, list, error);
}

static int set_pool(const gb_draft *draft, const party *surface, const party *touching,
                    gb_block *block, gb_error *error) {
  const size_t faces = (size_t)surface->count * (size_t)surface->nodes;
  const size_t others = (size_t)touching->count * (size_t)touching->nodes;
  gb_contact_pool *pool;
  GB_TRY(GB_TAKE(block->arena, pool, 1, error));
  *pool = (gb_contact_pool){.surfaces = surface->count,
                            .points = touching->count * touching->samples,
                            .surface_nodes = surface->nodes,
                            .point_nodes = touching->nodes,
                            .samples = touching->samples,
                            .nodes = (int32_t)(faces + others),
                            .faces = surface->faces};
  GB_TRY(GB_TAKE(block->arena, pool->node, faces + others + 1, error));
  GB_TRY(GB_TAKE(block->arena, pool->here, (size_t)pool->surfaces, error));
  memcpy(pool->node, surface->node, faces * sizeof *pool->node);
  memcpy(pool->node + faces, touching->node, others * sizeof *pool->node);
  for (int k = 0; k < pool->surfaces; k++)
    pool->here[k] = gb_draft_has(draft, gb_contact_pool_surface(pool, k)[0]);
  block->joint->pool = pool;
  return GB_OK;
}

/// Whether a contact has friction with lines, or a design of it, which needs the spin of what
/// touches.
static bool rubs_lines(const gb_draft *draft, const gb_contact *contact, const party *surface) {
  const double *friction = &contact->law[GB_CONTACT_FRICTION];
  return surface->dimension == 1 && (*friction > 0 || gb_design_of(draft->designs, friction) >= 0);
}

/// Friction with lines is of bodies, and of beams and their nodes, which have frames.
static int check_frames(const gb_draft *draft, const gb_contact *contact, const party *surface,
                        const party *touching, gb_error *error) {
  bool frames = touching->dimension < 2;
  if (contact->body || !rubs_lines(draft, contact, surface)) return GB_OK;
  for (int32_t k = 0; frames && k < touching->count * touching->nodes; k++)
    frames = (draft->t->fields[touching->node[k]] & GB_FRAME) == GB_FRAME;
  if (frames) return GB_OK;
  return gb_fail(error, GB_WRONG_GROUP,
                 "%s.on: '%s' has lines, which have friction with bodies and beams alone (found "
                 "%s); accepted: the lines as `group` and the faces as `on`, or no friction",
                 contact->where, contact->on, contact->group);
}

/// Add the block of a shape of the surface and a shape of what touches.
static int add_block(gb_draft *draft, const gb_contact *contact, const party *surface,
                     const party *touching, gb_error *error) {
  static const gb_element_kind with_frames[] = {
      GB_ELEMENT_BODY_FACE_CONTACT, GB_ELEMENT_BEAM2_FACE_CONTACT, GB_ELEMENT_BEAM3_FACE_CONTACT};
  const bool frames = contact->body || rubs_lines(draft, contact, surface);
  const gb_element_kind kind = frames ? with_frames[touching->nodes - 1] : GB_ELEMENT_FACE_CONTACT;
  gb_block *block;
  GB_TRY(gb_draft_block(draft, kind, touching->nodes + surface->nodes, 0, &block, error));
  GB_TRY(gb_contact_set_numbers(draft, contact, touching->dimension, block, error));
  gb_contact_form *form = (gb_contact_form *)block->joint->law;
  form->fan = surface->fan;
  form->body = frames;
  form->touching = touching->nodes;
  return set_pool(draft, surface, touching, block, error);
}

int gb_contact_elements_add(gb_draft *draft, const gb_contact *contact,
                            const gb_contact_frames *frames, gb_error *error) {
  const gb_group *group;
  parties surfaces, touching;
  GB_TRY(gb_find_group(draft->t->from, contact->where, contact->on, -1, &group, error));
  if (group->dimension != 1 && group->dimension != 2)
    return gb_fail(error, GB_WRONG_GROUP,
                   "%s.on: '%s' has no lines or faces; accepted: a group of lines or faces",
                   contact->where, contact->on);
  GB_TRY(list_shapes(draft, contact, group, &surfaces, error));
  GB_TRY(list_touching(draft, contact, frames, group, &touching, error));
  GB_TRY(find_faces(draft, &surfaces, error));
  for (int i = 0; i < surfaces.count; i++)
    for (int j = 0; j < touching.count; j++) {
      GB_TRY(check_frames(draft, contact, &surfaces.of[i], &touching.of[j], error));
      GB_TRY(add_block(draft, contact, &surfaces.of[i], &touching.of[j], error));
    }
  return GB_OK;
}
