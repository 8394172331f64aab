/// Fields sampled in elements, and their contributions to functionals and gradients.
#include "system/assembly/sources.h"
#include "system/contact/contact_gaps.h"
#include "system/nodal_values/batch.h"

#include "elements/derived/fields.h"
#include "elements/derived/parameter.h"

#include <math.h>
#include <string.h>

/// The source of samples of fields of elements.
typedef struct field_source {
  gb_assembly *assembly;
  gb_aggregate *aggregate;
  gb_contact_gaps *gaps; ///< NULL: no functional samples the depths of searched contacts
} field_source;

/// Sampled values and area weights of the batch's elements, one element after another.
typedef struct samples {
  gb_field field;
  int count; ///< number of samples per element
  gb_scalar f[GB_LANES][GB_ELEMENT_SAMPLES];
  gb_scalar area[GB_LANES][GB_ELEMENT_SAMPLES];
} samples;

static void sample(const gb_batch *b, gb_field field, samples *s) {
  gb_pack f[GB_ELEMENT_SAMPLES];
  gb_geometry area[GB_ELEMENT_SAMPLES];
  s->field = field;
  s->count = gb_sample_count(b->element, &b->in, field);
  gb_batch_sample(b, field, f, area);
  for (int lane = 0; lane < GB_LANES; lane++)
    for (int p = 0; p < s->count; p++) {
      s->f[lane][p] = gb_lanes(&f[p])[lane];
      s->area[lane][p] = gb_lanes(&area[p])[lane];
    }
}

/// The size r = sqrt(s . s) of stresses has a kink where s is zero, and the adjoint takes zero as
/// its derivative. There the real part of r is less than its imaginary part. Count the kink and
/// leave out the imaginary part.
static gb_scalar size_at_kink(const gb_batch *b, gb_scalar r) {
  if (gb_real(r) >= fabs(gb_imag(r))) return r;
  ++*b->reference->kinks;
  return gb_real(r);
}

void gb_batch_sample(const gb_batch *b, gb_field field, gb_pack f[], gb_geometry area[]) {
  const gb_section_law *law = b->in.layup ? gb_section_laws[b->in.layup->kind] : NULL;
  const int count = gb_sample_count(b->element, &b->in, field);
  gb_fields_sample(b->element, &b->in, &b->state, field, f, area);
  if (GB_LANES > 1) return; // they are real
  // other indices of plies than von Mises' stress are no roots
  const bool is_size = law && (law->beam || law->stress || law->indices);
  for (int i = 0; field == GB_FIELD_FAILURE && is_size && i < count; i++)
    gb_lanes(&f[i])[0] = size_at_kink(b, gb_lanes(&f[i])[0]);
  for (int i = 0; field == GB_FIELD_STRESS && i < count; i += GB_FACE_STRESSES) {
    gb_scalar *larger = gb_lanes(&f[i + 3]), *smaller = gb_lanes(&f[i + 4]);
    const gb_scalar mean = (*larger + *smaller) / 2, radius = (*larger - *smaller) / 2;
    const gb_scalar size = size_at_kink(b, radius);
    if (size == radius) continue;
    *larger = mean + size;
    *smaller = mean - size;
  }
}

double gb_assembly_kinks(const gb_assembly *assembly) {
  double sum = 0;
  for (int i = 0; i < assembly->blocks->count; i++) sum += *assembly->reference[i].kinks;
  return sum;
}

/// @return the samples of the element in a lane
/// @param number  of the element, for the place of the largest sample; 0: it does not count
static gb_points points_of(const gb_batch *b, const samples *s, int lane, int64_t number) {
  const uint64_t *groups = b->block->section.groups;
  return (gb_points){
      s->field, groups ? groups[b->first + lane] : 0, s->count, s->f[lane], s->area[lane], number,
      b->in.t};
}

/// The samples of a pass over the elements.
typedef struct pass {
  gb_assembly *assembly;
  const gb_aggregate *aggregate;
  gb_instant instant;
  bool gaps; ///< the depths of searched contacts, and nothing else
} pass;

enum { PASSES = 2 };

/// Open a pass; the second one samples the depths of searched contacts. Collective.
/// @param any out: whether there is something to sample
static int open_pass(const field_source *own, const gb_nodal_state *state, int number, pass *out,
                     bool *any, gb_error *error) {
  *any = true;
  out->gaps = number == 1;
  out->assembly = own->assembly;
  if (!out->gaps) return GB_OK;
  *any = own->gaps && gb_aggregate_uses(own->aggregate, GB_FIELD_DEPTH, out->instant);
  return *any ? gb_contact_gaps_find(own->gaps, state, &out->assembly, error) : GB_OK;
}

