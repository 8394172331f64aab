/// Mass, mechanisms and warnings of a model.
#include "model/checks/checks.h"

#include "model/checks/about_normal.h"
#include "model/checks/hinges.h"
#include "model/checks/pressed_through.h"
#include "model/checks/unjoined.h"
#include "model/groups/lookup.h"
#include "model/mechanisms/massless.h"
#include "model/sections/sections.h"

#include <stdio.h>
#include <string.h>

static double mass_of(const gb_topology *t) {
  const gb_problem *problem = t->from->problem;
  double mass = t->shells->mass + gb_beams_mass(t->beams) + gb_solids_mass(t->from->solids);
  for (int i = 0; i < problem->bodies.count; i++) mass += problem->bodies.entry[i].mass;
  for (int i = 0; i < problem->masses.count; i++) {
    const char *name = problem->masses.entry[i].group;
    const gb_group *group = name ? gb_mesh_group(t->from->mesh, name, -1) : NULL;
    mass += (group ? group->nodes : 1) * problem->masses.entry[i].mass;
  }
  for (int i = 0; i < problem->matrices.count; i++)
    for (int k = 0; k < 12; k++) // a third of the sum along the three axes
      mass += gb_matrix_mass(&problem->matrices.entry[i], k / 6, k / 3 % 2, k % 3) / 3;
  return mass;
}

/// Whether a given matrix has a mass of a free node.
static bool has_given_mass(const gb_problem *problem, const char *name, int axis) {
  for (int i = 0; i < problem->matrices.count; i++)
    if (gb_matrix_gives_mass(&problem->matrices.entry[i], name, axis)) return true;
  return false;
}

/// Whether an equation contains a component of a free node.
static bool is_in_equation(const gb_problem *problem, const char *name, int axis) {
  for (int i = 0; i < problem->equations.count; i++) {
    const gb_equation *e = &problem->equations.entry[i];
    for (int k = 0; k < e->terms.count; k++)
      if (e->terms.entry[k].mass && !strcmp(e->terms.entry[k].mass, name) &&
          e->terms.entry[k].coefficient[axis] != 0)
        return true;
  }
  return false;
}

/// Find a free node without mass. In a dynamic march its acceleration is undetermined unless an
/// equation determines it.
static void find_massless(const gb_problem *problem, size_t size, char *text) {
  static const char *const axis[] = {"x", "y", "z"};
  for (int i = 0; i < problem->masses.count && !*text; i++) {
    const gb_point_mass *mass = &problem->masses.entry[i];
    char free_axes[20] = "";
    if (!gb_is_free_node(mass) || mass->mass > 0 || gb_motion_is_given(&mass->motion)) continue;
    for (int k = 0; k < 3; k++)
      if (!(mass->fix & (unsigned)(GB_FIX_X << k)) && !is_in_equation(problem, mass->name, k) &&
          !has_given_mass(problem, mass->name, k))
        strcat(strcat(free_axes, *free_axes ? ", " : ""), axis[k]);
    if (*free_axes)
      snprintf(text, size, "%.200s: point '%.100s' has no mass and is free along %s", mass->where,
               mass->name, free_axes);
  }
}

/// Mark the mesh nodes of beams and of shells with mass.
static int find_heavy(const gb_topology *t, bool heavy[], gb_error *error) {
  const gb_mesh *mesh = t->from->mesh;
  for (int32_t e = 0; e < mesh->elements; e++) {
    const int shell = t->shells->section[e];
    bool has = gb_beams_entry(t->beams, e) >= 0;
    if (shell >= 0) {
      gb_section_source section;
      GB_TRY(gb_section_source_find(t->from, shell, &section, error));
      has = gb_element_mass(&section, &t->from->problem->shells.entry[shell], mesh->element_id[e],
                            1, 1) != 0;
    }
    for (int32_t p = mesh->start[e]; has && p < mesh->start[e + 1]; p++)
      heavy[mesh->node[p]] = true;
  }
  return GB_OK;
}

