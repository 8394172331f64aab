/// Elements whose nodes have different thicknesses.
#include "deck/thickness.h"

/// If the thickness of an element varies by more than this part of its least value, a note calls
/// the element long. An element whose thickness grows by this part bends up to 9 % more than an
/// element of the mean thickness.
static const double coarse_taper = 0.5;

void gb_deck_count_uneven(gb_deck_uneven *uneven, int64_t element, double least, double most) {
  if (!(most > least)) return;
  ++uneven->count;
  if (most / least - 1 <= uneven->most) return;
  uneven->most = most / least - 1;
  uneven->element = element;
}

int gb_deck_tell_uneven(gb_deck *deck, const gb_deck_uneven *uneven, const char *subject,
                        const char *mean, gb_error *error) {
  const bool coarse = uneven->most > coarse_taper * (1 + 1e-9);
  if (!uneven->count) return GB_OK;
  return gb_deck_note(deck, -1, error,
                      "%s in %d elements, each of which has %s mean here: most in element %lld, by "
                      "%.3g %% of the least%s",
                      subject, uneven->count, mean, (long long)uneven->element, 100 * uneven->most,
                      coarse ? ", for which it is long: shorter elements bend more exactly" : "");
}
