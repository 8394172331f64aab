/// Cards of the mesh, its sections and supports: GRID, CQUAD4, CTRIA3, PSHELL, MAT1, SPC, SPC1.
/// What a card says beyond what the shell can be is refused. Source: MSC Nastran Quick Reference
/// Guide.
#include "input/nastran.h"

#include <math.h>

#define NO_SYSTEM   "only the basic coordinate system is read; give the positions in it"
#define NO_OFFSET   "shells lie on their grids"
#define ONE_SECTION "the shell is homogeneous"

/// A positive number that 32 bits hold.
static int read_number(const gb_nastran_card *card, int entry, const char *name, int64_t *value,
                       gb_error *error) {
  GB_TRY(gb_nastran_integer(card, entry, name, value, error));
  if (*value > 0 && *value <= INT32_MAX) return GB_OK;
  return gb_nastran_fail(card, error, "%s must be from 1 to 2147483647", name);
}

/// Components as bits 1 to 6 of a mask, from digits as 1356.
static int read_components(const gb_nastran_card *card, int entry, const char *name, double *mask,
                           gb_error *error) {
  int64_t digits;
  unsigned bits = 0;
  GB_TRY(gb_nastran_integer(card, entry, name, &digits, error));
  for (int64_t rest = digits; rest > 0; rest /= 10) {
    if (rest % 10 < 1 || rest % 10 > 6) digits = 0;
    bits |= 1u << (rest % 10);
  }
  if (digits < 1) return gb_nastran_fail(card, error, "%s must be digits from 1 to 6", name);
  *mask = bits;
  return GB_OK;
}

int gb_nastran_grid(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  static const char *const names[] = {"X1", "X2", "X3"};
  int64_t id;
  double position[3];
  GB_TRY(read_number(card, 0, "ID", &id, error));
  GB_TRY(gb_nastran_expect(card, 1, "CP", 0, NO_SYSTEM, error));
  for (int i = 0; i < 3; ++i)
    GB_TRY(gb_nastran_real_or(card, 2 + i, names[i], 0, &position[i], error));
  GB_TRY(gb_nastran_expect(card, 5, "CD", 0, "displacements are in the basic system", error));
  GB_TRY(gb_nastran_expect(card, 7, "SEID", 0, "superelements are not read", error));
  GB_TRY(gb_nastran_no_more(card, 8, error));
  if (!gb_nastran_blank(card, 6) && !gb_nastran_is_word(card, 6, "0")) {
    gb_nastran_action action = {GB_NASTRAN_SUPPORT, card->line, "GRID", -1, id, id, {0}};
    GB_TRY(read_components(card, 6, "PS", &action.value[0], error));
    GB_TRY(gb_nastran_add(&nastran->actions, sizeof action, &action, error));
  }
  return gb_mesh_builder_node(nastran->builder, id, position, card->line, error);
}

/// A shell element with this many corners; PID is EID when blank.
static int read_shell(gb_nastran *nastran, const gb_nastran_card *card, gb_shape shape,
                      gb_error *error) {
  static const char *const names[] = {"G1", "G2", "G3", "G4"};
  int corners = gb_shape_nodes(shape);
  int64_t id, property, node[4];
  GB_TRY(read_number(card, 0, "EID", &id, error));
  property = id;
  if (!gb_nastran_blank(card, 1)) GB_TRY(read_number(card, 1, "PID", &property, error));
  for (int a = 0; a < corners; ++a) GB_TRY(read_number(card, 2 + a, names[a], &node[a], error));
  GB_TRY(gb_nastran_turn(nastran, card, 2 + corners, id, property, error));
  GB_TRY(gb_nastran_expect(card, 3 + corners, "ZOFFS", 0, NO_OFFSET, error));
  for (int i = 8; i < card->data.count; ++i)
    GB_TRY(gb_nastran_expect(card, i, "T", 0, "give the thickness by PSHELL", error));
  const int64_t *known = nastran->properties.data;
  if (!nastran->properties.count || known[nastran->properties.count - 1] != property)
    GB_TRY(gb_nastran_add(&nastran->properties, sizeof property, &property, error));
  GB_TRY(gb_mesh_builder_element(nastran->builder, id, shape, (int32_t)property, node, card->line,
                                 error));
  return gb_mesh_builder_join(nastran->builder, property, error);
}

int gb_nastran_quad(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  return read_shell(nastran, card, GB_QUAD4, error);
}

int gb_nastran_triangle(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  return read_shell(nastran, card, GB_TRIANGLE3, error);
}