/// Find a free director without inertia, whose acceleration a dynamic march cannot determine.
static int find_light(const gb_supports *supports, size_t size, char *text, gb_error *error) {
  const gb_topology *t = supports->topology;
  const gb_mesh *mesh = t->from->mesh;
  bool *heavy;
  double direction[3][3];
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, heavy, (size_t)mesh->nodes, error));
  GB_TRY(find_heavy(t, heavy, error));
  for (int32_t e = 0; e < mesh->elements && !*text; e++)
    for (int32_t p = mesh->start[e]; t->shells->section[e] >= 0 && p < mesh->start[e + 1]; p++) {
      const int32_t n = mesh->node[p];
      char words[120];
      if (heavy[n] || gb_free_directions(supports, n, GB_DIRECTOR_1, direction) == 0) continue;
      gb_origin_words(t->origins, t->id[n], sizeof words, words);
      snprintf(text, size, "%.200s: the shells have no mass, and nothing else gives %s inertia",
               t->from->problem->shells.entry[t->shells->section[e]].where, words);
    }
  return GB_OK;
}

static void count_held(const gb_supports *supports, gb_checks *c) {
  const unsigned turns = GB_FIX_RX | GB_FIX_RY | GB_FIX_RZ | GB_FIX_ROTATION;
  for (int32_t n = 0; n < supports->topology->nodes; n++) {
    const unsigned fixed = supports->fixed[n];
    c->supported.nodes += fixed != 0;
    c->supported.rotations += (fixed & turns) != 0;
    for (unsigned axis = GB_FIX_X; axis <= GB_FIX_Z; axis <<= 1)
      c->supported.displacements += (fixed & axis) != 0;
  }
}

int gb_checks_create(const gb_supports *supports, const gb_redundancy *redundancy,
                     const gb_design_set *designs, gb_checks **out, gb_error *error) {
  const gb_topology *t = supports->topology;
  gb_checks *c;
  GB_TRY(GB_TAKE(t->from->kept, c, 1, error));
  *out = c;
  c->area = t->shells->area;
  c->mass = mass_of(t) + designs->mass;
  c->redundant_rows = redundancy->count;
  c->left_out_rows = redundancy->left;
  c->singular_rows = redundancy->singular;
  c->left_out_entries = redundancy->entries;
  memcpy(c->left_out_entry, redundancy->entry, sizeof c->left_out_entry);
  memcpy(c->inconsistent, redundancy->inconsistent, sizeof c->inconsistent);
  if (c->mass == 0 && t->from->problem->gravity[0])
    gb_warn(t->from, "gravity: it acts on mass, and the model has none");
  find_massless(t->from->problem, sizeof c->massless, c->massless);
  GB_TRY(find_light(supports, sizeof c->massless, c->massless, error));
  GB_TRY(gb_massless_find(supports, sizeof c->idle, c->idle, error));
  GB_TRY(gb_unjoined_find(supports, sizeof c->unjoined, c->unjoined, error));
  GB_TRY(gb_pressed_through_check(supports, error));
  GB_TRY(gb_hinges_find(supports, sizeof c->hinge, c->hinge, error));
  GB_TRY(gb_about_normal_find(supports, sizeof c->about_normal, c->about_normal, error));
  count_held(supports, c);
  c->warnings = *t->from->warnings;
  return gb_mechanism_find(supports, &c->rigid, error);
}

int gb_checks_explain(const gb_checks *checks, int status, const gb_error *failure,
                      gb_error *error) {
  const bool fits = status == GB_SINGULAR || status == GB_DIVERGED;
  const char *hinge = !fits ? "" : *checks->hinge ? checks->hinge : checks->about_normal;
  return gb_fail(error, gb_error_code(status, failure), "%s%s%s", failure->message,
                 *hinge ? "; " : "", hinge);
}
