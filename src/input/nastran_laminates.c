/// Cards of laminates: PCOMP and MAT8, and which way the material lies in CQUAD4 and CTRIA3.
/// Source: MSC Nastran Quick Reference Guide.
#include "input/nastran.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_PLY = 8, PLY_FIELDS = 4 };

static int read_number(const gb_nastran_card *card, int entry, const char *name, int64_t *value,
                       gb_error *error) {
  GB_TRY(gb_nastran_integer(card, entry, name, value, error));
  if (*value > 0 && *value <= INT32_MAX) return GB_OK;
  return gb_nastran_fail(card, error, "%s must be from 1 to 2147483647", name);
}

int gb_nastran_turn(gb_nastran *nastran, const gb_nastran_card *card, int entry, int64_t element,
                    int64_t property, gb_error *error) {
  gb_nastran_material_turn turn = {.property = property, .turn = {element, 0}, .line = card->line};
  if (gb_nastran_blank(card, entry)) return GB_OK;
  const gb_nastran_field field = ((const gb_nastran_field *)card->data.data)[entry];
  // a real number is an angle, an integer a system
  if (!memchr(field.text, '.', (size_t)field.length) &&
      gb_nastran_parse_integer(field, &turn.system))
    turn.turn.angle = INFINITY;
  else
    GB_TRY(gb_nastran_real(card, entry, "THETA", &turn.turn.angle, error));
  return gb_nastran_add(&nastran->laminates.turns, sizeof turn, &turn, error);
}

int gb_nastran_mat8(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  gb_nastran_plies_material m = {.line = card->line};
  double damping;
  GB_TRY(read_number(card, 0, "MID", &m.id, error));
  GB_TRY(gb_nastran_real(card, 1, "E1", &m.is.E1, error));
  GB_TRY(gb_nastran_real(card, 2, "E2", &m.is.E2, error));
  GB_TRY(gb_nastran_real(card, 3, "NU12", &m.is.poisson, error));
  GB_TRY(gb_nastran_real(card, 4, "G12", &m.is.G12, error));
  GB_TRY(gb_nastran_real_or(card, 5, "G1Z", m.is.G12, &m.is.G13, error));
  GB_TRY(gb_nastran_real_or(card, 6, "G2Z", m.is.G12, &m.is.G23, error));
  if (gb_nastran_blank(card, 5) || gb_nastran_blank(card, 6))
    GB_TRY(gb_nastran_note(nastran, card, error,
                           "MAT8 %lld leaves G1Z or G2Z blank (rigid in Nastran): here it is G12",
                           (long long)m.id));
  if (!(m.is.E1 > 0 && m.is.E2 > 0 && m.is.G12 > 0 && m.is.G13 > 0 && m.is.G23 > 0))
    return gb_nastran_fail(card, error, "E1, E2, G12, G1Z and G2Z must be positive");
  if (!(m.is.poisson * m.is.poisson * m.is.E2 < m.is.E1))
    return gb_nastran_fail(card, error, "NU12 must be below sqrt(E1/E2)");
  GB_TRY(gb_nastran_real_or(card, 7, "RHO", 0, &m.is.density, error));
  // A1, A2 and TREF act through temperatures, which no card that is read can give.
  GB_TRY(gb_nastran_real_or(card, 11, "Xt", 0, &m.is.Xt, error));
  GB_TRY(gb_nastran_real_or(card, 12, "Xc", m.is.Xt, &m.is.Xc, error));
  GB_TRY(gb_nastran_real_or(card, 13, "Yt", 0, &m.is.Yt, error));
  GB_TRY(gb_nastran_real_or(card, 14, "Yc", m.is.Yt, &m.is.Yc, error));
  GB_TRY(gb_nastran_real_or(card, 15, "S", 0, &m.is.S, error));
  GB_TRY(gb_nastran_real_or(card, 16, "GE", 0, &damping, error));
  if (damping != 0)
    GB_TRY(gb_nastran_note(nastran, card, error, "MAT8 %lld: GE, structural damping, is left out",
                           (long long)m.id));
  GB_TRY(gb_nastran_real_or(card, 17, "F12", 0, &m.is.F12, error));
  if (m.is.Xt < 0 || m.is.Xc < 0 || m.is.Yt < 0 || m.is.Yc < 0 || m.is.S < 0)
    return gb_nastran_fail(card, error, "Xt, Xc, Yt, Yc and S must be positive");
  if (!(fabs(m.is.F12) < gb_material_interaction_limit(&m.is)))
    return gb_nastran_fail(card, error, "F12 must be below 1/sqrt(Xt Xc Yt Yc)");
  GB_TRY(gb_nastran_expect(card, 18, "STRN", 0, "strengths are stresses", error));
  GB_TRY(gb_nastran_no_more(card, 19, error));
  return gb_nastran_add(&nastran->laminates.materials, sizeof m, &m, error);
}

