/// Words and numbers in the text of decks. Source: MSC Nastran Quick Reference Guide, "Format of
/// bulk data entries".
#include "deck/text.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

gb_deck_text gb_deck_trimmed(gb_deck_text field) {
  while (field.length && isspace((unsigned char)*field.text)) ++field.text, --field.length;
  while (field.length && isspace((unsigned char)field.text[field.length - 1])) --field.length;
  return field;
}

bool gb_deck_starts(gb_deck_text field, const char *word) {
  const size_t length = strlen(word);
  return field.length >= (int)length && !strncasecmp(field.text, word, length);
}

bool gb_deck_same(gb_deck_text field, const char *word) {
  field = gb_deck_trimmed(field);
  return field.length == (int)strlen(word) && gb_deck_starts(field, word);
}

bool gb_deck_has_word(const char *words, gb_deck_text word) {
  const char *separator = strchr(words, ',') ? "," : " ";
  for (const char *p = words; *p; p += *p != 0) {
    const gb_deck_text one = gb_deck_trimmed((gb_deck_text){p, (int)strcspn(p, separator)});
    p += strcspn(p, separator);
    if (one.length == word.length && !strncasecmp(one.text, word.text, (size_t)one.length))
      return true;
  }
  return false;
}

bool gb_deck_integer(gb_deck_text field, int64_t *value) {
  int i = field.length && strchr("+-", field.text[0]) && field.text[0];
  if (i >= field.length || field.length > 18) return false;
  *value = 0;
  for (int k = i; k < field.length; ++k) {
    if (!isdigit((unsigned char)field.text[k])) return false;
    *value = 10 * *value + (field.text[k] - '0');
  }
  if (field.text[0] == '-') *value = -*value;
  return true;
}

bool gb_deck_real(gb_deck_text field, double *value) {
  char text[81], *end; // each sign may need the letter E before it
  int length = 0;
  if (!field.length || field.length > 40) return false;
  for (int i = 0; i < field.length; ++i) {
    char c = (char)toupper((unsigned char)field.text[i]);
    if (c == 'D') c = 'E';
    if (!isdigit((unsigned char)c) && (!c || !strchr("+-.E", c))) return false;
    // A sign inside starts an exponent without its letter: 7.+10.
    if (i && (c == '+' || c == '-') && text[length - 1] != 'E') text[length++] = 'E';
    text[length++] = c;
  }
  text[length] = 0;
  *value = strtod(text, &end);
  return end == text + length && isfinite(*value);
}

int gb_deck_write_number(double value, size_t size, char *text) {
  int written = 0;
  for (int digits = 6; digits <= 17; ++digits) {
    written = snprintf(text, size, "%.*g", digits, value);
    if (strtod(text, NULL) == value) break;
  }
  return written;
}
