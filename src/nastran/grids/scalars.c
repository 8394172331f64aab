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

int gb_nastran_add_point(gb_nastran *nastran, const gb_record *card, int64_t id, gb_error *error) {
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
    for (int64_t id = first; id <= last; ++id, ++found)
      GB_TRY(gb_nastran_add_point(nastran, card, id, error));
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
