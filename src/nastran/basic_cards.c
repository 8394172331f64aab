/// Handlers of cards: GRID, CQUAD4, CTRIA3, PSHELL, MAT1, SPC, SPC1, PLOAD2, FORCE, MOMENT, GRAV,
/// RFORCE and CONM2, and the cards that combine sets, LOAD and SPCADD. Fields that the model cannot
/// represent are refused. Source: MSC Nastran Quick Reference Guide.
///
/// Nastran's positive pressure acts along the element's normal by the right-hand rule over G1, G2,
/// G3, (G4), for PLOAD2 and for PLOAD4 on shells alike; on faces of solids PLOAD4 acts inwards. Our
/// pressure load acts along the same normal, because elements keep the order of their nodes. So the
/// value does not change.
#include "nastran/entries/body.h"
#include "nastran/entries/grid.h"
#include "nastran/entries/set.h"
#include "nastran/entries/shell.h"

#include <math.h>
#include <string.h>

/// Read components as the value of an action.
static int read_components(const gb_record *card, int entry, const char *name, double *mask,
                           gb_error *error) {
  unsigned bits = 0;
  GB_TRY(gb_nastran_components_or_none(card, entry, name, &bits, error));
  *mask = bits;
  return GB_OK;
}

/// Read the number of a coordinate system; -1: the field is blank and GRDSET gives it.
static int read_system(const gb_record *card, int entry, const char *name, int64_t *system,
                       gb_error *error) {
  *system = -1;
  if (gb_field_is_blank(card, entry)) return GB_OK;
  GB_TRY(gb_read_integer(card, entry, name, system, error));
  if (*system >= 0 && *system <= INT32_MAX) return GB_OK;
  return gb_record_fail(card, error, "%s must be from 0 to 2147483647", name);
}

int gb_nastran_grid(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  int64_t id;
  double position[3] = {0};
  GB_TRY(GB_READ(card, error, {0, "ID", .number = &id}, {2, "X1|X2|X3", .real_or = position},
                 {7, "SEID", .only = "superelements are not read"}, {8, .end = true}));
  gb_nastran_action action = {GB_ACT_SUPPORT, card->line, "GRID", -1, id, id, {0}, 0};
  GB_TRY(read_components(card, 6, "PS", &action.value[0], error));
  if (action.value[0] > 0) GB_TRY(GB_KEEP(nastran, actions, action, error));
  gb_nastran_place grid = {.id = id, .bare = gb_field_is_blank(card, 6), .line = card->line};
  memcpy(grid.position, position, sizeof position);
  GB_TRY(read_system(card, 1, "CP", &grid.system, error));
  GB_TRY(read_system(card, 5, "CD", &grid.axes, error));
  GB_TRY(GB_KEEP(nastran, grids->all, grid, error));
  return gb_mesh_builder_node(nastran->deck->builder, id, position, card->line, error);
}

int gb_nastran_grdset(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  GB_REFUSE_IF(nastran->set->grid.line >= 0, card, error, "there is one already");
  nastran->set->grid.line = card->line;
  GB_TRY(GB_READ(card, error, {0, .blank = 1}, {2, .blank = 3}));
  GB_TRY(read_system(card, 1, "CP", &nastran->set->grid.system, error));
  GB_TRY(read_system(card, 5, "CD", &nastran->set->grid.axes, error));
  GB_TRY(GB_READ(card, error, {7, "SEID", .only = "superelements are not read"}, {8, .end = true}));
  return read_components(card, 6, "PS", &nastran->set->grid.held, error);
}

