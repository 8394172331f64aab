/// Cards of ties: RBE1, RBE2, RBE3, RBAR and MPC. Source: MSC Nastran Quick Reference Guide.
#include "nastran/entries/body.h"
#include "nastran/entries/rule.h"

enum { MOTIONS = 6 };

/// Return a tie of a card without ends, which keep_end adds.
static gb_deck_tie begin_tie(const gb_nastran *nastran, const gb_record *card,
                             gb_deck_tie_kind kind) {
  return (gb_deck_tie){.card = card->word,
                       .line = card->line,
                       .kind = kind,
                       .first = nastran->rigid->ends.count,
                       .general = kind == GB_TIE_MOTION || kind == GB_TIE_EQUATION};
}

static int keep_end(gb_nastran *nastran, gb_deck_tie *tie, const gb_deck_end *end,
                    gb_error *error) {
  ++tie->count;
  return GB_KEEP(nastran, rigid->ends, *end, error);
}

/// Read one component of a grid, 1 to 6; 0 is the component of a scalar point.
static int read_component(const gb_record *card, int entry, const char *name, gb_deck_end *term,
                          gb_error *error) {
  int64_t found;
  GB_TRY(gb_read_integer_or(card, entry, name, 0, &found, error));
  GB_REFUSE_IF(found < 0 || found > 6, card, error,
               "%s = %lld; accepted: one component of a grid, from 1 to 6", name, (long long)found);
  term->scalar = found == 0;
  term->components = 1u << (term->scalar ? 1 : found);
  return GB_OK;
}

int gb_nastran_mpc(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_deck_tie equation = begin_tie(nastran, card, GB_TIE_EQUATION);
  GB_TRY(gb_read_number(card, 0, "SID", &equation.set, error));
  equation.id = equation.set;
  for (int first = 0; first < card->count; first += 8) {
    GB_TRY(gb_expect_blank(card, first + 7, first + 9, error));
    for (int k = 1; k < 7; k += 3) {
      const int i = first + k;
      gb_deck_end term = {0};
      if (gb_field_is_blank(card, i) && gb_field_is_blank(card, i + 1) &&
          gb_field_is_blank(card, i + 2))
        continue;
      GB_TRY(gb_read_number(card, i, "G1, G2, ...", &term.id, error));
      GB_TRY(read_component(card, i + 1, "C1, C2, ...", &term, error));
      GB_TRY(gb_read_real(card, i + 2, "A1, A2, ...", &term.weight, error));
      GB_REFUSE_IF(equation.count == 0 && term.weight == 0, card, error,
                   "A1 = 0; accepted: another number");
      GB_TRY(keep_end(nastran, &equation, &term, error));
    }
  }
  GB_REFUSE_IF(equation.count == 0, card, error, "G1 is missing");
  return GB_KEEP(nastran, rigid->ties, equation, error);
}

int gb_nastran_add_difference(gb_nastran *nastran, const gb_record *card, const int64_t grid[2],
                              const int64_t component[2], int64_t point, gb_error *error) {
  gb_deck_tie equation = begin_tie(nastran, card, GB_TIE_EQUATION);
  const gb_deck_end ends[3] = {{.id = point, .components = 2, .weight = -1, .scalar = true},
                               {.id = grid[0], .components = 1u << component[0], .weight = 1},
                               {.id = grid[1], .components = 1u << component[1], .weight = -1}};
  equation.id = point;
  for (int i = 0; i < 3; ++i) GB_TRY(keep_end(nastran, &equation, &ends[i], error));
  return GB_KEEP(nastran, rigid->ties, equation, error);
}

/// Read a grid and its components from two entries.
static int read_pair(gb_nastran *nastran, const gb_record *card, int entry, bool dependent,
                     gb_deck_tie *link, gb_error *error) {
  gb_deck_end end = {.weight = 1};
  GB_TRY(
      gb_read_number(card, entry, dependent ? "GM1, GM2, ..." : "GN1, GN2, ...", &end.id, error));
  GB_TRY(gb_nastran_components(card, entry + 1, dependent ? "CM1, CM2, ..." : "CN1, CN2, ...",
                               &end.components, error));
  link->independent += !dependent;
  return keep_end(nastran, link, &end, error);
}

/// Refuse a tie unless six components are independent and none of these is dependent too.
static int check_rigid(const gb_nastran *nastran, const gb_record *card, const gb_deck_tie *link,
                       gb_error *error) {
  const gb_deck_end *end = &nastran->rigid->ends.entry[link->first];
  int independent = 0;
  for (int i = 0; i < link->independent; ++i) {
    independent += __builtin_popcount(end[i].components);
    for (int k = 0; k < link->count; ++k)
      GB_REFUSE_IF(k != i && end[k].id == end[i].id && end[k].components & end[i].components, card,
                   error, "components %s of grid %lld are independent, and %s",
                   gb_deck_digits_of(end[k].components & end[i].components).text,
                   (long long)end[i].id,
                   k < link->independent ? "that twice" : "among the dependent ones too");
  }
  if (independent == MOTIONS && link->independent < link->count) return GB_OK;
  GB_REFUSE_IF(independent == MOTIONS, card, error, "no component is dependent");
  return gb_record_fail(card, error,
                        "%d independent components; accepted: six, which determine a rigid motion",
                        independent);
}

