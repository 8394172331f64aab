/// Entries of a deck in the order of their numbers.
#ifndef GB_DECK_NUMBERS_H
#define GB_DECK_NUMBERS_H

#include "base/order.h"
#include "deck/deck.h"

/// The first members of an entry that a card defines.
typedef struct gb_deck_head {
  const char *card; ///< its name
  int64_t id;
  int32_t line;
} gb_deck_head;

/// Set an error with the line of an entry, and with its card and number before the message.
#define GB_REFUSE(front, entry, code, error, ...)                                                  \
  gb_deck_refuse((front)->deck, &(gb_deck_head){(entry)->card, (entry)->id, (entry)->line}, code,  \
                 error, __VA_ARGS__)
int gb_deck_refuse(const gb_deck *deck, const gb_deck_head *head, int code, gb_error *error,
                   const char *format, ...) __attribute__((format(printf, 5, 6)));

/// Write "MAT1 7" as a text of the problem.
int gb_deck_write_name(const gb_deck *deck, const char *card, int64_t id, const char **out,
                       gb_error *error);
/// Compare two entries for qsort: by card, number and line.
int gb_deck_compare_heads(const void *a, const void *b);

/// Sort a GB_LIST_OF entries whose first member is their number.
#define GB_SORT_NUMBERS(list)                                                                      \
  gb_deck_sort((list).entry, (list).count, sizeof *(list).entry, gb_deck_compare_numbers)
/// Find an entry of a sorted list by its number. @return NULL: there is none
#define GB_FIND_NUMBER(list, id)                                                                   \
  gb_deck_find_number((list).entry, (list).count, sizeof *(list).entry, id)
/// Sort a list whose entries begin with a gb_deck_head. errors: GB_DUPLICATE_NUMBER
#define GB_SORT_HEADS(deck, list, error)                                                           \
  gb_deck_sort_heads(deck, (list).entry, (list).count, sizeof *(list).entry, error)
/// Find an entry of such a list by the name of its card and its number. @return NULL: there is none
#define GB_FIND_HEAD(list, card, id)                                                               \
  gb_deck_find_head((list).entry, (list).count, sizeof *(list).entry, card, id)

/// Functions of the macros above, for a list of `count` entries of `size` bytes.
void *gb_deck_find_number(const void *entry, int count, size_t size, int64_t id);
int gb_deck_sort_heads(const gb_deck *deck, void *entry, int count, size_t size, gb_error *error);
void *gb_deck_find_head(const void *entry, int count, size_t size, const char *card, int64_t id);

#endif
