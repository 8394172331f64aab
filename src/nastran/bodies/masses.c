/// CONM1, whose mass matrix must be that of a rigid body, and CMASS1 to CMASS4, between a grid and
/// the ground or as springs between two grids. A mass of the program acts along all displacements,
/// so that what a grid has along one of them alone becomes an inerter to the ground.
/// Source: MSC Nastran Quick Reference Guide.
#include "nastran/entries/body.h"
#include "nastran/entries/grid.h"
#include "nastran/entries/set.h"
#include "nastran/entries/spring.h"

#include <math.h>
#include <string.h>

static const double tolerance = 1e-9; ///< relative to the largest entry of the kind

/// Read M11; M21 M22; ... as a symmetric matrix.
static int read_matrix(const gb_record *card, double M[6][6], gb_error *error) {
  for (int i = 0, entry = 3; i < 6; ++i)
    for (int j = 0; j <= i; ++j, ++entry) {
      const char name[] = {'M', (char)('1' + i), (char)('1' + j), 0};
      GB_TRY(gb_read_real_or(card, entry, name, 0, &M[i][j], error));
      M[j][i] = M[i][j];
    }
  return gb_expect_end(card, 24, error);
}

/// Whether no rotation has negative kinetic energy, up to round-off.
static bool is_inertia(const double I[6]) {
  const double size = fmax(fmax(fabs(I[0]), fabs(I[1])), fabs(I[2]));
  const double square = size * size, determinant = I[0] * (I[1] * I[2] - I[5] * I[5]) -
                                                   I[3] * (I[3] * I[2] - I[5] * I[4]) +
                                                   I[4] * (I[3] * I[5] - I[1] * I[4]);
  bool good = determinant >= -tolerance * square * size;
  for (int k = 0; k < 3; ++k) {
    const int a = k == 2 ? 1 : 0, b = k == 0 ? 1 : 2; // xy, xz, yz
    good = good && I[k] >= -tolerance * size &&
           I[a] * I[b] - I[3 + k] * I[3 + k] >= -tolerance * square;
  }
  return good;
}

int gb_nastran_keep_mass(gb_nastran *nastran, const gb_record *card, const gb_nastran_mass *mass,
                         gb_error *error) {
  GB_REFUSE_IF(mass->mass < 0, card, error, "M = %g; accepted: a number >= 0", mass->mass);
  if (!is_inertia(mass->inertia) && nastran->set->holds_free) {
    gb_nastran_mass weight = *mass;
    memset(weight.inertia, 0, sizeof weight.inertia);
    nastran->rigid->no_inertia = card->line;
    GB_TRY(gb_deck_note(nastran->deck, card->line, error,
                        "%s %lld: the inertia is negative about some axis, that of no body: it is "
                        "left out, as statics have no use of it",
                        mass->card, (long long)mass->id));
    return GB_KEEP(nastran, rigid->masses, weight, error);
  }
  GB_REFUSE_IF(!is_inertia(mass->inertia), card, error,
               "the inertia about the centre (%g, %g, %g; I21, I31, I32 of %g, %g, %g) is negative "
               "about some axis; accepted: that of a body",
               mass->inertia[0], mass->inertia[1], mass->inertia[2], 0 - mass->inertia[3],
               0 - mass->inertia[4], 0 - mass->inertia[5]);
  return GB_KEEP(nastran, rigid->masses, *mass, error);
}

int gb_nastran_conm1(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_mass mass = {.card = "CONM1", .line = card->line};
  double M[6][6], off = 0;
  GB_TRY(GB_READ(card, error, {0, "EID", .number = &mass.id}, {1, "G", .number = &mass.grid},
                 {2, "CID", .integer_or = &mass.system}));
  GB_REFUSE_IF(mass.system < 0, card, error, "CID must not be negative");
  GB_TRY(read_matrix(card, M, error));
  mass.mass = M[0][0];
  GB_REFUSE_IF(!(mass.mass > 0), card, error, "M11 = %g; accepted: a number > 0", mass.mass);
  // with an offset r a body has m r x (velocity) as coupling
  const double r[3] = {M[5][1] / mass.mass, M[3][2] / mass.mass, M[4][0] / mass.mass};
  const double coupling[3][3] = {{0, -r[2], r[1]}, {r[2], 0, -r[0]}, {-r[1], r[0], 0}};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const double arm = fabs(r[0]) + fabs(r[1]) + fabs(r[2]);
      off = fmax(off, fabs(M[i][j] - (i == j) * mass.mass) / mass.mass);
      if (arm > 0 || M[3 + i][j] != 0)
        off = fmax(off,
                   fabs(M[3 + i][j] - mass.mass * coupling[i][j]) / (mass.mass * (arm + 1e-300)));
    }
  GB_REFUSE_IF(!(off <= tolerance), card, error,
               "the matrix is not that of a rigid body: accepted: M11 = M22 = M33, no M21, M31, "
               "M32, and M41 to M63 of one offset of the mass");
  static const int at[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
  const double square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
  for (int k = 0; k < 6; ++k) {
    const int i = at[k][0], j = at[k][1];
    mass.inertia[k] = M[3 + i][3 + j] - mass.mass * ((i == j) * square - r[i] * r[j]);
  }
  memcpy(mass.offset, r, sizeof mass.offset);
  return gb_nastran_keep_mass(nastran, card, &mass, error);
}

