/// PSHELLs whose membrane, bending, transverse shear and coupling have materials and ratios of
/// their own. Source: MSC Nastran Quick Reference Guide, PSHELL. Nastran's curvatures and moments
/// have the opposite sign of those of the results here, so its coupling T^2 G4 is -B.
#include "nastran/shells.h"
#include "problem/shell_stiffness.h"

#include "base/length.h"

#include <math.h>
#include <string.h>

static const double homogeneous_shear = 5.0 / 6;

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

int gb_nastran_find_stiffness(const gb_nastran *nastran, const gb_nastran_property *property,
                              gb_section_entry *section, gb_error *error) {
  const gb_nastran_parts *parts = &property->parts;
  const int64_t bending = parts->bending ? parts->bending : property->shell.material;
  const double t = property->shell.thickness;
  const gb_nastran_material *m, *across;
  double plane[6], shear[3];
  section->kind = GB_SECTION_GENERAL_SHELL;
  section->thickness = t;
  GB_TRY(find_material(nastran, property, property->shell.material, &m, error));
  find_plane(m, plane);
  for (int i = 0; i < 6; i++) section->stiffness[GB_SHELL_A + i] = t * plane[i];
  section->mass[GB_SHELL_MASS] = t * m->is.density + property->mass;
  section->mass[GB_SHELL_INERTIA] = t * t * t / 12 * m->is.density;
  GB_TRY(find_material(nastran, property, bending, &m, error));
  find_plane(m, plane);
  for (int i = 0; i < 6; i++)
    section->stiffness[GB_SHELL_D + i] = parts->bending_ratio * t * t * t / 12 * plane[i];
  if (parts->coupling) {
    GB_TRY(find_material(nastran, property, parts->coupling, &m, error));
    find_plane(m, plane);
    for (int i = 0; i < 6; i++) section->stiffness[GB_SHELL_B + i] = -t * t * plane[i];
  }
  GB_TRY(find_material(nastran, property, parts->shear ? parts->shear : bending, &across, error));
  const bool named = parts->shear && parts->shear != property->shell.material;
  find_shear(across, named && parts->shear != bending, shear);
  for (int i = 0; i < 3; i++)
    section->stiffness[GB_SHELL_SHEAR + i] = parts->shear_ratio * t * shear[i];
  const char *wrong = gb_shell_indefinite(section);
  GB_DECK_FAIL_IF(wrong, GB_WRONG_REFERENCE, nastran->deck, property->line, error,
                  "PSHELL %lld: its stiffness %s is not positive definite; accepted: materials "
                  "with energy in every strain",
                  (long long)property->id, wrong);
  return GB_OK;
}
