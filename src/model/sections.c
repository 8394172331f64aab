/// The sections of shells: the plies and materials of an entry as the law wants them, and the
/// numbers of the deck that they are made of.
#include "model/build.h"

#include "constitutive/section.h"

#include <stdlib.h>
#include <string.h>

/// The material's place among those of the layup, which may be a new one.
static int add_material(const gb_build *b, const char *where, const char *name,
                        gb_build_section *out, gb_error *error) {
  gb_layup *layup = &out->layup;
  int m = 0;
  while (m < layup->materials && strcmp(out->material[m]->name, name)) m++;
  layup->material[layup->plies++] = (unsigned char)m;
  if (m < layup->materials) return GB_OK;
  const gb_material *material = gb_build_material(b, name);
  if (!material) return gb_fail(error, GB_USAGE, "%s: unknown material '%s'", where, name);
  out->material[layup->materials++] = material;
  return GB_OK;
}

/// What the law needs of the materials, and whether they make a failure index.
static int check_materials(const char *where, gb_build_section *out, gb_error *error) {
  const gb_section_law *law = gb_section_laws[out->layup.kind];
  out->fails = true;
  for (int m = 0; m < out->layup.materials; m++)
    for (const gb_law_number *n = law->material; n->name; n++) {
      if (*gb_build_material_number(out->material[m], n->name) != 0) continue;
      if (n->role == GB_NUMBER_STRENGTH) out->fails = false;
      if (n->role == GB_NUMBER_NEEDED)
        return gb_fail(error, GB_USAGE,
                       "%s: material '%s' has no %s, which a section of type %s needs", where,
                       out->material[m]->name, n->name, law->name);
    }
  return GB_OK;
}

int gb_build_find_section(const gb_build *b, int entry, gb_build_section *out, gb_error *error) {
  const gb_shell_section *shell = &b->deck->shell[entry];
  *out = (gb_build_section){.layup = {.kind = GB_SECTION_ISOTROPIC}};
  GB_TRY(add_material(b, shell->where, shell->material, out, error));
  out->thickness[0] = &shell->thickness;
  return check_materials(shell->where, out, error);
}

double gb_build_section_mass(const gb_build_section *section, double area) {
  double mass = 0;
  for (int i = 0; i < section->layup.plies; i++)
    mass += area * *section->thickness[i] * section->material[section->layup.material[i]]->density;
  return mass;
}

/// A number of a ply by its name.
static const double *ply_number(const gb_build_section *section, int ply, const char *name) {
  (void)name;
  return section->thickness[ply];
}

int gb_build_section_numbers(const gb_build_section *section, const double *number[],
                             double absent[]) {
  const gb_layup *layup = &section->layup;
  const gb_section_law *law = gb_section_laws[layup->kind];
  int k = 0;
  for (int m = 0; m < layup->materials; m++)
    for (const gb_law_number *n = law->material; n->name; n++, k++) {
      number[k] = gb_build_material_number(section->material[m], n->name);
      absent[k] = n->absent;
    }
  for (int i = 0; i < layup->plies; i++)
    for (const gb_law_number *n = law->ply; n->name; n++, k++) {
      number[k] = ply_number(section, i, n->name);
      absent[k] = n->absent;
    }
  return k;
}

int gb_build_lay(const gb_build_section *section, int leading, gb_block *block, gb_error *error) {
  GB_TRY(gb_allocate(1, sizeof *block->layup, &block->layup, error));
  *block->layup = section->layup;
  free(block->parameter);
  block->parameter = NULL;
  block->parameters = leading + gb_layup_numbers(&section->layup);
  return gb_allocate((size_t)block->parameters, sizeof *block->parameter, &block->parameter, error);
}
