/// Loops over elements with a memory: the memory at the end of a step, and its derivatives.
/// Source: docs/theory.md, the section on elements with a memory.
#include "elements/derived/memory.h"
#include "system/assembly/assembly.h"
#include "system/nodal_values/batch.h"

/// @return the index of an element's values in a vector of memory
static size_t place_of(const gb_batch *b, int lane) {
  return (size_t)b->block->joint->memory[b->first + lane];
}

void gb_assembly_remember(gb_assembly *assembly, const gb_nodal_state *state, gb_scalar memory[]) {
  gb_batch b;
  FOR_ELEMENTS(assembly, state, b, b.element->keeps != NULL) {
    gb_pack kept[GB_ELEMENT_KEPT];
    const int keeps = gb_batch_keeps(&b);
    if (keeps == 0) continue;
    b.element->remember(&b.in, &b.state, kept);
    for (int lane = 0; lane < b.lanes; lane++) {
      gb_scalar *to = memory + place_of(&b, lane);
      for (int i = 0; i < b.size; i++) to[i] += gb_lanes(&b.q[i])[lane];
      for (int i = 0; i < keeps; i++) to[b.size + i] += gb_lanes(&kept[i])[lane];
    }
  }
}

double gb_assembly_spent(gb_assembly *assembly, const gb_nodal_state *state) {
  double sum = 0;
  gb_batch b;
  FOR_ELEMENTS(assembly, state, b, b.element->keeps != NULL) {
    gb_pack energy = {0};
    if (gb_batch_keeps(&b) == 0) continue;
    b.element->spend(&b.in, &b.state, &energy);
    for (int lane = 0; lane < b.lanes; lane++) sum += gb_real(gb_lanes(&energy)[lane]);
  }
  return sum;
}

/// Sizes of the vectors of a product or of changes.
typedef struct lengths {
  size_t nodal, memory, width;
} lengths;

static lengths lengths_of(const gb_assembly *assembly) {
  return (lengths){.nodal = gb_node_values(assembly->model->nodes),
                   .memory = (size_t)assembly->blocks->memory,
                   .width = (size_t)assembly->model->designs->width};
}

/// Find how the values that the element in a lane keeps change with a design of its block,
/// slope[keeps]. @return the design; -1: none
static int32_t find_slope(const gb_batch *b, int varying, int lane, double slope[]) {
  const gb_varying *of = &b->block->varyings.entry[varying];
  const int32_t design = gb_batch_design(b, of, lane);
  if (design < 0) return -1;
  gb_memory_parameter(b->block->kind, &b->in, &b->state, of->parameter, lane, slope);
  for (int k = 0; k < gb_batch_keeps(b); k++) slope[k] *= gb_batch_slope(b, of, lane);
  return design;
}

/// Add the product of vector c and the element in a lane.
static void add_product(const gb_memory_bars *p, const lengths *length, const gb_batch *b, int lane,
                        int c) {
  const int size = b->size, keeps = gb_batch_keeps(b);
  const size_t place = (size_t)c * length->memory + place_of(b, lane);
  const size_t nodal = (size_t)c * length->nodal;
  double slope[GB_ELEMENT_KEPT];
  gb_memory_vectors of = {0};
  for (int i = 0; p->psi && i < size; i++)
    of.r[i] = gb_real(p->psi[nodal + (size_t)b->index[i][lane]]);
  const gb_scalar *end = p->end ? p->end + place : NULL;
  for (int i = 0; end && i < keeps; i++) of.end[i] = gb_real(end[size + i]);
  gb_memory_product(b->block->kind, &b->in, &b->state, lane, &of);
  for (int i = 0; i < size + keeps; i++) p->begin[place + (size_t)i] += of.memory[i];
  for (int i = 0; end && i < size; i++) {
    const size_t row = nodal + (size_t)b->index[i][lane];
    p->bar[0][row] += of.q[i] + end[i];
    p->bar[1][row] += of.v[i];
  }
  for (int i = 0; end && i < b->block->varyings.count; i++) {
    const int32_t design = find_slope(b, i, lane, slope);
    for (int k = 0; design >= 0 && k < keeps; k++)
      p->gradient[(size_t)c * length->width + (size_t)design] += slope[k] * end[size + k];
  }
}

void gb_assembly_memory_product(gb_assembly *assembly, const gb_nodal_state *state,
                                const gb_memory_bars *bars) {
  const lengths length = lengths_of(assembly);
  gb_batch b;
  FOR_ELEMENTS(assembly, state, b, b.element->keeps != NULL) {
    for (int lane = 0; gb_batch_keeps(&b) > 0 && lane < b.lanes; lane++)
      for (int c = 0; c < bars->count; c++) add_product(bars, &length, &b, lane, c);
  }
}

/// Add the change of the element in a lane along direction c.
static void add_change(const gb_memory_slopes *p, const lengths *length, const gb_batch *b,
                       int lane, int c) {
  const int size = b->size, keeps = gb_batch_keeps(b);
  const size_t place = (size_t)c * length->memory + place_of(b, lane);
  const size_t nodal = (size_t)c * length->nodal;
  double slope[GB_ELEMENT_KEPT];
  gb_memory_vectors of = {0};
  gb_scalar *end = p->end ? p->end + place : NULL;
  for (int i = 0; i < size + keeps; i++) of.memory[i] = gb_real(p->begin[place + (size_t)i]);
  for (int i = 0; end && i < size; i++) {
    of.q[i] = gb_real(p->d[0][nodal + (size_t)b->index[i][lane]]);
    of.v[i] = gb_real(p->d[1][nodal + (size_t)b->index[i][lane]]);
    end[i] += of.q[i];
  }
  gb_memory_direction(b->block->kind, &b->in, &b->state, lane, &of);
  for (int i = 0; p->r && i < size; i++) p->r[nodal + (size_t)b->index[i][lane]] += of.r[i];
  for (int i = 0; end && i < keeps; i++) end[size + i] += of.end[i];
  for (int i = 0; end && i < b->block->varyings.count; i++) {
    const int32_t design = find_slope(b, i, lane, slope);
    for (int k = 0; design >= 0 && k < keeps; k++)
      end[size + k] += slope[k] * p->dx[(size_t)c * length->width + (size_t)design];
  }
}

void gb_assembly_memory_direction(gb_assembly *assembly, const gb_nodal_state *state,
                                  const gb_memory_slopes *along) {
  const lengths length = lengths_of(assembly);
  gb_batch b;
  FOR_ELEMENTS(assembly, state, b, b.element->keeps != NULL) {
    for (int lane = 0; gb_batch_keeps(&b) > 0 && lane < b.lanes; lane++)
      for (int c = 0; c < along->count; c++) add_change(along, &length, &b, lane, c);
  }
}
