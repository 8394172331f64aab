/// Rigid bodies: for each a node with a frame and the multipliers that keep it orthonormal, an
/// element and a cell. A body without inertia gets inertia from nodes linked to it, see massless.h.
/// Source: docs/theory.md, the section on rigid bodies.
#include "elements/multibody/rigid_body.h"
#include "model/builders/builder.h"
#include "model/sections/triad.h"

enum { ALL_ROWS = 0x3f };

static int nodes(gb_topology *t, gb_error *error) {
  for (int i = 0; i < t->from->problem->bodies.count; i++) {
    const gb_body *body = &t->from->problem->bodies.entry[i];
    double axis[3][3];
    int32_t node;
    gb_rotate_axes(body->axis, body->angle, axis);
    const gb_new_node new = {.fields = GB_FRAME | GB_MULTIPLIERS,
                             .rows = ALL_ROWS,
                             .position = body->at,
                             .axis = axis,
                             .origin = {"body", body->name, 0}};
    GB_TRY(gb_topology_add(t, &new, &node, error));
    GB_TRY(gb_topology_mark_position(t, body->at, node, error));
  }
  return GB_OK;
}

static int blocks(gb_draft *draft, gb_error *error) {
  const gb_problem *problem = draft->t->from->problem;
  const int32_t bodies = problem->bodies.count;
  gb_block *block;
  if (bodies == 0) return GB_OK;
  GB_TRY(gb_draft_block(draft, GB_ELEMENT_RIGID_BODY, 1, bodies, &block, error));
  GB_TRY(gb_draft_make_own(block, bodies, error));
  GB_TRY(gb_draft_make_cells(draft, block, GB_POINT, bodies, bodies, error));
  for (int i = 0; i < bodies; i++) {
    const gb_body *body = &problem->bodies.entry[i];
    const int32_t node = gb_topology_body(draft->t, i);
    if (!gb_draft_has(draft, node)) continue;
    GB_TRY(gb_draft_own_parameter(draft, block, bodies, GB_BODY_MASS, &body->mass, error));
    for (int k = 0; k < 6; k++)
      GB_TRY(gb_draft_own_parameter(draft, block, bodies, GB_BODY_INERTIA + k, &body->inertia[k],
                                    error));
    block->node[block->elements] = node;
    block->cell[block->elements++] = block->entry + i;
  }
  return GB_OK;
}

const gb_builder gb_builder_body = {.nodes = nodes, .blocks = blocks};
