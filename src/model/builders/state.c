/// States: for each a node without a position, and an element with the states that its rate names.
#include "elements/multibody/state.h"
#include "model/builders/builder.h"

#include <string.h>

static int nodes(gb_topology *t, gb_error *error) {
  GB_EACH(state, t->from->problem->states) {
    const gb_new_node new = {
        .fields = GB_STATE, .origin = {"state", state->name, 0}, .hidden = true};
    int32_t node;
    GB_TRY(gb_topology_add(t, &new, &node, error));
    GB_TRY(gb_topology_mark(t, &state->initial, node, error));
  }
  return GB_OK;
}

/// List the nodes of a state and of the other states that its rate names.
/// @param[out] number  for each variable of the rate, its index among the variables of the element
static int list_nodes(const gb_topology *t, int own, int32_t node[GB_ELEMENT_NODES], int number[],
                      int *count, gb_error *error) {
  const gb_state_entry *state = t->from->problem->states.entry;
  for (int k = 0; k < GB_RATE_OWN; k++) number[k] = k;
  *count = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < t->from->problem->states.count; i++) {
      if (pass == 0 ? i != own : i == own || !gb_expression_uses(state[own].rate, GB_RATE_OWN + i))
        continue;
      if (*count == GB_ELEMENT_NODES)
        return gb_fail(error, GB_TOO_MANY, "%s.rate: too many states; accepted: at most %d others",
                       state[own].where, GB_ELEMENT_NODES - 1);
      number[GB_RATE_OWN + i] = GB_RATE_OWN + *count;
      node[(*count)++] = gb_topology_find(t, &state[i].initial);
    }
  return GB_OK;
}

static int add(gb_draft *draft, int i, int number[], gb_error *error) {
  const gb_state_entry *state = &draft->t->from->problem->states.entry[i];
  int32_t node[GB_ELEMENT_NODES];
  int count;
  gb_block *block;
  gb_expression *rate;
  GB_TRY(list_nodes(draft->t, i, node, number, &count, error));
  GB_TRY(gb_draft_block(draft, GB_ELEMENT_STATE, count, 1, &block, error));
  GB_TRY(gb_draft_make_own(block, 1, error));
  GB_TRY(GB_TAKE(block->arena, rate, 1, error));
  *rate = *state->rate;
  GB_TRY(GB_TAKE(block->arena, rate->code, (size_t)rate->length, error));
  memcpy(rate->code, state->rate->code, (size_t)rate->length * sizeof *rate->code);
  gb_expression_renumber(rate, number);
  block->joint->law = rate;
  if (!gb_draft_has(draft, node[0])) return GB_OK;
  for (int k = 0; k < GB_RATE_NUMBERS; k++)
    GB_TRY(gb_draft_own_parameter(draft, block, 1, k, &state->number[k], error));
  memcpy(block->node, node, (size_t)count * sizeof *node);
  block->elements = 1;
  return GB_OK;
}

static int blocks(gb_draft *draft, gb_error *error) {
  const int states = draft->t->from->problem->states.count;
  int *number;
  GB_SCRATCH(scratch);
  GB_TRY(GB_TAKE(&scratch, number, (size_t)states + GB_RATE_OWN, error));
  for (int i = 0; i < states; i++) GB_TRY(add(draft, i, number, error));
  return GB_OK;
}

const gb_builder gb_builder_state = {.nodes = nodes, .blocks = blocks};
