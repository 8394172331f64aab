/// Sections of shell and beam entries.
#include "model/sections/sections.h"

#include "base/length.h"
#include "model/sections/triad.h"
#include "problem/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Add a ply's material, which may already be in the layup.
static int add_material(const gb_definition *from, const char *where, const char *name,
                        gb_section_source *out, gb_error *error) {
  gb_layup *layup = &out->layup;
  int m = 0;
  while (m < layup->materials && strcmp(out->material[m]->name, name)) m++;
  layup->material[layup->plies++] = (unsigned char)m;
  if (m < layup->materials) return GB_OK;
  const gb_material *material = gb_find_material(from, name);
  if (!material) return gb_fail(error, GB_UNKNOWN_NAME, "%s: unknown material '%s'", where, name);
  layup->criterion[layup->materials] = (unsigned char)material->criterion;
  out->material[layup->materials++] = material;
  return GB_OK;
}

/// Refuse a material with numbers that are of solids alone, or of plies alone.
static int check_foreign(const char *where, const gb_section_law *law, const gb_material *material,
                         gb_error *error) {
  static const char *const foreign[2][7] = {{"E3", "poisson13", "poisson23", "expansion3", NULL},
                                            {"Xt", "Xc", "Yt", "Yc", "S", "F12", NULL}};
  for (const char *const *name = foreign[law->solid]; *name; name++)
    if (*gb_problem_material_number(material, *name) != 0)
      return gb_fail(error, GB_WRONG_SECTION,
                     "%s: material '%s' has %s, which has no meaning %s; accepted: a material "
                     "without it",
                     where, material->name, *name,
                     law->solid ? "in solids, whose failure is by yield" : "but in solids");
  if (law->solid || material->law == GB_LINEAR) return GB_OK;
  return gb_fail(
      error, GB_WRONG_SECTION,
      "%s: material '%s' has law: %s, which is of solids alone; accepted: a material with "
      "law: linear",
      where, material->name, gb_material_law_words[material->law]);
}

/// Check that the materials have the numbers that the law needs, and find whether they define a
/// failure index.
static int check_materials(const char *where, gb_section_source *out, gb_error *error) {
  const gb_section_law *law = gb_section_laws[out->layup.kind];
  out->fails = true;
  for (int m = 0; m < out->layup.materials; m++) {
    const gb_material *material = out->material[m];
    GB_TRY(check_foreign(where, law, material, error));
    out->layup.damped |= material->damping_mass != 0 || material->damping_stiffness != 0;
    for (const gb_law_number *n = law->material; n->name; n++) {
      if (*gb_problem_material_number(out->material[m], n->name) != 0) continue;
      if (n->role == GB_NUMBER_STRENGTH) out->fails = false;
      if (n->role == GB_NUMBER_NEEDED)
        return gb_fail(error, GB_WRONG_SECTION, "%s: material '%s' has no %s, which %s%s needs",
                       where, material->name, n->name,
                       law->solid ? "a solid" : "a section of type ",
                       law->solid ? material->E1 != 0 ? " of a material with E1" : "" : law->name);
    }
  }
  return GB_OK;
}

/// Add a ply of an entry of `sections`.
static int add_ply(const gb_definition *from, const gb_section_entry *entry, int i,
                   gb_section_source *out, gb_error *error) {
  const gb_ply *ply = &entry->plies.entry[i];
  const int place = out->layup.plies, most = gb_section_laws[entry->kind]->plies;
  if (place == most)
    return gb_fail(error, GB_WRONG_SECTION,
                   "%s: too many plies; accepted: up to %d in a section of type %s", entry->where,
                   most, gb_section_laws[entry->kind]->name);
  GB_TRY(add_material(from, ply->where, ply->material, out, error));
  out->ply[GB_PLY_THICKNESS][place] = &ply->thickness;
  out->ply[GB_PLY_ANGLE][place] = &ply->angle;
  out->ply[GB_PLY_AREA_MASS][place] = &ply->area_mass;
  return GB_OK;
}

