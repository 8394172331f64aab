/// Bodies on one node of shells. A director has no rotation about itself, so that shells do not
/// keep such a body from turning about their normal.
#include "model/checks/about_normal.h"

#include <stdio.h>

/// Whether a body has a support, an equation, another node of elements than one, or a connection.
static bool is_held(const gb_supports *supports, int body, int32_t node) {
  const gb_topology *t = supports->topology;
  const int32_t frame = gb_topology_body(t, body);
  for (int i = 0; i < t->connections.count; i++)
    for (int end = 0; end < 2; end++)
      if (gb_topology_body_of(t, t->connections.pair[i].node[end]) == body) return true;
  for (int32_t n = 0; n < t->nodes; n++) {
    if (n != node && n < t->from->mesh->nodes && gb_topology_body_of(t, n) == body) return true;
    for (int32_t i = t->first[n]; gb_topology_is_equation(t, n) && i < t->first[n + 1]; i++)
      for (int k = 0; t->tie[i].first >= 0 && k < t->tie[i].terms; k++)
        if (t->terms.term[t->tie[i].first + k].node == frame) return true;
  }
  return supports->fixed[frame] != 0;
}

int gb_about_normal_find(const gb_supports *supports, size_t size, char *text, gb_error *error) {
  const gb_topology *t = supports->topology;
  const gb_problem *problem = t->from->problem;
  for (int i = 0; i < problem->links.count; i++) {
    const gb_link *link = &problem->links.entry[i];
    const gb_group *group;
    int body;
    if (link->type != GB_LINK_RIGID || link->drilling > 0) continue;
    GB_TRY(gb_find_group(t->from, link->where, link->group, -1, &group, error));
    if (group->nodes != 1) continue;
    const int32_t n = group->node[0];
    if (n >= t->from->mesh->nodes || !gb_shells_have(t->shells, n) || t->shells->fold_at[n] >= 0 ||
        gb_topology_is_beam(t, n))
      continue;
    GB_TRY(gb_need_body(t->from, link->where, link->body, &body, error));
    if (is_held(supports, body, n)) continue;
    snprintf(text, size,
             "%.80s: nothing keeps body '%.60s' from turning about the normal of the shells at its "
             "only node (drilling); links.drilling of 1e-4 does",
             link->where, link->body);
    return GB_OK;
  }
  return GB_OK;
}
