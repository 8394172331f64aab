/// Bars and rods: CBAR, CBEAM, CROD, CONROD, which become line elements of the mesh. A bar has a
/// node of its own in its middle, so that one of them bends as Nastran's does: a 3-node beam has
/// the exact displacements of its ends under loads there. Source: MSC Nastran Quick Reference
/// Guide.
#include "base/length.h"
#include "nastran/entries/bar.h"
#include "nastran/entries/grid.h"
#include "nastran/entries/shell.h"

#include <math.h>
#include <string.h>

static const double least_sine = 0.01; // sine of the angle between orientation and bar

/// Read X1, X2, X3, or G0 in place of X1. If they are blank, BAROR gives the orientation.
static int read_orientation(const gb_record *card, gb_nastran_bar *bar, gb_error *error) {
  const bool single = gb_field_is_blank(card, 5) && gb_field_is_blank(card, 6);
  if (single && gb_nastran_is_integer(card, 4))
    return gb_read_number(card, 4, "G0", &bar->toward, error);
  return GB_READ(card, error, {4, "X1|X2|X3", .real_or = bar->up});
}

/// Read OFFT: three letters for the axes of the orientation (G: those of grid GA, B: the basic
/// ones) and of both offsets (G: those of the grids, O: along the line between them and the
/// orientation).
static int read_offt(const gb_record *card, gb_nastran_bar *bar, gb_error *error) {
  static const char *const words[] = {"GGG", "BGG", "GOG", "BOG", "GGO", "BGO", "GOO", "BOO"};
  // 1 and 2 told decks of old whether X1, X2, X3 or G0 are given, which their fields tell too
  const bool single = gb_nastran_is_integer(card, 4) && gb_field_is_blank(card, 5);
  if (gb_field_is_blank(card, 7) || gb_field_is(card, 7, single ? "2" : "1")) return GB_OK;
  while (bar->axes < 8 && !gb_field_is(card, 7, words[bar->axes])) ++bar->axes;
  if (bar->axes < 8) return GB_OK;
  return gb_record_fail(card, error, "OFFT = '%.*s'; accepted: %s", GB_SHOWN(gb_field(card, 7)),
                        "GGG, BGG, GGO, BGO, GOG, BOG, GOO, BOO, or blank for GGG");
}

static int read_offsets(const gb_record *card, gb_nastran_bar *bar, gb_error *error) {
  GB_TRY(read_offt(card, bar, error));
  return GB_READ(card, error, {10, "W1A|W2A|W3A", .real_or = bar->offset[0]},
                 {13, "W1B|W2B|W3B", .real_or = bar->offset[1]});
}

static int read_pins(const gb_record *card, gb_nastran_bar *bar, gb_error *error) {
  GB_TRY(gb_nastran_components_or_none(card, 8, "PA", &bar->pins[0], error));
  return gb_nastran_components_or_none(card, 9, "PB", &bar->pins[1], error);
}

/// Read EID, PID and two grids; a PID that is blank stays 0.
static int read_ends(const gb_record *card, const char *grids, gb_nastran_bar *bar,
                     gb_error *error) {
  return GB_READ(card, error, {0, "EID", .number = &bar->id},
                 {1, "PID", .number_or = &bar->property}, {2, grids, .number = bar->grid});
}

static int keep(gb_nastran *nastran, gb_nastran_bar *bar, gb_error *error) {
  if (bar->grid[0] == bar->grid[1])
    return GB_REFUSE(nastran, bar, GB_NO_LENGTH, error,
                     "both ends are grid %lld; accepted: two grids", (long long)bar->grid[0]);
  return GB_KEEP(nastran, bars->all, *bar, error);
}

int gb_nastran_bar_card(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  const bool beam = !strcmp(card->word, "CBEAM");
  gb_nastran_bar bar = {.card = beam ? "CBEAM" : "CBAR", .line = card->line};
  GB_TRY(read_ends(card, "GA|GB", &bar, error));
  GB_TRY(read_orientation(card, &bar, error));
  GB_TRY(read_offsets(card, &bar, error));
  GB_TRY(read_pins(card, &bar, error));
  if (beam) GB_TRY(GB_READ(card, error, {16, "SA|SB", .only = "sections do not warp"}));
  GB_TRY(gb_expect_end(card, 16 + 2 * beam, error));
  return keep(nastran, &bar, error);
}

int gb_nastran_rod_card(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_bar rod = {.card = card->word, .rod = true, .line = card->line};
  if (strcmp(card->word, "CONROD")) {
    GB_TRY(read_ends(card, "G1|G2", &rod, error));
    GB_TRY(gb_expect_end(card, 4, error));
    return keep(nastran, &rod, error);
  }
  GB_TRY(GB_READ(card, error, {0, "EID", .number = &rod.id}, {1, "G1|G2", .number = rod.grid}));
  rod.property = rod.id;
  GB_TRY(gb_nastran_conrod_section(nastran, card, 3, rod.id, error));
  return keep(nastran, &rod, error);
}

