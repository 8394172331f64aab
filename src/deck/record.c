/// Fields of cards and keywords as numbers and words, with messages that name record, field and
/// content. Source: MSC Nastran Quick Reference Guide, "Format of bulk data entries".
#include "deck/record.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SHOWN = 40 }; ///< characters of a field in a message

gb_deck_text gb_field(const gb_record *record, int entry) {
  if (entry < 0 || entry >= record->count) return (gb_deck_text){"", 0};
  return record->field[entry];
}

static int shown(gb_deck_text field) {
  return field.length > SHOWN ? SHOWN : field.length;
}

int gb_record_fail_as(int code, const gb_record *record, gb_error *error, const char *format, ...) {
  char text[700];
  const gb_deck_text id = record->keyword ? (gb_deck_text){"", 0} : gb_field(record, 0);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return gb_deck_fail_as(code, record->deck, record->line, error, "%s%s%.*s: %s", record->word,
                         id.length ? " " : "", shown(id), id.text, text);
}

bool gb_field_is_blank(const gb_record *record, int entry) {
  return !gb_field(record, entry).length;
}

bool gb_field_is(const gb_record *record, int entry, const char *word) {
  return gb_deck_same(gb_field(record, entry), word);
}

bool gb_field_is_none(const gb_record *record, int entry) {
  return gb_field_is_blank(record, entry) || gb_field_is(record, entry, "0");
}

static int refuse(const gb_record *record, int entry, const char *name, const char *wanted,
                  gb_error *error) {
  const gb_deck_text field = gb_field(record, entry);
  char text[SHOWN + 1];
  const int length = shown(field);
  for (int i = 0; i < length; ++i)
    text[i] = isprint((unsigned char)field.text[i]) ? field.text[i] : '?';
  text[length] = 0;
  return gb_record_fail(record, error, "%s must be %s, '%s' was found", name, wanted, text);
}

int gb_read_integer(const gb_record *record, int entry, const char *name, int64_t *value,
                    gb_error *error) {
  if (gb_deck_integer(gb_field(record, entry), value)) return GB_OK;
  return refuse(record, entry, name, "an integer", error);
}

int gb_read_integer_or(const gb_record *record, int entry, const char *name, int64_t otherwise,
                       int64_t *value, gb_error *error) {
  *value = otherwise;
  if (gb_field_is_blank(record, entry)) return GB_OK;
  return gb_read_integer(record, entry, name, value, error);
}

int gb_read_number(const gb_record *record, int entry, const char *name, int64_t *value,
                   gb_error *error) {
  GB_TRY(gb_read_integer(record, entry, name, value, error));
  if (*value > 0 && *value <= INT32_MAX) return GB_OK;
  return gb_record_fail(record, error, "%s must be from 1 to 2147483647", name);
}

int gb_read_real(const gb_record *record, int entry, const char *name, double *value,
                 gb_error *error) {
  if (gb_deck_real(gb_field(record, entry), value)) return GB_OK;
  return refuse(record, entry, name, "a real number", error);
}

int gb_read_real_or(const gb_record *record, int entry, const char *name, double otherwise,
                    double *value, gb_error *error) {
  *value = otherwise;
  if (gb_field_is_blank(record, entry)) return GB_OK;
  return gb_read_real(record, entry, name, value, error);
}

int gb_read_positive(const gb_record *record, int entry, const char *name, double *value,
                     gb_error *error) {
  if (record->keyword && gb_field_is_blank(record, entry))
    return refuse(record, entry, name, "a number > 0", error);
  GB_TRY(gb_read_real_or(record, entry, name, 0, value, error));
  if (*value > 0) return GB_OK;
  return gb_record_fail(record, error, "%s = %g; accepted: a number > 0", name, *value);
}

int gb_read_not_negative(const gb_record *record, int entry, const char *name, double *value,
                         gb_error *error) {
  GB_TRY(gb_read_real_or(record, entry, name, 0, value, error));
  if (*value >= 0) return GB_OK;
  return gb_record_fail(record, error, "%s = %g; accepted: a number >= 0", name, *value);
}