/// Keep a rigid link for each dependent grid of a tie that has all components of one grid
/// independent.
static int split_rigid(gb_nastran *nastran, const gb_deck_tie *link, gb_error *error) {
  for (int i = 1; i < link->count; ++i) {
    gb_deck_tie one = *link;
    one.kind = GB_TIE_RIGID;
    one.general = false;
    one.reference = nastran->rigid->ends.entry[link->first];
    one.first = link->first + i;
    one.count = 1;
    one.reference.components = nastran->rigid->ends.entry[one.first].components;
    GB_TRY(GB_KEEP(nastran, rigid->ties, one, error));
  }
  return GB_OK;
}

/// Keep a tie between independent and dependent components of grids.
static int add_rigid(gb_nastran *nastran, const gb_record *card, const gb_deck_tie *link,
                     gb_error *error) {
  GB_TRY(check_rigid(nastran, card, link, error));
  if (link->independent == 1) return split_rigid(nastran, link, error);
  return GB_KEEP(nastran, rigid->ties, *link, error);
}

int gb_nastran_rbe1(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_deck_tie link = begin_tie(nastran, card, GB_TIE_MOTION);
  bool dependent = false;
  GB_TRY(gb_read_integer(card, 0, "EID", &link.id, error));
  for (int i = 1; i < card->count; ++i) {
    if (gb_field_is_blank(card, i)) continue;
    if (gb_field_is(card, i, "UM") && !dependent) {
      dependent = true;
      continue;
    }
    if (!gb_nastran_is_integer(card, i)) {
      GB_TRY(gb_nastran_rigid_expansion(nastran, card, i, error));
      break;
    }
    GB_TRY(read_pair(nastran, card, i, dependent, &link, error));
    ++i;
  }
  GB_REFUSE_IF(!dependent, card, error, "UM is missing, before the dependent grids");
  return add_rigid(nastran, card, &link, error);
}

/// Check the components behind UM of an RBE3, which Nastran eliminates in place of REFC. The
/// equations of the tie do not depend on them, because none is eliminated here.
/// @param[in,out] entry  that of UM; on return, the last one that was read
static int check_dependents(const gb_nastran *nastran, const gb_record *card, int *entry,
                            const gb_deck_tie *link, gb_error *error) {
  const gb_deck_end *end = &nastran->rigid->ends.entry[link->first];
  int count = 0, i = *entry + 1;
  for (; i < card->count && !gb_field_is(card, i, "ALPHA"); i += 2) {
    int64_t grid;
    unsigned components, known = 0;
    if (gb_field_is_blank(card, i) && (i % 8 == 7 || i % 8 == 0)) { // the ends of lines
      --i;
      continue;
    }
    if (gb_field_is_blank(card, i) && gb_field_is_blank(card, i + 1)) continue;
    GB_TRY(gb_read_number(card, i, "GM1, GM2, ...", &grid, error));
    GB_TRY(gb_nastran_components(card, i + 1, "CM1, CM2, ...", &components, error));
    if (grid == link->reference.id) known = link->reference.components;
    for (int k = 0; k < link->count; ++k)
      if (end[k].id == grid) known |= end[k].components;
    GB_REFUSE_IF(components & ~known, card, error,
                 "UM: component %s of grid %lld is neither in REFC nor in the components of the "
                 "grids before UM",
                 gb_deck_digits_of(components & ~known).text, (long long)grid);
    count += __builtin_popcount(components);
  }
  *entry = i - 1;
  if (count == __builtin_popcount(link->reference.components)) return GB_OK;
  return gb_record_fail(card, error, "UM has %d components; accepted: %d, as many as REFC", count,
                        __builtin_popcount(link->reference.components));
}

static int add_end(gb_nastran *nastran, const gb_record *card, int entry, const char *name,
                   gb_deck_end end, gb_deck_tie *tie, gb_error *error) {
  GB_TRY(gb_read_integer(card, entry, name, &end.id, error));
  return keep_end(nastran, tie, &end, error);
}

/// Read dependent grids from an entry on, up to the end of the card. *entry becomes the one behind
/// the last grid.
static int read_ends(gb_nastran *nastran, const gb_record *card, int *entry, gb_deck_tie *tie,
                     gb_error *error) {
  for (; *entry < card->count; ++*entry) {
    if (gb_field_is_blank(card, *entry)) continue;
    if (!gb_nastran_is_integer(card, *entry)) break;
    GB_TRY(add_end(nastran, card, *entry, "GM", (gb_deck_end){.weight = 1}, tie, error));
  }
  GB_REFUSE_IF(tie->count == 0, card, error, "GM1 is missing");
  return GB_OK;
}

