/// Sections of bars: PBAR and PBEAM give constants, PBARL and PBEAML the dimensions of a shape;
/// PROD, PTUBE and CONROD give sections of rods. Source: MSC Nastran Quick Reference Guide.
///
/// Nastran's plane 1 contains x and y: I1 is the integral of y^2, our I_zz, and K1 belongs to shear
/// along y. The centroids and the shear centers of a CBAR lie on its line. The shear centers of a
/// CBEAM lie on its line, and its centroids at (N1, N2).
#include "nastran/entries/bar.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double SMALL = 1e-6; ///< part of the largest stiffness that replaces a stiffness of 0

enum { STATION_FIELDS = 8 };

static int begin(const gb_record *card, gb_nastran_section *section, gb_error *error) {
  *section = (gb_nastran_section){.card = card->word, .line = card->line};
  return GB_READ(card, error, {0, "PID", .number = &section->id},
                 {1, "MID", .number = &section->material});
}

/// Read the integral of y z.
static int read_product(const gb_record *card, int entry, const char *name, gb_nastran_section *p,
                        gb_error *error) {
  GB_TRY(gb_read_real_or(card, entry, name, 0, &p->is.I_yz, error));
  if (p->is.I_yz * p->is.I_yz < p->is.I_yy * p->is.I_zz) return GB_OK;
  return gb_record_fail(card, error, "%s = %g; accepted: a number below sqrt(I1 I2) = %g in size",
                        name, p->is.I_yz, sqrt(p->is.I_yy * p->is.I_zz));
}

/// Read the shear factors. A factor of 0 means that the bar is rigid in shear.
static int read_shear(const gb_record *card, int entry, double absent, gb_nastran_section *section,
                      gb_error *error) {
  static const char *const names[] = {"K1", "K2"};
  double *factor[] = {&section->is.k_y, &section->is.k_z};
  for (int i = 0; i < 2; i++) {
    GB_TRY(gb_read_real_or(card, entry + i, names[i], absent, factor[i], error));
    GB_REFUSE_IF(*factor[i] < 0, card, error, "%s = %g; accepted: a number >= 0, or blank",
                 names[i], *factor[i]);
    if (*factor[i] == 0) section->traits |= GB_BAR_RIGID_1 << i;
    if (section->traits & GB_BAR_RIGID_1 << i)
      *factor[i] = 1; // until the lengths of the bars are known
  }
  return GB_OK;
}

static int note_small(gb_nastran *nastran, const gb_record *card, const gb_nastran_section *p,
                      const char *name, double value, const char *others, gb_error *error) {
  return gb_deck_note(nastran->deck, card->line, error,
                      "%s %lld leaves %s 0 (no stiffness in Nastran): here it is %g, a millionth "
                      "of the largest of %s",
                      p->card, (long long)p->id, name, value, others);
}

/// Read I1, I2 and J of end A and check A. A constant that is 0 becomes small compared with the
/// others, because a bar here has a node in its middle, whose rotation it alone holds.
static int read_inertia(gb_nastran *nastran, const gb_record *card, const char *const names[3],
                        const int entry[3], gb_nastran_section *p, gb_error *error) {
  double *value[] = {&p->is.I_zz, &p->is.I_yy, &p->is.J}, largest = 0;
  for (int i = 0; i < 3; i++) {
    GB_TRY(gb_read_not_negative(card, entry[i], names[i], value[i], error));
    largest = fmax(largest, *value[i]);
  }
  GB_REFUSE_IF(largest == 0 && p->is.area == 0, card, error,
               "A, %s, %s and %s are 0; accepted: one of them > 0", names[0], names[1], names[2]);
  if (largest == 0) largest = p->is.area * p->is.area / (4 * M_PI); // J of a circle
  for (int i = 0; i < 3; i++)
    if (*value[i] == 0) {
      *value[i] = SMALL * largest;
      GB_TRY(note_small(nastran, card, p, names[i], *value[i], "I1, I2, J", error));
    }
  if (p->is.area > 0) return GB_OK;
  p->is.area = SMALL * sqrt(largest);
  p->traits |= GB_BAR_RIGID; // as in Nastran, where no area means no shear flexibility
  return note_small(nastran, card, p, "A", p->is.area, "the roots of I1, I2, J", error);
}

