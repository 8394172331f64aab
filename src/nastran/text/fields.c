/// Fields that only cards of Nastran have. Source: MSC Nastran Quick Reference Guide, "Format of
/// bulk data entries".
#include "nastran/entries/set.h"

int gb_nastran_components(const gb_record *card, int entry, const char *name, unsigned *mask,
                          gb_error *error) {
  const gb_deck_text field = gb_field(card, entry);
  unsigned bits = 0;
  int digits = 0;
  for (int i = 0; i < field.length; ++i) {
    if (field.text[i] == ' ') continue;
    GB_REFUSE_IF(field.text[i] < '1' || field.text[i] > '6' || ++digits > 18, card, error,
                 "%s must be digits from 1 to 6, '%.*s' was found", name, GB_SHOWN(field));
    bits |= 1u << (field.text[i] - '0');
  }
  GB_REFUSE_IF(!digits, card, error, "%s must be digits from 1 to 6", name);
  *mask = bits;
  return GB_OK;
}

int gb_nastran_components_or_none(const gb_record *card, int entry, const char *name,
                                  unsigned *mask, gb_error *error) {
  *mask = 0;
  if (gb_field_is_none(card, entry)) return GB_OK;
  return gb_nastran_components(card, entry, name, mask, error);
}

bool gb_nastran_is_integer(const gb_record *card, int entry) {
  int64_t ignored;
  return gb_deck_integer(gb_field(card, entry), &ignored);
}
