/// From plain numbers to packs, to a kernel of an element, and back.
#include "tests/unit/twice/kernels.h"

#include "elements/derived/fields.h"
#include "elements/derived/parameter.h"

#include <complex.h>
#include <string.h>

enum { UNKNOWNS = GB_ELEMENT_UNKNOWNS };

/// GB_LANES elements as their kernels take them.
typedef struct opened {
  gb_element_input in;
  gb_element_state state;
  gb_geometry position[GB_ELEMENT_NODES][3], director[3][GB_ELEMENT_NODES][3];
  gb_geometry metric[GB_ELEMENT_METRIC], axis[3];
  gb_section section, section_by;
  gb_pack parameter[PROBE_PARAMETERS], strain[GB_ELEMENT_STRAINS];
  gb_pack q[UNKNOWNS], v[UNKNOWNS], a[UNKNOWNS];
} opened;

static void put(int count, int lane, const gb_probe_number from[], gb_pack to[]) {
  for (int i = 0; i < count; i++) gb_lanes(&to[i])[lane] = gb_join(creal(from[i]), cimag(from[i]));
}

static void open_lane(const gb_probe_element *one, int size, int lane, opened *o) {
  for (int a = 0; a < one->nodes; a++)
    for (int i = 0; i < 3; i++) {
      gb_lanes(&o->position[a][i])[lane] = one->position[a][i];
      gb_lanes(&o->director[0][a][i])[lane] = one->director[a][i];
      gb_lanes(&o->director[1][a][i])[lane] = one->second[a][i];
      gb_lanes(&o->director[2][a][i])[lane] = one->third[a][i];
    }
  put(PROBE_PARAMETERS, lane, one->parameter, o->parameter);
  put(size, lane, one->q, o->q);
  put(size, lane, one->v, o->v);
  put(size, lane, one->a, o->a);
}

/// The metric and the strains that an element is handed.
static void hand_over(const gb_element *element, gb_probe_given given, opened *o) {
  if (given == PROBE_NOTHING) return;
  if (element->strains) {
    element->strains(&o->in, &o->state, o->strain);
    o->state.strain = o->strain;
    if (given == PROBE_OTHER_STRAIN) o->strain[0] *= 2;
  }
  if (element->metric) {
    element->metric(&o->in, o->metric);
    o->in.metric = o->metric;
    if (given == PROBE_OTHER_METRIC) o->metric[0] *= 2;
  }
}

/// Of an element all of whose parameters are the section's.
static void hand_over_section(const gb_probe_call *call, opened *o) {
  if (!call->layup || gb_leading_parameters(gb_element_of(call->kind, call->layup)) > 0) return;
  gb_section_find(call->layup, o->parameter, &o->section);
  gb_section_find_by(call->layup, o->parameter, call->parameter, &o->section_by);
  o->in.section = &o->section;
  o->in.section_by = &o->section_by;
}

/// Lanes without an element repeat the last one, as in blocks of elements.
static void open_elements(const gb_probe_call *call, int lanes, const gb_probe_element element[],
                          opened *o) {
  const int size = call->unknowns->size;
  for (int lane = 0; lane < GB_LANES; lane++)
    open_lane(&element[lane < lanes ? lane : lanes - 1], size, lane, o);
  o->in = (gb_element_input){.nodes = element->nodes,
                             .unknowns = call->unknowns,
                             .position = (const gb_geometry(*)[3])o->position,
                             .director = (const gb_geometry(*)[3])o->director[0],
                             .second = (const gb_geometry(*)[3])o->director[1],
                             .third = (const gb_geometry(*)[3])o->director[2],
                             .parameters = GB_ELEMENT_PARAMETERS,
                             .parameter = o->parameter,
                             .layup = call->layup,
                             .table = call->table,
                             .enforcement = call->enforcement,
                             .t = 0.4};
  memcpy(o->in.gravity, element->gravity, sizeof o->in.gravity);
  o->state = (gb_element_state){.q = o->q, .v = o->v, .a = o->a};
  if (call->layup) {
    o->in.parameters = gb_leading_parameters(gb_element_of(call->kind, call->layup)) +
                       gb_layup_numbers(call->layup);
    for (int a = 0; call->layup->tapered && a < element->nodes; a++)
      o->parameter[o->in.parameters + a] = (gb_pack){0} + (0.5 + 0.3 * (a % 5));
    for (int i = 0; i < 3; i++) o->axis[i] = (gb_geometry){0} + (0.9 - 0.3 * i);
    if (gb_section_laws[call->layup->kind]->directed) o->in.axis = o->axis;
  }
  hand_over(gb_element_of(call->kind, call->layup), call->given, o);
  if (call->given != PROBE_NOTHING) hand_over_section(call, o);
}

