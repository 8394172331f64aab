/// Complex step inside a section law; compiled with complex numbers alone. Source: docs/theory.md,
/// eq. (8.8).
#include "constitutive/complex_step.h"

/// The step: so small that its square is lost beside any number.
static const double step = 1e-40;

/// The numbers with number k off the real axis.
static void open_numbers(const gb_layup *layup, const double p[], int k, gb_pack number[]) {
  const int numbers = gb_layup_numbers(layup);
  for (int i = 0; i < numbers; i++) number[i] = p[i];
  number[k] = gb_join(p[k], step);
}

static void section(const gb_layup *layup, const double p[], int k, double slope[]) {
  gb_pack number[GB_SECTION_NUMBERS];
  gb_section s;
  open_numbers(layup, p, k, number);
  gb_law_section(layup, number, &s);
  for (int i = 0; i < GB_SECTION_PACKS; i++) slope[i] = gb_imag(((const gb_pack *)&s)[i]) / step;
}

static void failure(const gb_layup *layup, const double p[], int k, int ply, int count,
                    const double e[][3], double slope[]) {
  gb_pack number[GB_SECTION_NUMBERS], strain[2 * GB_SECTION_PLACES][3], f[2 * GB_SECTION_PLACES];
  open_numbers(layup, p, k, number);
  for (int i = 0; i < 3 * count; i++) strain[i / 3][i % 3] = e[i / 3][i % 3];
  gb_section_laws[layup->kind]->failure(layup, number, ply, count, (const gb_pack(*)[3])strain, f,
                                        NULL);
  for (int i = 0; i < count; i++) slope[i] = gb_imag(f[i]) / step;
}

static void plane_stress(const gb_layup *layup, const double p[], int k, int ply, int count,
                         const double e[][3], double slope[][3]) {
  gb_pack number[GB_SECTION_NUMBERS], strain[2 * GB_SECTION_PLACES][3], s[2 * GB_SECTION_PLACES][3];
  open_numbers(layup, p, k, number);
  for (int i = 0; i < 3 * count; i++) strain[i / 3][i % 3] = e[i / 3][i % 3];
  gb_section_laws[layup->kind]->plane_stress(layup, number, ply, count, (const gb_pack(*)[3])strain,
                                             s);
  for (int i = 0; i < 3 * count; i++) slope[i / 3][i % 3] = gb_imag(s[i / 3][i % 3]) / step;
}

static void face_stress(const gb_layup *layup, const double p[], int k, int face, const double E[],
                        double slope[3]) {
  gb_pack number[GB_SECTION_NUMBERS], strain[GB_SHEAR], s[3];
  open_numbers(layup, p, k, number);
  for (int i = 0; i < GB_SHEAR; i++) strain[i] = E[i];
  gb_law_face_stress(layup, number, face, strain, s);
  for (int i = 0; i < 3; i++) slope[i] = gb_imag(s[i]) / step;
}

static void indices(const gb_layup *layup, const double p[], int k, const double E[],
                    double slope[]) {
  const int count = gb_layup_indices(layup);
  gb_pack number[GB_SECTION_NUMBERS], strain[GB_SHEAR], f[GB_INDICES], by[GB_INDICES][GB_SHEAR];
  open_numbers(layup, p, k, number);
  for (int i = 0; i < GB_SHEAR; i++) strain[i] = E[i];
  gb_law_indices(layup, number, strain, f, by);
  for (int i = 0; i < count; i++) slope[i] = gb_imag(f[i]) / step;
}

static void stresses(const gb_layup *layup, const double p[], int k,
                     double slope[][GB_BEAM_STRESSES][GB_BEAM_STRAINS]) {
  const gb_beam_law *law = gb_section_laws[layup->kind]->beam;
  gb_pack number[GB_SECTION_NUMBERS], row[GB_BEAM_POINTS][GB_BEAM_STRESSES][GB_BEAM_STRAINS];
  open_numbers(layup, p, k, number);
  gb_law_stresses(layup, number, row);
  for (int i = 0; i < law->points; i++)
    for (int s = 0; s < GB_BEAM_STRESSES; s++)
      for (int c = 0; c < GB_BEAM_STRAINS; c++) slope[i][s][c] = gb_imag(row[i][s][c]) / step;
}

const gb_section_steps gb_section_step = {.section = section,
                                          .failure = failure,
                                          .plane_stress = plane_stress,
                                          .face_stress = face_stress,
                                          .indices = indices,
                                          .stresses = stresses};