/// Read a CMASS card of one grid. CMASS1 and CMASS3 have a property, CMASS2 and CMASS4 a mass of
/// their own; CMASS3 and CMASS4 act on scalar points.
int gb_nastran_grid_mass(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  const int kind = card->word[5] - '1';
  const bool own = kind % 2, points = kind > 1;
  gb_nastran_scalar_mass mass = {.card = card->word, .line = card->line};
  const int second = gb_field_is_none(card, 2);
  const int stride = points ? 1 : 2, at = 2 + stride * second, other = 2 + stride * !second;
  GB_TRY(gb_read_number(card, 0, "EID", &mass.id, error));
  if (own)
    GB_TRY(gb_read_real(card, 1, "M", &mass.mass, error));
  else
    GB_TRY(gb_read_number(card, 1, "PID", &mass.property, error));
  GB_TRY(gb_read_number(card, at, second ? "G2" : "G1", &mass.grid, error));
  if (!points)
    GB_TRY(gb_read_integer_or(card, at + 1, second ? "C2" : "C1", 0, &mass.component, error));
  mass.scalar = mass.component == 0;
  if (mass.scalar) mass.component = 1;
  GB_REFUSE_IF(mass.component < 1 || mass.component > 6, card, error,
               "C%d = %lld; accepted: a component, from 1 to 6", 1 + second,
               (long long)mass.component);
  if (!points) GB_TRY(gb_expect_reals(card, other + 1, other + 2, second ? "C1" : "C2", error));
  GB_REFUSE_IF(mass.mass < 0, card, error, "M = %g; accepted: a number >= 0", mass.mass);
  GB_TRY(gb_expect_end(card, points ? 4 : 6, error));
  return GB_KEEP(nastran, rigid->scalars, mass, error);
}

/// Read a PMASS, which has up to four properties. They are kept as masses without a grid.
int gb_nastran_pmass(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  for (int first = 0; first < 8; first += 2) {
    gb_nastran_scalar_mass p = {.card = "PMASS", .line = card->line};
    if (first && gb_field_is_blank(card, first)) return gb_expect_end(card, first, error);
    GB_TRY(GB_READ(card, error, {first, "PID", .number = &p.property},
                   {first + 1, "M", .real = &p.mass}));
    GB_REFUSE_IF(p.mass < 0, card, error, "M = %g; accepted: a number >= 0", p.mass);
    GB_TRY(GB_KEEP(nastran, rigid->scalars, p, error));
  }
  return gb_expect_end(card, 8, error);
}

/// Find the mass of a PMASS for a card with this property.
static int find_property(const gb_nastran *nastran, gb_nastran_scalar_mass *mass, gb_error *error) {
  int found = 0;
  GB_EACH(scalar, nastran->rigid->scalars)
    if (!scalar->grid && scalar->property == mass->property) {
      mass->mass = scalar->mass;
      ++found;
    }
  if (found == 1) return GB_OK;
  return GB_REFUSE(nastran, mass, GB_WRONG_REFERENCE, error,
                   "PID = %lld is %s; accepted: the number of a PMASS", (long long)mass->property,
                   found ? "defined twice" : "not defined");
}

static int by_grid(const void *a, const void *b) {
  const gb_nastran_scalar_mass *x = a, *y = b;
  if (x->grid != y->grid) return x->grid < y->grid ? -1 : 1;
  return (x->line > y->line) - (x->line < y->line);
}

