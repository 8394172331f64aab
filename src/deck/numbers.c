/// Sort entries of a deck by their numbers, find them, and refuse numbers that are given twice.
#include "deck/numbers.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static gb_deck_head head_of(const void *entry) {
  gb_deck_head head;
  memcpy(&head, entry, sizeof head);
  return head;
}

/// Compare entries by card and number.
static int compare_cards(const void *a, const void *b) {
  const gb_deck_head x = head_of(a), y = head_of(b);
  const int order = strcmp(x.card, y.card);
  return order ? order : (x.id > y.id) - (x.id < y.id);
}

int gb_deck_refuse(const gb_deck *deck, const gb_deck_head *head, int code, gb_error *error,
                   const char *format, ...) {
  char text[700];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return gb_deck_fail_as(code, deck, head->line, error, "%s %lld: %s", head->card,
                         (long long)head->id, text);
}

int gb_deck_write_name(const gb_deck *deck, const char *card, int64_t id, const char **out,
                       gb_error *error) {
  return gb_arena_text(deck->problem->arena, out, error, "%s %lld", card, (long long)id);
}

int gb_deck_compare_heads(const void *a, const void *b) {
  const int32_t x = head_of(a).line, y = head_of(b).line;
  const int order = compare_cards(a, b);
  return order ? order : (x > y) - (x < y);
}

void *gb_deck_find_number(const void *entry, int count, size_t size, int64_t id) {
  return count ? bsearch(&id, entry, (size_t)count, size, gb_deck_compare_numbers) : NULL;
}

int gb_deck_sort_heads(const gb_deck *deck, void *entry, int count, size_t size, gb_error *error) {
  gb_deck_sort(entry, count, size, gb_deck_compare_heads);
  for (int i = 1; i < count; ++i) {
    const char *at = (const char *)entry + size * (size_t)i;
    const gb_deck_head twice = head_of(at);
    GB_DECK_FAIL_IF(!compare_cards(at - size, at), GB_DUPLICATE_NUMBER, deck, twice.line, error,
                    "%s %lld is defined twice", twice.card, (long long)twice.id);
  }
  return GB_OK;
}

void *gb_deck_find_head(const void *entry, int count, size_t size, const char *card, int64_t id) {
  const gb_deck_head key = {.card = card, .id = id};
  return count ? bsearch(&key, entry, (size_t)count, size, compare_cards) : NULL;
}