/// Read I12 of a PBAR. An area on a line has I12^2 = I1 I2, but for the digits of a field, and does
/// not bend across that line in Nastran. Here the reader adds a millionth of I1 + I2 to I1 and I2,
/// which leaves the principal axes as they are.
static int read_line_product(gb_nastran *nastran, const gb_record *card, gb_nastran_section *p,
                             gb_error *error) {
  static const double DIGITS = 1e-4;
  const double square = p->is.I_yy * p->is.I_zz, least = SMALL * (p->is.I_yy + p->is.I_zz);
  double product;
  GB_TRY(gb_read_real_or(card, 18, "I12", 0, &product, error));
  const double excess = product * product / square - 1;
  if (excess <= -SMALL || excess > DIGITS) return read_product(card, 18, "I12", p, error);
  p->is.I_yz = copysign(sqrt(square), product);
  p->is.I_yy += least;
  p->is.I_zz += least;
  return gb_deck_note(nastran->deck, card->line, error,
                      "%s %lld has I12^2 = I1 I2 (no stiffness about one axis in Nastran): here I1 "
                      "and I2 are larger by %g, a millionth of their sum",
                      p->card, (long long)p->id, least);
}

int gb_nastran_pbar(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  static const char *const names[] = {"I1", "I2", "J"};
  gb_nastran_section p;
  GB_TRY(begin(card, &p, error));
  p.is.kind = GB_SECTION_CONSTANTS;
  GB_TRY(gb_read_not_negative(card, 2, "A", &p.is.area, error));
  GB_TRY(read_inertia(nastran, card, names, (const int[]){3, 4, 5}, &p, error));
  // C1 to F2 are the points at which Nastran prints stresses.
  GB_TRY(GB_READ(card, error, {6, "NSM", .not_negative = &p.is.line_mass},
                 {7, "C1 to F2", .ignored = 9}));
  GB_TRY(read_shear(card, 16, 0, &p, error));
  GB_TRY(read_line_product(nastran, card, &p, error));
  GB_TRY(gb_expect_end(card, 19, error));
  return GB_KEEP(nastran, bars->sections, p, error);
}

static bool is_station(const gb_record *card, int entry) {
  return gb_field_is(card, entry, "YES") || gb_field_is(card, entry, "YESA") ||
         gb_field_is(card, entry, "NO");
}

/// Read the position of a station, X/XB.
static int read_place(const gb_record *card, int entry, double *x, gb_error *error) {
  GB_TRY(gb_read_real(card, entry, "X/XB", x, error));
  if (*x > 0 && *x <= 1) return GB_OK;
  return gb_record_fail(card, error, "X/XB = %g; accepted: a number > 0 and <= 1", *x);
}

/// Read the stations after end A.
/// @param entry  that of the first station; on return, that after the last; stresses  whether a
/// station may ask for stresses, and then has fields with their positions
static int read_stations(const gb_record *card, bool stresses, int *entry, gb_nastran_stations *all,
                         gb_error *error) {
  while (is_station(card, *entry)) {
    GB_REFUSE_IF(all->count == GB_NASTRAN_STATIONS - 1, card, error,
                 "it has more than the %d stations that are accepted", GB_NASTRAN_STATIONS - 2);
    gb_nastran_station *s = &all->at[all->count++];
    const bool more = stresses && gb_field_is(card, *entry, "YES");
    GB_TRY(read_place(card, *entry + 1, &s->x, error));
    for (int i = 0; i < all->numbers; i++)
      GB_TRY(gb_read_real_or(card, *entry + 2 + i, all->names[i], NAN, &s->value[i], error));
    *entry += 2 + all->numbers;
    if (!more) continue;
    GB_TRY(gb_expect_reals(card, *entry, *entry + STATION_FIELDS, "C1 to F2", error));
    *entry += STATION_FIELDS;
  }
  return GB_OK;
}