/// Read BAROR or BEAMOR and keep its fields as a bar without a number.
int gb_nastran_baror(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  const bool beam = !strcmp(card->word, "BEAMOR");
  gb_nastran_bar bar = {.card = beam ? "CBEAM" : "CBAR", .line = card->line};
  GB_TRY(GB_READ(card, error, {0, "field 2", .only = "it is blank"},
                 {1, "PID", .number_or = &bar.property},
                 {2, "fields 4 and 5|fields 4 and 5", .only = "they are blank"}));
  GB_TRY(read_orientation(card, &bar, error));
  GB_REFUSE_IF(!gb_field_is_blank(card, 7) && !gb_field_is(card, 7, "GGG"), card, error,
               "OFFT is not read; accepted: GGG or blank");
  GB_TRY(gb_expect_end(card, 8, error));
  return GB_KEEP(nastran, bars->all, bar, error);
}

static bool is_oriented(const gb_nastran_bar *bar) {
  return bar->toward || gb_dot(bar->up, bar->up) > 0;
}

static int complete_bar(gb_nastran *nastran, const gb_nastran_bar *standard, gb_nastran_bar *bar,
                        gb_error *error) {
  if (!bar->property) bar->property = standard && standard->property ? standard->property : bar->id;
  if (!bar->rod && !is_oriented(bar) && standard) {
    bar->toward = standard->toward;
    memcpy(bar->up, standard->up, sizeof bar->up);
  }
  if (!bar->rod && !is_oriented(bar))
    return GB_REFUSE(
        nastran, bar, GB_WRONG_REFERENCE, error,
        "the orientation is missing; accepted: X1, X2, X3, or G0 in their first field, or %s",
        bar->card[2] == 'A' ? "BAROR" : "BEAMOR");
  return strcmp(bar->card, "CONROD") ? gb_nastran_use(nastran, bar->property, error) : GB_OK;
}

int gb_nastran_complete_bars(gb_nastran *nastran, gb_error *error) {
  gb_nastran_bar *all = nastran->bars->all.entry, standard[2];
  bool given[2] = {false};
  int left = 0;
  GB_EACH(bar, nastran->bars->all) {
    const int beam = !strcmp(bar->card, "CBEAM");
    if (bar->id) {
      all[left++] = *bar;
      continue;
    }
    GB_DECK_FAIL_IF(given[beam], GB_WRONG_REFERENCE, nastran->deck, bar->line, error,
                    "%s: there is one already", beam ? "BEAMOR" : "BAROR");
    given[beam] = true;
    standard[beam] = *bar;
  }
  nastran->bars->all.count = left;
  for (int i = 0; i < left; ++i) {
    const int beam = !strcmp(all[i].card, "CBEAM");
    GB_TRY(
        complete_bar(nastran, !all[i].rod && given[beam] ? &standard[beam] : NULL, &all[i], error));
  }
  return GB_OK;
}

/// Compute the positions of the ends and the direction between them.
static int place_ends(const gb_nastran *nastran, gb_nastran_bar *bar, gb_error *error) {
  double size = 0, along[3];
  for (int end = 0; end < 2; ++end) {
    bar->at[end] = gb_nastran_place_of(nastran, bar->grid[end]);
    for (int i = 0; i < 3; ++i) {
      bar->end[end][i] = bar->at[end]->position[i] + bar->offset[end][i];
      size = fmax(size, fabs(bar->end[end][i]));
    }
  }
  for (int i = 0; i < 3; ++i) along[i] = bar->end[1][i] - bar->end[0][i];
  const double length = gb_length(along);
  for (int i = 0; i < 3; ++i) bar->axis[0][i] = along[i] / length;
  if (length > 1e-9 * size) return GB_OK;
  return GB_REFUSE(nastran, bar, GB_NO_LENGTH, error,
                   "both ends are at (%g, %g, %g): it has no length", bar->end[0][0],
                   bar->end[0][1], bar->end[0][2]);
}

