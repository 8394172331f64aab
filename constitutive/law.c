/// The table of section laws, made from the list in laws.h, and where the numbers of a layup are.
#include "constitutive/law.h"

#include <string.h>

#define DECLARE(KIND, name) extern const gb_section_law gb_section_law_##name;
#define ADDRESS(KIND, name) [GB_SECTION_##KIND] = &gb_section_law_##name,

GB_FOR_SECTION_LAWS(DECLARE)
GB_FOR_DAMPING_LAWS(DECLARE)

const gb_section_law *const gb_section_laws[GB_SECTION_KINDS] = {GB_FOR_SECTION_LAWS(ADDRESS)
                                                                     GB_FOR_DAMPING_LAWS(ADDRESS)};

static int length_of(const gb_law_number *list) {
  int count = 0;
  while (list[count].name) count++;
  return count;
}

int gb_law_number_find(const gb_law_number *list, const char *name) {
  for (int i = 0; list[i].name; i++)
    if (!strcmp(list[i].name, name)) return i;
  return -1;
}

int gb_layup_material(const gb_layup *layup, int material) {
  return material * length_of(gb_section_laws[layup->kind]->material);
}

int gb_layup_ply(const gb_layup *layup, int ply) {
  return gb_layup_material(layup, layup->materials) +
         ply * length_of(gb_section_laws[layup->kind]->ply);
}

int gb_layup_numbers(const gb_layup *layup) {
  return gb_layup_ply(layup, layup->plies);
}

int gb_layup_points(const gb_layup *layup) {
  const gb_beam_law *beam = gb_section_laws[layup->kind]->beam;
  return beam ? beam->points : layup->plies;
}
