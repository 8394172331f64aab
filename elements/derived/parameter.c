/// Derivatives by parameters: choice of the method, and conversion of lanes for complex kernels.
#include "elements/derived/parameter.h"

#include "elements/derived/complex_step.h"
#include "elements/derived/fields.h"

/// Copy a lane of an array; zeros for NULL, an array that the element does not use.
static void take_vectors(int nodes, const gb_geometry (*from)[3], int lane, double to[][3]) {
  for (int a = 0; a < nodes; a++)
    for (int i = 0; i < 3; i++)
      to[a][i] = from ? gb_real(gb_lanes((gb_pack *)&from[a][i])[lane]) : 0;
}

/// Copy a lane of values.
static void take_values(int count, const gb_pack from[], int lane, double to[]) {
  for (int i = 0; i < count; i++) to[i] = gb_real(gb_lanes((gb_pack *)&from[i])[lane]);
}

void gb_take_lane(gb_element_kind kind, const gb_element_input *in, const gb_element_state *state,
                  int lane, gb_single_element *one) {
  one->unknowns = in->unknowns;
  one->nodes = in->nodes;
  one->parameters = in->parameters;
  one->values = gb_input_values(in);
  one->table = in->table;
  one->layup = in->layup;
  one->enforcement = in->enforcement;
  one->t = in->t;
  one->linear = state->linear;
  one->rates = state->rates;
  one->directed = false;
  one->remembers = state->memory != NULL;
  take_vectors(in->nodes, in->position, lane, one->reference[0]);
  take_vectors(in->nodes, in->director, lane, one->reference[1]);
  take_vectors(in->nodes, in->second, lane, one->reference[2]);
  take_vectors(in->nodes, in->third, lane, one->reference[3]);
  one->has_axis = in->axis != NULL;
  for (int i = 0; i < 3; i++) {
    one->gravity[i] = in->gravity[i];
    one->axis[i] = in->axis ? gb_real(gb_lanes((gb_pack *)&in->axis[i])[lane]) : 0;
  }
  for (int i = 0; i < one->values; i++)
    one->parameter[i] = gb_real(gb_lanes((gb_pack *)&in->parameter[i])[lane]);
  const gb_pack *const vectors[3] = {state->q, state->v, state->a};
  for (int k = 0; k < 3; k++) take_values(in->unknowns->size, vectors[k], lane, one->state[k]);
  if (one->remembers)
    take_values(in->unknowns->size + gb_elements[kind]->keeps(in), state->memory, lane,
                one->memory);
}

/// Whether the free expansion of a section may depend on a parameter. The derivatives that elements
/// provide hold for a fixed expansion. With an offset, or with plies of their own expansions, the
/// expansion depends on thicknesses and moduli too.
static bool expands(const gb_element_input *in, int k) {
  if (!in->layup || !in->layup->heated) return false;
  return in->layup->offset || gb_section_laws[in->layup->kind]->ply_expansion ||
         k >= gb_layup_expansion(in->layup, 0);
}

void gb_parameter_residual(gb_element_kind kind, const gb_element_input *in,
                           const gb_element_state *state, int k, int lanes, gb_pack r[]) {
  const gb_element *element = gb_element_of(kind, in->layup);
  int unknowns = in->unknowns->size;
  const gb_single_step along = {.parameter = k};
  gb_single_element one;
  double slope[GB_ELEMENT_UNKNOWNS];
  if (element->parameter_residual && !expands(in, k)) {
    element->parameter_residual(in, state, k, r);
    return;
  }
  for (int lane = 0; lane < lanes; lane++) {
    gb_take_lane(kind, in, state, lane, &one);
    gb_complex_step.residual(kind, &one, &along, slope);
    for (int i = 0; i < unknowns; i++) gb_lanes(&r[i])[lane] += slope[i];
  }
}

/// Let slopes of the residual be those of K direction.
static void take_direction(const gb_pack direction[], int unknowns, int lane,
                           gb_single_element *one) {
  one->directed = direction != NULL;
  for (int i = 0; direction && i < unknowns; i++)
    one->direction[i] = gb_real(gb_lanes((gb_pack *)&direction[i])[lane]);
}

void gb_parameter_stiffness(gb_element_kind kind, const gb_element_input *in,
                            const gb_element_state *state, const gb_pack direction[], int k,
                            int lanes, gb_pack r[]) {
  const int unknowns = in->unknowns->size;
  const gb_single_step along = {.parameter = k};
  gb_single_element one;
  double slope[GB_ELEMENT_UNKNOWNS];
  for (int lane = 0; lane < lanes; lane++) {
    gb_take_lane(kind, in, state, lane, &one);
    take_direction(direction, unknowns, lane, &one);
    gb_complex_step.residual(kind, &one, &along, slope);
    for (int i = 0; i < unknowns; i++) gb_lanes(&r[i])[lane] += slope[i];
  }
}

void gb_parameter_sample(gb_element_kind kind, const gb_element_input *in,
                         const gb_element_state *state, gb_field field, int k, int lanes,
                         gb_pack df[]) {
  const gb_element *element = gb_element_of(kind, in->layup);
  const gb_single_step along = {.parameter = k};
  gb_single_element one;
  double slope[GB_ELEMENT_SAMPLES], area[GB_ELEMENT_SAMPLES];
  if (gb_fields_have_parameter(element) && !expands(in, k)) {
    gb_fields_parameter(element, in, state, field, k, df);
    return;
  }
  for (int lane = 0; lane < lanes; lane++) {
    gb_take_lane(kind, in, state, lane, &one);
    gb_complex_step.sample(kind, &one, field, &along, slope, area);
    for (int p = 0; p < gb_sample_count(element, in, field); p++) gb_lanes(&df[p])[lane] = slope[p];
  }
}

void gb_reference_residual(gb_element_kind kind, const gb_element_input *in,
                           const gb_element_state *state, int lane,
                           const gb_reference_change *change, double r[]) {
  const gb_single_step step = {
      .parameter = -1, .reference = change->along, .acceleration = change->acceleration};
  const int unknowns = in->unknowns->size;
  gb_single_element one;
  gb_take_lane(kind, in, state, lane, &one);
  take_direction(change->direction, unknowns, lane, &one);
  gb_complex_step.residual(kind, &one, &step, r);
}

void gb_reference_sample(gb_element_kind kind, const gb_element_input *in,
                         const gb_element_state *state, gb_field field, int lane,
                         const double along[], gb_sample_slopes *out) {
  const gb_single_step step = {.parameter = -1, .reference = along};
  gb_single_element one;
  gb_take_lane(kind, in, state, lane, &one);
  gb_complex_step.sample(kind, &one, field, &step, out->f, out->area);
}
