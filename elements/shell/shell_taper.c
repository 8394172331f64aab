/// Numbers and sections of shells at their quadrature points: the ratio of the thickness there and
/// the element's is interpolated between the nodes, and numbers are proportional to its powers.
/// Source: docs/theory.md, (4.16).
#include "elements/shell/shell_taper.h"

#include "constitutive/complex_step.h"

/// @return the thickness at a quadrature point, relative to the element's
static gb_pack ratio_at(const gb_element_input *in, int point) {
  const double *N = ((const gb_shell_table *)in->table)->point[point].shape.N;
  const gb_pack *ratio = in->parameter + in->parameters;
  gb_pack sum = {0};
  for (int a = 0; a < in->nodes; a++) sum += N[a] * ratio[a];
  return sum;
}

const gb_pack *gb_shell_numbers(const gb_element_input *in, int point,
                                gb_pack own[GB_SECTION_NUMBERS]) {
  if (!in->layup->tapered) return in->parameter;
  gb_layup_thicken(in->layup, in->parameter, ratio_at(in, point), own);
  return own;
}

gb_pack gb_shell_number_slope(const gb_element_input *in, int point, int k) {
  gb_pack slope = (gb_pack){0} + 1;
  for (int power = gb_layup_power(in->layup, k); power > 0; power--) slope *= ratio_at(in, point);
  return slope;
}

const gb_section *gb_shell_sections(const gb_element_input *in, gb_section own[GB_SHELL_SECTIONS]) {
  const gb_section *section = gb_input_section(in, own);
  gb_pack number[GB_SECTION_NUMBERS];
  if (!in->layup->tapered) return section;
  if (section != own) own[0] = *section;
  for (int g = 0; g < ((const gb_shell_table *)in->table)->points; g++)
    gb_section_find(in->layup, gb_shell_numbers(in, g, number), &own[1 + g]);
  return own;
}

const gb_section *gb_shell_sections_by(const gb_element_input *in, int k,
                                       gb_section own[GB_SHELL_SECTIONS]) {
  const gb_section *section = gb_input_section_by(in, k, own);
  gb_pack number[GB_SECTION_NUMBERS];
  if (!in->layup->tapered) return section;
  if (section != own) own[0] = *section;
  for (int g = 0; g < ((const gb_shell_table *)in->table)->points; g++) {
    const gb_pack slope = gb_shell_number_slope(in, g, k);
    gb_section_find_by(in->layup, gb_shell_numbers(in, g, number), k, &own[1 + g]);
    for (int i = 0; i < GB_SECTION_PACKS; i++) ((gb_pack *)&own[1 + g])[i] *= slope;
  }
  return own;
}