int gb_nastran_hold_grids(gb_nastran *nastran, gb_error *error) {
  const gb_nastran_place *grids = nastran->grids->all.entry;
  gb_nastran_action action = {GB_ACT_SUPPORT,
                              nastran->set->grid.line,
                              "GRDSET",
                              -1,
                              0,
                              0,
                              {nastran->set->grid.held, 0, 0},
                              0};
  for (int32_t i = 0; i < nastran->grids->all.count && nastran->set->grid.held > 0; ++i) {
    if (!grids[i].bare) continue;
    action.target = action.last = grids[i].id;
    GB_TRY(GB_KEEP(nastran, actions, action, error));
  }
  return GB_OK;
}

/// Cards of shells. `turn` is the entry of THETA, which is followed by ZOFFS; `thickness` is the
/// entry of T1, and `flag` that of TFLAG. A blank PID is EID.
static const struct shell_card {
  const char *names, *card;
  gb_shape shape;
  const char *grids;
  int turn, thickness, flag;
} shell_cards[] = {
    {"CTRIA3 CTRIAR", "CTRIA3", GB_TRIANGLE3, "G1|G2|G3", 5, 10, 9},
    {"CQUAD4 CQUADR", "CQUAD4", GB_QUAD4, "G1|G2|G3|G4", 6, 10, 9},
    {"CTRIA6", "CTRIA6", GB_TRIANGLE6, "G1|G2|G3|G4|G5|G6", 8, 10, 13},
    {"CQUAD8", "CQUAD8", GB_QUAD9, "G1|G2|G3|G4|G5|G6|G7|G8", 14, 10, 16},
};

int gb_nastran_element(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  const struct shell_card *is = shell_cards;
  const gb_deck_text word = {card->word, (int)strlen(card->word)};
  while (!gb_deck_has_word(is->names, word)) ++is;
  const int corners = gb_shape_corners(is->shape);
  gb_nastran_own own = {.card = is->card, .line = card->line};
  int64_t *id = &own.is.element, *property = &own.property, node[9] = {[8] = GB_MIDDLE_NODE};
  for (int a = corners; a < (is->shape == GB_QUAD9 ? 8 : gb_shape_nodes(is->shape)); ++a)
    GB_REFUSE_IF(gb_field_is_none(card, 2 + a), card, error,
                 "G%d is missing; accepted: all %s grids", a + 1, corners == 3 ? "six" : "eight");
  GB_TRY(GB_READ(card, error, {0, "EID", .number = id}, {1, "PID", .number_or = property},
                 {2, is->grids, .number = node}));
  if (!*property) *property = *id;
  GB_TRY(gb_nastran_turn(nastran, card, is->turn, *id, *property, error));
  GB_TRY(GB_READ(card, error, {is->turn + 1, "ZOFFS", .real_or = &own.is.offset}));
  if (is->flag < is->thickness) GB_TRY(gb_expect_blank(card, is->turn + 2, is->flag, error));
  GB_TRY(gb_nastran_thickness_fields(card, is->flag, is->thickness, corners, &own, error));
  const int end = is->flag > is->thickness ? is->flag + 1 : is->thickness + corners;
  GB_TRY(gb_expect_end(card, end, error));
  GB_TRY(gb_nastran_keep_own(nastran, &own, error));
  nastran->shells->middles = nastran->shells->middles || is->shape == GB_QUAD9;
  return gb_nastran_join_element(nastran, card, *id, *property, is->shape, node, error);
}

