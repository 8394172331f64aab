/// Numbers that cards of a Nastran deck define and name.
#ifndef GB_NASTRAN_ENTRIES_REFERENCE_H
#define GB_NASTRAN_ENTRIES_REFERENCE_H

#include "deck/reader.h"
#include "nastran/entries/nastran.h"

/// A grid, a shell or a solid that a card names, or a range of them of which one must be defined.
typedef struct gb_nastran_named {
  const char *card;
  int64_t id; ///< number of the card; 0: messages leave it out
  int32_t line;
  const char *field;   ///< of the card; NULL: messages leave it out
  int64_t first, last; ///< last 0: the same as the first
  bool required;       ///< whether `first` must be given; else 0 means that there is none
  /// component of a grid, of which a scalar point has the first; 0: the card is of grids alone; -1:
  /// a scalar point is meant
  int component;
  int dimension; ///< 0: a grid; 2: a shell; 3: a solid
  bool idle;     ///< whether a model may not need it
} gb_nastran_named;

typedef int gb_nastran_visit(void *context, const gb_nastran_named *to, gb_error *error);
/// Refuse a deck that names grids, shells, solids or properties of springs that are not defined,
/// except where a model may not need them.
int gb_nastran_check_references(gb_nastran *nastran, gb_error *error);
/// All numbers that are defined twice or named and not defined, after one of them, or another error
/// of GB_MODEL, has ended the reading of what the cards say. Local. errors: the list, with that
/// error
int gb_nastran_list_references(gb_nastran *nastran, const gb_deck_choice *deck, gb_error *first,
                               gb_error *error);

#endif
