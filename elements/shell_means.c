/// Fields of a shell's mean strains, each component in its local basis: resultants, the strains
/// themselves and the stresses of both faces. Source: docs/theory.md, section 6.
#include "elements/shell_point.h"

#include <string.h>

_Static_assert((int)GB_ELEMENT_SAMPLES >= GB_FACES * GB_FACE_STRESSES, "stresses of both faces");

static int points_of(const gb_element_input *in) {
  return ((const gb_shell_table *)in->table)->points;
}

static void find_mean(const gb_element_input *in, const gb_pack E[][GB_STRAINS], gb_pack mean[]) {
  const int points = points_of(in);
  memset(mean, 0, GB_STRAINS * sizeof *mean);
  for (int g = 0; g < points; g++)
    for (int i = 0; i < GB_STRAINS; i++) mean[i] += E[g][i] / (double)points;
}

void gb_shell_mean_sample(const gb_element_input *in, const gb_pack E[][GB_STRAINS], gb_field field,
                          gb_pack f[]) {
  gb_section own;
  gb_pack mean[GB_STRAINS];
  find_mean(in, E, mean);
  if (field == GB_FIELD_RESULTANT) gb_shell_stress(gb_shell_section(in, &own), mean, f);
  if (field == GB_FIELD_STRAIN) memcpy(f, mean, sizeof mean);
  if (field == GB_FIELD_STRESS) gb_section_stress(in->layup, in->parameter, mean, f);
}

void gb_shell_mean_slopes(const gb_element_input *in, const gb_pack E[][GB_STRAINS], gb_field field,
                          const gb_pack g[], gb_pack S[][GB_STRAINS]) {
  gb_section own;
  gb_pack mean[GB_STRAINS], slope[GB_STRAINS];
  find_mean(in, E, mean);
  if (field == GB_FIELD_RESULTANT)
    gb_shell_stress(gb_shell_section(in, &own), g, slope); // its matrix is symmetric
  if (field == GB_FIELD_STRAIN) memcpy(slope, g, sizeof slope);
  if (field == GB_FIELD_STRESS) gb_section_stress_product(in->layup, in->parameter, mean, g, slope);
  const int points = points_of(in);
  for (int k = 0; k < points; k++)
    for (int i = 0; i < GB_STRAINS; i++) S[k][i] += slope[i] / (double)points;
}

void gb_shell_mean_parameter(const gb_element_input *in, const gb_pack E[][GB_STRAINS],
                             const gb_pack dE[][GB_STRAINS], gb_field field, int k, gb_pack df[]) {
  gb_section own, own_by;
  gb_pack mean[GB_STRAINS], change[GB_STRAINS], stress[GB_STRAINS];
  find_mean(in, E, mean);
  find_mean(in, dE, change);
  if (field == GB_FIELD_STRAIN) memcpy(df, change, sizeof change);
  if (field == GB_FIELD_STRESS) gb_section_stress_by(in->layup, in->parameter, k, mean, change, df);
  if (field != GB_FIELD_RESULTANT) return;
  gb_shell_stress(gb_shell_section_by(in, k, &own_by), mean, df);
  gb_shell_stress(gb_shell_section(in, &own), change, stress);
  for (int i = 0; i < GB_STRAINS; i++) df[i] += stress[i];
}
