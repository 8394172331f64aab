/// Cards of the bulk data: free, small and large fields, continuations anywhere in the deck.
/// Source: MSC Nastran Quick Reference Guide, "Format of bulk data entries".
#include "nastran/entries/reference.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LONGEST = 64 }; ///< fields of data of a line of free fields, at most

/// A line divided into fields: the first one (name or mark), fields of data, and the mark of a
/// continuation.
typedef struct split {
  gb_deck_text first, data[LONGEST], next;
  int count; ///< number of data fields: 8, or 4 in a line of large fields; 16, 24, ... in a long
             ///< one
  bool large;
} split;

/// Return columns from..from+width of a line, as far as the line goes.
static gb_deck_text columns(gb_deck_text line, int from, int width) {
  if (from >= line.length) return (gb_deck_text){line.text + line.length, 0};
  const int length = from + width > line.length ? line.length - from : width;
  return gb_deck_trimmed((gb_deck_text){line.text + from, length});
}

static bool has_star(gb_deck_text f) {
  return f.length && (f.text[0] == '*' || f.text[f.length - 1] == '*');
}

static void split_columns(gb_deck_text line, split *s) {
  s->first = columns(line, 0, 8);
  s->large = has_star(s->first);
  s->count = s->large ? 4 : 8;
  int width = s->large ? 16 : 8;
  for (int i = 0; i < s->count; ++i) s->data[i] = columns(line, 8 + i * width, width);
  s->next = columns(line, 72, 8);
}

/// Whether a field is a number, and no mark of a continuation.
static bool is_number(gb_deck_text f) {
  const int sign = f.length > 1 && strchr("+-", *f.text);
  return f.length && (isdigit((unsigned char)f.text[sign]) || f.text[sign] == '.');
}

/// Divide a line of free fields at its commas. A line of small fields may go on with more than
/// eight, as programs write it; the mark of a continuation is its last field then.
/// @return the number of further fields that are not blank
static int split_commas(gb_deck_text line, split *s) {
  const char *text = line.text, *end = line.text + line.length;
  gb_deck_text all[LONGEST + 1];
  int count = 0, excess = 0;
  for (int i = 0; text <= end; ++i) {
    const char *comma = text < end ? memchr(text, ',', (size_t)(end - text)) : NULL;
    if (!comma) comma = end;
    const gb_deck_text field = gb_deck_trimmed((gb_deck_text){text, (int)(comma - text)});
    if (i == 0) {
      s->first = field;
      s->large = has_star(field);
      s->count = s->large ? 4 : 8;
    } else if (i <= LONGEST) {
      all[i - 1] = field;
      if (field.length) count = i;
    } else {
      excess += field.length > 0;
    }
    text = comma + 1;
  }
  const int width = s->count;
  const bool marked = count > width && !is_number(all[count - 1]);
  if (marked && count > width) s->next = all[--count];
  if (count > width && s->large) return count - width;
  while (s->count < count) s->count += width;
  for (int i = 0; i < s->count && i < LONGEST; ++i)
    s->data[i] = i < count ? all[i] : (gb_deck_text){line.text, 0};
  return excess;
}

/// Whether a line has fields of fixed width: it has no comma, or its first one is behind the first
/// ten columns in the text of an equation (DEQATN) or in a line that goes on with one.
static bool has_columns(gb_deck_text text) {
  static const char equation[] = "DEQATN ", blanks[] = "        ";
  const char *comma = memchr(text.text, ',', (size_t)text.length);
  return !comma ||
         (comma - text.text >= 10 && (!strncasecmp(text.text, equation, sizeof equation - 1) ||
                                      !strncmp(text.text, blanks, sizeof blanks - 1)));
}

static int split_line(const gb_nastran *nastran, int32_t line, split *s, gb_error *error) {
  gb_deck_text text = nastran->deck->source.lines.entry[line].text;
  *s = (split){0};
  if (has_columns(text)) {
    split_columns(text, s);
    return GB_OK;
  }
  const int excess = split_commas(text, s);
  GB_DECK_FAIL_IF(excess, GB_BAD_MESH_FILE, nastran->deck, line, error,
                  "more than %d fields after the first; go on in a line that starts with a comma",
                  s->large ? 4 : LONGEST);
  return GB_OK;
}

static bool continues(gb_deck_text first) {
  return !first.length || *first.text == '+' || *first.text == '*';
}

/// Return a mark without its sign: "+A1" and "*A1" are both A1.
static gb_deck_text mark_of(gb_deck_text f) {
  if (f.length && strchr("+*", *f.text))
    return gb_deck_trimmed((gb_deck_text){f.text + 1, f.length - 1});
  return f;
}

static bool same_mark(gb_deck_text a, gb_deck_text b) {
  return a.length == b.length && !strncasecmp(a.text, b.text, (size_t)a.length);
}

typedef struct marked_line {
  gb_deck_text mark;
  int32_t line;
  /// in the first entry with a mark: how many entries from it on are known to be consumed
  int32_t taken;
} marked_line;

