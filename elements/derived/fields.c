/// Fields of elements with a section, from the strains at their points and the stresses of the
/// section. Source: docs/theory.md, section 6.
#include "elements/derived/fields.h"

#include "constitutive/beam/beam.h"
#include "elements/shell/shell_point.h"

#include <string.h>

/// Number of functionals that are treated together.
enum { TOGETHER = 4 };

_Static_assert((int)GB_ELEMENT_STRAINS == GB_SECTION_PLACES * GB_STRAINS, "strains of all points");
_Static_assert((int)GB_ELEMENT_STRAINS >= GB_BEAM_PLACES * GB_BEAM_STRAINS, "likewise of beams");
_Static_assert((int)GB_ELEMENT_SAMPLES >= 2 * (int)GB_PLIES * (int)GB_SECTION_PLACES,
               "failure of all plies");
_Static_assert((int)GB_ELEMENT_SAMPLES >= GB_FACES * GB_FACE_STRESSES, "stresses of both faces");

typedef gb_pack point_stresses[GB_ELEMENT_STRAINS];

/// An element at a state: its section and its strains E[points][strains].
typedef struct sectioned {
  const gb_element_input *in;
  const gb_section *section; ///< of shells as gb_shell_sections gives them
  bool beam;
  int points, strains;
  gb_pack energy_ratio;
  const gb_pack *E;
  gb_section own_section[GB_SHELL_SECTIONS];
  gb_pack own[GB_ELEMENT_STRAINS];
} sectioned;

static void open(const gb_element *element, const gb_element_input *in,
                 const gb_element_state *state, sectioned *s) {
  s->in = in;
  s->section = gb_shell_sections(in, s->own_section);
  s->beam = gb_section_laws[in->layup->kind]->beam;
  s->strains = s->beam ? GB_BEAM_STRAINS : GB_STRAINS;
  s->points = element->samples[GB_FIELD_ENERGY];
  s->energy_ratio = element->energy_ratio ? element->energy_ratio(in) : (gb_pack){0} + 1;
  s->E = state->strain ? state->strain : s->own;
  if (!state->strain) element->strains(in, state, s->own);
}

static void find_stress(const sectioned *s, const gb_section *section, const gb_pack E[],
                        gb_pack S[]) {
  if (s->beam)
    gb_beam_stress(&section->beam, E, S);
  else
    gb_shell_stress(section, E, S);
}

/// @return twice the energy per area of the stresses that the plies of a heated shell have at a
/// point where it expands freely
static gb_pack locked_energy(const sectioned *s, int point) {
  const gb_pack *by = gb_shell_section_at(s->in, s->section, point)->locked;
  gb_pack heat[2], none = {0};
  if (s->beam || !s->in->layup->heated) return none;
  gb_layup_heat(s->in->layup, s->in->parameter, heat);
  return heat[0] * heat[0] * by[0] + 2 * heat[0] * heat[1] * by[1] + heat[1] * heat[1] * by[2];
}

/// Compute the energy E.C E of the strains E at a point, and S = C E, both times the energy ratio.
static gb_pack energy(const sectioned *s, const gb_section *section, int point, gb_pack S[]) {
  const gb_pack *E = s->E + s->strains * point;
  gb_pack sum = {0};
  find_stress(s, gb_shell_section_at(s->in, section, point), E, S);
  for (int i = 0; i < s->strains; i++) {
    S[i] *= s->energy_ratio;
    sum += E[i] * S[i];
  }
  return sum;
}

static void find_mean(const sectioned *s, const gb_pack E[], gb_pack mean[GB_STRAINS]) {
  memset(mean, 0, GB_STRAINS * sizeof *mean);
  for (int g = 0; g < s->points; g++)
    for (int i = 0; i < s->strains; i++) mean[i] += E[s->strains * g + i] / (double)s->points;
}

