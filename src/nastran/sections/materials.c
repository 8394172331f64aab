/// Search of materials of a Nastran deck, and materials of the problem.
#include "nastran/entries/shell.h"

#include <math.h>
#include <string.h>

/// Largest relative difference between G and the shear modulus by E and NU that shells accept.
static const double SHELL_LIMIT = 0.1;

gb_nastran_material *gb_nastran_find_material(const gb_nastran *nastran, const char *card,
                                              int64_t id) {
  return GB_FIND_HEAD(nastran->materials, card, id);
}

int gb_nastran_sort_materials(gb_nastran *nastran, gb_error *error) {
  return GB_SORT_HEADS(nastran->deck, nastran->materials, error);
}

gb_nastran_material *gb_nastran_find_directed(const gb_nastran *nastran, int64_t id) {
  gb_nastran_material *m = gb_nastran_find_material(nastran, "MAT8", id);
  return m ? m : gb_nastran_find_material(nastran, "MAT2", id);
}

int gb_nastran_add_materials(const gb_nastran *nastran, gb_error *error) {
  GB_EACH(m, nastran->materials) {
    gb_material *material;
    if (m->is.E1 == 0 && !strcmp(m->card, "MAT2")) continue; // only stiffnesses of shells have it
    GB_TRY(GB_PROBLEM_APPEND(nastran->deck->problem, materials, &material, error));
    *material = m->is;
    GB_TRY(gb_deck_write_name(nastran->deck, m->card, m->id, &material->name, error));
    GB_TRY(gb_deck_where(nastran->deck, m->line, m->card, &material->where, error));
  }
  return GB_OK;
}

gb_material gb_nastran_sheared(const gb_nastran_material *m) {
  static const double SMALL = 1e-6;
  gb_material material = m->is;
  const double shear = m->slack ? SMALL * m->is.young : m->shear;
  if (shear == 0) return material;
  if (material.young == 0) material.young = 2 * shear;
  material.poisson = material.young / (2 * shear) - 1;
  return material;
}

int gb_nastran_check_moduli(const gb_nastran *nastran, const gb_nastran_property *property,
                            const gb_nastran_material *m, gb_error *error) {
  const bool panel = gb_nastran_is_shear(property), solid = gb_nastran_is_solid(property);
  if (!m || strcmp(m->card, "MAT1") != 0) return GB_OK;
  if (m->slack && !solid &&
      (strcmp(property->card, "PSHELL") != 0 || property->parts.shear == m->id))
    return GB_REFUSE(nastran, property, GB_WRONG_REFERENCE, error,
                     "G of MAT1 %lld is 0, by itself or because G and NU are blank, but shear "
                     "panels, plies and MID3 need it; accepted: G, or E and NU",
                     (long long)m->id);
  if (!panel && !(m->is.young > 0 && m->is.poisson < (solid ? 0.5 : 1)))
    return GB_REFUSE(nastran, property, GB_WRONG_REFERENCE, error,
                     "MAT1 %lld has E = %g and NU = %g; accepted in a %s: E > 0, and NU < %s",
                     (long long)m->id, m->is.young, m->is.poisson, solid ? "solid" : "shell",
                     solid ? "0.5" : "1");
  if (!m->slack) return GB_OK;
  return gb_deck_note(nastran->deck, m->line, error,
                      "MAT1 %lld has G of 0: the %s of %s %lld have E and NU of it, which make G = "
                      "%g%s",
                      (long long)m->id, solid ? "solids" : "shells", property->card,
                      (long long)property->id, m->is.young / (2 * (1 + m->is.poisson)),
                      solid ? "" : " in their plane and across them");
}

/// Add the material that bars have instead of that of shells, unless it is there already.
static int add_sheared(const gb_nastran *nastran, const gb_nastran_material *m, gb_problem *problem,
                       const char **name, gb_error *error) {
  gb_material *material;
  GB_TRY(gb_arena_text(problem->arena, name, error, "%s %lld of bars", m->card, (long long)m->id));
  if (GB_PROBLEM_FIND(problem, materials, name, *name) >= 0) return GB_OK;
  GB_TRY(GB_PROBLEM_APPEND(problem, materials, &material, error));
  *material = gb_nastran_sheared(m);
  if (!m->slack && !(material->poisson < 0.5))
    GB_TRY(gb_deck_note(nastran->deck, m->line, error,
                        "MAT1 %lld: bars, rods and shear panels have E = %g and G = %g of it, "
                        "which are of NU = E/(2 G) - 1 = %g",
                        (long long)m->id, m->is.young, m->shear, material->poisson));
  material->name = *name;
  return gb_deck_where(nastran->deck, m->line, m->card, &material->where, error);
}

int gb_nastran_write_sheared(const gb_nastran *nastran, int64_t id, const char **name,
                             gb_error *error) {
  const gb_nastran_material *m = gb_nastran_find_material(nastran, "MAT1", id);
  if (m && (m->shear != 0 || m->slack))
    return add_sheared(nastran, m, nastran->deck->problem, name, error);
  return gb_deck_write_name(nastran->deck, "MAT1", id, name, error);
}

bool gb_nastran_is_sheared_apart(const gb_nastran_material *m) {
  const double own = m ? m->is.young / (2 * (1 + m->is.poisson)) : 0;
  return m && m->shear != 0 && fabs(m->shear - own) > SHELL_LIMIT * own;
}

int gb_nastran_check_shear(gb_nastran *nastran, const char *card, int64_t id, int64_t material,
                           gb_error *error) {
  const gb_nastran_material *m = gb_nastran_find_material(nastran, "MAT1", material);
  if (!m || m->shear == 0) return GB_OK;
  const double own = m->is.young / (2 * (1 + m->is.poisson)), off = fabs(m->shear - own) / own;
  return gb_deck_note(nastran->deck, m->line, error,
                      "MAT1 %lld: the %s of %s %lld have E and NU of it, which make G = %g; G "
                      "= %g is left out, %.2g %% beside that",
                      (long long)m->id, strcmp(card, "PSOLID") ? "shells" : "solids", card,
                      (long long)id, own, m->shear, 100 * off);
}

int gb_nastran_read_damping(gb_nastran *nastran, const gb_record *card, int entry, int64_t id,
                            gb_error *error) {
  double damping = 0;
  GB_TRY(gb_read_real_or(card, entry, "GE", 0, &damping, error));
  if (damping == 0) return GB_OK;
  return gb_deck_note(nastran->deck, card->line, error,
                      "%s %lld: GE, structural damping, is left out", card->word, (long long)id);
}
