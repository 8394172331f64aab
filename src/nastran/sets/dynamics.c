/// Loads over time. TLOAD1 with TABLED1 to TABLED4, and TLOAD2, multiply a set of loads by a
/// function of t; DLOAD combines them; DAREA is a load of one component, and LSEQ names static
/// loads that they multiply. EIGRL and TSTEP are noted. Source: MSC Nastran Quick Reference Guide.
#include "nastran/entries/set.h"

#include <math.h>
#include <string.h>

#define EXTRAPOLATED "lines go on beyond the ends"

int gb_nastran_darea(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  int64_t set, component = 0;
  double size;
  GB_TRY(gb_read_number(card, 0, "SID", &set, error));
  for (int i = 1; i < 7; i += 3) {
    gb_nastran_action action = {.line = card->line, .card = "DAREA", .set = set, .system = -1};
    if (i > 1 && gb_field_is_blank(card, i)) return gb_expect_end(card, i, error);
    component = 0;
    GB_TRY(GB_READ(card, error, {i, "P", .number = &action.target},
                   {i + 1, "C", .integer_or = &component}, {i + 2, "A", .real = &size}));
    action.last = action.target;
    GB_REFUSE_IF(component < 0 || component > 6, card, error,
                 "C = %lld; accepted: one component from 1 to 6, or 0 of an SPOINT",
                 (long long)component);
    if (component == 0) {
      component = 1;
      action.system = GB_NASTRAN_SCALAR;
    }
    action.kind = component < 4 ? GB_ACT_FORCE : GB_ACT_MOMENT;
    action.value[(component - 1) % 3] = size;
    GB_TRY(GB_KEEP(nastran, actions, action, error));
  }
  return gb_expect_end(card, 7, error);
}

int gb_nastran_lseq(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_sequence sequence = {.line = card->line};
  GB_TRY(GB_READ(card, error, {0, "SID", .number = &sequence.set},
                 {1, "EXCITEID", .number = &sequence.excites},
                 {2, "LID", .number = &sequence.loads},
                 {3, "TID", .only = "temperatures are not there"}, {4, .end = true}));
  return GB_KEEP(nastran, dynamics->sequences, sequence, error);
}

int gb_nastran_tload(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  const bool table = card->word[5] == '1';
  gb_nastran_pulse pulse = {.card = table ? "TLOAD1" : "TLOAD2", .line = card->line};
  const int end = table ? 5 : 10;
  GB_TRY(GB_READ(card, error, {0, "SID", .number = &pulse.id},
                 {1, "EXCITEID", .number = &pulse.excites}));
  if (!gb_field_is_none(card, 2)) {
    int64_t delay;
    GB_REFUSE_IF(gb_deck_integer(gb_field(card, 2), &delay), card, error,
                 "DELAY = %lld names DELAY cards; accepted: a time, a real number",
                 (long long)delay);
    GB_TRY(gb_read_real(card, 2, "DELAY", &pulse.delay, error));
  }
  pulse.moves = gb_field_is(card, 3, "1") || gb_field_is(card, 3, "DISP");
  GB_REFUSE_IF(!pulse.moves && !gb_field_is_none(card, 3) && !gb_field_is(card, 3, "LOAD"), card,
               error,
               "TYPE; accepted: 0, LOAD or blank: a force, or 1, DISP: displacements of SPCD");
  if (table) GB_TRY(gb_read_number(card, 4, "TID", &pulse.table, error));
  if (!table) GB_TRY(GB_READ(card, error, {4, "T1|T2|F|P|C|B", .real_or = pulse.number}));
  GB_REFUSE_IF(!table && !(pulse.number[1] > pulse.number[0]), card, error,
               "T2 = %g must be above T1 = %g", pulse.number[1], pulse.number[0]);
  GB_TRY(GB_READ(card, error, {end, "US0|VS0", .only = "forces alone are read"},
                 {end + 2, .end = true}));
  return GB_KEEP(nastran, dynamics->pulses, pulse, error);
}

