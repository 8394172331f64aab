/// The stiffness of a section of beams by its law.
#include "problem/beam_stiffness.h"

#include "constitutive/law.h"
#include "problem/numbers.h"

enum { MOST_NUMBERS = 32 };

static double number_or(const double *number, double absent) {
  return *number != 0 ? *number : absent;
}

void gb_problem_beam_stiffness(const gb_section_entry *section, const gb_material *material,
                               double C[GB_BEAM_RESULTANTS][GB_BEAM_RESULTANTS]) {
  const gb_layup layup = {.kind = (gb_section_kind)section->kind, .materials = 1, .plies = 1};
  const gb_section_law *law = gb_section_laws[section->kind];
  gb_pack p[MOST_NUMBERS] = {{0}};
  gb_section s;
  int k = 0;
  for (const gb_law_number *n = law->material; n->name; n++)
    p[k++] += number_or(gb_problem_material_number(material, n->name), n->absent);
  for (const gb_law_number *n = law->ply; n->name; n++)
    p[k++] += number_or(gb_problem_section_number(section, n->name), n->absent);
  gb_law_section(&layup, p, &s);
  for (int i = 0, at = 0; i < GB_BEAM_RESULTANTS; i++)
    for (int j = i; j < GB_BEAM_RESULTANTS; j++, at++)
      C[i][j] = C[j][i] = gb_lanes(&s.beam.stiffness[at])[0];
}