static int add_plies(const gb_definition *from, const gb_section_entry *entry,
                     gb_section_source *out, gb_error *error) {
  for (int i = 0; i < entry->plies.count; i++) GB_TRY(add_ply(from, entry, i, out, error));
  for (int i = entry->plies.count - 1; entry->symmetric && i >= 0; i--)
    GB_TRY(add_ply(from, entry, i, out, error));
  if (out->layup.plies > 0) return GB_OK;
  return gb_fail(error, GB_WRONG_SECTION, "%s: has no plies", entry->where);
}

/// Add the material of a section without plies.
static int add_own_material(const gb_definition *from, const gb_section_entry *section,
                            gb_section_source *out, gb_error *error) {
  out->layup.plies = 0;
  GB_TRY(add_material(from, section->where, section->material, out, error));
  return check_materials(section->where, out, error);
}

bool gb_shell_is_offset(const gb_shell_section *shell) {
  return shell->offset != 0 || shell->offset_fraction != 0 || shell->own.offset;
}

int gb_section_source_find(const gb_definition *from, int entry, gb_section_source *out,
                           gb_error *error) {
  const gb_shell_section *shell = &from->problem->shells.entry[entry];
  *out = (gb_section_source){.layup = {.kind = GB_SECTION_ISOTROPIC,
                                       .offset = gb_shell_is_offset(shell),
                                       .lumped = shell->mass == GB_MASS_LUMPED},
                             .offset = {&shell->offset, &shell->offset_fraction}};
  if (!shell->section) {
    GB_TRY(add_material(from, shell->where, shell->material, out, error));
    out->ply[GB_PLY_THICKNESS][0] = &shell->thickness;
    out->ply[GB_PLY_AREA_MASS][0] = &shell->area_mass;
    return check_materials(shell->where, out, error);
  }
  const int index = GB_PROBLEM_FIND(from->problem, sections, name, shell->section);
  if (index < 0)
    return gb_fail(error, GB_UNKNOWN_NAME, "%s: unknown section '%s'", shell->where,
                   shell->section);
  const gb_section_entry *section = &from->problem->sections.entry[index];
  out->layup.kind = (gb_section_kind)section->kind;
  if (gb_section_laws[section->kind]->beam)
    return gb_fail(error, GB_WRONG_SECTION,
                   "%s: section '%s' is of type %s; accepted: laminate, general_shell, "
                   "stiffened_panel",
                   shell->where, shell->section, gb_section_laws[section->kind]->name);
  if (gb_problem_section_has_plies(section)) {
    GB_TRY(add_plies(from, section, out, error));
    return check_materials(section->where, out, error);
  }
  out->entry = section;
  out->layup.plies = 1;
  out->layup.below = section->side == GB_STIFFENED_BOTTOM;
  out->ply[GB_PLY_THICKNESS][0] = &section->thickness;
  out->ply[GB_PLY_AREA_MASS][0] = &section->mass[GB_SHELL_MASS];
  return section->material ? add_own_material(from, section, out, error) : GB_OK;
}

int gb_beam_source_find(const gb_definition *from, int entry, gb_section_source *out,
                        gb_error *error) {
  const gb_beam *beam = &from->problem->beams.entry[entry];
  const int index = GB_PROBLEM_FIND(from->problem, sections, name, beam->section);
  if (index < 0)
    return gb_fail(error, GB_UNKNOWN_NAME, "%s: unknown section '%s'", beam->where, beam->section);
  const gb_section_entry *section = &from->problem->sections.entry[index];
  const gb_section_law *law = gb_section_laws[section->kind];
  *out = (gb_section_source){
      .layup = {.kind = (gb_section_kind)section->kind, .lumped = (unsigned char)beam->mass},
      .entry = section};
  if (!law->beam)
    return gb_fail(error, GB_WRONG_SECTION,
                   "%s: section '%s' is a %s; accepted: a section of beams", beam->where,
                   beam->section, law->name);
  if (beam->mass == GB_MASS_MEAN && !law->beam->rod)
    return gb_fail(error, GB_KEY_CONFLICT,
                   "%s.mass: mean, with section '%s', a %s; accepted: consistent, lumped, or a rod",
                   beam->where, beam->section, law->name);
  out->layup.plies = 1;
  if (section->material)
    GB_TRY(add_own_material(from, section, out, error));
  else
    GB_TRY(check_materials(section->where, out, error));
  out->fails = out->fails && law->beam->points > 0;
  return GB_OK;
}

