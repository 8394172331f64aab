/// Preparation of a quantity's element and addition of its derivatives to nodal vectors.
#include "system/recovery/element_quantities.h"

void gb_quantity_open(gb_assembly *assembly, const gb_quantity *of, const gb_nodal_state *state,
                      gb_quantity_element *s) {
  const gb_block *block = &assembly->blocks->block[of->block];
  s->uses_reference = gb_batch_uses_reference(assembly, gb_block_element(block));
  s->lane = (int)(of->element % GB_LANES);
  gb_batch_open_block(assembly, block, state, s->batch);
  gb_batch_open_elements(assembly, block, of->element - s->lane, state, s->batch);
}

void gb_quantity_put(gb_quantity_element *s, gb_pack local[], gb_scalar *const all[2]) {
  gb_scalar *bar = all[s->uses_reference];
  for (int i = 0; i < s->batch->size; i++)
    bar[s->batch->index[i][s->lane]] += gb_lanes(&local[i])[s->lane];
}

void gb_quantity_gradient(const gb_element_quantity *kind, gb_quantity_element *s,
                          const gb_scalar g[], gb_scalar gradient[]) {
  const gb_batch *v = s->batch;
  for (int i = 0; i < v->block->varyings.count; i++) {
    const gb_varying *varying = &v->block->varyings.entry[i];
    const int32_t design = gb_batch_design(v, varying, s->lane);
    const gb_element_input in = gb_batch_input_by(v, varying);
    if (design >= 0)
      gradient[design] +=
          gb_batch_slope(v, varying, s->lane) * kind->slope(s, &in, varying->parameter, g);
  }
  for (int k = 0; k < v->block->parameters; k++)
    if (gb_batch_is_controlled(v, k))
      gb_batch_add_control_slopes(v, k, kind->slope(s, &v->in, k, g), gradient);
}
