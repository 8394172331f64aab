/// Checks of the numbers of one entry together.
#include "problem/faults.h"

#include "elements/contact/contact_form.h"
#include "problem/numbers.h"
#include "problem/shell_stiffness.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

__attribute__((format(printf, 3, 4))) static bool found(gb_fault *fault, const char *key,
                                                        const char *format, ...) {
  va_list list;
  va_start(list, format);
  fault->key = key;
  vsnprintf(fault->text, sizeof fault->text, format, list);
  va_end(list);
  return true;
}

/// Report a number that exceeds its limit by other numbers.
static bool exceeds(gb_fault *fault, const char *key, double value, double most, const char *of) {
  if (value <= most) return false;
  return found(fault, key, "out of range (found %g); accepted: a number up to %s, %g", value, of,
               most);
}

bool gb_material_fault(const gb_material *m, gb_fault *fault) {
  const bool isotropic = m->E1 == 0;
  if (isotropic && !(m->poisson > -1 && m->poisson < 0.5))
    return found(fault, "poisson", "out of range (found %g); accepted: a number > -1 and < 0.5",
                 m->poisson);
  if (!isotropic && !(m->poisson * m->poisson * m->E2 < m->E1))
    return found(fault, "poisson",
                 "out of range (found %g); accepted: a number below sqrt(E1/E2) "
                 "= %g",
                 m->poisson, sqrt(m->E1 / m->E2));
  const char *condition = m->E3 > 0 ? gb_material_indefinite(m) : NULL;
  if (condition)
    return found(fault, NULL, "has no positive definite stiffness; accepted: numbers with %s",
                 condition);
  const double most = gb_material_interaction_limit(m);
  return !(fabs(m->F12) < most) &&
         found(fault, "F12",
               "out of range (found %g); accepted: a number between -%g and %g, 1/sqrt(Xt Xc Yt "
               "Yc), or stresses of some direction would never fail",
               m->F12, most, most);
}

/// Find a wall that is thicker than its section.
static bool find_wall(const gb_section_entry *s, gb_fault *fault) {
  const double width = s->width, height = s->height;
  switch (s->kind) {
  case GB_SECTION_TUBE:
    return exceeds(fault, "thickness", s->thickness, s->radius, "the radius");
  case GB_SECTION_BOX:
    return exceeds(fault, "thickness", s->thickness, fmin(width, height) / 2,
                   "half the width and the height");
  case GB_SECTION_L:
    return exceeds(fault, "thickness", s->thickness, fmin(width, height),
                   "the width and the height");
  case GB_SECTION_I:
  case GB_SECTION_C:
    return exceeds(fault, "flange", s->flange, height / 2, "half the height") ||
           exceeds(fault, "web", s->web, width, "the width");
  default:
    return false;
  }
}

bool gb_section_fault(const gb_section_entry *s, gb_fault *fault) {
  const bool general = gb_problem_section_has(s, "stiffness.11");
  if (gb_problem_section_has_plies(s)) return false;
  if (find_wall(s, fault)) return true;
  if (gb_problem_section_has(s, "pitch") && !(s->web < s->pitch))
    return found(fault, "web", "out of range (found %g); accepted: a number below the pitch, %g",
                 s->web, s->pitch);
  if (s->I_yz != 0 && !(s->I_yz * s->I_yz < s->I_yy * s->I_zz))
    return found(fault, "I_yz", "out of range (found %g); accepted: a number below %g in size",
                 s->I_yz, sqrt(s->I_yy * s->I_zz));
  const char *wrong = gb_problem_section_has(s, "A.11") ? gb_shell_indefinite(s) : NULL;
  if (wrong)
    return found(fault, wrong,
                 "with the others not positive definite; accepted: [A B; B D] and shear with "
                 "energy in every strain");
  for (int i = 0, k = 0; general && i < 6; k += 6 - i++)
    if (!(s->stiffness[k] > 0))
      return found(fault, "stiffness",
                   "not a stiffness (found %g in row %d); accepted: a diagonal > 0",
                   s->stiffness[k], i + 1);
  return false;
}

bool gb_body_fault(const gb_body *body, gb_fault *fault) {
  const double *J = body->inertia, sum = (J[0] + J[1] + J[2]) * (1 + 1e-9);
  const double minor = J[0] * J[1] - J[3] * J[3];
  const double determinant =
      J[2] * minor + 2 * J[3] * J[4] * J[5] - J[0] * J[5] * J[5] - J[1] * J[4] * J[4];
  bool good = J[0] > 0 && minor > 0 && determinant > 0 && body->mass > 0, none = true;
  for (int i = 0; i < 3; i++) good = good && 2 * J[i] <= sum;
  for (int i = 0; i < 6; i++) none = none && J[i] == 0;
  if (good || none) return false;
  return found(fault, "inertia",
               "no body's inertia (found [%g, %g, %g, %g, %g, %g] of mass %g); accepted: mass > "
               "0, positive definite, no moment larger than the sum of the other two; or all "
               "zero, with a link",
               J[0], J[1], J[2], J[3], J[4], J[5], body->mass);
}