int gb_nastran_pshell(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  gb_nastran_shell shell = {.line = card->line};
  int64_t bending;
  GB_TRY(read_number(card, 0, "PID", &shell.property, error));
  GB_TRY(read_number(card, 1, "MID1", &shell.material, error));
  GB_TRY(gb_nastran_real(card, 2, "T", &shell.thickness, error));
  if (shell.thickness <= 0) return gb_nastran_fail(card, error, "T must be positive");
  GB_TRY(gb_nastran_integer_or(card, 3, "MID2", 0, &bending, error));
  if (!bending)
    GB_TRY(gb_nastran_note(nastran, card, error,
                           "PSHELL %lld leaves MID2 blank (a membrane in Nastran): here it bends, "
                           "with the material of MID1",
                           (long long)shell.property));
  if (bending && bending != shell.material)
    return gb_nastran_fail(card, error, "MID2 must be MID1: %s", ONE_SECTION);
  GB_TRY(gb_nastran_expect(card, 4, "12I/T**3", 1, ONE_SECTION, error));
  GB_TRY(gb_nastran_expect(card, 5, "MID3", (double)shell.material, ONE_SECTION, error));
  GB_TRY(gb_nastran_expect(card, 6, "TS/T", 5.0 / 6.0, ONE_SECTION, error));
  GB_TRY(gb_nastran_expect(card, 7, "NSM", 0, "put the mass into RHO of MAT1", error));
  // Z1 and Z2 say where Nastran prints stresses; ours are at both faces.
  GB_TRY(gb_nastran_expect(card, 10, "MID4", 0, ONE_SECTION, error));
  GB_TRY(gb_nastran_no_more(card, 11, error));
  return gb_nastran_add(&nastran->shells, sizeof shell, &shell, error);
}

/// E, G, NU: two give the third by E = 2 (1 + NU) G.
static int complete(const gb_nastran_card *card, double *young, double shear, double *poisson,
                    gb_error *error) {
  bool has_young = !gb_nastran_blank(card, 1), has_shear = !gb_nastran_blank(card, 2),
       has_poisson = !gb_nastran_blank(card, 3);
  if (has_young + has_shear + has_poisson < 2)
    return gb_nastran_fail(card, error, "two of E, G, NU must be given");
  if (!has_young) *young = 2 * (1 + *poisson) * shear;
  if (!has_poisson) {
    if (shear == 0) return gb_nastran_fail(card, error, "G must not be 0 without NU");
    *poisson = *young / (2 * shear) - 1;
  }
  double implied = *young / (2 * (1 + *poisson));
  if (has_shear && !(fabs(shear - implied) <= 0.01 * fabs(implied)))
    return gb_nastran_fail(card, error,
                           "G = %g, but E and NU make an isotropic material of G = %g: leave one "
                           "of the three blank",
                           shear, implied);
  return GB_OK;
}

int gb_nastran_mat1(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  gb_nastran_material material = {.line = card->line};
  double shear, damping;
  GB_TRY(read_number(card, 0, "MID", &material.id, error));
  GB_TRY(gb_nastran_real_or(card, 1, "E", 0, &material.young, error));
  GB_TRY(gb_nastran_real_or(card, 2, "G", 0, &shear, error));
  GB_TRY(gb_nastran_real_or(card, 3, "NU", 0, &material.poisson, error));
  GB_TRY(complete(card, &material.young, shear, &material.poisson, error));
  GB_TRY(gb_nastran_real_or(card, 4, "RHO", 0, &material.density, error));
  // A and TREF act through temperatures, which no card that is read can give.
  GB_TRY(gb_nastran_real_or(card, 7, "GE", 0, &damping, error));
  if (damping != 0)
    GB_TRY(gb_nastran_note(nastran, card, error, "MAT1 %lld: GE, structural damping, is left out",
                           (long long)material.id));
  GB_TRY(gb_nastran_real_or(card, 8, "ST", 0, &material.yield, error));
  return gb_nastran_add(&nastran->materials, sizeof material, &material, error);
}

int gb_nastran_spc(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  gb_nastran_action action = {GB_NASTRAN_SUPPORT, card->line, "SPC", 0, 0, 0, {0}};
  GB_TRY(read_number(card, 0, "SID", &action.set, error));
  for (int i = 1; i < 7; i += 3) {
    if (i > 1 && gb_nastran_blank(card, i)) continue;
    GB_TRY(read_number(card, i, "G", &action.target, error));
    action.last = action.target;
    GB_TRY(read_components(card, i + 1, "C", &action.value[0], error));
    GB_TRY(gb_nastran_expect(card, i + 2, "D", 0, "give a motion in the case file", error));
    GB_TRY(gb_nastran_add(&nastran->actions, sizeof action, &action, error));
  }
  return gb_nastran_no_more(card, 7, error);
}

int gb_nastran_spc1(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  gb_nastran_action action = {GB_NASTRAN_SUPPORT, card->line, "SPC1", 0, 0, 0, {0}};
  GB_TRY(read_number(card, 0, "SID", &action.set, error));
  GB_TRY(read_components(card, 1, "C", &action.value[0], error));
  return gb_nastran_targets(nastran, card, 2, "G", &action, error);
}