/// Read a position in the section at end A and at end B, of the centroid or of NSM, and take the
/// mean of both. They may differ by a quarter of the radius of gyration.
static int read_places(const gb_record *card, int entry, const char *const name[4],
                       gb_nastran_section *p, double place[2], gb_error *error) {
  const double radius = sqrt(fmax(p->is.I_yy, p->is.I_zz) / p->is.area);
  for (int i = 0; i < 2; i++) {
    double a, b;
    GB_TRY(gb_read_real_or(card, entry + i, name[i], 0, &a, error));
    GB_TRY(gb_read_real_or(card, entry + i + 2, name[i + 2], a, &b, error));
    GB_REFUSE_IF(fabs(b - a) > radius / 4, card, error,
                 "%s = %g, and %s = %g; accepted: a difference below a quarter of the radius of "
                 "gyration, %g; give a beam that tapers several elements",
                 name[i + 2], b, name[i], a, radius / 4);
    if (b != a) p->taper = fmax(p->taper, fabs(b - a) / radius);
    place[i] = b == a ? a : (a + b) / 2;
  }
  return GB_OK;
}

/// Read K1, K2 and the positions of NSM and of the centroid, counted from the line, on which the
/// shear centers lie.
static int read_pbeam_end(const gb_record *card, int entry, gb_nastran_section *p,
                          gb_error *error) {
  static const char *const masses[] = {"M1(A)", "M2(A)", "M1(B)", "M2(B)"};
  static const char *const centroids[] = {"N1(A)", "N2(A)", "N1(B)", "N2(B)"};
  double warping[2] = {0};
  GB_TRY(read_shear(card, entry, 1, p, error));
  GB_TRY(GB_READ(card, error,
                 {entry + 2, "S1|S2|NSI(A)|NSI(B)",
                  .only = "no shear relief by taper, and NSM has no inertia"},
                 {entry + 6, "CW(A)|CW(B)", .real_or = warping}));
  if (warping[0] != 0 || warping[1] != 0)
    GB_TRY(gb_deck_note(card->deck, card->line, error,
                        "%s %lld: CW is left out: it has no effect without SA and SB of CBEAMs",
                        card->word, (long long)p->id));
  if (p->is.line_mass > 0)
    GB_TRY(read_places(card, entry + 8, masses, p, p->is.line_mass_at, error));
  else
    GB_TRY(gb_expect_reals(card, entry + 8, entry + 12, "M1(A) to M2(B)", error));
  GB_TRY(read_places(card, entry + 12, centroids, p, p->is.offset, error));
  for (int i = 0; i < 2; i++) p->is.center[i] = 0 - p->is.offset[i];
  return gb_expect_end(card, entry + 16, error);
}

int gb_nastran_pbeam(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  static const char *const names[] = {"A", "I1", "I2", "I12", "J", "NSM"};
  static const char *const stiff[] = {"I1(A)", "I2(A)", "J(A)"};
  gb_nastran_divided divided = {0};
  gb_nastran_section p;
  GB_TRY(begin(card, &p, error));
  p.is.kind = GB_SECTION_CONSTANTS;
  GB_TRY(gb_read_positive(card, 2, "A(A)", &p.is.area, error));
  GB_TRY(read_inertia(nastran, card, stiff, (const int[]){3, 4, 6}, &p, error));
  GB_TRY(read_product(card, 5, "I12(A)", &p, error));
  GB_TRY(gb_read_not_negative(card, 7, "NSM(A)", &p.is.line_mass, error));
  int entry = STATION_FIELDS;
  if (!is_station(card, entry)) { // C1(A) to F2(A): positions of stresses
    GB_TRY(gb_expect_reals(card, entry, entry + STATION_FIELDS, "C1(A) to F2(A)", error));
    entry += STATION_FIELDS;
  }
  gb_nastran_stations stations = {.count = 1, .numbers = 6, .names = names};
  GB_TRY(GB_READ(card, error, {2, "A|I1|I2|I12|J|NSM", .real_or = stations.at[0].value}));
  GB_TRY(read_stations(card, true, &entry, &stations, error));
  GB_TRY(gb_nastran_taper(card, &stations, &p, &divided, error));
  GB_TRY(read_pbeam_end(card, entry, &p, error));
  for (int k = 0; k < divided.count; ++k) {
    gb_section_entry part = p.is, *is = &divided.is[k];
    part.area = is->area, part.line_mass = is->line_mass, part.J = is->J;
    part.I_yy = is->I_yy, part.I_zz = is->I_zz, part.I_yz = is->I_yz;
    *is = part;
  }
  if (divided.count) GB_TRY(GB_KEEP(nastran, bars->divided, divided, error));
  return GB_KEEP(nastran, bars->sections, p, error);
}

