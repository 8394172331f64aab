/// Scalar points: an SPOINT is a free node with its first displacement alone, and an SLOAD a force
/// on one. No card may take a scalar point for a grid, or a grid for a scalar point. Source: MSC
/// Nastran Quick Reference Guide.
#include "nastran/entries/grid.h"
#include "nastran/entries/reference.h"
#include "nastran/entries/set.h"

enum {
  OTHERS = 0x7c,        ///< all components but the first, as bits 1 to 6
  MOST_POINTS = 1 << 20 ///< limit of one THRU
};

static int add_point(gb_nastran *nastran, const gb_record *card, int64_t id, gb_error *error) {
  static const double origin[3] = {0};
  const gb_nastran_place point = {.id = id, .scalar = true, .line = card->line};
  const gb_nastran_action held = {GB_ACT_SUPPORT, card->line, "SPOINT", -1, id, id, {OTHERS}, 0};
  GB_REFUSE_IF(id < 1 || id > INT32_MAX, card, error, "ID must be from 1 to 2147483647");
  GB_TRY(GB_KEEP(nastran, actions, held, error));
  GB_TRY(GB_KEEP(nastran, grids->all, point, error));
  return gb_mesh_builder_node(nastran->deck->builder, id, origin, card->line, error);
}

int gb_nastran_spoint(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  int found = 0;
  for (int i = 0; i < card->count; ++i) {
    int64_t first, last;
    if (gb_field_is_blank(card, i)) continue;
    GB_TRY(gb_read_integer(card, i, "ID", &first, error));
    last = first;
    if (gb_field_is(card, i + 1, "THRU")) {
      GB_TRY(gb_read_integer(card, i + 2, "ID2", &last, error));
      i += 2;
      GB_REFUSE_IF(last <= first || last - first > MOST_POINTS, card, error,
                   "%lld THRU %lld; accepted: up to %d ascending numbers", (long long)first,
                   (long long)last, MOST_POINTS);
    }
    for (int64_t id = first; id <= last; ++id, ++found) GB_TRY(add_point(nastran, card, id, error));
  }
  return found ? GB_OK : gb_record_fail(card, error, "ID1 is missing");
}

int gb_nastran_sload(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_action action = {
      .kind = GB_ACT_FORCE, .line = card->line, .card = "SLOAD", .system = GB_NASTRAN_SCALAR};
  GB_TRY(gb_read_number(card, 0, "SID", &action.set, error));
  for (int i = 1; i < 7; i += 2) {
    if (i > 1 && gb_field_is_blank(card, i)) return gb_expect_end(card, i, error);
    GB_TRY(GB_READ(card, error, {i, "S1, S2, S3", .number = &action.target},
                   {i + 1, "F1, F2, F3", .real = action.value}));
    action.last = action.target;
    GB_TRY(GB_KEEP(nastran, actions, action, error));
  }
  return gb_expect_end(card, 7, error);
}

/// Refuse a reference to a grid that should be a scalar point, or to a scalar point that should be
/// a grid.
static int check(void *context, const gb_nastran_named *to, gb_error *error) {
  const gb_nastran *nastran = context;
  const gb_nastran_place *all = nastran->grids->all.entry;
  const int count = nastran->grids->all.count;
  int64_t i = gb_deck_lower(&to->first, all, count, sizeof *all, gb_deck_compare_numbers);
  for (; i < count && all[i].id <= (to->last ? to->last : to->first) && !to->dimension; ++i) {
    GB_DECK_FAIL_IF(to->component < 0 && !all[i].scalar, GB_WRONG_REFERENCE, nastran->deck,
                    to->line, error,
                    "%s: component 0 of grid %lld; accepted: one component of a grid, from 1 to 6, "
                    "and 0 of an SPOINT",
                    to->card, (long long)all[i].id);
    if (to->component < 0 || to->component == 1 || !all[i].scalar) continue;
    const bool none = to->component == 0;
    return gb_deck_fail(
        nastran->deck, to->line, error, "%s: %lld is an SPOINT, which has %s; accepted: %s",
        to->card, (long long)all[i].id, none ? "no place and no directions" : "component 0 alone",
        none ? "a GRID" : "0 or blank");
  }
  return GB_OK;
}

int gb_nastran_check_scalars(const gb_nastran *nastran, gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  for (int32_t e = 0; e < mesh->elements; ++e)
    for (int32_t k = mesh->start[e]; k < mesh->start[e + 1]; ++k) {
      const gb_nastran_place *place = gb_nastran_place_of(nastran, mesh->node_id[mesh->node[k]]);
      GB_DECK_FAIL_IF(place && place->scalar, GB_WRONG_REFERENCE, nastran->deck, place->line, error,
                      "SPOINT: element %lld has %lld, which has no place; accepted: a GRID",
                      (long long)mesh->element_id[e], (long long)place->id);
    }
  return gb_nastran_each_reference(nastran, check, (void *)nastran, error);
}
