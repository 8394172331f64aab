/// Sections of bars: PBAR and PBEAM with their constants, PBARL and PBEAML with the dimensions of
/// a shape, PROD and what a CONROD has of it. Source: MSC Nastran Quick Reference Guide.
///
/// Nastran's plane 1 is that of x and y: I1 is the integral of y^2, our I_zz, and K1 is of shear
/// along y. The line of a CBAR is that of the centroids and of the shear centers at once; that of a
/// CBEAM has the shear centers, and the centroids are at (N1, N2).
#include "input/nastran_bars.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Bars without shear flexibility have this factor in place of an infinite one.
static const double RIGID_IN_SHEAR = 100;

enum { STATION_FIELDS = 8 };

static int keep(gb_nastran *nastran, const gb_nastran_section *section, gb_error *error) {
  return GB_ARENA_ADD(nastran->arena, nastran->bars.sections, *section, error);
}

static int begin(const gb_nastran_card *card, const char *name, gb_nastran_section *section,
                 gb_error *error) {
  *section = (gb_nastran_section){.card = name, .line = card->line};
  GB_TRY(gb_nastran_number(card, 0, "PID", &section->id, error));
  return gb_nastran_number(card, 1, "MID", &section->material, error);
}

static int positive(const gb_nastran_card *card, int entry, const char *name, const char *advice,
                    double *value, gb_error *error) {
  GB_TRY(gb_nastran_real_or(card, entry, name, 0, value, error));
  if (*value > 0) return GB_OK;
  return gb_nastran_fail(card, error, "%s = %g; accepted: a number > 0%s", name, *value, advice);
}

/// NSM, a mass per length.
static int read_mass(const gb_nastran_card *card, int entry, const char *name,
                     gb_nastran_section *p, gb_error *error) {
  GB_TRY(gb_nastran_real_or(card, entry, name, 0, &p->is.line_mass, error));
  if (p->is.line_mass >= 0) return GB_OK;
  return gb_nastran_fail(card, error, "%s = %g; accepted: a number >= 0", name, p->is.line_mass);
}

/// The integral of y z.
static int read_product(const gb_nastran_card *card, int entry, const char *name,
                        gb_nastran_section *p, gb_error *error) {
  GB_TRY(gb_nastran_real_or(card, entry, name, 0, &p->is.I_yz, error));
  if (p->is.I_yz * p->is.I_yz < p->is.I_yy * p->is.I_zz) return GB_OK;
  return gb_nastran_fail(card, error, "%s = %g; accepted: a number below sqrt(I1 I2) = %g in size",
                         name, p->is.I_yz, sqrt(p->is.I_yy * p->is.I_zz));
}

/// Shear factors, of which 0 means that the bar does not shear.
static int read_shear(gb_nastran *nastran, const gb_nastran_card *card, int entry, double absent,
                      gb_nastran_section *section, gb_error *error) {
  static const char *const names[] = {"K1", "K2"};
  double *factor[] = {&section->is.k_y, &section->is.k_z};
  bool rigid = false;
  for (int i = 0; i < 2; i++) {
    GB_TRY(gb_nastran_real_or(card, entry + i, names[i], absent, factor[i], error));
    if (*factor[i] < 0)
      return gb_nastran_fail(card, error, "%s = %g; accepted: a number >= 0, or blank", names[i],
                             *factor[i]);
    rigid = rigid || *factor[i] == 0;
    if (*factor[i] == 0) *factor[i] = RIGID_IN_SHEAR;
  }
  if (!rigid) return GB_OK;
  return gb_nastran_note(nastran, card, error,
                         "%s %lld leaves K1 or K2 0 (rigid in shear in Nastran): here it is %g",
                         section->card, (long long)section->id, RIGID_IN_SHEAR);
}

#define FLEXIBLE "; a bar without this stiffness is a CROD, or has pin flags"

