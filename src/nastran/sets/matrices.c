/// Matrices that the case control chooses: K2GG, B2GG and M2GG. Source: MSC Nastran Quick Reference
/// Guide, K2GG.
#include "nastran/entries/set.h"
#include "nastran/entries/spring.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *const commands[GB_MATRICES] = {"K2GG", "B2GG", "M2GG"};

gb_deck_text gb_nastran_next_word(gb_deck_text *line) {
  while (line->length && (isspace((unsigned char)*line->text) || strchr(",=", *line->text)))
    ++line->text, --line->length;
  gb_deck_text word = {line->text, 0};
  while (line->length && !isspace((unsigned char)*line->text) && !strchr(",=", *line->text))
    ++line->text, --line->length, ++word.length;
  return word;
}

bool gb_nastran_names_matrices(gb_deck_text command) {
  bool is = false;
  for (int i = 0; i < GB_MATRICES; ++i) is = is || gb_deck_same(command, commands[i]);
  return is;
}

/// Keep a name, before which there may be a factor, as in 1.25*KDMIG.
static int use_matrix(gb_nastran *nastran, int32_t line, int which, gb_deck_text name,
                      gb_error *error) {
  gb_nastran_matrix_use use = {.which = which, .factor = 1, .line = line};
  const char *times = memchr(name.text, '*', (size_t)name.length);
  if (times) {
    const gb_deck_text factor = {name.text, (int)(times - name.text)};
    GB_DECK_FAIL_IF(!gb_deck_real(factor, &use.factor), GB_BAD_MESH_FILE, nastran->deck, line,
                    error, "'%.*s' is no number before *", GB_SHOWN(factor));
    name.length -= factor.length + 1;
    name.text = times + 1;
  }
  GB_DECK_FAIL_IF(name.length == 0 || name.length >= GB_NASTRAN_NAME, GB_BAD_MESH_FILE,
                  nastran->deck, line, error, "'%.*s' is no name of a DMIG", GB_SHOWN(name));
  snprintf(use.name, sizeof use.name, "%.*s", name.length, name.text);
  return GB_KEEP(nastran, springs->uses, use, error);
}

int gb_nastran_use_matrices(gb_nastran *nastran, int32_t line, gb_deck_text command,
                            gb_deck_text names, gb_error *error) {
  int which = 0;
  while (!gb_deck_same(command, commands[which])) ++which;
  for (gb_deck_text word = gb_nastran_next_word(&names); word.length;
       word = gb_nastran_next_word(&names))
    GB_TRY(use_matrix(nastran, line, which, word, error));
  return GB_OK;
}
