/// Fields that the shell samples at its quadrature points, with their derivatives: mass and strain
/// energy per area, the failure index at both faces of each ply, and those of its mean strains
/// (shell_means.c). Source: docs/theory.md, section 6.
#include "elements/shell_point.h"

#include <string.h>

_Static_assert(GB_ELEMENT_STRAINS >= GB_BASIS_POINTS * GB_STRAINS, "strains of all points");
_Static_assert((int)GB_SECTION_PLACES >= (int)GB_BASIS_POINTS, "failure at all points");
_Static_assert((int)GB_ELEMENT_SAMPLES >= 2 * (int)GB_PLIES * (int)GB_BASIS_POINTS,
               "failure of all plies");

/// Terms of the strains: section and geometry of the element, and the products G of the pairs at
/// the state.
typedef struct strain_terms {
  gb_pack G[GB_PAIRS];
  gb_geometry metric[GB_ELEMENT_METRIC];
  gb_section own;
  gb_shell_geometry geometry;
  const gb_section *section;
} strain_terms;

static void find_terms(const gb_element_input *in, const gb_element_state *state, strain_terms *t) {
  gb_shell_vectors s;
  t->section = gb_shell_section(in, &t->own);
  gb_shell_gather(in, state, &s);
  gb_kernel_gram(&((const gb_shell_table *)in->table)->form, s.V, s.U, s.v, t->G);
  gb_shell_geometry_of(in, t->section, t->metric, &t->geometry);
}

/// Strains at the points in the local basis, E[points][GB_STRAINS].
void gb_shell_strains_of(const gb_element_input *in, const gb_element_state *state,
                         gb_pack strain[]) {
  strain_terms t;
  find_terms(in, state, &t);
  gb_shell_local_strains(in->table, &t.geometry, t.G, (gb_pack(*)[GB_STRAINS])strain);
}

/// The strains that came with the state, or else those found now.
static const gb_pack (*find_strains(const gb_element_input *in, const gb_element_state *state,
                                    gb_pack own[GB_ELEMENT_STRAINS]))[GB_STRAINS] {
  if (!state->strain) gb_shell_strains_of(in, state, own);
  return (const gb_pack(*)[GB_STRAINS])(state->strain ? state->strain : own);
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
  const int each = field == GB_FIELD_FAILURE ? 2 * in->layup->plies : 1;
  gb_geometry metric[GB_ELEMENT_METRIC];
  gb_shell_geometry geometry;
  gb_section own_section;
  gb_pack own[GB_ELEMENT_STRAINS], S[GB_STRAINS];
  const gb_section *section = gb_shell_section(in, &own_section);
  gb_shell_geometry_of(in, NULL, metric, &geometry);
  const gb_pack(*E)[GB_STRAINS] = find_strains(in, state, own);
  if (field >= GB_FIELD_RESULTANT) {
    gb_geometry whole = {0};
    for (int g = 0; g < table->points; g++) whole += geometry.area[g];
    for (int i = 0; i < gb_shell_mean_values(field); i++) area[i] = whole;
    gb_shell_mean_sample(in, E, field, f);
    return;
  }
  for (int k = 0; k < each * table->points; k++) area[k] = geometry.area[k / each];
  if (field == GB_FIELD_FAILURE) {
    gb_section_failure(in->layup, in->parameter, table->points, E, f);
    return;
  }
  for (int g = 0; g < table->points; g++)
    f[g] = field == GB_FIELD_MASS ? section->mass : energy(section, E[g], S);
}

/// Functionals whose sums over samples are made at once.
enum { TOGETHER = 4 };

typedef gb_pack point_stresses[GB_SECTION_PLACES][GB_STRAINS];

/// S += g df/dE of the energy.
static void add_energy_slopes(const gb_element_input *in, const gb_pack E[][GB_STRAINS], int count,
                              const gb_pack g[], point_stresses S[]) {
  const int points = ((const gb_shell_table *)in->table)->points;
  gb_section own;
  gb_pack slope[GB_STRAINS];
  const gb_section *section = gb_shell_section(in, &own);
  for (int k = 0; k < points; k++) {
    gb_shell_stress(section, E[k], slope);
    for (int i = 0; i < GB_STRAINS; i++) slope[i] *= 2;
    for (int c = 0; c < count; c++)
      for (int i = 0; i < GB_STRAINS; i++) S[c][k][i] += g[points * c + k] * slope[i];
  }
}