int gb_nastran_pbar(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  gb_nastran_section p;
  GB_TRY(begin(card, "PBAR", &p, error));
  p.is.kind = GB_SECTION_CONSTANTS;
  GB_TRY(positive(card, 2, "A", "", &p.is.area, error));
  GB_TRY(positive(card, 3, "I1", FLEXIBLE, &p.is.I_zz, error));
  GB_TRY(positive(card, 4, "I2", FLEXIBLE, &p.is.I_yy, error));
  GB_TRY(positive(card, 5, "J", FLEXIBLE, &p.is.J, error));
  GB_TRY(read_mass(card, 6, "NSM", &p, error));
  // C1 to F2 say where Nastran prints stresses.
  GB_TRY(gb_nastran_numbers(card, 7, 16, "C1 to F2", error));
  GB_TRY(read_shear(nastran, card, 16, 0, &p, error));
  GB_TRY(read_product(card, 18, "I12", &p, error));
  GB_TRY(gb_nastran_no_more(card, 19, error));
  return keep(nastran, &p, error);
}

static bool is_station(const gb_nastran_card *card, int entry) {
  return gb_nastran_is_word(card, entry, "YES") || gb_nastran_is_word(card, entry, "YESA") ||
         gb_nastran_is_word(card, entry, "NO");
}

/// A number of a station along the beam, which must be that of its end A.
static int check_station(const gb_nastran_card *card, int entry, const char *name, double at_a,
                         double x, gb_error *error) {
  double value;
  GB_TRY(gb_nastran_real_or(card, entry, name, at_a, &value, error));
  if (fabs(value - at_a) <= 1e-9 * fabs(at_a)) return GB_OK;
  return gb_nastran_fail(card, error,
                         "%s = %g at X/XB = %g, and %g at end A: a beam that tapers is not read; "
                         "accepted: blank, or the same; give each part of it a section",
                         name, value, x, at_a);
}

/// Where a station is: X/XB.
static int read_place(const gb_nastran_card *card, int entry, double *x, gb_error *error) {
  GB_TRY(gb_nastran_real(card, entry, "X/XB", x, error));
  if (*x > 0 && *x <= 1) return GB_OK;
  return gb_nastran_fail(card, error, "X/XB = %g; accepted: a number > 0 and <= 1", *x);
}

/// K1, K2, and where the centroid is; NSM is on the line, where the shear centers are.
static int read_pbeam_end(gb_nastran *nastran, const gb_nastran_card *card, int entry,
                          gb_nastran_section *p, gb_error *error) {
  static const char *const none[] = {"S1", "S2", "NSI(A)", "NSI(B)", "CW(A)", "CW(B)"};
  static const char *const masses[] = {"M1(A)", "M2(A)", "M1(B)", "M2(B)"};
  static const char *const centroids[] = {"N1(A)", "N2(A)", "N1(B)", "N2(B)"};
  GB_TRY(read_shear(nastran, card, entry, 1, p, error));
  for (int i = 0; i < 6; i++)
    GB_TRY(gb_nastran_expect(card, entry + 2 + i, none[i], 0,
                             "sections neither taper nor warp, and NSM has no inertia", error));
  for (int i = 0; i < 4 && p->is.line_mass > 0; i++)
    GB_TRY(gb_nastran_expect(card, entry + 8 + i, masses[i], 0, "NSM is on the line of the beam",
                             error));
  for (int i = 0; i < 4; i++) {
    double value;
    const double absent = i < 2 ? 0 : p->is.offset[i - 2];
    GB_TRY(gb_nastran_real_or(card, entry + 12 + i, centroids[i], absent, &value, error));
    if (i < 2) p->is.offset[i] = value;
    if (i >= 2 && value != absent)
      return gb_nastran_fail(card, error, "%s = %g, and %s = %g: accepted: the same, or blank",
                             centroids[i], value, centroids[i - 2], absent);
  }
  for (int i = 0; i < 2; i++) p->is.center[i] = 0 - p->is.offset[i];
  return gb_nastran_no_more(card, entry + 16, error);
}