/// Compute the mean of the resultants or the stresses at the points of a shell whose thickness
/// varies. The principal stresses are computed from the mean of s11, s22 and s12.
static void sample_points(const sectioned *s, gb_field field, int samples, gb_pack f[]) {
  gb_pack number[GB_SECTION_NUMBERS], at[GB_SECTION_VALUES];
  memset(f, 0, (size_t)samples * sizeof *f);
  for (int g = 0; g < s->points; g++) {
    const gb_pack *E = s->E + s->strains * g;
    if (field == GB_FIELD_RESULTANT)
      find_stress(s, gb_shell_section_at(s->in, s->section, g), E, at);
    else
      gb_section_stress(s->in->layup, gb_shell_numbers(s->in, g, number), E, at);
    for (int k = 0; k < samples; k++) f[k] += at[k] / (double)s->points;
  }
  for (int k = 0; field == GB_FIELD_STRESS && k < samples; k += GB_FACE_STRESSES)
    gb_principal_stresses(f + k);
}

/// Compute a field of the mean strains or, if the thickness varies, of the points.
static void sample_mean(const sectioned *s, gb_field field, int samples, gb_pack f[]) {
  gb_pack mean[GB_STRAINS];
  if (s->in->layup->tapered && field != GB_FIELD_STRAIN) {
    sample_points(s, field, samples, f);
    return;
  }
  find_mean(s, s->E, mean);
  if (field == GB_FIELD_RESULTANT) find_stress(s, s->section, mean, f);
  if (field == GB_FIELD_STRAIN) memcpy(f, mean, (size_t)s->strains * sizeof *mean);
  if (field == GB_FIELD_STRESS) gb_section_stress(s->in->layup, s->in->parameter, mean, f);
}

static void sample_failure(const sectioned *s, gb_pack f[]) {
  const gb_element_input *in = s->in;
  gb_pack number[GB_SECTION_NUMBERS];
  if (s->beam)
    gb_beam_failure(in->layup, in->parameter, s->points, (const gb_pack(*)[GB_BEAM_STRAINS])s->E,
                    f);
  else if (in->layup->tapered)
    for (int g = 0; g < s->points; g++)
      gb_section_failure(in->layup, gb_shell_numbers(in, g, number), 1,
                         (const gb_pack(*)[GB_STRAINS])s->E + g,
                         f + gb_layup_indices(in->layup) * g);
  else
    gb_section_failure(in->layup, in->parameter, s->points, (const gb_pack(*)[GB_STRAINS])s->E, f);
}

void gb_fields_sample(const gb_element *element, const gb_element_input *in,
                      const gb_element_state *state, gb_field field, gb_pack f[],
                      gb_geometry area[]) {
  sectioned s;
  gb_pack S[GB_STRAINS];
  gb_geometry at[GB_SECTION_PLACES], whole = {0};
  if (element->sample) {
    element->sample(in, state, field, f, area);
    return;
  }
  const int samples = gb_sample_count(element, in, field);
  if (field == GB_FIELD_MASS) {
    const gb_section *section = gb_shell_sections(in, s.own_section);
    element->areas(in, field, area);
    for (int k = 0; k < samples; k++)
      f[k] = gb_section_laws[in->layup->kind]->beam ? section->beam.mass
                                                    : gb_shell_section_at(in, section, k)->mass;
    return;
  }
  open(element, in, state, &s);
  element->areas(in, field, at);
  for (int g = 0; g < s.points; g++) whole += at[g];
  for (int k = 0; k < samples; k++)
    area[k] = field >= GB_FIELD_RESULTANT ? whole : at[k / (samples / s.points)];
  for (int g = 0; field == GB_FIELD_ENERGY && g < s.points; g++)
    f[g] = energy(&s, s.section, g, S) + locked_energy(&s, g);
  if (field == GB_FIELD_FAILURE) sample_failure(&s, f);
  if (field >= GB_FIELD_RESULTANT) sample_mean(&s, field, samples, f);
}

