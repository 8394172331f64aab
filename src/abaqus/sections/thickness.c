/// *NODAL THICKNESS of an .inp deck. The thickness of an element is interpolated between its nodes
/// by its shape functions. Source: Abaqus Keywords Reference Guide, *NODAL THICKNESS.
#include "abaqus/entries/property.h"

#include "deck/thickness.h"
#include "mesh/basis.h"

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

/// Give an element the thicknesses of its nodes; in the middle of nine nodes, which the deck does
/// not have, that of the shape functions of the other eight.
static int take_element(gb_inp *inp, const gb_inp_call *call, int32_t e, gb_own_shell *own,
                        gb_error *error) {
  const gb_mesh *mesh = inp->mesh;
  const gb_shape shape = (gb_shape)mesh->shape[e];
  double thickness[GB_SURFACE_NODES], *t = thickness;
  const int nodes = shape == GB_QUAD9 ? 8 : gb_shape_nodes(shape);
  own->element = mesh->element_id[e];
  for (int a = 0; a < nodes; ++a) {
    const int32_t node = mesh->node[mesh->start[e] + a];
    t[a] = inp->properties->thickness ? inp->properties->thickness[node] : 0;
    GB_REFUSE_IF(t[a] == 0, &call->is, error, "node %lld of element %lld has no *NODAL THICKNESS",
                 gb_inp_number(inp, mesh->node_id[node]), gb_inp_number(inp, mesh->element_id[e]));
  }
  if (shape == GB_QUAD9)
    t[8] = (t[4] + t[5] + (t[6] + t[7])) / 2 - (t[0] + t[1] + (t[2] + t[3])) / 4;
  return gb_deck_take_thicknesses(inp->deck, call->is.line, e,
                                  gb_inp_number(inp, mesh->element_id[e]), thickness, own, error);
}

int gb_inp_tell_thicknesses(gb_inp *inp, const gb_inp_call *call, const gb_inp_set *set,
                            gb_error *error) {
  const gb_mesh *mesh = inp->mesh;
  for (int i = 0; inp->properties->thickness && i < set->members.count; ++i) {
    const int32_t e = set->members.entry[i];
    for (int32_t k = mesh->start[e]; k < mesh->start[e + 1]; ++k)
      if (inp->properties->thickness[mesh->node[k]] > 0)
        return gb_deck_note(inp->deck, call->block->line, error,
                            "*%s ELSET=%s has no NODAL THICKNESS: its thickness acts, and that of "
                            "its nodes does not",
                            call->block->name, set->name);
  }
  return GB_OK;
}

int gb_inp_take_thicknesses(gb_inp *inp, const gb_inp_call *call, const gb_inp_set *set,
                            gb_shell_section *shell, gb_error *error) {
  gb_own_shell *own;
  bool same = true;
  double replaced = 0;
  gb_inp_data data = gb_inp_begin(inp, call);
  GB_REFUSE_IF(
      gb_inp_material_of(inp, shell->material)->young == 0, &call->is, error,
      "NODAL THICKNESS of the material '%s', which has directions; accepted: an isotropic one",
      shell->material);
  if (gb_inp_next(&data)) { // the thickness of the section, which those of nodes replace
    GB_TRY(gb_read_real_or(&data.is, 0, "the thickness", 0, &replaced, error));
    GB_TRY(gb_expect_end(&data.is, 2, error));
    GB_TRY(gb_inp_end(&data, error));
  }
  GB_TRY(GB_TAKE(inp->problem->arena, own, (size_t)set->members.count, error));
  for (int i = 0; i < set->members.count; ++i) {
    GB_TRY(take_element(inp, call, set->members.entry[i], &own[i], error));
    same = same && own[i].thickness == own[0].thickness && !own[i].ratio;
  }
  shell->thickness = own[0].thickness;
  if (same) return GB_OK;
  shell->own.count = set->members.count;
  shell->own.entry = own;
  return GB_OK;
}
