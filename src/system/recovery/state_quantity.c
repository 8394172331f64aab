/// The largest failure index of an element, and its energy.
#include "elements/derived/fields.h"
#include "elements/derived/parameter.h"
#include "system/recovery/element_quantities.h"

#include <string.h>

static const gb_field fields[GB_STATE_VALUES] = {GB_FIELD_FAILURE, GB_FIELD_ENERGY};

/// Sample a field of the batch's elements. @return the number of samples per element
static int take_samples(const gb_quantity_element *s, gb_field field, gb_pack f[],
                        gb_geometry area[]) {
  const gb_batch *v = s->batch;
  const int count = gb_sample_count(v->element, &v->in, field);
  if (count > 0) gb_batch_sample(v, field, f, area);
  return count;
}

static int largest_sample(const gb_quantity_element *s, int count, gb_pack f[]) {
  int at = 0;
  for (int i = 1; i < count; i++)
    if (gb_real(gb_lanes(&f[i])[s->lane]) > gb_real(gb_lanes(&f[at])[s->lane])) at = i;
  return at;
}

static void find(gb_quantity_element *s, gb_scalar value[]) {
  gb_pack f[GB_ELEMENT_SAMPLES];
  gb_geometry area[GB_ELEMENT_SAMPLES];
  const int points = take_samples(s, GB_FIELD_FAILURE, f, area);
  if (points > 0) value[0] = gb_lanes(&f[largest_sample(s, points, f)])[s->lane];
  const int count = take_samples(s, GB_FIELD_ENERGY, f, area);
  for (int i = 0; i < count; i++)
    value[1] += gb_lanes(&f[i])[s->lane] * gb_lanes(&area[i])[s->lane] / 2;
}

/// weight[samples] = derivatives of the weighted values by the samples of a field. @return the
/// number of samples
static int weigh_state(const gb_quantity_element *s, gb_field field,
                       const gb_scalar g[GB_STATE_VALUES], gb_pack weight[]) {
  gb_pack f[GB_ELEMENT_SAMPLES];
  gb_geometry area[GB_ELEMENT_SAMPLES];
  const int count = take_samples(s, field, f, area);
  memset(weight, 0, (size_t)count * sizeof *weight);
  if (field == GB_FIELD_FAILURE && count > 0)
    gb_lanes(&weight[largest_sample(s, count, f)])[s->lane] = g[0];
  for (int i = 0; field == GB_FIELD_ENERGY && i < count; i++)
    gb_lanes(&weight[i])[s->lane] = g[1] * gb_lanes(&area[i])[s->lane] / 2;
  return count;
}

static void add_bar(gb_quantity_element *s, const gb_scalar g[], int component,
                    gb_scalar *const bar[2]) {
  gb_pack weight[GB_ELEMENT_SAMPLES], y[GB_ELEMENT_UNKNOWNS];
  const gb_batch *v = s->batch;
  if (component != GB_Q) return;
  memset(y, 0, (size_t)v->size * sizeof *y);
  for (int k = 0; k < GB_STATE_VALUES; k++)
    if (g[k] != 0 && weigh_state(s, fields[k], g, weight) > 0)
      gb_fields_product(v->element, &v->in, &v->state, fields[k], 1, weight, y);
  gb_quantity_put(s, y, bar);
}

static gb_scalar slope(gb_quantity_element *s, const gb_element_input *in, int parameter,
                       const gb_scalar g[]) {
  gb_pack weight[GB_ELEMENT_SAMPLES], df[GB_ELEMENT_SAMPLES];
  const gb_batch *v = s->batch;
  gb_scalar sum = 0;
  for (int k = 0; k < GB_STATE_VALUES; k++) {
    const int count = g[k] != 0 ? weigh_state(s, fields[k], g, weight) : 0;
    if (count == 0) continue;
    gb_parameter_sample(v->block->kind, in, &v->state, fields[k], parameter, v->lanes, df);
    for (int p = 0; p < count; p++)
      sum += gb_lanes(&weight[p])[s->lane] * gb_lanes(&df[p])[s->lane];
  }
  return sum;
}

static void add_reference(const gb_quantity_element *s, const gb_scalar g[], gb_scalar gradient[]) {
  gb_pack weight[GB_ELEMENT_SAMPLES], f[GB_ELEMENT_SAMPLES];
  gb_geometry area[GB_ELEMENT_SAMPLES];
  const gb_batch *v = s->batch;
  const gb_reference_derivative *move = NULL;
  const int moves = gb_batch_reference_derivatives(v, s->lane, &move);
  for (int i = 0; i < moves * GB_STATE_VALUES; i++) {
    const int m = i / GB_STATE_VALUES, k = i % GB_STATE_VALUES;
    gb_sample_slopes by;
    const int count = g[k] != 0 ? weigh_state(s, fields[k], g, weight) : 0;
    if (count == 0) continue;
    take_samples(s, fields[k], f, area);
    gb_reference_sample(v->block->kind, &v->in, &v->state, fields[k], s->lane, move[m].along, &by);
    for (int p = 0; p < count; p++) {
      gradient[move[m].design] += gb_lanes(&weight[p])[s->lane] * by.f[p];
      if (fields[k] == GB_FIELD_ENERGY)
        gradient[move[m].design] += g[k] * gb_lanes(&f[p])[s->lane] * by.area[p] / 2;
    }
  }
}

const gb_element_quantity gb_quantity_state = {
    .find = find, .add_bar = add_bar, .slope = slope, .add_reference = add_reference};
