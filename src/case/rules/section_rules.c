/// Rules of sections: the keys that a law needs and takes, and stiffnesses that are positive.
#include "case/rules/rules.h"
#include "problem/numbers.h"
#include "problem/shell_stiffness.h"

#include <math.h>

/// Check that a section has a key that its law needs, and no key of another law.
static int check_section_key(const gb_subject *s, const char *key, bool needed) {
  if (gb_rule_has(s->node, key) == needed) return GB_OK;
  return gb_rule_refuse_as(needed ? GB_MISSING_KEY : GB_KEY_CONFLICT, s, key,
                           needed ? "is missing in a section of type %s"
                                  : "is of other sections than %s",
                           gb_node_found(gb_node_find(s->node, "type")).text);
}

/// Check that a shell of given stiffnesses has energy in every strain.
static int check_stiffness(const gb_subject *s, const gb_section_entry *section) {
  const char *wrong = gb_shell_indefinite(section);
  if (!wrong) return GB_OK;
  if (!gb_rule_has(s->node, wrong)) wrong = "D";
  return gb_rule_refuse(s, wrong,
                        "with the others not positive definite; accepted: [A B; B D] and shear "
                        "with energy in every strain");
}

int gb_rule_section(const gb_subject *s, void *entry) {
  const gb_section_entry *section = entry;
  const bool plied = gb_problem_section_has_plies(section);
  const bool general = gb_problem_section_has(section, "stiffness.11");
  GB_TRY(check_section_key(s, "plies", plied));
  GB_TRY(check_section_key(s, "material", !plied && gb_problem_section_has_material(section)));
  GB_TRY(check_section_key(s, "stiffness", general));
  static const char *const of_shell[] = {"A", "D", "shear"};
  for (int i = 0; i < 3; i++)
    GB_TRY(check_section_key(s, of_shell[i], gb_problem_section_has(section, "A.11")));
  static const char *const optional[][2] = {{"offset", "offset.y"},
                                            {"I_yz", "I_yz"},
                                            {"center", "center.y"},
                                            {"line_mass", "line_mass"},
                                            {"line_mass_at", "line_mass_at.y"},
                                            {"mass", "mass.rhoA"},
                                            {"B", "B.11"},
                                            {"area_mass", "area_mass"},
                                            {"side", "pitch"},
                                            {"rotary_inertia", "rotary_inertia"}};
  for (size_t i = 0; i < sizeof optional / sizeof *optional; i++)
    if (plied || !gb_problem_section_has(section, optional[i][1]))
      GB_TRY(check_section_key(s, optional[i][0], false));
  if (section->line_mass == 0 && (section->line_mass_at[0] != 0 || section->line_mass_at[1] != 0))
    return gb_rule_refuse(s, "line_mass_at", "has no effect without line_mass; accepted: both");
#define CHECK(number, meaning)                                                                     \
  GB_TRY(check_section_key(s, #number, !plied && gb_problem_section_has(section, #number)));
  GB_FOR_SECTION_NUMBERS(CHECK)
#undef CHECK
  if (!plied) GB_TRY(check_section_key(s, "symmetric", false));
  if (gb_problem_section_has(section, "pitch") && !(section->web < section->pitch))
    return gb_rule_refuse(s, "web",
                          "out of range (found %g); accepted: a number below the pitch, %g",
                          section->web, section->pitch);
  if (section->I_yz != 0 && !(section->I_yz * section->I_yz < section->I_yy * section->I_zz))
    return gb_rule_refuse(s, "I_yz", "out of range (found %g); accepted: a number below %g in size",
                          section->I_yz, sqrt(section->I_yy * section->I_zz));
  if (gb_problem_section_has(section, "A.11")) GB_TRY(check_stiffness(s, section));
  for (int i = 0, k = 0; general && i < 6; k += 6 - i++)
    if (!(section->stiffness[k] > 0))
      return gb_rule_refuse(s, "stiffness",
                            "not a stiffness (found %g in row %d); accepted: a diagonal > 0",
                            section->stiffness[k], i + 1);
  return GB_OK;
}
