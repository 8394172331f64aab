/// Masses on the nodes of a group, or at a point of a body.
#include "model/builders/builder.h"

static int ties(gb_topology *t, gb_error *error) {
  for (int i = 0; i < t->from->problem->masses.count; i++) {
    const gb_point_mass *mass = &t->from->problem->masses.entry[i];
    int body;
    if (!mass->body) continue;
    GB_TRY(gb_need_body(t->from, mass->where, mass->body, &body, error));
    GB_TRY(gb_topology_attach(t, body, mass->at, error));
  }
  return GB_OK;
}

static int add(gb_draft *draft, int entry, gb_error *error) {
  const gb_point_mass *mass = &draft->t->from->problem->masses.entry[entry];
  const int32_t place = mass->body ? gb_topology_find(draft->t, mass->at) : -1;
  gb_block *block;
  if (gb_is_free_node(mass)) return GB_OK;
  GB_TRY(mass->body ? gb_draft_nodes(draft, GB_ELEMENT_POINT_MASS, 1, &place, &block, error)
                    : gb_draft_group(draft, mass->where, mass->group, GB_ELEMENT_POINT_MASS, &block,
                                     error));
  block->entry = entry;
  return gb_draft_parameter(draft, block, 0, &mass->mass, error);
}

static int blocks(gb_draft *draft, gb_error *error) {
  const gb_problem *problem = draft->t->from->problem;
  for (int i = 0; i < problem->masses.count; i++) GB_TRY(add(draft, i, error));
  return GB_OK;
}

const gb_builder gb_builder_mass = {.ties = ties, .blocks = blocks};