/// Read MID1 to MID4. Without MID1 shells have no stiffness in their plane in Nastran, and none of
/// bending without MID2.
static int read_parts(gb_nastran *nastran, const gb_record *card, gb_nastran_property *p,
                      gb_error *error) {
  gb_nastran_parts *parts = &p->parts;
  int64_t *const membrane = &p->shell.material;
  GB_TRY(GB_READ(
      card, error, {1, "MID1", .number_or = membrane}, {3, "MID2", .integer_or = &parts->bending},
      {5, "MID3", .integer_or = &parts->shear}, {10, "MID4", .integer_or = &parts->coupling}));
  const bool strain = parts->bending == GB_NASTRAN_PLANE_STRAIN;
  GB_REFUSE_IF(parts->bending < 0 && !strain, card, error,
               "MID2 = %lld; accepted: the number of a material, -1 for plane strain, or blank",
               (long long)parts->bending);
  GB_REFUSE_IF(!*membrane && parts->bending <= 0, card, error,
               "MID1 is blank, and MID2 is no material; accepted: a material in one of them");
  GB_REFUSE_IF(strain && parts->shear, card, error,
               "MID2 = -1 (plane strain) beside MID3; accepted: a blank MID3");
  GB_REFUSE_IF((!*membrane || strain) && parts->coupling, card, error,
               "MID4 without materials in MID1 and MID2; accepted: a blank MID4");
  if (!*membrane)
    return gb_deck_note(nastran->deck, card->line, error,
                        "PSHELL %lld leaves MID1 blank (no stiffness in its plane in Nastran): "
                        "here this is 1e-12 times that by MID2",
                        (long long)p->id);
  if (parts->bending > 0) return GB_OK;
  return gb_deck_note(nastran->deck, card->line, error,
                      "PSHELL %lld %s (a membrane in Nastran): here it bends, with the material of "
                      "MID1",
                      (long long)p->id, strain ? "has MID2 = -1" : "leaves MID2 blank");
}

int gb_nastran_pshell(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_property p = {.card = "PSHELL", .line = card->line};
  gb_nastran_parts *parts = &p.parts;
  GB_TRY(
      GB_READ(card, error, {0, "PID", .number = &p.id}, {2, "T", .real_or = &p.shell.thickness}));
  GB_REFUSE_IF(!gb_field_is_blank(card, 2) && p.shell.thickness <= 0, card, error,
               "T must be positive");
  GB_TRY(read_parts(nastran, card, &p, error));
  // Z1 and Z2 are the places at which Nastran prints stresses; here these are both faces.
  GB_TRY(gb_read_real_or(card, 4, "12I/T**3", 1, &parts->bending_ratio, error));
  GB_TRY(gb_read_real_or(card, 6, "TS/T", 5.0 / 6.0, &parts->shear_ratio, error));
  GB_REFUSE_IF(!(parts->bending_ratio > 0 && parts->shear_ratio > 0), card, error,
               "12I/T**3 = %g and TS/T = %g; accepted: numbers > 0, or blank", parts->bending_ratio,
               parts->shear_ratio);
  GB_TRY(GB_READ(card, error, {7, "NSM", .not_negative = &p.mass}, {8, "Z1, Z2", .ignored = 2},
                 {11, .end = true}));
  return GB_KEEP(nastran, shells->properties, p, error);
}

/// Complete E, G and NU: two of them give the third by E = 2 (1 + NU) G, and E or G alone leave the
/// others 0. If all three are given, G is set to 0 unless it differs from this formula.
static int complete(const gb_record *card, gb_nastran_material *m, gb_error *error) {
  const bool has_young = !gb_field_is_blank(card, 1), has_shear = !gb_field_is_blank(card, 2),
             has_poisson = !gb_field_is_blank(card, 3);
  double *young = &m->is.young, *poisson = &m->is.poisson;
  GB_REFUSE_IF(!has_young && !has_shear, card, error,
               "E and G are blank; accepted: one of them, or two of E, G, NU");
  GB_REFUSE_IF(m->shear < 0, card, error, "G = %g; accepted: a number > 0, or blank", m->shear);
  if (!has_young && has_poisson) *young = 2 * (1 + *poisson) * m->shear;
  m->slack = *young > 0 && m->shear == 0 && (has_shear || !has_poisson);
  if (!has_poisson && *young > 0 && !m->slack) *poisson = *young / (2 * m->shear) - 1;
  GB_REFUSE_IF(*young < 0 || !(*poisson > -1) || (has_poisson && *poisson > 0.5), card, error,
               "E = %g and NU = %g; accepted: E >= 0, and NU > -1 and <= 0.5", *young, *poisson);
  const double implied = *young / (2 * (1 + *poisson));
  if (!has_shear || fabs(m->shear - implied) <= 0.01 * fabs(implied)) m->shear = 0;
  return GB_OK;
}