/// Read X1 and X2 of TABLED2 to TABLED4, by which x is shifted and scaled.
static int read_scale(const gb_record *card, gb_nastran_table *table, gb_error *error) {
  const char kind = card->word[6];
  table->number[1] = 1;
  if (kind > '1') GB_TRY(gb_read_real_or(card, 1, "X1", 0, &table->number[0], error));
  if (kind > '2') GB_TRY(gb_read_real(card, 2, "X2", &table->number[1], error));
  if (kind == '4' ? table->number[1] != 0 : table->number[1] > 0) return GB_OK;
  return gb_record_fail(card, error, "X2 = %g; accepted: a number %s 0", table->number[1],
                        kind == '4' ? "other than" : ">");
}

/// Read TABLED1 to TABLED3, which give y as a function of (x - X1) / X2: the points are at X1 + X2
/// x.
int gb_nastran_tabled(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_table table = {.line = card->line, .first = nastran->dynamics->points.count};
  const char kind = card->word[6];
  GB_TRY(gb_read_number(card, 0, "TID", &table.id, error));
  GB_TRY(read_scale(card, &table, error));
  for (int i = 1; i < 3 && kind == '1'; ++i)
    GB_REFUSE_IF(!gb_field_is_blank(card, i) && !gb_field_is(card, i, "LINEAR"), card, error,
                 "%s; accepted: LINEAR or blank", i == 1 ? "XAXIS" : "YAXIS");
  if (kind == '2') GB_TRY(gb_expect(card, 2, "EXTRAP", 0, EXTRAPOLATED, error));
  GB_TRY(GB_READ(card, error, {3, "EXTRAP", .only = EXTRAPOLATED}, {4, .blank = 4}));
  int i = 8;
  for (; i < card->count && !gb_field_is(card, i, "ENDT"); i += 2) {
    gb_deck_point p;
    if (gb_field_is_blank(card, i) && gb_field_is_blank(card, i + 1)) continue;
    if (gb_field_is(card, i, "SKIP") || gb_field_is(card, i + 1, "SKIP")) continue;
    GB_TRY(GB_READ(card, error, {i, "x1, x2, ...", .real = &p.x},
                   {i + 1, "y1, y2, ...", .real = &p.y}));
    if (kind > '1') p.x = table.number[0] + table.number[1] * p.x;
    GB_REFUSE_IF(table.count &&
                     p.x < nastran->dynamics->points.entry[table.first + table.count - 1].x,
                 card, error, "x = %g descends", p.x);
    GB_TRY(GB_KEEP(nastran, dynamics->points, p, error));
    ++table.count;
  }
  GB_TRY(gb_expect_end(card, i + 1, error));
  const gb_deck_point *all = table.count ? &nastran->dynamics->points.entry[table.first] : NULL;
  GB_REFUSE_IF(table.count < 2 || !(all[table.count - 1].x > all[0].x), card, error,
               "needs two points at different x");
  return GB_KEEP(nastran, dynamics->tables, table, error);
}

/// Read TABLED4, the sum of A_i ((x - X1) / X2)^i, where x is limited to X3 to X4.
int gb_nastran_tabled4(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_table table = {
      .line = card->line, .first = nastran->dynamics->points.count, .powers = true};
  GB_TRY(gb_read_number(card, 0, "TID", &table.id, error));
  GB_TRY(read_scale(card, &table, error));
  GB_TRY(GB_READ(card, error, {3, "X3|X4", .real = &table.number[2]}));
  GB_REFUSE_IF(!(table.number[3] > table.number[2]), card, error, "X4 = %g must be above X3 = %g",
               table.number[3], table.number[2]);
  GB_TRY(gb_expect_blank(card, 5, 8, error));
  int i = 8;
  for (; i < card->count && !gb_field_is(card, i, "ENDT"); ++i) {
    gb_deck_point p = {0};
    GB_TRY(gb_read_real_or(card, i, "A0, A1, ...", 0, &p.y, error));
    GB_TRY(GB_KEEP(nastran, dynamics->points, p, error));
    ++table.count;
  }
  GB_TRY(gb_expect_end(card, i + 1, error));
  GB_REFUSE_IF(table.count == 0, card, error, "A0 is missing");
  return GB_KEEP(nastran, dynamics->tables, table, error);
}