bool gb_solids_have_density(const gb_problem *problem, const gb_solid *solid) {
  bool varies = false;
  for (int i = 0; i < problem->designs.count; i++)
    varies = varies || gb_design_is_density(&problem->designs.entry[i]);
  return varies || gb_solid_relative_density(solid) != 1;
}

int gb_solid_source_find(const gb_definition *from, int entry, gb_section_source *out,
                         gb_error *error) {
  const gb_solid *solid = &from->problem->solids.entry[entry];
  *out = (gb_section_source){
      .layup = {.kind = GB_SECTION_SOLID, .lumped = solid->mass == GB_MASS_LUMPED}};
  GB_TRY(add_material(from, solid->where, solid->material, out, error));
  if (out->material[0]->E1 != 0) out->layup.kind = GB_SECTION_ORTHOTROPIC_SOLID;
  if (out->material[0]->law != GB_LINEAR)
    out->layup.kind = GB_SECTION_KINDS - GB_MATERIAL_LAWS + out->material[0]->law;
  gb_axes(solid->axes, out->layup.axes);
  out->layup.plies = gb_solids_have_density(from->problem, solid);
  out->layup.penalization[0] = GB_DEFAULT_PENALIZATION;
  out->layup.penalization[1] = GB_DEFAULT_VOID_STIFFNESS;
  if (solid->penalization > 0) { // an entry of a deck has no such numbers
    out->layup.penalization[0] = solid->penalization;
    out->layup.penalization[1] = solid->void_stiffness;
  }
  out->ply[GB_PLY_THICKNESS][0] = &solid->relative_density;
  return check_materials(solid->where, out, error);
}

int gb_beam_is_rod(const gb_definition *from, int entry, bool *rod, gb_error *error) {
  gb_section_source section;
  GB_TRY(gb_beam_source_find(from, entry, &section, error));
  *rod = gb_section_laws[section.layup.kind]->beam->rod;
  return GB_OK;
}

/// Find the section of an element of a shell entry, or of a beam entry: shell NULL.
static void find_section(const gb_section_source *section, const gb_shell_section *shell,
                         int64_t element, gb_section *out) {
  const double *number[GB_SECTION_NUMBERS];
  double value[GB_SECTION_NUMBERS], absent[GB_SECTION_NUMBERS];
  gb_pack p[GB_SECTION_NUMBERS];
  const int count = gb_section_source_numbers(section, number, absent);
  for (int k = 0; k < count; k++) value[k] = *number[k] != 0 ? *number[k] : absent[k];
  if (shell) gb_element_set_own(section, shell, element, value);
  for (int k = 0; k < count; k++) p[k] = (gb_pack){0} + value[k];
  gb_section_find(&section->layup, p, out);
}

double gb_beam_source_mass(const gb_section_source *section) {
  gb_section s;
  find_section(section, NULL, 0, &s);
  return gb_lanes(&s.beam.mass)[0];
}

/// @return the address of a number of a ply, or of a beam's section, by its name
static const double *ply_number(const gb_section_source *section, int ply, const char *name) {
  if (section->entry) return gb_problem_section_number(section->entry, name);
  if (!strcmp(name, "area_mass")) return section->ply[GB_PLY_AREA_MASS][ply];
  return strcmp(name, "angle") ? section->ply[GB_PLY_THICKNESS][ply]
                               : section->ply[GB_PLY_ANGLE][ply];
}

