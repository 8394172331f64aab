/// Lines of a Nastran deck: INCLUDE, comments, tabs, and the case control before BEGIN BULK.
/// Source: MSC Nastran Quick Reference Guide, "Bulk data" and "INCLUDE".
#include "nastran/entries/set.h"

#include <ctype.h>
#include <string.h>

/// Replace tabs by blanks up to the next column of eight.
static int expand_tabs(gb_nastran *nastran, gb_deck_text *field, gb_error *error) {
  if (!memchr(field->text, '\t', (size_t)field->length)) return GB_OK;
  char *text;
  int length = 0;
  GB_TRY(gb_arena_allocate(nastran->deck->arena, 8 * (size_t)field->length + 1, 1, &text, error));
  for (int i = 0; i < field->length; ++i) {
    if (field->text[i] != '\t')
      text[length++] = field->text[i];
    else
      do text[length++] = ' ';
      while (length % 8);
  }
  *field = (gb_deck_text){text, length};
  return GB_OK;
}

/// Read the path of an INCLUDE statement, which may go on over lines until its quote closes.
/// @param rest the text after the word INCLUDE; `at` is moved behind the lines used
static int included_path(gb_nastran *nastran, gb_deck_text rest, gb_deck_cursor *at, char *path,
                         size_t size, gb_error *error) {
  size_t length = 0;
  while (rest.length && (isspace((unsigned char)*rest.text) || *rest.text == '='))
    ++rest.text, --rest.length;
  char quote = rest.length && strchr("'\"", *rest.text) ? *rest.text : 0;
  const char *p = rest.text + (quote != 0), *stop = rest.text + rest.length;
  if (quote) stop = at->end;
  for (; p < stop && (!quote || *p != quote) && (quote || !isspace((unsigned char)*p)); ++p) {
    if (length + 1 >= size || !*p) break;
    if (*p == '\r' || *p == '\n') // the path goes on after the next line's blanks
      while (p + 1 < stop && isspace((unsigned char)p[1])) ++p;
    else
      path[length++] = *p;
  }
  path[length] = 0;
  bool closed = !quote || (p < stop && *p == quote);
  if (quote && closed) {
    const char *line_end = memchr(p, '\n', (size_t)(at->end - p));
    at->text = line_end ? line_end + 1 : at->end;
  }
  if (length && closed) return GB_OK;
  return gb_deck_fail_as(GB_WRONG_INCLUDE, nastran->deck, nastran->deck->source.lines.count - 1,
                         error, "INCLUDE needs a path, in quotes that close");
}

/// The lines of a deck while they are read.
typedef struct line_reading {
  gb_nastran *nastran;
  bool ended; ///< whether ENDDATA was read
} line_reading;

/// Whether a line is ENDDATA in small, large or free fields. Some programs write a checksum behind
/// it.
static bool ends_data(gb_deck_text line) {
  static const char word[] = "ENDDATA";
  const int length = (int)strlen(word);
  line = gb_deck_trimmed(line);
  const char next = line.length > length ? line.text[length] : ' ';
  return gb_deck_starts(line, word) && (isspace((unsigned char)next) || strchr("*,", next));
}

/// Read one line of a file, without its comment. Lines behind ENDDATA are no part of the deck.
static int read_line(void *front, gb_deck_cursor *at, gb_error *error) {
  line_reading *r = front;
  gb_nastran *nastran = r->nastran;
  gb_deck *deck = nastran->deck;
  const gb_deck_text whole = gb_deck_next_line(at);
  if (r->ended) return GB_OK;
  const char *comment = memchr(whole.text, '$', (size_t)whole.length);
  gb_deck_line line = {.text = whole, .file = at->file, .number = at->number};
  if (comment) {
    line.text.length = (int)(comment - whole.text);
    GB_TRY(gb_nastran_comment(
        nastran, (gb_deck_text){comment + 1, whole.length - line.text.length - 1}, error));
  }
  while (line.text.length && isspace((unsigned char)whole.text[line.text.length - 1]))
    --line.text.length;
  r->ended = ends_data(line.text);
  if (!line.text.length || r->ended) return GB_OK;
  GB_TRY(expand_tabs(nastran, &line.text, error));
  line.consumed = gb_deck_starts(line.text, "INCLUDE");
  GB_TRY(GB_ARENA_ADD(deck->arena, deck->source.lines, line, error));
  if (!line.consumed) return GB_OK;
  char path[1024];
  GB_TRY(included_path(nastran, (gb_deck_text){whole.text + 7, whole.length - 7}, at, path,
                       sizeof path, error));
  return gb_deck_include(deck, at, "INCLUDE", (gb_deck_text){path, (int)strlen(path)}, error);
}

static bool begins_bulk(gb_deck_text field) {
  field = gb_deck_trimmed(field);
  if (!gb_deck_starts(field, "BEGIN")) return false;
  field.text += 5, field.length -= 5;
  while (field.length && strchr(" ,", *field.text)) ++field.text, --field.length;
  return gb_deck_starts(field, "BULK");
}

/// Refuse a deck with further sections of bulk data, as those of superelements (BEGIN SUPER=1), for
/// the reader takes the first section alone.
static int refuse_sections(gb_nastran *nastran, gb_error *error) {
  const gb_deck_line *lines = nastran->deck->source.lines.entry;
  while (nastran->bulk < nastran->deck->source.lines.count && // the same line once more
         gb_deck_same(gb_deck_trimmed(lines[nastran->bulk].text), "BEGIN BULK"))
    ++nastran->bulk;
  for (int32_t i = nastran->bulk; i < nastran->deck->source.lines.count; ++i)
    GB_DECK_FAIL_IF(gb_deck_starts(gb_deck_trimmed(lines[i].text), "BEGIN"), GB_UNREAD_CARD,
                    nastran->deck, i, error,
                    "'%.*s': superelements and other parts of a deck are not read; accepted: one "
                    "BEGIN BULK, with all cards of the model behind it",
                    GB_SHOWN(lines[i].text));
  return GB_OK;
}

int gb_nastran_read_lines(gb_nastran *nastran, gb_error *error) {
  line_reading r = {.nastran = nastran};
  const gb_deck_cursor cursor = {.take = read_line, .front = &r};
  GB_TRY(gb_deck_read_file(nastran->deck, nastran->deck->file, &cursor, error));
  if (!r.ended)
    GB_TRY(gb_deck_note(nastran->deck, -1, error, "the deck ends without ENDDATA: is it whole?"));
  const gb_deck_line *lines = nastran->deck->source.lines.entry;
  int32_t cend = -1;
  GB_TRY(gb_nastran_read_solution(nastran, error));
  for (int32_t i = 0; i < nastran->deck->source.lines.count && !nastran->bulk; ++i) {
    if (gb_deck_same(lines[i].text, "CEND")) cend = i;
    if (begins_bulk(lines[i].text)) nastran->bulk = i + 1;
  }
  GB_DECK_FAIL_IF(cend >= 0 && !nastran->bulk, GB_BAD_MESH_FILE, nastran->deck, cend, error,
                  "CEND without BEGIN BULK after it");
  const int32_t end = nastran->bulk - 1;
  GB_TRY(refuse_sections(nastran, error));
  return gb_nastran_read_control(nastran, cend + 1, end, error);
}