int gb_nastran_mat1(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_material m = {.card = "MAT1", .line = card->line};
  GB_TRY(GB_READ(card, error, {0, "MID", .number = &m.id}, {1, "E", .real_or = &m.is.young},
                 {2, "G", .real_or = &m.shear}, {3, "NU", .real_or = &m.is.poisson}));
  GB_TRY(complete(card, &m, error));
  GB_TRY(gb_read_not_negative(card, 4, "RHO", &m.is.density, error));
  GB_TRY(GB_READ(card, error, {5, "A", .real_or = &m.is.expansion},
                 {6, "TREF", .real_or = &m.is.reference}));
  GB_TRY(gb_nastran_read_damping(nastran, card, 7, m.id, error));
  GB_TRY(GB_READ(card, error, {8, "ST", .not_negative = &m.is.yield},
                 {9, "SC, SS, MCSID", .ignored = 3}, {12, .end = true}));
  return GB_KEEP(nastran, materials, m, error);
}

/// Read the components that a support fixes. A field that is 0 or blank means a scalar point.
static int read_held(const gb_record *card, int entry, gb_nastran_action *action, gb_error *error) {
  GB_TRY(read_components(card, entry, "C", &action->value[0], error));
  if (action->value[0] > 0) return GB_OK;
  action->value[0] = 2;
  action->system = GB_NASTRAN_SCALAR;
  return GB_OK;
}

/// Add an action that gives components of a grid the displacement, or the rotation, D.
static int add_motion(gb_nastran *nastran, const gb_nastran_action *of, bool turns, double D,
                      gb_error *error) {
  const unsigned components = (unsigned)of->value[0] >> (turns ? 4 : 1) & 7;
  gb_nastran_action action = *of;
  if (components == 0) return GB_OK;
  action.kind = turns ? GB_ACT_TURN : GB_ACT_MOTION;
  for (int k = 0; k < 3; ++k) action.value[k] = components >> k & 1 ? D : INFINITY;
  return GB_KEEP(nastran, actions, action, error);
}

/// Read an SPC, or an SPCD, which belongs to a set of loads.
int gb_nastran_spc(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  const bool load = !strcmp(card->word, "SPCD");
  int64_t set;
  double D;
  GB_TRY(gb_read_number(card, 0, "SID", &set, error));
  for (int i = 1; i < 7; i += 3) {
    gb_nastran_action action = {GB_ACT_SUPPORT, card->line, card->word, set, 0, 0, {0}, 0};
    if (i > 1 && gb_field_is_blank(card, i)) return gb_expect_end(card, i, error);
    GB_TRY(gb_read_number(card, i, "G", &action.target, error));
    action.last = action.target;
    GB_TRY(read_held(card, i + 1, &action, error));
    GB_TRY(gb_read_real_or(card, i + 2, "D", 0, &D, error));
    if (D == 0 && !load) {
      GB_TRY(GB_KEEP(nastran, actions, action, error));
      continue;
    }
    for (int turns = 0; turns < 2; ++turns) GB_TRY(add_motion(nastran, &action, turns, D, error));
  }
  return gb_expect_end(card, 7, error);
}

/// Add the action once for each target from entry `first` on: numbers, or A THRU B.
static int add_targets(gb_nastran *nastran, const gb_record *card, int first, const char *name,
                       gb_nastran_action *action, gb_error *error) {
  int found = 0;
  for (int i = first; i < card->count; ++i) {
    if (gb_field_is_blank(card, i)) continue;
    GB_TRY(gb_read_integer(card, i, name, &action->target, error));
    action->last = action->target;
    if (gb_field_is(card, i + 1, "THRU")) {
      GB_TRY(gb_read_integer(card, i + 2, name, &action->last, error));
      i += 2;
      GB_REFUSE_IF(action->last <= action->target, card, error, "%lld THRU %lld must ascend",
                   (long long)action->target, (long long)action->last);
    }
    GB_TRY(GB_KEEP(nastran, actions, *action, error));
    ++found;
  }
  return found ? GB_OK : gb_record_fail(card, error, "%s is missing", name);
}

