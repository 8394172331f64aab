/// Problems that subdomains suit.
#include "model/subdomain.h"

#include "problem/numbers.h"

#include <stdlib.h>

static bool has_whole_design(const gb_design_entry *design) {
  return design->shape.group || design->shape.file || design->field.points.count > 0 ||
         gb_design_is_filtered(design);
}

bool gb_subdomain_suits(const gb_problem *problem) {
  bool suits = problem->shells.count + problem->beams.count + problem->solids.count > 0 &&
               problem->partial.count == 0 && !problem->defective;
  for (int i = 0; i < problem->bodies.count; i++)
    suits = suits && !problem->bodies.entry[i].surface;
  for (int i = 0; suits && i < problem->designs.count; i++)
    suits = !has_whole_design(&problem->designs.entry[i]);
  return suits;
}

void gb_subdomain_destroy(gb_subdomain **subdomain) {
  if (*subdomain) gb_mesh_destroy(&(*subdomain)->mesh);
  free(*subdomain);
  *subdomain = NULL;
}
