/// Materials of a Nastran deck by their numbers.
#include "nastran/shells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Largest relative difference between G and the shear modulus by E and NU for shells.
static const double SHELL_LIMIT = 0.1;

static int compare_numbers(const void *a, const void *b) {
  const gb_nastran_material *x = a, *y = b;
  const int order = strcmp(x->card, y->card);
  return order ? order : (x->id > y->id) - (x->id < y->id);
}

static int compare_materials(const void *a, const void *b) {
  const int order = compare_numbers(a, b);
  return order ? order
               : ((const gb_nastran_material *)a)->line - ((const gb_nastran_material *)b)->line;
}

gb_nastran_material *gb_nastran_find_material(const gb_nastran *nastran, const char *card,
                                              int64_t id) {
  const gb_nastran_material key = {.card = card, .id = id}, *all = nastran->materials.entry;
  const size_t count = (size_t)nastran->materials.count;
  return count ? bsearch(&key, all, count, sizeof *all, compare_numbers) : NULL;
}

int gb_nastran_sort_materials(gb_nastran *nastran, gb_error *error) {
  gb_nastran_material *all = nastran->materials.entry;
  const int count = nastran->materials.count;
  if (count) qsort(all, (size_t)count, sizeof *all, compare_materials);
  for (int i = 1; i < count; ++i)
    if (compare_numbers(&all[i - 1], &all[i]) == 0)
      return gb_deck_fail_as(GB_DUPLICATE_NUMBER, nastran->deck, all[i].line, error,
                             "%s %lld is defined twice", all[i].card, (long long)all[i].id);
  return GB_OK;
}

int gb_nastran_add_materials(const gb_nastran *nastran, gb_problem *problem, gb_error *error) {
  for (int i = 0; i < nastran->materials.count; ++i) {
    const gb_nastran_material *m = &nastran->materials.entry[i];
    gb_material *material;
    GB_TRY(GB_PROBLEM_APPEND(problem, materials, &material, error));
    *material = m->is;
    GB_TRY(gb_nastran_write_name(problem, m->card, m->id, &material->name, error));
    GB_TRY(gb_deck_where(nastran->deck, m->line, m->card, &material->where, error));
  }
  return GB_OK;
}

gb_material gb_nastran_sheared(const gb_nastran_material *m) {
  gb_material material = m->is;
  if (m->shear != 0) material.poisson = material.young / (2 * m->shear) - 1;
  return material;
}

/// The material of bars beside that of shells, which is there once.
static int add_sheared(const gb_nastran *nastran, const gb_nastran_material *m, gb_problem *problem,
                       const char **name, gb_error *error) {
  gb_material *material;
  GB_TRY(gb_arena_text(problem->arena, name, error, "%s %lld of bars", m->card, (long long)m->id));
  for (int i = 0; i < problem->materials.count; ++i)
    if (!strcmp(problem->materials.entry[i].name, *name)) return GB_OK;
  const gb_material sheared = gb_nastran_sheared(m);
  if (!(sheared.poisson > -1 && sheared.poisson < 0.5))
    return gb_deck_fail_as(GB_BAD_MESH_FILE, nastran->deck, m->line, error,
                           "MAT1 %lld: bars and shear panels have E = %g and G = %g of it, which "
                           "are of NU = E/(2 G) - 1 = %g; accepted: between -1 and 0.5",
                           (long long)m->id, m->is.young, m->shear, sheared.poisson);
  GB_TRY(GB_PROBLEM_APPEND(problem, materials, &material, error));
  *material = sheared;
  material->name = *name;
  return gb_deck_where(nastran->deck, m->line, m->card, &material->where, error);
}

int gb_nastran_write_sheared(const gb_nastran *nastran, int64_t id, gb_problem *problem,
                             const char **name, gb_error *error) {
  const gb_nastran_material *m = gb_nastran_find_material(nastran, "MAT1", id);
  if (m && m->shear != 0) return add_sheared(nastran, m, problem, name, error);
  return gb_nastran_write_name(problem, "MAT1", id, name, error);
}

int gb_nastran_check_shear(gb_nastran *nastran, const char *card, int64_t id, int64_t material,
                           gb_error *error) {
  const gb_nastran_material *m = gb_nastran_find_material(nastran, "MAT1", material);
  if (!m || m->shear == 0) return GB_OK;
  const double own = m->is.young / (2 * (1 + m->is.poisson)), off = fabs(m->shear - own) / own;
  if (off > SHELL_LIMIT)
    return gb_deck_fail_as(GB_BAD_MESH_FILE, nastran->deck, m->line, error,
                           "MAT1 %lld: G = %g, but E and NU, which shells as those of %s %lld "
                           "have, make G = %g; accepted: a difference of %g %% at most, or one of "
                           "the three blank",
                           (long long)m->id, m->shear, card, (long long)id, own, 100 * SHELL_LIMIT);
  return gb_deck_note(nastran->deck, m->line, error,
                      "MAT1 %lld: the shells of %s %lld have E and NU of it, which make G "
                      "= %g; G = %g is left out, %.2g %% beside that",
                      (long long)m->id, card, (long long)id, own, m->shear, 100 * off);
}
