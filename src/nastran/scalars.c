/// Scalar points: SPOINT, which is a free node whose first displacement alone is free, and SLOAD, a
/// force on one; and that no card takes such a point for a grid, or a grid for such a point.
/// Source: MSC Nastran Quick Reference Guide.
#include "nastran/grids.h"
#include "nastran/sets.h"

#include <string.h>

enum {
  OTHERS = 0x7c,        ///< all components but the first, as bits 1 to 6
  MOST_POINTS = 1 << 20 ///< of one THRU
};

static int add_point(gb_nastran *nastran, const gb_record *card, int64_t id, gb_error *error) {
  static const double origin[3] = {0};
  const gb_nastran_place point = {.id = id, .scalar = true, .line = card->line};
  const gb_nastran_action held = {GB_ACT_SUPPORT, card->line, "SPOINT", -1, id, id, {OTHERS}, 0};
  if (id < 1 || id > INT32_MAX)
    return gb_record_fail(card, error, "ID must be from 1 to 2147483647");
  GB_TRY(GB_KEEP(nastran, actions, held, error));
  GB_TRY(GB_KEEP(nastran, grids.all, point, error));
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
      if (last <= first || last - first > MOST_POINTS)
        return gb_record_fail(card, error, "%lld THRU %lld; accepted: up to %d ascending numbers",
                              (long long)first, (long long)last, MOST_POINTS);
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

/// @param component 0: a scalar point is meant; else a component of a grid, of which a scalar point
///   has the first; -1: the card is of grids alone
static int check_one(const gb_nastran *nastran, const char *card, int32_t line,
                     const gb_nastran_place *place, int component, gb_error *error) {
  if (component == 0 && !place->scalar)
    return gb_deck_fail(nastran->deck, line, error,
                        "%s: component 0 of grid %lld; accepted: one component of a grid, from 1 "
                        "to 6, and 0 of an SPOINT",
                        card, (long long)place->id);
  if (component == 0 || component == 1 || !place->scalar) return GB_OK;
  return gb_deck_fail(
      nastran->deck, line, error, "%s: %lld is an SPOINT, which has %s; accepted: %s", card,
      (long long)place->id, component < 0 ? "no place and no directions" : "component 0 alone",
      component < 0 ? "a GRID" : "0 or blank");
}

static int check(const gb_nastran *nastran, const char *card, int32_t line, int64_t id,
                 int component, gb_error *error) {
  const gb_nastran_place *place = gb_nastran_place_of(nastran, id);
  return place ? check_one(nastran, card, line, place, component, error) : GB_OK;
}

static int check_action(const gb_nastran *nastran, const gb_nastran_action *action,
                        gb_error *error) {
  const gb_nastran_place *all = nastran->grids.all.entry;
  const bool support =
      gb_nastran_is_support(action) || action->kind == GB_ACT_MOTION || action->kind == GB_ACT_TURN;
  const int component = action->system == GB_NASTRAN_SCALAR ? 0 : support ? 1 : -1;
  if (action->kind == GB_ACT_PRESSURE || action->kind == GB_ACT_GRAVITY) return GB_OK;
  const int count = nastran->grids.all.count;
  for (int64_t i = gb_deck_lower(&action->target, all, count, sizeof *all, gb_deck_compare_numbers);
       i < count && all[i].id <= action->last; ++i)
    GB_TRY(check_one(nastran, action->card, action->line, &all[i], component, error));
  return GB_OK;
}

static int check_springs(const gb_nastran *nastran, gb_error *error) {
  GB_EACH(s, nastran->springs.all) {
    for (int end = 0; end < 2; ++end) {
      const int component = s->scalar >> end & 1 ? 0 : s->component ? s->component : -1;
      GB_TRY(check(nastran, s->card, s->line, s->grid[end], component, error));
    }
    GB_TRY(check(nastran, s->card, s->line, s->toward, -1, error));
  }
  GB_EACH(m, nastran->rigid.scalars) {
    GB_TRY(check(nastran, m->card, m->line, m->grid, m->scalar ? 0 : (int)m->component, error));
  }
  return GB_OK;
}

static int check_ties(const gb_nastran *nastran, gb_error *error) {
  GB_EACH(tie, nastran->rigid.ties) {
    const gb_deck_end *end = &nastran->rigid.ends.entry[tie->first];
    const bool terms = tie->kind == GB_TIE_EQUATION;
    GB_TRY(check(nastran, tie->card, tie->line, tie->reference.id, -1, error));
    for (int k = 0; k < tie->count; ++k)
      GB_TRY(check(nastran, tie->card, tie->line, end[k].id,
                   !terms          ? -1
                   : end[k].scalar ? 0
                                   : __builtin_ctz(end[k].components),
                   error));
  }
  GB_EACH(m, nastran->rigid.masses) {
    GB_TRY(check(nastran, m->card, m->line, m->grid, -1, error));
  }
  return GB_OK;
}

/// Bars, systems and loads that are by places of grids.
static int check_places(const gb_nastran *nastran, gb_error *error) {
  GB_EACH(bar, nastran->bars.all) {
    const int64_t grid[3] = {bar->grid[0], bar->grid[1], bar->toward};
    for (int k = 0; k < 3; ++k) GB_TRY(check(nastran, bar->card, bar->line, grid[k], -1, error));
  }
  GB_EACH(s, nastran->grids.systems) {
    for (int k = 0; k < 3; ++k) GB_TRY(check(nastran, "CORD1", s->line, s->grid[k], -1, error));
  }
  GB_EACH(load, nastran->dynamics.spread) {
    for (int k = 0; k < 4; ++k)
      GB_TRY(check(nastran, load->card, load->line, load->grid[k], -1, error));
    if (strncmp(load->card, "PLOAD", 5) != 0)
      GB_TRY(check(nastran, load->card, load->line, load->target, -1, error));
  }
  return GB_OK;
}

int gb_nastran_check_scalars(const gb_nastran *nastran, gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  for (int32_t e = 0; e < mesh->elements; ++e)
    for (int32_t k = mesh->start[e]; k < mesh->start[e + 1]; ++k) {
      const gb_nastran_place *place = gb_nastran_place_of(nastran, mesh->node_id[mesh->node[k]]);
      if (place && place->scalar)
        return gb_deck_fail(nastran->deck, place->line, error,
                            "SPOINT: element %lld has %lld, which has no place; accepted: a GRID",
                            (long long)mesh->element_id[e], (long long)place->id);
    }
  GB_TRY(check_springs(nastran, error));
  GB_TRY(check_ties(nastran, error));
  GB_TRY(check_places(nastran, error));
  GB_EACH(action, nastran->actions) GB_TRY(check_action(nastran, action, error));
  return GB_OK;
}