int gb_nastran_pbeam(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  static const char *const names[] = {"A", "I1", "I2", "I12", "J", "NSM"};
  gb_nastran_section p;
  double x;
  GB_TRY(begin(card, "PBEAM", &p, error));
  p.is.kind = GB_SECTION_CONSTANTS;
  GB_TRY(positive(card, 2, "A(A)", "", &p.is.area, error));
  GB_TRY(positive(card, 3, "I1(A)", FLEXIBLE, &p.is.I_zz, error));
  GB_TRY(positive(card, 4, "I2(A)", FLEXIBLE, &p.is.I_yy, error));
  GB_TRY(read_product(card, 5, "I12(A)", &p, error));
  GB_TRY(positive(card, 6, "J(A)", FLEXIBLE, &p.is.J, error));
  GB_TRY(read_mass(card, 7, "NSM(A)", &p, error));
  const double at_a[] = {p.is.area, p.is.I_zz, p.is.I_yy, p.is.I_yz, p.is.J, p.is.line_mass};
  int entry = STATION_FIELDS;
  if (!is_station(card, entry)) { // C1(A) to F2(A): places of stresses
    GB_TRY(gb_nastran_numbers(card, entry, entry + STATION_FIELDS, "C1(A) to F2(A)", error));
    entry += STATION_FIELDS;
  }
  while (is_station(card, entry)) {
    GB_TRY(read_place(card, entry + 1, &x, error));
    for (int i = 0; i < 6; i++)
      GB_TRY(check_station(card, entry + 2 + i, names[i], at_a[i], x, error));
    const bool stresses = gb_nastran_is_word(card, entry, "YES");
    entry += STATION_FIELDS;
    if (!stresses) continue;
    GB_TRY(gb_nastran_numbers(card, entry, entry + STATION_FIELDS, "C1 to F2", error));
    entry += STATION_FIELDS;
  }
  GB_TRY(read_pbeam_end(nastran, card, entry, &p, error));
  return keep(nastran, &p, error);
}

static int find_shape(const gb_nastran_card *card, const gb_nastran_shape **shape,
                      gb_error *error) {
  char known[200];
  size_t length = 0;
  if (!gb_nastran_blank(card, 2) && !gb_nastran_is_word(card, 2, "MSCBML0"))
    return gb_nastran_fail(card, error, "GROUP is not read; accepted: MSCBML0 or blank");
  for (*shape = gb_nastran_shapes; (*shape)->type; ++*shape)
    if (gb_nastran_is_word(card, 3, (*shape)->type)) return GB_OK;
  const gb_nastran_field *field = card->data.data;
  const gb_nastran_field found = card->data.count > 3 ? field[3] : (gb_nastran_field){"", 0};
  for (const gb_nastran_shape *s = gb_nastran_shapes; s->type; s++)
    length += (size_t)snprintf(known + length, sizeof known - length, "%s%s", length ? ", " : "",
                               s->type);
  return gb_nastran_fail(card, error,
                         "TYPE = '%.*s' is not read; accepted: %s. Give others by PBAR or PBEAM",
                         found.length > 40 ? 40 : found.length, found.text, known);
}

static const char *const dimension_names[GB_NASTRAN_DIMENSIONS] = {"DIM1", "DIM2", "DIM3", "DIM4",
                                                                   "DIM5", "DIM6", "DIM7", "DIM8"};

/// Stations along a PBEAML: SO, X/XB, dimensions, NSM each. @param next  its entry, then that after
static int check_stations(const gb_nastran_card *card, int dimensions, const double d[],
                          double mass, int *next, gb_error *error) {
  double x;
  for (; is_station(card, *next); *next += 3 + dimensions) {
    GB_TRY(read_place(card, *next + 1, &x, error));
    for (int i = 0; i < dimensions; i++)
      GB_TRY(check_station(card, *next + 2 + i, dimension_names[i], d[i], x, error));
    GB_TRY(check_station(card, *next + 2 + dimensions, "NSM", mass, x, error));
  }
  return GB_OK;
}

/// The line of a CBAR is both lines, that of a CBEAM is that of the shear centers.
static void set_line(bool beam, gb_section_entry *section) {
  for (int i = 0; i < 2; i++) {
    if (!beam) section->center[i] = 0;
    section->offset[i] = 0 - section->center[i];
  }
}

