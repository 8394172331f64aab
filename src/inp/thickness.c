/// *NODAL THICKNESS of an .inp deck. An element has the mean of the thickness that its shape
/// functions interpolate between its nodes. Source: Abaqus Keywords Reference Guide, *NODAL
/// THICKNESS.
#include "inp/properties.h"

#include <math.h>

int gb_inp_nodal_thickness(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  GB_REFUSE_IF(inp->elements->tied, &call->is, error,
               "beside *TIE or TIE of *MPC: nodes at one place may have thicknesses of their own; "
               "accepted: those "
               "of *SHELL SECTION");
  if (!inp->properties->thickness)
    GB_TRY(GB_TAKE(inp->arena, inp->properties->thickness, (size_t)inp->mesh->nodes, error));
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);) {
    gb_inp_members nodes;
    double thickness;
    GB_TRY(gb_inp_find_members(&data, 0, false, &nodes, error));
    GB_TRY(gb_read_positive(&data.is, 1, "the thickness", &thickness, error));
    GB_TRY(gb_expect_end(&data.is, 2, error));
    for (int i = 0; i < nodes.count; ++i) inp->properties->thickness[nodes.entry[i]] = thickness;
  }
  return GB_OK;
}

/// Means over the element of the shape functions of corners and of nodes on sides.
static const double corner_part[GB_SHAPES] = {
    [GB_TRIANGLE3] = 1. / 3, [GB_TRIANGLE6] = 0, [GB_QUAD4] = 1. / 4, [GB_QUAD9] = -1. / 12};
static const double side_part = 1. / 3;

/// @param rest  thickness of nodes without one; 0: they are refused
static int find_mean(gb_inp *inp, const gb_inp_call *call, int32_t e, double rest, double *mean,
                     gb_error *error) {
  const gb_mesh *mesh = inp->mesh;
  const gb_shape shape = (gb_shape)mesh->shape[e];
  const int corners = gb_shape_corners(shape);
  const int nodes = shape == GB_QUAD9 ? 8 : gb_shape_nodes(shape); // the deck gives no middle one
  double range[2] = {INFINITY, 0};
  *mean = 0;
  for (int a = 0; a < nodes; ++a) {
    const int32_t node = mesh->node[mesh->start[e] + a];
    double t = inp->properties->thickness ? inp->properties->thickness[node] : 0;
    if (t == 0) t = rest;
    GB_REFUSE_IF(t == 0, &call->is, error, "node %lld of element %lld has no *NODAL THICKNESS",
                 gb_inp_number(inp, mesh->node_id[node]), gb_inp_number(inp, mesh->element_id[e]));
    range[0] = fmin(range[0], t);
    range[1] = fmax(range[1], t);
    *mean += (a < corners ? corner_part[shape] : side_part) * t;
  }
  if (range[0] == range[1]) *mean = range[0];
  return gb_deck_count_uneven(inp->deck, call->is.line, gb_inp_number(inp, mesh->element_id[e]),
                              range, &inp->properties->uneven, error);
}

int gb_inp_has_thicknesses(const gb_inp *inp, const gb_inp_call *call, const gb_inp_set *set,
                           bool *nodal, gb_error *error) {
  const gb_inp_data data = gb_inp_begin(inp, call);
  const gb_mesh *mesh = inp->mesh;
  gb_dialect dialect;
  bool any = false;
  *nodal = gb_inp_has(inp, call, "NODAL THICKNESS");
  if (*nodal || !inp->properties->thickness) return GB_OK;
  for (int i = 0; i < set->members.count; ++i) {
    const int32_t e = set->members.entry[i];
    for (int32_t k = mesh->start[e]; k < mesh->start[e + 1]; ++k)
      any = any || inp->properties->thickness[mesh->node[k]] > 0;
  }
  if (!any) return GB_OK;
  GB_TRY(gb_inp_need_dialect(&data, "the thickness of the section, without NODAL THICKNESS",
                             "that of *NODAL THICKNESS, where nodes have one", &dialect, error));
  *nodal = dialect == GB_DIALECT_CALCULIX;
  return GB_OK;
}

int gb_inp_take_thicknesses(gb_inp *inp, const gb_inp_call *call, const gb_inp_set *set,
                            gb_shell_section *shell, gb_error *error) {
  gb_own_shell *own;
  const bool asked = gb_inp_has(inp, call, "NODAL THICKNESS");
  bool same = true;
  double given = 0;
  gb_inp_data data = gb_inp_begin(inp, call);
  GB_REFUSE_IF(
      gb_inp_material_of(inp, shell->material)->young == 0, &call->is, error,
      "NODAL THICKNESS of the material '%s', which has directions; accepted: an isotropic one",
      shell->material);
  if (gb_inp_next(&data)) { // the thickness of the section, which those of nodes replace
    GB_TRY(gb_read_real_or(&data.is, 0, "the thickness", 0, &given, error));
    GB_TRY(gb_expect_end(&data.is, 2, error));
    GB_TRY(gb_inp_end(&data, error));
  }
  GB_TRY(GB_TAKE(inp->problem->arena, own, (size_t)set->members.count, error));
  for (int i = 0; i < set->members.count; ++i) {
    own[i].element = inp->mesh->element_id[set->members.entry[i]];
    GB_TRY(
        find_mean(inp, call, set->members.entry[i], asked ? 0 : given, &own[i].thickness, error));
    same = same && own[i].thickness == own[0].thickness;
  }
  shell->thickness = own[0].thickness;
  if (same) return GB_OK;
  shell->own.count = set->members.count;
  shell->own.entry = own;
  return GB_OK;
}
