/// Springs and dampers. CELAS1 to 4, CDAMP1 to 4, CBUSH, and CMASS1 to 4 of two grids, become
/// bushings, and CVISC a damper along its line; PELAS, PDAMP, PBUSH and PVISC are their properties.
/// A grid that has springs alone is a free node. Source: MSC Nastran Quick Reference Guide.
#include "deck/springs.h"
#include "base/length.h"
#include "nastran/bodies/springs.h"
#include "nastran/entries/bar.h"
#include "nastran/entries/body.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int note_damping(gb_nastran *nastran, const gb_record *card, double damping,
                        gb_error *error) {
  if (damping == 0) return GB_OK;
  return gb_deck_note(nastran->deck, card->line, error, "%s: GE, structural damping, is left out",
                      card->word);
}

/// Read a grid and its component. A grid that is blank or 0 is the ground; a component that is
/// blank or 0 is that of a scalar point.
static int read_end(const gb_record *card, int end, bool points, gb_nastran_spring *spring,
                    int64_t *component, gb_error *error) {
  static const char *const grids[] = {"G1", "G2", "S1", "S2"}, *const components[] = {"C1", "C2"};
  const char *name = grids[end + 2 * points];
  const int entry = 2 + (points ? 1 : 2) * end;
  int64_t *grid = &spring->grid[end];
  *component = 0;
  GB_TRY(gb_read_integer_or(card, entry, name, 0, grid, error));
  if (!points) GB_TRY(gb_read_integer_or(card, entry + 1, components[end], 0, component, error));
  if (*grid == 0) return GB_OK;
  GB_TRY(gb_read_number(card, entry, name, grid, error));
  if (*component == 0) {
    spring->scalar |= 1u << end;
    *component = 1;
  }
  if (*component >= 1 && *component <= 6) return GB_OK;
  return gb_record_fail(card, error, "%s = %lld; accepted: one component of a grid, from 1 to 6",
                        components[end], (long long)*component);
}

/// Let a spring between different components act on a scalar point that moves as their difference.
static int join_components(gb_nastran *nastran, const gb_record *card, const int64_t component[2],
                           gb_nastran_spring *spring, gb_error *error) {
  const int64_t point = INT32_MAX - card->line; // a number that decks do not reach
  GB_REFUSE_IF(spring->scalar || component[0] > 3 || component[1] > 3, card, error,
               "C1 = %lld and C2 = %lld; accepted: the same component of both grids, or two of 1 "
               "to 3",
               (long long)component[0], (long long)component[1]);
  GB_TRY(gb_nastran_add_point(nastran, card, point, error));
  GB_TRY(gb_nastran_add_difference(nastran, card, spring->grid, component, point, error));
  spring->grid[0] = point;
  spring->grid[1] = 0;
  spring->scalar = 1;
  return GB_OK;
}

/// Read a CELAS or CDAMP card, or a CMASS card between two grids. The first and the third of each
/// have a property, the others a number of their own; the third and the fourth act on scalar
/// points.
int gb_nastran_celas(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  const int kind = card->word[5] - '1';
  const bool elastic = card->word[1] == 'E', own = kind % 2, points = kind > 1;
  const bool heavy = card->word[1] == 'M';
  const char *name = elastic ? "K" : heavy ? "M" : "B";
  gb_nastran_spring spring = {.card = card->word, .line = card->line};
  int64_t component[2];
  double damping = 0;
  GB_TRY(gb_read_number(card, 0, "EID", &spring.id, error));
  for (int end = 0; end < 2; ++end)
    GB_TRY(read_end(card, end, points, &spring, &component[end], error));
  if (!spring.grid[0]) { // the ground comes second
    spring.grid[0] = spring.grid[1];
    component[0] = component[1];
    spring.grid[1] = 0;
    spring.scalar >>= 1;
  }
  GB_REFUSE_IF(!spring.grid[0], card, error,
               points ? "S1 and S2 are blank" : "G1 and G2 are blank");
  if (spring.grid[1] && component[0] != component[1]) {
    GB_REFUSE_IF(heavy, card, error,
                 "C1 = %lld and C2 = %lld; accepted: the same component of both grids",
                 (long long)component[0], (long long)component[1]);
    GB_TRY(join_components(nastran, card, component, &spring, error));
    component[0] = 1;
  }
  GB_REFUSE_IF(spring.grid[0] == spring.grid[1], card, error, "both ends are grid %lld",
               (long long)spring.grid[0]);
  spring.component = (int)component[0];
  spring.property = spring.id;
  GB_REFUSE_IF(heavy && spring.component > 3, card, error,
               "component %d of both grids; accepted: between two grids, a displacement (1 to 3), "
               "for axes of rotations turn",
               spring.component);
  double *number = elastic ? spring.k : heavy ? spring.m : spring.b;
  if (own) GB_TRY(gb_read_real(card, 1, name, &number[spring.component - 1], error));
  if (!own && !gb_field_is_blank(card, 1))
    GB_TRY(gb_read_number(card, 1, "PID", &spring.property, error));
  if (own) spring.property = 0;
  const bool more = own && elastic && !points;
  if (more) GB_TRY(gb_read_real_or(card, 6, "GE", 0, &damping, error));
  GB_TRY(note_damping(nastran, card, damping, error));
  if (more) GB_TRY(gb_expect_reals(card, 7, 8, "S", error)); // it is of stresses
  GB_TRY(gb_expect_end(card, points ? 4 : more ? 8 : 6, error));
  return GB_KEEP(nastran, springs->all, spring, error);
}