static int find_shape(const gb_record *card, const gb_nastran_shape **shape, gb_error *error) {
  char known[200];
  size_t length = 0;
  GB_REFUSE_IF(!gb_field_is_blank(card, 2) && !gb_field_is(card, 2, "MSCBML0"), card, error,
               "GROUP is not read; accepted: MSCBML0 or blank");
  for (*shape = gb_nastran_shapes; (*shape)->type; ++*shape)
    if (gb_field_is(card, 3, (*shape)->type)) return GB_OK;
  const gb_deck_text found = gb_field(card, 3);
  for (const gb_nastran_shape *s = gb_nastran_shapes; s->type; s++)
    length += (size_t)snprintf(known + length, sizeof known - length, "%s%s", length ? ", " : "",
                               s->type);
  return gb_record_fail(card, error,
                        "TYPE = '%.*s' is not read; accepted: %s. Give others by PBAR or PBEAM",
                        GB_SHOWN(found), known);
}

static const char *const dimension_names[GB_NASTRAN_DIMENSIONS] = {"DIM1", "DIM2", "DIM3", "DIM4",
                                                                   "DIM5", "DIM6", "DIM7", "DIM8"};

/// Set the positions of centroid and shear center: a CBAR has both on its line, a CBEAM the shear
/// center.
static void set_line(bool beam, gb_section_entry *section) {
  for (int i = 0; i < 2; i++) {
    if (!beam) section->center[i] = 0;
    section->offset[i] = 0 - section->center[i];
  }
}

/// Read the stations along a PBEAML, and replace dimensions `d` and NSM by their means.
static int read_shape_stations(const gb_record *card, int dimensions, int *next, double d[],
                               gb_nastran_section *p, gb_nastran_divided *divided,
                               gb_error *error) {
  const char *names[GB_NASTRAN_STATION_NUMBERS];
  gb_nastran_stations stations = {.count = 1, .numbers = dimensions + 1, .names = names};
  for (int i = 0; i < dimensions; i++) {
    names[i] = dimension_names[i];
    stations.at[0].value[i] = d[i];
  }
  names[dimensions] = "NSM";
  stations.at[0].value[dimensions] = p->is.line_mass;
  GB_TRY(read_stations(card, false, next, &stations, error));
  GB_TRY(gb_nastran_taper_shape(card, &stations, p, d, divided, error));
  p->is.line_mass = d[dimensions];
  return GB_OK;
}

