/// Materials of a Nastran deck by their numbers.
#include "input/nastran_shells.h"

#include <stdlib.h>
#include <string.h>

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
      return gb_nastran_fail_as(GB_DUPLICATE_NUMBER, nastran, all[i].line, error,
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
    GB_TRY(gb_nastran_write_where(nastran, m->line, m->card, problem, &material->where, error));
  }
  return GB_OK;
}