int gb_nastran_cmass(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  const int kind = card->word[5] - '1';
  double mass = 0;
  if (gb_field_is_none(card, 2) || gb_field_is_none(card, kind > 1 ? 3 : 4))
    return gb_nastran_grid_mass(nastran, card, error);
  if (kind % 2) GB_TRY(gb_read_real(card, 1, "M", &mass, error));
  GB_REFUSE_IF(mass < 0, card, error, "M = %g; accepted: a number >= 0", mass);
  return gb_nastran_celas(nastran, card, error);
}

int gb_nastran_cvisc(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_spring spring = {.card = "CVISC", .line = card->line};
  GB_TRY(GB_READ(card, error, {0, "EID", .number = &spring.id},
                 {1, "PID", .number_or = &spring.property}, {2, "G1|G2", .number = spring.grid},
                 {4, .end = true}));
  if (!spring.property) spring.property = spring.id;
  return GB_KEEP(nastran, springs->all, spring, error);
}

/// Read a PELAS, PDAMP or PVISC, which has several properties.
int gb_nastran_scalar_property(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  const bool elastic = card->word[1] == 'E', viscous = card->word[1] == 'V';
  const int fields = elastic || viscous ? 4 : 2;
  for (int first = 0; first < 8; first += fields) {
    gb_nastran_stiffness p = {.card = card->word, .line = card->line};
    double second = 0;
    if (first && gb_field_is_blank(card, first)) return gb_expect_end(card, first, error);
    GB_TRY(gb_read_number(card, first, "PID", &p.id, error));
    GB_TRY(gb_read_real(card, first + 1, elastic ? "K" : "B", elastic ? p.k : p.b, error));
    if (fields > 2)
      GB_TRY(gb_read_real_or(card, first + 2, elastic ? "GE" : "CR", 0, &second, error));
    if (fields > 2) // S is a coefficient of stresses
      GB_TRY(GB_READ(card, error, {first + 3, "S", .ignored = elastic, .blank = viscous}));
    GB_REFUSE_IF(viscous && second != 0, card, error,
                 "CR = %g; accepted: 0, dampers act along their lines", second);
    GB_TRY(note_damping(nastran, card, second, error));
    GB_TRY(GB_KEEP(nastran, springs->properties, p, error));
  }
  return gb_expect_end(card, 8, error);
}

