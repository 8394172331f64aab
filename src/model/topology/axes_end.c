/// Ends with axes, see axes_end.h.
#include "model/topology/axes_end.h"
int gb_axes_end_find(const gb_topology *t, const char *where, const char *name, const char *one,
                     gb_axes_end *out, gb_error *error) {
  const char *group = gb_group_of_end(name);
  const int mass = gb_find_free_node(t->from, name);
  *out = (gb_axes_end){.body = gb_find_body(t->from, name), .node = -1};
  if (group) return gb_find_group_node(t->from, where, group, one, &out->node, error);
  if (out->body >= 0 || gb_end_is_ground(name)) return GB_OK;
  if (mass < 0) return gb_refuse_body(t->from, where, name, true, error);
  out->node = gb_topology_find(t, t->from->problem->masses.entry[mass].at);
  out->free = true;
  return GB_OK;
}

bool gb_axes_end_turns(const gb_topology *t, const gb_axes_end *to) {
  return to->node < 0 ? to->body >= 0 : gb_topology_is_beam(t, to->node);
}

int gb_axes_end_tie(gb_topology *t, int32_t node, const gb_axes_end *to, bool turns,
                    gb_error *error) {
  if (turns)
    return to->node < 0 ? gb_topology_tie_to_body(t, node, to->body, error)
                        : gb_topology_tie_to_frame(t, node, to->node, error);
  if (to->node < 0) GB_TRY(gb_topology_tie_to_body(t, node, to->body, error));
  for (int k = 0; k < 3; k++)
    GB_TRY(gb_topology_tie(t, node, (unsigned)GB_DIRECTOR_1 << k, 0, NULL, error));
  return to->node < 0 ? GB_OK : gb_topology_tie_to_node(t, node, to->node, error);
}
