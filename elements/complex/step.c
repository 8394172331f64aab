/// Complex step inside an element; compiled with complex numbers alone. Source: docs/theory.md, eq.
/// (8.8).
#include "elements/complex/step.h"

/// The step: so small that its square is lost beside any parameter.
static const double step = 1e-40;

/// An element as its kernels take it.
typedef struct opened {
  gb_element_input in;
  gb_element_state state;
  gb_pack parameter[GB_ELEMENT_PARAMETERS];
  gb_pack q[GB_ELEMENT_UNKNOWNS], v[GB_ELEMENT_UNKNOWNS], a[GB_ELEMENT_UNKNOWNS];
} opened;

/// With parameter k off the real axis.
static void open_element(const gb_lone_element *one, int unknowns, int k, opened *o) {
  for (int i = 0; i < one->parameters; i++) o->parameter[i] = one->parameter[i];
  o->parameter[k] = gb_join(one->parameter[k], step);
  for (int i = 0; i < unknowns; i++) {
    o->q[i] = one->q[i];
    o->v[i] = one->v[i];
    o->a[i] = one->a[i];
  }
  o->in = (gb_element_input){.nodes = one->nodes,
                             .position = one->position,
                             .director = one->director,
                             .second = one->second,
                             .third = one->third,
                             .parameters = one->parameters,
                             .parameter = o->parameter,
                             .table = one->table};
  o->in.enforcement = one->enforcement;
  o->in.t = one->t;
  for (int i = 0; i < 3; i++) o->in.gravity[i] = one->gravity[i];
  o->state = (gb_element_state){.q = o->q, .v = o->v, .a = o->a};
}

static void residual(gb_element_kind kind, const gb_lone_element *one, int k, double slope[]) {
  const gb_element *element = gb_elements[kind];
  int unknowns = gb_element_values(element, one->nodes);
  gb_pack r[GB_ELEMENT_UNKNOWNS] = {0};
  opened o;
  open_element(one, unknowns, k, &o);
  element->residual(&o.in, &o.state, r);
  for (int i = 0; i < unknowns; i++) slope[i] = gb_imag(r[i]) / step;
}

static void sample(gb_element_kind kind, const gb_lone_element *one, gb_field field, int k,
                   double slope[]) {
  const gb_element *element = gb_elements[kind];
  gb_pack f[GB_ELEMENT_SAMPLES];
  gb_geometry area[GB_ELEMENT_SAMPLES];
  opened o;
  open_element(one, gb_element_values(element, one->nodes), k, &o);
  element->sample(&o.in, &o.state, field, f, area);
  for (int p = 0; p < element->samples[field]; p++) slope[p] = gb_imag(f[p]) / step;
}

const gb_complex_steps gb_complex_step = {.residual = residual, .sample = sample};
