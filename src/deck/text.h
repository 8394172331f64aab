/// Words and numbers in the text of decks, as Fortran programs read them.
#ifndef GB_DECK_TEXT_H
#define GB_DECK_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A part of a line.
typedef struct gb_deck_text {
  const char *text;
  int length;
} gb_deck_text;

/// The two arguments of printf's "%.*s" for a text in a message, of which the start is shown.
#define GB_SHOWN(field) (field).length > 60 ? 60 : (field).length, (field).text

/// Return the text without blanks at its ends.
gb_deck_text gb_deck_trimmed(gb_deck_text field);
/// Whether a text is this word, which is in capitals, regardless of case and of blanks at its ends.
bool gb_deck_same(gb_deck_text field, const char *word);
/// Whether a text starts with this word, regardless of case.
bool gb_deck_starts(gb_deck_text field, const char *word);
/// @return whether a list has this word, regardless of case. Commas separate the words of the list,
/// or blanks if it has no comma.
bool gb_deck_has_word(const char *words, gb_deck_text word);
/// @return whether the field is an integer
bool gb_deck_integer(gb_deck_text field, int64_t *value);
/// Read a Fortran real: 7.+10, 1.-3, 2.5D-2 as well as those of C. @return whether it is one
bool gb_deck_real(gb_deck_text field, double *value);
/// Write a number with as few digits as give exactly this number again. @return the length, as
/// snprintf does
int gb_deck_write_number(double value, size_t size, char *text);

#endif
