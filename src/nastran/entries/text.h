/// Text of Nastran decks: lines, names in comments, cards.
#ifndef GB_NASTRAN_ENTRIES_TEXT_H
#define GB_NASTRAN_ENTRIES_TEXT_H

#include "deck/record.h"

typedef struct gb_nastran gb_nastran;

/// The name that a comment gives to a property.
typedef struct gb_nastran_name {
  int64_t property; ///< PID; -1: that of the next card (before_line)
  int32_t before_line;
  int rank; ///< a property's own name (0) precedes a component's (1)
  int order;
  gb_deck_text text;
} gb_nastran_name;

/// Names of properties from comments.
typedef struct gb_nastran_names {
  GB_LIST_OF(gb_nastran_name) all;
  int32_t passed;           ///< names whose next card was seen
  GB_LIST_OF(int64_t) used; ///< the PIDs of elements
} gb_nastran_names;

/// Read a card.
typedef int gb_nastran_handler(gb_nastran *nastran, const gb_record *card, gb_error *error);

/// Read the lines of the file and of its INCLUDE files, the names in their comments, and the case
/// control. errors: GB_FILE, GB_MODEL.
int gb_nastran_read_lines(gb_nastran *nastran, gb_error *error);
/// Read a comment (the text after '$'), which may name a property by a pattern of Femap, HyperMesh,
/// Patran or ICEM.
int gb_nastran_comment(gb_nastran *nastran, gb_deck_text comment, gb_error *error);
/// Give the collected names to the groups of the builder.
int gb_nastran_give_names(gb_nastran *nastran, gb_error *error);

/// Call `visit` for each card of the bulk data, with its continuations wherever they stand.
int gb_nastran_each_card(gb_nastran *nastran, gb_nastran_handler *visit, gb_error *error);

/// Whether the first field of a line makes it a line of replication.
bool gb_nastran_is_replication(gb_deck_text first);
/// Read how often such a line repeats the card before it: once, or the number behind its =.
int gb_nastran_read_repeats(const gb_deck *deck, int32_t line, gb_deck_text first, int64_t *times,
                            gb_error *error);
/// Change the fields of a card by a rule: = leaves a field, == all that follow, *(2) adds 2, and
/// anything else replaces the field. @param count  number of fields of the card and of the rule
int gb_nastran_replicate(const gb_deck *deck, int32_t line, const gb_deck_text rule[],
                         gb_deck_text field[], int count, gb_error *error);

/// Read components, 1 to 6, as bits 1 to 6 of a mask; blanks may stand between the digits.
int gb_nastran_components(const gb_record *card, int entry, const char *name, unsigned *mask,
                          gb_error *error);
/// Read components in this way; a blank field or 0 gives none.
int gb_nastran_components_or_none(const gb_record *card, int entry, const char *name,
                                  unsigned *mask, gb_error *error);
/// Whether a field is an integer.
bool gb_nastran_is_integer(const gb_record *card, int entry);

#endif