/// S += g df/dE of the energy.
static void add_energy_slopes(const sectioned *s, int count, const gb_pack g[],
                              point_stresses S[]) {
  gb_pack slope[GB_STRAINS];
  for (int k = 0; k < s->points; k++) {
    energy(s, s->section, k, slope);
    for (int c = 0; c < count; c++)
      for (int i = 0; i < s->strains; i++)
        S[c][s->strains * k + i] += 2 * g[s->points * c + k] * slope[i];
  }
}

/// S += g df/dE of failure in a shell whose thickness varies.
static void add_failure_slopes_at_points(const sectioned *s, int count, const gb_pack g[],
                                         point_stresses S[]) {
  const gb_element_input *in = s->in;
  const int own = gb_layup_indices(in->layup);
  gb_pack number[GB_SECTION_NUMBERS], slope[1][GB_SECTION_PLACES][GB_STRAINS];
  for (int c = 0; c < count; c++)
    for (int k = 0; k < s->points; k++) {
      memset(slope, 0, sizeof slope);
      gb_section_failure_product(in->layup, gb_shell_numbers(in, k, number), 1,
                                 (const gb_pack(*)[GB_STRAINS])s->E + k, 1,
                                 g + own * (s->points * c + k), slope);
      for (int i = 0; i < s->strains; i++) S[c][s->strains * k + i] += slope[0][0][i];
    }
}

static void add_failure_slopes(const sectioned *s, int count, const gb_pack g[],
                               point_stresses S[]) {
  const gb_element_input *in = s->in;
  gb_pack beam[TOGETHER][GB_BEAM_PLACES][GB_BEAM_STRAINS];
  if (in->layup->tapered) {
    add_failure_slopes_at_points(s, count, g, S);
    return;
  }
  if (!s->beam) {
    gb_section_failure_product(in->layup, in->parameter, s->points,
                               (const gb_pack(*)[GB_STRAINS])s->E, count, g,
                               (gb_pack(*)[GB_SECTION_PLACES][GB_STRAINS])S);
    return;
  }
  memset(beam, 0, sizeof beam);
  gb_beam_failure_product(in->layup, in->parameter, s->points,
                          (const gb_pack(*)[GB_BEAM_STRAINS])s->E, count, g, beam);
  for (int c = 0; c < count; c++) memcpy(S[c], beam[c], sizeof beam[c]);
}

enum { STRESSES = GB_FACES * GB_FACE_STRESSES };

/// S += g df/dE of the resultants or the stresses of a shell whose thickness varies.
static void add_point_slopes(const sectioned *s, gb_field field, const gb_pack g[],
                             point_stresses S) {
  gb_pack slope[GB_STRAINS], number[GB_SECTION_NUMBERS], mean[STRESSES], bar[STRESSES];
  memset(bar, 0, sizeof bar);
  if (field == GB_FIELD_STRESS) sample_points(s, field, STRESSES, mean);
  for (int k = 0; field == GB_FIELD_STRESS && k < STRESSES; k += GB_FACE_STRESSES)
    gb_principal_product(mean + k, g + k, bar + k);
  for (int k = 0; k < s->points; k++) {
    if (field == GB_FIELD_RESULTANT)
      find_stress(s, gb_shell_section_at(s->in, s->section, k), g, slope);
    else
      gb_section_stress_product(s->in->layup, gb_shell_numbers(s->in, k, number),
                                s->E + s->strains * k, bar, slope);
    for (int i = 0; i < s->strains; i++) S[s->strains * k + i] += slope[i] / (double)s->points;
  }
}