/// Whether a pass samples a field of a block's elements.
static bool looks_at(const pass *p, const gb_block *block, int field) {
  const bool gaps = field == GB_FIELD_DEPTH && block->joint->pool;
  return gaps == p->gaps && gb_block_element(block)->samples[field] > 0 &&
         gb_aggregate_uses(p->aggregate, (gb_field)field, p->instant);
}

static bool looks_at_any(const pass *p, const gb_block *block) {
  for (int field = 0; field < GB_FIELDS; field++)
    if (looks_at(p, block, field)) return true;
  return false;
}

/// Compute the strains that the fields of the batch's elements share, in the memory `strain`.
static void share_strains(gb_batch *b, gb_pack strain[GB_ELEMENT_STRAINS]) {
  b->state.strain = NULL;
  if (!b->element->strains) return;
  b->element->strains(&b->in, &b->state, strain);
  b->state.strain = strain;
}

static int create(const gb_source_request *request, void **out, gb_error *error) {
  field_source *own;
  double weight = INFINITY;
  GB_TRY(GB_TAKE(request->arena, own, 1, error));
  *own = (field_source){request->assembly, request->aggregate, NULL};
  *out = own;
  for (int i = 0; i < request->count; i++)
    if (request->functional[i].function->field == GB_FIELD_DEPTH)
      weight = fmin(weight, request->functional[i].weight);
  if (isinf(weight) || !gb_assembly_searches(request->assembly)) return GB_OK;
  return gb_contact_gaps_create(request->assembly, weight, &own->gaps, error);
}

static void destroy(void *own) {
  gb_contact_gaps_destroy(&((field_source *)own)->gaps);
}

static void add_pass(const pass *p, const gb_nodal_state *state, gb_aggregate *aggregate) {
  gb_batch b;
  samples s;
  gb_pack strain[GB_ELEMENT_STRAINS];
  const gb_block *block = NULL;
  const int64_t *number = NULL; // of the elements of the block
  FOR_ELEMENTS(p->assembly, state, b, looks_at_any(p, &p->assembly->blocks->block[i_])) {
    share_strains(&b, strain);
    if (b.block != block) number = gb_block_set_numbers(p->assembly->blocks, b.block);
    block = b.block;
    for (int field = 0; field < GB_FIELDS; field++) {
      if (!looks_at(p, b.block, field)) continue;
      sample(&b, (gb_field)field, &s);
      for (int lane = 0; lane < b.lanes; lane++) {
        const gb_points points = points_of(&b, &s, lane, number ? number[b.first + lane] : 0);
        gb_aggregate_add(aggregate, p->instant, &points);
      }
    }
  }
}

static int add_samples(void *own, const gb_nodal_state *state, gb_instant instant,
                       gb_error *error) {
  field_source *source = own;
  pass p = {.aggregate = source->aggregate, .instant = instant};
  for (int k = 0; k < PASSES; k++) {
    bool any;
    GB_TRY(open_pass(source, state, k, &p, &any, error));
    if (any) add_pass(&p, state, source->aggregate);
  }
  return GB_OK;
}

/// Data for the product of one state's samples with the functionals' derivatives.
typedef struct weighing {
  gb_assembly *assembly;
  const gb_aggregate *aggregate;
  gb_instant instant;
  int count;             ///< number of functionals
  gb_scalar *work;       ///< [count][GB_ELEMENT_SAMPLES]
  int found, *which;     ///< number and indices of the functionals of the current field, [count]
  gb_scalar *const *bar; ///< see gb_source.bar
  gb_scalar *gradient;   ///< [count][designs]
} weighing;

/// Compute the weights g[found][samples] of the functionals of this field at the sampling points of
/// the batch's elements, and list these functionals.
static void weigh(weighing *w, const gb_batch *b, gb_field field, gb_pack g[]) {
  samples s;
  w->found = 0;
  sample(b, field, &s);
  for (int c = 0; c < w->count; c++)
    if (gb_aggregate_samples(w->aggregate, c, field, w->instant)) w->which[w->found++] = c;
  memset(g, 0, (size_t)(w->found * s.count) * sizeof *g);
  for (int lane = 0; lane < b->lanes; lane++) {
    const gb_points points = points_of(b, &s, lane, 0);
    gb_aggregate_weights(w->aggregate, w->instant, &points, w->work);
    for (int k = 0; k < w->found; k++)
      for (int p = 0; p < s.count; p++)
        gb_lanes(&g[k * s.count + p])[lane] = w->work[w->which[k] * s.count + p];
  }
}