int gb_nastran_pbarl(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  const bool beam = !strcmp(card->word, "PBEAML");
  gb_nastran_divided divided = {0};
  gb_nastran_section p;
  double d[GB_NASTRAN_STATION_NUMBERS];
  const gb_nastran_shape *shape = NULL;
  GB_TRY(begin(card, &p, error));
  GB_TRY(find_shape(card, &shape, error));
  for (int i = 4; i < STATION_FIELDS; i++)
    GB_TRY(GB_READ(card, error, {i, "a field after TYPE", .only = "it is blank"}));
  for (int i = 0; i < shape->dimensions; i++)
    GB_TRY(gb_read_positive(card, STATION_FIELDS + i, dimension_names[i], &d[i], error));
  int next = STATION_FIELDS + shape->dimensions;
  GB_TRY(gb_read_not_negative(card, next++, "NSM", &p.is.line_mass, error));
  if (beam) GB_TRY(read_shape_stations(card, shape->dimensions, &next, d, &p, &divided, error));
  GB_TRY(gb_expect_end(card, next, error));
  const gb_nastran_section plain = p;
  const char *refusal = shape->set(d, &p);
  GB_REFUSE_IF(refusal, card, error, "%s: %s", shape->type, refusal);
  set_line(beam, &p.is);
  for (int k = 0; k < divided.count; ++k) {
    gb_nastran_section part = plain;
    part.is.line_mass = divided.value[k][shape->dimensions];
    refusal = shape->set(divided.value[k], &part);
    GB_REFUSE_IF(refusal, card, error, "%s: %s", shape->type, refusal);
    GB_REFUSE_IF(part.traits != p.traits || part.is.kind != p.is.kind, card, error,
                 "%s: its parts are of different kinds; accepted: a taper without that",
                 shape->type);
    set_line(beam, &part.is);
    divided.is[k] = part.is;
  }
  divided.line_mass = p.is.line_mass;
  if (divided.count) GB_TRY(GB_KEEP(nastran, bars->divided, divided, error));
  return GB_KEEP(nastran, bars->sections, p, error);
}

/// Read A, J, C and NSM. J is kept for springs of the torsion.
static int read_rod(const gb_record *card, int entry, gb_nastran_section *p, gb_error *error) {
  p->is.kind = GB_SECTION_ROD;
  // C is the distance at which Nastran prints stresses of torsion.
  GB_TRY(GB_READ(card, error, {entry, "A", .not_negative = &p->is.area},
                 {entry + 1, "J", .not_negative = &p->is.J}, {entry + 2, "C", .ignored = 1},
                 {entry + 3, "NSM", .not_negative = &p->is.line_mass}, {entry + 4, .end = true}));
  GB_REFUSE_IF(p->is.area == 0 && p->is.J == 0, card, error,
               "A and J are 0; accepted: one of them > 0");
  if (p->is.area == 0) p->is.area = SMALL * sqrt(p->is.J); // it twists alone
  return GB_OK;
}

int gb_nastran_prod(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_section p;
  GB_TRY(begin(card, &p, error));
  GB_TRY(read_rod(card, 2, &p, error));
  return GB_KEEP(nastran, bars->sections, p, error);
}

int gb_nastran_conrod_section(gb_nastran *nastran, const gb_record *card, int entry, int64_t id,
                              gb_error *error) {
  gb_nastran_section p = {.card = "CONROD", .id = id, .line = card->line};
  GB_TRY(gb_read_number(card, entry, "MID", &p.material, error));
  GB_TRY(read_rod(card, entry + 1, &p, error));
  return GB_KEEP(nastran, bars->sections, p, error);
}

/// Read a PTUBE: OD, T, NSM, and the OD of the other end.
int gb_nastran_ptube(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_section p;
  double outer, wall = 0;
  GB_TRY(begin(card, &p, error));
  p.is.kind = GB_SECTION_ROD;
  GB_TRY(GB_READ(card, error, {2, "OD", .positive = &outer}, {3, "T", .real_or = &wall}));
  GB_REFUSE_IF(wall < 0 || 2 * wall > outer, card, error,
               "T = %g; accepted: a number >= 0, up to OD/2 = %g", wall, outer / 2);
  const double inner = wall > 0 ? outer - 2 * wall : 0; // without T it is solid
  p.is.area = acos(-1) / 4 * (outer * outer - inner * inner);
  p.is.J = acos(-1) / 32 * (pow(outer, 4) - pow(inner, 4));
  double other = outer;
  GB_TRY(GB_READ(card, error, {4, "NSM", .not_negative = &p.is.line_mass},
                 {5, "OD2", .real_or = &other}));
  GB_REFUSE_IF(other != outer && other != 0, card, error,
               "OD2 = %g: a tube that tapers is not read", other);
  GB_TRY(gb_expect_end(card, 6, error));
  return GB_KEEP(nastran, bars->sections, p, error);
}