static int multiply(const gb_probe_call *call, const opened *o, gb_pack y[]) {
  const gb_element *element = gb_element_of(call->kind, call->layup);
  const int size = o->in.unknowns->size;
  gb_pack x[PROBE_COLUMNS * UNKNOWNS], tangent[GB_ELEMENT_TANGENT];
  for (int c = 0; c < PROBE_COLUMNS; c++)
    for (int i = 0; i < size; i++) x[size * c + i] = (gb_pack){0} + call->x[UNKNOWNS * c + i];
  if (element->product) {
    element->product(&o->in, &o->state, call->sigma, call->transpose, PROBE_COLUMNS, x, y);
  } else if (element->tangent) {
    for (int i = 0; i < GB_ELEMENT_TANGENT; i++) tangent[i] = (gb_pack){0} + 1e30;
    element->tangent(&o->in, &o->state, call->sigma, tangent);
    element->tangent_product(&o->in, call->sigma, tangent, PROBE_COLUMNS, x, y);
  } else {
    return 0;
  }
  return PROBE_COLUMNS * size;
}

static int orient(const gb_probe_call *call, const opened *o, gb_pack value[]) {
  gb_orientation at[GB_ELEMENT_NODES];
  int count = 0;
  if (!gb_element_of(call->kind, call->layup)->orientation) return 0;
  gb_element_of(call->kind, call->layup)->orientation(&o->in, &o->state, call->transpose, at);
  for (int a = 0; a < o->in.nodes; a++) {
    const gb_geometry side[] = {at[a].front, at[a].even, at[a].size, at[a].share, at[a].upright};
    for (int i = 0; i < 3 && call->transpose; i++) value[count++] = (gb_pack)at[a].director[i];
    for (int i = 0; i < 5 && !call->transpose; i++) value[count++] = (gb_pack)side[i];
  }
  return count;
}

static int constrain(const gb_probe_call *call, const opened *o, gb_pack value[]) {
  const gb_element *element = gb_element_of(call->kind, call->layup);
  gb_geometry side[GB_ELEMENT_ROWS];
  if (call->kernel == PROBE_ROWS)
    return element->rows ? 3 * element->rows(&o->in, &o->state, (gb_pack(*)[3])value) : 0;
  const int count = element->sides ? element->sides(&o->in, &o->state, side) : 0;
  for (int i = 0; i < count; i++) value[i] = (gb_pack)side[i];
  return count;
}

static int sample(const gb_probe_call *call, const opened *o, gb_pack value[]) {
  const gb_element *element = gb_element_of(call->kind, call->layup);
  const int samples = gb_sample_count(element, &o->in, call->field), size = o->in.unknowns->size;
  gb_pack f[GB_ELEMENT_SAMPLES], x[PROBE_COLUMNS * GB_ELEMENT_SAMPLES];
  gb_geometry area[GB_ELEMENT_SAMPLES];
  if (samples == 0) return 0;
  switch (call->kernel) {
  case PROBE_SAMPLE:
    gb_fields_sample(element, &o->in, &o->state, call->field, value, area);
    return samples;
  case PROBE_AREA:
    gb_fields_sample(element, &o->in, &o->state, call->field, f, area);
    for (int i = 0; i < samples; i++) value[i] = (gb_pack)area[i];
    return samples;
  case PROBE_SAMPLE_PRODUCT:
    if (element->sample && !element->sample_product) return 0;
    for (int c = 0; c < PROBE_COLUMNS; c++)
      for (int i = 0; i < samples; i++)
        x[samples * c + i] = (gb_pack){0} + call->x[UNKNOWNS * c + i];
    gb_fields_product(element, &o->in, &o->state, call->field, PROBE_COLUMNS, x, value);
    return PROBE_COLUMNS * size;
  default:
    gb_parameter_sample(call->kind, &o->in, &o->state, call->field, call->parameter, GB_LANES,
                        value);
    return samples;
  }
}

static int compute(const gb_probe_call *call, const opened *o, gb_pack value[]) {
  const gb_element *element = gb_element_of(call->kind, call->layup);
  const int size = o->in.unknowns->size;
  switch (call->kernel) {
  case PROBE_RESIDUAL:
    element->residual(&o->in, &o->state, value);
    return size;
  case PROBE_JACOBIAN:
    if (!element->jacobian) return 0;
    element->jacobian(&o->in, &o->state, call->sigma, value);
    return size * size;
  case PROBE_PRODUCT:
    return multiply(call, o, value);
  case PROBE_PARAMETER_RESIDUAL:
    gb_parameter_residual(call->kind, &o->in, &o->state, call->parameter, GB_LANES, value);
    return size;
  case PROBE_ROWS:
  case PROBE_SIDES:
    return constrain(call, o, value);
  case PROBE_ORIENTATION:
    return orient(call, o, value);
  default:
    return sample(call, o, value);
  }
}

int gb_probe_call_kernel(const gb_probe_call *call, int lanes, const gb_probe_element element[],
                         gb_probe_number value[]) {
  const int room = gb_probe_room(call->kernel, call->unknowns->size);
  opened o;
  gb_pack packs[PROBE_VALUES];
  open_elements(call, lanes, element, &o);
  for (int lane = 0; lane < GB_LANES; lane++)
    put(room, lane, value + (lane < lanes ? lane : lanes - 1) * PROBE_VALUES, packs);
  const int count = compute(call, &o, packs);
  for (int lane = 0; lane < lanes; lane++)
    for (int i = 0; i < count; i++) value[lane * PROBE_VALUES + i] = gb_lanes(&packs[i])[lane];
  return count;
}
