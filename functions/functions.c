/// The list of all types of functionals, and the search by the words of a case file.
#include "functions/function.h"
#include <string.h>

// clang-format off
/// Names of all types, in the order of the documentation.
#define FUNCTIONS(X)                               \
  X(mass)                                          \
  X(compliance)                                    \
  X(energy_kinetic) X(energy_strain) X(energy_total) \
  X(mass_centre_x) X(mass_centre_y) X(mass_centre_z) \
  X(inertia_xx) X(inertia_yy) X(inertia_zz)        \
  X(inertia_xy) X(inertia_xz) X(inertia_yz)        \
  X(ks) X(gap) X(area)                             \
  X(induced_exponential) X(induced_exponential2)   \
  X(induced_power) X(induced_power2)               \
  X(integral) X(end) X(value) X(value_ks)          \
  X(nodes_ks)                                      \
  X(control) X(frequency)                          \
  X(buckling) X(buckling_ks)                       \
  /* end of the list */
// clang-format on

#define DECLARE(name) extern const gb_function gb_function_##name;
#define ADDRESS(name) &gb_function_##name,

FUNCTIONS(DECLARE)

const gb_function *const gb_functions[] = {FUNCTIONS(ADDRESS) NULL};

static bool same_word(const char *a, const char *b) {
  return a && b ? strcmp(a, b) == 0 : a == b;
}

const gb_function *gb_function_find(const char *type, const char *form) {
  for (const gb_function *const *f = gb_functions; *f; f++) {
    if (same_word((*f)->type, type) && same_word((*f)->form, form)) return *f;
  }
  return NULL;
}