/// All marks of the bulk data, sorted. Most decks do not need them, so they are collected when
/// first needed.
typedef GB_LIST_OF(marked_line) mark_list;
typedef struct marks {
  mark_list heads; ///< in the first field: lines that continue
  mark_list tails; ///< in the last field: lines that are continued
  bool made;
} marks;

static int compare_marks(const void *a, const void *b) {
  const marked_line *x = a, *y = b;
  int shorter = x->mark.length < y->mark.length ? x->mark.length : y->mark.length;
  for (int i = 0; i < shorter; ++i) {
    int order = toupper((unsigned char)x->mark.text[i]) - toupper((unsigned char)y->mark.text[i]);
    if (order) return order;
  }
  return x->mark.length != y->mark.length ? x->mark.length - y->mark.length : x->line - y->line;
}

static int add_mark(gb_arena *arena, mark_list *list, gb_deck_text mark, int32_t line,
                    gb_error *error) {
  const marked_line entry = {mark_of(mark), line, 0};
  return entry.mark.length ? GB_ARENA_ADD(arena, *list, entry, error) : GB_OK;
}

static int make_marks(const gb_nastran *nastran, marks *m, gb_error *error) {
  if (m->made) return GB_OK;
  m->made = true;
  for (int32_t i = nastran->bulk; i < nastran->deck->source.lines.count; ++i) {
    split s;
    GB_TRY(split_line(nastran, i, &s, error));
    if (continues(s.first)) GB_TRY(add_mark(nastran->deck->arena, &m->heads, s.first, i, error));
    GB_TRY(add_mark(nastran->deck->arena, &m->tails, s.next, i, error));
  }
  gb_deck_sort(m->heads.entry, m->heads.count, sizeof *m->heads.entry, compare_marks);
  gb_deck_sort(m->tails.entry, m->tails.count, sizeof *m->tails.entry, compare_marks);
  return GB_OK;
}

/// Return the first index of a mark in a list, or the count of the list.
static int32_t find_mark(const mark_list *list, gb_deck_text mark) {
  const marked_line key = {mark, -1, 0};
  const int32_t i =
      (int32_t)gb_deck_lower(&key, list->entry, list->count, sizeof key, compare_marks);
  return i < list->count && same_mark(list->entry[i].mark, mark) ? i : list->count;
}

/// Find the first line with this mark that no card has taken. *found is -1 if there is none.
static int find_head(const gb_nastran *nastran, marks *m, gb_deck_text mark, int32_t *found,
                     gb_error *error) {
  const gb_deck_line *lines = nastran->deck->source.lines.entry;
  GB_TRY(make_marks(nastran, m, error));
  marked_line *all = m->heads.entry;
  const int32_t first = find_mark(&m->heads, mark);
  if (first < m->heads.count)
    for (int32_t i = first + all[first].taken; i < m->heads.count; ++i, ++all[first].taken) {
      *found = all[i].line;
      if (!same_mark(all[i].mark, mark)) break;
      if (!lines[all[i].line].consumed) return GB_OK;
    }
  *found = -1;
  return GB_OK;
}

/// Whether the next line, whose mark is `own`, continues a line: the marks agree, or one of them is
/// missing. A line whose mark another line asks for belongs to that line.
static int fits(const gb_nastran *nastran, marks *m, gb_deck_text mark, gb_deck_text own,
                bool *good, gb_error *error) {
  *good = !own.length || same_mark(own, mark);
  if (*good || mark.length) return GB_OK;
  GB_TRY(make_marks(nastran, m, error));
  *good = find_mark(&m->tails, own) == m->tails.count;
  return GB_OK;
}

/// Find the line that continues `line`: the next one if its mark does not belong elsewhere,
/// otherwise the one with the mark. *found is -1 if there is none.
static int find_continuation(const gb_nastran *nastran, marks *m, int32_t line, const split *of,
                             int32_t *found, gb_error *error) {
  const gb_deck_line *lines = nastran->deck->source.lines.entry;
  gb_deck_text mark = mark_of(of->next);
  int32_t next = line + 1;
  *found = -1;
  if (next < nastran->deck->source.lines.count && !lines[next].consumed) {
    split s;
    bool good = false;
    GB_TRY(split_line(nastran, next, &s, error));
    if (continues(s.first)) GB_TRY(fits(nastran, m, mark, mark_of(s.first), &good, error));
    if (good) *found = next;
  }
  return *found < 0 && mark.length ? find_head(nastran, m, mark, found, error) : GB_OK;
}

/// A card while its lines are found.
typedef struct reading {
  gb_record is;
  GB_LIST_OF(const char *) names; ///< each name of a card that was read, once
  gb_list data; ///< gb_deck_text: field 2 of the card is entry 0; marks are left out
  split rule;   ///< the last line with = alone in its first field, which counts repeat
} reading;

/// Add the data of a line, after blanks for the fields that the line before has left out.
static int add_data(reading *card, const split *s, gb_error *error) {
  const gb_deck_text blank = {"", 0};
  while (card->data.count % (s->large ? 4 : 8))
    GB_TRY(gb_list_add(&card->data, sizeof blank, &blank, error));
  for (int i = 0; i < s->count; ++i)
    GB_TRY(gb_list_add(&card->data, sizeof blank, &s->data[i], error));
  return GB_OK;
}

