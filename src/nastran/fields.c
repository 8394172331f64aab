/// Fields of a card as numbers and words, with messages that name card, field and content.
/// Source: MSC Nastran Quick Reference Guide, "Format of bulk data entries".
#include "nastran/sets.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static gb_nastran_field field_of(const gb_nastran_card *card, int entry) {
  if (entry < 0 || entry >= card->data.count) return (gb_nastran_field){"", 0};
  return ((const gb_nastran_field *)card->data.data)[entry];
}

int gb_nastran_fail(const gb_nastran_card *card, gb_error *error, const char *format, ...) {
  char text[700];
  gb_nastran_field id = field_of(card, 0);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return gb_nastran_fail_as(GB_WRONG_FIELD, card->nastran, card->line, error, "%s%s%.*s: %s",
                            card->name, id.length ? " " : "", id.length > 40 ? 40 : id.length,
                            id.text, text);
}

/// A line of the notes: where, and what.
static int add_note(gb_nastran *nastran, const char *where, const char *text, gb_error *error) {
  if (nastran->told.notes.count > 4000) return GB_OK; // as much as anyone reads
  const char *const parts[] = {nastran->told.notes.count ? "\n" : "", where, ": ", text};
  for (int i = 0; i < 4; ++i)
    for (const char *p = parts[i]; *p; ++p)
      GB_TRY(GB_ARENA_ADD(nastran->arena, nastran->told.notes, *p, error));
  return GB_OK;
}

int gb_nastran_note(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error,
                    const char *format, ...) {
  char text[700], where[400];
  if (card)
    gb_nastran_where(nastran, card->line, sizeof where, where);
  else
    snprintf(where, sizeof where, "%s", nastran->file);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return add_note(nastran, where, text, error);
}

int gb_nastran_note_line(gb_nastran *nastran, int32_t line, gb_error *error, const char *format,
                         ...) {
  const gb_nastran_card card = {.line = line};
  char text[700];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return gb_nastran_note(nastran, &card, error, "%s", text);
}

bool gb_nastran_blank(const gb_nastran_card *card, int entry) {
  return !field_of(card, entry).length;
}

bool gb_nastran_is_word(const gb_nastran_card *card, int entry, const char *word) {
  return gb_deck_same(field_of(card, entry), word);
}

static int refuse(const gb_nastran_card *card, int entry, const char *name, const char *wanted,
                  gb_error *error) {
  gb_nastran_field field = field_of(card, entry);
  char shown[41];
  int length = field.length > 40 ? 40 : field.length;
  for (int i = 0; i < length; ++i)
    shown[i] = isprint((unsigned char)field.text[i]) ? field.text[i] : '?';
  shown[length] = 0;
  return gb_nastran_fail(card, error, "%s must be %s, '%s' was found", name, wanted, shown);
}

int gb_nastran_integer(const gb_nastran_card *card, int entry, const char *name, int64_t *value,
                       gb_error *error) {
  if (gb_deck_integer(field_of(card, entry), value)) return GB_OK;
  return refuse(card, entry, name, "an integer", error);
}

int gb_nastran_digits(const gb_nastran_card *card, int entry, const char *name, int64_t *value,
                      gb_error *error) {
  const gb_nastran_field field = field_of(card, entry);
  char text[24];
  int length = 0;
  for (int i = 0; i < field.length && length < (int)sizeof text; i++)
    if (field.text[i] != ' ') text[length++] = field.text[i];
  if (gb_deck_integer((gb_nastran_field){text, length}, value)) return GB_OK;
  return refuse(card, entry, name, "an integer", error);
}

int gb_nastran_number(const gb_nastran_card *card, int entry, const char *name, int64_t *value,
                      gb_error *error) {
  GB_TRY(gb_nastran_integer(card, entry, name, value, error));
  if (*value > 0 && *value <= INT32_MAX) return GB_OK;
  return gb_nastran_fail(card, error, "%s must be from 1 to 2147483647", name);
}

int gb_nastran_integer_or(const gb_nastran_card *card, int entry, const char *name,
                          int64_t otherwise, int64_t *value, gb_error *error) {
  *value = otherwise;
  if (gb_nastran_blank(card, entry)) return GB_OK;
  return gb_nastran_integer(card, entry, name, value, error);
}

int gb_nastran_real(const gb_nastran_card *card, int entry, const char *name, double *value,
                    gb_error *error) {
  if (gb_deck_real(field_of(card, entry), value)) return GB_OK;
  return refuse(card, entry, name, "a real number", error);
}

int gb_nastran_real_or(const gb_nastran_card *card, int entry, const char *name, double otherwise,
                       double *value, gb_error *error) {
  *value = otherwise;
  if (gb_nastran_blank(card, entry)) return GB_OK;
  return gb_nastran_real(card, entry, name, value, error);
}

int gb_nastran_expect(const gb_nastran_card *card, int entry, const char *name, double accepted,
                      const char *reason, gb_error *error) {
  double value;
  if (gb_nastran_blank(card, entry)) return GB_OK;
  if (!gb_deck_real(field_of(card, entry), &value))
    return refuse(card, entry, name, "a number", error);
  if (fabs(value - accepted) <= 1e-3 * fabs(accepted)) return GB_OK;
  return gb_nastran_fail(card, error, "%s = %g is not read (only %g or blank): %s", name, value,
                         accepted, reason);
}

int gb_nastran_no_more(const gb_nastran_card *card, int first, gb_error *error) {
  for (int i = first; i < card->data.count; ++i)
    if (!gb_nastran_blank(card, i)) {
      gb_nastran_field field = field_of(card, i);
      return gb_nastran_fail(card, error, "field '%.*s' after the card's end is not read",
                             field.length > 40 ? 40 : field.length, field.text);
    }
  return GB_OK;
}

int gb_nastran_empty(const gb_nastran_card *card, int first, int end, gb_error *error) {
  for (int i = first; i < end && i < card->data.count; ++i) {
    const gb_nastran_field field = field_of(card, i);
    if (!field.length) continue;
    return gb_nastran_fail(card, error, "'%.*s' is in field %d, which this card leaves blank%s",
                           field.length > 40 ? 40 : field.length, field.text, i + 2,
                           i < 8 ? "" : ", counted on through the lines");
  }
  return GB_OK;
}

int gb_nastran_numbers(const gb_nastran_card *card, int first, int end, const char *name,
                       gb_error *error) {
  for (int i = first; i < end; ++i) {
    double ignored;
    GB_TRY(gb_nastran_real_or(card, i, name, 0, &ignored, error));
  }
  return GB_OK;
}

int gb_nastran_param(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  if (gb_nastran_is_parameter(field_of(card, 0))) {      // others may have more fields
    GB_TRY(gb_nastran_numbers(card, 2, 3, "V2", error)); // of complex parameters
    GB_TRY(gb_nastran_no_more(card, 3, error));
  }
  return gb_nastran_parameter(nastran, card->line, field_of(card, 0), field_of(card, 1), error);
}
