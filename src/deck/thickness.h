/// Shells of decks that are thicker at one node than at another: elements here have one thickness,
/// the mean.
#ifndef GB_DECK_THICKNESS_H
#define GB_DECK_THICKNESS_H

#include <stdint.h>

/// Largest ratio of the thicknesses at two nodes of an element. At this ratio the mean of a
/// stiffness in bending is up to 4 % above that of the mean thickness.
#define GB_DECK_MOST_RATIO 1.5

/// Elements whose nodes have different thicknesses.
typedef struct gb_deck_uneven {
  int count;
  int64_t element; ///< that differs most
  double most;     ///< by this part of its least
} gb_deck_uneven;

static inline void gb_deck_count_uneven(gb_deck_uneven *uneven, int64_t element, double least,
                                        double most) {
  if (!(most > least)) return;
  ++uneven->count;
  if (most / least - 1 <= uneven->most) return;
  uneven->most = most / least - 1;
  uneven->element = element;
}

#endif
