/// Sections of bars: PBAR and PBEAM with their constants, PBARL and PBEAML with the dimensions of
/// a shape, PROD and what a CONROD has of it. Source: MSC Nastran Quick Reference Guide.
///
/// Nastran's plane 1 is that of x and y: I1 is the integral of y^2, our I_zz, and K1 is of shear
/// along y. Its shapes have their height along y. Those that are read have their shear center in
/// their centroid, where Nastran's bar is too.
#include "input/nastran.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define NO_MASS   "put the mass into RHO of MAT1"
#define PRINCIPAL "turn the orientation of the bars until it is 0"

/// Bars without shear flexibility have this factor in place of an infinite one.
static const double RIGID_IN_SHEAR = 100;

enum { MOST_DIMENSIONS = 6, STATION_FIELDS = 8 };

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
  GB_TRY(gb_nastran_expect(card, 6, "NSM", 0, NO_MASS, error));
  // C1 to F2 say where Nastran prints stresses.
  GB_TRY(read_shear(nastran, card, 16, 0, &p, error));
  GB_TRY(gb_nastran_expect(card, 18, "I12", 0, PRINCIPAL, error));
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

static int read_pbeam_end(gb_nastran *nastran, const gb_nastran_card *card, int entry,
                          gb_nastran_section *p, gb_error *error) {
  static const char *const relief[] = {"S1",    "S2",    "NSI(A)", "NSI(B)", "CW(A)",
                                       "CW(B)", "M1(A)", "M2(A)",  "M1(B)",  "M2(B)",
                                       "N1(A)", "N2(A)", "N1(B)",  "N2(B)"};
  GB_TRY(read_shear(nastran, card, entry, 1, p, error));
  for (int i = 0; i < (int)(sizeof relief / sizeof *relief); i++)
    GB_TRY(gb_nastran_expect(card, entry + 2 + i, relief[i], 0,
                             "centroid, mass and shear center are on the line of the beam", error));
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
  GB_TRY(gb_nastran_expect(card, 5, "I12(A)", 0, PRINCIPAL, error));
  GB_TRY(positive(card, 6, "J(A)", FLEXIBLE, &p.is.J, error));
  GB_TRY(gb_nastran_expect(card, 7, "NSM(A)", 0, NO_MASS, error));
  const double at_a[] = {p.is.area, p.is.I_zz, p.is.I_yy, 0, p.is.J, 0};
  int entry = STATION_FIELDS;
  if (!is_station(card, entry)) entry += STATION_FIELDS; // C1(A) to F2(A): places of stresses
  while (is_station(card, entry)) {
    GB_TRY(read_place(card, entry + 1, &x, error));
    for (int i = 0; i < 6; i++)
      GB_TRY(check_station(card, entry + 2 + i, names[i], at_a[i], x, error));
    entry += (gb_nastran_is_word(card, entry, "YES") ? 2 : 1) * STATION_FIELDS;
  }
  GB_TRY(read_pbeam_end(nastran, card, entry, &p, error));
  return keep(nastran, &p, error);
}

/// A shape of PBARL and PBEAML: what it is here from its dimensions.
/// @return why it is none, or NULL
typedef const char *to_section(const double d[], gb_nastran_section *p);

static const char *set_bar(const double d[], gb_nastran_section *p) {
  p->is.height = d[0]; // DIM1 is along z
  p->is.width = d[1];
  return NULL;
}

static const char *set_rod(const double d[], gb_nastran_section *p) {
  p->is.radius = d[0];
  return NULL;
}

static const char *set_tube2(const double d[], gb_nastran_section *p) {
  p->is.radius = d[0];
  p->is.thickness = d[1];
  return d[1] <= d[0] ? NULL : "the wall is thicker than the radius";
}

static const char *set_tube(const double d[], gb_nastran_section *p) {
  if (d[1] >= d[0]) return "DIM2, the inner radius, is not below DIM1, the outer one";
  return set_tube2((double[]){d[0], d[0] - d[1]}, p);
}

static const char *set_box(const double d[], gb_nastran_section *p) {
  if (fabs(d[2] - d[3]) > 1e-9 * d[2])
    return "DIM3 and DIM4 differ: all walls of a box have one thickness";
  p->is.height = d[0];
  p->is.width = d[1];
  p->is.thickness = d[2];
  return 2 * d[2] < fmin(d[0], d[1]) ? NULL : "the walls fill it: give a BAR";
}

/// Ours has its web along z.
static const char *set_i(double width, double height, double web, double flange,
                         gb_nastran_section *p) {
  p->turned = true;
  p->is.width = width;
  p->is.height = height;
  p->is.web = web;
  p->is.flange = flange;
  return 2 * flange < height && web < width ? NULL : "flanges or web fill it: give a BAR";
}

