/// Shells of decks that are thicker at one node than at another: elements here have one thickness,
/// the mean. Elements of four nodes with one point of integration, as S4R, have it too. The error
/// in bending falls with the square of the elements' length.
#ifndef GB_DECK_THICKNESS_H
#define GB_DECK_THICKNESS_H

#include <stdint.h>

/// Part of the least thickness of an element beyond which a note calls the mesh coarse. Thickness
/// that grows by this part along an element makes it bend up to 9 % more than its mean does.
#define GB_DECK_COARSE_TAPER 0.5

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

/// The end of a note about uneven elements: more where the mesh is coarse for their taper.
static inline const char *gb_deck_coarse_taper(const gb_deck_uneven *uneven) {
  if (uneven->most <= GB_DECK_COARSE_TAPER * (1 + 1e-9)) return "";
  return ", for which it is long: shorter elements bend more exactly";
}

#endif
