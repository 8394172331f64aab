/// Cards of laminates, PCOMP and MAT8, and the direction of the material in CQUAD4 and CTRIA3.
/// Source: MSC Nastran Quick Reference Guide.
#include "nastran/entries/grid.h"
#include "nastran/entries/shell.h"

#include <math.h>
#include <string.h>

enum { FIRST_PLY = 8, PLY_FIELDS = 4, NUMBERED_PLY_FIELDS = 8 };

int gb_nastran_turn(gb_nastran *nastran, const gb_record *card, int entry, int64_t element,
                    int64_t property, gb_error *error) {
  gb_nastran_material_turn turn = {
      .property = property, .turn = {.element = element}, .line = card->line};
  if (gb_field_is_blank(card, entry)) return GB_OK;
  const gb_deck_text field = gb_field(card, entry);
  // a real number is an angle, an integer a system
  if (!memchr(field.text, '.', (size_t)field.length) && gb_deck_integer(field, &turn.system))
    turn.turn.angle = INFINITY;
  else
    GB_TRY(gb_read_real(card, entry, "THETA", &turn.turn.angle, error));
  return GB_KEEP(nastran, shells->turns, turn, error);
}

/// Read STRN. With 1 the strengths are strains: those of stress that give the same index of the
/// largest strain are E1, E2 and G12 times these.
static int take_strains(gb_nastran *nastran, const gb_record *card, gb_nastran_material *m,
                        gb_error *error) {
  double strains;
  GB_TRY(gb_read_real_or(card, 18, "STRN", 0, &strains, error));
  GB_REFUSE_IF(strains != 0 && strains != 1, card, error, "STRN = %g; accepted: 1, or blank",
               strains);
  m->strains = strains == 1;
  if (!m->strains) return GB_OK;
  GB_REFUSE_IF(m->is.F12 != 0, card, error, "F12 = %g beside STRN = 1; accepted: blank", m->is.F12);
  m->is.Xt *= m->is.E1, m->is.Xc *= m->is.E1;
  m->is.Yt *= m->is.E2, m->is.Yc *= m->is.E2;
  m->is.S *= m->is.G12;
  return gb_deck_note(nastran->deck, card->line, error,
                      "MAT8 %lld: STRN = 1: its strengths are strains, for the criterion of the "
                      "largest strain",
                      (long long)m->id);
}

int gb_nastran_mat8(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_material m = {.card = "MAT8", .line = card->line};
  GB_TRY(GB_READ(card, error, {0, "MID", .number = &m.id}, {1, "E1", .real = &m.is.E1},
                 {2, "E2", .real = &m.is.E2}, {3, "NU12", .real = &m.is.poisson},
                 {4, "G12", .real = &m.is.G12}));
  GB_TRY(GB_READ(card, error, {5, "G1Z", .real_or = &m.is.G13}, {6, "G2Z", .real_or = &m.is.G23}));
  const bool rigid = m.is.G13 == 0 || m.is.G23 == 0;
  if (m.is.G13 == 0) m.is.G13 = m.is.G12;
  if (m.is.G23 == 0) m.is.G23 = m.is.G12;
  if (rigid)
    GB_TRY(gb_deck_note(nastran->deck, card->line, error,
                        "MAT8 %lld leaves G1Z or G2Z blank or 0 (rigid in Nastran): here it is G12",
                        (long long)m.id));
  GB_REFUSE_IF(!(m.is.E1 > 0 && m.is.E2 > 0 && m.is.G12 > 0 && m.is.G13 > 0 && m.is.G23 > 0), card,
               error, "E1, E2, G12, G1Z and G2Z must be positive");
  GB_REFUSE_IF(!(m.is.poisson * m.is.poisson * m.is.E2 < m.is.E1), card, error,
               "NU12 must be below sqrt(E1/E2)");
  GB_TRY(gb_read_not_negative(card, 7, "RHO", &m.is.density, error));
  GB_TRY(GB_READ(card, error, {8, "A1", .real_or = &m.is.expansion1},
                 {9, "A2", .real_or = &m.is.expansion2}, {10, "TREF", .real_or = &m.is.reference},
                 {11, "Xt", .real_or = &m.is.Xt}));
  m.is.Xc = m.is.Xt;
  GB_TRY(GB_READ(card, error, {12, "Xc", .real_or = &m.is.Xc}, {13, "Yt", .real_or = &m.is.Yt}));
  m.is.Yc = m.is.Yt;
  GB_TRY(GB_READ(card, error, {14, "Yc", .real_or = &m.is.Yc}, {15, "S", .real_or = &m.is.S}));
  GB_TRY(gb_nastran_read_damping(nastran, card, 16, m.id, error));
  GB_TRY(gb_read_real_or(card, 17, "F12", 0, &m.is.F12, error));
  GB_REFUSE_IF(m.is.Xt < 0 || m.is.Xc < 0 || m.is.Yt < 0 || m.is.Yc < 0 || m.is.S < 0, card, error,
               "Xt, Xc, Yt, Yc and S must be positive");
  GB_REFUSE_IF(!(fabs(m.is.F12) < gb_material_interaction_limit(&m.is)), card, error,
               "F12 must be below 1/sqrt(Xt Xc Yt Yc)");
  GB_TRY(take_strains(nastran, card, &m, error));
  GB_TRY(gb_expect_end(card, 19, error));
  return GB_KEEP(nastran, materials, m, error);
}