static const char *set_I(const double d[], gb_nastran_section *p) {
  if (fabs(d[1] - d[2]) > 1e-9 * d[1] || fabs(d[4] - d[5]) > 1e-9 * d[4])
    return "DIM2 and DIM3, or DIM5 and DIM6, differ: both flanges are alike";
  return set_i(d[1], d[0], d[3], d[4], p);
}

static const char *set_I1(const double d[], gb_nastran_section *p) {
  if (d[3] <= d[2]) return "DIM4, the height, is not above DIM3, that of the web";
  return set_i(d[0] + d[1], d[3], d[1], (d[3] - d[2]) / 2, p);
}

static const struct {
  const char *type;
  gb_section_kind kind;
  int dimensions;
  to_section *set;
} shapes[] = {
    {"BAR", GB_SECTION_RECTANGLE, 2, set_bar}, {"ROD", GB_SECTION_CIRCLE, 1, set_rod},
    {"TUBE", GB_SECTION_TUBE, 2, set_tube},    {"TUBE2", GB_SECTION_TUBE, 2, set_tube2},
    {"BOX", GB_SECTION_BOX, 4, set_box},       {"I", GB_SECTION_I, 6, set_I},
    {"I1", GB_SECTION_I, 4, set_I1},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static int find_shape(const gb_nastran_card *card, int *shape, gb_error *error) {
  char known[100];
  size_t length = 0;
  if (!gb_nastran_blank(card, 2) && !gb_nastran_is_word(card, 2, "MSCBML0"))
    return gb_nastran_fail(card, error, "GROUP is not read; accepted: MSCBML0 or blank");
  for (*shape = 0; *shape < SHAPES; ++*shape)
    if (gb_nastran_is_word(card, 3, shapes[*shape].type)) return GB_OK;
  const gb_nastran_field *field = card->data.data;
  const gb_nastran_field found = card->data.count > 3 ? field[3] : (gb_nastran_field){"", 0};
  for (int i = 0; i < SHAPES; i++)
    length += (size_t)snprintf(known + length, sizeof known - length, "%s%s", i ? ", " : "",
                               shapes[i].type);
  return gb_nastran_fail(card, error,
                         "TYPE = '%.*s' is not read; accepted: %s. Give others by PBAR or PBEAM, "
                         "or in the case file, where C and L have their shear center off the "
                         "centroid",
                         found.length > 40 ? 40 : found.length, found.text, known);
}

static const char *const dimension_names[] = {"DIM1", "DIM2", "DIM3", "DIM4", "DIM5", "DIM6"};

static int read_dimensions(const gb_nastran_card *card, int shape, double d[], gb_error *error) {
  for (int i = 0; i < shapes[shape].dimensions; i++)
    GB_TRY(positive(card, STATION_FIELDS + i, dimension_names[i], "", &d[i], error));
  return gb_nastran_expect(card, STATION_FIELDS + shapes[shape].dimensions, "NSM", 0, NO_MASS,
                           error);
}

/// Stations along a PBEAML: SO, X/XB, dimensions, NSM each. @param next  its entry, then that after
static int check_stations(const gb_nastran_card *card, int shape, const double d[], int *next,
                          gb_error *error) {
  double x;
  for (; is_station(card, *next); *next += 3 + shapes[shape].dimensions) {
    GB_TRY(read_place(card, *next + 1, &x, error));
    for (int i = 0; i < shapes[shape].dimensions; i++)
      GB_TRY(check_station(card, *next + 2 + i, dimension_names[i], d[i], x, error));
    GB_TRY(gb_nastran_expect(card, *next + 2 + shapes[shape].dimensions, "NSM", 0, NO_MASS, error));
  }
  return GB_OK;
}

static int read_shape(gb_nastran *nastran, const gb_nastran_card *card, const char *name,
                      bool stations, gb_error *error) {
  gb_nastran_section p;
  double d[MOST_DIMENSIONS];
  int shape;
  GB_TRY(begin(card, name, &p, error));
  GB_TRY(find_shape(card, &shape, error));
  for (int i = 4; i < STATION_FIELDS; i++)
    GB_TRY(gb_nastran_expect(card, i, "a field after TYPE", 0, "it is blank", error));
  GB_TRY(read_dimensions(card, shape, d, error));
  int next = STATION_FIELDS + shapes[shape].dimensions + 1;
  if (stations) GB_TRY(check_stations(card, shape, d, &next, error));
  GB_TRY(gb_nastran_no_more(card, next, error));
  p.is.kind = shapes[shape].kind;
  const char *refusal = shapes[shape].set(d, &p);
  if (refusal) return gb_nastran_fail(card, error, "%s: %s", shapes[shape].type, refusal);
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
  GB_TRY(gb_nastran_expect(card, entry + 3, "NSM", 0, NO_MASS, error));
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
