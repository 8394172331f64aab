/// Cards that tie grids to bodies: RBE2, RBE3 and CONM2 with its offset and inertia.
/// Source: MSC Nastran Quick Reference Guide.
#include "input/nastran.h"

#include <stdlib.h>
#include <string.h>

/// Components as digits: those that the card may hold, in words for the message.
static int read_components(const gb_nastran_card *card, int entry, const char *name,
                           const char *const accepted[], const char *reason, gb_error *error) {
  for (int i = 0; accepted[i]; ++i)
    if (gb_nastran_is_word(card, entry, accepted[i])) return GB_OK;
  int64_t found = 0;
  GB_TRY(gb_nastran_integer(card, entry, name, &found, error));
  return gb_nastran_fail(card, error, "%s = %lld, where %s%s%s is read: %s", name, (long long)found,
                         accepted[0], accepted[1] ? " or " : "", accepted[1] ? accepted[1] : "",
                         reason);
}

static bool is_integer(const gb_nastran_card *card, int entry) {
  const gb_nastran_field *field = card->data.data;
  int64_t ignored;
  return entry < card->data.count && gb_nastran_parse_integer(field[entry], &ignored);
}

static int add_end(gb_nastran *nastran, const gb_nastran_card *card, int entry, const char *name,
                   double weight, gb_nastran_link *link, gb_error *error) {
  gb_nastran_end end = {.weight = weight};
  GB_TRY(gb_nastran_integer(card, entry, name, &end.grid, error));
  ++link->count;
  return gb_nastran_add(&nastran->ends, sizeof end, &end, error);
}

int gb_nastran_rbe2(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  static const char *const all[] = {"123456", NULL};
  gb_nastran_link link = {
      .card = "RBE2", .line = card->line, .first = (int32_t)nastran->ends.count};
  GB_TRY(gb_nastran_integer(card, 0, "EID", &link.id, error));
  GB_TRY(gb_nastran_integer(card, 1, "GN", &link.grid, error));
  GB_TRY(read_components(card, 2, "CM", all,
                         "a rigid link holds all of a grid; use a joint of the "
                         "case file",
                         error));
  for (int i = 3; i < card->data.count; ++i) {
    if (gb_nastran_blank(card, i)) continue;
    double expansion; // ALPHA acts through temperatures, which no card that is read can give
    if (!is_integer(card, i)) {
      GB_TRY(gb_nastran_real(card, i, "GM", &expansion, error));
      GB_TRY(gb_nastran_no_more(card, i + 1, error));
      break;
    }
    GB_TRY(add_end(nastran, card, i, "GM", 1, &link, error));
  }
  if (link.count == 0) return gb_nastran_fail(card, error, "GM1 is missing");
  return gb_nastran_add(&nastran->links, sizeof link, &link, error);
}

/// Weights, each with its components and grids: WT1 C1 G1,1 G1,2 ... WT2 C2 G2,1 ...
static int read_weighted(gb_nastran *nastran, const gb_nastran_card *card, gb_nastran_link *link,
                         gb_error *error) {
  static const char *const places[] = {"123", NULL};
  double weight = 0;
  for (int i = 4; i < card->data.count; ++i) {
    if (gb_nastran_blank(card, i)) continue;
    if (gb_nastran_is_word(card, i, "ALPHA")) return GB_OK;
    if (gb_nastran_is_word(card, i, "UM"))
      return gb_nastran_fail(card, error, "UM: other dependent grids are not read; leave it out");
    if (is_integer(card, i)) {
      if (!(weight > 0)) return gb_nastran_fail(card, error, "WT1 must be a positive real number");
      GB_TRY(add_end(nastran, card, i, "G1,1, G1,2, ...", weight, link, error));
      continue;
    }
    GB_TRY(gb_nastran_real(card, i, "WT1, WT2, ...", &weight, error));
    if (!(weight > 0)) return gb_nastran_fail(card, error, "weights must be positive");
    GB_TRY(read_components(card, ++i, "C1, C2, ...", places,
                           "the mean is that of places, which tells its rotation", error));
  }
  return GB_OK;
}

int gb_nastran_rbe3(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  static const char *const reference[] = {"123456", "123", NULL};
  gb_nastran_link link = {
      .card = "RBE3", .line = card->line, .first = (int32_t)nastran->ends.count};
  GB_TRY(gb_nastran_integer(card, 0, "EID", &link.id, error));
  GB_TRY(gb_nastran_expect(card, 1, "field 3", 0, "it is blank", error));
  GB_TRY(gb_nastran_integer(card, 2, "REFGRID", &link.grid, error));
  GB_TRY(
      read_components(card, 3, "REFC", reference, "a body follows the mean in all of them", error));
  GB_TRY(read_weighted(nastran, card, &link, error));
  if (link.count == 0) return gb_nastran_fail(card, error, "G1,1 is missing");
  return gb_nastran_add(&nastran->links, sizeof link, &link, error);
}

int gb_nastran_conm2(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  static const char *const offsets[] = {"X1", "X2", "X3"};
  static const struct {
    const char *name;
    int place; ///< in xx yy zz xy xz yz
  } moments[] = {{"I11", 0}, {"I21", 3}, {"I22", 1}, {"I31", 4}, {"I32", 5}, {"I33", 2}};
  gb_nastran_mass mass = {.line = card->line};
  int64_t system;
  GB_TRY(gb_nastran_integer(card, 0, "EID", &mass.id, error));
  GB_TRY(gb_nastran_integer(card, 1, "G", &mass.grid, error));
  GB_TRY(gb_nastran_integer_or(card, 2, "CID", 0, &system, error));
  GB_TRY(gb_nastran_real(card, 3, "M", &mass.mass, error));
  bool plain = true;
  for (int i = 0; i < 3; ++i) {
    GB_TRY(gb_nastran_real_or(card, 4 + i, offsets[i], 0, &mass.offset[i], error));
    plain = plain && mass.offset[i] == 0;
  }
  GB_TRY(gb_nastran_expect(card, 7, "field 9", 0, "it is blank", error));
  for (int i = 0; i < 6; ++i) {
    double *moment = &mass.inertia[moments[i].place];
    GB_TRY(gb_nastran_real_or(card, 8 + i, moments[i].name, 0, moment, error));
    plain = plain && *moment == 0;
    if (moments[i].place >= 3) *moment = 0 - *moment; // Nastran's matrix has -I21
  }
  GB_TRY(gb_nastran_no_more(card, 14, error));
  if (system != 0 && system != -1 && !plain)
    return gb_nastran_fail(card, error,
                           "CID = %lld: offset and inertia are read in the basic system; CID must "
                           "be 0, or -1 for the place of the mass",
                           (long long)system);
  mass.absolute = system == -1 && !plain;
  return gb_nastran_add(&nastran->masses, sizeof mass, &mass, error);
}
