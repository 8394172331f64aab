/// Names that pre-processors write into comments beside a property: Femap, HyperMesh, Patran, ICEM,
/// pyLayout. They become the names of groups, so that users find their components again.
#include "nastran/entries/nastran.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void skip_blanks(gb_deck_text *f) {
  while (f->length && isspace((unsigned char)*f->text)) ++f->text, --f->length;
}

/// Step over a word, regardless of case and of blanks before it.
static bool take_word(gb_deck_text *f, const char *word) {
  gb_deck_text rest = *f;
  const int length = (int)strlen(word);
  skip_blanks(&rest);
  if (!gb_deck_starts(rest, word)) return false;
  *f = (gb_deck_text){rest.text + length, rest.length - length};
  return true;
}

/// Step behind the first occurrence of a word.
static bool find_word(gb_deck_text *f, const char *word) {
  for (gb_deck_text rest = *f; rest.length; ++rest.text, --rest.length)
    if (take_word(&rest, word)) {
      *f = rest;
      return true;
    }
  return false;
}

static bool take_number(gb_deck_text *f, int64_t *number) {
  skip_blanks(f);
  int digits = 0;
  for (*number = 0; digits < f->length && digits < 18 && isdigit((unsigned char)f->text[digits]);)
    *number = 10 * *number + (f->text[digits++] - '0');
  *f = (gb_deck_text){f->text + digits, f->length - digits};
  return digits > 0;
}

static bool take_quoted(gb_deck_text *f, gb_deck_text *text) {
  if (!take_word(f, "\"")) return false;
  const char *close = memchr(f->text, '"', (size_t)f->length);
  if (!close) return false;
  *text = (gb_deck_text){f->text, (int)(close - f->text)};
  *f = (gb_deck_text){close + 1, f->length - text->length - 1};
  return true;
}

/// Read a comment of Femap: $ Femap [with NX Nastran] Property 3 : skin
static bool femap(gb_deck_text f, gb_nastran_name *name) {
  if (!take_word(&f, "Femap") || !find_word(&f, "Property") || !take_number(&f, &name->property) ||
      !take_word(&f, ":"))
    return false;
  name->text = f;
  return true;
}

/// Read a comment of HyperMesh: $HMNAME PROP  3"skin" 4   or   $HMNAME COMP  1"skin" [3 "its
/// property" 4]
static bool hypermesh(gb_deck_text f, gb_nastran_name *name) {
  if (!take_word(&f, "HMNAME")) return false;
  name->rank = take_word(&f, "PROP") ? 0 : take_word(&f, "COMP") ? 1 : 2;
  if (name->rank == 2 || !take_number(&f, &name->property) || !take_quoted(&f, &name->text))
    return false;
  int64_t property;
  if (name->rank == 1 && take_number(&f, &property) && property) name->property = property;
  return true;
}

/// Read a comment of pyLayout: $CDSCRPT 3 skin
static bool pylayout(gb_deck_text f, gb_nastran_name *name) {
  if (!take_word(&f, "CDSCRPT") || !take_number(&f, &name->property)) return false;
  name->text = f;
  return true;
}

/// Read a comment of Patran or ICEM, which write the name of a region before its property or its
/// elements.
static bool before_card(gb_deck_text f, gb_nastran_name *name) {
  if (!take_word(&f, "Elements and Element Properties for region :") &&
      !take_word(&f, "Shell element data for family"))
    return false;
  name->property = -1;
  name->text = f;
  return true;
}

int gb_nastran_comment(gb_nastran *nastran, gb_deck_text comment, gb_error *error) {
  gb_nastran_name name = {.before_line = nastran->deck->source.lines.count,
                          .order = nastran->names->all.count};
  if (!femap(comment, &name) && !hypermesh(comment, &name) && !pylayout(comment, &name) &&
      !before_card(comment, &name))
    return GB_OK;
  name.text = gb_deck_trimmed(name.text);
  if (!name.text.length) return GB_OK;
  return GB_KEEP(nastran, names->all, name, error);
}

static int compare_properties(const void *a, const void *b) {
  const gb_nastran_name *x = a, *y = b;
  if (x->property != y->property) return x->property < y->property ? -1 : 1;
  return x->rank != y->rank ? x->rank - y->rank : x->order - y->order;
}

static int compare_texts(const void *a, const void *b) {
  const gb_nastran_name *x = a, *y = b;
  int shorter = x->text.length < y->text.length ? x->text.length : y->text.length;
  int order = memcmp(x->text.text, y->text.text, (size_t)shorter);
  return order ? order : x->text.length - y->text.length;
}

/// Choose one name for each property that elements have, and move these names to the front. @return
/// their number
static int32_t choose(gb_nastran *nastran) {
  gb_nastran_name *names = nastran->names->all.entry;
  int32_t left = 0;
  qsort(names, (size_t)nastran->names->all.count, sizeof *names, compare_properties);
  for (int32_t i = 0; i < nastran->names->all.count; ++i) {
    bool again = left && names[left - 1].property == names[i].property;
    if (!again && GB_FIND_NUMBER(nastran->names->used, names[i].property)) names[left++] = names[i];
  }
  return left;
}

int gb_nastran_give_names(gb_nastran *nastran, gb_error *error) {
  if (!nastran->names->all.count || !nastran->names->used.count) return GB_OK;
  GB_SORT_NUMBERS(nastran->names->used);
  gb_nastran_name *names = nastran->names->all.entry;
  int32_t count = choose(nastran), first = 0;
  int shared = 0, beside = 0;
  size_t length = 0;
  char others[400] = "";
  qsort(names, (size_t)count, sizeof *names, compare_texts);
  for (int32_t i = 0, end; i < count; i = end) {
    for (end = i + 1; end < count && !compare_texts(&names[i], &names[end]);) ++end;
    // Properties that share a name would be confused: their groups are called by their numbers.
    for (int dimension = 1; end == i + 1 && dimension <= 3; ++dimension)
      GB_TRY(gb_mesh_builder_name(nastran->deck->builder, dimension, names[i].property,
                                  names[i].text.text, (size_t)names[i].text.length, error));
    if (end == i + 1) continue;
    if (shared++ == 0) first = i, beside = (int)(end - i);
    if (shared > 1 && shared < 6)
      length += (size_t)snprintf(
          others + length, sizeof others - length, "%s'%.*s'", shared > 2 ? ", " : "",
          names[i].text.length < 60 ? names[i].text.length : 60, names[i].text.text);
  }
  if (shared == 0) return GB_OK;
  if (shared > 5) snprintf(others + length, sizeof others - length, ", ...");
  return gb_deck_note(
      nastran->deck, -1, error,
      "the name '%.*s' stands beside %d properties%s%s; they are called by their numbers",
      names[first].text.length, names[first].text.text, beside,
      shared > 1 ? ", and so do other names, " : "", others);
}

int gb_nastran_use(gb_nastran *nastran, int64_t property, gb_error *error) {
  const int64_t *known = nastran->names->used.entry;
  if (nastran->names->used.count && known[nastran->names->used.count - 1] == property) return GB_OK;
  return GB_KEEP(nastran, names->used, property, error);
}
