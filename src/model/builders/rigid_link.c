/// Rigid links: the nodes of a group are tied to a body's frame. Source: docs/theory.md, section 2
/// (ties).
#include "model/builders/builder.h"

static int fields(const gb_definition *from, const gb_shells *shells, unsigned char field[],
                  gb_error *error) {
  (void)shells;
  for (int i = 0; i < from->problem->links.count; i++) {
    const gb_link *link = &from->problem->links.entry[i];
    const gb_group *group;
    if (link->type != GB_LINK_RIGID) continue;
    GB_TRY(gb_find_group(from, link->where, link->group, -1, &group, error));
    for (int32_t k = 0; k < group->nodes; k++) field[group->node[k]] |= GB_SHELL;
  }
  return GB_OK;
}

/// @return the position in the case of the earlier link of a tied node
static const char *link_of(const gb_definition *from, int32_t node) {
  for (int i = 0; i < from->problem->links.count; i++) {
    const gb_group *group = gb_mesh_group(from->mesh, from->problem->links.entry[i].group, -1);
    for (int32_t k = 0; group && k < group->nodes; k++)
      if (group->node[k] == node) return from->problem->links.entry[i].where;
  }
  return "a link";
}

static int ties(gb_topology *t, gb_error *error) {
  for (int i = 0; i < t->from->problem->links.count; i++) {
    const gb_link *link = &t->from->problem->links.entry[i];
    const gb_group *group;
    int body;
    if (link->type != GB_LINK_RIGID) continue;
    GB_TRY(gb_need_body(t->from, link->where, link->body, &body, error));
    GB_TRY(gb_find_group(t->from, link->where, link->group, -1, &group, error));
    for (int32_t k = 0; k < group->nodes; k++) {
      const int32_t node = group->node[k];
      if (gb_topology_is_tied(t, node))
        return gb_fail(error, GB_LINK_CONFLICT,
                       "%s: node %lld of group '%s' is linked already, by %s; accepted: one link "
                       "of each node",
                       link->where, (long long)t->id[node], link->group, link_of(t->from, node));
      GB_TRY(gb_topology_tie_to_body(t, node, body, error));
    }
  }
  return GB_OK;
}

const gb_builder gb_builder_rigid_link = {.fields = fields, .ties = ties};