/// Add the inertia of rotations about the axes of a grid to a mass.
static int add_turning(const gb_nastran *nastran, const gb_nastran_place *grid,
                       const double about[3], gb_nastran_mass *mass, gb_error *error) {
  static const int at[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
  double axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  if (grid && grid->axes)
    GB_TRY(gb_nastran_axes(nastran, mass->line, grid->axes, grid->position, axis, error));
  for (int k = 0; k < 6; ++k)
    for (int c = 0; c < 3; ++c)
      mass->inertia[k] += about[c] * axis[c][at[k][0]] * axis[c][at[k][1]];
  return GB_OK;
}

/// Keep an inerter to the ground for what a grid has along its displacements beyond its mass.
static int add_inerter(gb_nastran *nastran, const gb_nastran_scalar_mass *from,
                       const double along[3], const double beyond[3], gb_error *error) {
  const gb_nastran_place *grid = gb_nastran_place_of(nastran, from->grid);
  gb_nastran_spring inerter = {.card = from->card,
                               .id = from->id,
                               .grid = {from->grid},
                               .component = 1,
                               .weighs = true,
                               .axes = {{1, 0, 0}, {0, 1, 0}},
                               .line = from->line};
  double axis[3][3];
  if (beyond[0] == 0 && beyond[1] == 0 && beyond[2] == 0) return GB_OK;
  GB_TRY(gb_deck_note(nastran->deck, from->line, error,
                      "%s %lld: grid %lld has masses %g, %g, %g along its components 1, 2, 3: what "
                      "exceeds the least of those that are free resists accelerations, and is "
                      "left out where masses are added up",
                      from->card, (long long)from->id, (long long)from->grid, along[0], along[1],
                      along[2]));
  memcpy(inerter.m, beyond, 3 * sizeof *beyond);
  if (grid && grid->axes) {
    GB_TRY(gb_nastran_axes(nastran, from->line, grid->axes, grid->position, axis, error));
    memcpy(inerter.axes, axis[0], sizeof inerter.axes);
  }
  return GB_KEEP(nastran, springs->all, inerter, error);
}

/// Add the masses of a grid from its CMASS cards, `count` from the first on: the least of those
/// along displacements that are free as a mass, and the rest of others as inerters to the ground.
static int add_grid(gb_nastran *nastran, const gb_nastran_scalar_mass all[], int count,
                    gb_error *error) {
  const gb_nastran_place *grid = gb_nastran_place_of(nastran, all->grid);
  const bool turned = grid && grid->axes;
  const unsigned held = turned ? 0 : gb_nastran_fixed(nastran, all->grid) >> 1 & 7;
  const unsigned counted = held == 7 ? 0 : held; // a grid at rest has its largest mass
  double along[6] = {0}, beyond[3] = {0}, least = INFINITY, largest = 0;
  for (int i = 0; i < count; ++i) along[all[i].component - 1] += all[i].mass;
  for (int c = 0; c < 3; ++c)
    if (!(counted >> c & 1)) {
      least = fmin(least, along[c]);
      largest = fmax(largest, along[c]);
    }
  gb_nastran_mass mass = {.card = all->card,
                          .id = all->id,
                          .grid = all->grid,
                          .mass = held == 7 ? largest : least,
                          .line = all->line};
  for (int c = 0; c < 3; ++c)
    if (!(held >> c & 1) && along[c] - least > tolerance * largest) beyond[c] = along[c] - least;
  GB_TRY(add_inerter(nastran, all, along, beyond, error));
  GB_TRY(add_turning(nastran, grid, &along[3], &mass, error));
  if (mass.mass == 0 && !gb_nastran_is_extended(&mass)) return GB_OK;
  return GB_KEEP(nastran, rigid->masses, mass, error);
}

int gb_nastran_add_masses(gb_nastran *nastran, gb_error *error) {
  gb_nastran_scalar_mass *all = nastran->rigid->scalars.entry;
  const int count = nastran->rigid->scalars.count;
  for (int i = 0; i < count; ++i)
    if (all[i].grid && all[i].property) GB_TRY(find_property(nastran, &all[i], error));
  GB_EACH(spring, nastran->springs->all) {
    gb_nastran_scalar_mass like = {
        .card = spring->card, .id = spring->id, .property = spring->property, .line = spring->line};
    if (!spring->property || strncmp(spring->card, "CMASS", 5) != 0) continue;
    GB_TRY(find_property(nastran, &like, error));
    spring->m[spring->component - 1] = like.mass;
  }
  gb_deck_sort(all, count, sizeof *all, by_grid);
  for (int i = 0, end; i < count; i = end) {
    for (end = i + 1; end < count && all[end].grid == all[i].grid;) ++end;
    if (all[i].grid) GB_TRY(add_grid(nastran, &all[i], end - i, error));
  }
  return GB_OK;
}