int gb_nastran_spc1(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_action action = {GB_ACT_SUPPORT, card->line, "SPC1", 0, 0, 0, {0}, 0};
  GB_TRY(gb_read_number(card, 0, "SID", &action.set, error));
  GB_TRY(read_held(card, 1, &action, error));
  return add_targets(nastran, card, 2, "G", &action, error);
}

int gb_nastran_suport(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  const bool chosen = !strcmp(card->word, "SUPORT1");
  gb_nastran_action action = {
      .kind = GB_ACT_SUPPORT, .line = card->line, .card = card->word, .set = -1};
  if (chosen) GB_TRY(gb_read_number(card, 0, "SID", &action.set, error));
  const int end = chosen ? 7 : 8;
  for (int i = chosen; i < end; i += 2) {
    if (i > 1 && gb_field_is_blank(card, i) && gb_field_is_blank(card, i + 1)) continue;
    GB_TRY(gb_read_number(card, i, "ID", &action.target, error));
    action.last = action.target;
    GB_TRY(read_held(card, i + 1, &action, error));
    GB_TRY(GB_KEEP(nastran, actions, action, error));
  }
  return gb_expect_end(card, end, error);
}

#define BASIC "directions are read in the basic system"

int gb_nastran_pload2(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_action action = {GB_ACT_PRESSURE, card->line, "PLOAD2", 0, 0, 0, {0}, 0};
  GB_TRY(GB_READ(card, error, {0, "SID", .number = &action.set}, {1, "P", .real = action.value}));
  return add_targets(nastran, card, 2, "EID", &action, error);
}

/// Read a size and a direction in a system as value = size * (N1, N2, N3).
static int read_vector(const gb_record *card, int entry, const char *size_name, double value[3],
                       int64_t *system, gb_error *error) {
  double size;
  GB_TRY(GB_READ(card, error, {entry - 1, "CID", .integer_or = system},
                 {entry, size_name, .real = &size}, {entry + 1, "N1|N2|N3", .real_or = value}));
  for (int i = 0; i < 3; ++i) value[i] = size * value[i] + 0.0; // no minus zero
  return GB_OK;
}

int gb_nastran_nodal(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  const bool moment = !strcmp(card->word, "MOMENT");
  gb_nastran_action action = {
      .kind = moment ? GB_ACT_MOMENT : GB_ACT_FORCE, .line = card->line, .card = card->word};
  GB_TRY(
      GB_READ(card, error, {0, "SID", .number = &action.set}, {1, "G", .integer = &action.target}));
  action.last = action.target;
  GB_TRY(read_vector(card, 3, moment ? "M" : "F", action.value, &action.system, error));
  GB_TRY(gb_expect_end(card, 7, error));
  return GB_KEEP(nastran, actions, action, error);
}

int gb_nastran_grav(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_action action = {GB_ACT_GRAVITY, card->line, "GRAV", 0, 0, 0, {0}, 0};
  GB_TRY(gb_read_number(card, 0, "SID", &action.set, error));
  GB_TRY(read_vector(card, 2, "A", action.value, &action.system, error));
  GB_TRY(GB_READ(card, error, {6, "MB", .only = BASIC}, {7, .end = true}));
  return GB_KEEP(nastran, actions, action, error);
}