/// Read a rigid link. The rule of the card names its fields in their order: first the reference
/// grid, then a C with the components that the dependent grids share, and the dependent grids. If
/// these come last, they are all that follow; else there is one, and blank components mean all.
int gb_nastran_rigid_link(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_deck_tie tie = begin_tie(nastran, card, GB_TIE_RIGID);
  unsigned *held = &tie.reference.components;
  int entry = 1;
  GB_TRY(gb_read_integer(card, 0, "EID", &tie.id, error));
  for (const char *at = nastran->rule->fields; *at; at += 2 + (at[2] != 0)) {
    const char name[] = {at[0], at[1], 0};
    const bool last = at[2] == 0;
    if (*name == 'C' && tie.count > 0 && gb_field_is_blank(card, entry))
      *held = GB_ALL_COMPONENTS;
    else if (*name == 'C')
      GB_TRY(gb_nastran_components(card, entry, name, held, error));
    else if (entry == 1)
      GB_TRY(gb_read_integer(card, entry, name, &tie.reference.id, error));
    else
      GB_TRY(last ? read_ends(nastran, card, &entry, &tie, error)
                  : add_end(nastran, card, entry, name, (gb_deck_end){.weight = 1}, &tie, error));
    if (*name == 'C' || !last) ++entry;
  }
  for (int i = 0; i < tie.count; ++i)
    GB_REFUSE_IF(nastran->rigid->ends.entry[tie.first + i].id == tie.reference.id, card, error,
                 "GN, grid %lld, is among its dependent grids GM too", (long long)tie.reference.id);
  GB_TRY(gb_nastran_rigid_expansion(nastran, card, entry, error));
  return GB_KEEP(nastran, rigid->ties, tie, error);
}

int gb_nastran_rbar(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  static const char *const grids[] = {"GA", "GB"}, *const independent[] = {"CNA", "CNB"},
                           *const dependent[] = {"CMA", "CMB"};
  gb_deck_tie link = begin_tie(nastran, card, GB_TIE_MOTION);
  unsigned held[2][2]; // independent, dependent of each end
  GB_TRY(gb_read_integer(card, 0, "EID", &link.id, error));
  for (int end = 0; end < 2; ++end) {
    GB_TRY(gb_nastran_components_or_none(card, 3 + end, independent[end], &held[0][end], error));
    GB_TRY(gb_nastran_components_or_none(card, 5 + end, dependent[end], &held[1][end], error));
  }
  const bool rest = !held[1][0] && !held[1][1]; // all that is not independent
  for (int which = 0; which < 2; ++which)
    for (int end = 0; end < 2; ++end) {
      const unsigned mask = which && rest ? GB_ALL_COMPONENTS & ~held[0][end] : held[which][end];
      if (!mask) continue;
      GB_TRY(add_end(nastran, card, 1 + end, grids[end],
                     (gb_deck_end){.weight = 1, .components = mask}, &link, error));
      link.independent += which == 0;
    }
  GB_TRY(gb_nastran_rigid_expansion(nastran, card, 7, error));
  return add_rigid(nastran, card, &link, error);
}

/// Read weights, each with its components and grids: WT1 C1 G1,1 G1,2 ... WT2 C2 G2,1 ...
static int read_weighted(gb_nastran *nastran, const gb_record *card, gb_deck_tie *link,
                         gb_error *error) {
  gb_deck_end end = {0};
  for (int i = 4; i < card->count; ++i) {
    if (gb_field_is_blank(card, i)) continue;
    if (gb_field_is(card, i, "ALPHA"))
      return gb_nastran_rigid_expansion(nastran, card, i + 1, error);
    if (gb_field_is(card, i, "UM")) {
      GB_TRY(check_dependents(nastran, card, &i, link, error));
      continue;
    }
    if (gb_nastran_is_integer(card, i)) {
      GB_REFUSE_IF(!(end.weight > 0), card, error, "WT1 must be a positive real number");
      GB_TRY(add_end(nastran, card, i, "G1,1, G1,2, ...", end, link, error));
      link->general = link->general || end.components != 0xe;
      continue;
    }
    GB_TRY(gb_read_real(card, i, "WT1, WT2, ...", &end.weight, error));
    GB_REFUSE_IF(!(end.weight > 0), card, error, "weights must be positive");
    GB_TRY(gb_nastran_components(card, ++i, "C1, C2, ...", &end.components, error));
  }
  return GB_OK;
}

int gb_nastran_rbe3(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_deck_tie link = begin_tie(nastran, card, GB_TIE_MEAN);
  GB_TRY(GB_READ(card, error, {0, "EID", .integer = &link.id},
                 {1, "field 3", .only = "it is blank"},
                 {2, "REFGRID", .integer = &link.reference.id}));
  unsigned *held = &link.reference.components;
  GB_TRY(gb_nastran_components(card, 3, "REFC", held, error));
  link.general = *held != GB_ALL_COMPONENTS && *held != 0xe;
  GB_TRY(read_weighted(nastran, card, &link, error));
  GB_REFUSE_IF(link.count == 0, card, error, "G1,1 is missing");
  return GB_KEEP(nastran, rigid->ties, link, error);
}
