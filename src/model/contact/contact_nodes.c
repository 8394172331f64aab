/// The list of nodes on which contacts act.
#include "model/contact/contact_nodes.h"

#include "model/contact/contact_bodies.h"

/// Mark the node of a body, and store it in node_of of the body's hidden node. The ground, body -1,
/// has no node.
static void mark_body(const gb_topology *t, int body, int32_t frame, int32_t marked[],
                      int32_t node_of[]) {
  node_of[frame] = body < 0 ? -1 : gb_topology_body(t, body);
  if (body >= 0) marked[node_of[frame]] = 1;
}

/// Mark the nodes of a contact.
/// @param node_of out: node whose number each hidden node has, -1: none
static int mark(const gb_topology *t, const gb_contact *contact, int32_t marked[],
                int32_t node_of[], gb_error *error) {
  const gb_group *group = NULL;
  gb_contact_frames frames;
  GB_TRY(gb_contact_frames_find(t, contact, &frames, error));
  for (int k = 0; k < frames.surfaces.count; k++)
    mark_body(t, frames.surfaces.body[k], frames.first_surface + k, marked, node_of);
  for (int k = 0; k < gb_contact_points(&frames); k++)
    mark_body(t, gb_contact_body_of(&frames, k), frames.first_point + k, marked, node_of);
  const char *names[] = {contact->body ? NULL : contact->group,
                         gb_contact_is_of_elements(contact) ? contact->on : NULL};
  for (int k = 0; k < 2; k++) {
    if (!names[k]) continue;
    GB_TRY(gb_find_group(t->from, contact->where, names[k], -1, &group, error));
    for (int32_t i = 0; i < group->nodes; i++) marked[group->node[i]] = 1;
  }
  return GB_OK;
}

int gb_contact_nodes_find(const gb_locals *locals, const gb_contact_nodes **out, gb_error *error) {
  const gb_topology *t = locals->t;
  const gb_problem *problem = t->from->problem;
  gb_contact_nodes *nodes;
  int32_t *number; // 1 + number of each marked node, 0: not marked
  int32_t *node_of;
  GB_TRY(GB_TAKE(t->from->kept, nodes, 1, error));
  *out = nodes;
  if (problem->contacts.count == 0) return GB_OK;
  GB_TRY(GB_TAKE(t->from->kept, nodes->index, (size_t)locals->nodes->count, error));
  GB_TRY(GB_TAKE(t->from->arena, number, (size_t)t->nodes, error));
  GB_TRY(GB_TAKE(t->from->arena, node_of, (size_t)t->nodes, error));
  for (int32_t n = 0; n < t->nodes; n++) node_of[n] = n;
  for (int c = 0; c < problem->contacts.count; c++)
    GB_TRY(mark(t, &problem->contacts.entry[c], number, node_of, error));
  for (int32_t n = 0; n < t->nodes; n++)
    if (number[n]) number[n] = ++nodes->count;
  for (int32_t k = 0; k < locals->nodes->count; k++) {
    const int32_t n = node_of[locals->model[k]];
    nodes->index[k] = n < 0 ? -1 : number[n] - 1;
  }
  return GB_OK;
}
