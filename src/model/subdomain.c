/// Problems that subdomains suit.
#include "model/subdomain.h"

#include "problem/numbers.h"

#include <stdlib.h>

static bool has_whole_design(const gb_problem *problem, const gb_design_entry *design) {
  gb_varying_vectors of;
  return design->shape.group || design->shape.file || design->field.points.count > 0 ||
         gb_design_is_filtered(design) || gb_problem_varying_vectors(problem, design, &of);
}

bool gb_subdomain_suits(const gb_problem *problem) {
  bool suits = problem->shells.count + problem->beams.count + problem->solids.count > 0 &&
               problem->contacts.count == 0 && problem->partial.count == 0 && !problem->defective;
  for (int i = 0; i < problem->bodies.count; i++)
    suits = suits && !problem->bodies.entry[i].surface;
  for (int i = 0; i < problem->supports.count; i++)
    suits = suits && !problem->supports.entry[i].relieved;
  for (int i = 0; suits && i < problem->designs.count; i++)
    suits = !has_whole_design(problem, &problem->designs.entry[i]);
  return suits;
}

void gb_subdomain_destroy(gb_subdomain **subdomain) {
  if (*subdomain) gb_mesh_destroy(&(*subdomain)->mesh);
  free(*subdomain);
  *subdomain = NULL;
}
