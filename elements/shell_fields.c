/// Fields that the shell samples at its quadrature points, with their derivatives: mass and strain
/// energy per area, and the failure index at both faces from e +- (t/2) k. Source: docs/theory.md,
/// section 6.
#include "elements/shell_point.h"

#include <string.h>

_Static_assert(GB_ELEMENT_STRAINS >= GB_BASIS_POINTS * GB_STRAINS, "strains of all points");

/// At the points, in the local basis: E[points][GB_STRAINS].
void gb_shell_strains_of(const gb_element_input *in, const gb_element_state *state,
                         gb_pack strain[]) {
  const gb_shell_table *table = in->table;
  gb_pack G[GB_PAIRS];
  gb_geometry metric[GB_ELEMENT_METRIC];
  gb_shell_vectors s;
  gb_shell_geometry geometry;
  gb_shell_gather(in, state->q, &s);
  gb_kernel_gram(&table->form, s.V, s.U, G);
  gb_shell_geometry_of(in, metric, &geometry);
  gb_shell_local_strains(table, &geometry, G, (gb_pack(*)[GB_STRAINS])strain);
}

/// The strains that came with the state, or else those found now.
static const gb_pack (*find_strains(const gb_element_input *in, const gb_element_state *state,
                                    gb_pack own[GB_ELEMENT_STRAINS]))[GB_STRAINS] {
  if (!state->strain) gb_shell_strains_of(in, state, own);
  return (const gb_pack(*)[GB_STRAINS])(state->strain ? state->strain : own);
}

static void face_strains(const gb_pack E[], gb_pack zeta, gb_pack e[3]) {
  for (int i = 0; i < 3; i++) e[i] = E[GB_MEMBRANE + i] + zeta * E[GB_BENDING + i];
}

static gb_pack energy(const gb_section *section, const gb_pack E[], gb_pack S[]) {
  gb_pack sum = {0};
  gb_shell_stress(section, E, S);
  for (int c = 0; c < GB_STRAINS; c++) sum += E[c] * S[c];
  return sum;
}

void gb_shell_sample(const gb_element_input *in, const gb_element_state *state, gb_field field,
                     gb_pack f[], gb_geometry area[]) {
  const gb_shell_table *table = in->table;
  gb_geometry metric[GB_ELEMENT_METRIC];
  gb_shell_geometry geometry;
  gb_section section;
  gb_pack own[GB_ELEMENT_STRAINS], S[GB_STRAINS], e[3], slope[3];
  gb_pack half = in->parameter[GB_THICKNESS] / 2;
  gb_isotropic_section(in->parameter, &section);
  gb_shell_geometry_of(in, metric, &geometry);
  const gb_pack(*E)[GB_STRAINS] = find_strains(in, state, own);
  for (int g = 0; g < table->points; g++) {
    if (field == GB_FIELD_FAILURE) {
      for (int face = 0; face < 2; face++) {
        face_strains(E[g], face ? half : -half, e);
        f[2 * g + face] = gb_isotropic_failure(in->parameter, e, slope);
        area[2 * g + face] = geometry.area[g];
      }
    } else {
      f[g] = field == GB_FIELD_MASS ? section.mass : energy(&section, E[g], S);
      area[g] = geometry.area[g];
    }
  }
}

/// The slope of a field by the strains at one sampling point.
static void find_slope(const gb_element_input *in, gb_field field, const gb_section *section,
                       const gb_pack E[], int face, gb_pack slope[]) {
  gb_pack e[3];
  const gb_pack zeta = (face ? 0.5 : -0.5) * in->parameter[GB_THICKNESS];
  if (field == GB_FIELD_ENERGY) {
    gb_shell_stress(section, E, slope);
    for (int c = 0; c < GB_STRAINS; c++) slope[c] *= 2;
    return;
  }
  face_strains(E, zeta, e);
  gb_isotropic_failure(in->parameter, e, &slope[GB_MEMBRANE]);
  for (int i = 0; i < 3; i++) slope[GB_BENDING + i] = zeta * slope[GB_MEMBRANE + i];
  slope[GB_SHEAR] = slope[GB_SHEAR + 1] = (gb_pack){0};
}

void gb_shell_sample_product(const gb_element_input *in, const gb_element_state *state,
                             gb_field field, int count, const gb_pack g[], gb_pack bar[]) {
  const gb_shell_table *table = in->table;
  const int faces = field == GB_FIELD_FAILURE ? 2 : 1, samples = faces * table->points;
  gb_shell_vectors s;
  gb_geometry metric[GB_ELEMENT_METRIC];
  gb_shell_geometry geometry;
  gb_section section;
  gb_pack own[GB_ELEMENT_STRAINS], slope[2 * GB_BASIS_POINTS][GB_STRAINS];
  if (field == GB_FIELD_MASS) return; // of the reference configuration
  gb_isotropic_section(in->parameter, &section);
  gb_shell_gather(in, state->q, &s);
  gb_shell_geometry_of(in, metric, &geometry);
  const gb_pack(*E)[GB_STRAINS] = find_strains(in, state, own);
  for (int k = 0; k < samples; k++)
    find_slope(in, field, &section, E[k / faces], k % faces, slope[k]);
  for (int c = 0; c < count; c++) {
    gb_pack W[GB_PAIRS], R[GB_VECTORS][3], S[GB_BASIS_POINTS][GB_STRAINS];
    memset(W, 0, (size_t)table->form.pairs * sizeof W[0]);
    memset(R, 0, (size_t)table->form.vectors * sizeof R[0]);
    memset(S, 0, (size_t)table->points * sizeof S[0]);
    for (int k = 0; k < samples; k++)
      for (int i = 0; i < GB_STRAINS; i++) S[k / faces][i] += g[samples * c + k] * slope[k][i];
    gb_shell_add_weights(table, &geometry, (const gb_pack(*)[GB_STRAINS])S, W);
    gb_kernel_forces(&table->form, W, s.v, R);
    gb_shell_merge(in->nodes, R, &bar[6 * in->nodes * c]);
  }
}

/// The failure index at a face, at fixed strains of the mid-surface: by the thickness through the
/// place of the face.
static gb_pack failure_by(const gb_element_input *in, int k, const gb_pack E[], int face) {
  double side = face ? 0.5 : -0.5;
  gb_pack e[3], de[3];
  face_strains(E, side * in->parameter[GB_THICKNESS], e);
  if (k != GB_THICKNESS) return gb_isotropic_failure_by(in->parameter, k, e);
  gb_isotropic_failure(in->parameter, e, de);
  return side * gb_pack_dot3(de, &E[GB_BENDING]);
}

void gb_shell_sample_parameter(const gb_element_input *in, const gb_element_state *state,
                               gb_field field, int k, gb_pack df[]) {
  const gb_shell_table *table = in->table;
  gb_section by;
  gb_pack own[GB_ELEMENT_STRAINS], S[GB_STRAINS];
  const gb_pack(*E)[GB_STRAINS] = find_strains(in, state, own);
  gb_isotropic_section_by(in->parameter, k, &by);
  for (int g = 0; g < table->points; g++) {
    if (field == GB_FIELD_FAILURE)
      for (int face = 0; face < 2; face++) df[2 * g + face] = failure_by(in, k, E[g], face);
    else
      df[g] = field == GB_FIELD_MASS ? by.mass : energy(&by, E[g], S);
  }
}