/// S += g df/dE of a field of the mean strains.
static void add_mean_slopes(const sectioned *s, gb_field field, const gb_pack g[],
                            point_stresses S) {
  gb_pack mean[GB_STRAINS], slope[GB_STRAINS];
  if (s->in->layup->tapered && field != GB_FIELD_STRAIN) {
    add_point_slopes(s, field, g, S);
    return;
  }
  find_mean(s, s->E, mean);
  // C is symmetric, so it is its own transpose
  if (field == GB_FIELD_RESULTANT) find_stress(s, s->section, g, slope);
  if (field == GB_FIELD_STRAIN) memcpy(slope, g, (size_t)s->strains * sizeof *slope);
  if (field == GB_FIELD_STRESS)
    gb_section_stress_product(s->in->layup, s->in->parameter, mean, g, slope);
  for (int k = 0; k < s->points; k++)
    for (int i = 0; i < s->strains; i++) S[s->strains * k + i] += slope[i] / (double)s->points;
}

void gb_fields_product(const gb_element *element, const gb_element_input *in,
                       const gb_element_state *state, gb_field field, int count, const gb_pack g[],
                       gb_pack bar[]) {
  sectioned s;
  point_stresses S[TOGETHER];
  if (element->sample) {
    if (element->sample_product) element->sample_product(in, state, field, count, g, bar);
    return;
  }
  if (field == GB_FIELD_MASS) return; // the mass does not depend on q
  const int samples = gb_sample_count(element, in, field);
  const int size = in->unknowns->size;
  open(element, in, state, &s);
  for (int c = 0; c < count; c += TOGETHER, g += samples * TOGETHER, bar += size * TOGETHER) {
    const int now = count - c < TOGETHER ? count - c : TOGETHER;
    memset(S, 0, (size_t)now * sizeof S[0]);
    if (field == GB_FIELD_ENERGY) add_energy_slopes(&s, now, g, S);
    if (field == GB_FIELD_FAILURE) add_failure_slopes(&s, now, g, S);
    for (int k = 0; field >= GB_FIELD_RESULTANT && k < now; k++)
      add_mean_slopes(&s, field, g + samples * k, S[k]);
    element->strain_product(in, state, now, (const point_stresses *)S, bar);
  }
}

bool gb_fields_have_parameter(const gb_element *element) {
  return (!element->sample && !element->energy_ratio && !element->strains_vary) ||
         element->sample_parameter;
}

/// Compute the derivative by parameter[k] of failure, resultants or stresses f(p, E) of a shell
/// whose thickness varies, at a point whose strains change by dE. The number p_k there changes by
/// `slope` for a unit of the parameter, so that df = slope (df/dp_k + df/dE dE / slope).
static void change_at_point(const sectioned *s, gb_field field, const gb_section *by, int k,
                            int point, const gb_pack dE[], gb_pack df[], int samples) {
  const gb_element_input *in = s->in;
  const gb_pack slope = gb_shell_number_slope(in, point, k), *E = s->E + s->strains * point;
  gb_pack number[GB_SECTION_NUMBERS], change[1][GB_STRAINS], stress[GB_STRAINS];
  const gb_pack *p = gb_shell_numbers(in, point, number);
  for (int i = 0; i < GB_STRAINS; i++) change[0][i] = dE[s->strains * point + i] / slope;
  if (field == GB_FIELD_FAILURE)
    gb_section_failure_by(in->layup, p, k, 1, (const gb_pack(*)[GB_STRAINS])E,
                          (const gb_pack(*)[GB_STRAINS])change, df);
  if (field == GB_FIELD_STRESS) gb_section_stress_by(in->layup, p, k, E, change[0], df);
  if (field != GB_FIELD_RESULTANT) {
    for (int i = 0; i < samples; i++) df[i] *= slope;
    return;
  }
  find_stress(s, gb_shell_section_at(in, by, point), E, df);
  find_stress(s, gb_shell_section_at(in, s->section, point), dE + s->strains * point, stress);
  for (int i = 0; i < samples; i++) df[i] += stress[i];
}