/// Number of the problem for those numbers of a section that are not in the problem.
static const double not_varied = 0;

int gb_section_source_numbers(const gb_section_source *section, const double *number[],
                              double absent[]) {
  const gb_layup *layup = &section->layup;
  const gb_section_law *law = gb_section_laws[layup->kind];
  int k = 0;
  for (int m = 0; m < layup->materials; m++)
    for (const gb_law_number *n = law->material; n->name; n++, k++) {
      number[k] = gb_problem_material_number(section->material[m], n->name);
      absent[k] = n->absent;
    }
  for (int i = 0; i < layup->plies; i++)
    for (const gb_law_number *n = law->ply; n->name; n++, k++) {
      number[k] = ply_number(section, i, n->name);
      absent[k] = n->absent;
    }
  for (int i = 0; layup->offset && gb_layup_offset[i].name; i++, k++) {
    number[k] = section->offset[i];
    absent[k] = gb_layup_offset[i].absent;
  }
  for (int i = 0; layup->damped && i < GB_DAMPING_NUMBERS * layup->materials; i++, k++) {
    const gb_material *material = section->material[i / GB_DAMPING_NUMBERS];
    number[k] = gb_problem_material_number(material, gb_layup_damping_name[i % GB_DAMPING_NUMBERS]);
    absent[k] = 0;
  }
  if (!layup->heated) return k;
  const gb_temperature *temperature = section->temperature;
  for (int m = 0; m < layup->materials; m++)
    for (const gb_law_number *n = gb_layup_expansion_list(layup); n->name; n++, k++) {
      number[k] = gb_problem_material_number(section->material[m], n->name);
      absent[k] = n->absent;
    }
  const double *const heat[GB_HEAT_NUMBERS] = {[GB_HEAT_AMPLITUDE] = &temperature->amplitude,
                                               [GB_HEAT_GRADIENT] = &temperature->gradient,
                                               [GB_HEAT_REFERENCE] = &temperature->reference,
                                               [GB_HEAT_FACTOR] = &not_varied,
                                               [GB_HEAT_VALUE] = &not_varied,
                                               [GB_HEAT_SHARE] = &not_varied};
  for (int i = 0; i < GB_HEAT_NUMBERS; i++, k++) {
    number[k] = heat[i];
    absent[k] = i == GB_HEAT_FACTOR;
  }
  return k;
}

static int compare_own(const void *a, const void *b) {
  const gb_own_shell *x = a, *y = b;
  return (x->element > y->element) - (x->element < y->element);
}

static const gb_own_shell *find_own(const gb_shell_section *shell, int64_t element) {
  const gb_own_shell key = {.element = element};
  const size_t count = (size_t)shell->own.count;
  return count ? bsearch(&key, shell->own.entry, count, sizeof key, compare_own) : NULL;
}

double gb_element_thickness(const gb_shell_section *shell, int64_t element) {
  const gb_own_shell *own = find_own(shell, element);
  return own && own->thickness > 0 ? own->thickness : shell->thickness;
}

const double *gb_element_ratio(const gb_shell_section *shell, int64_t element) {
  const gb_own_shell *own = find_own(shell, element);
  return own ? own->ratio : NULL;
}

/// @return the thickness of an element, relative to that of the entry's section
static double share_of(const gb_section_source *section, const gb_own_shell *own) {
  return own && own->thickness > 0 ? own->thickness / *section->ply[GB_PLY_THICKNESS][0] : 1;
}

double gb_element_mass(const gb_section_source *section, const gb_shell_section *shell,
                       int64_t element, double area, double scale) {
  const gb_own_shell *own = find_own(shell, element);
  const double share = share_of(section, own);
  double mass = own ? area * own->area_mass : 0;
  gb_section s;
  if (section->entry) {
    find_section(section, shell, element, &s);
    return area * gb_lanes(&s.mass)[0];
  }
  for (int i = 0; i < section->layup.plies; i++)
    mass += area * (scale * share * *section->ply[GB_PLY_THICKNESS][i] *
                        section->material[section->layup.material[i]]->density +
                    *section->ply[GB_PLY_AREA_MASS][i]);
  return mass;
}

