/// PSHELLs whose membrane, bending, transverse shear and coupling have materials and ratios of
/// their own. Source: MSC Nastran Quick Reference Guide, PSHELL. Nastran's curvatures and moments
/// have the opposite sign of those of the results here, so its coupling T^2 G4 is -B.
#include "nastran/entries/shell.h"
#include "problem/shell_stiffness.h"

#include "base/length.h"

#include <math.h>
#include <string.h>

static const double homogeneous_shear = 5.0 / 6;
/// Part of the stiffness by MID2 that a blank MID1 has. Where AUTOSPC holds one axis of a plate
/// that is inclined to it, the error of the bending is 12 SMALL (L/T)^2.
static const double SMALL = 1e-12;

void gb_nastran_find_general(const gb_nastran *nastran, gb_nastran_property *property) {
  const gb_nastran_parts *parts = &property->parts;
  const int64_t membrane = property->shell.material;
  const gb_nastran_material *m = gb_nastran_find_material(nastran, "MAT2", membrane);
  if (strcmp(property->card, "PSHELL") != 0) return;
  property->general = (parts->bending && parts->bending != membrane) ||
                      (parts->shear && parts->shear != membrane) || parts->coupling ||
                      parts->bending_ratio != 1 ||
                      fabs(parts->shear_ratio - homogeneous_shear) > 1e-4 || (m && m->is.E1 == 0);
}

/// Find a material of a PSHELL by its number. errors: GB_MODEL
static int find_material(const gb_nastran *nastran, const gb_nastran_property *property, int64_t id,
                         const gb_nastran_material **out, gb_error *error) {
  const gb_nastran_material *directed = gb_nastran_find_directed(nastran, id);
  *out = gb_nastran_find_material(nastran, "MAT1", id);
  GB_DECK_FAIL_IF(*out && directed, GB_DUPLICATE_NUMBER, nastran->deck, property->line, error,
                  "PSHELL %lld: %lld is a MAT1, and a %s too", (long long)property->id,
                  (long long)id, directed->card);
  if (!*out) *out = directed;
  GB_DECK_FAIL_IF(!*out, GB_UNREAD_CARD, nastran->deck, property->line, error,
                  "PSHELL %lld: %lld is no MAT1, MAT2 or MAT8", (long long)property->id,
                  (long long)id);
  return gb_nastran_check_moduli(nastran, property, *out, error);
}

/// Compute the stiffness 11, 12, 16, 22, 26, 66 of a material in plane stress.
static void find_plane(const gb_nastran_material *m, double plane[6]) {
  const gb_material *is = &m->is;
  memset(plane, 0, 6 * sizeof *plane);
  if (!strcmp(m->card, "MAT2")) {
    memcpy(plane, m->plane, sizeof m->plane);
    return;
  }
  const bool isotropic = is->young > 0;
  const double E1 = isotropic ? is->young : is->E1, E2 = isotropic ? is->young : is->E2;
  const double scale = E1 / (E1 - is->poisson * is->poisson * E2);
  plane[0] = scale * E1;
  plane[1] = scale * is->poisson * E2;
  plane[3] = scale * E2;
  plane[5] = isotropic ? E1 / (2 * (1 + is->poisson)) : is->G12;
}

/// Compute the stiffness 11, 12, 22 of a material for transverse shear. A MAT2 has G11, G12 and G22
/// as MID3; as MID1 or MID2 alone it has G33.
static void find_shear(const gb_nastran_material *m, bool named, double shear[3]) {
  const gb_material *is = &m->is;
  const double isotropic = m->shear != 0 ? m->shear : is->young / (2 * (1 + is->poisson));
  shear[1] = 0;
  shear[0] = shear[2] = m->plane[5];
  if (!strcmp(m->card, "MAT1")) shear[0] = shear[2] = isotropic;
  if (!strcmp(m->card, "MAT8")) shear[0] = is->G13;
  if (!strcmp(m->card, "MAT8")) shear[2] = is->G23;
  if (strcmp(m->card, "MAT2") != 0 || !named) return;
  shear[0] = m->plane[0];
  shear[1] = m->plane[1];
  shear[2] = m->plane[3];
}

/// Find the materials of membrane and bending: MID1 and MID2, or one of them for both. For plane
/// strain, in which the thickness does not change, both are the material that has the same
/// stiffness in plane stress: one of E / (1 - NU^2) and NU / (1 - NU).
static int find_materials(const gb_nastran *nastran, const gb_nastran_property *property,
                          gb_nastran_material *membrane, gb_nastran_material *bending,
                          gb_error *error) {
  const int64_t second = property->parts.bending;
  const int64_t first = property->shell.material ? property->shell.material : second;
  const gb_nastran_material *m;
  GB_TRY(find_material(nastran, property, first, &m, error));
  *membrane = *m;
  if (second > 0 && second != first) GB_TRY(find_material(nastran, property, second, &m, error));
  *bending = *m;
  if (second != GB_NASTRAN_PLANE_STRAIN) return GB_OK;
  const double nu = m->is.poisson;
  if (strcmp(m->card, "MAT1") != 0 || !(nu < 0.5))
    return GB_REFUSE(nastran, property, GB_WRONG_REFERENCE, error,
                     "MID2 = -1 (plane strain) with the %s %lld; accepted: a MAT1 with NU < 0.5",
                     m->card, (long long)m->id);
  membrane->is.young /= 1 - nu * nu;
  membrane->is.poisson = nu / (1 - nu);
  *bending = *membrane;
  return GB_OK;
}

int gb_nastran_find_stiffness(const gb_nastran *nastran, const gb_nastran_property *property,
                              gb_section_entry *section, gb_error *error) {
  const gb_nastran_parts *parts = &property->parts;
  const double t = property->shell.thickness, share = property->shell.material ? 1 : SMALL;
  gb_nastran_material membrane, bending;
  const gb_nastran_material *m;
  double plane[6], shear[3];
  section->kind = GB_SECTION_GENERAL_SHELL;
  section->thickness = t;
  GB_TRY(find_materials(nastran, property, &membrane, &bending, error));
  find_plane(&membrane, plane);
  for (int i = 0; i < 6; i++) section->stiffness[GB_SHELL_A + i] = share * t * plane[i];
  section->mass[GB_SHELL_MASS] = t * membrane.is.density + property->mass;
  section->mass[GB_SHELL_INERTIA] = t * t * t / 12 * membrane.is.density;
  find_plane(&bending, plane);
  for (int i = 0; i < 6; i++)
    section->stiffness[GB_SHELL_D + i] = parts->bending_ratio * t * t * t / 12 * plane[i];
  if (parts->coupling) {
    GB_TRY(find_material(nastran, property, parts->coupling, &m, error));
    find_plane(m, plane);
    for (int i = 0; i < 6; i++) section->stiffness[GB_SHELL_B + i] = -t * t * plane[i];
  }
  m = &bending;
  if (parts->shear) GB_TRY(find_material(nastran, property, parts->shear, &m, error));
  const bool named = parts->shear && parts->shear != property->shell.material;
  find_shear(m, named && m->id != bending.id, shear);
  for (int i = 0; i < 3; i++)
    section->stiffness[GB_SHELL_SHEAR + i] = parts->shear_ratio * t * shear[i];
  const char *wrong = gb_shell_indefinite(section);
  GB_DECK_FAIL_IF(wrong, GB_WRONG_REFERENCE, nastran->deck, property->line, error,
                  "PSHELL %lld: its stiffness %s is not positive definite; accepted: materials "
                  "with energy in every strain",
                  (long long)property->id, wrong);
  return GB_OK;
}