/// Read a MAT2. If it is orthotropic along its axes, with the stiffness G11 G12 0 / G12 G22 0 / 0 0
/// G33, it has E1, E2, NU12 and G12 too.
int gb_nastran_mat2(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  gb_nastran_material m = {.card = "MAT2", .line = card->line};
  double *const G = m.plane;
  GB_TRY(GB_READ(card, error, {0, "MID", .number = &m.id},
                 {1, "G11|G12|G13|G22|G23|G33", .real_or = G}));
  if (G[2] == 0 && G[4] == 0 && G[0] > 0 && G[3] > 0 && G[5] > 0 && G[1] * G[1] < G[0] * G[3]) {
    m.is.E1 = G[0] - G[1] * G[1] / G[3];
    m.is.E2 = G[3] - G[1] * G[1] / G[0];
    m.is.poisson = G[1] / G[3];
    m.is.G12 = m.is.G13 = m.is.G23 = G[5];
    GB_TRY(
        gb_deck_note(nastran->deck, card->line, error,
                     "MAT2 %lld has no shear across the shell (rigid in Nastran): here it is G33",
                     (long long)m.id));
  }
  GB_TRY(gb_read_not_negative(card, 7, "RHO", &m.is.density, error));
  GB_TRY(GB_READ(card, error, {8, "A1", .real_or = &m.is.expansion1},
                 {9, "A2", .real_or = &m.is.expansion2}, {10, "A3", .real_or = &m.distortion},
                 {11, "TREF", .real_or = &m.is.reference}));
  GB_TRY(gb_nastran_read_damping(nastran, card, 12, m.id, error));
  // ST, SC, SS and MCSID are for the margins that Nastran prints.
  GB_TRY(GB_READ(card, error, {13, "ST, SC, SS, MCSID", .ignored = 4}, {17, .end = true}));
  return GB_KEEP(nastran, materials, m, error);
}

/// Read the criterion of failure; -1: the card names none.
static int read_criterion(const gb_record *card, int *criterion, gb_error *error) {
  static const char *const words[] = {
      [GB_TSAI_WU] = "TSAI", [GB_TSAI_HILL] = "HILL", [GB_MAXIMUM_STRAIN] = "STRN"};
  *criterion = -1;
  if (gb_field_is_blank(card, 4)) return GB_OK;
  for (int i = 0; i < GB_CRITERIA; i++)
    if (gb_field_is(card, 4, words[i])) *criterion = i;
  if (*criterion >= 0) return GB_OK;
  return gb_record_fail(card, error, "FT is not read; accepted: TSAI, HILL, STRN or blank");
}

/// Whether a field is a value of SOUT, which asks for stresses. Results here contain all plies.
static bool is_request(const gb_record *card, int entry) {
  return gb_field_is_blank(card, entry) || gb_field_is(card, entry, "YES") ||
         gb_field_is(card, entry, "NO");
}