/// Stresses of some functionals at the points to forces on the nodes.
static void add_forces(const gb_element_input *in, const gb_shell_vectors *s,
                       const gb_shell_geometry *geometry, int count, const point_stresses S[],
                       gb_pack bar[]) {
  const gb_shell_table *table = in->table;
  for (int c = 0; c < count; c++) {
    gb_pack W[GB_PAIRS], R[GB_VECTORS][3];
    memset(W, 0, (size_t)table->form.pairs * sizeof W[0]);
    memset(R, 0, (size_t)table->form.vectors * sizeof R[0]);
    gb_shell_add_weights(table, geometry, S[c], W);
    gb_kernel_forces(&table->form, W, s->v, R);
    gb_shell_merge(in->nodes, R, &bar[6 * in->nodes * c]);
  }
}

void gb_shell_sample_product(const gb_element_input *in, const gb_element_state *state,
                             gb_field field, int count, const gb_pack g[], gb_pack bar[]) {
  const gb_shell_table *table = in->table;
  const int each = field == GB_FIELD_FAILURE ? 2 * in->layup->plies : 1;
  const int samples =
      field >= GB_FIELD_RESULTANT ? gb_shell_mean_values(field) : each * table->points;
  const int size = 6 * in->nodes;
  gb_shell_vectors s;
  gb_geometry metric[GB_ELEMENT_METRIC];
  gb_shell_geometry geometry;
  gb_section own_section;
  gb_pack own[GB_ELEMENT_STRAINS];
  point_stresses S[TOGETHER];
  if (field == GB_FIELD_MASS) return; // of the reference configuration
  gb_shell_gather(in, state, &s);
  gb_shell_geometry_of(in, gb_shell_section(in, &own_section), metric, &geometry);
  const gb_pack(*E)[GB_STRAINS] = find_strains(in, state, own);
  for (int c = 0; c < count; c += TOGETHER) {
    const int now = count - c < TOGETHER ? count - c : TOGETHER;
    memset(S, 0, (size_t)now * sizeof S[0]);
    if (field == GB_FIELD_ENERGY) add_energy_slopes(in, E, now, g + samples * c, S);
    for (int k = 0; field >= GB_FIELD_RESULTANT && k < now; k++)
      gb_shell_mean_slopes(in, E, field, g + samples * (c + k), S[k]);
    if (field == GB_FIELD_FAILURE)
      gb_section_failure_product(in->layup, in->parameter, table->points, E, now, g + samples * c,
                                 S);
    add_forces(in, &s, &geometry, now, (const point_stresses *)S, bar + size * c);
  }
}

/// Derivative of the strains at the points by a parameter, dE[points][GB_STRAINS].
static void find_change(const gb_element_input *in, const gb_element_state *state,
                        const gb_section *by, gb_pack dE[][GB_STRAINS]) {
  strain_terms t;
  find_terms(in, state, &t);
  gb_shell_strains_change(in->table, &t.geometry, t.section, by, t.G, dE);
}

void gb_shell_sample_parameter(const gb_element_input *in, const gb_element_state *state,
                               gb_field field, int k, gb_pack df[]) {
  const gb_shell_table *table = in->table;
  gb_section own_section, own_by;
  gb_pack own[GB_ELEMENT_STRAINS], dE[GB_BASIS_POINTS][GB_STRAINS], S[GB_STRAINS];
  const gb_pack(*E)[GB_STRAINS] = find_strains(in, state, own);
  const gb_section *by = gb_shell_section_by(in, k, &own_by);
  if (field == GB_FIELD_MASS) {
    for (int g = 0; g < table->points; g++) df[g] = by->mass;
    return;
  }
  find_change(in, state, by, dE);
  if (field >= GB_FIELD_RESULTANT) {
    gb_shell_mean_parameter(in, E, (const gb_pack(*)[GB_STRAINS])dE, field, k, df);
    return;
  }
  if (field == GB_FIELD_FAILURE) {
    gb_section_failure_by(in->layup, in->parameter, k, table->points, E,
                          (const gb_pack(*)[GB_STRAINS])dE, df);
    return;
  }
  for (int g = 0; g < table->points; g++) {
    df[g] = energy(by, E[g], S);
    gb_shell_stress(gb_shell_section(in, &own_section), E[g], S);
    for (int c = 0; c < GB_STRAINS; c++) df[g] += 2 * S[c] * dE[g][c];
  }
}
