/// The list of all schemes, family by family.
#include "integrators/schemes/schemes.h"

#include <string.h>

#include <stddef.h>

#define FAMILY(name) gb_family_##name,
static const gb_scheme *const families[] = {GB_FOR_FAMILIES(FAMILY) NULL};

const gb_scheme *gb_scheme_at(int index) {
  for (int i = 0; families[i]; i++)
    for (const gb_scheme *scheme = families[i]; scheme->name; scheme++)
      if (index-- == 0) return scheme;
  return NULL;
}

bool gb_scheme_is_static(const char *name) {
  const gb_scheme *scheme;
  for (int i = 0; (scheme = gb_scheme_at(i)); i++)
    if (strcmp(scheme->name, name) == 0) return scheme->order == 0;
  return false;
}