int gb_nastran_pbush(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_stiffness p = {.card = "PBUSH", .line = card->line};
  GB_TRY(gb_read_number(card, 0, "PID", &p.id, error));
  for (int first = 1; first < card->count; first += 8) {
    const bool k = gb_field_is(card, first, "K"), b = gb_field_is(card, first, "B");
    const bool ge = gb_field_is(card, first, "GE");
    double other = 0, *to = k ? p.k : p.b;
    GB_TRY(gb_expect_blank(card, first + 7, first + 8, error));
    if (gb_field_is(card, first, "RCV")) { // of stresses
      GB_TRY(gb_expect_reals(card, first + 1, first + 7, "RCV", error));
      continue;
    }
    GB_REFUSE_IF(!k && !b && !ge && !gb_field_is_blank(card, first), card, error,
                 "a row of numbers is not read; accepted: K, B, GE, RCV");
    for (int i = 0; i < 6; ++i) {
      double value;
      GB_TRY(gb_read_real_or(card, first + 1 + i,
                             k   ? "K1 to K6"
                             : b ? "B1 to B6"
                                 : "GE1 to GE6",
                             0, &value, error));
      if (k || b)
        to[i] = value;
      else
        other = other == 0 ? value : other;
    }
    GB_REFUSE_IF(other != 0 && !ge, card, error, "numbers without K, B or GE before them");
    GB_TRY(note_damping(nastran, card, other, error));
  }
  return GB_KEEP(nastran, springs->properties, p, error);
}

int gb_nastran_cbush(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_spring spring = {
      .card = "CBUSH", .line = card->line, .system = -1, .place = -1, .share = 0.5};
  const bool alone = gb_field_is_blank(card, 5) && gb_field_is_blank(card, 6);
  GB_TRY(GB_READ(card, error, {0, "EID", .number = &spring.id},
                 {1, "PID", .number_or = &spring.property}, {2, "GA", .number = spring.grid}));
  if (!spring.property) spring.property = spring.id;
  if (!gb_field_is_none(card, 3)) GB_TRY(gb_read_number(card, 3, "GB", &spring.grid[1], error));
  GB_REFUSE_IF(spring.grid[0] == spring.grid[1], card, error, "both ends are grid %lld",
               (long long)spring.grid[0]);
  if (alone && gb_nastran_is_integer(card, 4))
    GB_TRY(gb_read_number(card, 4, "G0", &spring.toward, error));
  if (!spring.toward) GB_TRY(GB_READ(card, error, {4, "X1|X2|X3", .real_or = spring.up}));
  GB_TRY(GB_READ(card, error, {7, "CID", .integer_or = &spring.system},
                 {8, "S", .real_or = &spring.share}, {9, "OCID", .integer_or = &spring.place},
                 {10, "S1|S2|S3", .real_or = spring.at}, {13, .end = true}));
  if (spring.place < 0) GB_TRY(gb_expect_blank(card, 10, 13, error)); // without OCID
  return GB_KEEP(nastran, springs->all, spring, error);
}

static void find_numbers(const gb_nastran *nastran, gb_nastran_spring *spring) {
  char card[8];
  snprintf(card, sizeof card, "P%.4s", spring->card + 1);
  const gb_nastran_stiffness *found =
      GB_FIND_HEAD(nastran->springs->properties, card, spring->property);
  const int to = spring->component ? spring->component - 1 : 0;
  const size_t size = spring->component ? sizeof(double) : sizeof spring->k;
  memcpy(&spring->k[to], found->k, size);
  memcpy(&spring->b[to], found->b, size);
}

int gb_nastran_find_springs(gb_nastran *nastran, gb_error *error) {
  GB_TRY(GB_SORT_HEADS(nastran->deck, nastran->springs->properties, error));
  GB_EACH(spring, nastran->springs->all)
    if (spring->property && strncmp(spring->card, "CMASS", 5) != 0) find_numbers(nastran, spring);
  return GB_OK;
}

typedef struct making {
  gb_nastran *nastran;
  gb_mesh *mesh;
  bool *taken; ///< whether an element, a body or a link has a node of the mesh
} making;

/// Name an end: ground, a body, a free node, or the group of the grid.
/// @param frame whether the end needs axes that rotate
static int name_end(making *m, int64_t grid, bool frame, const char **end, gb_error *error) {
  static const char *const prefixes[] = {"GRID", "GRID"};
  const int32_t node = gb_lower_index(m->mesh->node_id, m->mesh->nodes, grid);
  *end = grid ? NULL : "ground";
  if (grid && frame && !gb_deck_body_at(m->nastran->deck, node))
    *end = gb_nastran_carrier(m->nastran, grid);
  if (*end) return GB_OK;
  return gb_deck_name_end(m->nastran->deck, node, prefixes, m->taken[node], end, error);
}

