/// Trusses and beams of an .inp deck that move in the plane z = 0 alone: T2D2, B21, B22. They
/// become trusses and beams in space, and supports hold the displacements of their nodes along z.
/// Supports hold the rotations of the nodes of beams about x and y too. Source: Abaqus Elements
/// Guide, truss and beam elements.
#include "abaqus/entries/body.h"
#include "abaqus/entries/load.h"
#include "abaqus/entries/property.h"

#include <math.h>

enum { Z = 1 << 2, OUT_OF_PLANE = 1 << 2 | 1 << 3 | 1 << 4 }; ///< components from 0 as bits

/// Find the components that the elements in the plane hold of each node. Of a body they hold all
/// that leave the plane, in place of the nodes that it carries.
static int find_held(const gb_inp *inp, unsigned char *held, gb_error *error) {
  const gb_mesh *mesh = inp->mesh;
  GB_EACH(id, inp->elements->plane) {
    const int32_t e = gb_lower_index(mesh->element_id, mesh->elements, *id);
    for (int32_t k = mesh->start[e]; k < mesh->start[e + 1]; ++k) {
      const int32_t node = mesh->node[k], carrier = gb_inp_carrier_of(inp, node);
      const double *x = mesh->position[node];
      double axis[3][3];
      GB_TRY(gb_inp_axes_of(inp, inp->elements->plane_line, node, axis, error));
      GB_DECK_FAIL_IF(fabs(axis[2][2]) < 1 - 1e-9, GB_WRONG_REFERENCE, inp->deck,
                      inp->elements->plane_line, error,
                      "node %lld of element %lld has a *TRANSFORM out of the plane; accepted: of "
                      "elements in the plane (T2D2, B21, B22) one whose third axis is z",
                      gb_inp_number(inp, mesh->node_id[node]), gb_inp_number(inp, *id));
      if (fabs(x[2]) > 1e-9 * fmax(fabs(x[0]), fabs(x[1])))
        return gb_fail(error, GB_WRONG_FIELD,
                       "%s: node %lld of element %lld has z = %g; accepted: of elements in the "
                       "plane (T2D2, B21, B22) z = 0; in space they are T3D2, B31, B32",
                       inp->deck->file, gb_inp_number(inp, mesh->node_id[node]),
                       gb_inp_number(inp, *id), x[2]);
      if (carrier >= 0)
        held[carrier] = OUT_OF_PLANE;
      else
        held[node] |= mesh->property[e] == GB_INP_TRUSSES ? Z : OUT_OF_PLANE;
    }
  }
  return GB_OK;
}

int gb_inp_hold_plane(gb_inp *inp, gb_error *error) {
  unsigned char *held;
  int nodes = 0;
  if (!inp->elements->plane.count) return GB_OK;
  GB_TRY(GB_TAKE(inp->arena, held, (size_t)inp->mesh->nodes, error));
  GB_TRY(find_held(inp, held, error));
  GB_EACH(action, inp->loads->actions)
    if (action->kind == GB_ACT_SUPPORT)
      held[action->target] &= (unsigned char)~(1u << action->component);
  for (int32_t n = 0; n < inp->mesh->nodes; ++n) {
    gb_inp_action action = {
        .kind = GB_ACT_SUPPORT, .target = n, .line = inp->elements->plane_line, .amplitude = -1};
    nodes += held[n] != 0;
    for (action.component = 0; action.component < 6; ++action.component)
      if (held[n] >> action.component & 1) GB_TRY(GB_KEEP(inp, loads->actions, action, error));
  }
  return gb_deck_note(inp->deck, -1, error,
                      "T2D2, B21, B22: z of %d nodes, and of beams rotations about x and y, are "
                      "held, as these elements move in the plane",
                      nodes);
}