/// Compute the axes y, the part of the orientation that is normal to the bar, and z.
static int turn(const gb_nastran *nastran, gb_nastran_bar *bar, gb_error *error) {
  double *x = bar->axis[0], *y = bar->axis[1], *z = bar->axis[2];
  if (bar->toward) {
    const gb_nastran_place *toward = gb_nastran_place_of(nastran, bar->toward);
    for (int i = 0; i < 3; ++i) bar->up[i] = toward->position[i] - bar->at[0]->position[i];
  }
  const double along = gb_dot(bar->up, x), size = gb_length(bar->up);
  for (int i = 0; i < 3; ++i) y[i] = bar->up[i] - along * x[i];
  const double across = gb_length(y);
  if (!(across > least_sine * size))
    return GB_REFUSE(
        nastran, bar, GB_WRONG_DIRECTION, error,
        "the orientation (%g, %g, %g)%s is along the bar; accepted: a direction across it",
        bar->up[0], bar->up[1], bar->up[2], bar->toward ? " from GA to G0" : "");
  for (int i = 0; i < 3; ++i) y[i] /= across;
  gb_cross(x, y, z);
  return GB_OK;
}

/// The largest number that Nastran accepts for an element. Parts of divided bars have larger ones.
enum { LARGEST_ELEMENT = 100000000 };

/// Add a bar that tapers to the mesh as parts of equal length, each an element of three nodes.
/// @param number,element  the largest numbers of nodes and of elements so far
static int lay_parts(gb_nastran *nastran, gb_nastran_bar *bar, int parts, int64_t *number,
                     int64_t *element, gb_error *error) {
  gb_mesh_builder *builder = nastran->deck->builder;
  int64_t node[3] = {bar->node[0]};
  bar->further = *element + 1;
  for (int k = 1; k <= 2 * parts; ++k) {
    double at[3];
    for (int i = 0; i < 3; ++i)
      at[i] = bar->end[0][i] + k / (2.0 * parts) * (bar->end[1][i] - bar->end[0][i]);
    const int64_t own = k < 2 * parts ? ++*number : bar->node[1];
    if (k < 2 * parts) GB_TRY(gb_mesh_builder_node(builder, own, at, bar->line, error));
    node[k % 2 ? 2 : 1] = own;
    if (k % 2) continue;
    GB_TRY(gb_mesh_builder_element(builder, k == 2 ? bar->id : ++*element, GB_LINE3,
                                   (int32_t)bar->property, node, bar->line, error));
    GB_TRY(gb_mesh_builder_join(builder, bar->property, error));
    node[0] = own;
  }
  return GB_OK;
}

/// Add a bar to the mesh, with a node in its middle. Numbers of new nodes go on after the largest
/// grid.
static int lay(gb_nastran *nastran, gb_nastran_bar *bar, int64_t *number, gb_error *error) {
  double middle[3];
  for (int i = 0; i < 3; ++i) middle[i] = (bar->end[0][i] + bar->end[1][i]) / 2;
  const int64_t node[3] = {bar->node[0], bar->node[1], ++*number};
  if (!bar->rod)
    GB_TRY(gb_mesh_builder_node(nastran->deck->builder, *number, middle, bar->line, error));
  const bool own = !strcmp(bar->card, "CONROD");
  GB_TRY(gb_mesh_builder_element(nastran->deck->builder, bar->id, bar->rod ? GB_LINE2 : GB_LINE3,
                                 own ? 0 : (int32_t)bar->property, node, bar->line, error));
  return own ? GB_OK : gb_mesh_builder_join(nastran->deck->builder, bar->property, error);
}

int64_t gb_nastran_last_grid(const gb_nastran *nastran) {
  const int count = nastran->grids->all.count;
  const bool made = nastran->bars->all.count > 0 || nastran->shells->middles;
  if (!made || count == 0) return INT64_MAX; // all nodes are grids
  return nastran->grids->all.entry[count - 1].id;
}

int gb_nastran_lay_bars(gb_nastran *nastran, gb_error *error) {
  gb_nastran_bar *all = nastran->bars->all.entry;
  gb_nastran_place *grids = nastran->grids->all.entry;
  const int count = nastran->bars->all.count, places = nastran->grids->all.count;
  GB_SORT_NUMBERS(nastran->grids->all);
  if (count == 0 && !nastran->shells->middles) return GB_OK;
  int64_t number = places ? grids[places - 1].id : 0;
  for (int i = 0; i < count; ++i) {
    GB_TRY(place_ends(nastran, &all[i], error));
    if (!all[i].rod) GB_TRY(turn(nastran, &all[i], error));
    for (int end = 0; end < 2; ++end) all[i].node[end] = all[i].grid[end];
  }
  GB_TRY(gb_nastran_release(nastran, &number, error));
  int64_t element = LARGEST_ELEMENT;
  for (int i = 0; i < count; ++i) {
    const gb_nastran_divided *divided =
        all[i].rod ? NULL : gb_nastran_find_divided(nastran, all[i].property);
    GB_TRY(divided ? lay_parts(nastran, &all[i], divided->count, &number, &element, error)
                   : lay(nastran, &all[i], &number, error));
  }
  return GB_OK;
}