/// gradient += g df/dx for a parameter of the batch's elements.
static void add_sample_slopes(const weighing *w, const gb_batch *b, const gb_varying *varying,
                              gb_field field, gb_pack g[]) {
  const int points = gb_sample_count(b->element, &b->in, field);
  const size_t designs = (size_t)w->assembly->model->designs->width;
  const gb_element_input in = gb_batch_input_by(b, varying);
  gb_pack df[GB_ELEMENT_SAMPLES];
  gb_parameter_sample(b->block->kind, &in, &b->state, field, varying->parameter, b->lanes, df);
  for (int k = 0; k < w->found; k++)
    for (int lane = 0; lane < b->lanes; lane++) {
      int32_t design = gb_batch_design(b, varying, lane);
      if (design < 0) continue;
      gb_scalar *target = &w->gradient[(size_t)w->which[k] * designs + (size_t)design];
      for (int p = 0; p < points; p++)
        *target += gb_batch_slope(b, varying, lane) * gb_lanes(&g[k * points + p])[lane] *
                   gb_lanes(&df[p])[lane];
    }
}

/// gradient += g df/dx for the controls that a parameter of the batch's elements depends on.
static void add_control_slopes(const weighing *w, const gb_batch *b, int parameter, gb_field field,
                               gb_pack g[]) {
  const int points = gb_sample_count(b->element, &b->in, field);
  const size_t designs = (size_t)w->assembly->model->designs->width;
  gb_pack df[GB_ELEMENT_SAMPLES];
  if (!gb_batch_is_controlled(b, parameter)) return;
  gb_parameter_sample(b->block->kind, &b->in, &b->state, field, parameter, b->lanes, df);
  for (int k = 0; k < w->found; k++) {
    gb_scalar sum = 0;
    for (int lane = 0; lane < b->lanes; lane++)
      for (int p = 0; p < points; p++)
        sum += gb_lanes(&g[k * points + p])[lane] * gb_lanes(&df[p])[lane];
    gb_batch_add_control_slopes(b, parameter, sum, w->gradient + (size_t)w->which[k] * designs);
  }
}

/// gradient += g df/dx + h d(area)/dx for designs that change the references of the batch's
/// elements.
static void add_move_slopes(const weighing *w, const gb_batch *b, gb_field field, gb_pack g[]) {
  const size_t designs = (size_t)w->assembly->model->designs->width;
  gb_sample_slopes slope;
  samples s;
  if (b->reference->moves.count == 0) return;
  sample(b, field, &s);
  for (int lane = 0; lane < b->lanes; lane++) {
    const gb_reference_derivative *move = NULL;
    const gb_points points = points_of(b, &s, lane, 0);
    const int moves = gb_batch_reference_derivatives(b, lane, &move);
    if (moves > 0) gb_aggregate_area_weights(w->aggregate, w->instant, &points, w->work);
    for (int m = 0; m < moves; m++) {
      gb_reference_sample(b->block->kind, &b->in, &b->state, field, lane, move[m].along, &slope);
      for (int k = 0; k < w->found; k++)
        for (int p = 0; p < s.count; p++)
          w->gradient[(size_t)w->which[k] * designs + (size_t)move[m].design] +=
              gb_lanes(&g[k * s.count + p])[lane] * slope.f[p] +
              w->work[w->which[k] * s.count + p] * slope.area[p];
    }
  }
}

/// Add the contributions of the batch's elements: weights at their points, then df/dq and df/dx.
static void sample_product(weighing *w, const gb_batch *b, gb_field field) {
  gb_assembly *assembly = w->assembly;
  const size_t size = gb_node_values(assembly->model->nodes);
  gb_pack *g = assembly->x;
  weigh(w, b, field, g);
  for (int i = 0; i < b->block->varyings.count; i++)
    add_sample_slopes(w, b, &b->block->varyings.entry[i], field, g);
  for (int k = 0; k < b->block->parameters; k++) add_control_slopes(w, b, k, field, g);
  add_move_slopes(w, b, field, g);
  if (b->element->sample && !b->element->sample_product) return;
  memset(assembly->y, 0, (size_t)(w->found * b->size) * sizeof *assembly->y);
  gb_fields_product(b->element, &b->in, &b->state, field, w->found, g, assembly->y);
  for (int k = 0; k < w->found; k++)
    gb_batch_scatter(b, assembly->y + b->size * k,
                     w->bar[gb_batch_uses_reference(assembly, b->element)] +
                         (size_t)w->which[k] * size);
}

