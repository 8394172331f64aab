/// Springs, dampers and bushings of decks as entries of the problem.
#ifndef GB_DECK_SPRINGS_H
#define GB_DECK_SPRINGS_H

#include "deck/deck.h"
#include "elements/spring/matrix.h"

/// A spring or damper along the line of its ends or of a joint, or a bushing.
typedef struct gb_deck_spring {
  const char *name, *where;
  const char *between[2]; ///< names of the ends
  const char *joint;      ///< instead of ends; NULL: none
  double at[2][3];        ///< positions of the ends; a bushing is at the first
  double axes[2][3];      ///< of a bushing; NAN: the global ones
  bool apart;             ///< whether the ends of a bushing may lie apart
  bool held;              ///< whether its free nodes may lie off it, because they do not turn
  double k[6], b[6];      ///< of a bushing by component; others have the first
  double m[6];            ///< inertance of a bushing whose ends may lie apart, by component
  bool weighs;            ///< whether m stands for masses, so that gravity is refused
  const gb_matrices *own; ///< matrices along the global axes; NULL: none
  const char *law;        ///< force as an expression of the elongation s; NULL: linear
} gb_deck_spring;

/// Add a spring along a line or of a joint, a bushing, or given matrices, to the problem. Names are
/// borrowed.
int gb_deck_add_spring(gb_deck *deck, const gb_deck_spring *from, gb_error *error);
int gb_deck_add_bushing(gb_deck *deck, const gb_deck_spring *from, gb_error *error);
int gb_deck_add_matrix(gb_deck *deck, const gb_deck_spring *from, gb_error *error);

#endif
