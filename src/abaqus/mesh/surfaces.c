/// *SURFACE: nodes, or sides of shells and faces of solids.
#include "abaqus/entries/element.h"

#include <string.h>

static int add_nodes(gb_inp *inp, const gb_inp_data *data, gb_inp_surface *surface,
                     gb_error *error) {
  gb_inp_members members;
  GB_TRY(gb_inp_find_members(data, 0, false, &members, error));
  GB_TRY(gb_expect(&data->is, 1, "the area of a node", 1, "all weigh alike", error));
  GB_TRY(gb_expect_end(&data->is, 2, error));
  GB_EACH(member, members) GB_TRY(GB_ARENA_ADD(inp->arena, surface->members, *member, error));
  return GB_OK;
}

/// Read the side of a shell, or the face of a solid. A surface of shells without sides can only be
/// used for its nodes.
static int read_side(const gb_inp_data *data, const gb_inp_members *members, int *side,
                     gb_error *error) {
  const gb_deck_text text = gb_field(&data->is, 1);
  if (gb_inp_has_solids(data->inp, members->entry, members->count))
    return gb_inp_read_face(data, 'S', members, side, error);
  *side = gb_inp_same(text, "SPOS") - gb_inp_same(text, "SNEG");
  if (*side || !text.length) return GB_OK;
  return gb_record_fail(&data->is, error, "'%.*s'; accepted: SPOS, SNEG of shells, or blank",
                        GB_SHOWN(text));
}

static int add_sides(gb_inp *inp, const gb_inp_data *data, gb_inp_surface *surface,
                     gb_error *error) {
  gb_inp_members members;
  int side;
  GB_TRY(gb_inp_find_members(data, 0, true, &members, error));
  GB_TRY(read_side(data, &members, &side, error));
  GB_TRY(gb_expect_end(&data->is, 2, error));
  GB_EACH(member, members) {
    const int32_t e = *member;
    const bool shell =
        e < inp->mesh->elements && gb_shape_dimension((gb_shape)inp->mesh->shape[e]) == 2;
    GB_REFUSE_IF(!shell && !gb_inp_has_solids(inp, members.entry, 1), &data->is, error,
                 "an element of the surface is no shell; accepted: a set of shells or of solids");
    GB_TRY(GB_ARENA_ADD(inp->arena, surface->members, e, error));
    GB_TRY(GB_ARENA_ADD(inp->arena, surface->sides, side, error));
  }
  return GB_OK;
}

int gb_inp_surface_keyword(gb_inp *inp, const gb_inp_call *call, gb_error *error) {
  static const char *const kinds[] = {"ELEMENT", "NODE", NULL};
  gb_inp_surface surface = {0};
  gb_deck_text name;
  int nodes;
  GB_TRY(gb_inp_need(inp, call, "NAME", &name, error));
  GB_TRY(gb_inp_choose(inp, call, "TYPE", kinds, &nodes, error));
  surface.nodes = nodes;
  GB_TRY(gb_inp_full_name(inp, call->scope, name, &surface.name, error));
  const gb_deck_text full = {surface.name, (int)strlen(surface.name)};
  GB_REFUSE_AS_IF(gb_inp_surface_of(inp, 0, full), GB_DUPLICATE_NUMBER, &call->is, error,
                  "NAME=%s is that of another surface", surface.name);
  for (gb_inp_data data = gb_inp_begin(inp, call); gb_inp_next(&data);)
    GB_TRY(nodes ? add_nodes(inp, &data, &surface, error) : add_sides(inp, &data, &surface, error));
  return GB_KEEP(inp, elements->surfaces, surface, error);
}