void gb_element_set_own(const gb_section_source *section, const gb_shell_section *shell,
                        int64_t element, double value[]) {
  const gb_own_shell *own = find_own(shell, element);
  const double share = share_of(section, own);
  const double *number[GB_SECTION_NUMBERS];
  double absent[GB_SECTION_NUMBERS];
  bool heavier = false; // symmetric layups have each number twice
  if (!own) return;
  const int count = gb_section_source_numbers(section, number, absent);
  for (int k = 0; k < count; k++) {
    if (section->entry && share != 1) value[k] *= pow(share, gb_layup_power(&section->layup, k));
    if (number[k] == section->offset[0]) value[k] += own->offset;
    if (own->thickness > 0 && number[k] == section->ply[GB_PLY_THICKNESS][0])
      value[k] = own->thickness;
    if (heavier || number[k] != section->ply[GB_PLY_AREA_MASS][0]) continue;
    value[k] += own->area_mass;
    heavier = true;
  }
}

/// Smallest sine of the angle between axis and normal.
static const double least_sine = 0.01;

static int compare_turns(const void *a, const void *b) {
  const gb_turn *x = a, *y = b;
  return (x->element > y->element) - (x->element < y->element);
}

/// Compute the direction of the first side of an element, turned by the element's angle about the
/// normal.
static void find_sided_axis(const gb_mesh *mesh, const gb_shell_section *shell, int32_t e,
                            double axis[3]) {
  const gb_turn key = {.element = mesh->element_id[e]};
  const gb_turn *turn =
      shell->turns ? bsearch(&key, shell->turn, (size_t)shell->turns, sizeof key, compare_turns)
                   : NULL;
  const double angle = turn ? turn->angle * M_PI / 180 : 0;
  const int32_t *node = &mesh->node[mesh->start[e]];
  const double *A = mesh->position[node[0]], *B = mesh->position[node[1]];
  double side[3], n[3];
  gb_mesh_area_vector(mesh, e, 0, n);
  const double size = sqrt(gb_dot(n, n));
  for (int i = 0; i < 3; i++) side[i] = B[i] - A[i];
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const double across = (n[j] * side[k] - n[k] * side[j]) / size;
    axis[i] = isinf(angle) ? turn->axis[i] : cos(angle) * side[i] + sin(angle) * across;
  }
}

int gb_material_axis(const gb_definition *from, int entry, int32_t e, double axis[3],
                     gb_error *error) {
  const gb_shell_section *shell = &from->problem->shells.entry[entry];
  memcpy(axis, shell->axis, sizeof shell->axis);
  if (gb_dot(axis, axis) == 0 && shell->sided) find_sided_axis(from->mesh, shell, e, axis);
  if (gb_dot(axis, axis) == 0)
    return gb_fail(error, GB_WRONG_SECTION,
                   "%s: section '%s' needs axis, from which the angles of its plies are measured; "
                   "accepted: axis: [x, y, z]",
                   shell->where, shell->section);
  for (int a = 0; a < gb_shape_nodes(from->mesh->shape[e]); a++) {
    double normal[3];
    gb_mesh_area_vector(from->mesh, e, a, normal);
    const double along = gb_dot(axis, normal), size = gb_dot(axis, axis) * gb_dot(normal, normal);
    if (size - along * along < least_sine * least_sine * size)
      return gb_fail(error, GB_WRONG_DIRECTION,
                     "%s: the axis (%g, %g, %g) is normal to element %lld and defines no direction "
                     "in it; accepted: an axis that is along the surface, in entries of shells for "
                     "several groups where needed",
                     shell->where, axis[0], axis[1], axis[2], (long long)from->mesh->element_id[e]);
  }
  return GB_OK;
}
