/// Replication: a line that begins with = stands for the card before it with some fields changed.
/// Source: MSC Nastran Quick Reference Guide, "Format of bulk data entries", replication.
#include "nastran/entries/text.h"

#include <stdio.h>
#include <string.h>

/// Return a field without its parentheses: "(3)" and "3" are both 3.
static gb_deck_text bare(gb_deck_text field) {
  const bool inside =
      field.length > 1 && field.text[0] == '(' && field.text[field.length - 1] == ')';
  return inside ? (gb_deck_text){field.text + 1, field.length - 2} : field;
}

bool gb_nastran_is_replication(gb_deck_text first) {
  return first.length > 0 && *first.text == '=';
}

int gb_nastran_read_repeats(const gb_deck *deck, int32_t line, gb_deck_text first, int64_t *times,
                            gb_error *error) {
  *times = 1;
  if (first.length == 1) return GB_OK;
  const gb_deck_text count = bare((gb_deck_text){first.text + 1, first.length - 1});
  if (gb_deck_integer(count, times) && *times > 0 && *times <= 1000000) return GB_OK;
  return gb_deck_fail_as(
      GB_BAD_MESH_FILE, deck, line, error,
      "'%.*s' in the first field; accepted: =, or a count of repetitions, as =(3)",
      GB_SHOWN(first));
}

/// Add an increment to a field of the card before.
static int increase(const gb_deck *deck, int32_t line, gb_deck_text before, gb_deck_text step,
                    gb_deck_text *out, gb_error *error) {
  const gb_deck_text by = bare((gb_deck_text){step.text + 1, step.length - 1});
  int64_t a, b;
  double x, dx;
  char number[40], *text;
  if (gb_deck_integer(before, &a) && gb_deck_integer(by, &b)) {
    snprintf(number, sizeof number, "%lld", (long long)(a + b));
  } else if (gb_deck_real(before, &x) && gb_deck_real(by, &dx)) {
    const int length = gb_deck_write_number(x + dx, sizeof number - 1, number);
    if (!strpbrk(number, ".e")) snprintf(number + length, sizeof number - (size_t)length, ".");
  } else {
    return gb_deck_fail_as(GB_BAD_MESH_FILE, deck, line, error,
                           "'%.*s' in a line of replication, of '%.*s' in the card before; "
                           "accepted: a number behind the star, of a field that is a number",
                           GB_SHOWN(step), GB_SHOWN(before));
  }
  GB_TRY(gb_arena_text(deck->arena, &text, error, "%s", number));
  *out = (gb_deck_text){text, (int)strlen(text)};
  return GB_OK;
}

int gb_nastran_replicate(const gb_deck *deck, int32_t line, const gb_deck_text rule[],
                         gb_deck_text field[], int count, gb_error *error) {
  bool rest = false; // == stands for all fields that follow
  for (int i = 0; i < count; ++i) {
    rest = rest || gb_deck_same(rule[i], "==");
    if (rest || gb_deck_same(rule[i], "=")) continue;
    if (rule[i].length > 1 && *rule[i].text == '*')
      GB_TRY(increase(deck, line, field[i], rule[i], &field[i], error));
    else
      field[i] = rule[i];
  }
  return GB_OK;
}