int gb_expect(const gb_record *record, int entry, const char *name, double accepted,
              const char *reason, gb_error *error) {
  const double tolerance = record->keyword ? 1e-9 : 1e-3; // fields of cards have few digits
  double value;
  GB_TRY(gb_read_real_or(record, entry, name, accepted, &value, error));
  if (fabs(value - accepted) <= tolerance * fabs(accepted)) return GB_OK;
  return gb_record_fail(record, error, "%s = %g is not read (only %g or blank): %s", name, value,
                        accepted, reason);
}

int gb_expect_blank(const gb_record *record, int first, int end, gb_error *error) {
  for (int i = first; i < end && i < record->count; ++i) {
    const gb_deck_text field = record->field[i];
    if (!field.length) continue;
    return gb_record_fail(record, error, "'%.*s' is in field %d, which this card leaves blank%s",
                          shown(field), field.text, i + 2,
                          i < 8 ? "" : ", counted on through the lines");
  }
  return GB_OK;
}

int gb_expect_reals(const gb_record *record, int first, int end, const char *name,
                    gb_error *error) {
  double ignored;
  for (int i = first; i < end; ++i) GB_TRY(gb_read_real_or(record, i, name, 0, &ignored, error));
  return GB_OK;
}

/// Count a card that has a field behind its end. The field is ignored.
static int leave_out(const gb_record *card, int entry, gb_error *error) {
  gb_deck *deck = card->deck;
  const gb_deck_text id = gb_field(card, 0), field = card->field[entry];
  gb_deck_excess excess = {card->word, card->line, entry + 2, 1, NULL};
  char *text;
  GB_EACH(known, deck->told.unread.excess)
    if (!strcmp(known->card, card->word)) {
      ++known->count;
      return GB_OK;
    }
  GB_TRY(gb_arena_text(deck->arena, &text, error, "%s %.*s: '%.*s'", card->word, shown(id), id.text,
                       shown(field), field.text));
  excess.text = text;
  return GB_ARENA_ADD(deck->arena, deck->told.unread.excess, excess, error);
}

int gb_expect_end(const gb_record *record, int first, gb_error *error) {
  for (int i = first; i < record->count; ++i) {
    if (gb_field_is_blank(record, i)) continue;
    if (!record->keyword) return leave_out(record, i, error);
    return gb_record_fail(record, error, "field %d, '%.*s', is not read", i + 1,
                          shown(record->field[i]), record->field[i].text);
  }
  return GB_OK;
}

/// Read entry number i of a row.
static int read_field(const gb_record *record, const gb_field_row *row, int i, const char *name,
                      gb_error *error) {
  const int entry = row->entry + i;
  const bool blank = gb_field_is_blank(record, entry);
  if (row->only) return gb_expect(record, entry, name, row->value, row->only, error);
  if (row->positive) return gb_read_positive(record, entry, name, row->positive + i, error);
  if (row->not_negative)
    return gb_read_not_negative(record, entry, name, row->not_negative + i, error);
  if (row->number || (row->number_or && !blank))
    return gb_read_number(record, entry, name, (row->number ? row->number : row->number_or) + i,
                          error);
  if (row->integer || (row->integer_or && !blank))
    return gb_read_integer(record, entry, name, (row->integer ? row->integer : row->integer_or) + i,
                           error);
  if (row->real || (row->real_or && !blank))
    return gb_read_real(record, entry, name, (row->real ? row->real : row->real_or) + i, error);
  return GB_OK;
}

static int read_row(const gb_record *record, const gb_field_row *row, gb_error *error) {
  if (row->end) return gb_expect_end(record, row->entry, error);
  if (row->blank) return gb_expect_blank(record, row->entry, row->entry + row->blank, error);
  if (row->ignored)
    return gb_expect_reals(record, row->entry, row->entry + row->ignored, row->name, error);
  const char *rest = row->name;
  for (int i = 0;; ++i) {
    char name[SHOWN + 1] = {0};
    const size_t length = strcspn(rest, "|");
    memcpy(name, rest, length < SHOWN ? length : SHOWN);
    GB_TRY(read_field(record, row, i, name, error));
    if (!rest[length]) return GB_OK;
    rest += length + 1;
  }
}

int gb_read_fields(const gb_record *record, int count, const gb_field_row rows[], gb_error *error) {
  for (int k = 0; k < count; ++k) GB_TRY(read_row(record, &rows[k], error));
  return GB_OK;
}
