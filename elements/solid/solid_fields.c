/// Fields of solids: mass, energy and failure at the points, and the mean stresses and strains. All
/// but the mass are functions of the strains at the points. Source: docs/theory.md, section 12.
#include "elements/solid/solid_point.h"

#include <string.h>

enum { POINTS = GB_SOLID_POINTS, STRAINS = GB_SOLID_STRAINS };

/// An element at a state.
typedef struct solid {
  const gb_solid_section *section;
  gb_solid_points at;
  gb_solid_stress law;
  gb_pack F[POINTS][3][3];
} solid;

static void open(const gb_element_input *in, const gb_element_state *state,
                 const gb_solid_section *section, solid *s) {
  gb_pack E[POINTS][STRAINS];
  s->section = section;
  gb_solid_points_find(in, &s->at);
  gb_solid_stress_find(in, &s->at, s->section, state->small, &s->law);
  gb_solid_deform(in, state, section, &s->at, s->F, E);
  s->law.form->respond(&s->law, (const gb_pack(*)[STRAINS])E);
}

/// Compute von Mises' stress. @param[out] slope its derivatives, zero where it vanishes; NULL: not
/// wanted
static gb_pack von_mises(const gb_pack S[STRAINS], gb_pack slope[STRAINS]) {
  const gb_pack mean = (S[0] + S[1] + S[2]) / 3;
  gb_pack square = {0};
  for (int i = 0; i < 3; i++)
    square += 1.5 * (S[i] - mean) * (S[i] - mean) + 3 * S[3 + i] * S[3 + i];
  const gb_pack size = gb_pack_sqrt(square);
  const gb_pack scale = gb_pack_inverse_or_zero(size);
  for (int i = 0; slope && i < 3; i++) {
    slope[i] = 1.5 * scale * (S[i] - mean);
    slope[3 + i] = 3 * scale * S[3 + i];
  }
  return size;
}

/// Compute the mean over the volume of the strains, or of the stresses, at the points.
static void find_mean(const solid *s, int points, bool strains, gb_pack mean[STRAINS]) {
  gb_geometry volume = {0};
  for (int g = 0; g < points; g++) volume += s->at.volume[g];
  for (int i = 0; i < STRAINS; i++) {
    gb_pack sum = {0};
    for (int g = 0; g < points; g++) {
      const gb_solid_state *state = &s->law.state[g];
      sum += s->at.volume[g] * (strains ? state->strain[i] : state->stress[i]);
    }
    mean[i] = sum / volume;
  }
}

void gb_solid_sample(const gb_element_input *in, const gb_element_state *state, gb_field field,
                     gb_pack f[], gb_geometry area[]) {
  const int points = ((const gb_solid_table *)in->table)->points;
  gb_pack free[STRAINS], heat[POINTS];
  gb_geometry volume = {0};
  gb_section own;
  solid s;
  open(in, state, &gb_input_section(in, &own)->solid, &s);
  for (int g = 0; g < points; g++) volume += s.at.volume[g];
  for (int g = 0; field < GB_FIELD_RESULTANT && g < points; g++) {
    area[g] = s.at.volume[g];
    if (field == GB_FIELD_MASS) f[g] = s.section->mass;
    if (field == GB_FIELD_FAILURE)
      f[g] = von_mises(s.law.state[g].stress, NULL) / s.section->strength;
    if (field == GB_FIELD_ENERGY) f[g] = s.law.state[g].energy;
  }
  if (field < GB_FIELD_RESULTANT) return;
  for (int i = 0; i < STRAINS; i++) area[i] = volume;
  if (field != GB_FIELD_RESULTANT && field != GB_FIELD_STRAIN) return;
  find_mean(&s, points, field == GB_FIELD_STRAIN, f);
  if (field != GB_FIELD_STRAIN) return;
  gb_solid_heat(in, heat);
  for (int g = 0; g < points; g++) {
    gb_solid_free_strains(s.section, heat[g], state->linear, free);
    for (int i = 0; i < STRAINS; i++) f[i] += s.at.volume[g] / volume * free[i];
  }
}

/// Compute the derivatives of a functional by the strains at the points, divided by their volumes,
/// from those by the samples g.
static void find_slopes(const solid *s, gb_field field, int points, const gb_pack g[],
                        gb_pack E[][STRAINS]) {
  const gb_solid_form *form = s->law.form;
  gb_pack by[POINTS][STRAINS], weight[POINTS], total = {0};
  for (int k = 0; k < points; k++) total += s->at.volume[k];
  for (int k = 0; k < points; k++) {
    if (field < GB_FIELD_RESULTANT) weight[k] = g[k] / s->at.volume[k];
    if (field == GB_FIELD_FAILURE) von_mises(s->law.state[k].stress, by[k]);
    for (int i = 0; field == GB_FIELD_FAILURE && i < STRAINS; i++)
      by[k][i] *= weight[k] / s->section->strength;
    for (int i = 0; field >= GB_FIELD_RESULTANT && i < STRAINS; i++) by[k][i] = g[i] / total;
  }
  if (field == GB_FIELD_ENERGY)
    form->by_energy(&s->law, weight, E);
  else
    (field == GB_FIELD_STRAIN ? form->by_strain
                              : form->by_stress)(&s->law, (const gb_pack(*)[STRAINS])by, E);
}

void gb_solid_sample_product(const gb_element_input *in, const gb_element_state *state,
                             gb_field field, int count, const gb_pack g[], gb_pack bar[]) {
  const int points = ((const gb_solid_table *)in->table)->points;
  const int samples = field < GB_FIELD_RESULTANT ? points : (int)STRAINS;
  gb_pack E[POINTS][STRAINS];
  gb_section own;
  solid s;
  if (field == GB_FIELD_MASS) return;
  open(in, state, &gb_input_section(in, &own)->solid, &s);
  for (int c = 0; c < count; c++, g += samples, bar += 3 * in->nodes) {
    find_slopes(&s, field, points, g, E);
    gb_solid_add_forces(in, &s.at, (const gb_pack(*)[3][3])s.F, (const gb_pack(*)[STRAINS])E, bar);
  }
}