/// Read the next ply. A blank field has the value of the ply before.
static int read_ply(const gb_record *card, int entry, gb_nastran_ply *ply, gb_error *error) {
  ply->angle = 0;
  GB_TRY(GB_READ(card, error, {entry, "MID", .number_or = &ply->material},
                 {entry + 1, "T", .real_or = &ply->thickness},
                 {entry + 2, "THETA", .real_or = &ply->angle}));
  GB_REFUSE_IF(ply->material <= 0, card, error, "the first ply needs a MID");
  GB_REFUSE_IF(!(ply->thickness > 0), card, error, "T must be positive");
  GB_REFUSE_IF(!is_request(card, entry + 3), card, error,
               "SOUT is not read; accepted: YES, NO or blank");
  return GB_OK;
}

/// Whether there is a ply: one of its fields is not blank.
static bool is_ply(const gb_record *card, int entry) {
  for (int i = 0; i < PLY_FIELDS; i++)
    if (!gb_field_is_blank(card, entry + i)) return true;
  return false;
}

/// Read a PCOMP, or a PCOMPG, whose plies have a line and a number each.
int gb_nastran_pcomp(gb_nastran *nastran, const gb_record *card, gb_error *error) {
  const int own = !strcmp(card->word, "PCOMPG");
  const int fields = own ? NUMBERED_PLY_FIELDS : PLY_FIELDS;
  gb_nastran_property laminate = {
      .card = "PCOMP", .line = card->line, .first = nastran->shells->plies.count};
  gb_nastran_ply ply = {0};
  double total = 0;
  // SB is the strength of the bonds between plies; TREF is that of all plies, 0 if it is blank.
  GB_TRY(GB_READ(card, error, {0, "PID", .number = &laminate.id},
                 {2, "NSM", .not_negative = &laminate.mass}, {3, "SB", .ignored = 1},
                 {5, "TREF", .real_or = &laminate.reference}));
  GB_TRY(gb_nastran_read_damping(nastran, card, 6, laminate.id, error));
  GB_TRY(read_criterion(card, &laminate.criterion, error));
  laminate.symmetric = gb_field_is(card, 7, "SYM");
  GB_REFUSE_IF(!laminate.symmetric && !gb_field_is_blank(card, 7), card, error,
               "LAM is not read; accepted: SYM or blank");
  for (int entry = FIRST_PLY + own; entry < card->count; entry += fields) {
    GB_TRY(gb_expect_blank(card, entry + PLY_FIELDS, entry - own + fields, error));
    if (!is_ply(card, entry)) {
      GB_TRY(gb_expect_blank(card, entry - own, entry, error));
      continue;
    }
    GB_TRY(read_ply(card, entry, &ply, error));
    GB_TRY(GB_KEEP(nastran, shells->plies, ply, error));
    total += (laminate.symmetric ? 2 : 1) * ply.thickness;
    laminate.count++;
  }
  GB_REFUSE_IF(laminate.count == 0, card, error, "has no plies");
  GB_TRY(gb_read_real_or(card, 1, "Z0", -total / 2, &laminate.bottom, error));
  laminate.bottomed = fabs(laminate.bottom + total / 2) > 1e-6 * total; // fields have few digits
  return GB_KEEP(nastran, shells->properties, laminate, error);
}

