/// Rules of sections: the keys that a law needs and takes, and stiffnesses that are positive.
#include "case/rules/rules.h"
#include "problem/faults.h"
#include "problem/numbers.h"

/// Check that a section has a key that its law needs, and no key of another law.
static int check_section_key(const gb_subject *s, const char *key, bool needed) {
  if (gb_rule_has(s->node, key) == needed) return GB_OK;
  return gb_rule_refuse_as(needed ? GB_MISSING_KEY : GB_KEY_CONFLICT, s, key,
                           needed ? "is missing in a section of type %s"
                                  : "is of other sections than %s",
                           gb_node_found(gb_node_find(s->node, "type")).text);
}

int gb_rule_section(const gb_subject *s, void *entry) {
  const gb_section_entry *section = entry;
  const bool plied = gb_problem_section_has_plies(section);
  GB_TRY(check_section_key(s, "plies", plied));
  GB_TRY(check_section_key(s, "material", !plied && gb_problem_section_has_material(section)));
  GB_TRY(check_section_key(s, "stiffness", gb_problem_section_has(section, "stiffness.11")));
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
  gb_fault fault;
  if (!gb_section_fault(section, &fault)) return GB_OK;
  // B may be left out
  return gb_rule_refuse(s, gb_rule_has(s->node, fault.key) ? fault.key : "D", "%s", fault.text);
}