/// Write the polynomial of a TABLED4 by Horner's rule.
static int write_powers(const gb_nastran *nastran, const gb_nastran_table *table, const char *s,
                        char **text, gb_error *error) {
  const double *n = table->number;
  char *x;
  GB_TRY(gb_arena_text(nastran->deck->arena, &x, error,
                       "((min(max(%s, %.17g), %.17g) - %.17g)/%.17g)", s, n[2], n[3], n[0], n[1]));
  GB_TRY(gb_arena_text(nastran->deck->arena, text, error, "0"));
  for (int i = table->count - 1; i >= 0; --i)
    GB_TRY(gb_arena_text(nastran->deck->arena, text, error, "(%s*%s + %.17g)", *text, x,
                         nastran->dynamics->points.entry[table->first + i].y));
  return GB_OK;
}

static int write_tload1(const gb_nastran *nastran, const gb_nastran_pulse *pulse, const char *s,
                        char **text, gb_error *error) {
  const gb_nastran_table *table = NULL;
  GB_EACH(one, nastran->dynamics->tables)
    if (one->id == pulse->table) table = one;
  if (table && table->powers) return write_powers(nastran, table, s, text, error);
  if (table)
    return gb_deck_write_table(&nastran->dynamics->points.entry[table->first], table->count, s,
                               nastran->deck->arena, text, error);
  return gb_deck_fail_as(
      GB_UNDEFINED_NUMBER, nastran->deck, pulse->line, error,
      "TLOAD1 %lld: TID = %lld is not defined; accepted: the number of a TABLED1 to TABLED4",
      (long long)pulse->id, (long long)pulse->table);
}

/// Write a TLOAD2: r^B e^(C r) cos(2 pi F r + P) with r = s - T1 from T1 to T2, else 0.
static int write_tload2(const gb_nastran *nastran, const gb_nastran_pulse *pulse, const char *s,
                        char **text, gb_error *error) {
  const double *n = pulse->number;
  char *r;
  GB_TRY(gb_arena_text(nastran->deck->arena, &r, error, "max(%s - %.17g, 0)", s, n[0]));
  return gb_arena_text(nastran->deck->arena, text, error,
                       "pulse(%s, %.17g, %.17g)*%s^%.17g*exp(%.17g*%s)*cos(2*pi*%.17g*%s + %.17g)",
                       s, n[0], n[1], r, n[5], n[4], r, n[2], r, n[3] * acos(-1) / 180);
}

int gb_nastran_need_history(const gb_nastran *nastran, int pulse, gb_error *error) {
  gb_deck *deck = nastran->deck;
  const gb_nastran_pulse *of = &nastran->dynamics->pulses.entry[pulse];
  gb_deck_history history = {0};
  char *s;
  while (deck->made.histories.count < nastran->dynamics->pulses.count) {
    GB_TRY(gb_arena_text(deck->arena, &history.name, error, "TLOAD %d",
                         deck->made.histories.count + 1));
    GB_TRY(GB_ARENA_ADD(deck->arena, deck->made.histories, history, error));
  }
  char **text = &deck->made.histories.entry[pulse].text;
  if (*text) return GB_OK;
  GB_TRY(gb_arena_text(deck->arena, &s, error, of->delay == 0 ? "t" : "(t - %.17g)", of->delay));
  return of->table ? write_tload1(nastran, of, s, text, error)
                   : write_tload2(nastran, of, s, text, error);
}

int gb_nastran_history(const gb_nastran *nastran, int pulse, double value, gb_expression **out,
                       gb_error *error) {
  if (pulse >= 0 && value != 0) GB_TRY(gb_nastran_need_history(nastran, pulse, error));
  return gb_deck_write_value(nastran->deck, value, pulse, out, error);
}

int gb_nastran_solution(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  int64_t count = 0;
  if (!strcmp(card->word, "TSTEP"))
    return gb_deck_note(nastran->deck, card->line, error,
                        "TSTEP is left out: steps are those of `time` in the case file");
  if (!gb_field_is_blank(card, 3)) GB_TRY(gb_read_integer(card, 3, "ND", &count, error));
  if (count < 1) return GB_OK;
  return gb_deck_note(nastran->deck, card->line, error,
                      "EIGRL asks for %lld modes: `modes: {count: %lld}` in the case file does",
                      (long long)count, (long long)count);
}
