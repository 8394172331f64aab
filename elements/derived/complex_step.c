/// Complex step inside an element; compiled with complex numbers alone. Source: docs/theory.md, eq.
/// (8.8).
#include "elements/derived/complex_step.h"

#include "elements/derived/fields.h"

/// The step: so small that its square is lost beside any parameter.
static const double step = 1e-40;

/// The numbers of an element to which its input and its state point.
typedef struct opened {
  gb_pack parameter[GB_ELEMENT_PARAMETERS + GB_SECTION_NUMBERS];
  gb_pack q[GB_ELEMENT_UNKNOWNS], v[GB_ELEMENT_UNKNOWNS], a[GB_ELEMENT_UNKNOWNS];
  gb_pack memory[GB_ELEMENT_UNKNOWNS + GB_ELEMENT_KEPT];
  gb_geometry reference[GB_REFERENCE_VECTORS][GB_ELEMENT_NODES][3], axis[3];
} opened;

/// The reference vectors off the real axis.
static void move_reference(const gb_single_element *one, const double along[], opened *o) {
  for (int a = 0; a < one->nodes; a++)
    for (int k = 0; k < GB_REFERENCE_VECTORS; k++) {
      if (!(one->unknowns->fields[a] >> k & 1)) continue;
      for (int i = 0; i < 3; i++) o->reference[k][a][i] += gb_join(0, step * *along++);
    }
}

/// Copy values, off the real axis along a direction if there is one.
static void move_values(int count, const double from[], const double along[], gb_pack to[]) {
  for (int i = 0; i < count; i++) to[i] = gb_join(from[i], along ? step * along[i] : 0);
}

static void open_element(gb_element_kind kind, const gb_single_element *one,
                         const gb_single_step *along, opened *o, gb_element_input *in,
                         gb_element_state *state) {
  const int unknowns = one->unknowns->size, k = along->parameter;
  for (int i = 0; i < one->values; i++) o->parameter[i] = one->parameter[i];
  if (k >= 0) o->parameter[k] = gb_join(one->parameter[k], step);
  move_values(unknowns, one->state[0], along->q, o->q);
  move_values(unknowns, one->state[1], along->v, o->v);
  move_values(unknowns, one->state[2], along->acceleration, o->a);
  for (int m = 0; m < GB_REFERENCE_VECTORS; m++)
    for (int a = 0; a < one->nodes; a++)
      for (int i = 0; i < 3; i++) o->reference[m][a][i] = one->reference[m][a][i];
  if (along->reference) move_reference(one, along->reference, o);
  for (int i = 0; i < 3; i++) o->axis[i] = one->axis[i];
  const gb_geometry(*const vector)[GB_ELEMENT_NODES][3] =
      (const gb_geometry(*)[GB_ELEMENT_NODES][3])o->reference;
  *in = (gb_element_input){.nodes = one->nodes,
                           .unknowns = one->unknowns,
                           .position = vector[0],
                           .director = vector[1],
                           .second = vector[2],
                           .third = vector[3],
                           .parameters = one->parameters,
                           .parameter = o->parameter,
                           .layup = one->layup,
                           .axis = one->has_axis ? o->axis : NULL,
                           .table = one->table};
  in->enforcement = one->enforcement;
  in->t = one->t;
  for (int i = 0; i < 3; i++) in->gravity[i] = one->gravity[i];
  *state = (gb_element_state){.q = o->q,
                              .v = o->v,
                              .a = o->a,
                              .linear = one->linear,
                              .small = one->linear,
                              .rates = one->rates};
  if (!one->remembers) return;
  const int keeps = gb_elements[kind]->keeps(in);
  move_values(unknowns + keeps, one->memory, along->memory, o->memory);
  state->memory = o->memory;
}

/// r = K x.
static void multiply(const gb_element *element, const gb_element_input *in,
                     const gb_element_state *state, const double x[], int unknowns, gb_pack r[]) {
  static const double of_stiffness[3] = {1, 0, 0};
  gb_pack K[GB_ELEMENT_UNKNOWNS * GB_ELEMENT_UNKNOWNS] = {0};
  if (element->constant) return;
  element->jacobian(in, state, of_stiffness, K);
  for (int i = 0; i < unknowns; i++)
    for (int j = 0; j < unknowns; j++) r[i] += K[unknowns * i + j] * x[j];
}

static void residual(gb_element_kind kind, const gb_single_element *one,
                     const gb_single_step *along, double slope[]) {
  const gb_element *element = gb_element_of(kind, one->layup);
  int unknowns = one->unknowns->size;
  gb_pack r[GB_ELEMENT_UNKNOWNS] = {0};
  opened o;
  gb_element_input in;
  gb_element_state state;
  open_element(kind, one, along, &o, &in, &state);
  if (one->directed)
    multiply(element, &in, &state, one->direction, unknowns, r);
  else
    element->residual(&in, &state, r);
  for (int i = 0; i < unknowns; i++) slope[i] = gb_imag(r[i]) / step;
}

static void memory(gb_element_kind kind, const gb_single_element *one, const gb_single_step *along,
                   double slope[], double kept[]) {
  const gb_element *element = gb_element_of(kind, one->layup);
  gb_pack r[GB_ELEMENT_UNKNOWNS] = {0}, own[GB_ELEMENT_KEPT];
  opened o;
  gb_element_input in;
  gb_element_state state;
  open_element(kind, one, along, &o, &in, &state);
  element->residual(&in, &state, r);
  element->remember(&in, &state, own);
  for (int i = 0; i < one->unknowns->size; i++) slope[i] = gb_imag(r[i]) / step;
  for (int i = 0; i < element->keeps(&in); i++) kept[i] = gb_imag(own[i]) / step;
}

static void sample(gb_element_kind kind, const gb_single_element *one, gb_field field,
                   const gb_single_step *along, double slope[], double area[]) {
  const gb_element *element = gb_element_of(kind, one->layup);
  gb_pack f[GB_ELEMENT_SAMPLES];
  gb_geometry weight[GB_ELEMENT_SAMPLES];
  opened o;
  gb_element_input in;
  gb_element_state state;
  open_element(kind, one, along, &o, &in, &state);
  gb_fields_sample(element, &in, &state, field, f, weight);
  for (int p = 0; p < gb_sample_count(element, &in, field); p++) {
    slope[p] = gb_imag(f[p]) / step;
    area[p] = gb_imag(weight[p]) / step;
  }
}

const gb_complex_steps gb_complex_step = {.residual = residual, .sample = sample, .memory = memory};