/// The criterion of failure, -1 where none is named.
static int read_criterion(const gb_nastran_card *card, int *criterion, gb_error *error) {
  static const char *const words[] = {
      [GB_TSAI_WU] = "TSAI", [GB_TSAI_HILL] = "HILL", [GB_MAXIMUM_STRAIN] = "STRN"};
  *criterion = -1;
  if (gb_nastran_blank(card, 4)) return GB_OK;
  for (int i = 0; i < GB_CRITERIA; i++)
    if (gb_nastran_is_word(card, 4, words[i])) *criterion = i;
  if (*criterion >= 0) return GB_OK;
  return gb_nastran_fail(card, error, "FT is not read; accepted: TSAI, HILL, STRN or blank");
}

/// The next ply; blank fields are those of the ply before.
static int read_ply(const gb_nastran_card *card, int entry, gb_nastran_ply *ply, gb_error *error) {
  if (!gb_nastran_blank(card, entry))
    GB_TRY(read_number(card, entry, "MID", &ply->material, error));
  if (!gb_nastran_blank(card, entry + 1))
    GB_TRY(gb_nastran_real(card, entry + 1, "T", &ply->thickness, error));
  GB_TRY(gb_nastran_real_or(card, entry + 2, "THETA", 0, &ply->angle, error));
  if (ply->material <= 0) return gb_nastran_fail(card, error, "the first ply needs a MID");
  if (!(ply->thickness > 0)) return gb_nastran_fail(card, error, "T must be positive");
  return GB_OK; // SOUT asks for stresses: all plies are in the results
}

static bool is_ply(const gb_nastran_card *card, int entry) {
  for (int i = 0; i < 3; i++)
    if (!gb_nastran_blank(card, entry + i)) return true;
  return false;
}

int gb_nastran_pcomp(gb_nastran *nastran, const gb_nastran_card *card, gb_error *error) {
  gb_nastran_laminate laminate = {.line = card->line,
                                  .first = (int32_t)nastran->laminates.plies.count};
  gb_nastran_ply ply = {0};
  double bottom, total = 0;
  GB_TRY(read_number(card, 0, "PID", &laminate.property, error));
  GB_TRY(gb_nastran_expect(card, 2, "NSM", 0, "put the mass into RHO of MAT8", error));
  // SB is of bonds between plies, TREF and GE act through what no card that is read can give.
  GB_TRY(read_criterion(card, &laminate.criterion, error));
  laminate.symmetric = gb_nastran_is_word(card, 7, "SYM");
  if (!laminate.symmetric && !gb_nastran_blank(card, 7))
    return gb_nastran_fail(card, error, "LAM is not read; accepted: SYM or blank");
  for (int entry = FIRST_PLY; entry < card->data.count; entry += PLY_FIELDS) {
    if (!is_ply(card, entry)) continue;
    GB_TRY(read_ply(card, entry, &ply, error));
    GB_TRY(gb_nastran_add(&nastran->laminates.plies, sizeof ply, &ply, error));
    total += (laminate.symmetric ? 2 : 1) * ply.thickness;
    laminate.count++;
  }
  if (laminate.count == 0) return gb_nastran_fail(card, error, "has no plies");
  GB_TRY(gb_nastran_real_or(card, 1, "Z0", -total / 2, &bottom, error));
  if (fabs(bottom + total / 2) > 1e-6 * total)
    return gb_nastran_fail(card, error, "Z0 = %g, but shells lie on their grids: leave it blank",
                           bottom);
  return gb_nastran_add(&nastran->laminates.cards, sizeof laminate, &laminate, error);
}

static gb_nastran_plies_material *find_material(gb_nastran *nastran, int64_t id) {
  gb_nastran_plies_material *all = nastran->laminates.materials.data;
  for (int64_t i = 0; i < nastran->laminates.materials.count; i++)
    if (all[i].id == id) return &all[i];
  return NULL;
}

/// Plies of one material fail by one criterion.
static int set_criterion(gb_nastran *nastran, const gb_nastran_laminate *laminate, int64_t id,
                         gb_error *error) {
  gb_nastran_plies_material *m = find_material(nastran, id);
  if (!m)
    return gb_nastran_fail_line(nastran, laminate->line, error,
                                "PCOMP %lld has plies of material %lld, which is no MAT8; only "
                                "plies of MAT8 are read",
                                (long long)laminate->property, (long long)id);
  if (laminate->criterion < 0) return GB_OK;
  if (m->chosen && m->is.criterion != laminate->criterion)
    return gb_nastran_fail_line(nastran, laminate->line, error,
                                "PCOMP %lld and one before have MAT8 %lld with different FT; give "
                                "each a MAT8 of its own",
                                (long long)laminate->property, (long long)id);
  m->chosen = true;
  m->is.criterion = laminate->criterion;
  return GB_OK;
}

