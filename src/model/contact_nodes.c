/// The list of nodes on which contacts act.
#include "model/contact_nodes.h"

#include "model/lookup.h"

/// Find the node of a body, -1: the ground or no body.
static int find_node(const gb_topology *t, const gb_contact *contact, const char *name,
                     int32_t *node, gb_error *error) {
  int body;
  *node = -1;
  if (!name || gb_end_is_ground(name)) return GB_OK;
  GB_TRY(gb_need_body(t->from, contact->where, name, &body, error));
  *node = gb_topology_body(t, body);
  return GB_OK;
}

/// Mark the nodes of all contacts, and store the nodes of bodies in `bodies`.
static int mark(const gb_topology *t, int32_t marked[], int32_t bodies[][2], gb_error *error) {
  const gb_problem *problem = t->from->problem;
  for (int c = 0; c < problem->contacts.count; c++) {
    const gb_contact *contact = &problem->contacts.entry[c];
    const char *const name[2] = {contact->on, contact->body};
    const gb_group *group = NULL;
    for (int k = 0; k < 2; k++) {
      GB_TRY(find_node(t, contact, name[k], &bodies[c][k], error));
      if (bodies[c][k] >= 0) marked[bodies[c][k]] = 1;
    }
    if (!contact->body)
      GB_TRY(gb_find_group(t->from, contact->where, contact->group, -1, &group, error));
    for (int32_t i = 0; group && i < group->nodes; i++) marked[group->node[i]] = 1;
  }
  return GB_OK;
}

int gb_contact_nodes_find(const gb_locals *locals, const gb_contact_nodes **out, gb_error *error) {
  const gb_topology *t = locals->t;
  const int contacts = t->from->problem->contacts.count;
  gb_contact_nodes *nodes;
  int32_t *number; // 1 + number of each marked node, 0: not marked
  GB_TRY(GB_TAKE(t->from->kept, nodes, 1, error));
  *out = nodes;
  if (contacts == 0) return GB_OK;
  GB_TRY(GB_TAKE(t->from->kept, nodes->index, (size_t)locals->nodes->count, error));
  GB_TRY(GB_TAKE(t->from->kept, nodes->bodies, (size_t)contacts, error));
  GB_TRY(GB_TAKE(t->from->arena, number, (size_t)t->nodes, error));
  GB_TRY(mark(t, number, nodes->bodies, error));
  for (int32_t n = 0; n < t->nodes; n++)
    if (number[n]) number[n] = ++nodes->count;
  for (int32_t k = 0; k < locals->nodes->count; k++) nodes->index[k] = number[locals->model[k]] - 1;
  for (int c = 0; c < contacts; c++)
    for (int k = 0; k < 2; k++)
      if (nodes->bodies[c][k] >= 0) nodes->bodies[c][k] = number[nodes->bodies[c][k]] - 1;
  return GB_OK;
}
