/// Middle nodes of trusses of three nodes (T3D3) in an .inp deck. Such a truss is straight and
/// carries the force between its ends alone, so that it becomes a truss of two nodes, and equations
/// let its middle node follow the mean of the ends. Where only the ends are loaded this is the
/// element with quadratic shape functions, whose middle node nothing else would hold across its
/// line. Source: Abaqus Elements Guide, truss elements.
#include "abaqus/entries/body.h"
#include "abaqus/entries/load.h"
#include "abaqus/entries/property.h"
#include "base/length.h"
#include "deck/ties.h"

#include <math.h>
#include <string.h>

static const double tolerance = 1e-6; ///< of a middle node off the middle, by the truss's length

/// Find the nodes of a truss in the mesh: its ends, then its middle node, which has to be between
/// them and of no other element. @param[out] along  its direction, of length 1
static int find_nodes(const gb_inp *inp, const gb_inp_middle *middle, int32_t node[3],
                      double along[3], gb_error *error) {
  const gb_mesh *mesh = inp->mesh;
  double off[3];
  for (int a = 0; a < 3; ++a) {
    node[a] = gb_lower_index(mesh->node_id, mesh->nodes, middle->node[a]);
    GB_DECK_FAIL_IF(node[a] == mesh->nodes || mesh->node_id[node[a]] != middle->node[a],
                    GB_UNDEFINED_NUMBER, inp->deck, middle->line, error,
                    "T3D3: node %lld is not defined", gb_inp_number(inp, middle->node[a]));
  }
  const double *x[3] = {mesh->position[node[0]], mesh->position[node[1]], mesh->position[node[2]]};
  for (int i = 0; i < 3; ++i) {
    along[i] = x[1][i] - x[0][i];
    off[i] = x[2][i] - (x[0][i] + x[1][i]) / 2;
  }
  const double length = gb_length(along);
  const bool tied = inp->elements->tied && inp->elements->tied[node[2]] != node[2];
  GB_DECK_FAIL_IF(
      !(gb_length(off) <= tolerance * length) || inp->elements->taken[node[2]] || tied,
      GB_WRONG_FIELD, inp->deck, middle->line, error,
      "T3D3: its middle node %lld is off the middle of its ends, or another element or a tie has "
      "it; accepted: in their middle, of this truss alone; else T3D2",
      gb_inp_number(inp, middle->node[2]));
  for (int i = 0; i < 3; ++i) along[i] /= length;
  return GB_OK;
}

/// Find which components of a middle node supports hold, as bits from 0. They may lie across the
/// truss alone, where it has no stiffness.
static int find_held(const gb_inp *inp, const gb_inp_middle *middle, int32_t node,
                     const double axis[3][3], const double along[3], unsigned *held,
                     gb_error *error) {
  *held = 0;
  GB_EACH(action, inp->loads->actions) {
    if (action->kind != GB_ACT_SUPPORT || action->target != node || action->component > 2) continue;
    *held |= 1u << action->component;
    GB_DECK_FAIL_IF(fabs(gb_dot(axis[action->component], along)) > 1e-9, GB_WRONG_REFERENCE,
                    inp->deck, middle->line, error,
                    "T3D3: a support holds its middle node %lld along the truss; accepted: one "
                    "across it; else two T3D2",
                    gb_inp_number(inp, middle->node[2]));
  }
  return GB_OK;
}

static int follow(gb_inp *inp, const gb_inp_middle *middle, gb_error *error) {
  static const double factors[3] = {-0.5, -0.5, 1};
  gb_point_mass *free;
  int32_t node[3];
  double along[3] = {0}, axis[3][3];
  unsigned held;
  GB_TRY(find_nodes(inp, middle, node, along, error));
  GB_TRY(gb_inp_axes_of(inp, middle->line, node[2], axis, error));
  GB_TRY(find_held(inp, middle, node[2], (const double(*)[3])axis, along, &held, error));
  GB_TRY(gb_inp_need_free(inp, node[2], &free, error));
  for (int c = 0; c < 3; ++c) {
    gb_equation *equation;
    if (held >> c & 1) continue;
    GB_TRY(gb_deck_add_equation(inp->deck, middle->line, "T3D3", &equation, error));
    for (int a = 3; a-- > 0;) {
      gb_deck_component of = {.node = node[a], .place = node[a], .component = c + 1};
      memcpy(of.axis, axis, sizeof of.axis);
      GB_TRY(gb_deck_add_component(inp->deck, equation, &of, factors[a], error));
    }
  }
  return GB_OK;
}

int gb_inp_follow_middles(gb_inp *inp, gb_error *error) {
  GB_EACH(middle, inp->elements->middles) GB_TRY(follow(inp, middle, error));
  if (!inp->elements->middles.count) return GB_OK;
  return gb_deck_note(inp->deck, -1, error,
                      "T3D3: the middle nodes of %d trusses follow the mean of their ends",
                      (int)inp->elements->middles.count);
}