static int read_shape(gb_nastran *nastran, const gb_nastran_card *card, const char *name, bool beam,
                      gb_error *error) {
  gb_nastran_section p;
  double d[GB_NASTRAN_DIMENSIONS];
  const gb_nastran_shape *shape = NULL;
  GB_TRY(begin(card, name, &p, error));
  GB_TRY(find_shape(card, &shape, error));
  for (int i = 4; i < STATION_FIELDS; i++)
    GB_TRY(gb_nastran_expect(card, i, "a field after TYPE", 0, "it is blank", error));
  for (int i = 0; i < shape->dimensions; i++)
    GB_TRY(positive(card, STATION_FIELDS + i, dimension_names[i], "", &d[i], error));
  int next = STATION_FIELDS + shape->dimensions;
  GB_TRY(read_mass(card, next++, "NSM", &p, error));
  if (beam) GB_TRY(check_stations(card, shape->dimensions, d, p.is.line_mass, &next, error));
  GB_TRY(gb_nastran_no_more(card, next, error));
  const char *refusal = shape->set(d, &p);
  if (refusal) return gb_nastran_fail(card, error, "%s: %s", shape->type, refusal);
  set_line(beam, &p.is);
  return keep(nastran, &p, error);
}

int gb_nastran_pbarl(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  return read_shape(nastran, card, "PBARL", false, error);
}

int gb_nastran_pbeaml(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  return read_shape(nastran, card, "PBEAML", true, error);
}

/// A, J, C, NSM; J is kept, because only rods that nothing turns go without it.
static int read_rod(const gb_nastran_card *card, int entry, gb_nastran_section *p,
                    gb_error *error) {
  p->is.kind = GB_SECTION_ROD;
  GB_TRY(positive(card, entry, "A", "", &p->is.area, error));
  GB_TRY(gb_nastran_real_or(card, entry + 1, "J", 0, &p->is.J, error));
  if (p->is.J < 0) return gb_nastran_fail(card, error, "J = %g; accepted: a number >= 0", p->is.J);
  // C says where Nastran prints stresses by twisting.
  GB_TRY(gb_nastran_numbers(card, entry + 2, entry + 3, "C", error));
  GB_TRY(read_mass(card, entry + 3, "NSM", p, error));
  return gb_nastran_no_more(card, entry + 4, error);
}

int gb_nastran_prod(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  gb_nastran_section p;
  GB_TRY(begin(card, "PROD", &p, error));
  GB_TRY(read_rod(card, 2, &p, error));
  return keep(nastran, &p, error);
}

int gb_nastran_conrod_section(gb_nastran *nastran, const gb_nastran_card *card, int entry,
                              int64_t id, gb_error *error) {
  gb_nastran_section p = {.card = "CONROD", .id = id, .line = card->line};
  GB_TRY(gb_nastran_number(card, entry, "MID", &p.material, error));
  GB_TRY(read_rod(card, entry + 1, &p, error));
  return keep(nastran, &p, error);
}

/// PTUBE: OD, T, NSM, and the OD of the other end.
int gb_nastran_ptube(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  gb_nastran_section p;
  double outer, wall, other;
  GB_TRY(begin(card, "PTUBE", &p, error));
  p.is.kind = GB_SECTION_ROD;
  GB_TRY(positive(card, 2, "OD", "", &outer, error));
  GB_TRY(gb_nastran_real_or(card, 3, "T", 0, &wall, error));
  if (wall < 0 || 2 * wall > outer)
    return gb_nastran_fail(card, error, "T = %g; accepted: a number >= 0, up to OD/2 = %g", wall,
                           outer / 2);
  const double inner = wall > 0 ? outer - 2 * wall : 0; // without T it is solid
  p.is.area = acos(-1) / 4 * (outer * outer - inner * inner);
  p.is.J = acos(-1) / 32 * (pow(outer, 4) - pow(inner, 4));
  GB_TRY(read_mass(card, 4, "NSM", &p, error));
  GB_TRY(gb_nastran_real_or(card, 5, "OD2", outer, &other, error));
  if (other != outer && other != 0)
    return gb_nastran_fail(card, error, "OD2 = %g: a tube that tapers is not read", other);
  GB_TRY(gb_nastran_no_more(card, 6, error));
  return keep(nastran, &p, error);
}
