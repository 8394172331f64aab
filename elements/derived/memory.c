/// Derivatives of elements with a memory by complex step.
#include "elements/derived/memory.h"

#include "elements/derived/complex_step.h"

/// Slopes of R and Z along a step.
typedef struct slopes {
  double r[GB_ELEMENT_UNKNOWNS], z[GB_ELEMENT_KEPT];
} slopes;

static double dot(int count, const double a[], const double b[]) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum += a[i] * b[i];
  return sum;
}

/// Compute the products by the derivatives of Z by q and by v.
static void add_state(gb_element_kind kind, const gb_single_element *one, int keeps,
                      gb_memory_vectors *of) {
  double unit[GB_ELEMENT_UNKNOWNS] = {0};
  const gb_single_step move = {.parameter = -1, .q = unit}, rate = {.parameter = -1, .v = unit};
  slopes by;
  for (int i = 0; i < one->unknowns->size; i++) {
    unit[i] = 1;
    gb_complex_step.memory(kind, one, &move, by.r, by.z);
    of->q[i] = dot(keeps, of->end, by.z);
    gb_complex_step.memory(kind, one, &rate, by.r, by.z);
    of->v[i] = dot(keeps, of->end, by.z);
    unit[i] = 0;
  }
}

static bool is_zero(int count, const double x[]) {
  for (int i = 0; i < count; i++)
    if (x[i] != 0) return false;
  return true;
}

void gb_memory_product(gb_element_kind kind, const gb_element_input *in,
                       const gb_element_state *state, int lane, gb_memory_vectors *of) {
  const int size = in->unknowns->size, keeps = gb_elements[kind]->keeps(in);
  double unit[GB_ELEMENT_UNKNOWNS + GB_ELEMENT_KEPT] = {0};
  const bool ends = !is_zero(keeps, of->end);
  gb_single_element one;
  slopes by;
  for (int i = 0; i < size; i++) of->q[i] = of->v[i] = 0;
  for (int i = 0; i < size + keeps; i++) of->memory[i] = 0;
  if (!ends && is_zero(size, of->r)) return;
  gb_take_lane(kind, in, state, lane, &one);
  if (ends) add_state(kind, &one, keeps, of);
  for (int i = 0; i < size + keeps; i++) {
    unit[i] = 1;
    const gb_single_step memory = {.parameter = -1, .memory = unit};
    gb_complex_step.memory(kind, &one, &memory, by.r, by.z);
    of->memory[i] = dot(size, of->r, by.r) + dot(keeps, of->end, by.z);
    unit[i] = 0;
  }
}

void gb_memory_direction(gb_element_kind kind, const gb_element_input *in,
                         const gb_element_state *state, int lane, gb_memory_vectors *of) {
  const gb_single_step memory = {.parameter = -1, .memory = of->memory};
  const gb_single_step move = {.parameter = -1, .q = of->q, .v = of->v};
  gb_single_element one;
  slopes by;
  gb_take_lane(kind, in, state, lane, &one);
  gb_complex_step.memory(kind, &one, &memory, of->r, of->end);
  gb_complex_step.memory(kind, &one, &move, by.r, by.z);
  for (int i = 0; i < gb_elements[kind]->keeps(in); i++) of->end[i] += by.z[i];
}

void gb_memory_parameter(gb_element_kind kind, const gb_element_input *in,
                         const gb_element_state *state, int k, int lane, double end[]) {
  const gb_single_step along = {.parameter = k};
  gb_single_element one;
  slopes by;
  gb_take_lane(kind, in, state, lane, &one);
  gb_complex_step.memory(kind, &one, &along, by.r, end);
}
