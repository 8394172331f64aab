/// Elements whose nodes have different thicknesses.
#include "deck/thickness.h"

/// If the thickness of an element varies by more than this part of its least value, a note calls
/// the element long. An element whose thickness grows by this part bends up to 9 % more than an
/// element of the mean thickness.
static const double coarse_taper = 0.5;

/// Largest thickness of an element, relative to its least one.
static const double steepest_taper = 2;

int gb_deck_count_uneven(const gb_deck *deck, int32_t line, int64_t element, const double range[2],
                         gb_deck_uneven *uneven, gb_error *error) {
  const double least = range[0], most = range[1];
  if (!(most > least)) return GB_OK;
  GB_DECK_FAIL_IF(most > steepest_taper * (1 + 1e-9) * least, GB_WRONG_REFERENCE, deck, line, error,
                  "the thickness of element %lld varies from %g to %g, and an element has the mean "
                  "here, with which it would be far too stiff; accepted: up to %g times the least; "
                  "divide it into shorter elements",
                  (long long)element, least, most, steepest_taper);
  ++uneven->count;
  if (most / least - 1 <= uneven->most) return GB_OK;
  uneven->most = most / least - 1;
  uneven->element = element;
  return GB_OK;
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
