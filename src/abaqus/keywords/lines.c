/// Lines of an .inp deck, and *INCLUDE.
#include "abaqus/entries/keyword.h"

#include <ctype.h>
#include <string.h>

/// Return the path of an *INCLUDE, INPUT=mesh.inp.
static gb_deck_text path_of(gb_deck_text line) {
  const char *equals = memchr(line.text, '=', (size_t)line.length);
  if (!equals) return (gb_deck_text){"", 0};
  return gb_inp_unquoted(
      gb_deck_trimmed((gb_deck_text){equals + 1, (int)(line.text + line.length - equals - 1)}));
}

static bool is_include(gb_deck_text text) {
  static const char word[] = "*INCLUDE";
  const int length = (int)strlen(word);
  return text.length > length && gb_deck_starts(text, word) &&
         !isalpha((unsigned char)text.text[length]);
}

static int read_line(void *front, gb_deck_cursor *at, gb_error *error) {
  gb_deck *deck = ((gb_inp *)front)->deck;
  const gb_deck_text text = gb_deck_trimmed(gb_deck_next_line(at));
  const gb_deck_line line = {.text = text, .file = at->file, .number = at->number};
  if (!text.length || (text.length > 1 && !strncmp(text.text, "**", 2))) return GB_OK;
  GB_TRY(GB_ARENA_ADD(deck->arena, deck->source.lines, line, error));
  if (!is_include(text)) return GB_OK;
  const gb_deck_text path = path_of(text);
  const int32_t number = deck->source.lines.count - 1;
  GB_DECK_FAIL_IF(!path.length, GB_WRONG_INCLUDE, deck, number, error,
                  "*INCLUDE needs a path, as *INCLUDE, INPUT=mesh.inp");
  GB_TRY(gb_deck_include(deck, at, "*INCLUDE", path, error));
  deck->source.lines.entry[number].text.length = 0; // what it includes may be data of a keyword
  return GB_OK;
}

int gb_inp_read_lines(gb_inp *inp, gb_error *error) {
  const gb_deck_cursor cursor = {.take = read_line, .front = inp};
  return gb_deck_read_file(inp->deck, inp->deck->file, &cursor, error);
}
