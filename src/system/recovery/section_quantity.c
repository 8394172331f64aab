/// Forces, moments, strains and stresses of a shell or beam element, computed from its mean
/// strains.
#include "elements/derived/fields.h"
#include "elements/derived/parameter.h"
#include "system/recovery/element_quantities.h"

#include <string.h>

static void find(gb_quantity_element *s, gb_scalar value[]) {
  gb_pack f[GB_ELEMENT_SAMPLES];
  gb_geometry area[GB_ELEMENT_SAMPLES];
  const gb_batch *v = s->batch;
  for (int field = GB_FIELD_RESULTANT; field <= GB_FIELD_STRESS; field++) {
    const int count = v->element->samples[field];
    if (count == 0) continue;
    gb_batch_sample(v, (gb_field)field, f, area);
    for (int i = 0; i < count; i++) *value++ = gb_lanes(&f[i])[s->lane];
  }
}

static void add_bar(gb_quantity_element *s, const gb_scalar g[], int component,
                    gb_scalar *const bar[2]) {
  gb_pack weight[GB_ELEMENT_SAMPLES], y[GB_ELEMENT_UNKNOWNS];
  const gb_batch *v = s->batch;
  if (component != GB_Q) return;
  memset(y, 0, (size_t)v->size * sizeof *y);
  for (int field = GB_FIELD_RESULTANT; field <= GB_FIELD_STRESS; field++) {
    const int count = v->element->samples[field];
    memset(weight, 0, (size_t)count * sizeof *weight);
    for (int i = 0; i < count; i++) gb_lanes(&weight[i])[s->lane] = *g++;
    if (count > 0) gb_fields_product(v->element, &v->in, &v->state, (gb_field)field, 1, weight, y);
  }
  gb_quantity_put(s, y, bar);
}

static gb_scalar slope(gb_quantity_element *s, const gb_element_input *in, int parameter,
                       const gb_scalar g[]) {
  const gb_batch *v = s->batch;
  gb_pack df[GB_ELEMENT_SAMPLES];
  gb_scalar sum = 0;
  for (int field = GB_FIELD_RESULTANT; field <= GB_FIELD_STRESS; field++) {
    const int count = v->element->samples[field];
    if (count == 0) continue;
    gb_parameter_sample(v->block->kind, in, &v->state, (gb_field)field, parameter, v->lanes, df);
    for (int i = 0; i < count; i++) sum += *g++ * gb_lanes(&df[i])[s->lane];
  }
  return sum;
}

static void add_reference(const gb_quantity_element *s, const gb_scalar g[], gb_scalar gradient[]) {
  const gb_batch *v = s->batch;
  const gb_reference_derivative *move = NULL;
  const int moves = gb_batch_reference_derivatives(v, s->lane, &move);
  for (int m = 0; m < moves; m++) {
    const gb_scalar *weight = g;
    for (int field = GB_FIELD_RESULTANT; field <= GB_FIELD_STRESS; field++) {
      gb_sample_slopes by;
      const int count = v->element->samples[field];
      if (count == 0) continue;
      gb_reference_sample(v->block->kind, &v->in, &v->state, (gb_field)field, s->lane,
                          move[m].along, &by);
      for (int i = 0; i < count; i++) gradient[move[m].design] += *weight++ * by.f[i];
    }
  }
}

const gb_element_quantity gb_quantity_section = {
    .find = find, .add_bar = add_bar, .slope = slope, .add_reference = add_reference};