bool gb_contact_fault(const gb_contact *contact, gb_fault *fault) {
  const bool slides = !isnan(contact->law[GB_CONTACT_VELOCITY]);
  const bool sticks = !isnan(contact->law[GB_CONTACT_STICK]);
  if (slides && sticks) return found(fault, "stick", "beside velocity; accepted: one of them");
  return contact->law[GB_CONTACT_FRICTION] > 0 && !slides && !sticks &&
         found(fault, NULL, "friction without velocity or stick; accepted: with one of them");
}

/// A copy of an entry.
typedef union copy {
  gb_material material;
  gb_section_entry section;
  gb_body body;
  gb_contact contact;
} copy;

static bool fault_of(int kind, const copy *entry, gb_fault *fault) {
  return kind == GB_OWNER_MATERIAL  ? gb_material_fault(&entry->material, fault)
         : kind == GB_OWNER_SECTION ? gb_section_fault(&entry->section, fault)
         : kind == GB_OWNER_BODY    ? gb_body_fault(&entry->body, fault)
                                    : gb_contact_fault(&entry->contact, fault);
}

/// An entry whose numbers are checked together.
typedef struct place {
  int kind; ///< gb_owner
  const char *name;
  uintptr_t start; ///< its address
  size_t size;
} place;

/// Find the entry that has a number. @return false: none that is checked
static bool find_place(const gb_problem *problem, const double *number, place *out) {
  const struct {
    int kind;
    gb_named list;
  } checked[] = {{GB_OWNER_MATERIAL, GB_NAMED(problem->materials, name)},
                 {GB_OWNER_SECTION, GB_NAMED(problem->sections, name)},
                 {GB_OWNER_BODY, GB_NAMED(problem->bodies, name)},
                 {GB_OWNER_CONTACT, GB_NAMED(problem->contacts, name)}};
  for (int k = 0; k < (int)(sizeof checked / sizeof *checked); k++) {
    const gb_named list = checked[k].list;
    const uintptr_t from = (uintptr_t)list.entry, of = (uintptr_t)number;
    if (of < from || of >= from + (size_t)list.count * list.size) continue;
    const int i = (int)((of - from) / list.size);
    *out = (place){checked[k].kind, gb_name_of(list, i), from + (size_t)i * list.size, list.size};
    return true;
  }
  return false;
}

bool gb_problem_same_entry(const gb_problem *problem, const double *number, const double *other) {
  place of;
  return find_place(problem, number, &of) && (uintptr_t)other >= of.start &&
         (uintptr_t)other < of.start + of.size;
}

bool gb_problem_fault(const gb_problem *problem, const double *number, int count,
                      const double *const address[], const double value[], const char **name,
                      gb_fault *fault) {
  place of;
  copy entry;
  if (!find_place(problem, number, &of)) return false;
  memcpy(&entry, (const void *)of.start, of.size);
  for (int n = 0; n < count; n++) {
    const uintptr_t at = (uintptr_t)address[n] - of.start;
    if (at < of.size) memcpy((char *)&entry + at, &value[n], sizeof *value);
  }
  *name = of.name;
  return fault_of(of.kind, &entry, fault);
}

/// Check the entries that have designs: the others of their numbers may exclude a value.
static int check_entries(const gb_problem *problem, gb_error *error) {
  for (int i = 0; i < problem->designs.count; i++) {
    const gb_design_entry *design = &problem->designs.entry[i];
    gb_number found;
    gb_fault fault;
    gb_error ignored = {0};
    const char *name;
    if (design->group || design->control || design->values.count != 1 ||
        gb_problem_number(problem, design, &found, &ignored) != GB_OK)
      continue;
    for (int k = -1; k < design->links.count; k++) {
      if (k >= 0) GB_TRY(gb_problem_linked(problem, design, k, &found, error));
      if (gb_problem_fault(problem, found.address, 0, NULL, NULL, &name, &fault))
        return gb_fail(error, GB_WRONG_DESIGN_VALUES, "%s: '%s': %s%s%s", design->where, name,
                       fault.key ? fault.key : "", fault.key ? " " : "", fault.text);
    }
  }
  return GB_OK;
}

int gb_problem_take_designs(gb_problem *problem, gb_error *error) {
  GB_TRY(gb_problem_set_designs(problem, error));
  return check_entries(problem, error);
}