static void weigh_pass(const pass *p, const gb_nodal_state *state, weighing *w) {
  gb_batch b;
  gb_pack strain[GB_ELEMENT_STRAINS];
  w->assembly = p->assembly;
  FOR_ELEMENTS(p->assembly, state, b, looks_at_any(p, &p->assembly->blocks->block[i_])) {
    share_strains(&b, strain);
    for (int field = 0; field < GB_FIELDS; field++)
      if (looks_at(p, b.block, field)) sample_product(w, &b, (gb_field)field);
  }
}

static int add_bars(void *own, const gb_nodal_state *state, gb_instant instant, int component,
                    gb_scalar *const bar[2], gb_scalar gradient[], gb_error *error) {
  gb_assembly *assembly = ((field_source *)own)->assembly;
  const gb_aggregate *aggregate = ((field_source *)own)->aggregate;
  weighing w = {.assembly = assembly,
                .aggregate = aggregate,
                .instant = instant,
                .count = gb_aggregate_functionals(aggregate),
                .bar = bar,
                .gradient = gradient};
  pass p = {.aggregate = aggregate, .instant = instant};
  GB_SCRATCH(scratch);
  if (component != GB_Q) return GB_OK;
  GB_TRY(gb_assembly_make_room(assembly, w.count, error));
  int status = GB_TAKE(&scratch, w.work, (size_t)w.count * GB_ELEMENT_SAMPLES, error);
  if (status == GB_OK) status = GB_TAKE(&scratch, w.which, (size_t)w.count, error);
  GB_TRY(gb_agree(assembly->model->comm, status, error));
  for (int k = 0; k < PASSES; k++) {
    bool any;
    GB_TRY(open_pass(own, state, k, &p, &any, error));
    if (any) weigh_pass(&p, state, &w);
  }
  return GB_OK;
}

const gb_source gb_source_elements = {
    .create = create, .destroy = destroy, .sample = add_samples, .bar = add_bars};

double gb_assembly_potential(gb_assembly *assembly, const gb_nodal_state *state, bool heated) {
  double energy = 0;
  gb_batch b;
  samples s;
  FOR_ELEMENTS(assembly, state, b,
               b.element->samples[GB_FIELD_ENERGY] > 0 &&
                   (heated
                        ? b.element->orientation && gb_block_last(&assembly->blocks->block[i_]) > 0
                        : !b.element->orientation)) {
    sample(&b, GB_FIELD_ENERGY, &s);
    for (int lane = 0; lane < b.lanes; lane++)
      for (int p = 0; p < s.count; p++) energy += 0.5 * gb_real(s.f[lane][p] * s.area[lane][p]);
  }
  return energy;
}

void gb_assembly_failure(gb_assembly *assembly, const gb_nodal_state *state, size_t cells,
                         double failure[]) {
  gb_batch b;
  samples s;
  FOR_ELEMENTS(assembly, state, b, b.element->samples[GB_FIELD_FAILURE] > 0) {
    sample(&b, GB_FIELD_FAILURE, &s);
    for (int lane = 0; lane < b.lanes; lane++) {
      double largest = 0;
      const int indices = gb_layup_indices(b.in.layup);
      const int row = gb_block_set_failure_row(assembly->model->blocks, b.in.layup);
      for (int p = 0; p < s.count; p++) {
        double *own = failure + cells * (size_t)(row + p % indices);
        const double here = gb_real(s.f[lane][p]);
        largest = fmax(largest, here);
        if (row > 0) *own = p < indices ? here : fmax(*own, here);
      }
      *failure++ = largest;
    }
  }
}

void gb_assembly_sections(gb_assembly *assembly, const gb_nodal_state *state, size_t cells,
                          double value[]) {
  static const int first[] = {GB_SECTION_RESULTANT, GB_SECTION_STRAIN, GB_SECTION_STRESS};
  gb_batch b;
  samples s;
  gb_pack strain[GB_ELEMENT_STRAINS];
  memset(value, 0, GB_SECTION_VALUES * cells * sizeof *value);
  FOR_ELEMENTS(assembly, state, b, b.element->samples[GB_FIELD_FAILURE] > 0) {
    share_strains(&b, strain);
    for (int field = GB_FIELD_RESULTANT; field <= GB_FIELD_STRESS; field++) {
      if (b.element->samples[field] == 0) continue;
      double *row = value + cells * (size_t)first[field - GB_FIELD_RESULTANT];
      sample(&b, (gb_field)field, &s);
      for (int lane = 0; lane < b.lanes; lane++)
        for (int i = 0; i < s.count; i++) row[cells * (size_t)i + lane] = gb_real(s.f[lane][i]);
    }
    value += b.lanes;
  }
}