static int add_section(gb_nastran *nastran, const gb_nastran_laminate *laminate,
                       gb_problem *problem, gb_error *error) {
  const gb_nastran_ply *plies =
      (const gb_nastran_ply *)nastran->laminates.plies.data + laminate->first;
  gb_section_entry *section;
  GB_TRY(GB_PROBLEM_APPEND(problem, sections, &section, error));
  GB_TRY(gb_nastran_write_name(problem, "PCOMP", laminate->property, &section->name, error));
  GB_TRY(gb_nastran_write_where(nastran, laminate->line, "PCOMP", problem, &section->where, error));
  section->kind = GB_SECTION_LAMINATE;
  section->symmetric = laminate->symmetric;
  for (int32_t i = 0; i < laminate->count; i++) {
    gb_ply *ply;
    GB_TRY(set_criterion(nastran, laminate, plies[i].material, error));
    GB_TRY(gb_arena_append(problem->arena, &section->plies.entry, &section->plies.count,
                           sizeof *ply, &ply, error));
    ply->where = section->where;
    ply->thickness = plies[i].thickness;
    ply->angle = plies[i].angle;
    GB_TRY(gb_nastran_write_name(problem, "MAT8", plies[i].material, &ply->material, error));
  }
  return GB_OK;
}

static int by_element(const void *a, const void *b) {
  const gb_turn *x = a, *y = b;
  return (x->element > y->element) - (x->element < y->element);
}

/// The turns of a property's elements, ascending.
static int take_turns(gb_nastran *nastran, int64_t property, gb_problem *problem,
                      gb_shell_section *shell, gb_error *error) {
  const gb_nastran_material_turn *all = nastran->laminates.turns.data;
  gb_turn *turn;
  size_t room = 0;
  for (int64_t i = 0; i < nastran->laminates.turns.count; i++) room += all[i].property == property;
  GB_TRY(gb_arena_allocate(problem->arena, room + 1, sizeof *turn, &turn, error));
  for (int64_t i = 0; i < nastran->laminates.turns.count; i++) {
    if (all[i].property != property) continue;
    if (all[i].system != 0)
      return gb_nastran_fail_line(nastran, all[i].line, error,
                                  "MCID = %lld of element %lld: only the basic coordinate system "
                                  "is read; accepted: 0, or an angle (a real number)",
                                  (long long)all[i].system, (long long)all[i].turn.element);
    turn[shell->turns++] = all[i].turn;
  }
  qsort(turn, (size_t)shell->turns, sizeof *turn, by_element);
  shell->turn = turn;
  shell->sided = true;
  return GB_OK;
}

static const gb_group *group_of(const gb_mesh *mesh, int64_t property) {
  for (int i = 0; i < mesh->groups; i++)
    if (mesh->group[i].number == property) return &mesh->group[i];
  return NULL;
}

static int add_laminate(gb_nastran *nastran, const gb_mesh *mesh,
                        const gb_nastran_laminate *laminate, gb_problem *problem, gb_error *error) {
  const gb_group *group = group_of(mesh, laminate->property);
  gb_shell_section *shell;
  if (!group) return GB_OK;
  GB_TRY(add_section(nastran, laminate, problem, error));
  GB_TRY(GB_PROBLEM_APPEND(problem, shells, &shell, error));
  shell->kink = 15;
  GB_TRY(gb_arena_text(problem->arena, &shell->group, error, "%s", group->name));
  GB_TRY(gb_nastran_write_name(problem, "PCOMP", laminate->property, &shell->section, error));
  GB_TRY(gb_nastran_write_where(nastran, laminate->line, "PCOMP", problem, &shell->where, error));
  return take_turns(nastran, laminate->property, problem, shell, error);
}

int gb_nastran_add_laminates(gb_nastran *nastran, const gb_mesh *mesh, gb_problem *problem,
                             gb_error *error) {
  const gb_nastran_laminate *laminate = nastran->laminates.cards.data;
  const gb_nastran_plies_material *m = nastran->laminates.materials.data;
  for (int64_t i = 0; i < nastran->laminates.cards.count; i++) {
    for (int64_t k = 0; k < i; k++)
      if (laminate[k].property == laminate[i].property)
        return gb_nastran_fail_line(nastran, laminate[i].line, error, "PCOMP %lld is defined twice",
                                    (long long)laminate[i].property);
    GB_TRY(add_laminate(nastran, mesh, &laminate[i], problem, error));
  }
  for (int64_t i = 0; i < nastran->laminates.materials.count; i++) {
    gb_material *material;
    if (find_material(nastran, m[i].id) != &m[i])
      return gb_nastran_fail_line(nastran, m[i].line, error, "MAT8 %lld is defined twice",
                                  (long long)m[i].id);
    GB_TRY(GB_PROBLEM_APPEND(problem, materials, &material, error));
    *material = m[i].is;
    GB_TRY(gb_nastran_write_name(problem, "MAT8", m[i].id, &material->name, error));
    GB_TRY(gb_nastran_write_where(nastran, m[i].line, "MAT8", problem, &material->where, error));
  }
  return GB_OK;
}