/// Refuse a CBUSH whose forces have an arm about a grid of springs alone that is free to turn.
static int check_arm(const making *m, const gb_nastran_spring *s, int end, gb_error *error) {
  enum { TURNS = 0x70 };
  const int32_t node = gb_lower_index(m->mesh->node_id, m->mesh->nodes, s->grid[end]);
  const double *X = m->mesh->position[node];
  double axis[3][3], arm[3], moment[3], most = 0;
  if (!s->grid[end] || m->taken[node] || gb_deck_body_at(m->nastran->deck, node) ||
      (gb_nastran_fixed(m->nastran, s->grid[end]) & TURNS) == TURNS)
    return GB_OK;
  memcpy(axis, s->axes, sizeof s->axes);
  gb_cross(axis[0], axis[1], axis[2]);
  for (int i = 0; i < 3; ++i) arm[i] = s->at[i] - X[i];
  for (int c = 0; c < 3; ++c) {
    gb_cross(axis[c], arm, moment);
    if (s->k[c] != 0 || s->b[c] != 0) most = fmax(most, gb_length(moment) / gb_length(axis[c]));
  }
  if (most <= 1e-9 * (gb_length(arm) + gb_length(X))) return GB_OK;
  return GB_REFUSE(
      m->nastran, s, GB_WRONG_REFERENCE, error,
      "grid %lld has springs alone, lies apart from the CBUSH, and turns freely about "
      "it: a mechanism; accepted: supports 456 of the grid, a stiffness along the line "
      "to it alone, or both grids at one place",
      (long long)s->grid[end]);
}

/// Whether a CBUSH acts on displacements alone, between grids whose places differ in the last
/// digits that a field of a deck holds: then it acts at each grid itself.
static bool is_nearly_at(const making *m, const gb_nastran_spring *s) {
  double size = 0, off = 0;
  if (strcmp(s->card, "CBUSH") != 0 || !s->grid[0] || !s->grid[1] || m->nastran->set->large)
    return false;
  for (int c = 3; c < 6; ++c)
    if (s->k[c] != 0 || s->b[c] != 0 || s->m[c] != 0) return false;
  const double *X = m->mesh->position[gb_lower_index(m->mesh->node_id, m->mesh->nodes, s->grid[0])];
  const double *Y = m->mesh->position[gb_lower_index(m->mesh->node_id, m->mesh->nodes, s->grid[1])];
  for (int i = 0; i < 3; ++i) {
    size = fmax(size, fabs(X[i]));
    off = fmax(off, fmax(fabs(Y[i] - X[i]), fabs(s->at[i] - X[i])));
  }
  return off > 1e-9 * size && off <= 1e-5 * size;
}

bool gb_nastran_spring_turns(const gb_nastran_spring *spring, int end) {
  bool turns = false;
  for (int i = 3; i < GB_MATRIX_END; ++i) {
    turns = turns || spring->k[i] != 0 || spring->b[i] != 0;
    for (int which = 0; which < GB_MATRICES && spring->own; ++which)
      for (int j = 0; j < GB_MATRIX_COMPONENTS; ++j)
        turns = turns || spring->own->entry[which][GB_MATRIX_END * end + i][j] != 0;
  }
  return turns;
}

/// Add the matrices of a GENEL or DMIG.
static int add_matrices(making *m, const gb_nastran_spring *s, gb_error *error) {
  gb_deck_spring spring = {.own = s->own};
  for (int end = 0; end < 2; ++end) {
    GB_TRY(name_end(m, s->grid[end], gb_nastran_spring_turns(s, end), &spring.between[end], error));
    memcpy(spring.at[end],
           m->mesh->position[gb_lower_index(m->mesh->node_id, m->mesh->nodes,
                                            s->grid[s->grid[end] ? end : !end])],
           sizeof spring.at[end]);
  }
  GB_TRY(gb_arena_text(m->nastran->deck->problem->arena, &spring.name, error, "%s", s->name));
  GB_TRY(gb_deck_where(m->nastran->deck, s->line, s->card, &spring.where, error));
  return gb_deck_add_matrix(m->nastran->deck, &spring, error);
}