/// Add a MAT1 as a material of plies, in addition to that of shells and bars. In a PSHELL it has E
/// and NU in its plane, and G across it.
static int add_isotropic_ply(gb_nastran *nastran, const gb_nastran_property *laminate, int64_t id,
                             gb_problem *problem, const char **name, gb_error *error) {
  const gb_nastran_material *from = gb_nastran_find_material(nastran, "MAT1", id);
  gb_material *m;
  GB_DECK_FAIL_IF(!from, GB_UNREAD_CARD, nastran->deck, laminate->line, error,
                  "PCOMP %lld has plies of material %lld, which is no MAT8 and no MAT1; only plies "
                  "of these are read",
                  (long long)laminate->id, (long long)id);
  GB_TRY(gb_nastran_check_moduli(nastran, laminate, from, error));
  const bool shell = !strcmp(laminate->card, "PSHELL");
  GB_TRY(gb_arena_text(problem->arena, name, error, "MAT1 %lld of %s", (long long)id,
                       shell ? "shells" : "plies"));
  if (GB_PROBLEM_FIND(problem, materials, name, *name) >= 0) return GB_OK;
  const double young = from->is.young, own = young / (2 * (1 + from->is.poisson)),
               shear = from->shear != 0 ? from->shear : own;
  GB_TRY(GB_PROBLEM_APPEND(problem, materials, &m, error));
  *m = (gb_material){.name = *name,
                     .E1 = young,
                     .E2 = young,
                     .poisson = from->is.poisson,
                     .expansion1 = from->is.expansion,
                     .expansion2 = from->is.expansion,
                     .G12 = shell ? own : shear,
                     .G13 = shear,
                     .G23 = shear,
                     .density = from->is.density};
  return gb_deck_where(nastran->deck, from->line, "MAT1", &m->where, error);
}

int gb_nastran_make_directed(gb_nastran *nastran, gb_nastran_property *property, gb_error *error) {
  const gb_nastran_material *m =
      gb_nastran_find_material(nastran, "MAT1", property->shell.material);
  const bool directed = gb_nastran_find_directed(nastran, property->shell.material);
  gb_nastran_find_general(nastran, property);
  if (property->count > 0 || property->general || gb_nastran_is_shear(property) ||
      !(directed || gb_nastran_is_sheared_apart(m)))
    return GB_OK;
  if (!directed)
    GB_TRY(gb_deck_note(nastran->deck, m->line, error,
                        "MAT1 %lld: the shells of PSHELL %lld have E and NU of it, and G = %g "
                        "across them, where E and NU make G = %g",
                        (long long)m->id, (long long)property->id, m->shear,
                        m->is.young / (2 * (1 + m->is.poisson))));
  GB_DECK_FAIL_IF(directed && m, GB_DUPLICATE_NUMBER, nastran->deck, property->line, error,
                  "PSHELL %lld: MID1 = %lld is a MAT1, and a %s too", (long long)property->id,
                  (long long)property->shell.material,
                  gb_nastran_find_directed(nastran, property->shell.material)->card);
  property->reference =
      directed ? gb_nastran_find_directed(nastran, property->shell.material)->is.reference
               : m->is.reference;
  property->first = nastran->shells->plies.count;
  property->count = 1;
  property->criterion = -1;
  GB_DECK_FAIL_IF(property->shell.thickness == 0, GB_WRONG_REFERENCE, nastran->deck, property->line,
                  error, "PSHELL %lld: T is blank; accepted with such a material: a number > 0",
                  (long long)property->id);
  return GB_KEEP(nastran, shells->plies, property->shell, error);
}

/// Choose the material of a ply. All plies of one MAT8 have one failure criterion.
static int choose_material(gb_nastran *nastran, const gb_nastran_property *laminate, int64_t id,
                           const char **name, gb_error *error) {
  gb_nastran_material *m = gb_nastran_find_directed(nastran, id);
  GB_DECK_FAIL_IF(m && m->is.E1 == 0, GB_WRONG_REFERENCE, nastran->deck, m->line, error,
                  "MAT2 %lld of a ply has G11, G22 and G33 = %g, %g, %g, and G13, G23 = %g, %g; "
                  "accepted: numbers > 0, and 0: axes along which the material is orthotropic",
                  (long long)id, m->plane[0], m->plane[3], m->plane[5], m->plane[2], m->plane[4]);
  if (!m) return add_isotropic_ply(nastran, laminate, id, nastran->deck->problem, name, error);
  GB_TRY(gb_deck_write_name(nastran->deck, m->card, id, name, error));
  if (laminate->criterion < 0) return GB_OK;
  GB_DECK_FAIL_IF(
      m->chosen && m->is.criterion != laminate->criterion, GB_WRONG_REFERENCE, nastran->deck,
      laminate->line, error,
      "PCOMP %lld and one before have MAT8 %lld with different FT; give each a MAT8 of its own",
      (long long)laminate->id, (long long)id);
  GB_DECK_FAIL_IF(m->strains && laminate->criterion != GB_MAXIMUM_STRAIN, GB_WRONG_REFERENCE,
                  nastran->deck, laminate->line, error,
                  "PCOMP %lld: MAT8 %lld has STRN = 1, strains as strengths; accepted: FT of STRN, "
                  "or blank",
                  (long long)laminate->id, (long long)id);
  m->chosen = true;
  m->is.criterion = laminate->criterion;
  return GB_OK;
}

