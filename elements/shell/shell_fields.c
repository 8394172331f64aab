/// Strains of the shell at its quadrature points with their derivatives, from which its fields
/// follow (elements/derived/fields.c). Source: docs/theory.md, section 6.
#include "elements/shell/shell_point.h"

#include <string.h>

/// Terms of the strains: the geometry of the element, and the products G of the pairs at the state.
typedef struct strain_terms {
  gb_pack G[GB_PAIRS];
  gb_geometry memory[GB_SHELL_MEMORY];
  gb_shell_geometry geometry;
} strain_terms;

static void find_terms(const gb_element_input *in, const gb_element_state *state,
                       const gb_section *section, strain_terms *t) {
  gb_shell_vectors s;
  gb_shell_gather(in, state, &s);
  gb_shell_geometry_of(in, state, section, t->memory, &t->geometry);
  gb_shell_gram(in, state, &t->geometry, &s, t->G);
}

/// Compute the strains at the points in the local basis, E[points][GB_STRAINS].
void gb_shell_strains_of(const gb_element_input *in, const gb_element_state *state,
                         gb_pack strain[]) {
  strain_terms t;
  gb_section own[GB_SHELL_SECTIONS];
  find_terms(in, state, gb_shell_sections(in, own), &t);
  gb_shell_local_strains(in->table, &t.geometry, t.G, (gb_pack(*)[GB_STRAINS])strain);
}

void gb_shell_strain_product(const gb_element_input *in, const gb_element_state *state, int count,
                             const gb_pack S[][GB_ELEMENT_STRAINS], gb_pack bar[]) {
  const gb_shell_table *table = in->table;
  gb_shell_vectors s;
  gb_geometry memory[GB_SHELL_MEMORY];
  gb_shell_geometry geometry;
  gb_section own[GB_SHELL_SECTIONS];
  gb_shell_gather(in, state, &s);
  gb_shell_geometry_of(in, state, gb_shell_sections(in, own), memory, &geometry);
  for (int c = 0; c < count; c++) {
    gb_pack W[GB_PAIRS], R[GB_VECTORS][3];
    memset(W, 0, (size_t)table->form.pairs * sizeof W[0]);
    memset(R, 0, (size_t)table->form.vectors * sizeof R[0]);
    gb_shell_add_weights(table, &geometry, (const gb_pack(*)[GB_STRAINS])S[c], W);
    gb_kernel_forces(&table->form, W, s.v, R);
    gb_shell_merge(in->nodes, R, &bar[6 * in->nodes * c]);
  }
}

void gb_shell_strain_change(const gb_element_input *in, const gb_element_state *state, int k,
                            gb_pack dE[]) {
  strain_terms t;
  gb_section own[GB_SHELL_SECTIONS], own_by[GB_SHELL_SECTIONS];
  const gb_section *section = gb_shell_sections(in, own);
  find_terms(in, state, section, &t);
  gb_shell_strains_change(in->table, &t.geometry, section, gb_shell_sections_by(in, k, own_by), t.G,
                          (gb_pack(*)[GB_STRAINS])dE);
}

void gb_shell_sample_areas(const gb_element_input *in, gb_field field, gb_geometry area[]) {
  const gb_shell_table *table = in->table;
  gb_geometry memory[GB_SHELL_MEMORY];
  gb_shell_geometry geometry;
  (void)field;
  gb_shell_geometry_of(in, NULL, NULL, memory, &geometry);
  memcpy(area, geometry.area, (size_t)table->points * sizeof *area);
}