/// Set the name of a card, in capitals and without '*', to a text that all cards of this name
/// share.
static int name_card(reading *card, gb_deck_text first, gb_error *error) {
  char name[9] = {0};
  const int length = first.length - (first.length && first.text[first.length - 1] == '*');
  bool good = length > 0 && length <= 8 && isalpha((unsigned char)*first.text);
  for (int i = 0; i < length && good; ++i) {
    good = isgraph((unsigned char)first.text[i]);
    name[i] = (char)toupper((unsigned char)first.text[i]);
  }
  GB_DECK_FAIL_IF(!good, GB_BAD_MESH_FILE, card->is.deck, card->is.line, error,
                  "a card's name is expected in the first field; is this a Nastran deck?");
  GB_EACH(known, card->names)
    if (!strcmp(*known, name)) {
      card->is.word = *known;
      return GB_OK;
    }
  GB_TRY(gb_arena_text(card->is.deck->arena, &card->is.word, error, "%s", name));
  return GB_ARENA_ADD(card->is.deck->arena, card->names, card->is.word, error);
}

static int read_card(gb_nastran *nastran, marks *m, reading *card, const split *first,
                     gb_error *error) {
  gb_deck_line *lines = nastran->deck->source.lines.entry;
  GB_TRY(name_card(card, first->first, error));
  split s = *first;
  card->data.count = 0;
  for (int32_t line = card->is.line; line >= 0;) {
    lines[line].consumed = true;
    GB_TRY(add_data(card, &s, error));
    GB_TRY(find_continuation(nastran, m, line, &s, &line, error));
    if (line >= 0) GB_TRY(split_line(nastran, line, &s, error));
  }
  card->is.count = (int)card->data.count;
  card->is.field = card->data.data;
  return GB_OK;
}

/// Note the number of a card that is refused, so that those that name it are not refused for that.
static int note_refused(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_deck_head refused = {.card = card->word, .line = -1};
  gb_error own = {0};
  if (gb_read_integer(card, 0, "ID", &refused.id, &own) != GB_OK) return GB_OK;
  return GB_KEEP(nastran, refused, refused, error);
}

/// Give a card to its handler. If the handler refuses it, the search for other defects goes on.
static int hand_over(gb_nastran *nastran, const reading *card, gb_nastran_handler *visit,
                     gb_error *error) {
  const int status = visit(nastran, &card->is, error);
  if (status != GB_MODEL) return status;
  gb_error_move(&nastran->deck->told.defects, error); // others may have some too
  return note_refused(nastran, &card->is, error);
}

/// Repeat the card before a line of replication, once or as often as the line says. The card must
/// consist of one line.
static int repeat(gb_nastran *nastran, reading *card, const split *s, gb_nastran_handler *visit,
                  gb_error *error) {
  const int32_t line = card->is.line;
  int64_t times;
  GB_TRY(gb_nastran_read_repeats(nastran->deck, line, s->first, &times, error));
  if (s->first.length == 1) card->rule = *s;
  GB_DECK_FAIL_IF(!card->is.word || card->is.count != card->rule.count, GB_BAD_MESH_FILE,
                  nastran->deck, line, error,
                  "a line of replication needs a card of one line before it, with as many fields, "
                  "and a count of repetitions such a line");
  nastran->deck->source.lines.entry[line].consumed = true;
  for (int64_t i = 0; i < times; ++i) {
    GB_TRY(gb_nastran_replicate(nastran->deck, line, card->rule.data, card->data.data,
                                card->is.count, error));
    GB_TRY(hand_over(nastran, card, visit, error));
  }
  return GB_OK;
}

static int visit_all(gb_nastran *nastran, marks *m, reading *card, gb_nastran_handler *visit,
                     gb_error *error) {
  const gb_deck_line *lines = nastran->deck->source.lines.entry;
  const int32_t end = nastran->deck->source.lines.count;
  for (int32_t i = nastran->bulk; i < end; ++i) {
    split s;
    if (lines[i].consumed) continue;
    GB_TRY(split_line(nastran, i, &s, error));
    if (continues(s.first)) continue;
    card->is.line = i;
    if (gb_nastran_is_replication(s.first)) {
      GB_TRY(repeat(nastran, card, &s, visit, error));
      continue;
    }
    GB_TRY(read_card(nastran, m, card, &s, error));
    GB_TRY(hand_over(nastran, card, visit, error));
  }
  if (nastran->deck->told.defects.status != GB_OK) {
    *error = nastran->deck->told.defects;
    return error->status;
  }
  for (int32_t i = nastran->bulk; i < end; ++i)
    GB_DECK_FAIL_IF(!lines[i].consumed, GB_BAD_MESH_FILE, nastran->deck, i, error,
                    "a continuation that belongs to no card");
  return GB_OK;
}

int gb_nastran_each_card(gb_nastran *nastran, gb_nastran_handler *visit, gb_error *error) {
  marks m = {0};
  reading card = {.is = {.deck = nastran->deck}};
  int status = visit_all(nastran, &m, &card, visit, error);
  free(card.data.data);
  return status;
}