static int add_section(gb_nastran *nastran, const gb_nastran_property *laminate, gb_error *error) {
  const gb_nastran_ply *plies = &nastran->shells->plies.entry[laminate->first];
  gb_section_entry *section;
  GB_TRY(GB_PROBLEM_APPEND(nastran->deck->problem, sections, &section, error));
  GB_TRY(gb_deck_write_name(nastran->deck, laminate->card, laminate->id, &section->name, error));
  GB_TRY(gb_deck_where(nastran->deck, laminate->line, laminate->card, &section->where, error));
  if (laminate->general) return gb_nastran_find_stiffness(nastran, laminate, section, error);
  section->kind = GB_SECTION_LAMINATE;
  section->symmetric = laminate->symmetric;
  for (int32_t i = 0; i < laminate->count; i++) {
    gb_ply ply = {
        .where = section->where, .thickness = plies[i].thickness, .angle = plies[i].angle};
    if (i == 0) ply.area_mass = laminate->mass / (laminate->symmetric ? 2 : 1); // it comes twice
    GB_TRY(choose_material(nastran, laminate, plies[i].material, &ply.material, error));
    GB_TRY(GB_ARENA_ADD(nastran->deck->problem->arena, section->plies, ply, error));
  }
  return GB_OK;
}

/// Find the first axis of a system in the middle of an element.
static int find_axis(const gb_nastran *nastran, const gb_nastran_material_turn *from,
                     double axis[3], gb_error *error) {
  const gb_mesh *mesh = nastran->deck->mesh;
  const int32_t e = gb_lower_index(mesh->element_id, mesh->elements, from->turn.element);
  const int32_t *node = &mesh->node[mesh->start[e]];
  const int corners = gb_shape_corners((gb_shape)mesh->shape[e]);
  double middle[3] = {0};
  for (int a = 0; a < corners; a++)
    for (int i = 0; i < 3; i++) middle[i] += mesh->position[node[a]][i] / corners;
  return gb_nastran_first_axis(nastran, from->line, from->system, middle, axis, error);
}

/// Give a shell the turns of a property's elements, ascending.
static int take_turns(gb_nastran *nastran, int64_t property, gb_shell_section *shell,
                      gb_error *error) {
  const gb_nastran_material_turn *all = nastran->shells->turns.entry;
  gb_turn *turn;
  size_t room = 0;
  GB_EACH(one, nastran->shells->turns) room += one->property == property;
  GB_TRY(GB_TAKE(nastran->deck->problem->arena, turn, room + 1, error));
  for (int i = 0; i < nastran->shells->turns.count; i++) {
    if (all[i].property != property) continue;
    turn[shell->turns] = all[i].turn;
    turn[shell->turns].axis[0] = 1; // of the basic system
    if (all[i].system != 0) GB_TRY(find_axis(nastran, &all[i], turn[shell->turns].axis, error));
    shell->turns++;
  }
  gb_deck_sort(turn, shell->turns, sizeof *turn, gb_deck_compare_numbers);
  shell->turn = turn;
  shell->sided = true;
  return GB_OK;
}

int gb_nastran_add_laminate(gb_nastran *nastran, const gb_nastran_property *property,
                            gb_shell_section *shell, gb_error *error) {
  GB_TRY(add_section(nastran, property, error));
  GB_TRY(gb_deck_write_name(nastran->deck, property->card, property->id, &shell->section, error));
  shell->reference = property->reference;
  return take_turns(nastran, property->id, shell, error);
}
