/// ACCEL and ACCEL1: accelerations of the whole model, as GRAV has them. Others are refused.
/// Source: MSC Nastran Quick Reference Guide.
#include "nastran/entries/grid.h"
#include "nastran/entries/set.h"

#include <string.h>

/// The grids of an ACCEL1.
typedef struct gb_nastran_reach {
  const char *card;
  int64_t id;
  int32_t line;
  GB_LIST_OF(gb_nastran_range) ranges;
} gb_nastran_reach;

int gb_nastran_read_range(const gb_record *card, int *i, gb_nastran_range *range, gb_error *error) {
  GB_TRY(gb_read_number(card, *i, "ID", &range->first, error));
  range->last = range->first;
  range->step = 1;
  if (!gb_field_is(card, *i + 1, "THRU") && !gb_field_is(card, *i + 1, "TO")) return GB_OK;
  GB_TRY(gb_read_number(card, *i + 2, "ID", &range->last, error));
  *i += 2;
  GB_REFUSE_IF(range->last < range->first, card, error, "%lld THRU %lld must ascend",
               (long long)range->first, (long long)range->last);
  if (!gb_field_is(card, *i + 1, "BY")) return GB_OK;
  GB_TRY(gb_read_number(card, *i + 2, "BY", &range->step, error));
  *i += 2;
  return GB_OK;
}

int gb_nastran_count_in(int count, const gb_nastran_range range[], int64_t id) {
  int times = 0;
  for (int k = 0; k < count; ++k)
    times +=
        range[k].first <= id && id <= range[k].last && (id - range[k].first) % range[k].step == 0;
  return times;
}

int gb_nastran_accel1(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_action action = {GB_ACT_GRAVITY, card->line, "ACCEL1", 0, 0, 0, {0}, 0};
  gb_nastran_reach reach = {.card = "ACCEL1", .line = card->line};
  double size, direction[3] = {0};
  GB_TRY(GB_READ(card, error, {0, "SID", .number = &action.set},
                 {1, "CID", .integer_or = &action.system}, {2, "A", .real = &size},
                 {3, "N1|N2|N3", .real_or = direction}));
  GB_TRY(gb_expect_blank(card, 6, 8, error));
  for (int k = 0; k < 3; ++k) action.value[k] = size * direction[k] + 0.0;
  for (int i = 8; i < card->count; ++i) {
    gb_nastran_range range;
    if (gb_field_is_blank(card, i)) continue;
    GB_TRY(gb_nastran_read_range(card, &i, &range, error));
    GB_TRY(GB_ARENA_ADD(nastran->deck->arena, reach.ranges, range, error));
  }
  GB_REFUSE_IF(reach.ranges.count == 0, card, error, "GRIDID1 is missing");
  reach.id = action.set;
  GB_TRY(GB_KEEP(nastran, set->reaches, reach, error));
  return GB_KEEP(nastran, actions, action, error);
}

/// Whether a set of loads acts, at all times or by a TLOAD.
static bool acts(const gb_nastran *nastran, int64_t set) {
  bool yes = gb_nastran_factor_of_set(nastran, GB_NASTRAN_LOAD, set) != 0;
  GB_EACH(pulse, nastran->dynamics->pulses)
    yes = yes || (gb_nastran_excited(nastran, pulse, false, set) != 0 &&
                  gb_nastran_factor_of_set(nastran, GB_NASTRAN_DLOAD, pulse->id) != 0);
  return yes;
}

int gb_nastran_check_reaches(const gb_nastran *nastran, gb_error *error) {
  GB_EACH(reach, nastran->set->reaches)
    GB_EACH(grid, nastran->grids->all)
      if (acts(nastran, reach->id) && !grid->scalar &&
          !gb_nastran_count_in(reach->ranges.count, reach->ranges.entry, grid->id))
        return GB_REFUSE(
            nastran, reach, GB_WRONG_REFERENCE, error,
            "grid %lld is not among its grids, and an acceleration is that of the whole "
            "model; accepted: all grids, or FORCEs",
            (long long)grid->id);
  return GB_OK;
}

int gb_nastran_accel(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_action action = {GB_ACT_GRAVITY, card->line, "ACCEL", 0, 0, 0, {0}, 0};
  double direction[3] = {0}, place, factor, first = 0;
  GB_TRY(GB_READ(card, error, {0, "SID", .number = &action.set},
                 {1, "CID", .integer_or = &action.system}, {2, "N1|N2|N3", .real_or = direction}));
  GB_REFUSE_IF(!gb_field_is(card, 5, "X") && !gb_field_is(card, 5, "Y") &&
                   !gb_field_is(card, 5, "Z"),
               card, error, "DIR = '%.*s'; accepted: X, Y, Z", GB_SHOWN(gb_field(card, 5)));
  GB_TRY(gb_expect_blank(card, 6, 8, error));
  GB_REFUSE_IF(card->count < 10, card, error, "LOC1 and VAL1 are missing");
  for (int i = 8; i < card->count; i += 2) {
    if (gb_field_is_blank(card, i) && gb_field_is_blank(card, i + 1)) continue;
    GB_TRY(GB_READ(card, error, {i, "LOC", .real = &place}, {i + 1, "VAL", .real = &factor}));
    if (i == 8) first = factor;
    GB_REFUSE_IF(factor != first, card, error,
                 "VAL of %g and %g: an acceleration is that of the whole model; accepted: the same "
                 "at all places",
                 first, factor);
  }
  for (int k = 0; k < 3; ++k) action.value[k] = first * direction[k] + 0.0;
  return GB_KEEP(nastran, actions, action, error);
}