/// Add a bushing, or the damper of a CVISC.
static int add_spring(making *m, const gb_nastran_spring *s, gb_error *error) {
  const bool along = !strcmp(s->card, "CVISC");
  const bool apart = (s->component && s->component < 4) || is_nearly_at(m, s);
  gb_deck_spring spring = {.apart = apart, .held = !strcmp(s->card, "CBUSH"), .weighs = s->weighs};
  for (int end = 0; end < 2 && spring.held; ++end) GB_TRY(check_arm(m, s, end, error));
  for (int end = 0; end < 2; ++end)
    GB_TRY(name_end(m, s->grid[end], !along && !apart, &spring.between[end], error));
  GB_TRY(gb_deck_write_name(m->nastran->deck, s->card, s->id, &spring.name, error));
  GB_TRY(gb_deck_where(m->nastran->deck, s->line, s->card, &spring.where, error));
  memcpy(spring.k, s->k, sizeof spring.k);
  memcpy(spring.b, s->b, sizeof spring.b);
  memcpy(spring.m, s->m, sizeof spring.m);
  memcpy(spring.axes, s->axes, sizeof spring.axes);
  memcpy(spring.at[0], s->at, sizeof spring.at[0]);
  if (!along) return gb_deck_add_bushing(m->nastran->deck, &spring, error);
  for (int end = 0; end < 2; ++end)
    memcpy(spring.at[end],
           m->mesh->position[gb_lower_index(m->mesh->node_id, m->mesh->nodes, s->grid[end])],
           sizeof spring.at[end]);
  return gb_deck_add_spring(m->nastran->deck, &spring, error);
}

/// Refuse a spring of a displacement between two bodies whose grids lie apart.
static int check_bodies(const making *m, const gb_nastran_spring *s, gb_error *error) {
  const double *x[2];
  for (int end = 0; end < 2; ++end) {
    const int32_t node = gb_lower_index(m->mesh->node_id, m->mesh->nodes, s->grid[end]);
    if (!s->grid[end] || !gb_deck_body_at(m->nastran->deck, node)) return GB_OK;
    x[end] = m->mesh->position[node];
  }
  if (!memcmp(x[0], x[1], 3 * sizeof *x[0])) return GB_OK;
  return GB_REFUSE(
      m->nastran, s, GB_WRONG_REFERENCE, error,
      "grids %lld and %lld stand for bodies and lie apart; accepted: the same place, or a CBUSH",
      (long long)s->grid[0], (long long)s->grid[1]);
}

int gb_nastran_mark_taken(const gb_nastran *nastran, bool **taken, gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  GB_TRY(
      gb_arena_allocate(nastran->deck->arena, (size_t)mesh->nodes, sizeof **taken, taken, error));
  for (int32_t k = 0; k < mesh->start[mesh->elements]; ++k) (*taken)[mesh->node[k]] = true;
  GB_EACH(tie, nastran->rigid->ties) {
    const gb_deck_end *end = &nastran->rigid->ends.entry[tie->first];
    const bool tied = !tie->general &&
                      (tie->reference.components == GB_ALL_COMPONENTS || tie->kind == GB_TIE_MEAN);
    for (int32_t k = 0; k < tie->count && tied; ++k) (*taken)[end[k].node] = true;
  }
  return GB_OK;
}

int gb_nastran_free_grids(gb_nastran *nastran, gb_error *error) {
  making m = {.nastran = nastran, .mesh = nastran->deck->mesh};
  const char *name;
  GB_TRY(gb_nastran_mark_taken(nastran, &m.taken, error));
  GB_EACH(bar, nastran->bars->all)
    for (int end = 0; end < 2; ++end) {
      if (!bar->still[end] || !bar->pins[end]) continue;
      const int32_t node = gb_lower_index(m.mesh->node_id, m.mesh->nodes, bar->grid[end]);
      if (!m.taken[node]) GB_TRY(name_end(&m, bar->grid[end], false, &name, error));
    }
  return GB_OK;
}

int gb_nastran_make_springs(gb_nastran *nastran, gb_error *error) {
  making m = {.nastran = nastran, .mesh = nastran->deck->mesh};
  if (nastran->springs->all.count == 0) return GB_OK;
  GB_TRY(gb_nastran_mark_taken(nastran, &m.taken, error));
  GB_EACH(s, nastran->springs->all) {
    if (s->component && s->component < 4) GB_TRY(check_bodies(&m, s, error));
    GB_TRY(s->own ? add_matrices(&m, s, error) : add_spring(&m, s, error));
  }
  return GB_OK;
}