/// Read an RFORCE. The angular velocity is 2 pi A (R1, R2, R3), whatever the length of R.
int gb_nastran_rforce(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_action action = {.kind = GB_ACT_SPIN, .line = card->line, .card = "RFORCE"};
  double method = 1;
  GB_TRY(GB_READ(card, error, {0, "SID", .number = &action.set},
                 {1, "G", .integer_or = &action.target}));
  action.last = action.target;
  GB_TRY(read_vector(card, 3, "A", action.value, &action.system, error));
  for (int i = 0; i < 3; ++i) action.value[i] *= 2 * M_PI;
  GB_TRY(GB_READ(card, error, {7, "METHOD", .real_or = &method}));
  GB_REFUSE_IF(method != 1 && method != 2, card, error, "METHOD is %g; accepted: 1 or 2", method);
  GB_TRY(GB_READ(card, error, {8, "RACC", .only = "the rotation is steady"},
                 {9, "MB", .only = BASIC}, {10, "IDRF", .only = "the whole model turns"},
                 {11, .end = true}));
  return GB_KEEP(nastran, actions, action, error);
}

/// Read a LOAD or DLOAD.
int gb_nastran_load(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_member member = {.of = *card->word == 'D' ? GB_NASTRAN_DLOAD : GB_NASTRAN_LOAD,
                              .line = card->line};
  double overall, scale;
  GB_TRY(GB_READ(card, error, {0, "SID", .number = &member.set}, {1, "S", .real = &overall}));
  for (int i = 2; i < card->count; i += 2) {
    if (gb_field_is_blank(card, i) && gb_field_is_blank(card, i + 1)) continue;
    GB_TRY(GB_READ(card, error, {i, "S1, S2, ...", .real = &scale},
                   {i + 1, "L1, L2, ...", .integer = &member.member}));
    member.factor = overall * scale;
    GB_TRY(GB_KEEP(nastran, set->members, member, error));
  }
  return GB_OK;
}

/// Read an SPCADD, MPCADD or NSMADD.
int gb_nastran_spcadd(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_member member = {.of = *card->word == 'M'   ? GB_NASTRAN_MPC
                                    : *card->word == 'N' ? GB_NASTRAN_NSM
                                                         : GB_NASTRAN_SPC,
                              .factor = 1,
                              .line = card->line};
  GB_TRY(gb_read_number(card, 0, "SID", &member.set, error));
  for (int i = 1; i < card->count; ++i) {
    if (gb_field_is_blank(card, i)) continue;
    GB_TRY(gb_read_integer(card, i, "S1, S2, ...", &member.member, error));
    GB_TRY(GB_KEEP(nastran, set->members, member, error));
  }
  return GB_OK;
}

int gb_nastran_conm2(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_mass mass = {.card = "CONM2", .line = card->line};
  double *I = mass.inertia; // xx yy zz xy xz yz
  int64_t system = 0;
  GB_TRY(GB_READ(card, error, {0, "EID", .integer = &mass.id}, {1, "G", .integer = &mass.grid},
                 {2, "CID", .integer_or = &system}, {3, "M", .real = &mass.mass},
                 {4, "X1|X2|X3", .real_or = mass.offset}, {7, "field 9", .only = "it is blank"},
                 {8, "I11", .real_or = &I[0]}, {9, "I21", .real_or = &I[3]},
                 {10, "I22", .real_or = &I[1]}, {11, "I31|I32", .real_or = &I[4]},
                 {13, "I33", .real_or = &I[2]}, {14, .end = true}));
  const bool plain = !gb_nastran_is_extended(&mass);
  for (int i = 3; i < 6; ++i) I[i] = 0 - I[i]; // Nastran's matrix has -I21
  GB_REFUSE_IF(system < -1, card, error,
               "CID = %lld; accepted: the number of a system, or -1 for the place of the mass in "
               "the basic system",
               (long long)system);
  mass.absolute = system == -1 && !plain;
  mass.system = system > 0 ? system : 0;
  return gb_nastran_keep_mass(nastran, card, &mass, error);
}