/// Compute the derivative of the resultants or the stresses of a shell whose thickness varies if
/// the strains change by dE.
static void change_points(const sectioned *s, gb_field field, const gb_section *by, int k,
                          const gb_pack dE[], gb_pack df[]) {
  const int samples = field == GB_FIELD_STRESS ? (int)STRESSES : (int)GB_STRAINS;
  gb_pack at[GB_SECTION_VALUES], mean[STRESSES];
  memset(df, 0, (size_t)samples * sizeof *df);
  for (int g = 0; g < s->points; g++) {
    change_at_point(s, field, by, k, g, dE, at, samples);
    for (int i = 0; i < samples; i++) df[i] += at[i] / (double)s->points;
  }
  if (field != GB_FIELD_STRESS) return;
  sample_points(s, field, samples, mean);
  for (int i = 0; i < samples; i += GB_FACE_STRESSES) gb_principal_changes(mean + i, df + i);
}

/// Compute the derivative of a field of the mean strains if the strains change by dE.
static void change_mean(const sectioned *s, gb_field field, const gb_section *by, int k,
                        const gb_pack dE[], gb_pack df[]) {
  gb_pack mean[GB_STRAINS], change[GB_STRAINS], stress[GB_STRAINS];
  if (s->in->layup->tapered && field != GB_FIELD_STRAIN) {
    change_points(s, field, by, k, dE, df);
    return;
  }
  find_mean(s, s->E, mean);
  find_mean(s, dE, change);
  if (field == GB_FIELD_STRAIN) memcpy(df, change, (size_t)s->strains * sizeof *df);
  if (field == GB_FIELD_STRESS)
    gb_section_stress_by(s->in->layup, s->in->parameter, k, mean, change, df);
  if (field != GB_FIELD_RESULTANT) return;
  find_stress(s, by, mean, df);
  find_stress(s, s->section, change, stress);
  for (int i = 0; i < s->strains; i++) df[i] += stress[i];
}

static void change_failure(const sectioned *s, const gb_section *by, int k, const gb_pack dE[],
                           gb_pack df[]) {
  const gb_element_input *in = s->in;
  const int own = gb_layup_indices(in->layup);
  for (int g = 0; in->layup->tapered && g < s->points; g++)
    change_at_point(s, GB_FIELD_FAILURE, by, k, g, dE, df + own * g, own);
  if (in->layup->tapered) return;
  if (s->beam)
    gb_beam_failure_by(in->layup, in->parameter, k, s->points,
                       (const gb_pack(*)[GB_BEAM_STRAINS])s->E,
                       (const gb_pack(*)[GB_BEAM_STRAINS])dE, df);
  else
    gb_section_failure_by(in->layup, in->parameter, k, s->points,
                          (const gb_pack(*)[GB_STRAINS])s->E, (const gb_pack(*)[GB_STRAINS])dE, df);
}

void gb_fields_parameter(const gb_element *element, const gb_element_input *in,
                         const gb_element_state *state, gb_field field, int k, gb_pack df[]) {
  sectioned s;
  gb_section own_by[GB_SHELL_SECTIONS];
  gb_pack dE[GB_ELEMENT_STRAINS], S[GB_STRAINS];
  if (element->sample_parameter) {
    element->sample_parameter(in, state, field, k, df);
    return;
  }
  const gb_section *by = gb_shell_sections_by(in, k, own_by);
  if (field == GB_FIELD_MASS) {
    const bool beam = gb_section_laws[in->layup->kind]->beam;
    for (int g = 0; g < element->samples[field]; g++)
      df[g] = beam ? by->beam.mass : gb_shell_section_at(in, by, g)->mass;
    return;
  }
  open(element, in, state, &s);
  memset(dE, 0, sizeof dE);
  if (element->strain_change) element->strain_change(in, state, k, dE);
  if (field == GB_FIELD_FAILURE) change_failure(&s, by, k, dE, df);
  if (field >= GB_FIELD_RESULTANT) change_mean(&s, field, by, k, dE, df);
  for (int g = 0; field == GB_FIELD_ENERGY && g < s.points; g++) {
    df[g] = energy(&s, by, g, S);
    energy(&s, s.section, g, S);
    for (int i = 0; i < s.strains; i++) df[g] += 2 * S[i] * dE[s.strains * g + i];
  }
}
